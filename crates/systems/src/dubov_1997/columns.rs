//! The two columns of a score group and their rows.
//!
//! # Articles
//! Dubov 1997, 6.2, 6.3, 7.3, 7.4.

use std::cmp::Reverse;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::PerfectMatching;
use edelweiss_model::{Colour, PlayerId};
use edelweiss_pairing::{ProcedureStep, StepAction};

use super::entrant::Dubov1997Field;
use crate::best_pairings::{join, keep_edges, set_of};

/// What happened to the rows.
enum ColumnRows {
    /// Every White has an opponent; the Blacks of the rows, then those left over. And how.
    Complete(Vec<PlayerId>, Vec<ProcedureStep>),
    /// The White of this row and the White of that row meet.
    WhitePair(usize, usize),
    /// The White of this row finds nobody.
    LeftOver(usize),
}

/// A score group paired by its rows.
#[derive(Debug, Default)]
pub(super) struct PairedRows {
    pub(super) pairs: Vec<(PlayerId, PlayerId)>,
    /// Who found no opponent.
    pub(super) left: Vec<PlayerId>,
    pub(super) steps: Vec<ProcedureStep>,
}

/// 6.2, 6.3: pairs an even number of players. Each pass completes the rows or takes one or two Whites out of the
/// columns.
pub(super) fn pair(field: &Dubov1997Field, players: Vec<PlayerId>) -> PairedRows {
    let mut remaining = players;
    let mut found = PairedRows::default();
    loop {
        let (whites, blacks) = columns(field, &remaining);
        match arrange(field, &whites, &blacks) {
            ColumnRows::Complete(arranged, rows) => {
                found.steps.extend(moved_over(field, &whites, &blacks));
                found.steps.extend(rows);
                let n = whites.len();
                found.left.extend(&arranged[n.min(arranged.len())..]);
                found.pairs.extend(whites.into_iter().zip(arranged));
                return found;
            }
            ColumnRows::WhitePair(row, other) => {
                let pair = (whites[row], whites[other]);
                remaining.retain(|player| *player != pair.0 && *player != pair.1);
                found.pairs.push(pair);
                let players = vec![pair.0, pair.1];
                found
                    .steps
                    .push(row_step(StepAction::MeetInColumn, players));
            }
            ColumnRows::LeftOver(row) => {
                remaining.retain(|player| *player != whites[row]);
                found.left.push(whites[row]);
            }
        }
    }
}

/// 7.3, 7.4: who stands in the column of the colour that is not due.
fn moved_over(
    field: &Dubov1997Field,
    whites: &[PlayerId],
    blacks: &[PlayerId],
) -> Option<ProcedureStep> {
    let others = |column: &[PlayerId], colour: Colour| -> Vec<PlayerId> {
        let column = column.iter().copied();
        let is_other = |id: &PlayerId| field.player(*id).due.is_some_and(|due| due != colour);
        column.filter(is_other).collect()
    };
    let (to_white, to_black) = (others(whites, Colour::White), others(blacks, Colour::Black));
    let (article, players) = if to_white.is_empty() {
        ("7.3", to_black)
    } else {
        ("7.4", to_white)
    };
    (!players.is_empty()).then_some(ProcedureStep {
        article,
        action: StepAction::ChangeColumn,
        players,
    })
}

fn row_step(action: StepAction, players: Vec<PlayerId>) -> ProcedureStep {
    ProcedureStep {
        article: "6.3",
        action,
        players,
    }
}

/// The columns after 7.3 or 7.4, sorted by 6.2.
fn columns(field: &Dubov1997Field, players: &[PlayerId]) -> (Vec<PlayerId>, Vec<PlayerId>) {
    let (mut whites, mut blacks) = field.by_due_colour(players);
    if players.len().is_multiple_of(2) {
        let half = players.len() / 2;
        if whites.len() > half {
            // 7.3: the lowest ARO, then the higher rating, then the alphabet.
            whites.sort_by_key(|id| {
                let player = field.player(*id);
                (player.aro, Reverse(player.rating), field.alphabet(*id))
            });
            move_over(field, &mut whites, half, &mut blacks, Colour::Black);
        } else {
            // 7.4: the highest ARO, then the lower rating, then the alphabet.
            blacks.sort_by_key(|id| {
                let player = field.player(*id);
                (Reverse(player.aro), player.rating, field.alphabet(*id))
            });
            move_over(field, &mut blacks, half, &mut whites, Colour::White);
        }
    }
    sort_whites(field, &mut whites);
    sort_blacks(field, &mut blacks);
    (whites, blacks)
}

/// Moves the first players who may have `colour` (2.6), until `keep` are left or nobody else may.
fn move_over(
    field: &Dubov1997Field,
    from: &mut Vec<PlayerId>,
    keep: usize,
    to: &mut Vec<PlayerId>,
    colour: Colour,
) {
    let mut surplus = from.len() - keep;
    from.retain(|id| {
        let moves = surplus > 0 && field.may_have(*id, colour);
        if moves {
            surplus -= 1;
            to.push(*id);
        }
        !moves
    });
}

/// 6.2: increasing ARO, then the lower rating, then the alphabet.
pub(super) fn sort_whites(field: &Dubov1997Field, whites: &mut [PlayerId]) {
    whites.sort_by_key(|id| {
        let player = field.player(*id);
        (player.aro, player.rating, field.alphabet(*id))
    });
}

/// 6.2: decreasing rating, then the higher ARO, then the alphabet.
pub(super) fn sort_blacks(field: &Dubov1997Field, blacks: &mut [PlayerId]) {
    blacks.sort_by_key(|id| {
        let player = field.player(*id);
        (
            Reverse(player.rating),
            Reverse(player.aro),
            field.alphabet(*id),
        )
    });
}

/// 6.3, row by row. Rows without a Black have nobody to meet.
fn arrange(field: &Dubov1997Field, whites: &[PlayerId], blacks: &[PlayerId]) -> ColumnRows {
    let mut column = blacks.to_vec();
    let mut steps = Vec::new();
    for (row, &white) in whites.iter().enumerate() {
        let fits = |white: PlayerId, place: usize, column: &[PlayerId]| {
            (column.get(place)).is_some_and(|black| field.legal.allows(white, *black))
        };
        if fits(white, row, &column) {
            continue;
        }
        // The first Black of the lower rows whom this White has not met.
        let below = (row + 1..column.len()).find(|place| fits(white, *place, &column));
        // Otherwise the row above, or the next above it, gives its Black in exchange.
        let exchange = || {
            (0..row)
                .rev()
                .find(|&above| fits(white, above, &column) && fits(whites[above], row, &column))
        };
        if let Some(place) = below.or_else(exchange) {
            column.swap(row, place);
            steps.push(row_step(StepAction::ChangeRow, vec![white, column[row]]));
            continue;
        }
        // Several rows together.
        let has_unmet = (0..column.len()).any(|place| fits(white, place, &column));
        if has_unmet && let Some(arranged) = first_permutation(field, whites, blacks) {
            let anew = row_step(StepAction::ArrangeColumn, arranged.clone());
            return ColumnRows::Complete(arranged, vec![anew]);
        }
        // Among the Whites: down to the end of the column, then up to the first.
        let other = (row + 1..whites.len())
            .chain((0..row).rev())
            .find(|other| field.legal.allows(white, whites[*other]));
        return match other {
            Some(other) => ColumnRows::WhitePair(row, other),
            None => ColumnRows::LeftOver(row),
        };
    }
    if steps.is_empty() && !whites.is_empty() {
        steps.push(row_step(StepAction::MeetInOrder, Vec::new()));
    }
    ColumnRows::Complete(column, steps)
}

/// The first order of the Blacks that gives every White an opponent not met before: the first White
/// has the first Black who leaves a completion, and so on. `None` if there is no such order.
fn first_permutation(
    field: &Dubov1997Field,
    whites: &[PlayerId],
    blacks: &[PlayerId],
) -> Option<Vec<PlayerId>> {
    let n = whites.len();
    // Whom no White has is paired with one of the vertices behind.
    let n_over = blacks.len().checked_sub(n)?;
    let (last, end) = (n + blacks.len(), 2 * blacks.len());
    let mut graph = field.legal.among(&[whites, blacks].concat(), n_over);
    join(&mut graph, n..last, last..end);
    let column = set_of(end, n..last);
    let others: Vec<u64> = column.iter().map(|word| !word).collect();
    keep_edges(&mut graph, |v| {
        if (n..last).contains(&v) {
            &others
        } else {
            &column
        }
    });
    let mut orders = PerfectMatching::new(graph, &[]).ok()?;
    let mut is_taken = vec![false; blacks.len()];
    let mut arranged = Vec::with_capacity(blacks.len());
    for row in 0..n {
        let black = orders.match_first(VertexId::new(row), &column);
        let place = black.expect("some Black leaves a completion").index() - n;
        is_taken[place] = true;
        arranged.push(blacks[place]);
    }
    let rest = (blacks.iter().zip(is_taken)).filter(|(_, is_taken)| !is_taken);
    arranged.extend(rest.map(|(black, _)| *black));
    Some(arranged)
}
