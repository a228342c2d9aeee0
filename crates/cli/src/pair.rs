//! `edelweiss pair`: one round of a file.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use edelweiss::model::{PlayerId, Position};
use edelweiss::pairing::{Engine, Outcome, RoundPairing, Rules};
use edelweiss::systems::double_swiss_2026;
use edelweiss::trf::Reading;

use crate::dubov_readings::Dubov1997Args;
use crate::exit::{Exit, ExitFailure, of_refused_file, say};
use crate::reading::{ReadArgs, TournamentInput};
use crate::report::{Setting, defect_note, pairs_text};
use crate::system::{
    self, Asked, ChosenSystem, EngineName, PairRound, SystemName, SystemOptions, Year,
};
use crate::which_round::{self, ChosenRound, RoundArgs, RoundStanding};
use crate::{files, impossible, json, proof, table};

/// Pair the next round of a tournament file, or one without results again
#[derive(Debug, Args)]
pub(crate) struct PairArgs {
    /// Tournament file (TRF06, TRF16, TRF26, with XX? or BB? lines); - is standard input
    file: PathBuf,
    /// Edition of the rules [default: what record 192 of the file asks for, else the one in force on
    /// its date, else 2026]
    #[arg(long, value_enum)]
    rules: Option<Year>,
    /// Pairing system [default: what record 192 of the file asks for, else dutch]
    #[arg(long, value_enum)]
    system: Option<SystemName>,
    #[command(flatten)]
    which: RoundArgs,
    /// How the optimum is found in the Dutch systems of 2026 and 2017; all engines give the same
    /// round [default: fast]
    #[arg(long, value_enum)]
    engine: Option<EngineName>,
    #[command(flatten)]
    dubov_1997: Dubov1997Args,
    /// Where the procedure of the rules ends without a pairing, offer the legal one nearest to the
    /// text (Dutch 1998, Dubov 1997)
    #[arg(long)]
    finish: bool,
    /// What to write
    #[arg(long, value_enum, default_value_t = PairFormat::Table)]
    format: PairFormat,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Write there a proof of the round as well, which `verify` checks; of the Dutch systems of 2026 and 2017
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// What --proof writes; veripb is a folder with a problem and a derivation for each bracket
    #[arg(long, value_enum, requires = "proof", default_value_t = proof::ProofFormat::Json)]
    proof_format: proof::ProofFormat,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PairFormat {
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
pub(crate) fn run(args: &PairArgs) -> Result<(), ExitFailure> {
    if let Some(path) = &args.proof
        && [&args.file, &args.output]
            .iter()
            .any(|other| files::are_same(path, other) || path == *other)
    {
        let message =
            "the proof would overwrite another file\n  hint: choose another name for --proof";
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let TournamentInput {
        name,
        n_bytes,
        reading,
    } = args
        .read
        .read(&args.file, &args.output, |failure| refuse(args, failure))?;
    let asked = Asked::by(&reading.tournament);
    let choice = system::choose(asked, args.system, args.rules)?;
    let games = choice.pairing.games;
    let mut chosen = match which_round::choose(&name, &reading.tournament, games, &args.which) {
        Ok(chosen) => chosen,
        Err(mut failure) => {
            failure.warnings.clone_from(&reading.warnings);
            return Err(refuse(args, &failure));
        }
    };
    for note in chosen.notes() {
        args.read.note(&note);
    }
    let engine = args.engine.map_or_else(Engine::default, Engine::from);
    let pair = match choice.pairing.finish {
        Some(finish) if args.finish => finish,
        _ => choice.pairing.pair,
    };
    let options = args.dubov_1997.options(choice, engine)?;
    let (position, outcome) = paired(&mut chosen, choice, pair, &options)?;
    let setting = Setting {
        file: &name,
        bytes: n_bytes,
        tournament: &chosen.tournament,
        position: &position,
        choice,
        engine,
    };
    if let Some(path) = &args.proof {
        let rules = choice
            .pairing
            .edition
            .map(|edition| Rules::new(edition, engine));
        proof::write(path, args.proof_format, &chosen.tournament, rules, &outcome)?;
    }
    if args.format == PairFormat::Json {
        write(
            args,
            json::round(&setting, &chosen, &outcome, &reading.warnings),
        )?;
    }
    let round = match &outcome {
        Outcome::Paired(round) => round,
        Outcome::Impossible(why) => {
            return Err(ExitFailure::new(
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
    if let Some(is_same) = chosen.is_as_recorded(round) {
        args.read.note(which_round::comparison(is_same));
    }
    if setting.has_guessed_colours(round) {
        (args.read)
            .note("the initial colour is not given (152 or XXC), so the highest player has White");
    }
    match args.format {
        PairFormat::Json => Ok(()),
        PairFormat::Table => write(args, table::page(&setting, round)),
        PairFormat::Bbp => {
            note_rules(args, choice);
            write(args, pairs_text(&setting, &round.boards, round.bye))
        }
        PairFormat::Trf => {
            note_rules(args, choice);
            write(args, with_round(&reading, &chosen, choice, round)?)
        }
    }
}

/// Pairs the round. Where one that stands in the file comes out otherwise than there, `chosen` becomes
/// the round with a bye given by the arbiter, if it comes out the same so.
///
/// # Errors
/// Where the system cannot read the rounds so far as its own.
pub(crate) fn paired(
    chosen: &mut ChosenRound<'_>,
    choice: ChosenSystem,
    pair: PairRound,
    options: &SystemOptions,
) -> Result<(Position, Outcome), ExitFailure> {
    let attempt = |chosen: &ChosenRound<'_>| {
        let tournament = &chosen.tournament;
        let position = Position::derive(tournament, &choice.pairing.definitions);
        let outcome = pair(tournament, &position, options)?;
        let is_as_recorded = match &outcome {
            Outcome::Paired(round) => chosen.is_as_recorded(round),
            Outcome::Impossible(_) => Some(false),
        };
        Ok((is_as_recorded, (position, outcome)))
    };
    let (is_as_recorded, first) = attempt(chosen)?;
    if is_as_recorded == Some(false) {
        for other in chosen.with_given_byes() {
            if let (Some(true), found) = attempt(&other)? {
                *chosen = other;
                return Ok(found);
            }
        }
    }
    Ok(first)
}

/// The failure of a file that cannot be paired as it is; JSON says it on standard output, too.
fn refuse(args: &PairArgs, failure: &edelweiss::trf::Failure) -> ExitFailure {
    if args.format == PairFormat::Json
        && files::is_standard(&args.output)
        && let Err(unwritten) = write(args, json::refused(failure))
    {
        return unwritten;
    }
    ExitFailure::new(of_refused_file(failure), failure.to_string())
}

/// The rules, where the output itself has no place for them.
fn note_rules(args: &PairArgs, choice: ChosenSystem) {
    (args.read).note(&format!("{} ({})", choice.pairing.name, choice.by.words()));
}

fn with_round(
    reading: &Reading,
    chosen: &ChosenRound<'_>,
    choice: ChosenSystem,
    round: &RoundPairing,
) -> Result<Vec<u8>, ExitFailure> {
    if chosen.standing == RoundStanding::WithResults {
        let message = format!(
            "round {} stands in the file with results or later rounds, which would be lost\n  hint: take them out of the file first, or choose another --format",
            round.round
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let tournament = &*chosen.filed;
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
        ExitFailure::new(Exit::Limit, format!("the round cannot be added: {error}"))
    })?;
    Ok(document.to_bytes(document.line_end()))
}

fn write(args: &PairArgs, text: impl AsRef<[u8]>) -> Result<(), ExitFailure> {
    files::write_bytes(&args.output, text.as_ref()).map_err(|error| {
        let name = files::output_name(&args.output);
        ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"))
    })
}
