//! The matching problem that a bracket is, and the matching that the round makes of it.
//!
//! # Articles
//! C.04.3 (2026) 1.3, 3.1-3.3; 2017 A.3, A.4, A.9, B.

use edelweiss_model::PlayerId;
use edelweiss_weights::{Bracket, Completion, CostVector, Layout, Unit};
use num_bigint::BigInt;

use crate::legality::ClaimedRound;
use crate::matched::{self, numbered};
use crate::proof::BracketProof;
use crate::rejection::Rejection;
use crate::sequence::{ProofQuestion, ProofRemainder};
use crate::settle::SettledMatching;

/// The number of the bye.
pub(crate) const BYE: u32 = 0;

/// What a bracket is, and how far its proof reaches.
pub(crate) struct ProofScope {
    /// How many are moved-down players, players of the bracket, and these with the following scoregroup, where
    /// criteria look ahead to it.
    pub(crate) ends: [usize; 3],
    /// Whether everybody lower takes part; else everybody may leave.
    pub(crate) everybody: bool,
    /// Who takes the bye, where that is a vertex.
    pub(crate) bye: Option<PlayerId>,
    /// Whether it is given here at the latest.
    pub(crate) is_bye_here: bool,
    /// 2026 C9: nobody floats but the player with the bye.
    pub(crate) is_sole_bye: bool,
}

/// A bracket with what lies below it, as far as the proof reaches.
///
/// The vertices are the players, highest ranked first, then the bye. Every vertex is matched with another
/// one or, where the proof does not reach everybody, may leave downwards, which is an edge to itself. That
/// is the question of the rules with less to obey: nobody asks whether those who leave find partners. The
/// round shows that they do.
#[derive(Debug)]
pub struct ProofProblem<'a> {
    round: ClaimedRound<'a>,
    bracket: Bracket<'a>,
    layout: Layout,
    ends: [usize; 3],
    may_leave: bool,
    /// By vertex; `None` is the bye.
    players: Vec<Option<PlayerId>>,
    /// By vertex, the number in the document.
    pub numbers: Vec<u32>,
    /// The matching of the round, by vertex; one that leaves is its own partner.
    pub partners: Vec<usize>,
    /// The order of the candidates.
    pub remainder: ProofRemainder,
}

impl<'a> ProofProblem<'a> {
    /// The problem of the highest players of a list, and the matching of `pairs`; the others leave.
    ///
    /// # Errors
    /// Where that is no matching.
    pub(crate) fn new(
        round: ClaimedRound<'a>,
        mut players: Vec<PlayerId>,
        scope: &ProofScope,
        pairs: &[[u32; 2]],
    ) -> Result<Self, Rejection> {
        let ends @ [n_mdps, n_in_bracket, n_ahead] = scope.ends;
        let (mdps, residents) = (&players[..n_mdps], &players[n_mdps..n_in_bracket]);
        let mut bracket = Bracket::new(round.position, mdps.to_vec(), residents.to_vec());
        if n_ahead > n_in_bracket {
            // 2026: C4 sees to it that the last bracket is completed.
            let collapses = round.edition.completion == Completion::Collapse;
            let is_last = collapses && n_ahead == players.len();
            let ahead = &players[n_in_bracket..n_ahead];
            bracket = bracket.followed_by(round.position, ahead, is_last);
        }
        if scope.is_sole_bye {
            bracket = bracket.with_bye_as_sole_floater();
        }
        if !scope.everybody {
            players.truncate(n_ahead);
        }
        let bye = scope.bye.map(|_| None);
        let players: Vec<_> = players.into_iter().map(Some).chain(bye).collect();
        let number = |player: &Option<PlayerId>| player.map_or(BYE, |id| round.number(id));
        let mut problem = Self {
            layout: Layout::new(round.edition, round.position, &bracket),
            numbers: players.iter().map(number).collect(),
            partners: Vec::new(),
            remainder: ProofRemainder::new(0, 0, &[]),
            may_leave: !scope.everybody,
            round,
            bracket,
            ends,
            players,
        };
        let as_claimed = |u: usize, v: usize| u <= v && problem.has_edge(u, v);
        problem.partners = matched::partners(&problem.numbers, pairs.iter().copied(), as_claimed)?;
        problem.remainder = ProofRemainder::new(n_mdps, n_in_bracket, &problem.partners);
        Ok(problem)
    }

    /// How many vertices are players of the bracket; they are the first.
    pub fn n_in_bracket(&self) -> usize {
        self.ends[1]
    }

    /// Writes down what follows from the matching.
    pub fn state(&self, proof: &mut BracketProof) {
        let edges = self.partners.iter().enumerate().filter(|(u, v)| u <= v);
        let units: Vec<Unit> = edges.clone().flat_map(|(u, v)| self.units(u, *v)).collect();
        let pairs = edges.filter(|(u, v)| *u < **v && **v < self.ends[1]);
        let ClaimedRound {
            edition, position, ..
        } = self.round;
        let CostVector(costs) = Layout::evaluate(edition, position, &self.bracket, &units);
        let labels = edition.criteria.iter().map(|rule| rule.label.to_owned());
        proof.mdps = self.numbers[..self.ends[0]].to_vec();
        proof.residents = self.numbers[self.ends[0]..self.ends[1]].to_vec();
        proof.pairs = pairs
            .map(|(u, v)| [self.numbers[u], self.numbers[*v]])
            .collect();
        proof.costs = labels.zip(costs).collect();
    }

    /// Who of the bracket is not paired in it, highest ranked first.
    pub(crate) fn floaters(&self) -> Vec<PlayerId> {
        let floats = |(u, v): &(usize, usize)| u == v || *v >= self.ends[1];
        let partners = (0..self.ends[1]).zip(self.partners.iter().copied());
        partners
            .filter(floats)
            .filter_map(|(u, _)| self.players[u])
            .collect()
    }

    /// The pieces of a pairing that an edge `u <= v` stands for.
    fn units(&self, u: usize, v: usize) -> impl Iterator<Item = Unit> + use<> {
        let [_, n_in_bracket, n_ahead] = self.ends;
        let player = self.players[u].filter(|_| u < n_ahead);
        let (lower, takes_bye) = (self.players[v].filter(|_| u < v), self.players[v].is_none());
        let first = player
            .filter(|_| u < n_in_bracket)
            .map(|player| match lower {
                Some(lower) if v < n_in_bracket => Unit::Pair {
                    higher: player,
                    lower,
                },
                _ => Unit::Float { player, takes_bye },
            });
        let second = player
            .filter(|_| u == v || v >= n_in_bracket)
            .map(|player| match lower {
                Some(lower) if v < n_ahead => Unit::FollowingPair {
                    higher: player,
                    lower,
                },
                _ => Unit::FollowingFloat { player, takes_bye },
            });
        first.into_iter().chain(second)
    }
}

impl SettledMatching for ProofProblem<'_> {
    fn partners(&self) -> &[usize] {
        &self.partners
    }

    fn number(&self, v: usize) -> u32 {
        self.numbers[v]
    }

    fn bits(&self) -> u32 {
        self.layout.bits()
    }

    /// Criteria see states of players and their places, and of a state all but the number of the arrival.
    fn classes(&self) -> Vec<u32> {
        let state = |player: PlayerId| {
            let mut state = *self.round.position.player(player);
            state.arrival_number = 0;
            state
        };
        let part = |v: usize| self.ends.iter().filter(|end| v >= **end).count();
        let players = self.players.iter().enumerate();
        numbered(players.map(|(v, player)| (part(v), player.map(state))))
    }

    fn parts(&self) -> Vec<usize> {
        self.ends[1..].to_vec()
    }

    fn has_edge(&self, u: usize, v: usize) -> bool {
        match (self.players[u], self.players[v]) {
            (Some(_), _) if u == v => self.may_leave,
            // Two moved-down players would have given one pair more in an earlier bracket.
            (Some(a), Some(b)) => v >= self.ends[0] && self.round.position.may_meet(a, b),
            (Some(taker), None) => self.round.takes_bye(taker),
            (None, _) => false,
        }
    }

    fn cost(&self, u: usize, v: usize) -> BigInt {
        let mut cost = BigInt::ZERO;
        for unit in self.units(u, v) {
            let unit = unit.of(self.round.position);
            (self.layout).for_each_cost(&self.bracket, unit, |field, amount| {
                cost += BigInt::from(amount) << self.layout.fields()[field].offset;
            });
        }
        cost
    }

    fn questions(&self) -> Vec<ProofQuestion> {
        self.remainder.questions().collect()
    }

    fn answer(&self, question: ProofQuestion, u: usize) -> usize {
        self.remainder.answer(question, u)
    }

    fn exchange(&self, u: usize, v: usize) -> i64 {
        self.remainder.exchange(u, v)
    }

    fn exchange_bits(&self) -> u32 {
        self.remainder.exchange_bits()
    }
}
