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
use crate::{Bracket, Edition, Rule, Unit};

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
#[derive(Clone, Debug)]
pub struct Layout {
    /// Rules of the edition, most important first, with the number of their first field.
    rules: &'static [Rule],
    first_field: Vec<usize>,
    fields: Vec<Field>,
    /// Numbers of the rules that can cost anything.
    active: Vec<u8>,
    bits: u32,
}

/// The decoded costs of a pairing: for each rule of the edition its fields, most important first.
/// Comparing two vectors of one bracket compares the pairings; smaller is better.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct CostVector(pub Vec<Vec<u64>>);

impl Layout {
    /// The layout of a bracket, followed by `tie_breakers`: fields of the caller's own, less
    /// important than every criterion, given by their capacities.
    pub fn new(
        edition: &Edition,
        position: &Position,
        bracket: &Bracket,
        tie_breakers: &[u64],
    ) -> Self {
        let mut capacities = Vec::with_capacity(2 * edition.criteria.len());
        let mut first_field = Vec::with_capacity(edition.criteria.len() + 1);
        for rule in edition.criteria {
            first_field.push(capacities.len());
            (rule.criterion).capacities(position, bracket, &mut capacities);
            let own = first_field.last().map(|first| capacities.len() - first);
            debug_assert_eq!(
                own,
                Some(rule.criterion.field_count(bracket)),
                "{}",
                rule.label
            );
        }
        first_field.push(capacities.len());
        capacities.extend_from_slice(tie_breakers);
        let mut offset = 0;
        let mut fields: Vec<Field> = (capacities.iter().rev())
            .map(|&capacity| {
                let width = u64::BITS - capacity.leading_zeros();
                let field = Field {
                    capacity,
                    offset,
                    width,
                };
                offset += width;
                field
            })
            .collect();
        fields.reverse();
        let costs = |rule: &u8| {
            let ends = first_field[usize::from(*rule)]..first_field[usize::from(*rule) + 1];
            fields[ends].iter().any(|field| field.width > 0)
        };
        Self {
            rules: edition.criteria,
            active: (0..edition.criteria.len() as u8).filter(costs).collect(),
            first_field,
            fields,
            bits: offset,
        }
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
        let fields = (self.first_field.windows(2)).map(|ends| &self.fields[ends[0]..ends[1]]);
        self.rules.iter().zip(fields)
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
        for rule in &self.active {
            let (rule, first) = (
                &self.rules[usize::from(*rule)],
                self.first_field[usize::from(*rule)],
            );
            let visit = &mut |field, amount| visit(first + field, amount);
            rule.criterion.cost(bracket, unit, visit);
        }
    }

    /// Adds `amount` to the tie-breaker field with this number.
    ///
    /// # Panics
    /// When the layout has fewer tie-breakers.
    #[cfg(feature = "packed")]
    pub fn add_tie_breaker<W: Packed>(&self, number: usize, amount: u64, total: &mut W) {
        let first = self.first_field[self.rules.len()];
        total.deposit(self.fields[first + number].offset, amount);
    }

    /// The vector of costs of a packed sum, tie-breakers left out.
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
