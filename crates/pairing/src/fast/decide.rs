//! The sequence of Articles 3 and 4 among the optimal pairings, as a [`Face`].
//!
//! The same decisions as in [`crate::sequence`], but "does the optimum keep its value?" has become
//! "is there still such a matching?", which one alternating search answers for all candidates of a
//! decision at once. Only an exchange needs weights again: a small number for each pair.

use std::borrow::Cow;

use edelweiss_matching::cardinality::{BitGraph, Perfect};
use edelweiss_matching::{
    Best, Classed, Cover, Error, Face, Optimum, Solver, Start, Tabled, VertexId, Weight,
    WeightTable,
};

use super::exchange::first_exchange;
use super::tight::{clear, has, set};
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
fn first_of_face(zones: &[Zone], face: Face) -> Decisions {
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

/// So few vertices have nearly as many kinds, and one tree at a time costs less than patterns of
/// kinds.
const FEW: usize = 512;

/// Who may be paired, and where to start.
pub(super) struct Candidates<'a> {
    /// By vertex: what pairs are worth depends on that.
    pub(super) class_of: &'a [u32],
    /// Who may leave for nothing instead of being paired.
    pub(super) leavers: &'a [u64],
    pub(super) allowed: &'a BitGraph,
    /// By vertex: whom it is paired with at first.
    pub(super) mates: &'a [Option<VertexId>],
}

/// Candidates with as many exits behind them as may be needed.
struct WithExits<'a> {
    zones: Vec<Zone>,
    allowed: Cow<'a, BitGraph>,
    /// The last of so many classes are exits.
    class_of: Vec<u32>,
    mates: Vec<Option<VertexId>>,
}

impl<'a> Candidates<'a> {
    fn with_exits(&self, zones: &[Zone], n_classes: usize) -> WithExits<'a> {
        // Augmenting paths give partners to those without, or pass an exit on; so there are never more
        // who leave than there are at first.
        let n_exits = if self.leavers.iter().all(|word| *word == 0) {
            0
        } else {
            self.mates.iter().filter(|mate| mate.is_none()).count()
        };
        let n = zones.len() + n_exits;
        let (mut zones, mut class_of) = (zones.to_vec(), self.class_of.to_vec());
        let mut mates = self.mates.to_vec();
        zones.resize(n, Zone::Exit);
        class_of.resize(n, n_classes as u32 - 1);
        mates.resize(n, None);
        let allowed = if n_exits == 0 {
            Cow::Borrowed(self.allowed)
        } else {
            Cow::Owned(with_exits(self.allowed, self.leavers, n_exits))
        };
        WithExits {
            zones,
            allowed,
            class_of,
            mates,
        }
    }
}

/// What pairs are worth, and duals to start from.
pub(super) struct Weighted<'a, W> {
    pub(super) candidates: Candidates<'a>,
    /// By pair of classes; the last class are exits, which are worth nothing.
    pub(super) worth: &'a WeightTable<W>,
    /// By vertex, doubled: no pair is worth more than half the sum of its two, and the mates of the
    /// candidates are worth that much.
    pub(super) duals_2x: Vec<W>,
    /// Whether the first pairing is wanted, given the duals of an optimum, by vertex and exit, doubled.
    pub(super) accepts: &'a dyn Fn(&[W]) -> bool,
    /// The pairs without slack with so many exits behind the vertices, if that is known.
    pub(super) tight: &'a dyn Fn(usize) -> Option<BitGraph>,
}

/// The first optimal pairing of a weighted problem over vertices in these zones; `None` if it has no
/// solution or is not wanted.
///
/// The optimal pairings are the perfect matchings of the pairs with zero slack that leave every
/// blossom of positive dual exactly once; whoever leaves meets an exit.
pub(super) fn first_weighted<W: Weight>(
    zones: &[Zone],
    weighted: Weighted<'_, W>,
) -> Option<Decisions> {
    let all = (weighted.candidates).with_exits(zones, weighted.worth.n_rows());
    let n = all.zones.len();
    let mut duals = weighted.duals_2x;
    duals.resize(n, W::zero());
    let problem = Classed {
        edges: &all.allowed,
        class_of: &all.class_of,
        worth: weighted.worth,
    };
    let solved = if n <= FEW {
        by_stages(&problem, (&duals, &all.mates))
    } else {
        problem.solve(Some(Start {
            duals_2x: &duals,
            mates: &all.mates,
            tight: (weighted.tight)(n - zones.len()),
        }))
    };
    // Duals near the limit of the type are no start, nor are such that left their places.
    let solved = match solved {
        Err(Error::WeightTooWide | Error::InfeasibleStart) => problem.solve(None),
        solved => solved,
    };
    match solved {
        Ok(optimum) => (weighted.accepts)(&optimum.certificate.dual_2x)
            .then(|| first_of_face(&all.zones, optimum.face())),
        Err(Error::NoMatching(_)) => None,
        Err(error) => panic!("weights fit: {error}"),
    }
}

/// The first of the pairings that are worth the most by one measure after another, over vertices in
/// these zones; `None` if there is none. A measure says which part each of so many classes belongs to,
/// and what a pair of two of those is worth; the last class are exits, which are worth nothing.
pub(super) fn first_by_measures(
    zones: &[Zone],
    (candidates, n_classes): (&Candidates<'_>, usize),
    measures: impl Iterator<Item = (Vec<u32>, WeightTable<i64>)>,
) -> Option<Decisions> {
    let all = candidates.with_exits(zones, n_classes);
    let mut best = Best::new(all.allowed.into_owned(), all.mates);
    for (part_of, worth) in measures {
        let part = |class: &u32| part_of[*class as usize];
        let class_of: Vec<u32> = all.class_of.iter().map(part).collect();
        let kept = match best.keep(&class_of, &worth) {
            Err(Error::WeightTooWide) => best.keep(&class_of, &worth.map(|w| i128::from(*w))),
            kept => kept,
        };
        match kept {
            Ok(()) => {}
            Err(Error::NoMatching(_)) => return None,
            Err(error) => panic!("a field fits: {error}"),
        }
    }
    Some(first_of_face(&all.zones, best.face()?))
}

/// As [`Classed::solve`], by one tree at a time.
fn by_stages<W: Weight>(
    problem: &Classed<'_, W>,
    (duals_2x, mates): (&[W], &[Option<VertexId>]),
) -> Result<Optimum<W>, Error> {
    let classes = || problem.class_of.to_vec();
    let mut graph = Tabled::new(classes(), classes(), problem.worth.clone());
    graph.set_edges(problem.edges);
    let mut solver = Solver::new(graph, &vec![Cover::Must; mates.len()])?;
    solver.start_from(duals_2x, mates)?;
    solver.resolve()?;
    Ok(Optimum::new(
        problem,
        solver.mates().to_vec(),
        solver.certificate(),
    ))
}

/// The graph with exits behind its vertices, which are joined to the leavers and to each other.
fn with_exits(allowed: &BitGraph, leavers: &[u64], n_exits: usize) -> BitGraph {
    let n = allowed.n_vertices();
    let words = (n + n_exits).div_ceil(64);
    let mut exits = vec![0; words];
    for exit in n..n + n_exits {
        set(&mut exits, exit);
    }
    let mut graph = BitGraph::new(n + n_exits);
    for v in 0..n {
        let mut row = if has(leavers, v) {
            exits.clone()
        } else {
            vec![0; words]
        };
        for (to, edges) in row.iter_mut().zip(allowed.row(VertexId::new(v))) {
            *to |= edges;
        }
        graph.set_half_row(VertexId::new(v), &row);
    }
    for (word, leavers) in exits.iter_mut().zip(leavers) {
        *word |= leavers;
    }
    for exit in n..n + n_exits {
        let mut row = exits.clone();
        clear(&mut row, exit);
        graph.set_half_row(VertexId::new(exit), &row);
    }
    graph
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
