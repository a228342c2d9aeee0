//! Soft bans: pairs that should not meet where no FIDE criterion suffers.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{folder_with, run};

/// In round 5 these meet: in a bracket of two players, and in one of six, whose next candidate is as good.
const BANS: &str = "forbid open.trf 2-3 1-8 --soft --until 6";

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

/// What the program says; it must have done what was asked.
fn done(folder: &Path, line: &str) -> String {
    let run = run(folder, line);
    assert_eq!(run.exit, 0, "{line}: {}", run.err);
    run.out
}

fn pairs(folder: &Path, line: &str) -> Vec<String> {
    let pairs = done(folder, line);
    pairs.lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn a_soft_ban_is_kept_where_the_criteria_leave_a_choice_and_told_either_way() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    let first = read(here, "open.trf");
    let free = pairs(here, "pair open.trf --format bbp");
    assert!(free.contains(&"3 2".to_owned()) && free.contains(&"1 8".to_owned()));
    let said = done(here, BANS);
    assert!(
        said.starts_with(
            "2 Okonkwo, Chidi and 3 Ferreira, Duarte should not meet in the rounds 5 to 6\n"
        ),
        "{said}"
    );
    let banned = read(here, "open.trf");
    let lines = "### soft-ban   5   6    2    3\n### soft-ban   5   6    1    8\n";
    assert_eq!(banned.replace(lines, ""), first);
    for rules in ["2026", "2017"] {
        for engine in ["fast", "reference"] {
            let line = format!("pair open.trf --format bbp --rules {rules} --engine {engine}");
            let kept = pairs(here, &line);
            assert!(kept.contains(&"3 2".to_owned()), "{line}: {kept:?}");
            assert!(!kept.contains(&"1 8".to_owned()), "{line}: {kept:?}");
        }
    }
    let told = run(here, "pair open.trf");
    for expected in [
        "note: soft bans kept: 1-8\n",
        "note: soft bans broken, as they come after all FIDE criteria: 2-3 (by 3 and 2)\n",
    ] {
        assert!(told.err.contains(expected), "{}", told.err);
    }
    let document: Value =
        serde_json::from_str(&done(here, "pair open.trf --format json")).expect("JSON");
    assert_eq!(
        document["soft_bans"],
        json!([{"players": [2, 3], "broken_by": [[3, 2]]}, {"players": [1, 8], "broken_by": []}])
    );
    let state: Value =
        serde_json::from_str(&done(here, "convert open.trf --to json")).expect("JSON");
    fs::write(here.join("twin.json"), state.to_string()).expect("a file");
    done(here, "convert twin.json --to same -o same.trf");
    assert_eq!(read(here, "same.trf"), banned);
    for format in ["trf26", "trf16", "trf06"] {
        done(
            here,
            &format!("convert open.trf --to {format} -o {format}.trf"),
        );
        assert!(
            read(here, &format!("{format}.trf")).contains(lines),
            "{format}"
        );
    }
    done(here, "forbid open.trf 2-3 1-8 --lift");
    assert_eq!(read(here, "open.trf"), first);
    done(here, "undo open.trf");
    assert_eq!(read(here, "open.trf"), banned);
    assert!(done(here, "log open.trf").contains("should not meet"));
}

#[test]
fn check_and_explain_name_the_soft_ban_and_say_that_it_is_none_of_fides_criteria() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    let free = pairs(here, "pair open.trf --format bbp");
    fs::copy(here.join("open.trf"), here.join("free.trf")).expect("a copy");
    done(here, "pair free.trf --write");
    done(here, BANS);
    let bans = "### soft-ban   5   6    2    3\n### soft-ban   5   6    1    8\n001    1";
    let unheeded = read(here, "free.trf").replacen("001    1", bans, 1);
    fs::write(here.join("free.trf"), unheeded).expect("a file");
    let found = run(here, "check free.trf");
    assert_ne!(found.exit, 0, "{}", found.out);
    assert!(
        found.out.contains("bracket 2 (2.5 points, 6 residents): soft ban (pairs that break a soft ban, not a FIDE criterion): 1 in the file, 0 here\n    the rules executed as written pair this bracket as here"),
        "{}",
        found.out
    );
    let decides = "Decides: all criteria are equal, and more pairs break a soft ban, which is not a FIDE criterion: 1 instead of 0";
    let why = done(here, "explain open.trf --why-not 1-8");
    assert!(why.contains(decides), "{why}");
    let boards: Vec<String> = (free.iter())
        .filter(|pair| !pair.ends_with(" 0"))
        .map(|pair| pair.replace(' ', "-"))
        .collect();
    let judged = run(
        here,
        &format!("judge open.trf --pairs {}", boards.join(",")),
    );
    assert!(judged.out.contains(decides), "{}", judged.out);
    let story = done(here, "explain open.trf");
    for expected in [
        "  Soft bans: broken by 2 Okonkwo, Chidi \u{2013} 3 Ferreira, Duarte (not a FIDE criterion: all of these come first)\n",
        "  Soft bans: kept (not a FIDE criterion)\n",
    ] {
        assert!(story.contains(expected), "{story}");
    }
    done(here, "pair open.trf --write");
    assert!(done(here, "check open.trf").contains("round 5: equal\n"));
}

#[test]
fn what_counts_no_soft_bans_refuses_the_rounds_in_which_one_is_in_force() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    done(here, "forbid open.trf 1-8 --soft --until 5");
    for system in ["dubov", "burstein"] {
        let line = format!("pair open.trf --system {system}");
        let found = run(here, &line);
        assert_eq!(found.exit, 3, "{line}: {}", found.err);
        assert!(
            found
                .err
                .contains("error: soft bans are in force in round 5, and the ")
                && found
                    .err
                    .contains("hint: `edelweiss forbid FILE PLAYERS --lift`"),
            "{}",
            found.err
        );
    }
    let proof = run(here, "pair open.trf --proof proof.json");
    assert_eq!(
        (proof.exit, here.join("proof.json").exists()),
        (3, false),
        "{}",
        proof.err
    );
    let expected = "error: the round has no proof: soft bans are in force in this round, and proofs are of FIDE's criteria only\n";
    assert!(proof.err.ends_with(expected), "{}", proof.err);
    // Where none is in force, everything is as before.
    done(here, "forbid open.trf 1-8 --lift");
    done(here, "pair open.trf --proof proof.json");
    done(here, "forbid open.trf 1-8 --soft");
    let verified = run(here, "verify open.trf proof.json");
    assert_ne!(verified.exit, 0, "{}", verified.out);
    done(here, "forbid open.trf 1-8 --lift");
    done(here, "forbid open.trf 1-8 --soft --round 6");
    done(here, "verify open.trf proof.json");
    done(here, "pair open.trf --system burstein --rules 2026");
}

#[test]
fn a_soft_ban_for_one_call_leaves_the_file_as_it_is() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    let first = read(here, "open.trf");
    let wished = run(here, "pair open.trf --forbid-soft 1-8,2-3 --format bbp");
    assert!(
        wished.out.contains("\n3 2\n") && !wished.out.contains("\n1 8\n"),
        "{}",
        wished.out
    );
    let expected = "assumed: 1 Lindqvist, Aron and 8 Tanaka, Haruto should not meet in round 5\n";
    assert!(wished.err.contains(expected), "{}", wished.err);
    assert_eq!(read(here, "open.trf"), first);
}

#[test]
fn a_soft_ban_that_is_none_is_refused() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    let first = read(here, "open.trf");
    for (line, expected) in [
        (
            "forbid open.trf 3-3 --soft",
            "found a ban of 3 Ferreira, Duarte alone, expected two different players",
        ),
        ("forbid open.trf 3-99 --soft", "found player 99"),
        (
            "forbid open.trf 3-8 --soft --until 2",
            "found the rounds 5 to 2, expected the smaller number first",
        ),
        (
            "forbid open.trf 3-8 --soft --lift",
            "the argument '--soft' cannot be used with '--lift'",
        ),
    ] {
        let found = run(here, line);
        assert_ne!(found.exit, 0, "{line}");
        assert!(found.err.contains(expected), "{line}: {}", found.err);
        assert_eq!(read(here, "open.trf"), first, "{line}");
    }
}
