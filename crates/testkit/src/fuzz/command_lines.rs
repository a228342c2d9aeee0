//! Command lines: each of the three grammars understands one or says what is wrong with it.

use std::ffi::OsString;

/// One argument per line, none for no bytes. No arguments make a grammar panic, the answer depends on nothing else, and a
/// refusal has words.
pub(super) fn law(bytes: &[u8]) {
    let lines = bytes.split(|byte| *byte == b'\n');
    let args: Vec<OsString> = match bytes {
        [] => Vec::new(),
        _ => lines.map(argument).collect(),
    };
    let understood = edelweiss_cli::understand(&args);
    if let Err(message) = &understood {
        assert!(
            !message.trim().is_empty(),
            "{args:?} are refused without a word"
        );
    }
    assert_eq!(understood, edelweiss_cli::understand(&args), "{args:?}");
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
