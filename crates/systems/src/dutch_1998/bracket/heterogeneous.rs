//! A heterogeneous bracket: C.6 for the players moved down, C.9 for the remainder.

use edelweiss_model::{Colour, PlayerId};
use edelweiss_pairing::{ProcedureStep, StepAction};

use super::super::choice::Instances;
use super::super::field::{Floats, Protection};
use super::super::graph::{
    BracketGraph, BracketPlaces, Remainder, VertexPart, from_place, n_ranks,
};
use super::super::instance::{Budget, Exhausted, contains};
use super::super::tail::Tail;
use super::super::{C9, RemainderX};
use super::homogeneous::{Homogeneous, first_opponents};
use super::{PairedScoreBracket, ScoreBracket, Shape, allowing, refusing, step};

/// The players moved down first (C.6), then the remainder.
pub(super) struct Heterogeneous<'a> {
    pub(super) group: &'a BracketPlaces<'a>,
    pub(super) bracket: &'a ScoreBracket,
    pub(super) shape: Shape,
    pub(super) tail: Tail<'a>,
}

impl Heterogeneous<'_> {
    pub(super) fn pair(&self) -> Result<Option<PairedScoreBracket>, Exhausted> {
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
    pub(super) fn instances(&self, more: Option<i64>, protection: Protection) -> Instances<'_> {
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
