//! Pairings that are left while decisions are made in the order of a text.

use edelweiss_matching::bitset::members;
use edelweiss_matching::cardinality::{BitGraph, WordGraph};
use edelweiss_matching::{MatchingFace, VertexId};

use crate::few_players::can_pair;

/// The perfect matchings that decisions leave, at least one of them; sets have a bit for each vertex in words of
/// 64.
pub(crate) trait Decisions {
    /// Matches `v` with somebody in `keep` in all that are left, if there are such; nothing changes else.
    fn try_restrict(&mut self, v: VertexId, keep: &[u64]) -> bool;

    /// Matches `v` for good with the first of `candidates` that is possible; both take no part in what follows.
    fn match_first(&mut self, v: VertexId, candidates: &[u64]) -> Option<VertexId>;
}

impl Decisions for MatchingFace {
    fn try_restrict(&mut self, v: VertexId, keep: &[u64]) -> bool {
        Self::try_restrict(self, v, keep)
    }

    fn match_first(&mut self, v: VertexId, candidates: &[u64]) -> Option<VertexId> {
        Self::match_first(self, v, candidates)
    }
}

/// As a vertex stands in a set for leaving the others unmatched.
const LEAVING: u64 = 1 << 63;

/// All perfect matchings of a graph of fewer than 64 vertices, without some of them who leave.
pub(crate) struct FewPairings {
    graph: WordGraph,
    /// The vertices that take part.
    left: u64,
    /// Who may leave: one of these sets does.
    leaving: Vec<u64>,
}

impl FewPairings {
    /// Nobody leaves. `None` if there is no perfect matching, or in larger graphs.
    pub(crate) fn new(graph: &BitGraph) -> Option<Self> {
        Self::with_leaving(graph, vec![0])
    }

    /// One of `leaving` leaves, whichever lets all others be matched.
    pub(crate) fn with_leaving(graph: &BitGraph, mut leaving: Vec<u64>) -> Option<Self> {
        let n = graph.n_vertices();
        let left = if n < 64 { (1 << n) - 1 } else { return None };
        let graph = WordGraph::of(graph)?;
        leaving.retain(|gone| can_pair(&graph, left & !gone, 0));
        (!leaving.is_empty()).then_some(Self {
            graph,
            left,
            leaving,
        })
    }

    /// Keeps those who may leave such that all others of `left` can be matched in the graph, if there are any.
    fn keeps(&mut self, graph: &WordGraph, left: u64, may_leave: impl Fn(u64) -> bool) -> bool {
        let leaves = |gone: &u64| may_leave(*gone) && can_pair(graph, left & !gone, 0);
        let any = self.leaving.iter().any(leaves);
        if any {
            self.leaving.retain(leaves);
        }
        any
    }
}

impl Decisions for FewPairings {
    fn try_restrict(&mut self, v: VertexId, keep: &[u64]) -> bool {
        let (v, keep) = (v.index(), keep[0]);
        let row = self.graph.row(v);
        let mut graph = self.graph.clone();
        graph.set_half_row(v, row & keep);
        let gone = row & !keep;
        for u in members(gone) {
            graph.set_half_row(u, graph.row(u) & !(1 << v));
        }
        let is_kept = self.keeps(&graph, self.left, |gone| {
            gone >> v & 1 == 0 || keep & LEAVING != 0
        });
        if is_kept {
            self.graph = graph;
        }
        is_kept
    }

    fn match_first(&mut self, v: VertexId, candidates: &[u64]) -> Option<VertexId> {
        let v = v.index();
        let graph = self.graph.clone();
        let row = graph.row(v) & self.left & candidates[0];
        let chosen = members(row).find(|u| {
            let pair: u64 = 1 << v | 1 << u;
            self.keeps(&graph, self.left & !pair, |gone| gone & pair == 0)
        })?;
        self.left &= !(1 << v | 1 << chosen);
        Some(VertexId::new(chosen))
    }
}
