//! The Index: Buchholz, then Sonneborn-Berger, from the tournament so far.
//!
//! # Articles
//! C.04.4.2 (2026) 1.7, 1.8.1.
//!
//! Deliberately absent: everything else C.07 says about tie-breaks. The Burstein text has its own
//! treatment of unplayed rounds, without the caps and cuts of C.07 article 16, and it is the text
//! that pairs.

use edelweiss_model::{
    Absence, ByeKind, GameResult, PlayerId, RoundEntry, RoundNumber, Score, Tournament,
};

use super::{BursteinOptions, RunKind, ZeroPointByes};

/// The Index of one player; larger is higher (1.8.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Index {
    /// Buchholz in tenths of a point.
    pub buchholz: i64,
    /// Sonneborn-Berger in hundredths of a point: a product of two scores in tenths.
    pub sonneborn_berger: i64,
}

/// The Index of every player of the tournament before its next round, by player index.
/// O(players · rounds).
pub fn indices(tournament: &Tournament, options: &BursteinOptions) -> Vec<Index> {
    let rounds = tournament.next_round().index();
    let scores: Vec<Score> = tournament
        .player_ids()
        .map(|id| tournament.standings_score(id, rounds))
        .collect();
    let benefits: Vec<Benefit> = tournament
        .player_ids()
        .map(|id| Benefit::of(tournament, id, options))
        .collect();
    tournament
        .player_ids()
        .map(|id| {
            let benefit = &benefits[id.index()];
            let own = scores[id.index()];
            let mut index = Index::default();
            for round in 0..rounds {
                let entry = tournament.player(id).entry(RoundNumber::from_index(round));
                let mut points = tournament.points.points(entry);
                let score = if let Some((opponent, _)) = entry.played() {
                    scores[opponent.index()] + benefits[opponent.index()].surplus
                } else if options.draws_count_for_oneself {
                    // 1.7.2.1 against oneself, with the exception of 1.7.2.2 for oneself, too.
                    if benefit.rounds.contains(&round) {
                        points = draw(tournament);
                    }
                    own + benefit.surplus
                } else {
                    own
                };
                let score = i64::from(score.tenths());
                index.buchholz += score;
                index.sonneborn_berger += i64::from(points.tenths()) * score;
            }
            index
        })
        .collect()
}

/// What a draw is worth: the smaller value where the colours differ, as in
/// [`edelweiss_model::PointSystem::win_reward`].
fn draw(tournament: &Tournament) -> Score {
    tournament.points.draw[0].min(tournament.points.draw[1])
}

/// 1.7.2.2: the rounds of one player that count as draws for the opponents, and what that adds to
/// the score they see.
struct Benefit {
    rounds: std::ops::Range<usize>,
    surplus: Score,
}

impl Benefit {
    fn of(tournament: &Tournament, id: PlayerId, options: &BursteinOptions) -> Self {
        let next = tournament.next_round();
        let player = tournament.player(id);
        let in_run = |round: usize| match player.entry(RoundNumber::from_index(round)) {
            RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => true,
            RoundEntry::Paired { result, .. } => {
                options.run_kind == RunKind::ByesAndForfeitLosses
                    && result == GameResult::ForfeitLoss
            }
            RoundEntry::Bye(_) => false,
        };
        let is_absence = |absence: &Absence| {
            absence.player == id && absence.round == next && absence.kind == ByeKind::Zero
        };
        let absent_now = player.entry(next) == RoundEntry::Bye(ByeKind::Zero)
            || (player.entry(next) == RoundEntry::Blank
                && tournament.absences.iter().any(is_absence));
        let finished = next.index();
        let end = match options.zero_point_byes {
            ZeroPointByes::AbsentNow if absent_now => finished,
            ZeroPointByes::AbsentNow => 0,
            ZeroPointByes::LastRound => finished,
            ZeroPointByes::BeforeLast => match finished.checked_sub(1) {
                Some(last) if in_run(last) => last,
                _ => 0,
            },
        };
        let mut start = end;
        while start > 0 && in_run(start - 1) {
            start -= 1;
        }
        let surplus = (start..end)
            .map(|round| {
                let entry = player.entry(RoundNumber::from_index(round));
                draw(tournament) - tournament.points.points(entry)
            })
            .sum();
        Self {
            rounds: start..end,
            surplus,
        }
    }
}
