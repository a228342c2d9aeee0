//! How long do the standings of the largest event take, and do ties make them slow?
#![allow(
    missing_docs,
    reason = "the macro of criterion makes a public function"
)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use edelweiss_benches::Lot;
use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, PlayerId, RoundEntry, Tournament, TournamentData, Tpn,
};
use edelweiss_standings::{TieBreak, TieBreakRules, standings};

/// The most players that a file can number.
const PLAYERS: usize = 9_999;
const ROUNDS: usize = 13;

/// Opponents by lot, so that no two of a row lie near each other in memory, and results by `result`; one
/// in a hundred is absent, one game in fifty is forfeited unless all are drawn.
fn event(result: fn(&mut Lot) -> [GameResult; 2]) -> Tournament {
    let mut lot = Lot(29);
    let mut data = TournamentData::default();
    for number in 1..=PLAYERS as u32 {
        let mut player = Player::new(Tpn::new(number).expect("1..=9999"));
        player.rating = Some(1_200 + lot.below(1_400) as u16);
        data.players.push(player);
    }
    for _ in 0..ROUNDS {
        let mut order: Vec<usize> = (0..PLAYERS).collect();
        for place in (1..PLAYERS).rev() {
            order.swap(place, lot.below(place + 1));
        }
        for pair in order.chunks(2) {
            let &[white, black] = pair else {
                let bye = RoundEntry::Bye(ByeKind::PairingAllocated);
                data.players[pair[0]].entries.push(bye);
                continue;
            };
            let results = result(&mut lot);
            let sides = [(white, black, Colour::White), (black, white, Colour::Black)];
            for ((own, other, colour), result) in sides.into_iter().zip(results) {
                data.players[own].entries.push(RoundEntry::Paired {
                    opponent: PlayerId::from_index(other),
                    colour: Some(colour),
                    result,
                });
            }
        }
    }
    data.build().expect("every game is mirrored")
}

fn any(lot: &mut Lot) -> [GameResult; 2] {
    use GameResult::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
    match lot.below(50) {
        0 => [ForfeitWin, ForfeitLoss],
        1..=20 => [Win, Loss],
        21..=35 => [Loss, Win],
        _ => [Draw, Draw],
    }
}

fn ten_tie_breaks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("standings");
    group
        .sample_size(30)
        .measurement_time(Duration::from_secs(3));
    let list = |codes: &str| -> Vec<TieBreak> {
        let codes = codes
            .split(',')
            .map(|code| code.parse().expect("a tie-break"));
        codes.collect()
    };
    let ten = list("DE,BH/C1,BH,SB,AOB,WIN,PS,ARO,TPR,PTP");
    let rules = TieBreakRules::MARCH_2026;
    let played = event(any);
    let drawn = event(|_| [GameResult::Draw; 2]);
    for (name, tournament, list) in [
        ("9,999 players, 13 rounds, ten tie-breaks", &played, &ten),
        ("the same, everything drawn", &drawn, &ten),
        ("everything drawn, DE", &drawn, &list("DE")),
        ("everything drawn, PTP", &drawn, &list("PTP")),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(standings(black_box(tournament), rules, list, None)));
        });
    }
    group.finish();
}

criterion_group!(benches, ten_tie_breaks);
criterion_main!(benches);
