//! Why a player has a value, and why one player is ranked above another.

use std::cmp::Ordering;
use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, presets};
use edelweiss::model::{ByeKind, GameResult, PlayerId, RoundEntry, Score};
use edelweiss::standings::{
    Contribution, Cut, Decomposition, DummyBound, Source, StandingsColumn, TieBreak,
};

use super::Ranked;
use super::page::heading;
use crate::report::clean;

/// Every value of one player, contribution by contribution.
pub(super) fn player(ranked: &Ranked<'_>, player: PlayerId) -> String {
    let mut out = heading(ranked);
    let rank = ranked.standings.rank(player);
    let points = ranked.table.score(player);
    writeln!(
        out,
        "{}: rank {rank} with {points} points",
        called(ranked, player)
    )
    .expect("a string grows");
    for (index, column) in ranked.standings.columns().iter().enumerate() {
        out.push('\n');
        out.push_str(&one_value(ranked, index, column, player));
    }
    out
}

/// Why `first` is ranked above `second`, or is not.
pub(super) fn above(ranked: &Ranked<'_>, first: PlayerId, second: PlayerId) -> String {
    let mut out = heading(ranked);
    let [a, b] = [first, second].map(|id| called(ranked, id));
    let ranks = [first, second].map(|id| ranked.standings.rank(id));
    let verdict = match ranks[0].cmp(&ranks[1]) {
        Ordering::Less => "is ranked above",
        Ordering::Greater => "is ranked below",
        Ordering::Equal => "shares a rank with",
    };
    writeln!(
        out,
        "{a} (rank {}) {verdict} {b} (rank {})",
        ranks[0], ranks[1]
    )
    .expect("a string grows");
    let mut line = |text: String| writeln!(out, "{text}").expect("a string grows");
    let points = [first, second].map(|id| ranked.table.score(id));
    let names_points = (ranked.choice.list.iter()).any(|each| each.definition().code == "PTS");
    if !names_points {
        line(compared("points", &points.map(|points| points.to_string())));
        if points[0] != points[1] {
            return out;
        }
    }
    let mut deciding = None;
    for (index, column) in ranked.standings.columns().iter().enumerate() {
        line(compared(
            &column.tie_break.to_string(),
            &[first, second].map(|id| column.text(id)),
        ));
        if column.value(first) != column.value(second) {
            deciding = Some((index, column));
            break;
        }
    }
    if let Some((index, column)) = deciding {
        let order = if column.tie_break.is_lower_better() {
            "lower ranks higher"
        } else {
            "higher ranks higher"
        };
        line(format!("{} decides: {order}", column.tie_break));
        for id in [first, second] {
            out.push('\n');
            writeln!(out, "{}", called(ranked, id)).expect("a string grows");
            out.push_str(&one_value(ranked, index, column, id));
        }
    }
    out
}

fn compared(what: &str, [first, second]: &[String; 2]) -> String {
    if first == second {
        format!("  {what}: both {first}")
    } else {
        format!("  {what}: {first} and {second}")
    }
}

/// `17 Adams, Ann`
fn called(ranked: &Ranked<'_>, id: PlayerId) -> String {
    let player = ranked.tournament.player(id);
    format!("{} {}", player.number, clean(&player.name))
        .trim_end()
        .to_owned()
}

/// The value of one tie-break and where it comes from.
fn one_value(
    ranked: &Ranked<'_>,
    index: usize,
    column: &StandingsColumn,
    player: PlayerId,
) -> String {
    let tie_break = &column.tie_break;
    let definition = tie_break.definition();
    let value = match column.value(player) {
        Some(value) => value.to_string(),
        None => "no value, which ranks last".to_owned(),
    };
    let mut out = format!(
        "{tie_break} ({}, {}): ",
        definition.name, definition.article
    );
    match ranked.table.decompose(player, tie_break) {
        Some(taken_apart) => {
            writeln!(out, "{value}{}", how(&taken_apart)).expect("a string grows");
            out.push_str(&table(ranked, player, &taken_apart));
        }
        None => out.push_str(&among_the_tied(ranked, index, tie_break, player)),
    }
    out
}

/// How the value follows from the contributions, where it is not their sum.
fn how(taken_apart: &Decomposition) -> String {
    let is_average = taken_apart.divisor > 1;
    match (is_average, taken_apart.is_rounded) {
        (false, _) => String::new(),
        (true, false) => format!(", the average of {}", taken_apart.divisor),
        (true, true) => format!(
            ", the average of {}, rounded with halves up",
            taken_apart.divisor
        ),
    }
}

/// A line per contribution.
fn table(ranked: &Ranked<'_>, player: PlayerId, taken_apart: &Decomposition) -> String {
    if taken_apart.contributions.is_empty() {
        return String::new();
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for each in &taken_apart.contributions {
        let round = each
            .round
            .map_or_else(String::new, |round| format!("round {round}"));
        let mut words = words(ranked, player, each);
        let amount = if let Some(cut) = each.cut {
            words.push_str(", ");
            words.push_str(cut_words(cut));
            format!("({})", each.value())
        } else {
            each.value().to_string()
        };
        table.add_row([round, words, amount, each.article.to_owned()]);
    }
    for index in [0, 2] {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{}\n", table.trim_fmt())
}

fn cut_words(cut: Cut) -> &'static str {
    match cut {
        Cut::Least => "cut as the least significant value (14.1)",
        Cut::Voluntary => "cut as the lowest of a voluntary unplayed round (16.5)",
        Cut::Most => "cut as the most significant value (14.3)",
    }
}

/// Where a contribution comes from.
fn words(ranked: &Ranked<'_>, player: PlayerId, each: &Contribution) -> String {
    let entry = match each.round {
        Some(round) => ranked.tournament.player(player).entry(round),
        None => RoundEntry::Blank,
    };
    let round = || round_words(ranked, entry);
    let times = |points: Option<Score>| {
        points.map_or_else(String::new, |points| format!(", times {points}"))
    };
    let opponents = |what: &str| format!("{what} of {}", entry_opponent(ranked, entry));
    match each.source {
        Source::Round(_) => round(),
        Source::ScoreSoFar => format!("score after it ({})", round()),
        Source::Own => "the player's own".to_owned(),
        Source::OpponentScore {
            score,
            adjusted_from,
            ..
        } => {
            let adjusted = adjusted_from
                .map_or_else(String::new, |from| format!(" (adjusted from {from}, 16.3)"));
            format!("{}: score {score}{adjusted}{}", round(), times(each.factor))
        }
        Source::Dummy { score, bound, .. } => {
            let bound = match bound {
                DummyBound::OwnScore => "the player's own score".to_owned(),
                DummyBound::ScheduledOpponent(_) => {
                    "no more than the scheduled opponent's".to_owned()
                }
                DummyBound::Draws => "no more than a draw in every round".to_owned(),
                DummyBound::VirtualOpponent => "the virtual opponent's score".to_owned(),
            };
            format!(
                "{}: a dummy with {score}, {bound}{}",
                round(),
                times(each.factor)
            )
        }
        Source::AboveLimit { .. } => format!("{}, who reached the limit", round()),
        Source::OpponentValue { .. } => opponents("value"),
        Source::Board(board) => format!("board {board}"),
        Source::AverageRating => "average rating of the opponents".to_owned(),
        Source::RatingDifference { percentage } => {
            format!("rating difference for {percentage} per cent")
        }
        Source::PerfectRating => {
            "the lowest rating that was to be expected to score as much".to_owned()
        }
    }
}

fn entry_opponent(ranked: &Ranked<'_>, entry: RoundEntry) -> String {
    entry
        .opponent()
        .map_or_else(String::new, |id| called(ranked, id))
}

/// What a round was: `beat 12 Brown, Bea`.
fn round_words(ranked: &Ranked<'_>, entry: RoundEntry) -> String {
    let kind = match entry {
        RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => "zero-point bye",
        RoundEntry::Bye(ByeKind::PairingAllocated) => "pairing-allocated bye",
        RoundEntry::Bye(ByeKind::Full) => "full-point bye",
        RoundEntry::Bye(ByeKind::Half) => "half-point bye",
        RoundEntry::Paired { result, .. } => {
            let verb = match result {
                GameResult::Win | GameResult::UnratedWin => "won against",
                GameResult::Draw | GameResult::UnratedDraw => "drew with",
                GameResult::Loss | GameResult::UnratedLoss => "lost to",
                GameResult::ForfeitWin => "won by forfeit against",
                GameResult::ForfeitLoss => "lost by forfeit to",
                GameResult::Adjourned | GameResult::Unknown => "no result yet against",
            };
            return format!("{verb} {}", entry_opponent(ranked, entry));
        }
    };
    kind.to_owned()
}

/// Direct Encounter in words: who was tied, and the games among them.
fn among_the_tied(
    ranked: &Ranked<'_>,
    index: usize,
    tie_break: &TieBreak,
    player: PlayerId,
) -> String {
    let tied = ranked.standings.tied_before(index, player);
    if tied.len() < 2 {
        return "nobody was tied with this player\n".to_owned();
    }
    let place = ranked.standings.columns()[index].text(player);
    let mut out = if place == "0" {
        format!("decides nothing among {} tied players\n", tied.len())
    } else {
        format!("place {place} among {} tied players\n", tied.len())
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for member in &tied {
        let games = ranked.table.encounters(*member, &tied, tie_break);
        let listed: Vec<String> = (games.iter())
            .map(|game| {
                let number = ranked.tournament.player(game.opponent).number;
                format!("{} against {number} in round {}", game.points, game.round)
            })
            .collect();
        let listed = if listed.is_empty() {
            "no game among them".to_owned()
        } else {
            listed.join("; ")
        };
        let place = ranked.standings.columns()[index].text(*member);
        table.add_row([place, called(ranked, *member), listed]);
    }
    writeln!(out, "{}", table.trim_fmt()).expect("a string grows");
    out
}
