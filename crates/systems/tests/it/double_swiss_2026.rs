//! The Double-Swiss System: laws, its judge, and its readings.

use std::sync::atomic::{AtomicUsize, Ordering};

use edelweiss_judges::systems::double_swiss_2026::{self as judge, DoubleSwissReading, NoMatches};
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{
    Absence, Acceleration, ByeKind, Colour, GameResult, PlayerId, RoundEntry, RoundNumber, Score,
    Tournament, TournamentData,
};
use edelweiss_pairing::{ColourReason, Impossible, Outcome, RoundPairing};
use edelweiss_systems::double_swiss_2026::{
    BakuWin, DoubleSwissOptions, FollowingBracket, ForfeitedFloats, Matches, PAIRING_ALLOCATED_BYE,
    before_next_match, match_number, pair_round,
};
use edelweiss_verify::ProcedureToProve;
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::claims::{self, ClaimCounts};
use crate::common;

/// A random tournament of matches with 2 to 9 players, with options.
#[derive(Clone, Debug)]
struct Case {
    tournament: Tournament,
    options: DoubleSwissOptions,
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let pick = |g: &mut Gen| bool::arbitrary(g);
        let options = DoubleSwissOptions {
            following_bracket: if pick(g) {
                FollowingBracket::FewestUpfloaters
            } else {
                FollowingBracket::ParityOrNothing
            },
            forfeited_floats: if pick(g) {
                ForfeitedFloats::Ignored
            } else {
                ForfeitedFloats::Counted
            },
            baku_win: if pick(g) {
                BakuWin::Match
            } else {
                BakuWin::Game
            },
        };
        let tournament = if u8::arbitrary(g) % 4 == 0 {
            common::hard_field(g)
        } else {
            random_matches(g)
        };
        Self {
            tournament,
            options,
        }
    }
}

fn random_matches(g: &mut Gen) -> Tournament {
    let n = 2 + usize::arbitrary(g) % 8;
    let mut data = random_tournament(g, n).into_data();
    play_second_games(g, &mut data);
    if u8::arbitrary(g) < 32 {
        data.points = edelweiss_model::PointSystem::default();
        data.acceleration = Acceleration::Baku;
    }
    data.build().expect("both games are mirrored")
}

/// Turns every round into a match: a second game with the other colours and a result of its own.
fn play_second_games(g: &mut Gen, data: &mut TournamentData) {
    let results = [
        [GameResult::Win, GameResult::Loss],
        [GameResult::Draw, GameResult::Draw],
        [GameResult::Loss, GameResult::Win],
        [GameResult::ForfeitWin, GameResult::ForfeitLoss],
        [GameResult::ForfeitLoss, GameResult::ForfeitWin],
        [GameResult::ForfeitLoss, GameResult::ForfeitLoss],
    ];
    let single = data.players.clone();
    for player in &mut data.players {
        player.entries.clear();
        let doubled = player.virtual_points.iter().flat_map(|points| [*points; 2]);
        player.virtual_points = doubled.collect();
    }
    let rounds = single.iter().map(|player| player.entries.len()).max();
    for round in 0..rounds.unwrap_or(0) {
        for (index, player) in single.iter().enumerate() {
            let entry = player.entries.get(round).copied().unwrap_or_default();
            let own = &mut data.players[index].entries;
            let RoundEntry::Paired {
                opponent,
                colour: Some(colour),
                result,
            } = entry
            else {
                own.extend(match entry {
                    RoundEntry::Bye(ByeKind::PairingAllocated) => PAIRING_ALLOCATED_BYE,
                    other => [other; 2],
                });
                continue;
            };
            if opponent.index() < index {
                continue; // Recorded from the other side.
            }
            // A forfeited first game is often a forfeited match.
            let second = if !result.is_played() && bool::arbitrary(g) {
                let lost = result == GameResult::ForfeitLoss;
                results[if lost { 4 } else { 3 }]
            } else {
                *g.choose(&results).expect("not empty")
            };
            let RoundEntry::Paired {
                result: first_theirs,
                ..
            } = single[opponent.index()].entries[round]
            else {
                unreachable!("mirrored")
            };
            let me = PlayerId::from_index(index);
            // A game that nobody came to may stand without its colour.
            let hidden = !result.is_played() && !first_theirs.is_played() && bool::arbitrary(g);
            for (player, other, colour, results) in [
                (me, opponent, colour, [result, second[0]]),
                (opponent, me, !colour, [first_theirs, second[1]]),
            ] {
                for (game, result) in results.into_iter().enumerate() {
                    data.players[player.index()]
                        .entries
                        .push(RoundEntry::Paired {
                            opponent: other,
                            colour: match game {
                                0 if hidden => None,
                                0 => Some(colour),
                                _ => Some(!colour),
                            },
                            result,
                        });
                }
            }
        }
    }
    data.rounds_total = data
        .rounds_total
        .and_then(|total| RoundNumber::new(2 * u32::from(total.get())).ok());
    for absence in &mut data.absences {
        absence.round = RoundNumber::from_index(2 * absence.round.index());
    }
}

/// The same readings as the judge names them.
fn readings(options: DoubleSwissOptions) -> Vec<DoubleSwissReading> {
    let DoubleSwissOptions {
        following_bracket,
        forfeited_floats,
        baku_win,
    } = options;
    let departs = [
        (
            following_bracket == FollowingBracket::ParityOrNothing,
            DoubleSwissReading::FollowingBracketByParity,
        ),
        (
            forfeited_floats == ForfeitedFloats::Ignored,
            DoubleSwissReading::ForfeitedFloatsIgnored,
        ),
        (baku_win == BakuWin::Game, DoubleSwissReading::BakuWinOfGame),
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
        let verdict = judge::pair_round(&tournament, &readings(options)).expect("matches");
        match (pair_round(&tournament, &options).expect("matches"), verdict) {
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
    let n = common::n_positions();
    QuickCheck::new().tests(n).max_tests(n).quickcheck(law);
    let (paired, impossible) = (
        PAIRED.load(Ordering::Relaxed),
        IMPOSSIBLE.load(Ordering::Relaxed),
    );
    assert!(
        paired as u64 > n / 2 && impossible as u64 > n / 60,
        "the law was tried on both kinds: {paired} paired, {impossible} impossible"
    );
}

/// Of the default readings, which are those that there are proofs by.
#[test]
fn one_match_is_proved_and_no_other() {
    static COUNTS: ClaimCounts = ClaimCounts::new();
    let law: fn(Case) -> bool = |Case { tournament, .. }| {
        let tournament = before_next_match(&tournament);
        let outcome = pair_round(&tournament, &DoubleSwissOptions::default()).expect("matches");
        let asked = ProcedureToProve::of_matches(&tournament, ("matches", 2026), Vec::new());
        COUNTS.try_round(&asked, &outcome, claims::brackets_taking_up);
        true
    };
    COUNTS.try_all(law);
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

/// The tournament of the book, paired match by match: docs/worked/double-swiss-2026.md.
#[test]
fn the_hand_checked_tournament_is_paired_as_by_hand() {
    let players: Vec<&str> = include_str!("../../testdata/double_swiss_2026/hand_checked.players")
        .lines()
        .collect();
    let played = common::tournament(8, &players)
        .build()
        .expect("the book has no contradictions");
    let mut found = String::new();
    for round in [1, 3, 5, 7] {
        let before = played.before_round(RoundNumber::new(round).expect("1..=9999"));
        found += &told(&paired(&before, DoubleSwissOptions::default()));
    }
    let by_hand = include_str!("../../testdata/double_swiss_2026/hand_checked.rounds");
    assert_eq!(found, by_hand);
}

/// A round as the hand-checked file tells it.
fn told(round: &RoundPairing) -> String {
    let name = |id: &PlayerId| (id.index() + 1).to_string();
    let names = |ids: &[PlayerId]| ids.iter().map(name).collect::<Vec<_>>().join(" ");
    let number = match_number(round.round);
    let mut lines = vec![match round.bye {
        Some(bye) => format!("match {number}: {} has the bye", name(&bye)),
        None => format!("match {number}"),
    }];
    for board in &round.boards {
        let ColourReason::Article(article) = board.colour_reason else {
            panic!("every colour has an article");
        };
        lines.push(format!(
            "{}-{} ({article})",
            name(&board.white),
            name(&board.black)
        ));
    }
    for bracket in &round.brackets {
        let residents = names(&bracket.residents);
        lines.push(if bracket.mdps.is_empty() {
            format!("bracket {residents}")
        } else {
            format!("bracket {residents}, up {}", names(&bracket.mdps))
        });
    }
    lines.join("\n") + "\n"
}

fn build(players: &[&str]) -> Tournament {
    common::tournament(20, players)
        .build()
        .expect("the example has no contradictions")
}

fn paired(tournament: &Tournament, options: DoubleSwissOptions) -> RoundPairing {
    let verdict = judge::pair_round(tournament, &readings(options));
    match (pair_round(tournament, &options), verdict) {
        (Ok(Outcome::Paired(round)), Ok(Some(verdict))) => {
            assert_eq!((games_of(&round), round.bye), (verdict.boards, verdict.bye));
            round
        }
        other => panic!("{other:?}"),
    }
}

fn is_impossible(tournament: &Tournament) -> bool {
    let is_impossible = matches!(
        pair_round(tournament, &DoubleSwissOptions::default()),
        Ok(Outcome::Impossible(Impossible::NoLegalPairing(_)))
    );
    let verdict = judge::pair_round(tournament, &[]).expect("matches");
    assert_eq!(is_impossible, verdict.is_none());
    is_impossible
}

/// The set printed with 3.5.4: 2, 6, 8 have one score, 1, 3, 5 a lower one.
#[test]
fn sets_of_upfloaters_stand_in_the_printed_order() {
    let players = [2, 6, 8, 1, 3, 5].map(PlayerId::from_index);
    let two_and_one: Vec<Vec<usize>> = judge::sets_in_order(&players, 3)
        .into_iter()
        .map(|set| set.into_iter().map(PlayerId::index).collect::<Vec<_>>())
        .filter(|set| {
            set.iter()
                .filter(|number| [2, 6, 8].contains(number))
                .count()
                == 2
        })
        .collect();
    assert_eq!(
        two_and_one,
        [
            [2, 6, 1],
            [2, 6, 3],
            [2, 6, 5],
            [2, 8, 1],
            [2, 8, 3],
            [2, 8, 5],
            [6, 8, 1],
            [6, 8, 3],
            [6, 8, 5]
        ]
    );
}

/// The identifier printed with 3.6.2.
#[test]
fn an_identifier_lists_top_members_then_bottom_members() {
    let pairs = [(11, 24), (16, 6), (10, 9), (8, 4)]
        .map(|(a, b)| (PlayerId::from_index(a), PlayerId::from_index(b)));
    let identifier: Vec<usize> = (judge::identifier(&pairs).into_iter())
        .map(PlayerId::index)
        .collect();
    assert_eq!(identifier, [4, 6, 9, 11, 8, 16, 10, 24]);
}

/// Bad input is refused with the round, the player and what was expected.
#[test]
fn rounds_that_are_no_matches_are_refused() {
    let refusal = |total: u32, players: &[&str]| {
        let tournament = common::tournament(total, players)
            .build()
            .expect("the rounds alone have no contradictions");
        assert_eq!(judge::pair_round(&tournament, &[]), Err(NoMatches));
        match pair_round(&tournament, &DoubleSwissOptions::default()) {
            Err(invalid) => invalid.to_string(),
            Ok(outcome) => panic!("{outcome:?}"),
        }
    };
    assert_eq!(
        refusal(8, &["2w1", "1b0"]),
        "round 2: game 2 of a match is missing, expected two rounds for each match"
    );
    assert_eq!(
        refusal(9, &["2w1 2b1", "1b0 1w0"]),
        "the event has 9 rounds, expected two for each match"
    );
    assert_eq!(
        refusal(8, &["2w1 3b1", "1b0 Z", "Z 1w0"]),
        "rounds 1 and 2: player 1 has two opponents, expected two games of one match; \
         rounds 1 and 2: player 2 has a bye and a game, expected a bye for the whole match; \
         rounds 1 and 2: player 3 has a bye and a game, expected a bye for the whole match"
    );
    assert_eq!(
        refusal(8, &["2w1 2w1", "1b0 1b0"]),
        "rounds 1 and 2: player 1 has one colour twice, expected the other one in game 2; \
         rounds 1 and 2: player 2 has one colour twice, expected the other one in game 2"
    );
    assert_eq!(
        refusal(8, &["2w1 2b1 . H", "1b0 1w0"]),
        "rounds 3 and 4: player 1 has a bye and a game, expected a bye for the whole match"
    );
}

/// A file of another system, where every player has a problem in every match: a few are enough.
#[test]
fn a_refusal_names_the_first_problems_and_counts_the_others() {
    let players = ["2w1 3b1", "1b0 4w1", "4w1 1w0", "3b0 2b0"];
    let tournament = (common::tournament(8, &players).build()).expect("no contradictions");
    let mut invalid =
        pair_round(&tournament, &DoubleSwissOptions::default()).expect_err("no matches");
    let first = invalid.problems[0].clone();
    invalid.problems.resize(50_000, first);
    let message = invalid.to_string();
    assert_eq!(message.matches("player").count(), 5, "{message}");
    assert!(message.ends_with("; and 49995 more problems"), "{message}");
}

/// A bye announced for game 1 of the coming match is one for the match.
#[test]
fn an_absence_may_be_announced_for_game_1_alone() {
    let round = paired(
        &build(&["2w1 2b1 H", "1b0 1w0", "4w1 4b1", "3b0 3w0 Z"]),
        DoubleSwissOptions::default(),
    );
    let seated = [round.boards[0].white.index(), round.boards[0].black.index()];
    assert_eq!((round.boards.len(), seated), (1, [1, 2]));
}

/// But not for game 2 alone, whoever else is absent.
#[test]
fn an_absence_for_game_2_alone_is_refused() {
    let mut data = common::tournament(8, &["2w1 2b1", "1b0 1w0", "4w1 4b1", "3b0 3w0"]);
    let absence = |player, round| Absence {
        round: RoundNumber::from_index(round),
        player: PlayerId::from_index(player),
        kind: ByeKind::Zero,
    };
    data.absences = vec![absence(0, 2)];
    let round = paired(
        &data.clone().build().expect("an absence"),
        DoubleSwissOptions::default(),
    );
    assert_eq!(round.boards.len(), 1);
    data.absences.extend([absence(2, 2), absence(1, 3)]);
    let tournament = data.build().expect("absences");
    assert_eq!(judge::pair_round(&tournament, &[]), Err(NoMatches));
    assert!(pair_round(&tournament, &DoubleSwissOptions::default()).is_err());
}

/// A match in which the only player present had the bye is over.
#[test]
fn a_match_of_one_bye_is_over() {
    let tournament = build(&["U H", "Z Z", "Z Z"]);
    let round = paired(&tournament, DoubleSwissOptions::default());
    assert_eq!(round.round.get(), 3);
    assert_eq!(round.bye, Some(PlayerId::from_index(2)));
}

/// Preface: only after a match of which a player forfeited both games may the pairing recur.
#[test]
fn only_forfeited_matches_may_recur() {
    assert!(is_impossible(&build(&["2w1 2b1", "1b0 1w0"])));
    assert!(is_impossible(&build(&["2w+ 2b1", "1b- 1w0"])));
    assert!(is_impossible(&build(&["2w+ 2b-", "1b- 1w+"])));
    assert!(!is_impossible(&build(&["2w+ 2b+", "1b- 1w-"])));
    assert!(!is_impossible(&build(&["2w- 2b-", "1b- 1w-"])));
}

/// 2.1.2, for number 3; numbers 1 and 2 have had the bye.
#[test]
fn what_bars_from_the_bye() {
    let third = |entries: &str, fourth: &str| {
        is_impossible(&build(&["U H", "U H", entries, &format!("{fourth} Z Z")]))
    };
    assert!(third("U H", "Z Z"));
    assert!(third("F F", "Z Z"));
    assert!(third("4w+ 4b+", "3b- 3w-"));
    assert!(third("4w+ 4b-", "3b- 3w-"));
    assert!(!third("H H", "Z Z"));
    assert!(!third("4w+ 4b-", "3b- 3w+"));
    assert!(!third("4w+ 4b1", "3b- 3w0"));
    assert!(!third("4w- 4b-", "3b- 3w-"));
}

/// 3.4: the lowest score, then the most matches played, then the largest number.
#[test]
fn the_bye_goes_to_the_lowest_score_the_most_matches_the_largest_number() {
    let bye = |players: &[&str]| {
        let round = paired(&build(players), DoubleSwissOptions::default());
        round.bye.map(|id| id.index() + 1)
    };
    let (six, seven) = ("7w1 7b1 Z", "6b0 6w0 Z");
    assert_eq!(
        bye(&["H H", "Z Z", "H H", "H H", "H H", six, seven]),
        Some(2)
    );
    let third_played = ["Z Z", "Z Z", "7w0 7b0", "Z Z", "Z Z", "Z Z Z", "3b1 3w1 Z"];
    assert_eq!(bye(&third_played), Some(3));
    assert_eq!(
        bye(&["Z Z", "Z Z", "Z Z", "Z Z", "Z Z", six, seven]),
        Some(5)
    );
}

/// C6 where no choice of upfloaters lets the following bracket do without several of its own.
#[test]
fn the_following_bracket_needs_as_few_upfloaters_as_possible() {
    // Number 1 is alone on top. Of 2-6 only 2 and 3 may meet; 7-10 have nothing.
    let mut data = common::tournament(
        20,
        &[
            "F F", "H H", "H H", "H H", "H H", "H H", "Z Z", "Z Z", "Z Z", "Z Z",
        ],
    );
    data.round_to_pair = RoundNumber::new(3).ok();
    for kept in [1, 2] {
        let players = [kept, 3, 4, 5].map(PlayerId::from_index).to_vec();
        data.forbidden.push(edelweiss_model::ForbiddenGroup {
            first: RoundNumber::FIRST,
            last: None,
            players,
        });
    }
    let tournament = data.build().expect("no contradictions");
    let upfloater = |following_bracket| {
        let options = DoubleSwissOptions {
            following_bracket,
            ..DoubleSwissOptions::default()
        };
        paired(&tournament, options).brackets[0].mdps[0].index() + 1
    };
    assert_eq!(upfloater(FollowingBracket::FewestUpfloaters), 4);
    assert_eq!(upfloater(FollowingBracket::ParityOrNothing), 2);
}

/// 1.5 and C7: number 2 was paired with a higher score, but forfeited the match.
#[test]
fn a_forfeited_match_makes_no_floater() {
    let tournament = build(&["Z Z 2w+ 2b+", "H H 1b- 1w-", "H H Z Z", "Z Z Z Z"]);
    let upfloater = |forfeited_floats| {
        let options = DoubleSwissOptions {
            forfeited_floats,
            ..DoubleSwissOptions::default()
        };
        paired(&tournament, options).brackets[0].mdps[0].index() + 1
    };
    assert_eq!(upfloater(ForfeitedFloats::Ignored), 2);
    assert_eq!(upfloater(ForfeitedFloats::Counted), 3);
}

/// C7 does not hold in the last round. Number 2 floated in the previous one.
#[test]
fn floaters_may_float_again_in_the_last_round() {
    // Number 4 is away now.
    let players = [
        "F F F F",
        "H H 4w0 4b0",
        "H H Z Z",
        "Z Z 2b1 2w1 Z",
        "Z Z Z Z",
    ];
    let upfloater = |total: u32| {
        let tournament = common::tournament(total, &players).build();
        let tournament = tournament.expect("no contradictions");
        paired(&tournament, DoubleSwissOptions::default()).brackets[0].mdps[0].index() + 1
    };
    assert_eq!(upfloater(8), 3);
    assert_eq!(upfloater(6), 2);
}

/// C.04.7 1.4: with a match won, numbers 4 and 2 meet; with a game won, numbers 4 and 5.
#[test]
fn a_baku_win_is_a_match_won() {
    let mut data = common::tournament(
        18,
        &[
            "2w1 2b1", "1b0 1w0", "4w= 4b=", "3b= 3w=", "6w1 6b=", "5b0 5w=", "8w= 8b=", "7b= 7w=",
        ],
    );
    data.acceleration = Acceleration::Baku;
    let tournament = data.build().expect("no contradictions");
    let opponent_of_4 = |baku_win| {
        let options = DoubleSwissOptions {
            baku_win,
            ..DoubleSwissOptions::default()
        };
        let games = games_of(&paired(&tournament, options));
        let own = |id: &PlayerId| id.index() == 3;
        let game = games.iter().find(|(white, black)| own(white) || own(black));
        let (white, black) = game.expect("number 4 is paired");
        if own(white) {
            black.index() + 1
        } else {
            white.index() + 1
        }
    };
    // Virtual points that stand in the file are those of Baku already.
    let mut data = common::tournament(18, &["Z Z", "F H", "F H", "Z Z"]);
    data.acceleration = Acceleration::Baku;
    data.round_to_pair = RoundNumber::new(3).ok();
    data.players[0].virtual_points = vec![Score::ZERO, Score::ZERO, Score::ONE];
    let given = data.build().expect("no contradictions");
    let games = games_of(&paired(&given, DoubleSwissOptions::default()));
    assert_eq!(games.len(), 2);
    assert!(
        games
            .iter()
            .any(|(a, b)| a.index() + b.index() == 3 && a.index().min(b.index()) == 1)
    );
    assert_eq!(opponent_of_4(BakuWin::Match), 2);
    assert_eq!(opponent_of_4(BakuWin::Game), 5);
}

/// 1.6: a match has the colour of its first game, if any game of it was played.
#[test]
fn a_match_has_the_colour_of_game_1() {
    let tournament = build(&["2w+ 2b0", "1b- 1w1"]);
    let matches = Matches::read(&tournament).expect("matches");
    let first = matches.of(PlayerId::from_index(0))[0];
    assert_eq!(
        first.played(),
        Some((PlayerId::from_index(1), Colour::White))
    );
    let forfeited = build(&["2w+ 2b-", "1b- 1w+"]);
    let matches = Matches::read(&forfeited).expect("matches");
    assert_eq!(matches.of(PlayerId::from_index(0))[0].played(), None);
}

/// 1.4: the bye is worth a game won and a game drawn.
#[test]
fn the_bye_is_worth_a_win_and_a_draw() {
    let points = edelweiss_model::PointSystem::default();
    let worth: Score = PAIRING_ALLOCATED_BYE
        .iter()
        .map(|entry| points.points(*entry))
        .sum();
    assert_eq!(worth, Score::from_tenths(15));
}

/// Beyond the judge's reach: every answer is a round, checked inside, or a proof.
#[test]
fn fields_of_forty_are_paired_or_proved_impossible() {
    let mut g = Gen::from_size_and_seed(20, 2_026);
    for _ in 0..40 {
        let mut data = random_tournament(&mut g, 40).into_data();
        play_second_games(&mut g, &mut data);
        let tournament = data.build().expect("both games are mirrored");
        assert!(matches!(
            pair_round(&tournament, &DoubleSwissOptions::default()),
            Ok(Outcome::Paired(_) | Outcome::Impossible(Impossible::NoLegalPairing(_)))
        ));
    }
}

/// Every criterion, and every article of colours.
#[test]
fn rounds_with_every_criterion_and_article_are_those_of_the_judge() {
    let engine = |case: &Case| match pair_round(&case.tournament, &case.options) {
        Ok(Outcome::Paired(round)) => Some(round),
        _ => None,
    };
    let judge = |case: &Case| {
        let verdict = judge::pair_round(&case.tournament, &readings(case.options));
        verdict.expect("matches")
    };
    let found = common::what_decides(engine, judge);
    let expected = [
        "4.3.1", "4.3.2", "4.3.3", "4.3.4", "4.3.5", "C4", "C5", "C6", "C7", "C8",
    ];
    assert!(found.keys().eq(expected.iter()), "{found:?}");
}
