use edelweiss_experiments::{Experiment, ExperimentSummary};

use crate::summaries::summary;

/// Eight players of whom the stronger one will always win, and these lines.
fn file(more: &str) -> String {
    format!(
        "format = 1\nseed = 5\nreplications = 20\nplayers = [8]\nsystems = [\"dutch\", \"burstein\"]\n{more}\n\
         [strengths.a]\ndraw = \"list\"\nvalues = [1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2100, 2200, 2300, 2400, 2500]\n"
    )
}

const FAIR: &str = "[results.fair]\nmodel = \"rating-order\"\n";

fn gambit(result: &str) -> String {
    format!(
        "[results.{result}]\nmodel = \"rating-order\"\ngambit = {{ round = 1, result = \"{result}\" }}\n"
    )
}

/// The smallest and the largest value are the mean, so every tournament has it.
fn always(summary: &ExperimentSummary, results: &str, metric: usize) -> Option<f64> {
    let arm = (summary.arms.iter())
        .find(|arm| arm.arm.cell.results == results && arm.arm.system == "dutch 2026")
        .expect("the arm");
    let mean = arm.metrics[metric].mean?;
    assert_eq!((mean.low, mean.high), (mean.mean, mean.mean));
    Some(mean.mean)
}

#[test]
fn a_game_given_away_is_lost_or_drawn_whoever_has_white() {
    // In round 1 numbers 1 to 4 beat 5 to 8; the list of tie-breaks ranks equal ones by their opponents' points.
    let text = file(&format!(
        "player = 1\nrounds = [1]\ntie-breaks = [\"TPN\"]\nmetrics = [\"player-place\", \"gambit-pays\"]\n{FAIR}{}{}",
        gambit("loss"),
        gambit("draw")
    ));
    let made = summary(&Experiment::from_toml(&text).expect("a file"));
    assert_eq!(always(&made, "fair", 0), Some(1.0));
    // After the other three winners and, in the first case, the opponent.
    assert_eq!(always(&made, "loss", 0), Some(5.0));
    assert_eq!(always(&made, "draw", 0), Some(4.0));
    assert_eq!(always(&made, "fair", 1), None);
    assert_eq!(always(&made, "loss", 1), Some(0.0));
}

#[test]
fn a_gambit_pays_where_the_place_is_better() {
    let of = |players: u16, rounds: u16, player: u16| {
        let text = file(&format!(
            "player = {player}\nrounds = [{rounds}]\nmetrics = [\"gambit-pays\", \"player-place\"]\n{FAIR}{}",
            gambit("loss")
        ));
        let text = text.replace("players = [8]", &format!("players = [{players}]"));
        summary(&Experiment::from_toml(&text).expect("a file"))
    };
    // The weakest loses anyway, and one round leaves nothing to gain.
    assert_eq!(always(&of(8, 3, 8), "loss", 0), Some(0.0));
    assert_eq!(always(&of(8, 1, 3), "loss", 0), Some(0.0));
    // Two easier opponents follow.
    let paying = of(16, 4, 5);
    assert_eq!(always(&paying, "loss", 0), Some(1.0));
    assert_eq!(always(&paying, "fair", 1), Some(7.0));
    assert_eq!(always(&paying, "loss", 1), Some(5.0));
}

#[test]
fn arms_with_a_gambit_are_compared_with_those_without() {
    let text = file(&format!(
        "rounds = [3, 4]\nacceleration = [\"none\", \"baku\"]\ntie-breaks = [\"BH\", \"SB\"]\n{}{FAIR}",
        gambit("draw")
    ));
    let arms = Experiment::from_toml(&text).expect("a file").arms();
    let with: Vec<_> = (arms.iter().filter(|arm| arm.cell.results == "draw")).collect();
    assert_eq!(2 * with.len(), arms.len());
    for arm in with {
        let mut expected = arm.clone();
        expected.cell.results = "fair".to_owned();
        let mut found = arms[arm.compared_with].clone();
        found.compared_with = arm.compared_with;
        assert_eq!(found, expected);
    }
}

#[test]
fn wrong_gambits_are_refused_with_place_and_hint() {
    let with = |gambit: &str| {
        file(&format!(
            "rounds = [3, 5]\n{FAIR}[results.given]\nmodel = \"rating-order\"\n{gambit}"
        ))
    };
    for (text, expected) in [
        (
            with("gambit = { round = 4, result = \"loss\" }"),
            "line 11, column 20: results.given.gambit.round: found 4, expected 1 to 3",
        ),
        (
            with("gambit = { round = 0, result = \"loss\" }"),
            "gambit.round: found 0",
        ),
        (
            with("gambit = { round = 1, result = \"los\" }"),
            "line 11, column 32: results.given.gambit.result: found \"los\", expected one of draw, loss\n  hint: did you mean \"loss\"?",
        ),
        (
            with("gambit = { result = \"loss\" }"),
            "missing field `round`",
        ),
        (
            with("gambit = { round = 1, result = \"loss\", player = 2 }"),
            "unknown field `player`",
        ),
        (
            with("draws = 30\ngambit = { round = 1, result = \"loss\" }"),
            "results.given.gambit: no table of results is this one without a gambit",
        ),
        (
            file(&format!("player = 9\nrounds = [3]\n{FAIR}")),
            "line 6, column 10: player: found 9, expected 1 to 8, the fewest players",
        ),
        (
            file(&format!("player = 0\nrounds = [3]\n{FAIR}")),
            "player: found 0, expected at least 1",
        ),
    ] {
        let error = Experiment::from_toml(&text).expect_err(&text).to_string();
        assert!(error.contains(expected), "{error}\n{text}");
    }
}
