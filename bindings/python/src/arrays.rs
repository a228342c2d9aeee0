//! Costs of a round that a function of the caller computes, as arrays.

use std::sync::{Arc, Mutex, PoisonError};

use edelweiss::model::{Player, Position, RoundEntry, RoundNumber, Tournament};
use edelweiss_experiments::ComputesCosts;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

/// The first exception that a function raised on whatever thread.
#[derive(Clone, Default)]
pub(crate) struct RaisedElsewhere(Arc<Mutex<Option<PyErr>>>);

impl RaisedElsewhere {
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn keep(&self, error: PyErr) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(error);
    }
}

/// What asks `function`, which takes the numbers of [`known`] as bytes, with the players, the rounds before
/// this one and all rounds, and returns one array after another as bytes.
pub(crate) fn computer(
    name: &str,
    function: Py<PyAny>,
    raised: &RaisedElsewhere,
) -> Arc<ComputesCosts> {
    let (name, raised) = (name.to_owned(), raised.clone());
    Arc::new(move |tournament, position| {
        let n = position.players().len();
        let numbers = bytes_of(&known(tournament, position));
        let asked = Python::attach(|py| {
            let played = position.round().index();
            let rounds = tournament.rounds_total.map_or(0, RoundNumber::get);
            let numbers = PyBytes::new(py, &numbers);
            let answer = function.call1(py, (numbers, n, played, rounds))?;
            answer.extract::<Vec<PyBackedBytes>>(py)
        });
        let arrays = asked.map_err(|error| {
            let message = error.to_string();
            raised.keep(error);
            message
        })?;
        let costs = arrays.iter().enumerate().map(|(place, array)| {
            costs_of(array, n).map_err(|wrong| {
                let (array, round) = (place + 1, position.round());
                format!("arrays.{name}: array {array} of round {round}: {wrong}")
            })
        });
        costs.collect()
    })
}

/// By starting number: scores, ratings, colour differences, who may have the bye; who has met whom; of each
/// round so far the opponents (-1 for none) and the points in tenths.
fn known(tournament: &Tournament, position: &Position) -> Vec<i64> {
    let players = position.players();
    let mut numbers: Vec<i64> = Vec::new();
    numbers.extend(players.iter().map(|it| i64::from(it.score.tenths())));
    numbers.extend(
        tournament
            .players
            .iter()
            .map(|it| i64::from(it.rating.unwrap_or(0))),
    );
    numbers.extend(players.iter().map(|it| i64::from(it.colour_difference)));
    numbers.extend(players.iter().map(|it| i64::from(it.bye_allowed)));
    let ids: Vec<_> = tournament.player_ids().collect();
    for a in &ids {
        numbers.extend(ids.iter().map(|b| i64::from(position.have_met(*a, *b))));
    }
    let played = position.round().index();
    let entries = |round: usize| {
        let entry = move |player: &Player| player.entries.get(round).copied();
        tournament.players.iter().map(entry)
    };
    for round in 0..played {
        numbers.extend(entries(round).map(|entry| match entry {
            Some(RoundEntry::Paired { opponent, .. }) => {
                i64::try_from(opponent.index()).unwrap_or(-1)
            }
            _ => -1,
        }));
    }
    for round in 0..played {
        let points = |entry: Option<RoundEntry>| {
            entry.map_or(0, |entry| {
                i64::from(tournament.points.points(entry).tenths())
            })
        };
        numbers.extend(entries(round).map(points));
    }
    numbers
}

fn bytes_of(numbers: &[i64]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_ne_bytes())
        .collect()
}

/// Beyond it, floats skip whole numbers; sums of 9,999 such costs stay exact.
const MOST: u64 = 1 << 50;

/// The numbers of an array above its smallest: what is added to every pair decides nothing.
fn costs_of(bytes: &[u8], n: usize) -> Result<Vec<u64>, String> {
    let (numbers, _) = bytes.as_chunks::<8>();
    let numbers: Vec<i64> = numbers.iter().map(|it| i64::from_ne_bytes(*it)).collect();
    let mut least = 0;
    for (a, row) in numbers.chunks_exact(n).enumerate() {
        for (b, number) in row.iter().enumerate() {
            if number.unsigned_abs() > MOST {
                return Err(format!(
                    "found {number} at {a}, {b}, expected at most 2**50 either way"
                ));
            }
            let other = numbers[b * n + a];
            if *number != other {
                return Err(format!(
                    "found {number} at {a}, {b} and {other} at {b}, {a}, expected a symmetric array"
                ));
            }
            least = least.min(*number);
        }
    }
    Ok(numbers
        .iter()
        .map(|number| number.abs_diff(least))
        .collect())
}
