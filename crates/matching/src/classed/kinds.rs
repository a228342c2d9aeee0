//! Vertices by class and dual, and what pairs of them have in slack.

use std::cmp::{Ordering, min};
use std::collections::BTreeMap;

use super::Classed;
use super::worths::{Highest, Parts, Worths};
use crate::bitset::{contains, insert, meet, unite, unite_all};
use crate::cardinality::BitGraph;
use crate::graph::VertexId;
use crate::weight::Weight;

/// Some vertices of a graph.
#[derive(Debug, Default)]
pub(super) struct Members {
    pub(super) vertices: Vec<usize>,
    /// As a set, if they are more than it has words.
    set: Option<Vec<u64>>,
}

impl Members {
    fn new(vertices: Vec<usize>, words: usize) -> Self {
        let mut members = Self::default();
        for v in vertices {
            members.push(v, words);
        }
        members
    }

    fn push(&mut self, v: usize, words: usize) {
        self.vertices.push(v);
        match &mut self.set {
            Some(set) => insert(set, v),
            None if self.vertices.len() > words => {
                let mut set = vec![0; words];
                for v in &self.vertices {
                    insert(&mut set, *v);
                }
                self.set = Some(set);
            }
            None => {}
        }
    }

    pub(super) fn add_to(&self, set: &mut [u64]) {
        match &self.set {
            Some(members) => unite(set, members),
            None => self.vertices.iter().for_each(|v| insert(set, *v)),
        }
    }

    pub(super) fn meets(&self, set: &[u64]) -> bool {
        match &self.set {
            Some(members) => meet(set, members),
            None => self.vertices.iter().any(|v| contains(set, *v)),
        }
    }
}

/// How far the duals of outer vertices can fall, from where they began to, before a kind of them stops
/// that. It stands until the trees are grown anew: pairs with vertices of no tree lose slack with the
/// fall, and components only unite. A pair of outer kinds is that of the one that asked last: who becomes
/// outer asks for pairs with all who were before.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Calm<W> {
    Unknown,
    /// No pair counts before.
    Until(W),
    Forever,
}

/// Vertices of one class and one dual.
#[derive(Debug)]
pub(super) struct DualGroup<W> {
    pub(super) class: usize,
    pub(super) dual_2x: W,
    pub(super) members: Members,
    pub(super) calm: Calm<W>,
    /// When it asked for that first.
    pub(super) turn: usize,
}

/// Which classes have an edge between them.
#[derive(Debug)]
pub(super) struct Adjacent {
    words: usize,
    /// By class, a bit for each class.
    rows: Vec<u64>,
}

impl Adjacent {
    /// O(n²/64 + classes · n) at worst, O(classes²) where nearly all are adjacent.
    pub(super) fn new(problem: &Classed<'_, impl Weight>) -> Self {
        let n_classes = problem.worth.n_columns();
        let words = n_classes.div_ceil(64);
        let mut members = vec![Vec::new(); n_classes];
        for (v, class) in problem.class_of.iter().enumerate() {
            members[*class as usize].push(v);
        }
        let mut rows = vec![0; n_classes * words];
        for a in 0..n_classes {
            let mut near = vec![0; problem.class_of.len().div_ceil(64)];
            let of_members = members[a].iter();
            unite_all(
                &mut near,
                of_members.map(|v| problem.edges.row(VertexId::new(*v))),
            );
            for b in (0..=a).filter(|b| members[*b].iter().any(|v| contains(&near, *v))) {
                insert(&mut rows[a * words..][..words], b);
                insert(&mut rows[b * words..][..words], a);
            }
        }
        Self { words, rows }
    }

    pub(super) fn row(&self, class: usize) -> &[u64] {
        &self.rows[class * self.words..][..self.words]
    }
}

/// The kinds of all vertices.
#[derive(Debug)]
pub(super) struct DualGroups<W> {
    pub(super) list: Vec<DualGroup<W>>,
    /// By vertex.
    pub(super) of: Vec<usize>,
    pub(super) words: usize,
}

impl<W: Weight> DualGroups<W> {
    pub(super) fn new(class_of: &[u32], dual_2x: impl Fn(usize) -> W) -> Self {
        let words = class_of.len().div_ceil(64);
        let mut numbers = BTreeMap::new();
        let mut list: Vec<DualGroup<W>> = Vec::new();
        let mut of = Vec::with_capacity(class_of.len());
        // By class: the kind of its last vertex, which is mostly that of the next.
        let n_classes = class_of.iter().max().map_or(0, |last| *last as usize + 1);
        let mut last_of: Vec<Option<usize>> = vec![None; n_classes];
        for (v, class) in class_of.iter().enumerate() {
            let dual = dual_2x(v);
            let last = &mut last_of[*class as usize];
            let number = match *last {
                Some(last) if list[last].dual_2x == dual => last,
                _ => *(numbers.entry((*class, dual))).or_insert_with_key(|(_, dual)| {
                    list.push(DualGroup {
                        class: *class as usize,
                        dual_2x: dual.clone(),
                        members: Members::default(),
                        calm: Calm::Unknown,
                        turn: 0,
                    });
                    list.len() - 1
                }),
            };
            *last = Some(number);
            list[number].members.push(v, words);
            of.push(number);
        }
        Self { list, of, words }
    }

    /// By kind.
    pub(super) fn duals_2x(&self) -> impl Iterator<Item = &W> {
        self.list.iter().map(|kind| &kind.dual_2x)
    }

    pub(super) fn dual_2x(&self, v: usize) -> &W {
        &self.list[self.of[v]].dual_2x
    }

    /// Parts kinds until all vertices of each are of one group, and says which by kind. O(n).
    pub(super) fn part<G: Copy + PartialEq>(&mut self, group: impl Fn(usize) -> G) -> Vec<G> {
        let mut groups: Vec<G> = Vec::with_capacity(self.list.len());
        let mut number = 0;
        while number < self.list.len() {
            let vertices = &self.list[number].members.vertices;
            let own = group(vertices[0]);
            groups.push(own);
            if !vertices.iter().all(|v| group(*v) == own) {
                let vertices = std::mem::take(&mut self.list[number].members.vertices);
                let (own, others): (Vec<usize>, Vec<usize>) =
                    vertices.into_iter().partition(|v| group(*v) == own);
                for v in &others {
                    self.of[*v] = self.list.len();
                }
                let kind = &mut self.list[number];
                kind.members = Members::new(own, self.words);
                let other = DualGroup {
                    class: kind.class,
                    dual_2x: kind.dual_2x.clone(),
                    members: Members::new(others, self.words),
                    calm: kind.calm.clone(),
                    turn: kind.turn,
                };
                self.list.push(other);
            }
            number += 1;
        }
        groups
    }

    /// Makes one of kinds that are alike. O(n + kinds · log kinds).
    pub(super) fn tidy(&mut self) {
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        order.sort_unstable_by(|a, b| {
            let [a, b] = [*a, *b].map(|kind| &self.list[kind]);
            a.class
                .cmp(&b.class)
                .then_with(|| a.dual_2x.cmp(&b.dual_2x))
        });
        let mut list: Vec<DualGroup<W>> = Vec::with_capacity(order.len());
        let mut old: Vec<Option<DualGroup<W>>> = std::mem::take(&mut self.list)
            .into_iter()
            .map(Some)
            .collect();
        for number in order {
            let kind = old[number].take().expect("each kind once");
            match list.last_mut() {
                Some(last) if last.class == kind.class && last.dual_2x == kind.dual_2x => {
                    for v in kind.members.vertices {
                        last.members.push(v, self.words);
                    }
                    last.calm = if last.turn == kind.turn {
                        min(last.calm.clone(), kind.calm)
                    } else {
                        Calm::Unknown
                    };
                }
                _ => list.push(kind),
            }
        }
        for (number, kind) in list.iter().enumerate() {
            for v in &kind.members.vertices {
                self.of[*v] = number;
            }
        }
        self.list = list;
    }

    /// The pairs without slack, or nothing if a pair is worth more than its duals.
    /// O(n²/64 + kinds²).
    pub(super) fn tight(
        &self,
        problem: &Classed<'_, W>,
        worths: &Worths<'_, W>,
    ) -> Option<BitGraph> {
        let patterns = self.patterns(problem, worths)?;
        Some(common_rows(problem.edges, |v| &patterns[self.of[v]]))
    }

    /// By kind, to whom its vertices have no slack if there is an edge; nothing if a pair is worth more
    /// than its duals. O(kinds²), and O(n²/64) at most for kinds with a pair that would be.
    pub(super) fn patterns(
        &self,
        problem: &Classed<'_, W>,
        worths: &Worths<'_, W>,
    ) -> Option<Vec<Vec<u64>>> {
        let parts = Parts::new(worths, self.duals_2x());
        let highest: Vec<Highest> = self.duals_2x().map(|dual| parts.of(dual)).collect();
        let n_kinds = self.list.len();
        let words = n_kinds.div_ceil(64);
        let mut is_tight = vec![0; n_kinds * words];
        for (a, kind) in self.list.iter().enumerate() {
            let mut near = None;
            for (b, other) in self.list[..=a].iter().enumerate() {
                let amount = worths.place(kind.class, other.class);
                let dual = (&kind.dual_2x, &highest[a]);
                match worths.compare(&parts, dual, (&other.dual_2x, &highest[b]), amount) {
                    Ordering::Greater => {}
                    Ordering::Equal => {
                        insert(&mut is_tight[a * words..][..words], b);
                        insert(&mut is_tight[b * words..][..words], a);
                    }
                    Ordering::Less => {
                        let near = near.get_or_insert_with(|| self.near(problem.edges, a));
                        if other.members.meets(near) {
                            return None;
                        }
                    }
                }
            }
        }
        let pattern = |is_tight: &[u64]| {
            let n_tight: usize = is_tight.iter().map(|word| word.count_ones() as usize).sum();
            // Whoever are fewer are written down.
            let is_most = n_tight * 2 > n_kinds;
            let mut pattern = vec![0; self.words];
            for (kind, of_kind) in self.list.iter().enumerate() {
                if contains(is_tight, kind) != is_most {
                    of_kind.members.add_to(&mut pattern);
                }
            }
            if is_most {
                for word in &mut pattern {
                    *word = !*word;
                }
            }
            pattern
        };
        Some(is_tight.chunks_exact(words.max(1)).map(pattern).collect())
    }

    /// Who has an edge to somebody of a kind.
    pub(super) fn near(&self, edges: &BitGraph, kind: usize) -> Vec<u64> {
        let mut near = vec![0; self.words];
        add_near(&mut near, edges, &self.list[kind].members.vertices, |_| {
            None
        });
        near
    }
}

/// Adds who has an edge to one of some vertices, `but` those in a set that depends on the latter.
pub(super) fn add_near<'s>(
    near: &mut [u64],
    edges: &BitGraph,
    vertices: &[usize],
    but: impl Fn(usize) -> Option<&'s [u64]>,
) {
    for &v in vertices {
        let row = edges.row(VertexId::new(v));
        match but(v) {
            None => unite(near, row),
            Some(but) => {
                for (near, (edges, but)) in near.iter_mut().zip(row.iter().zip(but)) {
                    *near |= edges & !but;
                }
            }
        }
    }
}

/// The edges in a pattern for each vertex.
fn common_rows<'p>(edges: &BitGraph, pattern: impl Fn(usize) -> &'p Vec<u64>) -> BitGraph {
    let n = edges.n_vertices();
    let mut rows = Vec::with_capacity(edges.words().len());
    for v in 0..n {
        let row = edges.row(VertexId::new(v)).iter().zip(pattern(v));
        rows.extend(row.map(|(edges, pattern)| edges & pattern));
    }
    BitGraph::from_rows(n, rows)
}
