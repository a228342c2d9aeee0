//! `edelweiss check`.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::{Run, files_of, folder_with, repository, run, run_with};
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
                assert!(
                    found.out.contains("    the file's pairing is legal\n"),
                    "{}",
                    found.out
                );
                assert!(found.out.contains("    bracket "), "{}", found.out);
                assert!(
                    !found.out.contains("the file's is the better one"),
                    "{}",
                    found.out
                );
                let third = "in a third way";
                assert!(!found.out.contains(third), "{}", found.out);
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
    assert_eq!(document["format"], "edelweiss.check");
    assert_eq!(document["files"][0]["file"], "gacrux_180006.trf");
    assert_eq!(document["files"][0]["rules"]["edition"], 2026);
    assert_eq!(document["files"][0]["rounds"][0]["verdict"], "equal");
    assert_eq!(document["summary"]["equal"], document["summary"]["rounds"]);
}

/// The last round with the Blacks of the first two boards exchanged, as a file.
fn exchanged() -> (tempfile::TempDir, u16) {
    let tournament = tournament();
    let (round, boards) = last_boards(&tournament);
    let data = with_exchange(&tournament, boards[0], boards[1]);
    let changed = data.build().expect("the change contradicts nothing");
    let document = Document::from_tournament(&changed, Dialect::Trf26).expect("it fits");
    let folder = folder_with(&[FILE]);
    let text = document.write(document.line_end());
    std::fs::write(folder.path().join("changed.trf"), text).expect("a writable folder");
    (folder, round as u16 + 1)
}

#[test]
fn a_decision_has_its_rule_both_values_and_every_row() {
    let (folder, round) = exchanged();
    let found = run(
        folder.path(),
        "check changed.trf gacrux_180006.trf --rules 2026 --format json",
    );
    assert_eq!(found.exit, 1, "{found:?}");
    let document: serde_json::Value = serde_json::from_str(&found.out).expect("JSON");
    let file = &document["files"][0];
    let rounds = file["rounds"].as_array().expect("rounds");
    let last = rounds.last().expect("rounds");
    assert_eq!(last["round"], round);
    assert_eq!(last["verdict"], "pairing-differs");
    assert_eq!(
        last["legal"],
        last["breaches"].as_array().expect("a list").is_empty()
    );
    let decision = &last["decision"];
    assert_eq!(decision["better"], "here", "{decision}");
    let rows = decision["rows"].as_array().expect("rows");
    let first = rows.iter().find(|row| row["recorded"] != row["here"]);
    let first = first.expect("a rule that tells the two apart");
    for field in ["kind", "rule", "article", "recorded", "here"] {
        assert_eq!(decision[field], first[field], "{field}");
        assert!(!decision[field].is_null(), "{field}");
    }
    assert_eq!(document["files"][1]["rounds"][0]["legal"], true);
}

#[test]
fn a_suite_per_file_and_a_test_per_round() {
    let (folder, round) = exchanged();
    std::fs::write(folder.path().join("a&b.trf"), "001 nonsense\n").expect("writable");
    let found = run(
        folder.path(),
        "check gacrux_180006.trf changed.trf a&b.trf --rules 2026 --format junit",
    );
    assert_eq!(found.exit, 3, "{found:?}");
    for expected in [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ".to_owned(),
        format!(
            "<testsuite name=\"gacrux_180006.trf\" tests=\"{round}\" failures=\"0\" errors=\"0\">"
        ),
        "<testcase classname=\"gacrux_180006.trf\" name=\"round 1\"/>".to_owned(),
        format!("<testsuite name=\"changed.trf\" tests=\"{round}\" failures=\"1\" errors=\"0\">"),
        "<failure type=\"pairing-differs\" message=\"pairing differs\">file: ".to_owned(),
        "<testsuite name=\"a&amp;b.trf\" tests=\"1\" failures=\"0\" errors=\"1\">".to_owned(),
        "<error message=\"a&amp;b.trf:1".to_owned(),
    ] {
        assert!(found.out.contains(&expected), "{expected}: {}", found.out);
    }
    assert!(found.out.ends_with("</testsuites>\n"), "{}", found.out);
    let opened = found.out.matches("<testcase").count();
    let closed = found.out.matches("</testcase>").count() + found.out.matches("\"/>").count();
    assert_eq!(opened, closed, "{}", found.out);
}

/// An archive with a good file, a broken one, and a changed one.
fn archive(folder: &Path) {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, inside) in [
        ("gacrux_180006.trf", "1.trf"),
        ("broken.trf", "2.trf"),
        ("changed.trf", "3.trf"),
        ("broken.trf", "notes.txt"),
    ] {
        (builder.append_path_with_name(folder.join(name), inside)).expect("readable");
    }
    let bytes = builder.into_inner().expect("memory takes it");
    std::fs::write(folder.join("all.tar"), bytes).expect("writable");
}

#[test]
fn archives_and_folders_come_in_their_order_whatever_the_threads() {
    let (folder, _) = exchanged();
    std::fs::write(folder.path().join("broken.trf"), "001 nonsense\n").expect("writable");
    archive(folder.path());
    std::fs::write(folder.path().join("none.zip"), "PK").expect("writable");
    let line = "check none.zip all.tar changed.trf . --rules 2026";
    let found = run(folder.path(), line);
    assert_eq!(found.exit, 3, "{found:?}");
    let heads: Vec<&str> = (found.out.lines())
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_once(": ").map(|(file, _)| file))
        .collect();
    let expected = [
        "none.zip",
        "all.tar/1.trf",
        "all.tar/2.trf",
        "all.tar/3.trf",
        "changed.trf",
        "./all.tar/1.trf",
        "./all.tar/2.trf",
        "./all.tar/3.trf",
        "./broken.trf",
        "./changed.trf",
        "./gacrux_180006.trf",
        "./none.zip",
    ];
    assert_eq!(heads[..expected.len()], expected, "{}", found.out);
    assert!(
        found.out.contains("\n12 files, 5 of them not checked; "),
        "{}",
        found.out
    );
    assert!(found.err.contains("all.tar/2.trf:1"), "{}", found.err);
    assert!(
        found.err.contains("none.zip: the archive cannot be read: "),
        "{}",
        found.err
    );
    for threads in ["1", "7"] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_edelweiss"))
            .args(line.split(' '))
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(folder.path())
            .output()
            .expect("the program runs");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            found.out,
            "{threads}"
        );
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            found.err,
            "{threads}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_named() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full");
    let folder = folder_with(&[FILE]);
    for format in ["text", "json", "junit"] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_edelweiss"))
            .args(["check", "gacrux_180006.trf", "--format", format])
            .current_dir(folder.path())
            .stdout(full().expect("Linux has it"))
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(5), "{format}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            told.contains("error: standard output: "),
            "{format}: {told}"
        );
    }
}

#[test]
fn what_is_finished_has_been_written_when_somebody_interrupts() {
    // A file that never comes: the result of the first one is there while the second one is waited
    // for, and would stay if the program ended now.
    let folder = folder_with(&[FILE]);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_edelweiss"))
        .args(["check", "gacrux_180006.trf", "-"])
        .current_dir(folder.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.starts_with("  round 1: ") {
        line.clear();
        let read = std::io::BufRead::read_line(&mut out, &mut line).expect("UTF-8");
        assert!(read > 0, "the output ends before the first round");
    }
    child.kill().expect("it still waits");
    child.wait().expect("it has ended");
}

/// A list of tie-breaks and ranks in the file are judged; a rank within a tie is right.
#[test]
fn recorded_ranks_are_judged_by_the_list_of_the_file() {
    let file = |ranks: [u32; 4], list: &str| {
        let players = [
            ("Adams, Ann", "2.0", "   2 w 1     3 b 1"),
            ("Brown, Bea", "1.0", "   1 b 0     4 w 1"),
            ("Clark, Cid", "1.0", "   4 w 1     1 w 0"),
            ("Davis, Dan", "0.0", "   3 b 0     2 b 0"),
        ];
        let mut out = format!("012 Club\n042 2026/04/01\n142 3\n{list}\n");
        for ((number, (name, points, rounds)), rank) in (1..).zip(players).zip(ranks) {
            writeln!(
                out,
                "001 {number:>4}      {name:<33} 2000{points:>32}{rank:>5}  {rounds}"
            )
            .expect("a string grows");
        }
        out
    };
    let checked = |ranks, list: &str| {
        let found = run_with(Path::new("."), "check - -q", file(ranks, list).as_bytes());
        let line = found
            .out
            .lines()
            .find(|line| line.contains("standings after"));
        (line.map(str::to_owned), found)
    };
    let list = "212 PTS,WON";
    for ranks in [[1, 2, 2, 4], [1, 2, 3, 4], [1, 3, 2, 4]] {
        let (line, _) = checked(ranks, list);
        let expected = "  standings after round 2 by PTS,WON (C.07, 2026-03): equal";
        assert_eq!(line.as_deref(), Some(expected), "{ranks:?}");
    }
    let (line, found) = checked([2, 1, 3, 4], list);
    assert!(
        line.is_some_and(|line| line.ends_with("2 ranks differ")),
        "{}",
        found.out
    );
    let expected = "player 1: rank 2 in the file, 1 here; here that is 2: PTS 1.0 against 2.0";
    assert!(found.out.contains(expected), "{}", found.out);
    assert!(
        found.out.contains("; 1 standings, 1 differ\n"),
        "{}",
        found.out
    );
    assert_eq!(found.exit, 1);
    let (line, found) = checked([1, 2, 3, 4], "212 PTS,XX");
    assert!(
        line.is_some_and(|line| line.contains("none here: ")),
        "{}",
        found.out
    );
    assert_eq!(checked([1, 2, 3, 4], "012 Club").0, None);
    // The spelling of the rules of acceptance.
    let file = file([1, 2, 2, 4], list);
    let same = run_with(Path::new("."), "-check - -q", file.as_bytes());
    let plain = run_with(Path::new("."), "check - -q", file.as_bytes());
    assert_eq!(same, plain);
}

/// Two rounds of four players, the first of whom has `points`; by `system` of record 192.
fn with_points(points: &str, system: &str) -> String {
    format!(
        "012 Club\n042 2026/04/01\n142 3\n192 {system}\n212 PTS,WON
001    1      Adams, Ann                        2300                             {points}    1     4 w 1     2 b 1
001    2      Brown, Bea                        2200                             1.0    2     3 b 0     1 w 0
001    3      Clark, Cid                        2100                             1.5    2     2 w 1     4 b =
001    4      Davis, Dan                        2000                             0.5    4     1 b 0     3 w =
"
    )
}

fn check_text(file: &str, options: &str) -> Run {
    let line = format!("check - -q {options}");
    run_with(Path::new("."), &line, file.as_bytes())
}

#[test]
fn wrong_points_are_a_difference_and_rounds_and_ranks_are_judged_all_the_same() {
    let found = check_text(&with_points("1.0", "FIDE_DUTCH"), "");
    assert_eq!((found.exit, found.err.as_str()), (1, ""));
    for expected in [
        "  points: 2 differ; everything else is judged by those of the results",
        "    player 1 (line 6, columns 81-84): 1.0 points in the file, 2.0 here; by round here 1.0 + 1.0, the file's are those after round 1",
        "    player 2 (line 7, columns 81-84): 1.0 points in the file, 0.0 here; by round here 0.0 + 0.0\n",
        "  round 2: pairing differs",
        "  standings after round 2 by PTS,WON (C.07, 2026-03): 2 ranks differ",
        "    player 2: rank 2 in the file, 4 here; here that is 3: PTS 1.5 against 0.0",
        "; 1 with other points; 1 standings, 1 differ",
    ] {
        assert!(found.out.contains(expected), "{expected}\n{}", found.out);
    }
    // Also where one round is asked for, whose ranks are not judged.
    let found = check_text(&with_points("1.0", "FIDE_DUTCH"), "--round 1");
    assert!(found.out.contains("points: 2 differ"), "{}", found.out);
    let json = check_text(&with_points("1.0", "FIDE_DUTCH"), "--format json");
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("a document");
    let wrong = &json["files"][0]["wrong_points"][0];
    assert_eq!(
        (&wrong["line"], &wrong["recorded"], &wrong["here"]),
        (&6.into(), &"1.0".into(), &"2.0".into())
    );
    assert_eq!(json["summary"]["points_differ"], 1);
    let junit = check_text(&with_points("1.0", "FIDE_DUTCH"), "--format junit").out;
    assert!(junit.contains("<failure type=\"points-differ\""), "{junit}");
}

#[test]
fn ranks_of_a_round_robin_are_judged_though_its_rounds_are_not() {
    let right =
        with_points("2.0", "CUSTOM_ROUNDROBIN").replace("1.0    2     3 b", "0.0    4     3 b");
    let right = right.replace("0.5    4 ", "0.5    3 ");
    let found = check_text(&right, "");
    let expected = "standard input: no round is paired again: the file asks for a system that is not paired here (record 192)
  standings after round 2 by PTS,WON (C.07, 2026-03): equal
";
    assert_eq!((found.exit, &*found.err), (0, ""), "{}", found.out);
    assert!(found.out.starts_with(expected), "{}", found.out);
    let wrong = right.replace("0.0    4", "0.0    3");
    let found = check_text(&wrong, "");
    assert_eq!(found.exit, 1, "{}", found.out);
    assert!(found.out.contains("a rank differs"), "{}", found.out);
    // Without anything that could be judged the file is refused, as before.
    let nothing = right.replace("212 PTS,WON\n", "");
    let found = check_text(&nothing, "");
    assert_eq!(found.exit, 3, "{}", found.out);
    // The option says what the file does not, and names a list.
    let silent = nothing.replace("192 CUSTOM_ROUNDROBIN\n", "");
    let found = check_text(&silent, "--pairings pre-determined --tie-breaks DE,WON");
    assert_eq!(found.exit, 0, "{}", found.out);
    let expected = "standings after round 2 by PTS,DE,WON (C.07, 2026-03): equal";
    assert!(found.out.contains(expected), "{}", found.out);
}

#[test]
fn ranks_and_points_of_teams_are_judged() {
    let file = std::fs::read_to_string(repository("testdata/standings/teams/team-esb.trf"));
    let file = file.expect("part of the repository");
    let found = check_text(&file, "");
    assert_eq!(found.exit, 0, "{}", found.out);
    let wrong = file.replace("2380    4.0    4.0   2", "2380    4.0    3.5   3");
    let found = check_text(&wrong, "");
    assert_eq!(found.exit, 1, "{}", found.out);
    for expected in [
        "    team 2: 3.5 game points in the file, 4.0 here; by round here 1.0 + 1.0 + 2.0",
        "    team 2: rank 3 in the file, 2 here; here that is 3: MPTS 3.0 against 4.0",
    ] {
        assert!(found.out.contains(expected), "{expected}\n{}", found.out);
    }
}

/// An event whose rounds are paired as no system pairs them: neighbours in the order of points, who have not
/// met; the first of two wins.
fn neighbours(players: usize, rounds: usize) -> String {
    let mut points = vec![0_u32; players];
    let mut games: Vec<Vec<(usize, bool)>> = vec![Vec::new(); players];
    let mut columns = vec![String::new(); players];
    for round in 0..rounds {
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by_key(|player| (std::cmp::Reverse(points[*player]), *player));
        while !order.is_empty() {
            let first = order.remove(0);
            let has_met = |other: &usize| games[first].iter().any(|(met, _)| met == other);
            let place = order.iter().position(|other| !has_met(other));
            let second = order.remove(place.expect("few rounds"));
            let white = if round % 2 == 0 { first } else { second };
            for (own, other) in [(first, second), (second, first)] {
                let colour = if own == white { 'w' } else { 'b' };
                let result = u8::from(own == first);
                let cell = format!("  {:>4} {colour} {result}", other + 1);
                columns[own].push_str(&cell);
                games[own].push((other, own == white));
            }
            points[first] += 1;
        }
    }
    let mut file = format!("012 Neighbours\n142 {}\n152 W\n", rounds + 4);
    for player in 0..players {
        let (number, points) = (player + 1, points[player]);
        let rating = 2800 - player / 4;
        writeln!(
            file,
            "001 {number:>4}      Player {number:<26} {rating:>4} {:>27}{points:>2}.0 {number:>4}{}",
            "", columns[player]
        )
        .expect("a string grows");
    }
    file
}

/// Ten lines for a round and no list of a hundred numbers, unless all are wanted.
#[test]
fn a_round_takes_at_most_ten_lines() {
    let file = neighbours(240, 3);
    let short = check_text(&file, "");
    assert_eq!(short.exit, 1, "{}", short.err);
    let rounds: Vec<&str> = short.out.split("\n  round ").skip(1).collect();
    assert_eq!(rounds.len(), 3);
    for round in &rounds {
        let lines = round
            .lines()
            .filter(|line| !line.contains("files, "))
            .count();
        assert!(lines <= 10 && round.contains(" more"), "{round}");
        assert!(round.lines().all(|line| line.len() < 400), "{round}");
    }
    let all = check_text(&file, "--all");
    let (_, seats) = all.out.split_once("\n    file: ").expect("a round differs");
    let seats = seats.lines().next().expect("a line").split(", ").count();
    assert_eq!(seats, 120, "{}", all.out);
    assert!(!all.out.contains("more lines"), "{}", all.out);
    let json = |options: &str| check_text(&file, options).out;
    assert_eq!(json("--format json"), json("--format json --all"));
}

/// One matching of classes for each rule, not a weight for each pair: a table of pairs of 3,000 players would
/// not fit.
#[cfg(target_os = "linux")]
#[test]
fn a_large_event_whose_rounds_differ_takes_little_memory() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::write(folder.path().join("large.trf"), neighbours(4_000, 3)).expect("writable");
    let limited = "ulimit -v 280000; RAYON_NUM_THREADS=1 exec \"$0\" check -q large.trf";
    let output = std::process::Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_edelweiss")])
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    let (out, err) = (&output.stdout, &output.stderr);
    let [out, err] = [out, err].map(|bytes| String::from_utf8_lossy(bytes));
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(out.contains("round 3: pairing differs"), "{out}");
    assert!(out.contains("bracket 1 ("), "{out}");
}

/// A file of the edition of 2017, checked by that of 2026, and the other way round.
#[test]
fn the_edition_that_agrees_with_more_rounds_is_named() {
    let mut named = 0;
    for path in files_of("testdata/corpus/dutch-2017/medium", "trf")
        .iter()
        .take(40)
    {
        let (name, folder) = (path.display(), Path::new("."));
        let line = format!("check -q {name}");
        let right = run(folder, &format!("{line} --rules 2017"));
        assert!(!right.out.contains("agrees with"), "{}", right.out);
        let other = run(folder, &format!("{line} --rules 2026 --format json"));
        let other: serde_json::Value = serde_json::from_str(&other.out).expect("a document");
        let file = &other["files"][0];
        let rounds = file["rounds"].as_array().expect("rounds");
        let equal = rounds
            .iter()
            .filter(|round| round["verdict"] == "equal")
            .count();
        let better = &file["better_edition"];
        assert_eq!(better.is_null(), equal == rounds.len(), "{name}: {better}");
        if !better.is_null() {
            named += 1;
            assert_eq!(better["edition"], 2017, "{name}");
            assert_eq!(
                (&better["equal"], &better["equal_here"]),
                (&rounds.len().into(), &equal.into())
            );
        }
    }
    assert!(named > 3, "{named}");
}

/// The first round of a public report, with other names.
#[test]
fn other_pairing_numbers_that_give_the_round_are_named() {
    let recorded = repository("crates/cli/tests/recorded/number-changed.trf");
    let file = std::fs::read_to_string(recorded).expect("readable");
    let line = "the file's pairing comes out with 2 right behind 3: were pairing numbers changed after the round?";
    let found = check_text(&file, "");
    assert!(found.out.contains(line), "{}", found.out);
    // Two pairs that no single change explains.
    let other = check_text(&neighbours(8, 1), "");
    assert!(
        other.out.contains("round 1: pairing differs"),
        "{}",
        other.out
    );
    assert!(!other.out.contains("pairing numbers"), "{}", other.out);
    // A rating that was typed in too late: the numbers are not those of the ratings.
    let swapped = file.replace("1990 GER", "1890 GER");
    let found = check_text(&swapped, "");
    assert!(
        found.out.contains("comes out in the order of the ratings"),
        "{}",
        found.out
    );
}

/// The large example is an event as the rules pair it.
#[test]
fn the_examples_come_out_as_recorded() {
    for name in ["examples/open.trf", "examples/large.trf"] {
        let found = run(
            Path::new("."),
            &format!("check {}", repository(name).display()),
        );
        assert_eq!(found.exit, 0, "{}", found.out);
    }
}
