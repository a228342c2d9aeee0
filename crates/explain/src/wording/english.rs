//! English.

use edelweiss_model::{Colour, Float, Score, Strength};
use edelweiss_pairing::{ColourReason, Route};
use edelweiss_weights::Rule;

use super::{Label, Wording};

/// Plain English, with the Handbook's words.
#[derive(Clone, Copy, Debug)]
pub struct English;

fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

impl Wording for English {
    fn code(&self) -> &'static str {
        "en"
    }

    fn label(&self, label: Label) -> &'static str {
        match label {
            Label::Residents => "Residents",
            Label::MovedDown => "Moved down",
            Label::S1 => "S1",
            Label::S2 => "S2",
            Label::Limbo => "Limbo",
            Label::RemainderS1 => "S1 of the remainder",
            Label::RemainderS2 => "S2 of the remainder",
            Label::Course => "How",
            Label::Pairs => "Pairs",
            Label::Floaters => "Floats down",
            Label::Bye => "Bye",
            Label::Costs => "Cost",
            Label::Board => "Board",
            Label::Boards => "Boards and colours",
            Label::History => "Before the round",
        }
    }

    fn round(&self, round: u16, rules: &str) -> String {
        format!("Round {round}, {rules}")
    }

    fn field(&self, players: usize, boards: usize) -> String {
        format!("{players} players are paired on {boards} boards.")
    }

    fn bye(&self, player: &str) -> String {
        format!("{player} is left over at the end and has the bye")
    }

    fn bracket(&self, number: usize, score: Score, route: Route) -> String {
        let kind = match route {
            Route::Normal => "",
            Route::Penultimate => ", paired again so that the round can be completed (A.9)",
            Route::CollapsedLast => " and below, the collapsed last bracket (A.9)",
        };
        format!("Bracket {number}: {score} points{kind}")
    }

    fn nobody_is_paired(&self) -> &'static str {
        "nobody is paired here"
    }

    fn as_they_stand(&self, article: &str) -> String {
        format!("S1 meets S2 as they stand ({article})")
    }

    fn mdps_transposed(&self, opponents: &str, article: &str) -> String {
        format!("S2 is transposed so that the moved-down players meet {opponents} ({article})")
    }

    fn limbo_altered(&self, paired: &str, article: &str) -> String {
        format!("of the moved-down players {paired} are paired, not the first ones ({article})")
    }

    fn transposed(&self, order: &str, article: &str) -> String {
        format!("S2 is transposed to {order} ({article})")
    }

    fn exchanged(&self, leaving: &str, entering: &str, article: &str) -> String {
        format!("{leaving} of S1 and {entering} of S2 change places ({article})")
    }

    fn counts(&self, rule: &Rule) -> &'static str {
        rule.summary
    }

    fn cost(&self, name: &str, counts: &str, amount: u64, payers: &str) -> String {
        format!("{name}, {counts}: {amount} ({payers})")
    }

    fn cost_below(&self, name: &str, counts: &str, amount: u64) -> String {
        format!("{name}, {counts}: {amount} will float from there")
    }

    fn costs_nothing(&self, first: &str, last: &str) -> String {
        format!("nothing: every criterion from {first} to {last} is met")
    }

    fn others_cost_nothing(&self) -> &'static str {
        "every other criterion is met"
    }

    fn seats(&self, white: &str, black: &str) -> String {
        format!("{white} has White against {black}")
    }

    fn colour_reason(&self, reason: ColourReason) -> &'static str {
        match reason {
            ColourReason::BothGranted => "both get the colour that is due to them",
            ColourReason::Stronger => "the stronger preference is granted",
            ColourReason::WiderDifference => {
                "both preferences are absolute, and the wider colour difference is served"
            }
            ColourReason::Alternated => {
                "the colours alternate from the last time they differed in the two histories"
            }
            ColourReason::HigherRanked => "the preference of the higher ranked player is granted",
            ColourReason::InitialColour => {
                "nobody has a preference: the number of the higher ranked player and the initial colour decide"
            }
            ColourReason::Article(_) => "by the colour rules of the system",
        }
    }

    fn colour_letter(&self, colour: Colour) -> char {
        match colour {
            Colour::White => 'W',
            Colour::Black => 'B',
        }
    }

    fn due(&self, preference: Option<Colour>, strength: Strength) -> String {
        let how = match strength {
            Strength::None => "",
            Strength::Mild => "mildly",
            Strength::Strong => "strongly",
            Strength::Absolute => "absolutely",
        };
        match preference {
            None => "no colour is due".to_owned(),
            Some(due) => format!("{} is due {how}", colour(due)),
        }
    }

    fn history(&self, player: &str, colours: &str, due: &str, floats: [Float; 2]) -> String {
        let mut text = if colours.is_empty() {
            format!("{player}: no game yet, {due}")
        } else {
            format!("{player}: {colours}, {due}")
        };
        for (float, when) in floats.into_iter().zip(["last round", "two rounds ago"]) {
            let way = match float {
                Float::None => continue,
                Float::Down => "down",
                Float::Up => "up",
            };
            text.extend([format!(", floated {way} {when}")]);
        }
        text
    }
}
