//! The blossoms of a solution, kept for a search that starts from it.

use super::NONE;
use crate::certificate::Certificate;
use crate::weight::Weight;

/// The blossoms of an optimum as circuits, those around others first.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptBlossoms {
    pub(super) circuits: Vec<KeptCircuit>,
}

/// What a [`BlossomCircuit`](super::BlossomCircuit) was.
#[derive(Clone, Debug)]
pub(super) struct KeptCircuit {
    /// The node that it was.
    pub(super) of: u32,
    pub(super) children: Vec<u32>,
    pub(super) links: Vec<(u32, u32)>,
    /// Its place in the certificate, unless its dual is zero.
    pub(super) blossom: Option<usize>,
}

/// Which of them are blossoms of another problem as well. They are numbered from 1 in their order; 0 is
/// the whole graph, around all of them.
pub(super) struct BlossomCheck<W> {
    /// The smallest one around each, with a smaller number.
    parents: Vec<u32>,
    /// The sums of their doubled duals and of those around them.
    sums: Vec<W>,
    /// Those that must be given up; what is around one of these is so, too.
    is_broken: Vec<bool>,
    /// By vertex: the smallest one around it.
    inside: Vec<u32>,
}

impl<W: Weight> BlossomCheck<W> {
    pub(super) fn new(kept: &KeptBlossoms, certificate: &Certificate<W>, n: usize) -> Self {
        let n_before = certificate.dual_2x.len();
        let of_nodes = kept.circuits.iter().map(|circuit| circuit.of as usize + 1);
        let n_nodes = of_nodes.max().unwrap_or(0).max(n_before).max(n);
        // By node: the blossom of which it is a child.
        let mut around = vec![0; n_nodes];
        let mut check = Self {
            parents: vec![0],
            sums: vec![W::zero()],
            is_broken: vec![false],
            inside: Vec::new(),
        };
        for (i, circuit) in (1..).zip(&kept.circuits) {
            let parent = around[circuit.of as usize];
            for child in &circuit.children {
                around[*child as usize] = i;
            }
            let mut sum = check.sums[parent as usize].clone();
            if let Some(blossom) = circuit.blossom {
                sum.increase(&certificate.blossoms[blossom].dual_2x);
            }
            check.parents.push(parent);
            check.sums.push(sum);
            check.is_broken.push(false);
        }
        around.truncate(n);
        // What were nodes of blossoms are vertices now, and in none.
        around.iter_mut().skip(n_before).for_each(|i| *i = 0);
        check.inside = around;
        check
    }

    /// The sum of the doubled duals of the blossoms around both vertices.
    pub(super) fn around_both(&self, u: u32, v: u32) -> &W {
        let (mut a, mut b) = (self.inside[u as usize], self.inside[v as usize]);
        while a != b {
            // The parent has a smaller number: the larger one is not around the other.
            let larger = if a > b { &mut a } else { &mut b };
            *larger = self.parents[*larger as usize];
        }
        &self.sums[a as usize]
    }

    /// The sum of the doubled duals of a blossom and of those around it.
    pub(super) fn sum(&self, i: usize) -> &W {
        &self.sums[i]
    }

    pub(super) fn is_inside_any(&self, v: u32) -> bool {
        self.inside[v as usize] != 0
    }

    /// Gives up the blossoms around a vertex.
    pub(super) fn break_around(&mut self, v: u32) {
        self.break_up(self.inside[v as usize]);
    }

    /// Gives up a blossom, and those around it.
    pub(super) fn break_up(&mut self, mut i: u32) {
        while i != 0 && !self.is_broken[i as usize] {
            self.is_broken[i as usize] = true;
            i = self.parents[i as usize];
        }
    }

    /// Gives up what has no dual and would be at top level, and tells by blossom what of the duals of those
    /// that are given up each vertex gets: half of it, since they are even.
    pub(super) fn shares(&mut self) -> Vec<W> {
        let mut shares = vec![W::zero()];
        for i in 1..self.parents.len() {
            let parent = self.parents[i] as usize;
            let is_top = parent == 0 || self.is_broken[parent];
            if is_top && self.sums[i] == self.sums[parent] {
                self.is_broken[i] = true;
            }
            let mut share = shares[parent].clone();
            if self.is_broken[i] {
                share.increase(&self.sums[i].minus(&self.sums[parent]).halved());
            }
            shares.push(share);
        }
        shares
    }

    /// The smallest blossom around a vertex.
    pub(super) fn inside(&self, v: u32) -> usize {
        self.inside[v as usize] as usize
    }

    /// The dual of a blossom, doubled; `None` if it was given up.
    pub(super) fn dual_2x(&self, i: usize) -> Option<W> {
        let parent = self.parents[i] as usize;
        (!self.is_broken[i]).then(|| self.sums[i].minus(&self.sums[parent]))
    }
}

/// Where the nodes of a solution are now.
pub(super) struct NodeNames {
    n_before: usize,
    blossoms: Vec<u32>,
}

impl NodeNames {
    pub(super) fn new(n_before: usize) -> Self {
        Self {
            n_before,
            blossoms: Vec::new(),
        }
    }

    pub(super) fn note(&mut self, before: u32, now: u32) {
        let place = before as usize - self.n_before;
        if self.blossoms.len() <= place {
            self.blossoms.resize(place + 1, NONE);
        }
        self.blossoms[place] = now;
    }

    pub(super) fn now(&self, before: u32) -> u32 {
        let place = (before as usize).checked_sub(self.n_before);
        place.map_or(before, |place| self.blossoms[place])
    }
}
