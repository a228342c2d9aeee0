//! `edelweiss explain`, `judge` and `preview`: a round of a file in an arbiter's terms.

mod given;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use edelweiss::explain::{
    Narrative, PreviewLimits, judgement, preview, tell_judgement, tell_preview,
};
use edelweiss::model::Position;
use edelweiss::pairing::{Engine, Outcome};
use edelweiss_answers::explain::{
    ExplainFormat, ExplainOptions, Language, PreviewMade, TellingOptions, explanation,
    judgement_document, preview_document,
};
use edelweiss_answers::pair::AnsweredRound;
use edelweiss_answers::report::defect_note;
use edelweiss_answers::system::{Asked, RulesOptions};

use crate::exit::{Exit, ExitFailure, say};
use crate::files;
use crate::reading::ReadArgs;

/// Tell how a round came about, bracket by bracket, in plain words with the article beside them
#[derive(Debug, Args)]
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
        options: &TellingOptions,
        then: impl FnOnce(&AnsweredRound<'_>) -> Result<(String, Exit), ExitFailure>,
    ) -> Result<Exit, ExitFailure> {
        let input = (self.read).read(&self.file, &self.output, ExitFailure::from)?;
        let paired = AnsweredRound::new(&input, &options.pairing(), |note| self.read.note(note))?;
        if let Some(note) = defect_note(paired.round()?) {
            say(&note);
        }
        let (text, exit) = then(&paired)?;
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

/// Runs `edelweiss explain`.
///
/// # Errors
/// Everything that keeps it from an answer; also a round that cannot be paired.
pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, ExitFailure> {
    let options = &args.options;
    (args.scene).with_round(&options.telling, |paired| {
        Ok((explanation(paired, options, args.format)?, Exit::Done))
    })
}

/// Judge a pairing made by hand: legal or not, and the first criterion in which it is worse
#[derive(Debug, Args)]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    telling: TellingOptions,
    /// The pairing by starting numbers, as 1-2,3-4,5 with the bye alone [default: the round as it
    /// stands in the file]
    #[arg(long)]
    pairs: Option<String>,
    /// What to write
    #[arg(long, value_enum, default_value_t = WordsFormat::Text)]
    format: WordsFormat,
    #[command(flatten)]
    scene: SceneArgs,
}

/// `--format` of what has no page of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum WordsFormat {
    /// For a terminal
    Text,
    /// For a page
    Markdown,
    /// One document; docs/schema/judgement.schema.json and preview.schema.json
    Json,
}

impl WordsFormat {
    fn laid_out(self, narrative: &Narrative, document: impl FnOnce() -> String) -> String {
        match self {
            Self::Text => narrative.to_text(),
            Self::Markdown => narrative.to_markdown(),
            Self::Json => document(),
        }
    }
}

/// Runs `edelweiss judge`.
///
/// # Errors
/// Everything that keeps it from an answer; also a round that cannot be paired.
pub(crate) fn judge(args: &JudgeArgs) -> Result<Exit, ExitFailure> {
    args.scene.with_round(&args.telling, |paired| {
        let invalid = |message: String| ExitFailure::new(Exit::Invalid, message);
        let pairing = paired.choice.pairing;
        let Some(edition) = pairing.edition else {
            return Err(invalid(format!(
                "a pairing is judged by the criteria of the Dutch System of 2026 or 2017; the {} has none",
                pairing.name
            )));
        };
        let tournament = &paired.input.reading.tournament;
        let position = &paired.position;
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
        let (story, round) = (paired.story_setting(), paired.round()?);
        let verdict = judgement(&story, edition, round, &given);
        let wording = args.telling.language.wording();
        let narrative = tell_judgement(&story, round, &given, &verdict, wording);
        let exit = if verdict.is_right() {
            Exit::Done
        } else {
            Exit::DIFFERS
        };
        let document = || judgement_document(paired, &verdict, wording, &narrative);
        Ok((args.format.laid_out(&narrative, document), exit))
    })
}

/// Say what is certain of the next round while games are open
#[derive(Debug, Args)]
pub(crate) struct PreviewArgs {
    #[command(flatten)]
    rules: RulesOptions,
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
    #[command(flatten)]
    scene: SceneArgs,
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
    let scene = &args.scene;
    let input = (scene.read).read(&scene.file, &scene.output, ExitFailure::from)?;
    let (name, tournament) = (&input.name, &input.reading.tournament);
    let choice = args.rules.choose(Asked::by(tournament))?;
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
    let wording = args.language.wording();
    let narrative = tell_preview(tournament, &found, limits, wording);
    let text = args.format.laid_out(&narrative, || {
        let made = PreviewMade {
            input: &input,
            rules: choice.pairing.name,
            limits,
            preview: &found,
        };
        preview_document(&made, wording, &narrative)
    });
    scene.write(&text)?;
    Ok(Exit::Done)
}
