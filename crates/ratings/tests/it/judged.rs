//! What tests of norms share: players, and how far player 1 is.

use edelweiss_model::{FideTitle, Player, Tournament, Tpn};
use edelweiss_ratings::norms::{NormEvent, NormResult, title_norms};

pub(crate) fn player(number: usize, rating: u16, title: &str, federation: &str) -> Player {
    Player {
        rating: (rating > 0).then_some(rating),
        title: (!title.is_empty()).then(|| title.to_owned()),
        federation: (!federation.is_empty()).then(|| federation.to_owned()),
        ..Player::new(Tpn::new(number as u32).expect("1..=9999"))
    }
}

pub(crate) fn judged(
    tournament: &Tournament,
    title: FideTitle,
    event: &NormEvent<'_>,
) -> NormResult {
    let report = title_norms(tournament, event).expect("nobody met too often");
    let mut results = report.results.into_iter();
    results
        .find(|result| result.player.index() == 0 && result.title == title)
        .expect("player 1 seeks the title")
}
