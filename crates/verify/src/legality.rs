//! Who may meet whom, and sets of players that show that others cannot all be paired.
//!
//! # Articles
//! C.04.3 (2026) C1-C5; 2017 C.1-C.3, A.9.

use edelweiss_model::{PlayerId, PlayerState, Position, Score, Tournament};
use edelweiss_weights::Edition;

use crate::premises::RoundToProve;
use crate::proof::ProofBarrier;
use crate::rejection::Rejection;

/// A tournament before a round that is claimed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClaimedRound<'a> {
    pub(crate) tournament: &'a Tournament,
    pub(crate) position: &'a Position,
    pub(crate) edition: &'static Edition,
    /// 2026 C5: the score of the player with the bye.
    pub(crate) bye_score: Option<Score>,
}

impl<'a> ClaimedRound<'a> {
    /// A round of which nothing is claimed yet.
    pub(crate) fn new(asked: &'a RoundToProve<'_>) -> Self {
        Self {
            tournament: asked.tournament(),
            position: asked.position(),
            edition: asked.edition(),
            bye_score: None,
        }
    }

    pub(crate) fn number(&self, id: PlayerId) -> u32 {
        self.tournament.player(id).number.get()
    }

    pub(crate) fn score(&self, id: PlayerId) -> Score {
        self.position.player(id).score
    }

    pub(crate) fn takes_bye(&self, id: PlayerId) -> bool {
        let is_bye_score = self.bye_score.is_none_or(|score| score == self.score(id));
        is_bye_score && self.position.player(id).bye_allowed
    }

    /// As [`check_barrier`], of players who meet whom the position allows.
    pub(crate) fn check_barrier(
        &self,
        barrier: Option<&ProofBarrier>,
        is_asked: bool,
        players: &[PlayerId],
        takes_bye: impl Fn(&PlayerState) -> bool,
    ) -> Result<(), Rejection> {
        let possible = PossiblePairs {
            number: |id| self.number(id),
            may_meet: |a, b| self.position.may_meet(a, b),
            takes_bye: |id| takes_bye(self.position.player(id)),
        };
        check_barrier(&possible, barrier, is_asked, players)
    }
}

/// What a barrier is about.
pub(crate) struct PossiblePairs<N, M, B> {
    /// A player's number in the document.
    pub(crate) number: N,
    /// Whether two may be paired.
    pub(crate) may_meet: M,
    /// Whether one may have the bye.
    pub(crate) takes_bye: B,
}

/// Checks that there is a barrier where one is asked for, and that it shows that `players` cannot all be paired.
pub(crate) fn check_barrier(
    possible: &PossiblePairs<
        impl Fn(PlayerId) -> u32,
        impl Fn(PlayerId, PlayerId) -> bool,
        impl Fn(PlayerId) -> bool,
    >,
    barrier: Option<&ProofBarrier>,
    is_asked: bool,
    players: &[PlayerId],
) -> Result<(), Rejection> {
    let is_shown = barrier.is_none_or(|barrier| is_barrier(possible, barrier, players));
    if is_shown && barrier.is_some() == is_asked {
        return Ok(());
    }
    Err(Rejection::new(
        "what shows that they cannot all be paired is missing, wrong or out of place",
    ))
}

/// Whether a barrier shows that `players` cannot all be paired, one of them with the bye if they are odd in
/// number: after taking it away more odd groups are left than it has members, and each of them needs one
/// (Tutte 1947). O(n²).
fn is_barrier(
    possible: &PossiblePairs<
        impl Fn(PlayerId) -> u32,
        impl Fn(PlayerId, PlayerId) -> bool,
        impl Fn(PlayerId) -> bool,
    >,
    barrier: &ProofBarrier,
    players: &[PlayerId],
) -> bool {
    // None is the bye.
    let bye = (players.len() % 2 == 1).then_some(None);
    let everybody = players.iter().copied().map(Some).chain(bye);
    let is_taken = |one: &Option<PlayerId>| match one {
        Some(id) => barrier.players.contains(&(possible.number)(*id)),
        None => barrier.bye,
    };
    let (taken, mut unseen): (Vec<_>, Vec<_>) = everybody.partition(is_taken);
    let joined = |a: Option<PlayerId>, b: Option<PlayerId>| match (a, b) {
        (Some(a), Some(b)) => (possible.may_meet)(a, b),
        (Some(id), _) | (_, Some(id)) => (possible.takes_bye)(id),
        (None, None) => false,
    };
    let mut n_odd = 0;
    while let Some(first) = unseen.pop() {
        let (mut group, mut at) = (vec![first], 0);
        while let Some(&member) = group.get(at) {
            group.extend(unseen.extract_if(.., |other| joined(member, *other)));
            at += 1;
        }
        n_odd += group.len() % 2;
    }
    let has_strangers = taken.len() != barrier.players.len() + usize::from(barrier.bye);
    !has_strangers && n_odd > taken.len()
}
