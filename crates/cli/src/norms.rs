//! `edelweiss norms`: who has a title norm, and who misses one condition.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use comfy_table::{CellAlignment, Table, presets};
use edelweiss::lists::csv;
use edelweiss::lists::text::shortened;
use edelweiss::model::{FideTitle, RoundNumber};
use edelweiss::ratings::norms::{
    ForeignExemption, NORMS, NORMS_FROM, NormCondition, NormConditionKind, NormResult,
};
use edelweiss_answers::TournamentInput;
use edelweiss_answers::norms::{NormedEvent, NormsOptions, condition_code, normed, to_json};
use edelweiss_answers::report::clean;

use crate::exit::{Exit, ExitFailure};
use crate::files;
use crate::reading::ReadArgs;

const EXAMPLES: &str = "\
Examples:
  edelweiss norms open.trf              norms, and those that miss one condition
  edelweiss norms open.trf --player 7   every condition of every title";

/// Say who has a title norm, and what is missed (FIDE B.01)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct NormsArgs {
    /// Tournament file; - is standard input
    file: PathBuf,
    #[command(flatten)]
    options: NormsOptions,
    /// What to write
    #[arg(long, value_enum, default_value_t = NormsFormat::Table)]
    format: NormsFormat,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum NormsFormat {
    /// For people
    Table,
    /// A line for each condition, for programs
    Csv,
    /// With every condition; docs/schema/norms.schema.json
    Json,
}

/// Runs the command.
///
/// # Errors
/// Files that cannot be read, editions and players that are not there, events in which players meet twice that are no
/// double round robins.
pub(crate) fn run(args: &NormsArgs) -> Result<(), ExitFailure> {
    let input = (args.read).read(&args.file, &args.output, ExitFailure::from)?;
    let event = normed(&input, &args.options)?;
    let text = match args.format {
        NormsFormat::Table if args.options.player.is_some() => {
            head(&input, &event) + &whole(&input, &event) + &tail(&event)
        }
        NormsFormat::Table => head(&input, &event) + &short(&input, &event) + &tail(&event),
        NormsFormat::Csv => table_for_programs(&input, &event),
        NormsFormat::Json => to_json(&input, &event),
    };
    files::write(&args.output, &text).map_err(|error| {
        let name = files::output_name(&args.output);
        ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"))
    })
}

/// In how many columns a name stands: a page is 80 wide.
const NAME_WIDTH: usize = 17;

fn head(input: &TournamentInput, event: &NormedEvent) -> String {
    let field = &event.report.field;
    let host = event.host.as_deref().map_or_else(
        || "not known (--host)".to_owned(),
        |host| clean(host.trim()),
    );
    let exempt = match (field.exempts(), event.exemption) {
        (true, _) => "yes, by 1.4.3d".to_owned(),
        (false, Some(exemption)) => format!("by {}, as you say", exemption.article()),
        (false, None) => "no".to_owned(),
    };
    format!(
        "{}: title norms by B.01, edition of {}\n\nHost federation: {host}\n\
         Rated players of others in each round, at least: {}, of {} federations, {} titled\n\
         Exempt from the rules on federations: {exempt}\n",
        clean(&input.reading.tournament.name),
        NORMS_FROM.year,
        field.players,
        field.federations,
        field.titled,
    )
}

fn tail(event: &NormedEvent) -> String {
    let mut out = String::from("\n");
    if event.without_federation > 0 {
        writeln!(
            out,
            "Players without a federation, or with FID, which counts as none: {}",
            event.without_federation
        )
        .expect("a string grows");
    }
    if event.report.is_predetermined {
        out += "The pairings were settled beforehand: no last rounds are left out (1.4.1e)\n";
    }
    if event.report.is_double_round_robin {
        out += "Double round robin: opponents count once for federations and titles (1.4.5)\n";
    }
    if event.report.is_of_teams {
        out += match (event.exemption, event.is_team_championship) {
            (_, true) => "Seven games are enough, as you say (1.4.1b)\n",
            (Some(_), false) => "",
            (None, false) => {
                "A file does not tell a World or Continental championship (1.4.1b,\n\
                 --team-championship) nor a national one (1.4.3b, --exempt b)\n"
            }
        };
        if event.exemption == Some(ForeignExemption::NationalTeam) {
            out += "Results of several divisions may not be combined (1.4.3b)\n";
        }
    }
    out + "A file does not tell registration, time control, rounds a day and arbiters (1.1)\n"
}

fn short(input: &TournamentInput, event: &NormedEvent) -> String {
    let (achieved, missed): (Vec<_>, Vec<_>) =
        (event.report.results.iter()).partition(|result| result.is_achieved());
    let (near, far): (Vec<_>, Vec<_>) =
        (missed.into_iter()).partition(|result| result.missed().count() == 1);
    let mut out = String::new();
    let parts = [
        ("Norms", achieved, "Counts as"),
        ("One condition is missed", near, "Missed"),
        ("More are missed", far, "Missed"),
    ];
    for (heading, results, last) in parts {
        if results.is_empty() {
            if heading == "Norms" {
                out += "\nNobody has a norm.\n";
            }
            continue;
        }
        let table = rows(input, &results, last);
        write!(out, "\n{heading}:\n{}\n", table.trim_fmt()).expect("a string grows");
    }
    out
}

fn rows(input: &TournamentInput, results: &[&NormResult], last: &str) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["No", "Name", "Norm", "Games", "Score", "Avg", "Perf", last]);
    for result in results {
        let player = input.reading.tournament.player(result.player);
        let mut missed = result.missed();
        let verdict = match (missed.next(), missed.count()) {
            (None, _) => games_counted(result),
            (Some(one), 0) => format!("{}: {}", one.article, bounded(one)),
            (Some(one), more) => format!("{} and {more} more", one.article),
        };
        table.add_row([
            player.number.to_string(),
            shortened(&clean(&player.name), NAME_WIDTH),
            result.title.to_string(),
            result.rounds.len().to_string(),
            result.score.to_string(),
            result.average.to_string(),
            result.performance.to_string(),
            verdict,
        ]);
    }
    for index in [0, 3, 4, 5, 6] {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn games_counted(result: &NormResult) -> String {
    let needs_exemption = result
        .conditions
        .iter()
        .any(|condition| !condition.is_met());
    let exempt = if needs_exemption { ", exempt" } else { "" };
    format!("{} games{exempt}", result.counted_games)
}

/// What there is, and what is asked.
fn bounded(condition: &NormCondition) -> String {
    let word = if condition.is_at_most() {
        "most"
    } else {
        "least"
    };
    format!("{}, {word} {}", condition.found, condition.bound)
}

fn words(kind: NormConditionKind, norm: FideTitle) -> String {
    let text = match kind {
        NormConditionKind::Players => "players of a double round robin",
        NormConditionKind::Games => "games over the board",
        NormConditionKind::ForeignFederations => "federations other than the player's",
        NormConditionKind::OwnFederation => "opponents of the player's federation",
        NormConditionKind::OneFederation => "opponents of one federation",
        NormConditionKind::Titled => "opponents with a title",
        NormConditionKind::HighTitles => return high_titles(norm),
        NormConditionKind::Average => "average rating of the opponents",
        NormConditionKind::Score => "score in per cent",
        NormConditionKind::Performance => "performance",
    };
    text.to_owned()
}

fn high_titles(norm: FideTitle) -> String {
    let rules = NORMS.iter().find(|rules| rules.title == norm);
    let titles = rules.map_or(&[][..], |rules| rules.high).iter();
    let titles: Vec<&str> = titles.map(|title| title.code()).collect();
    format!("opponents who are {}", titles.join(", "))
}

/// Every condition of a player's titles.
fn whole(input: &TournamentInput, event: &NormedEvent) -> String {
    let tournament = &input.reading.tournament;
    if event.report.results.is_empty() {
        return "\nNo game over the board, or no title to seek.\n".to_owned();
    }
    let mut out = String::new();
    for result in &event.report.results {
        let player = tournament.player(result.player);
        let verdict = if result.is_achieved() {
            format!("a norm of {}", games_counted(result))
        } else {
            format!("no norm, {} missed", result.missed().count())
        };
        writeln!(
            out,
            "\n{} {}, {}: {verdict}\n{} points in rounds {}",
            player.number,
            clean(&player.name),
            result.title,
            result.score,
            numbers(&result.rounds)
        )
        .expect("a string grows");
        if !result.left_out.is_empty() {
            writeln!(
                out,
                "left out by 1.4.1e or 1.4.1f: rounds {}",
                numbers(&result.left_out)
            )
            .expect("a string grows");
        }
        if let Some(raised) = result.raised {
            let raised = tournament.player(raised);
            writeln!(
                out,
                "raised to the floor by 1.4.6c: player {}",
                raised.number
            )
            .expect("a string grows");
        }
        writeln!(out, "{}", conditions(result).trim_fmt()).expect("a string grows");
    }
    out
}

fn conditions(result: &NormResult) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["Article", "Condition", "There is", "Asked", ""]);
    for condition in &result.conditions {
        let word = if condition.is_at_most() {
            "most"
        } else {
            "least"
        };
        let verdict = match (condition.is_met(), condition.is_waived) {
            (true, _) => "holds",
            (false, true) => "waived",
            (false, false) => "missed",
        };
        table.add_row([
            condition.article.to_owned(),
            words(condition.kind, result.title),
            condition.found.to_string(),
            format!("{word} {}", condition.bound),
            verdict.to_owned(),
        ]);
    }
    table
}

fn numbers(rounds: &[RoundNumber]) -> String {
    let numbers: Vec<String> = rounds.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}

fn table_for_programs(input: &TournamentInput, event: &NormedEvent) -> String {
    let headings = "TPN,NAME,NORM,ACHIEVED,GAMES,COUNTSAS,SCORE,AVERAGE,PERFORMANCE,CONDITION,ARTICLE,FOUND,BOUND,HOLDS";
    let headings = headings.split(',').map(str::to_owned).collect();
    let yes = |is: bool| if is { "1" } else { "0" }.to_owned();
    let rows = event.report.results.iter().flat_map(|result| {
        let player = input.reading.tournament.player(result.player);
        result.conditions.iter().map(move |condition| {
            vec![
                player.number.to_string(),
                clean(&player.name),
                result.title.to_string(),
                yes(result.is_achieved()),
                result.rounds.len().to_string(),
                result.counted_games.to_string(),
                result.score.to_string(),
                result.average.to_string(),
                result.performance.to_string(),
                condition_code(condition.kind).to_owned(),
                condition.article.to_owned(),
                condition.found.to_string(),
                condition.bound.to_string(),
                yes(condition.holds()),
            ]
        })
    });
    csv::table(std::iter::once(headings).chain(rows))
}
