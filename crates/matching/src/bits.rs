//! Sets of small numbers as words of 64 bits.

pub(crate) fn insert(set: &mut [u64], v: usize) {
    set[v / 64] |= 1 << (v % 64);
}

pub(crate) fn remove(set: &mut [u64], v: usize) {
    set[v / 64] &= !(1 << (v % 64));
}

pub(crate) fn contains(set: &[u64], v: usize) -> bool {
    set[v / 64] >> (v % 64) & 1 == 1
}

/// The members, ascending.
pub(crate) fn ones(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, word)| {
        let rest = |word: &u64| Some(word & (word - 1)).filter(|rest| *rest != 0);
        let words = std::iter::successors(Some(*word).filter(|word| *word != 0), rest);
        words.map(move |word| i * 64 + word.trailing_zeros() as usize)
    })
}

/// Whether two sets have a member in common.
pub(crate) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// The smallest common member.
pub(crate) fn first_common(a: &[u64], b: &[u64]) -> Option<usize> {
    let mut words = a.iter().zip(b).map(|(a, b)| a & b).enumerate();
    let (i, word) = words.find(|(_, word)| *word != 0)?;
    Some(i * 64 + word.trailing_zeros() as usize)
}

/// Adds the members of `from`.
pub(crate) fn unite(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

pub(crate) fn common(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}
