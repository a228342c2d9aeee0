//! The target `reader` of `edelweiss_testkit::fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    edelweiss_testkit::fuzz::run("reader", bytes);
});
edelweiss_fuzz::mutator!("reader");
