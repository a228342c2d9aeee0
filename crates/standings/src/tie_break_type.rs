//! The types of tie-breaks.

/// The type of a tie-break (4.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieBreakType {
    /// Games among the tied participants.
    A,
    /// The participant's own results or data.
    B,
    /// The opponents' results.
    C,
    /// The opponents' data known before.
    D,
}
