//! What TOML files say wrong, with its place: shared by everything that has formulations in its file.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

/// A message with the byte it is about.
pub type MisplacedMessage = (usize, String);

#[derive(Deserialize)]
struct OnlyFormat {
    format: Spanned<i64>,
}

/// Reads a text of this format, and what it says. O(length of the text).
///
/// # Errors
/// The line and the column, both from 1 and in characters, and what was found and expected: no TOML, another
/// format, and whatever `checked` refuses.
pub fn read<W: DeserializeOwned, T>(
    text: &str,
    format: i64,
    checked: impl FnOnce(W) -> Result<T, MisplacedMessage>,
) -> Result<T, (usize, usize, String)> {
    let placed = |(start, message): MisplacedMessage| {
        let (line, column) = line_and_column(text, start);
        (line, column, message)
    };
    // A format that this program cannot know is told before what it brings.
    if let Ok(read) = toml::from_str::<OnlyFormat>(text) {
        known_format(&read.format, format).map_err(placed)?;
    }
    let written: W = toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        placed((start, error.message().replace('\n', ", ")))
    })?;
    checked(written).map_err(placed)
}

/// Whether this is the format that is read.
///
/// # Errors
/// Where it is another one.
pub fn known_format(found: &Spanned<i64>, format: i64) -> Result<(), MisplacedMessage> {
    let number = *found.get_ref();
    if number == format {
        return Ok(());
    }
    let message = format!(
        "format: found {number}, expected {format}, which this version reads\n  hint: a newer version of the program may read it"
    );
    Err((found.span().start, message))
}

/// What was found, and the nearest of what there is.
pub fn unknown(found: &str, known: &[String]) -> String {
    // The first of several that are as near.
    let nearest = (known.iter().rev())
        .max_by(|a, b| {
            let near = |name: &str| strsim::jaro_winkler(name, found);
            near(a).total_cmp(&near(b))
        })
        .map_or_else(String::new, |name| {
            format!("\n  hint: did you mean {name:?}?")
        });
    format!(
        "found {found:?}, expected one of {}{nearest}",
        known.join(", ")
    )
}

fn line_and_column(text: &str, start: usize) -> (usize, usize) {
    let before = text.get(..start).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}
