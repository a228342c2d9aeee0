//! Where the text leaves a choice, ours is pinned here. Each test is named on the page
//! `docs/src/rules/open-questions.md`.

use edelweiss_model::{
    Acceleration, ByeKind, Colour, Definitions, Float, GameResult, Player, PlayerId, PointSystem,
    Position, RoundEntry, RoundNumber, Score, Strength, Tournament, TournamentData, Tpn,
};
use edelweiss_pairing::{Outcome, RoundPairing, Rules, pair_round};
use edelweiss_weights::{ColourStanding, TopscorerRule};

/// A tournament of `total` rounds; a row per player, a cell per round: `2w1` is a win with White
/// against player 2, `2w=` a draw, `2w0` a loss, `2w+` and `2w-` forfeits, `2w?` not finished;
/// `U`, `F`, `H`, `Z` are byes, `.` is blank.
fn data(total: u32, rows: &[&str]) -> TournamentData {
    let mut data = TournamentData {
        rounds_total: RoundNumber::new(total).ok(),
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for (index, row) in rows.iter().enumerate() {
        let mut player = Player::new(Tpn::new(index as u32 + 1).expect("a small number"));
        player.entries = row.split_whitespace().map(cell).collect();
        data.players.push(player);
    }
    data
}

fn cell(text: &str) -> RoundEntry {
    match text {
        "U" => return RoundEntry::Bye(ByeKind::PairingAllocated),
        "F" => return RoundEntry::Bye(ByeKind::Full),
        "H" => return RoundEntry::Bye(ByeKind::Half),
        "Z" => return RoundEntry::Bye(ByeKind::Zero),
        "." => return RoundEntry::Blank,
        _ => {}
    }
    let (opponent, rest) = text.split_at(text.len() - 2);
    let opponent: usize = opponent.parse().expect("an opponent");
    let mut letters = rest.chars();
    let colour = match letters.next() {
        Some('w') => Colour::White,
        Some('b') => Colour::Black,
        other => panic!("colour {other:?}"),
    };
    let result = match letters.next() {
        Some('1') => GameResult::Win,
        Some('=') => GameResult::Draw,
        Some('0') => GameResult::Loss,
        Some('+') => GameResult::ForfeitWin,
        Some('-') => GameResult::ForfeitLoss,
        Some('?') => GameResult::Unknown,
        other => panic!("result {other:?}"),
    };
    RoundEntry::Paired {
        opponent: PlayerId::from_index(opponent - 1),
        colour: Some(colour),
        result,
    }
}

fn build(data: TournamentData) -> Tournament {
    data.build().expect("a tournament without contradictions")
}

fn position(data: TournamentData, definitions: Definitions) -> Position {
    Position::derive(&build(data), &definitions)
}

fn id(number: usize) -> PlayerId {
    PlayerId::from_index(number - 1)
}

fn paired(data: TournamentData, rules: Rules) -> RoundPairing {
    let tournament = build(data);
    let [fast, reference] =
        [rules, rules.reference()].map(|rules| match pair_round(&tournament, &rules) {
            Outcome::Paired(round) => round,
            Outcome::Impossible(reason) => panic!("no round: {reason:?}"),
        });
    assert_eq!(fast.boards, reference.boards);
    assert_eq!(fast.bye, reference.bye);
    fast
}

/// Boards as numbers, White first.
fn numbers(round: &RoundPairing) -> Vec<(usize, usize)> {
    let boards = round.boards.iter();
    boards
        .map(|b| (b.white.index() + 1, b.black.index() + 1))
        .collect()
}

const DUTCH_2026: Definitions = Definitions::DUTCH_2026;
const DUTCH_2017: Definitions = Definitions::DUTCH_2017;

#[test]
fn a_bye_worth_nothing_is_a_downfloat() {
    let mut bye_for_nothing = data(3, &["2w1", "1b0", "U"]);
    bye_for_nothing.points.pairing_allocated_bye = Score::ZERO;
    let position = position(bye_for_nothing, DUTCH_2026);
    assert_eq!(position.player(id(3)).score, Score::ZERO);
    assert_eq!(position.player(id(3)).floats[0], Float::Down);
}

#[test]
fn unplayed_rounds_float_by_their_points_in_2026_and_always_in_2017() {
    let rows = ["2w+", "1b-", "H", "Z", "F", "7w1", "6b0"];
    let of = |definitions| {
        let position = position(data(3, &rows), definitions);
        [1, 2, 3, 4, 5].map(|number| position.player(id(number)).floats[0])
    };
    let (down, none) = (Float::Down, Float::None);
    assert_eq!(of(DUTCH_2026), [down, none, down, none, down]);
    assert_eq!(of(DUTCH_2017), [down; 5]);
}

#[test]
fn an_absence_worth_more_than_a_loss_floats() {
    let mut generous = data(3, &["2w1", "1b0", "Z"]);
    generous.points.zero_point_bye = Score::from_tenths(1);
    let position = position(generous, DUTCH_2026);
    assert_eq!(position.player(id(3)).floats[0], Float::Down);
}

#[test]
fn a_full_point_bye_bars_from_the_bye_in_2026_only() {
    let rows = ["2w+", "1b-", "H H", "Z", "F", "7w1", "6b0"];
    let of = |definitions| {
        let position = position(data(4, &rows), definitions);
        [1, 2, 3, 4, 5].map(|number| position.player(id(number)).bye_allowed)
    };
    assert_eq!(of(DUTCH_2026), [false, true, true, true, false]);
    assert_eq!(of(DUTCH_2017), [false, true, true, true, true]);
}

#[test]
fn the_points_of_a_win_are_the_smaller_ones_where_colours_differ() {
    let tenths = Score::from_tenths;
    let points = PointSystem {
        win: [tenths(10), tenths(12)],
        loss: [tenths(0), tenths(2)],
        half_point_bye: tenths(10),
        zero_point_bye: tenths(2),
        ..PointSystem::default()
    };
    assert_eq!(points.win_reward(), tenths(10));
    assert_eq!(points.loss_reward(), tenths(2));
    assert_eq!(points.best_reward(), tenths(12));
    let mut asymmetric = data(3, &["2w1", "1b0", "H", "Z"]);
    asymmetric.points = points;
    let position = position(asymmetric, DUTCH_2026);
    // Worth a win with White: barred. Worth no more than the better loss: no float.
    assert!(!position.player(id(3)).bye_allowed);
    assert_eq!(position.player(id(4)).floats[0], Float::None);
}

#[test]
fn where_both_sentences_on_absolute_preferences_apply_the_difference_decides() {
    let rows = [
        "2w1 3w1 4w1 5w1 6b1 7b1",
        "1b0 Z Z Z Z Z",
        "Z 1b0 Z Z Z Z",
        "Z Z 1b0 Z Z Z",
        "Z Z Z 1b0 Z Z",
        "Z Z Z Z 1w0 Z",
        "Z Z Z Z Z 1w0",
    ];
    let state = *position(data(9, &rows), DUTCH_2026).player(id(1));
    assert_eq!(state.colour_difference, 2);
    assert_eq!(state.repeated_colour, Some(Colour::Black));
    assert_eq!(
        (state.preference, state.strength),
        (Some(Colour::Black), Strength::Absolute)
    );
}

#[test]
fn two_equal_colours_outweigh_a_difference_of_one() {
    let rows = [
        "2w1 3w1 4w1 5b1 6b1",
        "1b0 Z Z Z Z",
        "Z 1b0 Z Z Z",
        "Z Z 1b0 Z Z",
        "Z Z Z 1w0 Z",
        "Z Z Z Z 1w0",
    ];
    let state = *position(data(9, &rows), DUTCH_2026).player(id(1));
    assert_eq!(state.colour_difference, 1);
    assert_eq!(
        (state.preference, state.strength),
        (Some(Colour::White), Strength::Absolute)
    );
}

#[test]
fn colours_skip_unplayed_rounds_and_floats_do_not() {
    // Player 1: Black, unplayed, Black.
    let rows = ["2b1 3w+ 4b0", "1w0 4b1 3w1", "4w1 1b- 2b0", "3b0 2w0 1w1"];
    let position = position(data(5, &rows), DUTCH_2026);
    let state = position.player(id(1));
    assert_eq!(state.repeated_colour, Some(Colour::Black));
    assert_eq!(state.strength, Strength::Absolute);
    // Before round three 1 had two points and 4 none.
    assert_eq!(state.floats, [Float::Down, Float::Down]);
}

#[test]
fn topscorers_have_more_than_half_of_what_could_be_scored_so_far() {
    // Before round three of three: two rounds played, half is one point.
    let rows = ["2w1 3b=", "1b0 4w1", "4b= 1w=", "3w= 2b0"];
    let topscorers = |total| {
        let position = position(data(total, &rows), DUTCH_2026);
        [1, 2, 3, 4].map(|number| position.player(id(number)).topscorer)
    };
    assert_eq!(topscorers(3), [true, false, false, false]);
    assert_eq!(topscorers(4), [false; 4]);
}

#[test]
fn the_maximum_score_is_the_best_that_can_be_scored_over_the_board() {
    let mut points = PointSystem::new(
        Score::from_tenths(30),
        Score::from_tenths(10),
        Score::from_tenths(0),
    );
    points.pairing_allocated_bye = Score::from_tenths(100);
    let mut data = data(2, &["2w1", "1b0", "4w=", "3b="]);
    data.points = points;
    let position = position(data, DUTCH_2026);
    assert!(position.player(id(1)).topscorer);
    // One of three points is less than half, though it is half of a win in other systems.
    assert!(!position.player(id(3)).topscorer);
}

#[test]
fn one_topscorer_is_enough_to_allow_a_pair_of_equal_absolute_colours() {
    // 1 and 3 have had White twice; 1 has two points of two, 3 has none.
    let rows = ["2w1 4w1", "1b0 3b1", "4w0 2w0", "3b1 1b0"];
    let of = |total| {
        let position = position(data(total, &rows), DUTCH_2026);
        assert_eq!(position.player(id(3)).strength, Strength::Absolute);
        position.colours_clash(id(1), id(3))
    };
    assert!(!of(3), "the last round");
    assert!(of(4), "any other round");
}

/// A player of the last round who had these colours and prefers `due` absolutely.
fn standing(colours: &str, due: Option<Colour>, topscorer: bool) -> ColourStanding {
    let white = colours.matches('w').count() as i32;
    ColourStanding {
        topscorer,
        due,
        difference: 2 * white - colours.len() as i32,
        repeated: match &colours[colours.len() - 2..] {
            "ww" => Some(Colour::White),
            "bb" => Some(Colour::Black),
            _ => None,
        },
    }
}

#[test]
fn a_granted_colour_counts_when_it_is_the_third_one() {
    let count = |a, b| TopscorerRule::ThreeInARow.count(a, b);
    let black = Some(Colour::Black);
    let third_black = standing("wwwwbb", black, true);
    let other = standing("wwbwbw", black, true);
    assert_eq!(
        count(third_black, third_black),
        1,
        "one of two is granted Black"
    );
    assert_eq!(
        count(third_black, other),
        0,
        "5.2.3 gives Black to the other"
    );
    assert_eq!(
        count(standing("wwwwwwbb", black, true), other),
        1,
        "5.2.2 grants Black"
    );
    assert_eq!(
        count(other, standing("wwwwwwbb", black, false)),
        1,
        "the opponent counts, too"
    );
    assert_eq!(
        count(third_black, standing("bw", None, false)),
        1,
        "nobody refuses Black"
    );
    let everything = standing("wwwwwwbb", black, true);
    assert_eq!(
        count(everything, standing("bww", black, true)),
        2,
        "BBB and WWW"
    );
    let nobody = standing("wwwwbb", black, false);
    assert_eq!(
        count(nobody, standing("bw", None, false)),
        0,
        "no topscorer"
    );
}

#[test]
fn a_difference_that_stays_beyond_two_counts() {
    let count = |a, b| TopscorerRule::Difference.count(a, b);
    let black = Some(Colour::Black);
    let of = |colours| standing(colours, black, true);
    assert_eq!(
        count(of("wbww"), of("wwbw")),
        1,
        "one goes from two to three"
    );
    assert_eq!(
        count(of("www"), of("www")),
        1,
        "one goes to four, one back to two"
    );
    assert_eq!(
        count(of("wwww"), of("wwww")),
        2,
        "to five and back to three"
    );
    assert_eq!(
        count(of("wwww"), of("wbww")),
        2,
        "back to three, and from two to three"
    );
    assert_eq!(
        count(of("wwww"), standing("bw", None, false)),
        1,
        "back to three"
    );
    assert_eq!(
        count(of("www"), standing("bw", None, false)),
        0,
        "back to two"
    );
    let far = standing("wwww", black, false);
    assert_eq!(
        count(standing("bw", None, true), far),
        1,
        "the opponent of a topscorer"
    );
    assert_eq!(count(standing("bw", None, false), far), 0, "no topscorer");
}

#[test]
fn a_forfeited_game_is_no_meeting() {
    let position = position(data(3, &["2w+", "1b-", "4w1", "3b0"]), DUTCH_2026);
    assert!(position.may_meet(id(1), id(2)));
    assert!(!position.may_meet(id(3), id(4)));
    assert_eq!(position.player(id(1)).preference, None);
}

#[test]
fn an_unfinished_game_is_a_played_draw() {
    let position = position(data(3, &["2w?", "1b?", "4w1", "3b0"]), DUTCH_2026);
    assert_eq!(position.player(id(1)).score, Score::HALF);
    assert_eq!(position.player(id(1)).preference, Some(Colour::Black));
    assert!(!position.may_meet(id(1), id(2)));
}

#[test]
fn players_who_have_not_arrived_have_no_number() {
    let rows = ["Z", "", "Z", "", "", "", "", "", "", ""];
    let round = paired(data(5, &rows), Rules::dutch_2026());
    // 2 4 5 6 against 7 8 9 10; counted among those present, 2 is the first and 4 the second.
    assert_eq!(numbers(&round), [(2, 7), (8, 4), (5, 9), (10, 6)]);
}

#[test]
fn who_played_before_keeps_a_number_while_absent() {
    let rows = ["2w1 H", "1b0", "4w1", "3b0", "Z", "Z"];
    let position = position(data(5, &rows), DUTCH_2026);
    let arrivals = [1, 2, 3, 4, 5, 6].map(|number| position.player(id(number)).arrival_number);
    assert_eq!(arrivals, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn the_upper_group_is_counted_among_those_paired_in_round_one() {
    let mut rows = vec![""; 10];
    let upper = |rows: &[&str]| {
        let mut data = data(9, rows);
        data.acceleration = Acceleration::Baku;
        let position = position(data, DUTCH_2026);
        (1..=rows.len())
            .filter(|number| position.player(id(*number)).score == Score::ONE)
            .collect::<Vec<_>>()
    };
    assert_eq!(upper(&rows), [1, 2, 3, 4, 5, 6]);
    // Without 9 and 10 there are eight, and the upper group has four.
    rows[8] = "Z";
    rows[9] = "Z";
    assert_eq!(upper(&rows), [1, 2, 3, 4]);
    // Without 2 the last of the upper half is a lower number.
    rows[8] = "";
    rows[1] = "Z";
    assert_eq!(upper(&rows), [1, 2, 3, 4, 5]);
}

#[test]
fn floats_compare_scores_with_their_virtual_points() {
    let mut data = data(9, &["3w=", "4b=", "1b=", "2w="]);
    for player in &mut data.players[..2] {
        player.virtual_points = vec![Score::ONE, Score::ONE];
    }
    let position = position(data, DUTCH_2026);
    let floats = [1, 2, 3, 4].map(|number| position.player(id(number)).floats[0]);
    assert_eq!(floats, [Float::Down, Float::Down, Float::Up, Float::Up]);
}

#[test]
fn boards_are_sorted_by_pairing_score() {
    let mut data = data(9, &["2w0", "1b1", "4w0", "3b1"]);
    // The losers of round one are worth more by their virtual points.
    for player in [0, 2] {
        data.players[player].virtual_points = vec![Score::ZERO, Score::from_tenths(20)];
    }
    let round = paired(data, Rules::dutch_2026());
    assert_eq!(numbers(&round), [(3, 1), (2, 4)]);
}

#[test]
fn the_points_of_a_bye_in_the_round_to_be_paired_do_not_count_yet() {
    let rows = ["2w1", "1b0", "4w1 H", "3b0"];
    let position = position(data(5, &rows), DUTCH_2026);
    assert_eq!(position.round().get(), 2);
    assert_eq!(position.player(id(3)).score, Score::ONE);
    assert!(!position.player(id(3)).present);
}

#[test]
fn a_last_column_with_nothing_but_a_bye_is_the_round_to_be_paired() {
    let given = data(5, &["2w1 .", "1b0 .", "4w1 .", "3b0 .", ". U"]);
    assert_eq!(given.rounds_paired().map(RoundNumber::get), Some(1));
    let round = paired(given, Rules::dutch_2026());
    assert_eq!(round.round.get(), 2);
    assert_eq!(round.given_bye, Some(id(5)));
    assert_eq!(round.boards.len(), 2);
    // With one player left and the bye, the round has been paired.
    let finished = data(5, &["2w1 Z", "1b0 Z", "4w1 Z", "3b0 .", ". U"]);
    assert_eq!(finished.rounds_paired().map(RoundNumber::get), Some(2));
}

#[test]
fn rounds_that_were_not_held_can_be_passed_over() {
    let mut data = data(5, &["2w1", "1b0", "4w1", "3b0"]);
    data.round_to_pair = RoundNumber::new(3).ok();
    let tournament = build(data);
    assert_eq!(tournament.next_round().get(), 3);
    let position = Position::derive(&tournament, &DUTCH_2026);
    // Round two is an absence for everybody: no points, no float, no colour.
    assert_eq!(position.player(id(1)).score, Score::ONE);
    assert_eq!(position.player(id(1)).unplayed, 1);
    assert_eq!(position.player(id(1)).floats, [Float::None, Float::None]);
}

/// C.04.7 1.3: the last of the upper group stays, so whoever comes in above makes it larger, and odd.
#[test]
fn a_late_entry_above_the_last_of_the_upper_group_joins_it() {
    let upper = |rows: &[&str]| {
        let mut data = data(9, rows);
        data.acceleration = Acceleration::Baku;
        let position = position(data, DUTCH_2026);
        let is_upper = |number: &usize| {
            let player = position.player(id(*number));
            player.score - player.standings == Score::ONE
        };
        (1..=rows.len()).filter(is_upper).collect::<Vec<_>>()
    };
    let games = ["5w=", "6b=", "7w=", "8b=", "1b=", "2w=", "3b=", "4w="];
    assert_eq!(upper(&games), [1, 2, 3, 4]);
    // Whoever comes in as number 2 moves the others down by one; as number 9, nobody.
    let above = ["6w=", "Z", "7b=", "8w=", "9b=", "1b=", "3w=", "4b=", "5w="];
    assert_eq!(upper(&above), [1, 2, 3, 4, 5]);
    let below = [&games[..], &["Z"]].concat();
    assert_eq!(upper(&below), [1, 2, 3, 4]);
}

/// C.04.7 1.4: the points of a win, two in matches of teams, then half of them.
#[test]
fn a_win_of_two_points_gives_two_virtual_ones() {
    let tenths = Score::from_tenths;
    let virtual_in = |rounds: usize| {
        let row = "Z ".repeat(rounds);
        let games = format!("2w= {row}");
        let theirs = format!("1b= {row}");
        let mut data = data(11, &[&games, &theirs, "4w=", "3b="]);
        data.points = PointSystem::new(tenths(20), tenths(10), tenths(0));
        data.acceleration = Acceleration::Baku;
        data.round_to_pair = RoundNumber::new(rounds as u32 + 2).ok();
        let position = position(data, DUTCH_2026);
        let player = position.player(id(1));
        (player.score - player.standings).tenths()
    };
    assert_eq!([0, 1, 2, 4, 5].map(virtual_in), [20, 20, 10, 10, 0]);
}

/// C.04.2 3.4: the examples that the text prints.
#[test]
fn printed_histories_count_without_their_gaps() {
    // Player 1 meets somebody new in each game.
    let state = |colours: &str| {
        let mut rows = vec![String::new()];
        for (round, letter) in colours.chars().enumerate() {
            if letter == 'u' {
                rows[0] += "Z ";
                continue;
            }
            let (own, other) = if letter == 'W' {
                ('w', 'b')
            } else {
                ('b', 'w')
            };
            let game = format!("{}{own}= ", rows.len() + 1);
            rows[0] += &game;
            rows.push(format!("{}1{other}=", "Z ".repeat(round)));
        }
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let position = position(data(9, &rows), DUTCH_2026);
        let player = *position.player(id(1));
        let colours: Vec<Colour> = position.games(id(1)).iter().map(|game| game.1).collect();
        (
            colours,
            player.preference,
            player.strength,
            player.repeated_colour,
        )
    };
    for (history, treated_as) in [("BWBuW", "uBWBW"), ("BWWuBuW", "uuBWWBW")] {
        assert_eq!(state(history), state(treated_as), "{history}");
    }
    for history in ["WuuB", "WuBu", "WBuu", "uWuB", "uWBu"] {
        assert_eq!(state(history), state("uuWB"), "{history}");
    }
    assert_ne!(state("uuWB"), state("uuBW"));
}
