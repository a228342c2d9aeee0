//! The targets of `fuzz/` on what was found so far, and on some random bytes.

use std::path::{Path, PathBuf};

use edelweiss_testkit::fuzz::{self, Bytes, TARGETS};

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

/// Numbers from a seed (`SplitMix64`, Steele, Lea and Flood, 2014), as bytes.
fn random_bytes(seed: u64, length: usize) -> Vec<u8> {
    let word = |index: u64| {
        let mut z = (seed << 32).wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)).to_le_bytes()
    };
    (1..).flat_map(word).take(length).collect()
}

fn hand_over(target: &str, name: &str, bytes: &[u8]) {
    let run = || fuzz::run(target, bytes);
    if let Err(panic) = std::panic::catch_unwind(run) {
        eprintln!("{target}: {name}: {}", bytes.escape_ascii());
        std::panic::resume_unwind(panic);
    }
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
    const WORDS: [&str; 40] = [
        "pair",
        "check",
        "generate",
        "compare",
        "variants",
        "help",
        "-r",
        "--dutch",
        "--dutch-2017",
        "--burstein",
        "-p",
        "-c",
        "-g",
        "-o",
        "-l",
        "-b",
        "-s",
        "-w",
        "-q",
        "--javafo-exit",
        "in",
        "d/in.trf",
        "out",
        "-",
        "",
        "0",
        "7",
        "99999999999999999999",
        "-x",
        "--help",
        "--version",
        "--system",
        "dubov",
        "--rules",
        "2017",
        "--format",
        "trf",
        "--engine",
        "é",
        "--",
    ];
    replay("command_lines");
    for seed in 0..cases(3000) {
        let bytes = random_bytes(seed, 12);
        let mut bytes = Bytes::new(&bytes);
        let count = bytes.below(9);
        let words: Vec<&str> = (0..count).map(|_| bytes.pick(&WORDS)).collect();
        let line = words.join("\n");
        hand_over("command_lines", &format!("seed {seed}"), line.as_bytes());
    }
}
