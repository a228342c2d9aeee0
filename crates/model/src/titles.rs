//! FIDE titles, in the order of C.04.2 (2026) 2.2.2.

use std::fmt;

/// A title that counts in the initial order; the smaller one stands first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FideTitle {
    /// Grandmaster.
    GM,
    /// International Master.
    IM,
    /// Woman Grandmaster.
    WGM,
    /// FIDE Master.
    FM,
    /// Woman International Master.
    WIM,
    /// Candidate Master.
    CM,
    /// Woman FIDE Master.
    WFM,
    /// Woman Candidate Master.
    WCM,
}

/// Each title, its code, and the short one of older lists.
const TITLES: [(FideTitle, &str, &str); 8] = [
    (FideTitle::GM, "GM", "g"),
    (FideTitle::IM, "IM", "m"),
    (FideTitle::WGM, "WGM", "wg"),
    (FideTitle::FM, "FM", "f"),
    (FideTitle::WIM, "WIM", "wm"),
    (FideTitle::CM, "CM", "c"),
    (FideTitle::WFM, "WFM", "wf"),
    (FideTitle::WCM, "WCM", "wc"),
];

impl FideTitle {
    /// The code that files and lists have.
    pub fn code(self) -> &'static str {
        // In the order of the titles.
        TITLES[self as usize].1
    }

    /// The title of a code in any case, or of one of the short ones of older lists.
    pub fn of(text: &str) -> Option<Self> {
        let is_it = |code: &str| code.eq_ignore_ascii_case(text);
        let row = TITLES
            .iter()
            .find(|(_, code, short)| is_it(code) || is_it(short));
        row.map(|(title, ..)| *title)
    }

    /// The same for whole codes only.
    pub fn of_code(text: &str) -> Option<Self> {
        Self::of(text).filter(|title| title.code().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for FideTitle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}
