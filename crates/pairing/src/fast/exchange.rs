//! The first exchange (4.3) among the matchings of a face.
//!
//! A pair within the remainder is worth a *unit* if its smaller BSN belongs to the original S1, less
//! that BSN; any other pair nothing. All optimal pairings have as many pairs within the remainder,
//! so the best sum has the smallest exchange (4.3.2(1)) with the smallest sum of BSNs (4.3.2(2)). The
//! matchings of the best sum are a face again, which is asked who moves (4.3.2(3) and (4)).
//!
//! # How the best sum is found
//! From the duals of a problem of kinds and roles ([`roles`]). Pairs without slack mostly contain a
//! matching of the face, and then the rest is a matter of cardinality. If they do not, because
//! parity, single forbidden pairs or odd sets stand in the way, the weighted solver starts from these
//! duals; a pair that leaves an odd set then costs more than any exchange, and every perfect matching
//! leaves each of them at least once.
//!
//! *Plain* duals, if there are no others: the unit less the BSN for members of the original S1, else
//! zero.

mod kind_sets;
mod roles;

use std::collections::{BTreeMap, HashMap};

use edelweiss_matching::cardinality::{BitGraph, maximum_matching};
use edelweiss_matching::{
    Classed, Cover, Error, Face, OpenSet, Solver, Start, Tabled, VertexId, Weight, WeightTable,
};
use foldhash::fast::FixedState;

use self::roles::{Kinds, Rows};
use super::tight::{bits, has, join, meet, set};
use crate::columns::Columns;

/// The new S1 and S2, sorted, after the first exchange, and the matchings of the face that have it,
/// perhaps with some that have another. `remainder` is sorted by BSN, and `n_pairs` the size of S1; all
/// matchings of the face have as many pairs within the remainder.
///
/// C.04.3 (2026) 4.3.2, and D.2 of earlier editions, which says the same: as few players as possible,
/// the smallest difference, the lowest players of S1, the highest of S2.
///
/// Cost: an O(n² / 64 · kinds) start, O(n² / 64) for each player who is asked to move, and a stage of
/// the solver for each player left over by the start.
pub fn first_exchange(
    mut face: Face,
    remainder: &[usize],
    n_pairs: usize,
) -> (Face, [Vec<usize>; 2]) {
    let (mates, open) = (face.matching(), face.open_sets());
    let near = Near::new(face.into_remaining(), open, &mates, remainder);
    let mut bsn = vec![0; near.edges.n_vertices()];
    for (place, v) in remainder.iter().enumerate() {
        bsn[near.place_of[*v]] = place as i64 + 1;
    }
    let last = remainder.len() as i64;
    let exchange = Exchange {
        edges: &near.edges,
        sets: near.sets(),
        mates: near.mates(&mates),
        bsn,
        n_pairs,
        unit: n_pairs as i64 * last + 1,
    };
    let best = exchange.best();
    let places: Vec<usize> = remainder.iter().map(|v| near.place_of[*v]).collect();
    let all_edges = near.all_edges.as_ref();
    let expanded = all_edges.map(|edges| near.expand(edges, &best, &mates));
    let mut found = best.face();
    let sides = exchange.settle(&mut found, &places);
    let sides = sides.map(|side| side.into_iter().map(|place| near.vertices[place]).collect());
    (expanded.map_or(found, Best::face), sides)
}

/// The matchings without slack that leave some sets once.
struct Best {
    tight: BitGraph,
    sets: Vec<Vec<VertexId>>,
    /// Some such matching, or some of its pairs.
    mates: Vec<Option<VertexId>>,
}

impl Best {
    /// Whether there is such a matching.
    fn is_any(&self) -> bool {
        self.mates.iter().all(Option::is_some)
            && (self.sets.is_empty()
                || Face::new(self.tight.clone(), &self.sets, &self.mates).is_some())
    }

    fn face(self) -> Face {
        Face::new(self.tight, &self.sets, &self.mates)
            .expect("an optimal matching leaves every set once")
    }
}

/// The graph of those who are not matched for good, in which open sets without anybody of the
/// remainder, the *far* ones, are a vertex each: one of their leavers has a partner outside, and the
/// others stay among themselves, whoever it is. Without far sets a few who are matched for good stay
/// in it, each with his mate as the only neighbour.
struct Near {
    edges: BitGraph,
    /// All open sets of the face.
    open: Vec<OpenSet>,
    /// By place: the vertex; for a far set, some vertex in it.
    vertices: Vec<usize>,
    /// By vertex; [`NOWHERE`] if it takes no part.
    place_of: Vec<usize>,
    /// Numbers of the far sets, whose places are the last ones.
    far: Vec<usize>,
    /// By far set: the members.
    members: Vec<Vec<u64>>,
    /// The edges of the face, if places are not vertices.
    all_edges: Option<BitGraph>,
}

const NOWHERE: usize = usize::MAX;
/// A smaller part of the vertices than one in so many may be matched for good and take part.
const PART_MATCHED: usize = 8;

impl Near {
    /// `mates` is some matching of the face. O(n² / 64 + edges of far sets).
    fn new(
        mut all_edges: BitGraph,
        open: Vec<OpenSet>,
        mates: &[Option<VertexId>],
        remainder: &[usize],
    ) -> Self {
        let n = all_edges.n_vertices();
        let words = n.div_ceil(64);
        let mut is_near = vec![false; n];
        for v in remainder {
            is_near[*v] = true;
        }
        let is_far = |set: &OpenSet| set.members.iter().all(|v| !is_near[v.index()]);
        let mut candidates: Vec<usize> =
            (0..open.len()).filter(|set| is_far(&open[*set])).collect();
        candidates.sort_unstable_by_key(|set| std::cmp::Reverse(open[*set].members.len()));
        let mut far_of = vec![None; n];
        let mut far = Vec::new();
        for set in candidates {
            // Larger ones come first, and sets are nested or disjoint.
            if far_of[open[set].members[0].index()].is_none() {
                for v in &open[set].members {
                    far_of[v.index()] = Some(far.len());
                }
                far.push(set);
            }
        }
        let is_alive = |v: usize| {
            let edges = all_edges.row(VertexId::new(v));
            edges.iter().any(|word| *word != 0)
        };
        let is_plain = |v: &usize| far_of[*v].is_none() && is_alive(*v);
        let mut vertices: Vec<usize> = (0..n).filter(is_plain).collect();
        let is_few = (n - vertices.len()) * PART_MATCHED < n;
        if far.is_empty() && is_few {
            // To have all vertices takes less than to leave some out.
            let matched: Vec<usize> = (0..n).filter(|v| !is_alive(*v)).collect();
            for v in matched {
                let mate = mates[v].expect("whoever is matched for good has a mate");
                all_edges.set_edge(VertexId::new(v), mate, true);
            }
            vertices = (0..n).collect();
        }
        let n_plain = vertices.len();
        let mut place_of = vec![NOWHERE; n];
        for (place, v) in vertices.iter().enumerate() {
            place_of[*v] = place;
        }
        for (v, far) in far_of.iter().enumerate() {
            if let Some(far) = far {
                place_of[v] = n_plain + far;
            }
        }
        vertices.extend(far.iter().map(|set| open[*set].members[0].index()));
        let bits_of = |members: &[VertexId]| {
            let mut set_of = vec![0; words];
            for v in members {
                set(&mut set_of, v.index());
            }
            set_of
        };
        let members = far.iter().map(|set| bits_of(&open[*set].members)).collect();
        let (edges, all_edges) = if vertices.len() == n && far.is_empty() {
            (all_edges, None)
        } else {
            let id = VertexId::new;
            let mut edges = BitGraph::new(vertices.len());
            let columns = Columns::new(vertices[..n_plain].iter().map(|v| Some(*v)));
            let mut row = vec![0; vertices.len().div_ceil(64)];
            for (place, v) in vertices[..n_plain].iter().enumerate() {
                row.fill(0);
                columns.add_to(&mut row, all_edges.row(id(*v)));
                edges.set_half_row(id(place), &row);
            }
            for (number, set) in far.iter().enumerate() {
                for w in &open[*set].leavers {
                    let others = bits(all_edges.row(*w));
                    for u in others.filter(|u| far_of[*u] != Some(number)) {
                        let leaves = far_of[u].is_none_or(|other| {
                            open[far[other]].leavers.binary_search(&id(u)).is_ok()
                        });
                        if leaves {
                            edges.set_edge(id(n_plain + number), id(place_of[u]), true);
                        }
                    }
                }
            }
            (edges, Some(all_edges))
        };
        Self {
            edges,
            open,
            vertices,
            place_of,
            far,
            members,
            all_edges,
        }
    }

    /// The first place of a far set.
    fn n_plain(&self) -> usize {
        self.vertices.len() - self.far.len()
    }

    /// The number of the far set that has this vertex.
    fn far_of(&self, v: usize) -> Option<usize> {
        let place = Some(self.place_of[v]).filter(|place| *place != NOWHERE);
        place?.checked_sub(self.n_plain())
    }

    /// Whether an open set is a far one or in one.
    fn is_within_far(&self, set: &OpenSet) -> bool {
        let far = self.far_of(set.members[0].index());
        far.is_some_and(|far| set.members.len() <= self.open[self.far[far]].members.len())
    }

    /// The open sets that are not in a far one, as places.
    fn sets(&self) -> Vec<Vec<VertexId>> {
        let places = |set: &OpenSet| {
            let places = set.members.iter().map(|v| self.place_of[v.index()]);
            let places = places.filter(|place| *place != NOWHERE);
            let mut places: Vec<VertexId> = places.map(VertexId::new).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        let sets = (self.open.iter().filter(|set| !self.is_within_far(set))).map(places);
        // Whoever is alone outside a set has a partner inside.
        sets.filter(|set| set.len() + 1 < self.vertices.len())
            .collect()
    }

    /// A matching, as places.
    fn mates(&self, mates: &[Option<VertexId>]) -> Vec<Option<VertexId>> {
        let mut of_places = vec![None; self.vertices.len()];
        for (v, mate) in mates.iter().enumerate() {
            let Some(mate) = mate else { continue };
            let (a, b) = (self.place_of[v], self.place_of[mate.index()]);
            if a != b && a != NOWHERE && b != NOWHERE {
                of_places[a] = Some(VertexId::new(b));
            }
        }
        of_places
    }

    /// What was found among places, for all vertices, with `all_edges`; `mates` is some matching of the
    /// face.
    fn expand(&self, all_edges: &BitGraph, best: &Best, mates: &[Option<VertexId>]) -> Best {
        let id = VertexId::new;
        let n = self.place_of.len();
        let n_plain = self.n_plain();
        let mut tight = BitGraph::new(n);
        let mut starts = vec![None; n];
        let plain = |v: usize| Some(self.place_of[v]).filter(|place| *place < n_plain);
        let columns = Columns::new((0..n).map(plain));
        // Those whom a place may meet, as vertices.
        let reach = |place: usize| {
            let mut reach = vec![0; n.div_ceil(64)];
            let others = best.tight.row(id(place));
            columns.add_to(&mut reach, others);
            for (far, members) in self.members.iter().enumerate() {
                if has(others, n_plain + far) {
                    join(&mut reach, members);
                }
            }
            reach
        };
        let of_far: Vec<Vec<u64>> = (n_plain..self.vertices.len()).map(reach).collect();
        for v in 0..n {
            let place = self.place_of[v];
            let edges = all_edges.row(id(v));
            if edges.iter().all(|word| *word == 0) {
                // Matched for good.
                if let Some(mate) = mates[v] {
                    tight.set_edge(id(v), mate, true);
                }
                starts[v] = mates[v];
                continue;
            }
            let mut row;
            if let Some(far) = self.far_of(v) {
                row = of_far[far].clone();
                join(&mut row, &self.members[far]);
                starts[v] = mates[v].filter(|mate| self.place_of[mate.index()] == place);
            } else {
                row = reach(place);
                let mate = best.mates[place].filter(|mate| mate.index() < n_plain);
                starts[v] = mate.map(|mate| id(self.vertices[mate.index()]));
            }
            meet(&mut row, edges);
            tight.set_half_row(id(v), &row);
        }
        let vertices = |places: &Vec<VertexId>| {
            let members = |place: &VertexId| match place.index().checked_sub(n_plain) {
                None => vec![id(self.vertices[place.index()])],
                Some(far) => self.open[self.far[far]].members.clone(),
            };
            places.iter().flat_map(members).collect::<Vec<_>>()
        };
        let within_far = self.open.iter().filter(|set| self.is_within_far(set));
        let sets = best.sets.iter().map(vertices);
        Best {
            tight,
            sets: sets
                .chain(within_far.map(|set| set.members.clone()))
                .collect(),
            mates: starts,
        }
    }
}

/// What pairs are worth to the weighted solvers.
struct Weights<'a, W> {
    /// By vertex: a number for the sets around it.
    set_of: &'a [usize],
    n_sets: usize,
    /// By two such numbers, row-major: what a pair that leaves sets is worth less.
    crossing: &'a [W],
    /// By the smaller BSN, what a pair of the remainder is worth.
    worth: &'a dyn Fn(i64) -> W,
}

/// Where the remainder is no larger a part of the vertices, classes cost less than stages; and where
/// more than so many are left over, with up to so many pairs of the remainder for each word of the edges.
const PART_FOR_CLASSES: usize = 64;
const MANY_LEFT_OVER: usize = 16;
const MOST_CLASSES_PER_EDGE: usize = 5;

/// Finer kinds cost less than a weighted solver if those left over, times the players of the
/// remainder, are more than so many for each vertex, of up to [`MOST_COUNTED`].
const COST_OF_FINER_KINDS: usize = 6;
/// Kinds do not become more with more vertices than this.
const MOST_COUNTED: usize = 5000;

/// Where the pairs without slack contain no matching of the face.
struct LeftOver {
    duals_2x: Vec<i64>,
    /// The pairs without slack, until somebody takes them.
    tight: Option<BitGraph>,
    /// As many of these pairs as there can be.
    mates: Vec<Option<VertexId>>,
}

/// An exchange to be found.
struct Exchange<'a> {
    edges: &'a BitGraph,
    /// Each is to be left once.
    sets: Vec<Vec<VertexId>>,
    /// Some matching of the face.
    mates: Vec<Option<VertexId>>,
    /// By vertex: place in the remainder, from 1; zero outside it.
    bsn: Vec<i64>,
    n_pairs: usize,
    /// See the top of the file.
    unit: i64,
}

impl Exchange<'_> {
    fn n(&self) -> usize {
        self.bsn.len()
    }

    /// What a pair of the remainder is worth, by the smaller BSN.
    fn worth(&self, bsn: i64) -> i64 {
        let is_first = bsn <= self.n_pairs as i64;
        (if is_first { self.unit } else { 0 }) - bsn
    }

    /// The matchings of the best sum.
    fn best(&self) -> Best {
        let cost = |v: usize| (self.bsn[v] > 0).then(|| -self.worth(self.bsn[v]));
        let costs: Vec<Option<i64>> = (0..self.n()).map(cost).collect();
        let n_inside = costs.iter().flatten().count();
        let rows = Rows::new(self.edges, &costs);
        let kinds = rows.few();
        let are_coarse = rows.are_coarse(&kinds);
        let finer = are_coarse.then(|| rows.finer(&kinds)).flatten();
        let first = finer.as_ref().unwrap_or(&kinds);
        let mut attempt = self.without_solver(&rows, first, &self.mates);
        if !are_coarse && let Err(LeftOver { mates, .. }) = &attempt {
            let n_left_over = mates.iter().filter(|mate| mate.is_none()).count();
            let most = COST_OF_FINER_KINDS * self.n().min(MOST_COUNTED);
            if n_left_over * n_inside > most
                && let Some(finer) = rows.finer(&kinds)
            {
                attempt = self.without_solver(&rows, &finer, mates);
            }
        }
        let mut left_over = match attempt {
            Ok(found) => return found,
            Err(left_over) => left_over,
        };
        // What every matching fits, or else the wider type.
        (self.solve::<i64>(&mut left_over, |whole| whole))
            .or_else(|| self.solve::<i128>(&mut left_over, i128::from))
            .expect("less than 2^80 fits")
    }

    /// The matchings of the best sum, if pairs without slack contain one.
    fn without_solver(
        &self,
        rows: &Rows<'_>,
        kinds: &Kinds,
        mates: &[Option<VertexId>],
    ) -> Result<Best, LeftOver> {
        let duals_2x = self.duals_2x(rows, kinds, mates);
        let tight = self.tight(&duals_2x);
        let best = Best {
            mates: maximum_matching(&tight, mates).mate,
            sets: self.sets.clone(),
            tight,
        };
        if best.is_any() {
            Ok(best)
        } else {
            let Best { tight, mates, .. } = best;
            Err(LeftOver {
                duals_2x,
                tight: Some(tight),
                mates,
            })
        }
    }

    /// Feasible duals, doubled.
    fn duals_2x(&self, rows: &Rows<'_>, kinds: &Kinds, mates: &[Option<VertexId>]) -> Vec<i64> {
        if let Some(duals_2x) = roles::duals_2x(rows, kinds, mates) {
            return duals_2x.into_iter().map(|dual| -dual).collect();
        }
        let plain = |bsn: &i64| match *bsn {
            1.. if *bsn <= self.n_pairs as i64 => 2 * self.worth(*bsn),
            _ => 0,
        };
        self.bsn.iter().map(plain).collect()
    }

    /// The matchings of the best sum, by a weighted solver. `None` if the type is too narrow.
    fn solve<W: Weight + Copy + TryInto<i64>>(
        &self,
        left_over: &mut LeftOver,
        whole: impl Fn(i64) -> W,
    ) -> Option<Best> {
        let around_of = around(self.n(), self.sets.iter());
        let mut numbers = BTreeMap::new();
        let mut classes: Vec<&[usize]> = Vec::new();
        let class_of: Vec<usize> = (around_of.iter())
            .map(|sets| {
                let class = *numbers.entry(&sets[..]).or_insert(classes.len());
                if class == classes.len() {
                    classes.push(sets);
                }
                class
            })
            .collect();
        // Two matchings differ by less in all their pairs.
        let dear = whole(4 * self.unit).times(self.n() as u64);
        let crossings = |a: &[usize], b: &[usize]| {
            let common = a.iter().filter(|number| b.contains(number)).count();
            (a.len() + b.len() - 2 * common) as u64
        };
        let n_sets = classes.len();
        let table = (0..n_sets * n_sets).map(|place| {
            let (a, b) = (classes[place / n_sets], classes[place % n_sets]);
            dear.times(crossings(a, b)).negated()
        });
        let weights = Weights {
            set_of: &class_of,
            n_sets,
            crossing: &table.collect::<Vec<W>>(),
            worth: &|bsn| whole(self.worth(bsn)),
        };
        let duals = left_over.duals_2x.iter().map(|dual| whole(*dual));
        let duals_2x: Vec<W> = duals.collect();
        let (mates, tight) = (&left_over.mates, left_over.tight.take());
        let inside = self.bsn.iter().filter(|bsn| **bsn > 0).count();
        let n_left_over = mates.iter().filter(|mate| mate.is_none()).count();
        let most = match n_left_over {
            0..=MANY_LEFT_OVER => self.n() / PART_FOR_CLASSES,
            _ => (MOST_CLASSES_PER_EDGE * self.n() * self.n() / 64).isqrt(),
        };
        if inside <= most {
            self.solve_by_classes(
                &weights,
                Start {
                    duals_2x: &duals_2x,
                    mates,
                    // Leaving a set has slack.
                    tight: tight.filter(|_| self.sets.is_empty()),
                },
            )
        } else {
            self.solve_by_stages(&weights, &duals_2x, mates)
        }
    }

    /// As [`Self::solve`], on bit rows: everybody of the remainder is a class of his own, which is
    /// worth it if they are few beside the others.
    fn solve_by_classes<W: Weight>(
        &self,
        weights: &Weights<'_, W>,
        start: Start<'_, W>,
    ) -> Option<Best> {
        let n_sets = weights.n_sets;
        let mut members: Vec<usize> = (0..self.n()).filter(|v| self.bsn[*v] > 0).collect();
        members.sort_unstable_by_key(|v| self.bsn[*v]);
        let mut class_of: Vec<u32> = weights.set_of.iter().map(|set| *set as u32).collect();
        for (place, v) in members.iter().enumerate() {
            class_of[*v] = (n_sets + place) as u32;
        }
        // By class: the number for the sets around it; and what a pair with a larger BSN is worth, by the
        // number for the sets around that.
        let sets_of_members = || members.iter().map(|v| weights.set_of[*v]);
        let sets = (0..n_sets).chain(sets_of_members());
        let crossing = |set: usize| weights.crossing[set * n_sets..][..n_sets].iter();
        let of_members = sets_of_members().enumerate().map(|(place, set)| {
            let worth = (weights.worth)(place as i64 + 1);
            crossing(set).map(|cost| worth.plus(cost)).collect()
        });
        let of_sets = (0..n_sets).map(|set| crossing(set).cloned().collect());
        let worth = WeightTable::by_smaller(
            sets.map(|set| set as u32).collect(),
            of_sets.chain(of_members),
        );
        let problem = Classed {
            edges: self.edges,
            class_of: &class_of,
            worth: &worth,
        };
        let optimum = match problem.solve(Some(start)) {
            Err(Error::WeightTooWide) => return None,
            optimum => optimum.expect("the duals are feasible, and `mates` is a solution"),
        };
        Some(Best {
            sets: optimum.sets(),
            tight: optimum.tight,
            mates: optimum.mates,
        })
    }

    /// As [`Self::solve`], by one tree at a time.
    fn solve_by_stages<W: Weight + Copy + TryInto<i64>>(
        &self,
        weights: &Weights<'_, W>,
        duals_2x: &[W],
        start: &[Option<VertexId>],
    ) -> Option<Best> {
        let id = VertexId::new;
        let (n, n_sets) = (self.n(), weights.n_sets);
        // Rows: the sets, then everybody of the remainder. Columns: the sets, of others and of the
        // remainder.
        let row = |set: usize, worth: W| -> Vec<W> {
            let others = &weights.crossing[set * n_sets..][..n_sets];
            let inside = others.iter().map(|cost| worth.plus(cost));
            others.iter().copied().chain(inside).collect()
        };
        let mut table: Vec<W> = (0..n_sets).flat_map(|set| row(set, W::zero())).collect();
        let mut row_of: Vec<u32> = weights.set_of.iter().map(|set| *set as u32).collect();
        for v in (0..n).filter(|v| self.bsn[*v] > 0) {
            row_of[v] = (table.len() / (2 * n_sets)) as u32;
            table.extend(row(weights.set_of[v], (weights.worth)(self.bsn[v])));
        }
        let column = |v: usize| weights.set_of[v] + if self.bsn[v] > 0 { n_sets } else { 0 };
        let column_of = (0..n).map(|v| column(v) as u32).collect();
        let table = WeightTable::from_rows(2 * n_sets, table);
        let mut graph = Tabled::new(row_of, column_of, table);
        graph.set_edges(self.edges);
        let mut solver = match Solver::new(graph, &vec![Cover::Must; n]) {
            Err(Error::WeightTooWide) => return None,
            solver => solver.expect("a cover for each vertex"),
        };
        (solver.start_from(duals_2x, start)).expect("without odd sets the duals are feasible");
        solver.resolve().expect("`mates` is a solution");
        let certificate = solver.certificate();
        let blossoms = || certificate.blossoms.iter().map(|blossom| &blossom.members);
        let blossoms_around = around(n, blossoms());
        let has_no_slack = |u: usize, v: usize| {
            let mut sum = certificate.dual_2x[u].plus(&certificate.dual_2x[v]);
            let shared = blossoms_around[u].iter();
            for number in shared.filter(|number| blossoms_around[v].contains(number)) {
                sum.increase(&certificate.blossoms[*number].dual_2x);
            }
            let worth = solver.weight(id(u), id(v)).expect("an edge has a weight");
            sum == worth.doubled()
        };
        let around_each = (0..n).map(|v| (weights.set_of[v], &blossoms_around[v][..]));
        // What leaving sets costs more than blossoms around both give back.
        let more = |(set, blossoms): (usize, &[usize]), (other, others): (usize, &[usize])| {
            let mut more = weights.crossing[set * n_sets + other].doubled();
            for number in blossoms.iter().filter(|number| others.contains(number)) {
                more.decrease(&certificate.blossoms[*number].dual_2x);
            }
            more.try_into().ok()
        };
        let narrow = |dual: &W| (*dual).try_into().ok();
        let duals: Option<Vec<i64>> = certificate.dual_2x.iter().map(narrow).collect();
        let groups = Groups::new(around_each, more);
        let (mut tight, open) = match (duals, groups) {
            (Some(duals), Some(groups)) => {
                let is_open = |v: &usize| groups.of[*v].is_none();
                (
                    self.tight_between(&duals, &groups),
                    (0..n).filter(is_open).collect(),
                )
            }
            _ => (BitGraph::new(n), (0..n).collect::<Vec<usize>>()),
        };
        for v in open {
            for u in bits(self.edges.row(id(v))) {
                tight.set_edge(id(u), id(v), has_no_slack(u, v));
            }
        }
        Some(Best {
            tight,
            sets: blossoms().cloned().collect(),
            mates: solver.mates().to_vec(),
        })
    }

    /// The pairs without slack. O(n² / 64 + n log n).
    fn tight(&self, duals_2x: &[i64]) -> BitGraph {
        self.tight_between(duals_2x, &Groups::one(self.n()))
    }

    /// The pairs without slack between members of groups. O(groups · n² / 64 + n log n).
    fn tight_between(&self, duals_2x: &[i64], groups: &Groups) -> BitGraph {
        let n = self.n();
        let words = n.div_ceil(64);
        // A pair has no slack if the dual of the one with the larger BSN is what the other one's is
        // short of his worth; seen from the larger BSN, the dual less the worth counts.
        let mut order: Vec<usize> = (0..n).filter(|v| groups.of[*v].is_some()).collect();
        order.sort_unstable_by_key(|v| self.bsn[*v]);
        let worth_2x = |v: usize| 2 * self.worth(self.bsn[v]);
        let (mut by_dual, mut by_excess) = (ByNumber::default(), ByNumber::default());
        let mut outside = vec![0; words];
        for &v in &order {
            Sharers::add(&mut by_dual, duals_2x[v], v, words);
            if self.bsn[v] > 0 {
                let excess = duals_2x[v] - worth_2x(v);
                Sharers::add(&mut by_excess, excess, v, words);
            } else {
                set(&mut outside, v);
            }
        }
        let mut rows = vec![0; n * words];
        let mut smaller = vec![0; words];
        for v in order {
            let edges = self.edges.row(VertexId::new(v));
            let bsn = self.bsn[v];
            let row = &mut rows[v * words..][..words];
            for (members, more) in groups.beside(v) {
                let short = more - duals_2x[v];
                let near = |word: usize| edges[word] & members[word];
                let as_equal = by_dual.get(&short);
                if bsn == 0 {
                    add_sharers(row, as_equal, near);
                    continue;
                }
                add_sharers(row, as_equal, |word| near(word) & outside[word]);
                let as_smaller = by_dual.get(&(worth_2x(v) + short));
                let larger = |word: usize| !(smaller[word] | outside[word]);
                add_sharers(row, as_smaller, |word| near(word) & larger(word));
                let as_larger = by_excess.get(&short);
                add_sharers(row, as_larger, |word| near(word) & smaller[word]);
            }
            if bsn > 0 {
                set(&mut smaller, v);
            }
        }
        BitGraph::from_rows(n, rows)
    }

    /// Asks who moves: out of S1 from the largest BSN down, into it from the smallest up.
    fn settle(&self, face: &mut Face, remainder: &[usize]) -> [Vec<usize>; 2] {
        let bsn = &self.bsn;
        let (s1, s2) = remainder.split_at(self.n_pairs);
        let mates = face.matching();
        let moves_in = |v: &&usize| mates[**v].is_some_and(|mate| bsn[mate.index()] > bsn[**v]);
        let size = s2.iter().filter(moves_in).count();
        // By place: who has a smaller BSN, or none.
        let words = self.n().div_ceil(64);
        let mut smaller = vec![0; words];
        for v in (0..self.n()).filter(|v| bsn[*v] == 0) {
            set(&mut smaller, v);
        }
        let smaller: Vec<Vec<u64>> = (remainder.iter())
            .map(|v| {
                let before = smaller.clone();
                set(&mut smaller, *v);
                before
            })
            .collect();
        let mut try_restrict = |v: usize, up: bool| {
            let smaller = &smaller[bsn[v] as usize - 1];
            if up {
                let larger: Vec<u64> = smaller.iter().map(|word| !word).collect();
                face.try_restrict(VertexId::new(v), &larger)
            } else {
                face.try_restrict(VertexId::new(v), smaller)
            }
        };
        // The set follows from who moves: settled as soon as enough do.
        let mut movers = |players: &mut dyn Iterator<Item = &usize>, up: bool| {
            let mut moved = Vec::new();
            while moved.len() < size
                && let Some(&v) = players.next()
            {
                if try_restrict(v, up) {
                    moved.push(v);
                } else {
                    let stays = try_restrict(v, !up);
                    assert!(stays, "whoever cannot leave a subgroup stays in it");
                }
            }
            moved
        };
        let out = movers(&mut s1.iter().rev(), false);
        let into = movers(&mut s2.iter(), true);
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
        [side(s1, &into), side(s2, &out)]
    }
}

/// Vertices whose pairs are worth more, or less, by the groups of both.
struct Groups {
    /// By vertex; none if fewer are like it than a row has words.
    of: Vec<Option<usize>>,
    members: Vec<Vec<u64>>,
    /// By two groups, row-major: so much more, doubled.
    more: Vec<i64>,
}

impl Groups {
    fn one(n: usize) -> Self {
        Self {
            of: vec![Some(0); n],
            members: vec![vec![u64::MAX; n.div_ceil(64)]],
            more: vec![0],
        }
    }

    /// Those of one key are a group. `None` if `more_of` does not tell.
    fn new<K: Ord + Copy>(
        keys: impl Iterator<Item = K>,
        more_of: impl Fn(K, K) -> Option<i64>,
    ) -> Option<Self> {
        let mut by_key: BTreeMap<K, Vec<usize>> = BTreeMap::new();
        let mut n = 0;
        for key in keys {
            by_key.entry(key).or_default().push(n);
            n += 1;
        }
        by_key.retain(|_, members| members.len() >= n.div_ceil(64));
        let mut of = vec![None; n];
        let mut sets = Vec::new();
        for members in by_key.values() {
            let mut own = vec![0; n.div_ceil(64)];
            for v in members {
                of[*v] = Some(sets.len());
                set(&mut own, *v);
            }
            sets.push(own);
        }
        let keys = || by_key.keys().copied();
        let more = keys().flat_map(|key| keys().map(move |other| (key, other)));
        Some(Self {
            of,
            members: sets,
            more: more
                .map(|(key, other)| more_of(key, other))
                .collect::<Option<_>>()?,
        })
    }

    /// All groups, and how much more a pair of a vertex with their members is worth.
    fn beside(&self, v: usize) -> impl Iterator<Item = (&[u64], i64)> {
        let n_groups = self.members.len();
        let more = self.of[v].map(|own| &self.more[own * n_groups..][..n_groups]);
        let members = self.members.iter().map(Vec::as_slice);
        members.zip(more.into_iter().flatten().copied())
    }
}

/// Vertices that share a number.
#[derive(Default)]
struct Sharers {
    list: Vec<usize>,
    /// As a set, if they are more than it has words.
    set: Option<Vec<u64>>,
}

type ByNumber = HashMap<i64, Sharers, FixedState>;

impl Sharers {
    fn add(to: &mut ByNumber, number: i64, v: usize, words: usize) {
        let Self { list, set } = to.entry(number).or_default();
        list.push(v);
        match set {
            Some(set) => self::set(set, v),
            None if list.len() > words => {
                let mut all = vec![0; words];
                for v in list.iter() {
                    self::set(&mut all, *v);
                }
                *set = Some(all);
            }
            None => {}
        }
    }
}

/// Adds those who share a number, and are `near` as words tell.
fn add_sharers(row: &mut [u64], sharers: Option<&Sharers>, near: impl Fn(usize) -> u64) {
    match sharers {
        None => {}
        Some(Sharers { set: Some(set), .. }) => {
            for (word, set) in set.iter().enumerate() {
                row[word] |= near(word) & set;
            }
        }
        Some(Sharers { list, .. }) => {
            for u in list {
                row[u / 64] |= near(u / 64) & 1 << (u % 64);
            }
        }
    }
}

/// By vertex, the numbers of the sets that contain it, ascending.
fn around<'s>(n: usize, sets: impl Iterator<Item = &'s Vec<VertexId>>) -> Vec<Vec<usize>> {
    let mut around = vec![Vec::new(); n];
    for (number, members) in sets.enumerate() {
        for v in members {
            around[v.index()].push(number);
        }
    }
    around
}
