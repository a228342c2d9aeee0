//! Participants in sets of the tied, split by one tie-break after the other.

use std::cmp::Ordering;

use crate::column::StandingsColumn;
use crate::notation::TieBreak;
use crate::value::Value;

/// Who ranks higher; no value ranks last.
fn compare(a: Option<Value>, b: Option<Value>, is_lower_better: bool) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if is_lower_better => a.cmp(&b),
        (Some(a), Some(b)) => b.cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Participants in sets of the tied, the best set first.
///
/// Invariant: `starts` holds the first index of every set, in ascending order.
pub(crate) struct Order {
    order: Vec<u32>,
    starts: Vec<usize>,
}

impl Order {
    pub(crate) fn new(n: usize) -> Self {
        Self {
            order: (0..n).map(|who| who as u32).collect(),
            starts: if n > 0 { vec![0] } else { Vec::new() },
        }
    }

    pub(crate) fn sets(&self) -> impl Iterator<Item = &[u32]> {
        let ends = self.starts.iter().skip(1).copied();
        let ends = ends.chain([self.order.len()]);
        (self.starts.iter().zip(ends)).map(|(start, end)| &self.order[*start..end])
    }

    /// Sorts every set by `compare` and divides it where two differ.
    pub(crate) fn split(&mut self, compare: impl Fn(usize, usize) -> Ordering) {
        let compare = |a: &u32, b: &u32| compare(*a as usize, *b as usize);
        let mut starts = Vec::with_capacity(self.starts.len());
        for (number, start) in self.starts.iter().copied().enumerate() {
            let end = self.starts.get(number + 1).copied();
            let end = end.unwrap_or(self.order.len());
            let set = &mut self.order[start..end];
            if set.len() > 1 {
                set.sort_by(compare);
            }
            let mut at = start;
            for part in set.chunk_by(|a, b| compare(a, b) == Ordering::Equal) {
                starts.push(at);
                at += part.len();
            }
        }
        self.starts = starts;
    }

    /// A column of values, by which every set is divided.
    pub(crate) fn by_values(
        &mut self,
        tie_break: TieBreak,
        values: Vec<Option<Value>>,
    ) -> StandingsColumn {
        self.by_values_where(tie_break, values, |_| true)
    }

    /// The same, but only the sets that `is_divided` allows are.
    pub(crate) fn by_values_where(
        &mut self,
        tie_break: TieBreak,
        values: Vec<Option<Value>>,
        is_divided: impl Fn(&[u32]) -> bool,
    ) -> StandingsColumn {
        let tied = self.set_numbers();
        let mut is_open = vec![false; self.order.len()];
        for set in self.sets().filter(|set| is_divided(set)) {
            for who in set {
                is_open[*who as usize] = true;
            }
        }
        let is_lower_better = tie_break.is_lower_better();
        self.split(|a, b| {
            if is_open[a] {
                compare(values[a], values[b], is_lower_better)
            } else {
                Ordering::Equal
            }
        });
        StandingsColumn {
            tie_break,
            values,
            tied,
            boards: Vec::new(),
        }
    }

    /// A column of values that are compared one after the other, more being better.
    pub(crate) fn by_boards(
        &mut self,
        tie_break: TieBreak,
        boards: Vec<Vec<Value>>,
    ) -> StandingsColumn {
        let tied = self.set_numbers();
        self.split(|a, b| boards[b].cmp(&boards[a]));
        let values = boards.iter().map(|boards| boards.first().copied());
        StandingsColumn {
            tie_break,
            values: values.collect(),
            tied,
            boards,
        }
    }

    /// A column of places among the tied, by which every set is divided.
    pub(crate) fn among_the_tied(
        &mut self,
        tie_break: TieBreak,
        classes_of: impl Fn(&[u32]) -> Vec<Vec<u32>>,
    ) -> StandingsColumn {
        let mut places = vec![0_u32; self.order.len()];
        let tied = self.set_numbers();
        for set in self.sets().filter(|set| set.len() > 1) {
            let classes = classes_of(set);
            if classes.len() < 2 {
                continue;
            }
            let mut place = 1;
            for class in classes {
                for who in &class {
                    places[*who as usize] = place;
                }
                place += class.len() as u32;
            }
        }
        self.split(|a, b| places[a].cmp(&places[b]));
        let values = (places.iter()).map(|place| Some(Value::whole((*place).into())));
        StandingsColumn {
            tie_break,
            values: values.collect(),
            tied,
            boards: Vec::new(),
        }
    }

    /// By participant: the number of the set.
    pub(crate) fn set_numbers(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.order.len()];
        for (number, set) in self.sets().enumerate() {
            for who in set {
                numbers[*who as usize] = number as u32;
            }
        }
        numbers
    }

    /// By participant, from 1; the tied share the rank.
    pub(crate) fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.order.len()];
        for (set, start) in self.sets().zip(&self.starts) {
            for who in set {
                ranks[*who as usize] = *start as u32 + 1;
            }
        }
        ranks
    }
}
