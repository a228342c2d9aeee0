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

#[test]
fn the_first_chapter_shows_what_the_program_does() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for name in ["open.trf", "players.csv"] {
        let example = repository("examples").join(name);
        std::fs::copy(example, folder.path().join(name)).expect("the example");
    }
    let commands = commands();
    assert_eq!(commands.len(), 11);
    for (command, shown) in commands {
        let found = run_with(folder.path(), &command, b"");
        assert_eq!(found.exit, 0, "{command}: {}", found.err);
        assert!(
            shows(&shown, &found.out),
            "{command} prints:\n{}",
            found.out
        );
    }
}

#[test]
fn dots_stand_for_lines_and_for_nothing_else() {
    assert!(shows("a\n…\nc\n", "a\nb\nc\n"));
    assert!(shows("a\n…\n", "a\nb\n"));
    assert!(!shows("a\n", "a\nb\n"));
    assert!(!shows("…\nb\n", "a\nb\nc\n"));
}
