//! Why no solution of the pseudo-Boolean problem is better than a matching, for a checker by strangers.
//!
//! VeriPB (Gocht and Nordström, "Certifying parity reasoning efficiently using pseudo-Boolean proofs", 2021)
//! checks derivations in cutting planes. The bound is the certificate once more: the rows of the vertices
//! times their duals; what odd sets say, which is the rows of their members added up, without the edges that
//! leave the set, and divided by two, which rounds in our favour; and the slack of each edge, since no
//! variable is negative.

use std::fmt::{self, Write as _};

use super::{Problem, Relation, Solution, WeighedEdges, covered, text_of};
use crate::certificate::Violation;
use crate::edge_weight::EdgeWeight;
use crate::graph::VertexId;
use crate::weight::Weight;

impl<W: EdgeWeight> Problem<W> {
    /// That no solution of the pseudo-Boolean problem ([`ProblemFormat::Opb`](super::ProblemFormat::Opb)) is
    /// better than a solution of this problem, as a derivation that VeriPB checks (its format 3.0).
    /// O(n depth + m depth), and the degrees of the members of each blossom.
    ///
    /// ```
    /// use edelweiss_matching::{Goal, Problem};
    ///
    /// let mut problem = Problem::new(3, Goal::MaxWeight);
    /// for (u, v) in [(0, 1), (1, 2), (0, 2)] {
    ///     problem.add_edge(u, v, 5_u8)?;
    /// }
    /// let derivation = problem.derivation(&problem.solve()?).expect("an optimum");
    /// // Of a triangle no two edges are matched: the three rows, halved.
    /// assert!(derivation.contains("pol 1 2 + 3 + 2 d ;"));
    /// assert!(derivation.contains("conclusion BOUNDS -5 : 5 -5 ;"));
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Problem::verify`].
    pub fn derivation(&self, solution: &Solution<W>) -> Result<String, Violation> {
        self.verify(solution)?;
        let weighed = self.weighed(true).map_err(|_| Violation::Overflow)?;
        Ok(text_of(&weighed, |text, weighed| {
            derive(text, weighed, solution)
        }))
    }
}

/// The numbers of the constraints of a vertex: an equation is two of them.
#[derive(Clone, Copy, Default)]
struct RowNumbers {
    at_least: usize,
    at_most: usize,
}

fn derive<W: EdgeWeight>(
    text: &mut String,
    weighed: &WeighedEdges<W::Dual>,
    solution: &Solution<W>,
) -> fmt::Result {
    let mut rows = vec![RowNumbers::default(); weighed.covers.len()];
    let mut count = 0;
    for (v, relation, _) in weighed.rows() {
        if let Relation::One = relation {
            count += 1;
            rows[v].at_least = count;
        }
        count += 1;
        rows[v].at_most = count;
    }
    writeln!(text, "pseudo-Boolean proof version 3.0\nf {count} ;")?;
    let sets = solution.certificate.members();
    for members in &sets {
        odd_set(text, weighed, members, &rows)?;
    }
    let terms = bound(weighed, solution, &rows, count);
    if !terms.is_empty() {
        writeln!(text, "pol {} 2 d ;", sum(&terms))?;
    }
    write!(text, "soli")?;
    let mut optimum = W::Dual::zero();
    for (e, (u, v, weight)) in weighed.edges.iter().enumerate() {
        let is_matched = solution.mate(*u) == Some(*v);
        write!(text, " {}x{}", if is_matched { "" } else { "~" }, e + 1)?;
        if is_matched {
            optimum.decrease(weight);
        }
    }
    writeln!(text, " : {optimum} ;\noutput NONE ;")?;
    let reason = match terms.len() {
        // No edge weighs anything.
        0 => String::new(),
        _ => format!(": {} ", count + sets.len() + 1),
    };
    writeln!(text, "conclusion BOUNDS {optimum} {reason}{optimum} ;")?;
    writeln!(text, "end pseudo-Boolean proof ;")
}

/// Of the edges inside an odd set at most half as many are matched as it has vertices.
fn odd_set<D: Weight>(
    text: &mut String,
    weighed: &WeighedEdges<D>,
    members: &[VertexId],
    rows: &[RowNumbers],
) -> fmt::Result {
    let mut terms: Vec<String> = Vec::new();
    terms.extend(members.iter().map(|v| rows[v.index()].at_most.to_string()));
    for v in members {
        for e in &weighed.at[v.index()] {
            let (a, b, _) = weighed.edges[*e];
            let is_in = |v: usize| members.binary_search(&VertexId::new(v)).is_ok();
            if !(is_in(a) && is_in(b)) {
                terms.push(format!("x{}", e + 1));
            }
        }
    }
    writeln!(text, "pol {} 2 d ;", sum(&terms))
}

/// What twice the objective is made of: rows, odd sets, whose numbers follow the rows, and slacks.
fn bound<W: EdgeWeight>(
    weighed: &WeighedEdges<W::Dual>,
    solution: &Solution<W>,
    rows: &[RowNumbers],
    n_rows: usize,
) -> Vec<String> {
    let certificate = &solution.certificate;
    let zero = W::Dual::zero();
    let mut terms = Vec::new();
    for (row, dual_2x) in rows.iter().zip(&certificate.dual_2x) {
        if *dual_2x > zero {
            terms.push(format!("{} {dual_2x} *", row.at_most));
        } else if *dual_2x < zero {
            terms.push(format!("{} {} *", row.at_least, dual_2x.negated()));
        }
    }
    for (i, blossom) in certificate.blossoms.iter().enumerate() {
        terms.push(format!("{} {} *", n_rows + 1 + i, blossom.dual_2x));
    }
    for (e, (u, v, weight)) in weighed.edges.iter().enumerate() {
        let sum = covered(certificate, VertexId::new(*u), VertexId::new(*v));
        let slack = sum.minus(&weight.doubled());
        if slack > zero {
            terms.push(format!("x{} {slack} *", e + 1));
        }
    }
    terms
}

/// In reverse Polish notation.
fn sum(terms: &[String]) -> String {
    let mut text = String::new();
    for (i, term) in terms.iter().enumerate() {
        let (before, after) = if i == 0 { ("", "") } else { (" ", " +") };
        text.extend([before, term, after]);
    }
    text
}
