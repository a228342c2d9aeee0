//! `edelweiss match`.

use std::fs;

use serde_json::Value;

use crate::common::{Run, names_in, run, run_with};

/// A path whose heavy edge is in the middle.
const PATH: &str = "4 3\n0 1 5\n1 2 11\n2 3 5\n";

fn matched(graph: &str, options: &str) -> Run {
    let folder = tempfile::tempdir().expect("a folder for the test");
    run_with(
        folder.path(),
        &format!("match - {options}"),
        graph.as_bytes(),
    )
}

#[test]
fn every_objective_has_its_answer() {
    for (objective, answer) in [
        ("weight", "value 11\npairs 1\n1 2\n"),
        ("cardinality-weight", "value 10\npairs 2\n0 1\n2 3\n"),
        ("perfect", "value 10\npairs 2\n0 1\n2 3\n"),
        ("min-perfect", "value 10\npairs 2\n0 1\n2 3\n"),
        ("cardinality", "value 2\npairs 2\n0 1\n2 3\n"),
    ] {
        let run = matched(PATH, &format!("--objective {objective}"));
        let found = (run.exit, run.out.as_str(), run.err.as_str());
        assert_eq!(found, (0, answer, ""), "{objective}");
    }
}

#[test]
fn three_formats_are_one_graph() {
    let dimacs = "c a path\np edge 4 3\ne 1 2 5\ne 2 3 11\ne 3 4 5\n";
    assert_eq!(matched(dimacs, "").out, "value 11\npairs 1\n2 3\n");
    let graphml = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="edge" attr.name="weight" attr.type="int"><default>5</default></key>
  <graph edgedefault="undirected">
    <node id="Ann"/><node id="Bea"/><node id="Cid"/><node id="Dan"/>
    <edge source="Ann" target="Bea"/>
    <edge source="Bea" target="Cid"><data key="d0">11</data></edge>
    <edge source="Cid" target="Dan"/>
  </graph>
</graphml>
"#;
    let found = matched(graphml, "");
    assert_eq!(found.out, "value 11\npairs 1\nBea Cid\n", "{found:?}");
    let commented = format!("# a path\r\n{}", PATH.replace('\n', "\r\n"));
    assert_eq!(matched(&commented, "").out, "value 11\npairs 1\n1 2\n");
}

#[test]
fn the_document_has_value_pairs_algorithm_and_seconds() {
    let run = matched(PATH, "--format json --objective perfect");
    let document: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(document["value"], 10);
    assert_eq!(document["pairs"], serde_json::json!([[0, 1], [2, 3]]));
    assert_eq!(
        (&document["vertices"], &document["edges"]),
        (&4.into(), &3.into())
    );
    assert!(document["algorithm"].is_string() && document["seconds"].is_f64());
}

#[test]
fn the_best_matchings_come_in_order() {
    let found = matched(PATH, "--best 3");
    let expected = "value 11\npairs 1\n1 2\n\nvalue 10\npairs 2\n0 1\n2 3\n\nvalue 5\npairs 1\n";
    assert_eq!((found.exit, found.err.as_str()), (0, ""));
    assert!(found.out.starts_with(expected), "{}", found.out);
    let all = matched(PATH, "--best 9 --format json");
    let document: Value = serde_json::from_str(&all.out).expect("JSON");
    let best = document["best"].as_array().expect("a list");
    let values: Vec<_> = best.iter().map(|matching| &matching["value"]).collect();
    assert_eq!(values, [11, 10, 5, 5, 0]);
    assert_eq!(best[1]["pairs"], serde_json::json!([[0, 1], [2, 3]]));
    let none = matched("3 1\n0 1 5\n", "--objective perfect --best 2");
    assert_eq!(none.exit, 1);
    assert!(none.err.contains("odd number of vertices"), "{}", none.err);
    let refused = matched(PATH, "--best 2 --format lp");
    assert_eq!(refused.exit, 3);
    assert!(refused.err.contains("text or json"), "{}", refused.err);
}

#[test]
fn every_edge_has_its_slack() {
    let found = matched(PATH, "--slacks");
    let expected = "value 11\npairs 1\n1 2\n\
        edge 0 1 slack 1 optima none\nedge 1 2 slack 1 optima every\nedge 2 3 slack 1 optima none\n";
    assert_eq!((found.exit, found.out.as_str()), (0, expected));
    let perfect = matched(PATH, "--slacks --objective perfect --format json");
    let document: Value = serde_json::from_str(&perfect.out).expect("JSON");
    let heavy = serde_json::json!({
        "edge": [1, 2], "slack": null, "in_some_optimum": false, "in_every_optimum": false
    });
    assert_eq!(document["slacks"][1], heavy);
}

#[test]
fn other_programs_get_their_files() {
    for (format, expected) in [
        ("edge-list", "# minimum weight, perfect\n4 3\n0 1 5\n"),
        ("dimacs", "c minimum weight, perfect\np edge 4 3\ne 1 2 5\n"),
        (
            "lp",
            "\\ minimum weight, perfect\nMinimize\n weight:\n  +5 x_0_1\n",
        ),
        ("mps", "* minimum weight, perfect, minimised"),
        ("opb", "* #variable= 3 #constraint= 4\n"),
        ("dot", "graph matching {\n"),
        ("veripb", "pseudo-Boolean proof version 3.0\nf 8 ;\n"),
    ] {
        let found = matched(PATH, &format!("--objective min-perfect --format {format}"));
        assert_eq!((found.exit, found.err.as_str()), (0, ""), "{format}");
        assert!(found.out.starts_with(expected), "{}", found.out);
        if matches!(format, "edge-list" | "dimacs") {
            let again = matched(
                &found.out,
                &format!("--objective min-perfect --format {format}"),
            );
            assert_eq!(again.out, found.out);
        }
    }
}

#[test]
fn the_chapter_on_blossoms_shows_what_the_program_does() {
    let chapter = include_str!("../../../../docs/src/curious/blossom.md");
    let graph = chapter.split("```text\n8 10\n").nth(1).expect("its graph");
    let graph = format!("8 10\n{}", graph.split("```").next().expect("its end"));
    let shown = chapter
        .split("$ edelweiss match graph.txt --objective perfect --trace\n")
        .nth(1);
    let shown = shown.expect("its steps").split("```").next();
    let found = matched(&graph, "--objective perfect --trace");
    assert_eq!((found.exit, Some(found.out.as_str())), (0, shown));
}

#[test]
fn a_trace_is_text() {
    let refused = matched(PATH, "--trace --format json");
    assert_eq!(refused.exit, 3);
    assert!(
        refused.err.contains("--trace is written as text"),
        "{}",
        refused.err
    );
}

#[test]
fn the_certificate_adds_up() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let triangle = "3 3\n0 1 10\n1 2 10\n0 2 10\n";
    let run = run_with(
        folder.path(),
        "match - --certificate proof.json",
        triangle.as_bytes(),
    );
    assert_eq!(run.exit, 0, "{run:?}");
    let text = fs::read_to_string(folder.path().join("proof.json")).expect("written");
    let proof: Value = serde_json::from_str(&text).expect("JSON");
    let vertices = proof["vertices"].as_array().expect("a list");
    let of_vertices: i64 = vertices.iter().filter_map(|v| v["dual_2x"].as_i64()).sum();
    // The only blossom that a triangle can be has room for one pair.
    let blossoms = proof["blossoms"].as_array().expect("a list");
    let of_blossoms: i64 = blossoms.iter().filter_map(|b| b["dual_2x"].as_i64()).sum();
    assert_eq!(of_vertices + of_blossoms, 2 * 10, "{text}");
}

#[test]
fn weights_at_the_limits_are_summed_exactly() {
    let (low, high) = (i64::MIN, i64::MAX);
    let graph = format!("4 3\n0 1 {low}\n1 2 {high}\n2 3 {low}\n");
    let found = matched(&graph, "--objective perfect");
    assert_eq!(
        found.out,
        "value -18446744073709551616\npairs 2\n0 1\n2 3\n"
    );
    assert_eq!(
        matched(&graph, "").out,
        "value 9223372036854775807\npairs 1\n1 2\n"
    );
}

#[test]
fn a_graph_without_perfect_matching_is_explained() {
    let star = "4 3\n0 1 1\n0 2 1\n0 3 1\n";
    let run = matched(star, "--objective min-perfect");
    assert_eq!((run.exit, run.out.as_str()), (1, ""));
    assert!(
        run.err.contains("without 0 the graph falls apart"),
        "{run:?}"
    );
    let lonely = matched("1 0\n", "--objective perfect");
    assert_eq!(lonely.exit, 1);
    assert!(lonely.err.contains("odd number of vertices"), "{lonely:?}");
    assert_eq!(
        matched("0 0\n", "--objective perfect").out,
        "value 0\npairs 0\n"
    );
}

#[test]
fn bad_graphs_are_refused_at_their_place() {
    let graphml = |inside: &str| {
        format!("<graphml>\n<graph>\n<node id=\"a\"/>\n{inside}\n</graph></graphml>")
    };
    for (graph, place, words) in [
        (String::new(), "1:1", "the file is empty"),
        (
            "four 3\n".to_owned(),
            "1:1",
            "number of vertices: found \"four\"",
        ),
        (
            "4\n".to_owned(),
            "1:2",
            "number of edges: the line ends here",
        ),
        ("4 3 7\n".to_owned(), "1:5", "found \"7\" after"),
        (
            "99999999999 0\n".to_owned(),
            "1:1",
            "expected a number up to 2147483647",
        ),
        (
            "4 1\n0 4 1\n".to_owned(),
            "2:3",
            "vertex: found \"4\", expected one of the vertices 0 to 3",
        ),
        ("4 1\n-1 2 1\n".to_owned(), "2:1", "vertex: found \"-1\""),
        (
            "4 1\n2 2 1\n".to_owned(),
            "2:3",
            "found an edge from 2 to itself",
        ),
        ("4 1\n0\n".to_owned(), "2:2", "the other end of the edge"),
        (
            "4 1\n0 1 1.5\n".to_owned(),
            "2:5",
            "hint: multiply all weights by a power of ten",
        ),
        (
            "4 1\n0 1 NaN\n".to_owned(),
            "2:5",
            "weight: found \"NaN\", expected a whole number",
        ),
        (
            "4 1\n0 1 9223372036854775808\n".to_owned(),
            "2:5",
            "expected a number of 64 bits",
        ),
        (
            "4 1\n0 1 1 1\n".to_owned(),
            "2:7",
            "found \"1\" after an edge",
        ),
        (
            "4 3\n0 1 5\n".to_owned(),
            "2:1",
            "the file ends after 1 edges, expected 3",
        ),
        (
            "4 0\n0 1 5\n".to_owned(),
            "2:1",
            "the file ends after 1 edges, expected 0",
        ),
        (
            "c nothing else\n".to_owned(),
            "1:1",
            "without a line \"p edge n m\"",
        ),
        (
            "e 1 2 3\n".to_owned(),
            "1:1",
            "number of vertices: found \"e\"",
        ),
        (
            "p edge 2 1\ne 0 1 3\n".to_owned(),
            "2:3",
            "expected one of the vertices 1 to 2",
        ),
        (
            "p edge 2 1\nq 1 2 3\n".to_owned(),
            "2:1",
            "found a line \"q\"",
        ),
        (
            "c\ne 1 2 3\n".to_owned(),
            "2:1",
            "found an edge before the line",
        ),
        (
            "p edge 2 0\np edge 2 0\n".to_owned(),
            "2:1",
            "a second line \"p\"",
        ),
        ("<graphml>".to_owned(), "1:", "this is no XML"),
        ("<html/>".to_owned(), "1:1", "found no <graph>"),
        (
            graphml("<edge source=\"a\" target=\"b\"/>"),
            "4:1",
            "target: found \"b\", which is no node",
        ),
        (
            graphml("<edge source=\"a\"/>"),
            "4:1",
            "expected the attribute \"target\"",
        ),
        (
            graphml("<edge source=\"a\" target=\"a\"/>"),
            "4:1",
            "an edge from \"a\" to itself",
        ),
        (
            graphml("<node id=\"a\"/>"),
            "4:1",
            "found a second node \"a\"",
        ),
        (graphml("<hyperedge/>"), "4:1", "found a hyperedge"),
    ] {
        let run = matched(&graph, "");
        assert_eq!((run.exit, run.out.as_str()), (3, ""), "{graph:?}: {run:?}");
        let start = format!("error: standard input:{place}");
        assert!(
            run.err.starts_with(&start) && run.err.contains(words),
            "{graph:?}: {run:?}"
        );
    }
}

#[test]
fn a_graph_is_never_overwritten_and_nothing_is_left_behind() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("graph"), PATH).expect("a writable folder");
    let run_here = |line: &str| run(folder.path(), line);
    assert_eq!(run_here("match graph --certificate ./graph").exit, 3);
    assert_eq!(run_here("match missing").exit, 5);
    assert_eq!(run_here("match graph --certificate missing/proof").exit, 5);
    fs::write(folder.path().join("bytes"), [b'4', 0xff]).expect("a writable folder");
    let bytes = run_here("match bytes --certificate proof");
    assert_eq!(
        bytes.err,
        "error: bytes:1:2: found a byte that is no UTF-8, so this is no text\n"
    );
    assert_eq!(names_in(folder.path()), ["bytes", "graph"]);
    assert_eq!(
        fs::read_to_string(folder.path().join("graph")).expect("there"),
        PATH
    );
}
