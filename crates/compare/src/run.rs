//! Goes through tournament after tournament on every core, and can be stopped and resumed.
//!
//! Every finished tournament is a line of the journal, written at once; every difference is a
//! group of files that appear whole or not at all. Stopping, a killed process or a full disk lose what
//! was being worked on, and nothing that was finished; a lost machine loses the last second, too.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use edelweiss::standings::TieBreak;
use edelweiss_generate::Settings;
use serde::{Deserialize, Serialize};

use crate::engine::{Desk, PairingProgram, Trouble};
use crate::ranks::RankRecord;
use crate::sweep::{AXES, Axis, Bounds};
use crate::verdict::{DifferenceClass, Fault, Ours};

mod bench;
mod difference;
mod journal;
mod ranking;

use bench::Bench;
use journal::Journal;
pub use journal::{DIFFERENCES, JOURNAL, has_begun, journal_seed, read_journal};

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
pub enum RoundSource {
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
pub struct ComparisonPlan<'a> {
    /// Our side.
    pub ours: Ours<'a>,
    /// Their side.
    pub engine: &'a PairingProgram,
    /// Who does what.
    pub direction: Direction,
    /// Where tournaments come from.
    pub source: RoundSource,
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
    /// The points and tie-breaks by which both rank every tournament; none where ranks are not compared.
    pub ranked_by: Vec<TieBreak>,
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
    pub classes: BTreeMap<DifferenceClass, u64>,
    /// What differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
    /// Its ranks and tie-breaks, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<RankRecord>,
    /// Why the tournament could not be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl CaseRecord {
    /// Whether there is more to tell than counts.
    pub fn is_remarkable(&self) -> bool {
        let ranks = (self.ranks.as_ref())
            .is_some_and(|ranks| ranks.error.is_some() || !ranks.differences.is_empty());
        self.error.is_some() || !self.differences.is_empty() || ranks
    }
}

/// A round that differs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Difference {
    /// The round.
    pub round: u16,
    /// How.
    pub class: DifferenceClass,
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

/// One tournament of the plan.
enum Case<'a> {
    Axis(&'a Axis, u32),
    Generated(u32),
    File(&'a Path),
}

impl ComparisonPlan<'_> {
    /// How many tournaments there are.
    pub fn total(&self) -> usize {
        match &self.source {
            RoundSource::Sweep { tournaments, .. } => *tournaments as usize,
            RoundSource::Generated(settings) => settings.tournaments.unwrap_or(1) as usize,
            RoundSource::Files(files) => files.len(),
        }
    }

    fn case(&self, index: usize) -> Case<'_> {
        match &self.source {
            RoundSource::Sweep { axes, .. } => {
                let axis = axes[index % axes.len()];
                Case::Axis(axis, (index / axes.len()) as u32)
            }
            RoundSource::Generated(_) => Case::Generated(index as u32),
            RoundSource::Files(files) => Case::File(&files[index]),
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
    plan: &ComparisonPlan<'_>,
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
        differences: found.values().map(|case| case.differences.len()).sum(),
        found,
        shrunk: BTreeMap::new(),
        trouble: None,
        total,
    });
    let next = AtomicUsize::new(0);
    let halt = AtomicBool::new(false);
    let desk = Desk::new(plan.engine, stop);
    let work = || {
        let desk = desk.another();
        let mut bench = Bench {
            plan,
            desk: &desk,
            shared: &shared,
        };
        while !halt.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
            let Some(index) = to_do.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let record = bench.case(*index);
            let mut shared = lock(&shared);
            if let Err(trouble) = record.and_then(|record| shared.add(record)) {
                halt.store(true, Ordering::Relaxed);
                shared.trouble.get_or_insert(trouble);
            }
            progress(shared.progress());
        }
    };
    progress(lock(&shared).progress());
    std::thread::scope(|scope| {
        for _ in 1..plan.jobs.max(1) {
            scope.spawn(work);
        }
        work();
    });
    let shared = shared
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    shared.finish(plan, stop)
}

struct Shared {
    journal: Option<Journal>,
    found: BTreeMap<String, CaseRecord>,
    /// Differences in them.
    differences: usize,
    /// How many of each kind have been shrunk.
    shrunk: BTreeMap<(DifferenceClass, String), usize>,
    trouble: Option<Trouble>,
    total: usize,
}

impl Shared {
    /// What was found, in the order of the plan, once everybody has stopped.
    fn finish(mut self, plan: &ComparisonPlan<'_>, stop: &AtomicBool) -> Result<Records, Trouble> {
        if let Some(journal) = &mut self.journal {
            journal.sync()?;
        }
        let is_partial = match self.trouble {
            None => stop.load(Ordering::Relaxed),
            Some(Trouble::Stopped) => true,
            Some(trouble) => return Err(trouble),
        };
        let cases = (0..self.total)
            .filter_map(|index| self.found.remove(&plan.name(index)))
            .collect();
        Ok(Records { cases, is_partial })
    }

    fn progress(&self) -> Progress {
        Progress {
            done: self.found.len(),
            total: self.total,
            differences: self.differences,
        }
    }

    /// Writes down a tournament that is done.
    fn add(&mut self, record: CaseRecord) -> Result<(), Trouble> {
        if let Some(journal) = &mut self.journal {
            journal.add(&record)?;
            if !record.differences.is_empty() {
                journal.sync()?;
            }
        }
        self.differences += record.differences.len();
        self.found.insert(record.case.clone(), record);
        Ok(())
    }
}

/// Another thread's panic is reported by that thread; what it left is still whole.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
