//! What the floaters of a bracket leave possible in the following one.
//!
//! # Articles
//! C.04.3 (2026) C8 (2.4.3), with C4 and C5; 2017 C.7.
//!
//! # How
//! Everybody who is unpaired is a vertex of one graph, and a round is a perfect matching of it. What such a
//! round costs in the following bracket depends on classes of players: what the criterion sees of them, and
//! whether they are floaters or residents there. So one field of the criterion after the other is made as
//! small as it can be ([`LexicographicOptima`]), with weights of classes: a graph of bits and a few amounts, however many
//! players there are.

use std::collections::BTreeMap;

use edelweiss_matching::bitset::take_away;
use edelweiss_matching::cardinality::{BitGraph, maximum_matching, maximum_matching_among};
use edelweiss_matching::{Error, LexicographicOptima, VertexId, WeightTable};
use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::{Bracket, Edition, Layout, Part, Rule, Unit};
use num_bigint::BigInt;

use super::meetings::{meetings, set_of};

/// What stands in the way of everybody in the following bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Completes {
    /// 2026: the round is completed, the bye going to a player with this score (C4, C5).
    WithByeScore(Option<Score>),
    /// 2017: not looked at.
    NotAsked,
}

/// A following bracket.
#[derive(Debug)]
pub(super) struct FollowingScoregroup<'a> {
    pub(super) position: &'a Position,
    /// The edition with the look-ahead as its only criterion.
    pub(super) ahead: Edition,
    /// The current bracket, followed by the next scoregroup.
    pub(super) bracket: &'a Bracket<'static>,
    pub(super) next: &'a [PlayerId],
    /// Everybody below the next scoregroup.
    pub(super) lower: &'a [PlayerId],
}

/// The place of the criterion that looks ahead, if the edition has one.
pub(super) fn look_ahead(edition: &Edition, bracket: &Bracket) -> Option<usize> {
    bracket.following()?;
    let looks_ahead = |rule: &Rule| !rule.criterion.sight(Part::Following).is_nothing();
    edition.criteria.iter().position(looks_ahead)
}

impl FollowingScoregroup<'_> {
    /// The least cost of the following bracket for these floaters; `None` where the round cannot be
    /// completed as asked.
    ///
    /// In 2026 everybody unpaired takes part: whoever of the following bracket meets somebody below
    /// it, or has the bye, has left it. In 2017 whoever has no partner has left it.
    ///
    /// For each field of the criterion the cost of [`LexicographicOptima::keep`]: O(n²/64) for n players and a change of
    /// duals, of which there are a few.
    pub(super) fn least(&self, floaters: &[PlayerId], completes: Completes) -> Option<Vec<u64>> {
        let mut players = [floaters, self.next].concat();
        let n_inside = players.len();
        let state = |id: PlayerId| self.position.player(id);
        let graph = match completes {
            Completes::WithByeScore(score) => {
                players.extend(self.lower);
                let may = |id| state(id).bye_allowed && Some(state(id).score) == score;
                meetings(self.position, &players, usize::from(score.is_some()), may)
            }
            // A vertex for each, as a partner outside the bracket.
            Completes::NotAsked => meetings(self.position, &players, n_inside, |_| true),
        };
        let zones = Zones {
            n_floaters: floaters.len(),
            n_inside,
        };
        let classes = FollowingClasses::new(self, &players, zones, graph.n_vertices());
        let mates = start(&graph, zones)?;
        let mut best = LexicographicOptima::new(graph, mates);
        for costs in classes.costs.values() {
            let (class_of, weights) = classes.objective(costs);
            keep(&mut best, &class_of, &weights);
        }
        let units = zones.units(&players, best.mates());
        let least = Layout::evaluate(&self.ahead, self.position, self.bracket, &units);
        Some(least.0.concat())
    }
}

/// Which vertices stand where: floaters first, then the next scoregroup, then everybody and everything
/// else.
#[derive(Clone, Copy)]
struct Zones {
    n_floaters: usize,
    n_inside: usize,
}

impl Zones {
    /// Whether an edge is a pair of the following bracket, where two floaters do not meet; `v` is its later
    /// end.
    fn is_inside(self, v: usize) -> bool {
        (self.n_floaters..self.n_inside).contains(&v)
    }

    /// The pieces of the following bracket, as these mates have it.
    fn units(self, players: &[PlayerId], mates: &[Option<VertexId>]) -> Vec<Unit> {
        let mut units = Vec::with_capacity(self.n_inside);
        for (v, player) in players[..self.n_inside].iter().copied().enumerate() {
            let mate = mates[v].expect("a perfect matching").index();
            if !self.is_inside(v.max(mate)) {
                units.push(Unit::FollowingFloat {
                    player,
                    takes_bye: false,
                });
            } else if v < mate {
                units.push(Unit::FollowingPair {
                    higher: player,
                    lower: players[mate],
                });
            }
        }
        units
    }
}

/// A perfect matching with as many pairs of the following bracket as its beginning allows; `None` if there
/// is no perfect matching.
fn start(graph: &BitGraph, zones: Zones) -> Option<Vec<Option<VertexId>>> {
    let n = graph.n_vertices();
    let mut inside = graph.clone();
    let floaters = set_of(n, 0..zones.n_floaters);
    for v in 0..zones.n_floaters {
        let mut row = graph.row(VertexId::new(v)).to_vec();
        take_away(&mut row, &floaters);
        inside.set_half_row(VertexId::new(v), &row);
    }
    let members = set_of(n, 0..zones.n_inside);
    let pairs = maximum_matching_among(&inside, &members, &[]);
    let all = maximum_matching(graph, &pairs.mate);
    (all.deficiency() == 0).then_some(all.mate)
}

/// Of the matchings that are left, those with the largest weight.
///
/// # Panics
/// When there is no matching.
fn keep(best: &mut LexicographicOptima, class_of: &[u32], weights: &WeightTable<i64>) {
    let kept = match best.keep(class_of, weights) {
        // Many sets around a vertex.
        Err(Error::WeightTooWide) => {
            best.keep(class_of, &weights.map(|weight| BigInt::from(*weight)))
        }
        kept => kept,
    };
    kept.expect("there is a perfect matching to begin with");
}

/// What pairs and leavers of the following bracket cost, by class.
struct FollowingClasses {
    /// By vertex; 0 is everything outside.
    of: Vec<usize>,
    /// How many classes the next scoregroup has; they come first, from 1 on. Those of the floaters follow.
    n_next: usize,
    n_classes: usize,
    /// By field: what it costs. Fields that cost nothing are left out.
    costs: BTreeMap<usize, Vec<ClassCost>>,
}

/// An amount in one field.
struct ClassCost {
    class: usize,
    /// A class of the next scoregroup in which the opponent is; 0 where the player leaves.
    opponent: usize,
    amount: i64,
}

impl FollowingClasses {
    /// For so many vertices, of which the first are these players.
    fn new(
        following: &FollowingScoregroup<'_>,
        players: &[PlayerId],
        zones: Zones,
        n: usize,
    ) -> Self {
        let sight = (following.ahead.criteria[0].criterion).sight(Part::Following);
        let state = |v: usize| following.position.player(players[v]);
        let mut of = vec![0; n];
        let mut representatives = vec![None];
        let mut n_next = 0;
        for zone in [zones.n_floaters..zones.n_inside, 0..zones.n_floaters] {
            n_next = representatives.len() - 1;
            let mut numbers = BTreeMap::new();
            for v in zone {
                of[v] = *numbers.entry(sight.project(state(v))).or_insert_with(|| {
                    representatives.push(Some(v));
                    representatives.len() - 1
                });
            }
        }
        let layout = Layout::new(&following.ahead, following.position, following.bracket);
        let mut costs: BTreeMap<usize, Vec<ClassCost>> = BTreeMap::new();
        let known = || representatives.iter().enumerate();
        for (class, player) in known().filter_map(|(class, v)| Some((class, state((*v)?)))) {
            let leaves = Unit::FollowingFloat {
                player,
                takes_bye: false,
            };
            let pairs = known().skip(1).take(n_next).map(|(opponent, v)| {
                let lower = state(v.expect("a class has members"));
                let higher = player;
                (opponent, Unit::FollowingPair { higher, lower })
            });
            for (opponent, unit) in pairs.chain([(0, leaves)]) {
                layout.for_each_cost(following.bracket, unit, |field, amount| {
                    let amount = amount as i64;
                    costs.entry(field).or_default().push(ClassCost {
                        class,
                        opponent,
                        amount,
                    });
                });
            }
        }
        Self {
            of,
            n_next,
            n_classes: representatives.len(),
            costs,
        }
    }

    /// What makes the sum of one field small: classes of vertices, and weights of edges between them.
    /// Floaters with the same costs are one class, so that there are a few.
    fn objective(&self, costs: &[ClassCost]) -> (Vec<u32>, WeightTable<i64>) {
        // By class: what leaving costs, and behind it a pair with each class of the next scoregroup.
        let mut rows = vec![vec![0; 1 + self.n_next]; self.n_classes];
        for cost in costs {
            rows[cost.class][cost.opponent] += cost.amount;
        }
        let is_floater = |class: usize| class > self.n_next;
        let (mut merged, mut numbers) = (Vec::new(), BTreeMap::new());
        let mut number_of = Vec::with_capacity(self.n_classes);
        for (class, row) in rows.iter().enumerate() {
            let own = if is_floater(class) { None } else { Some(class) };
            let number = *numbers.entry((own, row)).or_insert_with(|| {
                merged.push(class);
                merged.len() - 1
            });
            number_of.push(number as u32);
        }
        let weight = |one: usize, other: usize| {
            let (next, class) = (one.min(other), one.max(other));
            let is_pair = next > 0 && !is_floater(next);
            if is_pair {
                -rows[class][next]
            } else {
                -(rows[one][0] + rows[other][0])
            }
        };
        let entries = merged
            .iter()
            .flat_map(|one| merged.iter().map(|other| weight(*one, *other)));
        let weights = WeightTable::square(entries.collect());
        let class_of = self.of.iter().map(|class| number_of[*class]).collect();
        (class_of, weights)
    }
}
