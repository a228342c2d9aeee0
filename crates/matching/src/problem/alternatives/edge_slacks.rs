//! What each edge has to do with the optimum.

use super::searches::{SearchBudget, SearchCount, in_stretches};
use crate::edge_weight::EdgeWeight;
use crate::error::Error;
use crate::graph::VertexId;
use crate::problem::question::{NumberWidth, Question};
use crate::problem::{Goal, Problem, Solution};
use crate::solver::{ExchangeLoss, Exchanges};
use crate::weight::Weight;

/// The ends of an edge, the smaller one first.
type EndsInOrder = (VertexId, VertexId);

/// What an edge has to do with an optimal matching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeSlack<T> {
    /// Its vertices, the smaller one first.
    pub ends: (usize, usize),
    /// Whether the matching has it.
    pub is_matched: bool,
    /// By how much its weight can get worse, if it is matched, or better, if it is not, while the
    /// matching stays optimal. `None`: by any amount.
    pub slack: Option<T>,
    /// Whether some optimal matching has it.
    pub is_in_some_optimum: bool,
    /// Whether every optimal matching has it.
    pub is_in_every_optimum: bool,
}

/// What edges have to do with an optimal matching, as far as the limit allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeSlacks<T> {
    /// In the order of the vertices: all edges, or the first ones.
    pub edges: Vec<EdgeSlack<T>>,
    /// How many edges there are, parallel ones counted once.
    pub n_edges: usize,
}

impl<T> EdgeSlacks<T> {
    /// Whether the limit ended it before all edges were asked about.
    pub fn is_cut(&self) -> bool {
        self.edges.len() < self.n_edges
    }
}

/// What is lost where edges are the other way.
struct OtherWays<D> {
    /// The sum of the weights of the best matching.
    best: D,
    /// By edge; `None` if there is no such matching, or none with as many pairs.
    losses: Vec<Option<D>>,
}

impl<W: EdgeWeight> Problem<W> {
    /// What every edge has to do with an optimal matching of this problem: how far its weight could
    /// change, and so whether it is in some, or in all. In the order of the vertices. One solve, and one
    /// search for each vertex with an edge to a later one, from the duals of the optimum, on all threads with the
    /// feature `rayon`: O(n m log n) at worst, a solve being the same.
    ///
    /// For [`Goal::MaxCardinality`] all weights count as one. Parallel edges count as their best one.
    ///
    /// # Errors
    /// As [`Problem::solve`]; of `Limbs` the headroom is that of `5 n + 2` vertices.
    ///
    /// ```
    /// use edelweiss_matching::{Goal, Problem};
    ///
    /// let mut problem = Problem::new(3, Goal::MaxWeight);
    /// problem.add_edge(0, 1, 5_i64)?;
    /// problem.add_edge(1, 2, 8)?;
    /// let edges = problem.edge_slacks(&problem.solve()?)?;
    /// assert_eq!(edges[0].slack, Some(3)); // 5 + 3 would do as well as 8
    /// assert!(edges[1].is_in_every_optimum);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    pub fn edge_slacks(&self, solution: &Solution<W>) -> Result<Vec<EdgeSlack<W::Total>>, Error> {
        let found = self.edge_slacks_within(solution, SearchBudget::default())?;
        Ok(found.edges)
    }

    /// As [`Problem::edge_slacks`], of the edges from as many vertices as there may be searches.
    ///
    /// # Errors
    /// As [`Problem::edge_slacks`].
    pub fn edge_slacks_within(
        &self,
        solution: &Solution<W>,
        budget: SearchBudget<'_>,
    ) -> Result<EdgeSlacks<W::Total>, Error> {
        let in_order = |(u, v): &(VertexId, VertexId)| ((*u).min(*v), (*u).max(*v));
        let mut ends: Vec<_> = self.ends.iter().map(in_order).collect();
        ends.sort_unstable();
        ends.dedup();
        let n_edges = ends.len();
        let mut rows: Vec<&[EndsInOrder]> = ends.chunk_by(|one, other| one.0 == other.0).collect();
        let count = SearchCount::new(budget, rows.len() as u64);
        rows.truncate(usize::try_from(count.left()).unwrap_or(usize::MAX));
        let edges = if rows.is_empty() {
            Vec::new()
        } else {
            self.slacks_of(solution, &rows, &count)?
        };
        Ok(EdgeSlacks { edges, n_edges })
    }

    /// The slacks of edges, given in rows from one vertex.
    fn slacks_of(
        &self,
        solution: &Solution<W>,
        rows: &[&[EndsInOrder]],
        count: &SearchCount<'_>,
    ) -> Result<Vec<EdgeSlack<W::Total>>, Error> {
        let encoding = W::encoding(self.weights.iter(), self.n)?;
        let narrow = |edge: usize| self.weights[edge].narrow(&encoding).unwrap_or(0);
        let question = self.question();
        let mates = solution.mates();
        let asked = (rows, mates, count);
        let n_all = Exchanges::<W::Dual>::n_vertices(&question.covers);
        let ways = match self.width(&encoding, n_all) {
            NumberWidth::Bits64 => question
                .other_ways(asked, &|edge| narrow(edge) as i64)?
                .map(|ways| ways.map(|number| W::dual(i128::from(number)))),
            NumberWidth::Bits128 => question
                .other_ways(asked, &narrow)?
                .map(|ways| ways.map(W::dual)),
            NumberWidth::Wide => {
                let encoding = self.encoding_for_duals()?;
                let wide = |edge: usize| self.weights[edge].wide(&encoding);
                question.other_ways(asked, &wide)?
            }
        };
        let Some(OtherWays { best, losses }) = ways else {
            // The solution is not one of this problem, which has none: says why.
            return self.solve().map(|_| Vec::new());
        };
        let value = self.total(&best, &encoding);
        let slack = |loss: &W::Dual| match self.goal {
            // With an edge more or less, a largest matching has one edge less at most.
            Goal::MaxCardinality => W::count(usize::from(!loss.is_zero())),
            Goal::MinWeightPerfect => {
                W::difference(&self.total(&best.minus(loss), &encoding), &value)
            }
            _ => W::difference(&value, &self.total(&best.minus(loss), &encoding)),
        };
        let ends = rows.iter().copied().flatten();
        let edges = ends.zip(losses).map(|((u, v), loss)| {
            let is_matched = mates.get(u.index()) == Some(&Some(*v));
            let is_open = loss.as_ref().is_some_and(Weight::is_zero);
            EdgeSlack {
                ends: (u.index(), v.index()),
                is_matched,
                slack: loss.as_ref().map(slack),
                is_in_some_optimum: is_matched || is_open,
                is_in_every_optimum: is_matched && !is_open,
            }
        });
        Ok(edges.collect())
    }
}

impl<D> OtherWays<D> {
    /// The same in numbers of another type.
    fn map<E>(self, number: impl Fn(D) -> E) -> OtherWays<E> {
        let losses = self.losses.into_iter();
        OtherWays {
            best: number(self.best),
            losses: losses.map(|loss| Some(number(loss?))).collect(),
        }
    }
}

/// The edges that are asked about, whose mates a matching has, and who counts.
type AskedEdges<'a> = (
    &'a [&'a [EndsInOrder]],
    &'a [Option<VertexId>],
    &'a SearchCount<'a>,
);

impl Question<'_> {
    /// What is lost where matched edges are left out, and others taken in; `None` if there is no matching.
    fn other_ways<D: Weight>(
        &self,
        (rows, mates, count): AskedEdges<'_>,
        weight: &dyn Fn(usize) -> D,
    ) -> Result<Option<OtherWays<D>>, Error> {
        let Some(exchanges) = self.exchanges(weight)? else {
            return Ok(None);
        };
        let losses = in_stretches(rows.len(), |stretch| {
            let mut exchanges = exchanges.fork();
            let rows = rows[stretch].iter();
            rows.flat_map(|row| {
                count.count();
                losses_of(&mut exchanges, row, mates)
            })
            .collect()
        });
        Ok(Some(OtherWays {
            best: exchanges.value().clone(),
            losses,
        }))
    }
}

/// What is lost where the edges of a vertex are the other way.
fn losses_of<D: Weight>(
    exchanges: &mut Exchanges<D>,
    row: &[EndsInOrder],
    mates: &[Option<VertexId>],
) -> Vec<Option<D>> {
    let u = row[0].0;
    let mate = mates.get(u.index()).copied().flatten();
    // Without its pair it is matched to somebody else, whoever that is, or exposed.
    let asks_all = row.iter().any(|(_, v)| Some(*v) == mate);
    let losses = exchanges.of(u, |v| asks_all || v.is_some_and(|v| u < v));
    let of_edge = |(_, v): &EndsInOrder| {
        if Some(*v) == mate {
            let others = losses.iter().filter(|loss| loss.mate != mate);
            return others.filter_map(|loss| loss.loss.clone()).min();
        }
        let place = |loss: &ExchangeLoss<D>| loss.mate.map_or(usize::MAX, VertexId::index);
        let at = losses.binary_search_by_key(&v.index(), place).ok()?;
        losses[at].loss.clone()
    };
    row.iter().map(of_edge).collect()
}
