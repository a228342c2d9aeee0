//! `edelweiss standings`: the players of a file, or its teams, ranked.

mod csv;
mod page;
mod why;

use std::fmt::Display;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use edelweiss_answers::standings::{
    Ranked, StandingsOptions, refused, to_json, to_trf, with_ranked,
};
use edelweiss_answers::{AnswerError, TournamentInput};

use crate::exit::{Exit, ExitFailure};
use crate::files;
use crate::reading::ReadArgs;

const EXAMPLES: &str = "\
Examples:
  edelweiss standings open.trf                     ranks, points and tie-breaks
  edelweiss standings open.trf --why-above 3 2     why 3 is ranked above 2
  edelweiss standings open.trf --format trf -o final.trf";

/// Rank the players, or the teams, of a tournament file by points and tie-breaks
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StandingsArgs {
    /// Tournament file (TRF06, TRF16, TRF26, with XX? or BB? lines); - is standard input
    file: PathBuf,
    #[command(flatten)]
    options: StandingsOptions,
    /// What to write
    #[arg(long, value_enum, default_value_t = StandingsFormat::Table)]
    format: StandingsFormat,
    /// The rounds of everybody, in the table
    #[arg(long)]
    cross_table: bool,
    /// Take the values of this player, or team, apart, contribution by contribution
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["cross_table", "why_above"])]
    why: Option<u32>,
    /// Say why the first of two players, or teams, is ranked above the second
    #[arg(long, num_args = 2, value_names = ["NUMBER", "NUMBER"], conflicts_with = "cross_table")]
    why_above: Option<Vec<u32>>,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StandingsFormat {
    /// Ranks, names, points and tie-breaks
    Table,
    /// TPN, RANK, PTS (teams: MPTS and GPTS) and a column per tie-break, by number
    Csv,
    /// The same with every exact value; docs/schema/standings.schema.json
    Json,
    /// The tournament file with points, ranks and the list of tie-breaks
    Trf,
}

/// Runs the command.
///
/// # Errors
/// Everything that keeps it from an answer.
pub(crate) fn run(args: &StandingsArgs) -> Result<(), ExitFailure> {
    let purpose = args.options.list.purpose();
    let options = args.read.options().purpose(purpose);
    let refuse_file = |error| refuse(args, error);
    let input = (args.read).read_as(options, &args.file, &args.output, refuse_file)?;
    let warn = |warning: &dyn Display| args.read.warn(&[warning]);
    let text = with_ranked(&input, &args.options, warn, |ranked| {
        answer(args, &input, ranked)
    });
    write(args, text.map_err(|error| refuse(args, error))?)
}

/// What is asked for, as text.
fn answer(
    args: &StandingsArgs,
    input: &TournamentInput,
    ranked: &Ranked<'_>,
) -> Result<Vec<u8>, AnswerError> {
    let why = args.why.map(|number| ranked.find(number)).transpose()?;
    let above = match args.why_above.as_deref() {
        Some(&[first, second]) => Some((ranked.find(first)?, ranked.find(second)?)),
        _ => None,
    };
    let text = match (args.format, why, above) {
        (StandingsFormat::Json, why, None) => to_json(input, ranked, why),
        (StandingsFormat::Table, Some(player), _) => why::participant(ranked, player),
        (StandingsFormat::Table, None, Some((first, second))) => why::above(ranked, first, second),
        (StandingsFormat::Table, None, None) if args.cross_table => page::cross_table(ranked),
        (StandingsFormat::Table, None, None) => page::standings(ranked),
        (StandingsFormat::Csv, None, None) => csv::standings(ranked),
        (StandingsFormat::Trf, None, None) => return to_trf(input, ranked),
        _ => {
            let message = "--why and --why-above answer in words, which this format has no place for\n  hint: --format table; --why has json, too";
            return Err(AnswerError::invalid(message));
        }
    };
    Ok(text.into_bytes())
}

/// The failure of a file that cannot be ranked as it is; JSON says it on standard output, too.
fn refuse(args: &StandingsArgs, error: AnswerError) -> ExitFailure {
    if args.format == StandingsFormat::Json
        && files::is_standard(&args.output)
        && let Some(failure) = &error.failure
        && let Err(unwritten) = write(args, refused(failure))
    {
        return unwritten;
    }
    error.into()
}

fn write(args: &StandingsArgs, text: impl AsRef<[u8]>) -> Result<(), ExitFailure> {
    files::write_bytes(&args.output, text.as_ref()).map_err(|error| {
        let name = if files::is_standard(&args.output) {
            "standard output".to_owned()
        } else {
            args.output.display().to_string()
        };
        ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"))
    })
}
