//! Readings of the text that another program is known to follow, each with its page in the book.
//!
//! A difference is explained by readings if our reference engine, reading the text so, gives the
//! other program's round: the same boards, colours and bye.

use std::cmp::Ordering;

use edelweiss_model::{
    Colour, Definitions, PlayerId, PlayerState, Position, RoundNumber, Strength, Tournament,
    UnplayedFloat,
};
use edelweiss_pairing::{Engine, Outcome, Rules, pair_position};
use edelweiss_weights::{
    Bracket, Criterion, DUTCH_2017, DUTCH_2026, Edition, Part, Rule, Sight, Unit,
    counting_refused_colours,
};

/// A reading, or several at once.
#[derive(Clone, Debug)]
pub struct AxisReading {
    /// The pages of `docs/src/disputes`.
    pub pages: String,
    definitions: Definitions,
    edition: &'static Edition,
    /// Whether a difference of one asks for its colour, strongly, although the player had that colour
    /// in the last two games.
    by_difference: bool,
    /// Whether a difference of four or more bars from opponents with a difference of one who prefer
    /// the same colour strongly.
    four_against_one: bool,
    /// Whether a last round in which no game was played is paired again.
    all_forfeited: bool,
}

impl AxisReading {
    /// The round so read.
    pub fn pair(&self, tournament: &Tournament) -> Outcome {
        self.pair_on(tournament, Engine::Reference)
    }

    /// The same on an engine.
    pub fn pair_on(&self, tournament: &Tournament, engine: Engine) -> Outcome {
        let again = (self.all_forfeited).then(|| last_round_again(tournament));
        let tournament = again.as_ref().unwrap_or(tournament);
        let mut position = Position::derive(tournament, &self.definitions);
        if self.by_difference {
            position = by_difference(&position);
        }
        if self.four_against_one {
            position = four_against_one(&position);
        }
        let rules = Rules::new(self.edition, engine);
        pair_position(&position, &rules)
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
            by_difference: self.by_difference || other.by_difference,
            four_against_one: self.four_against_one || other.four_against_one,
            all_forfeited: self.all_forfeited || other.all_forfeited,
        }
    }
}

/// The known readings of an edition, each alone and then several at once.
///
/// # Panics
/// Never: both editions have the limits of topscorers.
pub fn readings(year: u16) -> Vec<AxisReading> {
    let edition = if year == DUTCH_2026.year {
        &DUTCH_2026
    } else {
        &DUTCH_2017
    };
    let plain = AxisReading {
        pages: String::new(),
        definitions: edition.definitions,
        edition,
        by_difference: false,
        four_against_one: false,
        all_forfeited: false,
    };
    let reading = |pages: &str, edition| AxisReading {
        pages: pages.to_owned(),
        edition,
        ..plain.clone()
    };
    let limits = counting_refused_colours(edition).expect("both editions have these limits");
    let colours = reading("colour-limits", limits);
    let two = AxisReading {
        by_difference: true,
        ..reading("two-equal-colours", edition)
    };
    let four = AxisReading {
        four_against_one: true,
        ..reading("four-against-one", edition)
    };
    let equal = reading(
        "equal-differences",
        kept(edition, |rule| Some(equal_only(rule))),
    );
    let mut all = vec![colours.clone(), two.clone(), four.clone(), two.and(&four)];
    all.extend([&two, &four, &two.and(&four)].map(|other| colours.and(other)));
    all.push(equal.clone());
    all.extend([&two, &four, &two.and(&four)].map(|other| equal.and(other)));
    if year == DUTCH_2026.year {
        let bye = AxisReading {
            definitions: Definitions {
                unplayed_float: UnplayedFloat::PointsAboveLoss,
                ..edition.definitions
            },
            ..reading("bye-for-nothing", edition)
        };
        let forfeited = AxisReading {
            all_forfeited: true,
            ..reading("all-forfeited", edition)
        };
        let with_others: Vec<_> = all.iter().map(|other| other.and(&forfeited)).collect();
        all.push(forfeited);
        all.extend(with_others);
        all.extend([bye.clone(), colours.and(&bye)]);
    } else {
        let without_m1 = |rule: Rule| (rule.label != "M1").then_some(rule);
        let both = "colour-limits and moved-down-bye";
        all.extend([
            reading("moved-down-bye", kept(edition, without_m1)),
            reading(both, kept(limits, without_m1)),
        ]);
    }
    all
}

/// The position in which a difference of one counts for more than two equal colours.
fn by_difference(position: &Position) -> Position {
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
                Strength::Strong,
            ))
        })
        .collect();
    position.preferring(&changes)
}

/// The position in which nobody with a difference of four or more meets somebody with a difference
/// of one who prefers the same colour strongly, topscorers excepted.
fn four_against_one(position: &Position) -> Position {
    let is_wide = |player: &PlayerState| player.colour_difference.abs() >= 4;
    let is_one = |player: &PlayerState| {
        player.colour_difference.abs() == 1 && player.strength == Strength::Strong
    };
    let mut apart = Vec::new();
    for &a in position.present() {
        for &b in position.present() {
            let (wide, one) = (position.player(a), position.player(b));
            if is_wide(wide)
                && is_one(one)
                && wide.preference == one.preference
                && !wide.topscorer
                && !one.topscorer
            {
                apart.push((a, b));
            }
        }
    }
    position.changed(&[], &[], &apart)
}

/// The tournament before its last round, if no game of that was played.
fn last_round_again(tournament: &Tournament) -> Tournament {
    let is_played = |last: RoundNumber| {
        (tournament.player_ids()).any(|id| tournament.player(id).entry(last).played().is_some())
    };
    match tournament.rounds_paired() {
        Some(last) if !is_played(last) => tournament.before_round(last),
        _ => tournament.clone(),
    }
}

/// An edition with other rows. It is kept for as long as the program runs.
fn kept(edition: &Edition, row: impl FnMut(Rule) -> Option<Rule>) -> &'static Edition {
    let rows: Vec<Rule> = edition.criteria.iter().copied().filter_map(row).collect();
    Box::leak(Box::new(Edition {
        criteria: Box::leak(rows.into_boxed_slice()),
        ..*edition
    }))
}

/// The two colour limits of topscorers, and the strong preferences, as a program has them that looks at
/// equal differences only; any other row as it is.
fn equal_only(rule: Rule) -> Rule {
    let criterion: &'static dyn Criterion = match rule.label {
        "C10" | "C.8" => {
            &OncePerPair(|pair| pair.is_absolute() && pair.narrower() > 1 && pair.is_level())
        }
        "C11" | "C.9" => &OncePerPair(|pair| {
            (pair.is_absolute() && pair.refused_has_it_again())
                || (pair.has_topscorer() && pair.both_had_it_twice())
        }),
        "C13" | "C.11" => &OncePerPair(|pair| pair.weaker() >= Strength::Strong),
        _ => return rule,
    };
    Rule { criterion, ..rule }
}

/// One for every pair of players who prefer one colour and of whom something else is true.
#[derive(Debug)]
struct OncePerPair(fn(&Rivals<'_>) -> bool);

/// Two players who prefer one colour.
struct Rivals<'a> {
    a: &'a PlayerState,
    b: &'a PlayerState,
}

impl Rivals<'_> {
    fn weaker(&self) -> Strength {
        self.a.strength.min(self.b.strength)
    }

    fn is_absolute(&self) -> bool {
        self.weaker() == Strength::Absolute
    }

    fn has_topscorer(&self) -> bool {
        self.a.topscorer || self.b.topscorer
    }

    /// The differences of both, without their signs.
    fn wide(&self) -> (i16, i16) {
        let [a, b] = [self.a, self.b].map(|player| player.colour_difference.abs());
        (a, b)
    }

    fn narrower(&self) -> i16 {
        let (a, b) = self.wide();
        a.min(b)
    }

    fn is_level(&self) -> bool {
        let (a, b) = self.wide();
        a == b
    }

    /// Whether both had one colour in their last two games, the same one.
    fn both_had_it_twice(&self) -> bool {
        self.a.repeated_colour.is_some() && self.a.repeated_colour == self.b.repeated_colour
    }

    /// Whether the player with the smaller difference, or either if they are equal, gets a colour for
    /// the third time.
    fn refused_has_it_again(&self) -> bool {
        let refused = self.a.preference.map(|colour| !colour);
        let (a, b) = self.wide();
        match a.cmp(&b) {
            Ordering::Less => self.a.repeated_colour == refused,
            Ordering::Greater => self.b.repeated_colour == refused,
            Ordering::Equal => self.both_had_it_twice(),
        }
    }
}

impl Criterion for OncePerPair {
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
        let Unit::Pair {
            higher: a,
            lower: b,
        } = unit
        else {
            return;
        };
        let rivals = Rivals { a, b };
        if a.preference.is_some() && a.preference == b.preference && (self.0)(&rivals) {
            add(0, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{BoardSeat, paired_seats, read_tournament};

    /// The reading gives the other program's boards of the page.
    fn check(year: u16, page: &str, name: &str, round: u32, theirs: &[BoardSeat]) {
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
        for engine in [Engine::Reference, Engine::Fast] {
            let seats = paired_seats(&position, &reading.pair_on(&position, engine));
            assert!(
                theirs.iter().all(|seat| seats.contains(seat)),
                "{engine:?} {seats:?}"
            );
        }
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
            2017,
            "moved-down-bye",
            "collapse_psd_tie.trf",
            11,
            &[(10, Some(4)), (12, Some(9)), (16, None)],
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
        check(
            2026,
            "four-against-one",
            "four_against_one.trf",
            5,
            &[(1, Some(3)), (2, Some(4))],
        );
        check(
            2026,
            "equal-differences",
            "equal_differences.trf",
            4,
            &[(1, Some(4)), (2, Some(3))],
        );
        check(
            2026,
            "all-forfeited",
            "all_forfeited.trf",
            2,
            &[(1, Some(3)), (4, Some(2))],
        );
    }
}
