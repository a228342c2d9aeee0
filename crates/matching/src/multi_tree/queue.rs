//! What happens when.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::weight::Weight;

/// What may happen to the trees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum TreeEvent {
    /// The edge from this vertex in this place of the rows is tight.
    Edge(u32, u32),
    /// The dual of this blossom is zero.
    Expand(u32),
    /// The dual of this vertex, which may stay exposed, is zero.
    Zero(u32),
}

/// Events in the order of their times; those of one time in the order in which they became due.
#[derive(Debug)]
pub(super) struct EventQueue<W> {
    due: VecDeque<TreeEvent>,
    later: BinaryHeap<Reverse<(W, TreeEvent)>>,
}

impl<W: Weight> EventQueue<W> {
    pub(super) fn new() -> Self {
        Self {
            due: VecDeque::new(),
            later: BinaryHeap::new(),
        }
    }

    /// Adds an event that is due after some time.
    #[inline]
    pub(super) fn push(&mut self, now: &W, after: &W, event: TreeEvent) {
        if after.is_zero() {
            self.due.push_back(event);
        } else {
            self.later.push(Reverse((now.plus(after), event)));
        }
    }

    /// The next event; `now` becomes its time.
    pub(super) fn pop(&mut self, now: &mut W) -> Option<TreeEvent> {
        if let Some(event) = self.due.pop_front() {
            return Some(event);
        }
        let Reverse((time, event)) = self.later.pop()?;
        *now = time;
        Some(event)
    }
}
