//! Where the players of a bracket stand, and what was found for them.

/// Where a vertex stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Zone {
    Mdp,
    Resident,
    Next,
    Below,
    Bye,
    /// Not a player: room for one who leaves downwards.
    Exit,
}

impl Zone {
    /// In the order of their numbers.
    pub(crate) const ALL: [Self; 6] = [
        Self::Mdp,
        Self::Resident,
        Self::Next,
        Self::Below,
        Self::Bye,
        Self::Exit,
    ];
}

/// The first optimal element, as vertices.
#[derive(Debug)]
pub(crate) struct Decisions {
    /// Pairs within the bracket; the lower vertex first, sorted.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// Vertices of the bracket that are not in a pair, sorted.
    pub(crate) floaters: Vec<usize>,
    /// Vertices that leave downwards, sorted.
    pub(crate) exits: Vec<usize>,
    /// How all others are paired in this element, or in one that only differs there.
    pub(crate) rest: Vec<(usize, usize)>,
}
