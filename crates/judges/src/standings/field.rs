//! The rounds counted, as C.07 sees them: one row of rounds per player.

use edelweiss_model::{ByeKind, Colour, GameResult, PointSystem, RoundEntry, Score, Tournament};

use super::{Fraction, TieBreakEdition};

/// What a round was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RoundKind {
    /// A game over the board, also one of less than a move.
    Game,
    /// The opponent did not appear.
    ForfeitWin,
    /// Did not appear, whether or not the opponent did.
    ForfeitLoss,
    /// Pairing-allocated bye.
    PairingBye,
    /// Full-point bye.
    FullBye,
    /// Half-point bye.
    HalfBye,
    /// Zero-point bye, also before an entry and after a withdrawal (16.1.1).
    ZeroBye,
}

/// One round of one player.
#[derive(Clone, Debug)]
pub(super) struct RoundRecord {
    pub(super) kind: RoundKind,
    /// The scheduled opponent.
    pub(super) opponent: Option<usize>,
    pub(super) black: bool,
    /// The points awarded.
    pub(super) points: Fraction,
    /// On the scale 1, ½, 0.
    pub(super) result: Fraction,
    /// What a win and a draw are worth with this colour.
    pub(super) win: Fraction,
    pub(super) draw: Fraction,
}

/// One player.
#[derive(Clone, Debug)]
pub(super) struct RecordedPlayer {
    pub(super) number: i128,
    pub(super) rating: Option<i128>,
    pub(super) rounds: Vec<RoundRecord>,
}

/// Everybody, and what besides the results decides.
#[derive(Clone, Debug)]
pub(super) struct StandingsField {
    pub(super) players: Vec<RecordedPlayer>,
    /// Rounds counted.
    pub(super) rounds: usize,
    /// Whether the last round counted is the last one of the event.
    pub(super) has_final_round: bool,
    pub(super) edition: TieBreakEdition,
    /// Whether the pairings were fixed beforehand (15.2).
    pub(super) pre_determined: bool,
    /// Values of a win and a draw that do not depend on a colour.
    pub(super) win: Fraction,
    pub(super) draw: Fraction,
    /// The most and the least that one game over the board can give.
    pub(super) best: Fraction,
    pub(super) worst: Fraction,
}

pub(super) fn fraction(score: Score) -> Fraction {
    Fraction::new(i128::from(score.tenths()), 10)
}

impl StandingsField {
    pub(super) fn new(
        tournament: &Tournament,
        edition: TieBreakEdition,
        after_round: usize,
    ) -> Self {
        let points = &tournament.points;
        let recorded = tournament
            .rounds_paired()
            .map_or(0, |last| last.index() + 1);
        let total = (tournament.rounds_total).map_or(recorded, |total| total.index() + 1);
        let games = [points.win, points.draw, points.loss].concat();
        let rounds_of = |entries: &[RoundEntry]| {
            (0..after_round)
                .map(|round| entries.get(round).copied().unwrap_or_default())
                .map(|entry| RoundRecord::new(points, entry))
                .collect()
        };
        Self {
            players: (tournament.players.iter())
                .map(|player| RecordedPlayer {
                    number: i128::from(player.number.get()),
                    rating: player.rating.filter(|rating| *rating > 0).map(i128::from),
                    rounds: rounds_of(&player.entries),
                })
                .collect(),
            rounds: after_round,
            has_final_round: after_round >= total,
            edition,
            pre_determined: tournament.pre_determined,
            win: fraction(points.win[0].min(points.win[1])),
            draw: fraction(points.draw[0].min(points.draw[1])),
            best: fraction(games.iter().copied().max().unwrap_or_default()),
            worst: fraction(games.iter().copied().min().unwrap_or_default()),
        }
    }

    /// The score of the standings.
    pub(super) fn score(&self, player: usize) -> Fraction {
        self.players[player]
            .rounds
            .iter()
            .map(|round| round.points)
            .sum()
    }

    /// 8.3: as if all paired games of the final round had ended in draws.
    pub(super) fn with_final_round_drawn(&self) -> Self {
        let mut drawn = self.clone();
        if self.has_final_round {
            for player in &mut drawn.players {
                if let Some(round) = player.rounds.last_mut()
                    && round.opponent.is_some()
                {
                    round.kind = RoundKind::Game;
                    round.points = round.draw;
                    round.result = Fraction::new(1, 2);
                }
            }
        }
        drawn
    }
}

impl RoundRecord {
    fn new(points: &PointSystem, entry: RoundEntry) -> Self {
        let half = Fraction::new(1, 2);
        let (kind, opponent, colour, result) = match entry {
            RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => {
                (RoundKind::ZeroBye, None, None, None)
            }
            RoundEntry::Bye(ByeKind::Half) => (RoundKind::HalfBye, None, None, None),
            RoundEntry::Bye(ByeKind::Full) => (RoundKind::FullBye, None, None, None),
            RoundEntry::Bye(ByeKind::PairingAllocated) => (RoundKind::PairingBye, None, None, None),
            RoundEntry::Paired {
                opponent,
                colour,
                result,
            } => {
                let (kind, result) = match result {
                    GameResult::Win | GameResult::UnratedWin => {
                        (RoundKind::Game, Fraction::from(1))
                    }
                    GameResult::Draw
                    | GameResult::UnratedDraw
                    | GameResult::Adjourned
                    | GameResult::Unknown => (RoundKind::Game, half),
                    GameResult::Loss | GameResult::UnratedLoss => {
                        (RoundKind::Game, Fraction::from(0))
                    }
                    GameResult::ForfeitWin => (RoundKind::ForfeitWin, Fraction::from(1)),
                    GameResult::ForfeitLoss => (RoundKind::ForfeitLoss, Fraction::from(0)),
                };
                (kind, Some(opponent.index()), colour, Some(result))
            }
        };
        let of_colour = |values: [Score; 2]| match colour {
            Some(Colour::White) => fraction(values[0]),
            Some(Colour::Black) => fraction(values[1]),
            None => fraction(values[0].min(values[1])),
        };
        Self {
            kind,
            opponent,
            black: colour == Some(Colour::Black),
            points: fraction(points.points(entry)),
            result: result.unwrap_or_default(),
            win: of_colour(points.win),
            draw: of_colour(points.draw),
        }
    }

    /// Over the board.
    pub(super) fn is_game(&self) -> bool {
        self.kind == RoundKind::Game
    }

    pub(super) fn is_forfeit(&self) -> bool {
        matches!(self.kind, RoundKind::ForfeitWin | RoundKind::ForfeitLoss)
    }
}
