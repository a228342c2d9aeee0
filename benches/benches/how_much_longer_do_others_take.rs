//! How much longer do other programs take for a round, from file to file?
//!
//! `EDELWEISS_PEERS` names them: `NAME=COMMAND` lines or parts between semicolons, with `{in}` and
//! `{out}` for the files; so does `EDELWEISS_PROGRAM` for ours, if it is not the one that cargo
//! built last (`target/dist/edelweiss`). `EDELWEISS_PEERS_SIZES` lists the numbers of players
//! (500 and 1,000 if absent). Every program gets the same files, one after the other, three times
//! or for a third of a second; the best wall-clock time counts, because that is what an arbiter waits for. Not a criterion
//! target: a peer may take a minute for a round.
#![allow(
    clippy::print_stdout,
    clippy::float_arithmetic,
    reason = "prints a table of times"
)]

mod inputs;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use edelweiss_pairing::Rules;
use edelweiss_trf::{Dialect, Document, LineEnd};

/// Runs of one program on one file, at least.
const RUNS: usize = 3;
/// A program runs again as long as its runs have not taken so long together: one of them says little
/// where they take milliseconds.
const ENOUGH: Duration = Duration::from_millis(333);
/// A program that takes longer runs once.
const LONG: Duration = Duration::from_secs(5);

fn main() {
    if std::env::args().any(|word| word == "--test") {
        return;
    }
    let variable = |name: &str, default: &str| std::env::var(name).unwrap_or(default.to_owned());
    let ours = variable(
        "EDELWEISS_PROGRAM",
        concat!(env!("CARGO_MANIFEST_DIR"), "/../target/dist/edelweiss"),
    );
    let mut programs = vec![(
        "edelweiss".to_owned(),
        format!("{ours} --dutch {{in}} -p {{out}}"),
    )];
    for peer in variable("EDELWEISS_PEERS", "").split([';', '\n']) {
        if let Some((name, command)) = peer.trim().split_once('=') {
            programs.push((name.trim().to_owned(), command.trim().to_owned()));
        }
    }
    if programs.len() == 1 {
        println!("EDELWEISS_PEERS is not set: only our own program is timed");
    }
    let sizes = variable("EDELWEISS_PEERS_SIZES", "500 1000");
    let folder = std::env::temp_dir().join(format!("edelweiss-peers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    println!("milliseconds of wall clock, best of {RUNS} or more (once if over 5 s)");
    for players in sizes
        .split_whitespace()
        .filter_map(|size| size.parse().ok())
    {
        for round in [2, 5, 9] {
            compare(players, round, &programs, &folder);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}

fn compare(players: u32, round: u32, programs: &[(String, String)], folder: &Path) {
    let tournament = inputs::before_round(players, round, &Rules::dutch_2026());
    let input = folder.join("in.trf");
    let document = Document::from_tournament(&tournament, Dialect::Trf16);
    let text = document
        .expect("generated names fit a file")
        .write(LineEnd::Lf);
    std::fs::write(&input, text).expect("the folder is writable");
    let mut ours = None;
    print!("{players:>5} players, round {round}");
    for (name, command) in programs {
        let output = folder.join("out.txt");
        match best_time(command, &input, &output) {
            Ok(time) => {
                let ours = *ours.get_or_insert(time);
                let factor = time.as_secs_f64() / ours.as_secs_f64();
                print!(" | {name} {:.2} ({factor:.0}x)", 1e3 * time.as_secs_f64());
            }
            Err(reason) => print!(" | {name}: {reason}"),
        }
    }
    println!();
}

fn best_time(command: &str, input: &Path, output: &Path) -> Result<Duration, String> {
    let path = |path: &Path| path.display().to_string();
    let words: Vec<String> = command
        .split_whitespace()
        .map(|word| {
            word.replace("{in}", &path(input))
                .replace("{out}", &path(output))
        })
        .collect();
    let (program, arguments) = words.split_first().ok_or("an empty command")?;
    let mut best = Duration::MAX;
    let mut total = Duration::ZERO;
    let mut n_runs = 0;
    while n_runs < RUNS || total < ENOUGH {
        let _ = std::fs::remove_file(output);
        let clock = Instant::now();
        let status = Command::new(program)
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|error| error.to_string())?;
        let time = clock.elapsed();
        if !status.success() {
            return Err(status.to_string());
        }
        best = best.min(time);
        total += time;
        n_runs += 1;
        if time > LONG {
            break;
        }
    }
    Ok(best)
}
