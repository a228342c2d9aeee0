//! The orders of the text: transpositions, exchanges, sets of moved-down players.
//!
//! Players appear as in-bracket sequence numbers (BSN), counted from 1 (4.1; 2017 D).
//!
//! # Articles
//! C.04.3 (2026) 4.2-4.4; 2017 D.1-D.3. Nothing here knows scores of residents, colours or history.

use std::cmp::Ordering;

use edelweiss_model::Score;

/// The transpositions of S2 (4.2; 2017 D.1): arrangements of its first `n1` places, sorted
/// lexicographically by BSN; what is left of S2 is ignored.
///
/// The print runs "6-7-8-9-10, 6-7-8-9-11, 6-7-8-10-11" for eleven players; 6-7-8-10-9 stands
/// between the last two by the rule, and the printed number of 720 counts it.
#[derive(Clone, Debug)]
pub struct Transpositions {
    /// S2, ascending.
    s2: Vec<usize>,
    /// Places in `s2` of the element given last; `None` before the first one.
    last: Option<Vec<usize>>,
    n1: usize,
    /// The next element differs from the last one within this many first places.
    changing: usize,
}

impl Transpositions {
    /// All transpositions of `s2`, which is sorted, against an S1 of `n1` players. Empty when S2 is
    /// too small for S1.
    pub fn new(s2: &[usize], n1: usize) -> Self {
        Self {
            s2: s2.to_vec(),
            last: None,
            n1,
            changing: n1,
        }
    }

    /// Leaves out all that follows with the same first `length` places as the element given last.
    pub fn leave_prefix(&mut self, length: usize) {
        self.changing = self.changing.min(length);
    }

    /// Fills the places behind the first ones with what is unused, smallest first.
    fn fill(&self, mut places: Vec<usize>) -> Vec<usize> {
        let unused: Vec<usize> = (0..self.s2.len())
            .filter(|place| !places.contains(place))
            .collect();
        places.extend(unused);
        places.truncate(self.n1);
        places
    }
}

impl Iterator for Transpositions {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        if self.n1 > self.s2.len() {
            return None;
        }
        let next = match &self.last {
            None => self.fill(Vec::new()),
            Some(last) => (0..self.changing).rev().find_map(|place| {
                let kept = &last[..place];
                let larger = (last[place] + 1..self.s2.len()).find(|new| !kept.contains(new))?;
                Some(self.fill([kept, &[larger]].concat()))
            })?,
        };
        self.changing = self.n1;
        let bsns = next.iter().map(|place| self.s2[*place]).collect();
        self.last = Some(next);
        Some(bsns)
    }
}

/// A resident exchange (4.3.1; 2017 D.2): two groups of equal size, each ascending. Smaller is
/// earlier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BsnExchange {
    /// Moved from the original S1 to S2.
    pub from_s1: Vec<usize>,
    /// Moved from the original S2 to S1.
    pub from_s2: Vec<usize>,
}

impl BsnExchange {
    /// S1 and S2 after the exchange, both sorted, where the original S1 is 1 to `n1` and S2 the
    /// rest up to `n`.
    pub fn apply(&self, n1: usize, n: usize) -> (Vec<usize>, Vec<usize>) {
        let in_s1 =
            |bsn: &usize| (*bsn <= n1 && !self.from_s1.contains(bsn)) || self.from_s2.contains(bsn);
        (1..=n).partition(in_s1)
    }

    fn difference(&self) -> usize {
        self.from_s2.iter().sum::<usize>() - self.from_s1.iter().sum::<usize>()
    }
}

impl Ord for BsnExchange {
    /// The four comparison rules of 4.3.2 (2017 D.2 a-d).
    fn cmp(&self, other: &Self) -> Ordering {
        // 1. The smallest number of exchanged BSNs.
        (self.from_s1.len().cmp(&other.from_s1.len()))
            // 2. The smallest difference between the sums.
            .then_with(|| self.difference().cmp(&other.difference()))
            // 3. The largest differing BSN among those moved from S1 to S2.
            .then_with(|| {
                let mine = only_in(&self.from_s1, &other.from_s1).max();
                let theirs = only_in(&other.from_s1, &self.from_s1).max();
                theirs.cmp(&mine)
            })
            // 4. The smallest differing BSN among those moved from S2 to S1.
            .then_with(|| {
                let mine = only_in(&self.from_s2, &other.from_s2).min();
                let theirs = only_in(&other.from_s2, &self.from_s2).min();
                mine.cmp(&theirs)
            })
    }
}

impl PartialOrd for BsnExchange {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn only_in<'a>(group: &'a [usize], other: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
    (group.iter().copied()).filter(|bsn| !other.contains(bsn))
}

/// The exchanges between an original S1 of BSNs 1 to `n1` and an original S2 of the rest up to `n`,
/// in their order (4.3.2). The first one moves nobody: it is the original composition.
pub fn exchanges(n1: usize, n: usize) -> impl Iterator<Item = BsnExchange> {
    (0..=n1).flat_map(move |size| {
        let mut of_size: Vec<BsnExchange> = (subsets(n1, size).into_iter())
            .flat_map(|from_s1| {
                (subsets(n - n1, size).into_iter()).map(move |places| BsnExchange {
                    from_s1: from_s1.clone(),
                    from_s2: places.into_iter().map(|place| place + n1).collect(),
                })
            })
            .collect();
        of_size.sort();
        of_size
    })
}

/// Sets of `m1` of the moved-down players 1 to `m0`, sorted by their smallest differing BSN
/// (4.4.2), which is ascending lexicographic order.
pub fn mdp_sets_by_bsn(m0: usize, m1: usize) -> impl Iterator<Item = Vec<usize>> {
    subsets(m0, m1).into_iter()
}

/// Sets of `m1` of the moved-down players with these `scores`, highest ranked first, in the order
/// of 2017 D.3: a new S1 with the highest differing score first, then lexicographically by BSN. The
/// first one is the original S1 (B.2).
pub fn mdp_sets_by_score(scores: &[Score], m1: usize) -> impl Iterator<Item = Vec<usize>> + use<> {
    let of_set = |set: &[usize]| -> Vec<Score> { set.iter().map(|bsn| scores[bsn - 1]).collect() };
    let mut sets = subsets(scores.len(), m1);
    // BSNs ascend as scores descend, so the lists of scores are sorted from high to low.
    sets.sort_by(|a, b| of_set(b).cmp(&of_set(a)).then_with(|| a.cmp(b)));
    sets.into_iter()
}

/// The sets of `size` numbers from 1 to `n`, each ascending, in lexicographic order.
fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    (1..=n)
        .flat_map(|first| {
            (subsets(n - first, size - 1).into_iter()).map(move |rest| {
                let shifted = rest.into_iter().map(|bsn| bsn + first);
                std::iter::once(first).chain(shifted).collect()
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(numbers: &[usize]) -> String {
        let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        words.join("-")
    }

    #[test]
    fn transpositions_of_eleven_players_follow_the_print() {
        let s2 = [6, 7, 8, 9, 10, 11];
        let all: Vec<String> = Transpositions::new(&s2, 5).map(|t| printed(&t)).collect();
        assert_eq!(all.len(), 720);
        // The third one is missing in the print.
        assert_eq!(
            all[..4],
            ["6-7-8-9-10", "6-7-8-9-11", "6-7-8-10-9", "6-7-8-10-11"]
        );
        let place = all
            .iter()
            .position(|t| t == "6-11-10-9-8")
            .expect("printed");
        assert_eq!(all[place + 1], "7-6-8-9-10");
        assert_eq!(all[719], "11-10-9-8-7");
        assert!(Transpositions::new(&s2, 5).is_sorted());
    }

    #[test]
    fn transpositions_for_two_mdps_follow_the_print() {
        let s2: Vec<usize> = (3..=11).collect();
        let all: Vec<String> = Transpositions::new(&s2, 2).map(|t| printed(&t)).collect();
        assert_eq!(all.len(), 72);
        assert_eq!(all[..3], ["3-4", "3-5", "3-6"]);
        assert_eq!(all[7..10], ["3-11", "4-3", "4-5"]);
        assert_eq!(all[71], "11-10");
    }

    #[test]
    fn leaving_a_prefix_leaves_exactly_its_continuations() {
        for length in 0..=3 {
            let mut rest = Transpositions::new(&[4, 5, 6, 7], 3);
            let dropped = [5, 4, 6];
            let mut seen = Vec::new();
            while let Some(item) = rest.next() {
                if item == dropped {
                    rest.leave_prefix(length);
                }
                seen.push(item);
            }
            let expected: Vec<_> = Transpositions::new(&[4, 5, 6, 7], 3)
                .filter(|item| item[..] <= dropped[..] || item[..length] != dropped[..length])
                .collect();
            assert_eq!(seen, expected, "prefix of {length}");
        }
        assert_eq!(Transpositions::new(&[1, 2], 0).count(), 1);
        assert_eq!(Transpositions::new(&[1, 2], 3).count(), 0);
    }

    /// S1 is 1 to 5, S2 is 6 to 11.
    fn place(from_s1: &[usize], from_s2: &[usize]) -> usize {
        let sorted = |group: &[usize]| {
            let mut group = group.to_vec();
            group.sort_unstable();
            group
        };
        let wanted = BsnExchange {
            from_s1: sorted(from_s1),
            from_s2: sorted(from_s2),
        };
        exchanges(5, 11)
            .position(|exchange| exchange == wanted)
            .expect("an exchange of eleven players")
    }

    #[test]
    fn exchanges_follow_every_printed_example() {
        // Rule 1: one is better than two.
        assert!(place(&[1], &[11]) < place(&[5, 4], &[6, 7]));
        // Rule 2.
        assert!(place(&[4], &[6]) < place(&[5], &[8]));
        assert!(place(&[4, 3], &[8, 6]) < place(&[5, 4], &[9, 8]));
        // Rule 3, with equal differences.
        assert!(place(&[5], &[7]) < place(&[4], &[6]));
        assert!(place(&[5, 2], &[6, 7]) < place(&[4, 3], &[6, 7]));
        assert!(place(&[5, 4, 1], &[6, 7, 8]) < place(&[5, 3, 2], &[6, 7, 8]));
        // Rule 4, with one group from S1 and equal sums.
        assert!(place(&[5, 4], &[6, 9]) < place(&[5, 4], &[7, 8]));
        assert!(place(&[5, 4, 3], &[6, 7, 10]) < place(&[5, 4, 3], &[6, 8, 9]));
        // "Moving 6 is better than moving 7": the difference says so already.
        assert!(place(&[5], &[6]) < place(&[5], &[7]));
    }

    #[test]
    fn exchanges_begin_with_nothing_and_never_repeat() {
        let all: Vec<_> = exchanges(5, 11).collect();
        assert_eq!(all.len(), 462);
        assert!(all[0].from_s1.is_empty());
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        let (s1, s2) = all[1].apply(5, 11);
        assert_eq!(s1, [1, 2, 3, 4, 6]);
        assert_eq!(s2, [5, 7, 8, 9, 10, 11]);
        assert_eq!(exchanges(0, 3).count(), 1);
    }

    #[test]
    fn mdp_sets_are_sorted_by_their_smallest_differing_number() {
        let all: Vec<_> = mdp_sets_by_bsn(4, 2).map(|set| printed(&set)).collect();
        assert_eq!(all, ["1-2", "1-3", "1-4", "2-3", "2-4", "3-4"]);
        assert_eq!(mdp_sets_by_bsn(3, 0).count(), 1);
    }

    #[test]
    fn mdp_exchanges_of_2017_keep_high_scores_first() {
        let scores = [40, 30, 30, 20].map(Score::from_tenths);
        let all: Vec<_> = mdp_sets_by_score(&scores, 2)
            .map(|set| printed(&set))
            .collect();
        assert_eq!(all, ["1-2", "1-3", "1-4", "2-3", "2-4", "3-4"]);
        let scores = [40, 40, 30, 30].map(Score::from_tenths);
        let all: Vec<_> = mdp_sets_by_score(&scores, 3)
            .map(|set| printed(&set))
            .collect();
        assert_eq!(all, ["1-2-3", "1-2-4", "1-3-4", "2-3-4"]);
    }
}
