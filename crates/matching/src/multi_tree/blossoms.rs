//! Forming and expanding blossoms.

use super::nodes::{BlossomCircuit, ForestLabel, TreeNodeEntry};
use super::{MultiTree, NONE, TreeChange};
use crate::weight::Weight;

impl<W: Weight> MultiTree<'_, W> {
    /// Makes a blossom of the circuit that a tight edge between two S vertices of one tree closes.
    pub(super) fn shrink(&mut self, u: u32, v: u32) {
        let meeting = self.meet(self.top(u), self.top(v));
        let (children, links) = self.circuit(u, v, meeting);
        let tree = self.nodes[meeting as usize].tree;
        let mate = self.mate_edge(meeting);
        let mut became_s = Vec::new();
        for child in &children {
            self.leave(*child);
            if self.label_of_node(*child) == ForestLabel::T {
                became_s.push(*child);
                self.set_label(*child, ForestLabel::S);
            }
        }
        let node = self.merge(children, links);
        self.set_mate_edge(node, mate);
        self.enter(node, tree);
        self.note(|forest| TreeChange::Shrink {
            edge: (u as usize, v as usize),
            blossom: forest.members_of(node),
        });
        for child in became_s {
            self.scan_members(child);
        }
    }

    /// The S node where the paths of two S nodes of one tree to the root meet. O(paths to there).
    fn meet(&mut self, a: u32, b: u32) -> u32 {
        self.search += 1;
        let (mut here, mut there) = (a, b);
        loop {
            if here != NONE {
                let mark = &mut self.nodes[here as usize].mark;
                if *mark == self.search {
                    return here;
                }
                *mark = self.search;
                here = self.next_on_path(here);
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// The circuit from `meeting` down to `u`, over to `v`, and up again.
    fn circuit(&self, u: u32, v: u32, meeting: u32) -> (Vec<u32>, Vec<(u32, u32)>) {
        let (mut children, mut links) = self.path_up(u, meeting);
        children.push(meeting);
        children.reverse();
        links.reverse();
        for link in &mut links {
            *link = (link.1, link.0);
        }
        links.push((u, v));
        let (up, up_links) = self.path_up(v, meeting);
        children.extend(up);
        links.extend(up_links);
        (children, links)
    }

    /// The nodes from that of `u` up to `meeting`, which is left out, and the edges after each of them.
    fn path_up(&self, u: u32, meeting: u32) -> (Vec<u32>, Vec<(u32, u32)>) {
        let (mut nodes, mut links) = (Vec::new(), Vec::new());
        let mut node = self.top(u);
        while node != meeting {
            let mate = self.mate_edge(node);
            let t = self.top(mate.1);
            let up = self.up_edge(t);
            nodes.extend([node, t]);
            links.extend([mate, up]);
            node = self.top(up.1);
        }
        (nodes, links)
    }

    /// A place for a blossom.
    fn unused_node(&mut self) -> u32 {
        self.unused.pop().unwrap_or_else(|| {
            let node = self.nodes.len() as u32;
            self.nodes.push(self.nodes[0]);
            self.blossoms.push(BlossomCircuit {
                children: Vec::new(),
                links: Vec::new(),
                dual_2x: W::zero(),
                largest: NONE,
                name: NONE,
                mate_from: NONE,
                up_from: NONE,
                first: NONE,
                last: NONE,
                size: 0,
            });
            node
        })
    }

    /// Makes one S node with dual zero of a circuit of S nodes. O(vertices outside the largest child).
    pub(super) fn merge(&mut self, children: Vec<u32>, links: Vec<(u32, u32)>) -> u32 {
        let node = self.unused_node();
        let mut largest = children[0];
        let (first, mut last, mut size) = self.stretch(children[0]);
        let mut largest_size = size;
        for child in &children[1..] {
            let (next, end, more) = self.stretch(*child);
            self.next_member[last as usize] = next;
            (last, size) = (end, size + more);
            if more > largest_size {
                (largest, largest_size) = (*child, more);
            }
        }
        let name = self.name(largest);
        let shift = self.shift_now(&self.entries[name as usize]);
        for child in &children {
            // At top level the dual depends on the time.
            let dual_2x = self.blossom_dual_2x(*child);
            if let Some(place) = self.blossom(*child) {
                self.blossoms[place].dual_2x = dual_2x;
            }
            self.nodes[*child as usize].parent = node;
            if *child != largest {
                self.for_each_member(*child, |forest, v| {
                    forest.entries[v as usize].dual_2x = forest.dual_2x(v).minus(&shift);
                });
                self.for_each_member(*child, |forest, v| forest.entries[v as usize].name = name);
            }
        }
        self.entries[name as usize].top = node;
        let place = node as usize - self.n();
        self.blossoms[place] = BlossomCircuit {
            children,
            links,
            dual_2x: self.now.doubled().negated(),
            largest,
            name,
            mate_from: NONE,
            up_from: NONE,
            first,
            last,
            size,
        };
        self.nodes[node as usize] = TreeNodeEntry::ALONE;
        node
    }

    /// Takes a T blossom with dual zero apart. The children on the even way from the one that the tree
    /// edge enters to the one that is matched outside become T and S in turn, the others free.
    pub(super) fn expand(&mut self, node: u32) {
        let tree = self.nodes[node as usize].tree;
        let (mate, up) = (self.mate_edge(node), self.up_edge(node));
        self.note(|forest| TreeChange::Expand {
            blossom: forest.members_of(node),
        });
        self.leave(node);
        let (children, links) = self.split(node);
        // Their vertices have the names of the children now.
        let (base, entered) = (self.top(mate.0), self.top(up.0));
        let base_at = self.match_children(&children, &links, mate, base);
        let k = children.len();
        let mut at = children
            .iter()
            .position(|child| *child == entered)
            .unwrap_or(0);
        let is_forward = (at + k - base_at) % k % 2 == 1;
        let mut up = up;
        let mut became_s = Vec::new();
        let mut on_way = vec![false; k];
        loop {
            on_way[at] = true;
            self.label_t(children[at], up, tree);
            if at == base_at {
                break;
            }
            let step = |at: usize| {
                if is_forward {
                    (at + 1) % k
                } else {
                    (at + k - 1) % k
                }
            };
            let s = step(at);
            on_way[s] = true;
            self.label_s(children[s], tree);
            became_s.push(children[s]);
            at = step(s);
            up = if is_forward {
                (links[s].1, links[s].0)
            } else {
                links[at]
            };
        }
        for child in became_s {
            self.scan_members(child);
        }
        for (child, on_way) in children.iter().zip(on_way) {
            if !on_way {
                self.for_each_member(*child, Self::await_neighbours);
            }
        }
    }

    /// Makes the children of a blossom free nodes at top level. O(vertices outside the largest child).
    fn split(&mut self, node: u32) -> (Vec<u32>, Vec<(u32, u32)>) {
        self.set_label(node, ForestLabel::Free);
        let place = node as usize - self.n();
        let blossom = &mut self.blossoms[place];
        let children = std::mem::take(&mut blossom.children);
        let links = std::mem::take(&mut blossom.links);
        let largest = blossom.largest;
        for child in &children {
            let name = self.name(*child);
            if *child != largest {
                self.for_each_member(*child, |forest, v| {
                    forest.entries[v as usize].dual_2x = forest.dual_2x(v);
                });
                self.for_each_member(*child, |forest, v| forest.entries[v as usize].name = name);
                let entry = &mut self.entries[name as usize];
                (entry.shift, entry.label) = (W::zero(), ForestLabel::Free);
            }
            self.entries[name as usize].top = *child;
            self.nodes[*child as usize].parent = NONE;
        }
        self.blossoms[place].name = NONE;
        self.unused.push(node);
        (children, links)
    }

    /// Matches the children of a blossom that is matched outside, or exposed, at a vertex of `base`, and tells its place.
    pub(super) fn match_children(
        &mut self,
        children: &[u32],
        links: &[(u32, u32)],
        mate: (u32, u32),
        base: u32,
    ) -> usize {
        let k = children.len();
        let base_at = children
            .iter()
            .position(|child| *child == base)
            .unwrap_or(0);
        self.set_mate_edge(base, mate);
        for i in (1..k).step_by(2) {
            let at = (base_at + i) % k;
            let (a, b) = links[at];
            self.set_mate_edge(children[at], (a, b));
            self.set_mate_edge(children[(at + 1) % k], (b, a));
        }
        base_at
    }
}
