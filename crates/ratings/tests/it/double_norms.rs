//! Title norms of double round robins, of team championships and of events that are neither, against sums done by hand
//! from the articles.

use edelweiss_model::{
    ByeKind, Colour, FideTitle, GameResult, PlayerId, RoundEntry, RoundNumber, Team, Teams,
    TournamentData, Tpn,
};
use edelweiss_ratings::norms::{
    MetTooOften, NormConditionKind, NormEvent, NormResult, title_norms,
};

use crate::judged::{judged, player};

use GameResult::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
use NormConditionKind::{Average, Games, HighTitles, OwnFederation, Performance, Players, Titled};

/// An opponent: rating, title, federation, results of the applicant in the rounds of both cycles.
type MetTwice = (u16, &'static str, &'static str, [GameResult; 2]);

/// Player 1, FM of SUI, meets the opponents in turn, and once more; what they do among themselves does not matter.
fn double(opponents: &[MetTwice]) -> TournamentData {
    let mut own = player(1, 2400, "FM", "SUI");
    let mut players = Vec::new();
    for (index, (rating, title, federation, _)) in opponents.iter().enumerate() {
        let mut other = player(index + 2, *rating, title, federation);
        other.entries = vec![RoundEntry::Bye(ByeKind::Zero); 2 * opponents.len()];
        players.push(other);
    }
    for cycle in 0..2 {
        for (index, (_, _, _, results)) in opponents.iter().enumerate() {
            let (ours, theirs) = match results[cycle] {
                Win => (Win, Loss),
                Loss => (Loss, Win),
                ForfeitWin => (ForfeitWin, ForfeitLoss),
                other => (other, other),
            };
            let colours = [Colour::White, Colour::Black];
            own.entries.push(RoundEntry::Paired {
                opponent: PlayerId::from_index(index + 1),
                colour: Some(colours[cycle]),
                result: ours,
            });
            players[index].entries[cycle * opponents.len() + index] = RoundEntry::Paired {
                opponent: PlayerId::from_index(0),
                colour: Some(colours[1 - cycle]),
                result: theirs,
            };
        }
    }
    players.insert(0, own);
    TournamentData {
        players,
        rounds_total: Some(RoundNumber::from_index(2 * opponents.len() - 1)),
        ..TournamentData::default()
    }
}

fn of(opponents: &[MetTwice], title: FideTitle) -> NormResult {
    let tournament = double(opponents).build().expect("two games each");
    judged(&tournament, title, &NormEvent::default())
}

fn missed(norm: &NormResult) -> Vec<(NormConditionKind, i32, i32)> {
    let missed = norm.missed();
    missed
        .map(|condition| (condition.kind, condition.found, condition.bound))
        .collect()
}

/// Six players: five opponents of 2340 on average, one GM, one IM, one FM, of three other federations. 6½ points of 10
/// are 65 per cent, 110 points of rating, and a performance of 2450. A third of ten games are four, and half of them two
/// opponents who are IM or GM; half of five opponents are three with a title.
const NORM: [MetTwice; 5] = [
    (2450, "GM", "GER", [Draw, Draw]),
    (2400, "IM", "FRA", [Draw, Draw]),
    (2350, "FM", "ITA", [Draw, Win]),
    (2300, "", "SUI", [Win, Win]),
    (2200, "", "SUI", [Loss, Win]),
];

#[test]
fn ten_games_of_six_players_make_a_norm() {
    let norm = of(&NORM, FideTitle::IM);
    assert!(norm.is_achieved(), "{norm:?}");
    assert_eq!((norm.average, norm.performance), (2340, 2450));
    assert_eq!(
        (norm.score.to_string().as_str(), norm.counted_games),
        ("6.5", 10)
    );
    let found: Vec<_> = (norm.conditions.iter())
        .map(|condition| (condition.article, condition.found, condition.bound))
        .collect();
    assert_eq!(
        found,
        [
            ("1.4.5", 6, 6),
            ("1.4.1a", 10, 9),
            ("1.4.3", 3, 2),
            ("1.4.4", 2, 3),
            ("1.4.4", 2, 3),
            ("1.4.5a", 3, 3),
            ("1.4.5c", 2, 2),
            ("1.4.8a", 2340, 2230),
            ("1.4.8b", 65, 35),
            ("1.4.8", 2450, 2450),
        ]
    );
    let gm = of(&NORM, FideTitle::GM);
    assert_eq!(
        missed(&gm),
        [
            (HighTitles, 1, 2),
            (Average, 2340, 2380),
            (Performance, 2450, 2600)
        ]
    );
}

#[test]
fn each_condition_of_a_double_round_robin_is_missed_alone() {
    let changed = |change: &dyn Fn(&mut [MetTwice; 5])| {
        let mut opponents = NORM;
        change(&mut opponents);
        missed(&of(&opponents, FideTitle::IM))
    };
    assert_eq!(changed(&|all| all[2].1 = "CM"), [(Titled, 2, 3)]);
    assert_eq!(changed(&|all| all[1].1 = "FM"), [(HighTitles, 1, 2)]);
    // Each opponent counts once: four of five.
    let own = changed(&|all| (all[1].2, all[2].2) = ("SUI", "SUI"));
    assert_eq!(
        own,
        [
            (NormConditionKind::ForeignFederations, 1, 2),
            (OwnFederation, 4, 3),
            (NormConditionKind::OneFederation, 4, 3)
        ]
    );
    assert_eq!(
        changed(&|all| all[4].3 = [Draw, Draw]),
        [],
        "as many points"
    );
    assert_eq!(
        changed(&|all| all[4].3 = [Loss, Draw]),
        [(Performance, 2412, 2450)]
    );
}

/// 1.4.5: five players are too few, and play eight games.
#[test]
fn five_players_are_too_few() {
    let norm = of(&NORM[..4], FideTitle::IM);
    assert_eq!(missed(&norm), [(Players, 5, 6), (Games, 8, 9)]);
}

/// 1.4.6: one opponent, in both games; 1.4.2b: nobody who is unrated and scores nothing.
#[test]
fn the_lowest_opponent_is_raised_in_both_games() {
    let mut opponents = NORM;
    opponents[4].0 = 1950;
    let norm = of(&opponents, FideTitle::IM);
    // (2450 + 2400 + 2350 + 2300 + 2050) / 5
    assert_eq!(norm.average, 2310);
    assert_eq!(norm.raised.map(PlayerId::index), Some(5));
    opponents[4] = (0, "", "SUI", [Win, Win]);
    let norm = of(&opponents, FideTitle::IM);
    assert_eq!(norm.rounds.len(), 8);
    // With half a point he counts 1400, and is raised.
    opponents[4].3 = [Draw, Win];
    let norm = of(&opponents, FideTitle::IM);
    assert_eq!((norm.rounds.len(), norm.average), (10, 2310));
}

/// A game that was not played leaves nine, and the opponent of the other one: the average is that of games.
#[test]
fn a_forfeit_leaves_nine_games_against_five_opponents() {
    let mut opponents = NORM;
    opponents[4].3 = [ForfeitWin, Win];
    let norm = of(&opponents, FideTitle::IM);
    // (2 · (2450 + 2400 + 2350 + 2300) + 2200) / 9 = 2355.6; 6½ of 9 points are 72 per cent, 166 points.
    assert_eq!((norm.average, norm.performance), (2356, 2522));
    let own = &norm.conditions[3];
    assert_eq!((own.kind, own.found, own.bound), (OwnFederation, 2, 3));
    // A third of nine games are three, half of them two.
    assert_eq!(norm.conditions[6].bound, 2);
    assert!(norm.is_achieved(), "{norm:?}");
}

/// 1.4.1e: no last rounds are left out. 1.4.1f: of eight players one who lost both games is, with both; not who drew one.
#[test]
fn whoever_lost_both_games_may_be_left_out() {
    let weak = |results| {
        let mut opponents = NORM.to_vec();
        // A third of 14 games are five, half of them three.
        opponents[2].1 = "IM";
        opponents.insert(2, (1500, "WFM", "AUT", results));
        opponents.push((1600, "WFM", "AUT", results));
        opponents
    };
    // All: (11700 + 2050 + 1600) / 7 = 2193, and 10½ of 14 points are 75 per cent, 193. Without one of the two:
    // (11700 + 2050) / 6 = 2292, and 8½ of 12 points are 71 per cent, 158.
    let norm = of(&weak([Win, Win]), FideTitle::IM);
    let left: Vec<u16> = norm.left_out.iter().map(|round| round.get()).collect();
    assert_eq!(left, [3, 10]);
    assert!(norm.is_achieved(), "{norm:?}");
    assert_eq!((norm.average, norm.performance), (2292, 2450));
    for results in [[Win, Draw], [Draw, Win]] {
        let norm = of(&weak(results), FideTitle::IM);
        assert_eq!((norm.rounds.len(), norm.is_achieved()), (14, false));
    }
    // Where the whole event does not allow a norm nobody is left out.
    let mut opponents = weak([Win, Win]);
    opponents[3].1 = "FM";
    assert_eq!(of(&opponents, FideTitle::IM).rounds.len(), 14);
}

#[test]
fn nobody_meets_three_times() {
    let mut data = double(&NORM);
    data.players[0].entries[1] = data.players[0].entries[0];
    data.players[1].entries[1] = data.players[1].entries[0];
    data.players[2].entries[1] = RoundEntry::Blank;
    let tournament = data.build().expect("a rematch is no contradiction");
    let met = title_norms(&tournament, &NormEvent::default()).expect_err("met three times");
    assert_eq!((met.one.index(), met.other.index(), met.most), (0, 1, 2));
}

/// Nine rounds of a team event: player 1 rests in two of them.
fn seven_games() -> TournamentData {
    let mut data = double(&NORM);
    let others = [(2350, "IM", "GER", Win), (2300, "FM", "FRA", Win)];
    for (index, (rating, title, federation, _)) in others.iter().enumerate() {
        data.players
            .push(player(index + 7, *rating, title, federation));
    }
    let results = [Draw, Draw, Win, Win, Draw, Win, Win];
    for (index, other) in data.players.iter_mut().enumerate() {
        other.entries = vec![RoundEntry::Bye(ByeKind::Zero); 9];
        if let Some(round) = index.checked_sub(1) {
            other.entries[round] = RoundEntry::Paired {
                opponent: PlayerId::from_index(0),
                colour: Some(Colour::Black),
                result: if results[round] == Win { Loss } else { Draw },
            };
        }
    }
    for (round, result) in results.into_iter().enumerate() {
        data.players[0].entries[round] = RoundEntry::Paired {
            opponent: PlayerId::from_index(round + 1),
            colour: Some(Colour::White),
            result,
        };
    }
    let members = |ids: &[usize]| ids.iter().map(|id| PlayerId::from_index(*id)).collect();
    let team = |number, members| Team {
        number: Tpn::new(number).expect("1..=9999"),
        name: format!("Team {number}"),
        nickname: None,
        strength: None,
        match_points: None,
        game_points: None,
        rank: None,
        members,
    };
    // A team for each: eight teams and nine rounds, as a round robin would have, which it says it is not.
    data.teams = Teams {
        teams: (0..8)
            .map(|id| team(id as u32 + 1, members(&[id])))
            .collect(),
        ..Teams::default()
    };
    data.system = Some(edelweiss_model::System::OfTeams);
    data.rounds_total = Some(RoundNumber::from_index(8));
    data
}

/// 1.4.1b: seven games are enough in a World or Continental Team or Club Championship of seven to nine rounds.
#[test]
fn seven_games_are_enough_in_a_championship_of_teams() {
    let missed_with = |is_team_championship, rounds: usize| {
        let mut data = seven_games();
        data.rounds_total = Some(RoundNumber::from_index(rounds - 1));
        let tournament = data.build().expect("seven games");
        let event = NormEvent {
            is_team_championship,
            ..NormEvent::default()
        };
        let report = title_norms(&tournament, &event).expect("nobody met twice");
        assert!(report.is_of_teams && !report.is_predetermined && !report.is_double_round_robin);
        let norm = judged(&tournament, FideTitle::IM, &event);
        let games = norm.conditions[0];
        (missed(&norm), games.article, norm.counted_games)
    };
    // (2450 + 2400 + 2350 + 2300 + 2200 + 2350 + 2300) / 7 = 2336; 5½ of 7 points are 79 per cent, 230 points.
    let (found, article, counted) = missed_with(true, 9);
    // 4½ points are 64 per cent and 102, 5 are 71 and 158: half a point above.
    assert_eq!((found, article, counted), (vec![], "1.4.1b", 7));
    assert_eq!(missed_with(false, 9).0, [(Games, 7, 9)]);
    assert_eq!(missed_with(true, 11).0, [(Games, 7, 9)]);
}

/// 1.4.3d is about Swiss tournaments: no round robin is exempt by it, however many countries come.
#[test]
fn round_robins_are_not_exempt_by_their_field() {
    let exempts = |pre_determined| {
        let players = (0..22).map(|index| {
            let mut player = player(index + 1, 2000, "WIM", ["GER", "FRA", "ITA"][index % 3]);
            player.entries = vec![RoundEntry::Paired {
                opponent: PlayerId::from_index(index ^ 1),
                colour: Some(if index % 2 == 0 {
                    Colour::White
                } else {
                    Colour::Black
                }),
                result: Draw,
            }];
            player
        });
        let data = TournamentData {
            players: players.collect(),
            pre_determined,
            ..TournamentData::default()
        };
        let event = NormEvent {
            host: Some("SUI"),
            ..NormEvent::default()
        };
        let report = title_norms(&data.build().expect("one round"), &event);
        let field = report.expect("nobody met twice").field;
        assert_eq!((field.players, field.titled), (22, 22));
        field.exempts()
    };
    assert!(exempts(false));
    assert!(!exempts(true));
}

#[test]
fn a_match_is_no_double_round_robin() {
    let tournament = double(&NORM[..1]).build().expect("two games");
    let met = title_norms(&tournament, &NormEvent::default()).expect_err("met twice");
    assert_eq!(
        met,
        MetTooOften {
            one: PlayerId::from_index(0),
            other: PlayerId::from_index(1),
            most: 1
        }
    );
}
