//! Article 10: tie-breaks on ratings, and the tables of the FIDE Rating Regulations (B.02) 8.1.

use super::field::{RoundRecord, StandingsField};
use super::{Code, Fraction, TieBreakEdition, TieBreakName};

/// B.02 8.1.2: the largest rating difference with a scoring probability of 50, 51, 52, ... per cent
/// for the higher player. Beyond the last one it is 100.
const LARGEST_DIFFERENCE: [i128; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
];

/// B.02 8.1.1: the rating difference for a score of 50, 51, 52, ... 100 per cent.
const DIFFERENCE_OF_SCORE: [i128; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

pub(super) fn value(field: &StandingsField, code: &Code, player: usize) -> Option<Fraction> {
    let whole = match code.name {
        TieBreakName::Aro => average_rating(field, code, player),
        TieBreakName::Tpr => performance(field, player),
        TieBreakName::Ptp => perfect_performance(field, player),
        TieBreakName::Apro => average_of_opponents(field, player, performance),
        TieBreakName::Appo => average_of_opponents(field, player, perfect_performance),
        TieBreakName::Rtng => field.players[player].rating,
        _ => unreachable!("a tie-break of another article"),
    };
    whole.map(Fraction::from)
}

/// The rounds that count for ratings: over the board. Before the text of 2026, 15.2 made forfeits of
/// pairings fixed beforehand games in every respect.
fn games(field: &StandingsField, player: usize) -> Vec<&RoundRecord> {
    let forfeits = field.pre_determined && field.edition < TieBreakEdition::March2026;
    (field.players[player].rounds.iter())
        .filter(|round| round.is_game() || (forfeits && round.is_forfeit()))
        .collect()
}

/// Ratings of the opponents of those games, lowest first.
fn ratings(field: &StandingsField, player: usize) -> Vec<i128> {
    let opponents = games(field, player)
        .into_iter()
        .filter_map(|round| round.opponent);
    let mut ratings: Vec<i128> = opponents
        .filter_map(|opponent| field.players[opponent].rating)
        .collect();
    ratings.sort_unstable();
    ratings
}

/// To the nearest whole number, a half rounded up.
fn rounded(number: Fraction) -> i128 {
    (number + Fraction::new(1, 2)).floor().to_integer()
}

fn rounded_average(values: &[i128]) -> Option<i128> {
    let count = values.len() as i128;
    (count > 0).then(|| rounded(Fraction::new(values.iter().sum(), count)))
}

/// 10.1, cut by 14.1-14.4.
fn average_rating(field: &StandingsField, code: &Code, player: usize) -> Option<i128> {
    let ratings = ratings(field, player);
    let kept = ratings.get(code.cut_least..)?;
    let kept = kept.get(..kept.len().checked_sub(code.cut_most)?)?;
    rounded_average(kept)
}

/// Points on the scale 1, ½, 0.
fn result(field: &StandingsField, player: usize) -> Fraction {
    games(field, player)
        .into_iter()
        .map(|round| round.result)
        .sum()
}

/// 10.2. The score as a percentage is rounded to a whole number, a half up: the table knows no other.
fn performance(field: &StandingsField, player: usize) -> Option<i128> {
    let average = average_rating(field, &Code::plain(TieBreakName::Aro), player)?;
    let count = games(field, player).len() as i128;
    let percent = rounded(result(field, player) * Fraction::new(100, count));
    let difference = if percent >= 50 {
        DIFFERENCE_OF_SCORE[(percent - 50) as usize]
    } else {
        -DIFFERENCE_OF_SCORE[(50 - percent) as usize]
    };
    Some(average + difference)
}

/// 10.3: the lowest whole rating whose expected score reaches the points of the games.
fn perfect_performance(field: &StandingsField, player: usize) -> Option<i128> {
    let ratings = ratings(field, player);
    let (lowest, highest) = (*ratings.first()?, *ratings.last()?);
    let wanted = result(field, player) * Fraction::from(100);
    if wanted == Fraction::from(0) {
        return Some(lowest - 800);
    }
    // Below the lowest rating by 736 nothing is expected; above the highest by 736 everything is.
    // In between the expectation never falls, so halving the interval finds the first rating.
    let (mut below, mut enough) = (lowest - 736, highest + 736);
    while enough - below > 1 {
        let middle = below + (enough - below) / 2;
        let expected: i128 = ratings
            .iter()
            .map(|rating| expected_percent(middle - rating))
            .sum();
        if Fraction::from(expected) >= wanted {
            enough = middle;
        } else {
            below = middle;
        }
    }
    Some(enough)
}

/// The scoring probability in per cent at a rating difference.
fn expected_percent(difference: i128) -> i128 {
    let bands = LARGEST_DIFFERENCE.iter();
    let percent = 50 + bands.filter(|largest| **largest < difference.abs()).count() as i128;
    if difference >= 0 {
        percent
    } else {
        100 - percent
    }
}

/// 10.4 and 10.5: one value for each game over the board (4.4).
fn average_of_opponents(
    field: &StandingsField,
    player: usize,
    value: fn(&StandingsField, usize) -> Option<i128>,
) -> Option<i128> {
    let opponents = games(field, player)
        .into_iter()
        .filter_map(|round| round.opponent);
    let values: Vec<i128> = opponents
        .filter_map(|opponent| value(field, opponent))
        .collect();
    rounded_average(&values)
}
