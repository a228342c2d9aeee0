//! `axes (--bbp PROGRAM | --engine 'PAIR' --checker 'CHECK') [--rules YEAR] [--seed N] [--from I]
//! [--minutes M] [--rounds N] [--most PLAYERS] [--answers FILE] [--output FOLDER] [FOLDER…]`:
//! rounds of every origin beside another program.
//!
//! Tournaments are made one after the other: three of five are random legal histories, one has
//! colours by a coin, one is paired by our engine along the axes of `edelweiss compare`; files below
//! the folders named come first. The other program checks each file whole, so that one start pairs
//! every round of it. A round that differs is asked for alone, judged, explained by a known reading
//! if there is one, and written to the output folder: every one that no reading explains, and the
//! first of the others. `table.tsv` there counts every round by what it is like, `verdicts.tsv` the
//! differences by what they are and whom the rules contradict.
//!
//! The answers of the other program are kept in a file and read from it in the next run, so that a
//! change of ours is compared without asking again. Work folders are in `TMPDIR`, best in memory.
//! The seed is printed first; the same seed gives the same tournaments.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use edelweiss_compare::engine::{CommandLine, Desk, PairingProgram, Preset, Reply, Supervisor};
use edelweiss_compare::sweep::{AXES, Bounds};
use edelweiss_compare::verdict::{Comparison, DifferenceClass, Ours, compare, judge};
use edelweiss_generate::{Generator, NextRound, Span, fresh_seed, tournament_seed};
use edelweiss_lab::axes::answers::{Answers, digest};
use edelweiss_lab::axes::checklist::{self, Word};
use edelweiss_lab::axes::history::{ColourHabit, random_history};
use edelweiss_lab::axes::readings::{AxisReading, readings};
use edelweiss_lab::axes::table::{AxisTable, cells};
use edelweiss_lab::{BoardSeat, paired_seats, read_tournament, tournament_files};
use edelweiss_model::{Position, RoundNumber, Tournament};
use edelweiss_pairing::{Outcome, Rules, pair_position, pair_round};
use edelweiss_trf::Document;

/// How long one question may take: large fields take seconds, and the machine may be busy.
const PATIENCE: Duration = Duration::from_mins(10);

/// The task that makes this program a supervisor of one question.
const SUPERVISE: &str = "supervise";

/// How many files of one kind of explained difference are kept.
const KEPT: usize = 20;

struct AxesOptions {
    engine: PairingProgram,
    rules: Rules,
    seed: u64,
    from: u32,
    time: Duration,
    rounds: u64,
    most: u32,
    answers: Option<PathBuf>,
    output: PathBuf,
    folders: Vec<PathBuf>,
}

impl AxesOptions {
    fn parse() -> Result<Self, String> {
        let mut options = Self {
            engine: PairingProgram::preset(Preset::Bbp, "bbpPairings", PATIENCE),
            rules: Rules::dutch_2026(),
            seed: fresh_seed(),
            from: 0,
            time: Duration::from_mins(1),
            rounds: u64::MAX,
            most: 300,
            answers: None,
            output: PathBuf::from("axes"),
            folders: Vec::new(),
        };
        let mut words = std::env::args().skip(2);
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                options.folders.push(PathBuf::from(word));
                continue;
            }
            let value = words.next().ok_or(format!("{word}: a value is missing"))?;
            options.set(&word, &value)?;
        }
        options.engine.supervisor = Supervisor::this_program(SUPERVISE);
        Ok(options)
    }

    fn set(&mut self, word: &str, value: &str) -> Result<(), String> {
        let number = || {
            (value.parse::<u64>()).map_err(|_| format!("{word} {value}: expected a whole number"))
        };
        let line = || CommandLine::parse(value).map_err(|error| format!("{word}: {error}"));
        match word {
            "--bbp" => self.engine = PairingProgram::preset(Preset::Bbp, value, PATIENCE),
            "--engine" => self.engine = PairingProgram::custom(line()?, PATIENCE),
            "--checker" => self.engine.check = Some(line()?),
            "--rules" => {
                self.rules = match value {
                    "2026" => Rules::dutch_2026(),
                    "2017" => Rules::dutch_2017(),
                    _ => return Err(format!("--rules {value}: expected 2026 or 2017")),
                }
            }
            "--seed" => self.seed = number()?,
            "--from" => self.from = number()? as u32,
            "--minutes" => self.time = Duration::from_secs(60 * number()?),
            "--rounds" => self.rounds = number()?,
            "--most" => self.most = number()? as u32,
            "--answers" => self.answers = Some(PathBuf::from(value)),
            "--output" => self.output = PathBuf::from(value),
            _ => return Err(format!("{word}: no such option")),
        }
        Ok(())
    }
}

/// One tournament of the run.
struct AxesCase {
    name: String,
    origin: &'static str,
    tournament: Tournament,
}

struct AxesRun<'a> {
    options: &'a AxesOptions,
    desk: Desk<'a>,
    ours: Ours<'a>,
    readings: Vec<AxisReading>,
    answers: Answers,
    table: AxisTable,
    kept: BTreeMap<String, usize>,
    /// Differing rounds by what they are and whom the rules contradict.
    verdicts: BTreeMap<(String, &'static str), u64>,
    /// Files that could not be compared, by why.
    failed: BTreeMap<String, u64>,
}

impl AxesRun<'_> {
    /// Compares every recorded round of a tournament.
    fn compare(&mut self, case: &AxesCase) -> Result<(), String> {
        if case.tournament.rounds_paired().is_none() {
            return Ok(());
        }
        let Ok(text) = self.text(&case.tournament) else {
            self.fail("no file can hold it", case)?;
            return Ok(());
        };
        let digest = digest(&text);
        let theirs = match self.answers.find(&case.name, digest) {
            Some(theirs) => theirs,
            None => match self.ask(case, &text)? {
                Ok(theirs) => {
                    let kept = self.answers.keep(&case.name, digest, &theirs);
                    kept.map_err(|error| error.to_string())?;
                    theirs
                }
                Err(why) => return self.fail(&why, case),
            },
        };
        for (index, theirs) in theirs.into_iter().enumerate() {
            if theirs == Word::Nothing {
                let why = "rounds without pairs of which it does not speak";
                *self.failed.entry(why.to_owned()).or_default() += 1;
                continue;
            }
            self.round(case, RoundNumber::from_index(index), &theirs)?;
        }
        Ok(())
    }

    fn text(&self, tournament: &Tournament) -> Result<String, String> {
        let document = Document::from_tournament(tournament, self.options.engine.dialect)
            .map_err(|error| error.to_string())?;
        Ok(document.write(document.line_end()))
    }

    fn ask(&self, case: &AxesCase, text: &str) -> Result<Result<Vec<Word>, String>, String> {
        let reply = (self.desk.checklist(text)).map_err(|trouble| trouble.to_string())?;
        Ok(match reply {
            Some(Reply::Answered(list)) => checklist::rounds(&case.tournament, &list),
            // Its words of one round, not of the whole file.
            Some(Reply::Refused(why)) => Err(format!("refused: {why}")),
            Some(Reply::Failed(failure)) => Err(failure.to_string()),
            None => return Err("the engine has no checker: --checker names it".to_owned()),
        })
    }

    /// Keeps a file that could not be compared.
    fn fail(&mut self, why: &str, case: &AxesCase) -> Result<(), String> {
        let words: String = why
            .chars()
            .filter(|letter| !letter.is_ascii_digit())
            .collect();
        let count = self.failed.entry(words).or_default();
        *count += 1;
        if *count <= 3
            && let Ok(text) = self.text(&case.tournament)
        {
            let path = self
                .options
                .output
                .join(format!("failed-{}.trf", case.name));
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    fn round(&mut self, case: &AxesCase, round: RoundNumber, theirs: &Word) -> Result<(), String> {
        let tournament = case.tournament.before_round(round);
        let edition = self.options.rules.edition;
        let position = Position::derive(&tournament, &edition.definitions);
        if position.present().is_empty() {
            return Ok(());
        }
        let outcome = pair_position(&position, &self.options.rules);
        let ours = seats(&tournament, &outcome);
        let kind = if ours == *theirs {
            None
        } else {
            let checker = "their checker differs from their pairing";
            Some(
                self.kind(&tournament)?
                    .unwrap_or_else(|| checker.to_owned()),
            )
        };
        let pairs = match &outcome {
            Outcome::Paired(round) => round.boards.len(),
            Outcome::Impossible(_) => 0,
        };
        let cells = cells(&tournament, &position);
        (self.table).add(&cells, case.origin, pairs, kind.as_deref());
        if let Some(kind) = kind {
            self.keep(&kind, case, round, &tournament)?;
        }
        Ok(())
    }

    /// What a difference is, the round being asked for alone; none if it is none then.
    fn kind(&mut self, tournament: &Tournament) -> Result<Option<String>, String> {
        let Ok(text) = self.text(tournament) else {
            return Ok(Some("no file can ask for it".to_owned()));
        };
        let reply = (self.desk.pair(tournament, &text)).map_err(|trouble| trouble.to_string())?;
        let found = compare(&self.ours, tournament, reply);
        if found.class == DifferenceClass::Equal {
            return Ok(None);
        }
        let kind = match found.class {
            DifferenceClass::IllegalTheirs if found.mark == "C2" => "second-bye".to_owned(),
            class => {
                let explained = (self.readings.iter())
                    .find(|reading| is_theirs(tournament, &reading.pair(tournament), &found));
                match explained {
                    Some(reading) => reading.pages.clone(),
                    None => format!("{} {}", class.code(), found.mark)
                        .trim_end()
                        .to_owned(),
                }
            }
        };
        if found.class != DifferenceClass::Crash {
            let fault = judge(&self.ours, tournament, &found).fault.words();
            *self.verdicts.entry((kind.clone(), fault)).or_default() += 1;
        }
        Ok(Some(kind))
    }

    /// The round to come of an event that goes on: no checker speaks of it.
    fn next_round(&mut self, case: &AxesCase) -> Result<(), String> {
        let tournament = &case.tournament;
        let position = Position::derive(tournament, &self.options.rules.edition.definitions);
        let is_over = (position.rounds_total()).is_some_and(|total| position.round() > total);
        if is_over || position.present().is_empty() {
            return Ok(());
        }
        let kind = self.kind(tournament)?;
        if let Some(why) = kind.as_ref().filter(|kind| kind.starts_with("crash")) {
            return self.fail(why, case);
        }
        let pairs = position.present().len() / 2;
        let cells = cells(tournament, &position);
        (self.table).add(&cells, case.origin, pairs, kind.as_deref());
        match kind {
            Some(kind) => self.keep(&kind, case, position.round(), tournament),
            None => Ok(()),
        }
    }

    fn keep(
        &mut self,
        kind: &str,
        case: &AxesCase,
        round: RoundNumber,
        tournament: &Tournament,
    ) -> Result<(), String> {
        let count = self.kept.entry(kind.to_owned()).or_default();
        *count += 1;
        let is_explained = |reading: &AxisReading| reading.pages == kind;
        if *count > KEPT && self.readings.iter().any(is_explained) {
            return Ok(());
        }
        let Ok(text) = self.text(tournament) else {
            return Ok(());
        };
        let folder = self.options.output.join(kind.replace([' ', ':', '/'], "-"));
        let path = folder.join(format!("{}-round-{round}.trf", case.name));
        (fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text)))
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    fn write_tables(&self) -> Result<(), String> {
        let mut verdicts = String::new();
        for ((kind, fault), count) in &self.verdicts {
            let _ = writeln!(verdicts, "{kind}\t{fault}\t{count}");
        }
        let files = [("table.tsv", self.table.text()), ("verdicts.tsv", verdicts)];
        for (name, text) in files {
            let path = self.options.output.join(name);
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}

fn seats(tournament: &Tournament, outcome: &Outcome) -> Word {
    match outcome {
        Outcome::Paired(_) => Word::Seats(paired_seats(tournament, outcome).into_iter().collect()),
        Outcome::Impossible(_) => Word::Impossible,
    }
}

/// Whether a round is the one the other program has given.
fn is_theirs(tournament: &Tournament, outcome: &Outcome, found: &Comparison) -> bool {
    let number = |id| tournament.player(id).number.get();
    let theirs = match &found.theirs {
        Reply::Answered(answer) => {
            let boards = answer.boards.iter();
            let boards = boards.map(|(white, black)| (number(*white), Some(number(*black))));
            let byes = answer.byes.iter().map(|id| (number(*id), None));
            Word::Seats(boards.chain(byes).collect::<BTreeSet<BoardSeat>>())
        }
        Reply::Refused(_) => Word::Impossible,
        Reply::Failed(_) => return false,
    };
    seats(tournament, outcome) == theirs
}

/// Tournament `index`: in turn random legal (three of five), by a coin, paired by our engine.
fn made(options: &AxesOptions, index: u32) -> Option<AxesCase> {
    let (origin, tournament) = match index % 5 {
        1 => ("engine-paired", engine_paired(options, index / 5)?),
        3 => {
            let seed = tournament_seed(options.seed, 1);
            (
                "random colours",
                random_history(seed, index, ColourHabit::Any),
            )
        }
        _ => {
            let seed = tournament_seed(options.seed, 0);
            (
                "random legal",
                random_history(seed, index, ColourHabit::Legal),
            )
        }
    };
    (tournament.players.len() <= options.most as usize).then(|| AxesCase {
        name: format!("{}-{index}", options.seed),
        origin,
        tournament,
    })
}

/// Along the axes of a sweep, one after the other.
fn engine_paired(options: &AxesOptions, place: u32) -> Option<Tournament> {
    let axis = AXES[place as usize % AXES.len()];
    let bounds = Bounds {
        players: Span::new(2, options.most.min(300)),
    };
    let settings = axis.settings(options.seed, place / AXES.len() as u32, bounds);
    let generator = Generator::new(settings).ok()?;
    let pair = |tournament: &Tournament| match pair_round(tournament, &options.rules) {
        Outcome::Paired(round) => NextRound::Paired {
            boards: (round.boards.iter())
                .map(|board| (board.white, board.black))
                .collect(),
            bye: round.bye,
        },
        Outcome::Impossible(_) => NextRound::Impossible("no pairing".to_owned()),
    };
    let made = generator.generate_one(0, pair).ok()?;
    Some(made.tournament)
}

/// Files below the folders: positions and tournaments that somebody has written.
fn handmade(folders: &[PathBuf]) -> Result<Vec<AxesCase>, String> {
    let mut cases = Vec::new();
    for folder in folders {
        let files =
            tournament_files(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in files {
            // Files that cannot be read are there to be refused.
            if let Ok(tournament) = read_tournament(&path) {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                cases.push(AxesCase {
                    name: format!("hand-{stem}"),
                    origin: "hand-made",
                    tournament,
                });
            }
        }
    }
    Ok(cases)
}

fn run(options: &AxesOptions) -> Result<(), String> {
    let rules = options.rules;
    let edition = rules.edition;
    let pair = |tournament: &Tournament| Ok(pair_round(tournament, &rules));
    let reference = rules.reference();
    let second = |tournament: &Tournament| Ok(pair_round(tournament, &reference));
    let stop = AtomicBool::new(false);
    fs::create_dir_all(&options.output).map_err(|error| error.to_string())?;
    let mut run = AxesRun {
        options,
        desk: Desk::new(&options.engine, &stop),
        ours: Ours {
            name: edition.name,
            definitions: edition.definitions,
            edition: Some(edition),
            filed: None,
            games: 1,
            pair: &pair,
            second: Some(&second),
        },
        readings: readings(edition.year),
        answers: Answers::open(options.answers.as_deref()).map_err(|error| error.to_string())?,
        table: AxisTable::default(),
        kept: BTreeMap::new(),
        verdicts: BTreeMap::new(),
        failed: BTreeMap::new(),
    };
    let begun = Instant::now();
    for case in handmade(&options.folders)? {
        run.compare(&case)?;
        run.next_round(&case)?;
    }
    let mut index = options.from;
    while begun.elapsed() < options.time && run.table.rounds() < options.rounds {
        if let Some(case) = made(options, index) {
            run.compare(&case)?;
        }
        index += 1;
        if index.is_multiple_of(1000) {
            run.write_tables()?;
            eprintln!("{index} tournaments, {} rounds", run.table.rounds());
        }
    }
    run.write_tables()?;
    for (why, count) in &run.failed {
        eprintln!("{count} not compared: {why}");
    }
    for (kind, count) in &run.kept {
        eprintln!("{count} rounds: {kind}");
    }
    let rounds = run.table.rounds();
    eprintln!("tournaments {} to {index}, {rounds} rounds", options.from);
    Ok(())
}

/// One question's supervisor.
pub(crate) fn supervise() -> ExitCode {
    edelweiss_compare::engine::supervise(&std::env::args_os().skip(2).collect::<Vec<_>>())
}

pub(crate) fn main() -> ExitCode {
    let options = match AxesOptions::parse() {
        Ok(options) => options,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    eprintln!("seed {}", options.seed);
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
