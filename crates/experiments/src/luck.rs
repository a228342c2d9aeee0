//! What luck is drawn for.

/// Luck that is drawn by keys. The numbers are part of what a seed means: never change one, add new ones at
/// the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LuckStage {
    Strength = 1,
    RatingError = 2,
    InitialColour = 3,
    Result = 4,
    Resample = 5,
}
