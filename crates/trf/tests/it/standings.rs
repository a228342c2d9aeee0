//! Lists of tie-breaks and ranks, read and written.

use edelweiss_model::Tpn;
use edelweiss_trf::{Document, LineEnd, ReadOptions, WrongPoints, read};

const FILE: &str = "\
012 Club evening
202 BH/C1, BH,,ws
### a remark
212 PTS,DE
001    1      Žižek, Ann                                                         1.0    2     2 w 1
001    2      Brown, Bea                                                         0.0          1 b 0
";

fn document(text: &str) -> Document {
    read(text.as_bytes(), "t.trf", &ReadOptions::default())
        .unwrap_or_else(|failure| panic!("{failure}"))
        .document
}

#[test]
fn every_code_has_its_place() {
    let records = document(FILE).tie_break_records();
    let found: Vec<(&str, Vec<String>)> = (records.iter())
        .map(|record| {
            let entries = record.entries.iter();
            let shown = entries.map(|(code, place)| format!("{code} {place}"));
            (record.code, shown.collect())
        })
        .collect();
    let words = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let expected = [
        (
            "202",
            words(&[
                "BH/C1 t.trf:2:5-9",
                "BH t.trf:2:12-13",
                " t.trf:2:15",
                "ws t.trf:2:16-17",
            ]),
        ),
        ("212", words(&["PTS t.trf:4:5-7", "DE t.trf:4:9-10"])),
    ];
    assert_eq!(found, expected);
    assert_eq!(records[1].without_points(), "DE");
    let later = document("212 BH,PTS\n001    1      A\n").tie_break_records();
    assert_eq!(later[0].without_points(), "BH,PTS");
    assert!(
        document("202\n001    1      A\n").tie_break_records()[0]
            .entries
            .is_empty()
    );
}

#[test]
fn ranks_are_read_as_they_stand() {
    let recorded = document(FILE).recorded_standings();
    let ranks: Vec<_> = recorded
        .iter()
        .map(edelweiss_trf::RecordedStanding::rank_number)
        .collect();
    assert_eq!(ranks, [Some(2), None]);
    assert_eq!(recorded[0].place.to_string(), "t.trf:5:86-89");
    let odd = FILE.replace("    2     2 w 1", "   x2     2 w 1");
    let recorded = document(&odd).recorded_standings();
    assert_eq!(
        (recorded[0].rank.as_str(), recorded[0].rank_number()),
        ("x2", None)
    );
}

#[test]
fn ranks_are_written_and_nothing_else_changes() {
    let ranks = [1, 2].map(|n| (Tpn::new(n).expect("a number"), n));
    let written = document(FILE)
        .with_standings(&ranks, "PTS,BH")
        .expect("writable");
    let expected = "\
012 Club evening
212 PTS,BH
### a remark
001    1      Žižek, Ann                                                         1.0    1     2 w 1
001    2      Brown, Bea                                                         0.0    2     1 b 0
";
    assert_eq!(written.write(LineEnd::Lf), expected);
    let of_windows = document(&FILE.replace('\n', "\r\n")).with_standings(&ranks, "PTS,BH");
    let of_windows = of_windows.expect("writable");
    assert_eq!(of_windows.line_end(), LineEnd::CrLf);
    // Columns that count bytes go on doing so: two letters of the name have two each.
    let wide = [(1, 1234), (2, 2)].map(|(n, rank)| (Tpn::new(n).expect("a number"), rank));
    let of_vega = document(&FILE.replace("Ann  ", "Ann")).with_standings(&wide, "PTS,BH");
    let recorded = of_vega.expect("writable").recorded_standings();
    assert_eq!(recorded[0].rank_number(), Some(1234));
    // Without a list in the file it stands before the players; a short line is filled up.
    let short = "012 A\n001    1      A\n001    2      B\n";
    let written = document(short)
        .with_standings(&ranks, "PTS")
        .expect("writable");
    let blanks = " ".repeat(70);
    let expected =
        format!("012 A\n212 PTS\n001    1      A{blanks}   1\n001    2      B{blanks}   2\n");
    assert_eq!(written.write(LineEnd::Lf), expected);
    let stranger = [(Tpn::new(3).expect("a number"), 1)];
    assert!(document(FILE).with_standings(&stranger, "PTS").is_err());
    let with_rank = |rank| {
        let ranks = [(Tpn::new(1).expect("a number"), rank)];
        document(FILE).with_standings(&ranks, "PTS")
    };
    assert!(with_rank(10_000).is_err() && with_rank(9_999).is_ok());
    // Other records name players in the same columns.
    let file = format!("XXA    1  1.0\n{FILE}");
    let written = document(&file).with_standings(&ranks, "PTS");
    let written = written.expect("writable").write(LineEnd::Lf);
    assert!(written.starts_with("XXA    1  1.0\n"), "{written}");
}

#[test]
fn wrong_points_are_an_error_or_a_question_that_can_be_asked() {
    let bytes = FILE.replace("1.0    2  ", "0.5    2  ");
    let strict = ReadOptions::default();
    assert!(read(bytes.as_bytes(), "x.trf", &strict).is_err());
    let reading = read(bytes.as_bytes(), "x.trf", &strict.check_points(false));
    let reading = reading.expect("nothing else is wrong");
    let wrong = reading.document.wrong_points(&reading.tournament);
    let tenths = |each: &WrongPoints| (each.recorded.tenths(), each.expected.tenths());
    assert_eq!(wrong.iter().map(tenths).collect::<Vec<_>>(), [(5, 10)]);
    // Points given by record 299 are not applied, so nothing is judged.
    let bytes = format!("299 0.5 1\n{bytes}");
    let reading = read(bytes.as_bytes(), "x.trf", &strict).expect("a warning");
    assert!(
        reading
            .document
            .wrong_points(&reading.tournament)
            .is_empty()
    );
}

#[test]
fn ranks_of_teams_stand_in_their_own_records() {
    let file = format!("{FILE}310   1 Left\n310   7 Right\n");
    let numbers = [(1, 1), (7, 2)].map(|(n, rank)| (Tpn::new(n).expect("a number"), rank));
    let written = document(&file).with_team_standings(&numbers, "MPTS,EDE");
    let written = written.expect("writable").write(LineEnd::Lf);
    let expected = file.replace("202 BH/C1, BH,,ws\n", "212 MPTS,EDE\n");
    let expected = expected.replace("212 PTS,DE\n", "");
    let expected = expected.replace("Left\n", &format!("Left{:58}1\n", ""));
    let expected = expected.replace("Right\n", &format!("Right{:57}2\n", ""));
    assert_eq!(written, expected);
    let beyond = [(Tpn::new(1).expect("a number"), 1000)];
    assert!(document(&file).with_team_standings(&beyond, "EDE").is_err());
    let missing = [(Tpn::new(2).expect("a number"), 1)];
    assert!(
        document(&file)
            .with_team_standings(&missing, "EDE")
            .is_err()
    );
}

/// The points of a round may count an adjourned game as a draw, and one without a result as nothing.
#[test]
fn an_adjourned_game_counts_beside_one_that_is_open() {
    let file = "\
012 Open
001    1                                                                         0.5    1     2 w       3 w ?     4 w 1
001    2                                                                         0.0    2     1 b       4 b 0     3 w 0
001    3                                                                         1.5    3     4 w       1 b ?     2 b 1
001    4                                                                         1.0    4     3 b       2 w 1     1 b 0
";
    let with_points = file.replacen(" 0.5    1", " 1.5    1", 1);
    let options = ReadOptions::default();
    let reading = read(with_points.as_bytes(), "open.trf", &options).expect("two open games");
    let points = reading.document.with_points_so_far(&reading.tournament);
    assert_eq!(points.write(LineEnd::Lf), with_points);
    // One game in three.
    let wrong = read(file.as_bytes(), "open.trf", &options).expect_err("half a point of two games");
    assert!(
        wrong.to_string().contains("points of player 1 are 0.5"),
        "{wrong}"
    );
}
