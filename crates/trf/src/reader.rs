//! From lines to a checked tournament.

use edelweiss_model::{Acceleration, Contradiction, Teams, Tournament, TournamentData};

use crate::cells::cell_column;
use crate::columns::{Counting, Line};
use crate::contradictions::report;
use crate::document::Document;
use crate::encoding::Encoding;
use crate::error::{At, Failure, Finding, FindingKind, Log, quoted};
use crate::held;
use crate::instructions::Instructions;
use crate::players::PlayerRows;
use crate::points::PointLines;
use crate::points_columns;
use crate::record::{Record, RecordKind};
use crate::rows::NumberedPlaces;
use crate::settings::{ReadPurpose, TournamentSettings};
use crate::strays::{self, Unknown, before_player};
use crate::system;
use crate::teams::{self, TeamLines};

/// How to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(
    clippy::struct_excessive_bools,
    reason = "switches that do not depend on each other"
)]
pub struct ReadOptions {
    /// Whether columns 81-84 must fit the results; without that,
    /// [`Document::wrong_points`](crate::Document::wrong_points) tells which do not. Default: yes.
    pub check_points: bool,
    /// The encoding of the bytes. Default: the one they are in, as far as that can be told.
    pub encoding: Option<Encoding>,
    /// Whether the Baku method is asked for by other means than record `192`. Default: no.
    pub baku: bool,
    /// Whether a file may be without players. Default: no.
    pub allow_no_players: bool,
    /// What for. Default: to pair a round.
    pub purpose: ReadPurpose,
    /// Whether the points tell that a last round of byes only is over. Default: yes.
    pub byes_may_be_held: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            check_points: true,
            encoding: None,
            baku: false,
            allow_no_players: false,
            purpose: ReadPurpose::Pairing,
            byes_may_be_held: true,
        }
    }
}

impl ReadOptions {
    /// Whether columns 81-84 must fit the results.
    #[must_use]
    pub fn check_points(mut self, check: bool) -> Self {
        self.check_points = check;
        self
    }

    /// The encoding of the bytes; `None` lets the reader tell.
    #[must_use]
    pub fn encoding(mut self, encoding: Option<Encoding>) -> Self {
        self.encoding = encoding;
        self
    }

    /// Whether the Baku method is asked for by other means than record `192`. Virtual points of the
    /// file (`250`, `XXA`) replace it either way.
    #[must_use]
    pub fn baku(mut self, baku: bool) -> Self {
        self.baku = baku;
        self
    }

    /// Whether the points tell that a last round in which nobody has an opponent is over, and no round to
    /// be paired with byes entered in advance, as other engines have it.
    #[must_use]
    pub fn byes_may_be_held(mut self, may: bool) -> Self {
        self.byes_may_be_held = may;
        self
    }

    /// Whether a file may be without players, as bbpPairings has it.
    #[must_use]
    pub fn allow_no_players(mut self, allow: bool) -> Self {
        self.allow_no_players = allow;
        self
    }

    /// What the file is read for.
    #[must_use]
    pub fn purpose(mut self, purpose: ReadPurpose) -> Self {
        self.purpose = purpose;
        self
    }
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Its lines.
    pub document: Document,
    /// What they say.
    pub tournament: Tournament,
    /// What was read with doubts, or not applied.
    pub warnings: Vec<Finding>,
}

/// Reads a tournament file of any dialect. `name` stands in messages. O(bytes), plus O(players ·
/// rounds) for the checks.
///
/// # Errors
/// [`Failure`] with every error, up to a hundred.
pub fn read(bytes: &[u8], name: &str, options: &ReadOptions) -> Result<Reading, Failure> {
    let document = Document::parse_as(bytes, name, options.encoding)?;
    let (tournament, warnings) = document.tournament(options)?;
    Ok(Reading {
        document,
        tournament,
        warnings,
    })
}

impl Document {
    /// What the lines say, checked, with the warnings.
    ///
    /// # Errors
    /// [`Failure`] with every error, up to a hundred.
    pub fn tournament(&self, options: &ReadOptions) -> Result<(Tournament, Vec<Finding>), Failure> {
        let mut reader = Reader::new(self, *options);
        self.warn_of_form(&mut reader.log);
        for record in self.records() {
            reader.first_pass(record);
        }
        reader.unknown.warn(&mut reader.log);
        if reader.rows.lines.is_empty() && !options.allow_no_players && !reader.log.has_errors() {
            reader.log.error(
                FindingKind::NotATournamentFile,
                At::default(),
                "no line starts with 001, so there is no player",
                self.hint_without_players(),
            );
        }
        if !reader.settings.by_position {
            reader.rows.sort_by_number();
        }
        let players = reader.rows.players(&mut reader.log);
        let mut instructions = Instructions::default();
        reader.settle_teams();
        for record in self.records_of(RecordKind::names_others) {
            reader.second_pass(record, &mut instructions);
        }
        let teams = std::mem::take(&mut reader.teams);
        let (mut teams, team_lines) = teams.finish(&reader.rows, &mut reader.log);
        reader.instruct(&mut teams);
        reader.team_lines = team_lines;
        let starts = reader.settings.starts(&mut reader.log);
        let (system, baku) = reader.settings.system(starts);
        let baku = (baku || options.baku) && !instructions.has_virtual_points();
        let mut data = TournamentData {
            name: reader
                .settings
                .name
                .take()
                .map_or_else(String::new, |n| n.0),
            players,
            rounds_total: reader.settings.rounds.map(|(rounds, _)| rounds),
            initial_colour: reader.settings.initial_colour.map(|(colour, _)| colour),
            points: reader.points.point_system(),
            acceleration: if baku {
                Acceleration::Baku
            } else {
                Acceleration::None
            },
            forbidden: std::mem::take(&mut instructions.forbidden),
            soft_bans: std::mem::take(&mut instructions.soft_bans),
            absences: Vec::new(),
            system,
            pre_determined: reader.settings.is_pre_determined(),
            teams,
            matches: None,
            starts,
            round_to_pair: None,
            held: None,
        };
        instructions.apply_virtual_points(&mut data, &reader.rows, &mut reader.log);
        instructions.apply_absences(&mut data, &mut reader.log);
        reader.build(data, *options)
    }
}

struct Reader {
    log: Log,
    counting: Counting,
    rows: PlayerRows,
    /// What is said of the pairing of teams before it.
    team_instructions: Instructions,
    /// Who they are, where teams are paired.
    team_numbers: Option<NumberedPlaces>,
    settings: TournamentSettings,
    points: PointLines,
    /// Whether `299` lines change points in ways that are not applied.
    has_abnormal_points: bool,
    /// Whether records of a competition of teams occur.
    has_team_records: bool,
    teams: TeamLines,
    /// Where the records of the teams stand.
    team_lines: teams::Lines,
    unknown: Unknown,
    scratch_flat: Vec<u8>,
}

impl Reader {
    fn new(document: &Document, options: ReadOptions) -> Self {
        let mut log = Log::new(&document.name);
        let has_teams = document.count(RecordKind::Team) > 0;
        if options.purpose == ReadPurpose::Ranking {
            log.ask_for_teams("--players ranks the players without the teams");
        } else if options.purpose == ReadPurpose::Pairing && has_teams && has_team_rules(document) {
            log.ask_for_teams("");
        }
        Self {
            log,
            counting: document.counting,
            rows: PlayerRows::new(document.count(RecordKind::Player)),
            team_instructions: Instructions::default(),
            team_numbers: None,
            settings: TournamentSettings::new(options.purpose, has_teams),
            points: PointLines::default(),
            has_abnormal_points: false,
            has_team_records: false,
            teams: TeamLines::default(),
            team_lines: teams::Lines::default(),
            unknown: Unknown::default(),
            scratch_flat: Vec::new(),
        }
    }

    /// Players and settings.
    fn first_pass(&mut self, record: Record<'_>) {
        let number = record.line;
        let line = record.columns(self.counting, &mut self.scratch_flat);
        let log = &mut self.log;
        match record.kind {
            RecordKind::Player => self.rows.push(number, &line, log),
            RecordKind::Name => self.settings.read_name(number, &line, log),
            kind @ (RecordKind::Start | RecordKind::End | RecordKind::RoundDates) => {
                self.settings.read_date(kind, number, &line);
            }
            RecordKind::FreeType => self.settings.read_free_type(number, &line, log),
            RecordKind::Rounds => self.settings.read_rounds(number, &line, log),
            RecordKind::InitialColour => self.settings.read_initial_colour(number, &line, log),
            RecordKind::Configuration => self.settings.read_configuration(number, &line, log),
            RecordKind::System => self.settings.read_system(number, &line, log),
            RecordKind::Points162 => self.points.read_162(number, &line, log),
            RecordKind::PointsXxs => self.points.read_xxs(number, &line, log),
            RecordKind::PointsBb => self.points.read_bb(number, &line, log),
            RecordKind::Team => {
                self.has_team_records = true;
                self.teams.read_team(number, &line, log);
            }
            RecordKind::MatchPoints => {
                self.has_team_records = true;
                self.teams.read_match_points(number, &line, log);
            }
            RecordKind::LineUp | RecordKind::TeamByes | RecordKind::ForfeitedMatch => {
                self.has_team_records = true;
            }
            RecordKind::NotApplied => {
                self.has_abnormal_points |= record.code() == "299";
                self.warn_once(record, "is known and kept, but not applied");
            }
            RecordKind::Unknown => match before_player(record.text) {
                Some(stray) => {
                    strays::refuse(number, stray, log);
                    // Whoever names that player is right.
                    self.rows.numbers.has_lost_lines = true;
                }
                None => self.unknown.add(record),
            },
            RecordKind::Information
            | RecordKind::Blank
            | RecordKind::Comment
            | RecordKind::NationalRating
            | RecordKind::Byes
            | RecordKind::Absent
            | RecordKind::Accelerated
            | RecordKind::VirtualPoints
            | RecordKind::Prohibited
            | RecordKind::SoftBan
            | RecordKind::Forbidden => {}
        }
    }

    /// Instructions that name players.
    fn second_pass(&mut self, record: Record<'_>, instructions: &mut Instructions) {
        let of_teams = match record.kind {
            RecordKind::LineUp => Some(TeamLines::read_line_up as fn(&mut _, _, &_, &_, &mut _)),
            RecordKind::TeamByes => Some(TeamLines::read_byes as _),
            RecordKind::ForfeitedMatch => Some(TeamLines::read_forfeit as _),
            _ => None,
        };
        if let Some(read) = of_teams {
            if self.team_numbers.is_none() {
                self.warn_once(
                    record,
                    "is about teams and changes nothing for their players",
                );
            }
            let line = Line::new(record.text, self.counting, &mut self.scratch_flat);
            return read(
                &mut self.teams,
                record.line,
                &line,
                &self.rows,
                &mut self.log,
            );
        }
        let read = match record.kind {
            RecordKind::Byes => Instructions::read_byes,
            RecordKind::Absent => Instructions::read_absent,
            RecordKind::Accelerated => Instructions::read_accelerated,
            RecordKind::VirtualPoints => Instructions::read_virtual_points,
            RecordKind::Prohibited => Instructions::read_prohibited,
            RecordKind::Forbidden => Instructions::read_forbidden,
            RecordKind::SoftBan => Instructions::read_soft_ban,
            _ => return,
        };
        let is_of_teams = self.is_team_event() && matches!(record.code(), "240" | "250" | "260");
        if is_of_teams && self.team_numbers.is_none() {
            self.warn_once(
                record,
                "names teams in a team competition and is not applied",
            );
            return;
        }
        if record.kind == RecordKind::SoftBan && self.team_numbers.is_some() {
            self.warn_once(
                record,
                "soft-ban is about players and not applied where teams are paired",
            );
        }
        let line = Line::new(record.text, self.counting, &mut self.scratch_flat);
        let (said, numbers) = match &self.team_numbers {
            Some(numbers) if is_of_teams => (&mut self.team_instructions, numbers),
            _ => (instructions, &self.rows.numbers),
        };
        read(said, record.line, &line, numbers, &mut self.log);
    }

    /// Where teams are paired, instructions are about them.
    fn settle_teams(&mut self) {
        if let Some((rules, _)) = self.settings.team_rules {
            self.team_instructions = Instructions::of_teams(rules.primary);
            self.team_numbers = Some(NumberedPlaces::of_teams(self.teams.numbers()));
        }
    }

    /// What the rules choose, and what is said of the pairing before it.
    fn instruct(&mut self, teams: &mut Teams) {
        if let (Some((rules, baku)), false) = (self.settings.team_rules, teams.teams.is_empty()) {
            teams.pairing = Some(rules);
            let said = std::mem::take(&mut self.team_instructions);
            teams.instructions = said.into_team_instructions(baku);
        }
    }

    /// In a competition of teams `240`, `250` and `260` speak of teams. The encoded type tells;
    /// without one the team records do.
    fn is_team_event(&self) -> bool {
        self.settings.is_of_teams().unwrap_or(self.has_team_records)
    }

    /// One warning per code.
    fn warn_once(&mut self, record: Record<'_>, what: &str) {
        let code = record.code();
        if self.log.first_time_code(code) {
            let message = format!("record {} {what}", quoted(code));
            let hint = match code {
                "299" => "points given or taken by 299 change neither scores nor pairings here",
                "300" | "320" | "330" => "teams are read, and only players are paired",
                "801" | "802" => "team records are kept; only the players are read",
                _ => "",
            };
            let at = At::line(record.line).columns(1, 3);
            self.log.warn(FindingKind::NotApplied, at, message, hint);
        }
    }

    fn build(
        mut self,
        data: TournamentData,
        options: ReadOptions,
    ) -> Result<(Tournament, Vec<Finding>), Failure> {
        if self.log.has_errors() {
            // Entries that could not be read would only cause consequential errors.
            return Err(self.log.into_failure());
        }
        let Some(tournament) = self.checked(data) else {
            return Err(self.log.into_failure());
        };
        let tournament = if options.byes_may_be_held {
            held::held(tournament, &self.rows, &mut self.log)
        } else {
            tournament
        };
        held::warn_of_extra_round(&tournament, &self.rows, &mut self.log);
        points_columns::check(
            &tournament,
            &self.rows,
            self.has_abnormal_points,
            options.check_points,
            &mut self.log,
        );
        self.warn_of_open_games(&tournament);
        if self.log.has_errors() {
            return Err(self.log.into_failure());
        }
        Ok((tournament, self.log.into_warnings()))
    }

    /// The tournament; nothing where it contradicts itself, which is told then. Teams that do are left
    /// out unless they are asked for.
    fn checked(&mut self, mut data: TournamentData) -> Option<Tournament> {
        for (record, problem) in data.teams.check(&data.players) {
            let at = self.team_lines.at(record);
            let kind = FindingKind::Contradiction;
            self.log.error_of_teams(kind, at, problem.to_string(), "");
        }
        if self.log.leaves_teams_out() {
            data.teams = Teams::default();
        }
        match data.build() {
            Ok(tournament) => Some(tournament),
            Err(invalid) => {
                let is_of_teams =
                    |problem: &&Contradiction| matches!(problem, Contradiction::Team { .. });
                for problem in invalid.problems.iter().filter(|each| !is_of_teams(each)) {
                    report(problem, &self.rows, &self.settings, &mut self.log);
                }
                None
            }
        }
    }

    /// A game without a result, unless its round has none at all: then the round has been paired and
    /// is to be played.
    fn warn_of_open_games(&mut self, tournament: &Tournament) {
        let paired = tournament.rounds_paired().map_or(0, |r| r.index() + 1);
        let to_be_played = (0..paired).rev();
        let to_be_played = to_be_played
            .take_while(|index| tournament.is_without_results(*index..*index + 1))
            .count();
        let open = tournament.open_games(0..paired - to_be_played);
        let Some(first) = open.first() else {
            return;
        };
        let numbers = [first.white, first.black].map(|id| tournament.player(id).number);
        let more = match open.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more have none"),
        };
        let message = format!(
            "round {}: the game of players {} and {} has no result{more}",
            first.round, numbers[0], numbers[1]
        );
        let column = cell_column(first.round.index()) + 7;
        let row = &self.rows.lines[first.white.index()];
        let at = row.at_round(first.round).columns(column, column);
        let at = at.field("result");
        self.log.warn(
            FindingKind::Reading,
            at,
            message,
            "an adjourned game, which counts as a draw for pairing, has the result `?`",
        );
    }
}

/// Whether the encoded type of a file is the Swiss team system.
fn has_team_rules(document: &Document) -> bool {
    let mut codes = document
        .records()
        .filter(|record| record.kind == RecordKind::System);
    codes.any(|record| {
        let code = record.text.get(3..).unwrap_or_default().trim();
        system::team_rules(&code.to_ascii_uppercase()).is_some()
    })
}
