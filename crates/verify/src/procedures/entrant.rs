//! What a procedure asks of a participant before the round.

use edelweiss_model::{Colour, PlayerId, Score};

/// One participant before the round. What a procedure does not ask has its default.
#[derive(Clone, Debug, Default)]
pub(super) struct EntrantToProve {
    /// Primary score, with virtual points.
    pub(super) score: Score,
    /// The place in the order in which participants of one score stand.
    pub(super) rank: usize,
    /// Matches, or games, that were played.
    pub(super) n_played: usize,
    /// Whether the bye is not barred: 2.1.2 of every text.
    pub(super) bye_allowed: bool,
    /// C.04.5, C.04.6 1.5: a float in the previous round, in the rounds in which it counts.
    pub(super) floated: bool,
    /// A colour, and whether the preference is of a degree that counts apart: strong of teams, absolute of players.
    pub(super) preference: Option<(Colour, bool)>,
    /// Whether two with the same absolute preference may not meet.
    pub(super) has_absolute: bool,
    /// What comes before the score in the order of the bye: the less, the rather.
    pub(super) bye_first: u32,
    /// Whether limits of colours bar White, and Black.
    pub(super) barred: [bool; 2],
    /// C.04.4.1 1.7: the average rating of opponents.
    pub(super) aro: u32,
    /// C.04.4.1 C8-C10: what taking up this player costs.
    pub(super) repeated: [u64; 3],
    /// ladder 2.2, 2.3: games that were played, each with its round from 0.
    pub(super) games: Vec<(usize, PlayerId)>,
    /// C1; in a club those who may not meet by the distance that is looked at, or have met too often.
    pub(super) met: Vec<PlayerId>,
}
