//! Article 16: what unplayed rounds count, for opponents and for the player's own tie-break.

use super::field::{RoundKind, RoundRecord, StandingsField};
use super::{Fraction, TieBreakEdition};

/// One term of Buchholz or Sonneborn-Berger.
#[derive(Clone, Debug)]
pub(super) struct UnplayedElement {
    /// The score of the opponent, or of the dummy.
    pub(super) score: Fraction,
    /// What it adds to the sum.
    pub(super) contribution: Fraction,
    /// From a voluntary unplayed round (16.1.2).
    pub(super) voluntary: bool,
}

/// 16.1.1.
fn is_requested_bye(round: &RoundRecord) -> bool {
    matches!(round.kind, RoundKind::HalfBye | RoundKind::ZeroBye)
}

/// 16.1.2.
fn is_voluntary(round: &RoundRecord) -> bool {
    is_requested_bye(round) || round.kind == RoundKind::ForfeitLoss
}

/// 16.2.5: a requested bye that only voluntary unplayed rounds follow, or none.
fn is_bye_at_the_end(rounds: &[RoundRecord], index: usize) -> bool {
    is_requested_bye(&rounds[index]) && rounds[index..].iter().all(is_voluntary)
}

/// 16.3: the score of a player for the tie-breaks of his opponents.
pub(super) fn adjusted_score(field: &StandingsField, player: usize) -> Fraction {
    let rounds = &field.players[player].rounds;
    let points = |(index, round): (usize, &RoundRecord)| {
        let drawn = match field.edition {
            _ if field.pre_determined => false,
            // 15.3 of that text: all unplayed rounds of opponents are draws.
            TieBreakEdition::Before2023 => !round.is_game(),
            _ => is_bye_at_the_end(rounds, index),
        };
        if drawn { field.draw } else { round.points }
    };
    rounds.iter().enumerate().map(points).sum()
}

/// 16.4: the score of the dummy that stands for an unplayed round.
fn dummy(field: &StandingsField, player: usize, index: usize) -> Fraction {
    let rounds = &field.players[player].rounds;
    let round = &rounds[index];
    if field.edition == TieBreakEdition::Before2023 {
        // The virtual opponent: it had the player's score before the round, the other result in it,
        // and draws from then on.
        let before: Fraction = rounds[..index].iter().map(|round| round.points).sum();
        let left = Fraction::from((field.rounds - index - 1) as i128);
        return before + (field.win - round.points) + field.draw * left;
    }
    let own = field.score(player);
    if field.edition < TieBreakEdition::March2026 {
        return own;
    }
    let cap = match round.opponent {
        Some(opponent) => adjusted_score(field, opponent),
        None => field.draw * Fraction::from(field.rounds as i128),
    };
    own.min(cap)
}

/// The terms of a player's Buchholz or, multiplied by the points of `factor`, of Sonneborn-Berger. With
/// `forfeits_played` a forfeit is a game against the scheduled opponent, and not voluntary.
pub(super) fn elements(
    field: &StandingsField,
    player: usize,
    factor: Option<&StandingsField>,
    forfeits_played: bool,
) -> Vec<UnplayedElement> {
    let mut elements = Vec::new();
    for (index, round) in field.players[player].rounds.iter().enumerate() {
        // 15.2: forfeits are games, and a free round is no round at all.
        let forfeits_played = forfeits_played || field.pre_determined;
        let played = round.is_game() || (forfeits_played && round.is_forfeit());
        let score = match round.opponent {
            Some(opponent) if played => adjusted_score(field, opponent),
            None if field.pre_determined => continue,
            _ => dummy(field, player, index),
        };
        elements.push(UnplayedElement {
            score,
            contribution: factor.map_or(score, |factor| {
                score * factor.players[player].rounds[index].points
            }),
            voluntary: !played && is_voluntary(round),
        });
    }
    elements
}
