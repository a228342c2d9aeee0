//! The target `pairing` of `edelweiss_testkit::fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    edelweiss_testkit::fuzz::run("pairing", bytes);
});
edelweiss_fuzz::mutator!("pairing");
