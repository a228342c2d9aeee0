//! Several numbers in order of importance.

use std::fmt;

use crate::edge_weight::EdgeWeight;
use crate::error::Error;
use crate::limbs::Limbs;
use crate::weight::{Weight, sealed::Sealed};

/// Weights in lexicographic order, numbers in order of importance: of two matchings the one with the larger sum of the first numbers is
/// better, of those with equal sums the one with the larger sum of the second numbers, and so on.
///
/// Each number may use all of its 64 bits. They are packed into one integer, each in a field that
/// holds any sum of `n` of them, so that no sum reaches into the field above.
///
/// ```
/// use edelweiss_matching::{Goal, Lex, Problem};
///
/// let mut problem = Problem::new(4, Goal::MaxWeight);
/// problem.add_edge(0, 1, Lex([1, i64::MIN]))?;
/// problem.add_edge(1, 2, Lex([2, 0]))?;
/// problem.add_edge(2, 3, Lex([1, i64::MAX]))?;
/// // 1 + 1 is as much as 2, so that the second numbers decide: together they are -1.
/// let solution = problem.solve()?;
/// assert_eq!(solution.value(), &Lex([2, 0]));
/// # Ok::<(), edelweiss_matching::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lex<T>(pub T);

/// How far each field is shifted, the first number's field last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LexFields<const K: usize> {
    /// In the order of the numbers.
    shift: [u32; K],
    /// Each field is a signed number of so many bits.
    bits: [u32; K],
}

/// Room for a dozen full fields of a million vertices, or fewer of more.
type PackedFields = Limbs<16>;

impl<T> Sealed for Lex<T> {}

impl<const K: usize> EdgeWeight for Lex<[i64; K]> {
    type Total = Lex<[i128; K]>;
    type Dual = PackedFields;
    type Encoding = LexFields<K>;

    fn encoding<'a>(
        weights: impl Iterator<Item = &'a Self>,
        n: usize,
    ) -> Result<LexFields<K>, Error> {
        let mut largest = [0_u64; K];
        for Lex(numbers) in weights {
            for (largest, number) in largest.iter_mut().zip(numbers) {
                *largest = (*largest).max(number.unsigned_abs());
            }
        }
        let mut fields = LexFields {
            shift: [0; K],
            bits: [0; K],
        };
        let mut used = 0;
        for i in (0..K).rev() {
            // The sums of two matchings, of n / 2 numbers each, differ by n numbers at most.
            let widest = u128::from(largest[i]) * (n as u128 + 1);
            fields.shift[i] = used;
            fields.bits[i] = 128 - widest.leading_zeros() + 2;
            used += fields.bits[i];
        }
        if used >= PackedFields::BITS {
            return Err(Error::WeightTooWide);
        }
        Ok(fields)
    }

    fn narrow(&self, fields: &LexFields<K>) -> Option<i128> {
        let width = fields.shift.first()? + fields.bits.first()?;
        (width < 127).then(|| {
            let numbers = self.0.iter().zip(&fields.shift);
            numbers
                .map(|(number, shift)| i128::from(*number) << shift)
                .sum()
        })
    }

    fn wide(&self, fields: &LexFields<K>) -> PackedFields {
        let mut packed = PackedFields::zero();
        for (number, shift) in self.0.iter().zip(&fields.shift) {
            packed.increase(&PackedFields::from(*number).shl(*shift));
        }
        packed
    }

    fn dual(narrow: i128) -> PackedFields {
        PackedFields::from_i128(narrow)
    }

    fn total(sum: &PackedFields, fields: &LexFields<K>) -> Lex<[i128; K]> {
        let mut rest = *sum;
        let mut numbers = [0; K];
        for i in (0..K).rev() {
            // The lowest field is what is left, as a signed number; the rest is above it.
            let (shift, bits) = (fields.shift[i], fields.bits[i]);
            let low =
                u128::from(rest.field(shift, 64)) | u128::from(rest.field(shift + 64, 64)) << 64;
            numbers[i] = (low << (128 - bits)) as i128 >> (128 - bits);
            rest.decrease(&PackedFields::from_i128(numbers[i]).shl(shift));
        }
        Lex(numbers)
    }

    fn count(edges: usize) -> Lex<[i128; K]> {
        let mut numbers = [0; K];
        if let Some(first) = numbers.first_mut() {
            *first = edges as i128;
        }
        Lex(numbers)
    }

    fn difference(sum: &Self::Total, other: &Self::Total) -> Self::Total {
        Lex(std::array::from_fn(|i| sum.0[i] - other.0[i]))
    }
}

impl<const K: usize> fmt::Display for Lex<[i128; K]> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0).finish()
    }
}
