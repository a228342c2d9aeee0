//! Turns the languages of `locales` into Rust: a file is a language, and its name is the code of it.
//!
//! Every message of the first language must be in every other one, with the same variables, so what is
//! missing fails here, with the file and the message; what a caller forgets or nobody asks for, the
//! compiler finds. Of Fluent there is what these files need: text, variables, texts in quotes, and
//! choices by a word or a number. Plural categories are none of it, as their rules are another library's.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::parser;
use fluent_syntax::unicode::unescape_unicode_to_string;

/// The language in which the tables of the editions say what a criterion counts.
const LANGUAGE_OF_TABLES: &str = "en";

/// What messages begin with that say so in the other languages.
const CRITERION: &str = "criterion-";

/// Words that Fluent understands as plural categories where a number decides.
const PLURALS: [&str; 5] = ["zero", "one", "two", "few", "many"];

/// The messages of a language by their names.
type Messages<'a> = BTreeMap<&'a str, Pattern<&'a str>>;

fn main() {
    println!("cargo::rerun-if-changed=locales");
    let folder =
        Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo says it")).join("locales");
    let mut files: Vec<(String, String)> = fs::read_dir(&folder)
        .expect("part of the package")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ftl"))
        .map(|path| {
            let code = path.file_stem().expect("a name").to_string_lossy();
            (
                code.into_owned(),
                fs::read_to_string(&path).expect("a text"),
            )
        })
        .collect();
    // English first, as the default of options.
    files.sort_by_key(|(code, _)| (code != LANGUAGE_OF_TABLES, code.clone()));
    let files: Vec<(&str, &str)> = (files.iter())
        .map(|(code, text)| (&**code, &**text))
        .collect();
    let made = catalogue(&files).unwrap_or_else(|wrong| panic!("{wrong}"));
    let path = Path::new(&env::var_os("OUT_DIR").expect("cargo says it")).join("catalogue.rs");
    fs::write(path, made).expect("the folder of this build");
}

/// The module for these languages, each a code and a file.
///
/// # Errors
/// Files that are not Fluent, or more of it than is understood; a language that lacks a message or a
/// variable of the first one, or has one more.
pub(crate) fn catalogue(files: &[(&str, &str)]) -> Result<String, String> {
    let mut languages = Vec::new();
    for (code, text) in files {
        languages.push((*code, messages(code, text)?));
    }
    let (first, known) = languages.first().ok_or("there is no language")?;
    let mut variables = BTreeMap::new();
    for (id, pattern) in known {
        if !id.starts_with(CRITERION) {
            variables.insert(
                *id,
                variables_of(pattern).map_err(|wrong| place(first, id, &wrong))?,
            );
        }
    }
    for (code, found) in &languages[1..] {
        check_same(code, found, &variables)?;
    }
    let mut out = String::new();
    let codes: Vec<&str> = files.iter().map(|(code, _)| *code).collect();
    let _ = writeln!(
        out,
        "/// The codes of the languages.\npub(super) const CODES: &[&str] = &{codes:?};\n"
    );
    add_criteria(&mut out, &languages)?;
    add_words(&mut out, &languages, &variables)?;
    add_messages(&mut out, &languages, &variables)?;
    Ok(out)
}

fn place(code: &str, id: &str, wrong: &str) -> String {
    format!("locales/{code}.ftl: {id}: {wrong}")
}

/// The messages of a file.
fn messages<'a>(code: &str, text: &'a str) -> Result<Messages<'a>, String> {
    let resource = parser::parse(text).map_err(|(_, errors)| {
        let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
        let errors = errors
            .iter()
            .map(|error| format!("{}: {error}", line(error.pos.start)));
        format!(
            "locales/{code}.ftl:{}",
            errors.collect::<Vec<_>>().join("; ")
        )
    })?;
    let mut found = Messages::new();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let id = message.id.name;
                let (Some(value), []) = (message.value, &*message.attributes) else {
                    return Err(place(code, id, "expected a text, and no attributes"));
                };
                if found.insert(id, value).is_some() {
                    return Err(place(code, id, "it is there twice"));
                }
            }
            Entry::Term(term) => return Err(place(code, term.id.name, "terms are not understood")),
            _ => {}
        }
    }
    Ok(found)
}

/// That a language has the messages and variables of the first one.
fn check_same(
    code: &str,
    found: &Messages<'_>,
    expected: &BTreeMap<&str, BTreeSet<&str>>,
) -> Result<(), String> {
    for (id, variables) in expected {
        let Some(pattern) = found.get(id) else {
            return Err(place(code, id, "the message is missing"));
        };
        let has = variables_of(pattern).map_err(|wrong| place(code, id, &wrong))?;
        if has != *variables {
            let wrong = format!("found the variables {has:?}, expected {variables:?}");
            return Err(place(code, id, &wrong));
        }
    }
    let mut others = found
        .keys()
        .filter(|id| !id.starts_with(CRITERION) && !expected.contains_key(*id));
    match others.next() {
        Some(id) => Err(place(code, id, "no other language has this message")),
        None => Ok(()),
    }
}

/// The variables of a pattern, those of its choices included.
fn variables_of<'a>(pattern: &Pattern<&'a str>) -> Result<BTreeSet<&'a str>, String> {
    let mut found = BTreeSet::new();
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else {
            continue;
        };
        match expression {
            Expression::Inline(InlineExpression::StringLiteral { .. }) => {}
            Expression::Inline(InlineExpression::VariableReference { id })
            | Expression::Select {
                selector: InlineExpression::VariableReference { id },
                ..
            } => {
                found.insert(id.name);
            }
            _ => {
                return Err(
                    "expected a variable, a text in quotes, or a choice by a variable".to_owned(),
                );
            }
        }
        if let Expression::Select { variants, .. } = expression {
            for variant in variants {
                key_of(variant)?;
                found.extend(variables_of(&variant.value)?);
            }
        }
    }
    Ok(found)
}

/// The word or number by which a variant is chosen.
fn key_of<'a>(variant: &Variant<&'a str>) -> Result<&'a str, String> {
    let (VariantKey::Identifier { name: key } | VariantKey::NumberLiteral { value: key }) =
        variant.key;
    if PLURALS.contains(&key) {
        return Err(format!(
            "[{key}] is a plural category, which is not understood; a number is, as [1]"
        ));
    }
    Ok(key)
}

/// The text of a pattern without variables.
fn text_of(pattern: &Pattern<&str>) -> String {
    let mut out = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => out.push_str(value),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::StringLiteral { value }),
            } => out.push_str(&unescape_unicode_to_string(value)),
            PatternElement::Placeable { .. } => {}
        }
    }
    out
}

/// What criteria count, in the languages that say it beside the tables.
fn add_criteria(out: &mut String, languages: &[(&str, Messages<'_>)]) -> Result<(), String> {
    out.push_str(
        "/// What criteria count, by the words of their tables; a list for each language.\n",
    );
    out.push_str("pub(super) const CRITERIA: &[&[(&str, &str)]] = &[\n");
    for (code, found) in languages {
        out.push_str("&[\n");
        for (id, pattern) in found {
            let Some(words) = id.strip_prefix(CRITERION) else {
                continue;
            };
            if !variables_of(pattern)
                .map_err(|wrong| place(code, id, &wrong))?
                .is_empty()
            {
                return Err(place(code, id, "expected no variables"));
            }
            let _ = writeln!(out, "({words:?}, {:?}),", text_of(pattern));
        }
        out.push_str("],\n");
    }
    out.push_str("];\n\n");
    Ok(())
}

/// Messages without variables.
fn add_words(
    out: &mut String,
    languages: &[(&str, Messages<'_>)],
    variables: &BTreeMap<&str, BTreeSet<&str>>,
) -> Result<(), String> {
    let fixed: Vec<&str> = (variables.iter())
        .filter(|(_, variables)| variables.is_empty())
        .map(|(id, _)| *id)
        .collect();
    out.push_str("/// What is said without names and numbers.\n");
    out.push_str("#[derive(Clone, Copy, Debug)]\npub(super) enum Phrase {\n");
    for id in &fixed {
        let _ = writeln!(out, "{},", camel(id)?);
    }
    out.push_str("}\n\nimpl Phrase {\n/// In the language of that place.\n");
    out.push_str("pub(super) fn text(self, language: usize) -> &'static str {\nPHRASES[language][self as usize]\n}\n}\n\n");
    let _ = writeln!(
        out,
        "const PHRASES: [[&str; {}]; {}] = [",
        fixed.len(),
        languages.len()
    );
    for (_, found) in languages {
        let texts: Vec<String> = fixed.iter().map(|id| text_of(&found[id])).collect();
        let _ = writeln!(out, "{texts:?},");
    }
    out.push_str("];\n\n");
    Ok(())
}

/// Messages with variables, each of which a caller must give by its name.
fn add_messages(
    out: &mut String,
    languages: &[(&str, Messages<'_>)],
    variables: &BTreeMap<&str, BTreeSet<&str>>,
) -> Result<(), String> {
    let with_variables = || {
        variables
            .iter()
            .filter(|(_, variables)| !variables.is_empty())
    };
    out.push_str("/// What is said of names and numbers.\n");
    out.push_str("#[derive(Clone, Copy)]\npub(super) enum Message<'a> {\n");
    for (id, variables) in with_variables() {
        let _ = writeln!(out, "{} {{", camel(id)?);
        for variable in variables {
            let _ = writeln!(out, "{}: &'a dyn Display,", snake(variable)?);
        }
        out.push_str("},\n");
    }
    out.push_str("}\n\nimpl Message<'_> {\n/// Adds the message in the language of that place.\n");
    out.push_str("pub(super) fn write(self, language: usize, out: &mut String) -> fmt::Result {\nmatch self {\n");
    for (id, variables) in with_variables() {
        let names: Result<Vec<String>, String> = variables.iter().map(|name| snake(name)).collect();
        let _ = writeln!(
            out,
            "Self::{} {{ {} }} => match language {{",
            camel(id)?,
            names?.join(", ")
        );
        for (index, (_, found)) in languages.iter().enumerate() {
            let last = index + 1 == languages.len();
            let _ = writeln!(
                out,
                "{} => {{",
                if last {
                    "_".to_owned()
                } else {
                    index.to_string()
                }
            );
            add_pattern(out, &found[id])?;
            out.push_str("}\n");
        }
        out.push_str("},\n");
    }
    out.push_str("}\nOk(())\n}\n}\n");
    Ok(())
}

/// Statements that write a pattern.
fn add_pattern(out: &mut String, pattern: &Pattern<&str>) -> Result<(), String> {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                let _ = writeln!(out, "out.push_str({value:?});");
            }
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(InlineExpression::VariableReference { id }) => {
                    let _ = writeln!(out, "write!(out, \"{{{}}}\")?;", snake(id.name)?);
                }
                Expression::Inline(InlineExpression::StringLiteral { value }) => {
                    let _ = writeln!(
                        out,
                        "out.push_str({:?});",
                        unescape_unicode_to_string(value)
                    );
                }
                Expression::Select {
                    selector: InlineExpression::VariableReference { id },
                    variants,
                } => add_choice(out, &snake(id.name)?, variants)?,
                _ => return Err("an expression that was refused before".to_owned()),
            },
        }
    }
    Ok(())
}

fn add_choice(out: &mut String, variable: &str, variants: &[Variant<&str>]) -> Result<(), String> {
    let _ = writeln!(out, "match {variable}.to_string().as_str() {{");
    // The default last: it takes everything.
    for wants_default in [false, true] {
        for variant in variants
            .iter()
            .filter(|variant| variant.default == wants_default)
        {
            let key = if wants_default {
                "_".to_owned()
            } else {
                format!("{:?}", key_of(variant)?)
            };
            let _ = writeln!(out, "{key} => {{");
            add_pattern(out, &variant.value)?;
            out.push_str("}\n");
        }
    }
    out.push_str("}\n");
    Ok(())
}

/// `no-round` as the name of a variant.
fn camel(id: &str) -> Result<String, String> {
    let parts = checked(id)?.split('-').map(|part| {
        let (head, tail) = part.split_at(1);
        head.to_uppercase() + tail
    });
    Ok(parts.collect())
}

/// `no-round` as the name of a field.
fn snake(id: &str) -> Result<String, String> {
    Ok(checked(id)?.replace('-', "_"))
}

/// A name of which Rust can have one.
fn checked(id: &str) -> Result<&str, String> {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    if id.split('-').all(is_part) {
        Ok(id)
    } else {
        Err(format!(
            "{id}: expected a name of small letters and hyphens"
        ))
    }
}
