//! What a value is made of: contributions by round, each with its article.

use edelweiss_model::{PlayerId, RoundNumber, Score};

use crate::category::Category;
use crate::value::Value;

/// A value of one participant, taken apart.
///
/// Law: the amounts that are not cut, added up, divided by `divisor` and, where `is_rounded`, rounded
/// to a whole number with halves up, are the value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decomposition {
    /// In the order of the rounds.
    pub contributions: Vec<Contribution>,
    /// What the sum is divided by, for an average: the number of contributions that are not cut.
    pub divisor: u32,
    /// Whether the article rounds to a whole number.
    pub is_rounded: bool,
    /// The value; `None` where there is nothing to take an average of.
    pub value: Option<Value>,
}

impl Decomposition {
    /// What the contributions add up to, by the law above.
    pub fn sum(&self) -> Option<Value> {
        let counted = self.contributions.iter().filter(|each| each.cut.is_none());
        let mut unit = 1;
        let mut sum = 0;
        for each in counted {
            (unit, sum) = (each.unit, sum + each.amount);
        }
        total(sum, unit, self.divisor, self.is_rounded)
    }
}

/// A sum in units of `1 / unit`, divided and rounded.
pub(crate) fn total(sum: i64, unit: u32, divisor: u32, is_rounded: bool) -> Option<Value> {
    let denominator = i64::from(unit) * i64::from(divisor);
    if denominator == 0 {
        return None;
    }
    if is_rounded {
        // Half up: the floor of the value and a half.
        let doubled = 2 * sum + denominator;
        return Some(Value::whole(doubled.div_euclid(2 * denominator)));
    }
    Some(Value::new(sum, denominator as u32))
}

/// One addend of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// The round it comes from, if it comes from one.
    pub round: Option<RoundNumber>,
    /// Where the amount comes from.
    pub source: Source,
    /// The article it counts by.
    pub article: &'static str,
    /// The points by which the source is multiplied (Sonneborn-Berger).
    pub factor: Option<Score>,
    /// In units of `1 / unit`: tenths of a point have unit 10.
    pub amount: i64,
    /// See `amount`.
    pub unit: u32,
    /// Why it does not count after all.
    pub cut: Option<Cut>,
}

impl Contribution {
    /// The amount as a fraction.
    pub fn value(&self) -> Value {
        Value::new(self.amount, self.unit)
    }
}

/// Where an amount comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The participant's own round.
    Round(Category),
    /// The participant's own score after the round.
    ScoreSoFar,
    /// A number of the participant: points, pairing number, rating.
    Own,
    /// The score of an opponent.
    OpponentScore {
        /// Who.
        opponent: PlayerId,
        /// The score that counts, adjusted by article 16.3.
        score: Score,
        /// The score in the standings, where it is another one.
        adjusted_from: Option<Score>,
    },
    /// The score of the dummy of an unplayed round (16.4).
    Dummy {
        /// The unplayed round.
        category: Category,
        /// The score that counts.
        score: Score,
        /// What decided it.
        bound: DummyBound,
    },
    /// Points against an opponent with at least as many points as the limit.
    AboveLimit {
        /// Who.
        opponent: PlayerId,
    },
    /// The rating of an opponent, or a performance or Buchholz score of the opponent.
    OpponentValue {
        /// Who.
        opponent: PlayerId,
    },
    /// The points on a board (12.1).
    Board(u16),
    /// The average rating of the opponents.
    AverageRating,
    /// The rating difference that belongs to a percentage.
    RatingDifference {
        /// Points per hundred games.
        percentage: u8,
    },
    /// The lowest rating with which the score was to be expected.
    PerfectRating,
}

/// What decided the score of a dummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DummyBound {
    /// The participant's own score (16.4).
    OwnScore,
    /// The adjusted score of the scheduled opponent (16.4.1).
    ScheduledOpponent(PlayerId),
    /// A draw in every round (16.4.2).
    Draws,
    /// The virtual opponent of the text before September 2023.
    VirtualOpponent,
}

/// Why a contribution does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// The least significant value (14.1, 14.2).
    Least,
    /// The lowest contribution of a voluntary unplayed round (16.5).
    Voluntary,
    /// The most significant value (14.3, 14.4).
    Most,
}

impl Cut {
    /// The article.
    pub fn article(self) -> &'static str {
        match self {
            Self::Least => "14.1",
            Self::Voluntary => "16.5",
            Self::Most => "14.3",
        }
    }
}

/// A contribution on its way: with what decides about cutting it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    pub(crate) contribution: Contribution,
    /// What "least significant" looks at first: the opponent's score or rating.
    pub(crate) significance: i64,
    /// Comes from a voluntary unplayed round (16.1.2).
    pub(crate) is_voluntary: bool,
}
