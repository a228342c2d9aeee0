//! The program `edelweiss`; see the library beside it.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    edelweiss_cli::run(&args)
}
