//! The summary as one page of HTML.

use maud::{DOCTYPE, Markup, html};

use crate::bootstrap::Interval;
use crate::summary::{ArmSummary, ExperimentSummary, MetricSummary};

const STYLE: &str = "
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
th, td { border-bottom: 1px solid #8886; padding: .2rem .6rem; text-align: left; }
td.number { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
svg { display: block; }
line { stroke: currentColor; } circle { fill: currentColor; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #eee; } }
";
/// Of a picture, in pixels.
const WIDTH: f64 = 260.0;

impl ExperimentSummary {
    /// One page with a table and a picture for each metric, as HTML.
    pub fn html(&self) -> String {
        page(self)
    }
}

fn page(summary: &ExperimentSummary) -> String {
    let title = if summary.name.is_empty() {
        "Experiment"
    } else {
        &summary.name
    };
    let metrics = summary.arms.first().map_or(0, |arm| arm.metrics.len());
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (maud::PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p {
                    (summary.replications) " replications; means and mean differences from the first system of the same field, "
                    "with intervals of 95 % by the paired bootstrap."
                }
                @for metric in 0..metrics { (section(summary, metric)) }
            }
        }
    }
    .into_string()
}

fn section(summary: &ExperimentSummary, metric: usize) -> Markup {
    let rows: Vec<(&ArmSummary, &MetricSummary)> = (summary.arms.iter())
        .map(|arm| (arm, &arm.metrics[metric]))
        .filter(|(_, metric)| metric.mean.is_some())
        .collect();
    let Some((_, first)) = rows.first() else {
        return html! {};
    };
    let ends = rows.iter().filter_map(|(_, metric)| metric.mean);
    let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), interval| {
        (low.min(interval.low), high.max(interval.high))
    });
    html! {
        h2 { (first.metric.name()) }
        table {
            thead {
                tr {
                    th { "System" } th { "Field" } th { "Tie-breaks" }
                    th { "Mean" } th { (number(low)) " to " (number(high)) } th { "Difference" }
                }
            }
            tbody {
                @for (arm, metric) in rows {
                    tr {
                        td { (arm.arm.system) }
                        td {
                            (arm.arm.cell.players) " × " (arm.arm.cell.rounds) ", " (arm.arm.cell.strengths) ", "
                            (arm.arm.cell.results)
                            @if arm.arm.cell.acceleration != "none" { ", " (arm.arm.cell.acceleration) }
                        }
                        td { (arm.arm.tie_breaks) }
                        td class="number" { (words(metric.mean)) }
                        td { @if let Some(mean) = metric.mean { (picture(mean, low, high)) } }
                        td class="number" { (words(metric.difference)) }
                    }
                }
            }
        }
    }
}

fn words(interval: Option<Interval>) -> String {
    interval.map_or_else(String::new, |found| {
        let [mean, low, high] = [found.mean, found.low, found.high].map(number);
        format!("{mean} ({low} to {high})")
    })
}

fn number(value: f64) -> String {
    format!("{value:.4}")
}

/// A point for the mean on a line for the interval.
fn picture(interval: Interval, low: f64, high: f64) -> Markup {
    let width = (high - low).max(f64::MIN_POSITIVE);
    let at = |value: f64| format!("{:.1}", 5.0 + (value - low) / width * (WIDTH - 10.0));
    html! {
        svg width=(WIDTH) height="16" role="img" aria-label=(words(Some(interval))) {
            line x1=(at(interval.low)) x2=(at(interval.high)) y1="8" y2="8" {}
            circle cx=(at(interval.mean)) cy="8" r="3.5" {}
        }
    }
}
