//! Millions of drawn problems, each solved by every algorithm and compared with enumeration, and as many
//! forged proofs, none of which may be accepted.
//!
//! Number N is the same on every machine. `cargo test` takes a sample; `just matching-law COUNT FIRST`
//! takes as many as it is given. A failure names its number.

mod claims;
mod draws;
mod forgeries;
mod instances;
mod numbers;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::Instant;

/// How often each outcome was met.
#[derive(Default)]
struct Tally(BTreeMap<String, u64>);

impl Tally {
    fn add(&mut self, outcome: impl Display) {
        *self.0.entry(outcome.to_string()).or_default() += 1;
    }

    fn print(&self, title: &str) {
        eprintln!("{title}:");
        for (outcome, times) in &self.0 {
            eprintln!("{times:>12} {outcome}");
        }
    }

    /// Whether each of the words begins the name of an outcome that was met.
    fn assert_met(&self, words: &[&str]) {
        for word in words {
            let met = self.0.keys().any(|outcome| outcome.starts_with(word));
            assert!(met, "{word}: not met");
        }
    }
}

/// Says where it happened when the law or the library panics.
struct InNumber(u64);

impl Drop for InNumber {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in number {}", self.0);
        }
    }
}

/// How many numbers, and the first one: of the environment, or else a sample.
fn asked(sample: u64) -> (u64, u64) {
    let Ok(asked) = std::env::var("MATCHING_LAW") else {
        return (sample, 0);
    };
    let numbers: Result<Vec<u64>, _> = asked.split_whitespace().map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[count, first]) => (count, first),
        _ => panic!("MATCHING_LAW is \"COUNT FIRST\", found {asked:?}"),
    }
}

fn for_each_number(title: &str, sample: u64, mut ask: impl FnMut(u64, &mut Tally)) -> Tally {
    const BETWEEN_REPORTS: u64 = 1_000_000;
    let (count, first) = asked(sample);
    let (mut tally, start) = (Tally::default(), Instant::now());
    for number in first..first + count {
        let place = InNumber(number);
        ask(number, &mut tally);
        drop(place);
        let done = number + 1 - first;
        if done.is_multiple_of(BETWEEN_REPORTS) {
            eprintln!("{title}: {done} in {} s", start.elapsed().as_secs());
        }
    }
    tally.print(&format!("{title}, {count} from {first}"));
    tally
}

#[test]
fn every_algorithm_finds_what_enumeration_finds() {
    let tally = for_each_number("drawn problems", 3_000, |number, tally| {
        tally.add(instances::ask(number));
    });
    tally.assert_met(&instances::OUTCOMES);
}

#[test]
fn no_forged_proof_is_accepted() {
    let tally = for_each_number("forged proofs", 5_000, |number, tally| {
        tally.add(forgeries::ask(number));
    });
    tally.assert_met(&forgeries::REFUSALS);
}
