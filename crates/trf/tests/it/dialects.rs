//! What files of each dialect say, as data.

use std::fmt::Write as _;

use edelweiss_model::{Acceleration, ByeKind, RoundNumber, Score, System, Tournament};
use edelweiss_trf::{Dialect, Document, FindingKind, LineEnd, ReadOptions, Reading, read};

/// Two rounds of five players: a game of every kind, byes by `U` and `H`.
const PLAYERS: &str = "\
001    1 m GM Adams, Ann                        2500 NOR     1500001 1990/01/01  2.0    1     2 w 1     3 b 1
001    2 w    Brown, Bea                        2400 SUI                         1.0    3     1 b 0     4 w 1
001    3      Cole, Cid                                                          1.0    3     4 w +     1 w 0
001    4      Dorn, Dan                                                          0.0    5     3 b -     2 b 0
001    5      Ewing, Ed                                                          1.5    2  0000 - U  0000 - H
";

fn reading(header: &str) -> Reading {
    let file = format!("{header}{PLAYERS}");
    read(file.as_bytes(), "t.trf", &ReadOptions::default()).unwrap_or_else(|f| panic!("{f}"))
}

fn tournament(header: &str) -> Tournament {
    reading(header).tournament
}

#[test]
fn every_line_end_reads_the_same() {
    let plain = format!("012 Žürich Öpen\nXXR 5\n{PLAYERS}");
    let expected = tournament("012 Žürich Öpen\nXXR 5\n");
    let mixed = plain.replacen('\n', "\r", 2).replacen('\n', "\r\n", 1);
    for file in [
        plain.clone(),
        plain.replace('\n', "\r"),
        plain.replace('\n', "\r\n"),
        mixed,
        format!("\u{feff}{plain}"),
        plain.trim_end().to_owned(),
        plain.replace('\n', "   \n"),
    ] {
        let reading = read(file.as_bytes(), "t.trf", &ReadOptions::default());
        let reading = reading.unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(reading.tournament, expected);
        assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    }
}

#[test]
fn lines_come_back_as_they_were() {
    let file = format!("012 A\n\nQQQ what?   \n### remark\n{PLAYERS}NOR    1 m    Adams\n");
    let reading = read(file.as_bytes(), "t.trf", &ReadOptions::default());
    let reading = reading.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(reading.document.write(LineEnd::Lf), file);
    assert_eq!(
        reading.document.write(LineEnd::Cr),
        file.replace('\n', "\r")
    );
    assert_eq!(reading.warnings.len(), 1);
    assert_eq!(reading.warnings[0].kind, FindingKind::NotApplied);
    assert_eq!(reading.warnings[0].place.line, Some(3));
}

/// So a name reads back as it was read; the line keeps them.
#[test]
fn control_characters_in_names_are_blanks() {
    let file = format!("012 Club\u{1} evening\u{90}\n{PLAYERS}")
        .replace("Adams, Ann", "Adams\u{90}\tAnn")
        .replace("Brown", "\u{7}rown");
    let reading = read(file.as_bytes(), "t.trf", &ReadOptions::default());
    let reading = reading.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(reading.tournament.name, "Club  evening");
    assert_eq!(reading.tournament.players[0].name, "Adams  Ann");
    assert_eq!(reading.tournament.players[1].name, "rown, Bea");
    assert_eq!(reading.document.write(LineEnd::Lf), file);
}

/// Tie-breaks count forfeits otherwise there (C.07 15.2).
#[test]
fn round_robins_have_pairings_fixed_before_the_event() {
    for (header, expected) in [
        ("192 BERGER_ROUNDROBIN\n", true),
        ("192 FIDE_DOUBLEROUNDROBIN\n", true),
        ("192 FIDE_SCHEVENINGEN_G2\n", true),
        ("192 FIDE_SCHILLER_4x3\n", true),
        ("192 FIDE_DUTCH_2026\n", false),
        ("192 CUSTOM_KNOCKOUT\n", false),
        ("", false),
    ] {
        let tournament = tournament(header);
        assert_eq!(tournament.pre_determined, expected, "{header}");
        let written = Document::from_tournament(&tournament, Dialect::Trf26).expect("writable");
        let (again, _) = written
            .tournament(&ReadOptions::default())
            .expect("readable");
        assert_eq!(again.pre_determined, expected, "{header}");
    }
}

#[test]
fn systems_follow_their_codes_and_dates() {
    let cases = [
        (
            "192 FIDE_DUTCH_2017\n",
            Some(System::Coded("FIDE_DUTCH_2017")),
        ),
        (
            "192 FIDE_DUTCH_2026\n",
            Some(System::Coded("FIDE_DUTCH_2026")),
        ),
        (
            "192 FIDE_DUTCH_2025\n",
            Some(System::Coded("FIDE_DUTCH_2026")),
        ),
        ("192 FIDE_DUTCH\n", Some(System::Coded("FIDE_DUTCH_2026"))),
        (
            "042 2026/01/31\n192 FIDE_DUTCH\n",
            Some(System::Coded("FIDE_DUTCH_2017")),
        ),
        (
            "192 FIDE_DUTCH\n042 2026/02/01\n",
            Some(System::Coded("FIDE_DUTCH_2026")),
        ),
        (
            "052 2025/12/01\n192 FIDE_DUTCH\n",
            Some(System::Coded("FIDE_DUTCH_2017")),
        ),
        ("192 FIDE_DUBOV\n", Some(System::Coded("FIDE_DUBOV"))),
        ("192 FIDE_BURSTEIN\n", Some(System::Coded("FIDE_BURSTEIN"))),
        (
            "192 FIDE_DOUBLESWISS\n",
            Some(System::Coded("FIDE_DOUBLESWISS")),
        ),
        ("192 BERGER_ROUNDROBIN_G12\n", Some(System::Other)),
        (
            "192 BERGER_TEAM_ROUNDROBIN_G2\n",
            Some(System::Coded("BERGER_TEAM_ROUNDROBIN_G2")),
        ),
        ("192 BERGER_TEAM_ROUNDROBIN_G9\n", Some(System::Other)),
        ("192 CUSTOM_TEAM_KNOCKOUT\n", Some(System::Other)),
        ("192 CUSTOM_SWISS\n", Some(System::Other)),
        ("192 CUSTOM_TEAM_SWISS_MP\n", Some(System::OfTeams)),
        ("192 fide_team\n", Some(System::OfTeams)),
        ("192 FIDE_TEAM_BAKU\n", Some(System::OfTeams)),
        ("192 FIDE_TEAM_TYPEB_MP_GP_BAKU\n", Some(System::OfTeams)),
        ("092 FIDE_DUTCH_2025\n", None),
    ];
    for (header, system) in cases {
        assert_eq!(tournament(header).system, system, "{header}");
    }
}

#[test]
fn points_lines_set_thirteen_values() {
    // Header, then points of the players, then pab, full, half, zero bye, forfeits, unknown.
    let cases = [
        (
            "162  W 3.0    D 1.0\n",
            [6, 3, 3, 0, 4],
            [30, 30, 10, 0, 30, 0, 10],
        ),
        ("XXS W=3 D=1\n", [6, 3, 3, 0, 2], [10, 30, 10, 0, 30, 0, 10]),
        (
            "BBW  3.0\nBBD  1.0\n",
            [6, 3, 3, 0, 4],
            [30, 30, 10, 0, 30, 0, 10],
        ),
        (
            "BBW  3.0\nBBD  1.0\nBBU  2.0\n",
            [6, 3, 3, 0, 3],
            [20, 30, 10, 0, 30, 0, 10],
        ),
        (
            "XXS W=3,D=1 PAB=2\nBBW 3\nBBU 2\n162  P 2.0\n",
            [6, 3, 3, 0, 3],
            [20, 30, 10, 0, 30, 0, 10],
        ),
        (
            "162  W 3.0    D 2.0    L 1.0    X 0.0\n",
            [6, 4, 4, 1, 5],
            [30, 30, 20, 0, 30, 0, 0],
        ),
        (
            "162  W 1.0    A 1.0\n",
            [2, 1, 1, 1, 9],
            [10, 10, 5, 10, 10, 10, 5],
        ),
        (
            "162  W 1.0    Z 1.0\n",
            [2, 1, 1, 1, 9],
            [10, 10, 5, 10, 10, 10, 5],
        ),
        (
            "162  W 3.0    D 1.0    Z 1.0\nBBF  0.0\n",
            [6, 3, 3, 0, 4],
            [30, 30, 10, 10, 30, 0, 10],
        ),
        ("BBZ  1.0\n", [2, 1, 1, 0, 9], [10, 10, 5, 10, 10, 0, 5]),
    ];
    for (header, points, expected) in cases {
        let mut file = String::from(header);
        for (line, points) in PLAYERS.lines().zip(points) {
            let points = if points == 9 {
                "1.5".into()
            } else {
                format!("{points}.0")
            };
            writeln!(file, "{}{points:>4}{}", &line[..80], &line[84..]).expect("a string grows");
        }
        let reading = read(file.as_bytes(), "t.trf", &ReadOptions::default());
        let tournament = reading.unwrap_or_else(|f| panic!("{header}{f}")).tournament;
        let p = &tournament.points;
        let found = [
            p.pairing_allocated_bye,
            p.full_point_bye,
            p.half_point_bye,
            p.zero_point_bye,
            p.forfeit_win,
            p.forfeit_loss,
            p.unknown,
        ];
        assert_eq!(found.map(Score::tenths), expected, "{header}");
    }
}

/// Any record of virtual points replaces the Baku method, also one that gives nothing.
#[test]
fn virtual_points_replace_the_baku_method() {
    let method = |header: &str, options: ReadOptions| {
        let file = format!("142 5\n{header}{PLAYERS}");
        let reading = read(file.as_bytes(), "t.trf", &options);
        reading
            .unwrap_or_else(|failure| panic!("{failure}"))
            .tournament
            .acceleration
    };
    let encoded = "192 FIDE_DUTCH_BAKU\n";
    let plain = ReadOptions::default;
    assert_eq!(method(encoded, plain()), Acceleration::Baku);
    assert_eq!(method("", plain().baku(true)), Acceleration::Baku);
    for line in [
        "XXA    1  0.0\n",
        "XXA    1\n",
        "XXA    1  1.0\n",
        "250      0.0   1   1    1    2\n",
        "250      1.0   4   4    1    2\n",
    ] {
        for found in [
            method(&format!("{encoded}{line}"), plain()),
            method(line, plain().baku(true)),
        ] {
            assert_eq!(found, Acceleration::None, "{line}");
        }
    }
}

/// bbpPairings reads no `XXS`, and 162 has one letter for absences of both kinds.
#[test]
fn points_that_162_cannot_say_are_written_for_every_program() {
    let header = "BBF  1.0\n";
    let file = format!("{header}{PLAYERS}").replace("0.0    5     3 b -", "1.0    5     3 b -");
    let reading = read(file.as_bytes(), "t.trf", &ReadOptions::default());
    let tournament = reading.unwrap_or_else(|f| panic!("{f}")).tournament;
    for dialect in [Dialect::Trf16, Dialect::Trf26] {
        let document = Document::from_tournament(&tournament, dialect);
        let written = document.expect("points that fit").write(LineEnd::Lf);
        assert!(written.contains("\nXXS "), "{written}");
        for line in ["BBZ  0.0", "BBF  1.0"] {
            assert!(written.lines().any(|found| found == line), "{written}");
        }
    }
}

#[test]
fn a_file_may_be_without_players_on_request() {
    let text = b"142 5\n152 W\n";
    assert!(read(text, "t.trf", &ReadOptions::default()).is_err());
    let reading = read(
        text,
        "t.trf",
        &ReadOptions::default().allow_no_players(true),
    );
    let tournament = reading.unwrap_or_else(|f| panic!("{f}")).tournament;
    assert_eq!(tournament.players.len(), 0);
}

#[test]
fn instructions_name_players() {
    let both = tournament(
        "XXA    1  1.0  1.0  0.5\nXXA    2  1.0  1.0  0.5\n250      1.0   1   2    1    2\n250      0.5   3   3    1    2\n",
    );
    let tenths: Vec<i32> = both.players[1]
        .virtual_points
        .iter()
        .map(|s| s.tenths())
        .collect();
    assert_eq!(tenths, [10, 10, 5]);
    assert!(both.players[2].virtual_points.is_empty());

    let absent = tournament("XXZ 2 3\n240 H   3    4\n240 Z 003    2\n240 H 002    5\n");
    let found: Vec<(u16, usize, ByeKind)> = (absent.absences.iter())
        .map(|a| (a.round.get(), a.player.index(), a.kind))
        .collect();
    assert_eq!(
        found,
        [
            (3, 1, ByeKind::Zero),
            (3, 2, ByeKind::Zero),
            (3, 3, ByeKind::Half)
        ]
    );

    let banned = tournament("XXP 1 2 3\n260   2   4    4    5\n");
    assert_eq!(banned.forbidden[0].players.len(), 3);
    assert_eq!(banned.forbidden[0].last, None);
    assert_eq!(banned.forbidden[1].last.map(RoundNumber::get), Some(4));
}

#[test]
fn a_soft_ban_is_a_comment_with_the_fields_of_260() {
    let banned = tournament(
        "### soft-ban   2   4    4    5\n### Soft-Ban   1        1,3\n### soft-ban   1 999    1    2    3\n",
    );
    let found: Vec<(u16, Option<u16>, Vec<usize>)> = (banned.soft_bans.iter())
        .map(|ban| {
            let players = ban.players.iter().map(|id| id.index() + 1);
            let last = ban.last.map(RoundNumber::get);
            (ban.first.get(), last, players.collect())
        })
        .collect();
    let expected = [
        (2, Some(4), vec![4, 5]),
        (1, None, vec![1, 3]),
        (1, None, vec![1, 2, 3]),
    ];
    assert_eq!(found, expected);
    assert!(banned.forbidden.is_empty());
    let comments = tournament("### soft-bans are listed below\n###soft-ban 1\n### soft ban 1 2\n");
    assert!(comments.soft_bans.is_empty());
}

#[test]
fn a_soft_ban_that_cannot_be_read_is_an_error_with_its_place() {
    for (line, expected) in [
        (
            "### soft-ban   x        1    2",
            ":1:14-16: round is '  x', expected a number from 1 to 999 in columns 14 to 16",
        ),
        (
            "### soft-ban",
            ":1:14-16: round is '', expected a number from 1 to 999 in columns 14 to 16",
        ),
        (
            "### soft-ban   4   3    1    2",
            ":1:14-20: the last round is 3, before the first round 4",
        ),
        (
            "### soft-ban   1   3    2    2",
            ":1:30: a player stands here twice, expected different players\n  hint: ### soft-ban has the first round in columns 14 to 16, the last one in 18 to 20, and players from 22 on",
        ),
        (
            "### soft-ban   1   3    2",
            ":1:22-25: number of players is 1, expected two or more\n  hint: ### soft-ban has",
        ),
        (
            "### soft-ban   1   3    2 9999",
            ":1:27-30: player 9999 is not in the file",
        ),
        (
            "### soft-ban   1   3    2    a",
            ":1:30: player is 'a', expected a number from 1 to 9999",
        ),
        ("### soft-ban   1  13    2    3", ""),
        ("### soft-ban   1 x 3    2    3", ":1:18-20: round is"),
    ] {
        let file = format!("{line}\n{PLAYERS}");
        match (
            read(file.as_bytes(), "t.trf", &ReadOptions::default()),
            expected,
        ) {
            (Ok(_), "") => {}
            (Err(failure), expected) if !expected.is_empty() => {
                let words = failure.to_string();
                assert!(words.contains(expected), "{line}: {words}");
            }
            (found, _) => panic!("{line}: {found:?}"),
        }
    }
}
