//! Fields of at most 64 players: sets are words, and whether some players can be paired is asked of
//! [`WordGraph`] without allocation.
//!
//! Most rounds are so small, and most of their brackets reach what counting says is the least that a criterion can
//! cost. Who asks for the sets that reach it, in the order of the text, need not search for the optimum: the first
//! of them is the first best one, because no other can cost less. Where none reaches it, whoever asked finds the
//! optimum by a matching, as in larger fields; the judges of the systems see rounds of both kinds.

use std::cell::Cell;

use edelweiss_matching::cardinality::WordGraph;
use edelweiss_model::PlayerId;

/// Questions about one bracket; most need a hundred.
const MOST_QUESTIONS: u32 = 1_000;

/// Whether these can all be paired with each other, no two of `apart` in a pair.
pub(crate) fn can_pair(graph: &WordGraph, players: u64, apart: u64) -> bool {
    players.count_ones().is_multiple_of(2) && graph.has_perfect_matching(players, apart)
}

/// Who may meet whom, and how many questions are left for one bracket.
pub(crate) struct FewPlayers<'a> {
    graph: &'a WordGraph,
    left: Cell<u32>,
}

impl<'a> FewPlayers<'a> {
    pub(crate) fn new(graph: &'a WordGraph) -> Self {
        let left = Cell::new(MOST_QUESTIONS);
        Self { graph, left }
    }

    /// As [`can_pair`], as long as questions are left; then no.
    pub(crate) fn can_pair(&self, players: u64, apart: u64) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.left.get() > 0 && can_pair(self.graph, players, apart)
    }

    /// What was found by answers that are all true; `None` where questions ran out.
    pub(crate) fn told<T>(&self, found: Option<T>) -> Option<T> {
        found.filter(|_| self.left.get() > 0)
    }
}

/// Players who have been taken out of their scoregroup, the next one, and everybody below.
#[derive(Clone, Copy)]
pub(crate) struct FollowingPlayers {
    pub(crate) floaters: u64,
    pub(crate) next: u64,
    pub(crate) below: u64,
}

impl FollowingPlayers {
    /// Whether all can be paired with each other, the floaters with none of themselves, where so many of the floaters and
    /// so many of the next scoregroup are paired with those below, or with each other there.
    pub(crate) fn can_leave(self, few: &FewPlayers<'_>, n_floaters: usize, n_next: usize) -> bool {
        let Self {
            floaters,
            next,
            below,
        } = self;
        let groups = subsets(floaters, n_floaters).into_iter();
        let mut leaving = groups.flat_map(|group| {
            let others = subsets(next, n_next).into_iter();
            others.map(move |other| group | other)
        });
        leaving.any(|leaving| {
            few.can_pair((floaters | next) & !leaving, floaters)
                && few.can_pair(below | leaving, floaters)
        })
    }
}

/// A bit for each player.
pub(crate) fn set_of(players: &[PlayerId]) -> u64 {
    players.iter().fold(0, |set, id| set | bit(*id))
}

/// The bit of a player.
pub(crate) fn bit(id: PlayerId) -> u64 {
    1 << id.index()
}

/// All subsets of a size. O(members^size).
fn subsets(set: u64, size: usize) -> Vec<u64> {
    if size == 0 {
        return vec![0];
    }
    let (mut left, mut found) = (set, Vec::new());
    while left != 0 {
        let lowest = left & left.wrapping_neg();
        left &= !lowest;
        let others = subsets(left, size - 1);
        found.extend(others.into_iter().map(|others| others | lowest));
    }
    found
}

/// The sets of one or two of some players in groups, by descending scores: `chunks` are players of one score
/// each. Sets of one group have the same scores; those whose lowest score is higher come first, then those
/// whose other score is. Within a group a set with an earlier player comes first, then one with an earlier second one.
pub(crate) fn sets_by_score<'p>(
    chunks: &'p [&'p [PlayerId]],
    size: usize,
) -> impl Iterator<Item = Vec<u64>> + 'p {
    (0..chunks.len()).flat_map(move |lowest| {
        let others = if size == 1 { lowest } else { 0 }..=lowest;
        others.map(move |other| match size {
            1 => chunks[lowest].iter().map(|id| bit(*id)).collect(),
            _ if other == lowest => pairs_within(chunks[lowest]),
            _ => pairs_between(chunks[other], chunks[lowest]),
        })
    })
}

fn pairs_within(players: &[PlayerId]) -> Vec<u64> {
    let with_later = |(place, id): (usize, &PlayerId)| pairs_between(&[*id], &players[place + 1..]);
    players.iter().enumerate().flat_map(with_later).collect()
}

fn pairs_between(earlier: &[PlayerId], later: &[PlayerId]) -> Vec<u64> {
    let with_later = |id: &PlayerId| {
        let own = bit(*id);
        later.iter().map(move |other| own | bit(*other))
    };
    earlier.iter().flat_map(with_later).collect()
}

/// Those of `players` who are in a set, in their order.
pub(crate) fn those_in(players: &[PlayerId], set: u64) -> Vec<PlayerId> {
    let is_member = |id: &PlayerId| set & bit(*id) != 0;
    players.iter().copied().filter(is_member).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_by_their_lowest_score_then_by_the_other_then_by_places() {
        let players: Vec<PlayerId> = (0..4).map(PlayerId::from_index).collect();
        let scoregroups = [&players[..1], &players[1..3], &players[3..]];
        let singles: Vec<Vec<u64>> = sets_by_score(&scoregroups, 1).collect();
        assert_eq!(singles, [vec![0b1], vec![0b10, 0b100], vec![0b1000]]);
        let pairs: Vec<u64> = sets_by_score(&scoregroups, 2).flatten().collect();
        assert_eq!(pairs, [0b11, 0b101, 0b110, 0b1001, 0b1010, 0b1100]);
    }

    #[test]
    fn two_who_have_met_everybody_next_leave_to_those_below() {
        // 0 floats and may meet 3 alone; 1 and 2 may not meet each other, but 4 and 5.
        let mut graph = WordGraph::default();
        let rows = [
            0b001_000, 0b110_000, 0b110_000, 0b000_001, 0b000_110, 0b000_110,
        ];
        for (v, row) in rows.into_iter().enumerate() {
            graph.set_half_row(v, row);
        }
        let few = FewPlayers {
            graph: &graph,
            left: Cell::new(7),
        };
        let following = FollowingPlayers {
            floaters: 0b000_001,
            next: 0b000_110,
            below: 0b111_000,
        };
        assert!(!following.can_leave(&few, 0, 1));
        assert!(!following.can_leave(&few, 1, 0));
        assert!(following.can_leave(&few, 1, 2));
        assert_eq!(few.told(Some(())), Some(()));
        assert!(
            !following.can_leave(&few, 1, 2),
            "seven questions were asked"
        );
        assert_eq!(few.told(Some(())), None);
    }
}
