//! Pages of compliance, `docs/src/federations/compliance`: every article has its row, and what a row names is there.
//!
//! The numbers of the articles are transcribed here a second time, from the texts. Chapters whose wording was not at
//! hand have no such list, and their pages say so.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// By page, the numbered articles of the text that have words of their own; `1.2-4` are 1.2, 1.3 and 1.4.
const ARTICLES: [(&str, &str); 6] = [
    ("basic-rules", "1-9"),
    (
        "burstein-2026",
        "0 1.1 1.2.1-2 1.3 1.4 1.5 1.5.1-4 1.6.1-2 1.7 1.7.1.1-2 1.7.2 1.7.2.1-2 1.8 1.8.1 1.8.1.1-2 1.8.2 1.9.1-3 \
         2.1 2.1.1-3 2.2.1 2.3 2.3.1-4 3.1 3.1.1-5 3.2.1.1-3 3.2.2.1-2 4.1-3 5.1 5.2 5.2.1-5",
    ),
    (
        "dubov-2026",
        "0 1.1.1-2 1.2.1-2 1.3.1-2 1.4 1.5 1.6 1.6.1-4 1.7.1-3 1.8.1-2 1.9.1-3 \
         2.1 2.1.1-3 2.2.1 2.3 2.3.1-6 3.1 3.1.1-5 3.2.1-3 3.2.4.1-2 3.2.5-6 \
         4.1 4.1.1-3 4.2.1-3 4.3 4.3.1-3 4.4.1-2 5.1 5.2 5.2.1-5",
    ),
    (
        "dutch-2017",
        "A.1 A.2 A.2.a-b A.3 A.4.a-b A.5 A.6 A.6.a-d A.7-9 B.1.a-c B.2-8 C.1-19 D D.1 D.2 D.2.a-d D.3 D.3.a-b E E.1-5",
    ),
    (
        "dutch-2026",
        "0 1.1 1.2 1.2.1-2 1.3.1-4 1.4.1-4 1.5 1.6 1.7 1.7.1-4 1.8 1.9.1-3 2.1 2.1.1-3 2.2.1 2.3.1 2.4 2.4.1-16 \
         3.1.1-3 3.2.1-4 3.3.1-4 3.4.1 3.5.1-3 3.6.1 3.7.1-3 3.8.1 4.1.1 4.2.1-2 4.3.1 4.3.2 4.3.2.1-4 4.4.1-2 4.5.1 \
         5.1 5.2 5.2.1-5",
    ),
    (
        "team-swiss-2026",
        "Preface 1.1.1-3 1.2.1-2 1.3.1-2 1.4 1.5 1.6.1-2 1.7 1.7.1-2 2.1.1-2 2.2.1 2.3.1-7 3.1.1-2 3.2 3.3.1-3 \
         3.4 3.4.1-4 3.5.1-5 3.6.1-4 4.1 4.2 4.2.1-3 4.3 4.3.1-9",
    ),
];
/// What a page says of a chapter that has no list above.
const NOT_AT_HAND: &str = "was not at hand";
/// The most words that say what an article asks.
const MOST_WORDS: usize = 12;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages by their names, without the one that explains them.
fn pages() -> BTreeMap<String, String> {
    let folder = root().join("docs/src/federations/compliance");
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a page");
        (name.into_owned(), text)
    };
    paths
        .map(read)
        .filter(|(name, _)| name != "README")
        .collect()
}

/// The cells of each row of the only table of a page, its head left out.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("| "));
    let rows = lines.map(|line| line.trim_end_matches(" |").split(" | ").collect());
    rows.skip(1).collect()
}

/// `1.2-4` as 1.2, 1.3 and 1.4, and `D.a-b` as D.a and D.b.
fn written_out(articles: &str) -> Vec<String> {
    let each = |word: &str| -> Vec<String> {
        let (above, range) = word
            .rsplit_once('.')
            .map_or(("", word), |(above, range)| (above, range));
        let Some((first, last)) = range.split_once('-') else {
            return vec![word.to_owned()];
        };
        let dot = if above.is_empty() { "" } else { "." };
        let parts: Vec<String> = if let Ok(first) = first.parse::<u16>() {
            let last = last.parse::<u16>().expect("a number behind a number");
            (first..=last).map(|number| number.to_string()).collect()
        } else {
            let [first, last] = [first, last].map(|end| end.parse::<char>().expect("a letter"));
            (first..=last).map(String::from).collect()
        };
        parts
            .iter()
            .map(|part| format!("{above}{dot}{part}"))
            .collect()
    };
    articles.split_whitespace().flat_map(each).collect()
}

/// Where an article stands among the others of its text: annexes behind everything.
fn place(article: &str) -> Option<Vec<u32>> {
    let (article, behind) = match article.strip_prefix("Annex ") {
        Some(rest) => (rest.split(' ').next()?, 1_000),
        None => (article, 0),
    };
    if article == "Preface" {
        return Some(vec![0]);
    }
    let part = |part: &str| {
        if let Ok(number) = part.parse::<u32>() {
            return Some(number + behind);
        }
        let letter = part.parse::<char>().ok()?;
        letter.is_ascii_alphabetic().then_some(u32::from(letter))
    };
    article.split('.').map(part).collect()
}

/// Whether a text has this name as a word, behind `before`.
fn has_word(text: &str, before: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let found = text.match_indices(name);
    found.into_iter().any(|(at, _)| {
        let (ahead, behind) = (&text[..at], &text[at + name.len()..]);
        ahead.ends_with(before) && !ahead.ends_with(is_part) && !behind.starts_with(is_part)
    })
}

/// What is wrong with the files and items that a cell names: a file, then what is in it. Tests and judges are functions.
fn wrong_names(cell: &str, is_test: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut file: Option<(PathBuf, String)> = None;
    for named in cell.split('`').skip(1).step_by(2) {
        if named.contains('/') {
            let places = [root().join("crates").join(named), root().join(named)];
            let path = places.into_iter().find(|path| path.exists());
            if path.is_none() {
                wrong.push(format!("there is no {named}"));
            }
            file = path.map(|path| {
                let text = fs::read_to_string(&path).unwrap_or_default();
                // A word of a comment is no item.
                let code = text
                    .lines()
                    .filter(|line| !line.trim_start().starts_with("//"));
                let code: Vec<&str> = code.collect();
                (path, code.join("\n"))
            });
        } else if !named.starts_with("edelweiss ") {
            let has_it = file.as_ref().is_some_and(|(path, text)| {
                let is_rust = path.extension().is_some_and(|ending| ending == "rs");
                has_word(text, if is_test && is_rust { "fn " } else { "" }, named)
            });
            if !has_it {
                wrong.push(format!("no {named} in the file before it"));
            }
        }
    }
    wrong
}

/// What is wrong with a row by itself.
fn faults(row: &[&str]) -> Vec<String> {
    let [_, asks, done, held, _] = row else {
        return vec![format!("{} cells, expected five", row.len())];
    };
    let mut faults = wrong_names(done, false);
    faults.extend(wrong_names(held, true));
    let words = asks.split_whitespace().count();
    if !(1..=MOST_WORDS).contains(&words) || *asks == "–" {
        faults.push(format!("{words} words say what it asks"));
    }
    let is_held = held.contains('`');
    if done.starts_with('`') {
        if !is_held && *held != "none" {
            faults.push(format!(
                "done, and held by {held:?}: expected a file or \"none\""
            ));
        }
    } else if done.is_empty() || *done == "–" || *held == "none" {
        faults.push("neither done nor said why not".to_owned());
    }
    faults
}

#[test]
fn every_row_names_what_is_there() {
    let (mut found, mut n_rows) = (Vec::new(), 0);
    for (page, text) in pages() {
        let rows = rows(&text);
        n_rows += rows.len();
        let mut before: Option<Vec<u32>> = None;
        let mut seen = BTreeSet::new();
        for row in rows {
            let article = row[0];
            let place = place(article);
            if place.is_none() || place < before || !seen.insert(article) {
                found.push(format!("{page} {article}: out of its place"));
            }
            before = place;
            found.extend(
                faults(&row)
                    .iter()
                    .map(|fault| format!("{page} {article}: {fault}")),
            );
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(n_rows > 400, "{n_rows} rows");
}

#[test]
fn no_article_is_left_out() {
    let pages = pages();
    for (page, articles) in ARTICLES {
        let text = &pages[page];
        let found: Vec<String> = rows(text).iter().map(|row| row[0].to_owned()).collect();
        assert_eq!(found, written_out(articles), "{page}");
    }
    let listed = ARTICLES.map(|(page, _)| page);
    for (page, text) in pages
        .iter()
        .filter(|(page, _)| !listed.contains(&page.as_str()))
    {
        assert!(
            text.contains(NOT_AT_HAND),
            "{page} needs a list of its articles"
        );
    }
}

#[test]
fn every_page_is_on_the_first_one() {
    let folder = root().join("docs/src/federations/compliance");
    let first = fs::read_to_string(folder.join("README.md")).expect("the first page");
    for page in pages().keys() {
        assert!(first.contains(&format!("({page}.md)")), "{page}");
    }
}

#[test]
fn what_is_wrong_with_a_row_is_found() {
    let own = "`testkit/tests/it/compliance.rs` `faults`";
    let good = ["1", "a thing", own, own, ""];
    assert_eq!(faults(&good), Vec::<String>::new());
    let with = |at: usize, cell: &'static str| {
        let mut row = good;
        row[at] = cell;
        faults(&row).len()
    };
    for (at, cell) in [
        (1, "–"),
        (1, "a b c d e f g h i j k l m"),
        (2, "–"),
        (2, "`testkit/tests/it/complianc.rs`"),
        (2, "`testkit/tests/it/seeds.rs` `faults`"),
        (2, "`faults`"),
        // In a comment only.
        (2, "`testkit/tests/it/readings.rs` `pinned`"),
        // Not a function.
        (3, "`testkit/tests/it/compliance.rs` `MOST_WORDS`"),
        (3, "–"),
    ] {
        assert_eq!(with(at, cell), 1, "{cell}");
    }
    assert_eq!(with(3, "none"), 0);
    let order = [
        "Preface",
        "1",
        "1.2",
        "1.10",
        "2",
        "A.1",
        "A.2.a",
        "A.2.b",
        "B.1",
        "Annex 1 (b)",
        "Annex 2",
    ];
    let places: Vec<_> = order
        .iter()
        .map(|article| place(article).expect("a number"))
        .collect();
    assert!(places.is_sorted() && place("C1").is_none());
    let all = ["1.2", "1.3", "D.a", "D.b", "4", "5", "E"].map(str::to_owned);
    assert_eq!(written_out("1.2-3 D.a-b 4-5 E"), all);
}

/// C.04.2 1.1: what pairs a round is a published system, and its page says which text of FIDE that is.
#[test]
fn every_system_names_the_text_that_it_follows() {
    for row in edelweiss_systems::registry::systems() {
        let page = fs::read_to_string(root().join("docs/src").join(row.page)).expect(row.name);
        let names_it = page.contains("FIDE");
        assert!(names_it, "{}: {}", row.name, row.page);
    }
}
