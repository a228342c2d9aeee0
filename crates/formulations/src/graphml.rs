//! A stage as GraphML, each cost an attribute of its edges.

use std::fmt::Write as _;

use edelweiss_model::PlayerId;

use crate::stage::{PairingStage, StageVertex};

impl PairingStage {
    /// The graph as GraphML: a node for each vertex (`n0`, `n1`, ...) with `number`, which `number` says of a player
    /// and the bye does not have, and `place`; an edge for each that is allowed, with the attributes `cost1`,
    /// `cost2` and so on in the order of [`PairingStage::fields`], whose names stand in the descriptions. O(n + m).
    ///
    /// # Panics
    /// Never: a text grows.
    pub fn graphml(&self, number: impl Fn(PlayerId) -> u32) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n<key id=\"number\" for=\"node\" attr.name=\"number\" attr.type=\"int\"/>\n<key id=\"place\" for=\"node\" attr.name=\"place\" attr.type=\"string\"/>\n",
        );
        let mut line = |text: std::fmt::Arguments<'_>| {
            out.write_fmt(text).expect("a string grows");
            out.push('\n');
        };
        for (field, name) in self.fields.iter().enumerate() {
            let id = field + 1;
            line(format_args!(
                "<key id=\"cost{id}\" for=\"edge\" attr.name=\"cost{id}\" attr.type=\"long\"><desc>{name}</desc></key>"
            ));
        }
        line(format_args!("<graph edgedefault=\"undirected\">"));
        for (v, vertex) in self.vertices.iter().enumerate() {
            let place = place(*vertex);
            let number = vertex.player().map_or_else(String::new, |id| {
                format!("<data key=\"number\">{}</data>", number(id))
            });
            line(format_args!(
                "<node id=\"n{v}\">{number}<data key=\"place\">{place}</data></node>"
            ));
        }
        for edge in &self.edges {
            let mut costs = String::new();
            for (field, cost) in edge.costs.iter().enumerate() {
                write!(costs, "<data key=\"cost{}\">{cost}</data>", field + 1)
                    .expect("a string grows");
            }
            let (u, v) = edge.ends;
            line(format_args!(
                "<edge source=\"n{u}\" target=\"n{v}\">{costs}</edge>"
            ));
        }
        out.push_str("</graph>\n</graphml>\n");
        out
    }
}

fn place(vertex: StageVertex) -> &'static str {
    match vertex {
        StageVertex::MovedDown(_) => "moved-down",
        StageVertex::Resident(_) => "resident",
        StageVertex::Next(_) => "next",
        StageVertex::Below(_) => "below",
        StageVertex::Bye => "bye",
    }
}
