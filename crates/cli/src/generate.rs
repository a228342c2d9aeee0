//! `edelweiss generate`: random tournaments from a seed, each a file of its own.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use edelweiss::model::{Position, System, Tournament};
use edelweiss::pairing::{Engine, Outcome};
use edelweiss::standings::{TieBreak, TieBreakRules, standings};
use edelweiss::trf::{Dialect, Document, ReadOptions};
use edelweiss_answers::impossible;
use edelweiss_answers::report::Setting;
use edelweiss_answers::standings::choice::{default_swiss, parsed_option, whole_order};
use edelweiss_answers::system::{self, Asked, ChosenSystem, SystemName, Year};
use edelweiss_generate::{Generated, Generator, NextRound, Settings, Span};
use rayon::prelude::*;

use crate::exit::{Exit, ExitFailure, say};
use crate::files;

/// Make random tournaments from a seed
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// The file, or the folder for several; - is standard output
    #[arg(short, long, value_name = "DIR|FILE")]
    output: PathBuf,
    /// Makes the same tournaments again [default: a fresh one, which is printed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// How many tournaments [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,
    /// Players: a number, or a range such as 40..80 [default: 16..200]
    #[arg(long, value_name = "N")]
    players: Option<Span>,
    /// Rounds: a number, or a range such as 5..9 [default: 5..11]; Double-Swiss: matches of two games
    #[arg(long, value_name = "N")]
    rounds: Option<Span>,
    /// Settings: TOML, or the Key=value file of JaVaFo or bbpPairings; the options above win
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A tournament file whose field plays again: its players, rounds, points, byes and irregular
    /// games at the rates found there; the options above win
    #[arg(long, value_name = "FILE", conflicts_with = "config")]
    model: Option<PathBuf>,
    /// Edition of the rules [default: what the settings ask for, else 2026]
    #[arg(long, value_enum)]
    rules: Option<Year>,
    /// Pairing system [default: what the settings ask for, else dutch]
    #[arg(long, value_enum)]
    system: Option<SystemName>,
    /// Tie-breaks after the points, by which the ranks in the file are made; not in trf16 [default:
    /// those of `standings`]
    #[arg(long, value_name = "LIST")]
    tie_breaks: Option<String>,
    /// What to write
    #[arg(long, value_enum, default_value_t = GenerateFormat::Trf26)]
    format: GenerateFormat,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum GenerateFormat {
    /// FIDE's format of 2026
    Trf26,
    /// The format of 2016 with the XX? and BB? lines of the engines
    Trf16,
}

/// Where the tournaments go.
enum OutputTarget {
    One(PathBuf),
    Folder(PathBuf),
}

/// Runs the command.
///
/// # Errors
/// Settings that cannot be met, with every reason; files that cannot be read or written.
pub(crate) fn run(args: &GenerateArgs) -> Result<(), ExitFailure> {
    let mut filed = Asked::default();
    let mut settings = match (&args.config, &args.model) {
        (Some(path), _) => read_settings(path)?,
        (None, Some(path)) => {
            let model = read_model(path)?;
            filed = Asked::by(&model);
            replaying(&model)
        }
        (None, None) => Settings::default(),
    };
    settings.seed = args.seed.or(settings.seed);
    settings.tournaments = args.count.or(settings.tournaments);
    settings.players = args.players.or(settings.players);
    settings.rounds = args.rounds.or(settings.rounds);
    let asked = settings.system.as_deref().map(system_of).transpose()?;
    filed.system = asked.or(filed.system);
    let choice = system::choose(filed, args.system, args.rules)?;
    let mut generator = Generator::new(settings).map_err(|impossible| {
        let reasons: Vec<String> = (impossible.refusals.iter())
            .map(|refusal| format!("\n  {refusal}"))
            .collect();
        let message = format!("no tournament can be made:{}", reasons.concat());
        ExitFailure::new(Exit::Invalid, message)
    })?;
    if let Some(system) = choice.pairing.filed {
        generator = generator.with_system(system);
    }
    if choice.pairing.games == 2 {
        generator = generator.in_matches();
    }
    let count = generator.tournaments();
    let list = tie_breaks(args)?;
    let target = target(args, count)?;
    let seed_line = format!("seed {}", generator.seed());
    if files::is_standard(&args.output) {
        say(&seed_line);
    } else {
        files::write_standard(&format!("{seed_line}\n")).map_err(|error| {
            ExitFailure::new(Exit::FileAccess, format!("standard output: {error}"))
        })?;
    }
    let make = |index| make(&generator, choice, list.as_deref(), &target, index);
    let notes: Vec<Vec<String>> = (0..count)
        .into_par_iter()
        .map(make)
        .collect::<Result<_, _>>()?;
    for note in notes.iter().flatten() {
        say(&format!("note: {note}"));
    }
    Ok(())
}

/// A settings file of either kind; its first line tells which.
pub(crate) fn read_settings(path: &Path) -> Result<Settings, ExitFailure> {
    let name = files::name_of(path);
    let wrong = |what: &str| ExitFailure::new(Exit::Invalid, format!("{name}: {what}"));
    let bytes = files::read(path)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| wrong("found bytes that are no UTF-8, expected a text file"))?;
    if Settings::looks_like_properties(&text) {
        Settings::from_properties(&text, None).map_err(|error| wrong(&error.to_string()))
    } else {
        Settings::from_toml(&text).map_err(|error| wrong(&error.to_string()))
    }
}

/// The settings that play the field of a tournament again. The rounds of Double-Swiss are games, and
/// what the generator calls a round is a match.
pub(crate) fn replaying(model: &Tournament) -> Settings {
    let mut settings = Settings::replaying(model);
    if model.system == Some(System::DoubleSwiss) {
        let halved = |games: Span| Span::exactly(games.to.div_ceil(2));
        settings.rounds = settings.rounds.map(halved);
    }
    settings
}

fn read_model(path: &Path) -> Result<Tournament, ExitFailure> {
    let name = files::name_of(path);
    let bytes = files::read(path)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
    edelweiss::trf::read(&bytes, &name, &ReadOptions::default())
        .map(|reading| reading.tournament)
        .map_err(ExitFailure::from)
}

/// The system a settings file names, as record 192 of a tournament file would.
pub(crate) fn system_of(name: &str) -> Result<System, ExitFailure> {
    match name.to_ascii_uppercase().as_str() {
        "FIDE_DUTCH" | "FIDE_DUTCH_2025" | "FIDE_DUTCH_2026" => Ok(System::Dutch2026),
        "FIDE_DUTCH_2017" => Ok(System::Dutch2017),
        "FIDE_DUBOV" => Ok(System::Dubov),
        "FIDE_BURSTEIN" => Ok(System::Burstein),
        "FIDE_DOUBLESWISS" => Ok(System::DoubleSwiss),
        _ => Err(ExitFailure::new(
            Exit::Invalid,
            format!(
                "system: found '{name}', expected FIDE_DUTCH_2026, FIDE_DUTCH_2017, FIDE_DUBOV, FIDE_BURSTEIN or FIDE_DOUBLESWISS\n  hint: --system and --rules override it"
            ),
        )),
    }
}

fn target(args: &GenerateArgs, count: u32) -> Result<OutputTarget, ExitFailure> {
    let output = &args.output;
    let ends_as_folder = output.as_os_str().as_encoded_bytes().ends_with(b"/");
    let inputs = [&args.config, &args.model];
    if (inputs.into_iter().flatten()).any(|input| files::are_same(input, output)) {
        let message = format!(
            "the output {} is the file it is made from, which would be lost\n  hint: choose another name for -o",
            output.display()
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    if files::is_standard(output) && count > 1 {
        let message = format!(
            "standard output takes one tournament, found {count}\n  hint: name a folder with -o"
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    if files::is_standard(output) || (count == 1 && !output.is_dir() && !ends_as_folder) {
        return Ok(OutputTarget::One(output.clone()));
    }
    fs::create_dir_all(output).map_err(|error| no_file(output, &error))?;
    Ok(OutputTarget::Folder(output.clone()))
}

fn no_file(path: &Path, error: &std::io::Error) -> ExitFailure {
    ExitFailure::new(Exit::FileAccess, format!("{}: {error}", path.display()))
}

/// The list that goes into the files; `None` for the format that has no place for one.
fn tie_breaks(args: &GenerateArgs) -> Result<Option<Vec<TieBreak>>, ExitFailure> {
    let list = match &args.tie_breaks {
        None => default_swiss(),
        Some(text) => parsed_option(text)
            .map_err(|failure| ExitFailure::new(Exit::Invalid, failure.to_string()))?,
    };
    match args.format {
        GenerateFormat::Trf26 => Ok(Some(list)),
        GenerateFormat::Trf16 if args.tie_breaks.is_some() => {
            let message = "the format trf16 has no record for a list of tie-breaks\n  hint: leave out --tie-breaks, or --format";
            Err(ExitFailure::new(Exit::Invalid, message))
        }
        GenerateFormat::Trf16 => Ok(None),
    }
}

/// The document with the ranks by `list`, and the list.
fn with_ranks(
    document: &Document,
    tournament: &Tournament,
    list: &[TieBreak],
) -> Result<Document, String> {
    let rules = TieBreakRules::of(tournament.starts);
    let standings = standings(tournament, rules, list, None).map_err(|error| error.to_string())?;
    let ranks: Vec<_> = (standings.rows().iter())
        .map(|row| (tournament.player(row.player).number, row.rank))
        .collect();
    (document.with_standings(&ranks, &whole_order(list, "PTS"))).map_err(|error| error.to_string())
}

/// Makes and writes one tournament; what is worth a note about it.
fn make(
    generator: &Generator,
    choice: ChosenSystem,
    list: Option<&[TieBreak]>,
    target: &OutputTarget,
    index: u32,
) -> Result<Vec<String>, ExitFailure> {
    let made = one(generator, choice, index)?;
    let path = match target {
        OutputTarget::One(path) => path.clone(),
        OutputTarget::Folder(folder) => {
            let width = (generator.tournaments() - 1).to_string().len();
            folder.join(format!("seed{}_{index:0width$}.trf", generator.seed()))
        }
    };
    let name = if files::is_standard(&path) {
        "standard output".to_owned()
    } else {
        path.display().to_string()
    };
    let limit = |error: String| ExitFailure::new(Exit::Limit, format!("{name}: {error}"));
    let dialect = if list.is_some() {
        Dialect::Trf26
    } else {
        Dialect::Trf16
    };
    let mut document = Document::from_tournament(&made.tournament, dialect)
        .map_err(|error| limit(error.to_string()))?;
    if let Some(list) = list {
        document = with_ranks(&document, &made.tournament, list).map_err(limit)?;
    }
    let text = document.write(document.line_end());
    match target {
        OutputTarget::One(_) => files::write(&path, &text),
        OutputTarget::Folder(_) => files::write_one_of_many(&path, &text),
    }
    .map_err(|error| no_file(&path, &error))?;
    let stop = (made.stopped.iter())
        .map(|stop| format!("{name}: ends before round {}: {}", stop.before, stop.reason));
    let shortfalls = made.shortfalls.iter().map(|lack| {
        let round = (lack.round).map_or_else(String::new, |round| format!(" of round {round}"));
        format!(
            "{name}: {}{round}: {} asked, {} given",
            lack.setting, lack.asked, lack.given
        )
    });
    Ok(stop.chain(shortfalls).collect())
}

/// Makes one tournament.
pub(crate) fn one(
    generator: &Generator,
    choice: ChosenSystem,
    index: u32,
) -> Result<Generated, ExitFailure> {
    (generator.generate_one(index, |tournament| next_round(tournament, choice)))
        .map_err(|fault| ExitFailure::new(Exit::Defect, format!("{fault} (please report)")))
}

fn next_round(tournament: &Tournament, choice: ChosenSystem) -> NextRound {
    let engine = Engine::default();
    let position = Position::derive(tournament, &choice.pairing.definitions);
    match (choice.pairing.pair)(tournament, &position, &engine.into()) {
        Ok(Outcome::Paired(round)) => NextRound::Paired {
            boards: (round.boards.iter())
                .map(|board| (board.white, board.black))
                .collect(),
            bye: round.bye,
        },
        Ok(Outcome::Impossible(why)) => {
            let setting = Setting {
                file: "",
                bytes: 0,
                tournament,
                position: &position,
                choice,
                engine,
            };
            let words = impossible::words(&setting, &why);
            NextRound::Impossible(words.lines().next().unwrap_or_default().to_owned())
        }
        Err(failure) => NextRound::Impossible(failure.message),
    }
}
