//! A suite of hostile programs: each script of `hostile/` says at its head what class of outcome it
//! must come to, how the words about it begin, and how many seconds it may take.
//!
//! Whatever they do is a value, within their time and 64 MB of memory, and nothing of them is left.
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::{four_players, ours, supervised};
use edelweiss_compare::engine::{Desk, PairingProgram, Reply};
use edelweiss_compare::verdict::compare;

/// The most memory that asking any of them may take, in KiB.
const MOST_MEMORY: u64 = 64 << 10;

/// What a script is expected to come to.
struct Expected {
    class: String,
    words: String,
    seconds: u64,
    /// Whether it ends by itself once it has ended its supervisor, and nobody ends it before.
    ends_by_itself: bool,
}

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut scripts: Vec<PathBuf> = (fs::read_dir(folder).expect("the folder is there"))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    scripts.sort();
    scripts
}

fn expected(script: &Path) -> Expected {
    let text = fs::read_to_string(script).expect("readable");
    let after = |key: &str| {
        (text.lines())
            .find_map(|line| line.strip_prefix(key))
            .map(|words| words.trim().to_owned())
    };
    Expected {
        class: after("# class:").expect("every script names its class"),
        words: after("# words:").unwrap_or_default(),
        // Long enough for a loaded machine.
        seconds: after("# seconds:").map_or(300, |number| number.parse().expect("a number")),
        ends_by_itself: after("# ends by itself").is_some(),
    }
}

/// An engine whose third argument is a number that no other process on the machine has.
fn engine(script: &Path, seconds: u64, mark: u64) -> PairingProgram {
    let line = format!("'{}' {{in}} {{out}} {mark}", script.display());
    supervised(&line, Duration::from_secs(seconds))
}

fn mark(number: usize) -> u64 {
    100_000_000_000 + 1_000 * u64::from(std::process::id()) + number as u64
}

fn ask(desk: &Desk<'_>) -> (String, String) {
    let field = four_players();
    let reply = desk
        .pair(&field, "012 four\n")
        .expect("whatever it does is a value");
    let words = match &reply {
        Reply::Answered(answer) => format!("{answer:?}"),
        Reply::Refused(why) => format!("no pairing: {why}"),
        Reply::Failed(failure) => failure.to_string(),
    };
    let class = compare(&ours(), &field, reply).class;
    (class.code().to_owned(), words)
}

/// Processes with this mark among their arguments, zombies not counted.
fn left_over(mark: u64) -> Vec<String> {
    let mark = mark.to_string();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        if words.contains(&mark) {
            found.push(words);
        }
    }
    found
}

/// The most memory this process has had, in KiB; none where the system does not tell.
fn most_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

// One test, because memory is that of the whole test process.
#[test]
fn whatever_a_hostile_program_does_is_a_value() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let stop = AtomicBool::new(false);
    let scripts = scripts();
    assert!(scripts.len() >= 50, "{} scripts", scripts.len());
    // Several at once: most of them wait for their end.
    let next = AtomicUsize::new(0);
    let scripts = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        Some((scripts.get(number)?, mark(number)))
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((script, mark)) = scripts() {
                    assert_a_value(script, mark, &stop);
                }
            });
        }
    });
    a_thousand_daemons_outlive_no_question(folder.path(), &stop);
    a_link_for_the_folder_is_not_followed(folder.path(), &stop);
    a_program_that_removes_itself_is_a_failure_from_then_on(folder.path(), &stop);
    if let Some(memory) = most_memory() {
        assert!(memory < MOST_MEMORY, "{memory} KiB of memory");
    }
}

/// Whatever the program does, what is expected of it is told, and nothing that it started is left.
fn assert_a_value(script: &Path, mark: u64, stop: &AtomicBool) {
    let name = script.file_name().expect("a name").to_string_lossy();
    let expected = expected(script);
    let engine = engine(script, expected.seconds, mark);
    let desk = Desk::new(&engine, stop);
    let begun = Instant::now();
    let (class, words) = ask(&desk);
    assert_eq!(class, expected.class, "{name}: {words}");
    assert!(words.starts_with(&expected.words), "{name}: {words}");
    assert!(!words.contains(char::is_control), "{name}: {words:?}");
    // No machine is as slow as that, and no question lasts as long.
    let most = Duration::from_secs(expected.seconds + 300);
    assert!(begun.elapsed() < most, "{name}: {:?}", begun.elapsed());
    if cfg!(target_os = "linux") {
        while expected.ends_by_itself && begun.elapsed() < most && !left_over(mark).is_empty() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(left_over(mark), Vec::<String>::new(), "{name}");
    }
}

/// Questions side by side, each leaving a child that has thrown away its session and its environment:
/// whose it is can only be known by descent. Some children are caught before they have left their
/// group, so it takes many.
fn a_thousand_daemons_outlive_no_question(folder: &Path, stop: &AtomicBool) {
    let path = folder.join("leaves.sh");
    script(
        &path,
        "setsid env -i sleep \"$3\" &\nprintf '2\\n1 3\\n4 2\\n' > \"$2\"",
    );
    // All of them have this number in common, and no other question has.
    let mark = mark(997);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::Relaxed) < 1000 {
                    let (class, words) = ask(&Desk::new(&engine(&path, 300, mark), stop));
                    assert_eq!(class, "equal", "{words}");
                }
            });
        }
    });
    if cfg!(target_os = "linux") {
        assert_eq!(left_over(mark), Vec::<String>::new());
    }
}

fn script(path: &Path, lines: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, format!("#!/bin/sh\n{lines}\n")).expect("writable");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("ours");
}

fn a_link_for_the_folder_is_not_followed(folder: &Path, stop: &AtomicBool) {
    let kept = folder.join("kept");
    fs::create_dir(&kept).expect("writable");
    fs::write(kept.join("file"), "").expect("writable");
    let path = folder.join("links.sh");
    let (work, kept) = ("\"$(dirname \"$1\")\"", kept.display());
    script(
        &path,
        &format!(
            "d={work}\nprintf '%s' \"$d\" > '{kept}/name'\nrm -rf \"$d\"\nln -s '{kept}' \"$d\"\nmkdir '{kept}/deep'"
        ),
    );
    let engine = engine(&path, 300, mark(998));
    let (class, words) = ask(&Desk::new(&engine, stop));
    assert_eq!(class, "no-output", "{words}");
    assert!(folder.join("kept/file").exists() && folder.join("kept/deep").exists());
    let name = fs::read_to_string(folder.join("kept/name")).expect("its name");
    assert!(
        Path::new(&name).symlink_metadata().is_err(),
        "the link is gone"
    );
}

fn a_program_that_removes_itself_is_a_failure_from_then_on(folder: &Path, stop: &AtomicBool) {
    let path = folder.join("removes.sh");
    script(&path, "printf '2\\n1 3\\n4 2\\n' > \"$2\"\nrm \"$0\"");
    let engine = engine(&path, 300, mark(999));
    let desk = Desk::new(&engine, stop);
    assert_eq!(ask(&desk).0, "equal");
    let (class, words) = ask(&desk.another());
    assert_eq!(class, "crash", "{words}");
    assert!(words.starts_with("could not be started again"), "{words}");
}
