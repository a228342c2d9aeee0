//! Checks rounds of the procedure that takes players up: a bye, then brackets from the top, each completed by players of
//! lower score.
//!
//! # Articles
//! C.04.6 (2026) 3.2-3.6, which C.04.5 has in the same words.
//!
//! # What is proved
//! Each bracket is two problems, one after the other: [who is taken up](choice) (C4-C7, 3.5.4), then, with these,
//! [who meets whom](pairs) (C8-C10, in C.04.5 C8; 3.6.3). Both are the best matching by one cost after another, as in a bracket of
//! the Dutch System, and are settled by the same duals. That two problems do is what 3.5 and 3.6 say: C1, C3 and C4-C7
//! are about the set alone, and whatever pairs the bracket has, the rest is paired as the round shows.

mod choice;
mod entrant;
mod matches;
mod pairs;
mod reading;
mod round;

pub use round::UpfloatsToProve;

use edelweiss_model::PlayerId;

use crate::legality::check_barrier;
use crate::proof::{BracketProof, RoundProof};
use crate::rejection::Rejection;
use crate::settle::{SettledMatching, settle};
use choice::ChoiceProblem;
use pairs::PairsProblem;

/// Checks a proof against a tournament before the round, as [`verify`](crate::verify) does.
///
/// O(n²) costs for each bracket of n players with the following scoregroup, or with everybody below where the proof says
/// so, and as much for each step of it.
///
/// # Errors
/// The first thing that is not as the proof says.
pub fn verify_upfloats(asked: &UpfloatsToProve<'_>, proof: &RoundProof) -> Result<(), Rejection> {
    proof.check_format()?;
    proof.premises.compare(asked.premises())?;
    if asked.is_over() {
        return Err(Rejection::new("no round is left").at("round"));
    }
    if let Some(barrier) = &proof.impossible {
        let has_none =
            proof.brackets.is_empty() && proof.bye.is_none() && proof.lower_bye.is_none();
        let takes_bye = |id: PlayerId| asked.entrant(id).bye_allowed;
        check_barrier(
            &asked.possible(takes_bye),
            Some(barrier),
            has_none,
            asked.present(),
        )
        .map_err(|rejection| rejection.at("impossible"))?;
    } else {
        let mut steps = Vec::new();
        let mut at = usize::MAX;
        walk_upfloats(asked, proof, |number, problem| {
            if at != number {
                must_be_used(&steps)?;
                steps.clone_from(&proof.brackets[number].duals);
                steps.reverse();
                at = number;
            }
            settle(problem, |_, _| steps.pop())
        })?;
        must_be_used(&steps)?;
    }
    if proof.clone().sealed() == *proof {
        return Ok(());
    }
    Err(Rejection::new("the document is not the one that was written").at("checksum"))
}

fn must_be_used<T>(steps: &[T]) -> Result<(), Rejection> {
    match steps.len() {
        0 => Ok(()),
        _ => Err(Rejection::new("there are more than needed").at("duals")),
    }
}

/// Goes through a claimed round from the bye on, and hands the problems of each bracket, with its number, to `visit`: first
/// who is taken up, where somebody is, then who meets whom.
///
/// # Errors
/// Where the claim is not a legal round, or not one that these brackets lead to; and what `visit` says.
pub fn walk_upfloats(
    asked: &UpfloatsToProve<'_>,
    proof: &RoundProof,
    mut visit: impl FnMut(usize, &dyn SettledMatching) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    let mut unpaired = without_bye(asked, proof)?;
    let levels = asked.levels(&unpaired);
    for (number, claimed) in proof.brackets.iter().enumerate() {
        let at_bracket = |rejection: Rejection| rejection.at(&format!("bracket {}", number + 1));
        let later = &proof.brackets[number + 1..];
        let bracket = ClaimedBracket::new(asked, claimed, later, &unpaired, &levels);
        let bracket = bracket.map_err(at_bracket)?;
        if bracket.costs().map_err(at_bracket)? != claimed.costs {
            let stray = Rejection::new("the round makes it something else").at("costs");
            return Err(at_bracket(stray));
        }
        unpaired.retain(|id| !bracket.players().any(|own| own == *id));
        if let Some(choice) = bracket.choice().map_err(at_bracket)? {
            visit(number, &choice).map_err(at_bracket)?;
        }
        let pairs = bracket.pairs().map_err(at_bracket)?;
        visit(number, &pairs).map_err(at_bracket)?;
    }
    if unpaired.is_empty() {
        return Ok(());
    }
    Err(Rejection::new("the brackets leave somebody"))
}

/// Writes down what follows from the pairs and the upfloaters of a claimed round: residents, costs, and that everybody takes
/// part in a proof of somebody from below the following scoregroup.
///
/// # Errors
/// As [`walk_upfloats`].
pub fn state_upfloats(
    asked: &UpfloatsToProve<'_>,
    proof: &mut RoundProof,
) -> Result<(), Rejection> {
    let mut unpaired = without_bye(asked, proof)?;
    let levels = asked.levels(&unpaired);
    for number in 0..proof.brackets.len() {
        let (claimed, later) = (&proof.brackets[number], &proof.brackets[number + 1..]);
        let mut stated = claimed.clone();
        stated.residents = asked.numbers(asked.top(&unpaired));
        let bracket = ClaimedBracket::new(asked, &stated, later, &unpaired, &levels)?;
        let costs = bracket.costs()?;
        let following = &bracket.lower[..bracket.n_following];
        let reaches_further = bracket.upfloaters.iter().any(|id| !following.contains(id));
        unpaired.retain(|id| !bracket.players().any(|own| own == *id));
        stated.costs = costs;
        stated.everybody |= reaches_further;
        proof.brackets[number] = stated;
    }
    Ok(())
}

/// 3.4: everybody to be paired, by score and number, after a check that nobody should rather have the bye.
fn without_bye(
    asked: &UpfloatsToProve<'_>,
    proof: &RoundProof,
) -> Result<Vec<PlayerId>, Rejection> {
    let present = asked.present();
    let bye = proof.bye.map(|number| asked.find(number)).transpose()?;
    if bye.is_some() != (present.len() % 2 == 1) {
        return Err(Rejection::new("the bye is given where the number is odd").at("bye"));
    }
    if bye.is_some_and(|id| !present.contains(&id) || !asked.entrant(id).bye_allowed) {
        return Err(Rejection::new("this player cannot have it").at("bye"));
    }
    let is_earlier = |id: PlayerId| {
        bye.is_some_and(|bye| asked.bye_rank(id) < asked.bye_rank(bye))
            && asked.entrant(id).bye_allowed
    };
    let is_asked = present.iter().any(|id| is_earlier(*id));
    let barrier = proof.lower_bye.as_ref();
    check_barrier(&asked.possible(is_earlier), barrier, is_asked, present)
        .map_err(|rejection| rejection.at("lower bye"))?;
    let others = present.iter().copied().filter(|id| Some(*id) != bye);
    Ok(asked.by_score(others.collect()))
}

/// A bracket that is claimed, found to be possible.
struct ClaimedBracket<'c> {
    asked: &'c UpfloatsToProve<'c>,
    claimed: &'c BracketProof,
    later: &'c [BracketProof],
    /// The top scoregroup.
    top: Vec<PlayerId>,
    /// Everybody lower, by score and number.
    lower: Vec<PlayerId>,
    upfloaters: Vec<PlayerId>,
    /// How many of `lower` are the following scoregroup.
    n_following: usize,
    /// C6: whether it is about somebody.
    has_following: bool,
}

impl<'c> ClaimedBracket<'c> {
    fn new(
        asked: &'c UpfloatsToProve<'_>,
        claimed: &'c BracketProof,
        later: &'c [BracketProof],
        unpaired: &[PlayerId],
        levels: &[edelweiss_model::Score],
    ) -> Result<Self, Rejection> {
        let top = asked.top(unpaired);
        let lower = &unpaired[top.len()..];
        let stray = Rejection::new("the round makes it something else");
        if top.is_empty()
            || claimed.residents != asked.numbers(top)
            || !claimed.following.is_empty()
            || claimed.barrier.is_some()
        {
            return Err(stray);
        }
        let is_taken = |id: &PlayerId| claimed.mdps.contains(&asked.number(*id));
        let upfloaters: Vec<PlayerId> = lower.iter().copied().filter(is_taken).collect();
        if asked.numbers(&upfloaters) != claimed.mdps {
            return Err(stray.at("mdps"));
        }
        let n_following = asked.top(lower).len();
        let below = levels.iter().find(|level| **level < asked.score(top[0]));
        let is_next = lower
            .first()
            .is_some_and(|id| Some(&asked.score(*id)) == below);
        Ok(Self {
            asked,
            claimed,
            later,
            has_following: !lower.is_empty() && (is_next || !asked.follows_standings()),
            top: top.to_vec(),
            lower: lower.to_vec(),
            upfloaters,
            n_following,
        })
    }

    fn players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.top.iter().chain(&self.upfloaters).copied()
    }

    /// 3.5; nothing where nobody is taken up, as no smaller set is another one.
    fn choice(&self) -> Result<Option<ChoiceProblem<'_>>, Rejection> {
        if self.upfloaters.is_empty() {
            return Ok(None);
        }
        self.any_choice(self.claimed.everybody).map(Some)
    }

    fn any_choice(&self, everybody: bool) -> Result<ChoiceProblem<'_>, Rejection> {
        let n_lower = if everybody {
            self.lower.len()
        } else {
            self.n_following
        };
        let pairs =
            (self.claimed.pairs.iter()).chain(self.later.iter().flat_map(|bracket| &bracket.pairs));
        ChoiceProblem::new(
            self.asked,
            [&self.top, &self.lower[..n_lower]],
            self.n_following,
            choice::ChoiceScope {
                everybody,
                has_following: self.has_following,
            },
            pairs.copied(),
        )
    }

    /// 3.6.
    fn pairs(&self) -> Result<PairsProblem<'_>, Rejection> {
        let players = self.players().collect();
        PairsProblem::new(self.asked, players, &self.upfloaters, &self.claimed.pairs)
    }

    /// By the labels of the criteria.
    fn costs(&self) -> Result<Vec<(String, Vec<u64>)>, Rejection> {
        let choice = self.any_choice(true)?.costs();
        Ok(choice.into_iter().chain(self.pairs()?.costs()).collect())
    }
}
