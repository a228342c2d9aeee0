//! `edelweiss result`: results entered and corrected, and the boards that have none.

mod interactive;
mod sheet;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use edelweiss::event::boards::RoundGame;
use edelweiss::event::{EnteredResult, EventFile, ResultsStep, Step, list};
use edelweiss::model::{ByeKind, PlayerId, RoundEntry, RoundNumber, Tournament};
use edelweiss_answers::report::clean;

use crate::exit::{Exit, ExitFailure};
use crate::files::{self, name_of};
use crate::reading::ReadArgs;
use crate::steps::{self, StepSession};

const EXAMPLES: &str = "\
Examples:
  edelweiss result open.trf                       which boards have no result
  edelweiss result open.trf 1 1-0                 board 1: White has won
  edelweiss result open.trf \"1 1-0, 2 ½, 3 0-1F\"  several; F is a forfeit
  edelweiss result open.trf --interactive         a sheet: 1 0 = + - on a board
  edelweiss result open.trf --csv round5.csv      columns board and result
  edelweiss result open.trf --round 4 7 ½         corrects board 7 of round 4

Results: 1-0 0-1 ½-½ (or 1 0 =), by forfeit 1-0F 0-1F 0-0F (or +- -+ --), unrated 1-0U, adjourned ?, none *
The file is changed as a whole or not at all; `edelweiss undo FILE` takes it back.";

/// Enter results into a tournament file, correct them, or show which boards have none
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ResultArgs {
    /// Tournament file, which is changed
    file: PathBuf,
    /// Boards and results: 1 1-0, or "1 1-0, 2 ½, 3 0-1F"; without any, the boards that have no result are shown
    #[arg(value_name = "BOARD RESULT", allow_hyphen_values = true)]
    results: Vec<String>,
    /// Read boards and results from this table (CSV); - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "results")]
    csv: Option<PathBuf>,
    /// Show the boards on the terminal and take results key by key, each at once: 1 0 = + -
    #[arg(short, long, conflicts_with_all = ["results", "csv"])]
    interactive: bool,
    /// Round whose boards are meant [default: the last one that was paired]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999))]
    round: Option<u16>,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
///
/// # Errors
/// Everything that is wrong with the file or the results; nothing is entered then.
pub(crate) fn run(args: &ResultArgs) -> Result<(), ExitFailure> {
    if args.interactive {
        let (event, _) = steps::look(&args.file, args.read)?;
        let round = round_of(&args.file, &event, args.round)?;
        return interactive::run(&args.file, round, args.read);
    }
    let step = match (&args.csv, &args.results[..]) {
        (None, []) => return show(args),
        (None, words) => list::results(&words.join(" ")),
        (Some(path), _) => {
            let name = name_of(path);
            let bytes = files::read(path)
                .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
            list::table(&name, &bytes)
        }
    };
    let step = step.map_err(|error| ExitFailure::new(Exit::Invalid, error.to_string()))?;
    let mut session = StepSession::open(&args.file, args.read)?;
    let event = session.event()?;
    let round = round_of(&args.file, &event, args.round)?;
    let games = session.boards(event.tournament(), round)?;
    let step = by_players(event.tournament(), &games, step.of_round(Some(round.get())));
    let applied = session.carry_out(&event, &Step::Results(step))?;
    let games = session.boards(applied.event.tournament(), round)?;
    drop(session);
    let missing = missing(applied.event.tournament(), round, &games, false);
    steps::print(&(steps::words(&applied) + &missing))
}

/// The boards without a result.
fn show(args: &ResultArgs) -> Result<(), ExitFailure> {
    let (event, journal) = steps::look(&args.file, args.read)?;
    let round = round_of(&args.file, &event, args.round)?;
    let tournament = event.tournament();
    let games = steps::published(&args.file, &journal, tournament, round)?;
    steps::print(&missing(tournament, round, &games, true))
}

/// The round that is meant.
fn round_of(
    path: &Path,
    event: &EventFile,
    asked: Option<u16>,
) -> Result<RoundNumber, ExitFailure> {
    event
        .round_with_games(asked)
        .map_err(|error| ExitFailure::new(Exit::Invalid, format!("{}: {error}", name_of(path))))
}

/// The same results by the players who sit at these boards.
fn by_players(tournament: &Tournament, games: &[RoundGame], step: ResultsStep) -> ResultsStep {
    let number = |id: PlayerId| tournament.player(id).number.get();
    let results = step.results.into_iter().map(|entered| {
        let game = games
            .iter()
            .find(|game| entered.players.is_none() && Some(game.board) == entered.board);
        EnteredResult {
            players: (entered.players)
                .or_else(|| game.map(|game| [number(game.white), number(game.black)])),
            ..entered
        }
    });
    ResultsStep {
        results: results.collect(),
        ..step
    }
}

/// As many boards without a result are named one by one after others were entered.
const MOST_BOARDS: usize = 12;

/// Which boards of a round have no result.
fn missing(
    tournament: &Tournament,
    round: RoundNumber,
    games: &[RoundGame],
    has_names: bool,
) -> String {
    let open: Vec<&RoundGame> = games.iter().filter(|game| game.score.is_open()).collect();
    if open.is_empty() {
        let next = match tournament.rounds_total {
            Some(total) if total <= round => "`edelweiss standings FILE` ranks the players",
            _ => "`edelweiss pair FILE --write` pairs the next one",
        };
        let is_last = tournament.rounds_paired() == Some(round);
        let next = if is_last {
            format!("; {next}")
        } else {
            String::new()
        };
        return format!("round {round}: every board has a result{next}\n");
    }
    let mut out = format!(
        "round {round}: {} of {} boards have no result",
        open.len(),
        games.len()
    );
    if !has_names {
        let boards: Vec<String> = (open.iter().take(MOST_BOARDS))
            .map(|game| game.board.to_string())
            .collect();
        let more = match open.len() - boards.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        return out + ": " + &boards.join(", ") + &more + "\n";
    }
    out.push('\n');
    for game in open {
        let [white, black] = [game.white, game.black].map(|id| {
            let player = tournament.player(id);
            format!("{} {}", player.number, clean(&player.name))
        });
        writeln!(out, "{:>5}  {white} – {black}", game.board).expect("a string grows");
    }
    let bye = |id: &PlayerId| {
        tournament.player(*id).entry(round) == RoundEntry::Bye(ByeKind::PairingAllocated)
    };
    for id in tournament.player_ids().filter(bye) {
        let player = tournament.player(id);
        writeln!(out, "  bye  {} {}", player.number, clean(&player.name)).expect("a string grows");
    }
    out
}
