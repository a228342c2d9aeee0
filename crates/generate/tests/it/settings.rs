//! Settings that cannot be met are refused with the reason; settings that can are not.

use crate::common::rotation;
use edelweiss_generate::{Generator, Settings};

/// The refusals of a settings file.
fn refusals(text: &str) -> String {
    let settings = Settings::from_toml(text).expect("the syntax is right");
    match Generator::new(settings) {
        Ok(_) => "possible".to_owned(),
        Err(impossible) => impossible.to_string(),
    }
}

#[test]
fn impossible_settings_are_refused_with_the_reason() {
    for (text, expected) in [
        (
            "players = 10\nrounds = 10",
            "rounds: found 10, expected at most 9: 10 players have no more opponents to meet once",
        ),
        (
            "players = \"5..20\"\nrounds = \"3..6\"",
            "rounds: found 3..6, expected at most 5: 5 players have no more opponents to meet once",
        ),
        ("players = 1", "players: found 1, expected 2 to 9999"),
        (
            "players = 10000",
            "players: found 10000, expected 2 to 9999",
        ),
        (
            "players = \"9..8\"",
            "players: found 9..8, an empty range; expected the smaller number first",
        ),
        ("rounds = 0", "rounds: found 0, expected 1 to 9999"),
        (
            "tournaments = 0",
            "tournaments: found 0, expected at least 1",
        ),
        (
            "seed = 9223372036854775807\nplayers = 0",
            "players: found 0, expected 2 to 9999",
        ),
        (
            "[byes]\nhalf = \"60%\"\nzero = \"30%..50%\"",
            "byes: the rates of byes.half, byes.zero add up to 110.0000% in round 1, expected at \
             most 100%",
        ),
        (
            "rounds = 5\n[byes]\nhalf = { each = \"60%\", last = 0 }\nzero = { 5 = \"90%\" }\n\
             full = { last = \"10.5%\" }",
            "byes: the rates of byes.full, byes.half, byes.zero add up to 100.5000% in round 5, \
             expected at most 100%",
        ),
        (
            "[games]\nforfeits = \"70%\"\nzero-zero = \"1/2\"",
            "games: the rates of games.forfeits, games.zero-zero add up to 120.0000% in round 1, \
             expected at most 100%",
        ),
        (
            "players = 10\nrounds = 5\n[byes]\nzero = { each = 11 }",
            "byes.zero: found 11, expected at most 10: the players of the event",
        ),
        (
            "players = 10\nrounds = 5\n[byes]\nzero = 30\nhalf = 21",
            "byes: found 51 altogether, expected at most 50: the players times the rounds",
        ),
        (
            "players = 11\nrounds = 5\n[games]\nforfeits = { 2 = 6 }",
            "games.forfeits: found 6, expected at most 5: the boards of a round",
        ),
        (
            "players = 11\nrounds = 5\n[games]\nforfeits = 26",
            "games.forfeits: found 26, expected at most 25: the boards of all rounds",
        ),
        (
            "rounds = 5\n[byes]\nzero = { 6 = 1 }",
            "byes.zero: found round 6, expected 1 to 5",
        ),
        (
            "rounds = 5\nlate-entries = { 1 = 1 }",
            "late-entries: found round 1, expected 2 to 5",
        ),
        (
            "players = 8\nwithdrawals = 7",
            "withdrawals: found 7, expected at most 6: two players have to take part from the \
             first round to the last",
        ),
        (
            "rounds = 1\nplayers = 8\nwithdrawals = \"10%\"",
            "withdrawals: an event of one round has no later round",
        ),
        (
            "[ratings]\nhighest = 1500\nlowest = 1600",
            "ratings.lowest: found 1600, expected at most the highest rating 1500",
        ),
        (
            "[ratings]\nhighest = \"1500..2000\"\nlowest = \"1400..1501\"",
            "ratings.lowest: found 1400..1501, expected at most the highest rating 1500..2000",
        ),
        (
            "[ratings]\nhighest = 1500\nlowest = 1400\ngroups = 4\nseparator = 40",
            "ratings.separator: the gaps between 4 groups take 120 points, expected at most 100, \
             the range of the ratings",
        ),
        (
            "[ratings]\nhighest = 0",
            "ratings.highest: found 0, expected 1 to 9999",
        ),
        (
            "players = 3\n[ratings]\nlist = [2000, 1900]",
            "players: found 3, but 2 players are listed",
        ),
        (
            "[ratings]\nlist = [2000, 1900]\nhighest = 2000",
            "ratings: the players are listed with their ratings; expected either a list or a range",
        ),
        (
            "players = 8\n[ratings]\nmissing = 9\nequal = 8",
            "ratings.missing: found 9, expected at most 8: the players of the event; \
             ratings.equal: found 8, expected at most 7: the first player has nobody above",
        ),
        (
            "[[field]]\nnumber = 3\n[[field]]\nnumber = 3",
            "field: two players have the number 3",
        ),
        (
            "[[field]]\nnumber = 3\n[[field]]\nrating = 3",
            "field: expected a number for every player or for none",
        ),
        (
            "[results]\ndraws = 101",
            "results.draws: found 101, expected 0 to 100",
        ),
        (
            "[points]\npairing-allocated-bye = 1.5",
            "points.pairing-allocated-bye: found 1.5, expected at most the 1.0 of a win",
        ),
        (
            "[points]\nwin = 1\ndraw = 2",
            "points: found 1.0 for a win, 2.0 for a draw and 0.0 for a loss with White, expected \
             a win worth more than a loss and a draw in between; points: found 1.0 for a win, 2.0 \
             for a draw and 0.0 for a loss with Black, expected a win worth more than a loss and \
             a draw in between",
        ),
        (
            "[points]\nzero-point-bye = 100.5",
            "points: found 100.5, expected values from -100.0 to 100.0",
        ),
        (
            "acceleration = \"baku\"\n[points]\nwin = 3\ndraw = 1",
            "acceleration: the Baku method needs a win worth two draws and a loss worth nothing",
        ),
        (
            "players = 8\nforbidden = { pairs = 29 }",
            "forbidden.pairs: found 29, expected at most 28: the pairs of players there are",
        ),
        (
            "players = 8\n[[forbidden.groups]]\nplayers = [1, 9]",
            "forbidden.groups: found player 9, expected 1 to 8",
        ),
        (
            "players = 8\n[[forbidden.groups]]\nplayers = [1, 1]\nfirst = 3\nlast = 2",
            "forbidden.groups: found rounds 3 to 2, expected the earlier one first; \
             forbidden.groups: found the players [1, 1], expected two or more different ones",
        ),
        (
            "players = 8\n[[virtual-points]]\nfirst-round = 1\nlast-round = 2\nfirst-player = 4\n\
             last-player = 3\npoints = 1",
            "virtual-points: found players 4 to 3, expected the lower number first",
        ),
    ] {
        assert_eq!(refusals(text), expected, "{text}");
    }
}

#[test]
fn settings_at_the_edge_make_tournaments() {
    for text in [
        "",
        "plain = true",
        "players = 10\nrounds = 9",
        "players = 11\nrounds = 11",
        "players = 2\nrounds = 1",
        "rounds = 30",
        "players = 3",
        "[byes]\nhalf = \"60%\"\nzero = \"40%\"",
        "rounds = 5\n[byes]\nhalf = { each = \"60%\", last = 0 }\nzero = { 5 = \"90%\" }",
        // All three rounds are named, so that no other round has both rates.
        "rounds = 3\n[byes]\nhalf = { each = \"90%\", 1 = 0, 2 = 0, 3 = 0 }\nzero = \"90%\"",
        "players = 10\nrounds = 5\n[byes]\nzero = 30\nhalf = 20",
        "[ratings]\nhighest = 1500\nlowest = 1400\ngroups = 4\nseparator = 33",
        "[ratings]\nhighest = 1500\nlowest = 1500",
        "[ratings]\nhighest = 900",
        "[ratings]\nhighest = 1",
        "[ratings]\nlowest = 9999",
        "[ratings]\nhighest = 2000\nlowest = 2000\ngroups = 9\nseparator = 0",
        "players = 3\nwithdrawals = \"100%\"\nlate-entries = \"100%\"",
        "players = 20\nrounds = 19\nwithdrawals = 18\nlate-entries = 18\nbyes.half = 150",
        "[ratings]\nlowest = 2700",
        "[points]\npairing-allocated-bye = 0",
    ] {
        assert_eq!(refusals(text), "possible", "{text}");
        let mut settings = Settings::from_toml(text).unwrap();
        settings.seed = Some(4);
        let generator = Generator::new(settings).unwrap();
        for index in 0..5 {
            let made = generator.generate_one(index, rotation).unwrap();
            // With byes for everybody there is nobody to pair, which is possible, too.
            let reason = made.stopped.map(|stop| stop.reason);
            assert!(reason.is_none_or(|reason| reason == "no player is present"));
        }
    }
}
