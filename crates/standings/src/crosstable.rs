//! Who met whom with which result in the rounds that count, and what every tie-break asks of it.

use std::fmt;
use std::sync::OnceLock;

use edelweiss_model::{
    ByeKind, Colour, GameResult, PlayerId, RoundEntry, RoundNumber, Score, Tournament,
};

use crate::category::Category;
use crate::edition::TieBreakRules;
use crate::value::Value;

/// One round of one participant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    /// Points awarded, in tenths.
    pub(crate) points: i32,
    /// Whom the participant was paired with; [`NOBODY`] for a bye.
    opponent: u32,
    pub(crate) category: Category,
    pub(crate) colour: Option<Colour>,
    /// 2, 1 or 0: the result on the scale of ratings.
    pub(crate) half_points: u8,
}

const NOBODY: u32 = u32::MAX;

impl Cell {
    /// A round of a team; `half_points` is 2, 1 or 0.
    pub(crate) fn of_team(
        points: i32,
        opponent: Option<usize>,
        category: Category,
        half_points: u8,
    ) -> Self {
        Self {
            points,
            opponent: opponent.map_or(NOBODY, |opponent| opponent as u32),
            category,
            colour: None,
            half_points,
        }
    }

    pub(crate) fn opponent(&self) -> Option<usize> {
        (self.opponent != NOBODY).then_some(self.opponent as usize)
    }

    /// The opponent of a game over the board.
    pub(crate) fn played(&self) -> Option<usize> {
        self.opponent()
            .filter(|_| self.category == Category::Played)
    }
}

/// Standings are asked for after a round that has not been paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundNotPaired {
    /// The round asked for.
    pub asked: RoundNumber,
    /// How many rounds have been paired.
    pub paired: usize,
}

impl fmt::Display for RoundNotPaired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, paired } = self;
        write!(f, "standings after round {asked} are asked for, ")?;
        match paired {
            0 => write!(f, "but no round has been paired"),
            _ => write!(f, "expected a round from 1 to {paired}"),
        }
    }
}

impl std::error::Error for RoundNotPaired {}

/// The rounds that count, ready for every question a tie-break asks.
///
/// Invariant: `cells` is row-major, `rounds` cells per participant, and games are mirrored.
#[derive(Debug)]
pub struct Crosstable {
    rules: &'static TieBreakRules,
    n: usize,
    rounds: usize,
    cells: Vec<Cell>,
    /// Points in tenths, without virtual points.
    scores: Vec<i32>,
    numbers: Vec<u32>,
    ratings: Vec<Option<u16>>,
    /// Points of a win, a draw and a loss in tenths, with White and with Black.
    win: [i32; 2],
    draw: [i32; 2],
    loss: [i32; 2],
    is_pre_determined: bool,
    /// Whether the last round that counts is the last one of the event (8.3).
    has_final_round: bool,
    /// Values of one tie-break that another one averages.
    pub(crate) kept: Kept,
}

/// Scores of all participants, those of Buchholz or those of Fore Buchholz.
#[derive(Debug)]
pub(crate) struct AdjustedScores {
    /// The participant's own score, for the dummy.
    pub(crate) own: Vec<i32>,
    /// The score for opponents (16.3).
    pub(crate) for_opponents: Vec<i32>,
}

/// What several tie-breaks ask for, by participant, computed when first asked for.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// Without and with the draws of Fore Buchholz.
    pub(crate) adjusted: [OnceLock<AdjustedScores>; 2],
    pub(crate) buchholz: OnceLock<Vec<Option<Value>>>,
    pub(crate) fore_buchholz: OnceLock<Vec<Option<Value>>>,
    pub(crate) performance: OnceLock<Vec<Option<Value>>>,
    pub(crate) perfect_performance: OnceLock<Vec<Option<Value>>>,
}

impl Crosstable {
    /// The rounds up to `after`, or all that have been paired but a last one without any result.
    /// O(players · rounds).
    ///
    /// # Errors
    /// [`RoundNotPaired`], for a round that has not been paired.
    pub fn new(
        tournament: &Tournament,
        rules: &'static TieBreakRules,
        after: Option<RoundNumber>,
    ) -> Result<Self, RoundNotPaired> {
        let paired = tournament
            .rounds_paired()
            .map_or(0, |last| last.index() + 1);
        let rounds = match after {
            Some(round) if round.index() >= paired => {
                return Err(RoundNotPaired {
                    asked: round,
                    paired,
                });
            }
            Some(round) => round.index() + 1,
            None if paired > 0 && tournament.is_without_results(paired - 1..paired) => paired - 1,
            None => paired,
        };
        let recorded = tournament.players.iter().map(|player| player.entries.len());
        let total = tournament
            .rounds_total
            .map_or(recorded.max().unwrap_or(0), |total| total.index() + 1);
        let n = tournament.players.len();
        let mut cells = Vec::with_capacity(n * rounds);
        let mut scores = Vec::with_capacity(n);
        for player in &tournament.players {
            let entries = (0..rounds).map(|index| {
                let entry = player.entries.get(index).copied().unwrap_or_default();
                cell(entry, tournament.points.points(entry))
            });
            let start = cells.len();
            cells.extend(entries);
            scores.push(cells[start..].iter().map(|cell| cell.points).sum());
        }
        let tenths = |pair: [Score; 2]| pair.map(Score::tenths);
        Ok(Self {
            rules,
            n,
            rounds,
            cells,
            scores,
            numbers: (tournament.players.iter())
                .map(|player| player.number.get())
                .collect(),
            ratings: tournament.players.iter().map(|p| p.rating).collect(),
            win: tenths(tournament.points.win),
            draw: tenths(tournament.points.draw),
            loss: tenths(tournament.points.loss),
            is_pre_determined: tournament.pre_determined,
            has_final_round: rounds > 0 && rounds >= total,
            kept: Kept::default(),
        })
    }

    /// The teams of `tournament` in the place of the players of `self`, with points of one kind: `cells`
    /// is row-major, and a win, a draw and a loss are worth `worth`.
    pub(crate) fn of_teams(
        &self,
        tournament: &Tournament,
        cells: Vec<Cell>,
        [win, draw, loss]: [i32; 3],
    ) -> Self {
        let teams = &tournament.teams.teams;
        let row = |team: usize| &cells[team * self.rounds..(team + 1) * self.rounds];
        Self {
            rules: self.rules,
            n: teams.len(),
            rounds: self.rounds,
            scores: (0..teams.len())
                .map(|team| row(team).iter().map(|cell| cell.points).sum())
                .collect(),
            cells,
            numbers: teams.iter().map(|team| team.number.get()).collect(),
            ratings: vec![None; teams.len()],
            win: [win; 2],
            draw: [draw; 2],
            loss: [loss; 2],
            is_pre_determined: self.is_pre_determined,
            has_final_round: self.has_final_round,
            kept: Kept::default(),
        }
    }

    /// The edition.
    pub fn rules(&self) -> &'static TieBreakRules {
        self.rules
    }

    /// How many rounds count.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// Whether all pairings were fixed before the event (15.2).
    pub fn is_pre_determined(&self) -> bool {
        self.is_pre_determined
    }

    /// Points without virtual points.
    pub fn score(&self, player: PlayerId) -> Score {
        Score::from_tenths(self.scores[player.index()])
    }

    /// What `round`, counted from zero, was for a participant; games are [`Category::Played`].
    ///
    /// # Panics
    /// Where the round does not count or the participant is not of this tournament.
    pub fn category(&self, player: PlayerId, round: usize) -> Category {
        self.row(player.index())[round].category
    }

    pub(crate) fn n(&self) -> usize {
        self.n
    }

    pub(crate) fn row(&self, who: usize) -> &[Cell] {
        &self.cells[who * self.rounds..(who + 1) * self.rounds]
    }

    /// Points in tenths.
    pub(crate) fn tenths(&self, who: usize) -> i32 {
        self.scores[who]
    }

    pub(crate) fn number(&self, who: usize) -> u32 {
        self.numbers[who]
    }

    pub(crate) fn rating(&self, who: usize) -> Option<u16> {
        self.ratings[who]
    }

    /// Whether anybody is unrated (article 10).
    pub(crate) fn has_unrated(&self) -> bool {
        self.ratings.iter().any(Option::is_none)
    }

    /// Points of a win with the colour of this cell; without one, with White.
    pub(crate) fn win_of(&self, cell: &Cell) -> i32 {
        self.win[side(cell.colour)]
    }

    /// The same of a draw.
    pub(crate) fn draw_of(&self, cell: &Cell) -> i32 {
        self.draw[side(cell.colour)]
    }

    /// Points of a draw where no colour is at hand.
    pub(crate) fn draw(&self) -> i32 {
        self.draw[0]
    }

    /// Points of a win where no colour is at hand.
    pub(crate) fn win(&self) -> i32 {
        self.win[0]
    }

    /// The least and the most that one game can bring.
    pub(crate) fn extremes(&self) -> (i32, i32) {
        let all = [self.win, self.draw, self.loss];
        let all = || all.iter().flatten().copied();
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    }

    /// Whether forfeits count like games in ratings and type B tie-breaks: only under 15.2 of the
    /// editions that have no exception for them.
    pub(crate) fn has_regular_forfeits(&self) -> bool {
        self.is_pre_determined && !self.rules.has_forfeit_exceptions
    }

    /// The most rounds in which a participant had an opponent.
    pub(crate) fn most_opponents(&self) -> usize {
        let opponents = |who| {
            self.row(who)
                .iter()
                .filter(|cell| cell.opponent().is_some())
                .count()
        };
        (0..self.n).map(opponents).max().unwrap_or(0)
    }

    /// The index of the event's final round, if it counts.
    pub(crate) fn final_round(&self) -> Option<usize> {
        self.has_final_round.then(|| self.rounds - 1)
    }
}

fn side(colour: Option<Colour>) -> usize {
    usize::from(colour == Some(Colour::Black))
}

/// The round that a file has so, with the points awarded.
pub(crate) fn cell(entry: RoundEntry, points: Score) -> Cell {
    let (opponent, colour, category, half_points) = match entry {
        RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => {
            (NOBODY, None, Category::ZeroPointBye, 0)
        }
        RoundEntry::Bye(ByeKind::Half) => (NOBODY, None, Category::HalfPointBye, 1),
        RoundEntry::Bye(ByeKind::Full) => (NOBODY, None, Category::FullPointBye, 2),
        RoundEntry::Bye(ByeKind::PairingAllocated) => {
            (NOBODY, None, Category::PairingAllocatedBye, 2)
        }
        RoundEntry::Paired {
            opponent,
            colour,
            result,
        } => {
            let (category, half_points) = match result {
                GameResult::Win | GameResult::UnratedWin => (Category::Played, 2),
                GameResult::Draw
                | GameResult::UnratedDraw
                | GameResult::Adjourned
                | GameResult::Unknown => (Category::Played, 1),
                GameResult::Loss | GameResult::UnratedLoss => (Category::Played, 0),
                GameResult::ForfeitWin => (Category::ForfeitWin, 2),
                GameResult::ForfeitLoss => (Category::ForfeitLoss, 0),
            };
            (opponent.index() as u32, colour, category, half_points)
        }
    };
    Cell {
        points: points.tenths(),
        opponent,
        category,
        colour,
        half_points,
    }
}
