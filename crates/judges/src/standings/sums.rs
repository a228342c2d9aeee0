//! Articles 8 and 9: Buchholz, Sonneborn-Berger and their relatives, with the cuts of article 14.

use super::field::StandingsField;
use super::unplayed::{UnplayedElement, elements};
use super::{Code, Fraction, TieBreakEdition, TieBreakName};

pub(super) fn value(field: &StandingsField, code: &Code, player: usize) -> Option<Fraction> {
    match code.name {
        TieBreakName::Bh => Some(buchholz(field, code, player)),
        TieBreakName::Fb => Some(buchholz(&field.with_final_round_drawn(), code, player)),
        TieBreakName::Sb => Some(sonneborn_berger(field, field, code, player)),
        TieBreakName::Aob => average_of_buchholz(field, code, player),
        TieBreakName::Ks => Some(koya(field, code, player)),
        _ => unreachable!("a tie-break of another article"),
    }
}

/// 9.1, and 13.2 for teams: opponents' scores of one kind, multiplied by points of one kind.
pub(super) fn sonneborn_berger(
    scores: &StandingsField,
    points: &StandingsField,
    code: &Code,
    player: usize,
) -> Fraction {
    let terms = elements(scores, player, Some(points), code.forfeits_played);
    sum_after_cuts(scores, terms, code)
}

/// 8.1.
pub(super) fn buchholz(field: &StandingsField, code: &Code, player: usize) -> Fraction {
    let terms = elements(field, player, None, code.forfeits_played);
    sum_after_cuts(field, terms, code)
}

/// 8.2: of the opponents played over the board, one for each game (4.4).
fn average_of_buchholz(field: &StandingsField, code: &Code, player: usize) -> Option<Fraction> {
    let plain = Code::plain(TieBreakName::Bh);
    let scored = if code.fore {
        field.with_final_round_drawn()
    } else {
        field.clone()
    };
    let games = field.players[player]
        .rounds
        .iter()
        .filter(|round| round.is_game());
    let values: Vec<Fraction> = games
        .filter_map(|round| round.opponent)
        .map(|opponent| buchholz(&scored, &plain, opponent))
        .collect();
    let count = Fraction::from(values.len() as i128);
    (!values.is_empty()).then(|| values.iter().sum::<Fraction>() / count)
}

/// 14.1-14.4: the least significant values first, then the most significant ones.
fn sum_after_cuts(
    field: &StandingsField,
    mut terms: Vec<UnplayedElement>,
    code: &Code,
) -> Fraction {
    for _ in 0..code.cut_least {
        if let Some(index) = least(field, &terms) {
            terms.remove(index);
        }
    }
    for _ in 0..code.cut_most {
        let most = (0..terms.len()).max_by_key(|index| terms[*index].contribution);
        if let Some(index) = most {
            terms.remove(index);
        }
    }
    terms.iter().map(|term| term.contribution).sum()
}

/// The next value to be cut: the least significant one (14.1.1), that is the lowest contribution of
/// the lowest opponent, unless the lowest contribution of a voluntary unplayed round is not lower
/// (16.5.1). Of two such rounds with equal contributions the one of the lower score goes.
fn least(field: &StandingsField, terms: &[UnplayedElement]) -> Option<usize> {
    let least = (0..terms.len()).min_by_key(|i| (terms[*i].score, terms[*i].contribution))?;
    let voluntary = (0..terms.len())
        .filter(|i| terms[*i].voluntary && field.edition > TieBreakEdition::Before2023)
        .min_by_key(|i| (terms[*i].contribution, terms[*i].score));
    match voluntary {
        Some(index) if terms[index].contribution >= terms[least].contribution => Some(index),
        _ => Some(least),
    }
}

/// 9.2. The limit is half of the best possible score, and moves by half points (14.5). Nobody can
/// score in a free round of pairings fixed beforehand.
fn koya(field: &StandingsField, code: &Code, player: usize) -> Fraction {
    let scheduled = |index: usize| {
        let rounds = &field.players[index].rounds;
        rounds
            .iter()
            .filter(|round| round.opponent.is_some())
            .count()
    };
    let rounds = if field.pre_determined {
        (0..field.players.len()).map(scheduled).max().unwrap_or(0)
    } else {
        field.rounds
    };
    let maximum = field.win * Fraction::from(rounds as i128);
    let limit = (maximum + Fraction::from(code.limit)) / Fraction::from(2);
    (field.players[player].rounds.iter())
        .filter(|round| {
            round
                .opponent
                .is_some_and(|opponent| field.score(opponent) >= limit)
        })
        .map(|round| round.points)
        .sum()
}
