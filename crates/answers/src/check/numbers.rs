//! Other pairing numbers that give a recorded round, in words and fields.

use serde::Serialize;

/// An order of the players in which a round comes out as recorded.
#[derive(Debug, Serialize)]
pub struct OtherNumbers {
    /// `ratings`, or `one-player`.
    pub(super) by: &'static str,
    /// Who stands elsewhere in it, by the number of the file; none where the order is that of the ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<u32>,
    /// Behind whom: none is the first place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) behind: Option<u32>,
    /// Whether the colours come out, too.
    pub(super) colours: bool,
}

impl OtherNumbers {
    /// What there is to say.
    pub(super) fn line(&self) -> String {
        let order = match (self.player, self.behind) {
            (None, _) => "in the order of the ratings".to_owned(),
            (Some(player), None) => format!("with {player} in the first place"),
            (Some(player), Some(behind)) => format!("with {player} right behind {behind}"),
        };
        let but = if self.colours {
            ""
        } else {
            " (its pairs, not its colours)"
        };
        format!(
            "the file's pairing comes out {order}{but}: were pairing numbers changed after the round?"
        )
    }
}
