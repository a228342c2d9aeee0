//! Readings of the text that another program is known to follow, each with its page in the book.
//!
//! A difference is explained by readings if our reference engine, reading the text so, gives the
//! other program's round: the same boards, colours and bye.

use edelweiss_model::{
    Colour, Definitions, PlayerId, PlayerState, Position, Strength, Tournament, UnplayedFloat,
};
use edelweiss_pairing::{Outcome, Rules, pair_position};
use edelweiss_weights::{
    Bracket, Criterion, DUTCH_2017, DUTCH_2026, Edition, Part, Rule, Sight, TopscorerRule, Unit,
};

/// A reading, or several at once.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The pages of `docs/src/disputes`.
    pub pages: String,
    definitions: Definitions,
    edition: &'static Edition,
    /// How strongly players prefer the colour that their difference of one asks for, although they
    /// had that colour in their last two games.
    by_difference: Option<Strength>,
}

impl Reading {
    /// The round so read.
    pub fn pair(&self, tournament: &Tournament) -> Outcome {
        let mut position = Position::derive(tournament, &self.definitions);
        if let Some(strength) = self.by_difference {
            position = by_difference(&position, strength);
        }
        let rules = Rules {
            edition: self.edition,
            ..Rules::dutch_2026()
        };
        pair_position(&position, &rules.reference())
    }

    /// One reading more.
    fn and(&self, other: &Self) -> Self {
        let is_plain = |reading: &Self| reading.definitions == reading.edition.definitions;
        Self {
            pages: format!("{} and {}", self.pages, other.pages),
            definitions: if is_plain(other) {
                self.definitions
            } else {
                other.definitions
            },
            // Only the reading named first changes rows.
            edition: self.edition,
            by_difference: self.by_difference.or(other.by_difference),
        }
    }
}

/// The known readings of an edition, each alone and then several at once.
pub fn readings(year: u16) -> Vec<Reading> {
    let edition = if year == DUTCH_2026.year {
        &DUTCH_2026
    } else {
        &DUTCH_2017
    };
    let plain = Reading {
        pages: String::new(),
        definitions: edition.definitions,
        edition,
        by_difference: None,
    };
    let reading = |pages: &str, edition| Reading {
        pages: pages.to_owned(),
        edition,
        ..plain.clone()
    };
    let limits = kept(edition, |rule| Some(refused_only(rule)));
    let colours = reading("colour-limits", limits);
    let two = |strength| Reading {
        by_difference: Some(strength),
        ..reading("two-equal-colours", edition)
    };
    let mut all = vec![colours.clone()];
    if year == DUTCH_2026.year {
        let bye = Reading {
            definitions: Definitions {
                unplayed_float: UnplayedFloat::PointsAboveLoss,
                ..edition.definitions
            },
            ..reading("bye-for-nothing", edition)
        };
        all.extend([bye.clone(), colours.and(&bye)]);
    } else {
        let without_m1 = |rule: Rule| (rule.label != "M1").then_some(rule);
        let both = "colour-limits and moved-down-bye";
        all.extend([
            reading("moved-down-bye", kept(edition, without_m1)),
            reading(both, kept(limits, without_m1)),
        ]);
    }
    for strength in [Strength::Absolute, Strength::Strong] {
        all.extend([two(strength), colours.and(&two(strength))]);
    }
    all
}

/// The position in which a difference of one counts for more than two equal colours.
fn by_difference(position: &Position, strength: Strength) -> Position {
    let players = position.players().iter().enumerate();
    let changes: Vec<_> = players
        .filter_map(|(index, player)| {
            let minority = match player.colour_difference {
                1 => Colour::Black,
                -1 => Colour::White,
                _ => return None,
            };
            (player.repeated_colour == Some(minority)).then_some((
                PlayerId::from_index(index),
                minority,
                strength,
            ))
        })
        .collect();
    position.preferring(&changes)
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
    fn capacities(&self, _: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        capacities.push(bracket.len() as u64 / 2);
    }

    fn sight(&self, part: Part) -> Sight {
        match part {
            Part::Higher | Part::Lower | Part::Peer => Sight::COLOUR.with(Sight::COLOUR_HISTORY),
            Part::Floater | Part::Following => Sight::NOTHING,
        }
    }

    fn cost(&self, _: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        if let Unit::Pair { higher, lower } = unit
            && self.costs(higher, lower)
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
        let round = RoundNumber::new(round).expect("a round");
        let position = if tournament.next_round() == round {
            tournament
        } else {
            tournament.before_round(round)
        };
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
            &[(3, Some(1)), (2, Some(4))],
        );
        check(
            2026,
            "two-equal-colours",
            "two_equal_colours.trf",
            6,
            &[(7, Some(1)), (9, Some(8))],
        );
    }
}
