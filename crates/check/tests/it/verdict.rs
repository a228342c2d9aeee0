//! No other legal round is better than ours, and the verdict's rows are the engine's costs.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::common::{KINDS, below, describe, tournament};
use edelweiss_check::legality::{Breach, violations};
use edelweiss_check::verdict::{
    JudgedBracket, JudgedRound, Literal, LiteralLimit, LiteralRoute, RuleKind, judge,
};
use edelweiss_model::{
    ByeKind, Colour, Player, PlayerId, Position, RoundEntry, RoundNumber, Score, Tournament,
    TournamentData, Tpn,
};
use edelweiss_pairing::{self as pairing, RoundPairing, Rules, costs_of, pair_round};
use quickcheck::{Arbitrary, Gen};

fn steps(round: &RoundPairing) -> Vec<JudgedBracket> {
    (round.brackets.iter())
        .map(|record| JudgedBracket {
            route: match record.route {
                pairing::Route::Normal => LiteralRoute::Normal,
                pairing::Route::Penultimate => LiteralRoute::Penultimate,
                pairing::Route::CollapsedLast => LiteralRoute::CollapsedLast,
            },
            mdps: record.mdps.clone(),
            residents: record.residents.clone(),
            pairs: record.pairs.clone(),
        })
        .collect()
}

fn plain(round: &RoundPairing) -> JudgedRound {
    JudgedRound {
        pairs: (round.boards.iter())
            .map(|board| (board.white, board.black))
            .collect(),
        bye: round.bye,
    }
}

fn paired(tournament: &Tournament, rules: Rules) -> Option<RoundPairing> {
    match pair_round(tournament, &rules) {
        pairing::Outcome::Paired(round) => Some(round),
        pairing::Outcome::Impossible(_) => None,
    }
}

/// Some players have changed places, here and there.
fn shuffled(g: &mut Gen, round: &JudgedRound) -> JudgedRound {
    let mut round = round.clone();
    let n = round.pairs.len() as u64;
    for _ in 0..=below(g, 3) {
        let (i, j) = (below(g, n) as usize, below(g, n + 1) as usize);
        let out = round.pairs[i].1;
        if j as u64 == n {
            if let Some(bye) = &mut round.bye {
                round.pairs[i].1 = std::mem::replace(bye, out);
            }
        } else if below(g, 2) == 0 {
            round.pairs[i].1 = std::mem::replace(&mut round.pairs[j].0, out);
        } else {
            round.pairs[i].1 = std::mem::replace(&mut round.pairs[j].1, out);
        }
    }
    round
}

fn as_set(round: &JudgedRound) -> Vec<(PlayerId, PlayerId)> {
    let mut pairs: Vec<_> = (round.pairs.iter())
        .map(|(a, b)| (*a.min(b), *a.max(b)))
        .collect();
    pairs.sort_unstable();
    pairs
}

fn seed() -> u64 {
    // Single arbitrary numbers are often extreme ones.
    (0..8).fold(0_u64, |seed, _| {
        seed.rotate_left(8) ^ u64::arbitrary(&mut Gen::new(20))
    })
}

#[test]
fn no_other_legal_round_is_better() {
    let seed = seed();
    let mut g = Gen::from_size_and_seed(20, seed);
    let mut decided: BTreeMap<&str, usize> = BTreeMap::new();
    for turn in 0..1_200 {
        let (rules, other) = match turn % 2 {
            0 => (Rules::dutch_2026(), Rules::dutch_2017()),
            _ => (Rules::dutch_2017(), Rules::dutch_2026()),
        };
        let size = 4 + below(&mut g, 20) as usize;
        let tournament = tournament(&mut g, KINDS[turn / 2 % 4], size, rules);
        let Some(ours) = paired(&tournament, rules) else {
            continue;
        };
        if ours.boards.len() < 2 {
            continue;
        }
        let position = Position::derive(&tournament, &rules.edition.definitions);
        let (here, brackets) = (plain(&ours), steps(&ours));
        let mut others: Vec<JudgedRound> = (0..6).map(|_| shuffled(&mut g, &here)).collect();
        others.extend(paired(&tournament, other).as_ref().map(plain));
        others.push(here.clone());
        for recorded in others {
            let limit = LiteralLimit::NEVER;
            let verdict = judge(
                &tournament,
                &position,
                rules.edition,
                &recorded,
                &brackets,
                limit,
            );
            let complain = |what: &str| {
                panic!(
                    "seed {seed}, turn {turn}: {what}\n{recorded:?}\n{ours:?}\n{verdict:#?}\n{}",
                    describe(&tournament, rules.edition)
                )
            };
            if as_set(&recorded) == as_set(&here) {
                if verdict.decision.is_some() || !verdict.violations.is_empty() {
                    complain("the same round");
                }
                continue;
            }
            let Some(decision) = &verdict.decision else {
                complain("no decision");
                continue;
            };
            if decision.compare() != Ordering::Greater {
                complain("the other round is not worse");
            }
            let kind = decision.deciding_row().expect("compared above").kind;
            if verdict.violations.is_empty()
                && matches!(
                    kind,
                    RuleKind::Absolute | RuleKind::Form | RuleKind::Completion
                )
            {
                complain("a legal round breaks nothing");
            }
            *decided.entry(kind.code()).or_default() += 1;
        }
    }
    for kind in [
        RuleKind::Absolute,
        RuleKind::Completion,
        RuleKind::LowestBye,
        RuleKind::Criterion,
        RuleKind::LookAhead,
        RuleKind::Sequence,
    ] {
        let times = decided.get(kind.code()).copied().unwrap_or(0);
        assert!(times >= 4, "{kind:?}: {decided:?}");
    }
}

#[test]
fn rows_are_the_costs_of_the_engine() {
    let seed = seed();
    let mut g = Gen::from_size_and_seed(20, seed);
    let mut compared = 0;
    for turn in 0..600 {
        let rules = [Rules::dutch_2026(), Rules::dutch_2017()][turn % 2];
        let size = 4 + below(&mut g, 16) as usize;
        let tournament = tournament(&mut g, KINDS[turn / 2 % 4], size, rules);
        let Some(ours) = paired(&tournament, rules) else {
            continue;
        };
        if ours.boards.len() < 2 {
            continue;
        }
        let position = Position::derive(&tournament, &rules.edition.definitions);
        let recorded = shuffled(&mut g, &plain(&ours));
        let brackets = steps(&ours);
        let limit = LiteralLimit::default();
        let verdict = judge(
            &tournament,
            &position,
            rules.edition,
            &recorded,
            &brackets,
            limit,
        );
        let Some(decision) = verdict.decision else {
            continue;
        };
        assert!(
            matches!(decision.literal, Literal::Here | Literal::TooLarge),
            "seed {seed}, turn {turn}: {decision:#?}"
        );
        for cost in &costs_of(&position, &rules, &ours)[decision.bracket] {
            let row = decision.rows.iter().find(|row| row.label == cost.label);
            // Rows end early where the recorded round is no candidate.
            let Some(row) = row else { continue };
            compared += 1;
            // C9 has a field here even where it does not apply.
            let asked = !cost.fields.is_empty() || row.label != "C9";
            assert!(
                !asked || row.here == cost.fields,
                "seed {seed}, turn {turn}: {cost:?}, {row:?}\n{}",
                describe(&tournament, rules.edition)
            );
        }
    }
    assert!(compared > 1_500, "{compared}");
}

#[test]
fn what_is_no_pairing_is_not_weighed() {
    let mut g = Gen::from_size_and_seed(20, 7);
    let rules = Rules::dutch_2026();
    let tournament = crate::common::tournament(&mut g, crate::common::Kind::PlayedOut, 8, rules);
    let ours = paired(&tournament, rules).expect("a round is left");
    let position = Position::derive(&tournament, &rules.edition.definitions);
    let brackets = steps(&ours);
    let check = |recorded: &JudgedRound| {
        let limit = LiteralLimit::default();
        judge(
            &tournament,
            &position,
            rules.edition,
            recorded,
            &brackets,
            limit,
        )
    };
    let mut twice = plain(&ours);
    twice.pairs[0].1 = twice.pairs[1].1;
    let verdict = check(&twice);
    assert!(verdict.decision.is_none());
    assert!((verdict.violations.iter()).any(|found| matches!(found, Breach::PairedTwice(_))));
    // Somebody is forgotten: a floater too many, and no completion in the last bracket.
    let mut less = plain(&ours);
    less.pairs.pop();
    let verdict = check(&less);
    let decision = verdict.decision.expect("a pair is missing");
    assert_eq!(decision.compare(), Ordering::Greater, "{decision}");
    assert!((verdict.violations.iter()).any(|found| matches!(found, Breach::Unpaired(_))));
    // Nobody is paired at all.
    let verdict = check(&JudgedRound::default());
    assert_eq!(
        verdict.decision.map(|found| found.compare()),
        Some(Ordering::Greater)
    );
    let legal = plain(&ours);
    assert!(check(&legal).is_right());
    assert!(
        violations(
            &tournament,
            &rules.edition.definitions,
            &legal.pairs,
            legal.bye
        )
        .is_empty()
    );
}

/// Four players with a point from the start, then six without: two brackets in round 1.
fn two_scoregroups() -> Tournament {
    let mut data = TournamentData {
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for number in 1..=10 {
        let mut player = Player::new(Tpn::new(number).expect("small"));
        if number <= 4 {
            player.virtual_points.push(Score::ONE);
        }
        data.players.push(player);
    }
    data.build().expect("consistent")
}

/// The rules as written are asked of fields and brackets up to the limit, whatever the size of the
/// brackets below the one in question, and say which of the two rounds is theirs.
#[test]
fn the_literal_procedure_answers_within_its_limit() {
    let tournament = two_scoregroups();
    let rules = Rules::dutch_2026();
    let ours = paired(&tournament, rules).expect("round 1");
    let position = Position::derive(&tournament, &rules.edition.definitions);
    let (right, brackets) = (plain(&ours), steps(&ours));
    let sizes: Vec<usize> = (brackets.iter())
        .map(|bracket| bracket.pairs.len())
        .collect();
    assert_eq!(sizes, [2, 3]);
    // The opponents of two pairs of a bracket are exchanged.
    let exchanged = |bracket: usize| {
        let mut brackets = brackets.clone();
        let pairs = &mut brackets[bracket].pairs;
        (pairs[0].1, pairs[1].1) = (pairs[1].1, pairs[0].1);
        let pairs = brackets.iter().flat_map(|bracket| bracket.pairs.clone());
        let round = JudgedRound {
            pairs: pairs.collect(),
            bye: None,
        };
        (round, brackets)
    };
    let ask = |recorded: &JudgedRound, brackets: &[JudgedBracket], sizes: [usize; 3]| {
        let [players, bracket, following] = sizes;
        let limit = LiteralLimit {
            players,
            brackets: edelweiss_check::literal::Limit { bracket, following },
        };
        let verdict = judge(
            &tournament,
            &position,
            rules.edition,
            recorded,
            brackets,
            limit,
        );
        let decision = verdict.decision.expect("they differ");
        (decision.bracket, decision.literal)
    };
    for (bracket, limit, expected) in [
        (0, [10, 6, 6], Literal::Here),
        (0, [9, 6, 6], Literal::TooLarge),
        (0, [11, 6, 6], Literal::Here),
        (0, [10, 3, 6], Literal::TooLarge),
        // The lower bracket is too large, and the answer is known before.
        (0, [10, 4, 6], Literal::Here),
        (0, [10, 4, 5], Literal::TooLarge),
        (1, [10, 6, 6], Literal::Here),
        (1, [10, 5, 6], Literal::TooLarge),
    ] {
        let (wrong, wrong_brackets) = exchanged(bracket);
        let found = ask(&wrong, &brackets, limit);
        assert_eq!(found, (bracket, expected), "{limit:?}");
        // The other way round the recorded one is theirs.
        let turned = match expected {
            Literal::Here => Literal::Recorded,
            other => other,
        };
        let found = ask(&right, &wrong_brackets, limit);
        assert_eq!(found, (bracket, turned), "{limit:?}");
    }
}

/// A decision says in one line what decides, and tells apart what is worse and what is better.
#[test]
fn a_decision_is_said_in_one_line() {
    let tournament = two_scoregroups();
    let rules = Rules::dutch_2026();
    let ours = paired(&tournament, rules).expect("round 1");
    let position = Position::derive(&tournament, &rules.edition.definitions);
    let brackets = steps(&ours);
    let id = PlayerId::from_index;
    // Two of the four above float, which nothing asks for.
    let floating = |lower: [(usize, usize); 4]| {
        let mut brackets = brackets.clone();
        brackets[0].pairs.truncate(1);
        brackets[1].mdps = vec![id(1), id(3)];
        brackets[1].pairs = lower.map(|(a, b)| (id(a), id(b))).to_vec();
        brackets
    };
    let round = |brackets: &[JudgedBracket]| JudgedRound {
        pairs: (brackets.iter())
            .flat_map(|bracket| bracket.pairs.clone())
            .collect(),
        bye: None,
    };
    let first = floating([(1, 4), (3, 5), (6, 8), (7, 9)]);
    let later = floating([(1, 4), (3, 5), (6, 9), (7, 8)]);
    let limit = LiteralLimit::NEVER;
    for (recorded, here, line, worse, better) in [
        (
            &first,
            &brackets,
            "bracket 1 (1.0 points, 4 residents): C6 (2.4.1, downfloaters): 2 in the file, 0 here",
            Some("C6"),
            None,
        ),
        (
            &brackets,
            &first,
            "bracket 1 (1.0 points, 4 residents): C6 (2.4.1, downfloaters): 0 in the file, 2 here; the file's is the better one",
            None,
            Some("C6"),
        ),
        (
            &later,
            &first,
            "bracket 2 (0.0 points, 2 moved down, 6 residents): all criteria are equal, and the earlier in the sequence is taken: 4.2 (S2 in the order of its opponents, by BSN): 4,3 in the file, 3,4 here",
            None,
            None,
        ),
        (
            &first,
            &later,
            "bracket 2 (0.0 points, 2 moved down, 6 residents): all criteria are equal, and the earlier in the sequence is taken: 4.2 (S2 in the order of its opponents, by BSN): 3,4 in the file, 4,3 here; the file's is the better one",
            None,
            None,
        ),
    ] {
        let recorded = round(recorded);
        let verdict = judge(
            &tournament,
            &position,
            rules.edition,
            &recorded,
            here,
            limit,
        );
        assert!(verdict.violations.is_empty() && !verdict.is_right());
        let decision = verdict.decision.expect("they differ");
        assert_eq!(decision.to_string(), line);
        let first_worse = decision.worse().next().map(|row| row.label);
        let first_better = decision.better().next().map(|row| row.label);
        assert_eq!((first_worse, first_better), (worse, better), "{line}");
    }
}

/// C2 is about the one player left over in the last bracket, and about nobody where more are.
#[test]
fn a_bye_for_a_barred_player_breaks_c2() {
    let mut data = TournamentData {
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for (number, kind) in [(1, ByeKind::Full), (2, ByeKind::Half), (3, ByeKind::Half)] {
        let mut player = Player::new(Tpn::new(number).expect("small"));
        player.entries.push(RoundEntry::Bye(kind));
        data.players.push(player);
    }
    data.round_to_pair = RoundNumber::new(2).ok();
    let tournament = data.build().expect("byes contradict nothing");
    let rules = Rules::dutch_2026();
    let ours = paired(&tournament, rules).expect("two may have the bye");
    let position = Position::derive(&tournament, &rules.edition.definitions);
    let brackets = steps(&ours);
    let decided_by = |pairs: &[(usize, usize)], bye: Option<usize>| {
        let id = PlayerId::from_index;
        let recorded = JudgedRound {
            pairs: pairs.iter().map(|(a, b)| (id(*a), id(*b))).collect(),
            bye: bye.map(id),
        };
        let limit = LiteralLimit::NEVER;
        let verdict = judge(
            &tournament,
            &position,
            rules.edition,
            &recorded,
            &brackets,
            limit,
        );
        let decision = verdict.decision.expect("they differ");
        decision.worse().next().map(|row| row.label)
    };
    assert_eq!(decided_by(&[(1, 2)], Some(0)), Some("C2"));
    assert_eq!(decided_by(&[], None), Some("C4"));
}

#[test]
fn documents_have_a_word_for_each_kind() {
    let kinds = [
        (RuleKind::Absolute, "absolute"),
        (RuleKind::Form, "form"),
        (RuleKind::Completion, "completion"),
        (RuleKind::LowestBye, "lowest-bye"),
        (RuleKind::Criterion, "criterion"),
        (RuleKind::LookAhead, "look-ahead"),
        (RuleKind::SoftBan, "soft-ban"),
        (RuleKind::Sequence, "sequence"),
    ];
    for (kind, word) in kinds {
        assert_eq!(kind.code(), word);
    }
    let answers = [
        (Literal::Recorded, "file"),
        (Literal::Here, "here"),
        (Literal::Neither, "neither"),
        (Literal::TooLarge, "too-large"),
    ];
    for (answer, word) in answers {
        assert_eq!(answer.code(), word);
    }
}

/// Of lists that nobody reads the first difference is told.
#[test]
fn long_lists_are_told_by_their_first_difference() {
    let row = |recorded: &[u64], here: &[u64]| {
        edelweiss_check::verdict::RuleComparison {
            kind: RuleKind::Sequence,
            label: "4.2",
            article: "4.2",
            summary: "S2",
            recorded: recorded.to_vec(),
            here: here.to_vec(),
            larger_is_better: false,
        }
        .to_string()
    };
    let list: Vec<u64> = (1..=120).collect();
    let other: Vec<u64> = list
        .iter()
        .map(|n| if *n == 17 { 18 } else { *n })
        .collect();
    for (recorded, here, expected) in [
        (
            &list[..8],
            &other[..8],
            "1,2,3,4,5,6,7,8 in the file, 1,2,3,4,5,6,7,8 here",
        ),
        (&list[..3], &[], "1,2,3 in the file, none here"),
        (
            &list[..],
            &other[..],
            "17 in the file, 18 here, at place 17 of 120",
        ),
        (&list[..], &list[..], "the same 120 numbers"),
        (
            &list[..20],
            &list[..4],
            "5 in the file, none here, at place 5 of 20",
        ),
    ] {
        assert_eq!(row(recorded, here), format!("4.2 (S2): {expected}"));
    }
}
