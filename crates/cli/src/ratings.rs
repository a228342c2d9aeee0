//! `edelweiss ratings`: how the rating of each player changes.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use comfy_table::{CellAlignment, Table, presets};
use edelweiss::lists::csv;
use edelweiss::lists::text::shortened;
use edelweiss::ratings::{COEFFICIENTS, CoefficientReason, Hundredths, RatingChange};
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
        RatingsFormat::Csv => table_for_programs(&input, &event),
        RatingsFormat::Json => to_json(&input, &event),
    };
    files::write(&args.output, &text).map_err(|error| {
        let name = files::output_name(&args.output);
        ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"))
    })
}

/// In how many columns a name stands: a page is 80 wide.
const NAME_WIDTH: usize = 17;

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
            shortened(&clean(&player.name), NAME_WIDTH),
            change.rating.to_string(),
            change.games.len().to_string(),
            change.score().to_string(),
            change.expected().to_string(),
            format!("{:+}", change.difference()),
        ];
        row.extend(COEFFICIENTS.map(|k| possible(change, k, |change| format!("{change:+}"))));
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

fn table_for_programs(input: &TournamentInput, event: &RatedEvent) -> String {
    let headings = "TPN,NAME,RATING,GAMES,SCORE,EXPECTED,DIFFERENCE,K40,K20,K10,KBY".split(',');
    let headings = headings.map(str::to_owned).collect();
    let rows = event.changes.iter().map(|change| {
        let player = input.reading.tournament.player(change.player);
        let mut row = vec![
            player.number.to_string(),
            clean(&player.name),
            change.rating.to_string(),
            change.games.len().to_string(),
            change.score().to_string(),
            change.expected().to_string(),
            change.difference().to_string(),
        ];
        row.extend(COEFFICIENTS.map(|k| possible(change, k, |change| change.to_string())));
        row.push(reason_code(change.coefficients.reason).to_owned());
        row
    });
    csv::table(std::iter::once(headings).chain(rows))
}
