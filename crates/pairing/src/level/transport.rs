//! The transportation problem of classes: a few dozen rows and as many columns.
//!
//! Vertices of one class are interchangeable except for missing edges. To match `n_c` vertices of each
//! class at least cost, fractions allowed and missing edges ignored, is a linear program with one row
//! and one column per class. Its duals are feasible for the matching problem, because missing edges
//! only remove constraints of the dual.
//!
//! Source: successive shortest paths with potentials (J. Edmonds and R. M. Karp, 1972; N. Tomizawa,
//! 1971) on the double cover of the fractional perfect matching problem, along many paths at once
//! where they are tight (E. A. Dinic, Algorithm for solution of a problem of maximum flow in
//! networks with power estimation, 1970).

mod flows;

use std::ops::Range;

use self::flows::Flows;
use edelweiss_matching::bitset::ones;

/// The cost of two classes without an edge between them. Four times this can be represented.
pub(super) const NO_EDGE: i64 = 1 << 60;

/// What rows and columns pay: no edge costs less than its two.
#[derive(Debug, Default)]
struct Duals {
    of_rows: Vec<i64>,
    of_columns: Vec<i64>,
}

/// Edges one by one, by row.
#[derive(Debug, Default)]
struct EdgeLists {
    /// By row: its first edge; one more at the end.
    starts: Vec<u32>,
    columns: Vec<u32>,
    costs: Vec<i64>,
    /// By row: the columns with tight edges, as bits.
    tight: Vec<u64>,
}

impl EdgeLists {
    /// `cost` by row and column; [`NO_EDGE`] is no edge.
    fn fill(&mut self, cost: &[i64], n: usize) {
        self.starts.clear();
        self.starts.push(0);
        self.columns.clear();
        self.costs.clear();
        for row in cost.chunks_exact(n.max(1)) {
            for (b, c) in row.iter().enumerate().filter(|(_, c)| **c != NO_EDGE) {
                self.columns.push(b as u32);
                self.costs.push(*c);
            }
            self.starts.push(self.columns.len() as u32);
        }
    }

    /// The numbers of a row's edges.
    fn row(&self, a: usize) -> Range<usize> {
        self.starts[a] as usize..self.starts[a + 1] as usize
    }

    fn n_rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// Words of a set of columns.
    fn words(&self) -> usize {
        self.n_rows().div_ceil(64)
    }

    /// A row's columns with what they cost.
    fn of_row(&self, a: usize) -> impl Iterator<Item = (usize, &i64)> {
        let row = self.row(a);
        let columns = self.columns[row.clone()].iter();
        columns.map(|b| *b as usize).zip(&self.costs[row])
    }
}

impl EdgeLists {
    /// The dual of a column is its least cost, that of a row what that leaves. False if a column has no
    /// edge.
    fn first_duals(&mut self, duals: &mut Duals) -> bool {
        let of_columns = &mut duals.of_columns;
        of_columns.clear();
        of_columns.resize(self.n_rows(), NO_EDGE);
        for (b, c) in self.columns.iter().zip(&self.costs) {
            let least = &mut of_columns[*b as usize];
            *least = (*least).min(*c);
        }
        if of_columns.contains(&NO_EDGE) {
            return false;
        }
        duals.of_rows.clear();
        for a in 0..self.n_rows() {
            let reduced = (self.of_row(a)).map(|(b, c)| c - of_columns[b]);
            duals.of_rows.push(reduced.min().unwrap_or(NO_EDGE));
        }
        true
    }

    /// Finds the tight edges of each row.
    fn find_tight(&mut self, duals: &Duals) {
        let (n, words) = (self.n_rows(), self.words());
        let mut tight = std::mem::take(&mut self.tight);
        tight.clear();
        tight.resize(n * words, 0);
        for (a, tight) in tight.chunks_exact_mut(words.max(1)).enumerate() {
            // Columns ascend: each word is written once.
            let (mut word, mut found) = (0, 0);
            for (b, c) in self.of_row(a) {
                if b / 64 != word {
                    tight[word] = found;
                    (word, found) = (b / 64, 0);
                }
                let is_tight = duals.of_rows[a] + duals.of_columns[b] == *c;
                found |= u64::from(is_tight) << (b % 64);
            }
            tight[word] = found;
        }
        self.tight = tight;
    }

    /// The columns with tight edges to a row.
    fn tight(&self, row: usize) -> &[u64] {
        let words = self.words();
        &self.tight[row * words..][..words]
    }

    /// Adds the `open` columns that have a tight edge to one of some rows, all as bits.
    fn reach(&mut self, rows: &[u64], open: &[u64], columns: &mut [u64]) {
        for a in ones(rows) {
            let tight = self.tight(a);
            for (column, (tight, open)) in columns.iter_mut().zip(tight.iter().zip(open)) {
                *column |= tight & open;
            }
        }
    }

    /// Lowers the distances of columns to what they are through some rows, all of them at distance
    /// `reach`.
    fn relax(&mut self, rows: &[usize], reach: i64, duals: &Duals, distances: &mut [i64]) {
        for &a in rows {
            let base = reach - duals.of_rows[a];
            for (b, c) in self.of_row(a) {
                let through = base + c - duals.of_columns[b];
                let distance = &mut distances[b];
                *distance = through.min(*distance);
            }
        }
    }
}

/// Solves one problem after another, in the same buffers.
#[derive(Debug, Default)]
pub(super) struct Transport {
    edges: EdgeLists,
    /// Of the last solution.
    flows: Flows,
}

impl Transport {
    /// Writes into `dual_2x` twice the dual of each class: `dual_2x[a] + dual_2x[b]` is at most
    /// twice `cost[a * n + b]` for all classes, with equality wherever an optimum has a pair.
    /// `cost` is symmetric; [`NO_EDGE`] is no edge. False if no fractional perfect matching exists.
    ///
    /// One pass over the edges and a few searches on bit rows for each change of the duals; of those a
    /// few for each class at most.
    ///
    /// # Panics
    /// When there is not a cost for every two classes.
    pub(super) fn solve(&mut self, cost: &[i64], count: &[u32], dual_2x: &mut Vec<i64>) -> bool {
        self.edges.fill(cost, count.len());
        self.flows.clear(count.len());
        self.flows.solve(&mut self.edges, count, dual_2x)
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::{TestResult, quickcheck};

    use super::*;

    /// Vertices, each of which is matched with one of the same vertices, once from either side.
    struct Copies<'a> {
        cost: &'a [i64],
        class_of: Vec<usize>,
        mates: Vec<Option<usize>>,
    }

    impl Copies<'_> {
        /// Gives `u` a partner on an augmenting path (H. W. Kuhn, 1955).
        fn place(&mut self, u: usize, seen: &mut [bool]) -> bool {
            let n = self.class_of.iter().max().map_or(0, |last| last + 1);
            for v in 0..self.class_of.len() {
                let may_meet = self.cost[self.class_of[u] * n + self.class_of[v]] != NO_EDGE;
                if may_meet && !std::mem::replace(&mut seen[v], true) {
                    let is_free = match self.mates[v] {
                        None => true,
                        Some(other) => self.place(other, seen),
                    };
                    if is_free {
                        self.mates[v] = Some(u);
                        return true;
                    }
                }
            }
            false
        }
    }

    fn is_solvable(cost: &[i64], count: &[u32]) -> bool {
        let of_class = |a: usize| std::iter::repeat_n(a, count[a] as usize);
        let class_of: Vec<usize> = (0..count.len()).flat_map(of_class).collect();
        let n = class_of.len();
        let mut copies = Copies {
            cost,
            class_of,
            mates: vec![None; n],
        };
        (0..n).all(|u| copies.place(u, &mut vec![false; n]))
    }

    /// Symmetric costs, no edge in one of four.
    fn costs(n: usize, numbers: &[u32]) -> Vec<i64> {
        let mut cost = vec![NO_EDGE; n * n];
        let pairs = (0..n).flat_map(|a| (a..n).map(move |b| (a, b)));
        for ((a, b), number) in pairs.zip(numbers.iter().cycle()) {
            if number % 4 > 0 {
                cost[a * n + b] = i64::from(number / 4 % 16);
                cost[b * n + a] = cost[a * n + b];
            }
        }
        cost
    }

    #[test]
    fn prices_of_two_classes_add_up_to_the_least_cost() {
        // An edge within the first class costs 3, one between the classes 1; they have four and two vertices.
        let (mut transport, mut dual_2x) = (Transport::default(), Vec::new());
        assert!(transport.solve(&[3, 1, 1, NO_EDGE], &[4, 2], &mut dual_2x));
        assert_eq!(dual_2x, [3, -1], "four halves of 3 and two of -1 are 5");
    }

    quickcheck! {
        /// Flows meet the counts, duals are feasible, and both cost the same.
        fn solutions_prove_themselves(counts: Vec<u8>, numbers: Vec<u32>) -> TestResult {
            let count: Vec<u32> = counts.iter().take(12).map(|c| u32::from(c % 9) + 1).collect();
            if count.is_empty() || numbers.is_empty() {
                return TestResult::discard();
            }
            let n = count.len();
            let cost = costs(n, &numbers);
            let mut transport = Transport::default();
            let mut dual_2x = Vec::new();
            if !transport.solve(&cost, &count, &mut dual_2x) {
                return TestResult::from_bool(!is_solvable(&cost, &count));
            }
            let mut total = 0;
            for a in 0..n {
                let flow = |a, b| transport.flows.flow(a, b);
                let out: u32 = (0..n).map(|b| flow(a, b)).sum();
                let into: u32 = (0..n).map(|b| flow(b, a)).sum();
                assert_eq!([out, into], [count[a]; 2]);
                for b in 0..n {
                    assert!(dual_2x[a] + dual_2x[b] <= 2 * cost[a * n + b]);
                    let flow = i64::from(flow(a, b));
                    total += flow.saturating_mul(cost[a * n + b]);
                }
            }
            let bound: i64 = dual_2x.iter().zip(&count).map(|(dual, c)| dual * i64::from(*c)).sum();
            TestResult::from_bool(bound == total)
        }
    }
}
