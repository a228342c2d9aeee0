//! A claimed round, bracket by bracket: what the rules ask of each, and whether the claim fits.
//!
//! # Articles
//! C.04.3 (2026) 1.9, 3, C4, C5; 2017 A.9, B, C.2, C.4.

use edelweiss_model::{PlayerId, PlayerState};
use edelweiss_weights::Completion;

use crate::legality::ClaimedRound;
use crate::premises::RoundToProve;
use crate::problem::{BYE, ProofProblem, ProofScope};
use crate::proof::{BracketProof, RoundProof};
use crate::rejection::Rejection;

/// Goes through the brackets of a claimed round from the top and hands each, with its number, to `visit`.
///
/// Everybody present is a resident once, and is paired there or goes on to the next bracket, so at the end the round
/// is complete; that nobody meets who may not is seen in each bracket.
///
/// # Errors
/// Where soft bans are in force, of which a proof says nothing; where the claim is not a legal round, or not one
/// that these brackets lead to; and what `visit` says.
pub fn walk(
    asked: &RoundToProve<'_>,
    proof: &RoundProof,
    mut visit: impl FnMut(usize, &ProofProblem<'_>) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    let (position, edition) = (asked.position(), asked.edition());
    if !position.soft_bans().is_empty() {
        let reason = "soft bans are in force in this round, and proofs are of FIDE's criteria only";
        return Err(Rejection::new(reason));
    }
    let mut round = ClaimedRound::new(asked);
    let mut bye = None;
    if let Some(number) = proof.bye {
        bye = asked
            .tournament()
            .player_ids()
            .find(|id| round.number(*id) == number);
        let missing = || Rejection::new(format!("the tournament has no player {number}"));
        let score = round.score(bye.ok_or_else(missing)?);
        round.bye_score = (edition.completion == Completion::EveryBracket).then_some(score);
    }
    // 2026 C5.
    let is_lower = |player: &PlayerState| Some(player.score) < round.bye_score;
    let takes_bye = |player: &PlayerState| player.bye_allowed && is_lower(player);
    let mut present = position.present().iter().map(|id| position.player(*id));
    let is_asked = present.any(takes_bye);
    let (lower, lower_bye) = (position.present(), proof.lower_bye.as_ref());
    (round.check_barrier(lower_bye, is_asked, lower, takes_bye)).map_err(|r| r.at("lower bye"))?;
    let mut walk = RoundWalk {
        round,
        proof,
        bye,
        mdps: Vec::new(),
        lower,
        stage: 0,
    };
    for number in 0..proof.brackets.len() {
        let step = walk.step(number, &mut visit);
        step.map_err(|rejection| rejection.at(&format!("bracket {}", number + 1)))?;
    }
    if walk.lower.is_empty() && walk.mdps.is_empty() && walk.bye.is_none() {
        return Ok(());
    }
    Err(Rejection::new("the brackets leave somebody, or the bye"))
}

struct RoundWalk<'w> {
    round: ClaimedRound<'w>,
    proof: &'w RoundProof,
    /// Who has the bye, until it is settled that nobody else can have it.
    bye: Option<PlayerId>,
    /// Who floated from the bracket before.
    mdps: Vec<PlayerId>,
    /// Who is in no bracket so far, highest ranked first.
    lower: &'w [PlayerId],
    /// 2017 A.9: 1 where the bracket before left no completion and is paired again, 2 after that.
    stage: u8,
}

impl RoundWalk<'_> {
    fn step(
        &mut self,
        number: usize,
        visit: &mut impl FnMut(usize, &ProofProblem<'_>) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        let (round, claimed) = (self.round, &self.proof.brackets[number]);
        let scope = self.scope(claimed)?;
        let players = [&self.mdps[..], self.lower].concat();
        let problem = ProofProblem::new(round, players, &scope, &self.pairs(number, &scope))?;
        visit(number, &problem)?;
        let floaters = problem.floaters();
        let lower = &self.lower[scope.ends[1] - self.mdps.len()..];
        let (barrier, left) = (claimed.barrier.as_ref(), [&floaters[..], lower].concat());
        round.check_barrier(barrier, barrier.is_some(), &left, |player| {
            player.bye_allowed
        })?;
        if barrier.is_some() {
            self.stage = 1;
            return Ok(());
        }
        self.stage = if self.stage == 0 { 0 } else { 2 };
        (self.mdps, self.lower) = (floaters, lower);
        if scope.is_bye_here && self.mdps.len() == 1 && self.mdps.first() == self.bye.as_ref() {
            (self.mdps, self.bye) = (Vec::new(), None);
        }
        Ok(())
    }

    /// What the bracket is by the rules.
    fn scope(&self, claimed: &BracketProof) -> Result<ProofScope, Rejection> {
        let round = self.round;
        let scoregroup = |players: &[PlayerId]| {
            let has_score = |id: &&PlayerId| round.score(**id) == round.score(players[0]);
            players.iter().take_while(has_score).count()
        };
        let n_residents = if self.stage == 2 {
            self.lower.len()
        } else {
            scoregroup(self.lower)
        };
        let (residents, lower) = self.lower.split_at(n_residents);
        let every_bracket = round.edition.completion == Completion::EveryBracket;
        let may_repeat = !every_bracket && self.stage == 0 && !lower.is_empty();
        if residents.is_empty() || claimed.barrier.is_some() && !may_repeat {
            return Err(Rejection::new("it has no place in this round"));
        }
        let completes = every_bracket || lower.is_empty() || self.stage == 1;
        if claimed.everybody && !completes {
            return Err(Rejection::new("completion is not asked of it").at("everybody"));
        }
        let is_lowest = |score| score >= round.score(residents[0]);
        let is_bye_here = self.bye.is_some() && round.bye_score.map_or(lower.is_empty(), is_lowest);
        let n_ahead = if self.stage == 1 {
            0
        } else {
            scoregroup(lower)
        };
        let n_in_bracket = self.mdps.len() + n_residents;
        Ok(ProofScope {
            ends: [self.mdps.len(), n_in_bracket, n_in_bracket + n_ahead],
            everybody: claimed.everybody,
            is_bye_here,
            bye: (self.bye).filter(|_| is_bye_here || claimed.everybody),
            is_sole_bye: every_bracket
                && is_bye_here
                && n_in_bracket == 2 * claimed.pairs.len() + 1,
        })
    }

    /// The pairs of the bracket and of what takes part with it.
    fn pairs(&self, number: usize, scope: &ProofScope) -> Vec<[u32; 2]> {
        let (claimed, later) = (
            &self.proof.brackets[number],
            &self.proof.brackets[number + 1..],
        );
        let looks_ahead = scope.ends[2] > scope.ends[1] && claimed.barrier.is_none();
        let n_later = if scope.everybody {
            later.len()
        } else {
            usize::from(looks_ahead)
        };
        let later = later
            .iter()
            .take(n_later)
            .flat_map(|bracket| &bracket.pairs);
        let pairs = claimed
            .pairs
            .iter()
            .chain(&claimed.following)
            .chain(later)
            .copied();
        let bye = scope.bye.map(|bye| [self.round.number(bye), BYE]);
        pairs.chain(bye).collect()
    }
}
