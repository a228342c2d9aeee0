//! A completion of the round, carried along instead of being searched anew for every bracket.
//!
//! The completion is a legal pairing (C1-C3, with the bye) of everybody not yet paired. After each
//! bracket only the few players whose partners left are matched again.

mod settling;

use std::cell::OnceCell;
use std::rc::Rc;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{BitGraph, maximum_matching_among};
use edelweiss_model::{PlayerId, Position, Score};

use crate::Tuning;
use crate::field::may_take_bye;
use crate::opponents::Opponents;
use crate::paths::{self, Path};
use crate::problem::{BracketProblem, BracketSolution};
use edelweiss_matching::bitset::{contains, first_common_from, insert, ones, remove};

/// A place in the ranking of everybody present, from zero.
type Rank = u32;

/// The partner of a player without one.
const NOBODY: Rank = u32::MAX;

/// Invariant: `mate` is symmetric, every pair may meet, and exactly the players who are gone have no mate.
#[derive(Clone, Debug)]
pub(crate) struct RoundCompletion<'a> {
    position: &'a Position,
    order: &'a [PlayerId],
    /// By player index: place in the ranking of everybody present.
    rank: Rc<[Rank]>,
    /// Of everybody present, so that places are ranks; in an event without bans it is quicker to ask
    /// for each pair.
    opponents: Option<Rc<Opponents>>,
    /// By rank; in odd fields one more place, the last one, for the bye.
    mate: Vec<Rank>,
    /// By rank: paired already, or decided to take the bye.
    gone: Vec<bool>,
    /// Only players with this score may have the bye.
    bye_score: Option<Score>,
    tuning: &'static Tuning,
    /// The first rank of the players who are not yet paired, floaters apart.
    start: Rank,
    /// Who may meet whom, by rank, once it was needed; of everybody, where there are `opponents`.
    graph: Rc<OnceCell<BitGraph>>,
    scratch_exposed: Vec<Rank>,
}

impl<'a> RoundCompletion<'a> {
    /// A completion of the whole field; `None` if there is none.
    pub(crate) fn new(
        position: &'a Position,
        opponents: Option<Rc<Opponents>>,
        bye_score: Option<Score>,
        tuning: &'static Tuning,
    ) -> Option<Self> {
        let players = position.present().iter().copied();
        Self::of(position, opponents, bye_score, tuning, players)
    }

    /// A completion of these players of a problem, highest ranked first; `None` if there is none.
    pub(crate) fn among(
        problem: &BracketProblem<'a>,
        players: impl Iterator<Item = PlayerId>,
    ) -> Option<Self> {
        let opponents = problem.opponents.clone();
        let (position, tuning) = (problem.position, problem.tuning);
        Self::of(position, opponents, problem.bye.score, tuning, players)
    }

    /// A completion of these players, highest ranked first, and of the bye if their number is odd.
    fn of(
        position: &'a Position,
        opponents: Option<Rc<Opponents>>,
        bye_score: Option<Score>,
        tuning: &'static Tuning,
        players: impl Iterator<Item = PlayerId>,
    ) -> Option<Self> {
        let order = position.present();
        let mut rank = vec![0; position.players().len()];
        for (place, id) in order.iter().enumerate() {
            rank[id.index()] = place as Rank;
        }
        let players: Vec<Rank> = players.map(|id| rank[id.index()]).collect();
        let mut completion = Self {
            position,
            order,
            rank: rank.into(),
            opponents,
            mate: vec![NOBODY; order.len() + 1],
            gone: vec![false; order.len() + 1],
            bye_score,
            tuning,
            start: players.first().copied().unwrap_or(0),
            graph: Rc::default(),
            scratch_exposed: Vec::new(),
        };
        // The bye goes to the lowest ranked player who may have it; then from the top down, each
        // with the highest ranked player still waiting.
        let mut waiting: Vec<Rank> = Vec::new();
        let mut is_waiting = vec![0; order.len().div_ceil(64)];
        if players.len() % 2 == 1 {
            let bye = order.len() as Rank;
            let taker = players
                .iter()
                .rev()
                .copied()
                .find(|rank| completion.may_meet(*rank, bye))?;
            completion.join(taker, bye);
        }
        for &rank in &players {
            if completion.mate[rank as usize] != NOBODY {
                continue;
            }
            if let Some(place) = completion.first_waiting(&waiting, &is_waiting, rank) {
                let other = waiting.remove(place);
                remove(&mut is_waiting, other as usize);
                completion.join(other, rank);
            } else {
                waiting.push(rank);
                insert(&mut is_waiting, rank as usize);
            }
        }
        (waiting.is_empty() || completion.match_again(waiting)).then_some(completion)
    }

    /// The place of the first of `waiting`, who are those of `is_waiting`, that `rank` may meet.
    fn first_waiting(&self, waiting: &[Rank], is_waiting: &[u64], rank: Rank) -> Option<usize> {
        let Some(opponents) = &self.opponents else {
            return waiting.iter().position(|other| self.may_meet(*other, rank));
        };
        let row = opponents.row(rank as usize).iter();
        let (word, common) = (row.zip(is_waiting).map(|(row, waiting)| row & waiting))
            .enumerate()
            .find(|(_, common)| *common != 0)?;
        let first = word as Rank * 64 + common.trailing_zeros();
        waiting.binary_search(&first).ok()
    }

    /// Whether the two may be paired; the rank behind the last player is the bye.
    fn may_meet(&self, a: Rank, b: Rank) -> bool {
        let (a, b) = (a.min(b) as usize, a.max(b) as usize);
        match (self.order.get(a), self.order.get(b)) {
            (Some(a_id), Some(b_id)) => match &self.opponents {
                Some(opponents) => opponents.at(a, b),
                None => self.position.may_meet(*a_id, *b_id),
            },
            (Some(a), None) => may_take_bye(self.position.player(*a), self.bye_score),
            (None, _) => false,
        }
    }

    fn join(&mut self, a: Rank, b: Rank) {
        self.mate[a as usize] = b;
        self.mate[b as usize] = a;
    }

    /// The rank that stands for the bye.
    fn bye(&self) -> Rank {
        self.order.len() as Rank
    }

    /// Takes `leaving` out, who may include the bye, and completes the rest again; `end` is the
    /// first rank below their scoregroup. False if no completion exists; the completion is useless
    /// then.
    fn advance(&mut self, leaving: impl Iterator<Item = Rank> + Clone, end: Rank) -> bool {
        self.start = end;
        let mut exposed = std::mem::take(&mut self.scratch_exposed);
        exposed.clear();
        for rank in leaving.clone() {
            self.gone[rank as usize] = true;
        }
        for rank in leaving {
            let mate = std::mem::replace(&mut self.mate[rank as usize], NOBODY);
            if mate != NOBODY && !self.gone[mate as usize] {
                self.mate[mate as usize] = NOBODY;
                exposed.push(mate);
            }
        }
        exposed.sort_unstable();
        if exposed.is_empty() {
            self.scratch_exposed = exposed;
            return true;
        }
        self.match_again(exposed)
    }

    /// Pairs two, who may have been taken out.
    fn rejoin(&mut self, a: Rank, b: Rank) {
        self.gone[a as usize] = false;
        self.gone[b as usize] = false;
        self.join(a, b);
    }

    /// Pairs those of `exposed`, ascending, who may meet each other, each with the first one left;
    /// returns the others.
    fn match_directly(&mut self, mut exposed: Vec<Rank>) -> Vec<Rank> {
        let mut waiting = vec![0; self.mate.len().div_ceil(64)];
        for rank in &exposed {
            insert(&mut waiting, *rank as usize);
        }
        for place in 0..exposed.len() {
            let a = exposed[place];
            if !contains(&waiting, a as usize) {
                continue;
            }
            let partner = match self.opponents.as_ref().filter(|_| a < self.bye()) {
                Some(opponents) => {
                    let row = opponents.row(a as usize);
                    let player = first_common_from(row, &waiting, a as usize / 64);
                    let bye = Some(self.bye()).filter(|bye| contains(&waiting, *bye as usize));
                    let bye = bye.filter(|bye| self.may_meet(a, *bye));
                    player.map(|b| b as Rank).or(bye)
                }
                None => (exposed[place + 1..].iter().copied())
                    .find(|b| contains(&waiting, *b as usize) && self.may_meet(a, *b)),
            };
            if let Some(b) = partner {
                remove(&mut waiting, a as usize);
                remove(&mut waiting, b as usize);
                self.join(a, b);
            }
        }
        exposed.retain(|rank| contains(&waiting, *rank as usize));
        exposed
    }

    /// The completion after a bracket was paired like this; `None` if there is none. Pairs that are known for
    /// others stay, and who leaves to players that took no part is completed with these.
    pub(crate) fn followed(
        &self,
        problem: &BracketProblem<'a>,
        solution: &BracketSolution,
    ) -> Option<Self> {
        let mut next = self.clone();
        let rank = |id: PlayerId| self.rank[id.index()];
        let partner = |id: &Option<PlayerId>| id.map_or(self.bye(), rank);
        let pairs = solution
            .pairs
            .iter()
            .flat_map(|(a, b)| [rank(*a), rank(*b)]);
        let rest = solution.rest.iter();
        let leaving = pairs.chain(rest.flat_map(|(a, b)| [rank(*a), partner(b)]));
        if !next.advance(leaving, self.end_of(problem)) {
            return None;
        }
        for (a, b) in &solution.rest {
            next.rejoin(rank(*a), partner(b));
        }
        Some(next)
    }

    /// As [`Self::followed`], after a bracket of which only the pairs and a floater are known, who takes the
    /// bye if `takes_bye`.
    pub(crate) fn without(
        &self,
        problem: &BracketProblem<'a>,
        floater: Option<PlayerId>,
        takes_bye: bool,
    ) -> Option<Self> {
        let mut next = self.clone();
        let plays = floater.filter(|_| !takes_bye);
        let leaving = (problem.players())
            .filter(|id| Some(*id) != plays)
            .map(|id| self.rank[id.index()])
            .chain(takes_bye.then(|| self.bye()));
        next.advance(leaving, self.end_of(problem)).then_some(next)
    }

    /// The player who takes the bye takes no part any more.
    pub(crate) fn leave_with_bye(&mut self, taker: PlayerId) {
        for rank in [self.rank[taker.index()], self.bye()] {
            self.gone[rank as usize] = true;
            self.mate[rank as usize] = NOBODY;
        }
    }

    /// The first rank below the residents of a bracket.
    fn end_of(&self, problem: &BracketProblem<'_>) -> Rank {
        let last = problem.residents.last();
        last.map_or(0, |last| self.rank[last.index()] + 1)
    }

    /// Finds partners for `exposed`, ascending, among themselves, or by rerouting one pair, or by a
    /// general search.
    fn match_again(&mut self, mut exposed: Vec<Rank>) -> bool {
        exposed = self.match_directly(exposed);
        let mut index = 0;
        let mut attempts_left = self.tuning.reroutes;
        while index < exposed.len() && attempts_left > 0 {
            let a = exposed[index];
            let last = exposed.len().min(index + 1 + attempts_left);
            let reroute = (index + 1..last)
                .find_map(|other| self.reroute(a, exposed[other]).map(|x| (other, x)));
            let failed = reroute.map_or(last, |(other, _)| other) - (index + 1);
            attempts_left -= failed.min(attempts_left);
            if let Some((other, x)) = reroute {
                let b = exposed.remove(other);
                exposed.remove(index);
                let y = self.mate[x as usize];
                self.join(a, x);
                self.join(b, y);
            } else {
                index += 1;
            }
        }
        let complete = exposed.is_empty() || self.search(&exposed);
        exposed.clear();
        self.scratch_exposed = exposed;
        complete
    }

    /// A player `x` with partner `y` such that `a`-`x` and `b`-`y` may meet; those ranked below the
    /// higher of the two come first, which keeps scoregroups together.
    fn reroute(&self, a: Rank, b: Rank) -> Option<Rank> {
        let n = self.mate.len() as Rank;
        let middle = a.clamp(self.start, n);
        (middle..n).chain(self.start..middle).find(|&x| {
            let y = self.mate[x as usize];
            y != NOBODY && self.may_meet(a, x) && self.may_meet(b, y)
        })
    }

    /// The general case: a maximum matching of everybody left, from the pairs at hand.
    fn search(&mut self, exposed: &[Rank]) -> bool {
        paths::enter(Path::CompletionSearch);
        let n = self.mate.len();
        let is_left = |rank: &usize| self.mate[*rank] != NOBODY;
        let exposed = exposed.iter().map(|rank| *rank as usize);
        let mut left = vec![0; n.div_ceil(64)];
        for rank in (0..n).filter(is_left).chain(exposed) {
            insert(&mut left, rank);
        }
        let known = match &self.opponents {
            Some(_) => Rc::clone(&self.graph),
            None => Rc::default(),
        };
        let graph = known.get_or_init(|| self.graph_of(&left));
        let mate = |rank: usize| Some(self.mate[rank]).filter(|mate| *mate != NOBODY);
        let start = (0..n).map(|rank| mate(rank).map(|mate| VertexId::new(mate as usize)));
        let start: Vec<Option<VertexId>> = start.collect();
        let maximum = maximum_matching_among(graph, &left, &start);
        for rank in ones(&left) {
            let Some(mate) = maximum.mate[rank] else {
                return false;
            };
            self.mate[rank] = mate.index() as Rank;
        }
        true
    }

    /// Who may meet whom, by rank: of everybody, or, where that takes asking for each pair, of the players
    /// who are `left` at least.
    fn graph_of(&self, left: &[u64]) -> BitGraph {
        let (n, bye) = (self.mate.len(), self.bye() as usize);
        let mut graph = BitGraph::new(n);
        let by_pairs = match &self.opponents {
            None => left.to_vec(),
            Some(opponents) => {
                let mut row = vec![0; n.div_ceil(64)];
                for rank in 0..bye {
                    let players = opponents.row(rank);
                    row[..players.len()].copy_from_slice(players);
                    graph.set_half_row(VertexId::new(rank), &row);
                }
                let mut only_bye = vec![0; n.div_ceil(64)];
                insert(&mut only_bye, bye);
                only_bye
            }
        };
        for a in ones(&by_pairs) {
            for b in (0..a).filter(|b| self.opponents.is_some() || contains(left, *b)) {
                if self.may_meet(a as Rank, b as Rank) {
                    graph.set_edge(VertexId::new(a), VertexId::new(b), true);
                }
            }
        }
        graph
    }
}

#[cfg(test)]
mod tests;
