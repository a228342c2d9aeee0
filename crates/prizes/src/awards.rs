//! The award of the prizes.

use std::collections::BTreeSet;
use std::ops::Range;

use edelweiss_model::Tpn;

use crate::competitor::Competitor;
use crate::money::Money;
use crate::scheme::{PrizeCategory, PrizeScheme};
use crate::shares::{Sharing, shares};

/// Who gets what, and what nobody gets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Awards {
    /// In the order in which they were given: the highest first, those in addition last.
    pub payouts: Vec<Payout>,
    /// Prizes that nobody gets, in the order of the scheme.
    pub not_given: Vec<NotGiven>,
}

/// What a player gets in a category.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Payout {
    /// The player.
    pub player: Tpn,
    /// The category, by its place in the scheme.
    pub category: usize,
    /// The prizes of the category that are shared, by their places from 0.
    pub places: Range<usize>,
    /// All who share them, in the order of the standings.
    pub group: Vec<Tpn>,
    /// The share.
    pub sum: Money,
    /// What other categories offered at that moment, by their places in the scheme.
    pub instead_of: Vec<(usize, Money)>,
}

/// A prize that nobody gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotGiven {
    /// The category, by its place in the scheme.
    pub category: usize,
    /// The place of the prize, from 0.
    pub place: usize,
    /// Players who take part in the category.
    pub took_part: usize,
}

/// Why prizes cannot be awarded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unawardable {
    /// A number that two players have.
    #[error("number {number} is that of two players")]
    Twice {
        /// The number.
        number: Tpn,
    },
    /// Standings that do not follow the points, although points are shared by.
    #[error(
        "category {category:?} shares by points, but player {player} is ranked above players with more points\n  hint: write share = \"rank\", or rank by points first"
    )]
    NotByPoints {
        /// The category.
        category: String,
        /// A player with fewer points than somebody below.
        player: Tpn,
    },
    /// A year of birth where the day decides.
    #[error(
        "whether player {player} is of category {category:?} depends on the day of birth, and the file has the year only"
    )]
    DayOfBirth {
        /// The category.
        category: String,
        /// The player.
        player: Tpn,
    },
    /// A list of players with somebody who is not there.
    #[error("category {category:?} lists player {player}, who is not in the tournament")]
    NoSuchPlayer {
        /// The category.
        category: String,
        /// The number that nobody has.
        player: Tpn,
    },
}

/// Gives the prizes of a scheme to the players of final standings, by the rule of
/// [the crate](crate). The order of `players` is of no account. Costs, beside sorting, at most the
/// number of prizes times the number of players and categories.
///
/// # Errors
/// Standings or births that leave open what is asked.
pub fn award(scheme: &PrizeScheme, players: &[Competitor]) -> Result<Awards, Unawardable> {
    let mut order: Vec<&Competitor> = players.iter().collect();
    order.sort_by_key(|player| (player.rank, player.number));
    let entries: Vec<Entrants> = (scheme.categories.iter())
        .map(|category| Entrants::of(category, &order))
        .collect::<Result<_, _>>()?;
    check_standings(scheme, &order)?;
    let mut hall = Hall {
        scheme,
        order: &order,
        open: entries
            .iter()
            .map(|entrants| entrants.places.clone())
            .collect(),
        next: vec![0; entries.len()],
    };
    let mut awards = Awards::default();
    while let Some((category, offer)) = hall.highest() {
        hall.give(category, &offer, &mut awards);
    }
    for category in 0..entries.len() {
        if scheme.categories[category].in_addition {
            while let Some(offer) = hall.offer(category) {
                hall.give(category, &offer, &mut awards);
            }
        }
    }
    for (category, entrants) in entries.iter().enumerate() {
        let left = hall.next[category]..scheme.categories[category].prizes.len();
        awards.not_given.extend(left.map(|place| NotGiven {
            category,
            place,
            took_part: entrants.took_part,
        }));
    }
    Ok(awards)
}

/// Who takes part in a category and can win a prize of it.
struct Entrants {
    /// Places in the order of the standings; none where too few take part.
    places: Vec<usize>,
    took_part: usize,
}

impl Entrants {
    fn of(category: &PrizeCategory, order: &[&Competitor]) -> Result<Self, Unawardable> {
        let listed = category.conditions.players.iter().flatten();
        for number in listed {
            if order.iter().all(|player| player.number != *number) {
                return Err(Unawardable::NoSuchPlayer {
                    category: category.name.clone(),
                    player: *number,
                });
            }
        }
        let mut places = Vec::new();
        for (place, player) in order.iter().enumerate() {
            let admitted = category.conditions.admit(player);
            let admitted = admitted.ok_or_else(|| Unawardable::DayOfBirth {
                category: category.name.clone(),
                player: player.number,
            })?;
            places.extend(admitted.then_some(place));
        }
        let took_part = places.len();
        if took_part < category.at_least {
            places.clear();
        }
        Ok(Self { places, took_part })
    }
}

/// Numbers occur once, and ranks follow points where points are shared by.
fn check_standings(scheme: &PrizeScheme, order: &[&Competitor]) -> Result<(), Unawardable> {
    let mut numbers = BTreeSet::new();
    if let Some(twice) = order.iter().find(|player| !numbers.insert(player.number)) {
        return Err(Unawardable::Twice {
            number: twice.number,
        });
    }
    let by_points = (scheme.categories.iter()).find(|category| category.sharing != Sharing::Rank);
    let above = order
        .windows(2)
        .find(|pair| pair[0].points < pair[1].points);
    if let (Some(category), Some(pair)) = (by_points, above) {
        return Err(Unawardable::NotByPoints {
            category: category.name.clone(),
            player: pair[0].number,
        });
    }
    Ok(())
}

/// What the leaders of a category would get: places in the standings with their shares.
type Offer = Vec<(usize, Money)>;

/// The prizes that are left, and the players who may get them.
struct Hall<'a> {
    scheme: &'a PrizeScheme,
    order: &'a [&'a Competitor],
    /// For each category, who has no prize yet (of it, where it is in addition), in order.
    open: Vec<Vec<usize>>,
    /// For each category, the first prize that is left.
    next: Vec<usize>,
}

impl Hall<'_> {
    /// Who leads a category: equal players, those of equal points or of equal rank.
    fn leaders(&self, category: usize) -> Vec<usize> {
        let sharing = self.scheme.categories[category].sharing;
        let open = &self.open[category];
        let equal = |place: &&usize| {
            let [first, other] = [open[0], **place].map(|place| self.order[place]);
            match sharing {
                Sharing::Rank => first.rank == other.rank,
                Sharing::Equal | Sharing::Hort => first.points == other.points,
            }
        };
        open.iter().take_while(equal).copied().collect()
    }

    /// How many prizes `leaders` share, from the first that is left.
    fn places(&self, category: usize, leaders: usize) -> Range<usize> {
        let first = self.next[category];
        first
            ..self.scheme.categories[category]
                .prizes
                .len()
                .min(first + leaders)
    }

    /// What a category offers to these leaders.
    fn offer_to(&self, category: usize, leaders: &[usize]) -> Offer {
        let scheme = &self.scheme.categories[category];
        let ranks: Vec<_> = leaders
            .iter()
            .map(|place| self.order[*place].rank)
            .collect();
        let prizes = &scheme.prizes[self.places(category, leaders.len())];
        let sums = shares(scheme.sharing, &ranks, prizes, self.scheme.unit);
        leaders.iter().copied().zip(sums).collect()
    }

    /// What a category offers to its leaders, if it has a prize and a player left.
    fn offer(&self, category: usize) -> Option<Offer> {
        let leaders = self.leaders(category);
        let any = !leaders.is_empty() && !self.places(category, 1).is_empty();
        any.then(|| self.offer_to(category, &leaders))
    }

    /// What every category but those in addition offers.
    fn offers(&self) -> Vec<Option<Offer>> {
        (self.scheme.categories.iter().enumerate())
            .map(|(number, category)| self.offer(number).filter(|_| !category.in_addition))
            .collect()
    }

    /// The highest sum on offer, with those who share in it and have no higher offer.
    fn highest(&self) -> Option<(usize, Offer)> {
        let offers = self.offers();
        let top = |offer: &Offer| offer.iter().map(|(_, sum)| *sum).max();
        let (category, mut offer) = (offers.iter().enumerate())
            .filter_map(|(number, offer)| Some((number, offer.clone()?)))
            .rev()
            .max_by_key(|(_, offer)| top(offer))?;
        // Whoever has the highest offer stays, whatever rounding makes of it among fewer.
        let (chief, _) = *offer.iter().rev().max_by_key(|(_, sum)| *sum)?;
        // Only with halves by rank can somebody do better elsewhere; each time fewer share.
        loop {
            let better = |place: usize, sum: Money| {
                (offers.iter().enumerate())
                    .filter(|(number, _)| *number != category)
                    .flat_map(|(_, offer)| offer.iter().flatten())
                    .any(|(other, elsewhere)| *other == place && *elsewhere > sum)
            };
            let stays = |place, sum| place == chief || !better(place, sum);
            let staying = offer.iter().filter(|(place, sum)| stays(*place, *sum));
            let staying: Vec<_> = staying.map(|(place, _)| *place).collect();
            if staying.len() == offer.len() {
                return Some((category, offer));
            }
            offer = self.offer_to(category, &staying);
        }
    }

    /// Pays an offer out.
    fn give(&mut self, category: usize, offer: &Offer, awards: &mut Awards) {
        let places = self.places(category, offer.len());
        let in_addition = self.scheme.categories[category].in_addition;
        let others = if in_addition {
            Vec::new()
        } else {
            self.offers()
        };
        let group: Vec<_> = (offer.iter())
            .map(|(place, _)| self.order[*place].number)
            .collect();
        for (place, sum) in offer.iter().filter(|(_, sum)| *sum > Money::ZERO) {
            let elsewhere = |(number, other): (usize, &Option<Offer>)| {
                let (_, sum) = other.iter().flatten().find(|(other, _)| other == place)?;
                (number != category && *sum > Money::ZERO).then_some((number, *sum))
            };
            awards.payouts.push(Payout {
                player: self.order[*place].number,
                category,
                places: places.clone(),
                group: group.clone(),
                sum: *sum,
                instead_of: others.iter().enumerate().filter_map(elsewhere).collect(),
            });
        }
        self.next[category] = places.end;
        let has_prize = |place: &usize| {
            offer
                .iter()
                .any(|(other, sum)| other == place && *sum > Money::ZERO)
        };
        for (number, open) in self.open.iter_mut().enumerate() {
            let apart = in_addition || self.scheme.categories[number].in_addition;
            if number == category || !apart {
                open.retain(|place| !has_prize(place));
            }
        }
    }
}
