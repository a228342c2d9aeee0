//! Laws on instances too large for brute force: proofs and a second solve are the judges.

use crate::common::{Instance, Layout};
use edelweiss_matching::{
    Cover, Error, Events, Objective, Solver, VertexId,
    certificate::{verify, verify_no_matching},
};
use petgraph::{algo::maximum_matching, graph::UnGraph};
use quickcheck::{Arbitrary, Gen, quickcheck};

/// An instance of 10 to 39 vertices with few different weights, so that blossoms abound; in some of
/// them a vertex has one weight towards most higher ones.
#[derive(Clone, Debug)]
struct Larger(Instance);

impl Arbitrary for Larger {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 10 + usize::arbitrary(g) % 30;
        let musts = *g.choose(&[0_u8, 3, 10]).expect("not empty");
        let mut instance = Instance::new(n, Cover::May);
        let degree = *g.choose(&[2, 3, 5, 40]).expect("not empty");
        let bound = *g.choose(&[2, 4, 10, 100]).expect("not empty");
        let of_lower: Vec<u32> = (0..n).map(|_| u32::arbitrary(g) % bound).collect();
        let is_by_lower = bool::arbitrary(g);
        for a in 0..n {
            for b in 0..a {
                if usize::arbitrary(g) % n < degree {
                    let weight = if is_by_lower && a % 5 > 0 {
                        of_lower[b]
                    } else {
                        u32::arbitrary(g) % bound
                    };
                    instance.set_edge(a, b, Some(i64::from(weight)));
                }
            }
            if u8::arbitrary(g) % 10 < musts {
                instance.cover[a] = Cover::Must;
            }
        }
        instance.layout = *g.choose(&Layout::ALL).expect("not empty");
        Self(instance)
    }
}

fn solve(instance: &Instance) -> Option<i64> {
    let mut solver = instance.solver();
    solver.solve().is_ok().then(|| solver.value())
}

fn is_proved(instance: &Instance, solver: &Solver<i64>) -> bool {
    let objective = Objective::MaxWeight;
    let (mates, certificate) = (solver.mates(), solver.certificate());
    verify(
        &instance.graph(),
        &instance.cover,
        objective,
        mates,
        &certificate,
    ) == Ok(solver.value())
}

quickcheck! {
    fn every_larger_solution_is_proved(instance: Larger) -> bool {
        let Larger(instance) = instance;
        let mut solver = instance.solver();
        match solver.solve() {
            Ok(()) => is_proved(&instance, &solver),
            Err(Error::NoMatching(proof)) => {
                verify_no_matching(&instance.graph(), &instance.cover, &proof.inner)
            }
            Err(_) => false,
        }
    }

    fn relabelling_vertices_changes_nothing(instance: Larger, keys: Vec<u32>) -> bool {
        let Larger(instance) = instance;
        let mut order: Vec<usize> = (0..instance.n).collect();
        order.sort_by_key(|&a| keys.get(a).copied().unwrap_or(7));
        let mut other = instance.clone();
        for a in 0..instance.n {
            other.cover[a] = instance.cover[order[a]];
            for b in 0..a {
                other.set_edge(a, b, instance.edge(order[a], order[b]));
            }
        }
        solve(&instance) == solve(&other)
    }

    fn both_layouts_give_the_same_matching(instance: Larger) -> bool {
        let Larger(mut instance) = instance;
        let mut mates = Layout::ALL.map(|layout| {
            instance.layout = layout;
            let mut solver = instance.solver();
            solver.solve().is_ok().then(|| solver.mates().to_vec())
        });
        mates[0].take() == mates[1].take()
    }

    fn larger_resolving_is_proved(instance: Larger, seed: u64) -> bool {
        let Larger(mut instance) = instance;
        let mut solver = instance.solver();
        let mut state = seed | 1;
        for _ in 0..20 {
            let a = random(&mut state) % instance.n;
            match random(&mut state) % 4 {
                0 => {
                    let row: Vec<_> = (0..instance.n)
                        .map(|_| (random(&mut state) % 3 < 2).then(|| (random(&mut state) % 9) as i64 - 1))
                        .collect();
                    solver.set_vertex_weights(VertexId::new(a), |b| row[b.index()]).unwrap();
                    instance.set_row(a, |b| row[b]);
                }
                1 => {
                    let mate = solver.mate(VertexId::new(a));
                    if let Some(b) = mate {
                        solver.remove_edge(VertexId::new(a), b).unwrap();
                        instance.set_edge(a, b.index(), None);
                    }
                }
                2 => {
                    solver.set_cover(VertexId::new(a), Cover::May).unwrap();
                    instance.cover[a] = Cover::May;
                }
                _ => {
                    let b = random(&mut state) % instance.n;
                    if instance.cover[a] == Cover::May && instance.force(a, b) {
                        solver.force(VertexId::new(a), VertexId::new(b)).unwrap();
                    }
                }
            }
            let good = match solver.resolve() {
                Ok(()) => is_proved(&instance, &solver),
                Err(Error::NoMatching(proof)) => {
                    verify_no_matching(&instance.graph(), &instance.cover, &proof.inner)
                }
                Err(_) => false,
            };
            if !good {
                return false;
            }
        }
        true
    }
}

/// Pseudo-random numbers by Marsaglia's xorshift.
fn random(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 20) as usize
}

#[test]
fn petgraph_finds_as_many_edges() {
    let mut state = 1;
    for (n, m) in [(100, 120), (300, 400), (300, 900), (1000, 1200)] {
        let edges: Vec<_> = (0..m)
            .map(|_| {
                (
                    (random(&mut state) % n) as u32,
                    (random(&mut state) % n) as u32,
                )
            })
            .collect();
        let graph = UnGraph::<(), ()>::from_edges(&edges);
        let sparse = edelweiss_matching::Sparse::from_edges(
            n,
            (edges.iter().filter(|(a, b)| a != b))
                .map(|&(a, b)| (VertexId::new(a as usize), VertexId::new(b as usize), 0_i64)),
        )
        .unwrap();
        let mut solver =
            Solver::with_objective(sparse, Objective::MaxWeightMaxCardinality).unwrap();
        solver.solve().unwrap();
        assert_eq!(solver.matching().count(), maximum_matching(&graph).len());
    }
}

#[test]
fn the_laws_above_meet_every_event() {
    let mut met = Events::default();
    let mut g = Gen::from_size_and_seed(100, 2_026);
    for _ in 0..3000 {
        let Larger(instance) = Larger::arbitrary(&mut g);
        let mut solver = instance.solver();
        if solver.solve().is_ok() {
            let mut state = 5;
            for _ in 0..4 {
                let a = VertexId::new(random(&mut state) % instance.n);
                if let Some(b) = solver.mate(a) {
                    solver.remove_edge(a, b).unwrap();
                }
                // There may be no matching any more.
                if solver.resolve().is_err() {
                    break;
                }
            }
        }
        let events = solver.events();
        met.exhausted += events.exhausted;
        met.nested += events.nested;
        met.t_absorbed += events.t_absorbed;
        met.blossom_became_s += events.blossom_became_s;
        met.blossom_became_t += events.blossom_became_t;
        met.expanded_in_stage += events.expanded_in_stage;
        met.expanded_to_blossom += events.expanded_to_blossom;
        met.expanded_at_end += events.expanded_at_end;
        met.dissolved += events.dissolved;
    }
    let counts = [
        met.exhausted,
        met.nested,
        met.t_absorbed,
        met.blossom_became_s,
        met.blossom_became_t,
        met.expanded_in_stage,
        met.expanded_to_blossom,
        met.expanded_at_end,
        met.dissolved,
    ];
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}
