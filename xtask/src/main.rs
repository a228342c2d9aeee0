//! Tasks around the workspace that no shell of every system could do: `just dist`, `just steady`.
//!
//! What is handed out is made here, so that the program needs no crate for man pages and completions,
//! and a newcomer's first build none of them.
#![expect(clippy::print_stdout, reason = "a task says what it has made")]

mod archive;
mod bill;
mod dist;
mod notices;
mod paths;
mod reference;
mod steady;
mod tools;

use std::process::ExitCode;

/// Whatever goes wrong ends the task with its words.
type TaskResult<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["dist"] => dist::dist(),
        ["steady", count] => match count.parse() {
            Ok(count) if count > 0 => steady::steady(count),
            _ => Err(format!("found '{count}', expected how many times").into()),
        },
        _ => Err("usage: cargo run --package edelweiss-xtask -- dist | steady COUNT".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
