//! Graphs from `petgraph`, of any type.

use petgraph::visit::{EdgeRef, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

use crate::edge_weight::EdgeWeight;
use crate::error::Error;
use crate::graph::VertexId;
use crate::problem::{Goal, Problem};

impl<W: EdgeWeight> Problem<W> {
    /// The problem on a `petgraph` graph (`Graph`, `StableGraph`, `GraphMap`, `Csr`, or what filters and
    /// adapts them), the weights of its edges given by a function, and the node that each vertex is: they
    /// are counted in the order of `node_identifiers`, without the holes that removed nodes leave.
    /// Directions are ignored. O(n + m).
    ///
    /// ```
    /// use edelweiss_matching::{Goal, Problem};
    /// use petgraph::graphmap::UnGraphMap;
    ///
    /// let graph = UnGraphMap::<&str, i64>::from_edges([("a", "b", 5), ("b", "c", 11), ("c", "d", 5)]);
    /// let goal = Goal::MaxWeightPerfect;
    /// let (problem, nodes) = Problem::from_petgraph(&graph, goal, |(_, _, weight)| *weight)?;
    /// let solution = problem.solve()?;
    /// let pairs = solution.pairs().map(|(u, v)| (nodes[u], nodes[v]));
    /// assert_eq!(pairs.collect::<Vec<_>>(), [("a", "b"), ("c", "d")]);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::SelfLoop`] of a vertex; [`Error::NoSuchVertex`] of the index of an edge's end that is none
    /// of the nodes; [`Error::TooManyVertices`] where 31 bits do not count them.
    pub fn from_petgraph<G: IntoEdgeReferences + IntoNodeIdentifiers + NodeIndexable>(
        graph: G,
        goal: Goal,
        mut weight: impl FnMut(G::EdgeRef) -> W,
    ) -> Result<(Self, Vec<G::NodeId>), Error> {
        const NONE: u32 = u32::MAX;
        let stranger = |index: usize| Error::NoSuchVertex(VertexId::new(index));
        let bound = graph.node_bound();
        if bound >= 1 << 31 {
            return Err(Error::TooManyVertices(bound));
        }
        let mut nodes = Vec::new();
        let mut vertices = vec![NONE; bound];
        for node in graph.node_identifiers() {
            let index = graph.to_index(node);
            *vertices.get_mut(index).ok_or(stranger(index))? = nodes.len() as u32;
            nodes.push(node);
        }
        let mut problem = Self::new(nodes.len(), goal);
        for edge in graph.edge_references() {
            let vertex = |node: G::NodeId| {
                let index = graph.to_index(node);
                let vertex = vertices.get(index).filter(|vertex| **vertex != NONE);
                vertex.map(|vertex| *vertex as usize).ok_or(stranger(index))
            };
            let (u, v) = (vertex(edge.source())?, vertex(edge.target())?);
            problem.add_edge(u, v, weight(edge))?;
        }
        Ok((problem, nodes))
    }
}
