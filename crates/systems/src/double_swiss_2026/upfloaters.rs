//! Who is taken up into the top scoregroup.
//!
//! # Articles
//! C.04.5 (2026) 2.3.1-2.3.4 \[C4-C7\], 3.5.
//!
//! A pairing of everybody who is still unpaired is a perfect matching, and C4-C7 are sums over its
//! pairs: a pair between the top scoregroup and somebody lower makes an upfloater, a pair between
//! the following scoregroup and somebody lower an upfloater into the following bracket. Two
//! upfloaters never meet: left where they were, they would make two fewer.
//! The order of 3.5.4 is walked by decisions: "may this player be among the upfloaters?" is yes if
//! the optimum keeps its value.

use edelweiss_matching::{Cover, Dense, Limbs, Solver, VertexId};
use edelweiss_model::{PlayerId, Score};
use edelweiss_pairing::RuleCost;
use edelweiss_weights::Packed;
use num_bigint::BigInt;

use super::{Field, FollowingBracket};
use crate::round_graph::RoundGraph;

/// The chosen set.
pub(super) struct Choice {
    /// Sorted by 3.5.3.
    pub(super) upfloaters: Vec<PlayerId>,
    /// C4-C7.
    pub(super) costs: Vec<RuleCost>,
}

/// 3.5.5: the first set that complies best. `lower` is sorted by score, then number, which is the
/// order of 3.5.3.
pub(super) fn choose(
    field: &Field<'_>,
    graph: &RoundGraph,
    top: &[PlayerId],
    lower: &[PlayerId],
) -> Choice {
    if graph.can_pair_all(top) && graph.can_pair_all(lower) {
        return Choice {
            upfloaters: Vec::new(),
            costs: ["C4", "C5", "C6", "C7"].map(no_cost).to_vec(),
        };
    }
    let next = lower.partition_point(|id| field.score(*id) == field.score(lower[0]));
    let mut search = Search {
        field,
        graph,
        top,
        lower,
        next,
        with_c6: true,
    };
    let choice = search.choose();
    let found = choice.costs[2].fields.first().copied().unwrap_or(0);
    if field.options.following_bracket == FollowingBracket::ParityOrNothing && found > 1 {
        // The least number is above what the parity asks: no set complies.
        search.with_c6 = false;
        return search.choose();
    }
    choice
}

fn no_cost(label: &'static str) -> RuleCost {
    RuleCost {
        label,
        fields: vec![0],
    }
}

struct Search<'a> {
    field: &'a Field<'a>,
    graph: &'a RoundGraph,
    top: &'a [PlayerId],
    lower: &'a [PlayerId],
    /// How many of `lower` are the following scoregroup.
    next: usize,
    with_c6: bool,
}

/// Where each criterion's count stands in a packed cost.
struct Layout {
    /// Scores of `lower`, lowest first (C5).
    scores: Vec<Score>,
    c4: u32,
    c5: Vec<u32>,
    c6: u32,
    c7: u32,
    /// Bits of any count.
    width: u32,
    bits: u32,
}

impl Layout {
    /// No count exceeds `limit`; so no field carries into the next, and comparing sums compares the
    /// counts in their order.
    fn new(mut scores: Vec<Score>, limit: u64) -> Self {
        scores.sort_unstable();
        scores.dedup();
        let width = u64::BITS - limit.leading_zeros();
        let places = scores.len() as u32;
        Self {
            c7: 0,
            c6: width,
            c5: (0..places)
                .map(|place| (places + 1 - place) * width)
                .collect(),
            c4: (places + 2) * width,
            bits: (places + 3) * width,
            width,
            scores,
        }
    }

    fn c5_offset(&self, score: Score) -> u32 {
        let place = self.scores.binary_search(&score);
        self.c5[place.expect("every lower score is listed")]
    }
}

impl Search<'_> {
    /// First with the following scoregroup alone, whose players may stay unpaired. Where that covers
    /// the top scoregroup at all, no larger choice has a better C4: if fewer upfloaters were possible,
    /// a path within the top scoregroup would join two players who have upfloaters, and pairing
    /// along it would save both. C5 cannot be better either, since all come from the highest score.
    /// So if everybody left over can still be paired, this is the first optimum of a relaxation of
    /// the whole problem, and stands.
    fn choose(&self) -> Choice {
        let players = [self.top, self.lower].concat();
        let layout = Layout::new(
            self.lower.iter().map(|id| self.field.score(*id)).collect(),
            players.len() as u64,
        );
        let headroom = 2 * layout.width + 10;
        match layout.bits + headroom {
            0..=62 => self.choose_with::<i64>(&players, &layout),
            63..=126 => self.choose_with::<i128>(&players, &layout),
            127..=254 => self.choose_with::<Limbs<4>>(&players, &layout),
            255..=510 => self.choose_with::<Limbs<8>>(&players, &layout),
            _ => self.choose_with::<BigInt>(&players, &layout),
        }
    }

    fn choose_with<W: Packed>(&self, players: &[PlayerId], layout: &Layout) -> Choice {
        let local = self.top.len() + self.next;
        if local < players.len()
            && let Some((choice, mut left)) = self.first_best::<W>(&players[..local], layout, true)
        {
            left.extend(&players[local..]);
            if self.graph.can_pair_all(&left) {
                return choice;
            }
        }
        let (choice, _) = self
            .first_best::<W>(players, layout, false)
            .expect("C3 held before this bracket, so a pairing exists");
        choice
    }

    /// The first best set among these players, and who is left over. With `exits` the players below
    /// the top scoregroup may stay unpaired, which counts as a need for an upfloater (C6).
    fn first_best<W: Packed>(
        &self,
        players: &[PlayerId],
        layout: &Layout,
        exits: bool,
    ) -> Option<(Choice, Vec<PlayerId>)> {
        let top = self.top.len();
        let following = top..top + self.next;
        let count = |offset: u32| {
            let mut one = W::zero();
            one.deposit(offset, 1);
            one
        };
        let exit_cost = if exits && self.with_c6 {
            count(layout.c6)
        } else {
            W::zero()
        };
        // A pair is worth what it saves over leaving, and whoever cannot leave must be covered.
        let weights = Dense::from_fn(players.len(), |u, v| {
            let (u, v) = (u.min(v).index(), u.max(v).index());
            if !self.graph.may_meet(players[u], players[v]) {
                return None;
            }
            let mut weight = W::zero();
            for end in [u, v] {
                if following.contains(&end) {
                    weight.increase(&exit_cost);
                }
            }
            if u < top && v >= top {
                weight.decrease(&count(layout.c4));
                weight.decrease(&count(layout.c5_offset(self.field.score(players[v]))));
                if self.counts_c7(players[v]) {
                    weight.decrease(&count(layout.c7));
                }
            } else if following.contains(&u) && v >= following.end && self.with_c6 {
                weight.decrease(&count(layout.c6));
            }
            Some(weight)
        });
        let covers: Vec<Cover> = (0..players.len())
            .map(|v| {
                if exits && v >= top {
                    Cover::May
                } else {
                    Cover::Must
                }
            })
            .collect();
        let mut solver = Solver::new(weights, &covers)
            .expect("the weight type was chosen wide enough for this layout");
        solver.solve().ok()?;
        let partner =
            |solver: &Solver<W>, v: usize| solver.mate(VertexId::new(v)).map(VertexId::index);
        let needed = (0..top)
            .filter(|v| partner(&solver, *v).is_some_and(|mate| mate >= top))
            .count();
        let mut chosen = Vec::with_capacity(needed);
        for v in top..players.len() {
            if chosen.len() < needed
                && solver.try_restrict(VertexId::new(v), |mate| mate.index() < top, Cover::Must)
            {
                chosen.push(v);
            }
        }
        assert!(chosen.len() == needed, "C4 fixes the number of upfloaters");
        let upfloaters: Vec<PlayerId> = chosen.iter().map(|v| players[*v]).collect();
        let left: Vec<PlayerId> = (top..players.len())
            .filter(|v| partner(&solver, *v).is_none())
            .map(|v| players[v])
            .collect();
        let short = following
            .clone()
            .filter(|v| partner(&solver, *v).is_none_or(|mate| mate >= following.end))
            .count();
        let costs = self.costs(&upfloaters, layout, short);
        Some((Choice { upfloaters, costs }, left))
    }

    /// C7, which does not hold in the last round.
    fn counts_c7(&self, upfloater: PlayerId) -> bool {
        !self.field.is_last && self.field.standing(upfloater).floated
    }

    fn costs(&self, upfloaters: &[PlayerId], layout: &Layout, short: usize) -> Vec<RuleCost> {
        let with_score = |score: &Score| {
            let equal = upfloaters
                .iter()
                .filter(|id| self.field.score(**id) == *score);
            equal.count() as u64
        };
        let again = upfloaters.iter().filter(|id| self.counts_c7(**id)).count();
        let fields = [
            ("C4", vec![upfloaters.len() as u64]),
            ("C5", layout.scores.iter().map(with_score).collect()),
            ("C6", vec![short as u64]),
            ("C7", vec![again as u64]),
        ];
        fields
            .map(|(label, fields)| RuleCost { label, fields })
            .to_vec()
    }
}
