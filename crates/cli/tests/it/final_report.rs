//! `edelweiss report`: the file that is handed in.

use crate::common::{folder_with, run};

#[test]
fn a_report_has_points_and_ranks_and_says_what_is_missing() {
    let folder = folder_with(&[]);
    let here = folder.path();
    run(here, "generate --players 9 --rounds 4 --seed 3 -o g.trf");
    let report = run(here, "report g.trf -o r.trf");
    assert_eq!((report.exit, &*report.out), (0, ""), "{}", report.err);
    for missing in [
        "missing: the city (record 022)",
        "missing: the FIDE number of players 1, 2, 3, 4, 5 and 4 more",
        "missing: the days of the rounds (record 132)",
    ] {
        assert!(report.err.contains(missing), "{missing}: {}", report.err);
    }
    let checked = run(here, "check r.trf");
    assert!(checked.out.contains("1 standings, 0 differ"), "{checked:?}");
    let old = run(here, "report g.trf --format trf06 --quiet");
    assert_eq!(old.exit, 0, "{}", old.err);
    assert!(
        old.out.starts_with("012 ") && !old.out.contains("192 "),
        "{}",
        old.out
    );
    let strict = run(here, "report g.trf -o no.trf --strict");
    assert_eq!(strict.exit, 3, "{}", strict.err);
    assert!(!here.join("no.trf").exists());
}

#[test]
fn what_is_not_over_is_not_reported() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    let early = run(here, "report open.trf -o r.trf");
    assert_eq!(early.exit, 3, "{}", early.err);
    assert!(
        early.err.contains("4 of 7 rounds have been played"),
        "{}",
        early.err
    );
    let asked = run(here, "report open.trf -o r.trf --incomplete");
    assert_eq!(asked.exit, 0, "{}", asked.err);
    let paired = run(here, "pair open.trf --write");
    assert_eq!(paired.exit, 0, "{}", paired.err);
    let open = run(here, "report open.trf -o o.trf --incomplete");
    assert_eq!(open.exit, 3, "{}", open.err);
    assert!(
        open.err.contains("games without a result: "),
        "{}",
        open.err
    );
    assert!(open.err.contains("of round 5 and "), "{}", open.err);
    assert!(!here.join("o.trf").exists());
    for id in ["1", "2"] {
        let given = run(here, &format!("player open.trf {id} --fide-number 4100018"));
        assert_eq!(given.exit == 0, id == "1", "{given:?}");
    }
}
