//! Teams out of a tournament in which every player stands for one: each match becomes a game on each board.

use edelweiss::model::{
    Acceleration, ByeKind, Colour, GameResult, MatchPoints, Player, PlayerId, PointSystem,
    RoundEntry, RoundNumber, Score, Team, TeamByes, TeamId, TeamPairingRules, Tournament, Tpn,
};
use edelweiss_generate::{Settings, scaled, word_of};

/// How often the games of a match are drawn before its result is put on the first board.
const TRIES: u64 = 64;
/// What a player is rated above the next board.
const BETWEEN_BOARDS: i32 = 40;
/// Apart from all other draws of a tournament.
const STAGE: u64 = 0x7e_a35;

/// What the games of a match are drawn by.
pub(super) struct TeamLuck<'a> {
    pub(super) settings: &'a Settings,
    /// Of the tournament.
    pub(super) seed: u64,
    /// By team.
    pub(super) strengths: &'a [u16],
    pub(super) draw_percent: u32,
}

/// A result of the player with White, and of the other one.
type BothResults = (GameResult, GameResult);

impl TeamLuck<'_> {
    /// The same event, each player a team of so many: on odd boards the colours of the match, on even ones the other
    /// ones. The games of a match are drawn until they make its result.
    ///
    /// # Panics
    /// Never: players of teams contradict nothing that their teams did not.
    pub(super) fn teams(&self, tournament: Tournament, boards: usize) -> Tournament {
        let mut data = tournament.into_data();
        let captains = std::mem::take(&mut data.players);
        let rounds = captains
            .iter()
            .map(|team| team.entries.len())
            .max()
            .unwrap_or(0);
        data.players = members(&captains, boards);
        for round in (0..rounds).map(RoundNumber::from_index) {
            self.play(&captains, boards, round, &mut data.players);
        }
        data.teams.teams = self.entered(&captains, boards);
        // A win of a game is one point, and one of a match two.
        let doubled = |points: &Score| *points + *points;
        data.teams.match_points = MatchPoints {
            win: doubled(&data.points.win[0]),
            draw: doubled(&data.points.draw[0]),
            loss: doubled(&data.points.loss[0]),
        };
        data.points = PointSystem::default();
        let bye = RoundEntry::Bye(ByeKind::PairingAllocated);
        let receiver = |round| captains.iter().position(|team| team.entry(round) == bye);
        // Where a table fixes the matches there are none: whoever is free has no points.
        if !data.pre_determined {
            data.teams.byes = Some(TeamByes {
                match_points: data.teams.match_points.draw,
                game_points: times(data.points.draw[0], boards),
                receivers: (0..rounds)
                    .map(|round| receiver(RoundNumber::from_index(round)).map(TeamId::from_index))
                    .collect(),
            });
            data.points.pairing_allocated_bye = data.points.draw[0];
        }
        data.teams.pairing = Some(TeamPairingRules {
            uses_secondary: false,
            ..TeamPairingRules::default()
        });
        let said = &mut data.teams.instructions;
        said.absences = std::mem::take(&mut data.absences);
        said.forbidden = std::mem::take(&mut data.forbidden);
        said.virtual_points = (captains.iter())
            .map(|team| team.virtual_points.iter().map(doubled).collect())
            .collect();
        said.is_accelerated = data.acceleration == Acceleration::Baku;
        data.acceleration = Acceleration::None;
        data.build().expect("matches of teams become games")
    }

    fn entered(&self, captains: &[Player], boards: usize) -> Vec<Team> {
        let team = |(index, captain): (usize, &Player)| Team {
            number: captain.number,
            name: if self.settings.field.players.is_empty() {
                format!("Team {}", captain.number)
            } else {
                captain.name.clone()
            },
            nickname: None,
            strength: captain.rating.map(u32::from),
            match_points: None,
            game_points: None,
            rank: None,
            members: (0..boards)
                .map(|board| member(index, boards, board))
                .collect(),
        };
        captains.iter().enumerate().map(team).collect()
    }

    /// Writes down a round of every player.
    fn play(&self, captains: &[Player], boards: usize, round: RoundNumber, players: &mut [Player]) {
        for (index, captain) in captains.iter().enumerate() {
            let RoundEntry::Paired {
                opponent,
                colour,
                result,
            } = captain.entry(round)
            else {
                for board in 0..boards {
                    set(
                        players,
                        member(index, boards, board),
                        round,
                        captain.entry(round),
                    );
                }
                continue;
            };
            if colour != Some(Colour::White) {
                continue;
            }
            let theirs = captains[opponent.index()].entry(round).result();
            let pair = [index, opponent.index()];
            let games = self.games(pair, round, boards, (result, theirs.unwrap_or(result)));
            for (board, (own, other)) in games.into_iter().enumerate() {
                let [home, away] = pair.map(|team| member(team, boards, board));
                let colour = if board.is_multiple_of(2) {
                    Colour::White
                } else {
                    Colour::Black
                };
                for (player, opponent, colour, result) in
                    [(home, away, colour, own), (away, home, !colour, other)]
                {
                    let game = RoundEntry::Paired {
                        opponent,
                        colour: Some(colour),
                        result,
                    };
                    set(players, player, round, game);
                }
            }
        }
    }

    /// Results of the first team and of the other one, board by board, that make these of the match.
    fn games(
        &self,
        [home, away]: [usize; 2],
        round: RoundNumber,
        boards: usize,
        of_match: BothResults,
    ) -> Vec<BothResults> {
        use GameResult::{Draw, Loss, Win};
        let wanted = match of_match {
            (GameResult::ForfeitWin | GameResult::ForfeitLoss, _) => {
                return vec![of_match; boards];
            }
            (own, other) => halves(own) - halves(other),
        };
        for attempt in 0..TRIES {
            let draw = |board: usize| {
                let white_is_home = board.is_multiple_of(2);
                let [one, other] =
                    [home, away].map(|team| rated(self.strengths[team], boards, board));
                let chances = if white_is_home {
                    self.settings.model.chances(one, other, self.draw_percent)
                } else {
                    self.settings.model.chances(other, one, self.draw_percent)
                };
                let key = [
                    self.seed,
                    STAGE,
                    round.get().into(),
                    home as u64,
                    board as u64,
                    attempt,
                ];
                let drawn = scaled(word_of(&key), 1_000_000_000);
                match chances
                    .winner(drawn)
                    .map(|winner| (winner == Colour::White) == white_is_home)
                {
                    None => (Draw, Draw),
                    Some(true) => (Win, Loss),
                    Some(false) => (Loss, Win),
                }
            };
            let games: Vec<BothResults> = (0..boards).map(draw).collect();
            let found: i32 = games
                .iter()
                .map(|(own, other)| halves(*own) - halves(*other))
                .sum();
            if found.signum() == wanted.signum() {
                return games;
            }
        }
        let mut games = vec![(Draw, Draw); boards];
        games[0] = match wanted.signum() {
            1 => (Win, Loss),
            -1 => (Loss, Win),
            _ => (Draw, Draw),
        };
        games
    }
}

/// The players, team by team, the strongest first.
fn members(captains: &[Player], boards: usize) -> Vec<Player> {
    let member = |(index, captain): (usize, &Player), board: usize| {
        let number =
            Tpn::new((index * boards + board + 1) as u32).expect("as many as a file numbers");
        let mut player = Player::new(number);
        player.name = format!("Player {:04}", number.get());
        player.federation.clone_from(&captain.federation);
        player.rating = captain.rating.map(|rating| rated(rating, boards, board));
        player
    };
    (captains.iter().enumerate())
        .flat_map(|team| (0..boards).map(move |board| member(team, board)))
        .collect()
}

/// Half points.
fn halves(result: GameResult) -> i32 {
    match result {
        GameResult::Win | GameResult::UnratedWin | GameResult::ForfeitWin => 2,
        GameResult::Draw | GameResult::UnratedDraw => 1,
        _ => 0,
    }
}

/// What a player of a team is rated.
fn rated(team: u16, boards: usize, board: usize) -> u16 {
    let above = (boards as i32 - 1) * BETWEEN_BOARDS / 2 - board as i32 * BETWEEN_BOARDS;
    (i32::from(team) + above).clamp(1, 9999) as u16
}

fn member(team: usize, boards: usize, board: usize) -> PlayerId {
    PlayerId::from_index(team * boards + board)
}

fn set(players: &mut [Player], id: PlayerId, round: RoundNumber, entry: RoundEntry) {
    let entries = &mut players[id.index()].entries;
    if entries.len() <= round.index() {
        entries.resize(round.index() + 1, RoundEntry::Blank);
    }
    entries[round.index()] = entry;
}

fn times(score: Score, n: usize) -> Score {
    (0..n).fold(Score::ZERO, |sum, _| sum + score)
}
