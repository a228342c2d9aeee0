//! Problems on graphs that are asked vertex by vertex: those in memory, and those that are nowhere written
//! down. Both ends of an edge tell of it, and have to tell the same.

use super::{Goal, Problem};
use crate::edge_weight::EdgeWeight;
use crate::error::Error;
use crate::graph::{VertexId, WeightedGraph};

impl<W: EdgeWeight + PartialEq> Problem<W> {
    /// A problem on any graph with edges and weights: the vertices `0..n_vertices`. O(n + m log degree).
    ///
    /// # Errors
    /// As [`Problem::from_oracles`].
    pub fn from_graph(graph: &impl WeightedGraph<W>, goal: Goal) -> Result<Self, Error> {
        Self::from_rows(graph.n_vertices(), goal, |v, row| {
            graph.for_each_neighbour(VertexId::new(v), |u, weight| {
                row.push((u.index(), weight.clone()));
            });
        })
    }

    /// A problem on a graph that is nowhere written down: a function names the neighbours of a vertex, in
    /// any order, another the weight of an edge. Each is asked once for every end of an edge, and what they
    /// say is kept. O(n + m log degree) besides.
    ///
    /// ```
    /// use edelweiss_matching::{Goal, Problem};
    ///
    /// // The squares of a board of 4 by 4 whose corner is missing, dominoes on it, and what they cover.
    /// let neighbours = |v: usize| {
    ///     let beside = [(v % 4 > 0, v.wrapping_sub(1)), (v % 4 < 3, v + 1)];
    ///     let above = [(v >= 4, v.wrapping_sub(4)), (v < 11, v + 4)];
    ///     let all = beside.into_iter().chain(above);
    ///     all.filter(|(is_on_board, u)| *is_on_board && *u < 15).map(|(_, u)| u)
    /// };
    /// let problem = Problem::from_oracles(15, Goal::MaxWeight, neighbours, |u, v| (u + v) as u32)?;
    /// assert_eq!(problem.solve()?.n_pairs(), 7);
    /// # Ok::<(), edelweiss_matching::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoSuchVertex`], [`Error::SelfLoop`]; [`Error::TooManyVertices`]; [`Error::EndsDisagree`] about
    /// an edge that one end does not name, or names twice, or with another weight.
    pub fn from_oracles<I: IntoIterator<Item = usize>>(
        n: usize,
        goal: Goal,
        mut neighbours: impl FnMut(usize) -> I,
        mut weight: impl FnMut(usize, usize) -> W,
    ) -> Result<Self, Error> {
        Self::from_rows(n, goal, |v, row| {
            row.extend(neighbours(v).into_iter().map(|u| (u, weight(v, u))));
        })
    }

    /// From a function that appends the neighbours of a vertex and the weights.
    fn from_rows(
        n: usize,
        goal: Goal,
        mut append: impl FnMut(usize, &mut Vec<(usize, W)>),
    ) -> Result<Self, Error> {
        if n >= 1 << 31 {
            return Err(Error::TooManyVertices(n));
        }
        let disagree =
            |u: usize, v: usize| Err(Error::EndsDisagree(VertexId::new(u), VertexId::new(v)));
        let mut problem = Self::new(n, goal);
        // By vertex: the edges to later neighbours, of which those that have confirmed them come first.
        let mut open = vec![0..0; n];
        let mut row = Vec::new();
        for v in 0..n {
            append(v, &mut row);
            row.sort_unstable_by_key(|(u, _)| *u);
            let start = problem.ends.len();
            for (u, weight) in row.drain(..) {
                if u >= v {
                    if problem.ends.len() > start
                        && problem.ends.last() == Some(&(VertexId::new(v), VertexId::new(u)))
                    {
                        return disagree(v, u);
                    }
                    problem.add_edge(v, u, weight)?;
                    continue;
                }
                // Vertices come in ascending order here and there.
                let next = open[u]
                    .next()
                    .map(|edge| (problem.ends[edge].1.index(), edge));
                match next {
                    Some((end, edge)) if end == v && problem.weights[edge] == weight => {}
                    Some((end, _)) if end < v => return disagree(u, end),
                    _ => return disagree(u, v),
                }
            }
            open[v] = start..problem.ends.len();
        }
        match (0..n).find_map(|u| open[u].next().map(|edge| (u, edge))) {
            Some((u, edge)) => disagree(u, problem.ends[edge].1.index()),
            None => Ok(problem),
        }
    }
}
