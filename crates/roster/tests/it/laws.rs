//! Laws over any bytes and any list.

use edelweiss_model::{Date, FideTitle, Sex};
use edelweiss_roster::{BirthDate, ListedPlayer, RosterOptions, read};
use encoding_rs::WINDOWS_1252;
use quickcheck::{Arbitrary, Gen};

use crate::samples::samples;

/// The columns of a list that is made up.
const HEADINGS: [&str; 9] = [
    "Name", "Elo", "Title", "Sex", "Fed", "FIDE ID", "Birth", "Club", "Group",
];

fn name(g: &mut Gen) -> String {
    // Everything that separators, quotes and encodings could get wrong; all of it is in Windows-1252.
    const PARTS: [&str; 12] = [
        "Müller",
        "O'Neil",
        "da Silva",
        "Özil-Graf",
        "A \"B\" C",
        "x;y",
        "p|q",
        "tab",
        "Ann",
        "Ñu, Éa",
        "1st",
        "Š",
    ];
    let n = 1 + usize::arbitrary(g) % 3;
    let parts: Vec<&str> = (0..n).map(|_| *g.choose(&PARTS).expect("a part")).collect();
    parts.join(" ")
}

fn player(g: &mut Gen, index: usize) -> ListedPlayer {
    let mut some = |text: &str| bool::arbitrary(g).then(|| text.to_owned());
    let (club, group, federation) = (some("SK \"A\", 1"), some("U 16; w"), some("ESP"));
    let day = Date {
        year: 1990 + u16::arbitrary(g) % 30,
        month: 1 + u8::arbitrary(g) % 12,
        day: 1 + u8::arbitrary(g) % 28,
    };
    let titles = [FideTitle::GM, FideTitle::WCM, FideTitle::CM];
    let births = [
        BirthDate::Year(1900 + u16::arbitrary(g) % 120),
        BirthDate::Day(day),
    ];
    let birth = *g.choose(&births).expect("a birth");
    ListedPlayer {
        name: name(g),
        title: bool::arbitrary(g).then(|| *g.choose(&titles).expect("a title")),
        sex: *g
            .choose(&[None, Some(Sex::Male), Some(Sex::Female)])
            .expect("a sex"),
        rating: Some(u16::arbitrary(g) % 10_000).filter(|rating| *rating > 0),
        federation,
        fide_number: bool::arbitrary(g).then(|| 100_000 + index as u64),
        birth: bool::arbitrary(g).then_some(birth),
        club,
        group,
        row: index as u32 + 2,
    }
}

/// The cells of a player in the order of [`HEADINGS`].
fn cells(player: &ListedPlayer) -> [String; 9] {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    [
        player.name.clone(),
        number(player.rating.map(u64::from)),
        player
            .title
            .map_or(String::new(), |title| title.to_string()),
        player
            .sex
            .map_or("", |sex| if sex == Sex::Male { "m" } else { "f" })
            .to_owned(),
        text(&player.federation),
        number(player.fide_number),
        player
            .birth
            .map_or(String::new(), |birth| birth.to_string()),
        text(&player.club),
        text(&player.group),
    ]
}

/// The list as text, its columns in some order.
fn written(players: &[ListedPlayer], order: &[usize], separator: char, line_end: &str) -> String {
    let row = |cells: &[String]| {
        let cells = order
            .iter()
            .map(|index| format!("\"{}\"", cells[*index].replace('"', "\"\"")));
        cells.collect::<Vec<_>>().join(&separator.to_string()) + line_end
    };
    let rows = players.iter().map(|player| row(&cells(player)));
    std::iter::once(row(&HEADINGS.map(str::to_owned)))
        .chain(rows)
        .collect()
}

fn encoded(text: &str, encoding: u8) -> Vec<u8> {
    match encoding % 4 {
        0 => text.as_bytes().to_vec(),
        1 => format!("\u{feff}{text}").into_bytes(),
        2 => format!("\u{feff}{text}")
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect(),
        _ => WINDOWS_1252.encode(text).0.into_owned(),
    }
}

#[test]
fn a_list_reads_back_in_any_order_of_columns_separator_and_encoding() {
    let mut g = Gen::from_size_and_seed(20, 2_026);
    for round in 0..400 {
        let n = 1 + usize::arbitrary(&mut g) % 8;
        let players: Vec<ListedPlayer> = (0..n).map(|index| player(&mut g, index)).collect();
        let mut order: Vec<usize> = (0..HEADINGS.len()).collect();
        for index in 1..order.len() {
            order.swap(index, usize::arbitrary(&mut g) % (index + 1));
        }
        let separator = *g.choose(&[',', ';', '\t', '|']).expect("a separator");
        let line_end = *g.choose(&["\n", "\r\n", "\r"]).expect("a line end");
        let text = written(&players, &order, separator, line_end);
        let bytes = encoded(&text, u8::arbitrary(&mut g));
        let list = read(&bytes, "list.csv", &RosterOptions::default());
        let list = list.unwrap_or_else(|failure| panic!("list {round}: {failure}\n{text}"));
        assert_eq!(list.players, players, "list {round}:\n{text}");
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let mut g = Gen::from_size_and_seed(200, 42);
    for _ in 0..3_000 {
        let bytes = Vec::<u8>::arbitrary(&mut g);
        let _ = read(&bytes, "list", &RosterOptions::default());
        let text = String::arbitrary(&mut g);
        let _ = read(text.as_bytes(), "list", &RosterOptions::default());
    }
}

/// Samples, changed: bytes put in, taken out, turned and doubled. Whatever is read has players with names
/// and small ratings; whatever is refused says where.
#[test]
fn changed_lists_are_read_or_refused() {
    const PIECES: [&[u8]; 14] = [
        b"\"",
        b"\n",
        b";",
        b",",
        b"\t",
        b"\0",
        b"\xff\xfe",
        b"Name",
        b"\r",
        b"25000",
        b"<",
        b"|",
        b"\xef\xbb\xbf",
        b"00",
    ];
    let mut g = Gen::from_size_and_seed(50, 7);
    let (mut n_read, mut n_refused) = (0, 0);
    let paths: Vec<_> = samples("good").into_iter().chain(samples("bad")).collect();
    for path in paths {
        let sample = std::fs::read(&path).expect("a sample");
        let is_sheet = sample.starts_with(b"PK");
        for _ in 0..if is_sheet { 60 } else { 120 } {
            let mut bytes = sample.clone();
            for _ in 0..=usize::arbitrary(&mut g) % 4 {
                let place = usize::arbitrary(&mut g) % (bytes.len() + 1);
                let end = (place + usize::arbitrary(&mut g) % 9).min(bytes.len());
                match u8::arbitrary(&mut g) % 5 {
                    0 => drop(bytes.drain(place..end)),
                    1 => drop(bytes.splice(
                        place..place,
                        g.choose(&PIECES).expect("a piece").iter().copied(),
                    )),
                    2 => bytes.truncate(place.max(1)),
                    3 => bytes[place..end].fill(u8::arbitrary(&mut g)),
                    _ => bytes.extend_from_within(place..end),
                }
            }
            match read(&bytes, "list", &RosterOptions::default()) {
                Ok(list) => {
                    n_read += 1;
                    assert!((1..=9_999).contains(&list.players.len()));
                    for player in &list.players {
                        assert!(!player.name.is_empty());
                        assert!(
                            player
                                .rating
                                .is_none_or(|rating| (1..=9_999).contains(&rating))
                        );
                    }
                }
                Err(failure) => {
                    n_refused += 1;
                    assert!(failure.to_string().starts_with("list"), "{failure}");
                }
            }
        }
    }
    assert!(
        n_read > 400 && n_refused > 400,
        "{n_read} read, {n_refused} refused"
    );
}
