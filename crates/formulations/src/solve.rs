//! A stage, solved and proved, or written for another program.

use std::ops::{AddAssign, Shl};

use edelweiss_matching::{EdgeWeight, Error, Goal, Limbs, Problem, ProblemFormat};

use crate::stage::PairingStage;

/// An optimal matching of a stage. Its duals have been checked.
#[derive(Clone, Debug)]
pub struct SolvedStage {
    /// What was asked.
    pub stage: PairingStage,
    /// Pairs of vertices, every vertex once.
    pub pairs: Vec<(usize, usize)>,
    /// The sums of the costs, by field.
    pub costs: Vec<u64>,
}

/// Room for the criteria of the rules in a field of hundreds; what needs more gets four times as much.
type Narrow = Limbs<16>;
type Wide = Limbs<64>;

/// How far each field is shifted, the most important field last, and how many bits there are.
struct Packing {
    shifts: Vec<u32>,
    bits: u32,
}

impl Packing {
    fn of(stage: &PairingStage) -> Self {
        let n_pairs = stage.vertices.len() as u128 / 2;
        let (mut shifts, mut bits) = (vec![0; stage.fields.len()], 0);
        for (field, shift) in shifts.iter_mut().enumerate().rev() {
            let costs = stage.edges.iter().map(|edge| edge.costs[field]);
            let largest = u128::from(costs.max().unwrap_or_default());
            *shift = bits;
            bits += 128 - (largest * n_pairs).leading_zeros();
        }
        Self { shifts, bits }
    }

    /// The problem with costs as one number; `deposit` adds a field to it, so far shifted.
    fn problem<W: EdgeWeight>(
        &self,
        stage: &PairingStage,
        zero: &W,
        deposit: impl Fn(&mut W, u32, u64),
    ) -> Problem<W> {
        let mut problem = Problem::new(stage.vertices.len(), Goal::MinWeightPerfect);
        for edge in &stage.edges {
            let mut weight = zero.clone();
            for (cost, shift) in edge.costs.iter().zip(&self.shifts) {
                // A field of no bits holds zeros, and may begin behind the number.
                if *cost > 0 {
                    deposit(&mut weight, *shift, *cost);
                }
            }
            let added = problem.add_edge(edge.ends.0, edge.ends.1, weight);
            added.expect("vertices of the stage, two of them");
        }
        problem
    }

    fn machine<W: EdgeWeight + Default + AddAssign + Shl<u32, Output = W> + From<u64>>(
        &self,
        stage: &PairingStage,
    ) -> Problem<W> {
        self.problem(stage, &W::default(), |weight, shift, cost| {
            *weight += W::from(cost) << shift;
        })
    }

    fn long<const N: usize>(&self, stage: &PairingStage) -> Problem<Limbs<N>> {
        self.problem(stage, &Limbs::from_u64(0), Limbs::add_field)
    }
}

/// Bits that sums need beside the largest cost: 256 times the number of vertices, which fits 32 bits.
const HEADROOM: u32 = 48;

impl PairingStage {
    /// The perfect matching with the smallest costs, its proof checked. O(n³) for n vertices.
    ///
    /// # Errors
    /// [`Error::NoMatching`] with its proof; [`Error::WeightTooWide`] for costs beyond some 4,000 bits.
    ///
    /// # Panics
    /// Where the duals do not prove the matching.
    pub fn solve(self) -> Result<SolvedStage, Error> {
        let packing = Packing::of(&self);
        // Duals and sums of machine numbers are wider than these, and so need no room beside them.
        let pairs = if packing.bits <= u64::BITS {
            proved(&packing.machine::<u64>(&self))?
        } else if packing.bits < i128::BITS {
            proved(&packing.machine::<i128>(&self))?
        } else if packing.bits + HEADROOM < Narrow::BITS {
            proved(&packing.long::<16>(&self))?
        } else if packing.bits + HEADROOM < Wide::BITS {
            proved(&packing.long::<64>(&self))?
        } else {
            return Err(Error::WeightTooWide);
        };
        let costs = self.costs_of(&pairs);
        Ok(SolvedStage {
            costs: costs.expect("a matching has edges of the stage"),
            pairs,
            stage: self,
        })
    }

    /// The problem, not solved: costs packed into one number that ranks like them, to be minimised. O(n + m).
    ///
    /// # Errors
    /// [`Error::WeightTooWide`] as [`PairingStage::solve`].
    pub fn written(&self, format: ProblemFormat) -> Result<String, Error> {
        let packing = Packing::of(self);
        if packing.bits + HEADROOM < Narrow::BITS {
            packing.long::<16>(self).written(format)
        } else if packing.bits + HEADROOM < Wide::BITS {
            packing.long::<64>(self).written(format)
        } else {
            Err(Error::WeightTooWide)
        }
    }
}

fn proved<W: EdgeWeight>(problem: &Problem<W>) -> Result<Vec<(usize, usize)>, Error> {
    let solution = problem.solve()?;
    let verdict = problem.verify(&solution);
    verdict.expect("the duals prove the matching");
    Ok(solution.pairs().collect())
}

#[cfg(test)]
mod tests {
    use crate::stage::{StageEdge, StageVertex};

    use super::*;

    /// Four vertices, whose three matchings cost the same in the first fields, as much as `bits` in all hold, and
    /// in the last one 2, 1 and 0.
    fn stage(bits: u32) -> PairingStage {
        let mut widths = vec![48; (bits as usize - 2) / 48];
        widths.extend(Some((bits - 2) % 48).filter(|rest| *rest > 1));
        let ends = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let edge = |(place, ends): (usize, &(usize, usize))| {
            // The sum of two is the largest number of the width that is even.
            let mut costs: Vec<u64> = widths.iter().map(|width| (1 << (width - 1)) - 1).collect();
            costs.push([1, 1, 0, 0, 0, 1][place]);
            StageEdge { ends: *ends, costs }
        };
        PairingStage {
            number: 1,
            vertices: vec![StageVertex::Bye; 4],
            edges: ends.iter().enumerate().map(edge).collect(),
            fields: vec![String::new(); widths.len() + 1],
        }
    }

    #[test]
    fn the_last_bit_decides_at_every_width() {
        for bits in (10..=400).chain(1000..=1100) {
            let stage = stage(bits);
            let width = Packing::of(&stage).bits;
            // A rest of one bit holds no sum.
            assert!(width == bits || (bits - 2) % 48 == 1, "{bits}: {width}");
            let solved = stage.solve().expect("a matching");
            assert_eq!(solved.costs.last(), Some(&0), "{bits}");
            assert_eq!(solved.pairs, [(0, 3), (1, 2)], "{bits}");
        }
    }
}
