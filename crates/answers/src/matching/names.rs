//! What a matching is asked for, and how it is written, by their names.

use edelweiss::matching::{Goal, ProblemFormat};
use serde::{Deserialize, Serialize};

/// `--objective`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ObjectiveName {
    /// The largest sum of weights
    #[default]
    Weight,
    /// The largest sum of weights among the matchings with the most pairs
    CardinalityWeight,
    /// The largest sum of weights among the matchings that leave nobody alone
    Perfect,
    /// The smallest sum of weights among the matchings that leave nobody alone
    MinPerfect,
    /// The most pairs
    Cardinality,
}

impl ObjectiveName {
    pub(super) fn goal(self) -> Goal {
        match self {
            Self::Weight => Goal::MaxWeight,
            Self::CardinalityWeight => Goal::MaxWeightMaxCardinality,
            Self::Perfect => Goal::MaxWeightPerfect,
            Self::MinPerfect => Goal::MinWeightPerfect,
            Self::Cardinality => Goal::MaxCardinality,
        }
    }
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum MatchFormat {
    /// "value N", "pairs N", then a pair in each line
    Text,
    /// One document; docs/schema/matching.schema.json
    Json,
    /// The graph, solved, as a picture for Graphviz
    Dot,
    /// The graph itself as an edge list
    EdgeList,
    /// The graph itself as DIMACS
    Dimacs,
    /// The integer program, not solved, as CPLEX LP
    Lp,
    /// The same as free MPS
    Mps,
    /// The same as a pseudo-Boolean problem
    Opb,
    /// Why no solution of that problem is better than the matching: a derivation that VeriPB checks
    Veripb,
}

impl MatchFormat {
    /// What is written of the problem itself.
    pub(super) fn of_problem(self) -> Option<ProblemFormat> {
        Some(match self {
            Self::Text | Self::Json | Self::Dot | Self::Veripb => return None,
            Self::EdgeList => ProblemFormat::EdgeList,
            Self::Dimacs => ProblemFormat::Dimacs,
            Self::Lp => ProblemFormat::Lp,
            Self::Mps => ProblemFormat::Mps,
            Self::Opb => ProblemFormat::Opb,
        })
    }
}
