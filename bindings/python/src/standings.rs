//! Standings.

use answers::standings::choice::{ListOptions, choose};
use edelweiss::model::RoundNumber;
use edelweiss::standings::standings as rank;
use edelweiss::trf::Reading;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::border::{Refusal, guarded};
use crate::tournament::Tournament;

/// A player's line.
struct Line {
    rank: u32,
    number: u16,
    name: String,
    points: String,
    tie_breaks: Vec<(String, String)>,
}

/// Ranks the players by points and tie-breaks.
#[pyfunction]
#[pyo3(signature = (tournament, tie_breaks=None, after_round=None))]
pub(crate) fn standings<'py>(
    py: Python<'py>,
    tournament: &Tournament,
    tie_breaks: Option<Vec<String>>,
    after_round: Option<u16>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let lines = guarded(py, || {
        lines(tournament.reading(), tie_breaks.as_deref(), after_round)
    })?;
    lines.iter().map(|line| line.to_dict(py)).collect()
}

fn lines(
    reading: &Reading,
    tie_breaks: Option<&[String]>,
    after_round: Option<u16>,
) -> Result<Vec<Line>, Refusal> {
    let tournament = &reading.tournament;
    if !tournament.teams.teams.is_empty() {
        let message = "standings ranks players, and this is a competition of teams; `edelweiss standings` ranks those";
        return Err(Refusal::Question(message.to_owned()));
    }
    let options = tie_breaks.map(|codes| ListOptions::of_list(codes.join(",")));
    let choice =
        choose("the tournament", reading, &options.unwrap_or_default()).map_err(Refusal::File)?;
    let question = |error: &dyn ToString| Refusal::Question(error.to_string());
    let after = after_round.map(|round| RoundNumber::new(round.into()));
    let after = after.transpose().map_err(|error| question(&error))?;
    let ranked =
        rank(tournament, choice.rules, &choice.list, after).map_err(|error| question(&error))?;
    let line = |row: &edelweiss::standings::StandingsRow| {
        let player = tournament.player(row.player);
        let columns = ranked.columns().iter();
        Line {
            rank: row.rank,
            number: player.number.get(),
            name: player.name.clone(),
            points: row.points.to_string(),
            tie_breaks: columns
                .map(|column| (column.tie_break.to_string(), column.text(row.player)))
                .collect(),
        }
    };
    Ok(ranked.rows().iter().map(line).collect())
}

impl Line {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("rank", self.rank)?;
        dict.set_item("number", self.number)?;
        dict.set_item("name", &self.name)?;
        dict.set_item("points", &self.points)?;
        let values = PyDict::new(py);
        for (code, value) in &self.tie_breaks {
            values.set_item(code, value)?;
        }
        dict.set_item("tie_breaks", values)?;
        Ok(dict)
    }
}
