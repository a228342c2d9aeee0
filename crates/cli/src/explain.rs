//! `edelweiss explain`, `judge` and `preview`: a round of a file in an arbiter's terms.

mod document;
mod given;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use edelweiss::explain::{
    English, Focus, German, Narrative, PreviewLimits, StorySetting, Wish, Wording, judgement,
    preview, story, tell, tell_judgement, tell_preview, tell_why_not, to_html, why_nots,
};
use edelweiss::model::{PlayerId, Position, Tournament};
use edelweiss::pairing::{Engine, Outcome, RoundPairing};
use edelweiss::trf::{Failure, Reading};

use crate::exit::{Exit, ExitFailure, of_refused_file, say};
use crate::reading::{ReadArgs, TournamentInput};
use crate::report::{Setting, defect_note};
use crate::system::{self, Asked, SystemName, Year};
use crate::which_round::{self, RoundArgs};
use crate::{files, impossible, pair};

/// Tell how a round came about, bracket by bracket, in plain words with the article beside them
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    scene: SceneArgs,
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
    /// What to write
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    format: ExplainFormat,
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
    /// One page for a browser, of the whole round
    Html,
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

/// A round of a file, as a command asks for it.
struct Scene<'a> {
    setting: Setting<'a>,
    story: StorySetting<'a>,
    round: &'a RoundPairing,
    reading: &'a Reading,
}

/// What the commands of this file have in common.
#[derive(Debug, Args)]
pub(crate) struct SceneArgs {
    /// Tournament file; - is standard input
    file: PathBuf,
    /// Edition of the rules [default: as of pair]
    #[arg(long, value_enum)]
    rules: Option<Year>,
    /// Pairing system [default: as of pair]
    #[arg(long, value_enum)]
    system: Option<SystemName>,
    #[command(flatten)]
    which: RoundArgs,
    /// The language of the words
    #[arg(long, value_enum, default_value_t = Language::En)]
    language: Language,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

impl SceneArgs {
    /// Pairs the round, and writes what `then` makes of it.
    fn with_round(
        &self,
        then: impl FnOnce(&Scene<'_>) -> Result<(String, Exit), ExitFailure>,
    ) -> Result<Exit, ExitFailure> {
        let TournamentInput {
            name,
            n_bytes,
            reading,
        } = self.read.read(&self.file, &self.output, refuse)?;
        let asked = Asked::by(&reading.tournament);
        let choice = system::choose(asked, self.system, self.rules)?;
        let games = choice.pairing.games;
        let mut chosen = which_round::choose(&name, &reading.tournament, games, &self.which)
            .map_err(|failure| refuse(&failure))?;
        for note in chosen.notes() {
            self.read.note(&note);
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
        let story = StorySetting {
            tournament: &chosen.tournament,
            position: &position,
            edition: choice.pairing.edition,
            year: choice.pairing.year,
            engine,
        };
        let (text, exit) = then(&Scene {
            setting,
            story,
            round,
            reading: &reading,
        })?;
        self.write(&text)?;
        Ok(exit)
    }

    fn write(&self, text: &str) -> Result<(), ExitFailure> {
        files::write_bytes(&self.output, text.as_bytes()).map_err(|error| {
            let message = format!("{}: {error}", files::output_name(&self.output));
            ExitFailure::new(Exit::FileAccess, message)
        })
    }
}

fn refuse(failure: &Failure) -> ExitFailure {
    ExitFailure::new(of_refused_file(failure), failure.to_string())
}

/// Runs `edelweiss explain`.
///
/// # Errors
/// Everything that keeps it from an answer; also a round that cannot be paired.
pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, ExitFailure> {
    let wording = args.scene.language.wording();
    args.scene.with_round(|scene| {
        let (story_setting, round) = (&scene.story, scene.round);
        let focus = focus(args, scene.setting.tournament, round.boards.len())?;
        let wishes = wishes(args, scene.setting.tournament)?;
        let answers = why_nots(story_setting, round, &wishes);
        let mut narrative = Narrative::default();
        for (wish, answer) in wishes.iter().zip(&answers) {
            let told = tell_why_not(story_setting, round, *wish, answer, wording);
            narrative.blocks.extend(told.blocks);
        }
        let told = || story(story_setting, round);
        if wishes.is_empty() {
            narrative = tell(story_setting, &told(), wording, focus);
        }
        let text = match args.format {
            ExplainFormat::Text => narrative.to_text(),
            ExplainFormat::Markdown => narrative.to_markdown(),
            ExplainFormat::Html => to_html(story_setting, &told(), wording),
            ExplainFormat::Json => {
                let asked = document::AskedWishes {
                    wishes: &wishes,
                    answers: &answers,
                };
                let warnings = &scene.reading.warnings;
                document::explanation(
                    &scene.setting,
                    &told(),
                    &asked,
                    wording,
                    &narrative,
                    warnings,
                )
            }
        };
        Ok((text, Exit::Done))
    })
}

/// Judge a pairing made by hand: legal or not, and the first criterion in which it is worse
#[derive(Debug, Args)]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// The pairing by starting numbers, as 1-2,3-4,5 with the bye alone [default: the round as it
    /// stands in the file]
    #[arg(long)]
    pairs: Option<String>,
    /// What to write
    #[arg(long, value_enum, default_value_t = WordsFormat::Text)]
    format: WordsFormat,
}

/// `--format` of what is told in words only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum WordsFormat {
    /// For a terminal
    Text,
    /// For a page
    Markdown,
}

impl WordsFormat {
    fn laid_out(self, narrative: &Narrative) -> String {
        match self {
            Self::Text => narrative.to_text(),
            Self::Markdown => narrative.to_markdown(),
        }
    }
}

/// Runs `edelweiss judge`.
///
/// # Errors
/// Everything that keeps it from an answer; also a round that cannot be paired.
pub(crate) fn judge(args: &JudgeArgs) -> Result<Exit, ExitFailure> {
    args.scene.with_round(|scene| {
        let invalid = |message: String| ExitFailure::new(Exit::Invalid, message);
        let pairing = scene.setting.choice.pairing;
        let Some(edition) = pairing.edition else {
            return Err(invalid(format!(
                "a pairing is judged by the criteria of the Dutch System of 2026 or 2017; the {} has none",
                pairing.name
            )));
        };
        let tournament = &scene.reading.tournament;
        let position = scene.setting.position;
        let recorded = || given::recorded(tournament, position.round(), position.given_bye());
        let given = if let Some(text) = &args.pairs {
            given::parse(text, tournament).map_err(invalid)?
        } else if let Some(recorded) = recorded() {
            recorded
        } else {
            return Err(invalid(format!(
                "round {} does not stand in the file\n  hint: --pairs 1-2,3-4,5 gives it on the command line",
                position.round()
            )));
        };
        let verdict = judgement(&scene.story, edition, scene.round, &given);
        let wording = args.scene.language.wording();
        let narrative = tell_judgement(&scene.story, scene.round, &given, &verdict, wording);
        let is_right = verdict.violations.is_empty() && verdict.decision.is_none();
        let exit = if is_right { Exit::Done } else { Exit::DIFFERS };
        Ok((args.format.laid_out(&narrative), exit))
    })
}

/// Say what is certain of the next round while games are open
#[derive(Debug, Args)]
pub(crate) struct PreviewArgs {
    /// Tournament file; - is standard input
    file: PathBuf,
    /// Edition of the rules [default: as of pair]
    #[arg(long, value_enum)]
    rules: Option<Year>,
    /// Pairing system [default: as of pair]
    #[arg(long, value_enum)]
    system: Option<SystemName>,
    /// Pair at most so many outcomes, drawn where there are more
    #[arg(long, value_name = "N", default_value_t = 2187, value_parser = at_least_three)]
    outcomes: usize,
    /// Draws them
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// What to write
    #[arg(long, value_enum, default_value_t = WordsFormat::Text)]
    format: WordsFormat,
    /// The language of the words
    #[arg(long, value_enum, default_value_t = Language::En)]
    language: Language,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

fn at_least_three(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 3..=1_000_000) => Ok(number),
        _ => Err("expected a number from 3 to 1000000".to_owned()),
    }
}

/// Runs `edelweiss preview`.
///
/// # Errors
/// Everything that keeps it from an answer; also when no game is open.
pub(crate) fn preview_round(args: &PreviewArgs) -> Result<Exit, ExitFailure> {
    let TournamentInput { reading, name, .. } = args.read.read(&args.file, &args.output, refuse)?;
    let tournament = &reading.tournament;
    let choice = system::choose(Asked::by(tournament), args.system, args.rules)?;
    let paired = tournament
        .rounds_paired()
        .map_or(0, |last| last.index() + 1);
    if tournament.open_games(0..paired).is_empty() {
        let message = format!(
            "{name}: no game is open, so the next round is certain\n  hint: edelweiss pair pairs it"
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let limits = PreviewLimits {
        most: args.outcomes,
        seed: args.seed,
    };
    let engine = Engine::default().into();
    let found = preview(tournament, limits, |tournament| {
        let position = Position::derive(tournament, &choice.pairing.definitions);
        (choice.pairing.pair)(tournament, &position, &engine)
            .unwrap_or(Outcome::Impossible(edelweiss::pairing::Impossible::GivenUp))
    });
    let narrative = tell_preview(tournament, &found, limits, args.language.wording());
    let text = args.format.laid_out(&narrative);
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
