//! Settings taken from a real tournament: its field plays again, and as much goes wrong as did.

use edelweiss_model::{
    Acceleration as ModelAcceleration, ByeKind, Colour, GameResult, Player, RoundEntry,
    RoundNumber, Score, Tournament,
};

use crate::amount::{Amount, Quantity, Rate, Span};
use crate::settings::{
    AccelerationSetting, Ban, Byes, Defaults, Entrant, FieldSetting, Games, Settings, VirtualPoints,
};

impl Settings {
    /// The field, order, numbers, rounds, points, colours by lot, bans and acceleration of
    /// `model`; byes, irregular games, late entries and withdrawals at the rates found in it.
    ///
    /// Rates are exact shares rounded to a millionth: byes of the rounds between a player's entry
    /// and withdrawal, irregular games of all games, late entries and withdrawals of all players.
    /// A player who took part and is absent without points from some round to the end, two rounds
    /// or more, has withdrawn; so has one who never took part. O(players · rounds).
    pub fn replaying(model: &Tournament) -> Self {
        let rounds = model.rounds_paired().map_or(0, RoundNumber::get);
        let counts = Counts::of(model, usize::from(rounds));
        let share =
            |part: u64, whole: u64| Some(Quantity::Whole(Amount::Rate(Rate::share(part, whole))));
        let players = model.players.len() as u64;
        let rounds_total = model.rounds_total.map(RoundNumber::get);
        let rounds_total = rounds_total.or((rounds > 0).then_some(rounds));
        Self {
            name: (!model.name.is_empty()).then(|| model.name.clone()),
            rounds: rounds_total.map(|total| Span::exactly(total.into())),
            initial_colour: model
                .initial_colour
                .or_else(|| model.inferred_initial_colour()),
            field: FieldSetting {
                players: model.players.iter().map(entrant).collect(),
                keep_order: true,
            },
            points: model.points,
            byes: Byes {
                full: share(counts.byes[0], counts.there),
                half: share(counts.byes[1], counts.there),
                zero: share(counts.byes[2], counts.there),
            },
            withdrawals: share(counts.withdrawals, players),
            late_entries: share(counts.late_entries, players),
            games: Games {
                forfeits: share(counts.forfeits, counts.games),
                double_forfeits: share(counts.double_forfeits, counts.games),
                half_zero: share(counts.half_zero, counts.games),
                zero_half: share(counts.zero_half, counts.games),
                zero_zero: share(counts.zero_zero, counts.games),
                unrated: share(counts.unrated, counts.games),
            },
            acceleration: acceleration(model),
            forbidden: (model.forbidden.iter())
                .map(|group| Ban {
                    first: Some(group.first),
                    last: group.last,
                    players: (group.players.iter())
                        .map(|id| id.index() as u32 + 1)
                        .collect(),
                })
                .collect(),
            defaults: Defaults::plain(),
            ..Self::default()
        }
    }
}

fn entrant(player: &Player) -> Entrant {
    Entrant {
        number: Some(player.number),
        name: player.name.clone(),
        rating: player.rating,
        title: player.title.clone(),
        sex: player.sex,
        federation: player.federation.clone(),
    }
}

fn acceleration(model: &Tournament) -> AccelerationSetting {
    if !model.has_virtual_points() {
        return match model.acceleration {
            ModelAcceleration::None => AccelerationSetting::None,
            ModelAcceleration::Baku => AccelerationSetting::Baku,
        };
    }
    let mut parts = Vec::new();
    for (index, player) in model.players.iter().enumerate() {
        let mut round = 0;
        for run in player.virtual_points.chunk_by(|a, b| a == b) {
            let place = index as u32 + 1;
            if run[0] != Score::ZERO {
                parts.push(VirtualPoints {
                    first_round: RoundNumber::from_index(round),
                    last_round: RoundNumber::from_index(round + run.len() - 1),
                    first_player: place,
                    last_player: place,
                    points: run[0],
                });
            }
            round += run.len();
        }
    }
    AccelerationSetting::Explicit(parts)
}

/// What happened in the model tournament.
#[derive(Default)]
struct Counts {
    /// Rounds of all players between entry and withdrawal.
    there: u64,
    /// Full-, half- and zero-point byes among them.
    byes: [u64; 3],
    late_entries: u64,
    withdrawals: u64,
    games: u64,
    forfeits: u64,
    double_forfeits: u64,
    half_zero: u64,
    zero_half: u64,
    zero_zero: u64,
    unrated: u64,
}

impl Counts {
    fn of(model: &Tournament, rounds: usize) -> Self {
        let mut counts = Self::default();
        for player in &model.players {
            let entries: Vec<RoundEntry> = (0..rounds)
                .map(|round| player.entry(RoundNumber::from_index(round)))
                .collect();
            let is_there = |entry: &RoundEntry| {
                !matches!(entry, RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero))
            };
            let Some(first) = entries.iter().position(is_there) else {
                counts.withdrawals += u64::from(rounds > 0);
                continue;
            };
            let last = entries.iter().rposition(is_there).unwrap_or(first);
            let has_withdrawn = last + 2 < rounds;
            let end = if has_withdrawn { last + 1 } else { rounds };
            counts.late_entries += u64::from(first > 0);
            counts.withdrawals += u64::from(has_withdrawn);
            counts.there += (end - first) as u64;
            for (round, entry) in entries.iter().enumerate().take(end).skip(first) {
                counts.count(model, *entry, RoundNumber::from_index(round));
            }
        }
        counts
    }

    fn count(&mut self, model: &Tournament, entry: RoundEntry, round: RoundNumber) {
        use GameResult::{
            Draw, ForfeitLoss, ForfeitWin, Loss, Unknown, UnratedDraw, UnratedLoss, UnratedWin,
        };
        let (opponent, colour, result) = match entry {
            RoundEntry::Bye(ByeKind::Full) => return self.byes[0] += 1,
            RoundEntry::Bye(ByeKind::Half) => return self.byes[1] += 1,
            RoundEntry::Bye(ByeKind::Zero) | RoundEntry::Blank => return self.byes[2] += 1,
            RoundEntry::Bye(ByeKind::PairingAllocated) => return,
            RoundEntry::Paired {
                opponent,
                colour,
                result,
            } => (opponent, colour, result),
        };
        let other = model.player(opponent).entry(round);
        let RoundEntry::Paired {
            opponent: own,
            result: other,
            ..
        } = other
        else {
            return;
        };
        // Each game once: from White's side, or without colours from the higher player's.
        let counts_here = match colour {
            Some(colour) => colour == Colour::White,
            None => own < opponent,
        };
        // A game without a result tells nothing about irregular ones.
        if !counts_here || [result, other].contains(&Unknown) {
            return;
        }
        self.games += 1;
        match (result, other) {
            (ForfeitLoss, ForfeitLoss) => self.double_forfeits += 1,
            (ForfeitWin, _) | (_, ForfeitWin) => self.forfeits += 1,
            (Draw, Loss) => self.half_zero += 1,
            (Loss, Draw) => self.zero_half += 1,
            (Loss, Loss) => self.zero_zero += 1,
            (UnratedWin | UnratedDraw | UnratedLoss, _) => self.unrated += 1,
            _ => {}
        }
    }
}
