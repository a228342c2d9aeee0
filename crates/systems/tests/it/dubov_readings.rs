//! One small tournament per reading of the Dubov texts: what the default does, and what the other
//! reading would do.

use edelweiss_model::{
    ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, RoundEntry, RoundNumber, Score,
    Tournament, TournamentData, Tpn,
};
use edelweiss_pairing::{Impossible, Outcome, RoundPairing};
use edelweiss_systems::{dubov_1997, dubov_2026};

/// Players rated 2400, 2390, ... and the rounds as `white-black` with the result of White: `+` and
/// `-` are forfeits; `3U`, `3H`, `3F`, `3Z` are byes. Who is not named has a blank round.
fn tournament(n: u16, rounds: &[&str]) -> TournamentData {
    let mut data = TournamentData {
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for number in 1..=n {
        let mut player = Player::new(Tpn::new(u32::from(number)).expect("small"));
        player.rating = Some(2410 - 10 * number);
        player.entries = vec![RoundEntry::Blank; rounds.len()];
        data.players.push(player);
    }
    for (round, text) in rounds.iter().enumerate() {
        for word in text.split(' ') {
            if let Some((white, rest)) = word.split_once('-') {
                let (black, result) = rest.split_once(':').expect("white-black:result");
                let (mine, theirs) = match result {
                    "1" => (GameResult::Win, GameResult::Loss),
                    "0" => (GameResult::Loss, GameResult::Win),
                    "+" => (GameResult::ForfeitWin, GameResult::ForfeitLoss),
                    _ => (GameResult::Draw, GameResult::Draw),
                };
                let (white, black) = (place(white), place(black));
                for (player, opponent, colour, result) in [
                    (white, black, Colour::White, mine),
                    (black, white, Colour::Black, theirs),
                ] {
                    data.players[player].entries[round] = RoundEntry::Paired {
                        opponent: PlayerId::from_index(opponent),
                        colour: Some(colour),
                        result,
                    };
                }
            } else {
                let (player, kind) = word.split_at(word.len() - 1);
                let kind = match kind {
                    "U" => ByeKind::PairingAllocated,
                    "F" => ByeKind::Full,
                    "H" => ByeKind::Half,
                    _ => ByeKind::Zero,
                };
                data.players[place(player)].entries[round] = RoundEntry::Bye(kind);
            }
        }
    }
    data
}

fn place(number: &str) -> usize {
    number.parse::<usize>().expect("a number") - 1
}

fn build(data: TournamentData) -> Tournament {
    data.build().expect("the rounds are mirrored")
}

fn paired(outcome: Outcome) -> RoundPairing {
    match outcome {
        Outcome::Paired(round) => round,
        Outcome::Impossible(why) => panic!("expected a round, found {why:?}"),
    }
}

fn bye(round: &RoundPairing) -> Option<usize> {
    round.bye.map(|id| id.index() + 1)
}

fn boards(round: &RoundPairing) -> Vec<(usize, usize)> {
    (round.boards.iter())
        .map(|board| (board.white.index() + 1, board.black.index() + 1))
        .collect()
}

/// 3.1.1 against C2: a full-point bye bars from the pairing-allocated bye.
#[test]
fn dubov_2026_full_point_bye_bars() {
    // 3 has one point, from a full-point bye; 1 and 2 have one and a half; 4 and 5 have withdrawn.
    let mut data = tournament(5, &["4-5:= 1H 2H 3F", "4-5:= 1H 2H 3Z", "4-5:= 1H 2H 3Z"]);
    for player in &mut data.players[3..] {
        player.entries.push(RoundEntry::Bye(ByeKind::Zero));
    }
    let before = build(data);
    let default = dubov_2026::Dubov2026Options::default();
    let procedure = dubov_2026::Dubov2026Options {
        bye_bars: dubov_2026::ByeBars::Procedure,
        ..default
    };
    let round = paired(dubov_2026::pair_round_with(&before, &default));
    assert_eq!(bye(&round), Some(2));
    let round = paired(dubov_2026::pair_round_with(&before, &procedure));
    assert_eq!(bye(&round), Some(3));
}

/// 3.1.4: a forfeited game was not played.
#[test]
fn dubov_2026_bye_counts_games_played() {
    // Without points: 4 has played one game; 5 was paired twice, but played neither game.
    let before = build(tournament(5, &["1-5:+ 2-4:1 3F", "3-5:+ 1-2:= 4Z"]));
    let default = dubov_2026::Dubov2026Options::default();
    assert_eq!(bye(&paired(dubov_2026::pair_round(&before))), Some(4));
    let by_pairings = dubov_2026::Dubov2026Options {
        bye_games: dubov_2026::ByeGames::Paired,
        ..default
    };
    let round = paired(dubov_2026::pair_round_with(&before, &by_pairings));
    assert_eq!(bye(&round), Some(5));
}

/// 1.6.4: a newcomer prefers Black, so against a Black seeker one preference is refused (C7), and
/// the upfloater who seeks White is taken, though the newcomer stands before him in 4.2.
#[test]
fn dubov_2026_newcomers_prefer_black() {
    // 1 has one point and seeks Black. Without points: the newcomers 2 and 3, and 4 and 5, who seek
    // White and Black; 6 seeks White and has met 1.
    let before = build(tournament(6, &["1-6:1 2Z 3Z 4Z 5Z", "2Z 3Z 1Z 5-4:= 6Z"]));
    // Draws are worth nothing here, which keeps 4 and 5 without points.
    let mut data = before.into_data();
    data.points.draw = [Score::ZERO; 2];
    let before = build(data);
    let round = paired(dubov_2026::pair_round(&before));
    assert_eq!(round.brackets[0].mdps, [PlayerId::from_index(3)]);
    assert_eq!(boards(&round)[0], (4, 1));
}

/// 1.8.1, C10: a player paired with a higher score was upfloated, even if the game was forfeited.
#[test]
fn dubov_2026_forfeited_upfloats_count() {
    // In round 2, 2 (half a point) was paired with 1 (one point) and did not come.
    let mut data = tournament(6, &["1-4:1 2-3:= 5-6:=", "1-2:+ 3-5:0 6-4:0"]);
    data.rounds_total = RoundNumber::new(5).ok();
    let before = build(data);
    // Scores: 1 2, 5 1.5, 4 1, and 2, 3, 6 half a point. 4 seeks White and has met 6; 2 and 3 seek
    // Black, so C5-C7 do not tell them apart, and 2 comes first in the order of 4.2.
    let default = dubov_2026::Dubov2026Options::default();
    let ignore = dubov_2026::Dubov2026Options {
        forfeited_upfloats: dubov_2026::ForfeitedUpfloats::Ignore,
        ..default
    };
    let upfloaters = |options| {
        let round = paired(dubov_2026::pair_round_with(&before, &options));
        let number = |id: &PlayerId| id.index() + 1;
        (round.brackets.iter())
            .map(|bracket| bracket.mdps.iter().map(number).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(upfloaters(default), [vec![5], vec![3], vec![]]);
    assert_eq!(upfloaters(ignore), [vec![5], vec![2], vec![]]);
}

/// C9 stands above C10: of two maximum upfloaters the one upfloated less often is taken, although
/// upfloated in the previous round.
#[test]
fn dubov_2026_c9_stands_above_c10() {
    // All games were forfeited and worth nothing; virtual points make the upfloats. 2 met a higher
    // score in rounds 1 to 4, 3 in rounds 1, 2 and 5; 4 never did, but may not meet 1.
    let mut data = tournament(4, &["1-3:+ 4-2:+"; 5]);
    data.points.forfeit_win = Score::ZERO;
    let points = |tenths: [i32; 6]| tenths.map(Score::from_tenths).to_vec();
    data.players[0].virtual_points = points([10, 10, 0, 0, 10, 10]);
    data.players[3].virtual_points = points([10, 10, 10, 10, 0, 0]);
    data.forbidden.push(ForbiddenGroup {
        first: RoundNumber::FIRST,
        last: None,
        players: vec![PlayerId::from_index(0), PlayerId::from_index(3)],
    });
    let before = build(data);
    // Six rounds or more: MaxT is 3.
    let upfloats = |place| {
        let options = dubov_2026::Dubov2026Options::default();
        dubov_2026::repeated_upfloats(&before, &options, &[PlayerId::from_index(place)])
    };
    assert_eq!((upfloats(1), upfloats(2)), ([1, 4, 0], [1, 3, 1]));
    let round = paired(dubov_2026::pair_round(&before));
    assert_eq!(round.brackets[0].mdps, [PlayerId::from_index(2)]);
}

/// 5.2.1: registered players who never took part have no number, so they do not count.
#[test]
fn dubov_2026_parity_skips_those_who_never_came() {
    let mut data = tournament(5, &[]);
    data.players[0].entries.push(RoundEntry::Bye(ByeKind::Zero));
    let before = build(data);
    let by_participants = paired(dubov_2026::pair_round(&before));
    // 2 and 3 are numbers 1 and 2 of those present.
    assert_eq!(boards(&by_participants), [(2, 4), (5, 3)]);
    let registered = dubov_2026::Dubov2026Options {
        parity: dubov_2026::Parity::Registered,
        ..dubov_2026::Dubov2026Options::default()
    };
    let by_number = paired(dubov_2026::pair_round_with(&before, &registered));
    assert_eq!(boards(&by_number), [(4, 2), (3, 5)]);
}

/// Dubov 1997, chapter 4: the bye does not look ahead; chapter 9 begins where that fails.
#[test]
fn dubov_1997_bye_does_not_look_ahead() {
    // 1 and 2 have met; without 3 nobody is left for either.
    let before = build(tournament(3, &["1-2:1 3H"]));
    let plain = dubov_1997::Dubov1997Options::default();
    let completable = dubov_1997::Dubov1997Options {
        bye: dubov_1997::ByeChoice::Completable,
        ..plain
    };
    let mut data = before.into_data();
    data.players[2].entries[0] = RoundEntry::Bye(ByeKind::Zero);
    let before = build(data);
    // Scores 1, 0, 0: the lowest rating of the lowest group is 3.
    let Outcome::Impossible(Impossible::ProcedureEnded { article, detail }) =
        dubov_1997::pair_round_with(&before, &plain)
    else {
        panic!("1 and 2 have met");
    };
    assert_eq!(article, "6.4");
    assert_eq!(detail, "no opponent is left for 1, 2");
    let round = paired(dubov_1997::pair_round_with(&before, &completable));
    assert_eq!((bye(&round), boards(&round)), (Some(2), vec![(3, 1)]));
    let finished = paired(dubov_1997::finish(&before, &plain));
    assert_eq!(finished.rules, dubov_1997::RULES_FINISHED);
    assert_eq!((bye(&finished), boards(&finished)), (Some(2), vec![(3, 1)]));
}

/// Dubov 1997, chapter 1: newcomers balance the colours of their score group.
#[test]
fn dubov_1997_newcomers_balance_the_columns() {
    // 1 and 2 won, 1 with White; 3 and 4 lost; 5 and 6 are new and without points.
    let before = build(tournament(6, &["1-3:1 4-2:0 5Z 6Z"]));
    let balanced = paired(dubov_1997::pair_round(&before));
    // 3 is due White, 4 Black; 5 (higher rating) joins Black, then 6 White.
    // Whites by ARO: 6 (0), 3 (2400); Blacks by R: 4, 5.
    assert_eq!(boards(&balanced), [(2, 1), (3, 5), (6, 4)]);
    let black = dubov_1997::Dubov1997Options {
        newcomers: dubov_1997::Newcomers::Black,
        ..dubov_1997::Dubov1997Options::default()
    };
    let round = paired(dubov_1997::pair_round_with(&before, &black));
    // Blacks 4, 5, 6 against White 3: 7.4 moves the highest ARO, 4 (2390), to White, where he
    // stands before 3 (2400). Against 5 he has had White more often (3, equalisation).
    assert_eq!(boards(&round), [(2, 1), (3, 6), (5, 4)]);
}

/// The four readings of the due colour of a newcomer, by what they make of one position: who plays
/// whom, White first.
fn dubov_1997_by_newcomers(before: &Tournament) -> [Vec<(usize, usize)>; 4] {
    use dubov_1997::Newcomers::{Balance, Black, Either, Neutral};
    [Neutral, Either, Balance, Black].map(|newcomers| {
        let options = dubov_1997::Dubov1997Options {
            newcomers,
            ..dubov_1997::Dubov1997Options::default()
        };
        boards(&paired(dubov_1997::pair_round_with(before, &options)))
    })
}

/// Dubov 1997, 7.2: a newcomer does not make a colour the dominating one.
#[test]
fn dubov_1997_newcomers_make_no_majority() {
    // One point: 1 is due Black, 2 White, 3 is new. None: 4 is new, 5 due White, 6 due Black.
    let before = build(tournament(6, &["1-5:1 6-2:0 3F 4Z"]));
    let [neutral, either, balance, black] = dubov_1997_by_newcomers(&before);
    // No colour dominates, so the highest rating, 4, is transferred.
    let last = |round: &[(usize, usize)]| (round[2].0.min(round[2].1), round[2].0.max(round[2].1));
    assert_eq!((last(&neutral), last(&either)), ((5, 6), (5, 6)));
    // With 3 due Black a White is wanted: 5.
    assert_eq!((last(&balance), last(&black)), ((4, 6), (4, 6)));
}

/// Dubov 1997, 7.1: a newcomer is not due the colour that is wanted.
#[test]
fn dubov_1997_newcomers_are_due_no_colour() {
    // One point: 1, due Black. Half a point: the newcomer 2, 3, due White, and 5, due Black.
    let before = build(tournament(6, &["1-4:1 5-3:= 2H 6Z"]));
    let [neutral, either, balance, black] = dubov_1997_by_newcomers(&before);
    let opponent = |round: &[(usize, usize)]| round[0].0;
    // A White is wanted for 1: 3, unless 2 counts as one, too.
    assert_eq!(opponent(&neutral), 3);
    assert_eq!(opponent(&either), 2);
    assert_eq!((opponent(&balance), opponent(&black)), (3, 3));
}

/// Dubov 1997, 3: who has a due colour gets it from a newcomer.
#[test]
fn dubov_1997_newcomers_leave_the_due_colour_to_others() {
    // 1 has had Black, then White, so Black is due; 2 is new; 3 and 4 have withdrawn.
    let mut data = tournament(4, &["3-1:= 2Z 4Z", "1-4:= 2Z 3Z"]);
    for player in &mut data.players[2..] {
        player.entries.push(RoundEntry::Bye(ByeKind::Zero));
    }
    let [neutral, either, balance, black] = dubov_1997_by_newcomers(&build(data));
    assert_eq!((neutral, either), (vec![(2, 1)], vec![(2, 1)]));
    // Due Black both, with equal numbers and no common history: White to the higher ARO, 1.
    assert_eq!((balance, black), (vec![(1, 2)], vec![(1, 2)]));
}

/// Dubov 1997, 6.4: the players who leave let a legal pairing of the others exist, or they let the
/// rows pair the others.
#[test]
fn dubov_1997_floaters_by_legal_pairs_or_by_rows() {
    let mut data = tournament(6, &["2-1:= 4-3:= 6-5:="]);
    for (player, rating) in data
        .players
        .iter_mut()
        .zip([1501, 1501, 1500, 1500, 1502, 1502])
    {
        player.rating = Some(rating);
    }
    for numbers in [[1, 2, 4], [1, 4, 5]] {
        data.forbidden.push(ForbiddenGroup {
            first: RoundNumber::FIRST,
            last: None,
            players: numbers
                .map(|number| PlayerId::from_index(number - 1))
                .to_vec(),
        });
    }
    let before = build(data);
    let left = |floaters| {
        let options = dubov_1997::Dubov1997Options {
            floaters,
            ..dubov_1997::Dubov1997Options::default()
        };
        match dubov_1997::pair_round_with(&before, &options) {
            Outcome::Impossible(Impossible::ProcedureEnded { detail, .. }) => detail,
            other => panic!("expected the end of the procedure, found {other:?}"),
        }
    };
    // Two leave either way. Without 3 and 4, the first choice after 2, the rows pair the others.
    let legal = left(dubov_1997::FloaterChoice::Legal);
    assert_eq!(legal, "no opponent is left for 2, 4");
    let rows = |most_sets| left(dubov_1997::FloaterChoice::Rows { most_sets });
    assert_eq!(rows(100), "no opponent is left for 4, 3");
    assert_eq!(
        rows(1),
        "the rows leave somebody over without any of 1 sets of players"
    );
}
