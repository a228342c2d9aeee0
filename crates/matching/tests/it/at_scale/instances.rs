//! One problem for each number: every algorithm, its proof, and enumeration where the graph is small.

use std::fmt::{self, Debug};
use std::ops::Add;

use edelweiss_matching::certificate::verify_no_matching;
use edelweiss_matching::{Algorithm, Cover, Csr, Error, Goal, Lex, Limbs, Problem, VertexId};
use num_bigint::BigInt;

use crate::common::algorithms;

use super::draws::{Draws, Multigraph, Question};
use super::numbers::{Drawn, Spread};

/// What every sample has to meet.
pub(crate) const OUTCOMES: [&str; 10] = [
    "maximum weight: solved",
    "maximum weight among maximum cardinality: solved",
    "maximum weight, perfect: solved",
    "maximum weight, perfect: no matching",
    "minimum weight, perfect: solved",
    "minimum weight, perfect: no matching",
    "maximum cardinality: solved",
    "covers: solved",
    "covers: no matching",
    "too wide",
];

/// What became of a problem.
pub(crate) enum Outcome {
    Solved(Question),
    NoMatching(Question),
    TooWide,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = |question: &Question| match question {
            Question::Goal(goal) => goal.to_string(),
            Question::Covers(_) => "covers".to_owned(),
        };
        match self {
            Self::Solved(question) => write!(f, "{}: solved", asked(question)),
            Self::NoMatching(question) => write!(f, "{}: no matching", asked(question)),
            Self::TooWide => f.write_str("too wide"),
        }
    }
}

/// Draws the problem of a number, with weights of a type by lot.
pub(crate) fn ask(number: u64) -> Outcome {
    let mut draws = Draws::of(number, 1);
    let graph = Multigraph::draw(&mut draws);
    // One of each translation of weights; tests/it/problem.rs has the limits of the other integers.
    let check = match draws.below(16) {
        0 | 1 => check::<i8>,
        2..=4 => check::<i64>,
        5..=7 => check::<u32>,
        8 | 9 => check::<u64>,
        10 => check::<i128>,
        11 => check::<u128>,
        12 | 13 => check::<Limbs<2>>,
        14 => check::<BigInt>,
        _ => check::<Lex<[i64; 2]>>,
    };
    check(graph, &mut draws)
}

fn check<W: Drawn>(graph: Multigraph, draws: &mut Draws) -> Outcome {
    let spread = Spread::draw(draws);
    let weights: Vec<W> = graph.edges.iter().map(|_| W::draw(draws, spread)).collect();
    let mut problem = match &graph.question {
        Question::Goal(goal) => Problem::new(graph.n, *goal),
        Question::Covers(covers) => Problem::with_covers(covers.clone()),
    };
    for ((u, v), weight) in graph.edges.iter().zip(&weights) {
        problem.add_edge(*u, *v, weight.clone()).expect("an edge");
    }
    let algorithms = algorithms(graph.question.goal());
    let answers: Vec<Answer> = (algorithms.iter())
        .map(|algorithm| answer(&problem, *algorithm, &graph))
        .collect();
    if answers[0] == Answer::TooWide {
        assert!(!W::TAKES_ALL, "too wide: {graph:?} {weights:?}");
        let for_all = answers.iter().all(|answer| *answer == Answer::TooWide);
        assert!(for_all, "too wide for some: {graph:?} {weights:?}");
        return Outcome::TooWide;
    }
    let exact: Vec<BigInt> = weights.iter().map(Drawn::exact).collect();
    let expected = if graph.n <= 10 {
        enumerated(&graph, &exact).map_or(Answer::NoMatching, Answer::Value)
    } else {
        answers[0].clone()
    };
    for (algorithm, answer) in algorithms.iter().zip(answers) {
        assert_eq!(answer, expected, "{algorithm}: {graph:?} {weights:?}");
    }
    match expected {
        Answer::Value(_) => Outcome::Solved(graph.question),
        _ => Outcome::NoMatching(graph.question),
    }
}

/// What an algorithm answers.
#[derive(Clone, PartialEq, Debug)]
enum Answer {
    Value(BigInt),
    NoMatching,
    TooWide,
}

/// The answer of an algorithm, proved.
fn answer<W: Drawn>(problem: &Problem<W>, algorithm: Algorithm, graph: &Multigraph) -> Answer {
    match problem.solve_by(algorithm) {
        Ok(solution) => {
            problem.verify(&solution).expect("a proof");
            // A number of pairs is no weight.
            let is_count = problem.goal() == Goal::MaxCardinality;
            let n_pairs = || BigInt::from(solution.n_pairs());
            let sum = || W::exact_total(solution.value());
            Answer::Value(if is_count { n_pairs() } else { sum() })
        }
        Err(Error::NoMatching(proof)) => {
            let covers = graph.question.covers(graph.n);
            assert_eq!(covers[proof.exposed.index()], Cover::Must);
            let is_proved = verify_no_matching(&bare(graph), &covers, &proof.inner);
            assert!(is_proved, "{graph:?}");
            Answer::NoMatching
        }
        Err(Error::WeightTooWide) => Answer::TooWide,
        Err(error) => panic!("{error}"),
    }
}

/// The graph without weights.
pub(super) fn bare(graph: &Multigraph) -> Csr<i64> {
    let id = VertexId::new;
    let edges = graph.edges.iter().map(|(u, v)| (id(*u), id(*v), 0));
    Csr::from_edges(graph.n, &edges.collect::<Vec<_>>()).expect("edges")
}

/// The best value by enumeration, in machine numbers where they hold it.
pub(super) fn enumerated(graph: &Multigraph, weights: &[BigInt]) -> Option<BigInt> {
    let narrow = weights.iter().map(|weight| {
        i128::try_from(weight)
            .ok()
            .filter(|w| w >> 100 == 0 || w >> 100 == -1)
    });
    match narrow.collect::<Option<Vec<i128>>>() {
        Some(narrow) => best(graph, &narrow, &|w: &i128| -w).map(BigInt::from),
        None => best(graph, weights, &|w: &BigInt| -w),
    }
}

/// By the set of the vertices that are left over: the most edges, where they count, and the best sum.
fn best<T: Clone + Ord + Default + Debug + From<u8>>(
    graph: &Multigraph,
    weights: &[T],
    negate: &dyn Fn(&T) -> T,
) -> Option<T>
where
    for<'a> &'a T: Add<&'a T, Output = T>,
{
    let (n, goal) = (graph.n, graph.question.goal());
    let covers = graph.question.covers(n);
    let edges_count = usize::from(goal == Goal::MaxWeightMaxCardinality);
    let mut matrix: Vec<Option<T>> = vec![None; n * n];
    for ((u, v), weight) in graph.edges.iter().zip(weights) {
        let weight = match goal {
            Goal::MinWeightPerfect => negate(weight),
            Goal::MaxCardinality => T::from(1),
            _ => weight.clone(),
        };
        let place = &mut matrix[u.min(v) * n + u.max(v)];
        *place = place.take().max(Some(weight));
    }
    let mut best: Vec<Option<(usize, T)>> = vec![None; 1 << n];
    best[0] = Some((0, T::default()));
    for set in 1_usize..1 << n {
        let a = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let mut most = best[rest].clone().filter(|_| covers[a] == Cover::May);
        for b in (a + 1..n).filter(|b| rest >> b & 1 == 1) {
            if let (Some(weight), Some((k, other))) = (&matrix[a * n + b], &best[rest & !(1 << b)])
            {
                most = most.max(Some((k + edges_count, weight + other)));
            }
        }
        best[set] = most;
    }
    let (_, sum) = best.pop().flatten()?;
    Some(if goal == Goal::MinWeightPerfect {
        negate(&sum)
    } else {
        sum
    })
}
