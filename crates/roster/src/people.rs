//! The rows of a table as players.

use std::collections::BTreeMap;

use edelweiss_model::{FideTitle, Sex, letters};

use crate::births::{BirthDate, BirthOrder};
use crate::columns::{RecognisedColumn, TableLayout};
use crate::finding::{ListFailure, ListFinding, quoted};
use crate::headings::{ListField, RatingKind};
use crate::numbering::InitialStrength;
use crate::options::RosterOptions;
use crate::sexes::SexWords;
use crate::table::{ListSource, ListTable, TableRow};
use crate::{MOST_PLAYERS, PlayerList};

/// As many characters of a name a tournament file holds.
const NAME_WIDTH: usize = 33;
/// As many remarks are kept; the rest is counted.
const MOST_REMARKS: usize = 100;
/// As many digits a FIDE number has at most, with those that the format keeps in reserve.
const FIDE_DIGITS: usize = 11;

/// A player of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedPlayer {
    /// The name, `Family, Given` where the list has both.
    pub name: String,
    /// The FIDE title.
    pub title: Option<FideTitle>,
    /// The sex.
    pub sex: Option<Sex>,
    /// The rating, 1 to 9999.
    pub rating: Option<u16>,
    /// The federation, three capital letters.
    pub federation: Option<String>,
    /// The FIDE number.
    pub fide_number: Option<u64>,
    /// The date or year of birth.
    pub birth: Option<BirthDate>,
    /// The club.
    pub club: Option<String>,
    /// The group of the event's own.
    pub group: Option<String>,
    /// The row of the sheet, or the line of the text.
    pub row: u32,
}

impl ListedPlayer {
    /// What the initial order asks.
    pub fn strength(&self) -> InitialStrength {
        InitialStrength::new(self.rating, self.title, &self.name)
    }
}

/// What is common to all rows, and what was found.
struct ListReader<'a> {
    table: &'a ListTable,
    layout: &'a TableLayout,
    births: BirthOrder,
    sexes: SexWords,
    has_doubtful_birth: bool,
    errors: Vec<ListFinding>,
    remarks: Vec<ListFinding>,
    n_more_remarks: usize,
}

/// # Errors
/// Every error of the rows.
pub(crate) fn read(
    table: ListTable,
    layout: TableLayout,
    options: &RosterOptions,
) -> Result<PlayerList, ListFailure> {
    let rows = &table.rows[layout.first_row..];
    let cells = |field| {
        let place = layout.place_of.get(&field).copied();
        rows.iter()
            .filter_map(move |row| place.map(|place| row.cell(place)))
    };
    let mut reader = ListReader {
        table: &table,
        layout: &layout,
        births: BirthOrder::of(cells(ListField::Birth)),
        sexes: SexWords::of(cells(ListField::Sex)),
        has_doubtful_birth: false,
        errors: Vec::new(),
        remarks: Vec::new(),
        n_more_remarks: 0,
    };
    reader.about_the_rating(options);
    let mut players = Vec::with_capacity(rows.len().min(MOST_PLAYERS));
    for row in rows {
        players.extend(reader.player(row));
    }
    if players.len() > MOST_PLAYERS {
        let message = format!(
            "the list has {} players, expected at most {MOST_PLAYERS}, as many as a tournament file numbers",
            players.len()
        );
        let hint = "keep the players of one event; a rating list is cut to those who play";
        let place = table.place().row(players[MOST_PLAYERS].row);
        return Err(ListFailure::limit(place, message, hint));
    }
    reader.same_players(&players);
    if !reader.errors.is_empty() {
        // Two players of one number are found behind all rows.
        reader.errors.sort_by_key(|error| error.place.row);
        return Err(ListFailure {
            errors: reader.errors,
            is_limit: false,
        });
    }
    if players.is_empty() {
        let message = "the list has headings and no player";
        return Err(ListFailure::one(
            table.place(),
            message,
            "it has a row for each player",
        ));
    }
    let remarks = reader.into_remarks();
    let holds_something = |column: &RecognisedColumn| {
        let index = column.number as usize - 1;
        !column.heading.is_empty() || rows.iter().any(|row| !row.cell(index).is_empty())
    };
    let columns = layout.columns.into_iter();
    Ok(PlayerList {
        players,
        columns: columns.filter(holds_something).collect(),
        source: table.source,
        heading_row: layout.heading_row,
        remarks,
    })
}

impl ListReader<'_> {
    fn finding(
        &self,
        row: u32,
        field: Option<ListField>,
        message: String,
        hint: &str,
    ) -> ListFinding {
        let mut place = self.table.place();
        if row > 0 {
            place = place.row(row);
        }
        if let Some(index) = field.and_then(|field| self.layout.place_of.get(&field)) {
            place = place.column(*index, &self.layout.columns[*index].heading);
        }
        ListFinding {
            place,
            message,
            hint: hint.to_owned(),
        }
    }

    fn error(&mut self, row: u32, field: ListField, message: String, hint: &str) {
        let finding = self.finding(row, Some(field), message, hint);
        self.errors.push(finding);
    }

    fn remark(&mut self, row: u32, field: Option<ListField>, message: String, hint: &str) {
        if self.remarks.len() < MOST_REMARKS {
            let finding = self.finding(row, field, message, hint);
            self.remarks.push(finding);
        } else {
            self.n_more_remarks += 1;
        }
    }

    fn into_remarks(mut self) -> Vec<ListFinding> {
        if self.n_more_remarks > 0 {
            let message = format!("{} more remarks are not shown", self.n_more_remarks);
            let finding = self.finding(0, None, message, "");
            self.remarks.push(finding);
        }
        self.remarks
    }

    fn about_the_rating(&mut self, options: &RosterOptions) {
        if let ListSource::Separated {
            encoding,
            is_guessed: true,
            ..
        } = &self.table.source
        {
            let message = format!("the list is no UTF-8, it is read as {}", encoding.name());
            self.remark(0, None, message, "--encoding chooses another one");
        }
        match self.layout.rating {
            Some(kind) if options.rating.is_none() && kind != RatingKind::Standard => {
                let message = format!(
                    "the {} counts, as there is no other",
                    ListField::Rating(kind)
                );
                self.remark(0, Some(ListField::Rating(kind)), message, "");
            }
            _ => {}
        }
    }

    /// A cell of a field, blank where there is no such column.
    fn cell<'r>(&self, row: &'r TableRow, field: ListField) -> &'r str {
        let place = self.layout.place_of.get(&field);
        place.map_or("", |place| row.cell(*place))
    }

    /// The player of a row. `None` where there is none, or only errors.
    fn player(&mut self, row: &TableRow) -> Option<ListedPlayer> {
        let name = self.name(row);
        if name.is_empty() {
            self.row_without_name(row);
            return None;
        }
        if !self.fits_width(row) {
            // Its other cells stand in the wrong columns.
            return None;
        }
        self.check_errors_of_sheet(row);
        if name.chars().count() > NAME_WIDTH {
            let message = format!(
                "{} has more than {NAME_WIDTH} letters, which is all that a file holds of a name",
                quoted(&name)
            );
            self.remark(row.number, self.name_field(), message, "");
        }
        Some(ListedPlayer {
            title: self.title(row),
            sex: self.sex(row),
            rating: self.rating(row),
            federation: self.federation(row),
            fide_number: self.fide_number(row),
            birth: self.birth(row),
            club: some(self.cell(row, ListField::Club)),
            group: some(self.cell(row, ListField::Group)),
            row: row.number,
            name,
        })
    }

    fn name_field(&self) -> Option<ListField> {
        let fields = [ListField::Name, ListField::LastName];
        fields
            .into_iter()
            .find(|field| self.layout.place_of.contains_key(field))
    }

    fn name(&self, row: &TableRow) -> String {
        let part = |field| tidy(self.cell(row, field));
        let whole = part(ListField::Name);
        if !whole.is_empty() {
            return whole;
        }
        match (part(ListField::LastName), part(ListField::FirstName)) {
            (last, first) if first.is_empty() => last,
            (last, first) if last.is_empty() => first,
            (last, first) => format!("{last}, {first}"),
        }
    }

    /// A row with one cell is a number prepared for nobody, or a line of the program that made the list;
    /// in any other the name is missing.
    fn row_without_name(&mut self, row: &TableRow) {
        let mut cells = row.cells.iter().filter(|cell| !cell.is_empty());
        let (first, is_alone) = (cells.next(), cells.next().is_none());
        let shown = quoted(first.map_or("", String::as_str));
        let field = self.name_field();
        if is_alone && self.layout.columns.len() > 1 {
            let message = format!("the row holds {shown} and nothing else, it is left out");
            self.remark(row.number, None, message, "");
        } else if let Some(field) = field {
            let message = format!("found no name beside {shown}, expected one in every row");
            self.error(
                row.number,
                field,
                message,
                "write the name, or take the row out",
            );
        }
    }

    /// Whether no cell stands behind the last heading, which comes of a separator inside a cell.
    fn fits_width(&mut self, row: &TableRow) -> bool {
        let width = self.layout.columns.len();
        let cells = row.cells.len();
        let fits = (width..cells).all(|index| row.cell(index).is_empty());
        if !fits {
            let message = format!("the row has {cells} cells, the headings are {width}");
            let hint = "a text that holds the separator stands between quotation marks";
            let finding = self.finding(row.number, None, message, hint);
            self.errors.push(finding);
        }
        fits
    }

    /// Cells of which the spreadsheet itself says that they are wrong.
    fn check_errors_of_sheet(&mut self, row: &TableRow) {
        const ERRORS: [&str; 8] = [
            "#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#DATA!",
        ];
        if self.table.sheet.is_none() {
            return;
        }
        let layout = self.layout;
        for (field, index) in &layout.place_of {
            let cell = row.cell(*index);
            if ERRORS.contains(&cell) {
                let message = format!("{field} is {cell}, an error of the spreadsheet");
                self.error(
                    row.number,
                    *field,
                    message,
                    "mend the formula, or write the value",
                );
            }
        }
    }

    fn title(&mut self, row: &TableRow) -> Option<FideTitle> {
        let mut best = None;
        for field in [ListField::Title, ListField::WomenTitle] {
            let cell = self.cell(row, field).trim_matches('.');
            if cell.is_empty() || cell == "-" {
                continue;
            }
            let title = FideTitle::of(cell);
            if title.is_none() {
                let message = format!(
                    "title is {}, which is none of GM, IM, WGM, FM, WIM, CM, WFM, WCM; it is left out",
                    quoted(cell)
                );
                self.remark(row.number, Some(field), message, "");
            }
            // The smaller one stands first.
            best = [best, title].into_iter().flatten().min();
        }
        best
    }

    fn sex(&mut self, row: &TableRow) -> Option<Sex> {
        let cell = self.cell(row, ListField::Sex);
        let sex = self.sexes.read(cell);
        if sex.is_none() && !cell.is_empty() {
            let message = format!("sex is {}, expected m or w; it is left out", quoted(cell));
            self.remark(row.number, Some(ListField::Sex), message, "");
        }
        sex
    }

    fn rating(&mut self, row: &TableRow) -> Option<u16> {
        const UNRATED: [&str; 8] = ["unrated", "unr", "none", "na", "ohne", "nc", "sinelo", "sr"];
        let field = ListField::Rating(self.layout.rating?);
        let cell = self.cell(row, field);
        let word = letters::heading(cell);
        if word.is_empty() || UNRATED.contains(&word.as_str()) {
            return None;
        }
        // Numbers of spreadsheets may have decimals, provisional ratings a sign.
        let digits = cell.trim_end_matches(['*', 'P', 'p', '?', ' ']);
        let whole = digits
            .strip_suffix(".0")
            .or(digits.strip_suffix(",0"))
            .unwrap_or(digits);
        let is_number =
            (1..=4).contains(&whole.len()) && whole.bytes().all(|byte| byte.is_ascii_digit());
        match whole.parse() {
            Ok(0) => None,
            Ok(rating) if is_number => Some(rating),
            _ => {
                let message = format!(
                    "rating is {}, expected a number of at most four digits, or nothing",
                    quoted(cell)
                );
                self.error(
                    row.number,
                    field,
                    message,
                    "a player without a rating has an empty cell or 0",
                );
                None
            }
        }
    }

    fn federation(&mut self, row: &TableRow) -> Option<String> {
        let cell = self.cell(row, ListField::Federation);
        if cell.is_empty() {
            return None;
        }
        let code = cell.to_ascii_uppercase();
        let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        if !is_code {
            let message = format!(
                "federation is {}, expected a code of three letters such as ESP; it is left out",
                quoted(cell)
            );
            self.remark(row.number, Some(ListField::Federation), message, "");
        }
        is_code.then_some(code)
    }

    fn fide_number(&mut self, row: &TableRow) -> Option<u64> {
        let cell = self.cell(row, ListField::FideNumber);
        let digits = cell.strip_suffix(".0").unwrap_or(cell);
        if matches!(digits, "" | "-") {
            return None;
        }
        let is_number =
            digits.len() <= FIDE_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
        match digits.parse() {
            Ok(0) => None,
            Ok(number) if is_number => Some(number),
            _ => {
                let message = format!(
                    "FIDE number is {}, expected a number of at most {FIDE_DIGITS} digits, or nothing",
                    quoted(cell)
                );
                let hint = "numbers of other federations stand in a column of another heading";
                self.error(row.number, ListField::FideNumber, message, hint);
                None
            }
        }
    }

    fn birth(&mut self, row: &TableRow) -> Option<BirthDate> {
        let cell = self.cell(row, ListField::Birth);
        let Ok(birth) = self.births.read(cell) else {
            let message = format!(
                "date of birth is {}, expected a day such as 2010-05-31 or a year of four digits",
                quoted(cell)
            );
            let hint = "the year has four digits, and the day is one of its month";
            self.error(row.number, ListField::Birth, message, hint);
            return None;
        };
        if let (false, Some(order)) = (self.has_doubtful_birth, self.births.doubt(cell)) {
            self.has_doubtful_birth = true;
            let message = format!("dates such as {} are read with the {order}", quoted(cell));
            let hint = "YYYY-MM-DD has one reading only";
            self.remark(row.number, Some(ListField::Birth), message, hint);
        }
        birth
    }

    /// Two players of one FIDE number are an error, of one name a remark.
    fn same_players(&mut self, players: &[ListedPlayer]) {
        let mut numbers: BTreeMap<u64, usize> = BTreeMap::new();
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for (index, player) in players.iter().enumerate() {
            if let Some(number) = player.fide_number {
                let first = *numbers.entry(number).or_insert(index);
                if first != index {
                    let message = format!(
                        "FIDE number {number} of {} is that of {} in {}",
                        quoted(&player.name),
                        quoted(&players[first].name),
                        self.table.row_name(players[first].row)
                    );
                    let hint = "take out the player who stands there twice, or mend the number";
                    self.error(player.row, ListField::FideNumber, message, hint);
                    continue;
                }
            }
            let first = *names
                .entry(letters::alphabetical(&player.name))
                .or_insert(index);
            let other = &players[first];
            let are_told_apart = player.fide_number.is_some() && other.fide_number.is_some();
            if first != index && !are_told_apart {
                let message = format!(
                    "{} has the name of the player in {}",
                    quoted(&player.name),
                    self.table.row_name(other.row)
                );
                self.remark(player.row, self.name_field(), message, "");
            }
        }
    }
}

/// A text on one line, with one blank between two words.
fn tidy(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

fn some(text: &str) -> Option<String> {
    let text = tidy(text);
    (!text.is_empty()).then_some(text)
}
