//! The graph of zero-slack pairs as bit rows, and the first matching of it in the order of the
//! rules.
//!
//! Every optimal pairing lies inside this graph, and every perfect matching of it is optimal (see
//! [`super`]), so what is left of a bracket is a search for the lexicographically first perfect
//! matching. Failed tests split the graph for good: if `row` cannot take `column`, the rows from
//! which the freed column can be reached, and their columns, have no partners elsewhere in any
//! perfect matching, and all their other edges go (Dulmage and Mendelsohn, 1958).

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::BitGraph;

/// No mate.
const NONE: u16 = u16::MAX;

/// Vertices are numbered 0 to `n`; bit `u` of row `v` says that the pair has zero slack and is not
/// forbidden. Rows stay symmetric.
#[derive(Debug, Default)]
pub(super) struct Tight {
    n: usize,
    words: usize,
    rows: Vec<u64>,
    mate: Vec<u16>,
    /// Vertices of S1 (and the virtual floater) without a fixed partner.
    left: Vec<u64>,
    /// Vertices of S2 without a fixed partner.
    right: Vec<u64>,
    scratch_mask: Vec<u64>,
    scratch_columns: Vec<u64>,
    /// By row of the current search: the column through which it was reached.
    scratch_parent: Vec<u16>,
    scratch_queue: Vec<u16>,
}

impl Tight {
    /// Starts over with `n` vertices and no edges.
    pub(super) fn reset(&mut self, n: usize) {
        self.n = n;
        self.words = n.div_ceil(64);
        self.rows.clear();
        self.rows.resize(n * self.words, 0);
        self.mate.clear();
        self.mate.resize(n, NONE);
        for mask in [
            &mut self.left,
            &mut self.right,
            &mut self.scratch_mask,
            &mut self.scratch_columns,
        ] {
            mask.clear();
            mask.resize(self.words, 0);
        }
        self.scratch_parent
            .resize(n.max(self.scratch_parent.len()), NONE);
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn row_mut(&mut self, v: usize) -> &mut [u64] {
        &mut self.rows[v * self.words..(v + 1) * self.words]
    }

    /// All rows, one after the other.
    pub(super) fn rows_mut(&mut self) -> &mut [u64] {
        &mut self.rows
    }

    fn row(&self, v: usize) -> &[u64] {
        &self.rows[v * self.words..(v + 1) * self.words]
    }

    fn has(&self, v: usize, u: usize) -> bool {
        self.rows[v * self.words + u / 64] >> (u % 64) & 1 == 1
    }

    pub(super) fn mate(&self, v: usize) -> usize {
        usize::from(self.mate[v])
    }

    /// The rows as a graph of their own.
    pub(super) fn to_graph(&self) -> BitGraph {
        let mut graph = BitGraph::new(self.n);
        for v in 0..self.n {
            graph.set_half_row(VertexId::new(v), self.row(v));
        }
        graph
    }

    /// The lowest vertex of `free` that `v` is joined to.
    pub(super) fn lowest(&self, v: usize, free: &[u64]) -> Option<usize> {
        lowest_common(self.row(v), free, 0)
    }

    /// The first perfect matching between `left` (taken in this order) and `right`, if there is
    /// one: the first of `left` has the lowest possible partner, and so on. Both are masks' worth of
    /// vertices; mates are written.
    ///
    /// O(n²/64) for the first matching and per failed test; there is at most one failed test per
    /// row.
    pub(super) fn first_perfect(&mut self, left: &[u16], right: &[u16]) -> bool {
        debug_assert_eq!(left.len(), right.len());
        self.left.fill(0);
        self.right.fill(0);
        for v in left {
            set(&mut self.left, usize::from(*v));
            self.mate[usize::from(*v)] = NONE;
        }
        for v in right {
            set(&mut self.right, usize::from(*v));
            self.mate[usize::from(*v)] = NONE;
        }
        self.match_greedily(left) && self.make_first(left)
    }

    /// Some perfect matching: lowest partners first, then augmenting paths.
    fn match_greedily(&mut self, left: &[u16]) -> bool {
        let mut free = std::mem::take(&mut self.scratch_columns);
        free.copy_from_slice(&self.right);
        let mut low = 0;
        let mut exposed = 0;
        for &v in left {
            while low < self.words && free[low] == 0 {
                low += 1;
            }
            match lowest_common(self.row(usize::from(v)), &free, low) {
                Some(u) => {
                    clear(&mut free, u);
                    self.join(usize::from(v), u);
                }
                None => exposed += 1,
            }
        }
        let mut complete = true;
        if exposed > 0 {
            for &v in left {
                if self.mate[usize::from(v)] == NONE && !self.augment(usize::from(v), &mut free) {
                    complete = false;
                    break;
                }
            }
        }
        self.scratch_columns = free;
        complete
    }

    fn join(&mut self, v: usize, u: usize) {
        self.mate[v] = u as u16;
        self.mate[u] = v as u16;
    }

    /// Breadth-first search for an augmenting path from the exposed row `root`.
    fn augment(&mut self, root: usize, free: &mut [u64]) -> bool {
        // Columns not yet reached.
        let mut fresh = std::mem::take(&mut self.scratch_mask);
        fresh.copy_from_slice(&self.right);
        self.scratch_queue.clear();
        self.scratch_queue.push(root as u16);
        let mut next = 0;
        let mut found = None;
        'search: while let Some(&row) = self.scratch_queue.get(next) {
            next += 1;
            let row = usize::from(row);
            if let Some(column) = lowest_common(self.row(row), free, 0) {
                self.scratch_parent[column] = row as u16;
                found = Some(column);
                break 'search;
            }
            for word in 0..self.words {
                let mut reached = self.rows[row * self.words + word] & fresh[word];
                fresh[word] &= !reached;
                while reached != 0 {
                    let column = word * 64 + reached.trailing_zeros() as usize;
                    reached &= reached - 1;
                    self.scratch_parent[column] = row as u16;
                    self.scratch_queue.push(self.mate[column]);
                }
            }
        }
        self.scratch_mask = fresh;
        let Some(mut column) = found else {
            return false;
        };
        clear(free, column);
        loop {
            let row = usize::from(self.scratch_parent[column]);
            let before = self.mate[row];
            self.join(row, column);
            if before == NONE {
                return true;
            }
            column = usize::from(before);
        }
    }

    /// Turns a perfect matching into the first one. Invariant: `left` and `right` hold the vertices
    /// that are not fixed yet, and the matching stays perfect on them.
    fn make_first(&mut self, left: &[u16]) -> bool {
        let mut low = 0;
        for &row in left {
            let row = usize::from(row);
            while low < self.words && self.right[low] == 0 {
                low += 1;
            }
            let mut column = lowest_common(self.row(row), &self.right, low)
                .expect("a row of a perfect matching has its mate");
            if column != self.mate(row) && !self.reroute(row, column) {
                column = lowest_common(self.row(row), &self.right, low)
                    .expect("a row of a perfect matching has its mate");
                if column != self.mate(row) {
                    let rerouted = self.reroute(row, column);
                    assert!(
                        rerouted,
                        "every edge left after a split lies in a perfect matching"
                    );
                }
            }
            clear(&mut self.left, row);
            clear(&mut self.right, column);
        }
        true
    }

    /// Makes `column` the mate of `row` if a perfect matching allows it; else removes the edges that
    /// this failure shows to be useless.
    fn reroute(&mut self, row: usize, column: usize) -> bool {
        let freed = self.mate(row);
        let displaced = self.mate(column);
        if self.has(displaced, freed) {
            self.join(row, column);
            self.join(displaced, freed);
            return true;
        }
        // Rows that can reach `freed`, backwards through the matching.
        let mut reached = std::mem::take(&mut self.scratch_mask);
        reached.fill(0);
        self.scratch_queue.clear();
        self.scratch_queue.push(freed as u16);
        let mut next = 0;
        let mut found = false;
        'search: while let Some(&at) = self.scratch_queue.get(next) {
            next += 1;
            let at = usize::from(at);
            for word in 0..self.words {
                let mut new = self.rows[at * self.words + word] & self.left[word] & !reached[word];
                reached[word] |= new;
                while new != 0 {
                    let r = word * 64 + new.trailing_zeros() as usize;
                    new &= new - 1;
                    self.scratch_parent[r] = at as u16;
                    if r == displaced {
                        found = true;
                        break 'search;
                    }
                    if r != row {
                        self.scratch_queue.push(self.mate[r]);
                    }
                }
            }
        }
        if found {
            let mut r = displaced;
            loop {
                let c = usize::from(self.scratch_parent[r]);
                let behind = self.mate(c);
                self.join(r, c);
                if c == freed {
                    break;
                }
                r = behind;
            }
            self.join(row, column);
        } else {
            set(&mut reached, row);
            self.split(&reached);
        }
        self.scratch_mask = reached;
        found
    }

    /// Removes all edges between the rows of `part` and columns other than their mates' and between
    /// those columns and other rows (there are none).
    fn split(&mut self, part: &[u64]) {
        let mut columns = std::mem::take(&mut self.scratch_columns);
        columns.fill(0);
        for row in bits(part) {
            set(&mut columns, usize::from(self.mate[row]));
        }
        for row in bits(part) {
            for word in 0..self.words {
                self.rows[row * self.words + word] &= columns[word] | !self.right[word];
            }
        }
        for word in 0..self.words {
            let mut outside = self.right[word] & !columns[word];
            while outside != 0 {
                let column = word * 64 + outside.trailing_zeros() as usize;
                outside &= outside - 1;
                for (to, gone) in self.rows[column * self.words..(column + 1) * self.words]
                    .iter_mut()
                    .zip(part)
                {
                    *to &= !gone;
                }
            }
        }
        self.scratch_columns = columns;
    }
}

/// Rows of so few words are written in less time than vertices are sorted by class.
const FEW_WORDS: usize = 16;

/// Buffers of [`class_patterns`].
#[derive(Debug, Default)]
pub(super) struct Members {
    /// By class, and one behind them all: where its vertices start.
    starts: Vec<usize>,
    vertices: Vec<usize>,
    /// By class: where its row starts, if it has more vertices than a row has words, or those are few.
    row_of: Vec<Option<usize>>,
    rows: Vec<u64>,
    scratch: [Vec<u64>; 3],
}

impl Members {
    fn fill(
        &mut self,
        class_of: impl Iterator<Item = usize> + Clone,
        n_classes: usize,
        words: usize,
    ) {
        self.row_of.clear();
        self.rows.clear();
        if words <= FEW_WORDS {
            self.row_of
                .extend((0..n_classes).map(|class| Some(class * words)));
            self.rows.resize(n_classes * words, 0);
            for (v, class) in class_of.enumerate() {
                set(&mut self.rows[class * words..], v);
            }
            return;
        }
        self.starts.clear();
        self.starts.resize(n_classes + 2, 0);
        for class in class_of.clone() {
            self.starts[class + 2] += 1;
        }
        for class in 2..self.starts.len() {
            self.starts[class] += self.starts[class - 1];
        }
        self.vertices.clear();
        self.vertices.resize(self.starts[n_classes + 1], 0);
        for (v, class) in class_of.enumerate() {
            let next = &mut self.starts[class + 1];
            self.vertices[*next] = v;
            *next += 1;
        }
        for class in 0..n_classes {
            let vertices = &self.vertices[self.starts[class]..self.starts[class + 1]];
            let start = (vertices.len() > words).then_some(self.rows.len());
            self.row_of.push(start);
            if let Some(start) = start {
                self.rows.resize(start + words, 0);
                for v in vertices {
                    set(&mut self.rows[start..], *v);
                }
            }
        }
    }

    /// Adds the members of a class, or takes them away where they are.
    fn toggle(&self, mask: &mut [u64], class: usize) {
        match self.row_of[class] {
            Some(start) => {
                for (word, members) in mask.iter_mut().zip(&self.rows[start..]) {
                    *word ^= members;
                }
            }
            None => {
                for v in &self.vertices[self.starts[class]..self.starts[class + 1]] {
                    mask[v / 64] ^= 1 << (v % 64);
                }
            }
        }
    }
}

/// For each class the union of the members of the classes it is joined to, which `join` adds to a row of
/// bits; in rows of `words` words, written to `patterns`. `class_of` gives the class of each vertex, and
/// `order` all classes, best so that those one after the other are joined to nearly the same ones.
/// `members` is scratch. O(classes² · words), and O(classes · n) where classes are small.
pub(super) fn class_patterns(
    class_of: impl Iterator<Item = usize> + Clone,
    (n_classes, words): (usize, usize),
    order: impl Iterator<Item = usize>,
    join: impl Fn(usize, &mut [u64]),
    members: &mut Members,
    patterns: &mut Vec<u64>,
) {
    members.fill(class_of, n_classes, words);
    patterns.clear();
    patterns.resize(n_classes * words, 0);
    let [mut own, mut last, mut everybody] = std::mem::take(&mut members.scratch);
    everybody.clear();
    everybody.resize(words, 0);
    for class in 0..n_classes {
        members.toggle(&mut everybody, class);
    }
    for row in [&mut own, &mut last] {
        row.clear();
        row.resize(n_classes.div_ceil(64), 0);
    }
    let mut last_class: Option<usize> = None;
    for a in order {
        own.fill(0);
        join(a, &mut own);
        let n_own = count(own.iter().copied());
        let n_changed = count(own.iter().zip(&last).map(|(own, last)| own ^ last));
        let start = a * words;
        // Whoever are fewest are gone through: the changes, the others, or those it is joined to.
        if let Some(before) = last_class
            && n_changed <= n_own.min(n_classes - n_own)
        {
            patterns.copy_within(before * words..(before + 1) * words, start);
        } else if n_own * 2 > n_classes {
            patterns[start..start + words].copy_from_slice(&everybody);
            last.fill(u64::MAX);
            if let Some(word) = last.last_mut() {
                *word >>= n_classes.wrapping_neg() % 64;
            }
        } else {
            last.fill(0);
        }
        for (last, own) in last.iter_mut().zip(&own) {
            *last ^= own;
        }
        let pattern = &mut patterns[start..start + words];
        bits(&last).for_each(|b| members.toggle(pattern, b));
        std::mem::swap(&mut own, &mut last);
        last_class = Some(a);
    }
    members.scratch = [own, last, everybody];
}

/// How many bits are set.
fn count(words: impl Iterator<Item = u64>) -> usize {
    words.map(|word| word.count_ones() as usize).sum()
}

pub(crate) fn set(mask: &mut [u64], v: usize) {
    mask[v / 64] |= 1 << (v % 64);
}

/// Keeps only what `other` has as well.
pub(crate) fn meet(mask: &mut [u64], other: &[u64]) {
    for (word, other) in mask.iter_mut().zip(other) {
        *word &= other;
    }
}

pub(crate) fn has(mask: &[u64], v: usize) -> bool {
    mask[v / 64] >> (v % 64) & 1 == 1
}

pub(crate) fn clear(mask: &mut [u64], v: usize) {
    mask[v / 64] &= !(1 << (v % 64));
}

pub(crate) fn lowest_common(row: &[u64], mask: &[u64], from: usize) -> Option<usize> {
    (row.iter().zip(mask).enumerate().skip(from)).find_map(|(word, (a, b))| {
        let common = a & b;
        (common != 0).then(|| word * 64 + common.trailing_zeros() as usize)
    })
}

/// The members of a set, ascending.
pub(crate) fn bits(mask: &[u64]) -> impl Iterator<Item = usize> + '_ {
    mask.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(bit)
        })
    })
}
