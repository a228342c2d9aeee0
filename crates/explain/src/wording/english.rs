//! English.

use edelweiss_check::legality::Breach;
use edelweiss_model::{Colour, Float, Score, Strength};
use edelweiss_pairing::{ColourReason, Route, StepAction};
use edelweiss_weights::Rule;

use super::{WordLabel, Wording};
use crate::wish::{Wish, WishRefusal};

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

    fn label(&self, label: WordLabel) -> &'static str {
        match label {
            WordLabel::Residents => "Residents",
            WordLabel::MovedDown => "Moved down",
            WordLabel::MovedIn => "Moved in",
            WordLabel::S1 => "S1",
            WordLabel::S2 => "S2",
            WordLabel::Limbo => "Limbo",
            WordLabel::RemainderS1 => "S1 of the remainder",
            WordLabel::RemainderS2 => "S2 of the remainder",
            WordLabel::Course => "How",
            WordLabel::Pairs => "Pairs",
            WordLabel::Floaters => "Floats down",
            WordLabel::Bye => "Bye",
            WordLabel::Costs => "Cost",
            WordLabel::Board => "Board",
            WordLabel::Boards => "Boards and colours",
            WordLabel::History => "Before the round",
            WordLabel::WhyThey => "Why nobody else",
            WordLabel::Instead => "It would be",
            WordLabel::Decides => "Decides",
            WordLabel::Question => "Question",
            WordLabel::Given => "Given",
            WordLabel::Right => "Right",
            WordLabel::OpenGames => "Open games",
            WordLabel::Certain => "Certain boards",
            WordLabel::Uncertain => "Not certain yet",
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

    fn procedure_step(&self, action: StepAction, players: &str) -> String {
        match action {
            StepAction::MoveDown => format!("moved down without an opponent here: {players}"),
            StepAction::PairAgain => "paired again, so that the bracket below can be".to_owned(),
            StepAction::Join => "joined with the bracket above".to_owned(),
            StepAction::MakeFewerPairs(pairs) => format!("no more than {pairs} pairs are made"),
            StepAction::RefuseMore(more) => {
                format!("{more} more refused colour preferences are allowed")
            }
            StepAction::AllowFloats { up, last } => {
                let floats = if up { "upfloats" } else { "downfloats" };
                let of = if last {
                    ""
                } else {
                    " of the round before the last"
                };
                format!("{floats}{of} are no longer protected")
            }
            StepAction::MeetInOrder => "the two sides meet as they stand".to_owned(),
            StepAction::MovedDownMeet => format!("the players moved down meet {players}"),
            StepAction::Transpose => format!("S2 is transposed to {players}"),
            StepAction::Exchange => format!("exchanged between S1 and S2: {players}"),
            StepAction::PairFloaters => format!("floated in and paired first: {players}"),
            StepAction::TransferUp => format!("transferred from a lower group: {players}"),
            StepAction::LeaveGroup => {
                format!("out of the group, so that the others can be paired: {players}")
            }
            StepAction::ChangeColumn => format!("to the other column: {players}"),
            StepAction::ChangeRow => format!("brought together by a change of rows: {players}"),
            StepAction::ArrangeColumn => format!("a column is arranged anew: {players}"),
            StepAction::MeetInColumn => format!("paired out of one column: {players}"),
        }
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

    fn question(&self, wish: Wish, players: &[String]) -> String {
        match (wish, players) {
            (Wish::Pair(..), [a, b, ..]) => format!("Why do {a} and {b} not meet?"),
            (Wish::Bye(_), [a, ..]) => format!("Why does {a} not have the bye?"),
            (Wish::Float(_), [a, ..]) => format!("Why does {a} not float down?"),
            (Wish::OtherColour(_), [a, ..]) => format!("Why does {a} not have the other colour?"),
            (_, _) => "Why not?".to_owned(),
        }
    }

    fn refusal(&self, refusal: WishRefusal, players: &[String]) -> String {
        let first = players.first().map_or("", String::as_str);
        let both = players.join(" and ");
        match refusal {
            WishRefusal::Granted => "it is so in this round".to_owned(),
            WishRefusal::SamePlayer(_) => format!("{first} cannot play against himself"),
            WishRefusal::Absent(_) => format!("{first} does not take part in this round"),
            WishRefusal::HaveMet(_, _, round) => {
                format!("{both} have met in round {round} (C1)")
            }
            WishRefusal::KeptApart(..) => format!("the arbiter keeps {both} apart"),
            WishRefusal::ColoursClash(..) => {
                format!(
                    "one colour is due absolutely to both {both}, and neither is a topscorer (C3)"
                )
            }
            WishRefusal::NoBye => "the number of players is even, so nobody has the bye".to_owned(),
            WishRefusal::Barred(_) => format!(
                "{first} may not have the bye: he has had one, or a win without playing (C2)"
            ),
            WishRefusal::HasBye(_) => format!("{first} has the bye, and so no colour"),
            WishRefusal::NoSuchOpponent(_) => format!(
                "the colour rules give {first} this colour against everybody whom he may meet"
            ),
        }
    }

    fn no_round_has_it(&self, groups: usize, partners: usize) -> String {
        format!(
            "no legal round has it: {groups} groups of players need a partner from outside, and there are only {partners}"
        )
    }

    fn group(&self, number: usize, members: &str) -> String {
        format!("group {number}: {members}")
    }

    fn partners(&self, members: &str) -> String {
        format!("partners: {members}")
    }

    fn no_round(&self) -> &'static str {
        "no round has it"
    }

    fn not_compared(&self) -> &'static str {
        "this system is a procedure: it has no criteria by which two rounds could be compared"
    }

    fn first_difference(&self, bracket: usize, is_about: bool) -> String {
        let above = if bracket == 1 {
            String::new()
        } else {
            "everything above stays as it is; ".to_owned()
        };
        let why = if is_about {
            ""
        } else {
            ", as else what is below could not be paired with it"
        };
        format!("{above}the best round with it differs first in bracket {bracket}{why}")
    }

    fn gets_worse(&self, name: &str, counts: &str, here: &str, there: &str) -> String {
        format!("{name} gets worse, {counts}: {there} instead of {here}")
    }

    fn gets_worse_below(&self, name: &str, counts: &str, here: &str, there: &str) -> String {
        format!("{name} gets worse, {counts}: {there} instead of {here} will float from there")
    }

    fn bye_gets_worse(&self, here: Score, there: Score) -> String {
        format!(
            "C5 (2.3.1) gets worse, the score of the player with the bye: {there} points instead of {here}"
        )
    }

    fn because_of(&self, units: &str) -> String {
        format!(" ({units})")
    }

    fn later_in_sequence(&self, article: &str) -> String {
        let what = match article {
            "4.4.2" | "D.3" => "other moved-down players are paired",
            "4.2" | "D.1" => "S2 is in a later order",
            "4.3.2.1" | "D.2.a" => "more players change places between S1 and S2",
            _ => "players further apart change places between S1 and S2",
        };
        format!("all criteria are equal, and it comes later in the sequence: {what} ({article})")
    }

    fn alike(&self) -> &'static str {
        "nothing tells the two apart"
    }

    fn others_would_cost(&self, name: &str, players: &str) -> String {
        format!("{name} would get worse with {players}")
    }

    fn others_come_later(&self, players: &str) -> String {
        format!("later in the sequence, all criteria being equal: {players}")
    }

    fn others_are_barred(&self, players: &str) -> String {
        format!("may not have the bye: {players}")
    }

    fn others_cannot(&self, players: &str) -> String {
        format!("in no legal round: {players}")
    }

    fn judged_round(&self, round: u16, rules: &str) -> String {
        format!("A given pairing of round {round}, {rules}")
    }

    fn is_legal(&self) -> &'static str {
        "it is legal"
    }

    fn is_not_legal(&self, n: usize) -> String {
        match n {
            1 => "it is not legal, for one reason:".to_owned(),
            n => format!("it is not legal, for {n} reasons:"),
        }
    }

    fn breach(&self, breach: Breach, players: &[String], year: u16) -> String {
        let first = players.first().map_or("", String::as_str);
        let both = players.join(" and ");
        let dot = if year < 2026 { "C." } else { "C" };
        match breach {
            Breach::Unpaired(_) => format!("{first} takes part and is not paired"),
            Breach::PairedTwice(_) => format!("{first} is paired more than once"),
            Breach::NotPresent(_) => format!("{first} does not take part in this round"),
            Breach::NeedlessBye(_) => {
                format!("{first} has the bye although the number of players is even")
            }
            Breach::BarredFromBye(_) => format!("{first} may not have the bye ({dot}2)"),
            Breach::Rematch(..) => format!("{both} have met ({dot}1)"),
            Breach::Banned(..) => format!("the arbiter keeps {both} apart"),
            Breach::ColourClash(..) => {
                format!("one colour is due absolutely to both {both} ({dot}3)")
            }
        }
    }

    fn is_the_right_round(&self) -> &'static str {
        "it is the round that the rules make"
    }

    fn judged_difference(&self, bracket: usize, score: Score) -> String {
        format!("it differs first in bracket {bracket} ({score} points)")
    }

    fn previewed_round(&self, round: u16) -> String {
        format!("What is certain of round {round}")
    }

    fn outcomes_paired(&self, open: usize, outcomes: usize, seed: Option<u64>) -> String {
        let games = if open == 1 { "game is" } else { "games are" };
        match seed {
            None => format!("{open} {games} open; all {outcomes} outcomes were paired."),
            Some(seed) => format!(
                "{open} {games} open; {outcomes} outcomes were paired, drawn with seed {seed}: what is certain is certain in these."
            ),
        }
    }

    fn outcomes_without_round(&self, n: usize) -> String {
        format!("In {n} of them no round can be paired.")
    }

    fn colours_open(&self, a: &str, b: &str) -> String {
        format!("{a} meets {b}; the colours are not certain")
    }

    fn times(&self, opponent: &str, times: usize, all: usize) -> String {
        format!("{opponent} in {times} of {all}")
    }

    fn more_opponents(&self, n: usize) -> String {
        format!("or {n} more")
    }

    fn and_more(&self, n: usize) -> String {
        format!(" and {n} more")
    }

    fn cut(&self, n: usize) -> String {
        format!("and {n} more (--all shows them)")
    }

    fn depends_on(&self, games: &str) -> String {
        format!("; depends on {games}")
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
