//! The reference engine: the first candidate of a bracket as the optimum of two weighted matchings.
//!
//! # Articles
//! C.04.3 (2026) 3 and 4; 2017 B and D.
//!
//! The candidates of a bracket are totally ordered: first by the costs of the criteria, then by their
//! place in the sequence of Articles 3 and 4. Costs are sums over pairs and floaters, and so is the
//! place: [`Fields`] writes it as numbers behind the criteria, and [`edelweiss_weights::Layout`] says
//! why comparing packed sums is comparing one number after the other. So the first candidate is the
//! optimum of a weighted matching, and nothing is left to decide.
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
//! Pairs of two moved-down players never occur: they would have given one pair more in an earlier
//! bracket, where the number of pairs was maximal under the same conditions.

mod fields;

use edelweiss_matching::certificate::verify;
use edelweiss_matching::{Cover, Dense, Limbs, Objective, Solver, VertexId};
use edelweiss_weights::{Layout, Packed, Unit};
use num_bigint::BigInt;

use crate::RuleCost;
use crate::graph::{ProblemGraph, Reach, Vertex, Zone};
use crate::problem::BracketSolution;
use fields::Fields;

/// By vertex: the partner, if there is one.
type Mates = Vec<Option<usize>>;

/// The first candidate, or `None` where no complete pairing exists.
pub(crate) fn first_candidate(graph: &ProblemGraph<'_, '_>) -> Option<BracketSolution> {
    let problem = Problem::new(graph);
    let zones: Vec<Zone> = problem.vertices.iter().map(|vertex| vertex.zone).collect();
    let mdp_part = problem.optimum(&Fields::of_mdps(&zones))?;
    let remainder = Fields::of_remainder(&zones, &mdp_part);
    let mates = problem.optimum(&remainder);
    let mates = mates.expect("the pairing that the first matching found is still there");
    Some(problem.pairing(&mates))
}

/// The matching problem of a bracket, but for the fields of the sequence.
struct Problem<'p, 'a> {
    graph: &'p ProblemGraph<'p, 'a>,
    vertices: Vec<Vertex>,
    layout: Layout,
}

impl<'p, 'a> Problem<'p, 'a> {
    fn new(graph: &'p ProblemGraph<'p, 'a>) -> Self {
        Self {
            graph,
            vertices: graph.vertices(),
            layout: graph.layout(),
        }
    }

    /// The best matching by the criteria, then by `fields`, in weights as wide as that needs.
    fn optimum(&self, fields: &Fields) -> Option<Mates> {
        // A bit more, because amounts of the fields may be negative.
        let bits = self.layout.bits() + fields.bits() + 1;
        // With room for the duals of the solver.
        match bits + 2 * (usize::BITS - self.vertices.len().leading_zeros()) + 8 {
            0..=126 => self.optimum_in::<i128>(fields),
            127..=254 => self.optimum_in::<Limbs<4>>(fields),
            255..=510 => self.optimum_in::<Limbs<8>>(fields),
            511..=1022 => self.optimum_in::<Limbs<16>>(fields),
            1023..=2046 => self.optimum_in::<Limbs<32>>(fields),
            _ => self.optimum_in::<BigInt>(fields),
        }
    }

    /// A pair is worth what it saves against two players who leave downwards.
    fn optimum_in<W: Packed>(&self, fields: &Fields) -> Option<Mates> {
        let exit_cost = |vertex: &Vertex| match self.graph.reach {
            Reach::Exits => self.criteria(ProblemGraph::exit_units(*vertex), fields.bits()),
            Reach::Everything => W::zero(),
        };
        let exit_costs: Vec<W> = self.vertices.iter().map(exit_cost).collect();
        let graph = Dense::from_fn(self.vertices.len(), |u, v| {
            let (u, v) = (u.index(), v.index());
            if !fields.allow(u, v) {
                return None;
            }
            let units = self.graph.edge_units(self.vertices[u], self.vertices[v])?;
            let mut cost: W = self.criteria(units, fields.bits());
            fields.add(u, v, &mut cost);
            Some(exit_costs[u].plus(&exit_costs[v]).minus(&cost))
        });
        let usual = match self.graph.reach {
            Reach::Exits => Cover::May,
            Reach::Everything => Cover::Must,
        };
        let cover = |v| {
            if fields.is_fixed(v) {
                Cover::Must
            } else {
                usual
            }
        };
        let covers: Vec<Cover> = (0..self.vertices.len()).map(cover).collect();
        solve(graph, &covers)
    }

    /// The packed costs of the criteria, with room for so many bits below them.
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
    fn pairing(&self, mates: &Mates) -> BracketSolution {
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
                None => solution.exits.push(known(v)),
                Some(mate) if v < mate && in_bracket(mate) => {
                    solution.pairs.push((known(v), known(mate)));
                }
                Some(mate) if v < mate => solution.rest.push((known(v), player(mate))),
                Some(_) => {}
            }
        }
        solution
    }

    fn costs(&self, mates: &Mates) -> Vec<RuleCost> {
        let units = mates.iter().enumerate().flat_map(|(v, mate)| {
            let units = match *mate {
                None => Some(ProblemGraph::exit_units(self.vertices[v])),
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
fn solve<W: Packed>(graph: Dense<W>, covers: &[Cover]) -> Option<Mates> {
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
