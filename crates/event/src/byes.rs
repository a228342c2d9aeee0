//! Byes and absences: announced for a round that is to be paired, taken back, and those of a round that is over.
//!
//! # Articles
//! C.04.2 (2026) 3.2: who has withdrawn is not paired any more. 3.3: who is known to miss a round is not paired,
//! and scores nothing unless the rules of the event say otherwise.
//!
//! A bye in a round to come is an announcement (`240`, `XXZ`), so that it can be taken back without a trace; in a
//! round that was paired, and where the player's line has one, it stands in that line. The pairing-allocated bye
//! is the engine's.

use edelweiss_model::{
    Absence, ByeKind, PlayerId, RoundEntry, RoundNumber, Tournament, TournamentData,
};

use crate::applied::{Applied, StepOutcome, meant};
use crate::error::{StepError, StepProblem};
use crate::file::EventFile;
use crate::given_bye::GivenBye;
use crate::step::{AttendStep, ByeStep, Step, WithdrawStep};
use crate::words;

/// A round of a player: what is to stand there.
struct Change {
    player: PlayerId,
    round: RoundNumber,
    /// Nothing: the player takes part again.
    kind: Option<ByeKind>,
}

/// Where all games are fixed before the event, none of them is taken out.
fn may_be_absent(tournament: &Tournament) -> Result<(), StepError> {
    if tournament.pre_determined {
        return Err(StepError::new(
            "all games of this event were fixed before it (record 192), and nobody is absent from one: a game that is not played is a forfeit (C.05 6.6)",
            "when the round is paired, `edelweiss result FILE \"3 1-0F\"` says that Black of board 3 did not come",
        ));
    }
    Ok(())
}

/// The bye that stands in a round, announced or in the player's line.
fn standing(tournament: &Tournament, player: PlayerId, round: RoundNumber) -> Option<ByeKind> {
    let mut absences = tournament.absences.iter();
    match tournament.player(player).entry(round) {
        RoundEntry::Bye(kind) => Some(kind),
        _ => absences
            .find(|absence| (absence.player, absence.round) == (player, round))
            .map(|absence| absence.kind),
    }
}

pub(crate) fn bye(event: &EventFile, step: &ByeStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    may_be_absent(tournament)?;
    let players = words::find_all(tournament, &step.players)?;
    let round = round_of(tournament, step.round)?;
    let kind = ByeKind::from(step.kind);
    let (mut changes, mut problems, mut said) = (Vec::new(), Vec::new(), Vec::new());
    for player in players {
        let who = words::player(tournament, player);
        match standing(tournament, player, round) {
            Some(other) if other == kind => {
                said.push(format!("round {round}: {who} {}, as it stands", has(kind)));
            }
            Some(other) => problems.push(taken(tournament, player, round, other)),
            None => {
                if let Some(problem) = plays(tournament, player, round) {
                    problems.push(problem);
                    continue;
                }
                said.push(format!("round {round}: {who} {}", has(kind)));
                let kind = Some(kind);
                changes.push(Change {
                    player,
                    round,
                    kind,
                });
            }
        }
    }
    StepError::none_of(problems)?;
    let done = ByeStep {
        round: Some(round.get()),
        ..step.clone()
    };
    carried_out(event, Step::Bye(done), &changes, said)
}

pub(crate) fn withdraw(event: &EventFile, step: &WithdrawStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    may_be_absent(tournament)?;
    let players = words::find_all(tournament, &step.players)?;
    let first = round_of(tournament, step.round)?;
    let Some(last) = tournament.rounds_total else {
        return Err(StepError::new(
            "the file does not say how many rounds there are, so it is not known which ones are missed",
            "add a line such as `142 9` (or `XXR 9`) to the file, or say `edelweiss absent FILE PLAYER --round N` for each round",
        ));
    };
    let (mut changes, mut problems, mut said) = (Vec::new(), Vec::new(), Vec::new());
    for player in players {
        let who = words::player(tournament, player);
        let mut is_as_it_stands = true;
        for round in (first.index()..=last.index()).map(RoundNumber::from_index) {
            problems.extend(plays(tournament, player, round));
            let kind = Some(ByeKind::Zero);
            let before = standing(tournament, player, round);
            if before == kind {
                continue;
            }
            is_as_it_stands = false;
            if let Some(before) = before {
                said.push(format!("round {round}: {who} {} no more", has(before)));
            }
            changes.push(Change {
                player,
                round,
                kind,
            });
        }
        let stands = if is_as_it_stands {
            ", as it stands"
        } else {
            ""
        };
        said.push(format!("{who} is not paired from round {first} on{stands}"));
    }
    StepError::none_of(problems)?;
    let done = WithdrawStep {
        round: Some(first.get()),
        ..step.clone()
    };
    carried_out(event, Step::Withdraw(done), &changes, said)
}

pub(crate) fn attend(event: &EventFile, step: &AttendStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let players = words::find_all(tournament, &step.players)?;
    let first = round_of(tournament, step.round)?;
    let announced = tournament.absences.iter().map(|absence| absence.round);
    let end = announced
        .chain(tournament.rounds_total)
        .max()
        .unwrap_or(first);
    let last = if step.later { end.max(first) } else { first };
    let (mut changes, mut problems, mut said) = (Vec::new(), Vec::new(), Vec::new());
    for player in players {
        let who = words::player(tournament, player);
        let had = changes.len();
        for round in (first.index()..=last.index()).map(RoundNumber::from_index) {
            match standing(tournament, player, round) {
                Some(ByeKind::PairingAllocated) => {
                    problems.extend(plays(tournament, player, round));
                }
                Some(before) => {
                    let kind = None;
                    changes.push(Change {
                        player,
                        round,
                        kind,
                    });
                    said.push(format!("round {round}: {who} {} no more", has(before)));
                }
                None => {}
            }
        }
        if changes.len() == had {
            problems.push(StepProblem {
                place: String::new(),
                message: format!("found neither a bye nor an absence of {who} in round {first}"),
                hint: String::new(),
            });
        }
    }
    StepError::none_of(problems)?;
    let done = AttendStep {
        round: Some(first.get()),
        ..step.clone()
    };
    carried_out(event, Step::Attend(done), &changes, said)
}

/// The round that is meant: this one, or the one to be paired.
pub(crate) fn round_of(
    tournament: &Tournament,
    asked: Option<u16>,
) -> Result<RoundNumber, StepError> {
    let next = tournament.next_round();
    let total = tournament.rounds_total;
    let Some(asked) = asked else {
        return if total.is_some_and(|total| next > total) {
            Err(StepError::new(
                format!(
                    "round {} was the last one, so there is no round to be paired",
                    next.index()
                ),
                "--round N names a round that was paired",
            ))
        } else {
            Ok(next)
        };
    };
    let round = RoundNumber::new(asked.into()).ok();
    round
        .filter(|round| total.is_none_or(|total| *round <= total))
        .ok_or_else(|| {
            let last = total.map_or_else(|| "9999".to_owned(), |total| total.to_string());
            StepError::new(
                format!("found round {asked}, expected one from 1 to {last}"),
                "",
            )
        })
}

/// Why nothing can stand there: an opponent, or the pairing-allocated bye.
fn plays(tournament: &Tournament, player: PlayerId, round: RoundNumber) -> Option<StepProblem> {
    let who = words::player(tournament, player);
    let (message, hint) = match tournament.player(player).entry(round) {
        RoundEntry::Paired { opponent, .. } => (
            format!(
                "{who} plays {} in round {round}, which has been paired",
                words::player(tournament, opponent)
            ),
            "who does not appear loses by forfeit, which `edelweiss result FILE` takes as 0-1F or 1-0F; `edelweiss undo FILE` takes the round back",
        ),
        RoundEntry::Bye(ByeKind::PairingAllocated) => (
            format!("{who} has the pairing-allocated bye of round {round}"),
            "`edelweiss undo FILE` takes the round back",
        ),
        _ => return None,
    };
    Some(StepProblem {
        place: String::new(),
        message,
        hint: hint.to_owned(),
    })
}

/// Why there is no other bye where there is one.
fn taken(
    tournament: &Tournament,
    player: PlayerId,
    round: RoundNumber,
    kind: ByeKind,
) -> StepProblem {
    if let Some(problem) = plays(tournament, player, round) {
        return problem;
    }
    let command = match kind {
        ByeKind::Zero => "absent",
        _ => "bye",
    };
    StepProblem {
        place: String::new(),
        message: format!(
            "{} {} in round {round}",
            words::player(tournament, player),
            has(kind)
        ),
        hint: format!(
            "`edelweiss {command} FILE {} --round {round} --cancel` takes that back first",
            tournament.player(player).number
        ),
    }
}

pub(crate) fn has(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::PairingAllocated => "has the pairing-allocated bye",
        ByeKind::Full => "has a full-point bye",
        ByeKind::Half => "has a half-point bye",
        ByeKind::Zero => "is absent",
    }
}

/// Writes the changes: into the players' lines where something stands there or the round has been paired, else
/// as announcements.
fn carried_out(
    event: &EventFile,
    step: Step,
    changes: &[Change],
    said: Vec<String>,
) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let paired = tournament.next_round().index();
    let mut data = tournament.clone().into_data();
    let mut document = event.document().clone();
    for change in changes {
        let (player, round) = (change.player, change.round);
        let entry = tournament.player(player).entry(round);
        data.absences
            .retain(|absence| (absence.player, absence.round) != (player, round));
        if round.index() < paired || entry != RoundEntry::Blank {
            document = document.with_byes(tournament, round, &[(player, change.kind)]);
            set(&mut data, change);
        } else {
            let absence = |kind| Absence {
                round,
                player,
                kind,
            };
            data.absences.extend(change.kind.map(absence));
        }
    }
    data.absences
        .sort_by_key(|absence| (absence.round, absence.player));
    let places: Vec<_> = (changes.iter())
        .map(|change| (change.player, change.round))
        .collect();
    let document = document.with_absences(tournament, &data.absences, &places)?;
    let meant = meant(data)?;
    let is_past = |change: &&Change| change.round.index() < paired;
    let first_past = (changes.iter().filter(is_past))
        .map(|change| change.round.index())
        .min();
    let is_in_a_line = |change: &Change| {
        let entry = |of: &Tournament| of.player(change.player).entry(change.round);
        entry(tournament) != entry(&meant)
    };
    let document = if changes.iter().any(is_in_a_line) {
        document.with_points_so_far(&meant)
    } else {
        document
    };
    let outcome = StepOutcome {
        step,
        said,
        paired_from_old: first_past.map_or_else(Vec::new, |first| {
            (first + 1..paired).map(RoundNumber::from_index).collect()
        }),
        meant,
        document,
    };
    outcome.finished(event)
}

fn set(data: &mut TournamentData, change: &Change) {
    let entries = &mut data.players[change.player.index()].entries;
    let index = change.round.index();
    entries.resize(entries.len().max(index + 1), RoundEntry::Blank);
    entries[index] = change.kind.map_or(RoundEntry::Blank, RoundEntry::Bye);
    while entries.last() == Some(&RoundEntry::Blank) {
        entries.pop();
    }
}

impl From<GivenBye> for ByeKind {
    fn from(kind: GivenBye) -> Self {
        match kind {
            GivenBye::Full => Self::Full,
            GivenBye::Half => Self::Half,
            GivenBye::Absent => Self::Zero,
        }
    }
}
