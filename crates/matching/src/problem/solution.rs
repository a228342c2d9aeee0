//! An optimal matching, what it weighs, how it was found, and why it is optimal.

use super::Algorithm;
use crate::certificate::Certificate;
use crate::edge_weight::EdgeWeight;
use crate::graph::VertexId;
use crate::multi_tree::KeptBlossoms;

/// An optimal matching of a [`Problem`](super::Problem).
#[derive(Clone, Debug)]
pub struct Solution<W: EdgeWeight> {
    pub(super) value: W::Total,
    /// `mates[u] == Some(v)` iff `mates[v] == Some(u)`.
    pub(super) mates: Vec<Option<VertexId>>,
    pub(super) algorithm: Algorithm,
    pub(super) certificate: Certificate<W::Dual>,
    /// What another search can start from besides, if [`Algorithm::MultiTree`] found it.
    pub(super) kept: KeptBlossoms,
}

impl<W: EdgeWeight> Solution<W> {
    /// The sum of the weights of the pairs; for [`Goal::MaxCardinality`](super::Goal) their number.
    pub fn value(&self) -> &W::Total {
        &self.value
    }

    /// The mate of a vertex.
    pub fn mate(&self, v: usize) -> Option<usize> {
        self.mates.get(v)?.map(VertexId::index)
    }

    /// The mate of every vertex.
    pub fn mates(&self) -> &[Option<VertexId>] {
        &self.mates
    }

    /// The pairs, each once, the smaller vertex first, in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let mates = self.mates.iter().enumerate();
        mates.filter_map(|(u, mate)| Some((u, mate.as_ref()?.index())).filter(|(u, v)| u < v))
    }

    /// How many pairs there are.
    pub fn n_pairs(&self) -> usize {
        self.mates.iter().flatten().count() / 2
    }

    /// How it was found.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The duals that prove it optimal, of the weights as they are maximised: negated for
    /// [`Goal::MinWeightPerfect`](super::Goal), all one for [`Goal::MaxCardinality`](super::Goal).
    pub fn certificate(&self) -> &Certificate<W::Dual> {
        &self.certificate
    }
}
