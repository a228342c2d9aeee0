//! What the prizes ask of a player.

use edelweiss_model::{Date, Score, Sex, Tpn};

/// A player in the final standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Competitor {
    /// The number of the player.
    pub number: Tpn,
    /// The place in the final standings, from 1; players whom nothing tells apart have the same.
    pub rank: u32,
    /// Points.
    pub points: Score,
    /// Games played over the board.
    pub games: u16,
    /// Sex, if known.
    pub sex: Option<Sex>,
    /// Birth, if known.
    pub birth: Option<Birth>,
    /// Rating; players without one are unrated.
    pub rating: Option<u16>,
    /// Federation, if known.
    pub federation: Option<String>,
    /// Club, if known.
    pub club: Option<String>,
    /// Group of the event's own, if any.
    pub group: Option<String>,
}

impl Competitor {
    /// A player of whom nothing but the number is known: last of all, without points.
    pub fn new(number: Tpn) -> Self {
        Self {
            number,
            rank: u32::MAX,
            points: Score::ZERO,
            games: 0,
            sex: None,
            birth: None,
            rating: None,
            federation: None,
            club: None,
            group: None,
        }
    }
}

/// When a player was born: a day, or a year of which the day is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Birth {
    /// A day.
    Day(Date),
    /// A year.
    Year(u16),
}

impl Birth {
    /// The first and the last day that it can have been.
    pub(crate) fn days(self) -> [Date; 2] {
        match self {
            Self::Day(day) => [day; 2],
            Self::Year(year) => {
                let day = |month, day| Date { year, month, day };
                [day(1, 1), day(12, 31)]
            }
        }
    }
}
