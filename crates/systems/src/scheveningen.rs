//! Scheveningen: two teams of equally many, and everybody meets everybody of the other team.
//!
//! FIDE has codes of such events and no text of them. For 2, 3 and 4 players in each team the rounds are the customary
//! ones; for more they are ours:
//!
//! - Odd n: in round r player i of the first team meets i + r - 1 of the second, counted round from n to 1, as is customary.
//!   Let x be 2(i - 1) + r - 1, counted round from n - 1 to 0. The first team has White where x is even, but where x is 0
//!   and r is even.
//! - 8 and 12: the same opponents. The first half of the first team has White in odd rounds, the second half in even ones.
//! - 6 and 10: a table that a search found. No cyclic table is level there.
//!
//! Everybody has White and Black equally often, or one of them once more where n is odd; so have the teams in each round,
//! except for two players each; and nobody has a colour three times in a row. A second cycle has the colours reversed and
//! begins two rounds before the end of the table, each further one two rounds before where the one before it began: then the
//! last holds over the borders of cycles, too, and nobody meets the same opponent in two rounds one after the other.

use edelweiss_model::{Definitions, PlayerId, Position, System, Tournament};
use edelweiss_pairing::Outcome;

use crate::swiss_system::{FixedOpponents, PairingUnit, SwissSystem, UnreadableRounds};
use crate::timetable::{Timetable, refused};

/// The event of one cycle, and those of several that a file names.
pub static ONCE: SwissSystem = ROW;

const ROW: SwissSystem = SwissSystem {
    system: "scheveningen",
    about: "Scheveningen: everybody meets everybody of the other team",
    year: 2026,
    about_edition: "customary tables, and ours: FIDE has none",
    until: None,
    name: "Scheveningen of two teams",
    definitions: Definitions::DUTCH_2026,
    edition: None,
    unit: PairingUnit::Scheduled {
        opponents: FixedOpponents::OtherTeam { most: MOST },
        cycles: 1,
        of_teams: false,
    },
    proved: None,
    pair: |tournament, position, _| pair_by(&ONCE, tournament, position),
    finish: None,
    readings: &[],
    code: Some("FIDE_SCHEVENINGEN"),
    other_codes: &[
        "FIDE_SCHEVENINGEN_G1",
        "FIDE_SCHEVENINGEN_G2",
        "FIDE_SCHEVENINGEN_G3",
        "FIDE_SCHEVENINGEN_G4",
        "FIDE_SCHEVENINGEN_G5",
        "FIDE_SCHEVENINGEN_G6",
        "FIDE_SCHEVENINGEN_G7",
        "FIDE_SCHEVENINGEN_G8",
    ],
    drop_in: None,
    asks_ratings: None,
    number_teams: None,
    page: "systems/scheveningen.md",
};

/// The event of two cycles.
pub static TWICE: SwissSystem = SwissSystem {
    system: "double-scheveningen",
    about: "Double Scheveningen: the same twice, the second time with the other colours",
    name: "Double Scheveningen of two teams",
    unit: PairingUnit::Scheduled {
        opponents: FixedOpponents::OtherTeam { most: MOST },
        cycles: 2,
        of_teams: false,
    },
    pair: |tournament, position, _| pair_by(&TWICE, tournament, position),
    code: Some("FIDE_DOUBLESCHEVENINGEN"),
    other_codes: &[],
    ..ROW
};

/// Players of a team, at most: as far as the tables that no rule makes go.
pub const MOST: u16 = 12;

/// Tables that no rule makes, a word for each round: letter i is the opponent of player i of the first team, a capital
/// where that player has White.
const TABLES: [&str; 5] = [
    "AB ba",
    "ABc bCa CaB",
    "ABcd baDC CDab dcBA",
    "ABcDef baFeDC fEaBCd EcDfbA CdbAFe dFEcaB",
    "abCdEfgHIJ BGeFhjAcDi ihBaJEdGfC FIagbcEjHD GehCDAJibf jdIBFgcEAh eJDiaHbFcG HAfjCBIdge cfGEidhAJB DCjHgIFbea",
];

/// The games of a round of one cycle, counted from zero, of two teams of n players: who of the second team each player of
/// the first one meets, from zero, and whether the latter has White. O(n).
///
/// # Panics
/// Teams of other than 2 to [`MOST`] players, and a round beyond those of the table.
pub fn games_of_round(n: usize, round: usize) -> Vec<(usize, bool)> {
    assert!(
        (2..=usize::from(MOST)).contains(&n) && round < n,
        "{n}, {round}"
    );
    let mut tables = TABLES.iter();
    if let Some(table) = tables.find(|table| table.find(' ') == Some(n)) {
        let letters = table.split(' ').nth(round).unwrap_or_default().bytes();
        return letters
            .map(|letter| {
                let opponent = letter.to_ascii_uppercase() - b'A';
                (usize::from(opponent), letter.is_ascii_uppercase())
            })
            .collect();
    }
    let game = |place: usize| {
        let is_white = if n.is_multiple_of(2) {
            round.is_multiple_of(2) == (place < n / 2)
        } else {
            let step = (2 * place + round) % n;
            step.is_multiple_of(2) && (step > 0 || round.is_multiple_of(2))
        };
        ((place + round) % n, is_white)
    };
    (0..n).map(game).collect()
}

fn pair_by(
    row: &'static SwissSystem,
    tournament: &Tournament,
    position: &Position,
) -> Result<Outcome, UnreadableRounds> {
    let [first, second] = teams(tournament)?;
    let n = first.len();
    let games = |round: usize| {
        let (cycle, at) = (round / n, round % n);
        let at = (at + cycle * (n - 2)) % n;
        let games = (0..).zip(games_of_round(n, at));
        let seats = games.map(|(place, (opponent, is_white)): (usize, _)| {
            let (own, other) = (first[place], second[opponent]);
            if is_white == cycle.is_multiple_of(2) {
                (own, other)
            } else {
                (other, own)
            }
        });
        seats.collect()
    };
    Timetable {
        rounds: n * cycles(row, tournament),
        cycle: n,
        games: &games,
        rules: row.name,
        article: "table",
        source: "no text of FIDE's",
    }
    .next_round(tournament, position)
}

/// How often everybody meets everybody: as the code of the file says, if it is one of the row.
fn cycles(row: &SwissSystem, tournament: &Tournament) -> usize {
    let code = match tournament.system {
        Some(record @ System::Coded(code)) if row.is_of_record(record) => code,
        _ => "",
    };
    let said = code
        .rsplit_once("_G")
        .and_then(|(_, said)| said.parse().ok());
    said.unwrap_or_else(|| usize::from(row.unit.cycles()))
}

/// Those of the file, the smaller number first; where there are none, the first half of the numbers and the second one.
fn teams(tournament: &Tournament) -> Result<[Vec<PlayerId>; 2], UnreadableRounds> {
    let players = tournament.players.len();
    let mut listed: Vec<_> = tournament.teams.teams.iter().collect();
    listed.sort_by_key(|team| team.number);
    let teams = match listed[..] {
        [] => {
            let mut places: Vec<PlayerId> = tournament.player_ids().collect();
            places.sort_by_key(|id| tournament.player(*id).number);
            let second = places.split_off(players / 2);
            [places, second]
        }
        [one, other] => [one.members.clone(), other.members.clone()],
        _ => {
            return refused(format!(
                "found {} teams (records 310), expected two who meet each other\n  hint: without any record 310 the first half of the numbers meets the second one",
                listed.len()
            ));
        }
    };
    let [n, other] = [&teams[0], &teams[1]].map(Vec::len);
    if n != other || !(2..=usize::from(MOST)).contains(&n) {
        return refused(format!(
            "found teams of {n} and {other} players, expected equally many in each, 2 to {MOST}"
        ));
    }
    if n + other != players {
        return refused(format!(
            "found {players} players, and {} of them in the two teams, expected everybody there (records 310)",
            n + other
        ));
    }
    Ok(teams)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games as `A1-B1`, White first, rounds after slashes.
    fn printed(n: usize, text: &str) {
        for (round, games) in text.split(" / ").enumerate() {
            let mut found = games_of_round(n, round).into_iter().enumerate();
            let mut words: Vec<&str> = games.split_whitespace().collect();
            words.sort_by_key(|game| game.find('A').map(|at| game.as_bytes()[at + 1]));
            for game in words {
                let (place, (opponent, is_white)) = found.next().expect("a game for each");
                let (own, other) = (format!("A{}", place + 1), format!("B{}", opponent + 1));
                let expected = if is_white {
                    format!("{own}-{other}")
                } else {
                    format!("{other}-{own}")
                };
                assert_eq!(game, expected, "{n}, round {}", round + 1);
            }
            assert_eq!(found.next(), None);
        }
    }

    #[test]
    fn small_teams_have_the_customary_rounds() {
        printed(2, "A1-B1 A2-B2 / B2-A1 B1-A2");
        printed(
            3,
            "A1-B1 A2-B2 B3-A3 / B2-A1 A2-B3 B1-A3 / A1-B3 B1-A2 A3-B2",
        );
        printed(
            4,
            "A1-B1 A2-B2 B3-A3 B4-A4 / B2-A1 B1-A2 A3-B4 A4-B3 / A1-B3 A2-B4 B1-A3 B2-A4 / B4-A1 B3-A2 A3-B2 A4-B1",
        );
    }
}
