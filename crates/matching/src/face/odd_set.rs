//! A set that matchings leave once, and what is known of its surroundings.

use crate::graph::VertexId;

#[derive(Clone, Debug, Default)]
pub(super) struct OddSet {
    /// The next larger set.
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    /// The vertices for which it is the smallest set.
    pub(super) own: Vec<u64>,
    /// The edge that leaves it is settled.
    pub(super) is_left: bool,
    /// The vertices that can leave it.
    pub(super) boundary: Vec<u64>,
    /// The neighbours of its boundary vertices.
    pub(super) near: Vec<u64>,
    /// The vertices outside that boundary vertices can meet.
    pub(super) met: Vec<u64>,
    /// Its own vertices that have an edge to one of `met`.
    pub(super) ports: Vec<u64>,
    /// The row of its inner pseudo-vertex.
    pub(super) inner_row: Vec<u64>,
}

/// By vertex the smallest set around it, and the sets by number with their parents and children;
/// `ascending` has smaller sets first. Of their own vertices nothing is written down yet.
pub(super) fn nested(
    n: usize,
    sets: &[Vec<VertexId>],
    ascending: &[usize],
) -> (Vec<Option<usize>>, Vec<OddSet>) {
    let mut home_of = vec![None; n];
    let mut odd_sets: Vec<OddSet> = (sets.iter())
        .map(|_| OddSet {
            own: vec![0; n.div_ceil(64)],
            ..OddSet::default()
        })
        .collect();
    for &number in ascending.iter().rev() {
        for (place, v) in sets[number].iter().enumerate() {
            let home = home_of[v.index()].replace(number);
            assert!(
                place == 0 || home == odd_sets[number].parent,
                "odd sets are nested or disjoint"
            );
            odd_sets[number].parent = home;
        }
    }
    for number in 0..odd_sets.len() {
        if let Some(parent) = odd_sets[number].parent {
            odd_sets[parent].children.push(number);
        }
    }
    (home_of, odd_sets)
}
