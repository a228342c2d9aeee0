use edelweiss_experiments::Resamples;
use edelweiss_generate::{scaled, word_of};

/// Of `samples` of 200 draws with a known mean, how many intervals have it.
fn covered(samples: u32, seed: u64, draw: impl Fn(u64) -> f64, mean: f64) -> u32 {
    let mut covered = 0;
    let resamples = Resamples::new(200, seed);
    for sample in 0..samples {
        let elements: Vec<(f64, u32)> = (0..200)
            .map(|place| (draw(word_of(&[seed, u64::from(sample), place])), 1))
            .collect();
        let interval = resamples.interval(&elements).expect("a sample");
        covered += u32::from((interval.low..=interval.high).contains(&mean));
    }
    covered
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_say() {
    // Differences of systems are small steps around zero; two thirds of pairs are equal.
    let steps = |word| [0.0, 0.0, 0.0, 0.0, 1.0, -1.0][scaled(word, 6) as usize];
    let uniform = |word| f64::from(scaled(word, 1 << 31) as u32);
    let asked = std::env::var("INTERVALS").map(|count| count.parse().expect("a number"));
    let samples = asked.unwrap_or(1_000);
    for found in [
        covered(samples, 1, steps, 0.0),
        covered(samples, 2, uniform, f64::from((1_u32 << 31) - 1) / 2.0),
    ] {
        let percent = f64::from(found) * 100.0 / f64::from(samples);
        eprintln!("{found} of {samples}, {percent:.2} %");
        // Three standard deviations of 1,000 are 2.
        let wide = if samples < 10_000 { 2.0 } else { 1.0 };
        assert!((percent - 95.0).abs() <= wide, "{found} of {samples}");
    }
}

#[test]
fn a_constant_has_no_width_and_nothing_no_interval() {
    let resamples = Resamples::new(3, 9);
    let interval = resamples
        .interval(&[(4.0, 2), (2.0, 1), (6.0, 3)])
        .expect("a sample");
    assert_eq!(
        (interval.mean, interval.low, interval.high),
        (2.0, 2.0, 2.0)
    );
    assert_eq!(resamples.interval(&[(0.0, 0); 3]), None);
    assert_eq!(Resamples::new(0, 9).interval(&[]), None);
}
