//! What no graph has is refused, and what no proof may claim.

use edelweiss_matching::{
    Cover, Dense, Error, Graph, Objective, Solver, Sparse, VertexId,
    certificate::{Violation, verify},
};

const BEYOND_32_BITS: usize = (1 << 32) + 1;

#[test]
fn an_edge_that_no_graph_has_is_an_error() {
    let v = VertexId::new;
    let mut dense = Dense::<i64>::new(3);
    let mut sparse = Sparse::<i64>::new(3);
    let mut graph = Graph::from(Dense::<i64>::new(3));
    for (a, b, error) in [
        (0, 3, Error::NoSuchVertex(v(3))),
        (7, 1, Error::NoSuchVertex(v(7))),
        (1, 1, Error::SelfLoop(v(1))),
        // Would be vertex 1 if its highest bits were dropped.
        (0, BEYOND_32_BITS, Error::NoSuchVertex(v(BEYOND_32_BITS))),
    ] {
        let refused = Err(error);
        assert_eq!(dense.set(v(a), v(b), Some(1)), refused);
        assert_eq!(sparse.set(v(a), v(b), Some(1)), refused);
        assert_eq!(sparse.add_edge(v(a), v(b), 1), refused);
        assert_eq!(graph.set(v(a), v(b), Some(1)), refused);
        let list = Sparse::from_edges(3, [(v(a), v(b), 1_i64)]);
        assert_eq!(list.map(|_| ()), refused);
    }
    assert_ne!(v(BEYOND_32_BITS), v(1));
}

#[test]
fn a_matrix_that_fits_no_memory_is_an_error() {
    for n in [usize::MAX, 1 << 40, 1 << 31] {
        assert_eq!(
            Dense::<i128>::try_new(n).map(|_| ()),
            Err(Error::TooManyVertices(n))
        );
    }
    assert!(Dense::<i64>::try_new(10).is_ok());
}

#[test]
fn a_perfect_matching_exposes_nobody_whatever_the_covers_say() {
    let mut graph = Dense::new(3);
    graph
        .set(VertexId::new(0), VertexId::new(1), Some(5_i64))
        .unwrap();
    let covers = [Cover::May; 3];
    let mut solver = Solver::new(graph.clone(), &covers).unwrap();
    solver.solve().unwrap();
    let check = |objective| {
        verify(
            &graph,
            &covers,
            objective,
            solver.mates(),
            &solver.certificate(),
        )
    };
    assert_eq!(check(Objective::MaxWeight), Ok(5));
    assert_eq!(
        check(Objective::MaxWeightPerfect),
        Err(Violation::MustBeCovered(VertexId::new(2)))
    );
}
