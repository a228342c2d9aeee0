//! The best pairings of a bracket as a face of perfect matchings.
//!
//! All optima of a weighted problem are the perfect matchings of its tight edges that leave some odd sets
//! once ([`MatchingFace`]). "Does the optimum keep its value?" so becomes "is there still such a matching?", which
//! one alternating search answers.

use std::ops::Range;

use edelweiss_matching::{MatchingFace, VertexId};

use crate::Tuning;
use crate::exchange::least_smaller_endpoints;
use crate::sequence::{self, Optima, Unanswered};
use edelweiss_matching::bitset::{contains, insert, remove};

/// A face whose vertices are players of a bracket, and others.
#[derive(Debug)]
pub(crate) struct FaceOptima {
    face: MatchingFace,
    /// Up to this difference, exchanges of one player are tried one by one.
    nearest: usize,
    /// A bit for each vertex that is no player of the bracket.
    others: Vec<u64>,
}

impl FaceOptima {
    /// The face of a bracket of these vertices; with the others they leave it.
    pub(crate) fn new(
        face: MatchingFace,
        players: impl Iterator<Item = usize>,
        tuning: &Tuning,
    ) -> Self {
        let n = face.n_vertices();
        let mut others = vec![0; n.div_ceil(64)];
        (0..n).for_each(|v| insert(&mut others, v));
        players.for_each(|v| remove(&mut others, v));
        let is_small = n <= tuning.near_exchange_vertices;
        Self {
            face,
            nearest: if is_small { tuning.near_exchange } else { 0 },
            others,
        }
    }

    /// By vertex: whom it meets in one of the pairings.
    pub(crate) fn mates(&mut self) -> Vec<usize> {
        let mates = self.face.matching().into_iter().enumerate();
        mates
            .map(|(v, mate)| mate.map_or(v, VertexId::index))
            .collect()
    }
}

impl Optima for FaceOptima {
    type Set = Vec<u64>;

    fn set(&self, players: &mut dyn Iterator<Item = usize>, leaving: bool) -> Vec<u64> {
        let mut members = if leaving {
            self.others.clone()
        } else {
            vec![0; self.others.len()]
        };
        players.for_each(|v| insert(&mut members, v));
        members
    }

    fn restrict(&mut self, v: usize, partners: &Vec<u64>) -> bool {
        self.face.try_restrict(VertexId::new(v), partners)
    }

    fn restrict_all(&mut self, players: &[usize], partners: &Vec<u64>) -> bool {
        let ids: Vec<VertexId> = players.iter().copied().map(VertexId::new).collect();
        self.face.try_restrict_all(&ids, partners)
    }

    fn choose(&mut self, players: Range<usize>, partners: &Vec<u64>) -> Vec<usize> {
        let mates = self.mates();
        // As many are paired in all optima: how many float, and with which scores, is the same.
        let n_paired = players
            .clone()
            .filter(|v| contains(partners, mates[*v]))
            .count();
        if n_paired == players.len() {
            return players.collect();
        }
        let ids: Vec<VertexId> = players.clone().map(VertexId::new).collect();
        let is_chosen = self.face.restrict_each(&ids, partners, n_paired);
        let chosen = players.zip(is_chosen);
        chosen.filter_map(|(v, is)| is.then_some(v)).collect()
    }

    fn pair_first(&mut self, v: usize, partners: &Vec<u64>) -> Option<usize> {
        let partner = self.face.match_first(VertexId::new(v), partners);
        partner.map(VertexId::index)
    }

    fn n_pairs_within(&mut self, players: &[usize]) -> usize {
        let mates = self.mates();
        let is_within = |v: &&usize| players.binary_search(&mates[**v]).is_ok();
        players.iter().filter(is_within).count() / 2
    }

    fn least_exchange(&mut self, remainder: &[usize], n_pairs: usize) -> Result<usize, Unanswered> {
        let list: Vec<VertexId> = remainder.iter().copied().map(VertexId::new).collect();
        let face = std::mem::take(&mut self.face);
        let (face, n_exchanged) = least_smaller_endpoints(face, &list, n_pairs);
        self.face = face;
        Ok(n_exchanged)
    }

    fn nearest(&self) -> usize {
        self.nearest
    }
}

/// The new S1 and S2, sorted, after the first exchange, and the matchings of the face that have it,
/// perhaps with some that have another. `remainder` is sorted by BSN, and `n_pairs` the size of S1; all
/// matchings of the face have as many pairs within the remainder, and none is without an exchange.
///
/// C.04.3 (2026) 4.3.2, and D.2 of earlier editions, which says the same: as few players as possible,
/// the smallest difference, the lowest players of S1, the highest of S2.
///
/// Cost: two weighted matchings on classes, which find the fewest exchanges, and O(n² / 64) for each
/// player who is asked to move.
///
/// # Panics
/// When all of S1 can meet S2 without an exchange, or there are not as many pairs.
pub fn first_exchange(
    face: MatchingFace,
    remainder: &[usize],
    n_pairs: usize,
) -> (MatchingFace, [Vec<usize>; 2]) {
    let mut optima = FaceOptima::new(face, remainder.iter().copied(), &Tuning::MEASURED);
    let sides = sequence::first_exchange(&mut optima, remainder, n_pairs);
    (optima.face, sides.expect("a face knows its exchanges"))
}
