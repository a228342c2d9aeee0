//! Every document that the program or the bindings write, against its schema.

use std::collections::BTreeSet;
use std::path::Path;

use edelweiss_answers::calls::{self, QUESTIONS, answer};
use serde_json::{Value, json};

use crate::common::{files_of, repository, run_with};
use crate::json::{misfits, schema_of};

/// The name of the schema of a document.
fn schema_name(document: &Value) -> &str {
    let format = document["format"].as_str().expect("a format");
    format
        .strip_prefix("edelweiss.")
        .or_else(|| format.strip_prefix("edelweiss-"))
        .expect("a document of ours")
}

/// Holds a document against the schema that its format names, which is noted.
fn fits(seen: &mut BTreeSet<String>, told: &str, text: &[u8]) -> Value {
    let document: Value = serde_json::from_slice(text).expect("JSON");
    let name = schema_name(&document);
    let schema = schema_of(name);
    assert_eq!(misfits(&schema, &schema, &document, ""), [""; 0], "{told}");
    seen.insert(name.to_owned());
    document
}

/// What a question is asked about: files, and options that lead to every part of its document.
fn samples(question: &str) -> (Vec<Vec<u8>>, Vec<Value>) {
    let read = |path: &str| std::fs::read(repository(path)).expect("part of the repository");
    let rounds = || {
        let mut files = vec![read("examples/open.trf")];
        for folder in [
            "testdata/corpus/nextround-2017",
            "testdata/corpus/unpairable-2026",
        ] {
            files.push(std::fs::read(&files_of(folder, "trf")[0]).expect("a file"));
        }
        files
    };
    let example = || vec![read("examples/open.trf")];
    let teams = || {
        let file = read("examples/teams.trf");
        let line_up = b"300 004 005 003 0017 0000 0019 0018\n";
        [file.clone(), [&file[..], line_up].concat()]
    };
    match question {
        "pair" => (
            rounds().into_iter().chain(teams()).collect(),
            vec![json!({}), json!({"rules": 2017}), json!({"round": 2})],
        ),
        "check" => (
            rounds().into_iter().chain(teams()).collect(),
            vec![
                json!({}),
                json!({"rules": 2017, "tie-breaks": "BH,DE"}),
                json!({"system": "dubov"}),
            ],
        ),
        "standings" => (
            rounds(),
            vec![json!({}), json!({"why": 1, "tie-breaks": "BH/C1,DE"})],
        ),
        "explain" => (
            example(),
            vec![
                json!({}),
                json!({"why-not": ["1-2"], "why-colour": [3], "language": "de"}),
            ],
        ),
        "judge" => (
            example(),
            vec![json!({"round": 4}), json!({"pairs": "1-2,2-3"})],
        ),
        "preview" => (
            vec![read("crates/cli/tests/recorded/three-open-games.trf")],
            vec![json!({}), json!({"outcomes": 9, "seed": 2})],
        ),
        "editions" => (
            rounds(),
            vec![
                json!({}),
                json!({"editions": [1998, 2026, 2017]}),
                json!({"round": 2}),
            ],
        ),
        "variants" => (
            rounds(),
            vec![json!({"variants": ["", "absent 5", "together 1 2"]})],
        ),
        "prove" => (rounds(), vec![json!({}), json!({"rules": 2017})]),
        "match" => (
            vec![
                b"4 3\n0 1 5\n1 2 11\n2 3 5\n".to_vec(),
                br#"{"vertices": ["a", "b"], "edges": [["a", "b", -9000000000000000000]]}"#
                    .to_vec(),
                b"0 0\n".to_vec(),
                b"a b 0.25\nb c 1e30\nc c 4\nc d -7.5\n".to_vec(),
                br#"{"nodes": [{"id": "a"}, {"id": 2.5}, {"id": true}], "links": [{"source": 2.5, "target": true}]}"#
                    .to_vec(),
            ],
            vec![
                json!({}),
                json!({"slacks": true}),
                json!({"best": 3}),
                json!({"slacks": true, "limit": 1}),
                json!({"best": 3, "limit": 0}),
            ],
        ),
        "new" => (
            vec![
                b"Name;Elo;Verein;Pin\nAnn;2000;Bern;1\nBea;2000;;2\nCid;;Basel;3\n".to_vec(),
                b"Name;Verein\nAnn;Bern\nBea;Basel\nCid;Bern\n".to_vec(),
            ],
            vec![
                json!({"rounds": 5}),
                json!({
                    "rounds": 3, "name": "Club", "dates": "2026-11-27,2026-11-29", "points": "2-1-0",
                    "first-colour": "black", "system": "dutch", "rules": 2026, "baku": true,
                }),
                json!({"rounds": 1, "system": "team-round-robin", "lots": 5}),
            ],
        ),
        "lists" => (
            example().into_iter().chain(rounds()).collect(),
            vec![
                json!({}),
                json!({"lists": ["boards", "cards", "cross-table"], "round": 1, "language": "pt"}),
                json!({"lists": "prizes", "prizes": "[[category]]\nname = 'Open'\nprizes = [300, 100]"}),
                json!({"lists": "prizes", "prizes": "total = 3\n[[category]]\nname = 'Open'\nprizes = [2]"}),
            ],
        ),
        "state" => (
            (example().into_iter().chain(rounds()).chain(teams())).collect(),
            vec![json!({}), json!({"round": 1})],
        ),
        "step" => (
            example(),
            vec![
                json!({"step": {"step": "bye", "kind": "H", "players": [3]}}),
                json!({"step": {"step": "results", "round": 1, "results": [{"board": 1, "result": "0-1"}]}}),
                json!({"step": {"step": "add-player", "player": {"name": "Ng", "rating": 2300}, "numbers": "place"}}),
            ],
        ),
        "ratings" => (
            example(),
            vec![json!({}), json!({"rules": 2024, "k": [20, "7=40"]})],
        ),
        "norms" => (
            example(),
            vec![
                json!({}),
                json!({"all": true, "exempt": "c"}),
                json!({"player": 7, "host": "GER", "rules": 2024}),
            ],
        ),
        "certificate" => (
            vec![
                b"5 6\n0 1 8\n1 2 8\n2 0 8\n2 3 3\n3 4 1\n0 4 1\n".to_vec(),
                b"a b 0.5\nb c 0.5\na c 0.5\n".to_vec(),
            ],
            vec![json!({}), json!({"objective": "cardinality-weight"})],
        ),
        "formulate" => (
            example().into_iter().chain(rounds()).collect(),
            ["dutch-2026", "monrad"]
                .map(|name| repository(&format!("examples/formulations/{name}.toml")))
                .map(|path| std::fs::read_to_string(path).expect("part of the repository"))
                .map(|toml| json!({"formulation": toml}))
                .to_vec(),
        ),
        other => panic!("{other} has no sample"),
    }
}

#[test]
fn every_document_fits_its_schema() {
    let mut seen = BTreeSet::new();
    for question in QUESTIONS
        .iter()
        .map(|question| question.name)
        // These two answer with a file.
        .filter(|question| !["generate", "report"].contains(question))
    {
        let (files, options) = samples(question);
        let mut answered = 0;
        for file in &files {
            for options in &options {
                let told = format!("{question} {options}");
                match answer(question, file, &options.to_string()) {
                    Ok(text) => {
                        answered += 1;
                        let document = fits(&mut seen, &told, &text);
                        if question == "prove" {
                            for file in &files {
                                let text = calls::verify(file, &text, "").expect("checked");
                                fits(&mut seen, &told, text.as_bytes());
                            }
                        }
                        assert!(document.is_object());
                    }
                    Err(error) => {
                        fits(&mut seen, &told, error.to_json().as_bytes());
                    }
                }
            }
        }
        assert!(answered >= options.len(), "{question}");
    }
    let results =
        std::fs::read(repository("examples/results.json")).expect("part of the repository");
    fits(&mut seen, "results", &results);
    let round = answer("pair", &results, "").expect("paired");
    fits(&mut seen, "pair", &round);
    fits(&mut seen, "versions", calls::versions().as_bytes());
    let open = std::fs::read(repository("examples/open.trf")).expect("part of the repository");
    let twin = run_with(Path::new("."), "convert - --to json -q", &open);
    fits(&mut seen, "convert", twin.out.as_bytes());
    let error = answer("mend", b"", "").expect_err("no question");
    fits(&mut seen, "mend", error.to_json().as_bytes());
    let schemas = files_of("docs/schema", "json").into_iter().map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy();
        name.trim_end_matches(".schema.json").to_owned()
    });
    // A schema of nothing, or a document without one, is a gap.
    assert_eq!(seen, schemas.collect());
}

#[test]
fn errors_of_every_bad_file_fit_their_schema() {
    let mut seen = BTreeSet::new();
    for file in files_of("crates/trf/testdata/bad", "trf") {
        let bytes = std::fs::read(&file).expect("a file");
        for question in ["pair", "editions", "preview"] {
            let error = answer(question, &bytes, r#"{"file": "bad.trf"}"#).expect_err("it is bad");
            let told = format!("{question} {}", file.display());
            fits(&mut seen, &told, error.to_json().as_bytes());
        }
    }
    assert!(seen.contains("error"));
}

#[test]
fn what_the_command_line_writes_of_many_files_and_of_graphs_fits_too() {
    let mut seen = BTreeSet::new();
    let folders = [
        "crates/trf/testdata",
        "testdata/disputes",
        "testdata/standings/worked",
    ]
    .map(|folder| repository(folder).display().to_string());
    let graph: &[u8] = b"4 3\n0 1 5\n1 2 11\n2 3 5\n";
    let lines = [
        format!("check {} --format json", folders.join(" ")),
        "match - --format json --slacks".to_owned(),
        "match - --format json --best 2".to_owned(),
    ];
    for line in &lines {
        let found = run_with(Path::new("."), line, graph);
        assert!(!found.out.is_empty(), "{line}: {}", found.err);
        fits(&mut seen, line, found.out.as_bytes());
    }
    assert_eq!(seen.len(), 3);
}
