//! What the programs share: the changes of inputs.

pub use libfuzzer_sys;

/// One in so many inputs is changed by libFuzzer's own means: bytes and words of the dictionary, anywhere.
const PLAIN: u32 = 4;

/// Has the program change inputs by what they are made of.
#[macro_export]
macro_rules! mutator {
    ($target:literal) => {
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::changed($target, data, size, max_size, seed)
        });
    };
}

/// Changes the first `size` bytes of `data`; how many there are then.
pub fn changed(target: &str, data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    if seed.is_multiple_of(PLAIN) {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    let changed = edelweiss_testkit::fuzz::changed(target, &data[..size], max_size, seed);
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
}
