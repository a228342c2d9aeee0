//! Results: entered where there is none, corrected where there is one.

use edelweiss_model::{PlayerId, RoundEntry, RoundNumber, Tournament};

use crate::applied::{Applied, StepOutcome, meant};
use crate::boards::{RoundGame, of_round};
use crate::error::{StepError, StepProblem};
use crate::file::EventFile;
use crate::score::GameScore;
use crate::step::{EnteredResult, ResultsStep, Step};
use crate::words;

pub(crate) fn apply(event: &EventFile, step: &ResultsStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let round = event.round_with_games(step.round)?;
    let games = of_round(tournament, round);
    let entered = found(tournament, round, &games, &step.results)?;
    let changed: Vec<(RoundGame, GameScore)> = (entered.iter())
        .filter(|(game, score)| game.score != *score)
        .copied()
        .collect();
    let mut data = tournament.clone().into_data();
    let mut written = Vec::new();
    for (game, score) in &changed {
        for (id, new) in [(game.white, score.white), (game.black, score.black)] {
            let player = &mut data.players[id.index()];
            if let RoundEntry::Paired { result, .. } = &mut player.entries[round.index()] {
                *result = new;
            }
            written.push((player.number, round, new));
        }
    }
    let meant = meant(data)?;
    let with_results = event.document().with_results(&written)?;
    let document = with_results.with_points_so_far(&meant);
    let last = meant.rounds_paired().map_or(0, RoundNumber::get);
    let outcome = StepOutcome {
        step: Step::Results(resolved(tournament, round, &entered)),
        said: said(tournament, round, &entered),
        paired_from_old: (round.get()..last)
            .filter(|_| !changed.is_empty())
            .map(|index| RoundNumber::from_index(usize::from(index)))
            .collect(),
        meant,
        document,
    };
    outcome.finished(event)
}

/// The game of each result.
fn found(
    tournament: &Tournament,
    round: RoundNumber,
    games: &[RoundGame],
    results: &[EnteredResult],
) -> Result<Vec<(RoundGame, GameScore)>, StepError> {
    if results.is_empty() {
        return Err(StepError::new("found no result, expected at least one", ""));
    }
    let mut entered: Vec<(RoundGame, GameScore)> = Vec::new();
    let mut problems = Vec::new();
    let mut taken: Vec<Option<GameScore>> = vec![None; games.len()];
    for (index, result) in results.iter().enumerate() {
        let place = match &result.place[..] {
            "" => format!("result {}", index + 1),
            place => place.to_owned(),
        };
        let mut refuse = |message: String, hint: String| {
            problems.push(StepProblem {
                place: place.clone(),
                message,
                hint,
            });
        };
        let at = match game_of(tournament, round, games, result) {
            Ok(at) => at,
            Err((message, hint)) => {
                refuse(message, hint);
                continue;
            }
        };
        let game = games[at];
        if let Some(other) = taken[at].replace(result.result) {
            let message = format!(
                "board {} of round {round} has two results here, {other} and {}",
                game.board, result.result
            );
            refuse(message, "give one result for each board".to_owned());
            continue;
        }
        entered.push((game, result.result));
    }
    StepError::none_of(problems)?;
    Ok(entered)
}

/// Where the game of a result stands among the games, or what is wrong with it, and a hint.
fn game_of(
    tournament: &Tournament,
    round: RoundNumber,
    games: &[RoundGame],
    result: &EnteredResult,
) -> Result<usize, (String, String)> {
    if let Some(players) = result.players {
        return game_of_players(tournament, round, games, players);
    }
    let Some(board) = result.board else {
        let message = "found a result without a game, expected the number of a board, or those of White and Black";
        return Err((message.to_owned(), String::new()));
    };
    let at = games.iter().position(|game| game.board == board);
    at.ok_or_else(|| {
        let last = games.len();
        let message = match last {
            0 => format!("found board {board}, but round {round} has no games"),
            1 => format!("found board {board}, expected board 1, the only one of round {round}"),
            _ => format!(
                "found board {board}, expected one of the boards 1 to {last} of round {round}"
            ),
        };
        (
            message,
            "`edelweiss result FILE` shows the boards that have no result yet".to_owned(),
        )
    })
}

fn game_of_players(
    tournament: &Tournament,
    round: RoundNumber,
    games: &[RoundGame],
    [white, black]: [u32; 2],
) -> Result<usize, (String, String)> {
    let number = |id: PlayerId| tournament.player(id).number.get();
    let pair = |game: &RoundGame| [number(game.white), number(game.black)];
    if let Some(at) = games.iter().position(|game| pair(game) == [white, black]) {
        return Ok(at);
    }
    let message = format!("found the game {white}-{black}, which is none of round {round}");
    let hint = if games.iter().any(|game| pair(game) == [black, white]) {
        format!("player {black} has White: write {black}-{white}, and the result from White's side")
    } else {
        let of_white = games.iter().map(pair).find(|pair| pair.contains(&white));
        match of_white {
            Some([a, b]) => format!("player {white} plays the game {a}-{b}"),
            None => format!("player {white} has no game in round {round}"),
        }
    };
    Err((message, hint))
}

/// The step by players, so that it means the same in any order of boards.
fn resolved(
    tournament: &Tournament,
    round: RoundNumber,
    entered: &[(RoundGame, GameScore)],
) -> ResultsStep {
    let number = |id: PlayerId| tournament.player(id).number.get();
    let results = entered.iter().map(|(game, score)| EnteredResult {
        board: Some(game.board),
        players: Some([number(game.white), number(game.black)]),
        result: *score,
        place: String::new(),
    });
    ResultsStep {
        round: Some(round.get()),
        results: results.collect(),
    }
}

fn said(
    tournament: &Tournament,
    round: RoundNumber,
    entered: &[(RoundGame, GameScore)],
) -> Vec<String> {
    let line = |(game, score): &(RoundGame, GameScore)| {
        let [white, black] = [game.white, game.black].map(|id| words::player(tournament, id));
        let what = match game.score {
            old if old == *score => format!("{score}, as it stands"),
            old if old.is_open() => score.to_string(),
            old if score.is_open() => format!("no result any more (before: {old})"),
            old => format!("{score} (before: {old})"),
        };
        format!(
            "round {round}, board {}: {white} – {black} {what}",
            game.board
        )
    };
    entered.iter().map(line).collect()
}
