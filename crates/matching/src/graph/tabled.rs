//! Bit rows and a table of weights.

use super::{Dense, MOST_LISTED, VertexId, WeightedGraph, for_each_but};
use crate::cardinality::BitGraph;
use crate::table::WeightTable;
use crate::weight::Weight;

/// A dense graph whose weights come from a small table: bit rows say which edges there are, and the
/// weight of the edge `uv` with `u < v` is the table's entry at the row of `u` and the column of
/// `v`.
///
/// Where vertices fall into classes that decide all weights, the class is both row and column; where
/// the lower vertex decides the weight, each vertex has a row of its own and there is one column.
///
/// Memory: `n * n` bits and the table. An edge is found and removed in O(1); the neighbours of a
/// vertex are visited in O(n / 64 + degree).
#[derive(Clone, Debug)]
pub struct Tabled<W> {
    pub(super) n: usize,
    /// Words per row.
    pub(super) words: usize,
    /// Bit `u % 64` of word `u / 64` of row `v` is set iff there is an edge `uv`. Symmetric.
    pub(super) present: Vec<u64>,
    pub(super) row_of: Vec<u32>,
    pub(super) column_of: Vec<u32>,
    pub(super) table: WeightTable<W>,
    pub(super) lists: Option<Lists<W>>,
}

/// The neighbours of each vertex of a graph with a table.
#[derive(Clone, Debug)]
pub(super) struct Lists<W> {
    pub(super) common_column: usize,
    /// By vertex: what an edge to a higher vertex of that column weighs.
    pub(super) weights_to_common: Vec<W>,
    pub(super) neighbours: Vec<u32>,
    /// By vertex: where its lists start, see [`Listed`]; then where the last list ends.
    pub(super) starts: Vec<[u32; 3]>,
}

/// The neighbours of a vertex. The most vertices share a column, these are the *common* ones.
pub(crate) struct Listed<'a, W> {
    pub(crate) lower: &'a [u32],
    /// The higher ones that are common.
    pub(crate) common: &'a [u32],
    /// The higher ones that are not.
    pub(crate) others: &'a [u32],
    /// Whether the vertex is common.
    pub(crate) is_common: bool,
    /// What an edge to a higher vertex that is common weighs.
    pub(crate) weight_to_common: &'a W,
}

impl<W: Weight> Tabled<W> {
    /// A graph without edges. `row_of` and `column_of` have an entry for each vertex. O(n²/64).
    ///
    /// # Panics
    /// When the lists disagree about the number of vertices, or name a row or column that the
    /// table does not have.
    #[must_use]
    pub fn new(row_of: Vec<u32>, column_of: Vec<u32>, table: WeightTable<W>) -> Self {
        let n = row_of.len();
        assert_eq!(n, column_of.len(), "every vertex has a row and a column");
        let inside = |row: &u32| (*row as usize) < table.n_rows();
        assert!(row_of.iter().all(inside), "the table has the rows");
        let inside = |column: &u32| (*column as usize) < table.n_columns();
        assert!(column_of.iter().all(inside), "the table has the columns");
        let words = n.div_ceil(64);
        Self {
            n,
            words,
            present: vec![0; n * words],
            row_of,
            column_of,
            table,
            lists: None,
        }
    }

    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.n
    }

    /// Adds or removes an edge. O(1). Self-loops, and edges of vertices that do not exist, are
    /// ignored.
    pub fn set_edge(&mut self, u: VertexId, v: VertexId, present: bool) {
        let (u, v) = (u.index(), v.index());
        if u == v || u >= self.n || v >= self.n {
            return;
        }
        self.lists = None;
        for (from, to) in [(u, v), (v, u)] {
            let word = &mut self.present[from * self.words + to / 64];
            if present {
                *word |= 1 << (to % 64);
            } else {
                *word &= !(1 << (to % 64));
            }
        }
    }

    /// See [`Graph::list_neighbours`].
    pub(super) fn lists(&self) -> Option<Lists<W>> {
        let n_edges: u64 = (self.present.iter().map(|word| u64::from(word.count_ones()))).sum();
        if n_edges > (MOST_LISTED * self.present.len()) as u64 || u32::try_from(n_edges).is_err() {
            return None;
        }
        let mut sizes = vec![0; self.table.n_columns()];
        for column in &self.column_of {
            sizes[*column as usize] += 1;
        }
        let common_column = (0..sizes.len()).max_by_key(|column| sizes[*column])?;
        let to_common = |row: &u32| self.table.at(*row as usize, common_column).clone();
        let mut lists = Lists {
            common_column,
            weights_to_common: self.row_of.iter().map(to_common).collect(),
            neighbours: Vec::with_capacity(n_edges as usize),
            starts: Vec::with_capacity(self.n + 1),
        };
        let mut others = Vec::new();
        for v in 0..self.n {
            let start = lists.neighbours.len() as u32;
            let mut higher = start;
            for_each_but(&self.present[v * self.words..][..self.words], &[], |u| {
                if u > v && self.column_of[u] as usize != common_column {
                    others.push(u as u32);
                } else {
                    lists.neighbours.push(u as u32);
                    higher += u32::from(u < v);
                }
            });
            lists
                .starts
                .push([start, higher, lists.neighbours.len() as u32]);
            lists.neighbours.append(&mut others);
        }
        lists.starts.push([n_edges as u32; 3]);
        Some(lists)
    }

    /// Takes over all edges of a graph with as many vertices. O(n²/64).
    ///
    /// # Panics
    /// When the numbers of vertices differ.
    pub fn set_edges(&mut self, edges: &BitGraph) {
        assert_eq!(self.n, edges.n_vertices(), "both have the same vertices");
        self.lists = None;
        self.present.copy_from_slice(edges.words());
    }

    #[inline]
    pub(super) fn has(&self, u: VertexId, v: VertexId) -> bool {
        let (u, v) = (u.index(), v.index());
        u < self.n && v < self.n && self.present[u * self.words + v / 64] >> (v % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn entry(&self, u: usize, v: usize) -> &W {
        let (low, high) = (u.min(v), u.max(v));
        self.table
            .at(self.row_of[low] as usize, self.column_of[high] as usize)
    }

    /// The same graph with a weight of its own for every edge.
    pub(super) fn to_dense(&self) -> Dense<W> {
        Dense::from_fn(self.n, |u, v| self.weight(u, v).cloned())
    }
}

impl<W: Weight> WeightedGraph<W> for Tabled<W> {
    fn n_vertices(&self) -> usize {
        self.n
    }

    #[inline]
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        self.has(u, v).then(|| self.entry(u.index(), v.index()))
    }

    #[inline]
    fn for_each_neighbour_but(
        &self,
        v: VertexId,
        but: &[u64],
        mut visit: impl FnMut(VertexId, &W),
    ) {
        let v = v.index();
        if v >= self.n {
            return;
        }
        let row = &self.present[v * self.words..(v + 1) * self.words];
        for_each_but(row, but, |u| visit(VertexId::new(u), self.entry(u, v)));
    }
}
