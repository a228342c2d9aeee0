//! A round of which the upper brackets stay as they are, and the others are paired anew.

use edelweiss_model::{PlayerId, Position};
use edelweiss_weights::Completion;

use crate::boards::dutch_boards;
use crate::fallback;
use crate::pair::round_left;
use crate::recheck::assert_dutch;
use crate::round::{RoundInProgress, RoundStart};
use crate::{BracketRecord, Engine, Outcome, RoundPairing, Route, Rules};

/// Keeps the brackets of `round` above the one at `from`, counted from 0, and pairs that one and
/// everybody below anew, in a position that may forbid what the round has there: to learn what the
/// rules would make of it.
///
/// The bracket at `from` keeps its kind, and must leave a completion, also where the edition asks for
/// that only in the end (2017); [`Outcome::Impossible`] where it cannot. Cost: as
/// [`pair_round`](crate::pair_round) of the players who are paired anew.
///
/// ```
/// use edelweiss_model::{Player, PlayerId, Position, TournamentData, Tpn};
/// use edelweiss_pairing::{Outcome, Rules, pair_from, pair_position};
///
/// let mut data = TournamentData::default();
/// for number in 1..=4 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("four fresh players contradict nothing");
/// let rules = Rules::dutch_2026();
/// let position = Position::derive(&tournament, &rules.edition.definitions);
/// let Outcome::Paired(round) = pair_position(&position, &rules) else {
///     panic!("a first round can be paired");
/// };
/// let [a, b, c, d] = [0, 1, 2, 3].map(PlayerId::from_index);
/// assert_eq!(round.brackets[0].pairs, [(a, c), (b, d)]);
/// let apart = position.changed(&[], &[], &[(a, c)]);
/// let Outcome::Paired(other) = pair_from(&apart, &rules, &round, 0) else {
///     panic!("there are other pairings");
/// };
/// assert_eq!(other.brackets[0].pairs, [(a, d), (b, c)]);
/// ```
///
/// # Panics
/// When there is no such bracket, or `position` forbids what the brackets above have.
pub fn pair_from(position: &Position, rules: &Rules, round: &RoundPairing, from: usize) -> Outcome {
    if let Err(none_left) = round_left(position) {
        return Outcome::Impossible(none_left);
    }
    let kept = &round.brackets[..from];
    let mut floaters = kept.last().map_or(Vec::new(), |last| last.floaters.clone());
    let taker = decided_taker(position, rules, round, &floaters);
    floaters.retain(|id| Some(*id) != taker);
    let pairs = || kept.iter().flat_map(|record| record.pairs.iter().copied());
    let done: Vec<PlayerId> = pairs().flat_map(|(a, b)| [a, b]).chain(taker).collect();
    // No bracket pairs two players who were moved down into it.
    let both = |(at, a): (usize, &PlayerId)| {
        let (others, a) = (&floaters[at + 1..], *a);
        others.iter().map(|b| (a, *b)).collect::<Vec<_>>()
    };
    let apart: Vec<(PlayerId, PlayerId)> = floaters.iter().enumerate().flat_map(both).collect();
    let rest = position.changed(&[], &done, &apart);
    let start = RoundStart {
        n_floaters: floaters.len(),
        bye_taker: taker,
        route: round.brackets[from].route,
    };
    let known = (round.replaced.as_ref()).filter(|_| start.route != Route::Normal);
    let by_engine = |rules: &Rules| finish(position, &rest, rules, kept, start, known);
    if rules.engine == Engine::Reference {
        return by_engine(rules);
    }
    fallback::or_else(
        || by_engine(rules),
        |defect| {
            let mut outcome = by_engine(&rules.reference());
            if let Outcome::Paired(round) = &mut outcome {
                round.defect = Some(defect);
            }
            outcome
        },
    )
}

/// Who of these floaters takes the bye in every legal round that keeps what is paired: by C5 nobody of a
/// lower score can, and nobody else of this score or a higher one is left.
fn decided_taker(
    position: &Position,
    rules: &Rules,
    round: &RoundPairing,
    floaters: &[PlayerId],
) -> Option<PlayerId> {
    let taker = (round.bye).filter(|taker| floaters.contains(taker))?;
    let player = |id: PlayerId| position.player(id);
    // Records name the taker first, so a higher floater who may not have the bye counts, too.
    let is_alone =
        (floaters.iter()).all(|id| *id == taker || player(*id).score < player(taker).score);
    let is_decided = rules.edition.completion == Completion::EveryBracket
        && is_alone
        && player(taker).bye_allowed;
    is_decided.then_some(taker)
}

fn finish(
    position: &Position,
    rest: &Position,
    rules: &Rules,
    kept: &[BracketRecord],
    start: RoundStart,
    replaced: Option<&BracketRecord>,
) -> Outcome {
    let round = RoundInProgress::new(rest, rules);
    let paired = match round.and_then(|round| round.pair_on(start)) {
        Ok(paired) => paired,
        Err(why) => return Outcome::Impossible(why),
    };
    let mut brackets = kept.to_vec();
    brackets.extend(paired.brackets);
    let pairs = (brackets.iter()).flat_map(|record| record.pairs.iter().copied());
    let boards = dutch_boards(position, pairs);
    assert_dutch(position, &boards, paired.bye);
    Outcome::Paired(RoundPairing {
        round: position.round(),
        rules: rules.edition.name,
        boards,
        bye: paired.bye,
        given_bye: position.given_bye(),
        brackets,
        replaced: paired.replaced.or_else(|| replaced.cloned()),
        defect: None,
    })
}
