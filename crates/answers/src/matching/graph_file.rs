//! A graph as a file has it, and the words of lines.

use std::fmt;

use serde::Serialize;

/// As many vertices as a file can speak of.
pub(super) const MOST_VERTICES: u32 = (1 << 31) - 1;

/// A graph with whole numbers as weights.
#[derive(Debug)]
pub(super) struct GraphFile {
    pub(super) names: VertexNames,
    /// The ends are different vertices of the graph.
    pub(super) edges: Vec<(u32, u32, i64)>,
}

/// How the file calls its vertices.
#[derive(Debug)]
pub(super) enum VertexNames {
    /// So many, counted from the first number.
    Counted { first: usize, n: usize },
    /// Each has a name of its own.
    Given(Vec<String>),
}

/// The name of a vertex, as the file has it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum VertexName<'a> {
    Number(usize),
    Text(&'a str),
}

impl GraphFile {
    pub(super) fn n_vertices(&self) -> usize {
        match &self.names {
            VertexNames::Counted { n, .. } => *n,
            VertexNames::Given(names) => names.len(),
        }
    }

    pub(super) fn vertex(&self, v: usize) -> VertexName<'_> {
        match &self.names {
            VertexNames::Counted { first, .. } => VertexName::Number(first + v),
            VertexNames::Given(names) => VertexName::Text(&names[v]),
        }
    }

    pub(super) fn name(&self, v: usize) -> String {
        match self.vertex(v) {
            VertexName::Number(number) => number.to_string(),
            VertexName::Text(text) => text.to_owned(),
        }
    }
}

/// Why a file is no graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GraphError {
    /// From 1.
    pub(super) line: usize,
    /// From 1, in characters.
    pub(super) column: usize,
    /// What was found and what was expected, and perhaps a hint in a second line.
    pub(super) message: String,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// The words of a line, with their places.
#[derive(Clone, Debug)]
pub(super) struct LineWords<'a> {
    /// From 1.
    pub(super) line: usize,
    text: &'a str,
    /// Where in `text` the next word is looked for.
    at: usize,
}

/// A word and the place to name when it is wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphWord<'a> {
    pub(super) text: &'a str,
    line: usize,
    start: usize,
    line_text: &'a str,
}

impl<'a> LineWords<'a> {
    /// The lines that have words, except for those whose first word is a comment's.
    pub(super) fn lines(text: &'a str, comment: &'static str) -> impl Iterator<Item = Self> {
        let lines = text.lines().enumerate().map(|(line, text)| Self {
            line: line + 1,
            text,
            at: 0,
        });
        lines.filter(move |words| {
            let first = words.text.trim_start();
            !first.is_empty() && !(first.starts_with(comment))
        })
    }

    /// The next word.
    pub(super) fn take(&mut self) -> Option<GraphWord<'a>> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let word = self.text[start..].split_whitespace().next()?;
        self.at = start + word.len();
        Some(GraphWord {
            text: word,
            line: self.line,
            start,
            line_text: self.text,
        })
    }

    /// The next word, which must be there.
    pub(super) fn expect(
        &mut self,
        field: &str,
        expected: &str,
    ) -> Result<GraphWord<'a>, GraphError> {
        self.take().ok_or_else(|| GraphError {
            line: self.line,
            column: self.text.trim_end().chars().count() + 1,
            message: format!("{field}: the line ends here, expected {expected}"),
        })
    }

    /// Nothing may follow.
    pub(super) fn end(&mut self, after: &str) -> Result<(), GraphError> {
        match self.take() {
            None => Ok(()),
            Some(word) => Err(word.wrong(&format!("found {:?} after {after}", word.text))),
        }
    }
}

impl GraphWord<'_> {
    pub(super) fn wrong(&self, message: &str) -> GraphError {
        GraphError {
            line: self.line,
            column: self.line_text[..self.start].chars().count() + 1,
            message: message.to_owned(),
        }
    }

    /// A number of vertices or edges.
    pub(super) fn count(&self, field: &str) -> Result<usize, GraphError> {
        let number = self
            .text
            .parse::<u32>()
            .ok()
            .filter(|number| *number <= MOST_VERTICES);
        number.map(|number| number as usize).ok_or_else(|| {
            self.wrong(&format!(
                "{field}: found {:?}, expected a number up to {MOST_VERTICES}",
                self.text
            ))
        })
    }

    /// A vertex of a graph whose `n` vertices are counted from `first`, counted from 0.
    pub(super) fn vertex(&self, first: usize, n: usize) -> Result<u32, GraphError> {
        let number = self.text.parse::<usize>().ok();
        let vertex = number
            .and_then(|number| number.checked_sub(first))
            .filter(|v| *v < n);
        vertex.map(|vertex| vertex as u32).ok_or_else(|| {
            let expected = match n {
                0 => "no edge, the graph has no vertices".to_owned(),
                _ => format!("one of the vertices {first} to {}", first + n - 1),
            };
            self.wrong(&format!(
                "vertex: found {:?}, expected {expected}",
                self.text
            ))
        })
    }

    pub(super) fn weight(&self) -> Result<i64, GraphError> {
        weight(self.text).map_err(|message| self.wrong(&message))
    }
}

/// A weight.
pub(super) fn weight(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| {
        let mut digits = text.trim_start_matches(['-', '+']).chars();
        let is_long =
            !text.is_empty() && digits.clone().count() > 0 && digits.all(|c| c.is_ascii_digit());
        if is_long {
            return format!("weight: found {text}, expected a number of 64 bits");
        }
        let mut message = format!("weight: found {text:?}, expected a whole number");
        if text.contains('.') && text.parse::<f64>().is_ok() {
            message += "\n  hint: multiply all weights by a power of ten; sums are exact here";
        }
        message
    })
}

/// An edge from a vertex to itself.
pub(super) fn refuse_loop(u: u32, v: u32, at: &GraphWord<'_>) -> Result<(), GraphError> {
    if u == v {
        let message = format!("vertex: found an edge from {} to itself", at.text);
        return Err(at.wrong(&message));
    }
    Ok(())
}

/// The file has as many edges as it says.
pub(super) fn check_number(
    edges: &[(u32, u32, i64)],
    expected: usize,
    last_line: usize,
) -> Result<(), GraphError> {
    if edges.len() == expected {
        return Ok(());
    }
    let found = edges.len();
    let mut message = format!("the file ends after {found} edges, expected {expected}");
    if found < expected {
        message += "\n  hint: it may have been cut short";
    }
    Err(GraphError {
        line: last_line,
        column: 1,
        message,
    })
}
