//! The place of a candidate in the sequence, as answers to questions in a fixed order. Each answer is a
//! number that is summed over the pairs, and the smaller number comes first.
//!
//! # Articles
//! C.04.3 (2026) 4.2-4.4; 2017 D.
//!
//! The *first* of a pair is the player with the smaller BSN, and moved-down players have smaller ones than
//! residents.
//!
//! # Moved-down players
//! - Who is paired (4.4.2; 2017 D.3): of the sets of one size, and with as many players of each score,
//!   the one with the smallest differing BSN. So each of them in order is asked whether he is the first of a pair, and
//!   yes comes before no.
//! - With whom (4.2): each of them in order is asked for the place of the second among the residents.
//!
//! # Remainder
//! It has `n` players with BSNs 1 to `n` and `k` pairs, so S1 at first is 1 to `k`; the rest, S2,
//! holds the floaters as well, who have no partner. The earliest candidate with a given set of pairs has
//! the first of each pair in S1: swapping the two of a pair never lowers the number of exchanged players,
//! and raises the sum of 4.3.2(2). So a set of pairs has a place in the sequence, which is that of its
//! earliest candidate:
//!
//! 1. the number of exchanged players (4.3.2(1)): of the firsts beyond `k`;
//! 2. the difference between the sums (4.3.2(2)): but for a constant, the sum of the firsts;
//! 3. the largest differing BSN moved out of S1 (4.3.2(3)): from `k` down each is asked whether he is the
//!    first of a pair, and no comes before yes;
//! 4. the smallest differing BSN moved into S1 (4.3.2(4)): from `k + 1` up each is asked whether he is the
//!    first of a pair, and yes comes before no;
//! 5. the transposition (4.2): each from 1 up is asked for the place of the second.
//!
//! Questions 3 and 4 settle S1, so that in 5 all candidates left have the same S1, and no two of them the
//! same pairs.

use std::collections::VecDeque;

use edelweiss_weights::Packed;

use crate::graph::Zone;

/// What is asked about a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SequenceQuestion {
    /// Whether it is the first of a pair; `wanted` if yes comes before no.
    IsFirst { v: usize, wanted: bool },
    /// The place of the second of its pair, if it is the first.
    Second { v: usize },
}

/// What is settled about a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Settled {
    Nothing,
    /// It is the first of a pair.
    First,
    /// It is not.
    NotFirst,
    /// It is paired with this one.
    With(usize),
}

/// The questions of the moved-down players, or those of the remainder.
#[derive(Debug)]
pub(super) struct Questions {
    n_mdps: usize,
    n_residents: usize,
    /// By vertex: BSN in the remainder; zero outside.
    bsn: Vec<usize>,
    /// Players and pairs in the remainder.
    n: usize,
    k: usize,
    settled: Vec<Settled>,
    open: VecDeque<SequenceQuestion>,
}

/// Some questions in a row, and where the sums of their answers stand in a packed number.
#[derive(Debug)]
pub(super) struct Portion {
    questions: Vec<SequenceQuestion>,
    bits: u32,
    /// By vertex: the bit of its [`SequenceQuestion::IsFirst`], and whether yes comes first.
    is_first: Vec<Option<(u32, bool)>>,
    /// By vertex: the offset of its [`SequenceQuestion::Second`].
    second: Vec<Option<u32>>,
}

impl Questions {
    /// Those of the moved-down players. They are the first vertices, and residents follow.
    pub(super) fn of_mdps(zones: &[Zone]) -> Self {
        let count = |zone: Zone| zones.iter().filter(|other| **other == zone).count();
        let n_mdps = count(Zone::Mdp);
        let is_paired = (0..n_mdps).map(|v| SequenceQuestion::IsFirst { v, wanted: true });
        let opponents = (0..n_mdps).map(|v| SequenceQuestion::Second { v });
        Self {
            n_mdps,
            n_residents: count(Zone::Resident),
            bsn: vec![0; zones.len()],
            n: 0,
            k: 0,
            settled: vec![Settled::Nothing; zones.len()],
            open: is_paired.chain(opponents).collect(),
        }
    }

    /// Those of the remainder, after a matching that settled the moved-down players.
    pub(super) fn of_remainder(mut self, mates: &[Option<usize>]) -> Self {
        let residents = self.n_mdps..self.n_mdps + self.n_residents;
        let is_left = |v: &usize| self.settled[*v] == Settled::Nothing;
        let remainder: Vec<usize> = residents.filter(is_left).collect();
        let is_first = |v: &&usize| self.second_of(**v, mates).is_some();
        let k = remainder.iter().filter(is_first).count();
        (self.n, self.k) = (remainder.len(), k);
        for (place, v) in remainder.iter().enumerate() {
            self.bsn[*v] = place + 1;
        }
        let (s1, s2) = remainder.split_at(self.k);
        let leave = s1.iter().rev().map(|v| (*v, false));
        let enter = s2.iter().map(|v| (*v, true));
        let members = leave.chain(enter);
        let members = members.map(|(v, wanted)| SequenceQuestion::IsFirst { v, wanted });
        let partners = remainder.iter().map(|v| SequenceQuestion::Second { v: *v });
        self.open = members.chain(partners).collect();
        self
    }

    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// The next questions whose answers take this many bits, or one question.
    pub(super) fn portion(&mut self, most_bits: u32) -> Portion {
        let mut portion = Portion {
            questions: Vec::new(),
            bits: 0,
            is_first: vec![None; self.settled.len()],
            second: vec![None; self.settled.len()],
        };
        while let Some(question) = self.open.front().copied() {
            let bits = self.bits_of(question);
            if portion.bits > 0 && portion.bits + bits > most_bits {
                break;
            }
            self.open.pop_front();
            portion.bits += bits;
            portion.questions.push(question);
        }
        let mut below = portion.bits;
        for question in &portion.questions {
            below -= self.bits_of(*question);
            match *question {
                SequenceQuestion::IsFirst { v, wanted } => {
                    portion.is_first[v] = Some((below, wanted));
                }
                SequenceQuestion::Second { v } => portion.second[v] = Some(below),
            }
        }
        portion
    }

    /// None where the answer is settled already.
    fn bits_of(&self, question: SequenceQuestion) -> u32 {
        match question {
            SequenceQuestion::IsFirst { .. } => 1,
            SequenceQuestion::Second { v } if self.settled[v] == Settled::NotFirst => 0,
            SequenceQuestion::Second { .. } => width(self.n_residents),
        }
    }

    /// Bits that two sums differ by at most: with 4.3.2(1) and (2), which all portions begin with.
    pub(super) fn bits(&self, portion: &Portion) -> u32 {
        width(self.k) + width(self.k * self.n) + portion.bits
    }

    /// Whether a pair is possible after what is settled, `u < v`.
    pub(super) fn allow(&self, u: usize, v: usize) -> bool {
        if let Settled::With(mate) = self.settled[u] {
            return mate == v;
        }
        let in_bracket = v < self.n_mdps + self.n_residents;
        match (self.settled[u], self.settled[v]) {
            (_, Settled::With(_) | Settled::First) => false,
            (Settled::First, _) => in_bracket,
            (Settled::NotFirst, _) => !in_bracket,
            _ => true,
        }
    }

    /// Whether it is settled that the vertex is paired.
    pub(super) fn is_paired(&self, v: usize) -> bool {
        matches!(self.settled[v], Settled::First | Settled::With(_))
    }

    /// Adds the answers of a pair `u < v`.
    pub(super) fn add<W: Packed>(&self, portion: &Portion, u: usize, v: usize, cost: &mut W) {
        if v >= self.n_mdps + self.n_residents {
            return;
        }
        let bsn = self.bsn[u];
        if bsn > 0 {
            let offset = portion.bits + width(self.k * self.n);
            cost.deposit(offset, u64::from(bsn > self.k));
            cost.deposit(portion.bits, bsn as u64);
        }
        if let Some((offset, wanted)) = portion.is_first[u] {
            let mut answer = W::zero();
            answer.deposit(offset, 1);
            if wanted {
                cost.decrease(&answer);
            } else {
                cost.increase(&answer);
            }
        }
        if let Some(offset) = portion.second[u] {
            cost.deposit(offset, (v - self.n_mdps + 1) as u64);
        }
    }

    /// Keeps the answers that a matching gives.
    pub(super) fn settle(&mut self, portion: &Portion, mates: &[Option<usize>]) {
        for question in &portion.questions {
            match *question {
                SequenceQuestion::IsFirst { v, .. } => {
                    self.settled[v] = match self.second_of(v, mates) {
                        Some(_) => Settled::First,
                        None => Settled::NotFirst,
                    }
                }
                SequenceQuestion::Second { v } => {
                    if let Some(second) = self.second_of(v, mates) {
                        self.settled[v] = Settled::With(second);
                        self.settled[second] = Settled::With(v);
                    }
                }
            }
        }
    }

    fn second_of(&self, v: usize, mates: &[Option<usize>]) -> Option<usize> {
        let in_bracket = v..self.n_mdps + self.n_residents;
        mates[v].filter(|mate| in_bracket.contains(mate))
    }
}

/// Bits of numbers up to `most`.
fn width(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use num_bigint::BigInt;

    use super::*;

    type Pairs = Vec<(usize, usize)>;

    /// The sets of `size` numbers of a list, each in the order of the list.
    fn subsets(list: &[usize], size: usize) -> Vec<Vec<usize>> {
        let Some((first, others)) = list.split_first() else {
            return if size == 0 {
                vec![Vec::new()]
            } else {
                Vec::new()
            };
        };
        let mut sets = subsets(others, size);
        if size > 0 {
            for mut set in subsets(others, size - 1) {
                set.insert(0, *first);
                sets.push(set);
            }
        }
        sets
    }

    /// The sequences of `size` different numbers of a list, in lexicographic order (4.2).
    fn transpositions(list: &[usize], size: usize) -> Vec<Vec<usize>> {
        if size == 0 {
            return vec![Vec::new()];
        }
        let begin_with = |first: &usize| {
            let others: Vec<usize> = list.iter().copied().filter(|x| x != first).collect();
            let rest = transpositions(&others, size - 1);
            let first = *first;
            rest.into_iter()
                .map(move |rest| [vec![first], rest].concat())
        };
        list.iter().flat_map(begin_with).collect()
    }

    /// Which of two new S1 comes first, in the words of 4.3.2.
    fn compare_exchanges(n: usize, k: usize, one: &[usize], other: &[usize]) -> Ordering {
        let out = |s1: &[usize]| -> Vec<usize> { (1..=k).filter(|x| !s1.contains(x)).collect() };
        let into =
            |s1: &[usize]| -> Vec<usize> { (k + 1..=n).filter(|x| s1.contains(x)).collect() };
        let difference = |s1| into(s1).iter().sum::<usize>() - out(s1).iter().sum::<usize>();
        let first_of = |one: Vec<usize>, other: Vec<usize>, largest: bool| {
            let differs = |x: &usize| one.contains(x) != other.contains(x);
            let all = 1..=n;
            let found = if largest {
                all.rev().find(differs)
            } else {
                all.clone().find(differs)
            };
            match found {
                None => Ordering::Equal,
                Some(x) if one.contains(&x) => Ordering::Less,
                Some(_) => Ordering::Greater,
            }
        };
        (into(one).len().cmp(&into(other).len()))
            .then_with(|| difference(one).cmp(&difference(other)))
            .then_with(|| first_of(out(one), out(other), true))
            .then_with(|| first_of(into(one), into(other), false))
    }

    /// Sets of pairs in the order in which candidates first make them.
    fn in_sequence(n: usize, k: usize) -> Vec<Pairs> {
        let all: Vec<usize> = (1..=n).collect();
        let mut halves = subsets(&all, k);
        halves.sort_by(|one, other| compare_exchanges(n, k, one, other));
        let mut found: Vec<Pairs> = Vec::new();
        for s1 in halves {
            let s2: Vec<usize> = all.iter().copied().filter(|x| !s1.contains(x)).collect();
            for partners in transpositions(&s2, k) {
                let pairs = s1.iter().zip(&partners);
                let mut pairs: Pairs = pairs.map(|(a, b)| (*a.min(b), *a.max(b))).collect();
                pairs.sort_unstable();
                found.push(pairs);
            }
        }
        let mut seen = std::collections::HashSet::new();
        found.retain(|pairs| seen.insert(pairs.clone()));
        found
    }

    fn sum(questions: &Questions, portion: &Portion, pairs: &Pairs) -> BigInt {
        let mut sum = BigInt::ZERO;
        for (u, v) in pairs {
            questions.add(portion, *u, *v, &mut sum);
        }
        sum
    }

    /// The sums grow strictly along the sequence, and differ by less than the bits say.
    fn assert_ascending(mut questions: Questions, sequence: &[Pairs]) {
        let all = questions.portion(u32::MAX);
        let sums = sequence.iter().map(|pairs| sum(&questions, &all, pairs));
        let sums: Vec<BigInt> = sums.collect();
        let place = sums.windows(2).position(|two| two[0] >= two[1]);
        assert_eq!(place, None, "{questions:?}: {sequence:?}");
        if let (Some(first), Some(last)) = (sums.first(), sums.last()) {
            assert!(last - first < BigInt::from(1) << questions.bits(&all));
        }
    }

    #[test]
    fn sums_of_a_remainder_are_ordered_as_its_candidates() {
        for n in 0..=8 {
            for k in 0..=n / 2 {
                let zones = vec![Zone::Resident; n];
                let mut mates = vec![None; n];
                for v in 0..2 * k {
                    mates[v] = Some(v ^ 1);
                }
                let questions = Questions::of_mdps(&zones).of_remainder(&mates);
                let places = |(a, b): &(usize, usize)| (a - 1, b - 1);
                let sequence = in_sequence(n, k).into_iter();
                let sequence = sequence.map(|pairs| pairs.iter().map(places).collect());
                assert_ascending(questions, &sequence.collect::<Vec<Pairs>>());
            }
        }
    }

    #[test]
    fn sums_of_moved_down_players_are_ordered_as_their_candidates() {
        for (m, r) in [(0, 3), (1, 1), (1, 4), (2, 5), (3, 5), (4, 4), (4, 2)] {
            let zones = [vec![Zone::Mdp; m], vec![Zone::Resident; r]].concat();
            let mdps: Vec<usize> = (0..m).collect();
            let residents: Vec<usize> = (m..m + r).collect();
            for n_paired in 0..=m.min(r) {
                let mut sets = subsets(&mdps, n_paired);
                sets.sort();
                let candidates = sets.iter().flat_map(|set| {
                    let pair = |opponents: Vec<usize>| set.iter().copied().zip(opponents).collect();
                    transpositions(&residents, n_paired).into_iter().map(pair)
                });
                let candidates: Vec<Pairs> = candidates.collect();
                assert_ascending(Questions::of_mdps(&zones), &candidates);
            }
        }
    }
}
