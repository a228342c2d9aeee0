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

mod smaller;

use std::collections::BTreeSet;

use edelweiss::model::{
    Acceleration, ByeKind, Colour, GameResult, PointSystem, RoundEntry, RoundNumber, Score,
    Tournament, TournamentData, Tpn,
};

use smaller::{groups, kept, simpler, without_players, without_rounds};

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
pub type ShrinkQuestion<'a, E> = dyn FnMut(&Tournament) -> Result<bool, E> + 'a;

/// Makes `tournament`, whose next round is in question, smaller as long as `still` says yes, with
/// at most `budget` questions. Of the tournament itself `still` must hold, and is not asked.
///
/// # Errors
/// The first error of `still`.
pub fn shrink<E>(
    tournament: &Tournament,
    budget: usize,
    still: &mut ShrinkQuestion<'_, E>,
) -> Result<Shrunk, E> {
    let mut search = ShrinkSearch {
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

struct ShrinkSearch<'a, 'b, E> {
    best: Tournament,
    asked: usize,
    budget: usize,
    still: &'a mut ShrinkQuestion<'b, E>,
}

impl<E> ShrinkSearch<'_, '_, E> {
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
        let changes: [fn(&mut TournamentData); 7] = [
            |data| data.soft_bans.clear(),
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
                    if let Ok(number) = Tpn::in_file(index) {
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
