//! The settings of one tournament: everything drawn that was asked as a range, or not at all.

use std::borrow::Cow;

use edelweiss_model::{Colour, RoundNumber};

use crate::amount::{Amount, Quantity, SettledAmount, SettledQuantity, Span};
use crate::random::{DrawStage, TournamentSeed};
use crate::settings::{Settings, most_drawn_rounds, most_rounds};

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
        let settings = &without_absences(settings);
        let defaults = &settings.defaults;
        let span = |stage: DrawStage, span: Span| span.draw(&mut seed.stream(stage));
        let players = draw_players(settings, seed);
        let rounds = rounds_to_draw(settings, players);
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
            draw_quantity(seed, rounds, stage, (asked, default))
        };
        let ratings = &settings.ratings;
        Self {
            players,
            rounds,
            initial_colour: settings.initial_colour.unwrap_or_else(|| draw_colour(seed)),
            highest_rating,
            lowest_rating,
            groups: groups.min(fitting).min(players),
            separator,
            missing_ratings: once(DrawStage::MissingRatings, ratings.missing, defaults.missing),
            equal_ratings: once(DrawStage::EqualRatings, ratings.equal, defaults.equal),
            women: once(DrawStage::Women, settings.women, defaults.women),
            titles: once(DrawStage::Titles, settings.titles, defaults.titles),
            byes: draw_byes(settings, seed, rounds),
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
            games: draw_games(settings, seed, rounds),
            draw_percent: span(
                DrawStage::DrawShare,
                settings.draws.unwrap_or(defaults.draws),
            ),
            forbidden_pairs: once(
                DrawStage::ForbiddenPairs,
                settings.forbidden_pairs,
                Amount::NONE,
            ),
        }
    }
}

/// From how many rounds to how many.
fn rounds_to_draw(settings: &Settings, players: u32) -> Span {
    let whole_table = |_| Span::exactly(settings.most_rounds(players));
    let asked = settings.rounds.or(settings.cycles.map(whole_table));
    asked.unwrap_or_else(|| {
        let most = most_drawn_rounds(players).min(most_rounds(players));
        let span = settings.defaults.rounds;
        Span::new(span.from.min(most), span.to.min(most))
    })
}

/// The settings, in which nothing draws an absence where all pairings are fixed before the event.
fn without_absences(settings: &Settings) -> Cow<'_, Settings> {
    if settings.cycles.is_none() {
        return Cow::Borrowed(settings);
    }
    let mut settings = settings.clone();
    let defaults = &mut settings.defaults;
    defaults.full = Quantity::NONE;
    defaults.half = Quantity::NONE;
    defaults.zero = Quantity::NONE;
    defaults.withdrawals = Quantity::NONE;
    defaults.late_entries = Quantity::NONE;
    Cow::Owned(settings)
}

/// What is asked of each round, or else the default.
fn draw_quantity(
    seed: TournamentSeed,
    rounds: RoundNumber,
    stage: DrawStage,
    (asked, default): (&Option<Quantity>, &Quantity),
) -> SettledQuantity {
    (asked.as_ref().unwrap_or(default)).settle(rounds.get(), &mut seed.stream(stage))
}

/// Full-, half- and zero-point byes.
fn draw_byes(
    settings: &Settings,
    seed: TournamentSeed,
    rounds: RoundNumber,
) -> [SettledQuantity; 3] {
    let (byes, defaults) = (&settings.byes, &settings.defaults);
    draw_together(
        seed,
        rounds,
        [
            (DrawStage::FullByes, &byes.full, &defaults.full),
            (DrawStage::HalfByes, &byes.half, &defaults.half),
            (DrawStage::ZeroByes, &byes.zero, &defaults.zero),
        ],
    )
}

/// Irregular games, in the order of the fields of [`Games`](crate::Games).
fn draw_games(
    settings: &Settings,
    seed: TournamentSeed,
    rounds: RoundNumber,
) -> [SettledQuantity; 6] {
    use DrawStage::{DoubleForfeits, Forfeits, HalfZero, Unrated, ZeroHalf, ZeroZero};
    let (games, defaults) = (&settings.games, &settings.defaults);
    draw_together(
        seed,
        rounds,
        [
            (Forfeits, &games.forfeits, &defaults.forfeits),
            (
                DoubleForfeits,
                &games.double_forfeits,
                &defaults.double_forfeits,
            ),
            (HalfZero, &games.half_zero, &defaults.unusual),
            (ZeroHalf, &games.zero_half, &defaults.unusual),
            (ZeroZero, &games.zero_zero, &defaults.unusual),
            (Unrated, &games.unrated, &defaults.unrated),
        ],
    )
}

/// Quantities of which one game or player can have one only, as what is asked, or else the default, says.
fn draw_together<const N: usize>(
    seed: TournamentSeed,
    rounds: RoundNumber,
    quantities: [(DrawStage, &Option<Quantity>, &Quantity); N],
) -> [SettledQuantity; N] {
    let asked = quantities.map(|(_, asked, _)| asked.is_some());
    let mut settled = quantities
        .map(|(stage, asked, default)| draw_quantity(seed, rounds, stage, (asked, default)));
    make_room(&mut settled, &asked);
    settled
}

/// The number of players: enough for the rounds that were asked for.
fn draw_players(settings: &Settings, seed: TournamentSeed) -> u32 {
    let asked = settings.players_asked();
    let span = asked.unwrap_or_else(|| {
        let default = settings.defaults.players;
        let fewest = settings
            .rounds
            .map_or(2, |rounds| settings.fewest_players(rounds.to));
        Span::new(default.from.max(fewest), default.to.max(fewest))
    });
    let mut stream = seed.stream(DrawStage::Players);
    match settings.two_teams {
        Some(_) => 2 * Span::new(span.from.div_ceil(2), span.to / 2).draw(&mut stream),
        None => span.draw(&mut stream),
    }
}

/// The colour drawn by lot.
fn draw_colour(seed: TournamentSeed) -> Colour {
    if seed.stream(DrawStage::InitialColour).coin() {
        Colour::White
    } else {
        Colour::Black
    }
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
