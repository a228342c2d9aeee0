//! A competition of teams as a tournament whose participants are the teams, which is what a system for teams pairs.

use std::fmt;

use edelweiss_model::{
    Absence, Acceleration, ByeKind, Contradiction, GameResult, InvalidTournament, MatchScores,
    Player, PlayerId, PointSystem, RoundEntry, RoundNumber, Score, System, TeamId, Teams,
    Tournament, TournamentData, Tpn,
};

use crate::category::Category;
use crate::edition::TieBreakRules;
use crate::matches::{MatchOutcome, TeamTable};
use crate::modifiers::Reference;

/// Why players' rounds cannot be read as matches of teams.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotOfTeams {
    /// There are no teams.
    NoTeams,
    /// A player has an opponent and no team.
    WithoutTeam {
        /// Who.
        player: Tpn,
        /// When.
        round: RoundNumber,
    },
    /// The players of a team meet those of two teams.
    TwoOpponents {
        /// Which team.
        team: Tpn,
        /// When.
        round: RoundNumber,
    },
    /// The first boards of two teams have one colour.
    Boards {
        /// Which teams.
        teams: [Tpn; 2],
        /// When.
        round: RoundNumber,
    },
    /// The matches contradict each other; participants are teams.
    Contradictory(InvalidTournament),
}

impl fmt::Display for NotOfTeams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTeams => f.write_str("there are no teams, expected a record 310 for each"),
            Self::WithoutTeam { player, round } => write!(
                f,
                "round {round}: player {player} has an opponent and is a member of no team"
            ),
            Self::TwoOpponents { team, round } => write!(
                f,
                "round {round}: players of team {team} meet those of two teams, expected one match"
            ),
            Self::Boards {
                teams: [one, other],
                round,
            } => write!(
                f,
                "round {round}: the first boards of teams {one} and {other} have one colour, so the boards of a team stood in another order than in its record 310, expected the line-ups of that match (300)"
            ),
            Self::Contradictory(invalid) => write!(f, "the matches of the teams: {invalid}"),
        }
    }
}

impl std::error::Error for NotOfTeams {}

/// The tournament of the teams: each is a participant with its number and name, each match a game with the colour of
/// the first board, won by more game points. [`TournamentData::matches`] has what the matches were worth.
///
/// Announced absences and byes, bans and virtual points are those of the teams' records. A team of which every member has
/// a bye in the round to be paired is absent. O(teams · members · rounds).
///
/// # Errors
/// [`NotOfTeams`] where the rounds are no matches of teams.
pub fn tournament_of_teams(tournament: &Tournament) -> Result<Tournament, NotOfTeams> {
    let teams = &tournament.teams;
    if teams.teams.is_empty() {
        return Err(NotOfTeams::NoTeams);
    }
    let rounds = tournament
        .rounds_paired()
        .map_or(0, |last| last.index() + 1);
    check_opponents(tournament, rounds)?;
    let last = rounds.checked_sub(1).map(RoundNumber::from_index);
    // That round is paired, so there is a table of it.
    let table = last.and_then(|last| {
        let rules = TieBreakRules::MARCH_2026;
        TeamTable::new(tournament, rules, Reference::MatchPoints, Some(last)).ok()
    });
    let team_ids = (0..teams.teams.len()).map(TeamId::from_index);
    let outcomes: Vec<Vec<MatchOutcome>> = (team_ids)
        .map(|team| {
            let rounds = (0..rounds).map(RoundNumber::from_index);
            let of_round = |round| Some(table.as_ref()?.round(team, round));
            rounds.filter_map(of_round).collect()
        })
        .collect();
    let points = (outcomes.iter())
        .map(|rounds| {
            let points = rounds.iter();
            points
                .map(|outcome| [outcome.match_points, outcome.game_points])
                .collect()
        })
        .collect();
    let rules = teams.pairing.unwrap_or_default();
    let data = TournamentData {
        name: tournament.name.clone(),
        players: participants(tournament, &outcomes, rounds),
        rounds_total: tournament.rounds_total,
        initial_colour: tournament.initial_colour,
        points: match_points(teams),
        acceleration: acceleration(teams),
        forbidden: teams.instructions.forbidden.clone(),
        soft_bans: Vec::new(),
        absences: absences(tournament, rounds),
        system: match tournament.system {
            coded @ Some(System::Coded(_)) if tournament.pre_determined => coded,
            _ => Some(System::OfTeams),
        },
        pre_determined: tournament.pre_determined,
        teams: Teams::default(),
        matches: Some(MatchScores {
            rules,
            points,
            win_for_untold_bye: table
                .as_ref()
                .filter(|_| !is_bye_told(tournament))
                .map(TeamTable::win_on_all_boards),
        }),
        starts: tournament.starts,
        round_to_pair: tournament.round_to_pair,
        held: tournament.held,
    };
    data.build().map_err(contradictory)
}

fn acceleration(teams: &Teams) -> Acceleration {
    if teams.instructions.is_accelerated {
        Acceleration::Baku
    } else {
        Acceleration::None
    }
}

/// Of several contradictions the one that says most of its cause.
fn contradictory(invalid: InvalidTournament) -> NotOfTeams {
    let clash = invalid.problems.iter().find_map(|problem| match problem {
        Contradiction::ColourClash {
            player,
            opponent,
            round,
        } => Some(NotOfTeams::Boards {
            teams: [*player, *opponent],
            round: *round,
        }),
        _ => None,
    });
    clash.unwrap_or(NotOfTeams::Contradictory(invalid))
}

/// Whether record 320 says what a pairing-allocated bye is worth, or 162 what it is on each board: there it is a win
/// unless something else is said.
fn is_bye_told(tournament: &Tournament) -> bool {
    let points = &tournament.points;
    tournament.teams.byes.is_some() || points.pairing_allocated_bye != points.win[0]
}

/// What a match is worth as a game. A bye is worth a drawn match unless a record says otherwise (1.4).
fn match_points(teams: &Teams) -> PointSystem {
    let of = teams.match_points;
    PointSystem {
        pairing_allocated_bye: (teams.byes.as_ref()).map_or(of.draw, |byes| byes.match_points),
        forfeit_loss: Score::ZERO,
        ..PointSystem::new(of.win, of.draw, of.loss)
    }
}

fn participants(
    tournament: &Tournament,
    outcomes: &[Vec<MatchOutcome>],
    rounds: usize,
) -> Vec<Player> {
    let teams = &tournament.teams;
    let players = teams.teams.iter().enumerate().map(|(index, team)| {
        let entries = (0..rounds).map(|round| entry(tournament, outcomes, index, round));
        let virtual_points = teams.instructions.virtual_points.get(index);
        Player {
            name: team.name.clone(),
            rating: team
                .strength
                .and_then(|strength| u16::try_from(strength).ok()),
            entries: entries.collect(),
            virtual_points: virtual_points.cloned().unwrap_or_default(),
            ..Player::new(team.number)
        }
    });
    players.collect()
}

fn entry(
    tournament: &Tournament,
    outcomes: &[Vec<MatchOutcome>],
    team: usize,
    round: usize,
) -> RoundEntry {
    let own = &outcomes[team][round];
    let bye = || match own.category {
        Category::PairingAllocatedBye => ByeKind::PairingAllocated,
        Category::FullPointBye => ByeKind::Full,
        Category::HalfPointBye => ByeKind::Half,
        _ => ByeKind::Zero,
    };
    let Some(opponent) = own.opponent.map(TeamId::index) else {
        return RoundEntry::Bye(bye());
    };
    let theirs = &outcomes[opponent][round];
    let result = match own.category {
        Category::ForfeitWin => GameResult::ForfeitWin,
        Category::ForfeitLoss => GameResult::ForfeitLoss,
        _ if has_no_result(tournament, team, round) => GameResult::Unknown,
        _ if own.game_points > theirs.game_points => GameResult::Win,
        _ if own.game_points == theirs.game_points => GameResult::Draw,
        _ => GameResult::Loss,
    };
    RoundEntry::Paired {
        opponent: PlayerId::from_index(opponent),
        colour: own.colour,
        result,
    }
}

/// Whether a game of a team's members has no result yet.
fn has_no_result(tournament: &Tournament, team: usize, round: usize) -> bool {
    let mut members = tournament.teams.teams[team].members.iter();
    members.any(|id| {
        let entry = tournament.player(*id).entry(RoundNumber::from_index(round));
        entry.result() == Some(GameResult::Unknown)
    })
}

/// Announced ones of rounds to come, and teams all of whose members have a bye in the round to be paired.
fn absences(tournament: &Tournament, rounds: usize) -> Vec<Absence> {
    let announced = tournament.teams.instructions.absences.iter();
    let mut absences: Vec<Absence> = announced
        .filter(|absence| absence.round.index() >= rounds)
        .copied()
        .collect();
    let round = RoundNumber::from_index(rounds);
    for (index, team) in tournament.teams.teams.iter().enumerate() {
        let player = PlayerId::from_index(index);
        let is_told =
            (absences.iter()).any(|absence| (absence.player, absence.round) == (player, round));
        let byes: Option<Vec<ByeKind>> = (team.members.iter())
            .map(|id| match tournament.player(*id).entry(round) {
                RoundEntry::Bye(kind) => Some(kind),
                _ => None,
            })
            .collect();
        let kind = byes.and_then(|byes| byes.into_iter().min());
        if let (Some(kind), false) = (kind, is_told) {
            absences.push(Absence {
                round,
                player,
                kind,
            });
        }
    }
    absences
}

/// Everybody who has an opponent is a member, and members of one team meet those of one other in a round.
fn check_opponents(tournament: &Tournament, rounds: usize) -> Result<(), NotOfTeams> {
    let mut team_of = vec![None; tournament.players.len()];
    for (index, team) in tournament.teams.teams.iter().enumerate() {
        for member in &team.members {
            team_of[member.index()] = Some(index);
        }
    }
    for round in (0..rounds).map(RoundNumber::from_index) {
        let mut opponents = vec![None; tournament.teams.teams.len()];
        for id in tournament.player_ids() {
            let Some(opponent) = tournament.player(id).entry(round).opponent() else {
                continue;
            };
            let player = tournament.player(id).number;
            let (Some(own), Some(theirs)) = (team_of[id.index()], team_of[opponent.index()]) else {
                let lonely = if team_of[id.index()].is_none() {
                    id
                } else {
                    opponent
                };
                let player = if lonely == id {
                    player
                } else {
                    tournament.player(lonely).number
                };
                return Err(NotOfTeams::WithoutTeam { player, round });
            };
            if *opponents[own].get_or_insert(theirs) != theirs {
                let team = tournament.teams.teams[own].number;
                return Err(NotOfTeams::TwoOpponents { team, round });
            }
        }
    }
    Ok(())
}

/// Whether a tournament has teams that are paired by the Swiss team system.
pub fn are_teams_paired(tournament: &Tournament) -> bool {
    tournament.matches.is_none() && tournament.teams.pairing.is_some()
}
