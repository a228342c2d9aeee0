//! A second, enumerating reading of the Burstein System, for small fields.
//!
//! It lists the pairings of a bracket in the order of Article 4 and compares them criterion by
//! criterion, as a person with much patience would: no matching, no weights, an Index of its own.
//! Its only use is to disagree.
//!
//! Seeding rounds (1.6) are left out: they belong to another system, with judges of its own.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use edelweiss_model::{
    ByeBar, ByeKind, Colour, Definitions, GameResult, PlayerId, Position, RoundEntry, RoundNumber,
    Score, Strength, Tournament,
};

use super::RoundByText;

/// Readings of the text other than those the judge takes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BursteinReading {
    /// 3.1.1 alone bars from the bye: an earlier one or a forfeit win.
    ByeBarByProcedure,
    /// 3.1.4: every round with an opponent is a game.
    GamesPaired,
    /// 1.7.2.2: the run of zero-point byes ends with the last round.
    ByesUpToLastRound,
    /// 1.7.2.2: it ends with the last round, whose own bye does not count.
    ByesBeforeLastRound,
    /// 1.7.2.2: forfeit losses continue such a run.
    RunsOfForfeitLosses,
    /// 1.7.2.2: the draws count in the player's own Index, too.
    DrawsCountForOneself,
}

/// Pairs the next round as a round after the seeding rounds; `None` if that is impossible.
/// Exponential in the number of players: ten are quick, fourteen are not.
pub fn pair_round(tournament: &Tournament, readings: &[BursteinReading]) -> Option<RoundByText> {
    let by_procedure = readings.contains(&BursteinReading::ByeBarByProcedure);
    let definitions = Definitions {
        bye_bar: if by_procedure {
            ByeBar::ByeOrForfeitWin
        } else {
            ByeBar::WinWithoutPlaying
        },
        ..Definitions::DUTCH_2026
    };
    let position = Position::derive(tournament, &definitions);
    let judge = BursteinJudge {
        tournament,
        readings,
        position: &position,
    };
    judge.pair_round()
}

/// The pairings of `n` BSNs with `floaters` of them unpaired, in the order of Article 4. The entry
/// at `i` is the opponent of BSN `i + 1`; 0 floats.
pub fn article_4(n: usize, floaters: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    extend(&mut vec![None; n], floaters, &mut all);
    all
}

fn extend(opponents: &mut Vec<Option<usize>>, floaters: usize, all: &mut Vec<Vec<usize>>) {
    let Some(open) = opponents.iter().position(Option::is_none) else {
        if floaters == 0 {
            all.push(opponents.iter().map(|bsn| bsn.unwrap_or(0)).collect());
        }
        return;
    };
    for other in (open + 1..opponents.len()).rev() {
        if opponents[other].is_none() {
            opponents[open] = Some(other + 1);
            opponents[other] = Some(open + 1);
            extend(opponents, floaters, all);
            opponents[other] = None;
        }
    }
    if floaters > 0 {
        opponents[open] = Some(0);
        extend(opponents, floaters - 1, all);
    }
    opponents[open] = None;
}

/// All sets of `size` players.
fn each_floater_set(
    from: &[PlayerId],
    size: usize,
    chosen: &mut Vec<PlayerId>,
    visit: &mut dyn FnMut(&[PlayerId]),
) {
    if size == 0 {
        visit(chosen);
        return;
    }
    for (place, id) in from.iter().enumerate() {
        chosen.push(*id);
        each_floater_set(&from[place + 1..], size - 1, chosen, visit);
        chosen.pop();
    }
}

struct BursteinJudge<'a> {
    tournament: &'a Tournament,
    readings: &'a [BursteinReading],
    position: &'a Position,
}

/// The merits of a bracket's pairing, smaller is better: C6, C7, C8. C5 is the same for all that
/// are compared.
type FloaterMerits = (Vec<Score>, (usize, Vec<Score>), usize);

/// Pairs, the higher ranked player first, and floaters.
type PairsAndFloaters = (Vec<(PlayerId, PlayerId)>, Vec<PlayerId>);

impl BursteinJudge<'_> {
    fn reads(&self, reading: BursteinReading) -> bool {
        self.readings.contains(&reading)
    }

    fn pair_round(&self) -> Option<RoundByText> {
        let mut everybody = self.position.present().to_vec();
        let bye = if everybody.len() % 2 == 1 {
            let bye = self.bye(&everybody)?;
            everybody.retain(|id| *id != bye);
            Some(bye)
        } else if self.can_complete(&everybody) {
            None
        } else {
            return None;
        };
        let mut scores: Vec<Score> = everybody.iter().map(|id| self.score(*id)).collect();
        scores.sort_unstable_by_key(|score| Reverse(*score));
        scores.dedup();
        let group = |score: Score| -> Vec<PlayerId> {
            let mut group = everybody.clone();
            group.retain(|id| self.score(*id) == score);
            group
        };
        let mut floaters: Vec<PlayerId> = Vec::new();
        let mut boards = Vec::new();
        for (place, score) in scores.iter().enumerate() {
            let bracket = [floaters, group(*score)].concat();
            let following = scores.get(place + 1).map(|score| group(*score));
            let lower: Vec<PlayerId> = (scores.iter().skip(place + 2))
                .flat_map(|score| group(*score))
                .collect();
            let (pairs, left) =
                self.pair_bracket(bracket, &following.unwrap_or_default(), &lower)?;
            boards.extend(pairs.into_iter().map(|(a, b)| self.colours(a, b)));
            floaters = left;
        }
        boards.sort_unstable();
        Some(RoundByText {
            boards,
            bye,
            unpaired: Vec::new(),
        })
    }

    fn score(&self, id: PlayerId) -> Score {
        self.position.player(id).score
    }

    fn entry(&self, id: PlayerId, round: u16) -> RoundEntry {
        RoundNumber::new(u32::from(round)).map_or(RoundEntry::Blank, |round| {
            self.tournament.player(id).entry(round)
        })
    }

    fn last_round(&self) -> u16 {
        self.position.round().get() - 1
    }

    // 1.7 and 1.8.

    /// 1.7.2.2: whether this round of the player is a draw in the eyes of the opponents.
    fn is_draw_for_opponents(&self, id: PlayerId, round: u16) -> bool {
        let qualifies = |round: u16| match self.entry(id, round) {
            RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => true,
            RoundEntry::Paired {
                result: GameResult::ForfeitLoss,
                ..
            } => self.reads(BursteinReading::RunsOfForfeitLosses),
            _ => false,
        };
        let now = self.position.round().get();
        let misses_now = match self.entry(id, now) {
            RoundEntry::Bye(kind) => kind == ByeKind::Zero,
            RoundEntry::Blank => (self.tournament.absences.iter()).any(|absence| {
                absence.player == id && absence.round.get() == now && absence.kind == ByeKind::Zero
            }),
            RoundEntry::Paired { .. } => false,
        };
        let unbroken = (round..now).all(qualifies);
        if self.reads(BursteinReading::ByesUpToLastRound) {
            unbroken
        } else if self.reads(BursteinReading::ByesBeforeLastRound) {
            unbroken && round < self.last_round()
        } else {
            misses_now && unbroken
        }
    }

    fn points(&self, id: PlayerId, round: u16) -> i64 {
        i64::from(
            self.tournament
                .points
                .points(self.entry(id, round))
                .tenths(),
        )
    }

    fn draw(&self) -> i64 {
        let [white, black] = self.tournament.points.draw;
        i64::from(white.min(black).tenths())
    }

    fn current_score(&self, id: PlayerId, with_draws: bool) -> i64 {
        (1..=self.last_round())
            .map(|round| {
                if with_draws && self.is_draw_for_opponents(id, round) {
                    self.draw()
                } else {
                    self.points(id, round)
                }
            })
            .sum()
    }

    /// Buchholz and Sonneborn-Berger.
    fn index(&self, id: PlayerId) -> (i64, i64) {
        let own = self.reads(BursteinReading::DrawsCountForOneself);
        let contributions = (1..=self.last_round()).map(|round| {
            if let Some((opponent, _)) = self.entry(id, round).played() {
                let score = self.current_score(opponent, true);
                return (score, score * self.points(id, round));
            }
            let score = self.current_score(id, own);
            let is_draw = own && self.is_draw_for_opponents(id, round);
            let points = if is_draw {
                self.draw()
            } else {
                self.points(id, round)
            };
            (score, score * points)
        });
        contributions.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// 1.8: `Less` if `a` is ranked higher.
    fn compare_rank(&self, a: PlayerId, b: PlayerId) -> Ordering {
        let higher_index_first = self.index(b).cmp(&self.index(a));
        higher_index_first.then(a.index().cmp(&b.index()))
    }

    // 2.1 and 2.2.

    fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        let have_played = (1..=self.last_round()).any(|round| {
            self.entry(a, round)
                .played()
                .is_some_and(|(met, _)| met == b)
        });
        let due = |id: PlayerId| {
            let player = self.position.player(id);
            (player.strength == Strength::Absolute)
                .then_some(player.preference)
                .flatten()
        };
        let one_colour = due(a).is_some() && due(a) == due(b);
        !have_played && !one_colour && !self.position.is_banned(a, b)
    }

    fn can_complete(&self, players: &[PlayerId]) -> bool {
        let Some((first, rest)) = players.split_first() else {
            return true;
        };
        (0..rest.len()).any(|place| {
            self.may_meet(*first, rest[place])
                && self.can_complete(&[&rest[..place], &rest[place + 1..]].concat())
        })
    }

    // 3.1.

    fn bye(&self, everybody: &[PlayerId]) -> Option<PlayerId> {
        let without = |id: PlayerId| -> Vec<PlayerId> {
            let others = everybody.iter().filter(|other| **other != id);
            others.copied().collect()
        };
        let games = |id: PlayerId| {
            (1..=self.last_round())
                .map(|round| self.entry(id, round))
                .filter(|entry| {
                    if self.reads(BursteinReading::GamesPaired) {
                        entry.opponent().is_some()
                    } else {
                        entry.played().is_some()
                    }
                })
                .count()
        };
        let able = everybody
            .iter()
            .copied()
            .filter(|id| self.position.player(*id).bye_allowed && self.can_complete(&without(*id)));
        able.max_by(|a, b| {
            let lower_score = self.score(*b).cmp(&self.score(*a));
            lower_score
                .then(games(*a).cmp(&games(*b)))
                .then(self.compare_rank(*a, *b))
        })
    }

    // 3.2 and 4.

    /// The first of the best pairings.
    fn pair_bracket(
        &self,
        mut bracket: Vec<PlayerId>,
        following: &[PlayerId],
        lower: &[PlayerId],
    ) -> Option<PairsAndFloaters> {
        bracket.sort_by(|a, b| self.compare_rank(*a, *b));
        let mut look_ahead: BTreeMap<Vec<PlayerId>, Option<(usize, Vec<Score>)>> = BTreeMap::new();
        // C5: as few floaters as there are legal pairings for.
        for n_floaters in 0..=bracket.len() {
            let mut best: Option<(FloaterMerits, PairsAndFloaters)> = None;
            for opponents in article_4(bracket.len(), n_floaters) {
                let mut pairs = Vec::new();
                let mut floaters = Vec::new();
                for (place, &opponent) in opponents.iter().enumerate() {
                    if opponent == 0 {
                        floaters.push(bracket[place]);
                    } else if opponent > place + 1 {
                        pairs.push((bracket[place], bracket[opponent - 1]));
                    }
                }
                if !pairs.iter().all(|(a, b)| self.may_meet(*a, *b)) {
                    continue;
                }
                let ahead = look_ahead.entry(floaters.clone()).or_insert_with(|| {
                    self.best_ahead(&[&floaters[..], following].concat(), lower)
                });
                let Some(ahead) = ahead.clone() else {
                    continue; // C4
                };
                let merits = (self.descending(&floaters), ahead, self.refused(&pairs));
                if best.as_ref().is_none_or(|(least, _)| merits < *least) {
                    best = Some((merits, (pairs, floaters)));
                }
            }
            if let Some((_, pairing)) = best {
                return Some(pairing);
            }
        }
        None
    }

    /// C7: the fewest floaters of the following bracket and then their least scores; `None` where
    /// the floaters leave no completion (C4).
    fn best_ahead(&self, bracket: &[PlayerId], lower: &[PlayerId]) -> Option<(usize, Vec<Score>)> {
        for n_floaters in 0..=bracket.len() {
            let mut complete: Vec<Vec<Score>> = Vec::new();
            each_floater_set(bracket, n_floaters, &mut Vec::new(), &mut |set| {
                let stay: Vec<PlayerId> = bracket
                    .iter()
                    .copied()
                    .filter(|id| !set.contains(id))
                    .collect();
                if self.can_complete(&stay) && self.can_complete(&[set, lower].concat()) {
                    complete.push(self.descending(set));
                }
            });
            if let Some(scores) = complete.into_iter().min() {
                return Some((n_floaters, scores));
            }
        }
        None
    }

    fn descending(&self, players: &[PlayerId]) -> Vec<Score> {
        let mut scores: Vec<Score> = players.iter().map(|id| self.score(*id)).collect();
        scores.sort_unstable_by_key(|score| Reverse(*score));
        scores
    }

    /// C8: players whose preference the colours of Article 5 do not grant.
    fn refused(&self, pairs: &[(PlayerId, PlayerId)]) -> usize {
        let refused = |id: PlayerId, colour: Colour| {
            let preference = self.position.player(id).preference;
            usize::from(preference == Some(!colour))
        };
        pairs
            .iter()
            .map(|(a, b)| {
                let (white, black) = self.colours(*a, *b);
                refused(white, Colour::White) + refused(black, Colour::Black)
            })
            .sum()
    }

    // 5.

    /// White and Black of a pair.
    fn colours(&self, a: PlayerId, b: PlayerId) -> (PlayerId, PlayerId) {
        let (higher, lower) = match self.compare_rank(a, b) {
            Ordering::Less => (a, b),
            _ => (b, a),
        };
        let gives_white = |id: PlayerId, other: PlayerId, colour: Colour| match colour {
            Colour::White => (id, other),
            Colour::Black => (other, id),
        };
        let own = self.position.player(higher);
        let theirs = self.position.player(lower);
        let (Some(wish), Some(their_wish)) = (own.preference, theirs.preference) else {
            if let Some(wish) = own.preference {
                return gives_white(higher, lower, wish);
            }
            if let Some(wish) = theirs.preference {
                return gives_white(lower, higher, wish);
            }
            let initial = self.position.initial_colour().unwrap_or(Colour::White);
            let odd = own.arrival_number % 2 == 1;
            return gives_white(higher, lower, if odd { initial } else { !initial });
        };
        if wish != their_wish {
            return gives_white(higher, lower, wish);
        }
        match own.strength.cmp(&theirs.strength) {
            Ordering::Greater => return gives_white(higher, lower, wish),
            Ordering::Less => return gives_white(lower, higher, their_wish),
            Ordering::Equal => {}
        }
        let history = |id: PlayerId| -> Vec<Colour> {
            (1..=self.last_round())
                .rev()
                .filter_map(|round| self.entry(id, round).played())
                .map(|(_, colour)| colour)
                .collect()
        };
        let (mine, other) = (history(higher), history(lower));
        for (mine, other) in mine.iter().zip(&other) {
            if mine != other {
                return gives_white(higher, lower, !*mine);
            }
        }
        gives_white(higher, lower, wish)
    }
}
