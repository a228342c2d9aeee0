//! Plays a tournament of invented results and prints how long each round took to pair.
//!
//! `cargo run --release -p edelweiss-systems --example simulate -- burstein 500 9`, or `double-swiss 500 18`
//!
//! Results depend on the numbers alone: the same call plays the same tournament.

use std::io::Write;
use std::time::Instant;

use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, PlayerId, RoundEntry, RoundNumber, TournamentData, Tpn,
};
use edelweiss_pairing::Outcome;
use edelweiss_systems::{burstein_2026, double_swiss_2026};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let system = arguments.next().ok_or("burstein or double-swiss")?;
    let players: u32 = arguments.next().ok_or("number of players")?.parse()?;
    let rounds: u32 = arguments.next().ok_or("number of rounds")?.parse()?;
    let mut out = std::io::stdout().lock();
    let mut data = TournamentData {
        rounds_total: Some(RoundNumber::new(rounds)?),
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for number in 1..=players {
        data.players.push(Player::new(Tpn::new(number)?));
    }
    // A match of two games takes two rounds.
    let games = if system == "double-swiss" { 2 } else { 1 };
    for round in (1..=rounds).step_by(games) {
        let tournament = data.build()?;
        let start = Instant::now();
        let outcome = match system.as_str() {
            "burstein" => {
                burstein_2026::pair_round(&tournament, &burstein_2026::BursteinOptions::default())
            }
            "double-swiss" => double_swiss_2026::pair_round(
                &tournament,
                &double_swiss_2026::DoubleSwissOptions::default(),
            )?,
            other => return Err(format!("no system {other}: burstein, double-swiss").into()),
        };
        let elapsed = start.elapsed();
        data = tournament.into_data();
        let Outcome::Paired(pairing) = outcome else {
            writeln!(out, "round {round}: {outcome:?}")?;
            return Ok(());
        };
        writeln!(
            out,
            "round {round}: {} boards, {} brackets, {} ms",
            pairing.boards.len(),
            pairing.brackets.len(),
            elapsed.as_millis()
        )?;
        for board in &pairing.boards {
            record_games(&mut data, [board.white, board.black], round, games);
        }
        if let Some(bye) = pairing.bye {
            let entries = &mut data.players[bye.index()].entries;
            if games == 2 {
                entries.extend(double_swiss_2026::PAIRING_ALLOCATED_BYE);
            } else {
                entries.push(RoundEntry::Bye(ByeKind::PairingAllocated));
            }
        }
    }
    Ok(())
}

/// Plays the games of one board, colours changing from one game to the next.
fn record_games(data: &mut TournamentData, players: [PlayerId; 2], round: u32, games: usize) {
    let [white, black] = players.map(|id| id.index() as u64);
    for game in 0..games {
        let results = invented(white, black, u64::from(round) + game as u64);
        let colour = if game == 0 {
            Colour::White
        } else {
            Colour::Black
        };
        for (side, colour) in [(0, colour), (1, !colour)] {
            data.players[players[side].index()]
                .entries
                .push(RoundEntry::Paired {
                    opponent: players[1 - side],
                    colour: Some(colour),
                    result: results[side],
                });
        }
    }
}

/// A quarter of draws; else the smaller number wins three times in four.
fn invented(white: u64, black: u64, round: u64) -> [GameResult; 2] {
    let mut noise = (white * 10_007 + black) * 10_007 + round;
    noise ^= noise >> 15;
    noise = noise.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let favourite_wins = match (noise >> 32) % 16 {
        0..4 => return [GameResult::Draw, GameResult::Draw],
        4..13 => true,
        _ => false,
    };
    if favourite_wins == (white < black) {
        [GameResult::Win, GameResult::Loss]
    } else {
        [GameResult::Loss, GameResult::Win]
    }
}
