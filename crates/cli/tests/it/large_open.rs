//! A large open through commands alone, with its troubles: `OPEN_PLAYERS` and `OPEN_ROUNDS` choose another size.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use edelweiss::event::journal::StepJournal;

use crate::common::{program, run};

/// The size, by the environment or as the test has it.
fn size(name: &str, otherwise: usize) -> usize {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

/// An event in a folder, and how many troubles it has had.
struct LargeOpen {
    folder: tempfile::TempDir,
    troubles: usize,
}

impl LargeOpen {
    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn file(&self) -> Vec<u8> {
        fs::read(self.path().join("open.trf")).expect("the file is there")
    }

    /// Does a command, after which the journal is the file.
    fn done(&self, line: &str) -> String {
        let found = run(self.path(), line);
        assert_eq!(found.exit, 0, "{line}: {}", found.err);
        self.agrees(line);
        found.out
    }

    /// The same, as one of the troubles.
    fn trouble(&mut self, line: &str) -> String {
        self.troubles += 1;
        self.done(line)
    }

    /// A command that is refused changes nothing.
    fn refused(&mut self, line: &str, expected: &str) {
        let before = self.file();
        let found = run(self.path(), line);
        assert_eq!(found.exit, 3, "{line}: {}", found.out);
        assert!(found.err.contains(expected), "{line}: {}", found.err);
        assert!(self.file() == before, "{line} changed the file");
        self.troubles += 1;
    }

    /// The state that the journal leads to is the file, byte for byte.
    fn agrees(&self, after: &str) {
        let Ok(bytes) = fs::read(self.path().join("open.trf.journal")) else {
            return;
        };
        let journal = StepJournal::parse(&bytes).expect("a journal");
        let current = journal.current().expect("a step");
        let state = journal.state(current).expect("a state");
        assert!(
            state == self.file(),
            "after {after}: the journal leads elsewhere"
        );
    }

    /// Boards of the last round that have no result, with White's number and Black's.
    fn boards(&self) -> Vec<[u32; 3]> {
        let shown = self.done("result open.trf");
        let number = |text: &str| text.split(' ').next().and_then(|word| word.parse().ok());
        shown
            .lines()
            .skip(1)
            .filter_map(|line| {
                let (board, pair) = line.trim().split_once("  ")?;
                let (white, black) = pair.split_once(" – ")?;
                Some([board.parse().ok()?, number(white)?, number(black)?])
            })
            .collect()
    }

    /// The results of a round as a table, but for the last two boards, which two arbiters enter at once, and a
    /// command that is killed and given again.
    fn play(&mut self, round: usize) {
        let boards = self.boards();
        let (others, last) = boards.split_last_chunk::<2>().expect("two boards");
        let mut table = "board;result\n".to_owned();
        for [board, white, black] in others {
            let result = match (*white as usize * 7 + *black as usize * 3 + round) % 10 {
                0..3 => "½",
                3 => "1-0F",
                4..7 => "1-0",
                _ => "0-1",
            };
            writeln!(table, "{board};{result}").expect("a string grows");
        }
        fs::write(self.path().join("results.csv"), table).expect("writable");
        let mut killed = self.spawn(&["result", "open.trf", "-q", "--csv", "results.csv"]);
        std::thread::sleep(std::time::Duration::from_millis(7 * round as u64));
        killed.kill().expect("its own child");
        killed.wait().expect("it ends");
        self.troubles += 1;
        self.done("result open.trf -q --csv results.csv");
        let at_once = last
            .map(|[board, ..]| self.spawn(&["result", "open.trf", "-q", &board.to_string(), "="]));
        for mut child in at_once {
            assert!(child.wait().expect("it ends").success());
        }
        self.troubles += 1;
        self.agrees("two arbiters");
        assert!(self.boards().is_empty(), "round {round} is entered");
    }

    fn spawn(&self, words: &[&str]) -> std::process::Child {
        program()
            .args(words)
            .current_dir(self.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts")
    }
}

#[test]
fn an_open_of_600_players_goes_through_all_its_troubles() {
    let (players, rounds) = (size("OPEN_PLAYERS", 600), size("OPEN_ROUNDS", 9));
    let mut open = LargeOpen {
        folder: tempfile::tempdir().expect("a folder for the test"),
        troubles: 0,
    };
    let mut list = "Name;Rating;Club\n".to_owned();
    for place in 0..players {
        writeln!(
            list,
            "Player {place:03};{};Club{}",
            2700 - 2 * place,
            place % 40
        )
        .expect("a string grows");
    }
    fs::write(open.path().join("players.csv"), list).expect("writable");
    open.done(&format!("new players.csv -o open.trf --rounds {rounds} -q"));
    open.refused("result open.trf 1 1-0", "no round has been paired");
    open.trouble("forbid open.trf --club Club7 --until 3 -q");
    for round in 1..=rounds {
        if round <= 3 {
            open.trouble(&format!(
                "player open.trf --add Late{round} --rating {} -q",
                2000 + round
            ));
        }
        open.trouble(&format!("bye open.trf {}=H -q", 20 + round));
        open.trouble(&format!("withdraw open.trf {} -q", 40 + round));
        if round > 1 {
            // A wrong result is found, and a bye is asked for somebody who has left.
            open.trouble(&format!("result open.trf -q --round {} 3 0-1", round - 1));
            open.refused(&format!("bye open.trf {}=H", 40 + round - 1), "absent");
        }
        open.done("pair open.trf --write -q");
        if round == 4 {
            // An appeal: the round is taken back, a result of the one before is another, and it is paired again.
            open.trouble("undo open.trf -q");
            open.trouble(&format!("result open.trf -q --round {} 2 ½", round - 1));
            open.done("pair open.trf --write -q");
        }
        open.refused("result open.trf 9999 1-0", "board 9999");
        open.play(round);
    }
    assert!(open.troubles >= 40, "{} troubles", open.troubles);
    open.done("standings open.trf");
    open.done("lists open.trf boards standings cross-table -o lists.html");
    // What is corrected after later rounds were paired is the only thing that `check` may find.
    let check = run(open.path(), "check open.trf");
    assert!([0, 1].contains(&check.exit), "{}", check.err);
    for round in [1, rounds] {
        assert!(
            check.out.contains(&format!("round {round}: equal")),
            "{}",
            check.out
        );
    }
    // Back to the list, and forward again.
    let last = open.file();
    let steps = open.done("log open.trf").lines().count();
    open.done("undo open.trf --to 0 -q");
    open.refused("result open.trf", "no round has been paired");
    open.done(&format!("undo open.trf --to {steps} -q"));
    assert!(open.file() == last, "forward again");
}
