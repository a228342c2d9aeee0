//! Small tournaments written down in words, and what engine and judge name differently.

use std::collections::BTreeMap;
use std::fmt::Debug;

use edelweiss_judges::systems::RoundByText;
use edelweiss_judges::systems::dutch_1998::Dutch1998Reading;
use edelweiss_model::{
    Absence, ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, RoundEntry,
    RoundNumber, Score, Tournament, TournamentData, Tpn, UnplayedFloat,
};
use edelweiss_pairing::{ColourReason, Outcome, RoundPairing};
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
    ban(g, &mut data, n, one_in_ten);
    data.build().expect("byes and bans contradict nothing")
}

/// 2 to `most` players who have not met: in up to three rounds each of them played guests, who have
/// left. So scores, floats and colours come in any mixture, and the bans alone say who may meet.
pub(crate) fn strangers(g: &mut Gen, most: usize) -> Tournament {
    let n = 2 + usize::arbitrary(g) % (most - 1);
    let rounds = 1 + usize::arbitrary(g) % 3.min(n);
    let mut data = tournament(
        (rounds + 1 + usize::arbitrary(g) % 3) as u32,
        &vec![""; 2 * n],
    );
    data.initial_colour = *g
        .choose(&[None, Some(Colour::White), Some(Colour::Black)])
        .expect("not empty");
    data.round_to_pair = RoundNumber::new(rounds as u32 + 1).ok();
    let whites_in_ten = *g.choose(&[1, 5, 9]).expect("not empty");
    for round in 0..rounds {
        for player in 0..n {
            let guest = n + (player + round) % n;
            let white = u64::arbitrary(g) % 10 < whites_in_ten;
            let letter = if white { ['w', 'b'] } else { ['b', 'w'] };
            let words = match *g
                .choose(&["10", "10", "==", "01", "+-", "U", "Z"])
                .expect("")
            {
                "U" => ["U".to_owned(), ".".to_owned()],
                "Z" => ["Z".to_owned(), "Z".to_owned()],
                results => [0, 1].map(|side| {
                    let other = [guest, player][side] + 1;
                    format!("{other}{}{}", letter[side], &results[side..=side])
                }),
            };
            for (one, word) in [player, guest].into_iter().zip(&words) {
                data.players[one].entries.push(entry(word));
            }
        }
    }
    for guest in n..2 * n {
        // The coming round stands in the file, or is announced.
        match u8::arbitrary(g) % 4 {
            0 => data.players[guest].entries.push(entry("Z")),
            1 => data.players[guest].entries.push(entry("H")),
            _ => data.absences.push(Absence {
                round: RoundNumber::from_index(rounds),
                player: PlayerId::from_index(guest),
                kind: ByeKind::Zero,
            }),
        }
    }
    if u8::arbitrary(g) % 4 == 0 {
        data.points.forfeit_win = Score::HALF;
    }
    let bans_in_ten = u64::arbitrary(g) % 7;
    ban(g, &mut data, n, bans_in_ten);
    data.build().expect("games and bans contradict nothing")
}

/// Forbids each pair of the first `n` players with the same chance.
fn ban(g: &mut Gen, data: &mut TournamentData, n: usize, in_ten: u64) {
    for a in 0..n {
        for b in 0..a {
            if u64::arbitrary(g) % 10 < in_ten {
                data.forbidden.push(ForbiddenGroup {
                    first: RoundNumber::FIRST,
                    last: None,
                    players: [a, b].map(PlayerId::from_index).to_vec(),
                });
            }
        }
    }
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

/// How many positions laws look at: more where `EDELWEISS_CASES` says so, as the recipes of `just` do.
pub(crate) fn n_positions() -> u64 {
    let asked = std::env::var("EDELWEISS_CASES").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(3000)
}

/// How often in 10,000 positions, always the same ones, a criterion costs something in a bracket, and an article gives a
/// board its colours; the first rounds with each are those of the judge, so that no law has to meet it by chance.
pub(crate) fn what_decides<C: Arbitrary + Debug>(
    engine: impl Fn(&C) -> Option<RoundPairing>,
    judge: impl Fn(&C) -> Option<RoundByText>,
) -> BTreeMap<&'static str, usize> {
    let mut g = Gen::from_size_and_seed(100, 2_026);
    let mut found = BTreeMap::new();
    for _ in 0..10_000 {
        let case = C::arbitrary(&mut g);
        let Some(round) = engine(&case) else { continue };
        let costs = round.brackets.iter().flat_map(|bracket| &bracket.costs);
        let costs = costs.filter(|cost| cost.fields.iter().any(|field| *field > 0));
        let articles = (round.boards.iter()).map(|board| match board.colour_reason {
            ColourReason::Article(article) => article,
            other => panic!("{other:?} has no article"),
        });
        let mut is_rare = false;
        for label in costs.map(|cost| cost.label).chain(articles) {
            let times = found.entry(label).or_insert(0);
            *times += 1;
            is_rare |= *times <= 20;
        }
        if is_rare {
            let mut own = round_by_text(&Outcome::Paired(round)).expect("a round");
            own.boards.sort_unstable();
            assert_eq!(Some(own), judge(&case), "{case:?}");
        }
    }
    found
}
