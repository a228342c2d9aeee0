//! Proofs that a matching is optimal, and their checker, which shares no code with the solver.
//!
//! With `w` the weights, `y` the vertex duals and `z` the blossom duals, the value of any matching
//! that covers the `Must` vertices is at most the sum of all `y` plus the sum over the blossoms `B`
//! of `z(B) (|B| - 1) / 2`, provided that
//!
//! - `y(v) >= 0` for every `May` vertex, and `z(B) >= 0` for every blossom, an odd set;
//! - the slack `y(u) + y(v) + z(every B that contains both) - w(uv)` of each edge is not negative.
//!
//! A matching reaches that bound iff its edges have slack zero, its exposed vertices dual zero, and
//! blossoms with positive duals are matched inside except for one vertex (Edmonds 1965). That is
//! what [`verify`] checks, and besides that the blossoms are nested or disjoint, which the proof
//! does not need but Edmonds' theorem promises.

use std::fmt;

use crate::{
    graph::{VertexId, WeightedGraph},
    objective::{Cover, Objective},
    weight::Weight,
};

/// The dual solution that goes with an optimal matching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate<W> {
    /// What is added to every weight so that matchings with more edges win; else zero.
    pub bonus: W,
    /// The duals of the vertices, doubled, in the order of the vertices.
    pub dual_2x: Vec<W>,
    /// The blossoms with positive duals.
    pub blossoms: Vec<Blossom<W>>,
}

/// An odd set of vertices with its dual.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blossom<W> {
    /// The vertices of the blossom, those of smaller blossoms inside included, in ascending order.
    pub members: Vec<VertexId>,
    /// The dual, doubled.
    pub dual_2x: W,
}

impl<W> Certificate<W> {
    /// The same duals as numbers of another type.
    pub(crate) fn map<V>(&self, translate: impl Fn(&W) -> V) -> Certificate<V> {
        Certificate {
            bonus: translate(&self.bonus),
            dual_2x: self.dual_2x.iter().map(&translate).collect(),
            blossoms: (self.blossoms.iter())
                .map(|blossom| Blossom {
                    members: blossom.members.clone(),
                    dual_2x: translate(&blossom.dual_2x),
                })
                .collect(),
        }
    }
}

/// The condition that a matching and its certificate fail first, in the order of this list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Violation {
    /// The number of mates, covers or vertex duals is not the number of vertices.
    Length,
    /// The mate of this vertex is no vertex, or has another mate.
    MatesDisagree(VertexId),
    /// This pair is matched without an edge between them.
    NoSuchEdge(VertexId, VertexId),
    /// This vertex must be covered and is exposed.
    MustBeCovered(VertexId),
    /// The bonus is too small to prefer every matching with more edges, or there should be none.
    Bonus,
    /// This vertex may be exposed, and its dual is negative.
    NegativeVertexDual(VertexId),
    /// This vertex is exposed, and its dual is not zero.
    ExposedWithDual(VertexId),
    /// The blossom with this index is not an odd set of at least three vertices in ascending order.
    NotOddSet(usize),
    /// The dual of the blossom with this index is negative.
    NegativeBlossomDual(usize),
    /// The blossom with this index has a positive dual, but its vertices are not matched to each
    /// other except for one.
    BlossomNotFull(usize),
    /// These two blossoms have a common vertex, but neither contains the other.
    NotNested(usize, usize),
    /// The slack of this edge is negative.
    NegativeSlack(VertexId, VertexId),
    /// This edge is matched, and its slack is positive.
    MatchedWithSlack(VertexId, VertexId),
    /// The value claimed is not that of the matching.
    Value,
    /// A sum leaves the range of the weight type.
    Overflow,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("expected one mate, cover and dual for each vertex"),
            Self::MatesDisagree(v) => write!(f, "the mate of vertex {} disagrees", v.index()),
            Self::NoSuchEdge(u, v) => {
                write!(
                    f,
                    "vertices {} and {} are matched without an edge",
                    u.index(),
                    v.index()
                )
            }
            Self::MustBeCovered(v) => write!(f, "vertex {} must be covered", v.index()),
            Self::Bonus => f.write_str("the bonus does not suit the objective"),
            Self::NegativeVertexDual(v) => {
                write!(f, "the dual of vertex {} is negative", v.index())
            }
            Self::ExposedWithDual(v) => {
                write!(
                    f,
                    "vertex {} is exposed, expected its dual to be zero",
                    v.index()
                )
            }
            Self::NotOddSet(i) => write!(f, "blossom {i} is not an odd set in ascending order"),
            Self::NegativeBlossomDual(i) => write!(f, "the dual of blossom {i} is negative"),
            Self::BlossomNotFull(i) => write!(f, "blossom {i} is not full, expected dual zero"),
            Self::NotNested(i, j) => write!(f, "blossoms {i} and {j} cross"),
            Self::NegativeSlack(u, v) => {
                write!(
                    f,
                    "the slack of edge {}-{} is negative",
                    u.index(),
                    v.index()
                )
            }
            Self::MatchedWithSlack(u, v) => {
                write!(
                    f,
                    "edge {}-{} is matched, expected slack zero",
                    u.index(),
                    v.index()
                )
            }
            Self::Value => f.write_str("the value is not that of the matching"),
            Self::Overflow => f.write_str("a sum leaves the range of the weight type"),
        }
    }
}

impl std::error::Error for Violation {}

/// Checks that a matching, as the mate of every vertex, is optimal, and returns its value.
///
/// For [`Objective::MaxWeightMaxCardinality`] it is optimal among the matchings with the most edges
/// that cover every `Must` vertex. For [`Objective::MaxWeightPerfect`] every vertex must be covered,
/// whatever the covers say.
///
/// O(m d + n² b) at worst, with d the depth of the blossoms and b their number; no square arrays.
///
/// # Errors
/// The first [`Violation`] found.
pub fn verify<W: Weight, G: WeightedGraph<W>>(
    graph: &G,
    cover: &[Cover],
    objective: Objective,
    mate: &[Option<VertexId>],
    certificate: &Certificate<W>,
) -> Result<W, Violation> {
    let n = graph.n_vertices();
    if [mate.len(), cover.len(), certificate.dual_2x.len()] != [n; 3] {
        return Err(Violation::Length);
    }
    let everybody;
    let cover = if objective == Objective::MaxWeightPerfect {
        everybody = vec![Cover::Must; n];
        &everybody
    } else {
        cover
    };
    let value = check_matching(graph, cover, mate)?;
    check_bonus(graph, objective, &certificate.bonus)?;
    for v in (0..n).map(VertexId::new) {
        let dual = &certificate.dual_2x[v.index()];
        if cover[v.index()] == Cover::May && *dual < W::zero() {
            return Err(Violation::NegativeVertexDual(v));
        }
        if mate[v.index()].is_none() && !dual.is_zero() {
            return Err(Violation::ExposedWithDual(v));
        }
    }
    let containing = check_blossoms(n, mate, &certificate.blossoms)?;
    for u in (0..n).map(VertexId::new) {
        let mut found = Ok(());
        graph.for_each_neighbour(u, |v, weight| {
            if found.is_ok() && u < v {
                let is_matched = mate[u.index()] == Some(v);
                found = check_edge((u, v), weight, is_matched, certificate, &containing);
            }
        });
        found?;
    }
    Ok(value)
}

/// The mates agree, are joined by edges, and cover what must be covered. Returns the value.
fn check_matching<W: Weight, G: WeightedGraph<W>>(
    graph: &G,
    cover: &[Cover],
    mate: &[Option<VertexId>],
) -> Result<W, Violation> {
    let mut value = W::zero();
    for v in (0..mate.len()).map(VertexId::new) {
        let Some(u) = mate[v.index()] else { continue };
        if u == v || mate.get(u.index()) != Some(&Some(v)) {
            return Err(Violation::MatesDisagree(v));
        }
        let weight = graph
            .weight(u, v)
            .ok_or(Violation::NoSuchEdge(u.min(v), u.max(v)))?;
        if u < v {
            value = value.checked_plus(weight).ok_or(Violation::Overflow)?;
        }
    }
    let must_be_covered = |v: &VertexId| cover[v.index()] == Cover::Must;
    match (0..mate.len())
        .map(VertexId::new)
        .find(|v| mate[v.index()].is_none() && must_be_covered(v))
    {
        Some(v) => Err(Violation::MustBeCovered(v)),
        None => Ok(value),
    }
}

/// Two matchings have at most n edges together, so a bonus above n times the largest weight is
/// enough to let the number of edges decide.
fn check_bonus<W: Weight, G: WeightedGraph<W>>(
    graph: &G,
    objective: Objective,
    bonus: &W,
) -> Result<(), Violation> {
    if objective != Objective::MaxWeightMaxCardinality {
        return if bonus.is_zero() {
            Ok(())
        } else {
            Err(Violation::Bonus)
        };
    }
    let n = graph.n_vertices();
    let mut enough = *bonus > W::zero();
    let mut fits = true;
    for u in (0..n).map(VertexId::new) {
        graph.for_each_neighbour(u, |_, weight| {
            fits &= weight.fits(n as u64);
            enough &= !fits || weight.magnitude().times(n as u64) < *bonus;
        });
    }
    match (fits, enough) {
        (false, _) => Err(Violation::Overflow),
        (true, false) => Err(Violation::Bonus),
        (true, true) => Ok(()),
    }
}

/// The blossoms are odd, full and nested. Returns for each vertex the blossoms that contain it.
fn check_blossoms<W: Weight>(
    n: usize,
    mate: &[Option<VertexId>],
    blossoms: &[Blossom<W>],
) -> Result<Vec<Vec<usize>>, Violation> {
    let mut containing = vec![Vec::new(); n];
    for (i, Blossom { members, dual_2x }) in blossoms.iter().enumerate() {
        let ascending = members.windows(2).all(|pair| pair[0] < pair[1]);
        let in_range = members.last().is_some_and(|v| v.index() < n);
        if members.len() < 3 || members.len() % 2 == 0 || !ascending || !in_range {
            return Err(Violation::NotOddSet(i));
        }
        if *dual_2x < W::zero() {
            return Err(Violation::NegativeBlossomDual(i));
        }
        let matched_inside = |v: &&VertexId| {
            mate[v.index()].is_some_and(|mate| members.binary_search(&mate).is_ok())
        };
        if !dual_2x.is_zero() && members.iter().filter(matched_inside).count() + 1 != members.len()
        {
            return Err(Violation::BlossomNotFull(i));
        }
        for v in members {
            containing[v.index()].push(i);
        }
    }
    for (i, blossom) in blossoms.iter().enumerate() {
        let mut common = vec![0; blossoms.len()];
        for &j in blossom.members.iter().flat_map(|v| &containing[v.index()]) {
            common[j] += 1;
        }
        for (j, &common) in common.iter().enumerate() {
            let smaller = blossom.members.len().min(blossoms[j].members.len());
            if common != 0 && common != smaller {
                return Err(Violation::NotNested(i.min(j), i.max(j)));
            }
        }
    }
    Ok(containing)
}

/// The slack of an edge is not negative, and zero if the edge is matched.
fn check_edge<W: Weight>(
    (u, v): (VertexId, VertexId),
    weight: &W,
    is_matched: bool,
    certificate: &Certificate<W>,
    containing: &[Vec<usize>],
) -> Result<(), Violation> {
    let slack = || {
        let raised = weight.checked_plus(&certificate.bonus)?;
        let duals = &certificate.dual_2x;
        let mut slack = duals[u.index()].checked_plus(&duals[v.index()])?;
        for i in &containing[u.index()] {
            // Both lists are ascending.
            if containing[v.index()].binary_search(i).is_ok() {
                slack = slack.checked_plus(&certificate.blossoms[*i].dual_2x)?;
            }
        }
        slack.checked_minus(&raised)?.checked_minus(&raised)
    };
    let slack = slack().ok_or(Violation::Overflow)?;
    if slack < W::zero() {
        return Err(Violation::NegativeSlack(u, v));
    }
    if is_matched && !slack.is_zero() {
        return Err(Violation::MatchedWithSlack(u, v));
    }
    Ok(())
}

/// Whether, without the vertices of `inner`, there are more odd components that consist of `Must`
/// vertices only than `inner` has different vertices: then no matching covers them all. O(n + m).
pub fn verify_no_matching<W: Weight, G: WeightedGraph<W>>(
    graph: &G,
    cover: &[Cover],
    inner: &[VertexId],
) -> bool {
    let n = graph.n_vertices();
    if cover.len() != n || inner.iter().any(|v| v.index() >= n) {
        return false;
    }
    let mut seen = vec![false; n];
    for v in inner {
        seen[v.index()] = true;
    }
    let n_inner = seen.iter().filter(|&&seen| seen).count();
    let mut n_odd = 0;
    for start in (0..n).map(VertexId::new) {
        if seen[start.index()] {
            continue;
        }
        seen[start.index()] = true;
        let mut stack = vec![start];
        let (mut size, mut all_must) = (0, true);
        while let Some(v) = stack.pop() {
            size += 1;
            all_must &= cover[v.index()] == Cover::Must;
            graph.for_each_neighbour(v, |u, _| {
                if !std::mem::replace(&mut seen[u.index()], true) {
                    stack.push(u);
                }
            });
        }
        n_odd += usize::from(all_must && size % 2 == 1);
    }
    n_odd > n_inner
}
