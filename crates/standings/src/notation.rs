//! The short notation of tie-breaks in tournament files: `BH/C1`, `DE/P`, `KS/L+1`.
//!
//! # Source
//! Records 202 and 212 of TRF26, Mandatory Tie-Breaks: `NAME[:MP|:GP]{/Cn|/Mn|/L±n|/Kx|/P|/F|/R}`,
//! in capital or small letters. Names are those of article 5; `GE` is the name that `REP` had before
//! August 2024.
//! # Readings
//! The limit of Koya counts half points with or without a sign (14.5).

use std::fmt;
use std::str::FromStr;

use crate::article_5::{ALL, Definition, LADDER};
use crate::ladder::{LADDER_PARAMETERS, LadderParameter, LadderRules};
use crate::modifiers::{Modifiers, Reference};

/// One tie-break with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TieBreak {
    definition: &'static Definition,
    modifiers: Modifiers,
}

impl TieBreak {
    /// The tie-break without its modifiers.
    pub fn definition(&self) -> &'static Definition {
        self.definition
    }

    /// Every tie-break without modifiers, in the order of the articles; the points come first.
    pub fn all() -> impl Iterator<Item = &'static Definition> {
        ALL.iter().copied()
    }

    /// What stands behind the name.
    pub fn modifiers(&self) -> &Modifiers {
        &self.modifiers
    }

    /// Whether it asks for a competition of teams.
    pub fn is_of_teams(&self) -> bool {
        self.definition.is_of_teams() || self.modifiers.reference.is_some()
    }

    /// Whether a lower value ranks higher.
    pub fn is_lower_better(&self) -> bool {
        self.definition.is_lower_better != self.modifiers.is_reversed
    }
}

/// Why a text is no tie-break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownTieBreak {
    /// Nothing, or nothing before the first modifier.
    Empty,
    /// No tie-break has this name.
    Name {
        /// As written.
        name: String,
        /// Names that look like it.
        near: Vec<&'static str>,
    },
    /// No tie-break has such a modifier.
    Modifier {
        /// As written, with its sign.
        modifier: String,
    },
    /// This tie-break does not take the modifier.
    NotTaken {
        /// The name.
        name: &'static str,
        /// As written, with its sign.
        modifier: String,
        /// What it takes, as people write it.
        takes: &'static [&'static str],
    },
    /// No parameter of a ladder with such a value.
    Parameter {
        /// As written, with its sign.
        modifier: String,
    },
    /// The modifier stands twice, or beside one that says the same otherwise.
    Repeated {
        /// As written, with its sign.
        modifier: String,
    },
}

impl fmt::Display for UnknownTieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a tie-break is missing, expected a name such as BH/C1"),
            Self::Name { name, near } => {
                write!(f, "tie-break {name:?} is not one of C.07")?;
                if !near.is_empty() {
                    write!(f, ", which has {}", near.join(", "))?;
                }
                Ok(())
            }
            Self::Modifier { modifier } => write!(
                f,
                "modifier {modifier:?} is not known, expected /C1 /C2 /M1 /M2 /L+n /L-n /Kn /P /F /R or :MP :GP"
            ),
            Self::NotTaken {
                name,
                modifier,
                takes,
            } => {
                write!(f, "{name} does not take the modifier {modifier:?}, ")?;
                if takes.is_empty() {
                    write!(f, "and takes none")
                } else {
                    write!(f, "only {}", takes.join(" "))
                }
            }
            Self::Parameter { modifier } => {
                write!(f, "{modifier:?} is no parameter of a ladder, expected")?;
                let mut all = LADDER_PARAMETERS.iter();
                all.try_for_each(|LadderParameter { name, values, .. }| {
                    let values: Vec<&str> = values.iter().map(|(value, _)| *value).collect();
                    write!(f, " /{name}={}", values.join("|"))
                })
            }
            Self::Repeated { modifier } => {
                write!(f, "modifier {modifier:?} stands beside another of its kind")
            }
        }
    }
}

impl std::error::Error for UnknownTieBreak {}

impl FromStr for TieBreak {
    type Err = UnknownTieBreak;

    fn from_str(text: &str) -> Result<Self, UnknownTieBreak> {
        let text = text.trim();
        let end = text.find(['/', ':']).unwrap_or(text.len());
        let (name, mut rest) = text.split_at(end);
        let definition = definition(name)?;
        let mut modifiers = Modifiers::default();
        while !rest.is_empty() {
            let end = (rest[1..].find(['/', ':'])).map_or(rest.len(), |at| at + 1);
            let (modifier, later) = rest.split_at(end);
            if definition.takes == LADDER {
                modifiers.ladder = parameter(modifiers.ladder, modifier)?;
            } else {
                apply(definition, &mut modifiers, modifier)?;
            }
            rest = later;
        }
        Ok(Self {
            definition,
            modifiers,
        })
    }
}

fn definition(name: &str) -> Result<&'static Definition, UnknownTieBreak> {
    if name.is_empty() {
        return Err(UnknownTieBreak::Empty);
    }
    let is_named = |definition: &&Definition| {
        (definition.code.eq_ignore_ascii_case(name))
            || (definition.former_code).is_some_and(|code| code.eq_ignore_ascii_case(name))
    };
    if let Some(definition) = ALL.iter().copied().find(is_named) {
        return Ok(definition);
    }
    let first = |text: &str| text.chars().next().map(|c| c.to_ascii_uppercase());
    let individual = ALL.iter().filter(|definition| !definition.is_of_teams());
    let near = individual.map(|definition| definition.code);
    Err(UnknownTieBreak::Name {
        name: name.chars().take(24).collect(),
        near: near.filter(|code| first(code) == first(name)).collect(),
    })
}

/// The rules of a ladder with one more parameter, such as `/own-value=none`.
fn parameter(rules: LadderRules, text: &str) -> Result<LadderRules, UnknownTieBreak> {
    let pair = text.strip_prefix('/').and_then(|text| text.split_once('='));
    let chosen = pair.and_then(|(name, value)| rules.with(name, value));
    chosen.ok_or_else(|| UnknownTieBreak::Parameter {
        modifier: text.chars().take(24).collect(),
    })
}

/// Adds one modifier, with its sign in front, to those read before it.
fn apply(
    definition: &'static Definition,
    modifiers: &mut Modifiers,
    text: &str,
) -> Result<(), UnknownTieBreak> {
    let modifier = || text.chars().take(24).collect::<String>();
    let before = *modifiers;
    let upper = text.to_ascii_uppercase();
    // As the table of tie-breaks spells what is taken.
    let mut spelled = upper.as_str();
    match spelled {
        "/C1" | "/C2" | "/M1" | "/M2" => {
            let count = upper.as_bytes()[2] - b'0';
            modifiers.lows = count;
            modifiers.highs = if upper.starts_with("/M") { count } else { 0 };
        }
        "/P" => modifiers.with_forfeits = true,
        "/F" => modifiers.is_fore = true,
        "/R" => modifiers.is_reversed = true,
        ":MP" => modifiers.reference = Some(Reference::MatchPoints),
        ":GP" => modifiers.reference = Some(Reference::GamePoints),
        _ => {
            let number = |prefix| {
                upper
                    .strip_prefix(prefix)
                    .and_then(|text| text.parse().ok())
            };
            if let Some(limit) = number("/L").filter(|limit| *limit != 0) {
                modifiers.limit = limit;
                spelled = "/L+n";
            } else if let Some(divisor) = number("/K").filter(|divisor| *divisor > 0) {
                modifiers.divisor = Some(divisor.unsigned_abs());
                spelled = "/Kn";
            } else {
                return Err(UnknownTieBreak::Modifier {
                    modifier: modifier(),
                });
            }
        }
    }
    // Article 13: those of articles 6 to 9 may be about either score of a team.
    let is_by_score = matches!(spelled, ":MP" | ":GP")
        && !definition.is_on_ratings
        && !definition.is_of_teams()
        && definition.code != "PTS";
    if !is_by_score && !definition.takes.contains(&spelled) {
        return Err(UnknownTieBreak::NotTaken {
            name: definition.code,
            modifier: modifier(),
            takes: definition.takes,
        });
    }
    let is_repeated = *modifiers == before
        || (before.lows > 0 && before.lows != modifiers.lows)
        || (before.lows > 0 && before.highs != modifiers.highs)
        || (before.limit != 0 && before.limit != modifiers.limit)
        || (before.divisor.is_some() && before.divisor != modifiers.divisor)
        || (before.reference.is_some() && before.reference != modifiers.reference);
    if is_repeated {
        return Err(UnknownTieBreak::Repeated {
            modifier: modifier(),
        });
    }
    Ok(())
}

impl fmt::Display for TieBreak {
    /// The short notation, such as `BH/C1`; reads back as the same tie-break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modifiers = &self.modifiers;
        f.write_str(self.definition.code)?;
        match modifiers.reference {
            Some(Reference::MatchPoints) => f.write_str(":MP")?,
            Some(Reference::GamePoints) => f.write_str(":GP")?,
            None => {}
        }
        match (modifiers.lows, modifiers.highs) {
            (0, _) => {}
            (lows, 0) => write!(f, "/C{lows}")?,
            (lows, _) => write!(f, "/M{lows}")?,
        }
        if modifiers.limit != 0 {
            write!(f, "/L{:+}", modifiers.limit)?;
        }
        if let Some(divisor) = modifiers.divisor {
            write!(f, "/K{divisor}")?;
        }
        for (name, value) in modifiers.ladder.departures() {
            write!(f, "/{name}={value}")?;
        }
        let flags = [
            (modifiers.is_fore, "/F"),
            (modifiers.with_forfeits, "/P"),
            (modifiers.is_reversed, "/R"),
        ];
        let mut set = flags.iter().filter(|(is_set, _)| *is_set);
        set.try_for_each(|(_, text)| f.write_str(text))
    }
}
