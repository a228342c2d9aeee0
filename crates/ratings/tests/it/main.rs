//! Rating changes against sums done by hand from the tables, and laws.

mod double_norms;
mod judged;
mod norms;

use edelweiss_model::{
    ByeKind, Colour, Date, GameResult, Player, PlayerId, RoundEntry, Tournament, TournamentData,
    Tpn,
};
use edelweiss_ratings::{
    CoefficientReason, EDITIONS, Hundredths, KnownOfPlayer, RatingEdition, edition_of,
    rating_changes,
};
use quickcheck::quickcheck;

use CoefficientReason::{Given, Top, Unknown, Young};
use GameResult::{Adjourned, Draw, ForfeitLoss, ForfeitWin, Loss, UnratedLoss, UnratedWin, Win};

const ED_2025: &RatingEdition = &EDITIONS[0];
const ED_2024: &RatingEdition = &EDITIONS[1];

fn turned(result: GameResult) -> GameResult {
    match result {
        Win => Loss,
        Loss => Win,
        ForfeitWin => ForfeitLoss,
        ForfeitLoss => ForfeitWin,
        UnratedWin => UnratedLoss,
        other => other,
    }
}

/// A player who meets the others one after the other.
fn against(own: u16, games: &[(u16, GameResult)], starts: Option<Date>) -> Tournament {
    let player = |number: usize, rating: u16, entries| Player {
        rating: (rating > 0).then_some(rating),
        entries,
        ..Player::new(Tpn::new(number as u32).expect("1..=9999"))
    };
    let entry = |opponent, colour, result| RoundEntry::Paired {
        opponent: PlayerId::from_index(opponent),
        colour: Some(colour),
        result,
    };
    let own_entries = games.iter().enumerate();
    let mut own_entries: Vec<RoundEntry> = own_entries
        .map(|(index, (_, result))| entry(index + 1, Colour::White, *result))
        .collect();
    own_entries.push(RoundEntry::Bye(ByeKind::Full));
    let mut players = vec![player(1, own, own_entries)];
    for (index, (rating, result)) in games.iter().enumerate() {
        let mut entries = vec![RoundEntry::Bye(ByeKind::Zero); games.len()];
        entries[index] = entry(0, Colour::Black, turned(*result));
        players.push(player(index + 2, *rating, entries));
    }
    let data = TournamentData {
        players,
        starts,
        ..TournamentData::default()
    };
    data.build().expect("nothing contradicts")
}

/// Nine games, each band looked up by hand: 50 + 64 + 36 + 76 + 57 + 43 + 51 + 92 + 9 = 478.
#[test]
fn nine_games_are_worth_what_the_table_says() {
    let games = [
        (2200, Draw),
        (2100, Win),
        (2300, Draw),
        (2000, Win),
        (2150, Win),
        (2250, Loss),
        (2193, Draw),
        (1700, Win),
        (2580, Draw),
    ];
    let tournament = against(2200, &games, None);
    let changes = rating_changes(&tournament, ED_2024, |_| None);
    let own = &changes[0];
    let expected: Vec<i64> = own
        .games
        .iter()
        .map(|game| game.expected.hundredths())
        .collect();
    assert_eq!(expected, [50, 64, 36, 76, 57, 43, 51, 92, 9]);
    assert_eq!(own.expected().to_string(), "4.78");
    assert_eq!(own.score().to_string(), "6.0");
    assert_eq!(format!("{:+}", own.difference()), "+1.22");
    let all: Vec<String> = own
        .coefficients
        .possible()
        .iter()
        .map(|k| format!("{k}: {:+}", own.change(*k)))
        .collect();
    assert_eq!(all, ["40: +48.8", "20: +24.4", "10: +12.2"]);
}

#[test]
fn the_rule_of_400_points_is_that_of_the_edition() {
    let expected = |edition: &RatingEdition, own, opponent| {
        let changes = rating_changes(&against(own, &[(opponent, Draw)], None), edition, |_| None);
        changes
            .iter()
            .map(|change| change.games[0].expected.hundredths())
            .collect::<Vec<_>>()
    };
    // 400 is 92 per cent, 401 the same; without the rule 432 is 93 and 736 is 100.
    assert_eq!(expected(ED_2024, 2600, 2200), [92, 8]);
    assert_eq!(expected(ED_2024, 2649, 1800), [92, 8]);
    assert_eq!(expected(ED_2025, 2649, 1800), [92, 8]);
    // From 2650 on the difference counts as it is, for that player alone.
    assert_eq!(expected(ED_2024, 2650, 1914), [92, 8]);
    assert_eq!(expected(ED_2025, 2650, 1914), [100, 8]);
    assert_eq!(expected(ED_2025, 2650, 2218), [93, 8]);
    assert_eq!(expected(ED_2025, 2650, 2250), [92, 8]);
}

#[test]
fn only_rated_games_over_the_board_count() {
    let games = [
        (2000, ForfeitWin),
        (2000, ForfeitLoss),
        (0, Win),
        (2000, UnratedWin),
        (2000, Adjourned),
        (2000, Loss),
    ];
    let changes = rating_changes(&against(2000, &games, None), ED_2025, |_| None);
    // The opponent without a rating has no change.
    assert_eq!(changes.len(), 6);
    let own = &changes[0];
    assert_eq!((own.games.len(), own.games[0].round.get()), (1, 6));
    assert_eq!(own.difference(), Hundredths::new(-50));
    assert!(
        rating_changes(&against(0, &games, None), ED_2025, |_| None)
            .iter()
            .all(|change| change.games.is_empty())
    );
}

#[test]
fn k_is_told_where_it_can_be_told_and_never_guessed() {
    let starts = Some(Date {
        year: 2026,
        month: 5,
        day: 1,
    });
    let k = |own, known: Option<KnownOfPlayer>, starts| {
        let changes = rating_changes(&against(own, &[(2000, Win)], starts), ED_2025, |id| {
            known.filter(|_| id.index() == 0)
        });
        let coefficients = changes[0].coefficients;
        (coefficients.possible().to_vec(), coefficients.reason)
    };
    assert_eq!(k(2399, None, starts), (vec![40, 20, 10], Unknown));
    assert_eq!(k(2400, None, starts), (vec![10], Top));
    assert_eq!(
        k(2299, Some(KnownOfPlayer::Born(2008)), starts),
        (vec![40], Young)
    );
    assert_eq!(k(2300, Some(KnownOfPlayer::Born(2008)), starts).1, Unknown);
    assert_eq!(k(2299, Some(KnownOfPlayer::Born(2007)), starts).1, Unknown);
    assert_eq!(k(2299, Some(KnownOfPlayer::Born(2008)), None).1, Unknown);
    assert_eq!(
        k(2500, Some(KnownOfPlayer::Coefficient(20)), starts),
        (vec![20], Given)
    );
}

#[test]
fn the_day_of_the_event_chooses_the_edition() {
    let of = |year, month, day| edition_of(Date { year, month, day }).map(|edition| edition.year);
    assert_eq!(of(2024, 2, 29), None);
    assert_eq!(of(2024, 3, 1), Some(2024));
    assert_eq!(of(2025, 9, 30), Some(2024));
    assert_eq!(of(2025, 10, 1), Some(2025));
}

quickcheck! {
    /// What one player gains by the table the other one loses.
    fn two_players_expect_one_point_together(one: u16, other: u16) -> bool {
        let (one, other) = (1400 + one % 1250, 1400 + other % 1250);
        EDITIONS.iter().all(|edition| {
            let changes = rating_changes(&against(one, &[(other, Draw)], None), edition, |_| None);
            changes[0].expected().hundredths() + changes[1].expected().hundredths() == 100
        })
    }
}
