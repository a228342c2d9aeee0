use edelweiss_experiments::{Experiment, Metric};

use crate::small;
use crate::summaries::summary;

/// The mean of the metric at this place, of each system's arm.
fn means(text: &str, metric: usize) -> Vec<Option<f64>> {
    let made = summary(&small(30, text));
    let arms = made.arms.iter();
    arms.map(|arm| arm.metrics[metric].mean.map(|found| found.mean))
        .collect()
}

#[test]
fn every_round_is_paired_again_after_the_same_rounds() {
    let text = "systems = [\"dutch 2026\", \"dutch 2026 without C12\", \"dutch 2026 without C9\", \"burstein 2026\", \"double-swiss\"]\n\
        metrics = [\"rounds-otherwise\", \"pairs-otherwise\"]";
    let [rounds, pairs] = [0, 1].map(|metric| means(text, metric));
    // Itself; colours decide often, unplayed games never where everybody plays; two games in the place of one.
    assert_eq!((rounds[0], pairs[0]), (Some(0.0), Some(0.0)));
    assert_eq!((rounds[2], pairs[2]), (Some(0.0), Some(0.0)));
    for arm in [1, 3] {
        let (rounds, pairs) = (rounds[arm].expect("rounds"), pairs[arm].expect("pairs"));
        assert!(
            0.0 < pairs && pairs < rounds && rounds < 1.0,
            "{rounds} {pairs}"
        );
    }
    assert_eq!(rounds[4..], [None; 3]);
}

/// In the first round of an even field there is one right round, and none of these criteria has a say.
#[test]
fn a_first_round_needs_no_criterion() {
    for label in ["C7", "C12", "C21"] {
        let text = format!(
            "format = 1\nseed = 5\nreplications = 5\nplayers = [12]\nrounds = [1]\nsystems = [\"dutch 2026\", \"dutch 2026 without {label}\"]\n\
             metrics = [\"rounds-otherwise\"]\nstrengths.a = {{ draw = \"uniform\", lowest = 1000, highest = 2000 }}\nresults.b = {{ model = \"elo\" }}\n"
        );
        let made = summary(&Experiment::from_toml(&text).expect("a file"));
        let found = made.arms[1].metrics[0].mean.expect("rounds");
        assert_eq!((found.low, found.high), (0.0, 0.0), "{label}");
        assert_eq!(
            made.arms[1].arm.system,
            format!("dutch 2026 without {label}")
        );
    }
}

#[test]
fn rounds_are_paired_again_only_where_a_file_asks() {
    let usual = Metric::usual();
    assert_eq!(usual, &Metric::ALL[..14]);
    assert!(!usual.contains(&Metric::RoundsOtherwise) && usual.contains(&Metric::Information));
    assert_eq!(small(1, "systems = [\"dutch\"]").metrics(), usual);
}

#[test]
fn criteria_that_cannot_be_left_out_are_refused() {
    for (system, expected) in [
        (
            "dutch 2026 without C99",
            "line 4, column 12: systems: dutch 2026 without: found \"C99\", expected one of C7, C8",
        ),
        ("dutch 2026 without C.12", "did you mean \"C12\"?"),
        (
            "dutch 2026 without C12 C133",
            "found \"C133\", expected one of C7",
        ),
        // By it the sequence knows how many pairs there are.
        (
            "dutch 2026 without C6",
            "without: found \"C6\", expected one of C7",
        ),
        ("dutch without C1", "without: found \"C1\""),
        (
            "dutch 2017 without C.5",
            "without: found \"C.5\", expected one of C.6",
        ),
        (
            "burstein 2026 without C12",
            "systems: burstein 2026 has no criteria to leave out",
        ),
        (
            "duch 2026 without C12",
            "found \"duch 2026 without C12\", expected one of",
        ),
    ] {
        let text = format!(
            "format = 1\nseed = 1\nreplications = 2\nsystems = [\"{system}\"]\nplayers = [8]\nrounds = [3]\n\
             strengths.a = {{ draw = \"uniform\", lowest = 1, highest = 9 }}\nresults.b = {{ model = \"elo\" }}\n"
        );
        let error = Experiment::from_toml(&text).expect_err(&text).to_string();
        assert!(error.contains(expected), "{error}");
    }
}
