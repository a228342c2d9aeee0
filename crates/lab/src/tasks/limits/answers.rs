//! Every question of the command line about a large file whose recorded rounds no system would pair.
//!
//! What a judge asks of a round that differs is far more than pairing takes, so an event that the engine
//! paired itself says nothing of it: here neighbours in the order of points meet, and the better one wins.

use std::fmt::Write;
use std::time::Duration;

use cpu_time::ProcessTime;
use edelweiss_answers::calls;

/// The name of a system, and its options.
pub(super) const FILED_SYSTEMS: [(&str, &str, u16); 6] = [
    ("dutch-2026", "dutch", 2026),
    ("dutch-2017", "dutch", 2017),
    ("dutch-1998", "dutch", 1998),
    ("dubov-2026", "dubov", 2026),
    ("burstein-2026", "burstein", 2026),
    ("double-swiss-2026", "double-swiss", 2026),
];

/// A question about a file, and what its answer may take.
pub(super) struct LimitedQuestion {
    /// As on the command line.
    pub(super) name: &'static str,
    question: &'static str,
    /// Options behind those of the system.
    options: &'static str,
    /// Games of the last round without a result.
    n_open: usize,
    /// Whether only the Dutch editions of 2026 and 2017 answer.
    needs_criteria: bool,
    /// Processor time.
    pub(super) most_time: Duration,
    /// In KiB.
    pub(super) most_memory: u64,
    /// In bytes.
    pub(super) most_text: usize,
}

const fn question(name: &'static str, options: &'static str, most_seconds: u64) -> LimitedQuestion {
    LimitedQuestion {
        name,
        question: name,
        options,
        n_open: 0,
        needs_criteria: false,
        most_time: Duration::from_secs(most_seconds),
        most_memory: 300 * 1024,
        most_text: usize::MAX,
    }
}

pub(super) const QUESTIONS: [LimitedQuestion; 10] = [
    LimitedQuestion {
        // Ten lines for each of four rounds.
        most_text: 40_000,
        ..question("check", r#", "format": "text""#, 20)
    },
    LimitedQuestion {
        // Nearly every rank is another one here, and each says who has it.
        name: "check, ranks",
        most_text: 40_000,
        ..question("check", r#", "tie-breaks": "BH", "format": "text""#, 20)
    },
    LimitedQuestion {
        name: "check, JSON",
        ..question("check", "", 20)
    },
    question("pair", r#", "round": 4"#, 5),
    question("standings", "", 5),
    question("explain", r#", "round": 4, "format": "text""#, 20),
    LimitedQuestion {
        needs_criteria: true,
        ..question("judge", r#", "round": 4, "format": "text""#, 20)
    },
    LimitedQuestion {
        n_open: 250,
        most_text: 1_000_000,
        ..question("preview", r#", "outcomes": 3, "format": "text""#, 20)
    },
    LimitedQuestion {
        needs_criteria: true,
        ..question(
            "variants",
            r#", "round": 4, "variants": ["absent 5", "together 3 8"], "format": "text""#,
            20,
        )
    },
    LimitedQuestion {
        needs_criteria: true,
        ..question("editions", r#", "round": 4"#, 20)
    },
];

impl LimitedQuestion {
    /// Whether a system can be asked it.
    pub(super) fn is_about(&self, (_, system, year): (&str, &str, u16)) -> bool {
        !self.needs_criteria || system == "dutch" && year != 1998
    }

    /// Asks it: milliseconds of processor time, and the size of the answer.
    pub(super) fn ask(
        &self,
        (_, system, year): (&str, &str, u16),
    ) -> Result<(u128, usize), String> {
        let file = neighbours(
            9_999,
            4,
            if system == "double-swiss" { 2 } else { 1 },
            self.n_open,
        );
        let options = match self.question {
            "standings" => "{\"file\": \"large.trf\"}".to_owned(),
            "editions" => format!("{{\"system\": \"{system}\"{}}}", self.options),
            "variants" => format!("{{\"rules\": {year}{}}}", self.options),
            _ => format!(
                "{{\"system\": \"{system}\", \"rules\": {year}{}}}",
                self.options
            ),
        };
        let clock = ProcessTime::now();
        let answer = calls::answer(self.question, file.as_bytes(), &options);
        let millis = clock.elapsed().as_millis();
        let answer = answer.map_err(|error| error.message)?;
        Ok((millis, answer.len()))
    }
}

/// A file of so many players and rounds, in matches of `games` games; the last games of its last round are
/// open. Who has met everybody left over stays away.
fn neighbours(players: usize, rounds: usize, games: usize, n_open: usize) -> String {
    let mut points = vec![0; players];
    let mut met: Vec<Vec<usize>> = vec![Vec::new(); players];
    let mut has_had_bye = vec![false; players];
    let mut columns = vec![String::new(); players];
    for first_round in (0..rounds).step_by(games) {
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by_key(|player| (std::cmp::Reverse(points[*player]), *player));
        if players % 2 == 1 {
            let last = order.iter().rposition(|player| !has_had_bye[*player]);
            let player = order.remove(last.expect("more players than rounds"));
            has_had_bye[player] = true;
            columns[player].push_str(if games == 2 {
                "  0000 - U  0000 - H"
            } else {
                "  0000 - U"
            });
            points[player] += if games == 2 { 15 } else { 10 };
        }
        let n_games = order.len() / 2;
        let mut game = 0;
        while !order.is_empty() {
            let better = order.remove(0);
            let Some(place) = order.iter().position(|other| !met[better].contains(other)) else {
                columns[better].push_str(&"  0000 - Z".repeat(games));
                continue;
            };
            let worse = order.remove(place);
            game += 1;
            let is_open = first_round + games >= rounds && game + n_open > n_games;
            for round in first_round..first_round + games {
                let white = if round % 2 == 0 { better } else { worse };
                for (own, other, result) in [(better, worse, '1'), (worse, better, '0')] {
                    let colour = if own == white { 'w' } else { 'b' };
                    let result = if is_open { ' ' } else { result };
                    let number = other + 1;
                    write!(columns[own], "  {number:>4} {colour} {result}")
                        .expect("a string grows");
                }
                points[better] += if is_open { 0 } else { 10 };
            }
            met[better].push(worse);
            met[worse].push(better);
        }
    }
    let mut file = format!("012 Neighbours\n142 {}\n152 W\n", rounds + 4);
    for player in 0..players {
        let (number, rating) = (player + 1, 2800 - player / 8);
        let points = format!("{}.{}", points[player] / 10, points[player] % 10);
        let name = format!("Player {number}");
        writeln!(
            file,
            "001 {number:>4}      {name:<33} {rating:>4} {:>27}{points:>4} {number:>4}{}",
            "", columns[player]
        )
        .expect("a string grows");
    }
    file
}
