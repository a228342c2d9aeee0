//! `edelweiss standings`.

use std::path::Path;

use crate::common::{Run, files_of, folder_with, names_in, repository, run, run_with};

const OPEN: &str = "examples/open.trf";
const CASES: &str = "testdata/standings/worked";

/// A field of four with a list that is `list`.
fn file(list: &str) -> String {
    format!(
        "012 Club evening\n042 2026/04/01\n142 3\n{list}\
001    1      Adams, Ann                        2100                             2.0    1     2 w 1     3 b 1
001    2      Brown, Bea                        2000                             1.0    2     1 b 0     4 w 1
001    3      Clark, Cid                                                         1.0    3     4 w 1     1 w 0
001    4      Davis, Dan                        1800                             0.0    4     3 b 0     2 b 0
"
    )
}

fn ranked(list: &str, options: &str) -> Run {
    run_with(
        Path::new("."),
        &format!("standings - {options}"),
        file(list).as_bytes(),
    )
}

#[test]
fn every_worked_tournament_comes_out_as_the_table_beside_it() {
    for path in files_of(CASES, "trf") {
        let found = run(
            Path::new("."),
            &format!("standings {} --format csv -q", path.display()),
        );
        let expected = std::fs::read_to_string(path.with_extension("csv")).expect("a table");
        assert_eq!((found.exit, found.out), (0, expected), "{}", path.display());
        assert_eq!(found.err, "", "{}", path.display());
    }
    let caps = repository(CASES).join("dummy-caps");
    let line = format!(
        "standings {}.trf --format csv --tie-break-rules 2024-08",
        caps.display()
    );
    let expected = std::fs::read_to_string(format!("{}_v2024.csv", caps.display()));
    assert_eq!(run(Path::new("."), &line).out, expected.expect("a table"));
}

/// What a reader of the book sees.
#[test]
fn the_pages_of_the_example_are_those_in_the_repository() {
    for (options, name) in [
        ("", "standings.txt"),
        ("--cross-table --after-round 3", "cross-table.txt"),
        ("--why 6", "why.txt"),
        ("--why-above 3 2", "why-above.txt"),
    ] {
        page_is_as_recorded(OPEN, options, name);
    }
}

/// The same of teams, whose values come from matches.
#[test]
fn the_pages_of_teams_are_those_in_the_repository() {
    let why = "--tie-breaks GPTS,BC,TBR,BBE,MPvGP,EMGSB/C1,EDE,EDEBT,SSSC,DE:MP,WIN --why 1";
    for (case, options, name) in [
        ("d-edebt-drawn-match", "", "teams.txt"),
        ("team-pab-boards", "--cross-table", "teams-cross-table.txt"),
        (
            "team-pab-boards",
            "--tie-breaks BH,SB,EMMSB --why 1",
            "teams-why-bye.txt",
        ),
        ("d-edebt-drawn-match", why, "teams-why.txt"),
        (
            "d-edebt-drawn-match",
            "--why-above 1 2",
            "teams-why-above.txt",
        ),
        (
            "e-bc-unequal-game-points",
            "--why-above 1 2",
            "teams-why-above-count.txt",
        ),
    ] {
        let file = format!("testdata/standings/teams/{case}.trf");
        page_is_as_recorded(&file, &format!("{options} -q --pairings swiss"), name);
    }
}

/// `BLESS=1` writes the page anew.
fn page_is_as_recorded(example: &str, options: &str, name: &str) {
    let folder = folder_with(&[example]);
    let path = Path::new(example)
        .file_name()
        .expect("a file")
        .to_string_lossy();
    let found = run(folder.path(), &format!("standings {path} {options}"));
    assert_eq!((found.exit, found.err.as_str()), (0, ""), "{options}");
    let file = repository(&format!("crates/cli/testdata/{name}"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &found.out).expect("a writable folder");
    }
    let expected = std::fs::read_to_string(&file).expect("part of the repository");
    assert_eq!(found.out, expected, "{options}");
}

#[test]
fn the_list_is_that_of_the_option_then_of_the_file_then_a_default_that_is_named() {
    let heading = |list: &str, options: &str| {
        let found = ranked(list, options);
        assert_eq!(found.exit, 0, "{}", found.err);
        found.out.lines().nth(1).unwrap_or_default().to_owned()
    };
    let edition = "C.07, edition of 1 March 2026 (by the date of the file); ";
    for (list, options, expected) in [
        ("", "", "PTS,BH/C1,BH,SB,DE,WIN (the file names none)"),
        ("202 SB,DE\n", "", "PTS,SB,DE (record 202 of the file)"),
        ("212 WON,PTS\n", "", "WON,PTS (record 212 of the file)"),
        (
            "202 SB\n212 PTS,SB\n",
            "",
            "PTS,SB (record 212 of the file)",
        ),
        ("202 SB,DE\n", "--tie-breaks bh/c1", "PTS,BH/C1 (by option)"),
        (
            "192 FIDE_ROUNDROBIN\n",
            "",
            "PTS,DE,WIN,SB,KS (the file names none)",
        ),
        (
            "",
            "--pairings pre-determined",
            "PTS,DE,WIN,SB,KS (the file names none)",
        ),
    ] {
        assert_eq!(heading(list, options), format!("{edition}{expected}"));
    }
    let old = heading("", "--tie-break-rules 2023");
    assert!(
        old.starts_with("C.07 as it was before September 2023 (by option)"),
        "{old}"
    );
}

#[test]
fn records_that_contradict_each_other_get_a_warning() {
    let found = ranked("202 SB,DE\n212 PTS,BH\n", "");
    assert_eq!(found.exit, 0);
    let expected = "warning: standard input:4:5-9: record 202 has the tie-breaks SB,DE, but record 212 has BH, which are applied\n";
    assert!(found.err.starts_with(expected), "{}", found.err);
    assert!(found.out.contains("PTS,BH (record 212"), "{}", found.out);
    let many = vec!["BH"; 21].join(",");
    let found = ranked("", &format!("--tie-breaks {many}"));
    assert!(
        found.err.contains("a list of 21 tie-breaks"),
        "{}",
        found.err
    );
    assert_eq!(found.exit, 0);
}

#[test]
fn a_date_that_may_be_of_another_edition_gets_a_warning() {
    for (date, expected) in [
        (
            "03/02/2026",
            "warning: standard input:2:5-14: date of start is '03/02/2026', which may be 2026/02/03 or 2026/03/02; the tie-breaks are those of 2026/02/03\n",
        ),
        // The same edition either way, and a way of writing that has one reading.
        ("03/04/2025", ""),
        ("2026/02/03", ""),
    ] {
        let text = file("").replace("2026/04/01", date);
        let found = run_with(Path::new("."), "standings -", text.as_bytes());
        assert_eq!(found.exit, 0);
        let first = found.err.split_inclusive('\n').next().unwrap_or_default();
        assert_eq!(first, expected, "{date}");
        let line = "standings - --tie-break-rules 2026-03";
        assert_eq!(run_with(Path::new("."), line, text.as_bytes()).err, "");
    }
}

#[test]
fn a_wrong_code_is_refused_with_its_place() {
    for (list, options, expected) in [
        (
            "212 PTS,BH,BHX/C1\n",
            "",
            "error: standard input:4:12-17: tie-break \"BHX\" is not one of C.07, which has BPG, BWG, BH\n",
        ),
        (
            "202 WON/C1,,KS/L0\n",
            "",
            "error: standard input:4:5-10: WON does not take the modifier \"/C1\", and takes none\n\
             standard input:4:12: a tie-break is missing, expected a name such as BH/C1\n\
             standard input:4:13-17: modifier \"/L0\" is not known",
        ),
        (
            "202 OTHER_LOTS\n",
            "",
            "error: standard input:4:5-14: tie-break \"OTHER_LOTS\" is not one of C.07\n  \
             hint: a self-defined tie-break cannot be computed",
        ),
        (
            "",
            "--tie-breaks BH,SB/C9",
            "error: --tie-breaks:4-8: modifier \"/C9\" is not known",
        ),
        (
            "192 FIDE_ROUNDROBIN\n202 SB,BH/C1\n",
            "",
            "error: standard input:5:8-12: BH/C1 must not be used where all pairings were fixed before the event (C.07 article 8)\n",
        ),
        (
            "",
            "--after-round 3",
            "error: standard input: standings after round 3 are asked for, expected a round from 1 to 2\n",
        ),
        (
            "",
            "--why 9",
            "error: standard input: no player has the number 9\n",
        ),
        (
            "",
            "--why 1 --format csv",
            "error: --why and --why-above answer in words",
        ),
        (
            "",
            "--after-round 1 --format trf",
            "error: ranks after round 1 do not fit a file with later rounds\n",
        ),
    ] {
        let found = ranked(list, &format!("{options} -q"));
        assert_eq!((found.exit, found.out.as_str()), (3, ""), "{list}{options}");
        assert!(
            found.err.starts_with(expected),
            "{list}{options}: {}",
            found.err
        );
    }
}

/// Article 10.
#[test]
fn ratings_are_left_out_where_somebody_is_unrated() {
    let found = ranked("202 ARO,WON\n", "");
    let expected = "warning: standard input:4:5-7: ARO is left out, as there are unrated players (C.07 article 10)
  hint: --unrated N counts them as rated N, where the regulations of the event say so\n";
    assert_eq!((found.exit, found.err.as_str()), (0, expected));
    assert!(found.out.contains("Pts  WON"), "{}", found.out);
    let table = ranked("202 ARO,WON\n", "--format csv -q");
    assert_eq!(table.err, "");
    assert!(
        table.out.starts_with("TPN,RANK,PTS,ARO,WON\n1,1,2.0,,2\n"),
        "{}",
        table.out
    );
}

/// Article 10: regulations may say how unrated players count. It is as if the rating stood in the file.
#[test]
fn an_unrated_player_can_be_given_a_rating() {
    let table = |file: &str, options: &str| {
        let line =
            format!("standings - -q --format csv --tie-breaks ARO,TPR,PTP,APRO,RTNG {options}");
        let found = run_with(Path::new("."), &line, file.as_bytes());
        assert_eq!(found.exit, 0, "{options}: {found:?}");
        found.out
    };
    let given = |rating: u16| {
        let file = file("");
        let (before, cid) = file.split_once("Clark, Cid").expect("a player");
        let (blanks, after) = cid.split_at(24);
        assert!(blanks.trim().is_empty());
        format!("{before}Clark, Cid{}{rating:>4}{}", blanks, &after[4..])
    };
    for (options, rating) in [
        ("--unrated 1400", 1400),
        ("--unrated 3=1700", 1700),
        ("--unrated 1400 --unrated 3=1700", 1700),
        ("--unrated 3=1700 --unrated 1400", 1700),
        ("--unrated 1300 --unrated 1400", 1400),
    ] {
        assert_eq!(
            table(&file(""), options),
            table(&given(rating), ""),
            "{options}"
        );
    }
    assert_eq!(
        table(&given(1500), "--unrated 1400"),
        table(&given(1500), "")
    );
    let page = ranked("202 ARO\n", "--unrated 1400");
    assert_eq!(page.err, "");
    for words in [
        "one player has a rating by option (C.07 article 10)",
        "(1400)",
    ] {
        assert!(page.out.contains(words), "{words}\n{}", page.out);
    }
    let json = ranked("202 ARO\n", "--unrated 1400 --format json").out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("a document");
    let rows = json["standings"].as_array().expect("rows");
    let cid = rows
        .iter()
        .find(|row| row["number"] == 3)
        .expect("a player");
    assert!(
        cid["rating"].is_null() && cid["rating_by_option"] == 1400,
        "{cid}"
    );
    for (options, expected) in [
        ("--unrated 0", "expected a rating from 1 to 9999"),
        ("--unrated 3=", "such as 12=1400"),
        ("--unrated 7=1400", "no player has the number 7"),
        (
            "--unrated 1=1400",
            "player 1 has the rating 2100, expected somebody without one",
        ),
    ] {
        let found = ranked("202 ARO\n", options);
        assert!(
            found.exit != 0 && found.err.contains(expected),
            "{options}: {}",
            found.err
        );
        assert_eq!(found.out, "");
    }
}

/// Whoever asks for `bh/c1` finds `bh/c1`.
#[test]
fn a_column_is_named_as_it_was_asked_for() {
    let csv = ranked("", "-q --format csv --tie-breaks bh/c1,Pts,ARO,won").out;
    assert!(csv.starts_with("TPN,RANK,PTS,bh/c1,ARO,won\n"), "{csv}");
    let page = ranked("202 sb,Win\n", "").out;
    assert!(page.contains("Pts    sb  Win"), "{page}");
    let json = ranked("", "-q --format json --tie-breaks bh/c1,ARO,won").out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("a document");
    let columns = json["tie_breaks"].as_array().expect("columns").iter();
    let columns: Vec<_> = columns
        .map(|column| {
            [&column["code"], &column["asked"]].map(|text| text.as_str().expect("a text"))
        })
        .collect();
    assert_eq!(columns, [["BH/C1", "bh/c1"], ["WON", "won"]]);
}

/// That nobody pairs the system here is no matter to whom ranks are asked of.
#[test]
fn standings_do_not_warn_of_what_is_not_paired() {
    for header in [
        "192 CUSTOM_ROUNDROBIN\n",
        "192 FIDE_SCHILLER\n",
        "092 FIDE_ROUNDROBIN\n",
    ] {
        let found = ranked(header, "--tie-breaks DE,WON");
        assert_eq!((found.exit, found.err.as_str()), (0, ""), "{header}");
        let file = file(header);
        let paired = run_with(Path::new("."), "pair - --system dutch", file.as_bytes());
        assert!(paired.err.contains("warning: "), "{header}: {}", paired.err);
    }
}

#[test]
fn an_old_edition_says_what_is_of_a_later_one() {
    let found = ranked("", "--tie-break-rules 2024-08 --tie-breaks TPN,STD,BH");
    let lines: Vec<&str> = found.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", found.err);
    assert!(
        lines[1].starts_with("warning: --tie-breaks:5-7: STD came with a later edition"),
        "{}",
        found.err
    );
}

#[test]
fn ranks_and_the_list_are_written_into_the_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let before = file("202 WON\n").replace("2.0    1", "2.0    4");
    let path = folder.path().join("in.trf");
    std::fs::write(&path, &before).expect("a writable folder");
    let found = run(
        folder.path(),
        "standings in.trf --tie-breaks WON,TPN -o out.trf --format trf",
    );
    assert_eq!((found.exit, found.err.as_str()), (0, ""));
    let written = std::fs::read_to_string(folder.path().join("out.trf")).expect("written");
    assert_eq!(written, file("212 PTS,WON,TPN\n"));
    let again = run(folder.path(), "standings out.trf --format csv");
    assert_eq!(
        again.out,
        "TPN,RANK,PTS,WON,TPN\n1,1,2.0,2,1\n2,2,1.0,1,2\n3,3,1.0,1,3\n4,4,0.0,0,4\n"
    );
    // The input is never the output, and a refused list leaves no file.
    assert_eq!(
        run(folder.path(), "standings in.trf --format trf -o in.trf").exit,
        3
    );
    assert_eq!(
        run(folder.path(), "standings in.trf --tie-breaks X -o none.trf").exit,
        3
    );
    assert_eq!(names_in(folder.path()), ["in.trf", "out.trf"]);
}

#[test]
fn games_without_a_result_are_named() {
    let open = file("")
        .replace("     4 w 1\n", "     4 w  \n")
        .replace("     2 b 0\n", "     2 b  \n");
    let open = open
        .replace("1.0    2", "0.5    2")
        .replace("0.0    4", "0.5    4");
    let found = run_with(Path::new("."), "standings -", open.as_bytes());
    assert_eq!(found.exit, 0, "{}", found.err);
    assert!(
        found
            .err
            .contains("round 2: a game has no result: 2-4; counted as drawn"),
        "{}",
        found.err
    );
}

/// Article 6: who was tied and what they scored among them.
#[test]
fn direct_encounter_is_told_by_its_games() {
    let case = repository(CASES).join("de-open-group.trf");
    let found = run(
        Path::new("."),
        &format!("standings {} --why-above 1 2", case.display()),
    );
    assert_eq!(found.exit, 0, "{}", found.err);
    let expected = "DE (Direct Encounter, 6): place 1 among 4 tied players";
    assert!(found.out.contains(expected), "{}", found.out);
    assert!(
        found.out.contains("  PTS: both 2.5\n  DE: 1 and 2\n"),
        "{}",
        found.out
    );
}

/// Teams are ranked where the file has them.
#[test]
fn teams_of_a_file_are_ranked_by_its_list() {
    let folder = repository("testdata/standings/teams");
    let case = |name: &str, options: &str| {
        let line = format!("standings {} {options} -q", folder.join(name).display());
        run(Path::new("."), &line)
    };
    for (name, list, column) in [
        ("d-edebt-drawn-match", "MPTS,GPTS,EDEBT,BC", [4, 8]),
        ("e-bc-unequal-game-points", "MPTS,BC,GPTS", [3, 3]),
    ] {
        let found = case(
            &format!("{name}.trf"),
            &format!("--format csv --tie-breaks {list}"),
        );
        assert_eq!(found.exit, 0, "{}", found.err);
        let expected = std::fs::read_to_string(folder.join(format!("{name}.csv")));
        let expected = expected.expect("a table");
        for (ours, theirs) in found.out.lines().zip(expected.lines()).skip(1) {
            let [ours, theirs] = [ours, theirs].map(|row| row.split(',').collect::<Vec<_>>());
            assert_eq!(ours[..3], theirs[..3], "{name}");
            assert_eq!(ours.last(), theirs.get(column[1]), "{name}");
        }
    }
    let page = case("team-esb.trf", "");
    assert!(
        page.out.starts_with("ESB, teams after round 3 of 3\n"),
        "{}",
        page.out
    );
    assert!(
        page.out
            .contains("MPTS,GPTS,EMMSB,EMGSB,EGMSB,EGGSB (record 212"),
        "{}",
        page.out
    );
    for (options, expected) in [
        (
            "--tie-breaks ARO",
            "ARO is about players, and teams are ranked",
        ),
        ("--tie-breaks BH", "BH must not be used"),
    ] {
        let found = case("team-esb.trf", options);
        assert_eq!((found.exit, found.out.as_str()), (3, ""), "{options}");
        assert!(found.err.contains(expected), "{options}: {}", found.err);
    }
    let players = ranked("", "--tie-breaks BH,BC");
    assert_eq!(players.exit, 3);
    assert!(
        players
            .err
            .contains("BC is about teams, and players are ranked"),
        "{}",
        players.err
    );
}

/// Ranks go into the records of the teams, and nothing else changes.
#[test]
fn ranks_of_teams_are_written_into_the_file() {
    let file = repository("testdata/standings/teams/d-edebt-drawn-match.trf");
    let text = std::fs::read_to_string(file).expect("part of the repository");
    let line = "standings - -q --format trf --tie-breaks TBR";
    let found = run_with(Path::new("."), line, text.as_bytes());
    assert_eq!((found.exit, found.err.as_str()), (0, ""));
    let expected = text.replace("212 MPTS,GPTS,EDEBT", "212 MPTS,TBR");
    let expected = expected.replace("1.0    1.0   4 ", "1.0    1.0   3 ");
    assert_eq!(found.out, expected);
    let again = run_with(Path::new("."), "check - -q", found.out.as_bytes());
    assert_eq!(again.exit, 0, "{}", again.out);
}

/// What is wrong with a list has the line and the columns of the code at fault, in the file or in the
/// option.
#[test]
fn every_objection_to_a_list_has_its_place() {
    let team = repository("testdata/standings/teams/team-esb.trf");
    let team = std::fs::read_to_string(team).expect("part of the repository");
    let robin = file("212 PTS,WIN,BH/C1\n").replace("012 ", "192 FIDE_ROUNDROBIN\n012 ");
    let many = format!("212 PTS,{}\n", ["WIN"; 20].join(","));
    for (text, options, exit, expected) in [
        (
            file("212 PTS,WIN,EDE\n"),
            "",
            3,
            "standard input:4:13-15: EDE is about teams",
        ),
        (
            file("212 PTS,ARO\n"),
            "",
            0,
            "standard input:4:9-11: ARO is left out, as there are",
        ),
        (
            file(&many),
            "",
            0,
            "standard input:4:85-87: a list of 21 tie-breaks",
        ),
        (
            robin,
            "",
            3,
            "standard input:5:13-17: BH/C1 must not be used",
        ),
        (
            team.clone(),
            "--tie-breaks WIN,ARO",
            3,
            "--tie-breaks:5-7: ARO is about players",
        ),
        (
            team.replace("212 MPTS", "212 BH"),
            "",
            3,
            "standard input:9:5-6: BH must not be used",
        ),
    ] {
        let found = run_with(
            Path::new("."),
            &format!("standings - {options}"),
            text.as_bytes(),
        );
        assert_eq!(found.exit, exit, "{expected}: {}", found.err);
        assert!(found.err.contains(expected), "{expected}: {}", found.err);
    }
}

/// A file whose date of start is in doubt, and the edition by it: a warning, the reading of `042`, and
/// what the option says instead.
#[test]
fn a_date_in_doubt_is_told_and_the_option_decides() {
    let text = file("").replace("2026/04/01", "26/02/24");
    let found = run_with(Path::new("."), "standings -", text.as_bytes());
    let expected = "may be 2026/02/24 or 2024/02/26";
    assert!(found.err.contains(expected), "{}", found.err);
    assert!(
        found.out.contains("edition of 1 March 2026 (the newest)"),
        "{}",
        found.out
    );
    let line = "standings - --tie-break-rules 2024-04";
    let found = run_with(Path::new("."), line, text.as_bytes());
    assert!(found.out.contains("(by option)"), "{}", found.out);
}
