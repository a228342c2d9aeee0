//! The tournaments worked through by hand in docs/worked/dubov-2026.md and dubov-1997.md.

use std::collections::BTreeSet;

use edelweiss_model::{ByeKind, Colour, RoundEntry, RoundNumber, Tournament};
use edelweiss_pairing::Outcome;
use edelweiss_systems::{dubov_1997, dubov_2026};

fn read(bytes: &[u8]) -> Tournament {
    let options = edelweiss_trf::ReadOptions::default();
    edelweiss_trf::read(bytes, "worked.trf", &options)
        .expect("a committed file")
        .tournament
}

/// White and Black by number; the bye has no Black.
fn recorded(tournament: &Tournament, round: RoundNumber) -> BTreeSet<(u32, Option<u32>)> {
    (tournament.players.iter())
        .filter_map(|player| match player.entry(round) {
            RoundEntry::Paired {
                opponent,
                colour: Some(Colour::White),
                ..
            } => {
                let opponent = tournament.player(opponent).number.get();
                Some((player.number.get(), Some(opponent)))
            }
            RoundEntry::Bye(ByeKind::PairingAllocated) => Some((player.number.get(), None)),
            _ => None,
        })
        .collect()
}

fn check(bytes: &[u8], pair_round: fn(&Tournament) -> Outcome) {
    let tournament = read(bytes);
    let last = tournament.rounds_paired().expect("rounds were played");
    assert_eq!(last.get(), 4, "the page works through four rounds");
    for round in (0..=last.index()).map(RoundNumber::from_index) {
        let before = tournament.before_round(round);
        let Outcome::Paired(paired) = pair_round(&before) else {
            panic!("round {round} can be paired");
        };
        let number = |id| tournament.player(id).number.get();
        let ours: BTreeSet<_> = (paired.boards.iter())
            .map(|board| (number(board.white), Some(number(board.black))))
            .chain(paired.bye.map(|id| (number(id), None)))
            .collect();
        assert_eq!(ours, recorded(&tournament, round), "round {round}");
    }
}

#[test]
fn dubov_2026_pairs_the_worked_tournament() {
    check(
        include_bytes!("../../testdata/dubov-2026/worked.trf"),
        dubov_2026::pair_round,
    );
}

#[test]
fn dubov_1997_pairs_the_worked_tournament() {
    check(
        include_bytes!("../../testdata/dubov-1997/worked.trf"),
        dubov_1997::pair_round,
    );
}
