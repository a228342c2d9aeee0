//! The first of the best: question after question, with the duals that are obvious, and others where those do
//! not do.

use crate::duals::StepDuals;
use crate::live::{LiveEdges, StepObjective};
use crate::problem::{ProofProblem, VertexPartner};
use crate::rejection::Rejection;
use crate::remainder::{ProofRemainder, SequenceField};

/// Why the obvious duals do not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// The criteria cost something.
    Criteria,
    /// Players of the remainder are exchanged.
    Exchanges,
    /// The vertex of the field has an edge left that would be better.
    Field(SequenceField),
}

impl ProofRemainder {
    /// Where no player is exchanged, whoever is in S1 is the first of a pair with a player of S2: all other
    /// edges of S1, and those within S2, are in no matching that is as good. (Duals 1 for S1, 0 for
    /// all others, show that no more than `k` firsts are in S1; pairs of two members of S2 are too
    /// many then.)
    fn strike_exchanges(&self, live: &mut LiveEdges) {
        let (s1, s2) = self.members.split_at(self.k);
        let is_in = |set: &[usize], v: usize| set.binary_search(&v).is_ok();
        for v in s1 {
            live.strike_leaving(*v);
            let others: Vec<usize> = live.neighbours(*v).filter(|u| !is_in(s2, *u)).collect();
            for u in others {
                live.strike(*v, u);
            }
        }
        for v in s2 {
            let others: Vec<usize> = live.neighbours(*v).filter(|u| is_in(s2, *u)).collect();
            for u in others {
                live.strike(*v, u);
            }
        }
    }

    /// Leaves the vertex of the field those edges that are as good as the round's. If that is one, its other
    /// end has no others either.
    ///
    /// # Errors
    /// Where it has a better one.
    fn decide(
        &self,
        problem: &ProofProblem<'_>,
        live: &mut LiveEdges,
        field: SequenceField,
    ) -> Result<(), Stuck> {
        let (edges, leaving) = self.better(problem, live, field);
        if leaving || !edges.is_empty() {
            return Err(Stuck::Field(field));
        }
        let v = field.vertex();
        let own = self.own_answer(problem, field);
        let neighbours: Vec<usize> = live.neighbours(v).collect();
        for u in neighbours {
            if self.answer(field, Some(u)) < own {
                live.strike(v, u);
            }
        }
        if self.answer(field, None) < own {
            live.strike_leaving(v);
            if let (SequenceField::Second { .. }, VertexPartner::Vertex(u)) =
                (field, problem.partners()[v])
            {
                live.strike_leaving(u);
                let others: Vec<usize> = live.neighbours(u).filter(|other| *other != v).collect();
                for other in others {
                    live.strike(u, other);
                }
            }
        }
        Ok(())
    }

    /// The edges of the vertex of a field that are better than the round's, and whether leaving is.
    pub fn better(
        &self,
        problem: &ProofProblem<'_>,
        live: &LiveEdges,
        field: SequenceField,
    ) -> (Vec<usize>, bool) {
        let (v, own) = (field.vertex(), self.own_answer(problem, field));
        let is_better = |u: &Option<usize>| self.answer(field, *u) > own;
        let edges = live
            .neighbours(v)
            .filter(|u| is_better(&Some(*u)))
            .collect();
        (edges, live.may_leave(v) && is_better(&None))
    }
}

/// Checks that the round's pairs of a bracket are the first of the best. Where the obvious duals do not do,
/// `supply` is asked for others.
///
/// # Errors
/// When there are none, or they do not show it.
pub fn settle<S>(problem: &ProofProblem<'_>, supply: S) -> Result<(), Rejection>
where
    S: FnMut(&SettledSoFar<'_>, Stuck) -> Result<Option<StepDuals>, Rejection>,
{
    let remainder = ProofRemainder::new(problem);
    let mut settling = Settling {
        problem,
        remainder: &remainder,
        live: LiveEdges::new(problem),
        objective: StepObjective::Criteria,
        n_steps: 0,
        supply,
    };
    if problem.costs_nothing() {
        let none = StepDuals {
            vertices: vec![num_bigint::BigInt::ZERO; problem.n_vertices()],
            sets: Vec::new(),
        };
        settling
            .live
            .apply(problem, &remainder, StepObjective::Criteria, &none)?;
    } else {
        settling.step(Stuck::Criteria)?;
    }
    for field in ProofRemainder::fields_of_mdps(problem) {
        settling.decide(field)?;
    }
    if remainder.has_exchange(problem) {
        settling.objective = StepObjective::Exchanges;
        settling.step(Stuck::Exchanges)?;
    } else {
        remainder.strike_exchanges(&mut settling.live);
    }
    for field in remainder.fields(problem) {
        settling.decide(field)?;
    }
    Ok(())
}

/// A bracket that is being settled.
struct Settling<'s, S> {
    problem: &'s ProofProblem<'s>,
    remainder: &'s ProofRemainder,
    live: LiveEdges,
    objective: StepObjective,
    n_steps: usize,
    supply: S,
}

impl<S> Settling<'_, S>
where
    S: FnMut(&SettledSoFar<'_>, Stuck) -> Result<Option<StepDuals>, Rejection>,
{
    /// The next of the duals that are not obvious.
    fn step(&mut self, stuck: Stuck) -> Result<(), Rejection> {
        self.n_steps += 1;
        let so_far = SettledSoFar {
            problem: self.problem,
            remainder: self.remainder,
            live: &self.live,
            objective: self.objective,
        };
        let at_step = |rejection: Rejection| rejection.at(&format!("step {}", self.n_steps));
        let duals = (self.supply)(&so_far, stuck).map_err(at_step)?;
        let duals = duals.ok_or_else(|| missing(stuck))?;
        let applied = self
            .live
            .apply(self.problem, self.remainder, self.objective, &duals);
        applied.map_err(at_step)
    }

    fn decide(&mut self, field: SequenceField) -> Result<(), Rejection> {
        if let Err(stuck) = self.remainder.decide(self.problem, &mut self.live, field) {
            self.step(stuck)?;
            let decided = self.remainder.decide(self.problem, &mut self.live, field);
            decided.map_err(missing)?;
        }
        Ok(())
    }
}

/// What [`settle`] knows when the obvious duals do not do.
#[derive(Clone, Copy, Debug)]
pub struct SettledSoFar<'s> {
    /// The bracket.
    pub problem: &'s ProofProblem<'s>,
    /// Its remainder.
    pub remainder: &'s ProofRemainder,
    /// The edges left.
    pub live: &'s LiveEdges,
    /// What the duals have to be about.
    pub objective: StepObjective,
}

fn missing(stuck: Stuck) -> Rejection {
    let of_place = |what: &str| Rejection::new(format!("{what} is not shown to be the best"));
    match stuck {
        Stuck::Criteria => of_place("the sum of the criteria"),
        Stuck::Exchanges => of_place("the exchange"),
        Stuck::Field(SequenceField::IsFirst { v, .. }) => {
            of_place(&format!("whether vertex {v} is the first of a pair"))
        }
        Stuck::Field(SequenceField::Second { v }) => {
            of_place(&format!("the opponent of vertex {v}"))
        }
    }
}
