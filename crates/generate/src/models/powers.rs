//! Powers of ten in whole numbers, the same on every machine.

use super::CERTAIN;

/// 1 / (1 + 10^(`exponent` / `decade`)) in billionths, rounded down where `exponent` is not negative.
pub(super) fn one_over_one_plus(exponent: i64, decade: u128) -> u64 {
    let power = power_of_ten(u128::from(exponent.unsigned_abs()), decade);
    let part = (u128::from(CERTAIN) * FIXED_ONE / (FIXED_ONE + power)) as u64;
    if exponent >= 0 { part } else { CERTAIN - part }
}

/// One, with 62 binary places.
pub(super) const FIXED_ONE: u128 = 1 << 62;

/// log2(10) with 56 binary places, rounded down.
const LOG2_OF_10: u128 = 239_370_146_084_580_907;

/// How many binary places of an exponent count; the rest changes a power by less than 10^-12 of it.
const ROOTS: usize = 40;

/// 2^(1/2), 2^(1/4), 2^(1/8), ... with 62 binary places, each rounded down.
const ROOTS_OF_TWO: [u128; ROOTS] = {
    let mut roots = [0; ROOTS];
    let mut square = FIXED_ONE << 1;
    let mut index = 0;
    while index < ROOTS {
        square = (square << 62).isqrt();
        roots[index] = square;
        index += 1;
    }
    roots
};

/// 10^(`exponent` / `decade`) with 62 binary places; at most 2^123. `exponent` is below 2^70.
///
/// 10^x is 2^(x · log2 10); the whole part of that exponent is a shift, and each binary place of
/// the rest a factor from [`ROOTS_OF_TWO`].
pub(super) fn power_of_ten(exponent: u128, decade: u128) -> u128 {
    let binary = exponent * LOG2_OF_10 / decade;
    let whole = (binary >> 56).min(60);
    let mut power = FIXED_ONE;
    for (index, root) in ROOTS_OF_TWO.iter().enumerate() {
        if binary >> (55 - index) & 1 == 1 {
            power = (power * root) >> 62;
        }
    }
    power << whole
}
