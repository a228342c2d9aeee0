//! Some columns of bit rows, put together in other places.

/// Which columns of a row become which columns of another.
#[derive(Debug)]
pub(crate) struct Columns(Vec<Part>);

/// Columns of one word that become consecutive ones.
#[derive(Debug)]
struct Part {
    word: usize,
    mask: u64,
    /// How they move within the word to begin with its first bit.
    moves: Moves,
    /// The new number of the first one.
    to: usize,
}

#[derive(Debug)]
enum Moves {
    /// Consecutive ones.
    Together(u32),
    /// By power of two, which bits move so far to the right, one power after the other.
    Each([u64; 6]),
}

impl Part {
    fn new(word: usize, mask: u64, to: usize) -> Self {
        let first = mask.trailing_zeros();
        let moves = if (mask >> first) & (mask >> first).wrapping_add(1) == 0 {
            Moves::Together(first)
        } else {
            Moves::Each(moves(mask))
        };
        Self {
            word,
            mask,
            moves,
            to,
        }
    }
}

impl Columns {
    /// By new column: the old one, or none for one that stays empty.
    pub(crate) fn new(columns: impl Iterator<Item = Option<usize>>) -> Self {
        let mut parts = Vec::new();
        // The word, the columns there, and where the first one goes.
        let mut open: Option<(usize, u64, usize)> = None;
        for (to, from) in columns.enumerate() {
            if let (Some((word, mask, _)), Some(from)) = (&mut open, from)
                && *word == from / 64
                && *mask >> (from % 64) == 0
            {
                *mask |= 1 << (from % 64);
                continue;
            }
            let begun = from.map(|from| (from / 64, 1 << (from % 64), to));
            let done = std::mem::replace(&mut open, begun);
            parts.extend(done.map(|(word, mask, to)| Part::new(word, mask, to)));
        }
        parts.extend(open.map(|(word, mask, to)| Part::new(word, mask, to)));
        Self(parts)
    }

    /// How many pieces are moved for each row.
    pub(crate) fn n_parts(&self) -> usize {
        self.0.len()
    }

    /// Adds the columns of `from` to `to`. O(parts).
    pub(crate) fn add_to(&self, to: &mut [u64], from: &[u64]) {
        for part in &self.0 {
            let bits = from[part.word] & part.mask;
            let bits = match &part.moves {
                Moves::Together(shift) => bits >> shift,
                Moves::Each(moves) => compressed(bits, moves),
            };
            let (word, shift) = (part.to / 64, part.to % 64);
            to[word] |= bits << shift;
            if shift + part.mask.count_ones() as usize > 64 {
                to[word + 1] |= bits >> (64 - shift);
            }
        }
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
