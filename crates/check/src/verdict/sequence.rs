//! The place of a candidate in the sequence in which candidates are formed, as rows.
//!
//! # Articles
//! C.04.3 (2026) 3.2, 3.7, 4.2, 4.3, 4.4; 2017 B.2, B.6, B.7, D.1, D.2, D.3.
//!
//! A set of pairs is generated first with the smaller sequence number of each pair of the remainder
//! in S1: swapping the roles of a pair never exchanges fewer players and raises the sum of 4.3.2(2).

use std::collections::{BTreeMap, BTreeSet};

use edelweiss_model::PlayerId;
use edelweiss_weights::Completion;

use super::{Candidate, JudgedBracket, RuleComparison, RuleKind};

/// What the rows count, most important first, and whether the larger one is earlier.
const PARTS: [(&str, bool); 7] = [
    ("moved-down players in S1, by BSN", false),
    ("opponents of the moved-down players, by BSN", false),
    ("players exchanged between S1 and S2", false),
    ("difference of the exchanged BSN sums", false),
    ("BSNs that leave S1", true),
    ("BSNs that enter S1", false),
    ("S2 in the order of its opponents, by BSN", false),
];

/// The articles of the rows in 2026 and in 2017.
const ARTICLES: [[&str; 7]; 2] = [
    [
        "4.4.2", "4.2", "4.3.2.1", "4.3.2.2", "4.3.2.3", "4.3.2.4", "4.2",
    ],
    ["D.3", "D.1", "D.2.a", "D.2.b", "D.2.c", "D.2.d", "D.1"],
];

/// Compares the places of two candidates of a bracket in the sequence, in neither of which two moved-down
/// players meet: the first row that differs tells which is earlier. `completion` tells the edition.
///
/// # Panics
/// When a pair is not of the bracket.
pub fn sequence_rows(
    completion: Completion,
    step: &JudgedBracket,
    recorded: &Candidate,
    here: &Candidate,
) -> Vec<RuleComparison> {
    let articles = match completion {
        Completion::EveryBracket => ARTICLES[0],
        Completion::Collapse => ARTICLES[1],
    };
    let values = [recorded, here].map(|side| values(step, side));
    let rows = PARTS.into_iter().zip(articles).enumerate();
    rows.map(
        |(part, ((summary, larger_is_better), article))| RuleComparison {
            kind: RuleKind::Sequence,
            label: article,
            article,
            summary,
            recorded: values[0][part].clone(),
            here: values[1][part].clone(),
            larger_is_better,
        },
    )
    .collect()
}

/// The values of a candidate in which no two moved-down players meet. O(n log n) for n players.
fn values(step: &JudgedBracket, candidate: &Candidate) -> [Vec<u64>; 7] {
    let members = step.mdps.iter().chain(&step.residents);
    let numbers: BTreeMap<PlayerId, u64> = members.copied().zip(1..).collect();
    let n_mdps = step.mdps.len() as u64;
    let (mut of_mdps, mut of_rest) = (Vec::new(), Vec::new());
    for (a, b) in &candidate.pairs {
        let [a, b] = [a, b].map(|id| *numbers.get(id).expect("a pair of the bracket"));
        let (a, b) = (a.min(b), a.max(b));
        let list = if a <= n_mdps {
            &mut of_mdps
        } else {
            &mut of_rest
        };
        list.push((a, b));
    }
    of_mdps.sort_unstable();
    let met: BTreeSet<u64> = of_mdps.iter().map(|(_, opponent)| *opponent).collect();
    // Residents who meet no MDP remain, and are numbered anew.
    let remainder = (n_mdps + 1..=numbers.len() as u64).filter(|number| !met.contains(number));
    let own: BTreeMap<u64, u64> = remainder.zip(1..).collect();
    let mut pairs: Vec<(u64, u64)> = of_rest.iter().map(|(a, b)| (own[a], own[b])).collect();
    pairs.sort_unstable();
    let k = pairs.len() as u64;
    let firsts: BTreeSet<u64> = pairs.iter().map(|(a, _)| *a).collect();
    let entering: Vec<u64> = firsts.range(k + 1..).copied().collect();
    let leaving: Vec<u64> = (1..=k).rev().filter(|a| !firsts.contains(a)).collect();
    [
        of_mdps.iter().map(|(mdp, _)| *mdp).collect(),
        of_mdps.iter().map(|(_, opponent)| *opponent).collect(),
        vec![entering.len() as u64],
        vec![entering.iter().sum::<u64>() - leaving.iter().sum::<u64>()],
        leaving,
        entering,
        pairs.iter().map(|(_, b)| *b).collect(),
    ]
}
