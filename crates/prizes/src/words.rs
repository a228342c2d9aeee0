//! Why a player gets a sum, in words.

use std::fmt;

use crate::awards::{NotGiven, Payout};
use crate::scheme::PrizeScheme;
use crate::shares::Sharing;

impl PrizeScheme {
    /// Why a payout of this scheme is what it is, in a sentence without a stop: the places, who
    /// shares, the sum that is shared and how, and what the player would have got elsewhere.
    pub fn reason<'a>(&'a self, payout: &'a Payout) -> impl fmt::Display + 'a {
        PayoutReason {
            scheme: self,
            payout,
        }
    }

    /// Why nobody gets a prize, in a sentence without a stop.
    pub fn why_not_given(&self, prize: &NotGiven) -> String {
        let category = &self.categories[prize.category];
        let took_part = match prize.took_part {
            0 => "nobody takes".to_owned(),
            1 => "one player takes".to_owned(),
            count => format!("{count} players take"),
        };
        let place = prize.place + 1;
        if prize.took_part < category.at_least {
            let asked = category.at_least;
            format!("{took_part} part, and it is given from {asked} players on")
        } else {
            format!("{took_part} part, and none is left for place {place}")
        }
    }
}

struct PayoutReason<'a> {
    scheme: &'a PrizeScheme,
    payout: &'a Payout,
}

impl fmt::Display for PayoutReason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let payout = self.payout;
        let category = &self.scheme.categories[payout.category];
        let prizes = &category.prizes[payout.places.clone()];
        let [first, last] = [payout.places.start + 1, payout.places.end];
        if first == last {
            write!(f, "place {first}")?;
        } else {
            write!(f, "places {first} to {last}")?;
        }
        if payout.group.len() > 1 {
            let sums: Vec<_> = prizes.iter().map(ToString::to_string).collect();
            let count = payout.group.len();
            let equal = match category.sharing {
                Sharing::Rank => "of equal rank",
                Sharing::Equal | Sharing::Hort => "with equal points",
            };
            write!(f, ": {count} players {equal} share {}", sums.join(" + "))?;
            if sums.len() > 1 {
                let sum: crate::Money = prizes.iter().copied().sum();
                write!(f, " = {sum}")?;
            }
            if category.sharing == Sharing::Hort {
                f.write_str(", half of each by rank, half equally")?;
            }
        }
        for (number, (category, sum)) in payout.instead_of.iter().enumerate() {
            let join = if number == 0 { "; instead of" } else { " or" };
            write!(
                f,
                "{join} {sum} ({})",
                self.scheme.categories[*category].name
            )?;
        }
        Ok(())
    }
}
