//! Which players of lower score complete a scoregroup.
//!
//! # Articles
//! C.04.4.1 (2026) 3.2.1, 3.2.2, 4.2; C4-C10 (2.2, 2.3).
//!
//! # Why one matching decides
//! Let K be the least number of upfloaters. Two of them never meet: if they did, both could be left
//! to the players below, and K would not be the least (C5). So the pairs with upfloaters are exactly
//! the pairs across the border of the scoregroup, in a pairing of *everybody* not yet paired, which
//! is what C4 asks for. Each criterion is then a sum over pairs:
//!
//! - C5, one per pair across the border;
//! - C6, "the scores of the upfloaters taken in ascending order": with K fixed, the ascending list
//!   is largest when first as few as possible have the lowest score, then as few as possible the
//!   second lowest, and so on: [`keep_highest_upfloaters`];
//! - C7, one per pair with equal preferences: everybody has a preference (1.6.4), so exactly one
//!   player of such a pair does not get it, and nobody of any other pair;
//! - C8-C10, one term per upfloater.
//!
//! Of the complete pairings the cheapest by C5 are kept, of those the cheapest by C6, and so on. The
//! first set in the order of 4.2 is found by asking, from #1 on, whether some pairing that is left
//! upfloats this player as well.

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{LexicographicOptima, VertexId};
use edelweiss_model::{Colour, PlayerId, Score};

use super::entrant::Dubov2026Field;
use crate::best_pairings::{CostClasses, join, keep_highest_upfloaters, set_of};
use crate::few_players::{self, FewPlayers, bit, sets_by_score, those_in};

/// The upfloaters of one scoregroup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ChosenUpfloaters {
    /// In the order of 4.2.2: descending score, then ascending TPN.
    pub(super) upfloaters: Vec<PlayerId>,
}

/// 3.2.2: the first set of upfloaters that, together with `residents`, is paired best. `lower` is
/// everybody else not yet paired; both are in ranking order, and together they can be paired.
pub(super) fn choose(
    field: &Dubov2026Field,
    residents: &[PlayerId],
    lower: &[PlayerId],
) -> ChosenUpfloaters {
    // 3.2.1 finds that none is needed: nothing to choose.
    let needs_nobody = field.legal.can_pair(residents);
    if needs_nobody && field.legal.can_pair(lower) {
        let upfloaters = Vec::new();
        return ChosenUpfloaters { upfloaters };
    }
    if !needs_nobody && let Some(found) = choose_at_bounds(field, residents, lower) {
        return found;
    }
    choose_nearby(field, residents, lower).unwrap_or_else(|| {
        let task = UpfloaterTask {
            field,
            residents,
            pool: lower,
            pool_is_paired: true,
        };
        let found = task.solve();
        found.expect("C4 holds before every bracket, so a pairing exists")
    })
}

/// In small fields, the first set with what counting says is the least by C5 and C7: one upfloater or two, as the number
/// of the residents asks, who cannot be paired without any; and half of what one preference outnumbers the other by in
/// the bracket. Sets are asked by C6, and of these by C7-C10 and 4.2. `None` where more are needed by C5, or by C7 among
/// the best by C6, or it cannot be told soon.
///
/// C7 costs half of the difference, and two for every pair within the smaller subgroup, as `subgroups.rs` says. So no
/// such pair is formed by a set whose cost is within one of the least that any set has without.
fn choose_at_bounds(
    field: &Dubov2026Field,
    residents: &[PlayerId],
    lower: &[PlayerId],
) -> Option<ChosenUpfloaters> {
    let few = FewPlayers::new(field.legal.few()?);
    let [own, below] = [residents, lower].map(few_players::set_of);
    let white = (residents.iter().chain(lower))
        .filter(|id| field.player(**id).preference == Colour::White)
        .fold(0, |set, id| set | bit(*id));
    let refused = |set: u64| {
        let all = own | set;
        (2 * (all & white).count_ones()).abs_diff(all.count_ones()) / 2
    };
    let scoregroups: Vec<&[PlayerId]> = lower
        .chunk_by(|a, b| field.score(*a) == field.score(*b))
        .collect();
    for mut sets in sets_by_score(&scoregroups, 2 - residents.len() % 2) {
        // C4
        sets.retain(|set| few.can_pair(own | set, 0) && few.can_pair(below & !set, 0));
        let Some(least) = sets.iter().map(|set| refused(*set)).min() else {
            continue;
        };
        sets.retain(|set| refused(*set) <= least + 1);
        sets.sort_by_cached_key(|set| {
            let repeated = field.repeated_upfloats(&those_in(lower, *set));
            (refused(*set), repeated)
        });
        let set = sets.into_iter().find(|set| {
            let [all, white] = [own | set, (own | set) & white];
            let is_smaller = 2 * white.count_ones() < all.count_ones();
            few.can_pair(all, if is_smaller { white } else { all & !white })
        })?;
        let upfloaters = those_in(lower, set);
        return few.told(Some(ChosenUpfloaters { upfloaters }));
    }
    None
}

/// Takes upfloaters from the next scoregroup alone and leaves C4 aside: a relaxation of the full
/// problem with the same costs and the same order. So if its first best set leaves a complete
/// pairing of the others, that is the answer.
///
/// No set from further below has fewer members: the residents who meet upfloaters are as few as
/// residents can be left over among themselves, because otherwise an augmenting path between two of
/// them (Berge 1957) would save both, while the others keep their upfloaters.
fn choose_nearby(
    field: &Dubov2026Field,
    residents: &[PlayerId],
    lower: &[PlayerId],
) -> Option<ChosenUpfloaters> {
    let next_score = field.score(*lower.first()?);
    let next = lower.partition_point(|player| field.score(*player) == next_score);
    let task = UpfloaterTask {
        field,
        residents,
        pool: &lower[..next],
        pool_is_paired: false,
    };
    let found = task.solve()?;
    let below: Vec<PlayerId> = (lower.iter().copied())
        .filter(|player| !found.upfloaters.contains(player))
        .collect();
    field.legal.can_pair(&below).then_some(found)
}

/// One choice of upfloaters as a matching problem. Vertices are the residents, then the pool.
struct UpfloaterTask<'a> {
    field: &'a Dubov2026Field,
    residents: &'a [PlayerId],
    /// 4.2.1, 4.2.2: in the order of their sequence numbers.
    pool: &'a [PlayerId],
    /// Whether the pool must be paired completely, too (C4).
    pool_is_paired: bool,
}

/// What the costs of a pair depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum DubovCostType {
    Resident(Colour),
    /// A member of the pool, and what C8-C10 say of it as an upfloater.
    Lower(Colour, [u64; 3]),
    /// Stays below with the last one of the pool.
    Nobody,
}

impl DubovCostType {
    /// For a pair across the border the preferences of the resident and of the upfloater, and the
    /// former upfloats of the latter.
    fn across(self, other: Self) -> Option<([Colour; 2], [u64; 3])> {
        match (self, other) {
            (Self::Resident(own), Self::Lower(preference, repeated))
            | (Self::Lower(preference, repeated), Self::Resident(own)) => {
                Some(([own, preference], repeated))
            }
            _ => None,
        }
    }

    /// C7, for pairs of the bracket.
    fn is_unserved(self, other: Self) -> bool {
        match (self, other) {
            (Self::Resident(own), Self::Resident(theirs)) => own == theirs,
            _ => (self.across(other)).is_some_and(|([own, theirs], _)| own == theirs),
        }
    }
}

impl UpfloaterTask<'_> {
    fn solve(&self) -> Option<ChosenUpfloaters> {
        let residents = self.residents.len();
        let mut best = LexicographicOptima::new(self.graph(), Vec::new());
        let classes = CostClasses::new(self.kinds());
        // C5
        if !classes.keep_cheapest(&mut best, |a, b| u64::from(a.across(*b).is_some())) {
            return None;
        }
        // C6
        let scores: Vec<Score> = self.pool.iter().map(|player| self.score(*player)).collect();
        keep_highest_upfloaters(&mut best, residents, &scores);
        // C7
        classes.keep_cheapest(&mut best, |a, b| u64::from(a.is_unserved(*b)));
        // C8-C10
        for criterion in 0..3 {
            classes.keep_cheapest(&mut best, |a, b| {
                a.across(*b).map_or(0, |(_, repeated)| repeated[criterion])
            });
        }
        let mut face = best.face()?;
        // 3.2.1: the minimum number of upfloaters.
        let is_resident = |mate: &Option<VertexId>| mate.is_some_and(|v| v.index() < residents);
        let mates = face.matching();
        let least = mates[residents..]
            .iter()
            .filter(|mate| is_resident(mate))
            .count();
        // 4.1.3: the first set is the one with #1 if there is one, then with #2, and so on.
        let places: Vec<VertexId> = (0..self.pool.len())
            .map(|place| VertexId::new(residents + place))
            .collect();
        let upfloats = face.restrict_each(&places, &set_of(mates.len(), 0..residents), least);
        let upfloaters = (self.pool.iter().zip(upfloats))
            .filter(|(_, upfloats)| *upfloats)
            .map(|(player, _)| *player);
        Some(ChosenUpfloaters {
            upfloaters: upfloaters.collect(),
        })
    }

    fn score(&self, player: PlayerId) -> Score {
        self.field.score(player)
    }

    /// Who may be paired. Where the pool need not be paired, everybody in it may be with everybody
    /// else, or with a vertex of its own where somebody remains: it is left to later brackets.
    fn graph(&self) -> BitGraph {
        let everybody = [self.residents, self.pool].concat();
        if self.pool_is_paired {
            return self.field.legal.among(&everybody, 0);
        }
        let mut graph = self.field.legal.among(&everybody, self.n_nobody());
        let stays = self.residents.len()..graph.n_vertices();
        join(&mut graph, stays.clone(), stays);
        graph
    }

    fn n_nobody(&self) -> usize {
        let is_odd = !(self.residents.len() + self.pool.len()).is_multiple_of(2);
        usize::from(is_odd && !self.pool_is_paired)
    }

    fn kinds(&self) -> impl Iterator<Item = DubovCostType> {
        let preference = |player: &PlayerId| self.field.player(*player).preference;
        let resident = move |player| DubovCostType::Resident(preference(player));
        let lower = move |player: &PlayerId| {
            let repeated = self.field.repeated_upfloat(*player);
            DubovCostType::Lower(preference(player), repeated)
        };
        (self.residents.iter().map(resident))
            .chain(self.pool.iter().map(lower))
            .chain(std::iter::repeat_n(DubovCostType::Nobody, self.n_nobody()))
    }
}
