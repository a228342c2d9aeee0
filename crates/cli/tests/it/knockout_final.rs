//! The recipe of a Swiss with a knockout final, as its page has it.

use std::fs;

use crate::common::repository;
use crate::tasks::run;

const PAGE: &str = include_str!("../../../../docs/src/arbiters/knockout-final.md");

/// What stands in the blocks of a language, one after the other.
fn blocks(language: &str) -> String {
    let open = format!("```{language}\n");
    let blocks = PAGE.split(&open).skip(1);
    blocks
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect()
}

#[test]
fn the_recipe_of_a_knockout_final_works_as_it_stands() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let here = folder.path();
    let list = repository("examples").join("players.csv");
    fs::copy(list, here.join("players.csv")).expect("a copy");
    let finalists = blocks("csv");
    fs::write(here.join("final.csv"), &finalists).expect("writable");
    let commands = blocks("sh");
    let commands: Vec<&str> = commands.lines().collect();
    assert_eq!(commands.len(), 16);
    let mut shown = Vec::new();
    for command in commands {
        let command = command.strip_prefix("edelweiss ").expect("our program");
        let (exit, out) = run(here, command);
        assert_eq!(exit, Some(0), "{command}: {out}");
        shown.push((command, out));
    }
    let of = |start: &str| {
        let found = shown.iter().find(|(command, _)| command.starts_with(start));
        &found.expect("a command of the page").1
    };
    // The list has the first four of the Swiss, in their order.
    let standings = of("standings");
    for (place, finalist) in finalists.lines().skip(1).enumerate() {
        let name = finalist.split('"').nth(1).expect("a name");
        let line = standings.lines().find(|line| line.contains(name));
        let rank = line.and_then(|line| line.split_whitespace().next());
        let expected = (place + 1).to_string();
        assert_eq!(rank, Some(&*expected), "{name}: {standings}");
    }
    // The numbers that the page names.
    let made = of("new final.csv");
    for (number, name) in [(1, "Okafor"), (2, "Tanaka"), (3, "Haddad"), (4, "Rossi")] {
        let line = made.lines().find(|line| line.contains(name));
        let line = line.expect("a finalist").trim_start();
        assert!(line.starts_with(&number.to_string()), "{name}: {made}");
    }
    let over = run(here, "result final.trf").1;
    assert!(over.contains("every board has a result"), "{over}");
}
