//! Nested odd sets as a forest, and the innermost set around two vertices.

use super::{Blossom, Violation};
use crate::graph::VertexId;
use crate::weight::Weight;

/// What is looked up of the blossoms of a certificate, which are a forest: each knows the next one
/// around it.
#[derive(Debug)]
pub(super) struct NestedBlossoms<W> {
    nests: Vec<Nest>,
    /// By blossom: the sum of its dual and those around it.
    sums: Vec<W>,
}

/// The place of a blossom in the forest.
#[derive(Clone, Copy, Debug)]
struct Nest {
    parent: Option<usize>,
    /// How many blossoms are around it.
    depth: usize,
    /// One of those around it, so far out that any one of them is reached in O(log depth) steps
    /// (E. W. Myers, "An applicative random-access stack", 1983).
    jump: usize,
}

impl<W: Weight> NestedBlossoms<W> {
    /// The parents come first, so that there is no circle. O(blossoms).
    pub(super) fn new(blossoms: &[Blossom<W>]) -> Result<Self, Violation> {
        let mut nests: Vec<Nest> = Vec::with_capacity(blossoms.len());
        let mut sums: Vec<W> = Vec::with_capacity(blossoms.len());
        for (i, Blossom { parent, dual_2x }) in blossoms.iter().enumerate() {
            if parent.is_some_and(|parent| parent >= i) {
                return Err(Violation::NotNested(i));
            }
            if *dual_2x < W::zero() {
                return Err(Violation::NegativeBlossomDual(i));
            }
            let (depth, jump, sum) = match *parent {
                None => (0, i, dual_2x.clone()),
                Some(parent) => {
                    let sum = (sums[parent].checked_plus(dual_2x)).ok_or(Violation::Overflow)?;
                    (nests[parent].depth + 1, jump_of(&nests, parent), sum)
                }
            };
            nests.push(Nest {
                parent: *parent,
                depth,
                jump,
            });
            sums.push(sum);
        }
        Ok(Self { nests, sums })
    }

    /// The innermost blossom that contains both, each being in one. O(log depth).
    pub(super) fn common(&self, a: Option<usize>, b: Option<usize>) -> Option<usize> {
        let (mut a, mut b) = (a?, b?);
        let at_depth = |mut i: usize, depth: usize| {
            while self.nests[i].depth > depth {
                let Nest { parent, jump, .. } = self.nests[i];
                i = if self.nests[jump].depth >= depth {
                    jump
                } else {
                    parent.unwrap_or(i)
                };
            }
            i
        };
        let depth = self.nests[a].depth.min(self.nests[b].depth);
        (a, b) = (at_depth(a, depth), at_depth(b, depth));
        while a != b {
            let (of_a, of_b) = (self.nests[a], self.nests[b]);
            if of_a.jump == of_b.jump || of_a.depth == 0 {
                // Outermost ones have no parents, and nothing in common.
                (a, b) = (of_a.parent?, of_b.parent?);
            } else {
                (a, b) = (of_a.jump, of_b.jump);
            }
        }
        Some(a)
    }

    /// The sum of the duals of the blossoms that contain both; zero is no sum.
    #[inline]
    pub(super) fn around_both(&self, a: Option<usize>, b: Option<usize>) -> Option<&W> {
        self.common(a, b).map(|i| &self.sums[i])
    }

    /// Each blossom is an odd set, and matched inside except for one vertex if its dual is not zero.
    /// O(n log depth).
    pub(super) fn check_full(
        &self,
        blossoms: &[Blossom<W>],
        innermost: &[Option<usize>],
        mate: &[Option<VertexId>],
    ) -> Result<(), Violation> {
        let mut size = vec![0_usize; blossoms.len()];
        let mut matched = vec![0_usize; blossoms.len()];
        for (v, inside) in innermost.iter().enumerate() {
            let Some(inside) = *inside else { continue };
            if inside >= blossoms.len() {
                return Err(Violation::NoSuchBlossom(VertexId::new(v)));
            }
            size[inside] += 1;
        }
        for (v, inside) in innermost.iter().enumerate() {
            let around_mate = mate[v].and_then(|mate| innermost[mate.index()]);
            if let Some(common) = self.common(*inside, around_mate) {
                matched[common] += 1;
            }
        }
        for i in (0..blossoms.len()).rev() {
            if size[i] < 3 || size[i].is_multiple_of(2) {
                return Err(Violation::NotOddSet(i));
            }
            if !blossoms[i].dual_2x.is_zero() && matched[i] + 1 != size[i] {
                return Err(Violation::BlossomNotFull(i));
            }
            if let Some(parent) = blossoms[i].parent {
                size[parent] += size[i];
                matched[parent] += matched[i];
            }
        }
        Ok(())
    }
}

/// Where a child of `parent` jumps to: past two jumps of one length, else one step.
fn jump_of(nests: &[Nest], parent: usize) -> usize {
    let once = nests[parent].jump;
    let twice = nests[once].jump;
    let length = |from: usize, to: usize| nests[from].depth - nests[to].depth;
    if length(parent, once) == length(once, twice) {
        twice
    } else {
        parent
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        fn the_common_blossom_is_the_first_on_both_ways_out(choices: Vec<u16>) -> bool {
            // Deep ones: a parent is one of the last three.
            let parent = |i: usize| match usize::from(choices[i]) % 5 {
                0 => None,
                back => i.checked_sub(back.min(3)),
            };
            let blossoms: Vec<_> = (0..choices.len())
                .map(|i| Blossom { parent: parent(i), dual_2x: 2_i64 })
                .collect();
            let family = NestedBlossoms::new(&blossoms).expect("parents come first");
            let way_out = |i: usize| -> Vec<usize> {
                std::iter::successors(Some(i), |i| blossoms[*i].parent).collect()
            };
            (0..choices.len()).all(|a| (0..choices.len()).all(|b| {
                let (of_a, of_b) = (way_out(a), way_out(b));
                let common = of_a.iter().find(|i| of_b.contains(i)).copied();
                let sum = common.map(|common| 2 * way_out(common).len() as i64);
                family.common(Some(a), Some(b)) == common
                    && family.around_both(Some(a), Some(b)).copied() == sum
            }))
        }
    }
}
