//! Laws of the solver for weights by classes: it agrees with the other solver, and proves what it
//! says.

use std::collections::BTreeMap;

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{
    ClassWeightedGraph, Cover, Dense, Error, LexicographicOptima, Limbs, MatchingFace, Objective,
    Optimum, Solver, VertexId, WarmStart, Weight, WeightTable, WeightedGraph, certificate,
};
use quickcheck::{Arbitrary, Gen, TestResult, quickcheck};

/// Vertices in a few classes, with dense edges but for some.
#[derive(Clone, Debug)]
struct Problem {
    class_of: Vec<u32>,
    /// Row-major, symmetric.
    weights: Vec<i64>,
    missing: Vec<(usize, usize)>,
    /// Added to feasible duals.
    raise: Vec<u8>,
    /// The mates to begin with, as far as there are tight edges.
    mates: Vec<Option<usize>>,
}

impl Arbitrary for Problem {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = usize::arbitrary(g) % 40 + 1;
        let n_classes = usize::arbitrary(g) % 6 + 1;
        let class_of = (0..n)
            .map(|_| u32::arbitrary(g) % n_classes as u32)
            .collect();
        let mut weights = vec![0; n_classes * n_classes];
        for a in 0..n_classes {
            for b in 0..=a {
                let entry = i64::from(i8::arbitrary(g));
                weights[a * n_classes + b] = entry;
                weights[b * n_classes + a] = entry;
            }
        }
        let n_missing = usize::arbitrary(g) % (n * n);
        let any = |g: &mut Gen| usize::arbitrary(g) % n;
        Self {
            class_of,
            weights,
            missing: (0..n_missing).map(|_| (any(g), any(g))).collect(),
            raise: (0..n).map(|_| u8::arbitrary(g) % 4).collect(),
            mates: (0..n).map(|_| bool::arbitrary(g).then(|| any(g))).collect(),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let this = self.clone();
        let fewer = (0..this.class_of.len()).rev().map(move |v| {
            let mut fewer = this.clone();
            fewer.class_of.remove(v);
            fewer.raise.remove(v);
            fewer.mates.remove(v);
            let last = fewer.class_of.len();
            let moved = |u: usize| if u > v { u - 1 } else { u };
            fewer.missing.retain(|(a, b)| *a != v && *b != v);
            for (a, b) in &mut fewer.missing {
                (*a, *b) = (moved(*a), moved(*b));
            }
            for mate in &mut fewer.mates {
                *mate = mate
                    .filter(|mate| *mate != v)
                    .map(moved)
                    .filter(|mate| *mate < last);
            }
            fewer
        });
        Box::new(fewer)
    }
}

impl Problem {
    fn n(&self) -> usize {
        self.class_of.len()
    }

    fn edges(&self) -> BitGraph {
        let mut edges = BitGraph::complete(self.n());
        for (a, b) in &self.missing {
            edges.set_edge(VertexId::new(*a), VertexId::new(*b), false);
        }
        edges
    }

    fn graph(&self) -> Dense<i64> {
        let (edges, n_classes) = (self.edges(), self.weights.len().isqrt());
        Dense::from_fn(self.n(), |u, v| {
            let [a, b] = [u, v].map(|v| self.class_of[v.index()] as usize);
            (edges.has_edge(u, v)).then(|| self.weights[a * n_classes + b])
        })
    }

    /// By two classes; equal amounts stand in it once.
    fn table<W>(&self, whole: impl Fn(i64) -> W) -> WeightTable<W> {
        let n_classes = self.weights.len().isqrt();
        let mut table = WeightTable::filled(n_classes, n_classes, whole(self.weights[0]));
        let mut known = BTreeMap::new();
        for (place, weight) in self.weights.iter().enumerate() {
            let amount = *known
                .entry(weight)
                .or_insert_with(|| table.add(whole(*weight)));
            table.set(place / n_classes, place % n_classes, amount);
        }
        table
    }

    /// What the other solver finds.
    fn value(&self) -> Option<i64> {
        let mut solver = Solver::new(self.graph(), &vec![Cover::Must; self.n()]).expect("small");
        solver.solve().is_ok().then(|| solver.value())
    }

    /// At most the first `n` vertices, an even number.
    fn first(&self, n: usize) -> Self {
        let n = n.min(self.n()) / 2 * 2;
        let mut first = self.clone();
        first.class_of.truncate(n);
        first.missing.retain(|(a, b)| *a < n && *b < n);
        first
    }

    /// The partners in the first perfect matching of the largest weight, by trying all of them.
    fn first_optimal(&self) -> Option<Vec<usize>> {
        let (n, edges, columns) = (self.n(), self.edges(), self.weights.len().isqrt());
        let mut best: Option<(i64, Vec<usize>)> = None;
        let mut open = vec![(0_i64, vec![usize::MAX; n])];
        // Partial matchings; the first vertex without a partner has its lowest one on top.
        while let Some((value, mates)) = open.pop() {
            let Some(v) = mates.iter().position(|mate| *mate == usize::MAX) else {
                if best.as_ref().is_none_or(|(most, _)| value > *most) {
                    best = Some((value, mates));
                }
                continue;
            };
            for u in (v + 1..n).rev().filter(|u| mates[*u] == usize::MAX) {
                if edges.has_edge(VertexId::new(v), VertexId::new(u)) {
                    let mut mates = mates.clone();
                    (mates[v], mates[u]) = (u, v);
                    let [a, b] = [v, u].map(|v| self.class_of[v] as usize);
                    open.push((value + self.weights[a * columns + b], mates));
                }
            }
        }
        best.map(|(_, mates)| mates)
    }

    /// Whether this answer is right, and proved.
    fn is_answered<W: Weight>(
        &self,
        whole: impl Fn(i64) -> W,
        start: Option<WarmStart<'_, W>>,
    ) -> bool {
        let weights = self.table(&whole);
        let edges = self.edges();
        let problem = ClassWeightedGraph {
            edges: &edges,
            class_of: &self.class_of,
            weights: &weights,
        };
        let covers = vec![Cover::Must; self.n()];
        match problem.solve(start) {
            Ok(optimum) => {
                let value = certificate::verify(
                    &problem,
                    &covers,
                    Objective::MaxWeightPerfect,
                    &optimum.mates,
                    &optimum.certificate,
                );
                value.ok() == self.value().map(whole)
            }
            Err(Error::NoMatching(proof)) => {
                self.value().is_none()
                    && certificate::verify_no_matching(&problem, &covers, &proof.inner)
            }
            Err(_) => false,
        }
    }
}

/// Whether the same edges are in some matching of either face.
fn have_same_edges(edges: &BitGraph, one: &MatchingFace, other: &MatchingFace) -> bool {
    let has = |face: &MatchingFace, v: VertexId, u: VertexId| {
        let mut only = vec![0; edges.n_vertices().div_ceil(64)];
        only[u.index() / 64] |= 1 << (u.index() % 64);
        face.clone().match_first(v, &only).is_some()
    };
    let ids = || (0..edges.n_vertices()).map(VertexId::new);
    let pairs = ids().flat_map(|v| ids().map(move |u| (u, v)));
    { pairs }
        .filter(|(u, v)| u < v && edges.has_edge(*u, *v))
        .all(|(u, v)| has(one, u, v) == has(other, u, v))
}

quickcheck! {
    fn the_answer_is_right_and_proved(problem: Problem) -> bool {
        problem.is_answered(|weight| weight, None)
    }

    fn the_answer_is_right_from_any_feasible_start(problem: Problem) -> bool {
        let most = problem.weights.iter().max().expect("there is a class");
        let duals: Vec<i64> = problem.raise.iter().map(|raise| most + i64::from(*raise)).collect();
        let mates: Vec<_> = problem.mates.iter().map(|mate| mate.map(VertexId::new)).collect();
        let start = WarmStart { duals_2x: &duals, mates: &mates };
        problem.is_answered(|weight| weight, Some(start))
    }

    fn wide_weights_give_the_same(problem: Problem) -> bool {
        let whole = |weight: i64| {
            let unit = Limbs::<2>::unit();
            let amount = unit.times(weight.unsigned_abs());
            if weight < 0 { amount.negated() } else { amount }
        };
        problem.is_answered(whole, None)
    }

    fn the_face_holds_the_first_optimal_matching(problem: Problem) -> bool {
        let problem = problem.first(8);
        let edges = problem.edges();
        let weights = problem.table(|weight| weight);
        let classed = ClassWeightedGraph { edges: &edges, class_of: &problem.class_of, weights: &weights };
        let Ok(optimum) = classed.solve(None) else { return problem.first_optimal().is_none() };
        let mut face = optimum.face();
        let mut mates = vec![None; problem.n()];
        for v in 0..problem.n() {
            if mates[v].is_none() {
                let chosen = face.match_first(VertexId::new(v), &[u64::MAX]);
                let Some(u) = chosen.map(VertexId::index) else { return false };
                (mates[v], mates[u]) = (Some(u), Some(v));
            }
        }
        problem.first_optimal() == mates.into_iter().collect()
    }

    /// Objectives packed into one weight have the same best matchings.
    fn the_best_are_those_of_packed_objectives(problem: Problem, n_objectives: u8) -> bool {
        let n_objectives = u32::from(n_objectives % 4) + 1;
        // A matching has less than forty edges, each of a weight below five by an objective.
        let objective = |weight: i64, number: u32| (weight + 128) / 5_i64.pow(number) % 5;
        let packed = |weight: i64| {
            (0..n_objectives).fold(0, |packed, number| packed * 256 + objective(weight, number))
        };
        let edges = problem.edges();
        let weights = problem.table(packed);
        let classed = ClassWeightedGraph { edges: &edges, class_of: &problem.class_of, weights: &weights };
        let mut best = LexicographicOptima::new(edges.clone(), problem.mates.iter().map(|mate| mate.map(VertexId::new)).collect());
        let kept: Result<(), Error> = (0..n_objectives).try_for_each(|number| {
            best.keep(&problem.class_of, &problem.table(|weight| objective(weight, number)))
        });
        match classed.solve(None) {
            Ok(optimum) => kept.is_ok() && best.face().is_some_and(|best| have_same_edges(&edges, &optimum.face(), &best)),
            Err(_) => matches!(kept, Err(Error::NoMatching(_))),
        }
    }

    /// Tight edges are followed through changes of the duals, sets and their end.
    fn tight_edges_are_those_of_the_proof(
        classes: Vec<u8>,
        weights: Vec<i8>,
        missing: Vec<(u8, u8)>,
        is_triangular: bool
    ) -> TestResult {
        const N_CLASSES: usize = 8;
        let n = classes.len().min(60);
        if n == 0 || weights.is_empty() {
            return TestResult::discard();
        }
        let class_of: Vec<u32> = classes[..n].iter().map(|c| u32::from(c % 8)).collect();
        let mut table = WeightTable::filled(N_CLASSES, N_CLASSES, 0);
        let amounts: Vec<_> = weights.iter().map(|w| table.add(i64::from(*w))).collect();
        for (a, b) in (0..N_CLASSES * N_CLASSES).map(|at| (at / N_CLASSES, at % N_CLASSES)) {
            let (low, high) = (a.min(b), a.max(b));
            let number = if is_triangular { low } else { low * N_CLASSES + high };
            table.set(a, b, amounts[number % amounts.len()]);
        }
        let mut edges = BitGraph::complete(n);
        for (a, b) in missing {
            let [a, b] = [a, b].map(|v| VertexId::new(usize::from(v) % n));
            edges.set_edge(a, b, false);
        }
        let problem = ClassWeightedGraph { edges: &edges, class_of: &class_of, weights: &table };
        let covers = vec![Cover::Must; n];
        match problem.solve(None) {
            Ok(Optimum { mates, certificate, tight }) => {
                let goal = Objective::MaxWeightPerfect;
                let value = certificate::verify(&problem, &covers, goal, &mates, &certificate);
                let members = certificate.members();
                let is_same = |u: VertexId, v: VertexId| {
                    let within = certificate.blossoms.iter().zip(&members);
                    let within = within.filter(|(_, set)| [u, v].iter().all(|v| set.contains(v)));
                    let duals = [u, v].map(|v| certificate.dual_2x[v.index()]);
                    let sum = duals[0] + duals[1] + within.map(|(set, _)| set.dual_2x).sum::<i64>();
                    let weight = problem.weight(u, v);
                    tight.has_edge(u, v) == weight.is_some_and(|weight| sum == 2 * weight)
                };
                let ids = || (0..n).map(VertexId::new);
                let all = ids().all(|u| ids().all(|v| is_same(u, v)));
                TestResult::from_bool(value.is_ok() && all)
            }
            Err(Error::NoMatching(proof)) => TestResult::from_bool(
                certificate::verify_no_matching(&problem, &covers, &proof.inner)
                    && proof.exposed.index() < n
                    && !proof.inner.contains(&proof.exposed),
            ),
            Err(error) => panic!("small weights: {error}"),
        }
    }

    fn a_start_below_a_weight_is_refused(problem: Problem) -> bool {
        let n = problem.n();
        let edges = problem.edges();
        let least = *problem.weights.iter().min().expect("there is a class");
        let weights = problem.table(|weight| weight);
        let classed = ClassWeightedGraph { edges: &edges, class_of: &problem.class_of, weights: &weights };
        let has_edge = (0..n).any(|v| edges.row(VertexId::new(v)).iter().any(|word| *word != 0));
        let duals = vec![least - 1; n];
        let start = WarmStart { duals_2x: &duals, mates: &[] };
        !has_edge || classed.solve(Some(start)).err() == Some(Error::InfeasibleStart)
    }
}

#[test]
fn a_weight_that_leaves_no_headroom_is_refused() {
    let edges = BitGraph::complete(2);
    let problem = ClassWeightedGraph {
        edges: &edges,
        class_of: &[0, 0],
        weights: &WeightTable::filled(1, 1, i64::MAX / 8),
    };
    assert_eq!(problem.solve(None).err(), Some(Error::WeightTooWide));
}

#[test]
fn nobody_is_matched_perfectly() {
    let problem = ClassWeightedGraph::<i64> {
        edges: &BitGraph::new(0),
        class_of: &[],
        weights: &WeightTable::square(Vec::new()),
    };
    let optimum = problem
        .solve(None)
        .expect("the empty matching covers nobody");
    assert!(optimum.mates.is_empty());
}
