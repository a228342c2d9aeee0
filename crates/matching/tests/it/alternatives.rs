//! The best matchings in order and what edges have to do with the optimum, beside enumeration; and
//! integer programs that have the same optimum.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{GOALS, Instance};
use edelweiss_matching::{Cover, Error, Goal, Problem, ProblemFormat, SearchBudget};
use quickcheck::{TestResult, quickcheck};

type Pairs = Vec<(usize, usize)>;

/// What one matching is worth, the larger the better, and its pairs.
type Rated = ((usize, i64), Pairs);

fn edges(instance: &Instance) -> Vec<(usize, usize, i64)> {
    let pairs = (0..instance.n).flat_map(|u| (u + 1..instance.n).map(move |v| (u, v)));
    pairs
        .filter_map(|(u, v)| Some((u, v, instance.edge(u, v)?)))
        .collect()
}

fn problem(instance: &Instance, goal: Goal) -> Problem<i64> {
    let mut problem = Problem::new(instance.n, goal);
    for (u, v, weight) in edges(instance) {
        problem.add_edge(u, v, weight).expect("an edge");
    }
    problem
}

fn with_covers(instance: &Instance) -> Problem<i64> {
    let mut problem = Problem::with_covers(instance.cover.clone());
    for (u, v, weight) in edges(instance) {
        problem.add_edge(u, v, weight).expect("an edge");
    }
    problem
}

/// Every matching that covers what must be covered.
fn all_matchings(edges: &[(usize, usize, i64)], covers: &[Cover]) -> Vec<Pairs> {
    fn extend(
        rest: &[(usize, usize, i64)],
        taken: &mut Pairs,
        covers: &[Cover],
        found: &mut Vec<Pairs>,
    ) {
        let Some((&(u, v, _), rest)) = rest.split_first() else {
            let is_covered = |x: usize| taken.iter().any(|(u, v)| *u == x || *v == x);
            if (0..covers.len()).all(|x| covers[x] == Cover::May || is_covered(x)) {
                found.push(taken.clone());
            }
            return;
        };
        extend(rest, taken, covers, found);
        if taken
            .iter()
            .all(|(a, b)| ![u, v].contains(a) && ![u, v].contains(b))
        {
            taken.push((u, v));
            extend(rest, taken, covers, found);
            taken.pop();
        }
    }
    let mut found = Vec::new();
    extend(edges, &mut Vec::new(), covers, &mut found);
    found
}

fn rated(goal: Goal, edges: &[(usize, usize, i64)], covers: &[Cover]) -> Vec<Rated> {
    let weight_of: BTreeMap<_, _> = edges.iter().map(|(u, v, w)| ((*u, *v), *w)).collect();
    let matchings = all_matchings(edges, covers).into_iter().map(|mut pairs| {
        pairs.sort_unstable();
        let sum: i64 = pairs.iter().map(|pair| weight_of[pair]).sum();
        let rank = match goal {
            Goal::MaxWeight | Goal::MaxWeightPerfect => (0, sum),
            Goal::MinWeightPerfect => (0, -sum),
            Goal::MaxWeightMaxCardinality => (pairs.len(), sum),
            Goal::MaxCardinality => (0, pairs.len() as i64),
        };
        (rank, pairs)
    });
    let mut rated: Vec<Rated> = matchings.collect();
    rated.sort_by(|one, other| other.cmp(one));
    rated
}

fn covers_of(goal: Goal, n: usize) -> Vec<Cover> {
    match goal {
        Goal::MaxWeightPerfect | Goal::MinWeightPerfect => vec![Cover::Must; n],
        _ => vec![Cover::May; n],
    }
}

fn value_of(goal: Goal, (_, sum): (usize, i64)) -> i128 {
    match goal {
        Goal::MinWeightPerfect => i128::from(-sum),
        _ => i128::from(sum),
    }
}

/// The best `k` are the first `k` of the enumeration but for the order among equals.
fn are_the_best(problem: &Problem<i64>, goal: Goal, expected: &[Rated], k: usize) {
    let found = problem.best(k).expect("small numbers");
    let values: Vec<i128> = found.iter().map(|matching| matching.value).collect();
    let first: Vec<i128> = (expected.iter().take(k))
        .map(|(rank, _)| value_of(goal, *rank))
        .collect();
    assert_eq!(values, first, "{goal}");
    let distinct: BTreeSet<&Pairs> = found.iter().map(|matching| &matching.pairs).collect();
    assert_eq!(distinct.len(), found.len(), "{goal}");
    let known: BTreeMap<&Pairs, (usize, i64)> = expected
        .iter()
        .map(|(rank, pairs)| (pairs, *rank))
        .collect();
    for matching in &found {
        let rank = known.get(&matching.pairs).expect("a matching");
        assert_eq!(value_of(goal, *rank), matching.value, "{goal}");
    }
}

quickcheck! {
    fn the_best_matchings_are_the_first_of_all(instance: Instance, k: u8) -> TestResult {
        if instance.n > 6 {
            return TestResult::discard();
        }
        let k = usize::from(k) % 40;
        let edges = edges(&instance);
        for goal in GOALS {
            let mut counted = edges.clone();
            if goal == Goal::MaxWeight {
                counted.retain(|(_, _, weight)| *weight > 0);
            }
            let expected = rated(goal, &counted, &covers_of(goal, instance.n));
            are_the_best(&problem(&instance, goal), goal, &expected, k);
        }
        let mut needed = edges;
        let may_stay = |v: usize| instance.cover[v] == Cover::May;
        needed.retain(|(u, v, weight)| *weight > 0 || !may_stay(*u) || !may_stay(*v));
        let expected = rated(Goal::MaxWeight, &needed, &instance.cover);
        are_the_best(&with_covers(&instance), Goal::MaxWeight, &expected, k);
        TestResult::passed()
    }

    fn edges_have_the_slack_that_enumeration_has(instance: Instance) -> TestResult {
        if instance.n > 6 {
            return TestResult::discard();
        }
        for goal in GOALS {
            slacks_are_right(&problem(&instance, goal), goal, &edges(&instance), &covers_of(goal, instance.n));
        }
        slacks_are_right(&with_covers(&instance), Goal::MaxWeight, &edges(&instance), &instance.cover);
        TestResult::passed()
    }

    fn an_integer_program_has_the_same_optimum(instance: Instance) -> TestResult {
        let edges = edges(&instance);
        if edges.len() > 12 {
            return TestResult::discard();
        }
        for goal in GOALS {
            programs_are_right(&problem(&instance, goal), goal, &rated(goal, &edges, &covers_of(goal, instance.n)));
        }
        programs_are_right(&with_covers(&instance), Goal::MaxWeight, &rated(Goal::MaxWeight, &edges, &instance.cover));
        TestResult::passed()
    }
}

fn slacks_are_right(
    problem: &Problem<i64>,
    goal: Goal,
    edges: &[(usize, usize, i64)],
    covers: &[Cover],
) {
    let solution = match problem.solve() {
        Ok(solution) => solution,
        Err(Error::NoMatching(_)) => return,
        Err(error) => panic!("{error}"),
    };
    let all = rated(goal, edges, covers);
    let optimum = all.first().expect("the solution").0;
    let found = problem.edge_slacks(&solution).expect("small numbers");
    assert_eq!(found.len(), edges.len());
    for edge in found {
        let has = |pairs: &Pairs| pairs.contains(&edge.ends);
        let other = all.iter().find(|(_, pairs)| has(pairs) != edge.is_matched);
        let slack = other
            .filter(|(rank, _)| rank.0 == optimum.0)
            .map(|(rank, _)| i128::from(optimum.1 - rank.1));
        assert_eq!(edge.slack, slack, "{goal} {edge:?}");
        let mut optima = all.iter().take_while(|(rank, _)| *rank == optimum);
        assert_eq!(
            edge.is_in_some_optimum,
            optima.clone().any(|(_, pairs)| has(pairs)),
            "{goal} {edge:?}"
        );
        assert_eq!(
            edge.is_in_every_optimum,
            optima.all(|(_, pairs)| has(pairs)),
            "{goal} {edge:?}"
        );
    }
}

/// What a reader of integer programs understands: variables by name, a sum to minimise, and rows.
#[derive(PartialEq, Debug, Default)]
struct Program {
    costs: BTreeMap<String, i128>,
    /// Sums of variables that are 1, or at most 1.
    exact: BTreeSet<BTreeSet<String>>,
    at_most: BTreeSet<BTreeSet<String>>,
}

impl Program {
    fn put_row(&mut self, terms: BTreeSet<String>, is_exact: bool) {
        let rows = if is_exact {
            &mut self.exact
        } else {
            &mut self.at_most
        };
        rows.insert(terms);
    }

    fn of_opb(text: &str, names: &[String]) -> Self {
        let mut program = Self::default();
        let name = |variable: &str| {
            let number: usize = variable[1..].parse().expect("a number");
            names[number - 1].clone()
        };
        for line in text.lines().filter(|line| !line.starts_with('*')) {
            let words: Vec<&str> = line.trim_end_matches(" ;").split_whitespace().collect();
            if words[0] == "min:" {
                for term in words[1..].chunks(2) {
                    let cost = term[0].parse().expect("a number");
                    program.costs.insert(name(term[1]), cost);
                }
                continue;
            }
            let (terms, ending) = words.split_at(words.len() - 2);
            let is_exact = ending == ["=", "1"];
            assert!(is_exact || ending == [">=", "-1"], "{line}");
            let sign = if is_exact { "+1" } else { "-1" };
            assert!(terms.chunks(2).all(|term| term[0] == sign), "{line}");
            let terms = terms.chunks(2).map(|term| name(term[1])).collect();
            program.put_row(terms, is_exact);
        }
        program
    }

    fn of_mps(text: &str) -> Self {
        let mut program = Self::default();
        let mut section = "";
        let mut rows: BTreeMap<&str, (bool, BTreeSet<String>)> = BTreeMap::new();
        let (mut right_sides, mut binaries) = (BTreeSet::new(), BTreeSet::new());
        for line in text.lines().filter(|line| !line.starts_with('*')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match (section, &words[..]) {
                (_, [name, ..]) if !line.starts_with(' ') => section = name,
                ("ROWS", ["N", "weight"]) => {}
                ("ROWS", [relation, row]) => {
                    rows.insert(row, (*relation == "E", BTreeSet::new()));
                }
                ("COLUMNS", [variable, "weight", cost]) => {
                    let cost = cost.parse().expect("a number");
                    program.costs.insert((*variable).to_owned(), cost);
                }
                ("COLUMNS", [variable, one, "1", other, "1"]) => {
                    for row in [one, other] {
                        let (_, terms) = rows.get_mut(row).expect("a row");
                        terms.insert((*variable).to_owned());
                    }
                }
                ("RHS", ["rhs", row, "1"]) => assert!(right_sides.insert(*row)),
                ("BOUNDS", ["BV", "bound", variable]) => assert!(binaries.insert(*variable)),
                _ => panic!("{line}"),
            }
        }
        assert!(rows.keys().eq(&right_sides));
        assert!(program.costs.keys().eq(binaries));
        for (is_exact, terms) in rows.into_values() {
            program.put_row(terms, is_exact);
        }
        program
    }

    fn of_lp(text: &str) -> Self {
        let mut program = Self::default();
        let (head, rest) = text.split_once("Subject To\n").expect("rows");
        let (rows, rest) = rest.split_once("Binary\n").expect("variables");
        let sign = if head.contains("Minimize") { 1 } else { -1 };
        for term in head.lines().skip(3) {
            let (cost, variable) = term.trim().split_once(' ').expect("a cost and a variable");
            let cost: i128 = cost.parse().expect("a number");
            program.costs.insert(variable.to_owned(), sign * cost);
        }
        let rows = rows.split("Bounds\n none = 0\n").next().expect("rows");
        for row in rows.replace("\n  +", " +").lines() {
            let (_, row) = row.split_once(": ").expect("a name");
            let (terms, is_exact) = match row.strip_suffix(" <= 1") {
                Some(terms) => (terms, false),
                None => (row.strip_suffix(" = 1").expect("a relation"), true),
            };
            let terms = terms.split(" + ").filter(|term| *term != "none");
            program.put_row(terms.map(str::to_owned).collect(), is_exact);
        }
        let variables: BTreeSet<&str> = rest.lines().map(str::trim).collect();
        let expected = program.costs.keys().map(String::as_str).chain(["End"]);
        assert_eq!(variables, expected.collect());
        program
    }

    /// The smallest sum, if any choice of variables keeps all rows.
    fn minimum(&self) -> Option<i128> {
        let variables: Vec<(&String, &i128)> = self.costs.iter().collect();
        let choices = (0..1_u32 << variables.len()).filter_map(|choice| {
            let taken = |name: &String| {
                let at = variables.iter().position(|(other, _)| *other == name);
                choice >> at.expect("a variable") & 1 == 1
            };
            let count = |row: &BTreeSet<String>| row.iter().filter(|name| taken(name)).count();
            let is_kept = self.exact.iter().all(|row| count(row) == 1)
                && self.at_most.iter().all(|row| count(row) <= 1);
            let costs = variables.iter().filter(|(name, _)| taken(name));
            is_kept.then(|| costs.map(|(_, cost)| **cost).sum())
        });
        choices.min()
    }
}

fn programs_are_right(problem: &Problem<i64>, goal: Goal, rated: &[Rated]) {
    let written = |format| problem.written(format).expect("small numbers");
    let program = Program::of_lp(&written(ProblemFormat::Lp));
    assert_eq!(
        program,
        Program::of_mps(&written(ProblemFormat::Mps)),
        "{goal}"
    );
    let list = written(ProblemFormat::EdgeList);
    let names: Vec<String> = (list.lines().skip(2))
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            format!("x_{}_{}", words[0], words[1])
        })
        .collect();
    assert_eq!(
        program,
        Program::of_opb(&written(ProblemFormat::Opb), &names),
        "{goal}"
    );
    // The bonus of a pair, of matchings with more of them.
    let bonus = problem
        .solve()
        .map_or(0, |solution| solution.certificate().bonus);
    let expected = rated
        .first()
        .map(|((edges, sum), _)| -(i128::from(*sum) + *edges as i128 * bonus));
    assert_eq!(program.minimum(), expected, "{goal}");
}

#[test]
fn a_picture_has_pairs_duals_and_nested_blossoms() {
    // Two triangles joined by an edge; a maximum matching leaves none of them alone.
    let mut problem = Problem::new(6, Goal::MaxWeight);
    for (u, v, weight) in [
        (0, 1, 9),
        (1, 2, 9),
        (0, 2, 9),
        (2, 3, 1),
        (3, 4, 9),
        (4, 5, 9),
        (3, 5, 9),
    ] {
        problem.add_edge(u, v, weight).expect("an edge");
    }
    let solution = problem.solve().expect("small numbers");
    let picture = problem.picture(&solution).expect("small numbers");
    let count = |what: &str| picture.matches(what).count();
    assert_eq!(count("penwidth=4"), solution.n_pairs(), "{picture}");
    assert_eq!(count("subgraph cluster_"), 2, "{picture}");
    assert_eq!(count("2y = "), 6, "{picture}");
    assert_eq!(count("{"), count("}"), "{picture}");
    assert_eq!(count(" -- "), 7, "{picture}");
}

/// Edges of a graph that is the same on every run; `seed` chooses it.
fn drawn_edges(n: usize, m: usize, seed: u64, most: i64) -> Vec<(usize, usize, i64)> {
    let mut state = seed;
    let mut below = |bound: usize| {
        // Knuth's generator; its high bits.
        state =
            (state.wrapping_mul(6_364_136_223_846_793_005)).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut edges = BTreeMap::new();
    while edges.len() < m {
        let (u, v) = (below(n), below(n));
        if u != v {
            edges.insert(
                (u.min(v), u.max(v)),
                below(2 * most as usize + 1) as i64 - most,
            );
        }
    }
    edges
        .into_iter()
        .map(|((u, v), weight)| (u, v, weight))
        .collect()
}

/// As what weights count here: pairs first where they come first, then the value.
fn solved(
    goal: Goal,
    n: usize,
    edges: &[(usize, usize, i64)],
    must: &[usize],
) -> Option<(usize, i128)> {
    let mut problem = Problem::new(n, goal);
    if goal == Goal::MaxWeight {
        let mut covers = vec![Cover::May; n];
        for v in must {
            covers[*v] = Cover::Must;
        }
        problem = Problem::with_covers(covers);
    }
    for (u, v, weight) in edges {
        problem.add_edge(*u, *v, *weight).expect("an edge");
    }
    let solution = problem.solve().ok()?;
    let n_pairs = match goal {
        Goal::MaxWeightMaxCardinality => solution.n_pairs(),
        _ => 0,
    };
    Some((n_pairs, *solution.value()))
}

/// Graphs with nested blossoms, beyond enumeration: each slack beside two solves from nothing.
#[test]
fn slacks_are_what_two_solves_differ_by() {
    for (n, m, most, seed) in [
        (30, 60, 3, 1),
        (30, 90, 1_000, 2),
        (24, 120, 5, 3),
        (31, 100, 50, 4),
        (20, 40, 0, 5),
    ] {
        let edges = drawn_edges(n, m, seed, most);
        for goal in GOALS {
            let mut problem = Problem::new(n, goal);
            for (u, v, weight) in &edges {
                problem.add_edge(*u, *v, *weight).expect("an edge");
            }
            let Ok(solution) = problem.solve() else {
                continue;
            };
            let best = solved(goal, n, &edges, &[]).expect("a matching");
            let found = problem.edge_slacks(&solution).expect("small numbers");
            assert_eq!(found.len(), m);
            for edge in found {
                let (u, v) = edge.ends;
                let touches = |a: usize, b: usize| [a, b].contains(&u) || [a, b].contains(&v);
                let other: Vec<_> = (edges.iter().copied())
                    .filter(|(a, b, _)| {
                        if edge.is_matched {
                            (*a, *b) != (u, v)
                        } else {
                            (*a, *b) == (u, v) || !touches(*a, *b)
                        }
                    })
                    .collect();
                let must = if edge.is_matched { vec![] } else { vec![u, v] };
                let other = solved(goal, n, &other, &must).filter(|other| other.0 == best.0);
                let slack = other.map(|other| (best.1 - other.1).abs());
                assert_eq!(edge.slack, slack, "{goal} {seed} {edge:?}");
            }
        }
    }
}

/// The best matchings beside those that come first if each one is taken out by enumerating what differs: the
/// second best differs from the best by an edge that it lacks.
#[test]
fn the_best_matchings_of_larger_graphs_are_those_of_plain_solves() {
    for (n, m, most, seed) in [(20, 60, 4, 11), (24, 70, 1_000, 12), (17, 50, 20, 13)] {
        let edges = drawn_edges(n, m, seed, most);
        for goal in GOALS {
            let mut problem = Problem::new(n, goal);
            for (u, v, weight) in &edges {
                problem.add_edge(*u, *v, *weight).expect("an edge");
            }
            let best = problem.best(12).expect("small numbers");
            let Some(first) = best.first() else { continue };
            let distinct: BTreeSet<_> = best.iter().map(|matching| &matching.pairs).collect();
            assert_eq!(distinct.len(), best.len(), "{goal}");
            let weight_of: BTreeMap<_, _> = edges.iter().map(|(u, v, w)| ((*u, *v), *w)).collect();
            let mut last = None;
            for matching in &best {
                let sum: i64 = matching.pairs.iter().map(|pair| weight_of[pair]).sum();
                let value = match goal {
                    Goal::MaxCardinality => matching.pairs.len() as i128,
                    _ => sum.into(),
                };
                assert_eq!(matching.value, value, "{goal}");
                let rank = match goal {
                    Goal::MinWeightPerfect => (0, -value),
                    Goal::MaxWeightMaxCardinality => (matching.pairs.len(), value),
                    _ => (0, value),
                };
                assert!(last.is_none_or(|last| rank <= last), "{goal}");
                last = Some(rank);
            }
            let counted =
                |(_, _, weight): &&(usize, usize, i64)| goal != Goal::MaxWeight || *weight > 0;
            let edges: Vec<_> = edges.iter().filter(counted).copied().collect();
            let without = |pair: &(usize, usize)| {
                let others: Vec<_> = edges
                    .iter()
                    .filter(|(u, v, _)| (*u, *v) != *pair)
                    .copied()
                    .collect();
                let (n_pairs, value) = solved(goal, n, &others, &[])?;
                Some((
                    n_pairs,
                    if goal == Goal::MinWeightPerfect {
                        -value
                    } else {
                        value
                    },
                ))
            };
            let second = first
                .pairs
                .iter()
                .filter_map(without)
                .max()
                .map(|(_, value)| value.abs());
            let found = best.get(1).map(|matching| matching.value.abs());
            assert_eq!(found, second, "{goal} {seed}");
        }
    }
}

/// Beyond 64 bits, beyond 128, and several numbers: the same slacks as of small numbers, times a factor.
#[cfg(feature = "num-bigint")]
#[test]
fn slacks_of_wide_weights_are_those_of_small_ones() {
    let edges = drawn_edges(16, 40, 21, 9);
    let huge = num_bigint_of("1000000000000000000000000000000000000000000000000");
    for goal in [
        Goal::MaxWeight,
        Goal::MaxWeightMaxCardinality,
        Goal::MinWeightPerfect,
    ] {
        let (mut small, mut wide) = (Problem::new(16, goal), Problem::new(16, goal));
        let mut in_128_bits = Problem::new(16, goal);
        for (u, v, weight) in &edges {
            small.add_edge(*u, *v, *weight).expect("an edge");
            wide.add_edge(*u, *v, &huge * weight).expect("an edge");
            in_128_bits
                .add_edge(*u, *v, i128::from(*weight) << 80)
                .expect("an edge");
        }
        let Ok(solution) = small.solve() else {
            continue;
        };
        let expected = small.edge_slacks(&solution).expect("small numbers");
        let solution = wide.solve().expect("the same graph");
        let found = wide.edge_slacks(&solution).expect("any width");
        let solution = in_128_bits.solve().expect("the same graph");
        let in_128_bits = in_128_bits.edge_slacks(&solution).expect("any width");
        for ((one, other), third) in expected.iter().zip(found).zip(in_128_bits) {
            let slack = one.slack.map(|slack| &huge * slack);
            assert_eq!((one.ends, slack), (other.ends, other.slack), "{goal}");
            let slack = one.slack.map(|slack| (slack << 80).to_string());
            assert_eq!(slack, third.slack.map(|slack| slack.to_string()), "{goal}");
        }
        let values: Vec<_> = small
            .best(6)
            .expect("small")
            .into_iter()
            .map(|each| &huge * each.value)
            .collect();
        let found: Vec<_> = wide
            .best(6)
            .expect("any width")
            .into_iter()
            .map(|each| each.value)
            .collect();
        assert_eq!(values, found, "{goal}");
    }
}

#[cfg(feature = "num-bigint")]
fn num_bigint_of(digits: &str) -> num_bigint::BigInt {
    digits.parse().expect("digits")
}

/// A limit takes away from the end, and what it leaves is the same.
#[test]
fn a_limit_leaves_the_first_answers() {
    let edges = drawn_edges(20, 60, 31, 30);
    let mut problem = Problem::new(20, Goal::MaxWeight);
    for (u, v, weight) in &edges {
        problem.add_edge(*u, *v, *weight).expect("an edge");
    }
    let within = |limit: u64| SearchBudget {
        limit: Some(limit),
        progress: None,
    };
    let solution = problem.solve().expect("small numbers");
    let all = problem.edge_slacks(&solution).expect("small numbers");
    let best = problem.best(6).expect("small numbers");
    for limit in 0..70 {
        let told = AtomicU64::new(0);
        let progress = |done: u64, most: u64| {
            assert!(done <= most && most <= limit);
            told.fetch_add(1, Ordering::Relaxed);
        };
        let budget = SearchBudget {
            progress: Some(&progress),
            ..within(limit)
        };
        let cut = problem
            .edge_slacks_within(&solution, budget)
            .expect("small numbers");
        assert_eq!(cut.n_edges, all.len());
        assert_eq!(cut.edges, all[..cut.edges.len()]);
        let n_rows = all
            .chunk_by(|one, other| one.ends.0 == other.ends.0)
            .count() as u64;
        assert_eq!(told.load(Ordering::Relaxed), limit.min(n_rows));
        assert_eq!(cut.is_cut(), limit < n_rows, "{limit}");
        let cut = problem
            .best_within(6, within(limit))
            .expect("small numbers");
        assert_eq!(cut.matchings, best[..cut.matchings.len()]);
        assert_eq!(cut.is_cut, cut.matchings.len() < 6, "{limit}");
        assert!(cut.searches <= limit && !cut.matchings.is_empty());
    }
}
