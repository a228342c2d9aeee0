//! Every solution is proved; a proof that was tampered with is refused for the right reason.

use crate::common::Instance;
use edelweiss_matching::{
    Certificate, Cover, Error, Objective, Solver, VertexId,
    certificate::{Blossom, Violation, verify, verify_no_matching},
};
use quickcheck::{TestResult, quickcheck};

type Proof = (Instance, Vec<Option<VertexId>>, Certificate<i64>);

fn solved(instance: Instance) -> Option<Proof> {
    let mut solver = instance.solver();
    solver.solve().ok()?;
    Some((instance, solver.mates().to_vec(), solver.certificate()))
}

fn check((instance, mates, certificate): &Proof) -> Result<i64, Violation> {
    verify(
        &instance.graph(),
        &instance.cover,
        Objective::MaxWeight,
        mates,
        certificate,
    )
}

/// Solves, lets `tamper` change something, and compares the verdict with what it expects.
fn tampered(
    instance: Instance,
    tamper: impl Fn(&mut Proof) -> Option<fn(Violation) -> bool>,
) -> TestResult {
    let Some(mut proof) = solved(instance) else {
        return TestResult::discard();
    };
    match tamper(&mut proof) {
        None => TestResult::discard(),
        Some(expected) => TestResult::from_bool(check(&proof).is_err_and(expected)),
    }
}

quickcheck! {
    fn every_solution_is_proved(instance: Instance) -> bool {
        let mut solver = instance.solver();
        match solver.solve() {
            Ok(()) => {
                let value = verify(
                    &instance.graph(), &instance.cover, Objective::MaxWeight,
                    solver.mates(), &solver.certificate(),
                );
                value == Ok(solver.value())
            }
            Err(Error::NoMatching(proof)) => {
                instance.cover[proof.exposed.index()] == Cover::Must
                    && verify_no_matching(&instance.graph(), &instance.cover, &proof.inner)
            }
            Err(_) => false,
        }
    }

    fn every_largest_matching_is_proved(instance: Instance) -> bool {
        let objective = Objective::MaxWeightMaxCardinality;
        let mut solver = Solver::with_objective(instance.graph(), objective).unwrap();
        solver.solve().unwrap();
        let (mates, certificate) = (solver.mates(), solver.certificate());
        let covers = vec![Cover::May; instance.n];
        let check = |objective| verify(&instance.graph(), &covers, objective, mates, &certificate);
        check(objective) == Ok(solver.value())
            && check(Objective::MaxWeight) == Err(Violation::Bonus)
    }

    fn a_missing_dual_is_refused(instance: Instance) -> TestResult {
        tampered(instance, |(_, _, certificate)| {
            certificate.dual_2x.pop();
            Some(|violation| violation == Violation::Length)
        })
    }

    fn a_lone_mate_is_refused(instance: Instance) -> TestResult {
        tampered(instance, |(_, mates, _)| {
            *mates.iter_mut().find(|mate| mate.is_some())? = None;
            Some(|violation| matches!(violation, Violation::MatesDisagree(_)))
        })
    }

    fn a_matched_pair_without_edge_is_refused(instance: Instance) -> TestResult {
        tampered(instance, |(instance, mates, _)| {
            let (a, b) = (0..instance.n).find_map(|a| Some((a, mates[a]?)))?;
            instance.set_edge(a, b.index(), None);
            Some(|violation| matches!(violation, Violation::NoSuchEdge(_, _)))
        })
    }

    fn an_exposed_vertex_that_must_be_covered_is_refused(instance: Instance) -> TestResult {
        tampered(instance, |(instance, mates, _)| {
            let a = (0..instance.n).find(|&a| mates[a].is_none())?;
            instance.cover[a] = Cover::Must;
            Some(|violation| matches!(violation, Violation::MustBeCovered(_)))
        })
    }

    fn a_negative_vertex_dual_is_refused(instance: Instance, a: usize) -> TestResult {
        tampered(instance, |(instance, _, certificate)| {
            let a = a % instance.n;
            instance.cover[a] = Cover::May;
            let earlier = (0..a).any(|b| instance.cover[b] == Cover::May && certificate.dual_2x[b] < 0);
            certificate.dual_2x[a] = -1;
            (!earlier).then_some(|violation| matches!(violation, Violation::NegativeVertexDual(_)))
        })
    }

    fn a_worse_matching_is_refused(instance: Instance) -> TestResult {
        tampered(instance, |(instance, mates, _)| {
            let pair = |a: usize| Some((a, mates[a]?.index()));
            let (a, b) = (0..instance.n).filter_map(pair).find(|&(a, b)| {
                instance.cover[a] == Cover::May && instance.cover[b] == Cover::May
                    && instance.edge(a, b) > Some(0)
            })?;
            (mates[a], mates[b]) = (None, None);
            Some(|violation| matches!(
                violation, Violation::ExposedWithDual(_) | Violation::BlossomNotFull(_)
            ))
        })
    }

    fn a_raised_dual_is_refused(instance: Instance, a: usize) -> TestResult {
        tampered(instance, |(instance, mates, certificate)| {
            let a = a % instance.n;
            certificate.dual_2x[a] += 1;
            Some(if mates[a].is_some() {
                |violation| matches!(violation, Violation::MatchedWithSlack(_, _))
            } else {
                |violation| matches!(violation, Violation::ExposedWithDual(_))
            })
        })
    }

    fn a_heavier_edge_is_refused(instance: Instance, a: usize, b: usize) -> TestResult {
        tampered(instance, |(instance, _, certificate)| {
            let (a, b) = (a % instance.n, b % instance.n);
            instance.edge(a, b)?;
            let blossoms: i64 = certificate.blossoms.iter().map(|blossom| blossom.dual_2x).sum();
            let bound = certificate.dual_2x[a] + certificate.dual_2x[b] + blossoms;
            instance.set_edge(a, b, Some(bound.max(0) / 2 + 1));
            Some(|violation| matches!(violation, Violation::NegativeSlack(_, _)))
        })
    }

    fn a_bonus_is_refused_where_it_has_no_place(instance: Instance) -> TestResult {
        tampered(instance, |(_, _, certificate)| {
            certificate.bonus = 1;
            Some(|violation| violation == Violation::Bonus)
        })
    }
}

/// A triangle with heavy edges and a pendant vertex: the triangle is a blossom with a dual.
fn triangle() -> Proof {
    let mut instance = Instance::new(5, Cover::May);
    for (a, b, weight) in [(0, 1, 10), (1, 2, 10), (0, 2, 10), (3, 4, 2)] {
        instance.set_edge(a, b, Some(weight));
    }
    let proof = solved(instance).expect("nothing must be covered");
    assert_eq!(check(&proof), Ok(12));
    assert_eq!(proof.2.blossoms.len(), 1);
    proof
}

#[test]
fn an_even_blossom_is_refused() {
    let mut proof = triangle();
    proof.2.innermost[3] = Some(0);
    assert_eq!(check(&proof), Err(Violation::NotOddSet(0)));
}

#[test]
fn an_empty_blossom_is_refused() {
    let mut proof = triangle();
    proof.2.blossoms.push(Blossom {
        parent: None,
        dual_2x: 2,
    });
    assert_eq!(check(&proof), Err(Violation::NotOddSet(1)));
}

#[test]
fn a_blossom_that_is_none_is_refused() {
    let mut proof = triangle();
    proof.2.innermost[3] = Some(77);
    let refused = Violation::NoSuchBlossom(VertexId::new(3));
    assert_eq!(check(&proof), Err(refused));
}

#[test]
fn a_negative_blossom_dual_is_refused() {
    let mut proof = triangle();
    proof.2.blossoms[0].dual_2x *= -1;
    assert_eq!(check(&proof), Err(Violation::NegativeBlossomDual(0)));
}

#[test]
fn a_blossom_that_is_not_full_is_refused() {
    let mut proof = triangle();
    let covered = (0..3).find(|&a| proof.1[a].is_some()).unwrap();
    (proof.2.innermost[covered], proof.2.innermost[3]) = (None, Some(0));
    assert_eq!(check(&proof), Err(Violation::BlossomNotFull(0)));
}

#[test]
fn a_circle_of_blossoms_is_refused() {
    let mut proof = triangle();
    proof.2.blossoms[0].parent = Some(0);
    assert_eq!(check(&proof), Err(Violation::NotNested(0)));
    proof.2.blossoms[0].parent = Some(1);
    assert_eq!(check(&proof), Err(Violation::NotNested(0)));
}

#[test]
fn a_sum_out_of_range_is_refused() {
    let mut proof = triangle();
    (proof.2.dual_2x[3], proof.2.dual_2x[4]) = (i64::MAX, i64::MAX);
    assert_eq!(check(&proof), Err(Violation::Overflow));
}

#[test]
fn a_lowered_blossom_dual_is_refused() {
    let mut proof = triangle();
    proof.2.blossoms[0].dual_2x -= 2;
    assert!(matches!(check(&proof), Err(Violation::NegativeSlack(_, _))));
}

#[test]
fn a_small_bonus_is_refused() {
    let (instance, ..) = triangle();
    let objective = Objective::MaxWeightMaxCardinality;
    let mut solver = Solver::with_objective(instance.graph(), objective).unwrap();
    solver.solve().unwrap();
    let mut certificate = solver.certificate();
    certificate.bonus = 50;
    let verdict = verify(
        &instance.graph(),
        &instance.cover,
        objective,
        solver.mates(),
        &certificate,
    );
    assert_eq!(verdict, Err(Violation::Bonus));
}

#[test]
fn a_wrong_witness_is_refused() {
    let mut instance = Instance::new(4, Cover::Must);
    for b in 1..4 {
        instance.set_edge(0, b, Some(1));
    }
    let graph = instance.graph();
    let Err(Error::NoMatching(proof)) = instance.solver().solve() else {
        panic!("a star")
    };
    assert_eq!(proof.inner, [VertexId::new(0)]);
    assert!(verify_no_matching(&graph, &instance.cover, &proof.inner));
    assert!(!verify_no_matching(&graph, &instance.cover, &[]));
    assert!(!verify_no_matching(
        &graph,
        &instance.cover,
        &[VertexId::new(9)]
    ));
    instance.cover[1] = Cover::May;
    instance.cover[2] = Cover::May;
    assert!(!verify_no_matching(&graph, &instance.cover, &proof.inner));
}
