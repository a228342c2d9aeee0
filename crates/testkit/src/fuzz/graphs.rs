//! Graphs for `edelweiss match`: three bytes say what is asked, the others are the file.

mod enumerated;
mod plain;
mod proved;

use edelweiss_answers::AnswerErrorKind;
use edelweiss_answers::matching::{GraphQuestion, MatchFormat, MatchOptions, ObjectiveName};

use self::enumerated::AllMatchings;
pub(super) use self::plain::{GRAPH_FORMATS, PlainGraph};
use super::Bytes;

/// The most vertices of a graph that is solved.
const SOLVED: usize = 60;
/// The most vertices and edges of a graph whose matchings are all listed.
const LISTED: (usize, usize) = (6, 12);

const OBJECTIVES: [ObjectiveName; 5] = [
    ObjectiveName::Weight,
    ObjectiveName::CardinalityWeight,
    ObjectiveName::Perfect,
    ObjectiveName::MinPerfect,
    ObjectiveName::Cardinality,
];
const FORMATS: [MatchFormat; 9] = [
    MatchFormat::Json,
    MatchFormat::Text,
    MatchFormat::Dot,
    MatchFormat::EdgeList,
    MatchFormat::Dimacs,
    MatchFormat::Lp,
    MatchFormat::Mps,
    MatchFormat::Opb,
    MatchFormat::Veripb,
];

/// What the first bytes ask.
struct GraphAsked {
    options: MatchOptions,
    format: MatchFormat,
    /// In which format the graph is written again.
    again: usize,
}

impl GraphAsked {
    /// How many bytes it is made of.
    const BYTES: usize = 3;

    fn of(bytes: &mut Bytes<'_>) -> Self {
        let objective = bytes.pick(&OBJECTIVES);
        let kind = bytes.below(6);
        let number = bytes.below(256);
        let limit = (number >= 128).then_some(number as u64 % 8);
        let mut options = MatchOptions {
            objective,
            ..MatchOptions::default()
        };
        let mut format = MatchFormat::Json;
        match kind {
            0 => format = FORMATS[number % FORMATS.len()],
            1 | 2 => (options.best, options.limit) = (Some(number % 24), limit),
            3 | 4 => (options.slacks, options.limit) = (true, limit),
            _ => (options.trace, format) = (true, MatchFormat::Text),
        }
        Self {
            options,
            format,
            again: number % GRAPH_FORMATS,
        }
    }
}

/// The graph of an input, where it is one, and what stands before it.
pub(super) fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    bytes.split_at(GraphAsked::BYTES.min(bytes.len()))
}

/// The graph of a file, if it is a small one.
pub(super) fn plain(file: &[u8]) -> Option<PlainGraph> {
    PlainGraph::read(file, ObjectiveName::default(), SOLVED)
}

/// Any bytes are read or refused with a place and words. What is read is solved; the matching is proved by its
/// certificate, is the best of all where all can be listed, and so are the best ones and the slacks; written in
/// any format, the graph has a matching of the same value. Whether it is read.
pub(super) fn law(bytes: &[u8]) -> bool {
    let mut bytes = Bytes::new(bytes);
    let asked = GraphAsked::of(&mut bytes);
    let question = match GraphQuestion::read("graph", bytes.rest(), &asked.options) {
        Ok(question) => question,
        Err(error) => {
            let has_place = place_of(&error.message).is_some();
            let is_large = error.kind == AnswerErrorKind::Limit;
            assert!(has_place || is_large, "{}", error.message);
            return false;
        }
    };
    // Sums that are too large have no numbers to compare.
    if let Some(graph) = PlainGraph::read(bytes.rest(), asked.options.objective, SOLVED) {
        check(&asked, &question, &graph);
    }
    true
}

/// The line and the column of a message, and that words follow.
fn place_of(message: &str) -> Option<(usize, usize)> {
    let mut parts = message.strip_prefix("graph:")?.splitn(3, ':');
    let mut number = || parts.next()?.parse().ok().filter(|number| *number > 0);
    let place = (number()?, number()?);
    parts.next().filter(|words| !words.trim().is_empty())?;
    Some(place)
}

fn check(asked: &GraphAsked, question: &GraphQuestion<'_>, graph: &PlainGraph) {
    let objective = asked.options.objective;
    let (n_vertices, n_edges) = LISTED;
    let is_listed = graph.n <= n_vertices && graph.edges.len() <= n_edges;
    let all = is_listed.then(|| AllMatchings::of(graph, objective));
    let solved = match question.solve() {
        Ok(solved) => solved,
        Err(error) => {
            let has_none = all.is_none_or(|all| all.optimum().is_none());
            let is_right = proved::is_perfect(objective) && has_none;
            assert!(is_right, "{}\n{graph}", error.message);
            assert_eq!(error.kind, AnswerErrorKind::NoPairing, "{graph}");
            // The integer program is written nevertheless.
            if let Err(error) = question.answer(asked.format, None) {
                assert_eq!(error.kind, AnswerErrorKind::NoPairing, "{graph}");
            }
            return;
        }
    };
    let proved = proved::check(&solved.certificate(), graph, objective);
    if let Some(all) = &all {
        all.check_best(&proved, graph);
    }
    let answer = match question.answer(asked.format, None) {
        Ok(answer) => answer,
        Err(error) => panic!("{}\n{graph}", error.message),
    };
    if asked.format == MatchFormat::Json {
        match all {
            Some(all) => all.check_answer(&answer, &asked.options, &proved, graph),
            None => assert!(!answer.text.is_empty()),
        }
    }
    read_again(asked, &proved.value, graph);
}

/// The same graph in one of six formats has a best matching of the same value.
fn read_again(asked: &GraphAsked, value: &num_bigint::BigInt, graph: &PlainGraph) {
    let options = MatchOptions {
        objective: asked.options.objective,
        ..MatchOptions::default()
    };
    let text = graph.written(asked.again);
    let again = GraphQuestion::read("graph", text.as_bytes(), &options);
    let again = again.unwrap_or_else(|error| panic!("{}\n{text}", error.message));
    let solved = again.solve();
    let solved = solved.unwrap_or_else(|error| panic!("{}\n{text}", error.message));
    let found = PlainGraph::read(text.as_bytes(), options.objective, SOLVED).expect("it was read");
    let proved = proved::check(&solved.certificate(), &found, options.objective);
    assert_eq!(found.in_places(proved.value, graph), *value, "{text}");
}
