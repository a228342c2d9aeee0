//! M0, `MaxPairs`, M1: what the criteria make of a bracket before the first candidate.

use edelweiss_model::Score;

use super::completion::{PlayerSet, bits};
use super::task::{LiteralTask, Pairing};

/// The parameters of a bracket.
///
/// # Articles
/// C.04.3 (2026) 3.1, 4.4.1; 2017 B.1.
///
/// # How they follow from the text
/// Every way of pairing the bracket is tried, MDPs never among themselves (S1 holds MDPs, S2 holds
/// residents), each obeying C1-C4, and C5 in 2026.
/// - `MaxPairs` is the largest number of pairs among them (C6; 2017 C.5).
/// - Of those with `MaxPairs` pairs, the ones best by C7 are looked at (2017: by C.6). In 2026 their
///   floaters have one list of scores, so their Limbos do: a set of MDPs is *valid* if it leaves a
///   Limbo with that list, and M1 is its size. In 2017 M1 is the largest number of MDPs that any of
///   them pairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// M0, the number of moved-down players.
    pub m0: usize,
    /// `MaxPairs`.
    pub max_pairs: usize,
    /// M1, the number of moved-down players who are paired here.
    pub m1: usize,
    /// Scores of the players in the Limbo, highest first, that C7 asks for.
    pub limbo_scores: Vec<Score>,
}

impl Parameters {
    /// `None` when no way of pairing the bracket is legal. Exponential.
    pub(super) fn determine(task: &mut LiteralTask) -> Option<Self> {
        let n = task.members.len();
        (n % 2..=n).step_by(2).find_map(|n_floaters| {
            let mut legal = Vec::new();
            every_way(task, n_floaters, &mut |task, pairing| {
                if task.is_legal(pairing.floaters) {
                    legal.push((task.floater_measure(pairing), task.limbo(pairing)));
                }
            });
            let best = legal.iter().map(|(measure, _)| measure).min()?.clone();
            let limbo = (legal.into_iter())
                .filter(|(measure, _)| *measure == best)
                .map(|(_, limbo)| limbo)
                .min_by_key(|limbo| limbo.count_ones())?;
            Some(Self {
                m0: task.n_mdps,
                max_pairs: (n - n_floaters) / 2,
                m1: task.n_mdps - limbo.count_ones() as usize,
                limbo_scores: task.scores(limbo),
            })
        })
    }

    /// Whether these MDPs, given by BSN, may be S1 in 2026: the Limbo they leave complies with C7.
    pub(super) fn leaves_valid_limbo(&self, task: &LiteralTask, s1: &[usize]) -> bool {
        let limbo = (0..self.m0).filter(|bsn| !s1.contains(&(bsn + 1)));
        task.scores(limbo.map(|bsn| 1 << bsn).sum()) == self.limbo_scores
    }
}

/// Calls `visit` for every way of pairing the bracket under C1 and C3 with `n_floaters` floaters,
/// in no order that means anything.
pub(super) fn every_way(
    task: &mut LiteralTask,
    n_floaters: usize,
    visit: &mut dyn FnMut(&mut LiteralTask, &Pairing),
) {
    let everybody = (1 << task.members.len()) - 1;
    extend(task, everybody, n_floaters, &mut Pairing::default(), visit);
}

fn extend(
    task: &mut LiteralTask,
    free: PlayerSet,
    floats_left: usize,
    pairing: &mut Pairing,
    visit: &mut dyn FnMut(&mut LiteralTask, &Pairing),
) {
    if free == 0 {
        if floats_left == 0 {
            visit(task, pairing);
        }
        return;
    }
    let first = free.trailing_zeros() as usize;
    let rest = free & (free - 1);
    for second in bits(rest) {
        let mdps = second < task.n_mdps;
        if !mdps && task.may_meet(first, second) {
            pairing.pairs.push((first, second));
            extend(task, rest & !(1 << second), floats_left, pairing, visit);
            pairing.pairs.pop();
        }
    }
    if floats_left > 0 {
        pairing.floaters |= 1 << first;
        extend(task, rest, floats_left - 1, pairing, visit);
        pairing.floaters &= !(1 << first);
    }
}
