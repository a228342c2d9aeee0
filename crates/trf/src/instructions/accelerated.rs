//! Virtual points of `250`.

use edelweiss_model::{RoundNumber, Score, TeamScore};

use super::Instructions;
use super::fields::read_round;
use crate::columns::{self, Line, shown};
use crate::error::{At, FindingKind, Log};
use crate::rows::NumberedPlaces;

/// The most single values (players times rounds) all `250` lines together may assign.
const MOST_VIRTUAL_POINTS: usize = 20_000_000;

impl Instructions {
    /// `250`: match points 5-8, points 10-13, rounds 15-17 to 19-21, players 23-26 to 28-31.
    pub(crate) fn read_accelerated(
        &mut self,
        number: u32,
        line: &Line<'_>,
        numbers: &NumberedPlaces,
        log: &mut Log,
    ) {
        const HINT: &str = "a line 250 has points in columns 10 to 13, rounds in 15 to 17 and 19 to 21, players in 23 to 26 and 28 to 31";
        let at = At::line(number);
        let blanks = [4, 9, 14, 18, 22, 27].iter();
        let blanks = blanks.clone().all(|column| line.at(*column) == b' ') && line.len() <= 31;
        let match_points = columns::trimmed(line.field(5, 8));
        if self.of_teams.is_none()
            && !match_points.is_empty()
            && columns::score(match_points) != Some(Score::ZERO)
        {
            let message = format!(
                "match points are {}, expected none in a tournament of players",
                shown(match_points)
            );
            let hint = "virtual points of players stand in columns 10 to 13";
            return log.error(FindingKind::Field, at.columns(5, 8), message, hint);
        }
        if !blanks {
            let message = "one of the columns 4, 9, 14, 18, 22 and 27 is not blank, or the line goes beyond column 31";
            return log.error(
                FindingKind::Field,
                at.columns(4, line.len().max(4)),
                message,
                HINT,
            );
        }
        let (from, to) = match self.of_teams {
            Some(TeamScore::MatchPoints) => (5, 8),
            Some(TeamScore::GamePoints) | None => (10, 13),
        };
        let Some(points) = columns::score(line.field(from, to)) else {
            let message = format!(
                "virtual points are {}, expected a number in columns {from} to {to}",
                shown(line.field(from, to))
            );
            return log.error(FindingKind::Field, at.columns(from, to), message, HINT);
        };
        let Some((rounds, ids)) = read_ranges(line, at, blanks, numbers, log) else {
            return;
        };
        if points == Score::ZERO {
            let message = "virtual points are 0.0, so the line changes nothing";
            log.warn(FindingKind::NotApplied, at.columns(10, 13), message, "");
        }
        self.has_ranges = true;
        self.assign(points, rounds, ids, at, numbers, log);
    }

    fn assign(
        &mut self,
        points: Score,
        rounds: [RoundNumber; 2],
        ids: [u32; 2],
        at: At,
        numbers: &NumberedPlaces,
        log: &mut Log,
    ) {
        let mut found = false;
        for id in ids[0]..=ids[1] {
            let Some(player) = numbers.find(id) else {
                continue;
            };
            found = true;
            self.assigned += rounds[1].index() - rounds[0].index() + 1;
            if self.assigned > MOST_VIRTUAL_POINTS {
                let message = "the lines 250 assign too many virtual points";
                return log.error(FindingKind::Limit, at, message, "");
            }
            if self.by_range.len() <= player.index() {
                self.by_range.resize(player.index() + 1, Vec::new());
            }
            let slots = &mut self.by_range[player.index()];
            if slots.len() <= rounds[1].index() {
                slots.resize(rounds[1].index() + 1, None);
            }
            let slots = slots.iter_mut().enumerate().skip(rounds[0].index());
            for (round, slot) in slots.take(rounds[1].index() + 1 - rounds[0].index()) {
                if let Some(other) = slot.filter(|other| *other != points) {
                    let message = format!(
                        "round {}: player {id} gets {points} virtual points here and {other} in a line before",
                        round + 1
                    );
                    return log.error(FindingKind::Contradiction, at.columns(10, 13), message, "");
                }
                *slot = Some(points);
            }
        }
        if !found {
            let message = format!(
                "no {} has a number from {} to {}",
                numbers.noun, ids[0], ids[1]
            );
            log.warn(FindingKind::NotApplied, at.columns(23, 31), message, "");
        }
    }
}

/// Rounds 15-17 to 19-21, players 23-26 to 28-31: the first and the last of each.
fn read_ranges(
    line: &Line<'_>,
    at: At,
    is_aligned: bool,
    numbers: &NumberedPlaces,
    log: &mut Log,
) -> Option<([RoundNumber; 2], [u32; 2])> {
    let first = read_round(line, 15, at, is_aligned, log);
    let last = read_round(line, 19, at, is_aligned, log);
    let (first, last) = (first?, last?);
    let read_id = |first, last| columns::number(line.field(first, last)).filter(|n| *n > 0);
    let (Some(low), Some(high)) = (read_id(23, 26), read_id(28, 31)) else {
        let message = format!(
            "{}s are {}, expected two numbers in columns 23 to 26 and 28 to 31",
            numbers.noun,
            shown(line.field(23, 31))
        );
        log.error(FindingKind::Field, at.columns(23, 31), message, "");
        return None;
    };
    if last < first || high < low {
        let message = format!(
            "rounds {first} to {last} and {}s {low} to {high} are no ranges, expected the smaller number first",
            numbers.noun
        );
        log.error(FindingKind::Contradiction, at.columns(15, 31), message, "");
        return None;
    }
    Some(([first, last], [low, high]))
}
