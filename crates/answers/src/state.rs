//! Where an event stands, for whoever goes on with it; docs/schema/state.schema.json describes the document.

mod teams;

use edelweiss::event::boards::{self, RoundGame};
use edelweiss::model::{
    ByeKind, Definitions, PlayerId, Position, RoundEntry, RoundNumber, Tournament,
};
use serde::{Deserialize, Serialize};

use crate::error::AnswerError;
use crate::input::TournamentInput;
use crate::json::{FORMAT_VERSION, JsonPoints, JsonRemark, Program, bye_name, written};
use teams::{StateOfTeams, StateTeam, StateTeamBan, StateTeamBye, StateTeamMatch};

/// What can be asked of the state of an event.
#[derive(Clone, Copy, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct StateOptions {
    /// The round whose boards are shown [default: the last one that was paired]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999)))]
    pub round: Option<u16>,
}

#[derive(Serialize)]
struct StateDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    event: StateEvent<'a>,
    players: Vec<StatePlayer<'a>>,
    /// Left out where players are paired.
    #[serde(skip_serializing_if = "Option::is_none")]
    teams: Option<Vec<StateTeam<'a>>>,
    /// Why the teams that are to be paired cannot be read as such.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_of_teams: Option<String>,
    rounds: Vec<StateRound>,
    /// The round that was asked for; null before round 1.
    shown: Option<ShownRound>,
    bans: Vec<StateBan>,
    /// Left out where players are paired.
    #[serde(skip_serializing_if = "Option::is_none")]
    team_bans: Option<Vec<StateTeamBan>>,
    warnings: Vec<JsonRemark<'a>>,
}

#[derive(Serialize)]
struct StateEvent<'a> {
    name: &'a str,
    rounds_total: Option<u16>,
    rounds_paired: u16,
    starts: Option<String>,
}

#[derive(Serialize)]
struct StatePlayer<'a> {
    number: u32,
    name: &'a str,
    title: Option<&'a str>,
    rating: Option<u16>,
    federation: Option<&'a str>,
    /// So far; a game without a result counts nothing.
    points: JsonPoints,
    /// `plays`, `absent`, or the kind of the bye, in the next round.
    next: &'static str,
    /// From which round on it is announced to play in none.
    gone_from: Option<u16>,
}

#[derive(Serialize)]
struct StateRound {
    round: u16,
    boards: usize,
    /// Boards without a result.
    missing: usize,
}

#[derive(Serialize)]
struct ShownRound {
    round: u16,
    boards: Vec<StateBoard>,
    byes: Vec<StateBye>,
    /// These two are left out where players are paired.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<Vec<StateTeamMatch>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    team_byes: Option<Vec<StateTeamBye>>,
}

#[derive(Serialize)]
struct StateBoard {
    board: u32,
    white: u32,
    black: u32,
    /// `1-0`, as a step takes it; null where there is none.
    result: Option<String>,
}

#[derive(Serialize)]
struct StateBye {
    player: u32,
    kind: &'static str,
    points: JsonPoints,
}

#[derive(Serialize)]
struct StateBan {
    players: Vec<u32>,
    first: u16,
    last: Option<u16>,
    /// Left out of a hard ban.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    soft: bool,
}

/// The document `edelweiss.state`. O(players · rounds).
///
/// # Errors
/// A round that has not been paired.
pub fn to_json(input: &TournamentInput, options: StateOptions) -> Result<String, AnswerError> {
    let tournament = &input.reading.tournament;
    let paired = tournament.rounds_paired().map_or(0, RoundNumber::get);
    let asked = options.round.unwrap_or(paired);
    if asked > paired {
        let expected = match paired {
            0 => "no round has been paired".to_owned(),
            last => format!("expected one from 1 to {last}, which have been paired"),
        };
        return Err(AnswerError::invalid(format!(
            "round: found {asked}, {expected}"
        )));
    }
    let rounds = (0..paired).map(|index| RoundNumber::from_index(index.into()));
    let (of_teams, not_of_teams) = match StateOfTeams::of(input) {
        Ok(of_teams) => (of_teams, None),
        Err(error) => (None, Some(error.message)),
    };
    let shown_round = asked
        .checked_sub(1)
        .map(|index| RoundNumber::from_index(index.into()));
    Ok(written(&StateDocument {
        format: "edelweiss.state",
        format_version: FORMAT_VERSION,
        program: Program::default(),
        event: StateEvent {
            name: &tournament.name,
            rounds_total: tournament.rounds_total.map(RoundNumber::get),
            rounds_paired: paired,
            starts: tournament
                .starts
                .map(|day| day.to_string().replace('/', "-")),
        },
        players: players(tournament, paired),
        teams: of_teams.as_ref().map(StateOfTeams::teams),
        not_of_teams,
        rounds: rounds
            .map(|round| {
                let games = boards::of_round(tournament, round);
                StateRound {
                    round: round.get(),
                    boards: games.len(),
                    missing: games.iter().filter(|game| game.score.is_open()).count(),
                }
            })
            .collect(),
        shown: shown_round.map(|round| shown(tournament, of_teams.as_ref(), round)),
        bans: bans(tournament),
        team_bans: of_teams.as_ref().map(StateOfTeams::bans),
        warnings: (input.reading.warnings.iter())
            .map(JsonRemark::new)
            .collect(),
    }))
}

fn number(tournament: &Tournament, id: PlayerId) -> u32 {
    tournament.player(id).number.get()
}

fn players(tournament: &Tournament, paired: u16) -> Vec<StatePlayer<'_>> {
    // Who takes part is the same in every edition.
    let position = Position::derive(tournament, &Definitions::DUTCH_2026);
    let points = points(tournament, paired.into());
    (tournament.player_ids().zip(points))
        .map(|(id, points)| {
            let player = tournament.player(id);
            StatePlayer {
                number: player.number.get(),
                name: &player.name,
                title: player.title.as_deref(),
                rating: player.rating,
                federation: player.federation.as_deref(),
                points,
                next: next(tournament, &position, id),
                gone_from: gone_from(tournament, &position, id),
            }
        })
        .collect()
}

/// What a participant does in the next round.
fn next(tournament: &Tournament, position: &Position, id: PlayerId) -> &'static str {
    match away(tournament, id, position.round().index()) {
        Some(kind) => bye_name(kind),
        None if position.player(id).present => "plays",
        None => "absent",
    }
}

/// From which round on a participant is announced to play in none.
fn gone_from(tournament: &Tournament, position: &Position, id: PlayerId) -> Option<u16> {
    let next = position.round().index();
    let total = tournament
        .rounds_total
        .map_or(next + 1, |total| usize::from(total.get()));
    let is_gone = |index: &usize| away(tournament, id, *index) == Some(ByeKind::Zero);
    let from = (next..total).rev().take_while(is_gone).last();
    from.map(|index| index as u16 + 1)
}

/// What is known of a round in which a player does not play, by the player's line or an announcement.
fn away(tournament: &Tournament, id: PlayerId, index: usize) -> Option<ByeKind> {
    let round = RoundNumber::from_index(index);
    match tournament.player(id).entry(round) {
        RoundEntry::Bye(kind) => Some(kind),
        _ => (tournament.absences.iter())
            .find(|absence| absence.player == id && absence.round == round)
            .map(|absence| absence.kind),
    }
}

/// Of everybody, without what is open.
fn points(tournament: &Tournament, paired: usize) -> Vec<JsonPoints> {
    tournament
        .player_ids()
        .map(|id| {
            let mut points = tournament.standings_score(id, paired);
            for index in 0..paired {
                let round = RoundNumber::from_index(index);
                if let RoundEntry::Paired { result, .. } = tournament.player(id).entry(round)
                    && result == edelweiss::model::GameResult::Unknown
                {
                    points = points - tournament.points.unknown;
                }
            }
            JsonPoints::from(points)
        })
        .collect()
}

fn shown(
    tournament: &Tournament,
    of_teams: Option<&StateOfTeams<'_>>,
    round: RoundNumber,
) -> ShownRound {
    let games = boards::of_round(tournament, round);
    let board = |game: &RoundGame| StateBoard {
        board: game.board,
        white: number(tournament, game.white),
        black: number(tournament, game.black),
        result: (!game.score.is_open()).then(|| game.score.to_string()),
    };
    let byes = tournament.player_ids().filter_map(|id| {
        let RoundEntry::Bye(kind) = tournament.player(id).entry(round) else {
            return None;
        };
        let before = tournament.standings_score(id, round.index());
        let after = tournament.standings_score(id, round.index() + 1);
        Some(StateBye {
            player: number(tournament, id),
            kind: bye_name(kind),
            points: JsonPoints::from(after - before),
        })
    });
    ShownRound {
        round: round.get(),
        boards: games.iter().map(board).collect(),
        byes: byes.collect(),
        matches: of_teams.map(|of_teams| of_teams.matches(round, &games)),
        team_byes: of_teams.map(|of_teams| of_teams.byes(round)),
    }
}

fn bans(tournament: &Tournament) -> Vec<StateBan> {
    let hard = tournament.forbidden.iter().map(|ban| (ban, false));
    let soft = tournament.soft_bans.iter().map(|ban| (ban, true));
    let bans = hard.chain(soft).map(|(ban, soft)| StateBan {
        players: (ban.players.iter())
            .map(|id| number(tournament, *id))
            .collect(),
        first: ban.first.get(),
        last: ban.last.map(RoundNumber::get),
        soft,
    });
    bans.collect()
}
