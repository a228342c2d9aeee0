//! The command lines of bbpPairings and JaVaFo, so that a caller changes nothing but a path.
//!
//! Grammar, files, exit codes and the first lines of messages are those of bbpPairings 6.0.0 as
//! measured; JaVaFo's grammar is taken from its manual. `docs/src/programmers/drop-in.md` says what is
//! the same and what differs. We never call ourselves by the other programs' names.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use edelweiss::model::{Acceleration, Position, Tournament};
use edelweiss::pairing::{Engine, Impossible, Outcome, RoundPairing};
use edelweiss::trf::ReadOptions;

use crate::exit::{Exit, Failure, of_refused_file, say};
use crate::report::{Setting, pairs_text};
use crate::system::{self, Choice, SystemName, Year};
use crate::{checklist, files, impossible};

/// What `--help` says about these grammars.
pub(crate) const HELP: &str = "\
In place of bbpPairings:
  edelweiss [-r] (--dutch | --dutch-2017 | --burstein) IN -p [OUT] [-l [LIST]]
In place of JaVaFo:
  edelweiss IN -p [OUT] [-b] [-l [LIST]] [--javafo-exit]";

/// A grammar that is not our own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    BbpPairings,
    Javafo,
}

/// The grammar of these arguments; `None` is our own.
pub(crate) fn shape(args: &[OsString]) -> Option<Shape> {
    let first = args.first()?.to_str();
    match first {
        Some("-r" | "--dutch" | "--dutch-2017" | "--burstein") => Some(Shape::BbpPairings),
        Some(
            "pair" | "check" | "generate" | "compare" | "help" | "-h" | "--help" | "-V"
            | "--version",
        ) => None,
        _ => {
            let asks = |arg: &OsString| arg == "-p" || arg == "-c" || arg == "-g";
            args.iter().any(asks).then_some(Shape::Javafo)
        }
    }
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Request {
    /// `--dutch`, `--burstein`; JaVaFo's grammar leaves it to the file.
    system: Option<SystemName>,
    /// `--dutch-2017`, `--dutch`.
    year: Option<Year>,
    input: PathBuf,
    output: Option<PathBuf>,
    list: Option<PathBuf>,
    /// `-b`
    baku: bool,
}

/// An exit code, and the text for standard error as it stands.
type Refusal = (Exit, String);

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        (failure.exit, failure.message)
    }
}

/// Does what is asked for.
///
/// # Errors
/// The exit code and the text for standard error.
pub(crate) fn run(shape: Shape, args: &[OsString]) -> Result<(), Refusal> {
    match shape {
        Shape::BbpPairings => {
            let (announce, request) = parse_bbp(args)?;
            if announce {
                write_standard(&format!("{}\n", release()))?;
            }
            request.map_or(Ok(()), |request| pair(shape, &request))
        }
        Shape::Javafo => {
            let tells_exit = args.iter().any(|arg| arg == "--javafo-exit");
            let done = parse_javafo(args).and_then(|request| pair(shape, &request));
            done.map_err(|(exit, message)| {
                let exit = if tells_exit { exit } else { Exit::Done };
                (exit, message)
            })
        }
    }
}

/// `NAME (what) - VERSION`, the shape callers cut apart.
fn release() -> String {
    format!(
        "Edelweiss (Swiss pairing engine) - {}",
        env!("CARGO_PKG_VERSION")
    )
}

fn wrong_request() -> Refusal {
    let usage = "\
edelweiss [-r]
edelweiss [-r] (--dutch | --dutch-2017 | --burstein) input-file -p [output-file] [-l [check-list-file]]
edelweiss input-file -p [output-file] [-b] [-l [check-list-file]] [--javafo-exit]
edelweiss --help";
    (
        Exit::Invalid,
        format!("{}\n\nCommand line argument syntax:\n{usage}", release()),
    )
}

/// `[-r] [(--dutch | --burstein) IN -p [OUT] [-l [LIST]]]`: by position, `-l` last. Whether the line
/// with our name and version comes first, and what else is asked for.
fn parse_bbp(args: &[OsString]) -> Result<(bool, Option<Request>), Refusal> {
    let mut rest = args;
    let mut take = |wanted: &str| match rest {
        [first, tail @ ..] if first == wanted => {
            rest = tail;
            true
        }
        _ => false,
    };
    let announce = take("-r");
    let flags = [
        ("--dutch", SystemName::Dutch, Some(Year::Y2026)),
        ("--dutch-2017", SystemName::Dutch, Some(Year::Y2017)),
        ("--burstein", SystemName::Burstein, None),
    ];
    let Some((_, system, year)) = flags.into_iter().find(|(flag, ..)| take(flag)) else {
        return if rest.is_empty() {
            Ok((announce, None))
        } else {
            Err(wrong_request())
        };
    };
    let system = Some(system);
    let (input, action, tail) = match rest {
        [action, ..] if action == "-g" => return Err(no_generator()),
        [input, action, tail @ ..] => (input, action, tail),
        _ => return Err(wrong_request()),
    };
    match action.to_str() {
        Some("-p") => {}
        Some("-c") => return Err(no_checker()),
        Some("-g") => return Err(no_generator()),
        _ => return Err(wrong_request()),
    }
    let mut request = Request {
        system,
        year,
        input: PathBuf::from(input),
        ..Request::default()
    };
    let tail = match tail {
        [output, tail @ ..] if output != "-l" => {
            request.output = Some(beside(&request.input, output));
            tail
        }
        _ => tail,
    };
    request.list = match tail {
        [] => None,
        [flag] if flag == "-l" => Some(default_list(&request.input)),
        [flag, list] if flag == "-l" => Some(beside(&request.input, list)),
        _ => return Err(wrong_request()),
    };
    Ok((announce, Some(request)))
}

/// `IN -p [OUT] [-b] [-l [LIST]]`, options in any order; `-w` and `-q N` mean nothing.
fn parse_javafo(args: &[OsString]) -> Result<Request, Refusal> {
    let is_option = |arg: &OsString| arg != "-" && arg.as_encoded_bytes().starts_with(b"-");
    let mut request = Request::default();
    let mut inputs = 0;
    let mut args = args.iter().peekable();
    while let Some(arg) = args.next() {
        let mut value = || args.next_if(|next| !is_option(next)).map(PathBuf::from);
        match arg.to_str() {
            Some("-p") => request.output = value(),
            Some("-l") => request.list = Some(value().unwrap_or_default()),
            Some("-q") => drop(value()),
            Some("-b") => request.baku = true,
            // `--javafo-exit` is seen by the caller, which needs it even where this fails.
            Some("-w" | "--javafo-exit") => {}
            Some("-c") => return Err(no_checker()),
            Some("-g") => return Err(no_generator()),
            _ if is_option(arg) => return Err(wrong_request()),
            _ => {
                inputs += 1;
                request.input = PathBuf::from(arg);
            }
        }
    }
    if inputs != 1 {
        return Err(wrong_request());
    }
    if request
        .list
        .as_ref()
        .is_some_and(|list| list.as_os_str().is_empty())
    {
        request.list = Some(default_list(&request.input));
    }
    Ok(request)
}

fn no_checker() -> Refusal {
    let (exit, message) = Failure::not_yet("checking a tournament (-c)").into();
    (exit, message + "\n  hint: edelweiss check FILE")
}

fn no_generator() -> Refusal {
    let (exit, message) = Failure::not_yet("generating a tournament (-g)").into();
    (exit, message + "\n  hint: edelweiss generate -o FILE")
}

/// A file named without a folder lies next to the input.
fn beside(input: &Path, file: &OsString) -> PathBuf {
    let path = PathBuf::from(file);
    let is_bare = (path.parent()).is_some_and(|parent| parent.as_os_str().is_empty());
    match input.parent() {
        Some(folder) if is_bare && path.as_os_str() != "-" => folder.join(path),
        _ => path,
    }
}

fn default_list(input: &Path) -> PathBuf {
    input.with_extension("list")
}

fn pair(shape: Shape, request: &Request) -> Result<(), Refusal> {
    let name = files::name_of(&request.input);
    for file in [&request.output, &request.list].into_iter().flatten() {
        if files::are_same(&request.input, file) {
            let message = format!(
                "The file ({}) is the input file, which would be lost.",
                file.display()
            );
            return Err((Exit::Invalid, message));
        }
    }
    let bytes = files::read(&request.input).map_err(|_| {
        let message = format!("Error reading file {name}: The file could not be loaded.");
        (Exit::FileAccess, message)
    })?;
    let wrong_file = |what: &str| (Exit::Invalid, format!("Error parsing file {name}: {what}"));
    let reading =
        edelweiss::trf::read(&bytes, &name, &ReadOptions::default()).map_err(|failure| {
            let (_, message) = wrong_file(&failure.to_string());
            (of_refused_file(&failure), message)
        })?;
    let mut tournament = reading.tournament;
    if request.baku {
        tournament = with_baku(tournament).map_err(|problem| wrong_file(&problem))?;
    }
    let choice = choose(request, &tournament).map_err(|failure| wrong_file(&failure.message))?;
    let position = Position::derive(&tournament, &choice.pairing.definitions);
    if shape == Shape::BbpPairings {
        if tournament.rounds_total.is_none() {
            return Err(wrong_file(
                "The total number of rounds in the tournament must be specified.",
            ));
        }
        if position.initial_colour().is_none() {
            let message =
                format!("Error while parsing {name}: Please configure the initial piece colors.");
            return Err((Exit::Invalid, message));
        }
    }
    let setting = Setting {
        file: &name,
        bytes: bytes.len(),
        tournament: &tournament,
        position: &position,
        choice,
        engine: Engine::default(),
    };
    let outcome = (choice.pairing.pair)(&tournament, setting.engine)
        .map_err(|failure| wrong_file(&failure.message))?;
    match outcome {
        Outcome::Paired(round) => {
            let boards = match shape {
                Shape::BbpPairings => setting.boards_by_standings(&round),
                Shape::Javafo => round.boards.clone(),
            };
            write_output(request, &pairs_text(&setting, &boards, round.bye))?;
            write_list(request, &setting, Some(&round));
            Ok(())
        }
        Outcome::Impossible(Impossible::NoRoundLeft { .. }) => Err(wrong_file(
            "The number of rounds is larger than the reported number of rounds.",
        )),
        Outcome::Impossible(why) => {
            // bbpPairings has opened its output by then, and callers tell the outcome by the empty
            // file; JaVaFo leaves none.
            if shape == Shape::BbpPairings {
                write_output(request, "")?;
            }
            write_list(request, &setting, None);
            let message = format!(
                "Error while pairing {name}: No valid pairing exists: The players could not be \
                 simultaneously matched while satisfying all absolute criteria.\n{}",
                impossible::words(&setting, &why)
            );
            Err((Exit::NoPairing, message))
        }
    }
}

/// The flag wins over the file where that asks for another edition, or for the other one of the two
/// systems with a flag, as in bbpPairings; a file of a system without a flag is refused.
fn choose(request: &Request, tournament: &Tournament) -> Result<Choice, Failure> {
    use edelweiss::model::System::{Burstein, Dutch2017, Dutch2026};
    let has_flag = matches!(
        tournament.system,
        None | Some(Burstein | Dutch2017 | Dutch2026)
    );
    if request.system.is_some() && !has_flag {
        let message = "the file asks for another system than Dutch and Burstein (record 192)";
        return Err(Failure::new(Exit::Invalid, message));
    }
    system::choose(tournament.system, request.system, request.year)
}

fn with_baku(tournament: Tournament) -> Result<Tournament, String> {
    let mut data = tournament.into_data();
    data.acceleration = Acceleration::Baku;
    data.build().map_err(|problem| problem.to_string())
}

fn write_output(request: &Request, text: &str) -> Result<(), Refusal> {
    let Some(path) = &request.output else {
        return write_standard(text);
    };
    files::write(path, text).map_err(|_| {
        let message = format!("The output file ({}) could not be opened.", path.display());
        (Exit::FileAccess, message)
    })
}

fn write_standard(text: &str) -> Result<(), Refusal> {
    files::write_standard(text)
        .map_err(|error| (Exit::FileAccess, format!("standard output: {error}")))
}

/// A checklist that cannot be written is no reason to fail.
fn write_list(request: &Request, setting: &Setting<'_>, round: Option<&RoundPairing>) {
    let Some(path) = &request.list else {
        return;
    };
    let mut text = checklist::table(setting, round);
    if round.is_some() {
        text.push_str(&release());
    }
    if files::write(path, &text).is_err() {
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
        line.split(' ')
            .filter(|word| !word.is_empty())
            .map(OsString::from)
            .collect()
    }

    #[test]
    fn the_shape_tells_the_grammar() {
        for (line, expected) in [
            ("", None),
            ("-r", Some(Shape::BbpPairings)),
            ("--dutch in -p", Some(Shape::BbpPairings)),
            ("--burstein in -p", Some(Shape::BbpPairings)),
            ("in.trf -p", Some(Shape::Javafo)),
            ("-b in.trf -p out", Some(Shape::Javafo)),
            ("-g -o out", Some(Shape::Javafo)),
            ("pair in.trf -p", None),
            ("pair in.trf -o out", None),
            ("check in.trf -c", None),
            ("generate -g", None),
            ("--help", None),
            ("in.trf", None),
        ] {
            assert_eq!(shape(&args(line)), expected, "{line}");
        }
    }

    #[test]
    fn the_grammar_of_bbp_pairings_goes_by_position() {
        let paths = |line: &str| {
            let (_, request) = parse_bbp(&args(line)).map_err(|(exit, _)| exit)?;
            let request = request.expect("something is asked for");
            let text = |path: Option<PathBuf>| path.map(|p| p.display().to_string());
            Ok((text(request.output), text(request.list)))
        };
        let some = |text: &str| Some(text.to_owned());
        for (line, expected) in [
            ("--dutch d/in.trf -p", Ok((None, None))),
            ("-r --dutch d/in.trf -p", Ok((None, None))),
            ("--dutch d/in.trf -p out", Ok((some("d/out"), None))),
            ("--dutch d/in.trf -p ./out", Ok((some("./out"), None))),
            ("--dutch d/in.trf -p /out", Ok((some("/out"), None))),
            ("--dutch in.trf -p -l", Ok((None, some("in.list")))),
            ("--dutch d/a.b.trf -p -l", Ok((None, some("d/a.b.list")))),
            ("--dutch d/in -p o -l l", Ok((some("d/o"), some("d/l")))),
            // Anything after -p that is not -l is the output.
            ("--dutch d/in -p -c", Ok((some("d/-c"), None))),
            ("--dutch in", Err(Exit::Invalid)),
            ("--dutch", Err(Exit::Invalid)),
            ("--dutch -p in", Err(Exit::Invalid)),
            ("--dutch in -l", Err(Exit::Invalid)),
            ("--dutch in -p o extra", Err(Exit::Invalid)),
            ("--dutch in -p o -l l extra", Err(Exit::Invalid)),
            ("--dutch -r in -p", Err(Exit::Invalid)),
            ("--dutch --burstein in -p", Err(Exit::Invalid)),
            ("-r in -p", Err(Exit::Invalid)),
            ("--dutch in -c", Err(Exit::Invalid)),
            ("--dutch -g -o out", Err(Exit::Invalid)),
            ("--burstein in -p", Ok((None, None))),
        ] {
            assert_eq!(paths(line), expected, "{line}");
        }
    }

    #[test]
    fn the_grammar_of_javafo_takes_options_in_any_order() {
        let parsed = |line: &str| parse_javafo(&args(line)).map_err(|(exit, _)| exit);
        let request = |output: Option<&str>, list: Option<&str>, baku| {
            Ok(Request {
                input: PathBuf::from("d/in"),
                output: output.map(PathBuf::from),
                list: list.map(PathBuf::from),
                baku,
                ..Request::default()
            })
        };
        assert_eq!(parsed("d/in -p"), request(None, None, false));
        assert_eq!(parsed("d/in -p out -b"), request(Some("out"), None, true));
        assert_eq!(
            parsed("d/in -b -p -l"),
            request(None, Some("d/in.list"), true)
        );
        assert_eq!(
            parsed("d/in -w -q 5 -p o -l l"),
            request(Some("o"), Some("l"), false)
        );
        for wrong in ["-p", "a b -p o", "in -p -x", "in -c", "in -g"] {
            assert_eq!(parsed(wrong), Err(Exit::Invalid), "{wrong}");
        }
    }
}
