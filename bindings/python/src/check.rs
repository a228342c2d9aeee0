//! Recorded rounds paired again, and proofs.

use std::collections::BTreeSet;

use edelweiss::model::{ByeKind, PlayerId, RoundEntry, RoundNumber, Tournament as Model};
use edelweiss::pairing::Outcome;
use edelweiss::verify::RoundProof;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::border::{Refusal, guarded};
use crate::pair::words;
use crate::rules::RoundRules;
use crate::tournament::Tournament;

/// Who meets whom, the smaller number first; 0 is the bye.
type Seats = BTreeSet<(u16, u16)>;

/// A recorded round beside ours.
struct Comparison {
    round: u16,
    recorded: Seats,
    ours: Seats,
    impossible: Option<String>,
}

/// Pairs every recorded round again and compares who meets whom.
#[pyfunction]
#[pyo3(signature = (tournament, rules=None))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    tournament: &Tournament,
    rules: Option<u16>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let rounds = guarded(py, || comparisons(tournament.model(), rules))?;
    rounds.iter().map(|round| round.to_dict(py)).collect()
}

fn comparisons(tournament: &Model, rules: Option<u16>) -> Result<Vec<Comparison>, Refusal> {
    let rules = RoundRules::choose(tournament, rules)?;
    if rules.dutch().is_none() {
        let message =
            "check compares rounds of the Dutch System only; `edelweiss check` knows the others";
        return Err(Refusal::Question(message.to_owned()));
    }
    let paired = tournament.rounds_paired().map_or(0, RoundNumber::get);
    (0..usize::from(paired))
        .map(|index| comparison(tournament, rules, RoundNumber::from_index(index)))
        .collect()
}

fn comparison(
    tournament: &Model,
    rules: RoundRules,
    round: RoundNumber,
) -> Result<Comparison, Refusal> {
    let before = tournament.before_round(round);
    let (recorded, byes) = recorded(tournament, round);
    let (ours, impossible) = paired(&before, rules)?;
    // A bye that the arbiter gave looks like any other in the file: where the round comes out as
    // recorded only so, it was one.
    for id in byes.into_iter().filter(|_| ours != recorded) {
        let (mut given, _) = paired(&before.with_given_bye(id), rules)?;
        given.insert((0, tournament.player(id).number.get()));
        if given == recorded {
            return Ok(Comparison {
                round: round.get(),
                ours: given,
                recorded,
                impossible: None,
            });
        }
    }
    Ok(Comparison {
        round: round.get(),
        recorded,
        ours,
        impossible,
    })
}

fn recorded(tournament: &Model, round: RoundNumber) -> (Seats, Vec<PlayerId>) {
    let number = |id: PlayerId| tournament.player(id).number.get();
    let (mut seats, mut byes) = (Seats::new(), Vec::new());
    for id in tournament.player_ids() {
        match tournament.player(id).entry(round) {
            RoundEntry::Paired { opponent, .. } => {
                seats.insert(sorted(number(id), number(opponent)));
            }
            RoundEntry::Bye(ByeKind::PairingAllocated) => {
                byes.push(id);
                seats.insert((0, number(id)));
            }
            RoundEntry::Bye(_) | RoundEntry::Blank => {}
        }
    }
    (seats, byes)
}

fn sorted(a: u16, b: u16) -> (u16, u16) {
    (a.min(b), a.max(b))
}

fn paired(before: &Model, rules: RoundRules) -> Result<(Seats, Option<String>), Refusal> {
    let number = |id: PlayerId| before.player(id).number.get();
    let position = rules.position(before);
    match rules.pair(before, &position)? {
        Outcome::Paired(round) => {
            let boards = round.boards.iter();
            let mut seats: Seats = boards
                .map(|board| sorted(number(board.white), number(board.black)))
                .collect();
            seats.extend(round.bye.map(|id| (0, number(id))));
            Ok((seats, None))
        }
        Outcome::Impossible(why) => Ok((Seats::new(), Some(words(&why, position.round())))),
    }
}

impl Comparison {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let only = |a: &Seats, b: &Seats| a.difference(b).copied().collect::<Vec<_>>();
        let dict = PyDict::new(py);
        dict.set_item("round", self.round)?;
        dict.set_item("is_same", self.recorded == self.ours)?;
        dict.set_item("only_recorded", only(&self.recorded, &self.ours))?;
        dict.set_item("only_here", only(&self.ours, &self.recorded))?;
        dict.set_item("impossible", &self.impossible)?;
        Ok(dict)
    }
}

/// The proof, as JSON, that the round is the one that the Dutch rules ask for, or that there is none.
#[pyfunction]
#[pyo3(signature = (tournament, rules=None, round=None))]
pub(crate) fn prove(
    py: Python<'_>,
    tournament: &Tournament,
    rules: Option<u16>,
    round: Option<u16>,
) -> PyResult<String> {
    guarded(py, || {
        let tournament = tournament.model();
        let chosen = RoundRules::choose(tournament, rules)?;
        let Some(dutch) = chosen.dutch() else {
            let message = "proofs are of rounds of the Dutch System of 2026 or 2017";
            return Err(Refusal::Proof(message.to_owned()));
        };
        let tournament = chosen.before(tournament, round)?;
        let outcome = chosen.pair(&tournament, &chosen.position(&tournament))?;
        let proof = edelweiss::prove::prove(&tournament, &dutch, &outcome)
            .map_err(|why| Refusal::Proof(format!("the round has no proof: {why}")))?;
        Ok(proof.to_json())
    })
}

/// Checks a proof without the engine; raises `ProofError` where it does not hold.
#[pyfunction]
#[pyo3(signature = (tournament, proof, round=None))]
pub(crate) fn verify(
    py: Python<'_>,
    tournament: &Tournament,
    proof: &str,
    round: Option<u16>,
) -> PyResult<()> {
    guarded(py, || {
        let proof = RoundProof::read(proof.as_bytes())
            .map_err(|why| Refusal::Proof(format!("not a proof: {why}")))?;
        // Of games per round a proof knows one.
        let rules = RoundRules::choose(tournament.model(), Some(2026))?;
        let tournament = rules.before(tournament.model(), round)?;
        edelweiss::verify::verify(&tournament, &proof)
            .map_err(|why| Refusal::Proof(format!("the proof does not hold: {why}")))
    })
}
