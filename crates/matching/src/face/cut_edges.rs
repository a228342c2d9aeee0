//! Edges that leave the sets, so that there is a matching to show.

use std::collections::BTreeMap;

use super::{MatchingFace, id};
use crate::bitset::{common, contains, first_common, insert, meet, ones};
use crate::graph::VertexId;

impl MatchingFace {
    /// Finds edges that leave the sets, if none are known, and matches the pseudo-vertices accordingly.
    pub(super) fn find_cut_edges(&mut self) {
        if self.cut_edges.is_none() {
            self.cut_edges = self.choose_cut_edges(None);
        }
        if self.cut_edges.is_none() {
            self.refresh_all();
            let cut_edges = self.choose_cut_edges(None);
            assert!(
                cut_edges.is_some(),
                "a boundary vertex can be matched with its pseudo-vertex"
            );
            self.cut_edges = cut_edges;
        }
    }

    /// After a question for which the pseudo-vertices may have been too generous unless they were
    /// `exact`, and before which they had these mates: whether the answer stands, where the vertex asked
    /// keeps its mate and meets only the vertices given with it.
    pub(super) fn stands(
        &mut self,
        exact: bool,
        before: &[VertexId],
        asked: (VertexId, &[u64]),
    ) -> bool {
        self.forget_cut_edges_unless(before);
        if self.cut_edges.is_none() && !exact {
            self.cut_edges = self.choose_cut_edges(Some(asked));
        }
        self.cut_edges.is_some() || exact
    }

    /// The edges that leave the sets are of no use once pseudo-vertices have other mates.
    pub(super) fn forget_cut_edges_unless(&mut self, before: &[VertexId]) {
        if self.mates_of_pseudo_vertices() != before {
            self.cut_edges = None;
        }
    }

    pub(super) fn mates_of_pseudo_vertices(&self) -> Vec<VertexId> {
        let pseudo_vertices = self.n..self.n + 2 * self.sets.len();
        let mates = pseudo_vertices.map(|pseudo| self.perfect.mate(id(pseudo)));
        mates.collect()
    }

    /// Chooses for each set an edge that leaves it, and matches the rest accordingly, where the vertex
    /// asked keeps its mate and meets only the vertices given with it. What it finds is a matching of the
    /// face, whatever pseudo-vertices know. `None` if its choices do not go together; if pseudo-vertices
    /// are right and no vertex was asked, they do.
    pub(super) fn choose_cut_edges(
        &mut self,
        asked: Option<(VertexId, &[u64])>,
    ) -> Option<Vec<(usize, usize)>> {
        let beside: Vec<VertexId> = (asked.iter())
            .flat_map(|(v, _)| [*v, self.perfect.mate(*v)])
            .collect();
        // By set: the vertices that may leave it.
        let mut allowed: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
        let descending = self.ascending.iter().rev();
        let open = descending.filter(|set| !self.sets[**set].is_left);
        let open: Vec<usize> = open.copied().collect();
        // Larger sets first: a vertex that leaves them settles the sets inside that it leaves.
        for &number in &open {
            let leaving = self.may_leave(number, &mut allowed, asked)?;
            let mut row = self.row_of(&common(&leaving, &self.sets[number].own));
            for child in self.open_children(Some(number)) {
                if meet(&leaving, &self.sets[child].boundary) {
                    insert(&mut row, self.outer(child));
                }
            }
            let inner = id(self.inner(number));
            if !self.perfect.match_beside(&beside, inner, &row) {
                return None;
            }
            allowed.insert(number, leaving);
        }
        let mut cut_edges = Vec::new();
        for &number in &open {
            let mate = self.perfect.mate(id(self.outer(number))).index();
            let x = match self.set_of(mate) {
                None => mate,
                Some(set) if Some(set) == self.sets[number].parent => continue,
                Some(other) => self.boundary_vertex(other),
            };
            let w = self.boundary_vertex(number);
            let may_meet = contains(&self.allowed_row(w, asked), x)
                && contains(&self.allowed_row(x, asked), w);
            cut_edges.push(Some((w, x)).filter(|_| may_meet)?);
        }
        Some(cut_edges)
    }

    /// The vertices that a vertex may meet, where the one asked meets only those given with it.
    fn allowed_row(&self, v: usize, asked: Option<(VertexId, &[u64])>) -> Vec<u64> {
        let row = self.graph.row(id(v));
        match asked {
            Some((asked, keep)) if asked.index() == v => common(row, keep),
            _ => row.to_vec(),
        }
    }

    /// The boundary vertices that may leave a set by what is `allowed` of larger ones, and as its outer
    /// pseudo-vertex is matched; with another set on the other side, that set is settled, too.
    fn may_leave(
        &self,
        number: usize,
        allowed: &mut BTreeMap<usize, Vec<u64>>,
        asked: Option<(VertexId, &[u64])>,
    ) -> Option<Vec<u64>> {
        if let Some(known) = allowed.remove(&number) {
            return Some(known);
        }
        let set = &self.sets[number];
        let mate = self.perfect.mate(id(self.outer(number))).index();
        Some(match self.set_of(mate) {
            None => common(&set.boundary, &self.allowed_row(mate, asked)),
            Some(parent) if Some(parent) == set.parent => common(&set.boundary, &allowed[&parent]),
            Some(other) => {
                let (w, x) = self.edge_between(number, other)?;
                allowed.insert(other, self.only(x));
                self.only(w)
            }
        })
    }

    fn only(&self, v: usize) -> Vec<u64> {
        let mut only = vec![0; self.n.div_ceil(64)];
        insert(&mut only, v);
        only
    }

    /// The vertex that leaves a set as the pseudo-vertices are matched.
    pub(super) fn boundary_vertex(&self, number: usize) -> usize {
        let mate = self.perfect.mate(id(self.inner(number))).index();
        self.set_of(mate)
            .map_or(mate, |child| self.boundary_vertex(child))
    }

    /// Matches two vertices that can be matched, with all pseudo-vertices between them.
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
            if let Some(number) = self.set_of(*node) {
                self.sets[number].is_left = true;
            }
        }
        if path.len() == 2 {
            self.note_change(self.home_of[v]);
        } else {
            self.crossing.push((v, u));
            self.cut_edges = None;
            self.is_changed.fill(true);
        }
    }

    /// Two vertices with the pseudo-vertices that an edge between them passes.
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

    /// An edge between boundary vertices of two sets, if there is one: between those that leave as the
    /// pseudo-vertices are matched, if they are joined.
    pub(super) fn edge_between(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        let (w, x) = (self.boundary_vertex(a), self.boundary_vertex(b));
        if self.graph.has_edge(id(w), id(x)) {
            return Some((w, x));
        }
        let (from, to) = (&self.sets[a].boundary, &self.sets[b].boundary);
        ones(from).find_map(|w| Some((w, first_common(self.graph.row(id(w)), to)?)))
    }
}
