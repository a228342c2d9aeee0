//! Bans: players who do not meet, of one pair, a club, a federation.
//!
//! A ban of a club or a federation is one of its players as they are now; who comes later is no part of it. A hard
//! ban is absolute: a round that cannot be paired under it is told to be so. A soft one is obeyed as far as FIDE's
//! criteria leave a choice.

use std::collections::BTreeSet;

use edelweiss_model::{ForbiddenGroup, PlayerId, RoundNumber, Tournament};

use crate::applied::{Applied, StepOutcome, meant};
use crate::error::{StepError, StepProblem};
use crate::file::EventFile;
use crate::step::{AllowStep, ForbidStep, Step};
use crate::words;

pub(crate) fn forbid(event: &EventFile, step: &ForbidStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let usual = usual_first(tournament, step.soft);
    let (first, last) = rounds(tournament, [step.round, step.last], usual)?;
    if step.soft && !tournament.teams.is_empty() && tournament.teams.pairing.is_some() {
        let message = "soft bans are of players, and this file asks for rounds of teams";
        let hint = "without --soft it is a hard ban, which teams have";
        return Err(StepError::new(message, hint));
    }
    let groups = groups(event, step)?;
    let mut data = tournament.clone().into_data();
    let mut document = event.document().clone();
    let mut said = Vec::new();
    let rounds = rounds_in_words(first, last);
    let (bans, verb) = if step.soft {
        (&mut data.soft_bans, "should not")
    } else {
        (&mut data.forbidden, "do not")
    };
    for (players, why) in &groups {
        let names = words::players(tournament, players);
        if is_banned(bans, players, first, last) {
            said.push(format!("{names} {verb} meet{rounds}, as it stands"));
            continue;
        }
        let group = ForbiddenGroup {
            first,
            last,
            players: players.clone(),
        };
        document = if step.soft {
            document.with_soft_ban(tournament, &group)?
        } else {
            document.with_ban(tournament, &group)?
        };
        bans.push(group);
        said.push(format!("{names} {verb} meet{rounds}{why}"));
    }
    said.extend(step.soft.then(|| SOFT.to_owned()));
    let number = |id: &PlayerId| tournament.player(*id).number.get();
    let outcome = StepOutcome {
        step: Step::Forbid(ForbidStep {
            groups: (groups.iter())
                .map(|(players, _)| players.iter().map(number).collect())
                .collect(),
            clubs: Vec::new(),
            federations: Vec::new(),
            round: Some(first.get()),
            last: last.map(RoundNumber::get),
            soft: step.soft,
        }),
        said,
        paired_from_old: Vec::new(),
        meant: meant(data)?,
        document,
    };
    outcome.finished(event)
}

/// What is said of every soft ban.
const SOFT: &str =
    "soft bans are no FIDE criterion: they come after all of these, and may be broken";

/// The first round of a ban that does not say it.
fn usual_first(tournament: &Tournament, is_soft: bool) -> RoundNumber {
    if !is_soft {
        return RoundNumber::FIRST;
    }
    // A soft ban of rounds before would make them wrong, which are right without it.
    let next = tournament.next_round();
    tournament
        .rounds_total
        .map_or(next, |total| next.min(total))
}

/// The first and the last round of a ban; `usual` is the first one where it is not said.
pub(crate) fn rounds(
    tournament: &Tournament,
    [asked, until]: [Option<u16>; 2],
    usual: RoundNumber,
) -> Result<(RoundNumber, Option<RoundNumber>), StepError> {
    let first = round_of(tournament, asked)?.unwrap_or(usual);
    let last = round_of(tournament, until)?;
    if last.is_some_and(|last| last < first) {
        let message = format!(
            "found the rounds {first} to {}, expected the smaller number first",
            until.unwrap_or_default()
        );
        return Err(StepError::new(message, ""));
    }
    Ok((first, last))
}

pub(crate) fn allow(event: &EventFile, step: &AllowStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let set = |players: &[PlayerId]| players.iter().copied().collect::<BTreeSet<_>>();
    let (mut problems, mut said) = (Vec::new(), Vec::new());
    let (mut hard, mut soft) = (Vec::new(), Vec::new());
    for group in &step.groups {
        let players = words::find_all(tournament, group)?;
        let places_in = |bans: &[ForbiddenGroup]| -> Vec<usize> {
            let is_it = |(_, ban): &(usize, &ForbiddenGroup)| set(&ban.players) == set(&players);
            (bans.iter().enumerate().filter(is_it))
                .map(|(place, _)| place)
                .collect()
        };
        let found = [&tournament.forbidden, &tournament.soft_bans].map(|bans| places_in(bans));
        let names = words::players(tournament, &players);
        if found.iter().all(Vec::is_empty) {
            let mut bans = tournament.forbidden.iter().chain(&tournament.soft_bans);
            let wider = bans.find(|ban| set(&ban.players).is_superset(&set(&players)));
            problems.push(StepProblem {
                place: String::new(),
                message: format!("found no ban of {names}"),
                hint: wider.map_or_else(String::new, |ban| {
                    let numbers: Vec<String> = (ban.players.iter())
                        .map(|id| tournament.player(*id).number.to_string())
                        .collect();
                    format!(
                        "they are part of the ban {}, which is lifted as a whole",
                        numbers.join("-")
                    )
                }),
            });
            continue;
        }
        let [of_hard, of_soft] = found;
        hard.extend(of_hard);
        soft.extend(of_soft);
        said.push(format!("{names} may meet again"));
    }
    StepError::none_of(problems)?;
    let mut data = tournament.clone().into_data();
    for (bans, places) in [(&mut data.forbidden, &hard), (&mut data.soft_bans, &soft)] {
        let mut place = 0;
        bans.retain(|_| {
            place += 1;
            !places.contains(&(place - 1))
        });
    }
    let outcome = StepOutcome {
        step: Step::Allow(step.clone()),
        said,
        paired_from_old: Vec::new(),
        meant: meant(data)?,
        document: (event.document().without_bans(&hard)).without_soft_bans(&soft),
    };
    outcome.finished(event)
}

/// The players of each ban, and why they are together.
fn groups(event: &EventFile, step: &ForbidStep) -> Result<Vec<(Vec<PlayerId>, String)>, StepError> {
    let tournament = event.tournament();
    let mut found = Vec::new();
    let mut problems = Vec::new();
    for group in &step.groups {
        let players = words::find_all(tournament, group)?;
        if players.len() < 2 {
            let message = match &players[..] {
                [one] => format!(
                    "found a ban of {} alone, expected two different players",
                    words::player(tournament, *one)
                ),
                _ => "found a ban of nobody, expected two different players".to_owned(),
            };
            problems.push(StepProblem {
                place: String::new(),
                message,
                hint: "two numbers with a hyphen are a pair, as in 3-8".to_owned(),
            });
        }
        found.push((players, String::new()));
    }
    let details = event.document().details();
    let club = |id: PlayerId| details.get(&tournament.player(id).number)?.club.as_deref();
    let federation = |id: PlayerId| tournament.player(id).federation.as_deref();
    let of_clubs = step.clubs.iter().map(|name| (name, true));
    let of_federations = step.federations.iter().map(|name| (name, false));
    for (name, is_club) in of_clubs.chain(of_federations) {
        let is_of_it = |id: &PlayerId| {
            let own = if is_club { club(*id) } else { federation(*id) };
            own.is_some_and(|own| own.to_lowercase() == name.trim().to_lowercase())
        };
        let players: Vec<PlayerId> = tournament.player_ids().filter(is_of_it).collect();
        let what = if is_club { "club" } else { "federation" };
        if players.len() < 2 {
            problems.push(StepProblem {
                place: String::new(),
                message: format!("found {} of the {what} {name:?}, expected two or more", match players.len() {
                    0 => "no player",
                    _ => "one player",
                }),
                hint: if is_club {
                    "clubs stand in comments of the file, `### club` with the number in columns 11 to 14".to_owned()
                } else {
                    "federations stand in columns 54 to 56 of the players' lines".to_owned()
                },
            });
        }
        found.push((
            players,
            format!(": {what} {}; who comes later is no part of it", name.trim()),
        ));
    }
    if found.is_empty() {
        return Err(StepError::new(
            "found no ban, expected two players at least",
            "",
        ));
    }
    StepError::none_of(problems)?;
    Ok(found)
}

fn round_of(tournament: &Tournament, asked: Option<u16>) -> Result<Option<RoundNumber>, StepError> {
    let Some(asked) = asked else { return Ok(None) };
    let round = RoundNumber::new(asked.into()).ok();
    let total = tournament.rounds_total;
    let round = round.filter(|round| total.is_none_or(|total| *round <= total));
    round.map(Some).ok_or_else(|| {
        let last = total.map_or(9999, RoundNumber::get);
        StepError::new(
            format!("found round {asked}, expected one from 1 to {last}"),
            "",
        )
    })
}

/// Whether these players, or teams, may not meet in these rounds as it is.
pub(crate) fn is_banned(
    bans: &[ForbiddenGroup],
    players: &[PlayerId],
    first: RoundNumber,
    last: Option<RoundNumber>,
) -> bool {
    bans.iter().any(|ban| {
        let reaches = match (ban.last, last) {
            (None, _) => true,
            (Some(own), Some(asked)) => own >= asked,
            (Some(_), None) => false,
        };
        ban.first <= first && reaches && players.iter().all(|id| ban.players.contains(id))
    })
}

/// With a blank before it; nothing for all rounds.
pub(crate) fn rounds_in_words(first: RoundNumber, last: Option<RoundNumber>) -> String {
    match (first, last) {
        (RoundNumber::FIRST, None) => String::new(),
        (first, None) => format!(" from round {first} on"),
        (first, Some(last)) if first == last => format!(" in round {first}"),
        (first, Some(last)) => format!(" in the rounds {first} to {last}"),
    }
}
