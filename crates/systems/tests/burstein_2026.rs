//! The Burstein System: laws, its judge, and its readings.

use std::sync::atomic::{AtomicUsize, Ordering};

use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{
    Absence, ByeBar, ByeKind, Player, PlayerId, RoundEntry, RoundNumber, Tournament, Tpn,
};
use edelweiss_pairing::{Impossible, Outcome, RoundPairing};
use edelweiss_systems::burstein_2026::{
    GamesCounted, Options, RunKind, ZeroPointByes, judge, pair_round, seeding_rounds,
};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A random tournament of 2 to 10 players with options, to be paired as after the seeding rounds.
#[derive(Clone, Debug)]
struct Case {
    tournament: Tournament,
    options: Options,
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % 9;
        let options = Options {
            seeding_rounds: Some(0),
            bye_bar: *g
                .choose(&[ByeBar::WinWithoutPlaying, ByeBar::ByeOrForfeitWin])
                .expect("not empty"),
            games_counted: *g
                .choose(&[GamesCounted::OverTheBoard, GamesCounted::Paired])
                .expect("not empty"),
            zero_point_byes: *g
                .choose(&[
                    ZeroPointByes::AbsentNow,
                    ZeroPointByes::LastRound,
                    ZeroPointByes::BeforeLast,
                ])
                .expect("not empty"),
            run_kind: *g
                .choose(&[RunKind::Byes, RunKind::ByesAndForfeitLosses])
                .expect("not empty"),
            draws_count_for_oneself: bool::arbitrary(g),
        };
        Self {
            tournament: random_tournament(g, n),
            options,
        }
    }
}

fn games_of(round: &RoundPairing) -> Vec<(PlayerId, PlayerId)> {
    let mut games: Vec<_> = round
        .boards
        .iter()
        .map(|board| (board.white, board.black))
        .collect();
    games.sort_unstable();
    games
}

#[test]
fn the_judge_agrees() {
    static PAIRED: AtomicUsize = AtomicUsize::new(0);
    static IMPOSSIBLE: AtomicUsize = AtomicUsize::new(0);
    let law: fn(Case) -> bool = |Case {
                                     tournament,
                                     options,
                                 }| {
        let verdict = judge::pair_round(&tournament, &options);
        match (pair_round(&tournament, &options), verdict) {
            (Outcome::Paired(round), Some(verdict)) => {
                PAIRED.fetch_add(1, Ordering::Relaxed);
                games_of(&round) == verdict.games && round.bye == verdict.bye
            }
            (Outcome::Impossible(Impossible::NoLegalPairing(_)), None) => {
                IMPOSSIBLE.fetch_add(1, Ordering::Relaxed);
                true
            }
            _ => false,
        }
    };
    QuickCheck::new().tests(6000).quickcheck(law);
    let (paired, impossible) = (
        PAIRED.load(Ordering::Relaxed),
        IMPOSSIBLE.load(Ordering::Relaxed),
    );
    assert!(
        paired > 4000 && impossible > 100,
        "the law was tried on both kinds: {paired} paired, {impossible} impossible"
    );
}

#[test]
fn pairing_twice_gives_the_same_round() {
    let law: fn(Case) -> bool = |Case {
                                     tournament,
                                     options,
                                 }| {
        let [first, second] = [0, 1].map(|_| pair_round(&tournament, &options));
        format!("{first:?}") == format!("{second:?}")
    };
    QuickCheck::new().tests(200).quickcheck(law);
}

/// A registered player who never comes has no number (C.04.2 (2026) 2.4) and changes nothing.
#[test]
fn a_player_who_never_arrives_changes_nothing() {
    let law: fn(Case) -> bool = |Case {
                                     tournament,
                                     options,
                                 }| {
        let mut data = tournament.clone().into_data();
        let shifted = |id: PlayerId| PlayerId::from_index(id.index() + 1);
        for player in &mut data.players {
            for entry in &mut player.entries {
                if let RoundEntry::Paired { opponent, .. } = entry {
                    *opponent = shifted(*opponent);
                }
            }
        }
        for group in &mut data.forbidden {
            for player in &mut group.players {
                *player = shifted(*player);
            }
        }
        for absence in &mut data.absences {
            absence.player = shifted(absence.player);
        }
        let mut stranger = Player::new(Tpn::new(5000).expect("1..=9999"));
        stranger.entries = vec![RoundEntry::Bye(ByeKind::Zero); tournament.next_round().index()];
        data.players.insert(0, stranger);
        data.absences.push(Absence {
            round: tournament.next_round(),
            player: PlayerId::from_index(0),
            kind: ByeKind::Zero,
        });
        let extended = data.build().expect("one more name contradicts nothing");
        match (
            pair_round(&tournament, &options),
            pair_round(&extended, &options),
        ) {
            (Outcome::Paired(before), Outcome::Paired(after)) => {
                let moved: Vec<_> = (games_of(&before).into_iter())
                    .map(|(white, black)| (shifted(white), shifted(black)))
                    .collect();
                moved == games_of(&after) && before.bye.map(shifted) == after.bye
            }
            (Outcome::Impossible(_), Outcome::Impossible(_)) => true,
            _ => false,
        }
    };
    QuickCheck::new().tests(500).quickcheck(law);
}

/// The proof of impossibility is one: more odd groups than the barrier can serve, and nobody of one
/// group may meet anybody of another.
#[test]
fn impossible_rounds_come_with_a_proof() {
    let law: fn(Case) -> bool = |Case {
                                     tournament,
                                     options,
                                 }| {
        let Outcome::Impossible(Impossible::NoLegalPairing(proof)) =
            pair_round(&tournament, &options)
        else {
            return true;
        };
        let served = proof.barrier.len() + usize::from(proof.bye_in_barrier);
        proof.components.len() > served && !proof.unmatched.is_empty()
    };
    QuickCheck::new().tests(1000).quickcheck(law);
}

/// 1.6.2.
#[test]
fn seeding_rounds_are_half_the_rounds_but_at_most_four() {
    let counts: Vec<u16> = [1, 2, 3, 5, 6, 7, 8, 9, 11, 13]
        .map(|rounds| seeding_rounds(RoundNumber::new(rounds).expect("1..=9999")))
        .to_vec();
    assert_eq!(counts, [0, 1, 1, 2, 3, 3, 4, 4, 4, 4]);
}

/// The list printed with 4.3, and its length.
#[test]
fn article_4_lists_the_printed_pairings() {
    let all = judge::article_4(6, 2);
    let lines: Vec<String> = all.iter().map(|opponents| printed(opponents)).collect();
    assert_eq!(lines.len(), 45);
    assert_eq!(
        lines[..9],
        [
            "1-6, 2-5, 3-0, 4-0",
            "1-6, 2-4, 3-0, 5-0",
            "1-6, 2-3, 4-0, 5-0",
            "1-6, 2-0, 3-5, 4-0",
            "1-6, 2-0, 3-4, 5-0",
            "1-6, 2-0, 3-0, 4-5",
            "1-5, 2-6, 3-0, 4-0",
            "1-5, 2-4, 3-0, 6-0",
            "1-5, 2-3, 4-0, 6-0",
        ]
    );
    assert_eq!(lines[44], "1-0, 2-0, 3-4, 5-6");
    let distinct: std::collections::BTreeSet<&String> = lines.iter().collect();
    assert_eq!(distinct.len(), 45);
}

fn printed(opponents: &[usize]) -> String {
    let pairs: Vec<String> = (opponents.iter().enumerate())
        .filter(|(place, opponent)| **opponent == 0 || **opponent > *place)
        .map(|(place, opponent)| format!("{}-{opponent}", place + 1))
        .collect();
    pairs.join(", ")
}
