//! `edelweiss new`: a tournament file out of a list of players.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use edelweiss::model::{RoundNumber, System};
use edelweiss::roster::numbering::DecidedBy;
use edelweiss::roster::{
    self, ColumnChoice, ListSource, PlayerList, RatingKind, Recognition, RosterOptions,
};
use edelweiss_answers::new_event::{NewEvent, NewEventOptions, new_event};
use edelweiss_answers::report::clean;
use edelweiss_answers::{AnswerError, EncodingName};

use crate::exit::{Exit, ExitFailure, say};
use crate::files::{self, name_of};
use crate::steps;

const EXAMPLES: &str = "\
Examples:
  edelweiss new players.csv -o open.trf --rounds 9 --name \"Harbour Open\"
  edelweiss new u16.xlsx -o u16.trf --rounds 7 --column rating=D
  edelweiss pair open.trf --write           pairs round 1

The list is CSV of any separator, XLSX, ODS, or FIDE's rating list; its columns
are known by their headings. Numbers follow C.04.2: rating, title, name.";

/// Make a tournament file out of a list of players (CSV, XLSX, ODS, FIDE's list)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct NewArgs {
    /// List of players; - is standard input
    list: PathBuf,
    /// Tournament file to make (TRF26); - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
    /// Show every player, not only those whom the rating does not place
    #[arg(long)]
    all: bool,
    /// Errors only
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    event: NewEventOptions,
    #[command(flatten)]
    list_options: ListArgs,
}

/// How the list is read.
#[derive(Debug, Args)]
#[command(next_help_heading = "The list")]
struct ListArgs {
    /// Sheet of a spreadsheet [default: the one with players]
    #[arg(long, value_name = "NAME")]
    sheet: Option<String>,
    /// What a column holds, by its heading, number or letter: rating=D; may be repeated
    #[arg(long, value_name = "FIELD=COLUMN")]
    column: Vec<ColumnChoice>,
    /// Which rating counts where there are several [default: standard]
    #[arg(long, value_name = "KIND")]
    rating: Option<RatingName>,
    /// Encoding of a list that is text [default: told from its bytes]
    #[arg(long, value_enum, hide_possible_values = true)]
    encoding: Option<EncodingName>,
}

/// `--rating`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum RatingName {
    Standard,
    Rapid,
    Blitz,
    National,
}

impl ListArgs {
    fn options(&self) -> RosterOptions {
        RosterOptions {
            encoding: self.encoding.map(Into::into),
            sheet: self.sheet.clone(),
            rating: self.rating.map(|name| match name {
                RatingName::Standard => RatingKind::Standard,
                RatingName::Rapid => RatingKind::Rapid,
                RatingName::Blitz => RatingKind::Blitz,
                RatingName::National => RatingKind::National,
            }),
            columns: self.column.clone(),
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Everything that is wrong with the list or the options; nothing is written then.
pub(crate) fn run(args: &NewArgs) -> Result<(), ExitFailure> {
    must_be_free(args)?;
    let name = name_of(&args.list);
    let bytes = files::read(&args.list)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
    let list =
        roster::read(&bytes, &name, &args.list_options.options()).map_err(AnswerError::from)?;
    let mut options = args.event.clone();
    options.name.get_or_insert_with(|| stem(&args.output));
    let output = files::output_name(&args.output);
    let event = new_event(&list, &output, &options)?;
    if !args.quiet {
        for remark in &list.remarks {
            say(&format!("warning: {remark}"));
        }
        for note in &event.notes {
            say(&format!("note: {note}"));
        }
    }
    files::write(&args.output, &event.text)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{output}: {error}")))?;
    if args.quiet || files::is_standard(&args.output) {
        return Ok(());
    }
    steps::print(&page(args, &list, &event))
}

/// # Errors
/// An output that is the list, or that is there and not to be replaced.
fn must_be_free(args: &NewArgs) -> Result<(), ExitFailure> {
    let output = &args.output;
    let refuse = |message: String| Err(ExitFailure::new(Exit::Invalid, message));
    if files::are_same(&args.list, output) {
        return refuse(format!(
            "the output {} is the list itself, which would be lost\n  hint: choose another name for -o",
            output.display()
        ));
    }
    let is_there =
        !files::is_standard(output) && fs::metadata(output).is_ok_and(|data| data.is_file());
    if is_there && !args.force {
        return refuse(format!(
            "{} is there already, and nothing was changed\n  hint: choose another name for -o, or replace it with --force",
            output.display()
        ));
    }
    Ok(())
}

/// What a file is called without its ending.
fn stem(path: &Path) -> String {
    if files::is_standard(path) {
        return "Tournament".to_owned();
    }
    path.file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// As many rows of the starting list are shown without `--all`.
const MOST_ROWS: usize = 40;

/// What was made, of what, and what comes next.
fn page(args: &NewArgs, list: &PlayerList, event: &NewEvent) -> String {
    let tournament = &event.tournament;
    let rounds = tournament.rounds_total.map_or(0, RoundNumber::get);
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    format!(
        "{}: {}, {} player{}, {rounds} round{}\n{}\n\n{}\n{}{}\nNext: edelweiss pair {}{}{}\n",
        args.output.display(),
        clean(&tournament.name),
        list.players.len(),
        plural(list.players.len()),
        plural(rounds.into()),
        event.choice.pairing.name,
        columns(list),
        teams(event),
        numbers(args, list, event),
        args.output.display(),
        // The file cannot tell which system without a code it is.
        if event.choice.pairing.record() == Some(System::Other) {
            format!(" --system {}", event.choice.pairing.system)
        } else {
            String::new()
        },
        // Who plays on which board of a match is for the captains to say.
        if event.choice.pairing.unit.is_of_teams() {
            ""
        } else {
            " --write"
        },
    )
}

/// The teams, where there are any.
fn teams(event: &NewEvent) -> String {
    if event.teams.is_empty() {
        return String::new();
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for (number, team) in (1..).zip(&event.teams) {
        table.add_row([
            format!("{number}"),
            clean(&team.name),
            format!("{} players", team.size),
        ]);
    }
    format!("Teams\n{}\n\n", table.trim_fmt())
}

fn columns(list: &PlayerList) -> String {
    let what = match &list.source {
        ListSource::Sheet { name } => format!("Columns of the sheet {}", clean(name)),
        _ => "Columns".to_owned(),
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for column in &list.columns {
        let field = column
            .field
            .map_or_else(String::new, |field| field.to_string());
        let holds = match column.by {
            Recognition::Unknown => "unknown, left out".to_owned(),
            Recognition::Unused => format!("{field}, left out: another column is read"),
            Recognition::Cells => format!("{field}, told from its cells"),
            Recognition::Option => format!("{field}, as --column says"),
            Recognition::Heading => field,
        };
        let name = list.source.column_name(column.number);
        table.add_row([name, clean(&column.heading), holds]);
    }
    format!("{what}\n{}\n", table.trim_fmt())
}

/// Why a player stands behind the one before, where the rating does not tell.
fn reason(behind: Option<DecidedBy>) -> &'static str {
    match behind {
        None | Some(DecidedBy::Rating | DecidedBy::Lot) => "",
        Some(DecidedBy::Title) => "same rating, lower title (2.2.2)",
        Some(DecidedBy::Name) => "same rating and title, by name (2.2.3)",
        Some(DecidedBy::List) => "same in all, by the list",
    }
}

fn numbers(args: &NewArgs, list: &PlayerList, event: &NewEvent) -> String {
    let reason_at = |place: usize| event.order.get(place).map_or("", |at| reason(at.behind));
    let is_tied = |place: usize| !reason_at(place).is_empty() || !reason_at(place + 1).is_empty();
    let is_whole = args.all
        || args.event.lots.is_some()
        || !event.teams.is_empty()
        || list.players.len() <= MOST_ROWS;
    let shown: Vec<usize> = (0..event.order.len())
        .filter(|place| is_whole || is_tied(*place))
        .collect();
    let most = if is_whole { shown.len() } else { MOST_ROWS };
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for &place in shown.iter().take(most) {
        let player = &list.players[event.order[place].index];
        let title = player
            .title
            .map_or_else(String::new, |title| format!("{title} "));
        table.add_row([
            (place + 1).to_string(),
            format!("{title}{}", clean(&player.name)),
            player.rating.map_or_else(String::new, |r| r.to_string()),
            reason_at(place).to_owned(),
        ]);
    }
    for column in [0, 2] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    if event.choice.pairing.unit.is_of_teams() {
        return format!("Boards of each team by C.04.2 2.2\n{}\n", table.trim_fmt());
    }
    if args.event.lots.is_some() {
        let article = match event.choice.pairing.unit.most_of_two_teams() {
            _ if args.event.by_federation => " (C.05 Annex 2)",
            Some(_) => "",
            None => " (C.05 Annex 1)",
        };
        return format!("Numbers by lot{article}\n{}\n", table.trim_fmt());
    }
    let heading = match (is_whole, shown.is_empty()) {
        (true, _) => "Numbers by C.04.2 2.2",
        (false, true) => {
            return "Numbers by C.04.2 2.2: the rating places every player\n".to_owned();
        }
        (false, false) => "Numbers by C.04.2 2.2, where the rating does not tell",
    };
    let more = match shown.len().saturating_sub(most) {
        0 => String::new(),
        more => format!("and {more} more; --all shows everybody\n"),
    };
    format!("{heading}\n{}\n{more}", table.trim_fmt())
}
