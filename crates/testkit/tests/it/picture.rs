//! The picture of the crates and their arrows, `docs/src/crates.svg`, drawn from the manifests.
//!
//! A crate stands above whatever it links, and an arrow leads up to it; links that follow from others
//! are left out. Rows, order and places are found as K. Sugiyama, S. Tagawa and M. Toda do ("Methods
//! for visual understanding of hierarchical system structures", 1981), in whole numbers: layers by the
//! longest chain below, the fewest crossings by exchanges of neighbours, places by neighbours' means.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use crate::layers::own_dependencies;
use crate::sources::{crate_names, crates};

/// The packages outside of `crates/` that link the program or what it shares.
const ELSEWHERE: [&str; 4] = ["bindings/c", "bindings/python", "bindings/wasm", "xtask"];
const BOX_HEIGHT: i32 = 30;
const BOX_WIDTH: i32 = 118;
const ROW_HEIGHT: i32 = 84;
/// Between boxes or lines of a row.
const GAP: i32 = 14;
const MARGIN: i32 = 16;
/// The line of words at the foot.
const FOOT: i32 = 40;
/// White words on these, and the grey of the lines, are legible on a light page and on a dark one.
const LIBRARY: &str = "#2a6496";
const DOOR: &str = "#8a4f14";
const FOR_TESTS: &str = "#5f6368";
/// What the colours say, and where the words begin.
const LEGEND: [(&str, &str, i32); 3] = [
    (LIBRARY, "library", 0),
    (DOOR, "program, bindings", 90),
    (FOR_TESTS, "not published", 250),
];

/// Packages by name, each with its colour and what it links.
type Packages = BTreeMap<String, (&'static str, BTreeSet<String>)>;

/// A box, or the place where a long line passes a row (no colour).
#[derive(Clone, Debug)]
struct Node {
    name: String,
    colour: Option<&'static str>,
    row: usize,
    /// Its middle.
    x: i32,
}

impl Node {
    fn half_width(&self) -> i32 {
        self.colour.map_or(2, |_| BOX_WIDTH / 2)
    }
}

/// Nodes, the rows they stand in from left to right, and lines between neighbouring rows.
#[derive(Debug)]
struct Picture {
    nodes: Vec<Node>,
    rows: Vec<Vec<usize>>,
    /// The lower end, and the upper one, which links it.
    lines: Vec<[usize; 2]>,
}

/// Reads the manifests.
fn packages() -> Packages {
    let inside = crate_names()
        .into_iter()
        .map(|name| (name.clone(), crates().join(name)));
    let root = crates().join("..");
    let outside = ELSEWHERE.map(|path| (path.to_owned(), root.join(path)));
    let mut found = BTreeMap::new();
    for (name, folder) in inside.chain(outside) {
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let colour = match &*name {
            _ if name.starts_with("bindings/") => DOOR,
            "cli" => DOOR,
            _ if text.contains("\npublish = false\n") => FOR_TESTS,
            _ => LIBRARY,
        };
        found.insert(name, (colour, own_dependencies(&text)));
    }
    found
}

/// Everything below a package, by one link or more.
fn below<'a>(links: &'a Packages, name: &str) -> BTreeSet<&'a str> {
    let (_, direct) = &links[name];
    let further = direct.iter().flat_map(|to| below(links, to));
    direct.iter().map(String::as_str).chain(further).collect()
}

impl Picture {
    fn new(packages: &Packages) -> Self {
        let mut picture = Self {
            nodes: Vec::new(),
            rows: Vec::new(),
            lines: Vec::new(),
        };
        let mut places = BTreeMap::new();
        // Lower ones first: whoever has less below stands before those above.
        let mut names: Vec<&String> = packages.keys().collect();
        names.sort_by_key(|name| below(packages, name).len());
        for name in names {
            let (colour, links) = &packages[name];
            let follows: BTreeSet<&str> = links
                .iter()
                .flat_map(|link| below(packages, link))
                .collect();
            let kept: Vec<usize> = (links.iter())
                .filter(|link| !follows.contains(link.as_str()))
                .map(|link| places[link.as_str()])
                .collect();
            let row = kept.iter().map(|&at| picture.nodes[at].row + 1).max();
            let node = picture.stand(name, Some(colour), row.unwrap_or(0));
            places.insert(name.as_str(), node);
            for lower in kept {
                picture.join(lower, node);
            }
        }
        picture
    }

    /// A new node at the end of its row.
    fn stand(&mut self, name: &str, colour: Option<&'static str>, row: usize) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Node {
            name: name.to_owned(),
            colour,
            row,
            x: 0,
        });
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        self.rows[row].push(node);
        node
    }

    /// A line from the lower node up, by a place in each row between.
    fn join(&mut self, mut lower: usize, upper: usize) {
        for row in self.nodes[lower].row + 1..self.nodes[upper].row {
            let place = self.stand("", None, row);
            self.lines.push([lower, place]);
            lower = place;
        }
        self.lines.push([lower, upper]);
    }

    /// Places of the other ends of a node's lines, in the row below and in that above.
    fn ends(&self, node: usize) -> impl Iterator<Item = usize> {
        let other = move |&[lower, upper]: &[usize; 2]| match node {
            _ if node == lower => Some(upper),
            _ if node == upper => Some(lower),
            _ => None,
        };
        self.lines.iter().filter_map(other)
    }

    /// Pairs of lines that cross.
    fn crossings(&self) -> usize {
        let mut place = vec![0; self.nodes.len()];
        for row in &self.rows {
            for (at, &node) in row.iter().enumerate() {
                place[node] = at;
            }
        }
        let crosses = |one: &[usize; 2], other: &[usize; 2]| {
            self.nodes[one[0]].row == self.nodes[other[0]].row
                && (place[one[0]] < place[other[0]] && place[one[1]] > place[other[1]]
                    || place[one[0]] > place[other[0]] && place[one[1]] < place[other[1]])
        };
        let pairs = |(at, one)| {
            let others = self.lines[at + 1..].iter();
            others.filter(move |other| crosses(one, other)).count()
        };
        self.lines.iter().enumerate().map(pairs).sum()
    }

    /// Moves nodes within their rows, one at a time, until no move saves a crossing.
    fn untangle(&mut self) {
        let mut best = self.crossings();
        loop {
            let before = best;
            for row in 0..self.rows.len() {
                for from in 0..self.rows[row].len() {
                    for to in 0..self.rows[row].len() {
                        let kept = self.rows[row].clone();
                        let node = self.rows[row].remove(from);
                        self.rows[row].insert(to, node);
                        let now = self.crossings();
                        if now < best {
                            best = now;
                        } else {
                            self.rows[row] = kept;
                        }
                    }
                }
            }
            if best == before {
                return;
            }
        }
    }

    /// The least distance of the middles of two neighbours of a row.
    fn distance(&self, left: usize, right: usize) -> i32 {
        self.nodes[left].half_width() + GAP + self.nodes[right].half_width()
    }

    /// Each node comes as near to the mean of its lines' other ends as its neighbours let it.
    fn place(&mut self) {
        for turn in 0..200 {
            for step in 0..self.rows.len() {
                let up = turn % 2 == 0;
                let at = if up { step } else { self.rows.len() - 1 - step };
                let row = self.rows[at].clone();
                let wish = |node: usize| {
                    let ends: Vec<i32> = self.ends(node).map(|end| self.nodes[end].x).collect();
                    let n = i32::try_from(ends.len()).expect("few lines");
                    ends.iter().sum::<i32>().checked_div(n).unwrap_or(0)
                };
                let wishes: Vec<i32> = row.iter().map(|&node| wish(node)).collect();
                // As far left, and as far right, as the wishes of neighbours push; between the two.
                let (mut right, mut left) = (wishes.clone(), wishes);
                for at in 1..row.len() {
                    right[at] = right[at].max(right[at - 1] + self.distance(row[at - 1], row[at]));
                }
                for at in (1..row.len()).rev() {
                    left[at - 1] = left[at - 1].min(left[at] - self.distance(row[at - 1], row[at]));
                }
                for (at, &node) in row.iter().enumerate() {
                    self.nodes[node].x = i32::midpoint(left[at], right[at]);
                }
            }
        }
        let least = self.nodes.iter().map(|node| node.x - node.half_width());
        let shift = MARGIN - least.min().expect("a crate");
        for node in &mut self.nodes {
            node.x += shift;
        }
    }

    /// Where a line meets the edge of a node: its lines share the width, in the order of the other ends.
    fn port(&self, node: usize, other: usize) -> i32 {
        let above = self.nodes[other].row > self.nodes[node].row;
        let same_side = |&end: &usize| (self.nodes[end].row > self.nodes[node].row) == above;
        let mut ends: Vec<usize> = self.ends(node).filter(same_side).collect();
        ends.sort_by_key(|&end| (self.nodes[end].x, end));
        let at = ends.iter().position(|&end| end == other).expect("an end");
        let [at, n] = [at, ends.len()].map(|count| i32::try_from(count).expect("few lines"));
        let width = 2 * self.nodes[node].half_width();
        self.nodes[node].x - width / 2 + width * (2 * at + 1) / (2 * n)
    }

    fn svg(&self) -> String {
        let rows = i32::try_from(self.rows.len()).expect("few rows");
        let top = |row: usize| MARGIN + (rows - 1 - i32::try_from(row).expect("few")) * ROW_HEIGHT;
        let right = self.nodes.iter().map(|node| node.x + node.half_width());
        let width = right.max().expect("a crate") + MARGIN;
        let height = MARGIN + (rows - 1) * ROW_HEIGHT + BOX_HEIGHT + FOOT;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\n\
             <title>The crates: each stands above what it links, and an arrow leads up to it</title>\n\
             <g fill=\"none\" stroke=\"#808080\" stroke-width=\"1.5\">\n"
        );
        let mut heads = String::new();
        for &[lower, upper] in &self.lines {
            let [from, to] = [(lower, upper), (upper, lower)].map(|(a, b)| self.port(a, b));
            let [start, end] = [lower, upper].map(|node| top(self.nodes[node].row));
            let is_box = self.nodes[upper].colour.is_some();
            // Into a box its head ends the line; through a row the line goes on.
            let end = end + BOX_HEIGHT + if is_box { 6 } else { 0 };
            let middle = i32::midpoint(start, end);
            let through = if is_box {
                String::new()
            } else {
                format!("V{}", end - BOX_HEIGHT)
            };
            let curve =
                format!("M{from} {start}C{from} {middle} {to} {middle} {to} {end}{through}");
            writeln!(svg, "<path d=\"{curve}\"/>").expect("a string");
            if is_box {
                write!(heads, "M{to} {}l-4 7h8z", end - 6).expect("a string");
            }
        }
        writeln!(svg, "</g>\n<path d=\"{heads}\" fill=\"#808080\"/>").expect("a string");
        for node in &self.nodes {
            let Some(colour) = node.colour else { continue };
            let (name, x, y) = (&node.name, node.x, top(node.row));
            let left = x - BOX_WIDTH / 2;
            writeln!(
                svg,
                "<rect x=\"{left}\" y=\"{y}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"4\" fill=\"{colour}\"/>\
                 <text x=\"{x}\" y=\"{}\" fill=\"#fff\">{name}</text>",
                y + 20
            )
            .expect("a string");
        }
        for (colour, words, from) in LEGEND {
            let (x, y) = (MARGIN + from, height - 20);
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\" rx=\"2\" fill=\"{colour}\"/>\
                 <text x=\"{}\" y=\"{}\" fill=\"#808080\" text-anchor=\"start\">{words}</text>",
                x + 18,
                y + 11
            )
            .expect("a string");
        }
        svg + "</svg>\n"
    }
}

#[test]
fn the_picture_of_the_crates_is_what_the_manifests_say() {
    let mut picture = Picture::new(&packages());
    picture.untangle();
    picture.place();
    let drawn = picture.svg();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/crates.svg");
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &drawn).expect("the picture can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == drawn,
        "docs/src/crates.svg is stale: run with BLESS=1 and look at the picture"
    );
}
