//! The Keizer System read literally: cards, a list that is written anew, and trying one opponent after the other.
//!
//! A judge for small fields. The ranking, who has met whom and the colours are read from the rounds a second time;
//! where the engine asks a matching whether the rest can be paired, this goes on and comes back.

use edelweiss_model::{ByeKind, Colour, GameResult, PlayerId, Position, RoundEntry, Tournament};
use edelweiss_model::{Definitions, RoundNumber};

use super::{PairsByText, RoundByText};

/// What a club decides; shares are twelfths.
#[derive(Clone, Copy, Debug)]
pub struct ClubRules {
    /// The value of the first; one and a half times the number of players without one.
    pub top: Option<i64>,
    /// Whether one's own value counts.
    pub counts_own: bool,
    /// Of the opponent's value, for a loss.
    pub loss: i64,
    /// Of one's own value, for an absence.
    pub absence: i64,
    /// How many absences earn that.
    pub paid: usize,
    /// Of one's own value, for the bye.
    pub bye: i64,
    /// How often all rounds are counted anew, at most.
    pub passes: usize,
    /// Rounds between two games of the same players.
    pub distance: usize,
    /// Games of the same players, at most.
    pub meetings: usize,
}

/// The round of `tournament`, its boards in the order of the ranking; `None` where no legal pairing exists.
pub fn pair_round(tournament: &Tournament, rules: ClubRules) -> Option<RoundByText> {
    let position = Position::derive(tournament, &Definitions::DUTCH_2026);
    let rounds = position.round().index();
    let present = |id: &PlayerId| position.players()[id.index()].present;
    let list: Vec<PlayerId> = (ranking(tournament, rounds, rules).into_iter())
        .filter(present)
        .collect();
    let mut distance = rules.distance;
    loop {
        let may_meet = |a: PlayerId, b: PlayerId| {
            let met =
                (0..rounds).filter(|round| game(tournament, a, *round).is_some_and(|g| g.0 == b));
            let met: Vec<usize> = met.collect();
            let is_recent = met.iter().any(|round| rounds - round <= distance);
            !is_recent && met.len() < rules.meetings && !position.is_banned(a, b)
        };
        if let Some((bye, pairs)) = first_round(tournament, rounds, &list, &may_meet) {
            let boards = pairs
                .into_iter()
                .map(|(a, b)| seat(tournament, rounds, a, b));
            return Some(RoundByText {
                boards: boards.collect(),
                bye,
                unpaired: Vec::new(),
            });
        }
        distance = distance.checked_sub(1)?;
    }
}

/// The list after so many rounds.
pub fn ranking(tournament: &Tournament, rounds: usize, rules: ClubRules) -> Vec<PlayerId> {
    let totals = totals(tournament, rounds, rules);
    totals.into_iter().map(|(_, id)| id).collect()
}

/// The same with everybody's points, in twelfths.
pub fn totals(tournament: &Tournament, rounds: usize, rules: ClubRules) -> Vec<(i64, PlayerId)> {
    let initial: Vec<PlayerId> = tournament.player_ids().collect();
    let Some(before) = rounds.checked_sub(1) else {
        return counted(tournament, 0, rules, &initial);
    };
    let mut list = ranking(tournament, before, rules);
    let mut passes = 0;
    loop {
        let totals = counted(tournament, rounds, rules, &list);
        let fresh: Vec<PlayerId> = totals.iter().map(|(_, id)| *id).collect();
        passes += 1;
        if fresh == list || passes == rules.passes {
            return totals;
        }
        list = fresh;
    }
}

/// The list that follows when everything is counted by the values of this one.
fn counted(
    tournament: &Tournament,
    rounds: usize,
    rules: ClubRules,
    list: &[PlayerId],
) -> Vec<(i64, PlayerId)> {
    let n = list.len() as i64;
    let top = rules.top.unwrap_or(n + n / 2 + n % 2);
    let worth = |id: PlayerId| {
        let place = list.iter().take_while(|other| **other != id).count() as i64;
        if top > place { top - place } else { 1 }
    };
    let mut totals: Vec<(i64, PlayerId)> = Vec::new();
    for id in tournament.player_ids() {
        let mut total = if rules.counts_own { 12 * worth(id) } else { 0 };
        let mut absences = 0;
        for round in 0..rounds {
            total += match tournament.player(id).entry(RoundNumber::from_index(round)) {
                RoundEntry::Bye(ByeKind::PairingAllocated) => rules.bye * worth(id),
                RoundEntry::Bye(ByeKind::Full) => 8 * worth(id),
                RoundEntry::Blank | RoundEntry::Bye(ByeKind::Half | ByeKind::Zero) => {
                    absences += 1;
                    if absences > rules.paid {
                        0
                    } else {
                        rules.absence * worth(id)
                    }
                }
                RoundEntry::Paired {
                    opponent, result, ..
                } => {
                    let share = match result {
                        GameResult::Win | GameResult::UnratedWin | GameResult::ForfeitWin => 12,
                        GameResult::Loss | GameResult::UnratedLoss => rules.loss,
                        GameResult::ForfeitLoss => 0,
                        _ => 6,
                    };
                    share * worth(opponent)
                }
            };
        }
        totals.push((total, id));
    }
    totals.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    totals
}

fn game(tournament: &Tournament, id: PlayerId, round: usize) -> Option<(PlayerId, Colour)> {
    let entry = tournament.player(id).entry(RoundNumber::from_index(round));
    entry.played()
}

type MayMeet<'a> = &'a dyn Fn(PlayerId, PlayerId) -> bool;

/// The bye and the pairs that come first.
fn first_round(
    tournament: &Tournament,
    rounds: usize,
    list: &[PlayerId],
    may_meet: MayMeet<'_>,
) -> Option<(Option<PlayerId>, PairsByText)> {
    if list.len().is_multiple_of(2) {
        return Some((None, first_pairs(list, may_meet)?));
    }
    let had = |id: PlayerId| {
        let entries = (0..rounds).map(|round| {
            let round = RoundNumber::from_index(round);
            tournament.player(id).entry(round)
        });
        let byes = entries.filter(|entry| *entry == RoundEntry::Bye(ByeKind::PairingAllocated));
        byes.count()
    };
    (0..=rounds).find_map(|byes| {
        let fitting = list.iter().rev().filter(|id| had(**id) == byes);
        fitting.copied().find_map(|bye| {
            let others: Vec<PlayerId> = list.iter().copied().filter(|id| *id != bye).collect();
            Some((Some(bye), first_pairs(&others, may_meet)?))
        })
    })
}

/// The first of the list meets the second, or the third, and so on, such that the others can be paired.
fn first_pairs(list: &[PlayerId], may_meet: MayMeet<'_>) -> Option<PairsByText> {
    let Some((first, rest)) = list.split_first() else {
        return Some(Vec::new());
    };
    (0..rest.len()).find_map(|place| {
        let mut others = rest.to_vec();
        let opponent = others.remove(place);
        if !may_meet(*first, opponent) {
            return None;
        }
        let mut pairs = first_pairs(&others, may_meet)?;
        pairs.insert(0, (*first, opponent));
        Some(pairs)
    })
}

/// White and Black of two, the higher ranked first.
fn seat(
    tournament: &Tournament,
    rounds: usize,
    higher: PlayerId,
    lower: PlayerId,
) -> (PlayerId, PlayerId) {
    let colours = |id: PlayerId| -> Vec<Colour> {
        let games = (0..rounds).filter_map(|round| game(tournament, id, round));
        games.map(|(_, colour)| colour).collect()
    };
    let (mut own, mut theirs) = (colours(higher), colours(lower));
    let surplus = |colours: &[Colour]| {
        let whites = colours.iter().filter(|colour| **colour == Colour::White);
        2 * whites.count() as i64 - colours.len() as i64
    };
    let (mine, other) = (surplus(&own), surplus(&theirs));
    if mine < other {
        return (higher, lower);
    }
    if mine > other {
        return (lower, higher);
    }
    while let (Some(one), Some(two)) = (own.pop(), theirs.pop()) {
        match (one, two) {
            (Colour::Black, Colour::White) => return (higher, lower),
            (Colour::White, Colour::Black) => return (lower, higher),
            _ => {}
        }
    }
    (lower, higher)
}
