//! The concordance: for every row of an edition table its article, its criterion's file,
//! what the fast engine runs of it, its example and its page.
//!
//! `BLESS=1` writes `docs/contributing/concordance.md` anew; without it a stale page is an error.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use edelweiss_systems::burstein_2026::BURSTEIN_2026;
use edelweiss_weights::{DUTCH_2017, DUTCH_2026, Edition};

use crate::sources::rust_files;

/// What makes classes of players to a criterion, whose costs are then asked of members of theirs: the
/// criterion's type, the function, its file.
const CLASS_FORMS: &[(&str, &str, &str)] = &[
    (
        "Downfloaters",
        "sight",
        "crates/weights/src/criteria/downfloaters.rs",
    ),
    (
        "FloaterScores",
        "sight",
        "crates/weights/src/criteria/downfloaters.rs",
    ),
    (
        "UnpairedMdps",
        "sight",
        "crates/weights/src/criteria/downfloaters.rs",
    ),
    (
        "LookAhead",
        "sight",
        "crates/weights/src/criteria/look_ahead.rs",
    ),
    (
        "ByeUnplayedGames",
        "sight",
        "crates/weights/src/criteria/bye.rs",
    ),
    (
        "TopscorerColour",
        "sight",
        "crates/weights/src/criteria/topscorers.rs",
    ),
    (
        "ColourRefused",
        "sight",
        "crates/weights/src/criteria/colours.rs",
    ),
    (
        "RepeatedFloat",
        "sight",
        "crates/weights/src/criteria/repeated_floats.rs",
    ),
    (
        "RepeatedFloatMdpScore",
        "sight",
        "crates/weights/src/criteria/repeated_floats.rs",
    ),
    (
        "RepeatedFloatDifference",
        "sight",
        "crates/weights/src/criteria/repeated_floats.rs",
    ),
    (
        "PairingScoreDifference",
        "sight",
        "crates/weights/src/criteria/score_differences.rs",
    ),
];

/// A criterion that decides what is possible and has no row to compare: labels and articles of 2026
/// and 2017, what it asks, and the line that states it.
struct Frame {
    labels: [&'static str; 2],
    articles: [&'static str; 2],
    asks: &'static str,
    file: &'static str,
    line: &'static str,
}

const FRAME: &[Frame] = &[
    Frame {
        labels: ["C1", "C.1"],
        articles: ["2.1.1", "C.1"],
        asks: "nobody meets twice",
        file: "crates/model/src/position.rs",
        line: "pub fn have_met(",
    },
    Frame {
        labels: ["C2", "C.2"],
        articles: ["2.1.2", "C.2"],
        asks: "no second bye",
        file: "crates/model/src/position.rs",
        line: "pub bye_allowed:",
    },
    Frame {
        labels: ["C3", "C.3"],
        articles: ["2.1.3", "C.3"],
        asks: "two who must have one colour do not meet",
        file: "crates/model/src/position.rs",
        line: "pub fn colours_clash(",
    },
    Frame {
        labels: ["C4", "C.4"],
        articles: ["2.2.1", "C.4"],
        asks: "the rest can still be paired",
        file: "crates/weights/src/edition.rs",
        line: "pub enum Completion",
    },
    Frame {
        labels: ["C5", ""],
        articles: ["2.3.1", ""],
        asks: "the bye goes to the lowest possible score",
        file: "crates/weights/src/edition.rs",
        line: "pub enum Completion",
    },
];

/// One edition of the page.
struct Part {
    edition: &'static Edition,
    /// The table in the source.
    table: &'static str,
    /// The folder of examples, if it has one.
    examples: Option<&'static str>,
    /// The page of a label, below `docs/src`.
    page: fn(&str) -> String,
    /// Which of the two columns of [`FRAME`].
    frame: Option<usize>,
}

const PARTS: [Part; 3] = [
    Part {
        edition: &DUTCH_2026,
        table: "crates/weights/src/edition.rs",
        examples: Some("dutch-2026"),
        page: |label| format!("rules/2026/{label}.md"),
        frame: Some(0),
    },
    Part {
        edition: &DUTCH_2017,
        table: "crates/weights/src/edition.rs",
        examples: Some("dutch-2017"),
        page: |label| format!("rules/2017/{label}.md"),
        frame: Some(1),
    },
    Part {
        edition: &BURSTEIN_2026,
        table: "crates/systems/src/burstein_2026.rs",
        examples: None,
        page: |_| "systems/burstein-2026.md".to_owned(),
        frame: None,
    },
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The file below `crates/weights/src/criteria` that has the criterion of this type.
fn criterion_file(name: &str) -> String {
    let folder = root().join("crates/weights/src/criteria");
    let has_it = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a source file can be read");
        (text.lines()).any(|line| {
            let rest = line.strip_prefix("pub struct ");
            rest.is_some_and(|rest| rest.split([';', ' ', '<']).next() == Some(name))
        })
    };
    let files: Vec<PathBuf> = rust_files(&folder).into_iter().filter(has_it).collect();
    let [file] = &files[..] else {
        panic!("{name} is defined in {files:?}, expected one file of crates/weights/src/criteria");
    };
    let file = file.file_name().expect("a file has a name");
    format!("crates/weights/src/criteria/{}", file.display())
}

/// The names of the examples of a label, each once.
fn examples(part: &Part, label: &str) -> String {
    let Some(folder) = part.examples else {
        return "–".to_owned();
    };
    let folder = format!("testdata/articles/{folder}/{label}");
    let mut names: Vec<String> = (fs::read_dir(root().join(&folder)).into_iter().flatten())
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "trf"))
        .map(|path| format!("`{folder}/{}`", path.file_name().expect("a name").display()))
        .collect();
    names.sort();
    if names.is_empty() {
        return "–".to_owned();
    }
    names.join(", ")
}

fn page(part: &Part, label: &str) -> String {
    let target = (part.page)(label);
    if root().join("docs/src").join(&target).exists() {
        format!("[{label}](../src/{target})")
    } else {
        "–".to_owned()
    }
}

/// The row of a criterion that decides what is possible.
fn frame_row(part: &Part, frame: &Frame, column: usize) -> String {
    let (label, article) = (frame.labels[column], frame.articles[column]);
    let text = fs::read_to_string(root().join(frame.file)).expect("a source file can be read");
    assert!(
        text.contains(frame.line),
        "{} has no line {}",
        frame.file,
        frame.line
    );
    let stated = frame.line.trim_end_matches(['(', ':']);
    format!(
        "| {label} | {article} | {} | `{stated}` in `{}` | – | {} | {} |\n",
        frame.asks,
        frame.file,
        examples(part, label),
        page(part, label),
    )
}

fn written_page() -> String {
    let mut page = "\
# Concordance

For arbiters who search the code for an article, and programmers who search the Handbook for a line.

From the article to everything that states it.
This page is written by a test from the edition tables (`BLESS=1 cargo test -p edelweiss-testkit --test it concordance`), and the test fails when the page is stale.

- *Row* is the criterion as the edition table has it; the file is the only one that states its cost.
- *Class form* is what the fast engine compiles from the criterion, in the same file.
- The literal procedure counts every criterion of the Dutch editions a second time, in `crates/check/src/literal/counts.rs`.
"
    .to_owned();
    for part in &PARTS {
        write!(
            page,
            "\n## {}\n\nThe table: `{}`.\n\n\
             | Label | Article | Asks | Row | Class form | Example | Page |\n\
             |---|---|---|---|---|---|---|\n",
            part.edition.name, part.table
        )
        .expect("writing to a string cannot fail");
        if let Some(column) = part.frame {
            let frame = FRAME
                .iter()
                .filter(|frame| !frame.labels[column].is_empty());
            page.extend(frame.map(|frame| frame_row(part, frame, column)));
        }
        for rule in part.edition.criteria {
            let shown = format!("{:?}", rule.criterion);
            let name = shown.split([' ', '{']).next().unwrap_or_default();
            let form = (CLASS_FORMS
                .iter()
                .find(|(criterion, ..)| *criterion == name))
            .map_or("–".to_owned(), |(_, function, file)| {
                assert_eq!(*file, criterion_file(name), "{name}");
                format!("`{function}`")
            });
            writeln!(
                page,
                "| {} | {} | {} | `{shown}` in `{}` | {form} | {} | {} |",
                rule.label,
                rule.article,
                rule.summary,
                criterion_file(name),
                examples(part, rule.label),
                self::page(part, rule.label),
            )
            .expect("writing to a string cannot fail");
        }
    }
    page
}

#[test]
fn the_concordance_is_what_the_tables_say() {
    let path = root().join("docs/contributing/concordance.md");
    let written = written_page();
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, &written).expect("the page can be written");
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        page == written,
        "docs/contributing/concordance.md is stale: run with BLESS=1 and read the difference"
    );
}

/// The second count of each criterion stands where the page says.
#[test]
fn the_literal_procedure_counts_every_row() {
    let file = root().join("crates/check/src/literal/counts.rs");
    let text = fs::read_to_string(file).expect("a source file can be read");
    for edition in [&DUTCH_2026, &DUTCH_2017] {
        for rule in edition.criteria {
            let row = format!("\"{}\"", rule.label);
            assert!(
                text.contains(&row),
                "{}: no row {}",
                edition.name,
                rule.label
            );
        }
    }
}
