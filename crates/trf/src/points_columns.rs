//! Columns 81-84 of players against their results.
//!
//! Programs differ in when they count a round, and an arbiter enters results before points: the
//! columns may hold any sum of [`RunningPoints::fits`], and those of everybody may be the sums of an
//! earlier round, when games may have been open that are decided now.

use edelweiss_model::{
    GameResult, Player, PlayerId, RoundEntry, RoundNumber, Score, Tournament, Tpn,
};

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
    /// They are those of an earlier round, for everybody.
    Earlier(EarlierColumns),
}

/// Columns of an earlier round.
struct EarlierColumns {
    /// The index of the round that they were written before.
    before: usize,
    /// Games of the rounds before that were open then and are decided now: the round, and who played.
    late: Vec<(RoundNumber, [PlayerId; 2])>,
}

impl EarlierColumns {
    fn words(&self, tournament: &Tournament) -> String {
        let round = self.before + 1;
        let late = self.late.iter().map(|(round, players)| {
            let [one, other] = players.map(|id| tournament.player(id).number);
            format!(" and that of {one} and {other} in round {round}")
        });
        let late: String = late.collect();
        format!(
            "the points of all players are those before round {round}, so they do not confirm the results from round {round} on{late}, which count"
        )
    }
}

/// As many late games are looked for; a file with more is one with wrong points.
const MOST_LATE_GAMES: usize = 20;

/// What can be done where the program's points are wanted.
const WRITES_POINTS: &str = "check the results and the points system (162, XXS, BBW ...); if they are right, \
     `edelweiss standings FILE --ignore-points --format trf -o NEW` writes the points that follow from them";

/// Compares the columns with the results; a difference is an error if `is_strict`, or a warning where
/// records `299` change points.
///
/// Results may have been entered into a file whose columns are still those of an earlier round: where
/// they fit that round for everybody, the results count, and a warning says so.
pub(crate) fn check(
    tournament: &Tournament,
    rows: &PlayerRows,
    has_penalties: bool,
    is_strict: bool,
    log: &mut Log,
) {
    warn_of_blank_columns(rows, log);
    let columns: Vec<Option<Score>> = rows.lines.iter().map(|row| row.points).collect();
    let wrong = match judged(tournament, &columns) {
        ColumnsVerdict::Wrong(wrong) => wrong,
        ColumnsVerdict::Earlier(earlier) => {
            let message = earlier.words(tournament);
            let at = At::default().field("points");
            let hint = "`edelweiss standings FILE --format trf -o NEW` writes the points that follow from the results";
            return log.warn(FindingKind::Points, at, message, hint);
        }
    };
    let more = match wrong.len().saturating_sub(1) {
        0 => String::new(),
        more => format!(", and those of {more} more players do not fit either"),
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
            return log.warn(FindingKind::Points, at, message + &more, hint);
        } else if is_strict {
            log.error(FindingKind::Points, at, message, WRITES_POINTS);
        }
    }
}

/// One remark about all columns that are blank.
fn warn_of_blank_columns(rows: &PlayerRows, log: &mut Log) {
    let mut blank = rows.lines.iter().filter(|row| row.points.is_none());
    let Some(first) = blank.next() else {
        return;
    };
    let (who, verb) = match blank.count() {
        0 => (format!("player {}", first.number), "has"),
        more => (format!("player {} and {more} more", first.number), "have"),
    };
    let message = format!("{who} {verb} no points to compare; the results count");
    let at = first.at().columns(81, 84).field("points");
    log.warn(FindingKind::Points, at, message, "");
}

impl Document {
    /// Every player whose columns 81-84 do not fit the results of `tournament`, which is this document
    /// read without [`ReadOptions::check_points`](crate::ReadOptions::check_points); nobody where
    /// records `299` change points, since they are not applied. O(players · rounds).
    pub fn wrong_points(&self, tournament: &Tournament) -> Vec<WrongPoints> {
        if self.has_penalties() {
            return Vec::new();
        }
        let mut of_number = vec![None; Tpn::MAX_IN_FILE as usize + 1];
        for recorded in self.recorded_standings() {
            of_number[recorded.number.get() as usize] = recorded.points;
        }
        let players = tournament.players.iter();
        let columns: Vec<Option<Score>> = players
            .map(|player| *of_number.get(player.number.get() as usize)?)
            .collect();
        match judged(tournament, &columns) {
            ColumnsVerdict::Wrong(wrong) => wrong,
            ColumnsVerdict::Earlier(_) => Vec::new(),
        }
    }

    /// Whether records `299` give or take points, which are not applied.
    pub(crate) fn has_penalties(&self) -> bool {
        self.records().any(|record| record.code() == "299")
    }
}

/// Judges the columns, by player.
fn judged(tournament: &Tournament, columns: &[Option<Score>]) -> ColumnsVerdict {
    let paired = tournament.rounds_paired().map_or(0, |r| r.index() + 1);
    let wrong = misfits(tournament, columns, paired);
    if !wrong.is_empty()
        && let Some(earlier) = earlier_round(tournament, columns, paired)
    {
        return ColumnsVerdict::Earlier(earlier);
    }
    ColumnsVerdict::Wrong(wrong)
}

/// Who has other points than those of the first `paired` rounds allow.
fn misfits(tournament: &Tournament, columns: &[Option<Score>], paired: usize) -> Vec<WrongPoints> {
    let finished = finished(tournament, paired);
    let scores = tournament.standings_scores(paired);
    let columns = columns.iter().zip(scores).zip(tournament.player_ids());
    columns
        .filter_map(|((points, expected), player)| {
            let recorded = (*points)?;
            let fits = expected == recorded || {
                let running = RunningPoints::new(tournament, player, paired);
                (finished..=paired).any(|end| running.fits(end, recorded))
            };
            (!fits).then_some(WrongPoints {
                player,
                recorded,
                expected,
            })
        })
        .collect()
}

/// The last of the finished rounds after which everybody had the points of the columns; failing that,
/// the last one after which everybody had them but the players of games that were open then.
/// O(players · rounds).
fn earlier_round(
    tournament: &Tournament,
    columns: &[Option<Score>],
    paired: usize,
) -> Option<EarlierColumns> {
    let finished = finished(tournament, paired);
    // After the last round nothing is late: there a result may be wrong as well as the points.
    let ends = (0..=finished).filter(|end| *end < paired);
    let mut misfits: Vec<(usize, Vec<PlayerId>)> = ends.map(|end| (end, Vec::new())).collect();
    for (points, player) in columns.iter().zip(tournament.player_ids()) {
        let Some(recorded) = *points else { continue };
        let running = RunningPoints::new(tournament, player, finished);
        misfits.retain_mut(|(end, misfits)| {
            if !running.fits(*end, recorded) {
                misfits.push(player);
            }
            misfits.len() <= 2 * MOST_LATE_GAMES
        });
    }
    let whole = misfits.iter().rev().find(|(_, misfits)| misfits.is_empty());
    if let Some((before, _)) = whole {
        let (before, late) = (*before, Vec::new());
        return Some(EarlierColumns { before, late });
    }
    misfits.into_iter().rev().find_map(|(before, misfits)| {
        let late = late_games(tournament, columns, before, &misfits)?;
        Some(EarlierColumns { before, late })
    })
}

/// For each of the `misfits` a game of the first `end` rounds with another one of them, so that the
/// columns of both count it as a draw, or not at all. `None` where somebody has none.
fn late_games(
    tournament: &Tournament,
    columns: &[Option<Score>],
    end: usize,
    misfits: &[PlayerId],
) -> Option<Vec<(RoundNumber, [PlayerId; 2])>> {
    let counts_as = |player: PlayerId, round: RoundNumber, open: Score| {
        let entry = tournament.player(player).entry(round);
        let decided = entry.result().is_some_and(|result| !is_open(result));
        let points = tournament.points.points(entry);
        columns[player.index()].is_some_and(|recorded| {
            let running = RunningPoints::new(tournament, player, end);
            decided && running.fits(end, recorded + points - open)
        })
    };
    let mut found = Vec::new();
    for player in misfits.iter().copied() {
        let late = (0..end).map(RoundNumber::from_index).find_map(|round| {
            let opponent = tournament.player(player).entry(round).opponent()?;
            let is_late = misfits.contains(&opponent)
                && [tournament.points.unknown, Score::ZERO].iter().any(|open| {
                    counts_as(player, round, *open) && counts_as(opponent, round, *open)
                });
            is_late.then_some((round, opponent))
        });
        let (round, opponent) = late?;
        if player < opponent {
            found.push((round, [player, opponent]));
        }
    }
    Some(found)
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

/// A player's points after no round, after one, and so on.
struct RunningPoints<'a> {
    tournament: &'a Tournament,
    player: &'a Player,
    /// By the number of rounds.
    after: Vec<Score>,
    /// Those of them that come from games whose result is still to come.
    open: Vec<Score>,
    /// Those of the latter that are not adjourned.
    unknown: Vec<Score>,
}

impl<'a> RunningPoints<'a> {
    /// O(rounds).
    fn new(tournament: &'a Tournament, id: PlayerId, rounds: usize) -> Self {
        let player = tournament.player(id);
        let [mut after, mut open, mut unknown] = [Score::ZERO; 3].map(|none| vec![none]);
        for index in 0..rounds {
            let entry = player.entry(RoundNumber::from_index(index));
            let points = tournament.points.points(entry);
            let if_so = |is_so: bool| if is_so { points } else { Score::ZERO };
            after.push(after[index] + points);
            open.push(open[index] + if_so(entry.result().is_some_and(is_open)));
            let is_unknown = entry.result() == Some(GameResult::Unknown);
            unknown.push(unknown[index] + if_so(is_unknown));
        }
        Self {
            tournament,
            player,
            after,
            open,
            unknown,
        }
    }

    /// Whether columns 81-84 may hold `recorded` after the first `end` rounds:
    ///
    /// - the points of those rounds;
    /// - a game without a result counted as a draw, or not at all, and an adjourned one as a draw all the same;
    /// - plus those of a bye entered in advance for the round after, or not;
    /// - plus the virtual points of that round, or of the round before, or none;
    /// - a round the line is too short for may count as nothing, whatever a zero-point bye is worth.
    fn fits(&self, end: usize, recorded: Score) -> bool {
        let points = &self.tournament.points;
        let bye = match self.player.entries.get(end) {
            Some(entry @ RoundEntry::Bye(_)) => points.points(*entry),
            _ => Score::ZERO,
        };
        let written = end.min(self.player.entries.len());
        let virtual_points = |round: Option<usize>| {
            let points = self.player.virtual_points.get(round?);
            points.copied()
        };
        let added = [
            Score::ZERO,
            virtual_points(Some(end)).unwrap_or_default(),
            virtual_points(end.checked_sub(1)).unwrap_or_default(),
        ];
        [end, written].into_iter().any(|rounds| {
            let points = self.after[rounds];
            [
                points,
                points - self.open[written],
                points - self.unknown[written],
            ]
            .into_iter()
            .flat_map(|base| [base, base + bye])
            .any(|base| added.iter().any(|more| base + *more == recorded))
        })
    }
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
