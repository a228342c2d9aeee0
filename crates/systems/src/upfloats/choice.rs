//! Who is taken up into the top scoregroup.
//!
//! # Articles
//! C.04.5 and C.04.6 (2026) 2.3.1-2.3.4 \[C4-C7\], 3.5.
//!
//! A pairing of everybody who is still unpaired is a perfect matching, and C4-C7 are sums over its
//! pairs: a pair between the top scoregroup and somebody lower makes an upfloater, a pair between
//! the following scoregroup and somebody lower an upfloater into the following bracket. Two
//! upfloaters never meet: left where they were, they would make two fewer.
//! Of the perfect matchings the cheapest by C4 are kept, of those the cheapest by C5, and so on. The
//! order of 3.5.4 is walked by decisions: "may this player be among the upfloaters?" is yes if a
//! matching that is left has it so.

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{LexicographicOptima, VertexId};
use edelweiss_model::{PlayerId, Score};
use edelweiss_pairing::RuleCost;

use super::{FollowingNeed, UpfloatField};
use crate::best_pairings::{CostClasses, join, keep_highest_upfloaters, set_of};
use crate::few_players::{self, FewPlayers, FollowingPlayers, bit, sets_by_score, those_in};
use crate::round_graph::RoundGraph;

/// The chosen set.
pub(super) struct ChosenSet {
    /// Sorted by 3.5.3.
    pub(super) upfloaters: Vec<PlayerId>,
    /// C4-C7.
    pub(super) costs: Vec<RuleCost>,
}

/// 3.5.5: the first set that complies best. `lower` is sorted by score, then number, which is the
/// order of 3.5.3.
pub(super) fn choose<F: UpfloatField>(
    field: &F,
    graph: &RoundGraph,
    top: &[PlayerId],
    lower: &[PlayerId],
) -> ChosenSet {
    let needs_nobody = graph.can_pair_all(top);
    if needs_nobody && graph.can_pair_all(lower) {
        return ChosenSet {
            upfloaters: Vec::new(),
            costs: ["C4", "C5", "C6", "C7"].map(no_cost).to_vec(),
        };
    }
    let next = lower.partition_point(|id| field.score(*id) == field.score(lower[0]));
    let need = field.following_need(field.score(top[0]), lower);
    let mut search = UpfloaterSearch {
        field,
        graph,
        top,
        lower,
        next,
        has_following: need != FollowingNeed::Void,
        with_c6: need != FollowingNeed::Void,
    };
    let of_few = if needs_nobody {
        None
    } else {
        search.at_bounds()
    };
    let choice = of_few.unwrap_or_else(|| search.choose());
    let found = choice.costs[2].fields.first().copied().unwrap_or(0);
    if need == FollowingNeed::ParityOrNothing && found > 1 {
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

struct UpfloaterSearch<'a, F> {
    field: &'a F,
    graph: &'a RoundGraph,
    top: &'a [PlayerId],
    lower: &'a [PlayerId],
    /// How many of `lower` are the following scoregroup.
    next: usize,
    /// Whether C6 is about anybody.
    has_following: bool,
    /// Whether it is complied with.
    with_c6: bool,
}

/// What the costs of a pair depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum UpfloatClass {
    Top,
    /// Somebody lower: whether of the following scoregroup, and whether an upfloater costs one under
    /// C7.
    Lower(bool, bool),
    /// Whoever is paired with this stays unpaired here.
    Exit,
}

impl UpfloatClass {
    /// C7 of the upfloater, where the pair makes one.
    fn upfloat(self, other: Self) -> Option<bool> {
        match (self, other) {
            (Self::Top, Self::Lower(_, again)) | (Self::Lower(_, again), Self::Top) => Some(again),
            _ => None,
        }
    }

    /// C6: whether the pair leaves somebody of the following scoregroup to players from below.
    fn is_short(self, other: Self) -> bool {
        let is_following = |kind| matches!(kind, Self::Lower(true, ..));
        let is_below = |kind| matches!(kind, Self::Lower(false, ..) | Self::Exit);
        (is_following(self) && is_below(other)) || (is_below(self) && is_following(other))
    }
}

impl<F: UpfloatField> UpfloaterSearch<'_, F> {
    /// In small fields, the first set with what counting says is the least by C4: one upfloater or two, as the
    /// number of the top scoregroup asks, which cannot be paired without any. Sets are asked by C5, of these by C6, as long as two of
    /// the following scoregroup at most meet somebody lower, and of these by C7 and 3.5.4. `None` where more are
    /// needed, or it cannot be told soon.
    fn at_bounds(&self) -> Option<ChosenSet> {
        let few = FewPlayers::new(self.graph.0.few()?);
        let (following, below) = self.lower.split_at(self.next);
        let [top, next, below] = [self.top, following, below].map(few_players::set_of);
        let again = self.lower.iter().filter(|id| self.field.floats_again(**id));
        let again = again.fold(0, |set, id| set | bit(*id));
        let scoregroups: Vec<&[PlayerId]> = (self.lower)
            .chunk_by(|a, b| self.field.score(*a) == self.field.score(*b))
            .collect();
        for mut sets in sets_by_score(&scoregroups, 2 - self.top.len() % 2) {
            // C3
            sets.retain(|set| few.can_pair(top | set, 0) && few.can_pair((next | below) & !set, 0));
            let Some(n_following) = sets.first().map(|set| (next & !set).count_ones() as usize)
            else {
                continue;
            };
            sets.sort_by_key(|set| (set & again).count_ones());
            let is_best = |set: &u64, short: usize| {
                let others = FollowingPlayers {
                    floaters: 0,
                    next: next & !set,
                    below: below & !set,
                };
                !self.has_following || others.can_leave(&few, 0, short)
            };
            let found = (n_following % 2..=2).step_by(2).find_map(|short| {
                let set = sets.iter().find(|set| is_best(set, short))?;
                let upfloaters = those_in(self.lower, *set);
                let costs = self.costs(&upfloaters, short);
                Some(ChosenSet { upfloaters, costs })
            });
            return few.told(found);
        }
        None
    }

    /// First with the following scoregroup alone, whose players may stay unpaired. Where that covers
    /// the top scoregroup at all, no larger choice has a better C4: if fewer upfloaters were possible,
    /// a path within the top scoregroup would join two players who have upfloaters, and pairing
    /// along it would save both. C5 cannot be better either, since all come from the highest score.
    /// So if everybody left over can still be paired, this is the first optimum of a relaxation of
    /// the whole problem, and stands.
    fn choose(&self) -> ChosenSet {
        if self.next < self.lower.len()
            && let Some((choice, mut left)) = self.first_best(&self.lower[..self.next], true)
        {
            left.extend(&self.lower[self.next..]);
            if self.graph.can_pair_all(&left) {
                return choice;
            }
        }
        let (choice, _) = self
            .first_best(self.lower, false)
            .expect("C3 held before this bracket, so a pairing exists");
        choice
    }

    /// The first best set among these players, and who is left over. With `exits` the players below
    /// the top scoregroup may stay unpaired, which counts as a need for an upfloater (C6).
    fn first_best(&self, lower: &[PlayerId], exits: bool) -> Option<(ChosenSet, Vec<PlayerId>)> {
        let top = self.top.len();
        let graph = self.pairs(lower, exits);
        let n = graph.n_vertices();
        let kind = |(place, id): (usize, &PlayerId)| {
            UpfloatClass::Lower(place < self.next, self.field.floats_again(*id))
        };
        let kinds = std::iter::repeat_n(UpfloatClass::Top, top)
            .chain(lower.iter().enumerate().map(kind))
            .chain(std::iter::repeat(UpfloatClass::Exit));
        let mut best = LexicographicOptima::new(graph, Vec::new());
        self.keep_best(&mut best, &CostClasses::new(kinds.take(n)), lower)?;
        let mut face = best.face()?;
        let is_top = |mate: &Option<VertexId>| mate.is_some_and(|mate| mate.index() < top);
        let mates = face.matching();
        let needed = mates[top..].iter().filter(|mate| is_top(mate)).count();
        let vertices: Vec<VertexId> = (top..top + lower.len()).map(VertexId::new).collect();
        let chosen = face.restrict_each(&vertices, &set_of(n, 0..top), needed);
        let upfloaters: Vec<PlayerId> = (lower.iter().zip(chosen))
            .filter(|(_, chosen)| *chosen)
            .map(|(id, _)| *id)
            .collect();
        assert!(
            upfloaters.len() == needed,
            "C4 fixes the number of upfloaters"
        );
        let mates = face.matching();
        let (mut left, mut short) = (Vec::new(), 0);
        for (place, id) in lower.iter().enumerate() {
            let mate = mates[top + place].map_or(n, VertexId::index);
            if mate >= top + lower.len() {
                left.push(*id);
            }
            short += usize::from(place < self.next && mate >= top + self.next);
        }
        let costs = self.costs(&upfloaters, short);
        Some((ChosenSet { upfloaters, costs }, left))
    }

    /// Who may be paired: the top scoregroup, then `lower`. With `exits` there is a vertex for
    /// everybody whom the best matchings leave over, at most: those who stay unpaired where the
    /// following scoregroup is paired by itself, and one for each of the fewest upfloaters.
    fn pairs(&self, lower: &[PlayerId], exits: bool) -> BitGraph {
        let players = [self.top, lower].concat();
        let n_exits = if exits {
            self.graph.left_over(self.top) + self.graph.left_over(lower)
        } else {
            0
        };
        let mut graph = self.graph.among(&players, n_exits);
        let exits = players.len()..graph.n_vertices();
        join(&mut graph, self.top.len()..players.len(), exits.clone());
        join(&mut graph, exits.clone(), exits);
        graph
    }

    /// C4-C7. `None` if there is no complete pairing.
    fn keep_best(
        &self,
        best: &mut LexicographicOptima,
        classes: &CostClasses<UpfloatClass>,
        lower: &[PlayerId],
    ) -> Option<()> {
        // C4
        if !classes.keep_cheapest(best, |a, b| u64::from(a.upfloat(*b).is_some())) {
            return None;
        }
        // C5
        let scores: Vec<Score> = lower.iter().map(|id| self.field.score(*id)).collect();
        keep_highest_upfloaters(best, self.top.len(), &scores);
        // C6
        if self.with_c6 {
            classes.keep_cheapest(best, |a, b| u64::from(a.is_short(*b)));
        }
        // C7
        classes.keep_cheapest(best, |a, b| u64::from(a.upfloat(*b) == Some(true)));
        Some(())
    }

    fn costs(&self, upfloaters: &[PlayerId], short: usize) -> Vec<RuleCost> {
        // Scores, lowest first.
        let mut scores: Vec<Score> = self.lower.iter().map(|id| self.field.score(*id)).collect();
        scores.sort_unstable();
        scores.dedup();
        let with_score = |score: &Score| {
            let equal = upfloaters
                .iter()
                .filter(|id| self.field.score(**id) == *score);
            equal.count() as u64
        };
        let again = upfloaters
            .iter()
            .filter(|id| self.field.floats_again(**id))
            .count();
        let fields = [
            ("C4", vec![upfloaters.len() as u64]),
            ("C5", scores.iter().map(with_score).collect()),
            (
                "C6",
                self.has_following
                    .then_some(short as u64)
                    .into_iter()
                    .collect(),
            ),
            ("C7", vec![again as u64]),
        ];
        fields
            .map(|(label, fields)| RuleCost { label, fields })
            .to_vec()
    }
}
