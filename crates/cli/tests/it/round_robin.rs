//! A round robin from the list of players to the standings.

use std::fs;

use tempfile::TempDir;

use crate::common::{run, run_with};

const PLAYERS: &str = "Name,Rating\nAnna,2400\nBert,2300\nCarl,2200\nDora,2100\nEmil,2000\n";

/// A folder with a round robin of five that is to begin, called `club.trf`.
fn club() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("players.csv"), PLAYERS).expect("a list");
    let made = run(
        folder.path(),
        "new players.csv -o club.trf --rounds 5 --system round-robin --lots 7",
    );
    assert_eq!(made.exit, 0, "{made:?}");
    assert!(made.out.contains("Numbers by lot"), "{made:?}");
    folder
}

fn read(folder: &TempDir) -> String {
    fs::read_to_string(folder.path().join("club.trf")).expect("the file")
}

#[test]
fn everybody_meets_everybody_and_whoever_is_free_has_no_point() {
    let folder = club();
    let here = folder.path();
    for round in 1..=5 {
        let paired = run(here, "pair club.trf --write");
        assert_eq!(paired.exit, 0, "{paired:?}");
        assert!(paired.out.contains("Free in this round: "), "{paired:?}");
        assert!(!paired.out.contains('▼'), "{paired:?}");
        let entered = run(here, "result club.trf 1 1-0 2 1-0F");
        assert_eq!(entered.exit, 0, "round {round}: {entered:?}");
    }
    let late = run(here, "player club.trf --add Fritz");
    assert_eq!(late.exit, 3, "{late:?}");
    assert!(late.err.contains("makes another table"), "{late:?}");
    let over = run(here, "pair club.trf --write");
    assert_eq!(over.exit, 1, "{over:?}");
    let file = read(&folder);
    assert!(file.contains("192 FIDE_ROUNDROBIN\n"), "{file}");
    assert_eq!(file.matches("0000 - Z").count(), 5, "{file}");
    let checked = run(here, "check club.trf");
    assert!(checked.out.contains("5 rounds: 5 equal"), "{checked:?}");
    let standings = run(here, "standings club.trf");
    assert!(standings.out.contains("PTS,DE,WIN,SB,KS"), "{standings:?}");
}

#[test]
fn a_bye_for_whoever_is_free_is_taken_and_another_table_is_not() {
    let folder = club();
    let here = folder.path();
    for _ in 0..2 {
        run(here, "pair club.trf --write");
        run(here, "result club.trf 1 1-0 2 0-1");
    }
    let file = read(&folder);
    let with_bye = file.replace("0000 - Z", "0000 - U");
    let checked = run_with(here, "check -", with_bye.as_bytes());
    assert!(checked.out.contains("2 rounds: 2 equal"), "{checked:?}");
    let as_double = file.replace("FIDE_ROUNDROBIN", "BERGER_ROUNDROBIN_G3");
    let checked = run_with(here, "check -", as_double.as_bytes());
    assert!(checked.out.contains("2 rounds: 2 equal"), "{checked:?}");
    let too_long = file.replace("142 5", "142 6");
    let refused = run_with(here, "pair -", too_long.as_bytes());
    assert_eq!(refused.exit, 3, "{refused:?}");
    assert!(refused.err.contains("expected at most 5"), "{refused:?}");
    // What is asked for by option is not what the file says: another table, and other rounds before the last.
    let doubled = file.replace("142 5", "142 10");
    let forced = run_with(
        here,
        "check - --system double-round-robin",
        doubled.as_bytes(),
    );
    assert!(forced.out.contains("2 rounds: 2 equal"), "{forced:?}");
    // Colours of the other way round are another table.
    let turned = file
        .replace(" w ", " x ")
        .replace(" b ", " w ")
        .replace(" x ", " b ");
    let checked = run_with(here, "check -", turned.as_bytes());
    assert!(
        checked.out.contains("0 equal, 2 with other colours"),
        "{checked:?}"
    );
}

#[test]
fn nobody_is_absent_from_a_game_that_is_fixed() {
    let folder = club();
    let before = read(&folder);
    for line in ["absent club.trf 2", "bye club.trf 2", "withdraw club.trf 2"] {
        let refused = run(folder.path(), line);
        assert_eq!(refused.exit, 3, "{line}: {refused:?}");
        assert!(refused.err.contains("C.05 6.6"), "{line}: {refused:?}");
        assert!(refused.err.contains("1-0F"), "{line}: {refused:?}");
    }
    assert_eq!(read(&folder), before);
    let entered = run(folder.path(), "player club.trf --add Fritz");
    assert_eq!(entered.exit, 0, "{entered:?}");
    let undone = run(folder.path(), "undo club.trf");
    assert_eq!(undone.exit, 0, "{undone:?}");
    assert_eq!(read(&folder), before);
    let announced = format!("{before}240 Z   1    2\n");
    let refused = run_with(folder.path(), "pair -", announced.as_bytes());
    assert_eq!(refused.exit, 3, "{refused:?}");
    assert!(refused.err.contains("C.05 6.6"), "{refused:?}");
}

#[test]
fn whoever_leaves_before_half_of_the_games_counts_for_nobody() {
    let folder = club();
    let here = folder.path();
    // Number 5 plays in round 1 and leaves.
    let rounds = [
        "1 0-1 2 1-0",
        "1 0-1F 2 1-0",
        "1 1-0 2 1-0F",
        "1 1-0 2 1-0",
        "1 1-0 2 0-1F",
    ];
    for results in rounds {
        run(here, "pair club.trf --write");
        let entered = run(here, &format!("result club.trf {results}"));
        assert_eq!(entered.exit, 0, "{entered:?}");
    }
    let points = |options: &str| {
        let table = run(here, &format!("standings club.trf --format csv {options}"));
        assert_eq!(table.exit, 0, "{table:?}");
        table
    };
    let counted = points("");
    let without = points("--withdrawn 5");
    assert!(without.err.contains("of 4 games"), "{without:?}");
    assert_ne!(counted.out, without.out);
    let whole = points("--withdrawn 1");
    assert_eq!(counted.out, whole.out);
    assert!(whole.err.contains("half of them or more"), "{whole:?}");
}

#[test]
fn what_does_not_fit_a_table_is_refused_before_the_event() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a list");
    write("players.csv", PLAYERS);
    write("one.csv", "Name,Rating\nAnna,2400\n");
    for (line, why) in [
        (
            "new players.csv -o a.trf --rounds 4 --system round-robin",
            "expected 5",
        ),
        (
            "new players.csv -o a.trf --rounds 5 --system double-round-robin",
            "expected 10",
        ),
        (
            "new players.csv -o a.trf --rounds 5 --system round-robin --baku",
            "--baku",
        ),
        ("new players.csv -o a.trf --rounds 5 --lots 3", "--lots"),
        (
            "new one.csv -o a.trf --rounds 1 --system round-robin",
            "expected two or more",
        ),
        (
            "generate --system round-robin --players 6 --rounds 6 -o -",
            "rounds",
        ),
    ] {
        let refused = run(folder.path(), line);
        assert_eq!(refused.exit, 3, "{line}: {refused:?}");
        assert!(refused.err.contains(why), "{line}: {refused:?}");
    }
    assert!(!folder.path().join("a.trf").exists());
}

const CLUBS: &str = "Name,Rating,Club\nAnna,2400,Basel\nBert,2300,Zug\nCarl,2200,Basel\nDora,2100,Zug\n\
    Emil,2000,Bern\nFritz,1900,Bern\n";

#[test]
fn clubs_of_a_list_meet_as_teams() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("clubs.csv"), CLUBS).expect("a list");
    let line = "new clubs.csv -o league.trf --rounds 3 --system team-round-robin";
    let made = run(here, &format!("{line} --lots 3"));
    assert_eq!(made.exit, 0, "{made:?}");
    for said in [
        " 1  Bern   2 players\n",
        " 3  Anna   2400\n 4  Carl   2200\n",
        "Next: edelweiss pair league.trf\n",
    ] {
        assert!(made.out.contains(said), "{said}{}", made.out);
    }
    let file = fs::read_to_string(here.join("league.trf")).expect("the file");
    assert!(file.contains("192 FIDE_TEAM_ROUNDROBIN\n"), "{file}");
    assert!(file.contains("310   2 Basel"), "{file}");
    let paired = run(here, "pair league.trf");
    assert!(
        paired.out.contains("Free in this round: 1 Bern\n"),
        "{paired:?}"
    );
    let explained = run(here, "explain league.trf");
    assert!(
        explained.out.contains("2 Basel has White against 3 Zug")
            && explained.out.contains("Annex 1"),
        "{explained:?}"
    );
    let written = run(here, "pair league.trf --write");
    assert_eq!(written.exit, 3, "{written:?}");
    assert!(
        written.err.contains("for the captains to say"),
        "{written:?}"
    );
    let listed = run(here, &format!("{line} --force"));
    assert!(listed.out.contains(" 1  Basel  2 players\n"), "{listed:?}");
    assert!(listed.err.contains("--lots SEED draws them"), "{listed:?}");
    // Whoever has no team, a table of another size, teams that are not there, and one that is to be absent.
    let alone = CLUBS.replace("1900,Bern", "1900,");
    fs::write(here.join("alone.csv"), alone).expect("a list");
    let without: String = (file.split_inclusive('\n'))
        .filter(|line| !line.starts_with("310"))
        .collect();
    fs::write(here.join("without.trf"), without).expect("a file");
    fs::write(here.join("absent.trf"), format!("{file}240 Z   1    2\n")).expect("a file");
    for (line, why) in [
        (
            "new alone.csv -o a.trf --rounds 3 --system team-round-robin",
            "row 7 of the list: Fritz has no club",
        ),
        (
            "new clubs.csv -o a.trf --rounds 4 --system team-double-round-robin",
            "expected 6, in which 3 teams meet",
        ),
        ("pair without.trf", "expected a record 310 for each"),
        (
            "pair absent.trf",
            "team 2 has a bye or is absent in round 1",
        ),
    ] {
        let refused = run(here, line);
        assert_eq!(refused.exit, 3, "{line}: {refused:?}");
        assert!(refused.err.contains(why), "{line}: {refused:?}");
    }
    assert!(!here.join("a.trf").exists());
}

#[test]
fn rounds_of_teams_are_checked_and_their_withdrawals_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    for (system, rounds) in [("team-round-robin", 5), ("team-double-round-robin", 10)] {
        let made = run(
            here,
            &format!("generate --system {system} --players 5 --seed 4 -o made.trf"),
        );
        assert_eq!(made.exit, 0, "{made:?}");
        let checked = run(here, "check made.trf");
        let equal = format!("{rounds} rounds: {rounds} equal");
        assert!(checked.out.contains(&equal), "{checked:?}");
        assert!(checked.out.contains("1 standings, 0 differ"), "{checked:?}");
    }
    run(
        here,
        "generate --system team-round-robin --players 5 --seed 4 -o made.trf",
    );
    let file = fs::read_to_string(here.join("made.trf")).expect("the file");
    let standings = |file: &str, options: &str| {
        run_with(
            here,
            &format!("standings - --format csv {options}"),
            file.as_bytes(),
        )
    };
    let all = standings(&file, "");
    let stayed = standings(&file, "--withdrawn 2");
    assert_eq!(stayed.out, all.out);
    assert!(
        stayed.err.contains("team 2 left after 4 of 4 matches"),
        "{stayed:?}"
    );
    let unknown = standings(&file, "--withdrawn 9");
    assert_eq!(unknown.exit, 3, "{unknown:?}");
    assert!(unknown.err.contains("team 9"), "{unknown:?}");
    // Team 1 was free in round 1 and played in round 2: one of four matches.
    run(
        here,
        "generate --system team-round-robin --players 5 --rounds 2 --seed 4 -o begun.trf",
    );
    let begun = fs::read_to_string(here.join("begun.trf")).expect("the file");
    let begun = begun.replace("142 2", "142 5");
    let left = standings(&begun, "--withdrawn 1");
    assert!(
        left.err
            .contains("team 1 left after 1 of 4 matches: fewer than half"),
        "{left:?}"
    );
    assert!(left.out.contains("\n1,5,0.0,0.0,"), "{left:?}");
    assert_ne!(left.out, standings(&begun, "").out);
    // Other cycles are the same table at first.
    let other = file.replace("FIDE_TEAM_ROUNDROBIN", "BERGER_TEAM_ROUNDROBIN_G2");
    let checked = run_with(here, "check -", other.as_bytes());
    assert!(checked.out.contains("5 rounds: 5 equal"), "{checked:?}");
}

#[test]
fn federations_are_kept_apart_at_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let list = |federations: &[&str]| {
        let rows = federations.iter().enumerate();
        let rows: Vec<String> = rows
            .map(|(place, code)| format!("Player {place:02},{},{code}\n", 2400 - place))
            .collect();
        format!("Name,Rating,Fed\n{}", rows.concat())
    };
    let write = |name: &str, federations: &[&str]| {
        fs::write(here.join(name), list(federations)).expect("a list");
    };
    let four = [
        "SUI", "SUI", "SUI", "FRA", "FRA", "FRA", "ITA", "ITA", "GER", "GER",
    ];
    write("four.csv", &four);
    write("one.csv", &["SUI"; 10]);
    write("few.csv", &["SUI"; 8]);
    let line = "--rounds 9 --system round-robin --by-federation";
    for seed in 0..20 {
        let made = run(
            here,
            &format!("new four.csv -o a.trf --force {line} --lots {seed}"),
        );
        assert_eq!((made.exit, made.err.as_str()), (0, ""), "{seed}: {made:?}");
        assert!(
            made.out.contains("Numbers by lot (C.05 Annex 2)"),
            "{made:?}"
        );
        let file = fs::read_to_string(here.join("a.trf")).expect("the file");
        // The printed groups: the two federations of three have A and B, the others C and D.
        let lines = file.lines().filter(|line| line.starts_with("001"));
        let codes: Vec<&str> = lines.map(|line| &line[53..56]).collect();
        for group in [&[3, 4, 8][..], &[5, 7, 9], &[1, 6], &[2, 10]] {
            let first = codes[group[0] - 1];
            assert!(
                group.iter().all(|number| codes[number - 1] == first),
                "{file}"
            );
        }
    }
    let crowded = run(here, &format!("new one.csv -o b.trf {line} --lots 1"));
    assert_eq!(crowded.exit, 0, "{crowded:?}");
    assert_eq!(
        crowded.err.matches("all the same").count(),
        15,
        "{crowded:?}"
    );
    for (line, why) in [
        (format!("new four.csv -o c.trf {line}"), "expected a seed"),
        (
            "new few.csv -o c.trf --rounds 7 --system round-robin --by-federation --lots 1"
                .to_owned(),
            "found 8 players, expected 9 to 24",
        ),
        (
            "new four.csv -o c.trf --rounds 5 --by-federation --lots 1".to_owned(),
            "expected a round robin of players",
        ),
    ] {
        let refused = run(here, &line);
        assert_eq!(refused.exit, 3, "{line}: {refused:?}");
        assert!(refused.err.contains(why), "{line}: {refused:?}");
    }
    assert!(!here.join("c.trf").exists());
}
