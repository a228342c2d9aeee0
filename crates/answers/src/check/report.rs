//! What came out, in words and fields.

use std::fmt::{self, Write};

use edelweiss::check::verdict::{Decision, Literal, LiteralRoute, RuleComparison, RuleKind};
use edelweiss::model::RoundNumber;
use serde::Serialize;

use super::editions::BetterEdition;
use super::lines::{cut, listed};
use super::numbers::OtherNumbers;
use super::points::PointsReport;
use super::seats::{RoundOutcome, Seat};
use super::standings_report::StandingsReport;
use crate::report::clean;

/// What came out for one file.
#[derive(Default, Debug, Serialize)]
pub struct FileReport {
    /// Its name.
    pub file: String,
    /// By which rules rounds were paired again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesReport>,
    /// Why no round was paired again, where standings were judged all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds_not_paired: Option<String>,
    /// Recorded points that do not fit the results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong_points: Vec<PointsReport>,
    /// Every round that was asked for.
    pub rounds: Vec<RoundReport>,
    /// The edition that agrees with more rounds, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better_edition: Option<BetterEdition>,
    /// Of a file that has a list of tie-breaks and ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standings: Option<StandingsReport>,
    /// Why the file could not be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What was read with doubts.
    pub warnings: Vec<String>,
    /// The error is ours, not the file's.
    #[serde(skip)]
    pub is_defect: bool,
}

/// The rules of a file.
#[derive(Debug, Serialize)]
pub struct RulesReport {
    /// As `--system` has it.
    pub system: &'static str,
    /// As `--rules` has it.
    pub edition: u16,
    /// As people name them.
    pub name: &'static str,
    /// `option`, `file`, `date` or `default`.
    pub chosen_by: &'static str,
    /// The same in words.
    #[serde(skip)]
    pub chosen_in_words: String,
}

/// A recorded round beside ours.
#[derive(Debug, Serialize)]
pub struct RoundReport {
    /// From 1.
    pub round: u16,
    /// How the two compare.
    pub verdict: RoundOutcome,
    /// Seats of the file that ours does not have.
    pub recorded: Vec<Seat>,
    /// Seats of ours that the file does not have.
    pub here: Vec<Seat>,
    /// Whether the recorded round obeys the absolute rules, by code that shares nothing with the
    /// engine.
    pub legal: bool,
    /// What it breaks, if it does.
    pub breaches: Vec<String>,
    /// Which rule decides between the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<DecisionReport>,
    /// The name of the reading by which the file's round would be ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<&'static str>,
    /// Which rules gave the colours here, where the file has others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<ColourReport>,
    /// Why there is no round here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_impossible: Option<String>,
    /// An order of the players in which the round comes out as recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_numbers: Option<OtherNumbers>,
}

/// The colours of one board.
#[derive(Debug, Serialize)]
pub struct ColourReport {
    /// By the number of the file.
    pub white: u32,
    /// By the number of the file.
    pub black: u32,
    /// The rule that gave them here.
    pub article: &'static str,
    /// Whether the judge of colours, who shares nothing with the engine, says the same; none for
    /// systems with colour rules of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge_agrees: Option<bool>,
}

/// What decides between the file's round and ours.
#[derive(Debug, Serialize)]
pub struct DecisionReport {
    /// Counted from 1 at the top.
    bracket: usize,
    route: &'static str,
    score: String,
    moved_down: Vec<u32>,
    residents: Vec<u32>,
    /// The kind of the rule that decides, none if no rule tells the two apart.
    kind: Option<&'static str>,
    rule: Option<&'static str>,
    article: Option<&'static str>,
    recorded: Option<Vec<u64>>,
    here: Option<Vec<u64>>,
    /// Which of the two is the better one by that rule.
    better: &'static str,
    /// What the rules executed as written pair in this bracket.
    literal: &'static str,
    /// All rules, most important first.
    rows: Vec<RowReport>,
    text: String,
    #[serde(skip)]
    more: Vec<String>,
}

#[derive(Debug, Serialize)]
struct RowReport {
    kind: &'static str,
    rule: &'static str,
    article: &'static str,
    summary: &'static str,
    recorded: Vec<u64>,
    here: Vec<u64>,
}

impl DecisionReport {
    /// Players by the numbers of the file.
    pub fn new(decision: &Decision, number: impl Fn(edelweiss::model::PlayerId) -> u32) -> Self {
        let row = decision.deciding_row();
        let numbers =
            |ids: &[edelweiss::model::PlayerId]| ids.iter().map(|id| number(*id)).collect();
        Self {
            bracket: decision.bracket + 1,
            route: match decision.route {
                LiteralRoute::Normal => "normal",
                LiteralRoute::Penultimate => "penultimate",
                LiteralRoute::CollapsedLast => "collapsed-last",
            },
            score: decision.score.to_string(),
            moved_down: numbers(&decision.mdps),
            residents: numbers(&decision.residents),
            kind: row.map(|row| row.kind.code()),
            rule: row.map(|row| row.label),
            article: row.map(|row| row.article),
            recorded: row.map(|row| row.recorded.clone()),
            here: row.map(|row| row.here.clone()),
            better: match decision.compare() {
                std::cmp::Ordering::Less => "file",
                std::cmp::Ordering::Equal => "neither",
                std::cmp::Ordering::Greater => "here",
            },
            literal: decision.literal.code(),
            rows: decision.rows.iter().map(RowReport::new).collect(),
            text: decision.to_string(),
            more: more(decision),
        }
    }
}

impl RowReport {
    fn new(row: &RuleComparison) -> Self {
        Self {
            kind: row.kind.code(),
            rule: row.label,
            article: row.article,
            summary: row.summary,
            recorded: row.recorded.clone(),
            here: row.here.clone(),
        }
    }
}

/// What else there is to say about a decision, a line each.
fn more(decision: &Decision) -> Vec<String> {
    let decisive = decision.deciding_row();
    let others = |rows: &mut dyn Iterator<Item = &RuleComparison>| -> Vec<String> {
        rows.filter(|row| Some(*row) != decisive && row.kind != RuleKind::LowestBye)
            .map(ToString::to_string)
            .collect()
    };
    let worse = others(&mut decision.worse());
    let better = others(&mut decision.better());
    let mut lines = Vec::new();
    if !worse.is_empty() {
        lines.push(format!("the file's is worse, too, in {}", worse.join("; ")));
    }
    if !better.is_empty() {
        lines.push(format!("the file's is better in {}", better.join("; ")));
    }
    let literal = match decision.literal {
        Literal::Here => "the rules executed as written pair this bracket as here",
        Literal::Recorded => "the rules executed as written pair this bracket as the file does",
        Literal::Neither => "the rules executed as written pair this bracket in a third way",
        Literal::TooLarge => return lines,
    };
    lines.push(literal.to_owned());
    lines
}

impl FileReport {
    /// A file that could not be checked.
    pub fn bad(name: &str, error: impl fmt::Display) -> Self {
        let file = clean(name);
        Self {
            error: Some(format!("{file}: {error}")),
            file,
            ..Self::default()
        }
    }

    /// A file that the reader refused with a message of its own, which names it.
    pub fn refused(name: &str, error: String, warnings: Vec<String>) -> Self {
        Self {
            error: Some(error),
            file: clean(name),
            warnings,
            ..Self::default()
        }
    }

    /// A file on which this library failed.
    pub fn defect(name: &str) -> Self {
        let what = "unexpected error (please report, with this file): a defect of this program";
        Self {
            is_defect: true,
            ..Self::bad(name, what)
        }
    }
}

impl FileReport {
    /// For a terminal: everything that differs, or at most ten lines for a round and for each other part.
    #[expect(clippy::missing_panics_doc, reason = "a string grows")]
    pub fn text(&self, all: bool) -> String {
        let mut out = String::new();
        self.write(&mut out, all).expect("a string grows");
        out
    }

    fn write(&self, f: &mut String, all: bool) -> fmt::Result {
        match (&self.rules, &self.rounds_not_paired) {
            (Some(rules), _) => {
                let (name, by) = (rules.name, &rules.chosen_in_words);
                writeln!(f, "{}: {name} ({by})", self.file)?;
                if self.rounds.is_empty() {
                    writeln!(f, "  no round is recorded")?;
                }
            }
            (None, Some(why)) => writeln!(f, "{}: no round is paired again: {why}", self.file)?,
            (None, None) => return writeln!(f, "{}: not checked", self.file),
        }
        if let Some(better) = &self.better_edition {
            writeln!(f, "  {}", better.line())?;
        }
        for line in cut(self.points_lines(), all) {
            writeln!(f, "  {line}")?;
        }
        for round in &self.rounds {
            writeln!(f, "  round {}: {}", round.round, round.verdict)?;
            for line in round.lines(all) {
                writeln!(f, "    {line}")?;
            }
        }
        let standings = self.standings.iter().flat_map(StandingsReport::lines);
        for line in cut(standings.collect(), all) {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }
}

impl FileReport {
    /// What there is to say about the recorded points, a line each.
    pub fn points_lines(&self) -> Vec<String> {
        let n = self.wrong_points.len();
        if n == 0 {
            return Vec::new();
        }
        let differ = if n == 1 {
            "one differs".to_owned()
        } else {
            format!("{n} differ")
        };
        let mut lines = vec![format!(
            "points: {differ}; everything else is judged by those of the results"
        )];
        let each = self.wrong_points.iter();
        lines.extend(each.map(|each| format!("  {each}")));
        lines
    }
}

impl RoundReport {
    /// What the file's round breaks, before anything else is said of it.
    pub(super) fn new(round: RoundNumber, verdict: RoundOutcome, breaches: Vec<String>) -> Self {
        Self {
            round: round.get(),
            verdict,
            recorded: Vec::new(),
            here: Vec::new(),
            legal: breaches.is_empty(),
            breaches,
            decision: None,
            reading: None,
            colours: Vec::new(),
            why_impossible: None,
            other_numbers: None,
        }
    }

    /// What there is to say below the verdict: all of it, or at most nine lines.
    pub fn lines(&self, all: bool) -> Vec<String> {
        let mut lines = Vec::new();
        for (side, seats) in [("file", &self.recorded), ("here", &self.here)] {
            if !seats.is_empty() {
                lines.push(format!("{side}: {}", listed(seats, all)));
            }
        }
        lines.extend(self.other_numbers.as_ref().map(OtherNumbers::line));
        if self.verdict == RoundOutcome::PairingDiffers && self.legal {
            lines.push("the file's pairing is legal".to_owned());
        }
        if let Some(decision) = &self.decision {
            lines.push(decision.text.clone());
            lines.extend(decision.more.iter().cloned());
        }
        if let Some(reading) = self.reading {
            lines.push(format!(
                "reading: {reading} (programs that read these articles otherwise pair the file's round)"
            ));
        }
        let breaches = self.breaches.iter();
        lines.extend(breaches.map(|each| format!("the file's pairing breaks the rules: {each}")));
        for board in &self.colours {
            let agrees = match board.judge_agrees {
                Some(false) => "; the judge of colours says otherwise (please report)",
                Some(true) | None => "",
            };
            let (white, black, article) = (board.white, board.black, board.article);
            lines.push(format!(
                "{white}-{black} has its colours here by {article}{agrees}"
            ));
        }
        let why = self.why_impossible.iter().flat_map(|why| why.lines());
        lines.extend(why.map(str::to_owned));
        cut(lines, all)
    }
}

/// Counts over all files.
#[derive(Default, Debug, Serialize)]
pub struct CheckSummary {
    /// Files seen.
    pub files: usize,
    /// Files that could not be checked.
    pub bad_files: usize,
    /// Rounds paired again.
    pub rounds: usize,
    /// Rounds that came out as recorded.
    pub equal: usize,
    /// Rounds with other colours.
    pub colours_differ: usize,
    /// Rounds with other opponents.
    pub pairing_differs: usize,
    /// Rounds that are not paired here.
    pub impossible_here: usize,
    /// Rounds whose recorded pairing breaks an absolute criterion.
    pub illegal: usize,
    /// Files whose recorded points do not fit the results.
    pub points_differ: usize,
    /// Files whose recorded ranks were judged.
    pub standings: usize,
    /// Files whose recorded ranks are not ours.
    pub standings_differ: usize,
    /// Files on which this library failed.
    #[serde(skip)]
    pub defects: usize,
}

impl CheckSummary {
    /// Counts a file in.
    pub fn add(&mut self, report: &FileReport) {
        self.files += 1;
        self.bad_files += usize::from(report.error.is_some());
        self.defects += usize::from(report.is_defect);
        self.points_differ += usize::from(!report.wrong_points.is_empty());
        self.standings += usize::from(report.standings.is_some());
        let differ = report.standings.iter().filter(|standings| !standings.equal);
        self.standings_differ += differ.count();
        for round in &report.rounds {
            self.rounds += 1;
            self.illegal += usize::from(!round.legal);
            *match round.verdict {
                RoundOutcome::Equal => &mut self.equal,
                RoundOutcome::ColoursDiffer => &mut self.colours_differ,
                RoundOutcome::PairingDiffers => &mut self.pairing_differs,
                RoundOutcome::ImpossibleHere => &mut self.impossible_here,
            } += 1;
        }
    }
}

impl CheckSummary {
    /// Whether some round, points or ranks are not ours.
    pub fn has_differences(&self) -> bool {
        self.equal < self.rounds || self.points_differ > 0 || self.standings_differ > 0
    }
}

impl fmt::Display for CheckSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} files, {} of them not checked; {} rounds: {} equal, {} with other colours, {} paired \
             differently, {} without a pairing here; {} illegal in the file",
            self.files,
            self.bad_files,
            self.rounds,
            self.equal,
            self.colours_differ,
            self.pairing_differs,
            self.impossible_here,
            self.illegal
        )?;
        if self.points_differ > 0 {
            write!(f, "; {} with other points", self.points_differ)?;
        }
        if self.standings > 0 {
            write!(
                f,
                "; {} standings, {} differ",
                self.standings, self.standings_differ
            )?;
        }
        writeln!(f)
    }
}
