//! A second, enumerating reading of the Double-Swiss System, for small fields.
//!
//! It lists the sets of upfloaters in the order of 3.5.4 and the pairings in the order of 3.6.3 and
//! compares them criterion by criterion. It shares the model, the reading of the file as
//! [`Matches`] and the [`Options`] with the engine, and none of its pairing code. Its only use is to
//! disagree.

use std::cmp::Reverse;

use edelweiss_model::{
    Acceleration, Colour, Definitions, PlayerId, Position, RoundNumber, Score, Tournament,
};

use super::{
    BakuWin, FollowingBracket, ForfeitedFloats, InvalidMatches, MatchEntry, Matches, Options,
    before_next_match,
};

/// A round as the judge pairs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// White and Black of game 1, sorted by White.
    pub games: Vec<(PlayerId, PlayerId)>,
    /// Who has the bye.
    pub bye: Option<PlayerId>,
}

/// Pairs the next match; `None` if that is impossible. Exponential in the number of players.
///
/// # Errors
/// [`InvalidMatches`] where the rounds so far cannot be read as matches.
pub fn pair_round(
    tournament: &Tournament,
    options: &Options,
) -> Result<Option<Verdict>, InvalidMatches> {
    let tournament = &*before_next_match(tournament);
    let matches = Matches::read(tournament)?;
    let judge = Judge {
        tournament,
        options,
        position: Position::derive(tournament, &Definitions::DUTCH_2026),
        matches,
    };
    Ok(judge.pair_round())
}

/// The sets of `size` players, each sorted as given, in the order of 3.5.4.
pub fn sets_in_order(players: &[PlayerId], size: usize) -> Vec<Vec<PlayerId>> {
    let mut sets = Vec::new();
    collect_sets(players, size, &mut Vec::new(), &mut sets);
    sets.sort();
    sets
}

fn collect_sets(
    from: &[PlayerId],
    size: usize,
    chosen: &mut Vec<PlayerId>,
    sets: &mut Vec<Vec<PlayerId>>,
) {
    if size == 0 {
        sets.push(chosen.clone());
        return;
    }
    for (place, id) in from.iter().enumerate() {
        chosen.push(*id);
        collect_sets(&from[place + 1..], size - 1, chosen, sets);
        chosen.pop();
    }
}

/// 3.6.2: the identifier of a pairing.
pub fn identifier(pairs: &[(PlayerId, PlayerId)]) -> Vec<PlayerId> {
    let mut pairs: Vec<(PlayerId, PlayerId)> = (pairs.iter())
        .map(|(a, b)| (*a.min(b), *a.max(b)))
        .collect();
    pairs.sort_unstable();
    let (mut tops, bottoms): (Vec<PlayerId>, Vec<PlayerId>) = pairs.into_iter().unzip();
    tops.extend(bottoms);
    tops
}

/// The merits of a set of upfloaters, smaller is better: C5, C6, C7.
type Merits = (Vec<Reverse<Score>>, usize, usize);

type Pairs = Vec<(PlayerId, PlayerId)>;

struct Judge<'a> {
    tournament: &'a Tournament,
    options: &'a Options,
    position: Position,
    matches: Matches,
}

impl Judge<'_> {
    fn pair_round(&self) -> Option<Verdict> {
        let mut unpaired = self.position.present().to_vec();
        let bye = if unpaired.len() % 2 == 1 {
            let bye = self.bye(&unpaired)?;
            unpaired.retain(|id| *id != bye);
            Some(bye)
        } else {
            None
        };
        if !self.can_pair(&unpaired) {
            return None;
        }
        let mut games = Vec::new();
        while let Some(highest) = unpaired.iter().map(|id| self.score(*id)).max() {
            let (top, lower): (Vec<PlayerId>, Vec<PlayerId>) =
                unpaired.iter().partition(|id| self.score(**id) == highest);
            let upfloaters = self.upfloaters(&top, lower);
            let pairs = self.bracket(&top, &upfloaters);
            unpaired.retain(|id| !top.contains(id) && !upfloaters.contains(id));
            games.extend(pairs.into_iter().map(|(a, b)| self.colours(a, b)));
        }
        games.sort_unstable();
        Some(Verdict { games, bye })
    }

    fn is_last(&self) -> bool {
        self.matches.total() == Some(self.matches.next())
    }

    fn score(&self, id: PlayerId) -> Score {
        self.score_before(&self.position, self.tournament, id)
    }

    fn score_before(&self, position: &Position, tournament: &Tournament, id: PlayerId) -> Score {
        let player = position.player(id);
        let bonus = player.score - player.standings;
        let baku = tournament.acceleration == Acceleration::Baku
            && !tournament.has_virtual_points()
            && self.options.baku_win == BakuWin::Match;
        player.standings + bonus + if baku { bonus } else { Score::ZERO }
    }

    /// 1.5, in the previous round.
    fn was_floater(&self, id: PlayerId) -> bool {
        let Some(&last) = self.matches.of(id).last() else {
            return false;
        };
        let MatchEntry::Paired { opponent, .. } = last else {
            return false;
        };
        if last.met().is_none() && self.options.forfeited_floats == ForfeitedFloats::Ignored {
            return false;
        }
        let game_one = 2 * (u32::from(self.matches.next()) - 1) - 1;
        let round = RoundNumber::new(game_one).expect("the previous match has a round");
        let before = self.tournament.before_round(round);
        let position = Position::derive(&before, &Definitions::DUTCH_2026);
        self.score_before(&position, &before, id) != self.score_before(&position, &before, opponent)
    }

    fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        let met = |entry: &MatchEntry| entry.met() == Some(b);
        !self.matches.of(a).iter().any(met) && !self.position.is_banned(a, b)
    }

    fn can_pair(&self, players: &[PlayerId]) -> bool {
        let Some((first, rest)) = players.split_first() else {
            return true;
        };
        (0..rest.len()).any(|place| {
            self.may_meet(*first, rest[place])
                && self.can_pair(&[&rest[..place], &rest[place + 1..]].concat())
        })
    }

    /// 3.4.
    fn bye(&self, everybody: &[PlayerId]) -> Option<PlayerId> {
        let mut order = everybody.to_vec();
        order.sort_by_key(|id| {
            let played = (self.matches.of(*id).iter())
                .filter(|entry| entry.played().is_some())
                .count();
            (self.score(*id), Reverse(played), Reverse(*id))
        });
        order.into_iter().find(|id| {
            let others: Vec<PlayerId> = everybody.iter().copied().filter(|o| o != id).collect();
            let barred = self.matches.of(*id).iter().any(|entry| entry.bars_bye());
            !barred && self.can_pair(&others)
        })
    }

    /// 3.5.
    fn upfloaters(&self, top: &[PlayerId], mut lower: Vec<PlayerId>) -> Vec<PlayerId> {
        lower.sort_by_key(|id| (Reverse(self.score(*id)), *id));
        let following_score = lower.first().map(|id| self.score(*id));
        for size in 0..=lower.len() {
            let mut best: Option<(Merits, Vec<PlayerId>)> = None;
            for set in sets_in_order(&lower, size) {
                let rest: Vec<PlayerId> = (lower.iter().copied())
                    .filter(|id| !set.contains(id))
                    .collect();
                if !self.can_pair(&[top, &set].concat()) || !self.can_pair(&rest) {
                    continue;
                }
                // C5: the lowest score first, as high as possible.
                let mut c5: Vec<Reverse<Score>> =
                    set.iter().map(|id| Reverse(self.score(*id))).collect();
                c5.reverse();
                let (following, below): (Vec<PlayerId>, Vec<PlayerId>) =
                    (rest.iter()).partition(|id| Some(self.score(**id)) == following_score);
                let c6 = self.fewest_upfloaters(&following, &below);
                let again = set.iter().filter(|id| self.was_floater(**id)).count();
                let c7 = if self.is_last() { 0 } else { again };
                let merits = (c5, c6, c7);
                if best.as_ref().is_none_or(|(least, _)| merits < *least) {
                    best = Some((merits, set));
                }
            }
            let Some((merits, set)) = best else { continue };
            if self.options.following_bracket == FollowingBracket::FewestUpfloaters || merits.1 <= 1
            {
                return set;
            }
            return self.first_without_c6(top, &lower, size, &merits.0);
        }
        unreachable!("C3 holds before every bracket")
    }

    /// The first set by C5 and C7 alone.
    fn first_without_c6(
        &self,
        top: &[PlayerId],
        lower: &[PlayerId],
        size: usize,
        c5: &[Reverse<Score>],
    ) -> Vec<PlayerId> {
        let mut sets = sets_in_order(lower, size);
        sets.retain(|set| {
            let rest: Vec<PlayerId> = (lower.iter().copied())
                .filter(|id| !set.contains(id))
                .collect();
            let scores = set.iter().rev().map(|id| Reverse(self.score(*id)));
            scores.eq(c5.iter().copied())
                && self.can_pair(&[top, set].concat())
                && self.can_pair(&rest)
        });
        let again = |set: &Vec<PlayerId>| {
            let again = set.iter().filter(|id| self.was_floater(**id)).count();
            if self.is_last() { 0 } else { again }
        };
        let first = sets.into_iter().min_by_key(again);
        first.expect("some set complied with C4 and C5")
    }

    /// C6: how many upfloaters the following bracket needs; none if it is empty.
    fn fewest_upfloaters(&self, following: &[PlayerId], below: &[PlayerId]) -> usize {
        if following.is_empty() {
            return 0;
        }
        let reachable = (0..=below.len()).find(|size| {
            sets_in_order(below, *size).iter().any(|set| {
                let rest: Vec<PlayerId> = (below.iter().copied())
                    .filter(|id| !set.contains(id))
                    .collect();
                self.can_pair(&[following, set].concat()) && self.can_pair(&rest)
            })
        });
        reachable.expect("the rest can be paired")
    }

    /// 3.6.
    fn bracket(&self, top: &[PlayerId], upfloaters: &[PlayerId]) -> Pairs {
        let mut all = Vec::new();
        self.each_pairing(&[top, upfloaters].concat(), &mut Vec::new(), &mut all);
        let c8 = |pairs: &Pairs| {
            let counts = |resident: PlayerId, other: PlayerId| {
                upfloaters.contains(&other)
                    && !upfloaters.contains(&resident)
                    && self.was_floater(resident)
            };
            let again = pairs
                .iter()
                .filter(|(a, b)| counts(*a, *b) || counts(*b, *a));
            if self.is_last() { 0 } else { again.count() }
        };
        let first = all
            .into_iter()
            .min_by_key(|pairs| (c8(pairs), identifier(pairs)));
        first.expect("the bracket can be paired")
    }

    fn each_pairing(&self, players: &[PlayerId], pairs: &mut Pairs, all: &mut Vec<Pairs>) {
        let Some((first, rest)) = players.split_first() else {
            all.push(pairs.clone());
            return;
        };
        for (place, &other) in rest.iter().enumerate() {
            if self.may_meet(*first, other) {
                pairs.push((*first, other));
                let others = [&rest[..place], &rest[place + 1..]].concat();
                self.each_pairing(&others, pairs, all);
                pairs.pop();
            }
        }
    }

    /// 4: White and Black of game 1.
    fn colours(&self, a: PlayerId, b: PlayerId) -> (PlayerId, PlayerId) {
        let (higher, lower) = if (Reverse(self.score(a)), a) < (Reverse(self.score(b)), b) {
            (a, b)
        } else {
            (b, a)
        };
        let history = |id: PlayerId| -> Vec<Colour> {
            let played = self
                .matches
                .of(id)
                .iter()
                .filter_map(|entry| entry.played());
            played.map(|(_, colour)| colour).collect()
        };
        let (mut own, mut theirs) = (history(higher), history(lower));
        let with = |colour: Colour| match colour {
            Colour::White => (higher, lower),
            Colour::Black => (lower, higher),
        };
        if own.is_empty() && theirs.is_empty() {
            let initial = self.position.initial_colour().unwrap_or(Colour::White);
            let odd = self.position.player(higher).arrival_number % 2 == 1;
            return with(if odd { initial } else { !initial });
        }
        let whites = |history: &[Colour]| {
            let white = history.iter().filter(|colour| **colour == Colour::White);
            white.count()
        };
        if whites(&own) != whites(&theirs) {
            let fewer = whites(&own) < whites(&theirs);
            return with(if fewer { Colour::White } else { Colour::Black });
        }
        let (last, their_last) = (own.last().copied(), theirs.last().copied());
        while let (Some(mine), Some(other)) = (own.pop(), theirs.pop()) {
            if mine != other {
                return with(other);
            }
        }
        match (last, their_last) {
            (Some(last), _) => with(!last),
            (None, Some(their_last)) => with(their_last),
            (None, None) => unreachable!("somebody has played"),
        }
    }
}
