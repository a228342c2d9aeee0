//! Every weight type gives the same matching; the wide integers agree with their definition.

use crate::common::Instance;
use edelweiss_matching::{
    Certificate, Dense, Error, Limbs, Objective, Solver, VertexId, Weight, certificate::verify,
};
use quickcheck::{TestResult, quickcheck};

/// The instance with its weights translated, solved. A large factor makes carries happen.
fn solved<W: Weight>(
    instance: &Instance,
    translate: impl Fn(i64) -> W,
) -> (Option<W>, Vec<Option<VertexId>>, Certificate<W>) {
    let graph = Dense::from_fn(instance.n, |a, b| {
        instance.edge(a.index(), b.index()).map(&translate)
    });
    let mut solver =
        Solver::new(graph.clone(), &instance.cover).expect("the factor leaves headroom");
    let value = solver.solve().is_ok().then(|| solver.value());
    if let Some(value) = &value {
        let proved = verify(
            &graph,
            &instance.cover,
            Objective::MaxWeight,
            solver.mates(),
            &solver.certificate(),
        );
        assert_eq!(proved.as_ref(), Ok(value));
    }
    (value, solver.mates().to_vec(), solver.certificate())
}

const FACTOR: i128 = (1 << 80) - 12_345;

quickcheck! {
    fn every_width_finds_the_same_matching(instance: Instance) -> bool {
        let (value, mates, _) = solved(&instance, |w| w);
        let (value_i128, mates_i128, duals_i128) = solved(&instance, |w| i128::from(w) * FACTOR);
        let (value_wide, mates_wide, duals_wide) =
            solved(&instance, |w| Limbs::<3>::from_i128(i128::from(w) * FACTOR));
        let (value_16, mates_16, _) = solved(&instance, |w| Limbs::<16>::from_i128(w.into()).shl(900));
        value_i128 == value.map(|w| i128::from(w) * FACTOR)
            && value_wide == value_i128.map(Limbs::from_i128)
            && value_16 == value.map(|w| Limbs::<16>::from_i128(w.into()).shl(900))
            && mates == mates_i128 && mates == mates_wide && mates == mates_16
            && duals_i128.dual_2x.iter().map(|&y| Limbs::from_i128(y)).eq(duals_wide.dual_2x)
    }

    fn limbs_count_like_machine_integers(a: i128, b: i128, bits: u8) -> bool {
        let (x, y) = (Limbs::<2>::from_i128(a), Limbs::<2>::from_i128(b));
        let bits = u32::from(bits % 128);
        x.plus(&y) == Limbs::from_i128(a.wrapping_add(b))
            && x.minus(&y) == Limbs::from_i128(a.wrapping_sub(b))
            && x.checked_plus(&y) == a.checked_add(b).map(Limbs::from_i128)
            && x.checked_minus(&y) == a.checked_sub(b).map(Limbs::from_i128)
            && x.negated() == Limbs::from_i128(a.wrapping_neg())
            && x.halved() == Limbs::from_i128(a >> 1)
            && x.shl(bits) == Limbs::from_i128(a << bits)
            && x.cmp(&y) == a.cmp(&b)
            && Limbs::adds_up(&x, &y, &Limbs::from_i128(a.wrapping_add(b)))
            && !Limbs::adds_up(&x, &y, &Limbs::from_i128(a.wrapping_add(b).wrapping_add(1 << bits)))
    }

    /// Near the sum as well, with whole limbs of nothing or of borrows between.
    fn sums_are_compared(a: i128, b: i128, c: i128, shift: u8, beside: i8) -> bool {
        let limbs = |number: i128| Limbs::<6>::from_i128(number).shl(u32::from(shift));
        let (a, b, c) = (limbs(a >> 1), limbs(b >> 1), limbs(c));
        let beside = a.plus(&b).plus(&Limbs::from_i128(beside.into()));
        let agrees = |sum| Limbs::compare_sum(&a, &b, sum) == a.plus(&b).cmp(sum);
        agrees(&c) && agrees(&beside)
    }

    fn limbs_know_what_fits(a: i128, shift: u8, factor: u64) -> bool {
        let a = a >> (shift % 128);
        Limbs::<2>::from_i128(a).fits(factor) == a.fits(factor)
    }

    fn times_is_repeated_addition(a: i32, factor: u16) -> bool {
        i64::from(a).times(factor.into()) == i64::from(a) * i64::from(factor)
    }

    fn a_field_comes_back(offset: u8, width: u8, value: u64, rest: Vec<u64>) -> TestResult {
        let (offset, width) = (u32::from(offset), u32::from(width % 65));
        if offset + width > Limbs::<4>::BITS {
            return TestResult::discard();
        }
        let value = if width == 64 { value } else { value & ((1 << width) - 1) };
        let mut limbs = Limbs::<4>::zero();
        limbs.add_field(offset, value);
        // Bits outside the field do not disturb it.
        for (i, &word) in (0..4).zip(&rest) {
            let mut other = Limbs::<4>::zero();
            other.add_field(64 * i, word);
            for bit in 0..256 {
                if other.field(bit, 1) == 1 && !(offset..offset + width).contains(&bit) {
                    limbs.add_field(bit, 1 - limbs.field(bit, 1));
                }
            }
        }
        TestResult::from_bool(limbs.field(offset, width) == value)
    }
}

#[cfg(feature = "num-bigint")]
mod big {
    use num_bigint::BigInt;
    use quickcheck::quickcheck;

    use super::{FACTOR, Instance, solved};

    quickcheck! {
        fn integers_of_any_width_agree(instance: Instance) -> bool {
            let (value, mates, duals) = solved(&instance, |w| i128::from(w) * FACTOR);
            let (big_value, big_mates, big_duals) =
                solved(&instance, |w| BigInt::from(w) * BigInt::from(FACTOR));
            big_value == value.map(BigInt::from)
                && mates == big_mates
                && duals.dual_2x.into_iter().map(BigInt::from).eq(big_duals.dual_2x)
        }
    }
}

#[test]
fn weights_without_headroom_are_refused() {
    let graph = |weight| Dense::from_fn(3, |_, _| Some(weight));
    let new = |weight, objective| Solver::<i32>::with_objective(graph(weight), objective);
    let limit = i32::MAX / (256 * 4);
    for objective in [Objective::MaxWeight, Objective::MaxWeightPerfect] {
        assert!(new(limit, objective).is_ok());
        for weight in [limit + 1, -limit - 1, i32::MAX, i32::MIN] {
            assert_eq!(new(weight, objective).err(), Some(Error::WeightTooWide));
        }
    }
    let objective = Objective::MaxWeightMaxCardinality;
    assert!(new(limit / 5, objective).is_ok());
    assert_eq!(new(limit, objective).err(), Some(Error::WeightTooWide));
    let mut solver = new(limit / 5, objective).unwrap();
    let changed = solver.set_vertex_weights(VertexId::new(0), |_| Some(i32::MIN));
    assert_eq!(changed, Err(Error::WeightTooWide));
    assert_eq!(
        solver
            .add_vertex(edelweiss_matching::Cover::May, |_| Some(limit))
            .err(),
        Some(Error::WeightTooWide)
    );
    solver.solve().unwrap();
    assert_eq!(solver.value(), limit / 5);
}

#[test]
fn the_widest_weights_that_are_allowed_do_not_wrap() {
    // The same instance in i32 at its limit and in i128, perfect matchings with long paths.
    let n = 12;
    let limit = i32::MAX / (256 * 13);
    let mut state = 99_u64;
    for _ in 0..300 {
        let mut instance = Instance::new(n, edelweiss_matching::Cover::Must);
        for a in 0..n {
            for b in 0..a {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let sign = if state >> 40 & 1 == 0 { 1 } else { -1 };
                if state >> 45 & 3 > 0 {
                    instance.set_edge(
                        a,
                        b,
                        Some(sign * i64::from(limit) * ((state >> 50) % 5) as i64 / 4),
                    );
                }
            }
        }
        let narrow = solved(&instance, |w| i32::try_from(w).unwrap());
        let wide = solved(&instance, i128::from);
        assert_eq!(narrow.0.map(i128::from), wide.0);
    }
}
