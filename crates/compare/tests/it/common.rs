//! Our side of a comparison, for several tests.

use edelweiss::model::Tournament;
use edelweiss::pairing::{Outcome, Rules, pair_round};
use edelweiss::weights::DUTCH_2026;
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
