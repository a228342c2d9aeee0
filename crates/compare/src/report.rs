//! What a comparison found, in words and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::ranks::{RankReason, RankRecord};
use crate::run::{CaseRecord, Difference, Records};
use crate::verdict::{DifferenceClass, Fault};

/// Counts of ranks and tie-breaks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct RankTotals {
    /// Tournaments that both ranked.
    pub tournaments: usize,
    /// Tournaments that only we ranked.
    pub bad: usize,
    /// Values and ranks.
    pub values: u64,
    /// Those that differ, by reason.
    pub differing: BTreeMap<RankReason, u64>,
}

impl RankTotals {
    fn add(&mut self, record: &RankRecord) {
        self.tournaments += usize::from(record.error.is_none());
        self.bad += usize::from(record.error.is_some());
        self.values += record.values;
        for difference in &record.differences {
            *self.differing.entry(difference.reason).or_default() += 1;
        }
    }
}

/// Counts over all tournaments.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Totals {
    /// Tournaments compared, those that could not be included.
    pub tournaments: usize,
    /// Tournaments that could not be compared.
    pub bad: usize,
    /// Rounds compared.
    pub rounds: u64,
    /// Pairs in them.
    pub pairs: u64,
    /// Rounds by class.
    pub classes: BTreeMap<&'static str, u64>,
    /// Differences by whom the rules contradict; those not judged are `unjudged`.
    pub faults: BTreeMap<&'static str, u64>,
    /// Ranks and tie-breaks, where they were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<RankTotals>,
    /// Whether the comparison was stopped before its end.
    pub partial: bool,
}

impl Totals {
    /// Adds everything up.
    pub fn of(records: &Records) -> Self {
        let mut totals = Self {
            tournaments: records.cases.len(),
            partial: records.is_partial,
            ..Self::default()
        };
        for case in &records.cases {
            totals.bad += usize::from(case.error.is_some());
            totals.rounds += case.rounds;
            totals.pairs += case.pairs;
            for (class, count) in &case.classes {
                *totals.classes.entry(class.code()).or_default() += count;
            }
            if let Some(record) = &case.ranks {
                totals.ranks.get_or_insert_default().add(record);
            }
            for difference in &case.differences {
                *totals.faults.entry(fault_code(difference)).or_default() += 1;
            }
        }
        totals
    }

    /// Rounds that differ in any way.
    pub fn differences(&self) -> u64 {
        (self.classes.iter())
            .filter(|(code, _)| **code != DifferenceClass::Equal.code())
            .map(|(_, count)| count)
            .sum()
    }
}

fn fault_code(difference: &Difference) -> &'static str {
    match difference.fault {
        None => "unjudged",
        Some(Fault::Theirs) => "theirs",
        Some(Fault::Ours) => "ours",
        Some(Fault::Both) => "both",
        Some(Fault::Open) => "open",
    }
}

/// A name of the axis, or the folder of a file: what tournaments are counted by.
fn group_of(case: &CaseRecord) -> &str {
    case.case.rsplit_once('/').map_or("", |(group, _)| group)
}

/// For people.
pub fn text(records: &Records) -> String {
    let mut out = String::new();
    for case in &records.cases {
        push_case(&mut out, case);
    }
    push_groups(&mut out, records);
    push_kinds(&mut out, records);
    push_totals(&mut out, records);
    out
}

/// What was found in one tournament.
fn push_case(out: &mut String, case: &CaseRecord) {
    if let Some(error) = &case.error {
        push(out, format_args!("{}: not compared: {error}", case.case));
    }
    if let Some(record) = &case.ranks {
        push_ranks(out, &case.case, record);
    }
    for difference in &case.differences {
        let mark = match difference.mark.as_str() {
            "" => String::new(),
            mark => format!(" ({mark})"),
        };
        push(
            out,
            format_args!(
                "{} round {}: {}{mark}",
                case.case,
                difference.round,
                difference.class.words(),
            ),
        );
        for line in difference.text.lines() {
            push(out, format_args!("    {line}"));
        }
        if let Some(fault) = difference.fault {
            push(out, format_args!("    verdict: {}", fault.words()));
        }
        if let (Some(file), Some((players, rounds))) = (&difference.file, difference.smallest) {
            push(
                out,
                format_args!(
                    "    smallest: {players} players after {rounds} rounds (was {} after {}): {file}",
                    difference.size.0, difference.size.1
                ),
            );
        }
    }
}

/// What nothing explains in the ranks of one tournament.
fn push_ranks(out: &mut String, case: &str, record: &RankRecord) {
    if let Some(error) = &record.error {
        push(out, format_args!("{case}: ranks not compared: {error}"));
    }
    let unknown = record.differences.iter();
    for each in unknown.filter(|each| each.reason.is_unknown()) {
        let (player, column) = (each.player, &each.column);
        push(
            out,
            format_args!(
                "{case}: {column} of player {player}: ours {}, theirs {}",
                each.ours, each.theirs
            ),
        );
    }
}

/// A row for each group, where there are several.
fn push_groups(out: &mut String, records: &Records) {
    let mut groups: BTreeMap<&str, (usize, u64, u64, u64)> = BTreeMap::new();
    for case in &records.cases {
        let group = groups.entry(group_of(case)).or_default();
        group.0 += 1;
        group.1 += case.rounds;
        group.2 += case.pairs;
        group.3 += case.differences.len() as u64;
    }
    if groups.len() > 1 {
        push(
            out,
            format_args!("tournaments     rounds       pairs  differing"),
        );
        for (group, (cases, rounds, pairs, differing)) in groups {
            push(
                out,
                format_args!("{cases:>11} {rounds:>10} {pairs:>11} {differing:>10}  {group}"),
            );
        }
    }
}

/// A row for each kind of difference, where there are any.
fn push_kinds(out: &mut String, records: &Records) {
    let mut kinds: BTreeMap<(DifferenceClass, &str, &str), u64> = BTreeMap::new();
    for difference in records.cases.iter().flat_map(|case| &case.differences) {
        let kind = (
            difference.class,
            difference.mark.as_str(),
            fault_code(difference),
        );
        *kinds.entry(kind).or_default() += 1;
    }
    if !kinds.is_empty() {
        push(
            out,
            format_args!("differences by kind and by whom the rules contradict:"),
        );
    }
    for ((class, mark, fault), count) in kinds {
        let mark = if mark.is_empty() { "-" } else { mark };
        push(
            out,
            format_args!("{count:>11}  {}, {mark}, {fault}", class.words()),
        );
    }
}

fn push_totals(out: &mut String, records: &Records) {
    let totals = Totals::of(records);
    let mut classes = String::new();
    for class in DifferenceClass::ALL {
        if let Some(count) = totals.classes.get(class.code()) {
            let _ = write!(classes, ", {count} {}", class.words());
        }
    }
    push(
        out,
        format_args!(
            "{} tournaments ({} not compared), {} rounds, {} pairs{classes}",
            totals.tournaments, totals.bad, totals.rounds, totals.pairs
        ),
    );
    if let Some(ranks) = &totals.ranks {
        push(
            out,
            format_args!(
                "standings of {} tournaments ({} not compared), {} values and ranks, {} differ",
                ranks.tournaments,
                ranks.bad,
                ranks.values,
                ranks.differing.values().sum::<u64>()
            ),
        );
        for (reason, count) in &ranks.differing {
            push(out, format_args!("{count:>11}  {}", reason.words()));
        }
    }
    if totals.partial {
        push(out, format_args!("stopped before the end"));
    }
}

fn push(out: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(out, "{line}");
}

/// As one JSON document.
///
/// # Panics
/// Never: everything in it can be said in JSON.
pub fn json(records: &Records) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        format: &'static str,
        version: u32,
        totals: Totals,
        /// Tournaments with differences or errors; all others are only counted.
        cases: Vec<&'a CaseRecord>,
    }
    let document = Document {
        format: "edelweiss.compare",
        version: 1,
        totals: Totals::of(records),
        cases: (records.cases.iter())
            .filter(|case| case.is_remarkable())
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&document)
        .expect("the document has text keys and no values that fail");
    text.push('\n');
    text
}
