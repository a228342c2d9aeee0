//! What a tight edge does to the tree: it grows, a blossom is formed or taken apart, or the matching
//! improves.

use std::cmp::Reverse;

use super::stage::Stage;
use super::{Event, Finish, Kindled, Label, SVertices};
use crate::graph::VertexId;
use crate::objective::Cover;
use crate::solver::state::{Node, NodeKind};
use crate::weight::Weight;

impl<W: Weight> Stage<'_, W> {
    /// Uses an edge that was found tight: augment, grow or shrink. An event that is out of date
    /// does nothing, because what changed the label has queued the edge again.
    pub(super) fn tight_edge(&mut self, s: VertexId, v: VertexId) -> Option<Finish> {
        let (near, far) = (self.state.top(s), self.state.top(v));
        if near == far || !self.slack_now(s, v).is_some_and(|slack| slack.is_zero()) {
            return None;
        }
        match self.search.label[far.index()] {
            Label::Free => {
                let base = self.state.base(far);
                let Some(mate) = self.state.mate[base.index()] else {
                    return Some(Finish::Augment(s, v));
                };
                self.search.events.grown += 1;
                self.search.events.blossom_became_t += u64::from(far.is_blossom());
                self.label_t(far, (s, v));
                self.label_s(self.state.top(mate), Some((base, mate)));
            }
            Label::S => self.shrink(s, v),
            Label::T => {}
        }
        None
    }

    /// Puts a free node into the tree at even distance. O(members).
    pub(super) fn label_s(&mut self, node: Node, entry: Option<(VertexId, VertexId)>) {
        self.search.events.blossom_became_s += u64::from(node.is_blossom());
        let shift = self.search.delta.clone();
        self.become_s(node, &shift);
        self.search.label[node.index()] = Label::S;
        self.search.entry[node.index()] = entry;
        self.search.labelled.push(node);
    }

    /// Stores the duals of the members of a node the way S wants them, by adding `shift`, and
    /// queues the members. O(members).
    pub(super) fn become_s(&mut self, node: Node, shift: &W) {
        if let NodeKind::Blossom(slot) = node.kind() {
            let dual = &mut self.state.blossoms[slot].dual_2x;
            dual.decrease(shift);
            dual.decrease(shift);
        }
        let mut members = std::mem::take(&mut self.search.scratch_members);
        members.clear();
        self.state.members(node, &mut members);
        for &v in &members {
            self.search.s_vertices.add(v);
            let dual = &mut self.state.dual_2x[v.index()];
            dual.increase(shift);
            self.search.close(v);
            if self.cover[v.index()] == Cover::May
                && self
                    .search
                    .exposure
                    .as_ref()
                    .is_none_or(|(time, _)| *dual < *time)
            {
                self.search.exposure = Some((dual.clone(), v));
                if *dual < self.search.limit {
                    self.search.limit.clone_from(dual);
                }
            }
        }
        self.search.queue.extend(&members);
        self.search.scratch_members = members;
    }

    /// Puts a free node into the tree at odd distance. O(members).
    pub(super) fn label_t(&mut self, node: Node, entry: (VertexId, VertexId)) {
        let mut members = std::mem::take(&mut self.search.scratch_members);
        members.clear();
        self.state.members(node, &mut members);
        for v in &members {
            self.state.dual_2x[v.index()].decrease(&self.search.delta);
        }
        self.search.scratch_members = members;
        self.set_t(node, entry);
    }

    /// Labels a node T whose vertex duals are stored that way already. O(1).
    pub(super) fn set_t(&mut self, node: Node, entry: (VertexId, VertexId)) {
        self.search.label[node.index()] = Label::T;
        self.search.entry[node.index()] = Some(entry);
        self.search.labelled.push(node);
        if let NodeKind::Vertex(v) = node.kind() {
            self.search.close(v);
        }
        if let NodeKind::Blossom(slot) = node.kind() {
            let dual = &mut self.state.blossoms[slot].dual_2x;
            if dual.is_zero() {
                self.search.ready.push(Kindled::Expand(node));
            } else if dual.halved() <= self.search.limit.minus(&self.search.delta) {
                let time = self.search.delta.plus(&dual.halved());
                self.search.later.push(Reverse(Event {
                    time,
                    what: Kindled::Expand(node),
                }));
            }
            dual.increase(&self.search.delta);
            dual.increase(&self.search.delta);
        }
    }

    /// The S node where the paths of two S nodes to the root meet. O(length of the paths).
    pub(super) fn meet(&mut self, x: Node, y: Node) -> Node {
        self.search.round += 1;
        let (mut here, mut there) = (Some(x), Some(y));
        loop {
            if let Some(node) = here {
                if self.search.mark[node.index()] == self.search.round {
                    return node;
                }
                self.search.mark[node.index()] = self.search.round;
                here = self.grandparent(node);
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// The next S node on the way to the root.
    pub(super) fn grandparent(&self, node: Node) -> Option<Node> {
        let (t, _) = self.search.entry[node.index()]?;
        let (s, _) = self.search.entry[self.state.top(t).index()]?;
        Some(self.state.top(s))
    }

    /// Makes a blossom of the circuit that a tight edge between two S nodes closes. O(members that
    /// become S + members outside the largest child).
    pub(super) fn shrink(&mut self, s: VertexId, v: VertexId) {
        let (children, links) = self.circuit(s, v);
        let events = &mut self.search.events;
        events.shrunk += 1;
        events.nested += u64::from(children.iter().any(|child| child.is_blossom()));
        let delta_2x = self.search.delta.doubled();
        for &child in &children {
            match self.search.label[child.index()] {
                Label::T => {
                    self.search.events.t_absorbed += 1;
                    if let NodeKind::Blossom(slot) = child.kind() {
                        // From the T form of its dual to the dual of an inner blossom: becoming S
                        // with this shift takes twice `2 delta` away, of which one comes back here.
                        self.state.blossoms[slot].dual_2x.increase(&delta_2x);
                    }
                    self.become_s(child, &delta_2x);
                }
                Label::S | Label::Free => {
                    if let NodeKind::Blossom(slot) = child.kind() {
                        self.state.blossoms[slot].dual_2x.increase(&delta_2x);
                    }
                }
            }
        }
        // The vertices that join the largest blossom, or make a larger one.
        let SVertices { giant, size, .. } = self.search.s_vertices;
        let contains_giant = children.iter().any(|child| Some(*child) == giant);
        let new_size: usize = children.iter().map(|child| self.state.size(*child)).sum();
        let mut joining = Vec::new();
        if contains_giant || new_size > size {
            for child in children.iter().filter(|child| Some(**child) != giant) {
                self.state.members(*child, &mut joining);
            }
        }
        let entry = self.search.entry[children[0].index()];
        let node = self.state.shrink(children, links, delta_2x.negated());
        if !joining.is_empty() {
            (self.search.s_vertices).unite(node, &joining, contains_giant);
        }
        self.search.label[node.index()] = Label::S;
        self.search.entry[node.index()] = entry;
        self.search.labelled.push(node);
    }

    /// The circuit that an edge between two S nodes closes: its nodes, first the one where their paths to
    /// the root meet, and the edge from each to the next. O(length of the paths).
    fn circuit(&mut self, s: VertexId, v: VertexId) -> (Vec<Node>, Vec<(VertexId, VertexId)>) {
        let (left, right) = (self.state.top(s), self.state.top(v));
        let meeting = self.meet(left, right);
        let (mut children, mut links) = (Vec::new(), Vec::new());
        let mut node = left;
        while node != meeting {
            let Some((from, to)) = self.search.entry[node.index()] else {
                break;
            };
            children.push(node);
            links.push((from, to));
            node = self.state.top(from);
        }
        children.push(meeting);
        children.reverse();
        links.reverse();
        links.push((s, v));
        node = right;
        while node != meeting {
            let Some((from, to)) = self.search.entry[node.index()] else {
                break;
            };
            children.push(node);
            links.push((to, from));
            node = self.state.top(from);
        }
        (children, links)
    }

    /// Expands a T blossom whose dual is zero: the children on the even way from the entry to the
    /// base stay in the tree, the others become free. O(members).
    pub(super) fn expand(&mut self, node: Node) {
        let NodeKind::Blossom(slot) = node.kind() else {
            return;
        };
        let delta_2x = self.search.delta.doubled();
        if self.search.label[node.index()] != Label::T
            || self.state.blossoms[slot].parent.is_some()
            || self.state.blossoms[slot].dual_2x != delta_2x
        {
            return;
        }
        let Some(entry) = self.search.entry[node.index()] else {
            return;
        };
        let entered = self.state.child_containing(node, entry.1);
        self.search.label[node.index()] = Label::Free;
        let (children, links) = self.state.expand(slot);
        let events = &mut self.search.events;
        events.expanded_in_stage += 1;
        events.expanded_to_blossom +=
            children.iter().filter(|child| child.is_blossom()).count() as u64;
        let k = children.len();
        let start = children
            .iter()
            .position(|&child| child == entered)
            .unwrap_or(0);

        // Walk by matched links first: down from an even place, up from an odd one.
        let mut in_tree = vec![false; k];
        let mut place = start;
        let mut into = entry;
        let delta = self.search.delta.clone();
        loop {
            in_tree[place] = true;
            self.set_t(children[place], into);
            if place == 0 {
                break;
            }
            let (next, after, matched, unmatched) = if start % 2 == 0 {
                let ((a, b), (c, d)) = (links[place - 1], links[place - 2]);
                (place - 1, place - 2, (b, a), (d, c))
            } else {
                let after = (place + 2) % k;
                (place + 1, after, links[place], links[place + 1])
            };
            in_tree[next] = true;
            let child = children[next];
            // From the T form of the vertex duals to the dual, then to the S form.
            self.shift_members(child, &delta);
            self.label_s(child, Some(matched));
            into = unmatched;
            place = after;
        }
        for (&child, _) in children.iter().zip(in_tree).filter(|(_, in_tree)| !in_tree) {
            self.shift_members(child, &delta);
            self.offer_best(child);
        }
    }

    pub(super) fn shift_members(&mut self, node: Node, shift: &W) {
        let mut members = std::mem::take(&mut self.search.scratch_members);
        members.clear();
        self.state.members(node, &mut members);
        for v in &members {
            self.state.dual_2x[v.index()].increase(shift);
        }
        self.search.scratch_members = members;
    }

    /// Queues the best edges of a node that has just become free. O(members).
    pub(super) fn offer_best(&mut self, node: Node) {
        let mut members = std::mem::take(&mut self.search.scratch_members);
        members.clear();
        self.state.members(node, &mut members);
        for &v in &members {
            let Some(s) = self.search.best_from[v.index()] else {
                continue;
            };
            let Some(slack) = self.slack_now(s, v) else {
                continue;
            };
            if slack.is_zero() {
                self.search.ready.push(Kindled::Edge(s, v));
            } else if slack <= self.search.limit.minus(&self.search.delta) {
                let time = slack.plus(&self.search.delta);
                self.search.later.push(Reverse(Event {
                    time,
                    what: Kindled::Edge(s, v),
                }));
            }
        }
        self.search.scratch_members = members;
    }

    /// Stores plain duals again and takes `delta` from the dual objective. O(members of the tree).
    pub(super) fn commit(&mut self) {
        let delta = self.search.delta.clone();
        if delta.is_zero() {
            return;
        }
        let delta_2x = delta.doubled();
        let negated = delta.negated();
        let mut nodes = self.search.labelled.clone();
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            if self.state.parent(node).is_some() {
                continue;
            }
            match (self.search.label[node.index()], node.kind()) {
                (Label::S, kind) => {
                    self.shift_members(node, &negated);
                    if let NodeKind::Blossom(slot) = kind {
                        self.state.blossoms[slot].dual_2x.increase(&delta_2x);
                    }
                }
                (Label::T, kind) => {
                    self.shift_members(node, &delta);
                    if let NodeKind::Blossom(slot) = kind {
                        self.state.blossoms[slot].dual_2x.decrease(&delta_2x);
                    }
                }
                (Label::Free, _) => {}
            }
        }
        self.state.objective_2x.decrease(&delta);
        *self.fresh_epoch += 1;
        self.state.epoch = *self.fresh_epoch;
    }

    /// Flips the path from `x`, a vertex of an S node, to the root, and gives `x` a new mate or
    /// none. O(members of the nodes on the path).
    pub(super) fn flip(&mut self, mut x: VertexId, mut mate: Option<VertexId>) {
        loop {
            let node = self.state.top(x);
            self.state.rebase(node, x);
            self.state.mate[x.index()] = mate;
            let Some((t, _)) = self.search.entry[node.index()] else {
                return;
            };
            let above = self.state.top(t);
            let Some((s, entered)) = self.search.entry[above.index()] else {
                return;
            };
            self.state.rebase(above, entered);
            self.state.mate[entered.index()] = Some(s);
            mate = Some(entered);
            x = s;
        }
    }

    /// Ends the stage: no labels, and S blossoms without a dual are expanded. O(tree).
    pub(super) fn clear_labels(&mut self) {
        for i in 0..self.search.labelled.len() {
            let node = self.search.labelled[i];
            let was = std::mem::replace(&mut self.search.label[node.index()], Label::Free);
            self.search.entry[node.index()] = None;
            if was == Label::S {
                let mut stack = vec![node];
                while let Some(node) = stack.pop() {
                    if let NodeKind::Blossom(slot) = node.kind()
                        && self.state.blossoms[slot].parent.is_none()
                        && !self.state.blossoms[slot].children.is_empty()
                        && self.state.blossoms[slot].dual_2x.is_zero()
                    {
                        self.search.events.expanded_at_end += 1;
                        stack.extend(self.state.expand(slot).0);
                    }
                }
            }
        }
    }
}
