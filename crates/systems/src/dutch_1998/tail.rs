//! What becomes of the players that a bracket leaves over.
//!
//! # Articles
//! C.12 to C.14.

use edelweiss_model::PlayerId;

/// What becomes of the players left over.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tail<'a> {
    /// They are moved down.
    MoveDown,
    /// At most one, who receives the bye.
    Bye,
    /// They are moved down, and the bracket below can then be paired (C.12, C.13).
    Into(&'a Below),
}

/// The bracket below, as far as it does not depend on who is moved down.
#[derive(Clone, Debug)]
pub(super) struct Below {
    /// Moved down into it whatever happens.
    pub(super) fixed: Vec<PlayerId>,
    pub(super) residents: Vec<PlayerId>,
    /// In a heterogeneous bracket: how many of the players moved down, from the highest, are to be
    /// paired with lower ones. `None` in a homogeneous one.
    pub(super) top: Option<usize>,
    /// Who is left over there in turn.
    pub(super) n_floaters: usize,
    /// The one left over there receives the bye.
    pub(super) is_lowest: bool,
    /// Players who are not to be moved down.
    pub(super) barred: Vec<PlayerId>,
}
