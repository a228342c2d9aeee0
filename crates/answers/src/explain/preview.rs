//! What is certain of the next round while games are open. `docs/schema/preview.schema.json` describes
//! the document, and a test holds real output against it.

use edelweiss::explain::{
    Narrative, Preview, PreviewLength, PreviewLimits, Wording, preview, tell_preview,
};
use edelweiss::model::{Colour, PlayerId, Position};
use edelweiss::pairing::{Engine, Impossible, Outcome};
use serde::{Deserialize, Serialize};

use super::document::{TellingHead, WordsOut, words};
use super::{Language, WordsFormat};
use crate::TournamentInput;
use crate::error::AnswerError;
use crate::json::{JsonRemark, written};
use crate::seed::Seed;
use crate::system::{Asked, RulesOptions};

/// How many outcomes can be asked for.
const OUTCOMES: std::ops::RangeInclusive<usize> = 3..=1_000_000;

/// What can be asked of a preview.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct PreviewOptions {
    /// By which rules.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub rules: RulesOptions,
    /// Pair at most so many outcomes, drawn where there are more
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = Self::default().outcomes))]
    pub outcomes: usize,
    /// Draws them
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = Self::default().seed))]
    pub seed: Seed,
    /// The language of the words
    #[cfg_attr(feature = "clap", arg(long, default_value_t))]
    pub language: Language,
    /// Name everybody and every game that is not certain yet, instead of the first ones with a count of the
    /// others; JSON is always whole
    #[cfg_attr(feature = "clap", arg(long))]
    pub all: bool,
}

impl Default for PreviewOptions {
    fn default() -> Self {
        let limits = PreviewLimits::default();
        Self {
            rules: RulesOptions::default(),
            outcomes: limits.most,
            seed: Seed::new(limits.seed).expect("a small number"),
            language: Language::default(),
            all: false,
        }
    }
}

/// Pairs the outcomes of the open games of a file, and says what they have in common.
///
/// # Errors
/// A file without open games; rules that cannot be chosen.
pub fn certain(
    input: &TournamentInput,
    options: &PreviewOptions,
    format: WordsFormat,
) -> Result<String, AnswerError> {
    let (name, tournament) = (&input.name, &input.reading.tournament);
    if !OUTCOMES.contains(&options.outcomes) {
        return Err(AnswerError::invalid(format!(
            "--outcomes: found {}, expected a number from {} to {}",
            options.outcomes,
            OUTCOMES.start(),
            OUTCOMES.end()
        )));
    }
    let choice = options.rules.choose(Asked::by(tournament))?;
    let paired = (tournament.rounds_paired()).map_or(0, |last| last.index() + 1);
    if tournament.open_games(0..paired).is_empty() {
        return Err(AnswerError::invalid(format!(
            "{name}: no game is open, so the next round is certain\n  hint: edelweiss pair pairs it"
        )));
    }
    let limits = PreviewLimits {
        most: options.outcomes,
        seed: options.seed.get(),
    };
    let engine = Engine::default().into();
    let found = preview(tournament, limits, |tournament| {
        let position = Position::derive(tournament, &choice.pairing.definitions);
        choice
            .pairing
            .paired(tournament, &position, &engine)
            .unwrap_or(Outcome::Impossible(Impossible::GivenUp))
    });
    let wording = options.language.wording();
    let length = if options.all || format == WordsFormat::Json {
        PreviewLength::Whole
    } else {
        PreviewLength::Short
    };
    let narrative = tell_preview(tournament, &found, limits, length, wording);
    Ok(format.laid_out(&narrative, || {
        let made = PreviewMade {
            input,
            rules: choice.pairing.name,
            limits,
            preview: &found,
        };
        document(&made, wording, &narrative)
    }))
}

#[derive(Serialize)]
struct PreviewDocument<'a> {
    #[serde(flatten)]
    head: TellingHead<'a>,
    outcomes: OutcomesOut,
    open_games: Vec<OpenGameOut>,
    players: Vec<PreviewedPlayer>,
    words: Vec<WordsOut<'a>>,
    warnings: Vec<JsonRemark<'a>>,
}

#[derive(Serialize)]
struct OutcomesOut {
    paired: usize,
    is_complete: bool,
    /// Drew them, where they are not all.
    seed: Option<u64>,
    without_round: usize,
}

#[derive(Serialize)]
struct OpenGameOut {
    round: u16,
    white: u32,
    black: u32,
}

#[derive(Serialize)]
struct PreviewedPlayer {
    player: u32,
    is_certain: bool,
    opponents: Vec<PreviewedOpponent>,
    colour: Option<&'static str>,
    /// Places in `open_games`, from 0.
    depends_on: Vec<usize>,
}

#[derive(Serialize)]
struct PreviewedOpponent {
    /// `null` is the bye.
    player: Option<u32>,
    outcomes: usize,
}

/// A preview, and how it came about.
#[derive(Clone, Copy)]
struct PreviewMade<'a> {
    input: &'a TournamentInput,
    /// As people name them.
    rules: &'a str,
    limits: PreviewLimits,
    preview: &'a Preview,
}

/// The document `edelweiss.preview`.
fn document(made: &PreviewMade<'_>, wording: Wording, narrative: &Narrative) -> String {
    let (preview, reading) = (made.preview, &made.input.reading);
    let number = |id: PlayerId| reading.tournament.player(id).number.get();
    let open_games = preview.open.iter().map(|game| OpenGameOut {
        round: game.round.get(),
        white: number(game.white),
        black: number(game.black),
    });
    let players = preview.players.iter().map(|player| PreviewedPlayer {
        player: number(player.player),
        is_certain: player.certain(preview.n_outcomes).is_some(),
        opponents: (player.opponents.iter())
            .map(|(opponent, outcomes)| PreviewedOpponent {
                player: opponent.map(number),
                outcomes: *outcomes,
            })
            .collect(),
        colour: player.colour.map(|colour| match colour {
            Colour::White => "white",
            Colour::Black => "black",
        }),
        depends_on: player.depends_on.clone(),
    });
    written(&PreviewDocument {
        head: TellingHead::new("edelweiss.preview", made.rules, preview.round, wording),
        outcomes: OutcomesOut {
            paired: preview.n_outcomes,
            is_complete: preview.is_complete,
            seed: (!preview.is_complete).then_some(made.limits.seed),
            without_round: preview.n_impossible,
        },
        open_games: open_games.collect(),
        players: players.collect(),
        words: narrative.blocks.iter().map(words).collect(),
        warnings: reading.warnings.iter().map(JsonRemark::new).collect(),
    })
}
