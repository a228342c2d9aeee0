//! `edelweiss pair`: one round of a file.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use edelweiss_answers::line_ups::LineUpOptions;
use edelweiss_answers::pair::{AnsweredRound, PairOptions, refused};
use edelweiss_answers::report::{defect_note, pairs_text};
use edelweiss_answers::system::ChosenSystem;
use edelweiss_answers::which_round::RoundStanding;
use edelweiss_answers::wishes::WishOptions;
use edelweiss_answers::{AnswerError, TournamentInput};

use crate::exit::{Exit, ExitFailure, say};
use crate::reading::ReadArgs;
use crate::steps::StepSession;
use crate::{files, proof, table};

const EXAMPLES: &str = "\
Examples:
  edelweiss pair open.trf                    the next round as a table
  edelweiss pair open.trf --write            and adds it to the file
  edelweiss pair results.json                of results, up to 1,000,000 players
  edelweiss pair open.trf --absent 5,9 --forbid 3-8 --bye 12=H --seat 6-8
                                             as it would be; the file stays";

/// Pair the next round of a tournament file, or one without results again
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PairArgs {
    /// Tournament file (TRF06, TRF16, TRF26, with XX? or BB? lines), or JSON of players and results; - is standard
    /// input
    file: PathBuf,
    #[command(flatten)]
    options: PairOptions,
    #[command(flatten)]
    wishes: WishOptions,
    #[command(flatten)]
    line_ups: LineUpOptions,
    /// What to write
    #[arg(long, value_enum, default_value_t = PairFormat::Table)]
    format: PairFormat,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Add the round to the tournament file itself, beside what is written
    #[arg(short, long)]
    write: bool,
    /// Write there a proof of the round as well, which `verify` checks; of the systems in force, Dutch 2017 and a club's ladder
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
    let is_about_the_file = args.write || args.proof.is_some();
    if !args.wishes.is_empty() && is_about_the_file {
        let message = "wishes (--absent, --forbid, --bye, --seat) hold for this call only, and are not in the file that --write or --proof is about\n  hint: `edelweiss absent`, `bye` and `forbid` write them into the file first";
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let session = (args.write)
        .then(|| StepSession::open(&args.file, args.read))
        .transpose()?;
    let input = (args.read).read_to_pair(&args.file, &args.output, |error| refuse(args, error))?;
    let granted = (args.wishes)
        .granted(&input, &args.options, &args.read.options())
        .map_err(|error| refuse(args, error))?;
    let (input, assumed) = granted.unwrap_or((input, Vec::new()));
    let paired = paired(args, &input, assumed)?;
    for words in paired.soft_ban_notes() {
        args.read.note(&words);
    }
    let choice = paired.choice;
    if let Some(path) = &args.proof {
        proof::write(path, args.proof_format, &paired)?;
    }
    if let Some(session) = session {
        add(args, session, &paired)?;
    }
    if args.format == PairFormat::Json {
        write(args, paired.to_json())?;
    }
    let round = paired.round()?;
    if let Some(note) = defect_note(round) {
        say(&note);
    }
    let setting = paired.setting();
    match args.format {
        PairFormat::Json => Ok(()),
        PairFormat::Table => {
            let table = table::page(&setting, round);
            write(args, table + &assumed_below(paired.assumed()))
        }
        PairFormat::Bbp => {
            note_rules(args, choice);
            write(args, pairs_text(&setting, &round.boards, round.bye))
        }
        PairFormat::Trf => {
            note_rules(args, choice);
            write(args, paired.to_trf(&line_ups(args)?)?)
        }
    }
}

/// The round, with the pairs that are to be seated, and what was assumed.
fn paired<'a>(
    args: &PairArgs,
    input: &'a TournamentInput,
    assumed: Vec<String>,
) -> Result<AnsweredRound<'a>, ExitFailure> {
    for words in &assumed {
        args.read.note(words);
    }
    let paired = AnsweredRound::new(input, &args.options, |note| args.read.note(note))
        .and_then(|paired| (args.wishes).seated(paired, |note| args.read.note(note)));
    let mut paired = paired.map_err(|error| refuse(args, error))?;
    paired.add_assumptions(assumed);
    Ok(paired)
}

/// What was assumed, behind the table.
fn assumed_below(assumed: &[String]) -> String {
    let lines: String = assumed
        .iter()
        .flat_map(|line| [line.as_str(), "\n"])
        .collect();
    let gap = if lines.is_empty() { "" } else { "\n" };
    format!("{gap}{lines}")
}

/// Adds the round to its file.
fn add(
    args: &PairArgs,
    mut session: StepSession,
    paired: &AnsweredRound<'_>,
) -> Result<(), ExitFailure> {
    if paired.chosen.standing == RoundStanding::WithoutResults
        && args.options.which.round().is_none()
    {
        let round = paired.chosen.tournament.next_round();
        let message = format!(
            "round {round} has been paired, and has no result yet\n  hint: `edelweiss result FILE` enters results; `edelweiss undo FILE` takes the round back, and --round {round} puts another one in its place"
        );
        return Err(session.refused(&AnswerError::invalid(message)));
    }
    let event = session.event_again()?;
    let step = paired.step(&event, &line_ups(args)?);
    let step = step.map_err(|error| session.refused(&error))?;
    let applied = session.carry_out(&event, &step)?;
    for line in &applied.said {
        args.read
            .note(&format!("added to {}: {line}", files::name_of(&args.file)));
    }
    Ok(())
}

/// The line-ups; a list that does not begin with a team and a colon is a file.
fn line_ups(args: &PairArgs) -> Result<LineUpOptions, ExitFailure> {
    let mut options = args.line_ups.clone();
    let is_list = |text: &str| {
        let team = text.split_once(':').map(|(team, _)| team.trim());
        team.is_some_and(|team| !team.is_empty() && team.bytes().all(|b| b.is_ascii_digit()))
    };
    if let Some(named) = options.line_ups.as_ref().filter(|text| !is_list(text)) {
        let path = std::path::Path::new(named);
        let bytes = files::read(path).map_err(|error| {
            let message = format!("{}: {error}", files::name_of(path));
            ExitFailure::new(Exit::FileAccess, message)
        })?;
        options.line_ups = Some(String::from_utf8_lossy(&bytes).into_owned());
    }
    Ok(options)
}

/// The failure of a file that cannot be paired as it is; JSON says it on standard output, too.
fn refuse(args: &PairArgs, error: AnswerError) -> ExitFailure {
    if args.format == PairFormat::Json
        && files::is_standard(&args.output)
        && let Some(failure) = &error.failure
        && let Err(unwritten) = write(args, refused(failure))
    {
        return unwritten;
    }
    error.into()
}

/// The rules, where the output itself has no place for them.
fn note_rules(args: &PairArgs, choice: ChosenSystem) {
    (args.read).note(&format!("{} ({})", choice.pairing.name, choice.by.words()));
}

fn write(args: &PairArgs, text: impl AsRef<[u8]>) -> Result<(), ExitFailure> {
    files::write_bytes(&args.output, text.as_ref()).map_err(|error| {
        let name = files::output_name(&args.output);
        ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"))
    })
}
