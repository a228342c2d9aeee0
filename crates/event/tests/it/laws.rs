//! Random events, changed by steps only.

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

/// Every step either does what it means, as `apply` reads back, or is refused; lines of players who have nothing
/// to do with it stay.
#[test]
fn events_built_by_steps_always_read_back() {
    let mut generator = Gen::from_size_and_seed(20, 2_026);
    let mut seed = 42;
    let mut done = 0;
    for index in 0..150 {
        let RandomTournament(tournament) = Arbitrary::arbitrary(&mut generator);
        let dialect = [Dialect::Trf16, Dialect::Trf26][index % 2];
        let Ok(document) = Document::from_tournament(&tournament, dialect) else {
            continue;
        };
        let end = [LineEnd::Lf, LineEnd::CrLf, LineEnd::Cr][index % 3];
        let bytes = document.to_bytes(end);
        let Ok(mut event) = EventFile::read(&bytes, "random.trf", &ReadOptions::default()) else {
            continue;
        };
        for _ in 0..6 {
            let step = if draw(&mut seed, 3) == 0 {
                some_round(event.tournament())
            } else {
                some_results(event.tournament(), &mut seed)
            };
            let Some(step) = step else { continue };
            let applied = apply(&event, &step);
            let applied = applied.unwrap_or_else(|error| {
                panic!(
                    "{index}: {step:?}: {error}\n{}",
                    String::from_utf8_lossy(event.bytes())
                )
            });
            // What is said in full means the same.
            let again = apply(&event, &applied.step).expect("the same step");
            assert_eq!(again.event.bytes(), applied.event.bytes());
            event = applied.event;
            done += 1;
        }
    }
    assert!(done > 400, "only {done} steps");
}
