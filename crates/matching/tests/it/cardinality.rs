//! Cardinality matchings against brute force, against `petgraph`, and against their own witness.

use std::collections::BTreeSet;

use crate::common::{Instance, brute_force};
use edelweiss_matching::{
    Cover, Csr, VertexId,
    cardinality::{
        BitGraph, MaximumMatching, PerfectMatching, has_perfect_matching, maximum_matching,
        maximum_matching_by_phases, proves_maximum,
    },
};
use petgraph::{algo::maximum_matching as second_judge, graph::UnGraph};
use quickcheck::quickcheck;

fn bits(instance: &Instance) -> BitGraph {
    let mut graph = BitGraph::new(instance.n);
    for a in 0..instance.n {
        for b in 0..a {
            let present = instance.edge(a, b).is_some();
            graph.set_edge(VertexId::new(a), VertexId::new(b), present);
        }
    }
    graph
}

/// The edges of the largest matching that does not touch `without`.
fn most_edges(instance: &Instance, without: Option<usize>) -> i64 {
    let mut ones = instance.clone();
    ones.cover.fill(Cover::May);
    for a in 0..ones.n {
        for b in 0..a {
            let touches = without == Some(a) || without == Some(b);
            ones.set_edge(a, b, ones.edge(a, b).filter(|_| !touches).map(|_| 1));
        }
    }
    brute_force(&ones).expect("nothing must be covered")
}

fn rows(instance: &Instance) -> Csr<i64> {
    let mut edges = Vec::new();
    for a in 0..instance.n {
        for b in (0..a).filter(|b| instance.edge(a, *b).is_some()) {
            edges.push((VertexId::new(a), VertexId::new(b), 1));
        }
    }
    Csr::from_edges(instance.n, &edges).expect("proper edges")
}

/// The members of each component of outer vertices.
fn components(maximum: &MaximumMatching) -> BTreeSet<BTreeSet<VertexId>> {
    let of = |base: &VertexId| {
        let members = maximum
            .outer
            .iter()
            .filter(|v| maximum.base[v.index()] == *base);
        members.copied().collect()
    };
    maximum.base.iter().map(of).collect()
}

quickcheck! {
    fn phases_find_the_same_decomposition(instance: Instance) -> bool {
        let expected = maximum_matching(&bits(&instance), &[]);
        let found = maximum_matching_by_phases(&rows(&instance));
        proves_maximum(&bits(&instance), &found.mate, &found.inner)
            && (&found.outer, &found.inner) == (&expected.outer, &expected.inner)
            && components(&found) == components(&expected)
    }

    fn no_matching_has_more_edges(instance: Instance) -> bool {
        let graph = bits(&instance);
        let found = maximum_matching(&graph, &[]);
        2 * most_edges(&instance, None) == (instance.n - found.deficiency()) as i64
            && proves_maximum(&graph, &found.mate, &found.inner)
    }

    fn outer_vertices_are_those_that_can_be_missed(instance: Instance) -> bool {
        let found = maximum_matching(&bits(&instance), &[]);
        (0..instance.n).all(|a| {
            let can_be_missed = most_edges(&instance, Some(a)) == most_edges(&instance, None);
            let is_outer = found.outer.contains(&VertexId::new(a));
            let has_outer_neighbour =
                found.outer.iter().any(|b| instance.edge(a, b.index()).is_some());
            let is_inner = found.inner.contains(&VertexId::new(a));
            is_outer == can_be_missed && is_inner == (!is_outer && has_outer_neighbour)
        })
    }

    fn components_of_outer_vertices_miss_their_bases_only(instance: Instance) -> bool {
        let found = maximum_matching(&bits(&instance), &[]);
        let (base, outer) = (|v: VertexId| found.base[v.index()], &found.outer);
        let is_joined = |u: &VertexId, v: &VertexId| {
            instance.edge(u.index(), v.index()).is_none() || base(*u) == base(*v)
        };
        let is_matched_within = |v: &VertexId| {
            let mate = found.mate[v.index()];
            mate.is_some_and(|mate| outer.contains(&mate) && base(mate) == base(*v))
        };
        outer.iter().all(|u| {
            outer.contains(&base(*u))
                && is_matched_within(u) == (base(*u) != *u)
                && outer.iter().all(|v| u == v || is_joined(u, v))
        })
    }

    fn any_start_gives_the_same_decomposition(instance: Instance, start: Vec<Option<u8>>) -> bool {
        let graph = bits(&instance);
        let start: Vec<_> = start.iter()
            .map(|mate| mate.map(|b| VertexId::new(usize::from(b) % 12)))
            .collect();
        let (cold, warm) = (maximum_matching(&graph, &[]), maximum_matching(&graph, &start));
        let again = maximum_matching(&graph, &cold.mate);
        assert_eq!(has_perfect_matching(&graph, &start), cold.deficiency() == 0);
        cold.outer == warm.outer && cold.inner == warm.inner && again == cold
    }

    fn decisions_on_a_perfect_matching_agree_with_matching_anew(
        instance: Instance, choices: Vec<(u8, u16, bool)>
    ) -> bool {
        let mut graph = bits(&instance);
        let n = instance.n;
        let mut perfect = match PerfectMatching::new(graph.clone(), &[]) {
            Ok(perfect) => perfect,
            Err(mates) => {
                let most = maximum_matching(&graph, &[]);
                let exposed = mates.iter().filter(|mate| mate.is_none()).count();
                return exposed > 0 && exposed == most.deficiency();
            }
        };
        let mut alive: Vec<usize> = (0..n).collect();
        let id = VertexId::new;
        for (a, mask, restricts) in choices {
            if alive.is_empty() {
                break;
            }
            let a = alive[usize::from(a) % alive.len()];
            let kept = |b: usize| mask >> b & 1 == 1;
            let mask = [u64::from(mask)];
            let is_perfect = |graph: &BitGraph| maximum_matching(graph, &[]).deficiency() == 0;
            let only = |keep: &dyn Fn(usize) -> bool, graph: &BitGraph| {
                let mut graph = graph.clone();
                for b in (0..n).filter(|b| !keep(*b)) {
                    graph.set_edge(id(a), id(b), false);
                }
                graph
            };
            if restricts {
                let changed = only(&kept, &graph);
                let expected = is_perfect(&changed);
                if expected {
                    graph = changed;
                }
                if perfect.try_restrict(id(a), &mask) != expected {
                    return false;
                }
            } else {
                let first = (0..n)
                    .filter(|b| kept(*b) && graph.has_edge(id(a), id(*b)))
                    .find(|b| is_perfect(&only(&|other| other == *b, &graph)));
                if perfect.match_first(id(a), &mask) != first.map(id) {
                    return false;
                }
                if let Some(b) = first {
                    graph = only(&|other| other == b, &graph);
                    for other in (0..n).filter(|other| *other != a) {
                        graph.set_edge(id(b), id(other), false);
                    }
                    alive.retain(|other| *other != a && *other != b);
                }
            }
            let sound = (0..n).all(|b| {
                let mate = perfect.mate(id(b));
                graph.has_edge(id(b), mate) && perfect.mate(mate) == id(b)
            });
            if !sound {
                return false;
            }
        }
        true
    }

    fn a_smaller_matching_is_not_proved(instance: Instance) -> bool {
        let graph = bits(&instance);
        let mut found = maximum_matching(&graph, &[]);
        let Some(a) = found.mate.iter().position(Option::is_some) else { return true };
        let b = found.mate[a].take().unwrap();
        let lone = proves_maximum(&graph, &found.mate, &found.inner);
        found.mate[b.index()] = None;
        !lone && !proves_maximum(&graph, &found.mate, &found.inner)
    }
}

/// Pseudo-random numbers by Marsaglia's xorshift.
fn random(state: &mut u64, bound: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as usize % bound
}

#[test]
fn petgraph_finds_as_many_edges_on_larger_graphs() {
    let mut state = 0x2545_f491_4f6c_dd1d;
    for (n, m) in [
        (50, 40),
        (200, 220),
        (200, 300),
        (501, 700),
        (500, 1000),
        (300, 20_000),
    ] {
        for _ in 0..5 {
            let edges: Vec<_> = (0..m)
                .map(|_| (random(&mut state, n) as u32, random(&mut state, n) as u32))
                .collect();
            let mut other = UnGraph::<(), ()>::from_edges(&edges);
            while other.node_count() < n {
                other.add_node(());
            }
            let mut graph = BitGraph::new(n);
            for (a, b) in edges {
                graph.set_edge(VertexId::new(a as usize), VertexId::new(b as usize), true);
            }
            let found = maximum_matching(&graph, &[]);
            assert_eq!(n - found.deficiency(), 2 * second_judge(&other).len());
            assert!(proves_maximum(&graph, &found.mate, &found.inner));
        }
    }
}

#[test]
fn ten_thousand_vertices_take_no_time() {
    // Odd, complete but for a few missing edges per vertex: one great blossom in the last search.
    let n = 10_001;
    let mut state = 0x2545_f491_4f6c_dd1d;
    let mut graph = BitGraph::complete(n);
    for a in 0..n {
        for _ in 0..9 {
            let b = random(&mut state, n);
            graph.set_edge(VertexId::new(a), VertexId::new(b), false);
        }
    }
    let found = maximum_matching(&graph, &[]);
    assert_eq!(
        (found.deficiency(), found.outer.len(), found.inner.len()),
        (1, n, 0)
    );
    assert!(proves_maximum(&graph, &found.mate, &[]));
}
