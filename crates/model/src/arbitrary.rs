//! Random tournaments for property tests (feature `quickcheck`).
//!
//! Histories are mirrored and without rematches, as any real event's are, but not paired by any
//! system: players are matched roughly by score, or by lot. Colours balance roughly, or fall at random, or come
//! in runs that turn shortly before the end, so that histories occur which no colour rule allows.
//! Byes, forfeits, late entries, absences, bans, virtual points and odd point systems all occur.

use std::collections::BTreeSet;

use quickcheck::{Arbitrary, Gen};

use crate::{
    Absence, ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, PointSystem,
    RoundEntry, RoundNumber, Score, Tournament, TournamentData, Tpn,
};

/// A random tournament of 2 to 14 players, some rounds into it.
#[derive(Clone, Debug)]
pub struct RandomTournament(pub Tournament);

fn below(g: &mut Gen, limit: u64) -> u64 {
    u64::arbitrary(g) % limit
}

fn one_in(g: &mut Gen, chance: u64) -> bool {
    below(g, chance) == 0
}

/// How often each irregularity happens in one tournament: one in so many, zero is never.
struct Habits {
    draw: u64,
    forfeit: u64,
    absence: u64,
    colours: Colours,
}

/// How colours fall.
enum Colours {
    /// Whoever had White less often gets it.
    Balanced,
    /// By lot.
    Random,
    /// The player earlier in this order mostly wins, has White before the round `turn`, and Black
    /// from then on. Opponents are drawn by lot, so that those who come first do not meet early.
    Runs { order: Vec<u64>, turn: usize },
}

impl Arbitrary for RandomTournament {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + below(g, 13) as usize;
        Self(random_tournament(g, n))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let original = self.0.clone();
        let players = 0..original.players.len();
        let without_round = (original.rounds_paired().is_some())
            .then(|| without_last_round(&original))
            .into_iter()
            .flatten();
        let simpler = {
            let mut data = original.clone().into_data();
            data.points = PointSystem::default();
            data.forbidden.clear();
            data.absences.clear();
            for player in &mut data.players {
                player.virtual_points.clear();
            }
            data.build().ok().filter(|simple| *simple != original)
        };
        let without_player =
            players.filter_map(move |index| without(&original, PlayerId::from_index(index)));
        Box::new(without_round.chain(simpler).chain(without_player).map(Self))
    }
}

/// A random tournament of `n` players.
///
/// # Panics
/// When `n` exceeds 9,999.
pub fn random_tournament(g: &mut Gen, n: usize) -> Tournament {
    let mut data = TournamentData {
        points: random_points(g),
        initial_colour: Some(if bool::arbitrary(g) {
            Colour::White
        } else {
            Colour::Black
        }),
        ..TournamentData::default()
    };
    for index in 0..n {
        let number = Tpn::new(index as u32 + 1).expect("at most 9,999 players");
        data.players.push(Player::new(number));
    }
    let rounds = below(g, (n as u64).min(9)) as usize;
    let habits = Habits {
        draw: 2 + below(g, 3),
        forfeit: [0, 0, 4, 12][below(g, 4) as usize],
        absence: [0, 0, 5, 15][below(g, 4) as usize],
        colours: match below(g, 4) {
            0 => Colours::Random,
            1 => Colours::Runs {
                order: (0..n).map(|_| u64::arbitrary(g)).collect(),
                turn: rounds.saturating_sub(below(g, 3) as usize),
            },
            _ => Colours::Balanced,
        },
    };
    let remaining = match habits.colours {
        Colours::Runs { .. } if bool::arbitrary(g) => 0,
        _ => below(g, 3) as usize,
    };
    data.rounds_total = RoundNumber::new((rounds + 1 + remaining) as u32).ok();
    for round in 0..rounds {
        play_round(g, &mut data, round, &habits);
    }
    if one_in(g, 4) {
        add_bans(g, &mut data);
    }
    if one_in(g, 5) {
        let upper = below(g, n as u64) as usize;
        for player in &mut data.players[..upper] {
            player.virtual_points = vec![Score::ONE; rounds.div_ceil(2).max(1)];
        }
    }
    if habits.absence > 0 {
        let round = RoundNumber::from_index(rounds);
        for index in 0..n {
            if one_in(g, 8) {
                let player = PlayerId::from_index(index);
                data.absences.push(Absence {
                    round,
                    player,
                    kind: ByeKind::Zero,
                });
            }
        }
    }
    data.build().expect("random histories are mirrored")
}

fn random_points(g: &mut Gen) -> PointSystem {
    let tenths = Score::from_tenths;
    match below(g, 8) {
        0 => PointSystem::new(tenths(30), tenths(10), tenths(0)),
        1 => PointSystem::new(tenths(73), tenths(29), tenths(0)),
        2 => PointSystem::new(tenths(30), tenths(20), tenths(10)),
        3 => PointSystem {
            pairing_allocated_bye: Score::HALF,
            ..PointSystem::default()
        },
        _ => PointSystem::default(),
    }
}

fn play_round(g: &mut Gen, data: &mut TournamentData, round: usize, habits: &Habits) {
    let n = data.players.len();
    let mut order: Vec<(i32, usize)> = (0..n)
        .map(|index| {
            let entries = &data.players[index].entries;
            let score: Score = entries.iter().map(|entry| data.points.points(*entry)).sum();
            let by_score = -score.tenths() + below(g, 7) as i32;
            match habits.colours {
                Colours::Runs { .. } => (below(g, 1000) as i32, index),
                _ => (by_score, index),
            }
        })
        .collect();
    order.sort_unstable();
    let mut free: Vec<usize> = Vec::new();
    for (_, index) in order {
        if habits.absence > 0 && one_in(g, habits.absence) {
            let entry = match below(g, 4) {
                0 => RoundEntry::Bye(ByeKind::Half),
                1 => RoundEntry::Bye(ByeKind::Full),
                2 => RoundEntry::Blank,
                _ => RoundEntry::Bye(ByeKind::Zero),
            };
            data.players[index].entries.push(entry);
        } else {
            free.push(index);
        }
    }
    let mut bye_given = false;
    while let Some(a) = (!free.is_empty()).then(|| free.remove(0)) {
        let met: BTreeSet<usize> = (data.players[a].entries.iter())
            .filter_map(|entry| entry.played().map(|(opponent, _)| opponent.index()))
            .collect();
        if let Some(place) = free.iter().position(|b| !met.contains(b)) {
            let b = free.remove(place);
            record_game(g, data, a, b, habits);
        } else {
            let had_bye = data.players[a]
                .entries
                .contains(&RoundEntry::Bye(ByeKind::PairingAllocated));
            let kind = if bye_given || had_bye {
                ByeKind::Zero
            } else {
                ByeKind::PairingAllocated
            };
            bye_given |= kind == ByeKind::PairingAllocated;
            data.players[a].entries.push(RoundEntry::Bye(kind));
        }
    }
    debug_assert!(
        data.players
            .iter()
            .all(|player| player.entries.len() == round + 1)
    );
}

fn record_game(g: &mut Gen, data: &mut TournamentData, a: usize, b: usize, habits: &Habits) {
    let difference = |index: usize| -> i32 {
        let colours = data.players[index]
            .entries
            .iter()
            .filter_map(|entry| entry.played());
        colours
            .map(|(_, colour)| if colour == Colour::White { 1 } else { -1 })
            .sum()
    };
    let a_white = match &habits.colours {
        Colours::Balanced => match difference(a).cmp(&difference(b)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => bool::arbitrary(g),
        },
        Colours::Random => bool::arbitrary(g),
        Colours::Runs { order, turn } => {
            (order[a] < order[b]) == (data.players[a].entries.len() < *turn)
        }
    };
    let (mut result_a, mut result_b) = if one_in(g, habits.draw) {
        (GameResult::Draw, GameResult::Draw)
    } else {
        (GameResult::Win, GameResult::Loss)
    };
    if habits.forfeit > 0 && one_in(g, habits.forfeit) {
        (result_a, result_b) = (GameResult::ForfeitWin, GameResult::ForfeitLoss);
    }
    let b_wins = match &habits.colours {
        // So that topscorers are among those whose colours come in runs.
        Colours::Runs { order, .. } if !one_in(g, 4) => order[b] < order[a],
        _ => bool::arbitrary(g),
    };
    if b_wins {
        std::mem::swap(&mut result_a, &mut result_b);
    }
    let colour = if a_white {
        Colour::White
    } else {
        Colour::Black
    };
    for (player, opponent, colour, result) in [(a, b, colour, result_a), (b, a, !colour, result_b)]
    {
        data.players[player].entries.push(RoundEntry::Paired {
            opponent: PlayerId::from_index(opponent),
            colour: Some(colour),
            result,
        });
    }
}

fn add_bans(g: &mut Gen, data: &mut TournamentData) {
    let n = data.players.len();
    for _ in 0..=below(g, 3) {
        let size = 2 + below(g, 2) as usize;
        let mut players: BTreeSet<PlayerId> = BTreeSet::new();
        for _ in 0..size {
            players.insert(PlayerId::from_index(below(g, n as u64) as usize));
        }
        if players.len() >= 2 {
            let players = players.into_iter().collect();
            data.forbidden.push(ForbiddenGroup {
                first: RoundNumber::FIRST,
                last: None,
                players,
            });
        }
    }
}

fn without_last_round(tournament: &Tournament) -> Option<Tournament> {
    let last = tournament.rounds_paired()?.index();
    let mut data = tournament.clone().into_data();
    for player in &mut data.players {
        player.entries.truncate(last);
    }
    data.absences.clear();
    data.build().ok()
}

/// The tournament without one player, whose opponents have a half-point bye instead.
fn without(tournament: &Tournament, gone: PlayerId) -> Option<Tournament> {
    let mut data = tournament.clone().into_data();
    data.players.remove(gone.index());
    let moved = |id: PlayerId| match id.cmp(&gone) {
        std::cmp::Ordering::Less => Some(id),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(PlayerId::from_index(id.index() - 1)),
    };
    for player in &mut data.players {
        for entry in &mut player.entries {
            if let RoundEntry::Paired {
                opponent,
                colour,
                result,
            } = *entry
            {
                *entry = match moved(opponent) {
                    Some(opponent) => RoundEntry::Paired {
                        opponent,
                        colour,
                        result,
                    },
                    None => RoundEntry::Bye(ByeKind::Half),
                };
            }
        }
    }
    for bans in [&mut data.forbidden, &mut data.soft_bans] {
        for group in bans.iter_mut() {
            group.players = group.players.iter().filter_map(|id| moved(*id)).collect();
        }
        bans.retain(|group| group.players.len() >= 2);
    }
    data.absences.retain(|absence| absence.player != gone);
    for absence in &mut data.absences {
        absence.player = moved(absence.player)?;
    }
    data.build().ok()
}
