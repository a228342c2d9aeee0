//! Sheets of XLSX and ODS. Cells are read by `calamine`; what it does not say (merged cells of ODS) or
//! does not bound (how large the parts are once they are unpacked) is looked up in the archive itself.
//!
//! Merged cells beside the headings or the players are refused: it is not said whose value they hold.
//! Those above the headings are the title of the list.

mod merged;

use std::io::{Cursor, Read as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use calamine::{Data, Ods, Reader, Xlsx};

use crate::columns::n_fields;
use crate::finding::{ListFailure, ListPlace, quoted};
use crate::options::RosterOptions;
use crate::table::{ListSource, ListTable, TableRow};
use merged::{MergedCells, of_ods};

/// The most bytes that the parts of a spreadsheet have together once they are unpacked.
const MOST_UNPACKED: u64 = 512 << 20;
/// A sheet with a cell beyond is no list.
const MOST_ROWS: u32 = 100_000;
const MOST_COLUMNS: u32 = 1_000;

/// The two kinds of spreadsheets.
enum Workbook<'a> {
    Xlsx(Box<Xlsx<Cursor<&'a [u8]>>>),
    Ods(Box<Ods<Cursor<&'a [u8]>>>, Vec<u8>),
}

/// A sheet with some content.
struct SheetOfPlayers {
    name: String,
    rows: Vec<TableRow>,
    merged: Vec<MergedCells>,
}

/// # Errors
/// An archive that is no spreadsheet, or a damaged one; sheets that are not there, or of which several
/// have players; merged cells.
pub(crate) fn table(
    bytes: &[u8],
    file: &Arc<str>,
    options: &RosterOptions,
) -> Result<ListTable, ListFailure> {
    let refuse =
        |message: String, hint: &str| ListFailure::one(ListPlace::of(file, None), message, hint);
    check_size(bytes, file)?;
    // A reader of foreign files that panics on a damaged one must not take the program along.
    let sheets = catch_unwind(AssertUnwindSafe(|| {
        let mut workbook = open(bytes)?;
        sheets(&mut workbook)
    }));
    let sheets = match sheets {
        Ok(Ok(sheets)) => sheets,
        Ok(Err(why)) => {
            return Err(refuse(
                format!("the spreadsheet cannot be read: {why}"),
                SAVE_ANEW,
            ));
        }
        Err(_) => return Err(refuse("the spreadsheet is damaged".to_owned(), SAVE_ANEW)),
    };
    let sheet = chosen(sheets, file, options)?;
    let name: Arc<str> = Arc::from(sheet.name.as_str());
    check_merged(&sheet, file, &name)?;
    Ok(ListTable {
        file: Arc::clone(file),
        sheet: Some(name),
        source: ListSource::Sheet { name: sheet.name },
        rows: sheet.rows,
        has_own_headings: false,
    })
}

const SAVE_ANEW: &str = "open it and save it as .xlsx, .ods or .csv";

/// # Errors
/// An archive whose parts are larger than any list.
fn check_size(bytes: &[u8], file: &Arc<str>) -> Result<(), ListFailure> {
    let place = || ListPlace::of(file, None);
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
        ListFailure::one(
            place(),
            format!("the archive is damaged: {error}"),
            SAVE_ANEW,
        )
    })?;
    // What the archive says may be wrong, so that each part is unpacked once and counted.
    let mut unpacked = 0;
    for index in 0..archive.len() {
        let Ok(part) = archive.by_index(index) else {
            continue;
        };
        let mut part = part.take(MOST_UNPACKED + 1 - unpacked);
        unpacked += std::io::copy(&mut part, &mut std::io::sink()).unwrap_or(0);
        if unpacked > MOST_UNPACKED {
            let message =
                format!("the spreadsheet has more than {MOST_UNPACKED} bytes once it is unpacked");
            return Err(ListFailure::limit(
                place(),
                message,
                "save the sheet as CSV",
            ));
        }
    }
    Ok(())
}

fn open(bytes: &[u8]) -> Result<Workbook<'_>, String> {
    if let Some(content) = content_of_ods(bytes) {
        let ods = Ods::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
        return Ok(Workbook::Ods(Box::new(ods), content));
    }
    let xlsx = Xlsx::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    Ok(Workbook::Xlsx(Box::new(xlsx)))
}

/// The XML with the cells, where the archive is an ODS.
fn content_of_ods(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut content = Vec::new();
    let mut part = archive.by_name("content.xml").ok()?;
    part.read_to_end(&mut content).ok()?;
    Some(content)
}

/// Every sheet with some content.
fn sheets(workbook: &mut Workbook<'_>) -> Result<Vec<SheetOfPlayers>, String> {
    let mut sheets = match workbook {
        Workbook::Xlsx(xlsx) => {
            let names = xlsx.sheet_names();
            let sheets = names.into_iter().map(|name| sheet_of_xlsx(xlsx, name));
            sheets.collect::<Result<Vec<_>, _>>()?
        }
        Workbook::Ods(ods, content) => {
            let mut merged = of_ods(content, (MOST_ROWS, MOST_COLUMNS))?;
            let names = ods.sheet_names();
            let sheets = names.into_iter().map(|name| {
                let merged = merged.remove(&name).unwrap_or_default();
                sheet_of_ods(ods, name, merged)
            });
            sheets.collect::<Result<Vec<_>, _>>()?
        }
    };
    sheets.retain(|sheet| !sheet.rows.is_empty());
    Ok(sheets)
}

/// Cell by cell, as a sheet with one far away would fill the memory as a whole.
fn sheet_of_xlsx(xlsx: &mut Xlsx<Cursor<&[u8]>>, name: String) -> Result<SheetOfPlayers, String> {
    let merged = xlsx.merge_cells_by_sheet_name(&name).unwrap_or_default();
    let merged = merged.into_iter().map(|area| MergedCells {
        first: area.start,
        last: area.end,
    });
    let merged = merged.collect();
    let mut rows: Vec<TableRow> = Vec::new();
    let mut cells = match xlsx.worksheet_cells_reader(&name) {
        Ok(cells) => cells,
        // A sheet that holds a chart has no cells.
        Err(calamine::XlsxError::NotAWorksheet(_)) => {
            return Ok(SheetOfPlayers { name, rows, merged });
        }
        Err(error) => return Err(error.to_string()),
    };
    while let Some(cell) = cells.next_cell().map_err(|error| error.to_string())? {
        let (row, column) = cell.get_position();
        let text = text_of(&Data::from(cell.get_value().clone()));
        if text.is_empty() {
            continue;
        }
        if row >= MOST_ROWS || column >= MOST_COLUMNS {
            return Err(too_far(&name));
        }
        if rows.last().is_none_or(|last| last.number < row + 1) {
            rows.push(TableRow {
                number: row + 1,
                cells: Vec::new(),
            });
        }
        let Some(last) = rows.last_mut().filter(|last| last.number == row + 1) else {
            return Err(format!(
                "the rows of sheet {} are not in their order",
                quoted(&name)
            ));
        };
        let width = last.cells.len().max(column as usize + 1);
        last.cells.resize(width, String::new());
        last.cells[column as usize] = text;
    }
    Ok(SheetOfPlayers { name, rows, merged })
}

fn too_far(sheet: &str) -> String {
    format!(
        "sheet {} has cells beyond row {MOST_ROWS} or column {MOST_COLUMNS}",
        quoted(sheet)
    )
}

fn sheet_of_ods(
    ods: &mut Ods<Cursor<&[u8]>>,
    name: String,
    merged: Vec<MergedCells>,
) -> Result<SheetOfPlayers, String> {
    let range = ods
        .worksheet_range(&name)
        .map_err(|error| error.to_string())?;
    let (first_row, first_column) = range.start().unwrap_or_default();
    let rows = range.rows().zip(first_row + 1..).map(|(cells, number)| {
        let before = std::iter::repeat_n(String::new(), first_column as usize);
        TableRow {
            number,
            cells: before.chain(cells.iter().map(text_of)).collect(),
        }
    });
    let rows = rows.filter(|row| !row.is_blank()).collect();
    Ok(SheetOfPlayers { name, rows, merged })
}

/// A cell as it would be typed.
fn text_of(cell: &Data) -> String {
    match cell {
        Data::Empty => String::new(),
        Data::String(text) => text.trim().to_owned(),
        Data::Int(number) => number.to_string(),
        // Whole numbers, which a sheet keeps as any other, are written without decimals.
        Data::Float(number) => number.to_string(),
        Data::Bool(value) => value.to_string(),
        Data::DateTime(date) if date.is_datetime() => {
            let (year, month, day, ..) = date.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        Data::DateTime(date) => date.as_f64().to_string(),
        // The day is enough.
        Data::DateTimeIso(text) => text.split('T').next().unwrap_or_default().to_owned(),
        Data::DurationIso(text) => text.clone(),
        Data::Error(error) => error.to_string(),
    }
}

/// The sheet that is asked for, or the only one with players.
fn chosen(
    mut sheets: Vec<SheetOfPlayers>,
    file: &Arc<str>,
    options: &RosterOptions,
) -> Result<SheetOfPlayers, ListFailure> {
    let names: Vec<String> = sheets.iter().map(|sheet| quoted(&sheet.name)).collect();
    let place = ListPlace::of(file, None);
    if sheets.is_empty() {
        let message = "no sheet of the spreadsheet holds anything";
        return Err(ListFailure::one(
            place,
            message,
            "it has a row for each player",
        ));
    }
    if let Some(wanted) = &options.sheet {
        let found = sheets.iter().position(|sheet| sheet.name == *wanted);
        return found.map(|index| sheets.swap_remove(index)).ok_or_else(|| {
            let message = format!(
                "found no sheet {}, expected one of {}",
                quoted(wanted),
                names.join(", ")
            );
            ListFailure::one(place, message, "--sheet takes the name as it stands there")
        });
    }
    if let [_] = &sheets[..] {
        return Ok(sheets.swap_remove(0));
    }
    let has_players = |sheet: &SheetOfPlayers| {
        sheet
            .rows
            .iter()
            .take(20)
            .any(|row| n_fields(row).is_some())
    };
    let with_players: Vec<usize> = (0..sheets.len())
        .filter(|index| has_players(&sheets[*index]))
        .collect();
    if let [index] = with_players[..] {
        return Ok(sheets.swap_remove(index));
    }
    let message = format!(
        "found the sheets {}, expected to be told which has the players",
        names.join(", ")
    );
    Err(ListFailure::one(place, message, "--sheet NAME chooses one"))
}

/// # Errors
/// Merged cells in the row of the headings or below.
fn check_merged(
    sheet: &SheetOfPlayers,
    file: &Arc<str>,
    name: &Arc<str>,
) -> Result<(), ListFailure> {
    let scored = sheet
        .rows
        .iter()
        .take(20)
        .filter_map(|row| n_fields(row).map(|n| (n, row.number)));
    let best = scored.max_by_key(|(n, row)| (*n, u32::MAX - row));
    // Counted from 0, as merged cells are.
    let first = best.map_or(0, |(_, row)| row - 1);
    let last = sheet.rows.last().map_or(0, |row| row.number - 1);
    let is_inside = |area: &&MergedCells| area.last.0 >= first && area.first.0 <= last;
    let errors = sheet.merged.iter().filter(is_inside).map(|area| {
        let place = ListPlace::of(file, Some(name)).row(area.first.0 + 1);
        let message =
            format!("the cells {area} are merged, expected a cell of its own for each value");
        ListFailure::one(
            place.column(area.first.1 as usize, ""),
            message,
            "part them, and write the value into each row",
        )
    });
    let mut errors: Vec<_> = errors.flat_map(|failure| failure.errors).collect();
    errors.sort_by_key(|error| (error.place.row, error.place.column));
    if errors.is_empty() {
        return Ok(());
    }
    Err(ListFailure {
        errors,
        is_limit: false,
    })
}
