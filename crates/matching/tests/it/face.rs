//! Laws of the face: after any questions it holds what an enumeration of all matchings says.

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{MatchingFace, VertexId};
use quickcheck::{Arbitrary, Gen, quickcheck};

/// Partners by vertex.
type Matching = Vec<usize>;

#[derive(Clone, Debug)]
enum Question {
    Restrict(usize, u64),
    RestrictAll(u64, u64),
    RestrictEach(u64, u64),
    MatchFirst(usize, u64),
}

/// A small graph, nested odd sets, and what is asked.
#[derive(Clone, Debug)]
struct Case {
    n: usize,
    edges: Vec<(usize, usize)>,
    /// As bits.
    sets: Vec<u64>,
    questions: Vec<Question>,
    /// After which questions the matching is looked at, which finds out everything anew.
    looks: u8,
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 * (usize::arbitrary(g) % 5 + 1);
        let density = u8::arbitrary(g) % 4 + 4;
        let mut edges = Vec::new();
        for a in 0..n {
            for b in 0..a {
                if u8::arbitrary(g) % 8 < density {
                    edges.push((a, b));
                }
            }
        }
        let mut order: Vec<usize> = (0..n).collect();
        for i in 0..n {
            order.swap(i, usize::arbitrary(g) % n);
        }
        let mut sets: Vec<u64> = Vec::new();
        for _ in 0..usize::arbitrary(g) % 5 {
            let (from, length) = (usize::arbitrary(g) % n, 2 * (usize::arbitrary(g) % 4) + 3);
            let members = order.iter().skip(from).take(length);
            let set = members.fold(0, |set, v| set | 1 << v);
            let is_nested =
                |other: &u64| [0, set, *other].contains(&(set & other)) && set != *other;
            if set.count_ones() % 2 == 1 && sets.iter().all(is_nested) {
                sets.push(set);
            }
        }
        let question = |g: &mut Gen| {
            let (v, keep) = (usize::arbitrary(g) % n, u64::arbitrary(g) % (1 << n));
            match u8::arbitrary(g) % 5 {
                0 => Question::Restrict(v, keep),
                1 => Question::RestrictAll(u64::arbitrary(g) % (1 << n), keep),
                2 => Question::RestrictEach(u64::arbitrary(g) % (1 << n), keep),
                _ => Question::MatchFirst(v, keep | (u64::arbitrary(g) % (1 << n))),
            }
        };
        let questions = (0..8).map(|_| question(g)).collect();
        Self {
            n,
            edges,
            sets,
            questions,
            looks: u8::arbitrary(g) & u8::arbitrary(g) | 1 << 7,
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let this = self.clone();
        let fewer_sets = (0..this.sets.len()).map({
            let this = this.clone();
            move |place| {
                let mut fewer = this.clone();
                fewer.sets.remove(place);
                fewer
            }
        });
        let fewer_questions = (0..this.questions.len()).map({
            let this = this.clone();
            move |place| {
                let mut fewer = this.clone();
                fewer.questions.remove(place);
                fewer
            }
        });
        let fewer_edges = (0..this.edges.len()).map(move |place| {
            let mut fewer = this.clone();
            fewer.edges.remove(place);
            fewer
        });
        Box::new(fewer_sets.chain(fewer_questions).chain(fewer_edges))
    }
}

impl Case {
    fn graph(&self) -> BitGraph {
        let mut graph = BitGraph::new(self.n);
        for (a, b) in &self.edges {
            graph.set_edge(VertexId::new(*a), VertexId::new(*b), true);
        }
        graph
    }

    fn sets(&self) -> Vec<Vec<VertexId>> {
        self.sets.iter().map(|set| ids(*set)).collect()
    }
}

fn ids(set: u64) -> Vec<VertexId> {
    (0..64)
        .filter(|v| set >> v & 1 == 1)
        .map(VertexId::new)
        .collect()
}

/// All perfect matchings that leave every set once; vertices in `gone` need no partner.
fn all_matchings(graph: &BitGraph, sets: &[u64], gone: u64) -> Vec<Matching> {
    fn extend(graph: &BitGraph, mate: &mut Matching, found: &mut Vec<Matching>) {
        let n = mate.len();
        let Some(v) = (0..n).find(|v| mate[*v] == usize::MAX) else {
            found.push(mate.clone());
            return;
        };
        for u in v + 1..n {
            if mate[u] == usize::MAX && graph.has_edge(VertexId::new(v), VertexId::new(u)) {
                (mate[v], mate[u]) = (u, v);
                extend(graph, mate, found);
                (mate[v], mate[u]) = (usize::MAX, usize::MAX);
            }
        }
    }
    let start = |v: usize| if gone >> v & 1 == 1 { v } else { usize::MAX };
    let mut mate: Matching = (0..graph.n_vertices()).map(start).collect();
    let mut found = Vec::new();
    extend(graph, &mut mate, &mut found);
    let crossings = |matching: &Matching, set: u64| {
        let inside = |v: usize| set >> v & 1 == 1;
        (0..matching.len())
            .filter(|v| inside(*v) && !inside(matching[*v]))
            .count()
    };
    found.retain(|matching| sets.iter().all(|set| crossings(matching, *set) == 1));
    found
}

fn agrees(case: &Case) -> bool {
    let mut all = all_matchings(&case.graph(), &case.sets, 0);
    let Some(mut face) = MatchingFace::new(case.graph(), &case.sets(), &[]) else {
        return all.is_empty();
    };
    if all.is_empty() {
        return false;
    }
    let mut gone = 0_u64;
    for (place, question) in case.questions.iter().enumerate() {
        let has = |set: u64, v: usize| set >> v & 1 == 1;
        match *question {
            Question::Restrict(v, keep) if !has(gone, v) => {
                let left: Vec<_> = (all.iter().filter(|m| has(keep, m[v]))).cloned().collect();
                if face.try_restrict(VertexId::new(v), &[keep]) == left.is_empty() {
                    return false;
                }
                all = if left.is_empty() { all } else { left };
            }
            Question::RestrictAll(vertices, keep) => {
                let vertices = vertices & !gone;
                let is_left =
                    |m: &&Matching| (0..case.n).all(|v| !has(vertices, v) || has(keep, m[v]));
                let left: Vec<_> = all.iter().filter(is_left).cloned().collect();
                if face.try_restrict_all(&ids(vertices), &[keep]) == left.is_empty() {
                    return false;
                }
                all = if left.is_empty() { all } else { left };
            }
            Question::RestrictEach(vertices, keep) => {
                let vertices = ids(vertices & !gone);
                let is_kept = face.restrict_each(&vertices, &[keep], 2);
                let n_kept = is_kept.iter().filter(|is| **is).count();
                let ends = n_kept == 2 && is_kept.last() == Some(&true);
                if n_kept > 2 || (is_kept.len() < vertices.len() && !ends) {
                    return false;
                }
                for (v, is_kept) in vertices.iter().zip(is_kept) {
                    let stays = |m: &&Matching| has(keep, m[v.index()]);
                    if all.iter().any(|m| stays(&m)) != is_kept {
                        return false;
                    }
                    all.retain(|m| stays(&m) == is_kept);
                }
            }
            Question::MatchFirst(v, candidates) if !has(gone, v) => {
                let possible = all.iter().map(|m| m[v]);
                let first = possible.filter(|u| has(candidates, *u)).min();
                let chosen = face.match_first(VertexId::new(v), &[candidates]);
                if chosen.map(VertexId::index) != first {
                    return false;
                }
                if let Some(u) = first {
                    all.retain(|m| m[v] == u);
                    gone |= 1 << v | 1 << u;
                }
            }
            _ => {}
        }
        if case.looks >> place & 1 == 0 {
            continue;
        }
        let matching = face.matching();
        let matching: Matching = matching
            .iter()
            .map(|mate| mate.map_or(usize::MAX, VertexId::index))
            .collect();
        if !all.contains(&matching) {
            return false;
        }
        let bits = |set: &Vec<VertexId>| set.iter().fold(0, |bits, v| bits | 1 << v.index());
        let open: Vec<u64> = face.open_sets().iter().map(bits).collect();
        // What is gone counts as if it were matched within its sets.
        let open: Vec<u64> = open.iter().map(|set| set & !gone).collect();
        let rest = all_matchings(&face.clone().into_remaining(), &open, gone);
        let mut expected: Vec<Matching> = all
            .iter()
            .map(|m| {
                (0..case.n)
                    .map(|v| if has(gone, v) { v } else { m[v] })
                    .collect()
            })
            .collect();
        expected.sort();
        if rest != expected {
            return false;
        }
    }
    true
}

quickcheck! {
    fn questions_are_answered_as_by_enumeration(case: Case) -> bool {
        agrees(&case)
    }
}

#[test]
#[should_panic(expected = "nested or disjoint")]
fn sets_that_overlap_are_refused() {
    let sets = [ids(0b000_0111), ids(0b001_1100)];
    let _ = MatchingFace::new(BitGraph::complete(6), &sets, &[]);
}
