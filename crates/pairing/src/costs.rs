//! What the brackets of a finished round cost, rule by rule.

use edelweiss_model::{PlayerId, Position};
use edelweiss_weights::{Bracket, Completion, Layout, Unit};

use crate::{RoundPairing, Route, RuleCost, Rules};

/// What each bracket of a round costs under each rule, in the order of the brackets and in priority
/// order. The round must come from these rules, by any engine.
///
/// The look-ahead (2026 C8, 2017 C.7) is what the following bracket costs, because that is paired by
/// the same criteria: its pairing is the best one with the floaters it was given. A penultimate bracket of
/// 2017 is the exception, as it was paired again with completion; the first pairing of it, which counts
/// for the look-ahead, is kept with the round. All else is a sum over pairs and floaters.
///
/// ```
/// use edelweiss_model::{Player, Position, TournamentData, Tpn};
/// use edelweiss_pairing::{Outcome, Rules, costs_of, pair_position};
///
/// let mut data = TournamentData::default();
/// for number in 1..=5 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("five fresh players contradict nothing");
/// let rules = Rules::dutch_2026();
/// let position = Position::derive(&tournament, &rules.edition.definitions);
/// let Outcome::Paired(round) = pair_position(&position, &rules) else {
///     panic!("a first round can be paired");
/// };
/// let costs = costs_of(&position, &rules, &round);
/// assert_eq!((costs[0][0].label, &costs[0][0].fields[..]), ("C6", &[1][..]));
/// ```
///
/// # Panics
/// When the round is not one of this position.
pub fn costs_of(position: &Position, rules: &Rules, round: &RoundPairing) -> Vec<Vec<RuleCost>> {
    (0..round.brackets.len())
        .map(|number| costs_of_bracket(position, rules, round, number))
        .collect()
}

/// As [`costs_of`], of one bracket.
///
/// # Panics
/// As there, or when there is no such bracket.
pub fn costs_of_bracket(
    position: &Position,
    rules: &Rules,
    round: &RoundPairing,
    number: usize,
) -> Vec<RuleCost> {
    let record = &round.brackets[number];
    let following = round.brackets.get(number + 1);
    let following = following.filter(|_| record.route == Route::Normal);
    let collapses = rules.edition.completion == Completion::Collapse;
    let takes_bye = |player: PlayerId| Some(player) == round.bye;
    let mut bracket = Bracket::new(position, &record.mdps, &record.residents);
    if let Some(next) = following {
        let is_last = collapses && number + 2 == round.brackets.len();
        bracket = bracket.followed_by(position, &next.residents, is_last);
    }
    if let [floater] = record.floaters[..]
        && takes_bye(floater)
        && !collapses
    {
        bracket = bracket.with_bye_as_sole_floater();
    }
    let mut units = own_units(&record.pairs, &record.floaters, takes_bye);
    if let Some(next) = following {
        let first = match &round.replaced {
            Some(first) if next.route == Route::Penultimate => first,
            _ => next,
        };
        let pairs = first.pairs.iter();
        units.extend(pairs.map(|&(higher, lower)| Unit::FollowingPair { higher, lower }));
        let floaters = first.floaters.iter();
        units.extend(floaters.map(|&player| Unit::FollowingFloat {
            player,
            takes_bye: takes_bye(player),
        }));
    }
    let costs = Layout::evaluate(rules.edition, position, &bracket, &units);
    RuleCost::by_rule(rules.edition, costs)
}

/// The pairs and the floaters of a bracket.
pub(crate) fn own_units(
    pairs: &[(PlayerId, PlayerId)],
    floaters: &[PlayerId],
    takes_bye: impl Fn(PlayerId) -> bool,
) -> Vec<Unit> {
    let pairs = pairs.iter();
    let pairs = pairs.map(|&(higher, lower)| Unit::Pair { higher, lower });
    let floats = floaters.iter().map(|&player| Unit::Float {
        player,
        takes_bye: takes_bye(player),
    });
    pairs.chain(floats).collect()
}
