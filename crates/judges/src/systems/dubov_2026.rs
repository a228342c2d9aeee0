//! A literal reading of C.04.4.1 (2026) that lists what the text lists.
//!
//! A judge for small fields, not an engine: sets of upfloaters, sets of shifters, transpositions
//! and pairings are enumerated in the order of the text and tried one by one. Preferences, ARO and
//! upfloats are derived here a second time. Its cost grows like the factorial of the number of
//! players: ten are the practical limit.

use std::cmp::Reverse;

use edelweiss_model::{
    ByeKind, Colour, GameResult, PlayerId, Position, RoundEntry, RoundNumber, Score, Tournament,
    UnplayedFloat, pairing_scores,
};

use super::{RoundByText, in_order};

/// Readings of the text other than those the judge takes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dubov2026Reading {
    /// 3.1.1 word by word bars from the bye: an earlier one or a forfeit win.
    ByeBarsByProcedure,
    /// 3.1.4: every round with an opponent is a game.
    ByeGamesPaired,
    /// 1.8, 2.3.6: who had an opponent that did not come was not upfloated.
    ForfeitedUpfloatsIgnored,
    /// 5.2.1: the printed number is odd or even.
    ParityRegistered,
}

/// The round of `tournament`, or `None` where it cannot be completed (1.9.3).
pub fn pair_round(tournament: &Tournament, readings: &[Dubov2026Reading]) -> Option<RoundByText> {
    Dubov2026Judge::new(tournament, readings).pair_round()
}

/// 1.6: which colour, and how much (3 absolute, 2 strong, 1 mild).
type DubovPreference = (Colour, u8);

struct Dubov2026Judge<'a> {
    tournament: &'a Tournament,
    readings: &'a [Dubov2026Reading],
    position: Position,
    is_last_round: bool,
    /// By player index: what is looked up most often, written down once.
    preferences: Vec<DubovPreference>,
    aros: Vec<u64>,
    legal: Vec<Vec<bool>>,
}

impl<'a> Dubov2026Judge<'a> {
    fn new(tournament: &'a Tournament, readings: &'a [Dubov2026Reading]) -> Self {
        let definitions = edelweiss_model::Definitions {
            unplayed_float: UnplayedFloat::Always,
            bye_bar: edelweiss_model::ByeBar::WinWithoutPlaying,
        };
        let position = Position::derive(tournament, &definitions);
        let round = position.round();
        let mut judge = Self {
            tournament,
            readings,
            is_last_round: tournament.rounds_total.is_some_and(|total| round >= total),
            position,
            preferences: Vec::new(),
            aros: Vec::new(),
            legal: Vec::new(),
        };
        let ids = || tournament.player_ids();
        judge.preferences = ids().map(|id| judge.find_preference(id)).collect();
        judge.aros = ids().map(|id| judge.find_aro(id)).collect();
        judge.legal = ids()
            .map(|a| ids().map(|b| judge.find_legal(a, b)).collect())
            .collect();
        judge
    }

    fn reads(&self, reading: Dubov2026Reading) -> bool {
        self.readings.contains(&reading)
    }

    fn preference(&self, player: PlayerId) -> DubovPreference {
        self.preferences[player.index()]
    }

    fn aro(&self, player: PlayerId) -> u64 {
        self.aros[player.index()]
    }

    fn is_legal(&self, a: PlayerId, b: PlayerId) -> bool {
        self.legal[a.index()][b.index()]
    }

    // Article 1.

    fn score(&self, player: PlayerId) -> Score {
        self.position.player(player).score
    }

    fn past_entries(&self, player: PlayerId) -> Vec<RoundEntry> {
        (0..self.position.round().index())
            .map(|index| {
                self.tournament
                    .player(player)
                    .entry(RoundNumber::from_index(index))
            })
            .collect()
    }

    /// Opponents and colours of the games really played, oldest first.
    fn games(&self, player: PlayerId) -> Vec<(PlayerId, Colour)> {
        let entries = self.past_entries(player);
        entries.iter().filter_map(|entry| entry.played()).collect()
    }

    /// 1.5, 1.6
    fn find_preference(&self, player: PlayerId) -> DubovPreference {
        let colours: Vec<Colour> = self.games(player).iter().map(|game| game.1).collect();
        let whites = colours.iter().filter(|c| **c == Colour::White).count() as i32;
        let difference = whites - (colours.len() as i32 - whites);
        let last_two = match colours[..] {
            [.., before, last] if before == last => Some(last),
            _ => None,
        };
        match (difference, last_two, colours.last()) {
            (_, _, None) => (Colour::Black, 1),
            (..-1, _, _) => (Colour::White, 3),
            (2.., _, _) => (Colour::Black, 3),
            (_, Some(repeated), _) => (!repeated, 3),
            (-1, _, _) => (Colour::White, 2),
            (1, _, _) => (Colour::Black, 2),
            (_, _, Some(last)) => (!*last, 1),
        }
    }

    /// 1.7
    fn find_aro(&self, player: PlayerId) -> u64 {
        let games = self.games(player);
        let rating = |id: PlayerId| u64::from(self.tournament.player(id).rating.unwrap_or(0));
        let sum: u64 = games.iter().map(|(opponent, _)| rating(*opponent)).sum();
        let n = games.len() as u64;
        if n == 0 {
            return 0;
        }
        let (quotient, remainder) = (sum / n, sum % n);
        quotient + u64::from(2 * remainder >= n)
    }

    /// The rounds in which the player was upfloated, as indices.
    fn upfloats(&self, player: PlayerId) -> Vec<usize> {
        let entries = self.past_entries(player);
        (0..entries.len())
            .filter(|&index| {
                let RoundEntry::Paired {
                    opponent, result, ..
                } = entries[index]
                else {
                    return false;
                };
                let forfeited = matches!(result, GameResult::ForfeitWin | GameResult::ForfeitLoss);
                if forfeited && self.reads(Dubov2026Reading::ForfeitedUpfloatsIgnored) {
                    return false;
                }
                let scores = pairing_scores(self.tournament, RoundNumber::from_index(index));
                scores[opponent.index()] > scores[player.index()]
            })
            .collect()
    }

    /// 1.8
    fn is_maximum_upfloater(&self, player: PlayerId) -> bool {
        let rounds = self
            .tournament
            .rounds_total
            .unwrap_or(self.position.round());
        self.upfloats(player).len() >= 2 + usize::from(rounds.get()) / 5
    }

    // Article 2.

    /// C1 and C3, and the arbiter's bans.
    fn find_legal(&self, a: PlayerId, b: PlayerId) -> bool {
        let met = self.games(a).iter().any(|(opponent, _)| *opponent == b);
        let (wish_a, wish_b) = (self.preference(a), self.preference(b));
        !met && !self.position.is_banned(a, b) && (wish_a != wish_b || wish_a.1 != 3)
    }

    /// C2
    fn may_have_bye(&self, player: PlayerId) -> bool {
        let points = &self.tournament.points;
        let by_procedure = self.reads(Dubov2026Reading::ByeBarsByProcedure);
        !self.past_entries(player).iter().any(|entry| match entry {
            RoundEntry::Bye(ByeKind::PairingAllocated) => true,
            RoundEntry::Paired {
                result: GameResult::ForfeitWin,
                ..
            } if by_procedure => true,
            entry => {
                !by_procedure
                    && entry.played().is_none()
                    && points.points(*entry) >= points.win_reward()
            }
        })
    }

    /// All legal pairings of everybody in `players`.
    fn pairings(&self, players: &[PlayerId]) -> Vec<Vec<(PlayerId, PlayerId)>> {
        let Some((&first, others)) = players.split_first() else {
            return vec![Vec::new()];
        };
        let mut found = Vec::new();
        for (place, &opponent) in others.iter().enumerate() {
            if self.is_legal(first, opponent) {
                let mut rest = others.to_vec();
                rest.remove(place);
                for mut pairing in self.pairings(&rest) {
                    pairing.push((first, opponent));
                    found.push(pairing);
                }
            }
        }
        found
    }

    fn can_be_paired(&self, players: &[PlayerId]) -> bool {
        let Some((&first, others)) = players.split_first() else {
            return true;
        };
        (0..others.len()).any(|place| {
            let mut rest = others.to_vec();
            let opponent = rest.remove(place);
            self.is_legal(first, opponent) && self.can_be_paired(&rest)
        })
    }

    /// C7 of one pairing.
    fn n_unserved(&self, pairing: &[(PlayerId, PlayerId)]) -> usize {
        (pairing.iter())
            .filter(|(a, b)| self.preference(*a).0 == self.preference(*b).0)
            .count()
    }

    // Article 3.

    fn pair_round(&self) -> Option<RoundByText> {
        let mut unpaired = self.position.present().to_vec();
        let mut judged = RoundByText::default();
        if unpaired.len() % 2 == 1 {
            let bye = self.bye(&unpaired)?;
            unpaired.retain(|player| *player != bye);
            judged.bye = Some(bye);
        } else if !self.can_be_paired(&unpaired) {
            return None;
        }
        while let Some(first) = unpaired.first() {
            let top = self.score(*first);
            let (residents, lower): (Vec<_>, Vec<_>) = unpaired
                .iter()
                .partition(|player| self.score(**player) == top);
            let mut bracket = residents.clone();
            bracket.extend(self.upfloaters(&residents, &lower)?);
            for (a, b) in self.pair_bracket(&bracket)? {
                judged.boards.push(self.colours(a, b));
            }
            unpaired.retain(|player| !bracket.contains(player));
        }
        judged.boards.sort_unstable();
        Some(judged)
    }

    /// 3.1
    fn bye(&self, players: &[PlayerId]) -> Option<PlayerId> {
        let n_games = |player: PlayerId| {
            if self.reads(Dubov2026Reading::ByeGamesPaired) {
                (self.past_entries(player).iter())
                    .filter(|entry| matches!(entry, RoundEntry::Paired { .. }))
                    .count()
            } else {
                self.games(player).len()
            }
        };
        let possible = players.iter().copied().filter(|player| {
            let rest: Vec<_> = players.iter().copied().filter(|p| p != player).collect();
            self.may_have_bye(*player) && self.can_be_paired(&rest)
        });
        possible.min_by_key(|id| (self.score(*id), Reverse(n_games(*id)), Reverse(*id)))
    }

    /// 3.2.1, 3.2.2
    fn upfloaters(&self, residents: &[PlayerId], lower: &[PlayerId]) -> Option<Vec<PlayerId>> {
        // 4.2.2
        let mut pool = lower.to_vec();
        pool.sort_by(|a, b| (self.score(*b), *a).cmp(&(self.score(*a), *b)));
        for number in 0..=pool.len() {
            let mut best: Option<(UpfloaterQuality, Vec<PlayerId>)> = None;
            for set in sets(&pool, number) {
                let others: Vec<_> = pool.iter().copied().filter(|p| !set.contains(p)).collect();
                let bracket = [residents, &set].concat();
                if !self.can_be_paired(&others) {
                    continue;
                }
                let unserved = self
                    .pairings(&bracket)
                    .iter()
                    .map(|p| self.n_unserved(p))
                    .min();
                let Some(unserved) = unserved else { continue };
                let quality = self.quality(&set, unserved);
                if best.as_ref().is_none_or(|(old, _)| quality < *old) {
                    best = Some((quality, set));
                }
            }
            if let Some((_, set)) = best {
                return Some(set);
            }
        }
        None
    }

    fn quality(&self, set: &[PlayerId], unserved: usize) -> UpfloaterQuality {
        // C6: maximise the scores, taken in ascending order.
        let mut scores: Vec<Score> = set.iter().map(|player| self.score(*player)).collect();
        scores.sort_unstable();
        let negated = scores.into_iter().map(|score| -score).collect();
        let maximum: Vec<PlayerId> = (set.iter().copied())
            .filter(|player| self.is_maximum_upfloater(*player))
            .collect();
        let times = maximum
            .iter()
            .map(|player| self.upfloats(*player).len())
            .sum();
        let last_round = self.position.round().index().checked_sub(1);
        let again = (set.iter())
            .filter(|player| last_round.is_some_and(|r| self.upfloats(**player).contains(&r)))
            .count();
        if self.is_last_round {
            (negated, unserved, 0, 0, 0)
        } else {
            (negated, unserved, maximum.len(), times, again)
        }
    }

    fn pair_bracket(&self, bracket: &[PlayerId]) -> Option<Vec<(PlayerId, PlayerId)>> {
        // 3.2.3
        let mut by_tpn = bracket.to_vec();
        by_tpn.sort_unstable();
        let nobody_played = bracket.iter().all(|player| self.games(*player).is_empty());
        let (g1, g2): (Vec<_>, Vec<_>) = if nobody_played {
            let (first, second) = by_tpn.split_at(bracket.len() / 2);
            (first.to_vec(), second.to_vec())
        } else {
            by_tpn
                .iter()
                .partition(|player| self.preference(**player).0 == Colour::White)
        };
        // 3.2.4.1
        let legal = self.pairings(bracket);
        let best_c7 = legal.iter().map(|pairing| self.n_unserved(pairing)).min()?;
        let from_g1 = g1.len() <= g2.len();
        let (smaller, larger) = if from_g1 { (&g1, &g2) } else { (&g2, &g1) };
        let inner = |pairing: &Vec<(PlayerId, PlayerId)>| {
            (pairing.iter())
                .filter(|(a, b)| smaller.contains(a) && smaller.contains(b))
                .count()
        };
        let unavoidable = (legal.iter())
            .filter(|pairing| self.n_unserved(pairing) == best_c7)
            .map(inner)
            .min()?;
        for first_set in sets(&self.numbered(smaller), unavoidable) {
            let staying = minus(smaller, &first_set);
            // 3.2.4.2
            let number = (larger.len() + first_set.len() - staying.len()) / 2;
            for second_set in sets(&self.numbered(larger), number) {
                let one = [&staying[..], &second_set].concat();
                let other = [minus(larger, &second_set), first_set.clone()].concat();
                let (s1, g2) = if from_g1 { (one, other) } else { (other, one) };
                if let Some(pairs) = self.first_transposition(s1, g2, best_c7) {
                    return Some(pairs);
                }
            }
        }
        None
    }

    /// 4.3: the possible shifters in the order of their sequence numbers.
    fn numbered(&self, players: &[PlayerId]) -> Vec<PlayerId> {
        let mut list = players.to_vec();
        list.sort_by_key(|player| {
            let white = self.preference(*player).0 == Colour::White;
            (if white { self.aro(*player) } else { 0 }, *player)
        });
        let mut numbered = Vec::new();
        while !list.is_empty() {
            let middle = if list.len() % 2 == 1 {
                list.len() / 2
            } else {
                list.len() / 2 - 1
            };
            numbered.push(list.remove(middle));
        }
        numbered
    }

    /// 3.2.5, 3.2.6, as far as it complies at best with C7.
    fn first_transposition(
        &self,
        mut s1: Vec<PlayerId>,
        mut g2: Vec<PlayerId>,
        best_c7: usize,
    ) -> Option<Vec<(PlayerId, PlayerId)>> {
        s1.sort_by_key(|player| (self.aro(*player), *player));
        g2.sort_unstable();
        transpositions(&g2).into_iter().find_map(|t2| {
            let pairs: Vec<_> = s1.iter().copied().zip(t2).collect();
            let legal = pairs.iter().all(|(a, b)| self.is_legal(*a, *b));
            (legal && self.n_unserved(&pairs) == best_c7).then_some(pairs)
        })
    }

    /// Article 5: White first.
    fn colours(&self, a: PlayerId, b: PlayerId) -> (PlayerId, PlayerId) {
        let (higher, lower) = in_order(a, b, |player| (-self.score(player), player));
        let give = |colour: Colour| match colour {
            Colour::White => (higher, lower),
            Colour::Black => (lower, higher),
        };
        let (mine, theirs) = (self.games(higher), self.games(lower));
        if mine.is_empty() && theirs.is_empty() {
            let number = if self.reads(Dubov2026Reading::ParityRegistered) {
                self.tournament.player(higher).number.get()
            } else {
                self.position.player(higher).arrival_number
            };
            let initial = self.position.initial_colour().unwrap_or(Colour::White);
            return give(if number % 2 == 1 { initial } else { !initial });
        }
        let (wish, other) = (self.preference(higher), self.preference(lower));
        if wish.0 != other.0 || wish.1 > other.1 {
            return give(wish.0);
        }
        if other.1 > wish.1 {
            return give(!other.0);
        }
        for back in 1..=mine.len().min(theirs.len()) {
            let colour = mine[mine.len() - back].1;
            if colour != theirs[theirs.len() - back].1 {
                return give(!colour);
            }
        }
        give(wish.0)
    }
}

/// C6 to C10 of a set of upfloaters; smaller is better.
type UpfloaterQuality = (Vec<Score>, usize, usize, usize, usize);

fn minus(players: &[PlayerId], gone: &[PlayerId]) -> Vec<PlayerId> {
    let mut rest = players.to_vec();
    rest.retain(|player| !gone.contains(player));
    rest
}

/// 4.1.3: all sets of `number` members, in the order of their smallest differing member.
fn sets(pool: &[PlayerId], number: usize) -> Vec<Vec<PlayerId>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for place in 0..pool.len() {
        for rest in sets(&pool[place + 1..], number - 1) {
            all.push([&[pool[place]], &rest[..]].concat());
        }
    }
    all
}

/// 4.4.2: all orders of `players`, in the order of the text.
fn transpositions(players: &[PlayerId]) -> Vec<Vec<PlayerId>> {
    if players.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for place in 0..players.len() {
        let mut rest = players.to_vec();
        let first = rest.remove(place);
        for tail in transpositions(&rest) {
            all.push([&[first], &tail[..]].concat());
        }
    }
    all
}
