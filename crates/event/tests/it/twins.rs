//! A file as JSON gives the same bytes back, whatever stands in it.

use std::fs;
use std::path::Path;

use edelweiss_event::twin::{from_json, looks_like_json, to_json};
use edelweiss_trf::Document;

fn there_and_back(bytes: &[u8], name: &str) {
    let Ok(document) = Document::parse(bytes, name) else {
        return;
    };
    let json = to_json(&document);
    assert!(looks_like_json(json.as_bytes()), "{name}");
    let back = from_json(json.as_bytes(), name).unwrap_or_else(|error| panic!("{error}\n{json}"));
    assert!(
        back.as_it_stands() == document.as_it_stands(),
        "{name}: {json}"
    );
    assert_eq!(to_json(&back), json, "{name}");
}

#[test]
fn every_file_of_the_repository_comes_back_byte_for_byte() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut seen = 0;
    for folder in [
        "examples",
        "crates/trf/testdata/good",
        "crates/trf/testdata/bad",
        "testdata/disputes",
    ] {
        for entry in fs::read_dir(root.join(folder)).expect("part of the repository") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "trf") {
                seen += 1;
                there_and_back(
                    &fs::read(&path).expect("a file"),
                    &path.display().to_string(),
                );
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn ends_marks_and_encodings_come_back() {
    let player =
        "001    1      Žižek, Ðorđe                      2100                             0.0    1";
    for text in [
        "012 A\n\n012\n",
        "012 A\r\n001 x\r\n",
        "012 A\rXX",
        "\u{feff}012 A",
        "### a\n\r\n \nq",
        player,
    ] {
        there_and_back(text.as_bytes(), text);
    }
    there_and_back(b"012 Caf\xe9 \x8a\n001    1      M\xfcller\n", "windows");
    let wide: Vec<u8> = "\u{feff}012 Žižek\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    there_and_back(&wide, "UTF-16");
}

#[test]
fn a_record_without_its_line_is_written_from_its_fields() {
    let json = r#"{"format": "edelweiss.event", "format_version": 1, "records": [
        {"code": "012", "text": "Club"}, {"code": "XXR", "text": "3"},
        {"code": "001", "number": 1, "name": "Ann", "rating": 2000, "rounds": [{"opponent": "2", "colour": "w", "result": "1"}, null, {"opponent": "0000", "colour": "-", "result": "H"}]}]}"#;
    let document = from_json(json.as_bytes(), "x.json").expect("right");
    // The opponent of round 1 ends in column 95.
    let player = format!(
        "001    1      {:<33} 2000{:>43} w 1{:12}0000 - H",
        "Ann", "2", ""
    );
    let expected = format!("012 Club\nXXR 3\n{player}\n");
    assert_eq!(document.text(), expected);
}

#[test]
fn wrong_json_is_refused_with_its_place() {
    let record = |record: &str| {
        format!(r#"{{"format": "edelweiss.event", "format_version": 1, "records": [{record}]}}"#)
    };
    for (json, said) in [
        ("{".to_owned(), "x.json: EOF while parsing"),
        (
            record("").replace("event", "round"),
            "x.json: found the format 'edelweiss.round' of version 1",
        ),
        (
            record("").replace(": 1", ": 2"),
            "of version 2, expected 'edelweiss.event' of version 1",
        ),
        (record(r#"{"cod": "012"}"#), "unknown field `cod`"),
        (
            record(r#"{"code": "01"}"#),
            "x.json: records[0]: code is '01', expected three characters",
        ),
        (
            record(r#"{"code": "012", "text": "a\nb"}"#),
            "found a line end within a record",
        ),
        (
            record(r#"{"code": "001", "name": "Ann"}"#),
            "found a player without number",
        ),
        (
            record(r#"{"code": "012", "number": 1}"#),
            "found fields of a player beside the code '012'",
        ),
        (
            record(r#"{"code": "001", "number": 1, "title": "FIDE"}"#),
            "title of player 1 is longer than the 3 columns",
        ),
        (
            record(r#"{"line": "012 A", "code": "012", "text": "B"}"#),
            "the line says something else than the fields",
        ),
        (
            record(r#"{"line": "012 A"}"#).replace(
                "\"format_version\"",
                "\"encoding\": \"ebcdic\", \"format_version\"",
            ),
            "found the encoding 'ebcdic'",
        ),
        (
            record(r#"{"line": "012 Ж"}"#).replace(
                "\"format_version\"",
                "\"encoding\": \"windows-1252\", \"format_version\"",
            ),
            "has characters that",
        ),
    ] {
        let found = from_json(json.as_bytes(), "x.json")
            .expect_err(&json)
            .to_string();
        assert!(found.contains(said), "{json}: {found}");
    }
}
