//! The tournaments that the questions are asked about.

use edelweiss_generate::{Generator, NextRound, Settings};
use edelweiss_model::Tournament;
use edelweiss_pairing::{Outcome, Rules, pair_round};

/// An event of 11 rounds with `players` players, before `round`: seed 1, paired by the edition of
/// the rules asked for, results by rating.
pub(crate) fn before_round(players: u32, round: u32, rules: &Rules) -> Tournament {
    let text = format!("seed = 1\nplayers = {players}\nrounds = 11\nplain = true");
    let settings = Settings::from_toml(&text).expect("the settings are fixed and valid");
    let generator = Generator::new(settings).expect("an event of eleven rounds is possible");
    let pair = |tournament: &Tournament| {
        if u32::from(tournament.next_round().get()) == round {
            return NextRound::Impossible("the round to be timed".to_owned());
        }
        match pair_round(tournament, rules) {
            Outcome::Paired(paired) => NextRound::Paired {
                boards: paired
                    .boards
                    .iter()
                    .map(|board| (board.white, board.black))
                    .collect(),
                bye: paired.bye,
            },
            Outcome::Impossible(reason) => NextRound::Impossible(format!("{reason:?}")),
        }
    };
    generator
        .generate_one(0, pair)
        .expect("the engine pairs legally")
        .tournament
}
