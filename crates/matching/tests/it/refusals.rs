//! What no graph has is refused, and what no proof may claim.

use edelweiss_matching::{
    Algorithm, Cover, Dense, Error, Goal, Graph, Limbs, Objective, Problem, Solver, Sparse,
    VertexId,
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

/// What becomes of a graph whose vertices tell of their edges in these words.
fn told(rows: &[&[(usize, i64)]]) -> Result<usize, Error> {
    let weight = |v: usize, u: usize| {
        let told = rows[v].iter().find(|(head, _)| *head == u);
        told.expect("a neighbour").1
    };
    let neighbours = |v: usize| rows[v].iter().map(|(u, _)| *u);
    Problem::from_oracles(rows.len(), Goal::MaxWeight, neighbours, weight)
        .map(|problem| problem.n_edges())
}

#[test]
fn ends_that_disagree_are_named() {
    let disagree = |u, v| Err(Error::EndsDisagree(VertexId::new(u), VertexId::new(v)));
    // A path, told in any order.
    assert_eq!(told(&[&[(1, 5)], &[(2, 7), (0, 5)], &[(1, 7)]]), Ok(2));
    assert_eq!(told(&[]), Ok(0));
    // One end is silent: the later, the earlier, one of many.
    assert_eq!(told(&[&[(1, 5)], &[]]), disagree(0, 1));
    assert_eq!(told(&[&[], &[(0, 5)]]), disagree(0, 1));
    assert_eq!(told(&[&[(1, 5), (2, 5)], &[], &[(0, 5)]]), disagree(0, 1));
    assert_eq!(told(&[&[(2, 5)], &[(0, 5)], &[(0, 5)]]), disagree(0, 1));
    // Another weight; the same edge twice, from either end.
    assert_eq!(told(&[&[(1, 5)], &[(0, 6)]]), disagree(0, 1));
    assert_eq!(told(&[&[(1, 5), (1, 5)], &[(0, 5)]]), disagree(0, 1));
    assert_eq!(told(&[&[(1, 5)], &[(0, 5), (0, 5)]]), disagree(0, 1));
    // No edge of any graph.
    let stranger = |v| Err(Error::NoSuchVertex(VertexId::new(v)));
    assert_eq!(told(&[&[(0, 5)]]), Err(Error::SelfLoop(VertexId::new(0))));
    assert_eq!(told(&[&[(1, 5)]]), stranger(1));
    assert_eq!(
        told(&[&[(BEYOND_32_BITS, 5)], &[]]),
        stranger(BEYOND_32_BITS)
    );
}

#[test]
fn a_graph_in_memory_is_the_problem_of_its_edges() {
    let v = VertexId::new;
    let edges = [(v(3), v(0), 4_i64), (v(0), v(1), 9), (v(1), v(2), 3)];
    let graph = Sparse::from_edges(4, edges).unwrap();
    let problem = Problem::from_graph(&graph, Goal::MaxWeightPerfect).unwrap();
    assert_eq!(*problem.solve().unwrap().value(), 7);
}

#[test]
fn limbs_without_headroom_are_refused_by_every_algorithm() {
    let weight = |bits| Limbs::<2>::from_i128(1).shl(bits);
    for algorithm in [
        Algorithm::MultiTree,
        Algorithm::SingleTreeDense,
        Algorithm::SingleTreeSparse,
    ] {
        // Four times 256 is ten bits, and the sign is one.
        for (bits, is_refused) in [(116, false), (117, true), (126, true)] {
            let mut problem = Problem::new(3, Goal::MaxWeight);
            problem.add_edge(0, 1, weight(bits)).unwrap();
            problem.add_edge(1, 2, weight(bits)).unwrap();
            let refused = problem.solve_by(algorithm).err();
            assert_eq!(refused, is_refused.then_some(Error::WeightTooWide));
        }
    }
}
