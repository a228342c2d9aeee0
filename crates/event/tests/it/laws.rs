//! Random events, changed by steps only.

use edelweiss_event::journal::{JournalEvent, JournalStanding, StepJournal};
use edelweiss_event::{
    AccelerationMethod, AccelerationStep, AddPlayerStep, AllowStep, AttendStep, ByeStep,
    CorrectPlayerStep, EnteredResult, EventFile, ForbidStep, GameScore, GivenBye, NumberRule,
    PlayerFields, PointsStep, ResultsStep, RoundStep, SeatStep, Step, SwapColoursStep,
    VirtualPointsRange, WithdrawStep, apply, boards,
};
use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{RoundEntry, Tournament};
use edelweiss_trf::{Dialect, Document, LineEnd, ReadOptions};
use quickcheck::{Arbitrary, Gen};

const SCORES: [&str; 9] = [
    "1-0", "½-½", "0-1", "1-0F", "0-1F", "0-0F", "1-0U", "?", "*",
];

/// The next number of a sequence (Knuth's MMIX constants).
fn draw(seed: &mut u64, below: usize) -> usize {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % below.max(1)
}

/// Some results of some round.
fn some_results(tournament: &Tournament, seed: &mut u64) -> Option<Step> {
    let last = tournament.rounds_paired()?;
    let round = edelweiss_model::RoundNumber::from_index(draw(seed, last.index() + 1));
    let games = boards::of_round(tournament, round);
    let mut results = Vec::new();
    for game in games {
        let has_colours = tournament.player(game.white).entry(round);
        let is_coloured = matches!(
            has_colours,
            RoundEntry::Paired {
                colour: Some(_),
                ..
            }
        );
        if is_coloured && draw(seed, 2) == 0 {
            results.push(EnteredResult {
                board: Some(game.board),
                players: None,
                result: SCORES[draw(seed, SCORES.len())]
                    .parse::<GameScore>()
                    .expect("a result"),
                place: String::new(),
            });
        }
    }
    (!results.is_empty()).then_some(Step::Results(ResultsStep {
        round: Some(round.get()),
        results,
    }))
}

/// Everybody who waits, in the order of the list, and the last of an odd number has the bye.
fn some_round(tournament: &Tournament) -> Option<Step> {
    let round = tournament.next_round();
    let is_waiting = |id: &edelweiss_model::PlayerId| {
        let mut absences = tournament.absences.iter();
        tournament.player(*id).entry(round) == RoundEntry::Blank
            && !absences.any(|absence| absence.player == *id && absence.round == round)
    };
    let waiting: Vec<u32> = (tournament.player_ids().filter(is_waiting))
        .map(|id| tournament.player(id).number.get())
        .collect();
    if waiting.len() < 2 || tournament.rounds_total.is_some_and(|total| round > total) {
        return None;
    }
    let given = edelweiss_model::RoundEntry::Bye(edelweiss_model::ByeKind::PairingAllocated);
    let has_bye = tournament
        .players
        .iter()
        .any(|player| player.entry(round) == given);
    let pairs = waiting.chunks_exact(2);
    let bye = pairs.remainder().first().copied().filter(|_| !has_bye);
    Some(Step::Round(RoundStep {
        round: round.get(),
        boards: pairs.map(|pair| [pair[0], pair[1]]).collect(),
        bye,
        is_match: false,
        rules: None,
    }))
}

/// A random event as a file, in either dialect and with each end of lines.
fn some_event(generator: &mut Gen, index: usize) -> Option<EventFile> {
    let RandomTournament(tournament) = Arbitrary::arbitrary(generator);
    let dialect = [Dialect::Trf16, Dialect::Trf26][index % 2];
    let document = Document::from_tournament(&tournament, dialect).ok()?;
    let end = [LineEnd::Lf, LineEnd::CrLf, LineEnd::Cr][index % 3];
    EventFile::read(
        &document.to_bytes(end),
        "random.trf",
        &ReadOptions::default(),
    )
    .ok()
}

/// One or two players of the file, who may be one.
fn some_players(tournament: &Tournament, seed: &mut u64) -> Vec<u32> {
    let n = 1 + draw(seed, 2);
    let some = (0..n).map(|_| {
        let index = draw(seed, tournament.players.len());
        tournament.players[index].number.get()
    });
    some.collect()
}

/// A bye, an absence, a withdrawal, or one of them taken back, in a round of the past, present or future.
fn some_absence(tournament: &Tournament, seed: &mut u64) -> Step {
    let players = some_players(tournament, seed);
    let near = (tournament.next_round().get() + draw(seed, 4) as u16).saturating_sub(2);
    let round = Some(near).filter(|near| *near > 0 && draw(seed, 4) > 0);
    match draw(seed, 4) {
        0 => Step::Withdraw(WithdrawStep { players, round }),
        1 => Step::Attend(AttendStep {
            players,
            round,
            later: draw(seed, 2) == 0,
        }),
        _ => Step::Bye(ByeStep {
            players,
            round,
            kind: [GivenBye::Full, GivenBye::Half, GivenBye::Absent][draw(seed, 3)],
        }),
    }
}

/// A ban, or one that is lifted.
fn some_ban(tournament: &Tournament, seed: &mut u64) -> Step {
    let number = |id: &edelweiss_model::PlayerId| tournament.player(*id).number.get();
    let soft = draw(seed, 2) == 0;
    let bans = if soft {
        &tournament.soft_bans
    } else {
        &tournament.forbidden
    };
    if !bans.is_empty() && draw(seed, 3) == 0 {
        let group = bans[draw(seed, bans.len())].players.iter().map(number);
        return Step::Allow(AllowStep {
            groups: vec![group.collect()],
        });
    }
    let round = Some(1 + draw(seed, 4) as u16).filter(|_| draw(seed, 2) == 0);
    Step::Forbid(ForbidStep {
        groups: vec![some_players(tournament, seed)],
        round,
        last: Some(2 + draw(seed, 4) as u16).filter(|_| draw(seed, 2) == 0),
        soft,
        ..ForbidStep::default()
    })
}

/// A player more, or one corrected.
fn some_player(tournament: &Tournament, seed: &mut u64) -> Step {
    let numbers = [None, Some(NumberRule::Place), Some(NumberRule::Keep)][draw(seed, 3)];
    let some = |seed: &mut u64, text: &str| (draw(seed, 2) == 0).then(|| text.to_owned());
    let player = PlayerFields {
        name: Some(["Ng, Ng", "Ärmel, Öre", "Zza"][draw(seed, 3)].to_owned()),
        rating: (draw(seed, 3) > 0).then(|| draw(seed, 2_900) as u16),
        title: some(seed, ["GM", "wfm", ""][*seed as usize % 3]),
        federation: some(seed, "nor"),
        sex: some(seed, "w"),
        birth: some(seed, "2001"),
        fide_number: (draw(seed, 3) == 0).then(|| draw(seed, 5) as u64),
        club: some(seed, ["Rook", ""][*seed as usize % 2]),
    };
    if draw(seed, 2) == 0 {
        return Step::AddPlayer(AddPlayerStep { player, numbers });
    }
    Step::CorrectPlayer(CorrectPlayerStep {
        number: some_players(tournament, seed)[0],
        player,
        numbers,
    })
}

/// Colours, seats, points or an acceleration.
fn some_setting(tournament: &Tournament, seed: &mut u64) -> Step {
    let number = |seed: &mut u64| some_players(tournament, seed)[0];
    let some = |seed: &mut u64| {
        let text = ["0", "0.5", "1", "3", ".7"][draw(seed, 5)];
        (draw(seed, 2) == 0).then(|| text.to_owned())
    };
    match draw(seed, 4) {
        0 => Step::SwapColours(SwapColoursStep {
            round: None,
            players: [number(seed), number(seed)],
        }),
        1 => Step::Seat(SeatStep {
            round: None,
            boards: vec![[number(seed), number(seed)]],
        }),
        2 => Step::Points(Box::new(PointsStep {
            win: some(seed),
            draw: some(seed),
            loss: some(seed),
            pairing_allocated_bye: some(seed),
            zero_point_bye: some(seed),
            forfeit_win: some(seed),
            ..PointsStep::default()
        })),
        _ => {
            let method = [
                AccelerationMethod::None,
                AccelerationMethod::Baku,
                AccelerationMethod::Points,
            ][draw(seed, 3)];
            let range = VirtualPointsRange {
                players: [number(seed), number(seed)],
                rounds: [1, 1 + draw(seed, 3) as u16],
                points: some(seed).unwrap_or_default(),
            };
            let is_of_points = method == AccelerationMethod::Points;
            Step::Acceleration(AccelerationStep {
                method,
                points: is_of_points.then_some(range).into_iter().collect(),
            })
        }
    }
}

fn some_step(tournament: &Tournament, seed: &mut u64) -> Option<Step> {
    match draw(seed, 10) {
        0 => some_round(tournament),
        1 | 2 => some_results(tournament, seed),
        3 | 4 => Some(some_absence(tournament, seed)),
        5 => Some(some_ban(tournament, seed)),
        6 | 7 => Some(some_player(tournament, seed)),
        _ => Some(some_setting(tournament, seed)),
    }
}

/// What nobody may be told of a step, right or wrong.
const OUR_FAULT: &str = "please send the file";

/// Every step does what it means, as `apply` reads back. The journal's steps lead from the first state to the
/// file, and its changes from the file back to every state before.
#[test]
fn events_built_by_steps_read_back_and_replay_and_go_back() {
    let mut generator = Gen::from_size_and_seed(20, 2_026);
    let mut seed = 42;
    let (mut done, mut refused) = (0, 0);
    for index in 0..300 {
        let Some(mut event) = some_event(&mut generator, index) else {
            continue;
        };
        let first = event.clone();
        let mut journal = StepJournal::default();
        journal
            .settle(event.bytes(), "then")
            .expect("a new journal");
        let mut states = vec![event.bytes().to_vec()];
        for _ in 0..8 {
            let Some(step) = some_step(event.tournament(), &mut seed) else {
                continue;
            };
            let applied = match apply(&event, &step) {
                Ok(applied) => applied,
                // Who plays already, and the like.
                Err(error) => {
                    let is_allowed = !matches!(step, Step::Results(_) | Step::Round(_));
                    assert!(
                        is_allowed && !error.to_string().contains(OUR_FAULT),
                        "{index}: {step:?}: {error}\n{}",
                        String::from_utf8_lossy(event.bytes())
                    );
                    refused += 1;
                    continue;
                }
            };
            let next = applied.event.bytes();
            journal.add(
                event.bytes(),
                next,
                JournalEvent::Done(applied.step),
                applied.said,
                "now",
            );
            states.push(next.to_vec());
            event = applied.event;
            done += 1;
        }
        let mut journal = StepJournal::parse(journal.bytes()).expect("what was written");
        let standing = journal.settle(event.bytes(), "now").expect("it agrees");
        assert_eq!(standing, JournalStanding::Agrees);
        let mut replayed = first;
        for n in 1..=journal.len() {
            let step = journal.line(n).expect("a line").done.expect("a step");
            replayed = apply(&replayed, &step).expect("done before").event;
            assert_eq!(replayed.bytes(), states[n as usize]);
        }
        for steps in 0..states.len() {
            let (n, bytes, taken) = journal.before_last(event.bytes(), steps).expect("whole");
            assert_eq!((n as usize, taken.len()), (states.len() - 1 - steps, steps));
            assert!(bytes == states[n as usize] && bytes == journal.state(n).expect("whole"));
        }
    }
    assert!(
        done > 700 && refused > 100,
        "only {done} steps, and {refused} refused"
    );
}
