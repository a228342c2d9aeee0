//! `edelweiss pair --proof` and `edelweiss verify`.

use std::path::Path;
use std::process::Command;

use crate::common::{folder_with, run};

#[test]
fn a_proof_holds_for_its_round_and_for_no_other() {
    let folder = folder_with(&["examples/open.trf"]);
    let pair = run(
        folder.path(),
        "pair open.trf --format trf -o next.trf --proof p.json",
    );
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let holds = run(folder.path(), "verify open.trf p.json");
    assert_eq!(holds.exit, 0, "{}", holds.err);
    assert!(
        holds
            .out
            .starts_with("The proof holds: round 5, edition of 2026.\n"),
        "{}",
        holds.out
    );
    // The round stands in the file, without results: it is the same round.
    let again = run(folder.path(), "verify next.trf p.json --quiet");
    assert_eq!((again.exit, &*again.out), (0, &*holds.out), "{}", again.err);
    let other = run(folder.path(), "verify open.trf p.json --round 4 --quiet");
    assert_eq!(other.exit, 1);
    assert_eq!(
        other.err,
        "error: p.json: the proof does not hold: round: the proof is of round 5, the next is 4\n"
    );
    let path = folder.path().join("p.json");
    let text = std::fs::read_to_string(&path).expect("it was written");
    std::fs::write(
        &path,
        text.replacen("\"edition\":2026", "\"edition\":2017", 1),
    )
    .expect("a file");
    let changed = run(folder.path(), "verify open.trf p.json");
    assert_eq!((changed.exit, &*changed.out), (1, ""), "{}", changed.err);
    assert!(
        changed
            .err
            .contains("the proof does not hold: bracket 1, costs:"),
        "{}",
        changed.err
    );
}

#[test]
fn a_round_that_cannot_be_paired_has_a_proof_too() {
    let file = "testdata/corpus/unpairable-2026/";
    let folder = crate::common::repository(file);
    let mut files = std::fs::read_dir(folder).expect("part of the repository");
    let first = files.find_map(|entry| {
        let path = entry.expect("an entry").path();
        (path.extension()? == "trf").then_some(path)
    });
    let file = first.expect("a position that cannot be paired");
    let folder = folder_with(&[]);
    let pair = run(
        folder.path(),
        &format!("pair {} --proof p.json", file.display()),
    );
    assert_eq!(pair.exit, 1, "{}", pair.err);
    let holds = run(folder.path(), &format!("verify {} p.json", file.display()));
    assert_eq!(holds.exit, 0, "{}", holds.err);
    assert!(
        holds.out.ends_with("No legal round exists.\n"),
        "{}",
        holds.out
    );
}

#[test]
fn what_is_no_proof_is_named() {
    let folder = folder_with(&["examples/open.trf"]);
    let missing = run(folder.path(), "verify open.trf nowhere.json");
    assert_eq!(missing.exit, 5);
    std::fs::write(folder.path().join("cut.json"), "{\"format\":\"edelw").expect("a file");
    let cut = run(folder.path(), "verify open.trf cut.json");
    assert_eq!(cut.exit, 3);
    assert!(
        cut.err.contains("cut.json: not a proof: EOF") && cut.err.contains("line 1"),
        "{}",
        cut.err
    );
    let system = run(folder.path(), "pair open.trf --system dubov --proof p.json");
    assert_eq!(system.exit, 3);
    assert!(
        system
            .err
            .contains("proofs are of rounds of the Dutch System"),
        "{}",
        system.err
    );
    assert!(!folder.path().join("p.json").exists());
    let over = run(folder.path(), "pair open.trf --proof open.trf");
    assert_eq!(over.exit, 3);
    assert!(
        over.err.contains("the proof would overwrite another file"),
        "{}",
        over.err
    );
}

/// By VeriPB, where it is installed (`cargo install veripb`).
#[test]
fn a_strangers_checker_accepts_each_bracket_and_no_better_bound() {
    let folder = folder_with(&["examples/open.trf"]);
    let line = "pair open.trf --proof brackets --proof-format veripb";
    let pair = run(folder.path(), line);
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let brackets = folder.path().join("brackets");
    let check = |problem: &Path, derivation: &Path| {
        Command::new("veripb")
            .args([problem, derivation])
            .output()
            .ok()
    };
    let mut n_brackets = 0;
    while brackets
        .join(format!("bracket-{}.opb", n_brackets + 1))
        .exists()
    {
        n_brackets += 1;
        let problem = brackets.join(format!("bracket-{n_brackets}.opb"));
        let derivation = problem.with_extension("pbp");
        let Some(output) = check(&problem, &derivation) else {
            eprintln!("skipped: veripb is not installed");
            return;
        };
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && said.contains("VERIFIED BOUNDS"),
            "{n_brackets}: {said}"
        );
        let text = std::fs::read_to_string(&derivation).expect("it was written");
        let (before, bound) = text.rsplit_once("BOUNDS ").expect("a bound");
        let (bound, after) = bound.split_once(" :").expect("a constraint");
        let better: i128 = bound.parse::<i128>().expect("a small bracket") + 1;
        std::fs::write(&derivation, format!("{before}BOUNDS {better} :{after}")).expect("a file");
        let output = check(&problem, &derivation).expect("as before");
        assert!(
            !output.status.success(),
            "{n_brackets}: a wrong bound was accepted"
        );
    }
    assert!(n_brackets > 3);
}
