//! Why a player has a value, and why one player is ranked above another.

use std::cmp::Ordering;
use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, presets};
use edelweiss::model::{PlayerId, Score, TeamId};
use edelweiss::standings::{
    Contribution, Cut, Decomposition, DummyBound, Encounter, Reference, Source, StandingsColumn,
    TeamTable, TieBreak,
};
use edelweiss_answers::standings::{Ranked, RankedTable};

use super::page::heading;

/// Every value of one participant, contribution by contribution.
pub(super) fn participant(ranked: &Ranked<'_>, player: PlayerId) -> String {
    let mut out = heading(ranked);
    let rank = ranked.standings.rank(player);
    let scores = ranked.scores(player);
    let scores: Vec<String> = (scores.iter())
        .map(|(code, score)| format!("{score} {}", points_words(code)))
        .collect();
    writeln!(
        out,
        "{}: rank {rank} with {}",
        ranked.called(player),
        scores.join(" and ")
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
    let [a, b] = [first, second].map(|id| ranked.called(id));
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
    let deciding = ranked.standings.deciding_column(first, second);
    if let Some(code) = ranked.choice.unnamed_points() {
        let score = |id: PlayerId| ranked.scores(id)[0].1.to_string();
        line(compared(points_words(code), &[first, second].map(score)));
        if ranks[0] != ranks[1] && deciding.is_none() {
            return out;
        }
    }
    for (index, column) in ranked.standings.columns().iter().enumerate() {
        let values = [first, second].map(|id| column.text(id));
        let mut words = compared(&column.tie_break.to_string(), &values);
        if !column.is_equal(first, second) && deciding != Some(index) {
            // 12.1, last sentence.
            words.push_str(", which does not count, as game points of the tied differ (12.1)");
        }
        line(words);
        if deciding == Some(index) {
            break;
        }
    }
    if let Some(index) = deciding {
        let column = &ranked.standings.columns()[index];
        let order = if column.tie_break.is_lower_better() {
            "lower ranks higher"
        } else {
            "higher ranks higher"
        };
        line(format!("{} decides: {order}", column.tie_break));
        for id in [first, second] {
            out.push('\n');
            writeln!(out, "{}", ranked.called(id)).expect("a string grows");
            out.push_str(&one_value(ranked, index, column, id));
        }
    }
    out
}

/// `points`, `match points` or `game points`.
fn points_words(code: &str) -> &'static str {
    match code {
        "MPTS" => "match points",
        "GPTS" => "game points",
        _ => "points",
    }
}

fn compared(what: &str, [first, second]: &[String; 2]) -> String {
    if first == second {
        format!("  {what}: both {first}")
    } else {
        format!("  {what}: {first} and {second}")
    }
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
    if let Some(taken_apart) = ranked.decompose(player, tie_break) {
        writeln!(out, "{value}{}", how(&taken_apart)).expect("a string grows");
        out.push_str(&table(ranked, player, &taken_apart));
    } else if column.board_values(player).is_empty() {
        out.push_str(&among_the_tied(ranked, index, tie_break, player));
    } else {
        writeln!(out, "{}, one after the other", column.text(player)).expect("a string grows");
        out.push_str(&board_by_board(column, player));
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

/// 12.2 and 12.3: what is compared first, second, and so on.
fn board_by_board(column: &StandingsColumn, id: PlayerId) -> String {
    let definition = column.tie_break.definition();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for (place, value) in (1..).zip(column.board_values(id)) {
        let words = match (definition.code, place) {
            ("BBE", 1) => "without the bottom board".to_owned(),
            ("BBE", _) => format!("without the bottom {place} boards"),
            _ => format!("board {place}"),
        };
        let article = definition.article.to_owned();
        table.add_row([words, value.to_string(), article]);
    }
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("{}\n", table.trim_fmt())
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
    let noun = ranked.noun();
    let round = || match each.round {
        Some(round) => ranked.round_words(player, round),
        None => String::new(),
    };
    let times = |points: Option<Score>| {
        points.map_or_else(String::new, |points| format!(", times {points}"))
    };
    let opponent = |what: &str| {
        let opponent = each.round.and_then(|round| ranked.opponent(player, round));
        let opponent = opponent.map_or_else(String::new, |id| ranked.called(id));
        format!("{what} of {opponent}")
    };
    match each.source {
        Source::Round(_) => round(),
        Source::ScoreSoFar => format!("score after it ({})", round()),
        Source::Own => format!("the {noun}'s own"),
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
                DummyBound::OwnScore => format!("the {noun}'s own score"),
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
        Source::OpponentValue { .. } => opponent("value"),
        Source::Board(board) => format!("board {board}{}", times(each.factor)),
        Source::AverageRating => "average rating of the opponents".to_owned(),
        Source::RatingDifference { percentage } => {
            format!("rating difference for {percentage} per cent")
        }
        Source::PerfectRating => {
            "the lowest rating that was to be expected to score as much".to_owned()
        }
    }
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
        return format!("nobody was tied with this {}\n", ranked.noun());
    }
    let place = ranked.standings.columns()[index].text(player);
    let mut out = if place == "0" {
        format!(
            "decides nothing among {} tied {}s\n",
            tied.len(),
            ranked.noun()
        )
    } else {
        format!(
            "place {place} among {} tied {}s\n",
            tied.len(),
            ranked.noun()
        )
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for member in &tied {
        let mut cells = vec![
            ranked.standings.columns()[index].text(*member),
            ranked.called(*member),
        ];
        cells.extend(encounters(ranked, *member, &tied, tie_break));
        table.add_row(cells);
    }
    writeln!(out, "{}", table.trim_fmt()).expect("a string grows");
    out
}

/// The games among the tied that count, and of teams whatever else the tie-break may look at.
fn encounters(
    ranked: &Ranked<'_>,
    member: PlayerId,
    tied: &[PlayerId],
    tie_break: &TieBreak,
) -> Vec<String> {
    let listed = |games: &[Encounter]| {
        let games: Vec<String> = (games.iter())
            .map(|game| {
                let number = ranked.number(game.opponent);
                format!("{} against {number} in round {}", game.points, game.round)
            })
            .collect();
        games.join("; ")
    };
    let teams = match &ranked.table {
        RankedTable::Teams(teams) => teams,
        RankedTable::Players(table) => {
            let games = table.encounters(member, tied, tie_break);
            return vec![if games.is_empty() {
                "no game among them".to_owned()
            } else {
                listed(&games)
            }];
        }
    };
    let mut found = Vec::new();
    for points in points_of_encounter(teams, tie_break) {
        let games = teams.encounters(member, tied, tie_break, points);
        if games.is_empty() {
            return vec!["no match among them".to_owned()];
        }
        let what = match points {
            Reference::MatchPoints => "match points",
            Reference::GamePoints => "game points",
        };
        found.push(format!("{what}: {}", listed(&games)));
    }
    if tie_break.definition().code.starts_with("EDE") && tie_break.definition().code != "EDE" {
        let boards = teams.board_points(TeamId::from_index(member.index()));
        let boards: Vec<String> = boards.iter().map(ToString::to_string).collect();
        found.push(format!("on the boards: {}", boards.join("/")));
    }
    found
}

/// Direct Encounter looks at one kind of points, the extended one at the other kind, too.
fn points_of_encounter(teams: &TeamTable, tie_break: &TieBreak) -> Vec<Reference> {
    if tie_break.definition().code == "DE" {
        return vec![tie_break.modifiers().reference.unwrap_or(teams.primary())];
    }
    vec![teams.primary(), teams.secondary()]
}
