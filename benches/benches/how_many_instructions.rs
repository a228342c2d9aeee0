//! How many instructions does each layer take? Counted by callgrind and compared with a record:
//! `benches/budgets.py` makes the files and runs this.
#![allow(missing_docs, reason = "the macros of gungraun make public functions")]

use std::hint::black_box;
use std::path::Path;

use edelweiss_model::{Definitions, Position, Tournament};
use edelweiss_pairing::{Outcome, Rules, pair_position};
use edelweiss_standings::{Refused, Standings, TieBreak, TieBreakRules};
use edelweiss_trf::{Dialect, Document, LineEnd, ReadOptions, Reading};
use gungraun::prelude::*;

fn bytes(players: u32) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/budgets");
    std::fs::read(folder.join(format!("{players}.trf"))).expect("budgets.py has made the file")
}

fn reading(bytes: &[u8]) -> Reading {
    edelweiss_trf::read(bytes, "", &ReadOptions::default()).expect("generated files are right")
}

fn tournament(players: u32) -> Tournament {
    reading(&bytes(players)).tournament
}

fn position_of(tournament: &Tournament) -> Position {
    Position::derive(tournament, &Definitions::DUTCH_2026)
}

fn position_before(players: u32) -> Position {
    position_of(&tournament(players))
}

#[library_benchmark]
#[benches::players(args = [20, 500, 9999], setup = bytes)]
fn read(bytes: Vec<u8>) -> Reading {
    reading(black_box(&bytes))
}

#[library_benchmark]
#[benches::players(args = [20, 500, 9999], setup = tournament)]
fn position(tournament: Tournament) -> Position {
    position_of(black_box(&tournament))
}

#[library_benchmark]
#[benches::players(args = [20, 500, 9999], setup = position_before)]
fn pair(position: Position) -> Outcome {
    pair_position(black_box(&position), &Rules::dutch_2026())
}

#[library_benchmark]
#[benches::players(args = [20, 500, 9999], setup = tournament)]
fn write(tournament: Tournament) -> String {
    let document = Document::from_tournament(black_box(&tournament), Dialect::Trf26);
    document.expect("it was a file").write(LineEnd::Lf)
}

#[library_benchmark]
#[benches::players(args = [20, 500, 9999], setup = tournament)]
fn standings(tournament: Tournament) -> Result<Standings, Refused> {
    let codes = [
        "DE", "BH/C1", "BH", "SB", "AOB", "WIN", "PS", "ARO", "TPR", "PTP",
    ];
    let list = codes.map(|code| code.parse::<TieBreak>().expect("a tie-break"));
    let rules = &TieBreakRules::MARCH_2026;
    edelweiss_standings::standings(black_box(&tournament), rules, &list, None)
}

library_benchmark_group!(
    name = layers,
    benchmarks = [read, position, pair, standings, write]
);
main!(library_benchmark_groups = layers);
