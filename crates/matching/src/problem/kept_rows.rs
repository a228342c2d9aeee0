//! The rows of a graph between two searches: building them takes longer than matching anew what a few weights change.

use std::sync::Mutex;

use crate::graph::{Csr, VertexId};
use crate::weight::Weight;

/// Rows, and the edges of which only the best of parallel ones is in them.
#[derive(Debug)]
pub(super) struct EditableRows<W> {
    pub(super) graph: Csr<W>,
    /// Their ends, the smaller one first, and numbers, in order.
    parallel: Vec<((VertexId, VertexId), usize)>,
}

impl<W: Weight> EditableRows<W> {
    /// Rows that were built of these edges. O(n + m), and a sort of the parallel edges and of few others.
    pub(super) fn new(graph: Csr<W>, ends: &[(VertexId, VertexId)]) -> Self {
        let n = graph.n_vertices();
        let mut parallel = Vec::new();
        if graph.n_edges() < ends.len() {
            let mut degrees = vec![0_usize; n];
            for end in ends.iter().flat_map(|(u, v)| [u, v]) {
                degrees[end.index()] += 1;
            }
            let has_more = |v: VertexId| degrees[v.index()] > graph.row(v.index()).len();
            for (edge, (u, v)) in ends.iter().enumerate() {
                if has_more(*u) && has_more(*v) {
                    parallel.push(((*u.min(v), *u.max(v)), edge));
                }
            }
            parallel.sort_unstable();
        }
        Self { graph, parallel }
    }

    /// Writes the weight of an edge, which has changed.
    pub(super) fn update(
        &mut self,
        edge: usize,
        (u, v): (VertexId, VertexId),
        weight: impl Fn(usize) -> W,
    ) {
        let ends = (u.min(v), u.max(v));
        let from = self.parallel.partition_point(|(other, _)| *other < ends);
        let same = self.parallel[from..].iter();
        let same = same.take_while(|(other, _)| *other == ends);
        let best = same.map(|(_, edge)| weight(*edge)).max();
        self.graph
            .set_weight(u, v, &best.unwrap_or_else(|| weight(edge)));
    }
}

/// The rows that a search left.
#[derive(Debug)]
pub(super) struct KeptRows<E>(Mutex<Option<BuiltRows<E>>>);

/// Rows whose weights are encoded one way.
#[derive(Debug)]
pub(super) struct BuiltRows<E> {
    pub(super) encoding: E,
    pub(super) rows: EditableRows<i64>,
}

impl<E> Default for KeptRows<E> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

/// A copy begins without rows.
impl<E> Clone for KeptRows<E> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<E: PartialEq> KeptRows<E> {
    /// The graph is another one.
    pub(super) fn forget(&mut self) {
        if self.get().is_some() {
            *self = Self::default();
        }
    }

    /// Those that there are, so that a weight can be changed.
    pub(super) fn get(&mut self) -> Option<&mut BuiltRows<E>> {
        self.0.get_mut().ok()?.as_mut()
    }

    /// Those that there are, if they are encoded so.
    pub(super) fn take(&self, encoding: &E) -> Option<EditableRows<i64>> {
        let built = self.0.lock().ok()?.take()?;
        (built.encoding == *encoding).then_some(built.rows)
    }

    /// Keeps rows.
    pub(super) fn keep(&self, encoding: E, rows: EditableRows<i64>) {
        if let Ok(mut kept) = self.0.lock() {
            *kept = Some(BuiltRows { encoding, rows });
        }
    }
}
