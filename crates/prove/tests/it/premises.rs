//! A proof holds under its premises and no others, and whatever the rules see of a tournament is one of them.

use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{
    Absence, ByeKind, Colour, ForbiddenGroup, GameResult, PlayerId, RoundEntry, RoundNumber, Score,
    Tournament,
};
use edelweiss_pairing::{Rules, pair_round};
use edelweiss_prove::prove;
use edelweiss_verify::{CountedGame, RoundProof, RoundToProve, verify};
use edelweiss_weights::{DUTCH_2017, DUTCH_2026};
use quickcheck::QuickCheck;

fn proved(asked: &RoundToProve<'_>) -> Option<RoundProof> {
    let mut rules = Rules::dutch_2026();
    rules.edition = asked.edition();
    prove(asked, &pair_round(asked.tournament(), &rules)).ok()
}

/// The tournament with one thing changed that `at` chooses, where that leaves a tournament.
fn changed(tournament: &Tournament, at: usize) -> Option<Tournament> {
    let mut data = tournament.clone().into_data();
    let (kind, at) = (at % 9, at / 9);
    let player = at % data.players.len();
    let round = tournament.next_round();
    let id = PlayerId::from_index(player);
    match kind {
        0 => data.rounds_total = RoundNumber::new(u32::from(round.get()) + (at % 2) as u32).ok(),
        1 => data.initial_colour = data.initial_colour.map(|colour| !colour),
        2 => {
            let players = vec![id, PlayerId::from_index((player + 1) % data.players.len())];
            let is_there =
                |ban: &ForbiddenGroup| players.iter().all(|one| ban.players.contains(one));
            if data.forbidden.iter().any(is_there) {
                return None;
            }
            data.forbidden.push(ForbiddenGroup {
                first: round,
                last: None,
                players,
            });
        }
        3 => data.absences.push(Absence {
            round,
            player: id,
            kind: [ByeKind::Zero, ByeKind::Half][at % 2],
        }),
        4 => return Some(tournament.with_given_bye(id)),
        5 => {
            let points = &mut data.players[player].virtual_points;
            points.resize(points.len().max(round.index() + 1), Score::ZERO);
            points[round.index()] += Score::ONE;
        }
        6 => {
            // Who was away without points had a half-point bye.
            let entry = data.players[player].entries.first_mut()?;
            *entry = match *entry {
                RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => {
                    RoundEntry::Bye(ByeKind::Half)
                }
                _ => return None,
            };
        }
        // White's win becomes Black's; White becomes Black.
        _ => {
            let index = at / 2 % data.players[player].entries.len().max(1);
            let entry = data.players[player].entries.get_mut(index)?;
            let RoundEntry::Paired { opponent, .. } = *entry else {
                return None;
            };
            for one in [player, opponent.index()] {
                let RoundEntry::Paired { result, colour, .. } =
                    &mut data.players[one].entries[index]
                else {
                    return None;
                };
                if kind == 7 {
                    *result = match *result {
                        GameResult::Win => GameResult::Loss,
                        GameResult::Loss => GameResult::Win,
                        _ => return None,
                    };
                } else {
                    *colour = colour.map(|colour| !colour);
                }
            }
        }
    }
    data.build().ok()
}

/// Whatever makes another position, or another decision of the arbiter, makes other premises.
#[test]
fn premises_differ_where_the_rules_see_a_difference_and_then_no_proof_serves_both() {
    let law: fn(RandomTournament, usize) -> bool = |RandomTournament(one), at| {
        let Some(other) = changed(&one, at) else {
            return true;
        };
        [&DUTCH_2026, &DUTCH_2017].into_iter().all(|edition| {
            let asked = [&one, &other].map(|t| RoundToProve::new(t, edition, Vec::new()));
            let is_same = asked[0].premises() == asked[1].premises();
            assert_eq!(
                is_same,
                asked[0].position() == asked[1].position()
                    && asked[0].premises().byes == asked[1].premises().byes,
                "{:?}",
                asked.each_ref().map(RoundToProve::premises)
            );
            let Some(proof) = proved(&asked[0]) else {
                return true;
            };
            assert_eq!(verify(&asked[0], &proof), Ok(()));
            match verify(&asked[1], &proof) {
                Ok(()) => is_same,
                Err(rejection) => !is_same && rejection.place.starts_with("premises, "),
            }
        })
    };
    QuickCheck::new().tests(1_500).quickcheck(law);
}

#[test]
fn a_proof_of_one_edition_is_none_of_the_other() {
    let law: fn(RandomTournament) -> bool = |RandomTournament(tournament)| {
        let asked = [&DUTCH_2026, &DUTCH_2017]
            .map(|edition| RoundToProve::new(&tournament, edition, Vec::new()));
        let Some(proof) = proved(&asked[0]) else {
            return true;
        };
        let rejection = verify(&asked[1], &proof).expect_err("of the other edition");
        rejection.to_string()
            == "premises, edition: the proof assumes 2026, the tournament has 2017"
    };
    QuickCheck::new().tests(200).quickcheck(law);
}

/// Each field of the premises is compared, and both values are told.
#[test]
fn premises_that_do_not_hold_are_named_with_both_values() {
    let data = {
        let mut data = edelweiss_model::TournamentData::default();
        for number in 1..=6 {
            let number = edelweiss_model::Tpn::new(number).expect("1..=9999");
            data.players.push(edelweiss_model::Player::new(number));
        }
        data.players[1].virtual_points = vec![Score::ONE];
        data.forbidden.push(ForbiddenGroup {
            first: RoundNumber::FIRST,
            last: None,
            players: vec![PlayerId::from_index(3), PlayerId::from_index(2)],
        });
        data
    };
    let tournament = data.build().expect("nobody contradicts anybody");
    let tournament = tournament.with_given_bye(PlayerId::from_index(4));
    let asked = RoundToProve::new(&tournament, &DUTCH_2026, Vec::new());
    let proof = proved(&asked).expect("five players");
    let refused = |change: &dyn Fn(&mut RoundProof)| {
        let mut other = proof.clone();
        change(&mut other);
        let rejection = verify(&asked, &other.sealed()).expect_err("it assumes something else");
        rejection.to_string()
    };
    let expect = |change: &dyn Fn(&mut RoundProof), words: &str| {
        assert_eq!(refused(change), format!("premises, {words}"));
    };
    expect(
        &|proof| proof.premises.system = "dubov".to_owned(),
        "system: the proof assumes \"dubov\", the tournament has \"dutch\"",
    );
    expect(
        &|proof| proof.premises.edition = 1998,
        "edition: the proof assumes 1998, the tournament has 2026",
    );
    expect(
        &|proof| proof.premises.round = 7,
        "round: the proof assumes 7, the tournament has 1",
    );
    expect(
        &|proof| proof.premises.rounds_total = Some(9),
        "rounds_total: the proof assumes 9, the tournament has null",
    );
    expect(
        &|proof| proof.premises.byes.clear(),
        "byes: the proof assumes [], the tournament has [[5,\"U\"]]",
    );
    expect(
        &|proof| proof.premises.bans[0].push(6),
        "bans: the proof assumes [[3,4,6]], the tournament has [[3,4]]",
    );
    expect(
        &|proof| proof.premises.virtual_points[0].1 = "0.5".to_owned(),
        "virtual_points: the proof assumes [[2,\"0.5\"]], the tournament has [[2,\"1.0\"]]",
    );
    let counted = CountedGame {
        round: 1,
        white: 2,
        black: 3,
        counts: "draw".to_owned(),
    };
    expect(
        &|proof| proof.premises.open_games.push(counted.clone()),
        "open_games: the proof assumes [{\"round\":1,\"white\":2,\"black\":3,\"counts\":\"draw\"}], the tournament has []",
    );
    let of_position = refused(&|proof| proof.premises.position = "0".repeat(200));
    assert!(
        of_position.contains("position: the proof assumes \"000"),
        "{of_position}"
    );
    assert!(of_position.len() < 300, "{of_position}");
}

/// The text whose digest the premises have is the one that its page describes.
#[test]
fn the_position_is_written_as_described() {
    let entry = |opponent: usize, colour, result| RoundEntry::Paired {
        opponent: PlayerId::from_index(opponent),
        colour: Some(colour),
        result,
    };
    let mut data = edelweiss_model::TournamentData {
        rounds_total: RoundNumber::new(5).ok(),
        initial_colour: Some(Colour::White),
        ..Default::default()
    };
    for number in [7, 9, 11] {
        let number = edelweiss_model::Tpn::new(number).expect("1..=9999");
        data.players.push(edelweiss_model::Player::new(number));
    }
    data.players[0].entries = vec![entry(1, Colour::White, GameResult::Win)];
    data.players[1].entries = vec![entry(0, Colour::Black, GameResult::Loss)];
    data.players[2].entries = vec![RoundEntry::Bye(ByeKind::PairingAllocated)];
    data.forbidden.push(ForbiddenGroup {
        first: RoundNumber::FIRST,
        last: None,
        players: vec![PlayerId::from_index(2), PlayerId::from_index(1)],
    });
    let tournament = data.build().expect("nobody contradicts anybody");
    let asked = RoundToProve::new(&tournament, &DUTCH_2026, Vec::new());
    assert_eq!(
        asked.position_text(),
        "edelweiss.position 1\n2/5 w\n\
         7 + 10 10 1 b2 - -- b 0 - 1 9w\n\
         9 + 0 0 -1 w2 - -- b 0 - 2 7b\n\
         11 + 10 10 0 -0 - d- - 1 - 3\n\
         ban 9 11\n"
    );
}
