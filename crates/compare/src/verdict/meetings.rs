//! Who meets whom, with or without the colours.

use std::collections::BTreeSet;

use edelweiss::model::PlayerId;
use edelweiss::pairing::RoundPairing;

use crate::engine::Answer;

pub(super) type RoundMeetings = BTreeSet<(PlayerId, Option<PlayerId>)>;

pub(super) fn unordered(
    pairs: impl Iterator<Item = (PlayerId, PlayerId)>,
    byes: &[PlayerId],
) -> RoundMeetings {
    pairs
        .map(|(a, b)| (a.min(b), Some(a.max(b))))
        .chain(byes.iter().map(|id| (*id, None)))
        .collect()
}

pub(super) fn meetings(answer: &Answer) -> RoundMeetings {
    unordered(answer.boards.iter().copied(), &answer.byes)
}

pub(super) fn meetings_of(round: &RoundPairing) -> RoundMeetings {
    let byes: Vec<PlayerId> = round.bye.into_iter().collect();
    unordered(round.boards.iter().map(|b| (b.white, b.black)), &byes)
}

pub(super) fn boards(answer: &Answer) -> BTreeSet<(PlayerId, PlayerId)> {
    answer.boards.iter().copied().collect()
}

pub(super) fn boards_of(round: &RoundPairing) -> BTreeSet<(PlayerId, PlayerId)> {
    round.boards.iter().map(|b| (b.white, b.black)).collect()
}
