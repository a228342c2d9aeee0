//! What may be asked of a generated tournament, and what is drawn where nothing is asked.

mod check;
mod fixed;

use std::fmt;

use edelweiss_model::{Colour, PointSystem, RoundNumber, Score, Sex, Tpn};

use crate::amount::{Amount, Quantity, Rate, Span};
use crate::models::ResultModel;
use check::Check;

/// What the file that is made of a tournament has numbers for.
const MOST: u32 = Tpn::MAX_IN_FILE;

/// Everything that can be asked of a made-up event. `None` and empty lists mean: draw it as [`Defaults`] says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The seed of the batch; a fresh one if none is given.
    pub seed: Option<u64>,
    /// How many tournaments a batch has; one if none is given.
    pub tournaments: Option<u32>,
    /// Name of the event; names seed and place in the batch if none is given.
    pub name: Option<String>,
    /// The pairing system, by a name that only the caller reads.
    pub system: Option<String>,
    /// Number of players.
    pub players: Option<Span>,
    /// Number of rounds.
    pub rounds: Option<Span>,
    /// Where all pairings are fixed before the event: how often everybody meets everybody. Nobody is absent then, and
    /// whoever the engine does not seat is free in that round, without a point.
    pub cycles: Option<u16>,
    /// Where that is everybody of the other one of two teams only: how many players each has. Numbers of players are even
    /// then.
    pub two_teams: Option<Span>,
    /// Whether the same players may meet again, as often as there are rounds.
    pub meets_again: bool,
    /// The colour drawn by lot before round one.
    pub initial_colour: Option<Colour>,
    /// Ratings drawn at random.
    pub ratings: Ratings,
    /// The players themselves; then `players` and `ratings` say nothing.
    pub field: FieldSetting,
    /// Which share of the players are women.
    pub women: Option<Amount>,
    /// Which share of those who have the rating for a title carry it.
    pub titles: Option<Amount>,
    /// What results are worth.
    pub points: PointSystem,
    /// Byes and absences.
    pub byes: Byes,
    /// Players who stop before some round and do not come back.
    pub withdrawals: Option<Quantity>,
    /// Players who enter after round one.
    pub late_entries: Option<Quantity>,
    /// Games that do not end over the board in the usual way.
    pub games: Games,
    /// How results are drawn.
    pub model: ResultModel,
    /// The share of draws in percent, for the models that have this parameter.
    pub draws: Option<Span>,
    /// Virtual points.
    pub acceleration: AccelerationSetting,
    /// Random bans, each of two players for the whole event; a rate is a share of all pairs.
    pub forbidden_pairs: Option<Amount>,
    /// Given bans.
    pub forbidden: Vec<Ban>,
    /// What is drawn where nothing is asked.
    pub defaults: Defaults,
}

/// How ratings are drawn: evenly from `lowest` to `highest`, in groups with gaps between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratings {
    /// Upper end of the range.
    pub highest: Option<Span>,
    /// Lower end of the range.
    pub lowest: Option<Span>,
    /// Number of groups; zero and one are the same.
    pub groups: Option<Span>,
    /// Gap between two neighbouring groups, in rating points.
    pub separator: Option<Span>,
    /// Players without a rating.
    pub missing: Option<Amount>,
    /// Players who have exactly the rating of the player above.
    pub equal: Option<Amount>,
}

/// Given players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FieldSetting {
    /// The players; none: they are drawn.
    pub players: Vec<Entrant>,
    /// Whether the order of the list is the initial order. Otherwise they are sorted by rating,
    /// title and name (C.04.2 (2026) 2.2).
    pub keep_order: bool,
}

/// A given player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entrant {
    /// Pairing number; the place in the initial order if none is given.
    pub number: Option<Tpn>,
    /// Name; made from the number if empty.
    pub name: String,
    /// Rating, if any.
    pub rating: Option<u16>,
    /// Title, such as `GM`.
    pub title: Option<String>,
    /// Sex, if known.
    pub sex: Option<Sex>,
    /// Federation, if known.
    pub federation: Option<String>,
}

/// Rounds without an opponent that are not the pairing's doing. A rate is a chance per player and
/// round, among those who have entered and not withdrawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Byes {
    /// Full-point byes.
    pub full: Option<Quantity>,
    /// Half-point byes.
    pub half: Option<Quantity>,
    /// Zero-point byes.
    pub zero: Option<Quantity>,
}

/// Games with an irregular end. A rate is a chance per game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Games {
    /// One player, either one, does not appear: a forfeit win and a forfeit loss.
    pub forfeits: Option<Quantity>,
    /// Neither player appears.
    pub double_forfeits: Option<Quantity>,
    /// ½-0: half a point for White only.
    pub half_zero: Option<Quantity>,
    /// 0-½: half a point for Black only.
    pub zero_half: Option<Quantity>,
    /// 0-0 over the board.
    pub zero_zero: Option<Quantity>,
    /// Over in less than one move: a result that is not rated (`W`, `D`, `L`).
    pub unrated: Option<Quantity>,
}

/// Virtual points (C.04.7).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum AccelerationSetting {
    /// None.
    #[default]
    None,
    /// The Baku method, named as such.
    Baku,
    /// The points of the Baku method, given to each player in each round: for programs that do not
    /// know the method, or compute it differently.
    BakuExplicit,
    /// Given virtual points.
    Explicit(Vec<VirtualPoints>),
}

/// Virtual points of neighbouring players in some rounds. Where two of them meet they add up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VirtualPoints {
    /// First round.
    pub first_round: RoundNumber,
    /// Last round.
    pub last_round: RoundNumber,
    /// First player, by place in the initial order (from 1).
    pub first_player: u32,
    /// Last player.
    pub last_player: u32,
    /// Points in each of the rounds.
    pub points: Score,
}

/// Players who may not meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// First round; round one if none is given.
    pub first: Option<RoundNumber>,
    /// Last round; for ever if none is given.
    pub last: Option<RoundNumber>,
    /// Two or more players, by place in the initial order (from 1).
    pub players: Vec<u32>,
}

/// What is drawn where nothing is asked. Numbers of players and rounds are kept possible: the
/// rounds drawn never exceed half the players, unless the rounds were asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defaults {
    /// Number of players.
    pub players: Span,
    /// Number of rounds.
    pub rounds: Span,
    /// Highest rating.
    pub highest: Span,
    /// Lowest rating.
    pub lowest: Span,
    /// Groups of ratings.
    pub groups: Span,
    /// Gap between two groups.
    pub separator: Span,
    /// Players without rating.
    pub missing: Amount,
    /// Players with the rating of the player above.
    pub equal: Amount,
    /// Women.
    pub women: Amount,
    /// Titled players among those with the rating for it.
    pub titles: Amount,
    /// Full-point byes.
    pub full: Quantity,
    /// Half-point byes.
    pub half: Quantity,
    /// Zero-point byes.
    pub zero: Quantity,
    /// Withdrawals.
    pub withdrawals: Quantity,
    /// Late entries.
    pub late_entries: Quantity,
    /// Forfeits by one player.
    pub forfeits: Quantity,
    /// Forfeits by both.
    pub double_forfeits: Quantity,
    /// ½-0, 0-½ and 0-0, each.
    pub unusual: Quantity,
    /// Games over in less than one move.
    pub unrated: Quantity,
    /// Share of draws in percent.
    pub draws: Span,
}

const fn per_mille(from: u32, to: u32) -> Amount {
    match (Rate::from_parts(from * 1_000), Rate::from_parts(to * 1_000)) {
        (Some(from), Some(to)) => Amount::Between(from, to),
        _ => Amount::NONE,
    }
}

impl Defaults {
    /// A little of everything that happens in an open tournament. The ranges of byes, forfeits and
    /// ratings are those JaVaFo's manual documents for its generator.
    pub const fn open() -> Self {
        Self {
            players: Span::new(16, 200),
            rounds: Span::new(5, 11),
            highest: Span::new(2400, 2800),
            lowest: Span::new(1400, 2300),
            groups: Span::new(0, 10),
            separator: Span::new(20, 70),
            missing: per_mille(0, 100),
            equal: per_mille(0, 50),
            women: per_mille(0, 300),
            titles: per_mille(500, 1000),
            full: Quantity::Whole(per_mille(0, 2)),
            half: Quantity::except_last(per_mille(5, 45)),
            zero: Quantity::Whole(per_mille(0, 20)),
            withdrawals: Quantity::Whole(per_mille(0, 50)),
            late_entries: Quantity::Whole(per_mille(0, 50)),
            forfeits: Quantity::Whole(per_mille(10, 100)),
            double_forfeits: Quantity::Whole(per_mille(0, 5)),
            unusual: Quantity::Whole(per_mille(0, 2)),
            unrated: Quantity::NONE,
            draws: Span::new(10, 50),
        }
    }

    /// As [`Defaults::open`], but nothing irregular happens unless it is asked for.
    pub fn plain() -> Self {
        Self {
            groups: Span::exactly(0),
            missing: Amount::NONE,
            equal: Amount::NONE,
            women: Amount::NONE,
            titles: Amount::NONE,
            full: Quantity::NONE,
            half: Quantity::NONE,
            zero: Quantity::NONE,
            withdrawals: Quantity::NONE,
            late_entries: Quantity::NONE,
            forfeits: Quantity::NONE,
            double_forfeits: Quantity::NONE,
            unusual: Quantity::NONE,
            ..Self::open()
        }
    }

    /// As JaVaFo 2.2 documents for parameters left out of its configuration file.
    pub fn javafo() -> Self {
        Self {
            players: Span::new(15, 415),
            rounds: Span::new(5, 17),
            groups: Span::new(0, 10),
            full: Quantity::Whole(per_mille(0, 2)),
            half: Quantity::Whole(per_mille(5, 45)),
            zero: Quantity::Whole(per_mille(0, 20)),
            forfeits: Quantity::Whole(per_mille(10, 100)),
            unrated: Quantity::Whole(per_mille(0, 20)),
            ..Self::plain()
        }
    }

    /// As bbpPairings 6.0.0 documents for keys left out of its configuration file; what it does
    /// not document is taken from [`Defaults::open`].
    pub fn bbp_pairings() -> Self {
        Self {
            players: Span::new(15, 215),
            rounds: Span::new(5, 15),
            half: Quantity::except_last(per_mille(5, 45)),
            withdrawals: Quantity::Whole(per_mille(0, 50)),
            // One game in thirty to one game in six.
            forfeits: Quantity::Whole(Amount::Between(Rate::share(1, 30), Rate::share(1, 6))),
            ..Self::plain()
        }
    }
}

impl Default for Defaults {
    fn default() -> Self {
        Self::open()
    }
}

/// One setting that cannot be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The setting, as settings files name it.
    pub setting: String,
    /// What was found, what was expected, and why.
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.setting, self.reason)
    }
}

/// Why no tournament can be made: every setting that cannot be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImpossibleSettings {
    /// At least one.
    pub refusals: Vec<Refusal>,
}

impl fmt::Display for ImpossibleSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, refusal) in self.refusals.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{refusal}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ImpossibleSettings {}

/// The most rounds `players` can play without meeting anybody twice: everybody once, and with an
/// odd number the pairing-allocated bye once.
pub(crate) fn most_rounds(players: u32) -> u32 {
    players.saturating_sub(1) | 1
}

/// The most rounds drawn for `players` where the rounds are not asked for: half the players, so
/// that the legal pairings seldom run out.
pub(crate) fn most_drawn_rounds(players: u32) -> u32 {
    (players / 2).max(1)
}

/// The fewest players who can play `rounds` rounds.
pub(crate) fn fewest_players(rounds: u32) -> u32 {
    if rounds % 2 == 1 { rounds } else { rounds + 1 }.max(2)
}

impl Settings {
    /// Settings under which nothing irregular happens unless it is asked for.
    pub fn plain() -> Self {
        Self {
            defaults: Defaults::plain(),
            ..Self::default()
        }
    }

    /// The number of players, from a given field or as asked; `None` if it is drawn.
    pub(crate) fn players_asked(&self) -> Option<Span> {
        if self.field.players.is_empty() {
            self.players
        } else {
            Some(Span::exactly(self.field.players.len() as u32))
        }
    }

    /// The most rounds that `players` can play.
    pub(crate) fn most_rounds(&self, players: u32) -> u32 {
        if self.meets_again {
            return Tpn::MAX;
        }
        let once = match self.two_teams {
            Some(each) => players.div_ceil(2).min(each.to),
            None => most_rounds(players),
        };
        once * u32::from(self.cycles.unwrap_or(1))
    }

    /// The fewest players who have so many rounds.
    pub(crate) fn fewest_players(&self, rounds: u32) -> u32 {
        match self.two_teams {
            Some(_) => 2 * rounds.div_ceil(u32::from(self.cycles.unwrap_or(1))),
            None if self.meets_again => 2,
            None => fewest_players(rounds),
        }
    }

    /// Checks that every tournament these settings may lead to is possible.
    ///
    /// # Errors
    /// [`ImpossibleSettings`] with every setting that cannot be met.
    pub fn check(&self) -> Result<(), ImpossibleSettings> {
        let refusals = Check::new(self).refusals();
        if refusals.is_empty() {
            Ok(())
        } else {
            Err(ImpossibleSettings { refusals })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_bounded_by_opponents_and_the_bye() {
        for (players, rounds) in [(2, 1), (3, 3), (4, 3), (5, 5), (10, 9), (11, 11)] {
            assert_eq!(most_rounds(players), rounds, "{players} players");
        }
        for rounds in 1..30 {
            let players = fewest_players(rounds);
            assert!(most_rounds(players) >= rounds, "{rounds} rounds");
            assert!(players == 2 || most_rounds(players - 1) < rounds);
        }
    }

    #[test]
    fn every_set_of_defaults_can_be_met() {
        for defaults in [
            Defaults::open(),
            Defaults::plain(),
            Defaults::javafo(),
            Defaults::bbp_pairings(),
        ] {
            // The same values given as settings pass every check.
            let settings = Settings {
                players: Some(defaults.players),
                byes: Byes {
                    full: Some(defaults.full.clone()),
                    half: Some(defaults.half.clone()),
                    zero: Some(defaults.zero.clone()),
                },
                games: Games {
                    forfeits: Some(defaults.forfeits.clone()),
                    double_forfeits: Some(defaults.double_forfeits.clone()),
                    half_zero: Some(defaults.unusual.clone()),
                    zero_half: Some(defaults.unusual.clone()),
                    zero_zero: Some(defaults.unusual.clone()),
                    unrated: Some(defaults.unrated.clone()),
                },
                withdrawals: Some(defaults.withdrawals.clone()),
                late_entries: Some(defaults.late_entries.clone()),
                draws: Some(defaults.draws),
                ratings: Ratings {
                    highest: Some(defaults.highest),
                    lowest: Some(defaults.lowest),
                    ..Ratings::default()
                },
                ..Settings::default()
            };
            settings.check().expect("defaults are possible");
        }
    }
}
