//! Matchings with the most edges, and what they tell about the graph: of dense graphs as bit rows, of
//! sparse ones by [phases](maximum_matching_by_phases).
//!
//! Sources: Edmonds, "Paths, trees, and flowers" (1965); H. N. Gabow, "An efficient implementation
//! of Edmonds' algorithm for maximum matching on graphs" (1976), for the bridges from which paths
//! through blossoms are read; Gallai (1964) and Edmonds for the decomposition; Tutte (1947) and
//! Berge (1958) for the witness. Departures:
//! - Neighbours are found by words of 64: those outside the tree by masking with the set of
//!   unlabelled vertices, those in other blossoms by masking out the members of the own one.
//! - A tree that cannot grow is left out of all later searches. That is sound: its S vertices have
//!   neighbours in it only, and no augmenting path found later can pass its T vertices.

mod bit_graph;
mod by_phases;
mod layers;
mod perfect;
mod search;
mod word_graph;

pub use bit_graph::BitGraph;
pub(crate) use by_phases::duals;
pub use by_phases::maximum_matching_by_phases;
pub use perfect::PerfectMatching;
pub use word_graph::WordGraph;

use bit_graph::{Bits, lowest};
use layers::Phases;
use search::Search;

use crate::bitset::ones;
use crate::graph::VertexId;

/// A matching with the most edges, and the Gallai-Edmonds decomposition of its graph.
///
/// The sets and components depend on the graph only, not on which of its maximum matchings was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaximumMatching {
    /// The mate of every vertex.
    pub mate: Vec<Option<VertexId>>,
    /// The vertices that some maximum matching leaves exposed, in ascending order.
    pub outer: Vec<VertexId>,
    /// The other vertices with a neighbour in `outer`, in ascending order. Removing them leaves
    /// more odd components than they are, by the number of exposed vertices.
    pub inner: Vec<VertexId>,
    /// By vertex: for an outer one the base of its component among the outer ones, the only member
    /// that is not matched in it; any other is its own.
    pub base: Vec<VertexId>,
}

impl MaximumMatching {
    /// How many vertices every matching leaves exposed at least.
    #[must_use]
    pub fn deficiency(&self) -> usize {
        self.mate.iter().filter(|mate| mate.is_none()).count()
    }
}

/// Finds a matching with the most edges, starting from `start`, of which pairs that disagree or are
/// not joined by an edge are dropped; an empty slice starts from nothing.
///
/// Greedy first, then one search per exposed vertex: O(n²/64 + n) each.
///
/// ```
/// use edelweiss_matching::{VertexId, cardinality::{BitGraph, maximum_matching}};
///
/// let mut star = BitGraph::new(4);
/// for leaf in 1..4 {
///     star.set_edge(VertexId::new(0), VertexId::new(leaf), true);
/// }
/// let maximum = maximum_matching(&star, &[]);
/// assert_eq!(maximum.deficiency(), 2);
/// assert_eq!(maximum.inner, [VertexId::new(0)]);
/// assert_eq!(maximum.outer.len(), 3);
/// ```
#[must_use]
pub fn maximum_matching(graph: &BitGraph, start: &[Option<VertexId>]) -> MaximumMatching {
    maximum_among(graph, &Bits::full(graph.n).0, start)
}

/// As [`maximum_matching`] in the graph of `vertices`, a bit for each in words of 64; the others are
/// neither outer nor inner.
///
/// ```
/// use edelweiss_matching::{VertexId, cardinality::{BitGraph, maximum_matching_among}};
///
/// let [a, b, c] = [0, 1, 2].map(VertexId::new);
/// let mut path = BitGraph::new(3);
/// path.set_edge(a, b, true);
/// path.set_edge(b, c, true);
/// let maximum = maximum_matching_among(&path, &[0b110], &[]);
/// assert_eq!(maximum.mate, [None, Some(c), Some(b)]);
/// assert!(maximum.outer.is_empty());
/// ```
///
/// # Panics
/// When `vertices` is not as long as a row or has a vertex that does not exist.
#[must_use]
pub fn maximum_matching_among(
    graph: &BitGraph,
    vertices: &[u64],
    start: &[Option<VertexId>],
) -> MaximumMatching {
    let all = Bits::full(graph.n).0;
    assert!(
        vertices.len() == all.len() && vertices.iter().zip(&all).all(|(of, all)| of & !all == 0),
        "vertices are those of the graph"
    );
    maximum_among(graph, vertices, start)
}

/// Whether there is a perfect matching, starting from `start` as [`maximum_matching`] does. The first
/// tree that cannot grow tells that there is none. O(n²/64 + n) per vertex without a mate.
#[must_use]
pub fn has_perfect_matching(graph: &BitGraph, start: &[Option<VertexId>]) -> bool {
    let mut search = Search::among(graph, Bits::full(graph.n));
    search.start(start);
    if let Phases::End { .. } = search.match_in_phases() {
        return false;
    }
    let mut roots = (0..graph.n).map(VertexId::new);
    roots.all(|root| search.mate[root.index()].is_some() || search.run(root))
}

/// As [`maximum_matching_among`], of vertices that the graph has.
pub(crate) fn maximum_among(
    graph: &BitGraph,
    vertices: &[u64],
    start: &[Option<VertexId>],
) -> MaximumMatching {
    let n = graph.n;
    let mut search = Search::among(graph, Bits(vertices.to_vec()));
    search.start(start);
    let mut base: Vec<VertexId> = (0..n).map(VertexId::new).collect();
    if let Phases::End { outer, inner } = search.match_in_phases() {
        return MaximumMatching {
            mate: search.mate,
            outer: outer.iter().collect(),
            inner: inner.iter().collect(),
            base,
        };
    }
    let (mut outer, mut inner) = (Vec::new(), Vec::new());
    for root in ones(vertices).map(VertexId::new) {
        if search.mate[root.index()].is_none() && !search.run(root) {
            // A tree that cannot grow has no edges between its blossoms, nor to those of others.
            for v in std::mem::take(&mut search.labelled) {
                if search.is_s[v.index()] {
                    base[v.index()] = search.find(v);
                    outer.push(v);
                } else {
                    inner.push(v);
                }
                search.labelled.push(v);
            }
            search.abandon();
        }
    }
    outer.sort_unstable();
    inner.sort_unstable();
    MaximumMatching {
        mate: search.mate,
        outer,
        inner,
        base,
    }
}

/// Whether removing the vertices of `witness` proves `mate` to be a matching with the most edges:
/// it leaves as many odd components more than `witness` has vertices as there are exposed vertices.
/// O(n²/64 + n), sharing no code with the search.
#[must_use]
pub fn proves_maximum(graph: &BitGraph, mate: &[Option<VertexId>], witness: &[VertexId]) -> bool {
    let n = graph.n;
    let agrees = |v: VertexId| {
        mate[v.index()]
            .is_none_or(|u| mate.get(u.index()) == Some(&Some(v)) && graph.has_edge(u, v))
    };
    if mate.len() != n
        || witness.iter().any(|v| v.index() >= n)
        || !(0..n).map(VertexId::new).all(agrees)
    {
        return false;
    }
    let mut unseen = Bits::full(n);
    for &v in witness {
        unseen.remove(v);
    }
    let n_witness = n - unseen
        .0
        .iter()
        .map(|word| word.count_ones() as usize)
        .sum::<usize>();
    let mut n_odd = 0;
    for start in (0..n).map(VertexId::new) {
        if unseen.0[start.index() / 64] >> (start.index() % 64) & 1 == 0 {
            continue;
        }
        unseen.remove(start);
        let mut size = 0;
        let mut stack = vec![start];
        while let Some(v) = stack.pop() {
            size += 1;
            for (i, &word) in graph.row(v).iter().enumerate() {
                let mut found = word & unseen.0[i];
                unseen.0[i] &= !found;
                while let Some(u) = lowest(i, found) {
                    found &= found - 1;
                    stack.push(u);
                }
            }
        }
        n_odd += size % 2;
    }
    n_odd == n_witness + mate.iter().filter(|mate| mate.is_none()).count()
}
