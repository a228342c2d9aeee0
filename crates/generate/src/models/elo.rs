//! Models that look at the difference of the ratings alone.

use super::powers::{FIXED_ONE, one_over_one_plus, power_of_ten};
use super::{CERTAIN, Chances};

/// The expected score of the logistic curve, of which draws take their part from both sides alike.
pub(super) fn expected(difference: i64, draw_percent: u64) -> Chances {
    let white = one_over_one_plus(-difference, 400);
    let black = CERTAIN - white;
    let parts = u128::from(draw_percent) * 4 * u128::from(white) * u128::from(black);
    let draw = (parts / (100 * u128::from(CERTAIN))) as u64;
    // No draw share may cost the lower rated player more than the expected score.
    let half = (draw / 2).min(white.min(black));
    Chances::of_wins(white - half, black - half)
}

/// x : v : 1/x, each times 100 - `draw_percent`, which takes the fraction out of v.
pub(super) fn davidson(difference: i64, draw_percent: u64) -> Chances {
    let power = power_of_ten(u128::from(difference.unsigned_abs()), 800);
    // With 38 binary places the products below fit.
    let (one, higher) = (FIXED_ONE >> 24, power >> 24);
    let lower = one * one / higher.max(1);
    let decided = u128::from(100 - draw_percent);
    let draw = 2 * u128::from(draw_percent) * one;
    let (higher, lower) = (higher * decided, lower * decided);
    let share = |part: u128| (part * u128::from(CERTAIN) / (higher + lower + draw)) as u64;
    let (higher, lower) = (share(higher), share(lower));
    if difference >= 0 {
        Chances::of_wins(higher, lower)
    } else {
        Chances::of_wins(lower, higher)
    }
}

#[cfg(test)]
mod tests {
    use crate::ResultModel;

    #[test]
    fn elo_and_davidson_are_the_printed_formulas() {
        for white in (0..=4000_u16).step_by(31) {
            for draws in [0, 30, 55] {
                let black = 2000;
                let difference = f64::from(white) - f64::from(black);
                let share = f64::from(draws) / 100.0;
                let expected = 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
                let most = 2.0 * expected.min(1.0 - expected);
                let drawn = (share * 4.0 * expected * (1.0 - expected)).min(most);
                let elo = ResultModel::Elo.chances(white, black, draws);
                let near = |found: u32, exact: f64| (f64::from(found) / 1e9 - exact).abs() < 4e-9;
                assert!(
                    near(elo.draw, drawn),
                    "{white} {draws}: {elo:?} for {drawn}"
                );
                assert!(
                    near(elo.white, expected - drawn / 2.0),
                    "{white} {draws}: {elo:?}"
                );
                let x = 10_f64.powf(difference / 800.0);
                let v = 2.0 * share / (1.0 - share);
                let davidson = ResultModel::Davidson.chances(white, black, draws);
                let sum = x + v + 1.0 / x;
                assert!(
                    near(davidson.white, x / sum),
                    "{white} {draws}: {davidson:?}"
                );
                assert!(
                    near(davidson.draw, v / sum),
                    "{white} {draws}: {davidson:?}"
                );
            }
        }
        let always = ResultModel::Davidson.chances(2900, 1200, 100);
        assert_eq!(always.draw, 1_000_000_000);
    }
}
