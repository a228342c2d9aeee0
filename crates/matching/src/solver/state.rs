//! What the solver knows between two searches: duals, mates, and the blossom family.

pub(super) use super::node::{BlossomNode, Node, NodeKind};
use crate::{
    graph::{Graph, VertexId, WeightedGraph},
    objective::Cover,
    weight::Weight,
};

/// Duals, mates and blossoms. Outside a search, with `w` an edge weight:
///
/// - the slack of every edge `uv`, `dual(u) + dual(v) - w` plus the duals of the blossoms that
///   contain both ends, is not negative, and zero for matched edges and blossom links;
/// - the dual of a `May` vertex is not negative;
/// - a blossom with a positive dual is matched inside except at its base.
///
/// The matching is optimal once, besides, every exposed vertex is `May` with dual zero.
#[derive(Debug)]
pub(super) struct State<W> {
    /// The vertex duals, doubled.
    pub(super) dual_2x: Vec<W>,
    /// `mate[u] == Some(v)` iff `mate[v] == Some(u)`.
    pub(super) mate: Vec<Option<VertexId>>,
    /// The name of the top-level node that contains the vertex. When a blossom is formed the
    /// largest child's name is kept, so that a vertex is renamed O(log n) times per stage.
    name: Vec<VertexId>,
    /// The top-level node with a name.
    named: Vec<Node>,
    /// The vertex after a vertex in the list of the members of a blossom; see `BlossomNode::first`.
    next: Vec<VertexId>,
    /// The blossom that has the vertex as a child.
    pub(super) vertex_parent: Vec<Option<Node>>,
    pub(super) blossoms: Vec<BlossomNode<W>>,
    /// The unused slots of `blossoms`.
    pub(super) free_slots: Vec<usize>,
    /// Twice the dual objective: the sum of `dual_2x` over vertices, and over blossoms of
    /// `(size - 1) / 2` times `dual_2x`. Twice the value of an optimal matching.
    pub(super) objective_2x: W,
    /// Names the vertex duals and weights: equal epochs mean equal tight edges.
    pub(super) epoch: u64,
}

impl<W: Weight> Clone for State<W> {
    fn clone(&self) -> Self {
        let mut state = Self::new(0);
        state.clone_from(self);
        state
    }

    fn clone_from(&mut self, source: &Self) {
        self.dual_2x.clone_from(&source.dual_2x);
        self.mate.clone_from(&source.mate);
        self.name.clone_from(&source.name);
        self.named.clone_from(&source.named);
        self.next.clone_from(&source.next);
        self.vertex_parent.clone_from(&source.vertex_parent);
        self.blossoms.clone_from(&source.blossoms);
        self.free_slots.clone_from(&source.free_slots);
        self.objective_2x.clone_from(&source.objective_2x);
        self.epoch = source.epoch;
    }
}

impl<W: Weight> State<W> {
    pub(super) fn new(n: usize) -> Self {
        Self {
            dual_2x: vec![W::zero(); n],
            mate: vec![None; n],
            name: (0..n).map(VertexId::new).collect(),
            named: (0..n).map(|v| Node::vertex(VertexId::new(v))).collect(),
            next: (0..n).map(VertexId::new).collect(),
            vertex_parent: vec![None; n],
            blossoms: Vec::new(),
            free_slots: Vec::new(),
            objective_2x: W::zero(),
            epoch: 0,
        }
    }

    pub(super) fn n(&self) -> usize {
        self.mate.len()
    }

    pub(super) fn push_vertex(&mut self) {
        let v = VertexId::new(self.n());
        self.name.push(v);
        self.named.push(Node::vertex(v));
        self.next.push(v);
        self.dual_2x.push(W::zero());
        self.vertex_parent.push(None);
        self.mate.push(None);
    }

    /// The outermost node that contains a vertex. O(1).
    #[inline]
    pub(super) fn top(&self, v: VertexId) -> Node {
        self.named[self.name[v.index()].index()]
    }

    #[inline]
    pub(super) fn parent(&self, node: Node) -> Option<Node> {
        match node.kind() {
            NodeKind::Vertex(v) => self.vertex_parent[v.index()],
            NodeKind::Blossom(slot) => self.blossoms[slot].parent,
        }
    }

    fn set_parent(&mut self, node: Node, parent: Option<Node>) {
        match node.kind() {
            NodeKind::Vertex(v) => self.vertex_parent[v.index()] = parent,
            NodeKind::Blossom(slot) => self.blossoms[slot].parent = parent,
        }
    }

    #[inline]
    pub(super) fn base(&self, node: Node) -> VertexId {
        match node.kind() {
            NodeKind::Vertex(v) => v,
            NodeKind::Blossom(slot) => self.blossoms[slot].base,
        }
    }

    /// The number of vertices, the first and the last of them in the list of members, and the name.
    fn stretch(&self, node: Node) -> (usize, VertexId, VertexId, VertexId) {
        match node.kind() {
            NodeKind::Vertex(v) => (1, v, v, v),
            NodeKind::Blossom(slot) => {
                let blossom = &self.blossoms[slot];
                (blossom.size, blossom.first, blossom.last, blossom.name)
            }
        }
    }

    /// How many vertices a node has. O(1).
    pub(super) fn size(&self, node: Node) -> usize {
        self.stretch(node).0
    }

    /// Appends the vertices of a node to `members`. O(members).
    pub(super) fn members(&self, node: Node, members: &mut Vec<VertexId>) {
        let (size, first, ..) = self.stretch(node);
        let mut v = first;
        for _ in 0..size {
            members.push(v);
            v = self.next[v.index()];
        }
    }

    /// Gives the vertices of a top-level node a name. O(members).
    fn rename(&mut self, node: Node, name: VertexId) {
        let (size, first, ..) = self.stretch(node);
        let mut v = first;
        for _ in 0..size {
            self.name[v.index()] = name;
            v = self.next[v.index()];
        }
    }

    /// The blossoms with positive duals: their vertices, and their duals, doubled. O(sum of their sizes).
    pub(super) fn family(&self) -> Vec<(Vec<VertexId>, W)> {
        let mut family = Vec::new();
        for (slot, blossom) in self.blossoms.iter().enumerate() {
            if !blossom.dual_2x.is_zero() {
                let mut members = Vec::new();
                self.members(Node::blossom(slot), &mut members);
                family.push((members, blossom.dual_2x.clone()));
            }
        }
        family
    }

    /// The child of `blossom` that contains `x`. O(depth).
    pub(super) fn child_containing(&self, blossom: Node, x: VertexId) -> Node {
        let mut node = Node::vertex(x);
        while let Some(parent) = self.parent(node) {
            if parent == blossom {
                break;
            }
            node = parent;
        }
        node
    }

    /// The slack of an edge, doubled, blossoms included. O(depth of the blossoms).
    pub(super) fn slack_2x(&self, u: VertexId, v: VertexId, weight_2x: &W) -> W {
        let mut slack = self.dual_2x[u.index()]
            .plus(&self.dual_2x[v.index()])
            .minus(weight_2x);
        if self.top(u) == self.top(v) {
            let around_u: Vec<_> = self.ancestors(u).collect();
            let around_v: Vec<_> = self.ancestors(v).collect();
            let pairs = around_u.iter().rev().zip(around_v.iter().rev());
            for (&slot, _) in pairs.take_while(|(x, y)| x == y) {
                slack.increase(&self.blossoms[slot].dual_2x);
            }
        }
        slack
    }

    /// The slots of the blossoms around a vertex, the innermost first.
    fn ancestors(&self, v: VertexId) -> impl Iterator<Item = usize> {
        let first = self.vertex_parent[v.index()];
        std::iter::successors(first, |&node| self.parent(node)).filter_map(|node| {
            match node.kind() {
                NodeKind::Vertex(_) => None,
                NodeKind::Blossom(slot) => Some(slot),
            }
        })
    }

    /// Makes `x` the base of a node by flipping the matched links inside; the mates of the old
    /// and the new base outside are the caller's. O(children of the blossoms whose base changes).
    pub(super) fn rebase(&mut self, node: Node, x: VertexId) {
        let mut stack = vec![(node, x)];
        let mut chain = Vec::new();
        while let Some((node, x)) = stack.pop() {
            if self.base(node) == x {
                continue;
            }
            chain.clear();
            chain.push(Node::vertex(x));
            chain.extend(
                self.ancestors(x)
                    .map(Node::blossom)
                    .take_while(|&around| around != node),
            );
            chain.push(node);
            for pair in chain.windows(2).rev() {
                let (child, NodeKind::Blossom(slot)) = (pair[0], pair[1].kind()) else {
                    continue;
                };
                let blossom = &mut self.blossoms[slot];
                if blossom.base == x {
                    break;
                }
                let place = blossom
                    .children
                    .iter()
                    .position(|&c| c == child)
                    .unwrap_or(0);
                blossom.children.rotate_left(place);
                blossom.links.rotate_left(place);
                blossom.base = x;
                for i in (1..blossom.links.len()).step_by(2) {
                    let (a, b) = blossom.links[i];
                    self.mate[a.index()] = Some(b);
                    self.mate[b.index()] = Some(a);
                    stack.push((blossom.children[i], a));
                    stack.push((blossom.children[i + 1], b));
                }
            }
        }
    }

    /// Makes one blossom of a circuit of top-level nodes. O(members outside the largest child).
    pub(super) fn shrink(
        &mut self,
        children: Vec<Node>,
        links: Vec<(VertexId, VertexId)>,
        dual_2x: W,
    ) -> Node {
        let base = self.base(children[0]);
        let mut largest = children[0];
        let (mut size, first, mut last, mut name) = self.stretch(largest);
        let mut largest_size = size;
        for &child in &children[1..] {
            let (more, next, end, its_name) = self.stretch(child);
            self.next[last.index()] = next;
            last = end;
            size += more;
            if more > largest_size {
                (largest, largest_size, name) = (child, more, its_name);
            }
        }
        for &child in children.iter().filter(|&&child| child != largest) {
            self.rename(child, name);
        }
        let slot = self.free_slots.pop().unwrap_or(self.blossoms.len());
        let node = Node::blossom(slot);
        for &child in &children {
            self.set_parent(child, Some(node));
        }
        let parent = None;
        let blossom = BlossomNode {
            parent,
            base,
            children,
            links,
            dual_2x,
            size,
            first,
            last,
            largest,
            name,
        };
        if slot == self.blossoms.len() {
            self.blossoms.push(blossom);
        } else {
            self.blossoms[slot] = blossom;
        }
        self.named[name.index()] = node;
        node
    }

    /// Makes the children of a top-level blossom top-level and frees its slot. The dual must have
    /// been dealt with. O(members outside the largest child).
    pub(super) fn expand(&mut self, slot: usize) -> (Vec<Node>, Vec<(VertexId, VertexId)>) {
        let blossom = &mut self.blossoms[slot];
        let children = std::mem::take(&mut blossom.children);
        let links = std::mem::take(&mut blossom.links);
        let largest = blossom.largest;
        blossom.dual_2x = W::zero();
        self.free_slots.push(slot);
        for &child in &children {
            self.set_parent(child, None);
            let (.., name) = self.stretch(child);
            if child != largest {
                self.rename(child, name);
            }
            self.named[name.index()] = child;
        }
        (children, links)
    }

    /// Dissolves the blossoms around `v` into vertex duals, so that `v` is a top-level vertex.
    /// Vertices whose matched edge is no longer tight lose their mates and are appended to
    /// `exposed`, and so are exposed ones whose dual grew. O(members · depth).
    ///
    /// A dissolved blossom adds half its dual to each of its vertices: the slack of its inner edges
    /// stays, that of edges leaving it grows, and the dual objective grows by half its dual.
    pub(super) fn dissolve(
        &mut self,
        v: VertexId,
        graph: &Graph<W>,
        fresh_epoch: &mut u64,
        exposed: &mut Vec<VertexId>,
    ) {
        let mut members = Vec::new();
        while let NodeKind::Blossom(slot) = self.top(v).kind() {
            let node = self.top(v);
            let base = self.blossoms[slot].base;
            let raise = self.blossoms[slot].dual_2x.halved();
            if !raise.is_zero() {
                members.clear();
                self.members(node, &mut members);
                for u in &members {
                    self.dual_2x[u.index()].increase(&raise);
                }
                self.objective_2x.increase(&raise);
                *fresh_epoch += 1;
                self.epoch = *fresh_epoch;
            }
            self.expand(slot);
            if raise.is_zero() {
                continue;
            }
            match self.mate[base.index()] {
                None => exposed.push(base),
                Some(mate) => {
                    if !self.is_tight(base, mate, graph) {
                        self.unmatch(base, mate, exposed);
                    }
                }
            }
        }
    }

    /// Takes a matched edge out of the matching. O(1).
    pub(super) fn unmatch(&mut self, u: VertexId, v: VertexId, exposed: &mut Vec<VertexId>) {
        self.mate[u.index()] = None;
        self.mate[v.index()] = None;
        exposed.extend([u, v]);
    }

    /// Whether an exposed vertex may stay so in an optimal matching.
    #[inline]
    pub(super) fn is_settled(&self, v: VertexId, cover: &[Cover]) -> bool {
        self.mate[v.index()].is_some()
            || (cover[v.index()] == Cover::May && self.dual_2x[v.index()].is_zero())
    }

    /// Panics, in debug builds, unless every invariant of the type holds. O(n² + m depth).
    pub(super) fn check_invariants(&self, graph: &Graph<W>, cover: &[Cover]) {
        let mut objective = W::zero();
        for v in (0..self.n()).map(VertexId::new) {
            objective.increase(&self.dual_2x[v.index()]);
            debug_assert!(
                cover[v.index()] == Cover::Must || self.dual_2x[v.index()] >= W::zero(),
                "the dual of a May vertex is not negative"
            );
            self.check_vertex(v, graph);
        }
        for (slot, blossom) in self.blossoms.iter().enumerate() {
            if blossom.children.is_empty() {
                debug_assert!(self.free_slots.contains(&slot), "unused slots are free");
                continue;
            }
            self.check_blossom(slot, graph);
            let mut members = Vec::new();
            self.members(Node::blossom(slot), &mut members);
            objective.increase(&blossom.dual_2x.times(members.len() as u64 / 2));
        }
        debug_assert_eq!(objective, self.objective_2x, "the dual objective is kept");
    }

    fn check_vertex(&self, v: VertexId, graph: &Graph<W>) {
        if let Some(mate) = self.mate[v.index()] {
            debug_assert_eq!(self.mate[mate.index()], Some(v), "mates are symmetric");
            debug_assert!(self.is_tight(v, mate, graph), "matched edges are tight");
        }
        let mut node = Node::vertex(v);
        while let Some(parent) = self.parent(node) {
            node = parent;
        }
        debug_assert_eq!(node, self.top(v), "top is the outermost node");
        graph.for_each_neighbour(v, |u, weight| {
            let slack = self.slack_2x(u, v, weight);
            debug_assert!(slack >= W::zero(), "slack is not negative");
        });
    }

    fn check_blossom(&self, slot: usize, graph: &Graph<W>) {
        let BlossomNode {
            children, links, ..
        } = &self.blossoms[slot];
        let n = children.len();
        debug_assert!(n % 2 == 1 && n >= 3, "circuits are odd");
        debug_assert_eq!(n, links.len(), "one link per child");
        let (dual_2x, base) = (&self.blossoms[slot].dual_2x, self.blossoms[slot].base);
        debug_assert!(*dual_2x >= W::zero(), "blossom duals are not negative");
        debug_assert_eq!(base, self.base(children[0]), "base of first child");
        let node = Node::blossom(slot);
        for (i, &(a, b)) in links.iter().enumerate() {
            debug_assert_eq!(self.child_containing(node, a), children[i]);
            debug_assert_eq!(self.child_containing(node, b), children[(i + 1) % n]);
            let is_matched = self.mate[a.index()] == Some(b);
            debug_assert_eq!(is_matched, i % 2 == 1, "odd links are matched");
            debug_assert!(self.is_tight(a, b, graph), "links are tight");
        }
    }

    /// Whether there is an edge, and it is tight. O(depth of the blossoms).
    pub(super) fn is_tight(&self, u: VertexId, v: VertexId, graph: &Graph<W>) -> bool {
        let weight_2x = graph.weight(u, v);
        weight_2x.is_some_and(|weight_2x| self.slack_2x(u, v, weight_2x).is_zero())
    }
}
