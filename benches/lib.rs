//! Timed questions about pairing: see `benches/`, one file per question.
//!
//! Inputs come from the seeded generator of this repository, so that anybody times the same
//! tournaments.

/// Pseudo-random numbers, the same on every machine.
#[derive(Debug)]
pub struct Lot(pub u64);

impl Lot {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}
