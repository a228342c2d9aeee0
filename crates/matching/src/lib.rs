//! Maximum-weight matching in general graphs.
//!
//! The solver is Edmonds' blossom algorithm in primal-dual form, one alternating tree at a time.
//! It keeps its dual variables, so that it can be asked again after a small change of the instance
//! ([`Solver::resolve`]), can try a change and take it back ([`Solver::try_force`],
//! [`Solver::try_restrict`]), and can hand out a [`Certificate`] that [`certificate::verify`]
//! checks without sharing any code with the solver.
//!
//! ```
//! use edelweiss_matching::{Cover, Dense, Solver, VertexId};
//!
//! let mut graph = Dense::new(4);
//! for (u, v, weight) in [(0, 1, 5), (1, 2, 11), (2, 3, 5)] {
//!     graph.set(VertexId::new(u), VertexId::new(v), Some(weight))?;
//! }
//! let mut solver = Solver::<i64>::new(graph, &[Cover::May; 4])?;
//! solver.solve()?;
//! assert_eq!(solver.value(), 11);
//! assert_eq!(solver.mate(VertexId::new(1)), Some(VertexId::new(2)));
//! # Ok::<(), edelweiss_matching::Error>(())
//! ```
//!
//! For dense graphs whose weights depend on classes of vertices, [`Classed`] grows all trees at once
//! on bit rows, and [`Best`] keeps the best matchings by one measure after another. What all optimal
//! matchings have in common is a [`Face`]: perfect matchings that leave odd sets once; it tells which
//! edges can stay in one while others go. Without weights all come down to [`cardinality`].
//!
//! # Measured
//! Processor time of one thread by `cargo run --release -p edelweiss-matching --example measure`, on
//! an AMD EPYC at 2.6 GHz with another program running; one run, good for the order of magnitude:
//!
//! | instance, `i64` weights below 10⁶ | max weight | perfect | most edges |
//! |---|---:|---:|---:|
//! | dense, 500 vertices | 16 ms | 16 ms | |
//! | dense, 1000 vertices | 52 ms | 56 ms | |
//! | sparse, 10,000 vertices of mean degree 8 | 12 ms | | 0.56 s |
//!
//! Trials on packed weights: 500 vertices with 16 limbs, 775 times `try_force`: 0.08 s. 1000 vertices
//! with 8 limbs, 1000 times `try_restrict`, half of them in vain: 0.24 s.
//!
//! # Sources
//! J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (1965) and "Paths, trees, and
//! flowers" (1965); Z. Galil, "Efficient algorithms for finding maximum matching in graphs" (1986);
//! K. Mehlhorn and G. Schäfer, "Implementation of O(nm log n) weighted matchings in general graphs"
//! (2002), for the single search tree and the event queue; C. Berge (1958) and W. T. Tutte (1947)
//! for the witness that no matching exists.

pub mod bitset;
pub mod cardinality;
pub mod certificate;
mod class_patterns;
mod classed;
mod columns;
mod edge_weight;
mod error;
mod exchange;
mod face;
mod first_perfect;
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
mod transport;
mod vertex;
mod weight;

pub use certificate::Certificate;
pub use class_patterns::{ClassMembers, class_patterns};
pub use classed::{Best, Classed, Optimum, Start};
pub use columns::Columns;
pub use edge_weight::EdgeWeight;
pub use error::{Error, NoMatching};
pub use exchange::least_smaller_endpoints;
pub use face::{Face, OpenSet};
pub use first_perfect::FirstPerfect;
pub use graph::{Csr, Dense, Graph, Sparse, Tabled, VertexId, WeightedGraph};
pub use lex::{Lex, LexFields};
pub use limbs::Limbs;
pub use objective::{Cover, Objective};
pub use problem::{Algorithm, Goal, Problem, Solution};
pub use solver::{Events, Solver};
pub use table::{AmountId, WeightTable};
pub use transport::{NO_EDGE, Transport};
pub use weight::Weight;
