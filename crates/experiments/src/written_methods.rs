//! What pairs, as the file of an experiment names it.

use std::collections::BTreeMap;

use edelweiss_formulations::placed::{MisplacedMessage, unknown};
use edelweiss_formulations::{HardRules, WrittenFormulation};
use edelweiss_pairing::{Engine, Rules};
use edelweiss_systems::{SwissSystem, registry};
use serde::Deserialize;
use toml::Spanned;

use crate::experiment::NOT_SYSTEMS;
use crate::method::{LeftOutCriteria, PairingMethod};
use crate::written_lists::named;

/// Costs that whoever runs the experiment computes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenArrays {
    hard: Option<Vec<Spanned<String>>>,
    /// So that rows of another computation are not taken for these: the text of the file names the rows.
    #[serde(default, rename = "version")]
    _version: String,
}

/// Systems, formulations and arrays that the file has tables of, in the order in which it lists them.
pub(crate) fn checked(
    listed: &Spanned<Vec<Spanned<String>>>,
    formulations: BTreeMap<String, Spanned<WrittenFormulation>>,
    arrays: BTreeMap<String, Spanned<WrittenArrays>>,
) -> Result<Vec<PairingMethod>, MisplacedMessage> {
    let mut tables: BTreeMap<String, PairingMethod> = BTreeMap::new();
    for (name, table) in formulations {
        let place = (table.span().start, format!("formulations.{name}"));
        let formulation = table.into_inner().checked();
        let method = formulation.map(|it| PairingMethod::Formulation(name.clone(), Box::new(it)));
        add(&mut tables, listed, &name, place, method)?;
    }
    for (name, table) in arrays {
        let place = (table.span().start, format!("arrays.{name}"));
        let hard = HardRules::written(table.get_ref().hard.as_deref());
        let method = hard.map(|hard| PairingMethod::Arrays(name.clone(), hard, None));
        add(&mut tables, listed, &name, place, method)?;
    }
    for item in listed.get_ref() {
        let name = item.get_ref().trim();
        if let Some(method) = without(name)
            && !tables.contains_key(name)
        {
            let method =
                method.map_err(|message| (item.span().start, format!("systems: {message}")))?;
            tables.insert(name.to_owned(), method);
        }
    }
    let of = |words: &str| {
        let table = tables.get(words).cloned();
        table.or_else(|| system_of(words).map(PairingMethod::System))
    };
    named("systems", listed, of, &|| {
        let rows = registry::systems().into_iter().map(PairingMethod::System);
        let names = tables.keys().cloned();
        names.chain(rows.map(|row| row.name())).collect()
    })
}

/// Adds what a table says, whose name must be one of the systems and no other's.
fn add(
    tables: &mut BTreeMap<String, PairingMethod>,
    listed: &Spanned<Vec<Spanned<String>>>,
    name: &str,
    (start, key): (usize, String),
    method: Result<PairingMethod, MisplacedMessage>,
) -> Result<(), MisplacedMessage> {
    let method = method.map_err(|(start, message)| (start, format!("{key}.{message}")))?;
    if NOT_SYSTEMS.contains(&name) || tables.contains_key(name) || system_of(name).is_some() {
        let message =
            format!("{key}: an arm has that name already\n  hint: give this one another name");
        return Err((start, message));
    }
    if !(listed.get_ref().iter()).any(|item| item.get_ref().trim() == name) {
        let message = format!("{key}: not among the systems\n  hint: systems = [..., {name:?}]");
        return Err((start, message));
    }
    tables.insert(name.to_owned(), method);
    Ok(())
}

/// Between a system and a criterion.
const WITHOUT: &str = " without ";

/// A system without some of its criteria, such as `dutch 2026 without C15 C19`; `None` where the words name none.
///
/// # Errors
/// Criteria that the system has not, or cannot do without.
fn without(words: &str) -> Option<Result<PairingMethod, String>> {
    let (name, asked) = words.split_once(WITHOUT)?;
    let system = system_of(name)?;
    let asked: Vec<&str> = asked.split_whitespace().collect();
    // By the first criterion the sequence of Articles 3 and 4 knows how many pairs a bracket has.
    let rows = system
        .edition
        .map_or(&[][..], |edition| &edition.criteria[1..]);
    let known: Vec<&'static str> = rows.iter().map(|rule| rule.label).collect();
    let is_missing = |label: &&&str| !known.contains(*label);
    if let Some(label) = asked.iter().find(is_missing).filter(|_| !known.is_empty()) {
        let known: Vec<String> = known.into_iter().map(ToOwned::to_owned).collect();
        return Some(Err(format!("{name} without: {}", unknown(label, &known))));
    }
    let Some(edition) = (system.edition).and_then(|edition| edition.without(&asked)) else {
        return Some(Err(format!("{name} has no criteria to leave out")));
    };
    let criteria = LeftOutCriteria {
        labels: known
            .into_iter()
            .filter(|label| asked.contains(label))
            .collect(),
        rules: Rules::new(edition, Engine::Reference),
    };
    Some(Ok(PairingMethod::Without(system, criteria)))
}

/// A system by its words, such as `dutch 2026`, or `dutch` for the edition in force.
fn system_of(words: &str) -> Option<&'static SwissSystem> {
    let mut words = words.split_whitespace();
    let editions = registry::editions_of(words.next()?);
    let year = words.next().map(str::parse::<u16>);
    match (year, words.next()) {
        (None, None) => editions.first().copied(),
        (Some(Ok(year)), None) => editions.into_iter().find(|row| row.year == year),
        _ => None,
    }
}
