//! The sequence of Articles 3 and 4 on a graph whose perfect matchings are the optimal pairings.
//!
//! The same decisions as in [`crate::sequence`], but "does the optimum keep its value?" has become
//! "is there still a perfect matching?", which one alternating search answers for all candidates of
//! a decision at once ([`Perfect::match_first`]). Only an exchange needs weights again: a small
//! number for each pair, on this graph.

use std::collections::BTreeMap;

use edelweiss_matching::cardinality::{BitGraph, Maximum, Perfect, maximum_matching};
use edelweiss_matching::{Cover, Solver, Tabled, VertexId, Weight};

use edelweiss_weights::Packed;

use super::classes::weighted;
use super::tight::{class_patterns, set};
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

/// The first optimal pairing of `solver`'s problem over vertices in these zones; `allowed` are its
/// edges, and `worth` has their weights by pair of classes, row-major. `None` if it has no solution.
///
/// The optimal pairings are the perfect matchings of the pairs with zero slack that leave every
/// blossom of positive dual exactly once, where a vertex may stay exposed if its dual is zero.
/// Without blossoms that is a matter for [`first_perfect`]. Otherwise wide weights have still done
/// their part: every perfect matching leaves each odd set at least once, so the optimal pairings are
/// those with the fewest crossings in all, and small numbers decide.
pub(super) fn first_weighted<W: Weight>(
    zones: &[Zone],
    (class_of, worth): (&[u32], &[W]),
    cover: Cover,
    allowed: &BitGraph,
    mut solver: Solver<W>,
) -> Option<Decisions> {
    solver.resolve().ok()?;
    let certificate = solver.certificate();
    let n = zones.len();
    let id = VertexId::new;
    let blossoms: Vec<&[VertexId]> = (certificate.blossoms.iter())
        .map(|blossom| &blossom.members[..])
        .collect();
    let around = around(n, &blossoms);
    // Vertices of one class, dual and set of blossoms around them have slack zero to the same others.
    let mut numbers = BTreeMap::new();
    let mut kinds: Vec<usize> = Vec::new();
    let kind_of: Vec<usize> = (0..n)
        .map(|v| {
            let kind = (class_of[v], &certificate.dual_2x[v], &around[v][..]);
            let number = *numbers.entry(kind).or_insert(kinds.len());
            if number == kinds.len() {
                kinds.push(v);
            }
            number
        })
        .collect();
    let words = n.div_ceil(64);
    let n_classes = worth.len().isqrt();
    let is_tight = |u: usize, v: usize| {
        let mut sum = certificate.dual_2x[u].plus(&certificate.dual_2x[v]);
        for number in around[u].iter().filter(|number| around[v].contains(number)) {
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
    // Everybody exposed takes an exit.
    let exposed: Vec<usize> = (0..n).filter(|v| solver.mate(id(*v)).is_none()).collect();
    let mut tight = BitGraph::new(n + exposed.len());
    let mut row = vec![0; (n + exposed.len()).div_ceil(64)];
    for v in 0..n {
        let pattern = &patterns[kind_of[v] * words..];
        for (word, allowed) in allowed.row(id(v)).iter().enumerate() {
            row[word] = allowed & pattern[word];
        }
        tight.set_half_row(id(v), &row);
    }
    for v in 0..n {
        if cover == Cover::May && certificate.dual_2x[v].is_zero() {
            for exit in 0..exposed.len() {
                tight.set_edge(id(v), id(n + exit), true);
            }
        }
    }
    let mut mates = solver.mates().to_vec();
    for (exit, v) in exposed.iter().enumerate() {
        mates[*v] = Some(id(n + exit));
        mates.push(Some(id(*v)));
    }
    let mut zones = zones.to_vec();
    zones.resize(n + exposed.len(), Zone::Exit);
    if certificate.blossoms.is_empty() {
        let decisions = first_perfect(tight, &zones, &mates);
        return Some(decisions.expect("the solver's matching is tight and covers everybody"));
    }
    // Room for the amounts of an exchange below a crossing, and for the solver above.
    Some(if zones.len() <= 2_000 {
        first_by_crossings::<i64>(&zones, &tight, around, &mates)
    } else {
        first_by_crossings::<i128>(&zones, &tight, around, &mates)
    })
}

/// By vertex, the numbers of the blossoms that contain it.
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
    mut around: Vec<Vec<usize>>,
    mates: &[Option<VertexId>],
) -> Decisions {
    let n = zones.len();
    // The class of a vertex is the set of blossoms around it.
    // Exits are in none.
    around.resize(n, Vec::new());
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
        let tie = |bsn: u64| {
            let [moved_in, sum] = decided.map_or([0, 0], |decided| decided.amounts(bsn));
            let mut cost = W::zero();
            cost.deposit(0, sum);
            cost.deposit(sum_width, moved_in);
            cost
        };
        let tie = decided.map(|decided| (decided, &tie as &dyn Fn(u64) -> W));
        let mut solver = weighted(&class_of, table, tight.clone(), zones, Cover::Must, tie);
        if decided.is_none() {
            // No pair weighs more than nothing.
            let started = solver.start_from(&vec![W::zero(); n], mates);
            started.expect("zero is feasible where no weight is positive");
        }
        solver
    };
    let mut solver = build(None);
    solver.resolve().expect("`mates` is a solution");
    first_optimal(zones, Cover::Must, solver, &build)
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
    ///
    /// Where that leaves many (hundreds, if a family fills S1), each of them is a `unit` away from a
    /// mate, and the solver would see the whole bracket every time. How many must be exchanged is a
    /// question of cardinality, and the answer's Gallai-Edmonds decomposition gives better duals:
    /// twice them, `unit` less the size of S1 goes from every outer vertex to every inner one. Outer
    /// vertices are joined to inner ones and, through pairs that were not counted, to others: a
    /// pair of members of S1 whose larger BSN is b keeps a slack of the size of S1 less b, and a
    /// member of S1 with BSN b keeps as much towards whoever is not of the remainder.
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
        let mut duals: Vec<i64> = (bsn.iter())
            .map(|bsn| {
                if *bsn > 0 && in_s1(*bsn) {
                    2 * worth(*bsn)
                } else {
                    0
                }
            })
            .collect();
        let sides = [&remainder[..n_pairs], &remainder[n_pairs..]];
        let [first, second] = sides.map(|side| self.set_of(side.iter().copied()));
        let mates = match self.without_exchange(&edges, [&first, &second], start) {
            Some(maximum) => {
                let shift = unit - n_pairs as i64;
                for (side, shift) in [(&maximum.outer, -shift), (&maximum.inner, shift)] {
                    for v in side.iter().filter(|v| is_alive(v.index())) {
                        duals[v.index()] += shift;
                    }
                }
                maximum.mate
            }
            None => (0..n)
                .map(|v| is_alive(v).then(|| start.mate(id(v))))
                .collect(),
        };
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

    /// A matching with the most pairs in which members of the original S1, `first`, meet members of
    /// S2 only, `second`, and its Gallai-Edmonds decomposition. `None` if outer vertices are joined,
    /// so that odd sets of more than one vertex matter.
    fn without_exchange(
        &self,
        edges: &BitGraph,
        [first, second]: [&[u64]; 2],
        start: &Perfect,
    ) -> Option<Maximum> {
        let n = self.zones.len();
        let ids = || (0..n).map(VertexId::new);
        let mut graph = BitGraph::new(n);
        let mut row = vec![0; self.words];
        for v in ids() {
            for (word, edges) in edges.row(v).iter().enumerate() {
                row[word] = match v.index() {
                    v if has(first, v) => edges & second[word],
                    v if has(second, v) => *edges,
                    _ => edges & !first[word],
                };
            }
            graph.set_half_row(v, &row);
        }
        let mates: Vec<_> = ids().map(|v| Some(start.mate(v))).collect();
        let maximum = maximum_matching(&graph, &mates);
        let outer = self.set_of(maximum.outer.iter().map(|v| v.index()));
        let is_joined = |v: &VertexId| {
            let row = graph.row(*v).iter();
            row.zip(&outer).any(|(row, outer)| row & outer != 0)
        };
        (!maximum.outer.iter().any(is_joined)).then_some(maximum)
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
