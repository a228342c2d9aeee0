//! The criteria of a small bracket, packed into 128 bits.

use edelweiss_model::PlayerState;
use edelweiss_weights::{Bracket, Layout, Packed, Part, Unit};

use super::subsets::Set;
use super::{BeyondTable, MOST_PLAYERS, members};
use crate::problem::BracketProblem;

/// What the pairs and floaters of one bracket cost. The look-ahead is not in it.
#[derive(Debug, Default)]
pub(super) struct Costs {
    layout: Layout,
    /// Bits below the look-ahead.
    above: u32,
    /// All fields together.
    pub(super) bits: u32,
    /// By vertex.
    of_floater: [u128; MOST_PLAYERS],
    /// By vertex: what the bye costs on top of that.
    of_bye: [u128; MOST_PLAYERS],
}

impl Costs {
    /// Everything costs nothing.
    pub(super) fn clear(&mut self) {
        self.above = 0;
        self.bits = 0;
        self.clear_floaters();
    }

    /// Chooses the fields for a bracket, which is the problem's. Gives up where they do not fit.
    pub(super) fn lay_out(
        &mut self,
        problem: &BracketProblem<'_>,
        bracket: &Bracket,
    ) -> Result<(), BeyondTable> {
        (self.layout).lay_out(problem.edition, problem.position, bracket);
        self.bits = self.layout.bits();
        if self.bits >= u128::BITS - 1 {
            return Err(BeyondTable);
        }
        self.above = self.layout.bits_from(Part::Following);
        Ok(())
    }

    /// Fills in what it costs each player of the bracket, by these states, to float.
    pub(super) fn fill_floaters<'p>(
        &mut self,
        bracket: &Bracket,
        states: impl Iterator<Item = &'p PlayerState>,
    ) {
        self.clear_floaters();
        for (v, player) in states.enumerate() {
            let cost = |takes_bye| self.of_unit(bracket, Unit::Float { player, takes_bye });
            let of_floater = cost(false);
            if bracket.bye_is_sole_floater() {
                self.of_bye[v] = cost(true) - of_floater;
            }
            self.of_floater[v] = of_floater;
        }
    }

    fn clear_floaters(&mut self) {
        self.of_floater = [0; MOST_PLAYERS];
        self.of_bye = [0; MOST_PLAYERS];
    }

    /// What a set of floaters costs. The unplayed games of the bye count if nobody else floats.
    pub(super) fn of_floaters(&self, floaters: Set) -> u128 {
        let alone = floaters.is_power_of_two();
        members(u64::from(floaters))
            .map(|v| self.of_floater[v] + if alone { self.of_bye[v] } else { 0 })
            .sum()
    }

    /// The part of a cost that comes before the look-ahead.
    pub(super) fn above_look_ahead(&self, cost: u128) -> u128 {
        cost >> self.above
    }

    /// What a pair or a floater costs.
    pub(super) fn of_unit(&self, bracket: &Bracket, unit: Unit<&PlayerState>) -> u128 {
        packed_cost(&self.layout, bracket, unit, 0) as u128
    }
}

/// What a unit costs in the fields above this many bits, which are all that see it.
pub(super) fn packed_cost(
    layout: &Layout,
    bracket: &Bracket,
    unit: Unit<&PlayerState>,
    bits: u32,
) -> i128 {
    let mut cost = 0;
    layout.for_each_cost(bracket, unit, |field, amount| {
        i128::deposit(&mut cost, layout.fields()[field].offset - bits, amount);
    });
    cost
}
