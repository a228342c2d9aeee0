//! Another pairing program, started once per question.
//!
//! Whatever it does is a value: a program that crashes, hangs or prints rubbish is a result of the
//! comparison, not its end. Only a program that cannot be started at all ends it.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use edelweiss::model::{PlayerId, Tournament};
use edelweiss::trf::Dialect;

/// The most a program may write before it is stopped, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Words of a program that finds no pairing, in lower case.
const REFUSALS: [&str; 4] = [
    "no valid pairing exists",
    "pairing impossible",
    "pairing is not possible",
    "no legal pairing",
];

/// Words of a program that was interrupted by its own error, in lower case. Several languages end
/// such a program with the exit code 1, which otherwise says that no pairing exists, and some
/// programs report errors where the answer belongs.
const ACCIDENTS: [&str; 4] = [
    "traceback (most recent call last)",
    "exception in thread",
    "panicked at",
    "### error",
];

/// The shape of a known program's command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// `PROGRAM --dutch {in} -p {out}`
    Bbp,
    /// `java -jar PROGRAM {in} -p {out}`
    Javafo,
    /// `python3 PROGRAM -i {in} -o {out} -p -dT`
    TieBreakServer,
}

/// How to ask another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engine {
    /// Pairs the next round of `{in}` into `{out}`, or to standard output if that is not named.
    pub pair: CommandLine,
    /// Checks every round of `{in}` and prints `Round #k` and, below it, a headed list where it
    /// would pair differently.
    pub check: Option<CommandLine>,
    /// Makes a tournament `{out}` from `{config}` and `{seed}`.
    pub generate: Option<CommandLine>,
    /// The dialect of its input.
    pub dialect: Dialect,
    /// Whether byes announced for the round to be paired are told as plain absences.
    pub plain_absences: bool,
    /// How long one question may take.
    pub time_limit: Duration,
}

/// A command and its arguments, with places for files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    words: Vec<String>,
}

/// Why a text is no command line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found '{found}', expected {expected}")]
pub struct InvalidCommand {
    /// The text.
    pub found: String,
    /// What would have been right.
    pub expected: &'static str,
}

impl CommandLine {
    /// Splits at blanks; `'…'` and `"…"` keep them. No shell is involved.
    ///
    /// # Errors
    /// When nothing is there, a quote stays open, or `{in}` is not among the words.
    pub fn parse(text: &str) -> Result<Self, InvalidCommand> {
        let invalid = |expected| InvalidCommand {
            found: text.to_owned(),
            expected,
        };
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for letter in text.chars() {
            match (quote, letter) {
                (Some(open), letter) if open == letter => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (None, letter) if letter.is_whitespace() => words.extend(word.take()),
                (_, letter) => word.get_or_insert_default().push(letter),
            }
        }
        if quote.is_some() {
            return Err(invalid("a second quote after the first"));
        }
        words.extend(word);
        if words.is_empty() {
            return Err(invalid("a command such as 'program {in} {out}'"));
        }
        if !words.iter().any(|word| word.contains("{in}")) {
            return Err(invalid("{in} where the tournament file belongs"));
        }
        Ok(Self { words })
    }

    fn of(words: &[&str]) -> Self {
        Self {
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        }
    }

    /// The words with their places filled in.
    fn filled(&self, places: &[(&str, &Path)]) -> Vec<OsString> {
        let fill = |word: &String| {
            let mut text = word.clone();
            for (place, path) in places {
                // Work folders are made by us, with names that are text.
                text = text.replace(place, &path.display().to_string());
            }
            OsString::from(text)
        };
        self.words.iter().map(fill).collect()
    }

    fn names_out(&self) -> bool {
        self.words.iter().any(|word| word.contains("{out}"))
    }
}

impl fmt::Display for CommandLine {
    /// As [`CommandLine::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in self.words.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            if word.is_empty() || word.contains([' ', '\t', '"']) {
                write!(f, "{blank}'{word}'")?;
            } else {
                write!(f, "{blank}{word}")?;
            }
        }
        Ok(())
    }
}

impl Engine {
    /// A program with its own command line.
    pub fn custom(pair: CommandLine, time_limit: Duration) -> Self {
        Self {
            pair,
            check: None,
            generate: None,
            dialect: Dialect::Trf26,
            plain_absences: false,
            time_limit,
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
                dialect: Dialect::Trf16,
                plain_absences: false,
                time_limit,
            },
            Preset::Javafo => Self {
                pair: line(&["java", "-jar", program, "{in}", "-p", "{out}"]),
                check: Some(line(&["java", "-jar", program, "{in}", "-c"])),
                generate: Some(line(&[
                    "java", "-jar", program, "-g", "{config}", "-o", "{out}",
                ])),
                dialect: Dialect::Trf16,
                // It reads `H` and `F` of the round to be paired as points already won.
                plain_absences: true,
                time_limit,
            },
            Preset::TieBreakServer => Self {
                pair: line(&["python3", program, "-i", "{in}", "-o", "{out}", "-p", "-dT"]),
                check: Some(line(&[
                    "python3", program, "-i", "{in}", "-o", "-", "-c", "-dT",
                ])),
                generate: None,
                dialect: Dialect::Trf26,
                plain_absences: false,
                time_limit,
            },
        }
    }
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
    Failed(Failure),
}

/// Why a program gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It ended by a signal or with an exit code that is no refusal.
    Crashed {
        /// How, such as `exit code 3`.
        how: String,
        /// The first line it said to that.
        said: String,
    },
    /// It was stopped when its time was over.
    TimedOut(Duration),
    /// It wrote something that is no pairing.
    Rubbish(String),
    /// It ended well and wrote nothing.
    NoOutput,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crashed { how, said } if said.is_empty() => write!(f, "ended with {how}"),
            Self::Crashed { how, said } => write!(f, "ended with {how}: {said}"),
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

/// A folder in which one question after the other is asked.
#[derive(Debug)]
pub struct Desk<'a> {
    engine: &'a Engine,
    folder: tempfile::TempDir,
    stop: &'a AtomicBool,
}

/// What is left of a program that has ended.
struct Ended {
    status: ExitStatus,
    out: String,
    err: String,
}

impl<'a> Desk<'a> {
    /// A new folder in the system's place for such. When `stop` becomes true, the program that is
    /// running is ended, and the question answered with [`Trouble::Stopped`].
    ///
    /// # Errors
    /// When no folder can be made.
    pub fn new(engine: &'a Engine, stop: &'a AtomicBool) -> Result<Self, Trouble> {
        let folder = tempfile::Builder::new()
            .prefix("edelweiss-compare-")
            .tempdir()
            .map_err(|error| Trouble::file(&std::env::temp_dir(), error))?;
        Ok(Self {
            engine,
            folder,
            stop,
        })
    }

    /// The program behind it.
    pub fn engine(&self) -> &Engine {
        self.engine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, Trouble> {
        let path = self.path(name);
        fs::write(&path, text).map_err(|error| Trouble::file(&path, error))?;
        Ok(path)
    }

    /// The next round of `tournament`, whose file is `text`.
    ///
    /// # Errors
    /// When the program cannot be started, or a file cannot be written, or the run was stopped.
    pub fn pair(&self, tournament: &Tournament, text: &str) -> Result<Reply<Answer>, Trouble> {
        let input = self.write("in.trf", text)?;
        let output = self.path("out.txt");
        remove(&output)?;
        let line = &self.engine.pair;
        let ended = match self.run(line, &[("{in}", &input), ("{out}", &output)], &output)? {
            Ok(ended) => ended,
            Err(failure) => return Ok(Reply::Failed(failure)),
        };
        let written = if line.names_out() {
            read(&output)?
        } else {
            Some(ended.out.clone())
        };
        Ok(reply(&ended, written, |text| {
            parse_answer(tournament, text)
        }))
    }

    /// The rounds (from 1) of a whole tournament that the program would pair differently; `None` if
    /// it cannot check.
    ///
    /// # Errors
    /// As [`Desk::pair`].
    pub fn check(&self, text: &str) -> Result<Option<Reply<Vec<u16>>>, Trouble> {
        let Some(line) = &self.engine.check else {
            return Ok(None);
        };
        let input = self.write("in.trf", text)?;
        let ended = match self.run(line, &[("{in}", &input)], &input)? {
            Ok(ended) => ended,
            Err(failure) => return Ok(Some(Reply::Failed(failure))),
        };
        let out = Some(ended.out.clone());
        Ok(Some(reply(&ended, out, parse_check)))
    }

    /// A tournament the program makes; `None` if it makes none.
    ///
    /// # Errors
    /// As [`Desk::pair`].
    pub fn generate(&self, config: &str, seed: u64) -> Result<Option<Reply<String>>, Trouble> {
        let Some(line) = &self.engine.generate else {
            return Ok(None);
        };
        let config = self.write("config.txt", config)?;
        let output = self.path("made.trf");
        remove(&output)?;
        let seed = PathBuf::from(seed.to_string());
        let places: [(&str, &Path); 3] =
            [("{config}", &config), ("{seed}", &seed), ("{out}", &output)];
        let ended = match self.run(line, &places, &output)? {
            Ok(ended) => ended,
            Err(failure) => return Ok(Some(Reply::Failed(failure))),
        };
        let written = read(&output)?;
        Ok(Some(reply(&ended, written, |text| Ok(text.to_owned()))))
    }

    /// Runs a command to its end, or ends it. `watched` is a file that may not grow without bound.
    fn run(
        &self,
        line: &CommandLine,
        places: &[(&str, &Path)],
        watched: &Path,
    ) -> Result<Result<Ended, Failure>, Trouble> {
        let (out, err) = (self.path("stdout"), self.path("stderr"));
        let create =
            |path: &PathBuf| File::create(path).map_err(|error| Trouble::file(path, error));
        let work = self.folder.path();
        let mut places = places.to_vec();
        places.push(("{work}", work));
        let words = line.filled(&places);
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .stdin(Stdio::null())
            .stdout(create(&out)?)
            .stderr(create(&err)?);
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let child = command.spawn().map_err(|error| Trouble::CannotStart {
            program: words[0].to_string_lossy().into_owned(),
            error,
        })?;
        let status = match self.wait(child, &[&out, &err, watched])? {
            Ok(status) => status,
            Err(failure) => return Ok(Err(failure)),
        };
        let text = |path: &Path| read(path).map(Option::unwrap_or_default);
        let (out, err) = (text(&out)?, text(&err)?);
        Ok(Ok(Ended { status, out, err }))
    }

    fn wait(
        &self,
        mut child: Child,
        watched: &[&Path],
    ) -> Result<Result<ExitStatus, Failure>, Trouble> {
        let limit = self.engine.time_limit;
        let begun = Instant::now();
        // Short questions are answered in a millisecond or two, long ones may wait.
        let mut nap = Duration::from_micros(150);
        loop {
            let failure = match child.try_wait() {
                Ok(Some(status)) => return Ok(Ok(status)),
                Ok(None) if self.stop.load(Ordering::Relaxed) => None,
                Ok(None) if begun.elapsed() >= limit => Some(Failure::TimedOut(limit)),
                Ok(None) if watched.iter().any(|path| is_too_long(path)) => {
                    let what = format!("more than {} MiB", MOST_BYTES >> 20);
                    Some(Failure::Rubbish(what))
                }
                Ok(None) => {
                    std::thread::sleep(nap);
                    nap = (nap * 5 / 4).min(Duration::from_millis(20));
                    continue;
                }
                Err(error) => {
                    end(&mut child);
                    return Err(Trouble::file(self.folder.path(), error));
                }
            };
            end(&mut child);
            return failure.map(Err).ok_or(Trouble::Stopped);
        }
    }
}

fn is_too_long(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.len() > MOST_BYTES)
}

/// Ends a program and everything it started in its own process group.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        if let Some(group) = Pid::from_raw(child.id() as i32) {
            // Not yet waited for, so the number still belongs to it. It may be gone already.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    let _ = child.kill();
    let _ = child.wait();
}

fn remove(path: &Path) -> Result<(), Trouble> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Trouble::file(path, error)),
        _ => Ok(()),
    }
}

/// A file as text, bytes that are none replaced; `None` if it is not there.
fn read(path: &Path) -> Result<Option<String>, Trouble> {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes)) {
        Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Trouble::file(path, error)),
    }
}

/// What a program that has ended, and what it wrote, amount to.
fn reply<T>(
    ended: &Ended,
    written: Option<String>,
    parse: impl FnOnce(&str) -> Result<T, Failure>,
) -> Reply<T> {
    let said = format!("{}\n{}", ended.err, ended.out);
    let lower = match &written {
        Some(written) => format!("{said}\n{written}").to_lowercase(),
        None => said.to_lowercase(),
    };
    let first = |text: &str| -> String {
        let line = text.lines().map(str::trim).find(|line| !line.is_empty());
        line.unwrap_or_default().chars().take(200).collect()
    };
    if REFUSALS.iter().any(|words| lower.contains(words)) {
        let line = said.lines().find(|line| {
            let line = line.to_lowercase();
            REFUSALS.iter().any(|words| line.contains(words))
        });
        return Reply::Refused(first(line.unwrap_or(&said)));
    }
    let accident = ACCIDENTS.iter().any(|words| lower.contains(words));
    match ended.status.code() {
        Some(0) if !accident => {}
        Some(1) if !accident => return Reply::Refused(first(&said)),
        code => {
            let how = match code {
                Some(0) => "an error message".to_owned(),
                Some(code) => format!("exit code {code}"),
                None => ended.status.to_string(),
            };
            // The last line of a traceback says what happened, the others where.
            let said = match ended.err.lines().rfind(|line| !line.trim().is_empty()) {
                Some(last) if accident => first(last),
                _ if accident => {
                    let words = format!("{}\n{}", ended.out, written.unwrap_or_default());
                    let mut lines = words.lines().skip_while(|line| !line.contains("### "));
                    let (head, next) = (lines.next(), lines.next());
                    format!(
                        "{} {}",
                        first(head.unwrap_or_default()),
                        first(next.unwrap_or_default())
                    )
                }
                _ => first(&said),
            };
            return Reply::Failed(Failure::Crashed { how, said });
        }
    }
    match written {
        Some(text) if !text.trim().is_empty() => match parse(&text) {
            Ok(answer) => Reply::Answered(answer),
            Err(failure) => Reply::Failed(failure),
        },
        _ => Reply::Failed(Failure::NoOutput),
    }
}

/// Reads `N`, then N lines of two numbers, White and Black, the second 0 for a bye.
fn parse_answer(tournament: &Tournament, text: &str) -> Result<Answer, Failure> {
    let rubbish = |what: String| Failure::Rubbish(what);
    let quoted = |line: &str| -> String { line.chars().take(60).collect() };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let head = lines.next().unwrap_or_default();
    let count: usize = (head.parse()).map_err(|_| {
        rubbish(format!(
            "found '{}', expected a number of pairs",
            quoted(head)
        ))
    })?;
    let id_of = |word: &str| -> Option<Option<PlayerId>> {
        let number: u16 = word.parse().ok()?;
        if number == 0 {
            return Some(None);
        }
        (tournament.player_ids())
            .find(|id| tournament.player(*id).number.get() == number)
            .map(Some)
    };
    let mut answer = Answer::default();
    let mut rows = 0;
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ids = match words[..] {
            [white, black] => id_of(white).zip(id_of(black)),
            _ => None,
        };
        match ids {
            Some((Some(white), Some(black))) if white != black => {
                answer.boards.push((white, black));
            }
            Some((Some(player), None) | (None, Some(player))) => answer.byes.push(player),
            _ => {
                let what = format!("found '{}', expected two players", quoted(line));
                return Err(rubbish(what));
            }
        }
        rows += 1;
    }
    if rows == count {
        Ok(answer)
    } else {
        Err(rubbish(format!("found {rows} pairs, expected {count}")))
    }
}

/// Reads which rounds have a list of differences below their heading.
fn parse_check(text: &str) -> Result<Vec<u16>, Failure> {
    let mut round: Option<u16> = None;
    let mut differing = Vec::new();
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once("Round #") {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            round = digits.parse().ok();
        } else if line.trim_start().starts_with("Checker pairing")
            && let Some(round) = round
            && differing.last() != Some(&round)
        {
            differing.push(round);
        }
    }
    if round.is_none() {
        let first: String = text.trim().chars().take(60).collect();
        let what = format!("found '{first}', expected a heading for every round");
        return Err(Failure::Rubbish(what));
    }
    Ok(differing)
}

#[cfg(test)]
mod tests {
    use edelweiss::model::{Player, TournamentData, Tpn};

    use super::*;

    fn field(numbers: &[u32]) -> Tournament {
        let mut data = TournamentData::default();
        for number in numbers {
            let number = Tpn::new(*number).expect("small");
            data.players.push(Player::new(number));
        }
        data.build().expect("nothing contradicts")
    }

    #[test]
    fn commands_are_split_as_a_shell_would() {
        for (text, words) in [
            ("p {in}", vec!["p", "{in}"]),
            ("'a b'  \"{in} c\" ''", vec!["a b", "{in} c", ""]),
            ("p --in={in}", vec!["p", "--in={in}"]),
        ] {
            let line = CommandLine::parse(text).expect("a command");
            assert_eq!(line.words, words, "{text}");
            let again = CommandLine::parse(&line.to_string()).expect("a command");
            assert_eq!(again, line, "{text}");
        }
        for text in ["", "  ", "p {out}", "p '{in}"] {
            assert!(CommandLine::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn answers_name_players_by_their_numbers() {
        let tournament = field(&[3, 7, 9]);
        let id = PlayerId::from_index;
        let answer = Answer {
            boards: vec![(id(2), id(0))],
            byes: vec![id(1)],
        };
        for text in ["2\n9 3\n7 0\n", "\u{20}2\r\n\r\n  9   3\r\n7 0"] {
            assert_eq!(parse_answer(&tournament, text), Ok(answer.clone()));
        }
        for text in [
            "9 3\n7 0\n",
            "3\n9 3\n7 0\n",
            "1\n9 3\n7 0\n",
            "1\n9 4\n",
            "1\n9 9\n",
            "1\n0 0\n",
            "1\n9 3 7\n",
            "hello",
            "1\n-9 3",
        ] {
            assert!(parse_answer(&tournament, text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_list_below_a_heading_is_a_difference() {
        let text = "f: Round #1\nf: Round #2\n  Checker pairings        Tournament pairings \n\
                    1 - 5     5 - 1\n\nf: Round #10\n  Checker pairing   Tournament\n";
        assert_eq!(parse_check(text), Ok(vec![2, 10]));
        assert_eq!(parse_check("f: Round #1\n"), Ok(vec![]));
        assert!(parse_check("bad option").is_err());
    }
}
