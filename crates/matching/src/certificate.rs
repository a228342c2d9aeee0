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
//! what [`verify`] checks. The blossoms are nested or disjoint, as Edmonds' theorem promises, and so a
//! certificate holds them as a forest: O(n) in all.

mod family;

use std::fmt;

use self::family::NestedBlossoms;
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
    /// The blossoms with positive duals, each after the one around it.
    pub blossoms: Vec<Blossom<W>>,
    /// By vertex: the smallest blossom that contains it, as an index into `blossoms`.
    pub innermost: Vec<Option<usize>>,
}

/// An odd set of vertices with its dual: the vertices whose [innermost](Certificate::innermost) blossom
/// it is, and those of the blossoms inside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blossom<W> {
    /// The smallest blossom around it, as an index into [`Certificate::blossoms`].
    pub parent: Option<usize>,
    /// The dual, doubled.
    pub dual_2x: W,
}

impl<W> Certificate<W> {
    /// A certificate whose blossoms, nested or disjoint, are given by their vertices.
    /// O(n + sum of their sizes).
    pub(crate) fn from_sets(bonus: W, dual_2x: Vec<W>, mut sets: Vec<(Vec<VertexId>, W)>) -> Self {
        // What contains others comes before them.
        sets.sort_by_key(|(members, _)| std::cmp::Reverse(members.len()));
        let mut innermost = vec![None; dual_2x.len()];
        let mut blossoms = Vec::with_capacity(sets.len());
        for (i, (members, dual_2x)) in sets.into_iter().enumerate() {
            let parent = members.first().and_then(|v| innermost[v.index()]);
            for v in members {
                innermost[v.index()] = Some(i);
            }
            blossoms.push(Blossom { parent, dual_2x });
        }
        Self {
            bonus,
            dual_2x,
            blossoms,
            innermost,
        }
    }

    /// The vertices of each blossom, in ascending order. O(n depth).
    #[must_use]
    pub fn members(&self) -> Vec<Vec<VertexId>> {
        let mut members = vec![Vec::new(); self.blossoms.len()];
        for (v, inside) in self.innermost.iter().enumerate() {
            let around = std::iter::successors(*inside, |i| self.blossoms[*i].parent);
            around.for_each(|i| members[i].push(VertexId::new(v)));
        }
        members
    }

    /// The same duals as numbers of another type.
    pub(crate) fn map<V>(self, translate: impl Fn(&W) -> V) -> Certificate<V> {
        Certificate {
            bonus: translate(&self.bonus),
            dual_2x: self.dual_2x.iter().map(&translate).collect(),
            blossoms: (self.blossoms.iter())
                .map(|blossom| Blossom {
                    parent: blossom.parent,
                    dual_2x: translate(&blossom.dual_2x),
                })
                .collect(),
            innermost: self.innermost,
        }
    }

    /// The same in 64 bits, if these leave room for the sum of the duals of all blossoms.
    pub(crate) fn narrowed(&self, number: &dyn Fn(&W) -> Option<i128>) -> Option<Certificate<i64>> {
        let room = (1 << 60) / (self.blossoms.len() as i64 + 1);
        let narrow = |dual: &W| {
            let dual = i64::try_from(number(dual)?).ok()?;
            (dual.unsigned_abs() <= room.unsigned_abs()).then_some(dual)
        };
        let blossom = |blossom: &Blossom<W>| {
            Some(Blossom {
                parent: blossom.parent,
                dual_2x: narrow(&blossom.dual_2x)?,
            })
        };
        Some(Certificate {
            bonus: narrow(&self.bonus)?,
            dual_2x: self.dual_2x.iter().map(narrow).collect::<Option<_>>()?,
            blossoms: self.blossoms.iter().map(blossom).collect::<Option<_>>()?,
            innermost: self.innermost.clone(),
        })
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
    /// The innermost blossom of this vertex is none.
    NoSuchBlossom(VertexId),
    /// The blossom with this index does not come after the one around it.
    NotNested(usize),
    /// The blossom with this index is not an odd set of at least three vertices.
    NotOddSet(usize),
    /// The dual of the blossom with this index is negative.
    NegativeBlossomDual(usize),
    /// The blossom with this index has a positive dual, but its vertices are not matched to each
    /// other except for one.
    BlossomNotFull(usize),
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
            Self::NotOddSet(i) => write!(f, "blossom {i} is not an odd set"),
            Self::NegativeBlossomDual(i) => write!(f, "the dual of blossom {i} is negative"),
            Self::BlossomNotFull(i) => write!(f, "blossom {i} is not full, expected dual zero"),
            Self::NoSuchBlossom(v) => {
                write!(f, "vertex {} is in a blossom that is none", v.index())
            }
            Self::NotNested(i) => write!(f, "blossom {i} does not come after its parent"),
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
/// O(m log d) with d the depth of the blossoms, and O(n) memory.
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
    let lengths = [
        mate.len(),
        certificate.dual_2x.len(),
        certificate.innermost.len(),
    ];
    if cover.len() != n || lengths != [n; 3] {
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
    let family = NestedBlossoms::new(&certificate.blossoms)?;
    family.check_full(&certificate.blossoms, &certificate.innermost, mate)?;
    for u in (0..n).map(VertexId::new) {
        let mut found = Ok(());
        graph.for_each_neighbour(u, |v, weight| {
            if found.is_ok() && u < v {
                let is_matched = mate[u.index()] == Some(v);
                found = check_edge((u, v), weight, is_matched, certificate, &family);
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

/// The slack of an edge is not negative, and zero if the edge is matched.
fn check_edge<W: Weight>(
    (u, v): (VertexId, VertexId),
    weight: &W,
    is_matched: bool,
    certificate: &Certificate<W>,
    family: &NestedBlossoms<W>,
) -> Result<(), Violation> {
    let slack = || {
        let raised = weight.checked_plus(&certificate.bonus)?;
        let duals = &certificate.dual_2x;
        let mut slack = duals[u.index()].checked_plus(&duals[v.index()])?;
        let innermost = &certificate.innermost;
        if let Some(sum) = family.around_both(innermost[u.index()], innermost[v.index()]) {
            slack = slack.checked_plus(sum)?;
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
