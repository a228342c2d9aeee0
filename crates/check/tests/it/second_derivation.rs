//! The judges read the entries themselves; the model derives positions. Both must say the same.

use crate::common::{KINDS, below, tournament};
use edelweiss_check::colours::ColourAllocation;
use edelweiss_check::legality::{Breach, violations};
use edelweiss_model::{Acceleration, Colour, Definitions, PlayerId, Position, Tournament};
use edelweiss_pairing::{Rules, colour_of_higher};
use quickcheck::Gen;

const DEFINITIONS: [Definitions; 2] = [Definitions::DUTCH_2017, Definitions::DUTCH_2026];

/// Random tournaments of every kind, one in five under the Baku method where that is possible.
fn for_each_tournament(mut visit: impl FnMut(&mut Gen, &Tournament)) {
    let mut g = Gen::from_size_and_seed(20, 2_026);
    for _ in 0..150 {
        for kind in KINDS {
            let size = 3 + below(&mut g, 10) as usize;
            let tournament = tournament(&mut g, kind, size, Rules::dutch_2026());
            visit(&mut g, &tournament);
            let mut data = tournament.into_data();
            data.acceleration = Acceleration::Baku;
            for player in &mut data.players {
                player.virtual_points.clear();
            }
            if let Ok(accelerated) = data.build() {
                visit(&mut g, &accelerated);
            }
        }
    }
}

#[test]
fn every_pair_gets_the_colours_of_the_engine() {
    for_each_tournament(|_, tournament| {
        let colours = ColourAllocation::new(tournament);
        let position = Position::derive(tournament, &Definitions::DUTCH_2026);
        let present = position.present();
        for (place, &higher) in present.iter().enumerate() {
            for &lower in &present[place + 1..] {
                let (colour, _) = colour_of_higher(&position, higher, lower);
                let seats = match colour {
                    Colour::White => (higher, lower),
                    Colour::Black => (lower, higher),
                };
                assert_eq!(colours.seat(higher, lower), seats, "{tournament:?}");
                assert_eq!(colours.seat(lower, higher), seats);
            }
        }
    });
}

#[test]
fn every_breach_of_a_random_round_is_found() {
    let mut kinds_found = [0; 8];
    for_each_tournament(|g, tournament| {
        for definitions in DEFINITIONS {
            let position = Position::derive(tournament, &definitions);
            let mut everybody: Vec<PlayerId> = match below(g, 4) {
                0 => tournament.player_ids().collect(),
                _ => position.present().to_vec(),
            };
            everybody.sort_by_cached_key(|_| below(g, u64::MAX));
            if below(g, 4) == 0 {
                everybody.pop();
            }
            let bye = (below(g, 3) > 0).then(|| everybody.pop()).flatten();
            let mut pairs: Vec<(PlayerId, PlayerId)> = (everybody.chunks_exact(2))
                .map(|pair| (pair[0], pair[1]))
                .collect();
            if below(g, 4) == 0 {
                pairs.extend(pairs.first().copied());
            }
            let found = violations(tournament, &definitions, &pairs, bye);
            for violation in &found {
                kinds_found[kind_of(*violation)] += 1;
            }
            assert_eq!(found.is_empty(), is_legal(&position, &pairs, bye));
            for &(a, b) in &pairs {
                let has = |violation| found.contains(&violation);
                assert_eq!(has(Breach::Rematch(a, b)), position.have_met(a, b));
                assert_eq!(has(Breach::Banned(a, b)), position.is_banned(a, b));
                assert_eq!(has(Breach::ColourClash(a, b)), position.colours_clash(a, b));
            }
            if let Some(id) = bye {
                let barred = !position.player(id).bye_allowed;
                assert_eq!(found.contains(&Breach::BarredFromBye(id)), barred);
            }
        }
    });
    assert!(kinds_found.iter().all(|n| *n > 20), "{kinds_found:?}");
}

fn kind_of(violation: Breach) -> usize {
    match violation {
        Breach::Unpaired(_) => 0,
        Breach::PairedTwice(_) => 1,
        Breach::NotPresent(_) => 2,
        Breach::NeedlessBye(_) => 3,
        Breach::BarredFromBye(_) => 4,
        Breach::Rematch(..) => 5,
        Breach::Banned(..) => 6,
        Breach::ColourClash(..) => 7,
    }
}

fn is_legal(position: &Position, pairs: &[(PlayerId, PlayerId)], bye: Option<PlayerId>) -> bool {
    let mut seated: Vec<PlayerId> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    seated.extend(bye);
    seated.sort_unstable();
    let mut present = position.present().to_vec();
    present.sort_unstable();
    seated == present
        && pairs.iter().all(|(a, b)| position.may_meet(*a, *b))
        && bye.is_none_or(|id| position.player(id).bye_allowed && present.len() % 2 == 1)
}
