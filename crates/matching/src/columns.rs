//! Some columns of bit rows, put together in other places.

/// Which columns of a row become which columns of another.
///
/// ```
/// use edelweiss_matching::Columns;
///
/// let columns = Columns::new([Some(5), None, Some(0)].into_iter());
/// let mut row = [0];
/// columns.add_to(&mut row, &[0b10_0000]);
/// assert_eq!(row, [0b001]);
/// ```
#[derive(Debug)]
pub struct Columns(Vec<ColumnPiece>);

#[derive(Debug)]
enum ColumnPiece {
    /// Many consecutive columns that stay consecutive.
    Run(Run),
    /// Columns of one word that become consecutive ones.
    OfWord {
        word: usize,
        mask: u64,
        /// How they move to the lowest places; see [`moves`].
        moves: [u64; 6],
        to: usize,
    },
}

#[derive(Clone, Copy, Debug)]
struct Run {
    from: usize,
    to: usize,
    len: usize,
}

/// So many columns are copied word by word in less time than each word is taken apart.
const LONG: usize = 64;

impl Columns {
    /// By new column: the old one, or none for one that stays empty.
    #[must_use]
    pub fn new(columns: impl Iterator<Item = Option<usize>>) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for (to, from) in columns.enumerate() {
            let Some(from) = from else { continue };
            match runs.last_mut() {
                Some(run) if run.from + run.len == from && run.to + run.len == to => run.len += 1,
                _ => runs.push(Run { from, to, len: 1 }),
            }
        }
        let mut columns = Self(Vec::new());
        for run in runs {
            if run.len >= LONG {
                columns.0.push(ColumnPiece::Run(run));
                continue;
            }
            let in_first = run.len.min(64 - run.from % 64);
            columns.add_short(run.from, run.to, in_first);
            if in_first < run.len {
                columns.add_short(run.from + in_first, run.to + in_first, run.len - in_first);
            }
        }
        for part in &mut columns.0 {
            if let ColumnPiece::OfWord { mask, moves, .. } = part {
                *moves = self::moves(*mask);
            }
        }
        columns
    }

    /// Adds some columns of a word, to the part before if they go on there.
    fn add_short(&mut self, from: usize, to: usize, len: usize) {
        let own = (u64::MAX >> (64 - len)) << (from % 64);
        match self.0.last_mut() {
            Some(ColumnPiece::OfWord {
                word,
                mask,
                to: first,
                ..
            }) if *word == from / 64
                && *mask >> (from % 64) == 0
                && *first + mask.count_ones() as usize == to =>
            {
                *mask |= own;
            }
            _ => self.0.push(ColumnPiece::OfWord {
                word: from / 64,
                mask: own,
                moves: [0; 6],
                to,
            }),
        }
    }

    /// How many pieces are moved for each row.
    #[must_use]
    pub fn n_parts(&self) -> usize {
        self.0.len()
    }

    /// Adds the columns of `from` to `to`. O(columns / 64 + parts).
    ///
    /// # Panics
    /// When a row is too short for the columns.
    pub fn add_to(&self, to: &mut [u64], from: &[u64]) {
        for part in &self.0 {
            match part {
                ColumnPiece::Run(run) => copy_bits(from, run.from, to, run.to, run.len),
                ColumnPiece::OfWord {
                    word,
                    mask,
                    moves,
                    to: first,
                } => {
                    let bits = compressed(from[*word] & mask, moves);
                    let (word, shift) = (first / 64, first % 64);
                    to[word] |= bits << shift;
                    if shift + mask.count_ones() as usize > 64 {
                        to[word + 1] |= bits >> (64 - shift);
                    }
                }
            }
        }
    }
}

/// Adds `len` bits of `from`, starting at `start`, to `to` at `at`.
fn copy_bits(from: &[u64], start: usize, to: &mut [u64], at: usize, len: usize) {
    let read = |start: usize, n: usize| {
        let (word, shift) = (start / 64, start % 64);
        let mut bits = from[word] >> shift;
        if shift + n > 64 {
            bits |= from[word + 1] << (64 - shift);
        }
        if n < 64 { bits & ((1 << n) - 1) } else { bits }
    };
    let head = len.min((64 - at % 64) % 64);
    if head > 0 {
        to[at / 64] |= read(start, head) << (at % 64);
    }
    let (start, at, len) = (start + head, at + head, len - head);
    for word in 0..len / 64 {
        to[at / 64 + word] |= read(start + word * 64, 64);
    }
    let tail = len % 64;
    if tail > 0 {
        to[at / 64 + len / 64] |= read(start + len - tail, tail);
    }
}

/// How the bits of a mask move to the lowest places, in order: each as far as there are zeros below it.
///
/// Source: H. S. Warren, Hacker's Delight, 2nd edition (2012), 7-4.
fn moves(mut mask: u64) -> [u64; 6] {
    let mut zeros_below = !mask << 1;
    let mut moves = [0; 6];
    for (power, moves) in moves.iter_mut().enumerate() {
        // The parity of the zeros below each place.
        let mut odd = zeros_below;
        for power in 0..6 {
            odd ^= odd << (1 << power);
        }
        *moves = odd & mask;
        mask = (mask ^ *moves) | *moves >> (1 << power);
        zeros_below &= !odd;
    }
    moves
}

/// Some of the bits of a mask in the lowest places, moved as [`moves`] says.
fn compressed(mut bits: u64, moves: &[u64; 6]) -> u64 {
    for (power, moves) in moves.iter().enumerate() {
        let moving = bits & moves;
        bits = (bits ^ moving) | moving >> (1 << power);
    }
    bits
}

#[cfg(test)]
mod tests {
    use quickcheck::{TestResult, quickcheck};

    use super::*;

    quickcheck! {
        fn columns_are_moved_one_by_one(row: Vec<u64>, columns: Vec<(u8, u8)>) -> TestResult {
            if row.is_empty() {
                return TestResult::discard();
            }
            // Some stretches with gaps, up and down, and new columns that stay empty.
            let stretch = |(start, gaps): (u8, u8)| {
                let start = usize::from(start) % (row.len() * 64);
                let all = (start..row.len() * 64).take(70);
                let some = all.filter(move |c| gaps == 0 || c % 8 != usize::from(gaps % 8));
                some.map(move |c| (gaps % 5 != 1 || c % 3 > 0).then_some(c))
            };
            let columns: Vec<Option<usize>> = columns.into_iter().flat_map(stretch).collect();
            let mut moved = vec![0; columns.len().div_ceil(64)];
            Columns::new(columns.iter().copied()).add_to(&mut moved, &row);
            let is_right = |(to, from): (usize, &Option<usize>)| {
                let has = |row: &[u64], at: usize| row[at / 64] >> (at % 64) & 1 == 1;
                has(&moved, to) == from.is_some_and(|from| has(&row, from))
            };
            TestResult::from_bool(columns.iter().enumerate().all(is_right))
        }
    }
}
