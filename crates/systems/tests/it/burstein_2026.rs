//! The Burstein System: laws, its judge, and its readings.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};

use edelweiss_judges::systems::burstein_2026::{self as judge, BursteinReading};
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{
    Absence, ByeBar, ByeKind, Definitions, Player, PlayerId, Position, RoundEntry, RoundNumber,
    Score, Strength, Tournament, Tpn,
};
use edelweiss_pairing::{ColourReason, Impossible, Outcome, RoundPairing};
use edelweiss_systems::burstein_2026::{
    BursteinOptions, GamesCounted, RunKind, ZeroPointByes, indices, pair_round, seeding_rounds,
};
use edelweiss_verify::ProcedureToProve;
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::claims::{self, ClaimCounts};
use crate::common;

/// A random tournament of 2 to 10 players with options, to be paired as after the seeding rounds.
#[derive(Clone, Debug)]
struct Case {
    tournament: Tournament,
    options: BursteinOptions,
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % 9;
        let options = BursteinOptions {
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
        let tournament = match u8::arbitrary(g) % 4 {
            0 => common::hard_field(g),
            1 => common::strangers(g, 9),
            _ => random_tournament(g, n),
        };
        Self {
            tournament,
            options,
        }
    }
}

/// The same readings as the judge names them; it knows no seeding rounds.
fn readings(options: BursteinOptions) -> Vec<BursteinReading> {
    let BursteinOptions {
        seeding_rounds: _,
        bye_bar,
        games_counted,
        zero_point_byes,
        run_kind,
        draws_count_for_oneself,
    } = options;
    let departs = [
        (
            bye_bar == ByeBar::ByeOrForfeitWin,
            BursteinReading::ByeBarByProcedure,
        ),
        (
            games_counted == GamesCounted::Paired,
            BursteinReading::GamesPaired,
        ),
        (
            zero_point_byes == ZeroPointByes::LastRound,
            BursteinReading::ByesUpToLastRound,
        ),
        (
            zero_point_byes == ZeroPointByes::BeforeLast,
            BursteinReading::ByesBeforeLastRound,
        ),
        (
            run_kind == RunKind::ByesAndForfeitLosses,
            BursteinReading::RunsOfForfeitLosses,
        ),
        (
            draws_count_for_oneself,
            BursteinReading::DrawsCountForOneself,
        ),
    ];
    common::chosen(&departs)
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
        let verdict = judge::pair_round(&tournament, &readings(options));
        match (pair_round(&tournament, &options), verdict) {
            (Outcome::Paired(round), Some(verdict)) => {
                PAIRED.fetch_add(1, Ordering::Relaxed);
                games_of(&round) == verdict.boards && round.bye == verdict.bye
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

/// Of the default readings, which are those that there are proofs by, after the seeding rounds.
#[test]
fn one_round_by_indices_is_proved_and_no_other() {
    static COUNTS: ClaimCounts = ClaimCounts::new();
    fn try_round(tournament: &Tournament) {
        let options = BursteinOptions {
            seeding_rounds: Some(0),
            ..BursteinOptions::default()
        };
        let outcome = pair_round(tournament, &options);
        let asked = ProcedureToProve::by_indices(tournament, ("indices", 2026), Vec::new());
        COUNTS.try_round(&asked, &outcome, claims::brackets_leaving);
    }
    let law: fn(Case) -> bool = |Case { tournament, .. }| {
        try_round(&tournament);
        true
    };
    let n = COUNTS.try_all(law);
    for seed in 0..n / 10 {
        let mut g = Gen::from_size_and_seed(100, seed);
        let players = 10 + usize::arbitrary(&mut g) % 30;
        try_round(&random_tournament(&mut g, players));
    }
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
        let definitions = Definitions {
            bye_bar: options.bye_bar,
            ..Definitions::DUTCH_2026
        };
        let position = Position::derive(&tournament, &definitions);
        let apart = |a: PlayerId, b: PlayerId| {
            let (one, other) = (position.player(a), position.player(b));
            let same_absolute = one.strength == Strength::Absolute
                && other.strength == Strength::Absolute
                && one.preference == other.preference;
            same_absolute || position.have_met(a, b) || position.is_banned(a, b)
        };
        let separate = (proof.components.iter().enumerate()).all(|(place, one)| {
            (proof.components[..place].iter().flatten()).all(|b| one.iter().all(|a| apart(*a, *b)))
        });
        let served = proof.barrier.len() + usize::from(proof.bye_in_barrier);
        separate && proof.components.len() > served && !proof.unmatched.is_empty()
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
    assert!(judge::article_4(3, 0).is_empty());
}

fn printed(opponents: &[usize]) -> String {
    let pairs: Vec<String> = (opponents.iter().enumerate())
        .filter(|(place, opponent)| **opponent == 0 || **opponent > *place)
        .map(|(place, opponent)| format!("{}-{opponent}", place + 1))
        .collect();
    pairs.join(", ")
}

/// The tournament of the book, played round by round: docs/worked/burstein-2026.md.
#[test]
fn the_hand_checked_tournament_is_paired_as_by_hand() {
    let players: Vec<&str> = include_str!("../../testdata/burstein_2026/hand_checked.players")
        .lines()
        .collect();
    let played = common::tournament(5, &players)
        .build()
        .expect("the book has no contradictions");
    let mut found = String::new();
    for number in 1..=5 {
        let before = played.before_round(RoundNumber::new(number).expect("1..=9999"));
        let Outcome::Paired(round) = pair_round(&before, &BursteinOptions::default()) else {
            panic!("round {number} can be paired");
        };
        found += &told(&before, &round);
    }
    let by_hand = include_str!("../../testdata/burstein_2026/hand_checked.rounds");
    assert_eq!(found, by_hand);
}

/// A round as the hand-checked file tells it.
fn told(before: &Tournament, round: &RoundPairing) -> String {
    let name = |id: &PlayerId| (id.index() + 1).to_string();
    let names = |ids: &[PlayerId]| ids.iter().map(name).collect::<Vec<_>>().join(" ");
    let mut lines = vec![match round.bye {
        Some(bye) => format!("round {}: {} has the bye", round.round, name(&bye)),
        None => format!("round {}", round.round),
    }];
    for board in &round.boards {
        lines.push(match board.colour_reason {
            ColourReason::Article(article) => {
                format!("{}-{} ({article})", name(&board.white), name(&board.black))
            }
            _ => format!("{}-{}", name(&board.white), name(&board.black)),
        });
    }
    let seeding = before.rounds_total.map_or(0, seeding_rounds);
    let brackets = if round.round.get() > seeding {
        &round.brackets[..]
    } else {
        &[]
    };
    let index = indices(before, &BursteinOptions::default());
    for bracket in brackets {
        let mut players = [&bracket.mdps[..], &bracket.residents].concat();
        players.sort_by_key(|id| (Reverse(index[id.index()]), *id));
        let floaters = names(&bracket.floaters);
        lines.push(match bracket.floaters.len() {
            0 => format!("bracket {}", names(&players)),
            1 => format!("bracket {}: {floaters} floats", names(&players)),
            _ => format!("bracket {}: {floaters} float", names(&players)),
        });
    }
    lines.join("\n") + "\n"
}

fn after_seeding(players: &[&str]) -> Tournament {
    common::tournament(9, players)
        .build()
        .expect("the example has no contradictions")
}

fn bye_of(tournament: &Tournament, options: &BursteinOptions) -> usize {
    match pair_round(tournament, options) {
        Outcome::Paired(round) => round.bye.expect("an odd field").index() + 1,
        Outcome::Impossible(impossible) => panic!("{impossible:?}"),
    }
}

fn no_seeding() -> BursteinOptions {
    BursteinOptions {
        seeding_rounds: Some(0),
        ..BursteinOptions::default()
    }
}

/// 3.1.1 lists a bye and a forfeit win; C2, to which it refers, any round worth a win.
#[test]
fn a_full_point_bye_bars_from_the_bye() {
    // Present are 2 and 4, who have had a bye, and 5.
    let players = ["Z 2w1 H", "U 1b0", "Z 4w1 H", "U 3b0", "Z F"];
    let tournament = after_seeding(&players);
    assert!(matches!(
        pair_round(&tournament, &no_seeding()),
        Outcome::Impossible(Impossible::NoLegalPairing(_))
    ));
    let by_the_letter = BursteinOptions {
        bye_bar: ByeBar::ByeOrForfeitWin,
        ..no_seeding()
    };
    assert_eq!(bye_of(&tournament, &by_the_letter), 5);
}

/// 3.1.4: number 4 was paired twice, but played once; number 5 played twice.
#[test]
fn forfeited_games_do_not_count_as_played_for_the_bye() {
    let players = [
        "4w1 5w1", "5w1 3b1", "H 2w0", "1b0 6w-", "2b0 1b0", "Z 4b+ Z",
    ];
    let tournament = after_seeding(&players);
    assert_eq!(bye_of(&tournament, &no_seeding()), 5);
    let paired = BursteinOptions {
        games_counted: GamesCounted::Paired,
        ..no_seeding()
    };
    // Equal in pairings: the lower ranked of the two, by the Index.
    let index = indices(&tournament, &paired);
    assert!(index[3] < index[4], "{index:?}");
    assert_eq!(bye_of(&tournament, &paired), 4);
}

/// 1.7.2.2 in its four readings, seen by number 1, who drew with number 2 in round 1.
#[test]
fn zero_point_byes_in_a_row_are_draws_for_the_opponents() {
    // Number 2: a draw, a forfeit loss, two zero-point byes, and away again in round 5.
    // Numbers 4 and 5 are there to hold the rounds.
    let (four, five) = ("5w= 5w= 5w= 5w=", "4b= 4b= 4b= 4b=");
    let away = ["2w= H H H", "1b= 3w- Z Z Z", "H 2b+ H H", four, five];
    let here = ["2w= H H H", "1b= 3w- Z Z", "H 2b+ H H", four, five];
    let seen = |players: &[&str], options: BursteinOptions| {
        // Number 1 has 2 points and three byes against itself: 6 points before the opponent's.
        indices(&after_seeding(players), &options)[0].buchholz - 3 * 20
    };
    let readings = |zero_point_byes, run_kind| BursteinOptions {
        zero_point_byes,
        run_kind,
        ..BursteinOptions::default()
    };
    assert_eq!(seen(&away, BursteinOptions::default()), 15);
    assert_eq!(seen(&here, BursteinOptions::default()), 5);
    assert_eq!(
        seen(&here, readings(ZeroPointByes::LastRound, RunKind::Byes)),
        15
    );
    assert_eq!(
        seen(&here, readings(ZeroPointByes::BeforeLast, RunKind::Byes)),
        10
    );
    assert_eq!(
        seen(
            &away,
            readings(ZeroPointByes::AbsentNow, RunKind::ByesAndForfeitLosses)
        ),
        20
    );
    assert_eq!(
        seen(
            &here,
            readings(ZeroPointByes::BeforeLast, RunKind::ByesAndForfeitLosses)
        ),
        15
    );
}

/// 1.7.2.2 is "for the benefit of the player's actual over-the-board opponents".
#[test]
fn the_own_index_uses_the_true_score() {
    let tournament = after_seeding(&["2w= H", "1b= Z", "4w= 4w=", "3b= 3b="]);
    let reading = |draws_count_for_oneself| BursteinOptions {
        zero_point_byes: ZeroPointByes::LastRound,
        draws_count_for_oneself,
        ..BursteinOptions::default()
    };
    // Number 1 has 1 point. Number 2 has ½, against oneself in round 2.
    let own = indices(&tournament, &reading(false))[1];
    assert_eq!((own.buchholz, own.sonneborn_berger), (10 + 5, 5 * 10));
    let own = indices(&tournament, &reading(true))[1];
    assert_eq!(
        (own.buchholz, own.sonneborn_berger),
        (10 + 10, 5 * 10 + 5 * 10)
    );
}

/// 1.7.2.1: an unplayed round is a game against oneself with the registered points, whatever its
/// kind; 1.7.2: virtual points stay out.
#[test]
fn unplayed_rounds_are_games_against_oneself() {
    let mut data = common::tournament(9, &["2w1 U", "1b0 3b-", "H 2w+"]);
    for player in &mut data.players {
        player.virtual_points = vec![Score::ONE; 3];
    }
    let found = indices(
        &data.build().expect("no contradictions"),
        &BursteinOptions::default(),
    );
    let pairs: Vec<(i64, i64)> = (found.iter())
        .map(|index| (index.buchholz, index.sonneborn_berger))
        .collect();
    // 1: 0 from number 2, and 2 against oneself, won. 2: 2 from number 1, lost, and 0. 3: 1½ twice.
    assert_eq!(pairs, [(20, 10 * 20), (20, 0), (30, 5 * 15 + 10 * 15)]);
}

/// Without the number of rounds, rounds up to the fourth may or may not be seeding rounds.
#[test]
fn a_missing_number_of_rounds_is_asked_for() {
    let without = |players: &[&str]| {
        let mut data = common::tournament(9, players);
        data.rounds_total = None;
        data.build().expect("no contradictions")
    };
    let Outcome::Impossible(Impossible::ProcedureEnded { article, .. }) =
        pair_round(&without(&["H", "H"]), &BursteinOptions::default())
    else {
        panic!("round 2 is undecided");
    };
    assert_eq!(article, "C.04.4.2 1.6.2");
    let fifth = without(&["H H H 3w1", "H H H 4b0", "H H H 1b0", "H H H 2w1"]);
    assert!(matches!(
        pair_round(&fifth, &BursteinOptions::default()),
        Outcome::Paired(_)
    ));
}

/// 2.1.3 has no exception for topscorers, unlike the Dutch system.
#[test]
fn topscorers_of_one_absolute_preference_do_not_meet() {
    // Present are 1 and 2, each with two games with White and two wins.
    let players = ["3w1 4w1", "4w1 3w1", "1b0 2b0 Z", "2b0 1b0 Z"];
    let last_round = common::tournament(3, &players)
        .build()
        .expect("no contradictions");
    assert!(matches!(
        pair_round(&last_round, &BursteinOptions::default()),
        Outcome::Impossible(Impossible::NoLegalPairing(_))
    ));
    assert!(matches!(
        edelweiss_pairing::pair_round(&last_round, &edelweiss_pairing::Rules::dutch_2026()),
        Outcome::Paired(_)
    ));
}

/// Beyond the judge's reach: every answer is a round, checked inside, or a proof.
#[test]
fn fields_of_forty_are_paired_or_proved_impossible() {
    let mut g = Gen::from_size_and_seed(20, 2_026);
    for _ in 0..40 {
        let tournament = random_tournament(&mut g, 40);
        assert!(matches!(
            pair_round(&tournament, &no_seeding()),
            Outcome::Paired(_) | Outcome::Impossible(Impossible::NoLegalPairing(_))
        ));
    }
}

/// Every criterion, and every article of colours.
#[test]
fn rounds_with_every_criterion_and_article_are_those_of_the_judge() {
    let engine = |case: &Case| match pair_round(&case.tournament, &case.options) {
        Outcome::Paired(round) => Some(round),
        Outcome::Impossible(_) => None,
    };
    let judge = |case: &Case| judge::pair_round(&case.tournament, &readings(case.options));
    let found = common::what_decides(engine, judge);
    let expected = [
        "5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5", "C5", "C6", "C7", "C8",
    ];
    assert!(found.keys().eq(expected.iter()), "{found:?}");
}
