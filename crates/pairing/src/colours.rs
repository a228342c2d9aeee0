//! Who gets White.
//!
//! # Articles
//! C.04.3 (2026) 5.2.1-5.2.5; 2017 E.1-E.5, which say the same.

use edelweiss_model::{Colour, PlayerId, Position, Strength};

/// The rule that decided the colours of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ColourReason {
    /// 5.2.1: both preferences are granted.
    BothGranted,
    /// 5.2.2: the stronger preference is granted.
    Stronger,
    /// 5.2.2, both absolute: the wider colour difference is served.
    WiderDifference,
    /// 5.2.3: the colours alternate from the latest game in which they differed.
    Alternated,
    /// 5.2.4: the higher ranked player's preference is granted.
    HigherRanked,
    /// 5.2.5: by the number of the higher ranked player and the initial colour.
    InitialColour,
    /// A rule of another system, named by its article.
    Article(&'static str),
}

impl ColourReason {
    /// The name of the rule in documents for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::BothGranted => "both-granted",
            Self::Stronger => "stronger",
            Self::WiderDifference => "wider-difference",
            Self::Alternated => "alternated",
            Self::HigherRanked => "higher-ranked",
            Self::InitialColour => "initial-colour",
            Self::Article(_) => "article",
        }
    }

    /// The article, as the edition of the Dutch System of that year numbers it.
    pub fn article(self, year: u16) -> &'static str {
        let (new, old) = match self {
            Self::BothGranted => ("5.2.1", "E.1"),
            Self::Stronger | Self::WiderDifference => ("5.2.2", "E.2"),
            Self::Alternated => ("5.2.3", "E.3"),
            Self::HigherRanked => ("5.2.4", "E.4"),
            Self::InitialColour => ("5.2.5", "E.5"),
            Self::Article(article) => (article, article),
        };
        if year < 2026 { old } else { new }
    }
}

/// The colour of the higher ranked player `higher` against `lower`, and the rule that decides it.
/// O(rounds).
pub fn colour_of_higher(
    position: &Position,
    higher: PlayerId,
    lower: PlayerId,
) -> (Colour, ColourReason) {
    let (a, b) = (position.player(higher), position.player(lower));
    let (wish_a, wish_b) = match (a.preference, b.preference) {
        (Some(wish_a), Some(wish_b)) if wish_a == wish_b => (wish_a, wish_b),
        (Some(wish), _) => return (wish, ColourReason::BothGranted),
        (None, Some(wish)) => return (!wish, ColourReason::BothGranted),
        (None, None) => {
            let initial = position.initial_colour().unwrap_or(Colour::White);
            let odd = a.arrival_number % 2 == 1;
            return (
                if odd { initial } else { !initial },
                ColourReason::InitialColour,
            );
        }
    };
    if a.strength != b.strength {
        let colour = if a.strength > b.strength {
            wish_a
        } else {
            !wish_b
        };
        return (colour, ColourReason::Stronger);
    }
    let (wide_a, wide_b) = (a.colour_difference.abs(), b.colour_difference.abs());
    if a.strength == Strength::Absolute && wide_a != wide_b {
        let colour = if wide_a > wide_b { wish_a } else { !wish_b };
        return (colour, ColourReason::WiderDifference);
    }
    match position.latest_difference(higher, lower) {
        Some(mine) => (!mine, ColourReason::Alternated),
        None => (wish_a, ColourReason::HigherRanked),
    }
}
