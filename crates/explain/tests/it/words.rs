//! Every language has words for everything.

use edelweiss_explain::{English, German, Wording};
use edelweiss_weights::{DUTCH_2017, DUTCH_2026};

#[test]
fn every_criterion_has_a_german_name() {
    for rule in DUTCH_2017.criteria.iter().chain(DUTCH_2026.criteria) {
        let (german, english) = (German.counts(rule), English.counts(rule));
        assert_ne!(german, english, "{}", rule.label);
    }
}
