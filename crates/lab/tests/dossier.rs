//! The dossier of two small comparisons: every figure of the index, the pages beside it, and what is refused.

use std::fs;
use std::path::Path;

use edelweiss_lab::dossier::{gather, runs_of};

const HEAD: &str = r#"{"format":"edelweiss.compare-journal","version":1,"seed":1,"identity":"x"}"#;

/// Three tournaments of ours: one alike, one with a difference of each kind of verdict, one not compared.
const OURS: &str = concat!(
    r#"{"case":"generated/000001","rounds":5,"pairs":30,"classes":{"equal":3,"colours":1,"pairing":1},"#,
    r#""differences":[{"round":2,"class":"colours","mark":"C8","fault":"theirs","size":[12,1],"smallest":[4,1],"#,
    r#""file":"differences/generated-000001-r2.trf","text":"t"},{"round":3,"class":"pairing","mark":"C6","#,
    r#""fault":"open","size":[12,2],"smallest":null,"file":null,"text":"t"}],"#,
    r#""ranks":{"values":90,"differences":[{"player":3,"column":"STD","ours":"2.5","theirs":"2.0","reason":"draws"},"#,
    r#"{"player":4,"column":"BH","ours":"7.5","theirs":"7.0","reason":"unknown"}]}}"#,
    "\n",
    r#"{"case":"generated/000000","rounds":5,"pairs":30,"classes":{"equal":5},"ranks":{"values":90}}"#,
    "\n",
    r#"{"case":"generated/000002","rounds":0,"pairs":0,"classes":{},"error":"no pairing in round 7"}"#,
    "\n",
    // Cut off by a lost machine: it is no tournament yet.
    r#"{"case":"generated/000003","#,
);

const THEIRS: &str =
    "{\"case\":\"generated/000000\",\"rounds\":2,\"pairs\":8,\"classes\":{\"equal\":2}}\n";

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
    fs::write(path, text).expect("writable");
}

#[test]
fn the_index_has_every_figure_and_links_the_pages() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let folder = folder.path();
    write(
        folder,
        "bbp-2026/we-generate/journal.jsonl",
        &format!("{HEAD}\n{OURS}"),
    );
    write(
        folder,
        "bbp-2026/they-generate/journal.jsonl",
        &format!("{HEAD}\n{THEIRS}"),
    );
    write(folder, "bbp-2026/program.txt", "bbpPairings 6.0.0\n");
    let book = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src"));
    let runs = gather(folder, book, "edelweiss 0.1.0 (commit c)").expect("a dossier");
    assert_eq!(
        runs.iter()
            .map(edelweiss_lab::dossier::DossierRun::unexplained)
            .collect::<Vec<_>>(),
        [0, 1]
    );
    assert_eq!(runs[1].unexplained_values(), 1);
    let index = fs::read_to_string(folder.join("index.md")).expect("an index");
    let journal = |name: &str| format!("[bbp-2026/{name}](bbp-2026/{name}/journal.jsonl)");
    for line in [
        "edelweiss 0.1.0 (commit c)",
        &format!(
            "| bbpPairings 6.0.0 | {} | 3 | 1 | 10 | 60 | 2 | 1 |",
            journal("we-generate")
        ),
        &format!(
            "| bbpPairings 6.0.0 | {} | 1 | 0 | 2 | 8 | 0 | 0 |",
            journal("they-generate")
        ),
        "| bbpPairings 6.0.0 | bbp-2026/we-generate | 2 | 0 | 180 | 2 | 1 |",
        "- bbp-2026/we-generate: 1 values, STD: compared with a draw in every round",
        "| bbp-2026/we-generate | other colours only | C8 | the rules are on our side | 1 | \
         [file](bbp-2026/we-generate/differences/generated-000001-r2.trf) |",
        "| bbp-2026/we-generate | paired differently | C6 | no judge decides | 1 |  |",
        "- bbp-2026/we-generate: 1 times: no pairing in round ",
    ] {
        assert!(index.contains(line), "{line}\n{index}");
    }
    let pages = index
        .split("](book/")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let pages: Vec<&str> = pages.collect();
    assert!(pages.len() >= 5, "{index}");
    for page in pages {
        assert!(folder.join("book").join(page).is_file(), "{page}");
    }
    // Again, over what is there.
    assert!(gather(folder, book, "x").is_ok());
}

#[test]
fn what_is_no_comparison_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let folder = folder.path();
    let told = |expected: &str| {
        let error = runs_of(folder).expect_err("nothing to gather");
        assert!(error.contains(expected), "{error}");
    };
    told("no folder in it");
    for (journal, words) in [
        ("", "line 1: expected the head of a journal"),
        ("{}\n", "line 1: expected the head of a journal"),
        (
            "{\"format\":\"y\",\"version\":1,\"seed\":1,\"identity\":\"x\"}\n",
            "line 1",
        ),
        (&format!("{HEAD}\n{{\"case\":3}}\n"), "line 2"),
    ] {
        write(folder, "bbp-2026/rounds/journal.jsonl", journal);
        told(words);
    }
    let error = gather(folder, folder, "x").expect_err("neither runs nor a book");
    assert!(error.contains("journal.jsonl"), "{error}");
    write(
        folder,
        "bbp-2026/rounds/journal.jsonl",
        &format!("{HEAD}\n{THEIRS}"),
    );
    let error = gather(folder, folder, "x").expect_err("no book");
    assert!(error.contains("the book has no such page"), "{error}");
    assert!(!folder.join("index.md").exists() && !folder.join("book").exists());
}
