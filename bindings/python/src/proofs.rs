//! Proofs of rounds, written and checked.

use answers::AnswerError;
use answers::pair::{AnsweredRound, PairOptions};
use answers::which_round::{self, RoundOptions};
use edelweiss::pairing::Rules;
use edelweiss::verify::RoundProof;
use pyo3::prelude::*;
use serde::de::DeserializeOwned;

use crate::border::{Refusal, guarded};
use crate::tournament::Tournament;

/// The proof, as JSON, that the round is the one that the Dutch rules ask for, or that there is none.
#[pyfunction]
pub(crate) fn prove(py: Python<'_>, tournament: &Tournament, options: &str) -> PyResult<String> {
    guarded(py, || {
        let options: PairOptions = read(options)?;
        let paired = AnsweredRound::new(tournament.input(), &options, |_| ())?;
        let Some(edition) = paired.choice.pairing.edition else {
            let message = "proofs are of rounds of the Dutch System of 2026 or 2017";
            return Err(Refusal::Proof(message.to_owned()));
        };
        let rules = Rules::new(edition, paired.engine);
        let proof = edelweiss::prove::prove(&paired.chosen.tournament, &rules, &paired.outcome)
            .map_err(|why| Refusal::Proof(format!("the round has no proof: {why}")))?;
        Ok(proof.to_json())
    })
}

/// Checks a proof without the engine; raises `ProofError` where it does not hold.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    tournament: &Tournament,
    proof: &str,
    options: &str,
) -> PyResult<()> {
    guarded(py, || {
        let proof = RoundProof::read(proof.as_bytes())
            .map_err(|why| Refusal::Proof(format!("not a proof: {why}")))?;
        let options: RoundOptions = read(options)?;
        let input = tournament.input();
        // Of games per round a proof knows one.
        let chosen = which_round::choose(&input.name, &input.reading.tournament, 1, &options)?;
        let holds = edelweiss::verify::verify(&chosen.tournament, &proof);
        // A bye that the arbiter gave looks like any other in the file.
        let holds_with_bye = || {
            let mut others = chosen.with_given_byes();
            others.any(|other| edelweiss::verify::verify(&other.tournament, &proof).is_ok())
        };
        match holds {
            Err(why) if !holds_with_bye() => {
                Err(Refusal::Proof(format!("the proof does not hold: {why}")))
            }
            _ => Ok(()),
        }
    })
}

fn read<T: DeserializeOwned>(options: &str) -> Result<T, AnswerError> {
    serde_json::from_str(options).map_err(|error| AnswerError::invalid(format!("options: {error}")))
}
