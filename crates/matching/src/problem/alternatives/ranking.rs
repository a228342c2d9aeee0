//! The best matchings in order.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use super::searches::{SearchBudget, SearchCount};
use crate::edge_weight::EdgeWeight;
use crate::error::Error;
use crate::graph::VertexId;
use crate::objective::Cover;
use crate::problem::question::{NumberWidth, Question};
use crate::problem::{Goal, Problem};
use crate::solver::{MatchingSum, WhatIf};
use crate::weight::Weight;

type MatchedPair = (VertexId, VertexId);

/// One of the best matchings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedMatching<T> {
    /// The sum of its weights; for [`Goal::MaxCardinality`] its number of pairs.
    pub value: T,
    /// Its pairs, each once, the smaller vertex first, in ascending order.
    pub pairs: Vec<(usize, usize)>,
}

/// The best matchings, as far as the limit allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedMatchings<T> {
    /// The best one first.
    pub matchings: Vec<RankedMatching<T>>,
    /// Whether the limit ended it before there were as many as were asked for, or all that there are.
    pub is_cut: bool,
    /// How many searches were made.
    pub searches: u64,
}

/// A matching that was listed, and how the others of its part are divided: the `i`-th part has the first `i` of
/// its free pairs and not the next one.
struct ListedMatching<D> {
    /// What it amounts to.
    sum: MatchingSum<D>,
    /// The pairs that all matchings of its part have.
    forced: Vec<MatchedPair>,
    /// Those that none has.
    forbidden: Vec<MatchedPair>,
    /// Its other pairs.
    free: Vec<MatchedPair>,
}

/// A part of the matchings whose best one is not listed yet: the best of all come first, and of equal ones
/// those that were found first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct OpenPart<D> {
    best: Reverse<MatchingSum<D>>,
    /// Of which listed matching.
    parent: usize,
    /// Which of its parts.
    place: usize,
}

/// The matchings that were listed.
struct ListedMatchings<D> {
    listed: Vec<ListedMatching<D>>,
    is_cut: bool,
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
    /// increasing cost", 1968) with the searches of C. R. Chegireddy and H. W. Hamacher ("Algorithms for
    /// finding K-best perfect matchings", 1987): one solve for each matching, and for each but the last one search
    /// for each of its pairs, from the duals of that solve. A search ends as soon as what it looks for is not
    /// among the `k` best. O(k n) memory.
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
        Ok(self.best_within(k, SearchBudget::default())?.matchings)
    }

    /// As [`Problem::best`], as long as there may be searches: the first matching costs none, and each further
    /// one as many as the one before has pairs that are not forced.
    ///
    /// # Errors
    /// As [`Problem::best`].
    pub fn best_within(
        &self,
        k: usize,
        budget: SearchBudget<'_>,
    ) -> Result<RankedMatchings<W::Total>, Error> {
        let most = (k.saturating_sub(1) as u64).saturating_mul(self.n as u64 / 2);
        let count = SearchCount::new(budget, most);
        let encoding = W::encoding(self.weights.iter(), self.n)?;
        let narrow = |edge: usize| self.weights[edge].narrow(&encoding).unwrap_or(0);
        let question = self.question();
        let is_dense = self.is_dense();
        let listed = |forced: Vec<MatchedPair>, free: Vec<MatchedPair>, weight: W::Dual| {
            let mut pairs: Vec<_> = (forced.iter().chain(&free))
                .map(|(u, v)| (u.index(), v.index()))
                .collect();
            pairs.sort_unstable();
            RankedMatching {
                value: self.value(pairs.len(), &weight, &encoding),
                pairs,
            }
        };
        let (matchings, is_cut) = match self.width(&encoding, self.n) {
            NumberWidth::Bits64 => {
                let ranking = question.ranked(is_dense, k, &count, &|edge| narrow(edge) as i64)?;
                ranking.into_matchings(|number| W::dual(i128::from(number)), listed)
            }
            NumberWidth::Bits128 => {
                let ranking = question.ranked(is_dense, k, &count, &narrow)?;
                ranking.into_matchings(W::dual, listed)
            }
            NumberWidth::Wide => {
                let encoding = self.encoding_for_duals()?;
                let wide = |edge: usize| self.weights[edge].wide(&encoding);
                let ranking = question.ranked(is_dense, k, &count, &wide)?;
                ranking.into_matchings(|number| number, listed)
            }
        };
        Ok(RankedMatchings {
            matchings,
            is_cut,
            searches: count.done(),
        })
    }
}

impl<D: Weight> ListedMatching<D> {
    /// Puts those of its parts among the open ones whose best matchings are among the `n_missing` best. `what_if`
    /// knows all but the forced pairs.
    fn open_parts(
        &self,
        what_if: &mut WhatIf<D>,
        parent: usize,
        open: &mut BTreeSet<OpenPart<D>>,
        n_missing: usize,
        count: &SearchCount<'_>,
    ) {
        let Some(best) = what_if.best() else { return };
        let of_forced = self.sum.minus(best);
        for (place, pair) in self.free.iter().enumerate() {
            count.count();
            let worst = open.last().filter(|_| open.len() >= n_missing);
            // Of equal ones those that were found first are listed.
            let floor = worst.map(|worst| worst.best.0.minus(&of_forced).better());
            if let Some(sum) = what_if.without(*pair, floor.as_ref()) {
                open.insert(OpenPart {
                    best: Reverse(sum.plus(&of_forced)),
                    parent,
                    place,
                });
                if open.len() > n_missing {
                    open.pop_last();
                }
            }
            what_if.force(*pair);
        }
    }
}

impl<D: Weight> ListedMatchings<D> {
    /// What was listed, by whoever knows what the numbers mean.
    fn into_matchings<E, T>(
        self,
        number: impl Fn(D) -> E,
        listed: impl Fn(Vec<MatchedPair>, Vec<MatchedPair>, E) -> T,
    ) -> (Vec<T>, bool) {
        let matchings = self.listed.into_iter();
        let matchings =
            matchings.map(|each| listed(each.forced, each.free, number(each.sum.weight)));
        (matchings.collect(), self.is_cut)
    }
}

impl Question<'_> {
    /// The `k` best matchings.
    fn ranked<D: Weight>(
        &self,
        is_dense: bool,
        k: usize,
        count: &SearchCount<'_>,
        weight: &dyn Fn(usize) -> D,
    ) -> Result<ListedMatchings<D>, Error> {
        let mut ranking = ListedMatchings {
            listed: Vec::new(),
            is_cut: false,
        };
        let mut open: BTreeSet<OpenPart<D>> = BTreeSet::new();
        let (mut forced, mut forbidden, mut sum) = (Vec::new(), Vec::new(), None);
        while ranking.listed.len() < k {
            let mut what_if = self.part(is_dense, &forced, &forbidden, weight)?;
            let Some(best) = what_if.best() else { break };
            let listed = ListedMatching {
                sum: sum.unwrap_or_else(|| best.clone()),
                forced,
                forbidden,
                free: what_if.pairs(),
            };
            let parent = ranking.listed.len();
            let n_missing = k - parent - 1;
            if n_missing > 0 && listed.free.len() as u64 > count.left() {
                ranking.is_cut = true;
            } else if n_missing > 0 {
                while open.len() > n_missing {
                    open.pop_last();
                }
                listed.open_parts(&mut what_if, parent, &mut open, n_missing, count);
            }
            ranking.listed.push(listed);
            if ranking.is_cut {
                break;
            }
            let Some(next) = open.pop_first() else { break };
            let parent = &ranking.listed[next.parent];
            let (first, rest) = parent.free.split_at(next.place);
            forced = [&parent.forced[..], first].concat();
            forbidden = [&parent.forbidden[..], &rest[..1]].concat();
            sum = Some(next.best.0);
        }
        Ok(ranking)
    }

    /// The matchings with these pairs and without those, apart from the forced pairs themselves.
    fn part<D: Weight>(
        &self,
        is_dense: bool,
        forced: &[MatchedPair],
        forbidden: &[MatchedPair],
        weight: &dyn Fn(usize) -> D,
    ) -> Result<WhatIf<D>, Error> {
        let mut covers = self.covers.clone();
        let mut is_forced = vec![false; self.n];
        for end in forced.iter().flat_map(|(u, v)| [u, v]) {
            is_forced[end.index()] = true;
            covers[end.index()] = Cover::May;
        }
        let forbidden: HashSet<MatchedPair> = forbidden.iter().copied().collect();
        let stays = |u: VertexId, v: VertexId, weight: &D| {
            let ends = [u, v];
            let is_needless = self.goal == Goal::MaxWeight
                && *weight <= D::zero()
                && ends
                    .iter()
                    .all(|end| self.covers[end.index()] == Cover::May);
            !is_needless
                && ends.iter().all(|end| !is_forced[end.index()])
                && !forbidden.contains(&(u.min(v), u.max(v)))
        };
        self.what_if(is_dense, &covers, &stays, weight)
    }
}
