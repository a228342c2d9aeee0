//! Settings of the whole event: name, rounds, initial colour, order of players, system.

use edelweiss_model::{Colour, Date, RoundNumber, System, TeamPairingRules};

use crate::cells::MOST_ROUNDS;
use crate::columns::{self, Line, shown};
use crate::dates::{DATE_RECORDS, RecordedDate};
use crate::error::{At, FindingKind, Log, quoted};
use crate::record::RecordKind;
use crate::system::{self, DUTCH_2017, DUTCH_2026, Encoded};

/// What a file is read for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReadPurpose {
    /// To pair rounds of its players: what is wrong with records of teams is a warning, and the teams are
    /// left out.
    #[default]
    Pairing,
    /// To rank its teams, or its players if there are none: that an encoded type is none of the systems
    /// paired here is no matter, and what is wrong with records of teams is an error.
    Ranking,
    /// To rank its players, whether or not there are teams: neither matters.
    RankingPlayers,
}

/// What the header lines say, each value with the line that said it.
#[derive(Debug, Default)]
pub(crate) struct TournamentSettings {
    pub(crate) name: Option<(String, u32)>,
    pub(crate) rounds: Option<(RoundNumber, u32)>,
    pub(crate) initial_colour: Option<(Colour, u32)>,
    /// `XXC rank`: the players stand in the order of the file.
    pub(crate) by_position: bool,
    /// In the order of `DATE_RECORDS`.
    dates: [Option<(RecordedDate, u32)>; 3],
    encoded: Option<(Encoded, bool, u32)>,
    is_of_teams: Option<bool>,
    /// What the code of the Swiss team system chooses, and whether it asks for the Baku acceleration.
    pub(crate) team_rules: Option<(TeamPairingRules, bool)>,
    is_pre_determined: bool,
    /// Whether there are teams, so that a system of teams can pair them.
    has_teams: bool,
    purpose: ReadPurpose,
}

impl TournamentSettings {
    /// Nothing yet, of a file that is read for something.
    pub(crate) fn new(purpose: ReadPurpose, has_teams: bool) -> Self {
        Self {
            has_teams,
            purpose,
            ..Self::default()
        }
    }

    /// `012`. The first one counts.
    pub(crate) fn read_name(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        let name = columns::cut(line.rest(5), usize::MAX);
        match &self.name {
            Some((first, at)) if *first != name => {
                let message =
                    format!("a second name of the tournament, the one in line {at} is used");
                log.warn(FindingKind::NotApplied, At::line(number), message, "");
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
            return log.error(
                FindingKind::Field,
                at,
                message,
                "the number starts in column 5",
            );
        };
        match self.rounds {
            Some((other, line)) if other != rounds => {
                let message = format!("{rounds} rounds here and {other} rounds in line {line}");
                log.error(
                    FindingKind::Contradiction,
                    at,
                    message,
                    "142 and XXR must agree",
                );
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
                return log.error(FindingKind::Field, at, message, "");
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
                    log.error(FindingKind::Field, at, message, "");
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
                log.error(
                    FindingKind::Contradiction,
                    at,
                    message,
                    "152 and XXC must agree",
                );
            }
            Some(_) => {}
            None => self.initial_colour = Some((colour, at.line)),
        }
    }

    /// `042`, `132` and `052`. The first one of each counts; blank ones say nothing.
    pub(crate) fn read_date(&mut self, kind: RecordKind, number: u32, line: &Line<'_>) {
        let Some(place) = DATE_RECORDS.iter().position(|other| *other == kind) else {
            return;
        };
        let text = line.rest(4);
        if !text.is_empty() && self.dates[place].is_none() {
            self.dates[place] = Some((RecordedDate::read(kind, text), number));
        }
    }

    /// `092` is free text. A code of the encoded types there is worth a remark, unless it is that of
    /// the system a file without `192` gets anyway: bbpPairings' generator writes it into every file.
    pub(crate) fn read_free_type(&self, number: u32, line: &Line<'_>, log: &mut Log) {
        let text = line.rest(4);
        if !text.contains('_') || self.purpose != ReadPurpose::Pairing {
            return;
        }
        match system::decode(text) {
            None
            | Some((Encoded::Known(System::Coded(DUTCH_2026)) | Encoded::DutchOfItsDate, false)) => {
            }
            Some(_) => {
                let message = format!(
                    "type of tournament {} is free text and chooses no pairing system",
                    quoted(text)
                );
                let at = At::line(number).columns(5, line.len());
                let hint = "the encoded type belongs into a line 192";
                log.warn(FindingKind::NotApplied, at, message, hint);
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
            return log.error(FindingKind::Field, at, message, &hint);
        };
        self.is_of_teams = Some(code.to_ascii_uppercase().contains("TEAM"));
        if self.has_teams {
            let of_code = system::team_rules(&code.to_ascii_uppercase());
            self.team_rules = self.team_rules.or(of_code);
        }
        self.is_pre_determined = system::is_pre_determined(&code.to_ascii_uppercase());
        let not_applied = match encoded {
            Encoded::Other => Some(("none of the systems paired here", "")),
            Encoded::Known(System::OfTeams) if self.team_rules.is_some() => None,
            Encoded::Known(System::OfTeams) => Some((
                "one of teams, and says nothing of how their players are paired",
                "players are paired as without it",
            )),
            Encoded::Known(_) | Encoded::DutchOfItsDate => None,
        };
        if let (Some((what, hint)), ReadPurpose::Pairing) = (not_applied, self.purpose) {
            let message = format!("encoded type of tournament {} is {what}", quoted(code));
            log.warn(FindingKind::NotApplied, at, message, hint);
        }
        match self.encoded {
            Some((other, other_baku, line)) if (other, other_baku) != (encoded, baku) => {
                let message =
                    format!("a second encoded type of tournament, not that of line {line}");
                log.error(FindingKind::Contradiction, at, message, "");
            }
            Some(_) => {}
            None => self.encoded = Some((encoded, baku, number)),
        }
    }

    /// The day of the first round: the date of start, failing that of the first round, failing that
    /// of the end. The first one that cannot be read is worth a warning where it would decide the
    /// edition.
    pub(crate) fn starts(&self, log: &mut Log) -> Option<Date> {
        let mut decides = matches!(
            self.encoded,
            None | Some((
                Encoded::DutchOfItsDate | Encoded::Known(System::OfTeams),
                ..
            ))
        );
        for (record, line) in self.dates.iter().flatten() {
            let is_early = |day| day < Date::EDITIONS_OF_2026;
            let Some(doubt) = record.doubt(is_early) else {
                return record.day(is_early);
            };
            if std::mem::take(&mut decides) {
                log.warn(
                    FindingKind::Reading,
                    At::line(*line).field("date"),
                    doubt,
                    "the date tells the edition of the rules: in force until 31 January 2026, or since",
                );
            }
        }
        None
    }

    /// The system, and whether the Baku method is asked for. `FIDE_DUTCH` is the edition of the day
    /// on which the event starts, without one the current edition.
    pub(crate) fn system(&self, starts: Option<Date>) -> (Option<System>, bool) {
        let Some((encoded, baku, _)) = self.encoded else {
            return (None, false);
        };
        let system = match encoded {
            Encoded::Known(system) => system,
            Encoded::Other => System::Other,
            Encoded::DutchOfItsDate => {
                if starts.is_some_and(|date| date < Date::EDITIONS_OF_2026) {
                    System::Coded(DUTCH_2017)
                } else {
                    System::Coded(DUTCH_2026)
                }
            }
        };
        (Some(system), baku)
    }

    /// Whether the encoded type is one of teams; `None` without an encoded type.
    pub(crate) fn is_of_teams(&self) -> Option<bool> {
        self.is_of_teams
    }

    /// Whether the encoded type is one whose pairings are fixed before the event.
    pub(crate) fn is_pre_determined(&self) -> bool {
        self.is_pre_determined
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
