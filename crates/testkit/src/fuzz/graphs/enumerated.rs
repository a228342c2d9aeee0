//! All matchings of a small graph, and what the answers say of them.

use std::collections::BTreeSet;

use edelweiss_answers::matching::{GraphAnswer, MatchOptions, ObjectiveName};
use num_bigint::BigInt;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::plain::PlainGraph;
use super::proved::{ProvedPairs, is_perfect, worth};

/// The larger, the better: pairs where they come first, and what is added up.
type PairsAndSum = (usize, BigInt);
type EdgeEnds = Vec<(usize, usize)>;

/// All of them, the best first.
pub(super) struct AllMatchings {
    objective: ObjectiveName,
    all: Vec<(PairsAndSum, EdgeEnds)>,
}

#[derive(Deserialize)]
struct AnswerToCheck<'a> {
    #[serde(borrow)]
    best: Option<Vec<RankedToCheck<'a>>>,
    #[serde(borrow)]
    slacks: Option<Vec<SlackToCheck<'a>>>,
    #[serde(borrow)]
    cut: Option<&'a RawValue>,
    #[serde(borrow)]
    value: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct RankedToCheck<'a> {
    #[serde(borrow)]
    value: &'a RawValue,
    #[serde(borrow)]
    pairs: Vec<[&'a RawValue; 2]>,
}

#[derive(Deserialize)]
struct SlackToCheck<'a> {
    #[serde(borrow)]
    edge: [&'a RawValue; 2],
    #[serde(borrow)]
    slack: Option<&'a RawValue>,
    in_some_optimum: bool,
    in_every_optimum: bool,
}

impl AllMatchings {
    pub(super) fn of(graph: &PlainGraph, objective: ObjectiveName) -> Self {
        let mut this = Self {
            objective,
            all: Vec::new(),
        };
        this.extend(graph, 0, &mut Vec::new(), &(0, BigInt::ZERO));
        this.all.sort_by(|one, other| other.cmp(one));
        this
    }

    /// Every matching that has these pairs and others from edge `next` on.
    fn extend(
        &mut self,
        graph: &PlainGraph,
        next: usize,
        taken: &mut EdgeEnds,
        rank: &PairsAndSum,
    ) {
        let Some((u, v, weight)) = graph.edges.get(next) else {
            if !is_perfect(self.objective) || 2 * taken.len() == graph.n {
                self.all.push((rank.clone(), taken.clone()));
            }
            return;
        };
        self.extend(graph, next + 1, taken, rank);
        if taken
            .iter()
            .all(|(a, b)| ![a, b].contains(&u) && ![a, b].contains(&v))
        {
            let counts = usize::from(self.objective == ObjectiveName::CardinalityWeight);
            let longer = (rank.0 + counts, &rank.1 + worth(weight, self.objective));
            taken.push((*u, *v));
            self.extend(graph, next + 1, taken, &longer);
            taken.pop();
        }
    }

    pub(super) fn optimum(&self) -> Option<&PairsAndSum> {
        Some(&self.all.first()?.0)
    }

    /// What the answers write for a sum.
    fn value(&self, sum: &BigInt) -> BigInt {
        match self.objective {
            ObjectiveName::MinPerfect => -sum,
            _ => sum.clone(),
        }
    }

    /// The one matching is the best.
    pub(super) fn check_best(&self, proved: &ProvedPairs, graph: &PlainGraph) {
        let found = self.all.iter().find(|(_, pairs)| *pairs == proved.pairs);
        let (rank, _) = found.expect("a matching of the graph");
        assert_eq!(Some(rank), self.optimum(), "{graph}");
        assert_eq!(self.value(&rank.1), proved.value, "{graph}");
    }

    /// The document says what listing says.
    pub(super) fn check_answer(
        &self,
        answer: &GraphAnswer,
        options: &MatchOptions,
        proved: &ProvedPairs,
        graph: &PlainGraph,
    ) {
        let document: AnswerToCheck<'_> = serde_json::from_str(&answer.text).expect("a document");
        let is_cut = document.cut.is_some();
        assert_eq!(is_cut, answer.cut.is_some(), "{graph}");
        assert!(!is_cut || options.limit.is_some(), "{graph}");
        match (options.best, options.slacks) {
            (Some(count), _) => {
                let best = document.best.expect("the best ones");
                self.check_ranked(&best, (count, is_cut), proved, graph);
            }
            (None, true) => {
                let slacks = document.slacks.expect("slacks");
                assert!(is_cut || slacks.len() == graph.edges.len(), "{graph}");
                for slack in &slacks {
                    self.check_slack(slack, proved, graph);
                }
            }
            _ => {
                let value = document.value.expect("a value").get();
                assert_eq!(graph.scaled(value), proved.value, "{graph}");
            }
        }
    }

    fn check_ranked(
        &self,
        best: &[RankedToCheck<'_>],
        (count, is_cut): (usize, bool),
        proved: &ProvedPairs,
        graph: &PlainGraph,
    ) {
        let adds = |pairs: &EdgeEnds| {
            let weight = |ends: &(usize, usize)| {
                let edge = graph.edges.iter().find(|(u, v, _)| (*u, *v) == *ends);
                edge.is_some_and(|(_, _, weight)| *weight > BigInt::ZERO)
            };
            self.objective != ObjectiveName::Weight || pairs.iter().all(weight)
        };
        let counted = self.all.iter().filter(|(_, pairs)| adds(pairs));
        let expected: Vec<&(PairsAndSum, EdgeEnds)> = counted.collect();
        let n_expected = expected.len().min(count);
        assert!(
            best.len() == n_expected || is_cut && best.len() < n_expected,
            "{} of {n_expected}\n{graph}",
            best.len()
        );
        let mut seen = BTreeSet::new();
        for (found, (rank, _)) in best.iter().zip(&expected) {
            let ends = |pair: &[&RawValue; 2]| ends(pair, proved);
            let mut pairs: EdgeEnds = found.pairs.iter().map(ends).collect();
            pairs.sort_unstable();
            let known = expected.iter().find(|(_, other)| {
                let mut other = other.clone();
                other.sort_unstable();
                other == pairs
            });
            let (own, _) = known.expect("a matching of the graph");
            assert_eq!(own, rank, "{pairs:?}\n{graph}");
            assert_eq!(
                graph.scaled(found.value.get()),
                self.value(&rank.1),
                "{graph}"
            );
            assert!(seen.insert(pairs), "twice\n{graph}");
        }
    }

    fn check_slack(&self, found: &SlackToCheck<'_>, proved: &ProvedPairs, graph: &PlainGraph) {
        let ends = ends(&found.edge, proved);
        let has = |pairs: &EdgeEnds| pairs.contains(&ends);
        let is_matched = has(&proved.pairs);
        let (optimum, _) = self.all.first().expect("the solution");
        let other = self.all.iter().find(|(_, pairs)| has(pairs) != is_matched);
        let slack = other
            .filter(|(rank, _)| rank.0 == optimum.0)
            .map(|(rank, _)| &optimum.1 - &rank.1);
        let said = found.slack.map(|slack| graph.scaled(slack.get()));
        assert_eq!(said, slack, "{ends:?}\n{graph}");
        let mut optima = self.all.iter().take_while(|(rank, _)| rank == optimum);
        let is_in_some = optima.clone().any(|(_, pairs)| has(pairs));
        assert_eq!(found.in_some_optimum, is_in_some, "{ends:?}\n{graph}");
        let is_in_every = optima.all(|(_, pairs)| has(pairs));
        assert_eq!(found.in_every_optimum, is_in_every, "{ends:?}\n{graph}");
    }
}

/// The vertices that the file calls so, the lower first.
fn ends(pair: &[&RawValue; 2], proved: &ProvedPairs) -> (usize, usize) {
    let [u, v] = pair.map(|name| proved.names[name.get()]);
    (u.min(v), u.max(v))
}
