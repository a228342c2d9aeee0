//! `edelweiss compare`: the other program is this one behind a script that spoils its answers.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use crate::common::{Run, files_of, names_in, program, repository, run, signal, wait_until};

/// Runs `edelweiss compare` with these arguments in `folder`.
fn compare(folder: &Path, args: &[&str]) -> Run {
    ran(start(folder, args))
}

fn start(folder: &Path, args: &[&str]) -> Child {
    program()
        .arg("compare")
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn ran(child: Child) -> Run {
    let output = child.wait_with_output().expect("the program ends");
    Run {
        exit: output.status.code().expect("no signal ends the program"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A folder with an engine of these lines of shell; `$1` is the input, `$2` the output and `$US`
/// this program.
fn engine(script: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("engine.sh");
    let us = env!("CARGO_BIN_EXE_edelweiss");
    fs::write(&path, format!("US='{us}'\n{script}\n")).expect("a writable folder");
    let command = format!("sh '{}' {{in}} {{out}}", path.display());
    (folder, command)
}

const HONEST: &str = "exec \"$US\" --dutch \"$1\" -p \"$2\"";

/// Boards with player 1 change colours.
const SPOILT: &str = "\"$US\" --dutch \"$1\" -p \"$2.x\" || exit\n\
    awk 'NR > 1 && ($1 == 1 || $2 == 1) && $2 != 0 { print $2, $1; next } { print }' \"$2.x\" > \"$2\"";

fn corpus(name: &str) -> String {
    repository("testdata/corpus")
        .join(name)
        .display()
        .to_string()
}

#[test]
fn two_programs_that_agree_leave_nothing_to_tell() {
    let (folder, command) = engine(HONEST);
    let file = files_of("testdata/corpus/dutch-2026/small", "trf")[0]
        .display()
        .to_string();
    let found = compare(
        folder.path(),
        &["--engine", &command, "--rules", "2026", &file],
    );
    assert_eq!(found.exit, 0, "{found:?}");
    assert!(
        found.out.starts_with("1 tournaments (0 not compared), "),
        "{found:?}"
    );

    let made = [
        "--engine",
        &command,
        "--tournaments",
        "3",
        "--players",
        "6..9",
        "--rounds",
        "2..3",
    ];
    let found = compare(folder.path(), &[&made[..], &["--seed", "7"]].concat());
    assert_eq!(found.exit, 0, "{found:?}");
    assert!(
        found.out.starts_with("3 tournaments (0 not compared), "),
        "{found:?}"
    );
    assert_eq!(found.err, "seed 7\n");
    for system in ["dubov", "burstein"] {
        // Made and paired by the same program, which its drop-in grammar does not reach.
        let same = format!(
            "sh -c '\"{}\" pair --system {system} --format bbp \"$1\" -o \"$2\"' sh {{in}} {{out}}",
            env!("CARGO_BIN_EXE_edelweiss")
        );
        let args = [
            "--engine",
            &same,
            "--system",
            system,
            "--tournaments",
            "2",
            "--players",
            "8",
            "--rounds",
            "3",
            "--seed",
            "1",
        ];
        let found = compare(folder.path(), &args);
        assert_eq!(found.exit, 0, "{system}: {found:?}");
    }
}

#[test]
fn a_planted_defect_is_found_shrunk_and_can_be_repeated() {
    let (folder, command) = engine(SPOILT);
    let args = [
        "--engine",
        &command,
        "--axis",
        "byes",
        "--tournaments",
        "4",
        "--seed",
        "3",
        "--players",
        "6..10",
        "--output",
        "out",
        "--rules",
        "2026",
        "--jobs",
        "2",
    ];
    let found = compare(folder.path(), &args);
    assert_eq!(found.exit, 1, "{found:?}");
    assert!(found.out.contains("other colours only"), "{found:?}");
    assert!(
        found.out.contains("verdict: the rules are on our side"),
        "{found:?}"
    );
    assert!(!found.out.contains("a defect of ours"), "{found:?}");
    let differences = folder.path().join("out/differences");
    let page = names_in(&differences)
        .into_iter()
        .find(|name| {
            Path::new(name)
                .extension()
                .is_some_and(|extension| extension == "txt")
        })
        .expect("a difference");
    let page = fs::read_to_string(differences.join(page)).expect("readable");
    let repeat = (page.lines())
        .find_map(|line| line.strip_prefix("repeat:"))
        .expect("how to repeat it")
        .trim();
    assert!(repeat.starts_with("edelweiss compare --engine "), "{page}");
    // The command as a shell would run it.
    let repeat = repeat.replacen("edelweiss", env!("CARGO_BIN_EXE_edelweiss"), 1);
    let again = std::process::Command::new("sh")
        .args(["-c", &repeat])
        .output()
        .expect("sh is there");
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    let smallest: usize = fs::read_to_string(
        repeat
            .rsplit('\'')
            .nth(1)
            .expect("the file is the last word"),
    )
    .expect("readable")
    .lines()
    .filter(|line| line.starts_with("001"))
    .count();
    assert!(smallest <= 3, "{smallest} players");

    // Done already: nothing is asked again, and the report is the same.
    let mut resumed = args;
    resumed[10] = "--resume";
    let again = compare(folder.path(), &resumed);
    assert_eq!((again.exit, &again.out), (1, &found.out));
    // Other tournaments are not this comparison, and a second start is no resumption.
    resumed[7] = "4";
    assert_eq!(compare(folder.path(), &resumed).exit, 5);
    let twice = compare(folder.path(), &args);
    assert_eq!(twice.exit, 3);
    assert!(twice.err.contains("--resume"), "{twice:?}");
}

#[test]
fn a_journal_cut_off_anywhere_goes_on_to_the_same_end() {
    let (folder, command) = engine(SPOILT);
    let args = [
        "--engine",
        &command,
        "--tournaments",
        "5",
        "--players",
        "4..6",
        "--rounds",
        "2",
        "--seed",
        "1",
        "--output",
        "out",
        "--jobs",
        "1",
    ];
    let whole = compare(folder.path(), &args);
    let journal = folder.path().join("out/journal.jsonl");
    let text = fs::read_to_string(&journal).expect("readable");
    let mut resumed = args;
    resumed[10] = "--resume";
    for kept in [
        text.len() - 1,
        text.len() - 40,
        text.len() / 2,
        text.find('\n').expect("a head") + 1,
    ] {
        fs::write(&journal, &text[..kept]).expect("writable");
        let again = compare(folder.path(), &resumed);
        assert_eq!(
            (again.exit, &again.out),
            (whole.exit, &whole.out),
            "{kept} bytes"
        );
        let lines = fs::read_to_string(&journal)
            .expect("readable")
            .lines()
            .count();
        assert_eq!(lines, text.lines().count());
    }
    fs::write(&journal, "hello\n").expect("writable");
    let bad = compare(folder.path(), &resumed);
    assert_eq!(bad.exit, 5, "{bad:?}");
    assert!(bad.err.contains("journal.jsonl"), "{bad:?}");
}

#[test]
fn one_core_and_many_report_the_same() {
    let (folder, command) = engine(SPOILT);
    let args = [
        "--engine",
        &command,
        "--sweep",
        "--tournaments",
        "24",
        "--players",
        "4..8",
        "--seed",
        "2",
    ];
    let run = |jobs: &str| compare(folder.path(), &[&args[..], &["--jobs", jobs]].concat());
    let (one, three) = (run("1"), run("3"));
    assert_eq!((one.exit, &one.out), (1, &three.out));
}

#[test]
fn a_checker_settles_a_tournament_with_one_start() {
    let (folder, command) = engine(HONEST);
    let count = folder.path().join("count");
    let checker = |lines: &str| {
        let path = folder.path().join("check.sh");
        fs::write(&path, format!("echo x >> '{}'\n{lines}\n", count.display())).expect("writable");
        format!("sh '{}' {{in}}", path.display())
    };
    let args = |checker: &str| -> Run {
        let args = [
            "--engine",
            &command,
            "--check-engine",
            checker,
            "--direction",
            "we-generate",
            "--tournaments",
            "2",
            "--players",
            "6",
            "--rounds",
            "3",
            "--seed",
            "4",
        ];
        compare(folder.path(), &args)
    };
    let fine = args(&checker(
        "echo 'f: Round #1'; echo 'f: Round #2'; echo 'f: Round #3'",
    ));
    assert_eq!(fine.exit, 0, "{fine:?}");
    assert!(fine.out.contains(" 6 rounds, "), "{fine:?}");
    let starts = fs::read_to_string(&count)
        .expect("it was started")
        .lines()
        .count();
    assert_eq!(starts, 2);
    // A checker that objects to what the same program pairs contradicts itself.
    let objecting = args(&checker("echo 'f: Round #2'; echo '  Checker pairings  x'"));
    assert_eq!(objecting.exit, 1);
    assert!(
        objecting.out.contains("2 they differ from themselves"),
        "{objecting:?}"
    );
    // One that fails is asked round by round.
    let failing = args(&checker("exit 9"));
    assert_eq!(failing.exit, 0, "{failing:?}");
    assert!(failing.out.contains(" 6 rounds, "), "{failing:?}");
}

#[test]
fn rounds_of_teams_are_counted_by_their_checker_and_not_judged() {
    let (folder, command) = engine(HONEST);
    let here = folder.path();
    let made = run(
        here,
        "generate --seed 3 --players 24 --rounds 3 --system team-swiss --output t.trf",
    );
    assert_eq!(made.exit, 0, "{}", made.err);
    let script = here.join("check.sh");
    let lines =
        "echo 'f: Round #1'; echo 'f: Round #2'; echo '  Checker pairings  x'; echo 'f: Round #3'";
    fs::write(&script, lines).expect("writable");
    let with = |checker: &str| {
        let engines = ["--engine", &*command, "--check-engine", checker];
        let more = [
            "--direction",
            "we-generate",
            "--system",
            "team-swiss",
            "t.trf",
        ];
        compare(here, &[&engines[..], &more[..]].concat())
    };
    let objecting = with(&format!("sh '{}' {{in}}", script.display()));
    assert_eq!(objecting.exit, 1, "{objecting:?}");
    for words in [
        "t.trf round 2: paired differently",
        "their checker has other pairs of teams or other colours",
        " 3 rounds, ",
        " 2 equal",
    ] {
        assert!(objecting.out.contains(words), "{words}: {objecting:?}");
    }
    // Without a list nothing can be said.
    let silent = with("sh -c true {in}");
    assert!(
        silent.out.contains("their checker gave no list"),
        "{silent:?}"
    );
}

#[test]
fn whatever_the_other_program_does_is_counted() {
    let file = corpus("disputes/bbp6_c2_seed735265.trf");
    for (script, words) in [
        ("kill -SEGV $$", "they crashed"),
        ("echo broken >&2; exit 3", "ended with exit code 3: broken"),
        ("sleep 1000", "they were too slow"),
        ("echo nonsense > \"$2\"", "they wrote rubbish"),
        ("exit 0", "they wrote nothing"),
        (
            "echo 'No valid pairing exists' >&2; exit 1",
            "they find no pairing, we do",
        ),
    ] {
        // Six honest answers, then the other thing.
        let (folder, command) = engine(&format!(
            "n=$(cat \"${{0%/*}}/n\" 2>/dev/null || echo 0); echo $((n + 1)) > \"${{0%/*}}/n\"\n\
             if [ $n -ge 6 ]; then {script}; else {HONEST}; fi"
        ));
        let limit = if script.starts_with("sleep") {
            "3"
        } else {
            "600"
        };
        let args = [
            "--engine",
            &command,
            "--time-limit",
            limit,
            "--jobs",
            "1",
            "--rules",
            "2026",
            &file,
        ];
        let found = compare(folder.path(), &args);
        assert_eq!(found.exit, 1, "{script}: {found:?}");
        assert!(found.out.contains(words), "{script}: {found:?}");
    }
}

#[test]
fn a_bad_file_among_good_ones_is_reported_and_the_rest_go_on() {
    let (folder, command) = engine(HONEST);
    fs::copy(
        repository("crates/trf/testdata/bad/repeated-number.trf"),
        folder.path().join("b.trf"),
    )
    .expect("part of the repository");
    let good: PathBuf = files_of("testdata/corpus/dutch-2026/small", "trf")[0].clone();
    fs::copy(&good, folder.path().join("a.trf")).expect("part of the repository");
    let found = compare(
        folder.path(),
        &["--engine", &command, "--rules", "2026", ".", "missing.trf"],
    );
    assert_eq!(found.exit, 3, "{found:?}");
    assert!(
        found.out.contains("3 tournaments (2 not compared)"),
        "{found:?}"
    );
    assert!(found.err.contains("b.trf:"), "{found:?}");
    assert!(found.err.contains("missing.trf"), "{found:?}");
}

#[test]
fn wrong_requests_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (args, exit, words) in [
        (vec!["--tournaments", "1"], 3, "--engine"),
        (
            vec!["--engine", "prog {out}", "--tournaments", "1"],
            3,
            "{in}",
        ),
        (
            vec!["--engine", "prog '{in}", "--tournaments", "1"],
            3,
            "quote",
        ),
        (vec!["--preset", "bbp"], 3, "--program"),
        (
            vec![
                "--engine",
                "/no/such/program {in} {out}",
                "--tournaments",
                "1",
            ],
            3,
            "'/no/such/program' cannot be started",
        ),
        (
            vec!["--engine", "p {in}", "--players", "4", "--rounds", "9"],
            3,
            "rounds: found 9, expected at most 3",
        ),
        (
            vec!["--engine", "p {in}", "--axis", "luck"],
            3,
            "expected one of rounds, size",
        ),
        (
            vec!["--engine", "p {in}", "--sweep", "--players", "9..3"],
            3,
            "9..3",
        ),
        (
            vec!["--engine", "p {in}", "--direction", "we-generate"],
            3,
            "--check-engine",
        ),
        (
            vec!["--engine", "p {in}", "--direction", "they-generate"],
            3,
            "makes no tournaments",
        ),
        (
            vec!["--engine", "p {in}", "--system", "double-swiss"],
            3,
            "single games",
        ),
        (
            vec!["--engine", "p {in}", "--resume", "nothing"],
            5,
            "nothing",
        ),
        (
            vec!["--engine", "p {in}", "--time-limit", "0", "x.trf"],
            3,
            "0",
        ),
    ] {
        let found = compare(folder.path(), &args);
        assert_eq!(found.exit, exit, "{args:?}: {found:?}");
        assert!(found.err.contains(words), "{args:?}: {found:?}");
        assert_eq!(found.out, "", "{args:?}");
        assert_eq!(names_in(folder.path()), [""; 0], "{args:?} left a file");
    }
}

#[test]
fn json_and_junit_tell_the_same() {
    let (folder, command) = engine(SPOILT);
    let args = [
        "--engine",
        &command,
        "--tournaments",
        "2",
        "--players",
        "6",
        "--rounds",
        "2",
        "--seed",
        "5",
    ];
    let run = |format: &str| compare(folder.path(), &[&args[..], &["--format", format]].concat());
    let json: serde_json::Value = serde_json::from_str(&run("json").out).expect("JSON");
    assert_eq!(json["format"], "edelweiss.compare");
    assert_eq!(json["totals"]["tournaments"], 2);
    let differing = json["totals"]["classes"]["colours"]
        .as_u64()
        .expect("a count");
    assert_eq!(json["totals"]["faults"]["theirs"].as_u64(), Some(differing));
    let junit = run("junit").out;
    assert_eq!(junit.matches("<failure ").count() as u64, differing);
    assert_eq!(junit.matches("<testcase ").count(), 2);
    assert!(junit.ends_with("</testsuite>\n"));
}

/// What was finished before an interruption is kept, and the program that was asked ends with ours.
#[test]
fn an_interruption_keeps_what_is_finished() {
    let (folder, command) = engine(
        "n=$(cat \"${0%/*}/n\" 2>/dev/null || echo 0); echo $((n + 1)) > \"${0%/*}/n\"\n\
         if [ $n -ge 6 ]; then : > \"${0%/*}/hangs\"; exec sleep 1000; fi\n\
         exec \"$US\" --dutch \"$1\" -p \"$2\"",
    );
    let args = [
        "--engine",
        &command,
        "--tournaments",
        "5",
        "--players",
        "4",
        "--rounds",
        "2",
        "--seed",
        "1",
        "--output",
        "out",
        "--jobs",
        "1",
        "--time-limit",
        "600",
    ];
    let mut child = start(folder.path(), &args);
    wait_until(&mut child, || folder.path().join("hangs").exists());
    signal(&child, "INT");
    let found = ran(child);
    assert_eq!(found.exit, 5, "{found:?}");
    assert!(
        found.err.contains("stopped after 3 of 5 tournaments"),
        "{found:?}"
    );
    assert!(found.err.contains("--resume out"), "{found:?}");
    assert!(found.out.contains("stopped before the end"), "{found:?}");
    fs::write(folder.path().join("n"), "-100\n").expect("writable");
    let mut resumed = args;
    resumed[10] = "--resume";
    let rest = compare(folder.path(), &resumed);
    assert_eq!(rest.exit, 0, "{rest:?}");
    assert!(
        rest.out
            .starts_with("5 tournaments (0 not compared), 10 rounds"),
        "{rest:?}"
    );
}

/// What a killed start may leave: nothing, the folder of differences, the beginning of a file, the
/// beginning of a head.
#[test]
fn a_comparison_killed_before_its_journal_exists_goes_on() {
    let (folder, command) = engine(HONEST);
    let args = [
        "--engine",
        &command,
        "--tournaments",
        "2",
        "--players",
        "4",
        "--rounds",
        "2",
        "--seed",
        "1",
        "--resume",
        "out",
    ];
    let out = folder.path().join("out");
    let absent = compare(folder.path(), &args);
    assert_eq!(absent.exit, 3, "{absent:?}");
    for left in ["", "differences", ".edelweiss-x", "journal.jsonl"] {
        fs::create_dir_all(&out).expect("writable");
        match left {
            "" => {}
            "differences" => {
                let folder = out.join(left);
                fs::create_dir(&folder).expect("writable");
                fs::write(folder.join(".edelweiss-y"), "half a fi").expect("writable");
            }
            file => fs::write(out.join(file), "{\"format\":\"edelw").expect("writable"),
        }
        let found = compare(folder.path(), &args);
        assert_eq!(found.exit, 0, "{left}: {found:?}");
        assert!(
            found.out.starts_with("2 tournaments (0 not compared)"),
            "{left}: {found:?}"
        );
        assert_eq!(names_in(&out.join("differences")), Vec::<String>::new());
        fs::remove_dir_all(&out).expect("ours");
    }
    fs::create_dir(&out).expect("writable");
    fs::write(out.join("letter.txt"), "").expect("writable");
    let foreign = compare(folder.path(), &args);
    assert_eq!(foreign.exit, 3, "{foreign:?}");
}

/// One program that spoils everything it can does not end the comparison of the rest, on two cores.
#[test]
fn a_program_that_removes_folders_and_floods_is_counted() {
    let (folder, command) = engine(
        "case $(($$ % 4)) in\n\
         0) rm -rf \"$(dirname \"$1\")\" ;;\n\
         1) mkfifo \"$2\" ;;\n\
         2) mkdir \"$2\" ;;\n\
         3) printf '\\033[2J' > \"$2\" ;;\n\
         esac",
    );
    let args = [
        "--engine",
        &command,
        "--tournaments",
        "12",
        "--players",
        "4",
        "--rounds",
        "2",
        "--seed",
        "1",
        "--jobs",
        "2",
        "--output",
        "out",
        "--shrink",
        "5",
    ];
    let found = compare(folder.path(), &args);
    assert_eq!(found.exit, 1, "{found:?}");
    assert!(
        found
            .out
            .contains("12 tournaments (0 not compared), 24 rounds"),
        "{found:?}"
    );
    assert!(!found.out.contains('\u{1b}'), "{found:?}");
}

/// Ranks by our own program, as a table with tabs: `$1` is the file, `$2` the points, the rest tie-breaks.
const RANKS: &str = "f=\"$1\"; shift 2; list=$(echo \"$*\" | tr ' ' ',')\n\
    \"$US\" standings \"$f\" --tie-breaks \"$list\" --format csv | tr ',' '\\t'";

#[test]
fn ranks_and_tie_breaks_are_compared_and_what_nothing_explains_is_kept() {
    let (folder, command) = engine(HONEST);
    // Half a point more of Buchholz for player 2, which no departure explains; and Standard Points as the
    // reference program has them, in a tournament with games that nobody won and nobody drew.
    let spoilt = format!(
        "{RANKS} | awk -F '\\t' -v OFS='\\t' 'NR > 1 && $1 == 2 {{ $4 += 0.5 }} {{ print }}'"
    );
    for (name, script) in [
        ("ranks.sh", RANKS),
        ("spoilt.sh", &spoilt),
        ("rubbish.sh", "echo no table"),
    ] {
        let us = env!("CARGO_BIN_EXE_edelweiss");
        fs::write(folder.path().join(name), format!("US='{us}'\n{script}\n")).expect("writable");
    }
    let run = |ranker: &str, output: &str, list: &str| {
        let ranker = format!("sh {ranker} {{in}} {{codes}}");
        let args = [
            "--engine",
            &command,
            "--rank-engine",
            &ranker,
            "--tie-breaks",
            list,
            "--tournaments",
            "2",
            "--players",
            "6",
            "--rounds",
            "3",
            "--seed",
            "5",
            "-o",
            output,
        ];
        compare(folder.path(), &args)
    };
    let ranker = |name: &str| folder.path().join(name).display().to_string();
    let found = run(&ranker("ranks.sh"), "honest", "all");
    assert_eq!(found.exit, 0, "{found:?}");
    let codes = edelweiss_compare::ranks::EVERY_TIE_BREAK
        .split_whitespace()
        .count();
    // The rank, the points and every tie-break, of twice six players.
    let values = 12 * (codes + 2);
    let expected =
        format!("standings of 2 tournaments (0 not compared), {values} values and ranks, 0 differ");
    assert!(found.out.contains(&expected), "{found:?}");

    let found = run(&ranker("spoilt.sh"), "spoilt", "BH,SB");
    assert_eq!(found.exit, 1, "{found:?}");
    assert!(found.out.contains("2  unexplained"), "{found:?}");
    assert!(found.out.contains(": BH of player 2: ours "), "{found:?}");
    let kept = fs::read_to_string(
        folder
            .path()
            .join("spoilt/differences/generated-000000-ranks.txt"),
    );
    assert!(kept.expect("a page").contains("\n2\tBH\t"), "{found:?}");

    let found = run(&ranker("rubbish.sh"), "rubbish", "BH");
    assert_eq!(found.exit, 3, "{found:?}");
    assert!(
        found.out.contains("found 'no table', expected a heading"),
        "{found:?}"
    );
    for (list, words) in [
        ("BHX", "--tie-breaks: "),
        ("EDE", "is a tie-break of teams"),
    ] {
        let found = run(&ranker("ranks.sh"), "never", list);
        assert_eq!(found.exit, 3, "{found:?}");
        assert!(found.err.contains(words), "{found:?}");
    }
    let found = compare(folder.path(), &["--engine", &command, "--tie-breaks", "BH"]);
    assert!(found.err.contains("--rank-engine"), "{found:?}");
}

/// A Python with Gacrux is our own program behind the names of its three modules.
#[cfg(unix)]
#[test]
fn gacrux_pairs_checks_generates_and_ranks() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, _) = engine("");
    let us = env!("CARGO_BIN_EXE_edelweiss");
    let script = format!(
        "#!/bin/sh\nUS='{us}'\n[ \"$1\" = -m ] || exit 9\nmodule=$2; shift 2\ncase $module in\n\
         gacrux.tournamentgenerator)\n  # -g 1 -p PLAYERS -N ROUNDS -o OUT\n\
         exec \"$US\" generate --players \"$4\" --rounds \"$6\" --seed 3 -o \"$8\" ;;\n\
         gacrux.tiebreakchecker)\n  # -i IN -o OUT -t CODES -dT\n  in=$2; out=$4; shift 6; list=\n\
         for code; do [ \"$code\" = -dT ] || list=$list,$code; done\n\
         \"$US\" standings \"$in\" --tie-breaks \"${{list#,}}\" --format csv | tr ',' '\\t' > \"$out\" ;;\n\
         gacrux.pairingchecker)\n  # -i IN -o OUT -p -dT, or -i IN -o - -c -dT\n\
         if [ \"$5\" = -c ]; then exec \"$US\" --dutch \"$2\" -c; fi\n\
         exec \"$US\" --dutch \"$2\" -p \"$4\" ;;\nesac\n"
    );
    let program = folder.path().join("python");
    fs::write(&program, script).expect("writable");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("ours");
    let program = program.display().to_string();
    for direction in ["rounds", "we-generate", "they-generate"] {
        let args = [
            "--preset",
            "gacrux",
            "--program",
            &program,
            "--tie-breaks",
            "BH/C1,SB",
            "--tournaments",
            "2",
            "--players",
            "7",
            "--rounds",
            "3",
            "--seed",
            "5",
            "--direction",
            direction,
        ];
        let found = compare(folder.path(), &args);
        assert_eq!(found.exit, 0, "{direction}: {found:?}");
        for words in [
            "2 tournaments (0 not compared), 6 rounds",
            "standings of 2 tournaments (0 not compared), 56 values",
        ] {
            assert!(found.out.contains(words), "{direction}: {found:?}");
        }
    }
    // Files go to the checker whole; nobody makes them.
    let file = files_of("testdata/corpus/dutch-2026/small", "trf")[0]
        .display()
        .to_string();
    let preset = ["--preset", "gacrux", "--program", &program, "--direction"];
    let found = compare(
        folder.path(),
        &[&preset[..], &["we-generate", &file]].concat(),
    );
    assert_eq!(found.exit, 0, "{found:?}");
    assert!(found.out.starts_with("1 tournaments (0 not compared), "));
    let found = compare(
        folder.path(),
        &[&preset[..], &["they-generate", &file]].concat(),
    );
    assert_eq!(found.exit, 3, "{found:?}");
    assert!(found.err.contains("nobody makes any"), "{found:?}");
}
