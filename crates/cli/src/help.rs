//! Help that a first reader gets through: what `-h` says is short, what `--help` says is whole, and no
//! line is longer than the terminal.

use clap::builder::StyledStr;
use clap::{Arg, Command};
use edelweiss::systems::registry::systems;

/// Lines of help are at most so long, however wide the terminal is.
const WIDEST: usize = 100;

/// Options that a first reader does without: `--help` has them, `-h` leaves them out.
const RARE: [&str; 17] = [
    "board_colours",
    "by_federation",
    "encoding",
    "engine",
    "finish",
    "given_bye",
    "ignore_points",
    "open",
    "outcomes",
    "pairings",
    "proof_format",
    "shrink",
    "shrink_each",
    "team_type",
    "tie_break_rules",
    "time_limit",
    "unrated",
];

/// The same grammar, with short help beside the whole one.
pub(crate) fn with_short_help(command: Command) -> Command {
    command
        .max_term_width(WIDEST)
        .mut_subcommands(|command| command.mut_args(short).max_term_width(WIDEST))
}

/// An option that `-h` tells in a clause.
fn short(arg: Arg) -> Arg {
    let is_rare = RARE.contains(&arg.get_id().as_str()) || is_reading(arg.get_id().as_str());
    let arg = arg.hide_short_help(is_rare);
    let Some(whole) = arg.get_help().map(StyledStr::to_string) else {
        return arg;
    };
    if arg.get_long_help().is_some() {
        return arg;
    }
    let clause = first_clause(&whole).to_owned();
    arg.help(clause).long_help(whole)
}

/// Whether an option chooses a reading of a system's text.
fn is_reading(name: &str) -> bool {
    let mut readings = systems().into_iter().flat_map(|row| row.readings);
    readings.any(|reading| reading.name == name)
}

/// A text up to its default and its first semicolon.
fn first_clause(text: &str) -> &str {
    let end = [" [default", "; ", ", where", ", for which"];
    let end = end.iter().filter_map(|mark| text.find(mark)).min();
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_ends_where_the_default_or_a_second_sentence_begins() {
        for (text, clause) in [
            (
                "Edition of the rules [default: 2026]",
                "Edition of the rules",
            ),
            (
                "Where to write it; - is standard output",
                "Where to write it",
            ),
            ("Errors only", "Errors only"),
        ] {
            assert_eq!(first_clause(text), clause);
        }
    }

    #[test]
    fn short_help_is_shorter_and_no_line_is_wider_than_it_may_be() {
        let mut whole = crate::command();
        for command in whole.get_subcommands_mut() {
            let name = command.get_name().to_owned();
            if name == "help" {
                continue;
            }
            let lines = |text: String| -> Vec<String> { text.lines().map(str::to_owned).collect() };
            *command = command.clone().term_width(80);
            let brief = lines(command.render_help().to_string());
            let long = lines(command.render_long_help().to_string());
            assert!(brief.len() < long.len(), "{name}");
            assert!(brief.len() <= 60, "{name}: {} lines", brief.len());
            for line in &brief {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
        }
    }

    #[test]
    fn every_command_has_two_examples_that_are_understood() {
        let mut whole = crate::command();
        let commands: Vec<(String, String)> = (whole.get_subcommands())
            .map(|command| {
                let help = command.get_after_help().map(StyledStr::to_string);
                (command.get_name().to_owned(), help.unwrap_or_default())
            })
            .collect();
        for (name, help) in commands {
            let lines = help
                .lines()
                .filter_map(|line| line.strip_prefix("  edelweiss "));
            let mut own = 0;
            for line in lines {
                assert!(
                    line.chars().count() <= 80 - "  edelweiss ".len(),
                    "{line} is longer than a terminal of 80"
                );
                // What an example is for stands two blanks behind it.
                let words = words(line.split("  ").next().unwrap_or(line));
                own += usize::from(words.first() == Some(&name.clone().into()));
                let understood = crate::understand_by(&mut whole, &words);
                assert!(understood.is_ok(), "{line}: {}", understood.unwrap_err());
            }
            // The second example of `verify` makes what the first one needs.
            assert!(
                own >= if name == "verify" { 1 } else { 2 },
                "{name}: {help}"
            );
        }
    }

    /// The words of a line, some of them in quotes.
    fn words(line: &str) -> Vec<std::ffi::OsString> {
        let mut words = Vec::new();
        for (at, part) in line.split('"').enumerate() {
            if at % 2 == 1 {
                words.push(part.into());
            } else {
                words.extend(part.split_whitespace().map(Into::into));
            }
        }
        words
    }
}
