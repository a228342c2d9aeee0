//! Under equal premises one round is proved; `just proof-law COUNT FIRST` asks more fields.

use edelweiss_lab::round_proofs::law;
use edelweiss_pairing::Rules;

/// The fields of `cargo test`.
const SAMPLE: u64 = 30;

#[test]
fn of_all_legal_rounds_exactly_one_is_accepted() {
    let (count, first) = match std::env::var("PROOF_LAW") {
        Err(_) => (SAMPLE, 0),
        Ok(asked) => {
            let numbers = asked.split_whitespace().map(str::parse);
            match numbers.collect::<Result<Vec<u64>, _>>().as_deref() {
                Ok(&[count, first]) => (count, first),
                _ => panic!("PROOF_LAW is \"COUNT FIRST\", found {asked:?}"),
            }
        }
    };
    let mut tried = 0;
    for number in first..first + count {
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            tried += law(number, &rules);
        }
    }
    eprintln!("{count} fields from number {first}, both editions: {tried} legal rounds tried");
    assert!(tried > 0, "no field has a round");
}
