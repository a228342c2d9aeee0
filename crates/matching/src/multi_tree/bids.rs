//! Vertices outbid each other for their mates, before the first tree grows.
//!
//! Source: augmenting row reduction of R. Jonker and A. Volgenant, "A shortest augmenting path algorithm for dense
//! and sparse linear assignment problems" (1987), in rounds as in D. Bertsekas's auctions (1979). Departure: the
//! graph need not be bipartite, as a dual that is raised makes no slack negative; vertices in blossoms neither bid nor are
//! bid for.

use super::{MultiTree, NONE};
use crate::thresholds;
use crate::weight::Weight;

/// What an exposed vertex can have at best.
struct BestOffer<W> {
    /// Its dual, doubled, at which its best edge is tight; zero if it may as well stay exposed.
    dual_2x: W,
    /// The other end of that edge, an exposed one rather than a matched one; `NONE` if it is to stay exposed.
    mate: u32,
    is_exposed: bool,
    /// Its dual, doubled, if that choice were not there.
    second_2x: Option<W>,
}

impl<W: Weight> MultiTree<'_, W> {
    /// Lets exposed vertices take others from their mates, which bid again in the next round, as long as a round
    /// leaves clearly fewer; then each takes what is free. O(m).
    pub(super) fn bid(&mut self) {
        let (left, of) = thresholds::LEFT_BY_A_ROUND;
        let vertices = 0..self.n() as u32;
        let mut bidders: Vec<u32> = vertices.filter(|v| self.is_exposed(*v)).collect();
        loop {
            let mut outbid = Vec::new();
            for v in &bidders {
                if self.is_exposed(*v) {
                    outbid.extend(self.bid_of(*v));
                }
            }
            outbid.retain(|v| self.is_exposed(*v));
            if outbid.is_empty() || of * outbid.len() > left * bidders.len() {
                break;
            }
            bidders = outbid;
        }
        for v in 0..self.n() as u32 {
            if self.is_exposed(v)
                && let Some(best) = self.best_offer(v)
            {
                self.accept(v, best);
            }
        }
    }

    /// Matches an exposed vertex with its best neighbour, whose dual is raised by what the vertex would lose
    /// without it, and tells who was its mate. One that would lose nothing takes it from nobody, and none is taken
    /// from a blossom.
    fn bid_of(&mut self, v: u32) -> Option<u32> {
        let best = self.best_offer(v)?;
        let Some((outbid, lost, raised)) = self.to_outbid(&best) else {
            self.accept(v, best);
            return None;
        };
        self.entries[v as usize].dual_2x = best.dual_2x.minus(&lost);
        self.entries[best.mate as usize].dual_2x = raised;
        self.nodes[outbid as usize].mate = NONE;
        self.nodes[best.mate as usize].mate = v;
        self.nodes[v as usize].mate = best.mate;
        Some(outbid)
    }

    /// The mate of whom an offer is, what is lost without the offer, and the dual that this makes.
    fn to_outbid(&self, best: &BestOffer<W>) -> Option<(u32, W, W)> {
        if best.is_exposed || best.mate == NONE {
            return None;
        }
        let outbid = self.nodes[best.mate as usize].mate;
        let lost = best.dual_2x.minus(best.second_2x.as_ref()?);
        let raised = self.entries[best.mate as usize].dual_2x.plus(&lost);
        // Far within the range that the head of the module states.
        let is_in_range = raised <= self.deadline.halved();
        let are_vertices = [best.mate, outbid].iter().all(|u| self.top(*u) == *u);
        (!lost.is_zero() && is_in_range && are_vertices).then_some((outbid, lost, raised))
    }

    /// What a vertex in no blossom, which is exposed, can have. O(degree).
    #[inline(never)] // Two callers, in each of several number types: a package for pages has to stay small.
    fn best_offer(&self, v: u32) -> Option<BestOffer<W>> {
        let mut best = self.may_be_exposed(v).then(W::zero);
        let (mut second_2x, mut mate, mut is_exposed) = (None, NONE, false);
        for place in self.graph.row(v as usize) {
            let u = self.graph.heads[place];
            let of_u = &self.entries[u as usize].dual_2x;
            let bound = self.weight_2x(place).minus(of_u);
            match &best {
                Some(best) if bound < *best => {
                    if second_2x.as_ref().is_none_or(|second| *second < bound) {
                        second_2x = Some(bound);
                    }
                    continue;
                }
                Some(best) if bound == *best => {
                    second_2x = Some(bound);
                    if is_exposed || !self.is_unmatched(u) {
                        continue;
                    }
                }
                _ => second_2x = best.replace(bound),
            }
            mate = u;
            is_exposed = self.is_unmatched(u);
        }
        Some(BestOffer {
            dual_2x: best?,
            mate,
            is_exposed,
            second_2x,
        })
    }

    /// Lowers the dual of an exposed vertex until its best edge is tight, and matches it with the other end if
    /// that is exposed.
    fn accept(&mut self, v: u32, best: BestOffer<W>) {
        self.entries[v as usize].dual_2x = best.dual_2x;
        if best.is_exposed {
            self.nodes[v as usize].mate = best.mate;
            self.set_mate_edge(self.top(best.mate), (best.mate, v));
        }
    }

    /// Whether the node of a vertex has no matched edge.
    fn is_unmatched(&self, v: u32) -> bool {
        self.nodes[self.top(v) as usize].mate == NONE
    }
}
