//! Proofs that a round is the right one, and whether one holds.

use std::fmt::Write as _;

use edelweiss::pairing::Rules;
use edelweiss::prove::{self, PseudoBoolean};
use edelweiss::verify::{self, Rejection, RoundProof};
use serde::Serialize;

use crate::error::{AnswerError, AnswerErrorKind};
use crate::input::TournamentInput;
use crate::json::{Program, written};
use crate::pair::AnsweredRound;
use crate::which_round::{self, RoundOptions};

/// A proof is read into memory at several times its size; 9,999 players take about 2 MB.
const MOST_BYTES: usize = 256 << 20;

/// Raised when a field changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

/// The proof of a round that was paired, as a document (docs/schema/proof.schema.json).
///
/// # Errors
/// Systems of which there are no proofs, and rounds that have none.
pub fn proof(paired: &AnsweredRound<'_>) -> Result<String, AnswerError> {
    let proof = prove::prove(&paired.chosen.tournament, &rules(paired)?, &paired.outcome);
    Ok(proof.map_err(|rejection| has_none(&rejection))?.to_json())
}

/// The same as a pseudo-Boolean problem and its derivation for each bracket, for the program VeriPB.
///
/// # Errors
/// As for [`proof`].
pub fn pseudo_boolean(paired: &AnsweredRound<'_>) -> Result<Vec<PseudoBoolean>, AnswerError> {
    prove::pseudo_boolean(&paired.chosen.tournament, &rules(paired)?, &paired.outcome)
        .map_err(|rejection| has_none(&rejection))
}

fn rules(paired: &AnsweredRound<'_>) -> Result<Rules, AnswerError> {
    let edition = paired.choice.pairing.edition.ok_or_else(|| {
        AnswerError::invalid("proofs are of rounds of the Dutch System of 2026 or 2017")
    })?;
    Ok(Rules::new(edition, paired.engine))
}

fn has_none(rejection: &Rejection) -> AnswerError {
    AnswerError::invalid(format!("the round has no proof: {rejection}"))
}

/// A proof, checked against the round of a file.
#[derive(Debug)]
pub struct CheckedProof {
    /// As the proof is named in messages.
    name: String,
    proof: RoundProof,
    rejection: Option<Rejection>,
}

#[derive(Serialize)]
struct VerificationDocument {
    format: &'static str,
    format_version: u32,
    program: Program,
    holds: bool,
    /// Why it does not.
    rejection: Option<String>,
    edition: u16,
    round: u16,
    /// Whether it proves that there is no round.
    is_impossible: bool,
    pairs: usize,
    bye: Option<u16>,
}

impl CheckedProof {
    /// Checks the proof `bytes`, which messages call `proof_name`, against the round of a file; `note` is
    /// told which one that is.
    ///
    /// # Errors
    /// A proof that is none; a round that cannot be chosen. A proof that does not hold is an answer.
    pub fn new(
        input: &TournamentInput,
        which: &RoundOptions,
        (proof_name, bytes): (&str, &[u8]),
        mut note: impl FnMut(&str),
    ) -> Result<Self, AnswerError> {
        if bytes.len() > MOST_BYTES {
            let message = format!("{proof_name}: larger than {} MB", MOST_BYTES >> 20);
            return Err(AnswerError::new(AnswerErrorKind::Limit, message));
        }
        let proof = RoundProof::read(bytes).map_err(|rejection| {
            AnswerError::invalid(format!("{proof_name}: not a proof: {rejection}"))
        })?;
        // A proof does not depend on the system that the file asks for; of games per round it knows one.
        let chosen = which_round::choose(&input.name, &input.reading.tournament, 1, which)?;
        for words in chosen.notes() {
            note(&words);
        }
        // As `pair` does where a recorded round comes out only with a bye that the arbiter gave.
        let rejection = verify::verify(&chosen.tournament, &proof).err();
        let with_byes = || {
            let mut others = chosen.with_given_byes();
            others.any(|other| verify::verify(&other.tournament, &proof).is_ok())
        };
        Ok(Self {
            name: proof_name.to_owned(),
            rejection: rejection.filter(|_| !with_byes()),
            proof,
        })
    }

    fn n_pairs(&self) -> usize {
        let lasting = (self.proof.brackets.iter()).filter(|bracket| bracket.barrier.is_none());
        lasting.map(|bracket| bracket.pairs.len()).sum()
    }

    /// What holds.
    ///
    /// # Errors
    /// Why it does not, as an answer more than a failure.
    pub fn to_text(&self) -> Result<String, AnswerError> {
        let proof = &self.proof;
        if let Some(rejection) = &self.rejection {
            let message = format!("{}: the proof does not hold: {rejection}", self.name);
            return Err(AnswerError::new(AnswerErrorKind::NoPairing, message));
        }
        let mut text = format!(
            "The proof holds: round {}, edition of {}.\n",
            proof.round, proof.edition
        );
        if proof.impossible.is_some() {
            text += "No legal round exists.\n";
        } else {
            let bye = proof.bye.map_or(String::new(), |bye| {
                format!(", and the bye of player {bye}")
            });
            writeln!(
                text,
                "Nothing else is right than its {} pairs{bye}; colours are not part of it.",
                self.n_pairs()
            )
            .expect("a string grows");
        }
        Ok(text)
    }

    /// The document `edelweiss.verification`.
    pub fn to_json(&self) -> String {
        let proof = &self.proof;
        written(&VerificationDocument {
            format: "edelweiss.verification",
            format_version: FORMAT_VERSION,
            program: Program::default(),
            holds: self.rejection.is_none(),
            rejection: self.rejection.as_ref().map(ToString::to_string),
            edition: proof.edition,
            round: proof.round,
            is_impossible: proof.impossible.is_some(),
            pairs: self.n_pairs(),
            bye: proof.bye,
        })
    }
}
