//! Decisions: does an arrangement stay possible with this pair?
//!
//! Wherever the text says "apply the next ... until p pairings comply", the engine asks instead
//! whether any arrangement complies ([`Instance`]), and then fixes the sequence place by place, asking
//! again before each place.

use edelweiss_matching::{MatchingFace, VertexId};

use super::instance::{
    Budget, Exhausted, Instance, InstanceAnswer, InstanceMates, Work, contains, insert, mates_of,
};

/// An instance of which some arrangement is within the limits.
#[derive(Debug)]
pub(super) struct Choice<'w> {
    arrangements: Arrangements,
    work: &'w Work,
}

#[derive(Debug)]
enum Arrangements {
    /// These.
    Exactly(Box<MatchingFace>),
    /// Some of the instance's matchings, among them this one.
    Among(Box<Instance>, InstanceMates),
}

impl<'w> Choice<'w> {
    /// `None` if nothing is within the limits.
    pub(super) fn new(mut instance: Instance, work: &'w Work) -> Result<Option<Self>, Exhausted> {
        let arrangements = match instance.examine(work)? {
            InstanceAnswer::No => return Ok(None),
            InstanceAnswer::Exactly(face) => Arrangements::Exactly(face),
            InstanceAnswer::Yes(mates) => Arrangements::Among(Box::new(instance), mates),
        };
        Ok(Some(Self { arrangements, work }))
    }

    /// The arrangements, if they are exactly the matchings of a face.
    pub(super) fn into_face(self) -> Option<MatchingFace> {
        match self.arrangements {
            Arrangements::Exactly(face) => Some(*face),
            Arrangements::Among(..) => None,
        }
    }

    /// Whether an arrangement remains if `v` is matched to a vertex of `keep`. If so, that is kept.
    pub(super) fn try_restrict(&mut self, v: usize, keep: &[u64]) -> Result<bool, Exhausted> {
        match &mut self.arrangements {
            Arrangements::Exactly(face) => Ok(face.try_restrict(VertexId::new(v), keep)),
            Arrangements::Among(instance, mates) => {
                if contains(keep, mates[v]) {
                    instance.restrict(v, keep);
                    return Ok(true);
                }
                let mut restricted = instance.clone();
                restricted.restrict(v, keep);
                let Some(choice) = Self::new(*restricted, self.work)? else {
                    return Ok(false);
                };
                *self = choice;
                Ok(true)
            }
        }
    }

    /// Matches `v` to the first of `candidates` that leaves an arrangement, for good.
    pub(super) fn match_first(
        &mut self,
        v: usize,
        candidates: &[u64],
    ) -> Result<Option<usize>, Exhausted> {
        if let Arrangements::Exactly(face) = &mut self.arrangements {
            let mate = face.match_first(VertexId::new(v), candidates);
            return Ok(mate.map(VertexId::index));
        }
        if !self.try_restrict(v, candidates)? {
            return Ok(None);
        }
        loop {
            let mate = self.mate(v);
            let mut before = candidates.to_vec();
            before[mate / 64] &= (1 << (mate % 64)) - 1;
            before[mate / 64 + 1..].fill(0);
            if !self.try_restrict(v, &before)? {
                let mut only = vec![0; candidates.len()];
                insert(&mut only, mate);
                self.try_restrict(v, &only)?;
                return Ok(Some(mate));
            }
        }
    }

    /// The mate of every vertex in some arrangement.
    pub(super) fn mates(&mut self) -> InstanceMates {
        match &mut self.arrangements {
            Arrangements::Exactly(face) => mates_of(face),
            Arrangements::Among(_, mates) => mates.clone(),
        }
    }

    fn mate(&mut self, v: usize) -> usize {
        match &mut self.arrangements {
            Arrangements::Exactly(face) => mates_of(face)[v],
            Arrangements::Among(_, mates) => mates[v],
        }
    }
}

/// Several instances over the same vertices: an arrangement of any of them will do. They are made one
/// at a time.
pub(super) struct Instances<'i> {
    /// How many ways there are to bound the refused preferences.
    pub(super) n_bounds: usize,
    /// For each of them, at how many ranks S1 of the bracket below may end.
    pub(super) n_ranks: usize,
    /// Of a bound and a rank. Without a rank, an instance that has the arrangements of all ranks, and
    /// others.
    pub(super) make: Box<dyn Fn(usize, Option<usize>) -> Instance + 'i>,
}

impl Instances<'_> {
    /// Hands the instances over one by one while the answer is yes. Nothing is possible at any of several
    /// ranks if it is not where the rank does not matter, and that is asked first.
    pub(super) fn each(
        &self,
        work: &Work,
        mut ask: impl FnMut(Instance) -> Result<bool, Exhausted>,
    ) -> Result<(), Exhausted> {
        for bound in 0..self.n_bounds {
            let any_rank = || (self.make)(bound, None).examine(work);
            if self.n_ranks > 1 && matches!(any_rank()?, InstanceAnswer::No) {
                continue;
            }
            for rank in 0..self.n_ranks {
                if !ask((self.make)(bound, Some(rank)))? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Whether any of them has an arrangement within its limits.
    pub(super) fn are_possible(&self, work: &Work) -> Result<bool, Exhausted> {
        let mut is_possible = false;
        self.each(work, |mut instance| {
            is_possible = !matches!(instance.examine(work)?, InstanceAnswer::No);
            Ok(!is_possible)
        })?;
        Ok(is_possible)
    }

    /// The smallest sum of a budget.
    pub(super) fn minimum(&self, budget: Budget, work: &Work) -> Result<Option<i64>, Exhausted> {
        let mut least: Option<i64> = None;
        self.each(work, |instance| {
            let own = instance.minimum(budget, work)?;
            least = least.into_iter().chain(own).min();
            Ok(true)
        })?;
        Ok(least)
    }

    /// The first sequence of decisions in any of them. `decide` makes the decisions in one of them, if
    /// they are to come before those of another.
    pub(super) fn first<D>(
        &self,
        work: &Work,
        decide: impl Fn(&mut Choice, Option<&D>) -> Result<Option<D>, Exhausted>,
    ) -> Result<Option<D>, Exhausted> {
        let mut first = None;
        self.each(work, |instance| {
            if let Some(mut choice) = Choice::new(instance, work)? {
                first = decide(&mut choice, first.as_ref())?.or(first.take());
            }
            Ok(true)
        })?;
        Ok(first)
    }
}
