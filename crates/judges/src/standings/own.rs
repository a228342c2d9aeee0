//! Article 7: tie-breaks on the player's own record.

use std::cmp::Ordering;

use super::field::{RoundKind, RoundRecord, StandingsField};
use super::{Code, Fraction, TieBreakEdition, TieBreakName};

pub(super) fn value(field: &StandingsField, code: &Code, player: usize) -> Fraction {
    let rounds = &field.players[player].rounds;
    let count = |counted: &dyn Fn(&RoundRecord) -> bool| {
        Fraction::from(rounds.iter().filter(|round| counted(round)).count() as i128)
    };
    let won = |round: &RoundRecord| round.is_game() && round.result == Fraction::from(1);
    match code.name {
        // 7.1: as many points as a win is worth, with or without playing.
        TieBreakName::Win => count(&|round| round.points == round.win),
        // 7.2-7.4 say "over the board", which 15.2 does not overrule.
        TieBreakName::Won => count(&won),
        TieBreakName::Bpg => count(&|round| round.is_game() && round.black),
        TieBreakName::Bwg => count(&|round| won(round) && round.black),
        TieBreakName::Ps => progressive(rounds, code.cut_least),
        TieBreakName::Rep => count(&|round| elected_to_play(field, round)),
        TieBreakName::Std => standard_points(field, player),
        TieBreakName::Tpn => Fraction::from(field.players[player].number),
        _ => unreachable!("a tie-break of another article"),
    }
}

/// 7.5. 14.1.1: a cut takes the scores after the first rounds, whatever they were.
fn progressive(rounds: &[RoundRecord], cut: usize) -> Fraction {
    let mut score = Fraction::from(0);
    let mut sum = Fraction::from(0);
    for (index, round) in rounds.iter().enumerate() {
        score += round.points;
        if index >= cut {
            sum += score;
        }
    }
    sum
}

/// 7.6. Where the pairings were fixed beforehand a free round is no zero-point bye, as forfeits are the
/// only unplayed rounds (15.2); and a forfeit loss is a game like others before the text of 2026.
fn elected_to_play(field: &StandingsField, round: &RoundRecord) -> bool {
    match round.kind {
        RoundKind::HalfBye | RoundKind::ZeroBye => field.pre_determined,
        RoundKind::ForfeitLoss => {
            field.pre_determined && field.edition < TieBreakEdition::March2026
        }
        _ => true,
    }
}

/// 7.7. With a scheduled opponent the two are compared, else the points with those of a draw.
fn standard_points(field: &StandingsField, player: usize) -> Fraction {
    let rounds = &field.players[player].rounds;
    let share = |(index, round): (usize, &RoundRecord)| {
        let other = match round.opponent {
            Some(opponent) => field.players[opponent].rounds[index].points,
            None => round.draw,
        };
        match round.points.cmp(&other) {
            Ordering::Greater => Fraction::from(1),
            Ordering::Equal => Fraction::new(1, 2),
            Ordering::Less => Fraction::from(0),
        }
    };
    rounds.iter().enumerate().map(share).sum()
}
