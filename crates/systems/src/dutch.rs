//! The current editions of the FIDE (Dutch) System, which `edelweiss-pairing` pairs.

use edelweiss_model::Date;
use edelweiss_pairing::{Rules, pair_position};
use edelweiss_weights::{DUTCH_2017, DUTCH_2026, Edition};

use crate::swiss_system::{PairRound, PairingUnit, ProvedProcedure, SwissSystem};

/// The edition in force from 1 February 2026.
pub static SYSTEM_2026: SwissSystem = SwissSystem {
    about_edition: "In force from 1 February 2026",
    code: Some("FIDE_DUTCH_2026"),
    other_codes: &[],
    drop_in: Some("--dutch"),
    asks_ratings: None,
    number_teams: None,
    page: "rules/2026/README.md",
    ..of(&DUTCH_2026, |_, position, options| {
        Ok(pair_position(
            position,
            &Rules::new(&DUTCH_2026, options.engine),
        ))
    })
};

/// The edition in force until 31 January 2026.
pub static SYSTEM_2017: SwissSystem = SwissSystem {
    about_edition: "In force until 31 January 2026",
    until: Some(Date::EDITIONS_OF_2026),
    code: Some("FIDE_DUTCH_2017"),
    other_codes: &[],
    drop_in: Some("--dutch-2017"),
    asks_ratings: None,
    number_teams: None,
    page: "rules/2017/README.md",
    ..of(&DUTCH_2017, |_, position, options| {
        Ok(pair_position(
            position,
            &Rules::new(&DUTCH_2017, options.engine),
        ))
    })
};

/// What follows from the criteria.
const fn of(edition: &'static Edition, pair: PairRound) -> SwissSystem {
    SwissSystem {
        system: "dutch",
        about: "FIDE (Dutch)",
        year: edition.year,
        about_edition: "",
        until: None,
        name: edition.name,
        definitions: edition.definitions,
        edition: Some(edition),
        unit: PairingUnit::Game,
        proved: Some(ProvedProcedure::Downfloats(edition)),
        pair,
        finish: None,
        readings: &[],
        code: None,
        other_codes: &[],
        drop_in: None,
        asks_ratings: None,
        number_teams: None,
        page: "",
    }
}
