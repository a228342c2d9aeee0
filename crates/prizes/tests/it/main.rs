//! The award of prizes: worked events, bad files, and laws over random ones.
#![expect(clippy::unwrap_used, reason = "a test fails where it panics")]

mod laws;
mod schemes;
mod worked;

use edelweiss_model::{Score, Tpn};
use edelweiss_prizes::Competitor;

/// Player `number` of this rank with so many tenths of a point.
fn player(number: u32, rank: u32, tenths: i32) -> Competitor {
    Competitor {
        rank,
        points: Score::from_tenths(tenths),
        ..Competitor::new(Tpn::new(number).unwrap())
    }
}
