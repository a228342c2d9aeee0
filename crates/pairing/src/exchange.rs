//! Perfect matchings with the fewest and smallest *smaller endpoints*.
//!
//! Some vertices stand in a list, of which the first ones are its head. The smaller endpoint of an
//! edge within the list is the end that stands first in it. As many edges of every matching are within
//! the list as the head has vertices, so if no smaller endpoint stands behind the head, all of the head
//! are smaller endpoints; else the smaller endpoints behind the head, which have *entered*, are as many
//! as the vertices of the head that are none, which have *left*.
//!
//! # How
//! A matching in which a vertex enters or leaves whose place is at distance `d` from the end of the head
//! has a sum of at least `d + x² - x`, if `x` enter: the others come from `x - 1` different places and
//! leave as many. So the places count only up to a *reach* from there that follows from the sum of any
//! matching at hand; what is farther counts as one more and makes two classes.
//! Hundreds of places make hundreds of different weights ([`LexicographicOptima::keep_by_larger_end`]).

use edelweiss_matching::{LexicographicOptima, MatchingFace, VertexId, WeightTable};

/// The matchings of a face in which the fewest smaller endpoints stand behind the head of a list, and
/// among those the ones with the least sum of their places. All matchings of the face have `n_head`
/// edges within the list.
///
/// # Cost
/// Two weighted matchings on classes, of which the second has two for each place within reach, and is
/// done for a few scales.
///
/// # Panics
/// When the list is shorter than its head or repeats a vertex.
pub(crate) fn least_smaller_endpoints(
    face: MatchingFace,
    list: &[VertexId],
    n_head: usize,
) -> (MatchingFace, usize) {
    let mut best = LexicographicOptima::from(face);
    let mut place_of = vec![None; best.mates().len()];
    for (place, v) in list.iter().enumerate() {
        let before = place_of[v.index()].replace(place);
        assert!(before.is_none(), "each vertex stands once in the list");
    }
    let endpoints = Endpoints { place_of, n_head };
    let (class_of, weight) = endpoints.fewest();
    let kept = best.keep(&class_of, &weight);
    kept.expect("a face has a matching, and numbers of vertices fit");
    let n_entered = endpoints.entered(best.mates());
    if n_entered > 0 {
        let reach_of = |mates: &[Option<VertexId>]| {
            let least = n_entered * n_entered - n_entered;
            (endpoints.sum(mates) - least + 1) as i64
        };
        let kept = best.keep_by_larger_end(&endpoints.ahead(), reach_of);
        kept.expect("a face has a matching, and sums of places fit");
    }
    let face = best.face();
    let face = face.expect("the matching at hand leaves every set once");
    (face, n_entered)
}

/// The list, as seen from the vertices.
struct Endpoints {
    /// By vertex; none outside the list.
    place_of: Vec<Option<usize>>,
    n_head: usize,
}

impl Endpoints {
    /// By vertex, the class; a smaller endpoint behind the head costs one.
    fn fewest(&self) -> (Vec<u32>, WeightTable<i64>) {
        let class =
            |place: &Option<usize>| place.map_or(0, |place| 1 + u32::from(place >= self.n_head));
        let weight = WeightTable::square(vec![0, 0, 0, 0, 0, 0, 0, 0, -1]);
        (self.place_of.iter().map(class).collect(), weight)
    }

    /// By vertex, how far its place is ahead of the end of the head, or less than nothing behind it. The
    /// smaller endpoint of an edge is farther ahead.
    fn ahead(&self) -> Vec<Option<i64>> {
        let end = self.n_head as i64 - 1;
        let ahead = |place: &Option<usize>| place.map(|place| end - place as i64);
        self.place_of.iter().map(ahead).collect()
    }

    /// How many smaller endpoints of a matching stand behind the head.
    fn entered(&self, mates: &[Option<VertexId>]) -> usize {
        let is_behind = |place: &usize| *place >= self.n_head;
        self.smaller(mates).filter(is_behind).count()
    }

    /// By how much the places of vertices that enter exceed those of vertices that leave, each seen from
    /// the end of the head.
    fn sum(&self, mates: &[Option<VertexId>]) -> usize {
        let mut stays = vec![false; self.n_head];
        let mut sum = 0;
        for place in self.smaller(mates) {
            match place.checked_sub(self.n_head) {
                None => stays[place] = true,
                Some(behind) => sum += behind + 1,
            }
        }
        let left = (stays.iter().enumerate()).filter(|(_, stays)| !**stays);
        sum + left
            .map(|(place, _)| self.n_head - 1 - place)
            .sum::<usize>()
    }

    /// The places of the smaller endpoints of a matching.
    fn smaller(&self, mates: &[Option<VertexId>]) -> impl Iterator<Item = usize> {
        let pairs = self.place_of.iter().zip(mates);
        pairs.filter_map(|(place, mate)| {
            let other = self.place_of[(*mate)?.index()]?;
            place.filter(|place| *place < other)
        })
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use edelweiss_matching::cardinality::{BitGraph, PerfectMatching};

    use super::*;

    /// All perfect matchings of a small graph.
    fn all_matchings(graph: &BitGraph) -> Vec<Vec<usize>> {
        fn extend(graph: &BitGraph, mates: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
            let n = mates.len();
            let Some(v) = (0..n).find(|v| mates[*v] == n) else {
                found.push(mates.clone());
                return;
            };
            for u in v + 1..n {
                if mates[u] == n && graph.has_edge(VertexId::new(v), VertexId::new(u)) {
                    (mates[v], mates[u]) = (u, v);
                    extend(graph, mates, found);
                    (mates[v], mates[u]) = (n, n);
                }
            }
        }
        let n = graph.n_vertices();
        let mut found = Vec::new();
        extend(graph, &mut vec![n; n], &mut found);
        found
    }

    /// How many smaller endpoints of a matching stand behind the head of a list, and the sum of their
    /// places.
    fn objective(mates: &[usize], list: &[usize], n_head: usize) -> (usize, usize) {
        let place = |v: usize| list.iter().position(|other| *other == v);
        let smaller = (0..list.len())
            .filter(|own| place(mates[list[*own]]).is_some_and(|other| *own < other));
        let smaller: Vec<usize> = smaller.collect();
        let n_behind = smaller.iter().filter(|place| **place >= n_head).count();
        (n_behind, smaller.iter().sum())
    }

    /// Every matching of the graph is in the face that is found if and only if an enumeration says that
    /// none comes before it. `n_outside` vertices are not in the list, and meet those of the list alone.
    fn agrees(edges: &[bool], order: &[u8], n_outside: usize) -> bool {
        let n = 10;
        let mut list: Vec<usize> = (n_outside..n).collect();
        list.sort_by_key(|v| order.get(*v));
        let n_head = (list.len() - n_outside) / 2;
        let mut graph = BitGraph::new(n);
        let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
        for ((a, b), is_edge) in pairs.zip(edges.iter().chain(std::iter::repeat(&false))) {
            graph.set_edge(
                VertexId::new(a),
                VertexId::new(b),
                *is_edge && a >= n_outside,
            );
        }
        let all = all_matchings(&graph);
        let least = all
            .iter()
            .map(|mates| objective(mates, &list, n_head))
            .min();
        let Some(least) = least else { return true };
        let ids: Vec<VertexId> = list.iter().copied().map(VertexId::new).collect();
        let perfect = PerfectMatching::new(graph, &[]).expect("there are matchings");
        let face = MatchingFace::without_sets(perfect);
        let (face, n_entered) = least_smaller_endpoints(face, &ids, n_head);
        let in_face = |mates: &Vec<usize>| {
            let mut face = face.clone();
            mates
                .iter()
                .enumerate()
                .all(|(v, mate)| face.try_restrict(VertexId::new(v), &[1 << mate]))
        };
        let is_right =
            |mates: &Vec<usize>| in_face(mates) == (objective(mates, &list, n_head) == least);
        n_entered == least.0 && all.iter().all(is_right)
    }

    #[test]
    fn one_enters_where_two_meet_each_other_only() {
        let [a, b, c, d] = [0, 1, 2, 3].map(VertexId::new);
        let mut graph = BitGraph::new(4);
        for (u, v) in [(a, b), (c, d)] {
            graph.set_edge(u, v, true);
        }
        let face = MatchingFace::without_sets(PerfectMatching::new(graph, &[]).expect("two pairs"));
        let (_, n_entered) = least_smaller_endpoints(face, &[a, b, c, d], 2);
        assert_eq!(n_entered, 1, "c has entered in the place of b");
    }

    quickcheck! {
        fn what_is_left_is_what_an_enumeration_says(edges: Vec<bool>, order: Vec<u8>, outside: u8) -> bool {
            let mut edges = edges;
            let denser = edges.clone();
            edges.extend(denser.iter().rev().map(|is| !is));
            edges.extend(denser);
            agrees(&edges, &order, usize::from(outside % 4))
        }
    }
}
