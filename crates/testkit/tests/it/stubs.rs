//! What the bindings declare of systems and options is written from the same rows and structs as the help of the
//! program: `bindings/wasm/package/index.d.ts` and the functions of Python that ask a question (`_ask.py` and
//! `_event.py`).
//!
//! `BLESS=1 cargo test -p edelweiss-testkit --test it stubs` (or `just bless`) writes both anew; without it a stale
//! file is an error. What stands outside of the marks, and docstrings, are written by hand; `_native.pyi` names no
//! option and no system.

use std::any::TypeId;
use std::fs;

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Args, Command, ValueEnum};
use edelweiss_answers::calls::{FileOptions, QUESTIONS};
use edelweiss_answers::generate::GenerateFormat;
use edelweiss_answers::proof::VerifyOptions;
use edelweiss_answers::system::{SystemName, Year};

use crate::sources::crates;

/// The types of options that are neither a flag, a number nor one of some words: by name, in TypeScript and in
/// Python, where they are written otherwise than as a text.
const SHAPES: [(&str, &str, &str); 9] = [
    ("open", "OpenGames | OpenGames[]", "Wishes"),
    ("pairs", "string", "Union[str, Sequence[Sequence[int]]]"),
    ("players", AMOUNT, "Amount"),
    ("rounds", AMOUNT, "Amount"),
    ("seed", "number", "int"),
    ("step", "object", "Dict[str, Any]"),
    ("tie-breaks", "string", "Union[str, Sequence[str]]"),
    (
        "unrated",
        "number | string | (number | string)[]",
        "Ratings",
    ),
    (
        "why-not",
        "`${number}-${number}`[]",
        "Sequence[Tuple[int, int]]",
    ),
];

const AMOUNT: &str = "number | `${number}..${number}`";

/// What Python makes of an option before it is asked.
const CHANGED: [(&str, &str); 2] = [
    ("tie_breaks", "listed(tie_breaks)"),
    (
        "why_not",
        "None if why_not is None else [f\"{a}-{b}\" for a, b in why_not]",
    ),
];

/// The options of a question, as it declares them; `verify`, which has two files, has a function of its own.
fn options_of(question: &str) -> Vec<Arg> {
    let command = Command::new("edelweiss");
    let declared = match QUESTIONS.iter().find(|known| known.name == question) {
        Some(known) => (known.options)(command),
        None if question == "verify" => VerifyOptions::augment_args(command),
        None => panic!("there is no question {question}"),
    };
    declared.get_arguments().cloned().collect()
}

/// As options of JSON have it.
fn name(option: &Arg) -> &str {
    option.get_long().unwrap_or(option.get_id().as_str())
}

fn is_flag(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::SetTrue)
}

fn is_repeated(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::Append)
}

fn is_number(option: &Arg) -> bool {
    let numbers = [
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
    ];
    numbers
        .iter()
        .any(|number| option.get_value_parser().type_id() == *number)
}

fn is<T: 'static>(option: &Arg) -> bool {
    option.get_value_parser().type_id() == TypeId::of::<T>()
}

fn shape(option: &Arg) -> Option<&'static (&'static str, &'static str, &'static str)> {
    // The rounds of a new event are a number; where they are drawn, they may be a range.
    let named = SHAPES.iter().find(|(known, ..)| *known == name(option));
    named.filter(|_| !is_number(option))
}

fn words(values: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = values
        .into_iter()
        .map(|value| format!("\"{}\"", value.as_ref()));
    quoted.collect::<Vec<_>>().join(" | ")
}

/// The type of an option in TypeScript.
fn in_typescript(option: &Arg) -> String {
    if is_flag(option) {
        return "boolean".to_owned();
    }
    if let Some((_, shape, _)) = shape(option) {
        return (*shape).to_owned();
    }
    let values = option.get_possible_values();
    let one = if is::<SystemName>(option) {
        "System".to_owned()
    } else if is::<Year>(option) {
        "Edition | `${Edition}`".to_owned()
    } else if !values.is_empty() {
        words(values.iter().map(PossibleValue::get_name))
    } else if is_number(option) {
        "number".to_owned()
    } else {
        "string".to_owned()
    };
    match is_repeated(option) {
        true if one.contains(' ') => format!("({one})[]"),
        true => format!("{one}[]"),
        false => one,
    }
}

/// The type of an option in Python.
fn in_python(option: &Arg) -> String {
    if is_flag(option) {
        return "bool".to_owned();
    }
    if let Some((.., shape)) = shape(option) {
        return (*shape).to_owned();
    }
    let one = if is::<Year>(option) {
        "Edition"
    } else if is_number(option) {
        "int"
    } else {
        "str"
    };
    if is_repeated(option) {
        format!("Sequence[{one}]")
    } else {
        one.to_owned()
    }
}

/// The help of an option, without what only a command line has.
fn about(option: &Arg) -> String {
    let help = option
        .get_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = help.replace("; may be given again", "");
    match help.find("; several times for several") {
        None => help,
        Some(start) => {
            let end = help[start..]
                .find(" [")
                .map_or(help.len(), |end| start + end);
            format!("{}{}", &help[..start], &help[end..])
        }
    }
}

/// The lines between `// <declared>` and `// </declared>` of `index.d.ts`.
fn typescript() -> String {
    let systems = SystemName::all();
    let systems = systems.into_iter().map(|(name, _)| name.as_str());
    let years = Year::all().into_iter();
    let years: Vec<String> = years.map(|(year, _)| u16::from(year).to_string()).collect();
    let file = FileOptions::augment_args(Command::new("edelweiss"));
    let file: Vec<Arg> = file.get_arguments().cloned().collect();
    // Which the npm package does not have.
    let has = |name: &&str| *name != "formulate";
    let questions = QUESTIONS.iter().map(|known| known.name).filter(has);
    let of_question = |question: &str| {
        let (first, rest) = question.split_at(1);
        let name = format!("{}{rest}Options", first.to_uppercase());
        let mut options = options_of(question);
        // The list of variants is an argument of its own.
        options.retain(|option| option.get_id() != "variants");
        let formats = match question {
            "generate" => generated_formats(),
            _ => Vec::new(),
        };
        interface(&name, " extends FileOptions", &options, &formats)
    };
    let mut parts = vec![
        format!(
            "export type System = {};\nexport type Edition = {};\n",
            words(systems),
            years.join(" | ")
        ),
        interface("FileOptions", "", &file, &[]),
    ];
    parts.extend(questions.chain(["verify"]).map(of_question));
    parts.join("\n")
}

/// The other questions have a function for each format.
fn generated_formats() -> Vec<String> {
    let formats = GenerateFormat::value_variants().iter();
    let values = formats.filter_map(ValueEnum::to_possible_value);
    values.map(|value| value.get_name().to_owned()).collect()
}

fn interface(name: &str, extends: &str, options: &[Arg], formats: &[String]) -> String {
    let field = |option: &Arg| {
        let key = match self::name(option) {
            name if name.contains('-') => format!("\"{name}\""),
            name => name.to_owned(),
        };
        let (about, shape) = (about(option), in_typescript(option));
        format!("  /** {about} */\n  {key}?: {shape};\n")
    };
    let mut fields: Vec<String> = options.iter().map(field).collect();
    if !formats.is_empty() {
        fields.push(format!("  format?: {};\n", words(formats)));
    }
    format!(
        "export interface {name}{extends} {{\n{}}}\n",
        fields.concat()
    )
}

/// The functions of Python: module, name, arguments before the options, question, options that may be given by place,
/// options that it does not have, arguments behind the options, and the format where it can be said.
struct AskingFunction {
    module: &'static str,
    name: &'static str,
    given: &'static [&'static str],
    question: &'static str,
    by_place: &'static [&'static str],
    without: &'static [&'static str],
    behind: &'static [&'static str],
    format: Option<&'static str>,
}

const TOURNAMENT: &str = "tournament: Tournament";

/// What is asked of a tournament, and what of an event from its list to its report.
const ASK: &str = "_ask.py";
const EVENT: &str = "_event.py";

const FUNCTIONS: [AskingFunction; 20] = [
    AskingFunction {
        by_place: &["rules", "round"],
        ..AskingFunction::of("pair", "pair")
    },
    AskingFunction {
        given: &["tournaments: Iterable[Tournament]"],
        by_place: &["rules"],
        without: &[
            "round",
            "after-round",
            "given-bye",
            "absent",
            "forbid",
            "bye",
            "seat",
            "line-ups",
            "default-line-ups",
            "any-order",
        ],
        ..AskingFunction::of("pair_many", "pair")
    },
    AskingFunction {
        by_place: &["rules", "round"],
        ..AskingFunction::of("with_round", "pair")
    },
    AskingFunction {
        by_place: &["rules", "round"],
        ..AskingFunction::of("check", "check")
    },
    AskingFunction {
        by_place: &["tie-breaks", "after-round"],
        ..AskingFunction::of("standings", "standings")
    },
    AskingFunction {
        by_place: &["tie-breaks"],
        without: &["after-round", "why"],
        ..AskingFunction::of("with_ranks", "standings")
    },
    AskingFunction {
        by_place: &["rules", "round", "language"],
        format: Some("text"),
        ..AskingFunction::of("explain", "explain")
    },
    AskingFunction {
        by_place: &["pairs", "rules", "round", "language"],
        format: Some("text"),
        ..AskingFunction::of("judge", "judge")
    },
    AskingFunction {
        by_place: &["rules", "language"],
        format: Some("text"),
        ..AskingFunction::of("preview", "preview")
    },
    AskingFunction {
        given: &[TOURNAMENT, "variants: Sequence[str]"],
        by_place: &["rules", "round"],
        ..AskingFunction::of("variants", "variants")
    },
    AskingFunction {
        by_place: &["editions", "round"],
        ..AskingFunction::of("editions", "editions")
    },
    AskingFunction {
        by_place: &["rules", "round"],
        ..AskingFunction::of("prove", "prove")
    },
    AskingFunction {
        given: &[TOURNAMENT, "formulation: Union[str, bytes]"],
        by_place: &["round"],
        without: &["formulation"],
        ..AskingFunction::of("formulate", "formulate")
    },
    AskingFunction {
        given: &[TOURNAMENT, "formulation: Union[str, bytes]"],
        by_place: &["bracket"],
        without: &["formulation"],
        format: Some("lp"),
        ..AskingFunction::of("formulation_problem", "formulate")
    },
    AskingFunction {
        given: &[TOURNAMENT, "proof: Union[str, bytes]"],
        by_place: &["round"],
        ..AskingFunction::of("verify", "verify")
    },
    AskingFunction {
        module: EVENT,
        given: &["players: Union[str, bytes]"],
        by_place: &["rounds", "name"],
        behind: &["file: str = \"the list\"", "encoding: Optional[str] = None"],
        ..AskingFunction::of("new", "new")
    },
    AskingFunction {
        module: EVENT,
        by_place: &["round"],
        ..AskingFunction::of("state", "state")
    },
    AskingFunction {
        module: EVENT,
        format: Some("trf26"),
        ..AskingFunction::of("report", "report")
    },
    AskingFunction {
        module: EVENT,
        by_place: &["lists", "round", "prizes", "language"],
        format: Some("text"),
        ..AskingFunction::of("lists", "lists")
    },
    AskingFunction {
        module: EVENT,
        by_place: &["lists", "round", "prizes", "language"],
        without: &["paper", "large"],
        ..AskingFunction::of("workbook", "lists")
    },
];

impl AskingFunction {
    const fn of(name: &'static str, question: &'static str) -> Self {
        Self {
            module: ASK,
            name,
            given: &[TOURNAMENT],
            question,
            by_place: &[],
            without: &[],
            behind: &[],
            format: None,
        }
    }

    /// Its arguments, and the lines of its `options`.
    fn written(&self) -> (String, String) {
        let declared = options_of(self.question);
        let argument = |option: &Arg| name(option).replace('-', "_");
        let mut arguments: Vec<String> =
            self.given.iter().map(|given| (*given).to_owned()).collect();
        let mut options = Vec::new();
        let mut add = |option: &Arg, arguments: &mut Vec<String>| {
            let name = argument(option);
            arguments.push(format!("{name}: Optional[{}] = None", in_python(option)));
            let changed = CHANGED.iter().find(|(known, _)| *known == name);
            let value = changed.map_or(name.as_str(), |(_, value)| value);
            options.push(format!("\"{name}\": {value}"));
        };
        for place in self.by_place {
            let option = declared.iter().find(|option| name(option) == *place);
            let option =
                option.unwrap_or_else(|| panic!("{} has no option {place}", self.question));
            add(option, &mut arguments);
        }
        if let Some(format) = self.format {
            arguments.push(format!("format: str = \"{format}\""));
        }
        let places = arguments.len();
        for option in &declared {
            let name = name(option);
            if name != "variants" && !self.by_place.contains(&name) && !self.without.contains(&name)
            {
                add(option, &mut arguments);
            }
        }
        arguments.extend(self.behind.iter().map(|argument| (*argument).to_owned()));
        if arguments.len() > places {
            arguments.insert(places, "*".to_owned());
        }
        if self.format.is_some() {
            options.push("\"format\": format".to_owned());
        }
        if self.question == "variants" {
            options.push("\"variants\": list(variants)".to_owned());
        }
        (lines(&arguments, "    "), lines(&options, "        "))
    }

    /// The module with what it declares of this function written anew.
    fn refreshed(&self, module: &str) -> String {
        let start = module.find(&format!("\ndef {}(\n", self.name));
        let start = start.unwrap_or_else(|| panic!("no function {}", self.name)) + 1;
        let end = module[start..]
            .find("\n\n\n")
            .map_or(module.len(), |end| start + end);
        let (arguments, options) = self.written();
        let body = between(&module[start..end], "(\n", ") -> ", &arguments);
        let body = between(&body, "    options = {\n", "    }\n", &options);
        format!("{}{body}{}", &module[..start], &module[end..])
    }
}

fn lines(items: &[String], indent: &str) -> String {
    let lines: Vec<String> = items
        .iter()
        .map(|item| format!("{indent}{item},\n"))
        .collect();
    lines.concat()
}

/// The text with what is between the two marks replaced.
fn between(text: &str, from: &str, to: &str, what: &str) -> String {
    let start = text
        .find(from)
        .unwrap_or_else(|| panic!("no {from:?} in {text}"))
        + from.len();
    let end = start
        + text[start..]
            .find(to)
            .unwrap_or_else(|| panic!("no {to:?} in {text}"));
    format!("{}{what}{}", &text[..start], &text[end..])
}

/// Compares, or writes where `BLESS` asks for it.
fn holds(path: &str, fresh: impl Fn(&str) -> String) {
    let file = crates().join("..").join(path);
    let text = fs::read_to_string(&file)
        .expect("it is there")
        .replace("\r\n", "\n");
    let fresh = fresh(&text);
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::write(&file, fresh).expect("it can be written");
        return;
    }
    assert!(
        text == fresh,
        "{path} is stale: run BLESS=1 cargo test -p edelweiss-testkit --test it stubs"
    );
}

#[test]
fn typescript_has_the_options_and_systems_that_are_declared() {
    let (from, to) = ("// <declared>\n", "// </declared>");
    holds("bindings/wasm/package/index.d.ts", |text| {
        between(text, from, to, &typescript())
    });
}

#[test]
fn python_has_the_options_that_are_declared() {
    for module in [ASK, EVENT] {
        holds(
            &format!("bindings/python/python/edelweiss/{module}"),
            |text| {
                let functions = FUNCTIONS
                    .iter()
                    .filter(|function| function.module == module);
                functions.fold(text.to_owned(), |text, function| function.refreshed(&text))
            },
        );
    }
}
