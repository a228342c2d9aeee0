//! Everything that is said, in one place for each language: a language is a [`Wording`].
//!
//! Sentences receive names and numbers ready to be printed, and articles as the edition numbers them.
//! A new language is one file beside [`English`]; the compiler asks for every sentence.

mod english;
mod german;

use std::fmt::Debug;

use edelweiss_model::{Colour, Float, Score, Strength};
use edelweiss_pairing::{ColourReason, Route};
use edelweiss_weights::Rule;

pub use english::English;
pub use german::German;

/// Short names of things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// Players who belong to the scoregroup.
    Residents,
    /// Players who floated into it.
    MovedDown,
    /// The first half.
    S1,
    /// The second half.
    S2,
    /// Moved-down players who are not paired.
    Limbo,
    /// S1 of the remainder.
    RemainderS1,
    /// S2 of the remainder.
    RemainderS2,
    /// The sequence.
    Course,
    /// The pairs.
    Pairs,
    /// Who leaves the bracket.
    Floaters,
    /// The pairing-allocated bye.
    Bye,
    /// The price.
    Costs,
    /// A board.
    Board,
    /// The heading of all boards.
    Boards,
    /// A player's history.
    History,
}

/// A language.
pub trait Wording: Debug + Sync {
    /// `en`, `de`, ...
    fn code(&self) -> &'static str;
    /// The name of a thing.
    fn label(&self, label: Label) -> &'static str;

    /// The title of a round.
    fn round(&self, round: u16, rules: &str) -> String;
    /// How many take part.
    fn field(&self, players: usize, boards: usize) -> String;
    /// Who has the bye, and that it is the last one who floats.
    fn bye(&self, player: &str) -> String;
    /// The heading of a bracket.
    fn bracket(&self, number: usize, score: Score, route: Route) -> String;
    /// Nobody of the bracket is paired in it.
    fn nobody_is_paired(&self) -> &'static str;

    /// S1 meets S2 in order.
    fn as_they_stand(&self, article: &str) -> String;
    /// The moved-down players meet others than the first residents.
    fn mdps_transposed(&self, opponents: &str, article: &str) -> String;
    /// Others of the moved-down players are paired than the first ones.
    fn limbo_altered(&self, paired: &str, article: &str) -> String;
    /// S2 in another order.
    fn transposed(&self, order: &str, article: &str) -> String;
    /// Players changed places between S1 and S2.
    fn exchanged(&self, leaving: &str, entering: &str, article: &str) -> String;

    /// What a criterion counts.
    fn counts(&self, rule: &Rule) -> &'static str;
    /// A criterion that costs something.
    fn cost(&self, name: &str, counts: &str, amount: u64, payers: &str) -> String;
    /// A criterion that costs something in the following bracket.
    fn cost_below(&self, name: &str, counts: &str, amount: u64) -> String;
    /// All criteria are met.
    fn costs_nothing(&self, first: &str, last: &str) -> String;
    /// All other criteria are met.
    fn others_cost_nothing(&self) -> &'static str;

    /// White, then Black.
    fn seats(&self, white: &str, black: &str) -> String;
    /// The rule that decided the colours.
    fn colour_reason(&self, reason: ColourReason) -> &'static str;
    /// The letter of a colour.
    fn colour_letter(&self, colour: Colour) -> char;
    /// The colour that is due, and how strongly.
    fn due(&self, preference: Option<Colour>, strength: Strength) -> String;
    /// A player's colours so far, what is due, and the floats of the last two rounds.
    fn history(&self, player: &str, colours: &str, due: &str, floats: [Float; 2]) -> String;
}
