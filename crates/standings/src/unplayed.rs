//! Unplayed rounds: what they are worth to opponents, and the dummy for one's own tie-break.
//!
//! # Articles
//! C.07 (2026) 15.2 (pre-determined pairings), 16.1-16.4 (Swiss systems), 8.3 (the final round of
//! Fore Buchholz); earlier editions by [`TieBreakRules`](crate::TieBreakRules).
//! # Readings
//! Rounds that count are the rounds of the tournament, so the last one that counts is the "last
//! round" of 16.2.5. Under `/P` a forfeit is a game against the scheduled opponent, whose score is
//! adjusted by 16.3 as ever, and no voluntary unplayed round for a cut. In Fore Buchholz every pair of the final round, also one that was forfeited, is a
//! drawn game, and one's own score for a dummy is the one with that draw.

use edelweiss_model::{PlayerId, RoundNumber, Score};

use crate::category::Category;
use crate::contributions::{Contribution, DummyBound, Element, Source};
use crate::crosstable::{AdjustedScores, Cell, Crosstable};
use crate::edition::{DummyRule, OpponentsRule};

/// How a tie-break looks at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct View {
    /// The paired games of the final round are draws (8.3).
    pub(crate) is_fore: bool,
    /// Forfeits are games (`/P`, 15.2).
    pub(crate) forfeits_are_games: bool,
}

impl View {
    /// The view of a tie-break; under pre-determined pairings forfeits are games anyway (15.2).
    pub(crate) fn new(table: &Crosstable, is_fore: bool, with_forfeits: bool) -> Self {
        Self {
            is_fore,
            forfeits_are_games: with_forfeits || table.is_pre_determined(),
        }
    }

    /// A cell as this view sees it.
    fn seen(self, table: &Crosstable, cell: &Cell, round: usize) -> Cell {
        let mut seen = *cell;
        if cell.opponent().is_none() {
            return seen;
        }
        if self.is_fore && table.final_round() == Some(round) {
            seen.category = Category::Played;
            seen.points = table.draw_of(cell);
        } else if self.forfeits_are_games {
            seen.category = Category::Played;
        }
        seen
    }
}

/// Scores as they count for opponents.
fn adjusted(table: &Crosstable, is_fore: bool) -> &AdjustedScores {
    table.kept.adjusted[usize::from(is_fore)].get_or_init(|| AdjustedScores::new(table, is_fore))
}

impl AdjustedScores {
    fn new(table: &Crosstable, is_fore: bool) -> Self {
        let view = View::new(table, is_fore, false);
        let (own, for_opponents) = (0..table.n())
            .map(|who| {
                let mut own = 0;
                let mut adjustment = 0;
                // Whether all later rounds are voluntary unplayed ones.
                let mut is_tail = true;
                for (round, cell) in table.row(who).iter().enumerate().rev() {
                    let seen = view.seen(table, cell, round);
                    own += seen.points;
                    if table.is_pre_determined() {
                        continue;
                    }
                    is_tail &= seen.category.is_voluntary();
                    let is_draw = match table.rules().opponents {
                        // All unplayed rounds.
                        OpponentsRule::Draws => seen.category != Category::Played,
                        // Category 16.2.5.
                        OpponentsRule::ByCategory => is_tail && seen.category.is_requested_bye(),
                    };
                    if is_draw {
                        adjustment += table.draw() - seen.points;
                    }
                }
                (own, own + adjustment)
            })
            .unzip();
        Self { own, for_opponents }
    }
}

/// The opponents and dummies of a participant, each with a score and the points against it, round
/// by round: what Buchholz and Sonneborn-Berger add up.
pub(crate) fn elements(
    table: &Crosstable,
    view: View,
    who: usize,
    article: &'static str,
    out: &mut Vec<Element>,
) {
    let adjusted = adjusted(table, view.is_fore);
    let mut so_far = 0;
    for (round, cell) in table.row(who).iter().enumerate() {
        let seen = view.seen(table, cell, round);
        let before = so_far;
        so_far += seen.points;
        let (source, score, article) = match seen.opponent() {
            Some(opponent) if seen.category == Category::Played => {
                let score = adjusted.for_opponents[opponent];
                let own = adjusted.own[opponent];
                let source = Source::OpponentScore {
                    opponent: PlayerId::from_index(opponent),
                    score: Score::from_tenths(score),
                    adjusted_from: (own != score).then(|| Score::from_tenths(own)),
                };
                (source, score, article)
            }
            // A free round: forfeits are the only unplayed rounds there (15.2).
            _ if table.is_pre_determined() => continue,
            _ => {
                let (score, bound) = dummy(table, adjusted, who, round, &seen, before);
                let source = Source::Dummy {
                    category: seen.category,
                    score: Score::from_tenths(score),
                    bound,
                };
                (source, score, bound.article())
            }
        };
        out.push(Element {
            contribution: Contribution {
                round: Some(RoundNumber::from_index(round)),
                source,
                article,
                factor: Some(Score::from_tenths(seen.points)),
                amount: i64::from(score),
                unit: 10,
                cut: None,
            },
            significance: i64::from(score),
            is_voluntary: seen.category.is_voluntary(),
        });
    }
}

impl DummyBound {
    /// The article.
    pub fn article(self) -> &'static str {
        match self {
            Self::OwnScore => "16.4",
            Self::ScheduledOpponent(_) => "16.4.1",
            Self::Draws => "16.4.2",
            Self::VirtualOpponent => "virtual opponent",
        }
    }
}

/// The score of the dummy of an unplayed round; `before` is the score before the round.
fn dummy(
    table: &Crosstable,
    adjusted: &AdjustedScores,
    who: usize,
    round: usize,
    seen: &Cell,
    before: i32,
) -> (i32, DummyBound) {
    let own = adjusted.own[who];
    match table.rules().dummy {
        DummyRule::VirtualOpponent => {
            let later = (table.rounds() - 1 - round) as i32;
            let score = before + table.win() - seen.points + table.draw() * later;
            (score, DummyBound::VirtualOpponent)
        }
        DummyRule::OwnScore => (own, DummyBound::OwnScore),
        DummyRule::CappedOwnScore => {
            let (cap, bound) = match seen.opponent() {
                Some(opponent) => (
                    adjusted.for_opponents[opponent],
                    DummyBound::ScheduledOpponent(PlayerId::from_index(opponent)),
                ),
                None => (table.draw() * table.rounds() as i32, DummyBound::Draws),
            };
            if cap < own {
                (cap, bound)
            } else {
                (own, DummyBound::OwnScore)
            }
        }
    }
}
