//! What a set of floaters means for what lies below a small bracket.

use edelweiss_model::PlayerState;
use edelweiss_weights::{Bracket, Layout, Part, Rule, Unit};

use super::costs::packed_cost;
use super::{BeyondTable, SmallField, first, members, next_of_size};
use crate::problem::BracketProblem;

/// The largest following bracket that is compared exactly: the sets of 24 players are as many as may be
/// gone through.
const MOST_AHEAD: usize = 24;

/// How good a set of floaters is for what lies below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ahead {
    /// Leaves no completion.
    Impossible,
    /// Leaves one, with a look-ahead off its bound.
    Possible,
    Best,
}

/// What lies below a bracket.
#[derive(Debug)]
pub(super) struct Lower<'q, 'a> {
    pub(super) problem: &'q BracketProblem<'a>,
    pub(super) next: u64,
    pub(super) below: u64,
    /// Players of `next` of whom is known whether they can complete the round with those below.
    pub(super) known: u64,
    /// The known players who can.
    pub(super) leaves: u64,
    /// What leaving the following bracket costs, once that was needed.
    pub(super) ahead: Option<PricesAhead<'q>>,
}

/// What the look-ahead (2026 C8, 2017 C.7) asks for a player who leaves the following bracket.
#[derive(Debug)]
pub(super) struct PricesAhead<'q> {
    /// With the following one.
    bracket: Bracket<'q>,
    layout: Layout,
    /// Where the number of leaving players stands in a price.
    count: u32,
    /// Bits of all criteria after the look-ahead.
    end: u32,
    /// By place, if it is among the `known`.
    prices: [i128; 64],
    known: u64,
}

impl<'q> PricesAhead<'q> {
    fn new(problem: &'q BracketProblem<'_>) -> Result<Self, BeyondTable> {
        let bracket = problem.bracket_ahead();
        let layout = Layout::new(problem.edition, problem.position, &bracket);
        let sees = |rule: &Rule| !rule.criterion.sight(Part::Following).is_nothing();
        let (_, fields) = (layout.rules().find(|(rule, _)| sees(rule))).ok_or(BeyondTable)?;
        let [first, .., last] = fields else {
            return Err(BeyondTable);
        };
        let (count, end) = (first.offset - last.offset, last.offset);
        if count + first.width >= i128::BITS - 1 {
            return Err(BeyondTable);
        }
        Ok(Self {
            bracket,
            layout,
            count,
            end,
            prices: [0; 64],
            known: 0,
        })
    }

    fn of_unit(&self, unit: Unit<&PlayerState>) -> i128 {
        packed_cost(&self.layout, &self.bracket, unit, self.end)
    }

    fn of_leaving(&mut self, place: usize, player: &PlayerState) -> i128 {
        if self.known >> place & 1 == 0 {
            self.known |= 1 << place;
            let takes_bye = false;
            self.prices[place] = self.of_unit(Unit::FollowingFloat { player, takes_bye });
        }
        self.prices[place]
    }
}

impl SmallField<'_> {
    /// What a set of floaters means for what lies below.
    pub(super) fn ahead(
        &mut self,
        lower: &mut Lower<'_, '_>,
        floaters: u64,
    ) -> Result<Ahead, BeyondTable> {
        let Lower {
            problem,
            next,
            below,
            ..
        } = *lower;
        if problem.bye.is_here {
            for taker in members(floaters & self.graph.row(63)) {
                let playing = floaters & !(1 << taker);
                if self.is_perfect(playing | next | below, playing)? {
                    // Each taker of the bye leaves one and the same problem behind.
                    let alone = playing == 0;
                    return Ok(if alone { Ahead::Best } else { Ahead::Possible });
                }
            }
            return Ok(Ahead::Impossible);
        }
        if next == 0 {
            return Ok(Ahead::Best);
        }
        if problem.completes && !self.is_complete(floaters | next | below, floaters)? {
            return Ok(Ahead::Impossible);
        }
        // With a completion the last bracket is at its bound.
        if !problem.looks_ahead || (problem.completes && below == 0) {
            return Ok(Ahead::Best);
        }
        let is_best = if problem.completes {
            self.leaves_few(lower, floaters)?
        } else {
            self.leaves_few_freely(next, below == 0, floaters)?
        };
        Ok(if is_best {
            Ahead::Best
        } else {
            Ahead::Possible
        })
    }

    /// The value of the best pairing of the following bracket that these floaters allow, if it is at
    /// most `bound`; smaller is better. The number of players who leave it comes first, then what
    /// the criterion asks for each of them.
    ///
    /// Goes through the sets of leaving players, by size.
    pub(super) fn look_ahead(
        &mut self,
        lower: &mut Lower<'_, '_>,
        floaters: u64,
        bound: i128,
    ) -> Result<Option<i128>, BeyondTable> {
        let mut least = None;
        let takers = floaters & self.graph.row(63);
        if lower.problem.bye.is_here {
            for taker in members(takers) {
                // The bye leaves the following bracket, too, at one price for all takers.
                let bound = least.unwrap_or(bound);
                let playing = floaters & !(1 << taker);
                least = self.look_ahead_of(lower, playing, bound)?.or(least);
            }
            return Ok(least);
        }
        self.look_ahead_of(lower, floaters, bound)
    }

    fn look_ahead_of(
        &mut self,
        lower: &mut Lower<'_, '_>,
        floaters: u64,
        bound: i128,
    ) -> Result<Option<i128>, BeyondTable> {
        let (next, below) = (lower.next, lower.below);
        let everybody = floaters | next;
        let n = everybody.count_ones() as usize;
        if n > MOST_AHEAD {
            return Err(BeyondTable);
        }
        // From the lowest ranked up, so that sets of low ranked players come first.
        let mut players = [0; MOST_AHEAD];
        for (to, place) in players[..n].iter_mut().rev().zip(members(everybody)) {
            *to = place;
        }
        let (prices, base, count) = self.prices_ahead(lower, &players[..n], floaters)?;
        let mut least = None;
        for size in (n % 2..=n).step_by(2) {
            if (size as i128) << count > least.unwrap_or(bound) {
                break;
            }
            let mut leaving: u64 = first(size);
            while leaving < 1 << n {
                let price = members(leaving).map(|v| prices[v]).sum::<i128>() + base;
                if price <= bound && least.is_none_or(|least| price < least) {
                    self.budget = self.budget.checked_sub(1).ok_or(BeyondTable)?;
                    let gone = members(leaving).fold(0, |set, v| set | 1 << players[v]);
                    if self.is_perfect(everybody & !gone, floaters)?
                        && (!lower.problem.completes || self.is_complete(gone | below, floaters)?)
                    {
                        least = Some(price);
                    }
                }
                if leaving == 0 {
                    break;
                }
                leaving = next_of_size(leaving);
            }
        }
        Ok(least)
    }

    /// What each player of the following bracket costs who leaves it, and what they cost together
    /// if nobody does; and where the number of leaving players stands. That residents have one score, and
    /// floaters meet residents only, makes it a sum over the leaving players.
    fn prices_ahead(
        &self,
        lower: &mut Lower<'_, '_>,
        players: &[usize],
        floaters: u64,
    ) -> Result<([i128; MOST_AHEAD], i128, u32), BeyondTable> {
        let ahead = match &mut lower.ahead {
            Some(ahead) => ahead,
            none => none.insert(PricesAhead::new(lower.problem)?),
        };
        let state = |place: usize| self.position.player(self.position.present()[place]);
        let lower = state(players[0]);
        let mut prices = [0; MOST_AHEAD];
        let mut base = 0;
        for (to, &place) in prices.iter_mut().zip(players) {
            let player = state(place);
            *to = ahead.of_leaving(place, player);
            if floaters >> place & 1 == 1 {
                let higher = player;
                let of_pair = ahead.of_unit(Unit::FollowingPair { higher, lower });
                *to -= of_pair;
                base += of_pair;
            }
        }
        Ok((prices, base, ahead.count))
    }

    /// Whether the floaters and the following scoregroup can be paired but for as few players of
    /// that as parity demands, who complete the round together with those below.
    fn leaves_few(
        &mut self,
        lower: &mut Lower<'_, '_>,
        floaters: u64,
    ) -> Result<bool, BeyondTable> {
        let (next, below) = (lower.next, lower.below);
        let everybody = floaters | next;
        let is_odd = (everybody | below).count_ones() % 2 == 1;
        let takers = if is_odd { self.graph.row(63) & next } else { 0 };
        if everybody.count_ones() % 2 == 1 {
            for v in members(next) {
                if lower.known >> v & 1 == 0 {
                    lower.known |= 1 << v;
                    if self.is_complete(below | 1 << v, 0)? {
                        lower.leaves |= 1 << v;
                    }
                }
                if lower.leaves >> v & 1 == 1 && self.is_perfect(everybody & !(1 << v), floaters)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if takers == 0 {
            return Ok(self.is_complete(below, 0)? && self.is_perfect(everybody, floaters)?);
        }
        // One takes the bye, and somebody goes with them.
        for taker in members(takers) {
            for v in members(next & !(1 << taker)) {
                if self.is_perfect(below | 1 << v, 0)?
                    && self.is_perfect(everybody & !(1 << taker) & !(1 << v), floaters)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The same without a completion (2017); who stays unpaired in the last bracket must be allowed
    /// the bye.
    fn leaves_few_freely(
        &mut self,
        next: u64,
        is_last: bool,
        floaters: u64,
    ) -> Result<bool, BeyondTable> {
        let everybody = floaters | next;
        if everybody.count_ones().is_multiple_of(2) {
            return self.is_perfect(everybody, floaters);
        }
        let leaving = if is_last {
            next & self.graph.row(63)
        } else {
            next
        };
        for v in members(leaving) {
            if self.is_perfect(everybody & !(1 << v), floaters)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
