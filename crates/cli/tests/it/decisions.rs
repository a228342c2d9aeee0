//! `absent`, `bye`, `withdraw` and `forbid`: what an arbiter decides between rounds.

use std::fs;
use std::path::Path;

use crate::common::{folder_with, names_in, run};

fn read(folder: &Path) -> String {
    fs::read_to_string(folder.join("open.trf")).expect("a file")
}

/// What the program says; it must have done what was asked.
fn done(folder: &Path, line: &str) -> String {
    let run = run(folder, line);
    assert_eq!(run.exit, 0, "{line}: {}", run.err);
    run.out
}

#[test]
fn what_is_decided_holds_for_the_next_pairing_and_is_taken_back() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    let first = read(here);
    assert_eq!(
        done(here, "forbid open.trf 2-3"),
        "2 Okonkwo, Chidi and 3 Ferreira, Duarte do not meet\n"
    );
    let said = done(here, "absent open.trf okonkwo");
    assert!(
        said.starts_with("round 5: 2 Okonkwo, Chidi is absent"),
        "{said}"
    );
    let pairs = done(here, "pair open.trf --format bbp");
    let mut numbers = pairs.lines().skip(1).flat_map(|line| line.split(' '));
    assert!(numbers.all(|number| number != "2"), "{pairs}");
    let said = done(here, "bye open.trf Söderberg --round 7");
    assert_eq!(said, "round 7: 17 Söderberg, Ulf has a half-point bye\n");
    let said = done(here, "withdraw open.trf 5");
    assert_eq!(
        said.lines().last(),
        Some(&*format!(
            "{} is not paired from round 5 on",
            name(&first, 5)
        ))
    );
    done(here, "withdraw open.trf 5 --cancel");
    done(here, "bye open.trf 17 --round 7 --cancel");
    done(here, "absent open.trf 2 --cancel");
    let pairs = done(here, "pair open.trf --format bbp");
    assert!(
        !pairs.contains("\n3 2\n") && !pairs.contains("\n2 3\n"),
        "{pairs}"
    );
    done(here, "forbid open.trf 2-3 --lift");
    assert_eq!(read(here), first);
    done(here, "undo open.trf --to 2");
    assert!(
        read(here).contains("\n260   1 999    2    3\n"),
        "{}",
        read(here)
    );
    assert!(
        read(here).contains("\n240 Z   5   21    2\n"),
        "{}",
        read(here)
    );
}

#[test]
fn a_late_entry_and_a_correction_say_what_becomes_of_the_numbers() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    let first = read(here);
    let said = done(here, "player open.trf --add Ng --rating 2300 --sex w");
    let start = "22 Ng is added\nnumber 22, behind everybody: among equal points";
    assert!(said.starts_with(start), "round 4 has been paired: {said}");
    let table = done(here, "pair open.trf");
    assert!(table.contains("  Ng                     22\n"), "{table}");
    done(here, "undo open.trf");
    let said = done(
        here,
        "player open.trf --add Ng --rating 2300 --numbers place",
    );
    assert!(said.starts_with("8 Ng is added\n"), "{said}");
    assert!(
        said.contains("the numbers 8 to 21 become 9 to 22"),
        "{said}"
    );
    assert!(
        said.contains("round 4 was paired from what stood before"),
        "{said}"
    );
    assert!(read(here).contains("\n062 22\n") && read(here).contains("\n240 Z   5   22\n"));
    done(here, "undo open.trf");
    let said = done(here, "player open.trf Brandt --rating 1924");
    assert_eq!(said, "19 Brandt, Emil: rating 1924 (before: 1923)\n");
    assert_eq!(read(here), first.replace(" 1923 GER", " 1924 GER"));
    for (line, expected) in [
        ("player open.trf 3", "found nothing to correct of player 3"),
        (
            "player open.trf 3 --title King",
            "found the title \"King\", expected GM",
        ),
        (
            "player open.trf 3 --rating 100 --numbers place",
            "numbers stay from round 4 on (C.04.2 2.3)",
        ),
        ("player open.trf", "required arguments were not provided"),
    ] {
        let found = run(here, line);
        assert_eq!(
            (found.exit, &found.out[..]),
            (3, ""),
            "{line}: {}",
            found.err
        );
        assert!(found.err.contains(expected), "{line}: {}", found.err);
    }
}

/// `5 Name, Given` of a file.
fn name(file: &str, number: u32) -> String {
    let start = format!("001 {number:>4} ");
    let line = file
        .lines()
        .find(|line| line.starts_with(&start))
        .expect("a line");
    let name: String = line.chars().skip(14).take(33).collect();
    format!("{number} {}", name.trim())
}

#[test]
fn what_cannot_be_is_refused_with_what_to_do_and_not_a_byte_is_changed() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    let first = read(here);
    for (line, expected) in [
        (
            "absent open.trf 99",
            "error: open.trf: found player 99, who is not in the file\n  hint: the file has 21 players",
        ),
        (
            "absent open.trf er",
            "found the player \"er\", which may be ",
        ),
        (
            "absent open.trf 3 --round 4",
            "in round 4, which has been paired\n  hint: who does not appear loses by forfeit",
        ),
        (
            "absent open.trf 3 --round 8",
            "found round 8, expected one from 1 to 7",
        ),
        (
            "absent open.trf 3 --cancel",
            "found neither a bye nor an absence of 3 Ferreira, Duarte in round 5",
        ),
        (
            "bye open.trf 3=U",
            "a pairing-allocated bye, which the pairing gives",
        ),
        ("bye open.trf 3=F,4=H", "found byes of several kinds"),
        (
            "forbid open.trf 3-3",
            "found a ban of 3 Ferreira, Duarte alone, expected two different players",
        ),
        ("forbid open.trf 3-99", "found player 99"),
        (
            "forbid open.trf 3-2 --lift",
            "found no ban of 3 Ferreira, Duarte and 2 Okonkwo, Chidi",
        ),
        (
            "forbid open.trf --club Nowhere",
            "found no player of the club \"Nowhere\"",
        ),
        ("withdraw - 3", "a step changes the file itself"),
    ] {
        let found = run(here, line);
        assert_eq!(
            (found.exit, &found.out[..]),
            (3, ""),
            "{line}: {}",
            found.err
        );
        assert!(found.err.contains(expected), "{line}: {}", found.err);
    }
    assert_eq!(read(here), first);
    assert_eq!(names_in(here), ["open.trf"]);
    done(here, "absent open.trf 3");
    let found = run(here, "bye open.trf 3");
    let expected = "error: open.trf: 3 Ferreira, Duarte is absent in round 5\n  hint: `edelweiss absent FILE 3 --round 5 --cancel` takes that back first\n";
    assert_eq!((found.exit, &found.err[..]), (3, expected));
}

#[test]
fn wishes_of_a_call_are_told_and_leave_the_file_as_it_is() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    let first = read(here);
    let wished = run(
        here,
        "pair open.trf --absent 2 --forbid 1-3 --bye 12=H --seat 6-8 --format bbp",
    );
    assert_eq!(wished.exit, 0, "{}", wished.err);
    let pairs: Vec<&str> = wished.out.lines().collect();
    assert!(
        pairs.contains(&"6 8") || pairs.contains(&"8 6"),
        "{pairs:?}"
    );
    let mut numbers = pairs[1..].iter().flat_map(|line| line.split(' '));
    assert!(
        numbers.all(|number| !["2", "12"].contains(&number)),
        "{pairs:?}"
    );
    for line in [
        "assumed: round 5: 2 Okonkwo, Chidi is absent\n",
        "assumed: round 5: 12 van der Zee, Joost has a half-point bye\n",
        "assumed: 1 Lindqvist, Aron and 3 Ferreira, Duarte do not meet in round 5\n",
        "assumed: seated by hand: 6 and 8\n",
        "the round with this: ",
    ] {
        assert!(wished.err.contains(line), "{line}: {}", wished.err);
    }
    let table = run(here, "pair open.trf --absent 2 --quiet").out;
    assert!(
        table.ends_with("\nassumed: round 5: 2 Okonkwo, Chidi is absent\n"),
        "{table}"
    );
    // What nothing was asked of is as before.
    assert_eq!(
        done(here, "pair open.trf --seat 2-3 --quiet")
            .lines()
            .last(),
        Some("the rules give the same round")
    );
    for line in [
        "pair open.trf --write --absent 2",
        "pair open.trf --seat 4-7 --proof proof",
    ] {
        let found = run(here, line);
        assert_eq!(found.exit, 3, "{line}");
        assert!(
            found.err.contains("hold for this call only"),
            "{}",
            found.err
        );
    }
    assert_eq!(read(here), first);
    assert_eq!(names_in(here), ["open.trf"]);
}
