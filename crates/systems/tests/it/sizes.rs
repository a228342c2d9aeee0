//! How many players a system is for.

use edelweiss_model::{Player, Position, TournamentData, Tpn};
use edelweiss_systems::{SwissSystem, registry};

fn answer(system: &SwissSystem, n: u32) -> Result<(), String> {
    let numbers = (1..=n).map(|number| Tpn::new(number).expect("in range"));
    let data = TournamentData {
        players: numbers.map(Player::new).collect(),
        ..TournamentData::default()
    };
    let tournament = data.build().expect("fresh players contradict nothing");
    let position = Position::derive(&tournament, &system.definitions);
    system.admit(&position).map_err(|error| error.to_string())
}

#[test]
fn a_field_that_no_file_holds_is_for_systems_that_have_an_edition() {
    for system in registry::systems() {
        assert_eq!(answer(system, 9_999), Ok(()));
        let more = answer(system, 10_000);
        match more {
            Ok(()) => assert!(system.edition.is_some(), "{}", system.name),
            Err(words) => {
                assert!(system.edition.is_none(), "{}", system.name);
                assert!(
                    words.starts_with("found 10000 players, and the "),
                    "{words}"
                );
                assert!(words.contains("at most 9999: "), "{words}");
            }
        }
    }
}
