//! The command lines of bbpPairings and JaVaFo, so that a caller changes nothing but a path.
//!
//! Grammar, files, exit codes and the first lines of messages are those of bbpPairings 6.0.0 as
//! measured; JaVaFo's grammar is taken from its manual. `docs/src/programmers/drop-in.md` says what is
//! the same and what differs. We never call ourselves by the other programs' names.

mod check;
mod event;
mod generate;
mod pair;
mod request;

use std::ffi::OsString;
use std::path::Path;

use edelweiss::systems::registry;

use crate::exit::{Exit, ExitFailure, say};
use crate::files;
use request::{Action, Request};

/// What `--help` says about these grammars.
pub(crate) fn help() -> String {
    let flags = flags().join(" | ");
    format!(
        "\
In place of bbpPairings:
  edelweiss [-r] ({flags}) IN -p [OUT] [-l [LIST]]
  edelweiss [-r] ({flags}) IN -c [-l [LIST]]
  edelweiss [-r] ({flags}) (MODEL -g | -g [CFG]) -o TRF [-s SEED] [-l [LIST]]
In place of JaVaFo:
  edelweiss IN -p [OUT] [-b] [-l [LIST]] [--javafo-exit]
  edelweiss IN -c [ROUND] [-b] [-l [LIST]] [--javafo-exit]
  edelweiss [MODEL] -g [CFG | SEED] [-b] -o TRF [-l [LIST]] [--javafo-exit]"
    )
}

/// The options by which callers of bbpPairings name a system.
fn flags() -> Vec<&'static str> {
    let rows = registry::systems().into_iter();
    rows.filter_map(|row| row.drop_in).collect()
}

/// A grammar that is not our own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommandGrammar {
    BbpPairings,
    Javafo,
}

/// The grammar of these arguments; `None` is our own.
pub(crate) fn shape(args: &[OsString]) -> Option<CommandGrammar> {
    let first = args.first()?.to_str();
    match first {
        Some(flag) if flag == "-r" || flags().contains(&flag) => Some(CommandGrammar::BbpPairings),
        Some(
            "pair" | "check" | "generate" | "compare" | "variants" | "standings" | "explain"
            | "judge" | "preview" | "verify" | "match" | "help" | "-check" | "-h" | "--help" | "-V"
            | "--version",
        ) => None,
        _ if !args.iter().any(is_action) => None,
        // JaVaFo has no long options, and always says that all went well; bbpPairings tells a wrong
        // request by its exit code.
        _ if args.iter().any(is_foreign) => Some(CommandGrammar::BbpPairings),
        _ => Some(CommandGrammar::Javafo),
    }
}

fn is_action(arg: &OsString) -> bool {
    arg == "-p" || arg == "-c" || arg == "-g"
}

/// Whether it is a long option that JaVaFo's grammar does not have.
fn is_foreign(arg: &OsString) -> bool {
    arg.as_encoded_bytes().starts_with(b"--") && arg != "--javafo-exit"
}

/// An exit code, and the text for standard error as it stands.
type DropInFailure = (Exit, String);

impl From<ExitFailure> for DropInFailure {
    fn from(failure: ExitFailure) -> Self {
        (failure.exit, failure.message)
    }
}

/// Does what is asked for.
///
/// # Errors
/// The exit code and the text for standard error.
pub(crate) fn run(shape: CommandGrammar, args: &[OsString]) -> Result<(), DropInFailure> {
    match shape {
        CommandGrammar::BbpPairings => {
            let (announce, request) = request::parse_bbp(args)?;
            if announce {
                write_standard(&format!("{}\n", release()))?;
            }
            request.map_or(Ok(()), |request| act(shape, &request))
        }
        CommandGrammar::Javafo => {
            let tells_exit = args.iter().any(|arg| arg == "--javafo-exit");
            let done = request::parse_javafo(args).and_then(|request| act(shape, &request));
            done.map_err(|(exit, message)| {
                let exit = if tells_exit { exit } else { Exit::Done };
                (exit, message)
            })
        }
    }
}

/// What [`run`] would do, for tests.
///
/// # Errors
/// The text for standard error.
pub(crate) fn understand(shape: CommandGrammar, args: &[OsString]) -> Result<String, String> {
    let understood = match shape {
        CommandGrammar::BbpPairings => {
            request::parse_bbp(args).map(|request| format!("{request:?}"))
        }
        CommandGrammar::Javafo => request::parse_javafo(args).map(|request| format!("{request:?}")),
    };
    understood.map_err(|(_, message)| message)
}

/// `NAME (what) - VERSION`, the shape callers cut apart.
fn release() -> String {
    format!(
        "Edelweiss (Swiss pairing engine) - {}",
        env!("CARGO_PKG_VERSION")
    )
}

fn act(shape: CommandGrammar, request: &Request) -> Result<(), DropInFailure> {
    refuse_lost_files(request)?;
    match &request.action {
        Action::Generate(wanted) => generate::run(shape, request, wanted),
        Action::Pair => pair::run(shape, request),
        Action::Check => check::run(shape, request),
    }
}

/// An output must be neither the input nor the other output, whatever its spelling.
fn refuse_lost_files(request: &Request) -> Result<(), DropInFailure> {
    let output = request.writes();
    let list = request.list.as_deref();
    let lost = |file: &Path, what: &str| {
        let message = format!("The file ({}) is {what}.", file.display());
        Err((Exit::Invalid, message))
    };
    for file in [output, list].into_iter().flatten() {
        if (request.reads()).is_some_and(|input| files::are_same(input, file)) {
            return lost(file, "the input file, which would be lost");
        }
    }
    match (output, list) {
        (Some(output), Some(list)) if files::are_same(output, list) => {
            lost(list, "the output file, too, which would be lost")
        }
        _ => Ok(()),
    }
}

fn write_standard(text: &str) -> Result<(), DropInFailure> {
    files::write_standard(text)
        .map_err(|error| (Exit::FileAccess, format!("standard output: {error}")))
}

/// Writes the checklist where one is asked for; that it cannot be written is no reason to fail.
fn write_list(request: &Request, text: impl FnOnce() -> String) {
    if let Some(path) = &request.list
        && files::write(path, &text()).is_err()
    {
        say(&format!(
            "The checklist file ({}) could not be opened.",
            path.display()
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn the_shape_tells_the_grammar() {
        for (line, expected) in [
            ("", None),
            ("-r", Some(CommandGrammar::BbpPairings)),
            ("--dutch in -p", Some(CommandGrammar::BbpPairings)),
            ("--burstein in -p", Some(CommandGrammar::BbpPairings)),
            ("in.trf -p", Some(CommandGrammar::Javafo)),
            ("-b in.trf -p out", Some(CommandGrammar::Javafo)),
            ("-g -o out", Some(CommandGrammar::Javafo)),
            ("pair in.trf -p", None),
            ("pair in.trf -o out", None),
            ("check in.trf -c", None),
            ("variants in.trf -c", None),
            ("standings in.trf -c", None),
            ("-check in.trf", None),
            ("generate -g", None),
            ("in.trf -p --javafo-exit", Some(CommandGrammar::Javafo)),
            // A long option of nobody's is a wrong request of the grammar with exit codes.
            ("--foo in.trf -p", Some(CommandGrammar::BbpPairings)),
            ("in.trf --dutch -p", Some(CommandGrammar::BbpPairings)),
            ("--foo in.trf", None),
            ("--help", None),
            ("in.trf", None),
        ] {
            assert_eq!(shape(&args(line)), expected, "{line}");
        }
    }
}
