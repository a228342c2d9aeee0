//! Small tournaments written down in words, and what engine and judge name differently.

use edelweiss_check::systems::RoundByText;
use edelweiss_check::systems::dutch_1998::Dutch1998Reading;
use edelweiss_model::{
    ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, RoundEntry, RoundNumber,
    Tournament, TournamentData, Tpn, UnplayedFloat,
};
use edelweiss_pairing::Outcome;
use edelweiss_systems::dutch_1998::{
    C9, Dutch1998Options, E5, Joined, Over50, RemainderX, Unpairable,
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

/// The readings that stand beside `true`.
pub(crate) fn chosen<T: Copy>(departs: &[(bool, T)]) -> Vec<T> {
    (departs.iter())
        .filter(|(departs, _)| *departs)
        .map(|(_, reading)| *reading)
        .collect()
}

/// The engine's answer as a judge gives it, the boards in their order; `None` without a round.
pub(crate) fn round_by_text(outcome: &Outcome) -> Option<RoundByText> {
    match outcome {
        Outcome::Paired(round) => Some(RoundByText {
            boards: (round.boards.iter())
                .map(|board| (board.white, board.black))
                .collect(),
            bye: round.bye,
            unpaired: Vec::new(),
        }),
        Outcome::Impossible(_) => None,
    }
}

/// The same readings as the judge names them.
pub(crate) fn readings(options: Dutch1998Options) -> Vec<Dutch1998Reading> {
    let Dutch1998Options {
        c9,
        x_of_remainder,
        unpairable,
        over_50,
        unplayed_float,
        joined,
        e5,
    } = options;
    let departs = [
        (
            c9 == C9::AfterAllOpponents,
            Dutch1998Reading::C9AfterAllOpponents,
        ),
        (
            x_of_remainder == RemainderX::Carried,
            Dutch1998Reading::RemainderXCarried,
        ),
        (
            unpairable == Unpairable::FloatOn,
            Dutch1998Reading::UnpairableFloatOn,
        ),
        (
            over_50 == Over50::WholePair,
            Dutch1998Reading::Over50WholePair,
        ),
        (
            unplayed_float == UnplayedFloat::ByeOnly,
            Dutch1998Reading::OnlyByesFloat,
        ),
        (
            unplayed_float == UnplayedFloat::Always,
            Dutch1998Reading::EveryAbsenceFloats,
        ),
        (
            joined == Joined::Residents,
            Dutch1998Reading::JoinedResidents,
        ),
        (e5 == E5::PlaceInS1, Dutch1998Reading::E5PlaceInS1),
    ];
    chosen(&departs)
}
