//! Programs that answer, refuse, crash, hang and babble, each a few lines of shell.
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::{four_players, supervised};
use edelweiss_compare::engine::{AnswerFailure, CommandLine, Desk, PairingProgram, Reply, Trouble};

fn engine(script: &str, limit: Duration) -> PairingProgram {
    supervised(&format!("sh -c '{script}' sh {{in}} {{out}}"), limit)
}

fn ask(script: &str, limit: Duration) -> Reply<edelweiss_compare::engine::Answer> {
    let engine = engine(script, limit);
    let stop = AtomicBool::new(false);
    let desk = Desk::new(&engine, &stop);
    desk.pair(&four_players(), "012 four\n")
        .expect("sh is there")
}

/// Long enough for a loaded machine; no test waits for it.
const LONG: Duration = Duration::from_mins(10);

#[test]
fn whatever_a_program_does_is_a_value() {
    let answer = ask("printf \"2\\n1 3\\n4 2\\n\" > $2", LONG);
    let Reply::Answered(answer) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!((answer.boards.len(), answer.byes.len()), (2, 0));

    for (script, expected) in [
        ("echo No valid pairing exists >&2; exit 1", "refused"),
        ("echo Pairing impossible under the rules", "refused"),
        ("exit 1", "refused"),
        (
            "echo bad line >&2; exit 3",
            "ended with exit code 3: bad line",
        ),
        ("kill -SEGV $$", "ended with signal: 11"),
        (
            "echo \"Traceback (most recent call last):\" >&2; echo \"KeyError: 7\" >&2; exit 1",
            "ended with exit code 1: KeyError: 7",
        ),
        ("echo done", "ended well and left no output"),
        ("echo hello > $2", "wrote rubbish: found"),
        (
            "echo 2 > $2; echo 1 2 >> $2",
            "wrote rubbish: found 1 pairs",
        ),
        ("echo 1 > $2; echo 1 9 >> $2", "wrote rubbish: found"),
        (": > $2", "ended well and left no output"),
    ] {
        let found = match ask(script, LONG) {
            Reply::Refused(_) => "refused".to_owned(),
            Reply::Failed(failure) => failure.to_string(),
            Reply::Answered(answer) => format!("{answer:?}"),
        };
        assert!(found.starts_with(expected), "{script}: {found}");
    }
}

#[test]
fn a_program_that_hangs_is_ended_with_everything_it_started() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mark = folder.path().join("child");
    // The grandchild writes its number and sleeps; it must not outlive the question.
    let child = format!("echo $$ > {}; exec sleep 1000", mark.display());
    let script = format!("sh -c \"{}\" & wait", child.replace('$', "\\$"));
    // Some limit is long enough for it to begin, however busy the machine is.
    let number = [1, 4, 16, 64, 256].into_iter().find_map(|seconds| {
        let limit = Duration::from_secs(seconds);
        let timed_out = Reply::Failed(AnswerFailure::TimedOut(limit));
        assert_eq!(ask(&script, limit), timed_out);
        let number = std::fs::read_to_string(&mark).unwrap_or_default();
        number.trim().parse::<u32>().ok()
    });
    let number = number.expect("it begins");
    let stat = Path::new("/proc").join(number.to_string()).join("stat");
    // Where there are no supervisors, a killed process may still be on its way.
    let gone = (0..3000).any(|_| {
        let stat = std::fs::read_to_string(&stat);
        let is_gone = stat.map_or(true, |text| text.contains(") Z"));
        if !is_gone && !cfg!(target_os = "linux") {
            std::thread::sleep(Duration::from_millis(10));
        }
        is_gone
    });
    assert!(gone, "process {number} outlived its question");
}

#[test]
fn a_missing_program_ends_the_comparison_by_name() {
    let engine = supervised("/no/such/program {in} {out}", LONG);
    let stop = AtomicBool::new(false);
    let desk = Desk::new(&engine, &stop);
    let trouble = desk
        .pair(&four_players(), "")
        .expect_err("nothing to start");
    assert!(matches!(trouble, Trouble::CannotStart { .. }));
    assert!(
        trouble.to_string().contains("/no/such/program"),
        "{trouble}"
    );
}

#[test]
fn being_told_to_stop_ends_the_program_at_once() {
    let engine = engine("sleep 1000", LONG);
    let stop = AtomicBool::new(false);
    let desk = Desk::new(&engine, &stop);
    let trouble = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        desk.pair(&four_players(), "").expect_err("stopped")
    });
    assert!(matches!(trouble, Trouble::Stopped), "{trouble}");
}

/// Each question has a folder of its own; a complaint that names it is the same every time, which
/// shrinking asks for.
#[test]
fn complaints_do_not_name_the_folder() {
    let expected = Reply::Failed(AnswerFailure::Crashed {
        how: "exit code 3".to_owned(),
        said: "cannot read {work}/in.trf".to_owned(),
    });
    assert_eq!(ask("echo cannot read $1 >&2; exit 3", LONG), expected);
}

#[test]
fn a_checker_is_asked_about_the_whole_tournament() {
    let mut engine = engine("exit 2", LONG);
    let stop = AtomicBool::new(false);
    let desk = Desk::new(&engine, &stop);
    assert!(desk.check("012 x\n").expect("nothing is started").is_none());
    let script = "echo \"f: Round #1\"; echo \"f: Round #2\"; \
                  echo \"  Checker pairings\"; echo \"f: Round #3\"; \
                  echo \"No valid pairing exists for round 3.\"";
    let line = CommandLine::parse(&format!("sh -c '{script}' sh {{in}}"));
    engine.check = Some(line.expect("a command"));
    let desk = Desk::new(&engine, &stop);
    let reply = desk
        .check("012 x\n")
        .expect("sh is there")
        .expect("it checks");
    assert_eq!(
        reply,
        Reply::Answered([(1, true), (2, false), (3, false)].into())
    );
}
