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
        ("4 3 7 1\n".to_owned(), "1:5", "found \"7\" after"),
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
        ("4 1\n0\n".to_owned(), "2:2", "the other end of the edge"),
        (
            "4 1\n0 1 NaN\n".to_owned(),
            "2:5",
            "weight: found \"NaN\", expected a number such as 12, -0.5 or 2.5e3",
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

/// A path of the same weights in every format, of names of every kind.
#[test]
fn weights_are_decimals_of_any_size_in_every_format() {
    let link = |u: &str, v: &str, weight: &str| {
        format!("{{\"source\": {u}, \"weight\": {weight}, \"target\": {v}}}")
    };
    let node_link = |key: &str, weights: [&str; 3]| {
        let links = [
            link("\"a\"", "2", weights[0]),
            link("2.0", "true", weights[1]),
            link("true", "\"2\"", weights[2]),
        ];
        format!(
            "{{\"directed\": false, \"multigraph\": false, \"graph\": {{\"name\": [\"x\"]}}, \"nodes\": \
             [{{\"id\": \"\\u0061\", \"size\": 3}}, {{\"id\": 2}}, {{\"id\": true}}, {{\"id\": \"2\"}}], {key:?}: \
             [{}]}}",
            links.join(", ")
        )
    };
    for (weights, middle, ends) in [
        (["0.5", "1.1", "0.25"], "1.1", "0.75"),
        (["5e-1", "11E-1", "2.50e-1"], "1.1", "0.75"),
        (
            ["1e30", "3e30", "1.000"],
            "3000000000000000000000000000000",
            "1000000000000000000000000000001",
        ),
        (
            ["-0.1", "0", "9223372036854775808"],
            "9223372036854775808",
            "9223372036854775807.9",
        ),
    ] {
        let [one, two, three] = weights;
        let graphs = [
            format!("4 3\n0 1 {one}\n1 2 {two}\n2 3 {three}\n"),
            format!("# networkx\r\na 2 {one}\r\n2 x {two}\r\nx y {three}\r\n"),
            format!("\u{feff}a b {one}\nb\tc {two}\nc d {three}"),
            format!("c d -1\nd f {one}\nf g {two}\ng h {three}\nc d -1"),
            format!("c a path\np edge 4 3\ne 1 2 {one}\ne 2 3 {two}\ne 3 4 {three}\n"),
            format!(
                "{{\"vertices\": 4, \"edges\": [[0, 1, {one}], [1, 2, {two}], [2, 3, {three}]]}}"
            ),
            node_link("links", weights),
            node_link("edges", weights),
        ];
        for graph in graphs {
            let found = matched(&graph, "");
            let value = format!("value {middle}\npairs 1\n");
            assert!(found.out.starts_with(&value), "{graph}: {found:?}");
            if !graph.contains("c d -1") {
                let perfect = matched(&graph, "--objective perfect");
                let value = format!("value {ends}\npairs 2\n");
                assert!(perfect.out.starts_with(&value), "{graph}: {perfect:?}");
            }
        }
    }
}

#[test]
fn names_of_networkx_are_what_they_were() {
    let graph = r#"{"nodes": [{"id": "2"}, {"id": 2}, {"id": 2.5}, {"id": false}, {}, {"id": -1}],
        "links": [{"source": "2", "target": 2}, {"source": 2.50, "target": false}, {"source": 4, "target": -1}]}"#;
    let found = matched(graph, "--format json --objective perfect");
    let document: Value = serde_json::from_str(&found.out).expect("JSON");
    let pairs = serde_json::json!([["2", 2], [2.5, false], [4, -1]]);
    assert_eq!(
        (&document["pairs"], &document["value"]),
        (&pairs, &3.into())
    );
    let listed = matched("01 1 2\n", "--format json");
    let document: Value = serde_json::from_str(&listed.out).expect("JSON");
    assert_eq!(document["pairs"], serde_json::json!([["01", 1]]));
}

#[test]
fn every_number_of_an_answer_is_in_the_units_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let triangle = "a b 1.5\nb c 1.25\na c 1.5\n";
    let line = "match - --slacks --format json --certificate proof.json";
    let run = run_with(folder.path(), line, triangle.as_bytes());
    assert_eq!((run.exit, run.err.as_str()), (0, ""), "{run:?}");
    let document: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(document["value"], 1.5);
    let slacks = document["slacks"].as_array().expect("a list");
    let slacks: Vec<&Value> = slacks.iter().map(|edge| &edge["slack"]).collect();
    assert_eq!(
        slacks,
        [&serde_json::json!(0), &0.into(), &serde_json::json!(0.25)]
    );
    let text = fs::read_to_string(folder.path().join("proof.json")).expect("written");
    let proof: Value = serde_json::from_str(&text).expect("JSON");
    let duals = |list: &Value| -> f64 {
        let list = list.as_array().expect("a list").iter();
        list.filter_map(|each| each["dual_2x"].as_f64()).sum()
    };
    assert!(
        (duals(&proof["vertices"]) + duals(&proof["blossoms"]) - 3.0).abs() < 1e-9,
        "{text}"
    );
    for (format, comment) in [
        ("edge-list", "# "),
        ("lp", "\\ "),
        ("opb", "* "),
        ("dot", "// "),
    ] {
        let found = run_with(
            folder.path(),
            &format!("match - --format {format}"),
            triangle.as_bytes(),
        );
        let comment = format!("{comment}all weights");
        assert!(
            found.out.lines().any(|line| line.starts_with(&comment)),
            "{}",
            found.out
        );
        assert!(
            found.out.contains("150") && !found.out.contains("1.5"),
            "{}",
            found.out
        );
    }
    let count = matched(triangle, "--objective cardinality --format json");
    let document: Value = serde_json::from_str(&count.out).expect("JSON");
    assert_eq!(document["value"], 1);
}

#[test]
fn edges_from_a_vertex_to_itself_are_left_out_with_a_note() {
    let graphml = "<graphml><graph><node id='a'/><node id='b'/>\n<edge source='a' target='a'/>\n\
        <edge source='a' target='b'/></graph></graphml>";
    for graph in [
        "2 2\n0 0 7\n0 1 1\n",
        "a a 7\na b 1\n",
        "p edge 2 2\ne 2 2 7\ne 1 2 1\n",
        graphml,
        "{\"vertices\": 2,\n\"edges\": [[1, 1, 7], [0, 1]]}",
        "{\"nodes\": [{\"id\": 1}, {\"id\": 2}], \"edges\": [\n{\"source\": 1, \"target\": 1}, {\"source\": 1, \"target\": 2}]}",
    ] {
        let found = matched(graph, "");
        assert!(
            found.out.starts_with("value 1\npairs 1\n"),
            "{graph}: {found:?}"
        );
        assert!(
            found.err.starts_with("note: standard input: line ")
                && found.err.contains("itself was left out"),
            "{found:?}"
        );
        let document: Value =
            serde_json::from_str(&matched(graph, "--format json").out).expect("JSON");
        assert_eq!(document["edges"], 1);
        assert!(
            document["notes"][0]
                .as_str()
                .is_some_and(|note| note.contains("left out"))
        );
    }
    let many = matched("a a 1\nb b 2\n", "");
    assert_eq!(
        many.err,
        "note: standard input: line 1: 2 edges from a vertex to itself were left out, of which this is the \
         first\n"
    );
}

#[test]
fn of_parallel_edges_the_best_one_counts() {
    for graph in [
        "2 3\n0 1 3\n1 0 7\n0 1 5\n",
        "a b 3\nb a 7\na b 5\n",
        "{\"multigraph\": true, \"nodes\": [{\"id\": 0}, {\"id\": 1}], \"links\": [{\"source\": 0, \"target\": 1, \
         \"weight\": 3, \"key\": 0}, {\"source\": 1, \"target\": 0, \"weight\": 7, \"key\": 1}]}",
    ] {
        let value = |objective: &str| {
            let found = matched(graph, &format!("--objective {objective}"));
            found.out.lines().next().map(str::to_owned)
        };
        assert_eq!(value("weight").as_deref(), Some("value 7"), "{graph}");
        assert_eq!(value("min-perfect").as_deref(), Some("value 3"), "{graph}");
    }
}

#[test]
fn bad_numbers_and_lists_are_refused_in_every_format() {
    let forms = "hint: an edge list has \"n m\" in its first line";
    let node_link =
        |nodes: &str, links: &str| format!("{{\"nodes\": [{nodes}],\n \"links\": [{links}]}}");
    let two = "{\"id\": 0}, {\"id\": 1}";
    let long = "9".repeat(4_301);
    for number in [
        "NaN",
        "Infinity",
        "-inf",
        "1e400",
        "1e-400",
        "1e1000000000",
        "1e-1000000000",
        "0e1000000000",
        "1/3",
        "0x1",
        "1,5",
        "five",
        &long,
    ] {
        for (graph, place) in [
            (format!("2 1\n0 1 {number}\n"), "2:5"),
            (format!("a b 1\nb c {number}\n"), "2:5"),
            (format!("p edge 2 1\ne 1 2 {number}\n"), "2:7"),
            (
                format!(
                    "<graphml><key id=\"w\" attr.name=\"weight\"/><graph><node id=\"a\"/><node id=\"b\"/>\n<edge \
                     source=\"a\" target=\"b\"><data key=\"w\">{number}</data></edge></graph></graphml>"
                ),
                "2:",
            ),
            (
                format!("{{\"vertices\": 2,\n\"edges\": [[0, 1, {number}]]}}"),
                "2:",
            ),
            (
                node_link(
                    two,
                    &format!("{{\"source\": 0, \"target\": 1, \"weight\": {number}}}"),
                ),
                "2:",
            ),
        ] {
            let run = matched(&graph, "");
            assert_eq!((run.exit, run.out.as_str()), (3, ""), "{graph}: {run:?}");
            let start = format!("error: standard input:{place}");
            assert!(run.err.starts_with(&start), "{graph}: {run:?}");
            assert!(run.err.len() < 600, "{run:?}");
        }
    }
    for (graph, place, words) in [
        (
            "a b 1\nb c\n".to_owned(),
            "2:4",
            "weight: the line ends here",
        ),
        (
            "a b 1\nb c 2 3\n".to_owned(),
            "2:7",
            "found \"3\" after an edge",
        ),
        (
            "a b {'weight': 5}\n".to_owned(),
            "1:1",
            "number of vertices: found \"a\"",
        ),
        ("a b\n".to_owned(), "1:1", "number of vertices: found \"a\""),
        (
            node_link("{\"id\": 1}, {\"id\": 1.0}", ""),
            "1:",
            "id: found 1.0 twice",
        ),
        (
            node_link("{\"id\": 1}, {}", ""),
            "1:",
            "its number is one of another",
        ),
        (
            node_link("{\"id\": [1, 2]}", ""),
            "1:19",
            "id: found a list, expected a text",
        ),
        (node_link("{\"id\": null}", ""), "1:19", "id: found null"),
        (
            node_link("{\"id\": \"\\ud800\"}", ""),
            "1:",
            "this is no graph",
        ),
        (
            node_link("{\"id\": 1, \"id\": 2}", ""),
            "1:",
            "duplicate field `id`",
        ),
        (
            node_link(two, "{\"source\": 0, \"target\": 7}"),
            "2:36",
            "target: found 7, which is no node",
        ),
        (
            node_link(two, "{\"source\": 0}"),
            "2:",
            "missing field `target`",
        ),
        (
            node_link(two, "{\"source\": 0, \"target\": 1, \"weight\": null}"),
            "2:",
            "weight: found \"null\"",
        ),
        (
            node_link(two, "{\"source\": 0, \"target\": 1, \"weight\": \"5\"}"),
            "2:",
            "weight: found",
        ),
        (
            "{\"directed\": true, \"nodes\": [], \"links\": []}".to_owned(),
            "1:14",
            "directed: found true, expected an undirected graph",
        ),
        (
            "{\"multigraph\": 1, \"nodes\": [], \"links\": []}".to_owned(),
            "1:16",
            "expected true or false",
        ),
        (
            "{\"nodes\": [], \"nodes\": []}".to_owned(),
            "1:",
            "duplicate field `nodes`",
        ),
        (
            "{\"nodes\": []}".to_owned(),
            "1:1",
            "found neither \"links\" nor \"edges\"",
        ),
        (
            "{\"nodes\": [], \"links\": [], \"edges\": []}".to_owned(),
            "1:1",
            "found both \"links\" and \"edges\"",
        ),
        (
            "{\"vertices\": 2, \"nodes\": []}".to_owned(),
            "1:1",
            "found both \"vertices\" and \"nodes\"",
        ),
        (
            "{\"vertices\": 2, \"edges\": [[0, 1, 1, 1]]}".to_owned(),
            "1:",
            "an edge [u, v, weight]",
        ),
        (
            "{\"vertices\": [\"a\", \"a\"], \"edges\": []}".to_owned(),
            "1:14",
            "found \"a\" twice",
        ),
        (
            "{\"vertices\": 2, \"edges\": [[0, 2]]}".to_owned(),
            "1:31",
            "edges[0]: found 2, which is no vertex",
        ),
        ("{\"points\": 2}".to_owned(), "1:", "unknown field `points`"),
        ("{".to_owned(), "1:", "this is no graph"),
    ] {
        let run = matched(&graph, "");
        assert_eq!((run.exit, run.out.as_str()), (3, ""), "{graph}: {run:?}");
        let start = format!("error: standard input:{place}");
        assert!(
            run.err.starts_with(&start) && run.err.contains(words),
            "{graph}: {run:?}"
        );
        if !graph.starts_with('{') {
            assert!(run.err.contains(forms), "{run:?}");
        }
    }
}

#[test]
fn a_limit_cuts_at_the_same_place_and_says_so() {
    let rungs = (0..10).map(|i| format!("a{i} b{i} {}\na{i} b{} 3\n", 7 + i, i + 1));
    let ladder = rungs.collect::<Vec<_>>().concat();
    let whole = matched(&ladder, "--best 5 --format json");
    let whole: Value = serde_json::from_str(&whole.out).expect("JSON");
    for limit in [0, 1, 9, 10] {
        let cut = matched(&ladder, &format!("--best 5 --limit {limit} --format json"));
        assert_eq!(cut.exit, 4, "{cut:?}");
        assert!(
            cut.err.contains(&format!("--limit {limit}: cut after ")),
            "{cut:?}"
        );
        let document: Value = serde_json::from_str(&cut.out).expect("JSON");
        let found = document["best"].as_array().expect("a list");
        let first = &whole["best"].as_array().expect("a list")[..found.len()];
        assert_eq!(found, first, "{limit}");
        let expected = serde_json::json!({"limit": limit, "found": found.len(), "asked": 5});
        assert_eq!(document["cut"], expected);
        let text = matched(&ladder, &format!("--best 5 --limit {limit}")).out;
        assert!(
            text.ends_with(&format!("\ncut after {} of 5 matchings\n", found.len())),
            "{text}"
        );
    }
    let enough = matched(&ladder, "--best 5 --limit 1000");
    assert_eq!((enough.exit, enough.err.as_str()), (0, ""));
    let all = matched(&ladder, "--slacks").out;
    let cut = matched(&ladder, "--slacks --limit 3");
    assert_eq!(cut.exit, 4, "{cut:?}");
    let lines: Vec<&str> = cut.out.lines().collect();
    let (last, before) = lines.split_last().expect("a line");
    assert!(
        last.starts_with("cut after ") && last.ends_with(" of 20 edges"),
        "{last}"
    );
    assert!(all.starts_with(&before.join("\n")), "{}", cut.out);
    assert_eq!(matched(&ladder, "--slacks --limit 1000").out, all);
    let refused = matched(&ladder, "--limit 3");
    assert!(
        refused.exit == 3 && refused.err.contains("expected one of them"),
        "{refused:?}"
    );
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
