//! The rules executed as written: one bracket after the other, one candidate after the other.
//!
//! # Articles
//! C.04.3 (2026) 1.9, 2, 3, 4; 2017 A.9, B, C, D. What a criterion comes to is counted here, too,
//! from the entries (`literal/counts.rs`): the edition tables of `edelweiss-weights`, which every
//! engine adds up, are what is judged.
//!
//! # How the text becomes a program
//! - **Parameters** (3.1): `MaxPairs`, M1 and the scores of a valid Limbo are outcomes of the
//!   criteria. They are found by trying every way of pairing the bracket; see
//!   [`Parameters`].
//! - **Candidates** (3.2, 3.3, 3.6, 3.7): four nested loops, outermost first: the set of MDPs, the
//!   transposition of S2, the exchange in the remainder, the transposition of S2R. A homogeneous
//!   bracket is the case without MDPs. Continuations of a prefix are skipped when a pair within it
//!   breaks C1 or C3, and for no other reason.
//! - **Evaluation** (3.4, 3.8): candidates that break C1-C4, or C5 where the edition has it, are
//!   passed over. Of the others the first with the smallest rows is taken.
//! - **C8 (C.7)**: the following bracket consists of the candidate's floaters and the next
//!   scoregroup. Its smallest possible cost is found by trying every way of pairing it: under C1-C5
//!   in 2026, under C.1-C.3 in 2017.
//! - **C9** counts for a candidate with exactly one floater, if every completion that obeys C5
//!   gives that player the bye.
//! - **Soft bans** are none of the text's. Where some are in force, the pairs of a candidate that break one are
//!   a row of their own ([`SOFT_BAN`]) behind all criteria, so that only the sequence comes after it.
//!
//! # What is left out
//! Brackets beyond a [`Limit`] are refused: the number of candidates grows faster than factorially.

mod candidates;
mod completion;
mod counts;
mod following;
pub mod order;
mod parameters;
mod round;
mod task;

use edelweiss_model::PlayerId;

pub use parameters::Parameters;
pub use round::pair_round;

/// The label of the soft bans' row, which is no criterion of FIDE's.
pub const SOFT_BAN: &str = "soft ban";

/// How large a bracket may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Players of a bracket.
    pub bracket: usize,
    /// Players of the following bracket, floaters included, where a criterion looks ahead.
    pub following: usize,
}

impl Default for Limit {
    /// Ten players, and fourteen in the following bracket.
    fn default() -> Self {
        Self {
            bracket: 10,
            following: 14,
        }
    }
}

/// When the enumeration of candidates ends. The result is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// At the first candidate that fulfils the criteria as well as any way of pairing the bracket
    /// can. What can be reached is found before, by trying every way.
    Perfect,
    /// At the last candidate; the first of the best is kept (3.8).
    Exhausted,
}

/// What comes of pairing a round literally.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LiteralOutcome {
    /// The round.
    Paired(LiteralRound),
    /// No complete round-pairing exists, or no round is left (1.9.3).
    Impossible,
    /// A bracket exceeds the limit.
    TooLarge {
        /// Brackets paired before it.
        brackets: Vec<LiteralBracket>,
        /// Number of players of the refused bracket.
        players: usize,
    },
}

/// A complete round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiteralRound {
    /// Pairs as White and Black, in the order of the brackets and, within them, of the higher
    /// ranked players.
    pub boards: Vec<(PlayerId, PlayerId)>,
    /// Who receives the pairing-allocated bye.
    pub bye: Option<PlayerId>,
    /// The brackets from the top.
    pub brackets: Vec<LiteralBracket>,
}

/// The kind of a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralRoute {
    /// One scoregroup and the players who floated into it.
    Normal,
    /// 2017 A.9: paired again because its first pairing left no completion (PPB).
    Penultimate,
    /// 2017 A.9: the floaters of the penultimate bracket and everybody below (CLB).
    CollapsedLast,
}

/// One bracket as it was paired. Players are sorted, highest ranked first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiteralBracket {
    /// The kind.
    pub route: LiteralRoute,
    /// Players moved down into it.
    pub mdps: Vec<PlayerId>,
    /// Its residents.
    pub residents: Vec<PlayerId>,
    /// Pairs, the higher ranked player first, sorted by that player.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Who leaves it unpaired.
    pub floaters: Vec<PlayerId>,
    /// What the pairing comes to under each criterion, in the order of the text: a number, or a list
    /// of scores or score differences in tenths of a point, highest first. The look-ahead gives the
    /// number of floaters of the following bracket, then the list behind it.
    pub costs: Vec<(&'static str, Vec<i64>)>,
    /// `MaxPairs` and M1.
    pub parameters: Parameters,
}
