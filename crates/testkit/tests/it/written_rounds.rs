//! What is written reads back the same, in every system, over whole events: a round that has been
//! paired and written is the same when it is read and paired again, also while games of earlier
//! rounds have no result.

#![expect(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands values to laws"
)]

use edelweiss_model::arbitrary::{RandomTournament, random_tournament};
use edelweiss_model::{
    ByeKind, Definitions, GameResult, PlayerId, Position, RoundEntry, RoundNumber, Tournament,
};
use edelweiss_pairing::{Outcome, RoundPairing, Rules, pair_position};
use edelweiss_systems::{burstein_2026, double_swiss_2026, dubov_1997, dubov_2026, dutch_1998};
use edelweiss_trf::{Dialect, Document, LineEnd, ReadOptions, read};
use quickcheck::{Arbitrary, Gen, QuickCheck};

type Pair = fn(&Tournament) -> Option<Outcome>;

/// Every system, with the games of a pairing.
const SYSTEMS: [(&str, usize, Pair); 7] = [
    ("Dutch 2026", 1, |tournament| {
        let position = Position::derive(tournament, &Definitions::DUTCH_2026);
        Some(pair_position(&position, &Rules::dutch_2026()))
    }),
    ("Dutch 2017", 1, |tournament| {
        let position = Position::derive(tournament, &Definitions::DUTCH_2017);
        Some(pair_position(&position, &Rules::dutch_2017()))
    }),
    ("Dutch 1998", 1, |tournament| {
        Some(dutch_1998::pair_round(
            tournament,
            &dutch_1998::Dutch1998Options::default(),
        ))
    }),
    ("Dubov 2026", 1, |tournament| {
        Some(dubov_2026::pair_round(tournament))
    }),
    ("Dubov 1997", 1, |tournament| {
        Some(dubov_1997::pair_round(tournament))
    }),
    ("Burstein 2026", 1, |tournament| {
        Some(burstein_2026::pair_round(
            tournament,
            &burstein_2026::BursteinOptions::default(),
        ))
    }),
    ("Double-Swiss 2026", 2, |tournament| {
        double_swiss_2026::pair_round(
            tournament,
            &double_swiss_2026::DoubleSwissOptions::default(),
        )
        .ok()
    }),
];

/// A position from which rounds are paired, and a number that decides their results.
#[derive(Clone, Debug)]
struct Event {
    start: Tournament,
    results: u64,
}

impl Arbitrary for Event {
    fn arbitrary(g: &mut Gen) -> Self {
        let RandomTournament(start) = RandomTournament::arbitrary(g);
        let results = u64::arbitrary(g);
        Self { start, results }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let results = self.results;
        let starts = RandomTournament(self.start.clone()).shrink();
        Box::new(starts.map(move |RandomTournament(start)| Self { start, results }))
    }
}

impl Event {
    /// The same field before its first round: a history of single games is none of matches.
    fn before_the_first_round(&self) -> Tournament {
        let mut data = self.start.clone().into_data();
        for player in &mut data.players {
            player.entries.clear();
        }
        data.absences.clear();
        data.rounds_total = RoundNumber::new(12).ok();
        data.build().expect("fewer entries contradict nothing")
    }
}

fn paired(pair: Pair, tournament: &Tournament) -> Option<RoundPairing> {
    match pair(tournament)? {
        Outcome::Paired(round) => Some(round),
        Outcome::Impossible(_) => None,
    }
}

/// Who meets whom with which colours, and the bye.
fn seats(round: &RoundPairing) -> (Vec<(PlayerId, PlayerId)>, Option<PlayerId>) {
    let boards = round.boards.iter().map(|board| (board.white, board.black));
    (boards.collect(), round.bye)
}

fn read_back(document: &Document, what: &str) -> Tournament {
    let text = document.write(LineEnd::Lf);
    match read(text.as_bytes(), "written.trf", &ReadOptions::default()) {
        Ok(reading) => reading.tournament,
        Err(failure) => panic!("{what}: {failure}\n{text}"),
    }
}

/// Gives most games without a result one; a few stay open, and a few are adjourned.
fn play(tournament: Tournament, dice: &mut u64) -> Tournament {
    use GameResult::{Adjourned, Draw, ForfeitLoss, ForfeitWin, Loss, Unknown, Win};
    const RESULTS: [[GameResult; 2]; 8] = [
        [Win, Loss],
        [Loss, Win],
        [Win, Loss],
        [Draw, Draw],
        [ForfeitWin, ForfeitLoss],
        [ForfeitLoss, ForfeitLoss],
        [Adjourned, Adjourned],
        [Unknown, Unknown],
    ];
    let open = tournament.open_games(0..tournament.next_round().index());
    let mut data = tournament.into_data();
    for game in open {
        *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let results = RESULTS[(*dice >> 61) as usize];
        for (player, found) in [game.white, game.black].into_iter().zip(results) {
            if let RoundEntry::Paired { result, .. } =
                &mut data.players[player.index()].entries[game.round.index()]
            {
                *result = found;
            }
        }
    }
    data.build().expect("the results fit")
}

/// Who has the bye of the round to be paired already.
fn given_bye(tournament: &Tournament) -> Option<PlayerId> {
    let round = tournament.next_round();
    let has_bye = |id: &PlayerId| {
        tournament.player(*id).entry(round) == RoundEntry::Bye(ByeKind::PairingAllocated)
    };
    tournament.player_ids().find(has_bye)
}

#[test]
fn what_was_paired_and_written_is_paired_the_same_again() {
    fn law(event: Event) {
        for (name, games, pair) in SYSTEMS {
            let mut dice = event.results;
            let start = match games {
                1 => event.start.clone(),
                _ => event.before_the_first_round(),
            };
            // In the reader's normal form, which has no blanks at the end of a line.
            let fresh = Document::from_tournament(&start, Dialect::Trf26).expect("it fits");
            let mut tournament = read_back(&fresh, name);
            for _ in 0..4 {
                let Some(round) = paired(pair, &tournament) else {
                    break;
                };
                let (pairs, bye) = seats(&round);
                let fresh = Document::from_tournament(&tournament, Dialect::Trf26);
                let fresh = fresh.expect("it fits");
                assert_eq!(read_back(&fresh, name), tournament, "{name}");
                let added = match games {
                    1 => fresh.with_round(&tournament, &pairs, bye),
                    _ => fresh.with_match(&tournament, &pairs, bye),
                };
                let added = added.unwrap_or_else(|error| panic!("{name}: {error}"));
                let back = read_back(&added, name);
                let first = tournament.next_round();
                if !pairs.is_empty() {
                    let rounds = first.index()..first.index() + games;
                    assert!(back.is_without_results(rounds), "{name}");
                }
                // Once both stand in the file, only the arbiter knows a bye given beforehand from
                // one of the round.
                let before = back.before_round(first);
                let before = match given_bye(&tournament) {
                    Some(player) => before.with_given_bye(player),
                    None => before,
                };
                let again = paired(pair, &before).expect("it was paired before");
                assert_eq!(
                    seats(&again),
                    (pairs, bye),
                    "{name}\n{}",
                    added.write(LineEnd::Lf)
                );
                tournament = play(back, &mut dice);
            }
        }
    }
    QuickCheck::new().tests(400).quickcheck(law as fn(Event));
}

/// Larger fields meet every route of the engines.
#[test]
fn a_larger_event_goes_on_from_its_own_file() {
    let mut g = Gen::from_size_and_seed(10, 2_026);
    for n in [40, 81] {
        let start = random_tournament(&mut g, n);
        for (name, _, pair) in SYSTEMS.iter().filter(|(_, games, _)| *games == 1) {
            let Some(round) = paired(*pair, &start) else {
                continue;
            };
            let (pairs, bye) = seats(&round);
            let fresh = Document::from_tournament(&start, Dialect::Trf16).expect("it fits");
            let added = fresh.with_round(&start, &pairs, bye).expect("they wait");
            let back = read_back(&added, name);
            let again = paired(*pair, &back.before_round(start.next_round()));
            let again = again.expect("it was paired before");
            assert_eq!(seats(&again), (pairs, bye), "{name}");
        }
    }
}

/// A checker copies a tournament once, and takes it back round by round.
#[test]
fn rounds_are_taken_back_alike_at_once_or_one_after_another() {
    fn law(RandomTournament(tournament): RandomTournament) -> bool {
        let last = tournament.rounds_paired().map_or(0, RoundNumber::index);
        let mut rounds = (0..=last).rev().map(RoundNumber::from_index);
        let first = rounds.next().expect("there is one");
        let mut back = tournament.before_round(first);
        rounds.all(|round| {
            back = back.clone().before_earlier_round(round);
            back == tournament.before_round(round)
        })
    }
    QuickCheck::new()
        .tests(2_000)
        .quickcheck(law as fn(RandomTournament) -> bool);
}
