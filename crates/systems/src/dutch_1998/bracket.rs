//! C.2 to C.11: the first complying arrangement of one score bracket.
//!
//! # Articles
//! C.2-C.11, D.1, D.2. The order in which attempts are made, outermost first:
//!
//! 1. C.11: x as calculated, then one more each time;
//! 2. C.10, second item: upfloats protected, then without B.6, then without B.5;
//! 3. C.9: the same for downfloats;
//! 4. in a heterogeneous bracket: C.7, opponents of the players moved down in the order of D.1,
//!    and for each the remainder with its own C.9;
//! 5. C.8: exchanges in the order of D.2;
//! 6. C.7: transpositions in the order of D.1.
//!
//! Everything inside a level is decided by matchings ([`Instances`]), never tried one by one. What
//! happens to the players left over is the [`Tail`]: they move down, one receives the bye, or (for
//! C.12 and C.13) they must let the next bracket be paired.

use std::cmp::Reverse;
use std::convert::Infallible;

use edelweiss_matching::cardinality::maximum_matching;
use edelweiss_model::{Colour, PlayerId};
use edelweiss_pairing::{ProcedureStep, StepAction, first_exchange};

use super::choice::{Choice, Instances};
use super::field::{Dutch1998Field, Floats, Protection};
use super::graph::{
    BracketGraph, BracketPlaces, Remainder, VertexPart, common, from_place, n_ranks,
};
use super::instance::{Budget, Exhausted, Instance, contains};
use super::tail::Tail;
use super::{C9, RemainderX};

/// A score bracket, in the order of A.2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ScoreBracket {
    pub(super) players: Vec<PlayerId>,
    /// How many of them, from the top, have been moved down into it.
    pub(super) n_moved: usize,
}

/// How many pairings are to be made: p of A.6 for each part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Of players moved down, in a heterogeneous bracket.
    pub(super) top: usize,
    /// In the homogeneous bracket or remainder.
    pub(super) rest: usize,
}

impl ScoreBracket {
    pub(super) fn new(field: &Dutch1998Field, moved: &[PlayerId], residents: &[PlayerId]) -> Self {
        let mut players = [moved, residents].concat();
        players.sort_by_key(|id| (-field.score(*id), *id));
        Self {
            players,
            n_moved: moved.len(),
        }
    }

    pub(super) fn moved(&self) -> &[PlayerId] {
        &self.players[..self.n_moved]
    }

    pub(super) fn residents(&self) -> &[PlayerId] {
        &self.players[self.n_moved..]
    }

    /// A.3: nobody moved down, or at least half of the players.
    pub(super) fn is_homogeneous(&self) -> bool {
        counts_as_homogeneous(self.n_moved, self.players.len())
    }

    /// C.3, for the bracket and then for its remainder.
    pub(super) fn full_shape(&self) -> Shape {
        let top = if self.is_homogeneous() {
            0
        } else {
            self.n_moved
        };
        self.shape_with(top)
    }

    /// As many pairs as possible in the remainder after `top` players moved down are paired.
    pub(super) fn shape_with(&self, top: usize) -> Shape {
        Shape {
            top,
            rest: self.players.len() / 2 - top,
        }
    }

    pub(super) fn n_floaters(&self, shape: Shape) -> usize {
        self.players.len() - 2 * (shape.top + shape.rest)
    }
}

/// A.3, second paragraph.
pub(super) fn counts_as_homogeneous(n_moved: usize, n_players: usize) -> bool {
    n_moved == 0 || 2 * n_moved >= n_players
}

/// A bracket with p pairings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PairedScoreBracket {
    /// Higher ranked player first, in the order of S1.
    pub(super) pairs: Vec<(PlayerId, PlayerId)>,
    /// In the order of A.2.
    pub(super) floaters: Vec<PlayerId>,
    /// How it came about.
    pub(super) steps: Vec<ProcedureStep>,
}

/// A step without players.
pub(super) fn step(article: &'static str, action: StepAction) -> ProcedureStep {
    ProcedureStep {
        article,
        action,
        players: Vec::new(),
    }
}

/// C.9 or C.10, if it was applied.
fn allowing(article: &'static str, up: bool, floats: Floats) -> Option<ProcedureStep> {
    let last = floats == Floats::Free;
    (floats != Floats::Kept).then(|| step(article, StepAction::AllowFloats { up, last }))
}

/// C.11, if it was applied.
fn refusing(more: i64) -> Option<ProcedureStep> {
    (more > 0).then(|| step("C.11", StepAction::RefuseMore(more as usize)))
}

/// C.2 to C.11. `None` if B.1 and B.2 allow no pairing of this shape with this tail.
pub(super) fn pair(
    field: &Dutch1998Field,
    bracket: &ScoreBracket,
    shape: Shape,
    tail: Tail,
) -> Result<Option<PairedScoreBracket>, Exhausted> {
    let n = bracket.players.len() as u64;
    field.work.take(n * n / 8)?;
    let group = BracketPlaces::new(field, &bracket.players);
    let paired = if bracket.is_homogeneous() {
        let homogeneous = Homogeneous {
            group: &group,
            pairs: shape.rest,
            tail,
        };
        homogeneous.pair()?
    } else {
        let heterogeneous = Heterogeneous {
            group: &group,
            bracket,
            shape,
            tail,
        };
        heterogeneous.pair()?
    };
    let key = |id: &PlayerId| (-field.score(*id), *id);
    Ok(paired.map(|mut paired| {
        for (a, b) in &mut paired.pairs {
            if key(b) < key(a) {
                std::mem::swap(a, b);
            }
        }
        paired.floaters.sort_by_key(key);
        paired
    }))
}

/// Whether B.1 and B.2 allow a pairing of this shape with this tail.
pub(super) fn is_possible(
    field: &Dutch1998Field,
    bracket: &ScoreBracket,
    shape: Shape,
    tail: Tail,
) -> Result<bool, Exhausted> {
    let n = bracket.players.len() as u64;
    field.work.take(n * n / 8)?;
    let group = &BracketPlaces::new(field, &bracket.players);
    if bracket.is_homogeneous() {
        let homogeneous = Homogeneous {
            group,
            pairs: shape.rest,
            tail,
        };
        let all = homogeneous.instances(&Mixing::Exchange, None, Protection::NONE);
        return all.are_possible(field.work);
    }
    let heterogeneous = Heterogeneous {
        group,
        bracket,
        shape,
        tail,
    };
    (heterogeneous.instances(None, Protection::NONE)).are_possible(field.work)
}

/// C.14 without C.12: the first shape, from the full one on with fewer and fewer pairs, that B.1 and B.2
/// allow; `None` when none is left. Those moved down give up pairs only if they cannot all be paired, and
/// it is the highest that are.
pub(super) fn first_possible(field: &Dutch1998Field, bracket: &ScoreBracket) -> Option<Shape> {
    let group = BracketPlaces::new(field, &bracket.players);
    let full = bracket.full_shape();
    // Whom the highest players can be paired with, fewer of them can be, too.
    let can_pair = |top: usize| Ok::<bool, Infallible>(group.can_pair_first(top));
    let Ok(top) = largest(0, full.top, can_pair);
    if top == 0 && full.top > 0 {
        return None;
    }
    // Some matching with the most pairs covers whoever can be covered.
    let maximum = maximum_matching(&group.without_pairs_of_first(top), &[]);
    let most = (group.len() - maximum.deficiency()) / 2 - top;
    let rest = most.min(bracket.shape_with(top).rest);
    // One player alone has no pair to give up.
    (top + rest > 0 || full.rest == 0).then_some(Shape { top, rest })
}

/// The largest number from `possible` to `most` for which the answer is yes, by halving: with each number
/// the smaller ones are possible, too, and `possible` is.
pub(super) fn largest<E>(
    possible: usize,
    most: usize,
    ask: impl Fn(usize) -> Result<bool, E>,
) -> Result<usize, E> {
    let (mut possible, mut impossible) = (possible, most + 1);
    while possible + 1 < impossible {
        let middle = usize::midpoint(possible, impossible);
        if ask(middle)? {
            possible = middle;
        } else {
            impossible = middle;
        }
    }
    Ok(possible)
}

/// A homogeneous bracket or remainder, with p.
struct Homogeneous<'a> {
    group: &'a BracketPlaces<'a>,
    pairs: usize,
    tail: Tail<'a>,
}

impl Homogeneous<'_> {
    /// C.9 to C.11 around the arrangements.
    fn pair(&self) -> Result<Option<PairedScoreBracket>, Exhausted> {
        let field = self.group.field;
        let x = field.x(self.group.players, self.pairs);
        let strict = Protection {
            down: Floats::Kept,
            up: Floats::Kept,
        };
        if let Some(paired) = self.without_exchange(x, strict)? {
            return Ok(Some(paired));
        }
        // The smallest number of refused preferences tells how often C.11 will have to be applied.
        let unlimited = self.instances(&Mixing::Exchange, None, Protection::NONE);
        let Some(least) = unlimited.minimum(Budget::Colours, field.work)? else {
            return Ok(None);
        };
        let allowed = x.max(least);
        for up in Floats::DROPPING {
            for down in Floats::DROPPING {
                let protection = Protection { down, up };
                if let Some(mut paired) = self.arrange(allowed, protection)? {
                    let outer = refusing(allowed - x).into_iter();
                    let outer = outer.chain(allowing("C.10", true, up));
                    let outer = outer.chain(allowing("C.9", false, down));
                    paired.steps.splice(0..0, outer);
                    return Ok(Some(paired));
                }
            }
        }
        Ok(None)
    }

    /// C.6 before any transposition or exchange. O(p).
    fn as_it_stands(&self, allowed: i64, protection: Protection) -> Option<PairedScoreBracket> {
        let field = self.group.field;
        let (first, second) = self.group.players.split_at(self.pairs);
        let (second, floaters) = second.split_at(self.pairs);
        let pairs = || first.iter().copied().zip(second.iter().copied());
        let refused = pairs().filter(|(a, b)| field.refuses_a_wish(*a, *b));
        let leaves = |id: &PlayerId| {
            field.may_float_down(*id, protection.down)
                && match self.tail {
                    Tail::MoveDown => true,
                    Tail::Bye => field.may_have_bye(*id),
                    Tail::Into(_) => false,
                }
        };
        let complies = !matches!(self.tail, Tail::Into(_))
            && pairs().all(|(a, b)| field.complies(a, b, protection))
            && refused.count() as i64 <= allowed
            && floaters.iter().all(leaves);
        complies.then(|| PairedScoreBracket {
            pairs: pairs().collect(),
            floaters: floaters.to_vec(),
            steps: vec![step("C.6", StepAction::MeetInOrder)],
        })
    }

    /// C.6 to C.8 with at most `allowed` refused preferences: the first exchange in the order of
    /// D.2 under which any transposition complies, and the first such transposition.
    fn arrange(
        &self,
        allowed: i64,
        protection: Protection,
    ) -> Result<Option<PairedScoreBracket>, Exhausted> {
        if let Some(paired) = self.without_exchange(allowed, protection)? {
            return Ok(Some(paired));
        }
        let Some(in_s1) = self.exchange(allowed, protection)? else {
            return Ok(None);
        };
        let (places, p) = (0..self.group.len(), self.pairs);
        let moved = places.filter(|place| in_s1[*place] != (*place < p));
        let exchange = ProcedureStep {
            players: moved.map(|place| self.group.players[place]).collect(),
            ..step("C.8", StepAction::Exchange)
        };
        let paired = self.transpose(in_s1, allowed, protection)?;
        let mut paired = paired.expect("the exchange found leaves an arrangement");
        paired.steps.insert(0, exchange);
        Ok(Some(paired))
    }

    /// C.6 and C.7.
    fn without_exchange(
        &self,
        allowed: i64,
        protection: Protection,
    ) -> Result<Option<PairedScoreBracket>, Exhausted> {
        if let Some(paired) = self.as_it_stands(allowed, protection) {
            return Ok(Some(paired));
        }
        let places = 0..self.group.len();
        let in_s1 = places.map(|place| place < self.pairs).collect();
        self.transpose(in_s1, allowed, protection)
    }

    /// D.2: who is in S1 after the first exchange.
    fn exchange(
        &self,
        allowed: i64,
        protection: Protection,
    ) -> Result<Option<Vec<bool>>, Exhausted> {
        let mut first: Option<Moves> = None;
        let all = self.instances(&Mixing::Exchange, Some(allowed), protection);
        all.each(self.group.field.work, |instance| {
            if let Some(moves) = self.first_moves(instance)?
                && first.as_ref().is_none_or(|first| moves.key() < first.key())
            {
                first = Some(moves);
            }
            Ok(true)
        })?;
        Ok(first.map(|Moves { leaving, entering }| {
            let stays = |place: usize| place < self.pairs && !leaving.contains(&place);
            let places = 0..self.group.len();
            (places.map(|place| stays(place) || entering.contains(&place))).collect()
        }))
    }

    /// The first exchange in the arrangements of an instance.
    ///
    /// S1 then are the higher players of all pairs: any other distribution of roles would exchange
    /// more players or make the difference larger. So each pair within S2 exchanges a player, and the
    /// difference is the sum of the places of the higher players, less the same sum before.
    fn first_moves(&self, instance: Instance) -> Result<Option<Moves>, Exhausted> {
        let (n, p) = (self.group.len(), self.pairs);
        let work = self.group.field.work;
        let Some(choice) = Choice::new(instance.clone(), work)? else {
            return Ok(None);
        };
        if let Some(face) = choice.into_face() {
            let places: Vec<usize> = (0..n).collect();
            let (_, [s1, s2]) = first_exchange(face, &places, p);
            return Ok(Some(Moves {
                leaving: s2.into_iter().rev().filter(|place| *place < p).collect(),
                entering: s1.into_iter().filter(|place| *place >= p).collect(),
            }));
        }
        let mut instance = instance;
        for budget in [Budget::Exchanged, Budget::Places] {
            let Some(least) = instance.clone().minimum(budget, work)? else {
                return Ok(None);
            };
            instance.limit(budget, least);
        }
        match Choice::new(instance, work)? {
            Some(choice) => self.settle_moves(choice).map(Some),
            None => Ok(None),
        }
    }

    /// Who leaves S1 and who enters it in the first of these arrangements, all of which exchange as few
    /// players and with as small a difference as possible. A player of S1 leaves it if he is left over
    /// or paired with a higher one; a player of S2 enters it if he is paired with a lower one.
    fn settle_moves(&self, mut choice: Choice) -> Result<Moves, Exhausted> {
        let (n, p) = (self.group.len(), self.pairs);
        let mates = choice.mates();
        let n_vertices = mates.len();
        let n_exchanged = (p..n)
            .filter(|place| (*place..n).contains(&mates[*place]))
            .count();
        let not_here = from_place(n, n_vertices);
        let mut moves = Moves::default();
        for place in (0..p).rev() {
            if moves.leaving.len() == n_exchanged {
                break;
            }
            let lower = from_place(place, n_vertices);
            let leaves: Vec<u64> = (lower.iter().zip(&not_here))
                .map(|(lower, ways)| !lower | ways)
                .collect();
            if choice.try_restrict(place, &leaves)? {
                moves.leaving.push(place);
            }
        }
        for place in p..n {
            if moves.entering.len() == n_exchanged {
                break;
            }
            let lower = from_place(place + 1, n_vertices);
            let enters: Vec<u64> = (lower.iter().zip(&not_here))
                .map(|(lower, ways)| lower & !ways)
                .collect();
            if choice.try_restrict(place, &enters)? {
                moves.entering.push(place);
            }
        }
        debug_assert!(
            moves.leaving.len() == n_exchanged && moves.entering.len() == n_exchanged,
            "D.2: an exchange is complete"
        );
        Ok(moves)
    }

    /// D.1: the first transposition that complies.
    fn transpose(
        &self,
        in_s1: Vec<bool>,
        allowed: i64,
        protection: Protection,
    ) -> Result<Option<PairedScoreBracket>, Exhausted> {
        let field = self.group.field;
        let n = self.group.len();
        let s1: Vec<usize> = (0..n).filter(|place| in_s1[*place]).collect();
        let s2 = self.group.set_of((0..n).filter(|place| !in_s1[*place]));
        let instances = self.instances(&Mixing::Between(in_s1), Some(allowed), protection);
        let mates = instances.first(field.work, |choice, first| {
            first_opponents(choice, &s1, &s2, first)
        })?;
        Ok(mates.map(|mates| {
            let mut is_paired = vec![false; n];
            let in_order = (0..n).filter(|place| !s1.contains(place));
            let how = if in_order.take(mates.len()).eq(mates.iter().copied()) {
                step("C.6", StepAction::MeetInOrder)
            } else {
                ProcedureStep {
                    players: mates.iter().map(|mate| self.group.players[*mate]).collect(),
                    ..step("C.7", StepAction::Transpose)
                }
            };
            let pairs = s1.iter().zip(mates).map(|(place, mate)| {
                is_paired[*place] = true;
                is_paired[mate] = true;
                (self.group.players[*place], self.group.players[mate])
            });
            let pairs = pairs.collect();
            let floaters = (0..n).filter(|place| !is_paired[*place]);
            PairedScoreBracket {
                pairs,
                floaters: floaters.map(|place| self.group.players[place]).collect(),
                steps: vec![how],
            }
        }))
    }

    /// The arrangements as matchings; several instances where the tail needs it.
    fn instances<'i>(
        &'i self,
        mixing: &Mixing,
        allowed: Option<i64>,
        protection: Protection,
    ) -> Instances<'i> {
        let group = self.group;
        let (n, p) = (group.len(), self.pairs);
        let n_floaters = n - 2 * p;
        let mut rows = group.complying(protection);
        let words = group.words.max(1);
        let mut may_float = vec![true; n];
        if let Mixing::Between(in_s1) = mixing {
            let s1 = group.set_of((0..n).filter(|place| in_s1[*place]));
            for (row, in_s1) in rows.chunks_exact_mut(words).zip(in_s1) {
                for (word, s1) in row.iter_mut().zip(&s1) {
                    *word &= if *in_s1 { !s1 } else { *s1 };
                }
            }
            may_float = in_s1.iter().map(|in_s1| !in_s1).collect();
        }
        for (may_float, id) in may_float.iter_mut().zip(group.players) {
            *may_float &= group.field.may_float_down(*id, protection.down);
        }
        let make = move |_: usize, rank: Option<usize>| {
            let mut graph = BracketGraph::new(group, n_floaters, self.tail, rank);
            for (place, row) in rows.chunks_exact(words).enumerate() {
                graph.let_meet(place, row);
                if may_float[place] {
                    graph.let_float(place);
                }
            }
            let part = |place: usize| {
                if place < p {
                    VertexPart::S1
                } else {
                    VertexPart::S2
                }
            };
            let remainder = Remainder {
                budget: Budget::Colours,
                majority: None,
            };
            let mut instance = graph.into_instance(part, remainder);
            if let Some(allowed) = allowed {
                instance.limit(Budget::Colours, allowed);
            }
            instance
        };
        Instances {
            n_bounds: 1,
            n_ranks: n_ranks(group, n_floaters, self.tail),
            make: Box::new(make),
        }
    }
}

/// Which pairs a homogeneous bracket may contain.
enum Mixing {
    /// S1, given by place, against S2.
    Between(Vec<bool>),
    /// Any, which some exchange makes possible.
    Exchange,
}

/// An exchange.
#[derive(Default)]
struct Moves {
    /// Places of S1, the lowest player first.
    leaving: Vec<usize>,
    /// Places of S2, the highest player first.
    entering: Vec<usize>,
}

impl Moves {
    /// The order of D.2.
    fn key(&self) -> (usize, usize, Reverse<&[usize]>, &[usize]) {
        let sum = |places: &[usize]| places.iter().sum::<usize>();
        let difference = sum(&self.entering) - sum(&self.leaving);
        let leaving = Reverse(&self.leaving[..]);
        (self.leaving.len(), difference, leaving, &self.entering)
    }
}

/// D.1: the first possible opponent of `s2` for each of `s1` in turn, if these come before `first`.
fn first_opponents(
    choice: &mut Choice,
    s1: &[usize],
    s2: &[u64],
    first: Option<&Vec<usize>>,
) -> Result<Option<Vec<usize>>, Exhausted> {
    let n_vertices = choice.mates().len();
    let mut left = vec![0; n_vertices.div_ceil(64)];
    left[..s2.len()].copy_from_slice(s2);
    let mut mates = Vec::with_capacity(s1.len());
    for place in s1 {
        // While everything is as in `first`, nothing may come after it.
        let bound = first.filter(|first| first[..mates.len()] == mates[..]);
        let candidates = match bound {
            Some(first) => common(&left, &up_to(first[mates.len()], n_vertices)),
            None => left.clone(),
        };
        let Some(mate) = choice.match_first(*place, &candidates)? else {
            assert!(bound.is_some(), "C.7: an arrangement remains");
            return Ok(None);
        };
        left[mate / 64] &= !(1 << (mate % 64));
        mates.push(mate);
    }
    Ok(Some(mates).filter(|mates| first != Some(mates)))
}

/// The numbers up to `last`, of `n`.
fn up_to(last: usize, n: usize) -> Vec<u64> {
    from_place(last + 1, n)
        .into_iter()
        .map(|word| !word)
        .collect()
}

/// The players moved down first (C.6), then the remainder.
struct Heterogeneous<'a> {
    group: &'a BracketPlaces<'a>,
    bracket: &'a ScoreBracket,
    shape: Shape,
    tail: Tail<'a>,
}

impl Heterogeneous<'_> {
    fn pair(&self) -> Result<Option<PairedScoreBracket>, Exhausted> {
        let strict = Protection {
            down: Floats::Kept,
            up: Floats::Kept,
        };
        if let Some(paired) = self.arrange(0, strict)? {
            return Ok(Some(paired));
        }
        let Some(more) = self.least_more()? else {
            return Ok(None);
        };
        for up in Floats::DROPPING {
            for down in Floats::DROPPING {
                if let Some(mut paired) = self.arrange(more, Protection { down, up })? {
                    let outer = refusing(more).into_iter();
                    let outer = outer.chain(allowing("C.10", true, up));
                    let outer = outer.chain(allowing("C.9", false, down));
                    paired.steps.splice(0..0, outer);
                    return Ok(Some(paired));
                }
            }
        }
        Ok(None)
    }

    /// How often C.11 has to be applied; `None` if that does not help, because B.1 and B.2 allow no
    /// arrangement.
    fn least_more(&self) -> Result<Option<i64>, Exhausted> {
        let work = self.group.field.work;
        let is_possible =
            |more: Option<i64>| self.instances(more, Protection::NONE).are_possible(work);
        if !is_possible(None)? {
            return Ok(None);
        }
        // With as many more as there are players no preference is in the way. What is possible stays
        // possible with more.
        let (mut too_few, mut enough) = (-1, 0);
        while !is_possible(Some(enough))? {
            too_few = enough;
            enough = (2 * enough + 1).min(self.group.len() as i64);
        }
        while too_few + 1 < enough {
            let middle = i64::midpoint(too_few, enough);
            if is_possible(Some(middle))? {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        Ok(Some(enough))
    }

    /// D.1 for the players moved down, then C.9 for the remainder.
    fn arrange(
        &self,
        more: i64,
        protection: Protection,
    ) -> Result<Option<PairedScoreBracket>, Exhausted> {
        let (field, players, top) = (self.group.field, self.group.players, self.shape.top);
        let moved: Vec<usize> = (0..top).collect();
        let others = from_place(top, players.len());
        let instances = self.instances(Some(more), protection);
        let mates = instances.first(field.work, |choice, first| {
            first_opponents(choice, &moved, &others, first)
        })?;
        let Some(mates) = mates else { return Ok(None) };
        let opponents = self.group.set_of(mates.iter().copied());
        let mut pairs: Vec<(PlayerId, PlayerId)> = (moved.iter().zip(&mates))
            .map(|(place, mate)| (players[*place], players[*mate]))
            .collect();
        let remainder: Vec<PlayerId> = (top..players.len())
            .filter(|place| !contains(&opponents, *place))
            .map(|place| players[place])
            .collect();
        let in_order = mates.iter().copied().eq(top..2 * top);
        let article = if in_order { "C.6" } else { "C.7" };
        let mut steps = vec![ProcedureStep {
            players: mates.iter().map(|mate| players[*mate]).collect(),
            ..step(article, StepAction::MovedDownMeet)
        }];
        if self.shape.rest == 0 {
            return Ok(Some(PairedScoreBracket {
                pairs,
                floaters: remainder,
                steps,
            }));
        }
        let x = self.x_of_remainder(&pairs, &remainder);
        let levels = match field.options.c9 {
            C9::WithinRemainder => &Floats::DROPPING[..],
            C9::AfterAllOpponents => &[protection.down],
        };
        let group = BracketPlaces::new(field, &remainder);
        let rest = Homogeneous {
            group: &group,
            pairs: self.shape.rest,
            tail: self.tail,
        };
        for down in levels {
            let of_remainder = Protection {
                down: *down,
                up: protection.up,
            };
            if let Some(rest) = rest.arrange(x + more, of_remainder)? {
                pairs.extend(rest.pairs);
                // More than is told of the whole bracket.
                let is_more = *down > protection.down;
                steps.extend(allowing("C.9", false, *down).filter(|_| is_more));
                steps.extend(rest.steps);
                return Ok(Some(PairedScoreBracket {
                    pairs,
                    floaters: rest.floaters,
                    steps,
                }));
            }
        }
        panic!("C.10: the remainder was asked about before the players moved down were paired")
    }

    /// A.8 for the remainder behind these pairs of the players moved down.
    fn x_of_remainder(&self, pairs: &[(PlayerId, PlayerId)], remainder: &[PlayerId]) -> i64 {
        let field = self.group.field;
        let refused = pairs.iter().filter(|(a, b)| field.refuses_a_wish(*a, *b));
        match field.options.x_of_remainder {
            RemainderX::Calculated => field.x(remainder, self.shape.rest),
            RemainderX::Carried => self.x_of_whole() - refused.count() as i64,
        }
    }

    /// A.8 for the bracket, less one for each pair that C.14 gives up, never below zero. The pairs
    /// given up in the remainder count only where its x is carried on from this one.
    fn x_of_whole(&self) -> i64 {
        let Self { bracket, shape, .. } = *self;
        let field = self.group.field;
        let mut fewer = bracket.n_moved - shape.top;
        if field.options.x_of_remainder == RemainderX::Carried {
            fewer += bracket.shape_with(shape.top).rest - shape.rest;
        }
        let x = field.x(&bracket.players, bracket.players.len() / 2);
        (x - fewer as i64).max(0)
    }

    /// Arrangements of the players moved down that leave the remainder an arrangement once its
    /// downfloats are no longer protected. `more` is what C.11 has added to both x; `None` lifts them.
    ///
    /// The x of the remainder depends on who is in it. Let a remainder of `r` players and `p` pairs
    /// contain `w` players who prefer White and `b` who prefer Black. The refused preferences exceed
    /// x = max(0, w - (r - p), b - (r - p)) by at most `more` iff they exceed one of the three by at
    /// most that, and each of the three differences is a sum over pairs and floaters: one instance each.
    fn instances(&self, more: Option<i64>, protection: Protection) -> Instances<'_> {
        let Self { group, shape, .. } = *self;
        let (field, n, top) = (group.field, group.len(), shape.top);
        let in_remainder = Protection {
            down: match field.options.c9 {
                C9::WithinRemainder => Floats::Free,
                C9::AfterAllOpponents => protection.down,
            },
            up: protection.up,
        };
        let x = self.x_of_whole();
        let carried = field.options.x_of_remainder == RemainderX::Carried;
        let majorities: &[Option<Colour>] = match more {
            Some(_) if !carried => &[None, Some(Colour::White), Some(Colour::Black)],
            _ => &[None],
        };
        let rows = self.rows(protection, in_remainder);
        // A remainder with p = 0 after C.14 is moved down as a whole, whoever floated before.
        let given_up = shape.rest == 0 && n >= 2 * top + 2;
        let n_floaters = self.bracket.n_floaters(shape);
        let make = move |bound: usize, rank: Option<usize>| {
            let mut graph = BracketGraph::new(group, n_floaters, self.tail, rank);
            for (place, row) in rows.chunks_exact(group.words).enumerate() {
                graph.let_meet(place, row);
                let leaves =
                    given_up || field.may_float_down(group.players[place], in_remainder.down);
                if place >= top && leaves {
                    graph.let_float(place);
                }
            }
            let part = |place: usize| {
                if place < top {
                    VertexPart::Moved
                } else {
                    VertexPart::Remainder
                }
            };
            let budget = if carried {
                Budget::Colours
            } else {
                Budget::RemainderColours
            };
            let remainder = Remainder {
                budget,
                majority: majorities[bound],
            };
            let mut instance = graph.into_instance(part, remainder);
            if let Some(more) = more {
                instance.limit(Budget::Colours, x + more);
                instance.limit(Budget::RemainderColours, more);
            }
            instance
        };
        Instances {
            n_bounds: majorities.len(),
            n_ranks: n_ranks(group, n_floaters, self.tail),
            make: Box::new(make),
        }
    }

    /// Who may be paired: those moved down with the others, and these among themselves.
    fn rows(&self, protection: Protection, in_remainder: Protection) -> Vec<u64> {
        let (n, top) = (self.group.len(), self.shape.top);
        let others = from_place(top, n);
        let has_pairs = self.shape.rest > 0;
        let mut rows = self.group.complying(protection);
        let of_remainder = self.group.complying(in_remainder);
        let both = (rows.chunks_exact_mut(self.group.words))
            .zip(of_remainder.chunks_exact(self.group.words));
        for (place, (row, own)) in both.enumerate() {
            for ((word, own), others) in row.iter_mut().zip(own).zip(&others) {
                *word = if place < top {
                    *word & others
                } else {
                    let among = if has_pairs { own & others } else { 0 };
                    *word & !others | among
                };
            }
        }
        rows
    }
}
