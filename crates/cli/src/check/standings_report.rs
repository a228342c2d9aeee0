//! How recorded ranks compare with ours, in words and fields.

use serde::Serialize;

/// How the recorded ranks compare with ours.
#[derive(Serialize)]
pub(crate) struct StandingsReport {
    /// Who is ranked: `player` or `team`.
    pub(crate) of: &'static str,
    pub(crate) after_round: usize,
    /// The list of the file, as record 212 has it.
    pub(crate) tie_breaks: String,
    /// The edition of the tie-break regulations.
    pub(crate) edition: &'static str,
    pub(crate) equal: bool,
    pub(crate) differences: Vec<RankReport>,
    /// Why there are no standings here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

/// A player whose recorded rank is not ours.
#[derive(Serialize)]
pub(crate) struct RankReport {
    pub(crate) number: u16,
    /// As it stands in the file.
    pub(crate) recorded: String,
    pub(crate) here: u32,
    /// Who has the recorded rank here, and which value parts the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
}

impl StandingsReport {
    /// What there is to say, a line each.
    pub(crate) fn lines(&self) -> Vec<String> {
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
