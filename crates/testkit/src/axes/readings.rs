//! Readings of the text that another program is known to follow, each with its page in the book.
//!
//! A difference is explained by readings if our reference engine, reading the text so, gives the
//! other program's round: the same boards, colours and bye.

use edelweiss_model::{Definitions, PlayerState, Position, Strength, Tournament, UnplayedFloat};
use edelweiss_pairing::{Outcome, Rules, pair_position};
use edelweiss_weights::{
    Bracket, Criterion, DUTCH_2017, DUTCH_2026, Edition, Rule, TopscorerRule, Unit,
};

/// A reading, or several at once.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The pages of `docs/src/disputes`.
    pub pages: String,
    definitions: Definitions,
    edition: &'static Edition,
}

impl Reading {
    /// The round so read.
    pub fn pair(&self, tournament: &Tournament) -> Outcome {
        let position = Position::derive(tournament, &self.definitions);
        let rules = Rules {
            edition: self.edition,
            ..Rules::dutch_2026()
        };
        pair_position(&position, &rules.reference())
    }

    fn and(&self, other: &Self) -> Self {
        let (definitions, edition) = if other.definitions == other.edition.definitions {
            (self.definitions, other.edition)
        } else {
            (other.definitions, self.edition)
        };
        Self {
            pages: format!("{} and {}", self.pages, other.pages),
            definitions,
            edition,
        }
    }
}

/// The known readings of an edition, each alone and then both.
pub fn readings(year: u16) -> Vec<Reading> {
    let reading = |pages: &str, definitions, edition| Reading {
        pages: pages.to_owned(),
        definitions,
        edition,
    };
    if year == DUTCH_2026.year {
        let floats = Definitions {
            unplayed_float: UnplayedFloat::PointsAboveLoss,
            ..DUTCH_2026.definitions
        };
        let limits = kept(&DUTCH_2026, |rule| Some(refused_only(rule)));
        let bye = reading("bye-for-nothing", floats, &DUTCH_2026);
        let colours = reading("colour-limits", DUTCH_2026.definitions, limits);
        let both = bye.and(&colours);
        return vec![bye, colours, both];
    }
    let definitions = DUTCH_2017.definitions;
    let is_m1 = |rule: &Rule| rule.label == "M1";
    let bye = kept(&DUTCH_2017, |rule| (!is_m1(&rule)).then_some(rule));
    let limits = kept(&DUTCH_2017, |rule| Some(refused_only(rule)));
    let both = kept(limits, |rule| (!is_m1(&rule)).then_some(rule));
    vec![
        reading("moved-down-bye", definitions, bye),
        reading("colour-limits", definitions, limits),
        reading("moved-down-bye and colour-limits", definitions, both),
    ]
}

/// An edition with other rows. It is kept for as long as the program runs.
fn kept(edition: &Edition, row: impl FnMut(Rule) -> Option<Rule>) -> &'static Edition {
    let rows: Vec<Rule> = edition.criteria.iter().copied().filter_map(row).collect();
    Box::leak(Box::new(Edition {
        criteria: Box::leak(rows.into_boxed_slice()),
        ..*edition
    }))
}

/// The two colour limits of topscorers with another count; any other row as it is.
fn refused_only(rule: Rule) -> Rule {
    let criterion: &'static dyn Criterion = match rule.label {
        "C10" | "C.8" => &RefusedOnly {
            rule: TopscorerRule::Difference,
        },
        "C11" | "C.9" => &RefusedOnly {
            rule: TopscorerRule::ThreeInARow,
        },
        _ => return rule,
    };
    Rule { criterion, ..rule }
}

/// The colour limits of topscorers as other programs count them: once per pair of two players with
/// one absolute preference, for the refused player, and for either where their differences are equal.
#[derive(Debug)]
struct RefusedOnly {
    rule: TopscorerRule,
}

impl RefusedOnly {
    fn costs(&self, a: &PlayerState, b: &PlayerState) -> bool {
        let is_absolute = |player: &PlayerState| player.strength == Strength::Absolute;
        if !is_absolute(a) || !is_absolute(b) || a.preference != b.preference {
            return false;
        }
        let wide = |player: &PlayerState| player.colour_difference.abs();
        let refused = a.preference.map(|colour| !colour);
        match (self.rule, wide(a).cmp(&wide(b))) {
            (TopscorerRule::Difference, _) => wide(a) > 1 && wide(b) > 1,
            (TopscorerRule::ThreeInARow, std::cmp::Ordering::Less) => a.repeated_colour == refused,
            (TopscorerRule::ThreeInARow, std::cmp::Ordering::Greater) => {
                b.repeated_colour == refused
            }
            (TopscorerRule::ThreeInARow, std::cmp::Ordering::Equal) => {
                a.repeated_colour.is_some() && a.repeated_colour == b.repeated_colour
            }
        }
    }
}

impl Criterion for RefusedOnly {
    fn capacities(&self, _: &Position, bracket: &Bracket) -> Vec<u64> {
        vec![bracket.len() as u64 / 2]
    }

    fn cost(&self, position: &Position, _: &Bracket, unit: Unit, add: &mut dyn FnMut(usize, u64)) {
        if let Unit::Pair { higher, lower } = unit
            && self.costs(position.player(higher), position.player(lower))
        {
            add(0, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use edelweiss_model::RoundNumber;

    use super::*;
    use crate::{Seat, paired_seats, read_tournament};

    /// The reading gives the other program's boards of the page.
    fn check(year: u16, page: &str, name: &str, round: u32, theirs: &[Seat]) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../testdata/disputes")
            .join(name);
        let tournament = read_tournament(&path).expect("readable");
        let position = tournament.before_round(RoundNumber::new(round).expect("a round"));
        let all = readings(year);
        let reading = (all.iter()).find(|reading| reading.pages == page);
        let reading = reading.expect("a page");
        let seats = paired_seats(&position, &reading.pair(&position));
        assert!(theirs.iter().all(|seat| seats.contains(seat)), "{seats:?}");
    }

    #[test]
    fn readings_give_what_their_pages_say() {
        check(
            2026,
            "bye-for-nothing",
            "scoring_bbp6_500100.trf",
            5,
            &[(13, Some(6)), (8, Some(12))],
        );
        check(
            2017,
            "moved-down-bye",
            "collapse_long4048.trf",
            7,
            &[(6, Some(1)), (2, Some(7)), (3, Some(9)), (4, None)],
        );
        check(
            2026,
            "colour-limits",
            "third_colour_unequal.trf",
            9,
            &[(3, Some(1)), (4, Some(2))],
        );
    }
}
