use edelweiss_experiments::Experiment;

use crate::small;
use crate::summaries::{means, summary};

/// A formulation of one criterion that keeps to C1 alone.
fn table(name: &str, criterion: &str) -> String {
    format!(
        "[formulations.{name}]\nhard = [\"C1\", \"C2\"]\ncriteria = [{{ name = \"score-difference\" }}, {{ name = \"{criterion}\" }}]\n"
    )
}

#[test]
fn formulations_play_beside_systems_on_the_same_luck() {
    let tables = table("fold", "burstein-type") + &table("slide", "dutch-type");
    let both = small(
        20,
        &format!("systems = [\"slide\", \"dutch\", \"fold\"]\n{tables}"),
    );
    let names: Vec<String> = both.arms().into_iter().map(|arm| arm.system).collect();
    assert_eq!(
        names,
        ["slide", "dutch 2026", "fold", "oracle", "seed-order"]
    );
    let both = summary(&both);
    let alone = |system: &str, tables: &str| {
        summary(&small(20, &format!("systems = [\"{system}\"]\n{tables}")))
    };
    assert_eq!(
        means(&both, "dutch 2026"),
        means(&alone("dutch", ""), "dutch 2026")
    );
    let fold = alone("fold", &table("fold", "burstein-type"));
    assert_eq!(means(&both, "fold"), means(&fold, "fold"));
    assert_ne!(means(&both, "fold"), means(&both, "slide"));
}

#[test]
fn random_costs_are_drawn_anew_in_each_replication() {
    // The same players and one round, so that nothing but the pairs differs.
    let text = format!(
        "format = 1\nseed = 5\nreplications = 30\nplayers = [8]\nrounds = [1]\nsystems = [\"any\", \"near\"]\nmetrics = [\"strength-difference\"]\n\
         strengths.a = {{ draw = \"list\", values = [1000, 1100, 1300, 1600, 2000, 2200, 2300, 2700] }}\nresults.b = {{ model = \"elo\" }}\n{}{}",
        table("any", "random-type"),
        table("near", "monrad-type"),
    );
    let made = summary(&Experiment::from_toml(&text).expect("a file"));
    let width = |arm: usize| {
        let mean = made.arms[arm].metrics[0].mean.expect("a mean");
        mean.high - mean.low
    };
    assert!(width(0) > 0.01, "{}", width(0));
    assert!(width(1) < 1e-9, "{}", width(1));
}

#[test]
fn a_formulation_without_a_round_left_stops() {
    let text = format!(
        "format = 1\nseed = 5\nreplications = 5\nplayers = [4]\nrounds = [5]\nsystems = [\"fold\"]\n\
         strengths.a = {{ draw = \"uniform\", lowest = 1000, highest = 2000 }}\nresults.b = {{ model = \"elo\" }}\n{}",
        table("fold", "burstein-type")
    );
    let stopped = summary(&Experiment::from_toml(&text).expect("a file"));
    let three = text.replace("rounds = [5]", "rounds = [3]");
    let three = summary(&Experiment::from_toml(&three).expect("a file"));
    assert_eq!(means(&stopped, "fold"), means(&three, "fold"));
}

#[test]
fn wrong_tables_are_refused_with_place_and_hint() {
    let head = "format = 1\nseed = 1\nreplications = 2\nplayers = [8]\nrounds = [3]\n\
        strengths.a = { draw = \"uniform\", lowest = 1, highest = 9 }\nresults.b = { model = \"elo\" }\n";
    for (more, expected) in [
        (
            format!("systems = [\"fold\"]\n{}", table("fold", "burstein-typ")),
            "line 11, column 53: formulations.fold.criteria.name: found \"burstein-typ\", expected one of",
        ),
        (
            format!("systems = [\"fold\"]\n{}", table("fold", "burstein-typ")),
            "did you mean \"burstein-type\"?",
        ),
        (
            format!("systems = [\"dutch\"]\n{}", table("fold", "burstein-type")),
            "formulations.fold: not among the systems\n  hint: systems = [..., \"fold\"]",
        ),
        (
            format!("systems = [\"dutch\"]\n{}", table("dutch", "burstein-type")),
            "formulations.dutch: an arm has that name already",
        ),
        (
            format!(
                "systems = [\"oracle\"]\n{}",
                table("oracle", "burstein-type")
            ),
            "formulations.oracle: an arm has that name already",
        ),
        (
            format!("systems = [\"fodl\"]\n{}", table("fold", "burstein-type")),
            "formulations.fold: not among",
        ),
        (
            "systems = [\"fold\"]\n[formulations.fold]\ncriteria = []\n".to_owned(),
            "line 10, column 12: formulations.fold.criteria: found an empty list",
        ),
        (
            "systems = [\"fold\"]\n[formulations.fold]\nformat = 2\ncriteria = []\n".to_owned(),
            "line 10, column 10: formulations.fold.format: found 2, expected 1",
        ),
        (
            "systems = [\"fold\"]\n[formulations.fold]\ncriterion = []\n".to_owned(),
            "line 10, column 1: unknown field `criterion`",
        ),
    ] {
        let text = format!("{head}{more}");
        let error = Experiment::from_toml(&text).expect_err(&text).to_string();
        assert!(error.contains(expected), "{error}\n{text}");
    }
}
