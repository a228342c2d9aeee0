//! Laws of the solver, on random instances small enough for brute force.

use crate::common::{Instance, brute_force};
use edelweiss_matching::{Cover, Dense, Error, Objective, Solver, VertexId};
use quickcheck::quickcheck;

fn v(index: usize) -> VertexId {
    VertexId::new(index)
}

fn solve(instance: &Instance) -> (Solver<i64>, Option<i64>) {
    let mut solver = instance.solver();
    let value = match solver.solve() {
        Ok(()) => Some(solver.value()),
        Err(Error::NoMatching(_)) => None,
        Err(error) => panic!("{error}"),
    };
    (solver, value)
}

quickcheck! {
    fn solving_agrees_with_brute_force(instance: Instance) -> bool {
        solve(&instance).1 == brute_force(&instance)
    }

    fn resolving_agrees_with_solving(instance: Instance, changes: Vec<(u8, u8, u8, Vec<i8>)>) -> bool {
        let mut instance = instance;
        let mut solver = solve(&instance).0;
        for (kind, a, b, row) in changes {
            let (a, b) = (usize::from(a) % instance.n, usize::from(b) % instance.n);
            let cover = if b % 2 == 0 { Cover::Must } else { Cover::May };
            let weight = |u: usize| row.get(u).filter(|&&w| w % 4 != 0).map(|&w| i64::from(w));
            match kind % 7 {
                0 => {
                    solver.set_vertex_weights(v(a), |u| weight(u.index())).unwrap();
                    instance.set_row(a, weight);
                }
                1 => {
                    let existed = instance.edge(a, b).is_some();
                    assert_eq!(solver.remove_edge(v(a), v(b)).is_ok(), existed);
                    instance.set_edge(a, b, None);
                }
                2 => {
                    let forced = instance.force(a, b);
                    assert_eq!(solver.force(v(a), v(b)).is_ok(), forced);
                }
                3 => {
                    solver.remove_vertex(v(a)).unwrap();
                    instance.set_row(a, |_| None);
                    instance.cover[a] = Cover::May;
                }
                4 if instance.n < 9 => {
                    solver.add_vertex(cover, |u| weight(u.index())).unwrap();
                    instance.add_vertex(cover, weight);
                }
                5 => {
                    solver.set_cover(v(a), cover).unwrap();
                    instance.cover[a] = cover;
                }
                _ => {}
            }
            if kind & 64 == 0 {
                let value = solver.resolve().ok().map(|()| solver.value());
                if value != brute_force(&instance) {
                    return false;
                }
            }
        }
        true
    }

    fn most_edges_come_first(instance: Instance) -> bool {
        let mut solver = Solver::with_objective(instance.graph(), Objective::MaxWeightMaxCardinality).unwrap();
        solver.solve().unwrap();
        let mut free = instance.clone();
        free.cover.fill(Cover::May);
        let mut lifted = free.clone();
        for a in 0..free.n {
            for b in 0..a {
                lifted.set_edge(a, b, free.edge(a, b).map(|w| w + 1_000_000));
            }
        }
        let value = brute_force(&lifted).unwrap();
        solver.value() + 1_000_000 * solver.matching().count() as i64 == value
    }
}

#[test]
fn a_path_of_three_edges_prefers_the_heavy_middle() {
    let mut graph = Dense::new(4);
    for (a, b, weight) in [(0, 1, 5_i64), (1, 2, 11), (2, 3, 5)] {
        graph.set(v(a), v(b), Some(weight)).unwrap();
    }
    let mut solver = Solver::with_objective(graph.clone(), Objective::MaxWeight).unwrap();
    solver.solve().unwrap();
    assert_eq!(solver.value(), 11);
    let mut solver = Solver::with_objective(graph, Objective::MaxWeightPerfect).unwrap();
    solver.solve().unwrap();
    assert_eq!(solver.value(), 10);
}
