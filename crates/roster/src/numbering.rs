//! Pairing numbers by C.04.2 (2026) 2.2 and 2.3 (2017: B.2, B.3): strength, then title, then alphabetically;
//! the highest ranked participant gets number 1.
//!
//! The rating is the strength. Who has none stands behind everybody who has one, until the arbiter
//! estimates a strength (2.1), since there is no rule of its own for unrated players. Two players of one name
//! keep the order of the list.
//!
//! A late entry takes the place that this order gives, and everybody below moves down by one (2.4, 2.5).

use std::cmp::Ordering;

use edelweiss_model::{FideTitle, Player, letters};

/// What the initial order asks of a participant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitialStrength {
    rating: u16,
    title: Option<FideTitle>,
    /// As [`letters::alphabetical`] has it.
    name: String,
}

impl InitialStrength {
    /// Of a player; a title that is none of FIDE's does not count.
    pub fn new(rating: Option<u16>, title: Option<FideTitle>, name: &str) -> Self {
        Self {
            rating: rating.unwrap_or(0),
            title,
            name: letters::alphabetical(name),
        }
    }

    /// Whether the first player stands before the second, and what decides it. Equal where only the
    /// list tells.
    pub fn compare(&self, other: &Self) -> (Ordering, DecidedBy) {
        let by_rating = other.rating.cmp(&self.rating);
        if by_rating.is_ne() {
            return (by_rating, DecidedBy::Rating);
        }
        let place = |strength: &Self| (strength.title.is_none(), strength.title);
        let by_title = place(self).cmp(&place(other));
        if by_title.is_ne() {
            return (by_title, DecidedBy::Title);
        }
        let by_name = self.name.cmp(&other.name);
        if by_name.is_ne() {
            return (by_name, DecidedBy::Name);
        }
        (Ordering::Equal, DecidedBy::List)
    }
}

impl From<&Player> for InitialStrength {
    fn from(player: &Player) -> Self {
        let title = player.title.as_deref().and_then(FideTitle::of);
        Self::new(player.rating, title, &player.name)
    }
}

/// What decides that a player stands before another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DecidedBy {
    /// The higher rating, or that there is one.
    Rating,
    /// The higher title.
    Title,
    /// The alphabet.
    Name,
    /// The order of the list.
    List,
    /// A lot.
    Lot,
}

impl DecidedBy {
    /// For documents.
    pub fn code(self) -> &'static str {
        match self {
            Self::Rating => "rating",
            Self::Title => "title",
            Self::Name => "name",
            Self::List => "list",
            Self::Lot => "lot",
        }
    }

    /// The article of 2026, empty where the text has none.
    pub fn article(self) -> &'static str {
        match self {
            Self::Rating => "C.04.2 2.2.1",
            Self::Title => "C.04.2 2.2.2",
            Self::Name => "C.04.2 2.2.3",
            Self::List | Self::Lot => "",
        }
    }
}

/// A place of the initial order; the first one has number 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InitialPlace {
    /// Where the player stands in the list that was given, counted from 0.
    pub index: usize,
    /// What put the player behind the one before; `None` for the first.
    pub behind: Option<DecidedBy>,
}

/// The players of a list in their initial order. O(players · log players).
pub fn initial_order(players: impl IntoIterator<Item = InitialStrength>) -> Vec<InitialPlace> {
    let players: Vec<InitialStrength> = players.into_iter().collect();
    let mut order: Vec<usize> = (0..players.len()).collect();
    // Stable, so that the list decides what nothing else does.
    order.sort_by(|a, b| players[*a].compare(&players[*b]).0);
    let places = order
        .iter()
        .enumerate()
        .map(|(place, &index)| InitialPlace {
            index,
            behind: (place > 0).then(|| players[order[place - 1]].compare(&players[index]).1),
        });
    places.collect()
}

/// The number that a late entry gets among players who stand in their initial order: everybody from
/// there on moves down by one. O(players).
pub fn place_of_late_entry(ranked: &[InitialStrength], entry: &InitialStrength) -> usize {
    ranked
        .iter()
        .take_while(|player| player.compare(entry).0.is_le())
        .count()
        + 1
}
