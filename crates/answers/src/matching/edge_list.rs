//! Edge lists: "n m" in the first line, then m lines "u v weight", vertices from 0.
//!
//! A line may leave the weight out, which is 1 then; lines that begin with # are comments.

use super::graph_file::{GraphError, GraphFile, LineWords, VertexNames, check_number, refuse_loop};

pub(super) fn read(text: &str) -> Result<GraphFile, GraphError> {
    let mut lines = LineWords::lines(text, "#");
    let Some(mut header) = lines.next() else {
        return Err(GraphError {
            line: 1,
            column: 1,
            message: "the file has comments only, expected \"n m\"".to_owned(),
        });
    };
    let n = header
        .expect("number of vertices", "a number")?
        .count("number of vertices")?;
    let m = header
        .expect("number of edges", "a number")?
        .count("number of edges")?;
    header.end("the numbers of vertices and edges")?;
    // The file may claim more than it has.
    let mut edges = Vec::with_capacity(m.min(text.len() / 4));
    let mut last_line = header.line;
    for mut words in lines {
        last_line = words.line;
        let first = words.expect("vertex", "an edge \"u v weight\"")?;
        let u = first.vertex(0, n)?;
        let v = words.expect("vertex", "the other end of the edge")?;
        let (word, v) = (v, v.vertex(0, n)?);
        refuse_loop(u, v, &word)?;
        let weight = words.take().map_or(Ok(1), |word| word.weight())?;
        words.end("an edge \"u v weight\"")?;
        edges.push((u, v, weight));
    }
    check_number(&edges, m, last_line)?;
    Ok(GraphFile {
        names: VertexNames::Counted { first: 0, n },
        edges,
    })
}
