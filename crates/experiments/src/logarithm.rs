//! Logarithms to the base two in whole numbers, the same on every machine.

/// Binary places of a logarithm.
const PLACES: u32 = 40;

/// One, as logarithms have it.
pub(crate) const ONE: u64 = 1 << PLACES;

/// log2 of `number`, which is not zero, in parts of [`ONE`], rounded down. A library's `log2` may differ in
/// its last bit between machines.
pub(crate) const fn log2(number: u64) -> u64 {
    let whole = number.ilog2();
    // The rest is between one and two, with 62 places; each squaring doubles its logarithm.
    let mut rest = ((number as u128) << 62) >> whole;
    let mut places = whole as u64;
    let mut left = PLACES;
    while left > 0 {
        left -= 1;
        rest = (rest * rest) >> 62;
        let carry = rest >> 63;
        places = (places << 1) | carry as u64;
        rest >>= carry;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::{ONE, log2};

    #[test]
    fn it_is_the_logarithm() {
        for number in (1..100_000_u64).chain([1 << 40, u64::MAX, u64::MAX / 3, 999_999_937]) {
            let found = log2(number) as f64 / ONE as f64;
            assert!(
                (found - (number as f64).log2()).abs() < 2e-12,
                "{number}: {found}"
            );
        }
        assert_eq!(log2(1 << 20), 20 * ONE);
    }
}
