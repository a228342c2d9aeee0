//! Laws over random standings and schemes.

use std::collections::BTreeMap;

use edelweiss_model::{Sex, Tpn};
use edelweiss_prizes::{
    Awards, Competitor, Conditions, Money, PrizeCategory, PrizeScheme, Sharing, award,
};
use quickcheck::{Arbitrary, Gen};

use crate::player;

/// Final standings with ties, and a scheme.
#[derive(Clone, Debug)]
struct Event {
    scheme: PrizeScheme,
    players: Vec<Competitor>,
}

fn below(g: &mut Gen, bound: u32) -> u32 {
    u32::arbitrary(g) % bound
}

impl Arbitrary for Event {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut players = Vec::new();
        let (mut rank, mut tenths) = (1, 90);
        for number in 1..=below(g, 14) {
            if number > 1 && below(g, 2) == 0 {
                tenths -= 5;
                rank = number;
            } else if below(g, 3) > 0 {
                rank = number;
            }
            let mut next = player(number, rank, tenths);
            next.sex = (below(g, 3) == 0).then_some(Sex::Female);
            next.rating = (below(g, 4) > 0).then(|| 1500 + below(g, 10) as u16 * 100);
            players.push(next);
        }
        let sharing = |g: &mut Gen| {
            *g.choose(&[Sharing::Equal, Sharing::Hort, Sharing::Rank])
                .expect("one")
        };
        let category = |g: &mut Gen, number: u32| {
            let mut prizes: Vec<_> = (0..=below(g, 5))
                .map(|_| Money::from_hundredths(1 + u64::from(below(g, 30)) * 7))
                .collect();
            prizes.sort_unstable_by(|a, b| b.cmp(a));
            PrizeCategory {
                name: number.to_string(),
                prizes,
                sharing: sharing(g),
                in_addition: below(g, 6) == 0,
                at_least: below(g, 3) as usize,
                conditions: Conditions {
                    sex: (below(g, 3) == 0).then_some(Sex::Female),
                    rating_below: (below(g, 3) == 0).then(|| 1500 + below(g, 10) as u16 * 100),
                    unrated: bool::arbitrary(g),
                    ..Conditions::default()
                },
            }
        };
        let scheme = PrizeScheme {
            currency: String::new(),
            unit: Money::from_hundredths([1, 1, 5, 100][below(g, 4) as usize]),
            categories: (0..=below(g, 4))
                .map(|number| category(g, number))
                .collect(),
        };
        Self { scheme, players }
    }
}

impl Event {
    fn awards(&self) -> Awards {
        award(&self.scheme, &self.players).expect("standings by points, births not asked for")
    }

    fn player(&self, number: Tpn) -> &Competitor {
        self.players
            .iter()
            .find(|player| player.number == number)
            .expect("a player")
    }

    fn admits(&self, category: &PrizeCategory, player: &Competitor) -> bool {
        let admitted = |player: &Competitor| category.conditions.admit(player) == Some(true);
        let count = self
            .players
            .iter()
            .filter(|player| admitted(player))
            .count();
        count >= category.at_least && admitted(player)
    }
}

fn law(law: fn(Event) -> bool) {
    quickcheck::QuickCheck::new().tests(3_000).quickcheck(law);
}

#[test]
fn the_money_adds_up_to_a_cent() {
    law(|event| {
        let awards = event.awards();
        let left = awards
            .not_given
            .iter()
            .map(|prize| event.scheme.categories[prize.category].prizes[prize.place]);
        let paid = awards.payouts.iter().map(|payout| payout.sum);
        let mut shares: BTreeMap<_, Money> = BTreeMap::new();
        for payout in &awards.payouts {
            *shares
                .entry((payout.category, payout.places.start))
                .or_default() += payout.sum;
        }
        let whole = |category: usize, start: usize| {
            let group = awards
                .payouts
                .iter()
                .find(|other| (other.category, other.places.start) == (category, start));
            let places = group.expect("a payout").places.clone();
            event.scheme.categories[category].prizes[places]
                .iter()
                .copied()
                .sum::<Money>()
        };
        paid.chain(left).sum::<Money>() == event.scheme.total()
            && shares
                .iter()
                .all(|((category, start), sum)| whole(*category, *start) == *sum)
    });
}

#[test]
fn nobody_has_two_prizes_or_one_of_a_category_of_others() {
    law(|event| {
        let awards = event.awards();
        let mut counts: BTreeMap<(Tpn, Option<usize>), u32> = BTreeMap::new();
        for payout in &awards.payouts {
            let addition = event.scheme.categories[payout.category].in_addition;
            *counts
                .entry((payout.player, addition.then_some(payout.category)))
                .or_default() += 1;
        }
        let taken = |payout: &edelweiss_prizes::Payout| {
            event.admits(
                &event.scheme.categories[payout.category],
                event.player(payout.player),
            )
        };
        counts.values().all(|count| *count == 1) && awards.payouts.iter().all(taken)
    });
}

/// Without shares a prize of a category goes to nobody who is ranked below a player of it with less:
/// the award is the one that no two players and prizes would leave for each other.
#[test]
fn by_rank_nobody_envies_a_lower_ranked() {
    law(|mut event| {
        for (place, player) in (1..).zip(&mut event.players) {
            player.rank = place;
        }
        for category in &mut event.scheme.categories {
            category.sharing = Sharing::Rank;
            category.in_addition = false;
        }
        let awards = event.awards();
        let sum_of = |number: Tpn| {
            awards
                .payouts
                .iter()
                .filter(|payout| payout.player == number)
                .map(|payout| payout.sum)
                .sum::<Money>()
        };
        let envied = |payout: &edelweiss_prizes::Payout| {
            let category = &event.scheme.categories[payout.category];
            let rank = event.player(payout.player).rank;
            event.players.iter().any(|other| {
                other.rank < rank
                    && event.admits(category, other)
                    && sum_of(other.number) < payout.sum
            })
        };
        let left = |category: &PrizeCategory, prize: Money| {
            event
                .players
                .iter()
                .any(|other| event.admits(category, other) && sum_of(other.number) < prize)
        };
        let kept = awards.not_given.iter().any(|prize| {
            let category = &event.scheme.categories[prize.category];
            left(category, category.prizes[prize.place])
        });
        !kept && !awards.payouts.iter().any(envied)
    });
}

#[test]
fn the_order_of_the_players_is_of_no_account() {
    law(|event| {
        let mut players = event.players.clone();
        players.reverse();
        award(&event.scheme, &players) == Ok(event.awards())
    });
}

#[test]
fn equal_players_of_one_category_are_a_cent_apart_at_most() {
    law(|mut event| {
        event.scheme.unit = Money::from_hundredths(1);
        event.scheme.categories.truncate(1);
        let sharing = event.scheme.categories[0].sharing;
        let awards = event.awards();
        let equal = |one: &Competitor, other: &Competitor| match sharing {
            Sharing::Equal => one.points == other.points,
            Sharing::Hort | Sharing::Rank => one.rank == other.rank,
        };
        awards.payouts.iter().all(|one| {
            awards.payouts.iter().all(|other| {
                let [a, b] = [one, other].map(|payout| event.player(payout.player));
                // What halves of halves leave over is at most two.
                !equal(a, b) || one.sum.hundredths().abs_diff(other.sum.hundredths()) <= 1
            })
        })
    });
}
