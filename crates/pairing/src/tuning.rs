//! The thresholds of the engine, in one place.
//!
//! None decides which round comes out, only by which path: tests set them to tiny values and others, so
//! that small rounds take every path.

/// Which path is taken where several lead to the same round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// The table of small brackets: the largest field, at most 63.
    pub table_present: usize,
    /// The largest bracket of the table, at most 12.
    pub table_players: usize,
    /// Steps of branching that one bracket of the table may take, before the other levels have it.
    pub table_steps: u32,
    /// The largest following bracket that the table compares exactly, at most 24.
    pub table_ahead: usize,
    /// Classes of a bracket alone; with more it goes to the next level.
    pub classes: usize,
    /// Bits of the costs of a pair of classes, at most 56.
    pub class_bits: u32,
    /// Groups of players of whom no two may meet that become part of the classes, at most 10; fewer where
    /// the classes become too many.
    pub ban_groups: usize,
    /// A group counts if it is at least one in so many of the bracket.
    pub ban_group_part: usize,
    /// Bits of the criteria that are asked at once together with what lies below, at most 62; always fewer
    /// by what duals need.
    pub step_bits: u32,
    /// In a graph of at most so many vertices, near exchanges of one player are tried one by one.
    pub near_exchange_vertices: usize,
    /// Up to this difference.
    pub near_exchange: usize,
    /// Pairs of players for whom a completion is rerouted in vain before the general search, or another
    /// level, takes over.
    pub reroutes: usize,
    /// The reference engine: bits of questions in one matching.
    pub portion_bits: u32,
}

impl Tuning {
    /// What is quickest.
    pub const MEASURED: Self = Self {
        table_present: 63,
        table_players: 12,
        table_steps: 4_000,
        table_ahead: 24,
        classes: 400,
        class_bits: 56,
        ban_groups: 10,
        ban_group_part: 24,
        step_bits: 62,
        near_exchange_vertices: 512,
        near_exchange: 3,
        reroutes: 64,
        portion_bits: 128,
    };

    /// So little that rounds of ten players take every path.
    pub const TINY: Self = Self {
        table_present: 63,
        table_players: 4,
        table_steps: 3,
        table_ahead: 3,
        classes: 4,
        class_bits: 6,
        ban_groups: 2,
        ban_group_part: 24,
        step_bits: 1,
        near_exchange_vertices: 8,
        near_exchange: 1,
        reroutes: 1,
        portion_bits: 4,
    };
}
