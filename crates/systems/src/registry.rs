//! Every system there is: the only list of them.
//!
//! To add one, write its [`SwissSystem`] and add a row to `ROWS`; a program that links this library
//! can also [`add`] one of its own before it asks anything.

use std::sync::{PoisonError, RwLock};

use edelweiss_model::System;

use crate::swiss_system::SwissSystem;
use crate::{
    burstein_2026, double_swiss_2026, dubov_1997, dubov_2026, dutch, dutch_1998, keizer, lim_swiss,
    olympiad_swiss, round_robin, scheveningen, team_swiss_2026,
};

/// The editions of a system follow each other, the one in force first.
static ROWS: [&SwissSystem; 17] = [
    &dutch::SYSTEM_2026,
    &dutch::SYSTEM_2017,
    &dutch_1998::SYSTEM,
    &dubov_2026::SYSTEM,
    &dubov_1997::SYSTEM,
    &burstein_2026::SYSTEM,
    &double_swiss_2026::SYSTEM,
    &team_swiss_2026::SYSTEM,
    &round_robin::ONCE,
    &round_robin::TWICE,
    &round_robin::TEAMS_ONCE,
    &round_robin::TEAMS_TWICE,
    &scheveningen::ONCE,
    &scheveningen::TWICE,
    &lim_swiss::SYSTEM,
    &keizer::SYSTEM,
    &olympiad_swiss::SYSTEM,
];

static ADDED: RwLock<Vec<&'static SwissSystem>> = RwLock::new(Vec::new());

/// Every system and edition, the editions of a system one after the other, the one in force first:
/// those of this library, then what was [added](add) in that order. O(number of them).
pub fn systems() -> Vec<&'static SwissSystem> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    ROWS.iter().chain(added.iter()).copied().collect()
}

/// The editions of a system, the one in force first; none where no system has that name.
pub fn editions_of(system: &str) -> Vec<&'static SwissSystem> {
    let mut all = systems();
    all.retain(|row| row.system == system);
    all
}

/// What record 192 of a file asks for; none where no system has that record.
pub fn of_record(record: System) -> Option<&'static SwissSystem> {
    let mut all = systems().into_iter();
    all.find(|row| row.is_of_record(record))
}

/// A system that this library does not know: it is named, paired, checked, generated and explained
/// like the others from now on, in the whole program.
///
/// # Errors
/// [`AlreadyKnown`] where a system of that name has that edition.
pub fn add(row: &'static SwissSystem) -> Result<(), AlreadyKnown> {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    let is_same = |known: &&SwissSystem| (known.system, known.year) == (row.system, row.year);
    if ROWS
        .iter()
        .chain(added.iter())
        .copied()
        .any(|known| is_same(&known))
    {
        return Err(AlreadyKnown {
            system: row.system,
            year: row.year,
        });
    }
    let end = added.iter().rposition(|known| known.system == row.system);
    let place = end.map_or(added.len(), |last| last + 1);
    added.insert(place, row);
    Ok(())
}

/// A system was added twice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the system {system} has an edition of {year} already")]
pub struct AlreadyKnown {
    /// Its name.
    pub system: &'static str,
    /// Its edition.
    pub year: u16,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_of_a_system_follow_each_other_and_none_is_there_twice() {
        let all = systems();
        let names: Vec<&str> = all
            .chunk_by(|a, b| a.system == b.system)
            .map(|rows| rows[0].system)
            .collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name} in two places");
            let years: Vec<u16> = editions_of(name).iter().map(|row| row.year).collect();
            assert!(years.is_sorted_by(|a, b| a > b), "{name}: {years:?}");
            let is_called_alike = |row: &&SwissSystem| row.about == editions_of(name)[0].about;
            assert!(editions_of(name).iter().all(is_called_alike), "{name}");
        }
    }

    #[test]
    fn a_checklist_heads_its_columns_by_the_criteria_of_the_edition() {
        for row in systems() {
            let expected = match row.name {
                "FIDE (Dutch) System, edition of 1 February 2026" => ["C14", "C16"],
                "FIDE (Dutch) System, edition of 2017" => ["C.12", "C.14"],
                _ => ["-1R", "-2R"],
            };
            assert_eq!(row.float_labels(), expected, "{}", row.name);
        }
    }

    #[test]
    fn a_system_is_not_added_twice() {
        let failure = add(&dutch::SYSTEM_2026).expect_err("it is there");
        assert_eq!(
            failure.to_string(),
            "the system dutch has an edition of 2026 already"
        );
    }
}
