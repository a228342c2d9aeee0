//! What the command lines of bbpPairings and JaVaFo ask for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::{DropInFailure, flags, release};
use edelweiss::systems::{SwissSystem, registry};
use edelweiss_answers::Seed;

use crate::exit::Exit;

/// Where the settings come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum SettingsSource {
    /// Drawn.
    #[default]
    Nothing,
    /// `-g CFG`
    Config(PathBuf),
    /// `MODEL -g`
    Model(PathBuf),
}

impl SettingsSource {
    /// The file they come from.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::Nothing => None,
            Self::Config(path) | Self::Model(path) => Some(path),
        }
    }
}

/// What `-g` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Wanted {
    pub(super) source: SettingsSource,
    pub(super) output: PathBuf,
    pub(super) seed: Option<u64>,
}

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Action {
    /// `-p`
    #[default]
    Pair,
    /// `-c`
    Check,
    /// `-g`
    Generate(Wanted),
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Request {
    pub(super) action: Action,
    /// The option that names the system, `--dutch` for one; JaVaFo's grammar leaves it to the file.
    pub(super) flag: Option<&'static str>,
    /// IN of `-p` and `-c`; with `-g` what files without a folder lie next to.
    pub(super) input: PathBuf,
    /// OUT of `-p`.
    output: Option<PathBuf>,
    pub(super) list: Option<PathBuf>,
    /// `-b`
    pub(super) baku: bool,
    /// `-c ROUND`
    pub(super) round: Option<u16>,
}

impl Request {
    /// The system that is named, which the file need not ask for.
    pub(super) fn system(&self) -> Option<&'static SwissSystem> {
        let flag = self.flag?;
        let mut rows = registry::systems().into_iter();
        rows.find(|row| row.drop_in == Some(flag))
    }
}

fn wrong_request() -> DropInFailure {
    let flags = flags().join(" | ");
    let usage = format!(
        "\
edelweiss [-r]
edelweiss [-r] ({flags}) input-file -c [-l [check-list-file]]
edelweiss [-r] ({flags}) input-file -p [output-file] [-l [check-list-file]]
edelweiss [-r] ({flags}) (model-file -g | -g [config-file]) -o trf_file [-s random_seed] [-l [check-list-file]]
edelweiss input-file -c [round] [-b] [-l [check-list-file]] [--javafo-exit]
edelweiss input-file -p [output-file] [-b] [-l [check-list-file]] [--javafo-exit]
edelweiss [model-file] -g [config-file | random_seed] [-b] -o trf_file [-l [check-list-file]] [--javafo-exit]
edelweiss --help"
    );
    (
        Exit::Invalid,
        format!("{}\n\nCommand line argument syntax:\n{usage}", release()),
    )
}

/// `[-r] [FLAG ...]`: by position, `-l` last. Whether the line with our name and
/// version comes first, and what else is asked for.
pub(super) fn parse_bbp(args: &[OsString]) -> Result<(bool, Option<Request>), DropInFailure> {
    let mut rest = args;
    let mut take = |wanted: &str| match rest {
        [first, tail @ ..] if first == wanted => {
            rest = tail;
            true
        }
        _ => false,
    };
    let announce = take("-r");
    let Some(flag) = flags().into_iter().find(|flag| take(flag)) else {
        return if rest.is_empty() {
            Ok((announce, None))
        } else {
            Err(wrong_request())
        };
    };
    let mut request = Request {
        flag: Some(flag),
        ..Request::default()
    };
    let tail = match rest {
        [action, tail @ ..] if action == "-g" => {
            let (source, tail) = match tail {
                [config, tail @ ..] if config != "-o" => {
                    request.input = PathBuf::from(config);
                    (SettingsSource::Config(request.input.clone()), tail)
                }
                _ => (SettingsSource::Nothing, tail),
            };
            parse_generate(&mut request, source, tail)?
        }
        [model, action, tail @ ..] if action == "-g" => {
            request.input = PathBuf::from(model);
            let source = SettingsSource::Model(request.input.clone());
            parse_generate(&mut request, source, tail)?
        }
        [input, action, tail @ ..] if action == "-c" => {
            request.input = PathBuf::from(input);
            request.action = Action::Check;
            tail
        }
        [input, action, tail @ ..] if action == "-p" => {
            request.input = PathBuf::from(input);
            match tail {
                [output, tail @ ..] if output != "-l" => {
                    request.output = Some(beside(&request.input, output));
                    tail
                }
                _ => tail,
            }
        }
        _ => return Err(wrong_request()),
    };
    request.list = match tail {
        [] => None,
        [flag] if flag == "-l" => Some(request.default_list()),
        [flag, list] if flag == "-l" => Some(beside(&request.input, list)),
        _ => return Err(wrong_request()),
    };
    Ok((announce, Some(request)))
}

/// `-o TRF [-s SEED]`; what comes after it.
fn parse_generate<'a>(
    request: &mut Request,
    source: SettingsSource,
    tail: &'a [OsString],
) -> Result<&'a [OsString], DropInFailure> {
    let (output, tail) = match tail {
        [flag, output, tail @ ..] if flag == "-o" => (beside(&request.input, output), tail),
        _ => return Err(wrong_request()),
    };
    let (seed, tail) = match tail {
        [flag, seed, tail @ ..] if flag == "-s" => (Some(seed_of(seed)?), tail),
        _ => (None, tail),
    };
    request.action = Action::Generate(Wanted {
        source,
        output,
        seed,
    });
    Ok(tail)
}

fn seed_of(word: &OsString) -> Result<u64, DropInFailure> {
    let seed = word.to_str().and_then(|word| word.parse().ok());
    seed.map(Seed::get).ok_or_else(|| {
        let message = format!(
            "The seed ({}) is no whole number up to {}.",
            word.to_string_lossy(),
            Seed::MAX
        );
        (Exit::Invalid, message)
    })
}

/// What follows `-c`: a round from 1.
fn round_of(word: &OsString) -> Result<u16, DropInFailure> {
    let round = word.to_str().and_then(|word| word.parse().ok());
    round.filter(|round| *round > 0).ok_or_else(wrong_request)
}

/// What follows `-g`: nothing, digits for the seed, or a file of settings.
fn seed_or_config(word: Option<&OsString>) -> Result<Wanted, DropInFailure> {
    let mut wanted = Wanted::default();
    match word {
        None => {}
        Some(word) if word.as_encoded_bytes().iter().all(u8::is_ascii_digit) => {
            wanted.seed = Some(seed_of(word)?);
        }
        Some(word) => wanted.source = SettingsSource::Config(PathBuf::from(word)),
    }
    Ok(wanted)
}

/// `IN -p [OUT]`, `IN -c [ROUND]`, `[MODEL] -g [CFG | SEED] -o TRF`, with `[-b] [-l [LIST]]`: options
/// in any order; `-w` and `-q N` mean nothing.
pub(super) fn parse_javafo(args: &[OsString]) -> Result<Request, DropInFailure> {
    let is_option = |arg: &OsString| arg != "-" && arg.as_encoded_bytes().starts_with(b"-");
    let mut request = Request::default();
    let mut inputs = 0;
    let mut actions = 0;
    let mut output = None;
    let mut args = args.iter().peekable();
    while let Some(arg) = args.next() {
        let mut value = || args.next_if(|next| !is_option(next));
        match arg.to_str() {
            Some("-p") => {
                actions += 1;
                request.output = value().map(PathBuf::from);
            }
            Some("-c") => {
                actions += 1;
                request.action = Action::Check;
                request.round = value().map(round_of).transpose()?;
            }
            Some("-g") => {
                actions += 1;
                request.action = Action::Generate(seed_or_config(value())?);
            }
            Some("-o") => output = value().map(PathBuf::from),
            Some("-l") => {
                request.list = Some(value().map(PathBuf::from).unwrap_or_default());
            }
            Some("-q") => drop(value()),
            Some("-b") => request.baku = true,
            // `--javafo-exit` is seen by the caller, which needs it even where this fails.
            Some("-w" | "--javafo-exit") => {}
            _ if is_option(arg) => return Err(wrong_request()),
            _ => {
                inputs += 1;
                request.input = PathBuf::from(arg);
            }
        }
    }
    if actions != 1 {
        return Err(wrong_request());
    }
    request.set_files(inputs, output)?;
    if request
        .list
        .as_ref()
        .is_some_and(|list| list.as_os_str().is_empty())
    {
        request.list = Some(request.default_list());
    }
    Ok(request)
}

impl Request {
    /// Where a tournament is made, `-o` and the model for it; elsewhere one input and no `-o`.
    fn set_files(&mut self, inputs: usize, output: Option<PathBuf>) -> Result<(), DropInFailure> {
        match &mut self.action {
            Action::Generate(wanted) => {
                wanted.output = output.ok_or_else(|| {
                    let message = "No output specified for the pairing".to_owned();
                    (Exit::Invalid, message)
                })?;
                match (inputs, &wanted.source) {
                    (0, _) => {}
                    (1, SettingsSource::Nothing) => {
                        wanted.source = SettingsSource::Model(self.input.clone());
                    }
                    _ => return Err(wrong_request()),
                }
            }
            Action::Pair | Action::Check if inputs == 1 && output.is_none() => {}
            Action::Pair | Action::Check => return Err(wrong_request()),
        }
        Ok(())
    }

    /// The file that is read, if any.
    pub(super) fn reads(&self) -> Option<&Path> {
        match &self.action {
            Action::Generate(wanted) => wanted.source.path(),
            Action::Pair | Action::Check => Some(&self.input),
        }
    }

    /// The file that is written beside the checklist, if any.
    pub(super) fn writes(&self) -> Option<&Path> {
        match &self.action {
            Action::Generate(wanted) => Some(&wanted.output),
            Action::Pair | Action::Check => self.output.as_deref(),
        }
    }

    /// Where a bare `-l` goes.
    fn default_list(&self) -> PathBuf {
        match &self.action {
            Action::Generate(wanted) => wanted.output.with_extension("list"),
            Action::Pair | Action::Check => self.input.with_extension("list"),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generator_is_asked_for_in_both_grammars() {
        let check =
            |found: Result<Request, DropInFailure>, source: SettingsSource, output: &str, seed| {
                let request = found.expect("a good request");
                let wanted = Wanted {
                    source,
                    output: PathBuf::from(output),
                    seed,
                };
                assert_eq!(request.action, Action::Generate(wanted));
            };
        let path = PathBuf::from;
        let bbp = |line: &str| parse_bbp(&args(line)).map(|(_, found)| found.expect("something"));
        check(
            bbp("--dutch -g -o out"),
            SettingsSource::Nothing,
            "out",
            None,
        );
        check(
            bbp("--dutch -g -o d/out -s 7"),
            SettingsSource::Nothing,
            "d/out",
            Some(7),
        );
        let config = || SettingsSource::Config(path("d/cfg"));
        check(
            bbp("--burstein -g d/cfg -o out -s 7 -l"),
            config(),
            "d/out",
            Some(7),
        );
        check(
            bbp("--dutch d/m -g -o out"),
            SettingsSource::Model(path("d/m")),
            "d/out",
            None,
        );
        let javafo = |line: &str| parse_javafo(&args(line));
        check(javafo("-g -o out"), SettingsSource::Nothing, "out", None);
        check(
            javafo("-b -o out -g 12"),
            SettingsSource::Nothing,
            "out",
            Some(12),
        );
        check(javafo("-g d/cfg -o out"), config(), "out", None);
        check(
            javafo("d/m -g -b -o out"),
            SettingsSource::Model(path("d/m")),
            "out",
            None,
        );
        let request = javafo("in -c 3 -b").expect("a good request");
        assert_eq!((request.action, request.round), (Action::Check, Some(3)));
    }

    fn args(line: &str) -> Vec<OsString> {
        line.split(' ')
            .filter(|word| !word.is_empty())
            .map(OsString::from)
            .collect()
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
            ("--dutch d/in -c", Ok((None, None))),
            ("--dutch d/in -c -l", Ok((None, some("d/in.list")))),
            ("--dutch d/in -c -l l", Ok((None, some("d/l")))),
            ("--dutch d/in -c out", Err(Exit::Invalid)),
            ("--dutch -g", Err(Exit::Invalid)),
            ("--dutch -g -o", Err(Exit::Invalid)),
            ("--dutch d/in -g", Err(Exit::Invalid)),
            ("--dutch -g -s 3 -o out", Err(Exit::Invalid)),
            ("--dutch -g -o out -s", Err(Exit::Invalid)),
            ("--dutch -g -o out -s x", Err(Exit::Invalid)),
            ("--dutch -g -o d/out -l", Ok((None, some("d/out.list")))),
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
        for wrong in [
            "-p",
            "a b -p o",
            "in -p -x",
            "in -c x",
            "in -c 0",
            "-c",
            "in -c -p",
            "in -g",
            "-g",
            "-g -o",
            "a b -g -o x",
            "in -g cfg -o x",
            "in -c -o x",
            "-g 99999999999999999999 -o x",
        ] {
            assert_eq!(parsed(wrong), Err(Exit::Invalid), "{wrong}");
        }
    }
}
