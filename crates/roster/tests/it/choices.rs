//! What the caller says of a list.

use edelweiss_roster::{RatingKind, RosterOptions, read};
use edelweiss_trf::Encoding;

const LIST: &str = "\
Nr;Name;Elo;DWZ;Rapid;Handicap
1;Ann;2000;1950;;7
2;Bea;;1900;1850;8
";

fn ratings(options: &RosterOptions) -> Result<Vec<Option<u16>>, String> {
    let list = read(LIST.as_bytes(), "list.csv", options).map_err(|failure| failure.to_string())?;
    Ok(list.players.iter().map(|player| player.rating).collect())
}

#[test]
fn the_rating_that_counts_can_be_chosen() {
    for (rating, expected) in [
        (None, [Some(2000), None]),
        (Some(RatingKind::Standard), [Some(2000), None]),
        (Some(RatingKind::National), [Some(1950), Some(1900)]),
        (Some(RatingKind::Rapid), [None, Some(1850)]),
    ] {
        let options = RosterOptions {
            rating,
            ..RosterOptions::default()
        };
        assert_eq!(ratings(&options), Ok(expected.to_vec()));
    }
    let options = RosterOptions {
        rating: Some(RatingKind::Blitz),
        ..RosterOptions::default()
    };
    let error = ratings(&options).expect_err("there is none");
    assert!(
        error.starts_with("list.csv: found no column with the blitz rating"),
        "{error}"
    );
}

#[test]
fn columns_can_be_named_by_number_and_by_heading() {
    for column in ["6", "Handicap", "handicap"] {
        let choice = format!("rating={column}").parse().expect("a choice");
        let options = RosterOptions {
            columns: vec![choice],
            ..RosterOptions::default()
        };
        assert_eq!(ratings(&options), Ok(vec![Some(7), Some(8)]));
    }
    for (text, words) in [
        (
            "rating",
            "expected a field and its column, such as rating=5",
        ),
        (
            "elo=5",
            "found the field 'elo', expected one of name, last-name",
        ),
        ("rating=", "expected a column behind the '='"),
    ] {
        let error = text
            .parse::<edelweiss_roster::ColumnChoice>()
            .expect_err("no choice");
        assert!(error.contains(words), "{error}");
    }
    let options = RosterOptions {
        columns: vec!["rating=9".parse().expect("a choice")],
        ..RosterOptions::default()
    };
    let error = ratings(&options).expect_err("no such column");
    assert!(
        error.contains("found the column '9' for the rating, expected"),
        "{error}"
    );
}

#[test]
fn an_encoding_that_is_given_is_not_guessed() {
    let bytes = b"Name\n\x8fivkovi\xe6\n";
    let of = |encoding| {
        let options = RosterOptions {
            encoding,
            ..RosterOptions::default()
        };
        read(bytes, "list.csv", &options).map(|list| list.players[0].name.clone())
    };
    assert_eq!(of(None).as_deref(), Ok("Źivković"));
    assert_eq!(of(Some(Encoding::Windows1250)).as_deref(), Ok("Źivković"));
    let error = of(Some(Encoding::Utf8)).expect_err("it is not");
    assert!(
        error
            .to_string()
            .contains("the list is not in the encoding UTF-8"),
        "{error}"
    );
}

#[cfg(feature = "spreadsheets")]
#[test]
fn a_sheet_is_chosen_by_its_name() {
    let bytes = include_bytes!("../../testdata/bad/two-sheets.xlsx");
    let of = |sheet: &str| {
        let options = RosterOptions {
            sheet: Some(sheet.to_owned()),
            ..RosterOptions::default()
        };
        read(bytes, "two.xlsx", &options)
    };
    assert_eq!(of("B").expect("a sheet").players[0].name, "Bea");
    let error = of("C").expect_err("no sheet").to_string();
    assert!(
        error.starts_with("two.xlsx: found no sheet 'C', expected one of 'A', 'B'"),
        "{error}"
    );
    let options = RosterOptions {
        sheet: Some("A".to_owned()),
        ..RosterOptions::default()
    };
    let error = read(LIST.as_bytes(), "list.csv", &options)
        .expect_err("no spreadsheet")
        .to_string();
    assert!(
        error.contains("expected a spreadsheet, since a sheet is asked for"),
        "{error}"
    );
}
