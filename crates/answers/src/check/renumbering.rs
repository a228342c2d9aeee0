//! Whether a round comes out as recorded with other pairing numbers: those of the ratings, or one player
//! elsewhere in the order, as when a rating or a late entry was corrected after the round.
//!
//! # Articles
//! C.04.2 (2026) 2: numbers follow ratings, and are given anew where they were wrong.
//!
//! Any first round comes out by some order, so only these are tried: a guess that says little is none.

use edelweiss::model::{PlayerId, Position, RoundEntry, RoundNumber, Tournament};
use edelweiss::pairing::{Engine, Outcome};
use edelweiss::systems::PairingUnit;

use super::numbers::OtherNumbers;
use super::report::RoundReport;
use super::seats::{Recorded, RoundOutcome, Seat, compare, seats_of};
use crate::system::ChosenSystem;

/// Players of a first round in which everybody is tried at every place.
const MOST_PLAYERS: usize = 1_000;
/// The same of a later round, where each try is a pairing.
const MOST_PLAYERS_LATER: usize = 200;
/// Pairings of a round that are tried.
const MOST_TRIED: usize = 100;

/// An order of the players, and how it differs from that of the file.
#[derive(Clone, PartialEq, Eq)]
struct PlayerOrder {
    ids: Vec<PlayerId>,
    moved: Option<(PlayerId, Option<PlayerId>)>,
}

impl PlayerOrder {
    /// That of the file with one player elsewhere: at `place` among the others.
    fn with_moved(n: usize, player: usize, place: usize) -> Self {
        let mut ids: Vec<PlayerId> = (0..n).map(PlayerId::from_index).collect();
        let id = ids.remove(player);
        ids.insert(place, id);
        Self {
            moved: Some((id, place.checked_sub(1).map(|behind| ids[behind]))),
            ids,
        }
    }

    /// Higher ratings first, the unrated last; `None` if that is the order of the file.
    fn of_ratings(tournament: &Tournament) -> Option<Self> {
        let mut ids: Vec<PlayerId> = tournament.player_ids().collect();
        ids.sort_by_key(|id| std::cmp::Reverse(tournament.player(*id).rating));
        (!ids.is_sorted()).then_some(Self { ids, moved: None })
    }

    /// The tournament with the players in this order, and their own numbers.
    fn applied_to(&self, tournament: &Tournament) -> Option<Tournament> {
        let mut place = vec![PlayerId::from_index(0); self.ids.len()];
        for (new, old) in self.ids.iter().enumerate() {
            place[old.index()] = PlayerId::from_index(new);
        }
        let mut data = tournament.clone().into_data();
        data.players = self
            .ids
            .iter()
            .map(|id| tournament.player(*id).clone())
            .collect();
        for entry in data
            .players
            .iter_mut()
            .flat_map(|player| &mut player.entries)
        {
            if let RoundEntry::Paired { opponent, .. } = entry {
                *opponent = place[opponent.index()];
            }
        }
        for group in data.forbidden.iter_mut().chain(&mut data.soft_bans) {
            for id in &mut group.players {
                *id = place[id.index()];
            }
        }
        for absence in &mut data.absences {
            absence.player = place[absence.player.index()];
        }
        data.build().ok()
    }
}

/// Says of every round with other pairs whether it comes out with other numbers.
pub(super) fn explain(tournament: &Tournament, choice: ChosenSystem, rounds: &mut [RoundReport]) {
    if choice.pairing.unit != PairingUnit::Game || !tournament.teams.teams.is_empty() {
        return;
    }
    let mut known: Vec<PlayerOrder> = PlayerOrder::of_ratings(tournament).into_iter().collect();
    for report in rounds {
        if report.verdict != RoundOutcome::PairingDiffers || !report.legal {
            continue;
        }
        let round = RoundNumber::from_index(usize::from(report.round) - 1);
        let trial = Trial {
            before: tournament.before_round(round),
            recorded: Recorded::of(tournament, round).seats,
            choice,
        };
        let orders = known.iter().cloned().chain(trial.moves(report));
        let mut found = None;
        for order in orders {
            let Some(verdict) = trial.verdict(&order) else {
                continue;
            };
            let has_colours = verdict == RoundOutcome::Equal;
            if has_colours || found.is_none() {
                found = Some((order, verdict));
            }
            if has_colours {
                break;
            }
        }
        if let Some((order, verdict)) = found {
            let number = |id: PlayerId| tournament.player(id).number.get();
            report.other_numbers = Some(OtherNumbers {
                by: if order.moved.is_some() {
                    "one-player"
                } else {
                    "ratings"
                },
                player: order.moved.map(|(player, _)| number(player)),
                behind: order.moved.and_then(|(_, behind)| behind).map(number),
                colours: verdict == RoundOutcome::Equal,
            });
            if !known.contains(&order) {
                known.push(order);
            }
        }
    }
}

/// A round that does not come out as recorded.
struct Trial {
    before: Tournament,
    recorded: Vec<Seat>,
    choice: ChosenSystem,
}

impl Trial {
    /// How the round in this order compares with the recorded one, where its pairs are the same.
    fn verdict(&self, order: &PlayerOrder) -> Option<RoundOutcome> {
        let tournament = order.applied_to(&self.before)?;
        let position = Position::derive(&tournament, &self.choice.pairing.definitions);
        let options = Engine::default().into();
        let Ok(Outcome::Paired(ours)) =
            self.choice.pairing.paired(&tournament, &position, &options)
        else {
            return None;
        };
        let (verdict, ..) = compare(&self.recorded, &seats_of(&tournament, &ours));
        (verdict != RoundOutcome::PairingDiffers).then_some(verdict)
    }

    /// Orders with one player elsewhere that are worth a pairing, near places first.
    fn moves(&self, report: &RoundReport) -> Box<dyn Iterator<Item = PlayerOrder> + '_> {
        let n = self.before.players.len();
        let most = if report.round == 1 {
            MOST_PLAYERS
        } else {
            MOST_PLAYERS_LATER
        };
        if !(2..=most).contains(&n) {
            return Box::new(std::iter::empty());
        }
        let places = (1..n).flat_map(move |distance| {
            let places = (0..n).flat_map(move |from| {
                [
                    (from, from.checked_sub(distance)),
                    (from, Some(from + distance)),
                ]
            });
            places.filter_map(move |(from, to)| Some((from, to.filter(|to| *to < n)?)))
        });
        if report.round == 1 {
            let halves = FirstRoundHalves::new(&self.before, &self.recorded);
            let fitting = places.filter(move |(from, to)| halves.fit(*from, *to));
            let orders = fitting.map(move |(from, to)| PlayerOrder::with_moved(n, from, to));
            return Box::new(orders.take(MOST_TRIED));
        }
        // Whoever sits elsewhere, or a neighbour in the order.
        let seats = report.recorded.iter().chain(&report.here);
        let numbers: Vec<u32> = seats
            .flat_map(|seat| {
                let (one, other) = seat.players();
                [Some(one), other]
            })
            .flatten()
            .collect();
        let sits_elsewhere =
            move |player: usize| numbers.contains(&self.before.players[player].number.get());
        let places = places.filter(move |(from, _)| sits_elsewhere(*from));
        Box::new(
            places
                .map(move |(from, to)| PlayerOrder::with_moved(n, from, to))
                .take(MOST_TRIED),
        )
    }
}

/// A first round as all systems of rankings pair it: the first of one half meets the first of the other, and
/// the last of an odd number has the bye. Most orders are refused by a few players of it.
struct FirstRoundHalves {
    /// By place: who takes part.
    present: Vec<usize>,
    /// By place in the list of players: the opponent, oneself for the bye.
    opponent: Vec<Option<usize>>,
}

impl FirstRoundHalves {
    fn new(before: &Tournament, recorded: &[Seat]) -> Self {
        let mut place = std::collections::BTreeMap::new();
        for (index, player) in before.players.iter().enumerate() {
            place.insert(player.number.get(), index);
        }
        let mut opponent = vec![None; before.players.len()];
        for seat in recorded {
            let (one, other) = seat.players();
            let other = other.unwrap_or(one);
            if let (Some(one), Some(other)) = (place.get(&one), place.get(&other)) {
                opponent[*one] = Some(*other);
                opponent[*other] = Some(*one);
            }
        }
        let present = (0..opponent.len()).filter(|index| opponent[*index].is_some());
        Self {
            present: present.collect(),
            opponent,
        }
    }

    /// Whether the round comes out with one player at another place. O(players), a few as a rule.
    fn fit(&self, from: usize, to: usize) -> bool {
        // By place in the new order: who stands there.
        let at = |place: usize| match place {
            _ if place == to => from,
            _ if from < to && (from..to).contains(&place) => place + 1,
            _ if to < from && (to + 1..=from).contains(&place) => place - 1,
            _ => place,
        };
        let n = self.opponent.len();
        if self.present.len() == n {
            let half = n / 2;
            return (0..half).all(|place| self.opponent[at(place)] == Some(at(place + half)))
                && (n.is_multiple_of(2) || self.opponent[at(n - 1)] == Some(at(n - 1)));
        }
        let order: Vec<usize> = (0..n)
            .map(at)
            .filter(|who| self.opponent[*who].is_some())
            .collect();
        let half = order.len() / 2;
        (0..half).all(|place| self.opponent[order[place]] == Some(order[place + half]))
            && (order.len().is_multiple_of(2)
                || order
                    .last()
                    .is_some_and(|last| self.opponent[*last] == Some(*last)))
    }
}
