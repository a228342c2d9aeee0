//! `result`, `pair --write`, `undo` and `log`: the file is changed whole or not at all, and everything can be
//! taken back.

use std::fs;
use std::path::Path;

use crate::common::{folder_with, names_in, program, run, run_with};

const OPEN: &str = "examples/open.trf";

fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).expect("a file")
}

/// What the program says; it must have done what was asked.
fn done(folder: &Path, line: &str) -> String {
    let run = run(folder, line);
    assert_eq!(run.exit, 0, "{line}: {}", run.err);
    run.out
}

#[test]
fn a_round_is_paired_entered_corrected_and_taken_back() {
    let folder = folder_with(&[OPEN]);
    let here = folder.path();
    let first = read(here, "open.trf");
    let added = run(here, "pair open.trf --format trf");
    let table = done(here, "pair open.trf --write");
    assert!(table.contains("  9  17  Söderberg, Ulf"), "{table}");
    assert_eq!(
        read(here, "open.trf"),
        added.out.as_bytes(),
        "as --format trf has it"
    );
    let shown = done(here, "result open.trf");
    assert!(
        shown.starts_with(
            "round 5: 9 of 9 boards have no result\n    1  3 Ferreira, Duarte – 2 Okonkwo, Chidi\n"
        ),
        "{shown}"
    );
    assert!(shown.ends_with("  bye  13 Marchetti, Giulia\n"), "{shown}");
    assert_eq!(
        done(here, "result open.trf 1 1-0"),
        "round 5, board 1: 3 Ferreira, Duarte – 2 Okonkwo, Chidi 1-0\n\
         round 5: 8 of 9 boards have no result: 2, 3, 4, 5, 6, 7, 8, 9\n"
    );
    let said = done(
        here,
        "result open.trf 2 ½, 3 -+, 4 - 5 + 6 1/2; 7 0-0F, 8 1-0U",
    );
    assert!(
        said.ends_with("round 5: 1 of 9 boards have no result: 9\n"),
        "{said}"
    );
    let said = run_with(
        here,
        "result open.trf --csv -",
        b"board;result\n9;0-1\n8;1-0\n",
    )
    .out;
    assert!(
        said.contains("board 8: 19 Brandt, Emil – 16 Quigley, Oisín 1-0 (before: 1-0U)"),
        "{said}"
    );
    assert!(
        said.ends_with(
            "every board has a result; `edelweiss pair FILE --write` pairs the next one\n"
        ),
        "{said}"
    );
    done(here, "pair open.trf --write");
    let complete = read(here, "open.trf");
    // A wrong result found after the next round was paired.
    let said = done(here, "result open.trf --round 5 1 0-1");
    assert!(
        said.starts_with(
            "round 5, board 1: 3 Ferreira, Duarte – 2 Okonkwo, Chidi 0-1 (before: 1-0)\n"
        ),
        "{said}"
    );
    assert!(said.contains("round 6 was paired from what stood before: `check` finds now that its pairing differs ("), "{said}");
    assert!(
        said.contains("a correction counts from round 7 on (C.04.2 (2026) 4.3)\n"),
        "{said}"
    );
    let log = done(here, "log open.trf");
    assert_eq!(log.lines().count(), 6, "{log}");
    assert_eq!(
        done(here, "undo open.trf"),
        "taken back: round 5, board 1: 3 Ferreira, Duarte – 2 Okonkwo, Chidi 0-1 (before: 1-0)\n"
    );
    assert_eq!(read(here, "open.trf"), complete);
    done(here, "undo open.trf --steps 5");
    assert_eq!(read(here, "open.trf"), first);
    done(here, "undo open.trf --to 5");
    assert_eq!(read(here, "open.trf"), complete);
    let log = done(here, "log open.trf");
    let marks: String = log.lines().map(|line| &line[..1]).collect();
    assert_eq!(marks, "+++++-   ", "{log}");
    let whole = done(here, "log open.trf --all");
    assert!(
        whole
            .lines()
            .any(|line| line.trim_start().starts_with("round 5, board 8: ")),
        "{whole}"
    );
    assert_eq!(names_in(here), ["open.trf", "open.trf.journal"]);
}

/// Not a byte is changed, and no journal is begun.
#[test]
fn what_is_wrong_is_refused_as_a_whole() {
    let folder = folder_with(&[OPEN, "crates/cli/tests/recorded/three-open-games.trf"]);
    let here = folder.path();
    fs::write(here.join("r.csv"), "board,result\n1,1-0\n2,2-0\nx,1-0\n").expect("writable");
    let before = ["open.trf", "three-open-games.trf"].map(|name| read(here, name));
    for (line, exit, expected) in [
        (
            "result open.trf 1 1-0, 99 1-0",
            3,
            "error: open.trf: column 8: found board 99, expected one of the boards 1 to",
        ),
        (
            "result open.trf 1 7",
            3,
            "error: column 1: board 1: found the result \"7\", expected 1-0, 0-1, ½-½",
        ),
        (
            "result open.trf 1",
            3,
            "error: column 1: found board 1 without a result",
        ),
        (
            "result open.trf 1 1-1",
            3,
            "expected at most one point for both players together",
        ),
        (
            "result open.trf --round 5 1 1-0",
            3,
            "error: open.trf: found round 5, expected one from 1 to 4",
        ),
        (
            "result open.trf --csv r.csv",
            3,
            "error: r.csv:3: column 2: found the result \"2-0\"",
        ),
        ("result open.trf --csv none.csv", 5, "error: none.csv: "),
        ("result none.trf 1 1-0", 5, "error: none.trf: "),
        ("result - 1 1-0", 3, "error: a step changes the file itself"),
        (
            "undo open.trf",
            3,
            "error: open.trf: found no step to take back",
        ),
        (
            "undo open.trf --to 1",
            3,
            "error: open.trf: found step 1, expected one from 0 to 0",
        ),
        ("undo . --to 1", 5, "error: .: it is no regular file"),
        (
            "pair three-open-games.trf --write",
            3,
            "3 games have no result",
        ),
        ("pair - --write", 3, "error: a step changes the file itself"),
    ] {
        let found = run(here, line);
        assert_eq!(found.exit, exit, "{line}: {}", found.err);
        assert!(found.err.contains(expected), "{line}: {}", found.err);
        assert_eq!(found.out, "", "{line}");
    }
    let after = ["open.trf", "three-open-games.trf"].map(|name| read(here, name));
    assert_eq!(after, before);
    assert_eq!(
        names_in(here),
        ["open.trf", "r.csv", "three-open-games.trf"]
    );
    assert_eq!(done(here, "log open.trf"), "no step was done yet\n");
}

#[test]
fn a_round_without_results_is_replaced_only_where_it_is_named() {
    let folder = folder_with(&[OPEN]);
    let here = folder.path();
    done(here, "pair open.trf --write");
    let paired = read(here, "open.trf");
    let again = run(here, "pair open.trf --write");
    assert_eq!((again.exit, &again.out[..]), (3, ""));
    assert!(
        again
            .err
            .contains("round 5 has been paired, and has no result yet\n  hint: "),
        "{}",
        again.err
    );
    done(here, "pair open.trf --write --round 5");
    assert_eq!(read(here, "open.trf"), paired);
    let earlier = run(here, "pair open.trf --write --round 3");
    assert_eq!(earlier.exit, 3, "{}", earlier.err);
    assert!(
        earlier
            .err
            .contains("round 3 stands in the file with results"),
        "{}",
        earlier.err
    );
}

#[test]
fn a_file_edited_by_hand_is_a_step_of_its_own() {
    let folder = folder_with(&[OPEN]);
    let here = folder.path();
    done(here, "pair open.trf --write");
    let paired = read(here, "open.trf");
    let text = String::from_utf8(paired.clone()).expect("UTF-8");
    let edited = text.replacen("012 ", "012 Grand ", 1);
    fs::write(here.join("open.trf"), &edited).expect("writable");
    assert!(done(here, "log open.trf").ends_with("edited by other means since\n"));
    let entered = run(here, "result open.trf 1 1-0");
    assert_eq!(entered.exit, 0, "{}", entered.err);
    assert!(
        entered
            .err
            .contains("note: the file was edited by other means"),
        "{}",
        entered.err
    );
    assert!(String::from_utf8_lossy(&read(here, "open.trf")).contains("012 Grand "));
    done(here, "undo open.trf --steps 2");
    assert_eq!(read(here, "open.trf"), paired);
    // Also one that does not read any more.
    fs::write(here.join("open.trf"), "001\n").expect("writable");
    done(here, "undo open.trf");
    assert_eq!(read(here, "open.trf"), paired);
    // A journal that is none stops nobody from moving it away.
    fs::write(here.join("open.trf.journal"), "x\n").expect("writable");
    let refused = run(here, "result open.trf 1 1-0");
    assert_eq!(refused.exit, 3);
    assert!(
        refused.err.contains("open.trf.journal: line 1: ") && refused.err.contains("  hint: "),
        "{}",
        refused.err
    );
}

/// Two arbiters, or nine, type at once: every result is there in the end.
#[test]
fn results_entered_at_once_are_all_there() {
    let folder = folder_with(&[OPEN]);
    let here = folder.path();
    done(here, "pair open.trf --write");
    let children: Vec<_> = (1..=9)
        .map(|board| {
            program()
                .args(["result", "open.trf", "-q", &board.to_string(), "="])
                .current_dir(here)
                .stdout(std::process::Stdio::null())
                .spawn()
                .expect("the program starts")
        })
        .collect();
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    assert!(done(here, "result open.trf").starts_with("round 5: every board has a result"));
    assert_eq!(done(here, "log open.trf").lines().count(), 10);
    done(here, "undo open.trf --to 1");
    assert!(done(here, "result open.trf").starts_with("round 5: 9 of 9 boards"));
}

#[test]
fn a_sheet_of_results_needs_a_terminal() {
    let folder = folder_with(&["crates/cli/tests/recorded/three-open-games.trf"]);
    let before = std::fs::read(folder.path().join("three-open-games.trf")).expect("readable");
    for words in ["--interactive", "-i --round 1"] {
        let found = run(
            folder.path(),
            &format!("result three-open-games.trf {words}"),
        );
        assert_eq!(found.exit, 3, "{}", found.err);
        assert!(
            found.err.contains("--interactive needs a terminal"),
            "{}",
            found.err
        );
    }
    let both = run(
        folder.path(),
        "result three-open-games.trf --interactive 1 1-0",
    );
    assert_eq!(both.exit, 3, "{}", both.err);
    let after = std::fs::read(folder.path().join("three-open-games.trf")).expect("readable");
    assert_eq!(before, after);
}
