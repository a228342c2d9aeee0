//! The worked examples of the book's chapter on standings are what the crate computes.
//!
//! A block `<!-- worked: CASE TIE-BREAK NUMBER -->` takes apart the value of one player of
//! `testdata/standings/worked/CASE.trf`; the block `<!-- concordance -->` is the table of article 5 and
//! the editions. `BLESS=1` writes them anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use edelweiss_model::{GameResult, PlayerId, RoundEntry, Tournament};
use edelweiss_standings::{
    Contribution, Crosstable, Cut, DummyBound, Source, TieBreak, TieBreakRules,
};

use crate::book_teams;
use crate::worked::{folder, tournament};

const END: &str = "<!-- end -->";

fn chapter() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/standings")
}

#[test]
fn every_block_of_the_chapter_is_what_is_computed() {
    let mut blocks = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(chapter()).expect("the chapter") {
        let path = entry.expect("a page").path();
        let text = fs::read_to_string(&path).expect("a page can be read");
        let (fresh, found) = renewed(&text);
        blocks += found;
        if fresh != text && std::env::var_os("BLESS").is_some() {
            fs::write(&path, fresh).expect("a page can be written");
        } else if fresh != text {
            wrong.push(path);
        }
    }
    assert!(wrong.is_empty(), "other blocks than computed: {wrong:?}");
    assert!(blocks >= 25, "only {blocks} blocks");
}

/// Every tie-break has a page that shows a value of it.
#[test]
fn every_tie_break_has_a_page_with_a_worked_value() {
    let pages = fs::read_dir(chapter()).expect("the chapter").map(|entry| {
        fs::read_to_string(entry.expect("a page").path()).expect("a page can be read")
    });
    let pages: Vec<String> = pages.collect();
    let individual = TieBreak::all().filter(|each| !each.is_of_teams() && each.code != "PTS");
    for (code, name) in individual.map(|definition| (definition.code, definition.name)) {
        let title = format!("# {name} ({code})");
        let page = pages.iter().find(|page| page.starts_with(&title));
        let page = page.unwrap_or_else(|| panic!("no page begins with {title}"));
        let shows = |rest: &str| {
            rest.split(' ')
                .nth(1)
                .is_some_and(|shown| shown.split('/').next() == Some(code))
        };
        assert!(page.split("<!-- worked: ").skip(1).any(shows), "{title}");
    }
}

/// Every tie-break of teams has its code in the title of a page that shows a value of it.
#[test]
fn every_tie_break_of_teams_has_a_page_with_a_worked_value() {
    let pages = fs::read_dir(chapter()).expect("the chapter").map(|entry| {
        fs::read_to_string(entry.expect("a page").path()).expect("a page can be read")
    });
    let pages: Vec<String> = pages.collect();
    let names = |page: &str, code: &str| {
        let title = page.lines().next().unwrap_or_default();
        let mut words = title.split([' ', '(', ')', ',']);
        words.any(|word| word == code)
    };
    let shows = |page: &str, code: &str| {
        let lists = page.split("<!-- worked team: ").skip(1);
        let mut last = lists.filter_map(|rest| rest.split(' ').nth(1)?.rsplit(',').next());
        last.any(|shown| shown.split('/').next() == Some(code))
    };
    let of_teams = TieBreak::all().filter(|each| each.is_of_teams());
    for code in of_teams.map(|definition| definition.code) {
        let mut pages = pages.iter();
        let is_there = pages.any(|page| names(page, code) && shows(page, code));
        assert!(is_there, "no page with {code} in its title shows a value");
    }
}

/// The page with its blocks as they should be, and their number.
fn renewed(text: &str) -> (String, usize) {
    let mut out = String::new();
    let mut lines = text.lines();
    let mut blocks = 0;
    let mut last_table = String::new();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let asked = line
            .strip_prefix("<!-- ")
            .and_then(|rest| rest.strip_suffix(" -->"));
        let block = match asked {
            Some("concordance") => concordance(),
            Some(asked) if asked.starts_with("worked: ") => worked(&asked[8..]),
            Some(asked) if asked.starts_with("worked team: ") => book_teams::worked(&asked[13..]),
            _ => continue,
        };
        blocks += 1;
        // What the block before has shown is not shown again.
        let (told, table) = block.split_once("\n\n").unwrap_or((&block, ""));
        if table == last_table {
            write!(out, "\n{told}\n\nThe table is the same.\n\n{END}\n").expect("a string grows");
        } else {
            write!(out, "\n{block}\n{END}\n").expect("a string grows");
        }
        table.clone_into(&mut last_table);
        lines
            .by_ref()
            .find(|line| *line == END)
            .expect("a block ends");
    }
    (out, blocks)
}

fn concordance() -> String {
    let editions = TieBreakRules::ALL;
    let mut out =
        String::from("| code | name | article | type | editions |\n|---|---|---|---|---|\n");
    for definition in TieBreak::all() {
        let types = definition.types.iter().map(|each| format!("{each:?}"));
        let types: String = types.collect();
        let cell = |rules: &TieBreakRules| {
            let former = definition.former_code.filter(|_| rules.code < "2024-08");
            definition.is_in(rules).then(|| match former {
                Some(former) => format!("{} ({former})", rules.code),
                None => rules.code.to_owned(),
            })
        };
        let named: Vec<String> = (editions.iter().rev())
            .filter_map(|rules| cell(rules))
            .collect();
        let is_plain = named.iter().all(|name| !name.contains('('));
        let named = if named.len() == editions.len() && is_plain {
            "all".to_owned()
        } else {
            named.join(", ")
        };
        writeln!(
            out,
            "| {} | {} | {} | {types} | {named} |",
            definition.code, definition.name, definition.article
        )
        .expect("a string grows");
    }
    out.push_str("\n| |");
    for rules in editions.iter().rev() {
        write!(out, " {} |", rules.code).expect("a string grows");
    }
    out.push_str("\n|---|---|---|---|---|\n");
    for (what, cell) in switches() {
        write!(out, "| {what} |").expect("a string grows");
        for rules in editions.iter().rev() {
            write!(out, " {} |", cell(rules)).expect("a string grows");
        }
        out.push('\n');
    }
    out
}

type Switch = (&'static str, fn(&TieBreakRules) -> String);

fn switches() -> [Switch; 5] {
    fn yes(is_so: bool) -> String {
        if is_so { "yes" } else { "no" }.to_owned()
    }
    [
        ("one's own unplayed round", |rules| {
            format!("{:?}", rules.dummy)
        }),
        ("unplayed rounds of opponents", |rules| {
            format!("{:?}", rules.opponents)
        }),
        ("exception for cuts (16.5)", |rules| {
            yes(rules.has_cut_exception)
        }),
        ("exceptions for forfeits (15.2)", |rules| {
            yes(rules.has_forfeit_exceptions)
        }),
        ("article 8 in round robins", |rules| {
            yes(rules.allows_buchholz_in_round_robins)
        }),
    ]
}

/// One value taken apart.
fn worked(asked: &str) -> String {
    let words: Vec<&str> = asked.split(' ').collect();
    let [case, code, number] = words[..] else {
        panic!("{asked} is no case, tie-break and number");
    };
    let tournament = tournament(&folder().join(format!("{case}.trf")));
    let table = Crosstable::new(&tournament, TieBreakRules::MARCH_2026, None).expect("rounds");
    let tie_break: TieBreak = code.parse().expect("a tie-break");
    let player = (tournament.player_ids())
        .find(|id| tournament.player(*id).number.to_string() == number)
        .expect("a player of the case");
    let standings = table.standings(&[tie_break]).expect("a list that fits");
    let value = standings.columns()[0].text(player);
    let mut out = format!(
        "`testdata/standings/worked/{case}.trf`, {code} of player {number} ({} points): **{value}**\n\n",
        table.score(player)
    );
    let Some(taken_apart) = table.decompose(player, &tie_break) else {
        let tied = standings.tied_before(0, player);
        out.push_str("| place | player | games among the tied |\n|--:|--:|---|\n");
        for member in &tied {
            let games = table.encounters(*member, &tied, &tie_break);
            let games = games.iter().map(|game| {
                let other = tournament.player(game.opponent).number;
                format!("{} against {other} in round {}", game.points, game.round)
            });
            let place = standings.columns()[0].text(*member);
            let number = tournament.player(*member).number;
            let games: Vec<String> = games.collect();
            writeln!(out, "| {place} | {number} | {} |", games.join(", ")).expect("a string grows");
        }
        return out;
    };
    let rows = taken_apart.contributions.iter();
    let rows: Vec<_> = rows
        .map(|each| (words_of(&tournament, player, each), each))
        .collect();
    out.push_str(&columns(&rows));
    if taken_apart.divisor > 1 {
        let rounded = if taken_apart.is_rounded {
            ", rounded with halves up"
        } else {
            ""
        };
        writeln!(out, "\nThe average of {}{rounded}.", taken_apart.divisor)
            .expect("a string grows");
    }
    out
}

/// Contributions with their words as a table: an article that all of them share stands in the heading,
/// and rounds are a column where there is one.
pub(crate) fn columns(rows: &[(String, &Contribution)]) -> String {
    let first = rows.first().map(|(_, each)| each.article);
    let shared = first.filter(|first| rows.iter().all(|(_, each)| each.article == *first));
    let has_rounds = rows.iter().any(|(_, each)| each.round.is_some());
    let mut out = if has_rounds { "| round " } else { "" }.to_owned();
    let (heading, line) = match shared {
        Some(article) => (format!("| what | counts ({article}) |"), "|---|--:|"),
        None => ("| what | counts | article |".to_owned(), "|---|--:|---|"),
    };
    let rounds = if has_rounds { "|--:" } else { "" };
    write!(out, "{heading}\n{rounds}{line}\n").expect("a string grows");
    for (words, each) in rows {
        if has_rounds {
            let round = each.round.map(|round| round.to_string());
            write!(out, "| {} ", round.unwrap_or_default()).expect("a string grows");
        }
        let amount = match each.cut {
            None => each.value().to_string(),
            Some(_) => format!("({})", each.value()),
        };
        write!(out, "| {words} | {amount} |").expect("a string grows");
        if shared.is_none() {
            write!(out, " {} |", each.article).expect("a string grows");
        }
        out.push('\n');
    }
    out
}

fn words_of(tournament: &Tournament, player: PlayerId, each: &Contribution) -> String {
    let entry = each
        .round
        .map(|round| tournament.player(player).entry(round));
    let round = round_of(tournament, entry.unwrap_or_default());
    let mut words = match each.source {
        Source::Round(_) | Source::OpponentValue { .. } => round,
        Source::ScoreSoFar => format!("{round}: score after it"),
        Source::Own => "the player's own".to_owned(),
        Source::OpponentScore {
            score,
            adjusted_from,
            ..
        } => {
            let from = adjusted_from.map_or_else(String::new, |from| {
                format!(", adjusted from {from} by 16.3")
            });
            format!("{round}: {score}{from}")
        }
        Source::Dummy { score, bound, .. } => {
            let bound = match bound {
                DummyBound::OwnScore => "own score",
                DummyBound::ScheduledOpponent(_) => "the opponent's lower score",
                DummyBound::Draws => "a draw in every round",
                DummyBound::VirtualOpponent => "virtual opponent",
            };
            format!("{round}: dummy with {score}, {bound}")
        }
        Source::AboveLimit { .. } => format!("{round}, who reached the limit"),
        Source::Board(board) => format!("board {board}"),
        Source::AverageRating => "average rating of the opponents".to_owned(),
        Source::RatingDifference { percentage } => {
            format!("rating difference of {percentage} per cent")
        }
        Source::PerfectRating => "lowest rating that reaches the score".to_owned(),
    };
    if let Some(factor) = each.factor {
        write!(words, ", times {factor}").expect("a string grows");
    }
    words.push_str(match each.cut {
        None => "",
        Some(Cut::Least) => ", cut as the least (14.1)",
        Some(Cut::Voluntary) => ", cut by 16.5",
        Some(Cut::Most) => ", cut as the most (14.3)",
    });
    words
}

fn round_of(tournament: &Tournament, entry: RoundEntry) -> String {
    let RoundEntry::Paired {
        opponent, result, ..
    } = entry
    else {
        return match entry {
            RoundEntry::Bye(kind) => format!("bye ({kind:?})"),
            _ => "absent".to_owned(),
        };
    };
    let verb = match result {
        GameResult::ForfeitWin => "forfeit win over",
        GameResult::ForfeitLoss => "forfeit loss to",
        GameResult::Win | GameResult::UnratedWin => "win over",
        GameResult::Loss | GameResult::UnratedLoss => "loss to",
        _ => "draw with",
    };
    format!("{verb} {}", tournament.player(opponent).number)
}
