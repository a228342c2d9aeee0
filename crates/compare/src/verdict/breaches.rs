//! What a round breaks of the absolute criteria.

use edelweiss::check::legality::{Breach, violations};
use edelweiss::model::{PlayerId, Tournament};

use super::Ours;

/// What a round breaks, and the mark of the first breach.
pub(super) fn breaches(
    ours: &Ours<'_>,
    tournament: &Tournament,
    boards: &[(PlayerId, PlayerId)],
    byes: &[PlayerId],
) -> (Vec<String>, String) {
    let number = |id: PlayerId| tournament.player(id).number;
    let (bye, more) = match byes.split_first() {
        Some((bye, more)) => (Some(*bye), more),
        None => (None, &[][..]),
    };
    let mut mark = String::new();
    let mut lines = Vec::new();
    let mut add = |label: &str, line: String| {
        if mark.is_empty() {
            label.clone_into(&mut mark);
        }
        lines.push(line);
    };
    for id in more {
        add(
            "seats",
            format!("{} has a second pairing-allocated bye", number(*id)),
        );
    }
    for violation in violations(tournament, &ours.definitions, boards, bye) {
        match violation {
            Breach::Unpaired(id) if more.contains(&id) => {}
            Breach::Unpaired(id) => add("seats", format!("{} is not paired", number(id))),
            Breach::PairedTwice(id) => {
                add("seats", format!("{} is paired more than once", number(id)));
            }
            Breach::NotPresent(id) => add("seats", format!("{} does not take part", number(id))),
            Breach::NeedlessBye(id) => add(
                "seats",
                format!("{} has the bye in a round of even number", number(id)),
            ),
            Breach::BarredFromBye(id) => {
                add("C2", format!("C2: {} may not receive the bye", number(id)));
            }
            Breach::Rematch(a, b) => {
                add(
                    "C1",
                    format!("C1: {} and {} have met", number(a), number(b)),
                );
            }
            Breach::Banned(a, b) => add(
                "banned",
                format!("{} and {} are kept apart by the file", number(a), number(b)),
            ),
            Breach::ColourClash(a, b) => add(
                "C3",
                format!(
                    "C3: {} and {} have the same absolute colour preference",
                    number(a),
                    number(b)
                ),
            ),
        }
    }
    (lines, mark)
}
