//! Duals that are equal within classes of vertices, found from the matching that they are to prove.
//!
//! Most duals of large brackets are: players whom no criterion tells apart have the same. Whether such duals exist is a
//! question about pairs of classes, no matter how many players these have. Each pair of classes with an edge bounds the
//! sum of their duals from below; a pair with a matched edge, from above, too. Written twice, once for each end of an
//! edge, these are bounds on differences (the bipartite double cover), which shortest paths meet, or a cycle of negative
//! length shows that nothing does (Bellman 1958, Ford 1956).
//!
//! An odd part of the problem is left by somebody in every matching, which such duals do not know. Of a part that the
//! matching leaves once, an edge that leaves it is worth a bonus more, which is half the dual of the part as an odd set.
//! The bonuses are found by the cycles: each is a bound on them that the last ones broke.

use std::collections::HashMap;

use edelweiss_verify::{DualStep, LiveEdges, SettledMatching};
use num_bigint::BigInt;

/// With more classes the solver is asked.
const MOST_CLASSES: usize = 400;
/// More bounds than bonuses have needed.
const MOST_BOUNDS: usize = 400;

/// An edge between two classes, or of one that leaves.
struct ClassEdge {
    /// The other one; none for leaving.
    classes: (usize, Option<usize>),
    worth: i128,
    /// By part, whether it is left.
    leaves: Vec<bool>,
    is_matched: bool,
}

/// The duals of a step, where classes have some. `worth` is what an edge `u <= v` is worth, doubled, with the bonus of an
/// edge of the vertex `at` to one of `better`.
pub(crate) fn find(
    live: &LiveEdges<'_>,
    (at, better): (usize, &[usize]),
    worth: impl Fn(usize, usize) -> BigInt,
) -> Option<DualStep> {
    let classes = classes(live, at, better)?;
    let n_classes = 1 + classes.iter().max()?;
    let parts = odd_parts(live.problem);
    let edges = edges(live, (&classes, n_classes), &parts, worth)?;
    let mut bounds: Vec<BonusBound> = Vec::new();
    while bounds.len() < MOST_BOUNDS {
        let bonuses = BonusBound::least(&bounds, parts.len())?;
        match potentials(&edges, n_classes, &bonuses) {
            Ok(duals) => return written(&classes, &duals, &parts, &bonuses),
            Err(bound) => bounds.push(bound),
        }
    }
    None
}

/// By vertex: those of the problem, with the vertex that is asked about, and those that it would meet rather, for
/// themselves.
fn classes(live: &LiveEdges<'_>, at: usize, better: &[usize]) -> Option<Vec<usize>> {
    let given = live.classes()?;
    let mut numbers = HashMap::new();
    let class = |v: usize| {
        let is_asked = !better.is_empty() && v == at;
        (given[v], is_asked, better.contains(&v))
    };
    let classes: Vec<usize> = (0..given.len())
        .map(|v| {
            let next = numbers.len();
            *numbers.entry(class(v)).or_insert(next)
        })
        .collect();
    (numbers.len() <= MOST_CLASSES).then_some(classes)
}

/// Parts that are odd, and that the matching leaves once: at most two.
fn odd_parts(problem: &dyn SettledMatching) -> Vec<usize> {
    let partners = problem.partners();
    let leaves = |end: usize| (0..end).filter(move |v| partners[*v] >= end || partners[*v] == *v);
    let mut parts = problem.parts();
    parts.retain(|end| end % 2 == 1 && leaves(*end).count() == 1);
    parts.dedup();
    parts.truncate(2);
    parts
}

/// An edge for each pair of classes that has one.
fn edges(
    live: &LiveEdges<'_>,
    (classes, n_classes): (&[usize], usize),
    parts: &[usize],
    worth: impl Fn(usize, usize) -> BigInt,
) -> Option<Vec<ClassEdge>> {
    let partners = live.problem.partners();
    // By two classes, the place of their edge.
    let mut places = vec![usize::MAX; n_classes * n_classes];
    let mut of_leaving = vec![usize::MAX; n_classes];
    let mut edges: Vec<ClassEdge> = Vec::new();
    for u in 0..classes.len() {
        for v in live.row(u).ones().filter(|v| *v >= u) {
            let (one, other) = (classes[u].min(classes[v]), classes[u].max(classes[v]));
            let place = if u == v {
                &mut of_leaving[one]
            } else {
                &mut places[one * n_classes + other]
            };
            if *place == usize::MAX {
                *place = edges.len();
                let leaves = |end: &usize| u < *end && (u == v || v >= *end);
                edges.push(ClassEdge {
                    classes: (one, (u != v).then_some(other)),
                    // Twice more, so that a bonus may be odd.
                    worth: i128::try_from(worth(u, v) << 1).ok()?,
                    leaves: parts.iter().map(leaves).collect(),
                    is_matched: false,
                });
            }
            edges[*place].is_matched |= partners[u] == v;
        }
    }
    let most = edges.iter().map(|edge| edge.worth.unsigned_abs()).max();
    // Room for paths through all classes twice.
    (most.unwrap_or_default() < 1 << 112).then_some(edges)
}

/// `constant` and the bonuses, each so many times, are not negative together.
#[derive(Clone, Debug)]
struct BonusBound {
    constant: BigInt,
    times: [i64; 2],
}

impl BonusBound {
    /// The least bonuses, none negative, that keep all bounds: the second first. None where there are no such ones.
    fn least(bounds: &[Self], n_parts: usize) -> Option<Vec<i128>> {
        let zero = |times| Self {
            constant: BigInt::ZERO,
            times,
        };
        let mut bounds = bounds.to_vec();
        bounds.extend([zero([1, 0]), zero([0, 1])]);
        // Where two bounds hold the first bonus from both sides, they bound the second.
        let (raise, others): (Vec<_>, Vec<_>) = bounds.iter().partition(|it| it.times[0] > 0);
        let (lower, of_second): (Vec<&Self>, Vec<&Self>) =
            others.into_iter().partition(|it| it.times[0] < 0);
        let mut of_second: Vec<Self> = of_second.into_iter().cloned().collect();
        for one in &raise {
            for other in &lower {
                let [a, b] = [-other.times[0], one.times[0]];
                of_second.push(Self {
                    constant: &one.constant * a + &other.constant * b,
                    times: [0, one.times[1] * a + other.times[1] * b],
                });
            }
        }
        let second = Self::least_of(&of_second, 1)?;
        let with_second: Vec<Self> = (bounds.iter())
            .map(|bound| Self {
                constant: &bound.constant + &second * bound.times[1],
                times: [bound.times[0], 0],
            })
            .collect();
        let first = Self::least_of(&with_second, 0)?;
        let both = [first, second].map(|bonus| i128::try_from(bonus).ok());
        both.into_iter().take(n_parts).collect()
    }

    /// The least value of one bonus where the other does not matter.
    fn least_of(bounds: &[Self], which: usize) -> Option<BigInt> {
        let mut least = BigInt::ZERO;
        for bound in bounds.iter().filter(|bound| bound.times[which] > 0) {
            let times = BigInt::from(bound.times[which]);
            let rounded_up = (-&bound.constant + &times - 1u8) / &times;
            least = least.max(rounded_up);
        }
        let holds = |bound: &Self| &bound.constant + &least * bound.times[which] >= BigInt::ZERO;
        bounds.iter().all(holds).then_some(least)
    }
}

/// A bound on the difference of two potentials: the node `to` has at most the length more than `from`.
struct Arc {
    from: usize,
    to: usize,
    length: i128,
    /// The edge, and whether it bounds from below.
    edge: (usize, bool),
}

/// The duals of the classes, four times each, where edges have these bonuses; or a bound that they break.
fn potentials(
    edges: &[ClassEdge],
    n_classes: usize,
    bonuses: &[i128],
) -> Result<Vec<i128>, BonusBound> {
    let arcs = arcs(edges, n_classes, bonuses);
    let mut reached = vec![0_i128; 2 * n_classes + 1];
    let mut by: Vec<Option<usize>> = vec![None; reached.len()];
    loop {
        let mut has_changed = false;
        for (number, arc) in arcs.iter().enumerate() {
            let length = reached[arc.from] + arc.length;
            if length < reached[arc.to] {
                (reached[arc.to], by[arc.to]) = (length, Some(number));
                has_changed = true;
            }
        }
        if !has_changed {
            let duals = (0..n_classes).map(|class| reached[class] - reached[n_classes + class]);
            return Ok(duals.collect());
        }
        if let Some(cycle) = cycle(&arcs, &by) {
            return Err(bound(edges, &arcs, &cycle));
        }
    }
}

/// Each edge from both ends. Nodes are the classes, the classes again, and nobody, whom everybody who leaves meets.
fn arcs(edges: &[ClassEdge], n_classes: usize, bonuses: &[i128]) -> Vec<Arc> {
    let nobody = 2 * n_classes;
    let mut arcs = Vec::new();
    for (number, edge) in edges.iter().enumerate() {
        let left = edge
            .leaves
            .iter()
            .zip(bonuses)
            .filter(|(leaves, _)| **leaves);
        let worth = edge.worth + left.map(|(_, bonus)| bonus).sum::<i128>();
        let (one, other) = edge.classes;
        let ends = match other {
            Some(other) => [(one, n_classes + other), (other, n_classes + one)],
            None => [(one, nobody), (nobody, n_classes + one)],
        };
        for (from, to) in ends {
            arcs.push(Arc {
                from,
                to,
                length: -worth,
                edge: (number, true),
            });
            if edge.is_matched {
                arcs.push(Arc {
                    from: to,
                    to: from,
                    length: worth,
                    edge: (number, false),
                });
            }
        }
    }
    arcs
}

/// A cycle of the arcs by which nodes were reached last: all such are of negative length.
fn cycle(arcs: &[Arc], by: &[Option<usize>]) -> Option<Vec<usize>> {
    // The walk in which a node was seen.
    let mut seen = vec![usize::MAX; by.len()];
    for start in 0..by.len() {
        let mut at = start;
        while seen[at] == usize::MAX {
            seen[at] = start;
            let Some(arc) = by[at] else { break };
            at = arcs[arc].from;
        }
        if seen[at] != start || by[at].is_none() {
            continue;
        }
        let (first, mut cycle) = (at, Vec::new());
        loop {
            let arc = by[at].expect("every node of the cycle was reached");
            cycle.push(arc);
            at = arcs[arc].from;
            if at == first {
                return Some(cycle);
            }
        }
    }
    None
}

/// What bonuses must be for a cycle not to be negative.
fn bound(edges: &[ClassEdge], arcs: &[Arc], cycle: &[usize]) -> BonusBound {
    let mut bound = BonusBound {
        constant: BigInt::ZERO,
        times: [0; 2],
    };
    for arc in cycle {
        let (edge, is_lower) = arcs[*arc].edge;
        let sign = if is_lower { -1 } else { 1 };
        bound.constant += edges[edge].worth * sign;
        for (times, leaves) in bound.times.iter_mut().zip(&edges[edge].leaves) {
            *times += i64::from(*leaves) * sign as i64;
        }
    }
    bound
}

/// The step, where its numbers are whole.
fn written(
    classes: &[usize],
    duals: &[i128],
    parts: &[usize],
    bonuses: &[i128],
) -> Option<DualStep> {
    let of_vertex = |(v, class): (usize, &usize)| {
        let around = parts.iter().zip(bonuses).filter(|(end, _)| v < **end);
        // Twice the mean of both ends, less the bonuses of the parts around.
        let twice = duals[*class] - 2 * around.map(|(_, bonus)| bonus).sum::<i128>();
        (twice % 2 == 0).then_some(twice / 2)
    };
    let vertices: Option<Vec<i128>> = classes.iter().enumerate().map(of_vertex).collect();
    let mut vertices = vertices?;
    let n = vertices
        .iter()
        .rposition(|dual| *dual != 0)
        .map_or(0, |last| last + 1);
    vertices.truncate(n);
    let sets = parts.iter().zip(bonuses).filter(|(_, bonus)| **bonus > 0);
    Some(DualStep {
        vertices: vertices.iter().map(i128::to_string).collect(),
        sets: sets
            .map(|(end, bonus)| ((0..*end).collect(), (2 * bonus).to_string()))
            .collect(),
    })
}
