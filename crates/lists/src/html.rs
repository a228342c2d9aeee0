//! Lists as a page to print.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::language::SheetLanguage;
use crate::sheet::{ColumnKind, Sheet, SheetPart};

/// How a page is printed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Print {
    /// The paper.
    pub paper: Paper,
    /// Larger letters, to be read from a few steps away.
    pub is_large: bool,
}

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// What does not depend on the paper.
const STYLE: &str = include_str!("page.css");

/// A page of its own: nothing is loaded, nothing runs. Each list begins on a new sheet of paper, each
/// part stays together where it fits, headings of columns are repeated, and names keep the direction
/// in which their language is read.
pub fn write(sheets: &[Sheet], language: SheetLanguage, print: Print) -> String {
    let paper = match print.paper {
        Paper::A4 => "A4",
        Paper::Letter => "letter",
    };
    let is_wide = |part: &SheetPart| part.columns.len() > 12;
    let is_landscape = sheets.iter().flat_map(|sheet| &sheet.parts).any(is_wide);
    let orientation = if is_landscape {
        "landscape"
    } else {
        "portrait"
    };
    let style = format!("@page {{ size: {paper} {orientation}; margin: 12mm; }}\n{STYLE}");
    let title = sheets
        .first()
        .map(|sheet| sheet.title.as_str())
        .unwrap_or_default();
    let page = html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body class=[print.is_large.then_some("large")] {
                @for sheet in sheets { (section(sheet)) }
            }
        }
    };
    let mut text = page.into_string();
    text.push('\n');
    text
}

fn section(sheet: &Sheet) -> Markup {
    html! {
        main class=(sheet.list.code()) {
            header {
                @if !sheet.event.is_empty() { p.event { bdi { (sheet.event) } } }
                h1 { (sheet.title) }
                @for line in &sheet.about { p { bdi { (line) } } }
            }
            @for part in &sheet.parts {
                section {
                    @if let Some(heading) = &part.heading { h2 { bdi { (heading) } } }
                    (table(part))
                }
            }
            @if !sheet.notes.is_empty() {
                footer { @for note in &sheet.notes { p { bdi { (note) } } } }
            }
        }
    }
}

fn table(part: &SheetPart) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr { @for column in &part.columns {
                    th scope="col" class=(class(column.kind)) { (column.heading) }
                } } }
                tbody { @for row in &part.rows {
                    tr { @for (cell, column) in row.iter().zip(&part.columns) {
                        td class=(class(column.kind)) {
                            @if column.kind == ColumnKind::Number { (cell) } @else { bdi { (cell) } }
                        }
                    } }
                } }
            }
        }
    }
}

fn class(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Number => "number",
        ColumnKind::Name => "name",
        ColumnKind::Text => "text",
        ColumnKind::Result => "result",
    }
}
