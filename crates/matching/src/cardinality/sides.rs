//! Largest matchings of graphs that have two sides without an edge within either.
//!
//! Then layers miss no path, and a vertex of a side is looked for on the other one only: where most of
//! them have been reached, the few others are asked instead of all that reach them.

use std::borrow::Borrow;

use super::bit_graph::Bits;
use super::{BitGraph, Search};
use crate::bitset::{keep, meet, ones, take_away, unite};
use crate::graph::VertexId;

/// One of two sides such that every edge leads from one to the other; `None` if there are no such sides.
/// O(n²/64).
pub(crate) fn side_of(graph: &BitGraph) -> Option<Vec<u64>> {
    let n = graph.n;
    let mut sides = [Bits::empty(n), Bits::empty(n)];
    let mut unseen = Bits::full(n);
    let mut queue = Vec::new();
    for root in (0..n).map(VertexId::new) {
        if unseen.contains(root) {
            unseen.remove(root);
            sides[0].insert(root);
            queue.push((root, 0));
        }
        while let Some((v, own)) = queue.pop() {
            for (place, word) in graph.row(v).iter().enumerate() {
                if word & sides[own].0[place] != 0 {
                    return None;
                }
                let new = word & unseen.0[place];
                if new != 0 {
                    unseen.0[place] &= !new;
                    sides[1 - own].0[place] |= new;
                    for bit in ones(&[new]) {
                        queue.push((VertexId::new(place * 64 + bit), 1 - own));
                    }
                }
            }
        }
    }
    let [side, _] = sides;
    Some(side.0)
}

impl<G: Borrow<BitGraph>> Search<G> {
    /// Matches as many as possible, and tells the outer and the inner vertices. `side` is what
    /// [`side_of`] found for this graph, or one that it is a part of. O(n²/64) for each length of paths.
    pub(super) fn match_between_sides(&mut self, side: &[u64]) -> [Bits; 2] {
        let left = Bits(side.to_vec());
        let mut right = self.unlabelled.clone();
        take_away(&mut right.0, side);
        let (mut outer, mut inner) = loop {
            if let Some(reached) = self.match_between(&left, &right) {
                break reached;
            }
        };
        let reached = self.match_between(&right, &left);
        let (of_right, of_left) = reached.expect("there is no larger matching");
        unite(&mut outer.0, &of_right.0);
        unite(&mut inner.0, &of_left.0);
        [outer, inner]
    }

    /// Matches along shortest paths from one side to the other. If there are none: who is reached on this
    /// side from its exposed vertices, and who on the other.
    fn match_between(&mut self, from: &Bits, to: &Bits) -> Option<(Bits, Bits)> {
        let mut layer = self.exposed.clone();
        keep(&mut layer.0, &from.0);
        let mut unseen = to.clone();
        keep(&mut unseen.0, &self.unlabelled.0);
        let mut outer = layer.clone();
        let mut inner = Bits::empty(self.mate.len());
        let mut layers = Vec::new();
        loop {
            layers.push(layer);
            let mut near = self.near(&layers[layers.len() - 1], &unseen);
            take_away(&mut unseen.0, &near.0);
            if meet(&near.0, &self.exposed.0) {
                keep(&mut near.0, &self.exposed.0);
                let is_any = self.match_through(&near, &layers);
                assert!(is_any, "the first path is free");
                return None;
            }
            unite(&mut inner.0, &near.0);
            layer = Bits::empty(self.mate.len());
            for mate in near.iter().filter_map(|v| self.mate[v.index()]) {
                layer.insert(mate);
            }
            if layer.is_empty() {
                return Some((outer, inner));
            }
            unite(&mut outer.0, &layer.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::super::{Maximum, maximum_among, proves_maximum};
    use super::*;
    use crate::bitset::contains;

    /// A graph of up to 79 vertices, whose sides are told by the numbers of the vertices.
    fn graph(n: u8, factor: u8, edges: &[(u8, u8)]) -> BitGraph {
        let n = usize::from(n) % 80;
        let mut graph = BitGraph::new(n);
        let is_left = |v: usize| v * (usize::from(factor) | 1) % 7 < 3;
        for (a, b) in edges {
            let (a, b) = (usize::from(*a) % n.max(1), usize::from(*b) % n.max(1));
            if n > 0 && is_left(a) != is_left(b) {
                graph.set_edge(VertexId::new(a), VertexId::new(b), true);
            }
        }
        graph
    }

    quickcheck! {
        fn sides_give_the_same_decomposition(
            n: u8, factor: u8, edges: Vec<(u8, u8)>, left_out: Vec<u8>, start: Vec<Option<u8>>
        ) -> bool {
            let graph = graph(n, factor, &edges);
            let side = side_of(&graph).expect("the graph has two sides");
            let n = graph.n;
            let mut vertices = Bits::full(n);
            for v in left_out.iter().take(n / 4) {
                vertices.remove(VertexId::new(usize::from(*v) % n));
            }
            let start: Vec<_> = start.iter().map(|u| u.map(|u| VertexId::new(usize::from(u)))).collect();
            let Maximum { mate, outer, inner, .. } =
                maximum_among(&graph, &vertices.0, &start, Some(&side));
            let plain = maximum_among(&graph, &vertices.0, &start, None);
            let n_matched = |mate: &[Option<VertexId>]| mate.iter().flatten().count();
            (outer, inner.clone()) == (plain.outer, plain.inner)
                && n_matched(&mate) == n_matched(&plain.mate)
                && (!left_out.is_empty() || proves_maximum(&graph, &mate, &inner))
        }

        fn an_edge_within_a_side_is_seen(n: u8, factor: u8, edges: Vec<(u8, u8)>, a: u8, b: u8) -> bool {
            let mut graph = graph(n, factor, &edges);
            let Some(side) = side_of(&graph) else { return false };
            if graph.n == 0 {
                return side.is_empty();
            }
            let [a, b] = [a, b].map(|v| VertexId::new(usize::from(v) % graph.n));
            let is_within = |side: &[u64], u: VertexId, v: VertexId| {
                contains(side, u.index()) == contains(side, v.index())
            };
            let ids = || (0..graph.n).map(VertexId::new);
            let has_none = ids().all(|u| {
                ids().all(|v| !graph.has_edge(u, v) || !is_within(&side, u, v))
            });
            graph.set_edge(a, b, true);
            // Another part of the graph may change sides.
            let fits = match side_of(&graph) {
                None => a != b && is_within(&side, a, b),
                Some(side) => a == b || !is_within(&side, a, b),
            };
            has_none && fits
        }
    }
}
