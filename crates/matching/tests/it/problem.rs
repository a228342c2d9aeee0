//! Every goal, every type of weight and every algorithm against enumeration.

use crate::common::{ALGORITHMS, GOALS, Instance, algorithms, brute_force};
use edelweiss_matching::{
    Algorithm, Cover, EdgeWeight, Error, Goal, Lex, Limbs, Problem, certificate::verify_no_matching,
};
use quickcheck::quickcheck;

fn problem<W: EdgeWeight>(
    instance: &Instance,
    goal: Goal,
    translate: impl Fn(i64) -> W,
) -> Problem<W> {
    let mut problem = Problem::new(instance.n, goal);
    add_edges(instance, &mut problem, translate);
    problem
}

fn add_edges<W: EdgeWeight>(
    instance: &Instance,
    problem: &mut Problem<W>,
    translate: impl Fn(i64) -> W,
) {
    for a in 0..instance.n {
        for b in 0..a {
            if let Some(weight) = instance.edge(a, b) {
                problem.add_edge(a, b, translate(weight)).expect("an edge");
            }
        }
    }
}

/// More than all weights of an instance together.
const BONUS: i64 = 1_000_000;

fn expected(instance: &Instance, goal: Goal) -> Option<i64> {
    let with = |cover, weight: fn(i64) -> i64| {
        let mut other = instance.clone();
        other.cover.fill(cover);
        for a in 0..instance.n {
            for b in 0..a {
                other.set_edge(a, b, instance.edge(a, b).map(weight));
            }
        }
        brute_force(&other)
    };
    match goal {
        Goal::MaxWeight => with(Cover::May, |w| w),
        Goal::MaxWeightMaxCardinality => with(Cover::May, |w| w + BONUS)
            .map(|value| value - (value + BONUS / 2).div_euclid(BONUS) * BONUS),
        Goal::MaxWeightPerfect => with(Cover::Must, |w| w),
        Goal::MinWeightPerfect => with(Cover::Must, |w| -w).map(|value| -value),
        Goal::MaxCardinality => with(Cover::May, |_| 1),
    }
}

fn found<W: EdgeWeight>(problem: &Problem<W>, algorithm: Algorithm) -> Option<W::Total> {
    match problem.solve_by(algorithm) {
        Ok(solution) => {
            problem.verify(&solution).expect("a proof");
            assert_eq!(solution.algorithm(), algorithm);
            Some(solution.value().clone())
        }
        Err(Error::NoMatching(_)) => None,
        Err(error) => panic!("{error}"),
    }
}

quickcheck! {
    fn every_goal_agrees_with_enumeration(instance: Instance) -> bool {
        GOALS.into_iter().all(|goal| {
            let expected = expected(&instance, goal).map(i128::from);
            let problem = problem(&instance, goal, |w| w);
            algorithms(goal).into_iter().all(|algorithm| found(&problem, algorithm) == expected)
        })
    }

    fn mixed_covers_agree_with_enumeration(instance: Instance) -> bool {
        let mut problem = Problem::with_covers(instance.cover.clone());
        add_edges(&instance, &mut problem, |w| w);
        let expected = brute_force(&instance).map(i128::from);
        ALGORITHMS.into_iter().all(|algorithm| found(&problem, algorithm) == expected)
    }

    fn what_cannot_be_covered_has_a_proof(instance: Instance) -> bool {
        let mut problem = Problem::with_covers(instance.cover.clone());
        add_edges(&instance, &mut problem, |w| w);
        ALGORITHMS.into_iter().all(|algorithm| match problem.solve_by(algorithm) {
            Err(Error::NoMatching(proof)) => {
                instance.cover[proof.exposed.index()] == Cover::Must
                    && verify_no_matching(&instance.graph(), &instance.cover, &proof.inner)
            }
            other => other.is_ok(),
        })
    }

    fn the_second_number_decides_between_equals(instance: Instance, seconds: Vec<i64>) -> bool {
        let Some(largest) = seconds.iter().max() else { return true };
        // The first numbers differ by one at most; the second ones use the whole width.
        let second = |w: i64| seconds[w.unsigned_abs() as usize % seconds.len()] | largest & 1;
        let lex = problem(&instance, Goal::MaxWeight, |w| Lex([w % 2, second(w)]));
        let wide = problem(&instance, Goal::MaxWeight, |w| {
            Limbs::<4>::from_i128(i128::from(w % 2)).shl(90).plus(second(w))
        });
        let (lex, wide) = (lex.solve().expect("fits"), wide.solve().expect("fits"));
        let Lex([first, second]) = *lex.value();
        Limbs::<4>::from_i128(first).shl(90).plus_wide(second) == *wide.value()
    }
}

/// Sums of numbers of different widths.
trait Plus {
    fn plus(self, more: i64) -> Self;
    fn plus_wide(self, more: i128) -> Self;
}

impl Plus for Limbs<4> {
    fn plus(self, more: i64) -> Self {
        self.plus_wide(more.into())
    }

    fn plus_wide(self, more: i128) -> Self {
        edelweiss_matching::Weight::plus(&self, &Self::from_i128(more))
    }
}

/// A path of three edges with the largest weight in the middle: at the limits of each type.
fn middle<W: EdgeWeight>(low: &W, high: &W) -> [String; 3] {
    let goals = [
        Goal::MaxWeight,
        Goal::MaxWeightPerfect,
        Goal::MinWeightPerfect,
    ];
    goals.map(|goal| {
        let mut problem = Problem::new(4, goal);
        for (u, v, weight) in [(0, 1, low), (1, 2, high), (2, 3, low)] {
            problem.add_edge(u, v, weight.clone()).expect("an edge");
        }
        let solution = problem.solve().expect("a path");
        problem.verify(&solution).expect("a proof");
        solution.value().to_string()
    })
}

#[test]
fn every_integer_may_use_its_whole_range() {
    macro_rules! check {
        ($($integer:ty),*) => {$(
            let (low, high) = (<$integer>::MIN, <$integer>::MAX);
            let twice = Limbs::<4>::from_i128(low as i128).shl(1).to_string();
            let largest = high.to_string();
            assert_eq!(middle(&low, &high), [largest, twice.clone(), twice]);
        )*};
    }
    check!(
        i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize
    );
}

#[test]
fn thousand_vertices_with_costs_of_fourteen_bits_are_not_refused() {
    let mut problem = Problem::new(1000, Goal::MinWeightPerfect);
    for u in 0..1000 {
        for step in [1, 2, 7] {
            let cost = (u * 7919 + step * 104_729) % (1 << 14);
            problem.add_edge(u, (u + step) % 1000, cost as i32).unwrap();
        }
    }
    let solution = problem.solve().expect("no headroom is asked of a caller");
    problem.verify(&solution).unwrap();
}

#[test]
fn what_counts_edges_is_not_asked_for_weights() {
    let problem = Problem::<i64>::new(2, Goal::MaxWeightMaxCardinality);
    let refused = problem.solve_by(Algorithm::Phases);
    assert_eq!(refused.err(), Some(Error::WeightsDoNotCount));
}

#[test]
fn what_is_no_edge_is_refused() {
    let mut problem = Problem::<u8>::new(3, Goal::MaxWeight);
    let v = edelweiss_matching::VertexId::new;
    assert_eq!(problem.add_edge(0, 3, 1), Err(Error::NoSuchVertex(v(3))));
    assert_eq!(problem.add_edge(2, 2, 1), Err(Error::SelfLoop(v(2))));
    assert_eq!(
        problem.add_edge(0, usize::MAX, 1),
        Err(Error::NoSuchVertex(v(usize::MAX)))
    );
    assert_eq!(problem.n_edges(), 0);
    assert_eq!(*problem.solve().unwrap().value(), 0);
}

#[test]
fn of_parallel_edges_the_best_one_counts() {
    for (goal, value) in [(Goal::MaxWeight, 9), (Goal::MinWeightPerfect, 2)] {
        let mut problem = Problem::new(2, goal);
        for weight in [4_u16, 9, 2] {
            problem.add_edge(1, 0, weight).unwrap();
        }
        assert_eq!(*problem.solve().unwrap().value(), value);
    }
}

#[test]
fn a_solution_of_another_problem_is_no_solution() {
    let mut problem = Problem::new(2, Goal::MaxWeight);
    problem.add_edge(0, 1, 5_i64).unwrap();
    let solution = problem.solve().unwrap();
    let mut heavier = problem.clone();
    heavier.add_edge(0, 1, 6).unwrap();
    assert!(problem.verify(&solution).is_ok());
    assert!(heavier.verify(&solution).is_err());
}

#[test]
fn wide_numbers_are_written_in_decimal() {
    let power = Limbs::<4>::from_i128(1).shl(200);
    let text = "1606938044258990275541962092341162602522202993782792835301376";
    assert_eq!(power.to_string(), text);
    let negative = edelweiss_matching::Weight::negated(&power);
    assert_eq!(negative.to_string(), format!("-{text}"));
    assert_eq!(Limbs::<1>::zero().to_string(), "0");
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A graph of up to 60 vertices: few weights or many, few edges or many, in one part or several, with
/// triangles so that blossoms abound.
fn graph_of_some_size(state: &mut u64) -> (usize, Vec<(usize, usize, i64)>) {
    let n = 2 + random(state) as usize % 59;
    let m = n * (1 + random(state) as usize % 5);
    let spread = [1, 2, 5, 40, 1_000_000][random(state) as usize % 5];
    let reach = [2, 3, 8, 60][random(state) as usize % 4];
    let lowest = [0, 0, 0, spread / 2][random(state) as usize % 4];
    let mut edges = Vec::new();
    for _ in 0..m {
        let u = random(state) as usize % n;
        let v = (u + 1 + random(state) as usize % reach) % n;
        if u != v {
            edges.push((u, v, (random(state) % (spread as u64 + 1)) as i64 - lowest));
        }
    }
    (n, edges)
}

#[test]
fn the_algorithms_agree_on_larger_graphs() {
    let mut state = 31;
    for _ in 0..1500 {
        let (n, edges) = graph_of_some_size(&mut state);
        for goal in GOALS {
            let mut problem = Problem::new(n, goal);
            for &(u, v, weight) in &edges {
                problem.add_edge(u, v, weight).unwrap();
            }
            let values = algorithms(goal)
                .into_iter()
                .map(|algorithm| found(&problem, algorithm));
            let values: Vec<_> = values.collect();
            assert!(values.iter().all(|value| *value == values[0]), "{goal:?}");
        }
        let covers = (0..n).map(|_| match random(&mut state) % 2 {
            0 => Cover::May,
            _ => Cover::Must,
        });
        let mut problem = Problem::with_covers(covers.collect());
        for (u, v, weight) in edges {
            problem.add_edge(u, v, weight).unwrap();
        }
        let values = ALGORITHMS.map(|algorithm| found(&problem, algorithm));
        assert!(
            values.iter().all(|value| *value == values[0]),
            "mixed covers"
        );
    }
}
