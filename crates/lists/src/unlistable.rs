//! Why there is no such list.

use edelweiss_prizes::Unawardable;

/// Why there is no such list.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unlistable {
    /// Nobody has an opponent yet.
    #[error(
        "no round is paired yet, so there is no list {list}\n  hint: `edelweiss pair FILE --write` adds one"
    )]
    NoRound {
        /// The list that was asked for.
        list: &'static str,
    },
    /// Prizes without a file of prizes.
    #[error(
        "which prizes there are is not known\n  hint: --prizes prizes.toml; examples/prizes.toml shows one"
    )]
    NoScheme,
    /// Prizes that cannot be given.
    #[error(transparent)]
    Prizes(#[from] Unawardable),
}
