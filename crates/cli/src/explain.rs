//! `edelweiss explain`: a round of a file in an arbiter's terms.

mod document;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use edelweiss::explain::{
    English, Focus, German, Narrative, StorySetting, Wish, Wording, story, tell, tell_why_not,
    why_nots,
};
use edelweiss::model::{PlayerId, Tournament};
use edelweiss::pairing::{Engine, Outcome};

use crate::exit::{Exit, ExitFailure, of_refused_file, say};
use crate::reading::{ReadArgs, TournamentInput};
use crate::report::{Setting, defect_note};
use crate::system::{self, Asked, SystemName, Year};
use crate::which_round::{self, RoundArgs};
use crate::{files, impossible, pair};

/// Tell how a round came about, bracket by bracket, in plain words with the article beside them
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Tournament file; - is standard input
    file: PathBuf,
    /// Only the brackets and the board of this player, by starting number
    #[arg(long, value_name = "N", conflicts_with = "board")]
    player: Option<u16>,
    /// Only this board and its bracket
    #[arg(long, value_name = "N")]
    board: Option<usize>,
    /// Why these two do not meet, by starting numbers: 4-9; may be given again
    #[arg(long, value_name = "A-B")]
    why_not: Vec<String>,
    /// Why this player does not have the bye; may be given again
    #[arg(long, value_name = "N")]
    why_not_bye: Vec<u16>,
    /// Why this player does not float down; may be given again
    #[arg(long, value_name = "N")]
    why_not_float: Vec<u16>,
    /// Why this player has this colour and not the other; may be given again
    #[arg(long, value_name = "N")]
    why_colour: Vec<u16>,
    /// Edition of the rules [default: as of pair]
    #[arg(long, value_enum)]
    rules: Option<Year>,
    /// Pairing system [default: as of pair]
    #[arg(long, value_enum)]
    system: Option<SystemName>,
    #[command(flatten)]
    which: RoundArgs,
    /// What to write
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    format: ExplainFormat,
    /// The language of the words
    #[arg(long, value_enum, default_value_t = Language::En)]
    language: Language,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ExplainFormat {
    /// For a terminal
    Text,
    /// For a page
    Markdown,
    /// One document; docs/schema/explanation.schema.json
    Json,
}

/// `--language`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Language {
    /// English
    En,
    /// Deutsch
    De,
}

impl Language {
    fn wording(self) -> &'static dyn Wording {
        match self {
            Self::En => &English,
            Self::De => &German,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Everything that keeps it from an answer; also a round that cannot be paired.
pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, ExitFailure> {
    let refuse = |failure: &edelweiss::trf::Failure| {
        ExitFailure::new(of_refused_file(failure), failure.to_string())
    };
    let TournamentInput {
        name,
        n_bytes,
        reading,
    } = args.read.read(&args.file, &args.output, refuse)?;
    let asked = Asked::by(&reading.tournament);
    let choice = system::choose(asked, args.system, args.rules)?;
    let games = choice.pairing.games;
    let mut chosen = which_round::choose(&name, &reading.tournament, games, &args.which)
        .map_err(|failure| refuse(&failure))?;
    for note in chosen.notes() {
        args.read.note(&note);
    }
    let engine = Engine::default();
    let (position, outcome) =
        pair::paired(&mut chosen, choice, choice.pairing.pair, &engine.into())?;
    let setting = Setting {
        file: &name,
        bytes: n_bytes,
        tournament: &chosen.tournament,
        position: &position,
        choice,
        engine,
    };
    let round = match &outcome {
        Outcome::Paired(round) => round,
        Outcome::Impossible(why) => {
            let message = impossible::words(&setting, why);
            return Err(ExitFailure::new(impossible::exit(why), message));
        }
    };
    if let Some(note) = defect_note(round) {
        say(&note);
    }
    let focus = focus(args, setting.tournament, round.boards.len())?;
    let scene = StorySetting {
        tournament: setting.tournament,
        position: &position,
        edition: choice.pairing.edition,
        year: choice.pairing.year,
        engine,
    };
    let wording = args.language.wording();
    let wishes = wishes(args, setting.tournament)?;
    let answers = why_nots(&scene, round, &wishes);
    let mut narrative = Narrative::default();
    for (wish, answer) in wishes.iter().zip(&answers) {
        let told = tell_why_not(&scene, round, *wish, answer, wording);
        narrative.blocks.extend(told.blocks);
    }
    let told = || story(&scene, round);
    if wishes.is_empty() {
        narrative = tell(&scene, &told(), wording, focus);
    }
    let text = match args.format {
        ExplainFormat::Text => narrative.to_text(),
        ExplainFormat::Markdown => narrative.to_markdown(),
        ExplainFormat::Json => {
            let asked = document::AskedWishes {
                wishes: &wishes,
                answers: &answers,
            };
            document::explanation(
                &setting,
                &told(),
                &asked,
                wording,
                &narrative,
                &reading.warnings,
            )
        }
    };
    files::write_bytes(&args.output, text.as_bytes()).map_err(|error| {
        let message = format!("{}: {error}", files::output_name(&args.output));
        ExitFailure::new(Exit::FileAccess, message)
    })?;
    Ok(Exit::Done)
}

fn focus(
    args: &ExplainArgs,
    tournament: &Tournament,
    n_boards: usize,
) -> Result<Focus, ExitFailure> {
    match (args.player, args.board) {
        (Some(number), _) => player_called(tournament, number).map(Focus::Player),
        (None, Some(board)) if (1..=n_boards).contains(&board) => Ok(Focus::Board(board)),
        (None, Some(board)) => Err(ExitFailure::new(
            Exit::Invalid,
            format!("--board: found {board}, expected 1 to {n_boards}, the boards of the round"),
        )),
        (None, None) => Ok(Focus::Everything),
    }
}

/// What is asked about, in the order of the options.
fn wishes(args: &ExplainArgs, tournament: &Tournament) -> Result<Vec<Wish>, ExitFailure> {
    let player = |number: &u16| player_called(tournament, *number);
    let mut wishes = Vec::new();
    for pair in &args.why_not {
        let numbers = pair.split_once('-').map(|(a, b)| (a.parse(), b.parse()));
        let Some((Ok(a), Ok(b))) = numbers else {
            let message =
                format!("--why-not: found {pair:?}, expected two starting numbers as 4-9");
            return Err(ExitFailure::new(Exit::Invalid, message));
        };
        wishes.push(Wish::Pair(player(&a)?, player(&b)?));
    }
    for number in &args.why_not_bye {
        wishes.push(Wish::Bye(player(number)?));
    }
    for number in &args.why_not_float {
        wishes.push(Wish::Float(player(number)?));
    }
    for number in &args.why_colour {
        wishes.push(Wish::OtherColour(player(number)?));
    }
    Ok(wishes)
}

/// The player with this starting number.
fn player_called(tournament: &Tournament, number: u16) -> Result<PlayerId, ExitFailure> {
    (tournament.player_ids())
        .find(|id| tournament.player(*id).number.get() == number)
        .ok_or_else(|| {
            let message = format!(
                "found player {number}, expected the starting number of a player of the file"
            );
            ExitFailure::new(Exit::Invalid, message)
        })
}
