//! The candidates of a bracket in the order of the text, and the choice among them.
//!
//! # Articles
//! C.04.3 (2026) 3.2-3.8; 2017 B.2-B.8.

use edelweiss_model::Score;
use edelweiss_weights::Completion;

use super::Until;
use super::completion::PlayerSet;
use super::counts::CountedRows;
use super::order::{BsnExchange, Transpositions, exchanges, mdp_sets_by_bsn, mdp_sets_by_score};
use super::parameters::{Parameters, every_way};
use super::task::{LiteralTask, Pairing};

/// Takes the first perfect candidate, or the first of the best. `None` when no candidate is legal.
pub(super) fn choose(
    task: &mut LiteralTask,
    parameters: &Parameters,
    until: Until,
) -> Option<Pairing> {
    let perfect = match until {
        Until::Perfect => Some(least_rows(task, parameters)?),
        Until::Exhausted => None,
    };
    let mut selection = Selection {
        perfect,
        best: None,
    };
    selection.run(task, parameters);
    let (pairing, _) = selection.best?;
    Some(pairing)
}

/// The least rows of any way of pairing the bracket with `MaxPairs` pairs and M1 MDPs among them.
///
/// # Panics
/// If the two counts of 2017 B.1.c differ: there the row M1 tells how many MDPs these ways pair, and
/// the parameter has been found without it.
fn least_rows(task: &mut LiteralTask, parameters: &Parameters) -> Option<CountedRows> {
    let n_floaters = task.members.len() - 2 * parameters.max_pairs;
    let in_limbo = parameters.m0 - parameters.m1;
    let by_row = task.edition.completion == Completion::Collapse;
    let mut least: Option<CountedRows> = None;
    every_way(task, n_floaters, &mut |task, pairing| {
        let fits = by_row || task.limbo(pairing).count_ones() as usize == in_limbo;
        if fits && task.is_legal(pairing.floaters) {
            least = least.take().into_iter().chain([task.rows(pairing)]).min();
        }
    });
    for (label, value) in least.iter().flatten() {
        let agrees = *label != "M1" || value[..] == [in_limbo as i64];
        assert!(
            agrees,
            "B.1.c: {value:?} MDPs are unpaired by the row, {in_limbo} by the parameter"
        );
    }
    least
}

/// Whether to go on with the next candidate.
#[derive(PartialEq, Eq)]
enum Next {
    Continue,
    Stop,
}

struct Selection {
    perfect: Option<CountedRows>,
    best: Option<(Pairing, CountedRows)>,
}

impl Selection {
    /// 3.7.3 (3.2.2 in the beginning): the sets of MDPs. Without MDPs there is one, the empty one.
    fn run(&mut self, task: &mut LiteralTask, parameters: &Parameters) {
        let (m0, m1) = (parameters.m0, parameters.m1);
        let n_remainder = task.members.len() - m0 - m1;
        // The original subgroups of the remainder are alike for all its compositions.
        let swaps: Vec<BsnExchange> = exchanges(parameters.max_pairs - m1, n_remainder).collect();
        let scores: Vec<Score> = (task.members[..m0].iter())
            .map(|id| task.position.player(*id).score)
            .collect();
        let sets: Vec<Vec<usize>> = match task.edition.completion {
            Completion::EveryBracket => mdp_sets_by_bsn(m0, m1)
                .filter(|s1| parameters.leaves_valid_limbo(task, s1))
                .collect(),
            Completion::Collapse => mdp_sets_by_score(&scores, m1).collect(),
        };
        for s1 in sets {
            if self.mdp_pairings(task, parameters, &s1, &swaps) == Next::Stop {
                return;
            }
        }
    }

    /// 3.7.2: the transpositions of S2, each giving an MDP-Pairing and a remainder.
    fn mdp_pairings(
        &mut self,
        task: &mut LiteralTask,
        parameters: &Parameters,
        s1: &[usize],
        swaps: &[BsnExchange],
    ) -> Next {
        let residents: Vec<usize> = (parameters.m0 + 1..=task.members.len()).collect();
        let mut transpositions = Transpositions::new(&residents, s1.len());
        while let Some(s2) = transpositions.next() {
            let pairs: Vec<(usize, usize)> = s1.iter().copied().zip(s2.iter().copied()).collect();
            if let Some(place) = first_illegal(task, &pairs) {
                transpositions.leave_prefix(place + 1);
                continue;
            }
            let remainder: Vec<usize> = (residents.iter().copied())
                .filter(|bsn| !s2.contains(bsn))
                .collect();
            if self.remainders(task, parameters, &pairs, &remainder, swaps) == Next::Stop {
                return Next::Stop;
            }
        }
        Next::Continue
    }

    /// 3.6 and 3.7.1: exchanges between the original S1R and S2R, and for each the transpositions
    /// of S2R. `remainder` gives the player of each BSN of the remainder (4.1.1).
    fn remainders(
        &mut self,
        task: &mut LiteralTask,
        parameters: &Parameters,
        mdp_pairs: &[(usize, usize)],
        remainder: &[usize],
        swaps: &[BsnExchange],
    ) -> Next {
        let n1 = parameters.max_pairs - parameters.m1;
        for swap in swaps {
            let (s1, s2) = swap.apply(n1, remainder.len());
            let mut transpositions = Transpositions::new(&s2, n1);
            while let Some(partners) = transpositions.next() {
                let pairs: Vec<(usize, usize)> = (s1.iter().zip(&partners))
                    .map(|(a, b)| (remainder[a - 1], remainder[b - 1]))
                    .collect();
                if let Some(place) = first_illegal(task, &pairs) {
                    transpositions.leave_prefix(place + 1);
                    continue;
                }
                let candidate = candidate(task, &[mdp_pairs, &pairs].concat());
                if self.judge(task, candidate) == Next::Stop {
                    return Next::Stop;
                }
            }
        }
        Next::Continue
    }

    /// 3.4 and 3.8.
    fn judge(&mut self, task: &mut LiteralTask, candidate: Pairing) -> Next {
        if !task.is_legal(candidate.floaters) {
            return Next::Continue;
        }
        let rows = task.rows(&candidate);
        let is_better = (self.best.as_ref()).is_none_or(|(_, least)| rows < *least);
        if is_better {
            self.best = Some((candidate, rows));
        }
        match (&self.perfect, &self.best) {
            (Some(perfect), Some((_, least))) if least == perfect => Next::Stop,
            _ => Next::Continue,
        }
    }
}

/// The place of the first pair of BSNs that breaks C1 or C3.
fn first_illegal(task: &LiteralTask, pairs: &[(usize, usize)]) -> Option<usize> {
    (pairs.iter()).position(|(a, b)| !task.may_meet(a - 1, b - 1))
}

/// The pairs of a candidate, given by BSN, and everybody else as floaters (3.3.2, 3.3.4).
fn candidate(task: &LiteralTask, pairs: &[(usize, usize)]) -> Pairing {
    let mut floaters: PlayerSet = (1 << task.members.len()) - 1;
    let mut sorted = Vec::with_capacity(pairs.len());
    for &(a, b) in pairs {
        floaters &= !(1 << (a - 1));
        floaters &= !(1 << (b - 1));
        // After an exchange a player of S1 may rank below the opponent from S2.
        sorted.push((a.min(b) - 1, a.max(b) - 1));
    }
    sorted.sort_unstable();
    Pairing {
        pairs: sorted,
        floaters,
    }
}
