//! A stage, solved and proved, or written for another program.

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

    /// For costs that fit a machine's number.
    fn short(&self, stage: &PairingStage) -> Problem<i128> {
        self.problem(stage, &0, |weight, shift, cost| {
            *weight += i128::from(cost) << shift;
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
        let pairs = if packing.bits + HEADROOM < i128::BITS {
            proved(&packing.short(&self))?
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
