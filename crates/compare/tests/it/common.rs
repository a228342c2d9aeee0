//! Our side of a comparison, for several tests.

use std::time::Duration;

use edelweiss::model::{Player, Tournament, TournamentData, Tpn};
use edelweiss::pairing::{Outcome, Rules, pair_round};
use edelweiss::weights::DUTCH_2026;
use edelweiss_compare::engine::{CommandLine, PairingProgram, Supervisor};
use edelweiss_compare::verdict::Ours;

#[expect(
    clippy::unnecessary_wraps,
    reason = "the shape of an engine that may fail"
)]
pub(crate) fn dutch_2026(tournament: &Tournament) -> Result<Outcome, String> {
    Ok(pair_round(tournament, &Rules::dutch_2026()))
}

pub(crate) fn ours() -> Ours<'static> {
    Ours {
        name: DUTCH_2026.name,
        definitions: DUTCH_2026.definitions,
        edition: Some(&DUTCH_2026),
        filed: None,
        games: 1,
        pair: &dutch_2026,
        second: None,
    }
}

/// A program that is watched over, as `edelweiss compare` does it.
pub(crate) fn supervised(line: &str, time_limit: Duration) -> PairingProgram {
    let line = CommandLine::parse(line).expect("a command");
    PairingProgram {
        supervisor: Some(Supervisor::new(
            env!("CARGO_BIN_EXE_edelweiss-supervise"),
            &[],
        )),
        ..PairingProgram::custom(line, time_limit)
    }
}

pub(crate) fn four_players() -> Tournament {
    let mut data = TournamentData::default();
    for number in 1..=4 {
        data.players
            .push(Player::new(Tpn::new(number).expect("small")));
    }
    data.build().expect("nothing contradicts")
}
