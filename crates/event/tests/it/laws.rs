//! Random events, changed by steps only.

use edelweiss_event::journal::{JournalEvent, JournalStanding, StepJournal};
use edelweiss_event::{
    EnteredResult, EventFile, GameScore, ResultsStep, RoundStep, Step, apply, boards,
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
    let waiting: Vec<u16> = (tournament.player_ids().filter(is_waiting))
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

fn some_step(tournament: &Tournament, seed: &mut u64) -> Option<Step> {
    if draw(seed, 3) == 0 {
        some_round(tournament)
    } else {
        some_results(tournament, seed)
    }
}

/// Every step does what it means, as `apply` reads back. The journal's steps lead from the first state to the
/// file, and its changes from the file back to every state before.
#[test]
fn events_built_by_steps_read_back_and_replay_and_go_back() {
    let mut generator = Gen::from_size_and_seed(20, 2_026);
    let mut seed = 42;
    let mut done = 0;
    for index in 0..150 {
        let Some(mut event) = some_event(&mut generator, index) else {
            continue;
        };
        let first = event.clone();
        let mut journal = StepJournal::default();
        journal
            .settle(event.bytes(), "then")
            .expect("a new journal");
        let mut states = vec![event.bytes().to_vec()];
        for _ in 0..6 {
            let Some(step) = some_step(event.tournament(), &mut seed) else {
                continue;
            };
            let applied = apply(&event, &step).unwrap_or_else(|error| {
                panic!(
                    "{index}: {step:?}: {error}\n{}",
                    String::from_utf8_lossy(event.bytes())
                )
            });
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
    assert!(done > 400, "only {done} steps");
}
