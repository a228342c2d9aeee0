//! Vertices and blossoms as nodes.

use crate::graph::VertexId;
use crate::weight::Weight;

/// A vertex or a blossom: vertex `v` is node `2 v`, the blossom in slot `i` is node `2 i + 1`.
///
/// A blossom has at least three children, so there are fewer blossoms than vertices and `2 n` nodes
/// are enough.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Node(u32);

impl Node {
    #[inline]
    pub(super) fn vertex(v: VertexId) -> Self {
        Self(v.index() as u32 * 2)
    }

    #[inline]
    pub(super) fn blossom(slot: usize) -> Self {
        Self(slot as u32 * 2 + 1)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) fn is_blossom(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    #[inline]
    pub(super) fn kind(self) -> NodeKind {
        let index = (self.0 / 2) as usize;
        if self.0.is_multiple_of(2) {
            NodeKind::Vertex(VertexId::new(index))
        } else {
            NodeKind::Blossom(index)
        }
    }
}

/// What a node is, with the index into the arrays of its kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum NodeKind {
    Vertex(VertexId),
    Blossom(usize),
}

/// An odd circuit of vertices and smaller blossoms. An unused slot has no children.
#[derive(Debug)]
pub(super) struct BlossomNode<W> {
    /// The blossom this one is a child of; `None` at top level.
    pub(super) parent: Option<Node>,
    /// The one vertex without a mate inside; it lies in `children[0]`.
    pub(super) base: VertexId,
    /// The circuit, an odd number of at least three nodes.
    pub(super) children: Vec<Node>,
    /// `links[i]` runs from a vertex of `children[i]` to a vertex of the next child, cyclically.
    /// All links are tight. Those with odd `i` are matched, the others are not.
    pub(super) links: Vec<(VertexId, VertexId)>,
    /// The dual, doubled; never negative and always even.
    pub(super) dual_2x: W,
    /// How many vertices it contains. They are a stretch of the list `State::next`, each child being
    /// a stretch of its own, from `first` to `last`.
    pub(super) size: usize,
    pub(super) first: VertexId,
    pub(super) last: VertexId,
    /// The child with the most vertices when the blossom was formed, and the vertex in it that names
    /// the set of the blossom's vertices while it is at top level.
    pub(super) largest: Node,
    pub(super) name: VertexId,
}

impl<W: Weight> Clone for BlossomNode<W> {
    fn clone(&self) -> Self {
        Self {
            parent: self.parent,
            base: self.base,
            children: self.children.clone(),
            links: self.links.clone(),
            dual_2x: self.dual_2x.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.parent = source.parent;
        self.base = source.base;
        self.children.clone_from(&source.children);
        self.links.clone_from(&source.links);
        self.dual_2x.clone_from(&source.dual_2x);
        self.size = source.size;
        self.first = source.first;
        self.last = source.last;
        self.largest = source.largest;
        self.name = source.name;
    }
}
