//! `edelweiss experiment`: a file of what is compared becomes a folder of rows and their summary.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use edelweiss_answers::report::clean;
use edelweiss_experiments::{
    ArmSummary, Experiment, ExperimentSummary, Interval, RowsError, Summarised,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::exit::{Exit, ExitFailure};
use crate::files;

const EXAMPLES: &str = "\
Examples:
  edelweiss experiment examples/experiment.toml -o rows/
  edelweiss experiment large.toml -o rows/ --shard 2/8   one of eight shares";

/// Compare systems on the same luck: rows in Parquet, and a summary
///
/// A run that was interrupted goes on where it stopped. Machines that share the folder, or whose folders are
/// put together afterwards, take a shard each; the rows are the same bytes however they are cut.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExperimentArgs {
    /// What is compared (TOML)
    file: PathBuf,
    /// The folder for rows, manifest.json, summary.csv and report.html
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// Only share K of N of the work
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
}

/// `--shard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shard {
    /// From 1.
    place: u32,
    of: u32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(place, of)| {
            let shard = Self {
                place: place.parse().ok()?,
                of: of.parse().ok()?,
            };
            (1..=shard.of).contains(&shard.place).then_some(shard)
        });
        numbers.ok_or_else(|| "expected K/N with K from 1 to N, such as 2/8".to_owned())
    }
}

/// The folder of an experiment.
struct ExperimentFolder<'a> {
    experiment: &'a Experiment,
    path: &'a Path,
}

/// Runs the command.
///
/// # Errors
/// Files that cannot be read or written; a file that is no experiment; a folder with the rows of another one.
pub(crate) fn run(args: &ExperimentArgs) -> Result<(), ExitFailure> {
    let name = files::name_of(&args.file);
    let bytes = files::read(&args.file).map_err(|error| no_file(&args.file, &error))?;
    let invalid = |error: String| ExitFailure::new(Exit::Invalid, format!("{name}: {error}"));
    let text = String::from_utf8(bytes).map_err(|error| invalid(error.to_string()))?;
    let experiment = Experiment::from_toml(&text).map_err(|error| invalid(error.to_string()))?;
    if let Some(message) = experiment.uncomputed() {
        return Err(invalid(message));
    }
    if files::is_standard(&args.output) {
        let message = "rows go to a folder, not to standard output\n  hint: name one with -o";
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    let folder = ExperimentFolder {
        experiment: &experiment,
        path: &args.output,
    };
    folder.prepare()?;
    folder.make_parts(args.shard)?;
    let missing: Vec<u32> = (0..experiment.parts())
        .filter(|part| !folder.part_path(*part).exists())
        .collect();
    let text = if missing.is_empty() {
        page(&folder.summarise()?)
    } else {
        format!(
            "{} of {} parts are in {}; the summary comes with the last of them\n",
            experiment.parts() as usize - missing.len(),
            experiment.parts(),
            args.output.display()
        )
    };
    files::write_standard(&text)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("standard output: {error}")))
}

fn no_file(path: &Path, error: &std::io::Error) -> ExitFailure {
    let name = files::output_name(path);
    ExitFailure::new(Exit::FileAccess, format!("{name}: {error}"))
}

impl ExperimentFolder<'_> {
    fn part_path(&self, part: u32) -> PathBuf {
        self.path.join(format!("rows-{part:06}.parquet"))
    }

    /// The manifest is there before any rows, and nobody else's.
    fn prepare(&self) -> Result<(), ExitFailure> {
        files::make_folder(self.path).map_err(|error| no_file(self.path, &error))?;
        let path = self.path.join("manifest.json");
        let manifest = self.experiment.manifest();
        match files::read(&path) {
            Ok(found) if found == manifest.as_bytes() => Ok(()),
            Ok(_) => {
                let message = format!(
                    "{}: the folder has the rows of another experiment, or of another version of the program\n  hint: name another folder with -o, or remove this one",
                    files::output_name(&path)
                );
                Err(ExitFailure::new(Exit::Invalid, message))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                files::write(&path, &manifest).map_err(|error| no_file(&path, &error))
            }
            Err(error) => Err(no_file(&path, &error)),
        }
    }

    /// Makes what is missing of a share.
    fn make_parts(&self, shard: Option<Shard>) -> Result<(), ExitFailure> {
        let shard = shard.unwrap_or(Shard { place: 1, of: 1 });
        let parts: Vec<u32> = (0..self.experiment.parts())
            .filter(|part| part % shard.of == shard.place - 1)
            .filter(|part| !self.part_path(*part).exists())
            .collect();
        let bar = progress_bar(self.experiment, &parts);
        for part in parts {
            let rows = (self.experiment.part(part, &|_| bar.inc(1)))
                .map_err(|error| ExitFailure::new(exit_of(&error), error.to_string()))?;
            let path = self.part_path(part);
            files::write_bytes(&path, &rows).map_err(|error| no_file(&path, &error))?;
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// From the rows as they lie in the folder.
    fn summarise(&self) -> Result<ExperimentSummary, ExitFailure> {
        let mut summary = Summarised::new(self.experiment);
        for part in 0..self.experiment.parts() {
            let path = self.part_path(part);
            let bytes = files::read(&path).map_err(|error| no_file(&path, &error))?;
            summary.add(part, &bytes).map_err(|error| {
                let hint = match error {
                    RowsError::Parquet(_) => "\n  hint: remove the file and run the command again",
                    RowsError::Other { .. } | RowsError::Formulation(..) => "",
                };
                let message = format!("{}: {error}{hint}", files::output_name(&path));
                ExitFailure::new(Exit::Invalid, message)
            })?;
        }
        let summary = (summary.finish())
            .map_err(|error| ExitFailure::new(Exit::Defect, error.to_string()))?;
        for (name, text) in [
            ("summary.csv", summary.csv()),
            ("report.html", summary.html()),
        ] {
            let path = self.path.join(name);
            files::write(&path, &text).map_err(|error| no_file(&path, &error))?;
        }
        Ok(summary)
    }
}

/// Of rows that cannot be made.
fn exit_of(error: &RowsError) -> Exit {
    match error {
        RowsError::Formulation(..) => Exit::Invalid,
        RowsError::Parquet(_) | RowsError::Other { .. } => Exit::Defect,
    }
}

/// Hidden where standard error is no terminal.
fn progress_bar(experiment: &Experiment, parts: &[u32]) -> ProgressBar {
    let replications = parts
        .iter()
        .map(|part| u64::from(experiment.replications_in(*part)));
    let bar = ProgressBar::with_draw_target(Some(replications.sum()), ProgressDrawTarget::stderr());
    let style = "{bar:30} {pos}/{len} replications, {per_sec}, {eta} left";
    bar.set_style(
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar
}

/// The summary for a terminal: a row for each metric and arm.
fn page(summary: &ExperimentSummary) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let has = |differs: &dyn Fn(&ArmSummary) -> String| {
        let first = differs(&summary.arms[0]);
        (summary.arms.iter()).any(|arm| !arm.arm.tie_breaks.is_empty() && differs(arm) != first)
    };
    let field = |arm: &ArmSummary| {
        let cell = &arm.arm.cell;
        let names = clean(&format!("{}, {}", cell.strengths, cell.results));
        let acceleration = match cell.acceleration.as_str() {
            "none" => String::new(),
            other => format!(", {other}"),
        };
        format!("{} x {}, {names}{acceleration}", cell.players, cell.rounds)
    };
    let tie_breaks = |arm: &ArmSummary| arm.arm.tie_breaks.clone();
    let (has_fields, has_lists) = (has(&field), has(&tie_breaks));
    let mut headings = vec!["Metric", "System"];
    headings.extend(has_fields.then_some("Field"));
    headings.extend(has_lists.then_some("Tie-breaks"));
    headings.extend(["Mean", "Difference (95 %)"]);
    table.set_header(headings);
    for metric in 0..summary.arms[0].metrics.len() {
        for arm in &summary.arms {
            let found = &arm.metrics[metric];
            let Some(mean) = found.mean else {
                continue;
            };
            let mut row = vec![found.metric.name().to_owned(), arm.arm.system.clone()];
            row.extend(has_fields.then(|| field(arm)));
            row.extend(has_lists.then(|| tie_breaks(arm)));
            row.push(format!("{:.4}", mean.mean));
            row.push(found.difference.map_or_else(String::new, signed));
            table.add_row(row);
        }
    }
    let numbers = 2 + usize::from(has_fields) + usize::from(has_lists);
    if let Some(column) = table.column_mut(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!(
        "{} replications\n\n{}\n",
        summary.replications,
        table.trim_fmt()
    )
}

fn signed(difference: Interval) -> String {
    let Interval { mean, low, high } = difference;
    format!("{mean:+.4} ({low:+.4} to {high:+.4})")
}
