//! Rounds: every engine gives the same, every system a legal one, and the judges agree.

use edelweiss_check::colours::ColourAllocation;
use edelweiss_check::legality::violations;
use edelweiss_check::literal::{self, Limit, Until};
use edelweiss_judges::systems::{self as judges, RoundByText};
use edelweiss_model::{PlayerId, Position, Tournament};
use edelweiss_pairing::{Impossible, Outcome, RoundPairing, Rules, pair_round};
use edelweiss_systems::{
    burstein_2026, double_swiss_2026, dubov_1997, dubov_2026, dutch_1998, team_swiss_2026,
};

use super::tournament::{TournamentShape, read_or_make, shown};
use crate::agree;
use crate::disagreement::{EngineAnswer, explain};

/// The most players present whom the judges of a round by enumeration pair in a few milliseconds.
const JUDGED: usize = 7;

type BoardPairs = Vec<(PlayerId, PlayerId)>;

/// Every system pairs the next round, or says why there is none; the engines of the Dutch systems agree
/// and so do the judges where the field is small. Whether the bytes are a file.
pub(super) fn law(bytes: &[u8]) -> bool {
    let (tournament, is_file) = read_or_make(bytes, TournamentShape::Any);
    for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
        dutch(&tournament, &rules);
    }
    dutch_1998(&tournament);
    dubov_1997(&tournament);
    dubov_2026(&tournament);
    burstein_2026(&tournament);
    double_swiss_2026(&tournament);
    team_swiss_2026(&tournament);
    is_file
}

/// White and Black, sorted, and the bye.
fn round_of(round: &RoundPairing) -> (BoardPairs, Option<PlayerId>) {
    let mut pairs: BoardPairs = (round.boards.iter())
        .map(|board| (board.white, board.black))
        .collect();
    pairs.sort_unstable();
    (pairs, round.bye)
}

fn is_small(position: &Position) -> bool {
    position.present().len() <= JUDGED
}

fn dutch(tournament: &Tournament, rules: &Rules) {
    let year = rules.edition.year;
    let reference = pair_round(tournament, &rules.reference());
    for (engine, rules) in [("fast", *rules), ("classes", rules.by_classes())] {
        let found = pair_round(tournament, &rules);
        let answers = [(engine, &found), ("reference", &reference)];
        let answers = answers.map(|(engine, outcome)| EngineAnswer {
            engine,
            outcome: Some(outcome),
        });
        assert!(
            agree(&found, &reference),
            "{year}:\n{}{}",
            explain(tournament, &rules, answers),
            shown(tournament)
        );
    }
    let position = Position::derive(tournament, &rules.edition.definitions);
    let literal = is_small(&position)
        .then(|| literal::pair_round(tournament, rules.edition, Limit::default(), Until::Perfect));
    let Outcome::Paired(round) = reference else {
        let judged = matches!(literal, None | Some(literal::LiteralOutcome::Impossible));
        assert!(
            judged,
            "{year}: the text finds {literal:?}\n{}",
            shown(tournament)
        );
        return;
    };
    let (pairs, bye) = round_of(&round);
    let broken = violations(tournament, &rules.edition.definitions, &pairs, bye);
    assert!(
        broken.is_empty(),
        "{year}: {broken:?}\n{}",
        shown(tournament)
    );
    let colours = ColourAllocation::new(tournament);
    for &(white, black) in &pairs {
        let seats = colours.seat(white, black);
        assert_eq!(seats, (white, black), "{year}\n{}", shown(tournament));
    }
    match literal {
        Some(literal::LiteralOutcome::Paired(mut text)) => {
            text.boards.sort_unstable();
            let text = (text.boards, text.bye);
            assert_eq!((pairs, bye), text, "{year}\n{}", shown(tournament));
        }
        None | Some(literal::LiteralOutcome::TooLarge { .. }) => {}
        Some(literal::LiteralOutcome::Impossible) => {
            panic!("{year}: the text finds no round\n{}", shown(tournament))
        }
    }
}

/// Everybody present has one place, nobody else has one, nobody meets an earlier opponent or one the
/// arbiter forbids: what all systems have in common.
fn assert_common_rules(tournament: &Tournament, position: &Position, round: &RoundPairing) {
    let mut seated: Vec<PlayerId> = (round.boards.iter())
        .flat_map(|board| [board.white, board.black])
        .chain(round.bye)
        .collect();
    seated.sort_unstable();
    let mut present = position.present().to_vec();
    present.sort_unstable();
    assert_eq!(seated, present, "{}\n{}", round.rules, shown(tournament));
    for board in &round.boards {
        let (a, b) = (board.white, board.black);
        assert!(
            !position.have_met(a, b) && !position.is_banned(a, b),
            "{}: {a:?} and {b:?} may not meet\n{}",
            round.rules,
            shown(tournament)
        );
    }
}

fn dutch_1998(tournament: &Tournament) {
    let options = dutch_1998::Dutch1998Options::default();
    let outcome = dutch_1998::pair_round(tournament, &options);
    let position = Position::derive(tournament, &edelweiss_model::Definitions::DUTCH_1998);
    let found = match &outcome {
        Outcome::Paired(round) => {
            assert_common_rules(tournament, &position, round);
            Some(RoundByText {
                boards: (round.boards.iter())
                    .map(|board| (board.white, board.black))
                    .collect(),
                bye: round.bye,
                unpaired: Vec::new(),
            })
        }
        Outcome::Impossible(Impossible::NoRoundLeft { .. }) => return,
        Outcome::Impossible(_) => None,
    };
    if is_small(&position) {
        let judged = judges::dutch_1998::pair_round(tournament, &[]);
        assert_eq!(found, judged, "{}", shown(tournament));
    }
    let finished = dutch_1998::finish(tournament, &options);
    assert_finished(tournament, &position, &outcome, &finished);
}

/// Where a procedure ended beside a legal pairing, finishing it gives one.
fn assert_finished(
    tournament: &Tournament,
    position: &Position,
    outcome: &Outcome,
    finished: &Outcome,
) {
    match (outcome, finished) {
        (_, Outcome::Paired(round)) => assert_common_rules(tournament, position, round),
        (Outcome::Impossible(a), Outcome::Impossible(b)) if a == b => {
            let ended = matches!(a, Impossible::ProcedureEnded { .. });
            assert!(!ended, "{a:?} was not finished\n{}", shown(tournament));
        }
        _ => panic!("{outcome:?} became {finished:?}\n{}", shown(tournament)),
    }
}

fn dubov_1997(tournament: &Tournament) {
    let options = dubov_1997::Dubov1997Options::default();
    let outcome = dubov_1997::pair_round(tournament);
    if let Outcome::Impossible(Impossible::NoRoundLeft { .. }) = outcome {
        return;
    }
    let position = Position::derive(tournament, &edelweiss_model::Definitions::DUTCH_1998);
    if let Outcome::Paired(round) = &outcome {
        assert_common_rules(tournament, &position, round);
    }
    if is_small(&position) {
        let judged = judges::dubov_1997::pair_round(tournament, &[]);
        let agrees = match (&outcome, &judged) {
            (Outcome::Paired(round), Some(judged)) => {
                judged.unpaired.is_empty() && round_of(round) == (judged.boards.clone(), judged.bye)
            }
            (Outcome::Impossible(Impossible::ProcedureEnded { .. }), Some(judged)) => {
                !judged.unpaired.is_empty()
            }
            (Outcome::Impossible(Impossible::NoLegalPairing(_)), None) => true,
            _ => false,
        };
        assert!(
            agrees,
            "{outcome:?}\njudge: {judged:?}\n{}",
            shown(tournament)
        );
    }
    let finished = dubov_1997::finish(tournament, &options);
    assert_finished(tournament, &position, &outcome, &finished);
}

/// A round that the system and its judge pair alike, or neither.
fn assert_judged(
    tournament: &Tournament,
    outcome: &Outcome,
    judged: Option<&(BoardPairs, Option<PlayerId>)>,
) {
    let found = match outcome {
        Outcome::Paired(round) => Some(round_of(round)),
        Outcome::Impossible(_) => None,
    };
    assert_eq!(found.as_ref(), judged, "{}", shown(tournament));
}

fn dubov_2026(tournament: &Tournament) {
    let outcome = dubov_2026::pair_round(tournament);
    if let Outcome::Impossible(Impossible::NoRoundLeft { .. }) = outcome {
        return;
    }
    let position = Position::derive(tournament, &edelweiss_model::Definitions::DUTCH_2026);
    if let Outcome::Paired(round) = &outcome {
        assert_common_rules(tournament, &position, round);
    }
    if is_small(&position) {
        let judged = judges::dubov_2026::pair_round(tournament, &[]);
        let judged = judged.map(|judged| (judged.boards, judged.bye));
        assert_judged(tournament, &outcome, judged.as_ref());
    }
}

fn burstein_2026(tournament: &Tournament) {
    // The judge knows no seeding rounds.
    let options = burstein_2026::BursteinOptions {
        seeding_rounds: Some(0),
        ..burstein_2026::BursteinOptions::default()
    };
    let position = Position::derive(tournament, &edelweiss_model::Definitions::DUTCH_2026);
    for options in [burstein_2026::BursteinOptions::default(), options] {
        let outcome = burstein_2026::pair_round(tournament, &options);
        if let Outcome::Impossible(Impossible::NoRoundLeft { .. }) = outcome {
            return;
        }
        if let Outcome::Paired(round) = &outcome {
            assert_common_rules(tournament, &position, round);
        }
        if options.seeding_rounds == Some(0) && is_small(&position) {
            let judged = judges::burstein_2026::pair_round(tournament, &[]);
            let judged = judged.map(|judged| (judged.boards, judged.bye));
            assert_judged(tournament, &outcome, judged.as_ref());
        }
    }
}

/// Rounds that are no matches are refused, by the engine and by the judge.
fn double_swiss_2026(tournament: &Tournament) {
    let options = double_swiss_2026::DoubleSwissOptions::default();
    let outcome = double_swiss_2026::pair_round(tournament, &options);
    if let Ok(Outcome::Impossible(Impossible::NoRoundLeft { .. })) = outcome {
        return;
    }
    let before = double_swiss_2026::before_next_match(tournament);
    let position = Position::derive(&before, &edelweiss_model::Definitions::DUTCH_2026);
    if !is_small(&position) {
        return;
    }
    let judged = judges::double_swiss_2026::pair_round(tournament, &[]);
    match (outcome, judged) {
        (Ok(outcome), Ok(judged)) => {
            let judged = judged.map(|judged| (judged.boards, judged.bye));
            assert_judged(tournament, &outcome, judged.as_ref());
        }
        (Err(_), Err(judges::double_swiss_2026::NoMatches)) => {}
        (ours, theirs) => panic!("{ours:?}\njudge: {theirs:?}\n{}", shown(tournament)),
    }
}

/// Players stand for teams whose game points nobody knows.
fn team_swiss_2026(tournament: &Tournament) {
    let options = team_swiss_2026::TeamSwissOptions::default();
    let outcome = team_swiss_2026::pair_round(tournament, &options);
    if let Outcome::Impossible(Impossible::NoRoundLeft { .. }) = outcome {
        return;
    }
    let position = Position::derive(tournament, &edelweiss_model::Definitions::DUTCH_2026);
    if is_small(&position) {
        let judged = judges::team_swiss_2026::pair_round(tournament, &[]);
        let judged = judged.map(|judged| (judged.boards, judged.bye));
        assert_judged(tournament, &outcome, judged.as_ref());
    }
}
