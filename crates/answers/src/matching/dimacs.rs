//! DIMACS files: comments "c ...", then "p edge n m", then m lines "e u v weight", vertices from 1.
//!
//! A line may leave the weight out, which is 1 then. The word after "p" is not looked at: programs
//! write "edge", "edges", "col" or "match".

use super::decimals::ReadWeight;
use super::graph_file::{GraphEdges, GraphError, GraphFile, LineWords, VertexNames};

pub(super) fn read(text: &str) -> Result<GraphFile, GraphError> {
    let mut header: Option<(usize, usize)> = None;
    let mut edges = GraphEdges::with_capacity(0);
    let mut last_line = 1;
    for mut words in LineWords::lines(text, "c") {
        last_line = words.line;
        let first = words.expect("line", "a letter")?;
        match (first.text, header) {
            ("p", None) => {
                words.expect("format", "a word such as \"edge\"")?;
                let n = words.expect("number of vertices", "a number")?;
                let m = words.expect("number of edges", "a number")?;
                header = Some((n.count("number of vertices")?, m.count("number of edges")?));
                words.end("the numbers of vertices and edges")?;
            }
            ("p", Some(_)) => return Err(first.wrong("found a second line \"p\", expected one")),
            ("e" | "a", Some((n, _))) => {
                let u = words
                    .expect("vertex", "an edge \"e u v weight\"")?
                    .vertex(1, n)?;
                let v = words
                    .expect("vertex", "the other end of the edge")?
                    .vertex(1, n)?;
                let weight = words
                    .take()
                    .map_or(Ok(ReadWeight::ONE), |word| word.weight())?;
                words.end("an edge \"e u v weight\"")?;
                edges.push((u, v), &weight, || words.line);
            }
            ("e" | "a", None) => {
                return Err(first.wrong("found an edge before the line \"p edge n m\""));
            }
            (other, _) => {
                let message = format!("found a line {other:?}, expected \"c\", \"p\" or \"e\"");
                return Err(first.wrong(&message));
            }
        }
    }
    let Some((n, m)) = header else {
        return Err(GraphError {
            line: last_line,
            column: 1,
            message: "the file ends without a line \"p edge n m\"".to_owned(),
        });
    };
    edges.check_number(m, last_line)?;
    edges.of(VertexNames::Counted { first: 1, n })
}
