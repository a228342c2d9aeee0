//! The sequence of Articles 3 and 4 on a graph whose perfect matchings are the optimal pairings.
//!
//! The same decisions as in [`crate::sequence`], but "does the optimum keep its value?" has become
//! "is there still a perfect matching?", which one alternating search answers for all candidates of
//! a decision at once ([`Perfect::match_first`]). Only an exchange needs weights again: a small
//! number for each pair, on this graph.

use std::collections::BTreeMap;

use edelweiss_matching::cardinality::{BitGraph, Perfect};
use edelweiss_matching::{Classed, Cover, Error, VertexId, Weight};

use edelweiss_weights::Packed;

use super::classes::weighted;
use super::exchange::{Exchange, first_exchange};
use super::gates::first_gated;
use super::tight::{bits, class_patterns, has, set};
use crate::sequence::{Decided, Decisions, Zone, first_optimal};

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
    let mut search = Search::new(zones, Perfect::new(graph, start)?);
    let decided = search.decide();
    decided.expect("optimal pairings have as many pairs within the remainder");
    Ok(search.decisions(|_| None))
}

/// What pairs are worth, and where to start.
#[derive(Clone, Copy)]
pub(super) struct Weighted<'a, W> {
    /// By vertex.
    pub(super) class_of: &'a [u32],
    /// By pair of classes, row-major.
    pub(super) worth: &'a [W],
    /// Whether everybody has to be paired, or may leave for nothing.
    pub(super) cover: Cover,
    pub(super) allowed: &'a BitGraph,
    /// By class; no pair is worth more than half the sum of its two.
    pub(super) duals_2x: &'a [W],
    /// By vertex: whom it is paired with at first, without slack.
    pub(super) mates: &'a [Option<VertexId>],
}

/// The first optimal pairing of a weighted problem over vertices in these zones; `None` if it has no
/// solution.
///
/// The optimal pairings are the perfect matchings of the pairs with zero slack that leave every
/// blossom of positive dual exactly once; whoever leaves meets an exit. Without blossoms that is a
/// matter for [`first_perfect`], and often with them for [`first_gated`]. Otherwise wide weights have
/// still done their part: every perfect matching leaves each odd set at least once, so the optimal
/// pairings are those with the fewest crossings in all, and small numbers decide.
pub(super) fn first_weighted<W: Weight>(
    zones: &[Zone],
    weighted: Weighted<'_, W>,
) -> Option<Decisions> {
    let id = VertexId::new;
    // Augmenting paths give partners to those without, or pass an exit on; so there are never more
    // who leave than there are at first.
    let n_exits = match weighted.cover {
        Cover::Must => 0,
        Cover::May => weighted.mates.iter().filter(|mate| mate.is_none()).count(),
    };
    let (n, n_classes) = (zones.len() + n_exits, weighted.worth.len().isqrt() + 1);
    let mut zones = zones.to_vec();
    zones.resize(n, Zone::Exit);
    let mut class_of = weighted.class_of.to_vec();
    class_of.resize(n, n_classes as u32 - 1);
    let mut worth = Vec::with_capacity(n_classes * n_classes);
    for row in weighted.worth.chunks_exact((n_classes - 1).max(1)) {
        worth.extend_from_slice(row);
        worth.push(W::zero());
    }
    worth.resize(n_classes * n_classes, W::zero());
    let allowed = with_exits(weighted.allowed, n_exits);
    let dual = |class: &u32| weighted.duals_2x.get(*class as usize).cloned();
    let duals: Vec<W> = (class_of.iter())
        .map(|class| dual(class).unwrap_or_else(W::zero))
        .collect();
    let mut mates = weighted.mates.to_vec();
    mates.resize(n, None);
    let problem = Classed {
        edges: &allowed,
        class_of: &class_of,
        worth: &worth,
    };
    let (certificate, mates) = match problem.solve(Some((&duals, &mates))) {
        Ok(optimum) => (optimum.certificate, optimum.mates),
        Err(Error::NoMatching(_)) => return None,
        Err(error) => panic!("duals of the class problem are feasible and fit: {error}"),
    };
    let mut blossoms: Vec<&[VertexId]> = (certificate.blossoms.iter())
        .map(|blossom| &blossom.members[..])
        .collect();
    let all_around = around(n, &blossoms);
    // Vertices of one class, dual and set of blossoms around them have slack zero to the same others.
    let mut numbers = BTreeMap::new();
    let mut kinds: Vec<usize> = Vec::new();
    let kind_of: Vec<usize> = (0..n)
        .map(|v| {
            let kind = (class_of[v], &certificate.dual_2x[v], &all_around[v][..]);
            let number = *numbers.entry(kind).or_insert(kinds.len());
            if number == kinds.len() {
                kinds.push(v);
            }
            number
        })
        .collect();
    let words = n.div_ceil(64);
    let is_tight = |u: usize, v: usize| {
        let mut sum = certificate.dual_2x[u].plus(&certificate.dual_2x[v]);
        let shared = (all_around[u].iter()).filter(|number| all_around[v].contains(number));
        for number in shared {
            sum.increase(&certificate.blossoms[*number].dual_2x);
        }
        sum == worth[class_of[u] as usize * n_classes + class_of[v] as usize].doubled()
    };
    let (mut members, mut patterns) = (Vec::new(), Vec::new());
    class_patterns(
        kind_of.iter().copied(),
        kinds.len(),
        words,
        |a, b| is_tight(kinds[a], kinds[b]),
        &mut members,
        &mut patterns,
    );
    let mut tight = BitGraph::new(n);
    let mut row = vec![0; words];
    for v in 0..n {
        let pattern = &patterns[kind_of[v] * words..];
        for (word, allowed) in allowed.row(id(v)).iter().enumerate() {
            row[word] = allowed & pattern[word];
        }
        tight.set_half_row(id(v), &row);
    }
    // Whoever is alone outside a set has a partner inside.
    blossoms.retain(|members| members.len() + 1 < zones.len());
    if blossoms.is_empty() {
        let decisions = first_perfect(tight, &zones, &mates);
        return Some(decisions.expect("the solver's matching is tight and covers everybody"));
    }
    // Inmost first.
    blossoms.sort_by_key(|members| members.len());
    let around = around(zones.len(), &blossoms);
    if let Some(decisions) = first_gated(&zones, &tight, &around, &mates) {
        return Some(decisions);
    }
    // Room for the amounts of an exchange below a crossing, and for the solver above.
    Some(if zones.len() <= 2_000 {
        first_by_crossings::<i64>(&zones, &tight, &around, &mates)
    } else {
        first_by_crossings::<i128>(&zones, &tight, &around, &mates)
    })
}

/// The graph with exits behind its vertices, which are joined to everybody and to each other.
fn with_exits(allowed: &BitGraph, n_exits: usize) -> BitGraph {
    let n = allowed.n_vertices();
    let mut graph = BitGraph::complete(n + n_exits);
    let mut exits = vec![0; (n + n_exits).div_ceil(64)];
    for exit in n..n + n_exits {
        set(&mut exits, exit);
    }
    for v in (0..n).map(VertexId::new) {
        let mut row = exits.clone();
        for (to, edges) in row.iter_mut().zip(allowed.row(v)) {
            *to |= edges;
        }
        graph.set_half_row(v, &row);
    }
    graph
}

/// By vertex, the numbers of the blossoms that contain it, ascending.
fn around(n: usize, blossoms: &[&[VertexId]]) -> Vec<Vec<usize>> {
    let mut around = vec![Vec::new(); n];
    for (number, members) in blossoms.iter().enumerate() {
        for v in *members {
            around[v.index()].push(number);
        }
    }
    around
}

/// The first pairing among the perfect matchings of `tight` that leave each of some nested odd sets
/// once; `around` has the sets that contain a vertex. `mates` is one of them.
fn first_by_crossings<W: Packed>(
    zones: &[Zone],
    tight: &BitGraph,
    around: &[Vec<usize>],
    mates: &[Option<VertexId>],
) -> Decisions {
    let n = zones.len();
    // The class of a vertex is the set of blossoms around it.
    let mut numbers = BTreeMap::new();
    let mut classes: Vec<&[usize]> = Vec::new();
    let class_of: Vec<u32> = (around.iter())
        .map(|blossoms| {
            let class = *numbers.entry(&blossoms[..]).or_insert(classes.len());
            if class == classes.len() {
                classes.push(blossoms);
            }
            class as u32
        })
        .collect();
    let crossings = |a: &[usize], b: &[usize]| {
        let common = a.iter().filter(|number| b.contains(number)).count();
        (a.len() + b.len() - 2 * common) as u64
    };
    let width = |most: u64| u64::BITS - most.leading_zeros();
    let build = |decided: Option<&Decided<'_>>| {
        let capacities = decided.map_or([0, 0], Decided::capacities);
        let sum_width = width(capacities[1]);
        let tie_width = width(capacities[0]) + sum_width;
        let table = (classes.iter())
            .flat_map(|a| classes.iter().map(move |b| crossings(a, b)))
            .map(|crossings| {
                let mut cost = W::zero();
                cost.deposit(tie_width, crossings);
                cost.negated()
            })
            .collect();
        let exchange = decided.map(|decided| {
            let bsn = decided.bsn.iter().map(|bsn| *bsn as i64).collect();
            Exchange::new(uncrossed(tight, &class_of, decided), bsn, decided.n_pairs)
        });
        let whole = |number: i64| {
            let mut whole = W::zero();
            whole.deposit(0, number.unsigned_abs());
            if number < 0 { whole.negated() } else { whole }
        };
        let tie = |bsn: u64| {
            let worth = (exchange.as_ref()).map_or(0, |exchange| exchange.worth(bsn as i64));
            whole(-worth)
        };
        let tie = decided.map(|decided| (decided, &tie as &dyn Fn(u64) -> W));
        let mut solver = weighted(&class_of, table, tight.clone(), zones, Cover::Must, tie);
        let starts = match &exchange {
            // No pair weighs more than nothing.
            None => vec![(vec![0; n], mates.to_vec())],
            // Pairs that cross cost more than any duals differ.
            Some(exchange) => exchange.starts(mates),
        };
        let has_started = starts.iter().any(|(duals, mates)| {
            let duals: Vec<W> = duals.iter().map(|dual| whole(*dual)).collect();
            solver.start_from(&duals, mates).is_ok()
        });
        assert!(has_started, "the plain duals are feasible");
        solver
    };
    let mut solver = build(None);
    solver.resolve().expect("`mates` is a solution");
    first_optimal(zones, Cover::Must, solver, &build)
}

/// The pairs that cross nothing, without those fixed so far.
fn uncrossed(tight: &BitGraph, class_of: &[u32], decided: &Decided<'_>) -> BitGraph {
    let n = class_of.len();
    let is_free = |v: usize| decided.fixed[v].is_none();
    let mut graph = BitGraph::new(n);
    let mut row = vec![0; n.div_ceil(64)];
    for v in (0..n).filter(|v| is_free(*v)) {
        row.fill(0);
        for u in bits(tight.row(VertexId::new(v))) {
            if is_free(u) && class_of[u] == class_of[v] {
                set(&mut row, u);
            }
        }
        graph.set_half_row(VertexId::new(v), &row);
    }
    graph
}

/// The pairs of a matching.
pub(super) fn mates_of(mates: &[Option<VertexId>]) -> impl Iterator<Item = (usize, usize)> {
    let pairs = mates.iter().enumerate();
    let pairs = pairs.filter_map(|(v, mate)| Some((v, mate.as_ref()?.index())));
    pairs.filter(|(v, mate)| v < mate)
}

/// The sequence on the perfect matchings of a graph.
pub(super) struct Search<'a> {
    zones: &'a [Zone],
    /// Words of a set of vertices.
    words: usize,
    pub(super) perfect: Perfect,
    /// Fixed so far.
    pairs: Vec<(usize, usize)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(zones: &'a [Zone], perfect: Perfect) -> Self {
        Self {
            zones,
            words: zones.len().div_ceil(64),
            perfect,
            pairs: Vec::new(),
        }
    }

    /// Pairs the bracket; `None` if the perfect matchings differ in how many pairs they have within
    /// the remainder, where that matters.
    pub(super) fn decide(&mut self) -> Option<()> {
        let chosen = self.choose_mdps();
        self.choose_opponents(&chosen);
        self.pair_remainder()
    }

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
    fn pair_remainder(&mut self) -> Option<()> {
        let mut is_free = vec![true; self.zones.len()];
        for (_, opponent) in &self.pairs {
            is_free[*opponent] = false;
        }
        let remainder: Vec<usize> = self.zone(Zone::Resident).filter(|v| is_free[*v]).collect();
        let inside = self.set_of(remainder.iter().copied());
        let is_inside = |v: &&usize| has(&inside, self.mate(**v));
        let n_pairs = remainder.iter().filter(is_inside).count() / 2;
        let (s1, s2) = remainder.split_at(n_pairs);
        let (s1, s2) = if self.separate(s1, s2) {
            (s1.to_vec(), s2.to_vec())
        } else {
            let exchanged = first_exchange(&self.perfect, &remainder, n_pairs)?;
            if let Some(perfect) = exchanged.perfect {
                self.perfect = perfect;
            }
            // Nobody of S1 then meets a smaller BSN: the pair would be better the other way round.
            let [s1, s2] = exchanged.subgroups;
            if !self.separate(&s1, &s2) {
                return None;
            }
            (s1, s2)
        };
        let partners = self.set_of(s2.iter().copied());
        for v in s1 {
            let partner = self.perfect.match_first(VertexId::new(v), &partners);
            let partner = partner.expect("every player of S1 has a partner in S2");
            self.pairs.push((v, partner.index()));
        }
        Some(())
    }

    /// Keeps only the edges of `s1` to `s2`, if a perfect matching remains.
    fn separate(&mut self, s1: &[usize], s2: &[usize]) -> bool {
        let ids: Vec<VertexId> = s1.iter().copied().map(VertexId::new).collect();
        let partners = self.set_of(s2.iter().copied());
        self.perfect.try_restrict_all(&ids, &partners)
    }

    /// What was decided; `beyond` says whom a vertex meets beyond a gate, if it passes one.
    pub(super) fn decisions(&self, beyond: impl Fn(usize) -> Option<usize>) -> Decisions {
        let mut pairs = self.pairs.clone();
        pairs.sort_unstable();
        let mut is_paired = vec![false; self.zones.len()];
        for (a, b) in &pairs {
            is_paired[*a] = true;
            is_paired[*b] = true;
        }
        let bracket = self.zone(Zone::Mdp).chain(self.zone(Zone::Resident));
        let floaters = bracket.filter(|v| !is_paired[*v]).collect();
        let met = |v: usize| beyond(v).unwrap_or_else(|| self.mate(v));
        let mut exits: Vec<usize> = self.zone(Zone::Exit).map(met).collect();
        exits.retain(|v| self.zones[*v] != Zone::Exit);
        exits.sort_unstable();
        Decisions {
            pairs,
            floaters,
            exits,
        }
    }
}
