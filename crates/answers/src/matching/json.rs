//! JSON, in two forms. Ours: `{"vertices": 4, "edges": [[0, 1, 5], [2, 3]]}`, vertices from 0; or
//! `{"vertices": ["a", "b"], "edges": [["a", "b", 5]]}`, where each has a name. And that of
//! `networkx.node_link_data`: `{"nodes": [{"id": "a"}, {"id": 2}], "links": [{"source": "a", "target": 2}]}`,
//! whose edges are called `edges` since networkx 3.4.
//!
//! An edge may leave its weight out, which is 1 then. What else nodes and edges have is not looked at.
//! Values stay text until they are used ([`RawValue`]): numbers keep all their digits, and what is wrong has a
//! place.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::decimals::{Decimal, ReadWeight};
use super::graph_file::{
    GivenName, GraphEdges, GraphError, GraphFile, MOST_VERTICES, NamedVertices, VertexNames,
};

/// The fields of both forms.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GraphDocument<'a> {
    #[serde(borrow)]
    vertices: Option<&'a RawValue>,
    nodes: Option<&'a RawValue>,
    edges: Option<&'a RawValue>,
    links: Option<&'a RawValue>,
    directed: Option<&'a RawValue>,
    multigraph: Option<&'a RawValue>,
    #[serde(rename = "graph")]
    _attributes: Option<IgnoredAny>,
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

/// `{"id": …}`, and whatever else.
#[derive(Deserialize)]
struct WrittenNode<'a> {
    #[serde(borrow, default, deserialize_with = "whatever_it_is")]
    id: Option<&'a RawValue>,
}

/// `{"source": …, "target": …, "weight": …}`, and whatever else.
#[derive(Deserialize)]
struct WrittenLink<'a> {
    #[serde(borrow)]
    source: &'a RawValue,
    #[serde(borrow)]
    target: &'a RawValue,
    #[serde(borrow, default, deserialize_with = "whatever_it_is")]
    weight: Option<&'a RawValue>,
}

/// A value that is there, if only `null`.
fn whatever_it_is<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

/// `[u, v]` or `[u, v, weight]`.
struct WrittenEdge<'a> {
    ends: [&'a RawValue; 2],
    weight: Option<&'a RawValue>,
}

impl<'de> Deserialize<'de> for WrittenEdge<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct EdgeVisitor;
        impl<'de> Visitor<'de> for EdgeVisitor {
            type Value = WrittenEdge<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an edge [u, v, weight], or [u, v] of weight 1")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
                let mut end = |index| {
                    (parts.next_element()?).ok_or_else(|| A::Error::invalid_length(index, &self))
                };
                let ends = [end(0)?, end(1)?];
                let weight = parts.next_element()?;
                if parts.next_element::<IgnoredAny>()?.is_some() {
                    return Err(A::Error::invalid_length(4, &self));
                }
                Ok(WrittenEdge { ends, weight })
            }
        }
        from.deserialize_seq(EdgeVisitor)
    }
}

/// A list whose items are used as they are read.
struct EachOf<T, F> {
    /// Refuses an item by an error with its place.
    use_item: F,
    /// Why reading has ended.
    refused: Option<GraphError>,
    item: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), GraphError>> DeserializeSeed<'de>
    for &mut EachOf<T, F>
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), GraphError>> Visitor<'de>
    for &mut EachOf<T, F>
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element()? {
            if let Err(error) = (self.use_item)(item) {
                self.refused = Some(error);
                return Err(A::Error::custom("refused"));
            }
        }
        Ok(())
    }
}

/// The text of the whole file, for places.
#[derive(Clone, Copy)]
struct JsonText<'a>(&'a str);

impl<'a> JsonText<'a> {
    /// The line and the column of a part of it, from 1.
    fn place(self, part: &str) -> (usize, usize) {
        let at = (part.as_ptr() as usize).wrapping_sub(self.0.as_ptr() as usize);
        let before = self.0.get(..at).unwrap_or_default();
        let in_line = before.rsplit('\n').next().unwrap_or_default();
        (
            before.matches('\n').count() + 1,
            in_line.chars().count() + 1,
        )
    }

    fn wrong(self, part: &RawValue, message: String) -> GraphError {
        let (line, column) = self.place(part.get());
        GraphError {
            line,
            column,
            message,
        }
    }

    /// What serde says of a part, with the place in the file.
    fn misread(self, part: &str, error: &serde_json::Error) -> GraphError {
        let (line, column) = self.place(part);
        let place = format!(" at line {} column {}", error.line(), error.column());
        GraphError {
            line: line + error.line().max(1) - 1,
            column: match error.line() {
                0 | 1 => column + error.column().max(1) - 1,
                _ => error.column().max(1),
            },
            message: format!(
                "this is no graph: {}",
                error.to_string().replace(&place, "")
            ),
        }
    }

    fn read<T: Deserialize<'a>>(self, part: &'a str) -> Result<T, GraphError> {
        serde_json::from_str(part).map_err(|error| self.misread(part, &error))
    }

    /// Uses each item of a list.
    fn each<T: Deserialize<'a>>(
        self,
        part: &'a RawValue,
        use_item: impl FnMut(T) -> Result<(), GraphError>,
    ) -> Result<(), GraphError> {
        let mut each = EachOf {
            use_item,
            refused: None,
            item: PhantomData,
        };
        let mut from = serde_json::Deserializer::from_str(part.get());
        let read = each.deserialize(&mut from);
        read.map_err(|error| match each.refused.take() {
            Some(refused) => refused,
            None => self.misread(part.get(), &error),
        })
    }

    /// The line of a part of the file.
    fn line(self, part: &RawValue) -> usize {
        self.place(part.get()).0
    }

    fn weight(self, written: Option<&RawValue>) -> Result<ReadWeight, GraphError> {
        let Some(written) = written else {
            return Ok(ReadWeight::ONE);
        };
        ReadWeight::read(written.get()).map_err(|message| self.wrong(written, message))
    }

    /// The name of a node: any text, number, `true` or `false`. Numbers that are equal are one name.
    fn name(self, field: &str, written: &RawValue) -> Result<GivenName, GraphError> {
        let text = written.get();
        match text.as_bytes().first() {
            Some(b'"') => Ok(GivenName::Text(self.read(text)?)),
            Some(b't' | b'f') => Ok(GivenName::Scalar(text.to_owned())),
            Some(b'-' | b'0'..=b'9') => match Decimal::read(text) {
                Ok(number) => Ok(GivenName::Scalar(number.to_string())),
                Err(message) => Err(self.wrong(written, format!("{field}: {message}"))),
            },
            _ => {
                let found = match text.as_bytes().first() {
                    Some(b'n') => "null",
                    Some(b'[') => "a list",
                    _ => "an object",
                };
                Err(self.wrong(
                    written,
                    format!("{field}: found {found}, expected a text, a number, true or false"),
                ))
            }
        }
    }
}

pub(super) fn read(text: &str) -> Result<GraphFile, GraphError> {
    let file = JsonText(text);
    let document: GraphDocument<'_> = file.read(text)?;
    let lacks = |message: &str| GraphError {
        line: 1,
        column: 1,
        message: format!(
            "this is no graph: {message}\n  hint: expected \"vertices\" and \"edges\", or \"nodes\" and \"links\" \
             or \"edges\" as networkx.node_link_data has them"
        ),
    };
    match (document.vertices, document.nodes) {
        (Some(vertices), None) => {
            let edges = document.edges.ok_or_else(|| lacks("found no edges"))?;
            if document.links.is_some() {
                return Err(lacks("found \"vertices\" and \"links\""));
            }
            read_own(file, vertices, edges)
        }
        (None, Some(nodes)) => {
            refuse_directions(file, &document)?;
            let links = match (document.links, document.edges) {
                (Some(links), None) | (None, Some(links)) => links,
                (None, None) => return Err(lacks("found neither \"links\" nor \"edges\"")),
                (Some(_), Some(_)) => return Err(lacks("found both \"links\" and \"edges\"")),
            };
            read_node_link(file, nodes, links)
        }
        (None, None) => Err(lacks("found neither \"vertices\" nor \"nodes\"")),
        (Some(_), Some(_)) => Err(lacks("found both \"vertices\" and \"nodes\"")),
    }
}

/// Only undirected graphs, since the two directions may have different weights. Of parallel edges the best one
/// counts, so that multigraphs are as good as others.
fn refuse_directions(file: JsonText<'_>, document: &GraphDocument<'_>) -> Result<(), GraphError> {
    for (field, written) in [
        ("directed", document.directed),
        ("multigraph", document.multigraph),
    ] {
        let Some(written) = written else { continue };
        let message = match (field, written.get()) {
            (_, "false") | ("multigraph", "true") => continue,
            (_, "true") => {
                "directed: found true, expected an undirected graph\n  hint: graph.to_undirected() of \
                 networkx makes one"
            }
            _ => "expected true or false",
        };
        return Err(file.wrong(written, message.to_owned()));
    }
    Ok(())
}

fn read_node_link<'a>(
    file: JsonText<'a>,
    nodes: &'a RawValue,
    links: &'a RawValue,
) -> Result<GraphFile, GraphError> {
    let mut vertices = NamedVertices::default();
    file.each(nodes, |node: WrittenNode<'a>| {
        let Some(id) = node.id else {
            // As networkx reads it: the place in the list.
            let place = GivenName::Scalar(vertices.n().to_string());
            let n = vertices.n();
            let is_new = vertices.new_vertex(place).is_some();
            let taken = || format!("id: node {n} has none, and its number is one of another");
            return if is_new {
                Ok(())
            } else {
                Err(file.wrong(nodes, taken()))
            };
        };
        let name = file.name("id", id)?;
        if vertices.n() >= MOST_VERTICES as usize {
            return Err(file.wrong(id, format!("id: expected at most {MOST_VERTICES} nodes")));
        }
        match vertices.new_vertex(name) {
            Some(_) => Ok(()),
            None => Err(file.wrong(id, format!("id: found {} twice", id.get()))),
        }
    })?;
    let mut edges = GraphEdges::with_capacity(0);
    file.each(links, |link: WrittenLink<'a>| {
        let end = |field: &str, end: &RawValue| {
            let vertex = vertices.find(&file.name(field, end)?);
            let lacks = || format!("{field}: found {}, which is no node", end.get());
            vertex.ok_or_else(|| file.wrong(end, lacks()))
        };
        let ends = (end("source", link.source)?, end("target", link.target)?);
        edges.push(ends, &file.weight(link.weight)?, || file.line(link.source));
        Ok(())
    })?;
    edges.of(vertices.into_names())
}

fn read_own<'a>(
    file: JsonText<'a>,
    vertices: &'a RawValue,
    edges: &'a RawValue,
) -> Result<GraphFile, GraphError> {
    let mut named = NamedVertices::default();
    let counted = match file.read(vertices.get())? {
        WrittenVertices::Number(n) if n > MOST_VERTICES => {
            return Err(file.wrong(
                vertices,
                format!("vertices: found {n}, expected a number up to {MOST_VERTICES}"),
            ));
        }
        WrittenVertices::Number(n) => Some(n),
        WrittenVertices::Names(names) => {
            for name in names {
                if named.new_vertex(GivenName::Text(name.clone())).is_none() {
                    return Err(file.wrong(vertices, format!("vertices: found {name:?} twice")));
                }
            }
            None
        }
    };
    let end = |index: usize, end: &RawValue| {
        let found = match counted {
            Some(n) => end.get().parse().ok().filter(|v| *v < n),
            None if end.get().starts_with('"') => {
                named.find(&GivenName::Text(file.read(end.get())?))
            }
            None => None,
        };
        let lacks = || format!("edges[{index}]: found {}, which is no vertex", end.get());
        found.ok_or_else(|| file.wrong(end, lacks()))
    };
    let mut read = GraphEdges::with_capacity(0);
    let mut index = 0;
    file.each(edges, |edge: WrittenEdge<'a>| {
        let ends = (end(index, edge.ends[0])?, end(index, edge.ends[1])?);
        read.push(ends, &file.weight(edge.weight)?, || file.line(edge.ends[0]));
        index += 1;
        Ok(())
    })?;
    read.of(match counted {
        Some(n) => VertexNames::Counted {
            first: 0,
            n: n as usize,
        },
        None => named.into_names(),
    })
}
