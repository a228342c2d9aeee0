//! The targets of `fuzz/` on what was found so far, and on some random bytes.

use std::path::{Path, PathBuf};

use edelweiss_testkit::fuzz::{self, Bytes, TARGETS, random_bytes};

/// What each target was handed at least once and once went wrong or reached a new place.
fn kept(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fuzz");
    let entries = std::fs::read_dir(folder.join(target)).expect("every target has a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

fn hand_over(target: &str, name: &str, bytes: &[u8]) -> bool {
    std::panic::catch_unwind(|| fuzz::run(target, bytes)).unwrap_or_else(|panic| {
        eprintln!("{target}: {name}: {}", bytes.escape_ascii());
        std::panic::resume_unwind(panic)
    })
}

fn replay(target: &str) {
    let kept = kept(target);
    assert!(!kept.is_empty(), "{target} has inputs");
    for path in kept {
        let bytes = std::fs::read(&path).expect("a file of the repository");
        hand_over(target, &path.display().to_string(), &bytes);
    }
}

/// `CASES=100000 cargo test ...` tries more.
fn cases(default: u64) -> u64 {
    let cases = std::env::var("CASES").ok();
    (cases.and_then(|number| number.parse().ok())).unwrap_or(default)
}

fn random_tournaments(target: &str, default: u64) {
    for seed in 0..cases(default) {
        let bytes = random_bytes(seed, 40 + (seed as usize * 37) % 400);
        hand_over(target, &format!("seed {seed}"), &bytes);
    }
}

#[test]
fn every_target_has_a_program_and_a_folder_of_its_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (target, _) in TARGETS {
        let program = root.join(format!("fuzz/fuzz_targets/{target}.rs"));
        assert!(program.exists(), "{}", program.display());
        assert!(!kept(target).is_empty(), "{target}");
    }
}

#[test]
fn the_reader_takes_any_bytes() {
    replay("reader");
}

#[test]
fn what_is_written_reads_back() {
    replay("round_trip");
    random_tournaments("round_trip", 2000);
}

#[test]
fn engines_systems_and_judges_agree_on_small_files() {
    replay("pairing");
    random_tournaments("pairing", 1000);
}

#[test]
fn proofs_hold_and_nothing_else_is_proved() {
    replay("proofs");
    random_tournaments("proofs", 2000);
}

#[test]
fn every_command_line_is_understood_or_refused() {
    replay("command_lines");
    changed_inputs("command_lines", 2000);
}

#[test]
fn graphs_are_refused_or_matched_as_listing_says() {
    replay("match");
    changed_inputs("match", 1500);
}

#[test]
fn changed_tournament_files_and_proofs_keep_the_laws() {
    changed_inputs("reader", 600);
    changed_inputs("round_trip", 300);
    changed_inputs("proofs", 600);
}

/// An input after up to five changes, each of what the one before led to, as a search does.
fn changed(target: &str, input: &[u8], seed: u64, is_any_byte: bool) -> Vec<u8> {
    const MOST_BYTES: usize = 4096;
    let mut input = input.to_vec();
    for change in 0..=seed % 5 {
        let seed = (seed << 4 | change) as u32;
        input = if is_any_byte {
            let decisions = random_bytes(u64::from(seed), 8);
            with_byte_changed(input, &mut Bytes::new(&decisions))
        } else {
            fuzz::changed(target, &input, MOST_BYTES, seed)
        };
    }
    input
}

/// What a search does that knows nothing of the input.
fn with_byte_changed(mut input: Vec<u8>, bytes: &mut Bytes<'_>) -> Vec<u8> {
    let (at, any) = (bytes.place(input.len() + 1), bytes.below(256) as u8);
    match bytes.below(3) {
        0 if at < input.len() => input[at] = any,
        1 if at < input.len() => drop(input.remove(at)),
        _ => input.insert(at, any),
    }
    input
}

/// How many of what changes of the kept inputs lead to are accepted.
fn accepted(target: &str, count: u64, is_any_byte: bool) -> u64 {
    let kept = kept(target).into_iter();
    let kept: Vec<Vec<u8>> = kept
        .map(|path| std::fs::read(path).expect("a file of the repository"))
        .collect();
    let mut accepted = 0;
    for seed in 0..count {
        let input = &kept[seed as usize % kept.len()];
        let input = changed(target, input, seed, is_any_byte);
        accepted += u64::from(hand_over(target, &format!("seed {seed}"), &input));
    }
    accepted
}

/// The laws hold, and most of what changes lead to is not refused at the door. `FUZZ_DOOR=1` also counts how much
/// of what changes of any byte lead to is accepted.
fn changed_inputs(target: &str, default: u64) {
    let count = cases(default);
    let shares = accepted(target, count, false);
    eprintln!("{target}: {shares} of {count} changed inputs are accepted");
    if std::env::var_os("FUZZ_DOOR").is_some() {
        let of_bytes = accepted(target, count, true);
        eprintln!("{target}: {of_bytes} of {count} with any byte changed");
    }
    assert!(2 * shares > count, "{target}: {shares} of {count}");
}
