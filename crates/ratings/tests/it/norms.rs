//! Title norms against sums done by hand from the articles, and laws.

use edelweiss_model::{
    ByeKind, Colour, FideTitle, GameResult, Player, PlayerId, RoundEntry, RoundNumber, Sex,
    TournamentData,
};
use edelweiss_ratings::norms::{
    ForeignExemption, MetTooOften, NormConditionKind, NormEvent, NormResult, title_norms,
};
use quickcheck::{Arbitrary, Gen, quickcheck};

use crate::judged::{judged, player};

use GameResult::{Draw, ForfeitWin, Loss, Win};
use NormConditionKind::{
    Average, Games, HighTitles, OneFederation, OwnFederation, Performance, Score, Titled,
};

/// An opponent: rating, title, federation, result of the applicant.
type Opponent = (u16, &'static str, &'static str, GameResult);

fn turned(result: GameResult) -> GameResult {
    match result {
        Win => Loss,
        Loss => Win,
        ForfeitWin => GameResult::ForfeitLoss,
        other => other,
    }
}

/// Player 1 of SUI meets the others one after the other; `None` is a half-point bye.
fn swiss(title: &str, opponents: &[Option<Opponent>]) -> TournamentData {
    let mut own = player(1, 2400, title, "SUI");
    let mut others = Vec::new();
    for (round, opponent) in opponents.iter().enumerate() {
        let Some((rating, title, federation, result)) = *opponent else {
            own.entries.push(RoundEntry::Bye(ByeKind::Half));
            continue;
        };
        let mut other = player(others.len() + 2, rating, title, federation);
        other.entries = vec![RoundEntry::Bye(ByeKind::Zero); opponents.len()];
        let paired = |opponent, colour, result| RoundEntry::Paired {
            opponent: PlayerId::from_index(opponent),
            colour: Some(colour),
            result,
        };
        other.entries[round] = paired(0, Colour::Black, turned(result));
        own.entries
            .push(paired(others.len() + 1, Colour::White, result));
        others.push(other);
    }
    // More players than a round robin has.
    let mut players = vec![own];
    players.append(&mut others);
    while players.len() < opponents.len() + 3 {
        players.push(player(players.len() + 1, 0, "", ""));
    }
    TournamentData {
        players,
        rounds_total: Some(RoundNumber::from_index(opponents.len() - 1)),
        ..TournamentData::default()
    }
}

fn of(opponents: &[Opponent], title: FideTitle) -> NormResult {
    let opponents: Vec<_> = opponents.iter().copied().map(Some).collect();
    let tournament = swiss("FM", &opponents).build().expect("one game each");
    judged(&tournament, title, &NormEvent::default())
}

/// Nine opponents of 2300 on average, of whom three are IM or GM and two FM, of four federations: 6½ points are 72 per
/// cent, 166 points of rating, and a performance of 2466.
const NORM: [Opponent; 9] = [
    (2300, "GM", "GER", Win),
    (2300, "IM", "FRA", Draw),
    (2320, "IM", "ITA", Draw),
    (2280, "FM", "SUI", Draw),
    (2300, "FM", "SUI", Win),
    (2310, "CM", "SUI", Win),
    (2290, "", "SUI", Win),
    (2250, "", "SUI", Win),
    (2350, "", "GER", Loss),
];

#[test]
fn nine_games_make_a_norm() {
    let norm = of(&NORM, FideTitle::IM);
    assert!(norm.is_achieved(), "{norm:?}");
    assert_eq!((norm.average, norm.performance), (2300, 2466));
    assert_eq!(norm.score.to_string(), "6.5");
    // 68 per cent would be asked, 6 points: no full point above.
    assert_eq!((norm.counted_games, norm.raised), (9, None));
    let missed: Vec<_> = (of(&NORM, FideTitle::GM).missed().map(|c| c.kind)).collect();
    assert_eq!(missed, [HighTitles, Average, Performance]);
}

fn for_each(opponents: &mut [Opponent], change: impl Fn(&mut Opponent)) {
    for opponent in opponents {
        change(opponent);
    }
}

/// Each change of the norm above misses the one condition that it is about.
#[test]
fn each_condition_is_missed_alone() {
    let changed = |change: &dyn Fn(&mut [Opponent; 9])| {
        let mut opponents = NORM;
        change(&mut opponents);
        let norm = of(&opponents, FideTitle::IM);
        norm.missed()
            .map(|condition| (condition.kind, condition.found, condition.bound))
            .collect::<Vec<_>>()
    };
    assert_eq!(changed(&|all| all[8].2 = "SUI"), [(OwnFederation, 6, 5)]);
    let mostly_german = changed(&|all| for_each(&mut all[1..8], |one| one.2 = "GER"));
    assert_eq!(
        mostly_german,
        [
            (NormConditionKind::ForeignFederations, 1, 2),
            (OneFederation, 9, 6)
        ]
    );
    let seven = changed(&|all| {
        for_each(&mut all[2..7], |one| one.2 = "GER");
    });
    assert_eq!(seven, [(OneFederation, 7, 6)]);
    assert_eq!(changed(&|all| all[4].1 = "WCM"), [(Titled, 4, 5)]);
    assert_eq!(changed(&|all| all[0].1 = "FM"), [(HighTitles, 2, 3)]);
    // 9 points less on average, but a performance that is enough.
    let weak = changed(&|all| {
        for_each(all, |one| one.0 -= 75);
        for_each(all, |one| one.3 = Win);
    });
    assert_eq!(weak, [(Average, 2225, 2230)]);
    // 3 points are 33 per cent.
    let strong = changed(&|all| {
        for_each(all, |one| one.0 += 400);
        for_each(&mut all[4..8], |one| one.3 = Loss);
        all[4].3 = Draw;
    });
    assert_eq!(strong, [(Score, 33, 35)]);
    // 6 points are 67 per cent, 125 points of rating: 2425.
    assert_eq!(changed(&|all| all[3].3 = Loss), [(Performance, 2425, 2450)]);
    // An opponent of the player's own who is no federation's: FID is accepted, and not counted (1.4.2a).
    assert_eq!(changed(&|all| all[8].2 = "FID"), []);
}

/// 1.4.6: one opponent, the lowest, counts 2050 at least; without a rating 1400.
#[test]
fn the_lowest_opponent_is_raised() {
    let mut opponents = NORM;
    opponents[7].0 = 0;
    let norm = of(&opponents, FideTitle::IM);
    // (20700 - 2250 + 2050) / 9 = 2277.8
    assert_eq!(
        (norm.average, norm.raised.map(PlayerId::index)),
        (2278, Some(8))
    );
    opponents[6].0 = 1900;
    // 2290 - 1900 less: 2234.4
    assert_eq!(of(&opponents, FideTitle::IM).average, 2234);
}

/// 1.4.1c: eight games and a forfeit win or the bye of the pairing in nine rounds; not a requested bye.
#[test]
fn eight_games_and_a_point_without_one() {
    let judged_with = |entry: RoundEntry, rounds: usize| {
        let mut opponents: Vec<_> = NORM.iter().copied().map(Some).collect();
        opponents.remove(4);
        opponents.push(None);
        let mut data = swiss("FM", &opponents);
        data.players[0].entries[8] = entry;
        data.rounds_total = Some(RoundNumber::from_index(rounds - 1));
        let tournament = data.build().expect("eight games and a bye");
        judged(&tournament, FideTitle::IM, &NormEvent::default())
    };
    // Three of five own opponents are left, 5½ of 8 points are 69 per cent: 2300 + 141.
    let bye = judged_with(RoundEntry::Bye(ByeKind::PairingAllocated), 9);
    let missed: Vec<_> = bye.missed().map(|c| (c.kind, c.found)).collect();
    assert_eq!(missed, [(Performance, 2441)]);
    assert_eq!(
        (bye.conditions[0].article, bye.counted_games),
        ("1.4.1c", 9)
    );
    for (entry, rounds) in [
        (RoundEntry::Bye(ByeKind::Half), 9),
        (RoundEntry::Bye(ByeKind::PairingAllocated), 10),
    ] {
        let kinds: Vec<_> = (judged_with(entry, rounds).missed().map(|c| c.kind)).collect();
        assert_eq!(kinds, [Games, Performance], "{entry:?} {rounds}");
    }
}

/// 1.4.1e: a norm of nine rounds is not lost by what comes later; 1.4.1f: nor by a win against somebody who pulls the
/// average down.
#[test]
fn later_games_and_won_ones_may_be_left_out() {
    let mut opponents = NORM.to_vec();
    opponents.extend([(2300, "GM", "GER", Loss), (2300, "GM", "FRA", Loss)]);
    let norm = of(&opponents, FideTitle::IM);
    assert!(norm.is_achieved());
    let left: Vec<u16> = norm.left_out.iter().map(|round| round.get()).collect();
    assert_eq!(left, [10, 11]);
    let mut opponents = NORM.to_vec();
    opponents.insert(0, (1500, "", "SUI", Win));
    opponents.insert(4, (1600, "", "SUI", Win));
    let norm = of(&opponents, FideTitle::IM);
    assert!(norm.is_achieved());
    let left: Vec<u16> = norm.left_out.iter().map(|round| round.get()).collect();
    assert_eq!(left, [1, 5]);
    // Where pairings were settled before, the last rounds count.
    let mut late = swiss("FM", &NORM.map(Some));
    late.pre_determined = true;
    let late = late.build().expect("one game each");
    assert!(judged(&late, FideTitle::IM, &NormEvent::default()).is_achieved());
    let mut opponents: Vec<_> = NORM.iter().copied().map(Some).collect();
    opponents.extend([
        Some((2300, "GM", "GER", Loss)),
        Some((2300, "GM", "FRA", Loss)),
    ]);
    let mut settled = swiss("FM", &opponents);
    settled.pre_determined = true;
    let settled = settled.build().expect("one game each");
    let norm = judged(&settled, FideTitle::IM, &NormEvent::default());
    assert!(!norm.is_achieved());
    assert_eq!(norm.rounds.len(), 11);
}

/// 1.4.1d: 8½ of 9 points where 6 are enough count as two games more; 1.7: beyond 13 rounds at most 13 count.
#[test]
fn full_points_above_count_as_games() {
    let all_won = NORM.map(|(rating, title, federation, _)| (rating, title, federation, Win));
    let mut opponents = all_won.map(Some).to_vec();
    // 67 per cent are 125 points, 72 are 166: 6½ are asked, 9 are two full points above.
    let norm = of(&all_won, FideTitle::IM);
    assert_eq!(norm.counted_games, 11);
    opponents.extend(std::iter::repeat_n(None, 5));
    let tournament = swiss("FM", &opponents).build().expect("nine games");
    let norm = judged(&tournament, FideTitle::IM, &NormEvent::default());
    assert_eq!(norm.counted_games, 11);
    let more = all_won
        .map(Some)
        .into_iter()
        .chain(all_won[..5].iter().copied().map(Some));
    let tournament = swiss("FM", &more.collect::<Vec<_>>())
        .build()
        .expect("14 games");
    let norm = judged(&tournament, FideTitle::IM, &NormEvent::default());
    assert_eq!((norm.rounds.len(), norm.counted_games), (14, 13));
}

#[test]
fn exemptions_waive_federations_for_whom_they_are() {
    let mut opponents = NORM;
    for_each(&mut opponents, |one| one.2 = "SUI");
    let tournament = swiss("FM", &opponents.map(Some))
        .build()
        .expect("one game each");
    let missed = |host, exemption| {
        let event = NormEvent {
            host,
            exemption,
            ..NormEvent::default()
        };
        judged(&tournament, FideTitle::IM, &event).missed().count()
    };
    assert_eq!(missed(Some("SUI"), None), 3);
    assert_eq!(missed(Some("SUI"), Some(ForeignExemption::National)), 0);
    assert_eq!(missed(Some("GER"), Some(ForeignExemption::NationalTeam)), 3);
    assert_eq!(missed(None, Some(ForeignExemption::Zonal)), 0);
}

/// 1.4.3d: 20 rated players of three federations, ten of them titled, in every round.
#[test]
fn a_field_of_many_countries_exempts() {
    let field = |n_titled: usize, n_federations: usize, absent: usize| {
        let players = (0..22).map(|index| {
            let federation = ["GER", "FRA", "ITA", "AUT"][index % n_federations];
            let title = if index < n_titled { "WIM" } else { "FM" };
            let mut player = player(index + 1, 2000, title, federation);
            let opponent = |round: usize| {
                if round == 0 {
                    index ^ 1
                } else {
                    (index + 11) % 22
                }
            };
            let colour = |round: usize| {
                let is_white = if round == 0 {
                    index % 2 == 0
                } else {
                    index < 11
                };
                Some(if is_white {
                    Colour::White
                } else {
                    Colour::Black
                })
            };
            player.entries = (0..2)
                .map(|round| RoundEntry::Paired {
                    opponent: PlayerId::from_index(opponent(round)),
                    colour: colour(round),
                    result: Draw,
                })
                .collect();
            player
        });
        let mut players: Vec<Player> = players.collect();
        // Absent in the first round with the opponent: there in the second one.
        for index in 0..2 * absent {
            players[index].entries[0] = RoundEntry::Bye(ByeKind::Zero);
        }
        let data = TournamentData {
            players,
            ..TournamentData::default()
        };
        let tournament = data.build().expect("two rounds");
        let event = NormEvent {
            host: Some("SUI"),
            ..NormEvent::default()
        };
        title_norms(&tournament, &event)
            .expect("nobody met twice")
            .field
    };
    let full = field(10, 3, 0);
    assert_eq!((full.players, full.federations, full.titled), (22, 3, 10));
    assert!(full.exempts());
    assert!(!field(9, 3, 0).exempts());
    assert!(!field(10, 2, 0).exempts());
    assert!(field(12, 4, 1).exempts());
    assert_eq!(field(12, 4, 2).players, 18);
}

#[test]
fn titles_are_sought_by_whom_they_are_for() {
    let sought = |title: &str, sex| {
        let mut data = swiss(title, &NORM.map(Some));
        data.players[0].sex = sex;
        let tournament = data.build().expect("one game each");
        let report = title_norms(&tournament, &NormEvent::default()).expect("nobody met twice");
        let own = report
            .results
            .iter()
            .filter(|result| result.player.index() == 0);
        own.map(|result| result.title.code())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(sought("", None), "GM IM");
    assert_eq!(sought("", Some(Sex::Female)), "GM IM WGM WIM");
    assert_eq!(sought("WFM", None), "GM IM WGM WIM");
    assert_eq!(sought("WGM", None), "GM IM");
    assert_eq!(sought("IM", Some(Sex::Female)), "GM");
    assert_eq!(sought("GM", Some(Sex::Male)), "");
}

#[test]
fn players_who_met_twice_elsewhere_are_refused() {
    let mut data = swiss("FM", &NORM.map(Some));
    data.players[0].entries[1] = data.players[0].entries[0];
    data.players[1].entries[1] = data.players[1].entries[0];
    data.players[2].entries[1] = RoundEntry::Blank;
    let tournament = data.build().expect("a rematch is no contradiction");
    let met = title_norms(&tournament, &NormEvent::default()).expect_err("met twice");
    assert_eq!(
        met,
        MetTooOften {
            one: PlayerId::from_index(0),
            other: PlayerId::from_index(1),
            most: 1,
        }
    );
}

/// An applicant of nine to thirteen rounds whose norm is near.
#[derive(Clone, Debug)]
struct Applicant {
    opponents: Vec<Opponent>,
    pick: u64,
}

impl Arbitrary for Applicant {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 9 + usize::arbitrary(g) % 5;
        let opponents = (0..n).map(|_| {
            let rating = if u8::arbitrary(g) % 12 == 0 {
                0
            } else {
                2000 + u16::arbitrary(g) % 500
            };
            let title = *g.choose(&["GM", "IM", "IM", "FM", "", "CM"]).expect("some");
            let federation = *g.choose(&["SUI", "GER", "FRA", "FID"]).expect("some");
            let result = *g
                .choose(&[Win, Win, Win, Draw, Loss, ForfeitWin])
                .expect("some");
            (rating, title, federation, result)
        });
        Self {
            opponents: opponents.collect(),
            pick: u64::arbitrary(g),
        }
    }
}

quickcheck! {
    /// Whatever happens later, a norm stays one (1.4.1e).
    fn a_norm_is_not_lost_by_later_rounds(applicant: Applicant) -> bool {
        let all = &applicant.opponents;
        let before = of(&all[..all.len() - 1], FideTitle::IM);
        // A ninth round without a game may take 1.4.1c away, which is for nine rounds only.
        let is_plain = before.conditions[0].article == "1.4.1a";
        !(is_plain && before.is_achieved()) || of(all, FideTitle::IM).is_achieved()
    }

    /// No choice of first games without some won ones misses fewer conditions than the one that is told.
    fn no_other_choice_is_better(applicant: Applicant) -> bool {
        let best = of(&applicant.opponents, FideTitle::IM);
        let n_first = 9 + (applicant.pick % 5) as usize;
        let chosen: Vec<Option<Opponent>> = (applicant.opponents.iter().enumerate())
            .map(|(index, opponent)| {
                let leaves_out = opponent.3 == Win && (applicant.pick >> (8 + index)).is_multiple_of(4);
                (index < n_first && opponent.3 != ForfeitWin && !leaves_out).then_some(*opponent)
            })
            .collect();
        if chosen.iter().flatten().count() < 9 {
            return true;
        }
        let mut data = swiss("FM", &chosen);
        data.pre_determined = true;
        let tournament = data.build().expect("one game each");
        let other = judged(&tournament, FideTitle::IM, &NormEvent::default());
        best.missed().count() <= other.missed().count()
    }
}
