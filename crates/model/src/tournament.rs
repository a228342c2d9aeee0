//! A tournament as it was entered and played, checked once when it is built.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

use crate::{
    Absence, Acceleration, Colour, ForbiddenGroup, GameResult, MatchScores, Player, PlayerId,
    PointField, PointSystem, RoundEntry, RoundNumber, Score, TeamProblem, TeamRecord, Teams, Tpn,
};

/// The pairing system a file asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum System {
    /// That of this code of record 192, such as `FIDE_DUTCH_2026`: with its edition, and without an
    /// acceleration.
    Coded(&'static str),
    /// A Swiss system for teams, which says nothing of how their players are paired.
    OfTeams,
    /// Something this project does not pair.
    Other,
}

/// A day of the calendar. Days are ordered; whether the month has so many days is not checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    /// 1 to 9999.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl Date {
    /// The first day of the editions of 2026 (C.04.3 and its sisters, applied from 1 February 2026).
    pub const EDITIONS_OF_2026: Self = Self {
        year: 2026,
        month: 2,
        day: 1,
    };
}

impl fmt::Display for Date {
    /// `YYYY/MM/DD`, as tournament files have it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}/{:02}/{:02}", self.year, self.month, self.day)
    }
}

/// Everything entered about a tournament, not yet checked: [`TournamentData::build`] checks it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TournamentData {
    /// Name of the event.
    pub name: String,
    /// The players in their initial order.
    pub players: Vec<Player>,
    /// Rounds of the whole event. Without it no round counts as the last one.
    pub rounds_total: Option<RoundNumber>,
    /// The colour drawn by lot before round one; inferred from the games where it is missing.
    pub initial_colour: Option<Colour>,
    /// What results are worth.
    pub points: PointSystem,
    /// The method of acceleration, used when no player has explicit virtual points.
    pub acceleration: Acceleration,
    /// The arbiter's bans.
    pub forbidden: Vec<ForbiddenGroup>,
    /// The arbiter's soft bans: players who should not meet as long as no criterion of the rules suffers. No FIDE
    /// criterion; the Dutch editions of 2017 and 2026 count them behind all others.
    pub soft_bans: Vec<ForbiddenGroup>,
    /// Announced absences outside the players' entries.
    pub absences: Vec<Absence>,
    /// The pairing system asked for.
    pub system: Option<System>,
    /// Whether all pairings were fixed before the event, as in a round robin: tie-breaks then count
    /// forfeits as games (C.07 15.2).
    pub pre_determined: bool,
    /// The teams, in a competition of teams.
    pub teams: Teams,
    /// Where the participants are teams: what their matches were worth, which points of results do not tell.
    pub matches: Option<MatchScores>,
    /// The day of the first round, which tells the edition of the rules where nothing else does.
    pub starts: Option<Date>,
    /// The round to be paired, where it is not the one after the last round that shows a pairing:
    /// rounds in between were not held.
    pub round_to_pair: Option<RoundNumber>,
    /// The last round that was held, where the entries do not tell it because nobody had an opponent.
    pub held: Option<RoundNumber>,
}

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
        let mut seen = BTreeMap::new();
        for player in &self.players {
            let count = seen.entry(player.number).or_insert(0_u32);
            *count += 1;
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

    /// Whether any player has explicit virtual points.
    pub fn has_virtual_points(&self) -> bool {
        self.players
            .iter()
            .any(|player| player.virtual_points.iter().any(|v| *v != Score::ZERO))
    }
}

/// A tournament without contradictions: see [`TournamentData`] for its fields.
///
/// Invariant: every game is mirrored by the opponent, with the other colour and a fitting result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament(pub(crate) TournamentData);

impl Deref for Tournament {
    type Target = TournamentData;
    fn deref(&self) -> &TournamentData {
        &self.0
    }
}

impl Tournament {
    /// Gives the data back, to be changed and built again.
    pub fn into_data(self) -> TournamentData {
        self.0
    }

    /// The player with this id.
    ///
    /// # Panics
    /// When the id belongs to a larger tournament.
    pub fn player(&self, id: PlayerId) -> &Player {
        &self.0.players[id.index()]
    }

    /// Ids in the initial order.
    pub fn player_ids(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.0.players.len()).map(PlayerId::from_index)
    }

    /// Points of `player` after the first `rounds` rounds, without virtual points.
    pub fn standings_score(&self, player: PlayerId, rounds: usize) -> Score {
        if let Some(matches) = &self.matches {
            return matches.score(player.index(), matches.rules.primary, rounds);
        }
        let entries = &self.player(player).entries;
        let recorded: Score = entries
            .iter()
            .take(rounds)
            .map(|entry| self.points.points(*entry))
            .sum();
        let blank = self.points.points(RoundEntry::Blank).tenths();
        let missing = rounds.saturating_sub(entries.len()) as i32;
        recorded + Score::from_tenths(blank * missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ByeKind;

    /// Number 3 is ranked highest, so its colour tells more than that of number 1, whom it met.
    #[test]
    fn the_higher_ranked_player_of_a_pair_tells_the_initial_colour() {
        let mut data = TournamentData::default();
        for number in 1..=3 {
            let number = Tpn::new(number).expect("1..=9999");
            data.players.push(Player::new(number));
        }
        data.players[2].virtual_points = vec![Score::ONE];
        let game = |opponent, colour, result| RoundEntry::Paired {
            opponent: PlayerId::from_index(opponent),
            colour: Some(colour),
            result,
        };
        data.players[0].entries = vec![game(2, Colour::Black, GameResult::Loss)];
        data.players[1].entries = vec![RoundEntry::Bye(ByeKind::PairingAllocated)];
        data.players[2].entries = vec![game(0, Colour::White, GameResult::Win)];
        let tournament = data.build().expect("one game and a bye");
        assert_eq!(tournament.inferred_initial_colour(), Some(Colour::White));
    }
}
