//! How many instructions does the program take for a question, its start included? Counted by callgrind and
//! compared with a record: `benches/budgets.py` makes the files and runs this.
#![allow(missing_docs, reason = "the macros of gungraun make public functions")]

use std::path::{Path, PathBuf};

use gungraun::prelude::*;

/// A file beside the program, in the folder that `budgets.py` fills.
fn file(name: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../target/budgets")
        .join(name)
}

fn tournament(players: u32) -> PathBuf {
    file(format!("{players}.trf"))
}

/// The program, on one thread: how often threads wait for each other is not the same twice.
fn program() -> gungraun::Command {
    let mut command = gungraun::Command::new(file("edelweiss"));
    command
        .env("RAYON_NUM_THREADS", "1")
        .env("HOME", "/nowhere");
    command.stdout(gungraun::Stdio::Null);
    command
}

#[binary_benchmark]
fn start() -> gungraun::Command {
    program().arg("--version").build()
}

#[binary_benchmark]
#[benches::players(args = [20, 500, 9999])]
fn drop_in(players: u32) -> gungraun::Command {
    let mut command = program();
    command.arg("--dutch").arg(tournament(players));
    command.arg("-p").arg(file("pairs.txt")).build()
}

#[binary_benchmark]
#[benches::players(args = [20, 500, 9999])]
fn check(players: u32) -> gungraun::Command {
    program().arg("check").arg(tournament(players)).build()
}

#[binary_benchmark]
#[benches::players(args = [20, 500, 9999])]
fn explain(players: u32) -> gungraun::Command {
    program().arg("explain").arg(tournament(players)).build()
}

// Of 9,999 players it takes half a minute without callgrind, so it is not among the questions.
#[binary_benchmark]
#[benches::players(args = [20, 500])]
fn prove(players: u32) -> gungraun::Command {
    let mut command = program();
    command.arg("pair").arg(tournament(players));
    command.arg("--proof").arg(file("proof.json")).build()
}

#[binary_benchmark]
#[benches::players(args = [20, 500])]
fn verify(players: u32) -> gungraun::Command {
    let mut command = program();
    command.arg("verify").arg(tournament(players));
    command.arg(file(format!("{players}.proof"))).build()
}

binary_benchmark_group!(
    name = questions,
    benchmarks = [start, drop_in, check, explain, prove, verify]
);
main!(binary_benchmark_groups = questions);
