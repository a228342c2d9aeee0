//! Rounds in which the engine once differed from the text.

use crate::common::{compare, describe};
use edelweiss_check::literal::{Limit, LiteralOutcome, LiteralRoute, Until, pair_round};
use edelweiss_model::{
    Absence, ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, RoundEntry,
    RoundNumber, Score, Tournament, TournamentData, Tpn,
};
use edelweiss_weights::{DUTCH_2017, DUTCH_2026};

fn id(index: usize) -> PlayerId {
    PlayerId::from_index(index)
}

/// Bans every pair of the first `n` players that is not listed.
fn forbid_others(data: &mut TournamentData, n: usize, may_meet: &[(usize, usize)]) {
    for a in 0..n {
        for b in a + 1..n {
            if !may_meet.contains(&(a, b)) {
                data.forbidden.push(ForbiddenGroup {
                    first: RoundNumber::FIRST,
                    last: None,
                    players: vec![id(a), id(b)],
                });
            }
        }
    }
}

/// Seven players before round three, with pairing scores 4 3 3 3 2 1 0. Players 0 and 6 have had
/// White, 1 and 4 alone may receive the bye. Only the pairs listed may meet.
fn two_numbers_of_mdps() -> Tournament {
    let may_meet = [(2, 3), (1, 3), (2, 4), (0, 5), (0, 6), (1, 5), (4, 6)];
    let mut data = TournamentData {
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for index in 0..9 {
        let mut player = Player::new(Tpn::new(index + 1).expect("small"));
        let may_have_bye = [1, 4, 7, 8].contains(&index);
        player.entries.push(RoundEntry::Bye(if may_have_bye {
            ByeKind::Zero
        } else {
            ByeKind::PairingAllocated
        }));
        let game = |opponent: usize, colour| RoundEntry::Paired {
            opponent: id(opponent),
            colour: Some(colour),
            result: GameResult::Draw,
        };
        player.entries.push(match index {
            0 => game(7, Colour::White),
            7 => game(0, Colour::Black),
            6 => game(8, Colour::White),
            8 => game(6, Colour::Black),
            _ => RoundEntry::Bye(ByeKind::Zero),
        });
        data.players.push(player);
    }
    let round = RoundNumber::from_index(2);
    for gone in [7, 8] {
        data.absences.push(Absence {
            round,
            player: id(gone),
            kind: ByeKind::Zero,
        });
    }
    forbid_others(&mut data, 7, &may_meet);
    let standings = data.clone().build().expect("consistent");
    for (index, score) in [40, 30, 30, 30, 20, 10, 0].into_iter().enumerate() {
        let extra = Score::from_tenths(score) - standings.standings_score(id(index), 2);
        data.players[index].virtual_points = vec![Score::ZERO, Score::ZERO, extra];
    }
    data.build().expect("consistent")
}

/// 2017 B.1.c: M1 is the *maximum* number of MDPs that can be paired. The collapsed last bracket
/// has two pairings with one Pairing Score Difference (4, 3, 2): with both MDPs paired, and with
/// one; the second has the better colours (C.10). Only the first one has a candidate.
#[test]
fn a_collapsed_bracket_pairs_as_many_mdps_as_its_score_differences_allow() {
    let tournament = two_numbers_of_mdps();
    let outcome = pair_round(&tournament, &DUTCH_2017, Limit::default(), Until::Perfect);
    let LiteralOutcome::Paired(round) = outcome else {
        panic!("the round can be paired");
    };
    let last = round.brackets.last().expect("brackets");
    assert_eq!(last.route, LiteralRoute::CollapsedLast);
    assert_eq!(last.mdps, [id(0), id(1)]);
    assert_eq!(last.pairs, [(id(0), id(6)), (id(1), id(5))]);
    assert_eq!(last.floaters, [id(4)]);
    if let Err(difference) = compare(&tournament, &DUTCH_2017, Limit::default(), Until::Perfect) {
        panic!("{difference}\n{}", describe(&tournament, &DUTCH_2017));
    }
}

/// 2026: M1 is what C7 leaves. Of the two ways that can be completed one lets 1 and 2 float, with
/// 2.5 points each, the other 0 and 5 with 3 and 2: the first one is better, with one MDP fewer paired.
#[test]
fn two_mdps_float_where_their_scores_are_the_better_ones() {
    let may_meet = [
        (0, 3),
        (0, 6),
        (1, 3),
        (1, 7),
        (2, 4),
        (2, 6),
        (4, 5),
        (5, 7),
    ];
    let mut data = TournamentData {
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for (number, tenths) in (1..).zip([30, 25, 25, 20, 20, 20, 10, 10]) {
        let mut player = Player::new(Tpn::new(number).expect("small"));
        player.virtual_points = vec![Score::from_tenths(tenths)];
        data.players.push(player);
    }
    forbid_others(&mut data, 8, &may_meet);
    let tournament = data.build().expect("consistent");
    let outcome = pair_round(&tournament, &DUTCH_2026, Limit::default(), Until::Perfect);
    let LiteralOutcome::Paired(round) = outcome else {
        panic!("the round can be paired");
    };
    let third = &round.brackets[2];
    assert_eq!(third.mdps, [id(0), id(1), id(2)]);
    assert_eq!(third.pairs, [(id(0), id(3)), (id(4), id(5))]);
    assert_eq!(third.floaters, [id(1), id(2)]);
    if let Err(difference) = compare(&tournament, &DUTCH_2026, Limit::default(), Until::Perfect) {
        panic!("{difference}\n{}", describe(&tournament, &DUTCH_2026));
    }
}
