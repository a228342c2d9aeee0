//! `edelweiss variants`.

use std::process::Command;

use crate::common::{repository, run};

const OPEN: &str = "examples/open.trf";

/// Exit code, standard output, standard error.
fn variants(file: &str, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_edelweiss"))
        .arg("variants")
        .arg(repository(file))
        .args(arguments)
        .output()
        .expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let exit = output.status.code().expect("no signal ends the program");
    (exit, text(output.stdout), text(output.stderr))
}

/// The lines of a section, without its heading.
fn section(text: &str, title: &str) -> Vec<String> {
    let mut lines = text
        .lines()
        .skip_while(|line| *line != format!("# {title}"));
    assert!(lines.next().is_some(), "no section {title} in:\n{text}");
    lines
        .take_while(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_round_as_it_is_comes_out_as_pair_has_it() {
    let file = repository(OPEN);
    let pair = run(
        file.parent().expect("a folder"),
        "pair open.trf --format bbp",
    );
    let (exit, out, err) = variants(OPEN, &[""]);
    assert_eq!((exit, err.as_str()), (0, ""));
    assert_eq!(out, format!("# as it is\n{}", pair.out));
}

#[test]
fn variants_answer_in_their_order() {
    let (exit, out, err) = variants(OPEN, &["", "absent 1", "together 1 20, apart 3 4"]);
    assert_eq!((exit, err.as_str()), (0, ""));
    let seats = |title: &str| -> Vec<String> {
        section(&out, title)[1..]
            .iter()
            .flat_map(|line| line.split(' ').map(str::to_owned).collect::<Vec<_>>())
            .collect()
    };
    assert!(seats("as it is").contains(&"1".to_owned()));
    assert!(!seats("absent 1").contains(&"1".to_owned()));
    let together = section(&out, "together 1 20, apart 3 4");
    assert!(
        together.iter().any(|line| line == "1 20" || line == "20 1"),
        "{together:?}"
    );
    let (exit, json, _) = variants(OPEN, &["absent 1", "--format", "json"]);
    assert_eq!(exit, 0);
    let document: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(document["format_version"], 1);
    assert_eq!(document["variants"][0]["variant"], "absent 1");
    assert!(document["variants"][0]["boards"][0][0].is_u64());
}

#[test]
fn contradictions_are_refused_with_the_reason() {
    for (variant, expected) in [
        ("absent", "expected players after \"absent\""),
        (
            "absent 9998",
            "expected the starting number of a player of the file",
        ),
        ("together 1", "expected two players"),
        ("together 1 1", "expected two players"),
        ("swap 1 2", "expected \"absent N\""),
        ("absent 1, together 1 20", "player 1 is absent"),
        ("together 1 20, together 1 19", "player 1 is seated twice"),
        ("together 1 20, apart 20 1", "players 1 and 20 may not meet"),
    ] {
        let (exit, out, err) = variants(OPEN, &[variant]);
        assert_eq!((exit, out.as_str()), (3, ""), "{variant}: {err}");
        assert!(err.contains(expected), "{variant}: {err}");
    }
}

#[test]
fn a_variant_without_a_pairing_says_why_and_leaves_the_others() {
    let others: Vec<String> = (3..=21).map(|number| number.to_string()).collect();
    let alone = format!("absent {}, apart 1 2", others.join(" "));
    let (exit, out, err) = variants(OPEN, &[&alone, ""]);
    assert_eq!((exit, err.as_str()), (1, ""), "{out}");
    let why = section(&out, &alone).join(" ");
    assert!(why.contains('1') && why.contains('2'), "{why}");
    assert!(section(&out, "as it is").len() > 5, "{out}");
}
