//! A problem whose weights are whole numbers of some type, and what is found out about it, in the units of the
//! file.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use edelweiss::matching::{
    EdgeSlack, EdgeSlacks, EdgeWeight, Error, Goal, Problem, ProblemFormat, RankedMatching,
    RankedMatchings, SearchBudget, Solution, TreeStep,
};

use super::decimals::{DecimalUnit, WholeWeights, WrittenNumber};

/// A problem, whatever the type of its weights.
pub(super) trait WholeProblem: Debug {
    fn n_edges(&self) -> usize;

    /// The optimal matching, verified.
    ///
    /// # Panics
    /// Where the duals do not prove the matching.
    fn solve(&self) -> Result<Box<dyn WholeSolution + '_>, Error>;

    /// For another program, in whole numbers.
    fn written(&self, format: ProblemFormat) -> Result<String, Error>;

    fn best(
        &self,
        count: usize,
        budget: SearchBudget<'_>,
    ) -> Result<RankedMatchings<WrittenNumber>, Error>;

    fn trace(&self) -> Result<Vec<TreeStep<WrittenNumber>>, Error>;
}

/// A solution of a [`WholeProblem`].
pub(super) trait WholeSolution: Debug {
    fn matching(&self) -> &FoundMatching;

    fn proof(&self) -> FoundProof;

    fn slacks(&self, budget: SearchBudget<'_>) -> Result<EdgeSlacks<WrittenNumber>, Error>;

    fn picture(&self) -> Result<String, Error>;

    /// What `VeriPB` checks.
    fn derivation(&self) -> String;
}

/// An optimal matching.
#[derive(Debug)]
pub(super) struct FoundMatching {
    pub(super) value: WrittenNumber,
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) algorithm: String,
    /// Of the solve alone; there is no clock in a browser's WebAssembly.
    pub(super) took: Option<Duration>,
}

/// The duals that prove it, doubled.
#[derive(Debug)]
pub(super) struct FoundProof {
    pub(super) bonus: WrittenNumber,
    /// By vertex: its mate, its dual and the smallest blossom around it.
    pub(super) vertices: Vec<(Option<usize>, WrittenNumber, Option<usize>)>,
    /// The dual of each blossom, and the smallest one around it.
    pub(super) blossoms: Vec<(WrittenNumber, Option<usize>)>,
}

/// The problem of a graph.
///
/// # Panics
/// Where an edge is none: the reader refuses it.
pub(super) fn problem(
    n_vertices: usize,
    goal: Goal,
    ends: Vec<(u32, u32)>,
    weights: WholeWeights,
    unit: DecimalUnit,
) -> Box<dyn WholeProblem> {
    // Of pairs, one is one.
    let unit = match goal {
        Goal::MaxCardinality => DecimalUnit::ONE,
        _ => unit,
    };
    match weights {
        WholeWeights::Machine(weights) => {
            Box::new(UnitProblem::new(n_vertices, goal, ends, weights, unit))
        }
        WholeWeights::Wide(weights) => {
            Box::new(UnitProblem::new(n_vertices, goal, ends, weights, unit))
        }
    }
}

#[derive(Debug)]
struct UnitProblem<W: EdgeWeight> {
    problem: Problem<W>,
    unit: DecimalUnit,
}

#[derive(Debug)]
struct UnitSolution<'a, W: EdgeWeight> {
    problem: &'a UnitProblem<W>,
    solution: Solution<W>,
    matching: FoundMatching,
}

impl<W: EdgeWeight> UnitProblem<W> {
    fn new(
        n_vertices: usize,
        goal: Goal,
        ends: Vec<(u32, u32)>,
        weights: Vec<W>,
        unit: DecimalUnit,
    ) -> Self {
        let mut problem = Problem::new(n_vertices, goal);
        for ((u, v), weight) in ends.into_iter().zip(weights) {
            let added = problem.add_edge(u as usize, v as usize, weight);
            added.expect("the reader refuses what is no edge");
        }
        Self { problem, unit }
    }
}

impl<W: EdgeWeight> WholeProblem for UnitProblem<W> {
    fn n_edges(&self) -> usize {
        self.problem.n_edges()
    }

    fn solve(&self) -> Result<Box<dyn WholeSolution + '_>, Error> {
        let start = (!cfg!(target_family = "wasm")).then(Instant::now);
        let solution = self.problem.solve()?;
        let took = start.map(|start| start.elapsed());
        let verdict = self.problem.verify(&solution);
        verdict.expect("the duals prove the matching");
        let matching = FoundMatching {
            value: self.unit.number(solution.value()),
            pairs: solution.pairs().collect(),
            algorithm: solution.algorithm().to_string(),
            took,
        };
        Ok(Box::new(UnitSolution {
            problem: self,
            solution,
            matching,
        }))
    }

    fn written(&self, format: ProblemFormat) -> Result<String, Error> {
        let text = self.problem.written(format)?;
        let places = self.unit.places;
        if places == 0 {
            return Ok(text);
        }
        let (comment, n_before) = match format {
            ProblemFormat::Dimacs => ("c", 0),
            ProblemFormat::Lp => ("\\", 0),
            ProblemFormat::Mps => ("*", 0),
            // Its first line says how many variables there are.
            ProblemFormat::Opb => ("*", 1),
            _ => ("#", 0),
        };
        let before: usize = text
            .split_inclusive('\n')
            .take(n_before)
            .map(str::len)
            .sum();
        let (before, after) = text.split_at(before);
        Ok(format!(
            "{before}{comment} all weights times 10^{places}\n{after}"
        ))
    }

    fn best(
        &self,
        count: usize,
        budget: SearchBudget<'_>,
    ) -> Result<RankedMatchings<WrittenNumber>, Error> {
        let found = self.problem.best_within(count, budget)?;
        let matchings = found.matchings.into_iter().map(|matching| RankedMatching {
            value: self.unit.number(&matching.value),
            pairs: matching.pairs,
        });
        Ok(RankedMatchings {
            matchings: matchings.collect(),
            is_cut: found.is_cut,
            searches: found.searches,
        })
    }

    fn trace(&self) -> Result<Vec<TreeStep<WrittenNumber>>, Error> {
        let steps = self.problem.trace()?.into_iter().map(|step| TreeStep {
            time: self.unit.number(&step.time),
            change: step.change,
        });
        Ok(steps.collect())
    }
}

impl<W: EdgeWeight> WholeSolution for UnitSolution<'_, W> {
    fn matching(&self) -> &FoundMatching {
        &self.matching
    }

    fn proof(&self) -> FoundProof {
        let (certificate, unit) = (self.solution.certificate(), self.problem.unit);
        let vertices = certificate.dual_2x.iter().zip(&certificate.innermost);
        let vertex = |(v, (dual_2x, blossom)): (usize, _)| {
            let blossom: &Option<usize> = blossom;
            (self.solution.mate(v), unit.number(dual_2x), *blossom)
        };
        let blossoms = certificate.blossoms.iter();
        FoundProof {
            bonus: unit.number(&certificate.bonus),
            vertices: vertices.enumerate().map(vertex).collect(),
            blossoms: blossoms
                .map(|blossom| (unit.number(&blossom.dual_2x), blossom.parent))
                .collect(),
        }
    }

    fn slacks(&self, budget: SearchBudget<'_>) -> Result<EdgeSlacks<WrittenNumber>, Error> {
        let found = (self.problem.problem).edge_slacks_within(&self.solution, budget)?;
        let edges = found.edges.into_iter().map(|edge| EdgeSlack {
            ends: edge.ends,
            is_matched: edge.is_matched,
            slack: edge.slack.map(|slack| self.problem.unit.number(&slack)),
            is_in_some_optimum: edge.is_in_some_optimum,
            is_in_every_optimum: edge.is_in_every_optimum,
        });
        Ok(EdgeSlacks {
            edges: edges.collect(),
            n_edges: found.n_edges,
        })
    }

    fn picture(&self) -> Result<String, Error> {
        let picture = self.problem.problem.picture(&self.solution)?;
        Ok(match self.problem.unit.places {
            0 => picture,
            places => format!("// all weights and duals times 10^{places}\n{picture}"),
        })
    }

    fn derivation(&self) -> String {
        let derivation = self.problem.problem.derivation(&self.solution);
        derivation.expect("what was verified can be derived")
    }
}
