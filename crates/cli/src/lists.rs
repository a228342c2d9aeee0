//! `edelweiss lists`: lists to hang up and to hand in.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::Args;
use edelweiss::lists::SheetWords;
use edelweiss::prizes::PrizeScheme;
use edelweiss_answers::lists::{ListsOptions, SheetFormat, prize_scheme, sheets, written};
use edelweiss_answers::standings::choice::ListOptions;

use crate::exit::{Exit, ExitFailure};
use crate::files::{self, name_of};
use crate::reading::ReadArgs;
use crate::steps::{look_at_journal, published};

const EXAMPLES: &str = "\
Examples:
  edelweiss lists open.trf                              the last round paired
  edelweiss lists open.trf boards names -o round5.html  pages to print
  edelweiss lists open.trf standings cross-table --language de
  edelweiss lists open.trf prizes --prizes prizes.toml -o prizes.xlsx";

/// Write lists to hang up and to hand in: pairings, standings, cross tables, cards, clubs, prizes
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ListsArgs {
    /// Tournament file; - is standard input
    file: PathBuf,
    #[command(flatten)]
    options: ListsOptions,
    /// The file of prizes, for the list of them and for its categories
    #[arg(long, value_name = "FILE")]
    prizes: Option<PathBuf>,
    /// What to write [default: what the name of the output ends in, else text]
    #[arg(long, value_enum)]
    format: Option<SheetFormat>,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
///
/// # Errors
/// Everything that keeps it from an answer.
pub(crate) fn run(args: &ListsArgs) -> Result<(), ExitFailure> {
    let format = format(args)?;
    let scheme = args.prizes.as_deref().map(scheme_of).transpose()?;
    let purpose = ListOptions::default().of_players().purpose();
    let options = args.read.options().purpose(purpose);
    let input = (args.read).read_as(options, &args.file, &args.output, ExitFailure::from)?;
    let journal = look_at_journal(&args.file)?;
    let lists = args.options.kinds();
    // A journal that cannot be read says so once, before anything is written.
    let unread = std::cell::RefCell::new(None);
    let boards = |tournament: &_, round| {
        published(&args.file, &journal, tournament, round).unwrap_or_else(|error| {
            unread.borrow_mut().get_or_insert(error);
            Vec::new()
        })
    };
    let language = args.options.language();
    let words = SheetWords::new(language);
    let warn = |warning: &dyn Display| args.read.warn(&[warning]);
    let options = &args.options.sheets;
    let composed = sheets(&input, &lists, options, scheme, &words, boards, warn)?;
    if let Some(error) = unread.into_inner() {
        return Err(error);
    }
    let print = args.options.print();
    let width = files::terminal_width(&args.output);
    let bytes = written(&composed, format, language, print, width)?;
    files::write_bytes(&args.output, &bytes).map_err(|error| {
        let message = format!("{}: {error}", files::output_name(&args.output));
        ExitFailure::new(Exit::FileAccess, message)
    })
}

/// What is to be written: as asked, or by the name of the output.
fn format(args: &ListsArgs) -> Result<SheetFormat, ExitFailure> {
    let to_standard = files::is_standard(&args.output);
    let extension = args
        .output
        .extension()
        .and_then(|extension| extension.to_str());
    let by_name = extension
        .and_then(SheetFormat::of_extension)
        .filter(|_| !to_standard);
    let format = args.format.or(by_name).unwrap_or(SheetFormat::Text);
    if format == SheetFormat::Xlsx
        && to_standard
        && std::io::IsTerminal::is_terminal(&std::io::stdout())
    {
        let message = "a workbook is not for a terminal\n  hint: -o lists.xlsx";
        return Err(ExitFailure::new(Exit::Invalid, message.to_owned()));
    }
    Ok(format)
}

/// Reads the file of prizes.
fn scheme_of(path: &Path) -> Result<PrizeScheme, ExitFailure> {
    let name = name_of(path);
    let bytes = files::read(path)
        .map_err(|error| ExitFailure::new(Exit::FileAccess, format!("{name}: {error}")))?;
    Ok(prize_scheme(&name, &bytes)?)
}
