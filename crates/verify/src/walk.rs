//! A claimed round, bracket by bracket: what the rules ask of each, and whether the claim fits.
//!
//! # Articles
//! C.04.3 (2026) 1.9, 3, C4, C5; 2017 A.9, B, C.2, C.4.

use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::{Completion, Edition};
use serde::{Deserialize, Serialize};

use crate::legality::{Barrier, ClaimedPairs, check_lowest_bye, is_barrier};
use crate::problem::{ProofProblem, ProofQuestion, ProofReach};
use crate::rejection::Rejection;

/// How a bracket came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProofRoute {
    /// One scoregroup and the players who floated into it.
    Normal,
    /// 2017 A.9: this pairing left no completion, and was replaced.
    Replaced,
    /// 2017 A.9: the same bracket paired again, with completion.
    Penultimate,
    /// 2017 A.9: the floaters of the penultimate bracket and everybody below.
    Last,
}

/// What is claimed of a bracket.
#[derive(Clone, Debug)]
pub struct BracketClaim {
    /// How it came about.
    pub route: ProofRoute,
    /// How far its proof reaches.
    pub reach: ProofReach,
    /// Its pairs, the higher ranked player first.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// With [`ProofRoute::Replaced`]: pairs of its floaters and the following scoregroup that are as good as any
    /// for the criterion that looks ahead. Other brackets find them in the one that follows.
    pub following: Vec<(PlayerId, PlayerId)>,
    /// With [`ProofRoute::Replaced`]: why the floaters and everybody lower cannot be paired.
    pub barrier: Option<Barrier>,
}

/// What is claimed of a round.
#[derive(Clone, Debug, Default)]
pub struct RoundClaim {
    /// Who has the bye.
    pub bye: Option<PlayerId>,
    /// Why nobody with a lower score can have it (2026 C5), where somebody would be allowed to.
    pub lower_bye: Option<Barrier>,
    /// From the top.
    pub brackets: Vec<BracketClaim>,
}

/// Goes through the brackets of a claimed round and hands each, with its number, to `visit`.
///
/// # Errors
/// Where the claim is not a legal round, or not one that these brackets lead to; and what `visit` says.
pub fn walk(
    position: &Position,
    edition: &'static Edition,
    claim: &RoundClaim,
    mut visit: impl FnMut(usize, &ProofProblem<'_>) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    let lasting = claim
        .brackets
        .iter()
        .filter(|bracket| bracket.route != ProofRoute::Replaced);
    let pairs = lasting.flat_map(|bracket| bracket.pairs.iter().copied());
    let round = ClaimedPairs::new(position, pairs, claim.bye)?;
    if claim.bye.is_some() != (position.present().len() % 2 == 1) {
        return Err(Rejection::new("an odd field has the bye, and only that"));
    }
    let every_bracket = edition.completion == Completion::EveryBracket;
    match claim.bye.filter(|_| every_bracket) {
        Some(bye) => check_lowest_bye(position, bye, claim.lower_bye.as_ref())?,
        None if claim.lower_bye.is_some() => {
            return Err(Rejection::new("there is no lower bye to exclude"));
        }
        None => {}
    }
    let mut walk = RoundWalk {
        position,
        edition,
        claim,
        round: &round,
        bye_score: claim
            .bye
            .filter(|_| every_bracket)
            .map(|bye| position.player(bye).score),
        bye_is_open: claim.bye.is_some(),
        number: 0,
    };
    let at_bracket = |number: usize| move |r: Rejection| r.at(&format!("bracket {}", number + 1));
    let score = |id: &PlayerId| position.player(*id).score;
    let mut lower = position.present();
    let mut floaters = Vec::new();
    while let Some(first) = lower.first() {
        let n = lower
            .iter()
            .take_while(|id| score(id) == score(first))
            .count();
        let (residents, rest) = lower.split_at(n);
        lower = rest;
        let number = walk.number;
        let route = walk.claimed().map_err(at_bracket(number))?.route;
        if route == ProofRoute::Normal {
            floaters = walk
                .bracket(&floaters, residents, lower, &mut visit)
                .map_err(at_bracket(number))?;
            continue;
        }
        // 2017 A.9.
        let mdps = floaters;
        let parts: [(ProofRoute, &[PlayerId], &[PlayerId]); 2] = [
            (ProofRoute::Replaced, residents, lower),
            (ProofRoute::Penultimate, residents, lower),
        ];
        if every_bracket || lower.is_empty() {
            return Err(at_bracket(number)(Rejection::new(
                "no bracket is paired again here",
            )));
        }
        floaters = Vec::new();
        for (wanted, residents, lower) in parts {
            let number = walk.number;
            if walk.claimed().map_err(at_bracket(number))?.route != wanted {
                return Err(at_bracket(number)(Rejection::new(
                    "the bracket has another route",
                )));
            }
            floaters = walk
                .bracket(&mdps, residents, lower, &mut visit)
                .map_err(at_bracket(number))?;
        }
        let number = walk.number;
        if walk.claimed().map_err(at_bracket(number))?.route != ProofRoute::Last {
            return Err(at_bracket(number)(Rejection::new(
                "the bracket has another route",
            )));
        }
        floaters = walk
            .bracket(&floaters, lower, &[], &mut visit)
            .map_err(at_bracket(number))?;
        lower = &[];
    }
    if walk.number < claim.brackets.len() {
        return Err(at_bracket(walk.number)(Rejection::new(
            "it is not in this round",
        )));
    }
    match floaters[..] {
        [] => Ok(()),
        [taker] if Some(taker) == claim.bye => Ok(()),
        _ => Err(Rejection::new("players float from the last bracket")),
    }
}

struct RoundWalk<'w> {
    position: &'w Position,
    edition: &'static Edition,
    claim: &'w RoundClaim,
    round: &'w ClaimedPairs,
    /// 2026 C5.
    bye_score: Option<Score>,
    /// It is not yet settled who has the bye.
    bye_is_open: bool,
    /// Of the next bracket.
    number: usize,
}

impl RoundWalk<'_> {
    fn claimed(&self) -> Result<&BracketClaim, Rejection> {
        let claimed = self.claim.brackets.get(self.number);
        claimed.ok_or_else(|| Rejection::new("the proof has no such bracket"))
    }

    /// One bracket; returns who floats from it and is still to be paired.
    fn bracket(
        &mut self,
        mdps: &[PlayerId],
        residents: &[PlayerId],
        lower: &[PlayerId],
        visit: &mut impl FnMut(usize, &ProofProblem<'_>) -> Result<(), Rejection>,
    ) -> Result<Vec<PlayerId>, Rejection> {
        let claimed = self.claimed()?;
        let position = self.position;
        let score = |id: &PlayerId| position.player(*id).score;
        let own = self.opponents_in(claimed, mdps, residents)?;
        let is_paired = |id: &PlayerId| own[id.index()].is_some();
        let players = mdps.iter().chain(residents).copied();
        let mut floaters: Vec<PlayerId> = players.filter(|id| !is_paired(id)).collect();
        let is_here = self.bye_is_open
            && match self.bye_score {
                Some(bye_score) => bye_score >= score(&residents[0]),
                None => lower.is_empty(),
            };
        let looks_ahead = claimed.route != ProofRoute::Penultimate;
        let next = lower.first().filter(|_| looks_ahead);
        let n_ahead = next.map_or(0, |first| {
            lower
                .iter()
                .take_while(|id| score(id) == score(first))
                .count()
        });
        let (ahead, below) = lower.split_at(n_ahead);
        let every_bracket = self.edition.completion == Completion::EveryBracket;
        let completes =
            lower.is_empty() || every_bracket || claimed.route == ProofRoute::Penultimate;
        let may_reach = match claimed.reach {
            ProofReach::Everybody => completes,
            ProofReach::Next => !ahead.is_empty() && (!completes || !below.is_empty()),
        };
        if !may_reach {
            return Err(Rejection::new(
                "the proof reaches too far, or not far enough",
            ));
        }
        let is_replaced = claimed.route == ProofRoute::Replaced;
        if !claimed.following.is_empty() && !is_replaced {
            return Err(Rejection::new(
                "pairs of the following bracket are out of place",
            ));
        }
        let following = match self.claim.brackets.get(self.number + 1) {
            _ if is_replaced => &claimed.following[..],
            Some(next) if !completes => &next.pairs,
            _ => &[],
        };
        let mut following_pairs = own.clone();
        for (a, b) in following {
            (following_pairs[a.index()], following_pairs[b.index()]) = (Some(*b), Some(*a));
        }
        let opponent = |id: PlayerId| {
            if completes {
                self.round.opponent(id)
            } else {
                following_pairs[id.index()]
            }
        };
        let takes_bye = |id: PlayerId| {
            let player = position.player(id);
            player.bye_allowed && self.bye_score.is_none_or(|score| player.score == score)
        };
        let is_vertex = match claimed.reach {
            ProofReach::Everybody => self.bye_is_open,
            ProofReach::Next => is_here,
        };
        let question = ProofQuestion {
            mdps,
            residents,
            ahead,
            below,
            reach: claimed.reach,
            bye: self
                .claim
                .bye
                .filter(|_| is_vertex)
                .map(|bye| (bye, &takes_bye as _)),
            is_sole_bye: every_bracket && is_here && floaters.len() == 1,
            opponent: &opponent,
        };
        let problem = ProofProblem::new(position, self.edition, &question)?;
        if problem.floaters() != floaters {
            return Err(Rejection::new(
                "somebody floats who is paired, or the other way round",
            ));
        }
        visit(self.number, &problem)?;
        match (&claimed.barrier, is_replaced) {
            (None, false) => {}
            (Some(barrier), true) => {
                let left: Vec<PlayerId> = floaters.iter().chain(lower).copied().collect();
                if !is_barrier(position, &left, barrier, None) {
                    let reason = "it is not shown that the others cannot be paired (A.9)";
                    return Err(Rejection::new(reason));
                }
            }
            _ => return Err(Rejection::new("a barrier is missing, or out of place")),
        }
        if is_here && floaters.len() == 1 && !is_replaced {
            // Nobody else can have it any more.
            self.bye_is_open = false;
            if Some(floaters[0]) != self.claim.bye {
                return Err(Rejection::new(
                    "the only floater has the bye, and another one is named",
                ));
            }
            floaters.clear();
        }
        self.number += 1;
        Ok(floaters)
    }

    /// By player index, the opponent in this bracket.
    fn opponents_in(
        &self,
        claimed: &BracketClaim,
        mdps: &[PlayerId],
        residents: &[PlayerId],
    ) -> Result<Vec<Option<PlayerId>>, Rejection> {
        let mut opponents = vec![None; self.position.players().len()];
        let is_member = |id: PlayerId| mdps.contains(&id) || residents.contains(&id);
        for &(higher, lower) in &claimed.pairs {
            let is_new = opponents[higher.index()].is_none() && opponents[lower.index()].is_none();
            let is_possible = is_member(higher)
                && residents.contains(&lower)
                && self.position.is_higher(higher, lower)
                && self.position.may_meet(higher, lower);
            if !is_new || !is_possible {
                return Err(Rejection::new("a pair is not one of this bracket"));
            }
            (opponents[higher.index()], opponents[lower.index()]) = (Some(lower), Some(higher));
        }
        let in_order = |two: &[(PlayerId, PlayerId)]| self.position.is_higher(two[0].0, two[1].0);
        if claimed.pairs.windows(2).all(in_order) {
            Ok(opponents)
        } else {
            Err(Rejection::new(
                "the pairs are not in the order of the players ranked higher",
            ))
        }
    }
}
