//! Pairs that leave the sets, so that there is a matching to show.

use std::collections::BTreeMap;

use super::{Face, id};
use crate::bitset::{common, contains, first_common, insert, meet, ones};
use crate::graph::VertexId;

impl Face {
    /// Finds pairs that leave the sets, if none are known, and matches the halves for them.
    pub(super) fn find_ways(&mut self) {
        if self.ways.is_none() {
            self.ways = self.choose_ways(None);
        }
        if self.ways.is_none() {
            self.refresh_all();
            let ways = self.choose_ways(None);
            assert!(
                ways.is_some(),
                "whoever can leave a set can be matched with its half"
            );
            self.ways = ways;
        }
    }

    /// After a question that the halves may have been too generous for unless they were `exact`, as
    /// their mates were `before` it: whether that stands, where the one asked keeps his mate and meets
    /// only those given with him.
    pub(super) fn stands(
        &mut self,
        exact: bool,
        before: &[VertexId],
        asked: (VertexId, &[u64]),
    ) -> bool {
        self.forget_ways_unless(before);
        if self.ways.is_none() && !exact {
            self.ways = self.choose_ways(Some(asked));
        }
        self.ways.is_some() || exact
    }

    /// The pairs that leave the sets are of no use once halves have other mates.
    pub(super) fn forget_ways_unless(&mut self, before: &[VertexId]) {
        if self.mates_of_halves() != before {
            self.ways = None;
        }
    }

    pub(super) fn mates_of_halves(&self) -> Vec<VertexId> {
        let halves = self.n..self.n + 2 * self.sets.len();
        halves.map(|half| self.perfect.mate(id(half))).collect()
    }

    /// Chooses for each set a pair that leaves it, and matches the rest accordingly, where the one
    /// asked keeps his mate and meets only those given with him. What it finds is a matching of the
    /// face, whatever halves know. `None` if its choices do not go together; if halves are right and
    /// nobody was asked, they do.
    pub(super) fn choose_ways(
        &mut self,
        asked: Option<(VertexId, &[u64])>,
    ) -> Option<Vec<(usize, usize)>> {
        let beside: Vec<VertexId> = (asked.iter())
            .flat_map(|(v, _)| [*v, self.perfect.mate(*v)])
            .collect();
        let may_meet = |face: &Self, x: usize| match asked {
            Some((v, keep)) if v.index() == x => common(face.graph.row(v), keep),
            _ => face.graph.row(id(x)).to_vec(),
        };
        let only = |v: usize| {
            let mut only = vec![0; self.n.div_ceil(64)];
            insert(&mut only, v);
            only
        };
        // By set: who may leave it.
        let mut allowed: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
        let open = self.ascending.iter().rev();
        let open: Vec<usize> = open
            .filter(|set| !self.sets[**set].is_left)
            .copied()
            .collect();
        // Larger sets first: whoever leaves them settles the sets inside that he leaves.
        for &number in &open {
            let mate = self.perfect.mate(id(self.outer(number))).index();
            let leavers = match (allowed.remove(&number), self.half(mate)) {
                (Some(known), _) => known,
                (None, None) => common(&self.sets[number].leavers, &may_meet(self, mate)),
                (None, Some(set)) if Some(set) == self.sets[number].parent => {
                    common(&self.sets[number].leavers, &allowed[&set])
                }
                (None, Some(other)) => {
                    let (w, x) = self.edge_between(number, other)?;
                    allowed.insert(other, only(x));
                    only(w)
                }
            };
            let mut ways_out = self.row_of(&common(&leavers, &self.sets[number].own));
            for child in self.open_children(Some(number)) {
                if meet(&leavers, &self.sets[child].leavers) {
                    insert(&mut ways_out, self.outer(child));
                }
            }
            let inner = id(self.inner(number));
            if !self.perfect.match_beside(&beside, inner, &ways_out) {
                return None;
            }
            allowed.insert(number, leavers);
        }
        let mut ways = Vec::new();
        for &number in &open {
            let mate = self.perfect.mate(id(self.outer(number))).index();
            let x = match self.half(mate) {
                None => mate,
                Some(set) if Some(set) == self.sets[number].parent => continue,
                Some(other) => self.leaver(other),
            };
            let w = self.leaver(number);
            let is_way = contains(&may_meet(self, w), x) && contains(&may_meet(self, x), w);
            ways.push(Some((w, x)).filter(|_| is_way)?);
        }
        Some(ways)
    }

    /// Who leaves a set as the halves are matched.
    pub(super) fn leaver(&self, number: usize) -> usize {
        let mate = self.perfect.mate(id(self.inner(number))).index();
        self.half(mate).map_or(mate, |child| self.leaver(child))
    }

    /// Matches two that can be matched, with all halves between them.
    pub(super) fn match_for_good(&mut self, v: usize, u: usize) {
        let path = self.path(v, u);
        for pair in path.chunks_exact(2) {
            let mut only = vec![0; (self.n + 2 * self.sets.len()).div_ceil(64)];
            insert(&mut only, pair[1]);
            let matched = self.perfect.match_first(id(pair[0]), &only);
            assert!(
                matched.is_some(),
                "a possible pair is possible in every graph it passes"
            );
        }
        for node in &path {
            if let Some(number) = self.half(*node) {
                self.sets[number].is_left = true;
            }
        }
        if path.len() == 2 {
            self.note_change(self.home_of[v]);
        } else {
            self.crossing.push((v, u));
            self.ways = None;
            self.is_changed.fill(true);
        }
    }

    /// Two vertices with the halves that a pair of them passes.
    pub(super) fn path(&self, v: usize, u: usize) -> Vec<usize> {
        let around = |v: usize| self.around(v).collect::<Vec<_>>();
        let (from, to) = (around(v), around(u));
        let out = from.iter().filter(|number| !to.contains(number));
        let into = to.iter().filter(|number| !from.contains(number)).rev();
        [v].into_iter()
            .chain(out.flat_map(|number| [self.inner(*number), self.outer(*number)]))
            .chain(into.flat_map(|number| [self.outer(*number), self.inner(*number)]))
            .chain([u])
            .collect()
    }

    /// An edge between two who can leave two sets, if there is one: those who leave as the halves are
    /// matched, if they are joined.
    pub(super) fn edge_between(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        let (w, x) = (self.leaver(a), self.leaver(b));
        if self.graph.has_edge(id(w), id(x)) {
            return Some((w, x));
        }
        let (from, to) = (&self.sets[a].leavers, &self.sets[b].leavers);
        ones(from).find_map(|w| Some((w, first_common(self.graph.row(id(w)), to)?)))
    }
}
