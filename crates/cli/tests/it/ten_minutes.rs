//! The book's first chapter, command by command.

use crate::common::{repository, run_with};

const PAGE: &str = include_str!("../../../../docs/src/arbiters/ten-minutes.md");

/// A command of the page, and what the page shows of its output.
fn commands() -> Vec<(String, String)> {
    let blocks = PAGE.split("```console\n").skip(1);
    let blocks = blocks.map(|rest| rest.split("```").next().expect("the end of a block"));
    let runs = blocks.flat_map(|block| block.split("$ edelweiss ").skip(1));
    let parts = runs.map(|run| run.split_once('\n').expect("a command ends its line"));
    parts
        .map(|(command, shown)| (command.to_owned(), shown.to_owned()))
        .collect()
}

/// Whether `shown` is `out`, where lines of `…` stand for any lines.
fn shows(shown: &str, out: &str) -> bool {
    let pieces: Vec<&str> = shown.split("…\n").collect();
    let (first, rest) = pieces.split_first().expect("at least one piece");
    let Some(mut left) = out.strip_prefix(first) else {
        return false;
    };
    for piece in rest {
        let Some(at) = left.find(piece) else {
            return false;
        };
        left = &left[at + piece.len()..];
    }
    rest.last().is_some_and(|piece| piece.is_empty()) || left.is_empty()
}

/// The file with the results of the page's table entered on the boards that the page shows.
fn with_results(file: &str) -> String {
    let row = |start: &str| PAGE.lines().find(|line| line.starts_with(start));
    let row = row("| White |").expect("a table of results");
    let results = row.split('`').skip(1).step_by(2);
    let boards = PAGE.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.first()?.parse::<u8>().ok()?;
        let [white, black] = [words.get(1)?, words.last()?].map(|word| word.parse::<u16>().ok());
        Some((white?, black?))
    });
    let mut entered: Vec<(u16, &str)> = Vec::new();
    for ((white, black), result) in boards.zip(results) {
        let other = match result {
            "1" => "0",
            "0" => "1",
            same => same,
        };
        entered.extend([(white, result), (black, other)]);
    }
    assert_eq!(entered.len(), 18);
    let lines = file.lines().map(|line| {
        let number = line.strip_prefix("001").and_then(|rest| rest.get(..5));
        let number = number.and_then(|number| number.trim().parse::<u16>().ok());
        let result = entered.iter().find(|(player, _)| Some(*player) == number);
        match result {
            Some((_, result)) => format!("{} {result}\n", line.trim_end()),
            None => format!("{line}\n"),
        }
    });
    lines.collect()
}

#[test]
fn the_first_chapter_shows_what_the_program_does() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    std::fs::copy(repository("examples/open.trf"), path("open.trf")).expect("the example");
    let commands = commands();
    assert_eq!(commands.len(), 7);
    for (command, shown) in commands {
        let found = run_with(folder.path(), &command, b"");
        assert_eq!(found.exit, 0, "{command}: {}", found.err);
        assert!(
            shows(&shown, &found.out),
            "{command} prints:\n{}",
            found.out
        );
        if command.ends_with("-o round5.trf") {
            let file = std::fs::read_to_string(path("round5.trf")).expect("the new file");
            std::fs::write(path("round5.trf"), with_results(&file)).expect("can be written");
        }
    }
}

#[test]
fn dots_stand_for_lines_and_for_nothing_else() {
    assert!(shows("a\n…\nc\n", "a\nb\nc\n"));
    assert!(shows("a\n…\n", "a\nb\n"));
    assert!(!shows("a\n", "a\nb\n"));
    assert!(!shows("…\nb\n", "a\nb\nc\n"));
}
