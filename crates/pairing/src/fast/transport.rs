//! Optimal duals of the class problem: a transportation problem on a few dozen classes.
//!
//! Players of one class are interchangeable except for forbidden pairs. Pairing `n_c` players of
//! each class at least cost, fractions allowed and forbidden pairs ignored, is a linear program
//! with one row and one column per class. Its duals are feasible for the real problem, because
//! forbidding pairs only removes constraints of the dual.
//!
//! # Wide costs
//! Costs that are vectors of fields are solved a few fields at a time, most important first, as the
//! vectors are compared: the next fields decide among the edges that the ones before left without
//! slack. Edges that went have slack in a more important field, so the vector of the duals of all
//! parts is feasible in the order of vectors, whatever the later parts say.
//!
//! Source: successive shortest paths with potentials (J. Edmonds and R. M. Karp, 1972; N. Tomizawa,
//! 1971) on the double cover of the fractional perfect matching problem.

use std::ops::Range;

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{VertexId, Weight};
use edelweiss_weights::{Layout, Packed};
use foldhash::fast::FixedState;
use indexmap::IndexSet;

use super::tight::{bits, clear, has, join, lowest_common, meet, set};

/// The integers that class costs live in.
pub(super) trait Cost: Weight + Copy {
    /// No edge. Four times this value can be represented.
    const NONE: Self;
    /// Bits a cost may use.
    const WIDTH: u32;
}

impl Cost for i64 {
    const NONE: Self = 1 << 60;
    const WIDTH: u32 = 56;
}

impl Cost for i128 {
    const NONE: Self = 1 << 124;
    const WIDTH: u32 = 118;
}

/// Pairs of classes that may meet and their costs, in either direction, by row.
#[derive(Debug)]
struct Edges<C> {
    /// By row: its first edge; one more at the end.
    starts: Vec<u32>,
    columns: Vec<u32>,
    costs: Vec<C>,
}

impl<C> Default for Edges<C> {
    fn default() -> Self {
        Self {
            starts: vec![0],
            columns: Vec::new(),
            costs: Vec::new(),
        }
    }
}

impl<C: Cost> Edges<C> {
    fn clear(&mut self) {
        self.starts.truncate(1);
        self.columns.clear();
        self.costs.clear();
    }

    fn push(&mut self, column: usize, cost: C) {
        self.columns.push(column as u32);
        self.costs.push(cost);
    }

    fn end_row(&mut self) {
        self.starts.push(self.columns.len() as u32);
    }

    fn n_rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The numbers of a row's edges.
    fn row(&self, a: usize) -> Range<usize> {
        self.starts[a] as usize..self.starts[a + 1] as usize
    }

    /// A row's columns with what they cost.
    fn of_row(&self, a: usize) -> impl Iterator<Item = (usize, &C)> {
        let row = self.row(a);
        let columns = self.columns[row.clone()].iter();
        columns.map(|b| *b as usize).zip(&self.costs[row])
    }
}

/// Scratch of [`Transport::solve`], reused between brackets.
#[derive(Debug)]
pub(super) struct Transport<C> {
    edges: Edges<C>,
    row_dual: Vec<C>,
    column_dual: Vec<C>,
    supply: Vec<u32>,
    demand: Vec<u32>,
    /// Row-major flows.
    flow: Vec<u32>,
    distance: Vec<C>,
    done: Vec<bool>,
    /// By column: the row from which it was reached.
    from_row: Vec<usize>,
    /// By row: the column over whose flow it was reached; `usize::MAX` at a row with supply.
    from_column: Vec<usize>,
    row_distance: Vec<C>,
    /// By row: the columns without slack, as bits.
    tight: Vec<u64>,
    /// By column: the rows from which it has flow, as bits.
    used: Vec<u64>,
    /// Columns with demand.
    wanting: Vec<u64>,
    /// See [`Transport::find_layers`]; as bits, one layer after the other.
    column_layers: Vec<u64>,
    row_layers: Vec<u64>,
    stack: Vec<usize>,
}

impl<C: Cost> Default for Transport<C> {
    fn default() -> Self {
        Self {
            edges: Edges::default(),
            row_dual: Vec::new(),
            column_dual: Vec::new(),
            supply: Vec::new(),
            demand: Vec::new(),
            flow: Vec::new(),
            distance: Vec::new(),
            done: Vec::new(),
            from_row: Vec::new(),
            from_column: Vec::new(),
            row_distance: Vec::new(),
            tight: Vec::new(),
            used: Vec::new(),
            wanting: Vec::new(),
            column_layers: Vec::new(),
            row_layers: Vec::new(),
            stack: Vec::new(),
        }
    }
}

impl<C: Cost> Transport<C> {
    /// Writes into `dual_2x` twice the dual of each class: `dual_2x[a] + dual_2x[b]` is at most
    /// twice `cost[a * n + b]` for all classes, with equality wherever an optimum has a pair.
    /// `cost` is symmetric; `C::NONE` is no edge. False if no fractional perfect matching exists.
    ///
    /// One pass over the edges and a few searches on bit rows for each change of the duals; of those a
    /// few for each class at most.
    pub(super) fn solve(&mut self, cost: &[C], count: &[u32], dual_2x: &mut Vec<C>) -> bool {
        self.edges.clear();
        for row in cost.chunks_exact(count.len().max(1)) {
            for (b, c) in row.iter().enumerate().filter(|(_, c)| **c != C::NONE) {
                self.edges.push(b, *c);
            }
            self.edges.end_row();
        }
        self.flow.clear();
        self.used.clear();
        self.solve_again(count, dual_2x)
    }

    /// As [`Self::solve`], for the edges at hand, from the flow of the last solution, if there is one,
    /// for other costs of the same classes. Who had flow has an edge.
    fn solve_again(&mut self, count: &[u32], dual_2x: &mut Vec<C>) -> bool {
        let n = self.edges.n_rows();
        self.flow.resize(n * n, 0);
        self.used.resize(n * n.div_ceil(64), 0);
        self.supply.clear();
        self.supply.extend_from_slice(count);
        self.demand.clear();
        self.demand.extend_from_slice(count);
        self.column_dual.clear();
        self.column_dual.resize(n, C::NONE);
        for (b, c) in self.edges.columns.iter().zip(&self.edges.costs) {
            let least = &mut self.column_dual[*b as usize];
            *least = (*least).min(*c);
        }
        if self.column_dual.contains(&C::NONE) {
            return false;
        }
        self.row_dual.clear();
        for a in 0..n {
            let reduced = (self.edges.of_row(a)).map(|(b, c)| c.minus(&self.column_dual[b]));
            self.row_dual.push(reduced.min().unwrap_or(C::NONE));
        }
        self.find_tight();
        self.go_on_flowing();
        self.send_directly();
        while self.supply.iter().any(|supply| *supply > 0) {
            while self.augment_tight() {}
            if self.supply.iter().any(|supply| *supply > 0) {
                if !self.change_duals() {
                    return false;
                }
                self.find_tight();
            }
        }
        dual_2x.clear();
        dual_2x.extend(
            self.row_dual
                .iter()
                .zip(&self.column_dual)
                .map(|(u, v)| u.plus(v)),
        );
        true
    }

    /// Drops the edges with slack, and what `of_edges` has of them; `dropped` is told the row and the
    /// column of each.
    fn keep_tight(&mut self, of_edges: &mut Vec<u32>, mut dropped: impl FnMut(usize, usize)) {
        let n = self.edges.n_rows();
        let words = n.div_ceil(64);
        let mut kept = 0;
        for a in 0..n {
            // The rows before have moved up.
            let row = self.edges.row(a);
            self.edges.starts[a] = kept as u32;
            for edge in row {
                let b = self.edges.columns[edge];
                if has(&self.tight[a * words..], b as usize) {
                    self.edges.columns[kept] = b;
                    of_edges[kept] = of_edges[edge];
                    kept += 1;
                } else {
                    dropped(a, b as usize);
                }
            }
        }
        *self.edges.starts.last_mut().expect("an end") = kept as u32;
        self.edges.columns.truncate(kept);
        self.edges.costs.truncate(kept);
        of_edges.truncate(kept);
    }

    /// How many pairs join classes `a` and `b`, counted from the side of `a`, in the last solution.
    pub(super) fn flow(&self, a: usize, b: usize) -> u32 {
        self.flow[a * self.supply.len() + b]
    }

    /// Pairs of a graph, as the last solution joins classes; `class_of` has the class of each vertex.
    /// Not a matching with the most edges, but near to one: fractions and forbidden pairs are what it
    /// lacks. O(n² / 64).
    pub(super) fn pairs(
        &self,
        class_of: impl Iterator<Item = usize>,
        graph: &BitGraph,
    ) -> Vec<Option<VertexId>> {
        let n_classes = self.supply.len();
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); n_classes];
        for (v, class) in class_of.enumerate() {
            members[class].push(v);
        }
        let mut mates = vec![None; graph.n_vertices()];
        let graph_words = graph.n_vertices().div_ceil(64);
        // By class with more members than a set has words: those without a mate.
        let mut free_of: Vec<Option<Vec<u64>>> = (members.iter())
            .map(|members| {
                (members.len() > graph_words).then(|| {
                    let mut free = vec![0; graph_words];
                    for v in members {
                        set(&mut free, *v);
                    }
                    free
                })
            })
            .collect();
        let mut free_of_few = vec![0; graph_words];
        let words = n_classes.div_ceil(64);
        // By class: those of the same or a higher number with flow from or to it.
        let mut joined = vec![0; n_classes * words];
        for (b, rows) in self.used.chunks_exact(words.max(1)).enumerate() {
            for a in bits(rows) {
                set(&mut joined[a.min(b) * words..], a.max(b));
            }
        }
        for a in 0..n_classes {
            for b in bits(&joined[a * words..][..words]) {
                let mut wanted = u32::midpoint(self.flow(a, b), self.flow(b, a));
                if a == b {
                    wanted /= 2;
                }
                if wanted == 0 {
                    continue;
                }
                if free_of[b].is_none() {
                    for v in members[b].iter().filter(|v| mates[**v].is_none()) {
                        set(&mut free_of_few, *v);
                    }
                }
                for &u in &members[a] {
                    if wanted == 0 {
                        break;
                    }
                    if mates[u].is_some() {
                        continue;
                    }
                    let free = free_of[b].as_ref().unwrap_or(&free_of_few);
                    let Some(v) = lowest_common(graph.row(VertexId::new(u)), free, 0) else {
                        continue;
                    };
                    for (x, y, class) in [(u, v, a), (v, u, b)] {
                        mates[x] = Some(VertexId::new(y));
                        clear(free_of[class].as_mut().unwrap_or(&mut free_of_few), x);
                    }
                    wanted -= 1;
                }
                if free_of[b].is_none() {
                    for v in &members[b] {
                        clear(&mut free_of_few, *v);
                    }
                }
            }
        }
        mates
    }

    /// What flows without slack goes on, the rest ends.
    fn go_on_flowing(&mut self) {
        let n = self.edges.n_rows();
        let words = n.div_ceil(64);
        for (b, used) in self.used.chunks_exact_mut(words.max(1)).enumerate() {
            for (word, used) in used.iter_mut().enumerate() {
                let mut rows = *used;
                while rows != 0 {
                    let a = word * 64 + rows.trailing_zeros() as usize;
                    let bit = rows & rows.wrapping_neg();
                    rows ^= bit;
                    let flow = &mut self.flow[a * n + b];
                    if has(&self.tight[a * words..], b) {
                        self.supply[a] -= *flow;
                        self.demand[b] -= *flow;
                    } else {
                        *flow = 0;
                        *used ^= bit;
                    }
                }
            }
        }
    }

    /// Sends what rows have to columns without slack that want it.
    fn send_directly(&mut self) {
        let n = self.edges.n_rows();
        let words = n.div_ceil(64);
        self.wanting.clear();
        self.wanting.resize(words, 0);
        for (b, _) in self.demand.iter().enumerate().filter(|(_, d)| **d > 0) {
            set(&mut self.wanting, b);
        }
        for a in 0..n {
            let mut from = 0;
            while self.supply[a] > 0
                && let Some(b) = lowest_common(&self.tight[a * words..], &self.wanting, from)
            {
                from = b / 64;
                let amount = self.supply[a].min(self.demand[b]);
                self.supply[a] -= amount;
                self.demand[b] -= amount;
                self.flow[a * n + b] += amount;
                set(&mut self.used[b * words..], a);
                if self.demand[b] == 0 {
                    clear(&mut self.wanting, b);
                }
            }
        }
    }

    fn find_tight(&mut self) {
        let n = self.edges.n_rows();
        let words = n.div_ceil(64);
        self.tight.clear();
        self.tight.resize(n * words, 0);
        for (a, tight) in self.tight.chunks_exact_mut(words.max(1)).enumerate() {
            // Columns ascend: each word is written once.
            let (mut word, mut found) = (0, 0);
            for (b, c) in self.edges.of_row(a) {
                if b / 64 != word {
                    tight[word] = found;
                    (word, found) = (b / 64, 0);
                }
                let is_tight = C::adds_up(&self.row_dual[a], &self.column_dual[b], c);
                found |= u64::from(is_tight) << (b % 64);
            }
            tight[word] = found;
        }
    }

    /// Sends along shortest paths without slack, from rows with supply to columns with demand, until
    /// there is none so short; false if there is none at all.
    ///
    /// Source: E. A. Dinic, Algorithm for solution of a problem of maximum flow in networks with power
    /// estimation (1970).
    fn augment_tight(&mut self) -> bool {
        let n = self.edges.n_rows();
        if !self.find_layers() {
            return false;
        }
        self.from_row.resize(n, usize::MAX);
        self.from_column.resize(n, usize::MAX);
        for root in 0..n {
            while self.supply[root] > 0 && self.augment_from(root) {}
        }
        true
    }

    /// Columns and rows by the number of columns on the way to them from a row with supply, up to the
    /// first columns that want something, and of those as near nobody else. False if there are none.
    fn find_layers(&mut self) -> bool {
        let n = self.edges.n_rows();
        let words = n.div_ceil(64);
        self.column_layers.clear();
        self.row_layers.clear();
        self.row_layers.resize(words, 0);
        let (mut open_rows, mut open_columns) = (vec![u64::MAX; words], vec![u64::MAX; words]);
        for a in (0..n).filter(|a| self.supply[*a] > 0) {
            set(&mut self.row_layers, a);
            clear(&mut open_rows, a);
        }
        loop {
            let start = self.column_layers.len();
            self.column_layers.resize(start + words, 0);
            let columns = &mut self.column_layers[start..];
            for a in bits(&self.row_layers[start..]) {
                join(columns, &self.tight[a * words..][..words]);
            }
            meet(columns, &open_columns);
            if columns.iter().all(|word| *word == 0) {
                return false;
            }
            if columns.iter().zip(&self.wanting).any(|(a, b)| a & b != 0) {
                meet(columns, &self.wanting);
                return true;
            }
            self.row_layers.resize(start + 2 * words, 0);
            let rows = &mut self.row_layers[start + words..];
            for b in bits(columns) {
                join(rows, &self.used[b * words..][..words]);
            }
            meet(rows, &open_rows);
            for (open, reached) in open_rows.iter_mut().zip(rows) {
                *open &= !*reached;
            }
            for (open, reached) in open_columns.iter_mut().zip(columns) {
                *open &= !*reached;
            }
        }
    }

    /// One path from a row with supply, from layer to layer; what leads nowhere leaves the layers.
    fn augment_from(&mut self, root: usize) -> bool {
        let n = self.edges.n_rows();
        let words = n.div_ceil(64);
        self.from_column[root] = usize::MAX;
        self.stack.clear();
        self.stack.push(root);
        while let Some(&a) = self.stack.last() {
            let here = (self.stack.len() - 1) * words;
            let columns = &mut self.column_layers[here..];
            let Some(b) = lowest_common(&self.tight[a * words..][..words], &columns[..words], 0)
            else {
                self.stack.pop();
                continue;
            };
            self.from_row[b] = a;
            if columns.len() == words {
                self.send_along(b, n);
                if self.demand[b] == 0 {
                    clear(&mut self.column_layers[here..], b);
                }
                // Those on the path may be passed again.
                for (depth, row) in self.stack.iter().enumerate().skip(1) {
                    set(&mut self.row_layers[depth * words..], *row);
                }
                return true;
            }
            let rows = &mut self.row_layers[here + words..][..words];
            match lowest_common(&self.used[b * words..][..words], rows, 0) {
                Some(row) => {
                    clear(rows, row);
                    self.from_column[row] = b;
                    self.stack.push(row);
                }
                None => clear(columns, b),
            }
        }
        false
    }

    /// Changes the duals by the distances from all rows with supply, as far as the nearest column with
    /// demand; false if there is none.
    fn change_duals(&mut self) -> bool {
        let n = self.edges.n_rows();
        self.distance.clear();
        let far = C::NONE.halved();
        self.distance.resize(n, far);
        self.done.clear();
        self.done.resize(n, false);
        self.row_distance.clear();
        self.row_distance.resize(n, far);
        for a in 0..n {
            if self.supply[a] > 0 {
                self.row_distance[a] = C::zero();
                self.relax(a);
            }
        }
        let words = n.div_ceil(64);
        let reach = loop {
            let open = (self.distance.iter().zip(&self.done)).filter(|(_, done)| !**done);
            let reach = open.map(|(distance, _)| *distance).min();
            let Some(reach) = reach.filter(|reach| *reach != far) else {
                return false;
            };
            if (self.distance.iter().zip(&self.demand))
                .any(|(d, demand)| *d == reach && *demand > 0)
            {
                break reach;
            }
            for b in 0..n {
                // One with demand may have come this near just now.
                if self.done[b] || self.distance[b] != reach || self.demand[b] > 0 {
                    continue;
                }
                self.done[b] = true;
                for word in 0..words {
                    let mut rows = self.used[b * words + word];
                    while rows != 0 {
                        let a = word * 64 + rows.trailing_zeros() as usize;
                        rows &= rows - 1;
                        if self.row_distance[a] == far {
                            self.row_distance[a] = reach;
                            self.relax(a);
                        }
                    }
                }
            }
        };
        for (dual, distance) in self.row_dual.iter_mut().zip(&self.row_distance) {
            if *distance != far {
                dual.increase(&reach.minus(distance));
            }
        }
        let columns = self.column_dual.iter_mut().zip(&self.distance);
        for ((dual, distance), _) in columns.zip(&self.done).filter(|(_, done)| **done) {
            dual.decrease(&reach.minus(distance));
        }
        true
    }

    /// Sends as much as fits along the path to a column.
    fn send_along(&mut self, target: usize, n: usize) {
        let words = n.div_ceil(64);
        let mut amount = self.demand[target];
        let mut b = target;
        loop {
            let a = self.from_row[b];
            match self.from_column[a] {
                usize::MAX => {
                    amount = amount.min(self.supply[a]);
                    break;
                }
                back => {
                    amount = amount.min(self.flow[a * n + back]);
                    b = back;
                }
            }
        }
        self.demand[target] -= amount;
        if self.demand[target] == 0 {
            clear(&mut self.wanting, target);
        }
        let mut b = target;
        loop {
            let a = self.from_row[b];
            self.flow[a * n + b] += amount;
            set(&mut self.used[b * words..], a);
            match self.from_column[a] {
                usize::MAX => {
                    self.supply[a] -= amount;
                    return;
                }
                back => {
                    self.flow[a * n + back] -= amount;
                    if self.flow[a * n + back] == 0 {
                        clear(&mut self.used[back * words..], a);
                    }
                    b = back;
                }
            }
        }
    }

    fn relax(&mut self, a: usize) {
        // Columns that are done are not farther.
        let base = self.row_distance[a].minus(&self.row_dual[a]);
        for (b, c) in self.edges.of_row(a) {
            let through = base.plus(&c.minus(&self.column_dual[b]));
            let distance = &mut self.distance[b];
            *distance = through.min(*distance);
        }
    }
}

/// Neighbouring fields of a layout taken together as far as they fit, most important first.
#[derive(Debug)]
pub(super) struct Parts {
    /// Bits of all parts behind each.
    offsets: Vec<u32>,
    /// Of all parts.
    bits: u32,
    /// By field: the number of its part, and the bits behind it there.
    of_field: Vec<(u32, u32)>,
}

impl Parts {
    pub(super) fn new(layout: &Layout) -> Self {
        const WIDEST: u32 = i64::WIDTH - 4;
        let mut parts = Self {
            offsets: vec![layout.bits()],
            bits: layout.bits(),
            of_field: Vec::with_capacity(layout.fields().len()),
        };
        let mut width = 0;
        for field in layout.fields() {
            match parts.offsets.last_mut() {
                Some(offset) if width + field.width <= WIDEST => {
                    width += field.width;
                    *offset = field.offset;
                }
                _ => {
                    width = field.width;
                    parts.offsets.push(field.offset);
                }
            }
            parts
                .of_field
                .push((parts.offsets.len() as u32 - 1, field.offset));
        }
        for (number, shift) in &mut parts.of_field {
            *shift -= parts.offsets[*number as usize];
        }
        parts
    }

    pub(super) fn len(&self) -> usize {
        self.offsets.len()
    }

    /// The bits of a part and of all behind it.
    pub(super) fn bits_from(&self, number: usize) -> u32 {
        match number.checked_sub(1) {
            None => self.bits,
            Some(before) => self.offsets[before],
        }
    }

    /// The bits behind a part.
    pub(super) fn offset(&self, number: usize) -> u32 {
        self.offsets[number]
    }

    /// Adds what a field costs to amounts by part, of which there are few.
    pub(super) fn add(&self, amounts: &mut Vec<(u32, u64)>, field: usize, amount: u64) {
        let (number, shift) = self.of_field[field];
        let amount = amount << shift;
        match amounts.iter_mut().find(|(other, _)| *other == number) {
            Some((_, sum)) => *sum += amount,
            None => amounts.push((number, amount)),
        }
    }
}

/// What pairs of classes cost, by parts. Equal costs are kept once: there are far fewer of them than
/// pairs of classes.
#[derive(Debug)]
pub(super) struct ClassCosts {
    n_classes: usize,
    /// By two classes, row-major and symmetric: the number of the cost, [`NO_PAIR`] if there is none.
    numbers: Vec<u32>,
    /// Parts and amounts other than zero, parts ascending.
    distinct: IndexSet<Vec<(u32, u64)>, FixedState>,
}

const NO_PAIR: u32 = u32::MAX;

impl ClassCosts {
    /// No pairs.
    pub(super) fn new(n_classes: usize) -> Self {
        Self {
            n_classes,
            numbers: vec![NO_PAIR; n_classes * n_classes],
            distinct: IndexSet::default(),
        }
    }

    /// The number of a cost, of which each part has an amount at most; equal costs have equal numbers.
    /// The amounts are sorted.
    pub(super) fn add(&mut self, amounts: &mut Vec<(u32, u64)>) -> u32 {
        amounts.retain(|(_, amount)| *amount > 0);
        amounts.sort_unstable();
        let known = self.distinct.get_index_of(&amounts[..]);
        let new = || self.distinct.insert_full(amounts.clone()).0;
        known.unwrap_or_else(new) as u32
    }

    /// Sets what a pair of two classes costs, in either direction.
    pub(super) fn set(&mut self, a: usize, b: usize, number: u32) {
        self.numbers[a * self.n_classes + b] = number;
        self.numbers[b * self.n_classes + a] = number;
    }

    /// The number of what a pair costs; `None` if there is no such pair.
    pub(super) fn number(&self, a: usize, b: usize) -> Option<u32> {
        let number = self.numbers[a * self.n_classes + b];
        (number != NO_PAIR).then_some(number)
    }

    /// The parts of a cost from `first` on, packed.
    pub(super) fn packed<W: Packed>(&self, number: u32, parts: &Parts, first: usize) -> W {
        let mut cost = W::zero();
        for (part, amount) in &self.distinct[number as usize] {
            if *part as usize >= first {
                cost.deposit(parts.offset(*part as usize), *amount);
            }
        }
        cost
    }

    /// How many numbers of costs there are.
    pub(super) fn len(&self) -> usize {
        self.distinct.len()
    }

    /// By field, most important first: the numbers of the costs that have something there, with how much
    /// it is; nothing for fields of parts before `first`.
    pub(super) fn by_field(&self, parts: &Parts, first: usize) -> Vec<Vec<(u32, i64)>> {
        let mut fields_of = vec![Vec::new(); parts.len()];
        for (field, (part, shift)) in parts.of_field.iter().enumerate() {
            fields_of[*part as usize].push((field, *shift));
        }
        let mut by_field = vec![Vec::new(); parts.of_field.len()];
        for (number, amounts) in self.distinct.iter().enumerate() {
            for (part, amount) in amounts.iter().filter(|(part, _)| *part as usize >= first) {
                let mut rest = *amount;
                for (field, shift) in &fields_of[*part as usize] {
                    let own = rest >> shift;
                    rest -= own << shift;
                    if own > 0 {
                        by_field[*field].push((number as u32, own as i64));
                    }
                }
            }
        }
        by_field
    }
}

/// A class problem solved part by part.
pub(super) struct ByParts {
    /// Of the last part that matters.
    pub(super) transport: Transport<i64>,
    /// Twice the duals of each part, by class; none for a part that does not matter.
    pub(super) duals_2x: Vec<Option<Vec<i64>>>,
    /// By two classes, row-major and symmetric: one more than the number of parts, the most important
    /// ones first, in which an edge has no slack; zero for what is no edge.
    depth: Vec<u16>,
    n_classes: usize,
}

impl ByParts {
    /// Whether an edge between two classes has no slack in the first `n_parts` parts.
    pub(super) fn is_tight(&self, a: usize, b: usize, n_parts: usize) -> bool {
        usize::from(self.depth[a * self.n_classes + b]) > n_parts
    }

    /// By class, a bit for each class to which an edge has no slack in the first `n_parts` parts.
    pub(super) fn tight_rows(&self, n_parts: usize) -> Vec<Vec<u64>> {
        let word = |depths: &[u16]| {
            let mut is_tight = [0; 64];
            for (is_tight, depth) in is_tight.iter_mut().zip(depths) {
                *is_tight = u8::from(usize::from(*depth) > n_parts);
            }
            one_bit_each(&is_tight)
        };
        (self.depth.chunks_exact(self.n_classes.max(1)))
            .map(|depths| depths.chunks(64).map(word).collect())
            .collect()
    }

    /// In how many parts edges have no slack, if not in all: the largest numbers first.
    pub(super) fn depths(&self) -> Vec<usize> {
        let mut is_depth = vec![false; self.duals_2x.len() + 2];
        for depth in &self.depth {
            is_depth[usize::from(*depth)] = true;
        }
        let depths = (0..self.duals_2x.len()).rev();
        depths.filter(|depth| is_depth[*depth + 1]).collect()
    }
}

/// Zeros and ones, eight at a time: each byte of the product's highest one has a bit of its own.
fn one_bit_each(bytes: &[u8; 64]) -> u64 {
    let (eights, _) = bytes.as_chunks::<8>();
    let eights = eights.iter().enumerate();
    eights.fold(0, |bits, (place, eight)| {
        let spread = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080);
        bits | (spread >> 56) << (8 * place)
    })
}

/// As [`Transport::solve`] for costs in `n_parts` parts, part by part. `None` if no fractional perfect
/// matching exists.
pub(super) fn by_parts(costs: &ClassCosts, count: &[u32], n_parts: usize) -> Option<ByParts> {
    let n = count.len();
    let mut transport = Transport::<i64>::default();
    let mut duals_2x = vec![None; n_parts];
    let mut depth = vec![0; n * n];
    // By edge: the number of its cost.
    let mut numbers = Vec::new();
    let mut n_edges = 0;
    for (a, row) in costs.numbers.chunks_exact(n.max(1)).enumerate() {
        let columns = &mut transport.edges.columns;
        columns.resize(n_edges + n, 0);
        numbers.resize(n_edges + n, 0);
        for (b, number) in row.iter().enumerate() {
            // What is no edge is written over.
            columns[n_edges] = b as u32;
            numbers[n_edges] = *number;
            // Nobody is paired with himself.
            n_edges += usize::from(*number != NO_PAIR && (a != b || count[a] > 1));
        }
        columns.truncate(n_edges);
        numbers.truncate(n_edges);
        transport.edges.end_row();
    }
    transport.edges.costs.resize(n_edges, 0);
    let mut of_parts = vec![Vec::new(); n_parts];
    for (number, amounts) in costs.distinct.iter().enumerate() {
        for (part, amount) in amounts {
            of_parts[*part as usize].push((number, *amount as i64));
        }
    }
    let mut amount_of = vec![0; costs.distinct.len()];
    for (part, of_part) in of_parts.iter().enumerate() {
        for (number, amount) in of_part {
            amount_of[*number] = *amount;
        }
        let mut any = 0;
        for (cost, number) in transport.edges.costs.iter_mut().zip(&numbers) {
            *cost = amount_of[*number as usize];
            any |= *cost;
        }
        for (number, _) in of_part {
            amount_of[*number] = 0;
        }
        if part + 1 < n_parts && any == 0 {
            continue;
        }
        let mut duals = Vec::new();
        if !transport.solve_again(count, &mut duals) {
            return None;
        }
        transport.keep_tight(&mut numbers, |a, b| depth[a * n + b] = part as u16 + 1);
        duals_2x[part] = Some(duals);
    }
    for a in 0..n {
        for (b, _) in transport.edges.of_row(a) {
            depth[a * n + b] = n_parts as u16 + 1;
        }
    }
    for a in 0..n {
        for b in 0..a {
            let both_ways = depth[a * n + b].min(depth[b * n + a]);
            depth[a * n + b] = both_ways;
            depth[b * n + a] = both_ways;
        }
    }
    Some(ByParts {
        transport,
        duals_2x,
        depth,
        n_classes: n,
    })
}

#[cfg(test)]
mod tests {
    use quickcheck::{TestResult, quickcheck};

    use super::*;

    /// Players, each of whom plays one of the same players, once from either side.
    struct Players<'a> {
        cost: &'a [i64],
        class_of: Vec<usize>,
        mates: Vec<Option<usize>>,
    }

    impl Players<'_> {
        /// Gives `u` a partner on an augmenting path (H. W. Kuhn, 1955).
        fn place(&mut self, u: usize, seen: &mut [bool]) -> bool {
            let n = self.class_of.iter().max().map_or(0, |last| last + 1);
            for v in 0..self.class_of.len() {
                let may_meet = self.cost[self.class_of[u] * n + self.class_of[v]] != i64::NONE;
                if may_meet && !std::mem::replace(&mut seen[v], true) {
                    let is_free = match self.mates[v] {
                        None => true,
                        Some(other) => self.place(other, seen),
                    };
                    if is_free {
                        self.mates[v] = Some(u);
                        return true;
                    }
                }
            }
            false
        }
    }

    fn is_solvable(cost: &[i64], count: &[u32]) -> bool {
        let of_class = |a: usize| std::iter::repeat_n(a, count[a] as usize);
        let class_of: Vec<usize> = (0..count.len()).flat_map(of_class).collect();
        let n = class_of.len();
        let mut players = Players {
            cost,
            class_of,
            mates: vec![None; n],
        };
        (0..n).all(|u| players.place(u, &mut vec![false; n]))
    }

    /// Symmetric costs, no edge in one of four.
    fn costs(n: usize, numbers: &[u16]) -> Vec<i64> {
        let mut cost = vec![i64::NONE; n * n];
        let pairs = (0..n).flat_map(|a| (a..n).map(move |b| (a, b)));
        for ((a, b), number) in pairs.zip(numbers.iter().cycle()) {
            if number % 4 > 0 {
                cost[a * n + b] = i64::from(number / 4 % 16);
                cost[b * n + a] = cost[a * n + b];
            }
        }
        cost
    }

    quickcheck! {
        /// Flows meet the counts, duals are feasible, and both cost the same.
        fn solutions_prove_themselves(counts: Vec<u8>, numbers: Vec<u16>) -> TestResult {
            let count: Vec<u32> = counts.iter().take(12).map(|c| u32::from(c % 9) + 1).collect();
            if count.is_empty() || numbers.is_empty() {
                return TestResult::discard();
            }
            let n = count.len();
            let cost = costs(n, &numbers);
            let mut transport = Transport::<i64>::default();
            let mut dual_2x = Vec::new();
            if !transport.solve(&cost, &count, &mut dual_2x) {
                return TestResult::from_bool(!is_solvable(&cost, &count));
            }
            let mut total = 0;
            for a in 0..n {
                let out: u32 = (0..n).map(|b| transport.flow(a, b)).sum();
                let into: u32 = (0..n).map(|b| transport.flow(b, a)).sum();
                assert_eq!([out, into], [count[a]; 2]);
                for b in 0..n {
                    assert!(dual_2x[a] + dual_2x[b] <= 2 * cost[a * n + b]);
                    let flow = i64::from(transport.flow(a, b));
                    total += flow.saturating_mul(cost[a * n + b]);
                }
            }
            let bound: i64 = dual_2x.iter().zip(&count).map(|(dual, c)| dual * i64::from(*c)).sum();
            TestResult::from_bool(bound == total)
        }
    }
}
