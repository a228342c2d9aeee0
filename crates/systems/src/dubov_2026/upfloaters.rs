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
//!   second lowest, and so on: one sum per score, the lowest score first;
//! - C7, one per pair with equal preferences: everybody has a preference (1.6.4), so exactly one
//!   player of such a pair does not get it, and nobody of any other pair;
//! - C8-C10, one term per upfloater.
//!
//! Packed into one weight, the best perfect matching satisfies C4-C10. The first set in the order
//! of 4.2 is found by asking, from #1 on, whether some best matching upfloats this player as well.

use edelweiss_matching::{Cover, Dense, Limbs, Solver, VertexId, Weight};
use edelweiss_model::PlayerId;
use num_bigint::BigInt;

use super::field::Field;

/// The upfloaters of one scoregroup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chosen {
    /// In the order of 4.2.2: descending score, then ascending TPN.
    pub(super) upfloaters: Vec<PlayerId>,
}

/// 3.2.2: the first set of upfloaters that, together with `residents`, is paired best. `lower` is
/// everybody else not yet paired; both are in ranking order, and together they can be paired.
pub(super) fn choose(field: &Field, residents: &[PlayerId], lower: &[PlayerId]) -> Chosen {
    // 3.2.1 finds that none is needed: nothing to choose.
    if field.legal.can_pair(residents) && field.legal.can_pair(lower) {
        let upfloaters = Vec::new();
        return Chosen { upfloaters };
    }
    choose_nearby(field, residents, lower).unwrap_or_else(|| {
        let task = Task::new(field, residents, lower, Cover::Must);
        let found = task.solve();
        found.expect("C4 holds before every bracket, so a pairing exists")
    })
}

/// Takes upfloaters from the next scoregroup alone and leaves C4 aside: a relaxation of the full
/// problem with the same costs and the same order. So if its first best set leaves a complete
/// pairing of the others, that is the answer.
///
/// No set from further below has fewer members: the residents who meet upfloaters are as few as
/// residents can be left over among themselves, because otherwise an augmenting path between two of
/// them (Berge 1957) would save both, while the others keep their upfloaters.
fn choose_nearby(field: &Field, residents: &[PlayerId], lower: &[PlayerId]) -> Option<Chosen> {
    let next_score = field.player(*lower.first()?).score;
    let next = lower.partition_point(|player| field.player(*player).score == next_score);
    let found = Task::new(field, residents, &lower[..next], Cover::May).solve()?;
    let below: Vec<PlayerId> = (lower.iter().copied())
        .filter(|player| !found.upfloaters.contains(player))
        .collect();
    field.legal.can_pair(&below).then_some(found)
}

/// One choice of upfloaters as a matching problem. Vertices are the residents, then the pool.
struct Task<'a> {
    field: &'a Field,
    residents: &'a [PlayerId],
    /// 4.2.1, 4.2.2: in the order of their sequence numbers.
    pool: &'a [PlayerId],
    /// Whether the pool must be paired completely, too (C4).
    pool_cover: Cover,
    /// The place in `radices` of each pool member's score: the lowest score comes first.
    level: Vec<usize>,
    /// For each cost, most important first: one more than its largest sum over a matching.
    radices: Vec<u64>,
}

impl<'a> Task<'a> {
    fn new(
        field: &'a Field,
        residents: &'a [PlayerId],
        pool: &'a [PlayerId],
        pool_cover: Cover,
    ) -> Self {
        let most = residents.len() as u64;
        let score = |id: &PlayerId| field.player(*id).score;
        let groups: Vec<&[PlayerId]> = pool.chunk_by(|a, b| score(a) == score(b)).collect();
        let mut radices = vec![most + 1]; // C5
        let mut level = Vec::with_capacity(pool.len());
        for (place, group) in groups.iter().enumerate() {
            level.extend(std::iter::repeat_n(groups.len() - place, group.len()));
        }
        for group in groups.iter().rev() {
            radices.push(most.min(group.len() as u64) + 1); // C6
        }
        let times = pool.iter().map(|id| field.repeated_upfloat(*id)[1]);
        let times = times.max().unwrap_or(0);
        radices.extend([most + 1, most + 1, most * times + 1, most + 1]); // C7-C10
        Self {
            field,
            residents,
            pool,
            pool_cover,
            level,
            radices,
        }
    }

    /// Chooses the narrowest weight that the costs fit into.
    fn solve(&self) -> Option<Chosen> {
        let bits: u32 = (self.radices.iter())
            .map(|radix| u64::BITS - radix.leading_zeros())
            .sum();
        // The solver wants 256 (n + 1) times the weight to fit; n is at most 9,999.
        match bits + 8 + 14 + 2 {
            0..64 => self.solve_with::<i64>(),
            64..128 => self.solve_with::<i128>(),
            128..256 => self.solve_with::<Limbs<4>>(),
            256.. => self.solve_with::<BigInt>(),
        }
    }

    fn solve_with<W: Weight>(&self) -> Option<Chosen> {
        let (residents, n) = (self.residents.len(), self.residents.len() + self.pool.len());
        let places = self.places::<W>();
        let graph = Dense::from_fn(n, |u, v| {
            let (u, v) = (u.index(), v.index());
            let legal = self.field.legal.allows(self.player(u), self.player(v));
            legal.then(|| self.cost(u, v, &places).negated())
        });
        let mut cover = vec![Cover::Must; n];
        cover[residents..].fill(self.pool_cover);
        let mut solver = Solver::<W>::new(graph, &cover).expect("the costs were measured");
        solver.solve().ok()?;
        // 3.2.1: the minimum number of upfloaters.
        let least = (solver.matching())
            .filter(|(u, v)| u.index() < residents && v.index() >= residents)
            .count();
        // 4.1.3: the first set is the one with #1 if there is one, then with #2, and so on.
        let mut upfloaters = Vec::with_capacity(least);
        for (place, player) in self.pool.iter().enumerate() {
            if upfloaters.len() == least {
                break;
            }
            let upfloats = |mate: VertexId| mate.index() < residents;
            if solver.try_restrict(VertexId::new(residents + place), upfloats, Cover::Must) {
                upfloaters.push(*player);
            }
        }
        Some(Chosen { upfloaters })
    }

    fn player(&self, vertex: usize) -> PlayerId {
        match vertex.checked_sub(self.residents.len()) {
            None => self.residents[vertex],
            Some(place) => self.pool[place],
        }
    }

    /// What one unit of each cost weighs.
    fn places<W: Weight>(&self) -> Vec<W> {
        let mut places = vec![W::unit(); self.radices.len()];
        for i in (1..places.len()).rev() {
            places[i - 1] = places[i].times(self.radices[i]);
        }
        places
    }

    /// The costs of a pair under C5-C10; none among the pool, which is the business of later
    /// brackets.
    fn cost<W: Weight>(&self, u: usize, v: usize, places: &[W]) -> W {
        let (u, v) = (u.min(v), u.max(v));
        let (a, b) = (self.player(u), self.player(v));
        let mut cost = W::zero();
        if u >= self.residents.len() {
            return cost;
        }
        let [.., c7, c8, c9, c10] = places else {
            return cost;
        };
        if self.field.player(a).preference == self.field.player(b).preference {
            cost.increase(c7);
        }
        if let Some(place) = v.checked_sub(self.residents.len()) {
            cost.increase(&places[0]);
            cost.increase(&places[self.level[place]]);
            for (times, unit) in self
                .field
                .repeated_upfloat(b)
                .into_iter()
                .zip([c8, c9, c10])
            {
                cost.increase(&unit.times(times));
            }
        }
        cost
    }
}
