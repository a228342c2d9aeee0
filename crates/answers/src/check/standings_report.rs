//! How recorded ranks compare with ours, in words and fields.

use serde::Serialize;

/// How the recorded ranks compare with ours.
#[derive(Debug, Serialize)]
pub struct StandingsReport {
    /// Who is ranked: `player` or `team`.
    pub of: &'static str,
    /// The round that the ranks follow.
    pub after_round: usize,
    /// The list of the file, as record 212 has it.
    pub tie_breaks: String,
    /// The edition of the tie-break regulations.
    pub edition: &'static str,
    /// Whether every recorded rank can be ours.
    pub equal: bool,
    /// The others.
    pub differences: Vec<RankReport>,
    /// Why there are no standings here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A player whose recorded rank is not ours.
#[derive(Debug, Serialize)]
pub struct RankReport {
    /// In the file.
    pub number: u32,
    /// As it stands in the file.
    pub recorded: String,
    /// As computed.
    pub here: u32,
    /// Who has the recorded rank here, and which value parts the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl StandingsReport {
    /// What there is to say, a line each.
    pub(super) fn lines(&self) -> Vec<String> {
        let verdict = match (&self.error, self.differences.len()) {
            (Some(error), _) => format!("none here: {error}"),
            (None, 0) => "equal".to_owned(),
            (None, 1) => "a rank differs".to_owned(),
            (None, n) => format!("{n} ranks differ"),
        };
        let mut lines = vec![format!(
            "standings after round {} by {} (C.07, {}): {verdict}",
            self.after_round, self.tie_breaks, self.edition
        )];
        lines.extend(self.differences.iter().map(|each| {
            let why = each
                .why
                .as_ref()
                .map_or_else(String::new, |why| format!("; {why}"));
            format!(
                "  {} {}: rank {} in the file, {} here{why}",
                self.of, each.number, each.recorded, each.here
            )
        }));
        lines
    }
}
