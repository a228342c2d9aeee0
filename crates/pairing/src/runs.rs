//! Some columns of bit rows, copied by stretches.

/// Which columns of a row become which columns of another.
#[derive(Debug)]
pub(crate) struct Runs(Vec<Run>);

/// Consecutive columns that stay consecutive.
#[derive(Debug)]
struct Run {
    from: usize,
    to: usize,
    len: usize,
}

impl Runs {
    /// By new column: the old one, or none for one that stays empty.
    pub(crate) fn new(columns: impl Iterator<Item = Option<usize>>) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for (to, from) in columns.enumerate() {
            let Some(from) = from else { continue };
            match runs.last_mut() {
                Some(run) if run.from + run.len == from && run.to + run.len == to => run.len += 1,
                _ => runs.push(Run { from, to, len: 1 }),
            }
        }
        Self(runs)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the columns of `from` to `to`. O(columns / 64 + runs).
    pub(crate) fn add_to(&self, to: &mut [u64], from: &[u64]) {
        for run in &self.0 {
            copy_bits(from, run.from, to, run.to, run.len);
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
