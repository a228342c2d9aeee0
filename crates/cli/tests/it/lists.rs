//! `edelweiss lists`.

use std::path::Path;

use crate::common::{Run, folder_with, names_in, repository, run, run_with};

const KINDS: [&str; 12] = [
    "boards",
    "names",
    "missing",
    "standings",
    "cross-table",
    "wall-chart",
    "cards",
    "starting-rank",
    "categories",
    "clubs",
    "federations",
    "prizes",
];

/// The example with what files know of players beside the rounds.
fn example() -> String {
    let text = std::fs::read_to_string(repository("examples/open.trf")).expect("an example");
    text + "### club     2 Lagos Knights\n### club     3 Lagos Knights\n### group   14 Guests\n"
}

fn lists(options: &str) -> Run {
    let prizes = repository("examples/prizes.toml");
    let line = format!("lists - {options} --prizes {} -q", prizes.display());
    run_with(Path::new("."), &line, example().as_bytes())
}

/// What people see, in every format and, of each list, in some language.
#[test]
fn the_lists_of_the_example_are_those_in_the_repository() {
    let mut asked: Vec<(String, String)> = Vec::new();
    for (at, kind) in KINDS.iter().enumerate() {
        let language = ["en", "de", "fr", "es", "it", "pt"][at % 6];
        asked.push((
            format!("{kind} --language {language}"),
            format!("{kind}.txt"),
        ));
    }
    asked.push((
        "prizes --language en".to_owned(),
        "prizes.en.txt".to_owned(),
    ));
    asked.push((
        "cross-table --format csv".to_owned(),
        "cross-table.csv".to_owned(),
    ));
    asked.push(("clubs --format csv".to_owned(), "clubs.csv".to_owned()));
    asked.push((
        "boards --format markdown".to_owned(),
        "boards.md".to_owned(),
    ));
    let page = "names clubs --format html --language de --large --paper letter";
    asked.push((page.to_owned(), "names-and-clubs.html".to_owned()));
    for (options, name) in asked {
        let found = lists(&options);
        assert_eq!((found.exit, found.err.as_str()), (0, ""), "{options}");
        let file = repository(&format!("crates/cli/testdata/lists/{name}"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&file, &found.out).expect("a writable folder");
        }
        let expected = std::fs::read_to_string(&file).expect("part of the repository");
        assert_eq!(found.out, expected, "{options}");
    }
}

#[test]
fn every_list_has_words_in_every_language() {
    for language in ["en", "de", "fr", "es", "it", "pt"] {
        let found = lists(&format!(
            "{} --format html --language {language}",
            KINDS.join(" ")
        ));
        assert_eq!(found.exit, 0, "{}", found.err);
        assert!(found.out.contains(&format!("<html lang=\"{language}\">")));
        let (_, body) = found.out.split_once("<body").expect("a page");
        assert!(
            !body.contains(['{', '}']),
            "{language}: a message is missing"
        );
        assert_eq!(body.matches("<main class=").count(), KINDS.len());
    }
}

#[test]
fn a_name_is_a_name_in_every_format() {
    let name = "=<b>&|*_`";
    let file = example().replace("Tanaka, Haruto", &format!("{name:<14}"));
    let of = |format: &str| {
        let found = run_with(
            Path::new("."),
            &format!("lists - names --format {format} -q"),
            file.as_bytes(),
        );
        assert_eq!(found.exit, 0, "{}", found.err);
        found.out
    };
    assert!(of("html").contains("<bdi>=&lt;b&gt;&amp;|*_`</bdi>"));
    assert!(!of("html").contains("<b>"));
    assert!(of("markdown").contains(r"| =\<b\>\&\|\*\_\` |"));
    assert!(of("csv").contains("\n'=<b>&|*_`,8,6,Black,"));
    assert!(of("json").contains("\"=<b>&|*_`\""));
}

#[test]
fn a_workbook_has_a_sheet_for_each_list_and_the_same_bytes_again() {
    let folder = folder_with(&["examples/open.trf", "examples/prizes.toml"]);
    let line = "lists open.trf boards standings prizes --prizes prizes.toml -o round.xlsx";
    let mut written = Vec::new();
    for _ in 0..2 {
        let found = run(folder.path(), line);
        assert_eq!((found.exit, found.out.as_str()), (0, ""), "{}", found.err);
        written.push(std::fs::read(folder.path().join("round.xlsx")).expect("written"));
    }
    assert!(written[0].starts_with(b"PK"));
    assert!(written[0] == written[1], "one list, two files");
}

#[test]
fn the_end_of_the_name_says_the_format() {
    let folder = folder_with(&["examples/open.trf"]);
    for (name, start) in [
        ("a.csv", "Bd,No,White"),
        ("a.md", "# Pairings"),
        ("a.html", "<!DOCTYPE html>"),
        ("a.json", "{"),
        ("a.lst", "Edelweiss Open"),
    ] {
        let found = run(folder.path(), &format!("lists open.trf -o {name}"));
        assert_eq!((found.exit, found.out.as_str()), (0, ""), "{}", found.err);
        let text = std::fs::read_to_string(folder.path().join(name)).expect("written");
        assert!(text.starts_with(start), "{name}: {text}");
    }
}

#[test]
fn rounds_that_are_not_paired_have_the_players_only() {
    let file: String = example()
        .lines()
        .map(|line| {
            let end = if line.starts_with("001") { 80 } else { 200 };
            line.chars().take(end).chain(['\n']).collect::<String>()
        })
        .collect();
    let of = |list: &str| {
        run_with(
            Path::new("."),
            &format!("lists - {list} -q"),
            file.as_bytes(),
        )
    };
    let refused = of("boards");
    assert_eq!((refused.exit, refused.out.as_str()), (3, ""));
    assert!(
        refused.err.contains("no round is paired yet"),
        "{}",
        refused.err
    );
    assert!(
        refused.err.contains("hint: `edelweiss pair FILE --write`"),
        "{}",
        refused.err
    );
    for list in ["starting-rank", "standings", "clubs", "missing", "cards"] {
        assert_eq!(of(list).exit, 0, "{list}: {}", of(list).err);
    }
}

#[test]
fn open_games_are_listed_as_missing() {
    // Board 1 of the last round has no result yet.
    let file = example()
        .replace("     1 w 1\n001    3", "     1 w  \n001    3")
        .replace("     2 b 0\n001    2", "     2 b  \n001    2");
    let found = run_with(
        Path::new("."),
        "lists - missing --format csv -q --ignore-points",
        file.as_bytes(),
    );
    assert_eq!(found.exit, 0, "{}", found.err);
    let rows: Vec<&str> = found.out.lines().skip(1).collect();
    assert_eq!(
        rows,
        ["4,1,2,\"IM Okonkwo, Chidi\",,\"GM Lindqvist, Aron\",1"]
    );
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let folder = folder_with(&["examples/open.trf"]);
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a folder");
    write(
        "sum.toml",
        "total = 100\n[[category]]\nname = 'A'\nprizes = [60, 30]\n",
    );
    write(
        "nobody.toml",
        "[[category]]\nname = 'A'\nprizes = [60]\nplayers = [77]\n",
    );
    write("key.toml", "[[category]]\nname = 'A'\nprice = [60]\n");
    let before = names_in(folder.path());
    for (options, exit, words) in [
        (
            "prizes",
            3,
            "which prizes there are is not known\n  hint: --prizes",
        ),
        ("prizes --prizes none.toml", 5, "none.toml: "),
        ("prizes --prizes sum.toml", 3, "sum.toml:1:9: "),
        (
            "prizes --prizes nobody.toml",
            3,
            "lists player 77, who is not in the tournament",
        ),
        ("prizes --prizes key.toml", 3, "key.toml:3:1: "),
        ("boards --round 5", 3, "--round: found 5, but 4 are paired"),
        ("standings --after-round 5", 3, ""),
        (
            "boards names --format csv",
            3,
            "a CSV holds one list, found 2",
        ),
        ("table", 3, "invalid value 'table' for '[LIST]...'"),
        ("boards --language la", 3, "invalid value 'la'"),
        ("standings --tie-breaks XX", 3, "XX"),
    ] {
        let found = run(
            folder.path(),
            &format!("lists open.trf {options} -o out.txt"),
        );
        assert_eq!(
            (found.exit, found.out.as_str()),
            (exit, ""),
            "{options}: {}",
            found.err
        );
        assert!(found.err.contains(words), "{options}: {}", found.err);
    }
    assert_eq!(names_in(folder.path()), before);
    let itself = run(folder.path(), "lists open.trf -o open.trf");
    assert_eq!(itself.exit, 3, "{}", itself.err);
}
