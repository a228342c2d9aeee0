//! Changes of an instance that keep what is known of it.

use super::Solver;
use crate::error::Error;
use crate::graph::{VertexId, WeightedGraph};
use crate::objective::Cover;
use crate::weight::Weight;

impl<W: Weight> Solver<W> {
    /// Changes the edges of `v`: it has an edge to `u` iff `weight(u)` is some weight. O(n) and,
    /// for sparse graphs, the sum of the neighbours' degrees.
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`]; [`Error::WeightTooWide`]. The instance is then as before.
    pub fn set_vertex_weights(
        &mut self,
        v: VertexId,
        weight: impl Fn(VertexId) -> Option<W>,
    ) -> Result<(), Error> {
        self.known(v)?;
        let row: Vec<_> = self
            .vertices()
            .map(|u| if u == v { None } else { weight(u) })
            .collect();
        self.widen(&row, self.state.n())?;
        self.replace_row(v, row);
        Ok(())
    }

    /// Adds a vertex with the given cover and edges. O(n), and O(n²) when a dense graph has to grow.
    ///
    /// # Errors
    /// [`Error::WeightTooWide`]. The instance is then as before.
    pub fn add_vertex(
        &mut self,
        cover: Cover,
        weight: impl Fn(VertexId) -> Option<W>,
    ) -> Result<VertexId, Error> {
        let v = VertexId::new(self.state.n());
        let row: Vec<_> = self.vertices().map(weight).collect();
        self.widen(&row, self.state.n() + 1)?;
        self.graph.push_vertex();
        self.cover.push(cover);
        self.state.push_vertex();
        self.search.push_vertex();
        self.tight.push_vertex();
        self.replace_row(v, row);
        Ok(v)
    }

    /// Removes a vertex with its edges. The other vertices keep their ids; this one stays as an
    /// isolated vertex that may be exposed. O(degree), for sparse graphs as
    /// [`set_vertex_weights`](Solver::set_vertex_weights).
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`].
    pub fn remove_vertex(&mut self, v: VertexId) -> Result<(), Error> {
        self.known(v)?;
        self.cover[v.index()] = Cover::May;
        self.replace_row(v, Vec::new());
        Ok(())
    }

    /// Removes an edge. O(size of the blossoms that contain both ends).
    ///
    /// # Errors
    /// [`Error::NoSuchEdge`].
    pub fn remove_edge(&mut self, u: VertexId, v: VertexId) -> Result<(), Error> {
        if !self.graph.has(u, v) {
            return Err(Error::NoSuchEdge(u, v));
        }
        self.guard();
        if self.state.top(u) == self.state.top(v) {
            self.dissolve(u);
        }
        if self.mate(u) == Some(v) {
            self.state.unmatch(u, v, &mut self.pending);
        }
        self.graph.put(u, v, None);
        Ok(())
    }

    /// Matches `u` and `v` for good: all other edges of both are removed, and both must be covered.
    /// O(degree) and the size of the blossoms around them.
    ///
    /// # Errors
    /// [`Error::NoSuchEdge`].
    pub fn force(&mut self, u: VertexId, v: VertexId) -> Result<(), Error> {
        if !self.graph.has(u, v) {
            return Err(Error::NoSuchEdge(u, v));
        }
        self.guard();
        self.dissolve(u);
        self.dissolve(v);
        self.fix(u, v);
        Ok(())
    }

    /// Says whether a vertex must be covered. O(size of the blossoms around it).
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`].
    pub fn set_cover(&mut self, v: VertexId, cover: Cover) -> Result<(), Error> {
        self.known(v)?;
        self.guard();
        self.cover[v.index()] = cover;
        self.raise_if_may(v);
        self.pending.push(v);
        Ok(())
    }

    /// Makes sure that new weights fit, raising the bonus where needed.
    pub(super) fn widen(&mut self, row: &[Option<W>], n: usize) -> Result<(), Error> {
        let mut largest = self.largest.minus(&self.bonus);
        for weight in row.iter().flatten() {
            if !weight.fits(1) {
                return Err(Error::WeightTooWide);
            }
            largest = largest.max(weight.magnitude());
        }
        let (bonus, largest) = self.range(&largest, n)?;
        if bonus != self.bonus {
            let more_2x = bonus.minus(&self.bonus).doubled();
            self.graph.map_weights(|weight_2x| weight_2x.plus(&more_2x));
            self.stale = true;
        }
        (self.bonus, self.largest) = (bonus, largest);
        Ok(())
    }

    /// Gives `v` new edges and the smallest dual that they allow, and takes its mate away.
    pub(super) fn replace_row(&mut self, v: VertexId, row: Vec<Option<W>>) {
        self.guard();
        self.dissolve(v);
        if let Some(mate) = self.mate(v) {
            self.state.unmatch(v, mate, &mut self.pending);
        }
        for u in self.neighbours(v) {
            self.graph.put(u, v, None);
        }
        for (u, weight) in row.into_iter().enumerate() {
            if let Some(weight) = weight {
                let weight_2x = weight.plus(&self.bonus).doubled();
                self.graph.put(v, VertexId::new(u), Some(weight_2x));
            }
        }
        let dual_2x = self.smallest_dual_2x(v);
        self.set_dual_2x(v, dual_2x);
        self.new_epoch();
        self.pending.push(v);
    }

    pub(super) fn neighbours(&self, v: VertexId) -> Vec<VertexId> {
        let mut neighbours = Vec::new();
        self.graph.for_each_neighbour(v, |u, _| neighbours.push(u));
        neighbours
    }

    /// The smallest dual, doubled, that leaves no edge of the top-level vertex `v` a negative slack.
    pub(super) fn smallest_dual_2x(&self, v: VertexId) -> W {
        let mut smallest = (self.cover[v.index()] == Cover::May).then(W::zero);
        self.graph.for_each_neighbour(v, |u, weight_2x| {
            let bound = weight_2x.minus(&self.state.dual_2x[u.index()]);
            if smallest.as_ref().is_none_or(|smallest| *smallest < bound) {
                smallest = Some(bound);
            }
        });
        smallest.unwrap_or_else(W::zero)
    }

    pub(super) fn set_dual_2x(&mut self, v: VertexId, dual_2x: W) {
        let old = std::mem::replace(&mut self.state.dual_2x[v.index()], dual_2x);
        self.state
            .objective_2x
            .increase(&self.state.dual_2x[v.index()]);
        self.state.objective_2x.decrease(&old);
    }

    pub(super) fn dissolve(&mut self, v: VertexId) {
        self.search.events.dissolved += u64::from(self.state.top(v).is_blossom());
        self.state
            .dissolve(v, &self.graph, &mut self.fresh_epoch, &mut self.pending);
    }

    /// A `May` vertex has no negative dual: raises it to zero where needed, which costs the mate.
    pub(super) fn raise_if_may(&mut self, v: VertexId) {
        if self.cover[v.index()] == Cover::May && self.state.dual_2x[v.index()] < W::zero() {
            self.dissolve(v);
            if self.state.dual_2x[v.index()] < W::zero() {
                self.set_dual_2x(v, W::zero());
                self.new_epoch();
                if let Some(mate) = self.mate(v) {
                    self.state.unmatch(v, mate, &mut self.pending);
                }
            }
        }
    }

    /// Makes the edge between two top-level vertices the only one of both and matches it.
    pub(super) fn fix(&mut self, u: VertexId, v: VertexId) {
        let Some(weight_2x) = self.graph.weight(u, v).cloned() else {
            return;
        };
        for (x, y) in [(u, v), (v, u)] {
            if let Some(mate) = self.mate(x)
                && mate != y
            {
                self.state.unmatch(x, mate, &mut self.pending);
            }
            self.remove_edges(x, |z| z != y);
            self.cover[x.index()] = Cover::Must;
        }
        self.state.mate[u.index()] = Some(v);
        self.state.mate[v.index()] = Some(u);
        let dual_2x = weight_2x.minus(&self.state.dual_2x[u.index()]);
        self.set_dual_2x(v, dual_2x);
    }

    /// Removes the edges of `v` to the vertices that satisfy `is_unwanted`.
    fn remove_edges(&mut self, v: VertexId, is_unwanted: impl Fn(VertexId) -> bool) {
        for u in self.neighbours(v).into_iter().filter(|u| is_unwanted(*u)) {
            self.graph.put(v, u, None);
        }
    }
}
