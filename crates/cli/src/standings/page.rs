//! Standings as a table for people.

use comfy_table::{CellAlignment, Table, presets};
use edelweiss::model::{ByeKind, Colour, GameResult, PlayerId, RoundEntry, RoundNumber};

use super::Ranked;
use crate::report::clean;

/// The whole page.
pub(super) fn standings(ranked: &Ranked<'_>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header: Vec<String> = ["Rank", "No", "Name", "Rtg", "Fed", "Pts"]
        .map(str::to_owned)
        .to_vec();
    header.extend(tie_break_headings(ranked));
    table.set_header(&header);
    for row in ranked.standings.rows() {
        let player = ranked.tournament.player(row.player);
        let mut cells = vec![
            row.rank.to_string(),
            player.number.to_string(),
            name(ranked, row.player),
            player.rating.map(|r| r.to_string()).unwrap_or_default(),
            player.federation.as_deref().map(clean).unwrap_or_default(),
            row.points.to_string(),
        ];
        cells.extend(tie_break_cells(ranked, row.player));
        table.add_row(cells);
    }
    align(&mut table, &header);
    format!(
        "{}{}\n{}",
        heading(ranked),
        table.trim_fmt(),
        shared(ranked)
    )
}

/// The page with the rounds of every player: opponents by number, colours and results.
pub(super) fn cross_table(ranked: &Ranked<'_>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header: Vec<String> = ["Rank", "No", "Name"].map(str::to_owned).to_vec();
    header.extend((1..=ranked.table.rounds()).map(|round| round.to_string()));
    header.push("Pts".to_owned());
    header.extend(tie_break_headings(ranked));
    table.set_header(&header);
    for row in ranked.standings.rows() {
        let player = ranked.tournament.player(row.player);
        let mut cells = vec![
            row.rank.to_string(),
            player.number.to_string(),
            name(ranked, row.player),
        ];
        cells.extend((0..ranked.table.rounds()).map(|round| {
            let entry = player.entry(RoundNumber::from_index(round));
            round_cell(ranked, entry)
        }));
        cells.push(row.points.to_string());
        cells.extend(tie_break_cells(ranked, row.player));
        table.add_row(cells);
    }
    align(&mut table, &header);
    format!(
        "{}{}\n\nRounds: number of the opponent, colour, result\n{}",
        heading(ranked),
        table.trim_fmt(),
        shared(ranked)
    )
}

/// `12w1`, `bye`, `-`.
fn round_cell(ranked: &Ranked<'_>, entry: RoundEntry) -> String {
    match entry {
        RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => "-".to_owned(),
        RoundEntry::Bye(ByeKind::PairingAllocated) => "bye".to_owned(),
        RoundEntry::Bye(ByeKind::Full) => "bye1".to_owned(),
        RoundEntry::Bye(ByeKind::Half) => "bye=".to_owned(),
        RoundEntry::Paired {
            opponent,
            colour,
            result,
        } => {
            let colour = match colour {
                Some(Colour::White) => "w",
                Some(Colour::Black) => "b",
                None => "",
            };
            let result = match result {
                GameResult::Win | GameResult::UnratedWin => "1",
                GameResult::Draw | GameResult::UnratedDraw => "=",
                GameResult::Loss | GameResult::UnratedLoss => "0",
                GameResult::ForfeitWin => "+",
                GameResult::ForfeitLoss => "-",
                GameResult::Adjourned | GameResult::Unknown => "?",
            };
            format!(
                "{}{colour}{result}",
                ranked.tournament.player(opponent).number
            )
        }
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
        super::choice::ListBy::Default => "the newest".to_owned(),
        by => by.words(),
    };
    format!(
        "{title}, standings after round {}{of}\n{} ({rules_by}); {} ({})\n\n",
        ranked.standings.rounds(),
        choice.rules,
        choice.whole_order(),
        choice.list_by.words(),
    )
}

fn tie_break_headings(ranked: &Ranked<'_>) -> Vec<String> {
    let columns = ranked.standings.columns().iter();
    let codes = columns.map(|column| column.tie_break.to_string());
    codes.filter(|code| code != "PTS").collect()
}

fn tie_break_cells(ranked: &Ranked<'_>, player: PlayerId) -> Vec<String> {
    let columns = ranked.standings.columns().iter();
    let others = columns.filter(|column| column.tie_break.definition().code != "PTS");
    others
        .map(|column| match column.value(player) {
            Some(_) => column.text(player),
            None => "-".to_owned(),
        })
        .collect()
}

/// `GM Adams, Ann`
pub(super) fn name(ranked: &Ranked<'_>, id: PlayerId) -> String {
    let player = ranked.tournament.player(id);
    let title = player.title.as_deref().map(clean).unwrap_or_default();
    format!("{title} {}", clean(&player.name)).trim().to_owned()
}

/// Numbers stand on the right.
fn align(table: &mut Table, header: &[String]) {
    for (index, heading) in header.iter().enumerate() {
        let is_text = ["Name", "Fed"].contains(&heading.as_str());
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
