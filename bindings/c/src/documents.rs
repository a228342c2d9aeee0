//! Tournament files in, documents out: what the program answers, with its options and its words.

use std::ffi::{CStr, c_char};

use answers::{AnswerError, AnswerErrorKind, calls};

use crate::border::{Status, Text, Trouble, answer, array};

/// Pairs the next round of a tournament file (TRF06, TRF16, TRF26), `length` bytes at `file`.
///
/// `options` is NULL, or a JSON object that ends with a NUL; its names are those of the long options of
/// `edelweiss pair`: {"rules": 2017, "round": 3}. The text is the document that
/// `edelweiss pair --format json` writes, also where there is no legal round; with "format": "trf" it is
/// the file with the round added, and `EDELWEISS_STATUS_NO_ROUND` where there is none.
///
/// # Safety
/// `length` bytes are at `file` and a NUL ends `options`, nobody writes either during the call, and
/// there is memory for a text at `text`, which may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_pair(
    file: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::pair, (file, length), options, text) }
}

/// Pairs every recorded round of a tournament file again and says where the file differs: the report of
/// `edelweiss check`, as JSON, or as words with "format": "text".
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_check(
    file: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    let check = |file: &[u8], options: &str| calls::check(file, options).map(String::into_bytes);
    // SAFETY: the contract of this function.
    unsafe { told(check, (file, length), options, text) }
}

/// Ranks the players, or the teams, of a tournament file by points and tie-breaks: the document of
/// `edelweiss standings`, or the file with its ranks with "format": "trf".
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_standings(
    file: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::rank, (file, length), options, text) }
}

/// Tells how a round came about, and why not otherwise: the document of `edelweiss explain`, or with
/// "format" the "text", "markdown" or "html" for people.
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_explain(
    file: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    let explain =
        |file: &[u8], options: &str| calls::explain(file, options).map(String::into_bytes);
    // SAFETY: the contract of this function.
    unsafe { told(explain, (file, length), options, text) }
}

/// Asks a question of the program about a file.
///
/// # Safety
/// As for [`edelweiss_pair`].
unsafe fn told(
    ask: impl FnOnce(&[u8], &str) -> Result<Vec<u8>, AnswerError>,
    file: (*const u8, usize),
    options: *const c_char,
    text: *mut Text,
) -> Status {
    let compute = || {
        // SAFETY: the contract of this function.
        let file = unsafe { array(file.0, file.1, "file") }?;
        let options = if options.is_null() {
            ""
        } else {
            // SAFETY: not NULL, so by the contract of this function a NUL ends it.
            let options = unsafe { CStr::from_ptr(options) };
            (options.to_str())
                .map_err(|error| Trouble::misused(format!("options are not UTF-8: {error}")))?
        };
        ask(file, options).map_err(Trouble::from)
    };
    // SAFETY: the contract of this function.
    unsafe { answer(text, compute) }
}

impl From<AnswerError> for Trouble {
    fn from(error: AnswerError) -> Self {
        match error.kind {
            AnswerErrorKind::NoPairing => Self::no_round(error.message),
            AnswerErrorKind::Invalid | AnswerErrorKind::Limit => Self::refused(error.message),
        }
    }
}
