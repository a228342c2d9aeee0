//! Who takes part in a category.

use edelweiss_model::{Date, Sex, Tpn};

use crate::competitor::Competitor;

/// What a player must be to take part in a category. Every condition that is there must hold; a
/// player of whom the file does not say what is asked for does not take part.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conditions {
    /// Of this sex.
    pub sex: Option<Sex>,
    /// Born on this day or later.
    pub born_from: Option<Date>,
    /// Born on this day or earlier.
    pub born_until: Option<Date>,
    /// A rating of at least this.
    pub rating_from: Option<u16>,
    /// A rating below this.
    pub rating_below: Option<u16>,
    /// Players without a rating take part: beside those of the ratings asked for, or alone where no
    /// rating is.
    pub unrated: bool,
    /// A federation of these.
    pub federation: Option<Vec<String>>,
    /// A club of these.
    pub club: Option<Vec<String>>,
    /// A group of these.
    pub group: Option<Vec<String>>,
    /// One of these players, by number: a list of the organiser's own.
    pub players: Option<Vec<Tpn>>,
    /// At least so many games played over the board.
    pub games_at_least: Option<u16>,
}

impl Conditions {
    /// Whether a player takes part; `None` where only the year of birth is known and the day decides.
    pub fn admit(&self, player: &Competitor) -> Option<bool> {
        let number = |number: &Tpn| *number == player.number;
        let of = |asked: Option<&Vec<String>>, own: Option<&String>| {
            asked.is_none_or(|list| own.is_some_and(|own| list.contains(own)))
        };
        let others = self.sex.is_none_or(|sex| player.sex == Some(sex))
            && self.admits_rating(player.rating)
            && of(self.federation.as_ref(), player.federation.as_ref())
            && of(self.club.as_ref(), player.club.as_ref())
            && of(self.group.as_ref(), player.group.as_ref())
            && (self.players.as_ref()).is_none_or(|list| list.iter().any(number))
            && self
                .games_at_least
                .is_none_or(|games| player.games >= games);
        if !others {
            return Some(false);
        }
        if self.born_from.is_none() && self.born_until.is_none() {
            return Some(true);
        }
        let Some(birth) = player.birth else {
            return Some(false);
        };
        let within = |day: Date| {
            self.born_from.is_none_or(|from| day >= from)
                && self.born_until.is_none_or(|until| day <= until)
        };
        let [first, last] = birth.days();
        match (within(first), within(last)) {
            (true, true) => Some(true),
            // A span of days that lies within the year is met by some days of it.
            (false, false) if !self.lies_between(first, last) => Some(false),
            _ => None,
        }
    }

    /// Whether the days asked for all lie between these two.
    fn lies_between(&self, first: Date, last: Date) -> bool {
        self.born_from
            .is_some_and(|from| from > first && from <= last)
            && self
                .born_until
                .is_some_and(|until| until >= first && until < last)
    }

    fn admits_rating(&self, rating: Option<u16>) -> bool {
        let asked = self.rating_from.is_some() || self.rating_below.is_some();
        match rating {
            None => self.unrated || !asked,
            Some(_) if self.unrated && !asked => false,
            Some(rating) => {
                self.rating_from.is_none_or(|from| rating >= from)
                    && self.rating_below.is_none_or(|below| rating < below)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::competitor::Birth;

    fn day(year: u16, month: u8, day: u8) -> Date {
        Date { year, month, day }
    }

    fn born(birth: Option<Birth>) -> Competitor {
        Competitor {
            birth,
            ..Competitor::new(Tpn::new(1).expect("small"))
        }
    }

    #[test]
    fn a_year_of_birth_decides_where_every_day_of_it_does() {
        let year = born(Some(Birth::Year(2008)));
        let from = |from, until| Conditions {
            born_from: from,
            born_until: until,
            ..Conditions::default()
        };
        let cases = [
            (Some(day(2008, 1, 1)), None, Some(true)),
            (Some(day(2008, 9, 1)), None, None),
            (Some(day(2009, 1, 1)), None, Some(false)),
            (None, Some(day(2008, 12, 31)), Some(true)),
            (None, Some(day(2007, 12, 31)), Some(false)),
            (Some(day(2008, 3, 1)), Some(day(2008, 5, 1)), None),
            (Some(day(2006, 1, 1)), Some(day(2007, 5, 1)), Some(false)),
        ];
        for (first, last, expected) in cases {
            assert_eq!(
                from(first, last).admit(&year),
                expected,
                "{first:?} {last:?}"
            );
        }
        assert_eq!(
            from(Some(day(2000, 1, 1)), None).admit(&born(None)),
            Some(false)
        );
        let date = born(Some(Birth::Day(day(2008, 9, 1))));
        assert_eq!(from(Some(day(2008, 9, 1)), None).admit(&date), Some(true));
        assert_eq!(from(Some(day(2008, 9, 2)), None).admit(&date), Some(false));
    }

    #[test]
    fn the_unrated_take_part_where_they_are_asked_for() {
        let rated = |rating| Competitor {
            rating,
            ..born(None)
        };
        let cases = [
            (None, None, false, [true, true, true]),
            (None, None, true, [true, false, false]),
            (None, Some(1800), false, [false, true, false]),
            (None, Some(1800), true, [true, true, false]),
            (Some(1800), None, false, [false, false, true]),
        ];
        for (from, below, unrated, expected) in cases {
            let conditions = Conditions {
                rating_from: from,
                rating_below: below,
                unrated,
                ..Conditions::default()
            };
            let admitted = [None, Some(1799), Some(1800)]
                .map(|rating| conditions.admit(&rated(rating)) == Some(true));
            assert_eq!(admitted, expected, "{conditions:?}");
        }
    }
}
