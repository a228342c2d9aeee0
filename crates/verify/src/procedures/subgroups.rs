//! Who meets whom in a bracket of two subgroups.
//!
//! # Articles
//! C.04.4.1 (2026) 3.2.3-3.2.6, 4.1, 4.3, 4.4.
//!
//! The bracket is three problems, one after the other. First, which players leave the smaller subgroup (3.2.4.1): of as
//! many pairs as must be formed within it, which is what C7 asks (with p of them it costs half the difference of the
//! sizes, and 2p), one player each. Whoever is shifted meets one who stays, or fewer such pairs would do; so of a pairing
//! those are shifted who are numbered before their partners (4.3), and the first set is found by asking of each in that
//! order whether he meets a later one of his own, yes being better. Then in the same way who leaves the larger one (3.2.4.2),
//! of the pairings in which those who were shifted meet those who stayed. At last each row of S1 is asked whom it meets, the
//! lower place in G2 being better (4.4).

use edelweiss_model::{Colour, PlayerId};
use num_bigint::BigInt;

use super::round::ProcedureToProve;
use crate::matched;
use crate::rejection::Rejection;
use crate::sequence::ProofQuestion;
use crate::settle::SettledMatching;

/// What part of the vertices a vertex is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SubgroupRole {
    /// The subgroup that is asked who leaves it.
    Asked,
    /// The other one.
    Other,
    /// Of the other one, shifted into it before.
    Shifted,
}

/// Which of the three problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SubgroupStep {
    /// Who leaves the smaller subgroup.
    First,
    /// Who leaves the larger one.
    Second,
    /// Whom each row meets.
    Rows,
}

/// One of the problems of a bracket.
#[derive(Debug)]
pub(super) struct SubgroupProblem<'a> {
    asked: &'a ProcedureToProve<'a>,
    step: SubgroupStep,
    players: Vec<PlayerId>,
    roles: Vec<SubgroupRole>,
    /// Vertices of the subgroup that is asked, in the order of 4.3; by rows, S1 in order.
    order: Vec<usize>,
    /// By vertex, the place in that order.
    places: Vec<usize>,
    partners: Vec<usize>,
}

/// The problems of a bracket of `players`, of which the claim is `pairs`.
///
/// # Errors
/// Where the claim is no pairing that they are about.
pub(super) fn subgroup_problems<'a>(
    asked: &'a ProcedureToProve<'a>,
    players: Vec<PlayerId>,
    pairs: &[[u32; 2]],
) -> Result<[SubgroupProblem<'a>; 3], Rejection> {
    use SubgroupRole::{Asked, Other, Shifted};
    let (mut g1, mut g2) = divided(asked, players);
    let is_g1_smaller = g1.len() <= g2.len();
    if !is_g1_smaller {
        std::mem::swap(&mut g1, &mut g2);
    }
    let (mut smaller, mut larger) = (g1, g2);
    let problem = |step, parts: &[(SubgroupRole, &[PlayerId])]| {
        SubgroupProblem::new(asked, step, parts, pairs)
    };
    let first = problem(SubgroupStep::First, &[(Asked, &smaller), (Other, &larger)])?;
    let left = first.shifted();
    smaller.retain(|id| !left.contains(id));
    let parts: [(_, &[PlayerId]); 3] = [(Other, &smaller), (Shifted, &left), (Asked, &larger)];
    let second = problem(SubgroupStep::Second, &parts)?;
    let entering = second.shifted();
    larger.retain(|id| !entering.contains(id));
    smaller.extend(entering);
    larger.extend(left);
    let (mut s1, mut g2) = if is_g1_smaller {
        (smaller, larger)
    } else {
        (larger, smaller)
    };
    // 3.2.5, 4.4.2
    s1.sort_unstable_by_key(|id| (asked.entrant(*id).aro, *id));
    g2.sort_unstable();
    let rows = problem(SubgroupStep::Rows, &[(Asked, &s1), (Other, &g2)])?;
    Ok([first, second, rows])
}

/// 3.2.3.
fn divided(
    asked: &ProcedureToProve<'_>,
    mut players: Vec<PlayerId>,
) -> (Vec<PlayerId>, Vec<PlayerId>) {
    players.sort_unstable();
    if players.iter().all(|id| asked.entrant(*id).n_played == 0) {
        let second = players.split_off(players.len() / 2);
        return (players, second);
    }
    let seeks_white = |id: &PlayerId| seeks(asked, *id) == Some(Colour::White);
    players.into_iter().partition(seeks_white)
}

fn seeks(asked: &ProcedureToProve<'_>, id: PlayerId) -> Option<Colour> {
    asked.entrant(id).preference.map(|(colour, _)| colour)
}

/// 4.3: vertices of the players of one subgroup, from the middle of their list outwards, of two as near the higher one
/// first.
fn from_the_middle(
    asked: &ProcedureToProve<'_>,
    players: &[PlayerId],
    mut list: Vec<usize>,
) -> Vec<usize> {
    // 4.3.2
    list.sort_unstable_by_key(|v| {
        let id = players[*v];
        let is_white = seeks(asked, id) == Some(Colour::White);
        (if is_white { asked.entrant(id).aro } else { 0 }, id)
    });
    let last = list.len().saturating_sub(1);
    let mut places: Vec<usize> = (0..list.len()).collect();
    places.sort_by_key(|place| (2 * place).abs_diff(last));
    places.into_iter().map(|place| list[place]).collect()
}

impl<'a> SubgroupProblem<'a> {
    fn new(
        asked: &'a ProcedureToProve<'a>,
        step: SubgroupStep,
        parts: &[(SubgroupRole, &[PlayerId])],
        pairs: &[[u32; 2]],
    ) -> Result<Self, Rejection> {
        let players = parts.iter().flat_map(|(_, ids)| ids.iter().copied());
        let players: Vec<PlayerId> = players.collect();
        let roles = parts
            .iter()
            .flat_map(|(role, ids)| ids.iter().map(|_| *role));
        let roles: Vec<SubgroupRole> = roles.collect();
        let is_asked = |v: &usize| roles[*v] == SubgroupRole::Asked;
        let mut order: Vec<usize> = (0..players.len()).filter(is_asked).collect();
        if step != SubgroupStep::Rows {
            order = from_the_middle(asked, &players, order);
        }
        let mut places = vec![usize::MAX; players.len()];
        for (place, v) in order.iter().enumerate() {
            places[*v] = place;
        }
        let mut problem = Self {
            asked,
            step,
            players,
            roles,
            order,
            places,
            partners: Vec::new(),
        };
        let numbers = asked.numbers(&problem.players);
        let has_edge = |u: usize, v: usize| problem.has_edge(u.min(v), u.max(v));
        problem.partners = matched::partners(&numbers, pairs.iter().copied(), has_edge)?;
        Ok(problem)
    }

    fn are_asked(&self, u: usize, v: usize) -> bool {
        [u, v].iter().all(|v| self.roles[*v] == SubgroupRole::Asked)
    }

    /// Of each pair within the subgroup that is asked, the player numbered first.
    fn shifted(&self) -> Vec<PlayerId> {
        let is_shifted = |v: &&usize| {
            let partner = self.partners[**v];
            self.are_asked(**v, partner) && self.places[**v] < self.places[partner]
        };
        let shifted = self.order.iter().filter(is_shifted);
        shifted.map(|v| self.players[*v]).collect()
    }
}

impl SettledMatching for SubgroupProblem<'_> {
    fn partners(&self) -> &[usize] {
        &self.partners
    }

    fn number(&self, v: usize) -> u32 {
        self.asked.number(self.players[v])
    }

    fn classes(&self) -> Vec<u32> {
        let is_asked = self.roles.iter().map(|role| *role == SubgroupRole::Asked);
        is_asked.map(u32::from).collect()
    }

    fn has_edge(&self, u: usize, v: usize) -> bool {
        use SubgroupRole::{Asked, Other, Shifted};
        let can_be = match [self.roles[u], self.roles[v]] {
            _ if self.step == SubgroupStep::First => true,
            [Asked | Shifted, Other] | [Other, Asked | Shifted] => true,
            [Asked, Asked] => self.step == SubgroupStep::Second,
            _ => false,
        };
        u != v && can_be && self.asked.may_meet(self.players[u], self.players[v])
    }

    /// Pairs within the smaller subgroup.
    fn cost(&self, u: usize, v: usize) -> BigInt {
        BigInt::from(u8::from(
            self.step == SubgroupStep::First && self.are_asked(u, v),
        ))
    }

    fn bits(&self) -> u32 {
        usize::BITS - self.players.len().leading_zeros()
    }

    fn questions(&self) -> Vec<ProofQuestion> {
        let of = self.order.iter().map(|v| match self.step {
            SubgroupStep::Rows => ProofQuestion::Second(*v),
            _ => ProofQuestion::IsFirst(*v, true),
        });
        std::iter::once(ProofQuestion::Criteria).chain(of).collect()
    }

    fn answer(&self, question: ProofQuestion, u: usize) -> usize {
        match question {
            // Vertices of G2 stand in its order behind those of S1.
            ProofQuestion::Second(_) => self.players.len() - u,
            ProofQuestion::IsFirst(v, _) => {
                usize::from(self.are_asked(u, v) && self.places[v] < self.places[u])
            }
            ProofQuestion::Criteria | ProofQuestion::Exchanges => 0,
        }
    }
}
