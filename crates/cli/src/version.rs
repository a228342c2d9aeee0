//! `--version`: which release of which commit, and the editions of the rules that it knows.

use std::sync::LazyLock;

use edelweiss::standings::TieBreakRules;
use edelweiss_answers::system;

/// The release: `0.1.0`.
pub(crate) const SHORT: &str = env!("CARGO_PKG_VERSION");

static LONG: LazyLock<String> = LazyLock::new(|| {
    let tie_breaks = TieBreakRules::ALL.map(|rules| rules.code).join(", ");
    format!(
        "{SHORT} (commit {})\npairing rules: {}\ntie-break rules: {tie_breaks}",
        // From `build.rs`.
        env!("EDELWEISS_COMMIT"),
        system::editions(),
    )
});

/// The release, its commit, and the editions of the rules.
pub(crate) fn long() -> &'static str {
    &LONG
}
