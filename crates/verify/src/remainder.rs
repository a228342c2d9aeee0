//! The place of a pairing in the sequence of candidates, as costs of its pairs.
//!
//! # Articles
//! C.04.3 (2026) 3.3-3.8, 4.2-4.4; 2017 B.3-B.8, D.
//!
//! The *first* of a pair of the bracket is the player ranked higher. Moved-down players are asked first:
//! each in order whether he is paired (yes is better), then each in order with whom (the higher the
//! better). That settles whom they meet. The others are the remainder, with BSNs from 1 and `k` pairs; its S1
//! is 1 to `k`. A set of pairs comes up first in the candidate whose S1 are the firsts of the pairs, and the
//! candidates before it are, in this order, those with
//!
//! 1. fewer exchanged players: as `k` pairs have `k` firsts, with more firsts among 1 to `k`;
//! 2. a smaller sum of the firsts' BSNs (the difference of 4.3.2(2), but for a constant);
//! 3. the largest BSN that leaves S1 larger: from `k` down each is asked whether he is a first, no is
//!    better;
//! 4. the smallest BSN that enters S1 smaller: from `k + 1` up, yes is better;
//! 5. an earlier transposition: each first in order is asked with whom, the higher the better.
//!
//! No two sets of pairs answer all alike. `k` is the same in all best pairings, by C6 (2017: C.5).

use crate::problem::{ProofProblem, VertexPartner};

/// A question about one vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SequenceField {
    /// Whether it is the first of a pair, and whether that is better.
    IsFirst {
        /// The vertex.
        v: usize,
        /// Yes comes before no.
        wanted: bool,
    },
    /// The second of its pair.
    Second {
        /// The vertex.
        v: usize,
    },
}

impl SequenceField {
    /// The vertex that is asked about.
    pub fn vertex(self) -> usize {
        match self {
            Self::IsFirst { v, .. } | Self::Second { v } => v,
        }
    }
}

/// The remainder of a bracket by the round's pairs of moved-down players.
#[derive(Clone, Debug)]
pub struct ProofRemainder {
    /// By vertex: the BSN; zero outside.
    bsn: Vec<usize>,
    n_in_bracket: usize,
    /// Its vertices in order.
    pub(crate) members: Vec<usize>,
    /// How many pairs it has.
    pub(crate) k: usize,
}

impl ProofRemainder {
    /// The remainder by the matching of the round.
    pub fn new(problem: &ProofProblem<'_>) -> Self {
        let [n_mdps, n_residents] = problem.n_in_bracket();
        let n_in_bracket = n_mdps + n_residents;
        let meets_mdp =
            |v: &usize| matches!(problem.partners()[*v], VertexPartner::Vertex(u) if u < n_mdps);
        let members: Vec<usize> = (n_mdps..n_in_bracket).filter(|v| !meets_mdp(v)).collect();
        let mut bsn = vec![0; problem.n_vertices()];
        for (place, v) in members.iter().enumerate() {
            bsn[*v] = place + 1;
        }
        let mut remainder = Self {
            bsn,
            n_in_bracket,
            members,
            k: 0,
        };
        let is_first = |v: &&usize| remainder.second(problem, **v).is_some();
        remainder.k = remainder.members.iter().filter(is_first).count();
        remainder
    }

    /// The second of the pair in which the vertex is the first in the round.
    pub(crate) fn second(&self, problem: &ProofProblem<'_>, v: usize) -> Option<usize> {
        match problem.partners()[v] {
            VertexPartner::Vertex(u) if self.has_first(v, u) => Some(u),
            _ => None,
        }
    }

    /// Whether `u` is the first of a pair of the bracket with `v`.
    fn has_first(&self, u: usize, v: usize) -> bool {
        u < v && v < self.n_in_bracket
    }

    /// Bits that the sums of 1 and 2 differ by at most.
    pub fn exchange_bits(&self) -> u32 {
        width(self.k) + self.sum_bits()
    }

    fn sum_bits(&self) -> u32 {
        width(self.k * self.members.len())
    }

    /// What an edge `u < v` is worth by 1, then by 2.
    pub fn exchange_worth(&self, u: usize, v: usize) -> i64 {
        let first = self.bsn[u];
        if first == 0 || !self.has_first(u, v) {
            return 0;
        }
        let stays = i64::from(first <= self.k) << self.sum_bits();
        stays - first as i64
    }

    /// Whether the round has players of S2 as firsts.
    pub(crate) fn has_exchange(&self, problem: &ProofProblem<'_>) -> bool {
        let s2 = self.members.iter().skip(self.k);
        s2.copied().any(|v| self.second(problem, v).is_some())
    }

    /// What is asked of the moved-down players.
    pub fn fields_of_mdps(problem: &ProofProblem<'_>) -> impl Iterator<Item = SequenceField> {
        let [n_mdps, _] = problem.n_in_bracket();
        let is_paired = (0..n_mdps).map(|v| SequenceField::IsFirst { v, wanted: true });
        is_paired.chain((0..n_mdps).map(|v| SequenceField::Second { v }))
    }

    /// Questions 3, 4 and 5.
    pub fn fields(&self, problem: &ProofProblem<'_>) -> Vec<SequenceField> {
        let (s1, s2) = self.members.split_at(self.k);
        let leaves = s1.iter().rev().map(|v| SequenceField::IsFirst {
            v: *v,
            wanted: false,
        });
        let enters = s2.iter().map(|v| SequenceField::IsFirst {
            v: *v,
            wanted: true,
        });
        let firsts = self
            .members
            .iter()
            .filter(|v| self.second(problem, **v).is_some());
        let seconds = firsts.map(|v| SequenceField::Second { v: *v });
        leaves.chain(enters).chain(seconds).collect()
    }

    /// How good an edge to `u` (or leaving, `None`) is for the field: more is better.
    pub fn answer(&self, field: SequenceField, u: Option<usize>) -> usize {
        match field {
            SequenceField::IsFirst { v, wanted } => {
                let is_first = u.is_some_and(|u| self.has_first(v, u));
                usize::from(is_first == wanted)
            }
            SequenceField::Second { v } => match u {
                Some(u) if self.has_first(v, u) => self.n_in_bracket - u,
                _ => 0,
            },
        }
    }

    /// What the round answers.
    pub(crate) fn own_answer(&self, problem: &ProofProblem<'_>, field: SequenceField) -> usize {
        match problem.partners()[field.vertex()] {
            VertexPartner::Vertex(u) => self.answer(field, Some(u)),
            VertexPartner::Leaves => self.answer(field, None),
        }
    }
}

/// Bits of numbers up to `most`.
fn width(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    type Pairs = Vec<(usize, usize)>;

    /// S1 of the candidates of a remainder of `n` players with `k` pairs, in the order in which exchanges
    /// bring them up (4.3.2): fewer players, then the smaller difference of the sums, then the largest that
    /// leaves S1, then the smallest that enters it.
    fn halves(n: usize, k: usize) -> Vec<Vec<usize>> {
        let rank = |s1: &Vec<usize>| {
            let out: Vec<usize> = (1..=k).rev().filter(|bsn| !s1.contains(bsn)).collect();
            let into: Vec<usize> = (k + 1..=n).filter(|bsn| s1.contains(bsn)).collect();
            let difference = into.iter().sum::<usize>() - out.iter().sum::<usize>();
            let highest_first: Vec<usize> = out.iter().map(|bsn| n - bsn).collect();
            (into.len(), difference, highest_first, into)
        };
        (1..=n).combinations(k).sorted_by_key(rank).collect()
    }

    /// Sets of pairs, each at the place where a candidate first makes it: S1 after S1, and for each the
    /// transpositions of S2 in lexicographic order (4.2).
    fn in_sequence(n: usize, k: usize) -> Vec<Pairs> {
        let mut found = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for s1 in halves(n, k) {
            let s2 = (1..=n).filter(|bsn| !s1.contains(bsn));
            for partners in s2.permutations(k) {
                let pairs = s1.iter().zip(partners);
                let pairs = pairs.map(|(a, b)| (*a.min(&b), *a.max(&b))).sorted();
                let pairs: Pairs = pairs.collect();
                if seen.insert(pairs.clone()) {
                    found.push(pairs);
                }
            }
        }
        found
    }

    /// All that is asked of a remainder of players without moved-down ones: more is better.
    fn answers(remainder: &ProofRemainder, pairs: &Pairs) -> Vec<i64> {
        let partner = |v: usize| {
            pairs.iter().find_map(|&(a, b)| match v + 1 {
                bsn if bsn == a => Some(b - 1),
                bsn if bsn == b => Some(a - 1),
                _ => None,
            })
        };
        let worth = pairs
            .iter()
            .map(|(a, b)| remainder.exchange_worth(a - 1, b - 1));
        let mut answers = vec![worth.sum()];
        let (n, k) = (remainder.members.len(), remainder.k);
        let leaves = (0..k)
            .rev()
            .map(|v| SequenceField::IsFirst { v, wanted: false });
        let enters = (k..n).map(|v| SequenceField::IsFirst { v, wanted: true });
        let seconds = (0..n).map(|v| SequenceField::Second { v });
        let fields = leaves.chain(enters).chain(seconds);
        answers.extend(fields.map(|field| remainder.answer(field, partner(field.vertex())) as i64));
        answers
    }

    #[test]
    fn the_answers_ascend_along_the_sequence_of_the_text() {
        for n in 0..=10 {
            for k in 0..=n / 2 {
                let remainder = ProofRemainder {
                    bsn: (1..=n).collect(),
                    n_in_bracket: n,
                    members: (0..n).collect(),
                    k,
                };
                let sequence = in_sequence(n, k);
                let answers = sequence.iter().map(|pairs| answers(&remainder, pairs));
                let answers: Vec<Vec<i64>> = answers.collect();
                let place = answers.windows(2).position(|two| two[0] <= two[1]);
                assert_eq!(place, None, "{n} players, {k} pairs: {sequence:?}");
            }
        }
    }

    /// Who of `m` moved-down players is paired (4.4.2), then with whom (4.2); those who are not are in the
    /// Limbo.
    #[test]
    fn the_answers_of_moved_down_players_ascend_along_the_sequence_of_the_text() {
        for (m, r) in [(1, 1), (1, 5), (2, 5), (3, 4), (4, 4), (4, 2), (5, 5)] {
            for n_paired in 0..=m.min(r) {
                let remainder = ProofRemainder {
                    bsn: vec![0; m + r],
                    n_in_bracket: m + r,
                    members: Vec::new(),
                    k: 0,
                };
                let answers = |(s1, opponents): (Vec<usize>, Vec<usize>)| {
                    let partner =
                        |v: usize| s1.iter().position(|x| *x == v).map(|at| opponents[at]);
                    let first = (0..m).map(|v| SequenceField::IsFirst { v, wanted: true });
                    let fields = first.chain((0..m).map(|v| SequenceField::Second { v }));
                    let answer =
                        |field: SequenceField| remainder.answer(field, partner(field.vertex()));
                    fields.map(answer).collect::<Vec<usize>>()
                };
                let sets = (0..m).combinations(n_paired);
                let candidates = sets.flat_map(|set| {
                    let opponents = (m..m + r).permutations(n_paired);
                    opponents.map(move |opponents| (set.clone(), opponents))
                });
                let answers: Vec<Vec<usize>> = candidates.map(answers).collect();
                assert!(
                    answers.windows(2).all(|two| two[0] > two[1]),
                    "{m} {r} {n_paired}"
                );
            }
        }
    }
}
