//! Files of formulations: what is said of wrong ones, and that the examples are right.

use edelweiss_formulations::{CostName, Formulation};

/// The place and the message of an error.
fn refused(text: &str) -> (usize, usize, String) {
    let error = Formulation::from_toml(text).expect_err(text);
    (error.line, error.column, error.message)
}

#[test]
fn errors_say_where_and_what_is_expected() {
    let cases = [
        (
            "format = 2\nnew = 1\n",
            (1, 10),
            "format: found 2, expected 1",
        ),
        (
            "format = 1\ncriteria = []\n",
            (2, 12),
            "expected one criterion",
        ),
        ("format = 1\nordre = 1\n", (2, 1), "unknown field `ordre`"),
        ("format = 1\n", (1, 1), "missing field `criteria`"),
        (
            "format = 1\ncriteria = [{ name = \"score-diference\" }]\n",
            (2, 22),
            "did you mean \"score-difference\"",
        ),
        (
            "format = 1\norder = \"lexical\"\ncriteria = [{ name = \"rematch\" }]\n",
            (2, 9),
            "did you mean \"lexicographic\"",
        ),
        (
            "format = 1\nscope = \"bracket\"\ncriteria = [{ name = \"rematch\" }]\n",
            (2, 9),
            "did you mean \"brackets\"",
        ),
        (
            "format = 1\nhard = [\"C1\", \"C4\"]\ncriteria = [{ name = \"rematch\" }]\n",
            (2, 15),
            "expected one of C1, C2, C3",
        ),
        (
            "format = 1\ncriteria = [{ name = \"rematch\" }, { name = \"rematch\" }]\n",
            (2, 44),
            "twice",
        ),
        (
            "format = 1\ncriteria = [{ name = \"dutch-2026.C6\" }, { name = \"dutch-2017.C.6\" }]\n",
            (2, 50),
            "criteria of one edition",
        ),
        (
            "format = 1\ncriteria = [{ name = \"rematch\", weight = 2 }]\n",
            (2, 42),
            "a weight without a sum",
        ),
        (
            "format = 1\norder = \"sum\"\ncriteria = [{ name = \"rematch\", weight = 2000000 }]\n",
            (3, 22),
            "expected 0 to 1000000",
        ),
        (
            "format = 1\ncriteria = [{ name = \"rematch\", weight = -1 }]\n",
            (2, 42),
            "invalid value",
        ),
        (
            "format = 1\norder = \"sum\"\ncriteria = [{ name = \"dutch-2026.C7\" }]\n",
            (3, 22),
            "counts several numbers",
        ),
        ("format = 1\ncriteria = [\n", (2, 13), ""),
    ];
    for (text, place, part) in cases {
        let (line, column, message) = refused(text);
        assert_eq!((line, column), place, "{text}: {message}");
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn names_are_unique_and_lead_back() {
    let mut names: Vec<String> = CostName::all().iter().map(CostName::name).collect();
    for name in &names {
        assert_eq!(CostName::named(name).expect("itself").name(), *name);
    }
    let n = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), n);
}

#[test]
fn examples_are_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/formulations");
    let mut n = 0;
    for entry in std::fs::read_dir(folder).expect("examples") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let formulation = Formulation::from_toml(&text);
        let formulation = formulation.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let stem = path.file_stem().expect("a name").to_string_lossy();
        assert_eq!(formulation.name, stem);
        n += 1;
    }
    assert_eq!(n, 5);
}
