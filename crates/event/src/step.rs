//! What is to be done, as plain values.

use serde::{Deserialize, Serialize};

use crate::score::GameScore;

/// A step. In JSON its kind stands in the field `step`:
/// `{"step": "results", "results": [{"board": 1, "result": "1-0"}]}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Step {
    /// Enter or correct results of one round.
    Results(ResultsStep),
    /// Add a round that was paired.
    Round(RoundStep),
}

/// Results of one round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ResultsStep {
    /// Which round; the last one that was paired, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// At least one.
    pub results: Vec<EnteredResult>,
}

/// The result of one game, which is told by its board or by its players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EnteredResult {
    /// The number of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<u16>,
    /// The numbers of White and Black, which count more than the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<[u16; 2]>,
    /// White first.
    pub result: GameScore,
    /// Where it was read, for messages.
    #[serde(skip)]
    pub place: String,
}

/// A round that was paired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RoundStep {
    /// The round to be paired next, or the last one that stands in the file, without results, which is
    /// replaced then.
    pub round: u16,
    /// White and Black of each board, in the order in which they are published.
    pub boards: Vec<[u16; 2]>,
    /// Who has the pairing-allocated bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<u16>,
    /// Whether each pair plays a match of two games, the second one in the round after.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_match: bool,
    /// By which rules it was paired, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}
