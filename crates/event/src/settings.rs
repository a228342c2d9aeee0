//! What holds for the whole event: points for results, and the acceleration.

use edelweiss_model::{Acceleration, PointSystem, RoundNumber, Score, Tournament};

use crate::applied::{Applied, StepOutcome, meant};
use crate::error::{StepError, StepProblem};
use crate::file::EventFile;
use crate::step::{AccelerationMethod, AccelerationStep, PointsStep, Step};

/// `3`, `1.5`, `.5`: at most 99.9.
fn score(text: &str) -> Option<Score> {
    let (whole, tenth) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let is_number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let fits = whole.len() <= 2 && tenth.len() == 1 && is_number(whole) && is_number(tenth);
    let whole: i32 = if whole.is_empty() { "0" } else { whole }.parse().ok()?;
    let tenth: i32 = tenth.parse().ok()?;
    fits.then(|| Score::from_tenths(10 * whole + tenth))
}

/// Reads points, and notes those that are none.
struct PointsReader {
    problems: Vec<StepProblem>,
}

impl PointsReader {
    fn read(&mut self, name: &str, text: Option<&String>) -> Option<Score> {
        let text = text?;
        let found = score(text);
        if found.is_none() {
            self.problems.push(StepProblem {
                place: name.to_owned(),
                message: format!(
                    "found the points {text:?}, expected a number such as 1.5 or 3, up to 99.9"
                ),
                hint: String::new(),
            });
        }
        found
    }
}

pub(crate) fn points(event: &EventFile, step: &PointsStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let old = tournament.points;
    let points = given_points(old, step)?;
    let mut data = tournament.clone().into_data();
    data.points = points;
    let meant = meant(data)?;
    let (document, stands) = if points == old {
        (event.document().clone(), ", as it stands")
    } else {
        let with_lines = event.document().with_point_system(&points)?;
        (with_lines.with_points_so_far(&meant), "")
    };
    let outcome = StepOutcome {
        step: Step::Points(Box::new(step.clone())),
        said: vec![in_words(&points) + stands],
        paired_from_old: rounds_from_old(tournament, points != old),
        meant,
        document,
    };
    outcome.finished(event)
}

/// The points of a step beside those that stand.
fn given_points(old: PointSystem, step: &PointsStep) -> Result<PointSystem, StepError> {
    let mut reader = PointsReader {
        problems: Vec::new(),
    };
    let mut read = |name, text: &Option<String>| reader.read(name, text.as_ref());
    let games = [
        read("win", &step.win),
        read("draw", &step.draw),
        read("loss", &step.loss),
    ];
    let mut points = old;
    if games.iter().any(Option::is_some) {
        let [win, draw, loss] = games;
        points = PointSystem::new(
            win.unwrap_or(old.win[0]),
            draw.unwrap_or(old.draw[0]),
            loss.unwrap_or(old.loss[0]),
        );
    }
    let new = &mut points;
    for (name, text, own) in [
        (
            "pairing-allocated-bye",
            &step.pairing_allocated_bye,
            &mut new.pairing_allocated_bye,
        ),
        (
            "full-point-bye",
            &step.full_point_bye,
            &mut new.full_point_bye,
        ),
        (
            "half-point-bye",
            &step.half_point_bye,
            &mut new.half_point_bye,
        ),
        (
            "zero-point-bye",
            &step.zero_point_bye,
            &mut new.zero_point_bye,
        ),
        ("forfeit-win", &step.forfeit_win, &mut new.forfeit_win),
        ("forfeit-loss", &step.forfeit_loss, &mut new.forfeit_loss),
    ] {
        *own = read(name, text).unwrap_or(*own);
    }
    StepError::none_of(reader.problems)?;
    Ok(points)
}

fn in_words(points: &PointSystem) -> String {
    format!(
        "points: {} for a win, {} for a draw, {} for a loss; byes: {} allocated by the pairing, {} full, {} half, {} zero; by forfeit {} and {}",
        points.win[0],
        points.draw[0],
        points.loss[0],
        points.pairing_allocated_bye,
        points.full_point_bye,
        points.half_point_bye,
        points.zero_point_bye,
        points.forfeit_win,
        points.forfeit_loss
    )
}

/// Round 1 rests on no points; virtual ones count in it.
fn rounds_from_old(tournament: &Tournament, is_change: bool) -> Vec<RoundNumber> {
    let paired = if is_change {
        tournament.next_round().index()
    } else {
        0
    };
    (0..paired).map(RoundNumber::from_index).collect()
}

pub(crate) fn acceleration(
    event: &EventFile,
    step: &AccelerationStep,
) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let mut data = tournament.clone().into_data();
    for player in &mut data.players {
        player.virtual_points.clear();
    }
    data.acceleration = Acceleration::None;
    let said = match step.method {
        AccelerationMethod::None => "no acceleration".to_owned(),
        AccelerationMethod::Baku => {
            data.acceleration = Acceleration::Baku;
            "acceleration by the Baku method (C.04.7)".to_owned()
        }
        AccelerationMethod::Points => {
            assign(&mut data.players, step)?;
            let ranges = step.points.iter().map(|range| {
                let ([first, last], [from, to]) = (range.players, range.rounds);
                format!(
                    "{} for {first} to {last} in the rounds {from} to {to}",
                    range.points
                )
            });
            let ranges: Vec<String> = ranges.collect();
            format!("virtual points: {}", ranges.join("; "))
        }
    };
    if step.method != AccelerationMethod::Points && !step.points.is_empty() {
        return Err(StepError::new(
            "found virtual points, expected them with the method points only",
            "",
        ));
    }
    let is_baku = step.method == AccelerationMethod::Baku;
    let is_change = data != tournament.clone().into_data();
    let meant = meant(data)?;
    let document = event.document();
    let document = if is_change {
        document.with_virtual_points(&meant)?.with_baku(is_baku)?
    } else {
        document.clone()
    };
    let outcome = StepOutcome {
        step: Step::Acceleration(step.clone()),
        said: vec![said + if is_change { "" } else { ", as it stands" }],
        paired_from_old: rounds_from_old(tournament, is_change),
        meant,
        document,
    };
    outcome.finished(event)
}

fn assign(
    players: &mut [edelweiss_model::Player],
    step: &AccelerationStep,
) -> Result<(), StepError> {
    let mut reader = PointsReader {
        problems: Vec::new(),
    };
    if step.points.is_empty() {
        return Err(StepError::new(
            "found no virtual points, expected one range at least",
            "",
        ));
    }
    for (index, range) in step.points.iter().enumerate() {
        let place = format!("points {}", index + 1);
        let Some(points) = reader.read(&place, Some(&range.points)) else {
            continue;
        };
        let ([first, last], [from, to]) = (range.players, range.rounds);
        let of_range = |number: u32| (first..=last).contains(&number);
        if from == 0
            || from > to
            || to > 999
            || first > last
            || !players.iter().any(|player| of_range(player.number.get()))
        {
            reader.problems.push(StepProblem {
                place,
                message: format!("found the players {first} to {last} in the rounds {from} to {to}, expected ranges that somebody and some round are in"),
                hint: String::new(),
            });
            continue;
        }
        for player in players
            .iter_mut()
            .filter(|player| of_range(player.number.get()))
        {
            let own = &mut player.virtual_points;
            own.resize(own.len().max(usize::from(to)), Score::ZERO);
            own[usize::from(from) - 1..usize::from(to)].fill(points);
            while own.last() == Some(&Score::ZERO) {
                own.pop();
            }
        }
    }
    StepError::none_of(reader.problems)
}
