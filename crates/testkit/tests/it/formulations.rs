//! The engine and a file of the same criteria.

use edelweiss_formulations::Formulation;
use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{PlayerId, Position};
use edelweiss_pairing::{Outcome, Rules, pair_position};
use quickcheck::{TestResult, quickcheck};

fn dutch() -> Formulation {
    let text = include_str!("../../../../examples/formulations/dutch-2026.toml");
    Formulation::from_toml(text).expect("an example")
}

quickcheck! {
    /// The whole round of the engine is a matching of the first bracket's problem, and costs what the optimum does.
    fn the_engine_and_the_formulation_of_its_criteria_agree_on_the_first_bracket(
        tournament: RandomTournament
    ) -> TestResult {
        let (tournament, formulation) = (tournament.0, dutch());
        let position = Position::derive(&tournament, &formulation.definitions());
        let outcome = pair_position(&position, &Rules::dutch_2026());
        let solved = formulation.pair(&tournament, &position);
        let Outcome::Paired(round) = outcome else {
            return TestResult::from_bool(solved.is_err() || position.present().len() < 2);
        };
        let solved = solved.expect("there is a round");
        let Some(first) = solved.stages.first() else {
            return TestResult::discard();
        };
        let vertex = |player: Option<PlayerId>| {
            let mut vertices = first.stage.vertices.iter();
            vertices.position(|vertex| vertex.player() == player).expect("takes part")
        };
        let boards = round.boards.iter();
        let mut pairs: Vec<(usize, usize)> = boards
            .map(|board| (vertex(Some(board.white)), vertex(Some(board.black))))
            .collect();
        pairs.extend(round.bye.map(|id| (vertex(Some(id)), vertex(None))));
        TestResult::from_bool(first.stage.costs_of(&pairs).as_ref() == Some(&first.costs))
    }
}
