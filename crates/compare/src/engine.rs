//! Another pairing program, started once per question.
//!
//! Whatever it does is a value: a program that crashes, hangs or prints rubbish is a result of the
//! comparison, not its end. Only a program that cannot be started at all ends it.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use edelweiss::model::PlayerId;
use edelweiss::trf::Dialect;

mod command;
mod desk;
mod folder;
mod process;
mod supervisor;
mod words;

pub use command::{CommandLine, InvalidCommand};
pub use desk::{Desk, MadeToOrder};
pub use supervisor::{Supervisor, supervise};
pub use words::printable;

/// The shape of a known program's command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// `PROGRAM --dutch {in} -p {out}`
    Bbp,
    /// `java -jar PROGRAM {in} -p {out}`
    Javafo,
    /// `python3 PROGRAM -i {in} -o {out} -p -dT`
    TieBreakServer,
    /// `PROGRAM -m gacrux.pairingchecker -i {in} -o {out} -p -dT`
    Gacrux,
}

/// How to ask another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairingProgram {
    /// Pairs the next round of `{in}` into `{out}`, or to standard output if that is not named.
    pub pair: CommandLine,
    /// Checks every round of `{in}` and prints `Round #k` and, below it, a headed list where it
    /// would pair differently.
    pub check: Option<CommandLine>,
    /// Makes a tournament `{out}` from `{config}` and `{seed}`, or of so many `{players}` in so many `{rounds}`.
    pub generate: Option<CommandLine>,
    /// Ranks the players of `{in}` by the points and the tie-breaks of `{codes}`, into `{out}` or to standard
    /// output: a heading, then for each player the number, the rank, and the value of each code, with tabs
    /// between them.
    pub ranks: Option<CommandLine>,
    /// The dialect of its input.
    pub dialect: Dialect,
    /// Whether byes announced for the round to be paired are told as plain absences.
    pub plain_absences: bool,
    /// How long one question may take.
    pub time_limit: Duration,
    /// What ends everything that the program leaves behind, on Linux; without it only the process
    /// group of the program is ended.
    pub supervisor: Option<Supervisor>,
}

impl PairingProgram {
    /// A program with its own command line.
    pub fn custom(pair: CommandLine, time_limit: Duration) -> Self {
        Self {
            pair,
            check: None,
            generate: None,
            ranks: None,
            dialect: Dialect::Trf26,
            plain_absences: false,
            time_limit,
            supervisor: None,
        }
    }

    /// A known program.
    pub fn preset(preset: Preset, program: &str, time_limit: Duration) -> Self {
        let line = CommandLine::of;
        match preset {
            Preset::Bbp => Self {
                pair: line(&[program, "--dutch", "{in}", "-p", "{out}"]),
                check: Some(line(&[program, "--dutch", "{in}", "-c"])),
                generate: Some(line(&[
                    program, "--dutch", "-g", "{config}", "-o", "{out}", "-s", "{seed}",
                ])),
                ranks: None,
                dialect: Dialect::Trf16,
                plain_absences: false,
                time_limit,
                supervisor: None,
            },
            Preset::Javafo => Self {
                pair: line(&["java", "-jar", program, "{in}", "-p", "{out}"]),
                check: Some(line(&["java", "-jar", program, "{in}", "-c"])),
                generate: Some(line(&[
                    "java", "-jar", program, "-g", "{config}", "-o", "{out}",
                ])),
                ranks: None,
                dialect: Dialect::Trf16,
                // It reads `H` and `F` of the round to be paired as points already won.
                plain_absences: true,
                time_limit,
                supervisor: None,
            },
            Preset::TieBreakServer => Self {
                pair: line(&["python3", program, "-i", "{in}", "-o", "{out}", "-p", "-dT"]),
                check: Some(line(&[
                    "python3", program, "-i", "{in}", "-o", "-", "-c", "-dT",
                ])),
                generate: None,
                ranks: Some(line(&[
                    "python3",
                    &beside(program, "tiebreakchecker.py"),
                    "-i",
                    "{in}",
                    "-o",
                    "{out}",
                    "-t",
                    "{codes}",
                    "-dT",
                ])),
                dialect: Dialect::Trf26,
                plain_absences: false,
                time_limit,
                supervisor: None,
            },
            Preset::Gacrux => Self::gacrux(program, time_limit),
        }
    }
}

impl PairingProgram {
    /// Gacrux, where `python` is a Python that has it. Its generator takes no seed.
    fn gacrux(python: &str, time_limit: Duration) -> Self {
        let checker = [python, "-m", "gacrux.pairingchecker", "-i", "{in}", "-o"];
        let maker = [python, "-m", "gacrux.tournamentgenerator", "-g", "1"];
        let table = ["{in}", "-o", "{out}", "-t", "{codes}", "-dT"];
        let ranker = [python, "-m", "gacrux.tiebreakchecker", "-i"];
        let size = ["-p", "{players}", "-N", "{rounds}", "-o", "{out}"];
        let pair = CommandLine::of(&[&checker[..], &["{out}", "-p", "-dT"]].concat());
        Self {
            check: Some(CommandLine::of(
                &[&checker[..], &["-", "-c", "-dT"]].concat(),
            )),
            generate: Some(CommandLine::of(&[&maker[..], &size].concat())),
            ranks: Some(CommandLine::of(&[&ranker[..], &table].concat())),
            ..Self::custom(pair, time_limit)
        }
    }
}

/// Another script in the folder of this one.
fn beside(program: &str, name: &str) -> String {
    Path::new(program)
        .with_file_name(name)
        .display()
        .to_string()
}

/// Ranks and tie-breaks as a program gave them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RankTable {
    /// By the number of a player: the rank, then a value for each code.
    pub rows: BTreeMap<u32, Vec<String>>,
}

/// A pairing of a round as a program gave it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// White and Black.
    pub boards: Vec<(PlayerId, PlayerId)>,
    /// Who has the pairing-allocated bye; more than one is against the rules, not against the
    /// format.
    pub byes: Vec<PlayerId>,
}

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply<T> {
    /// An answer.
    Answered(T),
    /// "There is no pairing", in the program's words.
    Refused(String),
    /// None.
    Failed(AnswerFailure),
}

/// Why a program gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnswerFailure {
    /// It ended by a signal or with an exit code that is no refusal.
    Crashed {
        /// How, such as `exit code 3`.
        how: String,
        /// The first line it said to that.
        said: String,
    },
    /// It had been started before, and could not be started again.
    NotStarted(String),
    /// It was stopped when its time was over.
    TimedOut(Duration),
    /// It wrote something that is no pairing.
    Rubbish(String),
    /// It ended well and wrote nothing.
    NoOutput,
}

impl fmt::Display for AnswerFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crashed { how, said } if said.is_empty() => write!(f, "ended with {how}"),
            Self::Crashed { how, said } => write!(f, "ended with {how}: {said}"),
            Self::NotStarted(why) => write!(f, "could not be started again: {why}"),
            Self::TimedOut(limit) => write!(f, "gave no answer within {} s", limit.as_secs()),
            Self::Rubbish(what) => write!(f, "wrote rubbish: {what}"),
            Self::NoOutput => f.write_str("ended well and left no output"),
        }
    }
}

/// Why nothing can be compared any more.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The program does not exist or may not be run.
    #[error("the engine's program '{program}' cannot be started: {error}")]
    CannotStart {
        /// As it was named.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file of ours.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The run was told to stop.
    #[error("stopped")]
    Stopped,
}

impl Trouble {
    /// About a file of ours.
    pub fn file(path: &Path, error: io::Error) -> Self {
        Self::File {
            path: path.display().to_string(),
            error,
        }
    }
}
