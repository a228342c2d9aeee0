//! Laws of Dutch 1998 on random positions: legal, deterministic, and what the judge says.
#![expect(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands its cases over"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use edelweiss_judges::systems::dutch_1998 as judge;
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{
    ByeKind, Colour, Definitions, GameResult, PlayerId, Position, RoundEntry, RoundNumber,
    Tournament, TournamentData, UnplayedFloat,
};
use edelweiss_pairing::{Impossible, Outcome, RoundPairing};
use edelweiss_systems::dutch_1998::{
    C9, Dutch1998Options, E5, Joined, NAME_BEYOND, Over50, RemainderX, Unpairable, finish,
    pair_round,
};
use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::common::{readings, round_by_text, strangers};

/// How many players a field has at most; the judge takes seconds for more than ten.
fn judged() -> u64 {
    setting("PLAYERS", 9)
}

#[derive(Clone, Debug)]
struct Case {
    tournament: Tournament,
    options: Dutch1998Options,
}

fn pick<T: Copy>(g: &mut Gen, values: &[T]) -> T {
    *g.choose(values).expect("there are values to choose from")
}

fn options(g: &mut Gen) -> Dutch1998Options {
    if u8::arbitrary(g) % 4 == 0 {
        return Dutch1998Options::default();
    }
    Dutch1998Options {
        c9: pick(g, &[C9::WithinRemainder, C9::AfterAllOpponents]),
        x_of_remainder: pick(g, &[RemainderX::Calculated, RemainderX::Carried]),
        unpairable: pick(g, &[Unpairable::BracketMovesDown, Unpairable::FloatOn]),
        over_50: pick(g, &[Over50::Player, Over50::WholePair]),
        unplayed_float: pick(
            g,
            &[
                UnplayedFloat::ByeAndForfeits,
                UnplayedFloat::ByeOnly,
                UnplayedFloat::Always,
            ],
        ),
        joined: pick(g, &[Joined::MovedDown, Joined::Residents]),
        e5: pick(g, &[E5::PairingNumber, E5::PlaceInS1]),
    }
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % (judged() as usize - 1);
        let options = options(g);
        let tournament = match u8::arbitrary(g) % 4 {
            0 => random_tournament(g, n),
            1 => played(g, n, options),
            _ => strangers(g, judged() as usize),
        };
        Self {
            tournament,
            options,
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let options = self.options;
        let smaller =
            edelweiss_model::arbitrary::RandomTournament(self.tournament.clone()).shrink();
        Box::new(smaller.map(move |smaller| Self {
            tournament: smaller.0,
            options,
        }))
    }
}

/// A tournament paired by the system itself, as long as it goes or until some round.
fn played(g: &mut Gen, n: usize, options: Dutch1998Options) -> Tournament {
    let mut data: TournamentData = random_tournament(g, n).into_data();
    for player in &mut data.players {
        player.entries.clear();
        player.virtual_points.clear();
    }
    data.absences.clear();
    data.forbidden.clear();
    let wanted = usize::arbitrary(g) % n;
    let remaining = usize::arbitrary(g) % 2;
    data.rounds_total = RoundNumber::new((wanted + 1 + remaining) as u32).ok();
    let draws = 2 + usize::arbitrary(g) % 4;
    for _ in 0..wanted {
        let tournament = data.clone().build().expect("rounds are mirrored");
        let Outcome::Paired(round) = finish(&tournament, &options) else {
            break;
        };
        for board in &round.boards {
            let (white, black) = match usize::arbitrary(g) % (2 * draws) {
                0 | 1 => (GameResult::Draw, GameResult::Draw),
                2 if bool::arbitrary(g) => (GameResult::ForfeitWin, GameResult::ForfeitLoss),
                odd if odd % 2 == 1 => (GameResult::Win, GameResult::Loss),
                _ => (GameResult::Loss, GameResult::Win),
            };
            for (player, opponent, colour, result) in [
                (board.white, board.black, Colour::White, white),
                (board.black, board.white, Colour::Black, black),
            ] {
                data.players[player.index()]
                    .entries
                    .push(RoundEntry::Paired {
                        opponent,
                        colour: Some(colour),
                        result,
                    });
            }
        }
        if let Some(bye) = round.bye {
            let entry = RoundEntry::Bye(ByeKind::PairingAllocated);
            data.players[bye.index()].entries.push(entry);
        }
    }
    data.build().expect("rounds are mirrored")
}

/// `CASES=100000 PLAYERS=10 cargo test ...` tries more.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(default)
}

fn cases(default: u64) -> u64 {
    setting("CASES", default)
}

#[test]
fn the_judge_agrees() {
    static ARTICLES: Mutex<BTreeMap<&str, u64>> = Mutex::new(BTreeMap::new());
    fn law(case: Case) -> bool {
        let outcome = pair_round(&case.tournament, &case.options);
        let articles: BTreeSet<&str> = match &outcome {
            Outcome::Impossible(Impossible::NoRoundLeft { .. }) => return true,
            Outcome::Impossible(Impossible::NoLegalPairing(_)) => ["no legal pairing"].into(),
            Outcome::Impossible(_) => ["ended beside a legal pairing"].into(),
            Outcome::Paired(round) => {
                let steps = round.brackets.iter().flat_map(|bracket| &bracket.steps);
                steps.map(|step| step.article).collect()
            }
        };
        let found = round_by_text(&outcome);
        let expected = judge::pair_round(&case.tournament, &readings(case.options));
        let mut counts = ARTICLES.lock().expect("no law panics while it counts");
        for article in articles {
            *counts.entry(article).or_default() += 1;
        }
        if expected != found {
            eprintln!("{case:?}\njudge {expected:?}\nengine {found:?}");
        }
        expected == found
    }
    QuickCheck::new()
        .tests(cases(6000))
        .max_tests(u64::MAX)
        .quickcheck(law as fn(Case) -> bool);
    let counts = ARTICLES.lock().expect("the laws are done");
    eprintln!("rounds by the articles that paired them: {counts:?}");
    for article in [
        "C.1", "C.6", "C.7", "C.8", "C.9", "C.10", "C.11", "C.12", "C.13", "C.14",
    ] {
        assert!(counts.contains_key(article), "no round needed {article}");
    }
}

#[test]
fn pairing_twice_gives_one_round() {
    fn law(case: Case) -> bool {
        let [a, b] = [(); 2].map(|()| round_by_text(&pair_round(&case.tournament, &case.options)));
        a == b
    }
    QuickCheck::new()
        .tests(cases(200))
        .quickcheck(law as fn(Case) -> bool);
}

/// B.1, and everybody present exactly once.
fn is_legal(case: &Case, round: &RoundPairing) -> bool {
    let position = Position::derive(&case.tournament, &Definitions::DUTCH_1998);
    let mut seated: Vec<PlayerId> = (round.boards.iter())
        .flat_map(|board| [board.white, board.black])
        .chain(round.bye)
        .collect();
    seated.sort_unstable();
    let mut present = position.present().to_vec();
    present.sort_unstable();
    seated == present
        && (round.bye.iter()).all(|player| position.player(*player).bye_allowed)
        && (round.boards.iter()).all(|board| {
            !position.have_met(board.white, board.black)
                && !position.is_banned(board.white, board.black)
        })
}

#[test]
fn finishing_pairs_whatever_can_be_paired() {
    fn law(case: Case) -> bool {
        let outcome = pair_round(&case.tournament, &case.options);
        let finished = finish(&case.tournament, &case.options);
        match (outcome, finished) {
            (Outcome::Paired(a), Outcome::Paired(b)) => {
                a.boards == b.boards && a.rules == b.rules && is_legal(&case, &a)
            }
            (Outcome::Impossible(Impossible::ProcedureEnded { .. }), Outcome::Paired(round)) => {
                round.rules == NAME_BEYOND && is_legal(&case, &round)
            }
            (Outcome::Impossible(a), Outcome::Impossible(b)) => a == b,
            _ => false,
        }
    }
    QuickCheck::new()
        .tests(cases(600))
        .quickcheck(law as fn(Case) -> bool);
}

/// A group that has met completely within itself: the witness counts it.
#[test]
fn no_legal_pairing_is_told_with_its_proof() {
    let mut g = Gen::from_size_and_seed(10, 2_026);
    let mut seen = 0;
    for _ in 0..2000 {
        let case = Case::arbitrary(&mut g);
        if let Outcome::Impossible(Impossible::NoLegalPairing(witness)) =
            pair_round(&case.tournament, &case.options)
        {
            let barrier = witness.barrier.len() + usize::from(witness.bye_in_barrier);
            assert!(witness.components.len() > barrier);
            let in_twice = |id: PlayerId| {
                witness
                    .components
                    .iter()
                    .filter(|c| c.contains(&id))
                    .count()
                    > 1
            };
            assert!(!case.tournament.player_ids().any(in_twice));
            seen += 1;
        }
    }
    assert!(seen > 0, "some random fields cannot be paired");
}
