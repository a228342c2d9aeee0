//! The document: a proof as JSON (`docs/schema/proof.schema.json`). Players are named by their starting
//! numbers, the bye by 0.

use num_bigint::BigInt;
use serde::{Deserialize, Serialize};

use crate::premises::{Premises, sha256};
use crate::rejection::Rejection;

const FORMAT: &str = "edelweiss.proof";
/// Raised when a field changes its meaning.
const VERSION: u32 = 2;
/// More digits than the dual of any round has.
const MOST_DIGITS: usize = 4_000;

/// The proof of a round, or of its impossibility.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundProof {
    /// "edelweiss.proof".
    pub format: String,
    /// 2.
    pub format_version: u32,
    /// What it assumes.
    pub premises: Premises,
    /// Who has the bye.
    pub bye: Option<u32>,
    /// 2026 C5: why nobody with a lower score can have it, where somebody would be allowed to.
    pub lower_bye: Option<ProofBarrier>,
    /// Why there is no legal round; then there are no brackets.
    pub impossible: Option<ProofBarrier>,
    /// From the top.
    pub brackets: Vec<BracketProof>,
    /// SHA-256 of the document with this field empty, against accidents.
    pub checksum: String,
}

/// Players who are taken away to show that the others cannot all be paired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofBarrier {
    /// Their numbers.
    pub players: Vec<u32>,
    /// Whether the bye is taken away with them.
    pub bye: bool,
}

/// The proof of a bracket. One with a barrier is a pairing that left no completion (2017 A.9); the penultimate
/// bracket, paired again, and the last one follow.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BracketProof {
    /// Players moved down into it, highest ranked first.
    pub mdps: Vec<u32>,
    /// Its residents, highest ranked first.
    pub residents: Vec<u32>,
    /// Its pairs, the higher ranked player first, in the order of these.
    pub pairs: Vec<[u32; 2]>,
    /// Label and costs of each criterion, in priority order.
    pub costs: Vec<(String, Vec<u64>)>,
    /// Whether everybody lower and the bye take part in the proof, not the following scoregroup alone.
    pub everybody: bool,
    /// The duals that are not obvious.
    pub duals: Vec<DualStep>,
    /// With a barrier: the pairs of the following bracket that it looked ahead to.
    pub following: Vec<[u32; 2]>,
    /// Why its floaters and everybody lower cannot all be paired; of a ladder, why nobody can be where games of the same players
    /// lie one round further apart.
    pub barrier: Option<ProofBarrier>,
    /// Pairs of a group that were taken apart so that the median group could be paired (C.04.4.3 2.6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<[u32; 2]>,
    /// Of the median group, why it could not be paired before each of these was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub splits: Vec<ProofBarrier>,
}

/// Duals, four times each, in decimal: halves come up, and again where an edge needs a slack of less than one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DualStep {
    /// Of the vertices, in order; the others have none.
    pub vertices: Vec<String>,
    /// Of odd sets, each with its vertices, which count from 0.
    pub sets: Vec<(Vec<usize>, String)>,
}

/// An integer of a document.
pub(crate) fn number(text: &str) -> Result<BigInt, Rejection> {
    let number = (text.len() <= MOST_DIGITS).then(|| text.parse().ok());
    let refused = || format!("expected an integer of at most {MOST_DIGITS} digits");
    number.flatten().ok_or_else(|| Rejection::new(refused()))
}

impl RoundProof {
    /// A proof without brackets and checksum.
    pub fn new(premises: Premises) -> Self {
        Self {
            format: FORMAT.to_owned(),
            format_version: VERSION,
            premises,
            ..Self::default()
        }
    }

    /// Reads a document.
    ///
    /// # Errors
    /// With line and column, where it is not one; one of another version.
    pub fn read(bytes: &[u8]) -> Result<Self, Rejection> {
        /// What every version begins with.
        #[derive(Deserialize)]
        struct Head {
            format: String,
            format_version: u32,
        }
        serde_json::from_slice(bytes).map_err(|error| {
            let head = serde_json::from_slice::<Head>(bytes).ok();
            match head.filter(|head| head.format == FORMAT && head.format_version != VERSION) {
                Some(head) => Rejection::new(format!(
                    "it has version {}, expected {VERSION}; prove the round again",
                    head.format_version
                ))
                .at("format_version"),
                None => Rejection::new(error.to_string()),
            }
        })
    }

    /// The document, with its checksum.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.checksum.clear();
        self.checksum = sha256(&self.to_json());
        self
    }

    /// As text, with a line end.
    ///
    /// # Panics
    /// Never: a proof has only text and integers.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text and integers") + "\n"
    }

    /// Whether this is the format.
    pub(crate) fn check_format(&self) -> Result<(), Rejection> {
        if self.format != FORMAT || self.format_version != VERSION {
            let expected = format!("expected {FORMAT}, version {VERSION}");
            return Err(Rejection::new(expected).at("format"));
        }
        Ok(())
    }
}
