//! `edelweiss lists`: lists to hang up and to hand in.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::builder::{MapValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use edelweiss::lists::html::{Paper, Print};
use edelweiss::lists::{ListKind, SheetLanguage, SheetWords};
use edelweiss::prizes::PrizeScheme;
use edelweiss_answers::lists::{SheetFormat, SheetOptions, sheets, written};
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
    /// Which lists [default: boards]
    #[arg(value_name = "LIST", value_parser = list_parser())]
    lists: Vec<ListKind>,
    #[command(flatten)]
    options: SheetOptions,
    /// The file of prizes, for the list of them and for its categories
    #[arg(long, value_name = "FILE")]
    prizes: Option<PathBuf>,
    /// In which language
    #[arg(long, value_parser = language_parser(), default_value = "en")]
    language: SheetLanguage,
    /// What to write [default: what the name of the output ends in, else text]
    #[arg(long, value_enum)]
    format: Option<SheetFormat>,
    /// The paper of --format html
    #[arg(long, value_enum, default_value_t = PaperName::A4)]
    paper: PaperName,
    /// Large letters in --format html, to be read from a few steps away
    #[arg(long)]
    large: bool,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--paper`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PaperName {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 in
    Letter,
}

type OneOf<T> = MapValueParser<PossibleValuesParser, fn(String) -> T>;

fn list_parser() -> OneOf<ListKind> {
    let named = |list: ListKind| PossibleValue::new(list.code()).help(list.about());
    PossibleValuesParser::new(ListKind::ALL.map(named)).map(|code| {
        let mut all = ListKind::ALL.into_iter();
        all.find(|list| list.code() == code)
            .expect("one of those listed")
    })
}

fn language_parser() -> OneOf<SheetLanguage> {
    let named = |language: SheetLanguage| PossibleValue::new(language.code()).help(language.name());
    PossibleValuesParser::new(SheetLanguage::all().map(named))
        .map(|code| SheetLanguage::of(&code).expect("one of those listed"))
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
    let lists = match &args.lists[..] {
        [] => vec![ListKind::Boards],
        lists => lists.to_vec(),
    };
    // A journal that cannot be read says so once, before anything is written.
    let unread = std::cell::RefCell::new(None);
    let boards = |tournament: &_, round| {
        published(&args.file, &journal, tournament, round).unwrap_or_else(|error| {
            unread.borrow_mut().get_or_insert(error);
            Vec::new()
        })
    };
    let words = SheetWords::new(args.language);
    let warn = |warning: &dyn Display| args.read.warn(&[warning]);
    let composed = sheets(&input, &lists, &args.options, scheme, &words, boards, warn)?;
    if let Some(error) = unread.into_inner() {
        return Err(error);
    }
    let print = Print {
        paper: match args.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        },
        is_large: args.large,
    };
    let width = files::terminal_width(&args.output);
    let bytes = written(&composed, format, args.language, print, width)?;
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
    let invalid = |message: String| ExitFailure::new(Exit::Invalid, message);
    let text = String::from_utf8(bytes).map_err(|error| invalid(format!("{name}: {error}")))?;
    PrizeScheme::read(&text).map_err(|error| {
        let place = error
            .place
            .map(|[line, column]| format!(":{line}:{column}"))
            .unwrap_or_default();
        invalid(format!("{name}{place}: {error}"))
    })
}
