//! Results as arbiters write them: `1 1-0, 2 ½, 3 0-1F` in one line, or a table (CSV).

use edelweiss_trf::decode_text;

use crate::error::{StepError, StepProblem};
use crate::score::GameScore;
use crate::step::{EnteredResult, ResultsStep};

/// Results that were read, with the place of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultList(Vec<EnteredResult>);

impl ResultList {
    /// Them as a step; without a round the last one that was paired is meant.
    pub fn of_round(self, round: Option<u16>) -> ResultsStep {
        ResultsStep {
            round,
            results: self.0,
        }
    }
}

const LIST_HINT: &str =
    "a list has the number of a board and its result, with commas between: \"1 1-0, 2 ½, 3 0-1F\"";

/// Reads a list: boards and results, with commas, semicolons or line ends between; places are columns.
///
/// # Errors
/// Everything that is no board or no result, each with its place.
pub fn results(text: &str) -> Result<ResultList, StepError> {
    let mut found = Vec::new();
    let mut problems = Vec::new();
    let mut column = 1;
    for (index, line) in text.split(['\n', '\r']).enumerate() {
        for part in line.split([',', ';']) {
            let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
            let at = column + blanks;
            column += part.chars().count() + 1;
            if part.trim().is_empty() {
                continue;
            }
            let place = if text.contains('\n') {
                format!("line {}, column {at}", index + 1)
            } else {
                format!("column {at}")
            };
            match read_part(part) {
                Ok(read) => found.extend(read.into_iter().map(|(board, result)| EnteredResult {
                    board: Some(board),
                    players: None,
                    result,
                    place: place.clone(),
                })),
                Err(message) => problems.push(StepProblem {
                    place,
                    message,
                    hint: LIST_HINT.to_owned(),
                }),
            }
        }
        column = 1;
    }
    StepError::none_of(problems)?;
    if found.is_empty() {
        return Err(StepError::new("found no result", LIST_HINT));
    }
    Ok(ResultList(found))
}

/// `3 1-0`, and also `3 1-0 4 ½`.
fn read_part(part: &str) -> Result<Vec<(u32, GameScore)>, String> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let board = |word: &str| {
        let number = word.trim_end_matches(['.', ':', ')']).parse::<u32>().ok();
        number
            .filter(|number| *number > 0)
            .ok_or_else(|| format!("found {word:?}, expected the number of a board"))
    };
    let pairs: Option<Vec<(u32, GameScore)>> = words
        .len()
        .is_multiple_of(2)
        .then(|| {
            let pair = |two: &[&str]| Some((board(two[0]).ok()?, two[1].parse().ok()?));
            words.chunks_exact(2).map(pair).collect()
        })
        .flatten();
    if let Some(pairs) = pairs {
        return Ok(pairs);
    }
    let board = board(words[0])?;
    match &words[1..] {
        [] => Err(format!("found board {board} without a result")),
        // Blanks within a result.
        result => {
            let score = result.join("").parse::<GameScore>();
            Ok(vec![(
                board,
                score.map_err(|error| format!("board {board}: {error}"))?,
            )])
        }
    }
}

/// What the columns of a table are called.
const BOARD: [&str; 12] = [
    "board",
    "bo",
    "bo.",
    "table",
    "no",
    "no.",
    "brett",
    "tisch",
    "échiquier",
    "mesa",
    "tablero",
    "scacchiera",
];
const WHITE: [&str; 6] = ["white", "weiss", "weiß", "blancs", "blancas", "bianco"];
const BLACK: [&str; 6] = ["black", "schwarz", "noirs", "negras", "nero", "pretas"];
const RESULT: [&str; 8] = [
    "result",
    "res",
    "res.",
    "ergebnis",
    "résultat",
    "resultado",
    "risultato",
    "erg.",
];

/// Where a table has what.
struct TableColumns {
    board: Option<usize>,
    players: Option<[usize; 2]>,
    result: usize,
}

impl TableColumns {
    /// As the first line names them.
    fn named(header: &csv::StringRecord) -> Option<Self> {
        let place = |names: &[&str]| {
            let is_it = |cell: &str| names.contains(&&*cell.trim().to_lowercase());
            header.iter().position(is_it)
        };
        Some(Self {
            board: place(&BOARD),
            players: place(&WHITE)
                .zip(place(&BLACK))
                .map(|(white, black)| [white, black]),
            result: place(&RESULT)?,
        })
    }

    /// Without names: board and result, or board, White, Black and result.
    fn unnamed(n: usize) -> Option<Self> {
        let players = match n {
            2 => None,
            4 => Some([1, 2]),
            _ => return None,
        };
        Some(Self {
            board: Some(0),
            players,
            result: n - 1,
        })
    }
}

const TABLE_HINT: &str = "the first line names the columns: board and result, or white, black (numbers of players) and result; \
     without names there are two columns, board and result, or four, board, white, black and result";

/// Reads a table: comma, semicolon or tab between the columns, names of columns in the first line or none.
/// Lines without a result are left out. `name` stands in messages.
///
/// # Errors
/// Everything that is no board, no player or no result, each with its line.
pub fn table(name: &str, bytes: &[u8]) -> Result<ResultList, StepError> {
    let Some((text, _)) = decode_text(bytes, None) else {
        return Err(StepError::new(
            format!("{name}: found no text"),
            "save the table as CSV",
        ));
    };
    let first = text.lines().next().unwrap_or_default();
    let separator = [b'\t', b';', b',']
        .into_iter()
        .max_by_key(|separator| first.bytes().filter(|byte| byte == separator).count());
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator.unwrap_or(b','))
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut columns: Option<TableColumns> = None;
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => return Err(StepError::new(format!("{name}: {error}"), TABLE_HINT)),
        };
        let line = record.position().map_or(0, csv::Position::line);
        let place = format!("{name}:{line}");
        let Some(columns) = &columns else {
            columns = TableColumns::named(&record);
            if columns.is_some() {
                continue;
            }
            columns = TableColumns::unnamed(record.len());
            let Some(columns) = &columns else {
                let cells: Vec<&str> = record.iter().collect();
                let message = format!(
                    "found the columns {}, and none is called \"result\"",
                    cells.join(" | ")
                );
                return Err(StepError::from(StepProblem {
                    place,
                    message,
                    hint: TABLE_HINT.to_owned(),
                }));
            };
            read_row(columns, &record, &place, &mut found, &mut problems);
            continue;
        };
        read_row(columns, &record, &place, &mut found, &mut problems);
    }
    StepError::none_of(problems)?;
    if found.is_empty() {
        return Err(StepError::new(
            format!("{name}: found no result"),
            TABLE_HINT,
        ));
    }
    Ok(ResultList(found))
}

fn read_row(
    columns: &TableColumns,
    record: &csv::StringRecord,
    place: &str,
    found: &mut Vec<EnteredResult>,
    problems: &mut Vec<StepProblem>,
) {
    let cell = |column: usize| record.get(column).unwrap_or_default();
    let number = |column: usize, what: &str| {
        let number = cell(column).trim_end_matches('.').parse::<u32>();
        number.map_err(|_| {
            format!(
                "found {:?} in column {}, expected {what}",
                cell(column),
                column + 1
            )
        })
    };
    if cell(columns.result).is_empty() {
        return;
    }
    let read = || {
        let result = cell(columns.result).parse::<GameScore>();
        let result = result.map_err(|error| format!("column {}: {error}", columns.result + 1))?;
        let of_players = |[white, black]: [usize; 2]| {
            let what = "the number of a player";
            Ok::<_, String>([number(white, what)?, number(black, what)?])
        };
        let board = columns
            .board
            .map(|column| number(column, "the number of a board"));
        let players = match (columns.players.map(of_players), &board) {
            // Names beside a board.
            (Some(Err(_)), Some(Ok(_))) | (None, _) => None,
            (Some(players), _) => Some(players?),
        };
        let board = board.transpose()?;
        if board.is_none() && players.is_none() {
            return Err("found no column for the board, and none for White and Black".to_owned());
        }
        Ok(EnteredResult {
            board,
            players,
            result,
            place: place.to_owned(),
        })
    };
    match read() {
        Ok(entered) => found.push(entered),
        Err(message) => problems.push(StepProblem {
            place: place.to_owned(),
            message,
            hint: TABLE_HINT.to_owned(),
        }),
    }
}
