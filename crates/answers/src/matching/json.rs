//! JSON: `{"vertices": 4, "edges": [[0, 1, 5], [2, 3]]}`, vertices from 0; or
//! `{"vertices": ["a", "b"], "edges": [["a", "b", 5]]}`, where each has a name.
//!
//! An edge may leave its weight out, which is 1 then.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::graph_file::{GraphError, GraphFile, MOST_VERTICES, VertexNames};

/// The document; its fields in any order, so edges wait until the vertices are known.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GraphDocument {
    vertices: WrittenVertices,
    edges: Vec<WrittenEdge>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected the number of vertices, or their names"
)]
enum WrittenVertices {
    Number(u32),
    Names(Vec<String>),
}

#[derive(Deserialize, PartialEq, Eq, Hash, Debug)]
#[serde(untagged, expecting = "expected a vertex: its number, or its name")]
enum WrittenVertex {
    Number(u32),
    Name(String),
}

/// `[u, v]` or `[u, v, weight]`.
struct WrittenEdge {
    ends: [WrittenVertex; 2],
    weight: i64,
}

impl<'de> Deserialize<'de> for WrittenEdge {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct EdgeVisitor;
        impl<'de> Visitor<'de> for EdgeVisitor {
            type Value = WrittenEdge;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an edge [u, v, weight], or [u, v] of weight 1")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<WrittenEdge, A::Error> {
                let mut end = |index| {
                    (parts.next_element()?).ok_or_else(|| A::Error::invalid_length(index, &self))
                };
                let ends = [end(0)?, end(1)?];
                let weight = parts.next_element()?.unwrap_or(1);
                if parts.next_element::<serde::de::IgnoredAny>()?.is_some() {
                    return Err(A::Error::invalid_length(4, &self));
                }
                Ok(WrittenEdge { ends, weight })
            }
        }
        from.deserialize_seq(EdgeVisitor)
    }
}

pub(super) fn read(text: &str) -> Result<GraphFile, GraphError> {
    let document: GraphDocument = serde_json::from_str(text).map_err(|error| {
        let place = format!(" at line {} column {}", error.line(), error.column());
        GraphError {
            line: error.line().max(1),
            column: error.column().max(1),
            message: format!(
                "this is no graph: {}",
                error.to_string().replace(&place, "")
            ),
        }
    })?;
    // The places of values are gone once they are read.
    let wrong = |message| GraphError {
        line: 1,
        column: 1,
        message,
    };
    let (names, numbers) = match document.vertices {
        WrittenVertices::Number(n) if n > MOST_VERTICES => {
            return Err(wrong(format!(
                "vertices: found {n}, expected a number up to {MOST_VERTICES}"
            )));
        }
        WrittenVertices::Number(n) => {
            let n = n as usize;
            (VertexNames::Counted { first: 0, n }, HashMap::new())
        }
        WrittenVertices::Names(names) => {
            let mut numbers = HashMap::new();
            for (number, name) in names.iter().enumerate() {
                if numbers.insert(name.clone(), number as u32).is_some() {
                    return Err(wrong(format!("vertices: found {name:?} twice")));
                }
            }
            (VertexNames::Given(names), numbers)
        }
    };
    let vertex = |index: usize, end: &WrittenVertex| {
        let found = match (end, &names) {
            (WrittenVertex::Number(v), VertexNames::Counted { n, .. }) => {
                ((*v as usize) < *n).then_some(*v)
            }
            (WrittenVertex::Name(name), VertexNames::Given(_)) => numbers.get(name).copied(),
            _ => None,
        };
        found.ok_or_else(|| {
            let end = match end {
                WrittenVertex::Number(v) => v.to_string(),
                WrittenVertex::Name(name) => format!("{name:?}"),
            };
            wrong(format!("edges[{index}]: found {end}, which is no vertex"))
        })
    };
    let mut edges = Vec::with_capacity(document.edges.len());
    for (index, WrittenEdge { ends, weight }) in document.edges.iter().enumerate() {
        let (u, v) = (vertex(index, &ends[0])?, vertex(index, &ends[1])?);
        if u == v {
            return Err(wrong(format!(
                "edges[{index}]: found an edge from a vertex to itself"
            )));
        }
        edges.push((u, v, *weight));
    }
    Ok(GraphFile { names, edges })
}
