//! Command lines: words of the grammars.

use std::sync::OnceLock;

use super::super::Bytes;
use super::change_bytes;

/// The lines of the grammars that are not our own, a word each for what is in the place of a file or number.
const DROP_IN: [&str; 13] = [
    "-r",
    "--dutch IN -p",
    "--dutch-2017 IN -p OUT -l",
    "-r --burstein IN -c -l LIST",
    "--dutch IN -g -o OUT -s 7",
    "--dutch -g CFG -o OUT",
    "-r --burstein -g -o OUT -l",
    "IN -p",
    "IN -p OUT -b -l LIST",
    "IN -c 3 -l --javafo-exit",
    "IN -c -b -w",
    "-g 12 -o OUT -b",
    "-g CFG -o OUT -q 3",
];
/// What may stand where an option takes any text.
const TEXTS: [&str; 16] = [
    "a.trf",
    "d/b.trf",
    "-",
    "out",
    "1-2=white",
    "1-2=draw",
    "PTS,BH,SB",
    "1-2",
    "players",
    "12=1400",
    "9..20",
    "0",
    "18446744073709551616",
    "",
    "é",
    "1.5",
];
/// What may stand where it takes a number.
const NUMBERS: [&str; 8] = ["1", "2", "3", "7", "17", "9999", "0", "10000"];

/// How the grammar calls values that are numbers.
const NUMBER_NAMES: [&str; 5] = ["N", "NUMBER", "COUNT", "SEARCHES", "S"];

/// A subcommand of our own grammar.
struct SubGrammar {
    name: String,
    /// How many files it takes.
    files: usize,
    options: Vec<OptionWords>,
}

/// An option, and what it takes.
struct OptionWords {
    word: String,
    takes: Takes,
    is_required: bool,
}

enum Takes {
    Nothing,
    OneOf(Vec<String>),
    /// So many numbers.
    Numbers(usize),
    Text,
}

/// What our own grammar says of itself.
fn grammar() -> &'static [SubGrammar] {
    static GRAMMAR: OnceLock<Vec<SubGrammar>> = OnceLock::new();
    GRAMMAR.get_or_init(|| {
        let mut own = edelweiss_cli::command();
        own.build();
        own.get_subcommands().map(SubGrammar::of).collect()
    })
}

impl SubGrammar {
    fn of(own: &clap::Command) -> Self {
        let named = own.get_arguments().filter_map(|arg| {
            if matches!(arg.get_id().as_str(), "help" | "version") {
                return None;
            }
            let word = match (arg.get_long(), arg.get_short()) {
                (Some(long), _) => format!("--{long}"),
                (None, Some(short)) => format!("-{short}"),
                (None, None) => return None,
            };
            let values: Vec<String> = (arg.get_possible_values().iter())
                .map(|value| value.get_name().to_owned())
                .collect();
            let names = arg.get_value_names().unwrap_or_default();
            let is_number = |name: &clap::builder::Str| NUMBER_NAMES.contains(&name.as_str());
            let takes = if !arg.get_action().takes_values() {
                Takes::Nothing
            } else if !values.is_empty() {
                Takes::OneOf(values)
            } else if names.iter().all(is_number) {
                Takes::Numbers(names.len())
            } else {
                Takes::Text
            };
            Some(OptionWords {
                word,
                takes,
                is_required: arg.is_required_set(),
            })
        });
        Self {
            name: own.get_name().to_owned(),
            files: own.get_positionals().count(),
            options: named.collect(),
        }
    }

    /// An option that the line does not have yet.
    fn option(&self, line: &[String], bytes: &mut Bytes<'_>) -> Vec<String> {
        let option = self.options.get(bytes.below(self.options.len()));
        let option = option.filter(|option| !line.contains(&option.word));
        option.map_or_else(Vec::new, |option| option.words(bytes))
    }

    /// A line with up to three options.
    fn line(&self, bytes: &mut Bytes<'_>) -> Vec<String> {
        let mut words = vec![self.name.clone()];
        words.extend((0..self.files).map(|index| format!("{index}.trf")));
        for required in self.options.iter().filter(|option| option.is_required) {
            words.extend(required.words(bytes));
        }
        for _ in 0..bytes.below(4) {
            words.extend(self.option(&words, bytes));
        }
        words
    }
}

impl OptionWords {
    fn words(&self, bytes: &mut Bytes<'_>) -> Vec<String> {
        let mut words = vec![self.word.clone()];
        match &self.takes {
            Takes::Nothing => {}
            Takes::OneOf(values) => words.push(values[bytes.below(values.len())].clone()),
            Takes::Numbers(n) => words.extend((0..*n).map(|_| bytes.pick(&NUMBERS).to_owned())),
            Takes::Text => words.push(bytes.pick(&TEXTS).to_owned()),
        }
        words
    }
}

pub(super) fn changed(line: &[u8], bytes: &mut Bytes<'_>) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(line) else {
        let mut line = line.to_vec();
        change_bytes(&mut line, bytes);
        return line;
    };
    let mut words: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let subcommands: Vec<&SubGrammar> = (grammar().iter())
        .filter(|own| own.name != "help")
        .collect();
    let own = subcommands.iter().find(|own| own.name == words[0]);
    let at = bytes.below(words.len());
    match (bytes.below(20), own) {
        (0..=2, _) => words = bytes.pick(&subcommands).line(bytes),
        (4..=13, Some(own)) => words.extend(own.option(&words, bytes)),
        (3, _) | (4..=13, None) => words = drop_in(bytes),
        (14, _) => bytes.pick(&TEXTS).clone_into(&mut words[at]),
        (15, _) => bytes.pick(&NUMBERS).clone_into(&mut words[at]),
        (16, _) => drop(words.remove(at)),
        (17, _) => {
            let to = bytes.below(words.len());
            words.swap(at, to);
        }
        (18, _) => words.insert(at, words[at].clone()),
        (_, _) => {
            let mut line = line.to_vec();
            change_bytes(&mut line, bytes);
            return line;
        }
    }
    words.join("\n").into_bytes()
}

/// A line of another grammar, perhaps with other files and numbers.
fn drop_in(bytes: &mut Bytes<'_>) -> Vec<String> {
    let line = bytes.pick(&DROP_IN).split(' ');
    let word = |word: &str| match word {
        "IN" | "OUT" | "LIST" | "CFG" if bytes.one_in(2) => bytes.pick(&TEXTS).to_owned(),
        _ => word.to_owned(),
    };
    line.map(word).collect()
}
