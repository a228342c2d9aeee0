//! A paired round as every output needs it: who sits where, with which score, who floats.

use edelweiss::model::{
    ByeKind, Float, PlayerId, Position, RoundEntry, RoundNumber, Score, Tournament,
};
use edelweiss::pairing::{Board, ColourReason, Engine, RoundPairing, sort_boards};

use crate::names::engine_name;
use crate::system::ChosenSystem;

/// A tournament before a round, and how the round is to be paired: what a round is printed from.
///
/// What it is explained from is a [`StorySetting`](edelweiss::explain::StorySetting), without the file; what a
/// made-up event is to be like are [`Settings`](edelweiss_generate::Settings).
#[derive(Debug)]
pub struct Setting<'a> {
    /// The file's name in messages.
    pub file: &'a str,
    /// The size of the file.
    pub bytes: usize,
    /// The rounds before.
    pub tournament: &'a Tournament,
    /// What follows from them.
    pub position: &'a Position,
    /// The rules.
    pub choice: ChosenSystem,
    /// How the optimum is found.
    pub engine: Engine,
}

impl Setting<'_> {
    /// The round to be paired.
    pub fn round(&self) -> RoundNumber {
        self.position.round()
    }

    /// The number printed for a player.
    pub fn number(&self, id: PlayerId) -> u32 {
        self.tournament.player(id).number.get()
    }

    /// The engine's name, for systems that leave a choice.
    pub fn engine_name(&self) -> Option<&'static str> {
        (self.choice.pairing.edition).map(|_| engine_name(self.engine))
    }

    /// `17 Adams, Ann`
    pub fn called(&self, id: PlayerId) -> String {
        let name = clean(&self.tournament.player(id).name);
        format!("{} {name}", self.number(id)).trim_end().to_owned()
    }

    /// Virtual points of a player in this round.
    pub fn virtual_points(&self, id: PlayerId) -> Score {
        let player = self.position.player(id);
        player.score - player.standings
    }

    /// The float of `player` against `opponent`, by pairing scores; none where a table fixes who meets whom.
    pub fn float(&self, player: PlayerId, opponent: PlayerId) -> Float {
        if self.choice.pairing.unit.is_scheduled() {
            return Float::None;
        }
        let score = |id| self.position.player(id).score;
        match score(player).cmp(&score(opponent)) {
            std::cmp::Ordering::Greater => Float::Down,
            std::cmp::Ordering::Less => Float::Up,
            std::cmp::Ordering::Equal => Float::None,
        }
    }

    /// Everybody who is not to be paired in this round, with what the round is worth to them.
    pub fn absent(&self) -> Vec<(PlayerId, ByeKind)> {
        let round = self.round();
        let announced = |id| {
            (self.tournament.absences.iter())
                .find(|absence| absence.player == id && absence.round == round)
                .map(|absence| absence.kind)
        };
        (self.tournament.player_ids())
            .filter(|id| !self.position.player(*id).present)
            .map(|id| match self.tournament.player(id).entry(round) {
                RoundEntry::Bye(kind) => (id, kind),
                _ => (id, announced(id).unwrap_or(ByeKind::Zero)),
            })
            .filter(|(_, kind)| *kind != ByeKind::PairingAllocated)
            .collect()
    }

    /// Whether a board got its colours from the initial colour, which nobody gave.
    pub fn has_guessed_colours(&self, round: &RoundPairing) -> bool {
        self.position.initial_colour().is_none()
            && (round.boards.iter()).any(|b| b.colour_reason == ColourReason::InitialColour)
    }

    /// Boards in the order of bbpPairings: real score of the higher player, then of the lower one,
    /// then the place of the higher one in the initial order.
    pub fn in_order_of_standings(&self, boards: &[Board]) -> Vec<Board> {
        let rank = |id: PlayerId| (-self.position.player(id).standings, id);
        let mut boards = boards.to_vec();
        boards.sort_by_key(|board| {
            let (white, black) = (rank(board.white), rank(board.black));
            let (higher, lower) = (white.min(black), white.max(black));
            (higher.0, lower.0, higher.1)
        });
        boards
    }

    /// Boards in the order of publication, as [`sort_boards`].
    pub fn in_order_of_scores(&self, boards: &[Board]) -> Vec<Board> {
        let mut boards = boards.to_vec();
        sort_boards(&mut boards, |id| self.position.player(id).score);
        boards
    }
}

/// What to say about a round that the fast engine failed to pair, if it did.
pub fn defect_note(round: &RoundPairing) -> Option<String> {
    let defect = round.defect.as_ref()?;
    Some(format!(
        "note: the fast engine failed ({}), and the reference engine paired round {} instead; the round \
         is right\n  hint: please send the input file to the developers of edelweiss {}, this is a \
         defect of theirs",
        clean(&defect.message),
        round.round,
        env!("CARGO_PKG_VERSION")
    ))
}

/// The text format of all pairing engines: the number of lines, `white black` per board, the bye as
/// `player 0`.
pub fn pairs_text(setting: &Setting<'_>, boards: &[Board], bye: Option<PlayerId>) -> String {
    let lines = boards.len() + usize::from(bye.is_some());
    let mut digits = itoa::Buffer::new();
    let mut out = String::with_capacity(lines * "9999 9999\n".len() + 8);
    out.push_str(digits.format(lines));
    out.push('\n');
    let mut line = |white, black| {
        out.push_str(digits.format(white));
        out.push(' ');
        out.push_str(digits.format(black));
        out.push('\n');
    };
    for board in boards {
        line(setting.number(board.white), setting.number(board.black));
    }
    if let Some(bye) = bye {
        line(setting.number(bye), 0);
    }
    out
}

/// A text from a file without characters that could steer a terminal.
pub fn clean(text: &str) -> String {
    (text.chars())
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// How many players a list in a sentence names before it says how many more there are.
const MOST_NAMED: usize = 40;

/// `a, b, c and 5 more`
pub fn listed(names: &[String]) -> String {
    listed_up_to(MOST_NAMED, names)
}

/// The same, as many of them as `most`.
pub(crate) fn listed_up_to(most: usize, names: &[String]) -> String {
    let shown = names[..names.len().min(most)].join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// A bye in words.
pub fn bye_name(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::PairingAllocated => "pairing-allocated bye",
        ByeKind::Full => "full-point bye",
        ByeKind::Half => "half-point bye",
        ByeKind::Zero => "absent",
    }
}

#[cfg(test)]
mod tests {
    use edelweiss::model::RoundNumber;
    use edelweiss::pairing::Defect;

    use super::*;

    #[test]
    fn a_round_of_the_other_engine_asks_for_the_file() {
        let mut round = RoundPairing {
            round: RoundNumber::FIRST,
            rules: "",
            boards: Vec::new(),
            bye: None,
            given_bye: None,
            brackets: Vec::new(),
            replaced: None,
            defect: None,
        };
        assert_eq!(defect_note(&round), None);
        let message = "C4 holds\nbefore every bracket".to_owned();
        round.defect = Some(Defect { message });
        let note = defect_note(&round).expect("a defect");
        assert!(note.contains("(C4 holds before every bracket)"), "{note}");
        assert!(note.contains("please send the input file"), "{note}");
    }
}
