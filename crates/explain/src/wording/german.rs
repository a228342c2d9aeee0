//! German.

mod steps;

use edelweiss_check::legality::Breach;
use edelweiss_model::{Colour, Float, Score, Strength};
use edelweiss_pairing::{ColourReason, Route, StepAction};
use edelweiss_weights::Rule;

use super::{WordLabel, Wording};
use crate::wish::{Wish, WishRefusal};

/// German, with the words of the Handbook's translation where it has some.
#[derive(Clone, Copy, Debug)]
pub struct German;

fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "Weiß",
        Colour::Black => "Schwarz",
    }
}

/// What the criteria of both editions count, by the words of their tables.
const COUNTS: [(&str, &str); 27] = [
    ("downfloaters", "Abfloater"),
    ("scores of the downfloaters", "Punkte der Abfloater"),
    (
        "C6 and C7 in the following bracket",
        "C6 und C7 in der folgenden Gruppe",
    ),
    (
        "unplayed games of the player with the bye",
        "ungespielte Partien des Spielers mit dem Freilos",
    ),
    (
        "topscorers or opponents beyond a colour difference of 2",
        "Spitzenspieler oder ihre Gegner mit einer Farbdifferenz über 2",
    ),
    (
        "topscorers or opponents with one colour three times running",
        "Spitzenspieler oder ihre Gegner mit dreimal derselben Farbe in Folge",
    ),
    ("refused colour preferences", "verweigerte Farbwünsche"),
    (
        "refused strong colour preferences",
        "verweigerte starke Farbwünsche",
    ),
    (
        "resident downfloaters who floated down last round",
        "Abfloater, die schon letzte Runde abfloateten",
    ),
    (
        "opponents of MDPs who floated up last round",
        "Gegner von Herabgestuften, die schon letzte Runde auffloateten",
    ),
    (
        "resident downfloaters who floated down two rounds ago",
        "Abfloater, die schon vor zwei Runden abfloateten",
    ),
    (
        "opponents of MDPs who floated up two rounds ago",
        "Gegner von Herabgestuften, die schon vor zwei Runden auffloateten",
    ),
    (
        "score differences of MDPs who floated down last round",
        "Punktdifferenzen der Herabgestuften, die letzte Runde abfloateten",
    ),
    (
        "score differences of MDP opponents who floated up last round",
        "Punktdifferenzen der Gegner von Herabgestuften, die letzte Runde auffloateten",
    ),
    (
        "score differences of MDPs who floated down two rounds ago",
        "Punktdifferenzen der Herabgestuften, die vor zwei Runden abfloateten",
    ),
    (
        "score differences of MDP opponents who floated up two rounds ago",
        "Punktdifferenzen der Gegner von Herabgestuften, die vor zwei Runden auffloateten",
    ),
    ("pairing score difference", "Punktdifferenz der Paarungen"),
    (
        "moved-down players who are not paired",
        "ungepaarte Herabgestufte",
    ),
    (
        "C.5 and C.6 in the following bracket",
        "C.5 und C.6 in der folgenden Gruppe",
    ),
    (
        "players who float down as last round",
        "Spieler, die abfloaten wie letzte Runde",
    ),
    (
        "players who float up as last round",
        "Spieler, die auffloaten wie letzte Runde",
    ),
    (
        "players who float down as two rounds ago",
        "Spieler, die abfloaten wie vor zwei Runden",
    ),
    (
        "players who float up as two rounds ago",
        "Spieler, die auffloaten wie vor zwei Runden",
    ),
    (
        "score differences of players who float down as last round",
        "Punktdifferenzen der Spieler, die abfloaten wie letzte Runde",
    ),
    (
        "score differences of players who float up as last round",
        "Punktdifferenzen der Spieler, die auffloaten wie letzte Runde",
    ),
    (
        "score differences of players who float down as two rounds ago",
        "Punktdifferenzen der Spieler, die abfloaten wie vor zwei Runden",
    ),
    (
        "score differences of players who float up as two rounds ago",
        "Punktdifferenzen der Spieler, die auffloaten wie vor zwei Runden",
    ),
];

impl Wording for German {
    fn code(&self) -> &'static str {
        "de"
    }

    fn label(&self, label: WordLabel) -> &'static str {
        match label {
            WordLabel::Residents => "Angestammte",
            WordLabel::MovedDown => "Herabgestuft",
            WordLabel::MovedIn => "Hinzugekommen",
            WordLabel::S1 => "S1",
            WordLabel::S2 => "S2",
            WordLabel::Limbo => "Limbo",
            WordLabel::RemainderS1 => "S1 des Rests",
            WordLabel::RemainderS2 => "S2 des Rests",
            WordLabel::Course => "Weg",
            WordLabel::Pairs => "Paarungen",
            WordLabel::Floaters => "Floatet ab",
            WordLabel::Bye => "Freilos",
            WordLabel::Costs => "Preis",
            WordLabel::Board => "Brett",
            WordLabel::Boards => "Bretter und Farben",
            WordLabel::History => "Vor der Runde",
            WordLabel::WhyThey => "Warum sonst niemand",
            WordLabel::Instead => "Es wäre",
            WordLabel::Decides => "Entscheidend",
            WordLabel::Question => "Frage",
            WordLabel::Given => "Gegeben",
            WordLabel::Right => "Richtig",
            WordLabel::OpenGames => "Offene Partien",
            WordLabel::Certain => "Sichere Bretter",
            WordLabel::Uncertain => "Noch nicht sicher",
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

    fn procedure_step(&self, action: StepAction, players: &str) -> String {
        steps::words(action, players)
    }

    fn counts(&self, rule: &Rule) -> &'static str {
        let known = COUNTS.iter().find(|(summary, _)| *summary == rule.summary);
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

    fn question(&self, wish: Wish, players: &[String]) -> String {
        match (wish, players) {
            (Wish::Pair(..), [a, b, ..]) => format!("Warum treffen {a} und {b} nicht aufeinander?"),
            (Wish::Bye(_), [a, ..]) => format!("Warum hat {a} nicht das Freilos?"),
            (Wish::Float(_), [a, ..]) => format!("Warum floatet {a} nicht ab?"),
            (Wish::OtherColour(_), [a, ..]) => format!("Warum hat {a} nicht die andere Farbe?"),
            (_, _) => "Warum nicht?".to_owned(),
        }
    }

    fn refusal(&self, refusal: WishRefusal, players: &[String]) -> String {
        let first = players.first().map_or("", String::as_str);
        let both = players.join(" und ");
        match refusal {
            WishRefusal::Granted => "so ist es in dieser Runde".to_owned(),
            WishRefusal::SamePlayer(_) => format!("{first} kann nicht gegen sich selbst spielen"),
            WishRefusal::Absent(_) => format!("{first} nimmt an dieser Runde nicht teil"),
            WishRefusal::HaveMet(_, _, round) => {
                format!("{both} haben in Runde {round} gegeneinander gespielt (C1)")
            }
            WishRefusal::KeptApart(..) => format!("{both} sollen nicht aufeinander treffen"),
            WishRefusal::ColoursClash(..) => format!(
                "{both} haben beide denselben absoluten Farbwunsch, und keiner ist Spitzenspieler (C3)"
            ),
            WishRefusal::NoBye => {
                "die Zahl der Spieler ist gerade, also hat niemand das Freilos".to_owned()
            }
            WishRefusal::Barred(_) => format!(
                "{first} darf das Freilos nicht bekommen: er hatte eines, oder einen Sieg ohne Spiel (C2)"
            ),
            WishRefusal::HasBye(_) => format!("{first} hat das Freilos und damit keine Farbe"),
            WishRefusal::NoSuchOpponent(_) => {
                format!("{first} bekäme diese Farbe gegen jeden, den er treffen darf")
            }
        }
    }

    fn no_round_has_it(&self, groups: usize, partners: usize) -> String {
        format!(
            "keine erlaubte Runde hat es: {groups} Gruppen von Spielern brauchen einen Partner von außen, und es gibt nur {partners}"
        )
    }

    fn group(&self, number: usize, members: &str) -> String {
        format!("Gruppe {number}: {members}")
    }

    fn partners(&self, members: &str) -> String {
        format!("Partner: {members}")
    }

    fn no_round(&self) -> &'static str {
        "keine Runde hat es"
    }

    fn not_compared(&self) -> &'static str {
        "dieses System ist ein Verfahren: es hat keine Kriterien, nach denen sich zwei Runden vergleichen ließen"
    }

    fn first_difference(&self, bracket: usize, is_about: bool) -> String {
        let above = if bracket == 1 {
            String::new()
        } else {
            "darüber bleibt alles, wie es ist; ".to_owned()
        };
        let why = if is_about {
            ""
        } else {
            ", denn sonst ließe sich darunter nicht so paaren"
        };
        format!("{above}die beste Runde, die es hat, weicht zuerst in Gruppe {bracket} ab{why}")
    }

    fn gets_worse(&self, name: &str, counts: &str, here: &str, there: &str) -> String {
        format!("{name} wird schlechter, {counts}: {there} statt {here}")
    }

    fn gets_worse_below(&self, name: &str, counts: &str, here: &str, there: &str) -> String {
        format!("{name} wird schlechter, {counts}: {there} statt {here} floaten von dort ab")
    }

    fn bye_gets_worse(&self, here: Score, there: Score) -> String {
        format!(
            "C5 (2.3.1) wird schlechter, die Punkte des Spielers mit dem Freilos: {there} statt {here}"
        )
    }

    fn because_of(&self, units: &str) -> String {
        format!(" ({units})")
    }

    fn later_in_sequence(&self, article: &str) -> String {
        let what = match article {
            "4.4.2" | "D.3" => "andere Herabgestufte werden gepaart",
            "4.2" | "D.1" => "S2 steht in einer späteren Reihenfolge",
            "4.3.2.1" | "D.2.a" => "mehr Spieler tauschen zwischen S1 und S2",
            _ => "Spieler mit größerem Abstand tauschen zwischen S1 und S2",
        };
        format!("alle Kriterien sind gleich, und es kommt in der Folge später: {what} ({article})")
    }

    fn alike(&self) -> &'static str {
        "nichts unterscheidet die beiden"
    }

    fn others_would_cost(&self, name: &str, players: &str) -> String {
        format!("{name} würde schlechter mit {players}")
    }

    fn others_come_later(&self, players: &str) -> String {
        format!("bei gleichen Kriterien später in der Folge: {players}")
    }

    fn others_are_barred(&self, players: &str) -> String {
        format!("dürfen das Freilos nicht bekommen: {players}")
    }

    fn others_cannot(&self, players: &str) -> String {
        format!("in keiner erlaubten Runde: {players}")
    }

    fn judged_round(&self, round: u16, rules: &str) -> String {
        format!("Eine gegebene Paarung von Runde {round}, {rules}")
    }

    fn is_legal(&self) -> &'static str {
        "sie ist erlaubt"
    }

    fn is_not_legal(&self, n: usize) -> String {
        match n {
            1 => "sie ist nicht erlaubt, aus einem Grund:".to_owned(),
            n => format!("sie ist nicht erlaubt, aus {n} Gründen:"),
        }
    }

    fn breach(&self, breach: Breach, players: &[String], year: u16) -> String {
        let first = players.first().map_or("", String::as_str);
        let both = players.join(" und ");
        let dot = if year < 2026 { "C." } else { "C" };
        match breach {
            Breach::Unpaired(_) => format!("{first} nimmt teil und ist nicht gepaart"),
            Breach::PairedTwice(_) => format!("{first} ist mehr als einmal gepaart"),
            Breach::NotPresent(_) => format!("{first} nimmt an dieser Runde nicht teil"),
            Breach::NeedlessBye(_) => {
                format!("{first} hat das Freilos, obwohl die Zahl der Spieler gerade ist")
            }
            Breach::BarredFromBye(_) => {
                format!("{first} darf das Freilos nicht bekommen ({dot}2)")
            }
            Breach::Rematch(..) => format!("{both} haben schon gegeneinander gespielt ({dot}1)"),
            Breach::Banned(..) => format!("{both} sollen nicht aufeinander treffen"),
            Breach::ColourClash(..) => {
                format!("{both} haben beide denselben absoluten Farbwunsch ({dot}3)")
            }
        }
    }

    fn is_the_right_round(&self) -> &'static str {
        "sie ist die Runde, die die Regeln ergeben"
    }

    fn judged_difference(&self, bracket: usize, score: Score) -> String {
        format!("sie weicht zuerst in Gruppe {bracket} ab ({score} Punkte)")
    }

    fn previewed_round(&self, round: u16) -> String {
        format!("Was von Runde {round} sicher ist")
    }

    fn outcomes_paired(&self, open: usize, outcomes: usize, seed: Option<u64>) -> String {
        let games = if open == 1 {
            "Partie ist"
        } else {
            "Partien sind"
        };
        match seed {
            None => format!("{open} {games} offen; alle {outcomes} Ausgänge wurden gepaart."),
            Some(seed) => format!(
                "{open} {games} offen; {outcomes} Ausgänge wurden gepaart, gezogen mit Startwert {seed}: was sicher ist, ist in diesen sicher."
            ),
        }
    }

    fn outcomes_without_round(&self, n: usize) -> String {
        format!("In {n} davon lässt sich keine Runde paaren.")
    }

    fn colours_open(&self, a: &str, b: &str) -> String {
        format!("{a} trifft auf {b}; die Farben sind nicht sicher")
    }

    fn times(&self, opponent: &str, times: usize, all: usize) -> String {
        format!("{opponent} in {times} von {all}")
    }

    fn more_opponents(&self, n: usize) -> String {
        format!("oder {n} weitere")
    }

    fn and_more(&self, n: usize) -> String {
        format!(" und {n} weitere")
    }

    fn cut(&self, n: usize) -> String {
        format!("und {n} weitere (--all zeigt sie)")
    }

    fn depends_on(&self, games: &str) -> String {
        format!("; abhängig von {games}")
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
