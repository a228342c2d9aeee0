//! The place of a candidate in the sequence, as numbers that are summed over its pairs.
//!
//! # Articles
//! C.04.3 (2026) 4.2-4.4; 2017 D.
//!
//! # Moved-down players
//! They come before the remainder. There are `m` of them and `r` residents.
//!
//! - Who is paired (4.4.2; 2017 D.3): of the sets of one size, and with as many players of each score,
//!   the one with the smallest differing BSN. A pair of number `x` counts `-2^(m-x)`.
//! - With whom (4.2): a digit for each of them, the first one's above the others, which is the place of
//!   the opponent among the residents.
//!
//! # Remainder
//! It has `n` players with BSNs 1 to `n` and `k` pairs, so S1 at first is 1 to `k`; the rest, S2,
//! holds the floaters as well, who have no partner. Let `a < b` be the BSNs of a pair. The earliest candidate with
//! a given set of pairs has each `a` in S1: swapping the roles of a pair never lowers the number of
//! exchanged players, and raises the sum of 4.3.2(2). So a set of pairs has a place in the sequence,
//! which is that of its earliest candidate, and the following fields say it, the most important first:
//!
//! 1. the number of exchanged players (4.3.2(1)): a pair counts 1 if `a > k`;
//! 2. the difference between the sums (4.3.2(2)), but for a constant: a pair counts `a`;
//! 3. the largest differing BSN moved out of S1 (4.3.2(3)): if `a <= k`, a pair counts `2^(a-1)`,
//!    because `a` stays;
//! 4. the smallest differing BSN moved into S1 (4.3.2(4)): if `a > k`, a pair counts `-2^(n-a)`;
//! 5. the transposition (4.2): a digit for each `a`, the smallest one's above the others, which is `b`.
//!
//! Fields 3 and 4 name the members of S1 one by one, so that in field 5 all candidates left have the
//! same S1, and no two of them the same pairs.

use edelweiss_weights::Packed;

use crate::graph::Zone;

/// The fields of one of the two matchings, by vertex.
#[derive(Debug)]
pub(super) enum Fields {
    /// First, the moved-down players are vertices 0 to `n_mdps` - 1, and the residents follow.
    Mdps { n_mdps: usize, n_residents: usize },
    /// Then, the remainder.
    Remainder {
        /// The part of each vertex.
        parts: Vec<Fate>,
        n: usize,
        /// Pairs in the remainder.
        k: usize,
    },
}

/// What a vertex is when the remainder is paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// In a pair of a moved-down player and this vertex.
    Paired(usize),
    /// A moved-down player who is not paired.
    Limbo,
    /// In the remainder, with this BSN.
    Remainder(usize),
    /// Not in the bracket.
    Outside,
}

impl Fields {
    pub(super) fn of_mdps(zones: &[Zone]) -> Self {
        let count = |zone: Zone| zones.iter().filter(|other| **other == zone).count();
        Self::Mdps {
            n_mdps: count(Zone::Mdp),
            n_residents: count(Zone::Resident),
        }
    }

    /// What follows from the first matching.
    pub(super) fn of_remainder(zones: &[Zone], mates: &[Option<usize>]) -> Self {
        let mut n = 0;
        let mut part = |v: usize| match (zones[v], mates[v].map(|mate| (mate, zones[mate]))) {
            (Zone::Mdp, Some((mate, Zone::Resident)))
            | (Zone::Resident, Some((mate, Zone::Mdp))) => Fate::Paired(mate),
            (Zone::Mdp, _) => Fate::Limbo,
            (Zone::Resident, _) => {
                n += 1;
                Fate::Remainder(n)
            }
            _ => Fate::Outside,
        };
        let parts: Vec<Fate> = (0..zones.len()).map(&mut part).collect();
        let is_resident = |v: &usize| zones[*v] == Zone::Resident;
        let in_pairs = (0..zones.len()).filter(is_resident);
        let in_pairs = in_pairs.filter(|v| mates[*v].is_some_and(|mate| is_resident(&mate)));
        let k = in_pairs.count() / 2;
        Self::Remainder { parts, n, k }
    }

    /// Bits that the sums of two candidates differ by at most.
    pub(super) fn bits(&self) -> u32 {
        match *self {
            Self::Mdps {
                n_mdps: m,
                n_residents: r,
            } => m as u32 * (1 + width(r)),
            Self::Remainder { n, k, .. } => width(k) + width(k * n) + n as u32 * (1 + width(n)),
        }
    }

    /// Whether the second matching may have this pair.
    pub(super) fn allow(&self, u: usize, v: usize) -> bool {
        let Self::Remainder { parts, .. } = self else {
            return true;
        };
        match (parts[u], parts[v]) {
            (Fate::Paired(mate), _) => mate == v,
            (_, Fate::Paired(mate)) => mate == u,
            (Fate::Limbo, Fate::Remainder(_)) => false,
            _ => true,
        }
    }

    /// Whether the vertex is in a pair that the first matching fixed.
    pub(super) fn is_fixed(&self, v: usize) -> bool {
        match self {
            Self::Mdps { .. } => false,
            Self::Remainder { parts, .. } => matches!(parts[v], Fate::Paired(_)),
        }
    }

    /// Adds the amounts of a pair of vertices `u < v`.
    pub(super) fn add<W: Packed>(&self, u: usize, v: usize, cost: &mut W) {
        match self {
            Self::Mdps {
                n_mdps,
                n_residents,
            } => {
                let (m, r) = (*n_mdps, *n_residents);
                if u < m && (m..m + r).contains(&v) {
                    let digits_below = (m - 1 - u) as u32;
                    add_bit(-1, m as u32 * width(r) + digits_below, cost);
                    cost.deposit(digits_below * width(r), (v - m + 1) as u64);
                }
            }
            Self::Remainder { parts, n, k } => {
                if let (Fate::Remainder(a), Fate::Remainder(b)) = (parts[u], parts[v]) {
                    add_pair(a, b, *n, *k, cost);
                }
            }
        }
    }
}

/// Adds the amounts of a pair of the remainder, of BSNs `a < b`.
fn add_pair<W: Packed>(a: usize, b: usize, n: usize, k: usize, cost: &mut W) {
    let digits = n as u32 * width(n);
    let members = digits + n as u32;
    cost.deposit(members + width(k * n), u64::from(a > k));
    cost.deposit(members, a as u64);
    if a <= k {
        add_bit(1, digits + (n - k + a - 1) as u32, cost);
    } else {
        add_bit(-1, digits + (n - a) as u32, cost);
    }
    cost.deposit((n - a) as u32 * width(n), b as u64);
}

/// Adds or subtracts `2^offset`.
fn add_bit<W: Packed>(sign: i32, offset: u32, cost: &mut W) {
    let mut power = W::zero();
    power.deposit(offset, 1);
    if sign > 0 {
        cost.increase(&power);
    } else {
        cost.decrease(&power);
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

    fn sum(fields: &Fields, pairs: &Pairs) -> BigInt {
        let mut sum = BigInt::ZERO;
        for (u, v) in pairs {
            fields.add(*u, *v, &mut sum);
        }
        sum
    }

    /// The sums grow strictly along the sequence, and differ by less than the bits say.
    fn assert_ascending(fields: &Fields, sequence: &[Pairs]) {
        let sums: Vec<BigInt> = sequence.iter().map(|pairs| sum(fields, pairs)).collect();
        let place = sums.windows(2).position(|two| two[0] >= two[1]);
        assert_eq!(place, None, "{fields:?}: {sequence:?}");
        if let (Some(first), Some(last)) = (sums.first(), sums.last()) {
            assert!(last - first < BigInt::from(1) << fields.bits());
        }
    }

    #[test]
    fn sums_of_a_remainder_are_ordered_as_its_candidates() {
        for n in 0..=8 {
            for k in 0..=n / 2 {
                let fields = Fields::Remainder {
                    parts: (0..=n).map(Fate::Remainder).collect(),
                    n,
                    k,
                };
                assert_ascending(&fields, &in_sequence(n, k));
            }
        }
    }

    #[test]
    fn sums_of_moved_down_players_are_ordered_as_their_candidates() {
        for (m, r) in [(0, 3), (1, 1), (1, 4), (2, 5), (3, 5), (4, 4), (4, 2)] {
            let fields = Fields::Mdps {
                n_mdps: m,
                n_residents: r,
            };
            let mdps: Vec<usize> = (0..m).collect();
            let residents: Vec<usize> = (m..m + r).collect();
            for n_paired in 0..=m.min(r) {
                let mut sets = subsets(&mdps, n_paired);
                sets.sort();
                let candidates = sets.iter().flat_map(|set| {
                    let pair = |opponents: Vec<usize>| set.iter().copied().zip(opponents).collect();
                    transpositions(&residents, n_paired).into_iter().map(pair)
                });
                assert_ascending(&fields, &candidates.collect::<Vec<Pairs>>());
            }
        }
    }
}
