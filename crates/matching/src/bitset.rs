//! Sets of small numbers as words of 64 bits: member `v` is bit `v % 64` of word `v / 64`.
//!
//! Functions of two sets take words as far as both have them.
//!
//! ```
//! use edelweiss_matching::bitset;
//!
//! let mut set = [0; 2];
//! bitset::insert(&mut set, 3);
//! bitset::insert(&mut set, 64);
//! assert_eq!(bitset::ones(&set).collect::<Vec<_>>(), [3, 64]);
//! assert_eq!(bitset::first_common_from(&set, &[u64::MAX; 2], 1), Some(64));
//! ```

/// Adds a member.
pub fn insert(set: &mut [u64], v: usize) {
    set[v / 64] |= 1 << (v % 64);
}

/// Takes a member away.
pub fn remove(set: &mut [u64], v: usize) {
    set[v / 64] &= !(1 << (v % 64));
}

/// Whether this is a member.
#[must_use]
pub fn contains(set: &[u64], v: usize) -> bool {
    set[v / 64] >> (v % 64) & 1 == 1
}

/// The members, ascending.
pub fn ones(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, word)| {
        let rest = |word: &u64| Some(word & (word - 1)).filter(|rest| *rest != 0);
        let words = std::iter::successors(Some(*word).filter(|word| *word != 0), rest);
        words.map(move |word| i * 64 + word.trailing_zeros() as usize)
    })
}

/// The members of a set of one word, ascending.
#[inline]
pub fn members(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(member)
    })
}

/// Whether two sets have a member in common.
#[must_use]
pub fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// The smallest common member.
#[must_use]
pub fn first_common(a: &[u64], b: &[u64]) -> Option<usize> {
    first([a, b, b], 0, |[a, b, _]| a & b)
}

/// The smallest common member, in words from `from` on. Where the first word mostly decides, one after
/// the other costs less than [`first_common`].
#[must_use]
pub fn first_common_from(a: &[u64], b: &[u64], from: usize) -> Option<usize> {
    let words = a.iter().zip(b).enumerate().skip(from);
    words
        .map(|(k, (a, b))| (k, a & b))
        .find_map(|(k, word)| lowest(k, &[word]))
}

/// The smallest member, in words from `from` on, of what `choose` makes of sets of one length.
///
/// Words are looked at by eights, without a branch for each: most searches see many words in vain.
#[inline]
pub(crate) fn first(
    sets: [&[u64]; 3],
    from: usize,
    choose: impl Fn([u64; 3]) -> u64,
) -> Option<usize> {
    let [(a, a_rest), (b, b_rest), (c, c_rest)] =
        sets.map(|set| set.get(from..).unwrap_or_default().as_chunks::<8>());
    let mut start = from;
    for ((a, b), c) in a.iter().zip(b).zip(c) {
        let mut words = [0; 8];
        let mut any = 0;
        for k in 0..8 {
            words[k] = choose([a[k], b[k], c[k]]);
            any |= words[k];
        }
        if any != 0 {
            return lowest(start, &words);
        }
        start += 8;
    }
    let rest = a_rest.iter().zip(b_rest).zip(c_rest);
    rest.enumerate()
        .find_map(|(k, ((a, b), c))| lowest(start + k, &[choose([*a, *b, *c])]))
}

/// The smallest member of some words, which start at word `start`.
fn lowest(start: usize, words: &[u64]) -> Option<usize> {
    let (k, word) = words.iter().enumerate().find(|(_, word)| **word != 0)?;
    Some((start + k) * 64 + word.trailing_zeros() as usize)
}

/// Adds the members of `from`.
pub fn unite(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

/// Adds the members of many sets: four at a time, to read and write each word of `to` once for all four.
pub fn unite_all<'s>(to: &mut [u64], sets: impl Iterator<Item = &'s [u64]>) {
    let mut sets = sets.fuse();
    while let Some(a) = sets.next() {
        let [b, c, d] = [(); 3].map(|()| sets.next().unwrap_or(a));
        for ((((to, a), b), c), d) in to.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            *to |= a | b | c | d;
        }
    }
}

/// Takes away the members that are in `others`, too.
pub fn take_away(set: &mut [u64], others: &[u64]) {
    for (set, others) in set.iter_mut().zip(others) {
        *set &= !others;
    }
}

/// Keeps the members that are in `others`, too.
pub fn keep(set: &mut [u64], others: &[u64]) {
    for (set, others) in set.iter_mut().zip(others) {
        *set &= others;
    }
}

/// The members of both.
#[must_use]
pub fn common(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}
