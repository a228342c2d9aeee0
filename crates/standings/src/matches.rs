//! Matches of teams: what they came to in match points, in game points and on each board.
//!
//! # Articles
//! C.07 (2026) 11.1; 12, preamble; 15.1 for matches.
//! # Readings
//! A match is played if a game was played on one of its boards. One that was not is won by the team of
//! its record, else by the one with more points, and where those are equal both have lost by forfeit. A
//! pairing-allocated bye, a full-point bye and a match won by forfeit without any game recorded are wins
//! on all boards for article 12, a half-point bye draws. Boards are a team's own order. Without a record
//! 320 the pairing-allocated bye is worth a drawn match, and on each board what 162 says, if that is no win.

use edelweiss_model::{
    ByeKind, Colour, PlayerId, RoundEntry, RoundNumber, Score, TeamId, Tournament,
};

use crate::category::Category;
use crate::crosstable::{Cell, Crosstable, RoundNotPaired};
use crate::edition::TieBreakRules;
use crate::modifiers::Reference;

/// The matches that count, by both kinds of points.
#[derive(Debug)]
pub struct TeamTable {
    by_match_points: Crosstable,
    by_game_points: Crosstable,
    /// By team: points of article 12 on each board, in tenths.
    boards: Vec<Vec<i32>>,
    /// By team and round: the colour on the first board.
    colours: Vec<Vec<Option<Colour>>>,
    win_on_all_boards: Score,
    primary: Reference,
}

/// A round of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchOutcome {
    /// What it was.
    pub category: Category,
    /// The scheduled opponent.
    pub opponent: Option<TeamId>,
    /// The colour on the first board, where there is a match and one is recorded (C.04.6 1.6.1).
    pub colour: Option<Colour>,
    /// Points of the match.
    pub match_points: Score,
    /// Points of its games.
    pub game_points: Score,
}

/// What a round was for a team.
struct MatchRound {
    category: Category,
    opponent: Option<usize>,
    colour: Option<Colour>,
    /// In tenths.
    match_points: i32,
    game_points: i32,
    /// By board, for article 12.
    boards: Vec<i32>,
}

impl TeamTable {
    /// The rounds up to `after`, or all that have results. `primary` is the score that ranks first
    /// where a list does not say so. O(teams · members · rounds).
    ///
    /// # Errors
    /// [`RoundNotPaired`], for a round that has not been paired.
    pub fn new(
        tournament: &Tournament,
        rules: &'static TieBreakRules,
        primary: Reference,
        after: Option<RoundNumber>,
    ) -> Result<Self, RoundNotPaired> {
        let players = Crosstable::new(tournament, rules, after)?;
        let reader = MatchReader::new(tournament, &players);
        let mut cells: [Vec<Cell>; 2] = [Vec::new(), Vec::new()];
        let (mut boards, mut colours) = (Vec::new(), Vec::new());
        let points = &tournament.teams.match_points;
        let of_match = [points.win, points.draw, points.loss].map(Score::tenths);
        let of_games = reader.of_all_boards();
        for team in 0..tournament.teams.teams.len() {
            let mut sums = vec![0; reader.n_boards];
            let mut own_colours = Vec::with_capacity(players.rounds());
            for round in 0..players.rounds() {
                let seen = reader.round(team, round);
                own_colours.push(seen.colour);
                for (sum, points) in sums.iter_mut().zip(&seen.boards) {
                    *sum += points;
                }
                let kinds = [(seen.match_points, of_match), (seen.game_points, of_games)];
                for (cells, (points, [win, draw, _])) in cells.iter_mut().zip(kinds) {
                    let half_points = match points {
                        points if points == win => 2,
                        points if points == draw => 1,
                        _ => 0,
                    };
                    let cell = Cell::of_team(points, seen.opponent, seen.category, half_points);
                    cells.push(cell);
                }
            }
            boards.push(sums);
            colours.push(own_colours);
        }
        let [by_match_points, by_game_points] = cells;
        Ok(Self {
            by_match_points: players.of_teams(tournament, by_match_points, of_match),
            by_game_points: players.of_teams(tournament, by_game_points, of_games),
            boards,
            colours,
            win_on_all_boards: Score::from_tenths(of_games[0]),
            primary,
        })
    }

    /// The teams by one kind of points.
    pub(crate) fn by(&self, reference: Reference) -> &Crosstable {
        match reference {
            Reference::MatchPoints => &self.by_match_points,
            Reference::GamePoints => &self.by_game_points,
        }
    }

    /// How many rounds count.
    pub fn rounds(&self) -> usize {
        self.by_match_points.rounds()
    }

    /// The score that ranks first.
    pub fn primary(&self) -> Reference {
        self.primary
    }

    /// The other score.
    pub fn secondary(&self) -> Reference {
        match self.primary {
            Reference::MatchPoints => Reference::GamePoints,
            Reference::GamePoints => Reference::MatchPoints,
        }
    }

    /// Match points or game points of a team.
    pub fn score(&self, team: TeamId, reference: Reference) -> Score {
        Score::from_tenths(self.by(reference).tenths(team.index()))
    }

    /// Game points of a win on every board.
    pub(crate) fn win_on_all_boards(&self) -> Score {
        self.win_on_all_boards
    }

    /// A round that counts.
    ///
    /// # Panics
    /// For a round that does not count.
    pub fn round(&self, team: TeamId, round: RoundNumber) -> MatchOutcome {
        let cell = |reference| &self.by(reference).row(team.index())[round.index()];
        let of_match = cell(Reference::MatchPoints);
        MatchOutcome {
            category: of_match.category,
            opponent: of_match.opponent().map(TeamId::from_index),
            colour: self.colours[team.index()][round.index()],
            match_points: Score::from_tenths(of_match.points),
            game_points: Score::from_tenths(cell(Reference::GamePoints).points),
        }
    }

    /// Points of article 12 on each board.
    pub fn board_points(&self, team: TeamId) -> Vec<Score> {
        let boards = self.boards(team.index()).iter();
        boards.map(|points| Score::from_tenths(*points)).collect()
    }

    /// Points of article 12 on each board, in tenths.
    pub(crate) fn boards(&self, team: usize) -> &[i32] {
        &self.boards[team]
    }
}

/// Reads matches from the players' rounds and the records of teams.
struct MatchReader<'a> {
    tournament: &'a Tournament,
    players: &'a Crosstable,
    /// By player: the team.
    team_of: Vec<Option<usize>>,
    n_boards: usize,
}

impl<'a> MatchReader<'a> {
    fn new(tournament: &'a Tournament, players: &'a Crosstable) -> Self {
        let mut team_of = vec![None; tournament.players.len()];
        for (team, members) in tournament.teams.teams.iter().enumerate() {
            for member in &members.members {
                team_of[member.index()] = Some(team);
            }
        }
        let mut reader = Self {
            tournament,
            players,
            team_of,
            n_boards: 0,
        };
        let teams = 0..tournament.teams.teams.len();
        let sizes = teams.flat_map(|team| {
            let reader = &reader;
            (0..players.rounds()).map(move |round| reader.seats(team, round).len())
        });
        reader.n_boards = sizes.max().unwrap_or(0);
        reader
    }

    /// Win, draw and loss on every board.
    fn of_all_boards(&self) -> [i32; 3] {
        let points = &self.tournament.points;
        [points.win[0], points.draw[0], points.loss[0]]
            .map(|points| points.tenths() * self.n_boards as i32)
    }

    /// Who sat on the boards of a team: its line-up, else the members with an opponent.
    fn seats(&self, team: usize, round: usize) -> Vec<Option<PlayerId>> {
        let number = RoundNumber::from_index(round);
        let mut line_ups = self.tournament.teams.line_ups.iter();
        let own = line_ups.find(|each| each.team.index() == team && each.round == number);
        if let Some(line_up) = own {
            return line_up.boards.clone();
        }
        let members = self.tournament.teams.teams[team].members.iter();
        let plays = |id: &&PlayerId| {
            self.tournament
                .player(**id)
                .entry(number)
                .opponent()
                .is_some()
        };
        members.filter(plays).map(|id| Some(*id)).collect()
    }

    fn round(&self, team: usize, round: usize) -> MatchRound {
        let number = RoundNumber::from_index(round);
        let seats = self.seats(team, round);
        let entry = |seat: &Option<PlayerId>| match seat {
            Some(id) => self.tournament.player(*id).entry(number),
            None => RoundEntry::Blank,
        };
        let opponent = seats.iter().find_map(|seat| entry(seat).opponent());
        match opponent.and_then(|opponent| self.team_of[opponent.index()]) {
            Some(opponent) => self.of_games(team, opponent, round, &seats),
            None => self.without_games(team, round),
        }
    }

    /// Points of the boards in a round, in tenths.
    fn points(&self, seats: &[Option<PlayerId>], round: usize) -> Vec<i32> {
        let on_board = |seat: &Option<PlayerId>| {
            seat.map_or(0, |id| self.players.row(id.index())[round].points)
        };
        seats.iter().map(on_board).collect()
    }

    /// A match of which games are recorded, played or not.
    fn of_games(
        &self,
        team: usize,
        opponent: usize,
        round: usize,
        seats: &[Option<PlayerId>],
    ) -> MatchRound {
        let boards = self.points(seats, round);
        let own: i32 = boards.iter().sum();
        let theirs: i32 = self
            .points(&self.seats(opponent, round), round)
            .iter()
            .sum();
        let mut players = seats.iter().flatten();
        let is_played =
            players.any(|id| self.players.row(id.index())[round].category == Category::Played);
        let category = match (is_played, self.forfeit(team, round)) {
            (true, _) => Category::Played,
            (false, Some((_, true))) => Category::ForfeitWin,
            (false, None) if own > theirs => Category::ForfeitWin,
            (false, Some((_, false)) | None) => Category::ForfeitLoss,
        };
        let points = &self.tournament.teams.match_points;
        let match_points = match category {
            Category::ForfeitWin => points.win,
            Category::ForfeitLoss => Score::ZERO,
            _ if own > theirs => points.win,
            _ if own == theirs => points.draw,
            _ => points.loss,
        };
        MatchRound {
            category,
            opponent: Some(opponent),
            colour: self.colour(seats, opponent, round),
            match_points: match_points.tenths(),
            game_points: own,
            boards,
        }
    }

    /// The colour on the first board: that of its player, or what the opponents' player leaves, or what another board
    /// tells where colours alternate from board to board.
    fn colour(&self, seats: &[Option<PlayerId>], opponent: usize, round: usize) -> Option<Colour> {
        let number = RoundNumber::from_index(round);
        let of = |seat: &Option<PlayerId>| match self.tournament.player((*seat)?).entry(number) {
            RoundEntry::Paired { colour, .. } => colour,
            _ => None,
        };
        let theirs = self.seats(opponent, round);
        let by_another = || {
            let mut boards = seats.iter().enumerate().skip(1);
            boards.find_map(|(board, seat)| {
                let colour = of(seat)?;
                Some(if board % 2 == 0 { colour } else { !colour })
            })
        };
        let first = seats.first().and_then(of);
        first
            .or_else(|| Some(!theirs.first().and_then(of)?))
            .or_else(by_another)
    }

    /// The colour that a record of a forfeited match gives.
    fn colour_of_forfeit(&self, team: usize, round: usize) -> Option<Colour> {
        let mut records = self.tournament.teams.forfeited.iter();
        records.find_map(|each| match each.round.index() == round {
            true if each.white.index() == team => Some(Colour::White),
            true if each.black.index() == team => Some(Colour::Black),
            _ => None,
        })
    }

    /// The opponent of a forfeited match of the records, and whether the team won it.
    fn forfeit(&self, team: usize, round: usize) -> Option<(usize, bool)> {
        let mut records = self.tournament.teams.forfeited.iter();
        let record = records.find(|each| {
            each.round.index() == round
                && [each.white, each.black].map(TeamId::index).contains(&team)
        })?;
        let is_white = record.white.index() == team;
        let opponent = if is_white { record.black } else { record.white };
        let own = if is_white {
            Colour::White
        } else {
            Colour::Black
        };
        Some((opponent.index(), record.winner == Some(own)))
    }

    /// The bye of a team that has no match: of record 320, else of 240, else that of its members' lines.
    fn bye(&self, team: usize, round: usize) -> ByeKind {
        let teams = &self.tournament.teams;
        let byes = teams.byes.as_ref();
        let receiver = byes.and_then(|byes| byes.receivers.get(round).copied().flatten());
        if receiver.is_some_and(|receiver| receiver.index() == team) {
            return ByeKind::PairingAllocated;
        }
        let number = RoundNumber::from_index(round);
        let absences = &teams.instructions.absences;
        let told = (absences.iter()).find(|a| a.round == number && a.player.index() == team);
        if let Some(told) = told {
            return told.kind;
        }
        let members = teams.teams[team].members.iter();
        let entries = members.map(|id| self.tournament.player(*id).entry(number));
        let byes = entries.filter_map(|entry| match entry {
            RoundEntry::Bye(kind) => Some(kind),
            _ => None,
        });
        byes.min().unwrap_or(ByeKind::Zero)
    }

    /// A forfeited match, or a bye.
    fn without_games(&self, team: usize, round: usize) -> MatchRound {
        let [win, draw, _] = self.of_all_boards();
        let points = &self.tournament.teams.match_points;
        let made =
            |category, opponent, match_points: Score, game_points: i32, each: i32| MatchRound {
                category,
                opponent,
                colour: self.colour_of_forfeit(team, round),
                match_points: match_points.tenths(),
                game_points,
                boards: vec![each; self.n_boards],
            };
        let [win_of_board, draw_of_board] = [
            self.tournament.points.win[0],
            self.tournament.points.draw[0],
        ]
        .map(Score::tenths);
        if let Some((opponent, is_won)) = self.forfeit(team, round) {
            return if is_won {
                made(
                    Category::ForfeitWin,
                    Some(opponent),
                    points.win,
                    win,
                    win_of_board,
                )
            } else {
                made(Category::ForfeitLoss, Some(opponent), Score::ZERO, 0, 0)
            };
        }
        match self.bye(team, round) {
            ByeKind::PairingAllocated => {
                let of_board = self.tournament.points.board_of_a_team_bye();
                let untold = of_board.tenths() * self.n_boards as i32;
                let byes = self.tournament.teams.byes.as_ref();
                let (match_points, game_points) = byes.map_or((points.draw, untold), |byes| {
                    (byes.match_points, byes.game_points.tenths())
                });
                let category = Category::PairingAllocatedBye;
                made(category, None, match_points, game_points, win_of_board)
            }
            ByeKind::Full => made(Category::FullPointBye, None, points.win, win, win_of_board),
            ByeKind::Half => made(
                Category::HalfPointBye,
                None,
                points.draw,
                draw,
                draw_of_board,
            ),
            ByeKind::Zero => made(Category::ZeroPointBye, None, Score::ZERO, 0, 0),
        }
    }
}
