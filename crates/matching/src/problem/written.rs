//! A problem as the files that other programs read: solvers of integer programs, readers of graphs,
//! and Graphviz.
//!
//! The integer program has a variable `x_u_v` for each edge, 1 if the edge is matched, and a row `v` for
//! each vertex: at most one of its edges, or exactly one where it must be covered. It needs no
//! constraints of odd sets, since its variables are whole.

mod derivation;

use std::fmt::{self, Write as _};

use super::{Goal, Problem, Solution};
use crate::certificate::Certificate;
use crate::edge_weight::EdgeWeight;
use crate::error::Error;
use crate::graph::{Csr, VertexId};
use crate::objective::Cover;
use crate::weight::Weight;

/// A format that a [`Problem`] is written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ProblemFormat {
    /// `n m`, then `u v weight` in each line, vertices from 0.
    EdgeList,
    /// `p edge n m`, then `e u v weight` in each line, vertices from 1.
    Dimacs,
    /// The integer program as CPLEX LP.
    Lp,
    /// The integer program as free MPS, to be minimised.
    Mps,
    /// The integer program as a pseudo-Boolean problem, OPB; variables count from 1 in the order of the
    /// edges.
    Opb,
}

/// The edges of a problem, each once, with what they add to the sum that is maximised.
struct WeighedEdges<W> {
    covers: Vec<Cover>,
    edges: Vec<(usize, usize, W)>,
    /// The indices of the edges at each vertex.
    at: Vec<Vec<usize>>,
}

impl<W: EdgeWeight> Problem<W> {
    /// The problem in a format. Of parallel edges the best one is written. Weights of several numbers
    /// ([`Lex`](crate::Lex)) are written as the one number that ranks like them. O(n + m).
    ///
    /// In the graph formats the weights are those of the problem, and 1 where they do not count; what is
    /// asked stands in a comment. In the integer programs the weights are those of the sum that is
    /// optimised: where matchings with more edges come first, each has a bonus that no weights outdo.
    ///
    /// # Errors
    /// As [`Problem::solve`], except that it is not noticed if there is no matching.
    ///
    /// ```
    /// use edelweiss_matching::{Goal, Problem, ProblemFormat};
    ///
    /// let mut problem = Problem::new(3, Goal::MaxWeight);
    /// problem.add_edge(0, 1, 5_i64)?;
    /// problem.add_edge(1, 2, 8)?;
    /// let expected = "\\ maximum weight
    /// Maximize
    ///  weight:
    ///   +5 x_0_1
    ///   +8 x_1_2
    /// Subject To
    ///  v0: x_0_1 <= 1
    ///  v1: x_0_1 + x_1_2 <= 1
    ///  v2: x_1_2 <= 1
    /// Binary
    ///  x_0_1
    ///  x_1_2
    /// End
    /// ";
    /// assert_eq!(problem.written(ProblemFormat::Lp)?, expected);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    pub fn written(&self, format: ProblemFormat) -> Result<String, Error> {
        Ok(match format {
            ProblemFormat::EdgeList => {
                text_of(&self.weighed(false)?, |to, of| self.edge_list(to, of))
            }
            ProblemFormat::Dimacs => text_of(&self.weighed(false)?, |to, of| self.dimacs(to, of)),
            ProblemFormat::Lp => text_of(&self.weighed(true)?, |to, of| self.lp(to, of)),
            ProblemFormat::Mps => text_of(&self.weighed(true)?, |to, of| self.mps(to, of)),
            ProblemFormat::Opb => text_of(&self.weighed(true)?, |to, of| self.opb(to, of)),
        })
    }

    /// The graph as a picture for Graphviz (DOT), with the pairs of the solution as thick lines, each
    /// vertex with its dual, and the blossoms as nested boxes. Edges without slack, of which every
    /// optimal matching consists, are drawn; the others are dotted. O(n + m + n depth).
    ///
    /// # Errors
    /// As [`Problem::solve`].
    pub fn picture(&self, solution: &Solution<W>) -> Result<String, Error> {
        let encoding = self.encoding_for_duals()?;
        let graph = self.csr(&encoding)?;
        Ok(text_of(&graph, |text, graph| {
            self.draw(text, graph, solution)
        }))
    }

    fn weighed(&self, has_bonus: bool) -> Result<WeighedEdges<W::Dual>, Error> {
        let encoding = self.encoding_for_duals()?;
        let graph = self.csr(&encoding)?;
        let bonus = if has_bonus {
            self.question().bonus(&graph)
        } else {
            W::Dual::zero()
        };
        let mut edges = Vec::with_capacity(self.ends.len());
        let mut at = vec![Vec::new(); self.n];
        graph.for_each_edge(|u, v, weight| {
            at[u.index()].push(edges.len());
            at[v.index()].push(edges.len());
            edges.push((u.index(), v.index(), weight.plus(&bonus)));
        });
        Ok(WeighedEdges {
            covers: self.covers(),
            edges,
            at,
        })
    }

    /// A weight as the problem has it.
    fn as_given(&self, weight: &W::Dual) -> W::Dual {
        match self.goal {
            Goal::MinWeightPerfect => weight.negated(),
            _ => weight.clone(),
        }
    }

    fn edge_list(&self, text: &mut String, problem: &WeighedEdges<W::Dual>) -> fmt::Result {
        writeln!(text, "# {}\n{} {}", self.goal, self.n, problem.edges.len())?;
        (problem.edges.iter())
            .try_for_each(|(u, v, weight)| writeln!(text, "{u} {v} {}", self.as_given(weight)))
    }

    fn dimacs(&self, text: &mut String, problem: &WeighedEdges<W::Dual>) -> fmt::Result {
        let m = problem.edges.len();
        writeln!(text, "c {}\np edge {} {m}", self.goal, self.n)?;
        problem.edges.iter().try_for_each(|(u, v, weight)| {
            writeln!(text, "e {} {} {}", u + 1, v + 1, self.as_given(weight))
        })
    }

    fn lp(&self, text: &mut String, problem: &WeighedEdges<W::Dual>) -> fmt::Result {
        let sense = match self.goal {
            Goal::MinWeightPerfect => "Minimize",
            _ => "Maximize",
        };
        writeln!(text, "\\ {}\n{sense}\n weight:", self.goal)?;
        for (u, v, weight) in &problem.edges {
            writeln!(text, "  {} x_{u}_{v}", Signed(&self.as_given(weight)))?;
        }
        writeln!(text, "Subject To")?;
        for (v, relation, edges) in problem.rows() {
            let terms: Vec<String> = edges.iter().map(|e| problem.name(*e)).collect();
            let lines = terms.chunks(TERMS_IN_A_LINE).map(|line| line.join(" + "));
            let sum = lines.collect::<Vec<_>>().join("\n  + ");
            // A row must have a variable in this format: one that is fixed to zero stands in.
            let sum = if sum.is_empty() { "none" } else { &sum };
            writeln!(text, " v{v}: {sum} {} 1", relation.as_lp())?;
        }
        if problem.rows().any(|(_, _, edges)| edges.is_empty()) {
            writeln!(text, "Bounds\n none = 0")?;
        }
        writeln!(text, "Binary")?;
        for e in 0..problem.edges.len() {
            writeln!(text, " {}", problem.name(e))?;
        }
        writeln!(text, "End")
    }

    fn mps(&self, text: &mut String, problem: &WeighedEdges<W::Dual>) -> fmt::Result {
        writeln!(
            text,
            "* {}, minimised: negated where it is a maximum",
            self.goal
        )?;
        writeln!(text, "NAME matching\nROWS\n N weight")?;
        for (v, relation, _) in problem.rows() {
            writeln!(text, " {} v{v}", relation.as_mps())?;
        }
        writeln!(text, "COLUMNS")?;
        for (e, (u, v, weight)) in problem.edges.iter().enumerate() {
            let name = problem.name(e);
            writeln!(text, " {name} weight {}", weight.negated())?;
            writeln!(text, " {name} v{u} 1 v{v} 1")?;
        }
        writeln!(text, "RHS")?;
        for (v, ..) in problem.rows() {
            writeln!(text, " rhs v{v} 1")?;
        }
        writeln!(text, "BOUNDS")?;
        for e in 0..problem.edges.len() {
            writeln!(text, " BV bound {}", problem.name(e))?;
        }
        writeln!(text, "ENDATA")
    }

    fn opb(&self, text: &mut String, problem: &WeighedEdges<W::Dual>) -> fmt::Result {
        let (n_rows, m) = (problem.rows().count(), problem.edges.len());
        writeln!(text, "* #variable= {m} #constraint= {n_rows}")?;
        writeln!(
            text,
            "* {}, minimised: negated where it is a maximum",
            self.goal
        )?;
        write!(text, "min:")?;
        for (e, (_, _, weight)) in problem.edges.iter().enumerate() {
            write!(text, " {} x{}", Signed(&weight.negated()), e + 1)?;
        }
        writeln!(text, " ;")?;
        for (_, relation, edges) in problem.rows() {
            // "At most" is "at least" of the negated sum.
            let (factor, ending) = match relation {
                Relation::AtMostOne => ("-1", ">= -1 ;"),
                Relation::One => ("+1", "= 1 ;"),
            };
            for e in edges {
                write!(text, "{factor} x{} ", e + 1)?;
            }
            writeln!(text, "{ending}")?;
        }
        Ok(())
    }

    fn draw(&self, text: &mut String, graph: &Csr<W::Dual>, solution: &Solution<W>) -> fmt::Result {
        writeln!(
            text,
            "graph matching {{\n  rankdir=LR\n  node [shape=circle]"
        )?;
        let certificate = solution.certificate();
        let n_blossoms = certificate.blossoms.len();
        let mut inside = vec![Vec::new(); n_blossoms + 1];
        for (v, blossom) in certificate.innermost.iter().enumerate() {
            inside[blossom.map_or(0, |i| i + 1)].push(v);
        }
        // Parents come before their children, so a walk on a stack nests the boxes.
        let mut children = vec![Vec::new(); n_blossoms + 1];
        for (i, blossom) in certificate.blossoms.iter().enumerate() {
            children[blossom.parent.map_or(0, |parent| parent + 1)].push(i + 1);
        }
        let mut open = vec![(0, false)];
        while let Some((node, is_done)) = open.pop() {
            if is_done {
                writeln!(text, "  }}")?;
                continue;
            }
            if node > 0 {
                let dual = &certificate.blossoms[node - 1].dual_2x;
                writeln!(
                    text,
                    "  subgraph cluster_{node} {{\n  label=\"2z = {dual}\""
                )?;
                open.push((node, true));
            }
            for v in &inside[node] {
                let dual = &certificate.dual_2x[*v];
                writeln!(text, "  {v} [label=\"{v}\\n2y = {dual}\"]")?;
            }
            open.extend(children[node].iter().map(|child| (*child, false)));
        }
        let mut written = Ok(());
        graph.for_each_edge(|u, v, weight| {
            let is_matched = solution.mate(u.index()) == Some(v.index());
            let is_tight = covered(certificate, u, v) == weight.plus(&certificate.bonus).doubled();
            let style = match (is_matched, is_tight) {
                (true, _) => ", penwidth=4",
                (false, true) => "",
                (false, false) => ", style=dotted",
            };
            let label = self.as_given(weight);
            let (u, v) = (u.index(), v.index());
            let line = writeln!(text, "  {u} -- {v} [label=\"{label}\"{style}]");
            written = written.and(line);
        });
        written?;
        writeln!(text, "}}")
    }
}

/// What is written of `source`.
fn text_of<T>(source: &T, write: impl FnOnce(&mut String, &T) -> fmt::Result) -> String {
    let mut text = String::new();
    write(&mut text, source).expect("a string grows");
    text
}

/// What the duals pay for an edge, doubled. O(depth of the blossoms).
fn covered<D: Weight>(certificate: &Certificate<D>, u: VertexId, v: VertexId) -> D {
    let around = |v: VertexId| {
        std::iter::successors(certificate.innermost[v.index()], |i| {
            certificate.blossoms[*i].parent
        })
    };
    let mut covered = certificate.dual_2x[u.index()].plus(&certificate.dual_2x[v.index()]);
    let around_u: Vec<usize> = around(u).collect();
    for i in around(v).filter(|i| around_u.contains(i)) {
        covered.increase(&certificate.blossoms[i].dual_2x);
    }
    covered
}

/// How many edges at a vertex may be matched.
#[derive(Clone, Copy)]
enum Relation {
    AtMostOne,
    One,
}

impl Relation {
    fn as_lp(self) -> &'static str {
        match self {
            Self::AtMostOne => "<=",
            Self::One => "=",
        }
    }

    fn as_mps(self) -> &'static str {
        match self {
            Self::AtMostOne => "L",
            Self::One => "E",
        }
    }
}

/// Readers of LP files stop at 510 characters.
const TERMS_IN_A_LINE: usize = 8;

impl<W> WeighedEdges<W> {
    /// The vertices that restrict something, with the indices of their edges.
    fn rows(&self) -> impl Iterator<Item = (usize, Relation, &[usize])> {
        (0..self.covers.len()).filter_map(|v| {
            let relation = match self.covers[v] {
                Cover::Must => Relation::One,
                Cover::May if self.at[v].is_empty() => return None,
                Cover::May => Relation::AtMostOne,
            };
            Some((v, relation, &self.at[v][..]))
        })
    }

    /// The variable of an edge.
    fn name(&self, edge: usize) -> String {
        let (u, v, _) = &self.edges[edge];
        format!("x_{u}_{v}")
    }
}

/// A number with its sign, as a term of a sum.
struct Signed<'a, W>(&'a W);

impl<W: Weight> fmt::Display for Signed<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self.0 < W::zero() {
            write!(f, "{}", self.0)
        } else {
            write!(f, "+{}", self.0)
        }
    }
}
