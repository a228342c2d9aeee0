use edelweiss_experiments::{Experiment, Metric};

use crate::small;

const MODELS: &str = "strengths.a = { draw = \"uniform\", lowest = 1, highest = 9 }\nresults.b = { model = \"elo\" }\n";

#[test]
fn what_is_left_out_has_its_default() {
    let experiment = small(1, "systems = [\"dutch\"]");
    assert_eq!(experiment.metrics(), Metric::usual());
    let arms = experiment.arms();
    let systems: Vec<&str> = arms.iter().map(|arm| arm.system.as_str()).collect();
    assert_eq!(systems, ["dutch 2026", "oracle", "seed-order"]);
    assert_eq!(arms[0].tie_breaks, "BH/C1 BH SB");
    assert_eq!(arms[0].cell.acceleration, "none");
}

#[test]
fn arms_are_every_combination() {
    let experiment = small(
        1,
        "systems = [\"dutch 2026\", \"burstein\"]\nacceleration = [\"none\", \"baku\"]\ntie-breaks = [\"BH\", \"SB, BH\"]",
    );
    // In two cells, two systems by two lists, and two orders.
    assert_eq!(experiment.arms().len(), 2 * (2 * 2 + 2));
    // With and without acceleration the same tournaments are played.
    assert_eq!(experiment.arms()[8].compared_with, 0);
}

#[test]
fn wrong_files_are_refused_with_place_and_hint() {
    let head = "format = 1\nseed = 1\nreplications = 2\n";
    let rest = |systems: &str| {
        format!("{head}systems = [{systems}]\nplayers = [8]\nrounds = [3]\n{MODELS}")
    };
    let models =
        |of: &str| format!("{head}systems = [\"dutch\"]\nplayers = [8]\nrounds = [3]\n{of}\n");
    for (text, expected) in [
        (
            "format = 2\nnews = 1".to_owned(),
            "line 1, column 10: format: found 2, expected 1",
        ),
        (
            rest("\"duch 2026\""),
            "line 4, column 12: systems: found \"duch 2026\", expected one of dutch 2026",
        ),
        (rest("\"duch 2026\""), "hint: did you mean \"dutch 2026\"?"),
        (rest("\"dutch 2025\""), "found \"dutch 2025\""),
        (rest(""), "line 4, column 11: systems: found an empty list"),
        (rest("\"dutch\", \"dutch\""), "found \"dutch\" twice"),
        (
            rest("\"dutch\"").replace("= 2\n", "= 0\n"),
            "replications: found 0, expected at least 1",
        ),
        (
            rest("\"dutch\"").replace("[8]", "[1]"),
            "players: found 1, expected 2 to 9999",
        ),
        (
            rest("\"dutch\"").replace("[8]", "[\"many\"]"),
            "line 5, column 12: invalid type: string \"many\"",
        ),
        (
            rest("\"dutch\"").replace("rounds", "round"),
            "unknown field `round`",
        ),
        (
            rest("\"dutch\"").replace("seed = 1\n", ""),
            "missing field `seed`",
        ),
        (
            format!("metrics = [\"kendal\"]\n{}", rest("\"dutch\"")),
            "did you mean \"kendall-tau\"?",
        ),
        (
            format!("tie-breaks = [\"BH XYZ\"]\n{}", rest("\"dutch\"")),
            "line 1, column 15: tie-breaks: ",
        ),
        (
            format!("acceleration = [\"bakku\"]\n{}", rest("\"dutch\"")),
            "did you mean \"baku\"?",
        ),
        (
            models(
                "strengths.a = { draw = \"uniform\", lowest = 1 }\nresults.b = { model = \"elo\" }",
            ),
            "strengths.a.highest: missing",
        ),
        (
            models("strengths.a = { draw = \"unifrom\" }\nresults.b = { model = \"elo\" }"),
            "did you mean \"uniform\"?",
        ),
        (
            models(
                "strengths.a = { draw = \"list\", values = [5, 6] }\nresults.b = { model = \"elo\" }",
            ),
            "players: found 8, but strengths.a lists 2",
        ),
        (
            models(
                "strengths.a = { draw = \"list\", values = [0] }\nresults.b = { model = \"elo\" }",
            ),
            "line 7, column 42: strengths.a.values: found 0",
        ),
        (
            models("[strengths]\n[results.b]\nmodel = \"elo\""),
            "strengths: found no table",
        ),
        (
            models(
                "strengths.a = { draw = \"normal\", mean = 9, deviation = 1 }\nresults.b = { model = \"elp\" }",
            ),
            "line 8, column 23: unknown variant `elp`",
        ),
        (
            models(
                "strengths.a = { draw = \"normal\", mean = 9, deviation = 1 }\nresults.b = { model = \"logistic\", draws = 3 }",
            ),
            "results.b.draws: the model logistic has no such parameter",
        ),
        (
            models(
                "strengths.a = { draw = \"normal\", mean = 9, deviation = 1 }\nresults.b = { model = \"logistic\", deviation = 3 }",
            ),
            "results.b.deviation: the model logistic has no such parameter",
        ),
        (
            models(
                "strengths.a = { draw = \"normal\", mean = 9, deviation = 1 }\nresults.b = { model = \"elo\", draws = 101 }",
            ),
            "draws: found 101, expected 0 to 100",
        ),
    ] {
        let error = Experiment::from_toml(&text).expect_err(&text).to_string();
        assert!(error.contains(expected), "{text}\n{error}");
    }
}

quickcheck::quickcheck! {
    /// Whatever stands in a file, there is an answer.
    fn no_text_makes_it_panic(cut: usize, insert: String) -> bool {
        let text = format!("format = 1\nseed = 1\nreplications = 2\nsystems = [\"dutch\"]\nplayers = [8]\nrounds = [3]\n{MODELS}");
        let at = cut % (text.len() + 1);
        let changed = format!("{}{insert}{}", &text[..at], &text[at..]);
        Experiment::from_toml(&changed).is_ok() || Experiment::from_toml(&text).is_ok()
    }
}
