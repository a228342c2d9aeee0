//! `edelweiss ratings`: how the rating of each player changes.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use comfy_table::{CellAlignment, Table, presets};
use edelweiss::ratings::{CoefficientReason, Hundredths, RatingChange};
use edelweiss_answers::TournamentInput;
use edelweiss_answers::ratings::{RatedEvent, RatingsOptions, rated, reason_code, to_json};
use edelweiss_answers::report::{clean, listed};

use crate::exit::{Exit, ExitFailure};
use crate::files;
use crate::reading::ReadArgs;

const EXAMPLES: &str = "\
Examples:
  edelweiss ratings open.trf                   a column for each K
  edelweiss ratings open.trf --k 20 --k 7=40   20 for all, 40 for player 7
  edelweiss ratings open.trf --format csv -o ratings.csv";

/// Say how the rating of each player changes (FIDE B.02)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RatingsArgs {
    /// Tournament file; - is standard input
    file: PathBuf,
    #[command(flatten)]
    options: RatingsOptions,
    /// What to write
    #[arg(long, value_enum, default_value_t = RatingsFormat::Table)]
    format: RatingsFormat,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RatingsFormat {
    /// A line for each player
    Table,
    /// The same for programs
    Csv,
    /// With every game; docs/schema/ratings.schema.json
    Json,
}

/// Runs the command.
///
/// # Errors
/// Files that cannot be read, editions and players that are not there.
pub(crate) fn run(args: &RatingsArgs) -> Result<(), ExitFailure> {
    let input = (args.read).read(&args.file, &args.output, ExitFailure::from)?;
    let event = rated(&input, &args.options)?;
    let text = match args.format {
        RatingsFormat::Table => page(&input, &event),
        RatingsFormat::Csv => csv(&input, &event),
        RatingsFormat::Json => to_json(&input, &event),
    };
    files::write(&args.output, &text).map_err(|error| {
        let name = files::output_name(&args.output);
        ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"))
    })
}

/// Each K of the columns.
const COLUMNS: [u16; 3] = [40, 20, 10];

fn page(input: &TournamentInput, event: &RatedEvent) -> String {
    let by = match event.by {
        "option" => "chosen on the command line",
        "date" => "by the date of the file",
        _ => "the file has no date",
    };
    let mut out = format!(
        "{}: rating changes by B.02, edition of {} ({by}), not rounded\n\n{}\n",
        clean(&input.reading.tournament.name),
        event.edition.year,
        rows(input, event).trim_fmt()
    );
    let changes = event.changes.iter();
    let unknown = changes.filter(|change| change.coefficients.reason == CoefficientReason::Unknown);
    let n_unknown = unknown.count();
    if n_unknown > 0 {
        writeln!(
            out,
            "\nK follows from games before this event for {n_unknown} of {} players: --k says it",
            event.changes.len()
        )
        .expect("a string grows");
    }
    if !event.unrated.is_empty() {
        let numbers: Vec<String> = event.unrated.iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "\nWithout a rating, for whom nothing is computed: {}",
            listed(&numbers)
        )
        .expect("a string grows");
    }
    out
}

/// A row for each rated player.
fn rows(input: &TournamentInput, event: &RatedEvent) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "No", "Name", "Rtg", "Games", "Score", "Expected", "Diff", "K 40", "K 20", "K 10",
    ]);
    for change in &event.changes {
        let player = input.reading.tournament.player(change.player);
        let mut row = vec![
            player.number.to_string(),
            shortened(&clean(&player.name)),
            change.rating.to_string(),
            change.games.len().to_string(),
            change.score().to_string(),
            change.expected().to_string(),
            format!("{:+}", change.difference()),
        ];
        row.extend(COLUMNS.map(|k| possible(change, k, |change| format!("{change:+}"))));
        table.add_row(row);
    }
    for index in (0..10).filter(|index| *index != 1) {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A cell of a K, which is empty where the player cannot have it.
fn possible(change: &RatingChange, k: u16, text: impl Fn(Hundredths) -> String) -> String {
    if change.coefficients.possible().contains(&k) {
        text(change.change(k))
    } else {
        String::new()
    }
}

/// A name as the table has room for it: a page is 80 columns wide.
fn shortened(name: &str) -> String {
    const ROOM: usize = 17;
    if name.chars().count() <= ROOM {
        return name.to_owned();
    }
    let start: String = name.chars().take(ROOM - 1).collect();
    format!("{}…", start.trim_end())
}

fn csv(input: &TournamentInput, event: &RatedEvent) -> String {
    let tournament = &input.reading.tournament;
    let mut out = String::from("TPN,NAME,RATING,GAMES,SCORE,EXPECTED,DIFFERENCE,K40,K20,K10,KBY\n");
    for change in &event.changes {
        let player = tournament.player(change.player);
        write!(
            out,
            "{},\"{}\",{},{},{},{},{}",
            player.number,
            clean(&player.name).replace('"', "\"\""),
            change.rating,
            change.games.len(),
            change.score(),
            change.expected(),
            change.difference()
        )
        .expect("a string grows");
        for k in COLUMNS {
            let cell = possible(change, k, |change| change.to_string());
            write!(out, ",{cell}").expect("a string grows");
        }
        writeln!(out, ",{}", reason_code(change.coefficients.reason)).expect("a string grows");
    }
    out
}
