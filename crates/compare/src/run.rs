//! Goes through tournament after tournament on every core, and can be stopped and resumed.
//!
//! Every finished tournament is a line of the journal, written at once; every difference is a
//! group of files that appear whole or not at all. Stopping, a full disk or a lost machine lose what
//! was being worked on, and nothing that was finished.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use edelweiss::model::{ByeKind, PlayerId, RoundEntry, RoundNumber, Tournament};
use edelweiss::pairing::{Outcome, RoundPairing};
use edelweiss::trf::{Dialect, Document, ReadOptions};
use edelweiss_generate::{Generator, NextRound, Settings};
use serde::{Deserialize, Serialize};

use crate::engine::{Answer, Desk, Engine, Reply, Trouble};
use crate::shrink::{Shrunk, is_told, shrink};
use crate::sweep::{AXES, Axis, Bounds};
use crate::verdict::{Class, Comparison, Fault, Ours, Verdict, compare, judge};

/// Name of the journal in its folder.
pub const JOURNAL: &str = "journal.jsonl";

/// Name of the folder of differences beside it.
pub const DIFFERENCES: &str = "differences";

/// The longest file that is read, and one byte more, which the reader refuses.
const MOST_BYTES: u64 = (64 << 20) + 1;

/// Who does what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Both pair the same positions, one program start per round.
    Rounds,
    /// We make tournaments, they check them: one program start per tournament.
    WeGenerate,
    /// They make tournaments, we check them: one program start per tournament.
    TheyGenerate,
}

/// Where tournaments come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// So many tournaments, spread evenly over the axes.
    Sweep {
        /// Names of the axes; none are all.
        axes: Vec<&'static Axis>,
        /// Limits of the fields.
        bounds: Bounds,
        /// How many altogether.
        tournaments: u32,
    },
    /// Tournaments made from settings.
    Generated(Box<Settings>),
    /// Given files.
    Files(Vec<PathBuf>),
}

/// A comparison to be run.
#[derive(Debug)]
pub struct Plan<'a> {
    /// Our side.
    pub ours: Ours<'a>,
    /// Their side.
    pub engine: &'a Engine,
    /// Who does what.
    pub direction: Direction,
    /// Where tournaments come from.
    pub source: Source,
    /// Seed of what is made.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// How many questions shrinking one difference may take.
    pub shrink_budget: usize,
    /// How many differences of one kind are shrunk and judged; the rest are counted and kept whole.
    pub shrink_each: usize,
    /// Where journal and differences go; without it nothing is kept, shrunk or judged at length.
    pub folder: Option<PathBuf>,
    /// The command that compares one file, the file being left out.
    pub repeat: String,
    /// What must be the same when a journal is resumed.
    pub identity: String,
}

/// A tournament that has been compared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CaseRecord {
    /// Axis and place, or the path of a file.
    pub case: String,
    /// Rounds compared.
    pub rounds: u64,
    /// Pairs in them.
    pub pairs: u64,
    /// Rounds by class.
    pub classes: BTreeMap<Class, u64>,
    /// What differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
    /// Why the tournament could not be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A round that differs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Difference {
    /// The round.
    pub round: u16,
    /// How.
    pub class: Class,
    /// The broken rule, or the deciding criterion.
    pub mark: String,
    /// Whom the rules contradict; `None` if no judge was asked.
    pub fault: Option<Fault>,
    /// Players and finished rounds of the position.
    pub size: (usize, usize),
    /// The same of the smallest one; `None` if it was not shrunk.
    pub smallest: Option<(usize, usize)>,
    /// The smallest tournament, or the whole one; `None` if nothing is kept.
    pub file: Option<String>,
    /// What differs, for people.
    pub text: String,
}

/// What is known while a comparison runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Tournaments done, earlier runs included.
    pub done: usize,
    /// Tournaments in all.
    pub total: usize,
    /// Rounds that differ, earlier runs included.
    pub differences: usize,
}

/// What has been compared, in the order of the plan.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Records {
    /// One per tournament.
    pub cases: Vec<CaseRecord>,
    /// Whether the run was stopped before the end.
    pub is_partial: bool,
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    seed: u64,
    identity: String,
}

const FORMAT: &str = "edelweiss-compare-journal";

/// The journal: a head, and a line for each finished tournament.
struct Journal {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Journal {
    /// Opens or begins the journal of `folder`; what it holds already comes with it. A line that was
    /// cut off is taken out.
    fn open(folder: &Path, identity: &str, seed: u64) -> Result<(Self, Vec<CaseRecord>), Trouble> {
        let path = folder.join(JOURNAL);
        let trouble = |error| Trouble::file(&path, error);
        let wrong = |what: String| trouble(io::Error::new(io::ErrorKind::InvalidData, what));
        fs::create_dir_all(folder.join(DIFFERENCES))
            .map_err(|error| Trouble::file(folder, error))?;
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8(bytes)
                .map_err(|_| wrong("found bytes that are no UTF-8".to_owned()))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(trouble(error)),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        let mut records = Vec::new();
        if let Some(line) = lines.next() {
            let head: Head = serde_json::from_str(line)
                .map_err(|_| wrong("line 1: expected the head of a journal".to_owned()))?;
            if head.format != FORMAT || head.identity != identity {
                return Err(wrong(format!(
                    "found a journal of another comparison ({}), expected {identity}",
                    head.identity
                )));
            }
            for (number, line) in (2..).zip(lines) {
                let record = serde_json::from_str(line)
                    .map_err(|error| wrong(format!("line {number}: {error}")))?;
                records.push(record);
            }
        }
        let file = (OpenOptions::new().create(true).append(true))
            .open(&path)
            .map_err(trouble)?;
        file.set_len(whole.len() as u64).map_err(trouble)?;
        let mut journal = Self {
            file,
            path: path.clone(),
            length: whole.len() as u64,
        };
        if journal.length == 0 {
            journal.add(&Head {
                format: FORMAT.to_owned(),
                version: 1,
                seed,
                identity: identity.to_owned(),
            })?;
        }
        Ok((journal, records))
    }

    /// Adds a line, or leaves the journal as it was.
    fn add(&mut self, line: &impl Serialize) -> Result<(), Trouble> {
        let mut text = serde_json::to_string(line)
            .map_err(|error| Trouble::file(&self.path, io::Error::other(error)))?;
        text.push('\n');
        match self.file.write_all(text.as_bytes()) {
            Ok(()) => {
                self.length += text.len() as u64;
                Ok(())
            }
            Err(error) => {
                // Best effort: a cut line is also dropped when the journal is read again.
                let _ = self.file.set_len(self.length);
                Err(Trouble::file(&self.path, error))
            }
        }
    }
}

/// The seed of the journal in `folder`.
///
/// # Errors
/// When there is no journal, or it does not begin as one.
pub fn journal_seed(folder: &Path) -> Result<u64, Trouble> {
    let path = folder.join(JOURNAL);
    let read = || -> io::Result<u64> {
        let text = fs::read_to_string(&path)?;
        let head: Head = serde_json::from_str(text.lines().next().unwrap_or_default())?;
        Ok(head.seed)
    };
    read().map_err(|error| Trouble::file(&path, error))
}

/// One tournament of the plan.
enum Case<'a> {
    Axis(&'a Axis, u32),
    Generated(u32),
    File(&'a Path),
}

impl Plan<'_> {
    /// How many tournaments there are.
    pub fn total(&self) -> usize {
        match &self.source {
            Source::Sweep { tournaments, .. } => *tournaments as usize,
            Source::Generated(settings) => settings.tournaments.unwrap_or(1) as usize,
            Source::Files(files) => files.len(),
        }
    }

    fn case(&self, index: usize) -> Case<'_> {
        match &self.source {
            Source::Sweep { axes, .. } => {
                let axis = axes[index % axes.len()];
                Case::Axis(axis, (index / axes.len()) as u32)
            }
            Source::Generated(_) => Case::Generated(index as u32),
            Source::Files(files) => Case::File(&files[index]),
        }
    }

    fn name(&self, index: usize) -> String {
        match self.case(index) {
            Case::Axis(axis, index) => format!("{}/{index:06}", axis.name),
            Case::Generated(index) => format!("generated/{index:06}"),
            Case::File(path) => path.display().to_string(),
        }
    }
}

/// Every axis there is.
pub fn all_axes() -> Vec<&'static Axis> {
    AXES.iter().collect()
}

/// Runs the plan. `stop` ends it early and in good order.
///
/// # Errors
/// When the program cannot be started or a file of ours cannot be read or written. What was
/// finished before is in the journal.
pub fn run(
    plan: &Plan<'_>,
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Records, Trouble> {
    let (journal, earlier) = match &plan.folder {
        Some(folder) => {
            let (journal, earlier) = Journal::open(folder, &plan.identity, plan.seed)?;
            (Some(journal), earlier)
        }
        None => (None, Vec::new()),
    };
    let total = plan.total();
    let mut found: BTreeMap<String, CaseRecord> = BTreeMap::new();
    for record in earlier {
        found.insert(record.case.clone(), record);
    }
    let to_do: Vec<usize> = (0..total)
        .filter(|index| !found.contains_key(&plan.name(*index)))
        .collect();
    let shared = Mutex::new(Shared {
        journal,
        found,
        shrunk: BTreeMap::new(),
        trouble: None,
        total,
    });
    let next = AtomicUsize::new(0);
    let halt = AtomicBool::new(false);
    let work = || {
        let result = Desk::new(plan.engine, stop).and_then(|desk| {
            while !halt.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                let Some(index) = to_do.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                let mut bench = Bench {
                    plan,
                    desk: &desk,
                    shared: &shared,
                };
                let record = bench.case(*index)?;
                let mut shared = lock(&shared);
                if let Some(journal) = &mut shared.journal {
                    journal.add(&record)?;
                }
                shared.found.insert(record.case.clone(), record);
                progress(shared.progress());
            }
            Ok(())
        });
        if let Err(trouble) = result {
            halt.store(true, Ordering::Relaxed);
            lock(&shared).trouble.get_or_insert(trouble);
        }
    };
    progress(lock(&shared).progress());
    std::thread::scope(|scope| {
        for _ in 1..plan.jobs.max(1) {
            scope.spawn(work);
        }
        work();
    });
    let mut shared = shared
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let is_partial = match shared.trouble {
        None => stop.load(Ordering::Relaxed),
        Some(Trouble::Stopped) => true,
        Some(trouble) => return Err(trouble),
    };
    let cases = (0..total)
        .filter_map(|index| shared.found.remove(&plan.name(index)))
        .collect();
    Ok(Records { cases, is_partial })
}

struct Shared {
    journal: Option<Journal>,
    found: BTreeMap<String, CaseRecord>,
    /// How many of each kind have been shrunk.
    shrunk: BTreeMap<(Class, String), usize>,
    trouble: Option<Trouble>,
    total: usize,
}

impl Shared {
    fn progress(&self) -> Progress {
        Progress {
            done: self.found.len(),
            total: self.total,
            differences: self.found.values().map(|case| case.differences.len()).sum(),
        }
    }
}

/// Another thread's panic is reported by that thread; what it left is still whole.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// One thread's tools.
struct Bench<'a> {
    plan: &'a Plan<'a>,
    desk: &'a Desk<'a>,
    shared: &'a Mutex<Shared>,
}

impl Bench<'_> {
    fn case(&mut self, index: usize) -> Result<CaseRecord, Trouble> {
        let mut record = CaseRecord {
            case: self.plan.name(index),
            rounds: 0,
            pairs: 0,
            classes: BTreeMap::new(),
            differences: Vec::new(),
            error: None,
        };
        let tournament = match self.plan.case(index) {
            Case::File(path) => read(path),
            Case::Axis(axis, place) => {
                let bounds = match &self.plan.source {
                    Source::Sweep { bounds, .. } => *bounds,
                    _ => Bounds::default(),
                };
                let settings = axis.settings(self.plan.seed, place, bounds);
                self.make(settings, 0, &mut record)?
            }
            Case::Generated(place) => {
                let mut settings = Settings::default();
                if let Source::Generated(given) = &self.plan.source {
                    settings.clone_from(given);
                }
                settings.seed = Some(self.plan.seed);
                self.make(settings, place, &mut record)?
            }
        };
        match tournament {
            Ok(Some(tournament)) => self.compare_all(&tournament, &mut record)?,
            Ok(None) => {}
            Err(why) => record.error = Some(why),
        }
        Ok(record)
    }

    /// A tournament from settings, made by us or by them; `None` if what came of it is in the
    /// record already.
    fn make(
        &self,
        settings: Settings,
        place: u32,
        record: &mut CaseRecord,
    ) -> Result<Result<Option<Tournament>, String>, Trouble> {
        if self.plan.direction == Direction::TheyGenerate {
            return self.they_make(&settings, place, record);
        }
        let mut generator = match Generator::new(settings) {
            Ok(generator) => generator,
            Err(impossible) => return Ok(Err(impossible.to_string())),
        };
        if let Some(system) = self.plan.ours.filed {
            generator = generator.with_system(system);
        }
        let pair = |tournament: &Tournament| match (self.plan.ours.pair)(tournament) {
            Ok(Outcome::Paired(round)) => NextRound::Paired {
                boards: (round.boards.iter())
                    .map(|board| (board.white, board.black))
                    .collect(),
                bye: round.bye,
            },
            Ok(Outcome::Impossible(_)) => NextRound::Impossible("no pairing".to_owned()),
            Err(why) => NextRound::Impossible(why),
        };
        Ok(match generator.generate_one(place, pair) {
            Ok(made) => Ok(Some(made.tournament)),
            Err(fault) => Err(fault.to_string()),
        })
    }

    fn they_make(
        &self,
        settings: &Settings,
        place: u32,
        record: &mut CaseRecord,
    ) -> Result<Result<Option<Tournament>, String>, Trouble> {
        let seed = edelweiss_generate::tournament_seed(settings.seed.unwrap_or(0), place);
        let seed = seed % (1 << 31);
        let config = config_of(settings, seed);
        let Some(reply) = self.desk.generate(&config, seed)? else {
            return Ok(Err("the engine makes no tournaments".to_owned()));
        };
        let text = match reply {
            Reply::Answered(text) => text,
            Reply::Refused(why) => return Ok(Err(format!("they made no tournament: {why}"))),
            Reply::Failed(failure) => return Ok(Err(format!("making a tournament, it {failure}"))),
        };
        let options = ReadOptions::default();
        Ok(
            match edelweiss::trf::read(text.as_bytes(), "made.trf", &options) {
                Ok(reading) => Ok(Some(reading.tournament)),
                Err(failure) => {
                    *record.classes.entry(Class::Rubbish).or_default() += 1;
                    Err(format!(
                        "they made a tournament that contradicts itself: {failure}"
                    ))
                }
            },
        )
    }

    fn compare_all(
        &mut self,
        tournament: &Tournament,
        record: &mut CaseRecord,
    ) -> Result<(), Trouble> {
        let recorded = tournament.rounds_paired().map_or(0, RoundNumber::get);
        let step = usize::from(self.plan.ours.games.max(1));
        let mut rounds: Vec<u16> = (1..=recorded).step_by(step).collect();
        let is_unfinished = (tournament.rounds_total)
            .is_some_and(|total| tournament.next_round() <= total)
            || recorded == 0;
        let next = is_unfinished.then(|| tournament.next_round().get());
        // Whether their checker has named the rounds that are left.
        let mut is_listed = false;
        if self.plan.direction == Direction::WeGenerate {
            match self.checked(tournament)? {
                Ok(Some(differing)) => {
                    is_listed = true;
                    let equal = rounds.iter().filter(|round| !differing.contains(round));
                    for round in equal {
                        *record.classes.entry(Class::Equal).or_default() += 1;
                        record.rounds += 1;
                        record.pairs += pairs_of(tournament, *round);
                    }
                    rounds.retain(|round| differing.contains(round));
                }
                // Round by round, where the failure shows again and can be shrunk.
                Ok(None) => {}
                Err(why) => {
                    record.error = Some(why);
                    return Ok(());
                }
            }
        }
        for round in rounds.iter().copied().chain(next) {
            let number = RoundNumber::from_index(usize::from(round) - 1);
            let position = if Some(round) == next {
                tournament.clone()
            } else {
                tournament.before_round(number)
            };
            if Some(round) == next && nobody_waits(&position, number) {
                continue;
            }
            let theirs = if self.plan.direction == Direction::TheyGenerate && Some(round) != next {
                Reply::Answered(recorded_answer(tournament, number))
            } else {
                match self.ask(&position)? {
                    Ok(reply) => reply,
                    Err(why) => {
                        record.error = Some(why);
                        return Ok(());
                    }
                }
            };
            let mut comparison = compare(&self.plan.ours, &position, theirs);
            let made = self.plan.direction == Direction::TheyGenerate && Some(round) != next;
            let listed = is_listed && Some(round) != next;
            if listed && comparison.class == Class::Equal {
                comparison.class = Class::Unconfirmed;
            } else if made && comparison.class != Class::Equal {
                let again = match self.ask(&position)? {
                    Ok(reply) => compare(&self.plan.ours, &position, reply),
                    Err(_) => continue,
                };
                if again.class == Class::Equal {
                    comparison.class = Class::Unconfirmed;
                } else {
                    comparison = again;
                }
            }
            record.rounds += 1;
            record.pairs += comparison.pairs as u64;
            *record.classes.entry(comparison.class).or_default() += 1;
            if comparison.class != Class::Equal {
                let difference = self.difference(&record.case, round, &position, &comparison)?;
                record.differences.push(difference);
            }
        }
        Ok(())
    }

    /// Rounds of the whole tournament they would pair otherwise; `None` if they give no list.
    fn checked(
        &self,
        tournament: &Tournament,
    ) -> Result<Result<Option<Vec<u16>>, String>, Trouble> {
        if tournament.rounds_paired().is_none() {
            return Ok(Ok(None));
        }
        let text = match text_of(tournament, self.plan.engine.dialect) {
            Ok(text) => text,
            Err(why) => return Ok(Err(why)),
        };
        Ok(Ok(match self.desk.check(&text)? {
            Some(Reply::Answered(differing)) => Some(differing),
            _ => None,
        }))
    }

    fn ask(&self, position: &Tournament) -> Result<Result<Reply<Answer>, String>, Trouble> {
        let asked = as_asked(position, self.plan.engine);
        if !is_told(&asked) {
            return Ok(Err(format!(
                "no file can ask for round {}: nobody was paired in the round before",
                asked.next_round()
            )));
        }
        let text = match text_of(&asked, self.plan.engine.dialect) {
            Ok(text) => text,
            Err(why) => return Ok(Err(why)),
        };
        self.desk.pair(position, &text).map(Ok)
    }

    /// Shrinks a difference, has it judged, and writes it down.
    fn difference(
        &mut self,
        case: &str,
        round: u16,
        position: &Tournament,
        comparison: &Comparison,
    ) -> Result<Difference, Trouble> {
        let mut difference = Difference {
            round,
            class: comparison.class,
            mark: comparison.mark.clone(),
            fault: None,
            size: (position.players.len(), position.next_round().index()),
            smallest: None,
            file: None,
            text: summary(position, comparison),
        };
        let Some(folder) = &self.plan.folder else {
            let verdict = judge(&self.plan.ours, position, comparison);
            difference.fault = Some(verdict.fault);
            for line in &verdict.lines {
                let _ = write!(difference.text, "\n{line}");
            }
            return Ok(difference);
        };
        let is_shrunk = {
            let mut shared = lock(self.shared);
            let kind = (comparison.class, comparison.mark.clone());
            let count = shared.shrunk.entry(kind).or_default();
            *count += 1;
            *count <= self.plan.shrink_each
        };
        let budget = match comparison.class {
            _ if !is_shrunk => 0,
            // Each question costs the whole time limit.
            Class::Timeout => self.plan.shrink_budget.min(40),
            Class::Unconfirmed => 0,
            _ => self.plan.shrink_budget,
        };
        let shrunk = shrink(position, budget, &mut |candidate: &Tournament| {
            self.still(candidate, comparison)
        })?;
        let (smallest, again) = match self.ask(&shrunk.tournament)? {
            Ok(reply) => {
                let again = compare(&self.plan.ours, &shrunk.tournament, reply);
                (&shrunk.tournament, again)
            }
            Err(_) => (position, comparison.clone()),
        };
        let verdict = judge(&self.plan.ours, smallest, &again);
        difference.fault = Some(verdict.fault);
        difference.smallest =
            (budget > 0).then(|| (smallest.players.len(), smallest.next_round().index()));
        let stem = format!("{}-r{round}", file_name(case));
        let folder = folder.join(DIFFERENCES);
        let path = folder.join(format!("{stem}.trf"));
        let dialect = self.plan.engine.dialect;
        let files = [
            (
                folder.join(format!("{stem}.whole.trf")),
                text_of(position, dialect),
            ),
            (path.clone(), text_of(smallest, dialect)),
            (
                folder.join(format!("{stem}.txt")),
                Ok(self.page(
                    case,
                    &path,
                    (smallest, &shrunk),
                    (comparison, &again),
                    &verdict,
                )),
            ),
        ];
        for (path, text) in files {
            let text = text.unwrap_or_else(|why| format!("{why}\n"));
            write_whole(&path, &text)?;
        }
        difference.file = Some(format!("{DIFFERENCES}/{stem}.trf"));
        difference.text = format!(
            "{}\n{}",
            summary(smallest, &again),
            verdict.lines.join("\n")
        );
        Ok(difference)
    }

    /// Whether a smaller tournament shows the same kind of difference.
    fn still(&self, candidate: &Tournament, whole: &Comparison) -> Result<bool, Trouble> {
        // Ours is asked first: it starts no program.
        let ours = (self.plan.ours.pair)(candidate);
        let pairs = matches!(ours, Ok(Outcome::Paired(_)));
        let refuses = whole.ours.is_err();
        if pairs == refuses && whole.class != Class::IllegalTheirs {
            return Ok(false);
        }
        let Ok(reply) = self.ask(candidate)? else {
            return Ok(false);
        };
        let found = compare(&self.plan.ours, candidate, reply);
        Ok(found.class == whole.class && found.mark == whole.mark)
    }

    /// The page beside the files of a difference.
    fn page(
        &self,
        case: &str,
        path: &Path,
        (smallest, shrunk): (&Tournament, &Shrunk),
        (whole, again): (&Comparison, &Comparison),
        verdict: &Verdict,
    ) -> String {
        let mut out = String::new();
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        line(format!("difference: {}", whole.class.words()));
        line(format!("verdict:    {}", verdict.fault.words()));
        for reason in &verdict.lines {
            line(format!("            {reason}"));
        }
        line(format!("rules:      {}", self.plan.ours.name));
        line(format!("from:       {case}, {}", self.plan.identity));
        line(format!(
            "position:   round {} of {}, {} players ({} questions{})",
            smallest.next_round(),
            smallest
                .rounds_total
                .map_or_else(|| "?".to_owned(), |total| total.to_string()),
            smallest.players.len(),
            shrunk.asked,
            if shrunk.is_smallest {
                ""
            } else {
                ", not all that could be asked"
            },
        ));
        line(format!("ours:       {}", ours_words(smallest, again)));
        line(format!("theirs:     {}", theirs_words(smallest, again)));
        let path = fs::canonicalize(path.parent().unwrap_or(path)).map_or_else(
            |_| path.to_path_buf(),
            |folder| folder.join(path.file_name().unwrap_or_default()),
        );
        line(format!(
            "repeat:     {} '{}'",
            self.plan.repeat,
            path.display()
        ));
        out
    }
}

/// A case as part of a file name.
fn file_name(case: &str) -> String {
    let name: String = case
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .collect();
    let name = name.trim_matches('-');
    // Long paths keep their end, which tells files apart.
    name[name.len().saturating_sub(100)..].to_owned()
}

fn summary(tournament: &Tournament, comparison: &Comparison) -> String {
    format!(
        "ours: {}\ntheirs: {}",
        ours_words(tournament, comparison),
        theirs_words(tournament, comparison)
    )
}

fn ours_words(tournament: &Tournament, comparison: &Comparison) -> String {
    match &comparison.ours {
        Ok(round) => round_words(tournament, &answer_of(round)),
        Err(why) => why.clone(),
    }
}

fn theirs_words(tournament: &Tournament, comparison: &Comparison) -> String {
    match &comparison.theirs {
        Reply::Answered(answer) => round_words(tournament, answer),
        Reply::Refused(why) => format!("no pairing: {why}"),
        Reply::Failed(failure) => failure.to_string(),
    }
}

fn answer_of(round: &RoundPairing) -> Answer {
    Answer {
        boards: round.boards.iter().map(|b| (b.white, b.black)).collect(),
        byes: round.bye.into_iter().collect(),
    }
}

/// `1-6 2-7, bye 5`, White first, in the order of the higher number on each board.
fn round_words(tournament: &Tournament, answer: &Answer) -> String {
    let number = |id: PlayerId| tournament.player(id).number;
    let mut boards = answer.boards.clone();
    boards.sort_by_key(|(white, black)| white.min(black).index());
    let mut words: Vec<String> = (boards.iter())
        .map(|(white, black)| format!("{}-{}", number(*white), number(*black)))
        .collect();
    words.extend(answer.byes.iter().map(|id| format!("bye {}", number(*id))));
    words.join(" ")
}

/// A position as the program is told it.
fn as_asked(position: &Tournament, engine: &Engine) -> Tournament {
    if !engine.plain_absences {
        return position.clone();
    }
    let round = position.next_round();
    let mut data = position.clone().into_data();
    for player in &mut data.players {
        if let Some(entry @ RoundEntry::Bye(ByeKind::Full | ByeKind::Half)) =
            player.entries.get_mut(round.index())
        {
            *entry = RoundEntry::Bye(ByeKind::Zero);
        }
    }
    data.build().unwrap_or_else(|_| position.clone())
}

fn text_of(tournament: &Tournament, dialect: Dialect) -> Result<String, String> {
    let document = Document::from_tournament(tournament, dialect)
        .map_err(|error| format!("no file can hold it: {error}"))?;
    Ok(document.write(document.line_end()))
}

fn read(path: &Path) -> Result<Option<Tournament>, String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes))
        .map_err(|error| error.to_string())?;
    let name = path.display().to_string();
    match edelweiss::trf::read(&bytes, &name, &ReadOptions::default()) {
        Ok(reading) => Ok(Some(reading.tournament)),
        Err(failure) => Err(failure.to_string().trim_end().to_owned()),
    }
}

/// What a recorded round says.
fn recorded_answer(tournament: &Tournament, round: RoundNumber) -> Answer {
    let mut answer = Answer::default();
    for id in tournament.player_ids() {
        match tournament.player(id).entry(round) {
            RoundEntry::Paired {
                opponent, colour, ..
            } if id < opponent => {
                let white_first = colour != Some(edelweiss::model::Colour::Black);
                answer.boards.push(if white_first {
                    (id, opponent)
                } else {
                    (opponent, id)
                });
            }
            RoundEntry::Bye(ByeKind::PairingAllocated) => answer.byes.push(id),
            _ => {}
        }
    }
    answer
}

fn pairs_of(tournament: &Tournament, round: u16) -> u64 {
    let round = RoundNumber::from_index(usize::from(round) - 1);
    recorded_answer(tournament, round).boards.len() as u64
}

/// Whether nobody is there to be paired.
fn nobody_waits(tournament: &Tournament, round: RoundNumber) -> bool {
    tournament.player_ids().all(|id| {
        tournament.player(id).entry(round) != RoundEntry::Blank
            || (tournament.absences.iter()).any(|a| a.player == id && a.round == round)
    })
}

/// The configuration both known generators read, from the plainest of our settings.
fn config_of(settings: &Settings, seed: u64) -> String {
    let mut out = String::new();
    let mut word = seed;
    let mut draw = |from: u32, to: u32| {
        word = edelweiss_generate::tournament_seed(word, 1);
        from + (word % u64::from(to.max(from) - from + 1)) as u32
    };
    for (key, span) in [
        ("PlayersNumber", settings.players),
        ("RoundsNumber", settings.rounds),
        ("DrawPercentage", settings.draws),
        ("HighestRating", settings.ratings.highest),
        ("LowestRating", settings.ratings.lowest),
    ] {
        if let Some(span) = span {
            let _ = writeln!(out, "{key}={}", draw(span.from, span.to));
        }
    }
    out
}

/// Writes a file that appears whole or not at all.
fn write_whole(path: &Path, text: &str) -> Result<(), Trouble> {
    let trouble = |error| Trouble::file(path, error);
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".edelweiss-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What any new file gets; the umask takes away from it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).map_err(trouble)?;
    file.write_all(text.as_bytes()).map_err(trouble)?;
    file.persist(path).map_err(|error| trouble(error.error))?;
    Ok(())
}
