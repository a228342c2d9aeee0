//! Small tournaments written down in words.

use edelweiss_model::{
    ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, RoundEntry, RoundNumber,
    Tournament, TournamentData, Tpn,
};
use quickcheck::{Arbitrary, Gen};

/// A tournament of `rounds` rounds. Each player is a line of entries: `7w1` is White against number
/// 7 with that result (`1 = 0 + -`), `U F H Z` are byes, `.` is blank. White has the initial colour.
pub(crate) fn tournament(rounds: u32, players: &[&str]) -> TournamentData {
    let mut data = TournamentData {
        rounds_total: Some(RoundNumber::new(rounds).expect("1..=9999")),
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for (index, line) in players.iter().enumerate() {
        let mut player = Player::new(Tpn::new(index as u32 + 1).expect("1..=9999"));
        player.entries = line.split_whitespace().map(entry).collect();
        data.players.push(player);
    }
    data
}

fn entry(word: &str) -> RoundEntry {
    match word {
        "." => return RoundEntry::Blank,
        "U" => return RoundEntry::Bye(ByeKind::PairingAllocated),
        "F" => return RoundEntry::Bye(ByeKind::Full),
        "H" => return RoundEntry::Bye(ByeKind::Half),
        "Z" => return RoundEntry::Bye(ByeKind::Zero),
        _ => {}
    }
    let place = word.find(['w', 'b']).expect("a colour");
    let opponent: usize = word[..place].parse().expect("a number");
    RoundEntry::Paired {
        opponent: PlayerId::from_index(opponent - 1),
        colour: Some(if word[place..].starts_with('w') {
            Colour::White
        } else {
            Colour::Black
        }),
        result: match &word[place + 1..] {
            "1" => GameResult::Win,
            "=" => GameResult::Draw,
            "0" => GameResult::Loss,
            "+" => GameResult::ForfeitWin,
            "-" => GameResult::ForfeitLoss,
            other => panic!("no result {other}"),
        },
    }
}

/// A field in which few pairs are possible: two rounds of byes put 4 to 10 players into three
/// scoregroups, and every pair is forbidden with one chance for all of them.
pub(crate) fn hard_field(g: &mut Gen) -> Tournament {
    let n = 4 + usize::arbitrary(g) % 7;
    let one_in_ten = 3 + u64::arbitrary(g) % 5;
    let lines: Vec<&str> = (0..n)
        .map(|_| *g.choose(&["F F", "H H", "H H", "Z Z"]).expect("not empty"))
        .collect();
    let mut data = tournament(20, &lines);
    data.round_to_pair = RoundNumber::new(3).ok();
    for a in 0..n {
        for b in 0..a {
            if u64::arbitrary(g) % 10 < one_in_ten {
                data.forbidden.push(ForbiddenGroup {
                    first: RoundNumber::FIRST,
                    last: None,
                    players: [a, b].map(PlayerId::from_index).to_vec(),
                });
            }
        }
    }
    data.build().expect("byes and bans contradict nothing")
}
