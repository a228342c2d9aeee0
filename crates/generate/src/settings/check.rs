//! Whether every tournament that settings may lead to is possible.

use std::collections::{BTreeMap, BTreeSet};

use edelweiss_model::{PointField, RoundNumber, Score, Tpn};

use super::fixed;
use super::{AccelerationSetting, MOST, Ratings, Refusal, Settings, most_drawn_rounds};
use crate::amount::{Amount, Quantity, Rate, Span};

/// The work of [`Settings::check`].
pub(super) struct Check<'a> {
    settings: &'a Settings,
    refusals: Vec<Refusal>,
}

impl<'a> Check<'a> {
    pub(super) fn new(settings: &'a Settings) -> Self {
        Self {
            settings,
            refusals: Vec::new(),
        }
    }

    /// Everything that cannot be met.
    pub(super) fn refusals(mut self) -> Vec<Refusal> {
        let settings = self.settings;
        self.size();
        if self.refusals.is_empty() {
            self.ratings();
            self.byes();
            self.players();
            self.games();
            self.points();
            self.acceleration();
            self.bans();
            self.refusals.extend(fixed::refusals(settings));
        }
        self.refusals
    }

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
        let (least, most) = match settings.two_teams {
            Some(each) => (2 * each.from, 2 * each.to),
            None => (2, MOST),
        };
        self.span("players", settings.players_asked(), least, most);
        self.span("rounds", settings.rounds, 1, settings.most_rounds(MOST));
        if let (Some(players), Some(rounds), true) = (
            settings.players_asked(),
            settings.rounds,
            self.refusals.is_empty(),
        ) {
            let most = settings.most_rounds(players.from);
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
        self.span("ratings.groups", ratings.groups, 0, MOST);
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
        let drawn = match self.settings.cycles {
            Some(_) => Span::new(
                self.settings.most_rounds(players.from),
                self.settings.most_rounds(players.to),
            ),
            None => Span {
                from: defaults.rounds.from.min(most_drawn_rounds(players.from)),
                ..defaults.rounds
            },
        };
        let rounds = self.settings.rounds.unwrap_or(drawn);
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
            let round = round.min(RoundNumber::MAX) as u16;
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
        let all = PointField::ALL.map(|field| points.value(field));
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
