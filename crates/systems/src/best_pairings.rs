//! The cheapest complete pairings of many players, by one cost after another.
//!
//! What the systems of this crate compare are sums over pairs, and what a pair costs depends on a few
//! properties of its two players only. So vertices fall into classes, costs are tables by classes, and
//! [`LexicographicOptima`] keeps the pairings that are cheapest by the first cost, of these the ones that are
//! cheapest by the second, and so on. Nothing is stored for each pair but the bit that says whether it
//! is possible, and no number grows with the length of the list of costs.

use std::collections::BTreeMap;
use std::ops::Range;

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{Error, LexicographicOptima, VertexId, WeightTable};
use edelweiss_model::Score;

/// The class of every vertex.
#[derive(Debug)]
pub(crate) struct CostClasses<K> {
    of: Vec<u32>,
    keys: Vec<K>,
}

impl<K: Ord + Clone> CostClasses<K> {
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
    pub(crate) fn keep_cheapest(
        &self,
        best: &mut LexicographicOptima,
        cost: impl Fn(&K, &K) -> u64,
    ) -> bool {
        let costs = self
            .keys
            .iter()
            .flat_map(|a| self.keys.iter().map(|b| cost(a, b)));
        self.keep_cheapest_of(best, costs)
    }

    /// The same for costs class by class, in the order of [`CostClasses::table`].
    pub(crate) fn keep_cheapest_of(
        &self,
        best: &mut LexicographicOptima,
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

/// Of the pairings left, keeps those whose upfloaters' scores, taken in ascending order, are the largest.
///
/// Vertices are the residents, then players of lower score with `scores`, from the highest, then
/// others; an upfloater is a player of lower score who meets a resident, and all pairings left have
/// equally many. As few as possible have the lowest score, then as few as possible the second lowest, and
/// so on. Scores that the pairing at hand does without are passed over, because the fewest are none
/// there, and nothing remains to be kept once all upfloaters are counted.
pub(crate) fn keep_highest_upfloaters(
    best: &mut LexicographicOptima,
    n_residents: usize,
    scores: &[Score],
) {
    let upfloaters_of = |best: &LexicographicOptima| -> Vec<Score> {
        // From the highest score to the lowest, as the players are.
        let mates = best.mates()[n_residents..].iter().zip(scores);
        mates
            .filter(|(mate, _)| mate.is_some_and(|mate| mate.index() < n_residents))
            .map(|(_, score)| *score)
            .collect()
    };
    let n = best.mates().len();
    let mut decided = None;
    loop {
        let upfloaters = upfloaters_of(best);
        let open = |score: &&Score| decided.is_none_or(|decided| **score > decided);
        let Some(lowest) = upfloaters.iter().rev().find(open).copied() else {
            return;
        };
        let kind = |score: &Score| match decided {
            Some(decided) if *score <= decided => Upfloat::Free,
            _ if *score < lowest => Upfloat::Never,
            _ if *score == lowest => Upfloat::One,
            _ => Upfloat::Free,
        };
        let kinds = std::iter::repeat_n(Upfloat::Resident, n_residents)
            .chain(scores.iter().map(kind))
            .chain(std::iter::repeat(Upfloat::Free));
        // More than all of the lowest score together.
        let never = n as u64;
        CostClasses::new(kinds.take(n)).keep_cheapest(best, |a, b| match (a, b) {
            (Upfloat::Resident, other) | (other, Upfloat::Resident) => match other {
                Upfloat::One => 1,
                Upfloat::Never => never,
                Upfloat::Resident | Upfloat::Free => 0,
            },
            _ => 0,
        });
        decided = Some(lowest);
    }
}

/// What a vertex means for the upfloaters of one score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Upfloat {
    Resident,
    /// Costs one with a resident.
    One,
    /// A lower score, of which nobody need be taken.
    Never,
    /// Costs nothing: a higher score, or one that is decided.
    Free,
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
    fn upfloaters_come_from_the_highest_scores_that_leave_the_others_paired() {
        // Residents 0 and 1; scores 3, 3, 2, 1. Nobody else can meet the player with score 1 but a
        // resident, so that one goes up; the other upfloater has score 3, not 2.
        let mut graph = BitGraph::new(6);
        join(&mut graph, 0..2, 2..6);
        join(&mut graph, 2..5, 2..5);
        let scores = [3, 3, 2, 1].map(|points| Score::from_tenths(10 * points));
        let mut best = LexicographicOptima::new(graph, Vec::new());
        assert!(CostClasses::new([0; 6]).keep_cheapest(&mut best, |_, _| 0));
        keep_highest_upfloaters(&mut best, 2, &scores);
        let is_upfloater = |v: &usize| best.mates()[*v].is_some_and(|mate| mate.index() < 2);
        let upfloaters: Vec<usize> = (2..6).filter(is_upfloater).collect();
        assert!(
            upfloaters == [2, 5] || upfloaters == [3, 5],
            "{upfloaters:?}"
        );
        let mut face = best.face().expect("some are left");
        assert!(!face.try_restrict(VertexId::new(4), &[0b11]));
    }

    #[test]
    fn of_the_cheapest_by_the_first_cost_the_cheapest_by_the_second_are_kept() {
        let classes = CostClasses::new(["a", "b", "a", "b"]);
        let mut best = LexicographicOptima::new(BitGraph::complete(4), Vec::new());
        assert!(classes.keep_cheapest(&mut best, |a, b| u64::from(a == b)));
        let odd = CostClasses::new([1, 0, 0, 0]);
        assert!(odd.keep_cheapest(&mut best, |_, _| 7));
        let mut face = best.face().expect("a square is left");
        assert!(!face.try_restrict(VertexId::new(0), &[0b0100]));
        assert!(face.try_restrict(VertexId::new(0), &[0b1000]));
        let mut alone = LexicographicOptima::new(BitGraph::new(2), Vec::new());
        assert!(!CostClasses::new([0, 0]).keep_cheapest(&mut alone, |_, _| 0));
    }
}
