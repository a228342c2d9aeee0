//! The settings of one tournament: everything drawn that was asked as a range, or not at all.

use edelweiss_model::{Colour, RoundNumber};

use crate::amount::{Amount, Quantity, SettledAmount, SettledQuantity, Span};
use crate::random::{DrawStage, TournamentSeed};
use crate::settings::{Settings, fewest_players, most_drawn_rounds, most_rounds};

/// What was drawn for one tournament before its first round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettledSettings {
    /// Number of players.
    pub players: u32,
    /// Number of rounds.
    pub rounds: RoundNumber,
    /// The colour drawn by lot.
    pub initial_colour: Colour,
    /// Highest rating that may be drawn.
    pub highest_rating: u32,
    /// Lowest rating that may be drawn.
    pub lowest_rating: u32,
    /// Groups of ratings.
    pub groups: u32,
    /// Gap between groups.
    pub separator: u32,
    /// Players without rating.
    pub missing_ratings: SettledAmount,
    /// Players with the rating of the player above.
    pub equal_ratings: SettledAmount,
    /// Women.
    pub women: SettledAmount,
    /// Titled players among those with the rating for it.
    pub titles: SettledAmount,
    /// Full-, half- and zero-point byes.
    pub byes: [SettledQuantity; 3],
    /// Withdrawals.
    pub withdrawals: SettledQuantity,
    /// Late entries.
    pub late_entries: SettledQuantity,
    /// Irregular games, in the order of the fields of [`Games`](crate::Games).
    pub games: [SettledQuantity; 6],
    /// Share of draws in percent.
    pub draw_percent: u32,
    /// Random bans.
    pub forbidden_pairs: SettledAmount,
}

impl SettledSettings {
    /// Draws what is open. Each value has its own stream, so asking for one leaves the others as
    /// they would have been (as far as the size of the tournament allows).
    pub(crate) fn draw(settings: &Settings, seed: TournamentSeed) -> Self {
        let defaults = &settings.defaults;
        let span = |stage: DrawStage, span: Span| span.draw(&mut seed.stream(stage));
        let players = draw_players(settings, seed);
        let rounds = settings.rounds.unwrap_or_else(|| {
            let most = most_drawn_rounds(players).min(most_rounds(players));
            let span = defaults.rounds;
            Span::new(span.from.min(most), span.to.min(most))
        });
        let rounds = RoundNumber::new(span(DrawStage::Rounds, rounds)).expect("checked: 1..=9999");
        let (highest_rating, lowest_rating) = draw_range(settings, seed);
        let separator = span(
            DrawStage::Separator,
            settings.ratings.separator.unwrap_or(defaults.separator),
        );
        let groups = span(
            DrawStage::Groups,
            settings.ratings.groups.unwrap_or(defaults.groups),
        );
        // Gaps that leave no rating are possible only where a part was drawn by default.
        let fitting = (highest_rating - lowest_rating) / separator.max(1) + 1;
        let once = |stage: DrawStage, asked: Option<Amount>, default: Amount| {
            asked.unwrap_or(default).settle(&mut seed.stream(stage))
        };
        let per_round = |stage: DrawStage, asked: &Option<Quantity>, default: &Quantity| {
            (asked.as_ref().unwrap_or(default)).settle(rounds.get(), &mut seed.stream(stage))
        };
        let (byes, games, ratings) = (&settings.byes, &settings.games, &settings.ratings);
        let mut settled = Self {
            players,
            rounds,
            initial_colour: settings.initial_colour.unwrap_or_else(|| {
                if seed.stream(DrawStage::InitialColour).coin() {
                    Colour::White
                } else {
                    Colour::Black
                }
            }),
            highest_rating,
            lowest_rating,
            groups: groups.min(fitting).min(players),
            separator,
            missing_ratings: once(DrawStage::MissingRatings, ratings.missing, defaults.missing),
            equal_ratings: once(DrawStage::EqualRatings, ratings.equal, defaults.equal),
            women: once(DrawStage::Women, settings.women, defaults.women),
            titles: once(DrawStage::Titles, settings.titles, defaults.titles),
            byes: [
                per_round(DrawStage::FullByes, &byes.full, &defaults.full),
                per_round(DrawStage::HalfByes, &byes.half, &defaults.half),
                per_round(DrawStage::ZeroByes, &byes.zero, &defaults.zero),
            ],
            withdrawals: per_round(
                DrawStage::Withdrawals,
                &settings.withdrawals,
                &defaults.withdrawals,
            ),
            late_entries: per_round(
                DrawStage::LateEntries,
                &settings.late_entries,
                &defaults.late_entries,
            ),
            games: [
                per_round(DrawStage::Forfeits, &games.forfeits, &defaults.forfeits),
                per_round(
                    DrawStage::DoubleForfeits,
                    &games.double_forfeits,
                    &defaults.double_forfeits,
                ),
                per_round(DrawStage::HalfZero, &games.half_zero, &defaults.unusual),
                per_round(DrawStage::ZeroHalf, &games.zero_half, &defaults.unusual),
                per_round(DrawStage::ZeroZero, &games.zero_zero, &defaults.unusual),
                per_round(DrawStage::Unrated, &games.unrated, &defaults.unrated),
            ],
            draw_percent: span(
                DrawStage::DrawShare,
                settings.draws.unwrap_or(defaults.draws),
            ),
            forbidden_pairs: once(
                DrawStage::ForbiddenPairs,
                settings.forbidden_pairs,
                Amount::NONE,
            ),
        };
        let asked = [&byes.full, &byes.half, &byes.zero].map(Option::is_some);
        make_room(&mut settled.byes, &asked);
        let asked = [
            &games.forfeits,
            &games.double_forfeits,
            &games.half_zero,
            &games.zero_half,
            &games.zero_zero,
            &games.unrated,
        ]
        .map(Option::is_some);
        make_room(&mut settled.games, &asked);
        settled
    }
}

/// The number of players: enough for the rounds that were asked for.
fn draw_players(settings: &Settings, seed: TournamentSeed) -> u32 {
    let asked = settings.players_asked();
    let span = asked.unwrap_or_else(|| {
        let default = settings.defaults.players;
        let fewest = settings
            .rounds
            .map_or(2, |rounds| fewest_players(rounds.to));
        Span::new(default.from.max(fewest), default.to.max(fewest))
    });
    span.draw(&mut seed.stream(DrawStage::Players))
}

/// Highest and lowest rating. Where only one was asked for, the other keeps a proper distance.
fn draw_range(settings: &Settings, seed: TournamentSeed) -> (u32, u32) {
    let (ratings, defaults) = (&settings.ratings, &settings.defaults);
    let highest = ratings.highest.unwrap_or_else(|| match ratings.lowest {
        Some(lowest) => {
            let floor = (lowest.to + 400).min(9999);
            Span::new(
                defaults.highest.from.max(floor),
                defaults.highest.to.max(floor),
            )
        }
        None => defaults.highest,
    });
    let highest = highest.draw(&mut seed.stream(DrawStage::Highest));
    let lowest = ratings.lowest.unwrap_or_else(|| {
        let ceiling = highest.saturating_sub(100).max(1);
        let floor = highest.saturating_sub(1000).max(1);
        Span::new(
            defaults.lowest.from.min(floor),
            defaults.lowest.to.min(ceiling),
        )
    });
    (highest, lowest.draw(&mut seed.stream(DrawStage::Lowest)))
}

/// Lowers rates that nobody asked for until no round has more than a whole of all together.
fn make_room(quantities: &mut [SettledQuantity], asked: &[bool]) {
    let rounds = quantities.first().map_or(0, |first| first.rounds.len());
    for round in 0..rounds {
        let parts = |quantity: &SettledQuantity| quantity.rounds[round].rate().parts();
        let taken: u32 = (quantities.iter().zip(asked))
            .filter(|(_, asked)| **asked)
            .map(|(quantity, _)| parts(quantity))
            .sum();
        let mut room = crate::Rate::PARTS.saturating_sub(taken);
        for (quantity, _) in quantities
            .iter_mut()
            .zip(asked)
            .filter(|(_, asked)| !**asked)
        {
            if let SettledAmount::Rate(rate) = &mut quantity.rounds[round] {
                let parts = rate.parts().min(room);
                room -= parts;
                *rate = crate::Rate::from_parts(parts).expect("lowered");
            }
        }
    }
}
