//! The tasks, each with the words after its name.

pub(crate) mod axes;
pub(crate) mod corpus;
pub(crate) mod crosscheck;
pub(crate) mod dossier;
pub(crate) mod dubov_corpus;
pub(crate) mod find_example;
pub(crate) mod limits;
pub(crate) mod proofs;
pub(crate) mod readings;
pub(crate) mod show_example;
pub(crate) mod standings_law;
pub(crate) mod stopwatch;
pub(crate) mod tie_breaks;
