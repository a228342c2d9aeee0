//! A problem apart from its weights: the algorithms are compiled for each type of numbers that they count
//! in, machine numbers with this crate already, and not once more for each type of weights.

use super::{Algorithm, Goal};
use crate::cardinality::{self, maximum_matching_by_phases};
use crate::certificate::{self, Certificate};
use crate::error::Error;
use crate::graph::{Csr, Dense, Graph, Sparse, VertexId, WeightedGraph as _};
use crate::multi_tree::{self, ForestOptimum, ForestStart, KeptBlossoms};
use crate::objective::{Cover, Objective};
use crate::solver::{Exchanges, Solver, WhatIf};
use crate::weight::Weight;

/// What is asked of a matching of a graph.
pub(super) struct Question<'a> {
    pub(super) n: usize,
    pub(super) goal: Goal,
    pub(super) covers: Vec<Cover>,
    pub(super) ends: &'a [(VertexId, VertexId)],
}

/// The numbers that an algorithm counts in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NumberWidth {
    Bits64,
    Bits128,
    /// Those of the duals, whatever they are.
    Wide,
}

/// A matching, the duals that prove it, and what it weighs as weights are maximised.
pub(super) struct ProvedMatching<D> {
    pub(super) mates: Vec<Option<VertexId>>,
    pub(super) certificate: Certificate<D>,
    pub(super) kept: KeptBlossoms,
    pub(super) sum: D,
}

impl<D> ProvedMatching<D> {
    /// The same in numbers of another type.
    pub(super) fn map<E>(self, number: impl Fn(&D) -> E) -> ProvedMatching<E> {
        ProvedMatching {
            mates: self.mates,
            kept: self.kept,
            sum: number(&self.sum),
            certificate: self.certificate.map(number),
        }
    }
}

impl Question<'_> {
    /// By an algorithm that counts in `i64`; `weight` gives that of an edge.
    pub(super) fn solve_in_64_bits(
        &self,
        algorithm: Algorithm,
        weight: &dyn Fn(usize) -> i64,
    ) -> Result<ProvedMatching<i128>, Error> {
        let found = self.solve_in(algorithm, weight)?;
        Ok(found.map(|number| i128::from(*number)))
    }

    /// By an algorithm that counts in `i128`.
    pub(super) fn solve_in_128_bits(
        &self,
        algorithm: Algorithm,
        weight: &dyn Fn(usize) -> i128,
    ) -> Result<ProvedMatching<i128>, Error> {
        self.solve_in(algorithm, weight)
    }

    /// By an algorithm that counts in numbers of any type.
    pub(super) fn solve_in<D: Weight>(
        &self,
        algorithm: Algorithm,
        weight: &dyn Fn(usize) -> D,
    ) -> Result<ProvedMatching<D>, Error> {
        let graph = self.csr(weight)?;
        let found = self.search(algorithm, &graph)?;
        Ok(self.proved(algorithm, &graph, found))
    }

    /// By [`Algorithm::MultiTree`], starting from what was found before.
    pub(super) fn solve_from<D: Weight>(
        &self,
        before: &ForestStart<'_, D>,
        graph: &Csr<D>,
    ) -> Result<ProvedMatching<D>, Error> {
        let bonus = self.bonus(graph);
        let found = multi_tree::solve_from(graph, &self.covers, &bonus, before)?;
        Ok(self.proved(Algorithm::MultiTree, graph, found))
    }

    fn proved<D: Weight>(
        &self,
        algorithm: Algorithm,
        graph: &Csr<D>,
        found: ForestOptimum<D>,
    ) -> ProvedMatching<D> {
        let (mates, certificate) = (found.mates, found.certificate);
        if cfg!(debug_assertions) {
            let objective = self.goal.objective();
            let verdict = certificate::verify(graph, &self.covers, objective, &mates, &certificate);
            assert!(verdict.is_ok(), "{algorithm}: {verdict:?}");
        }
        let mut sum = D::zero();
        for (v, mate) in mates.iter().enumerate() {
            if let Some(mate) = mate.filter(|mate| v < mate.index())
                && let Some(weight) = graph.weight(VertexId::new(v), mate)
            {
                sum.increase(weight);
            }
        }
        ProvedMatching {
            mates,
            certificate,
            kept: found.kept,
            sum,
        }
    }

    /// The graph with the weights that are to be maximised.
    pub(super) fn csr<D: Weight>(&self, weight: &dyn Fn(usize) -> D) -> Result<Csr<D>, Error> {
        let ends = |edge: usize| self.ends[edge];
        let maximised = |edge: usize| self.goal.maximised(|| weight(edge));
        Csr::build(self.n, self.ends.len(), &ends, &maximised)
    }

    /// The optimum of the edges that stay, ready to be asked what would be.
    pub(super) fn what_if<D: Weight>(
        &self,
        is_dense: bool,
        covers: &[Cover],
        stays: &dyn Fn(VertexId, VertexId, &D) -> bool,
        weight: &dyn Fn(usize) -> D,
    ) -> Result<WhatIf<D>, Error> {
        let graph = self.csr(weight)?;
        let n = self.n;
        let layout: Graph<D> = if is_dense {
            let mut dense = Dense::try_new(n)?;
            graph.for_each_edge(|u, v, weight| {
                if stays(u, v, weight) {
                    dense.put(u, v, Some(weight.clone()));
                }
            });
            dense.into()
        } else {
            let mut edges = Vec::with_capacity(graph.n_edges());
            graph.for_each_edge(|u, v, weight| {
                if stays(u, v, weight) {
                    edges.push((u, v, weight.clone()));
                }
            });
            Sparse::from_proper_edges(n, edges).into()
        };
        WhatIf::new(layout, covers, self.goal.objective())
    }

    /// The optimum, ready to be asked what vertices lose that are matched otherwise; `None` if there is no matching.
    pub(super) fn exchanges<D: Weight>(
        &self,
        weight: &dyn Fn(usize) -> D,
    ) -> Result<Option<Exchanges<D>>, Error> {
        let graph = self.csr(weight)?;
        let mut edges = Vec::with_capacity(graph.n_edges());
        graph.for_each_edge(|u, v, weight| edges.push((u, v, weight.clone())));
        let n_all = Exchanges::<D>::n_vertices(&self.covers);
        let layout = Sparse::from_proper_edges(n_all, edges);
        Exchanges::new(layout, &self.covers, self.goal.objective())
    }

    fn search<D: Weight>(
        &self,
        algorithm: Algorithm,
        graph: &Csr<D>,
    ) -> Result<ForestOptimum<D>, Error> {
        let covers = &self.covers;
        let layout: Graph<D> = match algorithm {
            Algorithm::SingleTreeDense => {
                let mut dense = Dense::try_new(self.n)?;
                graph.for_each_edge(|u, v, weight| dense.put(u, v, Some(weight.clone())));
                dense.into()
            }
            Algorithm::SingleTreeSparse => Sparse::from(graph).into(),
            Algorithm::MultiTree => return multi_tree::solve(graph, covers, &self.bonus(graph)),
            Algorithm::Phases if self.goal == Goal::MaxCardinality => {
                let maximum = maximum_matching_by_phases(graph);
                return Ok(ForestOptimum {
                    certificate: cardinality::duals(&maximum),
                    mates: maximum.mate,
                    kept: KeptBlossoms::default(),
                });
            }
            Algorithm::Phases => return Err(Error::WeightsDoNotCount),
        };
        let mut solver = match self.goal.objective() {
            Objective::MaxWeight => Solver::new(layout, covers)?,
            objective => Solver::with_objective(layout, objective)?,
        };
        solver.solve()?;
        Ok(ForestOptimum {
            mates: solver.mates().to_vec(),
            certificate: solver.certificate(),
            kept: KeptBlossoms::default(),
        })
    }

    /// What makes one edge more outweigh everything else, if it has to: two matchings have at most `n`
    /// edges together.
    pub(super) fn bonus<D: Weight>(&self, graph: &Csr<D>) -> D {
        if self.goal != Goal::MaxWeightMaxCardinality {
            return D::zero();
        }
        let largest = graph.weights.iter().map(Weight::magnitude).max();
        let largest = largest.unwrap_or_else(D::zero);
        largest.times(self.n as u64).plus(&D::unit())
    }
}
