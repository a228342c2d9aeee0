//! German.

use edelweiss_model::{Colour, Float, Score, Strength};
use edelweiss_pairing::{ColourReason, Route};
use edelweiss_weights::Rule;

use super::{Label, Wording};

/// German, with the words of the Handbook's translation where it has some.
#[derive(Clone, Copy, Debug)]
pub struct German;

fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "Weiß",
        Colour::Black => "Schwarz",
    }
}

/// What the criteria of both editions count, by label.
const COUNTS: [(&str, &str); 32] = [
    ("C6", "Abfloater"),
    ("C7", "Punkte der Abfloater"),
    ("C8", "C6 und C7 in der folgenden Gruppe"),
    ("C9", "ungespielte Partien des Spielers mit dem Freilos"),
    (
        "C10",
        "Spitzenspieler oder ihre Gegner mit einer Farbdifferenz über 2",
    ),
    (
        "C11",
        "Spitzenspieler oder ihre Gegner mit dreimal derselben Farbe in Folge",
    ),
    ("C12", "verweigerte Farbwünsche"),
    ("C13", "verweigerte starke Farbwünsche"),
    ("C14", "Abfloater, die schon letzte Runde abfloateten"),
    (
        "C15",
        "Gegner von Herabgestuften, die schon letzte Runde auffloateten",
    ),
    ("C16", "Abfloater, die schon vor zwei Runden abfloateten"),
    (
        "C17",
        "Gegner von Herabgestuften, die schon vor zwei Runden auffloateten",
    ),
    (
        "C18",
        "Punktdifferenzen der Herabgestuften, die letzte Runde abfloateten",
    ),
    (
        "C19",
        "Punktdifferenzen der Gegner von Herabgestuften, die letzte Runde auffloateten",
    ),
    (
        "C20",
        "Punktdifferenzen der Herabgestuften, die vor zwei Runden abfloateten",
    ),
    (
        "C21",
        "Punktdifferenzen der Gegner von Herabgestuften, die vor zwei Runden auffloateten",
    ),
    ("C.5", "Abfloater"),
    ("C.6", "Punktdifferenz der Paarungen"),
    ("M1", "ungepaarte Herabgestufte"),
    ("C.7", "C.5 und C.6 in der folgenden Gruppe"),
    (
        "C.8",
        "Spitzenspieler oder ihre Gegner mit einer Farbdifferenz über 2",
    ),
    (
        "C.9",
        "Spitzenspieler oder ihre Gegner mit dreimal derselben Farbe in Folge",
    ),
    ("C.10", "verweigerte Farbwünsche"),
    ("C.11", "verweigerte starke Farbwünsche"),
    ("C.12", "Spieler, die abfloaten wie letzte Runde"),
    ("C.13", "Spieler, die auffloaten wie letzte Runde"),
    ("C.14", "Spieler, die abfloaten wie vor zwei Runden"),
    ("C.15", "Spieler, die auffloaten wie vor zwei Runden"),
    (
        "C.16",
        "Punktdifferenzen der Spieler, die abfloaten wie letzte Runde",
    ),
    (
        "C.17",
        "Punktdifferenzen der Spieler, die auffloaten wie letzte Runde",
    ),
    (
        "C.18",
        "Punktdifferenzen der Spieler, die abfloaten wie vor zwei Runden",
    ),
    (
        "C.19",
        "Punktdifferenzen der Spieler, die auffloaten wie vor zwei Runden",
    ),
];

impl Wording for German {
    fn code(&self) -> &'static str {
        "de"
    }

    fn label(&self, label: Label) -> &'static str {
        match label {
            Label::Residents => "Angestammte",
            Label::MovedDown => "Herabgestuft",
            Label::S1 => "S1",
            Label::S2 => "S2",
            Label::Limbo => "Limbo",
            Label::RemainderS1 => "S1 des Rests",
            Label::RemainderS2 => "S2 des Rests",
            Label::Course => "Weg",
            Label::Pairs => "Paarungen",
            Label::Floaters => "Floatet ab",
            Label::Bye => "Freilos",
            Label::Costs => "Preis",
            Label::Board => "Brett",
            Label::Boards => "Bretter und Farben",
            Label::History => "Vor der Runde",
        }
    }

    fn round(&self, round: u16, rules: &str) -> String {
        format!("Runde {round}, {rules}")
    }

    fn field(&self, players: usize, boards: usize) -> String {
        format!("{players} Spieler werden an {boards} Brettern gepaart.")
    }

    fn bye(&self, player: &str) -> String {
        format!("{player} bleibt am Ende übrig und hat das Freilos")
    }

    fn bracket(&self, number: usize, score: Score, route: Route) -> String {
        let kind = match route {
            Route::Normal => "",
            Route::Penultimate => {
                ", noch einmal gepaart, damit die Runde vollendet werden kann (A.9)"
            }
            Route::CollapsedLast => " und darunter, die zusammengelegte letzte Gruppe (A.9)",
        };
        format!("Gruppe {number}: {score} Punkte{kind}")
    }

    fn nobody_is_paired(&self) -> &'static str {
        "hier wird niemand gepaart"
    }

    fn as_they_stand(&self, article: &str) -> String {
        format!("S1 trifft S2 in der gegebenen Reihenfolge ({article})")
    }

    fn mdps_transposed(&self, opponents: &str, article: &str) -> String {
        format!(
            "S2 wird umgestellt, so dass die Herabgestuften auf {opponents} treffen ({article})"
        )
    }

    fn limbo_altered(&self, paired: &str, article: &str) -> String {
        format!("von den Herabgestuften werden {paired} gepaart, nicht die ersten ({article})")
    }

    fn transposed(&self, order: &str, article: &str) -> String {
        format!("S2 wird umgestellt zu {order} ({article})")
    }

    fn exchanged(&self, leaving: &str, entering: &str, article: &str) -> String {
        format!("{leaving} aus S1 und {entering} aus S2 tauschen die Plätze ({article})")
    }

    fn counts(&self, rule: &Rule) -> &'static str {
        let known = COUNTS.iter().find(|(label, _)| *label == rule.label);
        known.map_or(rule.summary, |(_, counts)| counts)
    }

    fn cost(&self, name: &str, counts: &str, amount: u64, payers: &str) -> String {
        format!("{name}, {counts}: {amount} ({payers})")
    }

    fn cost_below(&self, name: &str, counts: &str, amount: u64) -> String {
        format!("{name}, {counts}: {amount} werden von dort abfloaten")
    }

    fn costs_nothing(&self, first: &str, last: &str) -> String {
        format!("nichts: alle Kriterien von {first} bis {last} sind erfüllt")
    }

    fn others_cost_nothing(&self) -> &'static str {
        "alle anderen Kriterien sind erfüllt"
    }

    fn seats(&self, white: &str, black: &str) -> String {
        format!("{white} hat Weiß gegen {black}")
    }

    fn colour_reason(&self, reason: ColourReason) -> &'static str {
        match reason {
            ColourReason::BothGranted => "beide bekommen die Farbe, die ihnen zusteht",
            ColourReason::Stronger => "der stärkere Farbwunsch wird erfüllt",
            ColourReason::WiderDifference => {
                "beide Farbwünsche sind absolut, und die größere Farbdifferenz wird bedient"
            }
            ColourReason::Alternated => {
                "die Farben wechseln gegenüber der letzten Runde, in der sie sich unterschieden"
            }
            ColourReason::HigherRanked => {
                "der Farbwunsch des höher eingestuften Spielers wird erfüllt"
            }
            ColourReason::InitialColour => {
                "niemand hat einen Farbwunsch: die Nummer des höher eingestuften Spielers und die Anfangsfarbe entscheiden"
            }
            ColourReason::Article(_) => "nach den Farbregeln des Systems",
        }
    }

    fn colour_letter(&self, colour: Colour) -> char {
        match colour {
            Colour::White => 'W',
            Colour::Black => 'S',
        }
    }

    fn due(&self, preference: Option<Colour>, strength: Strength) -> String {
        let how = match strength {
            Strength::None => "",
            Strength::Mild => "schwach",
            Strength::Strong => "stark",
            Strength::Absolute => "absolut",
        };
        match preference {
            None => "kein Farbwunsch".to_owned(),
            Some(due) => format!("Farbwunsch {} ({how})", colour(due)),
        }
    }

    fn history(&self, player: &str, colours: &str, due: &str, floats: [Float; 2]) -> String {
        let mut text = if colours.is_empty() {
            format!("{player}: noch keine Partie, {due}")
        } else {
            format!("{player}: {colours}, {due}")
        };
        for (float, when) in (floats.into_iter()).zip(["letzte Runde", "vor zwei Runden"]) {
            let way = match float {
                Float::None => continue,
                Float::Down => "abgefloatet",
                Float::Up => "aufgefloatet",
            };
            text.extend([format!(", {when} {way}")]);
        }
        text
    }
}
