//! The rival of a wish is the best of all legal rounds that have it, found by trying them all; and
//! the rules executed as written pair the deciding bracket as it does.

use std::collections::BTreeMap;

use edelweiss_check::literal::{Limit, LiteralOutcome, LiteralRoute, Until, pair_round};
use edelweiss_check::verdict::{Candidate, JudgedBracket, sequence_rows};
use edelweiss_explain::{DecidingDifference, Rival, StorySetting, Wish, WishAnswer, why_not};
use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{Colour, ForbiddenGroup, PlayerId, Position, RoundNumber, Score, Tournament};
use edelweiss_pairing::{
    BracketRecord, Outcome, RoundPairing, Route, Rules, colour_of_higher, pair_position,
};
use edelweiss_weights::{Bracket, Completion, Layout, Unit};
use quickcheck::{Arbitrary, Gen};

type Pair = (PlayerId, PlayerId);

/// A legal round: the higher ranked player of a pair first.
#[derive(Clone, Debug, Default)]
struct Tried {
    pairs: Vec<Pair>,
    bye: Option<PlayerId>,
}

/// All legal rounds of these players.
fn all_rounds(position: &Position, left: &[PlayerId], done: &Tried, found: &mut Vec<Tried>) {
    let Some((&first, rest)) = left.split_first() else {
        found.push(done.clone());
        return;
    };
    if left.len() % 2 == 1 && position.player(first).bye_allowed {
        let mut next = done.clone();
        next.bye = Some(first);
        all_rounds(position, rest, &next, found);
    }
    for (at, &other) in rest.iter().enumerate() {
        if position.may_meet(first, other) {
            let mut next = done.clone();
            next.pairs.push((first, other));
            let others = [&rest[..at], &rest[at + 1..]].concat();
            all_rounds(position, &others, &next, found);
        }
    }
}

impl Tried {
    fn of(round: &RoundPairing) -> Self {
        Self {
            pairs: (round.brackets.iter())
                .flat_map(|record| record.pairs.clone())
                .collect(),
            bye: round.bye,
        }
    }

    fn has(&self, setting: &StorySetting<'_>, right: &RoundPairing, wish: Wish) -> bool {
        let position = setting.position;
        let opponent = |id| {
            let mut pairs = self.pairs.iter();
            pairs.find_map(|&(a, b)| match (a == id, b == id) {
                (true, _) => Some(b),
                (_, true) => Some(a),
                _ => None,
            })
        };
        match wish {
            Wish::Pair(a, b) => opponent(a) == Some(b),
            Wish::Bye(id) => self.bye == Some(id),
            Wish::Float(id) => {
                let home = (right.brackets.iter()).find(|r| r.residents.contains(&id));
                let lowest = home
                    .and_then(|record| record.residents.last())
                    .expect("a home");
                let score = |id| position.player(id).score;
                opponent(id).is_none_or(|other| score(other) < score(*lowest))
            }
            Wish::OtherColour(id) => opponent(id).is_some_and(|other| {
                let mut boards = right.boards.iter();
                let was_white = boards.any(|board| board.white == id);
                let (colour, is_higher) = if position.is_higher(id, other) {
                    (colour_of_higher(position, id, other).0, true)
                } else {
                    (colour_of_higher(position, other, id).0, false)
                };
                ((colour == Colour::White) == is_higher) != was_white
            }),
        }
    }

    /// The pairs within a bracket, and who floats from it.
    fn candidate(&self, record: &BracketRecord) -> Candidate {
        let players: Vec<PlayerId> = record
            .mdps
            .iter()
            .chain(&record.residents)
            .copied()
            .collect();
        let pairs: Vec<Pair> = (self.pairs.iter().copied())
            .filter(|(a, b)| players.contains(a) && players.contains(b))
            .collect();
        let is_paired = |id: &PlayerId| pairs.iter().any(|(a, b)| a == id || b == id);
        Candidate {
            floaters: players.into_iter().filter(|id| !is_paired(id)).collect(),
            pairs,
        }
    }

    /// What the round costs in a bracket of 2026: the score of the bye, the criteria.
    fn costs(
        &self,
        position: &Position,
        rules: &Rules,
        record: &BracketRecord,
    ) -> (Option<Score>, Vec<Vec<u64>>) {
        let own = self.candidate(record);
        let mut bracket = Bracket::new(position, &record.mdps, &record.residents);
        let lowest = *record.residents.last().expect("residents");
        let below: Vec<PlayerId> = (position.present().iter().copied())
            .skip_while(|id| *id != lowest)
            .skip(1)
            .collect();
        let score = |id: PlayerId| position.player(id).score;
        let next: Vec<PlayerId> = (below.iter().copied())
            .take_while(|id| score(*id) == score(below[0]))
            .collect();
        let takes_bye = |player: PlayerId| Some(player) == self.bye;
        if matches!(own.floaters[..], [floater] if takes_bye(floater)) {
            bracket = bracket.with_bye_as_sole_floater();
        }
        let mut units: Vec<Unit> = Vec::new();
        units.extend(
            own.pairs
                .iter()
                .map(|&(higher, lower)| Unit::Pair { higher, lower }),
        );
        units.extend(own.floaters.iter().map(|&player| Unit::Float {
            player,
            takes_bye: takes_bye(player),
        }));
        if !next.is_empty() && record.route == Route::Normal {
            bracket = bracket.followed_by(position, &next, false);
            let following = self.candidate(&BracketRecord {
                mdps: own.floaters.clone(),
                residents: next,
                ..record.clone()
            });
            let pairs = following.pairs.iter();
            units.extend(pairs.map(|&(higher, lower)| Unit::FollowingPair { higher, lower }));
            units.extend(
                following
                    .floaters
                    .iter()
                    .map(|&player| Unit::FollowingFloat {
                        player,
                        takes_bye: takes_bye(player),
                    }),
            );
        }
        let costs = Layout::evaluate(rules.edition, position, &bracket, &units);
        let is_2026 = rules.edition.completion == Completion::EveryBracket;
        let mut costs = costs.0;
        if !is_2026 && record.route == Route::Normal {
            // The look-ahead counts pairings that may be done again: no further than that.
            costs.truncate(3);
        }
        (self.bye.filter(|_| is_2026).map(score), costs)
    }
}

/// The wishes that are tried in a round.
fn wishes(position: &Position) -> Vec<Wish> {
    let present = position.present();
    let mut wishes = Vec::new();
    for (at, &a) in present.iter().enumerate() {
        wishes.extend([Wish::Bye(a), Wish::Float(a), Wish::OtherColour(a)]);
        wishes.extend(present[at + 1..].iter().map(|&b| Wish::Pair(a, b)));
    }
    wishes
}

fn step(record: &BracketRecord) -> JudgedBracket {
    JudgedBracket {
        route: LiteralRoute::Normal,
        mdps: record.mdps.clone(),
        residents: record.residents.clone(),
        pairs: record.pairs.clone(),
    }
}

/// Holds the rival against every legal round with the wish.
fn check_by_trying(
    setting: &StorySetting<'_>,
    rules: &Rules,
    right: &RoundPairing,
    with_wish: &[Tried],
    rival: &Rival,
) {
    let agrees = |tried: &Tried, n: usize| {
        right.brackets[..n].iter().all(|record| {
            let mut pairs = tried.candidate(record).pairs;
            pairs.sort_by_key(|(a, _)| {
                record
                    .mdps
                    .iter()
                    .chain(&record.residents)
                    .position(|id| id == a)
            });
            pairs == record.pairs
        })
    };
    let k = (0..right.brackets.len())
        .rev()
        .find(|n| with_wish.iter().any(|tried| agrees(tried, *n)));
    assert_eq!(Some(rival.bracket), k, "the first bracket that differs");
    let record = &right.brackets[rival.bracket];
    let there = &rival.round.brackets[rival.bracket];
    assert_eq!(
        (&there.mdps, &there.residents),
        (&record.mdps, &record.residents)
    );
    assert_ne!(there.pairs, record.pairs);
    let deciding = rival.deciding.as_ref().expect("something decides");
    let position = setting.position;
    let candidates = with_wish
        .iter()
        .filter(|tried| agrees(tried, rival.bracket));
    let costs = |tried: &&Tried| tried.costs(position, rules, record);
    let least = candidates
        .clone()
        .map(|tried| costs(&tried))
        .min()
        .expect("a round with it");
    if rules.edition.completion == Completion::Collapse && record.route == Route::Normal {
        assert_eq!(costs(&&Tried::of(&rival.round)), least);
        return;
    }
    let best = candidates.filter(|tried| costs(tried) == least);
    // The first of the best in the sequence.
    let rank = |tried: &&Tried| -> Vec<Vec<i64>> {
        let candidate = tried.candidate(record);
        let rows = sequence_rows(
            rules.edition.completion,
            &step(record),
            &candidate,
            &candidate,
        );
        (rows.iter())
            .map(|row| {
                let sign = if row.larger_is_better { -1 } else { 1 };
                row.recorded
                    .iter()
                    .map(|value| sign * *value as i64)
                    .collect()
            })
            .collect()
    };
    let first = best.min_by_key(rank).expect("a best one");
    let mut pairs = first.candidate(record).pairs;
    pairs.sort_by_key(|(a, _)| {
        there
            .mdps
            .iter()
            .chain(&there.residents)
            .position(|id| id == a)
    });
    assert_eq!(pairs, there.pairs, "the best candidate with the wish");
    let here = Tried::of(right);
    let (here, there) = (here.costs(position, rules, record), least);
    let unequal = here.1.iter().zip(&there.1).position(|(a, b)| a != b);
    let expected = match unequal {
        _ if here.0 != there.0 => "C5",
        Some(place) => rules.edition.criteria[place].label,
        None => {
            assert!(matches!(deciding, DecidingDifference::Sequence(_)));
            return;
        }
    };
    assert_eq!(deciding.label(), expected);
}

/// Holds the rival of a pair against the rules executed as written, with everybody else forbidden to
/// the two. The bye cannot be forbidden so.
fn check_by_the_text(
    tournament: &Tournament,
    rules: &Rules,
    right: &RoundPairing,
    (a, b): Pair,
    rival: &Rival,
) -> bool {
    let mut data = tournament.clone().into_data();
    for id in tournament.player_ids().filter(|id| ![a, b].contains(id)) {
        for one in [a, b] {
            data.forbidden.push(ForbiddenGroup {
                first: RoundNumber::FIRST,
                last: None,
                players: vec![one, id],
            });
        }
    }
    let tournament = data.build().expect("bans contradict nothing");
    let limit = Limit {
        bracket: 8,
        following: 8,
    };
    let LiteralOutcome::Paired(round) =
        pair_round(&tournament, rules.edition, limit, Until::Perfect)
    else {
        return false;
    };
    let above = |n: usize| {
        let found = round.brackets.iter().zip(&right.brackets).take(n);
        found
            .filter(|(found, record)| found.pairs == record.pairs)
            .count()
            == n
    };
    // A following bracket that is paired again counts by what it comes to, see the module.
    let mut kinds = round.brackets.iter().skip(rival.bracket).take(2);
    if !above(rival.bracket) || kinds.any(|record| record.route != LiteralRoute::Normal) {
        return false;
    }
    assert_eq!(
        round.brackets[rival.bracket].pairs,
        rival.round.brackets[rival.bracket].pairs
    );
    true
}

/// How many are tried; more by the variable `RIVALS`.
fn tournaments() -> usize {
    std::env::var("RIVALS").map_or(600, |number| number.parse().expect("a number"))
}

#[test]
fn the_rival_is_the_best_round_with_the_wish() {
    let mut g = Gen::from_size_and_seed(30, 20_260_201);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..tournaments() {
        let RandomTournament(tournament) = RandomTournament::arbitrary(&mut g);
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            let position = Position::derive(&tournament, &rules.edition.definitions);
            if position.present().len() > 8 {
                continue;
            }
            let Outcome::Paired(right) = pair_position(&position, &rules) else {
                continue;
            };
            let setting = StorySetting::dutch(&tournament, &position, &rules);
            let mut rounds = Vec::new();
            all_rounds(
                &position,
                position.present(),
                &Tried::default(),
                &mut rounds,
            );
            for wish in wishes(&position) {
                let has = |tried: &&Tried| tried.has(&setting, &right, wish);
                let with_wish: Vec<Tried> = rounds.iter().filter(has).cloned().collect();
                let found = match why_not(&setting, &right, wish) {
                    WishAnswer::Refused(_) => "refused",
                    WishAnswer::Impossible(_) => {
                        assert!(with_wish.is_empty(), "{wish:?} in {tournament:?}");
                        "impossible"
                    }
                    WishAnswer::Worse(rival) => {
                        check_by_trying(&setting, &rules, &right, &with_wish, &rival);
                        let is_even = position.present().len().is_multiple_of(2);
                        if let (Wish::Pair(a, b), true) = (wish, is_even)
                            && right.brackets[rival.bracket].route == Route::Normal
                            && check_by_the_text(&tournament, &rules, &right, (a, b), &rival)
                        {
                            *seen.entry("by the text".to_owned()).or_default() += 1;
                        }
                        rival.deciding.as_ref().expect("decided").label()
                    }
                    WishAnswer::NotCompared => unreachable!("a Dutch round"),
                };
                *seen.entry(found.to_owned()).or_default() += 1;
            }
        }
    }
    for label in [
        "C5",
        "C6",
        "C7",
        "C8",
        "C12",
        "C.5",
        "C.6",
        "by the text",
        "impossible",
    ] {
        assert!(
            seen.contains_key(label),
            "{label} decides nothing: {seen:?}"
        );
    }
}

/// Debug builds assert that the right round is the better one by whatever decides.
#[test]
fn a_soft_ban_decides_behind_the_criteria_and_before_the_sequence() {
    let mut g = Gen::from_size_and_seed(30, 20_260_202);
    let mut n_decided = [0; 2];
    for _ in 0..300 {
        let RandomTournament(tournament) = RandomTournament::arbitrary(&mut g);
        let mut data = tournament.into_data();
        data.soft_bans.push(ForbiddenGroup {
            first: RoundNumber::FIRST,
            last: None,
            players: (0..data.players.len())
                .step_by(2)
                .map(PlayerId::from_index)
                .collect(),
        });
        let tournament = data.build().expect("only a ban is new");
        for (year, rules) in [Rules::dutch_2026(), Rules::dutch_2017()]
            .iter()
            .enumerate()
        {
            let position = Position::derive(&tournament, &rules.edition.definitions);
            let Outcome::Paired(right) = pair_position(&position, rules) else {
                continue;
            };
            let setting = StorySetting::dutch(&tournament, &position, rules);
            for wish in wishes(&position) {
                if let WishAnswer::Worse(rival) = why_not(&setting, &right, wish)
                    && let Some(DecidingDifference::SoftBans { here, there }) = &rival.deciding
                {
                    assert!(here.len() < there.len(), "{wish:?} in {tournament:?}");
                    n_decided[year] += 1;
                }
            }
        }
    }
    assert!(n_decided.iter().all(|n| *n > 100), "{n_decided:?}");
}
