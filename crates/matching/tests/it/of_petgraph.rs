//! A graph is the same problem in every type of `petgraph`.

use edelweiss_matching::{Error, Goal, Problem, VertexId};
use petgraph::Undirected;
use petgraph::csr::Csr;
use petgraph::graph::{DiGraph, UnGraph};
use petgraph::graphmap::UnGraphMap;
use petgraph::stable_graph::StableUnGraph;
use petgraph::visit::{
    Data, EdgeRef, GraphBase, GraphRef, IntoEdgeReferences, IntoNodeIdentifiers, NodeFiltered,
    NodeIndexable,
};

/// A pentagon with a tail: 10 at best without vertex 4.
const EDGES: [(u32, u32, i64); 7] = [
    (0, 1, 6),
    (1, 2, 5),
    (2, 3, 4),
    (3, 4, 9),
    (4, 0, 7),
    (3, 5, 2),
    (5, 0, 1),
];

type NodePairs<N> = Vec<(N, N)>;

fn pairs<G>(graph: G, goal: Goal) -> Result<NodePairs<G::NodeId>, Error>
where
    G: IntoEdgeReferences + IntoNodeIdentifiers + NodeIndexable + Data<EdgeWeight = i64>,
{
    let (problem, nodes) = Problem::from_petgraph(graph, goal, |edge| *edge.weight())?;
    let solution = problem.solve()?;
    problem.verify(&solution).expect("a proof");
    Ok(solution
        .pairs()
        .map(|(u, v)| (nodes[u], nodes[v]))
        .collect())
}

#[test]
fn graphs_with_either_kind_of_edges() {
    let graph = UnGraph::<(), i64>::from_edges(EDGES);
    let expected = [(1, 2), (3, 4), (0, 5)].map(|(u, v)| (u.into(), v.into()));
    let mut found = pairs(&graph, Goal::MaxWeightPerfect).expect("a matching");
    found.sort_by_key(|(_, v): &(petgraph::graph::NodeIndex, _)| *v);
    assert_eq!(found, expected);
    let graph = DiGraph::<(), i64>::from_edges(EDGES);
    assert_eq!(
        pairs(&graph, Goal::MaxWeightPerfect).map(|pairs| pairs.len()),
        Ok(3)
    );
}

#[test]
fn a_hole_is_no_vertex() {
    let mut graph = StableUnGraph::<(), i64>::from_edges(EDGES);
    graph.remove_node(1.into());
    graph.remove_node(2.into());
    // Four nodes are left, the last one with index 5.
    let found = pairs(&graph, Goal::MaxWeightPerfect).expect("a matching");
    assert_eq!(found, [(0, 5), (3, 4)].map(|(u, v)| (u.into(), v.into())));
}

#[test]
fn nodes_that_are_names() {
    let graph = UnGraphMap::<u32, i64>::from_edges(EDGES.map(|(u, v, w)| (1000 * u, 1000 * v, w)));
    let found = pairs(&graph, Goal::MaxWeight).expect("a matching");
    let sum: i64 = found.iter().map(|(u, v)| graph[(*u, *v)]).sum();
    assert_eq!(sum, 15);
}

#[test]
fn rows_of_petgraph() {
    let mut graph = Csr::<(), i64, Undirected>::with_nodes(6);
    for (u, v, weight) in EDGES {
        graph.add_edge(u, v, weight);
    }
    assert_eq!(pairs(&graph, Goal::MaxWeight), Ok(vec![(0, 1), (3, 4)]));
}

#[test]
fn what_filters_a_graph() {
    let graph = UnGraph::<(), i64>::from_edges(EDGES);
    let filtered = NodeFiltered::from_fn(&graph, |node| node.index() != 4);
    let found = pairs(&filtered, Goal::MaxWeight).expect("a matching");
    assert_eq!(found, [(0, 1), (2, 3)].map(|(u, v)| (u.into(), v.into())));
}

#[test]
fn a_node_joined_with_itself_is_refused() {
    let graph = UnGraph::<(), i64>::from_edges([(0, 1, 3), (1, 1, 4)]);
    let refused = pairs(&graph, Goal::MaxWeight);
    assert_eq!(refused, Err(Error::SelfLoop(VertexId::new(1))));
}

/// A graph that names nodes which it does not have.
#[derive(Clone, Copy)]
struct Careless {
    bound: usize,
    edge: (usize, usize, &'static i64),
}

impl GraphBase for Careless {
    type NodeId = usize;
    type EdgeId = (usize, usize);
}

impl Data for Careless {
    type NodeWeight = ();
    type EdgeWeight = i64;
}

impl GraphRef for Careless {}

impl IntoNodeIdentifiers for Careless {
    type NodeIdentifiers = std::ops::Range<usize>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        0..2
    }
}

impl IntoEdgeReferences for Careless {
    type EdgeRef = (usize, usize, &'static i64);
    type EdgeReferences = std::iter::Once<Self::EdgeRef>;

    fn edge_references(self) -> Self::EdgeReferences {
        std::iter::once(self.edge)
    }
}

impl NodeIndexable for Careless {
    fn node_bound(&self) -> usize {
        self.bound
    }

    fn to_index(&self, node: usize) -> usize {
        node
    }

    fn from_index(&self, index: usize) -> usize {
        index
    }
}

#[test]
fn nodes_out_of_range_are_refused() {
    let stranger = |v: usize| Err(Error::NoSuchVertex(VertexId::new(v)));
    for v in [2, 3, 1 << 32, (1 << 32) + 1, usize::MAX] {
        let graph = Careless {
            bound: 3,
            edge: (0, v, &5),
        };
        assert_eq!(pairs(graph, Goal::MaxWeight), stranger(v));
    }
    let graph = Careless {
        bound: 1,
        edge: (0, 1, &5),
    };
    assert_eq!(pairs(graph, Goal::MaxWeight), stranger(1));
    let graph = Careless {
        bound: 1 << 32,
        edge: (0, 1, &5),
    };
    assert_eq!(
        pairs(graph, Goal::MaxWeight),
        Err(Error::TooManyVertices(1 << 32))
    );
}
