//! A completion of the round, carried along instead of being searched anew for every bracket.
//!
//! The completion is a legal pairing (C1-C3, with the bye) of everybody not yet paired. After each
//! bracket only the few players whose partners left are matched again.

mod settling;

use std::rc::Rc;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::maximum_matching;
use edelweiss_model::PlayerId;

use crate::Tuning;
use crate::opponents::Opponents;
use crate::paths::{self, Path};
use crate::problem::{BracketProblem, BracketSolution};
use edelweiss_matching::bitset::{contains, insert, ones, remove};

/// A place in the ranking of everybody present, from zero.
type Rank = u32;

/// The partner of a player without one.
const NOBODY: Rank = u32::MAX;

/// Invariant: `mate` is symmetric, every pair may meet, and exactly the players who are gone have no mate.
#[derive(Clone, Debug)]
pub(crate) struct RoundCompletion<'a> {
    opponents: Rc<Opponents<'a>>,
    /// By rank; the last place is for the bye.
    mate: Vec<Rank>,
    /// By rank: paired already, or decided to take the bye.
    gone: Vec<bool>,
    tuning: &'static Tuning,
    /// The first rank of the players who are not yet paired, floaters apart.
    start: Rank,
    scratch_exposed: Vec<Rank>,
}

impl<'a> RoundCompletion<'a> {
    /// A completion of these players, highest ranked first, and of the bye if their number is odd; `None`
    /// if there is none.
    pub(crate) fn new(
        opponents: &Rc<Opponents<'a>>,
        tuning: &'static Tuning,
        players: impl Iterator<Item = PlayerId>,
    ) -> Option<Self> {
        let n = opponents.bye() + 1;
        let players: Vec<Rank> = players.map(|id| opponents.rank(id) as Rank).collect();
        let mut completion = Self {
            opponents: Rc::clone(opponents),
            mate: vec![NOBODY; n],
            gone: vec![false; n],
            tuning,
            start: players.first().copied().unwrap_or(0),
            scratch_exposed: Vec::new(),
        };
        // The bye goes to the lowest ranked player who may have it; then from the top down, each
        // with the highest ranked player still waiting.
        let mut is_waiting = vec![0; n.div_ceil(64)];
        if players.len() % 2 == 1 {
            let bye = completion.bye();
            let taker = players
                .iter()
                .rev()
                .copied()
                .find(|rank| completion.may_meet(*rank, bye))?;
            completion.join(taker, bye);
        }
        debug_assert!(players.is_sorted(), "the highest ranked first");
        if opponents.asks_each_ban() {
            completion.join_halves(&players);
        }
        // Nobody waits in words before, nor behind that of the rank at hand: who waits is most often close to it.
        let mut first_word = 0;
        for &rank in &players {
            if completion.mate[rank as usize] != NOBODY {
                continue;
            }
            let own_word = rank as usize / 64;
            while first_word < own_word && is_waiting[first_word] == 0 {
                first_word += 1;
            }
            let is_waiting_above = &is_waiting[..=own_word];
            if let Some(other) =
                (completion.opponents).first_joined(rank as usize, is_waiting_above, first_word)
            {
                remove(&mut is_waiting, other);
                completion.join(other as Rank, rank);
            } else {
                insert(&mut is_waiting, rank as usize);
            }
        }
        let waiting: Vec<Rank> = ones(&is_waiting).map(|rank| rank as Rank).collect();
        (waiting.is_empty() || completion.match_again(waiting)).then_some(completion)
    }

    /// Pairs the upper half of each scoregroup with the lower one where they may meet: members of a large club,
    /// who stand together, would wait for each other in vain.
    fn join_halves(&mut self, players: &[Rank]) {
        let opponents = Rc::clone(&self.opponents);
        let free = players
            .iter()
            .filter(|rank| self.mate[**rank as usize] == NOBODY);
        let free: Vec<Rank> = free.copied().collect();
        for group in free.chunk_by(|a, b| opponents.have_equal_scores(*a as usize, *b as usize)) {
            let (upper, lower) = group.split_at(group.len() / 2);
            for (a, b) in upper.iter().zip(lower) {
                if self.may_meet(*a, *b) {
                    self.join(*a, *b);
                }
            }
        }
    }

    /// Whether the two may be paired; the rank behind the last player is the bye.
    fn may_meet(&self, a: Rank, b: Rank) -> bool {
        self.opponents.are_joined(a as usize, b as usize)
    }

    fn rank(&self, id: PlayerId) -> Rank {
        self.opponents.rank(id) as Rank
    }

    fn join(&mut self, a: Rank, b: Rank) {
        self.mate[a as usize] = b;
        self.mate[b as usize] = a;
    }

    /// The rank that stands for the bye.
    fn bye(&self) -> Rank {
        self.opponents.bye() as Rank
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
        for &a in &exposed {
            if !contains(&waiting, a as usize) {
                continue;
            }
            let own_word = a as usize / 64;
            if let Some(b) = (self.opponents).first_joined(a as usize, &waiting, own_word) {
                remove(&mut waiting, a as usize);
                remove(&mut waiting, b);
                self.join(a, b as Rank);
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
        let partner = |id: &Option<PlayerId>| id.map_or(self.bye(), |id| self.rank(id));
        let pairs = solution
            .pairs
            .iter()
            .flat_map(|(a, b)| [self.rank(*a), self.rank(*b)]);
        let rest = solution.rest.iter();
        let leaving = pairs.chain(rest.flat_map(|(a, b)| [self.rank(*a), partner(b)]));
        if !next.advance(leaving, self.end_of(problem)) {
            return None;
        }
        for (a, b) in &solution.rest {
            next.rejoin(self.rank(*a), partner(b));
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
            .map(|id| self.rank(id))
            .chain(takes_bye.then(|| self.bye()));
        next.advance(leaving, self.end_of(problem)).then_some(next)
    }

    /// The player who takes the bye takes no part any more.
    pub(crate) fn leave_with_bye(&mut self, taker: PlayerId) {
        for rank in [self.rank(taker), self.bye()] {
            self.gone[rank as usize] = true;
            self.mate[rank as usize] = NOBODY;
        }
    }

    /// The first rank below the residents of a bracket.
    fn end_of(&self, problem: &BracketProblem<'_>) -> Rank {
        let last = problem.residents.last();
        last.map_or(0, |last| self.rank(*last) + 1)
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
        let is_left = |rank: &Rank| {
            self.mate[*rank as usize] != NOBODY || exposed.binary_search(rank).is_ok()
        };
        let left: Vec<Rank> = (0..=self.bye()).filter(is_left).collect();
        if !self.opponents.admit(left.len()) {
            return false;
        }
        let players = left
            .iter()
            .map(|rank| self.opponents.player(*rank as usize));
        let players: Vec<PlayerId> = players.flatten().collect();
        let graph = (self.opponents).graph(&players, players.len() < left.len());
        let vertex = |rank: Rank| left.binary_search(&rank).ok().map(VertexId::new);
        let start = left.iter().map(|rank| vertex(self.mate[*rank as usize]));
        let maximum = maximum_matching(&graph, &start.collect::<Vec<_>>());
        for (rank, mate) in left.iter().zip(&maximum.mate) {
            let Some(mate) = mate else { return false };
            self.mate[*rank as usize] = left[mate.index()];
        }
        true
    }
}

#[cfg(test)]
mod tests;
