//! What each column of a table holds: by the caller's word, by its heading, or by its cells where the
//! table has no headings.

use std::collections::BTreeMap;

use edelweiss_model::{FideTitle, letters};

use crate::births;
use crate::finding::{ListFailure, column_letters, quoted};
use crate::headings::{ListField, RatingKind};
use crate::options::RosterOptions;
use crate::sexes;
use crate::table::{ListTable, TableRow};

/// Headings stand in one of the first rows; those before it are a title of the list.
const MOST_ROWS_BEFORE: usize = 20;

/// How a column was recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recognition {
    /// The caller said so.
    Option,
    /// Its heading says so.
    Heading,
    /// Its cells look so, as there is no heading.
    Cells,
    /// It was not: it is left out.
    Unknown,
    /// It was, and another column is read in its place.
    Unused,
}

impl Recognition {
    /// For documents.
    pub fn code(self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::Heading => "heading",
            Self::Cells => "cells",
            Self::Unknown => "unknown",
            Self::Unused => "unused",
        }
    }
}

/// A column, and what it was taken for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecognisedColumn {
    /// Counted from 1.
    pub number: u32,
    /// Its heading; empty where it has none.
    pub heading: String,
    /// What it holds; `None` where that is not known.
    pub field: Option<ListField>,
    /// How that is known.
    pub by: Recognition,
}

impl RecognisedColumn {
    /// Whether its cells become part of the players.
    pub fn is_read(&self) -> bool {
        let is_taken = !matches!(self.by, Recognition::Unknown | Recognition::Unused);
        is_taken && self.field != Some(ListField::Place)
    }
}

/// Where everything stands in a table.
#[derive(Debug)]
pub(crate) struct TableLayout {
    pub(crate) columns: Vec<RecognisedColumn>,
    /// The index of the column of each field that is read.
    pub(crate) place_of: BTreeMap<ListField, usize>,
    /// The rating that is read, where there is one.
    pub(crate) rating: Option<RatingKind>,
    pub(crate) heading_row: Option<u32>,
    /// The index of the first row of a player.
    pub(crate) first_row: usize,
}

/// # Errors
/// Columns that the caller names and that are not there; a table without names.
pub(crate) fn layout(
    table: &ListTable,
    options: &RosterOptions,
) -> Result<TableLayout, ListFailure> {
    let heading_index = heading_index(table);
    let (first_row, headings) = match heading_index {
        Some(index) => (index + 1, table.rows[index].cells.as_slice()),
        None => (0, &[][..]),
    };
    let players = &table.rows[first_row..];
    let is_known = headings
        .iter()
        .any(|heading| ListField::of_heading(heading).is_some());
    let width = match heading_index {
        Some(_) => headings.len(),
        None => table.width(),
    };
    let mut columns: Vec<RecognisedColumn> = (0..width)
        .map(|index| {
            column(
                index,
                headings.get(index).map_or("", String::as_str),
                players,
            )
        })
        .collect();
    if !is_known {
        by_cells(&mut columns, players);
    }
    apply(&mut columns, options, table)?;
    parted_names(&mut columns);
    let place_of = places(&mut columns);
    if !columns
        .iter()
        .any(|column| column.is_read() && column.field.is_some_and(ListField::is_name))
    {
        return Err(no_names(table, headings));
    }
    let rating = chosen_rating(&place_of, options, table)?;
    Ok(TableLayout {
        columns,
        place_of,
        rating,
        heading_row: heading_index.map(|index| table.rows[index].number),
        first_row,
    })
}

/// The row of the headings: the one with the most fields among the first; or a row of words above
/// columns of numbers.
fn heading_index(table: &ListTable) -> Option<usize> {
    if table.has_own_headings {
        return Some(0);
    }
    let candidates = table.rows.iter().take(MOST_ROWS_BEFORE).enumerate();
    let scored = candidates.filter_map(|(index, row)| n_fields(row).map(|n| (n, index)));
    // The first of those with the most.
    let best = scored.max_by_key(|(n, index)| (*n, usize::MAX - index));
    best.map(|(_, index)| index)
        .or_else(|| has_words_above_numbers(&table.rows).then_some(0))
}

/// How many fields the headings of a row name; `None` where they are no headings.
pub(crate) fn n_fields(row: &TableRow) -> Option<usize> {
    let fields: Vec<ListField> = (row.cells.iter())
        .filter_map(|cell| ListField::of_heading(cell))
        .collect();
    let has_number = (row.cells.iter())
        .any(|cell| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit()));
    let has_name = fields.iter().any(|field| field.is_name());
    (has_name && !has_number).then_some(fields.len())
}

/// Whether some column has a word in the first row and numbers in all others, of which there are two or
/// more: then the first row is headings, if in words that are not known.
fn has_words_above_numbers(rows: &[TableRow]) -> bool {
    let Some((first, others)) = rows.split_first() else {
        return false;
    };
    let is_number = |cell: &str| cell.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = |cell: &str| cell.chars().any(char::is_alphabetic);
    (0..first.cells.len()).any(|index| {
        let cells = others.iter().map(|row| row.cell(index));
        let numbers = cells.filter(|cell| !cell.is_empty());
        is_word(first.cell(index))
            && others.len() >= 2
            && numbers.clone().count() >= 2
            && numbers.clone().all(is_number)
    })
}

fn column(index: usize, heading: &str, players: &[TableRow]) -> RecognisedColumn {
    let mut field = ListField::of_heading(heading);
    if field.is_none() && ListField::may_be_fide_number(heading) {
        let cells = || players.iter().map(|row| row.cell(index));
        field = is_fide_numbers(cells()).then_some(ListField::FideNumber);
    }
    RecognisedColumn {
        number: index as u32 + 1,
        heading: heading.to_owned(),
        field,
        by: match field {
            Some(_) => Recognition::Heading,
            None => Recognition::Unknown,
        },
    }
}

/// Whether the cells that hold anything are numbers of five digits or more, and there are some; `0` is
/// none.
fn is_fide_numbers<'a>(cells: impl Iterator<Item = &'a str>) -> bool {
    all_of(cells.filter(|cell| *cell != "0"), |cell| {
        (5..=10).contains(&cell.len()) && cell.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether something holds for every cell that holds anything, and there are some.
fn all_of<'a>(cells: impl Iterator<Item = &'a str>, holds: impl Fn(&str) -> bool) -> bool {
    let mut cells = cells.filter(|cell| !cell.is_empty()).peekable();
    cells.peek().is_some() && cells.all(holds)
}

/// Recognises columns without known headings by their cells.
fn by_cells(columns: &mut [RecognisedColumn], players: &[TableRow]) {
    let mut words = Vec::new();
    let mut numbers = Vec::new();
    for column in columns.iter_mut() {
        let index = column.number as usize - 1;
        let cells = || players.iter().map(|row| row.cell(index));
        let is_number = |cell: &str| cell.bytes().all(|byte| byte.is_ascii_digit());
        let is_federation =
            |cell: &str| cell.len() == 3 && cell.bytes().all(|byte| byte.is_ascii_uppercase());
        let field = if is_fide_numbers(cells()) {
            Some(ListField::FideNumber)
        } else if is_counted(cells()) {
            Some(ListField::Place)
        } else if all_of(cells(), |cell| is_number(cell) && cell.len() <= 4) {
            numbers.push(index);
            None
        } else if all_of(cells(), births::is_whole_date) {
            Some(ListField::Birth)
        } else if all_of(cells(), |cell| FideTitle::of_code(cell).is_some()) {
            Some(ListField::Title)
        } else if all_of(cells(), |cell| cell.len() == 1 && sexes::is_sex(cell)) {
            Some(ListField::Sex)
        } else if all_of(cells(), is_federation) {
            Some(ListField::Federation)
        } else {
            if all_of(cells(), |cell| cell.chars().any(char::is_alphabetic)) {
                words.push(index);
            }
            None
        };
        set(column, field);
    }
    numbers_by_cells(columns, &numbers, players);
    let has_commas = |index: usize| {
        let cells = players.iter().map(|row| row.cell(index));
        all_of(cells, |cell| cell.contains([',', ' ']))
    };
    match words[..] {
        [] => {}
        // Family name and given name side by side.
        [first, second, ..] if second == first + 1 && !has_commas(first) => {
            set(&mut columns[first], Some(ListField::LastName));
            set(&mut columns[second], Some(ListField::FirstName));
        }
        [first, ..] => set(&mut columns[first], Some(ListField::Name)),
    }
}

/// Ratings and years of birth, both of up to four digits: a year where no rating could be, or where
/// another column has the ratings.
fn numbers_by_cells(columns: &mut [RecognisedColumn], numbers: &[usize], players: &[TableRow]) {
    let is_years = |index: usize| {
        let cells = players.iter().map(|row| row.cell(index));
        all_of(cells, |cell| {
            cell.len() == 4 && (1920..=2025).contains(&cell.parse().unwrap_or(0))
        })
    };
    let ratings: Vec<usize> = (numbers.iter().copied())
        .filter(|index| !is_years(*index))
        .collect();
    let rating = ratings.first().or(numbers.first()).copied();
    for &index in numbers {
        let field = if Some(index) == rating {
            Some(ListField::Rating(RatingKind::Standard))
        } else {
            is_years(index).then_some(ListField::Birth)
        };
        set(&mut columns[index], field);
    }
}

/// Whether the cells are 1, 2, 3 and so on.
fn is_counted<'a>(cells: impl Iterator<Item = &'a str>) -> bool {
    let mut n = 0;
    let is_all = cells
        .zip(1_usize..)
        .inspect(|_| n += 1)
        .all(|(cell, number)| cell.trim_end_matches('.').parse() == Ok(number));
    is_all && n > 1
}

fn set(column: &mut RecognisedColumn, field: Option<ListField>) {
    column.field = field;
    column.by = match field {
        Some(_) => Recognition::Cells,
        None => Recognition::Unknown,
    };
}

/// What the caller says of the columns.
fn apply(
    columns: &mut [RecognisedColumn],
    options: &RosterOptions,
    table: &ListTable,
) -> Result<(), ListFailure> {
    for choice in &options.columns {
        let wanted = letters::heading(&choice.column);
        let is_it = |column: &RecognisedColumn| {
            column.number.to_string() == choice.column
                || (table.sheet.is_some() && column_letters(column.number) == choice.column)
                || (!wanted.is_empty() && letters::heading(&column.heading) == wanted)
        };
        let Some(place) = columns.iter().position(is_it) else {
            let message = format!(
                "found the column {} for the {}, expected the number or the heading of one of {} columns",
                quoted(&choice.column),
                choice.field,
                columns.len()
            );
            return Err(ListFailure::one(table.place(), message, ""));
        };
        for column in columns.iter_mut() {
            if column.field == Some(choice.field) && column.by != Recognition::Option {
                column.by = Recognition::Unused;
            }
        }
        columns[place].field = Some(choice.field);
        columns[place].by = Recognition::Option;
    }
    Ok(())
}

/// A column called *name* beside one of given names holds family names, and beside one of family names
/// given names.
fn parted_names(columns: &mut [RecognisedColumn]) {
    let has = |columns: &[RecognisedColumn], field| {
        columns
            .iter()
            .any(|column| column.is_read() && column.field == Some(field))
    };
    let other = match (
        has(columns, ListField::LastName),
        has(columns, ListField::FirstName),
    ) {
        (false, true) => ListField::LastName,
        (true, false) => ListField::FirstName,
        _ => return,
    };
    let is_name = |column: &&mut RecognisedColumn| {
        column.is_read()
            && column.field == Some(ListField::Name)
            && column.by == Recognition::Heading
    };
    if let Some(column) = columns.iter_mut().find(is_name) {
        column.field = Some(other);
    }
}

/// The column of each field: the first one that is not unused; the others are.
fn places(columns: &mut [RecognisedColumn]) -> BTreeMap<ListField, usize> {
    let mut place_of = BTreeMap::new();
    let has_choice = |columns: &[RecognisedColumn], field| {
        let mut chosen = columns
            .iter()
            .filter(|column| column.by == Recognition::Option);
        chosen.any(|column| column.field == Some(field))
    };
    for index in 0..columns.len() {
        let column = &columns[index];
        let (Some(field), true) = (column.field, column.is_read()) else {
            continue;
        };
        let is_other = column.by != Recognition::Option && has_choice(columns, field);
        if is_other || place_of.contains_key(&field) {
            columns[index].by = Recognition::Unused;
        } else {
            place_of.insert(field, index);
        }
    }
    // A whole name wins over its parts.
    if place_of.contains_key(&ListField::Name) {
        for part in [ListField::LastName, ListField::FirstName] {
            if let Some(index) = place_of.remove(&part) {
                columns[index].by = Recognition::Unused;
            }
        }
    }
    place_of
}

fn no_names(table: &ListTable, headings: &[String]) -> ListFailure {
    let found: Vec<String> = (headings.iter().take(12))
        .filter(|heading| !heading.is_empty())
        .map(|heading| quoted(heading))
        .collect();
    let found = if found.is_empty() {
        format!("{} columns without headings", table.width())
    } else {
        format!("the headings {}", found.join(", "))
    };
    let message = format!("found {found}, expected a column with the names of the players");
    let hint = "call it Name, or say which it is: name=2 is the second column (--columns)";
    ListFailure::one(table.place(), message, hint)
}

/// The rating that is read.
fn chosen_rating(
    place_of: &BTreeMap<ListField, usize>,
    options: &RosterOptions,
    table: &ListTable,
) -> Result<Option<RatingKind>, ListFailure> {
    let kinds = || {
        place_of.keys().filter_map(|field| match field {
            ListField::Rating(kind) => Some(*kind),
            _ => None,
        })
    };
    match options.rating {
        Some(kind) if kinds().any(|found| found == kind) => Ok(Some(kind)),
        Some(kind) => {
            let message = format!(
                "found no column with the {}, which is asked for",
                ListField::Rating(kind)
            );
            let hint = "choose another rating, or say which column has it (--columns)";
            Err(ListFailure::one(table.place(), message, hint))
        }
        None => Ok(kinds().min()),
    }
}
