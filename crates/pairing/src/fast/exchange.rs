//! The first exchange (4.3) among the perfect matchings of a graph.
//!
//! A pair within the remainder is worth a *unit* if its smaller BSN belongs to the original S1, less
//! that BSN; any other pair nothing. All perfect matchings have as many pairs within the remainder,
//! so the best sum has the smallest exchange (4.3.2(1)) with the smallest sum of BSNs (4.3.2(2)). A
//! weighted solver finds it, and is then asked who moves (4.3.2(3) and (4)).
//!
//! # Where the solver starts
//! *Plain* duals: the unit less the BSN for members of the original S1, else zero. They are
//! feasible; pairs of S1 with S2 and pairs outside the remainder are tight, and only those whom the
//! pairing at hand pairs otherwise are left to the solver.
//!
//! *Sharp* duals, for when hundreds are left: each of them would be a unit away from a mate, and the
//! solver would see the whole bracket for each. How many must be exchanged is a question of
//! cardinality: a matching with the most pairs in which members of S1 meet members of S2 only. Its
//! Gallai-Edmonds decomposition (1964, 1965) answers with duals: what is said below of *outer* and
//! *inner* vertices moves half a unit from the ones to the others, if no two outer vertices are
//! joined. Within S1, an outer vertex of BSN `b` is left with a dual of `unit + t - 2 min(b, t)`,
//! where `t` is a threshold: a pair of BSNs `a` up to `t` and `b` beyond it is then tight, all others
//! are feasible. So if as many outer members of S1 are beyond `t` as have to move out, those of the
//! largest BSNs are free to do so. Within S2 it is the other way round, with a threshold below which
//! as many are as have to move in.

use edelweiss_matching::cardinality::{BitGraph, Maximum, Perfect, maximum_matching};
use edelweiss_matching::{Cover, Solver, Tabled, VertexId};

use super::tight::{bits, has, set};

/// The new S1 and S2, sorted. `remainder` is sorted by BSN, `n_pairs` the size of S1; `perfect` holds
/// the perfect matchings in question, and `start` is one of them.
///
/// Cost: an O(n²) start, and a stage of the solver for each player left over by the start, or asked
/// to move.
pub(super) fn first_exchange(
    perfect: &Perfect,
    start: &Perfect,
    remainder: &[usize],
    n_pairs: usize,
) -> (Vec<usize>, Vec<usize>) {
    let edges = perfect.remaining();
    let n = edges.n_vertices();
    let mut bsn = vec![0; n];
    for (place, v) in remainder.iter().enumerate() {
        bsn[*v] = place as i64 + 1;
    }
    let exchange = Exchange::new(edges, bsn, n_pairs);
    let mates: Vec<_> = (0..n).map(|v| Some(start.mate(VertexId::new(v)))).collect();
    let mut solver = exchange.solver(&mates);
    solver
        .resolve()
        .expect("the pairing before the exchange is still there");
    exchange.settle(solver, remainder)
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

    fn is_second(&self, v: usize) -> bool {
        self.bsn[v] > self.n_pairs as i64
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

    fn solver(&self, mates: &[Option<VertexId>]) -> Solver<i64> {
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
        let starts = self.starts(mates);
        let has_started =
            (starts.iter()).any(|(duals, mates)| solver.start_from(duals, mates).is_ok());
        assert!(has_started, "the plain duals are feasible");
        solver
    }

    /// Where to start, the best first, the plain duals last; `mates` is any matching.
    pub(super) fn starts(&self, mates: &[Option<VertexId>]) -> Vec<Start> {
        let counted = self.without_exchange();
        let maximum = maximum_matching(&counted, mates);
        // A player left over by sharp duals is nearer to a mate than one left over by plain ones.
        let mut starts = self.sharp(&counted, &maximum);
        starts.sort_by_cached_key(|(duals, mates)| {
            let is_left = |v: &usize| match mates[*v].map(VertexId::index) {
                Some(mate) => self.slack_2x(duals, *v, mate) != 0,
                None => self.is_alive(*v),
            };
            (0..self.n()).filter(is_left).count()
        });
        starts.push((self.plain(), maximum.mate));
        starts
    }

    /// Twice the slack of a pair.
    fn slack_2x(&self, duals_2x: &[i64], u: usize, v: usize) -> i64 {
        let smaller = self.bsn[u].min(self.bsn[v]);
        let worth = if smaller > 0 { self.worth(smaller) } else { 0 };
        duals_2x[u] + duals_2x[v] - 2 * worth
    }

    /// Twice the plain duals.
    fn plain(&self) -> Vec<i64> {
        let dual = |v: usize| {
            if self.is_first(v) {
                2 * self.worth(self.bsn[v])
            } else {
                0
            }
        };
        (0..self.n()).map(dual).collect()
    }

    /// Twice the sharp duals, with a matching of tight pairs, from a maximum matching of the pairs
    /// `counted` (see [`Self::without_exchange`]); with and without a threshold in S2,
    /// whose price is that inner vertices outside the remainder have slack among themselves. Empty
    /// if outer vertices are joined.
    fn sharp(&self, counted: &BitGraph, maximum: &Maximum) -> Vec<Start> {
        let mut is_outer = vec![0; self.n().div_ceil(64)];
        for v in &maximum.outer {
            set(&mut is_outer, v.index());
        }
        let is_joined = |v: &VertexId| {
            let row = counted.row(*v).iter();
            row.zip(&is_outer).any(|(row, outer)| row & outer != 0)
        };
        if maximum.outer.iter().any(is_joined) {
            return Vec::new();
        }
        let alive = |vertices: &[VertexId]| -> Vec<usize> {
            let vertices = vertices.iter().map(|v| v.index());
            vertices.filter(|v| self.is_alive(*v)).collect()
        };
        let (outer, inner) = (alive(&maximum.outer), alive(&maximum.inner));
        let exposed = |v: &&usize| maximum.mate[**v].is_none();
        let n_moves = outer.iter().filter(exposed).count() / 2;
        let mut firsts: Vec<i64> = (outer.iter())
            .filter(|v| self.is_first(**v))
            .map(|v| self.bsn[*v])
            .collect();
        firsts.sort_unstable();
        let stays = firsts.len().checked_sub(n_moves + 1);
        let high = stays.map_or(self.n_pairs as i64, |place| firsts[place]);
        let mut seconds: Vec<i64> = (outer.iter().chain(&inner))
            .filter(|v| self.is_second(**v))
            .map(|v| self.bsn[*v])
            .collect();
        seconds.sort_unstable();
        let moves = n_moves.checked_sub(1).and_then(|last| seconds.get(last));
        let mut lows = vec![0];
        lows.extend(moves);
        let start = |low: i64| {
            let shift = self.unit - high;
            let mut duals = self.plain();
            for &v in &outer {
                duals[v] = match self.bsn[v] {
                    bsn if self.is_first(v) => self.unit + high - 2 * bsn.min(high),
                    bsn => -shift - 2 * bsn.min(low),
                };
            }
            for &v in &inner {
                let raised = match self.bsn[v] {
                    bsn if self.is_second(v) => (low - bsn).max(0),
                    _ => low,
                };
                duals[v] += shift + 2 * raised;
            }
            let mates = maximum_matching(&self.tight(&duals), &maximum.mate).mate;
            (duals, mates)
        };
        lows.into_iter().map(start).collect()
    }

    /// The pairs that an exchange does not need: those in which members of S1 meet members of S2 only.
    fn without_exchange(&self) -> BitGraph {
        let n = self.n();
        let words = n.div_ceil(64);
        let (mut first, mut second) = (vec![0; words], vec![0; words]);
        for v in 0..n {
            if self.is_first(v) {
                set(&mut first, v);
            } else if self.is_second(v) {
                set(&mut second, v);
            }
        }
        let mut graph = BitGraph::new(n);
        let mut row = vec![0; words];
        for v in (0..n).map(VertexId::new) {
            for (word, edges) in self.edges.row(v).iter().enumerate() {
                row[word] = match v.index() {
                    v if has(&first, v) => edges & second[word],
                    v if has(&second, v) => *edges,
                    _ => edges & !first[word],
                };
            }
            graph.set_half_row(v, &row);
        }
        graph
    }

    /// The pairs without slack. O(n² + edges).
    fn tight(&self, duals_2x: &[i64]) -> BitGraph {
        let n = self.n();
        let mut graph = BitGraph::new(n);
        let mut row = vec![0; n.div_ceil(64)];
        for v in 0..n {
            row.fill(0);
            for u in bits(self.edges.row(VertexId::new(v))) {
                if self.slack_2x(duals_2x, u, v) == 0 {
                    set(&mut row, u);
                }
            }
            graph.set_half_row(VertexId::new(v), &row);
        }
        graph
    }

    /// Asks who moves: out of S1 from the largest BSN down, into it from the smallest up.
    fn settle(&self, mut solver: Solver<i64>, remainder: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let id = VertexId::new;
        let bsn = &self.bsn;
        let (s1, s2) = remainder.split_at(self.n_pairs);
        let moves_in = |v: &&usize| {
            solver
                .mate(id(**v))
                .is_some_and(|mate| bsn[mate.index()] > bsn[**v])
        };
        let size = s2.iter().filter(moves_in).count();
        // The set follows from who moves: settled as soon as enough do.
        let (mut out, mut into) = (Vec::new(), Vec::new());
        for &v in s1.iter().rev() {
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
        for &v in s2 {
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
        (side(s1, &into), side(s2, &out))
    }
}
