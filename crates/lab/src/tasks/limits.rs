//! `limits [SYSTEM…]`: time and memory of the largest events, with a ceiling for each.
//!
//! Every event is made from a seed and played by the system itself; a row is a process of its own, so
//! that its largest memory is that of the event. The table says the slowest round in processor time,
//! without reading or building the tournament, and the peak of the whole process, all rounds and the
//! tournament's own data included. The exit code is 1 if a row is beyond its ceiling.
//!
//! A second table asks every question of the command line of a file of 9,999 players whose recorded rounds
//! are not those of the system ([`answers`]); a ceiling stands beside each question. Its time is processor time of
//! all threads, reading included.
//!
//! Systems are `dutch-2026`, `dutch-2017`, `dutch-1998`, `dubov-2026`, `dubov-1997`, `burstein-2026` and
//! `double-swiss-2026`; without any, all but Dubov 1997, which has no ceiling yet.
#![expect(clippy::print_stdout, reason = "a program that prints a table")]

mod answers;

use std::io::Read;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use answers::{FILED_SYSTEMS, QUESTIONS};
use cpu_time::ThreadTime;
use edelweiss_model::{
    ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, RoundEntry, RoundNumber, Score,
    Tournament, TournamentData, Tpn,
};
use edelweiss_pairing::{Outcome, Rules, pair_round};
use edelweiss_systems::{burstein_2026, double_swiss_2026, dubov_1997, dubov_2026, dutch_1998};

/// No round of an event may take longer.
const MOST_TIME: Duration = Duration::from_secs(5);
/// No process may need more, in KiB.
const MOST_MEMORY: u64 = 1024 * 1024;
/// A row that takes longer altogether is ended.
const PATIENCE: Duration = Duration::from_mins(10);

type PairLargeEvent = fn(&Tournament) -> Outcome;

/// Name, games of a pairing, and what pairs.
const SYSTEMS: [(&str, usize, PairLargeEvent); 7] = [
    ("dutch-2026", 1, |t| pair_round(t, &Rules::dutch_2026())),
    ("dutch-2017", 1, |t| pair_round(t, &Rules::dutch_2017())),
    ("dutch-1998", 1, |t| {
        dutch_1998::pair_round(t, &dutch_1998::Dutch1998Options::default())
    }),
    ("dubov-2026", 1, dubov_2026::pair_round),
    ("burstein-2026", 1, |t| {
        burstein_2026::pair_round(t, &burstein_2026::BursteinOptions::default())
    }),
    ("double-swiss-2026", 2, |t| {
        double_swiss_2026::pair_round(t, &double_swiss_2026::DoubleSwissOptions::default())
            .expect("the event is a Double-Swiss")
    }),
    ("dubov-1997", 1, dubov_1997::pair_round),
];
/// So many of them have ceilings.
const N_LIMITED: usize = 6;

/// A large event.
struct LargeEvent {
    name: &'static str,
    players: u32,
    pairings: u32,
    draws: Draws,
    /// Players of clubs of which nobody meets a member; everybody belongs to one.
    n_clubs: u32,
    /// So many first players have points of their own each, and may not meet each other.
    n_apart: u32,
    /// So many pairs of players may not meet.
    n_banned: u64,
    /// The first player may only meet players of the better half.
    first_meets_own_half: bool,
}

/// How many games are drawn.
#[derive(Clone, Copy)]
enum Draws {
    /// Three of ten; else the smaller number wins twice as often as not.
    Some,
    All,
}

/// Those behind the first six are for the systems that have brackets of any size.
const EVENTS: [LargeEvent; 13] = [
    event("plain", 9_999, 9, Draws::Some),
    event("all drawn", 9_998, 7, Draws::All),
    LargeEvent {
        first_meets_own_half: true,
        ..event("an exchange", 9_998, 1, Draws::Some)
    },
    LargeEvent {
        n_clubs: 2,
        ..event("two clubs", 1_000, 9, Draws::Some)
    },
    LargeEvent {
        n_clubs: 3,
        ..event("three clubs", 400, 11, Draws::Some)
    },
    LargeEvent {
        n_apart: 1_100,
        ..event("1,100 moved down", 2_201, 1, Draws::Some)
    },
    event("plain, 16,384", 16_384, 5, Draws::Some),
    event("plain, 100,000", 100_000, 5, Draws::Some),
    event("plain, 1,000,000", 1_000_000, 5, Draws::Some),
    event("all drawn, 100,000", 100_000, 5, Draws::All),
    LargeEvent {
        n_clubs: 1_000,
        ..event("1,000 clubs", 100_000, 5, Draws::Some)
    },
    LargeEvent {
        n_banned: 50_000,
        ..event("50,000 bans", 100_000, 5, Draws::Some)
    },
    LargeEvent {
        first_meets_own_half: true,
        ..event("an exchange, 20,000", 20_000, 1, Draws::Some)
    },
];
/// So many systems play all of them, the others six.
const N_OF_ANY_SIZE: usize = 2;

fn events_of(system: &str) -> &'static [LargeEvent] {
    let any_size = &SYSTEMS[..N_OF_ANY_SIZE];
    if any_size.iter().any(|(name, ..)| *name == system) {
        &EVENTS
    } else {
        &EVENTS[..6]
    }
}

const fn event(name: &'static str, players: u32, pairings: u32, draws: Draws) -> LargeEvent {
    LargeEvent {
        name,
        players,
        pairings,
        draws,
        n_clubs: 0,
        n_apart: 0,
        n_banned: 0,
        first_meets_own_half: false,
    }
}

/// A small linear congruential generator (Knuth's MMIX constants): the same event on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn field(event: &LargeEvent, games: usize) -> TournamentData {
    let rounds = event.pairings * games as u32;
    let mut data = TournamentData {
        rounds_total: RoundNumber::new(rounds + 2).ok(),
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for number in 1..=event.players {
        let mut player = Player::new(Tpn::new(number).expect("at most a million players"));
        if number <= event.n_apart {
            let points = (event.n_apart + 1 - number) as i32;
            player.virtual_points = vec![Score::from_tenths(points)];
        }
        data.players.push(player);
    }
    let mut apart = |players: &mut dyn Iterator<Item = u32>| {
        data.forbidden.push(ForbiddenGroup {
            first: RoundNumber::FIRST,
            last: None,
            players: players
                .map(|index| PlayerId::from_index(index as usize))
                .collect(),
        });
    };
    for club in 0..event.n_clubs {
        // The better half in the first club, and so on: nothing is decided by chance.
        let is_in = |index: &u32| index * event.n_clubs / event.players == club;
        apart(&mut (0..event.players).filter(is_in));
    }
    if event.n_apart > 0 {
        apart(&mut (0..event.n_apart));
    }
    let mut dice = Dice(28);
    for _ in 0..event.n_banned {
        let [one, other] = [0; 2].map(|_| dice.below(event.players.into()) as u32);
        if one != other {
            apart(&mut [one, other].into_iter());
        }
    }
    if event.first_meets_own_half {
        for other in event.players / 2..event.players {
            apart(&mut [0, other].into_iter());
        }
    }
    data
}

fn result(event: &LargeEvent, dice: &mut Dice, favourite_is_white: bool) -> [GameResult; 2] {
    let drawn = matches!(event.draws, Draws::All);
    match dice.below(10) {
        0..3 => [GameResult::Draw, GameResult::Draw],
        _ if drawn => [GameResult::Draw, GameResult::Draw],
        number if (number < 8) == favourite_is_white => [GameResult::Win, GameResult::Loss],
        _ => [GameResult::Loss, GameResult::Win],
    }
}

fn record(
    data: &mut TournamentData,
    event: &LargeEvent,
    dice: &mut Dice,
    pair: [PlayerId; 2],
    games: usize,
) {
    for game in 0..games {
        let results = result(event, dice, pair[0] < pair[1]);
        for side in 0..2 {
            let is_white = (side == 0) == (game == 0);
            let colour = if is_white {
                Colour::White
            } else {
                Colour::Black
            };
            let entry = RoundEntry::Paired {
                opponent: pair[1 - side],
                colour: Some(colour),
                result: results[side],
            };
            data.players[pair[side].index()].entries.push(entry);
        }
    }
}

/// Plays an event; the slowest round, in milliseconds, and which one it was.
fn play(event: &LargeEvent, games: usize, pair: PairLargeEvent) -> (u128, u32, String) {
    let mut dice = Dice(27);
    let mut data = field(event, games);
    let mut slowest = (0, 0);
    for pairing in 1..=event.pairings {
        let tournament = data.build().expect("rounds are mirrored");
        let clock = ThreadTime::now();
        let outcome = pair(&tournament);
        slowest = slowest.max((clock.elapsed().as_millis(), pairing));
        data = tournament.into_data();
        let round = match outcome {
            Outcome::Paired(round) => round,
            Outcome::Impossible(why) => {
                let why = format!("{why:?}");
                let why = why.split([' ', '(']).next().unwrap_or_default();
                return (slowest.0, slowest.1, format!("round {pairing}: {why}"));
            }
        };
        for board in &round.boards {
            record(
                &mut data,
                event,
                &mut dice,
                [board.white, board.black],
                games,
            );
        }
        if let Some(bye) = round.bye {
            let entries = &mut data.players[bye.index()].entries;
            if games == 2 {
                entries.extend(double_swiss_2026::PAIRING_ALLOCATED_BYE);
            } else {
                entries.push(RoundEntry::Bye(ByeKind::PairingAllocated));
            }
        }
    }
    (slowest.0, slowest.1, format!("{} rounds", event.pairings))
}

/// The largest memory this process has had, in KiB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// A row in a process of its own, which `words` ask for: milliseconds, which round, KiB, and what happened.
fn row(words: [&str; 3]) -> Result<(u64, u64, u64, String), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program)
        .arg("limits")
        .args(words)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let start = Instant::now();
    while child
        .try_wait()
        .map_err(|error| error.to_string())?
        .is_none()
    {
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("ended after {} s", PATIENCE.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut text = String::new();
    let mut output = child.stdout.take().ok_or("no output")?;
    output
        .read_to_string(&mut text)
        .map_err(|error| error.to_string())?;
    let mut words = text.trim_end().splitn(4, ' ');
    let mut number = || words.next()?.parse().ok();
    let numbers = (number(), number(), number());
    let (Some(millis), Some(round), Some(memory)) = numbers else {
        return Err("it failed".to_owned());
    };
    Ok((
        millis,
        round,
        memory,
        words.next().unwrap_or_default().to_owned(),
    ))
}

fn find<'a, T>(all: &'a [T], name: &str, name_of: impl Fn(&T) -> &str) -> Result<&'a T, String> {
    let known = || all.iter().map(&name_of).collect::<Vec<_>>().join(", ");
    (all.iter().find(|one| name_of(one) == name))
        .ok_or_else(|| format!("{name} is none of {}", known()))
}

/// Whether everything is within its ceiling.
fn run(words: &[String]) -> Result<bool, String> {
    if let [flag, system, event] = words
        && flag == "--row"
    {
        let (_, games, pair) = find(&SYSTEMS, system, |system| system.0)?;
        let event = find(&EVENTS, event, |event| event.name)?;
        let (millis, round, text) = play(event, *games, *pair);
        println!("{millis} {round} {} {text}", peak().unwrap_or(0));
        return Ok(true);
    }
    if let [flag, system, name] = words
        && flag == "--question"
    {
        let system = find(&FILED_SYSTEMS, system, |system| system.0)?;
        let question = find(&QUESTIONS, name, |question| question.name)?;
        let (millis, size) = question.ask(*system)?;
        println!("{millis} {size} {}", peak().unwrap_or(0));
        return Ok(true);
    }
    let systems: Vec<&str> = if words.is_empty() {
        SYSTEMS[..N_LIMITED].iter().map(|system| system.0).collect()
    } else {
        let known = |word: &String| find(&SYSTEMS, word, |system| system.0).map(|system| system.0);
        words.iter().map(known).collect::<Result<_, _>>()?
    };
    println!("| System | Event | Players | Slowest round | Memory | |");
    println!("|---|---|---|---|---|---|");
    let mut is_within = true;
    for system in systems.iter().copied() {
        for event in events_of(system) {
            let found = row(["--row", system, event.name]);
            let (figures, text) = match found {
                Ok((millis, round, memory, text)) => {
                    let is_slow = Duration::from_millis(millis) > MOST_TIME;
                    let beyond = is_slow || memory > MOST_MEMORY;
                    is_within &= !beyond;
                    let seconds =
                        format!("{}.{:02} s ({round})", millis / 1000, millis % 1000 / 10);
                    let mark = if beyond { "BEYOND; " } else { "" };
                    (
                        format!("{seconds} | {} MB", memory / 1024),
                        format!("{mark}{text}"),
                    )
                }
                Err(text) => {
                    is_within = false;
                    ("| ".to_owned(), format!("BEYOND; {text}"))
                }
            };
            println!(
                "| {system} | {} | {} | {figures} | {text} |",
                event.name, event.players
            );
        }
    }
    Ok(questions(&systems) && is_within)
}

/// The second table; whether everything is within its ceiling.
fn questions(systems: &[&str]) -> bool {
    println!();
    println!("| Question | System | Processor time | Memory | Answer | |");
    println!("|---|---|---|---|---|---|");
    let mut is_within = true;
    for question in &QUESTIONS {
        let asked = FILED_SYSTEMS
            .iter()
            .filter(|system| systems.contains(&system.0));
        for system in asked.filter(|system| question.is_about(**system)) {
            let found = row(["--question", system.0, question.name]);
            let figures = match found {
                Ok((millis, size, memory, _)) => {
                    let beyond = Duration::from_millis(millis) > question.most_time
                        || memory > question.most_memory
                        || size > question.most_text as u64;
                    is_within &= !beyond;
                    let mark = if beyond { "BEYOND" } else { "" };
                    let (seconds, hundredths) = (millis / 1000, millis % 1000 / 10);
                    let (memory, size) = (memory / 1024, size.div_ceil(1000));
                    format!("{seconds}.{hundredths:02} s | {memory} MB | {size} kB | {mark}")
                }
                Err(text) => {
                    is_within = false;
                    format!(" | | | BEYOND; {text}")
                }
            };
            println!("| {} | {} | {figures} |", question.name, system.0);
        }
    }
    is_within
}

pub(crate) fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(2).collect();
    match run(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
