//! From the solution of another problem the optimum of this one is found.

use crate::common::{GOALS, Instance};
use edelweiss_matching::certificate::verify_no_matching;
use edelweiss_matching::{Algorithm, Cover, Error, Goal, Problem, Solution};
use quickcheck::{Arbitrary, Gen, quickcheck};

/// What happens to an instance: kind, two vertices, a weight.
type Changes = Vec<(u8, u8, u8, i16)>;

fn problem(instance: &Instance, goal: Option<Goal>) -> Problem<i64> {
    let mut problem = match goal {
        Some(goal) => Problem::new(instance.n, goal),
        None => Problem::with_covers(instance.cover.clone()),
    };
    for a in 0..instance.n {
        for b in 0..a {
            if let Some(weight) = instance.edge(a, b) {
                problem.add_edge(a, b, weight).expect("an edge");
            }
        }
    }
    problem
}

fn change(instance: &mut Instance, (kind, a, b, weight): (u8, u8, u8, i16)) {
    let (a, b) = (usize::from(a) % instance.n, usize::from(b) % instance.n);
    let cover = [Cover::May, Cover::Must][usize::from(kind >> 7)];
    match kind % 6 {
        0 => instance.set_edge(a, b, None),
        1 | 2 => instance.set_edge(a, b, Some((weight % 9).into())),
        3 => instance.set_edge(a, b, Some(i64::from(weight) << (kind / 6))),
        4 => instance.set_row(a, |_| None),
        _ if instance.n < 14 => instance.add_vertex(cover, |b| {
            (b % 3 != usize::from(kind % 3)).then_some(i64::from(weight) % (b as i64 + 2))
        }),
        _ => instance.cover[a] = cover,
    }
}

/// The solution from another one, if there is any; the same as without.
fn agrees(
    problem: &Problem<i64>,
    before: &Solution<i64>,
    instance: &Instance,
) -> Option<Solution<i64>> {
    match (problem.solve_from(before), problem.solve()) {
        (Ok(solution), Ok(expected)) => {
            problem.verify(&solution).expect("a proof");
            assert_eq!(solution.value(), expected.value());
            Some(solution)
        }
        (Err(Error::NoMatching(proof)), Err(Error::NoMatching(_))) => {
            let covers = match problem.goal() {
                Goal::MaxWeightPerfect | Goal::MinWeightPerfect => vec![Cover::Must; instance.n],
                _ => instance.cover.clone(),
            };
            assert!(verify_no_matching(&instance.graph(), &covers, &proof.inner));
            None
        }
        (found, expected) => panic!("{found:?} instead of {expected:?}"),
    }
}

quickcheck! {
    fn changes_are_solved_again(instance: Instance, changes: Changes) -> bool {
        for goal in GOALS.map(Some).into_iter().chain([None]) {
            let mut instance = instance.clone();
            let mut before = problem(&instance, goal).solve().ok();
            for next in &changes {
                change(&mut instance, *next);
                let now = problem(&instance, goal);
                before = match &before {
                    Some(before) => agrees(&now, before, &instance),
                    None => now.solve().ok(),
                };
            }
        }
        true
    }

    fn any_solution_will_do(one: Instance, other: Instance, goals: (u8, u8)) -> bool {
        let goal = |number: u8| GOALS[usize::from(number) % GOALS.len()];
        if let Ok(before) = problem(&one, Some(goal(goals.0))).solve() {
            agrees(&problem(&other, Some(goal(goals.1))), &before, &other);
        }
        true
    }
}

/// One problem whose weights change, by the rows that were kept, beside one that is built anew each time.
fn is_solved_again(instance: &Instance, goal: Goal, changes: &[(u8, i16)]) -> bool {
    let mut kept = problem(instance, Some(goal));
    let Ok(mut before) = kept.solve() else {
        return true;
    };
    let mut edges: Vec<(usize, usize, i64)> = Vec::new();
    for a in 0..instance.n {
        let row = (0..a).filter_map(|b| Some((a, b, instance.edge(a, b)?)));
        edges.extend(row);
    }
    for (at, (place, weight)) in changes.iter().enumerate() {
        if let Some(edge) = usize::from(*place).checked_rem(edges.len()) {
            let weight = i64::from(weight % 30) << (place % 3 * 10);
            edges[edge].2 = weight;
            kept.set_weight(edge, weight).expect("an edge");
        }
        // Several changes at once now and then, and copies, and more edges.
        if place % 4 == 0 {
            continue;
        }
        if at % 5 == 4 {
            kept = kept.clone();
        }
        if at % 7 == 6 && instance.n > 1 {
            edges.push((0, 1, 3));
            kept.add_edge(0, 1, 3).expect("an edge");
        }
        let mut anew = Problem::new(instance.n, goal);
        for (a, b, weight) in &edges {
            anew.add_edge(*a, *b, *weight).expect("an edge");
        }
        let (again, expected) = (kept.solve_from(&before), anew.solve());
        let (Ok(again), Ok(expected)) = (again, expected) else {
            panic!("weights decide whether there is a matching");
        };
        assert_eq!(again.value(), expected.value());
        anew.verify(&again).expect("a proof");
        before = again;
    }
    true
}

quickcheck! {
    fn weights_change_in_the_rows_that_are_kept(instance: Instance, changes: Vec<(u8, i16)>) -> bool {
        GOALS.iter().all(|goal| is_solved_again(&instance, *goal, &changes))
    }
}

#[test]
fn duals_beyond_every_range_are_left() {
    let mut g = Gen::from_size_and_seed(100, 2_026);
    for _ in 0..100 {
        let small = Instance::arbitrary(&mut g);
        let mut large = small.clone();
        for a in 0..small.n {
            for b in 0..a {
                large.set_edge(a, b, small.edge(a, b).map(|weight| weight << 50));
            }
        }
        let before = problem(&large, Some(Goal::MaxWeight))
            .solve()
            .expect("nobody must be covered");
        agrees(&problem(&small, Some(Goal::MaxWeight)), &before, &small);
    }
}

#[test]
fn blossoms_are_kept_where_nothing_changes() {
    let mut g = Gen::from_size_and_seed(100, 45);
    let mut n_with_blossoms = 0;
    for _ in 0..300 {
        let problem = problem(&Instance::arbitrary(&mut g), Some(Goal::MaxWeight));
        let before = (problem.solve_by(Algorithm::MultiTree)).expect("nobody must be covered");
        let again = problem.solve_from(&before).expect("the same");
        assert_eq!(again.value(), before.value());
        // Those of vertices would be higher without the blossoms.
        let (kept, given) = (again.certificate(), before.certificate());
        assert_eq!(kept.dual_2x, given.dual_2x);
        assert_eq!(kept.blossoms.len(), given.blossoms.len());
        n_with_blossoms += usize::from(!given.blossoms.is_empty());
    }
    assert!(n_with_blossoms > 20, "{n_with_blossoms}");
}
