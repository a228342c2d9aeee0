//! Sets of kinds as bits, with a bit for each word that is not empty: most of what a search asks is
//! answered by the words that several sets have in common, and those are few.

use super::super::tight::{bits, join};

/// As many as a word has bits for words of kinds.
pub(super) const MOST_KINDS: usize = 1 << KIND_BITS;
/// Bits of a kind's number.
pub(super) const KIND_BITS: u32 = 12;

/// A set of kinds for each of some nodes.
pub(super) struct KindSets {
    n_words: usize,
    words: Vec<u64>,
    /// By node.
    filled: Vec<u64>,
}

/// The set of one node.
#[derive(Clone, Copy)]
pub(super) struct KindSet<'a> {
    words: &'a [u64],
    filled: u64,
}

impl KindSets {
    pub(super) fn nobody(n: usize, n_kinds: usize) -> Self {
        assert!(n_kinds <= MOST_KINDS, "{n_kinds} kinds");
        let n_words = n_kinds.div_ceil(64);
        Self {
            n_words,
            words: vec![0; n * n_words],
            filled: vec![0; n],
        }
    }

    /// Another node, with nobody.
    pub(super) fn push_nobody(&mut self) {
        self.words.resize(self.words.len() + self.n_words, 0);
        self.filled.push(0);
    }

    pub(super) fn of(&self, node: usize) -> KindSet<'_> {
        KindSet {
            words: &self.words[node * self.n_words..][..self.n_words],
            filled: self.filled[node],
        }
    }

    pub(super) fn set_word(&mut self, node: usize, place: usize, word: u64) {
        self.words[node * self.n_words + place] = word;
        let bit = 1 << place;
        self.filled[node] &= !bit;
        if word != 0 {
            self.filled[node] |= bit;
        }
    }

    pub(super) fn insert_word(&mut self, node: usize, place: usize, word: u64) {
        let before = self.words[node * self.n_words + place];
        self.set_word(node, place, before | word);
    }

    pub(super) fn insert(&mut self, node: usize, kind: usize) {
        self.insert_word(node, kind / 64, 1 << (kind % 64));
    }

    pub(super) fn remove(&mut self, node: usize, kind: usize) {
        let place = kind / 64;
        let before = self.words[node * self.n_words + place];
        self.set_word(node, place, before & !(1 << (kind % 64)));
    }
}

impl KindSet<'_> {
    pub(super) fn contains(self, kind: usize) -> bool {
        self.words[kind / 64] >> (kind % 64) & 1 == 1
    }

    /// Adds the members to another set.
    pub(super) fn add_to(self, other: &mut KindSets, node: usize) {
        join(&mut other.words[node * other.n_words..], self.words);
        other.filled[node] |= self.filled;
    }

    pub(super) fn members(self) -> impl Iterator<Item = usize> {
        bits(self.words)
    }
}

/// The kinds of one role by potential.
#[derive(Default)]
pub(super) struct Levels {
    /// Descending.
    pub(super) potentials: Vec<i64>,
    /// By level.
    places: Vec<Places>,
    words: Vec<u64>,
    /// By level: which words are not empty.
    filled: Vec<u64>,
}

/// Where the words of a level stand.
#[derive(Clone, Copy)]
enum Places {
    /// From here those that are not empty.
    Filled(usize),
    /// All from the first to the last that are not empty; from here if the first had number zero, which
    /// may be before the first of all.
    All(usize),
}

/// The kinds of one level.
#[derive(Clone, Copy)]
pub(super) struct Level<'a> {
    levels: &'a Levels,
    number: usize,
}

impl Levels {
    /// From the kinds of a role with their potentials, by falling potential and then by number.
    /// O(kinds).
    pub(super) fn new(kinds: impl Iterator<Item = (usize, i64)>) -> Self {
        let mut levels = Self::default();
        // Of the last level.
        let (mut filled, mut words) = (0_u64, Vec::new());
        for (kind, potential) in kinds {
            if levels.potentials.last() != Some(&potential) {
                levels.add(filled, &words);
                levels.potentials.push(potential);
                filled = 0;
                words.clear();
            }
            if filled >> (kind / 64) & 1 == 0 {
                filled |= 1 << (kind / 64);
                words.push(0);
            }
            *words.last_mut().expect("a word") |= 1 << (kind % 64);
        }
        levels.add(filled, &words);
        levels
    }

    /// Adds the words of a level, if there are any.
    fn add(&mut self, filled: u64, words: &[u64]) {
        if words.is_empty() {
            return;
        }
        let start = self.words.len();
        let first = filled.trailing_zeros() as usize;
        let n_all = 64 - filled.leading_zeros() as usize - first;
        if n_all <= 2 * words.len() {
            self.words.resize(start + n_all, 0);
            for (place, word) in bits(&[filled]).zip(words) {
                self.words[start + place - first] = *word;
            }
            self.places.push(Places::All(start.wrapping_sub(first)));
        } else {
            self.words.extend(words);
            self.places.push(Places::Filled(start));
        }
        self.filled.push(filled);
    }

    pub(super) fn of(&self, number: usize) -> Level<'_> {
        Level {
            levels: self,
            number,
        }
    }

    /// The place of a word that a level has.
    fn word_at(&self, level: usize, place: usize) -> usize {
        match self.places[level] {
            Places::All(start) => start.wrapping_add(place),
            Places::Filled(start) => {
                let before = self.filled[level] & ((1 << place) - 1);
                start + before.count_ones() as usize
            }
        }
    }
}

/// The kinds of one role that a search has not seen, by level.
pub(super) struct Unseen {
    /// As in the levels.
    words: Vec<u64>,
    /// By level: the words in which somebody is left.
    filled: Vec<u64>,
}

impl Unseen {
    pub(super) fn all(levels: &Levels) -> Self {
        Self {
            words: levels.words.clone(),
            filled: levels.filled.clone(),
        }
    }

    /// The first level from this one on that may have somebody of a set left.
    pub(super) fn level_from(&self, level: usize, set: KindSet<'_>) -> Option<usize> {
        let left = self.filled.get(level..)?.iter();
        let found = { left }.position(|filled| filled & set.filled != 0)?;
        Some(level + found)
    }

    /// Takes out those of a level who are in a set; as words with their places.
    pub(super) fn take(
        &mut self,
        levels: &Levels,
        level: usize,
        set: KindSet<'_>,
    ) -> impl Iterator<Item = (usize, u64)> {
        let mut places = self.filled[level] & set.filled;
        std::iter::from_fn(move || {
            while places != 0 {
                let place = places.trailing_zeros() as usize;
                places &= places - 1;
                let taken = self.take_word(levels, (level, place), set.words[place]);
                if taken != 0 {
                    return Some((place, taken));
                }
            }
            None
        })
    }

    /// Takes out one kind of a level. Whether it was there.
    pub(super) fn take_one(&mut self, levels: &Levels, level: usize, kind: usize) -> bool {
        self.take_word(levels, (level, kind / 64), 1 << (kind % 64)) != 0
    }

    fn take_word(&mut self, levels: &Levels, (level, place): (usize, usize), set: u64) -> u64 {
        let word = &mut self.words[levels.word_at(level, place)];
        let taken = *word & set;
        *word &= !taken;
        if *word == 0 {
            self.filled[level] &= !(1 << place);
        }
        taken
    }
}

impl Level<'_> {
    /// The kinds that are in two sets as well, in words that are not empty and start with number `from`.
    pub(super) fn common(
        self,
        a: KindSet<'_>,
        b: KindSet<'_>,
        from: usize,
    ) -> impl Iterator<Item = (usize, u64)> {
        let from = u64::MAX.checked_shl(from as u32).unwrap_or(0);
        let Level { levels, number } = self;
        let mut places = levels.filled[number] & a.filled & b.filled & from;
        std::iter::from_fn(move || {
            while places != 0 {
                let place = places.trailing_zeros() as usize;
                let word = levels.words[levels.word_at(number, place)];
                places &= places - 1;
                let word = word & a.words[place] & b.words[place];
                if word != 0 {
                    return Some((place, word));
                }
            }
            None
        })
    }
}
