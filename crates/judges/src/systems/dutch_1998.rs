//! A judge: the text of 1998 by plain enumeration, for tests and disputes.
//!
//! Every transposition (D.1) and exchange (D.2) is tried in its printed order; C.12 and C.13 try
//! every pairing of the bracket above in turn. A transposition is abandoned at its first pair that does
//! not comply, which skips only transpositions with that pair.
//!
//! Exponential: for fields of up to about ten players.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use edelweiss_model::{
    Colour, Definitions, Float, PlayerId, Position, RoundEntry, RoundNumber, Strength, Tournament,
    UnplayedFloat,
};

use super::{PairsByText, RoundByText, in_order};

/// Readings of the text other than those the judge takes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dutch1998Reading {
    /// C.9 comes after all opponents of the players moved down, not within the remainder.
    C9AfterAllOpponents,
    /// The x of the remainder is what is left of that of the whole bracket.
    RemainderXCarried,
    /// C.14 with p = 0: only the players moved down move on.
    UnpairableFloatOn,
    /// The note under B.6 frees both players of a pair.
    Over50WholePair,
    /// A.4: of the rounds without a game, only a bye is a float.
    OnlyByesFloat,
    /// A.4: every round without a game is a float.
    EveryAbsenceFloats,
    /// C.13: the players of joined brackets are residents.
    JoinedResidents,
    /// E.5: the place in S1 is odd or even.
    E5PlaceInS1,
}

/// Pairs the next round of `tournament` by enumeration, its boards in the order of F.1; `None` where
/// the procedure ends without a result.
pub fn pair_round(tournament: &Tournament, readings: &[Dutch1998Reading]) -> Option<RoundByText> {
    let unplayed_float = if readings.contains(&Dutch1998Reading::OnlyByesFloat) {
        UnplayedFloat::ByeOnly
    } else if readings.contains(&Dutch1998Reading::EveryAbsenceFloats) {
        UnplayedFloat::Always
    } else {
        UnplayedFloat::ByeAndForfeits
    };
    let definitions = Definitions {
        unplayed_float,
        ..Definitions::DUTCH_1998
    };
    let position = Position::derive(tournament, &definitions);
    let judge = Dutch1998Judge {
        tournament,
        position: &position,
        readings,
    };
    judge.run().map(|(pairs, bye)| RoundByText {
        boards: judge.boards(pairs),
        bye,
        unpaired: Vec::new(),
    })
}

/// The order in which the criteria are dropped: none, B.6, B.5.
const DROPPED: [usize; 3] = [0, 1, 2];

struct Dutch1998Judge<'a> {
    tournament: &'a Tournament,
    position: &'a Position,
    readings: &'a [Dutch1998Reading],
}

/// A bracket, and p for the players moved down and for the rest.
#[derive(Clone, Debug)]
struct BracketByText {
    /// In the order of A.2.
    players: Vec<PlayerId>,
    moved: usize,
    /// 0 where the bracket is homogeneous, or treated as such.
    p_moved: usize,
    p_rest: usize,
    lowest: bool,
}

#[derive(Clone, Debug)]
struct PairedBracket {
    task: BracketByText,
    pairs: PairsByText,
    floaters: Vec<PlayerId>,
    /// Moved down by C.1.
    lone: Vec<PlayerId>,
}

/// Limits and dropped criteria of one pass.
#[derive(Clone, Copy)]
struct CriteriaInForce {
    x: usize,
    down: usize,
    up: usize,
}

/// B.1 and B.2 alone.
const NO_LIMIT: CriteriaInForce = CriteriaInForce {
    x: usize::MAX,
    down: 2,
    up: 2,
};

/// Told of each complying arrangement; whether it is accepted.
type AcceptArrangement<'a> = &'a mut dyn FnMut(&[(PlayerId, PlayerId)], &[PlayerId]) -> bool;

impl Dutch1998Judge<'_> {
    fn reads(&self, reading: Dutch1998Reading) -> bool {
        self.readings.contains(&reading)
    }

    fn wish(&self, id: PlayerId) -> (Option<Colour>, Strength) {
        let state = self.position.player(id);
        if !state.topscorer || state.strength != Strength::Absolute {
            return (state.preference, state.strength);
        }
        match state.colour_difference {
            ..0 => (Some(Colour::White), Strength::Strong),
            1.. => (Some(Colour::Black), Strength::Strong),
            0 => {
                let last = self.position.games(id).last().map(|game| !game.1);
                (last, Strength::Mild)
            }
        }
    }

    /// B.1 and B.2.
    fn legal(&self, a: PlayerId, b: PlayerId) -> bool {
        let ((wish_a, strength_a), (wish_b, strength_b)) = (self.wish(a), self.wish(b));
        let clash = strength_a == Strength::Absolute
            && strength_b == Strength::Absolute
            && wish_a == wish_b;
        a != b && !self.position.have_met(a, b) && !self.position.is_banned(a, b) && !clash
    }

    fn protected(&self, id: PlayerId, float: Float, dropped: usize) -> bool {
        let state = self.position.player(id);
        let b5 = state.floats[0] == float && dropped < 2;
        let b6 = state.floats[1] == float && dropped < 1;
        (b5 || b6) && !state.topscorer
    }

    /// All criteria for one pair but the count of colours.
    fn complies(&self, a: PlayerId, b: PlayerId, pass: CriteriaInForce) -> bool {
        if !self.legal(a, b) {
            return false;
        }
        let (one, other) = (self.position.player(a), self.position.player(b));
        let over_50 = one.topscorer || other.topscorer;
        let (higher, lower) = match one.score.cmp(&other.score) {
            Ordering::Equal => return true,
            Ordering::Greater => (a, b),
            Ordering::Less => (b, a),
        };
        if over_50 && self.reads(Dutch1998Reading::Over50WholePair) {
            return true;
        }
        !self.protected(higher, Float::Down, pass.down)
            && !self.protected(lower, Float::Up, pass.up)
    }

    fn refused(&self, a: PlayerId, b: PlayerId) -> bool {
        let (wish_a, wish_b) = (self.wish(a).0, self.wish(b).0);
        wish_a.is_some() && wish_a == wish_b
    }

    /// A.8 as printed, less one for each pairing fewer (C.14).
    fn x(&self, players: &[PlayerId], fewer: usize) -> usize {
        let wanting = |colour| {
            let wishes = players
                .iter()
                .filter(|id| self.wish(**id).0 == Some(colour));
            wishes.count()
        };
        let (w, b) = (wanting(Colour::White), wanting(Colour::Black));
        let q = players.len().div_ceil(2);
        w.max(b).saturating_sub(q + fewer)
    }

    fn sort(&self, players: &mut [PlayerId]) {
        players.sort_by_key(|id| (-self.position.player(*id).score, *id));
    }

    fn task(&self, moved: &[PlayerId], residents: &[PlayerId], lowest: bool) -> BracketByText {
        let mut players = [moved, residents].concat();
        self.sort(&mut players);
        let n = players.len();
        let moved = moved.len();
        let p_moved = if 2 * moved >= n { 0 } else { moved };
        BracketByText {
            players,
            moved,
            p_moved,
            p_rest: (n - 2 * p_moved) / 2,
            lowest,
        }
    }

    /// x of a heterogeneous bracket, or of a homogeneous one; C.14 has decreased p since.
    fn x_of_task(&self, task: &BracketByText) -> usize {
        let fewer_in_group = task.players.len() / 2 - task.p_moved - task.p_rest;
        let fewer = match task.p_moved {
            0 => fewer_in_group,
            p if self.reads(Dutch1998Reading::RemainderXCarried) => task.moved - p + fewer_in_group,
            p => task.moved - p,
        };
        self.x(&task.players, fewer)
    }

    /// C.2 to C.11. Offers arrangements in the order of the text until one is accepted.
    fn attempts(&self, task: &BracketByText, accept: AcceptArrangement) -> bool {
        let within = !self.reads(Dutch1998Reading::C9AfterAllOpponents);
        (0..=task.players.len()).any(|more| {
            DROPPED.into_iter().any(|up| {
                DROPPED.into_iter().any(|down| {
                    let x = self.x_of_task(task) + more;
                    let pass = CriteriaInForce { x, down, up };
                    let remainder = if within { &DROPPED[..] } else { &[down] };
                    self.attempt_moved(task, pass, more, remainder, accept)
                })
            })
        })
    }

    /// C.6 and C.7 for the players moved down, then the remainder with each of `down_levels`; a
    /// homogeneous bracket is all remainder. `more` has been added to x by C.11.
    fn attempt_moved(
        &self,
        task: &BracketByText,
        pass: CriteriaInForce,
        more: usize,
        down_levels: &[usize],
        accept: AcceptArrangement,
    ) -> bool {
        let (s1, s2) = task.players.split_at(task.p_moved);
        let mut with_top = |top: &[(PlayerId, PlayerId)], remainder: &[PlayerId]| {
            if task.p_rest == 0 && remainder.len() >= 2 {
                return accept(top, remainder);
            }
            let fewer = remainder.len() / 2 - task.p_rest;
            down_levels.iter().any(|down| {
                let x = if self.reads(Dutch1998Reading::RemainderXCarried) {
                    let refused = top.iter().filter(|(a, b)| self.refused(*a, *b));
                    pass.x - refused.count()
                } else {
                    self.x(remainder, fewer).saturating_add(more)
                };
                let pass = CriteriaInForce {
                    x,
                    down: *down,
                    up: pass.up,
                };
                let mut both = |pairs: &[(PlayerId, PlayerId)], floaters: &[PlayerId]| {
                    accept(&[top, pairs].concat(), floaters)
                };
                self.attempt_group(remainder, task.p_rest, pass, task.lowest, &mut both)
            })
        };
        self.transpositions(s1, s2, pass, &mut Vec::new(), &mut with_top)
    }

    /// With B.1 and B.2 alone: nothing to drop helps where these are in the way.
    fn attempt_unlimited(&self, task: &BracketByText, accept: AcceptArrangement) -> bool {
        self.attempt_moved(task, NO_LIMIT, NO_LIMIT.x, &[NO_LIMIT.down], accept)
    }

    /// C.6 to C.8 for a homogeneous bracket or remainder.
    fn attempt_group(
        &self,
        group: &[PlayerId],
        p: usize,
        pass: CriteriaInForce,
        lowest: bool,
        accept: AcceptArrangement,
    ) -> bool {
        let mut checked = |pairs: &[(PlayerId, PlayerId)], floaters: &[PlayerId]| {
            let may_leave = floaters.iter().all(|id| {
                let bye = !lowest || self.position.player(*id).bye_allowed;
                bye && !self.protected(*id, Float::Down, pass.down)
            });
            may_leave && accept(pairs, floaters)
        };
        exchanges(group.len(), p).into_iter().any(|in_s1| {
            let part = |wanted: bool| -> Vec<PlayerId> {
                (group.iter().zip(&in_s1))
                    .filter(|(_, is_in)| **is_in == wanted)
                    .map(|(id, _)| *id)
                    .collect()
            };
            let (s1, s2) = (part(true), part(false));
            self.transpositions(&s1, &s2, pass, &mut Vec::new(), &mut checked)
        })
    }

    /// D.1: S2 in ascending order of the numbers it forms.
    fn transpositions(
        &self,
        s1: &[PlayerId],
        s2: &[PlayerId],
        pass: CriteriaInForce,
        pairs: &mut PairsByText,
        accept: AcceptArrangement,
    ) -> bool {
        let Some((&highest, others)) = s1.split_first() else {
            return accept(pairs, s2);
        };
        for (place, &opponent) in s2.iter().enumerate() {
            let cost = usize::from(self.refused(highest, opponent));
            let Some(x) = pass.x.checked_sub(cost) else {
                continue;
            };
            if !self.complies(highest, opponent, pass) {
                continue;
            }
            let mut rest = s2.to_vec();
            rest.remove(place);
            pairs.push((highest, opponent));
            let left = CriteriaInForce { x, ..pass };
            let accepted = self.transpositions(others, &rest, left, pairs, accept);
            pairs.pop();
            if accepted {
                return true;
            }
        }
        false
    }

    /// Whether B.1 and B.2 let the bracket be paired as the task asks.
    fn possible(&self, task: &BracketByText) -> bool {
        self.attempt_unlimited(task, &mut |_, _| true)
    }

    /// The first arrangement that `accept` accepts.
    fn first(
        &self,
        task: &BracketByText,
        accept: &mut dyn FnMut(&[PlayerId]) -> bool,
    ) -> Option<(PairsByText, Vec<PlayerId>)> {
        let mut known: BTreeMap<Vec<PlayerId>, bool> = BTreeMap::new();
        let mut acceptable = |floaters: &[PlayerId]| {
            let mut key = floaters.to_vec();
            key.sort_unstable();
            *known.entry(key).or_insert_with(|| accept(floaters))
        };
        if !self.attempt_unlimited(task, &mut |_, floaters| acceptable(floaters)) {
            return None;
        }
        let mut found = None;
        self.attempts(task, &mut |pairs, floaters| {
            let accepted = acceptable(floaters);
            if accepted {
                found = Some((pairs.to_vec(), floaters.to_vec()));
            }
            accepted
        });
        found
    }

    fn run(&self) -> Option<(PairsByText, Option<PlayerId>)> {
        let score = |id: &PlayerId| self.position.player(*id).score;
        let groups: Vec<Vec<PlayerId>> = (self.position.present())
            .chunk_by(|a, b| score(a) == score(b))
            .map(<[PlayerId]>::to_vec)
            .collect();
        let Some((lowest, others)) = groups.split_last() else {
            return Some((Vec::new(), None));
        };
        let mut done: Vec<PairedBracket> = Vec::new();
        let mut moved: Vec<PlayerId> = Vec::new();
        let mut undoable = false;
        for group in others {
            (moved, undoable) = self.bracket(&mut done, &moved, undoable, group);
        }
        if !self.lowest(&mut done, moved, lowest.clone()) {
            return None;
        }
        let bye = done.last().and_then(|done| done.floaters.first().copied());
        let pairs = done.into_iter().flat_map(|done| done.pairs).collect();
        Some((pairs, bye))
    }

    /// C.1: players moved down first, then residents; with fewer residents, once more. The bracket then,
    /// and the residents who are moved down.
    fn c1(
        &self,
        done: &mut [PairedBracket],
        moved: &[PlayerId],
        undoable: bool,
        group: &[PlayerId],
    ) -> (BracketByText, Vec<PlayerId>) {
        let mut task = self.task(moved, group, false);
        let mut lone: Vec<PlayerId> = Vec::new();
        loop {
            let alone = |task: &BracketByText, id: &PlayerId| {
                !task.players.iter().any(|other| self.legal(*id, *other))
            };
            let mut stranded = task.players[..task.moved].to_vec();
            stranded.retain(|id| alone(&task, id));
            let mut another = None;
            if undoable && !stranded.is_empty() && !self.possible(&task) {
                another = self.c12(done, &task, &stranded);
            }
            let undone = another.is_some();
            task = another.unwrap_or(task);
            let (top, own) = task.players.split_at(task.moved);
            let (leaving, staying): (Vec<PlayerId>, Vec<PlayerId>) =
                own.iter().partition(|id| alone(&task, id));
            task = self.task(top, &staying, false);
            let complete = undone || leaving.is_empty();
            lone.extend(leaving);
            if complete {
                return (task, lone);
            }
        }
    }

    /// C.1 to C.12 and C.14 for a bracket that is not the lowest; who is moved down from it, and
    /// whether its pairing can be undone.
    fn bracket(
        &self,
        done: &mut Vec<PairedBracket>,
        moved: &[PlayerId],
        mut undoable: bool,
        group: &[PlayerId],
    ) -> (Vec<PlayerId>, bool) {
        let (mut task, mut lone) = self.c1(done, moved, undoable, group);
        loop {
            let mut result = self.first(&task, &mut |_| true);
            if result.is_none()
                && undoable
                && let Some(another) = self.c12(done, &task, &[])
            {
                task = another;
                result = self.first(&task, &mut |_| true);
            }
            if let Some((pairs, floaters)) = result {
                let leaving = [&floaters[..], &lone].concat();
                done.push(PairedBracket {
                    task,
                    pairs,
                    floaters,
                    lone,
                });
                return (leaving, true);
            }
            let mut only_top = task.clone();
            only_top.p_rest = 0;
            if self.possible(&only_top) {
                task.p_rest -= 1;
                if task.p_rest > 0 || task.p_moved > 0 {
                    continue;
                }
            } else {
                task.p_moved -= 1;
                task.p_rest = task.players.len() / 2 - task.p_moved;
                if task.p_moved > 0 {
                    continue;
                }
            }
            if only_top.p_moved > 0 && self.reads(Dutch1998Reading::UnpairableFloatOn) {
                // Another pairing above would move down others than those who float on.
                undoable = false;
                lone.extend(&task.players[..task.moved]);
                task = self.task(&[], &task.players[task.moved..], false);
                continue;
            }
            return ([&task.players[..], &lone].concat(), false);
        }
    }

    /// The bracket with the players moved down by another pairing of the previous one.
    fn c12(
        &self,
        done: &mut [PairedBracket],
        task: &BracketByText,
        barred: &[PlayerId],
    ) -> Option<BracketByText> {
        let previous = done.last_mut()?;
        let residents = &task.players[task.moved..];
        let with = |floaters: &[PlayerId]| {
            let moved = [floaters, &previous.lone].concat();
            BracketByText {
                p_moved: task.p_moved,
                p_rest: task.p_rest,
                ..self.task(&moved, residents, false)
            }
        };
        let (pairs, floaters) = self.first(&previous.task, &mut |floaters| {
            !floaters.iter().any(|id| barred.contains(id)) && self.possible(&with(floaters))
        })?;
        let another = with(&floaters);
        (previous.pairs, previous.floaters) = (pairs, floaters);
        Some(another)
    }

    /// C.2 to C.11, C.13, and C.14 at the end, for the lowest bracket; whether it can be paired.
    /// The player left over there has the bye.
    fn lowest(
        &self,
        done: &mut Vec<PairedBracket>,
        mut moved: Vec<PlayerId>,
        mut residents: Vec<PlayerId>,
    ) -> bool {
        loop {
            if self.finishes(done, &self.task(&moved, &residents, true)) {
                return true;
            }
            let Some(penultimate) = done.last() else {
                break;
            };
            let others: Vec<PlayerId> = (moved.iter().copied())
                .filter(|id| !penultimate.floaters.contains(id))
                .collect();
            if let Some((again, task)) = self.c13(penultimate, &others, &residents) {
                done.pop();
                done.push(again);
                return self.finishes(done, &task);
            }
            let PairedBracket { task, lone, .. } = penultimate.clone();
            done.pop();
            let (from_above, own) = task.players.split_at(task.moved);
            let mut rest: Vec<PlayerId> = lone.clone();
            rest.extend(others.iter().filter(|id| !lone.contains(id)));
            if self.reads(Dutch1998Reading::JoinedResidents) {
                moved = from_above.to_vec();
                if let Some(resident) = own.first() {
                    let score = |id: &PlayerId| self.position.player(*id).score;
                    moved.extend(rest.iter().filter(|id| score(id) > score(resident)));
                }
                rest.retain(|id| !moved.contains(id));
                residents = [own, &rest, &residents].concat();
            } else {
                moved = [&task.players[..], &rest].concat();
            }
        }
        let mut task = self.task(&moved, &residents, true);
        while task.p_moved > 1 {
            task.p_moved -= 1;
            task.p_rest = task.players.len() / 2 - task.p_moved;
            if self.finishes(done, &task) {
                return true;
            }
        }
        false
    }

    /// Whether the lowest bracket can be paired so, which is then done.
    fn finishes(&self, done: &mut Vec<PairedBracket>, task: &BracketByText) -> bool {
        let Some((pairs, floaters)) = self.first(task, &mut |_| true) else {
            return false;
        };
        done.push(PairedBracket {
            task: task.clone(),
            pairs,
            floaters,
            lone: Vec::new(),
        });
        true
    }

    /// The penultimate bracket paired otherwise, with fewer and fewer pairs, until its floaters and `others`
    /// can be paired with the residents of the lowest one; and what is to be paired there then.
    fn c13(
        &self,
        penultimate: &PairedBracket,
        others: &[PlayerId],
        residents: &[PlayerId],
    ) -> Option<(PairedBracket, BracketByText)> {
        let with = |floaters: &[PlayerId]| {
            let moved = [floaters, others].concat();
            self.task(&moved, residents, true)
        };
        let mut above = penultimate.task.clone();
        while above.p_moved + above.p_rest > 0 {
            let again = self.first(&above, &mut |floaters| self.possible(&with(floaters)));
            if let Some((pairs, floaters)) = again {
                let task = with(&floaters);
                let lone = penultimate.lone.clone();
                let again = PairedBracket {
                    task: above,
                    pairs,
                    floaters,
                    lone,
                };
                return Some((again, task));
            }
            if above.p_rest > 0 {
                above.p_rest -= 1;
            } else if above.p_moved > 1 {
                // With one moved-down player fewer the remainder is another one, with its own p.
                above.p_moved -= 1;
                above.p_rest = above.players.len() / 2 - above.p_moved;
            } else {
                break;
            }
        }
        None
    }

    /// E and F.1.
    fn boards(&self, pairs: PairsByText) -> PairsByText {
        let score = |id: PlayerId| self.position.player(id).score;
        let mut ranked: PairsByText = pairs
            .into_iter()
            .map(|(a, b)| in_order(a, b, |id| (-score(id), id)))
            .collect();
        ranked.sort_by_key(|(a, b)| (-score(*a), -(score(*a) + score(*b)), *a));
        (ranked.into_iter())
            .map(|(a, b)| match self.colour(a, b) {
                Colour::White => (a, b),
                Colour::Black => (b, a),
            })
            .collect()
    }

    /// E for the higher ranked player `a`.
    fn colour(&self, a: PlayerId, b: PlayerId) -> Colour {
        let ((wish_a, strength_a), (wish_b, strength_b)) = (self.wish(a), self.wish(b));
        match (wish_a, wish_b) {
            (Some(mine), Some(theirs)) if mine == theirs => {
                match strength_a.cmp(&strength_b) {
                    Ordering::Greater => return mine,
                    Ordering::Less => return !theirs,
                    Ordering::Equal => {}
                }
                let (history_a, history_b) = (self.history(a), self.history(b));
                (history_a.iter().zip(&history_b).rev())
                    .find_map(|pair| match pair {
                        (Some(last_a), Some(last_b)) if last_a != last_b => Some(!*last_a),
                        _ => None,
                    })
                    .unwrap_or(mine)
            }
            (Some(mine), _) => mine,
            (None, Some(theirs)) => !theirs,
            (None, None) => {
                let even = if self.reads(Dutch1998Reading::E5PlaceInS1) {
                    let mut present = self.position.present().to_vec();
                    present.sort_unstable();
                    present
                        .iter()
                        .position(|id| *id == a)
                        .is_some_and(|p| p % 2 == 1)
                } else {
                    a.index() % 2 == 1
                };
                let first = self.first_colour();
                if even { !first } else { first }
            }
        }
    }

    /// F.3: one entry per round, with the rounds without a valid game moved to the front.
    fn history(&self, id: PlayerId) -> Vec<Option<Colour>> {
        let entries = (0..self.position.round().index()).map(|index| {
            self.tournament
                .player(id)
                .entry(RoundNumber::from_index(index))
        });
        let mut colours: Vec<Option<Colour>> = entries
            .map(|entry| entry.played().map(|game| game.1))
            .collect();
        colours.sort_by_key(Option::is_some);
        colours
    }

    /// The colour of odd numbers in the first round.
    fn first_colour(&self) -> Colour {
        let shown = || {
            for round in 0..self.position.round().index() {
                for id in self.tournament.player_ids() {
                    let entry = self
                        .tournament
                        .player(id)
                        .entry(RoundNumber::from_index(round));
                    if let RoundEntry::Paired { .. } = entry
                        && let Some((_, colour)) = entry.played()
                    {
                        return Some(if id.index() % 2 == 0 { colour } else { !colour });
                    }
                }
            }
            None
        };
        self.tournament
            .initial_colour
            .or_else(shown)
            .unwrap_or(Colour::White)
    }
}

/// D.2: which players are in S1, without an exchange first, then all exchanges in their order.
fn exchanges(n: usize, p: usize) -> Vec<Vec<bool>> {
    let mut all: Vec<(_, Vec<bool>)> = Vec::new();
    for set in 0_u32..1 << n {
        if set.count_ones() as usize != p {
            continue;
        }
        let in_s1: Vec<bool> = (0..n).map(|place| set >> place & 1 == 1).collect();
        let mut out: Vec<usize> = (0..p).filter(|place| !in_s1[*place]).collect();
        let entering: Vec<usize> = (p..n).filter(|place| in_s1[*place]).collect();
        let difference = entering.iter().sum::<usize>() - out.iter().sum::<usize>();
        out.reverse();
        let lowest_of_s1: Vec<std::cmp::Reverse<usize>> =
            out.iter().copied().map(std::cmp::Reverse).collect();
        all.push(((out.len(), difference, lowest_of_s1, entering), in_s1));
    }
    all.sort();
    all.into_iter().map(|(_, in_s1)| in_s1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of the two printed matrices, as "out of S1, into S1" in its order.
    fn printed(n: usize, p: usize, exchanged: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
        exchanges(n, p)
            .into_iter()
            .map(|in_s1| {
                let out = (0..p).filter(|place| !in_s1[*place]).map(|place| place + 1);
                let into = (p..n).filter(|place| in_s1[*place]).map(|place| place + 1);
                (out.collect::<Vec<_>>(), into.collect::<Vec<_>>())
            })
            .filter(|(out, _)| out.len() == exchanged)
            .collect()
    }

    /// Without the top player of S1 and the last of S2, whom the tables leave out.
    fn inner(n: usize, p: usize, exchanged: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut rows = printed(n, p, exchanged);
        rows.retain(|(out, into)| !out.contains(&1) && !into.contains(&n));
        rows
    }

    #[test]
    fn exchanges_of_one_player_follow_the_printed_table() {
        let order = [
            (4, 5),
            (4, 6),
            (3, 5),
            (4, 7),
            (3, 6),
            (2, 5),
            (3, 7),
            (2, 6),
            (2, 7),
        ];
        let expected: Vec<_> = order.map(|(a, b)| (vec![a], vec![b])).to_vec();
        assert_eq!(inner(8, 4, 1), expected);
        let odd: Vec<_> = order.map(|(a, b)| (vec![a - 1], vec![b - 1])).to_vec();
        let mut seven = printed(7, 3, 1);
        seven.retain(|(_, into)| into[0] < 7);
        assert_eq!(seven, odd);
    }

    #[test]
    fn exchanges_of_two_players_follow_the_printed_table() {
        let order = [
            ([3, 4], [5, 6]),
            ([3, 4], [5, 7]),
            ([2, 4], [5, 6]),
            ([3, 4], [6, 7]),
            ([2, 4], [5, 7]),
            ([2, 3], [5, 6]),
            ([2, 4], [6, 7]),
            ([2, 3], [5, 7]),
            ([2, 3], [6, 7]),
        ];
        let expected: Vec<_> = order.map(|(a, b)| (a.to_vec(), b.to_vec())).to_vec();
        assert_eq!(inner(8, 4, 2), expected);
    }
}
