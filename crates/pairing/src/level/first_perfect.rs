//! The lexicographically first perfect matching of a bipartite graph.
//!
//! Failed tests split the graph for good: if a row cannot take a column, the rows from which the freed
//! column can be reached, and their columns, have no mates elsewhere in any perfect matching, and all
//! their other edges go (A. L. Dulmage and N. S. Mendelsohn, 1958).

use std::ops::Range;

use edelweiss_matching::VertexId;
use edelweiss_matching::bitset::{first_common_from, insert, ones, remove};
use edelweiss_matching::cardinality::BitGraph;

use super::greedy::FirstMatching;

/// No mate.
const NONE: u16 = u16::MAX;

/// A graph on bit rows and two sides of it, whose lexicographically first perfect matching is wanted.
/// Buffers are kept from one graph to the next.
#[derive(Debug, Default)]
pub(super) struct FirstPerfect {
    n: usize,
    words: usize,
    rows: Vec<u64>,
    mate: Vec<u16>,
    /// Vertices of one side without a fixed mate.
    left: Vec<u64>,
    /// Vertices of the other side without a fixed mate.
    right: Vec<u64>,
    scratch_mask: Vec<u64>,
    scratch_columns: Vec<u64>,
    /// By row of the current search: the column through which it was reached.
    scratch_parent: Vec<u16>,
    scratch_queue: Vec<u16>,
}

impl FirstPerfect {
    /// Starts over with `n` vertices, fewer than 65,535, and no edges.
    pub(super) fn reset(&mut self, n: usize) {
        self.n = n;
        self.words = n.div_ceil(64);
        self.rows.clear();
        self.rows.resize(n * self.words, 0);
        self.mate.clear();
        self.mate.resize(n, NONE);
        for mask in [
            &mut self.left,
            &mut self.right,
            &mut self.scratch_mask,
            &mut self.scratch_columns,
        ] {
            mask.clear();
            mask.resize(self.words, 0);
        }
        self.scratch_parent
            .resize(n.max(self.scratch_parent.len()), NONE);
    }

    /// Words of a row.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The row of a vertex: its neighbours. Rows are to be symmetric.
    ///
    /// # Panics
    /// When there is no such vertex.
    pub(super) fn row_mut(&mut self, v: usize) -> &mut [u64] {
        &mut self.rows[v * self.words..(v + 1) * self.words]
    }

    /// All rows, one after the other.
    pub(super) fn rows_mut(&mut self) -> &mut [u64] {
        &mut self.rows
    }

    fn row(&self, v: usize) -> &[u64] {
        &self.rows[v * self.words..(v + 1) * self.words]
    }

    fn has(&self, v: usize, u: usize) -> bool {
        self.rows[v * self.words + u / 64] >> (u % 64) & 1 == 1
    }

    /// The rows as a graph of their own.
    pub(super) fn to_graph(&self) -> BitGraph {
        let mut graph = BitGraph::new(self.n);
        for v in 0..self.n {
            graph.set_half_row(VertexId::new(v), self.row(v));
        }
        graph
    }

    /// Whoever can be taken by [`Self::take_lowest`].
    pub(super) fn open(&mut self, vertices: Range<usize>) {
        self.right.fill(0);
        vertices.for_each(|v| insert(&mut self.right, v));
    }

    /// Some perfect matching: lowest partners first, then augmenting paths.
    fn match_greedily(&mut self, left: &[u32]) -> bool {
        let mut free = std::mem::take(&mut self.scratch_columns);
        free.copy_from_slice(&self.right);
        let mut low = 0;
        let mut exposed = 0;
        for &v in left {
            while low < self.words && free[low] == 0 {
                low += 1;
            }
            match first_common_from(self.row(v as usize), &free, low) {
                Some(u) => {
                    remove(&mut free, u);
                    self.join(v as usize, u);
                }
                None => exposed += 1,
            }
        }
        let mut complete = true;
        if exposed > 0 {
            for &v in left {
                if self.mate[v as usize] == NONE && !self.augment(v as usize, &mut free) {
                    complete = false;
                    break;
                }
            }
        }
        self.scratch_columns = free;
        complete
    }

    fn join(&mut self, v: usize, u: usize) {
        self.mate[v] = u as u16;
        self.mate[u] = v as u16;
    }

    /// Breadth-first search for an augmenting path from the exposed row `root`.
    fn augment(&mut self, root: usize, free: &mut [u64]) -> bool {
        // Columns not yet reached.
        let mut fresh = std::mem::take(&mut self.scratch_mask);
        fresh.copy_from_slice(&self.right);
        self.scratch_queue.clear();
        self.scratch_queue.push(root as u16);
        let mut next = 0;
        let mut found = None;
        'search: while let Some(&row) = self.scratch_queue.get(next) {
            next += 1;
            let row = usize::from(row);
            if let Some(column) = first_common_from(self.row(row), free, 0) {
                self.scratch_parent[column] = row as u16;
                found = Some(column);
                break 'search;
            }
            for word in 0..self.words {
                let mut reached = self.rows[row * self.words + word] & fresh[word];
                fresh[word] &= !reached;
                while reached != 0 {
                    let column = word * 64 + reached.trailing_zeros() as usize;
                    reached &= reached - 1;
                    self.scratch_parent[column] = row as u16;
                    self.scratch_queue.push(self.mate[column]);
                }
            }
        }
        self.scratch_mask = fresh;
        let Some(mut column) = found else {
            return false;
        };
        remove(free, column);
        loop {
            let row = usize::from(self.scratch_parent[column]);
            let before = self.mate[row];
            self.join(row, column);
            if before == NONE {
                return true;
            }
            column = usize::from(before);
        }
    }

    /// Turns a perfect matching into the first one. Invariant: `left` and `right` hold the vertices
    /// that are not fixed yet, and the matching stays perfect on them.
    fn make_first(&mut self, left: &[u32]) -> bool {
        let mut low = 0;
        for &row in left {
            let row = row as usize;
            while low < self.words && self.right[low] == 0 {
                low += 1;
            }
            let mut column = first_common_from(self.row(row), &self.right, low)
                .expect("a row of a perfect matching has its mate");
            if column != self.mate(row) && !self.reroute(row, column) {
                column = first_common_from(self.row(row), &self.right, low)
                    .expect("a row of a perfect matching has its mate");
                if column != self.mate(row) {
                    let rerouted = self.reroute(row, column);
                    assert!(
                        rerouted,
                        "every edge left after a split lies in a perfect matching"
                    );
                }
            }
            remove(&mut self.left, row);
            remove(&mut self.right, column);
        }
        true
    }

    /// Makes `column` the mate of `row` if a perfect matching allows it; else removes the edges that
    /// this failure shows to be useless.
    fn reroute(&mut self, row: usize, column: usize) -> bool {
        let freed = self.mate(row);
        let displaced = self.mate(column);
        if self.has(displaced, freed) {
            self.join(row, column);
            self.join(displaced, freed);
            return true;
        }
        // Rows that can reach `freed`, backwards through the matching.
        let mut reached = std::mem::take(&mut self.scratch_mask);
        reached.fill(0);
        self.scratch_queue.clear();
        self.scratch_queue.push(freed as u16);
        let mut next = 0;
        let mut found = false;
        'search: while let Some(&at) = self.scratch_queue.get(next) {
            next += 1;
            let at = usize::from(at);
            for word in 0..self.words {
                let mut new = self.rows[at * self.words + word] & self.left[word] & !reached[word];
                reached[word] |= new;
                while new != 0 {
                    let r = word * 64 + new.trailing_zeros() as usize;
                    new &= new - 1;
                    self.scratch_parent[r] = at as u16;
                    if r == displaced {
                        found = true;
                        break 'search;
                    }
                    if r != row {
                        self.scratch_queue.push(self.mate[r]);
                    }
                }
            }
        }
        if found {
            let mut r = displaced;
            loop {
                let c = usize::from(self.scratch_parent[r]);
                let behind = self.mate(c);
                self.join(r, c);
                if c == freed {
                    break;
                }
                r = behind;
            }
            self.join(row, column);
        } else {
            insert(&mut reached, row);
            self.split(&reached);
        }
        self.scratch_mask = reached;
        found
    }

    /// Removes all edges between the rows of `part` and columns other than their mates' and between
    /// those columns and other rows (there are none).
    fn split(&mut self, part: &[u64]) {
        let mut columns = std::mem::take(&mut self.scratch_columns);
        columns.fill(0);
        for row in ones(part) {
            insert(&mut columns, usize::from(self.mate[row]));
        }
        for row in ones(part) {
            for word in 0..self.words {
                self.rows[row * self.words + word] &= columns[word] | !self.right[word];
            }
        }
        for word in 0..self.words {
            let mut outside = self.right[word] & !columns[word];
            while outside != 0 {
                let column = word * 64 + outside.trailing_zeros() as usize;
                outside &= outside - 1;
                for (to, gone) in self.rows[column * self.words..(column + 1) * self.words]
                    .iter_mut()
                    .zip(part)
                {
                    *to &= !gone;
                }
            }
        }
        self.scratch_columns = columns;
    }
}

impl FirstMatching for FirstPerfect {
    fn take_lowest(&mut self, v: usize) -> Option<usize> {
        let lowest = first_common_from(self.row(v), &self.right, 0)?;
        remove(&mut self.right, lowest);
        Some(lowest)
    }

    /// O(n²/64) for the first matching and per failed test; there is at most one failed test per row. Edges
    /// that no perfect matching has may be gone afterwards.
    fn match_first(&mut self, left: &[u32], right: &[u32]) -> bool {
        debug_assert_eq!(left.len(), right.len());
        self.left.fill(0);
        self.right.fill(0);
        for v in left {
            insert(&mut self.left, *v as usize);
            self.mate[*v as usize] = NONE;
        }
        for v in right {
            insert(&mut self.right, *v as usize);
            self.mate[*v as usize] = NONE;
        }
        self.match_greedily(left) && self.make_first(left)
    }

    fn mate(&self, v: usize) -> usize {
        usize::from(self.mate[v])
    }

    fn nearest(&self) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    /// The first perfect matching by trying all, each vertex of the left side in turn.
    fn first(rows: &[u64], free: u64) -> Option<Vec<usize>> {
        let Some((row, rest)) = rows.split_first() else {
            return Some(Vec::new());
        };
        ones(&[row & free]).find_map(|u| {
            let mut mates = vec![u];
            mates.extend(first(rest, free & !(1 << u))?);
            Some(mates)
        })
    }

    #[test]
    fn a_row_leaves_its_lowest_column_to_one_that_has_no_other() {
        let mut graph = FirstPerfect::default();
        graph.reset(4);
        for (v, u) in [(0, 2), (0, 3), (1, 2)] {
            insert(graph.row_mut(v), u);
            insert(graph.row_mut(u), v);
        }
        assert!(graph.match_first(&[0, 1], &[2, 3]));
        assert_eq!((graph.mate(0), graph.mate(1)), (3, 2));
    }

    quickcheck! {
        fn the_first_of_all_is_found(rows: Vec<(u8, u8)>) -> bool {
            let n = rows.len().min(7);
            let mut graph = FirstPerfect::default();
            graph.reset(2 * n);
            let rows: Vec<u64> = (rows.iter().take(n))
                .map(|(a, b)| (u64::from(a | b) % (1 << n)) << n)
                .collect();
            for (v, row) in rows.iter().enumerate() {
                graph.row_mut(v).copy_from_slice(&[*row][..n.min(1)]);
                for u in ones(&[*row]) {
                    insert(graph.row_mut(u), v);
                }
            }
            let sides = [0..n, n..2 * n];
            let [left, right] = sides.map(|side| side.map(|v| v as u32).collect::<Vec<_>>());
            let is_found = graph.match_first(&left, &right);
            let expected = first(&rows, u64::MAX);
            is_found == expected.is_some()
                && expected.is_none_or(|mates| (0..n).all(|v| graph.mate(v) == mates[v]))
        }
    }
}
