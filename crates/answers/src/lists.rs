//! Lists of a file to hang up and to hand in: pairings, standings, cards, prizes.

mod scheme;

use std::fmt::Display;

use edelweiss::event::boards::RoundGame;
use edelweiss::lists::html::{Paper, Print};
use edelweiss::lists::{
    EventRecords, ListKind, Sheet, SheetLanguage, SheetWords, compose, csv, html, markdown, text,
};
use edelweiss::model::{RoundNumber, Tournament};
use edelweiss::prizes::PrizeScheme;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::AnswerError;
use crate::input::TournamentInput;
use crate::json;
use crate::names::{ListLanguage, ListName};
use crate::report::clean;
use crate::standings::choice::ListOptions;
use crate::standings::{Ranked, StandingsOptions, with_ranked};
use crate::wishes::words;
pub use scheme::prize_scheme;

/// Which lists, and how they are set.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct ListsOptions {
    /// Which lists [default: boards]
    #[cfg_attr(feature = "clap", arg(value_name = "LIST"))]
    #[serde(deserialize_with = "one_or_more")]
    lists: Vec<ListName>,
    /// What stands in them.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub sheets: SheetOptions,
    /// In which language
    #[cfg_attr(feature = "clap", arg(long, default_value_t))]
    language: ListLanguage,
    /// The paper of --format html
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t))]
    paper: PaperName,
    /// Large letters in --format html, to be read from a few steps away
    #[cfg_attr(feature = "clap", arg(long))]
    large: bool,
}

impl ListsOptions {
    /// The lists that are asked for.
    pub fn kinds(&self) -> Vec<ListKind> {
        match &self.lists[..] {
            [] => vec![ListKind::Boards],
            lists => lists.iter().copied().map(ListKind::from).collect(),
        }
    }

    /// Their language.
    pub fn language(&self) -> SheetLanguage {
        self.language.into()
    }

    /// How a page of them is printed.
    pub fn print(&self) -> Print {
        Print {
            paper: match self.paper {
                PaperName::A4 => Paper::A4,
                PaperName::Letter => Paper::Letter,
            },
            is_large: self.large,
        }
    }
}

fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<ListName>, D::Error> {
    let names = words(from)?.into_iter().map(ListName::try_from);
    names
        .collect::<Result<_, _>>()
        .map_err(serde::de::Error::custom)
}

/// `--paper`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub(crate) enum PaperName {
    /// 210 by 297 mm
    #[default]
    A4,
    /// 8.5 by 11 in
    Letter,
}

/// What stands in lists.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct SheetOptions {
    /// Round whose pairings are listed [default: the last one that was paired]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999)))]
    pub round: Option<u16>,
    /// Which ranks.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub standings: StandingsOptions,
}

/// How lists are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum SheetFormat {
    /// Tables for a terminal
    Text,
    /// One list as a table for programs
    Csv,
    /// Tables in Markdown
    Markdown,
    /// A page to print
    Html,
    /// A workbook with a sheet for each list
    #[cfg(feature = "workbooks")]
    Xlsx,
    /// Everything as a document; docs/schema/lists.schema.json
    Json,
}

impl SheetFormat {
    /// What the ending of a file name says.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "txt" => Self::Text,
            "csv" => Self::Csv,
            "md" => Self::Markdown,
            "html" | "htm" => Self::Html,
            #[cfg(feature = "workbooks")]
            "xlsx" => Self::Xlsx,
            "json" => Self::Json,
            _ => return None,
        })
    }
}

/// The lists of a file. `boards` are the games of a round as they were published, and `warn` hears what
/// was ranked with doubts, where ranks are listed.
///
/// # Errors
/// Ranks that the file leaves open, a round that was not paired, and prizes that cannot be given.
pub fn sheets(
    input: &TournamentInput,
    lists: &[ListKind],
    options: &SheetOptions,
    scheme: Option<PrizeScheme>,
    words: &SheetWords,
    boards: impl Fn(&Tournament, RoundNumber) -> Vec<RoundGame>,
    mut warn: impl FnMut(&dyn Display),
) -> Result<Vec<Sheet>, AnswerError> {
    let has_ranks = lists.iter().any(|list| list.has_ranks());
    let mut standings = options.standings.clone();
    if !has_ranks {
        // A list of tie-breaks that cannot be applied is no reason to have no pairings.
        standings.list = ListOptions::of_list("WIN".to_owned());
    }
    standings.list = standings.list.of_players();
    let heard = |doubt: &dyn Display| {
        if has_ranks {
            warn(doubt);
        }
    };
    with_ranked(input, &standings, heard, |ranked| {
        let records = records(input, options.round, ranked, scheme, &boards)?;
        let composed = lists.iter().map(|list| compose(*list, &records, words));
        let composed: Result<Vec<_>, _> = composed.collect();
        composed.map_err(|error| AnswerError::invalid(format!("{}: {error}", input.name)))
    })
}

/// Everything that lists say of a file.
fn records<'a>(
    input: &TournamentInput,
    round: Option<u16>,
    ranked: &'a Ranked<'_>,
    scheme: Option<PrizeScheme>,
    boards: &impl Fn(&Tournament, RoundNumber) -> Vec<RoundGame>,
) -> Result<EventRecords<'a>, AnswerError> {
    let tournament = ranked.tournament;
    let paired = tournament.rounds_paired();
    let asked = round
        .map(|round| RoundNumber::new(round.into()))
        .transpose();
    let asked = asked.map_err(|error| AnswerError::invalid(format!("--round: {error}")))?;
    if let Some(round) = asked.filter(|round| Some(*round) > paired) {
        let found = paired.map_or(0, RoundNumber::get);
        let message = format!(
            "{}: --round: found {round}, but {found} are paired\n  hint: `edelweiss pair FILE --write` adds the next one",
            input.name
        );
        return Err(AnswerError::invalid(message));
    }
    let round = asked.or(paired);
    let all = (0..paired.map_or(0, |last| last.index() + 1)).map(RoundNumber::from_index);
    let has_open_game = |round: &RoundNumber| {
        !tournament
            .open_games(round.index()..round.index() + 1)
            .is_empty()
    };
    let missing = all.filter(has_open_game).flat_map(|round| {
        let games = boards(tournament, round).into_iter();
        games
            .filter(|game| game.score.is_open())
            .map(move |game| (round, game))
    });
    let asked = ranked
        .asked()
        .into_iter()
        .filter(|asked| !asked.is_of_points);
    let tie_breaks = asked.filter_map(|asked| Some((clean(asked.asked), asked.column?)));
    Ok(EventRecords {
        tournament,
        details: input.reading.document.details(),
        city: input.record("022"),
        days: [input.record("042"), input.record("052")],
        arbiter: input.record("102"),
        standings: &ranked.standings,
        tie_breaks: tie_breaks.collect(),
        round,
        games: round
            .map(|round| boards(tournament, round))
            .unwrap_or_default(),
        missing: missing.collect(),
        scheme,
    })
}

/// The document `edelweiss.lists`.
#[derive(Serialize)]
struct ListsDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: json::Program,
    language: &'static str,
    lists: &'a [Sheet],
}

/// What holds several lists, where it is there.
const ELSE: &str = if cfg!(feature = "workbooks") {
    ", or --format xlsx"
} else {
    ""
};

/// Lists in a format. A `width` shortens the names of tables for a terminal.
///
/// # Errors
/// Several lists in a format for one; more than a workbook holds.
pub fn written(
    sheets: &[Sheet],
    format: SheetFormat,
    language: SheetLanguage,
    print: Print,
    width: Option<usize>,
) -> Result<Vec<u8>, AnswerError> {
    Ok(match format {
        SheetFormat::Text => text::write(sheets, width).into_bytes(),
        SheetFormat::Markdown => markdown::write(sheets).into_bytes(),
        SheetFormat::Html => html::write(sheets, language, print).into_bytes(),
        SheetFormat::Csv => {
            let [sheet] = sheets else {
                let found = sheets.len();
                return Err(AnswerError::invalid(format!(
                    "a CSV holds one list, found {found}\n  hint: ask for one of them{ELSE}"
                )));
            };
            csv::write(sheet).into_bytes()
        }
        SheetFormat::Json => json::written(&ListsDocument {
            format: "edelweiss.lists",
            format_version: json::FORMAT_VERSION,
            program: json::Program::default(),
            language: language.code(),
            lists: sheets,
        })
        .into_bytes(),
        #[cfg(feature = "workbooks")]
        SheetFormat::Xlsx => edelweiss::lists::xlsx::write(sheets).map_err(|error| {
            let kind = crate::error::AnswerErrorKind::Limit;
            AnswerError::new(kind, format!("the workbook: {error}"))
        })?,
    })
}
