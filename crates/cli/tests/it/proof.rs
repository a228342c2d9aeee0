//! `edelweiss pair --proof` and `edelweiss verify`.

use std::path::Path;
use std::process::Command;

use crate::common::{Run, folder_with, run};

#[test]
fn a_proof_holds_for_its_round_and_for_no_other() {
    let folder = folder_with(&["examples/open.trf"]);
    let pair = run(
        folder.path(),
        "pair open.trf --format trf -o next.trf --proof p.json",
    );
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let holds = run(folder.path(), "verify open.trf p.json");
    assert_eq!(holds.exit, 0, "{}", holds.err);
    assert!(
        holds
            .out
            .starts_with("The proof holds: round 5, edition of 2026.\n"),
        "{}",
        holds.out
    );
    // The round stands in the file, without results: it is the same round.
    let again = run(folder.path(), "verify next.trf p.json --quiet");
    assert_eq!((again.exit, &*again.out), (0, &*holds.out), "{}", again.err);
    let other = run(folder.path(), "verify open.trf p.json --round 4 --quiet");
    assert_eq!(other.exit, 1);
    assert_eq!(
        other.err,
        "error: p.json: the proof does not hold: premises, round: the proof assumes 5, the tournament has 4\n  hint: --round asks about another round\n"
    );
    let path = folder.path().join("p.json");
    let text = std::fs::read_to_string(&path).expect("it was written");
    std::fs::write(
        &path,
        text.replacen("\"edition\":2026", "\"edition\":2017", 1),
    )
    .expect("a file");
    let changed = run(folder.path(), "verify open.trf p.json --rules 2026");
    refused(
        &changed,
        "premises, edition: the proof assumes 2017, the tournament has 2026",
    );
    // Where nobody names an edition it is the proof's, and its costs are others then.
    let changed = run(folder.path(), "verify open.trf p.json --rules 2017");
    refused(&changed, "premises, position: the proof assumes");
}

fn refused(run: &Run, why: &str) {
    assert_eq!((run.exit, &*run.out), (1, ""), "{}", run.err);
    let words = format!("the proof does not hold: {why}");
    assert!(run.err.contains(&words), "{}", run.err);
}

fn holds(run: &Run, premise: &str) {
    assert_eq!(run.exit, 0, "{}", run.err);
    assert!(run.out.contains(premise), "{}", run.out);
}

#[test]
fn a_bye_counts_as_given_only_where_that_is_said() {
    let folder = folder_with(&["crates/cli/tests/recorded/bye-of-two-meanings.trf"]);
    let file = "bye-of-two-meanings.trf";
    let run = |line: &str| run(folder.path(), line);
    let paired = run(&format!("pair {file} --round 1 --proof paired.json"));
    assert_eq!(paired.exit, 0, "{}", paired.err);
    assert!(
        paired.err.contains("it comes out otherwise than it stands in the file")
            && paired.err.contains(
                "it comes out as it stands in the file if the arbiter gave the bye of player 1: --given-bye 1"
            ),
        "{}",
        paired.err
    );
    let given = run(&format!(
        "pair {file} --round 1 --given-bye 1 --proof given.json"
    ));
    assert_eq!(given.exit, 0, "{}", given.err);
    assert!(
        given
            .err
            .contains("the bye of player 1 was given by the arbiter, by --given-bye")
            && given
                .err
                .contains("it comes out as it stands in the file\n"),
        "{}",
        given.err
    );
    let none = "byes given by the arbiter, and absences: none\n";
    holds(&run(&format!("verify {file} paired.json --round 1")), none);
    refused(
        &run(&format!("verify {file} given.json --round 1")),
        "premises, byes: the proof assumes [[1,\"U\"]], the tournament has []\n  hint: --given-bye",
    );
    holds(
        &run(&format!("verify {file} given.json --round 1 --given-bye 1")),
        "byes given by the arbiter, and absences: 1 (U)\n",
    );
    refused(
        &run(&format!(
            "verify {file} paired.json --round 1 --given-bye 1"
        )),
        "premises, byes: the proof assumes [], the tournament has [[1,\"U\"]]",
    );
}

#[test]
fn a_bye_that_nobody_can_have_been_given_is_refused() {
    let folder = folder_with(&["examples/open.trf"]);
    let text = std::fs::read_to_string(folder.path().join("open.trf")).expect("a file");
    std::fs::write(folder.path().join("absent.trf"), text + "240 Z   5    3\n").expect("a file");
    for (line, words) in [
        (
            "pair open.trf --given-bye 99",
            "--given-bye names player 99, expected a number of the list",
        ),
        (
            "pair absent.trf --given-bye 3",
            "--given-bye names player 3, who is absent from round 5 already",
        ),
        ("pair open.trf --given-bye 0", "--given-bye"),
    ] {
        let run = run(folder.path(), line);
        assert!(matches!(run.exit, 2 | 3), "{line}: {}", run.exit);
        assert!(run.err.contains(words), "{line}: {}", run.err);
    }
}

#[test]
fn a_file_that_asks_for_other_rules_needs_them_to_be_named() {
    let folder = folder_with(&["crates/cli/tests/recorded/of-2017.trf"]);
    let text = std::fs::read_to_string(folder.path().join("of-2017.trf")).expect("a file");
    let other = |name: &str, with: &str| {
        let text = text.replace("192 FIDE_DUTCH_2017\n", with);
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    other("dubov.trf", "192 FIDE_DUBOV\n");
    other("silent.trf", "");
    let run = |line: &str| run(folder.path(), line);
    assert_eq!(
        run("pair of-2017.trf --rules 2026 --proof of-2026.json").exit,
        0
    );
    assert_eq!(run("pair of-2017.trf --proof of-2017.json").exit, 0);
    let of_2017 = run("verify of-2017.trf of-2026.json");
    refused(
        &of_2017,
        "premises, edition: the proof assumes 2026, the tournament has 2017\n  hint: --rules",
    );
    holds(
        &run("verify of-2017.trf of-2026.json --rules 2026"),
        "chosen on the command line",
    );
    holds(
        &run("verify of-2017.trf of-2017.json"),
        "asked for by record 192 of the file",
    );
    let dubov = run("verify dubov.trf of-2026.json");
    refused(
        &dubov,
        "premises, system: the proof assumes \"dutch\", the tournament has \"dubov\"\n  hint: --system",
    );
    let by_dutch = "verify dubov.trf of-2026.json --system dutch --rules 2026";
    holds(&run(by_dutch), "chosen on the command line");
    for proof in ["of-2017", "of-2026"] {
        let silent = run(&format!("verify silent.trf {proof}.json"));
        holds(&silent, "which the file does not say");
    }
}

#[test]
fn games_without_a_result_are_a_premise() {
    let folder = folder_with(&["crates/cli/tests/recorded/three-open-games.trf"]);
    let run = |line: &str| run(folder.path(), line);
    let pair = run("pair three-open-games.trf --open draw --proof drawn.json");
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let drawn = run("verify three-open-games.trf drawn.json --open draw --quiet");
    holds(&drawn, " drawn");
    let won = run("verify three-open-games.trf drawn.json --open white --quiet");
    refused(&won, "premises, open_games: the proof assumes [{\"round\":");
    assert!(won.err.contains("\n  hint: --open says"), "{}", won.err);
    let unsaid = run("verify three-open-games.trf drawn.json");
    assert_eq!(unsaid.exit, 3, "{}", unsaid.err);
}

#[test]
fn a_finished_event_says_the_same_with_a_proof_as_without() {
    let folder = folder_with(&["examples/open.trf"]);
    let text = std::fs::read_to_string(folder.path().join("open.trf")).expect("a file");
    let finished: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("142"))
        .collect();
    let finished = finished.join("\n") + "\n142 4\n";
    std::fs::write(folder.path().join("finished.trf"), finished).expect("a file");
    let plain = run(folder.path(), "pair finished.trf");
    assert_eq!(plain.exit, 1, "{}", plain.err);
    assert!(
        plain.err.contains("no round is left: 4 of 4"),
        "{}",
        plain.err
    );
    for format in ["json", "veripb"] {
        let line = format!("pair finished.trf --proof p --proof-format {format}");
        assert_eq!(run(folder.path(), &line), plain);
        assert!(!folder.path().join("p").exists());
    }
}

/// Odd sets of most players, whose duals are as long as they may be.
#[test]
#[cfg(target_os = "linux")]
fn a_small_proof_takes_little_memory() {
    const PLAYERS: usize = 1_001;
    let folder = folder_with(&[]);
    let head = "012 Many\n142 9\n152 W\n192 FIDE_DUTCH_2026\n".to_owned();
    let line = |number| format!("001 {number:>4} m    P{:65} 0.0 {number:>4}\n", "");
    let file = (1..=PLAYERS)
        .map(line)
        .fold(head, |file, line| file + &line);
    std::fs::write(folder.path().join("many.trf"), file).expect("a file");
    let pair = run(folder.path(), "pair many.trf --proof p.json");
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let text = std::fs::read_to_string(folder.path().join("p.json")).expect("it was written");
    let mut proof: serde_json::Value = serde_json::from_str(&text).expect("a document");
    let set: Vec<usize> = (0..349).collect();
    let sets = vec![serde_json::json!([set, "9".repeat(4_000)]); PLAYERS - 1];
    proof["brackets"][0]["duals"] = serde_json::json!([{"vertices": [], "sets": sets}]);
    std::fs::write(folder.path().join("large.json"), proof.to_string()).expect("a file");
    // 350 MB; with a copy of its dual for each member of each set it were 620.
    let program = env!("CARGO_BIN_EXE_edelweiss");
    let output = Command::new("sh")
        .args([
            "-c",
            &format!("ulimit -v 350000; exec '{program}' verify many.trf large.json"),
        ])
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the duals do not add up"), "{said}");
}

#[test]
fn a_round_that_cannot_be_paired_has_a_proof_too() {
    let file = "testdata/corpus/unpairable-2026/";
    let folder = crate::common::repository(file);
    let mut files = std::fs::read_dir(folder).expect("part of the repository");
    let first = files.find_map(|entry| {
        let path = entry.expect("an entry").path();
        (path.extension()? == "trf").then_some(path)
    });
    let file = first.expect("a position that cannot be paired");
    let folder = folder_with(&[]);
    let pair = run(
        folder.path(),
        &format!("pair {} --proof p.json", file.display()),
    );
    assert_eq!(pair.exit, 1, "{}", pair.err);
    let holds = run(folder.path(), &format!("verify {} p.json", file.display()));
    assert_eq!(holds.exit, 0, "{}", holds.err);
    assert!(
        holds.out.ends_with("Then no legal round exists.\n"),
        "{}",
        holds.out
    );
}

#[test]
fn what_is_no_proof_is_named() {
    let folder = folder_with(&["examples/open.trf"]);
    let missing = run(folder.path(), "verify open.trf nowhere.json");
    assert_eq!(missing.exit, 5);
    std::fs::write(folder.path().join("cut.json"), "{\"format\":\"edelw").expect("a file");
    let cut = run(folder.path(), "verify open.trf cut.json");
    assert_eq!(cut.exit, 3);
    assert!(
        cut.err.contains("cut.json: not a proof: EOF") && cut.err.contains("line 1"),
        "{}",
        cut.err
    );
    let system = run(
        folder.path(),
        "pair open.trf --system dubov --rules 1997 --proof p.json",
    );
    assert_eq!(system.exit, 3);
    assert!(
        system
            .err
            .contains("there are no proofs of rounds by Dubov 1997"),
        "{}",
        system.err
    );
    assert!(!folder.path().join("p.json").exists());
    let over = run(folder.path(), "pair open.trf --proof open.trf");
    assert_eq!(over.exit, 3);
    assert!(
        over.err.contains("the proof would overwrite another file"),
        "{}",
        over.err
    );
}

#[test]
fn each_bracket_of_a_proof_has_a_problem_and_a_derivation() {
    let folder = folder_with(&["examples/open.trf"]);
    for (format, path) in [("json", "p.json"), ("veripb", "brackets")] {
        let line = format!("pair open.trf --proof {path} --proof-format {format}");
        let pair = run(folder.path(), &line);
        assert_eq!(pair.exit, 0, "{}", pair.err);
    }
    let text = std::fs::read(folder.path().join("p.json")).expect("it was written");
    let proof: serde_json::Value = serde_json::from_slice(&text).expect("a document");
    let n_brackets = proof["brackets"].as_array().expect("a list").len();
    let files = std::fs::read_dir(folder.path().join("brackets")).expect("a folder");
    assert_eq!(files.count(), 2 * n_brackets);
    for (extension, start) in [("opb", "* #variable= "), ("pbp", "pseudo-Boolean proof ")] {
        let name = format!("brackets/bracket-{n_brackets}.{extension}");
        let text = std::fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert!(text.starts_with(start), "{text}");
    }
}

/// By VeriPB (`cargo install veripb`); `.ci/run` asks for it.
#[test]
#[ignore = "needs the program veripb: .ci/install"]
fn a_strangers_checker_accepts_each_bracket_and_no_better_bound() {
    let folder = folder_with(&["examples/open.trf"]);
    let line = "pair open.trf --proof brackets --proof-format veripb";
    let pair = run(folder.path(), line);
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let brackets = folder.path().join("brackets");
    let check = |problem: &Path, derivation: &Path| {
        Command::new("veripb")
            .args([problem, derivation])
            .output()
            .expect("veripb is installed")
    };
    let mut n_brackets = 0;
    while brackets
        .join(format!("bracket-{}.opb", n_brackets + 1))
        .exists()
    {
        n_brackets += 1;
        let problem = brackets.join(format!("bracket-{n_brackets}.opb"));
        let derivation = problem.with_extension("pbp");
        let output = check(&problem, &derivation);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && said.contains("VERIFIED BOUNDS"),
            "{n_brackets}: {said}"
        );
        let text = std::fs::read_to_string(&derivation).expect("it was written");
        let (before, bound) = text.rsplit_once("BOUNDS ").expect("a bound");
        let (bound, after) = bound.split_once(" :").expect("a constraint");
        let better: i128 = bound.parse::<i128>().expect("a small bracket") + 1;
        std::fs::write(&derivation, format!("{before}BOUNDS {better} :{after}")).expect("a file");
        let output = check(&problem, &derivation);
        assert!(
            !output.status.success(),
            "{n_brackets}: a wrong bound was accepted"
        );
    }
    assert!(n_brackets > 3);
}

/// A round of teams has a proof under its readings, which names them, and no problems for VeriPB.
#[test]
fn a_round_of_teams_is_proved_under_its_readings() {
    let folder = folder_with(&["examples/teams.trf"]);
    let here = folder.path();
    let pair = run(here, "pair teams.trf --proof p.json");
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let plain = run(here, "verify teams.trf p.json");
    holds(&plain, "rules: Swiss team system");
    assert!(!plain.out.contains("readings"), "{}", plain.out);
    let path = here.join("p.json");
    let text = std::fs::read_to_string(&path).expect("it was written");
    let other = text.replacen("\"pairs\":[[1,7],[2,4]]", "\"pairs\":[[1,4],[2,7]]", 1);
    assert_ne!(other, text);
    std::fs::write(&path, other).expect("a file");
    refused(
        &run(here, "verify teams.trf p.json"),
        "bracket 1: 1 and 4 cannot be a pair here",
    );
    let options = "--following-group unpaired --forfeit-floats counted --proof p.json";
    let pair = run(here, &format!("pair teams.trf {options}"));
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let read = run(here, "verify teams.trf p.json");
    holds(
        &read,
        "following-group = unpaired, forfeit-floats = counted",
    );
    let options = "--untold-bye wins --accelerated-secondary pairing --proof p.json";
    let pair = run(here, &format!("pair teams.trf {options}"));
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let read = run(here, "verify teams.trf p.json");
    holds(&read, "accelerated-secondary = pairing, untold-bye = wins");
    let dutch = run(here, "verify teams.trf p.json --system dutch");
    refused(&dutch, "premises, system: the proof assumes \"team-swiss\"");
    let options = "--following-bracket parity --proof p.json";
    let pair = run(here, &format!("pair teams.trf {options}"));
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let read = run(here, "verify teams.trf p.json");
    holds(&read, "following-bracket = parity");
    let text = std::fs::read_to_string(&path).expect("it was written");
    std::fs::write(&path, text.replacen("\"parity\"", "\"even\"", 1)).expect("a file");
    refused(
        &run(here, "verify teams.trf p.json"),
        "premises, readings: there are no proofs by the reading following-bracket = even",
    );
    let line = "pair teams.trf --proof p --proof-format veripb";
    let run = run(here, line);
    assert_eq!(run.exit, 3, "{line}: {}", run.err);
    let why = "problems for VeriPB are of rounds of the Dutch System";
    assert!(run.err.contains(why), "{line}: {}", run.err);
}

/// A match is proved before its first game, by either of its rounds.
#[test]
fn a_match_of_two_games_is_proved() {
    let folder = folder_with(&[]);
    let here = folder.path();
    let made = run(
        here,
        "generate --system double-swiss --players 11 --rounds 4 --seed 8 -o m.trf",
    );
    assert_eq!(made.exit, 0, "{}", made.err);
    let pair = run(here, "pair m.trf --round 6 --proof p.json");
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let right = run(here, "verify m.trf p.json --round 5");
    holds(&right, "rules: Double-Swiss System");
    holds(&right, "and the bye of player");
    // Rounds that are no matches have no proof, whatever their document says.
    let file = std::fs::read_to_string(here.join("m.trf")).expect("it was made");
    let turned = file.replace("  2 w ", "  3 w ");
    std::fs::write(here.join("no.trf"), turned).expect("a file");
    let none = run(here, "verify no.trf p.json --round 5");
    assert_ne!(none.exit, 0, "{}", none.out);
    let other = run(here, "verify m.trf p.json --round 3");
    refused(
        &other,
        "premises, round: the proof assumes 5, the tournament has 3",
    );
}

/// Groups from both ends, of players and of teams: the proof holds, and not of another file or without a pair.
#[test]
fn rounds_from_both_ends_are_proved() {
    let folder = folder_with(&[]);
    let here = folder.path();
    let team_options = "--system olympiad-swiss --boards 4";
    for (options, system, rules) in [
        ("--system lim-swiss", "lim-swiss", "Lim System (unofficial)"),
        (
            team_options,
            "olympiad-swiss",
            "Olympiad Pairing Rules of 2022 (unofficial)",
        ),
    ] {
        let made = run(
            here,
            &format!("generate {options} --players 21 --rounds 5 --seed 4 -o e.trf"),
        );
        assert_eq!(made.exit, 0, "{}", made.err);
        let asked = format!("e.trf --system {system} --round 5");
        let pair = run(here, &format!("pair {asked} --proof p.json"));
        assert_eq!(pair.exit, 0, "{}", pair.err);
        holds(
            &run(
                here,
                &format!("verify e.trf p.json --system {system} --round 5"),
            ),
            &format!("rules: {rules}"),
        );
        let other = run(
            here,
            &format!("verify e.trf p.json --system {system} --round 4"),
        );
        refused(&other, "premises, round: the proof assumes 5");
        let path = here.join("p.json");
        let mut proof: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&path).expect("it was written")).expect("JSON");
        let brackets = proof["brackets"].as_array_mut().expect("a list");
        let n = brackets.len();
        brackets.pop();
        std::fs::write(&path, proof.to_string()).expect("a file");
        refused(
            &run(
                here,
                &format!("verify e.trf p.json --system {system} --round 5"),
            ),
            &format!("brackets: there are {}, expected {n}", n - 1),
        );
    }
}

/// The ranking of a club is counted again from its games, by the parameters that the proof names.
#[test]
fn an_evening_of_a_club_is_proved_by_its_parameters() {
    let folder = folder_with(&["examples/open.trf"]);
    let here = folder.path();
    let options = "--system keizer --loss-share sixth --repeat-after 8 --proof p.json";
    let pair = run(here, &format!("pair open.trf {options}"));
    assert_eq!(pair.exit, 0, "{}", pair.err);
    let right = run(here, "verify open.trf p.json --system keizer");
    holds(&right, "rules: Keizer");
    holds(&right, "loss-share = sixth, repeat-after = 8");
    let path = here.join("p.json");
    let text = std::fs::read_to_string(&path).expect("it was written");
    for (share, words) in [
        ("none", "premises, position: the proof assumes"),
        (
            "half",
            "premises, readings: there are no proofs by the reading loss-share = half",
        ),
    ] {
        let other = text.replacen("\"sixth\"", &format!("\"{share}\""), 1);
        std::fs::write(&path, other).expect("a file");
        let other = run(here, "verify open.trf p.json --system keizer");
        refused(&other, words);
    }
    let dutch = run(here, "verify open.trf p.json --system dutch");
    refused(
        &dutch,
        "premises, system: the proof assumes \"keizer\", the tournament has \"dutch\"",
    );
}
