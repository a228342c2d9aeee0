//! The target `command_lines` of `edelweiss_testkit::fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    edelweiss_testkit::fuzz::run("command_lines", bytes);
});
edelweiss_fuzz::mutator!("command_lines");
