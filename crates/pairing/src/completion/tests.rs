use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{Position, Tournament};
use quickcheck::QuickCheck;

use super::*;
use crate::{Rules, Tuning};

/// The invariant of [`RoundCompletion`].
fn is_whole(completion: &RoundCompletion<'_>, has_bye: bool) -> bool {
    let players = 0..completion.bye() + Rank::from(has_bye);
    players.into_iter().all(|rank| {
        let mate = completion.mate[rank as usize];
        if completion.gone[rank as usize] {
            return mate == NOBODY;
        }
        mate != NOBODY && completion.mate[mate as usize] == rank && completion.may_meet(rank, mate)
    })
}

/// A completion stays one while players leave, and there is one as long as a search from nothing finds one.
fn stays_whole(tournament: &Tournament, apart: &[bool], leave: &[bool]) -> bool {
    let rules = Rules::dutch_2026();
    let position = Position::derive(tournament, &rules.edition.definitions);
    let players = position.present();
    let pairs = (0..players.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let apart = pairs.zip(apart.iter().cycle()).filter(|(_, apart)| **apart);
    let apart: Vec<_> = apart.map(|((a, b), _)| (players[a], players[b])).collect();
    let position = position.changed(&[], &[], &apart);
    let n = position.present().len() as Rank;
    let opponents = Rc::new(Opponents::new(&position, None));
    let everybody = position.present().iter().copied();
    let completion = RoundCompletion::new(&opponents, &Tuning::MEASURED, everybody);
    let Some(mut completion) = completion else {
        return !opponents.can_complete(position.present());
    };
    let has_bye = n % 2 == 1;
    let mut left: Vec<Rank> = (0..n).collect();
    for leave in leave.chunks(6) {
        let leaves = |place: usize| leave[place % leave.len()] && place % 7 < 4;
        let places = 0..left.len();
        let mut leaving: Vec<Rank> = (places.filter(|place| leaves(*place)))
            .map(|place| left[place])
            .collect();
        // The bye stays, so the number of those left is as odd or even as it was.
        leaving.truncate(leaving.len() / 2 * 2);
        left.retain(|rank| !leaving.contains(rank));
        let players: Vec<PlayerId> = left.iter().map(|rank| players[*rank as usize]).collect();
        let is_left = completion.advance(leaving.iter().copied(), 0);
        if !is_left {
            return !opponents.can_complete(&players);
        }
        if !is_whole(&completion, has_bye) {
            return false;
        }
    }
    is_whole(&completion, has_bye)
}

#[test]
fn completions_stay_whole() {
    let law: fn(RandomTournament, Vec<bool>, Vec<bool>) -> bool =
        |RandomTournament(tournament), apart, leave| stays_whole(&tournament, &apart, &leave);
    QuickCheck::new().tests(1_000).quickcheck(law);
}
