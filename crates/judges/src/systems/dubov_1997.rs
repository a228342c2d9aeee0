//! A literal reading of the text of 1997 that tries and lists instead of deciding by matchings.
//!
//! A judge for small fields, not an engine: ratings, due colours and limitations are derived here a
//! second time, "can be paired" is tried, and permutations and sets of floaters are listed. Ten
//! players are the practical limit.

use std::cmp::{Ordering, Reverse};

use edelweiss_model::{
    Colour, PlayerId, Position, RoundNumber, Tournament, UnplayedFloat, pairing_scores,
};

use super::{RoundByText, in_order};

/// Readings of the text other than those the judge takes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dubov1997Reading {
    /// Chapter 1: a newcomer fulfils either due colour.
    NewcomersEither,
    /// Chapter 1: newcomers are given the colour that fewer players of their score are due.
    NewcomersBalance,
    /// Chapter 1: newcomers are due Black.
    NewcomersBlack,
    /// Chapter 4: the bye goes to the first player without whom the others can be paired.
    ByeCompletable,
    /// 2.5: a forfeited game against a higher score is no transfer.
    TransfersPlayed,
    /// 6.4: as few floaters as make the rows come out.
    FloatersByRows,
}

/// The round of `tournament`, or `None` where no legal pairing of it exists at all.
pub fn pair_round(tournament: &Tournament, readings: &[Dubov1997Reading]) -> Option<RoundByText> {
    let judge = Dubov1997Judge::new(tournament, readings);
    let present = judge.position.present();
    let legal_exists = if present.len().is_multiple_of(2) {
        judge.can_be_paired(present)
    } else {
        (present.iter()).any(|id| {
            judge.position.player(*id).bye_allowed && judge.can_be_paired(&minus(present, &[*id]))
        })
    };
    if !legal_exists {
        return None;
    }
    let mut judged = if judge.position.round() == RoundNumber::FIRST {
        judge.first_round()
    } else {
        judge.later_round()
    };
    judged.boards.sort_unstable();
    judged.unpaired.sort_unstable();
    Some(judged)
}

/// One player's card.
#[derive(Clone, Debug)]
struct PlayerCard {
    rating: u64,
    /// Sum of the opponents' ratings, and their number (one where there is none).
    aro: (u64, u64),
    /// `None`: no due colour.
    due: Option<Colour>,
    colours: Vec<Colour>,
    score: i32,
    name: String,
    /// 2.5
    stays: bool,
}

struct Dubov1997Judge<'a> {
    readings: &'a [Dubov1997Reading],
    tournament: &'a Tournament,
    position: Position,
    /// By player index.
    cards: Vec<PlayerCard>,
    legal: Vec<Vec<bool>>,
}

fn difference(colours: &[Colour]) -> i32 {
    (colours.iter())
        .map(|colour| if *colour == Colour::White { 1 } else { -1 })
        .sum()
}

/// 2.3, 2.4: a difference that has become too wide already may shrink.
fn keeps_limits(colours: &[Colour], next: Colour) -> bool {
    let mut after = colours.to_vec();
    after.push(next);
    let third = after.len() >= 3 && after[after.len() - 3..].iter().all(|c| *c == next);
    let (before, after) = (difference(colours).abs(), difference(&after).abs());
    !third && after <= before.max(2)
}

impl<'a> Dubov1997Judge<'a> {
    fn new(tournament: &'a Tournament, readings: &'a [Dubov1997Reading]) -> Self {
        let definitions = edelweiss_model::Definitions {
            unplayed_float: UnplayedFloat::Always,
            bye_bar: edelweiss_model::ByeBar::WinWithoutPlaying,
        };
        let position = Position::derive(tournament, &definitions);
        let mut judge = Self {
            readings,
            tournament,
            position,
            cards: Vec::new(),
            legal: Vec::new(),
        };
        judge.cards = tournament.player_ids().map(|id| judge.card(id)).collect();
        judge.give_newcomers_colours();
        judge.legal = (tournament.player_ids())
            .map(|a| {
                tournament
                    .player_ids()
                    .map(|b| judge.find_legal(a, b))
                    .collect()
            })
            .collect();
        judge
    }

    fn reads(&self, reading: Dubov1997Reading) -> bool {
        self.readings.contains(&reading)
    }

    fn card(&self, id: PlayerId) -> PlayerCard {
        let player = self.tournament.player(id);
        let rounds = self.position.round().index();
        let games: Vec<(PlayerId, Colour)> = (0..rounds)
            .filter_map(|index| player.entry(RoundNumber::from_index(index)).played())
            .collect();
        let ratings = games
            .iter()
            .map(|(opponent, _)| self.tournament.player(*opponent).rating);
        let colours: Vec<Colour> = games.iter().map(|game| game.1).collect();
        let due = match (difference(&colours), colours.last()) {
            (0, None) if !self.reads(Dubov1997Reading::NewcomersBlack) => None,
            (..0, _) | (0, Some(Colour::Black)) => Some(Colour::White),
            (1.., _) | (0, None | Some(Colour::White)) => Some(Colour::Black),
        };
        // 2.5
        let transferred: Vec<bool> = (0..rounds)
            .map(|index| {
                let round = RoundNumber::from_index(index);
                let entry = player.entry(round);
                let forfeited = entry.played().is_none();
                let ignored = forfeited && self.reads(Dubov1997Reading::TransfersPlayed);
                entry.opponent().is_some_and(|opponent| {
                    let scores = pairing_scores(self.tournament, round);
                    !ignored && scores[opponent.index()] > scores[id.index()]
                })
            })
            .collect();
        let times = transferred.iter().filter(|was| **was).count();
        let total = self
            .tournament
            .rounds_total
            .unwrap_or(self.position.round());
        let most = if total.get() < 10 { 3 } else { 4 };
        let is_last_round = self.tournament.rounds_total == Some(self.position.round());
        PlayerCard {
            rating: u64::from(player.rating.unwrap_or(0)),
            aro: (
                ratings.map(|rating| u64::from(rating.unwrap_or(0))).sum(),
                (games.len() as u64).max(1),
            ),
            due,
            colours,
            score: self.position.player(id).score.tenths(),
            name: player.name.clone(),
            stays: !is_last_round && (transferred.last() == Some(&true) || times >= most),
        }
    }

    fn give_newcomers_colours(&mut self) {
        if !self.reads(Dubov1997Reading::NewcomersBalance) {
            return;
        }
        let present = self.position.present().to_vec();
        let mut newcomers = present.clone();
        newcomers.retain(|id| self.of(*id).colours.is_empty());
        newcomers.sort_by(|a, b| {
            let key = |id: PlayerId| (Reverse(self.of(id).rating), self.alphabet(id));
            key(*a).cmp(&key(*b))
        });
        let mut settled: Vec<PlayerId> = minus(&present, &newcomers);
        for newcomer in newcomers {
            let count = |colour: Colour| {
                (settled.iter().map(|id| self.of(*id)))
                    .filter(|card| {
                        card.score == self.of(newcomer).score && card.due == Some(colour)
                    })
                    .count()
            };
            let due = if count(Colour::White) < count(Colour::Black) {
                Colour::White
            } else {
                Colour::Black
            };
            self.cards[newcomer.index()].due = Some(due);
            settled.push(newcomer);
        }
    }

    fn of(&self, id: PlayerId) -> &PlayerCard {
        &self.cards[id.index()]
    }

    fn alphabet(&self, id: PlayerId) -> (String, PlayerId) {
        (self.of(id).name.clone(), id)
    }

    /// Whether the ARO of `a` is lower.
    fn aro_is_lower(&self, a: PlayerId, b: PlayerId) -> bool {
        let ((sum_a, n_a), (sum_b, n_b)) = (self.of(a).aro, self.of(b).aro);
        sum_a * n_b < sum_b * n_a
    }

    fn may_have(&self, id: PlayerId, colour: Colour) -> bool {
        keeps_limits(&self.of(id).colours, colour)
    }

    fn white_possible(&self, white: PlayerId, black: PlayerId) -> bool {
        self.may_have(white, Colour::White) && self.may_have(black, Colour::Black)
    }

    fn find_legal(&self, a: PlayerId, b: PlayerId) -> bool {
        a != b
            && !self.position.have_met(a, b)
            && !self.position.is_banned(a, b)
            && (self.white_possible(a, b) || self.white_possible(b, a))
    }

    fn is_legal(&self, a: PlayerId, b: PlayerId) -> bool {
        self.legal[a.index()][b.index()]
    }

    fn can_be_paired(&self, players: &[PlayerId]) -> bool {
        let Some((&first, others)) = players.split_first() else {
            return true;
        };
        (others.iter()).any(|other| {
            self.is_legal(first, *other) && self.can_be_paired(&minus(others, &[*other]))
        })
    }

    /// Chapter 3: White first.
    fn colours(&self, a: PlayerId, b: PlayerId) -> (PlayerId, PlayerId) {
        if !self.white_possible(a, b) {
            return (b, a);
        }
        if !self.white_possible(b, a) {
            return (a, b);
        }
        let (card_a, card_b) = (self.of(a), self.of(b));
        // Who gets what is due, where the other does not mind or is due the other colour.
        let agrees = |white: &PlayerCard, black: &PlayerCard| {
            white.due != Some(Colour::Black) && black.due != Some(Colour::White)
        };
        match (agrees(card_a, card_b), agrees(card_b, card_a)) {
            (true, false) => return (a, b),
            (false, true) => return (b, a),
            _ => {}
        }
        match difference(&card_a.colours).cmp(&difference(&card_b.colours)) {
            Ordering::Less => return (a, b),
            Ordering::Greater => return (b, a),
            Ordering::Equal => {}
        }
        let (mut past_a, mut past_b) = (card_a.colours.clone(), card_b.colours.clone());
        while let (Some(colour_a), Some(colour_b)) = (past_a.pop(), past_b.pop()) {
            if colour_a != colour_b {
                return if colour_a == Colour::Black {
                    (a, b)
                } else {
                    (b, a)
                };
            }
        }
        if self.aro_is_lower(a, b) || self.aro_is_lower(b, a) {
            return if self.aro_is_lower(b, a) {
                (a, b)
            } else {
                (b, a)
            };
        }
        in_order(a, b, |id| (self.of(id).rating, self.alphabet(id)))
    }

    /// Chapter 5.
    fn first_round(&self) -> RoundByText {
        let mut judged = RoundByText::default();
        let mut list = self.position.present().to_vec();
        if list.len() % 2 == 1 {
            judged.bye = list.pop();
        }
        let lot = self.position.initial_colour().unwrap_or(Colour::White);
        let mut number = 0;
        while !list.is_empty() {
            let top = self.of(list[0]).score;
            let mut group = Vec::new();
            while let Some(&next) = list.first() {
                if self.of(next).score != top && group.len() % 2 == 0 {
                    break;
                }
                group.push(list.remove(0));
            }
            for place in 0..group.len() / 2 {
                let (left, right) = (group[place], group[place + group.len() / 2]);
                number += 1;
                if !self.is_legal(left, right) {
                    judged.unpaired.extend([left, right]);
                } else if (lot == Colour::White) == (number % 2 == 1) {
                    judged.boards.push((left, right));
                } else {
                    judged.boards.push((right, left));
                }
            }
        }
        judged
    }

    fn later_round(&self) -> RoundByText {
        let mut judged = RoundByText::default();
        let mut open = self.position.present().to_vec();
        if open.len() % 2 == 1 {
            judged.bye = self.bye(&open);
            open.retain(|id| Some(*id) != judged.bye);
        }
        let mut floaters: Vec<PlayerId> = Vec::new();
        let mut pairs = Vec::new();
        while let Some(top) = open.iter().map(|id| self.of(*id).score).max() {
            let mut group: Vec<PlayerId> = open
                .iter()
                .copied()
                .filter(|id| self.of(*id).score == top)
                .collect();
            // Chapter 8.
            for floater in self.order_of_floaters(&floaters) {
                if let Some(opponent) = self.opponent_of_floater(floater, &group) {
                    pairs.push((floater, opponent));
                    floaters.retain(|id| *id != floater);
                    group.retain(|id| *id != opponent);
                    open.retain(|id| *id != opponent);
                }
            }
            let mut below = open.clone();
            below.retain(|id| self.of(*id).score < top);
            let all = self.with_transferred(group, &below);
            let lower = minus(&below, &all);
            let leaving = self.leaving(&all, &lower);
            let (found, mut left) = self.pair_columns(&minus(&all, &leaving));
            left.extend(leaving);
            pairs.extend(found);
            open.retain(|id| self.of(*id).score < top && (!all.contains(id) || left.contains(id)));
            floaters.extend(left.iter().filter(|id| self.of(**id).score == top));
        }
        judged.boards = pairs.into_iter().map(|(a, b)| self.colours(a, b)).collect();
        judged.unpaired = floaters;
        judged
    }

    /// Chapter 7: the group, and who joins it from below.
    fn with_transferred(&self, group: Vec<PlayerId>, below: &[PlayerId]) -> Vec<PlayerId> {
        // 7.1
        let mut transferred: Vec<PlayerId> = Vec::new();
        let mut lonely: Vec<PlayerId> = (group.iter().copied())
            .filter(|a| group.iter().all(|b| !self.is_legal(*a, *b)))
            .collect();
        self.sort(&mut lonely, |judge, a, b| {
            judge.of(a).rating > judge.of(b).rating
        });
        for player in lonely {
            let pool = minus(below, &transferred);
            let wanted = self.of(player).due.map(|due| !due);
            transferred.extend(self.taken_from_below(&[player], wanted, &pool));
        }
        // 7.2
        let mut all = group;
        all.extend(&transferred);
        if all.len() % 2 == 1 {
            let pool = minus(below, &transferred);
            let wanted = self.dominating(&all).map(|colour| !colour);
            all.extend(self.taken_from_below(&all, wanted, &pool));
        }
        all
    }

    /// Sorts by a strict order, equals by the alphabet.
    fn sort(
        &self,
        players: &mut Vec<PlayerId>,
        before: impl Fn(&Self, PlayerId, PlayerId) -> bool,
    ) {
        let mut sorted: Vec<PlayerId> = Vec::new();
        for &player in players.iter() {
            let place = (sorted.iter())
                .position(|&other| {
                    before(self, player, other)
                        || (!before(self, other, player)
                            && self.alphabet(player) < self.alphabet(other))
                })
                .unwrap_or(sorted.len());
            sorted.insert(place, player);
        }
        *players = sorted;
    }

    fn dominating(&self, group: &[PlayerId]) -> Option<Colour> {
        let balance: i32 = (group.iter())
            .map(|id| match self.of(*id).due {
                Some(Colour::White) => 1,
                Some(Colour::Black) => -1,
                None => 0,
            })
            .sum();
        match balance {
            1.. => Some(Colour::White),
            ..=-1 => Some(Colour::Black),
            0 => None,
        }
    }

    /// Whether "the due colour is ..." holds of this player.
    fn fulfils(&self, id: PlayerId, colour: Colour) -> bool {
        let due = self.of(id).due;
        due == Some(colour) || (due.is_none() && self.reads(Dubov1997Reading::NewcomersEither))
    }

    /// Chapter 4.
    fn bye(&self, players: &[PlayerId]) -> Option<PlayerId> {
        let mut candidates = players.to_vec();
        candidates.retain(|id| self.position.player(*id).bye_allowed);
        if self.reads(Dubov1997Reading::ByeCompletable) {
            candidates.retain(|id| self.can_be_paired(&minus(players, &[*id])));
        }
        let lowest = candidates.iter().map(|id| self.of(*id).score).min()?;
        candidates.retain(|id| self.of(*id).score == lowest);
        let weakest = candidates.iter().map(|id| self.of(*id).rating).min()?;
        candidates.retain(|id| self.of(*id).rating == weakest);
        let group: Vec<PlayerId> = players
            .iter()
            .copied()
            .filter(|id| self.of(*id).score == lowest)
            .collect();
        if let Some(colour) = self.dominating(&group)
            && candidates.iter().any(|id| self.of(*id).due == Some(colour))
        {
            candidates.retain(|id| self.of(*id).due == Some(colour));
        }
        let best = candidates.clone();
        candidates.retain(|id| !best.iter().any(|other| self.aro_is_lower(*id, *other)));
        candidates.into_iter().max_by_key(|id| self.alphabet(*id))
    }

    /// 8.1
    fn order_of_floaters(&self, floaters: &[PlayerId]) -> Vec<PlayerId> {
        let (whites, blacks) = self.two_columns(floaters);
        let mut order = Vec::new();
        for place in 0..floaters.len() {
            order.extend(whites.get(place));
            order.extend(blacks.get(place));
        }
        order
    }

    /// 8.2
    fn opponent_of_floater(&self, floater: PlayerId, group: &[PlayerId]) -> Option<PlayerId> {
        let mut possible = group.to_vec();
        possible.retain(|id| self.is_legal(floater, *id));
        if let Some(due) = self.of(floater).due
            && possible.iter().any(|id| self.fulfils(*id, !due))
        {
            possible.retain(|id| self.fulfils(*id, !due));
        }
        self.highest_rated(possible)
    }

    /// The highest R; of several, the lowest ARO; then the alphabet.
    fn highest_rated(&self, mut players: Vec<PlayerId>) -> Option<PlayerId> {
        self.sort(&mut players, |judge, a, b| {
            judge.of(a).rating > judge.of(b).rating
                || (judge.of(a).rating == judge.of(b).rating && judge.aro_is_lower(a, b))
        });
        players.first().copied()
    }

    /// 7.1, 7.2
    fn taken_from_below(
        &self,
        opponents: &[PlayerId],
        wanted: Option<Colour>,
        pool: &[PlayerId],
    ) -> Option<PlayerId> {
        let mut possible = pool.to_vec();
        possible.retain(|id| {
            !self.of(*id).stays && opponents.iter().any(|other| self.is_legal(*id, *other))
        });
        let nearest = possible.iter().map(|id| self.of(*id).score).max()?;
        possible.retain(|id| self.of(*id).score == nearest);
        if let Some(colour) = wanted
            && possible.iter().any(|id| self.fulfils(*id, colour))
        {
            possible.retain(|id| self.fulfils(*id, colour));
        }
        self.highest_rated(possible)
    }

    /// 6.4: the first of the smallest sets without which the others can be paired.
    fn leaving(&self, group: &[PlayerId], lower: &[PlayerId]) -> Vec<PlayerId> {
        let next = lower.iter().map(|id| self.of(*id).score).max();
        let can_go = |id: PlayerId| {
            (lower.iter())
                .any(|other| Some(self.of(*other).score) == next && self.is_legal(id, *other))
        };
        let mut order = group.to_vec();
        order.sort_by_cached_key(|id| {
            let card = self.of(*id);
            (!can_go(*id), card.rating, Reverse(self.alphabet(*id)))
        });
        let stays_over = |set: &[PlayerId]| {
            let others = minus(group, set);
            if self.reads(Dubov1997Reading::FloatersByRows) {
                !self.pair_columns(&others).1.is_empty()
            } else {
                !self.can_be_paired(&others)
            }
        };
        for number in 0..=group.len() {
            let mut possible = sets(&order, number);
            possible.sort_by_key(|set| set.iter().filter(|id| !can_go(**id)).count());
            if let Some(set) = possible.into_iter().find(|set| !stays_over(set)) {
                return set;
            }
        }
        group.to_vec()
    }

    /// 6.2
    fn two_columns(&self, players: &[PlayerId]) -> (Vec<PlayerId>, Vec<PlayerId>) {
        let mut whites = players.to_vec();
        whites.retain(|id| self.of(*id).due == Some(Colour::White));
        let mut blacks = players.to_vec();
        blacks.retain(|id| self.of(*id).due == Some(Colour::Black));
        let mut open = minus(&minus(players, &whites), &blacks);
        self.sort(&mut open, |judge, a, b| {
            judge.of(a).rating > judge.of(b).rating
        });
        for id in open {
            let shorter = if blacks.len() > whites.len() {
                &mut whites
            } else {
                &mut blacks
            };
            shorter.push(id);
        }
        self.sort_columns(&mut whites, &mut blacks);
        (whites, blacks)
    }

    fn sort_columns(&self, whites: &mut Vec<PlayerId>, blacks: &mut Vec<PlayerId>) {
        self.sort(whites, |judge, a, b| {
            judge.aro_is_lower(a, b)
                || (!judge.aro_is_lower(b, a) && judge.of(a).rating < judge.of(b).rating)
        });
        self.sort(blacks, |judge, a, b| {
            judge.of(a).rating > judge.of(b).rating
                || (judge.of(a).rating == judge.of(b).rating && judge.aro_is_lower(b, a))
        });
    }

    /// 7.3, 7.4, 6.2, 6.3
    fn pair_columns(&self, players: &[PlayerId]) -> (Vec<(PlayerId, PlayerId)>, Vec<PlayerId>) {
        let (mut whites, mut blacks) = self.two_columns(players);
        if players.len().is_multiple_of(2) {
            self.sort(&mut whites, |judge, a, b| {
                judge.aro_is_lower(a, b)
                    || (!judge.aro_is_lower(b, a) && judge.of(a).rating > judge.of(b).rating)
            });
            self.sort(&mut blacks, |judge, a, b| {
                judge.aro_is_lower(b, a)
                    || (!judge.aro_is_lower(a, b) && judge.of(a).rating < judge.of(b).rating)
            });
            while whites.len() > blacks.len() {
                let Some(place) = (whites.iter()).position(|id| {
                    self.may_have(*id, Colour::Black) && self.of(*id).due != Some(Colour::Black)
                }) else {
                    break;
                };
                blacks.push(whites.remove(place));
            }
            while blacks.len() > whites.len() {
                let Some(place) = (blacks.iter()).position(|id| {
                    self.may_have(*id, Colour::White) && self.of(*id).due != Some(Colour::White)
                }) else {
                    break;
                };
                whites.push(blacks.remove(place));
            }
            self.sort_columns(&mut whites, &mut blacks);
        }
        self.rows(&whites, &blacks, players)
    }

    fn rows(
        &self,
        whites: &[PlayerId],
        blacks: &[PlayerId],
        players: &[PlayerId],
    ) -> (Vec<(PlayerId, PlayerId)>, Vec<PlayerId>) {
        let mut right: Vec<Option<PlayerId>> = blacks.iter().copied().map(Some).collect();
        right.resize(right.len().max(whites.len()), None);
        let is_new = |white: PlayerId, black: Option<PlayerId>| {
            black.is_some_and(|black| self.is_legal(white, black))
        };
        let mut row = 0;
        while row < whites.len() {
            let white = whites[row];
            if is_new(white, right[row]) {
                row += 1;
                continue;
            }
            // "with the first black player whom he has not played before, from the lower rows"
            let mut lower = row..right.len();
            let from = lower.find(|from| is_new(white, right[*from]));
            // "in row k-1, if this does not work, in row k-2, etc."
            let from = from.or_else(|| {
                (0..row).rev().find(|above| {
                    is_new(white, right[*above]) && is_new(whites[*above], right[row])
                })
            });
            if let Some(from) = from {
                right.swap(row, from);
                continue;
            }
            if right.iter().any(|black| is_new(white, *black))
                && let Some(order) = self.first_order(whites, blacks)
            {
                let left = order[whites.len()..].to_vec();
                return (whites.iter().copied().zip(order).collect(), left);
            }
            return self.with_another_white(whites, row, players);
        }
        let pairs = whites
            .iter()
            .copied()
            .zip(right.iter().flatten().copied())
            .collect();
        let left = right.iter().skip(whites.len()).flatten().copied().collect();
        (pairs, left)
    }

    /// The White of a row with another White, or left over, and the others in columns of their own.
    fn with_another_white(
        &self,
        whites: &[PlayerId],
        row: usize,
        players: &[PlayerId],
    ) -> (Vec<(PlayerId, PlayerId)>, Vec<PlayerId>) {
        let white = whites[row];
        // "beginning with the white No. k+1 down to the end, then k-1 down to No. 1"
        let before = whites[..row].iter().rev();
        let mut in_order = whites[row..].iter().chain(before);
        let partner = in_order.find(|other| self.is_legal(white, **other));
        let (mut pairs, mut left);
        if let Some(&partner) = partner {
            (pairs, left) = self.pair_columns(&minus(players, &[white, partner]));
            pairs.push((white, partner));
        } else {
            (pairs, left) = self.pair_columns(&minus(players, &[white]));
            left.push(white);
        }
        (pairs, left)
    }

    /// The first order of the Blacks without a repeated pair; all orders are tried. Blacks without
    /// a White follow in the order of the column.
    fn first_order(&self, whites: &[PlayerId], blacks: &[PlayerId]) -> Option<Vec<PlayerId>> {
        let Some((first, others)) = whites.split_first() else {
            return Some(blacks.to_vec());
        };
        blacks.iter().find_map(|black| {
            if !self.is_legal(*first, *black) {
                return None;
            }
            let rest = self.first_order(others, &minus(blacks, &[*black]))?;
            Some([&[*black], &rest[..]].concat())
        })
    }
}

fn minus(players: &[PlayerId], gone: &[PlayerId]) -> Vec<PlayerId> {
    let mut rest = players.to_vec();
    rest.retain(|player| !gone.contains(player));
    rest
}

/// All sets of `number` members, those with earlier members first.
fn sets(players: &[PlayerId], number: usize) -> Vec<Vec<PlayerId>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, &player) in players.iter().enumerate() {
        for rest in sets(&players[place + 1..], number - 1) {
            all.push([&[player], &rest[..]].concat());
        }
    }
    all
}
