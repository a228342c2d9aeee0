//! What a team prefers, and who has which colour on the first board.
//!
//! # Articles
//! C.04.6 (2026) 1.6, 1.7, 4.

use std::cmp::Reverse;

use edelweiss_model::{Colour, PlayerId, TeamPreferences};
use edelweiss_pairing::ColourReason;

use super::{LastRoundPreference, TeamStanding, TeamSwissField, TeamSwissOptions};

/// 1.7: a colour, and in type B whether the preference is strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TeamPreference {
    pub(super) colour: Colour,
    /// Those of type A all are.
    pub(super) is_strong: bool,
}

/// 1.6.2: matches with White less matches with Black.
fn difference(colours: &[Colour]) -> i32 {
    let sign = |colour: &Colour| match colour {
        Colour::White => 1,
        Colour::Black => -1,
    };
    colours.iter().map(sign).sum()
}

/// 1.7 for the colours of the matches played, oldest first.
pub(super) fn preference(
    kind: TeamPreferences,
    colours: &[Colour],
    is_last_round: bool,
    options: TeamSwissOptions,
) -> Option<TeamPreference> {
    let difference = difference(colours);
    let repeated = match colours {
        [.., one, other] if one == other => Some(*other),
        _ => None,
    };
    let strong = match (difference, repeated) {
        (..=-2, _) | (-1 | 0, Some(Colour::Black)) => Some(Colour::White),
        (2.., _) | (0 | 1, Some(Colour::White)) => Some(Colour::Black),
        _ => None,
    };
    let is_void = kind == TeamPreferences::TypeB
        && is_last_round
        && difference == 0
        && options.last_round == LastRoundPreference::None;
    let mild = match (difference, colours.last()) {
        (-1, _) => Some(Colour::White),
        (1, _) => Some(Colour::Black),
        (0, Some(last)) if !is_last_round => Some(!*last),
        _ => None,
    };
    let of = |is_strong| move |colour| TeamPreference { colour, is_strong };
    match kind {
        TeamPreferences::None => None,
        TeamPreferences::TypeA => strong.map(of(true)),
        TeamPreferences::TypeB if is_void => None,
        TeamPreferences::TypeB => strong.map(of(true)).or(mild.map(of(false))),
    }
}

impl TeamSwissField<'_> {
    /// 4: the colour of `higher`, which is ranked higher by score and number, and the article that decides.
    pub(super) fn allocate_colours(
        &self,
        higher: PlayerId,
        lower: PlayerId,
    ) -> (Colour, ColourReason) {
        // 4.2: smaller keys come first.
        let key = |id: PlayerId| {
            let team = self.standing(id);
            (Reverse(team.score), Reverse(team.secondary), id)
        };
        let is_first = key(higher) < key(lower);
        let (first, other) = if is_first {
            (higher, lower)
        } else {
            (lower, higher)
        };
        let (colour, article) = self.colour_of_first(first, other);
        let colour = if is_first { colour } else { !colour };
        (colour, ColourReason::Article(article))
    }

    /// 4.3, for the first-team.
    fn colour_of_first(&self, first: PlayerId, other: PlayerId) -> (Colour, &'static str) {
        let (own, theirs) = (self.standing(first), self.standing(other));
        let latest = |team: &TeamStanding| team.colours.last().map(|colour| !*colour);
        if own.colours.is_empty() && theirs.colours.is_empty() {
            let initial = self.position.initial_colour().unwrap_or(Colour::White);
            let is_odd = self.position.player(first).arrival_number % 2 == 1;
            return (if is_odd { initial } else { !initial }, "4.3.1");
        }
        match (own.preference, theirs.preference) {
            (Some(own), None) => return (own.colour, "4.3.2"),
            (None, Some(theirs)) => return (!theirs.colour, "4.3.2"),
            (Some(own), Some(theirs)) if own.colour != theirs.colour => {
                return (own.colour, "4.3.3");
            }
            (Some(own), Some(theirs)) if own.is_strong != theirs.is_strong => {
                let colour = if own.is_strong {
                    own.colour
                } else {
                    !theirs.colour
                };
                return (colour, "4.3.4");
            }
            _ => {}
        }
        let (mine, that) = (difference(&own.colours), difference(&theirs.colours));
        if mine != that {
            let colour = if mine < that {
                Colour::White
            } else {
                Colour::Black
            };
            return (colour, "4.3.5");
        }
        let mut pairs = own.colours.iter().rev().zip(theirs.colours.iter().rev());
        if let Some((mine, _)) = pairs.find(|(mine, that)| mine != that) {
            return (!*mine, "4.3.6");
        }
        if let Some(own) = own.preference {
            return (own.colour, "4.3.7");
        }
        match (latest(own), latest(theirs)) {
            (Some(own), _) => (own, "4.3.8"),
            (None, Some(theirs)) => (!theirs, "4.3.9"),
            (None, None) => unreachable!("one of them has played"),
        }
    }
}
