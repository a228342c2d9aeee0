//! Which lists there are.

use serde::Serialize;

/// A list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ListKind {
    /// The games of a round by board.
    Boards,
    /// Where everybody sits in a round, by name.
    Names,
    /// Games without a result.
    Missing,
    /// Ranks, points and tie-breaks.
    Standings,
    /// Everybody's rounds, by rank.
    CrossTable,
    /// Everybody's rounds with the points after each, by number.
    WallChart,
    /// A card for each player.
    Cards,
    /// The players by number, with what is known of them.
    StartingRank,
    /// Women, age groups, rating bands and the event's own groups, each by rank.
    Categories,
    /// Each club by rank.
    Clubs,
    /// Each federation by rank.
    Federations,
    /// Who gets what, and why.
    Prizes,
}

impl ListKind {
    /// All of them, in the order of a day.
    pub const ALL: [Self; 12] = [
        Self::Boards,
        Self::Names,
        Self::Missing,
        Self::Standings,
        Self::CrossTable,
        Self::WallChart,
        Self::Cards,
        Self::StartingRank,
        Self::Categories,
        Self::Clubs,
        Self::Federations,
        Self::Prizes,
    ];

    /// Its name in commands and files.
    pub fn code(self) -> &'static str {
        match self {
            Self::Boards => "boards",
            Self::Names => "names",
            Self::Missing => "missing",
            Self::Standings => "standings",
            Self::CrossTable => "cross-table",
            Self::WallChart => "wall-chart",
            Self::Cards => "cards",
            Self::StartingRank => "starting-rank",
            Self::Categories => "categories",
            Self::Clubs => "clubs",
            Self::Federations => "federations",
            Self::Prizes => "prizes",
        }
    }

    /// What it is, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Boards => "the games of a round by board",
            Self::Names => "where everybody sits, by name",
            Self::Missing => "games without a result",
            Self::Standings => "ranks, points and tie-breaks",
            Self::CrossTable => "everybody's rounds, by rank",
            Self::WallChart => "everybody's rounds with the points after each, by number",
            Self::Cards => "a card for each player",
            Self::StartingRank => "the players by number",
            Self::Categories => "women, age groups, rating bands and own groups, by rank",
            Self::Clubs => "each club by rank",
            Self::Federations => "each federation by rank",
            Self::Prizes => "who gets what, and why",
        }
    }

    /// Whether it is about ranks, so that it needs standings.
    pub fn has_ranks(self) -> bool {
        !matches!(
            self,
            Self::Boards | Self::Names | Self::Missing | Self::StartingRank
        )
    }
}
