//! Byes that are given, not paired.

use serde::{Deserialize, Serialize};

/// A bye that an arbiter gives; the pairing-allocated one is the engine's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GivenBye {
    /// As many points as the file gives a full-point bye.
    #[serde(rename = "F")]
    Full,
    /// As many as a half-point bye.
    #[serde(rename = "H")]
    Half,
    /// An absence, mostly without points.
    #[serde(rename = "Z")]
    Absent,
}
