//! A graph as a file has it, and the words of lines.

use std::fmt;

use indexmap::IndexSet;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::decimals::{DecimalUnit, ReadWeight, ReadWeights, WholeWeights};

/// As many vertices as a file can speak of.
pub(super) const MOST_VERTICES: u32 = (1 << 31) - 1;

/// A graph as it was read.
#[derive(Debug)]
pub(super) struct GraphFile {
    pub(super) names: VertexNames,
    /// The ends of each edge, which are different vertices of the graph.
    pub(super) ends: Vec<(u32, u32)>,
    /// The weights of the edges.
    pub(super) weights: WholeWeights,
    /// What a weight of one is.
    pub(super) unit: DecimalUnit,
    /// What was left out.
    pub(super) loops: SelfLoops,
}

/// The edges of a file, as they are read.
#[derive(Debug)]
pub(super) struct GraphEdges {
    ends: Vec<(u32, u32)>,
    weights: ReadWeights,
    loops: SelfLoops,
}

/// Edges from a vertex to itself, which no matching has.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SelfLoops {
    n: usize,
    /// The line of the first one.
    line: usize,
}

impl SelfLoops {
    /// What is said of them, if there are any.
    pub(super) fn note(self) -> Option<String> {
        let line = self.line;
        match self.n {
            0 => None,
            1 => Some(format!(
                "line {line}: an edge from a vertex to itself was left out"
            )),
            n => Some(format!(
                "line {line}: {n} edges from a vertex to itself were left out, of which this is the first"
            )),
        }
    }
}

impl GraphEdges {
    /// No edge yet; room for some.
    pub(super) fn with_capacity(n: usize) -> Self {
        Self {
            ends: Vec::with_capacity(n),
            weights: ReadWeights::with_capacity(n),
            loops: SelfLoops::default(),
        }
    }

    /// One more. Its line is asked for only where it matters, since some formats have to count.
    pub(super) fn push(
        &mut self,
        (u, v): (u32, u32),
        weight: &ReadWeight,
        line: impl FnOnce() -> usize,
    ) {
        if u == v {
            if self.loops.n == 0 {
                self.loops.line = line();
            }
            self.loops.n += 1;
            return;
        }
        self.ends.push((u, v));
        self.weights.push(weight);
    }

    /// The file has as many edges as it says.
    pub(super) fn check_number(&self, expected: usize, last_line: usize) -> Result<(), GraphError> {
        let found = self.ends.len() + self.loops.n;
        if found == expected {
            return Ok(());
        }
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

    /// The graph, all of whose edges were read.
    pub(super) fn of(self, names: VertexNames) -> Result<GraphFile, GraphError> {
        let (weights, unit) = self.weights.whole().map_err(|message| GraphError {
            line: 1,
            column: 1,
            message,
        })?;
        Ok(GraphFile {
            names,
            ends: self.ends,
            weights,
            unit,
            loops: self.loops,
        })
    }
}

/// How the file calls its vertices.
#[derive(Debug)]
pub(super) enum VertexNames {
    /// So many, counted from the first number.
    Counted { first: usize, n: usize },
    /// Each has a name of its own.
    Given(Vec<GivenName>),
}

/// The name that a file gives a vertex.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum GivenName {
    Text(String),
    /// A number, `true`, `false` or `null`, as JSON writes it.
    Scalar(String),
}

impl GivenName {
    /// A word of a list: a number is one, if it is written as numbers are.
    pub(super) fn of_word(word: &str) -> Self {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit())
            && (word == "0" || !word.starts_with('0'));
        if is_number {
            Self::Scalar(word.to_owned())
        } else {
            Self::Text(word.to_owned())
        }
    }
}

impl fmt::Display for GivenName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Text(name) | Self::Scalar(name)) = self;
        f.write_str(name)
    }
}

/// Names that were given to vertices in the order of the vertices.
#[derive(Default, Debug)]
pub(super) struct NamedVertices {
    names: IndexSet<GivenName>,
}

impl NamedVertices {
    /// The vertex of this name, perhaps a new one.
    pub(super) fn vertex_of(&mut self, name: GivenName) -> u32 {
        self.names.insert_full(name).0 as u32
    }

    /// The new vertex of this name; `None` if there is one already.
    pub(super) fn new_vertex(&mut self, name: GivenName) -> Option<u32> {
        let (vertex, is_new) = self.names.insert_full(name);
        is_new.then_some(vertex as u32)
    }

    /// The vertex of this name, if there is one.
    pub(super) fn find(&self, name: &GivenName) -> Option<u32> {
        Some(self.names.get_index_of(name)? as u32)
    }

    pub(super) fn n(&self) -> usize {
        self.names.len()
    }

    pub(super) fn into_names(self) -> VertexNames {
        VertexNames::Given(self.names.into_iter().collect())
    }
}

/// The name of a vertex, as the file has it.
#[derive(Debug)]
pub(super) enum VertexName<'a> {
    Number(usize),
    Given(&'a GivenName),
}

impl fmt::Display for VertexName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Given(name) => write!(f, "{name}"),
        }
    }
}

impl Serialize for VertexName<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(to),
            Self::Given(GivenName::Text(text)) => text.serialize(to),
            Self::Given(GivenName::Scalar(scalar)) => {
                let raw = RawValue::from_string(scalar.clone());
                raw.map_err(serde::ser::Error::custom)?.serialize(to)
            }
        }
    }
}

impl GraphFile {
    /// The edges, which leaves none.
    pub(super) fn take_edges(&mut self) -> (Vec<(u32, u32)>, WholeWeights) {
        let none = WholeWeights::Machine(Vec::new());
        let weights = std::mem::replace(&mut self.weights, none);
        (std::mem::take(&mut self.ends), weights)
    }

    pub(super) fn n_vertices(&self) -> usize {
        match &self.names {
            VertexNames::Counted { n, .. } => *n,
            VertexNames::Given(names) => names.len(),
        }
    }

    pub(super) fn vertex(&self, v: usize) -> VertexName<'_> {
        match &self.names {
            VertexNames::Counted { first, .. } => VertexName::Number(first + v),
            VertexNames::Given(names) => VertexName::Given(&names[v]),
        }
    }

    pub(super) fn name(&self, v: usize) -> String {
        self.vertex(v).to_string()
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

    /// How many words the line has.
    pub(super) fn n_words(&self) -> usize {
        self.text.split_whitespace().count()
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
    /// The place of a word that is wrong, and what is wrong with it.
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

    pub(super) fn weight(&self) -> Result<ReadWeight, GraphError> {
        ReadWeight::read(self.text).map_err(|message| self.wrong(&message))
    }
}
