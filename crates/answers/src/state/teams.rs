//! The teams of an event and the matches of a round, where teams are paired.

use edelweiss::event::boards::{self, RoundGame};
use edelweiss::model::{
    GameResult, PlayerId, Position, RoundEntry, RoundNumber, Score, Team, TeamId, TeamScore,
    Tournament,
};
use serde::Serialize;

use crate::error::AnswerError;
use crate::input::TournamentInput;
use crate::json::{JsonPoints, bye_name};
use crate::system::{Asked, RulesOptions};

/// A competition of teams: its players, and the tournament in which each team is a participant.
pub(super) struct StateOfTeams<'a> {
    players: &'a Tournament,
    teams: &'a Tournament,
    position: Position,
}

#[derive(Serialize)]
pub(super) struct StateTeam<'a> {
    number: u32,
    name: &'a str,
    nickname: Option<&'a str>,
    strength: Option<u32>,
    /// In the order of the boards.
    members: Vec<u32>,
    /// So far; a match with an open game counts nothing.
    match_points: JsonPoints,
    /// So far; an open game counts nothing.
    game_points: JsonPoints,
    /// `plays`, `absent`, or the kind of the bye, in the next round.
    next: &'static str,
    /// From which round on it is announced to play in none.
    gone_from: Option<u16>,
}

#[derive(Serialize)]
pub(super) struct StateTeamMatch {
    #[serde(rename = "match")]
    number: u32,
    /// Who has White on the first board.
    white: u32,
    black: u32,
    /// Of White and Black; null while a game is open.
    match_points: Option<[JsonPoints; 2]>,
    game_points: [JsonPoints; 2],
    /// Whether one team, or both, did not appear.
    is_forfeited: bool,
    /// Numbers of boards of the round, in the order of White's line-up, else of its members.
    boards: Vec<u32>,
}

#[derive(Serialize)]
pub(super) struct StateTeamBye {
    team: u32,
    kind: &'static str,
    match_points: JsonPoints,
    game_points: JsonPoints,
}

#[derive(Serialize)]
pub(super) struct StateTeamBan {
    teams: Vec<u32>,
    first: u16,
    last: Option<u16>,
}

impl<'a> StateOfTeams<'a> {
    /// Nothing where players are paired.
    pub(super) fn of(input: &'a TournamentInput) -> Result<Option<Self>, AnswerError> {
        let rules = RulesOptions::default();
        let teams = input.participants(rules)?;
        if teams.matches.is_none() {
            return Ok(None);
        }
        let choice = rules.choose(Asked::by(teams))?;
        Ok(Some(Self {
            players: &input.reading.tournament,
            teams,
            position: Position::derive(teams, &choice.pairing.definitions),
        }))
    }

    fn team(&self, id: PlayerId) -> &'a Team {
        &self.players.teams.teams[id.index()]
    }

    /// By number of the file.
    pub(super) fn teams(&self) -> Vec<StateTeam<'a>> {
        let told = self.teams.player_ids().map(|id| {
            let team = self.team(id);
            let rounds = (0..self.position.round().index()).map(RoundNumber::from_index);
            let closed = rounds.clone().filter(|round| !self.is_open(id, *round));
            let number = |id: &PlayerId| self.players.player(*id).number.get();
            StateTeam {
                number: team.number.get(),
                name: &team.name,
                nickname: team.nickname.as_deref(),
                strength: team.strength,
                members: team.members.iter().map(number).collect(),
                match_points: (closed.map(|round| self.match_points(id, round)))
                    .sum::<Score>()
                    .into(),
                game_points: (rounds.map(|round| self.game_points(id, round)))
                    .sum::<Score>()
                    .into(),
                next: super::next(self.teams, &self.position, id),
                gone_from: super::gone_from(self.teams, &self.position, id),
            }
        });
        told.collect()
    }

    /// Teams of which no two may meet.
    pub(super) fn bans(&self) -> Vec<StateTeamBan> {
        let told = self.teams.forbidden.iter().map(|ban| StateTeamBan {
            teams: (ban.players.iter())
                .map(|id| self.team(*id).number.get())
                .collect(),
            first: ban.first.get(),
            last: ban.last.map(RoundNumber::get),
        });
        told.collect()
    }

    fn is_open(&self, id: PlayerId, round: RoundNumber) -> bool {
        self.teams.player(id).entry(round).result() == Some(GameResult::Unknown)
    }

    fn points_of(&self, id: PlayerId, of: TeamScore, round: RoundNumber) -> Score {
        let matches = self.teams.matches.as_ref();
        matches.map_or(Score::ZERO, |matches| {
            matches.points_of(id.index(), of, round.index())
        })
    }

    fn match_points(&self, id: PlayerId, round: RoundNumber) -> Score {
        self.points_of(id, TeamScore::MatchPoints, round)
    }

    fn game_points(&self, id: PlayerId, round: RoundNumber) -> Score {
        let members = self.team(id).members.iter();
        let open = members.filter(|member| {
            self.players.player(**member).entry(round).result() == Some(GameResult::Unknown)
        });
        open.fold(
            self.points_of(id, TeamScore::GamePoints, round),
            |points, _| points - self.players.points.unknown,
        )
    }

    /// The matches of a round that was paired, whose games are these.
    pub(super) fn matches(&self, round: RoundNumber, games: &[RoundGame]) -> Vec<StateTeamMatch> {
        let matches = boards::of_round(self.teams, round);
        let told = matches.iter().map(|game| {
            let sides = [game.white, game.black];
            let [white, black] = sides.map(|id| self.team(id).number.get());
            let result = self.teams.player(game.white).entry(round).result();
            StateTeamMatch {
                number: game.board,
                white,
                black,
                match_points: (!self.is_open(game.white, round))
                    .then(|| sides.map(|id| self.match_points(id, round).into())),
                game_points: sides.map(|id| self.game_points(id, round).into()),
                is_forfeited: matches!(
                    result,
                    Some(GameResult::ForfeitWin | GameResult::ForfeitLoss)
                ),
                boards: self.boards(game.white, round, games),
            }
        });
        told.collect()
    }

    fn boards(&self, white: PlayerId, round: RoundNumber, games: &[RoundGame]) -> Vec<u32> {
        let team = TeamId::from_index(white.index());
        let mut line_ups = self.players.teams.line_ups.iter();
        let line_up = line_ups.find(|line_up| line_up.round == round && line_up.team == team);
        let seats: Vec<PlayerId> = match line_up {
            Some(line_up) => line_up.boards.iter().flatten().copied().collect(),
            None => self.team(white).members.clone(),
        };
        let board_of = |player: &PlayerId| {
            let game = games
                .iter()
                .find(|game| game.white == *player || game.black == *player)?;
            Some(game.board)
        };
        seats.iter().filter_map(board_of).collect()
    }

    /// The byes and absences of a round that was paired.
    pub(super) fn byes(&self, round: RoundNumber) -> Vec<StateTeamBye> {
        let told = self.teams.player_ids().filter_map(|id| {
            let RoundEntry::Bye(kind) = self.teams.player(id).entry(round) else {
                return None;
            };
            Some(StateTeamBye {
                team: self.team(id).number.get(),
                kind: bye_name(kind),
                match_points: self.match_points(id, round).into(),
                game_points: self.points_of(id, TeamScore::GamePoints, round).into(),
            })
        });
        told.collect()
    }
}
