//! The sequence of Articles 3 and 4 on a graph whose perfect matchings are the optimal pairings.
//!
//! The same decisions as in [`crate::sequence`], but "does the optimum keep its value?" has become
//! "is there still a perfect matching?", which one alternating search answers for all candidates of
//! a decision at once ([`Perfect::match_first`]). Only an exchange needs weights again: a small
//! number for each pair, on this graph.

use edelweiss_matching::cardinality::{BitGraph, Perfect};
use edelweiss_matching::{Cover, Solver, Tabled, VertexId};

use super::tight::set;
use crate::sequence::{Decisions, Zone};

/// The first pairing among the perfect matchings of `graph`, whose vertices stand in these zones;
/// `start` are pairs to begin with.
///
/// # Errors
/// The mates in a matching with the most pairs, if there is no perfect one.
///
/// # Cost
/// O(n²/64 + n) per decision that is not settled by the matching at hand. An exchange costs an
/// O(n²) start and a stage of the solver for each player who is asked to move.
pub(super) fn first_perfect(
    graph: BitGraph,
    zones: &[Zone],
    start: &[Option<VertexId>],
) -> Result<Decisions, Vec<Option<VertexId>>> {
    let perfect = Perfect::new(graph, start)?;
    let mut search = Search {
        zones,
        words: zones.len().div_ceil(64),
        perfect,
        pairs: Vec::new(),
    };
    let chosen = search.choose_mdps();
    search.choose_opponents(&chosen);
    search.pair_remainder();
    Ok(search.decisions())
}

struct Search<'a> {
    zones: &'a [Zone],
    /// Words of a set of vertices.
    words: usize,
    perfect: Perfect,
    /// Fixed so far.
    pairs: Vec<(usize, usize)>,
}

impl Search<'_> {
    fn mate(&self, v: usize) -> usize {
        self.perfect.mate(VertexId::new(v)).index()
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
        let is_paired = |v: &usize| self.zones[self.mate(*v)] == Zone::Resident;
        if mdps.iter().all(is_paired) {
            return mdps;
        }
        let residents = self.set_of(self.zone(Zone::Resident));
        let others: Vec<u64> = residents.iter().map(|word| !word).collect();
        let mut chosen = Vec::new();
        for mdp in mdps {
            if self.perfect.try_restrict(VertexId::new(mdp), &residents) {
                chosen.push(mdp);
            } else {
                let left_out = self.perfect.try_restrict(VertexId::new(mdp), &others);
                assert!(left_out, "an MDP that cannot be paired goes to the Limbo");
            }
        }
        chosen
    }

    /// 4.2 for the MDP-Pairing: each MDP in order has the earliest opponent.
    fn choose_opponents(&mut self, chosen: &[usize]) {
        let residents = self.set_of(self.zone(Zone::Resident));
        for &mdp in chosen {
            let opponent = self.perfect.match_first(VertexId::new(mdp), &residents);
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
        let is_inside = |v: &&usize| has(&inside, self.mate(**v));
        let n_pairs = remainder.iter().filter(is_inside).count() / 2;
        let (s1, s2) = remainder.split_at(n_pairs);
        let mut kept = self.perfect.clone();
        let in_s2 = self.set_of(s2.iter().copied());
        let mut is_kept = true;
        for v in s1 {
            // Goes on after a failure, so that an exchange starts from as many pairs as possible.
            is_kept &= kept.try_restrict(VertexId::new(*v), &in_s2);
        }
        let (s1, s2) = if is_kept {
            self.perfect = kept;
            (s1.to_vec(), s2.to_vec())
        } else {
            let (s1, s2) = self.exchange(&remainder, n_pairs, &kept);
            for v in &s1 {
                let partners = self.set_of(s2.iter().copied().filter(|u| u > v));
                let restricted = self.perfect.try_restrict(VertexId::new(*v), &partners);
                assert!(restricted, "the exchange leaves a perfect matching");
            }
            (s1, s2)
        };
        let partners = self.set_of(s2.iter().copied());
        for v in s1 {
            let partner = self.perfect.match_first(VertexId::new(v), &partners);
            let partner = partner.expect("every player of S1 has a partner in S2");
            self.pairs.push((v, partner.index()));
        }
    }

    /// 4.3: the first exchange. S1 and S2 after it, sorted.
    ///
    /// A pair within the remainder is worth `unit` if its smaller BSN belongs to the original S1,
    /// less that BSN; any other pair nothing. All optimal pairings have as many pairs within the
    /// remainder, so the best sum has the smallest exchange (4.3.2(1)) with the smallest sum of BSNs
    /// (4.3.2(2)). Duals that are feasible: `unit` less the BSN for members of the original S1, else
    /// zero. Then pairs of S1 with S2 and pairs outside the remainder are tight, and only those whom
    /// `start` pairs otherwise are left to the solver.
    fn exchange(
        &self,
        remainder: &[usize],
        n_pairs: usize,
        start: &Perfect,
    ) -> (Vec<usize>, Vec<usize>) {
        let n = self.zones.len();
        let mut bsn = vec![0_u64; n];
        for (place, v) in remainder.iter().enumerate() {
            bsn[*v] = place as u64 + 1;
        }
        let in_s1 = |bsn: u64| bsn <= n_pairs as u64;
        // Fits: less than 2^28 for 2^14 vertices, and the solver needs 2^23 times that.
        let unit = (n_pairs * remainder.len()) as i64 + 1;
        let worth = |bsn: u64| if in_s1(bsn) { unit } else { 0 } - bsn as i64;
        // By row: nobody of the remainder, then by BSN. By column: nobody of the remainder, others.
        let rows = (1..=remainder.len() as u64).flat_map(|bsn| [0, worth(bsn)]);
        let table = [0, 0].into_iter().chain(rows).collect();
        let row_of = bsn.iter().map(|bsn| *bsn as u32).collect();
        let column_of = bsn.iter().map(|bsn| u32::from(*bsn > 0)).collect();
        let mut graph = Tabled::new(row_of, column_of, 2, table);
        let edges = self.perfect.remaining();
        graph.set_edges(&edges);
        let id = VertexId::new;
        let is_alive = |v: usize| edges.row(id(v)).iter().any(|word| *word != 0);
        let covers: Vec<Cover> = (0..n)
            .map(|v| if is_alive(v) { Cover::Must } else { Cover::May })
            .collect();
        let duals: Vec<i64> = (bsn.iter())
            .map(|bsn| {
                if *bsn > 0 && in_s1(*bsn) {
                    2 * worth(*bsn)
                } else {
                    0
                }
            })
            .collect();
        let mates: Vec<_> = (0..n)
            .map(|v| is_alive(v).then(|| start.mate(id(v))))
            .collect();
        let mut solver = Solver::new(graph, &covers).expect("small numbers fit");
        solver
            .start_from(&duals, &mates)
            .expect("shown above to be feasible");
        solver
            .resolve()
            .expect("the pairing before the exchange is still there");
        let moves_in = |v: &&usize| {
            solver
                .mate(id(**v))
                .is_some_and(|mate| bsn[mate.index()] > bsn[**v])
        };
        let size = remainder[n_pairs..].iter().filter(moves_in).count();
        // The set follows from who moves: settled as soon as enough do.
        let (mut out, mut into) = (Vec::new(), Vec::new());
        for &v in remainder[..n_pairs].iter().rev() {
            if out.len() == size {
                break;
            }
            if solver.try_restrict(id(v), |u| bsn[u.index()] < bsn[v], Cover::Must) {
                out.push(v);
            } else {
                let stays = solver.try_restrict(id(v), |u| bsn[u.index()] > bsn[v], Cover::Must);
                assert!(stays, "whoever cannot leave S1 stays there");
            }
        }
        for &v in &remainder[n_pairs..] {
            if into.len() == size {
                break;
            }
            if solver.try_restrict(id(v), |u| bsn[u.index()] > bsn[v], Cover::Must) {
                into.push(v);
            } else {
                let stays = solver.try_restrict(id(v), |u| bsn[u.index()] < bsn[v], Cover::Must);
                assert!(stays, "whoever cannot enter S1 stays in S2");
            }
        }
        assert!(
            out.len() == size && into.len() == size,
            "an exchange swaps groups of one size"
        );
        let moved = |v: &usize| out.contains(v) || into.contains(v);
        let (s1, s2) = remainder.split_at(n_pairs);
        let side = |stay: &[usize], come: &[usize]| {
            let mut side: Vec<usize> = stay.iter().copied().filter(|v| !moved(v)).collect();
            side.extend(come);
            side.sort_unstable();
            side
        };
        (side(s1, &into), side(s2, &out))
    }

    fn decisions(mut self) -> Decisions {
        self.pairs.sort_unstable();
        let mut is_paired = vec![false; self.zones.len()];
        for (a, b) in &self.pairs {
            is_paired[*a] = true;
            is_paired[*b] = true;
        }
        let bracket = self.zone(Zone::Mdp).chain(self.zone(Zone::Resident));
        let floaters = bracket.filter(|v| !is_paired[*v]).collect();
        let mut exits: Vec<usize> = self.zone(Zone::Exit).map(|v| self.mate(v)).collect();
        exits.sort_unstable();
        Decisions {
            pairs: self.pairs,
            floaters,
            exits,
        }
    }
}

fn has(set: &[u64], v: usize) -> bool {
    set[v / 64] >> (v % 64) & 1 == 1
}
