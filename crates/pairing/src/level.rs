//! The levels of the ladder that are more than a few lines.

pub(crate) mod alone;
pub(crate) mod alone_classes;
pub(crate) mod below;
mod chains;
mod first_of_cells;
mod first_perfect;
mod greedy;
pub(crate) mod table;
mod transport;
