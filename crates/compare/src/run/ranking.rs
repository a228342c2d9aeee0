//! Ranks and tie-breaks of one tournament of a comparison.

use std::fmt::Write as _;
use std::path::Path;

use edelweiss::model::Tournament;

use super::DIFFERENCES;
use super::bench::{Bench, text_of};
use super::difference::file_name;
use super::journal::write_whole;
use crate::engine::{Reply, Trouble};
use crate::ranks::{RankRecord, compare_ranks};

impl Bench<'_> {
    /// Both rank the tournament; what no known departure explains is written down.
    pub(super) fn ranks(
        &self,
        case: &str,
        tournament: &Tournament,
    ) -> Result<Option<RankRecord>, Trouble> {
        let list = &self.plan.ranked_by;
        if list.is_empty() || tournament.rounds_paired().is_none() {
            return Ok(None);
        }
        let text = match text_of(tournament, self.plan.engine.dialect) {
            Ok(text) => text,
            Err(why) => return Ok(Some(RankRecord::failed(why))),
        };
        let codes: Vec<String> = list.iter().map(ToString::to_string).collect();
        let record = match self.desk.ranks(&text, &codes.join(" "))? {
            None => return Ok(None),
            Some(Reply::Answered(table)) => {
                compare_ranks(tournament, list, &table).unwrap_or_else(RankRecord::failed)
            }
            Some(Reply::Refused(why)) => RankRecord::failed(format!("they refuse: {why}")),
            Some(Reply::Failed(failure)) => {
                RankRecord::failed(format!("ranking the players, it {failure}"))
            }
        };
        if let Some(folder) = &self.plan.folder {
            write_down(folder, case, &text, &record)?;
        }
        Ok(Some(record))
    }
}

/// The tournament and its values that nothing explains, for people.
fn write_down(folder: &Path, case: &str, text: &str, record: &RankRecord) -> Result<(), Trouble> {
    let unknown = (record.differences.iter()).filter(|each| each.reason.is_unknown());
    let mut page = String::from("player\tcolumn\tours\ttheirs\n");
    for each in unknown.clone() {
        let (player, column) = (each.player, &each.column);
        let _ = writeln!(page, "{player}\t{column}\t{}\t{}", each.ours, each.theirs);
    }
    if unknown.count() == 0 {
        return Ok(());
    }
    let stem = folder
        .join(DIFFERENCES)
        .join(format!("{}-ranks", file_name(case)));
    write_whole(&stem.with_extension("trf"), text)?;
    write_whole(&stem.with_extension("txt"), &page)
}
