//! Extended Direct Encounter for teams (EDE, and EDEBT, EDEBB, EDET, EDEB).
//!
//! # Articles
//! C.07 (2026) 13.3: Direct Encounter by the primary score; if no tie was broken, by the secondary one;
//! if exactly two teams are still tied in both, article 12 as announced. Every new subset starts anew.
//! # Readings
//! "Tied in both" is about the totals of the event, and so is article 12.

use std::cmp::Ordering;

use crate::matches::TeamTable;
use crate::modifiers::{Modifiers, Reference};

use super::direct_encounter::first_parts;
use super::{BoardMeasure, BoardResults, TeamGroupMeasure};

/// A tie-break of article 12 that may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArticleTwelve {
    /// 12.1
    BoardCount,
    /// 12.2
    TopBoards,
    /// 12.3
    BottomElimination,
}

/// Direct Encounter by one score after the other.
#[derive(Debug)]
pub(crate) struct ExtendedEncounter {
    /// What follows for two teams.
    pub(crate) then: &'static [ArticleTwelve],
}

impl ExtendedEncounter {
    /// One step: parts of the set, best first, or nothing.
    fn parts(
        &self,
        teams: &TeamTable,
        set: &[u32],
        modifiers: &Modifiers,
    ) -> Option<Vec<Vec<u32>>> {
        if set.len() < 2 {
            return None;
        }
        let by = |reference| first_parts(teams.by(reference), set, modifiers);
        let parts = by(teams.primary()).or_else(|| by(teams.secondary()));
        parts.or_else(|| match *set {
            [a, b] if is_tied_in_both(teams, a, b) => {
                let steps = self.then.iter().map(|step| step.compare(teams, a, b));
                match steps.fold(Ordering::Equal, Ordering::then) {
                    Ordering::Less => Some(vec![vec![a], vec![b]]),
                    Ordering::Greater => Some(vec![vec![b], vec![a]]),
                    Ordering::Equal => None,
                }
            }
            _ => None,
        })
    }
}

fn is_tied_in_both(teams: &TeamTable, a: u32, b: u32) -> bool {
    [Reference::MatchPoints, Reference::GamePoints]
        .iter()
        .all(|reference| {
            let score = |team: u32| teams.by(*reference).tenths(team as usize);
            score(a) == score(b)
        })
}

impl ArticleTwelve {
    /// `Less` where `a` ranks higher.
    fn compare(self, teams: &TeamTable, a: u32, b: u32) -> Ordering {
        let results = |is_elimination| {
            let points = |team: u32| BoardResults { is_elimination }.points(teams, team as usize);
            points(b).cmp(&points(a))
        };
        match self {
            Self::BoardCount => {
                let count = |team: u32| -> i32 {
                    let boards = (1..).zip(teams.boards(team as usize));
                    boards.map(|(board, points)| board * points).sum()
                };
                count(a).cmp(&count(b))
            }
            Self::TopBoards => results(false),
            Self::BottomElimination => results(true),
        }
    }
}

impl TeamGroupMeasure for ExtendedEncounter {
    fn classes(&self, teams: &TeamTable, tied: &[u32], modifiers: &Modifiers) -> Vec<Vec<u32>> {
        let mut decided = Vec::new();
        let mut open = vec![tied.to_vec()];
        while let Some(set) = open.pop() {
            match self.parts(teams, &set, modifiers) {
                None => decided.push(set),
                Some(mut parts) => {
                    parts.reverse();
                    open.append(&mut parts);
                }
            }
        }
        decided
    }
}
