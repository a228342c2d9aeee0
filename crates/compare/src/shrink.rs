//! Makes a tournament smaller as long as something still holds of it.
//!
//! # Source
//! A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Transactions
//! on Software Engineering 28(2), 2002: `ddmin`, taken over scoregroups, players, rounds, bans,
//! absences and single entries in turn until nothing more can go.
//!
//! # Departures
//! - After the chunks of one player come pairs of players, because one player less changes the
//!   parity of the field, and with it the bye.
//! - The opponents of a player who is taken out are paired with each other where colours, results
//!   and earlier meetings allow, so that their points and colours stay; otherwise the round becomes
//!   a bye worth as nearly as many points. Both ways are tried.
//!
//! Every step is a tournament that its own checks accept. The order of the steps is fixed, so the
//! same tournament and the same question give the same result.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use edelweiss::model::{
    Acceleration, ByeKind, Colour, GameResult, Player, PlayerId, PointSystem, RoundEntry,
    RoundNumber, Score, Tournament, TournamentData, Tpn,
};

/// What has become of a tournament.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The smallest one found.
    pub tournament: Tournament,
    /// How often the question was asked.
    pub asked: usize,
    /// Whether nothing more can go; otherwise the questions were used up.
    pub is_smallest: bool,
}

/// The question: whether what matters still holds. An error ends the search.
pub type Question<'a, E> = dyn FnMut(&Tournament) -> Result<bool, E> + 'a;

/// Makes `tournament`, whose next round is in question, smaller as long as `still` says yes, with
/// at most `budget` questions. Of the tournament itself `still` must hold, and is not asked.
///
/// # Errors
/// The first error of `still`.
pub fn shrink<E>(
    tournament: &Tournament,
    budget: usize,
    still: &mut Question<'_, E>,
) -> Result<Shrunk, E> {
    let mut search = Search {
        best: current_only(tournament),
        asked: 0,
        budget,
        still,
    };
    loop {
        let before = size(&search.best);
        search.scoregroups()?;
        search.players()?;
        search.rounds()?;
        search.settings()?;
        search.entries()?;
        if size(&search.best) == before || search.is_over() {
            break;
        }
    }
    search.names()?;
    Ok(Shrunk {
        is_smallest: !search.is_over(),
        asked: search.asked,
        tournament: search.best,
    })
}

/// How large a tournament is: players, rounds, then everything else that can go.
pub fn size(tournament: &Tournament) -> (usize, usize, usize) {
    let entries = tournament.players.iter().flat_map(|player| &player.entries);
    let told: usize = entries
        .map(|entry| match entry {
            RoundEntry::Blank => 0,
            RoundEntry::Bye(ByeKind::Zero) => 1,
            RoundEntry::Bye(_) => 2,
            RoundEntry::Paired { result, .. } => match result {
                GameResult::Win | GameResult::Draw | GameResult::Loss => 3,
                _ => 4,
            },
        })
        .sum();
    let bans: usize = (tournament.forbidden.iter())
        .map(|group| group.players.len())
        .sum();
    let virtual_points = (tournament.players.iter())
        .flat_map(|player| &player.virtual_points)
        .filter(|points| **points != Score::ZERO)
        .count();
    let settings = usize::from(tournament.acceleration != Acceleration::None)
        + usize::from(tournament.points != PointSystem::default())
        + usize::from(tournament.initial_colour != Some(Colour::White));
    (
        tournament.players.len(),
        tournament.next_round().index(),
        told + bans + virtual_points + settings + tournament.absences.len(),
    )
}

/// Whether a file can tell which round is to be paired: the one after the last with a pairing.
pub(crate) fn is_told(tournament: &Tournament) -> bool {
    let paired = tournament
        .rounds_paired()
        .map_or(0, |round| round.index() + 1);
    tournament.next_round().index() == paired
}

/// Everything that bears on the next round, and nothing that comes after it.
fn current_only(tournament: &Tournament) -> Tournament {
    let round = tournament.next_round();
    let mut data = tournament.clone().into_data();
    data.round_to_pair = Some(round);
    for player in &mut data.players {
        player.entries.truncate(round.index() + 1);
        player.virtual_points.truncate(round.index() + 1);
    }
    data.absences.retain(|absence| absence.round <= round);
    data.build().unwrap_or_else(|_| tournament.clone())
}

struct Search<'a, 'b, E> {
    best: Tournament,
    asked: usize,
    budget: usize,
    still: &'a mut Question<'b, E>,
}

impl<E> Search<'_, '_, E> {
    fn is_over(&self) -> bool {
        self.asked >= self.budget
    }

    /// Takes `data` instead of the best one if it is a tournament, not larger, and still shows it.
    fn take(&mut self, data: TournamentData) -> Result<bool, E> {
        if self.is_over() || data.players.len() < 2 {
            return Ok(false);
        }
        let Ok(candidate) = data.build() else {
            return Ok(false);
        };
        if candidate == self.best || !is_told(&candidate) {
            return Ok(false);
        }
        self.asked += 1;
        let holds = (self.still)(&candidate)?;
        if holds {
            self.best = candidate;
        }
        Ok(holds)
    }

    /// `ddmin` over `count` things that may go; `without` makes the tournament without some of
    /// them, in every way that is worth trying.
    fn reduce(
        &mut self,
        count: fn(&Tournament) -> usize,
        without: &dyn Fn(&Tournament, &BTreeSet<usize>) -> Vec<TournamentData>,
    ) -> Result<(), E> {
        let mut chunk = count(&self.best).div_ceil(2);
        while chunk > 0 {
            let mut start = 0;
            let mut has_shrunk = false;
            while start < count(&self.best) && !self.is_over() {
                let end = (start + chunk).min(count(&self.best));
                let gone: BTreeSet<usize> = (start..end).collect();
                let mut done = false;
                for data in without(&self.best, &gone) {
                    if self.take(data)? {
                        done = true;
                        break;
                    }
                }
                has_shrunk |= done;
                if !done {
                    start = end;
                }
            }
            if self.is_over() {
                return Ok(());
            }
            if !has_shrunk || chunk > 1 {
                chunk /= 2;
            }
        }
        Ok(())
    }

    /// Whole scoregroups, and all who are absent, before anybody alone: a bracket seldom depends on
    /// those far from it.
    fn scoregroups(&mut self) -> Result<(), E> {
        self.reduce(|tournament| groups(tournament).len(), &|best, gone| {
            let groups = groups(best);
            let players: BTreeSet<usize> = (gone.iter())
                .flat_map(|group| groups[*group].iter().copied())
                .collect();
            without_players(best, &players)
        })
    }

    fn players(&mut self) -> Result<(), E> {
        self.reduce(|tournament| tournament.players.len(), &without_players)?;
        // Two at a time, at any distance.
        let mut first = 0;
        while first < self.best.players.len() && self.best.players.len() <= 40 {
            let mut second = first + 1;
            let mut has_shrunk = false;
            while second < self.best.players.len() && !self.is_over() {
                let gone = BTreeSet::from([first, second]);
                let ways = without_players(&self.best, &gone);
                let mut done = false;
                for data in ways {
                    if self.take(data)? {
                        done = true;
                        break;
                    }
                }
                has_shrunk |= done;
                if !done {
                    second += 1;
                }
            }
            if self.is_over() {
                break;
            }
            if !has_shrunk {
                first += 1;
            }
        }
        Ok(())
    }

    fn rounds(&mut self) -> Result<(), E> {
        self.reduce(
            |tournament| tournament.next_round().index(),
            &|best, gone| vec![without_rounds(best, gone)],
        )
    }

    /// Bans, absences, virtual points, point system, colour, number of rounds.
    fn settings(&mut self) -> Result<(), E> {
        self.reduce(|tournament| tournament.forbidden.len(), &|best, gone| {
            let mut data = best.clone().into_data();
            data.forbidden = kept(&best.forbidden, gone);
            vec![data]
        })?;
        self.reduce(|tournament| tournament.absences.len(), &|best, gone| {
            let mut data = best.clone().into_data();
            data.absences = kept(&best.absences, gone);
            vec![data]
        })?;
        let changes: [fn(&mut TournamentData); 6] = [
            |data| data.acceleration = Acceleration::None,
            |data| {
                for player in &mut data.players {
                    player.virtual_points.clear();
                }
            },
            |data| data.points = PointSystem::default(),
            |data| data.initial_colour = Some(Colour::White),
            |data| data.forbidden.iter_mut().for_each(|ban| ban.last = None),
            |data| {
                for ban in &mut data.forbidden {
                    ban.first = RoundNumber::FIRST;
                }
            },
        ];
        for change in changes {
            let mut data = self.best.clone().into_data();
            change(&mut data);
            self.take(data)?;
        }
        for ban in 0..self.best.forbidden.len() {
            let mut place = 0;
            while place < self.best.forbidden[ban].players.len() {
                let mut data = self.best.clone().into_data();
                data.forbidden[ban].players.remove(place);
                if data.forbidden[ban].players.len() < 2 || !self.take(data)? {
                    place += 1;
                }
            }
        }
        let points = |tournament: &Tournament| tournament.players.len();
        self.reduce(points, &|best, gone| {
            let mut data = best.clone().into_data();
            for index in gone {
                data.players[*index].virtual_points.clear();
            }
            vec![data]
        })
    }

    /// Games and byes, one cell after the other.
    fn entries(&mut self) -> Result<(), E> {
        // Whole players first: all their games at once seldom go, but byes and forfeits do.
        for round in 0..=self.best.next_round().index() {
            for player in 0..self.best.players.len() {
                if self.is_over() {
                    return Ok(());
                }
                for data in simpler(&self.best, player, round) {
                    if self.take(data)? {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Names, titles, ratings, and numbers without gaps: whatever does not bear on it.
    fn names(&mut self) -> Result<(), E> {
        let changes: [fn(&mut TournamentData); 4] = [
            |data| {
                "Shrunk".clone_into(&mut data.name);
                for player in &mut data.players {
                    player.name = format!("Player {}", player.number);
                    player.title = None;
                    player.sex = None;
                    player.federation = None;
                }
            },
            |data| {
                for (index, player) in (1..).zip(&mut data.players) {
                    if let Ok(number) = Tpn::new(index) {
                        player.number = number;
                        player.name = format!("Player {number}");
                    }
                }
            },
            |data| {
                for (index, player) in data.players.iter_mut().enumerate() {
                    player.rating = Some((2400_usize.saturating_sub(10 * index)).max(1) as u16);
                }
            },
            |data| {
                // No trailing virtual points.
                for player in &mut data.players {
                    while player.virtual_points.last() == Some(&Score::ZERO) {
                        player.virtual_points.pop();
                    }
                }
            },
        ];
        for change in changes {
            let mut data = self.best.clone().into_data();
            change(&mut data);
            self.take(data)?;
        }
        Ok(())
    }
}

fn kept<T: Clone>(all: &[T], gone: &BTreeSet<usize>) -> Vec<T> {
    (all.iter().enumerate())
        .filter(|(index, _)| !gone.contains(index))
        .map(|(_, one)| one.clone())
        .collect()
}

/// Players by presence and score: the absent ones first, then from the highest score.
fn groups(tournament: &Tournament) -> Vec<Vec<usize>> {
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
fn without_players(best: &Tournament, gone: &BTreeSet<usize>) -> Vec<TournamentData> {
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
    let is_gone = |id: PlayerId| gone.contains(&id.index());
    let rounds = best.next_round().index();
    for round in 0..rounds {
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
                .then(|| (orphans.iter()).position(|other| can_meet(&data, orphan, *other, round)));
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
    data.forbidden.retain_mut(|group| {
        group.players = group.players.iter().copied().filter_map(moved).collect();
        group.players.len() >= 2
    });
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

fn without_rounds(best: &Tournament, gone: &BTreeSet<usize>) -> TournamentData {
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
    for group in &mut data.forbidden {
        group.first = shift(group.first);
        group.last = group.last.map(shift);
    }
    data
}

/// What could stand instead of one player's entry, simplest first.
fn simpler(best: &Tournament, player: usize, round: usize) -> Vec<TournamentData> {
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
            let plain = match result {
                GameResult::ForfeitWin | GameResult::UnratedWin => GameResult::Win,
                GameResult::ForfeitLoss | GameResult::UnratedLoss => GameResult::Loss,
                GameResult::UnratedDraw | GameResult::Adjourned | GameResult::Unknown => {
                    GameResult::Draw
                }
                GameResult::Win | GameResult::Draw | GameResult::Loss => return ways,
            };
            let reverse = match plain {
                GameResult::Win => GameResult::Loss,
                GameResult::Loss => GameResult::Win,
                same => same,
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
