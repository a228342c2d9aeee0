//! This library, and the editions of the rules that it knows.

use edelweiss::standings::TieBreakRules;
use edelweiss::systems::registry;
use serde::Serialize;

use crate::json::{Program, written};

#[derive(Serialize)]
struct VersionsDocument {
    format: &'static str,
    format_version: u32,
    program: Program,
    systems: Vec<KnownSystem>,
    tie_break_rules: Vec<KnownTieBreakRules>,
}

#[derive(Serialize)]
struct KnownSystem {
    system: &'static str,
    edition: u16,
    name: &'static str,
}

#[derive(Serialize)]
struct KnownTieBreakRules {
    edition: &'static str,
    name: &'static str,
}

/// The document `edelweiss.versions`.
pub(crate) fn versions() -> String {
    let systems = registry::systems().into_iter().map(|row| KnownSystem {
        system: row.system,
        edition: row.year,
        name: row.name,
    });
    written(&VersionsDocument {
        format: "edelweiss.versions",
        format_version: 1,
        program: Program::default(),
        systems: systems.collect(),
        tie_break_rules: (TieBreakRules::ALL.iter())
            .map(|rules| KnownTieBreakRules {
                edition: rules.code,
                name: rules.name,
            })
            .collect(),
    })
}
