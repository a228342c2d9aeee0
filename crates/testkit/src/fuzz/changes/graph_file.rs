//! Graphs: an edge, the format, or a word.

use num_bigint::BigInt;

use super::super::Bytes;
use super::super::graphs::{GRAPH_FORMATS, PlainGraph, plain, split};
use super::change_bytes;

/// What a weight may become, besides one that is there already.
const WEIGHTS: [i64; 10] = [0, 1, 2, 3, 5, 10, -1, -7, 1_000_000_007, i64::MAX];
/// Words of graph files.
const WORDS: [&str; 16] = [
    "0", "1", "2", "7", "-1", "0.5", "-2.50", "1e3", "1e-3", "a", "\"a\"", "true", "# x", "c x",
    "e", "p",
];
/// The most vertices that changes lead to, so that all matchings can be listed for most.
const GROWN: usize = 9;

pub(super) fn changed(input: &[u8], bytes: &mut Bytes<'_>) -> Vec<u8> {
    let (asked, file) = split(input);
    let mut asked = asked.to_vec();
    if bytes.one_in(3) {
        asked = (0..3).map(|_| bytes.below(256) as u8).collect();
    }
    let graph = if bytes.one_in(5) { None } else { plain(file) };
    let file = match graph {
        Some(mut graph) => {
            change_edges(&mut graph, bytes);
            graph.written(bytes.below(GRAPH_FORMATS)).into_bytes()
        }
        None => with_word_changed(file, bytes),
    };
    asked.resize(3, 0);
    [asked, file].concat()
}

fn change_edges(graph: &mut PlainGraph, bytes: &mut Bytes<'_>) {
    let m = graph.edges.len();
    let at = bytes.place(m);
    let any = if m == 0 {
        BigInt::ZERO
    } else {
        graph.edges[at].2.clone()
    };
    let weight = match bytes.below(4) {
        0 => BigInt::from(bytes.pick(&WEIGHTS)),
        1 => any + 1,
        2 => any * 2 - 1,
        _ => any,
    };
    match bytes.below(8) {
        0 if graph.n < GROWN => graph.n += 1,
        0..=3 if graph.n > 1 => {
            let u = bytes.below(graph.n.min(GROWN));
            let v = bytes.below(graph.n.min(GROWN));
            if u != v {
                graph.edges.push((u.min(v), u.max(v), weight));
            }
        }
        4 | 5 if m > 0 => graph.edges[at].2 = weight,
        6 if m > 0 => drop(graph.edges.remove(at)),
        7 if m > 0 => {
            let other = bytes.place(m);
            graph.edges.swap(at, other);
        }
        _ => {}
    }
}

/// A word of the text becomes another one, or bytes are changed anywhere.
fn with_word_changed(file: &[u8], bytes: &mut Bytes<'_>) -> Vec<u8> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-.+".contains(byte);
    let starts: Vec<usize> = (0..file.len())
        .filter(|at| is_word(&file[*at]) && (*at == 0 || !is_word(&file[at - 1])))
        .collect();
    let mut changed = file.to_vec();
    if starts.is_empty() || bytes.one_in(3) {
        change_bytes(&mut changed, bytes);
        return changed;
    }
    let start = starts[bytes.place(starts.len())];
    let length = file[start..]
        .iter()
        .take_while(|byte| is_word(byte))
        .count();
    let word = bytes.pick(&WORDS).as_bytes().to_vec();
    changed.splice(start..start + length, word);
    changed
}
