//! Settings files: TOML, and the configuration files of JaVaFo and bbpPairings.

use edelweiss_generate::{
    AccelerationSetting, Amount, Defaults, Generator, Quantity, Rate, ResultModel, SettingNames,
    Settings, Span,
};
use edelweiss_model::{Colour, PointField, PointSystem, Score, Sex};

fn rate(text: &str) -> Amount {
    Amount::Rate(text.parse().expect("a rate"))
}

/// The example of the book.
fn full_example() -> String {
    let book = include_str!("../../../../docs/src/tools/generate.md");
    let example = book
        .split("```toml\n")
        .nth(1)
        .expect("the book has an example");
    example.split("```").next().expect("which ends").to_owned()
}

#[test]
fn the_example_of_the_book_says_what_it_says() {
    let settings = Settings::from_toml(&full_example()).unwrap();
    assert_eq!(settings.seed, Some(20_260_201));
    assert_eq!(settings.tournaments, Some(1000));
    assert_eq!(settings.players, Some(Span::new(40, 80)));
    assert_eq!(settings.rounds, Some(Span::exactly(9)));
    assert_eq!(settings.system.as_deref(), Some("FIDE_DUTCH_2026"));
    assert_eq!(settings.initial_colour, Some(Colour::White));
    assert_eq!(settings.acceleration, AccelerationSetting::Baku);
    assert_eq!(settings.defaults, Defaults::open());
    assert_eq!(settings.women, Some(rate("15%")));
    assert_eq!(settings.titles, Some(rate("80%")));
    assert_eq!(settings.withdrawals, Some(rate("3%").into()));
    assert_eq!(settings.ratings.highest, Some(Span::new(2500, 2700)));
    assert_eq!(settings.ratings.groups, Some(Span::exactly(3)));
    assert_eq!(settings.ratings.missing, Some(Amount::Number(4)));
    assert_eq!(settings.points.pairing_allocated_bye, Score::HALF);
    let Some(Quantity::PerRound { each, rounds, last }) = &settings.byes.half else {
        panic!("half-point byes are given per round");
    };
    assert_eq!((*each, *last), (rate("2%"), Some(Amount::NONE)));
    assert_eq!(
        rounds.iter().collect::<Vec<_>>(),
        [(&1, &Amount::Number(3))]
    );
    let from = Rate::from_parts(10_000).unwrap();
    let to = Rate::from_parts(30_000).unwrap();
    assert_eq!(
        settings.games.forfeits,
        Some(Amount::Between(from, to).into())
    );
    assert_eq!(settings.games.half_zero, Some(rate("1/1000").into()));
    assert_eq!(settings.model, ResultModel::Polynomial2015);
    assert_eq!(settings.draws, Some(Span::exactly(30)));
    assert_eq!(settings.forbidden_pairs, Some(Amount::Number(2)));
    assert_eq!(settings.forbidden[0].players, [1, 2, 3]);
    Generator::new(settings).expect("the example of the book is possible");
}

#[test]
fn the_other_forms_are_read() {
    let settings = Settings::from_toml(
        r#"
plain = true
initial-colour = "random"
keep-order = true
[points]
win = [1, "1.5"]
loss = -0.5
[results]
model = "logistic"
[[field]]
number = 7
name = "Ada"
rating = 2100
title = "WFM"
sex = "w"
federation = "ENG"
[[field]]
number = 3
[[virtual-points]]
first-round = 1
last-round = 2
first-player = 1
last-player = 2
points = 0.5
"#,
    )
    .unwrap();
    assert_eq!(settings.defaults, Defaults::plain());
    assert_eq!(settings.initial_colour, None);
    let tenths = |score: Score| score.tenths();
    assert_eq!(settings.points.win.map(tenths), [10, 15]);
    assert_eq!(settings.points.loss.map(tenths), [-5, -5]);
    assert_eq!(tenths(settings.points.full_point_bye), 10);
    assert_eq!(settings.model, ResultModel::Logistic);
    let ada = &settings.field.players[0];
    assert_eq!((ada.name.as_str(), ada.rating), ("Ada", Some(2100)));
    assert_eq!(ada.sex, Some(Sex::Female));
    assert_eq!(settings.field.players[1].rating, None);
    let AccelerationSetting::Explicit(virtual_points) = &settings.acceleration else {
        panic!("virtual points are given");
    };
    assert_eq!(virtual_points[0].points, Score::HALF);

    let listed = Settings::from_toml("ratings.list = [1500, 0, 2000]").unwrap();
    let ratings: Vec<_> = listed
        .field
        .players
        .iter()
        .map(|player| player.rating)
        .collect();
    assert_eq!(ratings, [Some(1500), None, Some(2000)]);
    for model in ResultModel::ALL {
        let text = format!("results.model = \"{}\"", model.name());
        assert_eq!(Settings::from_toml(&text).unwrap().model, model);
    }
}

/// Values that follow from no other, by the key of a settings file and by that of JaVaFo's.
#[test]
fn every_single_value_of_points_has_its_keys() {
    let mut read = 0;
    for field in PointField::ALL {
        let is_set = |points: PointSystem| {
            let mut expected = PointSystem::default();
            expected.set(field, Score::from_tenths(3));
            assert_eq!(points, expected, "{field:?}");
        };
        if let Some(key) = field.key() {
            is_set(
                Settings::from_toml(&format!("points.{key} = 0.3"))
                    .unwrap()
                    .points,
            );
            read += 1;
        }
        if let Some(code) = field.code() {
            let text = format!("{code}Points=0.3");
            assert!(Settings::looks_like_properties(&text), "{text}");
            is_set(Settings::from_properties(&text, None).unwrap().points);
            read += 1;
        }
    }
    assert_eq!(read, 18);
}

#[test]
fn wrong_toml_is_refused_with_its_place() {
    for (text, expected) in [
        ("seed = ", "line 1, column 8"),
        ("seed = -1", "line 1, column 8"),
        (
            "\n\nplayer = 7",
            "line 3, column 1: unknown field `player`, expected one of",
        ),
        (
            "players = 4.5",
            "line 1, column 11: invalid type: floating point `4.5`, expected a whole",
        ),
        (
            "rounds = \"x\"",
            "line 1, column 10: found 'x', expected a whole number or a range",
        ),
        (
            "byes.half = 0.5",
            "line 1, column 13: invalid type: floating point `0.5`, expected a number, a rate",
        ),
        (
            "byes.half = \"101%\"",
            "line 1, column 13: found '101%', expected a rate such as",
        ),
        (
            "byes.half = { 0 = 1 }",
            "found the key '0', expected a round from 1, 'each' or 'last'",
        ),
        (
            "women = { each = 1 }",
            "line 1, column 9: found a table, expected a number, a rate",
        ),
        (
            "players = -3",
            "line 1, column 11: invalid value: integer `-3`",
        ),
        (
            "points.win = 0.25",
            "line 1, column 14: invalid value: string \"0.25\", expected points with",
        ),
        (
            "points.win = [1]",
            "invalid length 1, expected points such as 0.5, or [1, 1.5]",
        ),
        (
            "[points]\nwin = 3\nzero-bye = 1",
            "line 3, column 1: unknown field `zero-bye`, expected one of `win`, `draw`, `loss`, `zero-point-bye`",
        ),
        (
            "results.model = \"glicko\"",
            "line 1, column 17: unknown variant `glicko`, expected one of",
        ),
        (
            "acceleration = \"baku\"\n[[virtual-points]]\nfirst-round = 1\nlast-round = 1\nfirst-player = 1\nlast-player = 1\npoints = 1",
            "line 2, column 3: found both virtual-points and acceleration",
        ),
        (
            "ratings.list = [1]\n[[field]]\nrating = 2",
            "line 2, column 3: found both field and a list of ratings",
        ),
        (
            "[[forbidden.groups]]\nplayers = [1, 2]\nfirst = 0",
            "line 3, column 9: 0 is not a number from 1 to 9999",
        ),
        (
            "[[virtual-points]]\npoints = 1",
            "missing field `first-round`",
        ),
    ] {
        let error = Settings::from_toml(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
        assert!(!error.contains('\n'), "one line: {error}");
    }
}

#[test]
fn javafo_keys_count_thousandths() {
    let text = "\u{feff}# a comment\r\nPlayersNumber = 84\r\n\nRoundsNumber=9\nForfeitRate=25\n\
                QuickgameRate=3\nZPBRate=30\nHPBRate=40\nFPBRate=1\nHighestRating=2600\n\
                LowestRating=1500\nGroups=4\nSeparator=33\nWWPoints=1.0\nBWPoints=1.5\n\
                WDPoints=.5\nPABPoints=0.5\nFLPoints=-1\nFirstSeed=77\n";
    assert!(Settings::looks_like_properties(text));
    let settings = Settings::from_properties(text, None).unwrap();
    assert_eq!(settings.players, Some(Span::exactly(84)));
    assert_eq!(settings.rounds, Some(Span::exactly(9)));
    assert_eq!(settings.games.forfeits, Some(rate("2.5%").into()));
    assert_eq!(settings.games.unrated, Some(rate("0.3%").into()));
    assert_eq!(settings.byes.zero, Some(rate("3%").into()));
    assert_eq!(settings.byes.half, Some(rate("4%").into()));
    assert_eq!(settings.byes.full, Some(rate("0.1%").into()));
    assert_eq!(settings.ratings.separator, Some(Span::exactly(33)));
    assert_eq!(settings.points.win.map(Score::tenths), [10, 15]);
    assert_eq!(settings.points.draw.map(Score::tenths), [5, 5]);
    assert_eq!(settings.points.pairing_allocated_bye, Score::HALF);
    assert_eq!(settings.points.forfeit_loss.tenths(), -10);
    assert_eq!(settings.seed, Some(77));
    assert_eq!(settings.defaults, Defaults::javafo());
    assert_eq!(settings.model, ResultModel::Polynomial2015);
}

#[test]
fn bbp_pairings_keys_say_one_in_so_many() {
    let text = "PointsForPAB=0.5\nPlayersNumber=60\nDrawPercentage=40\nForfeitRate=20\n\
                RetiredRate=50\nHalfPointByteRate=25\nPointsForWin=3\nPointsForDraw=1\n\
                PointsForZPB=0.5";
    let settings = Settings::from_properties(text, None).unwrap();
    assert_eq!(settings.games.forfeits, Some(rate("5%").into()));
    assert_eq!(settings.withdrawals, Some(rate("2%").into()));
    assert_eq!(settings.byes.half, Some(Quantity::except_last(rate("4%"))));
    assert_eq!(settings.draws, Some(Span::exactly(40)));
    assert_eq!(settings.model, ResultModel::RatingOrder);
    assert_eq!(settings.points.forfeit_win.tenths(), 30);
    assert_eq!(settings.points.half_point_bye.tenths(), 10);
    assert_eq!(
        settings.points.pairing_allocated_bye,
        Score::HALF,
        "any order of lines"
    );
    assert_eq!(settings.defaults, Defaults::bbp_pairings());
}

#[test]
fn nobody_retires_from_an_event_of_one_round() {
    let text = "PlayersNumber=12\nRoundsNumber=1\nRetiredRate=10\nHalfPointByeRate=4\n";
    let settings = Settings::from_properties(text, None).unwrap();
    assert_eq!(settings.withdrawals, Some(Quantity::NONE));
    assert!(Generator::new(settings).is_ok());
}

#[test]
fn the_dialect_decides_what_a_forfeit_rate_is() {
    let text = "ForfeitRate=10";
    let of = |dialect| Settings::from_properties(text, Some(dialect)).unwrap();
    assert_eq!(
        of(SettingNames::JaVaFo).games.forfeits,
        Some(rate("1%").into())
    );
    assert_eq!(
        of(SettingNames::BbpPairings).games.forfeits,
        Some(rate("10%").into())
    );
    let error = Settings::from_properties(text, None)
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("line 1: ForfeitRate counts thousandths for JaVaFo"),
        "{error}"
    );
    // Without any key that tells, the ordinary defaults hold.
    let plain = Settings::from_properties("PlayersNumber=20\n", None).unwrap();
    assert_eq!(plain.defaults, Defaults::open());
}

#[test]
fn wrong_properties_are_refused_with_their_line() {
    for (text, dialect, expected) in [
        (
            "PlayersNumber",
            None,
            "line 1: found 'PlayersNumber', expected Key=value",
        ),
        (
            "PlayersNumber=x",
            None,
            "line 1: found 'x' for PlayersNumber, expected a whole number",
        ),
        (
            "PlayersNumber=",
            None,
            "line 1: found '' for PlayersNumber, expected a whole number",
        ),
        (
            "Groups=1\nGroups=2",
            None,
            "line 2: Groups was already given in line 1, expected each key once",
        ),
        ("Players=1", None, "line 1: found the unknown key Players"),
        (
            "#\nZPBRate=1\nDrawPercentage=20",
            None,
            "line 3: found DrawPercentage, which is no key of JaVaFo",
        ),
        (
            "ZPBRate=1001",
            None,
            "line 1: found '1001' for ZPBRate, expected thousandths, from 0 to 1000",
        ),
        (
            "RetiredRate=0",
            None,
            "line 1: found '0' for RetiredRate, expected one in so many, at least 1",
        ),
        (
            "WWPoints=0.25",
            None,
            "line 1: found '0.25' for WWPoints, expected points with at most one decimal",
        ),
        (
            "FirstSeed=-1",
            None,
            "line 1: found '-1' for FirstSeed, expected a whole number below 2^63",
        ),
        (
            "Groups=1",
            Some(SettingNames::BbpPairings),
            "line 1: found Groups, which is no key of bbpPairings",
        ),
    ] {
        let error = Settings::from_properties(text, dialect)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
    assert!(!Settings::looks_like_properties("players = 7"));
    assert!(!Settings::looks_like_properties("# only a comment"));
}
