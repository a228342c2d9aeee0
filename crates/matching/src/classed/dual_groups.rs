//! Vertices by class and dual, and which of their edges are tight.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::bitset::{contains, insert, meet, unite};
use crate::cardinality::BitGraph;
use crate::graph::VertexId;
use crate::table::WeightTable;
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

/// Vertices of one class and one dual.
#[derive(Debug)]
pub(super) struct DualGroup<W> {
    pub(super) class: usize,
    pub(super) dual_2x: W,
    pub(super) members: Members,
}

/// All vertices by class and dual.
#[derive(Debug)]
pub(super) struct DualGroups<W> {
    pub(super) list: Vec<DualGroup<W>>,
    /// By vertex: the number of its group.
    pub(super) of: Vec<usize>,
    pub(super) words: usize,
}

impl<W: Weight> DualGroups<W> {
    pub(super) fn new(class_of: &[u32], dual_2x: impl Fn(usize) -> W) -> Self {
        let words = class_of.len().div_ceil(64);
        let mut numbers = BTreeMap::new();
        let mut list: Vec<DualGroup<W>> = Vec::new();
        let mut of = Vec::with_capacity(class_of.len());
        // By class: the group of its last vertex, which is mostly that of the next.
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

    /// By group.
    pub(super) fn duals_2x(&self) -> impl Iterator<Item = &W> {
        self.list.iter().map(|group| &group.dual_2x)
    }

    pub(super) fn dual_2x(&self, v: usize) -> &W {
        &self.list[self.of[v]].dual_2x
    }

    /// Parts groups until all vertices of each have one label, and says which by group. O(n).
    pub(super) fn part<L: Copy + PartialEq>(&mut self, label: impl Fn(usize) -> L) -> Vec<L> {
        let mut labels: Vec<L> = Vec::with_capacity(self.list.len());
        let mut number = 0;
        while number < self.list.len() {
            let vertices = &self.list[number].members.vertices;
            let own = label(vertices[0]);
            labels.push(own);
            if !vertices.iter().all(|v| label(*v) == own) {
                let vertices = std::mem::take(&mut self.list[number].members.vertices);
                let (own, others): (Vec<usize>, Vec<usize>) =
                    vertices.into_iter().partition(|v| label(*v) == own);
                for v in &others {
                    self.of[*v] = self.list.len();
                }
                let group = &mut self.list[number];
                group.members = Members::new(own, self.words);
                let other = DualGroup {
                    class: group.class,
                    dual_2x: group.dual_2x.clone(),
                    members: Members::new(others, self.words),
                };
                self.list.push(other);
            }
            number += 1;
        }
        labels
    }

    /// The tight edges, or nothing if an edge weighs more than its duals; `weights_2x` are doubled.
    /// O(n²/64 + groups²).
    pub(super) fn tight(&self, edges: &BitGraph, weights_2x: &WeightTable<W>) -> Option<BitGraph> {
        let patterns = self.patterns(edges, weights_2x)?;
        Some(common_rows(edges, |v| &patterns[self.of[v]]))
    }

    /// By group, the vertices to which an edge of its own vertices is tight if there is one; nothing if an
    /// edge weighs more than its duals. O(groups²), and O(n²/64) at most for groups that could have such an
    /// edge.
    pub(super) fn patterns(
        &self,
        edges: &BitGraph,
        weights_2x: &WeightTable<W>,
    ) -> Option<Vec<Vec<u64>>> {
        let n_groups = self.list.len();
        let words = n_groups.div_ceil(64);
        let mut is_tight = vec![0; n_groups * words];
        for (a, group) in self.list.iter().enumerate() {
            let mut near = None;
            for (b, other) in self.list[..=a].iter().enumerate() {
                let weight_2x = weights_2x.at(group.class, other.class);
                match W::compare_sum(&group.dual_2x, &other.dual_2x, weight_2x) {
                    Ordering::Greater => {}
                    Ordering::Equal => {
                        insert(&mut is_tight[a * words..][..words], b);
                        insert(&mut is_tight[b * words..][..words], a);
                    }
                    Ordering::Less => {
                        let near = near.get_or_insert_with(|| self.near(edges, a, |_| None));
                        if other.members.meets(near) {
                            return None;
                        }
                    }
                }
            }
        }
        let pattern = |is_tight: &[u64]| {
            let n_tight: usize = is_tight.iter().map(|word| word.count_ones() as usize).sum();
            // The smaller part is written down.
            let is_most = n_tight * 2 > n_groups;
            let mut pattern = vec![0; self.words];
            for (number, group) in self.list.iter().enumerate() {
                if contains(is_tight, number) != is_most {
                    group.members.add_to(&mut pattern);
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

    /// The vertices with an edge to one of a group, `but` to vertices in a set that depends on the latter.
    pub(super) fn near<'s>(
        &self,
        edges: &BitGraph,
        group: usize,
        but: impl Fn(usize) -> Option<&'s [u64]>,
    ) -> Vec<u64> {
        let mut near = vec![0; self.words];
        for &v in &self.list[group].members.vertices {
            let row = edges.row(VertexId::new(v));
            match but(v) {
                None => unite(&mut near, row),
                Some(but) => {
                    for (near, (edges, but)) in near.iter_mut().zip(row.iter().zip(but)) {
                        *near |= edges & !but;
                    }
                }
            }
        }
        near
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
