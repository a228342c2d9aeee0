//! The tournament file of `-p` and `-c`, read, and the rules it is paired by.

use std::mem::ManuallyDrop;

use edelweiss::model::{Position, Tournament};
use edelweiss::pairing::Engine;
use edelweiss::systems::{SwissSystem, registry};
use edelweiss::trf::{Document, FindingKind, ReadOptions};
use edelweiss_answers::report::Setting;
use edelweiss_answers::system::{self, Asked, ChosenBy, ChosenSystem};

use super::request::Request;
use super::{CommandGrammar, DropInFailure};
use crate::exit::{Exit, ExitFailure, say};
use crate::files;
use crate::reading::no_tournament;

/// A file that was read.
pub(super) struct DropInEvent {
    pub(super) name: String,
    bytes: usize,
    /// The process ends with its round: giving memory back player by player would only take time.
    pub(super) tournament: ManuallyDrop<Tournament>,
    pub(super) choice: ChosenSystem,
}

impl DropInEvent {
    /// Reads the input.
    ///
    /// # Errors
    /// A file that cannot be read, is wrong, or asks for what the flag does not have.
    pub(super) fn read(shape: CommandGrammar, request: &Request) -> Result<Self, DropInFailure> {
        let name = files::name_of(&request.input);
        let bytes = files::read(&request.input).map_err(|_| {
            let message = format!("Error reading file {name}: The file could not be loaded.");
            (Exit::FileAccess, message)
        })?;
        // bbpPairings pairs a field of nobody: no boards.
        let options = ReadOptions::default()
            .baku(request.baku)
            .byes_may_be_held(false)
            .allow_no_players(shape == CommandGrammar::BbpPairings);
        let reading = edelweiss::trf::read(&bytes, &name, &options).map_err(|failure| {
            let failure = no_tournament(failure, &name, &bytes);
            let (_, message) = wrong_file(&name, &failure.to_string());
            (ExitFailure::from(failure).exit, message)
        })?;
        refuse_abnormal_points(&name, &reading.document)?;
        let warnings = reading.warnings.iter();
        for warning in warnings.filter(|warning| warning.kind == FindingKind::Points) {
            // Other engines refuse points that are not those of the last round.
            say(&format!("warning: {}: {}", warning.place, warning.message));
        }
        let tournament = reading.tournament;
        let choice =
            choose(request, &tournament).map_err(|failure| wrong_file(&name, &failure.message))?;
        Ok(Self {
            name,
            bytes: bytes.len(),
            tournament: ManuallyDrop::new(tournament),
            choice,
        })
    }

    /// One round of it: `tournament` is this one or an earlier state of it.
    pub(super) fn setting<'a>(
        &'a self,
        tournament: &'a Tournament,
        position: &'a Position,
    ) -> Setting<'a> {
        Setting {
            file: &self.name,
            bytes: self.bytes,
            tournament,
            position,
            choice: self.choice,
            engine: Engine::default(),
        }
    }

    /// The refusal of this file.
    pub(super) fn wrong(&self, what: &str) -> DropInFailure {
        wrong_file(&self.name, what)
    }
}

fn wrong_file(name: &str, what: &str) -> DropInFailure {
    (Exit::Invalid, format!("Error parsing file {name}: {what}"))
}

/// Points given or taken by `299` are not applied. These grammars have no place for a warning, and
/// a round paired by other scores than the event's is wrong; bbpPairings refuses the record, too.
fn refuse_abnormal_points(name: &str, document: &Document) -> Result<(), DropInFailure> {
    match document.records().find(|record| record.code() == "299") {
        None => Ok(()),
        Some(record) => {
            let what = format!(
                "{name}:{}:1-3: points given or taken by record 299 are not applied here, expected none\n  \
                 hint: `edelweiss pair` pairs the file without them, with a warning",
                record.line
            );
            Err(wrong_file(name, &what))
        }
    }
}

/// The flag wins over the file where that asks for another edition, or for the other one of the two
/// systems with a flag, as in bbpPairings; a file of a system without a flag is refused.
fn choose(request: &Request, tournament: &Tournament) -> Result<ChosenSystem, ExitFailure> {
    let Some(named) = request.system() else {
        return Ok(system::choose(Asked::by(tournament), None, None)?);
    };
    let has_flag = |row: &&SwissSystem| row.drop_in.is_some();
    let asked = tournament.system.map(registry::of_record);
    if asked.is_some_and(|row| !row.is_some_and(|row| has_flag(&row))) {
        let with_flags = registry::systems().into_iter().filter(has_flag);
        let mut names: Vec<&str> = with_flags.map(|row| row.about).collect();
        names.dedup();
        let message = format!(
            "the file asks for another system than {} (record 192)",
            names.join(" and ")
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    Ok(ChosenSystem {
        pairing: named,
        by: ChosenBy::Option,
    })
}
