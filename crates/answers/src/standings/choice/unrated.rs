//! What players without a rating count as, as options say it.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// `--unrated`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnratedRating {
    /// The number of the player; without it everybody without a rating is meant.
    pub(super) player: Option<u32>,
    pub(super) rating: u16,
}

impl fmt::Display for UnratedRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(player) = self.player {
            write!(f, "{player}=")?;
        }
        write!(f, "{}", self.rating)
    }
}

impl Serialize for UnratedRating {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl FromStr for UnratedRating {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let number = text.trim().parse().ok();
            number.filter(|number: &u16| (1..=9999).contains(number))
        };
        let read = match text.split_once('=') {
            None => number(text).map(|rating| (None, rating)),
            Some((player, rating)) => number(player)
                .map(|number| Some(u32::from(number)))
                .zip(number(rating)),
        };
        let (player, rating) = read.ok_or_else(|| {
            format!(
                "found {text:?}, expected a rating from 1 to 9999, or the number of a player and a rating, such as 12=1400"
            )
        })?;
        Ok(Self { player, rating })
    }
}

/// One rating or several, as numbers or texts.
#[derive(Deserialize)]
#[serde(untagged)]
enum RatingsInJson {
    Number(u16),
    Text(String),
    More(Vec<RatingsInJson>),
}

impl RatingsInJson {
    fn texts(self) -> Vec<String> {
        match self {
            Self::Number(rating) => vec![rating.to_string()],
            Self::Text(text) => vec![text],
            Self::More(more) => more.into_iter().flat_map(Self::texts).collect(),
        }
    }
}

pub(super) fn one_or_more<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<UnratedRating>, D::Error> {
    let texts = RatingsInJson::deserialize(from)?.texts().into_iter();
    let ratings = texts.map(|text| text.parse());
    ratings
        .collect::<Result<_, String>>()
        .map_err(Error::custom)
}
