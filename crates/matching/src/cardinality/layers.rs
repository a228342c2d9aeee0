//! Matching along many paths of one length at once.

use std::borrow::Borrow;

use super::bit_graph::Bits;
use super::{BitGraph, Search};
use crate::bitset::{first_common, keep, meet, unite, unite_all};
use crate::graph::VertexId;

/// What searching along many paths at once has come to.
pub(super) enum Phases {
    /// The matching has the most edges: the only edges of `outer` lead to `inner`.
    End { outer: Bits, inner: Bits },
    /// There may be a larger one.
    Unclear,
}

impl<G: Borrow<BitGraph>> Search<G> {
    /// Matches along many paths at once until no more are found that way.
    pub(super) fn match_in_phases(&mut self) -> Phases {
        loop {
            // A path has two exposed ends.
            if self.exposed.count() < 2 {
                return Phases::Unclear;
            }
            if let Err(phases) = self.match_by_layers() {
                return phases;
            }
        }
    }

    /// Matches along paths of one length, the shortest that are found if circuits are not looked at,
    /// until there are no more of them; if there are none at all, says what that means. O(n²/64).
    ///
    /// Sources: J. E. Hopcroft and R. M. Karp, "An n^5/2 algorithm for maximum matchings in bipartite
    /// graphs" (1973), for the layers. In other graphs they miss some paths, but what is simple and
    /// alternates is one.
    fn match_by_layers(&mut self) -> Result<(), Phases> {
        let n = self.mate.len();
        let mut even = self.exposed.clone();
        let mut near_any = Bits::empty(n);
        let mut layers = vec![self.exposed.clone()];
        loop {
            // Exposed ones count again in each layer: the way to one of them may not have been simple.
            let mut asked = self.unlabelled.clone();
            for (place, asked) in asked.0.iter_mut().enumerate() {
                *asked &= !near_any.0[place] | self.exposed.0[place];
            }
            let near = self.near(&layers[layers.len() - 1], &asked);
            if meet(&near.0, &self.exposed.0) && self.match_through(&layers[0], &layers) {
                return Ok(());
            }
            let mut layer = Bits::empty(n);
            for y in near.iter() {
                if let Some(x) = self.mate[y.index()].filter(|x| !even.contains(*x)) {
                    layer.insert(x);
                }
            }
            unite(&mut near_any.0, &near.0);
            if layer.is_empty() {
                break;
            }
            unite(&mut even.0, &layer.0);
            layers.push(layer);
        }
        Err(if meet(&near_any.0, &even.0) {
            Phases::Unclear
        } else {
            Phases::End {
                outer: even,
                inner: near_any,
            }
        })
    }

    /// Those of `asked` who may meet somebody in a layer. O(n/64) for each of the layer, or for each of the
    /// asked if these are fewer.
    pub(super) fn near(&self, layer: &Bits, asked: &Bits) -> Bits {
        let mut near = Bits::empty(self.mate.len());
        if asked.count() < layer.count() {
            let is_near = |v: &VertexId| first_common(self.graph().row(*v), &layer.0).is_some();
            asked.iter().filter(is_near).for_each(|v| near.insert(v));
        } else {
            unite_all(&mut near.0, layer.iter().map(|v| self.graph().row(v)));
            keep(&mut near.0, &asked.0);
        }
        near
    }

    /// Matches exposed vertices, of which some are roots, along paths that pass the layers from the last
    /// one to the first, which are exposed. Returns whether there was any.
    fn match_through(&mut self, roots: &Bits, layers: &[Bits]) -> bool {
        let mut open = layers.to_vec();
        let mut is_on_path = vec![false; self.mate.len()];
        let mut path: Vec<(VertexId, VertexId)> = Vec::new();
        let mut is_any = false;
        for root in roots.iter() {
            if self.mate[root.index()].is_some() {
                continue;
            }
            open[0].remove(root);
            path.clear();
            // By pair of the path, the root before: where in its row to go on.
            let mut from = vec![0];
            loop {
                let here = path.last().map_or(root, |(_, y)| *y);
                let depth = layers.len() - 1 - path.len();
                let Some(place) = from.last_mut() else { break };
                let Some(x) = open[depth].first_common(self.graph().row(here), *place) else {
                    from.pop();
                    if let Some((x, y)) = path.pop() {
                        is_on_path[x.index()] = false;
                        is_on_path[y.index()] = false;
                    }
                    continue;
                };
                *place = x.index() / 64;
                open[depth].remove(x);
                match self.mate[x.index()] {
                    None => {
                        let mut end = root;
                        for (x, y) in path.drain(..) {
                            self.join(end, x);
                            end = y;
                        }
                        self.join(end, x);
                        is_any = true;
                        break;
                    }
                    Some(y) if !is_on_path[x.index()] && !is_on_path[y.index()] => {
                        is_on_path[x.index()] = true;
                        is_on_path[y.index()] = true;
                        path.push((x, y));
                        from.push(0);
                    }
                    Some(_) => {}
                }
            }
            if self.mate[root.index()].is_none() {
                open[0].insert(root);
            }
        }
        is_any
    }
}
