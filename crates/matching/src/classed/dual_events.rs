//! The next dual event: the first edge to become tight while the duals of S vertices fall.

use std::cmp::Ordering;

use super::dual_groups::DualGroups;
use super::trees::{TreeLabel, Trees};
use crate::cardinality::BitGraph;
use crate::table::WeightTable;
use crate::weight::Weight;

/// By how much the duals of S vertices can fall, and which groups have tight edges then.
pub(super) struct DualEvent<W> {
    pub(super) by: W,
    pub(super) pairs: Vec<(usize, usize)>,
}

/// The components that the vertices of a group belong to.
#[derive(Clone, Copy)]
enum OfGroup {
    Unknown,
    One(usize),
    Several,
}

impl OfGroup {
    fn add(&mut self, component: usize) {
        *self = match *self {
            Self::Unknown => Self::One(component),
            Self::One(known) if known == component => return,
            _ => Self::Several,
        };
    }
}

struct EventRow {
    group: usize,
    class: usize,
}

/// What the edges and duals of a problem say.
#[derive(Clone, Copy)]
pub(super) struct DualView<'s, W> {
    pub(super) edges: &'s BitGraph,
    /// Doubled.
    pub(super) weights_2x: &'s WeightTable<W>,
    pub(super) groups: &'s DualGroups<W>,
    pub(super) trees: &'s Trees,
}

/// The next dual event: of an S and a Free group, or of S vertices in two components. `labels` are by group.
/// O(n + groups²).
pub(super) fn next_dual_event<W: Weight>(
    view: &DualView<'_, W>,
    labels: &[TreeLabel],
) -> Option<DualEvent<W>> {
    let groups = view.groups;
    let mut component_of = vec![OfGroup::Unknown; groups.list.len()];
    for (v, group) in groups.of.iter().enumerate() {
        component_of[*group].add(view.trees.component_of[v]);
    }
    let labelled = |label: TreeLabel| -> Vec<EventRow> {
        let numbers = (0..labels.len()).filter(|group| labels[*group] == label);
        let row = |group: usize| EventRow {
            group,
            class: groups.list[group].class,
        };
        numbers.map(row).collect()
    };
    let (mut s_rows, free_rows) = (labelled(TreeLabel::S), labelled(TreeLabel::Free));
    let component = |row: &EventRow| match component_of[row.group] {
        OfGroup::One(component) => component,
        _ => usize::MAX,
    };
    s_rows.sort_unstable_by_key(|row| (component(row), row.group));
    let (mut first, mut end) = (None, 0);
    for block in s_rows.chunk_by(|a, b| component(a) == component(b)) {
        let start = end;
        end += block.len();
        for (place, row) in (start..).zip(block) {
            // No edge within a component counts; a group of several components has edges within itself.
            let is_one = component(row) != usize::MAX;
            let later = if is_one { end } else { place };
            let others = [(&free_rows[..], 1), (&s_rows[later..], 2)];
            first = view.first_of(row, others, first);
        }
    }
    first
}

impl<W: Weight> DualView<'_, W> {
    /// The next event of an S group with some others, to which its slack falls once or twice as fast, unless
    /// the `first` one so far is sooner; that takes equal ones in.
    fn first_of(
        &self,
        row: &EventRow,
        others: [(&[EventRow], u64); 2],
        mut first: Option<DualEvent<W>>,
    ) -> Option<DualEvent<W>> {
        let Self {
            edges,
            weights_2x,
            groups,
            trees,
        } = *self;
        let (a, dual_2x) = (row.group, &groups.list[row.group].dual_2x);
        let mut near = None;
        for (others, times) in others {
            // By how much the dual exceeds the least slack: no edge with more slack counts.
            let excess = |first: &DualEvent<W>| dual_2x.minus(&first.by.times(times));
            let mut most = first.as_ref().map(excess);
            for other in others {
                let b = other.group;
                let other_2x = &groups.list[b].dual_2x;
                let weight_2x = weights_2x.at(row.class, other.class);
                let order = most.as_ref().map_or(Ordering::Less, |most| {
                    W::compare_sum(most, other_2x, weight_2x)
                });
                if order == Ordering::Greater {
                    continue;
                }
                let near = near.get_or_insert_with(|| groups.near(edges, a, |v| trees.members(v)));
                if !groups.list[b].members.meets(near) {
                    continue;
                }
                match &mut first {
                    Some(first) if order == Ordering::Equal => first.pairs.push((a, b)),
                    _ => {
                        let slack = dual_2x.plus(other_2x).minus(weight_2x);
                        let event = DualEvent {
                            by: if times == 2 { slack.halved() } else { slack },
                            pairs: vec![(a, b)],
                        };
                        most = Some(excess(&event));
                        first = Some(event);
                    }
                }
            }
        }
        first
    }
}
