//! Whether a set of players can still be paired, by trying.
//!
//! # Articles
//! C.04.3 (2026) 1.9.1, C4, C5; 2017 A.9, C.4.

use std::collections::HashMap;

use edelweiss_model::{PlayerId, Position, Score};

/// A set of present players: bit `i` is the player at place `i` of [`Position::present`].
pub(super) type PlayerSet = u64;

/// Answers questions of completion for one position, and remembers the answers.
#[derive(Debug)]
pub(super) struct CompletionTest<'a> {
    position: &'a Position,
    /// Place of each player in the order of 1.2, by id.
    place: Vec<usize>,
    /// Whom each present player may meet (C1, C3), by place.
    partners: Vec<PlayerSet>,
    pairable: HashMap<PlayerSet, bool>,
}

impl<'a> CompletionTest<'a> {
    /// # Panics
    /// With more than 64 players present.
    pub(super) fn new(position: &'a Position) -> Self {
        let present = position.present();
        assert!(present.len() <= 64, "sets are words of 64 bits");
        let mut place = vec![usize::MAX; position.players().len()];
        for (index, id) in present.iter().enumerate() {
            place[id.index()] = index;
        }
        let partners = (present.iter())
            .map(|a| {
                (present.iter().enumerate())
                    .filter(|(_, b)| position.may_meet(*a, **b))
                    .map(|(index, _)| 1 << index)
                    .sum()
            })
            .collect();
        Self {
            position,
            place,
            partners,
            pairable: HashMap::new(),
        }
    }

    /// These players as a set.
    pub(super) fn set<'b>(&self, players: impl IntoIterator<Item = &'b PlayerId>) -> PlayerSet {
        (players.into_iter())
            .map(|id| 1 << self.place[id.index()])
            .sum()
    }

    /// Whether everybody of the set can be paired within it (C1, C3): the first player meets
    /// somebody, and the others can be paired without the two.
    pub(super) fn pairs_off(&mut self, set: PlayerSet) -> bool {
        if set == 0 {
            return true;
        }
        if set.count_ones() % 2 == 1 {
            return false;
        }
        if let Some(known) = self.pairable.get(&set) {
            return *known;
        }
        let first = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let answer =
            bits(rest & self.partners[first]).any(|partner| self.pairs_off(rest & !(1 << partner)));
        self.pairable.insert(set, answer);
        answer
    }

    /// The lowest ranked player who can take the bye so that the others of the set pair off (C2
    /// included): nobody who can has a lower score (C5). `None` for a set of even size.
    pub(super) fn bye_taker(&mut self, set: PlayerSet) -> Option<PlayerId> {
        let position = self.position;
        let mut from_the_lowest = bits(set).rev();
        let place = from_the_lowest.find(|place| {
            let player = position.present()[*place];
            position.player(player).bye_allowed && self.pairs_off(set & !(1 << place))
        })?;
        Some(position.present()[place])
    }

    /// What completing the round for this set comes to.
    pub(super) fn outlook(&mut self, set: PlayerSet) -> Outlook {
        if set.count_ones().is_multiple_of(2) {
            return if self.pairs_off(set) {
                Outlook::Complete
            } else {
                Outlook::Impossible
            };
        }
        match self.bye_taker(set) {
            Some(taker) => Outlook::CompleteWithBye(self.position.player(taker).score),
            None => Outlook::Impossible,
        }
    }
}

/// Whether players not yet paired can be paired (C4), and how low the score of the player with the
/// bye can be (C5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outlook {
    /// No pairing obeys C1-C3.
    Impossible,
    /// All can be paired.
    Complete,
    /// All but one can be paired; the lowest possible score of that one.
    CompleteWithBye(Score),
}

/// The elements of a set, ascending.
pub(super) fn bits(mut set: PlayerSet) -> impl DoubleEndedIterator<Item = usize> {
    let mut places = Vec::with_capacity(set.count_ones() as usize);
    while set != 0 {
        places.push(set.trailing_zeros() as usize);
        set &= set - 1;
    }
    places.into_iter()
}
