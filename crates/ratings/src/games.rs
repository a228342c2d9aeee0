//! The games that count, and what follows from them.

use edelweiss_model::{GameResult, PlayerId, RoundEntry, RoundNumber, Tournament};
use edelweiss_standings::scoring_probability;

use crate::coefficient::Coefficients;
use crate::edition::RatingEdition;
use crate::hundredths::Hundredths;

/// A game that counts for the rating of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedGame {
    /// The round.
    pub round: RoundNumber,
    /// The opponent.
    pub opponent: PlayerId,
    /// The rating of the opponent.
    pub rating: u16,
    /// The difference that counts, after the rule of 400 points.
    pub difference: i32,
    /// 1, ½ or 0, whatever points the tournament gives.
    pub score: Hundredths,
    /// By table 8.1.2.
    pub expected: Hundredths,
}

/// What a caller knows of a player that a tournament does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownOfPlayer {
    /// K.
    Coefficient(u16),
    /// The year of birth.
    Born(u16),
}

/// What the tournament is worth to a player's rating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingChange {
    /// The player.
    pub player: PlayerId,
    /// The rating; at least 1.
    pub rating: u16,
    /// The games that count, by rounds.
    pub games: Vec<RatedGame>,
    /// What K may be.
    pub coefficients: Coefficients,
}

impl RatingChange {
    /// The sum of the results.
    pub fn score(&self) -> Hundredths {
        self.sum(|game| game.score)
    }

    /// The sum of the expected scores.
    pub fn expected(&self) -> Hundredths {
        self.sum(|game| game.expected)
    }

    /// The score less the expected one.
    pub fn difference(&self) -> Hundredths {
        Hundredths::new(self.score().hundredths() - self.expected().hundredths())
    }

    /// The change for this K, not rounded.
    pub fn change(&self, k: u16) -> Hundredths {
        Hundredths::new(i64::from(k) * self.difference().hundredths())
    }

    fn sum(&self, of: impl Fn(&RatedGame) -> Hundredths) -> Hundredths {
        Hundredths::new(self.games.iter().map(|game| of(game).hundredths()).sum())
    }
}

/// The changes of all rated players, by number, in an edition. `known` says of a player the K or the year of birth,
/// if the caller knows them. O(players · rounds).
pub fn rating_changes(
    tournament: &Tournament,
    edition: &RatingEdition,
    known: impl Fn(PlayerId) -> Option<KnownOfPlayer>,
) -> Vec<RatingChange> {
    let year = tournament.starts.map(|day| day.year);
    let changes = tournament.player_ids().filter_map(|id| {
        let rating = tournament.player(id).rating.filter(|rating| *rating > 0)?;
        let coefficients = match known(id) {
            Some(KnownOfPlayer::Coefficient(k)) => Coefficients::given(k),
            Some(KnownOfPlayer::Born(born)) => Coefficients::of(rating, Some(born), year),
            None => Coefficients::of(rating, None, year),
        };
        Some(RatingChange {
            player: id,
            rating,
            games: games(tournament, edition, id, rating),
            coefficients,
        })
    });
    changes.collect()
}

fn games(
    tournament: &Tournament,
    edition: &RatingEdition,
    id: PlayerId,
    own: u16,
) -> Vec<RatedGame> {
    let entries = tournament.player(id).entries.iter().enumerate();
    let games = entries.filter_map(|(index, entry)| {
        let RoundEntry::Paired {
            opponent, result, ..
        } = *entry
        else {
            return None;
        };
        let score = match result {
            GameResult::Win => 100,
            GameResult::Draw => 50,
            GameResult::Loss => 0,
            _ => return None,
        };
        let rating = tournament.player(opponent).rating.filter(|r| *r > 0)?;
        let difference = edition.difference(own, rating);
        Some(RatedGame {
            round: RoundNumber::from_index(index),
            opponent,
            rating,
            difference,
            score: Hundredths::new(score),
            expected: Hundredths::new(scoring_probability(difference).into()),
        })
    });
    games.collect()
}
