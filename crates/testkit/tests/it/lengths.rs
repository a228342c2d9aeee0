//! No function of more lines than `clippy.toml` allows: which crates have clippy see to it.
//!
//! Tests may be longer, so that the lint is on where a crate is compiled without them.

use std::fs;

use crate::sources::{crate_names, crates};

/// What a crate says at its root that has no longer function left.
const HELD: &str = "#![cfg_attr(not(test), warn(clippy::too_many_lines))]";

/// Crates in which longer functions are still to be parted.
const STILL_LONG: [&str; 2] = ["lab", "testkit"];

#[test]
fn a_crate_without_a_long_function_stays_so() {
    for name in crate_names() {
        let root = fs::read_to_string(crates().join(&name).join("src/lib.rs")).expect("a library");
        let is_long = STILL_LONG.contains(&name.as_str());
        assert_ne!(root.contains(HELD), is_long, "{name}: {HELD}");
    }
}
