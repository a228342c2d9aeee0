//! A position as a text, of which the premises of a proof have the digest.

use std::fmt::Write as _;

use edelweiss_model::{Colour, PlayerId, TeamPreferences};

use super::entrant::EntrantToProve;
use super::round::{BracketProcedure, MedianProcedure, ProcedureToProve};

impl ProcedureToProve<'_> {
    /// The position as a text, of which the premises have the digest: all that the procedure asks of the rounds before.
    ///
    /// The first line names the format, the second the round, the rounds of the event, and the kind of preferences of
    /// teams (`-`, `A` or `B`). Each participant has a line in the initial order: the number; `+` where present, else `-`;
    /// tenths of the pairing score; matches or games played; `b` where the bye is allowed; `f` for a float in the previous
    /// round; the preference, doubled where it is strong, of players absolute; by C.04.4.1 the average rating of opponents
    /// and what C8, C9 and C10 cost, by C.04.4.2 and of a club the place in the ranking from 1; and the numbers of opponents,
    /// of a club each with its round before a colon. Of a club the games played are rounds without a pairing-allocated bye.
    /// By C.04.4.3 and D.02, where the kind is twice the median score, in tenths, or `-`, instead of the rating come the
    /// colours that limits bar, and what comes before the score in the order of the bye.
    /// The bans follow.
    ///
    /// # Panics
    /// Never: a string takes whatever is written to it.
    pub fn position_text(&self) -> String {
        let premises = self.premises();
        let total = (premises.rounds_total).map_or("-".to_owned(), |total| total.to_string());
        let (of, kind) = self.kind();
        let round = premises.round;
        let mut text = format!("edelweiss.position.{of} 1\n{round}/{total} {kind}\n");
        for id in self.tournament().player_ids() {
            self.write_entrant(&mut text, id).expect("a string grows");
        }
        for group in &premises.bans {
            let numbers: Vec<String> = group.iter().map(u32::to_string).collect();
            writeln!(text, "ban {}", numbers.join(" ")).expect("a string grows");
        }
        text
    }

    /// What the first line says after the format, and the kind of the second one.
    fn kind(&self) -> (&'static str, String) {
        let (of, kind) = match self.procedure() {
            BracketProcedure::Subgroups => ("subgroups", "-"),
            BracketProcedure::Indices => ("indices", "-"),
            BracketProcedure::Matches => ("matches", "-"),
            BracketProcedure::Ladder => ("ladder", "-"),
            BracketProcedure::Teams(TeamPreferences::None) => ("teams", "-"),
            BracketProcedure::Teams(TeamPreferences::TypeA) => ("teams", "A"),
            BracketProcedure::Teams(TeamPreferences::TypeB) => ("teams", "B"),
            BracketProcedure::Median(MedianProcedure::Alone { twice_median }) => {
                return ("median", twice_median.to_string());
            }
            BracketProcedure::Median(MedianProcedure::Together) => ("median-teams", "-"),
        };
        (of, kind.to_owned())
    }

    fn write_entrant(&self, text: &mut String, id: PlayerId) -> std::fmt::Result {
        let entrant = self.entrant(id);
        let flag = |holds: bool, letter: char| if holds { letter } else { '-' };
        write!(
            text,
            "{} {} {} {} {}{} {}",
            self.number(id),
            if self.is_present(id) { '+' } else { '-' },
            entrant.score.tenths(),
            entrant.n_played,
            flag(entrant.bye_allowed, 'b'),
            flag(entrant.floated, 'f'),
            preference_letters(entrant),
        )?;
        match self.procedure() {
            BracketProcedure::Subgroups => {
                let [c8, c9, c10] = entrant.repeated;
                write!(text, " {} {c8} {c9} {c10}", entrant.aro)?;
            }
            BracketProcedure::Indices | BracketProcedure::Ladder => {
                write!(text, " {}", entrant.rank + 1)?;
            }
            BracketProcedure::Median(_) => {
                let [white, black] = entrant.barred;
                let (white, black) = (flag(white, 'w'), flag(black, 'b'));
                write!(text, " {white}{black} {}", entrant.bye_first)?;
            }
            BracketProcedure::Teams(_) | BracketProcedure::Matches => {}
        }
        let is_of_club = self.procedure() == BracketProcedure::Ladder;
        for opponent in entrant.met.iter().filter(|_| !is_of_club) {
            write!(text, " {}", self.number(*opponent))?;
        }
        for (round, opponent) in &entrant.games {
            write!(text, " {}:{}", round + 1, self.number(*opponent))?;
        }
        writeln!(text)
    }
}

/// The letter of the colour, doubled where the preference is of the degree that counts apart.
fn preference_letters(entrant: &EntrantToProve) -> &'static str {
    match entrant.preference {
        None => "-",
        Some((Colour::White, false)) => "w",
        Some((Colour::White, true)) => "ww",
        Some((Colour::Black, false)) => "b",
        Some((Colour::Black, true)) => "bb",
    }
}
