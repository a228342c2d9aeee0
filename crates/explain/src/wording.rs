//! Everything that is said, in one place for each language: a language is a [`Wording`].
//!
//! Sentences receive names and numbers ready to be printed, and articles as the edition numbers them.
//! A new language is one file beside [`English`]; the compiler asks for every sentence.

mod english;
mod german;

use std::fmt::Debug;

use edelweiss_check::legality::Breach;
use edelweiss_model::{Colour, Float, Score, Strength};
use edelweiss_pairing::{ColourReason, Route, StepAction};
use edelweiss_weights::Rule;

use crate::wish::{Wish, WishRefusal};

pub use english::English;
pub use german::German;

/// Short names of things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordLabel {
    /// Players who belong to the scoregroup.
    Residents,
    /// Players who floated into it.
    MovedDown,
    /// Players of other scores, in systems that move them in their own ways.
    MovedIn,
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
    /// Why those float, or have the bye, and nobody else.
    WhyThey,
    /// The bracket as it would be with a wish.
    Instead,
    /// What decides.
    Decides,
    /// What somebody would have liked to see.
    Question,
    /// What was given to be judged.
    Given,
    /// What is right.
    Right,
    /// Games without a result.
    OpenGames,
    /// Boards that are certain.
    Certain,
    /// Players whose board is not.
    Uncertain,
}

/// A language.
pub trait Wording: Debug + Sync {
    /// `en`, `de`, ...
    fn code(&self) -> &'static str;
    /// The name of a thing.
    fn label(&self, label: WordLabel) -> &'static str;

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

    /// What a procedure did in a bracket, with these players.
    fn procedure_step(&self, action: StepAction, players: &str) -> String;

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

    /// What is asked about a wish of these players.
    fn question(&self, wish: Wish, players: &[String]) -> String;
    /// What is said to it at once.
    fn refusal(&self, refusal: WishRefusal, players: &[String]) -> String;
    /// No legal round has it: so many groups of players each need a partner from outside.
    fn no_round_has_it(&self, groups: usize, partners: usize) -> String;
    /// One of these groups, or the partners.
    fn group(&self, number: usize, members: &str) -> String;
    /// All other partners there are.
    fn partners(&self, members: &str) -> String;
    /// Another reason why there is no round.
    fn no_round(&self) -> &'static str;
    /// The system has no criteria.
    fn not_compared(&self) -> &'static str;
    /// The best round with the wish differs first in this bracket, which holds a player of the wish or
    /// not.
    fn first_difference(&self, bracket: usize, is_about: bool) -> String;
    /// A criterion gets worse.
    fn gets_worse(&self, name: &str, counts: &str, here: &str, there: &str) -> String;
    /// The same in the bracket below.
    fn gets_worse_below(&self, name: &str, counts: &str, here: &str, there: &str) -> String;
    /// The bye goes to a higher score.
    fn bye_gets_worse(&self, here: Score, there: Score) -> String;
    /// Which pairs and floaters are to blame.
    fn because_of(&self, units: &str) -> String;
    /// All criteria are equal, and the candidate comes later in the sequence by this article.
    fn later_in_sequence(&self, article: &str) -> String;
    /// Nothing tells the two apart.
    fn alike(&self) -> &'static str;
    /// Why some players do not float, in short: a criterion of this name would get worse.
    fn others_would_cost(&self, name: &str, players: &str) -> String;
    /// In short: nothing but the sequence.
    fn others_come_later(&self, players: &str) -> String;
    /// In short: not allowed the bye.
    fn others_are_barred(&self, players: &str) -> String;
    /// In short: no legal round.
    fn others_cannot(&self, players: &str) -> String;

    /// The title of a round that is judged.
    fn judged_round(&self, round: u16, rules: &str) -> String;
    /// It breaks nothing absolute.
    fn is_legal(&self) -> &'static str;
    /// It breaks so many things.
    fn is_not_legal(&self, n: usize) -> String;
    /// One of them, with the players it names.
    fn breach(&self, breach: Breach, players: &[String], year: u16) -> String;
    /// It is the round that the rules make.
    fn is_the_right_round(&self) -> &'static str;
    /// The first bracket that differs.
    fn judged_difference(&self, bracket: usize, score: Score) -> String;

    /// The title of a preview.
    fn previewed_round(&self, round: u16) -> String;
    /// How many outcomes of so many open games were paired; with the seed where they were drawn.
    fn outcomes_paired(&self, open: usize, outcomes: usize, seed: Option<u64>) -> String;
    /// So many of them have no round.
    fn outcomes_without_round(&self, n: usize) -> String;
    /// The two meet, with colours that are not certain.
    fn colours_open(&self, a: &str, b: &str) -> String;
    /// An opponent, in so many of all outcomes.
    fn times(&self, opponent: &str, times: usize, all: usize) -> String;
    /// So many more opponents.
    fn more_opponents(&self, n: usize) -> String;
    /// Behind a list: so many more.
    fn and_more(&self, n: usize) -> String;
    /// Below a list: so many more, which an option shows.
    fn cut(&self, n: usize) -> String;
    /// The games that decide it.
    fn depends_on(&self, games: &str) -> String;

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
