//! Prices of vertices and of odd sets.

use std::ops::{AddAssign, Shl, SubAssign};

use num_bigint::BigInt;

use crate::rejection::Rejection;

/// Integers that duals and costs live in.
pub trait ProofNumber:
    Clone
    + Ord
    + From<i64>
    + for<'n> AddAssign<&'n Self>
    + for<'n> SubAssign<&'n Self>
    + Shl<u32, Output = Self>
    + TryFrom<BigInt>
{
}

impl ProofNumber for i128 {}
impl ProofNumber for BigInt {}

/// Duals of vertices and odd sets, four times each: halves come up, and again where an edge needs a slack
/// of less than one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StepDuals {
    /// By vertex.
    pub vertices: Vec<BigInt>,
    /// Odd sets of vertices in ascending order, each with its dual.
    pub sets: Vec<(Vec<usize>, BigInt)>,
}

/// Duals as numbers of one type.
pub(crate) struct DualsIn<N> {
    pub(crate) of_vertex: Vec<N>,
    of_set: Vec<N>,
    n_members: Vec<usize>,
    /// By vertex: the sets that it is in.
    sets_of: Vec<Vec<usize>>,
}

impl<N: ProofNumber> DualsIn<N> {
    pub(crate) fn new(n: usize, duals: &StepDuals) -> Result<Self, Rejection> {
        let number = |dual: &BigInt| {
            N::try_from(dual.clone()).unwrap_or_else(|_| unreachable!("the widths were looked at"))
        };
        if duals.vertices.len() != n || duals.sets.len() > n {
            let reason = "there is not one dual for each vertex, or there are too many sets";
            return Err(Rejection::new(reason));
        }
        let mut sets_of: Vec<Vec<usize>> = vec![Vec::new(); n];
        for (set, (members, dual)) in duals.sets.iter().enumerate() {
            let is_odd = members.len() % 2 == 1 && members.is_sorted_by(|a, b| a < b);
            if !is_odd || *dual <= BigInt::ZERO {
                return Err(Rejection::new(
                    "a set is not odd, or its dual is not positive",
                ));
            }
            for member in members {
                sets_of[*member].push(set);
            }
        }
        Ok(Self {
            of_vertex: duals.vertices.iter().map(number).collect(),
            of_set: duals.sets.iter().map(|(_, dual)| number(dual)).collect(),
            n_members: duals
                .sets
                .iter()
                .map(|(members, _)| members.len())
                .collect(),
            sets_of,
        })
    }

    /// More than which no matching is worth: a set has at most half as many pairs as members.
    pub(crate) fn total(&self) -> N {
        let mut total = N::from(0);
        for dual in &self.of_vertex {
            total += dual;
        }
        for (dual, n_members) in self.of_set.iter().zip(&self.n_members) {
            for _ in 0..n_members / 2 {
                total += dual;
            }
        }
        total
    }

    /// More than which the edge is not worth.
    pub(crate) fn over_edge(&self, u: usize, v: usize) -> N {
        let mut sum = self.of_vertex[u].clone();
        sum += &self.of_vertex[v];
        for set in common(&self.sets_of[u], &self.sets_of[v]) {
            sum += &self.of_set[set];
        }
        sum
    }
}

/// What two ascending lists have in common.
fn common<'l>(a: &'l [usize], b: &'l [usize]) -> impl Iterator<Item = usize> + 'l {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    std::iter::from_fn(move || {
        loop {
            let (x, y) = (*a.peek()?, *b.peek()?);
            match x.cmp(y) {
                std::cmp::Ordering::Less => drop(a.next()),
                std::cmp::Ordering::Greater => drop(b.next()),
                std::cmp::Ordering::Equal => {
                    b.next();
                    return a.next().copied();
                }
            }
        }
    })
}
