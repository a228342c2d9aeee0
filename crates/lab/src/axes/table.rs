//! Counts of compared rounds: a row for each value of each axis, a column for each origin.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use edelweiss_model::{ByeKind, PointSystem, Position, RoundEntry, RoundNumber, Score, Tournament};

/// Rounds, their pairs, and how many differ, by what the difference is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AxisCount {
    /// Rounds compared.
    pub rounds: u64,
    /// Pairs in them.
    pub pairs: u64,
    /// Differing rounds by kind.
    pub differing: BTreeMap<String, u64>,
}

/// An axis and one of its values.
pub type AxisCell = (&'static str, String);

/// All counts, by axis, value and origin.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AxisTable {
    counts: BTreeMap<(AxisCell, &'static str), AxisCount>,
}

impl AxisTable {
    /// Counts one round.
    pub fn add(
        &mut self,
        cells: &[AxisCell],
        origin: &'static str,
        pairs: usize,
        kind: Option<&str>,
    ) {
        let all = [("all", String::new())];
        for cell in cells.iter().chain(&all) {
            let count = self.counts.entry((cell.clone(), origin)).or_default();
            count.rounds += 1;
            count.pairs += pairs as u64;
            if let Some(kind) = kind {
                *count.differing.entry(kind.to_owned()).or_default() += 1;
            }
        }
    }

    /// Rounds in all.
    pub fn rounds(&self) -> u64 {
        (self.counts.iter())
            .filter(|(((axis, _), _), _)| *axis == "all")
            .map(|(_, count)| count.rounds)
            .sum()
    }

    /// One line per cell, its fields between tabs: axis, value, origin, rounds, pairs, differing
    /// rounds, and what they are.
    pub fn text(&self) -> String {
        let mut out = "axis\tvalue\torigin\trounds\tpairs\tdiffering\tkinds\n".to_owned();
        for (((axis, value), origin), count) in &self.counts {
            let differing: u64 = count.differing.values().sum();
            let kinds: Vec<String> = (count.differing.iter())
                .map(|(kind, count)| format!("{kind} {count}"))
                .collect();
            let _ = writeln!(
                out,
                "{axis}\t{value}\t{origin}\t{}\t{}\t{differing}\t{}",
                count.rounds,
                count.pairs,
                kinds.join(", ")
            );
        }
        out
    }
}

/// The value of every axis for one round.
pub fn cells(tournament: &Tournament, position: &Position) -> Vec<AxisCell> {
    let round = position.round();
    let mut cells = vec![
        ("field", range(tournament.players.len())),
        ("present", parity(position.present().len())),
        ("rounds", share(round, tournament.players.len())),
        ("points", point_system(&tournament.points)),
        ("last round", yes_or_no(position.is_final())),
        ("bans", yes_or_no(!position.bans().is_empty())),
        ("virtual points", yes_or_no(tournament.has_virtual_points())),
    ];
    cells.extend(
        byes(tournament, round)
            .into_iter()
            .map(|value| ("byes", value)),
    );
    cells
}

fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

fn parity(count: usize) -> String {
    if count.is_multiple_of(2) {
        "even"
    } else {
        "odd"
    }
    .to_owned()
}

fn range(count: usize) -> String {
    match count {
        ..=5 => "2 to 5",
        6..=12 => "6 to 12",
        13..=24 => "13 to 24",
        25..=40 => "25 to 40",
        41..=100 => "41 to 100",
        _ => "more than 100",
    }
    .to_owned()
}

/// The number of the round against the number of opponents there are.
fn share(round: RoundNumber, players: usize) -> String {
    let (round, opponents) = (usize::from(round.get()), players.saturating_sub(1).max(1));
    if 4 * round <= opponents {
        "up to a quarter of the opponents"
    } else if 2 * round <= opponents {
        "up to a half"
    } else if 4 * round <= 3 * opponents {
        "up to three quarters"
    } else if round <= opponents {
        "up to all"
    } else {
        "more than there are"
    }
    .to_owned()
}

fn point_system(points: &PointSystem) -> String {
    let mut out = format!("{}-{}-{}", points.win[0], points.draw[0], points.loss[0]);
    if points.pairing_allocated_bye != points.win[0] {
        let _ = write!(out, ", bye {}", points.pairing_allocated_bye);
    }
    if points.forfeit_loss != Score::ZERO {
        let _ = write!(out, ", forfeit {}", points.forfeit_loss);
    }
    out
}

/// Every kind of round without a game that has occurred before this one or is announced for it.
fn byes(tournament: &Tournament, round: RoundNumber) -> Vec<String> {
    let mut found = std::collections::BTreeSet::new();
    for player in &tournament.players {
        for index in 0..=round.index() {
            let is_now = index == round.index();
            // Who has left has no entries any more.
            let missing = (!is_now).then_some(RoundEntry::Blank);
            let Some(entry) = player.entries.get(index).copied().or(missing) else {
                continue;
            };
            let word = match entry {
                RoundEntry::Bye(ByeKind::PairingAllocated) => "pairing-allocated",
                RoundEntry::Bye(ByeKind::Full) => "full-point",
                RoundEntry::Bye(ByeKind::Half) => "half-point",
                RoundEntry::Bye(ByeKind::Zero) => "zero-point",
                RoundEntry::Blank => "not there",
                RoundEntry::Paired { result, .. } if !result.is_played() => "forfeit",
                RoundEntry::Paired { .. } => continue,
            };
            found.insert(if is_now {
                format!("{word}, this round")
            } else {
                word.to_owned()
            });
        }
    }
    if found.is_empty() {
        found.insert("none".to_owned());
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_left_is_not_there() {
        let mut data = edelweiss_model::TournamentData::default();
        for number in 1..=2 {
            let number = edelweiss_model::Tpn::new(number).expect("a number");
            data.players.push(edelweiss_model::Player::new(number));
        }
        (data.players[0].entries).push(RoundEntry::Bye(ByeKind::Half));
        let tournament = data.build().expect("a tournament");
        let second = RoundNumber::from_index(1);
        assert_eq!(byes(&tournament, second), ["half-point", "not there"]);
        assert_eq!(
            byes(&tournament, RoundNumber::FIRST),
            ["half-point, this round"]
        );
    }

    #[test]
    fn a_round_counts_once_in_each_of_its_cells() {
        let mut table = AxisTable::default();
        let cells = [("field", range(9)), ("byes", "none".to_owned())];
        table.add(&cells, "random", 4, None);
        table.add(&cells, "random", 4, Some("second bye"));
        assert_eq!(table.rounds(), 2);
        let text = table.text();
        assert!(
            text.contains("field\t6 to 12\trandom\t2\t8\t1\tsecond bye 1\n"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 4, "{text}");
    }
}
