//! What holds of every tournament.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands its arguments over"
)]

use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{Tournament, TournamentData};
use edelweiss_standings::{Crosstable, TieBreak, TieBreakRules, Value, standings};
use quickcheck::{QuickCheck, TestResult};

/// Every tie-break with every modifier.
const CODES: &str = "PTS WIN WON BPG BWG PS PS/C1 PS/C2 REP STD TPN TPN/R BH BH/C1 BH/C2 BH/M1 BH/M2 \
    BH/P BH/C1/P FB FB/C1 FB/M2 FB/P AOB AOB/F SB SB/C1 SB/C2 SB/M1 SB/P SB/C2/P KS KS/L+1 KS/L-2 \
    ARO ARO/C1 ARO/C2 ARO/M1 ARO/M2 TPR PTP APRO APPO RTNG RTNG/R";

fn codes() -> Vec<TieBreak> {
    let codes = CODES.split_whitespace();
    codes.map(|code| code.parse().expect("a code")).collect()
}

/// The same tournament with ratings, so that no tie-break is dropped, and with fixed pairings where
/// asked for.
fn rated(random: &RandomTournament, pre_determined: bool) -> Tournament {
    let mut data: TournamentData = random.0.clone().into_data();
    data.pre_determined = pre_determined;
    for (index, player) in data.players.iter_mut().enumerate() {
        player.rating = Some(1500 + (index * 7919 % 900) as u16);
    }
    data.build().expect("ratings contradict nothing")
}

fn check(tests: u64, law: fn(RandomTournament, u8) -> TestResult) {
    QuickCheck::new().tests(tests).quickcheck(law);
}

fn rules(number: u8) -> &'static TieBreakRules {
    TieBreakRules::ALL[usize::from(number) % 4]
}

#[test]
fn contributions_add_up_to_the_value() {
    fn law(random: RandomTournament, number: u8) -> TestResult {
        for pre_determined in [false, true] {
            let tournament = rated(&random, pre_determined);
            let table = Crosstable::new(&tournament, rules(number), None).expect("all rounds");
            for tie_break in codes() {
                let Ok(standings) = table.standings(&[tie_break]) else {
                    assert!(pre_determined, "{tie_break}");
                    continue;
                };
                for player in tournament.player_ids() {
                    let taken_apart = table.decompose(player, &tie_break).expect("not of type A");
                    let value = standings.columns()[0].value(player);
                    assert_eq!(taken_apart.value, value, "{tie_break}");
                    assert_eq!(taken_apart.sum(), value, "{tie_break}");
                    let rounds = taken_apart.contributions.iter().map(|each| each.round);
                    assert!(rounds.is_sorted(), "{tie_break}");
                }
            }
        }
        TestResult::passed()
    }
    check(300, law);
}

/// So no tie-break changes what another one counts, wherever it stands.
#[test]
fn the_order_of_the_list_changes_no_value() {
    fn law(random: RandomTournament, number: u8) -> TestResult {
        let tournament = rated(&random, false);
        let mut list = codes();
        let ranked = |list: &[TieBreak]| {
            standings(&tournament, rules(number), list, None).expect("a Swiss tournament")
        };
        let forwards = ranked(&list);
        list.reverse();
        let backwards = ranked(&list);
        for (column, same) in forwards
            .columns()
            .iter()
            .zip(backwards.columns().iter().rev())
        {
            assert_eq!(column.tie_break, same.tie_break);
            for player in tournament.player_ids() {
                assert_eq!(
                    column.value(player),
                    same.value(player),
                    "{}",
                    column.tie_break
                );
            }
        }
        TestResult::passed()
    }
    check(300, law);
}

/// Ranks follow the values from left to right; who shares a rank has the same values throughout.
#[test]
fn ranks_follow_the_list() {
    fn law(random: RandomTournament, number: u8) -> TestResult {
        let tournament = rated(&random, false);
        let list: Vec<TieBreak> = ["DE", "BH/C1", "DE/P", "AOB", "WIN", "DE", "ARO/C1", "TPN/R"]
            [..usize::from(number) % 9]
            .iter()
            .map(|code| code.parse().expect("a code"))
            .collect();
        let standings = standings(&tournament, rules(number / 9), &list, None).expect("fits");
        let key = |row: &edelweiss_standings::StandingsRow| {
            let values = standings.columns().iter().map(|column| {
                let value = column.value(row.player);
                let is_lower_better = column.tie_break.is_lower_better();
                let signed = value.map(|value| {
                    let (numerator, denominator) = value.lowest_terms();
                    let sign = if is_lower_better { -1 } else { 1 };
                    Value::new(sign * numerator, denominator)
                });
                std::cmp::Reverse(signed)
            });
            (std::cmp::Reverse(row.points), values.collect::<Vec<_>>())
        };
        for (index, pair) in standings.rows().windows(2).enumerate() {
            assert!(key(&pair[0]) <= key(&pair[1]));
            let is_tied = pair[0].rank == pair[1].rank;
            assert_eq!(is_tied, key(&pair[0]) == key(&pair[1]));
            assert!(is_tied || pair[1].rank as usize == index + 2);
        }
        TestResult::passed()
    }
    check(1000, law);
}

/// Direct Encounter is settled: applied once more, it separates nobody.
#[test]
fn direct_encounter_is_applied_until_nothing_is_decided() {
    fn law(random: RandomTournament, number: u8) -> TestResult {
        let tournament = rated(&random, number.is_multiple_of(2));
        let code = if number.is_multiple_of(3) {
            "DE/P"
        } else {
            "DE"
        };
        let once: TieBreak = code.parse().expect("a code");
        let standings = standings(&tournament, rules(number), &[once, once], None).expect("fits");
        for player in tournament.player_ids() {
            assert_eq!(standings.columns()[1].value(player), Some(Value::whole(0)));
        }
        TestResult::passed()
    }
    check(1000, law);
}
