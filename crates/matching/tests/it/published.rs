//! Test cases that other libraries publish, for every algorithm.

use edelweiss_matching::{Algorithm, Error, Goal, Problem, Solution};

const FILES: [(&str, &str, usize); 2] = [
    (
        "networkx.txt",
        include_str!("../../testdata/published/networkx.txt"),
        52,
    ),
    (
        "lemon.txt",
        include_str!("../../testdata/published/lemon.txt"),
        9,
    ),
];

/// A line of a file; `testdata/published/PROVENANCE.md` says what its fields are.
struct Case<'a> {
    name: &'a str,
    goal: Goal,
    /// Sums are minimised where they are not maximised.
    sign: i64,
    n: usize,
    value: Option<i128>,
    edges: Vec<[i64; 3]>,
    pairs: Option<Vec<(usize, usize)>>,
}

fn numbers<const K: usize>(text: &str) -> Vec<[i64; K]> {
    let groups = text.split(',').filter(|group| !group.trim().is_empty());
    let number = |word: &str| word.parse().expect("a number");
    groups
        .map(|group| {
            let numbers: Vec<i64> = group.split_whitespace().map(number).collect();
            numbers.try_into().expect("numbers of an edge")
        })
        .collect()
}

fn case(line: &str) -> Case<'_> {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let (goal, sign) = match fields[1] {
        "weight" => (Goal::MaxWeight, 1),
        "cardinality-weight" => (Goal::MaxWeightMaxCardinality, 1),
        "min-cardinality-weight" => (Goal::MaxWeightMaxCardinality, -1),
        "perfect" => (Goal::MaxWeightPerfect, 1),
        "cardinality" => (Goal::MaxCardinality, 1),
        other => panic!("no goal: {other}"),
    };
    let pairs = fields.get(5).map(|pairs| numbers(pairs));
    Case {
        name: fields[0],
        goal,
        sign,
        n: fields[2].parse().expect("a number of vertices"),
        value: (fields[3] != "none").then(|| fields[3].parse().expect("a value")),
        edges: numbers(fields[4]),
        pairs: pairs.map(|pairs| {
            let pairs = pairs.into_iter();
            pairs.map(|[u, v]| (u as usize, v as usize)).collect()
        }),
    }
}

fn solved(case: &Case<'_>, algorithm: Algorithm) -> Option<Solution<i64>> {
    let mut problem = Problem::new(case.n, case.goal);
    for [u, v, weight] in &case.edges {
        problem
            .add_edge(*u as usize, *v as usize, case.sign * weight)
            .expect("an edge");
    }
    match problem.solve_by(algorithm) {
        Err(Error::NoMatching(_)) => None,
        solution => {
            let solution = solution.expect("an answer");
            problem.verify(&solution).expect("a proof");
            Some(solution)
        }
    }
}

#[test]
fn every_algorithm_finds_what_is_published() {
    for (file, text, expected) in FILES {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let cases: Vec<_> = lines.map(case).collect();
        assert_eq!(cases.len(), expected, "{file}");
        for case in cases {
            for algorithm in crate::common::algorithms(case.goal) {
                let solution = solved(&case, algorithm);
                let name = format!("{file}: {} by {algorithm}", case.name);
                let value = solution.as_ref().map(|solution| *solution.value());
                assert_eq!(
                    value,
                    case.value.map(|value| value * i128::from(case.sign)),
                    "{name}"
                );
                // Where pairs are published they are those of the only optimum.
                if let (Some(pairs), Some(solution)) = (&case.pairs, solution) {
                    assert_eq!(&solution.pairs().collect::<Vec<_>>(), pairs, "{name}");
                }
            }
        }
    }
}
