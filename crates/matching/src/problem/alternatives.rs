//! Other matchings than the optimal one: the best ones in order, and what each edge has to do with the
//! optimum. Everything is asked of the algorithms again, with edges forced and forbidden. None of these
//! solves needs another, so that the feature `rayon` spreads them over all threads.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::{Goal, Problem, Solution};
use crate::edge_weight::EdgeWeight;
use crate::error::Error;
use crate::graph::VertexId;
use crate::objective::{Cover, Objective};
use crate::weight::Weight;

/// One of the best matchings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedMatching<T> {
    /// The sum of its weights; for [`Goal::MaxCardinality`] its number of pairs.
    pub value: T,
    /// Its pairs, each once, the smaller vertex first, in ascending order.
    pub pairs: Vec<(usize, usize)>,
}

/// What an edge has to do with an optimal matching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeSlack<T> {
    /// Its vertices, the smaller one first.
    pub ends: (usize, usize),
    /// Whether the matching has it.
    pub is_matched: bool,
    /// By how much its weight can get worse, if it is matched, or better, if it is not, while the
    /// matching stays optimal. `None`: by any amount.
    pub slack: Option<T>,
    /// Whether some optimal matching has it.
    pub is_in_some_optimum: bool,
    /// Whether every optimal matching has it.
    pub is_in_every_optimum: bool,
}

/// Matchings that contain these pairs and none of those, by the best of them.
struct MatchingBranch<T> {
    forced: Vec<(usize, usize)>,
    forbidden: Vec<(usize, usize)>,
    best: RankedMatching<T>,
}

impl<W: EdgeWeight> Problem<W> {
    /// The `k` best matchings, the best one first, or all if there are fewer; none if a vertex that
    /// must be covered cannot be. Matchings of one value come in an order that is the same on every run.
    ///
    /// Matchings are told apart by their pairs. Where nothing asks for pairs, edges that weigh nothing
    /// or less and join vertices that may stay exposed are left out. Among matchings ranked by their
    /// number of edges first, those with fewer edges come after all with more.
    ///
    /// Murty's partition (K. G. Murty, "An algorithm for ranking all the assignments in order of
    /// increasing cost", 1968): `n / 2` times solving for each matching, on all threads with the feature
    /// `rayon`.
    ///
    /// # Errors
    /// As [`Problem::solve`], except for [`Error::NoMatching`].
    ///
    /// ```
    /// use edelweiss_matching::{Goal, Problem};
    ///
    /// let mut problem = Problem::new(4, Goal::MaxWeightPerfect);
    /// for (u, v, weight) in [(0, 1, 5), (2, 3, 5), (0, 2, 4), (1, 3, 4), (0, 3, 1), (1, 2, 1)] {
    ///     problem.add_edge(u, v, weight)?;
    /// }
    /// let values: Vec<i128> = (problem.best(9)?.iter()).map(|matching| matching.value).collect();
    /// assert_eq!(values, [10, 8, 2]);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    pub fn best(&self, k: usize) -> Result<Vec<RankedMatching<W::Total>>, Error> {
        let problem = self.without_needless_edges()?;
        let mut ranked = Vec::new();
        let mut open = Vec::new();
        if k > 0 {
            open.extend(problem.branch(Vec::new(), Vec::new())?);
        }
        while ranked.len() < k {
            let best = (0..open.len()).reduce(|best, other| {
                let order = problem.order(&open[best], &open[other]);
                if order == Ordering::Less { other } else { best }
            });
            let Some(best) = best else { break };
            let MatchingBranch {
                mut forced,
                forbidden,
                best,
            } = open.swap_remove(best);
            // With the first pairs of the best one and without the next: each other matching once.
            let free: Vec<_> = (best.pairs.iter().copied())
                .filter(|pair| !forced.contains(pair))
                .collect();
            ranked.push(best);
            if ranked.len() == k {
                break;
            }
            let n_forced = forced.len();
            forced.extend(&free);
            let branches = solve_each(&free, |i, pair| {
                let without = [&forbidden[..], &[*pair]].concat();
                problem.branch(forced[..n_forced + i].to_vec(), without)
            });
            for branch in branches {
                open.extend(branch?);
            }
        }
        Ok(ranked)
    }

    /// What every edge has to do with an optimal matching of this problem: how far its weight could
    /// change, and so whether it is in some, or in all. In the order of the vertices. One solve an edge,
    /// on all threads with the feature `rayon`.
    ///
    /// For [`Goal::MaxCardinality`] all weights count as one. Parallel edges count as their best one.
    ///
    /// # Errors
    /// As [`Problem::solve`].
    ///
    /// ```
    /// use edelweiss_matching::{Goal, Problem};
    ///
    /// let mut problem = Problem::new(3, Goal::MaxWeight);
    /// problem.add_edge(0, 1, 5_i64)?;
    /// problem.add_edge(1, 2, 8)?;
    /// let edges = problem.edge_slacks(&problem.solve()?)?;
    /// assert_eq!(edges[0].slack, Some(3)); // 5 + 3 would do as well as 8
    /// assert!(edges[1].is_in_every_optimum);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    pub fn edge_slacks(&self, solution: &Solution<W>) -> Result<Vec<EdgeSlack<W::Total>>, Error> {
        let mut ends: Vec<_> = self.ends.iter().map(|(u, v)| in_order(*u, *v)).collect();
        ends.sort_unstable();
        ends.dedup();
        let slacks = solve_each(&ends, |_, &ends| {
            let is_matched = solution.mate(ends.0) == Some(ends.1);
            let (forced, forbidden) = if is_matched {
                (Vec::new(), vec![ends])
            } else {
                (vec![ends], Vec::new())
            };
            let other = self.branch(forced, forbidden)?;
            // A missing edge is made up for by no weight.
            let comparable = other.filter(|other| {
                self.goal != Goal::MaxWeightMaxCardinality
                    || other.best.pairs.len() == solution.n_pairs()
            });
            let slack = comparable.as_ref().map(|other| match self.goal {
                Goal::MinWeightPerfect => W::difference(&other.best.value, solution.value()),
                _ => W::difference(solution.value(), &other.best.value),
            });
            // Whether an optimal matching has it the other way.
            let is_open = comparable.is_some_and(|other| other.best.value == *solution.value());
            Ok(EdgeSlack {
                ends,
                is_matched,
                slack,
                is_in_some_optimum: is_matched || is_open,
                is_in_every_optimum: is_matched && !is_open,
            })
        });
        slacks.into_iter().collect()
    }

    /// Which of two best matchings is better.
    fn order(&self, one: &MatchingBranch<W::Total>, other: &MatchingBranch<W::Total>) -> Ordering {
        let by_value = one.best.value.cmp(&other.best.value);
        match self.goal {
            Goal::MinWeightPerfect => by_value.reverse(),
            Goal::MaxWeightMaxCardinality => {
                let by_edges = one.best.pairs.len().cmp(&other.best.pairs.len());
                by_edges.then(by_value)
            }
            _ => by_value,
        }
    }

    /// The best matching with these pairs and without those, if there is one.
    fn branch(
        &self,
        forced: Vec<(usize, usize)>,
        forbidden: Vec<(usize, usize)>,
    ) -> Result<Option<MatchingBranch<W::Total>>, Error> {
        match self.restricted(&forced, &forbidden).solve() {
            Ok(solution) => Ok(Some(MatchingBranch {
                forced,
                forbidden,
                best: RankedMatching {
                    value: solution.value().clone(),
                    pairs: solution.pairs().collect(),
                },
            })),
            Err(Error::NoMatching(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The problem whose matchings have these pairs and none of those: forced vertices lose their other
    /// edges.
    fn restricted(&self, forced: &[(usize, usize)], forbidden: &[(usize, usize)]) -> Self {
        let mut mates = vec![None; self.n];
        for (u, v) in forced.iter().copied() {
            mates[u] = Some(v);
            mates[v] = Some(u);
        }
        let forbidden: HashSet<_> = forbidden.iter().copied().collect();
        let stays = |u: VertexId, v: VertexId| {
            let may =
                |u: VertexId, v: VertexId| mates[u.index()].is_none_or(|mate| mate == v.index());
            may(u, v) && may(v, u) && !forbidden.contains(&in_order(u, v))
        };
        let mut problem = self.filtered(|u, v, _| stays(u, v));
        // Elsewhere a pair without other edges is matched anyway.
        if self.goal.objective() == Objective::MaxWeight && !forced.is_empty() {
            let mut covers = self.covers();
            for (cover, _) in covers
                .iter_mut()
                .zip(&mates)
                .filter(|(_, mate)| mate.is_some())
            {
                *cover = Cover::Must;
            }
            problem.covers = Some(covers);
        }
        problem
    }

    /// Without what no matching needs where the sum of the weights is all that counts.
    fn without_needless_edges(&self) -> Result<Self, Error> {
        if self.goal != Goal::MaxWeight {
            return Ok(self.clone());
        }
        let encoding = W::encoding(self.weights.iter(), self.n)?;
        let covers = self.covers();
        Ok(self.filtered(|u, v, weight| {
            let may_stay = [u, v].map(|end| covers[end.index()] == Cover::May);
            may_stay.contains(&false) || weight.wide(&encoding) > W::Dual::zero()
        }))
    }

    fn filtered(&self, stays: impl Fn(VertexId, VertexId, &W) -> bool) -> Self {
        let edges = self.ends.iter().zip(&self.weights);
        let (ends, weights) = edges
            .filter(|((u, v), weight)| stays(*u, *v, weight))
            .map(|(ends, weight)| (*ends, weight.clone()))
            .unzip();
        Self {
            n: self.n,
            goal: self.goal,
            covers: self.covers.clone(),
            ends,
            weights,
        }
    }
}

/// What `solve` says of each item and its place, in their order, whatever the threads do.
#[cfg(feature = "rayon")]
fn solve_each<T: Sync, R: Send>(items: &[T], solve: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    use rayon::prelude::*;
    let items = items.par_iter().enumerate();
    items.map(|(i, item)| solve(i, item)).collect()
}

/// What `solve` says of each item and its place, in their order.
#[cfg(not(feature = "rayon"))]
fn solve_each<T, R>(items: &[T], solve: impl Fn(usize, &T) -> R) -> Vec<R> {
    let items = items.iter().enumerate();
    items.map(|(i, item)| solve(i, item)).collect()
}

fn in_order(u: VertexId, v: VertexId) -> (usize, usize) {
    let (u, v) = (u.index(), v.index());
    (u.min(v), u.max(v))
}
