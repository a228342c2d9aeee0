//! Standings as a table for programs: TPN, RANK, PTS or MPTS and GPTS, then a column per tie-break, by
//! number.

use std::fmt::Write as _;

use edelweiss_answers::standings::Ranked;
use edelweiss_answers::standings::choice;

/// The whole table.
pub(super) fn standings(ranked: &Ranked<'_>) -> String {
    let mut out = String::from("TPN,RANK");
    let ids = ranked.by_number();
    let scores = ids.first().map(|id| ranked.scores(*id));
    for (code, _) in scores.into_iter().flatten() {
        write!(out, ",{code}").expect("a string grows");
    }
    // Also those that were left out: they were asked for.
    let list = ranked.choice.list.iter();
    let asked: Vec<String> = list
        .filter(|tie_break| !choice::is_of_points(tie_break))
        .map(ToString::to_string)
        .collect();
    for code in &asked {
        write!(out, ",{code}").expect("a string grows");
    }
    out.push('\n');
    for id in ids {
        write!(out, "{},{}", ranked.number(id), ranked.standings.rank(id)).expect("a string grows");
        for (_, score) in ranked.scores(id) {
            write!(out, ",{score}").expect("a string grows");
        }
        let mut columns = ranked.columns().peekable();
        for code in &asked {
            let here = columns.next_if(|column| column.tie_break.to_string() == *code);
            let text = here.map_or_else(|| "-0".to_owned(), |column| column.text(id));
            write!(out, ",{text}").expect("a string grows");
        }
        out.push('\n');
    }
    out
}
