//! Which level answers which bracket. The answers are those of the last level wherever they are given;
//! a level that no longer answers would only cost time, so no law on rounds would notice.

use std::rc::Rc;

use edelweiss_model::{ForbiddenGroup, Player, RoundNumber, Tournament, TournamentData, Tpn};
use edelweiss_weights::{Completion, DUTCH_2017, DUTCH_2026, Edition};

use super::*;
use crate::opponents::Opponents;
use crate::problem::ByeState;

const EDITIONS: [&Edition; 2] = [&DUTCH_2017, &DUTCH_2026];

/// Players with these virtual points who have met nobody; those of a group apart may not meet.
fn tournament(points: &[i32], apart: &[&[usize]]) -> Tournament {
    let mut data = TournamentData {
        rounds_total: RoundNumber::new(9).ok(),
        ..TournamentData::default()
    };
    for (number, points) in (1..).zip(points) {
        let mut player = Player::new(Tpn::new(number).expect("1..=9999"));
        player.virtual_points = vec![Score::from_tenths(*points)];
        data.players.push(player);
    }
    for group in apart {
        data.forbidden.push(ForbiddenGroup {
            first: RoundNumber::FIRST,
            last: None,
            players: group.iter().map(|index| id(*index)).collect(),
        });
    }
    data.build().expect("nothing contradicts anything")
}

fn id(index: usize) -> PlayerId {
    PlayerId::from_index(index)
}

/// Some players with ten tenths of a point each, and so on downwards.
fn groups(sizes: &[usize]) -> Vec<i32> {
    let sizes = sizes.iter().enumerate();
    let points = sizes.map(|(place, n)| vec![10 * (9 - place as i32); *n]);
    points.collect::<Vec<_>>().concat()
}

/// The bracket of the residents from `start` on, with nobody moved down into it. In odd fields the lowest
/// score has the bye.
fn problem<'a>(
    position: &'a Position,
    edition: &'static Edition,
    start: usize,
) -> BracketProblem<'a> {
    let present = position.present();
    let score = |place: usize| position.player(present[place]).score;
    let end = |start: usize| {
        let same = (start..present.len()).take_while(|place| score(*place) == score(start));
        start + same.count()
    };
    let (first, n) = (end(start), present.len());
    let n_next = if first < n { end(first) - first } else { 0 };
    let every_bracket = edition.completion == Completion::EveryBracket;
    let is_open = n % 2 == 1;
    let bye_score = (is_open && every_bracket).then(|| score(n - 1));
    BracketProblem {
        position,
        edition,
        mdps: Vec::new(),
        residents: &present[start..first],
        lower: &present[first..],
        n_next,
        looks_ahead: n_next > 0,
        completes: n_next == 0 || every_bracket,
        heeds_soft_bans: false,
        bye: ByeState {
            is_open,
            score: bye_score,
            is_here: is_open && first == n,
        },
        opponents: Rc::new(Opponents::new(position, bye_score)),
        tuning: rules(Engine::Fast).tuning,
    }
}

fn rules(engine: Engine) -> Rules {
    Rules::new(&DUTCH_2026, engine)
}

/// Whether a level answers; if so, its answer is that of the last level of the reference engine.
fn answers<'a>(level: LevelAnswer, ladder: &mut Ladder<'a>, problem: &BracketProblem<'a>) -> bool {
    let mut reference = Ladder::new(&rules(Engine::Reference));
    let Some(found) = level(ladder, problem) else {
        return false;
    };
    let expected = everybody(&mut reference, problem).expect("the round can be paired");
    assert_eq!(found.pairs, expected.pairs);
    assert_eq!(found.floaters, expected.floaters);
    true
}

/// Asks a level about a bracket of both editions.
fn check(
    level: LevelAnswer,
    (sizes, apart): (&[usize], &[&[usize]]),
    start: usize,
    change: impl Fn(&mut BracketProblem),
    expected: bool,
) {
    for edition in EDITIONS {
        let tournament = tournament(&groups(sizes), apart);
        let position = Position::derive(&tournament, &edition.definitions);
        let mut problem = problem(&position, edition, start);
        change(&mut problem);
        let mut ladder = Ladder::new(&rules(Engine::Classes));
        let found = answers(level, &mut ladder, &problem);
        assert_eq!(found, expected, "{} {sizes:?} {apart:?}", edition.year);
        if expected && problem.completes {
            assert!(ladder.completion.is_some(), "{sizes:?}");
        }
    }
}

#[test]
fn plain_brackets_are_settled_alone() {
    for (sizes, start) in [
        (&[6, 6][..], 0),
        (&[5, 5], 0),
        // The last one, with the bye and without.
        (&[6, 6], 6),
        (&[6, 7], 6),
        // The bye is further down.
        (&[6, 7], 0),
        (&[5, 6, 6], 0),
    ] {
        check(alone, (sizes, &[]), start, |_| {}, true);
    }
    // A lone player floats, also past the next scoregroup.
    check(alone, (&[1, 3], &[]), 0, |_| {}, true);
    check(alone, (&[1, 2, 3], &[&[0, 1], &[0, 2]]), 0, |_| {}, true);
}

#[test]
fn brackets_of_many_scores_or_with_more_floaters_are_not_settled_alone() {
    let tournament = tournament(&groups(&[4, 4]), &[]);
    for edition in EDITIONS {
        let position = Position::derive(&tournament, &edition.definitions);
        let problem = BracketProblem {
            residents: position.present(),
            lower: &[],
            n_next: 0,
            looks_ahead: false,
            completes: true,
            heeds_soft_bans: false,
            ..problem(&position, edition, 0)
        };
        assert!(!answers(
            alone,
            &mut Ladder::new(&rules(Engine::Classes)),
            &problem
        ));
    }
    // The penultimate bracket gives as many floaters as the last one needs.
    let penultimate = |problem: &mut BracketProblem| {
        (problem.looks_ahead, problem.completes) = (false, true);
    };
    check(alone, (&[4, 4], &[]), 0, penultimate, false);
    // Somebody above is to take the bye.
    let bye_above = |problem: &mut BracketProblem| {
        problem.bye.score = Some(Score::from_tenths(90));
        problem.bye.is_here = true;
    };
    check(alone, (&[3, 4], &[]), 3, bye_above, false);
}

#[test]
fn all_float_from_a_bracket_in_which_nobody_may_meet_anybody() {
    let apart: &[&[usize]] = &[&[0, 1, 2]];
    check(nobody, (&[3, 5], apart), 0, |_| {}, true);
    check(nobody, (&[3, 5], &[]), 0, |_| {}, false);
    check(nobody, (&[3, 5], &[&[0, 1]]), 0, |_| {}, false);
    let bye_is_here = |problem: &mut BracketProblem| problem.bye.is_here = true;
    check(nobody, (&[3, 6], apart), 0, bye_is_here, false);
    // From the last bracket nobody floats.
    check(nobody, (&[5, 1], &[]), 5, |_| {}, false);
}

#[test]
fn small_fields_are_answered_by_the_table() {
    for edition in EDITIONS {
        let wants_score = edition.completion == Completion::EveryBracket;
        let ask = |n: usize| {
            let tournament = tournament(&groups(&[4, n - 4]), &[]);
            let position = Position::derive(&tournament, &edition.definitions);
            let mut ladder = Ladder::new(&rules(Engine::Fast));
            let mut bye_score = None;
            let wants_score = wants_score && n % 2 == 1;
            let is_started = ladder.start_table(&position, wants_score, &mut bye_score);
            assert_eq!(bye_score.is_some(), is_started && wants_score);
            let is_answered = answers(table, &mut ladder, &problem(&position, edition, 0));
            (is_started, is_answered)
        };
        assert_eq!(ask(8), (true, true));
        assert_eq!(ask(9), (true, true));
        assert_eq!(ask(65), (false, false));
    }
}

#[test]
fn a_pairing_completes_where_the_others_can_be_paired() {
    let edition = &DUTCH_2017;
    for (apart, expected) in [(&[][..], true), (&[&[2, 3][..]][..], false)] {
        let tournament = tournament(&groups(&[2, 2]), apart);
        let position = Position::derive(&tournament, &edition.definitions);
        let solution = BracketSolution {
            pairs: vec![(id(0), id(1))],
            ..BracketSolution::default()
        };
        let problem = problem(&position, edition, 0);
        let mut ladder = Ladder::new(&rules(Engine::Classes));
        assert_eq!(ladder.completes(&problem, &solution), expected);
        let mut ladder = Ladder::new(&rules(Engine::Fast));
        assert!(ladder.start_table(&position, false, &mut None));
        assert_eq!(ladder.completes(&problem, &solution), expected);
    }
}

/// The ladder's completion after a bracket was paired like this.
fn follow<'a>(
    ladder: &mut Ladder<'a>,
    problem: &BracketProblem<'a>,
    solution: &BracketSolution,
) -> Option<RoundCompletion<'a>> {
    let completion = ladder.completion_of(problem)?;
    completion.followed(problem, solution)
}

/// Whoever takes the bye is out of the completion: nobody else takes it, and nobody meets that player.
#[test]
fn the_bye_is_given_once() {
    let edition = &DUTCH_2017;
    let tournament = tournament(&groups(&[1, 2, 2]), &[&[3, 4]]);
    let position = Position::derive(&tournament, &edition.definitions);
    let (first, second) = (
        problem(&position, edition, 0),
        problem(&position, edition, 1),
    );
    let takes_bye = BracketSolution {
        floaters: vec![id(0)],
        rest: vec![(id(0), None)],
        ..BracketSolution::default()
    };
    let meet = BracketSolution {
        pairs: vec![(id(1), id(2))],
        ..BracketSolution::default()
    };
    let mut ladder = Ladder::new(&rules(Engine::Classes));
    ladder.completion = follow(&mut ladder, &first, &takes_bye);
    assert!(ladder.completion.is_some());
    ladder.leave_with_bye(id(0));
    // 3 and 4 may not meet, and neither is the bye left for one of them.
    assert!(follow(&mut ladder, &second, &meet).is_none());
}

#[test]
fn brackets_collapse_in_2017_only() {
    for (edition, expected) in EDITIONS.into_iter().zip([true, false]) {
        let tournament = tournament(&groups(&[2, 2]), &[]);
        let position = Position::derive(&tournament, &edition.definitions);
        assert_eq!(problem(&position, edition, 0).collapses(), expected);
    }
}

/// 2 and 3 may not meet, so that 0 and 1 meeting each other leaves no completion.
#[test]
fn a_bracket_without_floaters_needs_a_completion_in_2026_only() {
    let met = Some(vec![(id(0), id(1))]);
    for (edition, expected) in EDITIONS.into_iter().zip([met, None]) {
        let tournament = tournament(&groups(&[2, 2]), &[&[2, 3]]);
        let position = Position::derive(&tournament, &edition.definitions);
        let problem = problem(&position, edition, 0);
        let mut ladder = Ladder::new(&rules(Engine::Classes));
        let found = alone(&mut ladder, &problem);
        let pairs = found.map(|solution| solution.pairs);
        assert_eq!(pairs, expected, "{}", edition.year);
    }
}

#[test]
fn a_solution_names_its_level() {
    for edition in EDITIONS {
        let tournament = tournament(&groups(&[6, 6]), &[]);
        let position = Position::derive(&tournament, &edition.definitions);
        let mut ladder = Ladder::new(&rules(Engine::Classes));
        let solution = ladder.solve(&problem(&position, edition, 0));
        assert_eq!(solution.level, Some(Level::Alone));
    }
}
