//! Decisions taken from bytes, one byte each.

/// Bytes not yet used. When they have run out every number is zero: what generators make of zeros is
/// the plain case, so a short input is a simple tournament and stays small when it is shrunk.
#[derive(Clone, Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// All of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Whether none is left.
    pub fn are_used_up(&self) -> bool {
        self.0.is_empty()
    }

    /// A number below `limit`, which is at most 256; values of one byte beyond a multiple of it make
    /// the smaller numbers a little more likely.
    pub fn below(&mut self, limit: usize) -> usize {
        let byte = match self.0 {
            [first, rest @ ..] => {
                self.0 = rest;
                usize::from(*first)
            }
            [] => 0,
        };
        byte % limit.max(1)
    }

    /// True once in `chance` bytes, never for zero.
    pub fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) + 1 == chance
    }

    /// One of `choices`, the first for zero.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A random order; zeros leave the order as it is.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in 0..items.len().saturating_sub(1) {
            let other = place + self.below(items.len() - place);
            items.swap(place, other);
        }
    }
}
