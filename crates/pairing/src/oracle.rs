//! The reference engine: the first candidate of a bracket as the optimum of weighted matchings.
//!
//! # Articles
//! C.04.3 (2026) 3 and 4; 2017 B and D.
//!
//! The candidates of a bracket are totally ordered: first by the costs of the criteria, then by their
//! place in the sequence of Articles 3 and 4. Costs are sums over pairs and floaters, and so is the
//! place: [`Questions`] writes it as numbers behind the criteria, and [`edelweiss_weights::Layout`] says
//! why comparing packed sums is comparing one number after the other. So the first candidate is the
//! optimum of a weighted matching, and nothing is left to decide.
//!
//! Where soft bans are in force, the pairs of the bracket that break one are counted in a number of their own,
//! behind the criteria and before the sequence; they are no criterion of the edition.
//!
//! It takes two matchings, because the halves S1 and S2 of a remainder are known only when the pairs of
//! the moved-down players are:
//!
//! 1. the criteria, then which moved-down players are paired, then their opponents;
//! 2. with these pairs fixed, the criteria again, then exchanges and transpositions of the remainder.
//!
//! The first matching says how many pairs the remainder has, in a homogeneous bracket as well: C6
//! (2017: C.5) makes that number the same in all best pairings. The costs of the criteria are the same
//! in both, because some best pairing has the pairs that the first one fixed.
//!
//! The numbers of the sequence take about `n + n log n` bits for `n` players. Where these are many, each of
//! the two is done in portions: what one matching answers is fixed in the next, which asks further.
//!
//! Pairs of two moved-down players never occur: they would have given one pair more in an earlier
//! bracket, where the number of pairs was maximal under the same conditions.

mod questions;

use edelweiss_matching::certificate::verify;
use edelweiss_matching::{Cover, Dense, Limbs, Objective, Solver, VertexId};
use edelweiss_weights::{Layout, Packed, Unit};
use num_bigint::BigInt;

use crate::RuleCost;
use crate::graph::{ProblemGraph, Reach, Vertex, Zone};
use crate::paths::{self, Path};
use crate::problem::BracketSolution;
use questions::{Portion, Questions};

/// By vertex: the partner, if there is one.
type OracleMates = Vec<Option<usize>>;

/// The first candidate, or `None` where no complete pairing exists.
pub(crate) fn first_candidate(graph: &ProblemGraph<'_, '_>) -> Option<BracketSolution> {
    OracleProblem::new(graph).first_candidate(graph.problem.tuning.portion_bits)
}

/// The matching problem of a bracket, but for the questions of the sequence.
struct OracleProblem<'p, 'a> {
    graph: &'p ProblemGraph<'p, 'a>,
    vertices: Vec<Vertex>,
    layout: Layout,
    /// Bits of the number of pairs that break a soft ban.
    soft_bits: u32,
}

impl<'p, 'a> OracleProblem<'p, 'a> {
    fn new(graph: &'p ProblemGraph<'p, 'a>) -> Self {
        let most_pairs = graph.bracket.len() / 2;
        Self {
            graph,
            vertices: graph.vertices(),
            layout: graph.layout(),
            soft_bits: if graph.problem.heeds_soft_bans {
                usize::BITS - most_pairs.leading_zeros()
            } else {
                0
            },
        }
    }

    fn first_candidate(&self, most_bits: u32) -> Option<BracketSolution> {
        let zones: Vec<Zone> = self.vertices.iter().map(|vertex| vertex.zone).collect();
        let mut questions = Questions::of_mdps(&zones);
        let mates = self.answer(&mut questions, most_bits)?;
        let mut questions = questions.of_remainder(&mates);
        let mates = self.answer(&mut questions, most_bits);
        let mates = mates.expect("the pairing that the first matching found is still there");
        Some(self.pairing(&mates))
    }

    /// The best matching by the criteria and all questions.
    fn answer(&self, questions: &mut Questions, most_bits: u32) -> Option<OracleMates> {
        loop {
            let portion = questions.portion(most_bits);
            let mates = self.optimum(questions, &portion)?;
            questions.settle(&portion, &mates);
            if !questions.is_open() {
                return Some(mates);
            }
            paths::enter(Path::SeveralPortions);
        }
    }

    /// The best matching by the criteria, then by the questions, in weights as wide as that needs.
    fn optimum(&self, questions: &Questions, portion: &Portion) -> Option<OracleMates> {
        // A bit more, because answers may be negative, and room for the duals of the solver.
        let of_duals = 2 * (usize::BITS - self.vertices.len().leading_zeros()) + 8;
        match self.layout.bits() + self.soft_bits + questions.bits(portion) + 1 + of_duals {
            0..=126 => self.optimum_in::<i128>(questions, portion),
            127..=510 => self.optimum_in::<Limbs<8>>(questions, portion),
            _ => self.optimum_in::<BigInt>(questions, portion),
        }
    }

    /// A pair weighs what it saves against two players who leave downwards.
    fn optimum_in<W: Packed>(
        &self,
        questions: &Questions,
        portion: &Portion,
    ) -> Option<OracleMates> {
        let of_questions = questions.bits(portion);
        let room = of_questions + self.soft_bits;
        let (usual, may_leave) = match self.graph.reach {
            Reach::Next => (Cover::May, true),
            Reach::Everything => (Cover::Must, false),
        };
        let leaving_cost = |vertex: &Vertex| {
            if may_leave {
                self.criteria(ProblemGraph::leaving_units(*vertex), room)
            } else {
                W::zero()
            }
        };
        let leaving_costs: Vec<W> = self.vertices.iter().map(leaving_cost).collect();
        let graph = Dense::from_fn(self.vertices.len(), |u, v| {
            let (u, v) = (u.index(), v.index());
            if !questions.allow(u, v) {
                return None;
            }
            let units = self.graph.edge_units(self.vertices[u], self.vertices[v])?;
            let mut cost: W = self.criteria(units, room);
            if self.soft_bits > 0 && self.breaks_soft_ban(u, v) {
                cost.deposit(of_questions, 1);
            }
            questions.add(portion, u, v, &mut cost);
            Some(leaving_costs[u].plus(&leaving_costs[v]).minus(&cost))
        });
        let mut covers = vec![usual; self.vertices.len()];
        for (v, cover) in covers.iter_mut().enumerate() {
            if questions.is_paired(v) {
                *cover = Cover::Must;
            }
        }
        solve(graph, &covers)
    }

    /// Whether the pair, if both are of the bracket, breaks a soft ban.
    fn breaks_soft_ban(&self, u: usize, v: usize) -> bool {
        let [a, b] = [u, v].map(|v| &self.vertices[v]);
        let in_bracket = |vertex: &Vertex| matches!(vertex.zone, Zone::Mdp | Zone::Resident);
        match (a.player, b.player) {
            (Some(one), Some(other)) if in_bracket(a) && in_bracket(b) => {
                self.graph.position().breaks_soft_ban(one, other)
            }
            _ => false,
        }
    }

    /// The packed costs of the criteria, with `room` bits below them.
    fn criteria<W: Packed>(&self, units: [Option<Unit>; 2], room: u32) -> W {
        let ProblemGraph { bracket, .. } = self.graph;
        let mut cost = W::zero();
        for unit in units.into_iter().flatten() {
            let unit = unit.of(self.graph.position());
            self.layout.for_each_cost(bracket, unit, |field, amount| {
                cost.deposit(room + self.layout.fields()[field].offset, amount);
            });
        }
        cost
    }

    /// From vertices to players, with the costs of the criteria.
    fn pairing(&self, mates: &OracleMates) -> BracketSolution {
        let zone = |v: usize| self.vertices[v].zone;
        let in_bracket = |v: usize| matches!(zone(v), Zone::Mdp | Zone::Resident);
        let player = |v: usize| self.vertices[v].player;
        let known = |v: usize| player(v).expect("the bye comes last");
        let mut solution = BracketSolution {
            costs: self.costs(mates),
            ..BracketSolution::default()
        };
        for (v, mate) in mates.iter().enumerate() {
            if in_bracket(v) && !mate.is_some_and(in_bracket) {
                solution.floaters.push(known(v));
            }
            match *mate {
                None => solution.leaving.push(known(v)),
                Some(mate) if v < mate && in_bracket(mate) => {
                    solution.pairs.push((known(v), known(mate)));
                }
                Some(mate) if v < mate => solution.rest.push((known(v), player(mate))),
                Some(_) => {}
            }
        }
        solution
    }

    fn costs(&self, mates: &OracleMates) -> Vec<RuleCost> {
        let units = mates.iter().enumerate().flat_map(|(v, mate)| {
            let units = match *mate {
                None => Some(ProblemGraph::leaving_units(self.vertices[v])),
                Some(mate) if v < mate => {
                    ProblemGraph::units(self.vertices[v], self.vertices[mate])
                }
                Some(_) => None,
            };
            units.into_iter().flatten().flatten()
        });
        let units: Vec<Unit> = units.collect();
        let (edition, position) = (self.graph.edition(), self.graph.position());
        let costs = Layout::evaluate(edition, position, &self.graph.bracket, &units);
        RuleCost::by_rule(edition, costs)
    }
}

/// The best matching. Debug builds have it verified.
fn solve<W: Packed>(graph: Dense<W>, covers: &[Cover]) -> Option<OracleMates> {
    let copy = cfg!(debug_assertions).then(|| graph.clone());
    let mut solver = Solver::new(graph, covers).expect("the weights were chosen wide enough");
    solver.solve().ok()?;
    if let Some(graph) = copy {
        let objective = Objective::MaxWeight;
        let certificate = solver.certificate();
        let verdict = verify(&graph, covers, objective, solver.mates(), &certificate);
        assert!(verdict.is_ok(), "the optimum is not proved: {verdict:?}");
    }
    let mates = solver.mates().iter();
    Some(mates.map(|mate| mate.map(VertexId::index)).collect())
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use edelweiss_model::Position;
    use edelweiss_model::arbitrary::RandomTournament;
    use edelweiss_weights::{DUTCH_2017, DUTCH_2026};
    use quickcheck::QuickCheck;

    use super::*;
    use crate::opponents::Opponents;
    use crate::problem::{BracketProblem, ByeState};

    /// Portions of a few bits, which small brackets need several of. Nobody, or everybody of the highest
    /// scores, moved down into the scoregroup.
    #[test]
    fn portions_give_what_all_questions_at_once_give() {
        let law: fn(RandomTournament, usize) -> bool = |RandomTournament(tournament), top| {
            [&DUTCH_2026, &DUTCH_2017].into_iter().all(|edition| {
                let position = Position::derive(&tournament, &edition.definitions);
                let score = |id| position.player(id).score;
                let present = position.present();
                let groups = present.chunk_by(|a, b| score(*a) == score(*b));
                let mut groups = groups.skip(top % 3);
                let Some(residents) = groups.next() else {
                    return true;
                };
                let n_next = groups.next().map_or(0, <[_]>::len);
                let before = |id: &&_| score(**id) > score(residents[0]);
                let n_mdps = present.iter().take_while(before).count();
                let problem = BracketProblem {
                    position: &position,
                    edition,
                    tuning: &crate::Tuning::MEASURED,
                    mdps: present[..n_mdps].to_vec(),
                    residents,
                    lower: &present[n_mdps + residents.len()..],
                    n_next,
                    looks_ahead: true,
                    completes: false,
                    heeds_soft_bans: false,
                    bye: ByeState::default(),
                    opponents: Rc::new(Opponents::new(&position, None)),
                };
                let graph = ProblemGraph::new(&problem, Reach::Next);
                let found = |most_bits| {
                    let found = OracleProblem::new(&graph).first_candidate(most_bits);
                    let found = found.expect("everybody may leave");
                    (found.pairs, found.floaters, found.costs)
                };
                found(u32::MAX) == found(1) && found(u32::MAX) == found(8)
            })
        };
        QuickCheck::new().tests(500).quickcheck(law);
    }
}
