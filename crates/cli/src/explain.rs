//! `edelweiss explain`, `judge` and `preview`: a round of a file in an arbiter's terms.

use std::path::PathBuf;

use clap::Args;
use edelweiss_answers::explain::{
    ExplainFormat, ExplainOptions, JudgeOptions, PreviewOptions, WordsFormat, certain, explanation,
    judge,
};
use edelweiss_answers::pair::{AnsweredRound, PairOptions};
use edelweiss_answers::report::defect_note;

use crate::exit::{Exit, ExitFailure, say};
use crate::files;
use crate::reading::ReadArgs;

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  edelweiss explain open.trf                 the round, bracket by bracket
  edelweiss explain open.trf --player 9      one player's bracket and board
  edelweiss explain open.trf --why-not 4-9   why these two do not meet";

/// Tell how a round came about, bracket by bracket, in plain words with the article beside them
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    options: ExplainOptions,
    /// What to write
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    format: ExplainFormat,
    #[command(flatten)]
    scene: SceneArgs,
}

/// A file, and where the answer about a round of it goes.
#[derive(Debug, Args)]
pub(crate) struct SceneArgs {
    /// Tournament file; - is standard input
    file: PathBuf,
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
        options: &PairOptions,
        then: impl FnOnce(&AnsweredRound<'_>) -> Result<(String, Exit), ExitFailure>,
    ) -> Result<Exit, ExitFailure> {
        let input = (self.read).read(&self.file, &self.output, ExitFailure::from)?;
        let paired = AnsweredRound::new(&input, options, |note| self.read.note(note))?;
        if let Some(note) = defect_note(paired.round()?) {
            say(&note);
        }
        let (text, exit) = then(&paired)?;
        self.write(&text)?;
        Ok(exit)
    }

    /// A text with lines no longer than the terminal that it goes to, if it goes to one.
    fn fitted(&self, text: &str) -> String {
        let Some(width) = files::terminal_width(&self.output) else {
            return text.to_owned();
        };
        let lines = text.lines().map(|line| {
            let indent = " ".repeat(if line.starts_with(' ') { 4 } else { 0 });
            textwrap::fill(
                line,
                textwrap::Options::new(width).subsequent_indent(&indent),
            ) + "\n"
        });
        lines.collect()
    }

    fn write(&self, text: &str) -> Result<(), ExitFailure> {
        files::write_bytes(&self.output, text.as_bytes()).map_err(|error| {
            let message = format!("{}: {error}", files::output_name(&self.output));
            ExitFailure::new(Exit::FileAccess, message)
        })
    }
}

/// Runs `edelweiss explain`.
///
/// # Errors
/// Everything that keeps it from an answer; also a round that cannot be paired.
pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, ExitFailure> {
    let options = &args.options;
    (args.scene).with_round(&options.pairing(), |paired| {
        let text = explanation(paired, options, args.format)?;
        let is_text = args.format == ExplainFormat::Text;
        Ok((
            if is_text {
                args.scene.fitted(&text)
            } else {
                text
            },
            Exit::Done,
        ))
    })
}

const JUDGE_EXAMPLES: &str = "\
Examples:
  edelweiss judge open.trf                     the round that stands in the file
  edelweiss judge open.trf --pairs 1-2,3-4,5   one made by hand; 5 has the bye";

/// Judge a pairing made by hand: legal or not, and the first criterion in which it is worse
#[derive(Debug, Args)]
#[command(after_help = JUDGE_EXAMPLES)]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    options: JudgeOptions,
    /// What to write
    #[arg(long, value_enum, default_value_t = WordsFormat::Text)]
    format: WordsFormat,
    #[command(flatten)]
    scene: SceneArgs,
}

/// Runs `edelweiss judge`.
///
/// # Errors
/// Everything that keeps it from an answer; also a round that cannot be paired.
pub(crate) fn judge_round(args: &JudgeArgs) -> Result<Exit, ExitFailure> {
    (args.scene).with_round(&args.options.telling.pairing(), |paired| {
        let (text, is_right) = judge(paired, &args.options, args.format)?;
        let exit = if is_right { Exit::Done } else { Exit::DIFFERS };
        Ok((text, exit))
    })
}

const PREVIEW_EXAMPLES: &str = "\
Examples:
  edelweiss preview open.trf        boards that are certain while games are open
  edelweiss preview open.trf --all  every player and every open game by name";

/// Say what is certain of the next round while games are open
#[derive(Debug, Args)]
#[command(after_help = PREVIEW_EXAMPLES)]
pub(crate) struct PreviewArgs {
    #[command(flatten)]
    options: PreviewOptions,
    /// What to write
    #[arg(long, value_enum, default_value_t = WordsFormat::Text)]
    format: WordsFormat,
    #[command(flatten)]
    scene: SceneArgs,
}

/// Runs `edelweiss preview`.
///
/// # Errors
/// Everything that keeps it from an answer; also when no game is open.
pub(crate) fn preview_round(args: &PreviewArgs) -> Result<Exit, ExitFailure> {
    let scene = &args.scene;
    let input = (scene.read).read(&scene.file, &scene.output, ExitFailure::from)?;
    scene.write(&certain(&input, &args.options, args.format)?)?;
    Ok(Exit::Done)
}
