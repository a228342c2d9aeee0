//! Which encoded types there are, which lines about teams are taken, and how unknown records are told.

use edelweiss_trf::{Failure, ReadOptions, ReadPurpose, Reading, read};

const PLAYERS: &str = "\
001    1      Adams
001    2      Brown
";

fn reading(lines: &str) -> Result<Reading, Failure> {
    reading_for(lines, ReadPurpose::Pairing)
}

fn reading_for(lines: &str, purpose: ReadPurpose) -> Result<Reading, Failure> {
    let file = format!("{lines}{PLAYERS}");
    read(
        file.as_bytes(),
        "t.trf",
        &ReadOptions::default().purpose(purpose),
    )
}

#[test]
fn every_code_is_spelled_out() {
    for code in [
        "FIDE_TEAM_BAKU",
        "FIDE_TEAM_MP_BAKU",
        "FIDE_TEAM_TYPEA_MP_GP_BAKU",
        "FIDE_TEAM_TYPEB_MP_BAKU",
        "FIDE_DUBOV_BAKU",
        "BERGER_ROUNDROBIN_G2",
        "FIDE_SCHEVENINGEN_G10",
        "FIDE_SCHILLER_4x3",
        "FIDE_SCHILLER_4X3",
    ] {
        let found = reading(&format!("142 5\n192 {code}\n")).map(|_| ());
        assert_eq!(found, Ok(()), "{code}");
    }
    for code in [
        "FIDE_TEAM_GP_BAKU",
        "FIDE_TEAM_GP_MP_BAKU",
        "FIDE_TEAM_TYPEB_GP_MP_BAKU",
        "CUSTOM_TEAM_SWISS_MP_BAKU",
        "FIDE_TEAM_MPS_BAKU",
        "BERGER_ROUNDROBIN_BAKU",
        "BERGER_ROUNDROBIN_G",
        "BERGER_ROUNDROBIN_Gx",
        "BERGER_ROUNDROBIN_2",
        "CUSTOM_ROUNDROBIN_G2",
        "FIDE_SCHILLER_4x",
        "FIDE_SCHILLER_x3",
        "FIDE_SCHILLER_43",
    ] {
        let failure = reading(&format!("142 5\n192 {code}\n")).expect_err(code);
        assert!(
            failure.to_string().contains("is not in the table"),
            "{failure}"
        );
    }
}

#[test]
fn lines_about_teams_are_taken_up_to_their_edges() {
    let team = |members: &str| format!("310   1 {:<64}{members}\n310   2 Right\n", "Left");
    let two = team("    1    2");
    for (lines, refused) in [
        (two.clone(), ""),
        (team("    1         2"), ""),
        (team("    1x   2"), "expected the number of a player"),
        (team("    1 0000"), "expected the number of a player"),
        (
            format!("{two}362 TW 2.0   TD 1.0\n362 TW 2.0   TD 1.0\n"),
            "",
        ),
        (
            format!("{two}362 TW 2.0\n362 TW 3.0\n"),
            "the points of a match are others in line 3",
        ),
        (format!("{two}320  2.0  1.0 001\n320  2.0  1.0 001\n"), ""),
        (
            format!("{two}320  2.0  1.0 001\n320  2.0  1.0 002\n"),
            "the byes are others in line 3",
        ),
    ] {
        let errors = reading_for(&lines, ReadPurpose::Ranking)
            .err()
            .map_or_else(Vec::new, |f| f.errors);
        assert_eq!(errors.is_empty(), refused.is_empty(), "{lines}: {errors:?}");
        let mut messages = errors.iter().map(|error| &error.message);
        assert!(messages.all(|m| m.contains(refused)), "{lines}: {errors:?}");
    }
}

#[test]
fn eight_unknown_codes_are_named() {
    for (count, shown, has_more) in [(8, 8, false), (9, 8, true), (12, 8, true)] {
        let lines: Vec<String> = (0..count).map(|n| format!("Q{n:02} what\n")).collect();
        let reading = reading(&lines.concat()).unwrap_or_else(|failure| panic!("{failure}"));
        let message = &reading.warnings[0].message;
        assert!(message.starts_with(&format!("{count} lines")), "{message}");
        assert_eq!(message.matches("'Q").count(), shown, "{message}");
        assert_eq!(message.ends_with(", ..."), has_more, "{message}");
    }
}
