//! Files as other programs export them, and files in other encodings, through the program.

use std::path::Path;

use crate::common::{folder_with, names_in, repository, run};

const GOOD: &str = "crates/trf/testdata/good";

/// Exports of Swiss-Manager and Vega (`crates/trf/testdata/README.md`).
#[test]
fn exports_are_paired_with_a_few_warnings_at_most() {
    let folder = repository(GOOD);
    for (name, warnings) in [
        ("swiss-manager-accents.trf", 1),
        ("swiss-manager-round-without-results.trf", 2),
        ("vega-before-round-1.trf", 0),
        ("vega-engine-input.trf", 0),
        ("vega-names-padded-by-bytes.trf", 1),
    ] {
        let found = run(&folder, &format!("pair {name}"));
        assert_eq!(found.exit, 0, "{name}: {found:?}");
        let said = found.err.matches("warning: ").count();
        assert!(said <= warnings, "{name}: {}", found.err);
        let quiet = run(&folder, &format!("pair {name} --quiet"));
        assert_eq!((quiet.exit, quiet.err.as_str()), (0, ""), "{name}");
        assert_eq!(quiet.out, found.out, "{name}");
        let checked = run(&folder, &format!("check {name} -q"));
        assert_eq!(checked.err, "", "{name}");
    }
}

/// What another program wrote in its encoding it can read again.
#[test]
fn a_file_is_written_in_its_own_encoding() {
    for name in [
        "windows-1250-letters.trf",
        "windows-1252.trf",
        "utf16-le.trf",
        "utf16-be-without-mark.trf",
        "vega-names-padded-by-bytes.trf",
        "two-byte-order-marks.trf",
    ] {
        let folder = folder_with(&[&format!("{GOOD}/{name}")]);
        let line = format!("pair {name} --format trf -o next -q");
        let found = run(folder.path(), &line);
        assert_eq!((found.exit, found.err.as_str()), (0, ""), "{name}");
        let read = |file: &str| std::fs::read(folder.path().join(file)).expect("written");
        let (before, after) = (read(name), read("next"));
        let options = edelweiss::trf::ReadOptions::default();
        let [before, after] = [(&before, "before"), (&after, "after")].map(|(bytes, name)| {
            edelweiss::trf::read(bytes, name, &options).unwrap_or_else(|f| panic!("{f}"))
        });
        assert_eq!(after.document.encoding(), before.document.encoding());
        let names = |reading: &edelweiss::trf::Reading| -> Vec<String> {
            let players = reading.tournament.players.iter();
            players.map(|player| player.name.clone()).collect()
        };
        assert_eq!(names(&after), names(&before), "{name}");
        let next = before.tournament.next_round();
        assert_eq!(after.tournament.rounds_paired(), Some(next), "{name}");
    }
}

#[test]
fn the_encoding_can_be_named() {
    let folder = repository(GOOD);
    let line = |encoding: &str| format!("pair windows-1250-letters.trf --encoding {encoding}");
    let central = run(&folder, &line("windows-1250"));
    assert_eq!((central.exit, central.err.contains("warning")), (0, false));
    assert!(central.out.contains("Wałęsa"), "{}", central.out);
    let western = run(&folder, &line("windows-1252"));
    assert!(western.out.contains("Wa³êsa"), "{}", western.out);
    let wrong = run(&folder, &line("utf-8"));
    assert_eq!(wrong.exit, 3, "{wrong:?}");
    assert!(wrong.err.contains("no UTF-8"), "{}", wrong.err);
    assert_eq!(run(&folder, &line("ebcdic")).exit, 3);
    assert_eq!(names_in(Path::new(&folder)), names_in(&repository(GOOD)));
}

/// The grammars of other programs read the same files, without a word.
#[test]
fn the_drop_in_grammars_read_other_encodings() {
    let folder = repository(GOOD);
    for name in ["windows-1252.trf", "vega-names-padded-by-bytes.trf"] {
        let own = run(&folder, &format!("pair {name} --format bbp"));
        let javafo = run(&folder, &format!("{name} -p"));
        assert_eq!((javafo.exit, javafo.out), (0, own.out), "{name}");
    }
}
