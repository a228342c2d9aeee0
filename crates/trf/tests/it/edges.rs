//! What the reader still takes, and what it refuses one step further; and what it says of very many
//! errors. The samples in `testdata` show a refusal each, these its edge.

use edelweiss_model::{ByeKind, RoundEntry, Score, System};
use edelweiss_trf::{Document, Encoding, Failure, FindingKind, ReadOptions, Reading, read};

/// Five players, the last of whom had a half-point bye in round 1; nobody has points.
const PLAYERS: &str = "\
001    1      Adams                                                                           2 w 1
001    2      Brown                                                                           1 b 0
001    3      Cole                                                                            4 w 1
001    4      Dorn                                                                            3 b 0
001    5      Ewing                                                                        0000 - H
";

fn reading(file: &str) -> Result<Reading, Failure> {
    read(file.as_bytes(), "t.trf", &ReadOptions::default())
}

/// Errors of a file as `line: message`.
fn errors(file: &str) -> Vec<String> {
    let failure = reading(file).err();
    let errors = failure.map_or_else(Vec::new, |failure| failure.errors);
    (errors.iter())
        .map(|error| format!("{}: {}", error.place.line.unwrap_or(0), error.message))
        .collect()
}

fn tenths(reading: &Reading, player: usize) -> Vec<i32> {
    let points = &reading.tournament.players[player].virtual_points;
    points.iter().map(|score| score.tenths()).collect()
}

#[test]
fn instructions_are_taken_up_to_their_edges() {
    let long = |rounds: usize| format!("XXA    1{}\n", "  1.0".repeat(rounds));
    let absent = |times: usize| format!("XXZ{}\n", " 1".repeat(times));
    let announced = |times: usize| format!("240 Z   2{}\n", " 1".repeat(times));
    // Lines in front of the players, and what is said of one of them, if anything.
    for (lines, refused) in [
        ("260   3   3    1    2\n", ""),
        ("260   3   2    1    2\n", "the last round is 2"),
        ("250      1.0   1   1    4    4\n", ""),
        ("250      1.0   1   1    5    4\n", "are no ranges"),
        ("250      1.0   2   1    4    4\n", "are no ranges"),
        ("250      1.0   1   1    0    4\n", "players are"),
        // Later rounds of a line before are no concern of a line about earlier ones.
        (
            "250      0.5   4   5    1    2\n250      1.0   2   3    1    2\n",
            "",
        ),
        (
            "250      0.5   3   5    1    2\n250      1.0   2   3    1    2\n",
            "and 0.5 in a line before",
        ),
        ("XXA    1  1.0\nXXA    1  1.0\n", ""),
        ("XXA    1  1.0\nXXA    1  0.5\n", "in line 1"),
        ("XXA    1  1.0x\n", "virtual points of player 1"),
        ("XXA    1 1.0\n", "virtual points of player 1"),
        ("240 H   2    1\n240 H   2    1\n", ""),
        (
            "240 H   2    1\n240 Z   2    1\n",
            "another kind of absence",
        ),
        (&long(999), ""),
        (&long(1_000), "more than 999 rounds"),
        (&absent(99_990), ""),
        (&absent(99_991), "more than 99990 absences"),
        (&announced(99_990), ""),
        (&announced(99_991), "more than 99990 absences"),
    ] {
        let start: String = lines.chars().take(60).collect();
        let errors = errors(&format!("{lines}{PLAYERS}"));
        assert_eq!(errors.is_empty(), refused.is_empty(), "{start}: {errors:?}");
        assert!(
            errors.iter().all(|e| e.contains(refused)),
            "{start}: {errors:?}"
        );
    }
}

#[test]
fn virtual_points_that_contradict_are_shown_at_their_line() {
    let ranges = "250      1.0   1   1    1    2\n";
    let file = format!("{ranges}XXA    1  1.0\n{PLAYERS}");
    // Player 2 has none of his own.
    let [only] = &errors(&file)[..] else {
        panic!("{:?}", errors(&file));
    };
    assert!(only.starts_with("4: "), "{only}");
    let file = format!("{ranges}XXA    1  0.5\nXXA    2  1.0\n{PLAYERS}");
    let [only] = &errors(&file)[..] else {
        panic!("{:?}", errors(&file));
    };
    assert!(only.starts_with("2: "), "{only}");
    let both = reading(&format!("{ranges}XXA    1  1.0\nXXA    2  1.0\n{PLAYERS}"));
    let both = both.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((tenths(&both, 0), tenths(&both, 2)), (vec![10], vec![]));
}

/// Round 1 is over: who is blank in it was absent, and `240 Z` may say so, `240 H` may not.
#[test]
fn an_absence_of_a_round_that_is_over_says_nothing_new() {
    let players = PLAYERS.replace("   0000 - H", "");
    assert_eq!(errors(&format!("240 Z   1    5\n{players}")), [""; 0]);
    let late = errors(&format!("240 H   1    5\n{players}"));
    assert!(late[0].contains("the round is over and blank"), "{late:?}");
}

#[test]
fn a_cell_is_read_by_its_columns() {
    let with_cell = |cell: &str| {
        let file = format!("001    1      {:<77}{cell}\n", "Adams");
        reading(&file).map(|reading| reading.tournament.players[0].entry_in_round_1())
    };
    let bye = |kind| Some(RoundEntry::Bye(kind));
    for (cell, expected) in [
        ("       H", bye(ByeKind::Half)),
        ("     - H", bye(ByeKind::Half)),
        ("     -", bye(ByeKind::Zero)),
        ("0000", bye(ByeKind::Zero)),
    ] {
        let found = with_cell(cell).unwrap_or_else(|failure| panic!("{cell}: {failure}"));
        assert_eq!(Some(found), expected, "{cell}");
    }
    for cell in ["1  2 w 1", "0 00 - H", " 12- w 1"] {
        let failure = with_cell(cell).expect_err(cell);
        assert_eq!(failure.errors[0].place.field, "opponent", "{failure}");
    }
}

trait InRoundOne {
    fn entry_in_round_1(&self) -> RoundEntry;
}

impl InRoundOne for edelweiss_model::Player {
    fn entry_in_round_1(&self) -> RoundEntry {
        self.entries.first().copied().unwrap_or_default()
    }
}

/// No rating, federation or points: only the cells tell that names are padded by bytes. The line of
/// the event has its accents where only characters would fit a player, and has no say.
#[test]
fn cells_alone_tell_that_bytes_are_counted() {
    let padded = |number: usize, name: &str, cell: &str| {
        let blanks = " ".repeat(91 - 14 - name.len());
        format!("001    {number}      {name}{blanks}{cell}\n")
    };
    let file = format!(
        "012 Žabc def\n{}{}",
        padded(1, "Žižek", "   2 w 1"),
        padded(2, "Brown", "   1 b 0")
    );
    let reading = reading(&file).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(reading.tournament.players[0].entries.len(), 1);
    assert!((reading.warnings.iter()).any(|w| w.message.contains("counted in bytes")));
}

#[test]
fn a_hundred_findings_are_kept_and_the_rest_is_counted() {
    for (times, more) in [(100, 0), (101, 1), (103, 3)] {
        let failure = reading(&"001    x\n".repeat(times)).expect_err("no numbers");
        assert_eq!((failure.errors.len(), failure.n_more_errors()), (100, more));
        let words = failure.to_string();
        let counted = 90 + more;
        let end = format!("\nand {counted} more: {counted} fields that cannot be read");
        assert!(
            words.ends_with(&end) && words.lines().count() == 11,
            "{words}"
        );
        let file = format!("{}{PLAYERS}", "XXP 1\n".repeat(times));
        let warnings = reading(&file).map(|reading| reading.warnings);
        let warnings = warnings.unwrap_or_else(|failure| panic!("{failure}"));
        let bans: Vec<_> = (warnings.iter())
            .filter(|warning| warning.message.starts_with("fewer than two"))
            .collect();
        // One more warning says that nobody has points; it comes behind these.
        assert_eq!(bans.len(), 100);
        let last = warnings.last().expect("warnings");
        let expected = format!("{} more warnings are not shown", more + 1);
        assert_eq!(last.message, expected);
    }
    let twice = reading(&format!("299 1\n299 2\n{PLAYERS}"));
    let twice = twice.unwrap_or_else(|failure| panic!("{failure}"));
    let of_299 = (twice.warnings.iter()).filter(|w| w.message.contains("299"));
    assert_eq!(of_299.count(), 1);
}

#[test]
fn tabs_are_blamed_for_the_errors_of_their_own_line_only() {
    let failure = reading("001    x\n001\t2\n").expect_err("no numbers");
    let blamed = |index: usize| {
        let hint = failure.errors[index].hint.as_deref().unwrap_or_default();
        hint.contains("tabs")
    };
    assert_eq!((blamed(0), blamed(1)), (false, true), "{failure}");
}

#[test]
fn the_largest_files_are_parsed() {
    let kind = |bytes: &[u8]| {
        let parsed = Document::parse(bytes, "large.trf");
        parsed.map_err(|failure| failure.errors[0].kind)
    };
    let mut blanks = vec![b' '; 64 << 20];
    assert_eq!(kind(&blanks).err(), Some(FindingKind::NotATournamentFile));
    blanks.push(b' ');
    assert_eq!(kind(&blanks).err(), Some(FindingKind::Limit));
    let mut lines = b"#\n".repeat(1_000_000);
    let document = kind(&lines).expect("a million lines");
    assert_eq!(
        (document.records().len(), document.name()),
        (1_000_000, "large.trf")
    );
    lines.extend(b"#\n");
    assert_eq!(kind(&lines).err(), Some(FindingKind::Limit));
}

#[test]
fn a_byte_is_found_by_line_and_column_behind_any_line_end() {
    for (bytes, line) in [
        (&b"a\r\n\r\nb\xff"[..], 3),
        (b"a\r\r\nb\xff", 3),
        (b"a\n\rb\xff", 3),
        (b"a\rb\xff", 2),
    ] {
        let parsed = Document::parse_as(bytes, "t.trf", Some(Encoding::Utf8));
        let failure = parsed.expect_err("no UTF-8");
        let place = &failure.errors[0].place;
        assert_eq!(
            (place.line, place.columns),
            (Some(line), Some((2, 2))),
            "{bytes:?}"
        );
    }
}

#[test]
fn points_are_read_with_a_sign_and_six_digits() {
    for (points, tenths) in [("+1.5", 15), (" 1.5", 15), ("-1.5", -15)] {
        let reading = reading(&format!("XXA    1 {points}\n{PLAYERS}"));
        let reading = reading.unwrap_or_else(|failure| panic!("{failure}"));
        let found = &reading.tournament.players[0].virtual_points;
        assert_eq!(found[..], [Score::from_tenths(tenths)], "{points}");
    }
}

/// Header lines in front of [`PLAYERS`]: read without a word (`""`), or an error or a warning with
/// these words.
#[test]
fn headers_are_taken_up_to_their_edges() {
    for (lines, said) in [
        ("012 A\n012 A\n", ""),
        ("012 A\n012 B\n", "a second name of the tournament"),
        ("142 5\nXXR 5\n", ""),
        ("142 5\nXXR 6\n", "5 rounds in line 1"),
        ("142 999\n", ""),
        ("142 1000\n", "number of rounds is '1000'"),
        ("14215\n", "number of rounds is '15'"),
        ("152 W\nXXC white1\n", ""),
        ("152 W\nXXC black1\n", "White in line 1"),
        ("092 Open\n", ""),
        ("092 FIDE_DUTCH_2026\n", ""),
        ("092 FIDE_DUBOV\n", "is free text"),
        ("192 FIDE_DUBOV\n192 FIDE_DUBOV\n", ""),
        ("192 FIDE_DUBOV\n192 FIDE_BURSTEIN\n", "not that of line 1"),
        ("XXS W=3\nXXS W=2\n", ""),
        ("BBW 3\nBBW 2\n", "in line 1"),
        ("XXS W=999999\n", "out of range"),
        ("801 teams\n", "record '801' is known and kept"),
        ("    \n", ""),
        ("NOR 0001\n", ""),
        ("NOR 00011\n", "1 line of an unknown record"),
    ] {
        let findings = match reading(&format!("{lines}{PLAYERS}")) {
            Ok(reading) => reading.warnings,
            Err(failure) => failure.errors,
        };
        let others = findings
            .iter()
            .filter(|found| found.kind != FindingKind::Points);
        let messages: Vec<&str> = others.map(|found| found.message.as_str()).collect();
        assert_eq!(
            messages.is_empty(),
            said.is_empty(),
            "{lines}: {messages:?}"
        );
        assert!(
            messages.iter().all(|m| m.contains(said)),
            "{lines}: {messages:?}"
        );
    }
    let failure = reading(&format!("XXS W=999999\n{PLAYERS}")).expect_err("too much");
    assert_eq!(failure.errors[0].kind, FindingKind::Limit);
    let teams = reading(&format!("801 teams\n{PLAYERS}")).expect("a warning");
    let hint = teams.warnings[0].hint.as_deref().unwrap_or_default();
    assert!(hint.contains("only the players are read"), "{hint}");
}

/// The date of start counts before that of the first round, and that before the end; the first line
/// of each kind counts.
#[test]
fn the_first_date_of_the_first_kind_tells_the_edition() {
    for (dates, expected) in [
        (
            "052 2026/03/01\n042 2026/01/01\n",
            System::Coded("FIDE_DUTCH_2017"),
        ),
        (
            "052 2026/03/01\n132 26/01/01\n",
            System::Coded("FIDE_DUTCH_2017"),
        ),
        (
            "132 26/03/01\n042 2026/01/01\n",
            System::Coded("FIDE_DUTCH_2017"),
        ),
        (
            "042 2026/01/01\n042 2026/03/01\n",
            System::Coded("FIDE_DUTCH_2017"),
        ),
        ("042\n042 2026/01/01\n", System::Coded("FIDE_DUTCH_2017")),
        // Record 132 has short years, so this is the twelfth of March and nothing else.
        ("132 26/03/12\n", System::Coded("FIDE_DUTCH_2026")),
    ] {
        let reading = reading(&format!("{dates}192 FIDE_DUTCH\n{PLAYERS}"));
        let reading = reading.unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(reading.tournament.system, Some(expected), "{dates}");
        let of_dates = |found: &&edelweiss_trf::Finding| found.place.field == "date";
        assert_eq!(
            reading.warnings.iter().filter(of_dates).count(),
            0,
            "{dates}"
        );
    }
}

/// Team records beside a system for players: the type tells that absences are of players.
#[test]
fn the_type_tells_whether_teams_compete() {
    let lines = "310   1 Left\n240 H   2    4\n";
    let count = |header: &str| {
        let reading = reading(&format!("{header}{lines}{PLAYERS}"));
        let reading = reading.unwrap_or_else(|failure| panic!("{failure}"));
        reading.tournament.absences.len()
    };
    assert_eq!((count("192 FIDE_DUTCH_2026\n"), count("")), (1, 0));
}

#[test]
fn players_stand_in_any_order() {
    let plain = reading(PLAYERS).unwrap_or_else(|failure| panic!("{failure}"));
    let mut lines: Vec<&str> = PLAYERS.lines().collect();
    lines.rotate_left(2);
    let turned = reading(&(lines.join("\n") + "\n"));
    let turned = turned.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(turned.tournament, plain.tournament);
}

#[test]
fn a_line_holds_999_rounds() {
    let line = |rounds: usize| {
        let blanks = " ".repeat(10 * (rounds - 1));
        format!("001    1      {:<77}{blanks}0000 - H\n", "Adams")
    };
    assert_eq!(errors(&line(999)), [""; 0]);
    let found = errors(&line(1_000));
    assert!(
        found[0].contains("expected at most 999 rounds"),
        "{found:?}"
    );
}

#[test]
fn byes_with_an_opponent_are_called_by_their_names() {
    for (letter, name) in [
        ('U', "a pairing-allocated bye"),
        ('F', "a full-point bye"),
        ('H', "a half-point bye"),
        ('Z', "a zero-point bye"),
    ] {
        let file = PLAYERS.replacen("2 w 1", &format!("2 w {letter}"), 1);
        let found = errors(&file);
        assert!(found[0].ends_with(&format!("which is {name}")), "{found:?}");
    }
}

#[test]
fn a_rating_of_zero_is_none() {
    for (rating, expected) in [("0", None), ("1", Some(1)), ("2500", Some(2500))] {
        let file = format!("001    1      {:<33} {rating:>4}\n", "Adams");
        let reading = reading(&file).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(reading.tournament.players[0].rating, expected);
    }
}

#[test]
fn wrong_points_of_a_result_are_shown_in_their_columns() {
    for (line, columns) in [
        ("162  W 3.x\n", (8, 10)),
        ("162  W3.x\n", (7, 9)),
        ("162  W x\n", (8, 8)),
    ] {
        let failure = reading(&format!("{line}{PLAYERS}")).expect_err("no points");
        assert_eq!(failure.errors[0].place.columns, Some(columns), "{failure}");
    }
}

/// Two rounds of two players; columns 81-84 of the first one, and whether they may stand there.
#[test]
fn points_are_those_of_the_results() {
    let errors_of = |header: &str, cells: [&str; 2], points: [&str; 2]| {
        let line = |number: usize, cells: &str, points: &str| {
            format!(
                "001    {number}      {:<66}{points:>4}       {cells}\n",
                "A"
            )
        };
        let file = format!(
            "{header}{}{}",
            line(1, cells[0], points[0]),
            line(2, cells[1], points[1])
        );
        errors(&file)
    };
    let decided = ["   2 w 1     2 b 0", "   1 b 0     1 w 1"];
    for (points, is_right) in [("1.0", true), ("0.5", false), ("0.0", false)] {
        let found = errors_of("", decided, [points, "1.0"]);
        assert_eq!(found.is_empty(), is_right, "{points}: {found:?}");
    }
    // The first game is adjourned: half a point, or nothing yet.
    let open = ["   2 w ?     2 b 1", "   1 b ?     1 w 0"];
    for (points, is_right) in [("1.5", true), ("1.0", true), ("2.0", false)] {
        let found = errors_of("", open, [points, "0.5"]);
        assert_eq!(found.is_empty(), is_right, "{points}: {found:?}");
    }
}

/// What is said of points, or the players whose points fit no round.
fn said_of_points(file: &str) -> Result<String, Vec<u32>> {
    match reading(file) {
        Ok(reading) => {
            let warnings = reading.warnings.iter();
            let of_points = warnings.filter(|warning| warning.kind == FindingKind::Points);
            let said: Vec<&str> = of_points.map(|warning| &*warning.message).collect();
            Ok(said.join("; "))
        }
        Err(failure) => Err((failure.errors.iter())
            .map(|error| error.place.player.expect("a player's points").get())
            .collect()),
    }
}

/// Results are typed into a file whose points stay as they were: of whichever round, for everybody.
#[test]
fn points_may_be_those_of_one_earlier_round_for_all() {
    const CELLS: [&str; 3] = [
        "   2 w 1     3 b =  0000 - H",
        "   1 b 0  0000 - U     3 w 0",
        "0000 - U     1 w =     2 b 1",
    ];
    let file = |points: [&str; 3]| {
        let lines = points.iter().zip(CELLS).enumerate();
        let line = |(index, (points, cells)): (usize, (&&str, &str))| {
            format!(
                "001 {:>4}{:72}{:>4}{:7}{cells}\n",
                index + 1,
                "",
                points,
                ""
            )
        };
        lines.map(line).collect::<String>()
    };
    for (points, expected) in [
        (["2.0", "1.0", "2.5"], Ok("")),
        (["1.5", "1.0", "1.5"], Ok("before round 3")),
        // With the bye entered in advance.
        (["2.0", "1.0", "1.5"], Ok("before round 3")),
        (["1.0", "0.0", "1.0"], Ok("before round 2")),
        (["0.0", "0.0", "0.0"], Ok("before round 1")),
        (
            ["1.0", "", "1.0"],
            Ok(
                "player 2 has no points to compare; the results count; the points of all players are those before round 2",
            ),
        ),
        (["", "", ""], Ok("player 1 and 2 more have no points")),
        (["2.0", "", "2.5"], Ok("player 2 has no points")),
        // One after round 1, the others after round 2 or 3.
        (["1.0", "1.0", "2.5"], Err(vec![1])),
        (["0.0", "0.0", "2.5"], Err(vec![1, 2])),
        (["1.5", "1.0", "1.0"], Err(vec![1, 3])),
        (["5.0", "5.0", "5.0"], Err(vec![1, 2, 3])),
    ] {
        match (said_of_points(&file(points)), expected) {
            (Ok(said), Ok(expected)) => {
                assert!(said.contains(expected), "{points:?}: {said}");
                assert_eq!(said.is_empty(), expected.is_empty(), "{points:?}: {said}");
            }
            (found, expected) => assert_eq!(found, expected.map(str::to_owned), "{points:?}"),
        }
    }
}

/// A game that was open when the points were written, and has a result now, explains the points of its
/// two players; those of the last round have none of that kind, as the result may be the wrong one.
#[test]
fn points_may_count_a_game_that_was_open_then() {
    let file = |points: [&str; 4], last: [&str; 4]| {
        let first = ["   2 w 1", "   1 b 0", "   4 w =", "   3 b ="];
        let lines = (0..4).map(|index| {
            let (points, first, last) = (points[index], first[index], last[index]);
            format!(
                "001 {:>4}{:72}{points:>4}{:7}{first}{last}\n",
                index + 1,
                "",
                ""
            )
        });
        lines.collect::<String>()
    };
    let played = ["     3 b 1", "     4 w 1", "     1 w 0", "     2 b 0"];
    let to_be_played = ["     3 b  ", "     4 w  ", "     1 w  ", "     2 b  "];
    let late = "from round 2 on and that of 1 and 2 in round 1, which count";
    for (points, last, expected) in [
        (["0.5", "0.5", "0.5", "0.5"], played, Ok(late)),
        (["0.0", "0.0", "0.5", "0.5"], played, Err(vec![1, 2])),
        (["0.5", "0.5", "0.5", "0.5"], to_be_played, Ok(late)),
        // Of one player only, and by more than the game.
        (["0.5", "0.0", "0.5", "0.5"], played, Err(vec![1, 2])),
        (["0.5", "0.0", "0.5", "0.5"], to_be_played, Err(vec![1])),
        (["1.0", "1.0", "0.5", "0.5"], to_be_played, Err(vec![2])),
        (["0.5", "0.5", "0.5", "0.5"], [""; 4], Err(vec![1, 2])),
    ] {
        match (said_of_points(&file(points, last)), expected) {
            (Ok(said), Ok(expected)) => assert!(said.contains(expected), "{points:?}: {said}"),
            (found, expected) => assert_eq!(found, expected.map(str::to_owned), "{points:?}"),
        }
    }
}

/// A last round of byes only is over where the points count it; else byes were entered in advance.
#[test]
fn points_tell_whether_a_last_round_of_byes_is_over() {
    let over = |header: &str, points: [&str; 4], byes: [&str; 4]| {
        let first = ["   2 w 1", "   1 b 0", "   4 w =", "   3 b ="];
        let lines = (0..4).map(|index| {
            let (points, first, bye) = (points[index], first[index], byes[index]);
            format!(
                "001 {:>4}{:72}{points:>4}{:7}{first}{bye}\n",
                index + 1,
                "",
                ""
            )
        });
        let reading = reading(&(header.to_owned() + &lines.collect::<String>()));
        let reading = reading.unwrap_or_else(|failure| panic!("{failure}"));
        let said = reading.warnings.iter();
        let said = said
            .filter(|warning| warning.message.contains("byes only"))
            .count();
        let next = reading.tournament.next_round().get();
        assert_eq!(said, usize::from(next == 3), "{points:?} {byes:?}");
        next == 3
    };
    let [zero, half, full, allocated] = ["  0000 - Z", "  0000 - H", "  0000 - F", "  0000 - U"];
    let before = ["1.0", "0.0", "0.5", "0.5"];
    for (points, byes, expected) in [
        (["1.5", "0.0", "1.0", "0.5"], [half, zero, half, zero], true),
        (["2.0", "0.5", "1.0", "1.0"], [full, half, half, half], true),
        // Not counted, or in part.
        (before, [half, zero, half, zero], false),
        (
            ["1.5", "0.0", "0.5", "0.5"],
            [half, zero, half, zero],
            false,
        ),
        // Nothing to count.
        (before, [zero; 4], false),
        // Somebody waits: the points are as JaVaFo wants them.
        (["1.5", "0.0", "1.0", "0.5"], [half, "", half, zero], false),
        // A pairing-allocated bye, with nobody or two players beside it.
        (["2.0", "0.0", "0.5", "0.5"], [allocated, "", "", ""], true),
        (before, [allocated, "", "", ""], false),
        (
            ["2.0", "0.0", "1.0", "0.5"],
            [allocated, "", half, ""],
            true,
        ),
        (
            ["1.0", "0.0", "1.0", "0.5"],
            [allocated, "", half, ""],
            false,
        ),
        (["", "", "", ""], [half, zero, half, zero], false),
        (["1.5", "", "1.0", ""], [half, zero, half, zero], true),
    ] {
        assert_eq!(over("", points, byes), expected, "{points:?} {byes:?}");
    }
    let counted = ["1.5", "0.0", "1.0", "0.5"];
    let byes = [half, zero, half, zero];
    assert!(over("142 2\n", counted, byes));
    // Virtual points may stand in the columns, too.
    assert!(!over(
        "XXA    1  0.0  0.5\n",
        ["1.5", "0.0", "0.5", "0.5"],
        byes
    ));
    let announced = "240 Z   2    2    4\n";
    assert!(over(announced, counted, [half, "", half, ""]));
}

/// The hint that a line ends inside a field is given up to its last column, not there.
#[test]
fn hints_tell_a_line_that_ends_from_one_that_goes_on() {
    let hint = |points: &str| {
        let failure = reading(&format!("{:80}{points}\n", "001    1      Adams")).err();
        let errors = failure.expect("points that are none").errors;
        errors[0].hint.clone().expect("a hint")
    };
    assert_eq!(hint(" 0."), "the line ends inside this field");
    assert!(hint(" 0.x").starts_with("points stand in columns 81 to 84"));
}
