//! How many searches may be made, who hears of them, and how they are spread over threads.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many searches a question of many may cost, and who hears of them. A *search* starts from the duals of an
/// optimum, and answers what becomes of it if an edge is left out, or a vertex matched otherwise. They are counted, and not timed: the same question with the
/// same limit has the same answer on every machine and on any number of threads.
#[derive(Clone, Copy, Default)]
pub struct SearchBudget<'a> {
    /// At most so many; as many as it takes if `None`.
    pub limit: Option<u64>,
    /// Hears after each search how many there were, and how many there may have to be: called by any thread.
    pub progress: Option<&'a (dyn Fn(u64, u64) + Sync)>,
}

impl fmt::Debug for SearchBudget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchBudget")
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// The searches that were made.
pub(super) struct SearchCount<'a> {
    budget: SearchBudget<'a>,
    done: AtomicU64,
    /// How many there may have to be.
    most: u64,
}

impl<'a> SearchCount<'a> {
    pub(super) fn new(budget: SearchBudget<'a>, most: u64) -> Self {
        Self {
            budget,
            done: AtomicU64::new(0),
            most: budget.limit.map_or(most, |limit| limit.min(most)),
        }
    }

    /// One more.
    pub(super) fn count(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(progress) = self.budget.progress {
            progress(done, self.most);
        }
    }

    /// How many more there may be.
    pub(super) fn left(&self) -> u64 {
        let limit = self.budget.limit.unwrap_or(u64::MAX);
        limit.saturating_sub(self.done())
    }

    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}

/// What `answer` says of each of the places `0..n`, which it is asked for stretch by stretch, in their order
/// whatever the threads do.
#[cfg(feature = "rayon")]
pub(super) fn in_stretches<R: Send>(
    n: usize,
    answer: impl Fn(Range<usize>) -> Vec<R> + Sync,
) -> Vec<R> {
    use rayon::prelude::*;
    // A few for each thread, since some take longer; each begins with a copy of the graph.
    const FOR_EACH_THREAD: usize = 4;
    const LEAST: usize = 32;
    let n_stretches = (FOR_EACH_THREAD * rayon::current_num_threads()).min(n.div_ceil(LEAST));
    let size = n.div_ceil(n_stretches.max(1)).max(1);
    let stretches = (0..n.div_ceil(size)).into_par_iter();
    let found = stretches.map(|i| answer(i * size..n.min((i + 1) * size)));
    found.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// What `answer` says of each of the places `0..n`.
#[cfg(not(feature = "rayon"))]
pub(super) fn in_stretches<R>(n: usize, answer: impl Fn(Range<usize>) -> Vec<R>) -> Vec<R> {
    answer(0..n)
}
