//! The ways to give a graph: a matrix for dense graphs, rows of neighbours for sparse ones, and a
//! table for dense graphs with few distinct weights.
//!
//! Graphs are simple: a self-loop is ignored, and of parallel edges the last one set counts
//! ([`Sparse::add_edge`] keeps the better one).

use crate::bits::contains;
use crate::cardinality::BitGraph;
use crate::table::WeightTable;
use crate::weight::Weight;

/// A vertex of a graph, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VertexId(u32);

impl VertexId {
    /// The vertex with this index. Indices of 2^31 and above name no vertex of any graph.
    #[must_use]
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// The index of the vertex.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What the certificate checker needs to see of a graph.
pub trait WeightedGraph<W> {
    /// How many vertices there are; their ids are `0..n_vertices`.
    fn n_vertices(&self) -> usize;

    /// The weight of the edge between two vertices, if there is one.
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W>;

    /// Calls `visit` with the neighbours of `v` in ascending order, but for those in `but`: a bit for each
    /// vertex in words of 64, of which trailing ones may be missing.
    fn for_each_neighbour_but(&self, v: VertexId, but: &[u64], visit: impl FnMut(VertexId, &W));

    /// Calls `visit` with the neighbours of `v` in ascending order.
    #[inline]
    fn for_each_neighbour(&self, v: VertexId, visit: impl FnMut(VertexId, &W)) {
        self.for_each_neighbour_but(v, &[], visit);
    }
}

/// Calls `visit` with the members of a set that are not in another one, whose trailing words may be
/// missing.
#[inline]
fn for_each_but(set: &[u64], but: &[u64], mut visit: impl FnMut(usize)) {
    for (place, (word, but)) in set.iter().zip(but).enumerate() {
        for_each_bit(place, word & !but, &mut visit);
    }
    for (place, word) in set.iter().enumerate().skip(but.len()) {
        for_each_bit(place, *word, &mut visit);
    }
}

/// Calls `visit` with the members that one word of a set has.
#[inline]
fn for_each_bit(place: usize, mut word: u64, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(place * 64 + word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

/// Calls `visit` with the members of a set that are in one of two others.
#[inline]
fn for_each_in(set: &[u64], [one, other]: [&[u64]; 2], mut visit: impl FnMut(usize)) {
    for (place, ((word, one), other)) in set.iter().zip(one).zip(other).enumerate() {
        for_each_bit(place, word & (one | other), &mut visit);
    }
}

/// A graph as a symmetric matrix with a bit row beside every row, so that absent edges cost a bit.
///
/// Memory: `n * n` weights and bits. An edge is found, set and removed in O(1); the neighbours of a
/// vertex are visited in O(n / 64 + degree).
#[derive(Clone, Debug)]
pub struct Dense<W> {
    n: usize,
    /// Places for vertices in `weights` and `present`; at least `n`.
    capacity: usize,
    /// Row-major, `capacity * capacity`, symmetric; meaningful only where `present` says so.
    weights: Vec<W>,
    /// Bit `u % 64` of word `u / 64` of row `v` is set iff there is an edge `uv`. Symmetric.
    present: Vec<u64>,
}

impl<W: Weight> Dense<W> {
    /// A graph of `n` vertices without edges. O(n²).
    #[must_use]
    pub fn new(n: usize) -> Self {
        let words = n.div_ceil(64);
        Self {
            n,
            capacity: n,
            weights: vec![W::zero(); n * n],
            present: vec![0; n * words],
        }
    }

    /// A graph whose edges are given by a function of two vertices `u < v`. O(n²) calls.
    #[must_use]
    pub fn from_fn(n: usize, mut weight: impl FnMut(VertexId, VertexId) -> Option<W>) -> Self {
        let mut graph = Self::new(n);
        for u in (0..n).map(VertexId::new) {
            for v in (u.index() + 1..n).map(VertexId::new) {
                graph.set(u, v, weight(u, v));
            }
        }
        graph
    }

    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.n
    }

    /// Sets the weight of an edge, or removes the edge. A self-loop, and an edge of a vertex that
    /// does not exist, is ignored.
    pub fn set(&mut self, u: VertexId, v: VertexId, weight: Option<W>) {
        let (u, v) = (u.index(), v.index());
        if u == v || u >= self.n || v >= self.n {
            return;
        }
        let words = self.words();
        let (bit_uv, bit_vu) = (1 << (v % 64), 1 << (u % 64));
        if let Some(weight) = weight {
            self.present[u * words + v / 64] |= bit_uv;
            self.present[v * words + u / 64] |= bit_vu;
            self.weights[u * self.capacity + v] = weight.clone();
            self.weights[v * self.capacity + u] = weight;
        } else {
            self.present[u * words + v / 64] &= !bit_uv;
            self.present[v * words + u / 64] &= !bit_vu;
        }
    }

    /// Makes an edge present that was there before, with the weight it had. O(1).
    fn restore(&mut self, u: VertexId, v: VertexId) {
        let (u, v) = (u.index(), v.index());
        let words = self.words();
        self.present[u * words + v / 64] |= 1 << (v % 64);
        self.present[v * words + u / 64] |= 1 << (u % 64);
    }

    fn words(&self) -> usize {
        self.capacity.div_ceil(64)
    }

    #[inline]
    fn has(&self, u: VertexId, v: VertexId) -> bool {
        let (u, v) = (u.index(), v.index());
        u < self.n && v < self.n && self.present[u * self.words() + v / 64] >> (v % 64) & 1 == 1
    }

    /// Adds a vertex without edges: O(n) amortised over many, O(n²) when the matrix must grow.
    fn push_vertex(&mut self) {
        if self.n == self.capacity {
            let mut wider = Self::new((self.capacity * 5 / 4).max(self.n + 8));
            wider.n = self.n + 1;
            for v in (0..self.n).map(VertexId::new) {
                self.for_each_neighbour(v, |u, weight| {
                    if v < u {
                        wider.set(v, u, Some(weight.clone()));
                    }
                });
            }
            *self = wider;
        } else {
            self.n += 1;
        }
    }

    fn map_weights(&mut self, map: impl Fn(&W) -> W) {
        let words = self.words();
        for v in 0..self.n {
            for u in 0..self.n {
                if self.present[v * words + u / 64] >> (u % 64) & 1 == 1 {
                    let weight = &mut self.weights[v * self.capacity + u];
                    *weight = map(weight);
                }
            }
        }
    }
}

impl<W: Weight> WeightedGraph<W> for Dense<W> {
    fn n_vertices(&self) -> usize {
        self.n
    }

    #[inline]
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        self.has(u, v)
            .then(|| &self.weights[u.index() * self.capacity + v.index()])
    }

    #[inline]
    fn for_each_neighbour_but(
        &self,
        v: VertexId,
        but: &[u64],
        mut visit: impl FnMut(VertexId, &W),
    ) {
        let words = self.words();
        let v = v.index();
        if v >= self.n {
            return;
        }
        let row = &self.weights[v * self.capacity..(v + 1) * self.capacity];
        for_each_but(&self.present[v * words..(v + 1) * words], but, |u| {
            visit(VertexId::new(u), &row[u]);
        });
    }
}

/// A graph as rows of neighbours, for graphs with few edges.
///
/// Memory: O(n + m). An edge is found in O(log degree), set and removed in O(degree).
#[derive(Clone, Debug)]
pub struct Sparse<W> {
    /// `rows[v]` holds the neighbours of `v` in ascending order; symmetric.
    rows: Vec<Vec<(VertexId, W)>>,
}

impl<W: Weight> Sparse<W> {
    /// A graph of `n` vertices without edges. O(n).
    #[must_use]
    pub fn new(n: usize) -> Self {
        Self {
            rows: vec![Vec::new(); n],
        }
    }

    /// A graph from a list of edges; the best of parallel edges counts. O(n + m log m).
    #[must_use]
    pub fn from_edges(n: usize, edges: impl IntoIterator<Item = (VertexId, VertexId, W)>) -> Self {
        let mut graph = Self::new(n);
        for (u, v, weight) in edges {
            if u != v && u.index() < n && v.index() < n {
                graph.rows[u.index()].push((v, weight.clone()));
                graph.rows[v.index()].push((u, weight));
            }
        }
        for row in &mut graph.rows {
            row.sort_by(|(u, x), (v, y)| u.cmp(v).then_with(|| y.cmp(x)));
            row.dedup_by_key(|(u, _)| *u);
        }
        graph
    }

    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.rows.len()
    }

    /// Adds an edge, or raises its weight if it is there and worse. Self-loops, and edges of
    /// vertices that do not exist, are ignored.
    pub fn add_edge(&mut self, u: VertexId, v: VertexId, weight: W) {
        if self.weight(u, v).is_none_or(|old| *old < weight) {
            self.set(u, v, Some(weight));
        }
    }

    /// Sets the weight of an edge, or removes the edge. A self-loop, and an edge of a vertex that
    /// does not exist, is ignored.
    pub fn set(&mut self, u: VertexId, v: VertexId, weight: Option<W>) {
        if u == v || u.index() >= self.rows.len() || v.index() >= self.rows.len() {
            return;
        }
        if let Some(weight) = weight {
            self.set_half_edge(u, v, weight.clone());
            self.set_half_edge(v, u, weight);
        } else {
            for (from, to) in [(u, v), (v, u)] {
                let row = &mut self.rows[from.index()];
                if let Ok(place) = row.binary_search_by_key(&to, |(neighbour, _)| *neighbour) {
                    row.remove(place);
                }
            }
        }
    }

    fn set_half_edge(&mut self, v: VertexId, u: VertexId, weight: W) {
        let row = &mut self.rows[v.index()];
        match row.binary_search_by_key(&u, |(neighbour, _)| *neighbour) {
            Ok(place) => row[place].1 = weight,
            Err(place) => row.insert(place, (u, weight)),
        }
    }

    /// Appends to the row of `v` a neighbour beyond all others there. The caller does the same for
    /// the other end. O(1).
    pub(crate) fn push_half_edge(&mut self, v: VertexId, u: VertexId, weight: W) {
        self.rows[v.index()].push((u, weight));
    }

    fn map_weights(&mut self, map: impl Fn(&W) -> W) {
        for (_, weight) in self.rows.iter_mut().flatten() {
            *weight = map(weight);
        }
    }
}

impl<W: Weight> WeightedGraph<W> for Sparse<W> {
    fn n_vertices(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        let row = self.rows.get(u.index())?;
        let place = row
            .binary_search_by_key(&v, |(neighbour, _)| *neighbour)
            .ok()?;
        Some(&row[place].1)
    }

    #[inline]
    fn for_each_neighbour_but(
        &self,
        v: VertexId,
        but: &[u64],
        mut visit: impl FnMut(VertexId, &W),
    ) {
        for (u, weight) in self.rows.get(v.index()).into_iter().flatten() {
            let word = but.get(u.index() / 64).copied().unwrap_or(0);
            if word >> (u.index() % 64) & 1 == 0 {
                visit(*u, weight);
            }
        }
    }
}

/// A dense graph whose weights come from a small table: bit rows say which edges there are, and the
/// weight of the edge `uv` with `u < v` is the table's entry at the row of `u` and the column of
/// `v`.
///
/// Where vertices fall into classes that decide all weights, the class is both row and column; where
/// the lower vertex decides the weight, each vertex has a row of its own and there is one column.
///
/// Memory: `n * n` bits and the table. An edge is found and removed in O(1); the neighbours of a
/// vertex are visited in O(n / 64 + degree).
#[derive(Clone, Debug)]
pub struct Tabled<W> {
    n: usize,
    /// Words per row.
    words: usize,
    /// Bit `u % 64` of word `u / 64` of row `v` is set iff there is an edge `uv`. Symmetric.
    present: Vec<u64>,
    row_of: Vec<u32>,
    column_of: Vec<u32>,
    table: WeightTable<W>,
    lists: Option<Lists<W>>,
}

/// The neighbours of each vertex of a graph with a table.
#[derive(Clone, Debug)]
struct Lists<W> {
    common_column: usize,
    /// By vertex: what an edge to a higher vertex of that column weighs.
    weights_to_common: Vec<W>,
    neighbours: Vec<u32>,
    /// By vertex: where its lists start, see [`Listed`]; then where the last list ends.
    starts: Vec<[u32; 3]>,
}

/// Where bit rows have more neighbours for each word these are not listed.
const MOST_LISTED: usize = 4;

/// The neighbours of a vertex. The most vertices share a column, these are the *common* ones.
pub(crate) struct Listed<'a, W> {
    pub(crate) lower: &'a [u32],
    /// The higher ones that are common.
    pub(crate) common: &'a [u32],
    /// The higher ones that are not.
    pub(crate) others: &'a [u32],
    /// Whether the vertex is common.
    pub(crate) is_common: bool,
    /// What an edge to a higher vertex that is common weighs.
    pub(crate) weight_to_common: &'a W,
}

impl<W: Weight> Tabled<W> {
    /// A graph without edges. `row_of` and `column_of` have an entry for each vertex. O(n²/64).
    ///
    /// # Panics
    /// When the lists disagree about the number of vertices, or name a row or column that the
    /// table does not have.
    #[must_use]
    pub fn new(row_of: Vec<u32>, column_of: Vec<u32>, table: WeightTable<W>) -> Self {
        let n = row_of.len();
        assert_eq!(n, column_of.len(), "every vertex has a row and a column");
        let inside = |row: &u32| (*row as usize) < table.n_rows();
        assert!(row_of.iter().all(inside), "the table has the rows");
        let inside = |column: &u32| (*column as usize) < table.n_columns();
        assert!(column_of.iter().all(inside), "the table has the columns");
        let words = n.div_ceil(64);
        Self {
            n,
            words,
            present: vec![0; n * words],
            row_of,
            column_of,
            table,
            lists: None,
        }
    }

    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.n
    }

    /// Adds or removes an edge. O(1). Self-loops, and edges of vertices that do not exist, are
    /// ignored.
    pub fn set_edge(&mut self, u: VertexId, v: VertexId, present: bool) {
        let (u, v) = (u.index(), v.index());
        if u == v || u >= self.n || v >= self.n {
            return;
        }
        self.lists = None;
        for (from, to) in [(u, v), (v, u)] {
            let word = &mut self.present[from * self.words + to / 64];
            if present {
                *word |= 1 << (to % 64);
            } else {
                *word &= !(1 << (to % 64));
            }
        }
    }

    /// See [`Graph::list_neighbours`].
    fn lists(&self) -> Option<Lists<W>> {
        let n_edges: u64 = (self.present.iter().map(|word| u64::from(word.count_ones()))).sum();
        if n_edges > (MOST_LISTED * self.present.len()) as u64 || u32::try_from(n_edges).is_err() {
            return None;
        }
        let mut sizes = vec![0; self.table.n_columns()];
        for column in &self.column_of {
            sizes[*column as usize] += 1;
        }
        let common_column = (0..sizes.len()).max_by_key(|column| sizes[*column])?;
        let to_common = |row: &u32| self.table.at(*row as usize, common_column).clone();
        let mut lists = Lists {
            common_column,
            weights_to_common: self.row_of.iter().map(to_common).collect(),
            neighbours: Vec::with_capacity(n_edges as usize),
            starts: Vec::with_capacity(self.n + 1),
        };
        let mut others = Vec::new();
        for v in 0..self.n {
            let start = lists.neighbours.len() as u32;
            let mut higher = start;
            for_each_but(&self.present[v * self.words..][..self.words], &[], |u| {
                if u > v && self.column_of[u] as usize != common_column {
                    others.push(u as u32);
                } else {
                    lists.neighbours.push(u as u32);
                    higher += u32::from(u < v);
                }
            });
            lists
                .starts
                .push([start, higher, lists.neighbours.len() as u32]);
            lists.neighbours.append(&mut others);
        }
        lists.starts.push([n_edges as u32; 3]);
        Some(lists)
    }

    /// Takes over all edges of a graph with as many vertices. O(n²/64).
    ///
    /// # Panics
    /// When the numbers of vertices differ.
    pub fn set_edges(&mut self, edges: &BitGraph) {
        assert_eq!(self.n, edges.n_vertices(), "both have the same vertices");
        self.lists = None;
        self.present.copy_from_slice(edges.words());
    }

    #[inline]
    fn has(&self, u: VertexId, v: VertexId) -> bool {
        let (u, v) = (u.index(), v.index());
        u < self.n && v < self.n && self.present[u * self.words + v / 64] >> (v % 64) & 1 == 1
    }

    #[inline]
    fn entry(&self, u: usize, v: usize) -> &W {
        let (low, high) = (u.min(v), u.max(v));
        self.table
            .at(self.row_of[low] as usize, self.column_of[high] as usize)
    }

    /// The same graph with a weight of its own for every edge.
    fn to_dense(&self) -> Dense<W> {
        Dense::from_fn(self.n, |u, v| self.weight(u, v).cloned())
    }
}

impl<W: Weight> WeightedGraph<W> for Tabled<W> {
    fn n_vertices(&self) -> usize {
        self.n
    }

    #[inline]
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        self.has(u, v).then(|| self.entry(u.index(), v.index()))
    }

    #[inline]
    fn for_each_neighbour_but(
        &self,
        v: VertexId,
        but: &[u64],
        mut visit: impl FnMut(VertexId, &W),
    ) {
        let v = v.index();
        if v >= self.n {
            return;
        }
        let row = &self.present[v * self.words..(v + 1) * self.words];
        for_each_but(row, but, |u| visit(VertexId::new(u), self.entry(u, v)));
    }
}

/// A graph in any layout.
#[derive(Clone, Debug)]
pub enum Graph<W> {
    /// A matrix.
    Dense(Dense<W>),
    /// Rows of neighbours.
    Sparse(Sparse<W>),
    /// Bit rows and a table of weights.
    Tabled(Tabled<W>),
}

impl<W> From<Dense<W>> for Graph<W> {
    fn from(graph: Dense<W>) -> Self {
        Self::Dense(graph)
    }
}

impl<W> From<Sparse<W>> for Graph<W> {
    fn from(graph: Sparse<W>) -> Self {
        Self::Sparse(graph)
    }
}

impl<W> From<Tabled<W>> for Graph<W> {
    fn from(graph: Tabled<W>) -> Self {
        Self::Tabled(graph)
    }
}

impl<W: Weight> Graph<W> {
    /// Sets the weight of an edge, or removes the edge; see [`Dense::set`] and [`Sparse::set`]. A
    /// graph with a table turns into a matrix when an edge gets a weight, which takes O(n²).
    pub fn set(&mut self, u: VertexId, v: VertexId, weight: Option<W>) {
        match self {
            Self::Dense(graph) => graph.set(u, v, weight),
            Self::Sparse(graph) => graph.set(u, v, weight),
            Self::Tabled(graph) if weight.is_none() => graph.set_edge(u, v, false),
            Self::Tabled(graph) => {
                let mut dense = graph.to_dense();
                dense.set(u, v, weight);
                *self = Self::Dense(dense);
            }
        }
    }

    /// The largest weight in magnitude; `None` if a magnitude cannot be represented. What stands in
    /// a table counts although no edge may use it.
    pub(crate) fn largest_magnitude(&self) -> Option<W> {
        let mut largest = W::zero();
        let mut fits = true;
        let mut look = |weight: &W| {
            fits &= weight.fits(1);
            if fits {
                let magnitude = weight.magnitude();
                if largest < magnitude {
                    largest = magnitude;
                }
            }
        };
        match self {
            Self::Tabled(graph) => graph.table.amounts().iter().for_each(&mut look),
            _ => {
                for v in (0..self.n_vertices()).map(VertexId::new) {
                    self.for_each_neighbour(v, |_, weight| look(weight));
                }
            }
        }
        fits.then_some(largest)
    }

    /// Whether there is an edge `uv`.
    #[inline]
    pub(crate) fn has(&self, u: VertexId, v: VertexId) -> bool {
        match self {
            Self::Dense(graph) => graph.has(u, v),
            Self::Sparse(graph) => graph.weight(u, v).is_some(),
            Self::Tabled(graph) => graph.has(u, v),
        }
    }

    /// Removes an edge for the time being; returns what [`Graph::unhide`] needs to bring it back.
    pub(crate) fn hide(&mut self, u: VertexId, v: VertexId) -> Option<W> {
        match self {
            Self::Dense(graph) => {
                // The weight stays in the matrix.
                graph.set(u, v, None);
                None
            }
            Self::Sparse(graph) => {
                let weight = graph.weight(u, v).cloned();
                graph.set(u, v, None);
                weight
            }
            Self::Tabled(graph) => {
                graph.set_edge(u, v, false);
                None
            }
        }
    }

    /// Brings a hidden edge back.
    pub(crate) fn unhide(&mut self, u: VertexId, v: VertexId, weight: Option<W>) {
        match self {
            Self::Dense(graph) => graph.restore(u, v),
            Self::Sparse(graph) => graph.set(u, v, weight),
            Self::Tabled(graph) => graph.set_edge(u, v, true),
        }
    }

    /// Adds a vertex without edges.
    pub(crate) fn push_vertex(&mut self) {
        match self {
            Self::Dense(graph) => graph.push_vertex(),
            Self::Sparse(graph) => graph.rows.push(Vec::new()),
            Self::Tabled(graph) => {
                let mut dense = graph.to_dense();
                dense.push_vertex();
                *self = Self::Dense(dense);
            }
        }
    }

    /// Calls `visit` with those neighbours of `v` that are in one of two sets, and the weights.
    #[inline]
    pub(crate) fn for_each_neighbour_in(
        &self,
        v: VertexId,
        [one, other]: [&[u64]; 2],
        mut visit: impl FnMut(VertexId, &W),
    ) {
        let (id, place) = (VertexId::new, v.index());
        match self {
            Self::Dense(graph) => {
                let row = &graph.present[place * graph.words()..][..graph.words()];
                let weights = &graph.weights[place * graph.capacity..][..graph.capacity];
                for_each_in(row, [one, other], |u| visit(id(u), &weights[u]));
            }
            Self::Tabled(graph) => {
                let row = &graph.present[place * graph.words..][..graph.words];
                for_each_in(row, [one, other], |u| visit(id(u), graph.entry(u, place)));
            }
            Self::Sparse(graph) => graph.for_each_neighbour(v, |u, weight| {
                if contains(one, u.index()) || contains(other, u.index()) {
                    visit(u, weight);
                }
            }),
        }
    }

    /// Makes lists of neighbours, if there is a table, and edges are so few that lists are quicker than
    /// bit rows. They last until an edge changes. O(n²/64 + m).
    pub(crate) fn list_neighbours(&mut self) {
        if let Self::Tabled(graph) = self
            && graph.lists.is_none()
        {
            graph.lists = graph.lists();
        }
    }

    /// The lists of neighbours of a vertex, if there are any.
    #[inline]
    pub(crate) fn listed(&self, v: VertexId) -> Option<Listed<'_, W>> {
        let Self::Tabled(graph) = self else {
            return None;
        };
        let (v, lists) = (v.index(), graph.lists.as_ref()?);
        let ([a, b, c], [d, ..]) = (lists.starts[v], lists.starts[v + 1]);
        let list = |from: u32, to: u32| &lists.neighbours[from as usize..to as usize];
        Some(Listed {
            lower: list(a, b),
            common: list(b, c),
            others: list(c, d),
            is_common: graph.column_of[v] as usize == lists.common_column,
            weight_to_common: &lists.weights_to_common[v],
        })
    }

    /// What is [`Listed::weight_to_common`] of each vertex, if there are lists.
    #[inline]
    pub(crate) fn weights_to_common(&self) -> Option<&[W]> {
        match self {
            Self::Tabled(graph) => graph
                .lists
                .as_ref()
                .map(|lists| &lists.weights_to_common[..]),
            Self::Dense(_) | Self::Sparse(_) => None,
        }
    }

    /// Replaces every weight.
    pub(crate) fn map_weights(&mut self, map: impl Fn(&W) -> W) {
        match self {
            Self::Dense(graph) => graph.map_weights(map),
            Self::Sparse(graph) => graph.map_weights(map),
            Self::Tabled(graph) => {
                graph.lists = None;
                graph.table.map_in_place(map);
            }
        }
    }
}

impl<W: Weight> WeightedGraph<W> for Graph<W> {
    fn n_vertices(&self) -> usize {
        match self {
            Self::Dense(graph) => graph.n,
            Self::Sparse(graph) => graph.rows.len(),
            Self::Tabled(graph) => graph.n,
        }
    }

    #[inline]
    fn weight(&self, u: VertexId, v: VertexId) -> Option<&W> {
        match self {
            Self::Dense(graph) => graph.weight(u, v),
            Self::Sparse(graph) => graph.weight(u, v),
            Self::Tabled(graph) => graph.weight(u, v),
        }
    }

    #[inline]
    fn for_each_neighbour_but(&self, v: VertexId, but: &[u64], visit: impl FnMut(VertexId, &W)) {
        match self {
            Self::Dense(graph) => graph.for_each_neighbour_but(v, but, visit),
            Self::Sparse(graph) => graph.for_each_neighbour_but(v, but, visit),
            Self::Tabled(graph) => graph.for_each_neighbour_but(v, but, visit),
        }
    }
}
