//! The sequence of Articles 3 and 4 among the optimal pairings, as a [`Face`].
//!
//! The same decisions as in [`crate::sequence`], but "does the optimum keep its value?" has become
//! "is there still such a matching?", which one alternating search answers for all candidates of a
//! decision at once. Only an exchange needs weights again: a small number for each pair.

use edelweiss_matching::cardinality::{BitGraph, Perfect};
use edelweiss_matching::{Face, VertexId};

use super::exchange::first_exchange;
use super::tight::{has, set};
use crate::sequence::{Decisions, Zone};

/// The first pairing among the perfect matchings of `graph`, whose vertices stand in these zones;
/// `start` are pairs to begin with.
///
/// # Errors
/// The mates in a matching with the most pairs, if there is no perfect one.
///
/// # Cost
/// O(n²/64 + n) per decision that is not settled by the matching at hand; for an exchange see
/// [`first_exchange`].
pub(super) fn first_perfect(
    graph: BitGraph,
    zones: &[Zone],
    start: &[Option<VertexId>],
) -> Result<Decisions, Vec<Option<VertexId>>> {
    let face = Face::without_sets(Perfect::new(graph, start)?);
    Ok(first_of_face(zones, face))
}

/// The first pairing of a face over vertices in these zones.
pub(super) fn first_of_face(zones: &[Zone], face: Face) -> Decisions {
    let mut search = Search {
        zones,
        words: zones.len().div_ceil(64),
        face,
        pairs: Vec::new(),
    };
    let chosen = search.choose_mdps();
    search.choose_opponents(&chosen);
    search.pair_remainder();
    search.decisions()
}

struct Search<'a> {
    zones: &'a [Zone],
    /// Words of a set of vertices.
    words: usize,
    face: Face,
    /// Fixed so far.
    pairs: Vec<(usize, usize)>,
}

impl Search<'_> {
    /// By vertex: whom it is matched with.
    fn mates(&mut self) -> Vec<usize> {
        let mates = self.face.matching().into_iter().enumerate();
        mates
            .map(|(v, mate)| mate.map_or(v, VertexId::index))
            .collect()
    }

    fn set_of(&self, vertices: impl Iterator<Item = usize>) -> Vec<u64> {
        let mut set_of = vec![0; self.words];
        for v in vertices {
            set(&mut set_of, v);
        }
        set_of
    }

    fn zone(&self, zone: Zone) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.zones.len()).filter(move |v| self.zones[*v] == zone)
    }

    /// 4.4.2: the earliest valid set of MDPs that are paired.
    fn choose_mdps(&mut self) -> Vec<usize> {
        let mdps: Vec<usize> = self.zone(Zone::Mdp).collect();
        let mates = self.mates();
        let is_paired = |v: &usize| self.zones[mates[*v]] == Zone::Resident;
        // As many are paired in all optima: how many float, and with which scores, is the same.
        let n_paired = mdps.iter().filter(|v| is_paired(v)).count();
        if n_paired == mdps.len() {
            return mdps;
        }
        let residents = self.set_of(self.zone(Zone::Resident));
        let ids: Vec<VertexId> = mdps.iter().copied().map(VertexId::new).collect();
        let is_chosen = self.face.restrict_each(&ids, &residents, n_paired);
        let chosen = mdps.into_iter().zip(is_chosen);
        chosen.filter_map(|(mdp, is)| is.then_some(mdp)).collect()
    }

    /// 4.2 for the MDP-Pairing: each MDP in order has the earliest opponent.
    fn choose_opponents(&mut self, chosen: &[usize]) {
        let residents = self.set_of(self.zone(Zone::Resident));
        for &mdp in chosen {
            let opponent = self.face.match_first(VertexId::new(mdp), &residents);
            let opponent = opponent.expect("a chosen MDP has an opponent");
            self.pairs.push((mdp, opponent.index()));
        }
    }

    /// The residents who did not meet an MDP: S1 and S2, an exchange if needed, the transposition.
    fn pair_remainder(&mut self) {
        let mut is_free = vec![true; self.zones.len()];
        for (_, opponent) in &self.pairs {
            is_free[*opponent] = false;
        }
        let remainder: Vec<usize> = self.zone(Zone::Resident).filter(|v| is_free[*v]).collect();
        let inside = self.set_of(remainder.iter().copied());
        let mates = self.mates();
        let is_inside = |v: &&usize| has(&inside, mates[**v]);
        let n_pairs = remainder.iter().filter(is_inside).count() / 2;
        let (s1, s2) = remainder.split_at(n_pairs);
        let (s1, s2) = if self.separate(s1, s2) {
            (s1.to_vec(), s2.to_vec())
        } else {
            let face = std::mem::take(&mut self.face);
            let (face, [s1, s2]) = first_exchange(face, &remainder, n_pairs);
            self.face = face;
            // Nobody of S1 then meets a smaller BSN: the pair would be better the other way round.
            assert!(
                self.separate(&s1, &s2),
                "the exchange leaves a perfect matching"
            );
            (s1, s2)
        };
        let partners = self.set_of(s2.iter().copied());
        for v in s1 {
            let partner = self.face.match_first(VertexId::new(v), &partners);
            let partner = partner.expect("every player of S1 has a partner in S2");
            self.pairs.push((v, partner.index()));
        }
    }

    /// Keeps only the edges of `s1` to `s2`, if a perfect matching remains.
    fn separate(&mut self, s1: &[usize], s2: &[usize]) -> bool {
        let ids: Vec<VertexId> = s1.iter().copied().map(VertexId::new).collect();
        let partners = self.set_of(s2.iter().copied());
        self.face.try_restrict_all(&ids, &partners)
    }

    fn decisions(mut self) -> Decisions {
        let mates = self.mates();
        self.pairs.sort_unstable();
        let mut is_paired = vec![false; self.zones.len()];
        for (a, b) in &self.pairs {
            is_paired[*a] = true;
            is_paired[*b] = true;
        }
        let bracket = self.zone(Zone::Mdp).chain(self.zone(Zone::Resident));
        let floaters = bracket.filter(|v| !is_paired[*v]).collect();
        let plays =
            |v: &usize| !is_paired.get(*v).is_some_and(|is| *is) && self.zones[*v] != Zone::Exit;
        let others = (0..self.zones.len()).filter(plays);
        let rest = (others.map(|v| (v, mates[v])))
            .filter(|(v, mate)| v < mate && self.zones[*mate] != Zone::Exit)
            .collect();
        let mut exits: Vec<usize> = self.zone(Zone::Exit).map(|v| mates[v]).collect();
        // Two exits meet where fewer leave.
        exits.retain(|v| self.zones[*v] != Zone::Exit);
        exits.sort_unstable();
        Decisions {
            pairs: self.pairs,
            floaters,
            exits,
            rest,
        }
    }
}
