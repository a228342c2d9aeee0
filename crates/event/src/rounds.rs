//! A round that was paired, added to the file.

use std::borrow::Cow;

use edelweiss_model::{
    ByeKind, Colour, GameResult, PlayerId, RoundEntry, RoundNumber, Tournament, TournamentData,
};

use crate::applied::{Applied, StepOutcome, meant};
use crate::error::{StepError, StepProblem};
use crate::file::EventFile;
use crate::step::{RoundStep, Step};
use crate::words;

pub(crate) fn apply(event: &EventFile, step: &RoundStep) -> Result<Applied, StepError> {
    let filed = event.tournament();
    let games = if step.is_match { 2 } else { 1 };
    let round = round_to_add(filed, step.round, games)?;
    let is_replaced = round < filed.next_round();
    let before = if is_replaced {
        Cow::Owned(filed.before_round(round))
    } else {
        Cow::Borrowed(filed)
    };
    let (pairs, bye) = players(&before, step)?;
    let document = event.document();
    let document = if step.is_match {
        document.with_match(&before, &pairs, bye)?
    } else {
        document.with_round(&before, &pairs, bye)?
    };
    let mut data = filed.clone().into_data();
    if is_replaced {
        take_out(&mut data, round);
    }
    data.held = data.held.filter(|held| *held < round);
    data.round_to_pair = None;
    add_games(&mut data, round, &pairs, bye);
    if step.is_match {
        let second = RoundNumber::from_index(round.index() + 1);
        let turned: Vec<_> = pairs
            .iter()
            .map(|(white, black)| (*black, *white))
            .collect();
        add_games(&mut data, second, &turned, None);
        // Who is absent from a match is absent from both games, in ways that the document knows.
        let back = event.read_back(&document).map_err(|failure| {
            StepError::new(
                format!("the file would not be read any more: {failure}"),
                "",
            )
        })?;
        take_over_byes(&mut data, back.tournament(), second);
    }
    let is_absent = |data: &TournamentData, absence: &edelweiss_model::Absence| {
        data.players[absence.player.index()].entry(absence.round) != RoundEntry::Blank
    };
    let told = std::mem::take(&mut data.absences);
    data.absences = told
        .into_iter()
        .filter(|absence| !is_absent(&data, absence))
        .collect();
    let meant = meant(data)?;
    let outcome = StepOutcome {
        said: said(&meant, step, round, bye),
        step: Step::Round(step.clone()),
        paired_from_old: Vec::new(),
        meant,
        document,
    };
    outcome.finished(event)
}

/// The next round, or the last one while nobody has played in it.
fn round_to_add(
    tournament: &Tournament,
    asked: u16,
    games: usize,
) -> Result<RoundNumber, StepError> {
    let next = tournament.next_round();
    let round = RoundNumber::new(asked.into()).ok();
    let is_last = |round: &RoundNumber| {
        let is_without_results = tournament.is_without_results(round.index()..next.index());
        round.index() + games == next.index() && is_without_results
    };
    round.filter(|round| *round == next || is_last(round)).ok_or_else(|| {
        StepError::new(
            format!("found round {asked}, expected round {next}, the next one"),
            "a round that has results is not replaced; `edelweiss undo FILE` takes back what was done last",
        )
    })
}

/// White and Black of each board.
type Pairs = Vec<(PlayerId, PlayerId)>;

/// The players of the boards.
fn players(before: &Tournament, step: &RoundStep) -> Result<(Pairs, Option<PlayerId>), StepError> {
    let mut problems = Vec::new();
    let mut find = |place: String, number: u32| {
        let found = words::find(before, number);
        if found.is_none() {
            problems.push(StepProblem {
                place,
                message: format!("found player {number}, who is not in the file"),
                hint: String::new(),
            });
        }
        found
    };
    let mut pairs = Vec::new();
    for (index, [white, black]) in step.boards.iter().enumerate() {
        let place = format!("board {}", index + 1);
        let both = (find(place.clone(), *white), find(place, *black));
        if let (Some(white), Some(black)) = both {
            pairs.push((white, black));
        }
    }
    let bye = step
        .bye
        .and_then(|number| find("the bye".to_owned(), number));
    if step.boards.is_empty() && step.bye.is_none() {
        return Err(StepError::new("found a round without a board", ""));
    }
    StepError::none_of(problems)?;
    Ok((pairs, bye))
}

/// Takes the games and the bye of a round back; whoever was absent stays so.
fn take_out(data: &mut TournamentData, round: RoundNumber) {
    for player in &mut data.players {
        for entry in player.entries.iter_mut().skip(round.index()) {
            if entry.shows_pairing() {
                *entry = RoundEntry::Blank;
            }
        }
        while player.entries.last() == Some(&RoundEntry::Blank) {
            player.entries.pop();
        }
    }
}

/// Games without a result, the bye, and announced absences.
pub(crate) fn add_games(
    data: &mut TournamentData,
    round: RoundNumber,
    pairs: &[(PlayerId, PlayerId)],
    bye: Option<PlayerId>,
) {
    for &(white, black) in pairs {
        for (own, opponent, colour) in
            [(white, black, Colour::White), (black, white, Colour::Black)]
        {
            let game = RoundEntry::Paired {
                opponent,
                colour: Some(colour),
                result: GameResult::Unknown,
            };
            set(data, own, round, game);
        }
    }
    if let Some(bye) = bye {
        set(data, bye, round, RoundEntry::Bye(ByeKind::PairingAllocated));
    }
    if data.pre_determined {
        data.give_free_round(round);
    }
    for absence in data.absences.clone() {
        let entry = data.players[absence.player.index()].entry(round);
        if absence.round == round && entry == RoundEntry::Blank {
            set(data, absence.player, round, RoundEntry::Bye(absence.kind));
        }
    }
}

fn take_over_byes(data: &mut TournamentData, back: &Tournament, round: RoundNumber) {
    for id in back.player_ids() {
        let entry = back.player(id).entry(round);
        if matches!(entry, RoundEntry::Bye(_))
            && data.players[id.index()].entry(round) == RoundEntry::Blank
        {
            set(data, id, round, entry);
        }
    }
}

pub(crate) fn set(data: &mut TournamentData, id: PlayerId, round: RoundNumber, entry: RoundEntry) {
    let entries = &mut data.players[id.index()].entries;
    entries.resize(entries.len().max(round.index() + 1), RoundEntry::Blank);
    entries[round.index()] = entry;
}

fn said(
    after: &Tournament,
    step: &RoundStep,
    round: RoundNumber,
    bye: Option<PlayerId>,
) -> Vec<String> {
    let boards = match step.boards.len() {
        1 => "1 board".to_owned(),
        n => format!("{n} boards"),
    };
    let bye = bye.map_or_else(String::new, |id| {
        format!(", and {} has the bye", words::player(after, id))
    });
    let title = if step.is_match {
        format!(
            "rounds {round} and {}: a match on each of {boards}{bye}",
            round.get() + 1
        )
    } else {
        format!("round {round}: {boards}{bye}")
    };
    let absent: Vec<u32> = (after.player_ids())
        .filter(|id| !after.player(*id).entry(round).shows_pairing())
        .map(|id| after.player(id).number.get())
        .collect();
    let absent = (!absent.is_empty())
        .then(|| format!("not paired in round {round}: {}", words::listed(&absent)));
    std::iter::once(title).chain(absent).collect()
}
