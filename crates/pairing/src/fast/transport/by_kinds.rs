//! Edges as bit rows, where costs depend on kinds of classes.
//!
//! Costs come a few fields at a time, and these see little of a class: *looks* are what they tell
//! apart. Classes of one look and one dual have no slack to the same others, as far as they may meet them,
//! and offer these the same distance. So what is asked of edges is asked of *groups*, columns of one look
//! and one dual, and only where rows have fewer edges than there are groups of the edges themselves.

use super::super::tight::{bits, join, meet, set};
use super::{Cost, Duals, Edges};

/// So many of the lowest costs are looked for group by group; who has none of them has few edges.
const MOST_ROUNDS: usize = 4;

/// Columns of one look and one dual.
#[derive(Debug)]
struct Group {
    look: u32,
    dual: i64,
    /// Where its members start and end.
    start: u32,
    end: u32,
}

#[derive(Debug)]
pub(super) struct ByKinds {
    /// By class.
    look_of: Vec<u32>,
    n_looks: usize,
    /// By two looks, row-major and symmetric; what has no edge may have any.
    costs: Vec<i64>,
    /// By class, the classes it may meet; symmetric.
    edges: Vec<u64>,
    /// By class.
    n_edges: Vec<u32>,
    /// Columns by look and dual, and their groups.
    columns: Vec<u32>,
    groups: Vec<Group>,
    /// By group: no member is farther in the search under way.
    farthest: Vec<i64>,
    /// Rows by look and dual, and the kind of each: they have no slack to the same columns, as far as
    /// they may meet them.
    rows: Vec<u32>,
    kind_of: Vec<u32>,
    /// By kind of rows, as bits: the columns that some may meet, and those of them without slack.
    near: Vec<u64>,
    tight: Vec<u64>,
    /// By kind of rows.
    n_rows: Vec<u32>,
    /// By kind of rows: which columns are still to be reached, if that has been asked.
    missing: Vec<u64>,
    is_missing: Vec<Option<bool>>,
    pattern: Vec<u64>,
}

impl ByKinds {
    /// So many classes, and which others each may meet, as bits. They cost nothing yet.
    pub(super) fn new(n_classes: usize, edges: Vec<u64>) -> Self {
        let classes: Vec<u32> = (0..n_classes as u32).collect();
        let mut new = Self {
            look_of: vec![0; n_classes],
            n_looks: 0,
            costs: Vec::new(),
            edges,
            n_edges: Vec::new(),
            columns: classes.clone(),
            groups: Vec::new(),
            farthest: Vec::new(),
            rows: classes,
            kind_of: vec![0; n_classes],
            near: Vec::new(),
            tight: Vec::new(),
            n_rows: Vec::new(),
            missing: Vec::new(),
            is_missing: Vec::new(),
            pattern: vec![0; n_classes.div_ceil(64)],
        };
        new.count_edges();
        new
    }

    pub(super) fn edges(&self) -> &[u64] {
        &self.edges
    }

    /// The looks of the classes, and what pairs of looks cost: row-major and symmetric; what has no edge
    /// may cost anything, best the same as others.
    pub(super) fn set_costs(&mut self, look_of: impl Iterator<Item = u32>, costs: Vec<i64>) {
        self.look_of.clear();
        self.look_of.extend(look_of);
        self.n_looks = costs.len().isqrt();
        self.costs = costs;
    }

    fn count_edges(&mut self) {
        let rows = self.edges.chunks_exact(self.pattern.len().max(1));
        let n_edges = rows.map(|row| row.iter().map(|word| word.count_ones()).sum::<u32>());
        self.n_edges.clear();
        self.n_edges.extend(n_edges);
    }

    /// Keeps the edges without slack either way; whether any goes. O(classes² / 64).
    pub(super) fn keep_tight(&mut self) -> bool {
        let words = self.pattern.len();
        // By block of 64 rows and 64 columns: those who lost an edge.
        let mut gone = vec![0; words * words];
        let rows = self.edges.chunks_exact_mut(words.max(1));
        for (a, (row, kind)) in rows.zip(&self.kind_of).enumerate() {
            let tight = &self.tight[*kind as usize * words..][..words];
            let gone = &mut gone[a / 64 * words..][..words];
            for (gone, (edges, tight)) in gone.iter_mut().zip(row.iter_mut().zip(tight)) {
                *gone |= *edges & !tight;
                *edges &= tight;
            }
        }
        if gone.iter().all(|gone| *gone == 0) {
            return false;
        }
        for i in 0..words {
            for j in 0..=i {
                if gone[i * words + j] == 0 && gone[j * words + i] == 0 {
                    continue;
                }
                let (mut one, mut other) = (self.block(i, j), self.block(j, i));
                transpose(&mut other);
                meet(&mut one, &other);
                self.set_block(i, j, &one);
                transpose(&mut one);
                self.set_block(j, i, &one);
            }
        }
        self.count_edges();
        true
    }

    /// Word `j` of the 64 rows from `64 i` on.
    fn block(&self, i: usize, j: usize) -> [u64; 64] {
        let mut block = [0; 64];
        let rows = self.edges.chunks_exact(self.pattern.len()).skip(i * 64);
        for (word, row) in block.iter_mut().zip(rows) {
            *word = row[j];
        }
        block
    }

    fn set_block(&mut self, i: usize, j: usize, block: &[u64; 64]) {
        let rows = self.edges.chunks_exact_mut(self.pattern.len());
        for (word, row) in block.iter().zip(rows.skip(i * 64)) {
            row[j] = *word;
        }
    }

    /// O(classes) if little has changed.
    fn find_groups(&mut self, duals: &[i64]) {
        let key = |column: &u32| (self.look_of[*column as usize], duals[*column as usize]);
        self.columns.sort_by_key(key);
        self.groups.clear();
        for (place, column) in self.columns.iter().enumerate() {
            let (look, dual) = key(column);
            match self.groups.last_mut() {
                Some(group) if (group.look, group.dual) == (look, dual) => {
                    group.end += 1;
                }
                _ => self.groups.push(Group {
                    look,
                    dual,
                    start: place as u32,
                    end: place as u32 + 1,
                }),
            }
        }
    }

    /// By class, the least that an edge to a column costs beyond the column's dual; none if it has no
    /// edges. The groups are those of the duals.
    fn least(&mut self, of_columns: &[i64]) -> Vec<i64> {
        let words = self.pattern.len();
        let mut least = vec![i64::NONE; self.look_of.len()];
        let edges = |a: u32| &self.edges[a as usize * words..][..words];
        let mut classes = std::mem::take(&mut self.rows);
        classes.sort_by_key(|class| self.look_of[*class as usize]);
        let of_one_look = |a: &u32, b: &u32| self.look_of[*a as usize] == self.look_of[*b as usize];
        let mut open = Vec::new();
        for of_look in classes.chunk_by(of_one_look) {
            open.clear();
            open.extend_from_slice(of_look);
            let look = self.look_of[of_look[0] as usize] as usize;
            let costs = &self.costs[look * self.n_looks..][..self.n_looks];
            let beyond = |group: &Group| costs[group.look as usize] - group.dual;
            let mut last = i64::MIN;
            for _ in 0..MOST_ROUNDS {
                let n_edges: u32 = open.iter().map(|a| self.n_edges[*a as usize]).sum();
                if (n_edges as usize) < self.groups.len() {
                    break;
                }
                let others = self.groups.iter().map(beyond);
                let Some(next) = others.filter(|beyond| *beyond > last).min() else {
                    break;
                };
                self.pattern.fill(0);
                for group in self.groups.iter().filter(|group| beyond(group) == next) {
                    for column in &self.columns[group.start as usize..group.end as usize] {
                        set(&mut self.pattern, *column as usize);
                    }
                }
                open.retain(|a| {
                    let reaches = edges(*a).iter().zip(&self.pattern).any(|(a, b)| a & b != 0);
                    if reaches {
                        least[*a as usize] = next;
                    }
                    !reaches
                });
                last = next;
            }
            for a in &open {
                let cost = |b: usize| costs[self.look_of[b] as usize] - of_columns[b];
                let own = bits(edges(*a)).map(cost).min();
                least[*a as usize] = own.unwrap_or(i64::NONE);
            }
        }
        self.rows = classes;
        least
    }
}

impl Edges<i64> for ByKinds {
    fn first_duals(&mut self, duals: &mut Duals<i64>) -> bool {
        let nothing = vec![0; self.look_of.len()];
        self.find_groups(&nothing);
        // As many columns as rows, and the same edges.
        duals.of_columns = self.least(&nothing);
        if duals.of_columns.contains(&i64::NONE) {
            return false;
        }
        self.find_groups(&duals.of_columns);
        duals.of_rows = self.least(&duals.of_columns);
        true
    }

    fn find_tight(&mut self, duals: &Duals<i64>) {
        self.find_groups(&duals.of_columns);
        let words = self.pattern.len();
        self.near.clear();
        self.tight.clear();
        self.n_rows.clear();
        let key = |row: &u32| (self.look_of[*row as usize], duals.of_rows[*row as usize]);
        self.rows.sort_by_key(key);
        for rows in self.rows.chunk_by(|a, b| key(a) == key(b)) {
            let (look, dual) = key(&rows[0]);
            let costs = &self.costs[look as usize * self.n_looks..][..self.n_looks];
            let start = self.near.len();
            self.near.resize(start + words, 0);
            self.tight.resize(start + words, 0);
            let (near, tight) = (&mut self.near[start..], &mut self.tight[start..]);
            for a in rows.iter().map(|a| *a as usize) {
                self.kind_of[a] = self.n_rows.len() as u32;
                join(near, &self.edges[a * words..][..words]);
            }
            self.n_rows.push(rows.len() as u32);
            let n_near: u32 = near.iter().map(|word| word.count_ones()).sum();
            if (n_near as usize) < self.groups.len() {
                for b in bits(near) {
                    if costs[self.look_of[b] as usize] - duals.of_columns[b] == dual {
                        set(tight, b);
                    }
                }
                continue;
            }
            let is_tight = |group: &&Group| costs[group.look as usize] - group.dual == dual;
            for group in self.groups.iter().filter(is_tight) {
                for column in &self.columns[group.start as usize..group.end as usize] {
                    set(tight, *column as usize);
                }
            }
            meet(tight, near);
        }
    }

    fn tight(&self, row: usize) -> [&[u64]; 2] {
        let words = self.pattern.len();
        let of_kind = &self.tight[self.kind_of[row] as usize * words..][..words];
        [&self.edges[row * words..][..words], of_kind]
    }

    /// A few rows of a kind mostly reach whatever any of them can.
    fn reach(&mut self, rows: &[u64], open: &[u64], columns: &mut [u64]) {
        let words = self.pattern.len();
        self.missing.resize(self.tight.len(), 0);
        self.is_missing.clear();
        self.is_missing.resize(self.n_rows.len(), None);
        for a in bits(rows) {
            let kind = self.kind_of[a] as usize;
            let missing = &mut self.missing[kind * words..][..words];
            let is_missing = self.is_missing[kind].get_or_insert_with(|| {
                missing.copy_from_slice(&self.tight[kind * words..][..words]);
                meet(missing, open);
                true
            });
            if !*is_missing {
                continue;
            }
            let mut left = 0;
            let edges = &self.edges[a * words..][..words];
            for (column, (missing, edges)) in columns.iter_mut().zip(missing.iter_mut().zip(edges))
            {
                *column |= *missing & edges;
                *missing &= !edges;
                left |= *missing;
            }
            *is_missing = left != 0;
        }
    }

    fn begin_search(&mut self) {
        self.farthest.clear();
        self.farthest.resize(self.groups.len(), i64::MAX);
    }

    fn relax(&mut self, rows: &[usize], reach: i64, duals: &Duals<i64>, distances: &mut [i64]) {
        let words = self.pattern.len();
        let mut rows = rows.to_vec();
        rows.sort_unstable_by_key(|row| self.kind_of[*row]);
        for rows in rows.chunk_by(|a, b| self.kind_of[*a] == self.kind_of[*b]) {
            let (first, kind) = (rows[0], self.kind_of[rows[0]] as usize);
            let base = reach - duals.of_rows[first];
            let costs = &self.costs[self.look_of[first] as usize * self.n_looks..][..self.n_looks];
            let n_edges: u32 = rows.iter().map(|a| self.n_edges[*a]).sum();
            if (n_edges as usize) < self.groups.len() {
                for a in rows {
                    for b in bits(&self.edges[a * words..][..words]) {
                        let through = base + costs[self.look_of[b] as usize] - duals.of_columns[b];
                        distances[b] = distances[b].min(through);
                    }
                }
                continue;
            }
            let near = &self.near[kind * words..][..words];
            if rows.len() == self.n_rows[kind] as usize {
                self.pattern.copy_from_slice(near);
            } else {
                self.pattern.fill(0);
                for a in rows {
                    join(&mut self.pattern, &self.edges[a * words..][..words]);
                    if self.pattern == near {
                        break;
                    }
                }
            }
            for (group, farthest) in self.groups.iter().zip(&mut self.farthest) {
                let through = base + costs[group.look as usize] - group.dual;
                if through >= *farthest {
                    continue;
                }
                *farthest = i64::MIN;
                for column in &self.columns[group.start as usize..group.end as usize] {
                    let column = *column as usize;
                    if self.pattern[column / 64] >> (column % 64) & 1 == 1 {
                        distances[column] = distances[column].min(through);
                    }
                    *farthest = (*farthest).max(distances[column]);
                }
            }
        }
    }
}

/// Rows become columns: H. S. Warren, Hacker's Delight (2nd edition, 2012), section 7-3.
fn transpose(block: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (block[row] >> width ^ block[row + width]) & mask;
            block[row] ^= swapped << width;
            block[row + width] ^= swapped;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn transposed_rows_are_columns(words: Vec<u64>) -> bool {
            let mut block = [0; 64];
            for (word, own) in block.iter_mut().zip(words.iter().cycle().take(64)) {
                *word = own.rotate_left((*own % 64) as u32);
            }
            let before = block;
            transpose(&mut block);
            (0..64).all(|i| (0..64).all(|j| block[i] >> j & 1 == before[j] >> i & 1))
        }
    }
}
