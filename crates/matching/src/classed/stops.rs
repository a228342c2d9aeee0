//! What stops the duals of outer vertices from falling.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::ops::Range;

use super::Classed;
use super::kinds::{Adjacent, Calm, DualGroups, add_near};
use super::trees::{TreeLabel, Trees};
use super::worths::{Highest, Parts, Worths};
use crate::bitset::contains;
use crate::cardinality::BitGraph;
use crate::weight::Weight;

/// So many vertices of a kind are looked at before it is asked again who is near.
const NEAR_AT_ONCE: usize = 64;

/// By how much the duals of outer vertices can fall, and which kinds have no slack then.
pub(super) struct Change<W> {
    pub(super) by: W,
    pub(super) pairs: Vec<(usize, usize)>,
}

/// What is known of a kind now, and when it asked first.
pub(super) struct Found<W> {
    pub(super) kind: usize,
    pub(super) calm: Calm<W>,
    pub(super) turn: usize,
}

/// To which components the vertices of a kind belong.
#[derive(Clone, Copy)]
enum OfKind {
    Unknown,
    One(usize),
    Several,
}

impl OfKind {
    fn add(&mut self, component: usize) {
        *self = match *self {
            Self::Unknown => Self::One(component),
            Self::One(known) if known == component => return,
            _ => Self::Several,
        };
    }
}

struct Row {
    kind: usize,
    class: usize,
    /// Of its dual.
    highest: Highest,
    /// When it asked first, after who asked before; zero if it never asks.
    turn: usize,
}

/// The pairs of kinds that could stop a fall: of an outer vertex and one of no tree, or of outer
/// vertices of two components.
pub(super) struct Stops<'s, W> {
    edges: &'s BitGraph,
    worths: &'s Worths<'s, W>,
    kinds: &'s DualGroups<W>,
    adjacent: Option<&'s Adjacent>,
    trees: &'s Trees,
    parts: &'s Parts,
    /// Those of one component together, as nothing counts between them.
    outer: Vec<Row>,
    /// By place among them, where its component stands.
    blocks: Vec<Range<usize>>,
    neither: Vec<Row>,
}

impl<'s, W: Weight> Stops<'s, W> {
    /// O(n + kinds · log kinds).
    pub(super) fn new(
        problem: &'s Classed<'_, W>,
        (worths, parts): (&'s Worths<'_, W>, &'s Parts),
        (kinds, adjacent): (&'s DualGroups<W>, Option<&'s Adjacent>),
        states: &[TreeLabel],
        trees: &'s Trees,
    ) -> Self {
        let n_kinds = kinds.list.len();
        let mut component_of = vec![OfKind::Unknown; n_kinds];
        for (v, kind) in kinds.of.iter().enumerate() {
            component_of[*kind].add(trees.component_of[v]);
        }
        let of_state = |state: TreeLabel| -> Vec<Row> {
            let numbers = (0..n_kinds).filter(|kind| states[*kind] == state);
            let row = |kind: usize| Row {
                kind,
                class: kinds.list[kind].class,
                highest: parts.of(&kinds.list[kind].dual_2x),
                turn: 0,
            };
            numbers.map(row).collect()
        };
        let (mut outer, neither) = (of_state(TreeLabel::S), of_state(TreeLabel::Free));
        let component = |row: &Row| match component_of[row.kind] {
            OfKind::One(component) => component,
            _ => usize::MAX,
        };
        outer.sort_unstable_by_key(|row| (component(row), row.kind));
        let is_known = |row: &&mut Row| kinds.list[row.kind].calm != Calm::Unknown;
        let (known, unknown): (Vec<&mut Row>, Vec<&mut Row>) = outer.iter_mut().partition(is_known);
        let mut last = 0;
        for row in known {
            row.turn = kinds.list[row.kind].turn;
            last = last.max(row.turn);
        }
        for (row, turn) in unknown.into_iter().zip(last + 1..) {
            row.turn = turn;
        }
        let mut blocks = Vec::with_capacity(outer.len());
        for block in outer.chunk_by(|a, b| component(a) == component(b)) {
            let (start, is_one) = (blocks.len(), component(&block[0]) != usize::MAX);
            // Of several components, a kind has pairs with itself.
            let own = |place: usize| {
                if is_one {
                    start..start + block.len()
                } else {
                    place..place
                }
            };
            blocks.extend((start..start + block.len()).map(own));
        }
        Self {
            edges: problem.edges,
            worths,
            kinds,
            adjacent,
            trees,
            parts,
            outer,
            blocks,
            neither,
        }
    }

    /// The pairs that stop a fall first. O(kinds²).
    pub(super) fn first(&self) -> Option<Change<W>> {
        let mut first = None;
        for (place, own) in self.blocks.iter().enumerate() {
            let later = [(&self.neither[..], 1), (&self.outer[own.end..], 2)];
            first = self.first_of(&self.outer[place], later, usize::MAX, first);
        }
        first
    }

    /// The same, by what is known of kinds after a fall of the duals, and what that has found out about
    /// some. O(kinds) for each of them.
    pub(super) fn first_after(&self, fallen: &W) -> (Option<Change<W>>, Vec<Found<W>>) {
        let calm = |place: usize| &self.kinds.list[self.outer[place].kind].calm;
        let order = (0..self.outer.len()).map(|place| Reverse((calm(place), place)));
        let mut order: BinaryHeap<_> = order.collect();
        let (mut first, mut found) = (None::<Change<W>>, Vec::new());
        while let Some(Reverse((calm, place))) = order.pop() {
            let is_calm = match (calm, &first) {
                (Calm::Until(end), Some(first)) => *end > fallen.plus(&first.by),
                (calm, _) => *calm == Calm::Forever,
            };
            if is_calm {
                break;
            }
            let (row, own) = (&self.outer[place], &self.blocks[place]);
            let (before, after) = (&self.outer[..own.start], &self.outer[own.end..]);
            let others = [(&self.neither[..], 1), (before, 2), (after, 2)];
            let stop = self.first_of(row, others, row.turn, None);
            let end = stop.as_ref().map(|stop| fallen.plus(&stop.by));
            found.push(Found {
                kind: row.kind,
                calm: end.map_or(Calm::Forever, Calm::Until),
                turn: row.turn,
            });
            first = match (first, stop) {
                (Some(first), Some(stop)) if first.by < stop.by => Some(first),
                (Some(mut first), Some(stop)) if first.by == stop.by => {
                    first.pairs.extend(stop.pairs);
                    Some(first)
                }
                (first, stop) => stop.or(first),
            };
        }
        (first, found)
    }

    /// What stops an outer kind first of some others up to a turn, to which it falls once or twice as
    /// fast; with what was first so far, unless it is sooner than that.
    fn first_of<const N: usize>(
        &self,
        row: &Row,
        others: [(&[Row], u64); N],
        last_turn: usize,
        mut first: Option<Change<W>>,
    ) -> Option<Change<W>> {
        let kinds = &self.kinds.list;
        let (a, class) = (row.kind, row.class);
        let adjacent = self.adjacent.map(|adjacent| adjacent.row(class));
        let mut near = None;
        for (others, times) in others {
            // What the dual exceeds the least slack by, so that no pair with more counts.
            let excess = |first: &Option<Change<W>>| {
                let least = first.as_ref()?.by.times(times);
                let excess = kinds[a].dual_2x.minus(&least);
                let highest = self.parts.of(&excess);
                Some((excess, highest))
            };
            let mut most = excess(&first);
            for row in others.iter().filter(|row| row.turn <= last_turn) {
                let (b, other) = (row.kind, row.class);
                if adjacent.is_some_and(|adjacent| !contains(adjacent, other)) {
                    continue;
                }
                let dual = &kinds[b].dual_2x;
                let amount = self.worths.place(class, other);
                let order = most.as_ref().map_or(Ordering::Less, |(most, of_most)| {
                    let most = (most, of_most);
                    (self.worths).compare(self.parts, most, (dual, &row.highest), amount)
                });
                if order == Ordering::Greater {
                    continue;
                }
                let near = near.get_or_insert_with(|| Near::new(self.kinds.words));
                let members = |v: usize| self.trees.members(v);
                if !near.meets(self.kinds, (self.edges, a, b), members) {
                    continue;
                }
                match &mut first {
                    Some(first) if order == Ordering::Equal => first.pairs.push((a, b)),
                    _ => {
                        let slack = (kinds[a].dual_2x.plus(dual)).minus(self.worths.amount(amount));
                        first = Some(Change {
                            by: if times == 2 { slack.halved() } else { slack },
                            pairs: vec![(a, b)],
                        });
                        most = excess(&first);
                    }
                }
            }
        }
        first
    }
}

/// Who has an edge to somebody of a kind, as far as that has been asked.
struct Near {
    so_far: Vec<u64>,
    n_seen: usize,
}

impl Near {
    fn new(words: usize) -> Self {
        Self {
            so_far: vec![0; words],
            n_seen: 0,
        }
    }

    /// Whether kind `a`, which is the same each time, has an edge to kind `b`, `but` to those in a set
    /// that depends on the vertex of `a`.
    fn meets<'s>(
        &mut self,
        kinds: &DualGroups<impl Weight>,
        (edges, a, b): (&BitGraph, usize, usize),
        but: impl Fn(usize) -> Option<&'s [u64]>,
    ) -> bool {
        let own = &kinds.list[a].members.vertices;
        loop {
            if kinds.list[b].members.meets(&self.so_far) {
                return true;
            }
            let left = &own[self.n_seen..];
            let next = &left[..left.len().min(NEAR_AT_ONCE)];
            if next.is_empty() {
                return false;
            }
            add_near(&mut self.so_far, edges, next, &but);
            self.n_seen += next.len();
        }
    }
}
