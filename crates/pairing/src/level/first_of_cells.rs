//! The lexicographically first perfect matching of a bipartite graph that is too large for bit rows.
//!
//! Vertices come in *cells*: those of a cell have the same neighbours, but for the few pairs that are kept
//! apart. A path on which somebody gives way is looked for from cell to cell first, with a few rows of each
//! cell, and from vertex to vertex only where that finds none.
//!
//! As in [`super::first_perfect`], failed tests split the graph for good: whoever can be reached from a row
//! that finds no other column needs just the columns that they have (P. Hall, 1935).

use super::chains::{Chains, NONE};
use super::greedy::FirstMatching;

/// So many pairs of two cells are looked at for one that leads on.
const FEW: usize = 16;

/// So many rows of a cell stand for all of them: a few may be apart from what is left.
const ROWS_OF_CELL: u8 = 3;

/// The graph, and a matching of two sides of it. Rows are the vertices of one side, columns those of the
/// other. `F` says which pairs of joined cells are apart all the same.
pub(super) struct FirstOfCells<F> {
    is_apart: F,
    /// By vertex, before any split.
    home: Vec<u32>,
    /// By vertex.
    cell_of: Vec<u32>,
    /// By cell, ascending: the cells that its vertices have edges to.
    joined: Vec<Vec<u32>>,
    /// How many of them there were before any split.
    n_home: usize,
    /// By vertex.
    mate: Vec<u32>,
    /// By cell: columns that are not fixed, ascending.
    columns: Chains,
    /// By cell: columns without a mate.
    free: Chains,
    /// Rows with mates that are not fixed, by the cells of both.
    pairs: Chains,
    /// By the cells of a column and of a row: their list in `pairs`.
    pair_lists: Vec<Vec<u32>>,
    /// By column of the current search: the row that it was reached from.
    reached_from: Vec<u32>,
}

/// Where a row was reached on a path, and by what.
struct PathStep {
    row: u32,
    /// The mate of `row`, through which it was reached.
    column: u32,
    /// The step before.
    before: usize,
}

impl<F: Fn(usize, usize) -> bool> FirstOfCells<F> {
    /// A graph of vertices in these cells; `joined` is symmetric and ascending.
    pub(super) fn new(cell_of: Vec<u32>, joined: Vec<Vec<u32>>, is_apart: F) -> Self {
        let n = cell_of.len();
        Self {
            is_apart,
            home: cell_of.clone(),
            cell_of,
            n_home: joined.len(),
            joined,
            mate: vec![NONE; n],
            columns: Chains::default(),
            free: Chains::default(),
            pairs: Chains::default(),
            pair_lists: Vec::new(),
            reached_from: vec![NONE; n],
        }
    }

    /// Whoever can be taken by [`Self::take_lowest`].
    pub(super) fn open(&mut self, vertices: impl Iterator<Item = usize>) {
        self.free = self.by_cell(vertices.map(|v| v as u32));
    }

    fn by_cell(&self, vertices: impl Iterator<Item = u32>) -> Chains {
        let mut chains = Chains::new(self.home.len(), self.joined.len());
        vertices.for_each(|v| chains.push(self.cell(v), v));
        chains
    }

    fn cell(&self, v: u32) -> u32 {
        self.cell_of[v as usize]
    }

    fn joined_to(&self, v: u32) -> &[u32] {
        &self.joined[self.cell(v) as usize]
    }

    fn are_apart(&self, row: u32, column: u32) -> bool {
        (self.is_apart)(row as usize, column as usize)
    }

    fn has(&self, row: u32, column: u32) -> bool {
        let joined = self.joined_to(row);
        joined.binary_search(&self.cell(column)).is_ok() && !self.are_apart(row, column)
    }

    /// The lowest of the columns in some lists by cell that a row has an edge to.
    fn lowest(&self, columns: &Chains, row: u32) -> Option<u32> {
        let first = |cell: &u32| columns.list(*cell).find(|c| !self.are_apart(row, *c));
        self.joined_to(row).iter().filter_map(first).min()
    }

    /// The list of pairs of these cells.
    fn pair_list(&mut self, column: u32, row: u32) -> u32 {
        let (of_column, of_row) = (self.cell(column) as usize, self.cell(row) as usize);
        let lists = &mut self.pair_lists[of_column];
        if lists.len() <= of_row {
            lists.resize(of_row + 1, NONE);
        }
        if lists[of_row] == NONE {
            lists[of_row] = self.pairs.push_list();
        }
        lists[of_row]
    }

    /// Gives a row a column, in the place of the one that it has.
    fn join(&mut self, row: u32, column: u32) {
        self.part(row);
        self.mate[row as usize] = column;
        self.mate[column as usize] = row;
        let list = self.pair_list(column, row);
        self.pairs.push(list, row);
    }

    /// Takes the mate of a row from it, if it has one.
    fn part(&mut self, row: u32) {
        let column = std::mem::replace(&mut self.mate[row as usize], NONE);
        if column != NONE {
            let list = self.pair_list(column, row);
            self.pairs.remove(list, row);
        }
    }

    /// Looks for a path from an exposed row to a free column from cell to cell, by a few rows of each, and
    /// matches along it. False does not mean that there is none.
    fn augment(&mut self, root: u32) -> bool {
        let mut n_reached = vec![0; self.joined.len()];
        let mut steps = vec![PathStep {
            row: root,
            column: NONE,
            before: 0,
        }];
        let mut next = 0;
        while next < steps.len() {
            let row = steps[next].row;
            if let Some(column) = self.lowest(&self.free, row) {
                self.match_along(&steps, next, column);
                return true;
            }
            for cell in self.joined_to(row) {
                let lists = self.pair_lists[*cell as usize].iter();
                for (n_reached, list) in n_reached.iter_mut().zip(lists) {
                    if *list == NONE || *n_reached == ROWS_OF_CELL {
                        continue;
                    }
                    let is_new = |r: &u32| {
                        let is_apart = self.are_apart(row, self.mate[*r as usize]);
                        !is_apart && steps.iter().all(|step| step.row != *r)
                    };
                    let Some(found) = self.pairs.list(*list).take(FEW).find(is_new) else {
                        continue;
                    };
                    *n_reached += 1;
                    steps.push(PathStep {
                        row: found,
                        column: self.mate[found as usize],
                        before: next,
                    });
                }
            }
            next += 1;
        }
        false
    }

    /// The row of a step takes a free column, the one before that row's, and so on.
    fn match_along(&mut self, steps: &[PathStep], mut at: usize, mut column: u32) {
        self.free.remove(self.cell(column), column);
        loop {
            let step = &steps[at];
            self.join(step.row, column);
            if step.column == NONE {
                return;
            }
            (column, at) = (step.column, step.before);
        }
    }

    /// As [`Self::augment`], from vertex to vertex.
    ///
    /// # Errors
    /// The rows that can be reached, where there is no path: they need just the columns of their mates.
    fn augment_exactly(&mut self, root: u32) -> Result<(), Vec<u32>> {
        // By cell, once it is reached: its columns that are not.
        let mut left: Vec<Option<Vec<u32>>> = vec![None; self.joined.len()];
        let mut rows = vec![root];
        let mut next = 0;
        while let Some(&row) = rows.get(next) {
            next += 1;
            for place in 0..self.joined_to(row).len() {
                let cell = self.joined_to(row)[place];
                let unreached = left[cell as usize].take();
                let unreached = unreached.unwrap_or_else(|| self.columns.list(cell).collect());
                let mut kept = Vec::new();
                for column in unreached {
                    if self.are_apart(row, column) {
                        kept.push(column);
                        continue;
                    }
                    self.reached_from[column as usize] = row;
                    match self.mate[column as usize] {
                        NONE => {
                            self.match_back(column);
                            return Ok(());
                        }
                        mate => rows.push(mate),
                    }
                }
                left[cell as usize] = Some(kept);
            }
        }
        Err(rows)
    }

    /// Matches along the path by which a free column was reached.
    fn match_back(&mut self, mut column: u32) {
        self.free.remove(self.cell(column), column);
        loop {
            let row = self.reached_from[column as usize];
            let before = self.mate[row as usize];
            self.join(row, column);
            if before == NONE {
                return;
            }
            column = before;
        }
    }

    /// Gives a row its lowest possible column for good. The matching stays perfect on those that are not
    /// fixed.
    fn fix(&mut self, row: u32) {
        loop {
            let column = (self.lowest(&self.columns, row))
                .expect("a row of a perfect matching has its mate");
            if column == self.mate[row as usize] || self.reroute(row, column) {
                self.part(row);
                self.columns.remove(self.cell(column), column);
                self.mate[row as usize] = column;
                return;
            }
        }
    }

    /// Makes `column` the mate of `row` if a perfect matching allows it; else removes the edges that this
    /// failure shows to be useless, the one between the two among them.
    fn reroute(&mut self, row: u32, column: u32) -> bool {
        let (freed, displaced) = (self.mate[row as usize], self.mate[column as usize]);
        if self.has(displaced, freed) {
            self.join(row, column);
            self.join(displaced, freed);
            return true;
        }
        // The two are out of the way while whoever had the column looks for another one.
        self.part(row);
        self.part(displaced);
        self.columns.remove(self.cell(column), column);
        self.free.push(self.cell(freed), freed);
        self.mate[freed as usize] = NONE;
        let mut found = Ok(());
        if !self.augment(displaced) {
            found = self.augment_exactly(displaced);
        }
        self.columns.restore(self.cell(column), column);
        if let Err(rows) = found {
            self.free.remove(self.cell(freed), freed);
            self.join(row, freed);
            self.join(displaced, column);
            self.split(&rows);
            return false;
        }
        self.join(row, column);
        true
    }

    /// Puts rows and their mates in cells of their own, which nobody else has edges to.
    fn split(&mut self, rows: &[u32]) {
        let mut columns: Vec<u32> = rows.iter().map(|row| self.mate[*row as usize]).collect();
        columns.sort_unstable();
        for (row, column) in rows.iter().zip(&columns) {
            let list = self.pair_list(self.mate[*row as usize], *row);
            self.pairs.remove(list, *row);
            self.columns.remove(self.cell(*column), *column);
        }
        let mut own_of = vec![NONE; self.joined.len()];
        let mut parted = Vec::new();
        for v in rows.iter().chain(&columns) {
            let cell = &mut self.cell_of[*v as usize];
            let own = &mut own_of[*cell as usize];
            if *own == NONE {
                *own = self.columns.push_list();
                self.free.push_list();
                self.pair_lists.push(Vec::new());
                parted.push(*cell);
            }
            *cell = *own;
        }
        for cell in parted {
            let joined = self.joined[cell as usize].iter();
            let own = joined.map(|other| own_of[*other as usize]);
            let mut own: Vec<u32> = own.filter(|other| *other != NONE).collect();
            own.sort_unstable();
            self.joined.push(own);
        }
        for column in columns {
            self.columns.push(self.cell(column), column);
        }
        for row in rows {
            let list = self.pair_list(self.mate[*row as usize], *row);
            self.pairs.push(list, *row);
        }
    }
}

impl<F: Fn(usize, usize) -> bool> FirstMatching for FirstOfCells<F> {
    fn take_lowest(&mut self, v: usize) -> Option<usize> {
        let lowest = self.lowest(&self.free, v as u32)?;
        self.free.remove(self.cell(lowest), lowest);
        Some(lowest as usize)
    }

    /// O(n · (cells + pairs apart of a vertex)), and as much again for each test from vertex to vertex.
    fn match_first(&mut self, left: &[u32], right: &[u32]) -> bool {
        debug_assert!(right.is_sorted() && left.len() == right.len());
        self.cell_of.copy_from_slice(&self.home);
        self.joined.truncate(self.n_home);
        for v in left.iter().chain(right) {
            self.mate[*v as usize] = NONE;
        }
        self.columns = self.by_cell(right.iter().copied());
        self.free = self.by_cell(right.iter().copied());
        self.pairs = Chains::new(self.home.len(), 0);
        self.pair_lists = vec![Vec::new(); self.n_home];
        let mut exposed = Vec::new();
        for &row in left {
            match self.lowest(&self.free, row) {
                Some(column) => {
                    self.free.remove(self.cell(column), column);
                    self.join(row, column);
                }
                None => exposed.push(row),
            }
        }
        for row in exposed {
            if !self.augment(row) && self.augment_exactly(row).is_err() {
                return false;
            }
        }
        for row in left {
            self.fix(*row);
        }
        true
    }

    fn mate(&self, v: usize) -> usize {
        self.mate[v] as usize
    }

    fn nearest(&self) -> usize {
        3
    }
}

#[cfg(test)]
mod tests;
