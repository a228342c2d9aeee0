//! Flows along shortest paths.

use edelweiss_matching::bitset::{contains, first_common_from, insert, keep, ones, remove};

use super::{Duals, EdgeLists, NO_EDGE};

/// What flows from rows to columns, and what is still to flow.
#[derive(Debug, Default)]
pub(super) struct Flows {
    duals: Duals,
    supply: Vec<u32>,
    demand: Vec<u32>,
    /// By column: the rows from which it has flow, and how much.
    flow: Vec<Vec<(u32, u32)>>,
    distance: Vec<i64>,
    done: Vec<bool>,
    /// By column: the row from which it was reached.
    from_row: Vec<usize>,
    /// By row: the column over whose flow it was reached; `usize::MAX` at a row with supply.
    from_column: Vec<usize>,
    row_distance: Vec<i64>,
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

impl Flows {
    /// Nothing flows between so many classes.
    pub(super) fn clear(&mut self, n: usize) {
        // Longer ones keep their room.
        self.flow.iter_mut().for_each(Vec::clear);
        if self.flow.len() < n {
            self.flow.resize_with(n, Vec::new);
        }
    }

    /// See [`Transport::solve`]: from what flows in another solution of the same classes, as far as it
    /// is tight.
    pub(super) fn solve(
        &mut self,
        edges: &mut EdgeLists,
        count: &[u32],
        dual_2x: &mut Vec<i64>,
    ) -> bool {
        self.supply.clear();
        self.supply.extend_from_slice(count);
        self.demand.clear();
        self.demand.extend_from_slice(count);
        if !edges.first_duals(&mut self.duals) {
            return false;
        }
        edges.find_tight(&self.duals);
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
        dual_2x.extend(both.map(|(u, v)| u + v));
        true
    }

    /// What flows from a row to a column.
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

    /// Sends the supply of rows along tight edges to columns with demand.
    fn send_directly(&mut self, edges: &EdgeLists) {
        let n = self.supply.len();
        let words = n.div_ceil(64);
        self.wanting.clear();
        self.wanting.resize(words, 0);
        for (b, _) in self.demand.iter().enumerate().filter(|(_, d)| **d > 0) {
            insert(&mut self.wanting, b);
        }
        for a in 0..n {
            let mut from = 0;
            while self.supply[a] > 0
                && let Some(b) = first_common_from(edges.tight(a), &self.wanting, from)
            {
                from = b / 64;
                let amount = self.supply[a].min(self.demand[b]);
                self.supply[a] -= amount;
                self.demand[b] -= amount;
                self.add_flow(a, b, amount);
                if self.demand[b] == 0 {
                    remove(&mut self.wanting, b);
                }
            }
        }
    }

    /// Sends along shortest paths of tight edges, from rows with supply to columns with demand, until
    /// there is none so short; false if there is none at all.
    fn augment_tight(&mut self, edges: &mut EdgeLists) -> bool {
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
    /// first layer with columns that have demand, and of that layer these alone. False if there are none.
    fn find_layers(&mut self, edges: &mut EdgeLists) -> bool {
        let n = self.supply.len();
        let words = n.div_ceil(64);
        self.column_layers.clear();
        self.row_layers.clear();
        self.row_layers.resize(words, 0);
        let (mut open_rows, mut open_columns) = (vec![u64::MAX; words], vec![u64::MAX; words]);
        for a in (0..n).filter(|a| self.supply[*a] > 0) {
            insert(&mut self.row_layers, a);
            remove(&mut open_rows, a);
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
                keep(columns, &self.wanting);
                return true;
            }
            self.row_layers.resize(start + 2 * words, 0);
            let rows = &mut self.row_layers[start + words..];
            for b in ones(columns) {
                for (row, _) in &self.flow[b] {
                    insert(rows, *row as usize);
                }
            }
            keep(rows, &open_rows);
            for (open, reached) in open_rows.iter_mut().zip(rows) {
                *open &= !*reached;
            }
            for (open, reached) in open_columns.iter_mut().zip(columns) {
                *open &= !*reached;
            }
        }
    }

    /// One path from a row with supply, from layer to layer; what leads nowhere leaves the layers.
    fn augment_from(&mut self, root: usize, edges: &EdgeLists) -> bool {
        let words = self.supply.len().div_ceil(64);
        self.from_column[root] = usize::MAX;
        self.stack.clear();
        self.stack.push(root);
        while let Some(&a) = self.stack.last() {
            let here = (self.stack.len() - 1) * words;
            let columns = &mut self.column_layers[here..];
            let from = self.first_words[a];
            let Some(b) = first_common_from(edges.tight(a), &columns[..words], from) else {
                self.stack.pop();
                continue;
            };
            self.first_words[a] = b / 64;
            self.from_row[b] = a;
            if columns.len() == words {
                self.send_along(b);
                if self.demand[b] == 0 {
                    remove(&mut self.column_layers[here..], b);
                }
                // Those on the path may be passed again.
                for (depth, row) in self.stack.iter().enumerate().skip(1) {
                    insert(&mut self.row_layers[depth * words..], *row);
                }
                return true;
            }
            let rows = &mut self.row_layers[here + words..][..words];
            let of_flow = &mut self.flow[b];
            let place = of_flow
                .iter()
                .position(|(row, _)| contains(rows, *row as usize));
            match place {
                Some(place) => {
                    // Those that lead on gather in front.
                    of_flow.swap(0, place);
                    let row = of_flow[0].0 as usize;
                    remove(rows, row);
                    self.from_column[row] = b;
                    self.stack.push(row);
                }
                None => remove(columns, b),
            }
        }
        false
    }

    /// Changes the duals by the distances from all rows with supply, as far as the nearest column with
    /// demand; false if there is none.
    fn change_duals(&mut self, edges: &mut EdgeLists) -> bool {
        let n = self.supply.len();
        let far = NO_EDGE / 2;
        self.distance.clear();
        self.distance.resize(n, far);
        self.done.clear();
        self.done.resize(n, false);
        self.row_distance.clear();
        self.row_distance.resize(n, far);
        self.reached.clear();
        for a in (0..n).filter(|a| self.supply[*a] > 0) {
            self.row_distance[a] = 0;
            self.reached.push(a);
        }
        let mut reach = 0;
        loop {
            edges.relax(&self.reached, reach, &self.duals, &mut self.distance);
            self.reached.clear();
            let open = (self.distance.iter().zip(&self.done)).filter(|(_, done)| !**done);
            let nearest = open.map(|(distance, _)| *distance).min();
            let Some(nearest) = nearest.filter(|nearest| *nearest != far) else {
                return false;
            };
            reach = nearest;
            if ones(&self.wanting).any(|b| self.distance[b] == reach) {
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
                *dual += reach - distance;
            }
        }
        let columns = self.duals.of_columns.iter_mut().zip(&self.distance);
        for ((dual, distance), _) in columns.zip(&self.done).filter(|(_, done)| **done) {
            *dual -= reach - distance;
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
            remove(&mut self.wanting, target);
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
