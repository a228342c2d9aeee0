//! Readings of the text that another program is known to follow, each with its page in the book.
//!
//! A difference is explained by a reading if our engine, reading the text so, gives the other
//! program's round: the same boards, colours and bye.

use edelweiss_model::{Definitions, Position, Tournament, UnplayedFloat};
use edelweiss_pairing::{Engine, Outcome, Rules, pair_position};
use edelweiss_weights::{DUTCH_2017, DUTCH_2026, Edition};

/// One reading.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The page of `docs/src/disputes`.
    pub page: &'static str,
    definitions: Definitions,
    edition: &'static Edition,
}

impl Reading {
    /// The round so read.
    pub fn pair(&self, tournament: &Tournament) -> Outcome {
        let position = Position::derive(tournament, &self.definitions);
        let rules = Rules {
            edition: self.edition,
            engine: Engine::default(),
        };
        pair_position(&position, &rules)
    }
}

/// The known readings of an edition.
pub fn readings(year: u16) -> Vec<Reading> {
    if year == DUTCH_2026.year {
        return vec![Reading {
            page: "bye-for-nothing",
            definitions: Definitions {
                unplayed_float: UnplayedFloat::PointsAboveLoss,
                ..Definitions::DUTCH_2026
            },
            edition: &DUTCH_2026,
        }];
    }
    vec![Reading {
        page: "moved-down-bye",
        definitions: Definitions::DUTCH_2017,
        edition: without(&DUTCH_2017, "M1"),
    }]
}

/// An edition without one of its rows. It is kept for as long as the program runs.
fn without(edition: &Edition, label: &str) -> &'static Edition {
    let rows = edition.criteria.iter().copied();
    let rows: Vec<_> = rows.filter(|rule| rule.label != label).collect();
    Box::leak(Box::new(Edition {
        criteria: Box::leak(rows.into_boxed_slice()),
        ..*edition
    }))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use edelweiss_model::RoundNumber;

    use super::*;
    use crate::{Seat, paired_seats, read_tournament};

    /// The reading gives the other program's boards of the page.
    fn check(year: u16, name: &str, round: u32, theirs: &[Seat]) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../testdata/disputes")
            .join(name);
        let tournament = read_tournament(&path).expect("readable");
        let position = tournament.before_round(RoundNumber::new(round).expect("a round"));
        let [reading] = readings(year)[..] else {
            panic!("one reading");
        };
        let seats = paired_seats(&position, &reading.pair(&position));
        assert!(theirs.iter().all(|seat| seats.contains(seat)), "{seats:?}");
    }

    #[test]
    fn readings_give_what_their_pages_say() {
        check(
            2026,
            "scoring_bbp6_500100.trf",
            5,
            &[(13, Some(6)), (8, Some(12))],
        );
        check(
            2017,
            "collapse_long4048.trf",
            7,
            &[(6, Some(1)), (2, Some(7)), (3, Some(9)), (4, None)],
        );
    }
}
