//! Tournament files: whatever the bytes are, and whatever the tournament is.

use edelweiss_model::{ByeKind, Definitions, Position, RoundEntry, RoundNumber, Tournament};
use edelweiss_pairing::{Outcome, RoundPairing, Rules, pair_round};
use edelweiss_trf::{Dialect, Document, LineEnd, ReadOptions, Reading, read};

use super::bytes::digest;
use super::tournament::{TournamentShape, read_or_make, shown};

const DIALECTS: [Dialect; 2] = [Dialect::Trf16, Dialect::Trf26];
const DEFINITIONS: [Definitions; 3] = [
    Definitions::DUTCH_2026,
    Definitions::DUTCH_2017,
    Definitions::DUTCH_1998,
];
/// Findings of one kind that a message lists: [`read`] stops after so many, and says that it did.
const MOST_FINDINGS: usize = 100;

/// Any bytes are read or refused with their places; what is read keeps its lines, and every edition's
/// position follows from it before every round. Whether they are read with the points checked.
pub(super) fn reader_law(bytes: &[u8]) -> bool {
    let strict = ReadOptions::default();
    let mut is_read = true;
    let reading = match read(bytes, "input.trf", &strict) {
        Ok(reading) => reading,
        Err(failure) => {
            is_read = false;
            let text = failure.to_string();
            assert!(
                (1..=MOST_FINDINGS).contains(&failure.errors.len()),
                "{text}"
            );
            assert!(text.starts_with("input.trf"), "{text}");
            let lenient = strict.check_points(false);
            match read(bytes, "input.trf", &lenient) {
                Ok(reading) => reading,
                Err(_) => return false,
            }
        }
    };
    assert!(reading.warnings.len() <= MOST_FINDINGS + 1);
    // One of them for each input, always the same.
    let line_ends = [LineEnd::Lf, LineEnd::CrLf, LineEnd::Cr];
    let line_end = line_ends[digest(bytes) as usize % line_ends.len()];
    let written = reading.document.to_bytes(line_end);
    let again = Document::parse(&written, "input.trf").expect("it was read before");
    let lines = |document: &Document| document.write(LineEnd::Lf);
    assert_eq!(lines(&again), lines(&reading.document));
    let lenient = strict.check_points(false);
    let (tournament, _) = again.tournament(&lenient).expect("it was read before");
    assert_eq!(tournament, reading.tournament);
    derive_every_round(&reading.tournament);
    is_read
}

fn derive_every_round(tournament: &Tournament) {
    let paired = tournament.rounds_paired().map_or(0, RoundNumber::get);
    for definitions in &DEFINITIONS {
        let position = Position::derive(tournament, definitions);
        assert!(position.present().len() <= tournament.players.len());
        for index in 0..usize::from(paired.min(20)) {
            let round = RoundNumber::from_index(index);
            let before = tournament.before_round(round);
            assert_eq!(Position::derive(&before, definitions).round(), round);
        }
    }
}

/// Whatever is written reads back the same, and a round added to it reads back as that round, before
/// which the same round is paired again. Whether the bytes are a file.
pub(super) fn round_trip_law(bytes: &[u8]) -> bool {
    let (tournament, is_file) = read_or_make(bytes, TournamentShape::Any);
    for dialect in DIALECTS {
        // What a dialect has no columns for is refused, with the reason.
        let Ok(document) = Document::from_tournament(&tournament, dialect) else {
            continue;
        };
        let back = read_back(&document);
        assert_eq!(
            back.tournament,
            tournament,
            "{dialect:?}\n{}",
            shown(&tournament)
        );
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            if let Outcome::Paired(round) = pair_round(&tournament, &rules) {
                add_round(&document, &tournament, &round, &rules);
            }
        }
    }
    is_file
}

fn read_back(document: &Document) -> Reading {
    let text = document.write(LineEnd::Lf);
    match read(text.as_bytes(), "written.trf", &ReadOptions::default()) {
        Ok(reading) => reading,
        Err(failure) => panic!("{failure}\n{text}"),
    }
}

const GIVEN: RoundEntry = RoundEntry::Bye(ByeKind::PairingAllocated);

fn add_round(document: &Document, tournament: &Tournament, round: &RoundPairing, rules: &Rules) {
    let pairs: Vec<_> = (round.boards.iter())
        .map(|board| (board.white, board.black))
        .collect();
    if pairs.is_empty() {
        return;
    }
    let longer = document
        .with_round(tournament, &pairs, round.bye)
        .expect("the players waited for this round");
    let back = read_back(&longer).tournament;
    let text = longer.write(LineEnd::Lf);
    assert_eq!(back.rounds_paired(), Some(round.round), "{text}");
    let before = back.before_round(round.round);
    // Once all stand in a round, a bye given beforehand, or several, look like one of the pairing.
    let given = (tournament.player_ids())
        .filter(|id| tournament.player(*id).entry(round.round) == GIVEN)
        .collect::<Vec<_>>();
    let before = (given.into_iter()).fold(before, |before, id| before.with_given_bye(id));
    let Outcome::Paired(again) = pair_round(&before, rules) else {
        panic!("the round was paired before\n{text}");
    };
    assert_eq!(again.boards, round.boards, "{text}");
    assert_eq!(again.bye, round.bye, "{text}");
}
