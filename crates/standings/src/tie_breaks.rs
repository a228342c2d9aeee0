//! The tie-breaks, one file each; the table that names them is in `edition.rs`.
//!
//! A tie-break of types B, C and D gives the contributions of one participant ([`Measure`]), and its
//! value is their sum; one of type A orders a set of tied participants ([`GroupMeasure`]).

mod average_buchholz;
mod average_of_opponents;
mod average_rating;
mod board_count;
mod board_results;
mod buchholz;
mod direct_encounter;
mod extended_encounter;
mod extended_sonneborn_berger;
mod games_with_black;
mod games_won;
mod koya;
mod ladder_points;
mod pairing_number;
mod perfect_performance;
mod performance;
mod points;
mod progressive;
mod rating;
mod rounds_elected;
mod schedule_strength;
mod sonneborn_berger;
mod standard_points;
mod team_points;
mod wins;
mod wins_with_black;

use std::fmt::Debug;

use edelweiss_model::RoundNumber;

pub(crate) use average_buchholz::AverageBuchholz;
pub(crate) use average_of_opponents::AverageOfOpponents;
pub(crate) use average_rating::AverageRating;
pub(crate) use board_count::BoardCount;
pub(crate) use board_results::BoardResults;
pub(crate) use buchholz::Buchholz;
pub(crate) use direct_encounter::{DirectEncounter, counted_opponent};
pub(crate) use extended_encounter::{ArticleTwelve, ExtendedEncounter};
pub(crate) use extended_sonneborn_berger::ExtendedSonnebornBerger;
pub(crate) use games_with_black::GamesWithBlack;
pub(crate) use games_won::GamesWon;
pub(crate) use koya::Koya;
pub(crate) use ladder_points::LadderPoints;
pub(crate) use pairing_number::PairingNumber;
pub(crate) use perfect_performance::PerfectPerformance;
pub(crate) use performance::Performance;
pub(crate) use points::Points;
pub(crate) use progressive::Progressive;
pub(crate) use rating::Rating;
pub(crate) use rounds_elected::RoundsElected;
pub(crate) use schedule_strength::ScheduleStrength;
pub(crate) use sonneborn_berger::SonnebornBerger;
pub(crate) use standard_points::StandardPoints;
pub(crate) use team_points::{OtherPoints, TeamPoints};
pub(crate) use wins::Wins;
pub(crate) use wins_with_black::WinsWithBlack;

use crate::category::Category;
use crate::contributions::{Contribution, Decomposition, Element, Source, total};
use crate::crosstable::{Cell, Crosstable};
use crate::matches::TeamTable;
use crate::modifiers::Modifiers;
use crate::value::Value;

/// What the sum of the contributions still goes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Total {
    /// Nothing, in units of `1 / unit`.
    Sum { unit: u32 },
    /// The average of the contributions that are not cut; without one there is no value.
    Average { unit: u32, is_rounded: bool },
    /// There is no value.
    Undefined,
}

/// Who is measured, in which table, and how that is modified.
#[derive(Debug)]
pub(crate) struct Measured<'a, T = Crosstable> {
    pub(crate) table: &'a T,
    pub(crate) who: usize,
    pub(crate) modifiers: &'a Modifiers,
}

impl<'a, T> Measured<'a, T> {
    pub(crate) fn new(table: &'a T, who: usize, modifiers: &'a Modifiers) -> Self {
        Self {
            table,
            who,
            modifiers,
        }
    }
}

/// A tie-break of type B, C or D; of a [`TeamTable`] one of articles 12 and 13 with contributions.
pub(crate) trait Measure<T = Crosstable>: Sync + Debug {
    /// Adds the contributions of whoever is measured, cut where the modifiers ask for it, to the empty `out`.
    fn contributions(&self, of: Measured<'_, T>, out: &mut Vec<Element>) -> Total;

    /// The value: the sum by the law of [`Decomposition`].
    fn value(&self, of: Measured<'_, T>, scratch: &mut Vec<Element>) -> Option<Value> {
        scratch.clear();
        let total = self.contributions(of, scratch);
        total.of(scratch)
    }

    /// The same with every contribution.
    fn decompose(&self, of: Measured<'_, T>) -> Decomposition {
        let mut elements = Vec::new();
        let total = self.contributions(of, &mut elements);
        total.decompose(&elements)
    }

    /// The values of all `n` participants.
    fn column(&self, table: &T, n: usize, modifiers: &Modifiers) -> Vec<Option<Value>> {
        let mut scratch = Vec::new();
        let of = |who| Measured::new(table, who, modifiers);
        (0..n)
            .map(|who| self.value(of(who), &mut scratch))
            .collect()
    }
}

/// A tie-break of type A.
pub(crate) trait GroupMeasure: Sync + Debug {
    /// The tied participants in classes, the best first; one class where nothing is decided.
    fn classes(&self, table: &Crosstable, tied: &[u32], modifiers: &Modifiers) -> Vec<Vec<u32>>;
}

/// A tie-break of article 12 that is decided board by board.
pub(crate) trait BoardMeasure: Sync + Debug {
    /// Points in tenths, the first ones first; more is better.
    fn points(&self, teams: &TeamTable, who: usize) -> Vec<i32>;
}

/// A tie-break of type A for teams.
pub(crate) trait TeamGroupMeasure: Sync + Debug {
    /// As for [`GroupMeasure::classes`].
    fn classes(&self, teams: &TeamTable, tied: &[u32], modifiers: &Modifiers) -> Vec<Vec<u32>>;
}

/// How a tie-break is computed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Calculation {
    /// For one participant.
    Participant(&'static dyn Measure),
    /// Among those who are tied.
    Group(&'static dyn GroupMeasure),
    /// For one team.
    Team(&'static dyn Measure<TeamTable>),
    /// For one team, board by board.
    Boards(&'static dyn BoardMeasure),
    /// Among the teams that are tied.
    TeamGroup(&'static dyn TeamGroupMeasure),
}

impl Total {
    /// The value of these contributions.
    pub(crate) fn of(self, elements: &[Element]) -> Option<Value> {
        let counted = elements
            .iter()
            .filter(|each| each.contribution.cut.is_none());
        let (mut sum, mut n) = (0, 0);
        for each in counted {
            (sum, n) = (sum + each.contribution.amount, n + 1);
        }
        match self {
            Self::Sum { unit } => total(sum, unit, 1, false),
            Self::Average { unit, is_rounded } => total(sum, unit, n, is_rounded),
            Self::Undefined => None,
        }
    }

    /// The value with its contributions.
    pub(crate) fn decompose(self, elements: &[Element]) -> Decomposition {
        let contributions: Vec<Contribution> =
            elements.iter().map(|each| each.contribution).collect();
        let counted = contributions.iter().filter(|each| each.cut.is_none());
        let n = counted.count() as u32;
        let (divisor, is_rounded) = match self {
            Self::Sum { .. } => (1, false),
            Self::Average { is_rounded, .. } => (n, is_rounded),
            Self::Undefined => (0, false),
        };
        Decomposition {
            value: self.of(elements),
            contributions,
            divisor,
            is_rounded,
        }
    }
}

/// Adds one to `out` for every round that `counts`.
fn count_rounds(
    table: &Crosstable,
    who: usize,
    article: &'static str,
    out: &mut Vec<Element>,
    counts: impl Fn(&Cell) -> bool,
) -> Total {
    for (round, cell) in table.row(who).iter().enumerate() {
        if counts(cell) {
            out.push(own_round(round, cell.category, article, 1, 1));
        }
    }
    Total::Sum { unit: 1 }
}

/// A contribution of a round of the participant's own.
fn own_round(
    round: usize,
    category: Category,
    article: &'static str,
    amount: i64,
    unit: u32,
) -> Element {
    let mut element = whole(Source::Round(category), article, amount, unit);
    element.contribution.round = Some(RoundNumber::from_index(round));
    element
}

/// A contribution that stands for the whole tournament.
fn whole(source: Source, article: &'static str, amount: i64, unit: u32) -> Element {
    let contribution = Contribution {
        round: None,
        source,
        article,
        factor: None,
        amount,
        unit,
        cut: None,
    };
    plain(contribution)
}

fn plain(contribution: Contribution) -> Element {
    Element {
        significance: contribution.amount,
        contribution,
        is_voluntary: false,
    }
}
