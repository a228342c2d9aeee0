//! `find-example dutch-2026|dutch-2017 LABEL[,LABEL…] SEEDS [FIRST [FOLDER]]`: looks for the smallest
//! position in which one rule decides, and writes it with its explanation.
//!
//! Tournaments are played: each round is paired by the rules, results and absences are drawn from
//! the seed. Each position on the way is paired with every rule and without the one in question.
//! Without FOLDER the best examples are printed; with it they are written as
//! `FOLDER/<edition>/<label>/seed-<seed>-r<round>.trf`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use edelweiss_lab::article::{EDITIONS, RuleDecision, explain};
use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, PlayerId, RoundEntry, RoundNumber, Tournament,
    TournamentData, Tpn,
};
use edelweiss_pairing::{Outcome, Rules, pair_round};

/// Splitmix64 (Steele, Lea and Flood, 2014).
struct RandomEvent(u64);

impl RandomEvent {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % limit
    }
}

const NAMES: [&str; 14] = [
    "Ahrens", "Bauer", "Costa", "Duarte", "Eriksen", "Fontana", "Graf", "Horvat", "Ivanov",
    "Jensen", "Keller", "Lindt", "Moreau", "Novak",
];

/// Plays a tournament and shows every position to `visit`, with the number of irregular entries.
fn play(seed: u64, rules: &Rules, visit: &mut dyn FnMut(&Tournament, usize)) {
    let mut random = RandomEvent(seed);
    let n = 4 + random.below(9) as usize;
    let most = (n - 1).min(9);
    let rounds = 2 + random.below(most as u64 - 1) as usize;
    let draws = [20, 50, 80][random.below(3) as usize];
    let upsets = [20, 50][random.below(2) as usize];
    let absences = [0, 0, 0, 8, 20][random.below(5) as usize];
    let forfeits = [0, 0, 0, 8][random.below(4) as usize];
    let mut data = TournamentData {
        initial_colour: Some(Colour::White),
        rounds_total: RoundNumber::new(rounds as u32).ok(),
        ..TournamentData::default()
    };
    for (index, name) in NAMES.iter().enumerate().take(n) {
        let mut player = Player::new(Tpn::new(index as u32 + 1).expect("a small number"));
        (*name).clone_into(&mut player.name);
        data.players.push(player);
    }
    let mut irregular = 0;
    for _ in 0..rounds {
        for player in &mut data.players {
            if random.below(100) < absences {
                let kinds = [ByeKind::Half, ByeKind::Zero, ByeKind::Zero, ByeKind::Full];
                let kind = kinds[random.below(4) as usize];
                player.entries.push(RoundEntry::Bye(kind));
                irregular += 1;
            }
        }
        let Ok(tournament) = data.clone().build() else {
            return;
        };
        visit(&tournament, irregular);
        let Outcome::Paired(round) = pair_round(&tournament, rules) else {
            return;
        };
        for board in &round.boards {
            let (a, b) = (board.white, board.black);
            let favourite = a < b;
            let (mut x, mut y) = if random.below(100) < draws {
                (GameResult::Draw, GameResult::Draw)
            } else if favourite == (random.below(100) >= upsets) {
                (GameResult::Win, GameResult::Loss)
            } else {
                (GameResult::Loss, GameResult::Win)
            };
            if random.below(100) < forfeits {
                (x, y) = (GameResult::ForfeitWin, GameResult::ForfeitLoss);
                irregular += 1;
            }
            let mut record = |id: PlayerId, opponent, colour, result| {
                data.players[id.index()].entries.push(RoundEntry::Paired {
                    opponent,
                    colour: Some(colour),
                    result,
                });
            };
            record(a, b, Colour::White, x);
            record(b, a, Colour::Black, y);
        }
        if let Some(bye) = round.bye {
            let entry = RoundEntry::Bye(ByeKind::PairingAllocated);
            data.players[bye.index()].entries.push(entry);
        }
    }
}

/// The rules without one row, if it is a row.
fn without_row(rules: Rules, label: &str) -> Option<Rules> {
    let edition = rules.edition.without(&[label])?;
    Some(Rules { edition, ..rules }.reference())
}

fn limit(label: &str) -> usize {
    if is_exchange(label) { 11 } else { 9 }
}

fn is_exchange(label: &str) -> bool {
    label.starts_with("4.3") || label.starts_with("D.2")
}

/// Whether some bracket is paired with an exchange between S1 and S2.
fn has_exchange(tournament: &Tournament, rules: &Rules) -> bool {
    let Outcome::Paired(round) = pair_round(tournament, rules) else {
        return false;
    };
    round.brackets.iter().any(|bracket| {
        let within: Vec<_> = bracket
            .pairs
            .iter()
            .filter(|(a, _)| bracket.residents.contains(a))
            .collect();
        let with_mdp = |id: &PlayerId| {
            bracket
                .pairs
                .iter()
                .any(|(a, b)| b == id && bracket.mdps.contains(a))
        };
        let remainder: Vec<_> = bracket
            .residents
            .iter()
            .filter(|id| !with_mdp(id))
            .collect();
        let s1 = &remainder[..within.len()];
        within.iter().any(|(a, _)| !s1.contains(&a))
    })
}

struct FoundExample {
    size: usize,
    seed: u64,
    tournament: Tournament,
}

fn size(tournament: &Tournament, irregular: usize) -> usize {
    tournament.players.len() * 10 + tournament.next_round().index() * 6 + irregular * 6
}

/// How much of the explanation distracts from the rule in question.
fn clutter(decision: &RuleDecision) -> usize {
    match decision {
        RuleDecision::Bracket(bracket) => {
            let upper = &bracket.rows[..bracket.decisive];
            2 * upper
                .iter()
                .filter(|(a, _)| a.value.iter().any(|x| *x > 0))
                .count()
        }
        RuleDecision::Board { .. } => 0,
    }
}

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let [edition, labels, seeds, rest @ ..] = &arguments[..] else {
        eprintln!("usage: find-example EDITION LABEL[,LABEL…] SEEDS [FIRST [FOLDER]]");
        return ExitCode::FAILURE;
    };
    let known = EDITIONS.iter().find(|(name, _)| name == edition);
    let (Some((_, rules)), Ok(seeds)) = (known, seeds.parse::<u64>()) else {
        eprintln!(
            "expected an edition ({}) and a number of seeds",
            EDITIONS.map(|e| e.0).join(", ")
        );
        return ExitCode::FAILURE;
    };
    let first: u64 = rest
        .first()
        .and_then(|first| first.parse().ok())
        .unwrap_or(1);
    let rules = rules();
    let labels: Vec<&str> = labels.split(',').collect();
    let rows: Vec<Option<Rules>> = labels
        .iter()
        .map(|label| without_row(rules, label))
        .collect();
    let mut best: BTreeMap<&str, FoundExample> = BTreeMap::new();
    for seed in first..first + seeds {
        play(seed, &rules, &mut |tournament, irregular| {
            let size = size(tournament, irregular);
            for (label, row) in labels.iter().zip(&rows) {
                if best.get(label).is_some_and(|found| found.size <= size) {
                    continue;
                }
                if let Some(row) = row {
                    let pairs = |rules: &Rules| match pair_round(tournament, rules) {
                        Outcome::Paired(round) => round
                            .brackets
                            .into_iter()
                            .map(|b| (b.pairs, b.floaters))
                            .collect(),
                        Outcome::Impossible(_) => Vec::new(),
                    };
                    if pairs(row) == pairs(&rules) {
                        continue;
                    }
                } else if tournament.players.len() > limit(label)
                    || (is_exchange(label) && !has_exchange(tournament, &rules))
                {
                    continue; // Writing everything down for each position takes too long.
                }
                let Ok(explanation) = explain(tournament, rules, label) else {
                    continue;
                };
                let size = size + clutter(&explanation.decision);
                if best.get(label).is_none_or(|found| size < found.size) {
                    eprintln!(
                        "{label}: seed {seed}, round {}, size {size}",
                        tournament.next_round()
                    );
                    let tournament = tournament.clone();
                    best.insert(
                        label,
                        FoundExample {
                            size,
                            seed,
                            tournament,
                        },
                    );
                }
            }
        });
    }
    for (label, found) in &best {
        let document = edelweiss_trf::Document::from_tournament(
            &found.tournament,
            edelweiss_trf::Dialect::Trf26,
        );
        let text = match document {
            Ok(document) => document.write(edelweiss_trf::LineEnd::Lf),
            Err(error) => {
                eprintln!("{label}: {error}");
                continue;
            }
        };
        let name = format!("seed-{}-r{}", found.seed, found.tournament.next_round());
        let Some(folder) = rest.get(1) else {
            eprintln!("{label}: {name}\n{text}");
            continue;
        };
        let folder = Path::new(folder).join(edition).join(label);
        let (seed, round) = (found.seed, found.tournament.next_round());
        let description = format!(
            "title = \"\"\nomit = \"{label}\"\nshows = \"\"\"\n\"\"\"\n\
             origin = \"find_example {edition} {label}: seed {seed}, round {round}\"\n"
        );
        let written = std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(folder.join(format!("{name}.trf")), text))
            .and_then(|()| std::fs::write(folder.join(format!("{name}.toml")), description));
        if let Err(error) = written {
            eprintln!("{}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
    }
    for label in labels.iter().filter(|label| !best.contains_key(*label)) {
        eprintln!("{label}: nothing found");
    }
    ExitCode::SUCCESS
}
