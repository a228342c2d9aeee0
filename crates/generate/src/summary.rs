//! What happened in a generated tournament, counted.

use std::fmt;

use edelweiss_model::{ByeKind, Colour, GameResult, RoundEntry, RoundNumber, Tournament};

use crate::plan::{Plan, Presence};

/// Counts over the rounds that were played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Seed of the batch.
    pub seed: u64,
    /// Place in the batch, from 0.
    pub index: u32,
    /// Players.
    pub players: u32,
    /// Players without a rating.
    pub unrated_players: u32,
    /// Rounds played.
    pub rounds: u16,
    /// Games paired, played or not.
    pub games: u32,
    /// Won by White over the board (also unrated).
    pub white_wins: u32,
    /// Drawn over the board (also unrated).
    pub draws: u32,
    /// Won by Black over the board (also unrated).
    pub black_wins: u32,
    /// One player did not appear.
    pub forfeits: u32,
    /// Neither appeared.
    pub double_forfeits: u32,
    /// ½-0.
    pub half_zero: u32,
    /// 0-½.
    pub zero_half: u32,
    /// 0-0 over the board.
    pub zero_zero: u32,
    /// Unrated games, counted above as well.
    pub unrated: u32,
    /// Pairing-allocated byes.
    pub allocated_byes: u32,
    /// Full-point byes.
    pub full_byes: u32,
    /// Half-point byes.
    pub half_byes: u32,
    /// Zero-point byes, besides the rounds after a withdrawal.
    pub zero_byes: u32,
    /// Players who missed the first round or more because they had not entered.
    pub late_entries: u32,
    /// Players who withdrew before a round that was played.
    pub withdrawals: u32,
}

impl Summary {
    /// Each pairing of the plan takes `games` rounds.
    pub(crate) fn of(
        tournament: &Tournament,
        plan: &Plan,
        games: usize,
        seed: u64,
        index: u32,
    ) -> Self {
        let rounds = (tournament.rounds_paired()).map_or(0, RoundNumber::get);
        let mut summary = Self {
            seed,
            index,
            players: tournament.players.len() as u32,
            unrated_players: (tournament.players.iter())
                .filter(|player| player.rating.is_none())
                .count() as u32,
            rounds,
            ..Self::default()
        };
        for round in (0..usize::from(rounds)).map(RoundNumber::from_index) {
            for (id, player) in tournament.players.iter().enumerate() {
                let presence = plan.presence[round.index() / games][id];
                summary.late_entries +=
                    u32::from(round == RoundNumber::FIRST && presence == Presence::NotYet);
                let before = round.index().checked_sub(1);
                let before = before.map(|before| plan.presence[before / games][id]);
                let gone = presence == Presence::Gone;
                summary.withdrawals += u32::from(gone && before != Some(Presence::Gone));
                // A round without a game has zero-point byes also for those who have not entered yet.
                let is_away = gone || presence == Presence::NotYet;
                summary.count(tournament, player.entry(round), is_away, round);
            }
        }
        summary
    }

    /// Games are counted from White's side.
    fn count(
        &mut self,
        tournament: &Tournament,
        entry: RoundEntry,
        is_away: bool,
        round: RoundNumber,
    ) {
        use GameResult::{
            Draw, ForfeitLoss, ForfeitWin, Loss, UnratedDraw, UnratedLoss, UnratedWin, Win,
        };
        match entry {
            RoundEntry::Bye(ByeKind::PairingAllocated) => self.allocated_byes += 1,
            RoundEntry::Bye(ByeKind::Full) => self.full_byes += 1,
            RoundEntry::Bye(ByeKind::Half) => self.half_byes += 1,
            RoundEntry::Bye(ByeKind::Zero) => self.zero_byes += u32::from(!is_away),
            RoundEntry::Paired {
                opponent,
                colour: Some(Colour::White),
                result,
            } => {
                self.games += 1;
                let RoundEntry::Paired { result: other, .. } =
                    tournament.player(opponent).entry(round)
                else {
                    return;
                };
                match (result, other) {
                    (Win | UnratedWin, _) => self.white_wins += 1,
                    (_, Win | UnratedWin) => self.black_wins += 1,
                    (Draw | UnratedDraw, Draw | UnratedDraw) => self.draws += 1,
                    (ForfeitWin, _) | (_, ForfeitWin) => self.forfeits += 1,
                    (ForfeitLoss, ForfeitLoss) => self.double_forfeits += 1,
                    (Draw, _) => self.half_zero += 1,
                    (_, Draw) => self.zero_half += 1,
                    (Loss, Loss) => self.zero_zero += 1,
                    _ => {}
                }
                self.unrated += u32::from(matches!(result, UnratedWin | UnratedDraw | UnratedLoss));
            }
            RoundEntry::Blank | RoundEntry::Paired { .. } => {}
        }
    }
}

impl fmt::Display for Summary {
    /// One line; counts of zero are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "seed {} tournament {}: {} players, {} rounds, {} games (+{} ={} -{})",
            self.seed,
            self.index,
            self.players,
            self.rounds,
            self.games,
            self.white_wins,
            self.draws,
            self.black_wins
        )?;
        for (name, count) in [
            ("unrated players", self.unrated_players),
            ("forfeits", self.forfeits),
            ("double forfeits", self.double_forfeits),
            ("½-0", self.half_zero),
            ("0-½", self.zero_half),
            ("0-0", self.zero_zero),
            ("unrated games", self.unrated),
            ("pairing-allocated byes", self.allocated_byes),
            ("full-point byes", self.full_byes),
            ("half-point byes", self.half_byes),
            ("zero-point byes", self.zero_byes),
            ("late entries", self.late_entries),
            ("withdrawals", self.withdrawals),
        ] {
            if count > 0 {
                write!(f, ", {name} {count}")?;
            }
        }
        Ok(())
    }
}
