//! The tournaments that are one step smaller: without some players, without some rounds, or with a
//! simpler entry.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use edelweiss::model::{
    ByeKind, Colour, GameResult, Player, PlayerId, PointSystem, RoundEntry, RoundNumber, Score,
    Tournament, TournamentData,
};

pub(super) fn kept<T: Clone>(all: &[T], gone: &BTreeSet<usize>) -> Vec<T> {
    (all.iter().enumerate())
        .filter(|(index, _)| !gone.contains(index))
        .map(|(_, one)| one.clone())
        .collect()
}

/// Players by presence and score: the absent ones first, then from the highest score.
pub(super) fn groups(tournament: &Tournament) -> Vec<Vec<usize>> {
    let round = tournament.next_round();
    let mut groups: BTreeMap<(bool, Reverse<Score>), Vec<usize>> = BTreeMap::new();
    for id in tournament.player_ids() {
        let is_present = tournament.player(id).entry(round) == RoundEntry::Blank
            && !(tournament.absences.iter()).any(|a| a.player == id && a.round == round);
        let score = tournament.standings_score(id, round.index());
        let group = groups.entry((is_present, Reverse(score))).or_default();
        group.push(id.index());
    }
    groups.into_values().collect()
}

/// The bye whose worth is nearest to `points`; the smaller one if two are.
fn bye_worth(points: Score, system: &PointSystem) -> ByeKind {
    let kinds = [ByeKind::Zero, ByeKind::Half, ByeKind::Full];
    let distance = |kind: &ByeKind| {
        let worth = system.points(RoundEntry::Bye(*kind));
        (worth - points).tenths().abs()
    };
    kinds
        .into_iter()
        .min_by_key(distance)
        .unwrap_or(ByeKind::Zero)
}

/// Two ways to go on without some players: their opponents meet each other, or have byes.
pub(super) fn without_players(best: &Tournament, gone: &BTreeSet<usize>) -> Vec<TournamentData> {
    let mut ways: Vec<TournamentData> = Vec::new();
    for rewire in [true, false] {
        let data = take_players(best, gone, rewire);
        if !ways.contains(&data) {
            ways.push(data);
        }
    }
    ways
}

fn take_players(best: &Tournament, gone: &BTreeSet<usize>, rewire: bool) -> TournamentData {
    let mut data = best.clone().into_data();
    for round in 0..best.next_round().index() {
        leave_opponents(&mut data, gone, round, rewire);
    }
    // New places for everybody who stays.
    let mut place = vec![None; data.players.len()];
    let mut next = 0;
    for (index, new) in place.iter_mut().enumerate() {
        if !gone.contains(&index) {
            *new = Some(PlayerId::from_index(next));
            next += 1;
        }
    }
    let moved = |id: PlayerId| place[id.index()];
    data.players = kept(&data.players, gone);
    for player in &mut data.players {
        for entry in &mut player.entries {
            if let RoundEntry::Paired { opponent, .. } = entry {
                match moved(*opponent) {
                    Some(id) => *opponent = id,
                    None => *entry = RoundEntry::Blank,
                }
            }
        }
    }
    for bans in [&mut data.forbidden, &mut data.soft_bans] {
        bans.retain_mut(|group| {
            group.players = group.players.iter().copied().filter_map(moved).collect();
            group.players.len() >= 2
        });
    }
    data.absences
        .retain_mut(|absence| match moved(absence.player) {
            Some(id) => {
                absence.player = id;
                true
            }
            None => false,
        });
    data
}

/// What becomes of the opponents of players who are gone in one round: they meet each other where they can
/// and may, or have byes worth as much.
fn leave_opponents(data: &mut TournamentData, gone: &BTreeSet<usize>, round: usize, rewire: bool) {
    let is_gone = |id: PlayerId| gone.contains(&id.index());
    let mut orphans: Vec<usize> = (0..data.players.len())
        .filter(|index| !gone.contains(index))
        .filter(|index| {
            let entry = data.players[*index].entries.get(round).copied();
            entry.and_then(RoundEntry::opponent).is_some_and(is_gone)
        })
        .collect();
    while let Some(orphan) = orphans.first().copied() {
        orphans.remove(0);
        let partner = (rewire)
            .then(|| (orphans.iter()).position(|other| can_meet(data, orphan, *other, round)));
        if let Some(Some(place)) = partner {
            let other = orphans.remove(place);
            for (own, opponent) in [(orphan, other), (other, orphan)] {
                if let RoundEntry::Paired { opponent: id, .. } =
                    &mut data.players[own].entries[round]
                {
                    *id = PlayerId::from_index(opponent);
                }
            }
        } else {
            let points = data.points.points(data.players[orphan].entries[round]);
            let bye = bye_worth(points, &data.points);
            data.players[orphan].entries[round] = RoundEntry::Bye(bye);
        }
    }
}

/// Whether two players who have lost their opponents of `round` can have met each other instead.
fn can_meet(data: &TournamentData, a: usize, b: usize, round: usize) -> bool {
    let entry = |index: usize| data.players[index].entries[round];
    let (
        RoundEntry::Paired {
            colour: Some(first),
            result: x,
            ..
        },
        RoundEntry::Paired {
            colour: Some(second),
            result: y,
            ..
        },
    ) = (entry(a), entry(b))
    else {
        return false;
    };
    let share = |result: GameResult| match result {
        GameResult::Win | GameResult::UnratedWin | GameResult::ForfeitWin => 2,
        GameResult::Draw
        | GameResult::UnratedDraw
        | GameResult::Adjourned
        | GameResult::Unknown => 1,
        GameResult::Loss | GameResult::UnratedLoss | GameResult::ForfeitLoss => 0,
    };
    let met = |player: &Player| {
        (player.entries.iter()).any(|entry| {
            entry
                .played()
                .is_some_and(|(opponent, _)| opponent.index() == b)
        })
    };
    first != second
        && x.is_played() == y.is_played()
        && share(x) + share(y) <= 2
        && !met(&data.players[a])
}

pub(super) fn without_rounds(best: &Tournament, gone: &BTreeSet<usize>) -> TournamentData {
    let mut data = best.clone().into_data();
    let shift = |round: RoundNumber| {
        let earlier = gone.range(..round.index()).count();
        RoundNumber::from_index(round.index() - earlier)
    };
    for player in &mut data.players {
        player.entries = kept(&player.entries, gone);
        player.virtual_points = kept(&player.virtual_points, gone);
    }
    data.rounds_total = data.rounds_total.map(shift);
    data.round_to_pair = data.round_to_pair.map(shift);
    data.absences
        .retain(|absence| !gone.contains(&absence.round.index()));
    for absence in &mut data.absences {
        absence.round = shift(absence.round);
    }
    for group in data.forbidden.iter_mut().chain(&mut data.soft_bans) {
        group.first = shift(group.first);
        group.last = group.last.map(shift);
    }
    data
}

/// The rated result over the board that comes next to one, and the opponent's; nothing if it is one.
fn plain_results(result: GameResult) -> Option<(GameResult, GameResult)> {
    match result {
        GameResult::ForfeitWin | GameResult::UnratedWin => {
            Some((GameResult::Win, GameResult::Loss))
        }
        GameResult::ForfeitLoss | GameResult::UnratedLoss => {
            Some((GameResult::Loss, GameResult::Win))
        }
        GameResult::UnratedDraw | GameResult::Adjourned | GameResult::Unknown => {
            Some((GameResult::Draw, GameResult::Draw))
        }
        GameResult::Win | GameResult::Draw | GameResult::Loss => None,
    }
}

/// What could stand instead of one player's entry, simplest first.
pub(super) fn simpler(best: &Tournament, player: usize, round: usize) -> Vec<TournamentData> {
    let Some(entry) = best.players[player].entries.get(round).copied() else {
        return Vec::new();
    };
    let with = |changes: &[(usize, RoundEntry)]| {
        let mut data = best.clone().into_data();
        for (index, entry) in changes {
            data.players[*index].entries[round] = *entry;
        }
        data
    };
    let bye = |kind| RoundEntry::Bye(kind);
    match entry {
        RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero | ByeKind::PairingAllocated) => {
            Vec::new()
        }
        RoundEntry::Bye(ByeKind::Half) => vec![with(&[(player, bye(ByeKind::Zero))])],
        RoundEntry::Bye(ByeKind::Full) => vec![
            with(&[(player, bye(ByeKind::Zero))]),
            with(&[(player, bye(ByeKind::Half))]),
        ],
        RoundEntry::Paired {
            opponent,
            colour,
            result,
        } => {
            let other = opponent.index();
            if other < player {
                return Vec::new();
            }
            let worth = |index: usize| {
                let entry = best.players[index].entries[round];
                bye(bye_worth(best.points.points(entry), &best.points))
            };
            let mut ways = vec![
                with(&[(player, bye(ByeKind::Zero)), (other, bye(ByeKind::Zero))]),
                with(&[(player, worth(player)), (other, worth(other))]),
            ];
            let Some((plain, reverse)) = plain_results(result) else {
                return ways;
            };
            let colour = colour.unwrap_or(Colour::White);
            let game = |opponent, colour, result| RoundEntry::Paired {
                opponent,
                colour: Some(colour),
                result,
            };
            ways.push(with(&[
                (player, game(opponent, colour, plain)),
                (other, game(PlayerId::from_index(player), !colour, reverse)),
            ]));
            ways
        }
    }
}
