//! Competitions of teams: articles 11-13, and 6-10 with match points or game points in the place of
//! points.
//!
//! A match follows from the games of the members and from the records of teams; both kinds of points
//! are then a [`StandingsField`] with the teams in the place of players.
//!
//! # Readings
//! A match is played if a game was played on one of its boards (15.1); one that was not is won by the
//! team of its record, else by the one with more points, and lost by both where those are equal. A pairing-allocated bye, a full
//! bye and a match won by forfeit are wins on all boards for article 12, a half-point bye draws. The
//! other points of `EDE` are the totals of the event (13.3.2: "tied in both").

use std::cmp::Ordering;

use edelweiss_model::{ByeKind, Colour, ForfeitedMatch, PlayerId, RoundNumber, TeamId, Tournament};

use super::field::{RecordedPlayer, RoundKind, RoundRecord, StandingsField, fraction};
use super::{Fraction, TieBreakEdition};

/// Which points a tie-break is about (11.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TeamReference {
    /// `:MP`
    MatchPoints,
    /// `:GP`
    GamePoints,
}

/// Everybody by both kinds of points, and the points on each board.
#[derive(Debug)]
pub(super) struct TeamMatches {
    pub(super) by_match_points: StandingsField,
    pub(super) by_game_points: StandingsField,
    /// By team: the points of article 12 on each board, over all rounds.
    pub(super) boards: Vec<Vec<Fraction>>,
}

/// What a round was for a team.
struct TeamRound {
    kind: RoundKind,
    opponent: Option<usize>,
    /// Points on each board, by article 12.
    boards: Vec<Fraction>,
    game_points: Fraction,
}

impl TeamMatches {
    pub(super) fn new(
        tournament: &Tournament,
        edition: TieBreakEdition,
        after_round: usize,
    ) -> Self {
        let players = StandingsField::new(tournament, edition, after_round);
        let teams = 0..tournament.teams.teams.len();
        let seats = |team: usize, round| seats(tournament, TeamId::from_index(team), round);
        let rounds = (0..after_round).map(RoundNumber::from_index);
        let n_boards = (teams.clone())
            .flat_map(|team| rounds.clone().map(move |round| seats(team, round).len()))
            .max()
            .unwrap_or(0);
        let [mut by_match_points, mut by_game_points] =
            empty_fields(tournament, &players, n_boards);
        let mut on_boards = Vec::new();
        for team in teams {
            let number = i128::from(tournament.teams.teams[team].number.get());
            let mut own: [Vec<RoundRecord>; 2] = [Vec::new(), Vec::new()];
            let mut sums = vec![Fraction::from(0); n_boards];
            for round in rounds.clone() {
                let seen = team_round(tournament, &players, team, round, n_boards);
                for (sum, points) in sums.iter_mut().zip(&seen.boards) {
                    *sum += *points;
                }
                let match_points = match_points(tournament, &players, &seen, round);
                let sides = [&by_match_points, &by_game_points];
                let points = [match_points, seen.game_points];
                for ((rounds, field), points) in own.iter_mut().zip(sides).zip(points) {
                    rounds.push(seen.round(field, points));
                }
            }
            let [first, second] = own;
            for (field, rounds) in [(&mut by_match_points, first), (&mut by_game_points, second)] {
                field.players.push(RecordedPlayer {
                    number,
                    rating: None,
                    rounds,
                });
            }
            on_boards.push(sums);
        }
        Self {
            by_match_points,
            by_game_points,
            boards: on_boards,
        }
    }

    pub(super) fn field(&self, reference: TeamReference) -> &StandingsField {
        match reference {
            TeamReference::MatchPoints => &self.by_match_points,
            TeamReference::GamePoints => &self.by_game_points,
        }
    }
}

/// The fields by match points and by game points before anybody is in them.
fn empty_fields(
    tournament: &Tournament,
    players: &StandingsField,
    n_boards: usize,
) -> [StandingsField; 2] {
    let boards = Fraction::from(n_boards as i128);
    let values = &tournament.teams.match_points;
    [
        [values.win, values.draw, values.loss].map(fraction),
        [players.win, players.draw, players.worst].map(|points| points * boards),
    ]
    .map(|[win, draw, of_loss]| {
        let mut field = players.clone();
        (field.win, field.draw) = (win, draw);
        (field.best, field.worst) = (win.max(of_loss), win.min(of_loss));
        field.players.clear();
        field
    })
}

impl TeamRound {
    /// Without games: each board counts alike.
    fn alike(kind: RoundKind, opponent: Option<usize>, each: Fraction, n_boards: usize) -> Self {
        Self {
            kind,
            opponent,
            boards: vec![each; n_boards],
            game_points: each * Fraction::from(n_boards as i128),
        }
    }

    fn round(&self, field: &StandingsField, points: Fraction) -> RoundRecord {
        // Nothing asks for a draw: article 10 is for individuals.
        let result = Fraction::from(i128::from(points == field.win));
        RoundRecord {
            kind: self.kind,
            opponent: self.opponent,
            black: false,
            points,
            result,
            win: field.win,
            draw: field.draw,
        }
    }
}

/// Who sat on the boards of a team, in their order.
fn seats(tournament: &Tournament, team: TeamId, round: RoundNumber) -> Vec<Option<PlayerId>> {
    let line_ups = tournament.teams.line_ups.iter();
    let mut own = line_ups.filter(|line_up| line_up.team == team && line_up.round == round);
    if let Some(line_up) = own.next() {
        return line_up.boards.clone();
    }
    let members = tournament.teams.teams[team.index()].members.iter();
    let plays = |member: &&PlayerId| {
        tournament
            .player(**member)
            .entry(round)
            .opponent()
            .is_some()
    };
    members.filter(plays).map(|member| Some(*member)).collect()
}

fn team_round(
    tournament: &Tournament,
    players: &StandingsField,
    team: usize,
    round: RoundNumber,
    n_boards: usize,
) -> TeamRound {
    let id = TeamId::from_index(team);
    let teams = &tournament.teams;
    let receiver = (teams.byes.as_ref()).and_then(|byes| byes.receivers.get(round.index()));
    let seated = seats(tournament, id, round);
    // A line-up may have been handed in for a match that was then forfeited.
    let has_games = (seated.iter().flatten())
        .any(|player| tournament.player(*player).entry(round).opponent().is_some());
    let entries = (teams.teams[team].members.iter())
        .map(|member| &players.players[member.index()].rounds[round.index()]);
    if receiver == Some(&Some(id))
        || entries
            .clone()
            .any(|entry| entry.kind == RoundKind::PairingBye)
    {
        return TeamRound {
            kind: RoundKind::PairingBye,
            opponent: None,
            boards: vec![players.win; n_boards],
            game_points: match &teams.byes {
                Some(byes) => fraction(byes.game_points),
                None => untold_bye(tournament, players) * Fraction::from(n_boards as i128),
            },
        };
    }
    if let (false, Some(forfeit)) = (has_games, forfeit_of(tournament, id, round)) {
        // A match that only its record tells of.
        let other = if forfeit.white == id {
            forfeit.black
        } else {
            forfeit.white
        };
        let (kind, each) = if is_won(*forfeit, id) {
            (RoundKind::ForfeitWin, players.win)
        } else {
            (RoundKind::ForfeitLoss, Fraction::from(0))
        };
        return TeamRound::alike(kind, Some(other.index()), each, n_boards);
    }
    if !has_games {
        // Record 240 tells it of the team itself.
        let told = (teams.instructions.absences.iter())
            .find(|absence| absence.round == round && absence.player.index() == team);
        let bye = match told.map(|absence| absence.kind) {
            Some(ByeKind::Full) => RoundKind::FullBye,
            Some(ByeKind::Half) => RoundKind::HalfBye,
            Some(ByeKind::Zero | ByeKind::PairingAllocated) => RoundKind::ZeroBye,
            None => (entries.map(|entry| entry.kind).next()).unwrap_or(RoundKind::ZeroBye),
        };
        let each = match bye {
            RoundKind::FullBye => players.win,
            RoundKind::HalfBye => players.draw,
            _ => Fraction::from(0),
        };
        return TeamRound::alike(bye, None, each, n_boards);
    }
    round_with_games(tournament, players, id, round, &seated)
}

/// A board of a bye of which no record 320 tells: what 162 gives, where that is not a win, which it means when it is
/// silent; else a draw (C.04.6 1.4).
fn untold_bye(tournament: &Tournament, players: &StandingsField) -> Fraction {
    let bye = tournament.points.pairing_allocated_bye;
    if bye == tournament.points.win[0] {
        players.draw
    } else {
        fraction(bye)
    }
}

/// What a match with games was for a team whose players these are.
fn round_with_games(
    tournament: &Tournament,
    players: &StandingsField,
    team: TeamId,
    round: RoundNumber,
    seated: &[Option<PlayerId>],
) -> TeamRound {
    let on_board = |seat: &Option<PlayerId>| {
        seat.map(|player| &players.players[player.index()].rounds[round.index()])
    };
    let points: Vec<Fraction> = (seated.iter())
        .map(|seat| on_board(seat).map_or(Fraction::from(0), |entry| entry.points))
        .collect();
    let mut opponents = seated.iter().filter_map(|seat| on_board(seat)?.opponent);
    let opponent = opponents
        .next()
        .and_then(|opponent| team_of(tournament, opponent));
    let game_points: Fraction = points.iter().sum();
    let theirs = points_of_boards(tournament, players, opponent, round);
    let is_played = seated
        .iter()
        .any(|seat| on_board(seat).is_some_and(RoundRecord::is_game));
    TeamRound {
        kind: if is_played {
            RoundKind::Game
        } else if is_forfeit_win(tournament, team, round, game_points, theirs) {
            RoundKind::ForfeitWin
        } else {
            RoundKind::ForfeitLoss
        },
        opponent,
        boards: points,
        game_points,
    }
}

/// Of a match that was not played: who won, by the record, else by more points on the boards.
fn is_forfeit_win(
    tournament: &Tournament,
    team: TeamId,
    round: RoundNumber,
    own: Fraction,
    theirs: Fraction,
) -> bool {
    match forfeit_of(tournament, team, round) {
        Some(forfeit) => is_won(*forfeit, team),
        None => own > theirs,
    }
}

/// The points of a team's boards in a round.
fn points_of_boards(
    tournament: &Tournament,
    players: &StandingsField,
    team: Option<usize>,
    round: RoundNumber,
) -> Fraction {
    let Some(team) = team else {
        return Fraction::from(0);
    };
    let seats = seats(tournament, TeamId::from_index(team), round);
    (seats.into_iter().flatten())
        .map(|player| players.players[player.index()].rounds[round.index()].points)
        .sum()
}

fn forfeit_of(
    tournament: &Tournament,
    team: TeamId,
    round: RoundNumber,
) -> Option<&ForfeitedMatch> {
    (tournament.teams.forfeited.iter())
        .find(|forfeit| forfeit.round == round && [forfeit.white, forfeit.black].contains(&team))
}

fn is_won(forfeit: ForfeitedMatch, team: TeamId) -> bool {
    match forfeit.winner {
        Some(Colour::White) => forfeit.white == team,
        Some(Colour::Black) => forfeit.black == team,
        None => false,
    }
}

fn team_of(tournament: &Tournament, player: usize) -> Option<usize> {
    let player = PlayerId::from_index(player);
    (tournament.teams.teams.iter()).position(|team| team.members.contains(&player))
}

/// Match points: by comparing game points, or of the bye.
fn match_points(
    tournament: &Tournament,
    players: &StandingsField,
    seen: &TeamRound,
    round: RoundNumber,
) -> Fraction {
    let teams = &tournament.teams;
    let values = &teams.match_points;
    let points = match seen.kind {
        RoundKind::PairingBye => {
            return match &teams.byes {
                Some(byes) => fraction(byes.match_points),
                None => fraction(values.draw),
            };
        }
        RoundKind::FullBye | RoundKind::ForfeitWin => values.win,
        RoundKind::HalfBye => values.draw,
        RoundKind::ZeroBye | RoundKind::ForfeitLoss => return Fraction::from(0),
        RoundKind::Game => {
            let other = points_of_boards(tournament, players, seen.opponent, round);
            match seen.game_points.cmp(&other) {
                Ordering::Greater => values.win,
                Ordering::Equal => values.draw,
                Ordering::Less => values.loss,
            }
        }
    };
    fraction(points)
}
