//! The one way in: a graph, what is asked of a matching of it, and the answer with its proof.

mod alternatives;
mod kept_rows;
mod question;
mod rows;
mod solution;
mod written;

use std::fmt;

pub use self::alternatives::{
    EdgeSlack, EdgeSlacks, RankedMatching, RankedMatchings, SearchBudget,
};
use self::kept_rows::{EditableRows, KeptRows};
use self::question::{NumberWidth, ProvedMatching, Question};
pub use self::solution::Solution;
pub use self::written::ProblemFormat;
use crate::certificate::{self, Violation};
use crate::edge_weight::EdgeWeight;
use crate::error::Error;
use crate::graph::{Csr, VertexId, check_ends};
use crate::multi_tree::{self, ForestStart, TreeStep};
use crate::objective::{Cover, Objective};
use crate::thresholds;
use crate::weight::Weight;

/// What is asked of a matching.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// The largest sum of weights. Edges with negative weights are never used.
    MaxWeight,
    /// The largest sum of weights among the matchings with the most edges.
    MaxWeightMaxCardinality,
    /// The largest sum of weights among the matchings that cover every vertex.
    MaxWeightPerfect,
    /// The smallest sum of weights among the matchings that cover every vertex.
    MinWeightPerfect,
    /// The most edges; weights do not count.
    MaxCardinality,
}

impl Goal {
    /// What the algorithms are asked: the same for the translated weights.
    fn objective(self) -> Objective {
        match self {
            Self::MaxWeight | Self::MaxCardinality => Objective::MaxWeight,
            Self::MaxWeightMaxCardinality => Objective::MaxWeightMaxCardinality,
            Self::MaxWeightPerfect | Self::MinWeightPerfect => Objective::MaxWeightPerfect,
        }
    }

    /// A weight as it is to be maximised.
    fn maximised<D: Weight>(self, weight: impl FnOnce() -> D) -> D {
        match self {
            Self::MaxCardinality => D::unit(),
            Self::MinWeightPerfect => weight().negated(),
            _ => weight(),
        }
    }

    /// Of a vertex for which the problem says nothing else.
    fn cover(self) -> Cover {
        match self.objective() {
            Objective::MaxWeightPerfect => Cover::Must,
            Objective::MaxWeight | Objective::MaxWeightMaxCardinality => Cover::May,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MaxWeight => "maximum weight",
            Self::MaxWeightMaxCardinality => "maximum weight among maximum cardinality",
            Self::MaxWeightPerfect => "maximum weight, perfect",
            Self::MinWeightPerfect => "minimum weight, perfect",
            Self::MaxCardinality => "maximum cardinality",
        })
    }
}

/// How a matching is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Algorithm {
    /// One alternating tree at a time on a matrix of weights: [`Solver`](crate::Solver) with [`Dense`](crate::Dense).
    SingleTreeDense,
    /// One alternating tree at a time on rows of neighbours: [`Solver`](crate::Solver) with [`Sparse`](crate::Sparse).
    SingleTreeSparse,
    /// All alternating trees at once on rows of neighbours: for large graphs with few edges.
    MultiTree,
    /// All alternating trees at once without weights, phase by phase: for [`Goal::MaxCardinality`] only.
    Phases,
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SingleTreeDense => "single tree, dense",
            Self::SingleTreeSparse => "single tree, sparse",
            Self::MultiTree => "all trees at once",
            Self::Phases => "all trees at once, by phases",
        })
    }
}

/// A graph and what is asked of a matching of it.
///
/// ```
/// use edelweiss_matching::{Goal, Problem};
///
/// let mut problem = Problem::new(4, Goal::MinWeightPerfect);
/// for (u, v, cost) in [(0, 1, 7_u32), (1, 2, 1), (2, 3, 7), (0, 3, 9), (0, 2, 4)] {
///     problem.add_edge(u, v, cost)?;
/// }
/// let solution = problem.solve()?;
/// assert_eq!(*solution.value(), 10); // 1 + 9; 7 + 7 would be 14
/// assert_eq!(solution.pairs().collect::<Vec<_>>(), [(0, 3), (1, 2)]);
/// problem.verify(&solution).expect("a proof");
/// # Ok::<(), edelweiss_matching::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem<W: EdgeWeight> {
    n: usize,
    goal: Goal,
    /// Where vertices differ from what the goal says of all.
    covers: Option<Vec<Cover>>,
    ends: Vec<(VertexId, VertexId)>,
    weights: Vec<W>,
    kept_rows: KeptRows<W::Encoding>,
}

impl<W: EdgeWeight> Problem<W> {
    /// A problem on `n` vertices, without edges yet.
    #[must_use]
    pub fn new(n: usize, goal: Goal) -> Self {
        Self {
            n,
            goal,
            covers: None,
            ends: Vec::new(),
            weights: Vec::new(),
            kept_rows: KeptRows::default(),
        }
    }

    /// The largest sum of weights among the matchings that cover what must be covered.
    ///
    /// ```
    /// use edelweiss_matching::{Cover, Problem};
    ///
    /// // A path whose first vertex must be covered, although the other edge is heavier.
    /// let mut problem = Problem::with_covers(vec![Cover::Must, Cover::May, Cover::May]);
    /// problem.add_edge(0, 1, 3_i64)?;
    /// problem.add_edge(1, 2, 8)?;
    /// let solution = problem.solve()?;
    /// assert_eq!(*solution.value(), 3);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    #[must_use]
    pub fn with_covers(covers: Vec<Cover>) -> Self {
        let mut problem = Self::new(covers.len(), Goal::MaxWeight);
        problem.covers = Some(covers);
        problem
    }

    /// Adds an edge. Of parallel edges the best one counts.
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`], [`Error::SelfLoop`].
    pub fn add_edge(&mut self, u: usize, v: usize, weight: W) -> Result<(), Error> {
        let ends = (VertexId::new(u), VertexId::new(v));
        check_ends(ends.0, ends.1, self.n)?;
        self.ends.push(ends);
        self.weights.push(weight);
        self.kept_rows.forget();
        Ok(())
    }

    /// Gives an edge another weight, by its number: how many were added before it.
    ///
    /// ```
    /// use edelweiss_matching::{Error, Goal, Problem};
    ///
    /// let mut problem = Problem::new(3, Goal::MaxWeight);
    /// problem.add_edge(0, 1, 5_i64)?;
    /// problem.add_edge(1, 2, 8)?;
    /// problem.set_weight(0, 9)?;
    /// assert_eq!(*problem.solve()?.value(), 9);
    /// assert_eq!(problem.set_weight(2, 9), Err(Error::NoSuchEdgeNumber(2)));
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoSuchEdgeNumber`].
    pub fn set_weight(&mut self, edge: usize, weight: W) -> Result<(), Error> {
        let old = self.weights.get_mut(edge);
        *old.ok_or(Error::NoSuchEdgeNumber(edge))? = weight;
        if let Some(kept) = self.kept_rows.get() {
            let narrow = |edge: usize| {
                let narrow = self.weights[edge].narrow(&kept.encoding);
                self.goal.maximised(|| narrow.unwrap_or(0) as i64)
            };
            kept.rows.update(edge, self.ends[edge], narrow);
        }
        Ok(())
    }

    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.n
    }

    /// How many edges were added.
    #[must_use]
    pub fn n_edges(&self) -> usize {
        self.ends.len()
    }

    /// What is asked.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The algorithm that [`Problem::solve`] takes for a graph of this shape.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        if self.goal == Goal::MaxCardinality {
            Algorithm::Phases
        } else if self.is_dense() {
            Algorithm::SingleTreeDense
        } else {
            Algorithm::MultiTree
        }
    }

    /// Whether a matrix has a place for each edge in so few places that it is the quicker layout.
    fn is_dense(&self) -> bool {
        self.n == 0 || self.n <= thresholds::PLACES_FOR_AN_EDGE * self.ends.len() / self.n
    }

    /// Finds an optimal matching by the algorithm that suits the graph.
    ///
    /// # Errors
    /// [`Error::NoMatching`] with a proof if not every vertex that must be covered can be;
    /// [`Error::WeightTooWide`] only for [`Limbs`](crate::Limbs) without headroom: `256 (n + 1)` times the
    /// largest weight must fit, and `n + 2` times that where the most edges come first; and for so many
    /// numbers in a [`Lex`](crate::Lex) that 1,024 bits do not hold their sums.
    pub fn solve(&self) -> Result<Solution<W>, Error> {
        self.solve_by(self.algorithm())
    }

    /// Finds an optimal matching by an algorithm.
    ///
    /// # Errors
    /// As [`Problem::solve`]; [`Error::TooManyVertices`] for a matrix that fits no memory;
    /// [`Error::WeightsDoNotCount`] for [`Algorithm::Phases`] where weights count.
    pub fn solve_by(&self, algorithm: Algorithm) -> Result<Solution<W>, Error> {
        let encoding = W::encoding(self.weights.iter(), self.n)?;
        let narrow = |edge: usize| self.weights[edge].narrow(&encoding).unwrap_or(0);
        let question = self.question();
        let found = match self.width(&encoding, self.n) {
            NumberWidth::Bits64 => {
                question.solve_in_64_bits(algorithm, &|edge| narrow(edge) as i64)?
            }
            NumberWidth::Bits128 => question.solve_in_128_bits(algorithm, &narrow)?,
            NumberWidth::Wide => {
                let encoding = self.encoding_for_duals()?;
                let wide = |edge: usize| self.weights[edge].wide(&encoding);
                let found = question.solve_in(algorithm, &wide)?;
                return Ok(self.solution(algorithm, found, &encoding));
            }
        };
        let found = found.map(|number| W::dual(*number));
        Ok(self.solution(algorithm, found, &encoding))
    }

    /// The problem apart from its weights.
    fn question(&self) -> Question<'_> {
        Question {
            n: self.n,
            goal: self.goal,
            covers: self.covers(),
            ends: &self.ends,
        }
    }

    /// The graph with the weights that are to be maximised, as numbers like the duals.
    fn csr(&self, encoding: &W::Encoding) -> Result<Csr<W::Dual>, Error> {
        (self.question()).csr(&|edge| self.weights[edge].wide(encoding))
    }

    /// How weights become numbers like the duals.
    ///
    /// # Errors
    /// [`Error::WeightTooWide`] if the duals are not wide enough for the sums that every algorithm forms.
    fn encoding_for_duals(&self) -> Result<W::Encoding, Error> {
        let encoding = W::encoding(self.weights.iter(), self.n)?;
        let headroom = self.headroom(self.n);
        let fits = |weight: &W| weight.wide(&encoding).fits(headroom);
        if self.goal == Goal::MaxCardinality || self.weights.iter().all(fits) {
            Ok(encoding)
        } else {
            Err(Error::WeightTooWide)
        }
    }

    /// Finds an optimal matching by [`Algorithm::MultiTree`], starting from the solution of a problem that was
    /// much the same: vertices with the same numbers, of whose edges and weights some have changed, some
    /// vertices more or fewer. Any solution will do; one of a problem that has little to do with this one
    /// saves nothing. The search needs about as much time as the vertices that have to be matched anew
    /// deserve, besides O(m depth). Of a solution by [`Algorithm::MultiTree`] the blossoms are kept in which
    /// nothing has changed; the duals of the others are shared out among their vertices, of which some are
    /// matched anew.
    ///
    /// The rows of the graph, 24 bytes for each edge where weights are machine numbers, are kept for the next call: until
    /// an edge is added, what [`Problem::set_weight`] changes is written into them.
    ///
    /// # Errors
    /// As [`Problem::solve`].
    ///
    /// ```
    /// use edelweiss_matching::{Goal, Problem};
    ///
    /// let mut problem = Problem::new(4, Goal::MaxWeight);
    /// for (u, v, weight) in [(0, 1, 5_i64), (1, 2, 8), (2, 3, 5)] {
    ///     problem.add_edge(u, v, weight)?;
    /// }
    /// let before = problem.solve()?;
    /// problem.add_edge(1, 2, 11)?;
    /// assert_eq!(*problem.solve_from(&before)?.value(), 11);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    pub fn solve_from(&self, before: &Solution<W>) -> Result<Solution<W>, Error> {
        let encoding = W::encoding(self.weights.iter(), self.n)?;
        let question = self.question();
        let narrow = |edge: usize| self.weights[edge].narrow(&encoding).unwrap_or(0) as i64;
        let found = match before.certificate.narrowed(&|dual| dual.narrow(&())) {
            Some(certificate) if self.width(&encoding, self.n) == NumberWidth::Bits64 => {
                let start = ForestStart {
                    mates: &before.mates,
                    certificate: &certificate,
                    kept: &before.kept,
                };
                let rows = match self.kept_rows.take(&encoding) {
                    Some(rows) => rows,
                    None => EditableRows::new(question.csr(&narrow)?, &self.ends),
                };
                let found = question.solve_from(&start, &rows.graph);
                self.kept_rows.keep(encoding.clone(), rows);
                found?.map(|number| W::dual((*number).into()))
            }
            _ => {
                let encoding = self.encoding_for_duals()?;
                let start = ForestStart {
                    mates: &before.mates,
                    certificate: &before.certificate,
                    kept: &before.kept,
                };
                let graph = question.csr(&|edge| self.weights[edge].wide(&encoding))?;
                question.solve_from(&start, &graph)?
            }
        };
        Ok(self.solution(Algorithm::MultiTree, found, &encoding))
    }

    /// What [`Algorithm::MultiTree`] does for this problem, step by step: up to the optimum, or to the trees
    /// that cannot grow because there is no matching.
    ///
    /// # Errors
    /// [`Error::WeightTooWide`] as [`Problem::solve`].
    ///
    /// ```
    /// use edelweiss_matching::{Goal, Problem, TreeChange};
    ///
    /// // Two triangles, joined by an edge and by a path.
    /// let mut problem = Problem::new(8, Goal::MaxWeightPerfect);
    /// for (u, v, weight) in [(0, 1, 8_u8), (1, 2, 9), (0, 2, 8), (2, 3, 6), (3, 4, 7), (4, 5, 8), (3, 5, 8)] {
    ///     problem.add_edge(u, v, weight)?;
    /// }
    /// for (u, v, weight) in [(5, 6, 5), (6, 7, 4), (1, 7, 2)] {
    ///     problem.add_edge(u, v, weight)?;
    /// }
    /// let steps = problem.trace()?;
    /// assert_eq!(steps[0].change, TreeChange::Match(0, 1));
    /// let last = &steps[steps.len() - 1];
    /// assert_eq!((last.time, &last.change), (3, &TreeChange::Augment(3, 2)));
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    pub fn trace(&self) -> Result<Vec<TreeStep<W::Dual>>, Error> {
        let encoding = self.encoding_for_duals()?;
        let graph = self.csr(&encoding)?;
        let question = self.question();
        let bonus = question.bonus(&graph);
        Ok(multi_tree::trace(&graph, &question.covers, &bonus))
    }

    /// The largest magnitude, if all weights are machine numbers.
    fn largest_narrow(&self, encoding: &W::Encoding) -> Option<u128> {
        if self.goal == Goal::MaxCardinality {
            return Some(1);
        }
        self.weights.iter().try_fold(1, |largest, weight| {
            Some(weight.narrow(encoding)?.unsigned_abs().max(largest))
        })
    }

    /// The narrowest numbers in which the algorithms can count, for `n` vertices.
    fn width(&self, encoding: &W::Encoding, n: usize) -> NumberWidth {
        let Some(largest) = self.largest_narrow(encoding) else {
            return NumberWidth::Wide;
        };
        let sum = largest.checked_mul(self.headroom(n).into());
        match sum {
            Some(sum) if sum <= i64::MAX as u128 => NumberWidth::Bits64,
            Some(sum) if sum <= i128::MAX as u128 => NumberWidth::Bits128,
            _ => NumberWidth::Wide,
        }
    }

    /// How many times the largest weight the sums are that the algorithms form for `n` vertices; see
    /// [`Solver`](crate::Solver).
    fn headroom(&self, n: usize) -> u64 {
        let n = n as u64 + 1;
        let bonus = match self.goal {
            Goal::MaxWeightMaxCardinality => n + 1,
            _ => 1,
        };
        (256 * n).saturating_mul(bonus)
    }

    /// What was found, as a solution of this problem.
    fn solution(
        &self,
        algorithm: Algorithm,
        found: ProvedMatching<W::Dual>,
        encoding: &W::Encoding,
    ) -> Solution<W> {
        Solution {
            value: self.value(n_pairs(&found.mates), &found.sum, encoding),
            mates: found.mates,
            algorithm,
            certificate: found.certificate,
            kept: found.kept,
        }
    }

    /// What a matching is worth by the goal, whose weights as they are maximised have this sum.
    fn value(&self, n_pairs: usize, sum: &W::Dual, encoding: &W::Encoding) -> W::Total {
        match self.goal {
            Goal::MaxCardinality => W::count(n_pairs),
            _ => self.total(sum, encoding),
        }
    }

    /// The weights of a matching, whose weights as they are maximised have this sum.
    fn total(&self, sum: &W::Dual, encoding: &W::Encoding) -> W::Total {
        match self.goal {
            Goal::MinWeightPerfect => W::total(&sum.negated(), encoding),
            _ => W::total(sum, encoding),
        }
    }

    fn covers(&self) -> Vec<Cover> {
        let of_all = || vec![self.goal.cover(); self.n];
        self.covers.clone().unwrap_or_else(of_all)
    }

    /// Checks a solution by its certificate, without the algorithm that found it. O(m log n).
    ///
    /// # Errors
    /// The first [`Violation`] found: the solution is not one of this problem, or was tampered with.
    pub fn verify(&self, solution: &Solution<W>) -> Result<(), Violation> {
        let encoding = self.encoding_for_duals().map_err(|_| Violation::Overflow)?;
        let graph = self.csr(&encoding).map_err(|_| Violation::Overflow)?;
        let sum = certificate::verify(
            &graph,
            &self.covers(),
            self.goal.objective(),
            &solution.mates,
            &solution.certificate,
        )?;
        let value = self.value(n_pairs(&solution.mates), &sum, &encoding);
        if value == solution.value {
            Ok(())
        } else {
            Err(Violation::Value)
        }
    }
}

/// How many pairs there are.
fn n_pairs(mates: &[Option<VertexId>]) -> usize {
    mates.iter().flatten().count() / 2
}
