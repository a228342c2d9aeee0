//! The sequence of Articles 3 and 4: which of the best pairings of a bracket comes first.
//!
//! # Articles
//! C.04.3 (2026) 3.2, 4.2, 4.3, 4.4; 2017 B.2-B.6, D.1-D.3, which order the candidates in the same way.
//!
//! The decisions stand here once, in the order of the text. Each is a question about the best pairings:
//! is there still one among them, if this player meets one of those? Whatever knows the best pairings of
//! a bracket answers it ([`Optima`]): a table over subsets, or a face of perfect matchings.
//!
//! *The place of a set of pairs* depends on the set alone. In a remainder of `k` pairs write every
//! pair as (smaller BSN, larger BSN): the earliest way to generate it has the smaller ones in S1,
//! because swapping the two of a pair never lowers the number of exchanged players and raises the
//! sum of 4.3.2(2). So the set is preceded by others with fewer members of the new S1 outside the
//! original S1; then with a smaller BSN sum of the new S1; then by 4.3.2(3) and (4); then by the
//! partners of S1 in order (4.2).

use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::paths::{self, Path};

/// Brackets of up to this many players are paired without an allocation for each list.
const FEW: usize = 16;

/// The answers lie beyond what was asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unanswered;

/// The best pairings of a bracket. Vertices are numbered: moved-down players (MDPs), residents, each by
/// rank, then whatever else there is.
pub(crate) trait Optima {
    /// Vertices that somebody may be held to.
    type Set;

    /// These players; if `leaving`, also whatever a player meets who leaves the bracket.
    fn set(&self, players: &mut dyn Iterator<Item = usize>, leaving: bool) -> Self::Set;

    /// Keeps the pairings in which `v` meets one of `partners`, if there are any.
    fn restrict(&mut self, v: usize, partners: &Self::Set) -> bool;

    /// Keeps the pairings in which each of `players` meets one of `partners`, if there are any.
    fn restrict_all(&mut self, players: &[usize], partners: &Self::Set) -> bool;

    /// Asks one after the other whether there is a pairing in which this player meets one of `partners`,
    /// and holds each to the answer. Returns those of whom it is true.
    fn choose(&mut self, players: Range<usize>, partners: &Self::Set) -> Vec<usize> {
        let nobody = self.set(&mut std::iter::empty(), true);
        let mut chosen = Vec::new();
        for v in players {
            if self.restrict(v, partners) {
                chosen.push(v);
            } else {
                let leaves = self.restrict(v, &nobody);
                assert!(leaves, "whoever is not paired leaves the bracket");
            }
        }
        chosen
    }

    /// Pairs `v` with the first of `partners` that it can meet.
    fn pair_first(&mut self, v: usize, partners: &Self::Set) -> Option<usize>;

    /// How many pairs these players make among themselves, in each of the pairings.
    fn n_pairs_within(&mut self, players: &[usize]) -> usize;

    /// Keeps the pairings with the smallest exchange and, of these, the smallest difference (4.3.2 (1)
    /// and (2)) in this remainder of `n_pairs` pairs. Returns how many players are exchanged.
    fn least_exchange(&mut self, remainder: &[usize], n_pairs: usize) -> Result<usize, Unanswered>;

    /// Up to this difference, exchanges of one player are tried one by one, which is quicker where
    /// questions are.
    fn nearest(&self) -> usize {
        0
    }
}

/// The pairs of the first pairing in the order of the text, as vertices, the higher ranked one first.
///
/// # Errors
/// When `optima` does not know the answers.
pub(crate) fn first_pairing(
    optima: &mut impl Optima,
    n_mdps: usize,
    n_players: usize,
) -> Result<Vec<(usize, usize)>, Unanswered> {
    // 4.4.2: the earliest set of MDPs that are paired; 4.2: each has the earliest opponent.
    let residents = optima.set(&mut (n_mdps..n_players), false);
    let mut pairs = Vec::with_capacity(n_players / 2);
    let mut is_free: SmallVec<[bool; FEW]> = smallvec![true; n_players];
    for mdp in optima.choose(0..n_mdps, &residents) {
        let opponent = optima.pair_first(mdp, &residents).ok_or(Unanswered)?;
        is_free[opponent] = false;
        pairs.push((mdp, opponent));
    }
    // 3.2, 3.4: the remainder and its halves.
    let remainder = (n_mdps..n_players).filter(|v| is_free[*v]);
    let remainder: SmallVec<[usize; FEW]> = remainder.collect();
    let n_pairs = optima.n_pairs_within(&remainder);
    let (s1, s2) = remainder.split_at(n_pairs);
    let exchanged;
    let (s1, s2) = if separates(optima, s1, s2) {
        (s1, s2)
    } else {
        exchanged = first_exchange(optima, &remainder, n_pairs)?;
        let [s1, s2] = &exchanged;
        let separates = separates(optima, s1, s2);
        assert!(
            separates,
            "nobody of S1 then meets a smaller BSN: the pair would be better the other way round"
        );
        (&s1[..], &s2[..])
    };
    // 4.2: the first transposition of S2.
    let partners = set_of(optima, s2);
    for v in s1 {
        let partner = optima.pair_first(*v, &partners).ok_or(Unanswered)?;
        pairs.push((*v, partner));
    }
    pairs.sort_unstable();
    Ok(pairs)
}

fn set_of<O: Optima>(optima: &O, players: &[usize]) -> O::Set {
    optima.set(&mut players.iter().copied(), false)
}

/// Keeps the pairings of S1 with S2, if there are any.
fn separates(optima: &mut impl Optima, s1: &[usize], s2: &[usize]) -> bool {
    let partners = set_of(optima, s2);
    optima.restrict_all(s1, &partners)
}

/// 4.3: the new S1 and S2, sorted, after the first exchange, where none leaves no pairing.
///
/// # Errors
/// When `optima` does not know the answers.
pub(crate) fn first_exchange(
    optima: &mut impl Optima,
    remainder: &[usize],
    n_pairs: usize,
) -> Result<[Vec<usize>; 2], Unanswered> {
    if let Some(sides) = nearest_exchange(optima, remainder, n_pairs) {
        paths::enter(Path::NearExchange);
        return Ok(sides);
    }
    let size = optima.least_exchange(remainder, n_pairs)?;
    paths::enter(Path::FarExchange);
    // 4.3.2 (3) and (4): out of S1 the largest BSNs that can go, into it the smallest that can come. A
    // player of S1 meets larger BSNs; a player who leaves S1 meets a smaller one, or floats.
    let mut moves = |place: usize, out: bool| {
        let v = remainder[place];
        let others = if out {
            &remainder[..place]
        } else {
            &remainder[place + 1..]
        };
        let partners = optima.set(&mut others.iter().copied(), out);
        optima.restrict(v, &partners)
    };
    let mut movers = |places: &mut dyn Iterator<Item = usize>, out: bool| {
        let mut moved = Vec::new();
        // The sides follow from who moves: settled as soon as enough do.
        while moved.len() < size
            && let Some(place) = places.next()
        {
            if moves(place, out) {
                moved.push(place);
            } else {
                let stays = moves(place, !out);
                assert!(stays, "whoever cannot leave a subgroup stays in it");
            }
        }
        assert_eq!(moved.len(), size, "an exchange swaps groups of one size");
        moved
    };
    let out = movers(&mut (0..n_pairs).rev(), true);
    let into = movers(&mut (n_pairs..remainder.len()), false);
    Ok(sides(remainder, n_pairs, &out, &into))
}

/// The first exchange if it is of one player and has a small difference: the first that leaves a pairing,
/// tried in the order of the rule.
fn nearest_exchange(
    optima: &mut impl Optima,
    remainder: &[usize],
    n_pairs: usize,
) -> Option<[Vec<usize>; 2]> {
    let exchanges = (1..=optima.nearest()).flat_map(|difference| {
        let within = move |behind: usize| {
            Some((
                n_pairs.checked_sub(behind + 1)?,
                n_pairs + difference - behind - 1,
            ))
        };
        (0..difference).filter_map(within)
    });
    exchanges
        .filter(|(_, into)| *into < remainder.len())
        .find_map(|(out, into)| {
            let [s1, s2] = sides(remainder, n_pairs, &[out], &[into]);
            separates(optima, &s1, &s2).then_some([s1, s2])
        })
}

/// S1 and S2 after an exchange of these places.
fn sides(remainder: &[usize], n_pairs: usize, out: &[usize], into: &[usize]) -> [Vec<usize>; 2] {
    let mut in_s1 = vec![false; remainder.len()];
    in_s1[..n_pairs].fill(true);
    for place in out {
        in_s1[*place] = false;
    }
    for place in into {
        in_s1[*place] = true;
    }
    let side = |first: bool| {
        let members = remainder
            .iter()
            .zip(&in_s1)
            .filter(move |(_, own)| **own == first);
        members.map(|(v, _)| *v).collect()
    };
    [side(true), side(false)]
}
