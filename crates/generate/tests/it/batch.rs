//! Batches with fixed seeds: what a seed means, rates, results, and what stops a tournament.

use crate::common::{dutch, rotation};
use edelweiss_generate::{
    Amount, Generated, GenerationFault, Generator, NextRound, Quantity, ResultModel, Settings, Span,
};
use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, PlayerId, RoundEntry, RoundNumber, Tournament,
    TournamentData, Tpn,
};
use rayon::prelude::*;

fn generator(text: &str) -> Generator {
    let settings = Settings::from_toml(text).expect("the syntax is right");
    Generator::new(settings).expect("the settings are possible")
}

fn batch(generator: &Generator) -> Vec<Generated> {
    let made: Result<Vec<Generated>, _> = generator.iter(rotation).collect();
    made.expect("everybody is seated")
}

/// One line per player: rating, hidden strength, title, then the rounds.
fn crosstable(made: &Generated) -> String {
    let mut lines = Vec::new();
    for (player, strength) in made.tournament.players.iter().zip(&made.strengths) {
        let rating = player.rating.unwrap_or(0);
        let title = player.title.as_deref().unwrap_or("-");
        let mut cells = vec![format!("{} {rating} {strength} {title}", player.number)];
        for entry in &player.entries {
            cells.push(match entry {
                RoundEntry::Blank => ".".to_owned(),
                RoundEntry::Bye(ByeKind::PairingAllocated) => "U".to_owned(),
                RoundEntry::Bye(ByeKind::Full) => "F".to_owned(),
                RoundEntry::Bye(ByeKind::Half) => "H".to_owned(),
                RoundEntry::Bye(ByeKind::Zero) => "Z".to_owned(),
                RoundEntry::Paired {
                    opponent,
                    colour,
                    result,
                } => {
                    let colour = if *colour == Some(Colour::White) {
                        'w'
                    } else {
                        'b'
                    };
                    let result = match result {
                        GameResult::Win => '1',
                        GameResult::Draw => '=',
                        GameResult::Loss => '0',
                        GameResult::ForfeitWin => '+',
                        GameResult::ForfeitLoss => '-',
                        _ => '?',
                    };
                    format!("{}{colour}{result}", opponent.index() + 1)
                }
            });
        }
        lines.push(cells.join(" ") + "\n");
    }
    lines.concat()
}

/// Whoever changes this changes what every printed seed means.
#[test]
fn a_seed_means_the_same_for_ever() {
    let generator = generator(
        "seed = 42\nplayers = 11\nrounds = 6\nlate-entries = 1\nwithdrawals = 1\n\
         [byes]\nhalf = \"5%\"\nzero = \"5%\"\n[games]\nforfeits = \"10%\"",
    );
    let made = generator.generate_one(5, rotation).unwrap();
    assert_eq!(crosstable(&made), include_str!("../data/seed-42-5.txt"));
    assert_eq!(
        made.summary.to_string(),
        include_str!("../data/seed-42-5.summary").trim_end()
    );
}

#[test]
fn a_batch_is_the_same_alone_in_any_order_and_on_many_threads() {
    let generator = generator("seed = 1\ntournaments = 40\nplayers = \"16..40\"\nrounds = 5");
    let one_by_one = batch(&generator);
    assert_eq!(one_by_one.len(), 40);
    let parallel: Vec<Generated> = (0..40_u32)
        .into_par_iter()
        .map(|index| generator.generate_one(index, rotation).unwrap())
        .collect();
    assert_eq!(one_by_one, parallel);
    let other_length = Generator::new(Settings {
        tournaments: Some(3),
        ..generator.settings().clone()
    })
    .unwrap();
    assert_eq!(batch(&other_length), one_by_one[..3]);
}

#[test]
fn a_setting_leaves_what_other_stages_draw_untouched() {
    let field = |extra: &str| {
        let text = format!("seed = 3\nplayers = 30\nrounds = 5\n{extra}");
        generator(&text).generate_one(0, rotation).unwrap()
    };
    let usual = field("");
    let changed = field("[games]\nforfeits = 0\n[byes]\nzero = 7");
    assert_eq!(usual.strengths, changed.strengths);
    assert_eq!(usual.settled.games[1], changed.settled.games[1]);
    assert_eq!(
        usual.tournament.initial_colour,
        changed.tournament.initial_colour
    );
}

#[test]
fn without_a_seed_every_generator_has_its_own() {
    let settings = Settings::plain();
    let one = Generator::new(settings.clone()).unwrap();
    let other = Generator::new(settings).unwrap();
    assert_ne!(one.seed(), other.seed());
    let again = Generator::new(Settings {
        seed: Some(one.seed()),
        ..Settings::plain()
    })
    .unwrap();
    assert_eq!(
        again.generate_one(0, rotation),
        one.generate_one(0, rotation)
    );
}

/// The sums of a fixed batch stay within five standard deviations of the rates.
#[test]
fn rates_are_respected() {
    let made = batch(&generator(
        "seed = 11\ntournaments = 100\nplayers = 50\nrounds = 10\nplain = true\n\
         women = \"20%\"\ntitles = \"50%\"\nwithdrawals = \"8%\"\nlate-entries = \"6%\"\n\
         [ratings]\nmissing = \"10%\"\nhighest = 2800\nlowest = 2500\nequal = \"5%\"\n\
         [byes]\nfull = \"1%\"\nhalf = { each = \"4%\", last = 0, 1 = \"50%\" }\nzero = \"2%\"\n\
         [games]\nforfeits = \"5%\"\ndouble-forfeits = \"1%\"\nhalf-zero = \"2%\"\n\
         zero-half = \"3%\"\nzero-zero = \"4%\"\nunrated = \"10%\"",
    ));
    let sum = |count: fn(&Generated) -> u32| made.iter().map(count).sum::<u32>();
    let players = sum(|made| made.summary.players);
    let games = sum(|made| made.summary.games);
    // Rounds of players who have entered and not withdrawn; the first round alone; the last alone.
    let there = |from: usize, to: usize| {
        let mut count = 0;
        for made in &made {
            for player in &made.tournament.players {
                let is_there = |entry: &RoundEntry| *entry != RoundEntry::Blank;
                let withdrawn = (player.entries.iter().rev())
                    .take_while(|entry| **entry == RoundEntry::Bye(ByeKind::Zero))
                    .count();
                let kept = player.entries.len() - withdrawn.saturating_sub(1);
                let entries = &player.entries[..kept.min(to)];
                count += entries
                    .iter()
                    .skip(from)
                    .filter(|entry| is_there(entry))
                    .count();
            }
        }
        count as u32
    };
    let unrated = sum(|made| made.summary.unrated_players);
    let first_halves = (made.iter().flat_map(|made| &made.tournament.players))
        .filter(|player| player.entries[0] == RoundEntry::Bye(ByeKind::Half))
        .count() as u32;
    let last_halves = (made.iter().flat_map(|made| &made.tournament.players))
        .filter(|player| player.entries[9] == RoundEntry::Bye(ByeKind::Half))
        .count();
    assert_eq!(last_halves, 0, "no half-point byes in the last round");
    let titled = (made.iter().flat_map(|made| &made.tournament.players))
        .filter(|player| player.title.is_some())
        .count() as u32;
    for (name, found, cases, percent) in [
        ("women", women(&made), players, 20),
        ("missing ratings", unrated, players, 10),
        ("titles", titled, players - unrated, 50),
        (
            "withdrawals",
            sum(|made| made.summary.withdrawals),
            players,
            8,
        ),
        (
            "late entries",
            sum(|made| made.summary.late_entries),
            players,
            6,
        ),
        ("half-point byes, round 1", first_halves, there(0, 1), 50),
        (
            "half-point byes, rounds 2-9",
            sum(|made| made.summary.half_byes) - first_halves,
            there(1, 9),
            4,
        ),
        (
            "full-point byes",
            sum(|made| made.summary.full_byes),
            there(0, 10),
            1,
        ),
        (
            "zero-point byes",
            sum(|made| made.summary.zero_byes),
            there(0, 10),
            2,
        ),
        ("forfeits", sum(|made| made.summary.forfeits), games, 5),
        (
            "double forfeits",
            sum(|made| made.summary.double_forfeits),
            games,
            1,
        ),
        ("½-0", sum(|made| made.summary.half_zero), games, 2),
        ("0-½", sum(|made| made.summary.zero_half), games, 3),
        ("0-0", sum(|made| made.summary.zero_zero), games, 4),
        ("unrated games", sum(|made| made.summary.unrated), games, 10),
    ] {
        // (found - np)² <= 25 np(1 - p), in hundredths; one case more for the few byes of players
        // who withdrew right after one, which `there` cannot tell.
        let deviation = i64::from(found) * 100 - i64::from(cases) * percent;
        let variance = i64::from(cases) * percent * (100 - percent);
        assert!(
            deviation * deviation <= 25 * variance,
            "{name}: {found} of {cases}, expected about {percent} %"
        );
    }
}

fn women(made: &[Generated]) -> u32 {
    let players = made.iter().flat_map(|made| &made.tournament.players);
    players
        .filter(|player| player.sex == Some(edelweiss_model::Sex::Female))
        .count() as u32
}

/// Wins and draws of a fixed batch against the sum of their chances, five standard deviations.
#[test]
fn results_follow_the_model() {
    for model in ResultModel::ALL {
        let generator = generator(&format!(
            "seed = 5\ntournaments = 60\nplayers = 40\nrounds = 9\nplain = true\n\
             results = {{ model = \"{}\", draws = 35 }}",
            model.name()
        ));
        let (mut expected, mut variance, mut found) = ([0_i128; 3], [0_i128; 3], [0_i128; 3]);
        for made in batch(&generator) {
            for (id, player) in made.tournament.players.iter().enumerate() {
                for entry in &player.entries {
                    let RoundEntry::Paired {
                        opponent,
                        colour: Some(Colour::White),
                        result,
                    } = *entry
                    else {
                        continue;
                    };
                    let ratings = [id, opponent.index()].map(|index| made.strengths[index]);
                    let chances = model.chances(ratings[0], ratings[1], 35);
                    for (place, chance) in [chances.white, chances.draw, chances.black]
                        .into_iter()
                        .enumerate()
                    {
                        let chance = i128::from(chance);
                        expected[place] += chance;
                        variance[place] += chance * (1_000_000_000 - chance);
                    }
                    match result {
                        GameResult::Win => found[0] += 1_000_000_000,
                        GameResult::Draw => found[1] += 1_000_000_000,
                        _ => found[2] += 1_000_000_000,
                    }
                }
            }
        }
        for place in 0..3 {
            let deviation = found[place] - expected[place];
            assert!(
                deviation * deviation <= 25 * variance[place],
                "{}: {found:?} for {expected:?}",
                model.name()
            );
        }
    }
}

#[test]
fn ratings_keep_their_range_groups_and_gaps() {
    let generator = generator(
        "seed = 9\ntournaments = 50\nplayers = 31\nrounds = 1\nplain = true\n\
         [ratings]\nhighest = 2400\nlowest = 1800\ngroups = 4\nseparator = 60\nequal = 3",
    );
    for made in batch(&generator) {
        let ratings: Vec<u16> = (made.tournament.players.iter())
            .map(|player| player.rating.unwrap())
            .collect();
        assert!(ratings.is_sorted_by(|a, b| a >= b));
        assert!(ratings[0] <= 2400 && ratings[30] >= 1800);
        // Bands of 105 points: 2400-2295, 2235-2130, 2070-1965, 1905-1800.
        let gaps = ratings.windows(2).filter(|pair| pair[0] - pair[1] >= 60);
        assert!(gaps.count() >= 3, "{ratings:?}");
        for forbidden in [2236..=2294, 2071..=2129, 1906..=1964] {
            assert!(!ratings.iter().any(|rating| forbidden.contains(rating)));
        }
        let equal = ratings.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!(equal >= 3, "{ratings:?}");
    }
}

#[test]
fn given_players_are_sorted_or_kept() {
    let list = "rounds = 1\nplain = true\n[[field]]\nname = \"B\"\nrating = 2000\n[[field]]\n\
                name = \"A\"\nrating = 2000\n[[field]]\nname = \"C\"\nrating = 2000\ntitle = \"FM\"\n\
                [[field]]\nname = \"D\"\n[[field]]\nname = \"E\"\nrating = 2100";
    let names = |text: &str| -> String {
        let made = generator(text).generate_one(0, rotation).unwrap();
        assert!(
            made.strengths
                .iter()
                .all(|strength| (2000..=2100).contains(strength))
        );
        made.tournament
            .players
            .iter()
            .map(|player| player.name.as_str())
            .collect()
    };
    assert_eq!(names(list), "ECABD");
    assert_eq!(names(&format!("keep-order = true\n{list}")), "BACDE");
}

#[test]
fn baku_written_out_is_baku() {
    let text = "seed = 2\nplayers = 22\nrounds = 7\nlate-entries = 2\n[byes]\nzero = \"5%\"\n";
    let named = generator(&format!("acceleration = \"baku\"\n{text}"));
    let explicit = generator(&format!("acceleration = \"baku-explicit\"\n{text}"));
    let named = named.generate_one(0, dutch).unwrap().tournament.into_data();
    let explicit = explicit
        .generate_one(0, dutch)
        .unwrap()
        .tournament
        .into_data();
    assert!(explicit.has_virtual_points() && !named.has_virtual_points());
    let entries = |data: &TournamentData| -> Vec<Vec<RoundEntry>> {
        data.players
            .iter()
            .map(|player| player.entries.clone())
            .collect()
    };
    assert_eq!(entries(&named), entries(&explicit));
    let plain = generator(text).generate_one(0, dutch).unwrap();
    assert_ne!(entries(&named), entries(&plain.tournament));
}

#[test]
fn given_virtual_points_and_bans_arrive() {
    let made = generator(
        "players = 10\nrounds = 4\nplain = true\nforbidden.pairs = 3\n\
         [[forbidden.groups]]\nplayers = [1, 6]\nfirst = 1\nlast = 2\n\
         [[virtual-points]]\nfirst-round = 1\nlast-round = 2\nfirst-player = 1\nlast-player = 4\n\
         points = 1\n\
         [[virtual-points]]\nfirst-round = 2\nlast-round = 3\nfirst-player = 4\nlast-player = 5\n\
         points = 0.5",
    )
    .generate_one(0, dutch)
    .unwrap();
    let points = |place: usize| -> Vec<i32> {
        let player = &made.tournament.players[place - 1];
        player
            .virtual_points
            .iter()
            .map(|score| score.tenths())
            .collect()
    };
    assert_eq!(points(1), [10, 10]);
    assert_eq!(points(4), [10, 15, 5]);
    assert_eq!(points(5), [0, 5, 5]);
    assert_eq!(points(6), [0_i32; 0]);
    assert_eq!(made.tournament.forbidden.len(), 4);
    let first = made.tournament.players[0].entries[0].opponent();
    assert_ne!(
        first,
        Some(PlayerId::from_index(5)),
        "1 and 6 may not meet in round 1"
    );
}

#[test]
fn a_tournament_without_a_legal_round_keeps_what_it_has() {
    let nobody = generator(
        "players = 4\nrounds = 3\nplain = true\n[[forbidden.groups]]\nplayers = [1, 2]\n\
         [[forbidden.groups]]\nplayers = [1, 3]\n[[forbidden.groups]]\nplayers = [1, 4]",
    )
    .generate_one(0, dutch)
    .unwrap();
    assert_eq!(nobody.stopped_before(), Some(RoundNumber::FIRST));
    assert_eq!(nobody.summary.rounds, 0);
    assert!(
        nobody
            .tournament
            .players
            .iter()
            .all(|player| player.entries.is_empty())
    );

    let later = generator(
        "players = 4\nrounds = 3\nplain = true\n[[forbidden.groups]]\nplayers = [1, 2]\nfirst = 2",
    );
    let stops: Vec<u16> = (0..20)
        .filter_map(|index| later.generate_one(index, dutch).unwrap().stopped_before())
        .map(RoundNumber::get)
        .collect();
    assert!(
        !stops.is_empty() && stops.iter().all(|round| *round > 1),
        "{stops:?}"
    );

    let absent = generator("players = 4\nrounds = 3\nplain = true\nbyes.zero = { 2 = 4 }")
        .generate_one(0, dutch)
        .unwrap();
    let stop = absent.stopped.unwrap();
    assert_eq!(
        (stop.before.get(), stop.reason.as_str()),
        (2, "no player is present")
    );
    assert_eq!(absent.summary.rounds, 1);
    assert!(
        absent
            .tournament
            .players
            .iter()
            .all(|player| player.entries.len() == 1)
    );
}

#[test]
fn a_wrong_answer_of_the_engine_is_reported() {
    let generator = generator("seed = 6\nplayers = 5\nrounds = 1\nplain = true");
    let id = PlayerId::from_index;
    for (boards, bye, fault) in [
        (vec![(0, 1)], Some(2), GenerationFault::Missing(id(3))),
        (vec![(0, 1), (2, 3)], None, GenerationFault::Missing(id(4))),
        (
            vec![(0, 1), (2, 1)],
            Some(4),
            GenerationFault::Unexpected(id(1)),
        ),
        (
            vec![(0, 1), (2, 3)],
            Some(0),
            GenerationFault::Unexpected(id(0)),
        ),
        (
            vec![(0, 1), (2, 9)],
            Some(4),
            GenerationFault::Unexpected(id(9)),
        ),
    ] {
        let answer = NextRound::Paired {
            boards: boards.into_iter().map(|(a, b)| (id(a), id(b))).collect(),
            bye: bye.map(id),
        };
        let error = generator.generate_one(0, |_| answer.clone()).unwrap_err();
        assert_eq!(error.fault, fault);
        assert_eq!((error.seed, error.round.get()), (6, 1));
    }
    let absent = Generator::new(Settings {
        byes: edelweiss_generate::Byes {
            zero: Some(Quantity::Whole(Amount::Number(1))),
            ..Default::default()
        },
        ..generator.settings().clone()
    })
    .unwrap();
    let everybody = NextRound::Paired {
        boards: vec![(id(0), id(1)), (id(2), id(3))],
        bye: Some(id(4)),
    };
    let error = absent.generate_one(0, |_| everybody.clone()).unwrap_err();
    assert!(
        matches!(error.fault, GenerationFault::Unexpected(_)),
        "{error}"
    );
}

#[test]
fn numbers_that_do_not_fit_are_told() {
    let made = generator(
        "players = 8\nrounds = 2\nplain = true\n[byes]\nhalf = { 1 = 6 }\nzero = { 1 = 5 }\n\
         [games]\nforfeits = { 1 = 1 }",
    )
    .generate_one(0, |tournament| match tournament.next_round().get() {
        1 => NextRound::Impossible("nobody to pair".to_owned()),
        _ => rotation(tournament),
    })
    .unwrap();
    let told: Vec<(&str, u32, u32)> = (made.shortfalls.iter())
        .map(|short| (short.setting, short.asked, short.given))
        .collect();
    assert_eq!(told, [("byes.zero", 5, 2), ("games.forfeits", 1, 0)]);
}

/// A tournament replayed has its field, order, numbers, points and about its rates.
#[test]
fn a_model_plays_again() {
    let source = generator(
        "seed = 8\nplayers = 60\nrounds = 9\nlate-entries = 3\nwithdrawals = 4\n\
         initial-colour = \"black\"\n[points]\npairing-allocated-bye = 0.5\n\
         [byes]\nhalf = 20\nzero = 10\n[games]\nforfeits = 12\ndouble-forfeits = 2\nhalf-zero = 3\n\
         zero-half = 1\nzero-zero = 2\n[[forbidden.groups]]\nplayers = [1, 2, 3]\n\
         [[virtual-points]]\nfirst-round = 1\nlast-round = 3\nfirst-player = 1\nlast-player = 30\n\
         points = 1",
    );
    let model = source.generate_one(0, rotation).unwrap().tournament;
    let settings = Settings::replaying(&model);
    assert_eq!(settings.rounds, Some(Span::exactly(9)));
    assert_eq!(settings.initial_colour, Some(Colour::Black));
    let games = model.players.iter().flat_map(|player| &player.entries);
    let games = games.filter(|entry| entry.opponent().is_some()).count() as u64 / 2;
    let share = |part: u64, whole: u64| {
        Some(Quantity::Whole(Amount::Rate(
            edelweiss_generate::Rate::share(part, whole),
        )))
    };
    assert_eq!(settings.games.forfeits, share(12, games));
    assert_eq!(settings.games.double_forfeits, share(2, games));
    assert_eq!(settings.games.half_zero, share(3, games));
    assert_eq!(settings.games.zero_half, share(1, games));
    assert_eq!(settings.games.zero_zero, share(2, games));
    assert_eq!(settings.games.unrated, share(0, games));
    assert_eq!(settings.late_entries, share(3, 60));

    let again = Generator::new(Settings {
        seed: Some(1),
        ..settings
    })
    .unwrap();
    let made = again.generate_one(0, rotation).unwrap();
    let known = |data: &Tournament| -> Vec<Player> {
        let mut players = data.players.clone();
        for player in &mut players {
            player.entries.clear();
        }
        players
    };
    assert_eq!(known(&made.tournament), known(&model));
    assert_eq!(made.tournament.points, model.points);
    assert_eq!(made.tournament.forbidden, model.forbidden);
    assert_eq!(made.tournament.name, model.name);
    assert_ne!(made.tournament, model);
}

#[test]
fn a_model_without_rounds_or_with_an_odd_history_is_understood() {
    let mut data = TournamentData::default();
    for number in [4, 9, 2] {
        data.players.push(Player::new(Tpn::new(number).unwrap()));
    }
    let fresh = Settings::replaying(&data.clone().build().unwrap());
    assert_eq!(fresh.rounds, None);
    let made = Generator::new(fresh)
        .unwrap()
        .generate_one(0, rotation)
        .unwrap();
    let numbers: Vec<u32> = made
        .tournament
        .players
        .iter()
        .map(|p| p.number.get())
        .collect();
    assert_eq!(numbers, [4, 9, 2], "the order and the numbers of the model");

    // Never there; withdrew after one round; came late and stayed.
    let bye = RoundEntry::Bye;
    data.players[0].entries = vec![bye(ByeKind::Zero); 3];
    data.players[1].entries = vec![bye(ByeKind::Full), bye(ByeKind::Zero), bye(ByeKind::Zero)];
    data.players[2].entries = vec![
        bye(ByeKind::Zero),
        bye(ByeKind::Half),
        bye(ByeKind::PairingAllocated),
    ];
    let model = Settings::replaying(&data.build().unwrap());
    let rate = |quantity: Option<Quantity>| {
        quantity.map(|quantity| match quantity {
            Quantity::Whole(Amount::Rate(rate)) => rate.to_string(),
            other => panic!("{other:?}"),
        })
    };
    assert_eq!(model.rounds, Some(Span::exactly(3)));
    assert_eq!(rate(model.withdrawals).as_deref(), Some("66.6667%"));
    assert_eq!(rate(model.late_entries).as_deref(), Some("33.3333%"));
    // Three rounds in all: one of the second player, two of the third.
    assert_eq!(rate(model.byes.full).as_deref(), Some("33.3333%"));
    assert_eq!(rate(model.byes.half).as_deref(), Some("33.3333%"));
    assert_eq!(rate(model.byes.zero).as_deref(), Some("0%"));
}
