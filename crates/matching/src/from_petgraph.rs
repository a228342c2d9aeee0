//! Graphs from `petgraph`.
//!
//! Vertex `i` is the node with index `i`. Of parallel edges the best one counts, self-loops are
//! ignored.

use petgraph::{
    EdgeType, Graph as PetGraph,
    graph::{EdgeReference, IndexType},
    visit::EdgeRef,
};

use crate::{
    cardinality::BitGraph,
    graph::{Dense, Sparse, VertexId, WeightedGraph},
    weight::Weight,
};

fn ends<E, Ix: IndexType>(edge: &EdgeReference<'_, E, Ix>) -> (VertexId, VertexId) {
    (
        VertexId::new(edge.source().index()),
        VertexId::new(edge.target().index()),
    )
}

impl<W: Weight> Dense<W> {
    /// A dense graph with the edges of a `petgraph` graph, their weights given by a function;
    /// directions are ignored. O(n² + m).
    ///
    /// ```
    /// use edelweiss_matching::{Dense, Objective, Solver};
    /// use petgraph::graph::UnGraph;
    ///
    /// let graph = UnGraph::<(), i64>::from_edges([(0, 1, 5), (1, 2, 11), (2, 3, 5)]);
    /// let dense = Dense::from_petgraph(&graph, |edge| *edge.weight());
    /// let mut solver = Solver::with_objective(dense, Objective::MaxWeightPerfect)?;
    /// solver.solve()?;
    /// assert_eq!(solver.value(), 10);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    #[must_use]
    pub fn from_petgraph<N, E, Ty: EdgeType, Ix: IndexType>(
        graph: &PetGraph<N, E, Ty, Ix>,
        mut weight: impl FnMut(EdgeReference<'_, E, Ix>) -> W,
    ) -> Self {
        let mut dense = Self::new(graph.node_count());
        for edge in graph.edge_references() {
            let (u, v) = ends(&edge);
            let weight = weight(edge);
            if u != v && dense.weight(u, v).is_none_or(|old| *old < weight) {
                dense.put(u, v, Some(weight));
            }
        }
        dense
    }
}

impl<W: Weight> Sparse<W> {
    /// A sparse graph with the edges of a `petgraph` graph, their weights given by a function;
    /// directions are ignored. O(n + m log m).
    #[must_use]
    pub fn from_petgraph<N, E, Ty: EdgeType, Ix: IndexType>(
        graph: &PetGraph<N, E, Ty, Ix>,
        mut weight: impl FnMut(EdgeReference<'_, E, Ix>) -> W,
    ) -> Self {
        let edges = graph.edge_references().map(|edge| {
            let (u, v) = ends(&edge);
            (u, v, weight(edge))
        });
        Self::from_proper_edges(graph.node_count(), edges.filter(|(u, v, _)| u != v))
    }
}

impl BitGraph {
    /// The edges of a `petgraph` graph as bit rows; directions are ignored. O(n²/64 + m).
    #[must_use]
    pub fn from_petgraph<N, E, Ty: EdgeType, Ix: IndexType>(
        graph: &PetGraph<N, E, Ty, Ix>,
    ) -> Self {
        let mut bits = Self::new(graph.node_count());
        for edge in graph.edge_references() {
            let (u, v) = ends(&edge);
            bits.set_edge(u, v, true);
        }
        bits
    }
}
