//! The editions of B.02 that are offered.

use edelweiss_model::Date;

/// What differs between editions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingEdition {
    /// The year of its first day.
    pub year: u16,
    /// The first day on which events begin that it is about.
    pub from: Date,
    /// 8.3.1: for a player rated below this a difference beyond [`RatingEdition::MOST`] counts as that; `None` is
    /// for every player.
    pub limited_below: Option<u16>,
}

impl RatingEdition {
    /// 8.3.1: the largest difference that counts, where it is limited.
    pub const MOST: i32 = 400;

    /// The difference that counts for a player of this rating against an opponent, positive where the player is the
    /// stronger one.
    pub fn difference(&self, own: u16, opponent: u16) -> i32 {
        let difference = i32::from(own) - i32::from(opponent);
        if self.limited_below.is_none_or(|limit| own < limit) {
            difference.clamp(-Self::MOST, Self::MOST)
        } else {
            difference
        }
    }
}

const fn day(year: u16, month: u8, day: u8) -> Date {
    Date { year, month, day }
}

/// Every edition, the latest first.
pub const EDITIONS: [RatingEdition; 2] = [
    RatingEdition {
        year: 2025,
        from: day(2025, 10, 1),
        limited_below: Some(2650),
    },
    RatingEdition {
        year: 2024,
        from: day(2024, 3, 1),
        limited_below: None,
    },
];

/// The edition for an event that begins on a day; `None` before the first one that is offered.
pub fn edition_of(starts: Date) -> Option<&'static RatingEdition> {
    EDITIONS.iter().find(|edition| starts >= edition.from)
}
