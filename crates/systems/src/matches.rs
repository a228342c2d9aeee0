//! Matches of two games, read from two recorded rounds each.
//!
//! # Articles
//! C.04.5 (2026) Preface, 1.4, 1.6, 2.1.
//!
//! Tournament files have one result per player and round, so a match takes two of them: rounds 1
//! and 2 of the file are match 1, rounds 3 and 4 match 2, and so on. The two games have the same
//! opponents and opposite colours; byes and absences take both rounds. The number of rounds in the
//! file is twice the number of matches.

use std::borrow::Cow;
use std::fmt;

use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, PlayerId, RoundEntry, RoundNumber, Tournament, Tpn,
};

/// One player's match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEntry {
    /// No opponent: what the two rounds hold, byes or blanks.
    Unpaired([RoundEntry; 2]),
    /// Paired, whether or not a game took place.
    Paired {
        /// The opponent.
        opponent: PlayerId,
        /// The colour scheduled in game 1; forfeits may lack it.
        colour: Option<Colour>,
        /// The results seen from this player, game 1 first.
        results: [GameResult; 2],
        /// The results seen from the opponent.
        theirs: [GameResult; 2],
    },
}

impl MatchEntry {
    /// The opponent and colour of a match of which at least one game was played (1.6).
    pub fn played(self) -> Option<(PlayerId, Colour)> {
        match self {
            Self::Paired {
                opponent,
                colour: Some(colour),
                results,
                ..
            } if results.iter().any(|result| result.is_played()) => Some((opponent, colour)),
            _ => None,
        }
    }

    /// The opponent, unless a player forfeited both games: only then may the pairing recur
    /// (Preface).
    pub fn met(self) -> Option<PlayerId> {
        match self {
            Self::Paired {
                opponent,
                results,
                theirs,
                ..
            } if !forfeited(results) && !forfeited(theirs) => Some(opponent),
            _ => None,
        }
    }

    /// Whether this match bars from the bye (2.1.2): a pairing-allocated bye, a match won by
    /// forfeit, or a full-point bye.
    pub fn bars_bye(self) -> bool {
        match self {
            Self::Unpaired(rounds) => rounds.iter().any(|entry| {
                matches!(
                    entry,
                    RoundEntry::Bye(ByeKind::PairingAllocated | ByeKind::Full)
                )
            }),
            Self::Paired {
                results, theirs, ..
            } => forfeited(theirs) && !forfeited(results),
        }
    }
}

fn forfeited(results: [GameResult; 2]) -> bool {
    results == [GameResult::ForfeitLoss; 2]
}

/// What two rounds of the pairing-allocated bye hold: worth a game won and a game drawn (1.4).
pub const PAIRING_ALLOCATED_BYE: [RoundEntry; 2] = [
    RoundEntry::Bye(ByeKind::PairingAllocated),
    RoundEntry::Bye(ByeKind::Half),
];

/// The same tournament with a whole match to be paired next.
///
/// It is another one only after a match in which nobody had an opponent: its bye stands in the round
/// of game 1, and nothing in the round of game 2 shows that it is over.
pub fn before_next_match(tournament: &Tournament) -> Cow<'_, Tournament> {
    let next = tournament.next_round().index();
    let Some(game_one) = next.checked_sub(1).map(RoundNumber::from_index) else {
        return Cow::Borrowed(tournament);
    };
    let has_opponent = |player: &Player| player.entry(game_one).opponent().is_some();
    if next.is_multiple_of(2) || tournament.players.iter().any(has_opponent) {
        return Cow::Borrowed(tournament);
    }
    let mut data = tournament.clone().into_data();
    data.round_to_pair = Some(RoundNumber::from_index(next + 1));
    data.build().map_or(Cow::Borrowed(tournament), Cow::Owned)
}

/// Every match so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matches {
    /// `entries[player][match]`, match 1 at 0.
    entries: Vec<Vec<MatchEntry>>,
    next: u16,
    total: Option<u16>,
}

impl Matches {
    /// Reads the matches of a tournament. O(players · rounds).
    ///
    /// # Errors
    /// [`InvalidMatches`] with every pair of rounds that is no match.
    pub fn read(tournament: &Tournament) -> Result<Self, InvalidMatches> {
        let mut problems = Vec::new();
        let recorded = tournament.next_round().index();
        if recorded % 2 == 1 {
            problems.push(MatchProblem::HalfMatch {
                round: tournament.next_round(),
            });
        }
        if let Some(total) = tournament.rounds_total
            && total.get() % 2 == 1
        {
            problems.push(MatchProblem::OddTotal { total });
        }
        let finished = recorded / 2;
        let mut entries = Vec::with_capacity(tournament.players.len());
        for id in tournament.player_ids() {
            let read = |number: usize| read_match(tournament, id, number);
            let mut own = Vec::with_capacity(finished);
            for number in 0..finished {
                match read(number) {
                    Ok(entry) => own.push(entry),
                    Err(problem) => problems.push(problem),
                }
            }
            entries.push(own);
            if recorded.is_multiple_of(2) {
                problems.extend(half_absence(tournament, id));
            }
        }
        if problems.is_empty() {
            Ok(Self {
                entries,
                next: finished as u16 + 1,
                total: tournament.rounds_total.map(|total| total.get() / 2),
            })
        } else {
            Err(InvalidMatches { problems })
        }
    }

    /// One player's matches, oldest first.
    pub fn of(&self, player: PlayerId) -> &[MatchEntry] {
        &self.entries[player.index()]
    }

    /// The number of the match to be paired, from 1.
    pub fn next(&self) -> u16 {
        self.next
    }

    /// Matches of the whole event, if known.
    pub fn total(&self) -> Option<u16> {
        self.total
    }
}

/// The rounds of the file that hold match `number`, counted from 0.
fn rounds_of(number: usize) -> [RoundNumber; 2] {
    [2 * number, 2 * number + 1].map(RoundNumber::from_index)
}

fn read_match(
    tournament: &Tournament,
    id: PlayerId,
    number: usize,
) -> Result<MatchEntry, MatchProblem> {
    let player = tournament.player(id).number;
    let rounds = rounds_of(number);
    let entries = rounds.map(|round| tournament.player(id).entry(round));
    match entries {
        [
            RoundEntry::Paired {
                opponent,
                colour: first,
                result: one,
            },
            RoundEntry::Paired {
                opponent: second_opponent,
                colour: second,
                result: two,
            },
        ] => {
            if opponent != second_opponent {
                return Err(MatchProblem::OtherOpponent { player, rounds });
            }
            if first.is_some() && first == second {
                return Err(MatchProblem::SameColour { player, rounds });
            }
            let theirs = rounds.map(|round| match tournament.player(opponent).entry(round) {
                RoundEntry::Paired { result, .. } => result,
                _ => unreachable!("a tournament mirrors every game"),
            });
            Ok(MatchEntry::Paired {
                opponent,
                colour: first.or(second.map(|colour| !colour)),
                results: [one, two],
                theirs,
            })
        }
        [RoundEntry::Paired { .. }, _] | [_, RoundEntry::Paired { .. }] => {
            Err(MatchProblem::ByeAndGame { player, rounds })
        }
        unpaired => Ok(MatchEntry::Unpaired(unpaired)),
    }
}

/// A bye that is announced for game 2 of the match to be paired, but not for game 1.
fn half_absence(tournament: &Tournament, id: PlayerId) -> Option<MatchProblem> {
    let player = tournament.player(id);
    let rounds = rounds_of(tournament.next_round().index() / 2);
    let [absent_from_one, absent_from_two] = rounds.map(|round| {
        player.entry(round) != RoundEntry::Blank
            || (tournament.absences.iter())
                .any(|absence| absence.player == id && absence.round == round)
    });
    (absent_from_two && !absent_from_one).then_some(MatchProblem::ByeAndGame {
        player: player.number,
        rounds,
    })
}

/// One way in which recorded rounds are no matches.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MatchProblem {
    /// Game 1 of a match has been recorded, game 2 has not.
    HalfMatch {
        /// The round of the missing game.
        round: RoundNumber,
    },
    /// The number of rounds of the event is odd.
    OddTotal {
        /// That number.
        total: RoundNumber,
    },
    /// The two games of a match have different opponents.
    OtherOpponent {
        /// Whose.
        player: Tpn,
        /// When.
        rounds: [RoundNumber; 2],
    },
    /// The two games of a match have the same colours.
    SameColour {
        /// Whose.
        player: Tpn,
        /// When.
        rounds: [RoundNumber; 2],
    },
    /// One game of a match and one bye; byes concern whole matches.
    ByeAndGame {
        /// Whose.
        player: Tpn,
        /// When.
        rounds: [RoundNumber; 2],
    },
}

impl fmt::Display for MatchProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |player: &Tpn, [one, two]: &[RoundNumber; 2]| {
            format!("rounds {one} and {two}: player {player}")
        };
        match self {
            Self::HalfMatch { round } => write!(
                f,
                "round {round}: game 2 of a match is missing, expected two rounds for each match"
            ),
            Self::OddTotal { total } => write!(
                f,
                "the event has {total} rounds, expected two for each match"
            ),
            Self::OtherOpponent { player, rounds } => write!(
                f,
                "{} has two opponents, expected two games of one match",
                place(player, rounds)
            ),
            Self::SameColour { player, rounds } => write!(
                f,
                "{} has one colour twice, expected the other one in game 2",
                place(player, rounds)
            ),
            Self::ByeAndGame { player, rounds } => write!(
                f,
                "{} has a bye and a game, expected a bye for the whole match",
                place(player, rounds)
            ),
        }
    }
}

/// Why the rounds of a tournament cannot be read as matches: every problem found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidMatches {
    /// At least one problem.
    pub problems: Vec<MatchProblem>,
}

/// A file of another system has a problem for every player and round.
const MOST_SHOWN: usize = 5;

impl fmt::Display for InvalidMatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().take(MOST_SHOWN).enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{problem}")?;
        }
        match self.problems.len().saturating_sub(MOST_SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more problems"),
        }
    }
}

impl std::error::Error for InvalidMatches {}
