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

    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        self.0
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

    /// A place of a list of `length`, which may be longer than 256: of two bytes.
    pub fn place(&mut self, length: usize) -> usize {
        let high = self.below(256);
        (high << 8 | self.below(256)) % length.max(1)
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

/// Numbers from a seed (`SplitMix64`, Steele, Lea and Flood, 2014), as bytes.
pub fn random_bytes(seed: u64, length: usize) -> Vec<u8> {
    let word = |index: u64| {
        let mut z = (seed << 32).wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)).to_le_bytes()
    };
    (1..).flat_map(word).take(length).collect()
}

/// Whether `bytes` are among one in `share` inputs, always the same ones: of what costs more than the rest of a law.
pub(super) fn one_of(share: u64, bytes: &[u8]) -> bool {
    digest(bytes).is_multiple_of(share)
}

/// A number of the bytes (FNV-1a, 64 bits).
pub(super) fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
