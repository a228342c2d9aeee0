//! Planted defects, and the disputed positions inside larger tournaments.

use std::path::Path;

use crate::common::{dutch_2026, ours};
use edelweiss::model::{
    ByeKind, Player, PlayerId, Position, RoundEntry, Score, Tournament, TournamentData, Tpn,
};
use edelweiss::pairing::Outcome;
use edelweiss::trf::{Dialect, Document, ReadOptions};
use edelweiss::weights::DUTCH_2026;
use edelweiss_compare::engine::{Answer, Reply};
use edelweiss_compare::shrink::shrink;
use edelweiss_compare::sweep::{AXES, Bounds};
use edelweiss_compare::verdict::{Comparison, DifferenceClass, Fault, Ours, compare, judge};
use edelweiss_generate::{Generator, NextRound};

/// Our own answer, spoilt by `spoil`.
fn spoilt(tournament: &Tournament, spoil: &dyn Fn(&Tournament, &mut Answer)) -> Reply<Answer> {
    let Ok(Outcome::Paired(round)) = dutch_2026(tournament) else {
        return Reply::Refused("no pairing".to_owned());
    };
    let mut answer = Answer {
        boards: round.boards.iter().map(|b| (b.white, b.black)).collect(),
        byes: round.bye.into_iter().collect(),
    };
    spoil(tournament, &mut answer);
    Reply::Answered(answer)
}

fn compared(tournament: &Tournament, spoil: &dyn Fn(&Tournament, &mut Answer)) -> Comparison {
    compare(&ours(), tournament, spoilt(tournament, spoil))
}

/// The smallest tournament that shows the same class, its comparison, and the number of questions.
fn shrunk(
    tournament: &Tournament,
    spoil: &dyn Fn(&Tournament, &mut Answer),
) -> (Tournament, Comparison) {
    let whole = compared(tournament, spoil);
    assert_ne!(whole.class, DifferenceClass::Equal, "nothing to shrink");
    let mut still = |candidate: &Tournament| {
        Ok::<bool, std::convert::Infallible>(compared(candidate, spoil).class == whole.class)
    };
    let found = shrink(tournament, 20_000, &mut still).expect("no question fails");
    assert!(found.is_smallest, "after {} questions", found.asked);
    let again = shrink(tournament, 20_000, &mut still).expect("no question fails");
    assert_eq!(
        found.tournament, again.tournament,
        "the same way every time"
    );
    // A file can hold it, and reads back the same.
    let document = Document::from_tournament(&found.tournament, Dialect::Trf26).expect("writable");
    let text = document.write(document.line_end());
    let read = edelweiss::trf::read(text.as_bytes(), "shrunk", &ReadOptions::default());
    let read = read.expect("readable").tournament;
    let comparison = compared(&read, spoil);
    assert_eq!(comparison.class, whole.class, "{text}");
    (found.tournament, comparison)
}

/// A tournament of the sweep before its last round.
fn from_sweep(axis: &str, index: u32) -> Tournament {
    let axis = (AXES.iter().find(|row| row.name == axis)).expect("an axis");
    let settings = axis.settings(4, index, Bounds::default());
    let generator = Generator::new(settings).expect("settings that can be met");
    let pair = |tournament: &Tournament| match dutch_2026(tournament) {
        Ok(Outcome::Paired(round)) => NextRound::Paired {
            boards: round.boards.iter().map(|b| (b.white, b.black)).collect(),
            bye: round.bye,
        },
        _ => NextRound::Impossible("none".to_owned()),
    };
    let made = generator.generate_one(0, pair).expect("legal rounds");
    let last = made.tournament.rounds_paired().expect("a round");
    made.tournament.before_round(last)
}

/// Turns the colours of whoever has had two Blacks more than Whites.
fn turn_colours(tournament: &Tournament, answer: &mut Answer) {
    let position = Position::derive(tournament, &DUTCH_2026.definitions);
    for (white, black) in &mut answer.boards {
        if position.player(*white).colour_difference == -2 {
            std::mem::swap(white, black);
        }
    }
}

#[test]
fn a_planted_colour_defect_needs_one_board() {
    let (smallest, comparison) = (0..200)
        .map(|index| from_sweep("byes", index))
        .find(|tournament| compared(tournament, &turn_colours).class == DifferenceClass::Colours)
        .map(|tournament| shrunk(&tournament, &turn_colours))
        .expect("somebody has had two Blacks more");
    // Two Blacks: two rounds, and opponents who may have left since.
    assert!(smallest.players.len() <= 4, "{}", smallest.players.len());
    assert!(smallest.next_round().get() <= 3);
    assert_eq!(judge(&ours(), &smallest, &comparison).fault, Fault::Theirs);
}

/// Gives the bye to the last player of the list who is there.
fn last_takes_the_bye(tournament: &Tournament, answer: &mut Answer) {
    let Some(bye) = answer.byes.first_mut() else {
        return;
    };
    let position = Position::derive(tournament, &DUTCH_2026.definitions);
    let Some(last) = position.present().iter().copied().max() else {
        return;
    };
    for (white, black) in &mut answer.boards {
        for seat in [white, black] {
            if *seat == last {
                *seat = *bye;
            }
        }
    }
    *bye = last;
}

#[test]
fn a_planted_bye_defect_shrinks_to_a_handful() {
    let is_illegal = |tournament: &Tournament| {
        let found = compared(tournament, &last_takes_the_bye);
        found.class == DifferenceClass::IllegalTheirs && found.mark == "C2"
    };
    let tournament = (0..200)
        .map(|index| from_sweep("long", index))
        .find(is_illegal)
        .expect("the last player has had the bye");
    assert!(tournament.players.len() > 4, "larger than the result");
    let (smallest, comparison) = shrunk(&tournament, &last_takes_the_bye);
    assert!(smallest.players.len() <= 3, "{}", smallest.players.len());
    assert!(smallest.next_round().get() <= 2);
    assert_eq!(judge(&ours(), &smallest, &comparison).fault, Fault::Theirs);
}

fn dispute(name: &str) -> (Tournament, Answer) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/corpus/disputes");
    let bytes = std::fs::read(folder.join(name)).expect("part of the repository");
    let reading = edelweiss::trf::read(&bytes, name, &ReadOptions::default());
    let tournament = reading.expect("a readable file").tournament;
    let id = |number: u32| {
        (tournament.player_ids())
            .find(|id| tournament.player(*id).number.get() == number)
            .expect("a player of the file")
    };
    let recorded = |boards: &[(u32, u32)], bye: u32| Answer {
        boards: boards.iter().map(|(w, b)| (id(*w), id(*b))).collect(),
        byes: vec![id(bye)],
    };
    let answer = match name {
        "bbp6_c2_seed735265.trf" => recorded(&[(7, 5), (8, 1), (2, 9)], 3),
        "bbp6_c2_seed2120538796.trf" => recorded(&[(4, 2), (8, 7), (6, 3)], 5),
        "bbp6_carry_862.trf" => recorded(&[(3, 2), (4, 9), (7, 1), (5, 8)], 6),
        _ => recorded(&[(10, 2), (11, 1), (7, 5), (6, 3), (4, 8)], 9),
    };
    (tournament, answer)
}

const DISPUTES: [&str; 4] = [
    "bbp6_c2_seed735265.trf",
    "bbp6_c2_seed2120538796.trf",
    "bbp6_carry_862.trf",
    "bbp6_carry_265.trf",
];

/// The tournament with `more` pairs of players above everybody else, who have won every round
/// without an opponent.
fn enlarged(tournament: &Tournament, more: usize) -> Tournament {
    let rounds = tournament.next_round().index();
    let mut data: TournamentData = tournament.clone().into_data();
    let highest = data.players.iter().map(|player| player.number.get()).max();
    for extra in 0..2 * more {
        let number = highest.unwrap_or(0) + extra as u32 + 1;
        let mut player = Player::new(Tpn::new(number).expect("small"));
        player.name = format!("Extra {extra}");
        player.entries = vec![RoundEntry::Bye(ByeKind::Full); rounds];
        data.players.push(player);
    }
    data.build()
        .expect("players who met nobody contradict nobody")
}

/// The recorded answer where its players are there with the same scores, otherwise ours: an engine
/// with a defect that only this position shows.
fn recorded(whole: &Tournament, answer: &Answer) -> impl Fn(&Tournament, &mut Answer) + use<> {
    let definitions = DUTCH_2026.definitions;
    let key = move |tournament: &Tournament, id: PlayerId| -> (String, Score) {
        let position = Position::derive(tournament, &definitions);
        (
            tournament.player(id).name.clone(),
            position.player(id).score,
        )
    };
    let seat = |id: &PlayerId| key(whole, *id);
    let boards: Vec<_> = answer
        .boards
        .iter()
        .map(|(w, b)| (seat(w), seat(b)))
        .collect();
    let byes: Vec<_> = answer.byes.iter().map(seat).collect();
    move |tournament: &Tournament, given: &mut Answer| {
        let find = |wanted: &(String, Score)| {
            (tournament.player_ids()).find(|id| key(tournament, *id) == *wanted)
        };
        let found: Option<Vec<_>> = (boards.iter())
            .map(|(white, black)| find(white).zip(find(black)))
            .collect();
        let free: Option<Vec<_>> = byes.iter().map(find).collect();
        let (Some(boards), Some(byes)) = (found, free) else {
            return;
        };
        let seated: Vec<PlayerId> = (boards.iter().flat_map(|(w, b)| [*w, *b]))
            .chain(byes.iter().copied())
            .collect();
        // Whoever is there besides meets somebody new.
        let position = Position::derive(tournament, &definitions);
        let others: Vec<PlayerId> = (position.present().iter().copied())
            .filter(|id| !seated.contains(id))
            .collect();
        given.boards = (others.chunks_exact(2))
            .map(|two| (two[0], two[1]))
            .collect();
        given.boards.extend(boards);
        given.byes = byes;
    }
}

#[test]
fn disputed_positions_come_out_of_larger_tournaments_at_their_published_size() {
    for name in DISPUTES {
        let (published, answer) = dispute(name);
        let large = enlarged(&published, 10);
        let spoil = recorded(&large, &answer);
        let whole = compared(&large, &spoil);
        assert_eq!(
            (whole.class, whole.mark.as_str()),
            (DifferenceClass::IllegalTheirs, "C2"),
            "{name}"
        );
        let (smallest, comparison) = shrunk(&large, &spoil);
        assert!(
            smallest.players.len() <= published.players.len()
                && smallest.next_round() <= published.next_round(),
            "{name}: {} players",
            smallest.players.len()
        );
        assert_eq!(
            judge(&ours(), &smallest, &comparison).fault,
            Fault::Theirs,
            "{name}"
        );
    }
}

#[test]
fn both_answers_to_the_disputes_are_judged() {
    for name in DISPUTES {
        let (tournament, answer) = dispute(name);
        let found = compare(&ours(), &tournament, Reply::Answered(answer));
        assert_eq!(found.class, DifferenceClass::IllegalTheirs, "{name}");
        assert!(found.broken.theirs[0].starts_with("C2: "), "{name}");
        assert_eq!(judge(&ours(), &tournament, &found).fault, Fault::Theirs);
    }
}

/// A difference that a reading with a name explains says so; one that none explains does not.
#[test]
fn the_reading_that_gives_their_round_is_named() {
    let text = include_bytes!("../../../../testdata/disputes/third_colour_unequal.trf");
    let options = edelweiss::trf::ReadOptions::default();
    let reading = edelweiss::trf::read(text, "third_colour_unequal.trf", &options);
    let tournament = reading.expect("a committed file").tournament;
    let id = |number: usize| PlayerId::from_index(number - 1);
    for (boards, named) in [
        (vec![(id(3), id(1)), (id(2), id(4))], true),
        (vec![(id(1), id(2)), (id(4), id(3))], false),
    ] {
        let answer = Answer {
            boards,
            byes: Vec::new(),
        };
        let found = compare(&ours(), &tournament, Reply::Answered(answer));
        assert_eq!(found.class, DifferenceClass::Pairing);
        let verdict = judge(&ours(), &tournament, &found);
        let mut lines = verdict.lines.iter();
        let says = lines.any(|line| line.starts_with("reading: C10-C11-who-gets"));
        assert_eq!((says, verdict.fault), (named, Fault::Theirs), "{verdict:?}");
    }
}

/// Swaps the opponents of the first two boards: legal or not, never what the rules ask.
fn swap_opponents(_: &Tournament, answer: &mut Answer) {
    if let [first, second, ..] = &mut answer.boards[..] {
        std::mem::swap(&mut first.1, &mut second.1);
    }
}

#[test]
fn another_legal_pairing_is_judged_by_the_procedure() {
    let mut seen = 0;
    // The first nine of the axis are large.
    for index in 9..150 {
        let tournament = from_sweep("size", index);
        if tournament.players.len() > 10 {
            continue;
        }
        let found = compared(&tournament, &swap_opponents);
        if found.class != DifferenceClass::Pairing {
            continue;
        }
        seen += 1;
        let verdict = judge(&ours(), &tournament, &found);
        assert_eq!(verdict.fault, Fault::Theirs, "{index}: {verdict:?}");
        // And the other way round: where ours is the spoilt one, it is ours that is wrong.
        let theirs = spoilt(&tournament, &|_, _| {});
        let wrong = |tournament: &Tournament| {
            let mut outcome = dutch_2026(tournament)?;
            if let Outcome::Paired(round) = &mut outcome {
                let [first, second, ..] = &mut round.boards[..] else {
                    return Ok(outcome);
                };
                std::mem::swap(&mut first.black, &mut second.black);
            }
            Ok(outcome)
        };
        let defective = Ours {
            pair: &wrong,
            ..ours()
        };
        let found = compare(&defective, &tournament, theirs);
        let verdict = judge(&defective, &tournament, &found);
        assert_eq!(verdict.fault, Fault::Ours, "{index}: {verdict:?}");
    }
    assert!(seen >= 5, "{seen} legal swaps");
}

#[test]
fn a_refusal_on_one_side_only_is_judged() {
    let tournament = from_sweep("size", 40);
    let theirs = Reply::Refused("none".to_owned());
    let found = compare(&ours(), &tournament, theirs.clone());
    assert_eq!(found.class, DifferenceClass::TheyRefuse);
    assert_eq!(judge(&ours(), &tournament, &found).fault, Fault::Theirs);

    let refuses = |_: &Tournament| {
        Ok(Outcome::Impossible(
            edelweiss::pairing::Impossible::NoLegalPairing(edelweiss::pairing::Witness::default()),
        ))
    };
    let defective = Ours {
        pair: &refuses,
        ..ours()
    };
    let found = compare(&defective, &tournament, spoilt(&tournament, &|_, _| {}));
    assert_eq!(found.class, DifferenceClass::WeRefuse);
    assert_eq!(judge(&defective, &tournament, &found).fault, Fault::Ours);
    let found = compare(&defective, &tournament, theirs);
    assert_eq!(found.class, DifferenceClass::Equal, "neither pairs");
}
