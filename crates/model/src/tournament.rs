//! A tournament as it was entered and played, checked once when it is built.

use std::fmt;
use std::ops::Deref;

use crate::points::PointTable;
use crate::{
    Absence, Acceleration, Colour, ForbiddenGroup, MatchScores, Player, PlayerId, PointSystem,
    RoundEntry, RoundNumber, Score, Teams,
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

impl TournamentData {
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

    /// Points of every player after the first `rounds` rounds, without virtual points. O(players · rounds).
    pub fn standings_scores(&self, rounds: usize) -> Vec<Score> {
        if self.matches.is_some() {
            let ids = self.player_ids();
            return ids.map(|id| self.standings_score(id, rounds)).collect();
        }
        let points = PointTable::new(&self.points);
        let blank = points.points(RoundEntry::Blank).tenths();
        let players = self.players.iter();
        let score = |player: &Player| {
            let recorded = &player.entries[..rounds.min(player.entries.len())];
            let missing = Score::from_tenths(blank * (rounds - recorded.len()) as i32);
            let recorded: Score = recorded.iter().map(|entry| points.points(*entry)).sum();
            recorded + missing
        };
        players.map(score).collect()
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
    use crate::{ByeKind, GameResult, Tpn};

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
