//! `edelweiss ratings`: rating changes as a table, for programs, and with every game.

use std::fs;

use serde_json::Value;

use crate::common::{folder_with, run};

/// 2100 wins against 1900 (76 per cent), draws with 2500 (8 per cent), loses by forfeit, and has a bye;
/// 1900 wins against a player without a rating.
const FILE: &str = "\
012 Club
042 2026/05/01
001    1      Adams, \"Ann\"                      2100                 2010/01/01  2.5    1     2 w 1     3 b =     4 w -  0000 - F
001    2      Brown, Bea                        1900                             1.0    3     1 b 0  0000 - Z  0000 - Z     4 b 1
001    3      Clark, Cid                        2500                             0.5    4  0000 - Z     1 w =  0000 - Z  0000 - Z
001    4      Davis, Dan                                                         1.0    2  0000 - Z  0000 - Z     1 b +     2 w 0
";

#[test]
fn changes_are_those_of_the_table() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("club.trf"), FILE).expect("writable");
    let page = run(folder.path(), "ratings club.trf");
    assert_eq!((page.exit, page.err.as_str()), (0, ""));
    for line in [
        "Club: rating changes by B.02, edition of 2025 (by the date of the file), not rounded\n",
        "  1  Adams, \"Ann\"  2100      2    1.5      0.84  +0.66  +26.4\n",
        "  3  Clark, Cid    2500      1    0.5      0.92  -0.42               -4.2\n",
        "K follows from games before this event for 1 of 3 players: --k says it\n",
        "Without a rating, for whom nothing is computed: 4\n",
    ] {
        assert!(page.out.contains(line), "{line}{}", page.out);
    }
    let csv = run(
        folder.path(),
        "ratings club.trf --format csv --k 20 --k 1=10",
    );
    let expected = "\
TPN,NAME,RATING,GAMES,SCORE,EXPECTED,DIFFERENCE,K40,K20,K10,KBY
1,\"Adams, \"\"Ann\"\"\",2100,2,1.5,0.84,0.66,,,6.6,given
2,\"Brown, Bea\",1900,1,0.0,0.24,-0.24,,-4.8,,given
3,\"Clark, Cid\",2500,1,0.5,0.92,-0.42,,-8.4,,given
";
    assert_eq!(csv.out, expected);
    let formula = FILE.replace("Brown, Bea", "=SUM(A1:A9");
    fs::write(folder.path().join("formula.trf"), formula).expect("writable");
    let csv = run(folder.path(), "ratings formula.trf --format csv");
    assert!(csv.out.contains("\n2,'=SUM(A1:A9,1900,"), "{}", csv.out);
    let json = run(folder.path(), "ratings club.trf --format json --rules 2024");
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(
        (&json["edition"], &json["edition_by"]),
        (&2024.into(), &"option".into())
    );
    let game = &json["players"][0]["games"][1];
    assert_eq!(
        (&game["difference"], &game["expected"]),
        (&(-400).into(), &"0.08".into())
    );
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let folder = folder_with(&["examples/open.trf"]);
    let old = FILE.replace("2026/05/01", "2024/02/29");
    fs::write(folder.path().join("old.trf"), old).expect("writable");
    for (words, said) in [
        (
            "open.trf --rules 2023",
            "--rules: found 2023, expected 2025 or 2024",
        ),
        ("open.trf --k 15", "found '15', expected 40, 20 or 10"),
        ("open.trf --k x=20", "found 'x=20'"),
        ("open.trf --k 99=20", "--k: there is no player 99"),
        (
            "old.trf",
            "old.trf: the event begins on 2024/02/29, and no edition of B.02 before",
        ),
    ] {
        let found = run(folder.path(), &format!("ratings {words} -o out"));
        assert!(
            found.exit == 3 && found.err.contains(said),
            "{words}: {}",
            found.err
        );
        assert!(!folder.path().join("out").exists(), "{words}");
    }
    assert_eq!(run(folder.path(), "ratings old.trf --rules 2024").exit, 0);
}
