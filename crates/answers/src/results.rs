//! Players and results as lists: a tournament that never was a file, as bindings hand it over or as JSON says
//! it (`edelweiss.results`, `docs/schema/results.schema.json`).
//!
//! Up to [`Tpn::MAX_IN_FILE`] players there is a tournament file that says the same, and every question is asked
//! of that one. Larger tournaments, up to [`Tpn::MAX`] players, have none: they can be paired, and whatever is
//! about a file is refused in words ([`TournamentInput::must_fit_a_file`]).
//! Left out on purpose: teams, acceleration and points beyond 1, 1/2 and 0, which files have records for.

mod json;
mod told;

use edelweiss::event::twin::looks_like_json;
use edelweiss::model::{Tournament, Tpn};
use edelweiss::trf::{Dialect, Document, ReadOptions};

use crate::error::AnswerError;
use crate::input::TournamentInput;

pub(crate) use json::is_of_results;
pub use json::{MOST_JSON_BYTES, from_json};
pub use told::{BYES, RESULTS, ToldEntry, ToldEvent, ToldPlayer, bye_called, result_called};

/// The tournament file that says the same.
///
/// # Errors
/// What no file can say, more than [`Tpn::MAX_IN_FILE`] players for one.
pub fn file_of(tournament: &Tournament) -> Result<Vec<u8>, AnswerError> {
    let document = Document::from_tournament(tournament, Dialect::Trf26)
        .map_err(|error| AnswerError::invalid(error.to_string()))?;
    Ok(document.write(document.line_end()).into_bytes())
}

impl TournamentInput {
    /// Reads a tournament file, or the JSON of players and results, which messages call `name`. More than
    /// [`Tpn::MAX_IN_FILE`] players are read from JSON only, and have no file. O(bytes).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_to_pair(
        name: &str,
        bytes: &[u8],
        options: &ReadOptions,
    ) -> Result<Self, AnswerError> {
        if !looks_like_json(bytes) {
            return Ok(Self::read(name, bytes, options)?);
        }
        let named = |error: AnswerError| match error.failure {
            Some(_) => error,
            None => AnswerError::new(error.kind, format!("{name}: {}", error.message)),
        };
        let tournament = (from_json(bytes, name)?.into_tournament()).map_err(named)?;
        if tournament.players.len() > Tpn::MAX_IN_FILE as usize {
            return Ok(Self::without_file(name, bytes.len(), tournament));
        }
        let file = file_of(&tournament).map_err(named)?;
        let mut input = Self::read(name, &file, &ReadOptions::default())?;
        input.n_bytes = bytes.len();
        Ok(input)
    }
}
