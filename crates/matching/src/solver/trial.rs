//! Trials: changes that are kept only if the optimum stays what it is.
//!
//! Both kinds of trial only take matchings away, save that [`Solver::try_restrict`] may allow a
//! vertex to stay exposed. The change is made, the blossoms in the way are dissolved, and the dual
//! objective stands above the old optimum by what that cost: the budget. Stages then lower it. If
//! they need more than the budget the optimum got worse and everything is put back.

use crate::{
    graph::{VertexId, WeightedGraph},
    objective::Cover,
    solver::{
        Hidden, Solver,
        state::{Node, NodeKind},
    },
    weight::Weight,
};

/// What is needed to take a trial back, besides the saved state.
struct Undo<W> {
    covers: Vec<(VertexId, Cover)>,
    removed: Vec<Hidden<W>>,
}

impl<W: Weight> Solver<W> {
    /// Whether some optimal matching contains the edge `uv`. If so, it is kept: `u` and `v` are
    /// matched for good, as by [`Solver::force`]. If not, the instance stays as it is.
    ///
    /// An instance that is not solved is solved first; the answer is `false` if it has no matching.
    ///
    /// # Cost
    /// O(depth of the blossoms) if the slack is positive, O(degree) if the edge is matched and in no
    /// blossom; else O(n) and at most four stages, which look at tight edges only, unless blossoms
    /// with positive duals contain `u` or `v`.
    pub fn try_force(&mut self, u: VertexId, v: VertexId) -> bool {
        if !self.prepare() || !self.slack_is_zero(u, v) {
            return false;
        }
        let alone = |x: VertexId| matches!(self.state.top(x).kind(), NodeKind::Vertex(_));
        if self.mate(u) == Some(v) && alone(u) && alone(v) {
            self.fix(u, v, &mut Vec::new());
            return true;
        }
        self.save();
        let covers = [u, v].map(|x| (x, self.cover[x.index()])).to_vec();
        let mut undo = Undo {
            covers,
            removed: Vec::new(),
        };
        self.dissolve(u);
        self.dissolve(v);
        self.fix(u, v, &mut undo.removed);
        self.conclude(undo)
    }

    /// Whether the optimum stays the same if `v` keeps only its edges to the vertices that satisfy
    /// `keep` and gets this `cover`. If so, that is done. If not, the instance stays as it is.
    ///
    /// An instance that is not solved is solved first; the answer is `false` if it has no matching.
    ///
    /// # Cost
    /// O(degree) if the mate of `v` is kept and `v` is in no blossom; else O(n) and at most two
    /// stages more than blossoms dissolve, with costs as for [`Solver::try_force`].
    pub fn try_restrict(
        &mut self,
        v: VertexId,
        keep: impl Fn(VertexId) -> bool,
        cover: Cover,
    ) -> bool {
        if v.index() >= self.n_vertices() || !self.prepare() {
            return false;
        }
        let stays = match self.mate(v) {
            Some(mate) => keep(mate),
            None => cover == Cover::May,
        };
        let dual_allowed = cover == Cover::Must || self.state.dual_2x[v.index()] >= W::zero();
        if stays && dual_allowed && self.state.top(v) == Node::vertex(v) {
            self.remove_edges(v, |u| !keep(u), &mut Vec::new());
            self.cover[v.index()] = cover;
            return true;
        }
        self.save();
        let mut undo = Undo {
            covers: vec![(v, self.cover[v.index()])],
            removed: Vec::new(),
        };
        self.dissolve(v);
        if let Some(mate) = self.mate(v)
            && !keep(mate)
        {
            self.state.unmatch(v, mate, &mut self.pending);
        }
        self.remove_edges(v, |u| !keep(u), &mut undo.removed);
        self.cover[v.index()] = cover;
        self.raise_if_may(v);
        self.pending.push(v);
        self.conclude(undo)
    }

    /// Makes sure that there is a solution to start from, and headroom.
    fn prepare(&mut self) -> bool {
        (self.is_solved() && self.has_headroom()) || self.resolve().is_ok()
    }

    fn save(&mut self) {
        self.trial += 1;
        self.scratch_state.clone_from(&self.state);
    }

    /// Settles the changed instance within the budget, or puts everything back.
    fn conclude(&mut self, undo: Undo<W>) -> bool {
        let mut budget = self
            .state
            .objective_2x
            .minus(&self.scratch_state.objective_2x);
        if budget >= W::zero() && self.settle(&mut budget).is_none() && budget.is_zero() {
            return true;
        }
        std::mem::swap(&mut self.state, &mut self.scratch_state);
        self.pending.clear();
        for (v, cover) in undo.covers {
            self.cover[v.index()] = cover;
        }
        for (u, v, weight_2x) in undo.removed {
            self.graph.unhide(u, v, weight_2x);
            if let Some(weight_2x) = self.graph.weight(u, v) {
                self.tight
                    .put_back(u, v, weight_2x, &self.state, self.trial);
                self.tight
                    .put_back(v, u, weight_2x, &self.state, self.trial);
            }
        }
        false
    }
}
