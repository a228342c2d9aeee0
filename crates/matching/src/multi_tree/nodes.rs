//! Vertices and blossoms as nodes, and the duals of vertices.

use super::{MultiTree, NONE};
use crate::graph::{Csr, VertexId};
use crate::objective::Cover;
use crate::thresholds;
use crate::weight::Weight;

/// The place of a top-level node in the trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ForestLabel {
    Free,
    S,
    T,
}

/// What is looked up for each end of an edge, together in memory: of a vertex its dual and the name of
/// its top-level node, and of the node with that name the rest.
#[derive(Clone, Debug)]
pub(super) struct TopEntry<W> {
    /// The dual of the vertex, doubled, without the shift of its top-level node.
    pub(super) dual_2x: W,
    /// The name of the top-level node that contains the vertex: one of its vertices.
    pub(super) name: u32,
    /// The top-level node with this name.
    pub(super) top: u32,
    pub(super) label: ForestLabel,
    /// What is added to the duals of its vertices; in S nodes `now` is taken off besides, in T nodes it
    /// is added.
    pub(super) shift: W,
}

/// A vertex or a blossom in the trees. What is known of itself where it is a vertex is of blossoms only:
/// see [`BlossomCircuit`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeNodeEntry {
    /// The blossom of which it is a child.
    pub(super) parent: u32,
    /// The other end of the matched edge that leaves it; `NONE` if it is exposed.
    pub(super) mate: u32,
    /// Of a T node: the other end of the tree edge to an S node.
    pub(super) up: u32,
    /// Its tree, unless it is free.
    pub(super) tree: u32,
    /// Its neighbours in the list of the nodes of its tree.
    pub(super) previous: u32,
    pub(super) next: u32,
    /// The last search that passed it.
    pub(super) mark: u32,
}

impl TreeNodeEntry {
    /// Exposed, free, and in no blossom.
    pub(super) const ALONE: Self = Self {
        parent: NONE,
        mate: NONE,
        up: NONE,
        tree: NONE,
        previous: NONE,
        next: NONE,
        mark: 0,
    };
}

/// A tree that grows.
#[derive(Clone, Debug)]
pub(super) struct AlternatingTree<W> {
    /// The first one in the list of its nodes.
    pub(super) first: u32,
    /// When the dual of an S vertex that may stay exposed is zero; after the deadline if there is none.
    /// What is due later never happens to the tree.
    pub(super) end: W,
}

/// An odd circuit of nodes. Pairs of vertices are edges.
#[derive(Clone, Debug)]
pub(super) struct BlossomCircuit<W> {
    pub(super) children: Vec<u32>,
    /// `links[i]` is a tight edge from a vertex of `children[i]` to one of the next child, cyclically.
    pub(super) links: Vec<(u32, u32)>,
    /// The dual, doubled; at top level twice `now` is added in S nodes, and taken off in T nodes.
    pub(super) dual_2x: W,
    /// The child that had the most vertices, and whose name it took.
    pub(super) largest: u32,
    /// Its name while it is at top level; `NONE` while it is not used.
    pub(super) name: u32,
    /// Its vertex on the matched edge that leaves it, or that is exposed.
    pub(super) mate_from: u32,
    /// In a T node: its vertex on the tree edge to an S node.
    pub(super) up_from: u32,
    /// The vertices are a stretch of the list `next_member`.
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) size: u32,
}

impl<'g, W: Weight> MultiTree<'g, W> {
    /// No pairs yet, and all duals zero.
    pub(super) fn new(graph: &'g Csr<W>, covers: &'g [Cover], bonus: W) -> Self {
        let n = covers.len();
        let entry = |v: u32| TopEntry {
            dual_2x: W::zero(),
            name: v,
            top: v,
            label: ForestLabel::Free,
            shift: W::zero(),
        };
        let mut largest = W::unit();
        for weight in &graph.weights {
            largest = largest.max(weight.plus(&bonus).magnitude());
        }
        let n_ids = n as u32;
        Self {
            graph,
            covers,
            bonus,
            now: W::zero(),
            deadline: largest.plus(&W::unit()).times(2 * (n as u64 + 1)),
            entries: (0..n_ids).map(entry).collect(),
            nodes: vec![TreeNodeEntry::ALONE; n],
            blossoms: Vec::new(),
            unused: Vec::new(),
            next_member: (0..n_ids).collect(),
            trees: Vec::new(),
            n_trees: 0,
            queue: super::queue::EventQueue::new(
                (graph.heads.len() / 16).max(thresholds::LEAST_CROWD),
            ),
            steps: None,
            search: 0,
        }
    }

    pub(super) fn n(&self) -> usize {
        self.covers.len()
    }

    pub(super) fn may_be_exposed(&self, v: u32) -> bool {
        self.covers[v as usize] == Cover::May
    }

    /// The weight of an edge as it counts, doubled.
    #[inline]
    pub(super) fn weight_2x(&self, place: usize) -> W {
        self.graph.weights[place].plus(&self.bonus).doubled()
    }

    /// The top-level node that contains a vertex.
    #[inline]
    pub(super) fn top(&self, v: u32) -> u32 {
        self.entries[self.entries[v as usize].name as usize].top
    }

    #[inline]
    pub(super) fn label(&self, v: u32) -> ForestLabel {
        self.entries[self.entries[v as usize].name as usize].label
    }

    pub(super) fn label_of_node(&self, node: u32) -> ForestLabel {
        self.entries[self.name(node) as usize].label
    }

    /// What is added at present to the duals of the vertices of a top-level node.
    #[inline]
    pub(super) fn shift_now(&self, of_node: &TopEntry<W>) -> W {
        match of_node.label {
            ForestLabel::Free => of_node.shift.clone(),
            ForestLabel::S => of_node.shift.minus(&self.now),
            ForestLabel::T => of_node.shift.plus(&self.now),
        }
    }

    /// The dual of a vertex, doubled.
    #[inline]
    pub(super) fn dual_2x(&self, v: u32) -> W {
        let entry = &self.entries[v as usize];
        let of_node = &self.entries[entry.name as usize];
        entry.dual_2x.plus(&self.shift_now(of_node))
    }

    /// The blossom in the place of a node.
    pub(super) fn blossom(&self, node: u32) -> Option<usize> {
        (node as usize).checked_sub(self.n())
    }

    /// What is known of a blossom; of a vertex it is the vertex.
    #[inline]
    fn own(&self, node: u32, of: impl Fn(&BlossomCircuit<W>) -> u32) -> u32 {
        let place = self.blossom(node);
        place.map_or(node, |place| of(&self.blossoms[place]))
    }

    /// The name of a top-level node: a vertex is its own.
    #[inline]
    pub(super) fn name(&self, node: u32) -> u32 {
        self.own(node, |blossom| blossom.name)
    }

    /// The matched edge that leaves a node, from the node; of an exposed node the exposed vertex and `NONE`.
    pub(super) fn mate_edge(&self, node: u32) -> (u32, u32) {
        let from = self.own(node, |blossom| blossom.mate_from);
        (from, self.nodes[node as usize].mate)
    }

    pub(super) fn set_mate_edge(&mut self, node: u32, (from, mate): (u32, u32)) {
        self.nodes[node as usize].mate = mate;
        if let Some(place) = self.blossom(node) {
            self.blossoms[place].mate_from = from;
        }
    }

    /// The tree edge from a T node to an S node.
    pub(super) fn up_edge(&self, node: u32) -> (u32, u32) {
        let from = self.own(node, |blossom| blossom.up_from);
        (from, self.nodes[node as usize].up)
    }

    pub(super) fn set_up_edge(&mut self, node: u32, (from, up): (u32, u32)) {
        self.nodes[node as usize].up = up;
        if let Some(place) = self.blossom(node) {
            self.blossoms[place].up_from = from;
        }
    }

    /// The dual of a blossom at top level, doubled.
    pub(super) fn blossom_dual_2x(&self, node: u32) -> W {
        let Some(place) = self.blossom(node) else {
            return W::zero();
        };
        let dual_2x = &self.blossoms[place].dual_2x;
        match self.label_of_node(node) {
            ForestLabel::Free => dual_2x.clone(),
            ForestLabel::S => dual_2x.plus(&self.now.doubled()),
            ForestLabel::T => dual_2x.minus(&self.now.doubled()),
        }
    }

    /// Gives a top-level node a label; its duals stay what they are now.
    pub(super) fn set_label(&mut self, node: u32, label: ForestLabel) {
        let name = self.name(node) as usize;
        let shift = self.shift_now(&self.entries[name]);
        let dual_2x = self.blossom_dual_2x(node);
        let (shift, twice) = match label {
            ForestLabel::Free => (shift, W::zero()),
            ForestLabel::S => (shift.plus(&self.now), self.now.doubled().negated()),
            ForestLabel::T => (shift.minus(&self.now), self.now.doubled()),
        };
        (self.entries[name].shift, self.entries[name].label) = (shift, label);
        if let Some(place) = self.blossom(node) {
            self.blossoms[place].dual_2x = dual_2x.plus(&twice);
        }
    }

    /// The first and last vertex in the list of members, and how many there are.
    pub(super) fn stretch(&self, node: u32) -> (u32, u32, u32) {
        match self.blossom(node) {
            None => (node, node, 1),
            Some(place) => {
                let blossom = &self.blossoms[place];
                (blossom.first, blossom.last, blossom.size)
            }
        }
    }

    /// Calls `visit` with each vertex of a node.
    pub(super) fn for_each_member(&mut self, node: u32, mut visit: impl FnMut(&mut Self, u32)) {
        let (mut v, _, size) = self.stretch(node);
        for _ in 0..size {
            let next = self.next_member[v as usize];
            visit(self, v);
            v = next;
        }
    }

    pub(super) fn id(v: u32) -> Option<VertexId> {
        (v != NONE).then(|| VertexId::new(v as usize))
    }
}
