//! Tournament files in, documents out: what the program answers, with its options and its words.

use std::ffi::{CStr, c_char};

use answers::{AnswerError, AnswerErrorKind, calls};

use crate::border::{Status, Text, Trouble, answer, array};

/// Pairs the next round of a tournament file (TRF06, TRF16, TRF26), or of players and results as JSON
/// (docs/schema/results.schema.json), `length` bytes at `file`.
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
    // SAFETY: the contract of this function.
    unsafe { told(calls::check, (file, length), options, text) }
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

/// Writes lists to hang up and to hand in, such as `{"lists": ["standings", "cross-table"], "language": "de"}`: the
/// document of `edelweiss lists`, or what "format" names: "text", "csv", "markdown", "html", or "xlsx", whose
/// bytes are no text. "prizes" is the text of a file of prizes.
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_lists(
    file: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::lists, (file, length), options, text) }
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
    // SAFETY: the contract of this function.
    unsafe { told(calls::explain, (file, length), options, text) }
}

/// Judges a pairing made by hand, {"pairs": "1-2,3-4,5"}, or the round as it stands in the file: the
/// document of `edelweiss judge`, or with "format" the "text" or "markdown" for people.
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_judge(
    file: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::judge, (file, length), options, text) }
}

/// Says what is certain of the next round while games are open: the document of `edelweiss preview`, or
/// with "format" the "text" or "markdown" for people.
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_preview(
    file: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::preview, (file, length), options, text) }
}

/// Pairs one round by several editions of a system, {"editions": [2026, 2017]}, and compares them.
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_editions(
    file: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::editions, (file, length), options, text) }
}

/// Pairs one round once for each what-if, `{"variants": ["", "absent 5", "together 3 8"]}`: the document
/// of `edelweiss variants`, or its words with "format": "text".
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_variants(
    file: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::variants, (file, length), options, text) }
}

/// Writes the proof that a round is the right one, or that there is none, as `edelweiss pair --proof` does.
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_prove(
    file: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::prove, (file, length), options, text) }
}

/// Says whether a proof, `proof_length` bytes at `proof`, holds for the round of a tournament file, as
/// `edelweiss verify` does; the engine is not asked. "holds" in the document tells.
///
/// # Safety
/// As for `edelweiss_pair`, and `proof_length` bytes are at `proof`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_verify(
    file: *const u8,
    length: usize,
    proof: *const u8,
    proof_length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    let verify = |file: &[u8], options: &str| {
        // SAFETY: the contract of this function.
        let proof = unsafe { array(proof, proof_length, "proof") }?;
        calls::verify(file, proof, options).map_err(Trouble::from)
    };
    // SAFETY: the contract of this function.
    unsafe { told(verify, (file, length), options, text) }
}

/// Finds the best matching of any graph: `length` bytes of an edge list, a DIMACS file, GraphML, or JSON
/// as {"vertices": 3, "edges": [[0, 1, 5], [1, 2]]} or as networkx has it (nodes and links). The text is
/// the document of `edelweiss match`, or what "format" names, and `EDELWEISS_STATUS_NO_ROUND` where vertices
/// would stay alone that must not.
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_match(
    graph: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::matching, (graph, length), options, text) }
}

/// Writes what proves the best matching of a graph, as `edelweiss match --certificate` does.
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_certificate(
    graph: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::certificate, (graph, length), options, text) }
}

/// Makes a random tournament file, the same from the same options: {"seed": 7, "players": "40..80"};
/// "index" tells which of the tournaments of this seed, from 0. Where `length` is not 0, the field of the
/// tournament file at `model` plays again.
///
/// # Safety
/// As for `edelweiss_pair`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_generate(
    model: *const u8,
    length: usize,
    options: *const c_char,
    text: *mut Text,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { told(calls::generate, (model, length), options, text) }
}

/// Lists the systems, editions and tie-break regulations there are, as a document.
///
/// # Safety
/// As for every `text`: NULL, or memory for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_versions(text: *mut Text) -> Status {
    // SAFETY: the contract of this function.
    unsafe { answer(text, || Ok(calls::versions().into_bytes())) }
}

/// Asks a question of the program about a file.
///
/// # Safety
/// As for [`edelweiss_pair`].
unsafe fn told<E: Into<Trouble>, T: Into<Vec<u8>>>(
    ask: impl FnOnce(&[u8], &str) -> Result<T, E>,
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
        ask(file, options).map(Into::into).map_err(Into::into)
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
