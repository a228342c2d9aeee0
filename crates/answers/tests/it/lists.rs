//! Lists as bindings ask for them.

use edelweiss_answers::AnswerError;
use edelweiss_answers::calls::answer;
use serde_json::{Value, json};

fn repository(path: &str) -> String {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the file is part of the repository")
}

fn written(options: &Value) -> Result<String, AnswerError> {
    let file = repository("examples/open.trf");
    let bytes = answer("lists", file.as_bytes(), &options.to_string())?;
    Ok(String::from_utf8(bytes).expect("a text"))
}

fn sheets(options: &Value) -> Value {
    let text = written(options).expect("there are such lists");
    serde_json::from_str(&text).expect("a document")
}

#[test]
fn lists_are_those_of_the_program() {
    let prizes = repository("examples/prizes.toml");
    let asked = json!({"lists": "prizes", "prizes": prizes, "format": "text"});
    assert_eq!(
        written(&asked).expect("given"),
        repository("crates/cli/testdata/lists/prizes.en.txt")
    );
    let asked = json!({"lists": ["cross-table"], "format": "csv"});
    let expected = repository("crates/cli/testdata/lists/cross-table.csv");
    assert_eq!(written(&asked).expect("listed"), expected);
    let markdown = written(&json!({"format": "markdown"})).expect("listed");
    assert_eq!(markdown, repository("crates/cli/testdata/lists/boards.md"));
    let page = json!({"lists": ["names", "standings"], "format": "html", "paper": "letter", "large": true, "language": "de"});
    let page = written(&page).expect("listed");
    assert!(page.contains("<html lang=\"de\">") && page.contains("size: letter"));
    assert!(page.contains("<body class=\"large\">"));
}

#[test]
fn the_document_has_every_list_that_is_asked_for() {
    let bare = sheets(&json!({}));
    assert_eq!(bare["format"], "edelweiss.lists");
    assert_eq!(bare["lists"][0]["list"], "boards");
    let two = sheets(&json!({"lists": ["boards", "standings"], "round": 2, "tie-breaks": "WON"}));
    assert_eq!(two["lists"].as_array().map(Vec::len), Some(2));
    assert_eq!(two["lists"][0]["title"], "Pairings of round 2");
    let columns = two["lists"][1]["parts"][0]["columns"].as_array();
    let headings = columns.expect("columns").iter();
    assert!(
        headings
            .map(|column| &column["heading"])
            .any(|heading| heading == "WON")
    );
}

#[test]
fn a_list_that_there_is_not_is_refused_with_the_nearest_name() {
    let refused = |options: Value| written(&options).expect_err("it is wrong").message;
    for (asked, meant) in [
        ("crosstable", "cross-table"),
        ("Standing", "standings"),
        ("price", "prizes"),
        ("board", "boards"),
    ] {
        let words = refused(json!({"lists": ["names", asked]}));
        let start = format!("options: lists: found the list {asked:?}, expected boards, names,");
        assert!(words.starts_with(&start), "{words}");
        assert!(
            words.ends_with(&format!("\n  hint: did you mean {meant:?}?")),
            "{words}"
        );
    }
    let words = refused(json!({"lists": "zwischenzeugnis"}));
    assert!(words.ends_with(" federations or prizes"), "{words}");
    for (options, expected) in [
        (json!({"lists": 7}), "found the list \"7\""),
        (json!({"lists": {}}), "options: lists: "),
        (
            json!({"language": "la"}),
            "found the language \"la\", expected en, de, fr, es, it or pt",
        ),
        (
            json!({"paper": "A3"}),
            "options: paper: unknown variant `A3`",
        ),
        (json!({"format": "pdf"}), "format: unknown variant `pdf`"),
        (json!({"round": 5}), "--round: found 5, but 4 are paired"),
        (json!({"round": 0}), "--round: "),
        (json!({"round": -1}), "options: round: "),
        (json!({"lists": "standings", "after-round": 9}), "9"),
        (
            json!({"lists": ["boards", "names"], "format": "csv"}),
            "a CSV holds one list, found 2",
        ),
        (
            json!({"lists": "prizes"}),
            "which prizes there are is not known",
        ),
        (json!({"list": "boards"}), "found \"list\", expected one of"),
    ] {
        let words = refused(options.clone());
        assert!(words.contains(expected), "{options}: {words}");
    }
}

#[test]
fn a_file_of_prizes_is_refused_with_line_and_key() {
    let of = |prizes: &str| {
        let options = json!({"lists": "prizes", "prizes": prizes});
        let error = written(&options).expect_err("the prizes are wrong");
        serde_json::from_str::<Value>(&error.to_json()).expect("a document")
    };
    let wrong = of("total = 100\n[[category]]\nname = 'A'\nprizes = [60, 30]\n");
    assert_eq!(wrong["kind"], "invalid");
    let first = &wrong["errors"][0];
    assert_eq!(
        (
            &first["file"],
            &first["line"],
            &first["first_column"],
            &first["field"]
        ),
        (&json!("prizes"), &json!(1), &json!(9), &json!("total"))
    );
    let message = "the prizes add up to 90.00, not to the total of 100.00";
    assert_eq!(first["message"], message);
    assert!(
        wrong["message"]
            .as_str()
            .is_some_and(|words| words.starts_with("prizes:1:9: "))
    );
    for (text, line, field, words) in [
        (
            "[[category]]\nname = 'A'\nprizes = '60'\n",
            json!(3),
            json!("prizes"),
            "prizes: ",
        ),
        (
            "[[category]]\nname = 'A'\nprice = [60]\n",
            json!(3),
            json!(null),
            "price",
        ),
        (
            "[[category]]\nname = 'A'\nprizes = [60\n",
            json!(3),
            json!("prizes"),
            "prizes: unclosed array",
        ),
        ("", json!(1), json!(null), "no [[category]]"),
    ] {
        let found = of(text);
        let first = &found["errors"][0];
        assert_eq!(
            (&first["line"], &first["field"]),
            (&line, &field),
            "{text}: {found}"
        );
        let message = first["message"].as_str().expect("words");
        assert!(message.contains(words), "{message}");
    }
    let nobody = of("[[category]]\nname = 'A'\nprizes = [60]\nplayers = [77]\n");
    let words = nobody["message"].as_str().expect("words");
    assert!(
        words.contains("lists player 77, who is not in the tournament"),
        "{words}"
    );
}
