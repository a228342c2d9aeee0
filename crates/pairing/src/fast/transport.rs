//! Optimal duals of the class problem: a transportation problem on a few dozen classes.
//!
//! Players of one class are interchangeable except for forbidden pairs. Pairing `n_c` players of
//! each class at least cost, fractions allowed and forbidden pairs ignored, is a linear program
//! with one row and one column per class. Its duals are feasible for the real problem, because
//! forbidding pairs only removes constraints of the dual.
//!
//! Source: successive shortest paths with potentials (J. Edmonds and R. M. Karp, 1972; N. Tomizawa,
//! 1971) on the double cover of the fractional perfect matching problem, along many paths at once
//! where they have no slack (E. A. Dinic, Algorithm for solution of a problem of maximum flow in
//! networks with power estimation, 1970).

use std::ops::Range;

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{VertexId, Weight};

use super::tight::{bits, clear, has, lowest_common, meet, set};

/// The integers that class costs live in.
pub(super) trait Cost: Weight + Copy {
    /// No edge. Four times this value can be represented.
    const NONE: Self;
}

impl Cost for i64 {
    const NONE: Self = 1 << 60;
}

impl Cost for i128 {
    const NONE: Self = 1 << 124;
}

/// What rows and columns pay: no edge costs less than its two.
#[derive(Debug, Default)]
struct Duals<C> {
    of_rows: Vec<C>,
    of_columns: Vec<C>,
}

/// Who may be paired with whom, from row to column, and what that costs; symmetric.
trait Edges<C> {
    /// The dual of a column is its least cost, that of a row what that leaves. False if a column has
    /// no edge.
    fn first_duals(&mut self, duals: &mut Duals<C>) -> bool;

    /// Finds the columns without slack to each row. The next searches are made with these duals.
    fn find_tight(&mut self, duals: &Duals<C>);

    /// The columns without slack to a row: those in both, as bits.
    fn tight(&self, row: usize) -> [&[u64]; 2];

    /// Adds those of the `open` columns that have no slack to one of some rows, all as bits.
    fn reach(&mut self, rows: &[u64], open: &[u64], columns: &mut [u64]);

    /// A new search for shortest paths begins.
    fn begin_search(&mut self) {}

    /// Lowers the distances of columns to what they are through some rows, all of them at distance
    /// `reach`.
    fn relax(&mut self, rows: &[usize], reach: C, duals: &Duals<C>, distances: &mut [C]);
}

/// Edges one by one, by row.
#[derive(Debug, Default)]
struct Listed<C> {
    /// By row: its first edge; one more at the end.
    starts: Vec<u32>,
    columns: Vec<u32>,
    costs: Vec<C>,
    /// By row: the columns without slack, as bits.
    tight: Vec<u64>,
}

impl<C: Cost> Listed<C> {
    /// `cost` by row and column; [`Cost::NONE`] is no edge.
    fn fill(&mut self, cost: &[C], n: usize) {
        self.starts.clear();
        self.starts.push(0);
        self.columns.clear();
        self.costs.clear();
        for row in cost.chunks_exact(n.max(1)) {
            for (b, c) in row.iter().enumerate().filter(|(_, c)| **c != C::NONE) {
                self.columns.push(b as u32);
                self.costs.push(*c);
            }
            self.starts.push(self.columns.len() as u32);
        }
    }

    /// The numbers of a row's edges.
    fn row(&self, a: usize) -> Range<usize> {
        self.starts[a] as usize..self.starts[a + 1] as usize
    }

    fn n_rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// Words of a set of columns.
    fn words(&self) -> usize {
        self.n_rows().div_ceil(64)
    }

    /// A row's columns with what they cost.
    fn of_row(&self, a: usize) -> impl Iterator<Item = (usize, &C)> {
        let row = self.row(a);
        let columns = self.columns[row.clone()].iter();
        columns.map(|b| *b as usize).zip(&self.costs[row])
    }
}

impl<C: Cost> Edges<C> for Listed<C> {
    fn first_duals(&mut self, duals: &mut Duals<C>) -> bool {
        let of_columns = &mut duals.of_columns;
        of_columns.clear();
        of_columns.resize(self.n_rows(), C::NONE);
        for (b, c) in self.columns.iter().zip(&self.costs) {
            let least = &mut of_columns[*b as usize];
            *least = (*least).min(*c);
        }
        if of_columns.contains(&C::NONE) {
            return false;
        }
        duals.of_rows.clear();
        for a in 0..self.n_rows() {
            let reduced = (self.of_row(a)).map(|(b, c)| c.minus(&of_columns[b]));
            duals.of_rows.push(reduced.min().unwrap_or(C::NONE));
        }
        true
    }

    fn find_tight(&mut self, duals: &Duals<C>) {
        let (n, words) = (self.n_rows(), self.words());
        let mut tight = std::mem::take(&mut self.tight);
        tight.clear();
        tight.resize(n * words, 0);
        for (a, tight) in tight.chunks_exact_mut(words.max(1)).enumerate() {
            // Columns ascend: each word is written once.
            let (mut word, mut found) = (0, 0);
            for (b, c) in self.of_row(a) {
                if b / 64 != word {
                    tight[word] = found;
                    (word, found) = (b / 64, 0);
                }
                let is_tight = C::adds_up(&duals.of_rows[a], &duals.of_columns[b], c);
                found |= u64::from(is_tight) << (b % 64);
            }
            tight[word] = found;
        }
        self.tight = tight;
    }

    fn tight(&self, row: usize) -> [&[u64]; 2] {
        let words = self.words();
        [&self.tight[row * words..][..words]; 2]
    }

    fn reach(&mut self, rows: &[u64], open: &[u64], columns: &mut [u64]) {
        for a in bits(rows) {
            let [tight, _] = self.tight(a);
            for (column, (tight, open)) in columns.iter_mut().zip(tight.iter().zip(open)) {
                *column |= tight & open;
            }
        }
    }

    fn relax(&mut self, rows: &[usize], reach: C, duals: &Duals<C>, distances: &mut [C]) {
        for &a in rows {
            let base = reach.minus(&duals.of_rows[a]);
            for (b, c) in self.of_row(a) {
                let through = base.plus(&c.minus(&duals.of_columns[b]));
                let distance = &mut distances[b];
                *distance = through.min(*distance);
            }
        }
    }
}

/// The class problem of a bracket on its own. Scratch, reused between brackets.
#[derive(Debug, Default)]
pub(super) struct Transport<C> {
    edges: Listed<C>,
    /// Of the last solution.
    pub(super) flows: Flows<C>,
}

impl<C: Cost> Transport<C> {
    /// Writes into `dual_2x` twice the dual of each class: `dual_2x[a] + dual_2x[b]` is at most
    /// twice `cost[a * n + b]` for all classes, with equality wherever an optimum has a pair.
    /// `cost` is symmetric; `C::NONE` is no edge. False if no fractional perfect matching exists.
    ///
    /// One pass over the edges and a few searches on bit rows for each change of the duals; of those a
    /// few for each class at most.
    pub(super) fn solve(&mut self, cost: &[C], count: &[u32], dual_2x: &mut Vec<C>) -> bool {
        self.edges.fill(cost, count.len());
        self.flows.clear(count.len());
        self.flows.solve(&mut self.edges, count, dual_2x)
    }
}

/// What flows from rows to columns, and what is still to flow.
#[derive(Debug, Default)]
pub(super) struct Flows<C> {
    duals: Duals<C>,
    supply: Vec<u32>,
    demand: Vec<u32>,
    /// By column: the rows from which it has flow, and how much.
    flow: Vec<Vec<(u32, u32)>>,
    distance: Vec<C>,
    done: Vec<bool>,
    /// By column: the row from which it was reached.
    from_row: Vec<usize>,
    /// By row: the column over whose flow it was reached; `usize::MAX` at a row with supply.
    from_column: Vec<usize>,
    row_distance: Vec<C>,
    /// Rows that were reached last.
    reached: Vec<usize>,
    /// Columns with demand.
    wanting: Vec<u64>,
    /// See [`Flows::find_layers`]; as bits, one layer after the other.
    column_layers: Vec<u64>,
    row_layers: Vec<u64>,
    /// By row: no column before this word is left for it in the next layer.
    first_words: Vec<usize>,
    stack: Vec<usize>,
}

impl<C: Cost> Flows<C> {
    /// Nothing flows between so many classes.
    fn clear(&mut self, n: usize) {
        // Longer ones keep their room.
        self.flow.iter_mut().for_each(Vec::clear);
        if self.flow.len() < n {
            self.flow.resize_with(n, Vec::new);
        }
    }

    /// See [`Transport::solve`]: from what flows in another solution of the same classes, as far as it
    /// has no slack.
    fn solve(&mut self, edges: &mut impl Edges<C>, count: &[u32], dual_2x: &mut Vec<C>) -> bool {
        self.supply.clear();
        self.supply.extend_from_slice(count);
        self.demand.clear();
        self.demand.extend_from_slice(count);
        if !edges.first_duals(&mut self.duals) {
            return false;
        }
        edges.find_tight(&self.duals);
        self.go_on_flowing(edges);
        self.send_directly(edges);
        while self.supply.iter().any(|supply| *supply > 0) {
            while self.augment_tight(edges) {}
            if self.supply.iter().any(|supply| *supply > 0) {
                if !self.change_duals(edges) {
                    return false;
                }
                edges.find_tight(&self.duals);
            }
        }
        dual_2x.clear();
        let both = self.duals.of_rows.iter().zip(&self.duals.of_columns);
        dual_2x.extend(both.map(|(u, v)| u.plus(v)));
        true
    }

    /// How many pairs join classes `a` and `b`, counted from the side of `a`, in the last solution.
    pub(super) fn flow(&self, a: usize, b: usize) -> u32 {
        let own = self.flow[b].iter().find(|(row, _)| *row as usize == a);
        own.map_or(0, |(_, amount)| *amount)
    }

    fn add_flow(&mut self, a: usize, b: usize, amount: u32) {
        let own = self.flow[b].iter_mut().find(|(row, _)| *row as usize == a);
        match own {
            Some((_, flow)) => *flow += amount,
            None => self.flow[b].push((a as u32, amount)),
        }
    }

    fn take_flow(&mut self, a: usize, b: usize, amount: u32) {
        let flows = &mut self.flow[b];
        let place = flows.iter().position(|(row, _)| *row as usize == a);
        let place = place.expect("what is taken away flows");
        flows[place].1 -= amount;
        if flows[place].1 == 0 {
            flows.swap_remove(place);
        }
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
        for (b, rows) in self.flow[..n_classes].iter().enumerate() {
            for a in rows.iter().map(|(row, _)| *row as usize) {
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
    fn go_on_flowing(&mut self, edges: &impl Edges<C>) {
        let n = self.supply.len();
        for (b, rows) in self.flow[..n].iter_mut().enumerate() {
            rows.retain(|(row, amount)| {
                let a = *row as usize;
                let goes_on = edges.tight(a).iter().all(|tight| has(tight, b));
                if goes_on {
                    self.supply[a] -= amount;
                    self.demand[b] -= amount;
                }
                goes_on
            });
        }
    }

    /// Sends what rows have to columns without slack that want it.
    fn send_directly(&mut self, edges: &impl Edges<C>) {
        let n = self.supply.len();
        let words = n.div_ceil(64);
        self.wanting.clear();
        self.wanting.resize(words, 0);
        for (b, _) in self.demand.iter().enumerate().filter(|(_, d)| **d > 0) {
            set(&mut self.wanting, b);
        }
        for a in 0..n {
            let mut from = 0;
            while self.supply[a] > 0
                && let Some(b) = lowest_tight(edges.tight(a), &self.wanting, from)
            {
                from = b / 64;
                let amount = self.supply[a].min(self.demand[b]);
                self.supply[a] -= amount;
                self.demand[b] -= amount;
                self.add_flow(a, b, amount);
                if self.demand[b] == 0 {
                    clear(&mut self.wanting, b);
                }
            }
        }
    }

    /// Sends along shortest paths without slack, from rows with supply to columns with demand, until
    /// there is none so short; false if there is none at all.
    fn augment_tight(&mut self, edges: &mut impl Edges<C>) -> bool {
        let n = self.supply.len();
        if !self.find_layers(edges) {
            return false;
        }
        self.first_words.clear();
        self.first_words.resize(n, 0);
        self.from_row.resize(n, usize::MAX);
        self.from_column.resize(n, usize::MAX);
        for root in 0..n {
            while self.supply[root] > 0 && self.augment_from(root, edges) {}
        }
        true
    }

    /// Columns and rows by the number of columns on the way to them from a row with supply, up to the
    /// first columns that want something, and of those as near nobody else. False if there are none.
    fn find_layers(&mut self, edges: &mut impl Edges<C>) -> bool {
        let n = self.supply.len();
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
            edges.reach(&self.row_layers[start..], &open_columns, columns);
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
                for (row, _) in &self.flow[b] {
                    set(rows, *row as usize);
                }
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
    fn augment_from(&mut self, root: usize, edges: &impl Edges<C>) -> bool {
        let words = self.supply.len().div_ceil(64);
        self.from_column[root] = usize::MAX;
        self.stack.clear();
        self.stack.push(root);
        while let Some(&a) = self.stack.last() {
            let here = (self.stack.len() - 1) * words;
            let columns = &mut self.column_layers[here..];
            let from = self.first_words[a];
            let Some(b) = lowest_tight(edges.tight(a), &columns[..words], from) else {
                self.stack.pop();
                continue;
            };
            self.first_words[a] = b / 64;
            self.from_row[b] = a;
            if columns.len() == words {
                self.send_along(b);
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
            let of_flow = &mut self.flow[b];
            let place = of_flow.iter().position(|(row, _)| has(rows, *row as usize));
            match place {
                Some(place) => {
                    // Those that lead on gather in front.
                    of_flow.swap(0, place);
                    let row = of_flow[0].0 as usize;
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
    fn change_duals(&mut self, edges: &mut impl Edges<C>) -> bool {
        let n = self.supply.len();
        let far = C::NONE.halved();
        self.distance.clear();
        self.distance.resize(n, far);
        self.done.clear();
        self.done.resize(n, false);
        self.row_distance.clear();
        self.row_distance.resize(n, far);
        edges.begin_search();
        self.reached.clear();
        for a in (0..n).filter(|a| self.supply[*a] > 0) {
            self.row_distance[a] = C::zero();
            self.reached.push(a);
        }
        let mut reach = C::zero();
        loop {
            edges.relax(&self.reached, reach, &self.duals, &mut self.distance);
            self.reached.clear();
            let open = (self.distance.iter().zip(&self.done)).filter(|(_, done)| !**done);
            let nearest = open.map(|(distance, _)| *distance).min();
            let Some(nearest) = nearest.filter(|nearest| *nearest != far) else {
                return false;
            };
            reach = nearest;
            if bits(&self.wanting).any(|b| self.distance[b] == reach) {
                break;
            }
            for b in 0..n {
                if self.done[b] || self.distance[b] != reach {
                    continue;
                }
                self.done[b] = true;
                for (row, _) in &self.flow[b] {
                    let a = *row as usize;
                    if self.row_distance[a] == far {
                        self.row_distance[a] = reach;
                        self.reached.push(a);
                    }
                }
            }
        }
        for (dual, distance) in self.duals.of_rows.iter_mut().zip(&self.row_distance) {
            if *distance != far {
                dual.increase(&reach.minus(distance));
            }
        }
        let columns = self.duals.of_columns.iter_mut().zip(&self.distance);
        for ((dual, distance), _) in columns.zip(&self.done).filter(|(_, done)| **done) {
            dual.decrease(&reach.minus(distance));
        }
        true
    }

    /// Sends as much as fits along the path to a column.
    fn send_along(&mut self, target: usize) {
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
                    amount = amount.min(self.flow(a, back));
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
            self.add_flow(a, b, amount);
            match self.from_column[a] {
                usize::MAX => {
                    self.supply[a] -= amount;
                    return;
                }
                back => {
                    self.take_flow(a, back, amount);
                    b = back;
                }
            }
        }
    }
}

/// The lowest of the columns without slack that is in a set, from a word of it on.
fn lowest_tight([one, other]: [&[u64]; 2], set: &[u64], from: usize) -> Option<usize> {
    let both = one.iter().zip(other).map(|(one, other)| one & other);
    let common = both.zip(set).map(|(tight, own)| tight & own);
    let mut found = common.enumerate().skip(from).filter(|(_, word)| *word != 0);
    let (word, found) = found.next()?;
    Some(word * 64 + found.trailing_zeros() as usize)
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
                let out: u32 = (0..n).map(|b| transport.flows.flow(a, b)).sum();
                let into: u32 = (0..n).map(|b| transport.flows.flow(b, a)).sum();
                assert_eq!([out, into], [count[a]; 2]);
                for b in 0..n {
                    assert!(dual_2x[a] + dual_2x[b] <= 2 * cost[a * n + b]);
                    let flow = i64::from(transport.flows.flow(a, b));
                    total += flow.saturating_mul(cost[a * n + b]);
                }
            }
            let bound: i64 = dual_2x.iter().zip(&count).map(|(dual, c)| dual * i64::from(*c)).sum();
            TestResult::from_bool(bound == total)
        }
    }
}
