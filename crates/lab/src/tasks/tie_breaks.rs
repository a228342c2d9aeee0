//! `tie-breaks DEPARTURES FOLDER…`: values of tie-breaks that another program recorded, beside those of
//! the judge of standings. Exit status 1 if a difference is not among the departures.

use std::path::Path;
use std::process::ExitCode;

use edelweiss_lab::tie_breaks::{Departure, compare_tables, parse_departures};

fn run(departures: &[Departure], folder: &str) -> Result<bool, String> {
    let tally = compare_tables(&Path::new(folder).join("manifest.csv"), departures)?;
    for departure in &tally.unexplained {
        eprintln!("{departure}");
    }
    for departure in &tally.missing {
        eprintln!("listed, but does not occur: {departure}");
    }
    let explained: Vec<String> = (tally.explained.iter())
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    eprintln!(
        "{folder}: {} files, {} values, {} differences without a reason; with one: {}",
        tally.files,
        tally.values,
        tally.unexplained.len(),
        explained.join(", ")
    );
    Ok(tally.unexplained.is_empty() && tally.missing.is_empty())
}

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let Some((list, folders)) = arguments.split_first() else {
        eprintln!("usage: tie-breaks DEPARTURES FOLDER…");
        return ExitCode::from(2);
    };
    let text = std::fs::read_to_string(list).map_err(|error| format!("{list}: {error}"));
    let outcome = text
        .and_then(|text| parse_departures(&text))
        .and_then(|departures| {
            let results = folders.iter().map(|folder| run(&departures, folder));
            Ok(results
                .collect::<Result<Vec<bool>, String>>()?
                .into_iter()
                .all(|good| good))
        });
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
