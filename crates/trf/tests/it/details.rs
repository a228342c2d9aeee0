//! What a file says of players and of the event beside what decides pairings.

use std::collections::BTreeMap;

use edelweiss_model::Tpn;
use edelweiss_trf::{
    Document, Encoding, LineEnd, PlayerDetails, ReadOptions, days, decode_text, read,
};

const FILE: &str = "\
012 Club evening
142 3
001    1      Žižek, Ann                        2100 SLO                         0.0    1
001    2      Brown, Bea
### a comment
";

fn details() -> BTreeMap<Tpn, PlayerDetails> {
    let of = |fide_number, birth: &str, club: &str, group: &str| {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        PlayerDetails {
            fide_number,
            birth: some(birth),
            club: some(club),
            group: some(group),
        }
    };
    let number = |number| Tpn::new(number).expect("a number there is");
    BTreeMap::from([
        (number(1), of(Some(14_600_123), "1990/04/02", "ŠK Bled", "")),
        (number(2), of(None, "1985/00/00", "", "U 1600")),
    ])
}

#[test]
fn details_are_written_into_their_columns_and_read_back() {
    let document = Document::parse(FILE.as_bytes(), "club.trf").expect("a file");
    assert_eq!(document.details(), BTreeMap::new());
    let with = document.with_details(&details());
    let expected = "\
012 Club evening
142 3
001    1      Žižek, Ann                        2100 SLO    14600123 1990/04/02  0.0    1
001    2      Brown, Bea                                             1985/00/00
### a comment
### club     1 ŠK Bled
### group    2 U 1600
";
    assert_eq!(with.write(LineEnd::Lf), expected);
    assert_eq!(with.details(), details());
    let before = read(FILE.as_bytes(), "club.trf", &ReadOptions::default()).expect("a tournament");
    let after =
        read(expected.as_bytes(), "club.trf", &ReadOptions::default()).expect("a tournament");
    assert_eq!(before.tournament, after.tournament);
    assert_eq!(after.warnings, before.warnings);
}

#[test]
fn records_of_the_event_stand_in_the_order_of_their_codes() {
    let document = Document::parse(FILE.as_bytes(), "club.trf").expect("a file");
    let records = [
        ("012", "An open"),
        ("052", "2026/09/02"),
        ("112", "First"),
        ("112", "Second"),
        ("022", "Bled\n012 no second line"),
        ("032", ""),
        ("222", "5400+30"),
    ];
    let text = document.with_event_records(&records).write(LineEnd::Lf);
    let header: Vec<&str> = text.lines().take(7).collect();
    let expected = [
        "012 An open",
        "022 Bled 012 no second line",
        "052 2026/09/02",
        "112 First",
        "112 Second",
        "142 3",
        "222 5400+30",
    ];
    assert_eq!(header, expected);
    assert!(text.ends_with(&FILE[FILE.find("001").expect("a player")..]));
}

#[test]
fn texts_beside_tournament_files_are_decoded_as_these_are() {
    let bom = b"\xef\xbb\xbfName\n";
    for (bytes, asked, expected) in [
        (&bom[..], None, Some(("Name\n", Encoding::Utf8))),
        (
            b"Name;M\xfcller\n",
            None,
            Some(("Name;Müller\n", Encoding::Windows1252)),
        ),
        // A letter of Windows-1250 only; and a federation where letters do not tell.
        (
            b"Name;\x8fi\x9eek\n",
            None,
            Some(("Name;Źižek\n", Encoding::Windows1250)),
        ),
        (
            b"Nov\xe1k\xf8;CZE\n",
            None,
            Some(("Novákř;CZE\n", Encoding::Windows1250)),
        ),
        (b"N\0a\0m\0e\0", None, Some(("Name", Encoding::Utf16Le))),
        (b"Na\0me", None, None),
        (b"M\xfcller", Some(Encoding::Utf8), None),
    ] {
        let expected = expected.map(|(text, encoding)| (text.to_owned(), encoding));
        assert_eq!(decode_text(bytes, asked), expected, "{bytes:?}");
    }
}

#[test]
fn days_are_every_reading_of_a_date() {
    let words = |text| {
        let days = days(text);
        days.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(words("26. Juni 1990"), ["1990/06/26"]);
    assert_eq!(words("03/04/2010"), ["2010/04/03", "2010/03/04"]);
    assert!(words("soon").is_empty());
}
