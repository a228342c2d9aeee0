//! One file, round by round: ours, the file's, and what decides.

use std::borrow::Cow;

use edelweiss::check::colours::ColourAllocation;
use edelweiss::check::legality::{Breach, violations};
use edelweiss::check::verdict::LiteralLimit;
use edelweiss::model::{PlayerId, Position, RoundNumber, System, Tournament};
use edelweiss::pairing::{Engine, Outcome as Answer, RoundPairing};
use edelweiss::systems::matches::Matches;
use edelweiss::systems::{PairingUnit, SystemOptions};
use edelweiss::trf::ReadOptions;
use edelweiss::verdict::{judge_round, reading_that_gives};
use rayon::prelude::*;

use super::CheckOptions;
use super::report::{ColourReport, DecisionReport, FileReport, RoundReport, RulesReport};
use super::seats::{Recorded, RoundOutcome, Seat, compare, seats_of};
use super::{editions, points, renumbering, standings};
use crate::held::held_as_asked;
use crate::impossible;
use crate::input::teams_paired;
use crate::report::{Setting, clean};
use crate::system::{Asked, ChosenSystem};

/// Checks a file; its rounds side by side, if nothing else is to be done.
pub(super) fn file(
    name: &str,
    bytes: &[u8],
    args: &CheckOptions,
    reading: ReadOptions,
    is_alone: bool,
) -> FileReport {
    let judges_points = reading.check_points;
    // Wrong points are a difference, and the rounds of the file are judged all the same.
    let reading = reading.check_points(false);
    let mut reading = match edelweiss::trf::read(bytes, name, &reading) {
        Ok(reading) => reading,
        Err(failure) => {
            let warnings = failure.warnings.iter().map(ToString::to_string).collect();
            return FileReport::refused(name, failure.to_string(), warnings);
        }
    };
    match held_as_asked(name, &reading.tournament, args.after_round) {
        Ok(Cow::Owned(held)) => reading.tournament = held,
        Ok(Cow::Borrowed(_)) => {}
        Err(failure) => return FileReport::bad(name, failure.to_string()),
    }
    let of_teams = match teams_paired(name, &reading.tournament, args.rules) {
        Ok(of_teams) => of_teams,
        Err(error) => return FileReport::refused(name, error.message, Vec::new()),
    };
    let tournament = of_teams.as_ref().unwrap_or(&reading.tournament);
    let rounds = match rounds_to_check(tournament, args.round) {
        Ok(rounds) => rounds,
        Err(message) => return FileReport::bad(name, message),
    };
    let mut report = FileReport {
        file: clean(name),
        wrong_points: if judges_points {
            points::judged(&reading)
        } else {
            Vec::new()
        },
        standings: match args.round {
            Some(_) => None,
            None => standings::judged(name, &reading, &args.list),
        },
        warnings: reading.warnings.iter().map(ToString::to_string).collect(),
        ..FileReport::default()
    };
    let (choice, options) = match choose(tournament, args) {
        Ok(chosen) => chosen,
        Err(why)
            if report.standings.is_some()
                || !report.wrong_points.is_empty()
                || tournament.system == Some(System::OfTeams) =>
        {
            report.rounds_not_paired = why.lines().next().map(str::to_owned);
            return report;
        }
        Err(why) => return FileReport::bad(name, why),
    };
    pair_again(
        &mut report,
        tournament,
        (&rounds, choice, &options),
        bytes.len(),
        is_alone,
    );
    report
}

/// Pairs rounds again by these rules, and looks for what explains differences.
fn pair_again(
    report: &mut FileReport,
    tournament: &Tournament,
    (rounds, choice, options): (&[RoundNumber], ChosenSystem, &SystemOptions),
    bytes: usize,
    is_alone: bool,
) {
    report.rules = Some(RulesReport::of(choice));
    let check = |round, before: &Tournament| {
        check_round(
            &report.file,
            bytes,
            (tournament, before),
            round,
            (choice, options),
        )
    };
    let found: Vec<RoundReport> = if is_alone {
        (rounds.par_iter().copied())
            .map(|round| check(round, &tournament.before_round(round)))
            .collect()
    } else {
        one_after_another(tournament, rounds, check)
    };
    let equal = found
        .iter()
        .filter(|round| round.verdict == RoundOutcome::Equal)
        .count();
    report.rounds = found;
    report.better_edition = editions::better(tournament, rounds, choice, equal, is_alone);
    renumbering::explain(tournament, choice, &mut report.rounds);
}

/// Of each round what is found by it and by the tournament before it, which is copied once for all of them.
fn one_after_another<T>(
    tournament: &Tournament,
    rounds: &[RoundNumber],
    mut find: impl FnMut(RoundNumber, &Tournament) -> T,
) -> Vec<T> {
    let mut found = Vec::with_capacity(rounds.len());
    let mut later: Option<Tournament> = None;
    for round in rounds.iter().rev().copied() {
        let before = match later.take() {
            Some(later) => later.before_earlier_round(round),
            None => tournament.before_round(round),
        };
        found.push(find(round, &before));
        later = Some(before);
    }
    found.reverse();
    found
}

/// The recorded rounds, or the only one that is asked for.
///
/// # Errors
/// That one is not there.
fn rounds_to_check(tournament: &Tournament, only: Option<u16>) -> Result<Vec<RoundNumber>, String> {
    let last = tournament.rounds_paired().map_or(0, RoundNumber::get);
    let asked = only.map_or(1..=last, |only| only..=only);
    let rounds: Vec<RoundNumber> = asked
        .filter(|round| (1..=last).contains(round))
        .map(|round| RoundNumber::from_index(usize::from(round) - 1))
        .collect();
    match only {
        Some(round) if rounds.is_empty() => Err(format!(
            "found no pairing of round {round} to check, expected one of the {last} recorded rounds"
        )),
        _ => Ok(rounds),
    }
}

impl RulesReport {
    fn of(choice: ChosenSystem) -> Self {
        Self {
            system: choice.pairing.system,
            edition: choice.pairing.year,
            name: choice.pairing.name,
            chosen_by: choice.by.code(),
            chosen_in_words: choice.by.words().into_owned(),
        }
    }
}

/// The system with its readings, or why no round is paired again.
fn choose(
    tournament: &Tournament,
    args: &CheckOptions,
) -> Result<(ChosenSystem, SystemOptions), String> {
    if args.list.says_pre_determined() && !args.rules.is_said() {
        return Err("all pairings were fixed before the event (--pairings)".to_owned());
    }
    let is_of_players = tournament.matches.is_none();
    if tournament.system == Some(System::OfTeams) && is_of_players && !args.rules.is_said() {
        let why = "the rounds were paired as those of teams (record 192); --system dutch pairs them as those of players";
        return Err(why.to_owned());
    }
    let choice = args.rules.choose(Asked::by(tournament));
    let chosen = choice.and_then(|choice| {
        let options = args.readings.options(choice, Engine::default())?;
        Ok((choice, options))
    });
    chosen.map_err(|failure| failure.message)
}

fn check_round(
    file: &str,
    bytes: usize,
    (tournament, before): (&Tournament, &Tournament),
    round: RoundNumber,
    (choice, options): (ChosenSystem, &SystemOptions),
) -> RoundReport {
    if choice.pairing.unit == PairingUnit::Match && round.index() % 2 == 1 {
        return check_second_game(tournament, round);
    }
    let mut recorded = Recorded::of(tournament, round);
    if choice.pairing.unit.is_scheduled() {
        // Whoever is free in a round of the table may stand there with a bye.
        recorded
            .seats
            .retain(|seat| !matches!(seat, Seat::Bye { .. }));
    }
    let position = Position::derive(before, &choice.pairing.definitions);
    let setting = Setting {
        file,
        bytes,
        tournament: before,
        position: &position,
        choice,
        engine: Engine::default(),
    };
    let breaches = breaches(&setting, &recorded);
    let ours = match choice.pairing.paired(before, &position, options) {
        Ok(Answer::Paired(ours)) => Ok(ours),
        Ok(Answer::Impossible(why)) => Err(impossible::words(&setting, &why)),
        Err(failure) => Err(failure.to_string()),
    };
    let mut report = RoundReport::new(round, RoundOutcome::ImpossibleHere, breaches);
    match ours {
        Ok(ours) => {
            let here = seats_of(before, &ours);
            (report.verdict, report.recorded, report.here) = compare(&recorded.seats, &here);
            match report.verdict {
                RoundOutcome::PairingDiffers => {
                    report.decision = decide(&setting, &recorded, &ours);
                    report.reading = (setting.choice.pairing.edition).and_then(|edition| {
                        reading_that_gives(setting.position, edition, &recorded.judged())
                    });
                }
                RoundOutcome::ColoursDiffer => {
                    report.colours = colours(&setting, &ours, &report.here);
                }
                RoundOutcome::Equal | RoundOutcome::ImpossibleHere => {}
            }
        }
        Err(why) => {
            report.recorded = recorded.seats;
            report.why_impossible = Some(why);
        }
    }
    report
}

/// Game 2 of a match: the opponents of game 1 with the other colours (C.04.5 (2026) 4.4), and no
/// bye that is not the rest of game 1's.
fn check_second_game(tournament: &Tournament, round: RoundNumber) -> RoundReport {
    let first = Recorded::of(tournament, RoundNumber::from_index(round.index() - 1));
    let recorded = Recorded::of(tournament, round);
    let expected: Vec<Seat> = (first.seats.iter())
        .filter_map(|seat| match *seat {
            Seat::Board { white, black } => Some(Seat::Board {
                white: black,
                black: white,
            }),
            Seat::Colourless { .. } => Some(*seat),
            // A bye for the whole match may be told in either round, or in both.
            Seat::Bye { .. } => recorded.seats.contains(seat).then_some(*seat),
        })
        .collect();
    let (verdict, recorded, here) = compare(&recorded.seats, &expected);
    let breaches = match verdict {
        RoundOutcome::Equal => Vec::new(),
        RoundOutcome::ColoursDiffer => vec![
            "game 2 of a match has the colours of game 1, expected the other ones (4.4)".to_owned(),
        ],
        RoundOutcome::PairingDiffers | RoundOutcome::ImpossibleHere => {
            vec!["the two games of a match have different opponents".to_owned()]
        }
    };
    RoundReport {
        recorded,
        here,
        ..RoundReport::new(round, verdict, breaches)
    }
}

/// Which rule decides, for the editions that have criteria.
fn decide(
    setting: &Setting<'_>,
    recorded: &Recorded,
    ours: &RoundPairing,
) -> Option<DecisionReport> {
    let verdict = judge_round(
        setting.tournament,
        setting.position,
        setting.choice.pairing.edition?,
        &recorded.judged(),
        ours,
        LiteralLimit::default(),
    );
    let decision = verdict.decision?;
    Some(DecisionReport::new(&decision, |id| setting.number(id)))
}

/// Why the boards of `seats` have their colours here.
fn colours(setting: &Setting<'_>, ours: &RoundPairing, seats: &[Seat]) -> Vec<ColourReport> {
    let judge = (setting.choice.pairing.edition).map(|_| ColourAllocation::new(setting.tournament));
    (ours.boards.iter())
        .map(|board| {
            (
                board,
                setting.number(board.white),
                setting.number(board.black),
            )
        })
        .filter(|(_, white, black)| {
            let (white, black) = (*white, *black);
            seats.contains(&Seat::Board { white, black })
        })
        .map(|(board, white, black)| ColourReport {
            white,
            black,
            article: (board.colour_reason).article(setting.choice.pairing.year),
            judge_agrees: judge
                .as_ref()
                .map(|judge| judge.seat(board.white, board.black) == (board.white, board.black)),
        })
        .collect()
}

/// What the file's pairing breaks, players by the numbers of the file.
fn breaches(setting: &Setting<'_>, recorded: &Recorded) -> Vec<String> {
    // A table breaks no rule, and what is not of it shows beside it.
    if setting.choice.pairing.unit.is_scheduled() {
        return Vec::new();
    }
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
    let in_matches = setting.choice.pairing.unit == PairingUnit::Match;
    if in_matches {
        found.extend(breaches_of_matches(setting, recorded));
    }
    found.extend(broken.iter().filter_map(|violation| {
        Some(match *violation {
            // Matches have rules of their own for these, and none about colours.
            Breach::BarredFromBye(_) | Breach::Rematch(..) | Breach::ColourClash(..)
                if in_matches =>
            {
                return None;
            }
            Breach::BarredFromBye(_) | Breach::Rematch(..) | Breach::ColourClash(..)
                if setting.choice.pairing.unit == PairingUnit::LadderGame =>
            {
                return None;
            }
            // Colours never keep teams apart (C.04.6, preface).
            Breach::ColourClash(..) if setting.choice.pairing.unit == PairingUnit::TeamMatch => {
                return None;
            }
            Breach::Unpaired(id) if more_byes.contains(&id) => return None,
            Breach::Unpaired(id) => format!("{} is not paired", number(id)),
            Breach::PairedTwice(id) => format!("{} is paired more than once", number(id)),
            Breach::NotPresent(id) => format!("{} does not take part", number(id)),
            Breach::NeedlessBye(id) => {
                format!("{} has the bye in a round of even number", number(id))
            }
            Breach::BarredFromBye(id) => {
                format!("C2: {} may not receive the bye", number(id))
            }
            Breach::Rematch(a, b) => {
                format!("C1: {} and {} have met", number(a), number(b))
            }
            Breach::Banned(a, b) => {
                format!("{} and {} are kept apart by the file", number(a), number(b))
            }
            Breach::ColourClash(a, b) => format!(
                "C3: {} and {} have the same absolute colour preference",
                number(a),
                number(b)
            ),
        })
    }));
    found
}

/// C.04.5 (2026) 2.1.1 and 2.1.2: matches instead of games.
fn breaches_of_matches(setting: &Setting<'_>, recorded: &Recorded) -> Vec<String> {
    // Rounds that cannot be read as matches are told as the reason why there is no round here.
    let Ok(matches) = Matches::read(setting.tournament) else {
        return Vec::new();
    };
    let number = |id: PlayerId| setting.number(id);
    let barred = |id: PlayerId| matches.of(id).iter().any(|entry| entry.bars_bye());
    let have_met = |a, b| matches.of(a).iter().any(|entry| entry.met() == Some(b));
    let byes = (recorded.byes.iter().copied())
        .filter(|id| barred(*id))
        .map(|id| format!("C2: {} may not receive the bye", number(id)));
    let pairs = (recorded.pairs.iter().copied())
        .filter(|(a, b)| have_met(*a, *b))
        .map(|(a, b)| format!("C1: {} and {} have met", number(a), number(b)));
    byes.chain(pairs).collect()
}
