//! The target `round_trip` of `edelweiss_testkit::fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    edelweiss_testkit::fuzz::run("round_trip", bytes);
});
edelweiss_fuzz::mutator!("round_trip");
