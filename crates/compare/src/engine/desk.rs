//! Asking another program, in a new folder for every question.
//!
//! What the program leaves there is looked at with suspicion: only a plain file of a bounded length
//! is an answer. Whatever it has done to the folder, the next question has another one.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use edelweiss::model::Tournament;

use super::command::CODES;
use super::folder::Folder;
use super::process::{self, MOST_ANSWER, ProcessEnd, ProcessLimits};
use super::words::{parse_answer, parse_check, parse_ranks, printable, reply};
use super::{Answer, AnswerFailure, CommandLine, PairingProgram, RankTable, Reply, Trouble};
use crate::faults;

/// The most lines of a tournament that is read.
const MOST_LINES: usize = 100_000;

/// A tournament that another program shall make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeToOrder {
    /// A file for generators that read one.
    pub config: String,
    /// Number of players, for generators that are told on their command line.
    pub players: u32,
    /// Number of rounds, likewise.
    pub rounds: u32,
    /// For generators that take one.
    pub seed: u64,
}

/// Where one question after the other is asked.
#[derive(Debug)]
pub struct Desk<'a> {
    engine: &'a PairingProgram,
    stop: &'a AtomicBool,
    /// Whether the program has been started: then it exists, and not starting is a failure of it.
    has_started: Arc<AtomicBool>,
}

/// What a program has written as its answer; `None` if nothing.
type WrittenAnswer = Result<Option<Vec<u8>>, AnswerFailure>;

/// What came of a run.
type Ran = Result<ProcessEnd, AnswerFailure>;

impl<'a> Desk<'a> {
    /// When `stop` becomes true, the program that is running is ended, and the question answered
    /// with [`Trouble::Stopped`].
    pub fn new(engine: &'a PairingProgram, stop: &'a AtomicBool) -> Self {
        Self {
            engine,
            stop,
            has_started: Arc::default(),
        }
    }

    /// Another desk for the same program, for another thread.
    #[must_use]
    pub fn another(&self) -> Self {
        Self {
            engine: self.engine,
            stop: self.stop,
            has_started: Arc::clone(&self.has_started),
        }
    }

    /// The program behind it.
    pub fn engine(&self) -> &PairingProgram {
        self.engine
    }

    /// The next round of `tournament`, whose file is `text`.
    ///
    /// # Errors
    /// When the program cannot be started at all, or a file cannot be written, or the run was
    /// stopped.
    pub fn pair(&self, tournament: &Tournament, text: &str) -> Result<Reply<Answer>, Trouble> {
        let folder = Folder::with("in.trf", text)?;
        let (input, output) = (folder.path("in.trf"), folder.path("out.txt"));
        let line = &self.engine.pair;
        let places: [(&str, &Path); 2] = [("{in}", &input), ("{out}", &output)];
        let answer = line.names_out().then_some(&*output);
        let ran = self.run(line, &places, &folder, answer)?;
        let written = |ended: &ProcessEnd| match answer {
            Some(path) => left_at(path),
            None => Ok(Ok(Some(ended.out.clone()))),
        };
        let reply = told(ran, written, |bytes| parse_answer(tournament, bytes))?;
        Ok(folder.unnamed(reply))
    }

    /// The rounds (from 1) of a whole tournament that the program names, and whether it would pair
    /// them as they are; `None` if it cannot check.
    ///
    /// # Errors
    /// As [`Desk::pair`].
    pub fn check(&self, text: &str) -> Result<Option<Reply<BTreeMap<u16, bool>>>, Trouble> {
        self.checked(text, parse_check)
    }

    /// What the program prints of a whole tournament it checks; `None` if it cannot check.
    ///
    /// # Errors
    /// As [`Desk::pair`].
    pub fn checklist(&self, text: &str) -> Result<Option<Reply<String>>, Trouble> {
        self.checked(text, |bytes| {
            parse_check(bytes).map(|_| String::from_utf8_lossy(bytes).into_owned())
        })
    }

    fn checked<T>(
        &self,
        text: &str,
        parse: impl Fn(&[u8]) -> Result<T, AnswerFailure>,
    ) -> Result<Option<Reply<T>>, Trouble> {
        let Some(line) = &self.engine.check else {
            return Ok(None);
        };
        let folder = Folder::with("in.trf", text)?;
        let input = folder.path("in.trf");
        let ran = self.run(line, &[("{in}", &input)], &folder, None)?;
        // A list says of single rounds that they have no pairing, which refuses nothing.
        if let Ok(ended) = &ran
            && ended.status.success()
            && let Ok(list) = parse(&ended.out)
        {
            return Ok(Some(Reply::Answered(list)));
        }
        let written = |ended: &ProcessEnd| Ok(Ok(Some(ended.out.clone())));
        Ok(Some(folder.unnamed(told(ran, written, parse)?)))
    }

    /// A tournament the program makes, as it wrote it; `None` if it makes none.
    ///
    /// # Errors
    /// As [`Desk::pair`].
    pub fn generate(&self, asked: &MadeToOrder) -> Result<Option<Reply<Vec<u8>>>, Trouble> {
        let Some(line) = &self.engine.generate else {
            return Ok(None);
        };
        let folder = Folder::with("config.txt", &asked.config)?;
        let (config, output) = (folder.path("config.txt"), folder.path("made.trf"));
        let [players, rounds, seed] =
            [asked.players.into(), asked.rounds.into(), asked.seed].map(|n| n.to_string());
        let places: [(&str, &Path); 5] = [
            ("{config}", &config),
            ("{players}", Path::new(&players)),
            ("{rounds}", Path::new(&rounds)),
            ("{seed}", Path::new(&seed)),
            ("{out}", &output),
        ];
        let ran = self.run(line, &places, &folder, Some(&output))?;
        let reply = told(ran, |_| left_at(&output), whole_tournament)?;
        Ok(Some(folder.unnamed(reply)))
    }

    /// Ranks and values of a whole tournament by these codes, with blanks between them; `None` if the program
    /// ranks nobody.
    ///
    /// # Errors
    /// As [`Desk::pair`].
    pub fn ranks(&self, text: &str, codes: &str) -> Result<Option<Reply<RankTable>>, Trouble> {
        let Some(line) = &self.engine.ranks else {
            return Ok(None);
        };
        let folder = Folder::with("in.trf", text)?;
        let (input, output) = (folder.path("in.trf"), folder.path("out.txt"));
        let codes = Path::new(codes);
        let places: [(&str, &Path); 3] = [("{in}", &input), ("{out}", &output), (CODES, codes)];
        let answer = line.names_out().then_some(&*output);
        let ran = self.run(line, &places, &folder, answer)?;
        let written = |ended: &ProcessEnd| match answer {
            Some(path) => left_at(path),
            None => Ok(Ok(Some(ended.out.clone()))),
        };
        Ok(Some(folder.unnamed(told(ran, written, parse_ranks)?)))
    }

    /// Runs a command to its end, or ends it.
    fn run(
        &self,
        line: &CommandLine,
        places: &[(&str, &Path)],
        folder: &Folder,
        answer: Option<&Path>,
    ) -> Result<Ran, Trouble> {
        let mut places = places.to_vec();
        places.push(("{work}", folder.root()));
        let words = line.filled(&places);
        let bounds = ProcessLimits {
            time: self.engine.time_limit,
            stop: self.stop,
            supervisor: self.engine.supervisor.as_ref(),
            answer,
        };
        match process::run(&words, &bounds)? {
            Ok(ran) => {
                self.has_started.store(true, Ordering::Relaxed);
                Ok(ran)
            }
            Err(error) if self.has_started.load(Ordering::Relaxed) => {
                Ok(Err(AnswerFailure::NotStarted(error.to_string())))
            }
            Err(error) => Err(Trouble::CannotStart {
                program: words[0].to_string_lossy().into_owned(),
                error,
            }),
        }
    }
}

/// A run, and what it left, as a reply.
fn told<T>(
    ran: Ran,
    written: impl FnOnce(&ProcessEnd) -> Result<WrittenAnswer, Trouble>,
    parse: impl FnOnce(&[u8]) -> Result<T, AnswerFailure>,
) -> Result<Reply<T>, Trouble> {
    Ok(match ran {
        Ok(ended) => reply(&ended, written(&ended)?, parse),
        Err(failure) => Reply::Failed(failure),
    })
}

fn whole_tournament(bytes: &[u8]) -> Result<Vec<u8>, AnswerFailure> {
    if bytes.split(|byte| *byte == b'\n').nth(MOST_LINES).is_some() {
        let what = format!("more than {MOST_LINES} lines where a tournament belongs");
        return Err(AnswerFailure::Rubbish(what));
    }
    Ok(bytes.to_vec())
}

/// What a program has left where its answer belongs; `None` if nothing is there.
fn left_at(path: &Path) -> Result<WrittenAnswer, Trouble> {
    let rubbish = |what: &str| AnswerFailure::Rubbish(format!("{what} where the answer belongs"));
    let data = match path.symlink_metadata() {
        Ok(data) => data,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ok(None)),
        Err(error) => return Ok(Err(rubbish(&error.to_string()))),
    };
    if data.is_dir() {
        return Ok(Err(rubbish("a folder")));
    } else if data.is_symlink() {
        return Ok(Err(rubbish("a link")));
    } else if !data.is_file() {
        return Ok(Err(rubbish("no plain file")));
    }
    let file = match open(path) {
        // Whoever is left of the program may have put something else there by now.
        Ok(file) if file.metadata().is_ok_and(|data| data.is_file()) => file,
        Ok(_) => return Ok(Err(rubbish("no plain file"))),
        Err(error) => return Ok(Err(rubbish(&printable(&error.to_string(), 100)))),
    };
    let mut bytes = Vec::new();
    // What fails from here on is no doing of the program.
    faults::point("answer: read")
        .and_then(|()| file.take(MOST_ANSWER + 1).read_to_end(&mut bytes))
        .map_err(|error| Trouble::file(path, error))?;
    if bytes.len() as u64 > MOST_ANSWER {
        return Ok(Err(rubbish(&format!(
            "more than {} MiB",
            MOST_ANSWER >> 20
        ))));
    }
    Ok(Ok(Some(bytes)))
}

/// Opens a plain file, and neither follows a link nor waits for anything else.
fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.custom_flags(flags.bits() as i32);
    }
    options.open(path)
}
