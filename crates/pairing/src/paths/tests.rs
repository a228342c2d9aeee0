use std::cell::RefCell;

use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{ForbiddenGroup, RoundNumber, Tournament};
use quickcheck::{Arbitrary as _, Gen};

use super::Path;
use crate::{BracketRecord, Outcome, Rules, Tuning, pair_round};

thread_local! {
    pub(super) static ENTERED: RefCell<[u64; Path::ALL.len()]> =
        const { RefCell::new([0; Path::ALL.len()]) };
}

/// Criteria in steps that are too wide for a word.
const WIDE: Tuning = Tuning {
    cost_bits: 61,
    ..Tuning::MEASURED
};

/// Boards, the bye and brackets; the proof where there is no round.
fn answer(tournament: &Tournament, rules: &Rules) -> String {
    match pair_round(tournament, rules) {
        Outcome::Paired(round) => {
            assert_eq!(round.defect, None);
            let bracket = |record: &BracketRecord| {
                (record.route, record.pairs.clone(), record.floaters.clone())
            };
            let brackets: Vec<_> = round.brackets.iter().map(bracket).collect();
            format!("{:?} {:?} {brackets:?}", round.boards, round.bye)
        }
        Outcome::Impossible(why) => format!("{why:?}"),
    }
}

/// The same with a soft ban of every other player.
fn with_soft_ban(tournament: &Tournament) -> Tournament {
    let mut data = tournament.clone().into_data();
    data.soft_bans.push(ForbiddenGroup {
        first: RoundNumber::FIRST,
        last: None,
        players: tournament.player_ids().step_by(2).collect(),
    });
    data.build().expect("only a ban is new")
}

/// Small rounds take every path, and all lead to the same round.
#[test]
fn every_path_is_entered_and_leads_to_the_same_round() {
    let mut random = Gen::from_size_and_seed(40, 28);
    for _ in 0..1_500 {
        let RandomTournament(mut tournament) = RandomTournament::arbitrary(&mut random);
        if bool::arbitrary(&mut random) && bool::arbitrary(&mut random) {
            tournament = with_soft_ban(&tournament);
        }
        for rules in [Rules::dutch_2017(), Rules::dutch_2026()] {
            let expected = answer(&tournament, &rules.reference());
            let same = |name: &str, rules: Rules| {
                assert_eq!(
                    answer(&tournament, &rules),
                    expected,
                    "{name}: {tournament:?}"
                );
            };
            same("portions", rules.tuned(&Tuning::TINY).reference());
            for tuning in [&Tuning::TINY, &Tuning::MEASURED, &WIDE] {
                same("fast", rules.tuned(tuning));
                same("by classes", rules.tuned(tuning).by_classes());
            }
        }
    }
    let counts = ENTERED.with_borrow(|counts| *counts);
    let missed: Vec<Path> = (Path::ALL.into_iter())
        .filter(|path| counts[*path as usize] == 0)
        .collect();
    assert_eq!(missed, [], "{counts:?}");
}
