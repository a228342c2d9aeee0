//! Matchings with the most edges on sparse graphs, by phases.
//!
//! In a phase alternating trees grow from all exposed vertices at once; where two of them meet, the
//! matching grows by the path between their roots, and both trees rest until the next phase. A phase
//! without such a meeting is the last one, and its trees are the Gallai-Edmonds decomposition. O(m) a
//! phase, almost; there are n / 2 phases at worst, and a dozen in random graphs, as the greedy start of
//! Karp and Sipser leaves few vertices exposed.
//!
//! Sources: Edmonds, "Paths, trees, and flowers" (1965); R. M. Karp and M. Sipser, "Maximum matchings
//! in sparse random graphs" (1981), for the start; H. N. Gabow, "An efficient implementation of
//! Edmonds' algorithm for maximum matching on graphs" (1976), for the bridges from which paths through
//! blossoms are read.

use super::MaximumMatching;
use crate::certificate::Certificate;
use crate::graph::{Csr, VertexId};
use crate::weight::Weight;

/// No vertex.
const NONE: u32 = u32::MAX;

/// What a vertex is in the trees of this phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PhaseLabel {
    /// In no tree.
    Unreached,
    /// At an even distance from its root, by some alternating path.
    Outer,
    /// At odd distances only, so far.
    Inner,
}

/// The trees of one phase, and the matching that grows.
struct PhaseForest<'g> {
    starts: &'g [u32],
    heads: &'g [u32],
    /// By vertex, as are all of these.
    mates: Vec<u32>,
    labels: Vec<PhaseLabel>,
    roots: Vec<u32>,
    /// The outer vertex from which an inner one was reached.
    predecessors: Vec<u32>,
    /// For an inner vertex that a blossom made outer: the edge that closed the blossom, the end on its
    /// own side first.
    bridges: Vec<[u32; 2]>,
    /// A step towards the base of the blossom.
    towards_base: Vec<u32>,
    /// When a base was last passed in the search for a common one.
    passed: Vec<u32>,
    n_searches: u32,
    /// Whether the tree of a root rests for the rest of the phase.
    rests: Vec<bool>,
    /// The outer vertices whose edges are still to be looked at.
    queue: Vec<u32>,
}

/// Finds a matching with the most edges, and the Gallai-Edmonds decomposition. O(m) a phase, almost:
/// seconds for millions of edges.
///
/// ```
/// use edelweiss_matching::{Csr, VertexId, cardinality::maximum_matching_by_phases};
///
/// let star: Vec<_> = (1..4).map(|leaf| (VertexId::new(0), VertexId::new(leaf), 1_i32)).collect();
/// let maximum = maximum_matching_by_phases(&Csr::from_edges(4, &star)?);
/// assert_eq!(maximum.deficiency(), 2);
/// assert_eq!(maximum.inner, [VertexId::new(0)]);
/// # Ok::<(), edelweiss_matching::Error>(())
/// ```
#[must_use]
pub fn maximum_matching_by_phases<W: Weight>(graph: &Csr<W>) -> MaximumMatching {
    let n = graph.n_vertices();
    let mut forest = PhaseForest {
        starts: &graph.starts,
        heads: &graph.heads,
        mates: vec![NONE; n],
        labels: vec![PhaseLabel::Unreached; n],
        roots: vec![NONE; n],
        predecessors: vec![NONE; n],
        bridges: vec![[NONE; 2]; n],
        towards_base: (0..n as u32).collect(),
        passed: vec![0; n],
        n_searches: 0,
        rests: vec![false; n],
        queue: Vec::new(),
    };
    forest.start();
    while forest.has_augmented() {}
    forest.maximum()
}

/// The duals that prove a matching with the most edges among weights that are all one: one for each
/// inner vertex, one for each component of outer vertices, and a half for every vertex beside them.
pub(crate) fn duals<W: Weight>(maximum: &MaximumMatching) -> Certificate<W> {
    let two = W::unit().doubled();
    let mut dual_2x = vec![W::unit(); maximum.mate.len()];
    for v in &maximum.inner {
        dual_2x[v.index()] = two.clone();
    }
    let mut members: Vec<(VertexId, VertexId)> = Vec::new();
    for v in &maximum.outer {
        dual_2x[v.index()] = W::zero();
        members.push((maximum.base[v.index()], *v));
    }
    members.sort_unstable();
    let components = members.chunk_by(|(base, _), (other, _)| base == other);
    let sets = components.filter(|component| component.len() > 1);
    let sets = sets.map(|component| (component.iter().map(|(_, v)| *v).collect(), two.clone()));
    let sets = sets.collect();
    Certificate::from_sets(W::zero(), dual_2x, sets)
}

impl PhaseForest<'_> {
    fn neighbours(&self, v: u32) -> std::ops::Range<usize> {
        self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize
    }

    /// Matches greedily: whoever has one neighbour left with that one, as some maximum matching does;
    /// when there is nobody, the next vertex with the neighbour that has the fewest left.
    fn start(&mut self) {
        let n = self.mates.len();
        let mut degrees: Vec<u32> = self.starts.windows(2).map(|row| row[1] - row[0]).collect();
        let mut single: Vec<u32> = (0..n as u32)
            .filter(|v| degrees[*v as usize] == 1)
            .collect();
        let mut next = 0;
        loop {
            let v = match single.pop() {
                Some(v) => v,
                None if next < n => {
                    next += 1;
                    next as u32 - 1
                }
                None => return,
            };
            if self.mates[v as usize] != NONE {
                continue;
            }
            let free = self.heads[self.neighbours(v)].iter().copied();
            let free = free.filter(|u| self.mates[*u as usize] == NONE);
            let Some(mate) = free.min_by_key(|u| degrees[*u as usize]) else {
                continue;
            };
            self.mates[v as usize] = mate;
            self.mates[mate as usize] = v;
            for gone in [v, mate] {
                for place in self.neighbours(gone) {
                    let u = self.heads[place] as usize;
                    degrees[u] -= 1;
                    if degrees[u] == 1 && self.mates[u] == NONE {
                        single.push(u as u32);
                    }
                }
            }
        }
    }

    /// One phase. Whether the matching has grown.
    fn has_augmented(&mut self) -> bool {
        self.queue.clear();
        for v in 0..self.mates.len() {
            let is_root = self.mates[v] == NONE;
            self.labels[v] = if is_root {
                PhaseLabel::Outer
            } else {
                PhaseLabel::Unreached
            };
            self.roots[v] = v as u32;
            self.bridges[v] = [NONE; 2];
            self.towards_base[v] = v as u32;
            self.rests[v] = false;
            if is_root {
                self.queue.push(v as u32);
            }
        }
        let mut has_grown = false;
        let mut next = 0;
        while let Some(v) = self.queue.get(next).copied() {
            next += 1;
            for place in self.neighbours(v) {
                if self.rests[self.roots[v as usize] as usize] {
                    break;
                }
                has_grown |= self.look_at(v, self.heads[place]);
            }
        }
        has_grown
    }

    /// The edge from an outer vertex to any other. Whether the matching grows by it.
    fn look_at(&mut self, v: u32, u: u32) -> bool {
        let root = self.roots[v as usize];
        match self.labels[u as usize] {
            PhaseLabel::Inner => {}
            PhaseLabel::Unreached => {
                let mate = self.mates[u as usize];
                self.labels[u as usize] = PhaseLabel::Inner;
                self.predecessors[u as usize] = v;
                self.labels[mate as usize] = PhaseLabel::Outer;
                self.roots[u as usize] = root;
                self.roots[mate as usize] = root;
                self.queue.push(mate);
            }
            PhaseLabel::Outer => {
                let other = self.roots[u as usize];
                if root == other {
                    self.close_blossom(v, u);
                } else if !self.rests[other as usize] {
                    self.augment(v, root, u);
                    self.augment(u, other, v);
                    self.rests[root as usize] = true;
                    self.rests[other as usize] = true;
                    return true;
                }
            }
        }
        false
    }

    fn base(&mut self, mut v: u32) -> u32 {
        while self.towards_base[v as usize] != v {
            let next = self.towards_base[v as usize];
            self.towards_base[v as usize] = self.towards_base[next as usize];
            v = next;
        }
        v
    }

    /// The base above a base that is not its root.
    fn base_above(&mut self, base: u32) -> u32 {
        let mate = self.mates[base as usize];
        self.base(self.predecessors[mate as usize])
    }

    /// An edge between two outer vertices of a tree: all on the circuit becomes one blossom.
    fn close_blossom(&mut self, v: u32, u: u32) {
        let (one, other) = (self.base(v), self.base(u));
        if one == other {
            return;
        }
        let common = self.common_base(one, other);
        for (near, far) in [(v, u), (u, v)] {
            let mut base = self.base(near);
            while base != common {
                let mate = self.mates[base as usize];
                self.bridges[mate as usize] = [near, far];
                self.labels[mate as usize] = PhaseLabel::Outer;
                self.queue.push(mate);
                let above = self.base_above(base);
                self.towards_base[base as usize] = common;
                self.towards_base[mate as usize] = common;
                base = above;
            }
        }
    }

    /// Where the paths from two bases to their root meet: climbs from both in turn, so that the work is
    /// that of the blossom.
    fn common_base(&mut self, one: u32, other: u32) -> u32 {
        self.n_searches += 1;
        let mut ends = [Some(one), Some(other)];
        loop {
            for end in &mut ends {
                let Some(base) = *end else { continue };
                if self.passed[base as usize] == self.n_searches {
                    return base;
                }
                self.passed[base as usize] = self.n_searches;
                let is_root = self.mates[base as usize] == NONE;
                *end = (!is_root).then(|| self.base_above(base));
            }
        }
    }

    /// Matches an outer vertex with `partner`, and the path from it to its root anew.
    fn augment(&mut self, v: u32, root: u32, partner: u32) {
        // Parts of the path: from an outer vertex, which gets a partner, to an outer one above it.
        let mut parts = vec![(v, root, partner)];
        while let Some((v, end, partner)) = parts.pop() {
            let mate = std::mem::replace(&mut self.mates[v as usize], partner);
            if v == end {
                continue;
            }
            let [near, far] = self.bridges[v as usize];
            if near == NONE {
                let above = self.predecessors[mate as usize];
                self.mates[mate as usize] = above;
                parts.push((above, end, mate));
            } else {
                // Down to the bridge, which lies below the old mate, and up on its other side.
                parts.push((near, mate, far));
                parts.push((far, end, near));
            }
        }
    }

    fn maximum(mut self) -> MaximumMatching {
        let n = self.mates.len();
        let vertices = |label| {
            let labels = self.labels.iter().enumerate();
            let found = labels.filter(move |(_, of)| **of == label);
            found.map(|(v, _)| VertexId::new(v)).collect()
        };
        let (outer, inner) = (vertices(PhaseLabel::Outer), vertices(PhaseLabel::Inner));
        MaximumMatching {
            outer,
            inner,
            base: (0..n as u32)
                .map(|v| VertexId::new(self.base(v) as usize))
                .collect(),
            mate: (self.mates.iter())
                .map(|mate| (*mate != NONE).then(|| VertexId::new(*mate as usize)))
                .collect(),
        }
    }
}
