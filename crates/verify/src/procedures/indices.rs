//! Brackets that leave players to the next one, each a single problem.
//!
//! # Articles
//! C.04.4.2 (2026) 1.8, 1.9, 2.3 \[C5-C8\], 3.2, 4.
//!
//! The vertices are the bracket by rank, so that the place is the BSN (4.1), then the following scoregroup, then
//! everybody lower where the proof says so; otherwise whoever has no partner leaves downwards, and nobody asks for whom.
//! That is the question of the text with less to obey, and the round obeys the rest. The order of pairings (4.2) asks each
//! BSN in turn whom it meets, the larger being better, and a floater, who meets 0, worst.

use edelweiss_model::{PlayerId, Score};
use num_bigint::BigInt;

use super::claimed::{ClaimedBracket, Unpaired};
use super::round::ProcedureToProve;
use crate::matched::{self, numbered};
use crate::proof::BracketProof;
use crate::rejection::Rejection;
use crate::sequence::ProofQuestion;
use crate::settle::SettledMatching;

/// A bracket that is claimed.
#[derive(Debug)]
pub(super) struct IndexBracket<'c> {
    asked: &'c ProcedureToProve<'c>,
    players: Vec<PlayerId>,
    /// How many of these are the bracket, and the bracket with the following scoregroup.
    ends: [usize; 2],
    may_leave: bool,
    /// Everybody lower than the bracket.
    lower: Vec<PlayerId>,
    /// Scores of the bracket and of the following scoregroup, the highest first.
    levels: Vec<Score>,
    partners: Vec<usize>,
}

impl<'c> IndexBracket<'c> {
    pub(super) fn new(
        asked: &'c ProcedureToProve<'_>,
        claimed: &BracketProof,
        later: &[BracketProof],
        left: &Unpaired,
    ) -> Result<Self, Rejection> {
        let top = asked.top(&left.others);
        let lower = &left.others[top.len()..];
        let mut own = [&left.floaters, top].concat();
        own.sort_unstable_by_key(|id| asked.entrant(*id).rank);
        let n_following = asked.top(lower).len();
        let n_lower = if claimed.everybody {
            lower.len()
        } else {
            n_following
        };
        let ends = [own.len(), own.len() + n_following];
        let players = [&own, &lower[..n_lower]].concat();
        let mut bracket = Self {
            asked,
            levels: asked.levels(&players[..ends[1]]),
            ends,
            may_leave: !claimed.everybody,
            lower: lower.to_vec(),
            partners: Vec::new(),
            players,
        };
        let numbers = asked.numbers(&bracket.players);
        let takes_part = |pair: &[u32; 2]| pair.iter().all(|number| numbers.contains(number));
        let later = later.iter().flat_map(|bracket| &bracket.pairs);
        let later = later.copied().filter(takes_part);
        let pairs = claimed.pairs.iter().copied().chain(later);
        let has_edge = |u: usize, v: usize| bracket.has_edge(u.min(v), u.max(v));
        bracket.partners = matched::partners(&numbers, pairs, has_edge)?;
        let within = (0..ends[0]).filter(|v| bracket.is_within(*v)).count();
        if within != 2 * claimed.pairs.len() {
            return Err(Rejection::new("the round makes it something else").at("pairs"));
        }
        Ok(bracket)
    }

    /// Whether a vertex of the bracket is paired in it.
    fn is_within(&self, v: usize) -> bool {
        self.partners[v] != v && self.partners[v] < self.ends[0]
    }

    /// Fields: floaters, their scores, the same of the following bracket, refused preferences.
    fn n_fields(&self) -> usize {
        2 * (1 + self.levels.len()) + 1
    }

    /// What an edge `u <= v` costs, by the places of the fields from the first: one each.
    fn fields(&self, u: usize, v: usize) -> Vec<usize> {
        let [own, ahead] = self.ends;
        let n_levels = self.levels.len();
        let score = self.asked.score(self.players[u]);
        let level = (self.levels.iter()).position(|level| *level == score);
        let level = 1 + level.unwrap_or_default();
        let mut fields = Vec::new();
        if u < own && (u == v || v >= own) {
            fields.extend([0, level]);
        }
        if u < ahead && (u == v || v >= ahead) {
            fields.extend([1 + n_levels, 1 + n_levels + level]);
        }
        if u < v && v < own {
            let colour = |v: usize| self.asked.entrant(self.players[v]).preference;
            let [one, other] = [u, v].map(|v| colour(v).map(|(colour, _)| colour));
            if one.is_some() && one == other {
                fields.push(self.n_fields() - 1);
            }
        }
        fields
    }

    fn field_bits(&self) -> u32 {
        usize::BITS - self.players.len().leading_zeros()
    }
}

impl ClaimedBracket for IndexBracket<'_> {
    fn visit(
        &self,
        visit: &mut dyn FnMut(&dyn SettledMatching) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        visit(self)
    }

    fn costs(&self) -> Result<Vec<(String, Vec<u64>)>, Rejection> {
        let mut sums = vec![0; self.n_fields()];
        for (u, v) in self.partners.iter().enumerate().filter(|(u, v)| u <= *v) {
            for field in self.fields(u, *v) {
                sums[field] += 1;
            }
        }
        let (own, following) = sums.split_at(1 + self.levels.len());
        let (following, refused) = following.split_at(1 + self.levels.len());
        let costs = [
            ("C5", &own[..1]),
            ("C6", &own[1..]),
            ("C7", following),
            ("C8", refused),
        ];
        Ok(costs
            .map(|(label, fields)| (label.to_owned(), fields.to_vec()))
            .to_vec())
    }

    fn reaches_further(&self) -> bool {
        false
    }

    fn left(&self) -> Unpaired {
        let floats = (0..self.ends[0]).filter(|v| !self.is_within(*v));
        Unpaired {
            floaters: floats.map(|v| self.players[v]).collect(),
            others: self.lower.clone(),
        }
    }
}

impl SettledMatching for IndexBracket<'_> {
    fn partners(&self) -> &[usize] {
        &self.partners
    }

    fn number(&self, v: usize) -> u32 {
        self.asked.number(self.players[v])
    }

    fn classes(&self) -> Vec<u32> {
        let entrants = self.asked.entrants(&self.players);
        let part = |v: usize| self.ends.map(|end| v >= end);
        numbered(
            entrants
                .enumerate()
                .map(|(v, it)| (part(v), it.score, it.preference.map(|(colour, _)| colour))),
        )
    }

    fn parts(&self) -> Vec<usize> {
        self.ends.to_vec()
    }

    fn has_edge(&self, u: usize, v: usize) -> bool {
        if u == v {
            return self.may_leave;
        }
        self.asked.may_meet(self.players[u], self.players[v])
    }

    fn cost(&self, u: usize, v: usize) -> BigInt {
        let (n_fields, bits) = (self.n_fields(), self.field_bits());
        let fields = self.fields(u, v).into_iter();
        fields
            .map(|field| BigInt::from(1) << ((n_fields - 1 - field) as u32 * bits))
            .sum()
    }

    fn bits(&self) -> u32 {
        self.n_fields() as u32 * self.field_bits()
    }

    fn questions(&self) -> Vec<ProofQuestion> {
        let opponents = (0..self.ends[0]).map(ProofQuestion::Second);
        std::iter::once(ProofQuestion::Criteria)
            .chain(opponents)
            .collect()
    }

    fn answer(&self, question: ProofQuestion, u: usize) -> usize {
        match question {
            ProofQuestion::Second(v) if u != v && u < self.ends[0] => u + 1,
            _ => 0,
        }
    }
}
