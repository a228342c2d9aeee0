//! Every recorded round of a file, paired again; its points and ranks, computed again.

mod documents;
mod editions;
mod judge;
mod lines;
mod numbers;
mod points;
mod renumbering;
mod report;
mod seats;
mod standings;
mod standings_report;

use edelweiss::trf::ReadOptions;
use serde::{Deserialize, Serialize};

use crate::readings::ReadingOptions;
use crate::standings::choice::ListOptions;
use crate::system::RulesOptions;

pub use documents::{JUNIT_TAIL, json_file, json_head, json_tail, junit_head, junit_suite};
pub use editions::BetterEdition;
pub use numbers::OtherNumbers;
pub use points::PointsReport;
pub use report::{
    CheckSummary, ColourReport, DecisionReport, FileReport, RoundReport, RulesReport,
};
pub(crate) use seats::compare;
pub use seats::{Recorded, RoundOutcome, Seat, seats_of};
pub use standings_report::{RankReport, StandingsReport};

/// What can be asked of a check.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct CheckOptions {
    /// By which rules.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub rules: RulesOptions,
    /// Readings of one system.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub readings: ReadingOptions,
    /// Only this round [default: every recorded round]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999)))]
    pub round: Option<u16>,
    /// So many rounds count as held [default: those in which somebody has an opponent or the
    /// pairing-allocated bye, and a last one of byes only where the points count it]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999)))]
    pub after_round: Option<u16>,
    /// By which tie-breaks ranks are judged.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub list: ListOptions,
    /// Everything that differs, instead of at most ten lines for a round; other formats than text are always whole
    #[cfg_attr(feature = "clap", arg(long))]
    pub all: bool,
}

/// Checks a file that messages call `name`; its rounds side by side, if nothing else is to be done. What
/// is wrong with the file is part of the report.
pub fn file(
    name: &str,
    bytes: &[u8],
    options: &CheckOptions,
    reading: ReadOptions,
    is_alone: bool,
) -> FileReport {
    judge::file(name, bytes, options, reading, is_alone)
}

/// The document `edelweiss.check` about one file.
pub fn document(report: &FileReport) -> String {
    let mut summary = CheckSummary::default();
    summary.add(report);
    [json_head(), json_file(report, true), json_tail(&summary)].concat()
}
