//! The sequence of Articles 3 and 4 where every first choice is possible.

use std::ops::Range;

use crate::sequence::{Optima, Unanswered};

/// What has the tight edges of a bracket, and finds first matchings of them.
pub(super) trait FirstMatching {
    /// The lowest open vertex that `v` has an edge to, which is not open any more.
    fn take_lowest(&mut self, v: usize) -> Option<usize>;

    /// The first perfect matching between `left` (taken in this order) and `right` (ascending), if there is
    /// one: the first of `left` has the lowest possible mate, and so on.
    fn match_first(&mut self, left: &[u32], right: &[u32]) -> bool;

    /// The mate of a vertex that was matched last.
    fn mate(&self, v: usize) -> usize;

    /// The largest difference of an exchange that is tried: none where failed tests take edges away for good.
    fn nearest(&self) -> usize;
}

/// The perfect matchings of the tight edges, if nothing but the first choices need be asked: MDPs
/// take the first opponents that are left, and then the remainder is paired without an exchange, or with a
/// near one. If a perfect matching results, every choice was the first one possible.
pub(super) struct Greedy<'t, M> {
    tight: &'t mut M,
    residents: Range<usize>,
    /// With the virtual floater.
    n_vertices: usize,
}

impl<'t, M: FirstMatching> Greedy<'t, M> {
    /// `tight` has the residents open.
    pub(super) fn new(tight: &'t mut M, residents: Range<usize>, n_vertices: usize) -> Self {
        Self {
            tight,
            residents,
            n_vertices,
        }
    }
}

impl<M: FirstMatching> Optima for Greedy<'_, M> {
    type Set = Vec<u32>;

    fn set(&self, players: &mut dyn Iterator<Item = usize>, _: bool) -> Vec<u32> {
        players.map(|v| v as u32).collect()
    }

    fn restrict(&mut self, _: usize, _: &Vec<u32>) -> bool {
        false
    }

    fn restrict_all(&mut self, s1: &[usize], s2: &Vec<u32>) -> bool {
        // The virtual floater meets one of S2.
        let floater = self.residents.end..self.n_vertices;
        let left = s1.iter().copied().chain(floater).map(|v| v as u32);
        let left: Vec<u32> = left.collect();
        left.len() == s2.len() && self.tight.match_first(&left, s2)
    }

    fn choose(&mut self, mdps: Range<usize>, _: &Vec<u32>) -> Vec<usize> {
        mdps.collect()
    }

    fn pair_first(&mut self, v: usize, _: &Vec<u32>) -> Option<usize> {
        if self.residents.contains(&v) {
            return Some(self.tight.mate(v));
        }
        self.tight.take_lowest(v)
    }

    fn n_pairs_within(&mut self, players: &[usize]) -> usize {
        players.len() / 2
    }

    fn least_exchange(&mut self, _: &[usize], _: usize) -> Result<usize, Unanswered> {
        Err(Unanswered)
    }

    fn nearest(&self) -> usize {
        self.tight.nearest()
    }
}
