//! Who can leave which set to whom, found out anew.

use super::{Face, id};
use crate::bitset::{common, contains, insert, meet, ones, remove, unite, unite_all};

impl Face {
    pub(super) fn refresh_all(&mut self) {
        assert!(self.refresh(), "a matching of the face is kept");
    }

    /// Finds anew who can leave which set to whom, and a matching, where that may have changed. False
    /// if there is none.
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
            let children: Vec<usize> = self.children(home).copied().collect();
            is_changed_inside[place] |= children.iter().any(|child| is_changed_inside[*child]);
            let open = home.filter(|home| !self.sets[*home].is_left);
            if is_changed_inside[place] && !self.match_outwards(home) {
                return false;
            }
            let Some(home) = open else { continue };
            let mut leavers = None;
            if is_changed_inside[place] {
                let possible = self.perfect.alternatives(id(self.inner(home)));
                leavers = Some(self.beyond(home, &possible));
            }
            let leavers = leavers.unwrap_or_else(|| self.sets[home].leavers.clone());
            let is_new = leavers != self.sets[home].leavers;
            let parent = self.place(self.sets[home].parent);
            is_altered[parent] |= is_new;
            let near = self.neighbours_again(&leavers, &self.sets[home].near, is_new);
            is_altered[parent] |= near != self.sets[home].near;
            self.sets[home].near = near;
            self.sets[home].leavers = leavers;
        }
        for &number in self.ascending.clone().iter().rev() {
            let parent = self.place(self.sets[number].parent);
            if self.sets[number].is_left {
                continue;
            }
            let mut is_new = false;
            if is_altered[parent] {
                let met = self.met(number);
                is_new = met != self.sets[number].met;
                is_altered[number] |= is_new;
                self.sets[number].met = met;
            }
            let set = &self.sets[number];
            let gates = self.neighbours_again(&set.met, &set.gates, is_new);
            self.sets[number].gates = common(&gates, &self.sets[number].own);
            let ways_out = self.ways_out(number);
            is_altered[number] |= ways_out != self.sets[number].ways_out;
            self.perfect.set_row(id(self.inner(number)), &ways_out);
            self.sets[number].ways_out = ways_out;
            let (own, children) = (self.own(Some(number)), self.open_children(Some(number)));
            if !self.repair(Some(number), &own, &children) {
                return false;
            }
        }
        self.is_changed.fill(false);
        self.restricted.fill(0);
        true
    }

    pub(super) fn open_children(&self, home: Option<usize>) -> Vec<usize> {
        let open = |number: &usize| !self.sets[*number].is_left;
        self.children(home).copied().filter(open).collect()
    }

    pub(super) fn own(&self, home: Option<usize>) -> Vec<u64> {
        home.map_or(&self.outside, |home| &self.sets[home].own)
            .clone()
    }

    /// Matches everybody in the graph of a set, as if whoever leaves it could meet anybody. False if
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
                if meet(near, &self.sets[*other].leavers) {
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

    /// Whom those who leave a set can meet.
    pub(super) fn met(&mut self, number: usize) -> Vec<u64> {
        let possible = self.perfect.alternatives(id(self.outer(number)));
        let mut met = self.plain(&possible);
        for other in (0..self.sets.len()).filter(|other| contains(&possible, self.outer(*other))) {
            unite(&mut met, &self.sets[other].leavers);
        }
        if let Some(parent) = self.sets[number].parent
            && contains(&possible, self.inner(parent))
        {
            unite(&mut met, &self.sets[parent].met);
        }
        met
    }

    /// The nodes in the graph of a set that can meet somebody whom those who leave it can meet.
    pub(super) fn ways_out(&self, number: usize) -> Vec<u64> {
        let set = &self.sets[number];
        let mut row = self.row_of(&set.gates);
        for child in self.open_children(Some(number)) {
            if meet(&self.sets[child].near, &set.met) {
                insert(&mut row, self.outer(child));
            }
        }
        row
    }

    /// Matches everybody in the graph of a set again, where edges went. False if that is impossible.
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
                unite(&mut vertices, &self.sets[child].leavers);
            }
        }
        vertices
    }

    /// Who has an edge to one of `vertices`.
    pub(super) fn neighbours(&self, vertices: &[u64]) -> Vec<u64> {
        let mut near = vec![0; vertices.len()];
        unite_all(&mut near, ones(vertices).map(|v| self.graph.row(id(v))));
        near
    }

    /// The neighbours of `vertices`, from those they had before unless these are new vertices. Of the
    /// others nobody is added: edges only go.
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

    /// Whether halves say in the graph of `home` what is true: edges went nowhere else.
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
