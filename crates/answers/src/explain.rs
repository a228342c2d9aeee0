//! A round of a file in an arbiter's terms; the words are those of `edelweiss::explain`.

mod document;
mod judge;
mod preview;

use std::cell::LazyCell;

use edelweiss::explain::{
    Focus, ListLength, Narrative, Wish, story, tell, tell_why_not, to_html, why_nots,
};
use edelweiss::model::{PlayerId, Tournament};
use serde::{Deserialize, Serialize};

use crate::error::AnswerError;
use crate::pair::{AnsweredRound, PairOptions};
use crate::readings::ReadingOptions;
use crate::system::RulesOptions;
use crate::which_round::RoundOptions;
use document::AskedWishes;

pub use crate::names::Language;
pub use judge::{JudgeOptions, judge};
pub use preview::{PreviewOptions, certain};

/// Which round is told, and in which language.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct TellingOptions {
    /// By which rules.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub rules: RulesOptions,
    /// Which round.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub which: RoundOptions,
    /// The language of the words
    #[cfg_attr(feature = "clap", arg(long, default_value_t))]
    pub language: Language,
}

impl TellingOptions {
    /// The round as `pair` is asked for it.
    pub fn pairing(&self) -> PairOptions {
        PairOptions {
            rules: self.rules,
            which: self.which.clone(),
            ..PairOptions::default()
        }
    }
}

/// What can be asked of an explanation.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct ExplainOptions {
    /// Which round, and in which language.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub telling: TellingOptions,
    /// Readings of one system.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub readings: ReadingOptions,
    /// Only the brackets and the board of this player, by starting number
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", conflicts_with = "board")
    )]
    pub player: Option<u32>,
    /// Only this board and its bracket
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub board: Option<usize>,
    /// Every name of every list and every board; long lists are cut otherwise
    #[cfg_attr(feature = "clap", arg(long))]
    pub full: bool,
    /// Why these two do not meet, by starting numbers: 4-9; may be given again
    #[cfg_attr(feature = "clap", arg(long, value_name = "A-B"))]
    pub why_not: Vec<String>,
    /// Why this player does not have the bye; may be given again
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub why_not_bye: Vec<u32>,
    /// Why this player does not float down; may be given again
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub why_not_float: Vec<u32>,
    /// Why this player has this colour and not the other; may be given again
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub why_colour: Vec<u32>,
}

impl ExplainOptions {
    /// The round as `pair` is asked for it.
    pub fn pairing(&self) -> PairOptions {
        PairOptions {
            readings: self.readings.clone(),
            ..self.telling.pairing()
        }
    }
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ExplainFormat {
    /// For a terminal
    Text,
    /// For a page
    Markdown,
    /// One document; docs/schema/explanation.schema.json
    Json,
    /// One page for a browser, of the whole round
    Html,
}

/// `--format` of what has no page of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum WordsFormat {
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

/// Tells how a round came about, or answers the wishes of `options`.
///
/// # Errors
/// A round that could not be paired; questions about players and boards that are not there.
pub fn explanation(
    paired: &AnsweredRound<'_>,
    options: &ExplainOptions,
    format: ExplainFormat,
) -> Result<String, AnswerError> {
    let round = paired.round()?;
    let setting = paired.story_setting();
    let wording = options.telling.language.wording();
    let focus = focus(options, setting.tournament, round.boards.len())?;
    let wishes = wishes(options, setting.tournament)?;
    let answers = why_nots(&setting, round, &wishes);
    let mut narrative = Narrative::default();
    for (wish, answer) in wishes.iter().zip(&answers) {
        let told = tell_why_not(&setting, round, *wish, answer, wording);
        narrative.blocks.extend(told.blocks);
    }
    let is_document = matches!(format, ExplainFormat::Json | ExplainFormat::Html);
    let asked_of = if is_document {
        Focus::Everything
    } else {
        focus
    };
    let told = LazyCell::new(|| story(&setting, round, asked_of));
    if wishes.is_empty() {
        let lists = if options.full || format == ExplainFormat::Json {
            ListLength::Whole
        } else {
            ListLength::Cut
        };
        narrative = tell(&setting, &told, wording, focus, lists);
    }
    Ok(match format {
        ExplainFormat::Text => narrative.to_text(),
        ExplainFormat::Markdown => narrative.to_markdown(),
        ExplainFormat::Html => to_html(&setting, &told, wording),
        ExplainFormat::Json => {
            let asked = AskedWishes {
                wishes: &wishes,
                answers: &answers,
            };
            document::explanation(paired, &told, &asked, wording, &narrative)
        }
    })
}

fn focus(
    options: &ExplainOptions,
    tournament: &Tournament,
    n_boards: usize,
) -> Result<Focus, AnswerError> {
    match (options.player, options.board) {
        (Some(number), _) => player_called(tournament, number).map(Focus::Player),
        (None, Some(board)) if (1..=n_boards).contains(&board) => Ok(Focus::Board(board)),
        (None, Some(board)) => Err(AnswerError::invalid(format!(
            "--board: found {board}, expected 1 to {n_boards}, the boards of the round"
        ))),
        (None, None) => Ok(Focus::Everything),
    }
}

/// What is asked about, in the order of the options.
fn wishes(options: &ExplainOptions, tournament: &Tournament) -> Result<Vec<Wish>, AnswerError> {
    let player = |number: &u32| player_called(tournament, *number);
    let mut wishes = Vec::new();
    for pair in &options.why_not {
        let numbers = pair.split_once('-').map(|(a, b)| (a.parse(), b.parse()));
        let Some((Ok(a), Ok(b))) = numbers else {
            return Err(AnswerError::invalid(format!(
                "--why-not: found {pair:?}, expected two starting numbers as 4-9"
            )));
        };
        wishes.push(Wish::Pair(player(&a)?, player(&b)?));
    }
    for number in &options.why_not_bye {
        wishes.push(Wish::Bye(player(number)?));
    }
    for number in &options.why_not_float {
        wishes.push(Wish::Float(player(number)?));
    }
    for number in &options.why_colour {
        wishes.push(Wish::OtherColour(player(number)?));
    }
    Ok(wishes)
}

/// The player with this starting number.
fn player_called(tournament: &Tournament, number: u32) -> Result<PlayerId, AnswerError> {
    (tournament.player_ids())
        .find(|id| tournament.player(*id).number.get() == number)
        .ok_or_else(|| {
            AnswerError::invalid(format!(
                "found player {number}, expected the starting number of a player of the file"
            ))
        })
}
