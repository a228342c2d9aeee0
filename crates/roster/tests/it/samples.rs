//! Every list of `testdata`, with what is told of it beside it (`.told`); `BLESS=1` writes that anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use edelweiss_roster::{PlayerList, RosterOptions, looks_like_a_list, read};

/// What a list was read as, in words.
pub(crate) fn told(list: &PlayerList) -> String {
    let mut out = format!("{:?}, headings {:?}\n", list.source, list.heading_row);
    for column in &list.columns {
        let field = column.field.map_or("-", |field| field.code());
        writeln!(
            out,
            "column {} {:?}: {field} ({})",
            column.number,
            column.heading,
            column.by.code()
        )
        .expect("a string grows");
    }
    for remark in &list.remarks {
        writeln!(out, "remark: {remark}").expect("a string grows");
    }
    for player in &list.players {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let title = player.title.map_or("", |title| title.code());
        let rating = player
            .rating
            .map_or(String::new(), |rating| rating.to_string());
        let sex = player.sex.map_or(String::new(), |sex| format!("{sex:?}"));
        let number = player
            .fide_number
            .map_or(String::new(), |number| number.to_string());
        let birth = player
            .birth
            .map_or(String::new(), |birth| birth.to_string());
        let cells = [
            player.row.to_string(),
            player.name.clone(),
            title.to_owned(),
            rating,
            sex,
            text(&player.federation),
            number,
            birth,
            text(&player.club),
            text(&player.group),
        ];
        writeln!(out, "{}", cells.join("|")).expect("a string grows");
    }
    out
}

/// The lists of a folder of samples, sorted.
pub(crate) fn samples(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata")
        .join(folder);
    let mut paths: Vec<PathBuf> = (std::fs::read_dir(folder).expect("samples"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension != "told")
        })
        .filter(|path| {
            let is_sheet = path
                .extension()
                .is_some_and(|found| ["xlsx", "ods", "zip"].iter().any(|sheet| found == *sheet));
            cfg!(feature = "spreadsheets") || !is_sheet
        })
        .collect();
    paths.sort();
    paths
}

fn check(folder: &str, tell: impl Fn(&str, &[u8]) -> String) {
    let paths = samples(folder);
    assert!(paths.len() > 8, "{folder}");
    for path in paths {
        let bytes = std::fs::read(&path).expect("a sample");
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let found = tell(&name, &bytes);
        let expected = path.with_file_name(format!("{name}.told"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &found).expect("writable");
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn good_lists_are_read_as_told() {
    check("good", |name, bytes| {
        let list = read(bytes, name, &RosterOptions::default());
        let list = list.unwrap_or_else(|failure| panic!("{failure}"));
        told(&list)
    });
}

#[test]
fn bad_lists_are_refused_as_told() {
    check("bad", |name, bytes| {
        match read(bytes, name, &RosterOptions::default()) {
            Ok(list) => panic!("{name} is read:\n{}", told(&list)),
            Err(failure) => format!("{failure}\n"),
        }
    });
}

#[test]
fn lists_are_told_from_other_files() {
    for path in samples("good") {
        let bytes = std::fs::read(&path).expect("a sample");
        // Names alone are not enough.
        let bare = ["names-only.txt", "names-heading.csv", "unknown-heading.csv"];
        let is_bare = bare.iter().any(|name| path.ends_with(name));
        assert_eq!(looks_like_a_list(&bytes), !is_bare, "{}", path.display());
    }
    for text in [
        "",
        "hello",
        "001    1      Adams, Ann\n",
        "{\"a\": 1, \"b\": 2}",
        "a,b\nc,d,e\n",
    ] {
        assert!(!looks_like_a_list(text.as_bytes()), "{text}");
    }
}

#[test]
fn a_list_of_ten_thousand_is_refused_and_one_less_is_read() {
    let list = |n: usize| {
        let names: Vec<String> = (0..n).map(|number| format!("Player {number}\n")).collect();
        read(
            format!("Name\n{}", names.concat()).as_bytes(),
            "all.csv",
            &RosterOptions::default(),
        )
    };
    assert_eq!(list(9_999).expect("it fits").players.len(), 9_999);
    let failure = list(10_000).expect_err("one too many");
    assert!(failure.is_limit);
    let words = "all.csv:10001: the list has 10000 players, expected at most 9999, as many as";
    assert!(failure.to_string().starts_with(words), "{failure}");
}
