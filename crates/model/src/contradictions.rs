//! What is wrong with a tournament as it was entered: checked once, when it is built.

use std::fmt;

use crate::{
    Acceleration, Colour, GameResult, PlayerId, PointField, RoundEntry, RoundNumber, Score,
    TeamProblem, TeamRecord, Tournament, TournamentData, Tpn,
};

/// One contradiction in a [`TournamentData`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Contradiction {
    /// More than 9,999 players.
    TooManyPlayers(usize),
    /// Two players carry this number.
    RepeatedNumber(Tpn),
    /// An entry, ban or absence names a player who does not exist.
    UnknownPlayer {
        /// The place that was named, counted from zero.
        index: usize,
    },
    /// A game against oneself.
    SelfPairing {
        /// Who.
        player: Tpn,
        /// When.
        round: RoundNumber,
    },
    /// The opponent's entry names somebody else, or nobody.
    NotMirrored {
        /// Whose entry.
        player: Tpn,
        /// Whom it names.
        opponent: Tpn,
        /// When.
        round: RoundNumber,
    },
    /// Both players have one colour, or a played game lacks a colour.
    ColourClash {
        /// Whose entry.
        player: Tpn,
        /// Whom it names.
        opponent: Tpn,
        /// When.
        round: RoundNumber,
    },
    /// The two results do not fit: both won, or only one side was forfeited.
    ResultClash {
        /// Whose entry.
        player: Tpn,
        /// Whom it names.
        opponent: Tpn,
        /// When.
        round: RoundNumber,
    },
    /// More rounds were played than the event has.
    TooManyRounds {
        /// The last round with a pairing.
        played: RoundNumber,
        /// The rounds of the event.
        total: RoundNumber,
    },
    /// The round to be paired has been paired, or a later one has.
    AlreadyPaired {
        /// The last round with a pairing.
        played: RoundNumber,
        /// The round to be paired.
        wanted: RoundNumber,
    },
    /// The records of the teams contradict each other.
    Team {
        /// Where.
        record: TeamRecord,
        /// What.
        problem: TeamProblem,
    },
    /// A score beyond a million points, which no event has and no file can hold.
    ScoreOutOfRange(Score),
    /// The Baku method needs the number of rounds.
    BakuNeedsRounds,
    /// The Baku method needs a win worth two draws and a loss worth nothing (C.04.7 (2026) 1.1).
    BakuNeedsStandardPoints,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPlayers(n) => write!(f, "{n} players, expected at most {}", Tpn::MAX),
            Self::RepeatedNumber(number) => write!(f, "two players have the number {number}"),
            Self::UnknownPlayer { index } => {
                write!(f, "no player stands at place {index} of the list")
            }
            Self::SelfPairing { player, round } => {
                write!(
                    f,
                    "round {round}: player {player} is paired with himself or herself"
                )
            }
            Self::NotMirrored {
                player,
                opponent,
                round,
            } => write!(
                f,
                "round {round}: player {player} has the opponent {opponent}, who does not have {player}"
            ),
            Self::ColourClash {
                player,
                opponent,
                round,
            } => write!(
                f,
                "round {round}: the colours of players {player} and {opponent} do not fit, expected one White and one Black"
            ),
            Self::ResultClash {
                player,
                opponent,
                round,
            } => write!(
                f,
                "round {round}: the results of players {player} and {opponent} do not fit each other"
            ),
            Self::TooManyRounds { played, total } => {
                write!(
                    f,
                    "round {played} has been paired, but the event has {total} rounds"
                )
            }
            Self::AlreadyPaired { played, wanted } => {
                write!(
                    f,
                    "round {wanted} is to be paired, but round {played} has been paired"
                )
            }
            Self::Team { problem, .. } => problem.fmt(f),
            Self::ScoreOutOfRange(score) => write!(f, "{score} points are out of range"),
            Self::BakuNeedsRounds => {
                f.write_str("Baku acceleration needs the number of rounds of the event")
            }
            Self::BakuNeedsStandardPoints => f.write_str(
                "Baku acceleration needs a win worth two draws and a loss worth nothing",
            ),
        }
    }
}

/// Why a [`TournamentData`] is no [`Tournament`]: every contradiction found, in a fixed order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidTournament {
    /// At least one problem.
    pub problems: Vec<Contradiction>,
}

impl fmt::Display for InvalidTournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidTournament {}

impl TournamentData {
    /// Checks the data: numbers unique, every game mirrored by the opponent with the other colour
    /// and a fitting result, nobody named who does not exist. O(players · rounds).
    ///
    /// # Errors
    /// [`InvalidTournament`] with every problem found.
    pub fn build(self) -> Result<Tournament, InvalidTournament> {
        let mut problems = Vec::new();
        self.check_players(&mut problems);
        if problems.is_empty() {
            self.check_entries(&mut problems);
            self.check_settings(&mut problems);
            let teams = self.teams.check(&self.players).into_iter();
            problems.extend(teams.map(|(record, problem)| Contradiction::Team { record, problem }));
        }
        if problems.is_empty() {
            Ok(Tournament(self))
        } else {
            Err(InvalidTournament { problems })
        }
    }

    fn check_players(&self, problems: &mut Vec<Contradiction>) {
        if self.players.len() > Tpn::MAX as usize {
            problems.push(Contradiction::TooManyPlayers(self.players.len()));
        }
        let numbers = self.players.iter().map(|player| player.number.get());
        let mut seen = vec![0_u8; numbers.max().map_or(0, |most| most as usize + 1)];
        for player in &self.players {
            let count = &mut seen[player.number.get() as usize];
            *count = count.saturating_add(1);
            if *count == 2 {
                problems.push(Contradiction::RepeatedNumber(player.number));
            }
        }
        let groups = self.forbidden.iter().chain(&self.soft_bans);
        let named = groups
            .flat_map(|group| &group.players)
            .chain(self.absences.iter().map(|absence| &absence.player));
        for player in named {
            if player.index() >= self.players.len() {
                problems.push(Contradiction::UnknownPlayer {
                    index: player.index(),
                });
            }
        }
    }

    fn check_entries(&self, problems: &mut Vec<Contradiction>) {
        if self.is_mirrored() {
            return;
        }
        for (index, player) in self.players.iter().enumerate() {
            for (round, entry) in player.entries.iter().enumerate() {
                if let RoundEntry::Paired {
                    opponent,
                    colour,
                    result,
                } = *entry
                {
                    let round = RoundNumber::from_index(round);
                    let id = PlayerId::from_index(index);
                    problems.extend(self.check_game(id, round, opponent, colour, result));
                }
            }
        }
    }

    /// Whether nothing is wrong with any game. Each is looked at from the side of its higher player only, so
    /// that half as many entries are looked for: the entries of the lower players must then be as many.
    fn is_mirrored(&self) -> bool {
        let (mut of_higher, mut of_lower) = (0_usize, 0_usize);
        for (index, player) in self.players.iter().enumerate() {
            let id = PlayerId::from_index(index);
            for (round, entry) in player.entries.iter().enumerate() {
                let RoundEntry::Paired {
                    opponent,
                    colour,
                    result,
                } = *entry
                else {
                    continue;
                };
                if opponent <= id {
                    of_lower += 1;
                    continue;
                }
                of_higher += 1;
                let round = RoundNumber::from_index(round);
                if (self.check_game(id, round, opponent, colour, result)).is_some() {
                    return false;
                }
            }
        }
        of_higher == of_lower
    }

    fn check_game(
        &self,
        id: PlayerId,
        round: RoundNumber,
        opponent: PlayerId,
        colour: Option<Colour>,
        result: GameResult,
    ) -> Option<Contradiction> {
        let player = self.players[id.index()].number;
        if opponent == id {
            return Some(Contradiction::SelfPairing { player, round });
        }
        let Some(other) = self.players.get(opponent.index()) else {
            return Some(Contradiction::UnknownPlayer {
                index: opponent.index(),
            });
        };
        let (other_id, opponent) = (opponent, other.number);
        let RoundEntry::Paired {
            opponent: back,
            colour: other_colour,
            result: other_result,
        } = other.entry(round)
        else {
            return Some(Contradiction::NotMirrored {
                player,
                opponent,
                round,
            });
        };
        if back != id {
            return Some(Contradiction::NotMirrored {
                player,
                opponent,
                round,
            });
        }
        if id > other_id {
            return None; // Reported once, from the side of the higher player.
        }
        let colours_fit = match (colour, other_colour) {
            (Some(mine), Some(theirs)) => mine != theirs,
            _ => !result.is_played(),
        };
        if !colours_fit {
            return Some(Contradiction::ColourClash {
                player,
                opponent,
                round,
            });
        }
        let results_fit = result.is_played() == other_result.is_played()
            && result.half_points() + other_result.half_points() <= 2;
        (!results_fit).then_some(Contradiction::ResultClash {
            player,
            opponent,
            round,
        })
    }

    fn check_settings(&self, problems: &mut Vec<Contradiction>) {
        let played = self.rounds_paired();
        if let (Some(total), Some(played)) = (self.rounds_total, played)
            && played > total
        {
            problems.push(Contradiction::TooManyRounds { played, total });
        }
        if let (Some(wanted), Some(played)) = (self.round_to_pair, played)
            && wanted <= played
        {
            problems.push(Contradiction::AlreadyPaired { played, wanted });
        }
        let limit = Score::from_tenths(10_000_000);
        let p = &self.points;
        let values = PointField::ALL.map(|field| p.value(field));
        // Points per round are bounded so that no sum over 9,999 rounds leaves an i32.
        let per_round = Score::from_tenths(limit.tenths() / 100);
        let virtual_points = self
            .players
            .iter()
            .flat_map(|player| &player.virtual_points);
        for &score in values.iter().chain(virtual_points) {
            if score > per_round || score < -per_round {
                problems.push(Contradiction::ScoreOutOfRange(score));
            }
        }
        let standard = p
            .win
            .iter()
            .all(|win| p.draw.iter().all(|draw| *draw + *draw == *win))
            && p.loss == [Score::ZERO; 2];
        if self.acceleration == Acceleration::Baku && !self.has_virtual_points() {
            if !standard {
                problems.push(Contradiction::BakuNeedsStandardPoints);
            }
            if self.rounds_total.is_none() {
                problems.push(Contradiction::BakuNeedsRounds);
            }
        }
    }
}
