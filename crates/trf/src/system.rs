//! Encoded types of tournaments (`192`).

use edelweiss_model::{System, TeamPairingRules, TeamPreferences, TeamScore};

/// What a code stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoded {
    /// A Swiss system that has a code of its own.
    Known(System),
    /// `FIDE_DUTCH`: the edition follows from the date.
    DutchOfItsDate,
    /// In the table, but nothing this project pairs.
    Other,
}

/// Codes that tell how players are paired, without `_BAKU`, as they are written. Which of them anybody
/// pairs is not known here.
const OWN: [&str; 39] = [
    DUTCH_2017,
    DUTCH_2026,
    "FIDE_DUBOV",
    "FIDE_BURSTEIN",
    "FIDE_DOUBLESWISS",
    "FIDE_ROUNDROBIN",
    "FIDE_DOUBLEROUNDROBIN",
    "BERGER_ROUNDROBIN",
    "BERGER_DOUBLEROUNDROBIN",
    "BERGER_ROUNDROBIN_G1",
    "BERGER_ROUNDROBIN_G2",
    "BERGER_ROUNDROBIN_G3",
    "BERGER_ROUNDROBIN_G4",
    "BERGER_ROUNDROBIN_G5",
    "BERGER_ROUNDROBIN_G6",
    "BERGER_ROUNDROBIN_G7",
    "BERGER_ROUNDROBIN_G8",
    "FIDE_TEAM_ROUNDROBIN",
    "FIDE_TEAM_DOUBLEROUNDROBIN",
    "BERGER_TEAM_ROUNDROBIN",
    "BERGER_TEAM_DOUBLEROUNDROBIN",
    "BERGER_TEAM_ROUNDROBIN_G1",
    "BERGER_TEAM_ROUNDROBIN_G2",
    "BERGER_TEAM_ROUNDROBIN_G3",
    "BERGER_TEAM_ROUNDROBIN_G4",
    "BERGER_TEAM_ROUNDROBIN_G5",
    "BERGER_TEAM_ROUNDROBIN_G6",
    "BERGER_TEAM_ROUNDROBIN_G7",
    "BERGER_TEAM_ROUNDROBIN_G8",
    "FIDE_SCHEVENINGEN",
    "FIDE_DOUBLESCHEVENINGEN",
    "FIDE_SCHEVENINGEN_G1",
    "FIDE_SCHEVENINGEN_G2",
    "FIDE_SCHEVENINGEN_G3",
    "FIDE_SCHEVENINGEN_G4",
    "FIDE_SCHEVENINGEN_G5",
    "FIDE_SCHEVENINGEN_G6",
    "FIDE_SCHEVENINGEN_G7",
    "FIDE_SCHEVENINGEN_G8",
];

/// The editions between which the date decides for files that have [`DUTCH_OF_ITS_DATE`].
pub(crate) const DUTCH_2017: &str = "FIDE_DUTCH_2017";
pub(crate) const DUTCH_2026: &str = "FIDE_DUTCH_2026";

/// The name of the draft of April 2025 and of bbpPairings 6.0.0 for the edition of 2026.
pub(crate) const DUTCH_2025: &str = "FIDE_DUTCH_2025";

const DUTCH_OF_ITS_DATE: &str = "FIDE_DUTCH";

/// The other codes of the table. Those in [`NUMBERED`] may be followed by `_G` and a number.
const OTHERS: [&str; 26] = [
    "CUSTOM_SWISS",
    "CUSTOM_DOUBLESWISS",
    "CUSTOM_ROUNDROBIN",
    "FIDE_SCHILLER",
    "CUSTOM_SCHILLER",
    "CUSTOM_SCHEVENINGEN",
    "CUSTOM_KNOCKOUT",
    "FIDE_TEAM",
    "FIDE_TEAM_BAKU",
    "FIDE_TEAM_MP_GP",
    "FIDE_TEAM_GP_MP",
    "FIDE_TEAM_MP",
    "FIDE_TEAM_GP",
    "FIDE_TEAM_TYPEA_MP_GP",
    "FIDE_TEAM_TYPEA_GP_MP",
    "FIDE_TEAM_TYPEA_MP",
    "FIDE_TEAM_TYPEA_GP",
    "FIDE_TEAM_TYPEB_MP_GP",
    "FIDE_TEAM_TYPEB_GP_MP",
    "FIDE_TEAM_TYPEB_MP",
    "FIDE_TEAM_TYPEB_GP",
    "CUSTOM_TEAM_SWISS",
    "CUSTOM_TEAM_SWISS_MP",
    "CUSTOM_TEAM_SWISS_GP",
    "CUSTOM_TEAM_ROUNDROBIN",
    "CUSTOM_TEAM_KNOCKOUT",
];

const NUMBERED: [&str; 3] = [
    "BERGER_ROUNDROBIN",
    "FIDE_SCHEVENINGEN",
    "BERGER_TEAM_ROUNDROBIN",
];

/// The meaning of `code`, and whether it asks for the Baku acceleration.
pub(crate) fn decode(code: &str) -> Option<(Encoded, bool)> {
    let (base, baku) = match code.strip_suffix("_BAKU") {
        Some(base) => (base, true),
        None => (code, false),
    };
    let own = match base {
        DUTCH_OF_ITS_DATE => Some(Encoded::DutchOfItsDate),
        DUTCH_2025 => Some(Encoded::Known(System::Coded(DUTCH_2026))),
        _ => {
            (OWN.iter().find(|code| **code == base)).map(|code| Encoded::Known(System::Coded(code)))
        }
    };
    if let Some(encoded) = own {
        return (!(baku && is_pre_determined(base))).then_some((encoded, baku));
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // C.04.7 1.4.4: with match points as the primary score, which stands first.
    let is_by_matches =
        base.ends_with("_MP_GP") || (base.ends_with("_MP") && !base.contains("_GP"));
    let team_baku = baku && base.starts_with("FIDE_TEAM_") && is_by_matches;
    let is_other = OTHERS.contains(&code)
        || (team_baku && OTHERS.contains(&base))
        || NUMBERED.iter().any(|name| {
            (code.strip_prefix(name))
                .and_then(|rest| rest.strip_prefix("_G"))
                .is_some_and(is_number)
        })
        || (code.strip_prefix("FIDE_SCHILLER_"))
            .and_then(|rest| rest.split_once(['x', 'X']))
            .is_some_and(|(teams, players)| is_number(teams) && is_number(players));
    let encoded = if is_swiss_of_teams(code) {
        Encoded::Known(System::OfTeams)
    } else {
        Encoded::Other
    };
    is_other.then_some((encoded, false))
}

/// Where a table fixes the matches of teams, match points rank them and no score decides colours.
pub(crate) const RULES_OF_TABLE: TeamPairingRules = TeamPairingRules {
    preferences: TeamPreferences::TypeA,
    primary: TeamScore::MatchPoints,
    uses_secondary: false,
};

/// Whether a code is one by which matches of teams are paired by a table.
pub(crate) fn is_table_of_teams(code: &str) -> bool {
    is_pre_determined(code) && code.contains("_TEAM_") && OWN.contains(&code)
}

/// What a code of a system of teams chooses, with whether it asks for the Baku acceleration; none where it is another
/// code.
pub(crate) fn team_rules(code: &str) -> Option<(TeamPairingRules, bool)> {
    if is_table_of_teams(code) {
        return Some((RULES_OF_TABLE, false));
    }
    let (base, baku) = match code.strip_suffix("_BAKU") {
        Some(base) => (base, true),
        None => (code, false),
    };
    let rest = base.strip_prefix("FIDE_TEAM")?;
    if rest.is_empty() {
        return Some((TeamPairingRules::default(), baku));
    }
    let (preferences, scores) = if let Some(scores) = rest.strip_prefix("_TYPEA") {
        (TeamPreferences::TypeA, scores)
    } else if let Some(scores) = rest.strip_prefix("_TYPEB") {
        (TeamPreferences::TypeB, scores)
    } else {
        (TeamPreferences::None, rest)
    };
    let (primary, uses_secondary) = match scores {
        "_MP_GP" => (TeamScore::MatchPoints, true),
        "_GP_MP" => (TeamScore::GamePoints, true),
        "_MP" => (TeamScore::MatchPoints, false),
        "_GP" => (TeamScore::GamePoints, false),
        _ => return None,
    };
    let rules = TeamPairingRules {
        preferences,
        primary,
        uses_secondary,
    };
    Some((rules, baku))
}

/// What a code of the Swiss team system without an acceleration chooses (`FIDE_TEAM_TYPEB_MP_GP`); none where it is
/// another code.
pub fn swiss_of_teams(code: &str) -> Option<TeamPairingRules> {
    match team_rules(code) {
        Some((rules, false)) if !is_pre_determined(code) => Some(rules),
        _ => None,
    }
}

/// The code of the Swiss team system that chooses so.
pub(crate) fn team_rules_code(rules: TeamPairingRules, baku: bool) -> String {
    let preferences = match rules.preferences {
        TeamPreferences::TypeA => "_TYPEA",
        TeamPreferences::TypeB => "_TYPEB",
        TeamPreferences::None => "",
    };
    let scores = match (rules.primary, rules.uses_secondary) {
        (TeamScore::MatchPoints, true) => "_MP_GP",
        (TeamScore::MatchPoints, false) => "_MP",
        (TeamScore::GamePoints, true) => "_GP_MP",
        (TeamScore::GamePoints, false) => "_GP",
    };
    let baku = if baku { "_BAKU" } else { "" };
    format!("FIDE_TEAM{preferences}{scores}{baku}")
}

/// Whether a code of the table is a Swiss system for teams.
fn is_swiss_of_teams(code: &str) -> bool {
    code.contains("TEAM") && !is_pre_determined(code) && !code.contains("KNOCKOUT")
}

/// The system that a code of record 192 stands for where no date tells its edition: without one, the
/// Dutch System is that of 2026. `None` for every other type of tournament, and with an acceleration.
pub fn system_of_code(code: &str) -> Option<System> {
    match decode(code)? {
        (Encoded::Known(system), false) => Some(system),
        (Encoded::DutchOfItsDate, false) => Some(System::Coded(DUTCH_2026)),
        _ => None,
    }
}

/// Whether all pairings of this type are fixed before the event: round robins, and matches in which
/// everybody of one team meets everybody of the other.
pub(crate) fn is_pre_determined(code: &str) -> bool {
    ["ROUNDROBIN", "SCHEVENINGEN", "SCHILLER"]
        .iter()
        .any(|kind| code.contains(kind))
}

/// The code to write for a system; `None` where the table has no such code.
pub(crate) fn encode(system: System, baku: bool, dutch_2026: &'static str) -> Option<String> {
    let base = match system {
        System::Coded(DUTCH_2026) => dutch_2026,
        System::Coded(code) if baku && is_pre_determined(code) => return None,
        System::Coded(code) => OWN.into_iter().find(|own| *own == code)?,
        System::OfTeams | System::Other if baku => return None,
        System::OfTeams => "CUSTOM_TEAM_SWISS",
        System::Other => "CUSTOM_SWISS",
    };
    Some(format!("{base}{}", if baku { "_BAKU" } else { "" }))
}

/// Up to three codes that look like `code`, best first.
pub(crate) fn near(code: &str) -> Vec<String> {
    let code: String = code.chars().take(40).collect::<String>().to_uppercase();
    let names = (OWN.iter())
        .chain(&[DUTCH_2025, DUTCH_OF_ITS_DATE])
        .flat_map(|name| {
            let baku = (!is_pre_determined(name)).then(|| format!("{name}_BAKU"));
            std::iter::once((*name).to_owned()).chain(baku)
        })
        .chain(OTHERS.iter().map(|name| (*name).to_owned()));
    let mut ranked: Vec<(usize, String)> = names
        .map(|name| (strsim::levenshtein(&code, &name), name))
        .collect();
    ranked.sort();
    ranked.truncate(3);
    ranked.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_code_is_answered_with_those_that_look_like_it() {
        for (code, best) in [
            ("FIDE_DUBOW", "FIDE_DUBOV"),
            ("fide_burstein", "FIDE_BURSTEIN"),
            ("FDE_DUTCH_2026", "FIDE_DUTCH_2026"),
            ("FIDE_DOUBLE_SWISS", "FIDE_DOUBLESWISS"),
        ] {
            let near = near(code);
            assert_eq!(near.len(), 3, "{code}");
            assert_eq!(near[0], best, "{code}");
        }
    }
}
