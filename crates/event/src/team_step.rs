//! What is to be done with teams, as plain values.

use serde::{Deserialize, Serialize};

use crate::given_bye::GivenBye;

/// A round of teams that was paired, with the line-ups that the captains have handed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TeamRoundStep {
    /// The round to be paired next.
    pub round: u16,
    /// The matches in the order in which they are published.
    pub matches: Vec<SeatedMatch>,
    /// The team that has the pairing-allocated bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<u32>,
    /// Whom of that team its bye is entered for; nobody, if it is not said: record 320 has the points of the team.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bye_line_up: Vec<u32>,
    /// The colours of White's boards, as in `WBWB`; if they are not said, those of record 352, else by turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colours: Option<String>,
    /// Whether a team may sit in another order than that of its record 310.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_order: bool,
    /// By which rules it was paired, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

/// A match with its line-ups.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SeatedMatch {
    /// The team that has White on board 1, and the other one.
    pub teams: [u32; 2],
    /// The numbers of their players from board 1 on, 0 for an empty board.
    pub line_ups: [Vec<u32>; 2],
    /// Where each line-up and its boards were read, for messages.
    #[serde(skip)]
    pub places: [Vec<String>; 2],
}

/// Byes of one kind for teams.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TeamByeStep {
    /// Their numbers.
    pub teams: Vec<u32>,
    /// Which round; the one to be paired, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// What kind.
    pub kind: GivenBye,
    /// Whether every later round is meant, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub later: bool,
}

/// Teams that take part after all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TeamAttendStep {
    /// Their numbers.
    pub teams: Vec<u32>,
    /// Which round; the one to be paired, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// Whether every later round is meant, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub later: bool,
}

/// Teams that do not meet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TeamForbidStep {
    /// The numbers of two or more teams each, of which no two meet.
    pub groups: Vec<Vec<u32>>,
    /// The first round of the ban; the first one of all, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// The last round of the ban; for good, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u16>,
}

/// Bans of teams that are lifted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TeamAllowStep {
    /// The numbers of all teams of each ban.
    pub groups: Vec<Vec<u32>>,
}

impl TeamRoundStep {
    /// The two players of each game, match by match and board by board; who has White is in the file.
    pub(crate) fn games(&self) -> Vec<[u32; 2]> {
        let of_match = |seated: &SeatedMatch| {
            let [white, black] = &seated.line_ups;
            let pairs = white.iter().zip(black).map(|(one, other)| [*one, *other]);
            pairs
                .filter(|pair| !pair.contains(&0))
                .collect::<Vec<[u32; 2]>>()
        };
        self.matches.iter().flat_map(of_match).collect()
    }
}
