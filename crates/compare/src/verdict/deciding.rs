//! Where two legal rounds differ first, and the criterion that decides there.

use edelweiss::model::{PlayerId, Position, Score};
use edelweiss::pairing::{BracketRecord, RoundPairing, Route};
use edelweiss::weights::{Bracket, Completion, Edition, Layout, Unit};

use super::{Deciding, Side};
use crate::engine::Answer;

/// The first bracket and criterion in which a legal round of theirs differs from ours. Brackets are
/// ours; the first one in which the pairs differ has the same players in both.
pub(super) fn decide(
    edition: &'static Edition,
    position: &Position,
    theirs: &Answer,
    ours: &RoundPairing,
) -> Deciding {
    let bye = theirs.byes.first().copied();
    let score = |id: PlayerId| -> Score { position.player(id).score };
    if edition.completion == Completion::EveryBracket
        && let (Some(their_bye), Some(our_bye)) = (bye.map(score), ours.bye.map(score))
        && their_bye != our_bye
    {
        let better = if their_bye > our_bye {
            Side::Ours
        } else {
            Side::Theirs
        };
        return Deciding {
            bracket: None,
            criterion: Some("C5"),
            better: Some(better),
            same_floaters: false,
            text: format!("C5: the bye has {their_bye} points with them and {our_bye} with us"),
        };
    }
    for (index, bracket) in ours.brackets.iter().enumerate() {
        let all: Vec<PlayerId> = (bracket.mdps.iter().chain(&bracket.residents))
            .copied()
            .collect();
        let mut inside = vec![false; position.players().len()];
        for id in &all {
            inside[id.index()] = true;
        }
        let pairs: Vec<(PlayerId, PlayerId)> = (theirs.boards.iter())
            .filter(|(a, b)| inside[a.index()] && inside[b.index()])
            .map(|&(a, b)| {
                if position.is_higher(a, b) {
                    (a, b)
                } else {
                    (b, a)
                }
            })
            .collect();
        let is_same = pairs.len() == bracket.pairs.len()
            && pairs.iter().all(|pair| bracket.pairs.contains(pair));
        if !is_same {
            return decide_bracket(
                edition,
                position,
                index,
                bracket,
                &all,
                (&pairs, bye),
                ours.bye,
            );
        }
    }
    Deciding {
        bracket: None,
        criterion: None,
        better: None,
        same_floaters: true,
        text: "every bracket has the same pairs".to_owned(),
    }
}

fn decide_bracket(
    edition: &'static Edition,
    position: &Position,
    index: usize,
    bracket: &BracketRecord,
    all: &[PlayerId],
    theirs: (&[(PlayerId, PlayerId)], Option<PlayerId>),
    our_bye: Option<PlayerId>,
) -> Deciding {
    let costs = |pairs: &[(PlayerId, PlayerId)], bye| {
        let judged = Bracket::new(position, bracket.mdps.clone(), bracket.residents.clone());
        Layout::evaluate(edition, position, &judged, &units(all, pairs, bye)).0
    };
    let (their_costs, our_costs) = (costs(theirs.0, theirs.1), costs(&bracket.pairs, our_bye));
    let points = (bracket.residents.first()).map_or_else(String::new, |id| {
        format!(" ({} points)", position.player(*id).score)
    });
    let collapse = match bracket.route {
        Route::Normal => "",
        Route::Penultimate => ", the penultimate one",
        Route::CollapsedLast => ", the collapsed last one",
    };
    let place = format!("bracket {}{points}{collapse}", index + 1);
    let leaves = |pairs: &[(PlayerId, PlayerId)]| -> Vec<PlayerId> {
        let is_paired = |id: &PlayerId| pairs.iter().any(|(a, b)| a == id || b == id);
        all.iter().copied().filter(|id| !is_paired(id)).collect()
    };
    let same_floaters = leaves(theirs.0) == leaves(&bracket.pairs);
    let rows = edition
        .criteria
        .iter()
        .zip(their_costs.iter().zip(&our_costs));
    let Some((rule, (their_cost, our_cost))) = rows.into_iter().find(|(_, (t, o))| t != o) else {
        return Deciding {
            bracket: Some(index + 1),
            criterion: None,
            better: None,
            same_floaters,
            text: format!(
                "{place}: equal under the bracket's own criteria, so the sequence or the \
                 look-ahead decides"
            ),
        };
    };
    let fields = |costs: &[u64]| {
        let costs: Vec<String> = costs.iter().map(ToString::to_string).collect();
        costs.join(",")
    };
    let better = if our_cost < their_cost {
        Side::Ours
    } else {
        Side::Theirs
    };
    Deciding {
        bracket: Some(index + 1),
        criterion: Some(rule.label),
        better: Some(better),
        same_floaters,
        text: format!(
            "{place}: {} ({}, {}) is the first of the bracket's own criteria to differ: {} with \
             them, {} with us",
            rule.label,
            rule.article,
            rule.summary,
            fields(their_cost),
            fields(our_cost)
        ),
    }
}

/// The pieces of a bracket's pairing: its pairs, and whoever is in none.
fn units(all: &[PlayerId], pairs: &[(PlayerId, PlayerId)], bye: Option<PlayerId>) -> Vec<Unit> {
    let is_paired = |id: PlayerId| pairs.iter().any(|(a, b)| *a == id || *b == id);
    let floats = (all.iter().copied())
        .filter(|id| !is_paired(*id))
        .map(|player| Unit::Float {
            player,
            takes_bye: bye == Some(player),
        });
    (pairs.iter())
        .map(|&(higher, lower)| Unit::Pair { higher, lower })
        .chain(floats)
        .collect()
}
