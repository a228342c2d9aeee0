//! A second, enumerating reading of the Double-Swiss System, for small fields.
//!
//! It lists the sets of upfloaters in the order of 3.5.4 and the pairings in the order of 3.6.3 and
//! compares them criterion by criterion. Matches are read from the entries here a second time. Its
//! only use is to disagree.

use std::cmp::{Ordering, Reverse};

use edelweiss_model::{
    Acceleration, ByeKind, Colour, Definitions, GameResult, PlayerId, Position, RoundEntry,
    RoundNumber, Score, Tournament,
};

use super::{PairsByText, RoundByText, in_order};

/// Readings of the text other than those the judge takes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DoubleSwissReading {
    /// C6 is complied with by parity, or not at all.
    FollowingBracketByParity,
    /// 1.5: a forfeited match is no float.
    ForfeitedFloatsIgnored,
    /// C.04.7 1.4: the win of the acceleration is that of a game.
    BakuWinOfGame,
}

/// The rounds so far are no matches of two games each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMatches;

/// Pairs the next match; `None` if that is impossible. Exponential in the number of players.
///
/// # Errors
/// [`NoMatches`] where the rounds so far cannot be read as matches.
pub fn pair_round(
    tournament: &Tournament,
    readings: &[DoubleSwissReading],
) -> Result<Option<RoundByText>, NoMatches> {
    let tournament = &with_a_whole_match_to_pair(tournament).ok_or(NoMatches)?;
    let position = Position::derive(tournament, &Definitions::DUTCH_2026);
    let matches = (tournament.player_ids().map(|id| matches_of(tournament, id)))
        .collect::<Option<Vec<_>>>()
        .ok_or(NoMatches)?;
    let judge = DoubleSwissJudge {
        tournament,
        readings,
        position,
        matches,
    };
    Ok(judge.pair_round())
}

/// The bye of a match that nobody else played stands in its first round only: its second is over.
/// [`matches_of`] refuses games that stand there alone. `None` where the event has half a match.
fn with_a_whole_match_to_pair(tournament: &Tournament) -> Option<Tournament> {
    let is_odd = |round: RoundNumber| round.get() % 2 == 1;
    if tournament.rounds_total.is_some_and(is_odd) {
        return None;
    }
    let next = tournament.next_round();
    if is_odd(next) {
        return Some(tournament.clone());
    }
    let mut data = tournament.clone().into_data();
    data.round_to_pair = Some(RoundNumber::from_index(next.index() + 1));
    data.build().ok()
}

/// Two rounds of one player.
#[derive(Clone, Copy, Debug)]
enum TwoRounds {
    /// Neither has an opponent.
    Unpaired([RoundEntry; 2]),
    /// Both have the same one.
    Match {
        opponent: PlayerId,
        /// Of game 1.
        colour: Option<Colour>,
        results: [GameResult; 2],
        theirs: [GameResult; 2],
    },
}

/// Both games lost by not coming.
const NOT_THERE: [GameResult; 2] = [GameResult::ForfeitLoss; 2];

impl TwoRounds {
    /// 1.6: the colour where at least one game took place.
    fn colour_played(self) -> Option<Colour> {
        let Self::Match {
            colour, results, ..
        } = self
        else {
            return None;
        };
        let took_place = results.iter().any(|result| result.is_played());
        colour.filter(|_| took_place)
    }

    /// Preface: the opponent, where both came to at least one game.
    fn met(self) -> Option<PlayerId> {
        match self {
            Self::Match {
                opponent,
                results,
                theirs,
                ..
            } if results != NOT_THERE && theirs != NOT_THERE => Some(opponent),
            _ => None,
        }
    }

    /// 2.1.2.
    fn bars_bye(self) -> bool {
        match self {
            Self::Unpaired(entries) => entries.iter().any(|entry| {
                *entry == RoundEntry::Bye(ByeKind::PairingAllocated)
                    || *entry == RoundEntry::Bye(ByeKind::Full)
            }),
            Self::Match {
                results, theirs, ..
            } => theirs == NOT_THERE && results != NOT_THERE,
        }
    }
}

/// The matches of one player, oldest first; `None` where two rounds are no match, or where only the
/// second game of the match to be paired is announced as missed.
fn matches_of(tournament: &Tournament, id: PlayerId) -> Option<Vec<TwoRounds>> {
    let recorded = tournament.next_round().index();
    let entry =
        |id: PlayerId, index: usize| (tournament.player(id)).entry(RoundNumber::from_index(index));
    let misses = |index: usize| {
        let absent = (tournament.absences.iter())
            .any(|absence| absence.player == id && absence.round.index() == index);
        absent || entry(id, index) != RoundEntry::Blank
    };
    if recorded.is_multiple_of(2) && misses(recorded + 1) && !misses(recorded) {
        return None;
    }
    let mut matches = Vec::new();
    for first in (0..recorded / 2).map(|number| 2 * number) {
        let both = [entry(id, first), entry(id, first + 1)];
        let opponents = both.map(RoundEntry::opponent);
        let Some(opponent) = opponents[0] else {
            if opponents[1].is_some() {
                return None;
            }
            matches.push(TwoRounds::Unpaired(both));
            continue;
        };
        if opponents[1] != Some(opponent) {
            return None;
        }
        let colours = both.map(scheduled_colour);
        if colours[0].is_some() && colours[0] == colours[1] {
            return None;
        }
        matches.push(TwoRounds::Match {
            opponent,
            colour: colours[0].or(colours[1].map(|colour| !colour)),
            results: both.map(result_of),
            theirs: [first, first + 1].map(|index| result_of(entry(opponent, index))),
        });
    }
    Some(matches)
}

fn scheduled_colour(entry: RoundEntry) -> Option<Colour> {
    match entry {
        RoundEntry::Paired { colour, .. } => colour,
        _ => None,
    }
}

fn result_of(entry: RoundEntry) -> GameResult {
    match entry {
        RoundEntry::Paired { result, .. } => result,
        _ => unreachable!("both rounds have the same opponent"),
    }
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
    let mut pairs: PairsByText = (pairs.iter())
        .map(|(a, b)| (*a.min(b), *a.max(b)))
        .collect();
    pairs.sort_unstable();
    let (mut tops, bottoms): (Vec<PlayerId>, Vec<PlayerId>) = pairs.into_iter().unzip();
    tops.extend(bottoms);
    tops
}

/// The merits of a set of upfloaters, smaller is better: C5, C6, C7.
type UpfloaterMerits = (Vec<Reverse<Score>>, usize, usize);

struct DoubleSwissJudge<'a> {
    tournament: &'a Tournament,
    readings: &'a [DoubleSwissReading],
    position: Position,
    /// By player index.
    matches: Vec<Vec<TwoRounds>>,
}

impl DoubleSwissJudge<'_> {
    fn reads(&self, reading: DoubleSwissReading) -> bool {
        self.readings.contains(&reading)
    }

    fn matches(&self, id: PlayerId) -> &[TwoRounds] {
        &self.matches[id.index()]
    }

    fn pair_round(&self) -> Option<RoundByText> {
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
        let mut boards = Vec::new();
        while let Some(highest) = unpaired.iter().map(|id| self.score(*id)).max() {
            let (top, lower): (Vec<PlayerId>, Vec<PlayerId>) =
                unpaired.iter().partition(|id| self.score(**id) == highest);
            let upfloaters = self.upfloaters(&top, lower);
            let pairs = self.bracket(&top, &upfloaters);
            unpaired.retain(|id| !top.contains(id) && !upfloaters.contains(id));
            boards.extend(pairs.into_iter().map(|(a, b)| self.colours(a, b)));
        }
        boards.sort_unstable();
        Some(RoundByText {
            boards,
            bye,
            unpaired: Vec::new(),
        })
    }

    fn is_last(&self) -> bool {
        let next = self.tournament.next_round().index();
        (self.tournament.rounds_total).is_some_and(|total| total.index() / 2 == next / 2)
    }

    fn score(&self, id: PlayerId) -> Score {
        self.score_before(&self.position, self.tournament, id)
    }

    fn score_before(&self, position: &Position, tournament: &Tournament, id: PlayerId) -> Score {
        let player = position.player(id);
        let bonus = player.score - player.standings;
        let baku = tournament.acceleration == Acceleration::Baku
            && !tournament.has_virtual_points()
            && !self.reads(DoubleSwissReading::BakuWinOfGame);
        player.standings + bonus + if baku { bonus } else { Score::ZERO }
    }

    /// 1.5, in the previous round.
    fn was_floater(&self, id: PlayerId) -> bool {
        let Some(&last) = self.matches(id).last() else {
            return false;
        };
        let TwoRounds::Match { opponent, .. } = last else {
            return false;
        };
        if last.met().is_none() && self.reads(DoubleSwissReading::ForfeitedFloatsIgnored) {
            return false;
        }
        let round = RoundNumber::from_index(self.tournament.next_round().index() - 2);
        let before = self.tournament.before_round(round);
        let position = Position::derive(&before, &Definitions::DUTCH_2026);
        self.score_before(&position, &before, id) != self.score_before(&position, &before, opponent)
    }

    fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        !(self.matches(a).iter()).any(|entry| entry.met() == Some(b))
            && !self.position.is_banned(a, b)
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
            let played = (self.matches(*id).iter())
                .filter(|entry| entry.colour_played().is_some())
                .count();
            (self.score(*id), Reverse(played), Reverse(*id))
        });
        order.into_iter().find(|id| {
            let others: Vec<PlayerId> = everybody.iter().copied().filter(|o| o != id).collect();
            let barred = self.matches(*id).iter().any(|entry| entry.bars_bye());
            !barred && self.can_pair(&others)
        })
    }

    /// 3.5.
    fn upfloaters(&self, top: &[PlayerId], mut lower: Vec<PlayerId>) -> Vec<PlayerId> {
        lower.sort_by_key(|id| (Reverse(self.score(*id)), *id));
        let following_score = lower.first().map(|id| self.score(*id));
        for size in 0..=lower.len() {
            let mut best: Option<(UpfloaterMerits, Vec<PlayerId>)> = None;
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
            if !self.reads(DoubleSwissReading::FollowingBracketByParity) || merits.1 <= 1 {
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
    fn bracket(&self, top: &[PlayerId], upfloaters: &[PlayerId]) -> PairsByText {
        let mut all = Vec::new();
        self.each_pairing(&[top, upfloaters].concat(), &mut Vec::new(), &mut all);
        let c8 = |pairs: &PairsByText| {
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

    fn each_pairing(
        &self,
        players: &[PlayerId],
        pairs: &mut PairsByText,
        all: &mut Vec<PairsByText>,
    ) {
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
        let (higher, lower) = in_order(a, b, |id| (Reverse(self.score(id)), id));
        let history = |id: PlayerId| -> Vec<Colour> {
            (self.matches(id).iter())
                .filter_map(|entry| entry.colour_played())
                .collect()
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
        match whites(&own).cmp(&whites(&theirs)) {
            Ordering::Less => return with(Colour::White),
            Ordering::Greater => return with(Colour::Black),
            Ordering::Equal => {}
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
