//! Whom the rules contradict: the judges, asked one after the other.

use edelweiss::check::colours::ColourAllocation;
use edelweiss::check::literal;
use edelweiss::check::verdict::JudgedRound;
use edelweiss::model::{PlayerId, Position, Tournament};
use edelweiss::pairing::{Impossible, Outcome};
use edelweiss::verdict::reading_that_gives;
use edelweiss::weights::Edition;

use super::meetings::{RoundMeetings, boards, boards_of, meetings, meetings_of, unordered};
use super::{
    Comparison, Deciding, DifferenceClass, Fault, Ours, ProcedureFinding, RulesVerdict, Side,
};
use crate::engine::Reply;

/// The most players for whom the procedure is executed as written.
const LITERAL_PLAYERS: usize = 64;

/// The largest brackets that are paired candidate by candidate; twelve players take seconds.
const LITERAL: literal::Limit = literal::Limit {
    bracket: 12,
    following: 14,
};

/// Asks every judge about a difference. May take seconds.
pub fn judge(ours: &Ours<'_>, tournament: &Tournament, comparison: &Comparison) -> RulesVerdict {
    let mut lines: Vec<String> = Vec::new();
    lines
        .extend((comparison.broken.theirs.iter()).map(|l| format!("theirs breaks the rules: {l}")));
    lines.extend((comparison.broken.ours.iter()).map(|l| format!("ours breaks the rules: {l}")));
    lines.extend(
        comparison
            .deciding
            .iter()
            .map(|deciding| deciding.text.clone()),
    );
    let mut fault = match comparison.class {
        DifferenceClass::IllegalOurs if comparison.broken.theirs.is_empty() => Fault::Ours,
        DifferenceClass::IllegalOurs => Fault::Both,
        // In the last of these ours is legal, or the class would be another one.
        DifferenceClass::IllegalTheirs
        | DifferenceClass::Crash
        | DifferenceClass::Timeout
        | DifferenceClass::Rubbish
        | DifferenceClass::NoOutput
        | DifferenceClass::Unconfirmed
        | DifferenceClass::TheyRefuse => Fault::Theirs,
        DifferenceClass::WeRefuse => match (ours.pair)(tournament) {
            Ok(Outcome::Impossible(Impossible::ProcedureEnded { .. } | Impossible::GivenUp)) => {
                Fault::Open
            }
            _ => Fault::Ours,
        },
        DifferenceClass::Colours => judge_colours(ours, tournament, comparison, &mut lines),
        DifferenceClass::Pairing => judge_pairing(ours, tournament, comparison, &mut lines),
        DifferenceClass::Equal => Fault::Open,
    };
    lines.extend(reading_line(ours, tournament, comparison));
    if let (Some(second), Ok(round)) = (ours.second, &comparison.ours) {
        match second(tournament) {
            Ok(Outcome::Paired(other))
                if boards_of(&other) == boards_of(round) && other.bye == round.bye =>
            {
                lines.push("our reference engine gives our pairing".to_owned());
            }
            _ => {
                lines.push("our reference engine gives another pairing than ours".to_owned());
                fault = Fault::Ours;
            }
        }
    }
    RulesVerdict { fault, lines }
}

/// The reading with a name by which their round would be ours, if there is one.
fn reading_line(
    ours: &Ours<'_>,
    tournament: &Tournament,
    comparison: &Comparison,
) -> Option<String> {
    let (DifferenceClass::Pairing, Reply::Answered(answer)) =
        (comparison.class, &comparison.theirs)
    else {
        return None;
    };
    let position = Position::derive(tournament, &ours.definitions);
    let round = JudgedRound {
        pairs: answer.boards.clone(),
        bye: answer.byes.first().copied(),
    };
    let reading = reading_that_gives(&position, ours.edition?, &round)?;
    Some(format!(
        "reading: {reading} (they read these articles otherwise)"
    ))
}

fn judge_colours(
    ours: &Ours<'_>,
    tournament: &Tournament,
    comparison: &Comparison,
    lines: &mut Vec<String>,
) -> Fault {
    if ours.edition.is_none() {
        lines.push("no second reading of this system's colour rules exists".to_owned());
        return Fault::Open;
    }
    let (Ok(round), Reply::Answered(answer)) = (&comparison.ours, &comparison.theirs) else {
        return Fault::Open;
    };
    let allocation = ColourAllocation::new(tournament);
    let theirs = boards(answer);
    let (mut for_us, mut for_them) = (0, 0);
    let number = |id: PlayerId| tournament.player(id).number;
    for &(white, black) in boards_of(round).difference(&theirs) {
        let seat = allocation.seat(white, black);
        let with_us = seat == (white, black);
        if with_us {
            for_us += 1;
        } else {
            for_them += 1;
        }
        lines.push(format!(
            "colours of {} and {}: the rules give White to {}, as {} do",
            number(white),
            number(black),
            number(seat.0),
            if with_us { "we" } else { "they" }
        ));
    }
    match (for_us, for_them) {
        (_, 0) => Fault::Theirs,
        (0, _) => Fault::Ours,
        _ => Fault::Both,
    }
}

fn judge_pairing(
    ours: &Ours<'_>,
    tournament: &Tournament,
    comparison: &Comparison,
    lines: &mut Vec<String>,
) -> Fault {
    let Some(edition) = ours.edition else {
        lines.push("no second reading of this system exists; both rounds are legal".to_owned());
        return Fault::Open;
    };
    let procedure = procedure(edition, tournament, comparison);
    lines.push(procedure.to_string());
    match procedure {
        ProcedureFinding::Ours => return Fault::Theirs,
        ProcedureFinding::Theirs => return Fault::Ours,
        ProcedureFinding::Neither => return Fault::Both,
        ProcedureFinding::NotAsked(_) => {}
    }
    // A legal round is a completion of each of its brackets, so nothing stands before the criteria
    // but what a following bracket demands of this one: nothing if the same players go there.
    let looks_ahead = |label: &str| {
        (edition.criteria.iter().position(|rule| rule.label == label))
            > (edition.criteria.iter()).position(|rule| ["C7", "C.6"].contains(&rule.label))
    };
    match &comparison.deciding {
        Some(Deciding {
            criterion: Some(label),
            better: Some(side),
            same_floaters,
            ..
        }) if *label == "C5" || *same_floaters || !looks_ahead(label) => match side {
            Side::Ours => Fault::Theirs,
            Side::Theirs => Fault::Ours,
        },
        _ => Fault::Open,
    }
}

/// Executes the procedure as written, where that ends in this life.
fn procedure(
    edition: &'static Edition,
    tournament: &Tournament,
    comparison: &Comparison,
) -> ProcedureFinding {
    let count = tournament.players.len();
    if count > LITERAL_PLAYERS {
        return ProcedureFinding::NotAsked(format!(
            "{count} players, at most {LITERAL_PLAYERS} fit"
        ));
    }
    let (Ok(round), Reply::Answered(answer)) = (&comparison.ours, &comparison.theirs) else {
        return ProcedureFinding::NotAsked("one side has no pairing".to_owned());
    };
    let limit = LITERAL;
    let compare_with = |found: &RoundMeetings| {
        if *found == meetings_of(round) {
            ProcedureFinding::Ours
        } else if *found == meetings(answer) {
            ProcedureFinding::Theirs
        } else {
            ProcedureFinding::Neither
        }
    };
    match literal::pair_round(tournament, edition, limit, literal::Until::Perfect) {
        literal::LiteralOutcome::Paired(found) => {
            let byes: Vec<PlayerId> = found.bye.into_iter().collect();
            compare_with(&unordered(found.boards.iter().copied(), &byes))
        }
        literal::LiteralOutcome::Impossible => ProcedureFinding::Neither,
        literal::LiteralOutcome::TooLarge { brackets, players } => {
            // What it has paired may decide already.
            let (ours, theirs) = (meetings_of(round), meetings(answer));
            for bracket in &brackets {
                let pairs = unordered(bracket.pairs.iter().copied(), &[]);
                let with = |side: &RoundMeetings| pairs.is_subset(side);
                match (with(&ours), with(&theirs)) {
                    (true, true) => {}
                    (true, false) => return ProcedureFinding::Ours,
                    (false, true) => return ProcedureFinding::Theirs,
                    (false, false) => return ProcedureFinding::Neither,
                }
            }
            ProcedureFinding::NotAsked(format!("a bracket of {players} players is too large"))
        }
    }
}
