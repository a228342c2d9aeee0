//! Who meets whom in a bracket.
//!
//! # Articles
//! C.04.6 (2026) 2.3.5-2.3.7 \[C8-C10\], 3.6; C.04.5 (2026) 2.3.5 \[C8\], 3.6.
//!
//! The vertices stand in the order of their numbers. The identifier of a pairing (3.6.3) lists the smaller numbers of the
//! pairs in ascending order, then their opponents: of each in order it is asked whether he has the smaller number, yes
//! being better, and then of each of these whom he meets, the smaller the better. Two upfloaters never meet: left where
//! they were, they would make two fewer (C4).

use edelweiss_model::{PlayerId, TeamPreferences};
use num_bigint::BigInt;

use super::entrant::EntrantToProve;
use super::round::{BracketProcedure, ProcedureToProve};
use crate::matched::{self, numbered};
use crate::rejection::Rejection;
use crate::sequence::ProofQuestion;
use crate::settle::SettledMatching;

/// The problem of one bracket.
#[derive(Debug)]
pub(super) struct PairsProblem<'a> {
    asked: &'a ProcedureToProve<'a>,
    players: Vec<PlayerId>,
    is_upfloater: Vec<bool>,
    partners: Vec<usize>,
}

impl<'a> PairsProblem<'a> {
    pub(super) fn new(
        asked: &'a ProcedureToProve<'a>,
        mut players: Vec<PlayerId>,
        upfloaters: &[PlayerId],
        pairs: &[[u32; 2]],
    ) -> Result<Self, Rejection> {
        players.sort_unstable();
        let mut problem = Self {
            asked,
            is_upfloater: players.iter().map(|id| upfloaters.contains(id)).collect(),
            partners: Vec::new(),
            players,
        };
        let numbers = asked.numbers(&problem.players);
        let has_edge = |u: usize, v: usize| problem.has_edge(u.min(v), u.max(v));
        problem.partners = matched::partners(&numbers, pairs.iter().copied(), has_edge)?;
        Ok(problem)
    }

    /// What a pair costs under the criteria of a bracket. Of teams, article 4 grants two preferences for different colours
    /// both, and one of two for the same colour, the strong one if only one is.
    fn amounts(&self, u: usize, v: usize) -> Vec<u64> {
        let [one, other] = [u, v].map(|v| self.asked.entrant(self.players[v]));
        let (c8, c9) = match (one.preference, other.preference) {
            (Some((mine, strong)), Some((that, as_strong))) if mine == that => {
                (1, u64::from(strong && as_strong))
            }
            _ => (0, 0),
        };
        let meets_floater = |u: usize, floated: bool| u64::from(self.is_upfloater[u] && floated);
        let refloats = meets_floater(u, other.floated) + meets_floater(v, one.floated);
        match self.asked.procedure() {
            BracketProcedure::Teams(kind) => vec![
                u64::from(kind != TeamPreferences::None) * c8,
                u64::from(kind == TeamPreferences::TypeB) * c9,
                refloats,
            ],
            _ => vec![refloats],
        }
    }

    fn field_bits(&self) -> u32 {
        usize::BITS - (2 * self.players.len()).leading_zeros()
    }

    /// The costs of the round's pairs, by their labels.
    pub(super) fn costs(&self) -> Vec<(String, Vec<u64>)> {
        let labels: &[&str] = match self.asked.procedure() {
            BracketProcedure::Teams(_) => &["C8", "C9", "C10"],
            _ => &["C8"],
        };
        let mut sums = vec![0; labels.len()];
        for (u, v) in self.partners.iter().enumerate().filter(|(u, v)| u < *v) {
            for (sum, amount) in sums.iter_mut().zip(self.amounts(u, *v)) {
                *sum += amount;
            }
        }
        let labelled = labels.iter().zip(sums);
        labelled
            .map(|(label, sum)| ((*label).to_owned(), vec![sum]))
            .collect()
    }
}

impl SettledMatching for PairsProblem<'_> {
    fn partners(&self) -> &[usize] {
        &self.partners
    }

    fn number(&self, v: usize) -> u32 {
        self.asked.number(self.players[v])
    }

    fn classes(&self) -> Vec<u32> {
        let entrants = self.asked.entrants(&self.players);
        let of_pair =
            |(v, it): (usize, &EntrantToProve)| (self.is_upfloater[v], it.floated, it.preference);
        numbered(entrants.enumerate().map(of_pair))
    }

    fn has_edge(&self, u: usize, v: usize) -> bool {
        let are_upfloaters = self.is_upfloater[u] && self.is_upfloater[v];
        u != v && !are_upfloaters && self.asked.may_meet(self.players[u], self.players[v])
    }

    fn cost(&self, u: usize, v: usize) -> BigInt {
        let bits = self.field_bits();
        let amounts = self.amounts(u, v).into_iter().map(BigInt::from);
        amounts.fold(BigInt::ZERO, |packed, amount| (packed << bits) + amount)
    }

    fn bits(&self) -> u32 {
        3 * self.field_bits()
    }

    fn questions(&self) -> Vec<ProofQuestion> {
        let all = 0..self.players.len();
        let tops = all.clone().map(|v| ProofQuestion::IsFirst(v, true));
        let opponents = all.map(ProofQuestion::Second);
        std::iter::once(ProofQuestion::Criteria)
            .chain(tops)
            .chain(opponents)
            .collect()
    }

    fn answer(&self, question: ProofQuestion, u: usize) -> usize {
        match question {
            ProofQuestion::IsFirst(v, _) => usize::from(v < u),
            ProofQuestion::Second(v) if v < u => self.players.len() - u,
            _ => 0,
        }
    }
}
