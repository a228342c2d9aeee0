use crate::small;
use crate::summaries::{means, summary};

#[test]
fn what_else_is_compared_changes_no_draw() {
    let alone = summary(&small(20, "systems = [\"dutch 2026\"]"));
    let beside = summary(&small(
        20,
        "systems = [\"burstein\", \"dutch 2026\", \"dubov 2026\"]",
    ));
    for arm in ["dutch 2026", "oracle", "seed-order"] {
        assert_eq!(means(&alone, arm), means(&beside, arm), "{arm}");
    }
    assert_ne!(
        means(&beside, "burstein 2026"),
        means(&beside, "dutch 2026")
    );
}

#[test]
fn equal_luck_makes_differences_narrow() {
    // The editions differ seldom, so that most tournaments of equal luck are equal.
    let both = summary(&small(40, "systems = [\"dutch 2026\", \"dutch 2017\"]"));
    let difference = both.arms[1].metrics[0].difference.expect("paired");
    let spread = both.arms[1].metrics[0].mean.expect("a mean");
    assert!(
        difference.high - difference.low < (spread.high - spread.low) / 2.0,
        "{difference:?} in {spread:?}"
    );
}

#[test]
fn baselines_are_what_they_are_called() {
    let made = summary(&small(
        20,
        "systems = [\"dutch\"]\nmetrics = [\"kendall-tau\", \"best-wins\", \"floats\"]",
    ));
    let mean = |arm: usize, metric: usize| made.arms[arm].metrics[metric].mean;
    let [oracle, seeded] = [1, 2];
    for metric in [0, 1] {
        let mean = mean(oracle, metric).expect("an order has it").mean;
        assert!(
            (mean - 1.0).abs() < 1e-12,
            "the true order agrees with itself"
        );
    }
    let tau = mean(seeded, 0).expect("an order has it").mean;
    assert!(tau > 0.5 && tau < 1.0, "ratings with an error: {tau}");
    assert_eq!(mean(oracle, 2), None, "an order plays no games");
    assert!(mean(0, 2).is_some());
}
