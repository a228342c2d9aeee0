//! The short notation of a tie-break: a name of article 5 and modifiers of article 14, as tournament
//! files write them (`BH/C1`, `KS/L+1`, `SB/C1/P`).

use std::fmt;
use std::str::FromStr;

/// The tie-breaks of article 5 for individuals, and the points themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the acronyms of article 5 are their own names")]
pub enum TieBreakName {
    Pts,
    De,
    Win,
    Won,
    Bpg,
    Bwg,
    Ps,
    Rep,
    Std,
    Tpn,
    Bh,
    Aob,
    Fb,
    Sb,
    Ks,
    Aro,
    Tpr,
    Ptp,
    Apro,
    Appo,
    Rtng,
}

const NAMES: [(&str, TieBreakName); 21] = [
    ("PTS", TieBreakName::Pts),
    ("DE", TieBreakName::De),
    ("WIN", TieBreakName::Win),
    ("WON", TieBreakName::Won),
    ("BPG", TieBreakName::Bpg),
    ("BWG", TieBreakName::Bwg),
    ("PS", TieBreakName::Ps),
    ("REP", TieBreakName::Rep),
    ("STD", TieBreakName::Std),
    ("TPN", TieBreakName::Tpn),
    ("BH", TieBreakName::Bh),
    ("AOB", TieBreakName::Aob),
    ("FB", TieBreakName::Fb),
    ("SB", TieBreakName::Sb),
    ("KS", TieBreakName::Ks),
    ("ARO", TieBreakName::Aro),
    ("TPR", TieBreakName::Tpr),
    ("PTP", TieBreakName::Ptp),
    ("APRO", TieBreakName::Apro),
    ("APPO", TieBreakName::Appo),
    ("RTNG", TieBreakName::Rtng),
];

impl TieBreakName {
    pub(super) fn is_article_8(self) -> bool {
        matches!(self, Self::Bh | Self::Aob | Self::Fb)
    }

    pub(super) fn is_article_10(self) -> bool {
        use TieBreakName::{Appo, Apro, Aro, Ptp, Rtng, Tpr};
        matches!(self, Aro | Tpr | Ptp | Apro | Appo | Rtng)
    }
}

/// A tie-break with its modifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Code {
    /// Which tie-break.
    pub name: TieBreakName,
    /// Least significant values to be cut (14.1-14.4).
    pub cut_least: usize,
    /// Most significant values to be cut (14.3, 14.4).
    pub cut_most: usize,
    /// `/L`: by how many half points the limit moves (14.5).
    pub limit: i128,
    /// `/P`: forfeits are games.
    pub forfeits_played: bool,
    /// `/F`: Fore Buchholz in place of Buchholz.
    pub fore: bool,
    /// `/R`: the other direction.
    pub reverse: bool,
}

/// A text that is no tie-break of this list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotACode(pub String);

impl fmt::Display for NotACode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no tie-break for individuals", self.0)
    }
}

impl std::error::Error for NotACode {}

impl Code {
    /// Without modifiers.
    pub fn plain(name: TieBreakName) -> Self {
        Self {
            name,
            cut_least: 0,
            cut_most: 0,
            limit: 0,
            forfeits_played: false,
            fore: false,
            reverse: false,
        }
    }

    /// Reads one modifier; false where the tie-break does not take it.
    fn modify(&mut self, modifier: &str) -> bool {
        let number = |text: &str| text.parse::<usize>().ok().filter(|n| (1..=99).contains(n));
        let cuts = matches!(
            self.name,
            TieBreakName::Ps
                | TieBreakName::Bh
                | TieBreakName::Fb
                | TieBreakName::Sb
                | TieBreakName::Aro
        );
        let medians = matches!(
            self.name,
            TieBreakName::Bh | TieBreakName::Fb | TieBreakName::Aro
        );
        let forfeits = matches!(
            self.name,
            TieBreakName::De | TieBreakName::Bh | TieBreakName::Fb | TieBreakName::Sb
        );
        match (self.name, modifier.split_at_checked(1)) {
            (_, Some(("P", ""))) => self.forfeits_played = forfeits,
            (TieBreakName::Aob, Some(("F", ""))) => self.fore = true,
            (TieBreakName::Tpn | TieBreakName::Rtng, Some(("R", ""))) => self.reverse = true,
            (TieBreakName::Ks, Some(("L", shift))) => return self.move_limit(shift),
            (_, Some(("C", n))) if cuts => self.cut_least = number(n).unwrap_or_default(),
            (_, Some(("M", n))) if medians => {
                self.cut_least = number(n).unwrap_or_default();
                self.cut_most = self.cut_least;
            }
            _ => return false,
        }
        match modifier.as_bytes()[0] {
            b'P' => forfeits,
            b'C' | b'M' => self.cut_least > 0,
            _ => true,
        }
    }

    fn move_limit(&mut self, shift: &str) -> bool {
        let digits = shift.trim_start_matches(['+', '-']);
        let is_number = (1..=3).contains(&digits.len())
            && shift.len() - digits.len() <= 1
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        self.limit = shift.parse().unwrap_or_default();
        is_number
    }
}

impl FromStr for Code {
    type Err = NotACode;

    fn from_str(text: &str) -> Result<Self, NotACode> {
        let refused = || NotACode(text.to_owned());
        let upper = text.trim().to_ascii_uppercase();
        let mut parts = upper.split('/');
        let word = parts.next().unwrap_or_default();
        let found = NAMES.iter().find(|(name, _)| *name == word);
        let mut code = Self::plain(found.ok_or_else(refused)?.1);
        for part in parts {
            if !code.modify(part) {
                return Err(refused());
            }
        }
        Ok(code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, name)| *name == self.name);
        f.write_str(name.map_or("", |(text, _)| text))?;
        if self.fore {
            f.write_str("/F")?;
        }
        match (self.cut_least, self.cut_most) {
            (0, _) => {}
            (n, 0) => write!(f, "/C{n}")?,
            (n, _) => write!(f, "/M{n}")?,
        }
        if self.limit != 0 {
            write!(f, "/L{:+}", self.limit)?;
        }
        if self.forfeits_played {
            f.write_str("/P")?;
        }
        if self.reverse {
            f.write_str("/R")?;
        }
        Ok(())
    }
}
