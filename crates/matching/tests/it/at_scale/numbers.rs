//! Weights of every type, at the limits of the types among others, and their exact values.

use edelweiss_matching::{EdgeWeight, Lex, Limbs};
use num_bigint::BigInt;

use super::draws::Draws;

/// How the weights of an instance are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spread {
    /// The smallest and largest of the type, and their neighbours.
    Limits,
    /// Any bits.
    Full,
    /// From 0 on; few, so that many are equal.
    Few(usize),
    /// From -2 on where there is a sign.
    Signed,
}

impl Spread {
    pub(crate) fn draw(draws: &mut Draws) -> Self {
        use Spread::{Few, Full, Limits, Signed};
        draws.one_of(&[
            Limits,
            Full,
            Few(1),
            Few(3),
            Few(9),
            Few(1000),
            Signed,
            Signed,
        ])
    }
}

/// A weight that can be drawn, with its exact value.
pub(crate) trait Drawn: EdgeWeight {
    fn draw(draws: &mut Draws, spread: Spread) -> Self;
    fn exact(&self) -> BigInt;
    fn exact_total(total: &Self::Total) -> BigInt;

    /// Whether the type promises to take every weight.
    const TAKES_ALL: bool;
}

macro_rules! drawn_integer {
    ($($integer:ty: $total:expr),*) => {$(
        impl Drawn for $integer {
            const TAKES_ALL: bool = true;

            fn draw(draws: &mut Draws, spread: Spread) -> Self {
                let (low, high) = (<$integer>::MIN, <$integer>::MAX);
                let signed = |number: i8| <$integer>::try_from(number).unwrap_or_default();
                match spread {
                    Spread::Limits => draws.one_of(&[low, low, low + 1, 0, 1, high - 1, high, high]),
                    Spread::Full => {
                        let wide = u128::from(draws.bits()) << 64 | u128::from(draws.bits());
                        (wide >> draws.one_of(&[0, 0, 65, 100])) as Self
                    }
                    Spread::Few(limit) => draws.below(limit.min(100)) as Self,
                    Spread::Signed => signed(draws.below(6) as i8 - 2),
                }
            }

            fn exact(&self) -> BigInt {
                BigInt::from(*self)
            }

            fn exact_total(total: &Self::Total) -> BigInt {
                $total(total)
            }
        }
    )*};
}

drawn_integer!(
    i8: |total: &i128| BigInt::from(*total),
    i32: |total: &i128| BigInt::from(*total),
    i64: |total: &i128| BigInt::from(*total),
    u32: |total: &i128| BigInt::from(*total),
    u64: |total: &i128| BigInt::from(*total),
    i128: exact_limbs,
    u128: exact_limbs
);

fn exact_limbs<const N: usize>(limbs: &Limbs<N>) -> BigInt {
    let bytes: Vec<u8> = limbs
        .limbs()
        .iter()
        .flat_map(|limb| limb.to_le_bytes())
        .collect();
    BigInt::from_signed_bytes_le(&bytes)
}

impl<const N: usize> Drawn for Limbs<N> {
    const TAKES_ALL: bool = false;

    fn draw(draws: &mut Draws, spread: Spread) -> Self {
        match spread {
            Spread::Limits => {
                let mut limbs = [draws.one_of(&[0, 1, u64::MAX]); N];
                limbs[N - 1] =
                    draws.one_of(&[0, 1, i64::MAX as u64, i64::MIN as u64, u64::MAX, 1 << 40]);
                Self::from_limbs(limbs)
            }
            Spread::Full => {
                let all = Self::from_limbs(std::array::from_fn(|_| draws.bits()));
                let headroom = draws.one_of(&[0, 10, 12, 18, 20, 24, 32, 64 * N / 2]);
                (0..headroom).fold(all, |limbs, _| halved(&limbs))
            }
            Spread::Few(_) | Spread::Signed => Self::from_i128(i32::draw(draws, spread).into()),
        }
    }

    fn exact(&self) -> BigInt {
        exact_limbs(self)
    }

    fn exact_total(total: &Self) -> BigInt {
        exact_limbs(total)
    }
}

/// Half of it, rounded down: of an even number the half.
fn halved<const N: usize>(limbs: &Limbs<N>) -> Limbs<N> {
    let mut even = *limbs.limbs();
    even[0] &= !1;
    edelweiss_matching::Weight::halved(&Limbs::from_limbs(even))
}

impl Drawn for BigInt {
    const TAKES_ALL: bool = true;

    fn draw(draws: &mut Draws, spread: Spread) -> Self {
        match spread {
            Spread::Limits | Spread::Full => Limbs::<6>::draw(draws, spread).exact(),
            Spread::Few(_) | Spread::Signed => i32::draw(draws, spread).exact(),
        }
    }

    fn exact(&self) -> BigInt {
        self.clone()
    }

    fn exact_total(total: &Self) -> BigInt {
        total.clone()
    }
}

/// More than any sum of the second numbers of an instance.
fn times_room(number: BigInt) -> BigInt {
    number << 160
}

impl<const K: usize> Drawn for Lex<[i64; K]> {
    const TAKES_ALL: bool = true;

    fn draw(draws: &mut Draws, spread: Spread) -> Self {
        let of_first = draws.one_of(&[spread, Spread::Few(2)]);
        Self(std::array::from_fn(|i| {
            i64::draw(draws, if i == 0 { of_first } else { spread })
        }))
    }

    fn exact(&self) -> BigInt {
        self.0
            .iter()
            .fold(BigInt::ZERO, |sum, number| times_room(sum) + number)
    }

    fn exact_total(total: &Self::Total) -> BigInt {
        total
            .0
            .iter()
            .fold(BigInt::ZERO, |sum, number| times_room(sum) + number)
    }
}
