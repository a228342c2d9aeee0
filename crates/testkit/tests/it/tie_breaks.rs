//! Values of tie-breaks worked by hand, and those another program recorded, beside the judge.

use std::path::{Path, PathBuf};

use edelweiss_lab::tie_breaks::{Departure, Tally, compare_tables, parse_departures};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/standings")
}

fn compare(manifest: &str, departures: &[Departure]) -> Tally {
    let tally = compare_tables(&folder().join(manifest), departures).expect("readable files");
    assert_eq!(tally.unexplained, [], "{manifest}");
    assert_eq!(tally.missing, [], "{manifest}");
    tally
}

/// No departure is listed for these: every value is the one that was worked out.
#[test]
fn the_judge_has_every_value_worked_by_hand() {
    let tally = compare("worked.csv", &[]);
    assert_eq!(tally.files, 19);
}

#[test]
fn every_recorded_value_is_equal_or_explained() {
    let list = std::fs::read_to_string(folder().join("departures.csv")).expect("the list");
    let departures = parse_departures(&list).expect("six fields a line");
    let tally = compare("recorded/manifest.csv", &departures);
    assert_eq!(tally.files, 9);
    let reasons: Vec<&str> = tally.explained.keys().map(String::as_str).collect();
    assert_eq!(reasons, ["A", "B", "C", "STD", "missing rounds"]);
}
