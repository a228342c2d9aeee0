//! How games end: published statistical models, in whole numbers only.
//!
//! # Sources
//! - [`ResultModel::Polynomial2015`]: O. Milvang, "Probability for the outcome of a chess game
//!   based on rating", 2015, fitted on 3.9 million games.
//! - [`ResultModel::Logistic`]: the newer two-curve logistic form of the same author, as the
//!   reference engine of FIDE's Technical Commission draws results.
//! - [`ResultModel::RatingTable`]: FIDE Handbook B.02 8.1.2, expected score by rating difference,
//!   differences above 400 counted as 400.
//! - [`ResultModel::RatingOrder`]: no statistics; the higher rated player wins what is not drawn,
//!   which is how bbpPairings' generator is described.
//! - [`ResultModel::Elo`]: A. E. Elo, "The rating of chessplayers", 1978, 8.73, the logistic curve.
//! - [`ResultModel::Davidson`]: R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties
//!   in paired comparison experiments", 1970.
//! - [`ResultModel::BradleyTerry`]: R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block
//!   designs", 1952, with a rating R for the strength 10^(R / 400).
//!
//! # Why no floating point
//! A seed has to give the same tournament on every machine, and `powf` may differ in its last bit
//! between platforms. Three models are rational functions of the two ratings and are evaluated as
//! such. The powers of ten of the others are products of square roots of two, which
//! [`u128::isqrt`] gives exactly rounded (`models/powers.rs`).

mod elo;
mod powers;

use edelweiss_model::Colour;

/// A certain event, in billionths.
const CERTAIN: u64 = 1_000_000_000;

/// How results are drawn.
///
/// Below, `Rm` is the mean rating and `Rd` White's rating minus Black's; what nobody wins is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResultModel {
    /// Two parabolas per colour, with limits, around centres that move with the mean rating.
    ///
    /// With `q = max(0, Rm - 1200) / 1200`, and a mean above 3000 counted as 3000:
    ///
    /// | | White wins | Black wins |
    /// |---|---|---|
    /// | centre `CL` | 40 | -80 |
    /// | value `CV` at the centre | `0.45 - 0.10 q²` | `0.46 - 0.13 q²` |
    /// | lower limit `LL` | `-1492 + 0.391 Rm` | `-1753 + 0.416 Rm` |
    /// | upper limit `UL` | `1691 - 0.428 Rm` | `1428 - 0.388 Rm` |
    ///
    /// White's chance is 0 below `LL`, `CV ((Rd - LL) / (CL - LL))²` up to `CL`,
    /// `1 - (1 - CV) ((Rd - UL) / (CL - UL))²` up to `UL`, and 1 above; Black's falls in the same way.
    #[default]
    #[serde(rename = "polynomial-2015")]
    Polynomial2015,
    /// One logistic curve per colour, shifted with the mean rating.
    ///
    /// White wins with `1 / (1 + 10^((-Rd + w) / 370))`, where `w = 0.0986 (Rm - 2000) + 96`; Black
    /// with `1 / (1 + 10^((Rd - b) / 370))`, where `b = -0.157 (Rm - 2000) - 150`. Below a mean of
    /// about 1000 the two add up to more than a whole and share it in proportion.
    Logistic,
    /// The expected score of FIDE's rating table; colours do not matter. Of equal opponents the
    /// share [`draws`](crate::Settings::draws) draws; it falls with `4p(1 - p)`, where `p` is the
    /// expected score. The wins keep the expected score, so every rating change averages out.
    RatingTable,
    /// The share [`draws`](crate::Settings::draws) draws; the higher rated player wins the rest,
    /// either one if the ratings are equal.
    RatingOrder,
    /// The expected score of White is `E = 1 / (1 + 10^(-Rd / 400))`; draws as for
    /// [`ResultModel::RatingTable`], so that the expected score stays.
    Elo,
    /// With `x = 10^(Rd / 800)`, White wins, nobody, Black in the proportion `x : v : 1/x`. Of equal
    /// opponents the share [`draws`](crate::Settings::draws) draws, which is `v / (2 + v)`.
    Davidson,
    /// [`ResultModel::Elo`] without draws: White wins with `E`.
    BradleyTerry,
}

impl ResultModel {
    /// Every model.
    pub const ALL: [Self; 7] = [
        Self::Polynomial2015,
        Self::Logistic,
        Self::RatingTable,
        Self::RatingOrder,
        Self::Elo,
        Self::Davidson,
        Self::BradleyTerry,
    ];

    /// The name in settings files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Polynomial2015 => "polynomial-2015",
            Self::Logistic => "logistic",
            Self::RatingTable => "rating-table",
            Self::RatingOrder => "rating-order",
            Self::Elo => "elo",
            Self::Davidson => "davidson",
            Self::BradleyTerry => "bradley-terry",
        }
    }

    /// Whether the share of draws is a parameter of the model.
    pub const fn uses_draw_share(self) -> bool {
        matches!(
            self,
            Self::RatingTable | Self::RatingOrder | Self::Elo | Self::Davidson
        )
    }

    /// The chances of a game between these ratings. `draw_percent` is the share of draws, where
    /// the model has this parameter; above 100 counts as 100.
    pub fn chances(self, white: u16, black: u16, draw_percent: u32) -> Chances {
        let (white, black) = (i64::from(white), i64::from(black));
        let draw_percent = u64::from(draw_percent.min(100));
        match self {
            Self::Polynomial2015 => polynomial(white, black),
            Self::Logistic => logistic(white, black),
            Self::RatingTable => rating_table(white, black, draw_percent),
            Self::RatingOrder => rating_order(white, black, draw_percent),
            Self::Elo => elo::expected(white - black, draw_percent),
            Self::Davidson => elo::davidson(white - black, draw_percent),
            Self::BradleyTerry => elo::expected(white - black, 0),
        }
    }
}

/// Chances of the three results in billionths; they add up to a billion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// White wins.
    pub white: u32,
    /// Nobody wins.
    pub draw: u32,
    /// Black wins.
    pub black: u32,
}

impl Chances {
    /// From the chances of the two wins; where they exceed a whole together, they share it in
    /// proportion and nothing is drawn.
    fn of_wins(white: u64, black: u64) -> Self {
        let sum = white + black;
        let white = if sum > CERTAIN {
            (u128::from(white) * u128::from(CERTAIN) / u128::from(sum)) as u64
        } else {
            white
        };
        let black = black.min(CERTAIN - white);
        Self {
            white: white as u32,
            draw: (CERTAIN - white - black) as u32,
            black: black as u32,
        }
    }

    /// The winner if `drawn` (below a billion) was drawn.
    pub fn winner(self, drawn: u64) -> Option<Colour> {
        let drawn = drawn as u32;
        if drawn < self.white {
            Some(Colour::White)
        } else if drawn < self.white + self.draw {
            None
        } else {
            Some(Colour::Black)
        }
    }
}

/// The limits of one curve, in 2000ths of a rating point.
struct Curve {
    lower: i64,
    centre: i64,
    upper: i64,
}

/// The denominator of the values at the centre.
const CENTRE_PARTS: i64 = 576_000_000;

impl Curve {
    /// In billionths: 0 at the lower limit, rising by a parabola to `at_centre` (in
    /// [`CENTRE_PARTS`]), from there by another one to 1 at the upper limit.
    fn rising(&self, difference: i64, at_centre: i64) -> u64 {
        let parabola = |height: i64, distance: i64, width: i64| {
            let (height, distance, width) = (
                i128::from(height),
                i128::from(distance),
                i128::from(width.max(1)),
            );
            let numerator = height * distance * distance * i128::from(CERTAIN);
            (numerator / (i128::from(CENTRE_PARTS) * width * width)) as u64
        };
        if difference <= self.lower {
            0
        } else if difference <= self.centre {
            parabola(at_centre, difference - self.lower, self.centre - self.lower)
        } else if difference < self.upper {
            let rest = parabola(
                CENTRE_PARTS - at_centre,
                self.upper - difference,
                self.upper - self.centre,
            );
            CERTAIN - rest
        } else {
            CERTAIN
        }
    }
}

/// Milvang 2015. Beyond a mean rating of 3000, far outside the fitted games, the curves stay as
/// they are there.
fn polynomial(white: i64, black: i64) -> Chances {
    // 2000ths of a rating point: every coefficient has three decimals, and the sum of the ratings
    // is twice their mean.
    let sum = (white + black).min(6_000);
    let difference = 2_000 * (white - black);
    // q = above / 2400.
    let above = (sum - 2_400).max(0);
    let square = above * above;
    let white_curve = Curve {
        lower: -1_492 * 2_000 + 391 * sum,
        centre: 40 * 2_000,
        upper: 1_691 * 2_000 - 428 * sum,
    };
    let black_curve = Curve {
        lower: -1_753 * 2_000 + 416 * sum,
        centre: -80 * 2_000,
        upper: 1_428 * 2_000 - 388 * sum,
    };
    let white_value = CENTRE_PARTS / 100 * 45 - 10 * square;
    let black_value = CENTRE_PARTS / 100 * 46 - 13 * square;
    let white_wins = white_curve.rising(difference, white_value);
    let black_fails = black_curve.rising(difference, CENTRE_PARTS - black_value);
    Chances::of_wins(white_wins, CERTAIN - black_fails)
}

/// P(White) = 1 / (1 + 10^((rb - rw + w) / 370)) with w = 0.0986 (rm - 2000) + 96;
/// P(Black) = 1 / (1 + 10^((rw - rb - b) / 370)) with b = -0.157 (rm - 2000) - 150.
fn logistic(white: i64, black: i64) -> Chances {
    // 20,000ths of a rating point, for the same reason as above.
    let above_2x = white + black - 4_000;
    let difference = 20_000 * (white - black);
    let white_shift = 986 * above_2x + 96 * 20_000;
    let black_shift = -1_570 * above_2x - 150 * 20_000;
    Chances::of_wins(
        one_over_one_plus_power(white_shift - difference),
        one_over_one_plus_power(difference - black_shift),
    )
}

/// 20,000ths of a rating point in a power of ten of the two curves.
const DECADE: u128 = 370 * 20_000;

/// 1 / (1 + 10^(`exponent` / [`DECADE`])) in billionths, rounded down.
fn one_over_one_plus_power(exponent: i64) -> u64 {
    powers::one_over_one_plus(exponent, DECADE)
}

/// B.02 8.1.2: the largest differences with an expected score of 0.50, 0.51, 0.52, ...
const TABLE: [i64; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
];

/// The expected score of the higher rated player in hundredths.
fn expected_percent(difference: i64) -> u64 {
    let difference = difference.abs().min(400);
    50 + TABLE.partition_point(|limit| *limit < difference) as u64
}

fn rating_table(white: i64, black: i64, draw_percent: u64) -> Chances {
    let higher = expected_percent(white - black);
    let lower = 100 - higher;
    // No draw share may cost the lower rated player more than the expected score.
    let draw = (draw_percent * 4 * higher * lower * 1_000).min(2 * lower * 10_000_000);
    let wins = |percent: u64| percent * 10_000_000 - draw / 2;
    if white >= black {
        Chances::of_wins(wins(higher), wins(lower))
    } else {
        Chances::of_wins(wins(lower), wins(higher))
    }
}

fn rating_order(white: i64, black: i64, draw_percent: u64) -> Chances {
    let decided = CERTAIN - draw_percent * 10_000_000;
    match white.cmp(&black) {
        std::cmp::Ordering::Greater => Chances::of_wins(decided, 0),
        std::cmp::Ordering::Less => Chances::of_wins(0, decided),
        std::cmp::Ordering::Equal => Chances::of_wins(decided / 2, decided / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chances rounded to thousandths, as publications print them.
    fn thousandths(model: ResultModel, white: u16, black: u16, draws: u32) -> [u32; 3] {
        let chances = model.chances(white, black, draws);
        [chances.white, chances.draw, chances.black].map(|part| (part + 500_000) / 1_000_000)
    }

    #[test]
    fn worked_values_come_out() {
        use ResultModel::{Logistic, Polynomial2015, RatingOrder, RatingTable};
        for (model, white, black, draws, expected) in [
            (Polynomial2015, 2467, 2344, 0, [511, 351, 138]),
            (Logistic, 2467, 2344, 0, [480, 411, 110]),
            (Logistic, 2000, 2000, 0, [355, 363, 282]),
            // 0.67 expected for a difference of 123; draws 30 % of 4 · 0.67 · 0.33.
            (RatingTable, 2467, 2344, 30, [537, 265, 197]),
            (RatingTable, 2344, 2467, 30, [197, 265, 537]),
            (RatingTable, 2000, 2003, 40, [300, 400, 300]),
            // Differences above 400 count as 400: 0.92.
            (RatingTable, 2800, 1500, 0, [920, 0, 80]),
            (RatingTable, 1500, 2800, 100, [0, 160, 840]),
            (RatingOrder, 2001, 2000, 35, [650, 350, 0]),
            (RatingOrder, 1999, 2000, 35, [0, 350, 650]),
            (RatingOrder, 2000, 2000, 35, [325, 350, 325]),
            (RatingOrder, 2000, 2000, 250, [0, 1000, 0]),
        ] {
            let found = thousandths(model, white, black, draws);
            assert_eq!(found, expected, "{} {white}-{black}", model.name());
        }
    }

    #[test]
    fn logistic_is_the_printed_formula() {
        let curve = |exponent: f64| 1.0 / (1.0 + 10_f64.powf(exponent / 370.0));
        for white in (400..3600_u16).step_by(37) {
            for black in (400..3600_u16).step_by(41) {
                let (rw, rb) = (f64::from(white), f64::from(black));
                let rm = f64::midpoint(rw, rb);
                let (w, b) = (
                    0.0986 * (rm - 2000.0) + 96.0,
                    -0.157 * (rm - 2000.0) - 150.0,
                );
                let (pw, pb) = (curve(rb - rw + w), curve(rw - rb - b));
                if pw + pb > 1.0 {
                    continue;
                }
                let chances = ResultModel::Logistic.chances(white, black, 0);
                for (fixed, exact) in [(chances.white, pw), (chances.black, pb)] {
                    let error = (f64::from(fixed) / 1e9 - exact).abs();
                    assert!(error < 2e-9, "{white}-{black}: {fixed} for {exact}");
                }
            }
        }
    }

    #[test]
    fn polynomial_is_the_printed_formula() {
        let rising = |d: f64, ll: f64, cl: f64, ul: f64, cv: f64| {
            if d <= ll {
                0.0
            } else if d <= cl {
                cv * ((d - ll) / (cl - ll)).powi(2)
            } else if d < ul {
                1.0 - (1.0 - cv) * ((d - ul) / (cl - ul)).powi(2)
            } else {
                1.0
            }
        };
        for white in (0..=3000_u16).step_by(29) {
            for black in (0..=3000_u16).step_by(31) {
                let (rw, rb) = (f64::from(white), f64::from(black));
                let (rm, rd) = (f64::midpoint(rw, rb), rw - rb);
                let q = (rm - 1200.0).max(0.0) / 1200.0;
                let ll = -1492.0 + 0.391 * rm;
                let ul = 1691.0 - 0.428 * rm;
                let pw = rising(rd, ll, 40.0, ul, 0.45 - 0.10 * q * q);
                let ll = -1753.0 + 0.416 * rm;
                let ul = 1428.0 - 0.388 * rm;
                let pb = 1.0 - rising(rd, ll, -80.0, ul, 0.54 + 0.13 * q * q);
                if pw + pb > 1.0 {
                    continue;
                }
                let chances = ResultModel::Polynomial2015.chances(white, black, 0);
                for (fixed, exact) in [(chances.white, pw), (chances.black, pb)] {
                    let error = (f64::from(fixed) / 1e9 - exact).abs();
                    assert!(error < 2e-9, "{white}-{black}: {fixed} for {exact}");
                }
            }
        }
    }

    #[test]
    fn rating_table_gives_the_expected_score() {
        for (difference, percent) in [
            (0, 50),
            (3, 50),
            (4, 51),
            (123, 67),
            (391, 91),
            (392, 92),
            (400, 92),
            (900, 92),
        ] {
            assert_eq!(expected_percent(difference), percent, "{difference}");
            assert_eq!(expected_percent(-difference), percent, "-{difference}");
        }
        for draws in [0, 10, 30, 50, 100] {
            for difference in 0..800 {
                let chances = ResultModel::RatingTable.chances(1500 + difference, 1500, draws);
                let score_2x = 2 * u64::from(chances.white) + u64::from(chances.draw);
                let expected = 20_000_000 * expected_percent(i64::from(difference));
                assert_eq!(score_2x, expected, "{difference}, {draws} % draws");
            }
        }
    }

    #[test]
    fn chances_are_whole_and_a_stronger_player_wins_more() {
        for model in ResultModel::ALL {
            for black in [0, 900, 1500, 2000, 2500, 3000, 9999] {
                let mut before = 0;
                for white in (0..=9999_u16).step_by(7) {
                    let chances = model.chances(white, black, 33);
                    let sum = chances.white + chances.draw + chances.black;
                    assert_eq!(u64::from(sum), CERTAIN, "{} {white}-{black}", model.name());
                    // Among the very best the draws grow with the mean rating faster than the
                    // stronger player's wins; elsewhere wins only grow.
                    if white < 2800 && black < 2600 {
                        assert!(chances.white >= before, "{} {white}-{black}", model.name());
                        before = chances.white;
                    }
                }
            }
        }
    }

    #[test]
    fn every_billionth_belongs_to_one_result() {
        let chances = Chances {
            white: 2,
            draw: 3,
            black: 999_999_995,
        };
        let winners = [0, 1, 2, 4, 5, 999_999_999].map(|drawn| chances.winner(drawn));
        let (white, black) = (Some(Colour::White), Some(Colour::Black));
        assert_eq!(winners, [white, white, None, None, black, black]);
    }
}
