//! Command lines: each of the three grammars understands one or says what is wrong with it.

use std::cell::RefCell;
use std::ffi::OsString;

use super::bytes::one_of;

/// One argument per line, none for no bytes. No arguments make a grammar panic, the answer depends on nothing else, and a
/// refusal has words. Whether they are understood.
pub(super) fn law(bytes: &[u8]) -> bool {
    thread_local! {
        // To build it takes most of the time of a question.
        static GRAMMAR: RefCell<clap::Command> = RefCell::new(edelweiss_cli::command());
    }
    let lines = bytes.split(|byte| *byte == b'\n');
    let args: Vec<OsString> = match bytes {
        [] => Vec::new(),
        _ => lines.map(argument).collect(),
    };
    let understood =
        GRAMMAR.with_borrow_mut(|grammar| edelweiss_cli::understand_by(grammar, &args));
    if let Err(message) = &understood {
        assert!(
            !message.trim().is_empty(),
            "{args:?} are refused without a word"
        );
    }
    // A grammar that was never asked before says the same, which is tried for some lines.
    if one_of(64, bytes) {
        assert_eq!(understood, edelweiss_cli::understand(&args), "{args:?}");
    }
    understood.is_ok()
}

/// Also what is no UTF-8, where the system has such arguments.
#[cfg(unix)]
fn argument(bytes: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn argument(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}
