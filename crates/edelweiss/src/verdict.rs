//! What decides between a round that somebody made and ours: [`crate::check::verdict`] with the
//! engine's answer as the other round.
//!
//! ```
//! use edelweiss::check::verdict::{JudgedRound, LiteralLimit};
//! use edelweiss::model::{Player, PlayerId, Position, TournamentData, Tpn};
//! use edelweiss::pairing::{Outcome, Rules, pair_round};
//! use edelweiss::verdict::judge_round;
//!
//! let mut data = TournamentData::default();
//! for number in 1..=4 {
//!     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
//! }
//! let tournament = data.build().expect("four fresh players contradict nothing");
//! let rules = Rules::dutch_2026();
//! let position = Position::derive(&tournament, &rules.edition.definitions);
//! let Outcome::Paired(ours) = pair_round(&tournament, &rules) else {
//!     panic!("round one can be paired");
//! };
//! let [a, b, c, d] = [0, 1, 2, 3].map(PlayerId::from_index);
//! let neighbours = JudgedRound { pairs: vec![(a, b), (c, d)], bye: None };
//! let verdict = judge_round(
//!     &tournament, &position, rules.edition, &neighbours, &ours, LiteralLimit::default(),
//! );
//! assert!(verdict.violations.is_empty());
//! let decision = verdict.decision.expect("the pairs differ");
//! assert_eq!(
//!     decision.to_string(),
//!     "bracket 1 (0.0 points, 4 residents): all criteria are equal, and the earlier in the \
//!      sequence is taken: 4.3.2.1 (players exchanged between S1 and S2): 1 in the file, 0 here"
//! );
//! ```

use std::collections::BTreeSet;

use edelweiss_check::verdict::{JudgedBracket, JudgedRound, LiteralLimit, Verdict, judge};
use edelweiss_explain::judged_bracket;
use edelweiss_model::{PlayerId, Position, Tournament};
use edelweiss_pairing::{Engine, Outcome, RoundPairing, Rules, pair_position};
use edelweiss_weights::{Edition, counting_refused_colours};

/// Judges `recorded`, a round that follows on `tournament`, beside `ours`, the round that the engine
/// pairs there by `edition`. `position` is what follows from `tournament` under that edition.
///
/// Cost and panics are those of [`judge`].
pub fn judge_round(
    tournament: &Tournament,
    position: &Position,
    edition: &'static Edition,
    recorded: &JudgedRound,
    ours: &RoundPairing,
    limit: LiteralLimit,
) -> Verdict {
    let brackets: Vec<JudgedBracket> = ours.brackets.iter().map(judged_bracket).collect();
    judge(tournament, position, edition, recorded, &brackets, limit)
}

/// Who "gets" a colour under C10 and C11 (2017: C.8, C.9): whoever gets it, as we read, or the refused
/// player only, as other programs do. `docs/src/disputes/who-gets.md`.
pub const WHO_GETS: &str = "C10-C11-who-gets";

/// The reading that decides: the name of one by which the engine pairs `recorded`, a round that differs
/// from ours. `None` where no reading with a name does.
///
/// Cost: a round of the engine where there are topscorers, nothing elsewhere.
pub fn reading_that_gives(
    position: &Position,
    edition: &Edition,
    recorded: &JudgedRound,
) -> Option<&'static str> {
    if !(position.players().iter()).any(|player| player.topscorer) {
        return None;
    }
    let other = counting_refused_colours(edition)?;
    let rules = Rules::new(other, Engine::default());
    let Outcome::Paired(round) = pair_position(position, &rules) else {
        return None;
    };
    let meetings = |pairs: &mut dyn Iterator<Item = (PlayerId, PlayerId)>| -> BTreeSet<_> {
        pairs.map(|(a, b)| (a.min(b), a.max(b))).collect()
    };
    let theirs = meetings(&mut recorded.pairs.iter().copied());
    let other = meetings(&mut round.boards.iter().map(|board| (board.white, board.black)));
    (theirs == other && recorded.bye == round.bye).then_some(WHO_GETS)
}
