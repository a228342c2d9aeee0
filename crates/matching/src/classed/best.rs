//! One objective after another.

mod scaled;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::dual_groups::DualGroups;
use super::{ClassWeightedGraph, WarmStart};
use crate::bitset::{insert, meet};
use crate::cardinality::BitGraph;
use crate::error::Error;
use crate::face::MatchingFace;
use crate::graph::VertexId;
use crate::table::WeightTable;
use crate::weight::Weight;

/// The perfect matchings with the largest weight by one objective, of those the ones with the largest
/// weight by the next, and so on: a lexicographic objective.
///
/// What the objectives packed into one wide weight would give, with a narrow weight for each. Duals of a
/// wide weight change for every difference that any mixture of its parts makes; objectives with a few
/// different weights each take a few changes each.
///
/// ```
/// use edelweiss_matching::{LexicographicOptima, VertexId, WeightTable, cardinality::BitGraph};
///
/// let mut best = LexicographicOptima::new(BitGraph::complete(4), vec![None; 4]);
/// // Vertices 0 and 1 are not to meet; then, 0 is to meet 3.
/// best.keep(&[0, 0, 1, 1], &WeightTable::square(vec![-1, 0, 0, 0]))?;
/// best.keep(&[0, 1, 2, 1], &WeightTable::square(vec![0, 1, 0, 1, 0, 0, 0, 0, 0]))?;
/// let mut face = best.face().expect("complete graphs have perfect matchings");
/// assert_eq!(face.matching()[0], Some(VertexId::new(3)));
/// assert_eq!(face.match_first(VertexId::new(0), &[0b0111]), None);
/// # Ok::<(), edelweiss_matching::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LexicographicOptima {
    /// All edges of the matchings, and perhaps more.
    edges: BitGraph,
    /// The sets that the matchings leave once: they are all perfect matchings of the edges that do.
    sets: Vec<Vec<VertexId>>,
    mates: Vec<Option<VertexId>>,
}

impl LexicographicOptima {
    /// All perfect matchings of a graph. `mates` are edges to begin with, as far as the graph has them and
    /// both ends agree.
    #[must_use]
    pub fn new(edges: BitGraph, mut mates: Vec<Option<VertexId>>) -> Self {
        mates.resize(edges.n_vertices(), None);
        let agree = |v: VertexId, u: VertexId| edges.has_edge(v, u) && mates[u.index()] == Some(v);
        let pair = |(v, mate): (usize, &Option<VertexId>)| {
            mate.filter(|mate| agree(VertexId::new(v), *mate))
        };
        Self {
            mates: mates.iter().enumerate().map(pair).collect(),
            edges,
            sets: Vec::new(),
        }
    }

    /// One of the matchings, once something was kept.
    #[must_use]
    pub fn mates(&self) -> &[Option<VertexId>] {
        &self.mates
    }

    /// Keeps the matchings of the largest weight, where an edge has the weight that a symmetric table has
    /// for the classes of its ends.
    ///
    /// A set that all matchings leave once is left at least once by any perfect matching, so an edge that
    /// leaves it loses more than all other weights can make good.
    ///
    /// # Cost
    /// As [`ClassWeightedGraph::solve`], from duals that depend on the heaviest edge of a vertex; where these prove the
    /// matching at hand optimal, O(n²/64 + groups²).
    ///
    /// # Errors
    /// [`Error::NoMatching`] with a proof, and [`Error::WeightTooWide`] unless `512 (n + 1)` times the
    /// largest weight, and where sets are left once `2 (n + 1)` times that for every set around a vertex,
    /// fit the type; nothing has changed then.
    ///
    /// # Panics
    /// When `class_of` or `weights` do not fit the graph.
    pub fn keep<W: Weight>(
        &mut self,
        class_of: &[u32],
        weights: &WeightTable<W>,
    ) -> Result<(), Error> {
        let n = self.edges.n_vertices() as u64;
        let largest = weights.amounts().iter().map(Weight::magnitude).max();
        let largest = largest.unwrap_or_else(W::zero);
        if !largest.fits(512 * (n + 1)) {
            return Err(Error::WeightTooWide);
        }
        let (class_of, weights) = merged(class_of, weights);
        // Duals are whole numbers, whatever the weights are, and those of two roots an even sum.
        let doubled = weights.map(Weight::doubled);
        let duals_2x = self.duals_2x(&class_of, &doubled);
        if self.is_tight(&class_of, &doubled, &duals_2x) {
            self.keep_tight(&class_of, &doubled, &duals_2x);
            return Ok(());
        }
        let (class_of, weights, duals_2x) = if self.sets.is_empty() {
            (class_of, doubled, duals_2x)
        } else {
            // The weights of two matchings differ by less.
            let loss = largest.times(n).plus(&W::unit()).doubled();
            let (class_of, weights) = self.with_sets(&class_of, &doubled, &loss)?;
            let duals_2x = self.duals_2x(&class_of, &weights);
            (class_of, weights, duals_2x)
        };
        let problem = ClassWeightedGraph {
            edges: &self.edges,
            class_of: &class_of,
            weights: &weights,
        };
        let start = WarmStart {
            duals_2x: &duals_2x,
            mates: &self.mates,
        };
        let optimum = problem.solve(Some(start))?;
        self.sets = optimum.sets();
        self.mates = optimum.mates;
        self.edges = optimum.tight;
        Ok(())
    }

    /// Takes out vertices that are matched with each other, among interchangeable ones with equal rows,
    /// until no more than `n_left` of them are left, or more where a set parts them. Later vertices take
    /// their numbers. O(n²/64 + sets · n).
    ///
    /// The matchings that are left are those in which the vertices taken out are matched so, and all others
    /// are matched as in some matching there was, where each had at least as many such edges.
    ///
    /// ```
    /// use edelweiss_matching::{LexicographicOptima, VertexId, WeightTable, cardinality::BitGraph};
    ///
    /// let mut best = LexicographicOptima::new(BitGraph::complete(6), vec![None; 6]);
    /// // Vertices 0 and 1 are to meet; then two of the four others are enough.
    /// best.keep(&[0, 0, 1, 1, 1, 1], &WeightTable::square(vec![1, 0, 0, 0]))?;
    /// best.take_out_pairs(2..6, 2);
    /// assert_eq!(best.mates().len(), 4);
    /// assert_eq!(best.mates()[0], Some(VertexId::new(1)));
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    pub fn take_out_pairs(&mut self, equal: Range<usize>, n_left: usize) {
        let around = self.sets_around();
        let mut is_kept = vec![true; self.mates.len()];
        let mut n_equal = equal.len();
        for v in equal.clone() {
            let mate = self.mates[v].map_or(v, VertexId::index);
            if n_equal > n_left && v < mate && equal.contains(&mate) && around[v] == around[mate] {
                (is_kept[v], is_kept[mate]) = (false, false);
                n_equal -= 2;
            }
        }
        if n_equal == equal.len() {
            return;
        }
        let kept: Vec<usize> = (0..is_kept.len()).filter(|v| is_kept[*v]).collect();
        let mut number_of = vec![0; is_kept.len()];
        for (number, v) in kept.iter().enumerate() {
            number_of[*v] = number;
        }
        let renamed = |v: &VertexId| VertexId::new(number_of[v.index()]);
        self.edges = self.edges.among(&kept);
        let mates = kept.iter().map(|v| self.mates[*v].as_ref().map(renamed));
        self.mates = mates.collect();
        let mut known = BTreeSet::new();
        for members in &mut self.sets {
            members.retain(|v| is_kept[v.index()]);
            *members = members.iter().map(renamed).collect();
        }
        (self.sets).retain(|members| members.len() > 1 && known.insert(members.clone()));
    }

    /// Feasible duals, doubled: the weight of a vertex's heaviest edge, lowered, unless that proves the
    /// matching at hand optimal.
    /// O(n²/64 + groups²) where the heaviest edges of a class have a few different weights.
    fn duals_2x<W: Weight>(&self, class_of: &[u32], weights: &WeightTable<W>) -> Vec<W> {
        let duals_2x = self.duals_of_best_edges(class_of, weights);
        if self.is_tight(class_of, weights, &duals_2x) {
            return duals_2x;
        }
        let problem = ClassWeightedGraph {
            edges: &self.edges,
            class_of,
            weights,
        };
        lowered(&problem, &self.mates, &duals_2x)
    }

    /// Whether all vertices have mates, and all matched edges are tight.
    fn is_tight<W: Weight>(
        &self,
        class_of: &[u32],
        weights: &WeightTable<W>,
        duals_2x: &[W],
    ) -> bool {
        let class = |v: usize| class_of[v] as usize;
        self.mates.iter().enumerate().all(|(v, mate)| {
            mate.is_some_and(|mate| {
                let weight = weights.at(class(v), class(mate.index()));
                let [one, other] = [v, mate.index()].map(|v| &duals_2x[v]);
                W::adds_up(one, other, &weight.doubled())
            })
        })
    }

    /// Keeps the tight edges, after duals have proved the matching at hand optimal; it leaves every set
    /// once.
    fn keep_tight<W: Weight>(
        &mut self,
        class_of: &[u32],
        weights: &WeightTable<W>,
        duals_2x: &[W],
    ) {
        let groups = DualGroups::new(class_of, |v| duals_2x[v].clone());
        let patterns = groups.patterns(&self.edges, &weights.map(Weight::doubled));
        let patterns = patterns.expect("no edge is heavier");
        // Mostly a few words take something away.
        let masks = patterns.iter().map(|pattern| {
            let masks = pattern.iter().copied().enumerate();
            masks.filter(|(_, mask)| *mask != u64::MAX).collect()
        });
        let masks: Vec<Vec<(usize, u64)>> = masks.collect();
        for (v, group) in groups.of.iter().enumerate() {
            self.edges.mask_half_row(VertexId::new(v), &masks[*group]);
        }
    }

    /// The matchings that are left; `None` if there never was one. O(sets · n²/64), and more if nothing
    /// was kept and the edges to begin with are far from a perfect matching.
    #[must_use]
    pub fn face(self) -> Option<MatchingFace> {
        MatchingFace::new(self.edges, &self.sets, &self.mates)
    }

    /// Classes of vertices that are in the same sets, and the weights of their edges, less a loss for each
    /// set that an edge leaves.
    fn with_sets<W: Weight>(
        &self,
        class_of: &[u32],
        weights: &WeightTable<W>,
        loss: &W,
    ) -> Result<(Vec<u32>, WeightTable<W>), Error> {
        let n = class_of.len();
        let around = self.sets_around();
        let deepest = around.iter().map(Vec::len).max().unwrap_or(0) as u64;
        if !loss.fits(512 * (n as u64 + 1) * (deepest + 1)) {
            return Err(Error::WeightTooWide);
        }
        let mut numbers = BTreeMap::new();
        let mut list: Vec<(u32, &[usize])> = Vec::new();
        let parted_class_of: Vec<u32> = (0..n)
            .map(|v| {
                let class = (class_of[v], &around[v][..]);
                *numbers.entry(class).or_insert_with(|| {
                    list.push(class);
                    list.len() as u32 - 1
                })
            })
            .collect();
        let mut parted = WeightTable::filled(list.len(), list.len(), W::zero());
        // By amount, and how many sets an edge leaves.
        let most_left = 2 * deepest as usize + 1;
        let mut amounts = vec![None; weights.amounts().len() * most_left];
        for (row, (class, sets)) in list.iter().enumerate() {
            for (column, (other, other_sets)) in list.iter().enumerate() {
                let shared = sets.iter().filter(|set| other_sets.contains(set)).count();
                let n_left = sets.len() + other_sets.len() - 2 * shared;
                let (class, other) = (*class as usize, *other as usize);
                let amount = &mut amounts[weights.place(class, other) * most_left + n_left];
                let amount = *amount.get_or_insert_with(|| {
                    let weight = weights.at(class, other);
                    parted.add(weight.minus(&loss.times(n_left as u64)))
                });
                parted.set(row, column, amount);
            }
        }
        Ok((parted_class_of, parted))
    }

    /// By vertex, the numbers of the sets around it.
    fn sets_around(&self) -> Vec<Vec<usize>> {
        let mut around = vec![Vec::new(); self.mates.len()];
        for (number, members) in self.sets.iter().enumerate() {
            for v in members {
                around[v.index()].push(number);
            }
        }
        around
    }

    /// By vertex, the weight of its heaviest edge, which makes feasible doubled duals. Mates are joined by
    /// edges.
    /// O(classes² + n) where mates have edges that no vertex of their classes could better, else O(n²/64)
    /// more, and that much again for each amount that a class needs to find an edge of every vertex.
    fn duals_of_best_edges<W: Weight>(&self, class_of: &[u32], weights: &WeightTable<W>) -> Vec<W> {
        let (n, n_classes) = (class_of.len(), weights.n_columns());
        let (rank_of, descending) = ranked(weights.amounts());
        let mut members = vec![Vec::new(); n_classes];
        for (v, class) in class_of.iter().enumerate() {
            members[*class as usize].push(v);
        }
        let present = (0..n_classes).filter(|class| !members[*class].is_empty());
        let present: Vec<usize> = present.collect();
        let mut duals_2x = vec![W::zero(); n];
        let mut pattern = vec![0; n.div_ceil(64)];
        for &class in &present {
            let rank = |other: usize| rank_of[weights.place(class, other)];
            let next = |from: usize| {
                let ranks = present.iter().map(|other| rank(*other));
                ranks.filter(|rank| *rank >= from).min()
            };
            let mut best = next(0);
            let mut open = members[class].clone();
            open.retain(|v| {
                let of_mate = self.mates[*v].map(|mate| rank(class_of[mate.index()] as usize));
                let is_best = of_mate == best;
                if let Some(best) = best.filter(|_| is_best) {
                    duals_2x[*v] = descending[best].clone();
                }
                !is_best
            });
            while let Some(own) = best.filter(|_| !open.is_empty()) {
                let others = present.iter().filter(|other| rank(**other) == own);
                let others = others.flat_map(|other| &members[*other]);
                pattern.fill(0);
                others.for_each(|v| insert(&mut pattern, *v));
                open.retain(|v| {
                    let is_met = meet(self.edges.row(VertexId::new(*v)), &pattern);
                    if is_met {
                        duals_2x[*v] = descending[own].clone();
                    }
                    !is_met
                });
                best = next(own + 1);
            }
        }
        duals_2x
    }
}

/// By amount its rank, the largest first, equal ones having one; and the amounts by rank.
fn ranked<W: Weight>(amounts: &[W]) -> (Vec<usize>, Vec<W>) {
    let mut order: Vec<usize> = (0..amounts.len()).collect();
    order.sort_unstable_by(|a, b| amounts[*b].cmp(&amounts[*a]));
    let (mut rank_of, mut descending) = (vec![0; amounts.len()], Vec::<W>::new());
    for amount in order {
        if descending.last() != Some(&amounts[amount]) {
            descending.push(amounts[amount].clone());
        }
        rank_of[amount] = descending.len() - 1;
    }
    (rank_of, descending)
}

/// Feasible duals, doubled, lowered group by group as far as the ones before allow, but for the ends of
/// matched tight edges. O(n²/64 + groups²).
fn lowered<W: Weight>(
    problem: &ClassWeightedGraph<'_, W>,
    mates: &[Option<VertexId>],
    duals_2x: &[W],
) -> Vec<W> {
    let (class_of, weights) = (problem.class_of, problem.weights);
    let mut groups = DualGroups::new(class_of, |v| duals_2x[v].clone());
    let is_held = |v: usize| {
        mates[v].is_some_and(|mate| {
            let [class, other] = [v, mate.index()].map(|v| class_of[v] as usize);
            let sum = weights.at(class, other).doubled();
            W::adds_up(&duals_2x[v], &duals_2x[mate.index()], &sum)
        })
    };
    let are_held = groups.part(is_held);
    let mut duals: Vec<W> = groups.duals_2x().cloned().collect();
    let slack = |duals: &[W], a: usize, b: usize| {
        let [class, other] = [a, b].map(|group| groups.list[group].class);
        let sum = duals[a].plus(&duals[b]);
        sum.minus(&weights.at(class, other).doubled())
    };
    for a in (0..groups.list.len()).filter(|a| !are_held[*a]) {
        let near = groups.near(problem.edges, a, |_| None);
        let mut least: Option<W> = None;
        for (b, other) in groups.list.iter().enumerate() {
            let slack = slack(&duals, a, b);
            let slack = if a == b { slack.halved() } else { slack };
            if least.as_ref().is_none_or(|least| slack < *least) && other.members.meets(&near) {
                least = Some(slack);
            }
        }
        if let Some(least) = least {
            duals[a].decrease(&least);
        }
    }
    groups
        .of
        .iter()
        .map(|group| duals[*group].clone())
        .collect()
}

/// All matchings of a face. O(sets · n²/64).
impl From<MatchingFace> for LexicographicOptima {
    fn from(mut face: MatchingFace) -> Self {
        let (mates, open) = (face.matching(), face.open_sets());
        let mut edges = face.into_remaining();
        for (v, mate) in mates.iter().enumerate() {
            let v = VertexId::new(v);
            if let Some(mate) = mate.filter(|_| edges.row(v).iter().all(|word| *word == 0)) {
                edges.set_edge(v, mate, true);
            }
        }
        Self {
            edges,
            sets: open,
            mates,
        }
    }
}

/// Makes one of classes with equal rows of weights. O(classes² · log classes + n).
fn merged<W: Weight>(class_of: &[u32], weights: &WeightTable<W>) -> (Vec<u32>, WeightTable<W>) {
    let n_classes = weights.n_columns();
    let mut numbers = BTreeMap::new();
    let mut distinct = Vec::new();
    // Equal amounts have equal numbers.
    let number_of: Vec<u32> = (weights.amounts().iter())
        .map(|amount| {
            *numbers.entry(amount).or_insert_with(|| {
                distinct.push(amount);
                distinct.len() as u32 - 1
            })
        })
        .collect();
    let mut is_present = vec![false; n_classes];
    for class in class_of {
        is_present[*class as usize] = true;
    }
    let present: Vec<usize> = (0..n_classes).filter(|class| is_present[*class]).collect();
    let (mut rows, mut firsts) = (BTreeMap::new(), Vec::new());
    let mut merged_of = vec![0; n_classes];
    for &class in &present {
        let number = |other: &usize| number_of[weights.place(class, *other)];
        let row: Vec<u32> = present.iter().map(number).collect();
        merged_of[class] = *rows.entry(row).or_insert_with(|| {
            firsts.push(class);
            firsts.len() as u32 - 1
        });
    }
    let mut merged = WeightTable::filled(firsts.len(), firsts.len(), W::zero());
    let ids: Vec<_> = (distinct.into_iter())
        .map(|amount| merged.add(amount.clone()))
        .collect();
    for (row, class) in firsts.iter().enumerate() {
        for (column, other) in firsts.iter().enumerate() {
            let number = number_of[weights.place(*class, *other)];
            merged.set(row, column, ids[number as usize]);
        }
    }
    let merged_of_class = |class: &u32| merged_of[*class as usize];
    (class_of.iter().map(merged_of_class).collect(), merged)
}
