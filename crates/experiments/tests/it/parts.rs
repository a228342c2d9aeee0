use edelweiss_experiments::{Experiment, RowsError, Summarised};

use crate::small;

fn rows(experiment: &Experiment, part: u32) -> Vec<u8> {
    experiment.part(part, &|_| ()).expect("rows")
}

/// Of 26,000 rows, so several parts, and blocks of more than one replication.
fn large() -> Experiment {
    small(
        2_000,
        "systems = [\"dutch\"]\nmetrics = [\"kendall-tau\", \"floats\", \"information\"]\ntie-breaks = [\"BH\", \"SB\", \"WIN\", \"BH/C1\", \"BH SB\", \"SB BH\", \"WIN BH\", \"WIN SB\", \"DE\", \"DE BH\", \"PTS\"]",
    )
}

#[test]
fn the_bytes_are_the_same_on_any_number_of_threads() {
    let experiment = small(
        30,
        "systems = [\"dutch\", \"dubov\", \"double-swiss\", \"round-robin\"]",
    );
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a pool");
    let five = rayon::ThreadPoolBuilder::new()
        .num_threads(5)
        .build()
        .expect("a pool");
    assert_eq!(experiment.parts(), 1);
    let alone = one.install(|| rows(&experiment, 0));
    assert_eq!(alone, five.install(|| rows(&experiment, 0)));
    assert!(alone.starts_with(b"PAR1") && alone.ends_with(b"PAR1"));
}

#[test]
fn a_summary_does_not_depend_on_the_order_of_the_parts() {
    let experiment = large();
    assert!(experiment.parts() > 1, "{} parts", experiment.parts());
    let parts: Vec<Vec<u8>> = (0..experiment.parts())
        .map(|part| rows(&experiment, part))
        .collect();
    let summed = |order: &mut dyn Iterator<Item = usize>| {
        let mut summary = Summarised::new(&experiment);
        for part in order {
            summary.add(part as u32, &parts[part]).expect("its rows");
        }
        summary.finish()
    };
    let forwards = summed(&mut (0..parts.len())).expect("all parts");
    let backwards = summed(&mut (0..parts.len()).rev().chain([0])).expect("all parts");
    assert_eq!(forwards, backwards);
    let missing = summed(&mut (1..parts.len())).expect_err("a part is missing");
    assert_eq!(missing.to_string(), "part 0 is missing");
}

#[test]
fn rows_of_other_experiments_are_noticed() {
    let [one, other] = [3, 4].map(|replications| small(replications, "systems = [\"dutch\"]"));
    let mut summary = Summarised::new(&one);
    let error = summary
        .add(0, &rows(&other, 0))
        .expect_err("of another file");
    assert!(matches!(error, RowsError::Other { .. }), "{error}");
    for damaged in [
        &b""[..],
        b"PAR1",
        &rows(&one, 0)[..200],
        &rows(&one, 0)[9..],
    ] {
        assert!(matches!(
            summary.add(0, damaged),
            Err(RowsError::Parquet(_))
        ));
    }
    summary.add(0, &rows(&one, 0)).expect("its own");
    let summary = summary.finish().expect("all parts");
    assert_eq!(summary.csv().lines().count(), 1 + 3 * one.metrics().len());
}

#[test]
fn names_of_the_file_never_become_markup_or_formulas() {
    let text = "format = 1\nname = \"<script>1</script>\"\nseed = 5\nreplications = 2\nplayers = [4]\nrounds = [2]\nsystems = [\"dutch\"]\n\
        [strengths.\"=1+1,<b>\"]\ndraw = \"list\"\nvalues = [4, 3, 2, 1]\n[results.elo]\nmodel = \"elo\"\n";
    let experiment = Experiment::from_toml(text).expect("a file");
    let mut summary = Summarised::new(&experiment);
    summary.add(0, &rows(&experiment, 0)).expect("its rows");
    let summary = summary.finish().expect("all parts");
    assert!(!summary.html().contains("<script") && !summary.html().contains("<b>"));
    assert!(
        summary.csv().contains(",\"'=1+1,<b>\","),
        "{}",
        summary.csv()
    );
}

#[test]
fn a_system_without_a_round_left_stops_and_says_so() {
    // Four players can play three rounds.
    let text = "format = 1\nseed = 5\nreplications = 5\nplayers = [4]\nrounds = [5]\nsystems = [\"dutch\"]\n\
        strengths.a = { draw = \"uniform\", lowest = 1000, highest = 2000 }\nresults.b = { model = \"elo\" }\n";
    let experiment = Experiment::from_toml(text).expect("a file");
    let mut summary = Summarised::new(&experiment);
    summary.add(0, &rows(&experiment, 0)).expect("its rows");
    assert!(summary.finish().is_ok());
}

#[test]
fn a_table_is_played_to_its_end_where_more_rounds_are_asked_for() {
    let means = |rounds: u16| {
        let text = format!(
            "format = 1\nseed = 5\nreplications = 5\nplayers = [5]\nrounds = [{rounds}]\nsystems = [\"round-robin\"]\nmetrics = [\"kendall-tau\"]\n\
             strengths.a = {{ draw = \"uniform\", lowest = 1000, highest = 2000 }}\nresults.b = {{ model = \"elo\" }}\n"
        );
        crate::summaries::means(
            &crate::summaries::summary(&Experiment::from_toml(&text).expect("a file")),
            "round-robin 2026",
        )
    };
    assert_eq!(means(5), means(9));
    assert_ne!(means(5), means(3));
}
