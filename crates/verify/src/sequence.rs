//! The place of a pairing in the sequence of candidates, as questions about its pairs.
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
//! No two sets of pairs answer all alike. `k` is the same in all best pairings, by C6 (2017: C.5). So where
//! nobody is exchanged, 1 to 4 ask only whether all of 1 to `k` are firsts, and nobody else.

/// What is asked, each question of the matchings that are the best by all questions before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofQuestion {
    /// What the criteria cost.
    Criteria,
    /// Who is exchanged, by 1 and 2.
    Exchanges,
    /// Whether this vertex is the first of a pair, and whether that is better.
    IsFirst(usize, bool),
    /// With whom this vertex is the first of a pair.
    Second(usize),
}

/// The remainder of a bracket by the round's pairs of moved-down players.
#[derive(Clone, Debug)]
pub struct ProofRemainder {
    n_mdps: usize,
    n_in_bracket: usize,
    /// Its vertices in order: the BSN is the place, from 1.
    members: Vec<usize>,
    /// How many pairs it has.
    k: usize,
    /// Whether a member of S2 is the first of a pair.
    has_exchange: bool,
}

impl ProofRemainder {
    /// The matching of the round has `partners` by vertex.
    pub(crate) fn new(n_mdps: usize, n_in_bracket: usize, partners: &[usize]) -> Self {
        let members = (n_mdps..n_in_bracket).filter(|v| partners[*v] >= n_mdps);
        let mut remainder = Self {
            n_mdps,
            n_in_bracket,
            members: members.collect(),
            k: 0,
            has_exchange: false,
        };
        let is_first = |v: &&usize| remainder.is_pair(**v, partners[**v]);
        let k = remainder.members.iter().filter(is_first).count();
        let has_exchange = remainder.members[k..].iter().any(|v| is_first(&v));
        (remainder.k, remainder.has_exchange) = (k, has_exchange);
        remainder
    }

    /// All questions in order.
    pub fn questions(&self) -> impl Iterator<Item = ProofQuestion> {
        use ProofQuestion::{Criteria, Exchanges, IsFirst, Second};
        let (s1, s2) = self.members.split_at(self.k);
        let of_mdps = (0..self.n_mdps).map(|v| IsFirst(v, true));
        let of_mdps = of_mdps.chain((0..self.n_mdps).map(Second));
        let exchanges = self.has_exchange.then_some(Exchanges);
        let leaves = s1.iter().rev().map(|v| IsFirst(*v, !self.has_exchange));
        let enters = s2.iter().map(|v| IsFirst(*v, self.has_exchange));
        let seconds = self.members.iter().copied().map(Second);
        let of_remainder = exchanges.into_iter().chain(leaves).chain(enters);
        std::iter::once(Criteria)
            .chain(of_mdps)
            .chain(of_remainder)
            .chain(seconds)
    }

    /// How good it is by a question about one vertex that this is matched with `u`: more is better.
    pub fn answer(&self, question: ProofQuestion, u: usize) -> usize {
        match question {
            ProofQuestion::IsFirst(v, wanted) => usize::from(self.is_pair(v, u) == wanted),
            ProofQuestion::Second(v) if self.is_pair(v, u) => self.n_in_bracket - u,
            _ => 0,
        }
    }

    /// What an edge `u <= v` is worth by 1, then by 2.
    pub fn exchange(&self, u: usize, v: usize) -> i64 {
        let place = self.members.binary_search(&u);
        let Some(place) = place.ok().filter(|_| self.is_pair(u, v)) else {
            return 0;
        };
        (i64::from(place < self.k) << self.sum_bits()) - (place as i64 + 1)
    }

    /// Bits that sums of [`Self::exchange`] differ by at most.
    pub fn exchange_bits(&self) -> u32 {
        width(self.k) + self.sum_bits()
    }

    fn sum_bits(&self) -> u32 {
        width(self.k * self.members.len())
    }

    /// Whether `u` and `v` are a pair of the bracket, and `u` the first of it.
    fn is_pair(&self, u: usize, v: usize) -> bool {
        u < v && v < self.n_in_bracket
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
        let mut partner: Vec<usize> = (0..remainder.members.len()).collect();
        for (a, b) in pairs {
            (partner[a - 1], partner[b - 1]) = (b - 1, a - 1);
        }
        let answer = |question| match question {
            ProofQuestion::Criteria => 0,
            ProofQuestion::Exchanges => {
                let pairs = pairs.iter();
                pairs.map(|(a, b)| remainder.exchange(a - 1, b - 1)).sum()
            }
            ProofQuestion::IsFirst(v, _) | ProofQuestion::Second(v) => {
                remainder.answer(question, partner[v]) as i64
            }
        };
        remainder.questions().map(answer).collect()
    }

    #[test]
    fn the_answers_ascend_along_the_sequence_of_the_text() {
        for n in 0..=10 {
            for k in 0..=n / 2 {
                let remainder = ProofRemainder {
                    n_mdps: 0,
                    n_in_bracket: n,
                    members: (0..n).collect(),
                    k,
                    has_exchange: true,
                };
                let sequence = in_sequence(n, k);
                let all = sequence.iter().map(|pairs| answers(&remainder, pairs));
                let all: Vec<Vec<i64>> = all.collect();
                let place = all.windows(2).position(|two| two[0] <= two[1]);
                assert_eq!(place, None, "{n} players, {k} pairs: {sequence:?}");
                // The short questions of a candidate without an exchange.
                let short = ProofRemainder {
                    has_exchange: false,
                    ..remainder
                };
                let has_none = |pairs: &&Pairs| pairs.iter().all(|(first, _)| *first <= k);
                let n_without = sequence.iter().take_while(has_none).count();
                assert!(!sequence[n_without..].iter().any(|pairs| has_none(&pairs)));
                let (without, with) = sequence.split_at(n_without);
                let without: Vec<_> = without.iter().map(|pairs| answers(&short, pairs)).collect();
                assert!(without.windows(2).all(|two| two[0] > two[1]));
                let best = with.iter().map(|pairs| answers(&short, pairs)).max();
                assert!(best < without.last().cloned(), "{n} players, {k} pairs");
            }
        }
    }

    /// With many players, too: ten exchanged ones whose sums are as far apart as can be come before eleven whose sums
    /// are as close.
    #[test]
    fn fewer_exchanged_players_outweigh_any_sum() {
        let remainder = ProofRemainder {
            n_mdps: 0,
            n_in_bracket: 60,
            members: (0..60).collect(),
            k: 20,
            has_exchange: true,
        };
        let worth = |firsts: &[std::ops::Range<usize>]| -> i64 {
            let firsts = firsts.iter().cloned().flatten();
            firsts.map(|first| remainder.exchange(first, 59)).sum()
        };
        assert!(worth(&[10..20, 40..50]) > worth(&[0..9, 20..31]));
    }

    /// Who of `m` moved-down players is paired (4.4.2), then with whom (4.2); those who are not are in the
    /// Limbo.
    #[test]
    fn the_answers_of_moved_down_players_ascend_along_the_sequence_of_the_text() {
        for (m, r) in [(1, 1), (1, 5), (2, 5), (3, 4), (4, 4), (4, 2), (5, 5)] {
            for n_paired in 0..=m.min(r) {
                let remainder = ProofRemainder {
                    n_mdps: m,
                    n_in_bracket: m + r,
                    members: Vec::new(),
                    k: 0,
                    has_exchange: false,
                };
                let answers = |(s1, opponents): (Vec<usize>, Vec<usize>)| {
                    let partner = |v: usize| {
                        s1.iter()
                            .position(|x| *x == v)
                            .map_or(v, |at| opponents[at])
                    };
                    let answer = |question| match question {
                        ProofQuestion::IsFirst(v, _) | ProofQuestion::Second(v) => {
                            remainder.answer(question, partner(v))
                        }
                        _ => 0,
                    };
                    remainder.questions().map(answer).collect::<Vec<usize>>()
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
