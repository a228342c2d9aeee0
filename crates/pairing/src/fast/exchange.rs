//! The first exchange (4.3) among the perfect matchings of a graph.
//!
//! A pair within the remainder is worth a *unit* if its smaller BSN belongs to the original S1, less
//! that BSN; any other pair nothing. All perfect matchings have as many pairs within the remainder,
//! so the best sum has the smallest exchange (4.3.2(1)) with the smallest sum of BSNs (4.3.2(2)). A
//! weighted solver finds it, and is then asked who moves (4.3.2(3) and (4)).
//!
//! # Where it starts
//! With the duals of a problem of kinds and roles ([`roles`]). Pairs without slack mostly contain a
//! perfect matching then, and the rest is a matter of cardinality. If they do not, because parity or
//! single forbidden pairs stand in the way, the weighted solver starts from these duals.
//!
//! *Plain* duals, if there are no others: the unit less the BSN for members of the original S1, else
//! zero.

mod roles;

use std::collections::BTreeMap;

use edelweiss_matching::cardinality::{BitGraph, Perfect, maximum_matching};
use edelweiss_matching::{Cover, Solver, Tabled, VertexId};

use super::tight::set;

/// What an exchange leads to.
pub(super) struct Exchanged {
    /// The new S1 and S2, sorted.
    pub(super) subgroups: [Vec<usize>; 2],
    /// The perfect matchings in question that have this exchange, and perhaps others.
    pub(super) perfect: Option<Perfect>,
}

/// The first exchange. `remainder` is sorted by BSN, `n_pairs` the size of S1; `perfect` holds the
/// perfect matchings in question. `None` if these differ in how many pairs they have within the
/// remainder.
///
/// Cost: an O(n²) start, O(n² / 64) for each player who is asked to move, and a stage of the solver
/// for each player left over by the start.
pub(super) fn first_exchange(
    perfect: &Perfect,
    remainder: &[usize],
    n_pairs: usize,
) -> Option<Exchanged> {
    let edges = perfect.remaining();
    let n = edges.n_vertices();
    let mut bsn = vec![0; n];
    for (place, v) in remainder.iter().enumerate() {
        bsn[*v] = place as i64 + 1;
    }
    let exchange = Exchange::new(edges, bsn, n_pairs);
    let mates: Vec<_> = (0..n)
        .map(|v| Some(perfect.mate(VertexId::new(v))))
        .collect();
    let starts = exchange.starts(&mates);
    let (duals, mates) = &starts[0];
    if let Ok(perfect) = exchange.optimal(duals, mates) {
        return exchange.settle_perfect(perfect, remainder);
    }
    let mut solver = exchange.solver(&starts);
    (solver.resolve()).expect("the pairing before the exchange is still there");
    let certificate = solver.certificate();
    if certificate.blossoms.is_empty() {
        let mates: Vec<_> = (solver.mates().iter().zip(mates))
            .map(|(mate, start)| mate.or(*start))
            .collect();
        let perfect = exchange.optimal(&certificate.dual_2x, &mates);
        let perfect = perfect.expect("the solver's matching has no slack");
        return exchange.settle_perfect(perfect, remainder);
    }
    let (id, bsn) = (VertexId::new, &exchange.bsn);
    let subgroups = exchange.settle(
        &mut solver,
        remainder,
        |solver, v| solver.mate(id(v)).map(VertexId::index),
        |solver, v, up| match up {
            true => solver.try_restrict(id(v), |u| bsn[u.index()] > bsn[v], Cover::Must),
            false => solver.try_restrict(id(v), |u| bsn[u.index()] < bsn[v], Cover::Must),
        },
    );
    Some(Exchanged {
        subgroups: subgroups?,
        perfect: None,
    })
}

/// Twice the duals, and mates to begin with.
type Start = (Vec<i64>, Vec<Option<VertexId>>);

/// An exchange to be found.
pub(super) struct Exchange {
    edges: BitGraph,
    /// By vertex: place in the remainder, from 1; zero outside it.
    bsn: Vec<i64>,
    n_pairs: usize,
    /// See the top of the file.
    unit: i64,
}

impl Exchange {
    /// Vertices without edges take no part.
    pub(super) fn new(edges: BitGraph, bsn: Vec<i64>, n_pairs: usize) -> Self {
        let last = bsn.iter().max().copied().unwrap_or(0);
        Self {
            edges,
            bsn,
            n_pairs,
            // Fits: less than 2^28 for 2^14 vertices, and the solver needs 2^23 times that.
            unit: n_pairs as i64 * last + 1,
        }
    }

    fn n(&self) -> usize {
        self.bsn.len()
    }

    fn is_first(&self, v: usize) -> bool {
        self.bsn[v] > 0 && self.bsn[v] <= self.n_pairs as i64
    }

    /// Whether the vertex is still to be matched.
    fn is_alive(&self, v: usize) -> bool {
        let row = self.edges.row(VertexId::new(v));
        row.iter().any(|word| *word != 0)
    }

    /// What a pair of the remainder is worth, by the smaller BSN.
    pub(super) fn worth(&self, bsn: i64) -> i64 {
        let unit = if bsn <= self.n_pairs as i64 {
            self.unit
        } else {
            0
        };
        unit - bsn
    }

    fn solver(&self, starts: &[Start]) -> Solver<i64> {
        // By row: nobody of the remainder, then by BSN. By column: nobody of the remainder, others.
        let most = self.bsn.iter().max().copied().unwrap_or(0);
        let rows = (1..=most).flat_map(|bsn| [0, self.worth(bsn)]);
        let table = [0, 0].into_iter().chain(rows).collect();
        let row_of = self.bsn.iter().map(|bsn| *bsn as u32).collect();
        let column_of = self.bsn.iter().map(|bsn| u32::from(*bsn > 0)).collect();
        let mut graph = Tabled::new(row_of, column_of, 2, table);
        graph.set_edges(&self.edges);
        let covers: Vec<Cover> = (0..self.n())
            .map(|v| {
                if self.is_alive(v) {
                    Cover::Must
                } else {
                    Cover::May
                }
            })
            .collect();
        let mut solver = Solver::new(graph, &covers).expect("small numbers fit");
        let has_started =
            (starts.iter()).any(|(duals, mates)| solver.start_from(duals, mates).is_ok());
        assert!(has_started, "the plain duals are feasible");
        solver
    }

    /// Where to start, the best first, the plain duals last; `mates` is any matching.
    pub(super) fn starts(&self, mates: &[Option<VertexId>]) -> Vec<Start> {
        let cost = |v: usize| (self.bsn[v] > 0).then(|| -self.worth(self.bsn[v]));
        let costs: Vec<Option<i64>> = (0..self.n()).map(cost).collect();
        let by_roles = roles::duals_2x(&self.edges, &costs);
        let by_roles = by_roles.map(|duals| duals.into_iter().map(|dual| -dual).collect());
        let plain = |v: usize| {
            if self.is_first(v) {
                2 * self.worth(self.bsn[v])
            } else {
                0
            }
        };
        let plain: Vec<i64> = (0..self.n()).map(plain).collect();
        (by_roles.into_iter().chain([plain]))
            .map(|duals| {
                let maximum = maximum_matching(&self.tight(&duals, mates), mates);
                (duals, maximum.mate)
            })
            .collect()
    }

    /// The perfect matchings of pairs without slack.
    ///
    /// # Errors
    /// The mates in a matching with the most edges, if none is perfect.
    fn optimal(
        &self,
        duals_2x: &[i64],
        mates: &[Option<VertexId>],
    ) -> Result<Perfect, Vec<Option<VertexId>>> {
        Perfect::new(self.tight(duals_2x, mates), mates)
    }

    /// The pairs without slack, and the `mates` of those who are not to be matched again. O(n² / 64 +
    /// n log n).
    fn tight(&self, duals_2x: &[i64], mates: &[Option<VertexId>]) -> BitGraph {
        let n = self.n();
        let words = n.div_ceil(64);
        // A pair has no slack if the dual of the one with the larger BSN is what the other one's is
        // short of his worth; seen from the larger BSN, the dual less the worth counts.
        let mut by_dual: BTreeMap<i64, Vec<u64>> = BTreeMap::new();
        let mut by_excess: BTreeMap<i64, Vec<u64>> = BTreeMap::new();
        let mut outside = vec![0; words];
        let insert = |sets: &mut BTreeMap<i64, Vec<u64>>, key: i64, v: usize| {
            set(sets.entry(key).or_insert_with(|| vec![0; words]), v);
        };
        let mut order: Vec<usize> = (0..n).filter(|v| self.is_alive(*v)).collect();
        order.sort_unstable_by_key(|v| self.bsn[*v]);
        let worth_2x = |v: usize| 2 * self.worth(self.bsn[v]);
        for &v in &order {
            insert(&mut by_dual, duals_2x[v], v);
            if self.bsn[v] > 0 {
                insert(&mut by_excess, duals_2x[v] - worth_2x(v), v);
            } else {
                set(&mut outside, v);
            }
        }
        let nobody = vec![0; words];
        let mut graph = BitGraph::new(n);
        let (mut row, mut smaller) = (nobody.clone(), nobody.clone());
        for v in (0..n).filter(|v| !self.is_alive(*v)) {
            row.fill(0);
            for mate in mates[v].iter().filter(|mate| !self.is_alive(mate.index())) {
                set(&mut row, mate.index());
            }
            graph.set_half_row(VertexId::new(v), &row);
        }
        for v in order {
            let edges = self.edges.row(VertexId::new(v));
            let as_equal = by_dual.get(&-duals_2x[v]).unwrap_or(&nobody);
            if self.bsn[v] == 0 {
                for (word, edges) in edges.iter().enumerate() {
                    row[word] = edges & as_equal[word];
                }
            } else {
                let as_smaller = by_dual.get(&(worth_2x(v) - duals_2x[v]));
                let as_smaller = as_smaller.unwrap_or(&nobody);
                let as_larger = by_excess.get(&-duals_2x[v]).unwrap_or(&nobody);
                for (word, edges) in edges.iter().enumerate() {
                    let larger = !(smaller[word] | outside[word]);
                    let partners = (outside[word] & as_equal[word])
                        | (larger & as_smaller[word])
                        | (smaller[word] & as_larger[word]);
                    row[word] = edges & partners;
                }
                set(&mut smaller, v);
            }
            graph.set_half_row(VertexId::new(v), &row);
        }
        graph
    }

    /// As [`Self::settle`], among perfect matchings that are all the best.
    fn settle_perfect(&self, mut perfect: Perfect, remainder: &[usize]) -> Option<Exchanged> {
        let id = VertexId::new;
        let subgroups = self.settle(
            &mut perfect,
            remainder,
            |perfect, v| Some(perfect.mate(id(v)).index()),
            |perfect, v, up| {
                let mut keep = vec![0; self.n().div_ceil(64)];
                let is_kept = |u: &usize| match up {
                    true => self.bsn[*u] > self.bsn[v],
                    false => self.bsn[*u] < self.bsn[v],
                };
                for u in (0..self.n()).filter(is_kept) {
                    set(&mut keep, u);
                }
                perfect.try_restrict(id(v), &keep)
            },
        );
        Some(Exchanged {
            subgroups: subgroups?,
            perfect: Some(perfect),
        })
    }

    /// Asks who moves: out of S1 from the largest BSN down, into it from the smallest up. `mate` says
    /// whom a vertex is matched with, `try_restrict` whether it can be restricted to larger BSNs, or
    /// else to smaller ones and to those outside the remainder. `None` if the groups that would be
    /// swapped differ in size.
    fn settle<S>(
        &self,
        state: &mut S,
        remainder: &[usize],
        mate: impl Fn(&S, usize) -> Option<usize>,
        try_restrict: impl Fn(&mut S, usize, bool) -> bool,
    ) -> Option<[Vec<usize>; 2]> {
        let bsn = &self.bsn;
        let (s1, s2) = remainder.split_at(self.n_pairs);
        let moves_in = |v: &&usize| mate(state, **v).is_some_and(|mate| bsn[mate] > bsn[**v]);
        let size = s2.iter().filter(moves_in).count();
        // The set follows from who moves: settled as soon as enough do.
        let (mut out, mut into) = (Vec::new(), Vec::new());
        for &v in s1.iter().rev() {
            if out.len() == size {
                break;
            }
            if try_restrict(state, v, false) {
                out.push(v);
            } else {
                let stays = try_restrict(state, v, true);
                assert!(stays, "whoever cannot leave S1 stays there");
            }
        }
        for &v in s2 {
            if into.len() == size {
                break;
            }
            if try_restrict(state, v, true) {
                into.push(v);
            } else {
                let stays = try_restrict(state, v, false);
                assert!(stays, "whoever cannot enter S1 stays in S2");
            }
        }
        if out.len() != size || into.len() != size {
            return None;
        }
        let mut has_moved = vec![false; self.n()];
        for v in out.iter().chain(&into) {
            has_moved[*v] = true;
        }
        let side = |stay: &[usize], come: &[usize]| {
            let mut side: Vec<usize> = stay.iter().copied().filter(|v| !has_moved[*v]).collect();
            side.extend(come);
            side.sort_unstable();
            side
        };
        Some([side(s1, &into), side(s2, &out)])
    }
}
