//! An event of teams from its list to its last result.

use std::fs;

use crate::common::run;

const LIST: &str = "Name,Rating,Club\n\
    Anna,2400,Aarau\nAdam,2300,Aarau\nAlma,2200,Aarau\nBert,2390,Bern\nBeat,2290,Bern\n\
    Carl,2380,Chur\nCleo,2280,Chur\nDora,2370,Davos\nDirk,2270,Davos\nEmil,2360,Emmen\nElla,2260,Emmen\n";

#[test]
fn an_event_of_teams_is_run_from_its_list_to_its_last_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("clubs.csv"), LIST).expect("a list");
    fs::write(
        here.join("round2.txt"),
        "# handed in at noon\n1: 1 3\n2: 4 0\n",
    )
    .expect("line-ups");
    let done = |line: &str| {
        let output = run(here, line);
        assert_eq!(output.exit, 0, "{line}: {output:?}");
        output
    };
    let enter = |results: &[(u16, &str)]| {
        for (board, result) in results {
            done(&format!("result cup.trf {board} {result}"));
        }
    };
    done(
        "new clubs.csv -o cup.trf --rounds 3 --system team-swiss --board-colours WB --team-type FIDE_TEAM_TYPEB_MP_GP --first-colour white",
    );
    let file = || fs::read_to_string(here.join("cup.trf")).expect("the file");
    assert!(file().contains("192 FIDE_TEAM_TYPEB_MP_GP\n352 WB\n"));
    let begun = file();
    // Nobody is seated whom no captain has named.
    let refused = run(here, "pair cup.trf --write");
    assert_eq!(refused.exit, 3, "{refused:?}");
    assert!(
        refused
            .err
            .contains("cup.trf: a round of teams is not written into the file without line-ups"),
        "{refused:?}"
    );
    assert_eq!(file(), begun);
    let written = done("pair cup.trf --write --default-line-ups");
    assert!(
        written
            .err
            .contains("round 1: 2 matches on 4 boards, and 5 Emmen has the bye"),
        "{written:?}"
    );
    let as_trf = run(here, "pair cup.trf --round 1 --format trf");
    assert_eq!(as_trf.exit, 3, "{as_trf:?}");
    // Boards of the sheet follow the matches.
    enter(&[(1, "1-0"), (2, "1-0"), (3, "0-1"), (4, "½")]);
    done("absent cup.trf Davos");
    let paired = done("pair cup.trf");
    assert!(
        paired.out.contains("Not to be paired: 4 Davos (absent)"),
        "{paired:?}"
    );
    let wrong = run(here, "pair cup.trf -w --line-ups 1:1,9 --default-line-ups");
    assert!(
        wrong.err.contains("cup.trf: line-ups, line 1, column 5: board 2: player 9 is no member of team 1 Aarau (record 310)"),
        "{wrong:?}"
    );
    let written = done("pair cup.trf -w --line-ups round2.txt --default-line-ups");
    assert!(
        written.err.contains("round 2: 2 matches on 3 boards"),
        "{written:?}"
    );
    assert!(file().contains("\n300 002 002 001 0004 0000\n300 002 001 002 0001 0003\n"));
    enter(&[(1, "1-0"), (2, "1-0F"), (3, "0-1")]);
    done("bye cup.trf Chur=H");
    done("withdraw cup.trf 5");
    done("withdraw cup.trf 5 --cancel");
    done("pair cup.trf -w --default-line-ups");
    enter(&[(1, "1-0"), (2, "1-0"), (3, "1-0"), (4, "0-1")]);
    let checked = done("check cup.trf");
    assert!(checked.out.contains("3 rounds: 3 equal"), "{checked:?}");
    // A correction says what it means for the matches that were paired from it.
    let corrected = done("result cup.trf --round 1 1 0-1");
    assert!(
        corrected
            .out
            .contains("what has been paired stays: a correction counts from round 4 on"),
        "{corrected:?}"
    );
    assert!(
        corrected
            .out
            .contains("round 2 was paired from what stood before")
            && !corrected.out.contains("are not paired again"),
        "{corrected:?}"
    );
    let ranked = done("standings cup.trf --format csv");
    assert!(ranked.out.lines().count() > 5, "{ranked:?}");
    // Every step is taken back, to the first byte.
    done("undo cup.trf --to 0");
    assert_eq!(file(), begun);
}

#[test]
fn teams_are_kept_apart_by_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("clubs.csv"), LIST).expect("a list");
    let done = |line: &str| {
        let output = run(here, line);
        assert_eq!(output.exit, 0, "{line}: {output:?}");
        output.out
    };
    done("new clubs.csv -o cup.trf --rounds 3 --system team-swiss --board-colours WB");
    let file = || fs::read_to_string(here.join("cup.trf")).expect("the file");
    let begun = file();
    let first = done("pair cup.trf --format bbp");
    let pair: Vec<&str> = (first.lines().nth(1).expect("a match").split(' ')).collect();
    let ban = format!("{}-{}", pair[0], pair[1]);
    let said = done(&format!("forbid cup.trf {ban} --until 2"));
    assert!(
        said.ends_with(" do not meet in the rounds 1 to 2\n"),
        "{said}"
    );
    assert!(file().contains("\n260   1   2 "));
    let other = done("pair cup.trf --format bbp");
    assert!(other.lines().all(|line| {
        let mut numbers = line.split(' ');
        !numbers.all(|number| pair.contains(&number)) || line.split(' ').count() < 2
    }));
    assert_eq!(
        done("forbid cup.trf davos emmen"),
        "4 Davos and 5 Emmen do not meet\n"
    );
    let before = file();
    for (line, words) in [
        (
            "forbid cup.trf 1-9",
            "error: cup.trf: found team 9, which is not in the file\n  hint: the file has 5 teams",
        ),
        ("forbid cup.trf e", "found the team \"e\", which may be "),
        (
            "forbid cup.trf 3-3",
            "found a ban of 3 Chur alone, expected two different teams",
        ),
        (
            "forbid cup.trf 1-3 --round 3 --until 2",
            "found the rounds 3 to 2",
        ),
        (
            "forbid cup.trf 1-3 --soft",
            "--soft is about players, and this file asks for rounds of teams",
        ),
        ("forbid cup.trf --club Bern", "--club is about players"),
        (
            "forbid cup.trf --federation SUI",
            "--federation is about players",
        ),
        (
            "forbid cup.trf 3-5 --lift",
            "found no ban of 3 Chur and 5 Emmen",
        ),
    ] {
        let refused = run(here, line);
        assert_eq!((refused.exit, &refused.out[..]), (3, ""), "{line}");
        assert!(refused.err.contains(words), "{line}: {}", refused.err);
    }
    assert_eq!(file(), before);
    done(&format!("forbid cup.trf {ban} --lift"));
    assert_eq!(
        done("forbid cup.trf 5-4 --lift"),
        "5 Emmen and 4 Davos may meet again\n"
    );
    assert_eq!(file(), begun);
    assert_eq!(done("pair cup.trf --format bbp"), first);
    done("undo cup.trf --to 1");
    assert!(file().contains("\n260   1   2 "));
}

#[test]
fn teams_are_numbered_by_their_ratings_where_the_system_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    // Averages of four: Bern and Chur 2250, Davos too and then 2100; Aarau 1750 of three players; one unrated.
    let list = "Name,Rating,Club\n\
        A1,2400,Aarau\nA2,2300,Aarau\nA3,2300,Aarau\n\
        C1,2300,Chur\nC2,2300,Chur\nC3,2200,Chur\nC4,2200,Chur\nC5,2000,Chur\n\
        B1,2400,bern\nB2,2300,bern\nB3,2200,bern\nB4,2100,bern\nB5,2000,bern\n\
        D1,2500,Davos\nD2,2300,Davos\nD3,2100,Davos\nD4,2100,Davos\nD5,2100,Davos\nD6,,Davos\n";
    fs::write(here.join("clubs.csv"), list).expect("a list");
    for (system, order) in [
        ("olympiad-swiss", ["Davos", "bern", "Chur", "Aarau"]),
        ("team-swiss", ["Aarau", "Chur", "bern", "Davos"]),
    ] {
        let file = format!("{system}.trf");
        let line =
            format!("new clubs.csv -o {file} --rounds 3 --system {system} --board-colours WBWB");
        let made = run(here, &line);
        assert_eq!(made.exit, 0, "{made:?}");
        let is_said = made.err.contains("stand by ratings");
        assert_eq!(is_said, system == "olympiad-swiss", "{made:?}");
        let text = fs::read_to_string(here.join(file)).expect("a file");
        let teams: Vec<&str> = (text.lines().filter(|line| line.starts_with("310")))
            .map(|line| line[8..40].trim())
            .collect();
        assert_eq!(teams, order, "{text}");
    }
}

#[test]
fn what_a_new_event_of_teams_cannot_be_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("clubs.csv"), LIST).expect("a list");
    for (options, words) in [
        (
            "--system team-swiss --team-type FIDE_DUTCH_2026",
            "found the type 'FIDE_DUTCH_2026'",
        ),
        (
            "--system team-swiss --team-type FIDE_TEAM_GP --baku",
            "C.04.7 1.4.4",
        ),
        (
            "--system team-swiss --board-colours WX",
            "a letter W or B for each board",
        ),
        ("--board-colours WB", "expected them for a Swiss of teams"),
    ] {
        let refused = run(
            here,
            &format!("new clubs.csv -o a.trf --rounds 3 {options}"),
        );
        assert_eq!(refused.exit, 3, "{options}: {refused:?}");
        assert!(refused.err.contains(words), "{options}: {refused:?}");
        assert!(!here.join("a.trf").exists(), "{options}");
    }
}
