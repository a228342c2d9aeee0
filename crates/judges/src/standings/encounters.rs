//! Article 6: Direct Encounter.

use super::field::{RoundRecord, StandingsField};
use super::{Code, ComputedValue, Fraction};

/// The place of everybody in his group of tied players; 0 where the whole group stays tied.
pub(super) fn places(
    field: &StandingsField,
    code: &Code,
    groups: &[Vec<usize>],
) -> Vec<ComputedValue> {
    places_by(field.players.len(), groups, |group| {
        order(field, code, group)
    })
}

/// The same for any way to put a group in order.
pub(super) fn places_by(
    size: usize,
    groups: &[Vec<usize>],
    order: impl Fn(&[usize]) -> Vec<Vec<usize>>,
) -> Vec<ComputedValue> {
    let mut places = vec![ComputedValue::Place(0); size];
    for group in groups {
        let classes = order(group);
        if classes.len() < 2 {
            continue;
        }
        let mut next = 1;
        for class in classes {
            for member in &class {
                places[*member] = ComputedValue::Place(next);
            }
            next += class.len();
        }
    }
    places
}

/// The tied players in classes, best first, as far as article 6 tells them apart.
fn order(field: &StandingsField, code: &Code, tied: &[usize]) -> Vec<Vec<usize>> {
    let classes = first_classes(field, code.forfeits_played, tied);
    if classes.len() == 1 {
        return classes;
    }
    // 6.2 and 6.3: article 6 again for those with equal points, and for the unranked rest.
    let again = classes.iter().flat_map(|class| order(field, code, class));
    again.collect()
}

/// The classes into which article 6, applied once, separates the tied.
pub(super) fn first_classes(
    field: &StandingsField,
    forfeits: bool,
    tied: &[usize],
) -> Vec<Vec<usize>> {
    let row = |player: &usize| row(field, forfeits, *player, tied);
    let mut table: Vec<EncounterRow> = tied.iter().map(row).collect();
    if table.iter().all(|row| row.missing == 0) {
        return classes_of_all_met(&table);
    }
    let mut classes = Vec::new();
    // 6.3 speaks of Swiss tournaments only.
    if !field.pre_determined {
        while let Some(index) = alone_on_top(field, &table) {
            classes.push(vec![table.remove(index).player]);
        }
    }
    if !table.is_empty() {
        classes.push(table.iter().map(|row| row.player).collect());
    }
    classes
}

/// 6.2: the separate standings decide.
fn classes_of_all_met(table: &[EncounterRow]) -> Vec<Vec<usize>> {
    let mut points: Vec<Fraction> = table.iter().map(|row| row.points).collect();
    points.sort_by(|a, b| b.cmp(a));
    points.dedup();
    let class = |points: &Fraction| {
        let equal = table.iter().filter(|row| row.points == *points);
        equal.map(|row| row.player).collect()
    };
    points.iter().map(class).collect()
}

/// 6.3: who is above all others even if he loses every missing game and they win theirs.
fn alone_on_top(field: &StandingsField, rest: &[EncounterRow]) -> Option<usize> {
    let at = |row: &EncounterRow, each: Fraction| {
        row.points + each * Fraction::from(row.missing as i128)
    };
    (0..rest.len()).find(|index| {
        let lowest = at(&rest[*index], field.worst);
        let mut others = rest.iter().enumerate().filter(|(other, _)| other != index);
        others.all(|(_, other)| lowest > at(other, field.best))
    })
}

/// One player in the separate standings of the tied.
struct EncounterRow {
    player: usize,
    points: Fraction,
    /// Tied opponents without a game that counts.
    missing: usize,
}

fn row(field: &StandingsField, forfeits: bool, player: usize, tied: &[usize]) -> EncounterRow {
    // 6.1.1, 15.2.
    let forfeits = forfeits || field.pre_determined;
    let counts = |round: &&RoundRecord| round.is_game() || (forfeits && round.is_forfeit());
    let mut points = Fraction::from(0);
    let mut missing = 0;
    for opponent in tied.iter().filter(|other| **other != player) {
        let games: Vec<Fraction> = (field.players[player].rounds.iter())
            .filter(|round| round.opponent == Some(*opponent))
            .filter(counts)
            .map(|round| round.points)
            .collect();
        if games.is_empty() {
            missing += 1;
        } else {
            // 6.1.2: the average of several games.
            points += games.iter().sum::<Fraction>() / Fraction::from(games.len() as i128);
        }
    }
    EncounterRow {
        player,
        points,
        missing,
    }
}
