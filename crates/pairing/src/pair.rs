//! The interface: a tournament and the rules go in, a round comes out.

use edelweiss_model::{PlayerId, Position, Tournament};

use crate::boards::dutch_boards;
use crate::fallback;
use crate::recheck::assert_dutch;
use crate::round::{PairedRound, RoundInProgress};
use crate::{Engine, Impossible, Outcome, RoundPairing, Rules};

/// Pairs the next round of `tournament`.
///
/// Cost: the fast engine is near-linear in the players for ordinary rounds, O(n²/64) where a bracket
/// has n players, up to 1,000 of them; what needs the weighted solver costs one solve over the players
/// involved, and is given up ([`Impossible::GivenUp`]) where these are more than 32,768. The
/// reference engine solves two weighted matchings per bracket over the bracket and the next
/// scoregroup, of O(n³) steps for n such players on numbers of O(n log n) bits, falling back to all
/// unpaired players where that is not enough.
///
/// # Panics
/// Only on a defect of this library that the reference engine shares: a finished round that breaks an
/// absolute criterion is never returned.
pub fn pair_round(tournament: &Tournament, rules: &Rules) -> Outcome {
    let position = Position::derive(tournament, &rules.edition.definitions);
    pair_position(&position, rules)
}

/// As [`pair_round`], of a position that was derived by the definitions of the edition already.
///
/// ```
/// use edelweiss_model::{Player, Position, TournamentData, Tpn};
/// use edelweiss_pairing::{Outcome, Rules, pair_position};
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
/// assert_eq!(round.boards.len(), 2);
/// ```
///
/// # Panics
/// As [`pair_round`].
pub fn pair_position(position: &Position, rules: &Rules) -> Outcome {
    match round_left(position) {
        Ok(()) => pair_beside(position, rules, &[]),
        Err(none_left) => Outcome::Impossible(none_left),
    }
}

/// # Errors
/// When all announced rounds are played.
pub(crate) fn round_left(position: &Position) -> Result<(), Impossible> {
    match position.rounds_total() {
        Some(total) if position.round() > total => Err(Impossible::NoRoundLeft { total }),
        _ => Ok(()),
    }
}

/// Pairs everybody present; `seated` are pairs of other players who meet as well, and only need
/// colours and boards. Should the fast engine panic, the reference engine does it.
pub(crate) fn pair_beside(
    position: &Position,
    rules: &Rules,
    seated: &[(PlayerId, PlayerId)],
) -> Outcome {
    if rules.engine == Engine::Reference {
        return pair_by_engine(position, rules, seated);
    }
    let by_reference = |defect| {
        let mut outcome = pair_by_engine(position, &rules.reference(), seated);
        if let Outcome::Paired(round) = &mut outcome {
            round.defect = Some(defect);
        }
        outcome
    };
    let by_fast = || {
        #[cfg(test)]
        tests::panic_if_asked();
        pair_by_engine(position, rules, seated)
    };
    fallback::or_else(by_fast, by_reference)
}

/// As [`pair_beside`], by the engine of the rules alone.
fn pair_by_engine(position: &Position, rules: &Rules, seated: &[(PlayerId, PlayerId)]) -> Outcome {
    let paired = RoundInProgress::new(position, rules).and_then(RoundInProgress::pair);
    let PairedRound {
        brackets,
        bye,
        replaced,
    } = match paired {
        Ok(paired) => paired,
        Err(why) => return Outcome::Impossible(why),
    };
    let pairs = || (brackets.iter()).flat_map(|record| record.pairs.iter().copied());
    let boards = dutch_boards(position, pairs());
    assert_dutch(position, &boards, bye);
    let boards = if seated.is_empty() {
        boards
    } else {
        let higher_first = |&(a, b): &(PlayerId, PlayerId)| {
            if position.is_higher(a, b) {
                (a, b)
            } else {
                (b, a)
            }
        };
        dutch_boards(position, pairs().chain(seated.iter().map(higher_first)))
    };
    Outcome::Paired(RoundPairing {
        round: position.round(),
        rules: rules.edition.name,
        boards,
        bye,
        given_bye: position.given_bye(),
        brackets,
        replaced,
        defect: None,
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use edelweiss_model::{Player, Score, TournamentData, Tpn};

    use super::*;

    thread_local! {
        static PANICS: Cell<bool> = const { Cell::new(false) };
    }

    /// Where a defect of the fast engine would be.
    pub(super) fn panic_if_asked() {
        assert!(!PANICS.get(), "a dual is feasible");
    }

    fn field(n: u32) -> TournamentData {
        let mut data = TournamentData::default();
        for number in 1..=n {
            let number = Tpn::new(number).expect("1..=9999");
            data.players.push(Player::new(number));
        }
        data
    }

    #[test]
    fn a_panic_of_the_fast_engine_leaves_the_round_and_a_note() {
        let tournament = field(9).build().expect("fresh players contradict nothing");
        for rules in [Rules::dutch_2017(), Rules::dutch_2026()] {
            let paired = |rules: &Rules| match pair_round(&tournament, rules) {
                Outcome::Paired(round) => round,
                Outcome::Impossible(why) => panic!("{why:?}"),
            };
            let expected = paired(&rules);
            assert_eq!(expected.defect, None);
            PANICS.set(true);
            let found = paired(&rules);
            PANICS.set(false);
            assert_eq!(found.boards, expected.boards);
            let defect = found.defect.expect("the fast engine panicked");
            assert_eq!(defect.message, "a dual is feasible");
        }
    }

    /// Players of different scores who may not meet come together from bracket to bracket.
    #[test]
    fn brackets_without_a_pair_are_those_of_the_reference() {
        for n_apart in [1, 2, 5, 18] {
            let mut data = field(4 * n_apart + 3);
            let apart: Vec<PlayerId> = (0..n_apart as usize).map(PlayerId::from_index).collect();
            for id in &apart {
                let points = 10 * (n_apart as i32 + 1 - id.index() as i32);
                data.players[id.index()].virtual_points = vec![Score::from_tenths(points)];
            }
            data.forbidden.push(edelweiss_model::ForbiddenGroup {
                first: edelweiss_model::RoundNumber::FIRST,
                last: None,
                players: apart,
            });
            let tournament = data.build().expect("bans contradict nothing");
            for rules in [Rules::dutch_2017(), Rules::dutch_2026()] {
                let brackets = |rules: &Rules| match pair_round(&tournament, rules) {
                    Outcome::Paired(round) => {
                        let records = round.brackets.into_iter();
                        records
                            .map(|b| (b.mdps, b.residents, b.pairs, b.floaters))
                            .collect()
                    }
                    Outcome::Impossible(_) => Vec::new(),
                };
                let expected = brackets(&rules.reference());
                assert!(!expected.is_empty());
                assert_eq!(brackets(&rules), expected);
                assert_eq!(brackets(&rules.by_classes()), expected);
            }
        }
    }
}
