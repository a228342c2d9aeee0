//! Intervals by the bootstrap.

use edelweiss_generate::{scaled, word_of};

use crate::luck::LuckStage;

/// How often a sample is drawn from the sample.
const RESAMPLES: usize = 2_000;

/// An estimate, and where its value lies with a confidence of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The mean of the sample.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Samples from a sample, drawn once for all that is estimated from it: 2,000 of them, by the percentile
/// method of B. Efron ("Bootstrap methods: another look at the jackknife", 1979).
#[derive(Clone, Debug)]
pub struct Resamples {
    size: usize,
    /// How often each element is in each sample: `counts[sample * size + element]`.
    counts: Vec<u16>,
}

impl Resamples {
    /// Of samples of `size` elements, which are few enough for two thousand times as many bytes, by a seed.
    pub fn new(size: usize, seed: u64) -> Self {
        let mut counts = vec![0; RESAMPLES * size];
        for (sample, counts) in (0..).zip(counts.chunks_mut(size.max(1))) {
            for place in 0..size as u64 {
                let word = word_of(&[seed, LuckStage::Resample as u64, sample, place]);
                counts[scaled(word, size as u64) as usize] += 1;
            }
        }
        Self { size, counts }
    }

    /// The interval of a mean, of which each element gives a sum and how many are in it; none without any.
    ///
    /// # Panics
    /// Where the elements are not as many as were said.
    pub fn interval(&self, elements: &[(f64, u32)]) -> Option<Interval> {
        assert_eq!(elements.len(), self.size, "as many as were said");
        let mean = |counts: &mut dyn Iterator<Item = u16>| {
            let (mut sum, mut n) = (0.0, 0.0);
            for ((of_element, many), count) in elements.iter().zip(counts) {
                sum += of_element * f64::from(count);
                n += f64::from(*many) * f64::from(count);
            }
            (n > 0.0).then(|| sum / n)
        };
        let whole = mean(&mut std::iter::repeat_n(1, self.size))?;
        let mut means: Vec<f64> = (self.counts.chunks(self.size.max(1)))
            .filter_map(|counts| mean(&mut counts.iter().copied()))
            .collect();
        means.sort_by(f64::total_cmp);
        // 2.5 % on each side.
        let outside = means.len() / 40;
        Some(Interval {
            mean: whole,
            low: means[outside],
            high: means[means.len() - 1 - outside],
        })
    }
}
