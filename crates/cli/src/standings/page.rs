//! Standings as a table for people.

use comfy_table::{CellAlignment, Table, presets};
use edelweiss::lists::round_cell;
use edelweiss::model::{PlayerId, RoundNumber, TeamId};
use edelweiss::standings::{Category, TeamTable};
use edelweiss_answers::report::clean;
use edelweiss_answers::standings::Ranked;
use edelweiss_answers::standings::choice::ListBy;

/// The whole page.
pub(super) fn standings(ranked: &Ranked<'_>) -> String {
    let header: &[&str] = match ranked.teams() {
        None => &["Rank", "No", "Name", "Rtg", "Fed"],
        Some(_) => &["Rank", "No", "Team"],
    };
    let table = table(ranked, header, |id| {
        let mut cells = vec![name(ranked, id)];
        if ranked.teams().is_none() {
            let player = ranked.tournament.player(id);
            cells.push(match ranked.choice.rating_by_option(id) {
                Some(rating) => format!("({rating})"),
                None => player.rating.map(|r| r.to_string()).unwrap_or_default(),
            });
            cells.push(player.federation.as_deref().map(clean).unwrap_or_default());
        }
        cells
    });
    format!("{}{table}\n{}", heading(ranked), shared(ranked))
}

/// The page with the rounds of everybody: opponents by number, colours and results, or game points.
pub(super) fn cross_table(ranked: &Ranked<'_>) -> String {
    let (named, legend) = match ranked.teams() {
        None => ("Name", "number of the opponent, colour, result"),
        Some(_) => (
            "Team",
            "number of the opponent, game points (f: match not played)",
        ),
    };
    let rounds: Vec<String> = (1..=ranked.rounds())
        .map(|round| round.to_string())
        .collect();
    let mut header = vec!["Rank", "No", named];
    header.extend(rounds.iter().map(String::as_str));
    let table = table(ranked, &header, |id| {
        let mut cells = vec![name(ranked, id)];
        let rounds = (0..ranked.rounds()).map(RoundNumber::from_index);
        cells.extend(rounds.map(|round| match ranked.teams() {
            None => round_cell(ranked.tournament, ranked.tournament.player(id).entry(round)),
            Some(teams) => match_cell(ranked, teams, TeamId::from_index(id.index()), round),
        }));
        cells
    });
    format!(
        "{}{table}\n\nRounds: {legend}\n{}",
        heading(ranked),
        shared(ranked)
    )
}

/// A line for everybody: rank and number, what `own` gives, the scores and the tie-breaks.
fn table(ranked: &Ranked<'_>, header: &[&str], own: impl Fn(PlayerId) -> Vec<String>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header: Vec<String> = header.iter().map(|heading| (*heading).to_owned()).collect();
    let scores: &[&str] = match ranked.teams() {
        None => &["Pts"],
        Some(_) => &["MP", "GP"],
    };
    header.extend(scores.iter().map(|heading| (*heading).to_owned()));
    let asked = ranked.asked().into_iter();
    let columns = asked.filter(|each| !each.is_of_points);
    let columns = columns.filter_map(|each| Some((clean(each.asked), each.column?)));
    let columns: Vec<_> = columns.collect();
    header.extend(columns.iter().map(|(asked, _)| asked.clone()));
    table.set_header(&header);
    for row in ranked.standings.rows() {
        let mut cells = vec![row.rank.to_string(), ranked.number(row.player).to_string()];
        cells.extend(own(row.player));
        let scores = ranked.scores(row.player).into_iter();
        cells.extend(scores.map(|(_, score)| score.to_string()));
        cells.extend(
            columns
                .iter()
                .map(|(_, column)| match column.value(row.player) {
                    Some(_) => column.text(row.player),
                    None => "-".to_owned(),
                }),
        );
        table.add_row(cells);
    }
    align(&mut table, &header);
    table.trim_fmt()
}

/// `12:2.5`, `12:4.0f`, `bye`, `-`.
fn match_cell(ranked: &Ranked<'_>, teams: &TeamTable, team: TeamId, round: RoundNumber) -> String {
    let seen = teams.round(team, round);
    let points = seen.game_points;
    let f = if seen.category == Category::Played {
        ""
    } else {
        "f"
    };
    match (seen.opponent, seen.category) {
        (Some(opponent), _) => {
            let number = ranked.tournament.teams.teams[opponent.index()].number;
            format!("{number}:{points}{f}")
        }
        (None, Category::PairingAllocatedBye) => format!("bye:{points}"),
        (None, Category::FullPointBye) => format!("bye1:{points}"),
        (None, Category::HalfPointBye) => format!("bye=:{points}"),
        (None, _) => "-".to_owned(),
    }
}

/// Tournament, round, edition and list.
pub(super) fn heading(ranked: &Ranked<'_>) -> String {
    let name = clean(&ranked.tournament.name);
    let title = if name.is_empty() {
        ranked.file.to_owned()
    } else {
        name
    };
    let of = match ranked.tournament.rounds_total {
        Some(total) => format!(" of {total}"),
        None => String::new(),
    };
    let choice = ranked.choice;
    let rules_by = match choice.rules_by {
        ListBy::Default => "the newest".to_owned(),
        by => by.words(),
    };
    let what = match ranked.teams() {
        None => "standings",
        Some(_) => "teams",
    };
    let unrated = match choice.n_rated_by_option() {
        0 => String::new(),
        1 => "one player has a rating by option (C.07 article 10)\n".to_owned(),
        n => format!("{n} players have a rating by option (C.07 article 10)\n"),
    };
    format!(
        "{title}, {what} after round {}{of}\n{} ({rules_by}); {} ({})\n{unrated}\n",
        ranked.standings.rounds(),
        choice.rules,
        choice.whole_order(),
        choice.list_by.words(),
    )
}

/// `GM Adams, Ann`
fn name(ranked: &Ranked<'_>, id: PlayerId) -> String {
    let title = match ranked.teams() {
        None => ranked.tournament.player(id).title.as_deref().map(clean),
        Some(_) => None,
    };
    let title = title.unwrap_or_default();
    format!("{title} {}", clean(ranked.name(id)))
        .trim()
        .to_owned()
}

/// Numbers stand on the right.
fn align(table: &mut Table, header: &[String]) {
    for (index, heading) in header.iter().enumerate() {
        let is_text = ["Name", "Team", "Fed"].contains(&heading.as_str());
        if let Some(column) = table.column_mut(index).filter(|_| !is_text) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// What stands below the table where ranks are shared.
fn shared(ranked: &Ranked<'_>) -> &'static str {
    let mut pairs = ranked.standings.rows().windows(2);
    if pairs.any(|pair| pair[0].rank == pair[1].rank) {
        "\nWho shares a rank is equal in the whole list (C.07 4.2: lots, or shared places)\n"
    } else {
        ""
    }
}
