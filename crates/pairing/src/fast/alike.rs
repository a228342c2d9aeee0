//! Rows of a table that are alike.

use foldhash::fast::FixedState;
use indexmap::IndexSet;

/// Rows of a symmetric table, those that are alike once.
pub(super) struct Alike {
    /// By row: its number among those.
    pub(super) of: Vec<u32>,
    pub(super) n: usize,
    /// By two of those, row-major.
    pub(super) ranks: Vec<u32>,
}

impl Alike {
    /// By two of `n` rows, row-major, the place of a rank. O(n²).
    pub(super) fn new(n: usize, places: &[u32], ranks: &[u32]) -> Self {
        let mut rows: IndexSet<Vec<u32>, FixedState> = IndexSet::default();
        // Of each of those, the first.
        let mut firsts = Vec::new();
        let mut of = Vec::with_capacity(n);
        let mut row = Vec::with_capacity(n);
        for (number, places) in places.chunks_exact(n.max(1)).enumerate() {
            row.clear();
            row.extend(places.iter().map(|place| ranks[*place as usize]));
            let own = rows.get_index_of(&row[..]).unwrap_or_else(|| {
                firsts.push(number);
                rows.insert_full(row.clone()).0
            });
            of.push(own as u32);
        }
        let of_firsts = |row: &Vec<u32>| firsts.iter().map(|first| row[*first]).collect::<Vec<_>>();
        Self {
            of,
            n: rows.len(),
            ranks: rows.iter().flat_map(of_firsts).collect(),
        }
    }
}
