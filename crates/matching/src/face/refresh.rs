//! Boundary vertices and ports, found anew.

use super::{MatchingFace, id};
use crate::bitset::{common, contains, insert, meet, ones, remove, unite, unite_all};

impl MatchingFace {
    pub(super) fn refresh_all(&mut self) {
        assert!(self.refresh(), "a matching of the face is kept");
    }

    /// Finds boundary vertices, ports and a matching anew, where they may have changed. False if there is
    /// no matching.
    pub(super) fn refresh(&mut self) -> bool {
        if !self.is_changed.contains(&true) {
            return true;
        }
        let locals: Vec<Option<usize>> = (self.ascending.iter().copied().map(Some))
            .chain([None])
            .collect();
        // By place: whether edges went in the graph or in one inside.
        let mut is_changed_inside = self.is_changed.clone();
        // By place: whether a choice in the graph may have become impossible.
        let mut is_altered = self.is_changed.clone();
        for &home in &locals {
            let place = self.place(home);
            let children = self.children(home);
            is_changed_inside[place] |= { children }.any(|child| is_changed_inside[*child]);
            if is_changed_inside[place] && !self.match_outwards(home) {
                return false;
            }
            if let Some(home) = home.filter(|home| !self.sets[*home].is_left) {
                let parent = self.place(self.sets[home].parent);
                is_altered[parent] |= self.refresh_boundary(home, is_changed_inside[place]);
            }
        }
        for &number in self.ascending.clone().iter().rev() {
            if self.sets[number].is_left {
                continue;
            }
            let parent = self.place(self.sets[number].parent);
            let is_changed_around = is_altered[parent];
            is_altered[number] |= self.refresh_ports(number, is_changed_around);
            let (own, children) = (self.own(Some(number)), self.open_children(Some(number)));
            if !self.repair(Some(number), &own, &children) {
                return false;
            }
        }
        self.is_changed.fill(false);
        self.restricted.fill(0);
        true
    }

    /// Finds the boundary vertices of a set anew, if the matchings inside may have changed, and their
    /// neighbours. Whether the set has changed as the graph around it sees it.
    fn refresh_boundary(&mut self, home: usize, is_changed_inside: bool) -> bool {
        let boundary = if is_changed_inside {
            let possible = self.perfect.alternatives(id(self.inner(home)));
            self.beyond(home, &possible)
        } else {
            self.sets[home].boundary.clone()
        };
        let is_new = boundary != self.sets[home].boundary;
        let near = self.neighbours_again(&boundary, &self.sets[home].near, is_new);
        let is_altered = is_new || near != self.sets[home].near;
        self.sets[home].near = near;
        self.sets[home].boundary = boundary;
        is_altered
    }

    /// Finds anew what the boundary vertices of a set can meet, if the graph around may have changed, and
    /// its ports. Whether the set has changed as the graph inside sees it.
    fn refresh_ports(&mut self, number: usize, is_changed_around: bool) -> bool {
        let mut is_new = false;
        if is_changed_around {
            let met = self.met(number);
            is_new = met != self.sets[number].met;
            self.sets[number].met = met;
        }
        let set = &self.sets[number];
        let ports = self.neighbours_again(&set.met, &set.ports, is_new);
        self.sets[number].ports = common(&ports, &self.sets[number].own);
        let row = self.inner_row(number);
        let is_altered = is_new || row != self.sets[number].inner_row;
        self.perfect.set_row(id(self.inner(number)), &row);
        self.sets[number].inner_row = row;
        is_altered
    }

    pub(super) fn open_children(&self, home: Option<usize>) -> Vec<usize> {
        let open = |number: &usize| !self.sets[*number].is_left;
        self.children(home).copied().filter(open).collect()
    }

    pub(super) fn own(&self, home: Option<usize>) -> Vec<u64> {
        home.map_or(&self.outside, |home| &self.sets[home].own)
            .clone()
    }

    /// Matches all vertices in the graph of a set, as if its boundary vertices could meet any vertex. False if
    /// that is impossible.
    pub(super) fn match_outwards(&mut self, home: Option<usize>) -> bool {
        let children = self.open_children(home);
        let own = self.own(home);
        let open = home.filter(|home| !self.sets[*home].is_left);
        let inner = open.map(|home| self.inner(home));
        if let Some(inner) = inner {
            let mut row = self.row_of(&own);
            for child in &children {
                insert(&mut row, self.outer(*child));
            }
            self.perfect.set_row(id(inner), &row);
        }
        for &child in &children {
            let near = &self.sets[child].near;
            let mut row = self.row_of(&common(near, &own));
            for other in children.iter().filter(|other| **other != child) {
                if meet(near, &self.sets[*other].boundary) {
                    insert(&mut row, self.outer(*other));
                }
            }
            if let Some(inner) = inner {
                insert(&mut row, inner);
            }
            self.perfect.set_row(id(self.outer(child)), &row);
        }
        self.repair(home, &own, &children)
    }

    /// The vertices that the boundary vertices of a set can meet.
    pub(super) fn met(&mut self, number: usize) -> Vec<u64> {
        let possible = self.perfect.alternatives(id(self.outer(number)));
        let mut met = self.plain(&possible);
        for other in (0..self.sets.len()).filter(|other| contains(&possible, self.outer(*other))) {
            unite(&mut met, &self.sets[other].boundary);
        }
        if let Some(parent) = self.sets[number].parent
            && contains(&possible, self.inner(parent))
        {
            unite(&mut met, &self.sets[parent].met);
        }
        met
    }

    /// The nodes in the graph of a set that have an edge to what its boundary vertices can meet.
    pub(super) fn inner_row(&self, number: usize) -> Vec<u64> {
        let set = &self.sets[number];
        let mut row = self.row_of(&set.ports);
        for child in self.open_children(Some(number)) {
            if meet(&self.sets[child].near, &set.met) {
                insert(&mut row, self.outer(child));
            }
        }
        row
    }

    /// Matches all vertices in the graph of a set again, where edges went. False if that is impossible.
    pub(super) fn repair(&mut self, home: Option<usize>, own: &[u64], children: &[usize]) -> bool {
        let mut nodes = self.row_of(own);
        for child in children {
            insert(&mut nodes, self.outer(*child));
        }
        if let Some(home) = home.filter(|home| !self.sets[*home].is_left) {
            insert(&mut nodes, self.inner(home));
        }
        self.perfect.repair(&nodes)
    }

    /// The vertices inside a set that a choice in its graph stands for.
    pub(super) fn beyond(&self, home: usize, possible: &[u64]) -> Vec<u64> {
        let mut vertices = common(possible, &self.sets[home].own);
        for &child in &self.sets[home].children {
            if contains(possible, self.outer(child)) {
                unite(&mut vertices, &self.sets[child].boundary);
            }
        }
        vertices
    }

    /// The vertices with an edge to one of `vertices`.
    pub(super) fn neighbours(&self, vertices: &[u64]) -> Vec<u64> {
        let mut near = vec![0; vertices.len()];
        unite_all(&mut near, ones(vertices).map(|v| self.graph.row(id(v))));
        near
    }

    /// The neighbours of `vertices`, from those they had before unless these are new vertices. No other is
    /// added: edges only go.
    pub(super) fn neighbours_again(
        &self,
        vertices: &[u64],
        before: &[u64],
        are_new: bool,
    ) -> Vec<u64> {
        if are_new || before.is_empty() || meet(&self.restricted, vertices) {
            return self.neighbours(vertices);
        }
        let mut near = before.to_vec();
        for v in ones(&common(before, &self.restricted)) {
            if !meet(self.graph.row(id(v)), vertices) {
                remove(&mut near, v);
            }
        }
        near
    }

    /// After edges went in the graph of `home`.
    pub(super) fn note_change(&mut self, home: Option<usize>) {
        let place = self.place(home);
        self.is_changed[place] = true;
    }

    /// Whether pseudo-vertices say in the graph of `home` what is true: edges went nowhere else.
    pub(super) fn is_exact(&self, home: Option<usize>) -> bool {
        let home = self.place(home);
        let mut changed = self.is_changed.iter().enumerate();
        changed.all(|(place, is)| !is || place == home)
    }

    /// The place of the graph of `home` in [`Self::is_changed`].
    pub(super) fn place(&self, home: Option<usize>) -> usize {
        home.unwrap_or(self.sets.len())
    }

    pub(super) fn children(&self, home: Option<usize>) -> impl Iterator<Item = &usize> {
        let is_child = move |number: &&usize| self.sets[**number].parent == home;
        let (inside, top) = match home {
            Some(home) => (Some(&self.sets[home].children), None),
            None => (None, Some(self.ascending.iter().filter(is_child))),
        };
        inside
            .into_iter()
            .flatten()
            .chain(top.into_iter().flatten())
    }
}
