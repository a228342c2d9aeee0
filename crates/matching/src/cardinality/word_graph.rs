//! Graphs of at most 64 vertices, a word for each, and whether some of them can be matched perfectly.
//!
//! For many questions about one small graph: nothing is allocated, and a greedy matching with one kind of
//! repair answers most of them. Otherwise the search branches on a vertex with the fewest partners left,
//! which is exponential where it fails deep down, so it has a budget; whoever has no other answer then gets
//! one by alternating trees.

use super::{BitGraph, has_perfect_matching};
use crate::bitset::members;
use crate::graph::VertexId;

/// Steps of branching that take as long as growing trees.
const MOST_STEPS: u32 = 100;

/// An unweighted graph of 64 vertices, those without edges included.
///
/// ```
/// use edelweiss_matching::cardinality::WordGraph;
///
/// let mut path = WordGraph::default();
/// for (v, row) in [(0, 0b0010), (1, 0b0101), (2, 0b1010), (3, 0b0100)] {
///     path.set_half_row(v, row);
/// }
/// let mut steps = 100;
/// assert_eq!(path.is_perfect(0b1111, 0, &mut steps), Some(true));
/// assert_eq!(path.is_perfect(0b1111, 0b1100, &mut steps), Some(false), "2 and 3 are apart");
/// assert!(path.has_perfect_matching(0b0110, 0));
/// ```
#[derive(Clone, Debug)]
pub struct WordGraph {
    rows: [u64; 64],
}

/// Without edges.
impl Default for WordGraph {
    fn default() -> Self {
        Self { rows: [0; 64] }
    }
}

impl WordGraph {
    /// The same graph; `None` where it has more than 64 vertices.
    #[must_use]
    pub fn of(graph: &BitGraph) -> Option<Self> {
        let mut rows = [0; 64];
        for v in 0..graph.n_vertices() {
            *rows.get_mut(v)? = graph.row(VertexId::new(v))[0];
        }
        Some(Self { rows })
    }

    /// The neighbours of `v`.
    ///
    /// # Panics
    /// When there is no such vertex.
    #[inline]
    #[must_use]
    pub fn row(&self, v: usize) -> u64 {
        self.rows[v]
    }

    /// Makes `row` the neighbours of `v`, on the side of `v` only: the caller sees to it that in the end
    /// the graph is symmetric and without self-loops.
    ///
    /// # Panics
    /// When there is no such vertex.
    #[inline]
    pub fn set_half_row(&mut self, v: usize, row: u64) {
        self.rows[v] = row;
    }

    /// Removes the edges among `vertices`.
    pub fn set_apart(&mut self, vertices: u64) {
        for v in members(vertices) {
            self.rows[v] &= !vertices;
        }
    }

    /// Whether `vertices` have a perfect matching among themselves, with no two of `apart` in a pair; `None`
    /// where `steps`, which branching takes from, do not suffice. O(vertices) mostly, and as much again for
    /// each step.
    #[must_use]
    pub fn is_perfect(&self, vertices: u64, apart: u64, steps: &mut u32) -> Option<bool> {
        if self.pairs_up_greedily(vertices, apart) {
            return Some(true);
        }
        self.branches(vertices, apart, steps)
    }

    /// As [`Self::is_perfect`], whatever it takes. O(vertices) mostly, and as
    /// [`has_perfect_matching`](super::has_perfect_matching) at worst.
    #[must_use]
    pub fn has_perfect_matching(&self, vertices: u64, apart: u64) -> bool {
        let soon = self.is_perfect(vertices, apart, &mut { MOST_STEPS });
        soon.unwrap_or_else(|| self.has_perfect_matching_by_trees(vertices, apart))
    }

    fn has_perfect_matching_by_trees(&self, vertices: u64, apart: u64) -> bool {
        let places: Vec<usize> = members(vertices).collect();
        let mut graph = BitGraph::new(places.len());
        for (place, v) in places.iter().enumerate() {
            let row = self.row_apart(*v, apart);
            let others = (0..places.len()).filter(|other| row >> places[*other] & 1 == 1);
            for other in others {
                graph.set_edge(VertexId::new(place), VertexId::new(other), true);
            }
        }
        has_perfect_matching(&graph, &[])
    }

    /// Whom `v` may meet if no two of `apart` may.
    #[inline]
    fn row_apart(&self, v: usize, apart: u64) -> u64 {
        let row = self.rows[v];
        if apart >> v & 1 == 1 {
            row & !apart
        } else {
            row
        }
    }

    /// Finds a perfect matching as a rule where there is one: every vertex takes the first partner left,
    /// or else one of somebody who can take another.
    fn pairs_up_greedily(&self, vertices: u64, apart: u64) -> bool {
        let mut mates = [0_u8; 64];
        let mut left = vertices;
        while left != 0 {
            // The last first: it may be one that few can take.
            let v = 63 - left.leading_zeros() as usize;
            left &= !(1 << v);
            let row = self.row_apart(v, apart) & vertices;
            let mut partner = row & left;
            if partner == 0 {
                let step = members(row).find_map(|taken| {
                    let jilted = usize::from(mates[taken]);
                    let other = self.row_apart(jilted, apart) & left;
                    (other != 0).then(|| (taken, jilted, other.trailing_zeros()))
                });
                let Some((taken, jilted, other)) = step else {
                    return false;
                };
                left &= !(1 << other);
                mates[jilted] = other as u8;
                mates[other as usize] = jilted as u8;
                partner = 1 << taken;
            }
            let partner = partner.trailing_zeros() as usize;
            left &= !(1 << partner);
            mates[v] = partner as u8;
            mates[partner] = v as u8;
        }
        true
    }

    /// As [`Self::is_perfect`], by branching on a vertex with the fewest partners left.
    fn branches(&self, mut left: u64, apart: u64, steps: &mut u32) -> Option<bool> {
        while left != 0 {
            *steps = steps.checked_sub(1)?;
            let (mut fewest, mut partners, mut vertex) = (u32::MAX, 0, 0);
            for v in members(left) {
                let row = self.row_apart(v, apart) & left;
                if row.count_ones() < fewest {
                    (fewest, partners, vertex) = (row.count_ones(), row, v);
                    if fewest <= 1 {
                        break;
                    }
                }
            }
            left &= !(1 << vertex);
            match fewest {
                0 => return Some(false),
                1 => left &= !partners,
                _ => {
                    for partner in members(partners) {
                        if self.branches(left & !(1 << partner), apart, steps)? {
                            return Some(true);
                        }
                    }
                    return Some(false);
                }
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All graphs of six vertices, with every set apart of the first three.
    #[test]
    fn branching_and_trees_agree_on_all_graphs_of_six() {
        let edges: Vec<(usize, usize)> = (0..6)
            .flat_map(|u| (u + 1..6).map(move |v| (u, v)))
            .collect();
        for drawn in 0_u32..1 << edges.len() {
            let mut graph = WordGraph::default();
            let present = edges.iter().enumerate();
            for (_, (u, v)) in present.filter(|(place, _)| drawn >> place & 1 == 1) {
                graph.rows[*u] |= 1 << v;
                graph.rows[*v] |= 1 << u;
            }
            for apart in 0..8 {
                let by_trees = graph.has_perfect_matching_by_trees(0b11_1111, apart);
                let mut steps = u32::MAX;
                let by_branching = graph.is_perfect(0b11_1111, apart, &mut steps);
                assert_eq!(by_branching, Some(by_trees), "{drawn:#b}, {apart:#b} apart");
            }
        }
    }
}
