//! What holds for every generated tournament, whatever is asked.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::common::dutch;
use edelweiss_generate::{
    AccelerationSetting, Amount, Generator, NextRound, Quantity, Rate, ResultModel, Settings, Span,
};
use edelweiss_model::{PointSystem, RoundEntry, RoundNumber, Score, Tournament};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// Random settings of a small event that can be met.
#[derive(Clone, Debug)]
struct SmallEvent(Settings);

fn below(g: &mut Gen, limit: u32) -> u32 {
    u32::arbitrary(g) % limit
}

/// A number up to `most`, a rate up to 15 %, or a range of rates.
fn amount(g: &mut Gen, most: u32) -> Amount {
    let mut rate = || Rate::from_parts(below(g, 150_000)).expect("below a million");
    let (one, other) = (rate(), rate());
    match below(g, 3) {
        0 => Amount::Number(below(g, most + 1)),
        1 => Amount::Rate(one),
        _ => Amount::Between(one.min(other), one.max(other)),
    }
}

fn quantity(g: &mut Gen, most: u32, first_round: u16, rounds: u32) -> Option<Quantity> {
    let rounds = rounds as u16;
    match below(g, 4) {
        0 => None,
        1 => Some(amount(g, most).into()),
        2 => Some(Quantity::except_last(amount(g, most))),
        _ => {
            let mut named = BTreeMap::new();
            if first_round <= rounds {
                let round = first_round + u16::arbitrary(g) % (rounds + 1 - first_round);
                named.insert(round, amount(g, most));
            }
            Some(Quantity::PerRound {
                each: amount(g, most),
                rounds: named,
                last: bool::arbitrary(g).then(|| amount(g, most)),
            })
        }
    }
}

impl Arbitrary for SmallEvent {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 4 + below(g, 15);
        let rounds = 2 + below(g, (n / 2).min(6));
        let mut settings = Settings {
            seed: Some(u64::arbitrary(g) >> 1),
            players: Some(Span::exactly(n)),
            rounds: Some(Span::exactly(rounds)),
            model: ResultModel::ALL[below(g, 4) as usize],
            ..Settings::default()
        };
        let few = n / 6;
        settings.byes.full = quantity(g, few, 1, rounds);
        settings.byes.half = quantity(g, few, 1, rounds);
        settings.byes.zero = quantity(g, few, 1, rounds);
        settings.withdrawals = quantity(g, 1, 2, rounds);
        settings.late_entries = quantity(g, 1, 2, rounds);
        settings.games.forfeits = quantity(g, few, 1, rounds);
        settings.games.double_forfeits = quantity(g, few, 1, rounds);
        settings.games.half_zero = quantity(g, few, 1, rounds);
        settings.games.zero_half = quantity(g, few, 1, rounds);
        settings.games.zero_zero = quantity(g, few, 1, rounds);
        settings.games.unrated = quantity(g, few, 1, rounds);
        settings.ratings.missing = Some(amount(g, few));
        settings.ratings.equal = Some(amount(g, few));
        settings.forbidden_pairs = Some(Amount::Number(below(g, 3)));
        settings.points = match below(g, 4) {
            0 => PointSystem::new(
                Score::from_tenths(30),
                Score::from_tenths(10),
                Score::from_tenths(0),
            ),
            1 => PointSystem {
                pairing_allocated_bye: Score::HALF,
                ..PointSystem::default()
            },
            2 => PointSystem::new(
                Score::from_tenths(30),
                Score::from_tenths(20),
                Score::from_tenths(10),
            ),
            _ => PointSystem::default(),
        };
        let baku_fits = settings.points.win[0].tenths() == 10;
        settings.acceleration = match below(g, 3) {
            0 if baku_fits => AccelerationSetting::Baku,
            1 if baku_fits => AccelerationSetting::BakuExplicit,
            _ => AccelerationSetting::None,
        };
        Self(settings)
    }
}

/// As [`dutch`], and keeps what the engine saw.
fn recorded(seen: &RefCell<Vec<Tournament>>) -> impl Fn(&Tournament) -> NextRound {
    |tournament| {
        seen.borrow_mut().push(tournament.clone());
        dutch(tournament)
    }
}

/// Boards with colours, and the bye, of a recorded round.
fn boards_of(tournament: &Tournament, round: RoundNumber) -> NextRound {
    use edelweiss_model::{ByeKind, Colour, RoundEntry};
    let mut boards = Vec::new();
    let mut bye = None;
    for id in tournament.player_ids() {
        match tournament.player(id).entry(round) {
            RoundEntry::Paired {
                opponent,
                colour: Some(Colour::White),
                ..
            } => boards.push((id, opponent)),
            RoundEntry::Bye(ByeKind::PairingAllocated) => bye = Some(id),
            _ => {}
        }
    }
    NextRound::Paired { boards, bye }
}

fn sorted(round: NextRound) -> NextRound {
    match round {
        NextRound::Paired { mut boards, bye } => {
            boards.sort();
            NextRound::Paired { boards, bye }
        }
        other @ NextRound::Impossible(_) => other,
    }
}

#[test]
fn paired_again_round_by_round_a_tournament_gives_itself() {
    fn law(event: SmallEvent) -> bool {
        let generator = Generator::new(event.0).expect("these settings can be met");
        let seen = RefCell::new(Vec::new());
        let made = generator.generate_one(0, recorded(&seen)).unwrap();
        let rounds = made.summary.rounds;
        assert_eq!(
            made.stopped_before(),
            (rounds < made.settled.rounds.get()).then(|| RoundNumber::from_index(rounds.into())),
            "a tournament with fewer rounds says so"
        );
        let rebuilt = made.tournament.clone().into_data().build();
        assert_eq!(rebuilt.as_ref(), Ok(&made.tournament));
        for round in (0..usize::from(rounds)).map(RoundNumber::from_index) {
            let mut before = made.tournament.before_round(round).into_data();
            // Virtual points of later rounds were not known yet, and do not bear on this one.
            if generator.settings().acceleration == AccelerationSetting::BakuExplicit {
                for player in &mut before.players {
                    player.virtual_points.truncate(round.index() + 1);
                }
            }
            let before = before.build().unwrap();
            assert_eq!(
                told(before.clone()),
                told(seen.borrow()[round.index()].clone()),
                "round {round}: a checker sees what the engine saw"
            );
            let recorded = boards_of(&made.tournament, round);
            assert_eq!(sorted(dutch(&before)), sorted(recorded), "round {round}");
        }
        true
    }
    QuickCheck::new()
        .tests(150)
        .quickcheck(law as fn(SmallEvent) -> bool);
}

/// Without what says nothing: blanks at the end of a player's rounds, and the round to be paired where
/// the rounds before tell it.
fn told(tournament: Tournament) -> Tournament {
    let mut data = tournament.into_data();
    let after_the_last = data.rounds_paired().map_or(1, |last| last.get() + 1);
    data.round_to_pair = (data.round_to_pair).filter(|round| round.get() != after_the_last);
    for player in &mut data.players {
        while player.entries.last() == Some(&RoundEntry::Blank) {
            player.entries.pop();
        }
    }
    data.build().expect("blanks at the end say nothing")
}

#[test]
fn one_seed_makes_one_tournament() {
    fn law(event: SmallEvent, index: u32) -> bool {
        let generator = Generator::new(event.0.clone()).unwrap();
        let again = Generator::new(event.0).unwrap();
        let reversed = |tournament: &Tournament| match dutch(tournament) {
            NextRound::Paired { mut boards, bye } => {
                boards.reverse();
                NextRound::Paired { boards, bye }
            }
            other @ NextRound::Impossible(_) => other,
        };
        let made = generator.generate_one(index, dutch);
        made == again.generate_one(index, dutch)
            && made == again.generate_one(index, reversed)
            && made != generator.generate_one(index.wrapping_add(1), dutch)
    }
    QuickCheck::new()
        .tests(60)
        .quickcheck(law as fn(SmallEvent, u32) -> bool);
}

#[test]
fn numbers_that_are_asked_for_come_out() {
    fn law(event: SmallEvent) -> bool {
        let generator = Generator::new(event.0).unwrap();
        let made = generator.generate_one(3, dutch).unwrap();
        if made.stopped.is_some() {
            return true;
        }
        let short = |setting: &str| made.shortfalls.iter().any(|short| short.setting == setting);
        let (settings, summary) = (generator.settings(), &made.summary);
        let whole = |quantity: &Option<Quantity>| match quantity {
            Some(Quantity::Whole(Amount::Number(number))) => Some(*number),
            _ => None,
        };
        for (setting, quantity, found) in [
            ("byes.full", &settings.byes.full, summary.full_byes),
            ("byes.half", &settings.byes.half, summary.half_byes),
            ("byes.zero", &settings.byes.zero, summary.zero_byes),
            ("withdrawals", &settings.withdrawals, summary.withdrawals),
            ("late-entries", &settings.late_entries, summary.late_entries),
            ("games.forfeits", &settings.games.forfeits, summary.forfeits),
            (
                "games.double-forfeits",
                &settings.games.double_forfeits,
                summary.double_forfeits,
            ),
            (
                "games.half-zero",
                &settings.games.half_zero,
                summary.half_zero,
            ),
            (
                "games.zero-half",
                &settings.games.zero_half,
                summary.zero_half,
            ),
            (
                "games.zero-zero",
                &settings.games.zero_zero,
                summary.zero_zero,
            ),
            ("games.unrated", &settings.games.unrated, summary.unrated),
        ] {
            if let Some(asked) = whole(quantity) {
                let fits = if short(setting) {
                    found < asked
                } else {
                    found == asked
                };
                assert!(fits, "{setting}: asked {asked}, found {found}");
            }
        }
        true
    }
    QuickCheck::new()
        .tests(150)
        .quickcheck(law as fn(SmallEvent) -> bool);
}
