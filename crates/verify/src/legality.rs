//! Who may meet whom, and sets of players that cannot all be paired.
//!
//! # Articles
//! C.04.3 (2026) C1-C5; 2017 C.1-C.3, A.9.

use edelweiss_model::{PlayerId, Position, Score};

use crate::rejection::Rejection;

/// The whole round as it is claimed: by player index, the opponent.
#[derive(Debug)]
pub(crate) struct ClaimedPairs {
    opponents: Vec<Option<PlayerId>>,
}

impl ClaimedPairs {
    /// Checks the absolute criteria, and that everybody present is paired once or has the bye.
    ///
    /// # Errors
    /// The first player for whom that is not so.
    pub(crate) fn new(
        position: &Position,
        pairs: impl Iterator<Item = (PlayerId, PlayerId)>,
        bye: Option<PlayerId>,
    ) -> Result<Self, Rejection> {
        let mut opponents = vec![None; position.players().len()];
        for (a, b) in pairs {
            if !position.may_meet(a, b) {
                return Err(Rejection::new(
                    "a pair has two players who may not meet (C1, C3, or a ban)",
                ));
            }
            for (one, other) in [(a, b), (b, a)] {
                let has_another = opponents[one.index()].replace(other).is_some();
                if has_another || !position.player(one).present || Some(one) == bye {
                    return Err(Rejection::new("somebody is paired twice, or absent"));
                }
            }
        }
        if let Some(taker) = bye
            && !(position.player(taker).bye_allowed && position.player(taker).present)
        {
            return Err(Rejection::new(
                "the bye goes to a player who may not have it (C2)",
            ));
        }
        let is_left = |id: &&PlayerId| opponents[id.index()].is_none() && Some(**id) != bye;
        if position.present().iter().any(|id| is_left(&id)) {
            return Err(Rejection::new("somebody is neither paired nor has the bye"));
        }
        Ok(Self { opponents })
    }

    /// Whom a player meets; `None` with the bye.
    pub(crate) fn opponent(&self, id: PlayerId) -> Option<PlayerId> {
        self.opponents[id.index()]
    }
}

/// Players, and perhaps the bye, that are taken away to show that the others cannot all be paired.
#[derive(Clone, Debug, Default)]
pub struct Barrier {
    /// The players taken away.
    pub players: Vec<PlayerId>,
    /// Whether the bye is taken away with them.
    pub has_bye: bool,
}

/// Whether a barrier shows that `players` cannot all be paired, one of them with the bye if they are
/// odd in number: after taking it away more odd groups are left than it has members, and each of them
/// needs one (Tutte 1947). Only players with scores below `bye_below`, if that is given, count as allowed
/// the bye. O(n²).
pub fn is_barrier(
    position: &Position,
    players: &[PlayerId],
    barrier: &Barrier,
    bye_below: Option<Score>,
) -> bool {
    let mut is_taken = vec![false; position.players().len()];
    for id in &barrier.players {
        if !players.contains(id) || std::mem::replace(&mut is_taken[id.index()], true) {
            return false;
        }
    }
    let is_odd = players.len() % 2 == 1;
    if barrier.has_bye && !is_odd {
        return false;
    }
    let left = players.iter().copied().filter(|id| !is_taken[id.index()]);
    // None is the bye.
    let mut unseen: Vec<Option<PlayerId>> = left.map(Some).collect();
    if is_odd && !barrier.has_bye {
        unseen.push(None);
    }
    let takes_bye = |id: PlayerId| {
        let player = position.player(id);
        player.bye_allowed && bye_below.is_none_or(|score| player.score < score)
    };
    let joined = |a: Option<PlayerId>, b: Option<PlayerId>| match (a, b) {
        (Some(a), Some(b)) => position.may_meet(a, b),
        (Some(id), None) | (None, Some(id)) => takes_bye(id),
        (None, None) => false,
    };
    let mut n_odd = 0;
    while let Some(first) = unseen.pop() {
        let mut group = vec![first];
        let mut at = 0;
        while at < group.len() {
            let member = group[at];
            let (near, far): (Vec<_>, Vec<_>) =
                unseen.into_iter().partition(|other| joined(member, *other));
            group.extend(near);
            unseen = far;
            at += 1;
        }
        n_odd += group.len() % 2;
    }
    n_odd > barrier.players.len() + usize::from(barrier.has_bye)
}

/// Checks that nobody finds a legal round.
///
/// # Errors
/// When the barrier does not show it.
pub(crate) fn check_impossible(position: &Position, barrier: &Barrier) -> Result<(), Rejection> {
    if is_barrier(position, position.present(), barrier, None) {
        Ok(())
    } else {
        Err(Rejection::new("the barrier does not show that no legal round exists").at("impossible"))
    }
}

/// Checks that the bye goes to the lowest score with which a player can have it (2026 C5).
///
/// # Errors
/// When a lower score is possible, or is not shown to be impossible.
pub(crate) fn check_lowest_bye(
    position: &Position,
    bye: PlayerId,
    barrier: Option<&Barrier>,
) -> Result<(), Rejection> {
    let score = position.player(bye).score;
    let is_lower = |id: &&PlayerId| {
        let player = position.player(**id);
        player.bye_allowed && player.score < score
    };
    let is_needed = position.present().iter().any(|id| is_lower(&id));
    let is_shown = match barrier {
        None => !is_needed,
        Some(barrier) => {
            is_needed && is_barrier(position, position.present(), barrier, Some(score))
        }
    };
    if is_shown {
        Ok(())
    } else {
        let reason = "it is not shown that nobody with a lower score can have the bye (C5)";
        Err(Rejection::new(reason).at("lower bye"))
    }
}
