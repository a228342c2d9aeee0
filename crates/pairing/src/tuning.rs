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
    /// Classes of a bracket alone; with more it goes to the next level.
    pub classes: usize,
    /// Vertices of the largest bracket alone whose tight edges are bit rows; those of larger ones are cells.
    pub bit_rows: usize,
    /// Bits of packed costs, at most 62: of the criteria that are asked at once together with what lies
    /// below, fewer by what duals need; and of a pair of classes, at most 56.
    pub cost_bits: u32,
    /// Near exchanges of one player are tried one by one in graphs of at most this many vertices.
    pub near_exchange_vertices: usize,
    /// The largest difference of such an exchange.
    pub near_exchange: usize,
    /// Pairs of players for whom a completion is rerouted in vain before the general search, or another
    /// level, takes over.
    pub reroutes: usize,
    /// The reference engine: bits of questions in one matching.
    pub portion_bits: u32,
}

impl Tuning {
    /// What is quickest, in millions of instructions of all pairing calls together by callgrind, 25 November
    /// 2026: of 48 rounds of 20 to 61 players (*small*) and of 24 of 100 to 501 (*middle*), the inputs of
    /// `docs/decisions/0007-buffers.md`.
    pub const MEASURED: Self = Self {
        // Small: 10.5, without the table 34.2.
        table_present: 63,
        // Small: 8 players 16.1, 9 12.5, 10 10.2, 11 10.5, 12 10.5.
        table_players: 10,
        // Small: 100 steps 11.2, 1,000 and 4,000 10.5.
        table_steps: 4_000,
        // 50, 100 and 400 classes: the same there, and in clubs within the noise of a loaded machine. A guard:
        // costs of all pairs of classes are a table.
        classes: 400,
        // 9,999 players in rounds 2, 5 and 9, pairing alone, 28 November 2026: 1,000 vertices 12.4, 16.2, 19.2;
        // 2,000 12.4, 19.4, 22.2; 16,000 25.3, 19.5, 22.2. Up to 500 players bit rows are a quarter cheaper.
        bit_rows: 1_000,
        // Small, middle: 1 bit 13.0, 23.0; 32 bits 11.0, 21.6; 62 bits 10.5, 21.4.
        cost_bits: 62,
        // Small, middle: none 11.2, 24.5; 64 and 512 vertices 10.5, 21.4.
        near_exchange_vertices: 512,
        // Middle: 1 22.2, 3 and 8 21.4.
        near_exchange: 3,
        // Small, middle: none 11.0, 490; 8 and 64 10.5, 21.4.
        reroutes: 64,
        // The reference engine: 300 players in 15.6 ms a round, and 157 ms with all in one portion.
        portion_bits: 128,
    };

    /// So little that rounds of ten players take every path.
    pub const TINY: Self = Self {
        table_present: 63,
        table_players: 4,
        table_steps: 3,
        classes: 4,
        bit_rows: 6,
        cost_bits: 6,
        near_exchange_vertices: 8,
        near_exchange: 1,
        reroutes: 1,
        portion_bits: 4,
    };
}
