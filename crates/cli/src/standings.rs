//! `edelweiss standings`: the players of a file, or its teams, ranked.

pub(crate) mod choice;
mod csv;
mod document;
mod page;
mod ranked;
mod why;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use edelweiss::model::{RoundNumber, Tpn};
use edelweiss::trf::{Failure, Reading};

use crate::exit::{Exit, ExitFailure, of_refused_file};
use crate::files;
use crate::reading::{ReadArgs, TournamentInput};
use crate::which_round;
use ranked::Ranked;

/// Rank the players, or the teams, of a tournament file by points and tie-breaks
#[derive(Debug, Args)]
pub(crate) struct StandingsArgs {
    /// Tournament file (TRF06, TRF16, TRF26, with XX? or BB? lines); - is standard input
    file: PathBuf,
    /// Standings after this round [default: the last one that has results]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999))]
    after_round: Option<u16>,
    #[command(flatten)]
    choice: choice::ListArgs,
    /// What to write
    #[arg(long, value_enum, default_value_t = StandingsFormat::Table)]
    format: StandingsFormat,
    /// The rounds of everybody, in the table
    #[arg(long)]
    cross_table: bool,
    /// Take the values of this player, or team, apart, contribution by contribution
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["cross_table", "why_above"])]
    why: Option<u16>,
    /// Say why the first of two players, or teams, is ranked above the second
    #[arg(long, num_args = 2, value_names = ["NUMBER", "NUMBER"], conflicts_with = "cross_table")]
    why_above: Option<Vec<u16>>,
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
    /// The tournament file with ranks and the list of tie-breaks
    Trf,
}

/// Runs the command.
///
/// # Errors
/// Everything that keeps it from an answer.
pub(crate) fn run(args: &StandingsArgs) -> Result<(), ExitFailure> {
    let TournamentInput { name, reading, .. } =
        args.read
            .read(&args.file, &args.output, |failure| refuse(args, failure))?;
    let choice = match choice::choose(&name, &reading, &args.choice) {
        Ok(choice) => choice,
        Err(failure) => return Err(refuse(args, &failure)),
    };
    args.read.warn(&choice.warnings);
    let tournament = choice.applied_to(&reading.tournament);
    let tournament = &*tournament;
    let after = args.after_round.map(u32::from).map(RoundNumber::new);
    let after = after.transpose().ok().flatten();
    let ranked = Ranked::new(&name, tournament, &choice, after).map_err(|error| {
        let failure = Failure {
            errors: vec![choice.refused(&name, &error)],
            more_errors: 0,
            warnings: Vec::new(),
        };
        refuse(args, &failure)
    })?;
    for remark in ranked.standings.remarks() {
        args.read.warn(&[choice.remark(&name, remark)]);
    }
    if let Some(open) = which_round::open_games_before(tournament, ranked.rounds()) {
        args.read.warn(&[open]);
    }
    write(args, answer(args, &reading, &ranked)?)
}

/// What is asked for, as text.
fn answer(
    args: &StandingsArgs,
    reading: &Reading,
    ranked: &Ranked<'_>,
) -> Result<Vec<u8>, ExitFailure> {
    let why = args.why.map(|number| ranked.find(number)).transpose()?;
    let above = match args.why_above.as_deref() {
        Some(&[first, second]) => Some((ranked.find(first)?, ranked.find(second)?)),
        _ => None,
    };
    let text = match (args.format, why, above) {
        (StandingsFormat::Json, why, None) => document::standings(ranked, why, &reading.warnings),
        (StandingsFormat::Table, Some(player), _) => why::participant(ranked, player),
        (StandingsFormat::Table, None, Some((first, second))) => why::above(ranked, first, second),
        (StandingsFormat::Table, None, None) if args.cross_table => page::cross_table(ranked),
        (StandingsFormat::Table, None, None) => page::standings(ranked),
        (StandingsFormat::Csv, None, None) => csv::standings(ranked),
        (StandingsFormat::Trf, None, None) => return with_ranks(reading, ranked),
        _ => {
            let message = "--why and --why-above answer in words, which this format has no place for\n  hint: --format table; --why has json, too";
            return Err(ExitFailure::new(Exit::Invalid, message));
        }
    };
    Ok(text.into_bytes())
}

fn with_ranks(reading: &Reading, ranked: &Ranked<'_>) -> Result<Vec<u8>, ExitFailure> {
    let paired = ranked.tournament.rounds_paired();
    let rounds = ranked.rounds();
    if paired.is_some_and(|last| last.index() + 1 != rounds) {
        let message = format!(
            "ranks after round {rounds} do not fit a file with later rounds\n  hint: choose another --format, or leave out --after-round"
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let rows = ranked.standings.rows().iter();
    let number = |id| Tpn::new(ranked.number(id).into()).expect("a number of the file");
    let ranks: Vec<_> = rows.map(|row| (number(row.player), row.rank)).collect();
    let list = ranked.choice.whole_order();
    let document = match ranked.teams() {
        Some(_) => reading.document.with_team_standings(&ranks, &list),
        None => reading.document.with_standings(&ranks, &list),
    };
    let document = document.map_err(|error| {
        ExitFailure::new(Exit::Limit, format!("the ranks cannot be added: {error}"))
    })?;
    Ok(document.to_bytes(document.line_end()))
}

/// The failure of a file that cannot be ranked as it is; JSON says it on standard output, too.
fn refuse(args: &StandingsArgs, failure: &Failure) -> ExitFailure {
    if args.format == StandingsFormat::Json
        && files::is_standard(&args.output)
        && let Err(unwritten) = write(args, document::refused(failure))
    {
        return unwritten;
    }
    ExitFailure::new(of_refused_file(failure), failure.to_string())
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
