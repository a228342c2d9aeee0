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

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{VertexId, Weight};
use edelweiss_weights::{Layout, Packed};

use super::tight::{clear, set};

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

/// Scratch of [`Transport::solve`], reused between brackets.
#[derive(Debug)]
pub(super) struct Transport<C> {
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
    reached_rows: Vec<u64>,
    reached_columns: Vec<u64>,
    queue: Vec<usize>,
}

impl<C: Cost> Default for Transport<C> {
    fn default() -> Self {
        Self {
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
            reached_rows: Vec::new(),
            reached_columns: Vec::new(),
            queue: Vec::new(),
        }
    }
}

impl<C: Cost> Transport<C> {
    /// Writes into `dual_2x` twice the dual of each class: `dual_2x[a] + dual_2x[b]` is at most
    /// twice `cost[a * n + b]` for all classes, with equality wherever an optimum has a pair.
    /// `cost` is symmetric; `C::NONE` is no edge. False if no fractional perfect matching exists.
    ///
    /// O(classes² / 64) per augmentation without slack, mostly more than nine in ten, and O(classes²)
    /// for the others; a few augmentations for each class.
    pub(super) fn solve(&mut self, cost: &[C], count: &[u32], dual_2x: &mut Vec<C>) -> bool {
        self.flow.clear();
        self.solve_again(cost, count, dual_2x)
    }

    /// As [`Self::solve`], from the flow of the last solution, if there is one, for other costs of the
    /// same classes.
    fn solve_again(&mut self, cost: &[C], count: &[u32], dual_2x: &mut Vec<C>) -> bool {
        let n = count.len();
        self.flow.resize(n * n, 0);
        self.supply.clear();
        self.supply.extend_from_slice(count);
        self.demand.clear();
        self.demand.extend_from_slice(count);
        self.column_dual.clear();
        self.column_dual.resize(n, C::NONE);
        for row in cost.chunks_exact(n.max(1)) {
            for (least, c) in self.column_dual.iter_mut().zip(row) {
                *least = (*least).min(*c);
            }
        }
        if self.column_dual.contains(&C::NONE) {
            return false;
        }
        self.row_dual.clear();
        for a in 0..n {
            let row = &cost[a * n..(a + 1) * n];
            let mut least = C::NONE;
            for (c, v) in row.iter().zip(&self.column_dual) {
                if *c != C::NONE {
                    least = least.min(c.minus(v));
                }
            }
            self.row_dual.push(least);
        }
        let words = n.div_ceil(64);
        self.used.clear();
        self.used.resize(n * words, 0);
        // What flows without slack goes on.
        for a in 0..n {
            for b in 0..n {
                let (flow, c) = (&mut self.flow[a * n + b], &cost[a * n + b]);
                if *flow == 0 {
                    continue;
                }
                if *c != C::NONE && C::adds_up(&self.row_dual[a], &self.column_dual[b], c) {
                    self.supply[a] -= *flow;
                    self.demand[b] -= *flow;
                    set(&mut self.used[b * words..], a);
                } else {
                    *flow = 0;
                }
            }
        }
        for a in 0..n {
            for b in 0..n {
                if self.supply[a] == 0 {
                    break;
                }
                let c = cost[a * n + b];
                if self.demand[b] > 0
                    && c != C::NONE
                    && C::adds_up(&self.row_dual[a], &self.column_dual[b], &c)
                {
                    self.send(a, b, n);
                    set(&mut self.used[b * words..], a);
                }
            }
        }
        let mut is_tight_known = false;
        while self.supply.iter().any(|supply| *supply > 0) {
            if !is_tight_known {
                self.find_tight(cost, n);
                is_tight_known = true;
            }
            if !self.augment_tight(n) {
                if !self.augment(cost, n) {
                    return false;
                }
                is_tight_known = false;
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

    /// Whether an edge, given by its place in `cost`, has no slack.
    fn is_tight(&self, place: usize, cost: &[C]) -> bool {
        let n = self.column_dual.len();
        let duals = [&self.row_dual[place / n], &self.column_dual[place % n]];
        C::adds_up(duals[0], duals[1], &cost[place])
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
        let mut free = vec![0; graph.n_vertices().div_ceil(64)];
        for a in 0..n_classes {
            for b in a..n_classes {
                let mut wanted = u32::midpoint(self.flow(a, b), self.flow(b, a));
                if a == b {
                    wanted /= 2;
                }
                if wanted == 0 {
                    continue;
                }
                for v in members[b].iter().filter(|v| mates[**v].is_none()) {
                    set(&mut free, *v);
                }
                for &u in &members[a] {
                    if wanted == 0 {
                        break;
                    }
                    if mates[u].is_some() {
                        continue;
                    }
                    let row = graph.row(VertexId::new(u)).iter().zip(&free).enumerate();
                    let mut common = row.map(|(i, (row, free))| (i, row & free));
                    let Some((i, common)) = common.find(|(_, common)| *common != 0) else {
                        continue;
                    };
                    let v = i * 64 + common.trailing_zeros() as usize;
                    for (x, y) in [(u, v), (v, u)] {
                        mates[x] = Some(VertexId::new(y));
                        clear(&mut free, x);
                    }
                    wanted -= 1;
                }
                for v in &members[b] {
                    clear(&mut free, *v);
                }
            }
        }
        mates
    }

    fn send(&mut self, a: usize, b: usize, n: usize) {
        let amount = self.supply[a].min(self.demand[b]);
        self.supply[a] -= amount;
        self.demand[b] -= amount;
        self.flow[a * n + b] += amount;
    }

    fn find_tight(&mut self, cost: &[C], n: usize) {
        let words = n.div_ceil(64);
        self.tight.clear();
        self.tight.resize(n * words, 0);
        let rows = self
            .tight
            .chunks_exact_mut(words.max(1))
            .zip(cost.chunks_exact(n.max(1)));
        for ((tight, cost), u) in rows.zip(&self.row_dual) {
            let groups = cost.chunks(64).zip(self.column_dual.chunks(64));
            for (word, (costs, duals)) in tight.iter_mut().zip(groups) {
                for (bit, (c, v)) in costs.iter().zip(duals).enumerate() {
                    let is_tight = C::adds_up(u, v, c) && *c != C::NONE;
                    *word |= u64::from(is_tight) << bit;
                }
            }
        }
    }

    /// One path without slack from a row with supply to a column with demand, if there is one.
    fn augment_tight(&mut self, n: usize) -> bool {
        let words = n.div_ceil(64);
        for reached in [&mut self.reached_rows, &mut self.reached_columns] {
            reached.clear();
            reached.resize(words, 0);
        }
        self.from_row.clear();
        self.from_row.resize(n, usize::MAX);
        self.from_column.clear();
        self.from_column.resize(n, usize::MAX);
        self.queue.clear();
        for a in (0..n).filter(|a| self.supply[*a] > 0) {
            set(&mut self.reached_rows, a);
            self.queue.push(a);
        }
        let mut next = 0;
        while let Some(&a) = self.queue.get(next) {
            next += 1;
            for word in 0..words {
                let mut new = self.tight[a * words + word] & !self.reached_columns[word];
                self.reached_columns[word] |= new;
                while new != 0 {
                    let b = word * 64 + new.trailing_zeros() as usize;
                    new &= new - 1;
                    self.from_row[b] = a;
                    if self.demand[b] > 0 {
                        self.send_along(b, n);
                        return true;
                    }
                    for word in 0..words {
                        let mut rows = self.used[b * words + word] & !self.reached_rows[word];
                        self.reached_rows[word] |= rows;
                        while rows != 0 {
                            let row = word * 64 + rows.trailing_zeros() as usize;
                            rows &= rows - 1;
                            self.from_column[row] = b;
                            self.queue.push(row);
                        }
                    }
                }
            }
        }
        false
    }

    /// One shortest path from all rows with supply to the nearest column with demand.
    fn augment(&mut self, cost: &[C], n: usize) -> bool {
        self.distance.clear();
        let far = C::NONE.halved();
        self.distance.resize(n, far);
        self.done.clear();
        self.done.resize(n, false);
        self.from_row.clear();
        self.from_row.resize(n, usize::MAX);
        self.from_column.clear();
        self.from_column.resize(n, usize::MAX);
        self.row_distance.clear();
        self.row_distance.resize(n, far);
        for a in 0..n {
            if self.supply[a] > 0 {
                self.row_distance[a] = C::zero();
                self.relax(cost, n, a);
            }
        }
        let words = n.div_ceil(64);
        let target = loop {
            let nearest = (0..n)
                .filter(|b| !self.done[*b] && self.distance[*b] != far)
                .min_by_key(|b| self.distance[*b]);
            let Some(b) = nearest else { return false };
            self.done[b] = true;
            if self.demand[b] > 0 {
                break b;
            }
            for word in 0..words {
                let mut rows = self.used[b * words + word];
                while rows != 0 {
                    let a = word * 64 + rows.trailing_zeros() as usize;
                    rows &= rows - 1;
                    if self.row_distance[a] == far {
                        self.row_distance[a] = self.distance[b];
                        self.from_column[a] = b;
                        self.relax(cost, n, a);
                    }
                }
            }
        };
        let reach = self.distance[target];
        for a in 0..n {
            if self.row_distance[a] != far {
                self.row_dual[a].increase(&reach.minus(&self.row_distance[a]));
            }
        }
        for b in 0..n {
            if self.done[b] {
                self.column_dual[b].decrease(&reach.minus(&self.distance[b]));
            }
        }
        self.send_along(target, n);
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

    fn relax(&mut self, cost: &[C], n: usize, a: usize) {
        // Columns that are done are nearer; what is no edge is farther than anything.
        let base = self.row_distance[a].minus(&self.row_dual[a]);
        let columns = cost[a * n..][..n].iter().zip(&self.column_dual);
        let known = self.distance.iter_mut().zip(&mut self.from_row);
        for ((c, dual), (distance, from)) in columns.zip(known) {
            let through = base.plus(&c.minus(dual));
            let is_nearer = through < *distance;
            *distance = if is_nearer { through } else { *distance };
            *from = if is_nearer { a } else { *from };
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
    distinct: Vec<Vec<(u32, u64)>>,
    /// Numbers by cost; only looked up.
    known: HashMap<Vec<(u32, u64)>, u32>,
}

const NO_PAIR: u32 = u32::MAX;

impl ClassCosts {
    /// No pairs.
    pub(super) fn new(n_classes: usize) -> Self {
        Self {
            n_classes,
            numbers: vec![NO_PAIR; n_classes * n_classes],
            distinct: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Sets what a pair of two classes costs, in either direction.
    pub(super) fn set(&mut self, a: usize, b: usize, mut amounts: Vec<(u32, u64)>) {
        amounts.retain(|(_, amount)| *amount > 0);
        amounts.sort_unstable();
        let next = self.distinct.len() as u32;
        let number = match self.known.entry(amounts) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.distinct.push(new.key().clone());
                *new.insert(next)
            }
        };
        self.numbers[a * self.n_classes + b] = number;
        self.numbers[b * self.n_classes + a] = number;
    }

    /// The number of a cost; equal costs have equal numbers.
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
}

/// A class problem solved part by part.
pub(super) struct ByParts {
    /// Of the last part that matters.
    pub(super) transport: Transport<i64>,
    /// Twice the duals of each part, by class; none for a part that does not matter.
    pub(super) duals_2x: Vec<Option<Vec<i64>>>,
    /// By two classes, row-major: in how many parts an edge has no slack, the most important ones
    /// first; in either direction. Nothing for what is no edge.
    depth: Vec<Option<usize>>,
    n_classes: usize,
}

impl ByParts {
    /// Whether an edge between two classes has no slack in the first `n_parts` parts.
    pub(super) fn is_tight(&self, a: usize, b: usize, n_parts: usize) -> bool {
        self.depth[a * self.n_classes + b].is_some_and(|depth| depth >= n_parts)
    }

    /// In how many parts edges have no slack, if not in all: the largest numbers first.
    pub(super) fn depths(&self) -> Vec<usize> {
        let mut depths: Vec<usize> = self.depth.iter().flatten().copied().collect();
        depths.sort_unstable();
        depths.dedup();
        depths.retain(|depth| *depth < self.duals_2x.len());
        depths.reverse();
        depths
    }
}

/// As [`Transport::solve`] for costs in `n_parts` parts, part by part. `None` if no fractional perfect
/// matching exists.
pub(super) fn by_parts(costs: &ClassCosts, count: &[u32], n_parts: usize) -> Option<ByParts> {
    let n = count.len();
    let mut transport = Transport::<i64>::default();
    let mut duals_2x = vec![None; n_parts];
    let mut depth: Vec<usize> = vec![n_parts; n * n];
    let mut table = vec![i64::NONE; n * n];
    // Nobody is paired with himself.
    let is_alone = |place: usize| place / n == place % n && count[place / n] < 2;
    let is_edge = |place: &usize| costs.numbers[*place] != NO_PAIR && !is_alone(*place);
    // The places of the edges without slack so far.
    let mut tight: Vec<usize> = (0..n * n).filter(is_edge).collect();
    let mut of_parts = vec![Vec::new(); n_parts];
    for (number, amounts) in costs.distinct.iter().enumerate() {
        for (part, amount) in amounts {
            of_parts[*part as usize].push((number, *amount as i64));
        }
    }
    let mut amount_of = vec![0; costs.distinct.len()];
    for (number, of_part) in of_parts.iter().enumerate() {
        for (cost, amount) in of_part {
            amount_of[*cost] = *amount;
        }
        let mut any = 0;
        for &place in &tight {
            let amount = amount_of[costs.numbers[place] as usize];
            table[place] = amount;
            any |= amount;
        }
        for (cost, _) in of_part {
            amount_of[*cost] = 0;
        }
        if number + 1 < n_parts && any == 0 {
            continue;
        }
        let mut duals = Vec::new();
        if !transport.solve_again(&table, count, &mut duals) {
            return None;
        }
        tight.retain(|place| {
            let is_tight = transport.is_tight(*place, &table);
            if !is_tight {
                depth[*place] = number;
                table[*place] = i64::NONE;
            }
            is_tight
        });
        duals_2x[number] = Some(duals);
    }
    let both_ways = (0..n * n).map(|place| {
        let back = place % n * n + place / n;
        is_edge(&place).then(|| depth[place].min(depth[back]))
    });
    Some(ByParts {
        transport,
        duals_2x,
        depth: both_ways.collect(),
        n_classes: n,
    })
}
