//! Claims that are no rounds, and duals that are none, each refused for what is wrong with it.

use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{
    Colour, GameResult, Player, PlayerId, RoundEntry, Tournament, TournamentData, Tpn,
};
use edelweiss_pairing::{Rules, pair_round};
use edelweiss_prove::prove;
use edelweiss_verify::{DualStep, ProofBarrier, RoundProof, RoundToProve, verify, walk};
use quickcheck::Gen;

/// After a round in which 1 to 4 have beaten 5 to 8: two brackets, 1-3 and 2-4, 5-7 and 6-8.
fn after_one_round() -> Tournament {
    let mut data = TournamentData::default();
    for place in 0..8 {
        let number = Tpn::new(place + 1).expect("1..=9999");
        let mut player = Player::new(number);
        let is_white = (place < 4) == (place % 2 == 0);
        player.entries.push(RoundEntry::Paired {
            opponent: PlayerId::from_index((place as usize + 4) % 8),
            colour: Some([Colour::Black, Colour::White][usize::from(is_white)]),
            result: [GameResult::Loss, GameResult::Win][usize::from(place < 4)],
        });
        data.players.push(player);
    }
    data.build().expect("nobody contradicts anybody")
}

const NOBODY: ProofBarrier = ProofBarrier {
    players: Vec::new(),
    bye: false,
};

#[test]
fn claims_that_cannot_be_a_round_are_refused_where_they_are_wrong() {
    let tournament = after_one_round();
    let expect = |rules: &Rules, change: &dyn Fn(&mut RoundProof), words: &str| {
        let asked = RoundToProve::new(&tournament, rules.edition, Vec::new());
        let mut proof = prove(&asked, &pair_round(&tournament, rules)).expect("the round is right");
        assert_eq!(proof.brackets.len(), 2);
        assert_eq!(verify(&asked, &proof), Ok(()));
        change(&mut proof);
        let refused = verify(&asked, &proof.sealed()).expect_err(words);
        assert_eq!(refused.to_string(), words);
    };
    for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
        let of_pairs = |pairs: &[[u32; 2]], words: &str| {
            expect(
                &rules,
                &|proof| proof.brackets[0].pairs = pairs.to_vec(),
                words,
            );
        };
        // Nobody meets himself, somebody twice, or somebody whom he has met.
        of_pairs(&[[1, 1]], "bracket 1: 1 and 1 cannot be a pair here");
        of_pairs(&[[3, 1]], "bracket 1: 3 and 1 cannot be a pair here");
        of_pairs(
            &[[1, 3], [2, 4], [1, 2]],
            "bracket 1: 1 and 2 cannot be a pair here",
        );
        of_pairs(&[[1, 5]], "bracket 1: 1 and 5 cannot be a pair here");
        of_pairs(&[[1, 9]], "bracket 1: 1 and 9 cannot be a pair here");
        // The last bracket leaves nobody to be paired otherwise.
        expect(
            &rules,
            &|proof| proof.brackets[1].barrier = Some(NOBODY),
            "bracket 2: it has no place in this round",
        );
    }
    // 2026 pairs no bracket again.
    expect(
        &Rules::dutch_2026(),
        &|proof| proof.brackets[0].barrier = Some(NOBODY),
        "bracket 1: it has no place in this round",
    );
    // 2017 does where the rest cannot be paired, but here it can, and whoever is looked ahead to is paired once.
    let again = |following: &[[u32; 2]], words: &str| {
        let change = |proof: &mut RoundProof| {
            proof.brackets[0].barrier = Some(NOBODY);
            proof.brackets[0].following = following.to_vec();
        };
        expect(&Rules::dutch_2017(), &change, words);
    };
    again(
        &[[5, 7], [6, 8]],
        "bracket 1: what shows that they cannot all be paired is missing, wrong or out of place",
    );
    again(
        &[[5, 7], [5, 8]],
        "bracket 1: 5 and 8 cannot be a pair here",
    );
    again(
        &[[5, 7], [8, 8]],
        "bracket 1: 8 and 8 cannot be a pair here",
    );
}

/// Changes a step of the duals so that it would still add up.
type Change = fn(&mut DualStep, usize);

const IS_NO_SET: &str = "a set is not odd, or its dual is not positive";

/// What a step must not have; each is given how many vertices there are.
const CHANGES: &[(Change, &str)] = &[
    // Of somebody who is no vertex.
    (
        |step, n| step.vertices.resize(n + 1, "0".to_owned()),
        "there are more duals than vertices",
    ),
    (
        |step, n| step.sets.resize(n + 1, (vec![0], "1".to_owned())),
        "there are more duals than vertices",
    ),
    // A member twice would pay twice.
    (
        |step, _| step.sets.push((vec![0, 0, 1], "1".to_owned())),
        IS_NO_SET,
    ),
    (
        |step, n| step.sets.push((vec![n], "1".to_owned())),
        IS_NO_SET,
    ),
    (
        |step, _| step.sets.push((vec![0], "0".to_owned())),
        IS_NO_SET,
    ),
    (
        |step, _| step.sets.push((Vec::new(), "1".to_owned())),
        IS_NO_SET,
    ),
];

/// Changes every step of the proof of a round; how many there are.
fn changed_steps(tournament: &Tournament, rules: &Rules) -> usize {
    let asked = RoundToProve::new(tournament, rules.edition, Vec::new());
    let Ok(proof) = prove(&asked, &pair_round(tournament, rules)) else {
        return 0; // No round is left.
    };
    let mut sizes = Vec::new();
    if proof.impossible.is_none() {
        let walked = walk(&asked, &proof, |_, problem| {
            sizes.push(problem.partners.len());
            Ok(())
        });
        assert_eq!(walked, Ok(()));
    }
    let mut n_steps = 0;
    for (number, n) in sizes.into_iter().enumerate() {
        for at in 0..proof.brackets[number].duals.len() {
            let with = |change: Change| {
                let mut other = proof.clone();
                change(&mut other.brackets[number].duals[at], n);
                verify(&asked, &other.sealed())
            };
            // Sets of one pay for nothing.
            let as_many = with(|step, n| step.sets.resize(n, (vec![0], "1".to_owned())));
            assert_eq!(as_many, Ok(()));
            for (change, words) in CHANGES {
                let refused = with(*change).expect_err(words).to_string();
                let place = format!("bracket {}, step {}", number + 1, at + 1);
                assert_eq!(refused, format!("{place}: {words}"));
            }
            n_steps += 1;
        }
    }
    n_steps
}

#[test]
fn duals_of_no_vertex_and_sets_that_are_none_are_refused() {
    let mut n_steps = 0;
    for seed in 0..60 {
        let mut g = Gen::from_size_and_seed(100, seed);
        let tournament = random_tournament(&mut g, 4 + seed as usize % 8);
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            n_steps += changed_steps(&tournament, &rules);
        }
    }
    assert!(n_steps > 20, "{n_steps}");
}
