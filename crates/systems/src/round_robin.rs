//! Round robins: everybody meets everybody, in the rounds and with the colours of the Berger tables.
//!
//! # Articles
//! C.05 Annex 1. Numbers of the table are the places in the order of the numbers in the file. In every second cycle the
//! colours are reversed, and where the last two rounds of the first cycle change places (the double round robin), nobody
//! has one colour three times in a row.
//!
//! Nothing that happens changes the table: a game that is not played is a forfeit (C.05 6.6), and an absence that the file
//! announces is refused. Where the number of players is odd, the opponent of the highest number of the table is free.
//!
//! Teams are paired in the same way: a game of the table is a match, and its colour that of the first board.

use edelweiss_model::{Definitions, PlayerId, Position, System, Tournament};
use edelweiss_pairing::Outcome;

pub use crate::berger_table::{berger_round, rounds_of_table};
use crate::swiss_system::{FixedOpponents, PairingUnit, SwissSystem, UnreadableRounds};
use crate::timetable::{Timetable, participant, refused};

/// The single round robin, and those of several cycles that a file names.
pub static ONCE: SwissSystem = ROW;

const ROW: SwissSystem = SwissSystem {
    system: "round-robin",
    about: "Round robin: everybody meets everybody, by the Berger tables",
    year: 2026,
    about_edition: "C.05 Annex 1",
    until: None,
    name: "Round robin by the Berger tables",
    definitions: Definitions::DUTCH_2026,
    edition: None,
    unit: PairingUnit::Scheduled {
        opponents: FixedOpponents::All,
        cycles: 1,
        of_teams: false,
    },
    proved: None,
    pair: |tournament, position, _| pair_by(&ONCE, tournament, position),
    finish: None,
    readings: &[],
    code: Some("FIDE_ROUNDROBIN"),
    other_codes: &[
        "BERGER_ROUNDROBIN",
        "BERGER_ROUNDROBIN_G1",
        "BERGER_ROUNDROBIN_G2",
        "BERGER_ROUNDROBIN_G3",
        "BERGER_ROUNDROBIN_G4",
        "BERGER_ROUNDROBIN_G5",
        "BERGER_ROUNDROBIN_G6",
        "BERGER_ROUNDROBIN_G7",
        "BERGER_ROUNDROBIN_G8",
    ],
    drop_in: None,
    asks_ratings: None,
    number_teams: None,
    page: "systems/round-robin.md",
};

/// The double round robin.
pub static TWICE: SwissSystem = SwissSystem {
    system: "double-round-robin",
    about: "Double round robin: everybody meets everybody twice",
    name: "Double round robin by the Berger tables",
    unit: PairingUnit::Scheduled {
        opponents: FixedOpponents::All,
        cycles: 2,
        of_teams: false,
    },
    pair: |tournament, position, _| pair_by(&TWICE, tournament, position),
    code: Some("FIDE_DOUBLEROUNDROBIN"),
    other_codes: &["BERGER_DOUBLEROUNDROBIN"],
    ..ROW
};

/// The single round robin of teams, and those of several cycles that a file names.
pub static TEAMS_ONCE: SwissSystem = SwissSystem {
    system: "team-round-robin",
    about: "Round robin of teams: every team meets every team",
    name: "Round robin of teams by the Berger tables",
    unit: PairingUnit::Scheduled {
        opponents: FixedOpponents::All,
        cycles: 1,
        of_teams: true,
    },
    pair: |tournament, position, _| pair_by(&TEAMS_ONCE, tournament, position),
    code: Some("FIDE_TEAM_ROUNDROBIN"),
    other_codes: &[
        "BERGER_TEAM_ROUNDROBIN",
        "BERGER_TEAM_ROUNDROBIN_G1",
        "BERGER_TEAM_ROUNDROBIN_G2",
        "BERGER_TEAM_ROUNDROBIN_G3",
        "BERGER_TEAM_ROUNDROBIN_G4",
        "BERGER_TEAM_ROUNDROBIN_G5",
        "BERGER_TEAM_ROUNDROBIN_G6",
        "BERGER_TEAM_ROUNDROBIN_G7",
        "BERGER_TEAM_ROUNDROBIN_G8",
    ],
    ..ROW
};

/// The double round robin of teams.
pub static TEAMS_TWICE: SwissSystem = SwissSystem {
    system: "team-double-round-robin",
    about: "Double round robin of teams: every team meets every team twice",
    name: "Double round robin of teams by the Berger tables",
    unit: PairingUnit::Scheduled {
        opponents: FixedOpponents::All,
        cycles: 2,
        of_teams: true,
    },
    pair: |tournament, position, _| pair_by(&TEAMS_TWICE, tournament, position),
    code: Some("FIDE_TEAM_DOUBLEROUNDROBIN"),
    other_codes: &["BERGER_TEAM_DOUBLEROUNDROBIN"],
    ..ROW
};

fn pair_by(
    row: &'static SwissSystem,
    tournament: &Tournament,
    position: &Position,
) -> Result<Outcome, UnreadableRounds> {
    pair_round(
        tournament,
        position,
        Schedule::of(row, tournament),
        row.name,
    )
}

/// How often the table is played, and in which order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Times that everybody meets everybody.
    pub cycles: u16,
    /// Whether the last two rounds of the first cycle change places.
    pub is_reversed: bool,
}

impl Schedule {
    /// The table once.
    pub const SINGLE: Self = Self {
        cycles: 1,
        is_reversed: false,
    };

    /// The table twice, the last two rounds of the first cycle in each other's place.
    pub const DOUBLE: Self = Self {
        cycles: 2,
        is_reversed: true,
    };

    /// That of a row, and of the code of it that the file has; a file that asks for something else says nothing.
    fn of(row: &SwissSystem, tournament: &Tournament) -> Self {
        let code = match tournament.system {
            Some(record @ System::Coded(code)) if row.is_of_record(record) => Some(code),
            _ => row.code,
        };
        let cycles = row.unit.cycles();
        let said = code.and_then(|code| code.rsplit_once("_G")?.1.parse().ok());
        Self {
            cycles: said.unwrap_or(cycles),
            // FIDE's double round robins have it, the plain tables played twice do not.
            is_reversed: cycles == 2 && code == row.code,
        }
    }

    /// Rounds for so many players; none where there are fewer than two.
    pub fn rounds(self, players: usize) -> usize {
        rounds_of_table(players) * usize::from(self.cycles)
    }

    /// The games of a round, counted from zero: places from zero, White first, in the order of the boards.
    fn games(self, players: usize, round: usize) -> Vec<(usize, usize)> {
        let length = rounds_of_table(players);
        let (cycle, at) = (round / length, round % length);
        let is_swapped = self.is_reversed && cycle == 0 && length >= 2 && at + 2 >= length;
        let at = if is_swapped { 2 * length - 3 - at } else { at };
        let games = berger_round(players, at).into_iter();
        if cycle.is_multiple_of(2) {
            games.collect()
        } else {
            games.map(|(white, black)| (black, white)).collect()
        }
    }
}

/// The next round of the table, by `rules` as people name them. O(players · rounds).
///
/// # Errors
/// A number of rounds that is more than those of the table; an absence; two that have met in the same cycle already, as
/// the rounds so far are not those of the table.
pub fn pair_round(
    tournament: &Tournament,
    position: &Position,
    schedule: Schedule,
    rules: &'static str,
) -> Result<Outcome, UnreadableRounds> {
    let players = tournament.players.len();
    let rounds = schedule.rounds(players);
    if rounds == 0 {
        return refused(format!(
            "found {players} {}s, expected two or more for a round robin",
            participant(tournament)
        ));
    }
    let mut places: Vec<PlayerId> = tournament.player_ids().collect();
    places.sort_by_key(|id| tournament.player(*id).number);
    let games = |round: usize| {
        let games = schedule.games(players, round).into_iter();
        games
            .map(|(white, black)| (places[white], places[black]))
            .collect()
    };
    Timetable {
        rounds,
        cycle: rounds_of_table(players),
        games: &games,
        rules,
        article: "Annex 1",
        source: "C.05 Annex 1",
    }
    .next_round(tournament, position)
}

#[cfg(test)]
mod tests {
    use edelweiss_model::Colour;

    use super::*;

    /// The longest run of one colour, a free round left out, and who has it.
    fn longest_runs(schedule: Schedule, players: usize) -> (usize, Vec<usize>) {
        let mut colours = vec![Vec::new(); players];
        for round in 0..schedule.rounds(players) {
            for (white, black) in schedule.games(players, round) {
                colours[white].push(Colour::White);
                colours[black].push(Colour::Black);
            }
        }
        let runs: Vec<usize> = (colours.iter())
            .map(|own| {
                own.chunk_by(|a, b| a == b)
                    .map(<[_]>::len)
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let longest = runs.iter().copied().max().unwrap_or(0);
        let who = (0..players)
            .filter(|player| runs[*player] == longest)
            .collect();
        (longest, who)
    }

    #[test]
    fn three_equal_colours_need_an_even_field_that_does_not_change_its_rounds() {
        let plain = Schedule {
            cycles: 2,
            is_reversed: false,
        };
        for players in 3..=40 {
            assert!(longest_runs(Schedule::SINGLE, players).0 <= 2, "{players}");
            assert!(longest_runs(Schedule::DOUBLE, players).0 <= 2, "{players}");
            let (longest, who) = longest_runs(plain, players);
            if players.is_multiple_of(2) {
                assert_eq!((longest, who), (3, vec![0, players / 2]), "{players}");
            } else {
                assert!(longest <= 2, "{players}");
            }
        }
    }
}
