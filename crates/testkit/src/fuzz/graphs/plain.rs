//! A graph as numbers, and as the six kinds of files that are read.

use std::fmt::{self, Write as _};

use edelweiss_answers::matching::{GraphQuestion, MatchFormat, MatchOptions, ObjectiveName};
use num_bigint::BigInt;

/// How many kinds of files there are.
pub(crate) const GRAPH_FORMATS: usize = 6;

/// A graph without parallel edges, all weights times a power of ten.
#[derive(Clone, Debug)]
pub(crate) struct PlainGraph {
    pub(crate) n: usize,
    pub(crate) edges: Vec<(usize, usize, BigInt)>,
    /// The power of ten.
    pub(super) places: usize,
}

impl PlainGraph {
    /// The graph of a file as it is written for other programs, if it has so few vertices; of what is asked of it
    /// it keeps whether weights count.
    pub(crate) fn read(
        file: &[u8],
        objective: ObjectiveName,
        most_vertices: usize,
    ) -> Option<Self> {
        let options = MatchOptions {
            objective,
            ..MatchOptions::default()
        };
        let question = GraphQuestion::read("graph", file, &options).ok()?;
        if question.n_vertices() > most_vertices {
            return None;
        }
        let text = question.answer(MatchFormat::EdgeList, None).ok()?.text;
        let mut graph = Self {
            n: 0,
            edges: Vec::new(),
            places: 0,
        };
        let mut is_heading = true;
        for line in text.lines() {
            if let Some(comment) = line.strip_prefix('#') {
                if let Some(places) = comment.strip_prefix(" all weights times 10^") {
                    graph.places = places.parse().expect("a number");
                }
                continue;
            }
            let words: Vec<&str> = line.split(' ').collect();
            let vertex = |word: &str| word.parse::<usize>().expect("a vertex");
            if is_heading {
                graph.n = vertex(words[0]);
                is_heading = false;
            } else {
                let weight = words[2].parse().expect("a weight");
                let (u, v) = (vertex(words[0]), vertex(words[1]));
                graph.edges.push((u.min(v), u.max(v), weight));
            }
        }
        Some(graph)
    }

    /// A number of an answer in the units of the edges.
    pub(super) fn scaled(&self, text: &str) -> BigInt {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        assert!(fraction.len() <= self.places, "{text}\n{self}");
        let digits = format!("{whole}{fraction:0<places$}", places = self.places);
        digits.parse().expect("a number")
    }

    /// A number in the units of the edges of `other`, which is the same graph written with more places.
    pub(super) fn in_places(&self, number: BigInt, other: &Self) -> BigInt {
        number * BigInt::from(10).pow((other.places - self.places) as u32)
    }

    /// The graph in a format below [`GRAPH_FORMATS`]: it has no isolated vertex in the second one, which cannot
    /// name any.
    pub(crate) fn written(&self, format: usize) -> String {
        let (n, m) = (self.n, self.edges.len());
        let has_alone = (0..n).any(|v| !self.edges.iter().any(|(a, b, _)| v == *a || v == *b));
        let lines = |of_edge: &dyn Fn(usize, usize, String) -> String| -> String {
            let edges = self.edges.iter();
            let lines = edges.map(|(u, v, weight)| of_edge(*u, *v, self.decimal(weight)));
            lines.collect()
        };
        let mut text = String::new();
        match format {
            1 if !has_alone && m > 0 => {
                text = lines(&|u, v, weight| format!("v{u} v{v} {weight}\n"));
            }
            2 => {
                let edges = lines(&|u, v, weight| format!("e {} {} {weight}\n", u + 1, v + 1));
                text = format!("p edge {n} {m}\n{edges}");
            }
            3 => self.write_graphml(&mut text).expect("a string grows"),
            4 => {
                let edges = lines(&|u, v, weight| format!("[{u},{v},{weight}],"));
                let edges = edges.trim_end_matches(',');
                text = format!("{{\"vertices\":{n},\"edges\":[{edges}]}}");
            }
            5 => self.write_node_link(&mut text).expect("a string grows"),
            _ => {
                let edges = lines(&|u, v, weight| format!("{u} {v} {weight}\n"));
                text = format!("{n} {m}\n{edges}");
            }
        }
        text
    }

    /// The weight as the file would write it.
    fn decimal(&self, weight: &BigInt) -> String {
        match self.places {
            0 => weight.to_string(),
            places => format!("{weight}e-{places}"),
        }
    }

    fn write_graphml(&self, text: &mut String) -> fmt::Result {
        text.push_str("<graphml><key id=\"w\" for=\"edge\" attr.name=\"weight\"/><graph>\n");
        for v in 0..self.n {
            writeln!(text, "<node id=\"{v}\"/>")?;
        }
        for (u, v, weight) in &self.edges {
            let weight = self.decimal(weight);
            writeln!(
                text,
                "<edge source=\"{u}\" target=\"{v}\"><data key=\"w\">{weight}</data></edge>"
            )?;
        }
        text.write_str("</graph></graphml>")
    }

    fn write_node_link(&self, text: &mut String) -> fmt::Result {
        let comma = |index: usize| if index == 0 { "" } else { "," };
        text.push_str("{\"nodes\":[");
        for v in 0..self.n {
            write!(text, "{}{{\"id\":{v}}}", comma(v))?;
        }
        text.push_str("],\"links\":[");
        for (index, (u, v, weight)) in self.edges.iter().enumerate() {
            let (comma, weight) = (comma(index), self.decimal(weight));
            write!(
                text,
                "{comma}{{\"source\":{u},\"target\":{v},\"weight\":{weight}}}"
            )?;
        }
        text.write_str("]}")
    }
}

impl fmt::Display for PlainGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(0))
    }
}
