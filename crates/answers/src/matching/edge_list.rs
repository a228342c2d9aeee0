//! Edge lists, in two forms. With a heading: "n m" in the first line, then m lines "u v weight", vertices from 0,
//! of which a line may leave the weight out, which is 1 then. Without: lines "u v weight", whose vertices
//! have any names, as networkx writes them (`write_weighted_edgelist`).
//!
//! Lines that begin with # are comments. A heading has two words, and a line of the other form three, so that a
//! list without heading cannot leave weights out.

use super::decimals::ReadWeight;
use super::graph_file::{
    GivenName, GraphEdges, GraphError, GraphFile, LineWords, NamedVertices, VertexNames,
};

/// What is said to whoever wrote something else.
const FORMS: &str = "\n  hint: an edge list has \"n m\" in its first line, then m lines \"u v weight\" with vertices \
     from 0 to n - 1; or only lines \"u v weight\", with any names";

pub(super) fn read(text: &str) -> Result<GraphFile, GraphError> {
    let mut lines = LineWords::lines(text, "#").peekable();
    let graph = match lines.peek() {
        None => Err(GraphError {
            line: 1,
            column: 1,
            message: "the file has comments only, expected an edge list".to_owned(),
        }),
        Some(first) if first.n_words() == 3 => without_heading(lines),
        Some(_) => with_heading(lines, text.len()),
    };
    graph.map_err(|mut error| {
        error.message += FORMS;
        error
    })
}

fn with_heading<'a>(
    mut lines: impl Iterator<Item = LineWords<'a>>,
    length: usize,
) -> Result<GraphFile, GraphError> {
    let Some(mut heading) = lines.next() else {
        unreachable!("there is a first line");
    };
    let n = heading
        .expect("number of vertices", "a number")?
        .count("number of vertices")?;
    let m = heading
        .expect("number of edges", "a number")?
        .count("number of edges")?;
    heading.end("the numbers of vertices and edges")?;
    // The file may claim more than it has.
    let mut edges = GraphEdges::with_capacity(m.min(length / 4));
    let mut last_line = heading.line;
    for mut words in lines {
        last_line = words.line;
        let u = words
            .expect("vertex", "an edge \"u v weight\"")?
            .vertex(0, n)?;
        let v = words
            .expect("vertex", "the other end of the edge")?
            .vertex(0, n)?;
        let weight = words
            .take()
            .map_or(Ok(ReadWeight::ONE), |word| word.weight())?;
        words.end("an edge \"u v weight\"")?;
        edges.push((u, v), &weight, || words.line);
    }
    edges.check_number(m, last_line)?;
    edges.of(VertexNames::Counted { first: 0, n })
}

fn without_heading<'a>(
    lines: impl Iterator<Item = LineWords<'a>>,
) -> Result<GraphFile, GraphError> {
    let mut vertices = NamedVertices::default();
    let mut edges = GraphEdges::with_capacity(0);
    for mut words in lines {
        let u = words.expect("vertex", "an edge \"u v weight\"")?;
        let v = words.expect("vertex", "the other end of the edge")?;
        let weight = words.expect("weight", "a number")?.weight()?;
        words.end("an edge \"u v weight\"")?;
        let ends = [u, v].map(|end| vertices.vertex_of(GivenName::of_word(end.text)));
        edges.push((ends[0], ends[1]), &weight, || words.line);
    }
    edges.of(vertices.into_names())
}
