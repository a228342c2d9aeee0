//! Programs that answer, refuse, crash, hang and babble, each a few lines of shell.
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use edelweiss::model::{Player, Tournament, TournamentData, Tpn};
use edelweiss_compare::engine::{AnswerFailure, CommandLine, Desk, PairingProgram, Reply, Trouble};

fn four_players() -> Tournament {
    let mut data = TournamentData::default();
    for number in 1..=4 {
        data.players
            .push(Player::new(Tpn::new(number).expect("small")));
    }
    data.build().expect("nothing contradicts")
}

fn engine(script: &str, limit: Duration) -> PairingProgram {
    let line = CommandLine::parse(&format!("sh -c '{script}' sh {{in}} {{out}}"));
    PairingProgram::custom(line.expect("a command"), limit)
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
    let script = format!("(echo $$ > {}; exec sleep 1000) & wait", mark.display());
    let reply = ask(&script, Duration::from_secs(2));
    assert_eq!(
        reply,
        Reply::Failed(AnswerFailure::TimedOut(Duration::from_secs(2)))
    );
    let stat = |number: &str| Path::new("/proc").join(number).join("stat");
    if let Ok(number) = std::fs::read_to_string(&mark)
        && Path::new("/proc/self").exists()
    {
        // Gone, or a zombie that nobody has asked for yet.
        let gone = (0..500).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            std::fs::read_to_string(stat(number.trim())).map_or(true, |text| text.contains(") Z"))
        });
        assert!(gone, "process {number} outlived its question");
    }
}

#[test]
fn a_missing_program_ends_the_comparison_by_name() {
    let line = CommandLine::parse("/no/such/program {in} {out}").expect("a command");
    let engine = PairingProgram::custom(line, LONG);
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
