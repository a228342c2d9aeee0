//! The cheapest complete pairings of many players, by one cost after another.
//!
//! What the systems of this crate compare are sums over pairs, and what a pair costs depends on a few
//! properties of its two players only. So vertices fall into classes, costs are tables by classes, and
//! [`Best`] keeps the pairings that are cheapest by the first cost, of these the ones that are
//! cheapest by the second, and so on. Nothing is stored for each pair but the bit that says whether it
//! is possible, and no number grows with the length of the list of costs.

use std::collections::BTreeMap;
use std::ops::Range;

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{Best, Error, VertexId, WeightTable};

/// The class of every vertex.
#[derive(Debug)]
pub(crate) struct Classes<K> {
    of: Vec<u32>,
    keys: Vec<K>,
}

impl<K: Ord + Clone> Classes<K> {
    /// Classes of vertices with equal keys. O(n log classes).
    pub(crate) fn new(keys: impl IntoIterator<Item = K>) -> Self {
        let (mut numbers, mut list) = (BTreeMap::new(), Vec::new());
        let of = (keys.into_iter())
            .map(|key| {
                *numbers.entry(key).or_insert_with_key(|key| {
                    list.push(key.clone());
                    list.len() as u32 - 1
                })
            })
            .collect();
        Self { of, keys: list }
    }

    /// Keeps the complete pairings whose pairs cost the least in total; `cost` is symmetric. False if
    /// there is no complete pairing.
    pub(crate) fn keep_cheapest(&self, best: &mut Best, cost: impl Fn(&K, &K) -> u64) -> bool {
        let costs = self
            .keys
            .iter()
            .flat_map(|a| self.keys.iter().map(|b| cost(a, b)));
        self.keep_cheapest_of(best, costs)
    }

    /// The same for costs class by class, in the order of [`Classes::table`].
    pub(crate) fn keep_cheapest_of(
        &self,
        best: &mut Best,
        costs: impl Iterator<Item = u64>,
    ) -> bool {
        let entries = costs.map(|cost| -(cost as i64)).collect();
        match best.keep::<i64>(&self.of, &WeightTable::square(entries)) {
            Ok(()) => true,
            Err(Error::NoMatching(_)) => false,
            Err(error) => unreachable!("counts of players leave an i64 its headroom: {error}"),
        }
    }

    /// For each two classes, row by row, what `of` says of a vertex of either.
    pub(crate) fn table<T>(&self, of: impl Fn(usize, usize) -> T) -> Vec<T> {
        let mut first = vec![None; self.keys.len()];
        for (v, class) in self.of.iter().enumerate() {
            first[*class as usize].get_or_insert(v);
        }
        let first: Vec<usize> = first.into_iter().flatten().collect();
        (first.iter())
            .flat_map(|a| first.iter().map(|b| (*a, *b)))
            .map(|(a, b)| of(a, b))
            .collect()
    }
}

/// A set of vertices out of `n`, as the matching crate takes it: a bit for each in words of 64.
pub(crate) fn set_of(n: usize, vertices: impl IntoIterator<Item = usize>) -> Vec<u64> {
    let mut set = vec![0; n.div_ceil(64)];
    for v in vertices {
        set[v / 64] |= 1 << (v % 64);
    }
    set
}

/// Adds every edge between two ranges of vertices, which are equal or disjoint. O(n/64) per member.
pub(crate) fn join(graph: &mut BitGraph, a: Range<usize>, b: Range<usize>) {
    let n = graph.n_vertices();
    for (from, to) in [(a.clone(), b.clone()), (b, a)] {
        let others = set_of(n, to);
        for v in from {
            let vertex = VertexId::new(v);
            let mut row: Vec<u64> = (graph.row(vertex).iter().zip(&others))
                .map(|(row, others)| row | others)
                .collect();
            row[v / 64] &= !(1 << (v % 64));
            graph.set_half_row(vertex, &row);
        }
    }
}

/// Removes the edges of every vertex to those outside what `keep` says for it; symmetric. O(n²/64).
pub(crate) fn keep_edges<'s>(graph: &mut BitGraph, keep: impl Fn(usize) -> &'s [u64]) {
    for v in 0..graph.n_vertices() {
        let vertex = VertexId::new(v);
        let row: Vec<u64> = (graph.row(vertex).iter().zip(keep(v)))
            .map(|(row, keep)| row & keep)
            .collect();
        graph.set_half_row(vertex, &row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_ranges_have_every_edge_and_no_loop() {
        let mut graph = BitGraph::new(70);
        join(&mut graph, 1..4, 1..4);
        join(&mut graph, 0..1, 64..66);
        let edges: Vec<(usize, usize)> = (0..70)
            .flat_map(|u| (u..70).map(move |v| (u, v)))
            .filter(|(u, v)| {
                let [u, v] = [*u, *v].map(VertexId::new);
                assert_eq!(graph.has_edge(u, v), graph.has_edge(v, u));
                graph.has_edge(u, v)
            })
            .collect();
        assert_eq!(edges, [(0, 64), (0, 65), (1, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn of_the_cheapest_by_the_first_cost_the_cheapest_by_the_second_are_kept() {
        let classes = Classes::new(["a", "b", "a", "b"]);
        let mut best = Best::new(BitGraph::complete(4), Vec::new());
        assert!(classes.keep_cheapest(&mut best, |a, b| u64::from(a == b)));
        let odd = Classes::new([1, 0, 0, 0]);
        assert!(odd.keep_cheapest(&mut best, |_, _| 7));
        let mut face = best.face().expect("a square is left");
        assert!(!face.try_restrict(VertexId::new(0), &[0b0100]));
        assert!(face.try_restrict(VertexId::new(0), &[0b1000]));
        let mut alone = Best::new(BitGraph::new(2), Vec::new());
        assert!(!Classes::new([0, 0]).keep_cheapest(&mut alone, |_, _| 0));
    }
}
