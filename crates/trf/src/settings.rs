//! Settings of the whole event: name, rounds, initial colour, order of players, system.

use edelweiss_model::{Colour, RoundNumber, System};

use crate::columns::{self, Line, shown};
use crate::error::{At, Kind, Log, quoted};
use crate::players::MOST_ROUNDS;
use crate::system::{self, Encoded};

/// What the header lines say, each value with the line that said it.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) name: Option<(String, u32)>,
    pub(crate) rounds: Option<(RoundNumber, u32)>,
    pub(crate) initial_colour: Option<(Colour, u32)>,
    /// `XXC rank`: the players stand in the order of the file.
    pub(crate) by_position: bool,
    start: Option<(bool, u32)>,
    end: Option<(bool, u32)>,
    encoded: Option<(Encoded, bool, u32)>,
    is_of_teams: Option<bool>,
}

impl Settings {
    /// `012`. The first one counts.
    pub(crate) fn read_name(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        let name = columns::cut(line.rest(5), usize::MAX);
        match &self.name {
            Some((first, at)) if *first != name => {
                let message =
                    format!("a second name of the tournament, the one in line {at} is used");
                log.warn(Kind::NotApplied, At::line(number), message, "");
            }
            Some(_) => {}
            None => self.name = Some((name, number)),
        }
    }

    /// `142` and `XXR`.
    pub(crate) fn read_rounds(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        let field = line.field(4, line.len().max(4));
        let at = At::line(number).columns(5, line.len()).field("rounds");
        let rounds = columns::number(field)
            .filter(|n| *n <= MOST_ROUNDS as u32 && line.at(4) == b' ')
            .and_then(|n| RoundNumber::new(n).ok());
        let Some(rounds) = rounds else {
            let message = format!(
                "number of rounds is {}, expected a number from 1 to {MOST_ROUNDS}",
                shown(columns::trimmed(field))
            );
            return log.error(Kind::Field, at, message, "the number starts in column 5");
        };
        match self.rounds {
            Some((other, line)) if other != rounds => {
                let message = format!("{rounds} rounds here and {other} rounds in line {line}");
                log.error(Kind::Contradiction, at, message, "142 and XXR must agree");
            }
            Some(_) => {}
            None => self.rounds = Some((rounds, number)),
        }
    }

    /// `152 W` or `152 B`.
    pub(crate) fn read_initial_colour(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        let field = line.rest(4);
        let at = At::line(number).columns(5, line.len()).field("colour");
        let colour = match field {
            "W" | "w" => Colour::White,
            "B" | "b" => Colour::Black,
            _ => {
                let message = format!("initial colour is {}, expected W or B", quoted(field));
                return log.error(Kind::Field, at, message, "");
            }
        };
        self.set_colour(colour, at, log);
    }

    /// `XXC` with any of `rank`, `white1`, `black1`.
    pub(crate) fn read_configuration(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        for (column, word) in line.words(4, b",") {
            let at = At::line(number).columns(column, column + word.len() - 1);
            match word.to_ascii_lowercase().as_slice() {
                b"rank" => self.by_position = true,
                b"white1" => self.set_colour(Colour::White, at.field("colour"), log),
                b"black1" => self.set_colour(Colour::Black, at.field("colour"), log),
                _ => {
                    let message = format!(
                        "option of XXC is {}, expected rank, white1 or black1",
                        shown(word)
                    );
                    log.error(Kind::Field, at, message, "");
                }
            }
        }
    }

    fn set_colour(&mut self, colour: Colour, at: At, log: &mut Log) {
        match self.initial_colour {
            Some((other, line)) if other != colour => {
                let message = format!(
                    "the initial colour is {} here and {} in line {line}",
                    colour_name(colour),
                    colour_name(other)
                );
                log.error(Kind::Contradiction, at, message, "152 and XXC must agree");
            }
            Some(_) => {}
            None => self.initial_colour = Some((colour, at.line)),
        }
    }

    /// `042`: only what bears on the edition of the Dutch system is kept.
    pub(crate) fn read_start(&mut self, number: u32, line: &Line<'_>) {
        self.start = self
            .start
            .or(is_before_2026_edition(line.rest(4)).map(|early| (early, number)));
    }

    /// `052`.
    pub(crate) fn read_end(&mut self, number: u32, line: &Line<'_>) {
        self.end = self
            .end
            .or(is_before_2026_edition(line.rest(4)).map(|early| (early, number)));
    }

    /// `092` is free text. A code of the encoded types there is worth a remark, unless it is that of
    /// the system a file without `192` gets anyway: bbpPairings' generator writes it into every file.
    pub(crate) fn read_free_type(number: u32, line: &Line<'_>, log: &mut Log) {
        let text = line.rest(4);
        if !text.contains('_') {
            return;
        }
        match system::decode(text) {
            None | Some((Encoded::Known(System::Dutch2026) | Encoded::DutchOfItsDate, false)) => {}
            Some(_) => {
                let message = format!(
                    "type of tournament {} is free text and chooses no pairing system",
                    quoted(text)
                );
                let at = At::line(number).columns(5, line.len());
                let hint = "the encoded type belongs into a line 192";
                log.warn(Kind::NotApplied, at, message, hint);
            }
        }
    }

    /// `192`.
    pub(crate) fn read_system(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        let code = line.rest(4);
        let at = At::line(number).columns(5, line.len()).field("type");
        let Some((encoded, baku)) = system::decode(&code.to_ascii_uppercase()) else {
            let message = format!(
                "encoded type of tournament is {}, which is not in the table",
                quoted(code)
            );
            let hint = if log.first_time("type unknown") {
                format!("similar codes: {}", system::near(code).join(", "))
            } else {
                String::new()
            };
            return log.error(Kind::Field, at, message, &hint);
        };
        self.is_of_teams = Some(code.to_ascii_uppercase().contains("TEAM"));
        if encoded == Encoded::Other {
            let message = format!(
                "encoded type of tournament {} is none of the systems paired here",
                quoted(code)
            );
            log.warn(Kind::NotApplied, at, message, "");
        }
        match self.encoded {
            Some((other, other_baku, line)) if (other, other_baku) != (encoded, baku) => {
                let message =
                    format!("a second encoded type of tournament, not that of line {line}");
                log.error(Kind::Contradiction, at, message, "");
            }
            Some(_) => {}
            None => self.encoded = Some((encoded, baku, number)),
        }
    }

    /// The system, and whether the Baku method is asked for. `FIDE_DUTCH` is the edition of the
    /// date of start, failing that of the date of end, failing that the current one.
    pub(crate) fn system(&self) -> (Option<System>, bool) {
        let Some((encoded, baku, _)) = self.encoded else {
            return (None, false);
        };
        let system = match encoded {
            Encoded::Known(system) => system,
            Encoded::Other => System::Other,
            Encoded::DutchOfItsDate => {
                if (self.start.or(self.end)).is_some_and(|(early, _)| early) {
                    System::Dutch2017
                } else {
                    System::Dutch2026
                }
            }
        };
        (Some(system), baku)
    }

    /// Whether the encoded type is one of teams; `None` without an encoded type.
    pub(crate) fn is_of_teams(&self) -> Option<bool> {
        self.is_of_teams
    }

    /// The line that chose the system, for findings about it.
    pub(crate) fn system_line(&self) -> u32 {
        self.encoded.map_or(0, |(_, _, line)| line)
    }
}

fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

/// Whether a date `YYYY/MM/DD` (also with `-` or `.`) lies before 1 February 2026; `None` where the
/// text is no such date.
fn is_before_2026_edition(text: &str) -> Option<bool> {
    let mut parts = text.splitn(3, ['/', '-', '.']);
    let mut next = |digits: usize| {
        let part = parts.next()?.trim().as_bytes();
        (part.len() <= digits).then(|| columns::number(part))?
    };
    let (year, month, day) = (next(4)?, next(2)?, next(2)?);
    let is_date = year >= 1000 && (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then_some((year, month, day) < (2026, 2, 1))
}
