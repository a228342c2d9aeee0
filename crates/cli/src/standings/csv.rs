//! Standings as a table for programs: TPN, RANK, PTS, then a column per tie-break, by number.

use std::fmt::Write as _;

use super::Ranked;

/// The whole table.
pub(super) fn standings(ranked: &Ranked<'_>) -> String {
    let mut out = String::from("TPN,RANK,PTS");
    let is_points = |code: &str| code == "PTS";
    // Also those that were left out: they were asked for.
    let asked: Vec<String> = (ranked.choice.list.iter())
        .map(ToString::to_string)
        .filter(|code| !is_points(code))
        .collect();
    for code in &asked {
        write!(out, ",{code}").expect("a string grows");
    }
    out.push('\n');
    let mut players: Vec<_> = ranked.tournament.player_ids().collect();
    players.sort_by_key(|id| ranked.tournament.player(*id).number);
    for player in players {
        let number = ranked.tournament.player(player).number;
        let points = ranked.table.score(player);
        write!(out, "{number},{},{points}", ranked.standings.rank(player)).expect("a string grows");
        let mut columns = ranked.standings.columns().iter().peekable();
        for code in &asked {
            while (columns.peek()).is_some_and(|column| is_points(&column.tie_break.to_string())) {
                columns.next();
            }
            let here = columns.next_if(|column| column.tie_break.to_string() == *code);
            let text = here.map_or_else(|| "-0".to_owned(), |column| column.text(player));
            write!(out, ",{text}").expect("a string grows");
        }
        out.push('\n');
    }
    out
}
