//! Small events, worked by hand.

use edelweiss_model::Sex;
use edelweiss_prizes::{Awards, Competitor, Money, PrizeScheme, Unawardable, award};

use crate::player;

/// `player category sum`, in the order in which they are given.
fn sums(scheme: &PrizeScheme, awards: &Awards) -> Vec<String> {
    let line = |payout: &edelweiss_prizes::Payout| {
        let name = &scheme.categories[payout.category].name;
        format!("{} {name} {}", payout.player, payout.sum)
    };
    awards.payouts.iter().map(line).collect()
}

/// Eight players: 1 leads, 2 to 4 have equal points, 3 and 6 are women, 5 and 7 are below 1800.
fn field() -> Vec<Competitor> {
    let mut field: Vec<_> = [
        (1, 70),
        (2, 60),
        (3, 60),
        (4, 60),
        (5, 50),
        (6, 40),
        (7, 40),
        (8, 30),
    ]
    .map(|(number, tenths)| player(number, number, tenths))
    .into();
    for player in &mut field {
        player.sex = [3, 6].contains(&player.rank).then_some(Sex::Female);
        player.rating = Some(if [5, 7].contains(&player.rank) {
            1700
        } else {
            2000
        });
        player.games = 7;
    }
    field[7].games = 4;
    field
}

#[test]
fn equal_players_share_and_the_higher_prize_is_taken() {
    let scheme = PrizeScheme::read(
        r#"
        currency = "CHF"
        total = 1740
        [[category]]
        name = "Open"
        prizes = [600, 300, 150, 90]
        [[category]]
        name = "Women"
        prizes = [200, 100]
        sex = "w"
        [[category]]
        name = "Below 1800"
        prizes = [150, 100, 50]
        rating-below = 1800
        "#,
    )
    .unwrap();
    let awards = award(&scheme, &field()).unwrap();
    // Player 3 has 200 among the women rather than a third of 540; the other two share 300 and 150.
    assert_eq!(
        sums(&scheme, &awards),
        [
            "1 Open 600.00",
            "3 Women 200.00",
            "2 Open 225.00",
            "4 Open 225.00",
            "5 Below 1800 150.00",
            "6 Women 100.00",
            "7 Below 1800 100.00",
            "8 Open 90.00",
        ]
    );
    let open = |hundredths| vec![(0, Money::from_hundredths(hundredths))];
    assert_eq!(awards.payouts[1].instead_of, open(18_000));
    let [shared, lone] = [2, 0].map(|at| &awards.payouts[at]);
    assert_eq!((shared.places.clone(), shared.group.len()), (1..3, 2));
    assert_eq!((lone.places.clone(), lone.group.len()), (0..1, 1));
    let left = awards.not_given.iter();
    let left: Vec<_> = left
        .map(|prize| (prize.category, prize.place, prize.took_part))
        .collect();
    assert_eq!(left, [(2, 2, 2)]);
}

#[test]
fn hort_halves_and_leaves_whoever_does_better_elsewhere() {
    let scheme = PrizeScheme::read(
        r#"
        share = "hort"
        [[category]]
        name = "Open"
        prizes = [600, 300, 200, 100]
        [[category]]
        name = "Women"
        prizes = [240]
        sex = "w"
        "#,
    )
    .unwrap();
    // Of 300, 200, 100 the second of three would get 100 + 100; the women's prize is more.
    let awards = award(&scheme, &field()).unwrap();
    assert_eq!(
        sums(&scheme, &awards),
        [
            "1 Open 600.00",
            "2 Open 275.00",
            "4 Open 225.00",
            "3 Women 240.00",
            "5 Open 100.00"
        ]
    );
}

#[test]
fn in_addition_too_few_and_games() {
    let scheme = PrizeScheme::read(
        r#"
        share = "rank"
        [[category]]
        name = "Open"
        prizes = [100, 50]
        [[category]]
        name = "Best of all women"
        prizes = [80]
        sex = "w"
        at-least = 3
        [[category]]
        name = "Whole event"
        prizes = [10, 10]
        in-addition = true
        games-at-least = 5
        players = [8, 2, 1]
        "#,
    )
    .unwrap();
    let awards = award(&scheme, &field()).unwrap();
    assert_eq!(
        sums(&scheme, &awards),
        [
            "1 Open 100.00",
            "2 Open 50.00",
            "1 Whole event 10.00",
            "2 Whole event 10.00"
        ]
    );
    let why: Vec<_> = awards
        .not_given
        .iter()
        .map(|prize| prize.took_part)
        .collect();
    assert_eq!(why, [2], "it is given from three players on");
}

#[test]
fn what_leaves_an_award_open_is_refused() {
    let scheme = |text: &str| {
        PrizeScheme::read(&format!("[[category]]\nname='A'\nprizes=[5]\n{text}")).unwrap()
    };
    let refused = |text: &str, field: &[Competitor]| award(&scheme(text), field).unwrap_err();
    let mut field = field();
    field[1].points = field[5].points;
    assert!(
        matches!(refused("", &field), Unawardable::NotByPoints { player, .. } if player.get() == 2)
    );
    assert!(award(&scheme("share='rank'"), &field).is_ok());
    let error = refused("players=[9]\nshare='rank'", &field);
    assert!(matches!(error, Unawardable::NoSuchPlayer { player, .. } if player.get() == 9));
    field[0].birth = Some(edelweiss_prizes::Birth::Year(2008));
    let error = refused("share='rank'\nborn-from=2008-05-01", &field);
    assert!(matches!(error, Unawardable::DayOfBirth { player, .. } if player.get() == 1));
    field[1].number = field[0].number;
    assert!(matches!(
        refused("share='rank'", &field),
        Unawardable::Twice { .. }
    ));
}
