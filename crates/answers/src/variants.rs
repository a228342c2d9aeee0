//! One round of a file, once for each "what if".

use edelweiss::model::{PlayerId, Position, Tournament};
use edelweiss::pairing::{Board, Outcome, Rules, Variant, pair_many};
use serde::{Deserialize, Serialize};

use crate::error::AnswerError;
use crate::impossible;
use crate::input::TournamentInput;
use crate::json::{JsonRemark, Program, written};
use crate::report::{Setting, defect_note, pairs_text};
use crate::system::{self, Asked, EngineName, Year};
use crate::which_round::{self, RoundOptions};

/// Raised when a field changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

/// What can be asked of variants.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct VariantsOptions {
    /// Edition of the Dutch System [default: what record 192 of the file asks for, else the one in
    /// force on its date, else 2026]
    #[cfg_attr(feature = "clap", arg(long))]
    pub rules: Option<Year>,
    /// Which round.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub which: RoundOptions,
    /// How the optimum is found
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    pub engine: Option<EngineName>,
    /// What is different, by starting numbers: "absent 5", "together 3 8", "apart 1 2", or several of
    /// these with commas between; "" is the round as it is
    #[cfg_attr(feature = "clap", arg(required = true, value_name = "VARIANT"))]
    pub variants: Vec<String>,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum VariantsFormat {
    /// A heading for each variant, then "white black" per line, the bye as "player 0"
    Text,
    /// One document; docs/schema/variants.schema.json
    Json,
}

#[derive(Serialize)]
struct VariantsDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    rules: &'static str,
    round: u16,
    variants: Vec<VariantAnswer<'a>>,
    warnings: Vec<JsonRemark<'a>>,
}

#[derive(Serialize)]
struct VariantAnswer<'a> {
    variant: &'a str,
    /// White and Black of every board, in publication order.
    boards: Option<Vec<[u32; 2]>>,
    bye: Option<u32>,
    /// Why there is no round.
    impossible: Option<String>,
}

/// Pairs every variant: the text, and whether each of them can be paired. `note` is told which round that
/// is, and of engines that failed.
///
/// # Errors
/// Variants that cannot be understood or contradict themselves or the rules; systems other than the Dutch
/// of 2026 and 2017.
pub fn variants(
    input: &TournamentInput,
    options: &VariantsOptions,
    format: VariantsFormat,
    mut note: impl FnMut(&str),
) -> Result<(String, bool), AnswerError> {
    let (name, reading) = (&input.name, &input.reading);
    if options.variants.is_empty() {
        return Err(AnswerError::invalid(
            "found no variant, expected at least one, such as \"absent 5\"",
        ));
    }
    let choice = system::choose(Asked::by(&reading.tournament), None, options.rules)?;
    let games = choice.pairing.unit.games();
    let chosen = which_round::choose(name, &reading.tournament, games, &options.which)?;
    let tournament = &*chosen.tournament;
    for words in chosen.notes() {
        note(&words);
    }
    let engine = options.engine.map_or_else(Default::default, Into::into);
    let Some(edition) = choice.pairing.edition else {
        return Err(AnswerError::invalid(format!(
            "variants are paired by the Dutch System of 2026 or 2017, not by the {}",
            choice.pairing.name
        )));
    };
    let parsed = parse_all(&options.variants, tournament)?;
    let position = Position::derive(tournament, &choice.pairing.definitions);
    let setting = Setting {
        file: name,
        bytes: input.n_bytes,
        tournament,
        position: &position,
        choice,
        engine,
    };
    let answers = pair_many(tournament, &Rules::new(edition, engine), &parsed);
    let mut text = String::new();
    let mut entries = Vec::new();
    for (variant, answer) in options.variants.iter().zip(answers) {
        let outcome = answer.map_err(|error| {
            let why = error.words(|id| setting.number(id));
            AnswerError::invalid(format!("variant {variant:?}: {why}"))
        })?;
        if let Outcome::Paired(round) = &outcome
            && let Some(words) = defect_note(round)
        {
            note(&words);
        }
        text += &words(&setting, variant, &outcome);
        entries.push(entry(&setting, variant, &outcome));
    }
    let all_paired = entries.iter().all(|entry| entry.impossible.is_none());
    if format == VariantsFormat::Json {
        text = written(&VariantsDocument {
            format: "edelweiss.variants",
            format_version: FORMAT_VERSION,
            program: Program::default(),
            rules: edition.name,
            round: position.round().get(),
            variants: entries,
            warnings: reading.warnings.iter().map(JsonRemark::new).collect(),
        });
    }
    Ok((text, all_paired))
}

fn parse_all(variants: &[String], tournament: &Tournament) -> Result<Vec<Variant>, AnswerError> {
    let parsed = variants.iter().map(|text| parse(text, tournament));
    parsed
        .collect::<Result<_, _>>()
        .map_err(AnswerError::invalid)
}

fn words(setting: &Setting<'_>, variant: &str, outcome: &Outcome) -> String {
    let title = match variant.trim() {
        "" => "as it is",
        title => title,
    };
    format!("# {title}\n{}", round_in_words(setting, outcome))
}

fn round_in_words(setting: &Setting<'_>, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Paired(round) => pairs_text(setting, &round.boards, round.bye),
        Outcome::Impossible(why) => impossible::words(setting, why) + "\n",
    }
}

fn entry<'a>(setting: &Setting<'_>, variant: &'a str, outcome: &Outcome) -> VariantAnswer<'a> {
    let seats = |board: &Board| [setting.number(board.white), setting.number(board.black)];
    let (mut boards, mut bye, mut why_not) = (None, None, None);
    match outcome {
        Outcome::Paired(round) => {
            boards = Some(round.boards.iter().map(seats).collect());
            bye = round.bye.map(|id| setting.number(id));
        }
        Outcome::Impossible(why) => why_not = Some(impossible::words(setting, why)),
    }
    VariantAnswer {
        variant,
        boards,
        bye,
        impossible: why_not,
    }
}

/// Reads one variant.
fn parse(text: &str, tournament: &Tournament) -> Result<Variant, String> {
    let wrong = |part: &str, expected: &str| {
        format!(
            "variant {text:?}: found {:?}, expected {expected}",
            part.trim()
        )
    };
    let mut variant = Variant::default();
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let mut words = part.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let players: Vec<PlayerId> = words
            .map(|word| {
                let number: Option<u32> = word.parse().ok();
                (tournament.player_ids())
                    .find(|id| Some(tournament.player(*id).number.get()) == number)
                    .ok_or_else(|| wrong(word, "the starting number of a player of the file"))
            })
            .collect::<Result<_, _>>()?;
        match (verb, &players[..]) {
            ("absent", [_, ..]) => variant.absent.extend(players),
            ("together", [a, b]) if a != b => variant.together.push((*a, *b)),
            ("apart", [a, b]) if a != b => variant.apart.push((*a, *b)),
            ("absent", _) => return Err(wrong(part, "players after \"absent\"")),
            ("together" | "apart", _) => {
                return Err(wrong(part, "two players after \"together\" or \"apart\""));
            }
            _ => {
                return Err(wrong(
                    part,
                    "\"absent N\", \"together N N\" or \"apart N N\"",
                ));
            }
        }
    }
    Ok(variant)
}
