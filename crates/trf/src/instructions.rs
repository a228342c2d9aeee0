//! Instructions about single players, or about teams: byes and absences (`240`, `XXZ`), virtual points (`250`,
//! `XXA`), prohibited pairings (`260`, `XXP`) and soft bans (`### soft-ban`).
//!
//! They name players by number, and players may stand further down the file; so all of them are
//! read after the player records.

mod accelerated;
mod fields;

use edelweiss_model::{
    Absence, ByeKind, ForbiddenGroup, PlayerId, RoundEntry, RoundNumber, Score, TeamInstructions,
    TeamScore, TournamentData,
};

use fields::{read_players, read_round, read_rounds};

use crate::cells::MOST_ROUNDS;
use crate::columns::{self, Line, shown};
use crate::error::{At, FindingKind, Log};
use crate::players::PlayerRows;
use crate::rows::NumberedPlaces;

/// The most absences a file may announce; ten rounds of the largest tournament.
const MOST_ABSENCES: usize = 99_990;

/// The first column of the players of a soft ban.
pub(crate) const SOFT_BAN_PLAYERS: usize = 22;

/// An announced absence with its place.
#[derive(Clone, Copy, Debug)]
struct Announced {
    at: At,
    absence: Absence,
}

/// Everything the instructions say.
#[derive(Debug, Default)]
pub(crate) struct Instructions {
    announced: Vec<Announced>,
    /// `XXZ`: the round follows from the file.
    absent_next: Vec<(At, PlayerId)>,
    pub(crate) forbidden: Vec<ForbiddenGroup>,
    pub(crate) soft_bans: Vec<ForbiddenGroup>,
    /// Per player and round what `XXA` lines say.
    by_player: Vec<Option<(Vec<Score>, u32)>>,
    /// Per player and round what `250` lines say.
    by_range: Vec<Vec<Option<Score>>>,
    has_ranges: bool,
    assigned: usize,
    /// The primary score, where the instructions are about teams.
    of_teams: Option<TeamScore>,
}

/// The virtual points of the rounds of lines `250`, up to the last that has some.
fn told(rounds: &[Option<Score>]) -> Vec<Score> {
    let mut points: Vec<Score> = rounds.iter().map(|slot| slot.unwrap_or_default()).collect();
    drop_zeros(&mut points);
    points
}

/// Behind the last round with virtual points there is nothing to be told.
fn drop_zeros(points: &mut Vec<Score>) {
    while points.last() == Some(&Score::ZERO) {
        points.pop();
    }
}

impl Instructions {
    /// About teams, by whose primary score virtual points are told.
    pub(crate) fn of_teams(primary: TeamScore) -> Self {
        Self {
            of_teams: Some(primary),
            ..Self::default()
        }
    }

    /// What they say of teams.
    pub(crate) fn into_team_instructions(self, is_accelerated: bool) -> TeamInstructions {
        let by_range = self.by_range.iter().map(|rounds| told(rounds));
        let mut virtual_points: Vec<Vec<Score>> = by_range.collect();
        while virtual_points.last().is_some_and(Vec::is_empty) {
            virtual_points.pop();
        }
        TeamInstructions {
            absences: self.announced.iter().map(|a| a.absence).collect(),
            forbidden: self.forbidden,
            virtual_points,
            is_accelerated: is_accelerated && !self.has_ranges,
        }
    }

    /// `240`: type in column 5, round in 7-9, players from 11.
    pub(crate) fn read_byes(
        &mut self,
        number: u32,
        line: &Line<'_>,
        numbers: &NumberedPlaces,
        log: &mut Log,
    ) {
        let at = At::line(number);
        let kind = match line.at(5).to_ascii_uppercase() {
            b'F' => ByeKind::Full,
            b'H' => ByeKind::Half,
            b'Z' => ByeKind::Zero,
            other => {
                let message = format!("type of bye is {}, expected F, H or Z", shown(&[other]));
                let hint = "a line 240 has the type in column 5 and the round in columns 7 to 9";
                return log.error(
                    FindingKind::Field,
                    at.columns(5, 5).field("type"),
                    message,
                    hint,
                );
            }
        };
        let blanks = [4, 6, 10].iter().all(|column| line.at(*column) == b' ');
        let Some(round) = read_round(line, 7, at, blanks, log) else {
            return;
        };
        for (at, player) in read_players(line, 11, b"", at, numbers, log) {
            if self.announced.len() == MOST_ABSENCES {
                let message = format!("more than {MOST_ABSENCES} absences");
                return log.error(FindingKind::Limit, at, message, "");
            }
            let absence = Absence {
                round,
                player,
                kind,
            };
            self.announced.push(Announced { at, absence });
        }
    }

    /// `XXZ id ...`
    pub(crate) fn read_absent(
        &mut self,
        number: u32,
        line: &Line<'_>,
        numbers: &NumberedPlaces,
        log: &mut Log,
    ) {
        let found = read_players(line, 4, b",/", At::line(number), numbers, log);
        if self.absent_next.len() + found.len() > MOST_ABSENCES {
            let message = format!("more than {MOST_ABSENCES} absences");
            return log.error(FindingKind::Limit, At::line(number), message, "");
        }
        self.absent_next.extend(found);
    }

    /// `260`: first round in columns 5-7, last round in 9-11, players from 13.
    pub(crate) fn read_prohibited(
        &mut self,
        number: u32,
        line: &Line<'_>,
        numbers: &NumberedPlaces,
        log: &mut Log,
    ) {
        let at = At::line(number);
        if let Some((first, last)) = read_rounds(line, 5, at, log) {
            self.forbid(first, last, line, 13, at, numbers, log);
        }
    }

    /// `### soft-ban`: as `260`, nine columns further right.
    pub(crate) fn read_soft_ban(
        &mut self,
        number: u32,
        line: &Line<'_>,
        numbers: &NumberedPlaces,
        log: &mut Log,
    ) {
        const HINT: &str = "### soft-ban has the first round in columns 14 to 16, the last one in 18 to 20, and players from 22 on";
        let at = At::line(number);
        let Some((first, last)) = read_rounds(line, 14, at, log) else {
            return;
        };
        let mut players: Vec<PlayerId> = Vec::new();
        let named = read_players(line, SOFT_BAN_PLAYERS, b",/", at, numbers, log);
        let n_words = line.words(SOFT_BAN_PLAYERS, b",/").count();
        for (at, player) in &named {
            if players.contains(player) {
                let message = "a player stands here twice, expected different players";
                return log.error(FindingKind::Contradiction, *at, message, HINT);
            }
            players.push(*player);
        }
        if n_words < 2 {
            let at = at.columns(SOFT_BAN_PLAYERS, line.len().max(SOFT_BAN_PLAYERS));
            let message = format!("number of players is {n_words}, expected two or more");
            return log.error(FindingKind::Field, at.field("players"), message, HINT);
        }
        self.soft_bans.push(ForbiddenGroup {
            first,
            last,
            players,
        });
    }

    /// `XXP id ...`
    pub(crate) fn read_forbidden(
        &mut self,
        number: u32,
        line: &Line<'_>,
        numbers: &NumberedPlaces,
        log: &mut Log,
    ) {
        let first = RoundNumber::FIRST;
        self.forbid(first, None, line, 4, At::line(number), numbers, log);
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "260 and XXP differ in exactly these"
    )]
    fn forbid(
        &mut self,
        first: RoundNumber,
        last: Option<RoundNumber>,
        line: &Line<'_>,
        column: usize,
        at: At,
        numbers: &NumberedPlaces,
        log: &mut Log,
    ) {
        let players: Vec<PlayerId> = (read_players(line, column, b",/", at, numbers, log)
            .into_iter())
        .map(|(_, player)| player)
        .collect();
        if players.len() < 2 {
            let message = format!(
                "fewer than two {}s are named, so no pairing is prohibited",
                numbers.noun
            );
            log.warn(FindingKind::NotApplied, at, message, "");
            return;
        }
        self.forbidden.push(ForbiddenGroup {
            first,
            last,
            players,
        });
    }

    /// `XXA`: number in columns 5-8, the points of round r in four columns from 10 + 5(r - 1).
    pub(crate) fn read_virtual_points(
        &mut self,
        number: u32,
        line: &Line<'_>,
        numbers: &NumberedPlaces,
        log: &mut Log,
    ) {
        const HINT: &str = "XXA has the player in columns 5 to 8 and round 1 in columns 10 to 13, round 2 in 15 to 18, all right-aligned; the line may be shifted";
        let at = At::line(number);
        let at_number = at.columns(5, 8).field("number");
        let is_aligned = line.at(4) == b' ' && line.at(8) != b' ' && line.at(9) == b' ';
        let id = columns::number(line.field(5, 8)).filter(|_| is_aligned);
        let Some(id) = id else {
            let message = format!(
                "number of the player is {}, expected a right-aligned number in columns 5 to 8",
                shown(line.field(4, 9))
            );
            return log.error(FindingKind::Field, at_number, message, HINT);
        };
        let Some(player) = numbers.find(id) else {
            let message = format!("player {id} is not in the file");
            return log.error(FindingKind::UnknownPlayer, at_number, message, "");
        };
        if line.len() > 9 + 5 * MOST_ROUNDS {
            let message = format!("virtual points of more than {MOST_ROUNDS} rounds");
            return log.error(FindingKind::Limit, at, message, "");
        }
        let rounds = line.len().saturating_sub(9).div_ceil(5);
        let mut points = Vec::with_capacity(rounds);
        for index in 0..rounds {
            let column = 10 + 5 * index;
            let field = line.field(column, column + 3);
            let is_aligned = line.at(column + 4) == b' ';
            let score = if columns::trimmed(field).is_empty() {
                Some(Score::ZERO)
            } else if line.at(column + 3) == b' ' {
                None
            } else {
                columns::score(field)
            };
            let Some(score) = score.filter(|_| is_aligned) else {
                let message = format!(
                    "round {}: virtual points of player {id} are {}, expected a right-aligned number in columns {column} to {}",
                    index + 1,
                    shown(line.field(column, column + 4)),
                    column + 3
                );
                let at = at.columns(column, column + 3).field("virtual points");
                return log.error(FindingKind::Field, at, message, HINT);
            };
            points.push(score);
        }
        drop_zeros(&mut points);
        if self.by_player.len() <= player.index() {
            self.by_player.resize(player.index() + 1, None);
        }
        let slot = &mut self.by_player[player.index()];
        match slot {
            Some((other, line)) if *other != points => {
                let message = format!("player {id} has other virtual points in line {line}");
                log.error(FindingKind::Contradiction, at_number, message, "");
            }
            Some(_) => {}
            None => *slot = Some((points, number)),
        }
    }

    /// Whether the file has virtual points of its own, be they all 0.0.
    pub(crate) fn has_virtual_points(&self) -> bool {
        !self.by_player.is_empty() || self.has_ranges
    }

    /// Puts virtual points into the players. Where both kinds of lines are present, they must say
    /// the same about every player.
    pub(crate) fn apply_virtual_points(
        &mut self,
        data: &mut TournamentData,
        rows: &PlayerRows,
        log: &mut Log,
    ) {
        if !self.has_virtual_points() {
            return; // Nobody has any.
        }
        let has_players = !self.by_player.is_empty();
        for (index, player) in data.players.iter_mut().enumerate() {
            let ranged = (self.by_range.get(index)).map_or_else(Vec::new, |rounds| told(rounds));
            let own = self.by_player.get_mut(index).and_then(Option::take);
            let line = own.as_ref().map_or(0, |(_, line)| *line);
            let own = own.map_or_else(Vec::new, |(points, _)| points);
            if has_players && self.has_ranges && own != ranged {
                let message = format!(
                    "lines XXA and 250 give player {} different virtual points",
                    player.number
                );
                let at = At::line(if line > 0 {
                    line
                } else {
                    rows.lines[index].line
                });
                log.error(
                    FindingKind::Contradiction,
                    at.player(player.number),
                    message,
                    "",
                );
            }
            player.virtual_points = if has_players { own } else { ranged };
        }
    }

    /// Puts absences into the data: those of `240` that the players' entries do not tell already,
    /// and those of `XXZ` for the round to be paired.
    pub(crate) fn apply_absences(&self, data: &mut TournamentData, log: &mut Log) {
        data.absences = self.announced.iter().map(|a| a.absence).collect();
        let mut announced = self.announced.clone();
        if !self.absent_next.is_empty() {
            let round = round_of_xxz(&self.absent_next, data);
            announced.extend(self.absent_next.iter().map(|(at, player)| Announced {
                at: *at,
                absence: Absence {
                    round,
                    player: *player,
                    kind: ByeKind::Zero,
                },
            }));
        }
        announced.sort_by_key(|a| (a.absence.round, a.absence.player, a.at.line));
        data.absences = announced.iter().map(|a| a.absence).collect();
        let paired = data.rounds_paired();
        data.absences.clear();
        for Announced { at, absence } in announced {
            let Absence {
                round,
                player,
                kind,
            } = absence;
            let number = data.players[player.index()].number;
            let at = at.player(number).round(round);
            let entry = data.players[player.index()].entry(round);
            let is_past = paired.is_some_and(|last| round <= last);
            let same_before = data
                .absences
                .last()
                .filter(|other| (other.round, other.player) == (round, player));
            let slip = match entry {
                RoundEntry::Bye(other) if other == kind => continue,
                RoundEntry::Blank if is_past && kind == ByeKind::Zero => continue,
                RoundEntry::Blank if !is_past => match same_before {
                    None => {
                        data.absences.push(absence);
                        continue;
                    }
                    Some(other) if other.kind == kind => continue,
                    Some(_) => "another kind of absence is announced too",
                },
                RoundEntry::Blank => "the round is over and blank",
                RoundEntry::Bye(_) => "the player's line has another bye",
                RoundEntry::Paired { .. } => "the player's line has an opponent",
            };
            let message = format!(
                "round {round}: {} is announced for player {number}, but {slip}",
                bye_name(kind)
            );
            log.error(
                FindingKind::Contradiction,
                at,
                message,
                "240, XXZ and the player's line must agree",
            );
        }
    }
}

/// The round to be paired when `absent` are absent in it.
///
/// A last round in which only the pairing-allocated bye stands is still to be paired if two players
/// wait in it; whether they wait depends on `absent` themselves.
fn round_of_xxz(absent: &[(At, PlayerId)], data: &mut TournamentData) -> RoundNumber {
    let announced = data.absences.len();
    let last = (data.players.iter())
        .filter_map(|player| player.entries.iter().rposition(|e| e.shows_pairing()))
        .max();
    let Some(last) = last else {
        return RoundNumber::FIRST;
    };
    data.absences
        .extend(absent.iter().map(|(_, player)| Absence {
            round: RoundNumber::from_index(last),
            player: *player,
            kind: ByeKind::Zero,
        }));
    let paired = data.rounds_paired();
    data.absences.truncate(announced);
    paired.map_or(RoundNumber::FIRST, |round| {
        RoundNumber::from_index(round.index() + 1)
    })
}

pub(crate) fn bye_name(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::PairingAllocated => "a pairing-allocated bye",
        ByeKind::Full => "a full-point bye",
        ByeKind::Half => "a half-point bye",
        ByeKind::Zero => "a zero-point bye",
    }
}
