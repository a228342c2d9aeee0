//! Real output against the published schema, and against what the file says.

use std::path::Path;

use crate::common::{files_of, folder_with, repository, run, run_with};
use serde_json::{Value, json};

/// Where `value` does not fit `schema`. Only the keywords that our schema uses are known, and others
/// are an error, so that none is passed over.
pub(crate) fn misfits(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let rules = match schema {
        Value::Bool(true) => return Vec::new(),
        Value::Object(rules) => rules,
        other => panic!("{other} is no schema"),
    };
    let mut found = Vec::new();
    for (keyword, rule) in rules {
        let fits = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let path = rule
                    .as_str()
                    .and_then(|path| path.strip_prefix('#'))
                    .expect("a path");
                let target = root
                    .pointer(path)
                    .unwrap_or_else(|| panic!("{path} is missing"));
                found.extend(misfits(root, target, value, at));
                true
            }
            "const" => value == rule,
            "enum" => rule.as_array().expect("a list").contains(value),
            "type" => match rule {
                Value::Array(types) => types.iter().any(|name| is_a(value, name)),
                name => is_a(value, name),
            },
            "minimum" => value.as_f64() >= rule.as_f64(),
            "maximum" => value.as_f64() <= rule.as_f64(),
            "minItems" => length(value) >= rule.as_u64(),
            "maxItems" => length(value) <= rule.as_u64(),
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten();
                for (index, (item, rule)) in items.zip(rule.as_array().expect("a list")).enumerate()
                {
                    found.extend(misfits(root, rule, item, &format!("{at}/{index}")));
                }
                true
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(misfits(root, rule, item, &format!("{at}/{index}")));
                }
                true
            }
            "required" => (rule.as_array().expect("a list").iter())
                .all(|name| value.get(name.as_str().expect("a name")).is_some()),
            "properties" => {
                for (name, rule) in rule.as_object().expect("properties") {
                    if let Some(value) = value.get(name) {
                        found.extend(misfits(root, rule, value, &format!("{at}/{name}")));
                    }
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(*rule, json!(false));
                let known = rules["properties"].as_object().expect("properties");
                value
                    .as_object()
                    .is_some_and(|v| v.keys().all(|name| known.contains_key(name)))
            }
            "oneOf" => {
                let all = rule.as_array().expect("a list");
                let fitting = all
                    .iter()
                    .filter(|s| misfits(root, s, value, at).is_empty());
                fitting.count() == 1
            }
            other => panic!("the schema uses {other}, which this test does not know"),
        };
        if !fits {
            found.push(format!("{at}: {keyword} {rule} does not hold"));
        }
    }
    found
}

fn is_a(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    }
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

/// The published schema of this name.
pub(crate) fn schema_of(name: &str) -> Value {
    let file = format!("docs/schema/{name}.schema.json");
    let text = std::fs::read_to_string(repository(&file)).expect("part of the repository");
    serde_json::from_str(&text).expect("the schema is JSON")
}

/// Pairs a file and holds the document against the schema.
fn document(line: &str, input: &[u8], exit: i32) -> Value {
    fitting("round", line, input, exit)
}

/// Runs the line and holds the document against the schema of this name.
fn fitting(schema: &str, line: &str, input: &[u8], exit: i32) -> Value {
    let schema = schema_of(schema);
    let found = run_with(Path::new("."), line, input);
    assert_eq!(found.exit, exit, "{line}: {}", found.err);
    let document: Value = serde_json::from_str(&found.out).expect("JSON");
    assert_eq!(misfits(&schema, &schema, &document, ""), [""; 0], "{line}");
    document
}

#[test]
fn paired_impossible_and_refused_rounds_fit_the_schema() {
    for (folder, exit, outcome) in [
        ("testdata/corpus/nextround-2026", 0, "paired"),
        ("testdata/corpus/nextround-2017", 0, "paired"),
        ("testdata/corpus/unpairable-2026", 1, "impossible"),
        ("crates/trf/testdata/bad", 3, "refused"),
    ] {
        for file in files_of(folder, "trf") {
            for rules in ["", "--rules 2017", "--engine fast"] {
                if outcome != "paired" && !rules.is_empty() {
                    continue;
                }
                let line = format!("pair {} --format json {rules}", file.display());
                assert_eq!(document(&line, b"", exit)["outcome"], outcome);
            }
        }
    }
    for file in files_of("crates/trf/testdata/good", "trf") {
        let line = format!(
            "pair {} --format json --system dutch --open draw",
            file.display()
        );
        let found = run(Path::new("."), &line);
        assert!([0, 1].contains(&found.exit), "{line}: {}", found.err);
        document(&line, b"", found.exit);
    }
}

#[test]
fn every_system_fits_the_schema() {
    let example = repository("examples/open.trf");
    for (options, system, edition) in [
        ("--rules 1998 --finish", "dutch", 1998),
        ("--system dubov", "dubov", 2026),
        ("--system dubov --rules 1997 --finish", "dubov", 1997),
        ("--system burstein", "burstein", 2026),
    ] {
        let line = format!("pair {} --format json {options}", example.display());
        let found = document(&line, b"", 0);
        assert_eq!(found["rules"]["system"], system);
        assert_eq!(found["rules"]["edition"], edition);
        assert_eq!(found["engine"], Value::Null, "missing");
    }
}

/// The schema is no sieve without wires.
#[test]
fn the_schema_refuses_what_does_not_fit() {
    let schema = schema_of("round");
    let example = repository("examples/open.trf");
    let sound = document(&format!("pair {} --format json", example.display()), b"", 0);
    for (path, wrong) in [
        ("/format_version", json!(2)),
        ("/outcome", json!("impossible")),
        ("/round", json!(0)),
        ("/engine", json!("slow")),
        ("/boards/0/white/number", json!(10_000)),
        ("/boards/0/white/score", json!("4.0")),
        ("/boards/0/colour_reason/code", json!("by lot")),
        ("/brackets/0/pairs/0", json!([1])),
        ("/brackets/0/costs/0/fields", json!([-1])),
        ("/boards/0/white", Value::Null),
    ] {
        let mut flawed = sound.clone();
        *flawed
            .pointer_mut(path)
            .unwrap_or_else(|| panic!("{path} is missing")) = wrong;
        assert!(!misfits(&schema, &schema, &flawed, "").is_empty(), "{path}");
    }
    let mut flawed = sound;
    flawed["boards"][0]["white"]["shoe_size"] = json!(44);
    assert!(!misfits(&schema, &schema, &flawed, "").is_empty());
}

#[test]
fn the_document_says_what_the_file_says() {
    let example = repository("examples/open.trf");
    let found = document(&format!("pair {} --format json", example.display()), b"", 0);
    assert_eq!(found["input"]["tournament"], "Edelweiss Open 2026");
    assert_eq!(found["input"]["players"], 21);
    assert_eq!(found["input"]["rounds_total"], 7);
    assert_eq!(found["rules"]["chosen_by"], "file");
    assert_eq!(found["engine"], "fast");
    assert_eq!(found["round"], 5);
    let rules: Vec<&str> = (found["brackets"][0]["costs"]
        .as_array()
        .expect("costs")
        .iter())
    .filter_map(|cost| cost["rule"].as_str())
    .collect();
    let expected: Vec<String> = (6..=21).map(|number| format!("C{number}")).collect();
    assert_eq!(rules, expected);
    let seats = 2 * found["boards"].as_array().expect("boards").len();
    let byes = usize::from(!found["bye"].is_null());
    let absent = found["absent"].as_array().expect("a list");
    assert_eq!(seats + byes + absent.len(), 21);
    let kinds: Vec<&str> = absent.iter().filter_map(|a| a["kind"].as_str()).collect();
    assert_eq!(kinds, ["half-point", "zero-point"]);
    let paired: usize = (found["brackets"].as_array().expect("a list").iter())
        .map(|bracket| bracket["pairs"].as_array().expect("a list").len())
        .sum();
    assert_eq!(2 * paired, seats);
}

#[test]
fn an_impossible_round_is_an_answer_also_in_a_file() {
    let folder = folder_with(&["testdata/corpus/unpairable-2026/stress_sim_440012_r16.trf"]);
    let line = "pair stress_sim_440012_r16.trf --format json";
    let streamed = run(folder.path(), line);
    assert_eq!(streamed.exit, 1);
    assert!(
        streamed.err.contains("round 16 has no legal pairing"),
        "{}",
        streamed.err
    );
    let filed = run(folder.path(), &format!("{line} -o out.json"));
    assert_eq!((filed.exit, filed.out.as_str()), (1, ""));
    let text = std::fs::read_to_string(folder.path().join("out.json")).expect("the document");
    assert_eq!(text, streamed.out);
    // A refused file leaves none.
    let refused = run_with(folder.path(), "pair - --format json -o none.json", b"noise");
    assert_eq!((refused.exit, refused.out.as_str()), (3, ""));
    assert!(!folder.path().join("none.json").exists());
}

#[test]
fn standings_and_refused_lists_fit_their_schema() {
    for file in files_of("testdata/standings/worked", "trf") {
        let line = format!("standings {} --format json --why 1", file.display());
        let found = fitting("standings", &line, b"", 0);
        assert_eq!(found["outcome"], "ranked");
        assert_eq!(found["tie_breaks_chosen_by"], "file");
        let values = found["why"]["values"].as_array().expect("a list");
        assert_eq!(
            Some(values.len()),
            found["tie_breaks"].as_array().map(Vec::len)
        );
    }
    for file in files_of("crates/trf/testdata/bad", "trf") {
        let line = format!("standings {} --format json", file.display());
        assert_eq!(fitting("standings", &line, b"", 3)["outcome"], "refused");
    }
    let example = repository("examples/open.trf");
    let line = format!(
        "standings {} --format json --tie-breaks BH,XX",
        example.display()
    );
    let refused = fitting("standings", &line, b"", 3);
    assert_eq!(refused["errors"][0]["first_column"], 4);
    assert_eq!(refused["errors"][0]["file"], "--tie-breaks");
}

#[test]
fn proofs_fit_the_schema() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (file, exit) in [
        ("examples/open.trf", 0),
        ("testdata/corpus/dutch-2017/small/bbp5_100006.trf", 0),
    ] {
        for rules in ["2026", "2017"] {
            let file = repository(file);
            let proof = folder.path().join("proof.json");
            let line = format!(
                "pair {} --rules {rules} --round 5 --proof {} --format bbp",
                file.display(),
                proof.display()
            );
            let found = run(Path::new("."), &line);
            assert_eq!(found.exit, exit, "{line}: {}", found.err);
            let schema = repository("docs/schema/proof.schema.json");
            let read = |path: &Path| -> Value {
                let text = std::fs::read_to_string(path).expect("it was written");
                serde_json::from_str(&text).expect("JSON")
            };
            let (schema, document) = (read(&schema), read(&proof));
            assert_eq!(misfits(&schema, &schema, &document, ""), [""; 0], "{line}");
        }
    }
}

#[test]
fn standings_of_teams_fit_the_schema() {
    for file in files_of("testdata/standings/teams", "trf") {
        let line = format!(
            "standings {} --format json --why 1 -q --tie-breaks MPTS,GPTS,BC,TBR,EMMSB,EDEBT,SSSC",
            file.display()
        );
        let found = fitting("standings", &line, b"", 0);
        assert!(found["input"]["teams"].is_u64(), "{line}");
        let team = &found["standings"][0];
        assert_eq!(team["points"], team["match_points"], "{line}");
        // Board by board: the first value, and all of them beside it.
        let value = &team["values"][3];
        assert_eq!(value["exact"], value["boards"][0], "{line}");
        let why = &found["why"]["values"];
        assert_eq!(
            (&why[3]["tied"], &why[3]["divisor"]),
            (&Value::Null, &Value::Null)
        );
        assert!(why[5]["tied"].is_array(), "{line}");
        assert!(why[4]["contributions"][0]["opponent"].is_u64(), "{line}");
    }
}

#[test]
fn explanations_fit_their_schema() {
    for (folder, options) in [
        ("testdata/corpus/nextround-2026", ""),
        ("testdata/corpus/nextround-2017", "--language de"),
    ] {
        for file in files_of(folder, "trf") {
            let line = format!("explain {} --format json {options}", file.display());
            let found = fitting("explanation", &line, b"", 0);
            assert_eq!(found["words"][0]["kind"], "title");
            assert_eq!(found["answers"], json!([]));
            let questions = "--why-not 1-2 --why-not-bye 1 --why-not-float 2 --why-colour 3";
            let found = fitting("explanation", &format!("{line} {questions}"), b"", 0);
            assert_eq!(found["answers"][0]["players"], json!([1, 2]));
            assert_eq!(found["answers"][3]["wish"], "other-colour");
            assert!(found["brackets"][0]["costs"][0]["fields"].is_array());
        }
    }
    for (options, article) in [
        ("--rules 1998", "C."),
        ("--system dubov --rules 1997", "6.3"),
    ] {
        let file = repository("examples/open.trf");
        let line = format!(
            "explain {} --format json --round 4 {options}",
            file.display()
        );
        let found = fitting("explanation", &line, b"", 0);
        let step = &found["brackets"][0]["steps"][0];
        let told = step["article"].as_str().expect("an article");
        assert!(told.starts_with(article), "{line}: {step}");
    }
}

#[test]
fn judgements_fit_their_schema() {
    let file = repository("examples/open.trf");
    let judged = |pairs: &str, exit| {
        let line = format!("judge {} --format json --pairs {pairs}", file.display());
        fitting("judgement", &line, b"", exit)
    };
    let worse = judged("2-3,1-5,8-11,7-14,4-10,6-12,15-18,19-16,17-20,13", 1);
    let decision = &worse["decision"];
    assert_eq!(
        (&worse["is_right"], &decision["bracket"]),
        (&json!(false), &json!(2))
    );
    assert_eq!(decision["decides"], "4.3.2.1");
    assert_ne!(decision["given"]["pairs"], decision["right"]["pairs"]);
    let illegal = judged("1-2,2-3", 1);
    let kinds = illegal["violations"].as_array().expect("a list");
    assert!(
        kinds
            .iter()
            .any(|violation| violation["kind"] == "paired-twice")
    );
    for folder in ["dutch-2026", "dutch-2017"] {
        for file in files_of(&format!("testdata/corpus/{folder}/small"), "trf") {
            let line = format!(
                "judge {} --round 2 --format json --language de -q",
                file.display()
            );
            let right = fitting("judgement", &line, b"", 0);
            assert_eq!(right["decision"], Value::Null, "{line}");
        }
    }
}

#[test]
fn previews_fit_their_schema() {
    let file = repository("crates/cli/tests/recorded/three-open-games.trf");
    let previewed = |options: &str| {
        let line = format!("preview {} --format json -q {options}", file.display());
        fitting("preview", &line, b"", 0)
    };
    let found = previewed("");
    assert_eq!(
        found["outcomes"],
        json!({"paired": 27, "is_complete": true, "seed": null, "without_round": 0})
    );
    assert_eq!(found["open_games"].as_array().map(Vec::len), Some(3));
    let players = found["players"].as_array().expect("a list");
    let player = |number: u32| players.iter().find(|player| player["player"] == number);
    let bye = player(16).expect("takes part");
    assert_eq!(
        (&bye["is_certain"], &bye["opponents"]),
        (&json!(true), &json!([{"player": null, "outcomes": 27}]))
    );
    let open = player(18).expect("takes part");
    assert_eq!(open["opponents"][0], json!({"player": 19, "outcomes": 21}));
    assert_eq!(open["depends_on"].as_array().map(Vec::len), Some(2));
    let drawn = previewed("--outcomes 12 --seed 3 --language de");
    assert_eq!(drawn["outcomes"]["seed"], 3);
}
