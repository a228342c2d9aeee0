//! Brackets that take players up.
//!
//! # Articles
//! C.04.6 (2026) 3.3, 3.5, 3.6, which C.04.5 has in the same words; C.04.4.1 (2026) 3.2.
//!
//! That who is taken up and who meets whom are two problems is what the texts say: what may be met, completion and the
//! criteria of the first are about the set alone, and whatever pairs the bracket has, the rest is paired as the round shows.

use edelweiss_model::{PlayerId, Score};

use super::choice::{ChoiceNeed, ChoiceProblem, ChoiceScope};
use super::claimed::{ClaimedBracket, Unpaired};
use super::pairs::PairsProblem;
use super::round::{BracketProcedure, ProcedureToProve};
use super::subgroups::subgroup_problems;
use crate::proof::BracketProof;
use crate::rejection::Rejection;
use crate::settle::SettledMatching;

/// A bracket that is claimed, found to be possible.
pub(super) struct UpfloatBracket<'c> {
    asked: &'c ProcedureToProve<'c>,
    claimed: &'c BracketProof,
    later: &'c [BracketProof],
    /// The top scoregroup.
    top: Vec<PlayerId>,
    /// Everybody lower, by score and number.
    lower: Vec<PlayerId>,
    upfloaters: Vec<PlayerId>,
    /// How many of `lower` are the following scoregroup.
    n_following: usize,
    /// C6: whether it is about somebody.
    has_following: bool,
}

impl<'c> UpfloatBracket<'c> {
    pub(super) fn new(
        asked: &'c ProcedureToProve<'_>,
        claimed: &'c BracketProof,
        later: &'c [BracketProof],
        unpaired: &[PlayerId],
        levels: &[Score],
    ) -> Result<Self, Rejection> {
        let top = asked.top(unpaired);
        let lower = &unpaired[top.len()..];
        let is_taken = |id: &PlayerId| claimed.mdps.contains(&asked.number(*id));
        let upfloaters: Vec<PlayerId> = lower.iter().copied().filter(is_taken).collect();
        if asked.numbers(&upfloaters) != claimed.mdps {
            return Err(Rejection::new("the round makes it something else").at("mdps"));
        }
        let n_following = asked.top(lower).len();
        let below = levels.iter().find(|level| **level < asked.score(top[0]));
        let is_next = lower
            .first()
            .is_some_and(|id| Some(&asked.score(*id)) == below);
        Ok(Self {
            asked,
            claimed,
            later,
            has_following: !lower.is_empty() && (is_next || !asked.follows_standings()),
            top: top.to_vec(),
            lower: lower.to_vec(),
            upfloaters,
            n_following,
        })
    }

    fn players(&self) -> Vec<PlayerId> {
        [&self.top[..], &self.upfloaters].concat()
    }

    /// 3.5; nothing where nobody is taken up, as no smaller set is another one.
    fn choices(&self) -> Result<Vec<ChoiceProblem<'_>>, Rejection> {
        if self.upfloaters.is_empty() {
            return Ok(Vec::new());
        }
        let everybody = self.claimed.everybody;
        let choice = self.any_choice(everybody, ChoiceNeed::Fewest)?;
        let parity_counts = self.has_following && self.asked.follows_parity();
        if !parity_counts || choice.n_needed() < 2 {
            return Ok(vec![choice]);
        }
        let needs = [ChoiceNeed::TwoAtLeast, ChoiceNeed::Waived];
        let choices = needs.map(|need| self.any_choice(everybody, need));
        choices.into_iter().collect()
    }

    fn any_choice(
        &self,
        everybody: bool,
        need: ChoiceNeed,
    ) -> Result<ChoiceProblem<'_>, Rejection> {
        let n_lower = if everybody {
            self.lower.len()
        } else {
            self.n_following
        };
        let pairs =
            (self.claimed.pairs.iter()).chain(self.later.iter().flat_map(|bracket| &bracket.pairs));
        ChoiceProblem::new(
            self.asked,
            [&self.top, &self.lower[..n_lower]],
            self.n_following,
            ChoiceScope {
                everybody,
                has_following: self.has_following,
                need,
            },
            pairs.copied(),
        )
    }

    /// C.04.6 3.6.
    fn pairs(&self) -> Result<PairsProblem<'_>, Rejection> {
        let pairs = &self.claimed.pairs;
        PairsProblem::new(self.asked, self.players(), &self.upfloaters, pairs)
    }
}

impl ClaimedBracket for UpfloatBracket<'_> {
    fn visit(
        &self,
        visit: &mut dyn FnMut(&dyn SettledMatching) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        for choice in self.choices()? {
            visit(&choice)?;
        }
        if self.asked.procedure() != BracketProcedure::Subgroups {
            return visit(&self.pairs()?);
        }
        let problems = subgroup_problems(self.asked, self.players(), &self.claimed.pairs)?;
        problems.iter().try_for_each(|problem| visit(problem))
    }

    fn costs(&self) -> Result<Vec<(String, Vec<u64>)>, Rejection> {
        let mut costs = self.any_choice(true, ChoiceNeed::Fewest)?.costs();
        if self.asked.procedure() != BracketProcedure::Subgroups {
            costs.extend(self.pairs()?.costs());
        }
        Ok(costs)
    }

    fn reaches_further(&self) -> bool {
        let following = &self.lower[..self.n_following];
        self.upfloaters.iter().any(|id| !following.contains(id))
    }

    fn left(&self) -> Unpaired {
        let is_left = |id: &PlayerId| !self.upfloaters.contains(id);
        Unpaired {
            floaters: Vec::new(),
            others: self.lower.iter().copied().filter(is_left).collect(),
        }
    }
}
