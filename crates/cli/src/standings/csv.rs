//! Standings as a table for programs: TPN, RANK, PTS or MPTS and GPTS, then a column per tie-break, by
//! number.

use std::fmt::Write as _;

use edelweiss_answers::standings::Ranked;

/// The whole table.
pub(super) fn standings(ranked: &Ranked<'_>) -> String {
    let mut out = String::from("TPN,RANK");
    let ids = ranked.by_number();
    let scores = ids.first().map(|id| ranked.scores(*id));
    for (code, _) in scores.into_iter().flatten() {
        write!(out, ",{code}").expect("a string grows");
    }
    // Also those that were left out, whose cells are empty: they were asked for.
    let mut asked = ranked.asked();
    asked.retain(|each| !each.is_of_points);
    for each in &asked {
        write!(out, ",{}", each.asked).expect("a string grows");
    }
    out.push('\n');
    for id in ids {
        write!(out, "{},{}", ranked.number(id), ranked.standings.rank(id)).expect("a string grows");
        for (_, score) in ranked.scores(id) {
            write!(out, ",{score}").expect("a string grows");
        }
        for each in &asked {
            let text = each.column.map(|column| column.text(id));
            write!(out, ",{}", text.unwrap_or_default()).expect("a string grows");
        }
        out.push('\n');
    }
    out
}
