//! A second, enumerating reading of the Swiss team system, for small fields.
//!
//! It lists the sets of upfloaters in the order of 3.5.4 and the pairings in the order of 3.6.3 and compares them
//! criterion by criterion; C8 and C9 are counted after colours were given to every pair by article 4. Its only use is to
//! disagree.

use std::cmp::Reverse;

use edelweiss_model::{
    ByeKind, Colour, Definitions, GameResult, PlayerId, Position, RoundEntry, RoundNumber, Score,
    TeamPreferences, TeamScore, Tournament,
};

use super::double_swiss_2026::{identifier, sets_in_order};
use super::{PairsByText, RoundByText};

/// Readings of the text other than those the judge takes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeamSwissReading {
    /// C6 is complied with by parity, or not at all.
    FollowingByParity,
    /// C6 is about the next scoregroup of those still unpaired.
    FollowingUnpaired,
    /// 1.5: a forfeited match makes floaters.
    ForfeitsFloat,
    /// 1.7.2: no preference in the last round where there were as many Whites as Blacks.
    LastRoundWithout,
    /// 1.5: floaters by scores without virtual points.
    FloatsByStandings,
    /// 1.2: the secondary score has the virtual points, too.
    AcceleratedSecondary,
    /// 1.4: a bye of which nothing is said is a win on every board.
    UntoldByesWin,
}

/// A team's history, read once.
#[derive(Clone, Debug, Default)]
struct TeamHistory {
    score: Score,
    secondary: Score,
    /// Opponents and colours of matches that were played.
    played: Vec<(PlayerId, Colour)>,
    barred_from_bye: bool,
    floated: bool,
    /// The colour, and whether the preference is strong.
    preference: Option<(Colour, bool)>,
}

struct TeamSwissJudge<'a> {
    tournament: &'a Tournament,
    readings: &'a [TeamSwissReading],
    position: Position,
    teams: Vec<TeamHistory>,
    /// Everybody who is paired in this round.
    field: Vec<PlayerId>,
}

/// Pairs the next round; `None` if that is impossible. Exponential in the number of teams.
pub fn pair_round(tournament: &Tournament, readings: &[TeamSwissReading]) -> Option<RoundByText> {
    let round = tournament.next_round();
    if tournament.rounds_total.is_some_and(|total| round > total) {
        return None;
    }
    let changed = with_byes_as_wins(tournament, readings);
    let tournament = changed.as_ref().unwrap_or(tournament);
    let mut judge = TeamSwissJudge {
        tournament,
        readings,
        position: Position::derive(tournament, &Definitions::DUTCH_2026),
        teams: Vec::new(),
        field: Vec::new(),
    };
    judge.teams = tournament
        .player_ids()
        .map(|id| judge.history(id))
        .collect();
    judge.pair_round()
}

/// 1.4 by the reading that an untold bye is a win on every board.
fn with_byes_as_wins(tournament: &Tournament, readings: &[TeamSwissReading]) -> Option<Tournament> {
    let worth = tournament.matches.as_ref()?.win_for_untold_bye?;
    if !readings.contains(&TeamSwissReading::UntoldByesWin) {
        return None;
    }
    let mut data = tournament.clone().into_data();
    let matches = data.matches.as_mut()?;
    for id in tournament.player_ids() {
        for (round, entry) in tournament.player(id).entries.iter().enumerate() {
            let own = &mut matches.points[id.index()];
            if *entry == RoundEntry::Bye(ByeKind::PairingAllocated) && round < own.len() {
                own[round][1] = worth;
            }
        }
    }
    data.build().ok()
}

impl TeamSwissJudge<'_> {
    fn reads(&self, reading: TeamSwissReading) -> bool {
        self.readings.contains(&reading)
    }

    fn team(&self, id: PlayerId) -> &TeamHistory {
        &self.teams[id.index()]
    }

    /// Rounds before the one to be paired.
    fn past(&self) -> usize {
        self.tournament.next_round().index()
    }

    /// How many rounds there are after this one, if that is known.
    fn to_come(&self) -> Option<usize> {
        let total = usize::from(self.tournament.rounds_total?.get());
        Some(total - self.past() - 1)
    }

    fn history(&self, id: PlayerId) -> TeamHistory {
        let entry = |round| {
            self.tournament
                .player(id)
                .entry(RoundNumber::from_index(round))
        };
        let entries: Vec<RoundEntry> = (0..self.past()).map(entry).collect();
        let played: Vec<(PlayerId, Colour)> = entries.iter().filter_map(|e| e.played()).collect();
        let barred_from_bye = entries.iter().any(|entry| {
            matches!(
                entry,
                RoundEntry::Bye(ByeKind::PairingAllocated | ByeKind::Full)
                    | RoundEntry::Paired {
                        result: GameResult::ForfeitWin,
                        ..
                    }
            )
        });
        let secondary = match &self.tournament.matches {
            Some(matches) if matches.rules.uses_secondary => {
                let of = match matches.rules.primary {
                    TeamScore::MatchPoints => TeamScore::GamePoints,
                    TeamScore::GamePoints => TeamScore::MatchPoints,
                };
                let virtual_points = if self
                    .readings
                    .contains(&TeamSwissReading::AcceleratedSecondary)
                {
                    let all = self.position.player(id).score;
                    all - self.tournament.standings_score(id, self.past())
                } else {
                    Score::ZERO
                };
                matches.score(id.index(), of, self.past()) + virtual_points
            }
            _ => Score::ZERO,
        };
        TeamHistory {
            score: self.position.player(id).score,
            secondary,
            barred_from_bye,
            floated: self.floated(id, entries.last().copied()),
            preference: self.preference(&played),
            played,
        }
    }

    /// 1.5, with the exception of the last two rounds that C7 and C10 have.
    fn floated(&self, id: PlayerId, last: Option<RoundEntry>) -> bool {
        let Some(RoundEntry::Paired {
            opponent, result, ..
        }) = last
        else {
            return false;
        };
        if !result.is_played() && !self.reads(TeamSwissReading::ForfeitsFloat) {
            return false;
        }
        if self.to_come().is_some_and(|rounds| rounds < 2) {
            return false;
        }
        let round = self.past() - 1;
        let before = self.tournament.before_round(RoundNumber::from_index(round));
        let position = Position::derive(&before, &Definitions::DUTCH_2026);
        let score = |id| {
            let player = position.player(id);
            if self.reads(TeamSwissReading::FloatsByStandings) {
                player.standings
            } else {
                player.score
            }
        };
        score(id) != score(opponent)
    }

    /// 1.7.
    fn preference(&self, played: &[(PlayerId, Colour)]) -> Option<(Colour, bool)> {
        use Colour::{Black, White};
        let kind = (self.tournament.matches.as_ref())
            .map_or(TeamPreferences::TypeA, |matches| matches.rules.preferences);
        let colours: Vec<Colour> = played.iter().map(|(_, colour)| *colour).collect();
        let difference = balance(&colours);
        let last_two = |colour: Colour| colours.len() > 1 && colours.ends_with(&[colour, colour]);
        let simple =
            if difference < -1 || ((difference == 0 || difference == -1) && last_two(Black)) {
                Some(White)
            } else if difference > 1 || ((difference == 0 || difference == 1) && last_two(White)) {
                Some(Black)
            } else {
                None
            };
        let is_last = self.to_come() == Some(0);
        match kind {
            TeamPreferences::None => None,
            TeamPreferences::TypeA => simple.map(|colour| (colour, true)),
            TeamPreferences::TypeB => {
                if is_last && difference == 0 && self.reads(TeamSwissReading::LastRoundWithout) {
                    return None;
                }
                if let Some(colour) = simple {
                    return Some((colour, true));
                }
                let last = *colours.last()?;
                let mild = match difference {
                    -1 => Some(White),
                    1 => Some(Black),
                    0 if !is_last && last == Black => Some(White),
                    0 if !is_last => Some(Black),
                    _ => None,
                };
                mild.map(|colour| (colour, false))
            }
        }
    }

    fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        let have_met = self.team(a).played.iter().any(|(other, _)| *other == b);
        !have_met && !self.position.is_banned(a, b)
    }

    fn can_pair(&self, teams: &[PlayerId]) -> bool {
        let Some((first, rest)) = teams.split_first() else {
            return true;
        };
        teams.len().is_multiple_of(2)
            && (0..rest.len()).any(|place| {
                self.may_meet(*first, rest[place])
                    && self.can_pair(&[&rest[..place], &rest[place + 1..]].concat())
            })
    }

    fn pair_round(&mut self) -> Option<RoundByText> {
        self.field = self.position.present().to_vec();
        let bye = if self.field.len() % 2 == 1 {
            let bye = self.bye()?;
            self.field.retain(|id| *id != bye);
            Some(bye)
        } else {
            None
        };
        if !self.can_pair(&self.field) {
            return None;
        }
        let mut unpaired = self.field.clone();
        let mut boards = Vec::new();
        while let Some(highest) = unpaired.iter().map(|id| self.team(*id).score).max() {
            let (top, lower): (Vec<PlayerId>, Vec<PlayerId>) = unpaired
                .iter()
                .partition(|id| self.team(**id).score == highest);
            let upfloaters = self.upfloaters(&top, &lower);
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

    /// 3.4.
    fn bye(&self) -> Option<PlayerId> {
        let mut order = self.field.clone();
        order.sort_by_key(|id| {
            let team = self.team(*id);
            (team.score, Reverse(team.played.len()), Reverse(*id))
        });
        order.into_iter().find(|id| {
            let others: Vec<PlayerId> = self.field.iter().copied().filter(|o| o != id).collect();
            !self.team(*id).barred_from_bye && self.can_pair(&others)
        })
    }

    /// 3.5: the set, `lower` being everybody who is not paired yet and not of the top scoregroup.
    fn upfloaters(&self, top: &[PlayerId], lower: &[PlayerId]) -> Vec<PlayerId> {
        let sets = self.legal_sets(top, lower);
        // C5: scores in ascending order, as high as possible.
        let profile = |set: &[PlayerId]| {
            let mut scores: Vec<Score> = set.iter().map(|id| self.team(*id).score).collect();
            scores.sort_unstable();
            scores
        };
        let best = sets.iter().map(|set| profile(set)).max();
        let best = best.expect("C3 held before this bracket");
        let mut sets = sets;
        sets.retain(|set| profile(set) == best);
        let c6 = |set: &Vec<PlayerId>| self.following_need(top, set, lower);
        let least = sets.iter().map(c6).min().unwrap_or(0);
        let counts_c6 = !self.reads(TeamSwissReading::FollowingByParity) || least < 2;
        let merit = |set: &Vec<PlayerId>| {
            let again = set.iter().filter(|id| self.team(**id).floated).count();
            (if counts_c6 { c6(set) } else { 0 }, again)
        };
        // The first of the least.
        sets.into_iter().min_by_key(merit).expect("there are some")
    }

    /// C4: the sets of the smallest size that leave a legal pairing, in the order of 3.5.4.
    fn legal_sets(&self, top: &[PlayerId], lower: &[PlayerId]) -> Vec<Vec<PlayerId>> {
        let mut ordered = lower.to_vec();
        ordered.sort_by_key(|id| (Reverse(self.team(*id).score), *id));
        (0..=lower.len())
            .map(|size| {
                let mut sets = sets_in_order(&ordered, size);
                sets.retain(|set| {
                    let others = lower.iter().filter(|id| !set.contains(id));
                    let others: Vec<PlayerId> = others.copied().collect();
                    self.can_pair(&[top, set].concat()) && self.can_pair(&others)
                });
                sets
            })
            .find(|sets| !sets.is_empty())
            .unwrap_or_default()
    }

    /// C6: how many upfloaters the following scoregroup needs then.
    fn following_need(&self, top: &[PlayerId], set: &[PlayerId], lower: &[PlayerId]) -> usize {
        let own = self.team(top[0]).score;
        let from: &[PlayerId] = if self.reads(TeamSwissReading::FollowingUnpaired) {
            lower
        } else {
            &self.field
        };
        let scores = from.iter().map(|id| self.team(*id).score);
        let Some(level) = scores.filter(|score| *score < own).max() else {
            return 0;
        };
        let left = lower.iter().copied().filter(|id| !set.contains(id));
        let (following, below): (Vec<PlayerId>, Vec<PlayerId>) = left
            .filter(|id| self.team(*id).score <= level)
            .partition(|id| self.team(*id).score == level);
        if following.is_empty() {
            return 0;
        }
        self.legal_sets(&following, &below)[0].len()
    }

    /// 3.6.
    fn bracket(&self, top: &[PlayerId], upfloaters: &[PlayerId]) -> PairsByText {
        let mut pairings = Vec::new();
        self.pairings(&[top, upfloaters].concat(), &mut Vec::new(), &mut pairings);
        pairings.sort_by_key(|pairs| identifier(pairs));
        let merits = |pairs: &PairsByText| {
            let (mut c8, mut c9, mut c10) = (0, 0, 0);
            for (a, b) in pairs {
                let (white, black) = self.colours(*a, *b);
                for (id, colour) in [(white, Colour::White), (black, Colour::Black)] {
                    if let Some((wanted, is_strong)) = self.team(id).preference
                        && wanted != colour
                    {
                        c8 += 1;
                        c9 += usize::from(is_strong);
                    }
                }
                for (one, other) in [(a, b), (b, a)] {
                    c10 += usize::from(upfloaters.contains(one) && self.team(*other).floated);
                }
            }
            let is_type_b = (self.tournament.matches.as_ref())
                .is_some_and(|matches| matches.rules.preferences == TeamPreferences::TypeB);
            (c8, if is_type_b { c9 } else { 0 }, c10)
        };
        pairings
            .into_iter()
            .min_by_key(merits)
            .expect("the set was legal")
    }

    fn pairings(&self, teams: &[PlayerId], made: &mut PairsByText, all: &mut Vec<PairsByText>) {
        let Some((first, rest)) = teams.split_first() else {
            all.push(made.clone());
            return;
        };
        for (place, other) in rest.iter().enumerate() {
            if self.may_meet(*first, *other) {
                made.push((*first, *other));
                self.pairings(&[&rest[..place], &rest[place + 1..]].concat(), made, all);
                made.pop();
            }
        }
    }

    /// 4: White and Black.
    fn colours(&self, a: PlayerId, b: PlayerId) -> (PlayerId, PlayerId) {
        let rank = |id: PlayerId| {
            let team = self.team(id);
            (Reverse(team.score), Reverse(team.secondary), id)
        };
        let (first, other) = super::in_order(a, b, rank);
        let white_to_first = self.white_to_first(first, other);
        if white_to_first {
            (first, other)
        } else {
            (other, first)
        }
    }

    /// 4.3.
    fn white_to_first(&self, first: PlayerId, other: PlayerId) -> bool {
        let (own, theirs) = (self.team(first), self.team(other));
        if own.played.is_empty() && theirs.played.is_empty() {
            let initial = self.position.initial_colour().unwrap_or(Colour::White);
            let is_odd = self.position.player(first).arrival_number % 2 == 1;
            return is_odd == (initial == Colour::White);
        }
        match (own.preference, theirs.preference) {
            (Some((colour, _)), None) => return colour == Colour::White,
            (None, Some((colour, _))) => return colour == Colour::Black,
            (Some((mine, _)), Some((that, _))) if mine != that => return mine == Colour::White,
            (Some((mine, true)), Some((_, false))) => return mine == Colour::White,
            (Some((_, false)), Some((that, true))) => return that == Colour::Black,
            _ => {}
        }
        let colours = |team: &TeamHistory| -> Vec<Colour> {
            team.played.iter().map(|(_, colour)| *colour).collect()
        };
        let (mine, that) = (colours(own), colours(theirs));
        if balance(&mine) != balance(&that) {
            return balance(&mine) < balance(&that);
        }
        let shared = mine.len().min(that.len());
        for back in 1..=shared {
            let (own, theirs) = (mine[mine.len() - back], that[that.len() - back]);
            if own != theirs {
                return own == Colour::Black;
            }
        }
        if let Some((colour, _)) = own.preference {
            return colour == Colour::White;
        }
        match (mine.last(), that.last()) {
            (Some(last), _) => *last == Colour::Black,
            (None, last) => last == Some(&Colour::White),
        }
    }
}

/// Matches with White less matches with Black.
fn balance(colours: &[Colour]) -> i32 {
    let whites = colours.iter().filter(|colour| **colour == Colour::White);
    2 * whites.count() as i32 - colours.len() as i32
}
