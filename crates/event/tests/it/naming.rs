//! Players as an arbiter names them.

use edelweiss_event::{GivenBye, naming};

use crate::{EVENT, event};

#[test]
fn a_number_or_a_part_of_a_name_that_is_nobody_elses_names_a_player() {
    let file = event(EVENT);
    let tournament = file.tournament();
    for (text, number) in [
        ("3", 3),
        (" 3 ", 3),
        ("cid", 3),
        ("BROWN", 2),
        ("Davis, Dan", 4),
    ] {
        assert_eq!(
            naming::player(tournament, text).expect(text),
            number,
            "{text}"
        );
    }
    for (text, expected) in [
        (
            "9",
            "found player 9, who is not in the file\n  hint: the file has 4 players",
        ),
        ("99999999999", "found player 99999999999, who is not"),
        (
            "Eve",
            "found the player \"Eve\", expected a number or a part of a name",
        ),
        ("", "found the player \"\", expected a number"),
        (
            "a",
            "found the player \"a\", which may be 1 Adams, Ann, 2 Brown, Bea, 3 Clark, Cid",
        ),
    ] {
        let error = naming::player(tournament, text)
            .expect_err(text)
            .to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let all = naming::players(tournament, &["1,4", "Clark, Cid"]).expect("three");
    assert_eq!(all, [1, 4, 3]);
    let error = naming::players(tournament, &["1,9", "Eve"]).expect_err("two");
    assert_eq!(error.problems.len(), 2, "{error}");
}

#[test]
fn pairs_have_hyphens_and_byes_have_a_kind() {
    let file = event(EVENT);
    let tournament = file.tournament();
    let groups = |texts: &[&str]| naming::groups(tournament, texts);
    assert_eq!(
        groups(&["1-2", "3-4,1-2-3"]),
        Ok(vec![vec![1, 2], vec![3, 4], vec![1, 2, 3]])
    );
    assert_eq!(groups(&["Adams", "4"]), Ok(vec![vec![1, 4]]));
    assert_eq!(groups(&[]), Ok(Vec::new()));
    assert!(
        groups(&["1-9"])
            .expect_err("nobody")
            .to_string()
            .contains("player 9")
    );
    let byes = naming::byes(tournament, &["1=F,2=h", "Clark", "4=Z"]).expect("four");
    let kinds = [
        GivenBye::Full,
        GivenBye::Half,
        GivenBye::Half,
        GivenBye::Absent,
    ];
    assert_eq!(
        byes,
        [1, 2, 3, 4].into_iter().zip(kinds).collect::<Vec<_>>()
    );
    for (text, expected) in [
        (
            "1=U",
            "found \"1=U\", a pairing-allocated bye, which the pairing gives",
        ),
        (
            "1=1",
            "found the bye \"1\", expected F (full point), H (half point) or Z",
        ),
        ("9=H", "found player 9"),
    ] {
        let error = naming::byes(tournament, &[text])
            .expect_err(text)
            .to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}
