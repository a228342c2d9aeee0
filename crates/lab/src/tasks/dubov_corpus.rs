//! `dubov-corpus [--list] FOLDER…`: pairs every recorded round of tournaments by the Dubov system
//! of 2026 again, and says of every difference what the recorded round does otherwise.
//!
//! The programs that made such files leave the text in known ways, so a difference is a question,
//! not a failure. Each differing round is put into the class of its first difference from the top:
//! the bye, else the first bracket that is not the same, judged by C5-C10 as recorded and as
//! paired here. The last class, "the record is better", is empty unless the engine is wrong.

#![expect(clippy::print_stdout, reason = "a report for people")]

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use edelweiss_lab::tournament_files;
use edelweiss_model::{
    ByeKind, Colour, Definitions, PlayerId, Position, RoundEntry, RoundNumber, Score, Tournament,
};
use edelweiss_pairing::{BracketRecord, Outcome, RoundPairing};
use edelweiss_systems::dubov_2026::{
    self, ByeBars, ByeGames, Dubov2026Options, ForfeitedUpfloats, Parity,
};

/// White and Black of each board, and the bye.
type BoardsAndBye = (BTreeSet<(PlayerId, PlayerId)>, Option<PlayerId>);

fn recorded(tournament: &Tournament, round: RoundNumber) -> BoardsAndBye {
    let mut boards = BTreeSet::new();
    let mut bye = None;
    for id in tournament.player_ids() {
        match tournament.player(id).entry(round) {
            RoundEntry::Paired {
                opponent,
                colour: Some(Colour::White),
                ..
            } => {
                boards.insert((id, opponent));
            }
            RoundEntry::Bye(ByeKind::PairingAllocated) => bye = Some(id),
            _ => {}
        }
    }
    (boards, bye)
}

fn boards_of(round: &RoundPairing) -> BTreeSet<(PlayerId, PlayerId)> {
    round.boards.iter().map(|b| (b.white, b.black)).collect()
}

/// The readings that are not the default, one at a time.
fn other_readings() -> [(&'static str, Dubov2026Options); 4] {
    let default = Dubov2026Options::default();
    [
        (
            "ByeBars::Procedure",
            Dubov2026Options {
                bye_bars: ByeBars::Procedure,
                ..default
            },
        ),
        (
            "ByeGames::Paired",
            Dubov2026Options {
                bye_games: ByeGames::Paired,
                ..default
            },
        ),
        (
            "ForfeitedUpfloats::Ignore",
            Dubov2026Options {
                forfeited_upfloats: ForfeitedUpfloats::Ignore,
                ..default
            },
        ),
        (
            "Parity::Registered",
            Dubov2026Options {
                parity: Parity::Registered,
                ..default
            },
        ),
    ]
}

/// C5, C6 and C7 of a bracket; smaller is better. Newcomers prefer Black (1.6.4).
fn quality(
    position: &Position,
    upfloaters: &[PlayerId],
    pairs: &[(PlayerId, PlayerId)],
) -> (usize, Vec<Score>, usize) {
    let mut scores: Vec<Score> = (upfloaters.iter())
        .map(|id| position.player(*id).score)
        .collect();
    scores.sort_unstable();
    let wish = |id: PlayerId| position.player(id).preference.unwrap_or(Colour::Black);
    let unserved = pairs.iter().filter(|(a, b)| wish(*a) == wish(*b)).count();
    let worst_first = scores.into_iter().map(|score| -score).collect();
    (upfloaters.len(), worst_first, unserved)
}

/// What the record does otherwise in a bracket; `None` if it pairs the same players alike.
fn differs_in(
    tournament: &Tournament,
    position: &Position,
    bracket: &BracketRecord,
    boards: &BTreeSet<(PlayerId, PlayerId)>,
) -> Option<&'static str> {
    let theirs: Vec<(PlayerId, PlayerId)> = (boards.iter().copied())
        .filter(|(a, b)| bracket.residents.contains(a) || bracket.residents.contains(b))
        .collect();
    let is_same =
        |(a, b): &(PlayerId, PlayerId)| theirs.contains(&(*a, *b)) || theirs.contains(&(*b, *a));
    if bracket.pairs.iter().all(is_same) {
        return None;
    }
    let mut their_upfloaters: Vec<PlayerId> = theirs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    their_upfloaters.retain(|id| !bracket.residents.contains(id));
    their_upfloaters.sort_unstable();
    let mut our_upfloaters = bracket.mdps.clone();
    our_upfloaters.sort_unstable();
    let ours = quality(position, &our_upfloaters, &bracket.pairs);
    let their = quality(position, &their_upfloaters, &theirs);
    let newcomers = (theirs.iter().flat_map(|(a, b)| [*a, *b]))
        .chain(bracket.residents.iter().copied())
        .chain(our_upfloaters.iter().copied())
        .any(|id| position.games(id).is_empty());
    Some(match ours.cmp(&their) {
        Ordering::Greater => "the record is better",
        Ordering::Less if ours.0 < their.0 => "more upfloaters than necessary (C5)",
        Ordering::Less if ours.1 < their.1 && their.2 < ours.2 => {
            "upfloaters of a lower score for the sake of colours (C7 before C6)"
        }
        Ordering::Less if ours.1 < their.1 => "upfloaters of a lower score (C6)",
        Ordering::Less if newcomers => "more colours refused (C7), newcomers in the bracket",
        Ordering::Less => "more colours refused (C7)",
        Ordering::Equal if our_upfloaters != their_upfloaters => {
            let repeated = |upfloaters: &[PlayerId]| {
                dubov_2026::repeated_upfloats(tournament, &Dubov2026Options::default(), upfloaters)
            };
            match repeated(&our_upfloaters).cmp(&repeated(&their_upfloaters)) {
                Ordering::Less => "more repeated upfloats (C8-C10)",
                Ordering::Greater => "the record is better",
                Ordering::Equal => {
                    // 4.2.2, 4.1.3
                    let key = |id: &PlayerId| (-position.player(*id).score, *id);
                    our_upfloaters.sort_by_key(key);
                    their_upfloaters.sort_by_key(key);
                    if our_upfloaters
                        .iter()
                        .map(key)
                        .lt(their_upfloaters.iter().map(key))
                    {
                        "a later set of upfloaters (4.2)"
                    } else {
                        "the record is better"
                    }
                }
            }
        }
        Ordering::Equal if newcomers => "same players paired otherwise (3.2), newcomers among them",
        Ordering::Equal => "same players paired otherwise (3.2)",
    })
}

fn class(
    tournament: &Tournament,
    round: &RoundPairing,
    (boards, bye): &BoardsAndBye,
) -> &'static str {
    let position = Position::derive(tournament, &Definitions::DUTCH_2026);
    if let (Some(ours), Some(theirs)) = (round.bye, *bye)
        && ours != theirs
    {
        let score = |id| position.player(id).score;
        if !position.player(theirs).bye_allowed {
            return "bye to a player who may not have it (C2)";
        }
        return match score(ours).cmp(&score(theirs)) {
            Ordering::Less if position.games(ours).len() < position.games(theirs).len() => {
                "bye to a player of higher score with more games (3.1.4 before 3.1.3)"
            }
            Ordering::Less => "bye to a player of higher score (3.1.3)",
            Ordering::Equal if position.games(ours).len() > position.games(theirs).len() => {
                "bye to a player with fewer games (3.1.4)"
            }
            Ordering::Equal => "bye to another player of equal score",
            Ordering::Greater => "the record is better",
        };
    }
    (round.brackets.iter())
        .find_map(|bracket| differs_in(tournament, &position, bracket, boards))
        .unwrap_or("colours only")
}

pub(crate) fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(2).collect();
    let list = arguments.first().is_some_and(|first| first == "--list");
    if list {
        arguments.remove(0);
    }
    for folder in &arguments {
        let files = match tournament_files(Path::new(folder)) {
            Ok(files) => files,
            Err(error) => {
                eprintln!("{folder}: {error}");
                return ExitCode::from(2);
            }
        };
        let mut classes: BTreeMap<&'static str, u32> = BTreeMap::new();
        let (mut rounds, mut unread) = (0, 0);
        let mut by_reading = [0; 4];
        for file in &files {
            let name = file.display().to_string();
            let reading = std::fs::read(file).ok().and_then(|bytes| {
                edelweiss_trf::read(&bytes, &name, &edelweiss_trf::ReadOptions::default()).ok()
            });
            let Some(reading) = reading else {
                eprintln!("{name}: cannot be read");
                unread += 1;
                continue;
            };
            let tournament = reading.tournament;
            let last = tournament.rounds_paired().map_or(0, RoundNumber::get);
            for round in (0..usize::from(last)).map(RoundNumber::from_index) {
                rounds += 1;
                let before = tournament.before_round(round);
                let theirs = recorded(&tournament, round);
                for (count, (_, options)) in by_reading.iter_mut().zip(other_readings()) {
                    let outcome = dubov_2026::pair_round_with(&before, &options);
                    let is_same = matches!(&outcome, Outcome::Paired(ours)
                        if (boards_of(ours), ours.bye) == theirs);
                    *count += u32::from(!is_same);
                }
                let what = match dubov_2026::pair_round(&before) {
                    Outcome::Paired(ours) => {
                        let boards = boards_of(&ours);
                        if boards == theirs.0 && ours.bye == theirs.1 {
                            continue;
                        }
                        if list {
                            let number = |id: &PlayerId| tournament.player(*id).number.get();
                            let pairs = |one: &BTreeSet<(PlayerId, PlayerId)>, other| {
                                (one.difference(other))
                                    .map(|(a, b)| (number(a), number(b)))
                                    .collect::<Vec<_>>()
                            };
                            println!(
                                "  ours {:?}, bye {:?}; recorded {:?}, bye {:?}",
                                pairs(&boards, &theirs.0),
                                ours.bye.as_ref().map(number),
                                pairs(&theirs.0, &boards),
                                theirs.1.as_ref().map(number)
                            );
                        }
                        class(&before, &ours, &theirs)
                    }
                    Outcome::Impossible(_) => "no pairing found here",
                };
                *classes.entry(what).or_default() += 1;
                if list {
                    println!("{name} round {round}: {what}");
                }
            }
        }
        let differing: u32 = classes.values().sum();
        println!(
            "{folder}: {} files ({unread} unread), {rounds} rounds, {differing} differ",
            files.len()
        );
        for (what, count) in classes {
            println!("{count:6} {what}");
        }
        for (count, (name, _)) in by_reading.iter().zip(other_readings()) {
            println!("{count:6} differ with {name}");
        }
    }
    ExitCode::SUCCESS
}
