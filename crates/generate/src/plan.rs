//! Who is there in which round, and which games go wrong: everything that does not depend on how
//! the rounds are paired, drawn before the first one.

use edelweiss_model::{ByeKind, PlayerId, RoundNumber};

use crate::amount::{Rate, SettledAmount, SettledQuantity};
use crate::random::{DrawStage, TournamentSeed};
use crate::settled::SettledSettings;

/// A player's part in a round, as far as it is known before the pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    /// Wants to play.
    Present,
    /// Has not entered yet.
    NotYet,
    /// Has withdrawn.
    Gone,
    /// Has a bye.
    Bye(ByeKind),
}

/// How a game ends, if not as usual.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Irregular {
    /// One player does not appear.
    Forfeit,
    /// Neither does.
    DoubleForfeit,
    /// ½-0.
    HalfZero,
    /// 0-½.
    ZeroHalf,
    /// 0-0.
    ZeroZero,
    /// Over in less than one move.
    Unrated,
}

impl Irregular {
    /// In the order of [`SettledSettings::games`].
    const ALL: [Self; 6] = [
        Self::Forfeit,
        Self::DoubleForfeit,
        Self::HalfZero,
        Self::ZeroHalf,
        Self::ZeroZero,
        Self::Unrated,
    ];

    fn stage(self) -> DrawStage {
        match self {
            Self::Forfeit => DrawStage::Forfeits,
            Self::DoubleForfeit => DrawStage::DoubleForfeits,
            Self::HalfZero => DrawStage::HalfZero,
            Self::ZeroHalf => DrawStage::ZeroHalf,
            Self::ZeroZero => DrawStage::ZeroZero,
            Self::Unrated => DrawStage::Unrated,
        }
    }
}

/// A number that could not be met in this tournament, because not enough players or games were
/// left for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortfall {
    /// The setting, as settings files name it.
    pub setting: &'static str,
    /// The round, if the number was asked for one round.
    pub round: Option<RoundNumber>,
    /// What was asked.
    pub asked: u32,
    /// What was left.
    pub given: u32,
}

/// The plan of a tournament.
#[derive(Debug)]
pub(crate) struct Plan {
    /// By round, then by player.
    pub(crate) presence: Vec<Vec<Presence>>,
    /// By round, then by board (sorted by the higher player): numbers of irregular games that were
    /// asked for are dealt to boards; rates come on top when the round is played.
    pub(crate) irregular: Vec<Vec<Option<Irregular>>>,
    pub(crate) shortfalls: Vec<Shortfall>,
}

/// Late entries come up to this round: afterwards no number may change (C.04.2 (2026) 2.5).
const LAST_ENTRY: u16 = 4;

impl Plan {
    /// O(players · rounds).
    pub(crate) fn draw(settled: &SettledSettings, seed: TournamentSeed) -> Self {
        let (n, rounds) = (settled.players as usize, settled.rounds.get());
        let mut plan = Self {
            presence: vec![vec![Presence::Present; n]; usize::from(rounds)],
            irregular: Vec::new(),
            shortfalls: Vec::new(),
        };
        let entered = plan.late_entries(settled, seed);
        plan.withdrawals(settled, seed, &entered);
        plan.numbered_byes(settled, seed);
        plan.byes_by_rate(settled, seed);
        plan.irregular = (plan.presence.iter())
            .map(|round| {
                let present = round.iter().filter(|p| **p == Presence::Present).count();
                vec![None; present / 2]
            })
            .collect();
        for kind in Irregular::ALL {
            plan.numbered_games(settled, seed, kind);
        }
        plan
    }

    fn fall_short(&mut self, setting: &'static str, round: Option<u16>, asked: u32, given: usize) {
        if (given as u64) < u64::from(asked) {
            self.shortfalls.push(Shortfall {
                setting,
                round: round.map(|round| RoundNumber::from_index(usize::from(round) - 1)),
                asked,
                given: given as u32,
            });
        }
    }

    /// Draws for each player the first round; 1 for most.
    fn late_entries(&mut self, settled: &SettledSettings, seed: TournamentSeed) -> Vec<u16> {
        let (n, rounds) = (settled.players as usize, settled.rounds.get());
        let mut first = vec![1; n];
        let asked = &settled.late_entries;
        let latest = rounds.min(LAST_ENTRY);
        let mut assign = |plan: &mut Self, amount: SettledAmount, round: Option<u16>| {
            let mut stream = seed.stream_of_round(DrawStage::LateEntries, 1 + round.unwrap_or(0));
            let free: Vec<usize> = (0..n).filter(|player| first[*player] == 1).collect();
            // Two players remain who start the event.
            let chosen = amount.select(free.len(), &mut stream);
            let most = free.len().saturating_sub(2);
            plan.fall_short(
                "late-entries",
                round,
                amount.number(),
                chosen.len().min(most),
            );
            for place in chosen.into_iter().take(most) {
                let entry = match round {
                    Some(round) => round,
                    None => stream.between(2, latest.into()) as u16,
                };
                first[free[place]] = entry;
            }
        };
        if latest >= 2 {
            let whole = whole_rate_or_number(asked);
            if let Some(amount) = whole {
                assign(self, amount, None);
            } else {
                for round in 2..=rounds {
                    assign(self, asked.of_round(round), Some(round));
                }
            }
        }
        for (player, first) in first.iter().enumerate() {
            for round in 1..*first {
                self.presence[usize::from(round) - 1][player] = Presence::NotYet;
            }
        }
        first
    }

    /// Draws for some players the first round they miss for good. Everybody plays, or might play,
    /// in at least one round before.
    fn withdrawals(&mut self, settled: &SettledSettings, seed: TournamentSeed, first: &[u16]) {
        let rounds = settled.rounds.get();
        let mut gone = vec![false; first.len()];
        let asked = &settled.withdrawals;
        let mut assign = |plan: &mut Self, amount: SettledAmount, round: Option<u16>| {
            let mut stream = seed.stream_of_round(DrawStage::Withdrawals, 1 + round.unwrap_or(0));
            let able: Vec<usize> = (0..first.len())
                .filter(|player| !gone[*player] && first[*player] < round.unwrap_or(rounds))
                .collect();
            let remaining = gone.iter().filter(|gone| !**gone).count();
            let most = able.len().min(remaining.saturating_sub(2));
            let chosen = amount.select(able.len(), &mut stream);
            plan.fall_short(
                "withdrawals",
                round,
                amount.number(),
                chosen.len().min(most),
            );
            for place in chosen.into_iter().take(most) {
                let player = able[place];
                let from = match round {
                    Some(round) => round,
                    None => stream.between((first[player] + 1).into(), rounds.into()) as u16,
                };
                gone[player] = true;
                for round in from..=rounds {
                    plan.presence[usize::from(round) - 1][player] = Presence::Gone;
                }
            }
        };
        if let Some(amount) = whole_rate_or_number(asked) {
            assign(self, amount, None);
        } else {
            for round in 2..=rounds {
                assign(self, asked.of_round(round), Some(round));
            }
        }
    }

    fn numbered_byes(&mut self, settled: &SettledSettings, seed: TournamentSeed) {
        let kinds = [
            (ByeKind::Full, DrawStage::FullByes, "byes.full"),
            (ByeKind::Half, DrawStage::HalfByes, "byes.half"),
            (ByeKind::Zero, DrawStage::ZeroByes, "byes.zero"),
        ];
        for ((kind, stage, setting), quantity) in kinds.into_iter().zip(&settled.byes) {
            for round in 1..=settled.rounds.get() {
                if let SettledAmount::Number(number @ 1..) = quantity.of_round(round) {
                    let mut stream = seed.stream_of_round(stage, 1 + round);
                    let free = self.present(round);
                    let chosen = stream.choose(number as usize, free.len());
                    self.fall_short(setting, Some(round), number, chosen.len());
                    for place in chosen {
                        self.presence[usize::from(round) - 1][free[place]] = Presence::Bye(kind);
                    }
                }
            }
            if quantity.whole > 0 {
                let mut stream = seed.stream_of_round(stage, 1);
                let free: Vec<(usize, usize)> = (0..usize::from(settled.rounds.get()))
                    .flat_map(|index| {
                        let present = self.present(index as u16 + 1);
                        present.into_iter().map(move |player| (index, player))
                    })
                    .collect();
                let chosen = stream.choose(quantity.whole as usize, free.len());
                self.fall_short(setting, None, quantity.whole, chosen.len());
                for place in chosen {
                    let (round, player) = free[place];
                    self.presence[round][player] = Presence::Bye(kind);
                }
            }
        }
    }

    /// One draw for every player in every round, whoever is there, so that one bye more leaves all
    /// other players' byes as they are.
    fn byes_by_rate(&mut self, settled: &SettledSettings, seed: TournamentSeed) {
        let kinds = [ByeKind::Full, ByeKind::Half, ByeKind::Zero];
        for (index, round) in self.presence.iter_mut().enumerate() {
            let rates = [0, 1, 2].map(|kind: usize| settled.byes[kind].rounds[index].rate());
            if rates == [Rate::NEVER; 3] {
                continue;
            }
            let mut stream = seed.stream_of_round(DrawStage::ByeRates, index as u16 + 1);
            for presence in round {
                let drawn = stream.below(u64::from(Rate::PARTS));
                if *presence == Presence::Present
                    && let Some(kind) = first_above(&rates, drawn)
                {
                    *presence = Presence::Bye(kinds[kind]);
                }
            }
        }
    }

    /// Deals the games of `kind` that were asked for by number to boards that have none yet.
    fn numbered_games(&mut self, settled: &SettledSettings, seed: TournamentSeed, kind: Irregular) {
        let quantity = &settled.games[kind as usize];
        let setting = [
            "games.forfeits",
            "games.double-forfeits",
            "games.half-zero",
            "games.zero-half",
            "games.zero-zero",
            "games.unrated",
        ][kind as usize];
        for round in 1..=settled.rounds.get() {
            if let SettledAmount::Number(number @ 1..) = quantity.of_round(round) {
                let index = usize::from(round) - 1;
                let mut stream = seed.stream_of_round(kind.stage(), 1 + round);
                let free: Vec<(usize, usize)> = (0..self.irregular[index].len())
                    .filter(|board| self.irregular[index][*board].is_none())
                    .map(|board| (index, board))
                    .collect();
                let chosen = stream.choose(number as usize, free.len());
                self.fall_short(setting, Some(round), number, chosen.len());
                self.deal(kind, chosen.into_iter().map(|place| free[place]));
            }
        }
        if quantity.whole > 0 {
            let mut stream = seed.stream_of_round(kind.stage(), 1);
            let free: Vec<(usize, usize)> = (self.irregular.iter().enumerate())
                .flat_map(|(round, boards)| {
                    let free = boards.iter().enumerate().filter(|(_, kind)| kind.is_none());
                    free.map(move |(board, _)| (round, board))
                })
                .collect();
            let chosen = stream.choose(quantity.whole as usize, free.len());
            self.fall_short(setting, None, quantity.whole, chosen.len());
            self.deal(kind, chosen.into_iter().map(|place| free[place]));
        }
    }

    fn deal(&mut self, kind: Irregular, boards: impl Iterator<Item = (usize, usize)>) {
        for (round, board) in boards {
            self.irregular[round][board] = Some(kind);
        }
    }

    /// Who wants to play in `round`.
    fn present(&self, round: u16) -> Vec<usize> {
        let presence = &self.presence[usize::from(round) - 1];
        (0..presence.len())
            .filter(|player| presence[*player] == Presence::Present)
            .collect()
    }

    /// Who wants to play in the round at `index`.
    pub(crate) fn waiting(&self, index: usize) -> impl Iterator<Item = PlayerId> + '_ {
        (self.presence[index].iter().enumerate())
            .filter(|(_, presence)| **presence == Presence::Present)
            .map(|(player, _)| PlayerId::from_index(player))
    }
}

/// The kind of irregular game a draw below a million selects, if any.
pub(crate) fn irregular_by_rate(
    settled: &SettledSettings,
    round: u16,
    drawn: u64,
) -> Option<Irregular> {
    let rates = [0, 1, 2, 3, 4, 5].map(|kind: usize| settled.games[kind].of_round(round).rate());
    first_above(&rates, drawn).map(|kind| Irregular::ALL[kind])
}

/// Rates laid side by side from zero: the one that covers `drawn`.
fn first_above(rates: &[Rate], drawn: u64) -> Option<usize> {
    let mut end = 0;
    rates.iter().position(|rate| {
        end += u64::from(rate.parts());
        drawn < end
    })
}

/// The one amount that holds for the whole tournament; `None` if rounds differ or have numbers of
/// their own.
fn whole_rate_or_number(quantity: &SettledQuantity) -> Option<SettledAmount> {
    if quantity.whole > 0 {
        return Some(SettledAmount::Number(quantity.whole));
    }
    quantity.share // A rate.
}
