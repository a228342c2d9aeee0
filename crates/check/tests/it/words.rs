//! What the judges say, and bans of some rounds only.

use edelweiss_check::legality::{Breach, violations};
use edelweiss_check::standings::{Code, ComputedValue, NotACode, StandingsRefused, TeamCode};
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

#[test]
fn codes_are_said_as_they_are_written() {
    for text in [
        "PTS", "DE/P", "BPG", "PS/C2", "TPN/R", "BH/C1/P", "BH/M2", "AOB/F", "SB/C1", "KS/L+1",
        "KS/L-3", "ARO/M1", "RTNG/R",
    ] {
        let code: Code = text.parse().expect("a code");
        let said = code.to_string();
        assert_eq!(said.parse(), Ok(code), "{said}");
        assert_eq!(said, text);
    }
    for text in [
        "WON/C1", "PS/M1", "SB/M1", "PS/P", "TPN/P", "BH/C", "BH/C0", "BH/M0", "BH/C100", "BH/R",
        "BH/L1", "KS/L", "KS/L1234", "KS/L+-1", "KS/L1x",
    ] {
        assert_eq!(text.parse::<Code>(), Err(NotACode(text.to_owned())));
    }
    for text in ["TPR", "ARO:MP", "PTS", "PTS:GP", "BH:XP", "NONE"] {
        assert_eq!(text.parse::<TeamCode>(), Err(NotACode(text.to_owned())));
    }
    let refused: Result<Code, NotACode> = "BH/C0".parse();
    let said = refused.map_err(|refused| refused.to_string());
    assert_eq!(
        said,
        Err("'BH/C0' is no tie-break for individuals".to_owned())
    );
    let refused = StandingsRefused {
        code: "BH".parse().expect("a code"),
        article: "8",
    };
    assert_eq!(refused.to_string(), "BH is not allowed here by 8");
    for (value, words) in [
        (ComputedValue::Place(2), "2"),
        (ComputedValue::Undefined, "undefined"),
        (ComputedValue::Dropped, "dropped"),
    ] {
        assert_eq!(value.to_string(), words);
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
