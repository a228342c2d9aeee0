//! `edelweiss variants`: one round of a file, once for each "what if".

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use edelweiss::model::{PlayerId, Position, Tournament};
use edelweiss::pairing::{Board, Outcome, Rules, Variant, pair_many};
use edelweiss_answers::impossible;
use edelweiss_answers::report::{Setting, defect_note, pairs_text};
use edelweiss_answers::system::{self, Asked, EngineName, Year};
use edelweiss_answers::which_round::{self, RoundOptions};
use serde::Serialize;

use crate::exit::{Exit, ExitFailure, say};
use crate::files;
use crate::reading::ReadArgs;

/// Raised when a field of the JSON document changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

/// Pair the next round of a tournament file, or one without results, once for each variant of it
#[derive(Debug, Args)]
pub(crate) struct VariantsArgs {
    /// Tournament file; - is standard input
    file: PathBuf,
    /// What is different, by starting numbers: "absent 5", "together 3 8", "apart 1 2", or several of
    /// these with commas between; "" is the round as it is
    #[arg(required = true, value_name = "VARIANT")]
    variants: Vec<String>,
    /// Edition of the Dutch System [default: what record 192 of the file asks for, else the one in
    /// force on its date, else 2026]
    #[arg(long, value_enum)]
    rules: Option<Year>,
    #[command(flatten)]
    which: RoundOptions,
    /// How the optimum is found
    #[arg(long, value_enum)]
    engine: Option<EngineName>,
    /// What to write
    #[arg(long, value_enum, default_value_t = VariantsFormat::Text)]
    format: VariantsFormat,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum VariantsFormat {
    /// A heading for each variant, then "white black" per line, the bye as "player 0"
    Text,
    /// One document
    Json,
}

#[derive(Serialize)]
struct VariantsDocument {
    format_version: u32,
    rules: &'static str,
    round: u16,
    variants: Vec<VariantAnswer>,
}

#[derive(Serialize)]
struct VariantAnswer {
    variant: String,
    /// White and Black of every board, in publication order.
    boards: Option<Vec<[u16; 2]>>,
    bye: Option<u16>,
    /// Why there is no round.
    impossible: Option<String>,
}

/// Runs the command: [`Exit::NoPairing`] if some variant cannot be paired.
///
/// # Errors
/// Files that cannot be read, variants that cannot be understood or contradict themselves or the
/// rules, systems other than the Dutch of 2026 and 2017.
pub(crate) fn run(args: &VariantsArgs) -> Result<Exit, ExitFailure> {
    let name = files::name_of(&args.file);
    let bytes = files::read(&args.file)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
    let reading =
        edelweiss::trf::read(&bytes, &name, &args.read.options()).map_err(ExitFailure::from)?;
    args.read.warn(&reading.warnings);
    let choice = system::choose(Asked::by(&reading.tournament), None, args.rules)?;
    let games = choice.pairing.games;
    let chosen = which_round::choose(&name, &reading.tournament, games, &args.which)
        .map_err(ExitFailure::from)?;
    let tournament = &*chosen.tournament;
    for note in chosen.notes() {
        args.read.note(&note);
    }
    let engine = args.engine.map_or_else(Default::default, Into::into);
    let Some(edition) = choice.pairing.edition else {
        let message = format!(
            "variants are paired by the Dutch System of 2026 or 2017, not by the {}",
            choice.pairing.name
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    };
    let variants: Vec<Variant> = (args.variants.iter())
        .map(|text| parse(text, tournament))
        .collect::<Result<_, _>>()
        .map_err(|message| ExitFailure::new(Exit::Invalid, message))?;
    let position = Position::derive(tournament, &choice.pairing.definitions);
    let setting = Setting {
        file: &name,
        bytes: bytes.len(),
        tournament,
        position: &position,
        choice,
        engine,
    };
    let answers = pair_many(tournament, &Rules::new(edition, engine), &variants);
    let mut text = String::new();
    let mut document = VariantsDocument {
        format_version: FORMAT_VERSION,
        rules: edition.name,
        round: position.round().get(),
        variants: Vec::new(),
    };
    let mut exit = Exit::Done;
    for (variant, answer) in args.variants.iter().zip(answers) {
        let outcome = answer.map_err(|error| {
            let message = format!(
                "variant {variant:?}: {}",
                error.words(|id| setting.number(id))
            );
            ExitFailure::new(Exit::Invalid, message)
        })?;
        let title = if variant.trim().is_empty() {
            "as it is"
        } else {
            variant.trim()
        };
        writeln!(text, "# {title}").expect("a string grows");
        let mut entry = VariantAnswer {
            variant: variant.clone(),
            boards: None,
            bye: None,
            impossible: None,
        };
        match outcome {
            Outcome::Paired(round) => {
                if let Some(note) = defect_note(&round) {
                    say(&note);
                }
                text += &pairs_text(&setting, &round.boards, round.bye);
                let seats =
                    |board: &Board| [setting.number(board.white), setting.number(board.black)];
                entry.boards = Some(round.boards.iter().map(seats).collect());
                entry.bye = round.bye.map(|id| setting.number(id));
            }
            Outcome::Impossible(why) => {
                let words = impossible::words(&setting, &why);
                writeln!(text, "{words}").expect("a string grows");
                entry.impossible = Some(words);
                exit = Exit::NoPairing;
            }
        }
        document.variants.push(entry);
    }
    if args.format == VariantsFormat::Json {
        text = serde_json::to_string_pretty(&document).expect("numbers and strings") + "\n";
    }
    files::write_standard(&text)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("standard output: {error}")))?;
    Ok(exit)
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
                let number: Option<u16> = word.parse().ok();
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
