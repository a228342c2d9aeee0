//! Standings.

use edelweiss::model::{RoundNumber, Tournament as Model};
use edelweiss::standings::{TieBreak, TieBreakRules, standings as rank};
use edelweiss::trf::{Failure, Finding, FindingKind, Reading};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::border::{Refusal, guarded};
use crate::tournament::Tournament;

/// The list of a Swiss tournament that names none, as on the command line.
const DEFAULT_SWISS: &[&str] = &["BH/C1", "BH", "SB", "DE", "WIN"];
/// The same where all pairings are fixed before the event, so that article 8 is out.
const DEFAULT_PRE_DETERMINED: &[&str] = &["DE", "WIN", "SB", "KS"];

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
    let list = match tie_breaks {
        Some(codes) => of_argument(codes)?,
        None => of_file(reading)?,
    };
    let question = |error: &dyn ToString| Refusal::Question(error.to_string());
    let after = after_round.map(|round| RoundNumber::new(round.into()));
    let after = after.transpose().map_err(|error| question(&error))?;
    let rules = TieBreakRules::of(tournament.starts);
    let ranked = rank(tournament, rules, &list, after).map_err(|error| question(&error))?;
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

fn of_argument(codes: &[String]) -> Result<Vec<TieBreak>, Refusal> {
    let list = codes.iter().map(|code| code.trim().parse());
    list.collect::<Result<_, _>>()
        .map_err(|error: edelweiss::standings::UnknownTieBreak| {
            Refusal::Question(error.to_string())
        })
}

/// The list of record 212, else of another one, else the default.
fn of_file(reading: &Reading) -> Result<Vec<TieBreak>, Refusal> {
    let records = reading.document.tie_break_records();
    let chosen = records.iter().find(|record| record.code == "212");
    let Some(record) = chosen.or(records.first()) else {
        return Ok(default_list(&reading.tournament));
    };
    let (mut list, mut errors) = (Vec::new(), Vec::new());
    for (code, place) in &record.entries {
        match code.parse::<TieBreak>() {
            Ok(tie_break) => list.push(tie_break),
            Err(error) => errors.push(Finding {
                kind: FindingKind::Field,
                place: place.clone(),
                message: error.to_string(),
                hint: None,
            }),
        }
    }
    if errors.is_empty() {
        return Ok(list);
    }
    Err(Refusal::File(Failure {
        errors,
        more_errors: 0,
        warnings: Vec::new(),
    }))
}

fn default_list(tournament: &Model) -> Vec<TieBreak> {
    let codes = if tournament.pre_determined {
        DEFAULT_PRE_DETERMINED
    } else {
        DEFAULT_SWISS
    };
    let list = codes.iter().map(|code| code.parse());
    list.collect::<Result<_, _>>().expect("codes of the table")
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
