//! `edelweiss check`.

mod common;

use std::path::Path;

use common::{Run, folder_with, repository, run};
use edelweiss::model::{PlayerId, RoundEntry, Tournament, TournamentData};
use edelweiss::trf::{Dialect, Document, ReadOptions, read};

const FILE: &str = "testdata/corpus/dutch-2026/small/gacrux_180006.trf";

fn tournament() -> Tournament {
    let bytes = std::fs::read(repository(FILE)).expect("part of the repository");
    let reading = read(&bytes, FILE, &ReadOptions::default()).expect("a good file");
    reading.tournament
}

/// Writes `data` as `changed.trf` and checks it.
fn check_changed(data: TournamentData) -> Run {
    let changed = data.build().expect("the change contradicts nothing");
    let document = Document::from_tournament(&changed, Dialect::Trf26).expect("it fits");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let text = document.write(document.line_end());
    std::fs::write(folder.path().join("changed.trf"), text).expect("a writable folder");
    run(folder.path(), "check changed.trf --rules 2026")
}

/// Boards of the last round, White first.
fn last_boards(tournament: &Tournament) -> (usize, Vec<(PlayerId, PlayerId)>) {
    use edelweiss::model::Colour::White;
    let round = tournament.rounds_paired().expect("rounds are recorded");
    let boards = (tournament.player_ids())
        .filter_map(|id| match tournament.player(id).entry(round) {
            RoundEntry::Paired {
                opponent,
                colour: Some(White),
                ..
            } => Some((id, opponent)),
            _ => None,
        })
        .collect();
    (round.index(), boards)
}

fn opponent_of(data: &mut TournamentData, id: PlayerId, round: usize) -> &mut PlayerId {
    match &mut data.players[id.index()].entries[round] {
        RoundEntry::Paired { opponent, .. } => opponent,
        other => panic!("not paired: {other:?}"),
    }
}

/// The last round with the Blacks of two boards exchanged.
fn with_exchange(
    tournament: &Tournament,
    (a, b): (PlayerId, PlayerId),
    (c, d): (PlayerId, PlayerId),
) -> TournamentData {
    let round = last_boards(tournament).0;
    let mut data = tournament.clone().into_data();
    let (of_b, of_d) = (
        data.players[b.index()].entries[round],
        data.players[d.index()].entries[round],
    );
    // Each Black takes over the whole entry, result included, of the other.
    data.players[d.index()].entries[round] = of_b;
    data.players[b.index()].entries[round] = of_d;
    *opponent_of(&mut data, a, round) = d;
    *opponent_of(&mut data, c, round) = b;
    data
}

#[test]
fn recorded_rounds_come_out_as_recorded() {
    for (folder, rules, files) in [
        ("testdata/corpus/dutch-2026/small", "2026", 6),
        ("testdata/corpus/dutch-2026/accel", "2026", 4),
        ("testdata/corpus/dutch-2017/small", "2017", 0),
    ] {
        let folder = repository(folder);
        let found = run(
            Path::new("."),
            &format!("check {} --rules {rules}", folder.display()),
        );
        assert_eq!(found.exit, 0, "{found:?}");
        assert!(found.out.contains("round 1: equal"), "{}", found.out);
        assert!(
            found.out.contains(" 0 paired differently, "),
            "{}",
            found.out
        );
        let checked = (found.out.lines())
            .filter(|line| line.contains(".trf: FIDE (Dutch) System"))
            .count();
        assert!(checked >= files.max(1), "{}", found.out);
    }
}

#[test]
fn exchanged_colours_are_named() {
    let tournament = tournament();
    let (round, boards) = last_boards(&tournament);
    let (white, black) = boards[0];
    let mut data = tournament.clone().into_data();
    for id in [white, black] {
        if let RoundEntry::Paired {
            colour: Some(colour),
            ..
        } = &mut data.players[id.index()].entries[round]
        {
            *colour = !*colour;
        }
    }
    let found = check_changed(data);
    let number = |id| tournament.player(id).number;
    assert_eq!(found.exit, 1, "{found:?}");
    for expected in [
        format!("round {}: colours differ\n", round + 1),
        format!("    file: {}-{}\n", number(black), number(white)),
        format!("    here: {}-{}\n", number(white), number(black)),
        format!(" {round} equal, 1 with other colours, "),
    ] {
        assert!(found.out.contains(&expected), "{expected}: {}", found.out);
    }
}

/// Every exchange of two Blacks in the last round is noticed. Those who have met are named, and a
/// legal one comes with what makes it worse.
#[test]
fn exchanged_opponents_are_named() {
    let (early, late) = (exchanges(3), exchanges(usize::MAX));
    let (illegal, legal) = (early.0 + late.0, early.1 + late.1);
    assert!(illegal > 0 && legal > 0, "{illegal} illegal, {legal} legal");
}

/// Tries all of them in the last round of the first `rounds`; pairs that had met, legal rounds.
fn exchanges(rounds: usize) -> (usize, usize) {
    let mut data = tournament().into_data();
    for player in &mut data.players {
        player.entries.truncate(rounds);
    }
    let tournament = data.build().expect("fewer rounds contradict nothing");
    let (round, boards) = last_boards(&tournament);
    let has_met = |a: PlayerId, b: PlayerId| {
        let entries = &tournament.player(a).entries[..round];
        entries
            .iter()
            .any(|entry| entry.played().is_some_and(|(opponent, _)| opponent == b))
    };
    let number = |id| tournament.player(id).number;
    let (mut illegal, mut legal) = (0, 0);
    for (index, first) in boards.iter().enumerate() {
        for second in &boards[index + 1..] {
            let found = check_changed(with_exchange(&tournament, *first, *second));
            assert_eq!(found.exit, 1, "{found:?}");
            let verdict = format!("round {}: pairing differs\n", round + 1);
            assert!(found.out.contains(&verdict), "{}", found.out);
            for (a, b) in [(first.0, second.1), (second.0, first.1)] {
                let breach = format!(": C1: {} and {} have met\n", number(a), number(b));
                let told = found.out.contains(&breach);
                assert_eq!(told, has_met(a, b), "{breach}: {}", found.out);
                illegal += usize::from(told);
            }
            if !found.out.contains("breaks the rules") {
                legal += 1;
                let is_told = found.out.contains("    bracket ") || found.out.contains("    C5: ");
                assert!(is_told, "{}", found.out);
            }
        }
    }
    (illegal, legal)
}

#[test]
fn a_broken_file_does_not_keep_the_others_from_being_checked() {
    let folder = folder_with(&[FILE]);
    std::fs::write(folder.path().join("broken.trf"), "001 nonsense\n").expect("writable");
    let found = run(
        folder.path(),
        "check broken.trf missing.trf gacrux_180006.trf --round 2",
    );
    assert_eq!(found.exit, 3, "{found:?}");
    assert!(found.err.contains("broken.trf:1"), "{}", found.err);
    assert!(found.err.contains("missing.trf: "), "{}", found.err);
    let order = [
        "broken.trf: not checked",
        "missing.trf: not checked",
        "gacrux_180006.trf: FIDE",
    ];
    let places: Vec<_> = order.iter().map(|text| found.out.find(text)).collect();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{}",
        found.out
    );
    assert!(
        found
            .out
            .contains("  round 2: equal\n3 files, 2 of them not checked; 1 rounds")
    );
}

#[test]
fn wrong_requests_are_refused() {
    let folder = folder_with(&[FILE]);
    std::fs::create_dir(folder.path().join("empty")).expect("writable");
    for (line, expected) in [
        ("check", "required"),
        ("check gacrux_180006.trf --round 0", "--round"),
        (
            "check gacrux_180006.trf --round 99",
            "found no pairing of round 99",
        ),
        ("check gacrux_180006.trf --rules 1997", "no such edition"),
        ("check empty", "no file named *.trf"),
    ] {
        let found = run(folder.path(), line);
        assert_eq!(found.exit, 3, "{line}: {found:?}");
        assert!(found.err.contains(expected), "{line}: {}", found.err);
    }
}

#[test]
fn the_document_tells_the_same() {
    let folder = folder_with(&[FILE]);
    let found = run(
        folder.path(),
        "check gacrux_180006.trf --format json --rules 2026",
    );
    assert_eq!(found.exit, 0, "{found:?}");
    let document: serde_json::Value = serde_json::from_str(&found.out).expect("JSON");
    assert_eq!(document["format"], "edelweiss-check");
    assert_eq!(document["files"][0]["file"], "gacrux_180006.trf");
    assert_eq!(document["files"][0]["rules"]["edition"], 2026);
    assert_eq!(document["files"][0]["rounds"][0]["verdict"], "equal");
    assert_eq!(document["summary"]["equal"], document["summary"]["rounds"]);
}
