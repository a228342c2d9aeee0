//! One bracket: the best pairings, and the first of them.
//!
//! # Articles
//! C.04.4.2 (2026) 2.2, 2.3, 3.2 and 4.
//!
//! A pairing of everybody who is still unpaired is a perfect matching, and every quality criterion
//! is a sum over its pairs: a pair inside the bracket, a player who floats out of it, and what that
//! does to the following bracket. So of the perfect matchings, C4 included, the cheapest by the first
//! criterion are kept, of those the cheapest by the second, and so on; and the order of Article 4 is
//! walked decision by decision: "may BSN 1 meet the last BSN?" is yes if a matching that is left has
//! that pair.
//!
//! What a pair costs depends on where its two players stand (in the bracket, in the following one, or
//! lower), on their scores and on their colour preferences.

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{LexicographicOptima, VertexId};
use edelweiss_model::{Colour, PlayerId, Position, Score};
use edelweiss_pairing::RuleCost;
use edelweiss_weights::{Bracket, CostVector, Edition, Layout, Unit};

use crate::best_pairings::{CostClasses, join, set_of};
use crate::decisions::Decisions;
use crate::round_graph::RoundGraph;

/// Which players take part besides the bracket's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BursteinReach {
    /// The next scoregroup; anybody may leave downwards at a cost.
    Exits,
    /// Everybody unpaired; nobody may be left over (C4).
    Everything,
}

/// Where a player stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum BursteinZone {
    /// In the bracket.
    Own,
    /// In the next scoregroup.
    Next,
    /// Lower.
    Below,
}

/// What the costs of a player's pairs depend on.
type BursteinCostType = (BursteinZone, Score, Option<Colour>);

/// A bracket to be paired. All lists but `below` are sorted by 1.8.
#[derive(Debug)]
pub(super) struct BursteinTask<'a> {
    pub(super) position: &'a Position,
    pub(super) graph: &'a RoundGraph,
    pub(super) edition: &'static Edition,
    /// Incoming floaters and residents together: BSN 1, 2, 3, ... (4.1).
    pub(super) players: Vec<PlayerId>,
    /// The same with its roles and the bracket that follows.
    pub(super) bracket: Bracket<'static>,
    /// Residents of the following bracket.
    pub(super) next: Vec<PlayerId>,
    /// Everybody lower.
    pub(super) below: Vec<PlayerId>,
}

/// A bracket's pairing.
#[derive(Debug)]
pub(super) struct BursteinPairing {
    /// Higher ranked player first, sorted by that player.
    pub(super) pairs: Vec<(PlayerId, PlayerId)>,
    /// Sorted, highest ranked first.
    pub(super) floaters: Vec<PlayerId>,
    pub(super) costs: Vec<RuleCost>,
}

impl BursteinTask<'_> {
    /// 3.2.2: the first pairing that complies best. It exists, because C4 held before.
    ///
    /// First the bracket is paired together with the next scoregroup alone, everybody being free to
    /// leave. That is a relaxation with the same costs, so if its first optimal element leaves a
    /// completion, it is the first optimal element of the whole problem. Otherwise everybody
    /// unpaired takes part.
    ///
    /// In small fields it is asked first whether the criteria cost what counting says is the least
    /// ([`BursteinTask::at_bounds`]).
    pub(super) fn solve(&self) -> BursteinPairing {
        if let Some(found) = self.at_bounds() {
            return found;
        }
        if !self.below.is_empty() {
            let (found, mut exits) = self
                .first_best(BursteinReach::Exits)
                .expect("a bracket whose players may all leave has a pairing");
            exits.extend(&self.below);
            if self.graph.can_pair_all(&exits) {
                return found;
            }
        }
        let (found, _) = self
            .first_best(BursteinReach::Everything)
            .expect("C4 held before this bracket, so a pairing exists");
        found
    }

    /// The first best pairing, and who of the bracket and the next scoregroup is left over.
    fn first_best(&self, reach: BursteinReach) -> Option<(BursteinPairing, Vec<PlayerId>)> {
        let vertices = self.vertices(reach);
        let graph = self.pairs(reach, &vertices);
        let n = graph.n_vertices();
        let own = self.players.len();
        let kinds = (0..n).map(|v| {
            let id = *vertices.get(v)?;
            let player = self.position.player(id);
            Some((self.zone(v), player.score, player.preference))
        });
        let classes = CostClasses::new(kinds);
        let mut best = LexicographicOptima::new(graph, self.folded(n));
        self.keep_best(&mut best, &classes, &vertices)?;
        let mut face = best.face()?;
        first_in_article_4(&mut face, n, own);
        let is_player = |mate: &usize| *mate < vertices.len();
        let mates: Vec<Option<usize>> = (face.matching().iter())
            .map(|mate| mate.map(VertexId::index).filter(is_player))
            .collect();
        let mut pairs: Vec<(PlayerId, PlayerId)> = Vec::new();
        let mut units = Vec::new();
        let (mut floaters, mut exits) = (Vec::new(), Vec::new());
        // Vertices of the bracket stand in descending order.
        for v in (0..own).rev().chain(own..vertices.len()) {
            match mates[v] {
                None => {
                    units.extend(self.float_units(v, vertices[v]));
                    exits.push(vertices[v]);
                }
                Some(mate) if !self.is_before(v, mate) => {}
                Some(mate) => {
                    units.extend(self.edge_units(&vertices, v, mate));
                    if mate < own {
                        pairs.push((vertices[v], vertices[mate]));
                    }
                }
            }
            if v < own && mates[v].is_none_or(|mate| mate >= own) {
                floaters.push(vertices[v]);
            }
        }
        let units: Vec<Unit> = units.into_iter().flatten().collect();
        Some((self.evaluated(pairs, floaters, &units), exits))
    }

    /// The pairing with what it costs.
    pub(super) fn evaluated(
        &self,
        pairs: Vec<(PlayerId, PlayerId)>,
        floaters: Vec<PlayerId>,
        units: &[Unit],
    ) -> BursteinPairing {
        let CostVector(costs) = Layout::evaluate(self.edition, self.position, &self.bracket, units);
        let costs = (self.edition.criteria.iter().zip(costs))
            .map(|(rule, fields)| RuleCost {
                label: rule.label,
                fields,
            })
            .collect();
        BursteinPairing {
            pairs,
            floaters,
            costs,
        }
    }

    /// The players of the problem: those of the bracket, the last BSN first, then the others.
    fn vertices(&self, reach: BursteinReach) -> Vec<PlayerId> {
        let below = match reach {
            BursteinReach::Exits => &[],
            BursteinReach::Everything => &self.below[..],
        };
        let own = self.players.iter().rev();
        own.chain(&self.next).chain(below).copied().collect()
    }

    /// Who may be paired. Where anybody may leave, there is a vertex for everybody whom the best
    /// pairings leave over, at most: the fewest of the bracket by C5, and no more by C7 than when the
    /// next scoregroup, too, is paired by itself.
    fn pairs(&self, reach: BursteinReach, vertices: &[PlayerId]) -> BitGraph {
        let n_exits = match reach {
            BursteinReach::Exits => {
                self.graph.left_over(&self.players) + self.graph.left_over(&self.next)
            }
            BursteinReach::Everything => 0,
        };
        let mut graph = self.graph.among(vertices, n_exits);
        let exits = vertices.len()..graph.n_vertices();
        join(&mut graph, 0..vertices.len(), exits.clone());
        join(&mut graph, exits.clone(), exits);
        graph
    }

    /// The first pairing of all by Article 4, where it is possible: most of the pairs to come.
    fn folded(&self, n: usize) -> Vec<Option<VertexId>> {
        let own = self.players.len();
        (0..n)
            .map(|v| (v < own && 2 * v + 1 != own).then(|| VertexId::new(own - 1 - v)))
            .collect()
    }

    /// C5-C8.
    fn keep_best(
        &self,
        best: &mut LexicographicOptima,
        classes: &CostClasses<Option<BursteinCostType>>,
        vertices: &[PlayerId],
    ) -> Option<()> {
        // One vertex speaks for each class.
        let cost = |a: usize, b: usize| {
            let [a, b] = if self.is_before(a, b) { [a, b] } else { [b, a] };
            let units = match (vertices.get(a), vertices.get(b)) {
                (Some(_), Some(_)) => self.edge_units(vertices, a, b),
                (Some(id), None) => self.float_units(a, *id),
                _ => [None; 2],
            };
            let units: Vec<Unit> = units.into_iter().flatten().collect();
            let CostVector(costs) =
                Layout::evaluate(self.edition, self.position, &self.bracket, &units);
            costs.concat()
        };
        let costs = classes.table(cost);
        let n_fields = costs.first().map_or(0, Vec::len);
        (0..n_fields)
            .all(|field| classes.keep_cheapest_of(best, costs.iter().map(|cost| cost[field])))
            .then_some(())
    }

    /// Whether a vertex is ranked higher than another, or stands higher.
    fn is_before(&self, u: usize, v: usize) -> bool {
        let own = self.players.len();
        if u < own && v < own { u > v } else { u < v }
    }

    fn zone(&self, v: usize) -> BursteinZone {
        let own = self.players.len();
        if v < own {
            BursteinZone::Own
        } else if v < own + self.next.len() {
            BursteinZone::Next
        } else {
            BursteinZone::Below
        }
    }

    /// What it means that vertex `v` is paired below the following bracket.
    fn float_units(&self, v: usize, player: PlayerId) -> [Option<Unit>; 2] {
        let takes_bye = false; // The bye has been assigned before (3.1).
        let following = Some(Unit::FollowingFloat { player, takes_bye });
        match self.zone(v) {
            BursteinZone::Own => [Some(Unit::Float { player, takes_bye }), following],
            BursteinZone::Next => [following, None],
            BursteinZone::Below => [None, None],
        }
    }

    /// The units that an edge between two vertices, `u` before `v`, stands for.
    fn edge_units(&self, vertices: &[PlayerId], u: usize, v: usize) -> [Option<Unit>; 2] {
        let (higher, lower) = (vertices[u], vertices[v]);
        match self.zone(v) {
            BursteinZone::Own => [Some(Unit::Pair { higher, lower }), None],
            BursteinZone::Next => {
                let takes_bye = false;
                let float = Unit::Float {
                    player: higher,
                    takes_bye,
                };
                [
                    (self.zone(u) == BursteinZone::Own).then_some(float),
                    Some(Unit::FollowingPair { higher, lower }),
                ]
            }
            BursteinZone::Below => self.float_units(u, higher),
        }
    }
}

/// Article 4: leaves of the matchings of `face`, of `n` vertices, those whose pairing of the vertices `0..n_players`
/// comes first, and returns their opponents. Vertex `v` has the BSN `n_players - v`.
///
/// A pairing precedes another if BSN 1 has the larger opponent, 0 being the smallest; then BSN 2,
/// and so on. So each BSN in turn takes the largest opponent that the optimum allows.
pub(super) fn first_in_article_4(
    face: &mut impl Decisions,
    n: usize,
    n_players: usize,
) -> Vec<Option<usize>> {
    let players = set_of(n, 0..n_players);
    let others: Vec<u64> = players.iter().map(|word| !word).collect();
    let mut opponents = vec![None; n_players];
    for v in (0..n_players).rev() {
        if opponents[v].is_some() {
            continue;
        }
        // Lower BSNs have been settled: they are paired, or they float.
        if let Some(opponent) = face.match_first(VertexId::new(v), &players) {
            opponents[v] = Some(opponent.index());
            opponents[opponent.index()] = Some(v);
        } else {
            let floats = face.try_restrict(VertexId::new(v), &others);
            assert!(floats, "whoever has no opponent in the bracket floats");
        }
    }
    opponents
}

#[cfg(test)]
mod tests {
    use edelweiss_judges::systems::burstein_2026::article_4;

    use crate::decisions::FewPairings;

    use super::*;

    /// Six players and every graph of possible pairs: the walk finds the first pairing of the list
    /// that the graph allows and that has as many pairs as possible.
    #[test]
    fn walking_finds_the_first_listed_pairing_in_all_graphs_of_six() {
        let lists: Vec<Vec<Vec<usize>>> = (0..=6).map(|floaters| article_4(6, floaters)).collect();
        let edges: Vec<(usize, usize)> = (0..6)
            .flat_map(|u| (u + 1..6).map(move |v| (u, v)))
            .collect();
        for graph in 0_u32..1 << edges.len() {
            let allowed = |u: usize, v: usize| {
                let edge = edges.iter().position(|edge| *edge == (u.min(v), u.max(v)));
                edge.is_some_and(|edge| graph >> edge & 1 == 1)
            };
            let expected = lists.iter().flatten().find(|opponents| {
                (opponents.iter().enumerate())
                    .all(|(v, opponent)| *opponent == 0 || allowed(v, opponent - 1))
            });
            // The last BSN first; whoever is left over meets a vertex of its own.
            let (mut edges, mut own) = (BitGraph::new(12), BitGraph::new(6));
            for u in 0..6 {
                for v in (0..6).filter(|v| *v != u && allowed(u, *v)) {
                    for graph in [&mut edges, &mut own] {
                        graph.set_edge(VertexId::new(5 - u), VertexId::new(5 - v), true);
                    }
                }
            }
            join(&mut edges, 0..6, 6..12);
            join(&mut edges, 6..12, 6..12);
            let mut best = LexicographicOptima::new(edges, Vec::new());
            let is_player = CostClasses::new((0..12).map(|v| v < 6));
            assert!(is_player.keep_cheapest(&mut best, |a, b| u64::from(a != b)));
            let mut face = best.face().expect("everybody may be left over");
            let bsn = |opponent: &Option<usize>| opponent.map_or(0, |mate| 6 - mate);
            let found = first_in_article_4(&mut face, 12, 6);
            let found: Vec<usize> = found.iter().rev().map(bsn).collect();
            assert_eq!(Some(&found), expected, "graph {graph:#b}");
            // The same of few players, of whom as many float.
            let n_floaters = found.iter().filter(|bsn| **bsn == 0).count() as u32;
            let floaters = (0..64_u64).filter(|set| set.count_ones() == n_floaters);
            let mut few = FewPairings::with_leaving(&own, floaters.collect()).expect("as before");
            let few = first_in_article_4(&mut few, 6, 6);
            let few: Vec<usize> = few.iter().rev().map(bsn).collect();
            assert_eq!(few, found, "graph {graph:#b}");
        }
    }
}
