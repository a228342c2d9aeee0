//! Files of prizes that cannot be used, with the place and the words of the error.

use edelweiss_prizes::PrizeScheme;

#[test]
fn bad_files_are_refused_with_their_place() {
    let one = "[[category]]\nname = 'Open'\n";
    let cases = [
        ("", [1, 1], "no [[category]]"),
        ("currency = 'EUR", [1, 16], "invalid literal string"),
        ("curency = 'EUR'", [1, 1], "unknown field `curency`"),
        (
            "[[category]]\nname = 'Open'",
            [1, 1],
            "missing field `prizes`",
        ),
        (&format!("{one}prizes = []"), [3, 10], "at least one prize"),
        (&format!("{one}prizes = [50, 0]"), [3, 10], "no prize of 0"),
        (
            &format!("{one}prizes = [50, 60]"),
            [3, 10],
            "prize 2 (60.00) is above the one before it (50.00)",
        ),
        (&format!("{one}prizes = [50.5]"), [3, 11], "in quotes"),
        (
            &format!("{one}prizes = ['50.555']"),
            [3, 11],
            "is not a sum",
        ),
        (&format!("{one}prizes = [-5]"), [3, 11], "is not a sum"),
        (
            &format!("{one}prizes = [1]\nsex = 'x'"),
            [4, 7],
            "unknown variant `x`",
        ),
        (
            &format!("{one}prizes = [1]\nborn-from = 08:00:00"),
            [4, 13],
            "is no day",
        ),
        (
            &format!("{one}prizes = [1]\nborn-from = '2008'"),
            [4, 13],
            "",
        ),
        (
            &format!("{one}prizes = [1]\nborn-from = 2008-02-30"),
            [4, 13],
            "",
        ),
        (&format!("{one}prizes = [1]\nplayers = [0]"), [4, 11], "0"),
        (
            &format!("{one}prizes = [1]\n{one}prizes = [1]"),
            [5, 8],
            "a second category",
        ),
        (
            &format!("total = 3\n{one}prizes = [1]"),
            [1, 9],
            "add up to 1.00, not to the total of 3.00",
        ),
        (
            &format!("round-to = 0\n{one}prizes = [1]"),
            [1, 12],
            "smallest unit",
        ),
        (
            &format!("{one}prizes = [1000000000, 1]"),
            [1, 1],
            "more than 1000000000.00",
        ),
        (
            &format!("share = 'half'\n{one}prizes = [1]"),
            [1, 9],
            "unknown variant `half`",
        ),
        (
            "[[category]]\nname = ' '\nprizes = [1]",
            [2, 8],
            "without a name",
        ),
    ];
    for (text, place, words) in cases {
        let error = PrizeScheme::read(text).expect_err(text);
        assert_eq!(error.place, Some(place), "{text}: {error}");
        assert!(error.message.contains(words), "{text}: {error}");
        assert!(!error.message.contains('\n'), "{text}: {error}");
    }
}

#[test]
fn a_whole_file_is_read() {
    let scheme = PrizeScheme::read(
        r#"
        currency = "EUR"
        total = "300.50"
        share = "hort"
        round-to = 1
        [[category]]
        name = "Seniors"
        prizes = [200, "100.50"]
        share = "equal"
        born-until = 1966-12-31
        federation = ["SUI", "AUT"]
        rating-from = 1500
        "#,
    );
    let scheme = scheme.unwrap();
    assert_eq!(scheme.total().to_string(), "300.50");
    assert_eq!(scheme.unit.to_string(), "1.00");
    assert_eq!(
        scheme.categories[0].sharing,
        edelweiss_prizes::Sharing::Equal
    );
    let until = scheme.categories[0].conditions.born_until.unwrap();
    assert_eq!(until.to_string(), "1966/12/31");
}

#[test]
fn the_example_is_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/prizes.toml");
    let scheme = PrizeScheme::read(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(scheme.total().to_string(), "4750.00");
}
