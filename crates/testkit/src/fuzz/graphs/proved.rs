//! The certificate of a matching, checked from its document alone: Edmonds' theorem, with the duals doubled.

use std::collections::HashMap;

use edelweiss_answers::matching::ObjectiveName;
use num_bigint::BigInt;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::plain::PlainGraph;

#[derive(Deserialize)]
struct CertificateToCheck<'a> {
    #[serde(borrow)]
    value: &'a RawValue,
    #[serde(borrow)]
    bonus: &'a RawValue,
    #[serde(borrow)]
    vertices: Vec<VertexToCheck<'a>>,
    #[serde(borrow)]
    blossoms: Vec<BlossomToCheck<'a>>,
}

#[derive(Deserialize)]
struct VertexToCheck<'a> {
    #[serde(borrow)]
    vertex: &'a RawValue,
    #[serde(borrow)]
    mate: Option<&'a RawValue>,
    #[serde(borrow)]
    dual_2x: &'a RawValue,
    blossom: Option<usize>,
}

#[derive(Deserialize)]
struct BlossomToCheck<'a> {
    #[serde(borrow)]
    dual_2x: &'a RawValue,
    parent: Option<usize>,
}

/// A matching that is proved to be the best.
pub(super) struct ProvedPairs {
    pub(super) value: BigInt,
    pub(super) pairs: Vec<(usize, usize)>,
    /// What the file calls each vertex.
    pub(super) names: HashMap<String, usize>,
}

/// What a matching of this edge adds to the sum that is as large as possible.
pub(super) fn worth(weight: &BigInt, objective: ObjectiveName) -> BigInt {
    match objective {
        ObjectiveName::MinPerfect => -weight,
        ObjectiveName::Cardinality => BigInt::from(1),
        _ => weight.clone(),
    }
}

pub(super) fn is_perfect(objective: ObjectiveName) -> bool {
    matches!(
        objective,
        ObjectiveName::Perfect | ObjectiveName::MinPerfect
    )
}

/// The matching of a certificate that holds for the graph.
pub(super) fn check(text: &str, graph: &PlainGraph, objective: ObjectiveName) -> ProvedPairs {
    let document: CertificateToCheck<'_> = serde_json::from_str(text).expect("a document");
    let number = |raw: &RawValue| graph.scaled(raw.get());
    let vertices = &document.vertices;
    assert_eq!(vertices.len(), graph.n, "{graph}");
    let names = vertices.iter().enumerate();
    let names: HashMap<String, usize> = names
        .map(|(v, entry)| (entry.vertex.get().to_owned(), v))
        .collect();
    assert_eq!(names.len(), graph.n, "{graph}");
    let mates: Vec<Option<usize>> = (vertices.iter())
        .map(|entry| entry.mate.map(|mate| names[mate.get()]))
        .collect();
    let duals: Vec<BigInt> = (vertices.iter())
        .map(|entry| number(entry.dual_2x))
        .collect();
    let sets = sets(&document);
    let bonus = number(document.bonus);
    assert!(
        bonus == BigInt::ZERO || objective == ObjectiveName::CardinalityWeight,
        "{graph}"
    );
    check_vertices(&mates, &duals, graph, objective);
    for (members, dual) in sets.iter().zip(&document.blossoms) {
        let inside = members
            .iter()
            .filter(|v| mates[**v].is_some_and(|mate| members.contains(&mate)));
        assert!(number(dual.dual_2x) >= BigInt::ZERO, "{graph}");
        assert_eq!(inside.count() + 1, members.len(), "{members:?}\n{graph}");
    }
    let (mut value, mut pairs) = (BigInt::ZERO, Vec::new());
    for (u, v, weight) in &graph.edges {
        let around = sets.iter().zip(&document.blossoms);
        let around = around.filter(|(set, _)| set.contains(u) && set.contains(v));
        let of_sets: BigInt = around.map(|(_, blossom)| number(blossom.dual_2x)).sum();
        let worth = worth(weight, objective);
        let slack = &duals[*u] + &duals[*v] + of_sets - (&worth + &bonus) * 2;
        assert!(slack >= BigInt::ZERO, "{u}-{v}: {slack}\n{graph}");
        if mates[*u] == Some(*v) {
            assert_eq!(slack, BigInt::ZERO, "{u}-{v}\n{graph}");
            value += match objective {
                ObjectiveName::Cardinality => worth,
                _ => weight.clone(),
            };
            pairs.push((*u, *v));
        }
    }
    let n_matched = mates.iter().flatten().count();
    assert_eq!(n_matched, 2 * pairs.len(), "pairs without edges\n{graph}");
    assert_eq!(number(document.value), value, "{graph}");
    ProvedPairs {
        value,
        pairs,
        names,
    }
}

/// Mates have each other. Everybody who must have a mate has one; else who has none has no dual, and nobody a negative one.
fn check_vertices(
    mates: &[Option<usize>],
    duals: &[BigInt],
    graph: &PlainGraph,
    objective: ObjectiveName,
) {
    for (v, mate) in mates.iter().enumerate() {
        assert!(mate.is_none_or(|mate| mates[mate] == Some(v)), "{graph}");
        if is_perfect(objective) {
            assert!(mate.is_some(), "{v} is alone\n{graph}");
        } else {
            assert!(duals[v] >= BigInt::ZERO, "{v}: {}\n{graph}", duals[v]);
            assert!(
                mate.is_some() || duals[v] == BigInt::ZERO,
                "{v} has a dual and is alone\n{graph}"
            );
        }
    }
}

/// The vertices of each blossom.
fn sets(document: &CertificateToCheck<'_>) -> Vec<Vec<usize>> {
    let mut sets = vec![Vec::new(); document.blossoms.len()];
    for (v, entry) in document.vertices.iter().enumerate() {
        let mut around = entry.blossom;
        while let Some(blossom) = around {
            sets[blossom].push(v);
            around = document.blossoms[blossom].parent;
            assert!(around.is_none_or(|parent| parent < blossom));
        }
    }
    sets
}
