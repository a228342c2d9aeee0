//! Odd sets that have to be left exactly once, as a matter of perfect matchings.
//!
//! Each such set gets a *gate*, two vertices: the inner half is joined to whoever leaves the set, the
//! outer half to whoever is met outside. A pair that crosses several sets passes several gates, whose
//! halves are joined. So a pairing that leaves each set once is a perfect matching of this graph; not
//! the other way round, since those at both ends of a gate need not be allowed to meet. That makes it
//! a relaxation: if its first element stands for a pairing that is allowed, then that is the first.
//! All optimal pairings have as many pairs within the remainder, but the relaxation may have others;
//! what the sequence finds is then no optimal pairing, or it notices.
//!
//! Pairs within the bracket must not pass gates, because the sequence asks for partners.

use std::collections::BTreeMap;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{BitGraph, Perfect};

use super::decide::{Search, mates_of};
use super::tight::{has, set};
use crate::sequence::{Decisions, Zone};

/// More classes than this are not worth their pairs.
const MOST_CLASSES: usize = 64;

/// The graph with gates: vertices as before, then for each set its inner and its outer half.
struct Gated<'a> {
    tight: &'a BitGraph,
    n: usize,
    /// By vertex: the class, which is the set of odd sets around it.
    class_of: Vec<usize>,
    /// By class: the odd sets, inmost first.
    classes: Vec<&'a [usize]>,
}

/// The first pairing among the perfect matchings of `tight` that leave each of some nested odd sets
/// once; `around` has by vertex the sets that contain it, inmost first, and `mates` is one of these
/// matchings. `None` if pairs within the bracket leave a set, or the first element of the relaxation
/// is not allowed.
///
/// O(n² / 64 + n · classes) besides the sequence.
pub(super) fn first_gated(
    zones: &[Zone],
    tight: &BitGraph,
    around: &[Vec<usize>],
    mates: &[Option<VertexId>],
) -> Option<Decisions> {
    let gated = Gated::new(tight, around);
    if gated.classes.len() > MOST_CLASSES {
        return None;
    }
    let n_sets = around.iter().flatten().max().map_or(0, |last| last + 1);
    let graph = gated.graph(zones, n_sets)?;
    let mut zones = zones.to_vec();
    zones.resize(gated.n + 2 * n_sets, Zone::Gate);
    let start = gated.start(mates, n_sets);
    let perfect = Perfect::new(graph, &start).ok()?;
    let mut search = Search::new(&zones, perfect);
    search.decide()?;
    // Each set and each direction may need one change.
    for _ in 0..=2 * n_sets {
        let crossing = (0..gated.n).map(|v| (v, gated.passed(&search.perfect, v)));
        let forbidden = crossing
            .filter(|(v, path)| !path.is_empty() && v < path.last().expect("not empty"))
            .find(|(v, path)| {
                let met = path.last().expect("not empty");
                !tight.has_edge(VertexId::new(*v), VertexId::new(*met))
            });
        let Some((v, path)) = forbidden else {
            let met = |v: usize| gated.passed(&search.perfect, v).last().copied();
            let decisions = search.decisions(met);
            let is_left = |v: &usize| {
                let mate = search.perfect.mate(VertexId::new(*v)).index();
                !matches!(zones[mate], Zone::Mdp | Zone::Resident)
            };
            // Otherwise there are more pairs than the sequence knew of.
            return (decisions.floaters.iter().all(is_left)).then_some(decisions);
        };
        let [first, .., last, met] = path[..] else {
            return None;
        };
        let mut meets = |half: usize, end: usize| {
            let mut keep = vec![0; zones.len().div_ceil(64)];
            let row = tight.row(VertexId::new(end));
            keep[..row.len()].copy_from_slice(row);
            search.perfect.try_restrict(VertexId::new(half), &keep)
        };
        if !meets(last, v) && !meets(first, met) {
            return None;
        }
    }
    None
}

impl<'a> Gated<'a> {
    fn new(tight: &'a BitGraph, around: &'a [Vec<usize>]) -> Self {
        let mut numbers = BTreeMap::new();
        let mut classes: Vec<&[usize]> = Vec::new();
        let class_of = (around.iter())
            .map(|sets| {
                let class = *numbers.entry(&sets[..]).or_insert(classes.len());
                if class == classes.len() {
                    classes.push(sets);
                }
                class
            })
            .collect();
        Self {
            tight,
            n: around.len(),
            class_of,
            classes,
        }
    }

    fn halves(&self, odd_set: usize) -> [usize; 2] {
        [self.n + 2 * odd_set, self.n + 2 * odd_set + 1]
    }

    /// The halves that a pair of these classes passes.
    fn path(&self, from: usize, to: usize) -> Vec<usize> {
        let (from, to) = (self.classes[from], self.classes[to]);
        let out = from.iter().filter(|odd_set| !to.contains(odd_set));
        let into = to.iter().filter(|odd_set| !from.contains(odd_set));
        let inwards = |odd_set: &usize| {
            let [inner, outer] = self.halves(*odd_set);
            [outer, inner]
        };
        out.flat_map(|odd_set| self.halves(*odd_set))
            .chain(into.rev().flat_map(inwards))
            .collect()
    }

    /// `None` if a pair within the bracket leaves a set.
    fn graph(&self, zones: &[Zone], n_sets: usize) -> Option<BitGraph> {
        let n_classes = self.classes.len();
        let words = self.n.div_ceil(64);
        let mut members = vec![vec![0; words]; n_classes];
        let mut bracket = vec![0; words];
        for v in 0..self.n {
            set(&mut members[self.class_of[v]], v);
            if matches!(zones[v], Zone::Mdp | Zone::Resident) {
                set(&mut bracket, v);
            }
        }
        let mut graph = BitGraph::new(self.n + 2 * n_sets);
        let mut row = vec![0; (self.n + 2 * n_sets).div_ceil(64)];
        let mut ends = Vec::new();
        let mut meets = vec![false; n_classes * n_classes];
        for v in 0..self.n {
            let own = self.class_of[v];
            let edges = self.tight.row(VertexId::new(v));
            for (word, edges) in edges.iter().enumerate() {
                row[word] = edges & members[own][word];
                if has(&bracket, v) && edges & bracket[word] != row[word] & bracket[word] {
                    return None;
                }
            }
            graph.set_half_row(VertexId::new(v), &row);
            for other in (0..n_classes).filter(|other| *other != own) {
                if (edges.iter().zip(&members[other])).any(|(edges, set)| edges & set != 0) {
                    ends.push((v, other));
                    meets[own * n_classes + other] = true;
                }
            }
        }
        let mut join = |a: usize, b: usize| {
            graph.set_edge(VertexId::new(a), VertexId::new(b), true);
        };
        for from in 0..n_classes {
            for to in (0..n_classes).filter(|to| meets[from * n_classes + to]) {
                let path = self.path(from, to);
                for link in path[1..path.len() - 1].chunks_exact(2) {
                    join(link[0], link[1]);
                }
            }
        }
        for (v, other) in ends {
            join(v, self.path(self.class_of[v], other)[0]);
        }
        Some(graph)
    }

    /// The matching as one of the graph with gates.
    fn start(&self, mates: &[Option<VertexId>], n_sets: usize) -> Vec<Option<VertexId>> {
        let mut start = vec![None; self.n + 2 * n_sets];
        let mut join = |a: usize, b: usize| {
            start[a] = Some(VertexId::new(b));
            start[b] = Some(VertexId::new(a));
        };
        for (v, mate) in mates_of(mates) {
            let path = self.path(self.class_of[v], self.class_of[mate]);
            let ends = [v].into_iter().chain(path).chain([mate]);
            for pair in ends.collect::<Vec<_>>().chunks_exact(2) {
                join(pair[0], pair[1]);
            }
        }
        start
    }

    /// The halves between a vertex and whom it meets, and who that is; empty if it passes no gate.
    fn passed(&self, perfect: &Perfect, v: usize) -> Vec<usize> {
        let mate = |v: usize| perfect.mate(VertexId::new(v)).index();
        let mut path = Vec::new();
        let mut at = mate(v);
        while at >= self.n {
            let other = self.n + ((at - self.n) ^ 1);
            path.extend([at, other]);
            at = mate(other);
        }
        if !path.is_empty() {
            path.push(at);
        }
        path
    }
}
