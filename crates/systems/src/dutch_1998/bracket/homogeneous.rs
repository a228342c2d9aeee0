//! A homogeneous bracket or remainder: C.7 and C.8 with C.9 to C.11 around them.

use std::cmp::Reverse;

use edelweiss_model::PlayerId;
use edelweiss_pairing::{ProcedureStep, StepAction, first_exchange};

use super::super::choice::{Choice, Instances};
use super::super::field::{Floats, Protection};
use super::super::graph::{
    BracketGraph, BracketPlaces, Remainder, VertexPart, common, from_place, n_ranks,
};
use super::super::instance::{Budget, Exhausted, Instance};
use super::super::tail::Tail;
use super::{PairedScoreBracket, allowing, refusing, step};

/// A homogeneous bracket or remainder, with p.
pub(super) struct Homogeneous<'a> {
    pub(super) group: &'a BracketPlaces<'a>,
    pub(super) pairs: usize,
    pub(super) tail: Tail<'a>,
}

impl Homogeneous<'_> {
    /// C.9 to C.11 around the arrangements.
    pub(super) fn pair(&self) -> Result<Option<PairedScoreBracket>, Exhausted> {
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
    pub(super) fn arrange(
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
    pub(super) fn instances<'i>(
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
pub(super) enum Mixing {
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
pub(super) fn first_opponents(
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
