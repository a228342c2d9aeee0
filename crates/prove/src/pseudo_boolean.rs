//! The brackets of a round as pseudo-Boolean optimisation problems, each with a derivation of its bound that
//! VeriPB checks.
//!
//! A variable stands for each edge, and for each vertex that may leave. The objective packs the criteria and,
//! behind them, every question of the sequence into one integer, so that no matching as good as the round's has
//! other pairs in the bracket. Two constraints for each vertex say that it has one partner or leaves. The bound is a sum
//! of these, with the duals as factors; of what odd sets say, which is the constraints of their members added
//! up without the edges that leave the set, and divided by two; and of variables that are not negative, for
//! whatever an edge is paid more than it is worth.

use std::fmt::Write as _;

use edelweiss_pairing::Outcome;
use edelweiss_verify::{
    ProofProblem, ProofQuestion, Rejection, RoundToProve, SettledMatching, walk,
};
use num_bigint::BigInt;

use crate::duals::{DualQuestion, SolverDuals};

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
    asked: &RoundToProve<'_>,
    outcome: &Outcome,
) -> Result<Vec<PseudoBoolean>, Rejection> {
    let Outcome::Paired(round) = outcome else {
        return Err(Rejection::new(
            "there is no round, so there are no brackets",
        ));
    };
    let proof = crate::proved(asked, crate::claim(asked, round))?;
    let mut found = Vec::new();
    walk(asked, &proof, |_, problem| {
        let n = problem.partners.len();
        if n > MOST_VERTICES {
            let reason = format!("{n} vertices, more than {MOST_VERTICES}: take the other format");
            return Err(Rejection::new(reason));
        }
        found.push(PackedBracket::new(problem).written()?);
        Ok(())
    })?;
    Ok(found)
}

/// A bracket with all that is asked in one number.
struct PackedBracket<'p> {
    problem: &'p ProofProblem<'p>,
    /// By vertex: the questions about it, each with the bits below it.
    questions: Vec<Vec<(ProofQuestion, u32)>>,
    /// Bits below the exchange, below the criteria, and of everything.
    below: [u32; 3],
}

impl<'p> PackedBracket<'p> {
    fn new(problem: &'p ProofProblem<'p>) -> Self {
        let mut questions = vec![Vec::new(); problem.partners.len()];
        let (mut bits, mut below) = (0, [0; 3]);
        // Who is not the first of a pair has no second.
        let is_open = |question: &ProofQuestion| match *question {
            ProofQuestion::Second(v) => {
                problem.remainder.answer(*question, problem.partners[v]) > 0
            }
            _ => true,
        };
        let asked: Vec<ProofQuestion> = (problem.remainder.questions().filter(is_open)).collect();
        for question in asked.into_iter().rev() {
            match question {
                ProofQuestion::Criteria => below[1] = bits,
                ProofQuestion::Exchanges => below[0] = bits,
                ProofQuestion::IsFirst(v, _) | ProofQuestion::Second(v) => {
                    questions[v].push((question, bits));
                }
            }
            bits += match question {
                ProofQuestion::Criteria => problem.bits(),
                ProofQuestion::Exchanges => problem.remainder.exchange_bits(),
                ProofQuestion::IsFirst(..) => 1,
                ProofQuestion::Second(_) => usize::BITS - problem.n_in_bracket().leading_zeros(),
            };
        }
        below[2] = bits;
        Self {
            problem,
            questions,
            below,
        }
    }

    /// What the questions about a vertex make of its edge to `u`.
    fn answers(&self, v: usize, u: usize) -> BigInt {
        let answer = |question| BigInt::from(self.problem.remainder.answer(question, u));
        let answers = self.questions[v].iter();
        answers
            .map(|(question, below)| answer(*question) << *below)
            .sum()
    }

    /// What an edge `u <= v` is worth, if there is one.
    fn worth(&self, u: usize, v: usize) -> Option<BigInt> {
        let problem = self.problem;
        problem.has_edge(u, v).then(|| {
            let exchange = BigInt::from(problem.remainder.exchange(u, v)) << self.below[0];
            let other = if u == v {
                BigInt::ZERO
            } else {
                self.answers(v, u)
            };
            self.answers(u, v) + other + exchange - (problem.cost(u, v) << self.below[1])
        })
    }

    fn written(&self) -> Result<PseudoBoolean, Rejection> {
        let n = self.problem.partners.len();
        let duals = DualQuestion {
            n,
            bits: self.below[2] + 2,
            worth: &|u, v| self.worth(u, v),
        };
        let duals = duals
            .duals()
            .ok_or_else(|| Rejection::new("the bracket has no pairing"))?;
        let edges = (0..n).flat_map(|u| (u..n).map(move |v| (u, v)));
        let variable = |(u, v)| {
            let worth = self.worth(u, v)?;
            Some(BracketVariable { u, v, worth })
        };
        let variables: Vec<BracketVariable> = edges.filter_map(variable).collect();
        let value = variables
            .iter()
            .filter(|x| x.is_in(self.problem))
            .map(|x| &x.worth)
            .sum::<BigInt>();
        if total(&duals) != BigInt::from(2) * &value {
            return Err(Rejection::new("the round is not the best that there is"));
        }
        Ok(PseudoBoolean {
            opb: self.opb(&variables),
            derivation: self.derivation(&variables, &duals, &-value),
        })
    }

    fn opb(&self, variables: &[BracketVariable]) -> String {
        let n = self.problem.partners.len();
        let name = |v: usize| match self.problem.numbers[v] {
            0 => "bye".to_owned(),
            number => number.to_string(),
        };
        let mut text = format!("* #variable= {} #constraint= {}\n", variables.len(), 2 * n);
        for (at, x) in variables.iter().enumerate() {
            let other = if x.u == x.v {
                "leaves".to_owned()
            } else {
                name(x.v)
            };
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
                    if x.u == v || x.v == v {
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
        duals: &SolverDuals,
        optimum: &BigInt,
    ) -> String {
        let n = self.problem.partners.len();
        let mut text = format!("pseudo-Boolean proof version 3.0\nf {} ;\n", 2 * n);
        // Constraint 2 v + 1 says that vertex v has a partner at least, 2 v + 2 that it has one at most.
        for (members, _) in &duals.sets {
            text += "pol";
            for (at, member) in members.iter().enumerate() {
                let plus = if at == 0 { "" } else { " +" };
                write!(text, " {}{plus}", 2 * member + 2).expect("a string grows");
            }
            for (at, x) in variables.iter().enumerate() {
                if x.n_ends_in(members) == 1 {
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
        for (at, (_, dual)) in duals.sets.iter().enumerate() {
            terms.push(format!("{} {dual} *", 2 * n + 1 + at));
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

/// An edge `u < v`, or a vertex that leaves.
struct BracketVariable {
    u: usize,
    v: usize,
    worth: BigInt,
}

impl BracketVariable {
    fn is_in(&self, problem: &ProofProblem<'_>) -> bool {
        problem.partners[self.u] == self.v
    }

    fn n_ends_in(&self, members: &[usize]) -> usize {
        let is_in = |v: usize| usize::from(members.binary_search(&v).is_ok());
        is_in(self.u) + if self.u < self.v { is_in(self.v) } else { 0 }
    }

    /// How much more it is paid than it is worth, doubled.
    fn slack(&self, duals: &SolverDuals) -> BigInt {
        let mut slack = &duals.vertices[self.u] - (&self.worth << 1u32);
        if self.u < self.v {
            slack += &duals.vertices[self.v];
        }
        for (members, dual) in &duals.sets {
            if self.n_ends_in(members) == 2 {
                slack += dual;
            }
        }
        slack
    }
}

fn total(duals: &SolverDuals) -> BigInt {
    let of_set = |(members, dual): &(Vec<usize>, BigInt)| dual * (members.len() / 2);
    duals.vertices.iter().sum::<BigInt>() + duals.sets.iter().map(of_set).sum::<BigInt>()
}
