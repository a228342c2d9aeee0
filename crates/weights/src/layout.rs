//! Fields, their widths, and the vector of costs they decode to.
//!
//! # Why order is kept
//! Field `i` has the capacity `c_i`, the largest sum it can reach in any pairing of the bracket, and
//! the width `w_i = bits(c_i)`, so `c_i < 2^w_i`. A pairing's packed cost is `sum x_i * 2^o_i` with
//! `0 <= x_i <= c_i` and offsets `o_i = w_{i+1} + w_{i+2} + ...`. Hence everything below field `i`
//! sums to less than `2^o_i`: no field carries into the next, and comparing two packed costs is
//! comparing the vectors lexicographically. The law `packing_keeps_order` tests it.

use edelweiss_model::{PlayerState, Position};

#[cfg(feature = "packed")]
use crate::Packed;
use crate::{Bracket, Edition, Part, Rule, Unit};

/// One bit range of a packed cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The largest sum any pairing reaches.
    pub capacity: u64,
    /// Bits below this field.
    pub offset: u32,
    /// Bits of this field; none when the capacity is zero.
    pub width: u32,
}

/// Where each criterion's fields stand in the packed cost of one bracket.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Rules of the edition, most important first, with the number of their first field.
    rules: &'static [Rule],
    first_field: Vec<usize>,
    fields: Vec<Field>,
    bits: u32,
    /// By [`Part`], a bit for each rule that sees a player who is this.
    seeing: [RuleSet; Part::ALL.len()],
    /// The rules that can cost anything.
    active: RuleSet,
    /// Cleared by every [`Self::lay_out`].
    scratch_capacities: Vec<u64>,
}

/// A bit for each rule of an edition.
type RuleSet = u32;

/// The decoded costs of a pairing: for each rule of the edition its fields, most important first.
/// Comparing two vectors of one bracket compares the pairings; smaller is better.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct CostVector(pub Vec<Vec<u64>>);

impl Layout {
    /// The layout of a bracket.
    pub fn new(edition: &Edition, position: &Position, bracket: &Bracket) -> Self {
        let mut layout = Self::default();
        layout.lay_out(edition, position, bracket);
        layout
    }

    /// As [`Self::new`], in the room of the layout before.
    pub fn lay_out(&mut self, edition: &Edition, position: &Position, bracket: &Bracket) {
        if !std::ptr::eq(self.rules, edition.criteria) {
            self.rules = edition.criteria;
            self.seeing = Part::ALL.map(|part| {
                let sees = |rule: &Rule| !rule.criterion.sight(part).is_nothing();
                rules_with(self.rules, |_, rule| sees(rule))
            });
        }
        let capacities = &mut self.scratch_capacities;
        capacities.clear();
        self.first_field.clear();
        for rule in self.rules {
            let first = capacities.len();
            self.first_field.push(first);
            (rule.criterion).capacities(position, bracket, capacities);
            debug_assert_eq!(
                capacities.len() - first,
                rule.criterion.field_count(bracket),
                "{}",
                rule.label
            );
        }
        self.first_field.push(capacities.len());
        self.bits = 0;
        self.fields.clear();
        self.fields.extend(capacities.iter().rev().map(|&capacity| {
            let width = u64::BITS - capacity.leading_zeros();
            let offset = self.bits;
            self.bits += width;
            Field {
                capacity,
                offset,
                width,
            }
        }));
        self.fields.reverse();
        self.active = rules_with(self.rules, |number, _| {
            self.fields_of(number).iter().any(|field| field.width > 0)
        });
    }

    /// Bits of the packed cost of any pairing.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// All fields, most important first.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The rules of the edition, most important first, with their fields.
    pub fn rules(&self) -> impl Iterator<Item = (&'static Rule, &[Field])> {
        let rules = self.rules.iter().enumerate();
        rules.map(|(number, rule)| (rule, self.fields_of(number)))
    }

    fn fields_of(&self, rule: usize) -> &[Field] {
        &self.fields[self.first_field[rule]..self.first_field[rule + 1]]
    }

    /// Bits of the most important rule that sees a player who is this, and of all rules after it.
    pub fn bits_from(&self, part: Part) -> u32 {
        let rule = self.seeing[part as usize].trailing_zeros() as usize;
        let field = self
            .first_field
            .get(rule)
            .and_then(|first| self.fields.get(*first));
        field.map_or(0, |field| field.offset + field.width)
    }

    /// Adds the packed cost of one unit to `total`.
    #[cfg(feature = "packed")]
    pub fn add_unit<W: Packed>(
        &self,
        position: &Position,
        bracket: &Bracket,
        unit: Unit,
        total: &mut W,
    ) {
        self.for_each_cost(bracket, unit.of(position), |field, amount| {
            total.deposit(self.fields[field].offset, amount);
        });
    }

    /// Calls `visit(field, amount)` for the costs of one unit, the number of a field being its place
    /// in [`Layout::fields`].
    pub fn for_each_cost(
        &self,
        bracket: &Bracket,
        unit: Unit<&PlayerState>,
        mut visit: impl FnMut(usize, u64),
    ) {
        let seeing = |part: Part| self.seeing[part as usize];
        let mut rules = self.active
            & match unit {
                Unit::Pair { higher, lower } if higher.score == lower.score => seeing(Part::Peer),
                Unit::Pair { .. } => seeing(Part::Higher) | seeing(Part::Lower),
                Unit::Float { .. } => seeing(Part::Floater),
                Unit::FollowingPair { .. } | Unit::FollowingFloat { .. } => seeing(Part::Following),
            };
        while rules != 0 {
            let number = rules.trailing_zeros() as usize;
            rules &= rules - 1;
            let (rule, first) = (&self.rules[number], self.first_field[number]);
            let visit = &mut |field, amount| visit(first + field, amount);
            rule.criterion.cost(bracket, unit, visit);
        }
    }

    /// The vector of costs of a packed sum.
    #[cfg(feature = "packed")]
    pub fn unpack<W: Packed>(&self, total: &W) -> CostVector {
        let rows = (self.first_field.windows(2))
            .map(|window| {
                (self.fields[window[0]..window[1]].iter())
                    .map(|field| total.extract(field.offset, field.width))
                    .collect()
            })
            .collect();
        CostVector(rows)
    }

    /// The vector of costs of a pairing, added up field by field without packing.
    pub fn evaluate(
        edition: &Edition,
        position: &Position,
        bracket: &Bracket,
        units: &[Unit],
    ) -> CostVector {
        let rows = (edition.criteria.iter())
            .map(|rule| {
                let mut sums = vec![0; rule.criterion.field_count(bracket)];
                for unit in units {
                    let add = &mut |field: usize, amount| sums[field] += amount;
                    (rule.criterion).cost(bracket, unit.of(position), add);
                }
                sums
            })
            .collect();
        CostVector(rows)
    }
}

/// The rules for which the condition holds, as a set.
fn rules_with(rules: &[Rule], condition: impl Fn(usize, &Rule) -> bool) -> RuleSet {
    debug_assert!(rules.len() <= RuleSet::BITS as usize);
    let members = (rules.iter().enumerate()).filter(|(number, rule)| condition(*number, rule));
    members.fold(0, |set, (number, _)| set | 1 << number)
}
