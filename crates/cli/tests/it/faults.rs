//! Every point at which writing, syncing, renaming or reading may fail (`faults.rs` of
//! `edelweiss-compare`), in every command that reaches it: the step fails, or the program is killed
//! there. Afterwards each file is whole, the old one or the new one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{program, repository};

/// What a command is called in messages, and its words.
type FaultCase = (&'static str, &'static [&'static str]);

/// Every command, with all that it reads and writes. `out` is there before, with old content.
const CASES: &[FaultCase] = &[
    (
        "new",
        &[
            "new",
            "players.csv",
            "-o",
            "out",
            "--rounds",
            "3",
            "--force",
        ],
    ),
    (
        "convert",
        &["convert", "open.trf", "--to", "json", "-o", "out"],
    ),
    ("ratings", &["ratings", "open.trf", "-o", "out"]),
    ("norms", &["norms", "open.trf", "-o", "out"]),
    (
        "report",
        &["report", "open.trf", "-o", "out", "--incomplete"],
    ),
    ("pair", &["pair", "open.trf", "-o", "out"]),
    (
        "pair a new file",
        &["pair", "open.trf", "--format", "trf", "-o", "new"],
    ),
    ("pair for a terminal", &["pair", "open.trf"]),
    (
        "pair from standard input",
        &["pair", "-", "--format", "json", "-o", "out"],
    ),
    (
        "pair into a device",
        &["pair", "open.trf", "-o", "/dev/null"],
    ),
    (
        "proof",
        &["pair", "open.trf", "-o", "new", "--proof", "out"],
    ),
    (
        "derivations",
        &[
            "pair",
            "open.trf",
            "-o",
            "new",
            "--proof",
            "made",
            "--proof-format",
            "veripb",
        ],
    ),
    ("verify", &["verify", "open.trf", "open.proof"]),
    ("check", &["check", "folder", "a.zip", "b.tar"]),
    ("standings", &["standings", "open.trf", "-o", "out"]),
    (
        "explain",
        &["explain", "open.trf", "--format", "html", "-o", "out"],
    ),
    (
        "preview",
        &["preview", "going.trf", "--outcomes", "3", "-o", "out"],
    ),
    ("variants", &["variants", "open.trf", "absent 5"]),
    ("match", &["match", "graph", "--certificate", "out"]),
    (
        "pair into the file",
        &["pair", "open.trf", "--write", "-o", "out"],
    ),
    ("result", &["result", "going.trf", "1", "1-0"]),
    (
        "result behind others",
        &["result", "stepped.trf", "2", "1-0"],
    ),
    (
        "result behind a torn journal",
        &["result", "torn.trf", "2", "1-0"],
    ),
    (
        "player",
        &["player", "open.trf", "--add", "Ng", "--rating", "1900"],
    ),
    ("absent", &["absent", "open.trf", "3"]),
    ("forbid", &["forbid", "stepped.trf", "3-4"]),
    ("undo", &["undo", "stepped.trf"]),
    (
        "generate",
        &[
            "generate",
            "-o",
            "out",
            "--players",
            "6",
            "--rounds",
            "2",
            "--seed",
            "7",
        ],
    ),
    (
        "formulate",
        &["formulate", "formulation.toml", "open.trf", "-o", "out"],
    ),
    (
        "experiment",
        &["experiment", "experiment.toml", "-o", "rows"],
    ),
    (
        "generate many",
        &[
            "generate",
            "-o",
            "made/",
            "--count",
            "3",
            "--players",
            "6",
            "--rounds",
            "2",
            "--seed",
            "7",
        ],
    ),
    (
        "drop-in, bbpPairings",
        &["--dutch", "open.trf", "-p", "out", "-l", "list"],
    ),
    (
        "drop-in, JaVaFo",
        &["open.trf", "-p", "out", "--javafo-exit"],
    ),
    (
        "drop-in, a check",
        &["--dutch", "open.trf", "-c", "-l", "list"],
    ),
    (
        "drop-in, a tournament",
        &["--dutch", "-g", "-o", "out", "-s", "7", "-l", "list"],
    ),
    ("compare", &COMPARE),
    (
        "compare a file",
        &[
            "compare",
            "--engine",
            "sh engine.sh {in} {out}",
            "--jobs",
            "1",
            "open.trf",
        ],
    ),
    ("compare goes on", &RESUME),
];

const COMPARE: [&str; 17] = [
    "compare",
    "--engine",
    "sh engine.sh {in} {out}",
    "--tournaments",
    "2",
    "--players",
    "4",
    "--rounds",
    "2",
    "--seed",
    "1",
    "--jobs",
    "1",
    "--shrink",
    "3",
    "--output",
    "journey",
];
const RESUME: [&str; 15] = [
    "compare",
    "--engine",
    "sh engine.sh {in} {out}",
    "--tournaments",
    "2",
    "--players",
    "4",
    "--rounds",
    "2",
    "--jobs",
    "1",
    "--shrink",
    "3",
    "--resume",
    "begun",
];

/// Small, so that many runs take little time.
const EVENT: &str = "testdata/articles/dutch-2026/C14/01-after-the-bye.trf";

const EXPERIMENT: &str = "format = 1\nseed = 1\nreplications = 2\nsystems = [\"dutch\"]\nplayers = [4]\nrounds = [2]\nstrengths.a = { draw = \"uniform\", lowest = 1, highest = 9 }\nresults.b = { model = \"elo\" }\n";

/// Nobody meets the one that our rules ask for.
const ENGINE: &str = "printf '2\n1 2\n3 4\n' > \"$2\"\n";

/// The names that files have while they are written.
const UNFINISHED: &str = ".edelweiss-";

/// A run, and all files afterwards.
#[derive(Debug)]
struct FaultyRun {
    exit: i32,
    err: String,
    files: BTreeMap<String, Vec<u8>>,
    /// Points in the order in which they were reached.
    points: Vec<String>,
}

/// Lays out what all commands read, and old files in the place of what they write.
fn lay_out(folder: &Path) {
    let at = |name: &str| folder.join(name);
    let event = fs::read(repository(EVENT)).expect("part of the repository");
    let going = repository("crates/cli/tests/recorded/three-open-games.trf");
    fs::copy(going, at("going.trf")).expect("part of the repository");
    fs::create_dir(at("folder")).expect("a writable folder");
    for name in ["open.trf", "folder/1.trf", "folder/2.trf"] {
        fs::write(at(name), &event).expect("a writable folder");
    }
    fs::write(at("players.csv"), "Name;Elo\nAnn;2000\nBea;1900\n").expect("writable");
    fs::write(at("graph"), "p edge 4 3\ne 1 2 5\ne 2 3 9\ne 3 4 5\n").expect("writable");
    fs::write(at("experiment.toml"), EXPERIMENT).expect("writable");
    let formulation = repository("examples/formulations/monrad.toml");
    fs::copy(formulation, at("formulation.toml")).expect("part of the repository");
    fs::write(at("engine.sh"), ENGINE).expect("writable");
    for name in ["out", "list"] {
        fs::write(at(name), "old\n").expect("writable");
    }
    let mut tar = tar::Builder::new(fs::File::create(at("b.tar")).expect("writable"));
    // Without the time, so that it is the same each time.
    tar.mode(tar::HeaderMode::Deterministic);
    let long = format!("{}.trf", "a long name ".repeat(12));
    for name in ["1.trf", &long] {
        tar.append_path_with_name(at("open.trf"), name)
            .expect("writable");
    }
    tar.into_inner().expect("writable");
    let mut zip = zip::ZipWriter::new(fs::File::create(at("a.zip")).expect("writable"));
    zip.start_file("1.trf", zip::write::SimpleFileOptions::default())
        .expect("writable");
    std::io::Write::write_all(&mut zip, &event).expect("writable");
    zip.finish().expect("writable");
}

/// What a case finds, made once: a proof, and a comparison that has begun.
struct Prepared {
    proof: Vec<u8>,
    journal: Vec<u8>,
    /// A file in which a result was entered, and the journal of that.
    stepped: [Vec<u8>; 2],
}

fn run(prepared: Option<&Prepared>, words: &[&str], fault: &str) -> FaultyRun {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let work = folder.path().join("work");
    let temporary = folder.path().join("temporary");
    fs::create_dir(&work).expect("writable");
    fs::create_dir(&temporary).expect("writable");
    lay_out(&work);
    if let Some(prepared) = prepared {
        fs::write(work.join("open.proof"), &prepared.proof).expect("writable");
        fs::create_dir(work.join("begun")).expect("writable");
        fs::write(work.join("begun/journal.jsonl"), &prepared.journal).expect("writable");
        let [file, journal] = &prepared.stepped;
        for name in ["stepped.trf", "torn.trf"] {
            fs::write(work.join(name), file).expect("writable");
            fs::write(work.join(format!("{name}.journal")), journal).expect("writable");
        }
        let torn = [&journal[..], &journal[..journal.len() / 3]].concat();
        fs::write(work.join("torn.trf.journal"), torn).expect("writable");
    }
    let reached = folder.path().join("points");
    let output = program()
        .args(words)
        .current_dir(&work)
        .env("TMPDIR", &temporary)
        // One after the other, so that the N-th time is the same each time.
        .env("RAYON_NUM_THREADS", "1")
        .env("SOURCE_DATE_EPOCH", "1795651200")
        .env("EDELWEISS_POINTS", &reached)
        .env("EDELWEISS_FAULT", fault)
        .stdin(Stdio::from(
            fs::File::open(work.join("open.trf")).expect("readable"),
        ))
        .output()
        .expect("the program starts");
    let points = fs::read_to_string(reached).unwrap_or_default();
    let here = work
        .canonicalize()
        .expect("it is there")
        .display()
        .to_string();
    let mut files = BTreeMap::new();
    collect(&work, &work, &here, &mut files);
    if !fault.ends_with("/kill") {
        let left: Vec<_> = fs::read_dir(&temporary).expect("readable").collect();
        assert!(left.is_empty(), "{words:?} {fault}: {left:?}");
    }
    FaultyRun {
        exit: output.status.code().expect("no signal ends it"),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        files,
        points: points.lines().map(str::to_owned).collect(),
    }
}

/// All files below a folder, in which they call it `{here}`.
fn collect(root: &Path, folder: &Path, here: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, here, files);
            continue;
        }
        let name = path
            .strip_prefix(root)
            .expect("below it")
            .display()
            .to_string();
        let bytes = fs::read(&path).expect("readable");
        let text = String::from_utf8(bytes).map(|text| text.replace(here, "{here}").into_bytes());
        files.insert(
            name,
            text.unwrap_or_else(std::string::FromUtf8Error::into_bytes),
        );
    }
}

/// Whether each file is whole: as it was, or as it is to be; a journal up to some line of it.
fn assert_whole(what: &str, found: &FaultyRun, old: &FaultyRun, new: &FaultyRun, is_kill: bool) {
    let names: BTreeSet<&String> = (found.files.keys())
        .chain(old.files.keys())
        .chain(new.files.keys())
        .collect();
    for name in names {
        let of = |run: &FaultyRun| run.files.get(name).cloned();
        let (is, was, will) = (of(found), of(old), of(new));
        if is == was || is == will {
            continue;
        }
        let is = is.unwrap_or_else(|| panic!("{what}: {name} is gone"));
        let last = name.rsplit('/').next().unwrap_or(name);
        let is_unfinished = last.starts_with(UNFINISHED);
        assert!(is_kill || !is_unfinished, "{what} left {name}");
        let is_begun = (name.ends_with("journal.jsonl") || name.ends_with(".journal"))
            && (is_kill || is.ends_with(b"\n"))
            && will.is_some_and(|will| will.starts_with(&is));
        let text = String::from_utf8_lossy(&is);
        assert!(is_unfinished || is_begun, "{what}: {name} holds {text}");
    }
}

/// The case with a fault at one point.
fn assert_survived(
    prepared: &Prepared,
    (name, words): &FaultCase,
    (point, number): (&str, usize),
    (old, new): (&FaultyRun, &FaultyRun),
) {
    // A kill while something is read leaves what a kill before it does.
    let writes = ["device:", "journal:", "output:", "result:", "steps:"];
    let is_write = writes.iter().any(|start| point.starts_with(start));
    for how in if is_write {
        &["error", "kill"][..]
    } else {
        &["error"]
    } {
        let what = format!("{name}: {point}/{number}/{how}");
        let found = run(Some(prepared), words, &format!("{point}/{number}/{how}"));
        assert_whole(&what, &found, old, new, *how == "kill");
        if *how == "kill" {
            assert_eq!(found.exit, 86, "{what}: {}", found.err);
            continue;
        }
        // The grammar of bbpPairings has sentences of its own, which name the file.
        let said = if name.starts_with("drop-in") {
            found.err.contains("file ") || found.err.contains("fault at")
        } else {
            found.err.contains(&format!("a fault at {point}"))
        };
        let is_told = said && found.exit == 5;
        // A broken member among others is told with the others, on standard output.
        let is_listed = *name == "check" && found.exit != 0;
        // As in bbpPairings, a checklist is no reason to fail.
        let is_list = name.starts_with("drop-in") && found.err.contains("checklist file (list)");
        // A file that cannot be read is one that is not compared, or whose rules are not known.
        let is_counted = name.starts_with("compare") && said && [1, 3].contains(&found.exit);
        assert!(
            is_told || is_listed || is_list || is_counted,
            "{what}: exit {}, {}",
            found.exit,
            found.err
        );
    }
}

#[test]
fn a_fault_at_any_step_leaves_the_old_file_or_the_new_one() {
    let proof = run(
        None,
        &["pair", "open.trf", "-o", "new", "--proof", "open.proof"],
        "",
    );
    let journal = run(None, &COMPARE, "").files["journey/journal.jsonl"].clone();
    // It has been ended within its second line.
    let lines: Vec<&[u8]> = journal.split_inclusive(|byte| *byte == b'\n').collect();
    let begun = [lines[0], &lines[1][..lines[1].len() / 2]].concat();
    let mut stepped = run(None, &["result", "going.trf", "1", "1-0"], "").files;
    let stepped = ["going.trf", "going.trf.journal"]
        .map(|name| stepped.remove(name).unwrap_or_else(|| panic!("no {name}")));
    let prepared = Prepared {
        stepped,
        proof: proof.files["open.proof"].clone(),
        journal: begun,
    };
    let old = run(Some(&prepared), &["--version"], "");
    let ends: Vec<FaultyRun> = (CASES.iter())
        .map(|(_, words)| run(Some(&prepared), words, ""))
        .collect();
    let mut faults = Vec::new();
    let mut all = BTreeSet::new();
    for (case, end) in CASES.iter().zip(&ends) {
        assert!([0, 1].contains(&end.exit), "{}: {}", case.0, end.err);
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for point in &end.points {
            *times.entry(point).or_default() += 1;
        }
        assert!(!times.is_empty(), "{} reaches no point", case.0);
        for (point, times) in times {
            all.insert(point);
            let numbers: BTreeSet<usize> = [1, times].into();
            faults.extend(
                numbers
                    .into_iter()
                    .map(|number| (case, end, (point, number))),
            );
        }
    }
    assert_eq!(all.into_iter().collect::<Vec<_>>(), points_of_the_sources());
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((case, end, point)) =
                    faults.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    // All that fail are told.
                    let survive = || assert_survived(&prepared, case, *point, (&old, end));
                    if catch_unwind(AssertUnwindSafe(survive)).is_err() {
                        failed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner();
    assert_eq!(failed, 0, "of {} faults", faults.len());
}

/// Each point that the sources name; the test above reaches all of them.
fn points_of_the_sources() -> Vec<String> {
    let mut found = BTreeSet::new();
    for folder in ["crates/cli/src", "crates/compare/src"] {
        each_source(&repository(folder), &mut |text| {
            for start in ["faults::point(\"", "faults::write_all(\""] {
                let names = text.split(start).skip(1);
                found.extend(
                    names
                        .filter_map(|rest| rest.split('"').next())
                        .map(str::to_owned),
                );
            }
        });
    }
    found.into_iter().collect()
}

fn each_source(folder: &Path, then: &mut dyn FnMut(&str)) {
    for entry in fs::read_dir(folder).expect("part of the repository") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            each_source(&path, then);
        } else {
            then(&fs::read_to_string(&path).expect("text"));
        }
    }
}
