//! Byes and absences of teams, which stand in records `240`: announced, of rounds that are over, and taken back.
//!
//! # Articles
//! C.04.2 (2026) 3.2, 3.3, which C.04.6 takes over; TRF26, `240`.

use edelweiss_model::{Absence, ByeKind, PlayerId, RoundNumber, TeamId, Tournament};

use crate::applied::{Applied, REPORT, StepOutcome, meant};
use crate::byes::{has, round_of};
use crate::error::{StepError, StepProblem};
use crate::file::EventFile;
use crate::line_ups::{find_team, must_pair_teams, unknown_team};
use crate::step::Step;
use crate::team_step::{TeamAttendStep, TeamByeStep};
use crate::words;

/// A team, and what is to stand in its round: nothing where it takes part.
type TeamChange = (PlayerId, RoundNumber, Option<ByeKind>);

pub(crate) fn bye(event: &EventFile, step: &TeamByeStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let teams = found(tournament, &step.teams)?;
    let first = round_of(tournament, step.round)?;
    let last = match (step.later, tournament.rounds_total) {
        (false, _) => first,
        (true, Some(total)) => total.max(first),
        (true, None) => {
            return Err(StepError::new(
                "the file does not say how many rounds there are, so it is not known which ones are missed",
                "add a line such as `142 7` to the file",
            ));
        }
    };
    let kind = ByeKind::from(step.kind);
    let (mut changes, mut problems, mut said) = (Vec::new(), Vec::new(), Vec::new());
    for team in teams {
        let who = words::team(tournament, team);
        for round in (first.index()..=last.index()).map(RoundNumber::from_index) {
            if let Some(problem) = plays(tournament, team, round) {
                problems.push(problem);
                continue;
            }
            match standing(tournament, team, round) {
                Some(other) if other == kind => {
                    said.push(format!("round {round}: {who} {}, as it stands", has(kind)));
                }
                Some(other) if !step.later => problems.push(StepProblem {
                    place: String::new(),
                    message: format!("team {who} {} in round {round}", has(other)),
                    hint: "--cancel takes that back first".to_owned(),
                }),
                _ => {
                    said.push(format!("round {round}: {who} {}", has(kind)));
                    changes.push((PlayerId::from_index(team.index()), round, Some(kind)));
                }
            }
        }
    }
    StepError::none_of(problems)?;
    let done = TeamByeStep {
        round: Some(first.get()),
        ..step.clone()
    };
    carried_out(event, Step::TeamBye(done), &changes, said)
}

pub(crate) fn attend(event: &EventFile, step: &TeamAttendStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let teams = found(tournament, &step.teams)?;
    let first = round_of(tournament, step.round)?;
    let (mut changes, mut problems, mut said) = (Vec::new(), Vec::new(), Vec::new());
    for team in teams {
        let who = words::team(tournament, team);
        let player = PlayerId::from_index(team.index());
        let is_meant = |absence: &&Absence| {
            absence.player == player
                && if step.later {
                    absence.round >= first
                } else {
                    absence.round == first
                }
        };
        let told = tournament.teams.instructions.absences.iter();
        let taken_back: Vec<&Absence> = told.filter(is_meant).collect();
        if taken_back.is_empty() {
            problems.push(StepProblem {
                place: String::new(),
                message: format!(
                    "found neither a bye nor an absence of team {who} in round {first}"
                ),
                hint: String::new(),
            });
        }
        for absence in taken_back {
            let (round, kind) = (absence.round, absence.kind);
            said.push(format!("round {round}: {who} {} no more", has(kind)));
            changes.push((player, round, None));
        }
    }
    StepError::none_of(problems)?;
    let done = TeamAttendStep {
        round: Some(first.get()),
        ..step.clone()
    };
    carried_out(event, Step::TeamAttend(done), &changes, said)
}

/// The teams of these numbers.
///
/// # Errors
/// A file without teams to be paired, or whose pairings are all fixed; numbers that no team has.
fn found(tournament: &Tournament, numbers: &[u32]) -> Result<Vec<TeamId>, StepError> {
    must_pair_teams(tournament)?;
    if tournament.pre_determined {
        return Err(StepError::new(
            "all matches of this event were fixed before it (record 192), and no team is absent from one: a match that is not played is a forfeit (C.05 6.6)",
            "`edelweiss result FILE` takes 0-1F and 1-0F for each board",
        ));
    }
    if numbers.is_empty() {
        return Err(StepError::new("found no team, expected one at least", ""));
    }
    let (mut teams, mut problems) = (Vec::new(), Vec::new());
    for number in numbers {
        match find_team(tournament, *number) {
            Some(team) if teams.contains(&team) => {}
            Some(team) => teams.push(team),
            None => problems.push(unknown_team(*number, String::new())),
        }
    }
    StepError::none_of(problems)?;
    Ok(teams)
}

/// The bye that record `240` gives a team in a round.
fn standing(tournament: &Tournament, team: TeamId, round: RoundNumber) -> Option<ByeKind> {
    let mut told = tournament.teams.instructions.absences.iter();
    told.find(|absence| absence.player.index() == team.index() && absence.round == round)
        .map(|absence| absence.kind)
}

/// Why nothing can stand there: a match, or the pairing-allocated bye.
fn plays(tournament: &Tournament, team: TeamId, round: RoundNumber) -> Option<StepProblem> {
    let who = words::team(tournament, team);
    let teams = &tournament.teams;
    let mut members = teams.teams[team.index()].members.iter();
    let has_game = members.any(|id| tournament.player(*id).entry(round).opponent().is_some());
    let receivers = teams.byes.as_ref().map(|byes| &byes.receivers);
    let receiver = receivers.and_then(|all| all.get(round.index()).copied().flatten());
    let message = if has_game {
        format!("team {who} has a match in round {round}, which has been paired")
    } else if receiver == Some(team) {
        format!("team {who} has the pairing-allocated bye of round {round}")
    } else {
        return None;
    };
    Some(StepProblem {
        place: String::new(),
        message,
        hint: "a team that does not appear loses by forfeit, which `edelweiss result FILE` takes as 0-1F or 1-0F on each board; `edelweiss undo FILE` takes the round back".to_owned(),
    })
}

fn carried_out(
    event: &EventFile,
    step: Step,
    changes: &[TeamChange],
    said: Vec<String>,
) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let mut wanted = tournament.teams.instructions.absences.clone();
    for (player, round, kind) in changes {
        wanted.retain(|absence| (absence.player, absence.round) != (*player, *round));
        wanted.extend(kind.map(|kind| Absence {
            round: *round,
            player: *player,
            kind,
        }));
    }
    let document = event.document().with_team_absences(tournament, &wanted)?;
    // The file has them in the order of its lines.
    let back = event.read_back(&document).map_err(|failure| {
        StepError::new(
            format!("the file would not be read any more: {failure}"),
            REPORT,
        )
    })?;
    let written = back.tournament().teams.instructions.absences.clone();
    let in_order = |absences: &[Absence]| {
        let mut keys: Vec<_> = (absences.iter())
            .map(|absence| (absence.round, absence.player, absence.kind))
            .collect();
        keys.sort();
        keys.dedup();
        keys
    };
    if in_order(&written) != in_order(&wanted) {
        let message = "the file would say other byes of teams than the step means";
        return Err(StepError::new(message, REPORT));
    }
    let mut data = tournament.clone().into_data();
    data.teams.instructions.absences = written;
    let paired = tournament.next_round().index();
    let rounds = changes.iter().map(|(_, round, _)| round.index());
    let first_past = rounds.filter(|round| *round < paired).min();
    let outcome = StepOutcome {
        step,
        said,
        paired_from_old: first_past.map_or_else(Vec::new, |first| {
            (first + 1..paired).map(RoundNumber::from_index).collect()
        }),
        meant: meant(data)?,
        document,
    };
    outcome.finished(event)
}
