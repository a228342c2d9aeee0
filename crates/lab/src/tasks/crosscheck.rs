//! `crosscheck [--seed N] [--minutes M] [--players FROM..TO] [--output FOLDER] [--slower-than MS]
//! [--events N,N,…] [--clubs yes] [--families yes] [--tuning tiny]`: random tournaments of either edition, every
//! round paired by both engines.
//!
//! Each tournament draws a shape: size, rounds (up to one for every opponent), draws, byes,
//! forfeits, withdrawals, bans of pairs and of families, acceleration, point system. Its history is
//! what the fast engine pairs. A position on which the engines disagree is shrunk and written as a
//! file, and the bracket, the rule that decides and what both pairings cost are printed; the exit status
//! is 1 then. The seed is printed first; the same seed and number of
//! tournaments give the same positions. `--slower-than` keeps the positions that take the fast
//! engine longer, in processor time and by either edition, without asking the reference; `--events`
//! plays only the tournaments with these numbers, as an earlier run with the same seed and players
//! did. With `--clubs yes` everybody belongs to a club, of two to half the players, whose members
//! do not meet. With `--families yes` up to a dozen overlapping groups of up to half the players do
//! not meet from some round on, which the rounds before it did not know of. With `--tuning tiny` the
//! fast engine's thresholds are so small that rounds of ten players take all its paths.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use edelweiss_generate::{
    AccelerationSetting, Amount, Ban, Byes, Defaults, Games, Generator, NextRound, Quantity, Rate,
    ResultModel, Settings, Span, fresh_seed, tournament_seed,
};
use edelweiss_lab::agree;
use edelweiss_lab::disagreement::{EngineAnswer, explain};
use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{PointSystem, RoundNumber, Score, System, Tournament};
use edelweiss_pairing::{Outcome, Rules, Tuning, pair_round};
use quickcheck::Arbitrary as _;
use rayon::prelude::*;

/// What is asked for.
struct CrosscheckOptions {
    seed: u64,
    time: Duration,
    players: (u32, u32),
    output: PathBuf,
    /// Look for rounds that take the fast engine longer than this, and ask nobody else.
    slower_than: Option<Duration>,
    /// Only these tournaments, if any are named.
    events: Vec<u32>,
    clubs: bool,
    families: bool,
    tuning: &'static Tuning,
}

impl CrosscheckOptions {
    fn parse() -> Result<Self, String> {
        let mut options = Self {
            seed: fresh_seed(),
            time: Duration::from_mins(1),
            players: (2, 3_000),
            output: PathBuf::from("."),
            slower_than: None,
            events: Vec::new(),
            clubs: false,
            families: false,
            tuning: &Tuning::MEASURED,
        };
        let mut words = std::env::args().skip(2);
        while let Some(word) = words.next() {
            let value = words.next().ok_or(format!("{word}: a value is missing"))?;
            let invalid = |what| format!("{word} {value}: expected {what}");
            let yes_or_no = || match &value[..] {
                "yes" => Ok(true),
                "no" => Ok(false),
                _ => Err(invalid("yes or no")),
            };
            match word.as_str() {
                "--seed" => options.seed = value.parse().map_err(|_| invalid("a whole number"))?,
                "--minutes" => {
                    let minutes: u64 = value.parse().map_err(|_| invalid("whole minutes"))?;
                    options.time = Duration::from_mins(minutes);
                }
                "--players" => {
                    let span: Span =
                        (value.parse()).map_err(|_| invalid("a range such as 2..60"))?;
                    let fits = span.from >= 2 && span.from <= span.to && span.to <= 9_999;
                    options.players = Some((span.from, span.to))
                        .filter(|_| fits)
                        .ok_or_else(|| invalid("a range within 2..9999"))?;
                }
                "--slower-than" => {
                    let limit = value.parse().map_err(|_| invalid("whole milliseconds"))?;
                    options.slower_than = Some(Duration::from_millis(limit));
                }
                "--events" => {
                    let numbers = value.split(',').map(str::parse);
                    options.events = (numbers.collect::<Result<_, _>>())
                        .map_err(|_| invalid("numbers with commas between them"))?;
                }
                "--clubs" => options.clubs = yes_or_no()?,
                "--families" => options.families = yes_or_no()?,
                "--tuning" => {
                    options.tuning = match &value[..] {
                        "tiny" => &Tuning::TINY,
                        "measured" => &Tuning::MEASURED,
                        _ => return Err(invalid("tiny or measured")),
                    }
                }
                "--output" => options.output = PathBuf::from(value),
                _ => return Err(format!("{word}: no such option")),
            }
        }
        Ok(options)
    }
}

/// Numbers from a seed (`SplitMix64`, Steele, Lea and Flood, 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u32) -> u32 {
        (self.next() % u64::from(limit.max(1))) as u32
    }

    fn one_in(&mut self, chance: u32) -> bool {
        self.below(chance) == 0
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// As likely between 10 and 20 as between 100 and 200.
    fn size(&mut self, (from, to): (u32, u32)) -> u32 {
        let doublings = (to / from).max(1).ilog2() + 1;
        let low = from << self.below(doublings);
        (low + self.below(low)).clamp(from, to)
    }
}

fn percent(numbers: &mut Numbers, most: u32) -> Amount {
    let parts = numbers.below(most * 10_000);
    Amount::Rate(Rate::from_parts(parts).expect("less than one"))
}

/// What kind of tournament number `index` is.
fn settings(numbers: &mut Numbers, options: &CrosscheckOptions) -> Settings {
    let n = numbers.size(options.players);
    let long = numbers.one_in(4);
    let most = if long { n - 1 } else { 11.min(n - 1) };
    // Long events of many players would be all there is time for.
    let seats = if options.slower_than.is_some() {
        300_000
    } else {
        20_000
    };
    let most = most.min(seats / n).clamp(1, 99);
    let rounds = 1 + numbers.below(most);
    let often = |numbers: &mut Numbers, most| {
        numbers
            .one_in(3)
            .then(|| Quantity::Whole(percent(numbers, most)))
    };
    let tenths = Score::from_tenths;
    let mut settings = Settings {
        players: Some(Span::exactly(n)),
        rounds: Some(Span::exactly(rounds)),
        defaults: Defaults::plain(),
        byes: Byes {
            full: often(numbers, 3),
            half: often(numbers, 10),
            zero: often(numbers, 10),
        },
        withdrawals: often(numbers, 4).filter(|_| rounds > 1),
        late_entries: often(numbers, 4).filter(|_| rounds > 1),
        games: Games {
            forfeits: often(numbers, 8),
            double_forfeits: often(numbers, 3),
            half_zero: often(numbers, 2),
            zero_zero: often(numbers, 2),
            ..Games::default()
        },
        points: match numbers.below(8) {
            0 => PointSystem::new(tenths(30), tenths(10), tenths(0)),
            1 => PointSystem::new(tenths(30), tenths(20), tenths(10)),
            2 => PointSystem {
                pairing_allocated_bye: Score::HALF,
                ..PointSystem::default()
            },
            _ => PointSystem::default(),
        },
        ..Settings::default()
    };
    settings.model = numbers.pick(&ResultModel::ALL);
    if settings.model.uses_draw_share() {
        settings.draws = Some(Span::exactly(numbers.pick(&[0, 10, 35, 60, 100])));
    }
    // The method is defined for usual points only.
    if numbers.one_in(4) && settings.points == PointSystem::default() {
        settings.acceleration = AccelerationSetting::Baku;
    }
    if numbers.one_in(4) {
        let pairs = numbers.below(500.min(n * (n - 1) / 8));
        settings.forbidden_pairs = Some(Amount::Number(pairs));
    }
    if numbers.one_in(4) && n >= 4 {
        for _ in 0..=numbers.below(4) {
            let first = 1 + numbers.below(n - 1);
            let family = 2 + numbers.below((n / 3).max(2));
            let apart = 1 + numbers.below(3);
            let members = (0..family).map(|place| first + place * apart);
            settings.forbidden.push(Ban {
                first: None,
                last: None,
                players: members.filter(|number| *number <= n).collect(),
            });
        }
    }
    if options.clubs && n >= 4 {
        let n_clubs = numbers.size((2, n / 2));
        let by_number = numbers.one_in(2);
        let clubs = clubs(n, n_clubs, |player| {
            let drawn = numbers.below(n_clubs);
            if by_number {
                (player - 1) * n_clubs / n
            } else {
                drawn
            }
        });
        settings
            .forbidden
            .extend(clubs.into_iter().map(|players| Ban {
                first: None,
                last: None,
                players,
            }));
    }
    if options.families && n >= 4 {
        settings.forbidden.extend(families(numbers, n, rounds));
    }
    settings.forbidden.retain(|ban| ban.players.len() > 1);
    settings
}

/// Players 1 to `n` by club.
fn clubs(n: u32, n_clubs: u32, mut club_of: impl FnMut(u32) -> u32) -> Vec<Vec<u32>> {
    let mut clubs = vec![Vec::new(); n_clubs as usize];
    for player in 1..=n {
        clubs[club_of(player) as usize].push(player);
    }
    clubs
}

/// Groups that overlap, from one round on or each from a round of its own.
fn families(numbers: &mut Numbers, n: u32, rounds: u32) -> Vec<Ban> {
    let from_round = |numbers: &mut Numbers| {
        let round = 1 + numbers.below(rounds);
        RoundNumber::new(round).expect("no event has more than 99 rounds")
    };
    let together = numbers.one_in(2).then(|| from_round(numbers));
    let n_families = numbers.size((1, 12));
    let mut families = Vec::new();
    for _ in 0..n_families {
        let share = 2 + numbers.below(48);
        let players: Vec<u32> = match numbers.below(4) {
            0 => {
                let first = numbers.below(n);
                (0..n * share / 100)
                    .map(|place| 1 + (first + place) % n)
                    .collect()
            }
            1 => {
                let apart = 2 + numbers.below(8);
                let first = numbers.below(apart);
                (0..n)
                    .filter(|place| place % apart == first)
                    .map(|place| place + 1)
                    .collect()
            }
            _ => (1..=n).filter(|_| numbers.below(100) < share).collect(),
        };
        families.push(players);
    }
    if numbers.one_in(4) {
        let n_clubs = numbers.size((2, n.min(80)));
        let by_number = numbers.one_in(2);
        families.extend(clubs(n, n_clubs, |player| {
            if by_number {
                player % n_clubs
            } else {
                numbers.below(n_clubs)
            }
        }));
    }
    let ban = |players: Vec<u32>| Ban {
        first: Some(together.unwrap_or_else(|| from_round(numbers))),
        last: None,
        players,
    };
    families.into_iter().map(ban).collect()
}

/// The fast engine's answer; `None` if it panics.
fn fast_answer(tournament: &Tournament, rules: &Rules) -> Option<Outcome> {
    // Nothing outlives the call, so nothing can be left half-changed.
    let call = AssertUnwindSafe(|| pair_round(tournament, rules));
    std::panic::catch_unwind(call).ok()
}

fn disagrees(tournament: &Tournament, rules: &Rules) -> bool {
    let reference = pair_round(tournament, &rules.reference());
    differs(tournament, rules, &reference) || differs(tournament, &rules.by_classes(), &reference)
}

/// Whether the fast engine has another answer.
fn differs(tournament: &Tournament, rules: &Rules, reference: &Outcome) -> bool {
    !fast_answer(tournament, rules).is_some_and(|fast| agree(&fast, reference))
}

/// What tells the engines that differ from the reference apart from it, in words.
fn disagreements(tournament: &Tournament, rules: &Rules) -> String {
    let reference = pair_round(tournament, &rules.reference());
    let mut text = String::new();
    for (engine, rules) in [("fast", *rules), ("by classes", rules.by_classes())] {
        let found = fast_answer(tournament, &rules);
        if !found.as_ref().is_some_and(|found| agree(found, &reference)) {
            let found = EngineAnswer {
                engine,
                outcome: found.as_ref(),
            };
            let reference = EngineAnswer {
                engine: "reference",
                outcome: Some(&reference),
            };
            text += &explain(tournament, &rules, [found, reference]);
        }
    }
    text
}

/// The smallest position found that still shows a difference.
fn shrink(tournament: Tournament, rules: &Rules) -> Tournament {
    let mut smallest = RandomTournament(tournament);
    while let Some(smaller) = (smallest.shrink()).find(|smaller| disagrees(&smaller.0, rules)) {
        smallest = smaller;
    }
    smallest.0
}

/// What happened, by size class of the field (its number of bits).
#[derive(Default)]
struct Count {
    rounds: u64,
    slowest: Duration,
    fast: Duration,
    reference: Duration,
}

pub(crate) fn main() -> ExitCode {
    let options = match CrosscheckOptions::parse() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    eprintln!("seed {}", options.seed);
    let counts: Mutex<BTreeMap<u32, Count>> = Mutex::default();
    let differences = AtomicU64::new(0);
    let end = Instant::now() + options.time;
    let mut batch = 0;
    let mut said = Instant::now();
    let is_wanted = |index: &u32| options.events.is_empty() || options.events.contains(index);
    let last = options.events.iter().max().copied().unwrap_or(u32::MAX);
    while Instant::now() < end && batch <= last {
        (batch..batch + 64)
            .into_par_iter()
            .filter(is_wanted)
            .for_each(|index| {
                if Instant::now() < end {
                    check(index, &options, &counts, &differences);
                }
            });
        batch += 64;
        if said.elapsed() >= Duration::from_mins(1) {
            said = Instant::now();
            let counts = counts.lock().expect("no thread panics while it counts");
            let rounds: u64 = counts.values().map(|count| count.rounds).sum();
            let differences = differences.load(Ordering::Relaxed);
            eprintln!("{rounds} rounds so far, {differences} differences");
        }
    }
    let counts = counts
        .into_inner()
        .expect("no thread panics while it counts");
    eprintln!("players      rounds   fast, mean    fast, worst   reference, mean   (microseconds)");
    for (bits, count) in &counts {
        let mean = |total: Duration| total.as_micros() / u128::from(count.rounds);
        eprintln!(
            "{:>5}-{:<5} {:>8} {:>12} {:>14} {:>17}",
            1_u32 << (bits - 1),
            (1_u32 << bits) - 1,
            count.rounds,
            mean(count.fast),
            count.slowest.as_micros(),
            mean(count.reference),
        );
    }
    let rounds: u64 = counts.values().map(|count| count.rounds).sum();
    let differences = differences.into_inner();
    eprintln!("{batch} tournaments at most, {rounds} rounds, {differences} differences");
    if differences == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Plays one tournament.
fn check(
    index: u32,
    options: &CrosscheckOptions,
    counts: &Mutex<BTreeMap<u32, Count>>,
    differences: &AtomicU64,
) {
    let mut numbers = Numbers(tournament_seed(options.seed, index));
    let editions =
        [Rules::dutch_2017(), Rules::dutch_2026()].map(|rules| rules.tuned(options.tuning));
    let played = numbers.below(2) as usize;
    let (rules, other) = (editions[played], &editions[1 - played]);
    let mut settings = settings(&mut numbers, options);
    settings.seed = Some(options.seed);
    let generator = match Generator::new(settings) {
        Ok(generator) => generator,
        Err(error) => {
            eprintln!("tournament {index}: {error}");
            return;
        }
    };
    let bits =
        |tournament: &Tournament| u32::BITS - (tournament.players.len() as u32).leading_zeros();
    let _ = generator.generate_one(index, |tournament| {
        let clock = ThreadTime::now();
        let fast = fast_answer(tournament, &rules);
        let fast_time = clock.elapsed();
        let clock = ThreadTime::now();
        let reference = match (options.slower_than, &fast) {
            (Some(_), Some(fast)) => fast.clone(),
            _ => pair_round(tournament, &rules.reference()),
        };
        let reference_time = clock.elapsed();
        let clock = ThreadTime::now();
        if options.slower_than.is_some() {
            let _ = fast_answer(tournament, other);
        }
        let other_time = clock.elapsed();
        {
            let mut counts = counts.lock().expect("no thread panics while it counts");
            let count = counts.entry(bits(tournament)).or_default();
            count.rounds += 1;
            count.slowest = count.slowest.max(fast_time).max(other_time);
            count.fast += fast_time;
            count.reference += reference_time;
        }
        let round = tournament.next_round();
        let name = |rules: &Rules| format!("{}-{index}-{round}", rules.edition.year);
        // The other levels as well, where the table of small brackets has stood in for them.
        let by_classes = options.slower_than.is_none()
            && tournament.players.len() < 64
            && differs(tournament, &rules.by_classes(), &reference);
        if by_classes || !fast.is_some_and(|fast| agree(&fast, &reference)) {
            differences.fetch_add(1, Ordering::Relaxed);
            let small = shrink(tournament.clone(), &rules);
            let name = format!("crosscheck-{}", name(&rules));
            write(&options.output, &name, &small, &rules);
            eprint!("{}", disagreements(&small, &rules));
        }
        if let Some(limit) = options.slower_than {
            for (rules, time) in [(&rules, fast_time), (other, other_time)] {
                if time > limit {
                    let name = format!("slow-{}ms-{}", time.as_millis(), name(rules));
                    write(&options.output, &name, tournament, rules);
                }
            }
        }
        match reference {
            Outcome::Paired(round) => NextRound::Paired {
                boards: (round.boards.iter())
                    .map(|board| (board.white, board.black))
                    .collect(),
                bye: round.bye,
            },
            Outcome::Impossible(_) => NextRound::Impossible("no legal pairing".into()),
        }
    });
}

/// Writes a position as a file and says so.
fn write(folder: &Path, name: &str, tournament: &Tournament, rules: &Rules) {
    eprintln!(
        "{name}: {} players before round {}",
        tournament.players.len(),
        tournament.next_round()
    );
    let mut data = tournament.clone().into_data();
    // The method of virtual points is written with a system only.
    data.system = Some(match rules.edition.year {
        2017 => System::Coded("FIDE_DUTCH_2017"),
        _ => System::Coded("FIDE_DUTCH_2026"),
    });
    let tournament = data.build().expect("a system contradicts nothing");
    let document =
        edelweiss_trf::Document::from_tournament(&tournament, edelweiss_trf::Dialect::Trf26);
    let path = folder.join(format!("{name}.trf"));
    let written = match document {
        Ok(document) => std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, document.write(edelweiss_trf::LineEnd::Lf)))
            .map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    if let Err(error) = written {
        eprintln!("{}: {error}", path.display());
    }
}
