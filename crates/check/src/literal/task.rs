//! One bracket to be paired, and how a candidate of it is judged.
//!
//! # Articles
//! C.04.3 (2026) 2, 3.4, 3.8; 2017 B.4, B.8, C.

use std::collections::HashMap;

use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::{Completion, Edition};

use super::completion::{CompletionTest, Outlook, PlayerSet, bits};
use super::counts::{CountedCandidate, CountedRows, Counter};
use super::following::BracketBelow;

/// What the floaters of a bracket must leave behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Demand {
    /// 2026 C4 and C5: they and everybody below can be paired, with this lowest score of the bye.
    /// C5 is a demand because every bracket keeps the lowest score of the round within reach, so
    /// that no candidate can be better, and a candidate that is worse loses to any that is not.
    Outlook(Outlook),
    /// 2017 A.9: nothing yet; it is tested when the bracket has been paired.
    Nothing,
    /// 2017 C.4, in the PPB: they and everybody below can be paired.
    Completion,
}

/// A way of pairing a bracket. Players are places in [`LiteralTask::members`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Pairing {
    /// Pairs, the higher ranked player first.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Who leaves the bracket.
    pub(super) floaters: PlayerSet,
}

/// What follows from a set of floaters, however the others are paired.
#[derive(Clone, Debug)]
struct FloatersOutcome {
    /// The best that the following bracket can do; empty where nothing looks ahead.
    following: Vec<i64>,
    /// The only floater, who will end up receiving the bye.
    bye: Option<PlayerId>,
}

/// A bracket with everything that bears on its pairing.
#[derive(Debug)]
pub(super) struct LiteralTask<'a, 'b> {
    pub(super) edition: &'static Edition,
    pub(super) position: &'a Position,
    pub(super) completion: &'b mut CompletionTest<'a>,
    /// Players in the order of their BSN (4.1): MDPs, then residents. The BSN is the place plus one.
    pub(super) members: Vec<PlayerId>,
    pub(super) n_mdps: usize,
    counter: &'b Counter,
    /// Whom each member may meet, by place.
    partners: Vec<PlayerSet>,
    /// Everybody below the bracket.
    below: PlayerSet,
    demand: Demand,
    following: Option<BracketBelow<'a>>,
    /// Floaters that have been judged: whether they are legal, and what follows from them.
    legal: HashMap<PlayerSet, bool>,
    outcomes: HashMap<PlayerSet, FloatersOutcome>,
}

impl<'a, 'b> LiteralTask<'a, 'b> {
    /// The bracket of `mdps` and `residents`, with `next` as the following scoregroup where a
    /// criterion looks ahead, and `below` as everybody below the bracket, `next` included.
    pub(super) fn new(
        counter: &'b Counter,
        completion: &'b mut CompletionTest<'a>,
        position: &'a Position,
        groups: (&[PlayerId], &[PlayerId]),
        next: Option<&[PlayerId]>,
        below: &[PlayerId],
        demand: Demand,
    ) -> Self {
        let edition = counter.edition;
        let (mdps, residents) = groups;
        let members = [mdps, residents].concat();
        let partners = (members.iter())
            .map(|a| {
                (members.iter().enumerate())
                    .filter(|(_, b)| position.may_meet(*a, **b))
                    .map(|(place, _)| 1 << place)
                    .sum()
            })
            .collect();
        let following = next.map(|next| {
            let lower = completion.set(&below[next.len()..]);
            BracketBelow::new(edition.completion, position, &members, next, lower)
        });
        Self {
            edition,
            position,
            below: completion.set(below),
            completion,
            n_mdps: mdps.len(),
            members,
            counter,
            partners,
            demand,
            following,
            legal: HashMap::new(),
            outcomes: HashMap::new(),
        }
    }

    /// C1 and C3.
    pub(super) fn may_meet(&self, a: usize, b: usize) -> bool {
        self.partners[a] & (1 << b) != 0
    }

    fn ids(&self, places: PlayerSet) -> Vec<PlayerId> {
        bits(places).map(|place| self.members[place]).collect()
    }

    /// Scores of these players, highest first.
    pub(super) fn scores(&self, places: PlayerSet) -> Vec<Score> {
        let scores = self.ids(places).into_iter();
        let mut scores: Vec<Score> = scores.map(|id| self.position.player(id).score).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores
    }

    /// The MDPs among the floaters.
    pub(super) fn limbo(&self, pairing: &Pairing) -> PlayerSet {
        pairing.floaters & ((1 << self.n_mdps) - 1)
    }

    /// Whether a candidate with these floaters obeys C2, C4 and C5 as far as they apply here.
    pub(super) fn is_legal(&mut self, floaters: PlayerSet) -> bool {
        if let Some(known) = self.legal.get(&floaters) {
            return *known;
        }
        let answer = self.judge_legality(floaters);
        self.legal.insert(floaters, answer);
        answer
    }

    fn judge_legality(&mut self, floaters: PlayerSet) -> bool {
        let ids = self.ids(floaters);
        if self.below == 0 {
            // The last bracket: at most one player stays unpaired, and receives the bye (1.9.1).
            let bye_is_allowed = |id: &PlayerId| self.position.player(*id).bye_allowed;
            if ids.len() > 1 || !ids.iter().all(bye_is_allowed) {
                return false;
            }
        }
        let unpaired = self.completion.set(&ids) | self.below;
        match self.demand {
            Demand::Nothing => true,
            Demand::Completion => self.completion.outlook(unpaired) != Outlook::Impossible,
            Demand::Outlook(wanted) => self.completion.outlook(unpaired) == wanted,
        }
    }

    /// What the second quality criterion looks at, as a list to be compared: the scores of the
    /// downfloaters from high to low (2026 C7), or the Pairing Score Difference (2017 C.6, A.8).
    pub(super) fn floater_measure(&self, pairing: &Pairing) -> Vec<Score> {
        match self.edition.completion {
            Completion::EveryBracket => self.scores(pairing.floaters),
            Completion::Collapse => self.pairing_score_difference(pairing),
        }
    }

    fn pairing_score_difference(&self, pairing: &Pairing) -> Vec<Score> {
        let score = |place: usize| self.position.player(self.members[place]).score;
        let lowest = (0..self.members.len()).map(score).min();
        let artificial = lowest.expect("a bracket has players") - Score::ONE;
        let pairs = pairing.pairs.iter().map(|(a, b)| score(*a) - score(*b));
        let floaters = bits(pairing.floaters).map(|place| score(place) - artificial);
        let mut list: Vec<Score> = pairs.chain(floaters).collect();
        list.sort_unstable_by(|a, b| b.cmp(a));
        list
    }

    /// What a legal pairing comes to under every criterion of the edition.
    pub(super) fn rows(&mut self, pairing: &Pairing) -> CountedRows {
        let FloatersOutcome { following, bye } = self.outcome(pairing.floaters);
        let id = |place: usize| self.members[place];
        let pairs: Vec<(PlayerId, PlayerId)> = (pairing.pairs.iter())
            .map(|(a, b)| (id(*a), id(*b)))
            .collect();
        let (mdps, residents) = self.members.split_at(self.n_mdps);
        self.counter.rows(CountedCandidate {
            mdps,
            residents,
            pairs: &pairs,
            floaters: &self.ids(pairing.floaters),
            bye,
            following,
        })
    }

    /// The same for a record: C9 has no value where it does not apply.
    pub(super) fn recorded_rows(&mut self, pairing: &Pairing) -> CountedRows {
        let mut rows = self.rows(pairing);
        if self.outcome(pairing.floaters).bye.is_none() {
            for (_, values) in rows.iter_mut().filter(|(label, _)| *label == "C9") {
                values.clear();
            }
        }
        rows
    }

    fn outcome(&mut self, floaters: PlayerSet) -> FloatersOutcome {
        if let Some(known) = self.outcomes.get(&floaters) {
            return known.clone();
        }
        let bye = self.floats_into_bye(floaters);
        let wanted = match self.demand {
            Demand::Outlook(outlook) => Some(outlook),
            Demand::Nothing | Demand::Completion => None,
        };
        let following = (self.following.as_mut()).map_or_else(Vec::new, |following| {
            following.best(self.completion, floaters, wanted)
        });
        let outcome = FloatersOutcome { following, bye };
        self.outcomes.insert(floaters, outcome.clone());
        outcome
    }

    /// C9's condition: exactly one player floats, who will end up receiving the bye. All below have a
    /// lower score: where one of them can take it, the floater does not.
    fn floats_into_bye(&mut self, floaters: PlayerSet) -> Option<PlayerId> {
        let ids = self.ids(floaters);
        let [player] = ids[..] else {
            return None;
        };
        let unpaired = self.completion.set(&ids) | self.below;
        (self.completion.bye_taker(unpaired) == Some(player)).then_some(player)
    }

    /// How many players the following bracket has after this many floaters.
    pub(super) fn following_size(&self, n_floaters: usize) -> usize {
        (self.following.as_ref()).map_or(0, |following| following.n_next() + n_floaters)
    }
}
