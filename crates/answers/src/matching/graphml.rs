//! GraphML: the nodes and edges of the first graph, directions ignored.
//!
//! The weight of an edge is its data of the key whose name is "weight", or the default of that key, or
//! 1. All other data is not looked at; nested graphs, ports and hyperedges are refused.

use roxmltree::{Document, Node};

use super::decimals::ReadWeight;
use super::graph_file::{GivenName, GraphEdges, GraphError, GraphFile, NamedVertices};

pub(super) fn read(text: &str) -> Result<GraphFile, GraphError> {
    let document = Document::parse(text).map_err(|error| GraphError {
        line: error.pos().row as usize,
        column: error.pos().col as usize,
        message: format!("this is no XML: {error}"),
    })?;
    let root = document.root_element();
    let graph = (root.children())
        .find(|node| node.has_tag_name_of("graph"))
        .ok_or_else(|| wrong(root, "found no <graph>, expected GraphML".to_owned()))?;
    let weights = WeightKey::of(root)?;
    let vertices = vertices(graph)?;
    let mut edges = GraphEdges::with_capacity(0);
    for node in graph.children().filter(Node::is_element) {
        match node.tag_name().name() {
            "edge" => {}
            "hyperedge" => {
                return Err(wrong(
                    node,
                    "found a hyperedge, expected edges of two ends".to_owned(),
                ));
            }
            _ => continue,
        }
        let end = |name: &str| {
            let id = attribute(node, name)?;
            let vertex = vertices.find(&GivenName::Text(id.clone()));
            vertex.ok_or_else(|| wrong(node, format!("{name}: found {id:?}, which is no node")))
        };
        let (u, v) = (end("source")?, end("target")?);
        edges.push((u, v), &weights.of_edge(node)?, || {
            document.text_pos_at(node.range().start).row as usize
        });
    }
    edges.of(vertices.into_names())
}

/// An error at an element.
fn wrong(node: Node<'_, '_>, message: String) -> GraphError {
    let at = node.document().text_pos_at(node.range().start);
    GraphError {
        line: at.row as usize,
        column: at.col as usize,
        message,
    }
}

fn attribute(node: Node<'_, '_>, name: &str) -> Result<String, GraphError> {
    let found = node.attribute(name).map(str::to_owned);
    found.ok_or_else(|| {
        wrong(
            node,
            format!(
                "<{}>: expected the attribute {name:?}",
                node.tag_name().name()
            ),
        )
    })
}

/// The nodes of the graph, by their names.
fn vertices(graph: Node<'_, '_>) -> Result<NamedVertices, GraphError> {
    let mut vertices = NamedVertices::default();
    for node in graph.children().filter(|node| node.has_tag_name_of("node")) {
        if let Some(nested) = child(node, "graph") {
            return Err(wrong(
                nested,
                "found a graph within a node, expected one graph".to_owned(),
            ));
        }
        let id = attribute(node, "id")?;
        if vertices.new_vertex(GivenName::Text(id.clone())).is_none() {
            return Err(wrong(node, format!("found a second node {id:?}")));
        }
    }
    Ok(vertices)
}

/// Which data of an edge is its weight.
struct WeightKey<'a> {
    id: Option<&'a str>,
    default: ReadWeight,
}

impl<'a> WeightKey<'a> {
    fn of(root: Node<'a, '_>) -> Result<Self, GraphError> {
        let key = (root.children()).find(|node| {
            node.has_tag_name_of("key")
                && node.attribute("attr.name") == Some("weight")
                && (node.attribute("for")).is_none_or(|of| of == "edge" || of == "all")
        });
        Ok(Self {
            id: key.and_then(|key| key.attribute("id")),
            default: match key.and_then(|key| child(key, "default")) {
                None => ReadWeight::ONE,
                Some(node) => weight(node)?,
            },
        })
    }

    fn of_edge(&self, edge: Node<'_, '_>) -> Result<ReadWeight, GraphError> {
        let data = (edge.children()).find(|data| {
            data.has_tag_name_of("data") && self.id.is_some() && data.attribute("key") == self.id
        });
        data.map_or_else(|| Ok(self.default.clone()), weight)
    }
}

/// What an element says as a weight.
fn weight(node: Node<'_, '_>) -> Result<ReadWeight, GraphError> {
    ReadWeight::read(text_of(node)).map_err(|message| wrong(node, message))
}

/// Names of elements, in whatever namespace.
trait TagName {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl TagName for Node<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name_of(name))
}

fn text_of<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default().trim()
}
