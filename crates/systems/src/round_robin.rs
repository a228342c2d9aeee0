//! Round robins: everybody meets everybody, in the rounds and with the colours of the Berger tables.
//!
//! # Articles
//! C.05 Annex 1. Numbers of the table are the places in the order of the numbers in the file. In every second cycle the
//! colours are reversed, and where the last two rounds of the first cycle change places (the double round robin), nobody
//! has one colour three times in a row.
//!
//! Nothing that happens changes the table: a game that is not played is a forfeit (C.05 6.6), and an absence that the file
//! announces is refused. Where the number of players is odd, the opponent of the highest number of the table is free.

use edelweiss_model::{
    Definitions, PlayerId, Position, RoundEntry, RoundNumber, System, Tournament,
};
use edelweiss_pairing::{Board, ColourReason, Impossible, Outcome, RoundPairing};

pub use crate::berger_table::{berger_round, rounds_of_table};
use crate::swiss_system::{PairingUnit, SwissSystem, UnreadableRounds};

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
    unit: PairingUnit::ScheduledGame { cycles: 1 },
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
    page: "systems/round-robin.md",
};

/// The double round robin.
pub static TWICE: SwissSystem = SwissSystem {
    system: "double-round-robin",
    about: "Double round robin: everybody meets everybody twice",
    name: "Double round robin by the Berger tables",
    unit: PairingUnit::ScheduledGame { cycles: 2 },
    pair: |tournament, position, _| pair_by(&TWICE, tournament, position),
    code: Some("FIDE_DOUBLEROUNDROBIN"),
    other_codes: &["BERGER_DOUBLEROUNDROBIN"],
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
        let code = code.unwrap_or_default();
        let cycles = match row.unit {
            PairingUnit::ScheduledGame { cycles } => cycles,
            _ => 1,
        };
        let said = code.strip_prefix("BERGER_ROUNDROBIN_G");
        Self {
            cycles: said.and_then(|said| said.parse().ok()).unwrap_or(cycles),
            is_reversed: code == "FIDE_DOUBLEROUNDROBIN",
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

fn refused<T>(why: String) -> Result<T, UnreadableRounds> {
    Err(UnreadableRounds(why))
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
            "found {players} players, expected two or more for a round robin"
        ));
    }
    let length = RoundNumber::from_index(rounds - 1);
    let total = tournament.rounds_total.unwrap_or(length);
    if total > length {
        return refused(format!(
            "found {total} rounds (record 142), expected at most {length}, which is what the table of {players} players has (C.05 Annex 1)"
        ));
    }
    let round = tournament.next_round();
    if round > total {
        return Ok(Outcome::Impossible(Impossible::NoRoundLeft { total }));
    }
    let mut places: Vec<PlayerId> = tournament.player_ids().collect();
    places.sort_by_key(|id| tournament.player(*id).number);
    let mut present = vec![false; players];
    for id in position.present() {
        present[id.index()] = true;
    }
    let games = schedule.games(players, round.index()).into_iter();
    let games = games.map(|(white, black)| (places[white], places[black]));
    let board = |(white, black): (PlayerId, PlayerId)| {
        let number = |id: PlayerId| tournament.player(id).number;
        if let Some(id) = [white, black].into_iter().find(|id| !present[id.index()]) {
            return refused(format!(
                "player {} has a bye or is absent in round {round}, in which the table has a game: a game that is not played is a forfeit, and not taken out (C.05 6.6)",
                number(id)
            ));
        }
        if let Some(earlier) = earlier_in_cycle(tournament, schedule, white, black) {
            return refused(format!(
                "round {round} of the table has the game of {} and {}, who have met in round {earlier} of the file: its rounds are not those of the table (C.05 Annex 1)",
                number(white),
                number(black)
            ));
        }
        Ok(Board {
            white,
            black,
            colour_reason: ColourReason::Article("Annex 1"),
        })
    };
    Ok(Outcome::Paired(RoundPairing {
        round,
        rules,
        boards: games.map(board).collect::<Result<_, _>>()?,
        bye: None,
        given_bye: None,
        replaced: None,
        defect: None,
        brackets: Vec::new(),
    }))
}

/// The round of the same cycle in which these two stand as opponents already.
fn earlier_in_cycle(
    tournament: &Tournament,
    schedule: Schedule,
    one: PlayerId,
    other: PlayerId,
) -> Option<RoundNumber> {
    let next = tournament.next_round().index();
    let length = schedule.rounds(tournament.players.len()) / usize::from(schedule.cycles);
    let start = next - next % length;
    (start..next).map(RoundNumber::from_index).find(|round| {
        let entry = tournament.player(one).entry(*round);
        matches!(entry, RoundEntry::Paired { opponent, .. } if opponent == other)
    })
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
