//! `edelweiss-supervise PROGRAM ARGUMENT…`: a supervisor for programs that embed `edelweiss-compare`
//! and cannot be one themselves, as its own tests cannot.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    edelweiss_compare::engine::supervise(&words)
}
