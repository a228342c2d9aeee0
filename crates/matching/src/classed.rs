//! The largest perfect matching where weights depend on classes of vertices.
//!
//! The primal-dual method of Edmonds with all trees at once. Vertices of one class and one dual, a *dual
//! group*, have tight edges to the same others, so the graph of tight edges is made of a few bit patterns,
//! its maximum matching is a search on bit rows ([`crate::cardinality`]), and the Gallai-Edmonds
//! decomposition labels vertices S, T or Free, which tells how duals change. Blossoms are made only when
//! duals change, so all of them have a positive dual. The tight edges are followed from change to change.
//!
//! Sources: J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (1965); Gallai (1964)
//! and Edmonds for the decomposition. The parity of all roots is made equal first, so that duals stay
//! whole numbers.

mod best;
mod dual_events;
mod dual_groups;
mod forest;
mod trees;

pub use best::LexicographicOptima;
use forest::Forest;

use crate::bitset::ones;
use crate::cardinality::BitGraph;
use crate::certificate::{self, Certificate, Violation};
use crate::error::Error;
use crate::face::MatchingFace;
use crate::graph::{VertexId, WeightedGraph};
use crate::objective::{Cover, Objective};
use crate::table::WeightTable;
use crate::thresholds;
use crate::weight::Weight;

/// A graph whose vertices are parted into classes, with one weight for all edges between two of them; a
/// perfect matching of the largest weight is asked for.
///
/// ```
/// use edelweiss_matching::{ClassWeightedGraph, VertexId, WeightTable, cardinality::BitGraph};
///
/// // An edge within a class weighs 3, one between two classes 1; vertices 0, 1 and 2 are of one class.
/// let problem = ClassWeightedGraph::<i64> {
///     edges: &BitGraph::complete(4),
///     class_of: &[0, 0, 0, 1],
///     weights: &WeightTable::square(vec![3, 1, 1, 3]),
/// };
/// let optimum = problem.solve(None)?;
/// let mate = optimum.mates[3].expect("a perfect matching covers every vertex");
/// assert!(mate < VertexId::new(3));
/// # Ok::<(), edelweiss_matching::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ClassWeightedGraph<'a, W> {
    /// The edges, without their weights.
    pub edges: &'a BitGraph,
    /// The class of each vertex.
    pub class_of: &'a [u32],
    /// The weight of an edge between two classes; symmetric. Entries of classes without edges
    /// between them do not matter, but all amounts count for the range of the type.
    pub weights: &'a WeightTable<W>,
}

/// A feasible dual solution, and a matching to start from: a warm start of the primal-dual method.
#[derive(Clone, Debug)]
pub struct WarmStart<'s, W> {
    /// By vertex, doubled: no edge weighs more than half the sum of its two.
    pub duals_2x: &'s [W],
    /// Some mates; matched edges with slack are dropped.
    pub mates: &'s [Option<VertexId>],
}

/// An optimal matching, the optimal dual solution that proves it, and the equality subgraph of that.
#[derive(Clone, Debug)]
pub struct Optimum<W> {
    /// The mate of every vertex; none is missing.
    pub mates: Vec<Option<VertexId>>,
    /// The dual solution, for [`certificate::verify`](crate::certificate::verify).
    pub certificate: Certificate<W>,
    /// The tight edges, which make the equality subgraph: all optimal matchings are made of them.
    pub tight: BitGraph,
}

impl<W: Weight> ClassWeightedGraph<'_, W> {
    /// Finds a perfect matching of the largest weight, from what is known if there is anything.
    ///
    /// # Cost
    /// O(n²/64 + groups²) for every change of the duals, and O(n²/64 + n) for every vertex that the
    /// start leaves without a mate; a *group* is a class and a dual. There are O(n²) changes at worst,
    /// mostly a few.
    ///
    /// # Errors
    /// [`Error::NoMatching`] with a proof; [`Error::InfeasibleStart`] if a dual is missing or an edge
    /// weighs more than its duals; [`Error::WeightTooWide`] unless `256 (n + 1)` times the largest
    /// weight, and 256 times the largest dual of the start, fit the type.
    ///
    /// # Panics
    /// When `class_of` or `weights` do not fit the graph.
    pub fn solve(&self, start: Option<WarmStart<'_, W>>) -> Result<Optimum<W>, Error> {
        let mut forest = Forest::new(self, start)?;
        while !forest.match_most()? {}
        let optimum = forest.optimum();
        debug_assert!(
            self.edges.n_vertices() > thresholds::MOST_VERIFIED || optimum.is_proved(self),
            "an optimum is proved by its duals"
        );
        Ok(optimum)
    }
}

/// What the checker of certificates sees of it.
impl<W: Weight> WeightedGraph<W> for ClassWeightedGraph<'_, W> {
    fn n_vertices(&self) -> usize {
        self.edges.n_vertices()
    }

    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        let [class, other] = [u, v].map(|v| self.class_of[v.index()] as usize);
        let is_edge = self.edges.has_edge(u, v);
        is_edge.then(|| self.weights.at(class, other))
    }

    fn for_each_neighbour_but(
        &self,
        v: VertexId,
        but: &[u64],
        mut visit: impl FnMut(VertexId, &W),
    ) {
        let is_left = |u: &usize| but.get(u / 64).is_none_or(|word| word >> (u % 64) & 1 == 0);
        for u in ones(self.edges.row(v)).filter(is_left).map(VertexId::new) {
            let [class, other] = [u, v].map(|v| self.class_of[v.index()] as usize);
            visit(u, self.weights.at(class, other));
        }
    }
}

impl<W: Weight> Optimum<W> {
    /// Whether the certificate proves it, or sums near the limit of the type keep that from being told.
    fn is_proved(&self, problem: &ClassWeightedGraph<'_, W>) -> bool {
        let covers = vec![Cover::Must; self.mates.len()];
        let goal = Objective::MaxWeightPerfect;
        let value = certificate::verify(problem, &covers, goal, &self.mates, &self.certificate);
        matches!(value, Ok(_) | Err(Violation::Overflow))
    }

    /// The sets that every optimal matching leaves exactly once: those of positive dual
    /// (complementary slackness).
    #[must_use]
    pub fn sets(&self) -> Vec<Vec<VertexId>> {
        // A set of all vertices but one is left by every perfect matching.
        let n = self.mates.len();
        let mut sets = self.certificate.members();
        sets.retain(|members| members.len() + 1 < n);
        sets
    }

    /// All optimal matchings of the problem. O(sets · n²/64).
    ///
    /// ```
    /// use edelweiss_matching::{ClassWeightedGraph, VertexId, WeightTable, cardinality::BitGraph};
    ///
    /// let (edges, weights) = (BitGraph::complete(4), WeightTable::square(vec![1, 3, 3, 1]));
    /// let problem = ClassWeightedGraph::<i64> { edges: &edges, class_of: &[0, 1, 0, 1], weights: &weights };
    /// let mut face = problem.solve(None)?.face();
    /// let [first, second] = [0, 1].map(VertexId::new);
    /// assert_eq!(face.match_first(first, &[0b1110]), Some(second), "never one of its own class");
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    ///
    /// # Panics
    /// When this is not an optimum of the problem.
    #[must_use]
    pub fn face(self) -> MatchingFace {
        let sets = self.sets();
        MatchingFace::new(self.tight, &sets, &self.mates)
            .expect("the optimal matching leaves every set once")
    }
}
