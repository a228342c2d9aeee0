//! Small positions for single articles, each answer worked out from the text by hand.
//!
//! A line of a position is a player: number, rating, and a word for each round. `5w=` is a game with White against 5 that
//! was drawn (`1` won, `0` lost), `bye` the pairing-allocated bye, `half` a half-point bye, `away` an absence.
//! An answer has White first, and the bye alone.

use std::collections::BTreeSet;

use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, PlayerId, RoundEntry, RoundNumber, TournamentData, Tpn,
};
use edelweiss_pairing::Outcome;
use edelweiss_systems::burstein_2026::{self, BursteinOptions};
use edelweiss_systems::dubov_2026;

/// A position, and what the text makes of it.
struct WorkedExample {
    /// What it is about, article by article.
    why: &'static str,
    /// Rounds of the event.
    rounds: u32,
    players: &'static [&'static str],
    expected: &'static str,
}

fn entry(word: &str) -> RoundEntry {
    let bye = match word {
        "bye" => Some(ByeKind::PairingAllocated),
        "half" => Some(ByeKind::Half),
        "away" => Some(ByeKind::Zero),
        _ => None,
    };
    if let Some(kind) = bye {
        return RoundEntry::Bye(kind);
    }
    let at = word.find(['w', 'b']).expect("a colour");
    let opponent: usize = word[..at].parse().expect("a number");
    RoundEntry::Paired {
        opponent: PlayerId::from_index(opponent - 1),
        colour: Some(match &word[at..=at] {
            "w" => Colour::White,
            _ => Colour::Black,
        }),
        result: match &word[at + 1..] {
            "1" => GameResult::Win,
            "=" => GameResult::Draw,
            "0" => GameResult::Loss,
            other => panic!("{other} is no result"),
        },
    }
}

impl WorkedExample {
    fn check(&self, pair: impl Fn(&edelweiss_model::Tournament) -> Outcome) {
        let players = self.players.iter().map(|line| {
            let mut words = line.split_whitespace();
            let mut next = || words.next().expect("a number and a rating");
            let number = Tpn::new(next().parse().expect("a number")).expect("small");
            let rating = next().parse().expect("a rating");
            Player {
                rating: Some(rating),
                entries: words.map(entry).collect(),
                ..Player::new(number)
            }
        });
        let data = TournamentData {
            players: players.collect(),
            rounds_total: RoundNumber::new(self.rounds).ok(),
            initial_colour: Some(Colour::White),
            ..TournamentData::default()
        };
        let tournament = data.build().expect("games that fit each other");
        let Outcome::Paired(round) = pair(&tournament) else {
            panic!("{}: no round", self.why);
        };
        let number = |id| tournament.player(id).number.to_string();
        let boards = round.boards.iter();
        let found: BTreeSet<String> = boards
            .map(|board| format!("{}-{}", number(board.white), number(board.black)))
            .chain(round.bye.map(number))
            .collect();
        let expected = self.expected.split(' ').map(str::to_owned);
        assert_eq!(found, expected.collect(), "{}", self.why);
    }
}

/// Top half against bottom half, colours in turn, all drawn.
const EIGHT_AFTER_DRAWS: [&str; 8] = [
    "1 2400 5w=",
    "2 2300 6b=",
    "3 2200 7w=",
    "4 2100 8b=",
    "5 2000 1b=",
    "6 1900 2w=",
    "7 1800 3b=",
    "8 1700 4w=",
];

const DUBOV: [WorkedExample; 9] = [
    WorkedExample {
        why: "1.3.1, 3.2.3, 4.4.2, 5.2.1: nobody has played, so the first half meets the second in order; 1 is odd and has \
              the initial colour, 2 is even and has the other one",
        rounds: 5,
        players: &["1 2400", "2 2300", "3 2200", "4 2100"],
        expected: "1-3 4-2",
    },
    WorkedExample {
        why: "1.4, 3.1, 3.1.5: of five with equal scores and games the largest number has the bye",
        rounds: 5,
        players: &["1 2400", "2 2300", "3 2200", "4 2100", "5 2000"],
        expected: "1-3 4-2 5",
    },
    WorkedExample {
        why: "2.1.2, 3.1.1, 3.1.3: 3 has had the bye, so 2 has it, the lower score of the others; 5.2.3: 1 is due Black \
              strongly, 3 has not played and is due it mildly",
        rounds: 5,
        players: &["1 2400 2w1", "2 2300 1b0", "3 2200 bye"],
        expected: "3-1 2",
    },
    WorkedExample {
        why: "3.1, 3.1.2: only 1 has had no bye, which leaves 2 and 3; they have not met (2.1.1)",
        rounds: 5,
        players: &["1 2400 2w1 3b1", "2 2300 1b0 bye", "3 2200 bye 1w0"],
        expected: "2-3 1",
    },
    WorkedExample {
        why: "1.5, 1.6, 1.6.2, 3.2.1, 5.2.2: each scoregroup is paired in itself, and both strong preferences are granted",
        rounds: 5,
        players: &["1 2400 3w1", "2 2300 4b1", "3 2200 1b0", "4 2100 2w0"],
        expected: "2-1 3-4",
    },
    WorkedExample {
        why: "2.3.1, 2.3.2, 3.2.1, 3.2.2, 4.1.2, 4.2.1, 4.2.2, 4.2.3: 1 needs one upfloater, of the next score (C6) and \
              due White (C7): 2 or 6, and 2 comes first. 3, 5 and 6 need 4; White seekers by ARO are 6 (1800), 4 (2000), \
              and {3, 5} has 6 meet 3 again, so it is {5, 3} (2.1.1, 4.4.1, 4.4.2)",
        rounds: 5,
        players: &[
            "1 2000 4w1",
            "2 1900 5b=",
            "3 1800 6w=",
            "4 1700 1b0",
            "5 1600 2w=",
            "6 1500 3b=",
        ],
        expected: "2-1 6-5 4-3",
    },
    WorkedExample {
        why: "1.3.2, 1.7.1, 3.2.5: White seekers by ascending ARO are 4 (1700), 2 (1900), 7 (2200), 5 (2400); Black seekers \
              by number are 1, 3, 6, 8, and none has met its partner",
        rounds: 5,
        players: &EIGHT_AFTER_DRAWS,
        expected: "4-1 2-3 7-6 5-8",
    },
    WorkedExample {
        why: "1.6.4, 3.2.4.2, 4.1, 4.1.1, 4.1.3, 4.3, 4.3.1, 4.3.2, 4.3.3: two seek White, four Black (1, 4, and 5 and 6, who have not \
              played), so one of the four is shifted: the higher of the two in the middle, 4. By ARO: 2 (2100), 4 (2300), 3 \
              (2400); 5.2.3: 4 is due Black strongly, 5 mildly",
        rounds: 5,
        players: &[
            "1 2400 3w=",
            "2 2300 4b=",
            "3 2200 1b=",
            "4 2100 2w=",
            "5 2000 half",
            "6 1900 half",
        ],
        expected: "2-1 5-4 3-6",
    },
    WorkedExample {
        why: "3.1.4: of 2, 3, 4 and 5, who have no point, only 2 has played; 3.2.2: 1 gets the first of the others",
        rounds: 5,
        players: &[
            "1 2400 2w1",
            "2 2300 1b0",
            "3 2200 away",
            "4 2100 away",
            "5 2000 away",
        ],
        expected: "3-1 5-4 2",
    },
];

#[test]
fn dubov_2026_answers_as_worked_by_hand() {
    for example in &DUBOV {
        example.check(dubov_2026::pair_round);
    }
}

/// Of three rounds the first one seeds (1.6.2), so that the second is the system's own.
const BURSTEIN: [WorkedExample; 3] = [
    WorkedExample {
        why: "1.2.1, 1.7, 1.8, 1.8.2, 3.2.1.1, 3.2.2.1, 4.1, 4.3: all have one Index, so numbers rank. 1 would meet 8, but both are \
              due Black (C8): 7 is the largest number that is due White; so 2-8, then 3-5 and 4-6 (5.2.2)",
        rounds: 3,
        players: &EIGHT_AFTER_DRAWS,
        expected: "7-1 2-8 5-3 4-6",
    },
    WorkedExample {
        why: "1.3, 1.9.2, 3.1, 3.1.3, 3.1.5: 4 has the bye, the lower one of the lowest score. 1.7.1.1, 1.7.2.1, 1.8.1.1: 5 won \
              against itself and has Buchholz 1; 1 and 2 have 0: they rank 5, 1, 2. 5-2 would let 1 float, who has met 3 \
              (2.1.1, 2.2.1): so 5-1, and 2 floats (1.2.2, 3.2.1.2, 3.2.1.3, 4.2). 5.2.5: 2 and 3 are both due White, and 3 \
              ranks higher by Buchholz",
        rounds: 3,
        players: &[
            "1 2400 3w1",
            "2 2300 4b1",
            "3 2200 1b0",
            "4 2100 2w0",
            "5 2000 bye",
        ],
        expected: "5-1 3-2 4",
    },
    WorkedExample {
        why: "2.1, 2.1.1, 2.3, 3.2.2.2: 1-4 and 2-3 come first and leave two preferences unfulfilled (C8); 1 has met 3; 1-2 and 3-4 \
              break none",
        rounds: 3,
        players: &["1 2400 3w=", "2 2300 4b=", "3 2200 1b=", "4 2100 2w="],
        expected: "2-1 3-4",
    },
];

#[test]
fn burstein_2026_answers_as_worked_by_hand() {
    for example in &BURSTEIN {
        example
            .check(|tournament| burstein_2026::pair_round(tournament, &BursteinOptions::default()));
    }
}
