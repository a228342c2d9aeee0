//! Who meets whom of a club, and how far games of the same players lie apart.
//!
//! # Source
//! The page of the ladder, by the numbers of its rules: 2.2-2.4, 4.1.
//!
//! Everybody is one bracket. Its vertices are the players by the ranking, and of each in order it is asked whom below it
//! meets, the nearer the better; a player whom somebody higher meets has that edge alone.
//!
//! The distance is as long as the pairs of the round allow. Where that is less than asked for, a barrier shows that one
//! round more leaves no complete round; a still longer distance bars as many pairs at least.

use std::borrow::Cow;

use edelweiss_model::PlayerId;
use num_bigint::BigInt;

use super::claimed::{ClaimedBracket, Unpaired};
use super::round::ProcedureToProve;
use crate::legality::check_barrier;
use crate::matched;
use crate::proof::RoundProof;
use crate::rejection::Rejection;
use crate::sequence::ProofQuestion;
use crate::settle::SettledMatching;

impl ProcedureToProve<'_> {
    /// The round with the distance between games of the same players that these pairs leave; and, where that is less than
    /// the one asked for, with one round more, by which there must be no round. Without such a distance the round itself.
    ///
    /// # Errors
    /// A number that nobody has.
    pub fn at_claimed_distance(
        &self,
        pairs: impl IntoIterator<Item = [u32; 2]>,
    ) -> Result<(Cow<'_, Self>, Option<Self>), Rejection> {
        let Some(asked) = self.distance() else {
            return Ok((Cow::Borrowed(self), None));
        };
        let mut distance = asked;
        for [one, other] in pairs {
            let (one, other) = (self.find(one)?, self.find(other)?);
            distance = distance.min(self.rounds_since(one, other).unwrap_or(asked));
        }
        if distance == asked {
            return Ok((Cow::Borrowed(self), None));
        }
        let longer = self.at_distance(distance + 1);
        Ok((Cow::Owned(self.at_distance(distance)), Some(longer)))
    }

    /// The round where the same players may meet again as soon as they like.
    pub fn at_shortest_distance(&self) -> Cow<'_, Self> {
        match self.distance() {
            None | Some(0) => Cow::Borrowed(self),
            Some(_) => Cow::Owned(self.at_distance(0)),
        }
    }

    /// The round as a proof claims it, after a check that no longer distance leaves one.
    pub(super) fn as_claimed(&self, proof: &RoundProof) -> Result<Cow<'_, Self>, Rejection> {
        let pairs = proof.brackets.iter().flat_map(|bracket| &bracket.pairs);
        let (claimed, longer) = self.at_claimed_distance(pairs.copied())?;
        if self.distance().is_some() {
            let barrier = (proof.brackets.first()).and_then(|bracket| bracket.barrier.as_ref());
            let possible = longer.as_ref().unwrap_or(self).possible(|_| true);
            check_barrier(&possible, barrier, longer.is_some(), self.present())
                .map_err(|rejection| rejection.at("bracket 1, barrier"))?;
        }
        Ok(claimed)
    }
}

/// The only bracket of a round.
#[derive(Debug)]
pub(super) struct LadderBracket<'c> {
    asked: &'c ProcedureToProve<'c>,
    /// By the ranking.
    players: Vec<PlayerId>,
    partners: Vec<usize>,
}

impl<'c> LadderBracket<'c> {
    pub(super) fn new(
        asked: &'c ProcedureToProve<'_>,
        pairs: &[[u32; 2]],
        left: &Unpaired,
    ) -> Result<Self, Rejection> {
        let mut bracket = Self {
            asked,
            players: left.others.clone(),
            partners: Vec::new(),
        };
        let numbers = asked.numbers(&bracket.players);
        let has_edge = |u: usize, v: usize| bracket.has_edge(u.min(v), u.max(v));
        bracket.partners = matched::partners(&numbers, pairs.iter().copied(), has_edge)?;
        Ok(bracket)
    }
}

impl ClaimedBracket for LadderBracket<'_> {
    fn visit(
        &self,
        visit: &mut dyn FnMut(&dyn SettledMatching) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        visit(self)
    }

    fn costs(&self) -> Result<Vec<(String, Vec<u64>)>, Rejection> {
        Ok(Vec::new())
    }

    fn reaches_further(&self) -> bool {
        false
    }

    fn left(&self) -> Unpaired {
        Unpaired {
            floaters: Vec::new(),
            others: Vec::new(),
        }
    }
}

impl SettledMatching for LadderBracket<'_> {
    fn partners(&self) -> &[usize] {
        &self.partners
    }

    fn number(&self, v: usize) -> u32 {
        self.asked.number(self.players[v])
    }

    fn has_edge(&self, u: usize, v: usize) -> bool {
        u != v && self.asked.may_meet(self.players[u], self.players[v])
    }

    /// No pair costs anything: the order decides alone.
    fn cost(&self, _u: usize, _v: usize) -> BigInt {
        BigInt::ZERO
    }

    fn classes(&self) -> Vec<u32> {
        vec![0; self.players.len()]
    }

    fn bits(&self) -> u32 {
        0
    }

    fn questions(&self) -> Vec<ProofQuestion> {
        (0..self.players.len()).map(ProofQuestion::Second).collect()
    }

    fn answer(&self, question: ProofQuestion, u: usize) -> usize {
        match question {
            ProofQuestion::Second(v) if v < u => self.players.len() - u,
            _ => 0,
        }
    }
}
