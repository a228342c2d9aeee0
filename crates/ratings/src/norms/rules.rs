//! What B.01 asks of a norm, as data.

use std::ops::RangeInclusive;

use edelweiss_model::{Date, FideTitle};

use FideTitle::{GM, IM, WGM, WIM};

/// What differs between the titles that norms lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NormRules {
    /// The title.
    pub title: FideTitle,
    /// 1.4.8: the least performance.
    pub performance: i32,
    /// 1.4.8a: the least average of the opponents' ratings.
    pub average: i32,
    /// 1.4.6b: what the lowest opponent counts at least.
    pub floor: u16,
    /// 1.4.5b-e: of these titles a third of the opponents must be. Whoever has one of them needs no norm of the title.
    pub high: &'static [FideTitle],
    /// The article that says so.
    pub high_article: &'static str,
    /// Whether the title is for women only.
    pub for_women: bool,
}

/// The titles of norms, the highest first.
pub const NORMS: [NormRules; 4] = [
    NormRules {
        title: GM,
        performance: 2600,
        average: 2380,
        floor: 2200,
        high: &[GM],
        high_article: "1.4.5b",
        for_women: false,
    },
    NormRules {
        title: IM,
        performance: 2450,
        average: 2230,
        floor: 2050,
        high: &[GM, IM],
        high_article: "1.4.5c",
        for_women: false,
    },
    NormRules {
        title: WGM,
        performance: 2400,
        average: 2180,
        floor: 2000,
        high: &[GM, IM, WGM],
        high_article: "1.4.5d",
        for_women: true,
    },
    NormRules {
        title: WIM,
        performance: 2250,
        average: 2030,
        floor: 1850,
        high: &[GM, IM, WGM, WIM],
        high_article: "1.4.5e",
        for_women: true,
    },
];

/// The first day on which events begin that the edition is about.
pub const NORMS_FROM: Date = Date {
    year: 2024,
    month: 1,
    day: 1,
};

/// 1.4.1: the fewest games.
pub(crate) const FEWEST_GAMES: usize = 9;
/// 1.4.1b: the same in a World or Continental Team or Club Championship.
pub(crate) const FEWEST_OF_TEAM_CHAMPIONSHIP: usize = 7;
/// 1.4.1b: the rounds of such a championship.
pub const ROUNDS_OF_TEAM_CHAMPIONSHIP: RangeInclusive<usize> = 7..=9;
/// 1.4.5: the fewest players of a double round robin.
pub(crate) const FEWEST_OF_DOUBLE: usize = 6;
/// 1.4.6d: what an opponent without a rating counts.
pub(crate) const UNRATED: u16 = 1400;
/// 1.7: what a norm of a longer event counts at most.
pub(crate) const MOST_COUNTED: usize = 13;

/// 1.4.5a: whether a title makes its holder one of the titled opponents.
pub(crate) fn is_titled(title: FideTitle) -> bool {
    !matches!(title, FideTitle::CM | FideTitle::WCM)
}

/// The federation of a player, if it is one: none is written, or `FID`, which 1.4.2a accepts and does not count.
pub(crate) fn counted_federation(federation: Option<&str>) -> Option<&str> {
    federation.filter(|code| !code.is_empty() && !code.eq_ignore_ascii_case("FID"))
}
