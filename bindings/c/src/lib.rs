//! The library `edelweiss` for C: the functions of `include/edelweiss.h`, which is made from this file
//! and those beside it.
//!
//! [`players`] pairs a round from arrays, [`documents`] has everything else: tournament files in, JSON
//! and text out. [`border`] is what both stand on; every function runs inside its `answer`.

mod border;
mod documents;
mod players;

pub use border::{Status, Text};
pub use documents::{
    edelweiss_certificate, edelweiss_check, edelweiss_editions, edelweiss_explain,
    edelweiss_generate, edelweiss_judge, edelweiss_lists, edelweiss_match, edelweiss_pair,
    edelweiss_preview, edelweiss_prove, edelweiss_standings, edelweiss_variants, edelweiss_verify,
    edelweiss_versions,
};
pub use players::{
    Board, Entry, EntryColour, Event, Forbidden, Round, RoundResult, edelweiss_pair_players,
};

use std::ffi::{CStr, c_char};

/// The release of this library: "0.1.0". Not to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn edelweiss_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version has no NUL"),
        };
    VERSION.as_ptr()
}

/// Gives a text back and empties it, so that a second call does nothing; NULL is nothing to give back.
///
/// # Safety
/// `text` is NULL, or points to a text that a function of this library wrote, as it wrote it, or one whose `data` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_text_free(text: *mut Text) {
    if text.is_null() || !text.is_aligned() {
        return;
    }
    // SAFETY: there is a text, by the contract of this function.
    let given = unsafe { text.replace(Text::NONE) };
    // SAFETY: the same, and it is no longer there.
    unsafe { given.free() };
}

/// Panics inside, for the test that EDELWEISS_STATUS_DEFECT comes out. In no release.
///
/// # Safety
/// As for every `text`: NULL, or memory for one.
#[cfg(feature = "panic-for-tests")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_panic_for_tests(text: *mut Text) -> Status {
    // SAFETY: the contract of this function.
    unsafe { border::answer(text, || panic!("asked for by a test")) }
}
