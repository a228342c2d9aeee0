//! A tournament file, as every question reads it.

use std::sync::OnceLock;

use edelweiss::model::{Tournament, Tpn};
use edelweiss::standings::{NotOfTeams, are_teams_paired, tournament_of_teams};
use edelweiss::systems::registry;
use edelweiss::trf::{self, Document, Encoding, Failure, ReadOptions, Reading};
use serde::{Deserialize, Serialize};

use crate::error::{AnswerError, AnswerErrorKind};
use crate::system::RulesOptions;

/// A tournament file that was read.
#[derive(Debug)]
pub struct TournamentInput {
    /// As it is named in messages.
    pub name: String,
    /// Its size.
    pub n_bytes: usize,
    /// What was read.
    pub reading: Reading,
    /// The tournament of its teams, once that is asked for.
    teams: OnceLock<Result<Tournament, NotOfTeams>>,
}

impl TournamentInput {
    /// What the first record of a code says of the event; nothing where there is none.
    pub(crate) fn record(&self, code: &str) -> String {
        let mut records = self.reading.document.records();
        let found = records.find(|record| record.code() == code);
        found
            .map(|record| record.text[code.len()..].trim().to_owned())
            .unwrap_or_default()
    }

    /// Reads a file that messages call `name`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Self, Failure> {
        let reading = trf::read(bytes, name, options)?;
        Ok(Self::new(name, bytes.len(), reading))
    }

    /// What was read, of so many bytes.
    pub fn new(name: &str, n_bytes: usize, reading: Reading) -> Self {
        Self {
            name: name.to_owned(),
            n_bytes,
            reading,
            teams: OnceLock::new(),
        }
    }

    /// A tournament that no file can hold, of so many bytes of something else.
    pub fn without_file(name: &str, n_bytes: usize, tournament: Tournament) -> Self {
        let reading = Reading {
            document: Document::without_lines(name),
            tournament,
            warnings: Vec::new(),
        };
        Self::new(name, n_bytes, reading)
    }

    /// That there is a file, which has four digits for the number of a player.
    ///
    /// # Errors
    /// A tournament that is larger, which can be paired and nothing else.
    pub fn must_fit_a_file(&self) -> Result<(), AnswerError> {
        let n = self.reading.tournament.players.len();
        if n <= Tpn::MAX_IN_FILE as usize {
            return Ok(());
        }
        Err(AnswerError::new(
            AnswerErrorKind::Limit,
            format!(
                "{}: found {n} players, expected at most {}: a tournament file has four digits for the number of a player\n  hint: such a tournament can be paired, and the round written as JSON or as pairs",
                self.name,
                Tpn::MAX_IN_FILE
            ),
        ))
    }

    /// The tournament that is paired by these rules: that of the players, or that of the teams where the file asks for a
    /// system of teams and the rules for no other one.
    ///
    /// # Errors
    /// Rounds that are no matches of teams; rules that pair teams, of a file that asks for none.
    pub fn participants(&self, rules: RulesOptions) -> Result<&Tournament, AnswerError> {
        let players = &self.reading.tournament;
        if !pairs_teams(players, rules) {
            must_pair_players(&self.name, rules)?;
            return Ok(players);
        }
        let teams = self.teams.get_or_init(|| tournament_of_teams(players));
        teams
            .as_ref()
            .map_err(|error| not_of_teams(&self.name, error))
    }
}

/// Whether these rules pair the teams of a tournament, not its players: where an option asks for a system of teams the
/// file needs none, and where the file asks for one whose table is of teams it needs the teams.
pub(crate) fn pairs_teams(players: &Tournament, rules: RulesOptions) -> bool {
    if rules.system.is_some() {
        let has_teams = || are_teams_paired(players) || !players.teams.teams.is_empty();
        return system_of_teams(rules).is_some() && has_teams();
    }
    let row = players.system.and_then(registry::of_record);
    let is_by_table = row.is_some_and(|row| row.unit.is_scheduled() && row.unit.is_of_teams());
    are_teams_paired(players) || is_by_table
}

/// The system that is asked for, where it pairs teams.
fn system_of_teams(rules: RulesOptions) -> Option<&'static str> {
    let rows = registry::editions_of(rules.system?.as_str());
    let row = rows.iter().find(|row| row.unit.is_of_teams())?;
    Some(row.name)
}

/// Players are not paired as if each of them were a team.
fn must_pair_players(file: &str, rules: RulesOptions) -> Result<(), AnswerError> {
    let Some(name) = system_of_teams(rules) else {
        return Ok(());
    };
    Err(AnswerError::invalid(format!(
        "{file}: {name}: found a tournament of players, expected one of teams: a record 310 for each of them\n  hint: choose another system, or leave the choice to the file"
    )))
}

/// The tournament of the teams, where these rules pair them.
///
/// # Errors
/// Rounds that are no matches of teams; rules that pair teams, of a file that asks for none.
pub(crate) fn teams_paired(
    file: &str,
    players: &Tournament,
    rules: RulesOptions,
) -> Result<Option<Tournament>, AnswerError> {
    if !pairs_teams(players, rules) {
        must_pair_players(file, rules)?;
        return Ok(None);
    }
    let teams = tournament_of_teams(players).map_err(|error| not_of_teams(file, &error))?;
    Ok(Some(teams))
}

fn not_of_teams(file: &str, error: &NotOfTeams) -> AnswerError {
    AnswerError::invalid(format!(
        "{file}: {error}\n  hint: --system dutch pairs the players without the teams"
    ))
}

/// `--encoding`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum EncodingName {
    /// UTF-8
    #[cfg_attr(feature = "clap", value(name = "utf-8"))]
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-16, little-endian
    #[cfg_attr(feature = "clap", value(name = "utf-16le"))]
    #[serde(rename = "utf-16le")]
    Utf16Le,
    /// UTF-16, big-endian
    #[cfg_attr(feature = "clap", value(name = "utf-16be"))]
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// Windows, Central Europe
    #[cfg_attr(feature = "clap", value(name = "windows-1250"))]
    #[serde(rename = "windows-1250")]
    Windows1250,
    /// Windows, Western Europe
    #[cfg_attr(feature = "clap", value(name = "windows-1252"))]
    #[serde(rename = "windows-1252")]
    Windows1252,
}

impl From<EncodingName> for Encoding {
    fn from(name: EncodingName) -> Self {
        match name {
            EncodingName::Utf8 => Self::Utf8,
            EncodingName::Utf16Le => Self::Utf16Le,
            EncodingName::Utf16Be => Self::Utf16Be,
            EncodingName::Windows1250 => Self::Windows1250,
            EncodingName::Windows1252 => Self::Windows1252,
        }
    }
}
