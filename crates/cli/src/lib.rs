//! The program `edelweiss` as a function: pairs Swiss tournaments from the command line.
//!
//! Three grammars share the program. Our own (`new`, `convert`, `ratings`, `norms`, `report`, `pair`, `check`, `generate`, `experiment`, `formulate`,
//! `compare`, `variants`, `standings`, `explain`, `judge`, `preview`, `verify`, `match`,
//! `result`, `player`, `absent`, `bye`, `withdraw`, `forbid`, `step`, `undo`, `log`) has subcommands; those of bbpPairings and of
//! JaVaFo (`drop_in`) are told by their shape, so that callers change nothing but a path.
//!
//! Only this crate opens files, prints and picks exit codes. It is a library so that its grammars can
//! be asked without starting a process (`understand`); for programs there is the crate `edelweiss`.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod check;
mod checklist;
mod compare;
mod convert;
mod decisions;
mod drop_in;
mod exit;
mod experiment;
mod explain;
mod files;
mod final_report;
mod formulate;
mod generate;
mod help;
mod lists;
mod matching;
mod new;
mod norms;
mod pair;
mod player;
mod proof;
mod ratings;
mod reading;
mod result;
mod signals;
mod standings;
mod steps;
mod table;
mod undo;
mod variants;
mod version;

use std::ffi::{OsStr, OsString};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::process::ExitCode;

use anstream::AutoStream;
use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use colorchoice::ColorChoice;
use edelweiss::pairing::panics_are_caught;

use crate::drop_in::CommandGrammar;
use crate::exit::{Exit, ExitFailure, say};

/// Pairs Swiss tournaments by the FIDE rules
#[derive(Debug, Parser)]
#[command(
    name = "edelweiss",
    version = version::SHORT,
    long_version = version::long(),
    arg_required_else_help = true,
    after_help = drop_in::help()
)]
struct Cli {
    /// Colours on a terminal; `NO_COLOR` is respected
    #[arg(long, global = true, display_order = 1000, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto)]
    color: ColorWhen,
    #[command(subcommand)]
    command: Command,
}

/// `--color`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ColorWhen {
    /// Where there is a terminal
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(Box<new::NewArgs>),
    Convert(convert::ConvertArgs),
    Ratings(ratings::RatingsArgs),
    Norms(norms::NormsArgs),
    Pair(pair::PairArgs),
    Check(check::CheckArgs),
    Generate(generate::GenerateArgs),
    Experiment(experiment::ExperimentArgs),
    Formulate(Box<formulate::FormulateArgs>),
    Compare(Box<compare::CompareArgs>),
    Variants(variants::VariantsArgs),
    Standings(standings::StandingsArgs),
    Verify(proof::VerifyArgs),
    Explain(explain::ExplainArgs),
    Match(matching::MatchArgs),
    Judge(explain::JudgeArgs),
    Preview(explain::PreviewArgs),
    Lists(Box<lists::ListsArgs>),
    Report(Box<final_report::FinalReportArgs>),
    Result(result::ResultArgs),
    Player(player::PlayerArgs),
    Absent(decisions::AbsentArgs),
    Bye(decisions::ByeArgs),
    Withdraw(decisions::WithdrawArgs),
    Forbid(decisions::ForbidArgs),
    Step(decisions::StepArgs),
    Undo(undo::UndoArgs),
    Log(undo::LogArgs),
}

/// Does what the arguments (without the name of the program) ask for.
pub fn run(args: &[OsString]) -> ExitCode {
    if let Some((first, question)) = args.split_first()
        && first == compare::SUPERVISE
    {
        return edelweiss_compare::engine::supervise(question);
    }
    keep_quiet_where_a_panic_is_caught();
    let exit = match drop_in::shape(args) {
        Some(shape) => guard(Exit::Unexpected, || run_drop_in(shape, args)),
        None => guard(Exit::Defect, || run_own(args)),
    };
    ExitCode::from(exit as u8)
}

/// What the arguments ask for, without doing it: a description for tests, whose words may change.
///
/// # Errors
/// What the program says to a request that it does not understand, or to one for help.
pub fn understand(args: &[OsString]) -> Result<String, String> {
    understand_by(&mut command(), args)
}

/// As [`understand`], by a [`command`] that may have been asked before: to build it takes as long as a hundred
/// questions.
///
/// # Errors
/// As for [`understand`].
pub fn understand_by(own: &mut clap::Command, args: &[OsString]) -> Result<String, String> {
    if let Some(shape) = drop_in::shape(args) {
        return drop_in::understand(shape, args);
    }
    let matches = own.try_get_matches_from_mut(own_args(args));
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    cli.map(|cli| format!("{cli:?}"))
        .map_err(|error| error.render().to_string())
}

/// Our own grammar, for man pages and completions; no part of it is a promise.
pub fn command() -> clap::Command {
    help::with_short_help(Cli::command())
}

/// The arguments of our own grammar, with the name of the program.
fn own_args(args: &[OsString]) -> impl Iterator<Item = &OsStr> {
    let own = args.iter().enumerate().map(|(index, arg)| match index {
        // As the rules of acceptance call a checker of pairings and tie-breaks.
        0 if arg == "-check" => OsStr::new("check"),
        _ => arg,
    });
    std::iter::once(OsStr::new("edelweiss")).chain(own)
}

/// What the arguments ask for. Short help is three quarters of a start, so it is made where help is asked for.
fn asked(args: &[OsString]) -> Result<Cli, clap::Error> {
    let by = |command: clap::Command| {
        let matches = command.try_get_matches_from(own_args(args))?;
        Cli::from_arg_matches(&matches)
    };
    by(Cli::command()).or_else(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            by(command())
        }
        _ => Err(error),
    })
}

fn run_own(args: &[OsString]) -> Exit {
    choose_colours(args);
    let cli = match asked(args) {
        Ok(cli) => cli,
        Err(error) => return say_what_is_wrong(&error),
    };
    let done = match &cli.command {
        Command::New(args) => new::run(args).map(|()| Exit::Done),
        Command::Convert(args) => convert::run(args).map(|()| Exit::Done),
        Command::Ratings(args) => ratings::run(args).map(|()| Exit::Done),
        Command::Norms(args) => norms::run(args).map(|()| Exit::Done),
        Command::Report(args) => final_report::run(args).map(|()| Exit::Done),
        Command::Pair(args) => pair::run(args).map(|()| Exit::Done),
        Command::Check(args) => check::run(args),
        Command::Generate(args) => generate::run(args).map(|()| Exit::Done),
        Command::Experiment(args) => experiment::run(args).map(|()| Exit::Done),
        Command::Formulate(args) => formulate::run(args).map(|()| Exit::Done),
        Command::Compare(args) => compare::run(args),
        Command::Variants(args) => variants::run(args),
        Command::Standings(args) => standings::run(args).map(|()| Exit::Done),
        Command::Verify(args) => proof::run(args).map(|()| Exit::Done),
        Command::Explain(args) => explain::run(args),
        Command::Match(args) => matching::run(args).map(|()| Exit::Done),
        Command::Judge(args) => explain::judge_round(args),
        Command::Preview(args) => explain::preview_round(args),
        Command::Lists(args) => lists::run(args).map(|()| Exit::Done),
        Command::Result(args) => result::run(args).map(|()| Exit::Done),
        Command::Player(args) => player::run(args).map(|()| Exit::Done),
        Command::Absent(args) => decisions::absent(args).map(|()| Exit::Done),
        Command::Bye(args) => decisions::bye(args).map(|()| Exit::Done),
        Command::Withdraw(args) => decisions::withdraw(args).map(|()| Exit::Done),
        Command::Forbid(args) => decisions::forbid(args).map(|()| Exit::Done),
        Command::Step(args) => decisions::step(args).map(|()| Exit::Done),
        Command::Undo(args) => undo::undo(args).map(|()| Exit::Done),
        Command::Log(args) => undo::log(args).map(|()| Exit::Done),
    };
    match done {
        Ok(exit) => exit,
        Err(ExitFailure { exit, message }) => {
            say(&format!("error: {message}"));
            exit
        }
    }
}

/// Lets `--color` decide for whatever is said, also of a request that is not understood.
fn choose_colours(args: &[OsString]) {
    let mut words = args.iter().map(|arg| arg.to_string_lossy());
    let mut when = None;
    while let Some(word) = words.next() {
        if word == "--color" {
            when = words.next();
        } else if let Some(named) = word.strip_prefix("--color=") {
            when = Some(named.to_owned().into());
        }
    }
    let choice = match when.as_deref() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    };
    choice.write_global();
}

/// A text with colours, if its stream takes them.
fn rendered(error: &clap::Error, choice: ColorChoice) -> String {
    let text = error.render();
    if choice == ColorChoice::Never {
        text.to_string()
    } else {
        text.ansi().to_string()
    }
}

/// What was meant where a file stands in the place of a command.
fn meant(error: &clap::Error) -> Option<String> {
    let found = error
        .get(ContextKind::InvalidSubcommand)
        .filter(|_| error.kind() == ErrorKind::InvalidSubcommand)?;
    let name = found.to_string();
    Path::new(&name).is_file().then(|| {
        format!("error: {name} is a file, and what to do with it is not said\n  hint: `edelweiss pair {name}` pairs the next round; `edelweiss --help` lists all commands")
    })
}

/// Help and version go to standard output, wrong requests to standard error.
fn say_what_is_wrong(error: &clap::Error) -> Exit {
    if let Some(meant) = meant(error) {
        say(&meant);
        return Exit::Invalid;
    }
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if !is_help {
        say(rendered(error, AutoStream::choice(&std::io::stderr())).trim_end());
        return Exit::Invalid;
    }
    let text = rendered(error, AutoStream::choice(&std::io::stdout()));
    match files::write_standard(&text) {
        Ok(()) => Exit::Done,
        Err(error) => {
            say(&format!("error: standard output: {error}"));
            Exit::FileAccess
        }
    }
}

fn run_drop_in(shape: CommandGrammar, args: &[OsString]) -> Exit {
    match drop_in::run(shape, args) {
        Ok(()) => Exit::Done,
        Err((exit, message)) => {
            say(&message);
            exit
        }
    }
}

/// Where another engine pairs the round after a panic, the note beside the round says all there is to
/// say.
fn keep_quiet_where_a_panic_is_caught() {
    let default = take_hook();
    set_hook(Box::new(move |panic| {
        if !panics_are_caught() {
            default(panic);
        }
    }));
}

/// Turns a panic, which is always a defect of ours, into `exit` and a request.
fn guard(exit: Exit, run: impl FnOnce() -> Exit) -> Exit {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        say(&format!(
            "Unexpected error (please report): this is a defect of edelweiss {}, not of your file. \
             Please send the input file with the lines above to its developers.",
            env!("CARGO_PKG_VERSION")
        ));
        exit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_the_exit_code_of_a_defect() {
        assert_eq!(guard(Exit::Defect, || panic!("C4 holds")), Exit::Defect);
        assert_eq!(guard(Exit::Defect, || Exit::NoPairing), Exit::NoPairing);
    }

    #[test]
    fn the_options_fit_each_other() {
        Cli::command().debug_assert();
    }
}
