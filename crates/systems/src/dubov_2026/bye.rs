//! The pairing-allocated bye.
//!
//! # Articles
//! C.04.4.1 (2026) 3.1.

use std::cmp::Reverse;

use edelweiss_model::PlayerId;

use super::entrant::Dubov2026Field;

/// 3.1: of those who may have it (3.1.1) and whose bye leaves a complete pairing (3.1.2), the
/// player with the lowest score (3.1.3), then the most games (3.1.4), then the largest TPN (3.1.5).
/// `None` in an even field. One matching.
pub(super) fn assign(field: &Dubov2026Field) -> Option<PlayerId> {
    let present = field.position.present();
    if present.len().is_multiple_of(2) {
        return None;
    }
    (field.legal.dispensable(present).into_iter())
        .filter(|player| field.legal.allows_bye(*player))
        .min_by_key(|id| {
            let player = field.player(*id);
            (field.score(*id), Reverse(player.n_games), Reverse(*id))
        })
}
