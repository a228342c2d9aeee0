//! Columns 81-84 of players against their results.
//!
//! Programs differ in when they count a round, and an arbiter enters results before points: the
//! columns may hold any sum of [`expected_points`].

use edelweiss_model::{GameResult, PlayerId, RoundEntry, Score, System, Tournament, Tpn};

use crate::document::Document;
use crate::error::{At, FindingKind, Log};
use crate::players::PlayerRows;

/// A player whose columns 81-84 do not fit the results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongPoints {
    /// Who.
    pub player: PlayerId,
    /// As the file has them.
    pub recorded: Score,
    /// As they follow from the results of all recorded rounds.
    pub expected: Score,
}

/// What the columns of all players come to.
enum ColumnsVerdict {
    /// Those that do not fit, often none.
    Wrong(Vec<WrongPoints>),
    /// They are those before the round at this index, for everybody.
    BeforeRound(usize),
}

/// Compares the columns with the results; a difference is an error if `is_strict`, or a warning where
/// records `299` change points.
///
/// Results may have been entered into a file whose columns are still those before the last played
/// pairing, as [`Document::with_round`](crate::Document::with_round) leaves them: where they fit for
/// everybody, that round is not checked, and a warning says so.
pub(crate) fn check(
    tournament: &Tournament,
    rows: &PlayerRows,
    has_penalties: bool,
    is_strict: bool,
    log: &mut Log,
) {
    if let Some(row) = rows.lines.iter().find(|row| row.points.is_none()) {
        let message = format!("player {} has no points to compare", row.number);
        let at = row.at().columns(81, 84).field("points");
        log.warn(FindingKind::Points, at, message, "");
    }
    let columns: Vec<Option<Score>> = rows.lines.iter().map(|row| row.points).collect();
    let wrong = match judged(tournament, &columns) {
        ColumnsVerdict::Wrong(wrong) => wrong,
        ColumnsVerdict::BeforeRound(before) => {
            let message = format!(
                "the points of all players are those before round {}, so they do not confirm its results",
                before + 1
            );
            let at = At::default().field("points");
            return log.warn(FindingKind::Points, at, message, "");
        }
    };
    for each in wrong {
        let row = &rows.lines[each.player.index()];
        let at = row.at().columns(81, 84).field("points");
        let message = format!(
            "points of player {} are {}, expected {} from the results",
            row.number, each.recorded, each.expected
        );
        if has_penalties {
            let hint = "lines 299 change points and are not applied";
            log.warn(FindingKind::Points, at, message, hint);
        } else if is_strict {
            let hint = "check the results and the points system (162, XXS, BBW ...)";
            log.error(FindingKind::Points, at, message, hint);
        }
    }
}

impl Document {
    /// Every player whose columns 81-84 do not fit the results of `tournament`, which is this document
    /// read without [`ReadOptions::check_points`](crate::ReadOptions::check_points); nobody where
    /// records `299` change points, since they are not applied. O(players · rounds).
    pub fn wrong_points(&self, tournament: &Tournament) -> Vec<WrongPoints> {
        if self.records().any(|record| record.code() == "299") {
            return Vec::new();
        }
        let mut of_number = vec![None; Tpn::MAX as usize + 1];
        for recorded in self.recorded_standings() {
            of_number[usize::from(recorded.number.get())] = recorded.points;
        }
        let players = tournament.players.iter();
        let columns: Vec<Option<Score>> = players
            .map(|player| of_number[usize::from(player.number.get())])
            .collect();
        match judged(tournament, &columns) {
            ColumnsVerdict::Wrong(wrong) => wrong,
            ColumnsVerdict::BeforeRound(_) => Vec::new(),
        }
    }
}

/// Judges the columns, by player.
fn judged(tournament: &Tournament, columns: &[Option<Score>]) -> ColumnsVerdict {
    let paired = tournament.rounds_paired().map_or(0, |r| r.index() + 1);
    let wrong = misfits(tournament, columns, paired);
    let of_a_pairing = match tournament.system {
        Some(System::DoubleSwiss) => 2,
        _ => 1,
    };
    let before = finished(tournament, paired).checked_sub(of_a_pairing);
    if let (false, Some(before)) = (wrong.is_empty(), before)
        && misfits(tournament, columns, before).is_empty()
    {
        return ColumnsVerdict::BeforeRound(before);
    }
    ColumnsVerdict::Wrong(wrong)
}

/// Who has other points than those of the first `paired` rounds allow.
fn misfits(tournament: &Tournament, columns: &[Option<Score>], paired: usize) -> Vec<WrongPoints> {
    let finished = finished(tournament, paired);
    let columns = columns.iter().zip(tournament.player_ids());
    columns
        .filter_map(|(points, player)| {
            let recorded = (*points)?;
            let expected = tournament.standings_score(player, paired);
            let fits = expected == recorded
                || expected_points(tournament, player, finished, paired).contains(&recorded);
            (!fits).then_some(WrongPoints {
                player,
                recorded,
                expected,
            })
        })
        .collect()
}

/// How many of the first `paired` rounds are left without those at their end that are yet to be
/// played.
fn finished(tournament: &Tournament, paired: usize) -> usize {
    let pending = (0..paired).rev();
    paired
        - pending
            .take_while(|index| is_pending(tournament, *index))
            .count()
}

/// Every value columns 81-84 may have for a player, when `paired` rounds have been paired, of which
/// those after the first `finished` ones have a result not yet known each, or nothing but the
/// pairing-allocated bye:
///
/// - the points of those rounds, or of the first ones down to the finished ones;
/// - a game without a result counted as a draw, or not at all;
/// - plus those of a bye entered in advance for the round after, or not;
/// - plus the virtual points of that round, or of the round before, or none;
/// - a round the line is too short for may count as nothing, whatever a zero-point bye is worth.
fn expected_points(
    tournament: &Tournament,
    id: PlayerId,
    finished: usize,
    paired: usize,
) -> Vec<Score> {
    let player = tournament.player(id);
    let mut expected = Vec::new();
    for end in (finished..=paired).rev() {
        let recorded = end.min(player.entries.len());
        let bye = match player.entries.get(end) {
            Some(entry @ RoundEntry::Bye(_)) => tournament.points.points(*entry),
            _ => Score::ZERO,
        };
        let known = (player.entries.iter().take(recorded))
            .filter(|entry| entry.result().is_some_and(is_open))
            .fold(Score::ZERO, |sum, entry| {
                sum - tournament.points.points(*entry)
            });
        for rounds in [end, recorded] {
            let standings = tournament.standings_score(id, rounds);
            for base in [standings, standings + known] {
                for base in [base, base + bye] {
                    expected.push(base);
                    for round in [Some(end), end.checked_sub(1)].into_iter().flatten() {
                        let points = player.virtual_points.get(round).copied();
                        expected.push(base + points.unwrap_or_default());
                    }
                }
            }
        }
    }
    expected
}

/// Whether a game's result is still to come.
fn is_open(result: GameResult) -> bool {
    matches!(result, GameResult::Unknown | GameResult::Adjourned)
}

/// Whether the round at `index` has a result not yet known, or no game.
fn is_pending(tournament: &Tournament, index: usize) -> bool {
    let entries = tournament
        .players
        .iter()
        .filter_map(|player| player.entries.get(index));
    let mut results = entries.filter_map(|entry| entry.result()).peekable();
    results.peek().is_none() || results.any(is_open)
}
