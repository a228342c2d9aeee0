//! Random numbers that are the same for ever: on every machine, on any number of threads, and in
//! every later version of this crate.
//!
//! # Sources
//! - xoshiro256\*\*: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators",
//!   2021, section 5 (public domain reference code).
//! - `SplitMix64`, for seeding: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
//!   generators", 2014, as given by Vigna.
//! - Numbers below a limit: D. Lemire, "Fast random integer generation in an interval", 2019,
//!   algorithm 5.
//!
//! # Why not a crate
//! A seed printed today has to remake its tournament in ten years. Generators in crates promise
//! their stream of words, but the step from words to numbers in a range and to samples (`rand`)
//! promises nothing between versions. The whole chain is some sixty lines of integer arithmetic,
//! checked below against the published words; owning it is the smaller risk.
//!
//! # Streams
//! Each tournament has its own seed, and each [`DrawStage`] of its making, in each round, its own
//! stream. So a tournament of a batch can be made alone, and a setting that changes one stage
//! leaves what the other stages draw untouched.

/// The constant of `SplitMix64`: 2^64 divided by the golden ratio, odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of `SplitMix64`, a bijection.
const fn mix(word: u64) -> u64 {
    let mut z = word;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The `place`-th word (from zero) of `SplitMix64` started at `start`.
const fn split_mix(start: u64, place: u64) -> u64 {
    mix(start.wrapping_add(GOLDEN.wrapping_mul(place.wrapping_add(1))))
}

/// The seed of tournament `index` (from zero) of the batch seeded with `seed`: word `index` of
/// `SplitMix64` started at the first word of `SplitMix64` started at `seed`. Two tournaments of one
/// batch never share a seed, because both steps are bijections.
pub const fn tournament_seed(seed: u64, index: u32) -> u64 {
    split_mix(split_mix(seed, 0), index as u64)
}

/// A word that depends on `key` alone, each part of which is as good as a seed: what is drawn for one
/// key stays when other things are drawn, or nothing else is. O(length of the key).
pub fn word_of(key: &[u64]) -> u64 {
    key.iter()
        .fold(GOLDEN, |word, part| mix(word ^ mix(*part).rotate_left(32)))
}

/// The number below `limit` that a word stands for: each has as many words as any other, or one fewer.
pub const fn scaled(word: u64, limit: u64) -> u64 {
    ((word as u128 * limit as u128) >> 64) as u64
}

/// A seed nobody has chosen, below 2^63 so that every kind of settings file can hold it.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // The keys of a new `RandomState` come from the operating system; the clock keeps two calls
    // apart where a platform has no such source.
    let clock = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos() as u64);
    let mut hasher = std::hash::RandomState::new().build_hasher();
    hasher.write_u64(clock);
    hasher.finish() >> 1
}

/// What a stream decides. The numbers are part of what a seed means: never change one, add new
/// ones at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DrawStage {
    Players = 1,
    Rounds = 2,
    InitialColour = 3,
    Highest = 4,
    Lowest = 5,
    Groups = 6,
    Separator = 7,
    Ratings = 8,
    EqualRatings = 9,
    MissingRatings = 10,
    Women = 11,
    Titles = 12,
    DrawShare = 13,
    LateEntries = 14,
    Withdrawals = 15,
    FullByes = 16,
    HalfByes = 17,
    ZeroByes = 18,
    ByeRates = 19,
    ForbiddenPairs = 20,
    Forfeits = 21,
    DoubleForfeits = 22,
    HalfZero = 23,
    ZeroHalf = 24,
    ZeroZero = 25,
    Unrated = 26,
    Results = 27,
    Strengths = 28,
}

/// The seed of one tournament.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TournamentSeed(pub(crate) u64);

impl TournamentSeed {
    /// The stream of `stage`, once per tournament.
    pub(crate) fn stream(self, stage: DrawStage) -> Stream {
        self.stream_of_round(stage, 0)
    }

    /// The stream of `stage` in `round` (from 1).
    pub(crate) fn stream_of_round(self, stage: DrawStage, round: u16) -> Stream {
        let place = u64::from(stage as u32) << 32 | u64::from(round);
        Stream::new(mix(self.0 ^ mix(place)))
    }
}

/// xoshiro256\*\*.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// Never all zero: four consecutive words of `SplitMix64` are not.
    state: [u64; 4],
}

impl Stream {
    fn new(start: u64) -> Self {
        Self {
            state: [0, 1, 2, 3].map(|place| split_mix(start, place)),
        }
    }

    fn next(&mut self) -> u64 {
        let [s0, s1, s2, s3] = &mut self.state;
        let word = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= shifted;
        *s3 = s3.rotate_left(45);
        word
    }

    /// Uniform among 0, 1, ..., `limit - 1`.
    ///
    /// # Panics
    /// When `limit` is zero.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        assert!(limit > 0, "a draw needs something to draw from");
        let mut product = u128::from(self.next()) * u128::from(limit);
        if (product as u64) < limit {
            let threshold = limit.wrapping_neg() % limit;
            while (product as u64) < threshold {
                product = u128::from(self.next()) * u128::from(limit);
            }
        }
        (product >> 64) as u64
    }

    /// Uniform from `from` to `to`, both included.
    pub(crate) fn between(&mut self, from: u64, to: u64) -> u64 {
        from + self.below(to - from + 1)
    }

    /// Heads or tails.
    pub(crate) fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// `count` different numbers below `limit` (all, if there are fewer), ascending; every subset
    /// is equally likely. R. Floyd's method: O(count · log count), whatever the limit.
    pub(crate) fn choose(&mut self, count: usize, limit: usize) -> Vec<usize> {
        let mut chosen = std::collections::BTreeSet::new();
        for last in limit.saturating_sub(count)..limit {
            let candidate = self.below(last as u64 + 1) as usize;
            if !chosen.insert(candidate) {
                chosen.insert(last);
            }
        }
        chosen.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_published_ones() {
        let words = [0, 1, 2].map(|place| split_mix(1_234_567, place));
        assert_eq!(
            words,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
        let mut stream = Stream {
            state: [1, 2, 3, 4],
        };
        let words = [(); 6].map(|()| stream.next());
        assert_eq!(
            words,
            [
                11_520,
                0,
                1_509_978_240,
                1_215_971_899_390_074_240,
                1_216_172_134_540_287_360,
                607_988_272_756_665_600
            ]
        );
    }

    #[test]
    fn tournaments_of_a_batch_have_different_seeds() {
        let seeds: std::collections::BTreeSet<u64> =
            (0..10_000).map(|i| tournament_seed(42, i)).collect();
        assert_eq!(seeds.len(), 10_000);
        assert_ne!(tournament_seed(42, 1), tournament_seed(43, 0));
    }

    #[test]
    fn words_of_keys_differ_by_part_place_and_length() {
        let keys: [&[u64]; 7] = [&[], &[0], &[1], &[0, 0], &[0, 1], &[1, 0], &[1, 1]];
        let words: std::collections::BTreeSet<u64> = keys.map(word_of).into();
        assert_eq!(words.len(), keys.len());
        let mut counts = [0_u32; 7];
        for part in 0..70_000 {
            counts[scaled(word_of(&[3, part]), 7) as usize] += 1;
        }
        // Five standard deviations of a fair draw are below 500.
        assert!(
            counts.iter().all(|count| count.abs_diff(10_000) < 500),
            "{counts:?}"
        );
    }

    #[test]
    fn small_ranges_are_hit_evenly() {
        let mut stream = TournamentSeed(7).stream(DrawStage::Results);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[stream.below(7) as usize] += 1;
        }
        // Five standard deviations of a fair draw are below 500.
        assert!(
            counts.iter().all(|count| count.abs_diff(10_000) < 500),
            "{counts:?}"
        );
    }

    #[test]
    fn subsets_are_complete_sorted_and_evenly_drawn() {
        let mut stream = TournamentSeed(8).stream(DrawStage::Results);
        let mut counts = [0_u32; 10];
        for _ in 0..10_000 {
            let chosen = stream.choose(3, 10);
            assert!(chosen.len() == 3 && chosen.windows(2).all(|pair| pair[0] < pair[1]));
            for member in chosen {
                counts[member] += 1;
            }
        }
        assert!(
            counts.iter().all(|count| count.abs_diff(3_000) < 250),
            "{counts:?}"
        );
        assert_eq!(stream.choose(5, 3), [0, 1, 2], "all there is");
        assert_eq!(stream.choose(0, 3), [0_usize; 0]);
    }

    #[test]
    fn fresh_seeds_differ_and_fit_a_settings_file() {
        let (one, other) = (fresh_seed(), fresh_seed());
        assert_ne!(one, other);
        assert!(one < 1 << 63 && other < 1 << 63);
    }
}
