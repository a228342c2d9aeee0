//! `edelweiss generate`: random tournaments from a seed, each a file of its own.

use std::path::{Path, PathBuf};

use clap::Args;
use edelweiss::trf::{self, ReadOptions};
use edelweiss_answers::generate::{
    GenerateFormat, GenerateOptions, GenerateSource, TournamentMaker,
};
use rayon::prelude::*;

use crate::exit::{Exit, ExitFailure, say};
use crate::files;
use crate::reading::no_tournament;

const EXAMPLES: &str = "\
Examples:
  edelweiss generate --players 40 --rounds 7 --seed 1 -o made.trf
  edelweiss generate --count 1000 --players 20..200 -o made/";

/// Make random tournaments from a seed
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GenerateArgs {
    /// The file, or the folder for several; - is standard output
    #[arg(short, long, value_name = "DIR|FILE")]
    output: PathBuf,
    /// How many tournaments [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: Option<u32>,
    #[command(flatten)]
    options: GenerateOptions,
    /// Settings: TOML, or the Key=value file of JaVaFo or bbpPairings; the options above win
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A tournament file whose field plays again: its players, rounds, points, byes and irregular
    /// games at the rates found there; the options above win
    #[arg(long, value_name = "FILE", conflicts_with = "config")]
    model: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = GenerateFormat::Trf26)]
    format: GenerateFormat,
}

/// Where the tournaments go.
enum OutputTarget {
    One(PathBuf),
    Folder(PathBuf),
}

/// Runs the command.
///
/// # Errors
/// Settings that cannot be met, with every reason; files that cannot be read or written.
pub(crate) fn run(args: &GenerateArgs) -> Result<(), ExitFailure> {
    let mut source = match (&args.config, &args.model) {
        (Some(path), _) => settings_of(path)?,
        (None, Some(path)) => {
            let (name, bytes) = read(path)?;
            let reading = trf::read(&bytes, &name, &ReadOptions::default())
                .map_err(|failure| no_tournament(failure, &name, &bytes))?;
            GenerateSource::model(&reading.tournament)
        }
        (None, None) => GenerateSource::default(),
    };
    source.settings.tournaments = args.count.or(source.settings.tournaments);
    let maker = TournamentMaker::new(source, &args.options, args.format)?;
    let count = maker.generator.tournaments();
    let target = target(args, count)?;
    let seed_line = format!("seed {}", maker.generator.seed());
    if files::is_standard(&args.output) {
        say(&seed_line);
    } else {
        files::write_standard(&format!("{seed_line}\n")).map_err(|error| {
            ExitFailure::new(Exit::FileAccess, format!("standard output: {error}"))
        })?;
    }
    let notes: Vec<Vec<String>> = (0..count)
        .into_par_iter()
        .map(|index| make(&maker, &target, index))
        .collect::<Result<_, _>>()?;
    for note in notes.iter().flatten() {
        say(&format!("note: {note}"));
    }
    Ok(())
}

fn read(path: &Path) -> Result<(String, Vec<u8>), ExitFailure> {
    let name = files::name_of(path);
    let bytes = files::read(path)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
    Ok((name, bytes))
}

/// A settings file of either kind; its first line tells which.
///
/// # Errors
/// Files that cannot be read, or are no settings.
pub(crate) fn settings_of(path: &Path) -> Result<GenerateSource, ExitFailure> {
    let (name, bytes) = read(path)?;
    Ok(GenerateSource::settings(&name, &bytes)?)
}

fn target(args: &GenerateArgs, count: u32) -> Result<OutputTarget, ExitFailure> {
    let output = &args.output;
    let ends_as_folder = output.as_os_str().as_encoded_bytes().ends_with(b"/");
    let inputs = [&args.config, &args.model];
    if (inputs.into_iter().flatten()).any(|input| files::are_same(input, output)) {
        let message = format!(
            "the output {} is the file it is made from, which would be lost\n  hint: choose another name for -o",
            output.display()
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    if files::is_standard(output) && count > 1 {
        let message = format!(
            "standard output takes one tournament, found {count}\n  hint: name a folder with -o"
        );
        return Err(ExitFailure::new(Exit::Invalid, message));
    }
    if files::is_standard(output) || (count == 1 && !output.is_dir() && !ends_as_folder) {
        return Ok(OutputTarget::One(output.clone()));
    }
    files::make_folder(output).map_err(|error| no_file(output, &error))?;
    Ok(OutputTarget::Folder(output.clone()))
}

fn no_file(path: &Path, error: &std::io::Error) -> ExitFailure {
    ExitFailure::new(
        Exit::FileAccess,
        format!("{}: {error}", files::output_name(path)),
    )
}

/// Makes and writes one tournament; what is worth a note about it.
fn make(
    maker: &TournamentMaker,
    target: &OutputTarget,
    index: u32,
) -> Result<Vec<String>, ExitFailure> {
    let generator = &maker.generator;
    let path = match target {
        OutputTarget::One(path) => path.clone(),
        OutputTarget::Folder(folder) => {
            let width = (generator.tournaments() - 1).to_string().len();
            folder.join(format!("seed{}_{index:0width$}.trf", generator.seed()))
        }
    };
    let name = if files::is_standard(&path) {
        "standard output".to_owned()
    } else {
        path.display().to_string()
    };
    let made = maker.make(index, &name)?;
    match target {
        OutputTarget::One(_) => files::write(&path, &made.text),
        OutputTarget::Folder(_) => files::write_one_of_many(&path, &made.text),
    }
    .map_err(|error| no_file(&path, &error))?;
    Ok(made.notes)
}
