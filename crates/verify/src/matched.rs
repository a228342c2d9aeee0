//! A matching that a claim makes of the vertices of a problem.

use std::collections::HashMap;
use std::hash::Hash;

use crate::rejection::Rejection;

/// By vertex, the partner that one of `pairs` gives; one that stays single is its own. `numbers` are those of the vertices,
/// and `has_edge` says of two of them, as the pair has them, whether they may be matched, and of one with itself whether it
/// may stay single.
///
/// # Errors
/// A pair of somebody who is no vertex or has a partner, or who may not be matched; a vertex that is left.
pub(crate) fn partners(
    numbers: &[u32],
    pairs: impl Iterator<Item = [u32; 2]>,
    has_edge: impl Fn(usize, usize) -> bool,
) -> Result<Vec<usize>, Rejection> {
    let places: HashMap<u32, usize> = numbers.iter().copied().zip(0..).collect();
    let mut partners: Vec<usize> = (0..numbers.len()).collect();
    for [a, b] in pairs {
        let place = places.get(&a).copied().zip(places.get(&b).copied());
        let is_possible = |(u, v): &(usize, usize)| {
            u != v && (partners[*u], partners[*v]) == (*u, *v) && has_edge(*u, *v)
        };
        let Some((u, v)) = place.filter(is_possible) else {
            return Err(Rejection::new(format!("{a} and {b} cannot be a pair here")));
        };
        (partners[u], partners[v]) = (v, u);
    }
    let is_left = |v: &usize| partners[*v] == *v && !has_edge(*v, *v);
    match (0..partners.len()).find(is_left) {
        None => Ok(partners),
        Some(v) => Err(Rejection::new(format!(
            "nobody is paired with {}",
            numbers[v]
        ))),
    }
}

/// Numbers that tell equal keys from others.
pub(crate) fn numbered<K: Eq + Hash>(keys: impl Iterator<Item = K>) -> Vec<u32> {
    let mut numbers = HashMap::new();
    keys.map(|key| {
        let next = numbers.len() as u32;
        *numbers.entry(key).or_insert(next)
    })
    .collect()
}
