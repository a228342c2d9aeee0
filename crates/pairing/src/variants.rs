//! Many variants of one round: what if this player is absent, these two meet, those two do not?

use std::fmt;

use edelweiss_model::{PlayerId, Position, Tournament};
use rayon::prelude::*;

use crate::pair::{pair_beside, round_left};
use crate::{Outcome, Rules};

/// What is different in one variant of the coming round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variant {
    /// Players who are absent besides those of the tournament.
    pub absent: Vec<PlayerId>,
    /// Pairs that are already seated: they meet, with the colours of the rules, and everybody else
    /// is paired as if they were not there.
    pub together: Vec<(PlayerId, PlayerId)>,
    /// Pairs that may not meet, besides those the arbiter has forbidden.
    pub apart: Vec<(PlayerId, PlayerId)>,
}

/// Why a variant contradicts itself or the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvalidVariant {
    /// The tournament has no such player.
    Unknown(PlayerId),
    /// The player is to be seated, and is absent.
    Absent(PlayerId),
    /// The player is to be seated twice.
    Twice(PlayerId),
    /// The two are to be seated together, and have met.
    HaveMet(PlayerId, PlayerId),
    /// The two are to be seated together, and kept apart.
    KeptApart(PlayerId, PlayerId),
    /// The two are to be seated together, and one colour is due to both absolutely (C3).
    ColoursClash(PlayerId, PlayerId),
}

impl InvalidVariant {
    /// The same in words, for callers who number players in their own way.
    pub fn words(self, number: impl Fn(PlayerId) -> u32) -> String {
        let two = |a, b| format!("players {} and {}", number(a), number(b));
        match self {
            Self::Unknown(id) => format!("there is no player {}", number(id)),
            Self::Absent(id) => format!("player {} is absent, so has no opponent", number(id)),
            Self::Twice(id) => format!("player {} is seated twice", number(id)),
            Self::HaveMet(a, b) => format!("{} have met", two(a, b)),
            Self::KeptApart(a, b) => format!("{} may not meet", two(a, b)),
            Self::ColoursClash(a, b) => format!("{} are due one colour absolutely", two(a, b)),
        }
    }
}

impl fmt::Display for InvalidVariant {
    /// Players by their place in the tournament, from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(|id| id.index() as u32 + 1))
    }
}

impl std::error::Error for InvalidVariant {}

/// Pairs the next round of `tournament` once for each variant, in parallel; answers are in the order
/// of `variants`, and the same on any number of threads. Scores, floats and colours are derived
/// once. Cost: as [`pair_round`](crate::pair_round) for each, less the derivation.
///
/// ```
/// use edelweiss_model::{Player, PlayerId, TournamentData, Tpn};
/// use edelweiss_pairing::{Outcome, Rules, Variant, pair_many};
///
/// let mut data = TournamentData::default();
/// for number in 1..=6 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("six fresh players contradict nothing");
/// let [first, second] = [0, 1].map(PlayerId::from_index);
/// let family = Variant { together: vec![(first, second)], ..Variant::default() };
/// let late = Variant { absent: vec![first], ..Variant::default() };
/// let answers = pair_many(&tournament, &Rules::dutch_2026(), &[family, late]);
/// for answer in answers {
///     assert!(matches!(answer, Ok(Outcome::Paired(_))));
/// }
/// ```
///
/// # Errors
/// Per variant, [`InvalidVariant`].
///
/// # Panics
/// As [`pair_round`](crate::pair_round).
pub fn pair_many(
    tournament: &Tournament,
    rules: &Rules,
    variants: &[Variant],
) -> Vec<Result<Outcome, InvalidVariant>> {
    let position = Position::derive(tournament, &rules.edition.definitions);
    if let Err(none_left) = round_left(&position) {
        let none = || Ok(Outcome::Impossible(none_left.clone()));
        return variants.iter().map(|_| none()).collect();
    }
    (variants.par_iter())
        .map(|variant| {
            variant.check(&position)?;
            let seated: Vec<PlayerId> = variant
                .together
                .iter()
                .flat_map(|(a, b)| [*a, *b])
                .collect();
            let changed = position.changed(&variant.absent, &seated, &variant.apart);
            Ok(pair_beside(&changed, rules, &variant.together))
        })
        .collect()
}

impl Variant {
    fn check(&self, position: &Position) -> Result<(), InvalidVariant> {
        let pairs = || self.together.iter().chain(&self.apart);
        let named = (self.absent.iter().copied()).chain(pairs().flat_map(|(a, b)| [*a, *b]));
        for id in named {
            if id.index() >= position.players().len() {
                return Err(InvalidVariant::Unknown(id));
            }
        }
        let mut seated = vec![false; position.players().len()];
        for &(a, b) in &self.together {
            for id in [a, b] {
                if !position.player(id).present || self.absent.contains(&id) {
                    return Err(InvalidVariant::Absent(id));
                }
                if std::mem::replace(&mut seated[id.index()], true) {
                    return Err(InvalidVariant::Twice(id));
                }
            }
            if position.have_met(a, b) {
                return Err(InvalidVariant::HaveMet(a, b));
            }
            let kept_apart = |pair: &(PlayerId, PlayerId)| *pair == (a, b) || *pair == (b, a);
            if position.is_banned(a, b) || self.apart.iter().any(kept_apart) {
                return Err(InvalidVariant::KeptApart(a, b));
            }
            if position.colours_clash(a, b) {
                return Err(InvalidVariant::ColoursClash(a, b));
            }
        }
        Ok(())
    }
}
