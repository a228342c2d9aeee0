//! What may be asked of a generated tournament, and what is drawn where nothing is asked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use edelweiss_model::{Colour, PointSystem, RoundNumber, Score, Sex, Tpn};

use crate::amount::{Amount, Quantity, Rate, Span};
use crate::models::ResultModel;

/// Everything that can be asked. `None` and empty lists mean: draw it as [`Defaults`] says.
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

    /// Checks that every tournament these settings may lead to is possible.
    ///
    /// # Errors
    /// [`ImpossibleSettings`] with every setting that cannot be met.
    pub fn check(&self) -> Result<(), ImpossibleSettings> {
        let mut check = Check {
            settings: self,
            refusals: Vec::new(),
        };
        check.size();
        if check.refusals.is_empty() {
            check.ratings();
            check.byes();
            check.players();
            check.games();
            check.points();
            check.acceleration();
            check.bans();
        }
        if check.refusals.is_empty() {
            Ok(())
        } else {
            Err(ImpossibleSettings {
                refusals: check.refusals,
            })
        }
    }
}

/// The work of [`Settings::check`].
struct Check<'a> {
    settings: &'a Settings,
    refusals: Vec<Refusal>,
}

impl Check<'_> {
    fn refuse(&mut self, setting: &str, reason: String) {
        self.refusals.push(Refusal {
            setting: setting.to_owned(),
            reason,
        });
    }

    /// Refuses an empty or too wide range; whether it is fine.
    fn span(&mut self, setting: &str, span: Option<Span>, least: u32, most: u32) {
        let Some(span) = span else { return };
        if span.from > span.to {
            self.refuse(
                setting,
                format!("found {span}, an empty range; expected the smaller number first"),
            );
        } else if span.from < least || span.to > most {
            self.refuse(setting, format!("found {span}, expected {least} to {most}"));
        }
    }

    fn size(&mut self) {
        let settings = self.settings;
        if settings.seed.is_some_and(|seed| seed >> 63 != 0) {
            self.refuse("seed", "expected at most 9223372036854775807".to_owned());
        }
        if settings.tournaments == Some(0) {
            self.refuse("tournaments", "found 0, expected at least 1".to_owned());
        }
        let listed = settings.field.players.len() as u32;
        if let (Some(players), true) = (settings.players, listed > 0)
            && players != Span::exactly(listed)
        {
            self.refuse(
                "players",
                format!("found {players}, but {listed} players are listed"),
            );
        }
        self.span("players", settings.players_asked(), 2, Tpn::MAX);
        self.span("rounds", settings.rounds, 1, most_rounds(Tpn::MAX));
        if let (Some(players), Some(rounds), true) = (
            settings.players_asked(),
            settings.rounds,
            self.refusals.is_empty(),
        ) {
            let most = most_rounds(players.from);
            if rounds.to > most {
                self.refuse(
                    "rounds",
                    format!(
                        "found {rounds}, expected at most {most}: {} players have no more \
                         opponents to meet once",
                        players.from
                    ),
                );
            }
        }
    }

    fn ratings(&mut self) {
        let settings = self.settings;
        let ratings = &settings.ratings;
        if !settings.field.players.is_empty() && *ratings != Ratings::default() {
            self.refuse(
                "ratings",
                "the players are listed with their ratings; expected either a list or a range"
                    .to_owned(),
            );
        }
        if settings
            .field
            .players
            .iter()
            .any(|player| player.rating > Some(9999))
        {
            self.refuse("ratings.list", "expected ratings from 1 to 9999".to_owned());
        }
        self.numbers();
        for (name, span) in [
            ("ratings.highest", ratings.highest),
            ("ratings.lowest", ratings.lowest),
        ] {
            self.span(name, span, 1, 9999);
        }
        self.span("ratings.groups", ratings.groups, 0, Tpn::MAX);
        self.span("ratings.separator", ratings.separator, 0, 9999);
        self.span("results.draws", settings.draws, 0, 100);
        let (Some(highest), Some(lowest)) = (ratings.highest, ratings.lowest) else {
            return;
        };
        if highest.from < lowest.to {
            self.refuse(
                "ratings.lowest",
                format!("found {lowest}, expected at most the highest rating {highest}"),
            );
        } else if let (Some(groups), Some(separator)) = (ratings.groups, ratings.separator) {
            let gaps = u64::from(groups.to.saturating_sub(1)) * u64::from(separator.to);
            let range = u64::from(highest.from - lowest.to);
            if gaps > range {
                self.refuse(
                    "ratings.separator",
                    format!(
                        "the gaps between {groups} groups take {gaps} points, expected at most \
                         {range}, the range of the ratings"
                    ),
                );
            }
        }
    }

    /// The numbers of listed players.
    fn numbers(&mut self) {
        let listed = &self.settings.field.players;
        let mut numbers: BTreeMap<Tpn, u32> = BTreeMap::new();
        for number in listed.iter().filter_map(|player| player.number) {
            *numbers.entry(number).or_default() += 1;
        }
        let given: u32 = numbers.values().sum();
        if let Some((number, _)) = numbers.iter().find(|(_, count)| **count > 1) {
            self.refuse("field", format!("two players have the number {number}"));
        } else if given > 0 && (given as usize) < listed.len() {
            self.refuse(
                "field",
                "expected a number for every player or for none".to_owned(),
            );
        }
    }

    /// How many players and rounds there are at least, and rounds at most.
    fn bounds(&self) -> (u32, u32, u32) {
        let defaults = &self.settings.defaults;
        let players = self.settings.players_asked().unwrap_or(defaults.players);
        let rounds = self.settings.rounds.unwrap_or(Span {
            from: defaults.rounds.from.min(most_drawn_rounds(players.from)),
            ..defaults.rounds
        });
        (players.from, rounds.from, rounds.to)
    }

    /// Refuses numbers above `per_round` in a round or `whole` altogether, and named rounds beyond
    /// the last.
    fn quantity(
        &mut self,
        setting: &str,
        quantity: Option<&Quantity>,
        first_round: u16,
        per_round: (u64, &str),
        whole: (u64, &str),
    ) {
        let Some(quantity) = quantity else { return };
        let (_, _, rounds) = self.bounds();
        for round in quantity.named_rounds() {
            if round < first_round || u32::from(round) > rounds {
                self.refuse(
                    setting,
                    format!("found round {round}, expected {first_round} to {rounds}"),
                );
            }
        }
        let (limit, what) = match quantity {
            Quantity::Whole(_) => whole,
            Quantity::PerRound { .. } => per_round,
        };
        for amount in quantity.amounts() {
            if let Amount::Number(number) = amount
                && u64::from(number) > limit
            {
                self.refuse(
                    setting,
                    format!("found {number}, expected at most {limit}: {what}"),
                );
            }
        }
    }

    /// Refuses rates that may exceed a whole together in any round.
    fn sum_of_rates(&mut self, setting: &str, quantities: &[(&str, &Quantity)]) {
        let (_, least, most) = self.bounds();
        let named: BTreeSet<u32> = (quantities.iter())
            .flat_map(|(_, quantity)| quantity.named_rounds().map(u32::from))
            .collect();
        // Rounds that are not named are all alike, but for the last one.
        let unnamed = |from: u32| (from..=most).find(|round| !named.contains(round));
        let cases = (named.iter())
            .flat_map(|round| [(*round, false), (*round, true)])
            .chain(unnamed(1).map(|round| (round, false)))
            .chain(unnamed(least).map(|round| (round, true)))
            .filter(|(round, is_last)| {
                if *is_last {
                    (least..=most).contains(round)
                } else {
                    *round < most
                }
            });
        for (round, is_last) in cases {
            let round = round.min(Tpn::MAX) as u16;
            let total = if is_last { round } else { round + 1 };
            let sum: u64 = (quantities.iter())
                .map(|(_, quantity)| quantity.of_round(round, total).highest_rate().parts())
                .map(u64::from)
                .sum();
            if sum > u64::from(Rate::PARTS) {
                let names: Vec<&str> = quantities.iter().map(|(name, _)| *name).collect();
                self.refuse(
                    setting,
                    format!(
                        "the rates of {} add up to {}.{:04}% in round {round}, expected at most \
                         100%",
                        names.join(", "),
                        sum / 10_000,
                        sum % 10_000
                    ),
                );
                return;
            }
        }
    }

    fn byes(&mut self) {
        let (players, rounds, _) = self.bounds();
        let per_round = (u64::from(players), "the players of the event");
        let whole = (
            u64::from(players) * u64::from(rounds),
            "the players times the rounds",
        );
        let byes = &self.settings.byes;
        let all = [
            ("byes.full", &byes.full),
            ("byes.half", &byes.half),
            ("byes.zero", &byes.zero),
        ];
        for (name, quantity) in all {
            self.quantity(name, quantity.as_ref(), 1, per_round, whole);
        }
        let numbers: u64 = (all.iter())
            .filter_map(|(_, quantity)| quantity.as_ref()?.whole_number())
            .map(u64::from)
            .sum();
        if numbers > whole.0 {
            self.refuse(
                "byes",
                format!(
                    "found {numbers} altogether, expected at most {}: {}",
                    whole.0, whole.1
                ),
            );
        }
        let asked: Vec<(&str, &Quantity)> = (all.into_iter())
            .filter_map(|(name, quantity)| Some((name, quantity.as_ref()?)))
            .collect();
        self.sum_of_rates("byes", &asked);
    }

    fn players(&mut self) {
        let settings = self.settings;
        let (players, rounds, most_rounds) = self.bounds();
        let limit = (
            u64::from(players.saturating_sub(2)),
            "two players have to take part from the first round to the last",
        );
        for (name, quantity) in [
            ("withdrawals", &settings.withdrawals),
            ("late-entries", &settings.late_entries),
        ] {
            self.quantity(name, quantity.as_ref(), 2, limit, limit);
            let wanted = quantity
                .as_ref()
                .is_some_and(|quantity| *quantity != Quantity::NONE);
            if wanted && settings.rounds.is_some() && rounds.min(most_rounds) < 2 {
                self.refuse(name, "an event of one round has no later round".to_owned());
            }
        }
        let everybody = (u64::from(players), "the players of the event");
        let pairs = u64::from(players) * u64::from(players.saturating_sub(1)) / 2;
        for (name, amount, (limit, what)) in [
            ("women", settings.women, everybody),
            ("titles", settings.titles, everybody),
            ("ratings.missing", settings.ratings.missing, everybody),
            (
                "ratings.equal",
                settings.ratings.equal,
                (
                    u64::from(players.saturating_sub(1)),
                    "the first player has nobody above",
                ),
            ),
            (
                "forbidden.pairs",
                settings.forbidden_pairs,
                (pairs, "the pairs of players there are"),
            ),
        ] {
            if let Some(Amount::Number(number)) = amount
                && u64::from(number) > limit
            {
                self.refuse(
                    name,
                    format!("found {number}, expected at most {limit}: {what}"),
                );
            }
        }
    }

    fn games(&mut self) {
        let (players, rounds, _) = self.bounds();
        let boards = u64::from(players / 2);
        let per_round = (boards, "the boards of a round");
        let whole = (boards * u64::from(rounds), "the boards of all rounds");
        let games = &self.settings.games;
        let all = [
            ("games.forfeits", &games.forfeits),
            ("games.double-forfeits", &games.double_forfeits),
            ("games.half-zero", &games.half_zero),
            ("games.zero-half", &games.zero_half),
            ("games.zero-zero", &games.zero_zero),
            ("games.unrated", &games.unrated),
        ];
        for (name, quantity) in all {
            self.quantity(name, quantity.as_ref(), 1, per_round, whole);
        }
        let asked: Vec<(&str, &Quantity)> = (all.into_iter())
            .filter_map(|(name, quantity)| Some((name, quantity.as_ref()?)))
            .collect();
        self.sum_of_rates("games", &asked);
    }

    fn points(&mut self) {
        let points = &self.settings.points;
        for (side, colour) in ["White", "Black"].into_iter().enumerate() {
            let (win, draw, loss) = (points.win[side], points.draw[side], points.loss[side]);
            if win < draw || draw < loss || win == loss {
                self.refuse(
                    "points",
                    format!(
                        "found {win} for a win, {draw} for a draw and {loss} for a loss with \
                         {colour}, expected a win worth more than a loss and a draw in between"
                    ),
                );
            }
        }
        let best = points.best_reward();
        if points.pairing_allocated_bye > best {
            self.refuse(
                "points.pairing-allocated-bye",
                format!(
                    "found {}, expected at most the {best} of a win",
                    points.pairing_allocated_bye
                ),
            );
        }
        let all = [
            points.win[0],
            points.win[1],
            points.loss[0],
            points.loss[1],
            points.pairing_allocated_bye,
            points.full_point_bye,
            points.half_point_bye,
            points.zero_point_bye,
            points.forfeit_win,
            points.forfeit_loss,
        ];
        let limit = Score::from_tenths(1_000);
        if let Some(value) = all.iter().find(|value| **value > limit || **value < -limit) {
            self.refuse(
                "points",
                format!("found {value}, expected values from -{limit} to {limit}"),
            );
        }
    }

    fn acceleration(&mut self) {
        let points = &self.settings.points;
        match &self.settings.acceleration {
            AccelerationSetting::None => {}
            AccelerationSetting::Baku | AccelerationSetting::BakuExplicit => {
                let standard = (points.win.iter())
                    .all(|win| points.draw.iter().all(|draw| *draw + *draw == *win))
                    && points.loss == [Score::ZERO; 2];
                if !standard {
                    self.refuse(
                        "acceleration",
                        "the Baku method needs a win worth two draws and a loss worth nothing"
                            .to_owned(),
                    );
                }
            }
            AccelerationSetting::Explicit(all) => {
                let (players, ..) = self.bounds();
                for part in all {
                    self.places(
                        "virtual-points",
                        &[part.first_player, part.last_player],
                        players,
                    );
                    self.rounds_in_order("virtual-points", part.first_round, part.last_round);
                    if part.first_player > part.last_player {
                        self.refuse(
                            "virtual-points",
                            format!(
                                "found players {} to {}, expected the lower number first",
                                part.first_player, part.last_player
                            ),
                        );
                    }
                    let limit = Score::from_tenths(10_000);
                    if part.points > limit || part.points < -limit {
                        self.refuse(
                            "virtual-points",
                            format!("found {} points, expected at most {limit}", part.points),
                        );
                    }
                }
            }
        }
    }

    fn bans(&mut self) {
        let (players, ..) = self.bounds();
        for ban in &self.settings.forbidden {
            self.places("forbidden.groups", &ban.players, players);
            if let Some(last) = ban.last {
                let first = ban.first.unwrap_or(RoundNumber::FIRST);
                self.rounds_in_order("forbidden.groups", first, last);
            }
            let mut sorted = ban.players.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() < 2 || sorted.len() < ban.players.len() {
                self.refuse(
                    "forbidden.groups",
                    format!(
                        "found the players {:?}, expected two or more different ones",
                        ban.players
                    ),
                );
            }
        }
    }

    fn places(&mut self, setting: &str, places: &[u32], players: u32) {
        for place in places {
            if !(1..=players).contains(place) {
                self.refuse(
                    setting,
                    format!("found player {place}, expected 1 to {players}"),
                );
            }
        }
    }

    fn rounds_in_order(&mut self, setting: &str, first: RoundNumber, last: RoundNumber) {
        if first > last {
            self.refuse(
                setting,
                format!("found rounds {first} to {last}, expected the earlier one first"),
            );
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
