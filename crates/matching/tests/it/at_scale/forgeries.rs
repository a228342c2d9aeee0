//! One forged proof for each number: a true one, tampered with until it proves nothing.

use std::fmt;

use edelweiss_matching::certificate::{Blossom, Violation, verify_no_matching};
use edelweiss_matching::{Cover, Error, Goal, Objective, Problem, Solution, VertexId};
use num_bigint::BigInt;

use crate::common::algorithms;

use super::claims::Claim;
use super::draws::{Draws, Multigraph, Question};
use super::instances::{bare, enumerated};
use super::numbers::{Drawn, Spread};

/// The reasons that every sample has to meet: all there are but the value claimed, which is no part of
/// a certificate.
pub(crate) const REFUSALS: [&str; 16] = [
    "Length",
    "MatesDisagree",
    "NoSuchEdge",
    "MustBeCovered",
    "Bonus",
    "NegativeVertexDual",
    "ExposedWithDual",
    "NoSuchBlossom",
    "NotNested",
    "NotOddSet",
    "NegativeBlossomDual",
    "BlossomNotFull",
    "NegativeSlack",
    "MatchedWithSlack",
    "Overflow",
    "no witness",
];

/// Why a forged proof was refused.
pub(crate) enum Refusal {
    /// The first condition that failed.
    Proof(Violation),
    /// A false witness that there is no matching.
    Witness,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proof(violation) => {
                let words = format!("{violation:?}");
                f.write_str(words.split('(').next().unwrap_or_default())
            }
            Self::Witness => f.write_str("no witness"),
        }
    }
}

/// Forges a proof and has it refused.
pub(crate) fn ask(number: u64) -> Refusal {
    let mut draws = Draws::of(number, 2);
    // Some draws have nothing to forge.
    loop {
        let graph = Multigraph::draw(&mut draws);
        if graph.n < 2 || graph.n > 10 {
            continue;
        }
        let is_witness = matches!(graph.question, Question::Covers(_)) && draws.below(4) == 0;
        let refusal = if is_witness {
            forged_witness(&graph, &mut draws)
        } else {
            forged_proof(&graph, &mut draws)
        };
        if let Some(refusal) = refusal {
            return refusal;
        }
    }
}

/// Where there is a matching, no vertices prove that there is none.
fn forged_witness(graph: &Multigraph, draws: &mut Draws) -> Option<Refusal> {
    let nothing = vec![BigInt::ZERO; graph.edges.len()];
    enumerated(graph, &nothing)?;
    let drawn = draws.bits();
    let inner = (0..=graph.n).filter(|v| drawn >> v & 1 == 1 && (*v < graph.n || drawn >> 60 == 0));
    let inner: Vec<VertexId> = inner.map(VertexId::new).collect();
    let covers = graph.question.covers(graph.n);
    assert!(
        !verify_no_matching(&bare(graph), &covers, &inner),
        "{graph:?} {inner:?}"
    );
    Some(Refusal::Witness)
}

fn forged_proof(graph: &Multigraph, draws: &mut Draws) -> Option<Refusal> {
    let spread = Spread::draw(draws);
    let weights: Vec<i64> = graph
        .edges
        .iter()
        .map(|_| i64::draw(draws, spread))
        .collect();
    let mut problem = match &graph.question {
        Question::Goal(goal) => Problem::new(graph.n, *goal),
        Question::Covers(covers) => Problem::with_covers(covers.clone()),
    };
    for ((u, v), weight) in graph.edges.iter().zip(&weights) {
        problem.add_edge(*u, *v, *weight).expect("an edge");
    }
    let by_lot = algorithms(problem.goal());
    let solution = match problem.solve_by(draws.one_of(&by_lot)) {
        Err(Error::NoMatching(_)) => return None,
        solved => solved.expect("i64 has room"),
    };
    let mut claim = claim(graph, &weights, &solution);
    let edges = claim.edges.clone();
    let value = claim.verdict().expect("what was solved is proved");
    assert!(claim.is_proved(), "the definition agrees: {claim:?}");
    for _ in 0..20 {
        for _ in 0..draws.one_of(&[1, 1, 1, 2, 4]) {
            tamper(&mut claim, draws);
        }
        let verdict = claim.verdict();
        if !claim.is_proved() {
            let refused = verdict.expect_err("a forged proof is refused");
            return Some(Refusal::Proof(refused));
        }
        // Other duals may prove as much, or something of another graph; the checker has to say so.
        let is_same = claim.edges == edges && claim.covers == graph.question.covers(graph.n);
        let is_as_good = match verdict {
            Ok(proved) => !is_same || proved == value,
            Err(violation) => violation == Violation::Overflow,
        };
        assert!(is_as_good, "{verdict:?} of a proof of {value}: {claim:?}");
    }
    None
}

fn claim(graph: &Multigraph, weights: &[i64], solution: &Solution<i64>) -> Claim {
    let goal = graph.question.goal();
    let weight = |weight: i64| match goal {
        Goal::MinWeightPerfect => -i128::from(weight),
        Goal::MaxCardinality => 1,
        _ => weight.into(),
    };
    let edges = graph.edges.iter().zip(weights);
    Claim {
        n: graph.n,
        edges: edges.map(|((u, v), w)| (*u, *v, weight(*w))).collect(),
        covers: graph.question.covers(graph.n),
        objective: match goal {
            Goal::MaxWeight | Goal::MaxCardinality => Objective::MaxWeight,
            Goal::MaxWeightMaxCardinality => Objective::MaxWeightMaxCardinality,
            Goal::MaxWeightPerfect | Goal::MinWeightPerfect => Objective::MaxWeightPerfect,
        },
        mates: solution.mates().to_vec(),
        certificate: solution.certificate().clone(),
    }
}

/// Changes something.
fn tamper(claim: &mut Claim, draws: &mut Draws) {
    match draws.below(16) {
        0..=3 => tamper_with_mates(claim, draws),
        4..=7 => tamper_with_duals(claim, draws),
        8..=10 => tamper_with_blossoms(claim, draws),
        11 => tamper_with_graph(claim, draws),
        12 => tamper_with_lengths(claim, draws),
        13 => claim.certificate.bonus += draws.one_of(&[-1, 1, i128::MAX / 4]),
        _ => hide_a_worse_matching(claim, draws),
    }
}

/// A vertex that every list has.
fn vertex(claim: &Claim, draws: &mut Draws) -> usize {
    let lists = [
        claim.mates.len(),
        claim.certificate.dual_2x.len(),
        claim.certificate.innermost.len(),
    ];
    draws.below(lists.into_iter().chain([claim.n]).min().unwrap_or(1).max(1))
}

fn expose(claim: &mut Claim, v: usize) {
    let mate = claim.mates.get_mut(v).and_then(Option::take);
    if let Some(mate) = mate.and_then(|mate| claim.mates.get_mut(mate.index())) {
        *mate = None;
    }
}

fn pair(claim: &mut Claim, u: usize, v: usize) {
    expose(claim, u);
    expose(claim, v);
    let ids = [VertexId::new(u), VertexId::new(v)];
    if let Some(mate) = claim.mates.get_mut(u) {
        *mate = Some(ids[1]);
    }
    if let Some(mate) = claim.mates.get_mut(v) {
        *mate = Some(ids[0]);
    }
}

fn tamper_with_mates(claim: &mut Claim, draws: &mut Draws) {
    let (u, v) = (vertex(claim, draws), vertex(claim, draws));
    match draws.below(5) {
        0 => expose(claim, u),
        1 => claim.mates[u] = None,
        2 => claim.mates[u] = Some(VertexId::new(draws.one_of(&[v, claim.n, usize::MAX]))),
        3 => pair(claim, u, v),
        _ => {
            if let Some((a, b, _)) = claim
                .edges
                .get(draws.below(claim.edges.len().max(1)))
                .copied()
            {
                pair(claim, a, b);
            }
        }
    }
}

fn tamper_with_duals(claim: &mut Claim, draws: &mut Draws) {
    let (u, v) = (vertex(claim, draws), vertex(claim, draws));
    let mate = claim.mates[u].map_or(v, VertexId::index);
    let change = draws.one_of(&[-2, -1, 1, 2]);
    let duals = &mut claim.certificate.dual_2x;
    match draws.below(4) {
        0 => duals[u] = duals[u].saturating_add(change),
        1 => duals.swap(u, v),
        2 => duals[u] = draws.one_of(&[i128::MIN, i128::MAX, i128::MAX / 2 + 1]),
        // The matched edge keeps its slack.
        _ => {
            if let Some(dual) = duals.get_mut(mate) {
                *dual = dual.saturating_sub(change);
                duals[u] = duals[u].saturating_add(change);
            }
        }
    }
}

fn tamper_with_blossoms(claim: &mut Claim, draws: &mut Draws) {
    let v = vertex(claim, draws);
    let certificate = &mut claim.certificate;
    let n_blossoms = certificate.blossoms.len();
    let dual_2x = draws.one_of(&[-2, 0, 1, 2, 4, i128::MAX]);
    match draws.below(6) {
        0 => {
            let parent = draws.one_of(&[None, None, Some(n_blossoms), n_blossoms.checked_sub(1)]);
            certificate.blossoms.push(Blossom { parent, dual_2x });
            for inside in &mut certificate.innermost {
                if draws.below(2) == 0 {
                    *inside = Some(n_blossoms);
                }
            }
        }
        1 => {
            certificate.innermost[v] =
                draws.one_of(&[None, Some(0), Some(n_blossoms), Some(usize::MAX)]);
        }
        _ if n_blossoms == 0 => {}
        2 => {
            certificate.blossoms.pop();
        }
        3 => certificate.blossoms[n_blossoms - 1].dual_2x = dual_2x,
        4 => {
            let parent = draws.one_of(&[None, Some(0), Some(n_blossoms - 1), Some(n_blossoms)]);
            certificate.blossoms[draws.below(n_blossoms)].parent = parent;
        }
        _ => certificate.blossoms.reverse(),
    }
}

fn tamper_with_graph(claim: &mut Claim, draws: &mut Draws) {
    let (u, v) = (vertex(claim, draws), vertex(claim, draws));
    match draws.below(3) {
        0 if u != v => {
            let weight = draws.one_of(&[0, 1, 5, 1 << 64]);
            claim.edges.push((u, v, weight));
        }
        1 if !claim.edges.is_empty() => {
            claim.edges.swap_remove(draws.below(claim.edges.len()));
        }
        _ => {
            if let Some(cover) = claim.covers.get_mut(u) {
                *cover = draws.one_of(&[Cover::May, Cover::Must]);
            }
        }
    }
}

/// One is left in each list.
fn tamper_with_lengths(claim: &mut Claim, draws: &mut Draws) {
    fn shorten<T>(list: &mut Vec<T>) {
        list.truncate(list.len().max(2) - 1);
    }
    match draws.below(4) {
        0 => shorten(&mut claim.mates),
        1 => shorten(&mut claim.certificate.dual_2x),
        2 => shorten(&mut claim.certificate.innermost),
        _ => claim.certificate.dual_2x.push(0),
    }
}

/// Takes a pair apart or another edge in, and mends the duals so that most conditions hold again.
fn hide_a_worse_matching(claim: &mut Claim, draws: &mut Draws) {
    let Some((u, v, _)) = claim
        .edges
        .get(draws.below(claim.edges.len().max(1)))
        .copied()
    else {
        return;
    };
    if claim
        .mates
        .get(u)
        .is_some_and(|mate| *mate == Some(VertexId::new(v)))
    {
        expose(claim, u);
    } else {
        pair(claim, u, v);
    }
    let lists = claim.mates.len().min(claim.certificate.dual_2x.len());
    for v in 0..lists {
        if claim.mates[v].is_none() {
            claim.certificate.dual_2x[v] = 0;
        }
    }
    for (a, b, weight) in claim.edges.clone() {
        if a.max(b) < lists && claim.mates[a] == Some(VertexId::new(b)) {
            let sum = (weight + claim.certificate.bonus.clamp(-1, 1 << 100)) * 2;
            let of_a = claim.certificate.dual_2x[a].clamp(0, 1 << 100);
            claim.certificate.dual_2x[a] = of_a;
            claim.certificate.dual_2x[b] = sum - of_a;
        }
    }
    if draws.below(2) == 0 {
        claim.certificate.blossoms.clear();
        claim.certificate.innermost.fill(None);
    }
}
