//! How games end.

use edelweiss_generate::{Chances, ResultModel};

/// A model of results with its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutcomeModel {
    /// The model.
    pub model: ResultModel,
    /// The share of draws between equals in percent, where the model has this parameter.
    pub draws: u8,
    /// Rating points that White has more, where the model looks at the difference alone.
    pub white_advantage: u16,
    /// The rating deviation of both players, where the model looks at the difference alone: the difference
    /// shrinks by `1 / sqrt(1 + 3 q^2 (2 RD^2) / pi^2)` with `q = ln 10 / 400` (M. E. Glickman, "Parameter
    /// estimation in large dynamic paired comparison experiments", 1999).
    pub deviation: u16,
}

/// The unit of the factor below.
const ONE: u128 = 10_000_000_000_000;

/// 3 q^2 / pi^2.
const FACTOR: u128 = 100_723_986;

/// In the middle of the ratings there are, so that differences have room on both sides.
const MIDDLE: i64 = 5_000;

impl OutcomeModel {
    /// Whether a model looks at nothing but the difference of the ratings.
    pub(crate) fn is_of_differences(model: ResultModel) -> bool {
        use ResultModel::{BradleyTerry, Davidson, Elo};
        matches!(model, Elo | Davidson | BradleyTerry)
    }

    /// The chances of a game between these strengths.
    pub fn chances(self, white: u16, black: u16) -> Chances {
        let draws = u32::from(self.draws);
        if !Self::is_of_differences(self.model) {
            return self.model.chances(white, black, draws);
        }
        let difference = i64::from(white) - i64::from(black) + i64::from(self.white_advantage);
        let difference = self.shrunk(difference).clamp(1 - MIDDLE, MIDDLE - 1);
        let white = (MIDDLE + difference) as u16;
        self.model.chances(white, MIDDLE as u16, draws)
    }

    /// The difference as far as the deviation lets it count, rounded to the nearest.
    fn shrunk(self, difference: i64) -> i64 {
        if self.deviation == 0 {
            return difference;
        }
        let square = u128::from(self.deviation).pow(2);
        let below = ONE + FACTOR * 2 * square;
        let share = ((1_u128 << 64) * ONE / below).isqrt() as i128;
        let product = i128::from(difference) * share + (1 << 31);
        (product >> 32) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(white_advantage: u16, deviation: u16) -> OutcomeModel {
        OutcomeModel {
            model: ResultModel::Elo,
            draws: 0,
            white_advantage,
            deviation,
        }
    }

    #[test]
    fn a_deviation_shrinks_differences_as_glickman_has_it() {
        // His example: a rating of 1500 with RD 200 against 1400 (RD 30): g(30) = 0.9955, g(300) = 0.7242.
        for (deviation, difference, expected) in [(0, 400, 400), (300, 1000, 596), (30, 1000, 991)]
        {
            assert_eq!(elo(0, deviation).shrunk(difference), expected);
            assert_eq!(elo(0, deviation).shrunk(-difference), -expected);
        }
        let alone =
            |rd: f64| 1.0 / (1.0 + 3.0 * 0.005_756_5_f64.powi(2) * rd * rd / 9.869_604).sqrt();
        assert!((alone(300.0) - 0.7242).abs() < 1e-4 && (alone(30.0) - 0.9955).abs() < 1e-4);
    }

    #[test]
    fn white_has_the_advantage() {
        let even = elo(35, 0).chances(2000, 2035);
        assert_eq!((even.white, even.black), (500_000_000, 500_000_000));
        assert!(elo(35, 0).chances(2000, 2000).white > 500_000_000);
        assert_eq!(elo(0, 0).chances(9999, 1).black, 0);
    }
}
