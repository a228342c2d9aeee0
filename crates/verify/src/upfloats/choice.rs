//! Who is taken up into the top scoregroup.
//!
//! # Articles
//! C.04.6 (2026) 2.3.1-2.3.4 \[C4-C7\], 3.5.
//!
//! The vertices are the top scoregroup, then players of lower score, by score and number. Everybody who is not paired yet
//! takes part where the proof says so. Otherwise only the following scoregroup does, and whoever of it is not paired with
//! somebody of the two leaves downwards. That is enough where it settles the set: a set with somebody from further down
//! has no fewer members (a path within the top scoregroup that saved two upfloaters would save them here, too), so by C5
//! it is worse; and of the others nothing is asked here that the whole does not ask.

use edelweiss_model::{PlayerId, Score};
use num_bigint::BigInt;

use super::round::UpfloatsToProve;
use crate::matched;
use crate::rejection::Rejection;
use crate::sequence::ProofQuestion;
use crate::settle::SettledMatching;

/// How far the problem reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChoiceScope {
    /// Whether everybody takes part; else the following scoregroup alone.
    pub(super) everybody: bool,
    /// C6: whether there is a following scoregroup.
    pub(super) has_following: bool,
}

/// The problem of one bracket.
#[derive(Debug)]
pub(super) struct ChoiceProblem<'a> {
    asked: &'a UpfloatsToProve<'a>,
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
        asked: &'a UpfloatsToProve<'a>,
        [top, lower]: [&[PlayerId]; 2],
        n_following: usize,
        scope: ChoiceScope,
        pairs: impl Iterator<Item = [u16; 2]>,
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

    /// How many fields the costs have: C4, C5 by score, C6, C7.
    fn n_fields(&self) -> usize {
        self.levels.len() + 3
    }

    /// What an edge `u <= v` costs, by the places of the fields from the first.
    fn fields(&self, u: usize, v: usize) -> Vec<usize> {
        let mut fields = Vec::new();
        let n_levels = self.levels.len();
        if u < self.n_top && v >= self.n_top {
            let entrant = self.asked.entrant(self.players[v]);
            let level = self
                .levels
                .binary_search(&entrant.score)
                .unwrap_or_default();
            fields.extend([0, 1 + level]);
            if entrant.floated {
                fields.push(n_levels + 2);
            }
        }
        let is_following = (self.n_top..self.below).contains(&u);
        if self.scope.has_following && is_following && (v == u || v >= self.below) {
            fields.push(n_levels + 1);
        }
        fields
    }

    fn field_bits(&self) -> u32 {
        usize::BITS - self.players.len().leading_zeros()
    }

    /// C4 to C7 of the round's matching, by their labels.
    pub(super) fn costs(&self) -> Vec<(String, Vec<u64>)> {
        let mut sums = vec![0; self.n_fields()];
        for (u, v) in self.partners.iter().enumerate().filter(|(u, v)| u <= *v) {
            for field in self.fields(u, *v) {
                sums[field] += 1;
            }
        }
        let n_levels = self.levels.len();
        let c6 = (self.scope.has_following).then_some(sums[n_levels + 1]);
        [
            ("C4", vec![sums[0]]),
            ("C5", sums[1..=n_levels].to_vec()),
            ("C6", c6.into_iter().collect()),
            ("C7", vec![sums[n_levels + 2]]),
        ]
        .map(|(label, fields)| (label.to_owned(), fields))
        .to_vec()
    }
}

impl SettledMatching for ChoiceProblem<'_> {
    fn partners(&self) -> &[usize] {
        &self.partners
    }

    fn number(&self, v: usize) -> u16 {
        self.asked.number(self.players[v])
    }

    fn has_edge(&self, u: usize, v: usize) -> bool {
        if u == v {
            return u >= self.n_top && !self.scope.everybody;
        }
        self.asked.may_meet(self.players[u], self.players[v])
    }

    fn cost(&self, u: usize, v: usize) -> BigInt {
        let (n_fields, bits) = (self.n_fields(), self.field_bits());
        let place = |field: usize| (n_fields - 1 - field) as u32 * bits;
        let fields = self.fields(u, v).into_iter();
        fields.map(|field| BigInt::from(1) << place(field)).sum()
    }

    fn bits(&self) -> u32 {
        self.n_fields() as u32 * self.field_bits()
    }

    /// The costs; then of each in order whether he is taken up, yes being better (3.5.4).
    fn questions(&self) -> Vec<ProofQuestion> {
        let lower = (self.n_top..self.players.len()).map(|v| ProofQuestion::IsFirst(v, true));
        std::iter::once(ProofQuestion::Criteria)
            .chain(lower)
            .collect()
    }

    fn answer(&self, _: ProofQuestion, u: usize) -> usize {
        usize::from(u < self.n_top)
    }
}
