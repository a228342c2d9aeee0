//! The report as one document, written file by file.

use super::report::{CheckSummary, FileReport, RoundReport};
use super::seats::RoundOutcome;
use super::standings_report::StandingsReport;
use crate::junit::{JunitProblem, JunitTest, XML_DECLARATION, suite};

/// Raised when a field of the JSON document changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

/// Everything before the first file.
pub fn json_head() -> String {
    format!("{{\n\"format\": \"edelweiss.check\",\n\"version\": {FORMAT_VERSION},\n\"files\": [")
}

/// One file, on one line.
pub fn json_file(report: &FileReport, is_first: bool) -> String {
    format!("{}\n{}", if is_first { "" } else { "," }, json(report))
}

/// Everything after the last file.
pub fn json_tail(summary: &CheckSummary) -> String {
    format!("\n],\n\"summary\": {}\n}}\n", json(summary))
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("the document has text keys and no values that fail")
}

/// Everything before the first file.
pub fn junit_head() -> String {
    format!("{XML_DECLARATION}<testsuites name=\"edelweiss check\">\n")
}

/// Everything after the last file.
pub const JUNIT_TAIL: &str = "</testsuites>\n";

/// A file as a suite, its rounds as tests; a file that cannot be checked is a test with an error.
pub fn junit_suite(report: &FileReport) -> String {
    let mut tests = Vec::new();
    if !report.wrong_points.is_empty() {
        tests.push(failed("points", "points-differ", &report.points_lines()));
    }
    tests.extend(report.rounds.iter().map(round_test));
    tests.extend(report.standings.iter().map(standings_test));
    tests.extend(report.error.as_ref().map(|error| {
        let problem = JunitProblem {
            is_error: true,
            kind: None,
            message: error.lines().next().unwrap_or_default().to_owned(),
            text: error.clone(),
        };
        JunitTest {
            name: "read".to_owned(),
            problems: vec![problem],
        }
    }));
    suite(&report.file, true, &tests)
}

fn round_test(round: &RoundReport) -> JunitTest {
    let name = format!("round {}", round.round);
    let kind = match round.verdict {
        RoundOutcome::Equal => return JunitTest::passed(name),
        RoundOutcome::ColoursDiffer => "colours-differ",
        RoundOutcome::PairingDiffers => "pairing-differs",
        RoundOutcome::ImpossibleHere => "impossible-here",
    };
    let problem = JunitProblem {
        is_error: false,
        kind: Some(kind),
        message: round.verdict.to_string(),
        text: round.lines(true).join("\n"),
    };
    JunitTest {
        name,
        problems: vec![problem],
    }
}

fn standings_test(standings: &StandingsReport) -> JunitTest {
    if standings.equal {
        JunitTest::passed("standings")
    } else {
        failed("standings", "standings-differ", &standings.lines())
    }
}

/// A test that fails, with the first of its lines as the message.
fn failed(name: &str, kind: &'static str, lines: &[String]) -> JunitTest {
    let problem = JunitProblem {
        is_error: false,
        kind: Some(kind),
        message: lines[0].clone(),
        text: lines.join("\n"),
    };
    JunitTest {
        name: name.to_owned(),
        problems: vec![problem],
    }
}
