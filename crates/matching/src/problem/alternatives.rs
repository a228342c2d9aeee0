//! Other matchings than the optimal one: the best ones in order, and what each edge has to do with the
//! optimum. Both are asked of one optimum, from whose duals a search tells what becomes of it if an edge is left
//! out ([`WhatIf`](crate::solver::WhatIf)) or a vertex matched otherwise
//! ([`Exchanges`](crate::solver::Exchanges)).

mod edge_slacks;
mod ranking;
mod searches;

pub use self::edge_slacks::{EdgeSlack, EdgeSlacks};
pub use self::ranking::{RankedMatching, RankedMatchings};
pub use self::searches::SearchBudget;
