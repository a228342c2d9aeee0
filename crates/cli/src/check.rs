//! `edelweiss check`: every recorded round of tournament files, paired again.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, ValueEnum};
use edelweiss::check::legality::{Violation, violations};
use edelweiss::model::{
    ByeKind, Colour, PlayerId, Position, RoundEntry, RoundNumber, Score, Tournament,
};
use edelweiss::pairing::{BracketRecord, Engine, Outcome, RoundPairing};
use edelweiss::trf::ReadOptions;
use edelweiss::weights::{Bracket, Completion, CostVector, Edition, Layout, Unit};
use rayon::prelude::*;
use serde::Serialize;

use crate::exit::{Exit, Failure, say};
use crate::report::{Setting, clean};
use crate::system::{self, Choice, SystemName, Year};
use crate::{files, impossible};

/// Raised when a field of the JSON document changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

/// Pair the recorded rounds of tournament files again and compare
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Tournament files, and folders with files named *.trf at any depth
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Edition of the rules [default: what record 192 of each file asks for, else 2026]
    #[arg(long, value_enum)]
    rules: Option<Year>,
    /// Pairing system [default: what record 192 of each file asks for, else dutch]
    #[arg(long, value_enum)]
    system: Option<SystemName>,
    /// Only this round [default: every recorded round]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999))]
    round: Option<u16>,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A line per round, and what differs below it
    Text,
    /// One document about all files
    Json,
}

/// Runs the command: [`Exit::Invalid`] if a file could not be checked, else whether rounds differ.
///
/// # Errors
/// When the answer cannot be written.
pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let reports: Vec<FileReport> = (named(&args.files).into_par_iter())
        .map(|(path, listed)| match listed {
            Ok(()) => check_file(&path, args),
            Err(error) => FileReport::bad(&path, error.to_string()),
        })
        .collect();
    for report in &reports {
        for warning in &report.warnings {
            say(&format!("warning: {warning}"));
        }
        if let Some(error) = &report.error {
            say(&format!("error: {error}"));
        }
    }
    let summary = Summary::of(&reports);
    let text = match args.format {
        Format::Text => page(&reports, &summary),
        Format::Json => document(&reports, &summary),
    };
    files::write_standard(&text)
        .map_err(|error| Failure::new(Exit::FileAccess, format!("standard output: {error}")))?;
    Ok(if summary.bad_files > 0 {
        Exit::Invalid
    } else if summary.equal < summary.rounds {
        Exit::DIFFERS
    } else {
        Exit::Done
    })
}

/// The files meant, in the order they were given; those of a folder are sorted. A folder that
/// cannot be listed, or holds nothing, stands for itself with the reason.
pub(crate) fn named(paths: &[PathBuf]) -> Vec<(PathBuf, io::Result<()>)> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push((path.clone(), Ok(())));
            continue;
        }
        let mut found = Vec::new();
        match list(path, &mut found) {
            Ok(()) if found.is_empty() => {
                let error = io::Error::other("the folder holds no file named *.trf");
                all.push((path.clone(), Err(error)));
            }
            Ok(()) => {
                found.sort();
                all.extend(found.into_iter().map(|file| (file, Ok(()))));
            }
            Err(error) => all.push((path.clone(), Err(error))),
        }
    }
    all
}

/// Adds all `*.trf` below a folder. Links to folders are not followed, so this ends.
fn list(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            list(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "trf") {
            found.push(path);
        }
    }
    Ok(())
}

/// What came out for one file.
#[derive(Serialize)]
struct FileReport {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Rules>,
    rounds: Vec<RoundReport>,
    /// Why the file could not be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct Rules {
    system: &'static str,
    edition: u16,
    name: &'static str,
    chosen_by: &'static str,
    #[serde(skip)]
    chosen_in_words: &'static str,
}

/// How a recorded round compares with ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Verdict {
    Equal,
    /// The same opponents, with other colours.
    ColoursDiffer,
    PairingDiffers,
    /// We pair no round there.
    ImpossibleHere,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "equal",
            Self::ColoursDiffer => "colours differ",
            Self::PairingDiffers => "pairing differs",
            Self::ImpossibleHere => "no pairing here",
        })
    }
}

#[derive(Serialize)]
struct RoundReport {
    round: u16,
    verdict: Verdict,
    /// Seats of the file that ours does not have.
    recorded: Vec<Seat>,
    /// Seats of ours that the file does not have.
    here: Vec<Seat>,
    /// What the file's pairing breaks.
    breaches: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deciding: Option<Deciding>,
    /// Why there is no round here.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_impossible: Option<String>,
}

/// What makes ours better than the file's, as far as it is told without looking ahead.
#[derive(PartialEq, Eq, Debug, Serialize)]
struct Deciding {
    /// Counted from 1 at the top; none for what concerns the whole round.
    bracket: Option<usize>,
    /// Label of the first criterion that differs, if one does.
    criterion: Option<&'static str>,
    text: String,
}

/// A board or a bye, by the numbers of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
enum Seat {
    Board {
        white: u16,
        black: u16,
    },
    /// A forfeited game whose colours the file does not tell.
    Colourless {
        players: [u16; 2],
    },
    Bye {
        bye: u16,
    },
}

impl Seat {
    /// Who meets whom, whatever the colours.
    fn players(self) -> (u16, Option<u16>) {
        match self {
            Self::Board { white: a, black: b } | Self::Colourless { players: [a, b] } => {
                (a.min(b), Some(a.max(b)))
            }
            Self::Bye { bye } => (bye, None),
        }
    }

    /// Whether the colours contradict those of `other`, a seat of the same players.
    fn contradicts(self, other: Self) -> bool {
        let is_open = |seat| matches!(seat, Self::Colourless { .. });
        self != other && !is_open(self) && !is_open(other)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { white, black } => write!(f, "{white}-{black}"),
            Self::Colourless { players: [a, b] } => write!(f, "{a}-{b} (no colours)"),
            Self::Bye { bye } => write!(f, "{bye} bye"),
        }
    }
}

/// A round as the file has it.
struct Recorded {
    /// White first, where the colours are told.
    pairs: Vec<(PlayerId, PlayerId)>,
    byes: Vec<PlayerId>,
    seats: Vec<Seat>,
}

impl Recorded {
    fn of(tournament: &Tournament, round: RoundNumber) -> Self {
        let number = |id: PlayerId| tournament.player(id).number.get();
        let (mut pairs, mut byes, mut seats) = (Vec::new(), Vec::new(), Vec::new());
        for id in tournament.player_ids() {
            match tournament.player(id).entry(round) {
                RoundEntry::Paired {
                    opponent, colour, ..
                } => {
                    let (a, b) = (number(id), number(opponent));
                    let seat = match colour {
                        Some(Colour::White) => Seat::Board { white: a, black: b },
                        None if id < opponent => Seat::Colourless { players: [a, b] },
                        _ => continue,
                    };
                    pairs.push((id, opponent));
                    seats.push(seat);
                }
                RoundEntry::Bye(ByeKind::PairingAllocated) => {
                    byes.push(id);
                    seats.push(Seat::Bye { bye: number(id) });
                }
                _ => {}
            }
        }
        Self { pairs, byes, seats }
    }
}

impl FileReport {
    fn bad(path: &Path, error: impl fmt::Display) -> Self {
        let file = clean(&files::name_of(path));
        Self {
            error: Some(format!("{file}: {error}")),
            file,
            rules: None,
            rounds: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

fn check_file(path: &Path, args: &CheckArgs) -> FileReport {
    let name = files::name_of(path);
    let bytes = match files::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return FileReport::bad(path, error),
    };
    let reading = match edelweiss::trf::read(&bytes, &name, &ReadOptions::default()) {
        Ok(reading) => reading,
        Err(failure) => {
            return FileReport {
                // The reader names the file at every finding.
                error: Some(failure.to_string()),
                warnings: failure.warnings.iter().map(ToString::to_string).collect(),
                ..FileReport::bad(path, "")
            };
        }
    };
    let tournament = &reading.tournament;
    let choice = match system::choose(tournament.system, args.system, args.rules) {
        Ok(choice) => choice,
        Err(failure) => return FileReport::bad(path, failure.message),
    };
    let last = tournament.rounds_paired().map_or(0, RoundNumber::get);
    let rounds: Vec<RoundNumber> = (1..=last)
        .filter(|round| args.round.is_none_or(|only| only == *round))
        // The second game of a match follows from the first.
        .filter(|round| choice.pairing.system != "double-swiss" || round % 2 == 1)
        .map(|round| RoundNumber::from_index(usize::from(round) - 1))
        .collect();
    if let (Some(round), true) = (args.round, rounds.is_empty()) {
        let message = format!(
            "found no pairing of round {round} to check, expected one of the {last} recorded rounds"
        );
        return FileReport::bad(path, message);
    }
    let check = |round| check_round(&name, bytes.len(), tournament, round, choice);
    FileReport {
        file: clean(&name),
        rules: Some(Rules {
            system: choice.pairing.system,
            edition: choice.pairing.year,
            name: choice.pairing.name,
            chosen_by: choice.by.code(),
            chosen_in_words: choice.by.words(),
        }),
        rounds: rounds.into_par_iter().map(check).collect(),
        error: None,
        warnings: reading.warnings.iter().map(ToString::to_string).collect(),
    }
}

fn check_round(
    file: &str,
    bytes: usize,
    tournament: &Tournament,
    round: RoundNumber,
    choice: Choice,
) -> RoundReport {
    let recorded = Recorded::of(tournament, round);
    let before = tournament.before_round(round);
    let position = Position::derive(&before, &choice.pairing.definitions);
    let setting = Setting {
        file,
        bytes,
        tournament: &before,
        position: &position,
        choice,
        engine: Engine::default(),
    };
    let breaches = breaches(&setting, &recorded);
    let ours = match (choice.pairing.pair)(&before, setting.engine) {
        Ok(Outcome::Paired(ours)) => Ok(ours),
        Ok(Outcome::Impossible(why)) => Err(impossible::words(&setting, &why)),
        Err(failure) => Err(failure.message),
    };
    let ours = match ours {
        Ok(ours) => ours,
        Err(why) => {
            return RoundReport {
                round: round.get(),
                verdict: Verdict::ImpossibleHere,
                recorded: recorded.seats,
                here: Vec::new(),
                breaches,
                deciding: None,
                why_impossible: Some(why),
            };
        }
    };
    let boards = ours.boards.iter().map(|board| Seat::Board {
        white: setting.number(board.white),
        black: setting.number(board.black),
    });
    let byes = ours.bye.map(|id| Seat::Bye {
        bye: setting.number(id),
    });
    let here: Vec<Seat> = boards.chain(byes).collect();
    let (verdict, recorded_only, here_only) = compare(&recorded.seats, &here);
    let deciding = (choice.pairing.edition)
        .filter(|_| verdict == Verdict::PairingDiffers && breaches.is_empty())
        .and_then(|edition| deciding(edition, &position, &recorded, &ours));
    RoundReport {
        round: round.get(),
        verdict,
        recorded: recorded_only,
        here: here_only,
        breaches,
        deciding,
        why_impossible: None,
    }
}

/// The verdict, and the seats only one side has.
fn compare(recorded: &[Seat], here: &[Seat]) -> (Verdict, Vec<Seat>, Vec<Seat>) {
    type ByPlayers = BTreeMap<(u16, Option<u16>), Seat>;
    let by_players = |seats: &[Seat]| -> ByPlayers {
        seats.iter().map(|seat| (seat.players(), *seat)).collect()
    };
    let (theirs, ours) = (by_players(recorded), by_players(here));
    let lacking = |seats: &[Seat], other: &ByPlayers| -> Vec<Seat> {
        (seats.iter().copied())
            .filter(|seat| !other.contains_key(&seat.players()))
            .collect()
    };
    let contradicting = |seats: &[Seat], other: &ByPlayers| -> Vec<Seat> {
        (seats.iter().copied())
            .filter(|seat| {
                let same = other.get(&seat.players());
                same.is_some_and(|same| seat.contradicts(*same))
            })
            .collect()
    };
    let differing = (lacking(recorded, &ours), lacking(here, &theirs));
    if !(differing.0.is_empty() && differing.1.is_empty()) {
        return (Verdict::PairingDiffers, differing.0, differing.1);
    }
    let turned = (contradicting(recorded, &ours), contradicting(here, &theirs));
    let verdict = if turned.0.is_empty() {
        Verdict::Equal
    } else {
        Verdict::ColoursDiffer
    };
    (verdict, turned.0, turned.1)
}

/// What the file's pairing breaks, players by the numbers of the file.
fn breaches(setting: &Setting<'_>, recorded: &Recorded) -> Vec<String> {
    let number = |id: PlayerId| setting.number(id);
    let definitions = &setting.choice.pairing.definitions;
    let (bye, more_byes) = match recorded.byes.split_first() {
        Some((bye, more)) => (Some(*bye), more),
        None => (None, &[][..]),
    };
    let mut found: Vec<String> = (more_byes.iter())
        .map(|id| format!("{} has a second pairing-allocated bye", number(*id)))
        .collect();
    let broken = violations(setting.tournament, definitions, &recorded.pairs, bye);
    found.extend(broken.iter().filter_map(|violation| {
        Some(match *violation {
            Violation::Unpaired(id) if more_byes.contains(&id) => return None,
            Violation::Unpaired(id) => format!("{} is not paired", number(id)),
            Violation::PairedTwice(id) => format!("{} is paired more than once", number(id)),
            Violation::NotPresent(id) => format!("{} does not take part", number(id)),
            Violation::NeedlessBye(id) => {
                format!("{} has the bye in a round of even number", number(id))
            }
            Violation::BarredFromBye(id) => {
                format!("C2: {} may not receive the bye", number(id))
            }
            Violation::Rematch(a, b) => {
                format!("C1: {} and {} have met", number(a), number(b))
            }
            Violation::Banned(a, b) => {
                format!("{} and {} are kept apart by the file", number(a), number(b))
            }
            Violation::ColourClash(a, b) => format!(
                "C3: {} and {} have the same absolute colour preference",
                number(a),
                number(b)
            ),
        })
    }));
    found
}

/// The first criterion that differs between a legal pairing of the file and ours. Brackets are
/// ours; the first one in which the pairs differ has the same players in both.
fn deciding(
    edition: &Edition,
    position: &Position,
    recorded: &Recorded,
    ours: &RoundPairing,
) -> Option<Deciding> {
    let bye = recorded.byes.first().copied();
    let score = |id: PlayerId| -> Score { position.player(id).score };
    if edition.completion == Completion::EveryBracket
        && let (Some(theirs), Some(here)) = (bye.map(score), ours.bye.map(score))
        && theirs > here
    {
        return Some(Deciding {
            bracket: None,
            criterion: Some("C5"),
            text: format!("C5: the file's bye has {theirs} points, and {here} are possible"),
        });
    }
    ours.brackets
        .iter()
        .enumerate()
        .find_map(|(index, bracket)| {
            let players = || bracket.mdps.iter().chain(&bracket.residents).copied();
            let mut inside = vec![false; position.players().len()];
            for id in players() {
                inside[id.index()] = true;
            }
            let theirs: Vec<(PlayerId, PlayerId)> = (recorded.pairs.iter())
                .filter(|(a, b)| inside[a.index()] && inside[b.index()])
                .map(|&(a, b)| {
                    if position.is_higher(a, b) {
                        (a, b)
                    } else {
                        (b, a)
                    }
                })
                .collect();
            let is_same = theirs.len() == bracket.pairs.len()
                && theirs.iter().all(|pair| bracket.pairs.contains(pair));
            if is_same {
                return None;
            }
            let all: Vec<PlayerId> = players().collect();
            let costs = |pairs: &[(PlayerId, PlayerId)], bye| {
                let judged =
                    Bracket::new(position, bracket.mdps.clone(), bracket.residents.clone());
                Layout::evaluate(edition, position, &judged, &units(&all, pairs, bye))
            };
            let (theirs, here) = (costs(&theirs, bye), costs(&bracket.pairs, ours.bye));
            Some(first_difference(
                edition, position, index, bracket, &theirs, &here,
            ))
        })
}

/// The pieces of a bracket's pairing: its pairs, and whoever is in none.
fn units(all: &[PlayerId], pairs: &[(PlayerId, PlayerId)], bye: Option<PlayerId>) -> Vec<Unit> {
    let is_paired = |id: PlayerId| pairs.iter().any(|(a, b)| *a == id || *b == id);
    let floats = (all.iter().copied())
        .filter(|id| !is_paired(*id))
        .map(|player| Unit::Float {
            player,
            takes_bye: bye == Some(player),
        });
    (pairs.iter())
        .map(|&(higher, lower)| Unit::Pair { higher, lower })
        .chain(floats)
        .collect()
}

fn first_difference(
    edition: &Edition,
    position: &Position,
    index: usize,
    bracket: &BracketRecord,
    theirs: &CostVector,
    here: &CostVector,
) -> Deciding {
    let mut text = format!("bracket {}", index + 1);
    if let Some(first) = bracket.residents.first() {
        let score = position.player(*first).score;
        write!(text, " ({score} points)").expect("a string grows");
    }
    let rows = theirs.0.iter().zip(&here.0);
    let differing = (edition.criteria.iter().zip(rows)).find(|(_, (theirs, here))| theirs != here);
    let criterion = differing.map(|(rule, (theirs, here))| {
        let fields = |costs: &[u64]| {
            let costs: Vec<String> = costs.iter().map(ToString::to_string).collect();
            costs.join(",")
        };
        write!(
            text,
            ": {} ({}) is the first of the bracket's own criteria to differ, {} in the file, {} here",
            rule.label,
            rule.summary,
            fields(theirs),
            fields(here)
        )
        .expect("a string grows");
        if theirs < here {
            text.push_str("; as the file's is better there, completion or the look-ahead decides");
        }
        rule.label
    });
    if criterion.is_none() {
        text.push_str(
            ": equal under the bracket's own criteria, so the sequence or the look-ahead decides",
        );
    }
    Deciding {
        bracket: Some(index + 1),
        criterion,
        text,
    }
}

/// Counts over all files.
#[derive(Default, Serialize)]
struct Summary {
    files: usize,
    bad_files: usize,
    rounds: usize,
    equal: usize,
    colours_differ: usize,
    pairing_differs: usize,
    impossible_here: usize,
    /// Rounds whose recorded pairing breaks an absolute criterion.
    illegal: usize,
}

impl Summary {
    fn of(reports: &[FileReport]) -> Self {
        let mut summary = Self {
            files: reports.len(),
            bad_files: (reports.iter().filter(|report| report.error.is_some())).count(),
            ..Self::default()
        };
        for round in reports.iter().flat_map(|report| &report.rounds) {
            summary.rounds += 1;
            summary.illegal += usize::from(!round.breaches.is_empty());
            *match round.verdict {
                Verdict::Equal => &mut summary.equal,
                Verdict::ColoursDiffer => &mut summary.colours_differ,
                Verdict::PairingDiffers => &mut summary.pairing_differs,
                Verdict::ImpossibleHere => &mut summary.impossible_here,
            } += 1;
        }
        summary
    }
}

fn page(reports: &[FileReport], summary: &Summary) -> String {
    let mut out = String::new();
    for report in reports {
        add_file(&mut out, report).expect("a string grows");
    }
    writeln!(
        out,
        "{} files, {} of them not checked; {} rounds: {} equal, {} with other colours, {} paired \
         differently, {} without a pairing here; {} illegal in the file",
        summary.files,
        summary.bad_files,
        summary.rounds,
        summary.equal,
        summary.colours_differ,
        summary.pairing_differs,
        summary.impossible_here,
        summary.illegal
    )
    .expect("a string grows");
    out
}

fn add_file(out: &mut String, report: &FileReport) -> fmt::Result {
    let Some(rules) = &report.rules else {
        return writeln!(out, "{}: not checked", report.file);
    };
    writeln!(
        out,
        "{}: {} ({})",
        report.file, rules.name, rules.chosen_in_words
    )?;
    if report.rounds.is_empty() {
        writeln!(out, "  no round is recorded")?;
    }
    for round in &report.rounds {
        writeln!(out, "  round {}: {}", round.round, round.verdict)?;
        for (side, seats) in [("file", &round.recorded), ("here", &round.here)] {
            if !seats.is_empty() {
                let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
                writeln!(out, "    {side}: {}", seats.join(", "))?;
            }
        }
        for breach in &round.breaches {
            writeln!(out, "    the file's pairing breaks the rules: {breach}")?;
        }
        if let Some(deciding) = &round.deciding {
            writeln!(out, "    {}", deciding.text)?;
        }
        for line in round.why_impossible.iter().flat_map(|why| why.lines()) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

fn document(reports: &[FileReport], summary: &Summary) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        format: &'static str,
        version: u32,
        files: &'a [FileReport],
        summary: &'a Summary,
    }
    let document = Document {
        format: "edelweiss-check",
        version: FORMAT_VERSION,
        files: reports,
        summary,
    };
    let mut text = serde_json::to_string_pretty(&document)
        .expect("the document has text keys and no values that fail");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_compare_by_players_then_by_colours() {
        let board = |white, black| Seat::Board { white, black };
        let bye = Seat::Bye { bye: 5 };
        let open = Seat::Colourless { players: [4, 3] };
        for (recorded, verdict, differing) in [
            (vec![board(1, 2), board(3, 4), bye], Verdict::Equal, 0),
            (vec![bye, board(3, 4), board(1, 2)], Verdict::Equal, 0),
            (vec![board(1, 2), open, bye], Verdict::Equal, 0),
            (vec![board(2, 1), open, bye], Verdict::ColoursDiffer, 1),
            (
                vec![board(1, 3), board(2, 4), bye],
                Verdict::PairingDiffers,
                2,
            ),
            // Colours of other boards do not matter once opponents differ.
            (vec![board(2, 1), board(3, 4)], Verdict::PairingDiffers, 0),
            (Vec::new(), Verdict::PairingDiffers, 0),
        ] {
            let here = [board(1, 2), board(3, 4), bye];
            let (found, theirs, _) = compare(&recorded, &here);
            assert_eq!((found, theirs.len()), (verdict, differing), "{recorded:?}");
        }
    }
}
