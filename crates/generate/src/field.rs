//! The players: given ones, or ratings, titles and names drawn for them.

use std::cmp::Reverse;

use edelweiss_model::{Player, Sex, Tpn};

use crate::random::{DrawStage, Stream, TournamentSeed};
use crate::settings::{Entrant, Settings};
use crate::settled::SettledSettings;

/// The players in the initial order, and how strong they play.
#[derive(Debug)]
pub(crate) struct Participants {
    pub(crate) players: Vec<Player>,
    /// The rating, or for a player without one a hidden strength: results need one.
    pub(crate) strengths: Vec<u16>,
}

/// The titles in the order of C.04.2 (2026) 2.2, and the rating from which a player may carry it.
const TITLES: [(&str, u16, Sex); 8] = [
    ("GM", 2500, Sex::Male),
    ("IM", 2400, Sex::Male),
    ("WGM", 2300, Sex::Female),
    ("FM", 2300, Sex::Male),
    ("WIM", 2200, Sex::Female),
    ("CM", 2200, Sex::Male),
    ("WFM", 2100, Sex::Female),
    ("WCM", 2000, Sex::Female),
];

impl Participants {
    pub(crate) fn draw(
        settings: &Settings,
        settled: &SettledSettings,
        seed: TournamentSeed,
    ) -> Self {
        let mut players: Vec<(Entrant, u16)> = if settings.field.players.is_empty() {
            draw_entrants(settled, seed)
        } else {
            listed_entrants(&settings.field.players, seed)
        };
        if !settings.field.keep_order {
            players.sort_by(|(a, _), (b, _)| initial_order(a).cmp(&initial_order(b)));
        }
        let strengths = players.iter().map(|(_, strength)| *strength).collect();
        let players = (players.into_iter().enumerate())
            .map(|(index, (entrant, _))| {
                let place = Tpn::new(index as u32 + 1).expect("checked: at most 9,999 players");
                let number = entrant.number.unwrap_or(place);
                Player {
                    name: if entrant.name.is_empty() {
                        format!("Player {:04}", number.get())
                    } else {
                        entrant.name
                    },
                    title: entrant.title,
                    sex: entrant.sex,
                    rating: entrant.rating,
                    federation: entrant.federation,
                    ..Player::new(number)
                }
            })
            .collect();
        Self { players, strengths }
    }
}

/// C.04.2 (2026) 2.2: rating, title, name.
fn initial_order(entrant: &Entrant) -> (Reverse<Option<u16>>, usize, &str) {
    let title = entrant.title.as_deref().unwrap_or_default();
    let rank = TITLES.iter().position(|(known, ..)| *known == title);
    (
        Reverse(entrant.rating),
        rank.unwrap_or(TITLES.len()),
        &entrant.name,
    )
}

/// Given players; one without a rating plays as strong as any of the range of the others.
fn listed_entrants(listed: &[Entrant], seed: TournamentSeed) -> Vec<(Entrant, u16)> {
    let mut stream = seed.stream(DrawStage::Strengths);
    let ratings = || listed.iter().filter_map(|entrant| entrant.rating);
    let (lowest, highest) = (
        ratings().min().unwrap_or(1400),
        ratings().max().unwrap_or(2400),
    );
    (listed.iter())
        .map(|entrant| {
            let drawn = stream.between(lowest.into(), highest.into()) as u16;
            (entrant.clone(), entrant.rating.unwrap_or(drawn))
        })
        .collect()
}

fn draw_entrants(settled: &SettledSettings, seed: TournamentSeed) -> Vec<(Entrant, u16)> {
    let ratings = draw_ratings(settled, seed);
    let n = ratings.len();
    let mut entrants: Vec<(Entrant, u16)> = (ratings.into_iter())
        .map(|rating| {
            let entrant = Entrant {
                rating: Some(rating),
                sex: Some(Sex::Male),
                ..Entrant::default()
            };
            (entrant, rating)
        })
        .collect();
    let mut women = seed.stream_of_round(DrawStage::Women, 1);
    for index in settled.women.select(n, &mut women) {
        entrants[index].0.sex = Some(Sex::Female);
    }
    let mut unrated = seed.stream_of_round(DrawStage::MissingRatings, 1);
    for index in settled.missing_ratings.select(n, &mut unrated) {
        entrants[index].0.rating = None;
    }
    let may_carry: Vec<(usize, &str)> = (entrants.iter().enumerate())
        .filter_map(|(index, (entrant, _))| Some((index, highest_title(entrant)?)))
        .collect();
    let mut titled = seed.stream_of_round(DrawStage::Titles, 1);
    for place in settled.titles.select(may_carry.len(), &mut titled) {
        let (index, title) = may_carry[place];
        entrants[index].0.title = Some(title.to_owned());
    }
    entrants
}

/// Men may carry the open titles; women those and the women's, whichever comes first.
fn highest_title(entrant: &Entrant) -> Option<&'static str> {
    let rating = entrant.rating?;
    let woman = entrant.sex == Some(Sex::Female);
    (TITLES.iter())
        .find(|(_, from, sex)| rating >= *from && (woman || *sex == Sex::Male))
        .map(|(title, ..)| *title)
}

/// Ratings, highest first. The players are split evenly into groups, and so is what the gaps leave
/// of the range.
fn draw_ratings(settled: &SettledSettings, seed: TournamentSeed) -> Vec<u16> {
    let mut stream = seed.stream_of_round(DrawStage::Ratings, 1);
    let (n, groups) = (settled.players, settled.groups.max(1));
    let range = settled.highest_rating - settled.lowest_rating;
    let width = (range - (groups - 1) * settled.separator) / groups;
    let mut ratings = Vec::with_capacity(n as usize);
    for group in 0..groups {
        let highest = settled.highest_rating - group * (width + settled.separator);
        let lowest = if group + 1 == groups {
            settled.lowest_rating
        } else {
            highest - width
        };
        let members = |upto: u32| u64::from(n) * u64::from(upto) / u64::from(groups);
        for _ in members(group)..members(group + 1) {
            ratings.push(stream.between(lowest.into(), highest.into()) as u16);
        }
    }
    ratings.sort_unstable_by_key(|rating| Reverse(*rating));
    make_equal(
        &mut ratings,
        settled,
        seed.stream_of_round(DrawStage::EqualRatings, 1),
    );
    ratings
}

/// Gives the selected players, never the first, the rating of the player above.
fn make_equal(ratings: &mut [u16], settled: &SettledSettings, mut stream: Stream) {
    let others = ratings.len().saturating_sub(1);
    for place in settled.equal_ratings.select(others, &mut stream) {
        ratings[place + 1] = ratings[place];
    }
}
