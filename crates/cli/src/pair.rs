//! `edelweiss pair`: one round of a file.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use edelweiss::model::{PlayerId, Position, Tournament};
use edelweiss::pairing::{Engine, Outcome, RoundPairing};
use edelweiss::systems::double_swiss_2026;
use edelweiss::trf::Reading;

use crate::exit::{Exit, Failure, of_refused_file, say};
use crate::reading::ReadArgs;
use crate::report::{Setting, defect_note, pairs_text};
use crate::system::{self, Choice, EngineName, SystemName, Year};
use crate::{files, impossible, json, table};

/// Pair the next round of a tournament file
#[derive(Debug, Args)]
pub(crate) struct PairArgs {
    /// Tournament file (TRF06, TRF16, TRF26, with XX? or BB? lines); - is standard input
    file: PathBuf,
    /// Edition of the rules [default: what record 192 of the file asks for, else 2026]
    #[arg(long, value_enum)]
    rules: Option<Year>,
    /// Pairing system [default: what record 192 of the file asks for, else dutch]
    #[arg(long, value_enum)]
    system: Option<SystemName>,
    /// How the optimum is found in the Dutch systems of 2026 and 2017; all engines give the same
    /// round [default: fast, and reference for
    /// json, as only the reference engine keeps the costs of the brackets]
    #[arg(long, value_enum)]
    engine: Option<EngineName>,
    /// Where the procedure of the rules ends without a pairing, offer the legal one nearest to the
    /// text (Dutch 1998, Dubov 1997)
    #[arg(long)]
    finish: bool,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Boards with names, ratings, points and floats
    Table,
    /// The number of boards, then "white black" per line, the bye as "player 0"
    Bbp,
    /// Boards, colour reasons, brackets and their costs; docs/schema/round.schema.json
    Json,
    /// The tournament file with the round added
    Trf,
}

/// Runs the command.
///
/// # Errors
/// Everything that keeps it from an answer; also a round that cannot be paired.
pub(crate) fn run(args: &PairArgs) -> Result<(), Failure> {
    if files::are_same(&args.file, &args.output) {
        let message = format!(
            "the output {} is the input file, which would be lost\n  hint: choose another name for -o",
            args.output.display()
        );
        return Err(Failure::new(Exit::Invalid, message));
    }
    let name = files::name_of(&args.file);
    let bytes = files::read(&args.file)
        .map_err(|error| Failure::new(Exit::FileAccess, format!("{name}: {error}")))?;
    let reading = match edelweiss::trf::read(&bytes, &name, &args.read.options()) {
        Ok(reading) => reading,
        Err(failure) => {
            args.read.warn(&failure.warnings);
            if args.format == Format::Json && files::is_standard(&args.output) {
                write(args, json::refused(&failure))?;
            }
            return Err(Failure::new(of_refused_file(&failure), failure.to_string()));
        }
    };
    args.read.warn(&reading.warnings);
    let tournament = &reading.tournament;
    let choice = system::choose(tournament.system, args.system, args.rules)?;
    let engine = match (args.engine, args.format) {
        (Some(engine), _) => engine.into(),
        // The fast engine keeps no costs, and they are what the document is asked for.
        (None, Format::Json) => Engine::Reference,
        (None, _) => Engine::default(),
    };
    let position = Position::derive(tournament, &choice.pairing.definitions);
    let setting = Setting {
        file: &name,
        bytes: bytes.len(),
        tournament,
        position: &position,
        choice,
        engine,
    };
    let pair = match choice.pairing.finish {
        Some(finish) if args.finish => finish,
        _ => choice.pairing.pair,
    };
    let outcome = pair(tournament, &position, engine)?;
    if args.format == Format::Json {
        write(args, json::round(&setting, &outcome, &reading.warnings))?;
    }
    let round = match &outcome {
        Outcome::Paired(round) => round,
        Outcome::Impossible(why) => {
            return Err(Failure::new(
                impossible::exit(why),
                impossible::words(&setting, why),
            ));
        }
    };
    if let Some(note) = defect_note(round) {
        say(&note);
    }
    if args.finish && round.rules != choice.pairing.name {
        args.read.note(round.rules);
    }
    if setting.has_guessed_colours(round) {
        (args.read)
            .note("the initial colour is not given (152 or XXC), so the highest player has White");
    }
    match args.format {
        Format::Json => Ok(()),
        Format::Table => write(args, table::page(&setting, round)),
        Format::Bbp => {
            note_rules(args, choice);
            write(args, pairs_text(&setting, &round.boards, round.bye))
        }
        Format::Trf => {
            note_rules(args, choice);
            write(args, with_round(&reading, tournament, choice, round)?)
        }
    }
}

/// The rules, where the output itself has no place for them.
fn note_rules(args: &PairArgs, choice: Choice) {
    (args.read).note(&format!("{} ({})", choice.pairing.name, choice.by.words()));
}

fn with_round(
    reading: &Reading,
    tournament: &Tournament,
    choice: Choice,
    round: &RoundPairing,
) -> Result<Vec<u8>, Failure> {
    let pairs: Vec<(PlayerId, PlayerId)> = (round.boards.iter())
        .map(|board| (board.white, board.black))
        .collect();
    let document = if choice.pairing.games == 2 {
        // What the engine paired: a match in which nobody had an opponent is over.
        let tournament = double_swiss_2026::before_next_match(tournament);
        (reading.document).with_match(&tournament, &pairs, round.bye)
    } else {
        (reading.document).with_round(tournament, &pairs, round.bye)
    };
    let document = document.map_err(|error| {
        Failure::new(Exit::Limit, format!("the round cannot be added: {error}"))
    })?;
    Ok(document.to_bytes(document.line_end()))
}

fn write(args: &PairArgs, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    files::write_bytes(&args.output, text.as_ref()).map_err(|error| {
        let name = if files::is_standard(&args.output) {
            "standard output".to_owned()
        } else {
            args.output.display().to_string()
        };
        Failure::new(Exit::FileAccess, format!("{name}: {error}"))
    })
}
