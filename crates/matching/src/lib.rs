//! Maximum-weight matching in general graphs.
//!
//! [`Problem`] is the way in: a graph, what is asked of a matching of it, and weights of any integer
//! type. It chooses an algorithm by the shape of the graph, and every answer has a [`Certificate`] that
//! [`certificate::verify`] checks without sharing any code with the algorithms.
//!
//! ```
//! use edelweiss_matching::{Goal, Problem};
//!
//! let mut problem = Problem::new(4, Goal::MaxWeight);
//! for (u, v, weight) in [(0, 1, 5_i64), (1, 2, 11), (2, 3, 5)] {
//!     problem.add_edge(u, v, weight)?;
//! }
//! let solution = problem.solve()?;
//! assert_eq!(solution.value(), &11);
//! assert_eq!(solution.mate(1), Some(2));
//! # Ok::<(), edelweiss_matching::Error>(())
//! ```
//!
//! The algorithms are Edmonds' blossom algorithm in primal-dual form: [`Algorithm::MultiTree`] grows all
//! alternating trees at once, for sparse graphs; [`Solver`] grows one at a time and keeps its dual
//! variables, so that it can be asked again after a small change of the instance ([`Solver::resolve`]).
//!
//! For dense graphs whose weights depend on classes of vertices, [`ClassWeightedGraph`] grows all trees at once
//! on bit rows, and [`LexicographicOptima`] keeps the best matchings by one objective after another. What all optimal
//! matchings have in common is a [`MatchingFace`]: perfect matchings that leave odd sets once; it tells which
//! edges can stay in one while others go. Without weights all come down to [`cardinality`], which also has
//! [`Algorithm::Phases`] for the most edges of sparse graphs.
//!
//! # Measured
//! Processor time of one thread by `cargo run --release -p edelweiss-matching --example measure`, on
//! an AMD EPYC at 2.6 GHz with another program running; one run, good for the order of magnitude:
//!
//! | instance, `i64` weights below 10⁶ | max weight | perfect | most edges |
//! |---|---:|---:|---:|
//! | dense, 500 vertices | 16 ms | 16 ms | |
//! | dense, 1000 vertices | 52 ms | 56 ms | |
//!
//! Sparse graphs of up to a million vertices are measured beside another library in the README.
//!
//! # Sources
//! J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (1965) and "Paths, trees, and
//! flowers" (1965); Z. Galil, "Efficient algorithms for finding maximum matching in graphs" (1986);
//! K. Mehlhorn and G. Schäfer, "Implementation of O(nm log n) weighted matchings in general graphs"
//! (2002), for the single search tree and the event queue; C. Berge (1958) and W. T. Tutte (1947)
//! for the witness that no matching exists.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

/// The examples of the README are tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

pub mod bitset;
pub mod cardinality;
pub mod certificate;
mod classed;
mod edge_weight;
mod error;
mod face;
#[cfg(feature = "petgraph")]
mod from_petgraph;
mod graph;
mod lex;
mod limbs;
mod multi_tree;
mod objective;
mod problem;
mod solver;
mod table;
mod thresholds;
mod vertex;
mod weight;

pub use certificate::Certificate;
pub use classed::{ClassWeightedGraph, LexicographicOptima, Optimum, WarmStart};
pub use edge_weight::EdgeWeight;
pub use error::{Error, NoMatching};
pub use face::MatchingFace;
pub use graph::{Csr, Dense, Graph, Sparse, VertexId, WeightedGraph};
pub use lex::{Lex, LexFields};
pub use limbs::Limbs;
pub use multi_tree::{TreeChange, TreeStep};
pub use objective::{Cover, Objective};
pub use problem::{
    Algorithm, EdgeSlack, EdgeSlacks, Goal, Problem, ProblemFormat, RankedMatching,
    RankedMatchings, SearchBudget, Solution,
};
pub use solver::{Events, Solver};
pub use table::{AmountId, WeightTable};
pub use weight::Weight;
