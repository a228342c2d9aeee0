//! The report as one document, written file by file.

use std::fmt::Write;

use super::report::{CheckSummary, FileReport, RoundReport};
use super::seats::RoundOutcome;
use super::standings_report::StandingsReport;

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
pub const JUNIT_HEAD: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"edelweiss check\">\n";

/// Everything after the last file.
pub const JUNIT_TAIL: &str = "</testsuites>\n";

/// A file as a suite, its rounds as tests; a file that cannot be checked is a test with an error.
#[expect(clippy::missing_panics_doc, reason = "a string grows")]
pub fn junit_suite(report: &FileReport) -> String {
    let file = escape(&report.file);
    let errors = usize::from(report.error.is_some());
    let failed = |round: &&RoundReport| round.verdict != RoundOutcome::Equal;
    let failures = report.rounds.iter().filter(failed).count();
    let standings = report.standings.iter();
    let has_wrong_points = usize::from(!report.wrong_points.is_empty());
    let differ = standings.clone().filter(|standings| !standings.equal);
    let failures = failures + has_wrong_points + differ.count();
    let tests = report.rounds.len() + has_wrong_points + standings.clone().count() + errors;
    let mut out = format!(
        "  <testsuite name=\"{file}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n"
    );
    if has_wrong_points > 0 {
        let lines = report.points_lines();
        add_failure(&mut out, &file, ("points", "points-differ"), &lines).expect("a string grows");
    }
    for round in &report.rounds {
        add_round(&mut out, &file, round).expect("a string grows");
    }
    for standings in standings {
        add_standings(&mut out, &file, standings).expect("a string grows");
    }
    if let Some(error) = &report.error {
        let first = error.lines().next().unwrap_or_default();
        write!(
            out,
            "    <testcase classname=\"{file}\" name=\"read\">\n      <error message=\"{}\">{}</error>\n    </testcase>\n",
            escape(first),
            escape(error)
        )
        .expect("a string grows");
    }
    out.push_str("  </testsuite>\n");
    out
}

fn add_round(out: &mut String, file: &str, round: &RoundReport) -> std::fmt::Result {
    write!(
        out,
        "    <testcase classname=\"{file}\" name=\"round {}\"",
        round.round
    )?;
    if round.verdict == RoundOutcome::Equal {
        return out.write_str("/>\n");
    }
    let kind = match round.verdict {
        RoundOutcome::Equal => "equal",
        RoundOutcome::ColoursDiffer => "colours-differ",
        RoundOutcome::PairingDiffers => "pairing-differs",
        RoundOutcome::ImpossibleHere => "impossible-here",
    };
    write!(
        out,
        ">\n      <failure type=\"{kind}\" message=\"{}\">{}</failure>\n    </testcase>\n",
        round.verdict,
        escape(&round.lines(true).join("\n"))
    )
}

fn add_standings(out: &mut String, file: &str, standings: &StandingsReport) -> std::fmt::Result {
    if standings.equal {
        let name = "name=\"standings\"";
        return writeln!(out, "    <testcase classname=\"{file}\" {name}/>");
    }
    add_failure(
        out,
        file,
        ("standings", "standings-differ"),
        &standings.lines(),
    )
}

/// A test that fails, with the first of its lines as the message.
fn add_failure(
    out: &mut String,
    file: &str,
    (name, kind): (&str, &str),
    lines: &[String],
) -> std::fmt::Result {
    write!(
        out,
        "    <testcase classname=\"{file}\" name=\"{name}\">\n      <failure type=\"{kind}\" message=\"{}\">{}</failure>\n    </testcase>\n",
        escape(&lines[0]),
        escape(&lines.join("\n"))
    )
}

/// Text for XML 1.0, which has no place for most control characters.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' | '\t' => out.push(c),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_names_stays_text() {
        assert_eq!(
            escape("<a href=\"b\">&'\u{1}\n"),
            "&lt;a href=&quot;b&quot;&gt;&amp;&apos;\u{FFFD}\n"
        );
        let suite = junit_suite(&FileReport::bad("a\"<b>.trf", "x & y\nz"));
        assert!(
            suite.contains("name=\"a&quot;&lt;b&gt;.trf\" tests=\"1\" failures=\"0\" errors=\"1\"")
        );
        assert!(
            suite.contains("<error message=\"a&quot;&lt;b&gt;.trf: x &amp; y\">"),
            "{suite}"
        );
    }
}
