//! How an event is paired, as far as norms ask.

use edelweiss_model::{RoundEntry, System, Tournament};

/// A single round robin of two players has as many rounds as a double one; more players tell them apart.
const FEWEST_OF_DOUBLE: usize = 3;

/// What a tournament says of its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EventFormat {
    /// Those of the whole event, or as many as were paired.
    pub(crate) rounds: usize,
    pub(crate) is_of_teams: bool,
    /// Single or double, of players or of teams.
    pub(crate) is_round_robin: bool,
    /// How many play a double round robin; teams that meet twice are no such event.
    pub(crate) players_of_double: Option<usize>,
    /// Whether the pairings were settled before the first round.
    pub(crate) is_predetermined: bool,
}

impl EventFormat {
    /// Told by participants and rounds: everybody can meet everybody, or everybody twice. O(players · rounds).
    pub(crate) fn of(tournament: &Tournament) -> Self {
        let rounds = tournament
            .rounds_paired()
            .map_or(0, |last| last.index() + 1);
        let rounds = rounds.max(tournament.rounds_total.map_or(0, |last| last.index() + 1));
        let teams = tournament.teams.teams.len();
        let is_of_teams = teams > 0;
        let participants = if is_of_teams {
            teams
        } else {
            tournament.player_ids().count()
        };
        // A Swiss of few teams remains one.
        let is_round_robin =
            participants <= rounds + 1 && tournament.system != Some(System::OfTeams);
        let playing = playing(tournament);
        let is_double = !is_of_teams && playing >= FEWEST_OF_DOUBLE && 2 * (playing - 1) <= rounds;
        Self {
            rounds,
            is_of_teams,
            is_round_robin: is_round_robin || is_double,
            players_of_double: is_double.then_some(playing),
            is_predetermined: tournament.pre_determined || is_round_robin || is_double,
        }
    }

    /// How often two players may meet.
    pub(crate) fn most_meetings(&self) -> usize {
        1 + usize::from(self.players_of_double.is_some())
    }
}

/// The players who are paired in some round, or all where nobody is yet.
fn playing(tournament: &Tournament) -> usize {
    let is_paired = |entry: &RoundEntry| matches!(entry, RoundEntry::Paired { .. });
    let paired = (tournament.players.iter())
        .filter(|player| player.entries.iter().any(is_paired))
        .count();
    if paired == 0 {
        tournament.players.len()
    } else {
        paired
    }
}
