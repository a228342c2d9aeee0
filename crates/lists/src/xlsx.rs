//! Lists as a workbook.

use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError,
};

use crate::sheet::{ColumnKind, Sheet, SheetPart};

/// A workbook with a sheet for each list. The same lists give the same bytes.
///
/// # Errors
/// More rows or columns than a sheet holds: 1,048,576 and 16,384.
pub fn write(sheets: &[Sheet]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // The moment of writing would make every file another one.
    let created = ExcelDateTime::from_ymd(2000, 1, 1)?;
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&created));
    for sheet in sheets {
        add(workbook.add_worksheet(), sheet)?;
    }
    workbook.save_to_buffer()
}

fn add(page: &mut Worksheet, sheet: &Sheet) -> Result<(), XlsxError> {
    let title = Format::new().set_bold().set_font_size(14);
    let bold = Format::new().set_bold();
    page.set_name(sheet.list.code())?;
    page.set_paper_size(9).set_print_fit_to_pages(1, 0);
    let mut row = 0;
    page.write_string_with_format(row, 0, &sheet.title, &title)?;
    for line in [&sheet.event]
        .into_iter()
        .chain(&sheet.about)
        .filter(|line| !line.is_empty())
    {
        row += 1;
        page.write_string(row, 0, line)?;
    }
    row += 2;
    if let [_] = &sheet.parts[..] {
        page.set_repeat_rows(row, row)?;
        page.set_freeze_panes(row + 1, 0)?;
    }
    let mut widths = Vec::new();
    for part in &sheet.parts {
        if let Some(heading) = &part.heading {
            page.write_string_with_format(row, 0, heading, &bold)?;
            row += 1;
        }
        for (at, column) in (0..).zip(&part.columns) {
            let format = bold.clone().set_align(align(column.kind));
            page.write_string_with_format(row, at, &column.heading, &format)?;
        }
        let formats = formats(part);
        for cells in &part.rows {
            row += 1;
            for (((at, column), cell), format) in (0..).zip(&part.columns).zip(cells).zip(&formats)
            {
                match cell.parse::<f64>() {
                    Ok(number) if column.kind == ColumnKind::Number => {
                        page.write_number_with_format(row, at, number, format)?;
                    }
                    _ => {
                        page.write_string_with_format(row, at, cell, format)?;
                    }
                }
                if widths.len() <= usize::from(at) {
                    widths.push(column.heading.chars().count());
                }
                let widest = &mut widths[usize::from(at)];
                *widest = (*widest).max(cell.chars().count());
            }
        }
        row += 2;
    }
    for note in &sheet.notes {
        page.write_string(row, 0, note)?;
        row += 1;
    }
    for (at, width) in (0..).zip(widths) {
        page.set_column_width(at, (width.min(60) + 2) as u16)?;
    }
    Ok(())
}

/// Of the cells of each column: looking one up costs more than a cell.
fn formats(part: &SheetPart) -> Vec<Format> {
    let columns = part.columns.iter();
    columns
        .map(|column| Format::new().set_align(align(column.kind)))
        .collect()
}

fn align(kind: ColumnKind) -> FormatAlign {
    match kind {
        ColumnKind::Number => FormatAlign::Right,
        ColumnKind::Result => FormatAlign::Center,
        ColumnKind::Name | ColumnKind::Text => FormatAlign::Left,
    }
}
