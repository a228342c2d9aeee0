//! Competitions of teams: who plays for whom, and what is said of matches beside the games.
//!
//! The games themselves stand in the players' rounds. What a match came to follows from them, the
//! order of the members, and the exceptions recorded here.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::{
    Colour, Player, PlayerId, RoundNumber, Score, TeamInstructions, TeamPairingRules, Tpn,
};

/// A team's place in [`Teams::teams`], counted from zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TeamId(u16);

impl TeamId {
    /// The id of the team at `index`.
    ///
    /// # Panics
    /// When `index` exceeds 65,535; a competition has at most 999 teams.
    pub fn from_index(index: usize) -> Self {
        Self(u16::try_from(index).expect("a competition has at most 999 teams"))
    }

    /// The place in [`Teams::teams`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A team.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Team {
    /// The number printed for this team, 1 to 999.
    pub number: Tpn,
    /// Its name.
    pub name: String,
    /// A short name of at most five characters.
    pub nickname: Option<String>,
    /// A measure of its strength, such as the average rating.
    pub strength: Option<u32>,
    /// Match points as recorded.
    pub match_points: Option<Score>,
    /// Game points as recorded.
    pub game_points: Option<Score>,
    /// Rank as recorded.
    pub rank: Option<u16>,
    /// The members in the order of the boards.
    pub members: Vec<PlayerId>,
}

/// What a match is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchPoints {
    /// More game points than the opponent.
    pub win: Score,
    /// As many.
    pub draw: Score,
    /// Fewer.
    pub loss: Score,
}

impl Default for MatchPoints {
    /// Two, one and none.
    fn default() -> Self {
        Self {
            win: Score::from_tenths(20),
            draw: Score::ONE,
            loss: Score::ZERO,
        }
    }
}

/// The pairing-allocated byes of the teams.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamByes {
    /// Match points of the bye.
    pub match_points: Score,
    /// Game points of the bye.
    pub game_points: Score,
    /// Who had it, by round from round one.
    pub receivers: Vec<Option<TeamId>>,
}

/// A match that was not played as one team, or both, did not appear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForfeitedMatch {
    /// When.
    pub round: RoundNumber,
    /// Who had White on the first board.
    pub white: TeamId,
    /// Their opponents.
    pub black: TeamId,
    /// Who won; nobody if both were missing.
    pub winner: Option<Colour>,
}

/// A match in which a team did not play in the order of its members.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineUp {
    /// When.
    pub round: RoundNumber,
    /// Who.
    pub team: TeamId,
    /// The scheduled opponent.
    pub opponent: TeamId,
    /// By board; nobody on an empty one.
    pub boards: Vec<Option<PlayerId>>,
}

/// Everything recorded about teams; empty in a tournament of individuals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Teams {
    /// The teams, in the order of their pairing numbers.
    pub teams: Vec<Team>,
    /// What a match is worth.
    pub match_points: MatchPoints,
    /// The pairing-allocated byes, if there is a record of them.
    pub byes: Option<TeamByes>,
    /// Matches that were not played.
    pub forfeited: Vec<ForfeitedMatch>,
    /// Matches in another order than that of the members.
    pub line_ups: Vec<LineUp>,
    /// What the rules choose, where teams are paired by the Swiss team system (C.04.6).
    pub pairing: Option<TeamPairingRules>,
    /// What is said of the pairing before it.
    pub instructions: TeamInstructions,
}

/// What a contradiction is about, so that a reader can name its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeamRecord {
    /// A team, or one of its members.
    Team {
        /// The place in [`Teams::teams`].
        index: usize,
        /// The place among its members.
        member: Option<usize>,
    },
    /// The bye of a round.
    Bye {
        /// When.
        round: RoundNumber,
    },
    /// A forfeited match.
    Forfeit {
        /// The place in [`Teams::forfeited`].
        index: usize,
    },
    /// A line-up, or one of its boards.
    LineUp {
        /// The place in [`Teams::line_ups`].
        index: usize,
        /// The board, counted from zero.
        board: Option<usize>,
    },
}

/// A contradiction among the teams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TeamProblem {
    /// A team, or a player, is named who does not exist.
    Unknown,
    /// The number is beyond 999, or another team has it.
    NumberTaken(Tpn),
    /// The player is a member already, of this team or of another.
    MemberTwice(Tpn),
    /// A team is matched with itself.
    AgainstItself(Tpn),
    /// The team has a bye, a forfeited match or a line-up more in that round.
    Twice(Tpn, RoundNumber),
    /// The player on a board is no member of the team.
    NoMember(Tpn),
    /// The player sits at two boards.
    TwoBoards(Tpn),
}

impl fmt::Display for TeamProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("a team or a player is named who does not exist"),
            Self::NumberTaken(number) => {
                write!(
                    f,
                    "team number {number}, expected one of its own from 1 to 999"
                )
            }
            Self::MemberTwice(player) => {
                write!(f, "player {player} is a member of a team already")
            }
            Self::AgainstItself(team) => write!(f, "team {team} is matched with itself"),
            Self::Twice(team, round) => write!(
                f,
                "round {round}: team {team} has a bye, a forfeited match or a line-up already"
            ),
            Self::NoMember(player) => write!(f, "player {player} is no member of the team"),
            Self::TwoBoards(player) => write!(f, "player {player} sits at two boards"),
        }
    }
}

impl Teams {
    /// Whether nothing is recorded.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Every contradiction among the teams of these players, in the order of the records: those for which
    /// [`TournamentData::build`](crate::TournamentData::build) refuses them. O(members · log members).
    pub fn check(&self, players: &[Player]) -> Vec<(TeamRecord, TeamProblem)> {
        let mut found = self.check_teams(players);
        found.extend(self.check_rounds());
        for (index, line_up) in self.line_ups.iter().enumerate() {
            found.extend(self.check_boards(players, index, line_up));
        }
        found
    }

    fn check_teams(&self, players: &[Player]) -> Vec<(TeamRecord, TeamProblem)> {
        let mut found = Vec::new();
        let mut numbers = BTreeSet::new();
        let mut members = BTreeSet::new();
        for (index, team) in self.teams.iter().enumerate() {
            if team.number.get() > 999 || !numbers.insert(team.number) {
                let record = TeamRecord::Team {
                    index,
                    member: None,
                };
                found.push((record, TeamProblem::NumberTaken(team.number)));
            }
            for (place, member) in team.members.iter().enumerate() {
                let problem = match players.get(member.index()) {
                    None => TeamProblem::Unknown,
                    Some(_) if members.insert(*member) => continue,
                    Some(player) => TeamProblem::MemberTwice(player.number),
                };
                let member = Some(place);
                found.push((TeamRecord::Team { index, member }, problem));
            }
        }
        found
    }

    /// One bye or forfeited match of a team in a round, one line-up, and matches between two. A team may
    /// have handed in its line-up before the match was forfeited.
    fn check_rounds(&self) -> Vec<(TeamRecord, TeamProblem)> {
        let mut found = Vec::new();
        // Who does not play, and the opponent who was scheduled, if there was one.
        let mut without_match: BTreeMap<(RoundNumber, TeamId), Option<TeamId>> = BTreeMap::new();
        let byes = self
            .byes
            .iter()
            .flat_map(|byes| byes.receivers.iter().enumerate());
        for (round, receiver) in byes.filter_map(|(round, team)| team.map(|team| (round, team))) {
            let round = RoundNumber::from_index(round);
            without_match.insert((round, receiver), None);
            if self.teams.get(receiver.index()).is_none() {
                found.push((TeamRecord::Bye { round }, TeamProblem::Unknown));
            }
        }
        for (index, forfeit) in self.forfeited.iter().enumerate() {
            let record = TeamRecord::Forfeit { index };
            let sides = [forfeit.white, forfeit.black];
            let problem = self.check_match(sides).or_else(|| {
                let [white, black] = sides;
                let mut sides = [(white, black), (black, white)].into_iter();
                let (again, _) = sides.find(|(team, opponent)| {
                    let key = (forfeit.round, *team);
                    without_match.insert(key, Some(*opponent)).is_some()
                })?;
                Some(TeamProblem::Twice(self.number(again), forfeit.round))
            });
            found.extend(problem.map(|problem| (record, problem)));
        }
        let mut line_ups = BTreeSet::new();
        for (index, line_up) in self.line_ups.iter().enumerate() {
            let record = TeamRecord::LineUp { index, board: None };
            let key = (line_up.round, line_up.team);
            let problem = self
                .check_match([line_up.team, line_up.opponent])
                .or_else(|| {
                    let fits = without_match
                        .get(&key)
                        .is_none_or(|scheduled| *scheduled == Some(line_up.opponent));
                    (!(line_ups.insert(key) && fits))
                        .then(|| TeamProblem::Twice(self.number(line_up.team), line_up.round))
                });
            found.extend(problem.map(|problem| (record, problem)));
        }
        found
    }

    fn check_match(&self, sides: [TeamId; 2]) -> Option<TeamProblem> {
        if sides.iter().any(|team| team.index() >= self.teams.len()) {
            return Some(TeamProblem::Unknown);
        }
        (sides[0] == sides[1]).then(|| TeamProblem::AgainstItself(self.number(sides[0])))
    }

    fn check_boards(
        &self,
        players: &[Player],
        index: usize,
        line_up: &LineUp,
    ) -> Vec<(TeamRecord, TeamProblem)> {
        let Some(team) = self.teams.get(line_up.team.index()) else {
            return Vec::new(); // Told by `check_rounds`.
        };
        let mut seated = BTreeSet::new();
        let boards = line_up.boards.iter().enumerate();
        let players = boards.filter_map(|(board, player)| {
            let id = (*player)?;
            let problem = match players.get(id.index()) {
                None => TeamProblem::Unknown,
                Some(player) if !team.members.contains(&id) => TeamProblem::NoMember(player.number),
                Some(_) if seated.insert(id) => return None,
                Some(player) => TeamProblem::TwoBoards(player.number),
            };
            let board = Some(board);
            Some((TeamRecord::LineUp { index, board }, problem))
        });
        players.collect()
    }

    fn number(&self, team: TeamId) -> Tpn {
        self.teams[team.index()].number
    }
}
