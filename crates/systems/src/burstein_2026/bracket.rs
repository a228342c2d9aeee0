//! One bracket: the best pairings, and the first of them.
//!
//! # Articles
//! C.04.4.2 (2026) 2.2, 2.3, 3.2 and 4.
//!
//! A pairing of everybody who is still unpaired is a perfect matching, and every quality criterion
//! is a sum over its pairs: a pair inside the bracket, a player who floats out of it, and what that
//! does to the following bracket. So the best pairings are the heaviest perfect matchings, C4
//! included, and the order of Article 4 is walked decision by decision: "may BSN 1 meet the last
//! BSN?" is yes if the optimum keeps its value with that pair fixed.

use edelweiss_matching::{Cover, Dense, Limbs, Solver, VertexId};
use edelweiss_model::{PlayerId, Position};
use edelweiss_pairing::RuleCost;
use edelweiss_weights::{Bracket, Edition, Layout, Packed, Unit};
use num_bigint::BigInt;

use crate::round_graph::RoundGraph;

/// Which players take part besides the bracket's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    /// The next scoregroup; anybody may leave downwards at a cost.
    Exits,
    /// Everybody unpaired; nobody may be left over (C4).
    Everything,
}

/// A bracket to be paired. All lists but `below` are sorted by 1.8.
#[derive(Debug)]
pub(super) struct Task<'a> {
    pub(super) position: &'a Position,
    pub(super) graph: &'a RoundGraph,
    pub(super) edition: &'static Edition,
    /// Incoming floaters and residents together: BSN 1, 2, 3, ... (4.1).
    pub(super) players: Vec<PlayerId>,
    /// The same with its roles and the bracket that follows.
    pub(super) bracket: Bracket,
    /// Residents of the following bracket.
    pub(super) next: Vec<PlayerId>,
    /// Everybody lower.
    pub(super) below: Vec<PlayerId>,
}

/// A bracket's pairing.
#[derive(Debug)]
pub(super) struct BracketPairing {
    /// Higher ranked player first, sorted by that player.
    pub(super) pairs: Vec<(PlayerId, PlayerId)>,
    /// Sorted, highest ranked first.
    pub(super) floaters: Vec<PlayerId>,
    pub(super) costs: Vec<RuleCost>,
}

impl Task<'_> {
    /// 3.2.2: the first pairing that complies best. It exists, because C4 held before.
    ///
    /// First the bracket is paired together with the next scoregroup alone, everybody being free to
    /// leave. That is a relaxation with the same costs, so if its first optimal element leaves a
    /// completion, it is the first optimal element of the whole problem. Otherwise everybody
    /// unpaired takes part.
    pub(super) fn solve(&self) -> BracketPairing {
        let layout = Layout::new(self.edition, self.position, &self.bracket, &[]);
        let everybody = (self.players.len() + self.next.len() + self.below.len()) as u64;
        let headroom = 2 * (u64::BITS - everybody.leading_zeros()) + 8;
        match layout.bits() + headroom {
            0..=62 => self.solve_with::<i64>(&layout),
            63..=126 => self.solve_with::<i128>(&layout),
            127..=254 => self.solve_with::<Limbs<4>>(&layout),
            255..=510 => self.solve_with::<Limbs<8>>(&layout),
            511..=1022 => self.solve_with::<Limbs<16>>(&layout),
            _ => self.solve_with::<BigInt>(&layout),
        }
    }

    fn solve_with<W: Packed>(&self, layout: &Layout) -> BracketPairing {
        if !self.below.is_empty() {
            let (found, mut exits) = self
                .first_best::<W>(layout, Reach::Exits)
                .expect("a bracket whose players may all leave has a pairing");
            exits.extend(&self.below);
            if self.graph.can_pair_all(&exits) {
                return found;
            }
        }
        let (found, _) = self
            .first_best::<W>(layout, Reach::Everything)
            .expect("C4 held before this bracket, so a pairing exists");
        found
    }

    /// The first best pairing, and who of the bracket and the next scoregroup is left over.
    fn first_best<W: Packed>(
        &self,
        layout: &Layout,
        reach: Reach,
    ) -> Option<(BracketPairing, Vec<PlayerId>)> {
        let mut vertices = [&self.players[..], &self.next].concat();
        if reach == Reach::Everything {
            vertices.extend(&self.below);
        }
        let exit_costs: Vec<W> = (vertices.iter().enumerate())
            .map(|(v, id)| {
                let mut cost = W::zero();
                if reach == Reach::Exits {
                    self.add_units(layout, self.float_units(v, *id), &mut cost);
                }
                cost
            })
            .collect();
        let weights = Dense::from_fn(vertices.len(), |u, v| {
            let (u, v) = (u.min(v).index(), u.max(v).index());
            if !self.graph.may_meet(vertices[u], vertices[v]) {
                return None;
            }
            let mut cost = W::zero();
            self.add_units(layout, self.edge_units(&vertices, u, v), &mut cost);
            Some(exit_costs[u].plus(&exit_costs[v]).minus(&cost))
        });
        let cover = match reach {
            Reach::Exits => Cover::May,
            Reach::Everything => Cover::Must,
        };
        let covers = vec![cover; vertices.len()];
        let mut solver = Solver::new(weights, &covers)
            .expect("the weight type was chosen wide enough for this layout");
        solver.solve().ok()?;
        let exit_total = exit_costs
            .iter()
            .fold(W::zero(), |sum, cost| sum.plus(cost));
        let costs = layout.unpack(&exit_total.minus(&solver.value()));
        let opponents = first_in_article_4(&mut solver, self.players.len(), cover);
        let pairs = (opponents.iter().enumerate())
            .filter_map(|(bsn, opponent)| opponent.map(|opponent| (bsn, opponent)))
            .filter(|(bsn, opponent)| bsn < opponent)
            .map(|(bsn, opponent)| (vertices[bsn], vertices[opponent]))
            .collect();
        let floaters = (opponents.iter().zip(&vertices))
            .filter(|(opponent, _)| opponent.is_none())
            .map(|(_, id)| *id)
            .collect();
        let exits = (0..vertices.len())
            .filter(|v| solver.mate(VertexId::new(*v)).is_none())
            .map(|v| vertices[v])
            .collect();
        let costs = (self.edition.criteria.iter().zip(costs.0))
            .map(|(rule, fields)| RuleCost {
                label: rule.label,
                fields,
            })
            .collect();
        let found = BracketPairing {
            pairs,
            floaters,
            costs,
        };
        Some((found, exits))
    }

    /// What it means that vertex `v` is paired below the following bracket.
    fn float_units(&self, v: usize, player: PlayerId) -> [Option<Unit>; 2] {
        let takes_bye = false; // The bye has been assigned before (3.1).
        let following = Some(Unit::FollowingFloat { player, takes_bye });
        if v < self.players.len() {
            [Some(Unit::Float { player, takes_bye }), following]
        } else if v < self.players.len() + self.next.len() {
            [following, None]
        } else {
            [None, None]
        }
    }

    /// The units that an edge between two vertices, `u` before `v`, stands for.
    fn edge_units(&self, vertices: &[PlayerId], u: usize, v: usize) -> [Option<Unit>; 2] {
        let (higher, lower) = (vertices[u], vertices[v]);
        let own = self.players.len();
        if v < own {
            return [Some(Unit::Pair { higher, lower }), None];
        }
        if v < own + self.next.len() {
            let takes_bye = false;
            let float = Unit::Float {
                player: higher,
                takes_bye,
            };
            return [
                (u < own).then_some(float),
                Some(Unit::FollowingPair { higher, lower }),
            ];
        }
        self.float_units(u, higher)
    }

    fn add_units<W: Packed>(&self, layout: &Layout, units: [Option<Unit>; 2], total: &mut W) {
        for unit in units.into_iter().flatten() {
            layout.add_unit(self.position, &self.bracket, unit, total);
        }
    }
}

/// Article 4: among the optimal matchings of `solver`, the one whose pairing of the vertices
/// `0..n_players` comes first; by vertex the opponent, or `None` for those who float. Vertex `v` has
/// BSN `v + 1`; `cover` is how a vertex without restriction is covered.
///
/// A pairing precedes another if BSN 1 has the larger opponent, 0 being the smallest; then BSN 2,
/// and so on. So each BSN in turn takes the largest opponent that the optimum allows.
fn first_in_article_4<W: Packed>(
    solver: &mut Solver<W>,
    n_players: usize,
    cover: Cover,
) -> Vec<Option<usize>> {
    let mut opponents = vec![None; n_players];
    let mut floats = vec![false; n_players];
    for bsn in 0..n_players {
        if opponents[bsn].is_some() {
            continue;
        }
        // Lower BSNs have been settled: they are paired, or they float.
        let opponent = (bsn + 1..n_players).rev().find(|&opponent| {
            opponents[opponent].is_none()
                && solver.try_force(VertexId::new(bsn), VertexId::new(opponent))
        });
        if let Some(opponent) = opponent {
            opponents[bsn] = Some(opponent);
            opponents[opponent] = Some(bsn);
        } else {
            floats[bsn] =
                solver.try_restrict(VertexId::new(bsn), |mate| mate.index() >= n_players, cover);
            assert!(floats[bsn], "whoever has no opponent in the bracket floats");
        }
    }
    opponents
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::burstein_2026::judge::article_4;

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
            let dense = Dense::<i64>::from_fn(6, |u, v| allowed(u.index(), v.index()).then_some(1));
            let mut solver = Solver::new(dense, &[Cover::May; 6]).expect("unit weights fit");
            solver.solve().expect("nobody must be covered");
            let found: Vec<usize> = first_in_article_4(&mut solver, 6, Cover::May)
                .into_iter()
                .map(|opponent| opponent.map_or(0, |opponent| opponent + 1))
                .collect();
            assert_eq!(Some(&found), expected, "graph {graph:#b}");
        }
    }
}
