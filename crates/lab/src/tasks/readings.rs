//! `readings PAGE [--rules YEAR] [--colours legal|any] [--seed N] [--from I] [--count N]
//! [--only-final] [--output FOLDER]`: how often a reading of the text decides.
//!
//! Random histories are drawn one after the other, as `axes` draws them. The last recorded round of
//! each is paired by our rules and by the reading that `docs/src/disputes/PAGE.md` speaks of; with
//! `--only-final` only where it is the final round, in which topscorers count. A round that differs is
//! counted when the reference engines of both say so, too, and the first of them are written to the
//! folder. What has been counted is printed every 10,000 histories: a run that is stopped has its
//! figures.

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use edelweiss_generate::fresh_seed;
use edelweiss_lab::axes::history::{ColourHabit, random_history};
use edelweiss_lab::axes::readings::{AxisReading, readings};
use edelweiss_model::{PlayerId, Tournament};
use edelweiss_pairing::{Engine, Outcome, Rules, pair_round};
use edelweiss_trf::{Dialect, Document};

/// How many differing rounds are written.
const WRITTEN: u64 = 50;

struct ReadingsOptions {
    page: String,
    rules: Rules,
    colours: ColourHabit,
    seed: u64,
    from: u32,
    count: u32,
    only_final: bool,
    output: Option<PathBuf>,
}

impl ReadingsOptions {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            page: words.next().ok_or("the page of a reading is missing")?,
            rules: Rules::dutch_2017(),
            colours: ColourHabit::Legal,
            seed: fresh_seed(),
            from: 0,
            count: 1_000_000,
            only_final: false,
            output: None,
        };
        while let Some(word) = words.next() {
            if word == "--only-final" {
                options.only_final = true;
                continue;
            }
            let value = words.next().ok_or(format!("{word}: a value is missing"))?;
            options.set(&word, &value)?;
        }
        Ok(options)
    }

    fn set(&mut self, word: &str, value: &str) -> Result<(), String> {
        let number = || {
            (value.parse::<u64>()).map_err(|_| format!("{word} {value}: expected a whole number"))
        };
        match (word, value) {
            ("--rules", "2026") => self.rules = Rules::dutch_2026(),
            ("--rules", "2017") => self.rules = Rules::dutch_2017(),
            ("--colours", "legal") => self.colours = ColourHabit::Legal,
            ("--colours", "any") => self.colours = ColourHabit::Any,
            ("--seed", _) => self.seed = number()?,
            ("--from", _) => self.from = number()? as u32,
            ("--count", _) => self.count = number()? as u32,
            ("--output", _) => self.output = Some(PathBuf::from(value)),
            _ => return Err(format!("{word} {value}: no such option or value")),
        }
        Ok(())
    }
}

/// What has been seen so far.
#[derive(Default)]
struct ReadingCounts {
    histories: u64,
    rounds: u64,
    /// 2017: rounds that end in a collapsed last bracket, and those with moved-down players in it.
    collapsed: u64,
    with_mdps: u64,
    differing: u64,
}

impl ReadingCounts {
    fn print(&self, options: &ReadingsOptions) {
        println!(
            "{}: {} histories, {} rounds paired, {} collapsed, {} of these with moved-down players, \
             {} differ",
            options.page,
            self.histories,
            self.rounds,
            self.collapsed,
            self.with_mdps,
            self.differing
        );
    }
}

pub(crate) fn main() -> ExitCode {
    let options = match ReadingsOptions::parse(std::env::args().skip(2)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let all = readings(options.rules.edition.year);
    let Some(reading) = all.iter().find(|reading| reading.pages == options.page) else {
        eprintln!("{}: no such reading of this edition", options.page);
        return ExitCode::from(2);
    };
    println!("seed {}, from {}", options.seed, options.from);
    let mut counts = ReadingCounts::default();
    for index in options.from..options.from.saturating_add(options.count) {
        let tournament = random_history(options.seed, index, options.colours);
        counts.histories += 1;
        if let Err(error) = count(&options, reading, &tournament, index, &mut counts) {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
        if counts.histories.is_multiple_of(10_000) {
            counts.print(&options);
        }
    }
    counts.print(&options);
    ExitCode::SUCCESS
}

/// Pairs the last recorded round of a history in both ways.
fn count(
    options: &ReadingsOptions,
    reading: &AxisReading,
    tournament: &Tournament,
    index: u32,
    counts: &mut ReadingCounts,
) -> Result<(), String> {
    let Some(round) = tournament.rounds_paired() else {
        return Ok(());
    };
    if options.only_final && tournament.rounds_total != Some(round) {
        return Ok(());
    }
    let before = tournament.before_round(round);
    let ours = pair_round(&before, &options.rules);
    counts.rounds += 1;
    if let Outcome::Paired(paired) = &ours
        && paired.replaced.is_some()
    {
        counts.collapsed += 1;
        let last = paired.brackets.last();
        counts.with_mdps += u64::from(last.is_some_and(|bracket| !bracket.mdps.is_empty()));
    }
    let is_same =
        |engine: Engine, ours: &Outcome| seats(ours) == seats(&reading.pair_on(&before, engine));
    if is_same(Engine::Fast, &ours)
        || is_same(
            Engine::Reference,
            &pair_round(&before, &options.rules.reference()),
        )
    {
        return Ok(());
    }
    counts.differing += 1;
    if let Some(folder) = &options.output
        && counts.differing <= WRITTEN
    {
        write(folder, &before, &format!("{}-{index}.trf", options.page))?;
    }
    Ok(())
}

/// White and Black of every board, and the bye.
type SeatsAndBye = (BTreeSet<(PlayerId, PlayerId)>, Option<PlayerId>);

fn seats(outcome: &Outcome) -> Option<SeatsAndBye> {
    match outcome {
        Outcome::Paired(round) => Some((
            (round.boards.iter())
                .map(|board| (board.white, board.black))
                .collect(),
            round.bye,
        )),
        Outcome::Impossible(_) => None,
    }
}

fn write(folder: &std::path::Path, tournament: &Tournament, name: &str) -> Result<(), String> {
    let error = |error: &dyn std::fmt::Display| format!("{name}: {error}");
    let document =
        Document::from_tournament(tournament, Dialect::Trf26).map_err(|fault| error(&fault))?;
    fs::create_dir_all(folder).map_err(|fault| error(&fault))?;
    fs::write(folder.join(name), document.write(document.line_end())).map_err(|fault| error(&fault))
}
