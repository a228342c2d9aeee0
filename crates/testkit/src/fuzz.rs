//! Laws for inputs that nobody thought of: each target takes any bytes and panics where a law fails.
//!
//! The programs below `fuzz/` hand these functions what libFuzzer invents; `tests/it/fuzz.rs` hands
//! them what was found so far (`testdata/fuzz/TARGET/`) and some random bytes on every run. How to
//! run and how to keep a finding: docs/contributing/fuzz.md.
//!
//! Targets about tournaments take a tournament file where the bytes are one, and else make a small
//! tournament of them ([`tournament`]), so that a finding can be kept as a file that people can read.

mod bytes;
mod changes;
mod command_lines;
mod documents;
mod files;
mod graphs;
mod proofs;
mod rounds;
pub mod tournament;

pub use bytes::{Bytes, random_bytes};
pub use changes::changed;

/// A name, as `fuzz/fuzz_targets/` and `testdata/fuzz/` have it, and the law, which says whether the bytes were
/// accepted for what the target is about and not refused, or taken for decisions of a generator.
pub type Target = (&'static str, fn(&[u8]) -> bool);

/// Every target.
pub const TARGETS: [Target; 6] = [
    ("command_lines", command_lines::law),
    ("match", graphs::law),
    ("pairing", rounds::law),
    ("proofs", proofs::law),
    ("reader", files::reader_law),
    ("round_trip", files::round_trip_law),
];

/// Hands `bytes` to the target of this name; whether they were accepted.
///
/// # Panics
/// Where the law fails, and where there is no such target.
pub fn run(target: &str, bytes: &[u8]) -> bool {
    let (_, law) = (TARGETS.iter())
        .find(|(name, _)| *name == target)
        .expect("the name of a target");
    law(bytes)
}
