//! The brackets of a round as pseudo-Boolean optimisation problems, each with a derivation of its bound that
//! VeriPB checks.
//!
//! A variable stands for each edge, and for each vertex that may leave. The objective packs the criteria and,
//! behind them, every question of the sequence into one integer, so that the round's matching is the only one
//! with its value. Two constraints for each vertex say that it has one partner or leaves. The bound is a sum
//! of these, with the duals as factors; of what odd sets say, which is the constraints of their members added
//! up without the edges that leave the set, and divided by two; and of variables that are not negative, for
//! whatever an edge is paid more than it is worth.

use std::fmt::Write as _;

use edelweiss_model::{Position, Tournament};
use edelweiss_pairing::{Outcome, Rules};
use edelweiss_verify::{
    ProofProblem, ProofRemainder, Rejection, SequenceField, StepDuals, VertexPartner, walk,
};
use num_bigint::BigInt;

use crate::duals::DualQuestion;

/// More vertices take weights of so many thousand bits that a file has hundreds of megabytes.
const MOST_VERTICES: usize = 400;

/// A bracket as an optimisation problem, and why no solution of it is better than the round's.
#[derive(Clone, Debug)]
pub struct PseudoBoolean {
    /// The problem, in the OPB format.
    pub opb: String,
    /// The derivation, in VeriPB's format, version 3.
    pub derivation: String,
}

/// One problem for each bracket, in the order of the proof that [`prove`](crate::prove) writes.
///
/// # Errors
/// As [`prove`](crate::prove); and of an impossible round, whose proof is a barrier, or one with more than
/// 400 players in a bracket and the following one.
pub fn pseudo_boolean(
    tournament: &Tournament,
    rules: &Rules,
    outcome: &Outcome,
) -> Result<Vec<PseudoBoolean>, Rejection> {
    let Outcome::Paired(round) = outcome else {
        return Err(Rejection::new(
            "there is no round, so there are no brackets",
        ));
    };
    let position = Position::derive(tournament, &rules.edition.definitions);
    let mut claim = crate::claim(&position, rules, round);
    crate::brackets(tournament, &position, rules, &mut claim)?;
    let mut found = Vec::new();
    walk(&position, rules.edition, &claim, |_, problem| {
        if problem.n_vertices() > MOST_VERTICES {
            let n = problem.n_vertices();
            let reason = format!("{n} vertices, more than {MOST_VERTICES}: take the other format");
            return Err(Rejection::new(reason));
        }
        found.push(PackedBracket::new(problem).written(tournament)?);
        Ok(())
    })?;
    Ok(found)
}

/// A bracket with all that is asked in one number.
struct PackedBracket<'p> {
    problem: &'p ProofProblem<'p>,
    remainder: ProofRemainder,
    /// By vertex: the questions about it, each with the bits below it.
    fields: Vec<Vec<(SequenceField, u32)>>,
    /// Below the exchange, and below the criteria.
    below: [u32; 2],
}

impl<'p> PackedBracket<'p> {
    fn new(problem: &'p ProofProblem<'p>) -> Self {
        let remainder = ProofRemainder::new(problem);
        let [n_mdps, n_residents] = problem.n_in_bracket();
        let width = |field: &SequenceField| match field {
            SequenceField::IsFirst { .. } => 1,
            SequenceField::Second { .. } => usize::BITS - (n_mdps + n_residents).leading_zeros(),
        };
        let mut fields = vec![Vec::new(); problem.n_vertices()];
        let mut bits = 0;
        let mut place = |field: SequenceField| {
            fields[field.vertex()].push((field, bits));
            bits += width(&field);
        };
        remainder
            .fields(problem)
            .into_iter()
            .rev()
            .for_each(&mut place);
        // The exchange stands between the questions of the remainder and those of the moved-down players.
        let of_remainder: u32 = remainder.fields(problem).iter().map(width).sum();
        let exchange = remainder.exchange_bits();
        let of_mdps: Vec<SequenceField> = ProofRemainder::fields_of_mdps(problem).collect();
        let mut offset = of_remainder + exchange;
        for field in of_mdps.into_iter().rev() {
            fields[field.vertex()].push((field, offset));
            offset += width(&field);
        }
        Self {
            problem,
            remainder,
            fields,
            below: [of_remainder, offset],
        }
    }

    /// What the questions about a vertex make of its edge to `u`, or of its leaving.
    fn answers(&self, v: usize, u: Option<usize>) -> BigInt {
        let answers = self.fields[v]
            .iter()
            .map(|(field, offset)| BigInt::from(self.remainder.answer(*field, u)) << *offset);
        answers.sum()
    }

    fn of_edge(&self, u: usize, v: usize) -> BigInt {
        let exchange = BigInt::from(self.remainder.exchange_worth(u, v)) << self.below[0];
        let cost = self.problem.cost::<BigInt>(u, v) << self.below[1];
        self.answers(u, Some(v)) + self.answers(v, Some(u)) + exchange - cost
    }

    fn of_leaving(&self, v: usize) -> BigInt {
        self.answers(v, None) - (self.problem.cost_of_leaving::<BigInt>(v) << self.below[1])
    }

    fn written(&self, tournament: &Tournament) -> Result<PseudoBoolean, Rejection> {
        let problem = self.problem;
        let n = problem.n_vertices();
        let edge = |u, v| problem.has_edge(u, v).then(|| self.of_edge(u, v));
        let leaving = |v| problem.may_leave(v).then(|| self.of_leaving(v));
        let duals = DualQuestion {
            n,
            bits: problem.bits() + self.below[1] + 2,
            of_edge: &edge,
            of_leaving: &leaving,
        };
        let duals = duals
            .duals()
            .ok_or_else(|| Rejection::new("the bracket has no pairing"))?;
        let mut variables = Vec::new();
        for u in 0..n {
            variables.extend(leaving(u).map(|worth| BracketVariable { u, v: None, worth }));
            variables.extend((u + 1..n).filter_map(|v| {
                Some(BracketVariable {
                    u,
                    v: Some(v),
                    worth: edge(u, v)?,
                })
            }));
        }
        let value = variables
            .iter()
            .filter(|x| x.is_in(problem))
            .map(|x| &x.worth)
            .sum::<BigInt>();
        if total(&duals) != BigInt::from(2) * &value {
            return Err(Rejection::new("the round is not the best that there is"));
        }
        Ok(PseudoBoolean {
            opb: self.opb(tournament, &variables),
            derivation: self.derivation(&variables, &duals, &-value),
        })
    }

    fn opb(&self, tournament: &Tournament, variables: &[BracketVariable]) -> String {
        let n = self.problem.n_vertices();
        let name = |v: usize| match self.problem.vertices()[v].player {
            Some(id) => tournament.player(id).number.to_string(),
            None => format!("{:?}", self.problem.vertices()[v].place).to_lowercase(),
        };
        let mut text = format!("* #variable= {} #constraint= {}\n", variables.len(), 2 * n);
        for (at, x) in variables.iter().enumerate() {
            let other = x.v.map_or("leaves".to_owned(), name);
            writeln!(text, "* x{}: {} {other}", at + 1, name(x.u)).expect("a string grows");
        }
        text += "min:";
        for (at, x) in variables.iter().enumerate() {
            write!(text, " {:+} x{}", -&x.worth, at + 1).expect("a string grows");
        }
        text += " ;\n";
        for v in 0..n {
            for (sign, least) in [("+1", "1"), ("-1", "-1")] {
                for (at, x) in variables.iter().enumerate() {
                    if x.u == v || x.v == Some(v) {
                        write!(text, "{sign} x{} ", at + 1).expect("a string grows");
                    }
                }
                writeln!(text, ">= {least} ;").expect("a string grows");
            }
        }
        text
    }

    fn derivation(
        &self,
        variables: &[BracketVariable],
        duals: &StepDuals,
        optimum: &BigInt,
    ) -> String {
        let n = self.problem.n_vertices();
        let mut text = format!("pseudo-Boolean proof version 3.0\nf {} ;\n", 2 * n);
        // Constraint 2 v + 1 says that vertex v has a partner at least, 2 v + 2 that it has one at most.
        for (members, _) in &duals.sets {
            text += "pol";
            for (at, member) in members.iter().enumerate() {
                let plus = if at == 0 { "" } else { " +" };
                write!(text, " {}{plus}", 2 * member + 2).expect("a string grows");
            }
            for (at, x) in variables.iter().enumerate() {
                let is_member = |v: usize| members.binary_search(&v).is_ok();
                if is_member(x.u) != x.v.is_some_and(is_member) {
                    write!(text, " x{} +", at + 1).expect("a string grows");
                }
            }
            text += " 2 d ;\n";
        }
        let mut terms = Vec::new();
        for (v, dual) in duals.vertices.iter().enumerate() {
            if *dual > BigInt::ZERO {
                terms.push(format!("{} {dual} *", 2 * v + 2));
            } else if *dual < BigInt::ZERO {
                terms.push(format!("{} {} *", 2 * v + 1, -dual));
            }
        }
        for (set, (_, dual)) in duals.sets.iter().enumerate() {
            terms.push(format!("{} {dual} *", 2 * n + 1 + set));
        }
        for (at, x) in variables.iter().enumerate() {
            let slack = x.slack(duals);
            if slack > BigInt::ZERO {
                terms.push(format!("x{} {slack} *", at + 1));
            }
        }
        text += "pol";
        for (at, term) in terms.iter().enumerate() {
            let plus = if at == 0 { "" } else { " +" };
            write!(text, " {term}{plus}").expect("a string grows");
        }
        text += " 2 d ;\nsoli";
        for (at, x) in variables.iter().enumerate() {
            let sign = if x.is_in(self.problem) { "" } else { "~" };
            write!(text, " {sign}x{}", at + 1).expect("a string grows");
        }
        let bound = 2 * n + duals.sets.len() + 1;
        writeln!(
            text,
            " : {optimum} ;\noutput NONE ;\nconclusion BOUNDS {optimum} : {bound} {optimum} ;\n\
             end pseudo-Boolean proof ;"
        )
        .expect("a string grows");
        text
    }
}

/// An edge, or a vertex that leaves.
struct BracketVariable {
    u: usize,
    v: Option<usize>,
    worth: BigInt,
}

impl BracketVariable {
    fn is_in(&self, problem: &ProofProblem<'_>) -> bool {
        match (self.v, problem.partners()[self.u]) {
            (None, VertexPartner::Leaves) => true,
            (Some(v), VertexPartner::Vertex(u)) => u == v,
            _ => false,
        }
    }

    /// How much more it is paid than it is worth, doubled.
    fn slack(&self, duals: &StepDuals) -> BigInt {
        let mut slack = &duals.vertices[self.u] - (&self.worth << 1u32);
        if let Some(v) = self.v {
            slack += &duals.vertices[v];
            let is_in = |members: &[usize], v: usize| members.binary_search(&v).is_ok();
            for (members, dual) in &duals.sets {
                if is_in(members, self.u) && is_in(members, v) {
                    slack += dual;
                }
            }
        }
        slack
    }
}

fn total(duals: &StepDuals) -> BigInt {
    let sets = duals
        .sets
        .iter()
        .map(|(members, dual)| dual * BigInt::from(members.len() / 2));
    duals.vertices.iter().sum::<BigInt>() + sets.sum::<BigInt>()
}
