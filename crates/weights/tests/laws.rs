//! Packing keeps the order of cost vectors, and capacities bound every pairing.

use edelweiss_matching::Limbs;
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{Float, PlayerId, PlayerState, Position, Score, Strength, Tournament};
use edelweiss_weights::{
    Bracket, DUTCH_2017, DUTCH_2026, Edition, Layout, Packed, Part, Sight, Unit,
};
use num_bigint::BigInt;
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A bracket cut at random out of a random tournament, and two random pairings of it.
#[derive(Clone, Debug)]
struct Case {
    edition: &'static Edition,
    tournament: Tournament,
    /// Scoregroups above this place are MDPs, this one the residents, the next one follows.
    group: usize,
    /// All lower players are residents, as in a collapsed last bracket.
    collapsed: bool,
    sole_bye: bool,
    /// Two orders of vertices from which pairings are made greedily.
    orders: [Vec<u64>; 2],
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % 13;
        let order = |g: &mut Gen| (0..n).map(|_| u64::arbitrary(g)).collect();
        Self {
            edition: if bool::arbitrary(g) {
                &DUTCH_2017
            } else {
                &DUTCH_2026
            },
            tournament: random_tournament(g, n),
            group: usize::arbitrary(g) % n,
            collapsed: bool::arbitrary(g),
            sole_bye: bool::arbitrary(g),
            orders: [order(g), order(g)],
        }
    }
}

impl Case {
    fn bracket(&self, position: &Position) -> Option<Bracket<'static>> {
        let score = |id: &PlayerId| position.player(*id).score;
        let groups: Vec<Vec<PlayerId>> = (position.present())
            .chunk_by(|a, b| score(a) == score(b))
            .map(<[PlayerId]>::to_vec)
            .collect();
        if groups.is_empty() {
            return None;
        }
        let group = self.group % groups.len();
        let mdps = groups[..group].concat();
        let bracket = if self.collapsed {
            Bracket::new(position, mdps, groups[group..].concat())
        } else {
            let next = groups.get(group + 1).cloned().unwrap_or_default();
            let bracket = Bracket::new(position, mdps, groups[group].clone());
            if next.is_empty() {
                bracket
            } else {
                bracket.followed_by(position, &next, group + 2 == groups.len())
            }
        };
        Some(if self.sole_bye {
            bracket.with_bye_as_sole_floater()
        } else {
            bracket
        })
    }

    fn check(&self) -> bool {
        let position = Position::derive(&self.tournament, &self.edition.definitions);
        let Some(bracket) = self.bracket(&position) else {
            return true;
        };
        let layout = Layout::new(self.edition, &position, &bracket);
        let pairings = [0, 1].map(|which| self.pairing(which, &position, &bracket));
        let vectors = pairings
            .each_ref()
            .map(|units| Layout::evaluate(self.edition, &position, &bracket, units));
        for vector in &vectors {
            let sums = vector.0.iter().flatten();
            let within = sums
                .zip(layout.fields())
                .all(|(sum, field)| *sum <= field.capacity);
            assert!(
                within,
                "a sum exceeds its capacity: {vector:?} in {layout:?}"
            );
        }
        let expected = vectors[0].cmp(&vectors[1]);
        let big = pairings
            .each_ref()
            .map(|units| pack::<BigInt>(&layout, &position, &bracket, units));
        assert_eq!(big[0].cmp(&big[1]), expected, "BigInt");
        for (packed, vector) in big.iter().zip(&vectors) {
            assert_eq!(
                &layout.unpack(packed),
                vector,
                "unpacking gives the vector back"
            );
        }
        macro_rules! same_in {
            ($weight:ty) => {
                if <$weight>::CAPACITY_BITS.is_some_and(|bits| layout.bits() <= bits) {
                    let packed = pairings
                        .each_ref()
                        .map(|units| pack::<$weight>(&layout, &position, &bracket, units));
                    assert_eq!(packed[0].cmp(&packed[1]), expected, stringify!($weight));
                    assert_eq!(layout.unpack(&packed[0]), vectors[0], stringify!($weight));
                }
            };
        }
        same_in!(i64);
        same_in!(i128);
        same_in!(Limbs<4>);
        same_in!(Limbs<16>);
        true
    }

    /// A legal-looking pairing: greedy along a random order, never two MDPs, the rest floats. The
    /// following bracket is paired the same way, and the very last player takes the bye.
    fn pairing(&self, which: usize, position: &Position, bracket: &Bracket) -> Vec<Unit> {
        let key = |id: &PlayerId| self.orders[which][id.index()];
        let mut free: Vec<PlayerId> = bracket.players().collect();
        free.sort_by_key(key);
        let mut units = Vec::new();
        let pairs = |free: &mut Vec<PlayerId>, mdps: &[PlayerId]| {
            let mut pairs = Vec::new();
            let mut floats = Vec::new();
            while let Some(a) = free.pop() {
                let fits = |b: &PlayerId| {
                    position.may_meet(a, *b) && !(mdps.contains(&a) && mdps.contains(b))
                };
                match free.iter().position(fits) {
                    Some(place) if key(&a) % 4 != 0 => {
                        let b = free.remove(place);
                        let (higher, lower) = if position.is_higher(a, b) {
                            (a, b)
                        } else {
                            (b, a)
                        };
                        pairs.push((higher, lower));
                    }
                    _ => floats.push(a),
                }
            }
            (pairs, floats)
        };
        let (own, floats) = pairs(&mut free, bracket.mdps());
        units.extend(
            own.into_iter()
                .map(|(higher, lower)| Unit::Pair { higher, lower }),
        );
        let sole = floats.len() == 1;
        units.extend(floats.iter().map(|&player| Unit::Float {
            player,
            takes_bye: sole,
        }));
        if let Some(following) = bracket.following() {
            let mut free = [&floats[..], following.bracket.residents()].concat();
            free.sort_by_key(key);
            let (next, left) = pairs(&mut free, &floats);
            units.extend(
                next.into_iter()
                    .map(|(higher, lower)| Unit::FollowingPair { higher, lower }),
            );
            units.extend(left.into_iter().map(|player| Unit::FollowingFloat {
                player,
                takes_bye: false,
            }));
        }
        units
    }
}

fn pack<W: Packed>(layout: &Layout, position: &Position, bracket: &Bracket, units: &[Unit]) -> W {
    let mut total = W::zero();
    for unit in units {
        layout.add_unit(position, bracket, *unit, &mut total);
    }
    total
}

#[test]
fn packing_keeps_order_and_capacities_hold() {
    let law: fn(Case) -> bool = |case| case.check();
    QuickCheck::new().tests(5_000).quickcheck(law);
}

/// The state that has nothing but a projection: everything else is as of a player who just arrived. A score
/// that cannot be seen is so much more, or less.
fn equal_projection(player: &PlayerState, sight: Sight, more: i32) -> PlayerState {
    let plain = PlayerState {
        colour_difference: 0,
        preference: None,
        strength: Strength::None,
        repeated_colour: None,
        floats: [Float::None; 2],
        bye_allowed: false,
        unplayed: 0,
        topscorer: false,
        score: Score::from_tenths(player.score.tenths() + more),
        ..*player
    };
    let mut equal = plain;
    let parts: [fn(&mut PlayerState, &PlayerState); 6] = [
        |to, from| to.score = from.score,
        |to, from| {
            (to.preference, to.strength, to.topscorer) =
                (from.preference, from.strength, from.topscorer);
        },
        |to, from| {
            (to.colour_difference, to.repeated_colour) =
                (from.colour_difference, from.repeated_colour);
        },
        |to, from| to.floats = from.floats,
        |to, from| to.bye_allowed = from.bye_allowed,
        |to, from| to.unplayed = from.unplayed,
    ];
    for part in parts {
        let mut one = equal;
        part(&mut one, player);
        if sight.project(&one) != sight.project(&equal) {
            equal = one;
        }
    }
    // Marks that cannot be seen.
    for back in [0, 1] {
        let mut one = equal;
        one.floats[back] = Float::None;
        if sight.project(&one) == sight.project(&equal) {
            equal = one;
        }
    }
    equal
}

impl Case {
    /// A unit costs what one of players with equal projections costs.
    fn sees_what_it_says(&self) -> bool {
        let position = Position::derive(&self.tournament, &self.edition.definitions);
        let Some(bracket) = self.bracket(&position) else {
            return true;
        };
        [0, 1].iter().all(|which| {
            let units = self.pairing(*which, &position, &bracket);
            units.iter().all(|unit| {
                self.edition.criteria.iter().all(|rule| {
                    let sight = |part| rule.criterion.sight(part);
                    let sights = match unit {
                        Unit::Pair { higher, lower } => {
                            let score = |id| position.player(id).score;
                            if score(*higher) > score(*lower) {
                                [sight(Part::Higher), sight(Part::Lower)]
                            } else {
                                [sight(Part::Peer); 2]
                            }
                        }
                        Unit::Float { .. } => [sight(Part::Floater); 2],
                        Unit::FollowingPair { .. } | Unit::FollowingFloat { .. } => {
                            [sight(Part::Following); 2]
                        }
                    };
                    let cost = |unit: Unit<&PlayerState>| {
                        let mut cost = Vec::new();
                        (rule.criterion).cost(&bracket, unit, &mut |field, amount| {
                            cost.push((field, amount));
                        });
                        cost
                    };
                    let own = cost(unit.of(&position));
                    if sights.iter().all(|sight| sight.is_nothing()) {
                        return own.is_empty();
                    }
                    // A higher player stays higher and a lower one lower.
                    let more = match unit {
                        Unit::Pair { .. } if sights[0] != sights[1] => [5, -5],
                        _ => [5, 5],
                    };
                    let mut sights = sights.into_iter().zip(more);
                    let mut next = || sights.next().expect("two players at most");
                    let equal = unit.map(|id| {
                        let (sight, more) = next();
                        equal_projection(position.player(id), sight, more)
                    });
                    own == cost(equal.as_ref())
                })
            })
        })
    }
}

#[test]
fn players_with_equal_projections_cost_the_same() {
    let law: fn(Case) -> bool = |case| case.sees_what_it_says();
    QuickCheck::new().tests(5_000).quickcheck(law);
}
