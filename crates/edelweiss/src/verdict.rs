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

use edelweiss_check::verdict::{JudgedBracket, JudgedRound, LiteralLimit, Verdict, judge};
use edelweiss_explain::judged_bracket;
use edelweiss_model::{Position, Tournament};
use edelweiss_pairing::RoundPairing;
use edelweiss_weights::Edition;

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
