//! Lists of a file, each value once.

use edelweiss_formulations::placed::{MisplacedMessage, unknown};
use toml::Spanned;

/// The values of names, each once.
pub(crate) fn named<T>(
    key: &str,
    list: &Spanned<Vec<Spanned<String>>>,
    of: impl Fn(&str) -> Option<T>,
    known: &dyn Fn() -> Vec<String>,
) -> Result<Vec<T>, MisplacedMessage> {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for item in filled(key, list)? {
        let name = item.get_ref().trim();
        let Some(value) = of(name) else {
            let message = format!("{key}: {}", unknown(name, &known()));
            return Err((item.span().start, message));
        };
        once(key, &mut names, name.to_owned(), item)?;
        values.push(value);
    }
    Ok(values)
}

pub(crate) fn filled<'a, T>(
    key: &str,
    list: &'a Spanned<Vec<T>>,
) -> Result<&'a [T], MisplacedMessage> {
    if list.get_ref().is_empty() {
        let message = format!("{key}: found an empty list, expected one value or more");
        return Err((list.span().start, message));
    }
    Ok(list.get_ref())
}

pub(crate) fn once<T: PartialEq + std::fmt::Debug, U>(
    key: &str,
    all: &mut Vec<T>,
    value: T,
    item: &Spanned<U>,
) -> Result<(), MisplacedMessage> {
    if all.contains(&value) {
        let message = format!("{key}: found {value:?} twice, expected each once");
        return Err((item.span().start, message));
    }
    all.push(value);
    Ok(())
}
