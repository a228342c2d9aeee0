//! What the judges say, and bans of some rounds only.

use edelweiss_check::legality::{Breach, violations};
use edelweiss_model::{
    Colour, Definitions, ForbiddenGroup, GameResult, Player, PlayerId, RoundEntry, RoundNumber,
    TournamentData, Tpn,
};

fn id(index: usize) -> PlayerId {
    PlayerId::from_index(index)
}

#[test]
fn a_breach_names_players_by_their_places() {
    for (breach, words) in [
        (Breach::Unpaired(id(0)), "player 1 is not paired"),
        (
            Breach::PairedTwice(id(8)),
            "player 9 is paired more than once",
        ),
        (
            Breach::BarredFromBye(id(1)),
            "C2: player 2 may not receive the bye",
        ),
        (
            Breach::Rematch(id(0), id(3)),
            "C1: players 1 and 4 have met",
        ),
    ] {
        assert_eq!(breach.to_string(), words);
    }
}

/// Round 2 of four players, 1 against 2, with a ban of these two.
#[test]
fn a_ban_holds_in_its_rounds_only() {
    let round = |number: usize| RoundNumber::from_index(number - 1);
    let mut data = TournamentData::default();
    for (number, opponent) in [(1, 3), (2, 4), (3, 1), (4, 2)] {
        let mut player = Player::new(Tpn::new(number).expect("small"));
        player.entries.push(RoundEntry::Paired {
            opponent: id(opponent - 1),
            colour: Some(if opponent > 2 {
                Colour::White
            } else {
                Colour::Black
            }),
            result: GameResult::Draw,
        });
        data.players.push(player);
    }
    for (first, last, players, is_banned) in [
        (1, Some(1), [0, 1], false),
        (1, Some(2), [0, 1], true),
        (2, Some(2), [0, 1], true),
        (1, None, [0, 1], true),
        (3, None, [0, 1], false),
        (1, None, [0, 2], false),
    ] {
        let mut data = data.clone();
        data.forbidden.push(ForbiddenGroup {
            first: round(first),
            last: last.map(round),
            players: players.map(id).to_vec(),
        });
        let tournament = data.build().expect("consistent");
        let pairs = [(id(0), id(1)), (id(2), id(3))];
        let found = violations(&tournament, &Definitions::DUTCH_2026, &pairs, None);
        let expected = is_banned.then_some(Breach::Banned(id(0), id(1)));
        assert_eq!(found, Vec::from_iter(expected), "{first} to {last:?}");
    }
}
