//! For each class of vertices, all vertices of the classes it is joined to, as bit rows.

use crate::bitset::{insert, ones};

/// Rows of so few words are written in less time than vertices are sorted by class.
const FEW_WORDS: usize = 16;

/// Buffers of [`class_patterns`].
#[derive(Debug, Default)]
pub struct ClassMembers {
    /// By class, and one behind them all: where its vertices start.
    starts: Vec<usize>,
    vertices: Vec<usize>,
    /// By class: where its row starts, if it has more vertices than a row has words, or those are few.
    row_of: Vec<Option<usize>>,
    rows: Vec<u64>,
    scratch: [Vec<u64>; 3],
}

impl ClassMembers {
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
                insert(&mut self.rows[class * words..], v);
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
                    insert(&mut self.rows[start..], *v);
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
///
/// ```
/// use edelweiss_matching::{ClassMembers, bitset, class_patterns};
///
/// // Vertices 0 and 2 are of class 0, which is joined to class 1 alone.
/// let (mut members, mut patterns) = (ClassMembers::default(), Vec::new());
/// let join = |class: usize, row: &mut [u64]| bitset::insert(row, 1 - class);
/// class_patterns([0, 1, 0].into_iter(), (2, 1), 0..2, join, &mut members, &mut patterns);
/// assert_eq!(patterns, [0b010, 0b101]);
/// ```
///
/// # Panics
/// When a class is not below their number, or a row too short.
pub fn class_patterns(
    class_of: impl Iterator<Item = usize> + Clone,
    (n_classes, words): (usize, usize),
    order: impl Iterator<Item = usize>,
    join: impl Fn(usize, &mut [u64]),
    members: &mut ClassMembers,
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
        ones(&last).for_each(|b| members.toggle(pattern, b));
        std::mem::swap(&mut own, &mut last);
        last_class = Some(a);
    }
    members.scratch = [own, last, everybody];
}

/// How many bits are set.
fn count(words: impl Iterator<Item = u64>) -> usize {
    words.map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;
    use crate::bitset::contains;

    quickcheck! {
        fn patterns_are_unions(class_of: Vec<u8>, joined: Vec<u64>, wide: bool) -> bool {
            let n_classes = joined.len().min(64);
            // Rows longer than they need to be keep small classes as lists.
            let words = class_of.len().div_ceil(64) + if wide { FEW_WORDS } else { 0 };
            let class = |v: &u8| usize::from(*v) % n_classes.max(1);
            let class_of: Vec<usize> = class_of.iter().map(class).filter(|_| n_classes > 0).collect();
            let is_joined = |a: usize, b: usize| joined[a] >> b & 1 == 1;
            let (mut members, mut patterns) = (ClassMembers::default(), Vec::new());
            class_patterns(
                class_of.iter().copied(),
                (n_classes, words),
                0..n_classes,
                |a, row| (0..n_classes).filter(|b| is_joined(a, *b)).for_each(|b| insert(row, b)),
                &mut members,
                &mut patterns,
            );
            (0..n_classes).all(|a| {
                let of_class = class_of.iter().enumerate();
                { of_class }.all(|(v, b)| contains(&patterns[a * words..], v) == is_joined(a, *b))
            })
        }
    }
}
