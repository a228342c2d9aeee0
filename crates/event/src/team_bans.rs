//! Bans of teams, which stand in records `260` of a competition of teams: entered, and lifted.
//!
//! # Articles
//! TRF26, `260`. A ban is absolute, as one of players is; there are no soft ones of teams.

use std::collections::BTreeSet;

use edelweiss_model::{ForbiddenGroup, PlayerId, RoundNumber, TeamId, Tournament};

use crate::applied::{Applied, StepOutcome, meant};
use crate::bans::{is_banned, rounds, rounds_in_words};
use crate::error::{StepError, StepProblem};
use crate::file::EventFile;
use crate::line_ups::{find_team, must_pair_teams, unknown_team};
use crate::step::Step;
use crate::team_step::{TeamAllowStep, TeamForbidStep};
use crate::words;

pub(crate) fn forbid(event: &EventFile, step: &TeamForbidStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    must_be_free(tournament)?;
    let (first, last) = rounds(tournament, [step.round, step.last], RoundNumber::FIRST)?;
    let groups = groups(tournament, &step.groups)?;
    let mut data = tournament.clone().into_data();
    let mut document = event.document().clone();
    let mut said = Vec::new();
    let in_rounds = rounds_in_words(first, last);
    let bans = &mut data.teams.instructions.forbidden;
    for teams in &groups {
        let names = in_words(tournament, teams);
        if is_banned(bans, teams, first, last) {
            said.push(format!("{names} do not meet{in_rounds}, as it stands"));
            continue;
        }
        let group = ForbiddenGroup {
            first,
            last,
            players: teams.clone(),
        };
        document = document.with_team_ban(&tournament.teams, &group)?;
        bans.push(group);
        said.push(format!("{names} do not meet{in_rounds}"));
    }
    let number = |team: &PlayerId| tournament.teams.teams[team.index()].number.get();
    let numbers = |teams: &Vec<PlayerId>| teams.iter().map(number).collect();
    let outcome = StepOutcome {
        step: Step::TeamForbid(TeamForbidStep {
            groups: groups.iter().map(numbers).collect(),
            round: Some(first.get()),
            last: last.map(RoundNumber::get),
        }),
        said,
        paired_from_old: Vec::new(),
        meant: meant(data)?,
        document,
    };
    outcome.finished(event)
}

pub(crate) fn allow(event: &EventFile, step: &TeamAllowStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    must_be_free(tournament)?;
    let set = |teams: &[PlayerId]| teams.iter().copied().collect::<BTreeSet<_>>();
    let bans = &tournament.teams.instructions.forbidden;
    let (mut problems, mut said, mut lifted) = (Vec::new(), Vec::new(), Vec::new());
    for teams in groups(tournament, &step.groups)? {
        let asked = set(&teams);
        let names = in_words(tournament, &teams);
        let before = lifted.len();
        let is_it = |(_, ban): &(usize, &ForbiddenGroup)| set(&ban.players) == asked;
        lifted.extend((bans.iter().enumerate().filter(is_it)).map(|(place, _)| place));
        if lifted.len() > before {
            said.push(format!("{names} may meet again"));
            continue;
        }
        let wider = (bans.iter()).find(|ban| set(&ban.players).is_superset(&asked));
        problems.push(StepProblem {
            place: String::new(),
            message: format!("found no ban of {names}"),
            hint: wider.map_or_else(String::new, |ban| {
                let number = |team: &PlayerId| tournament.teams.teams[team.index()].number;
                let numbers = ban.players.iter().map(|team| number(team).to_string());
                format!(
                    "they are part of the ban {}, which is lifted as a whole",
                    numbers.collect::<Vec<String>>().join("-")
                )
            }),
        });
    }
    StepError::none_of(problems)?;
    let mut data = tournament.clone().into_data();
    let mut place = 0;
    data.teams.instructions.forbidden.retain(|_| {
        place += 1;
        !lifted.contains(&(place - 1))
    });
    let outcome = StepOutcome {
        step: Step::TeamAllow(step.clone()),
        said,
        paired_from_old: Vec::new(),
        meant: meant(data)?,
        document: event.document().without_team_bans(&lifted),
    };
    outcome.finished(event)
}

/// Whether it is decided who meets whom, round by round.
///
/// # Errors
/// A file without teams to be paired, or whose matches are all fixed.
fn must_be_free(tournament: &Tournament) -> Result<(), StepError> {
    must_pair_teams(tournament)?;
    if tournament.pre_determined {
        let message = "all matches of this event were fixed before it (record 192), so no ban can keep teams apart";
        return Err(StepError::new(message, ""));
    }
    Ok(())
}

/// The teams of each ban, by their places.
///
/// # Errors
/// No ban; a ban of fewer than two teams; numbers that no team has.
fn groups(tournament: &Tournament, asked: &[Vec<u32>]) -> Result<Vec<Vec<PlayerId>>, StepError> {
    let (mut groups, mut problems) = (Vec::new(), Vec::new());
    for numbers in asked {
        let mut teams: Vec<PlayerId> = Vec::new();
        let n_problems = problems.len();
        for number in numbers {
            match find_team(tournament, *number) {
                Some(team) if teams.contains(&PlayerId::from_index(team.index())) => {}
                Some(team) => teams.push(PlayerId::from_index(team.index())),
                None => problems.push(unknown_team(*number, String::new())),
            }
        }
        if teams.len() < 2 && problems.len() == n_problems {
            let of = match &teams[..] {
                [one] => format!("{} alone", name(tournament, *one)),
                _ => "nobody".to_owned(),
            };
            problems.push(StepProblem {
                place: String::new(),
                message: format!("found a ban of {of}, expected two different teams"),
                hint: "two numbers with a hyphen are a pair, as in 3-8".to_owned(),
            });
        }
        groups.push(teams);
    }
    if groups.is_empty() {
        let message = "found no ban, expected two teams at least";
        return Err(StepError::new(message, ""));
    }
    StepError::none_of(problems)?;
    Ok(groups)
}

fn name(tournament: &Tournament, team: PlayerId) -> String {
    words::team(tournament, TeamId::from_index(team.index()))
}

/// `3 Chur and 1 Aarau`.
fn in_words(tournament: &Tournament, teams: &[PlayerId]) -> String {
    let names = teams.iter().map(|team| name(tournament, *team));
    words::joined(&names.collect::<Vec<String>>())
}
