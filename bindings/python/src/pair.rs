//! Rounds.

use edelweiss::model::{PlayerId, Position, RoundNumber, Tournament as Model};
use edelweiss::pairing::{
    BracketRecord, ColourReason, Impossible, Outcome, RoundPairing, Route, RuleCost, Witness,
    costs_of,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::border::{Refusal, guarded};
use crate::rules::RoundRules;
use crate::tournament::Tournament;

/// A round, or why there is none, by the numbers of the file.
struct Answer {
    round: u16,
    rules: &'static str,
    boards: Vec<Board>,
    bye: Option<u16>,
    given_bye: Option<u16>,
    brackets: Vec<Bracket>,
    impossible: Option<String>,
    witness: Option<Proof>,
}

struct Board {
    white: Seat,
    black: Seat,
    reason: &'static str,
    article: &'static str,
}

struct Seat {
    number: u16,
    name: String,
}

struct Bracket {
    kind: &'static str,
    score: Option<String>,
    mdps: Vec<u16>,
    residents: Vec<u16>,
    pairs: Vec<(u16, u16)>,
    floaters: Vec<u16>,
    costs: Vec<RuleCost>,
}

/// Proof that no legal round exists: more odd groups than partners for them.
struct Proof {
    partners: Vec<u16>,
    bye_is_a_partner: bool,
    groups: Vec<Vec<u16>>,
}

/// Pairs a round; `edelweiss.pair` makes its classes of the answer.
#[pyfunction]
#[pyo3(signature = (tournament, rules=None, round=None))]
pub(crate) fn pair<'py>(
    py: Python<'py>,
    tournament: &Tournament,
    rules: Option<u16>,
    round: Option<u16>,
) -> PyResult<Bound<'py, PyDict>> {
    let answer = guarded(py, || answer(tournament.model(), rules, round))?;
    answer.to_dict(py)
}

/// Pairs the next rounds of many tournaments, side by side.
#[pyfunction]
#[pyo3(signature = (tournaments, rules=None))]
pub(crate) fn pair_many(
    py: Python<'_>,
    tournaments: Vec<Py<Tournament>>,
    rules: Option<u16>,
) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let models: Vec<&Model> = tournaments.iter().map(|t| t.get().model()).collect();
    let answers: Vec<Answer> = guarded(py, || {
        (models.par_iter())
            .map(|model| answer(model, rules, None))
            .collect()
    })?;
    answers.iter().map(|answer| answer.to_dict(py)).collect()
}

fn answer(tournament: &Model, rules: Option<u16>, round: Option<u16>) -> Result<Answer, Refusal> {
    let rules = RoundRules::choose(tournament, rules)?;
    let tournament = rules.before(tournament, round)?;
    let position = rules.position(&tournament);
    let outcome = rules.pair(&tournament, &position)?;
    let numbers = Numbers(&tournament);
    let mut answer = Answer {
        round: position.round().get(),
        rules: rules.name(),
        boards: Vec::new(),
        bye: None,
        given_bye: None,
        brackets: Vec::new(),
        impossible: None,
        witness: None,
    };
    match &outcome {
        Outcome::Paired(round) => {
            answer.boards = numbers.boards(round);
            answer.bye = round.bye.map(|id| numbers.of(id));
            answer.given_bye = round.given_bye.map(|id| numbers.of(id));
            answer.brackets = numbers.brackets(rules, &position, round);
        }
        Outcome::Impossible(why) => {
            answer.impossible = Some(words(why, position.round()));
            if let Impossible::NoLegalPairing(witness) = why {
                answer.witness = Some(numbers.proof(witness));
            }
        }
    }
    Ok(answer)
}

/// The numbers by which a file calls its players.
struct Numbers<'a>(&'a Model);

impl Numbers<'_> {
    fn of(&self, id: PlayerId) -> u16 {
        self.0.player(id).number.get()
    }

    fn all(&self, ids: &[PlayerId]) -> Vec<u16> {
        ids.iter().map(|id| self.of(*id)).collect()
    }

    fn seat(&self, id: PlayerId) -> Seat {
        Seat {
            number: self.of(id),
            name: self.0.player(id).name.clone(),
        }
    }

    fn boards(&self, round: &RoundPairing) -> Vec<Board> {
        let boards = round.boards.iter();
        boards
            .map(|board| {
                let (reason, article) = reason(board.colour_reason);
                Board {
                    white: self.seat(board.white),
                    black: self.seat(board.black),
                    reason,
                    article,
                }
            })
            .collect()
    }

    fn brackets(
        &self,
        rules: RoundRules,
        position: &Position,
        round: &RoundPairing,
    ) -> Vec<Bracket> {
        let costs = match rules.dutch() {
            Some(rules) => costs_of(position, &rules, round),
            None => (round.brackets.iter())
                .map(|bracket| bracket.costs.clone())
                .collect(),
        };
        (round.brackets.iter().zip(costs))
            .map(|(bracket, costs)| self.bracket(position, bracket, costs))
            .collect()
    }

    fn bracket(
        &self,
        position: &Position,
        record: &BracketRecord,
        costs: Vec<RuleCost>,
    ) -> Bracket {
        let score = |id: &PlayerId| position.player(*id).score.to_string();
        Bracket {
            kind: match record.route {
                Route::Normal => "normal",
                Route::Penultimate => "penultimate",
                Route::CollapsedLast => "collapsed-last",
            },
            score: record.residents.first().map(score),
            mdps: self.all(&record.mdps),
            residents: self.all(&record.residents),
            pairs: (record.pairs.iter())
                .map(|(a, b)| (self.of(*a), self.of(*b)))
                .collect(),
            floaters: self.all(&record.floaters),
            costs,
        }
    }

    fn proof(&self, witness: &Witness) -> Proof {
        let groups = witness.components.iter();
        Proof {
            partners: self.all(&witness.barrier),
            bye_is_a_partner: witness.bye_in_barrier,
            groups: groups.map(|group| self.all(group)).collect(),
        }
    }
}

impl Answer {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("round", self.round)?;
        dict.set_item("rules", self.rules)?;
        let boards = self.boards.iter().map(|board| {
            let (white, black) = (&board.white, &board.black);
            let players = (white.number, black.number, &white.name, &black.name);
            (players, board.reason, board.article)
        });
        dict.set_item("boards", boards.collect::<Vec<_>>())?;
        dict.set_item("bye", self.bye)?;
        dict.set_item("given_bye", self.given_bye)?;
        let brackets = self.brackets.iter().map(|bracket| bracket.to_dict(py));
        dict.set_item("brackets", brackets.collect::<PyResult<Vec<_>>>()?)?;
        dict.set_item("impossible", &self.impossible)?;
        let witness = self.witness.as_ref().map(|proof| proof.to_dict(py));
        dict.set_item("witness", witness.transpose()?)?;
        Ok(dict)
    }
}

impl Bracket {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("kind", self.kind)?;
        dict.set_item("score", &self.score)?;
        dict.set_item("mdps", &self.mdps)?;
        dict.set_item("residents", &self.residents)?;
        dict.set_item("pairs", &self.pairs)?;
        dict.set_item("floaters", &self.floaters)?;
        let costs = PyDict::new(py);
        for cost in &self.costs {
            costs.set_item(cost.label, &cost.fields)?;
        }
        dict.set_item("costs", costs)?;
        Ok(dict)
    }
}

impl Proof {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("partners", &self.partners)?;
        dict.set_item("bye_is_a_partner", self.bye_is_a_partner)?;
        dict.set_item("groups", &self.groups)?;
        Ok(dict)
    }
}

/// Code and article, as in the JSON of the command line.
fn reason(reason: ColourReason) -> (&'static str, &'static str) {
    (reason.code(), reason.article(2026))
}

/// Why there is no round, in one line.
pub(crate) fn words(why: &Impossible, round: RoundNumber) -> String {
    match why {
        Impossible::NoRoundLeft { total } => {
            format!("no round is left: {total} of {total} rounds have been paired")
        }
        Impossible::NoLegalPairing(witness) => {
            let partners = witness.barrier.len() + usize::from(witness.bye_in_barrier);
            format!(
                "round {round} has no legal pairing: {} odd groups of players need a partner from outside, and {partners} can be had",
                witness.components.len()
            )
        }
        Impossible::ProcedureEnded { article, detail } => format!(
            "the procedure of the rules ends without a pairing at article {article}: {detail}"
        ),
        Impossible::GivenUp => format!(
            "round {round}: the search for the pairing that the rules ask for was given up, as it would take too long"
        ),
    }
}
