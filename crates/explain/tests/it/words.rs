//! Languages: what is wrong with a file is found where the crate is built.

use edelweiss_explain::Wording;

#[path = "../../build.rs"]
#[expect(dead_code, clippy::print_stdout, reason = "what cargo calls")]
mod build;

const ENGLISH: &str =
    "bye = Bye\ngets = { $player } gets { $what ->\n [1] it\n *[other] { $n }\n }\n";

/// What is said of a second file.
fn refused(german: &str) -> String {
    build::catalogue(&[("en", ENGLISH), ("de", german)]).expect_err("something is wrong")
}

#[test]
fn a_language_has_every_message_and_every_variable() {
    let gets = "gets = { $player } { $what } { $n }";
    for (german, expected) in [
        (gets.to_owned(), "bye: the message is missing"),
        (
            "bye = Freilos\ngets = { $player } { $what }".to_owned(),
            "gets: found the variables {\"player\", \"what\"}, expected {\"n\", \"player\", \"what\"}",
        ),
        (
            format!("bye = {{ $n }}\n{gets}"),
            "bye: found the variables {\"n\"}, expected {}",
        ),
        (
            format!("bye = Freilos\n{gets}\nmore = mehr"),
            "more: no other language has this message",
        ),
        (
            format!("bye = Freilos\nbye = Freilos\n{gets}"),
            "bye: it is there twice",
        ),
        (
            format!("bye = Freilos\n{gets} {{ $n ->\n [one] x\n *[other] y\n }}"),
            "gets: [one] is a plural category, which is not understood; a number is, as [1]",
        ),
        (
            format!("bye = {{ NUMBER(3) }}\n{gets}"),
            "bye: expected a variable, a text in quotes, or a choice by a variable",
        ),
    ] {
        assert_eq!(refused(&german), format!("locales/de.ftl: {expected}"));
    }
    let wrong = refused("bye = Freilos\ngets = { $player");
    assert!(wrong.starts_with("locales/de.ftl:"), "{wrong}");
}

#[test]
fn a_file_is_a_language() {
    let german = format!(
        "bye = Freilos\n{}",
        ENGLISH.split_once('\n').expect("lines").1
    );
    let made = build::catalogue(&[("en", ENGLISH), ("de", &german)]).expect("all is there");
    for expected in [
        "pub(super) const CODES: &[&str] = &[\"en\", \"de\"];",
        "[\"Freilos\"],",
        "n: &'a dyn Display,",
    ] {
        assert!(made.contains(expected), "{expected}: {made}");
    }
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/locales"));
    assert_eq!(files.expect("a folder").count(), Wording::all().count());
}
