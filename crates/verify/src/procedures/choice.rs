//! Who is taken up into the top scoregroup.
//!
//! # Articles
//! C.04.6 (2026) 2.3.1-2.3.4 \[C4-C7\], 3.5; C.04.4.1 (2026) 2.3 \[C5-C10\], 3.2.1, 3.2.2, 4.2.
//!
//! The vertices are the top scoregroup, then players of lower score, by score and number. Everybody who is not paired yet
//! takes part where the proof says so. Otherwise only the following scoregroup does, and whoever of it is not paired with
//! somebody of the two leaves downwards. That is enough where it settles the set: a set with somebody from further down
//! has no fewer members (a path within the top scoregroup that saved two upfloaters would save them here, too), so by the
//! criterion of scores it is worse; and of the others nothing is asked here that the whole does not ask.
//!
//! By the reading that C6 asks for one upfloater into the following bracket or none, and says nothing where that cannot
//! be, a round in which it takes two up or more is right only if every set of the best C4 and C5 makes it do so. That is a
//! problem of its own, [`ChoiceNeed::TwoAtLeast`], whose duals bound the costs from below; then C6 costs nothing
//! ([`ChoiceNeed::Waived`]). Where the round has one or none, the least is no more, and C6 counts as in the other reading.

use edelweiss_model::{PlayerId, Score};
use num_bigint::BigInt;

use super::round::{BracketProcedure, ProcedureToProve};
use crate::matched::{self, numbered};
use crate::rejection::Rejection;
use crate::sequence::ProofQuestion;
use crate::settle::SettledMatching;

/// C6: what is asked about the following bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChoiceNeed {
    /// As few upfloaters into it as possible.
    Fewest,
    /// Of the sets that are the best by C4 and C5: that it takes two up at least. Nothing else is asked.
    TwoAtLeast,
    /// Nothing.
    Waived,
}

/// How far the problem reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChoiceScope {
    /// Whether everybody takes part; else the following scoregroup alone.
    pub(super) everybody: bool,
    /// C6: whether there is a following scoregroup.
    pub(super) has_following: bool,
    /// C6: what it asks then.
    pub(super) need: ChoiceNeed,
}

/// The problem of one bracket.
#[derive(Debug)]
pub(super) struct ChoiceProblem<'a> {
    asked: &'a ProcedureToProve<'a>,
    players: Vec<PlayerId>,
    partners: Vec<usize>,
    n_top: usize,
    /// Where those below the following scoregroup begin.
    below: usize,
    scope: ChoiceScope,
    /// Scores of those who may be taken up, the lowest first.
    levels: Vec<Score>,
}

impl<'a> ChoiceProblem<'a> {
    /// `pairs` are those of the bracket and of all later ones.
    pub(super) fn new(
        asked: &'a ProcedureToProve<'a>,
        [top, lower]: [&[PlayerId]; 2],
        n_following: usize,
        scope: ChoiceScope,
        pairs: impl Iterator<Item = [u32; 2]>,
    ) -> Result<Self, Rejection> {
        let players = [top, lower].concat();
        let mut levels = asked.levels(lower);
        levels.reverse();
        let mut problem = Self {
            asked,
            partners: Vec::new(),
            players,
            n_top: top.len(),
            below: top.len() + n_following,
            scope,
            levels,
        };
        let numbers = asked.numbers(&problem.players);
        // Pairs of somebody who takes no part are those of who leaves downwards.
        let within = pairs.filter(|pair| pair.iter().all(|number| numbers.contains(number)));
        let has_edge = |u: usize, v: usize| problem.has_edge(u.min(v), u.max(v));
        problem.partners = matched::partners(&numbers, within, has_edge)?;
        Ok(problem)
    }

    /// How many the following bracket takes up, by the round; C6 is about somebody.
    pub(super) fn n_needed(&self) -> u64 {
        self.sums()[self.field_of_need()]
    }

    /// The field of C6, where it has one.
    fn field_of_need(&self) -> usize {
        1 + self.levels.len()
    }

    /// How many fields the costs have: upfloaters, these by score, and what else counts.
    fn n_fields(&self) -> usize {
        1 + self.levels.len() + self.labels().len() - 2
    }

    /// The criteria: upfloaters, their scores, and the others, a field each.
    fn labels(&self) -> &'static [&'static str] {
        match self.asked.procedure() {
            BracketProcedure::Subgroups => &["C5", "C6", "C7", "C8", "C9", "C10"],
            _ => &["C4", "C5", "C6", "C7"],
        }
    }

    /// What an edge `u <= v` costs, by the places of the fields from the first.
    fn amounts(&self, u: usize, v: usize) -> Vec<(usize, u64)> {
        let mut amounts = Vec::new();
        let others = self.field_of_need();
        let is_upfloat = u < self.n_top && v >= self.n_top;
        let entrant = self.asked.entrant(self.players[v]);
        if is_upfloat {
            let level = self.levels.binary_search(&entrant.score);
            amounts.extend([(0, 1), (1 + level.unwrap_or_default(), 1)]);
        }
        if self.asked.procedure() == BracketProcedure::Subgroups {
            // Everybody has a preference (1.6.4): of two for one colour one is refused.
            let colour = |v: usize| self.asked.entrant(self.players[v]).preference;
            let colours = [u, v].map(|v| colour(v).map(|(colour, _)| colour));
            if u < self.n_top && colours[0] == colours[1] {
                amounts.push((others, 1));
            }
            if is_upfloat {
                let repeated = entrant.repeated.into_iter();
                amounts.extend((others + 1..).zip(repeated));
            }
            return amounts;
        }
        let is_following = (self.n_top..self.below).contains(&u);
        if self.scope.has_following && is_following && (v == u || v >= self.below) {
            amounts.push((others, 1));
        }
        if is_upfloat && entrant.floated {
            amounts.push((others + 1, 1));
        }
        amounts
    }

    fn field_bits(&self) -> u32 {
        let repeated = |id: &PlayerId| self.asked.entrant(*id).repeated[1];
        let most = self.players.iter().map(repeated).max().unwrap_or_default();
        u64::BITS - (self.players.len() as u64 * most.max(1)).leading_zeros()
    }

    /// By field, what the round's matching costs.
    fn sums(&self) -> Vec<u64> {
        let mut sums = vec![0; self.n_fields()];
        for (u, v) in self.partners.iter().enumerate().filter(|(u, v)| u <= *v) {
            for (field, amount) in self.amounts(u, *v) {
                sums[field] += amount;
            }
        }
        sums
    }

    /// Whether a field is a matter of what is asked.
    fn counts(&self, field: usize) -> bool {
        match self.scope.need {
            ChoiceNeed::Fewest => true,
            ChoiceNeed::TwoAtLeast => field <= self.field_of_need(),
            ChoiceNeed::Waived => field != self.field_of_need(),
        }
    }

    /// Costs in order as one number.
    fn packed(&self, amounts: impl Iterator<Item = (usize, u64)>) -> BigInt {
        let (n_fields, bits) = (self.n_fields(), self.field_bits());
        let place = |field: usize| (n_fields - 1 - field) as u32 * bits;
        let counted = amounts.filter(|(field, _)| self.counts(*field));
        counted
            .map(|(field, amount)| BigInt::from(amount) << place(field))
            .sum()
    }

    /// The costs of the round's matching, by their labels.
    pub(super) fn costs(&self) -> Vec<(String, Vec<u64>)> {
        let sums = self.sums();
        let (ups, others) = sums.split_at(1 + self.levels.len());
        let mut fields = vec![ups[..1].to_vec(), ups[1..].to_vec()];
        fields.extend(others.iter().map(|sum| vec![*sum]));
        if self.asked.procedure() != BracketProcedure::Subgroups && !self.scope.has_following {
            fields[2].clear();
        }
        let labels = self.labels().iter().map(|label| (*label).to_owned());
        labels.zip(fields).collect()
    }
}

impl SettledMatching for ChoiceProblem<'_> {
    fn partners(&self) -> &[usize] {
        &self.partners
    }

    fn number(&self, v: usize) -> u32 {
        self.asked.number(self.players[v])
    }

    fn classes(&self) -> Vec<u32> {
        let entrants = self.asked.entrants(&self.players);
        let part = |v: usize| (v >= self.n_top, v >= self.below);
        numbered(entrants.enumerate().map(|(v, it)| {
            let of_choice = (it.score, it.preference.map(|(colour, _)| colour));
            (part(v), of_choice, it.floated, it.repeated)
        }))
    }

    fn parts(&self) -> Vec<usize> {
        vec![self.n_top, self.below]
    }

    fn has_edge(&self, u: usize, v: usize) -> bool {
        if u == v {
            return u >= self.n_top && !self.scope.everybody;
        }
        self.asked.may_meet(self.players[u], self.players[v])
    }

    fn cost(&self, u: usize, v: usize) -> BigInt {
        self.packed(self.amounts(u, v).into_iter())
    }

    fn least(&self) -> Option<BigInt> {
        let mut sums = self.sums();
        sums[self.field_of_need()] = 2;
        let least = || self.packed(sums.into_iter().enumerate());
        (self.scope.need == ChoiceNeed::TwoAtLeast).then(least)
    }

    fn bits(&self) -> u32 {
        self.n_fields() as u32 * self.field_bits()
    }

    /// The costs; then of each in order whether he is taken up, yes being better (3.5.4; C.04.4.1 4.2).
    fn questions(&self) -> Vec<ProofQuestion> {
        let mut lower = self.n_top..self.players.len();
        if self.scope.need == ChoiceNeed::TwoAtLeast {
            lower.end = lower.start;
        }
        let lower = lower.map(|v| ProofQuestion::IsFirst(v, true));
        std::iter::once(ProofQuestion::Criteria)
            .chain(lower)
            .collect()
    }

    fn answer(&self, _: ProofQuestion, u: usize) -> usize {
        usize::from(u < self.n_top)
    }
}
