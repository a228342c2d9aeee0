//! Rounds of so many players that tight edges are cells, not bit rows.

use edelweiss_model::{
    ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, RoundEntry, RoundNumber,
    TournamentData, Tpn,
};
use edelweiss_pairing::{Impossible, Level, Outcome, RoundPairing, Rules, Tuning, pair_round};

/// Every bracket of more than a few players is paired by cells.
const BY_CELLS: Tuning = Tuning {
    bit_rows: 5,
    ..Tuning::MEASURED
};

/// A small linear congruential generator (Knuth's MMIX constants).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn field(n: u32) -> TournamentData {
    let numbers = (1..=n).map(|number| Tpn::new(number).expect("in range"));
    TournamentData {
        initial_colour: Some(Colour::White),
        players: numbers.map(Player::new).collect(),
        ..TournamentData::default()
    }
}

fn ban(data: &mut TournamentData, players: Vec<PlayerId>) {
    data.forbidden.push(ForbiddenGroup {
        first: RoundNumber::FIRST,
        last: None,
        players,
    });
}

fn paired(data: TournamentData, rules: &Rules) -> (TournamentData, RoundPairing) {
    let tournament = data.build().expect("rounds are mirrored");
    let Outcome::Paired(round) = pair_round(&tournament, rules) else {
        panic!("there is a round");
    };
    assert_eq!(round.defect, None);
    (tournament.into_data(), round)
}

fn play(data: &mut TournamentData, round: &RoundPairing, dice: &mut Dice) {
    use GameResult::{Draw, Loss, Win};
    for board in &round.boards {
        let [white, black] = match dice.below(10) {
            0..3 => [Draw, Draw],
            3..7 => [Win, Loss],
            _ => [Loss, Win],
        };
        let seats = [
            (board.white, board.black, Colour::White, white),
            (board.black, board.white, Colour::Black, black),
        ];
        for (id, opponent, colour, result) in seats {
            data.players[id.index()].entries.push(RoundEntry::Paired {
                opponent,
                colour: Some(colour),
                result,
            });
        }
    }
    if let Some(bye) = round.bye {
        let entries = &mut data.players[bye.index()].entries;
        entries.push(RoundEntry::Bye(ByeKind::PairingAllocated));
    }
}

#[test]
fn cells_and_bit_rows_lead_to_the_same_rounds() {
    for (seed, n) in [(1, 301), (2, 300), (3, 97), (4, 98), (5, 41), (6, 40)] {
        for rules in [Rules::dutch_2017(), Rules::dutch_2026()] {
            let mut dice = Dice(seed);
            let mut data = field(n);
            // Clubs, and pairs who do not meet.
            for club in 0..if seed % 2 == 0 { 0 } else { 4 } {
                let members = (club..n as usize).step_by(9).map(PlayerId::from_index);
                ban(&mut data, members.collect());
            }
            for _ in 0..n {
                let two = [0; 2].map(|_| PlayerId::from_index(dice.below(n.into()) as usize));
                if two[0] != two[1] {
                    ban(&mut data, two.to_vec());
                }
            }
            for _ in 0..8 {
                let (before, round) = paired(data, &rules.tuned(&BY_CELLS));
                let (mut after, expected) = paired(before, &rules);
                assert_eq!(round.boards, expected.boards, "{n} players");
                assert_eq!(round.bye, expected.bye);
                play(&mut after, &expected, &mut dice);
                data = after;
            }
        }
    }
}

#[test]
fn rounds_of_twenty_thousand_players_are_paired_bracket_by_bracket() {
    for n_clubs in [0, 8] {
        let mut dice = Dice(27);
        let mut data = field(20_001);
        for club in 0..n_clubs {
            let members = club * 2_500..(club + 1) * 2_500;
            ban(&mut data, members.map(PlayerId::from_index).collect());
        }
        for number in 1..=3 {
            let (after, round) = paired(data, &Rules::dutch_2026());
            data = after;
            assert_eq!(
                round.boards.len(),
                10_000,
                "round {number}, {n_clubs} clubs"
            );
            let mut levels = round.brackets.iter().map(|bracket| bracket.level);
            assert!(levels.all(|level| level == Some(Level::Alone)));
            play(&mut data, &round, &mut dice);
        }
    }
}

/// The first `apart` players may not meet anybody of the lower half.
fn above_themselves(n: u32, apart: usize) -> TournamentData {
    let mut data = field(n);
    for one in 0..apart {
        for other in n as usize / 2..n as usize {
            ban(&mut data, [one, other].map(PlayerId::from_index).to_vec());
        }
    }
    data
}

#[test]
fn a_large_bracket_knows_near_exchanges() {
    let (_, round) = paired(above_themselves(20_000, 1), &Rules::dutch_2026());
    // The last of S1 goes down, the first of S2 comes up.
    let pairs = &round.brackets[0].pairs;
    let first = |place: usize| [pairs[place].0.index(), pairs[place].1.index()];
    assert_eq!(first(0), [0, 9_999]);
    assert_eq!(first(1), [1, 10_001]);
    assert_eq!(first(9_999), [10_000, 19_999]);
}

#[test]
fn what_would_take_too_much_memory_is_given_up() {
    let tournament = above_themselves(33_000, 4).build().expect("bans alone");
    for rules in [Rules::dutch_2026(), Rules::dutch_2026().reference()] {
        let outcome = pair_round(&tournament, &rules);
        assert!(matches!(outcome, Outcome::Impossible(Impossible::GivenUp)));
    }
}
