//! `edelweiss compare`: ours beside any other pairing program.
//!
//! Longer than other files: a quarter of it are the options, which clap has in one place.

mod junit;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{Args, ValueEnum};
use edelweiss::model::{Position, Tournament};
use edelweiss::pairing::{Engine as OurEngine, Outcome};
use edelweiss::standings::TieBreak;
use edelweiss::systems::PairingUnit;
use edelweiss::trf::{Dialect, ReadOptions};
use edelweiss_answers::Seed;
use edelweiss_answers::generate::GenerateSource;
use edelweiss_answers::system::{self, Asked, ChosenSystem, SystemName, Year};
use edelweiss_compare::engine::{CommandLine, PairingProgram, Preset, Supervisor, Trouble};
use edelweiss_compare::ranks::EVERY_TIE_BREAK;
use edelweiss_compare::report;
use edelweiss_compare::run::{
    ComparisonPlan, Direction, JOURNAL, Progress, Records, RoundSource, all_axes, has_begun,
    journal_seed,
};
use edelweiss_compare::sweep::{AXES, Axis, Bounds};
use edelweiss_compare::verdict::Ours;
use edelweiss_generate::Span;
use indicatif::{ProgressBar, ProgressStyle};

use crate::exit::{Exit, ExitFailure, say};
use crate::files::inputs;
use crate::{files, generate, signals};

/// The word that makes this program a supervisor of one question; nobody types it.
pub(crate) const SUPERVISE: &str = "--supervise-one-question";

const EXAMPLES: &str = "\
Examples:
  edelweiss compare --preset bbp --program ./bbpPairings.exe --sweep -o found
  edelweiss compare --preset javafo --program javafo.jar events/ -o found";

/// Compare with another pairing program, and shrink every difference
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = AXES_HELP.as_str())]
pub(crate) struct CompareArgs {
    /// Tournament files, and folders with files named *.trf at any depth
    #[arg(value_name = "FILE", conflicts_with_all = ["sweep", "axis", "tournaments", "players", "rounds", "config"])]
    files: Vec<PathBuf>,
    /// The other program: it reads {in} and writes {out}, or to standard output; {work} is a folder
    #[arg(long, value_name = "COMMAND", required_unless_present = "preset", conflicts_with_all = ["preset", "program"])]
    engine: Option<String>,
    /// With --engine: checks a whole tournament {in}, in the words of bbpPairings
    #[arg(long, value_name = "COMMAND", requires = "engine")]
    check_engine: Option<String>,
    /// A program whose command line is known
    #[arg(long, value_enum, requires = "program")]
    preset: Option<PresetName>,
    /// Where that program is
    #[arg(long, value_name = "PATH", requires = "preset")]
    program: Option<String>,
    /// With --engine: ranks the players of {in} by {codes}, with tabs between the columns
    #[arg(long, value_name = "COMMAND", requires = "engine")]
    rank_engine: Option<String>,
    /// Compare ranks and these tie-breaks, too; `all` is every one of single players
    #[arg(long, value_name = "LIST")]
    tie_breaks: Option<String>,
    /// What the other program reads [default: what the preset reads, else 26]
    #[arg(long, value_enum)]
    trf: Option<TrfName>,
    /// Tell the other program of half- and full-point byes of the round as of plain absences
    #[arg(long)]
    plain_absences: bool,
    /// Seconds for one question
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time_limit: u64,
    /// Make tournaments along every axis, listed below
    #[arg(long, conflicts_with = "config")]
    sweep: bool,
    /// Make tournaments along this axis only; may be repeated
    #[arg(long, value_name = "NAME", conflicts_with = "config")]
    axis: Vec<String>,
    /// How many tournaments to make [default: 1200 for a sweep, else 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tournaments: Option<u32>,
    /// Players: a number, or a range such as 40..80; a sweep keeps to it
    #[arg(long, value_name = "N")]
    players: Option<Span>,
    /// Rounds: a number, or a range such as 5..9
    #[arg(long, value_name = "N", conflicts_with_all = ["sweep", "axis"])]
    rounds: Option<Span>,
    /// Settings of `generate`; the options above win
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Makes the same tournaments again [default: a fresh one, which is printed]
    #[arg(long, value_name = "N")]
    seed: Option<Seed>,
    /// Who does what
    #[arg(long, value_enum, default_value_t = DirectionName::Rounds)]
    direction: DirectionName,
    /// Edition of the rules [default: what record 192 of the first file asks for, else 2026]
    #[arg(long)]
    rules: Option<Year>,
    /// Pairing system [default: what record 192 of the first file asks for, else dutch]
    #[arg(long)]
    system: Option<SystemName>,
    /// A new folder for the journal and for every difference, shrunk
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// The folder of an earlier run with the same settings: goes on where that one ended
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    resume: Option<PathBuf>,
    /// Questions that shrinking one difference may take
    #[arg(long, value_name = "N", default_value_t = 4000)]
    shrink: usize,
    /// Shrink only so many differences of one kind [default: all]
    #[arg(long, value_name = "N")]
    shrink_each: Option<usize>,
    /// Programs at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// What to write
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    format: CompareFormat,
}

static AXES_HELP: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
    let rows = AXES.iter().map(|axis| {
        format!(
            "  {:<14} varies {}\n{:17}holds {}\n",
            axis.name, axis.varies, "", axis.holds
        )
    });
    format!("{EXAMPLES}\n\nAxes:\n{}", rows.collect::<String>())
});

/// `--preset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PresetName {
    /// bbpPairings
    Bbp,
    /// `JaVaFo`: PROGRAM is its jar
    Javafo,
    /// `TieBreakServer`: PROGRAM is pairingchecker.py
    Tiebreakserver,
    /// Gacrux: PROGRAM is a Python that has it
    Gacrux,
}

/// `--trf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TrfName {
    /// The format of 2016 with the XX? and BB? lines of the engines
    #[value(name = "16")]
    Trf16,
    /// FIDE's format of 2026
    #[value(name = "26")]
    Trf26,
}

/// `--direction`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum DirectionName {
    /// Both pair the same positions: one start of the program per round
    Rounds,
    /// We make tournaments, or files are given, and they check them: one start per tournament
    WeGenerate,
    /// They make tournaments and we check them: one start per tournament
    TheyGenerate,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum CompareFormat {
    /// What differs, and counts
    Text,
    /// One document
    Json,
    /// `JUnit` XML, a test case per tournament
    Junit,
}

/// Runs the command: whether rounds differ, or files could not be compared.
///
/// # Errors
/// When the request is wrong, the program cannot be started, or files cannot be read or written.
pub(crate) fn run(args: &CompareArgs) -> Result<Exit, ExitFailure> {
    let engine = engine(args)?;
    let seed = seed(args)?;
    let (source, asked) = source(args, seed)?;
    let filed = match (&source, asked) {
        (RoundSource::Files(files), _) => {
            (files.iter().find_map(|path| asked_by(path))).unwrap_or_default()
        }
        (_, system) => Asked {
            system,
            starts: None,
        },
    };
    let choice = system::choose(filed, args.system, args.rules)?;
    let made = !matches!(source, RoundSource::Files(_));
    if made && choice.pairing.unit != PairingUnit::Game {
        let message = format!(
            "the generator plays rounds of single games, which the {} does not pair\n  hint: name files, or choose another --system",
            choice.pairing.name
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let direction = direction(args, &engine, made)?;
    let ranked_by = ranked_by(args, &engine)?;
    if made {
        say(&format!("seed {seed}"));
    }
    let pair = |tournament: &Tournament| paired(choice, OurEngine::default(), tournament);
    let reference = |tournament: &Tournament| paired(choice, OurEngine::Reference, tournament);
    let row = choice.pairing;
    let plan = ComparisonPlan {
        ours: Ours {
            name: row.name,
            definitions: row.definitions,
            edition: row.edition,
            filed: row.record(),
            games: row.unit.games(),
            pair: &pair,
            second: row.edition.is_some().then_some(&reference),
        },
        engine: &engine,
        direction,
        seed,
        jobs: args.jobs.map_or_else(cores, usize::from),
        shrink_budget: args.shrink,
        shrink_each: args.shrink_each.unwrap_or(usize::MAX),
        folder: folder(args)?,
        repeat: repeat(args, choice),
        identity: identity(args, choice, &source, seed),
        ranked_by,
        source,
    };
    let records = go(&plan)?;
    tell(args.format, &plan, &records)
}

/// The seed asked for, that of the journal that is resumed, or a fresh one.
fn seed(args: &CompareArgs) -> Result<u64, ExitFailure> {
    let of_journal = |folder: &PathBuf| {
        journal_seed(folder)
            .map_err(|trouble| ExitFailure::new(Exit::FileAccess, trouble.to_string()))
    };
    let seed = match (args.seed, &args.resume) {
        (Some(seed), _) => Some(seed.get()),
        (None, Some(folder)) => of_journal(folder)?,
        (None, None) => None,
    };
    Ok(seed.unwrap_or_else(edelweiss_generate::fresh_seed))
}

/// Writes what was found, and says how the program ends.
fn tell(
    format: CompareFormat,
    plan: &ComparisonPlan<'_>,
    records: &Records,
) -> Result<Exit, ExitFailure> {
    for case in &records.cases {
        if let Some(error) = &case.error {
            say(&format!("error: {}: {error}", case.case));
        }
    }
    let text = match format {
        CompareFormat::Text => report::text(records),
        CompareFormat::Json => report::json(records),
        CompareFormat::Junit => junit::document(records),
    };
    files::write_standard(&text)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("standard output: {error}")))?;
    if records.is_partial {
        let hint = match &plan.folder {
            Some(folder) => format!("\n  hint: --resume {} goes on from here", folder.display()),
            None => String::new(),
        };
        let done = records.cases.len();
        let message = format!("stopped after {done} of {} tournaments{hint}", plan.total());
        return Err(ExitFailure::new(Exit::FileAccess, message));
    }
    let totals = report::Totals::of(records);
    let ranks = totals.ranks.clone().unwrap_or_default();
    Ok(if totals.bad + ranks.bad > 0 {
        Exit::Invalid
    } else if totals.differences() > 0 || !ranks.differing.is_empty() {
        Exit::DIFFERS
    } else {
        Exit::Done
    })
}

/// Runs with progress on a terminal, and ends in good order when interrupted.
fn go(plan: &ComparisonPlan<'_>) -> Result<Records, ExitFailure> {
    let stop = Arc::new(AtomicBool::new(false));
    signals::raise_when_told_to_end(&stop);
    // Hidden where standard error is no terminal.
    let bar = ProgressBar::new(plan.total() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {msg}") {
        bar.set_style(style);
    }
    let progress = |progress: Progress| {
        bar.set_position(progress.done as u64);
        if progress.differences > 0 {
            bar.set_message(format!("{} differ", progress.differences));
        }
    };
    let records = edelweiss_compare::run::run(plan, &stop, &progress);
    bar.finish_and_clear();
    records.map_err(|trouble| {
        let exit = match trouble {
            Trouble::CannotStart { .. } => Exit::Invalid,
            _ => Exit::FileAccess,
        };
        ExitFailure::new(exit, trouble.to_string())
    })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn paired(
    choice: ChosenSystem,
    engine: OurEngine,
    tournament: &Tournament,
) -> Result<Outcome, String> {
    let position = Position::derive(tournament, &choice.pairing.definitions);
    choice
        .pairing
        .paired(tournament, &position, &engine.into())
        .map_err(|failure| failure.to_string())
}

fn engine(args: &CompareArgs) -> Result<PairingProgram, ExitFailure> {
    let limit = Duration::from_secs(args.time_limit);
    let parse = |option: &str, text: &str| {
        CommandLine::parse(text)
            .map_err(|error| ExitFailure::new(Exit::Invalid, format!("{option}: {error}")))
    };
    let mut engine = match (args.preset, &args.program, &args.engine) {
        (Some(preset), Some(program), _) => {
            let preset = match preset {
                PresetName::Bbp => Preset::Bbp,
                PresetName::Javafo => Preset::Javafo,
                PresetName::Tiebreakserver => Preset::TieBreakServer,
                PresetName::Gacrux => Preset::Gacrux,
            };
            PairingProgram::preset(preset, program, limit)
        }
        (_, _, Some(command)) => {
            let mut engine = PairingProgram::custom(parse("--engine", command)?, limit);
            if let Some(check) = &args.check_engine {
                engine.check = Some(parse("--check-engine", check)?);
            }
            if let Some(ranks) = &args.rank_engine {
                engine.ranks = Some(parse("--rank-engine", ranks)?);
            }
            engine
        }
        _ => {
            let message = "expected --engine, or --preset with --program";
            return Err(ExitFailure::new(Exit::Invalid, message));
        }
    };
    engine.supervisor = Supervisor::this_program(SUPERVISE);
    engine.plain_absences |= args.plain_absences;
    engine.dialect = match args.trf {
        Some(TrfName::Trf16) => Dialect::Trf16,
        Some(TrfName::Trf26) => Dialect::Trf26,
        None => engine.dialect,
    };
    Ok(engine)
}

/// The points and the tie-breaks asked for.
fn ranked_by(args: &CompareArgs, engine: &PairingProgram) -> Result<Vec<TieBreak>, ExitFailure> {
    let wrong = |message: String| ExitFailure::new(Exit::Invalid, message);
    let Some(list) = &args.tie_breaks else {
        return Ok(Vec::new());
    };
    if engine.ranks.is_none() {
        let message =
            "--tie-breaks: the engine ranks nobody\n  hint: name what does with --rank-engine";
        return Err(wrong(message.to_owned()));
    }
    let list = if list == "all" { EVERY_TIE_BREAK } else { list };
    let codes = list
        .split([',', ' '])
        .map(str::trim)
        .filter(|code| !code.is_empty());
    let mut ranked_by = Vec::new();
    for code in ["PTS"].into_iter().chain(codes) {
        let tie_break: TieBreak = code
            .parse()
            .map_err(|error| wrong(format!("--tie-breaks: {error}")))?;
        if tie_break.is_of_teams() {
            return Err(wrong(format!(
                "--tie-breaks: {code} is a tie-break of teams"
            )));
        }
        if !ranked_by.contains(&tie_break) {
            ranked_by.push(tie_break);
        }
    }
    Ok(ranked_by)
}

fn direction(
    args: &CompareArgs,
    engine: &PairingProgram,
    made: bool,
) -> Result<Direction, ExitFailure> {
    let wrong = |message: &str| Err(ExitFailure::new(Exit::Invalid, message));
    match args.direction {
        DirectionName::Rounds => Ok(Direction::Rounds),
        DirectionName::TheyGenerate if !made => wrong(
            "files are there already, so that nobody makes any\n  hint: leave --direction out",
        ),
        DirectionName::WeGenerate if engine.check.is_none() => {
            wrong("the engine has no checker\n  hint: name it with --check-engine")
        }
        DirectionName::WeGenerate => Ok(Direction::WeGenerate),
        DirectionName::TheyGenerate if engine.generate.is_none() => {
            wrong("the engine makes no tournaments, expected a preset that does")
        }
        DirectionName::TheyGenerate => Ok(Direction::TheyGenerate),
    }
}

/// Where tournaments come from, and the system the settings ask for.
fn source(
    args: &CompareArgs,
    seed: u64,
) -> Result<(RoundSource, Option<edelweiss::model::System>), ExitFailure> {
    if !args.files.is_empty() {
        let files = inputs::list(&args.files);
        let files = files.into_iter().map(|(path, _)| path).collect();
        return Ok((RoundSource::Files(files), None));
    }
    if args.sweep || !args.axis.is_empty() {
        let axes = axes(&args.axis)?;
        let bounds = args
            .players
            .map_or_else(Bounds::default, |players| Bounds { players });
        if bounds.players.from < 2
            || bounds.players.from > bounds.players.to
            || bounds.players.to > 9999
        {
            let message = format!(
                "--players: found {}, expected a range from 2 to 9999",
                bounds.players
            );
            return Err(ExitFailure::new(Exit::Invalid, message));
        }
        let tournaments = args.tournaments.unwrap_or(1200);
        return Ok((
            RoundSource::Sweep {
                axes,
                bounds,
                tournaments,
            },
            None,
        ));
    }
    let source = match &args.config {
        Some(path) => generate::settings_of(path)?,
        None => GenerateSource::default(),
    };
    let (mut settings, asked) = (source.settings, source.asked.system);
    settings.seed = Some(seed);
    settings.tournaments = args.tournaments.or(settings.tournaments).or(Some(100));
    settings.players = args.players.or(settings.players);
    settings.rounds = args.rounds.or(settings.rounds);
    settings.check().map_err(|impossible| {
        let reasons: Vec<String> = (impossible.refusals.iter())
            .map(|refusal| format!("\n  {refusal}"))
            .collect();
        let message = format!("no tournament can be made:{}", reasons.concat());
        ExitFailure::new(Exit::Invalid, message)
    })?;
    Ok((RoundSource::Generated(Box::new(settings)), asked))
}

fn axes(names: &[String]) -> Result<Vec<&'static Axis>, ExitFailure> {
    if names.is_empty() {
        return Ok(all_axes());
    }
    let find = |name: &String| {
        AXES.iter().find(|axis| axis.name == name).ok_or_else(|| {
            let all: Vec<&str> = AXES.iter().map(|axis| axis.name).collect();
            let message = format!("--axis: found '{name}', expected one of {}", all.join(", "));
            ExitFailure::new(Exit::Invalid, message)
        })
    };
    names.iter().map(find).collect()
}

/// What a file says about its rules, if it can be read and says something.
fn asked_by(path: &Path) -> Option<Asked> {
    let name = files::name_of(path);
    let bytes = files::read(path)
        .inspect_err(|error| say(&format!("warning: {name}: {error}, so it names no rules")))
        .ok()?;
    let reading = edelweiss::trf::read(&bytes, &name, &ReadOptions::default()).ok()?;
    let asked = Asked::by(&reading.tournament);
    (asked.system.is_some() || asked.starts.is_some()).then_some(asked)
}

fn folder(args: &CompareArgs) -> Result<Option<PathBuf>, ExitFailure> {
    let wrong = |message: String| Err(ExitFailure::new(Exit::Invalid, message));
    if let Some(folder) = &args.resume {
        if !has_begun(folder) {
            return wrong(format!(
                "{}: holds neither a {JOURNAL} to go on from nor the beginning of a comparison",
                folder.display()
            ));
        }
        return Ok(Some(folder.clone()));
    }
    let Some(folder) = &args.output else {
        return Ok(None);
    };
    if folder.join(JOURNAL).exists() {
        return wrong(format!(
            "{}: holds an earlier comparison\n  hint: --resume goes on with it",
            folder.display()
        ));
    }
    files::make_folder(folder).map_err(|error| {
        ExitFailure::new(Exit::FileAccess, format!("{}: {error}", folder.display()))
    })?;
    Ok(Some(folder.clone()))
}

/// The words of the command line that say who the other program is.
fn engine_words(args: &CompareArgs) -> String {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "'\\''"));
    let mut words = match (args.preset, &args.program, &args.engine) {
        (Some(preset), Some(program), _) => {
            let name = preset.to_possible_value();
            let name = name.as_ref().map_or("", |value| value.get_name());
            format!("--preset {name} --program {}", quoted(program))
        }
        (_, _, Some(command)) => format!("--engine {}", quoted(command)),
        _ => String::new(),
    };
    if let Some(trf) = args.trf {
        words.push_str(if trf == TrfName::Trf16 {
            " --trf 16"
        } else {
            " --trf 26"
        });
    }
    if args.plain_absences {
        words.push_str(" --plain-absences");
    }
    words
}

fn rules_words(choice: ChosenSystem) -> String {
    format!(
        "--system {} --rules {}",
        choice.pairing.system, choice.pairing.year
    )
}

fn repeat(args: &CompareArgs, choice: ChosenSystem) -> String {
    let limit = args.time_limit;
    format!(
        "edelweiss compare {} {} --time-limit {limit}",
        engine_words(args),
        rules_words(choice)
    )
}

/// Whatever decides which tournaments are compared with whom.
fn identity(args: &CompareArgs, choice: ChosenSystem, source: &RoundSource, seed: u64) -> String {
    let direction = args.direction.to_possible_value();
    let direction = direction.as_ref().map_or("", |value| value.get_name());
    let what = match source {
        RoundSource::Sweep { axes, bounds, .. } => {
            let axes: Vec<&str> = axes.iter().map(|axis| axis.name).collect();
            format!(
                "sweep of {}, players {}, seed {seed}",
                axes.join(" "),
                bounds.players
            )
        }
        RoundSource::Generated(settings) => {
            let mut settings = settings.clone();
            settings.tournaments = None;
            format!("generated {settings:?}, seed {seed}")
        }
        RoundSource::Files(_) => "files".to_owned(),
    };
    let ranks = match &args.tie_breaks {
        Some(list) => format!(", ranks by {list}"),
        None => String::new(),
    };
    format!(
        "{} {} {direction}: {what}{ranks}",
        engine_words(args),
        rules_words(choice)
    )
}
