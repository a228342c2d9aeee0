//! Results as arbiters write them.

use edelweiss_event::list::{results, table};
use edelweiss_event::{ResultsStep, StepError};

fn shown(step: &ResultsStep) -> String {
    let parts = step.results.iter().map(|entered| {
        let game = match (entered.board, entered.players) {
            (Some(board), None) => board.to_string(),
            (board, Some([white, black])) => {
                format!(
                    "{}{white}-{black}",
                    board.map_or_else(String::new, |b| format!("{b}:"))
                )
            }
            (None, None) => "?".to_owned(),
        };
        format!("{game} {}", entered.result)
    });
    parts.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_list_is_boards_and_results() {
    for (text, expected) in [
        ("1 1-0", "1 1-0"),
        ("1 1-0, 2 ½, 3 0-1F", "1 1-0, 2 ½-½, 3 0-1F"),
        ("1 1-0 2 = 3 --", "1 1-0, 2 ½-½, 3 0-0F"),
        ("12. 1 - 0; 13: -+", "12 1-0, 13 0-1F"),
        ("1 +\n2 0\n\n", "1 1-0F, 2 0-1"),
    ] {
        let read = results(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(shown(&read.of_round(None)), expected, "{text}");
    }
}

#[test]
fn what_is_wrong_in_a_list_is_told_with_its_column() {
    for (text, expected) in [
        ("", "found no result\n  hint: a list has"),
        (
            "1 1-0, x ½",
            "column 8: found \"x\", expected the number of a board",
        ),
        ("1", "column 1: found board 1 without a result"),
        (
            "1 1-0,2 2-0",
            "column 7: board 2: found the result \"2-0\", expected 1-0",
        ),
        (
            "0 1-0",
            "column 1: found \"0\", expected the number of a board",
        ),
        (
            "1 1\n2 x",
            "line 2, column 1: board 2: found the result \"x\"",
        ),
    ] {
        let error: StepError = results(text).expect_err(text);
        assert!(error.to_string().starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn a_table_has_named_columns_or_two() {
    for (text, expected) in [
        ("1,1-0\n2,½-½\n", "1 1-0, 2 ½-½"),
        (
            "Board;White;Black;Result\n1;\"Adams; Ann\";Brown;1-0\n2;C;D;\n",
            "1 1-0",
        ),
        ("white\tblack\tresult\r\n3\t8\t1/2\r\n", "3-8 ½-½"),
        ("4,3,8,0-1\n", "4:3-8 0-1"),
        ("\u{feff}Brett;Ergebnis\n1.;+\n", "1 1-0F"),
    ] {
        let read =
            table("r.csv", text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(shown(&read.of_round(None)), expected, "{text}");
    }
}

#[test]
fn what_is_wrong_in_a_table_is_told_with_its_line() {
    for (text, expected) in [
        ("", "r.csv: found no result"),
        (
            "board,result\n1,1-0\nx,1-0\n",
            "r.csv:3: found \"x\" in column 1, expected the number of a board",
        ),
        (
            "board,result\n1,7\n",
            "r.csv:2: column 2: found the result \"7\"",
        ),
        (
            "a,b,c\n",
            "r.csv:1: found the columns a | b | c, and none is called \"result\"",
        ),
        (
            "white,black,result\nAnn,Bea,1-0\n",
            "r.csv:2: found \"Ann\" in column 1, expected the number of a player",
        ),
        (
            "name,result\nAnn,1-0\n",
            "r.csv:2: found no column for the board",
        ),
    ] {
        let error = table("r.csv", text.as_bytes()).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}
